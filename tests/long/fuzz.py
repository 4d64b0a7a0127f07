"""Fuzz all readers with mutated input: records, rule files, share codes, settings, saves, bots.

    python -m tests.long.fuzz --cases 100000 --seed 1       in this process
    python -m tests.long.fuzz --commands 3000 --seed 1      as real commands

Reports, with the seed of the case, any exception other than the reader's documented refusal, a case
of more than two seconds of CPU time, a command of more than 200 MB, a line that quotes too much,
and an exit status that HAND_RECORD does not allow. `--case SEED` repeats a case. Some commands get
pipes, devices, sockets and folders, and some get files of up to 100 MB. Files in `corpus/` are
cases that failed once; `tests/cli/test_fuzz.py` tries them, and a few hundred new ones. Exit
status: 0 if nothing was found, else 1.
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ai.random_rules import random_rules
from ai.worker import FailedError, Thinker
from game.cli.transcript import lines_of
from game.files import StoreError
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rule_files import NamedRules, RulesError, find_rules
from game.rules.actions import Action, Discard, Drop, Slap, Spread
from game.rules.presets import PRESETS, preset
from game.rules.record import RecordError, read_record, replay
from game.rules.sharecode import ShareCodeError, code_of, rules_from_code
from game.rules.verifying import verify
from game.rules.view import SeatView
from game.saves.hand_files import NotJsonError
from game.saves.settings import Loaded, Settings
from game.saves.store import Store
from tests.ai.plugging import install
from tests.session.players import careless, play_hands

if TYPE_CHECKING:
    import resource

CORPUS: Final = Path(__file__).with_name("corpus")
SLOW: Final = 2.0
"""Time limit for a case, in seconds of this process."""
LONGEST: Final = 1_000
"""Maximum length of an error message, in characters."""
_TOKENS: Final = (
    *('"', "{", "}", "[", "]", ",", ":", "\n", "\r", "null", "true", "NaN", "-Infinity", "1e999"),
    *("-1", "0", "7", "99999999999999999999", "9" * 5000, '"\\ud800"', '"\\u0000"', "\ufeff"),
    *(
        "\u202e",
        "\u200b",
        "\x00",
        "[" * 2000,
        '{"a":' * 500,
        "5H",
        "X1=Q",
        "2S=6",
        " slap 0 ",
        " drop",
    ),
    *("=", "+", "_", "TONK1-", "name = ", "extends = ", '[words]\n"a" = "b"\n', "x" * 20_000),
)
_VALUES: Final[tuple[object, ...]] = (
    *(None, True, False, -1, 0, 1, 5, 6, 10**30, 1.5, float("inf"), "", "0", "\ud800", "\x00" * 3),
    *(
        "\u200b",
        "x" * 30_000,
        [],
        [[]],
        {},
        {"a": 1},
        ["5H", "5H"],
        "7 slap 0 5H",
        "5 drop",
        "9 pass",
    ),
    *(
        "0 hit 4H 99",
        "0 spread 5H 5H 5H",
        "0 discard",
        "1 draw draw",
        "-1 draw",
        "01 draw",
        "٣ draw",
    ),
)


class FindingError(Exception):
    """A fault found by a case."""


# -- What is mutated -------------------------------------------------------------------------------


def slapping(view: SeatView, seed: int) -> Action:
    """Choose slaps and spreads where possible, seldom hits, and never a drop, so that others can
    slap.
    """
    kinds = (Slap, Spread, Discard)
    for kind in kinds:
        wanted = [action for action in view.legal if isinstance(action, kind)]
        if wanted:
            return Random(seed).choice(wanted)
    rest = [action for action in view.legal if not isinstance(action, Drop)]
    return Random(seed).choice(rest or list(view.legal))


@cache
def records() -> tuple[str, ...]:
    """Return valid records under many rules."""
    random = Random("records")
    found: list[str] = []
    for number in range(60):
        seats = random.randint(2, 6)
        name = "slap" if number % 3 else PRESETS[number % len(PRESETS)]
        rules = preset(name) if number % 2 else random_rules(random, seats)
        if not rules.can_seat(seats):
            continue
        players = tuple(Player(f"P{seat}", "bot") for seat in range(seats))
        session = Session.start(Plan(players, rules, f"fuzz {number}"))
        play_hands(session, [slapping if name == "slap" else careless] * seats, 2)
        found += session.journal.records()
    return tuple(found)


@cache
def rule_texts() -> tuple[str, ...]:
    """Return valid rule files."""
    random = Random("rules")
    sets = (random_rules(random, 2) for _ in range(20))
    words = (("bump", "caught"),)
    return tuple(
        NamedRules("Ours", rules, "standard", "A note.", words).to_text() for rules in sets
    )


@cache
def codes() -> tuple[str, ...]:
    """Return valid share codes."""
    random = Random("codes")
    return tuple(code_of(random_rules(random, 2)) for _ in range(30))


@cache
def saves() -> bytes:
    """Return the bytes of a store with a session in it."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder))
        players = (Player("Ann"), Player("Bob", "bot"))
        play_hands(store.start(Plan(players, preset("standard"), "fuzz")), [careless] * 2, 3)
        store.close()
        return Path(folder, "tonk.db").read_bytes()


