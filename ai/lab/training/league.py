"""Train the master in a league, or the best response to a net, with the C programs in this folder.

``tonk-lab train OUT.net [KEY=VALUE…]``
    trains a main player against exploiters, its own past and plain players (``league.c``), from
    scratch and for all families of rules; an interrupted command resumes where it stopped. Without
    a KEY it plays several leagues in turn: OUT-1.net, then OUT-2.net, then one for each family's
    head, such as OUT-standard.net; it joins the heads in OUT.net.
``tonk-lab respond OUT.net prey=NET [KEY=VALUE…]``
    trains a net against the fixed net NET alone (``train.c``), to measure how exploitable NET is.

NET, there and in ``from=NET``, is a file of the trainer, or ``master``. ``games=`` lists families
of rules, separated by commas; if it is ``none``, ``rules=`` is the name of a preset or a share
code, by default the standard game. ``more=`` adds half as many games of further families. The other
keys are those of ``plan.h``. All output goes beside OUT.net. Exit status: 0 success, 1 the trainer
failed, 2 an unknown key or value, a file that cannot be read, or no gcc.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ai.lab.training import trainer_input
from ai.lab.training.export import FILE, joined, trained
from ai.master.network import FAMILIES, SHIPPED
from game.processes import ended_with_this
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.rules.sharecode import looks_like_code, rules_from_code

HERE: Final = Path(__file__).parent
KERNEL: Final = HERE.parents[1] / "kernel"
FAST: Final = ("-O3", "-march=native", "-ffast-math", "-funroll-loops")
_ALWAYS: Final = ("-std=gnu11", "-fplan9-extensions", "-fopenmp")
_TAKEN_IN: Final = {"features.c"}
"""Kernel sources that ``numbers.h`` includes, so that they are not compiled on their own."""
LEAGUE: Final = {
    "games": ",".join(FAMILIES),
    "generations": "44",
    "main_hands": "500000",
    "exploiter_hands": "100000",
    "patience": "6",
    "rate": "1e-3",
    "last_rate": "5e-5",
    "entropy": ".03",
    "last_entropy": ".008",
    "magnet": ".1",
    "past": ".1",
    "hunted": ".2",
    "plain": ".2",
    "habits": ".5",
    "odd": ".5",
    "deals": "3000",
}
"""Settings of the first league of the shipped net, and defaults of the command."""
SECOND: Final = LEAGUE | {
    "more": "unmatched",
    "generations": "20",
    "exploiter_hands": "150000",
    "patience": "5",
    "entropy": ".02",
    "hunted": ".15",
    "plain": ".15",
}
"""Settings of the second league: where matched cards count nothing, hands are long and nets learn
late.
"""
_HEAD: Final = LEAGUE | {
    "own": "1",
    "generations": "24",
    "exploiter_hands": "150000",
    "patience": "4",
    "entropy": ".02",
    "last_entropy": ".006",
    "deals": "2000",
}
_UNMATCHED_OUT: Final = _HEAD | {
    "games": "unmatched_out",
    "own": "3",
    "generations": "93",
    "main_hands": "500000",
    "exploiter_hands": "60000",
    "patience": "6",
    "plain": ".1",
    "hunted": ".1",
    "odd": ".3",
    "fresh": "0",
}
HEADS: Final = {
    "general": _HEAD | {"games": "general", "tilt": ".3"},
    "standard": _HEAD
    | {
        "games": "standard",
        "own": "3",
        "generations": "62",
        "main_hands": "400000",
        "exploiter_hands": "120000",
        "plain": ".52",
        "habits": ".18",
        "greedy": ".24",
        "tuned": ".5",
        "tilt": ".7",
        "past": ".04",
        "hunted": ".12",
        "odd": ".4",
    },
    "unmatched": _HEAD
    | {
        "games": "unmatched",
        "own": "3",
        "generations": "56",
        "main_hands": "600000",
        "exploiter_hands": "260000",
        "patience": "6",
        "entropy": ".012",
        "plain": ".15",
        "hunted": ".25",
        "odd": ".4",
    },
    "unmatched_out": _UNMATCHED_OUT,
    "unmatched_short": _UNMATCHED_OUT | {"games": "unmatched_short"},
    "going_out": _HEAD
    | {
        "games": "going_out",
        "generations": "22",
        "main_hands": "300000",
        "exploiter_hands": "100000",
        "plain": ".15",
        "hunted": ".3",
    },
    "waits": _HEAD
    | {
        "games": "waits",
        "own": "3",
        "generations": "25",
        "main_hands": "600000",
        "exploiter_hands": "200000",
        "entropy": ".012",
        "plain": ".1",
        "hunted": ".25",
        "odd": ".3",
        "tilt": ".3",
        "fresh": ".7",
        "deals": "3000",
    },
}
"""Settings of the leagues that then train each head alone, in the games of its family, with units
of its own and a fixed body."""
GAMES: Final = 4000
"""Number of games, pairs of rules and seats, from which hands are drawn."""
_NONE: Final = "none"
RESPONSE: Final = {"all_hands": "18e6", "last_entropy": ".01"}
"""Settings of a best response, for about half an hour on one core."""


class TrainerError(RuntimeError):
    """Raised if the trainer cannot be compiled; the text is one line that says why."""


def compiled(program: str, folder: Path, options: Sequence[str] = FAST) -> Path:
    """Compile ``program.c`` of this folder into ``folder``, unless done before; return its absolute
    path.

    Raises ``TrainerError`` without gcc and ``CalledProcessError`` if gcc fails.
    """
    compiler = shutil.which("gcc")
    if compiler is None:
        raise TrainerError("the trainer needs gcc, which is not installed")
    others = (path for path in KERNEL.glob("*.c") if path.name not in _TAKEN_IN)
    sources = [HERE / f"{program}.c", *sorted(others)]
    read = [*sorted(HERE.glob("*.[ch]")), *sorted(KERNEL.glob("*.[ch]"))]
    source = b"".join(path.read_bytes() for path in read)
    options = (*options, *trainer_input.definitions())
    digest = sha256(source + " ".join(options).encode()).hexdigest()[:12]
    made = folder / f"{program}-{digest}"
    if not made.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as alone:  # two may make it at the same time
            part = Path(alone) / program
            words = (*options, *_ALWAYS, "-w", "-o", str(part), *map(str, sources), "-lm")
            command = [compiler, *words]
            subprocess.run(command, check=True)
            part.rename(made)
    return made.absolute()


def command(program: str, out: Path, words: Iterable[str]) -> list[str]:
    """Return the command line of a trainer, after writing the files it reads beside ``out``."""
    words = tuple(words)
    if (games := _said(words, "games", _NONE)) != _NONE:
        _families("games", games)
    if more := _said(words, "more", ""):
        _families("more", more)
    made = compiled(program, out.parent)
    tables = _written(out.with_suffix(".thresholds"), trainer_input.thresholds(_rules_of(words)))
    return [str(made), str(out), f"tables={tables}", *_as_read(words, out)]


def _said(words: Sequence[str], key: str, usual: str) -> str:
    """Return the last value of ``key`` among ``words``, or ``usual``."""
    said = [word.partition("=")[2] for word in words if word.partition("=")[0] == key]
    return said[-1] if said else usual


def _rules_of(words: Sequence[str]) -> RuleSet | None:
    """Return the rules that ``words`` name; None if they name none."""
    value = _said(words, "rules", "")
    if not value:
        return None
    return rules_from_code(value) if looks_like_code(value) else preset(value)


def _written(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def _as_read(words: Sequence[str], out: Path) -> Iterator[str]:
    """Translate words for the trainer: nets and games into files, rules into numbers."""
    folder, seats = out.parent, int(_said(words, "seats", "2"))
    for word in words:
        key, _, value = word.partition("=")
        if key == "rules" and (rules := _rules_of(words)):
            yield from trainer_input.words(rules, seats)
        elif key == "games" and value == _NONE:
            continue
        elif key == "games":
            yield f"games={_written(out.with_suffix('.games'), _games(words, value))}"
        elif key == "more":
            continue
        elif key in ("from", "prey") and value == SHIPPED:
            path = folder / f"{value}.shipped"
            path.write_bytes(trained(FILE.read_bytes()))
            yield f"{key}={path}"
        else:
            yield word


def _games(words: Sequence[str], families: str) -> Iterator[str]:
    """Yield games of these families, and half as many of those that ``more=`` names."""
    seed, more = _said(words, "seed", "1"), _said(words, "more", "")
    yield from trainer_input.games(GAMES, _families("games", families), seed)
    if more:
        yield from trainer_input.games(GAMES // 2, _families("more", more), f"{seed}, more")


def _families(key: str, names: str) -> tuple[str, ...]:
    """Parse a comma-separated list of families; raise ``ValueError`` for an unknown one."""
    families = tuple(names.split(","))
    for name in families:
        if name not in FAMILIES:
            allowed = (*FAMILIES, _NONE) if key == "games" else FAMILIES
            raise ValueError(f"{key}={names}: expected {', '.join(allowed)}")
    return families


def train(out: Path, words: Sequence[str] = ()) -> int:
    """Train a main player with the settings ``words``, or without any the whole master.

    Returns the exit status.
    """
    return _run("league", out, LEAGUE, words) if words else _all_leagues(out)


def respond(out: Path, words: Sequence[str]) -> int:
    """Train the best response to the net that ``words`` name; return the exit status."""
    return _run("train", out, RESPONSE, words)


def _all_leagues(out: Path) -> int:
    """Play all leagues in turn and join their heads in ``out``; return the exit status."""
    first, second, *of_heads = (
        out.with_name(f"{out.stem}-{name}{out.suffix}") for name in ("1", "2", *HEADS)
    )
    leagues = [(first, LEAGUE), (second, SECOND | {"after": f"{first}.league"})]
    for net, words in zip(of_heads, HEADS.values(), strict=True):
        leagues.append((net, words | {"after": f"{second}.league"}))
    for net, words in leagues:
        if status := _run("league", net, words, ()):
            return status
    nets = zip(HEADS, of_heads, strict=True)
    out.write_bytes(joined({name: net.read_bytes() for name, net in nets}))
    return 0


def _run(program: str, out: Path, usual: Mapping[str, str], words: Sequence[str]) -> int:
    """Run a trainer with the settings ``words``, and ``usual`` for the rest; return the exit
    status.
    """
    said = {word.partition("=")[0] for word in words}
    unsaid = [f"{key}={value}" for key, value in usual.items() if key not in said]
    try:
        line = ended_with_this(command(program, out, [*unsaid, *words]))
        status = subprocess.run(line, check=False).returncode
    except (TrainerError, ValueError, OSError, subprocess.CalledProcessError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    return status if status in (0, 2) else 1
