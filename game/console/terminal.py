"""Code shared by the commands: argument types, and a progress bar on standard error."""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from game.console.output import ExitStatus
from game.rules.untrusted_input import printable

if TYPE_CHECKING:
    from game.rule_files import NamedRules, RulesError
    from game.rules.ruleset import RuleSet


RULES_HELP: Final = "a preset, a rule set of your own, a file or a share code; - is standard input"


def whole_from_1(what: str) -> Callable[[str], int]:
    """Return an argument type for whole numbers from 1; its message says what they count."""

    def read(word: str) -> int:
        if not (word.isascii() and word.isdecimal()) or int(word) < 1:
            raise argparse.ArgumentTypeError(f"{word} {what}; expected a whole number, 1 or more")
        return int(word)

    return read


@dataclass(frozen=True, slots=True)
class RulesWord:
    """A word of the command line for a rule set, with the rule set."""

    text: str
    rules: "RuleSet"

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule set for a preset, an own set, a file or a share code.

        A pack too small for two seats is refused.
        """
        from game.rule_files import RulesError, find_rules
        from game.rules.ruleset import RuleError

        try:
            found = find_rules(text).rules
            found.check_seats(2)
        except RulesError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        except RuleError as error:
            raise argparse.ArgumentTypeError(str(error.why)) from None
        return cls(text, found)


def complain(program: str, why: object, status: int) -> int:
    """Print why a command ends, in one line on standard error, and return its exit status."""
    print(f"{program}: {printable(str(why))}", file=sys.stderr)
    return status


def warn_of_name(program: str, named: "NamedRules") -> None:
    """Say why a name that came with a share code is left out, if one is."""
    if named.name_refusal is not None:
        print(
            f"{program}: the name after the code is left out: {named.name_refusal}", file=sys.stderr
        )


def status_of(error: "RulesError") -> int:
    """Return the exit status for a rule set that is refused or does not exist."""
    from game.rule_files import UnreadableRulesError

    return ExitStatus.UNREADABLE if isinstance(error, UnreadableRulesError) else ExitStatus.WRONG


# -- The progress bar -----------------------------------------------------------------------------

_WIDTH: Final = 30  # characters of the bar


class ProgressLine:
    """A progress bar, if standard error is a terminal.

    Call ``show`` often; it limits its own output.
    """

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._is_terminal = bool(sys.stderr) and sys.stderr.isatty()
        self._began = self._shown = time.monotonic()
        self._longest = 0

    def show(self, done: int, whole: int, note: str = "") -> None:
        """Print the progress, unless that was done just now."""
        now = time.monotonic()
        if not self._is_terminal or now - self._shown < 0.2:  # seconds
            return
        self._shown = now
        line = bar(done, max(whole, 1), self._unit, now - self._began, note)
        self._longest = max(self._longest, len(line))
        print(f"\r{line:<{self._longest}}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Clear the line for further output."""
        if self._longest:
            print(f"\r{'':<{self._longest}}\r", end="", file=sys.stderr, flush=True)


def bar(done: int, whole: int, unit: str, seconds: float, note: str = "") -> str:
    """Return the bar after ``seconds`` seconds, with the remaining time at the same rate."""
    full = _WIDTH * done // whole
    left = f"{_time(seconds * (whole - done) / done)} left" if done else "just begun"
    parts = [f"[{'#' * full}{'.' * (_WIDTH - full)}] {done:,} of {whole:,} {unit}", left, note]
    return ", ".join(filter(None, parts))


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