def mutated(data: bytes, random: Random) -> bytes:
    """Return the data with a few bytes flipped, removed, duplicated or inserted."""
    held = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5))):
        at, length = random.randrange(len(held) + 1), random.choice((1, 2, 20, 300))
        match random.randrange(6):
            case 0 if held:
                held[at % len(held)] ^= 1 << random.randrange(8)
            case 1:
                del held[at : at + length]
            case 2:
                held[at:at] = held[at : at + length]
            case 3:
                held[at:at] = random.choice(_TOKENS).encode()
            case 4:
                held[at : at + length] = random.choice(_TOKENS).encode()
            case _:
                del held[at:]
    return bytes(held)


def bent(value: Any, random: Random) -> Any:  # noqa: ANN401  # JSON, whatever its shape
    """Return JSON with one of its values, keys or entries changed."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.15:
        return random.choice(_VALUES)
    if isinstance(value, dict):
        key = random.choice(sorted(value))
        match random.randrange(12):
            case 0:
                return {each: held for each, held in value.items() if each != key}
            case 1:
                return value | {random.choice(("x" * 9_000, "\ud800", "", "Seed")): value[key]}
            case _:
                return value | {key: bent(value[key], random)}
    place = random.randrange(len(value))
    match random.randrange(8):
        case 0:
            return value[:place] + value[place + 1 :]
        case 1:
            return [*value, value[place]]
        case 2 if isinstance(value[place], str) and value[place]:
            text = value[place]
            other = random.choice("0123456789ACDHSX= ") + text[1:]
            return [*value[:place], other, *value[place + 1 :]]
        case _:
            return [*value[:place], bent(value[place], random), *value[place + 1 :]]


def acted_otherwise(record: Any, random: Random) -> list[str]:  # noqa: ANN401  # JSON
    """Return the actions of a record with one by another seat, or with one more inserted."""
    actions = list(record["actions"])
    seat, place = random.randrange(len(record["seats"]) + 2), random.randrange(len(actions) + 1)
    card, spread = random.choice(record["deck"]), random.randrange(3)
    slaps = (f"slap {spread} {card}",) * 4
    others = (*slaps, f"slap {spread}", "drop", "pass", f"discard {card}", "draw")
    slapped = [number for number, text in enumerate(actions) if " slap " in text]
    if slapped and random.random() < 0.4:
        place = random.choice(slapped)
        _slapper, *words = actions[place].split()
        actions[place] = " ".join((str(seat), *words[:2], card))
    elif actions and random.random() < 0.3:
        place %= len(actions)
        actions[place] = f"{seat}{actions[place][1:]}"
    else:
        actions.insert(place, f"{seat} {random.choice(others)}")
    return actions


# -- Readers ---------------------------------------------------------------------------------------


def _is_json(data: bytes) -> bool | None:
    """Return whether the data is UTF-8 JSON, by Python's parser alone; None if that gives up."""
    try:
        json.loads(data.decode("utf-8"), parse_constant=_no_constant, parse_int=len)
    except RecursionError:
        return None
    except ValueError:
        return False
    return True


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def try_record(data: bytes) -> None:
    """Try a record: it is refused with the documented status, or replayed, told, written and
    reread.
    """
    from game.saves.hand_files import RawRecord

    is_json = _is_json(data)
    try:
        value = RawRecord(1, data.removeprefix(b"\xef\xbb\xbf")).json_value()
    except NotJsonError as error:
        _check(str(error))
        if is_json:
            raise FindingError(f"JSON called none: {error}") from None
        return
    except RecordError as error:
        _check(str(error))
        if is_json is False:
            raise FindingError(f"called JSON: {error}") from None
        return
    if is_json is False and not data.startswith(b"\xef\xbb\xbf"):
        raise FindingError("read as JSON")
    try:
        record = read_record(value)
        hand = replay(record)
        record.check_ending(hand)
    except RecordError as error:
        _check(str(error))
    else:
        list(lines_of(record, None))
        if read_record(json.loads(record.to_json())) != record:
            raise FindingError("written and read again it is another")
    try:
        str(verify(value))
    except RecordError as error:
        _check(str(error))


