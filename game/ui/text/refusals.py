"""Why a record, a rule file or a share code is refused, in the player's language.

Readers say it in one English line, for commands and logs alike. Here the form of that line is
found again and said in the language of the window; names of keys, cards and values stay as they
stand in the file.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import Final

from game.rules.actions import Reason
from game.ui.text.language import N_, _
from game.ui.text.move_words import reason_sentence

_FORMS: Final = (
    N_("{why}; this preset changed in 1.0"),
    N_("not UTF-8: byte {number} is {value}"),
    N_("not JSON: {why}"),
    N_("it breaks off at the end"),
    N_("it goes wrong in lists that are nested too deeply"),
    N_("nested too deeply"),
    N_("{why} at line {line} column {column}"),
    N_("{why} at column {column}"),
    N_("expecting value"),
    N_("extra data"),
    N_('key "{key}" is missing'),
    N_("unknown key {key}; allowed is {allowed}"),
    N_("a text of {count} characters; allowed are {allowed}"),
    N_("card {number} {card} is not in the rules' pack"),
    N_("card {number} {card} comes twice"),
    N_('"{card}" is missing; the rules\' pack has {count} cards'),
    N_("the rules have this bet off"),
    N_("the record was changed after the hand"),
    N_("the fingerprint is not that of seed and nonce"),
    N_('card {number} is "{card}", by {source} it is "{right}"'),
    N_("unfinished: the hand goes on after action {number}"),
    N_("unfinished: the hand goes on after action {number}, yet a result is given"),
    N_("action {number} {action}: {why}"),
    N_("{key} is {value}, the rules give {right}"),
    N_("{key} are {value}, the rules give {right}"),
    N_("is not TOML: {why}"),
    N_("is not TOML that can be read: a number is too long or lists are too deep"),
    N_("is longer than {count} KB"),
    N_("holds more than {count} lists"),
    N_("a key has more than {count} parts between dots"),
    N_("allowed is {allowed}; did you mean {key}?"),
    N_("allowed is {allowed}"),
    N_("unknown key"),
    N_("unknown key; did you mean {key}?"),
    N_("a preset has that name; allowed is another"),
    N_("it means something else; allowed is another"),
    N_("name is missing; allowed is a line such as {value}"),
    N_("the rule set is too large for a share code; share its file"),
    N_("it is cut off"),
    N_("it is far too long"),
    N_("it is mistyped: its letters do not fit together"),
    N_("it is not a code; this game reads codes that begin with {part}"),
    N_("it is not written as this game writes it"),
    N_("it is of another version, or mistyped; this game reads codes that begin with {part}"),
    N_("{part} is in no code"),
    N_("the name behind it has to end with a bracket"),
    N_("the name behind it is longer than {part} letters"),
    N_("{value}; allowed is {allowed}"),
    N_("{value}; allowed are {allowed}"),
    N_("an object"),
    N_("a list"),
    N_("a text"),
    N_("true or false"),
    N_("each seat once"),
    N_("seats in ascending order"),
    N_("{least} to {most}"),
    N_("one of {values}"),
)
"""The forms of what readers say, the longer before those that they would fit too."""
_COUNTED: Final = frozenset({"number", "count", "line", "column", "least", "most"})
_WORDED: Final = frozenset({"why", "allowed"})
"""The fields of a form that readers have put into words themselves."""


def refused_text(line: str) -> str:
    """Return what a reader says, in the player's language as far as it is known there."""
    with suppress(ValueError):
        return reason_sentence(Reason(line))
    for form in _FORMS:
        if found := _pattern(form).fullmatch(line):
            parts = found.groupdict()
            said = {
                key: refused_text(text) if key in _WORDED else text for key, text in parts.items()
            }
            return _(form).format(**said)
    where, colon, why = line.partition(": ")
    if colon and why:
        return _("{name}: {value}").format(name=where, value=refused_text(why))
    return _(line) if line else ""


@cache
def _pattern(form: str) -> re.Pattern[str]:
    def part(found: re.Match[str]) -> str:
        return rf"(?P<{found[1]}>{r'[0-9]+' if found[1] in _COUNTED else '.+?'})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", part, re.escape(form)))
