"""Words of the command line turned into values, and refused in one line."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet

RULES_HELP: Final = "a preset, a rule set of your own, a file or a share code"


def whole_from_1(what: str) -> Callable[[str], int]:
    """A reader of whole numbers, 1 or more, that says what they count."""

    def read(word: str) -> int:
        if not (word.isascii() and word.isdecimal()) or int(word) < 1:
            raise argparse.ArgumentTypeError(f"{word} {what}; allowed is a whole number, 1 or more")
        return int(word)

    return read


@dataclass(frozen=True, slots=True)
class RulesWord:
    """What was said for a rule set, and the rule set that it means."""

    text: str
    rules: "RuleSet"


def rules_word(text: str) -> RulesWord:
    """A preset, an own set, a file or a share code; a pack that cannot serve two is refused."""
    from game.rules.ruleset import RuleError
    from game.session.rulefiles import find_rules
    from game.session.ruletext import RulesError

    try:
        found = find_rules(text).rules
        found.check_seats(2)
    except (RulesError, RuleError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return RulesWord(text, found)