def try_rule_file(data: bytes) -> None:
    """Try a rule file: it is refused in a line, or written and reread."""
    try:
        text = data.decode("utf-8")
        named = NamedRules.from_text(text)
    except UnicodeDecodeError:
        return
    except RulesError as error:
        _check(str(error))
        return
    if NamedRules.from_text(named.to_text()) != replace(named, stated=()):
        raise FindingError("written and read again it is another")


def try_code(text: str) -> None:
    """Try a share code, or any other text in its place."""
    try:
        rules = rules_from_code(text)
    except ShareCodeError as error:
        _check(str(error))
    else:
        if rules_from_code(code_of(rules)) != rules:
            raise FindingError("written and read again it is another")


def try_settings(data: bytes) -> None:
    """Try settings, which never fail; valid ones are written and reread."""
    loaded = Loaded.from_text(data)
    for complaint in loaded.complaints:
        _check(str(complaint))
    if Loaded.from_text(loaded.settings.text()).settings != loaded.settings:
        raise FindingError("written and read again they are others")


def try_word(text: str) -> None:
    """Try text in the place of a rule set."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            find_rules(text, Path(folder))
        except RulesError as error:
            _check(str(error))


def try_store(data: bytes) -> None:
    """Try saves: they are opened, repaired or refused."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "tonk.db").write_bytes(data)
        try:
            store = Store.open(Path(folder))
        except StoreError as error:
            _check(str(error))
            return
        store.saved_session()
        store.close()


class _Odd:
    """A bot that does anything."""

    def __init__(self, act: Callable[[], object]) -> None:
        self._act = act

    def choose(self, _view: SeatView, _seed: int) -> Action:
        """Return, or do, what it was made for."""
        return self._act()  # type: ignore[return-value]  # anything at all


class _Touchy:
    """An answer that raises when inspected, or that claims to equal everything."""

    def __init__(self, error: BaseException | None) -> None:
        self._error = error

    def __eq__(self, _other: object) -> bool:
        if self._error:
            raise self._error
        return True

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        raise ValueError("no words for it")


def _raises(error: BaseException) -> NoReturn:
    raise error


_ODDITIES: Final[tuple[Callable[[], object], ...]] = (
    *(
        partial(_raises, each)
        for each in (ValueError("no"), KeyError(), StopIteration(), OSError())
    ),
    *(partial(_raises, each) for each in (SystemExit(3), KeyboardInterrupt(), GeneratorExit())),
    *(
        partial(_raises, each)
        for each in (RecursionError(), MemoryError(), AssertionError("\ud800"))
    ),
    *(partial(_Touchy, error) for error in (None, ValueError("no"), SystemExit(1))),
    *(partial(Discard, card) for card in ("", "5H", "XX")),
)
"""Misbehaviours of a third-party bot besides invalid answers."""
_BOTS: Final = 0.03
"""The fraction of commands in which a third-party bot plays; these start processes of their own."""
_MOST_MEMORY: Final = 200_000_000
"""Memory limit of a command, in bytes."""
_MATCH: Final = 20.0
"""CPU time limit of such a match, in seconds: it loads the game several times, and waits."""


@cache
def _opponents() -> Thinker:
    """Return the process of the odd bots."""
    return Thinker(_find)


