"""Options shared by the commands that play matches: rules, bots, seeds, workers.

A request that cannot be met raises ``RefusedError``: one line, and an exit status.
"""

import argparse
import math
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from game.console.terminal import RULES_HELP, ProgressLine, whole_from_1
from game.files import open_to_write
from game.rules.untrusted_input import printable

if TYPE_CHECKING:
    from ai.lab.arena.workers import WorkerPool
    from ai.registry import PluginMaker
    from game.rule_files import NamedRules

FINE: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
UNWRITABLE: Final = 4
INTERRUPTED: Final = 130
_USUAL_SEED: Final = "1"
_FROM_INPUT: Final = "-"
"""The value of `--seed` for a seed read from standard input."""
LONGEST_SEED: Final = 1000
"""Maximum length of a seed, in characters."""


class RefusedError(Exception):
    """Raised if a request cannot be played; holds one line and the exit status."""

    def __init__(self, why: str, status: int = REFUSED) -> None:
        super().__init__(why)
        self.status = status


def add_rules(parser: argparse.ArgumentParser, every_preset: str) -> None:
    """Add `--rules` and `--every-preset`; ``every_preset`` is the help text of the latter."""
    rules = parser.add_mutually_exclusive_group()
    rules.add_argument(
        "--rules", default="standard", metavar="NAME", help=f"{RULES_HELP} (default: standard)"
    )
    rules.add_argument("--every-preset", action="store_true", help=every_preset)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs` and `--scheduler`, which select the workers."""
    parser.add_argument(
        "--jobs",
        type=whole_from_1("jobs"),
        default=1,
        metavar="J",
        help="play in J processes (default: 1)",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler"
    )


def chosen_rules(options: argparse.Namespace) -> "list[NamedRules]":
    """Return the rule sets that the options name."""
    from game.rule_files import RulesError, find_rules
    from game.rules.presets import PRESETS

    try:
        return [find_rules(name) for name in (PRESETS if options.every_preset else [options.rules])]
    except RulesError as error:
        raise RefusedError(f"--rules: {error}") from None


def check_seats(named: "NamedRules", seats: int, given: str = "") -> None:
    """Raise ``RefusedError`` if the rules do not allow that many seats.

    ``given`` is the option that set the number.
    """
    from game.rules.ruleset import RuleError

    try:
        named.rules.check_seats(seats)
    except RuleError as error:
        option = given or f"seats = {seats}"
        blamed = option if named.rules.possible_seats() else "--rules"
        raise RefusedError(f"{blamed}: {error.why}") from None


def named_bots(text: str, command: str, *, in_process: bool) -> list[str]:
    """Parse a list of bots into their names, making one of each so that none fails at the table.

    Bots from other packages are tried in separate processes unless ``in_process``; packages that
    are not named are not loaded. Complaints about installed packages go to standard error.
    """
    from ai.registry import Plugins, UnknownBotError, load_plugin, make_bot

    for complaint in Plugins.installed().complaints:
        print(f"{command}: {printable(complaint)}", file=sys.stderr)
    names = _names_in(text)
    plugin = load_plugin if in_process else _tried_guest()
    for name in names:
        try:
            make_bot(name, plugin)
        except UnknownBotError as error:
            raise RefusedError(printable(str(error))) from None
    return names


def _names_in(text: str) -> list[str]:
    return [_own_name(name.strip()) for name in text.split(",")]


def _own_name(name: str) -> str:
    """Return a bot's name as it is shown: in lower case, except for the file of a net."""
    family, colon, rest = name.partition(":")
    if not colon:
        return name.lower()
    return f"{family.lower()}:{rest if family.lower() == 'net' else _own_name(rest)}"


def _tried_guest() -> "PluginMaker":
    """Return a maker of bots from other packages that tries each once.

    It raises ``LeftOutError`` if one fails.
    """
    from ai.bot import Bot
    from ai.lab.arena.guests import Guest

    found: dict[str, Bot] = {}

    def guest(name: str) -> Bot:
        if name not in found:
            guest = Guest(name)
            guest.try_out()
            found[name] = guest
        return found[name]

    return guest


def seed_word(word: str) -> str:
    """Parse a seed: printable characters, up to ``LONGEST_SEED``."""
    if not word.isprintable() or not 0 < len(word) <= LONGEST_SEED:
        shown = f'"{printable(word, 40)}" is not a seed'
        raise argparse.ArgumentTypeError(
            f"{shown}; expected 1 to {LONGEST_SEED} printable characters"
        )
    return word


def width(word: str) -> float:
    """Parse half an interval: a positive number."""
    try:
        found = float(word)
    except ValueError:
        found = 0
    if not (found > 0 and math.isfinite(found)):
        raise argparse.ArgumentTypeError(f"{word}: expected a number above 0")
    return found


def hide_seed(options: argparse.Namespace, bots: str) -> None:
    """Remove the seed from the arguments and environment of this process, where guests could read
    it.

    Applies if any of the named ``bots`` comes from another package. The command is then executed
    anew with the seed on standard input; on Windows, where that is not possible, only the copy
    that workers get is cleaned.
    """
    from ai.lab.arena.guests import plugins_in

    given = options.seed not in (None, _FROM_INPUT)
    if options.in_process or not (given and any(map(plugins_in, _names_in(bots)))):
        return
    words, own = sys.orig_argv, sys.argv[1:]
    told = len(own)
    kept = sys.argv[1:] = _without_seed(own)  # of which workers get a copy
    if kept == own or words[-told:] != own or sys.platform == "win32":
        return
    seed = options.seed
    environment = {
        name: value
        for name, value in os.environ.items()
        if value != seed or "seed" not in name.lower()
    }
    read, write = os.pipe()
    os.write(write, os.fsencode(f"{seed}\n"))  # less than any pipe holds
    os.close(write)
    os.dup2(read, 0)
    words = [*words[:-told], *kept, "--seed", _FROM_INPUT]
    os.execve(sys.executable, words, environment)


def _without_seed(words: Sequence[str]) -> list[str]:
    """Return the arguments of a command without `--seed S` and `--seed=S`."""
    return [
        word
        for before, word in zip(("", *words), words, strict=False)
        if "--seed" not in (before, word) and not word.startswith("--seed=")
    ]


def seed_of(options: argparse.Namespace, bots: Sequence[str]) -> str:
    """Return the given seed, reading it from standard input for `-`; without one, the default.

    Where guests play, the default is secret, because they could deal again by a seed they know.
    """
    from ai.lab.arena.guests import plugins_in

    if options.seed == _FROM_INPUT:
        try:
            line = sys.stdin.readline(2 * LONGEST_SEED) if sys.stdin else ""
            return seed_word(line.rstrip("\r\n"))
        except (argparse.ArgumentTypeError, UnicodeDecodeError, OSError) as error:
            raise RefusedError(f"--seed -: standard input: {error}") from None
    if options.seed is not None:
        return str(options.seed)
    plays_guest = not options.in_process and any(map(plugins_in, bots))
    return secrets.token_hex(16) if plays_guest else _USUAL_SEED


def pool_of(options: argparse.Namespace) -> "WorkerPool":
    """Return the pool of workers that the options select."""
    from ai.lab.arena.workers import NoWorkersError, dask_pool, process_pool, serial_pool

    if getattr(options, "scheduler", None) is None:
        return serial_pool() if options.jobs == 1 else process_pool(options.jobs)
    try:
        return dask_pool(options.scheduler)
    except NoWorkersError as error:
        raise RefusedError(f"--scheduler: {error}") from None


def play_through(command: str, progress: ProgressLine, play: Callable[[], None]) -> int:
    """Call ``play`` and return an exit status, printing a line if an error stopped it."""
    from ai.lab.arena.workers import HungError, NoWorkersError

    status = INTERRUPTED
    try:
        play()
        status = FINE
    except (HungError, NoWorkersError, RefusedError) as error:
        status = error.status if isinstance(error, RefusedError) else FAILED
        progress.close()
        print(f"{command}: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        pass
    progress.close()
    return status


class RecordsFile:
    """A file of hand records, one per line; without a ``path``, records are discarded."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIO | None = None
        if path is not None:
            with self._refusing():
                self._file = open_to_write(path)

    @property
    def is_open(self) -> bool:
        """Whether records are written."""
        return self._file is not None

    def write(self, records: Sequence[str]) -> None:
        """Write records; raise ``RefusedError`` if that fails."""
        if self._file is not None:
            with self._refusing():
                self._file.writelines(f"{record}\n" for record in records)

    def close(self) -> None:
        """Flush and close the file; raise ``RefusedError`` if that fails, as on a full disk."""
        file, self._file = self._file, None
        if file is not None:
            with self._refusing():
                file.close()

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            file, self._file = self._file, None
            if file is not None:
                with suppress(OSError):  # what is buffered would be refused once more
                    file.close()
            why = f"--records {self._path}: {error.strerror or error}"
            raise RefusedError(why, UNWRITABLE) from None
