"""Words of the command line turned into values, and refused in one line."""

import argparse
from collections.abc import Callable
from typing import Final

RULES_HELP: Final = "a preset, a rule set of your own, a file or a share code"


def whole_from_1(what: str) -> Callable[[str], int]:
    """A reader of whole numbers, 1 or more, that says what they count."""

    def read(word: str) -> int:
        if not (word.isascii() and word.isdecimal()) or int(word) < 1:
            raise argparse.ArgumentTypeError(f"{word} {what}; allowed is a whole number, 1 or more")
        return int(word)

    return read