def _find(name: str) -> _Odd:
    """Return the odd bot of that name, which holds its kind and number."""
    kind, _space, number = name.partition(" ")
    value = _VALUES[int(number)] if kind == "value" else None
    return _Odd(_ODDITIES[int(number)] if kind == "oddity" else lambda: value)


def try_bot(name: str) -> None:
    """Try a bot that answers nonsense or raises: it fails in one line, or has answered legally."""
    session = Session.start(Plan((Player("Ann"), Player("Bob", "b")), preset("standard"), "fuzz"))
    session.next_hand()
    while session.hand is None or not session.is_playing:
        session.next_hand()
    view = session.view(session.hand.turn)
    try:
        answer = _opponents()(view, name, 1).result(60)
    except FailedError as error:
        _check(str(error))
        return
    if type(answer) not in map(type, view.legal) or answer not in view.legal:
        raise FindingError(f"an answer of {type(answer)} went through")


def _check(line: str) -> None:
    if len(line) > LONGEST or not line.isprintable():
        raise FindingError(f"a refusal of {len(line)} letters, or that cannot be printed")


def _as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()


def _otherwise(random: Random) -> object:
    """Return a record with a change in it."""
    value = json.loads(random.choice(records()))
    if random.random() < 0.5:
        return value | {"actions": acted_otherwise(value, random)}
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        value = bent(value, random)
    return value


def case(seed: str) -> tuple[str, Callable[[], None]]:
    """Return the name of the reader that a case tries, and the case."""
    random = Random(seed)
    match random.randrange(1000):
        case kind if kind < 300:
            return "record", partial(try_record, mutated(random.choice(records()).encode(), random))
        case kind if kind < 600:
            return "record", partial(try_record, _as_json(_otherwise(random)))
        case kind if kind < 720:
            return "rules", partial(
                try_rule_file, mutated(random.choice(rule_texts()).encode(), random)
            )
        case kind if kind < 800:
            text = mutated(random.choice(codes()).encode(), random).decode(
                "utf-8", "surrogateescape"
            )
            return "code", partial(try_code, text)
        case kind if kind < 950:
            whole = json.loads(Settings().text())
            if random.random() < 0.5:
                return "settings", partial(try_settings, _as_json(bent(whole, random)))
            return "settings", partial(try_settings, mutated(_as_json(whole), random))
        case kind if kind < 985:
            word = mutated(b"rushville", random).decode("utf-8", "surrogateescape")
            return "word", partial(try_word, word)
        case kind if kind < 995:
            value = random.randrange(len(_VALUES))
            is_odd = random.random() < 0.5
            oddity = f"oddity {random.randrange(len(_ODDITIES))}"
            return "bot", partial(try_bot, oddity if is_odd else f"value {value}")
        case _:
            return "store", partial(try_store, mutated(saves(), random))


def problem(seed: str) -> tuple[str, str]:
    """Return the reader of a case, and the fault found; empty if there is none."""
    name, run = case(seed)
    began = time.process_time()
    try:
        run()
    except Exception:  # noqa: BLE001  # whatever it is, it is what this looks for
        return name, traceback.format_exc(limit=-4)
    took = time.process_time() - began
    return name, f"took {took:.1f} s" if took > SLOW else ""


# -- As real commands ------------------------------------------------------------------------------


def command(seed: str, folder: Path) -> str:
    """Run the real program with one mutated input; return the fault found, empty if none."""
    random = Random(f"command {seed}")
    program, words, allowed, limit = _words(random, folder)
    began = _seconds_of_children()
    done = subprocess.run(
        [sys.executable, "-m", program, *words],
        check=False,
        capture_output=True,
        timeout=120,
        env=os.environ
        | {
            "TONK_DATA_DIR": str(folder),
            "TONK_CONFIG_DIR": str(folder),
            "PYTHONPATH": _path(folder),
        },
    )
    took = _seconds_of_children() - began
    err = done.stderr.decode("utf-8", "replace")
    told = f"{seed}: {program} {' '.join(words)[:200]}"
    if "Traceback" in err or done.returncode not in allowed:
        return f"{told}: status {done.returncode}, allowed {sorted(allowed)}\n{err[-1500:]}"
    memory = _children().ru_maxrss * 1024
    if memory > _MOST_MEMORY:
        return f"{told}: {memory // 1_000_000} MB"
    if any(len(line) > LONGEST for line in err.splitlines()):
        return f"{told}: a line of {max(map(len, err.splitlines()))} letters"
    return f"{told}: took {took:.1f} s" if took > limit else ""


def _children() -> resource.struct_rusage:
    """Return the resource usage of the programs started here, which load on the machine does not
    affect.
    """
    import resource  # Windows has none, but tries inputs in this process

    return resource.getrusage(resource.RUSAGE_CHILDREN)


def _seconds_of_children() -> float:
    used = _children()
    return used.ru_utime + used.ru_stime


def _path(folder: Path) -> str:
    """Return the Python path of the programs, including the folder with a bot."""
    return os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))


_BOT: Final = """
import time
class Bot:
    def choose(self, view, seed):
        {act}
"""
_LEFT: Final = 7
_ACTS: Final = (
    'return "draw"',
    "return None",
    "return view",
    "return view.legal[seed % len(view.legal)]",
    'raise ValueError("no \\ud800")',
    "raise SystemExit(3)",
    "raise KeyboardInterrupt",
    f"import os; os._exit({_LEFT})",
    "1 +",
    "print('x' * 900); return view.legal[0]",
    "time.sleep(0.01); return view.legal[0]",
)


_PIECES: Final = (b"[", b"{},", b"[\n", b"\0", b" ", b"\n", b"a.", b"9", b'"\\u00e9', b"x" * 99)
_LONG_FILE: Final = 100_000_000
"""Size of the longest file made, in bytes."""
_SPECIAL: Final = 0.05
_OVERSIZE: Final = 0.05
"""The fractions of commands given a special file, or an oversized one."""


_RULE_READERS: Final = (
    ("rules", "check"),
    ("rules", "show"),
    ("tune", "--rules"),
    ("arena", "--seats", "random,greedy8", "--hands", "2", "--rules"),
)
_OF_THE_LAB: Final = ("arena", "tune")


def _special_words(random: Random, folder: Path) -> tuple[list[str], set[int]]:
    """Put a pipe, socket, device or folder in the place of a file, and return the command."""
    path = folder / random.choice(("hand.tonk.jsonl", "ours.toml", "rules/a.toml", "settings.json"))
    path.parent.mkdir(exist_ok=True)
    _clear(path)
    match random.randrange(4):
        case 0:
            os.mkfifo(path)
        case 1:
            with socket.socket(socket.AF_UNIX) as opened:
                opened.bind(os.path.relpath(path))
        case 2:
            path.symlink_to(random.choice(("/dev/zero", "/dev/full", "/dev/null", "/dev/tty")))
        case _:
            path.mkdir()
    if path.suffix == ".jsonl":
        return [random.choice(("replay", "verify", "slips")), str(path)], {2}
    if path.parent == folder and path.suffix == ".toml":
        return [*random.choice(_RULE_READERS), str(path)], {2}
    if random.random() < 0.5:
        return ["doctor"], {1, 3, 5}
    return random.choice((["rules"], ["rules", "show", "standard"])), {0}


def _oversize_words(random: Random, folder: Path) -> tuple[list[str], set[int]]:
    """Write a file far longer than any of its kind, mostly one line, and return the command."""
    path = folder / random.choice(("hand.tonk.json", "hand.tonk.jsonl", "hand", "ours.toml"))
    _clear(path)
    piece = random.choice(_PIECES)
    if path.suffix == ".jsonl" and piece == b"[\n":
        piece = b"["  # otherwise each line is refused, as it should be
    with path.open("wb") as file:
        file.write(random.choice((b"", b"[", b"{", b'name = "x"\n', b"\xef\xbb\xbf\n")))
        block = piece * (1_000_000 // len(piece))
        for _ in range(random.randrange(1, _LONG_FILE // len(block))):
            file.write(block)
    if path.suffix == ".toml":
        return [*random.choice(_RULE_READERS), str(path)], {2}
    return [random.choice(("replay", "verify", "slips")), str(path)], {2}


def _clear(path: Path) -> None:
    """Remove what an earlier case left behind."""
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def _bot_words(random: Random, folder: Path) -> tuple[list[str], set[int]]:
    """Return a match in which a third-party bot misbehaves; in the arena's own process it may end
    it.
    """
    shutil.rmtree(folder / "tonk_odd-1.0.dist-info", ignore_errors=True)
    install(folder, "tonk-odd", {"odd": "odd:Bot"}, odd=_BOT.format(act=random.choice(_ACTS)))
    words = ["arena", "--seats", "odd,greedy8", "--hands", "2", "--jobs", "1"]
    if random.random() < 0.3:
        return [*words, "--in-process"], {0, 1, 2, _LEFT, 130}
    return words, {0, 1, 2}


def _words(random: Random, folder: Path) -> tuple[str, list[str], set[int], float]:
    """Return a program, its arguments, the exit statuses allowed, and its time limit in seconds."""
    if random.random() < _BOTS:
        return "ai.lab", *_bot_words(random, folder), _MATCH
    share = random.random()
    if share < _SPECIAL:
        words, allowed = _special_words(random, folder)
    elif share < _SPECIAL + _OVERSIZE:
        words, allowed = _oversize_words(random, folder)
    else:
        words, allowed = _reader_words(random, folder)
    return "ai.lab" if words[0] in _OF_THE_LAB else "game", words, allowed, SLOW


def _reader_words(random: Random, folder: Path) -> tuple[list[str], set[int]]:
    """Return a command that reads a file or text."""
    match random.randrange(8):
        case 0 | 1 | 2 | 3:
            data = mutated(random.choice(records()).encode(), random)
            if random.random() < 0.5:
                data = _as_json(bent(json.loads(random.choice(records())), random))
            file = folder / f"hand{random.choice(('.tonk.json', '.tonk.jsonl', ''))}"
            _clear(file)
            file.write_bytes(data)
            is_one = b"\n" not in data and not data.startswith(b"\xef\xbb\xbf")
            is_json = _is_json(data) if is_one else None
            allowed = {0, 1, 2} if is_json is None else {0, 1} if is_json else {2}
            return [random.choice(("replay", "verify")), str(file)], allowed
        case 4 | 5:
            file = folder / "ours.toml"
            _clear(file)
            file.write_bytes(mutated(random.choice(rule_texts()).encode(), random))
            return ["rules", "check", str(file)], {0, 1, 2}
        case 6:
            word = mutated(random.choice(codes()).encode(), random).replace(b"\0", b"")
            text = word.decode("utf-8", "surrogateescape")
            return ["rules", random.choice(("show", "code", "diff")), "--", text], {0, 1, 2}
        case _:
            pool = (
                "--json",
                "--view",
                "--hands",
                "-1",
                "x" * 3000,
                "\udc80",
                "--",
                "",
                "rules",
                "=",
            )
            given = random.choices(pool, k=random.randint(1, 4))
            return [random.choice(("replay", "verify", "rules", "frobnicate")), *given], {0, 2}


def _each(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    for number in range(1, options.cases + 1):
        yield problem(f"{options.seed}-{number}")
    with tempfile.TemporaryDirectory(prefix="tonk-fuzz-") as folder:
        for number in range(1, options.commands + 1):
            yield "command", command(f"{options.seed}-{number}", Path(folder))


def main() -> int:
    """Parse the command line and run; return 1 if anything was found."""
    parser = argparse.ArgumentParser(description="Mutated inputs over all readers.")
    parser.add_argument("--cases", type=int, default=0, help="so many in this process")
    parser.add_argument("--commands", type=int, default=0, help="so many as real commands")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--case", metavar="SEED", help="only this one")
    options = parser.parse_args()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for the contents of cases
    logging.disable()  # what bots have raised
    tried: Counter[str] = Counter()
    found = 0
    for name, what in [problem(options.case)] if options.case else _each(options):
        tried[name] += 1
        if what:
            found += 1
            print(
                f"{name}, case {options.case or options.seed}-{tried.total()}: {what}", flush=True
            )
        if tried.total() % (100 if options.commands else 5_000) == 0:
            print(f"{tried.total()} tried, {found} found", flush=True)
    print(
        f"{tried.total()} tried ({', '.join(f'{n} {w}' for w, n in tried.items())}), {found} found"
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
