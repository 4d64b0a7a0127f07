"""Readers for untrusted input: the bytes and texts of files, share codes and typing.

Readers of a player's files and documents pass bytes through ``decoded`` and ``json_of``. They raise
``UnreadableError`` for what is not UTF-8 or not JSON, and ``UnusableError`` for JSON that no file
of the game contains (duplicate keys, very deep nesting, very long or large numbers). Only what the
game itself wrote is read by ``json.loads``: rows of the saves, which carry a checksum and are
checked when they are brought in, the short notes on lock and last exit beside them, and data
shipped with the game. Texts shown to a player go through ``cleaned``, and input quoted in an error
message through ``printable``.
"""

import json
import re
from functools import cache
from math import isinf
from typing import Final, NoReturn

from game.rules.messages import N_, Message, RefusedError, message

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
DEEPEST: Final = 32
"""Maximum nesting of lists and objects; a record needs five levels."""
MOST_DIGITS: Final = 300
"""Maximum digits of a number; each reader has narrower limits of its own."""
LONGEST_LINE: Final = 400
"""Maximum length of an error message, in characters; the rest is cut off."""

_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
_INVISIBLE: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that look blank, though Unicode does not classify them as white space."""
_LINE_END: Final = "\r\n|[\n\v\f\r\x85\u2028\u2029]"
_HALF: Final = "[\ud800-\udfff]"
_HALF_WRITTEN: Final = r"\\u[dD][89a-fA-F]"


class UntrustedInputError(RefusedError):
    """Refused data, explained in one line."""


class UnreadableError(UntrustedInputError):
    """Data in the wrong form: not UTF-8, or not JSON."""


class UnusableError(UntrustedInputError):
    """Valid JSON that the game neither writes nor reads."""


# -- Texts -----------------------------------------------------------------------------------------


def decoded(data: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark; ``UnreadableError`` names the wrong byte."""
    try:
        return data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        mark = len(data) - len(error.object)
        number, value = mark + error.start + 1, f"0x{error.object[error.start]:02x}"
        form = N_("not UTF-8: byte {number} is {value}")
        raise UnreadableError(form, number=number, value=value) from None


def cleaned(text: str, *, lines: bool = False) -> str:
    """Return ``text`` so that it can be drawn, spoken and written, on one line unless ``lines`` is
    set.

    Invisible characters (zero-width ones, bidirectional controls) are removed. Characters that
    cannot be shown, such as a lone surrogate or a NUL, become replacement characters, and every
    kind of white space becomes a space.
    """
    if text.isascii() and text.isprintable():
        return text
    if lines:
        return "\n".join(map(cleaned, re.split(_LINE_END, text)))
    return "".join(map(_cleaned, text))


def _cleaned(letter: str) -> str:
    if letter.isprintable() and letter not in _INVISIBLE:
        return letter
    if letter.isspace() or letter in _INVISIBLE:
        return " "
    from unicodedata import category  # few texts need it

    return "" if category(letter) == "Cf" else _REPLACEMENT


def cleaned_name(text: str, instead: str = "") -> str:
    """Return a name on one line without blanks around it, or ``instead`` if nothing in it is
    visible.
    """
    name = cleaned(text).strip()
    if name.isascii():
        return name or instead
    from unicodedata import category

    is_seen = any(category(letter)[0] not in "ZCM" for letter in name)
    return name if is_seen else instead


def printable(text: str, most: int = LONGEST_LINE) -> str:
    """Return ``text`` without control or unprintable characters, cut to ``most`` characters."""
    safe = "".join(letter if letter.isprintable() else _REPLACEMENT for letter in text[: most + 1])
    return safe if len(safe) <= most else safe[: most - 1] + "…"


def printable_path(path: object) -> str:
    """Return a path for a message; a very long one loses its middle, not its end."""
    whole = str(path)
    if len(whole) > LONGEST_LINE // 2:
        whole = f"{whole[: LONGEST_LINE // 8]}…{whole[-LONGEST_LINE // 4 :]}"
    return printable(whole)


# -- JSON ------------------------------------------------------------------------------------------


def json_of(data: bytes | str) -> object:
    """Return the value of the JSON ``data``; raise ``UnreadableError`` or ``UnusableError`` if it
    is bad.

    ``UnusableError`` is raised only if all of it is JSON: a file cut off inside very deep lists is
    unreadable.
    """
    text = decoded(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    hooks = _Hooks()
    try:
        value = json.loads(
            text,
            object_pairs_hook=hooks.mapping,
            parse_int=hooks.whole,
            parse_float=hooks.broken,
            parse_constant=hooks.constant,
        )
    except json.JSONDecodeError as error:
        raise _not_json(_problem(error, text)) from None
    except RecursionError:
        _check_syntax(text)
        raise UnusableError(_TOO_DEEP) from None
    if hooks.trouble:
        raise UnusableError(hooks.trouble)
    if text.count("[") + text.count("{") > DEEPEST and is_deep(value):
        raise UnusableError(_TOO_DEEP)
    has_halves = "\\u" in text and re.search(_HALF_WRITTEN, text)
    return _whole_letters(value) if has_halves else value


class _Hooks:
    """Hooks of the JSON parser that note what makes the JSON unusable and let it read on."""

    def __init__(self) -> None:
        self.trouble: Message | None = None

    def mapping(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        values = dict(pairs)
        if len(values) < len(pairs) and not self.trouble:
            rest = iter(values)  # in order of first appearance: a key that differs is a duplicate
            twice = next(name for name, _ in pairs if name != next(rest, None))
            name = json.dumps(printable(twice, 60), ensure_ascii=False)
            self.trouble = message("key {name} appears twice", name=name)
        return values

    def whole(self, digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            self.trouble = self.trouble or message("a number has too many digits")
            return 0
        return int(digits)

    def broken(self, digits: str) -> float:
        value = float(digits)
        if isinf(value):
            self.trouble = self.trouble or message("a number is too large")
        return value

    def constant(self, name: str) -> NoReturn:
        raise _not_json(message("{name} is not a number", name=name))


def is_deep(value: object) -> bool:
    """Return whether lists and objects are nested more than ``DEEPEST`` levels deep."""
    layer = [value]
    for _ in range(DEEPEST + 1):
        layer = [
            inner
            for outer in layer
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not layer:
            return False
    return True


def _whole_letters(value: object) -> object:
    """Return ``value`` with a replacement character for each lone surrogate."""
    match value:
        case str():
            return re.sub(_HALF, _REPLACEMENT, value)
        case list():
            return [_whole_letters(each) for each in value]
        case dict():
            return {
                re.sub(_HALF, _REPLACEMENT, key): _whole_letters(each)
                for key, each in value.items()
            }
        case _:
            return value


_TOO_DEEP: Final = N_("nested too deeply")
_BREAKS_OFF: Final = N_("it breaks off at the end")
_MISTAKES: Final = {
    "Expecting value": N_("expecting value"),
    "Expecting property name": N_("expecting a name in double quotes"),
    "Expecting ':'": N_("expecting a colon"),
    "Expecting ','": N_("expecting a comma"),
    "Illegal trailing comma": N_("a comma too many"),
    "Extra data": N_("extra data"),
    "Unterminated string": N_("text without a closing quote"),
    "Invalid control character": N_("control character in a text"),
    "Invalid \\": N_("invalid escape in a text"),
    "": N_("syntax error"),
}
"""How the JSON error messages of Python begin, and the phrase for each."""


def _not_json(why: Message | str) -> UnreadableError:
    return UnreadableError(N_("not JSON: {why}"), why=message(why))


def _problem(error: json.JSONDecodeError, text: str) -> Message | str:
    if error.pos >= len(text.rstrip()):
        return _BREAKS_OFF
    phrase = next(each for start, each in _MISTAKES.items() if error.msg.startswith(start))
    why, line, column = Message(phrase), error.lineno, error.colno
    if line > 1:
        return message("{why} at line {line} column {column}", why=why, line=line, column=column)
    return message("{why} at column {column}", why=why, column=column)


@cache
def _token() -> re.Pattern[str]:
    """Return the pattern of a JSON token, compiled only for JSON too deep for Python's parser."""
    return re.compile(
        r'[ \t\r\n]*(?:(?P<text>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")'
        r"|(?P<other>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)"
        r"|(?P<mark>[\[\]{},:]))"
    )


def _check_syntax(text: str) -> None:
    """Raise ``UnreadableError`` for invalid JSON of any depth, which Python's parser cannot
    read.
    """
    end = len(text.rstrip(" \t\r\n"))
    opened: list[str] = []
    wanted, place, match = "value", 0, _token().match
    while place < end:
        token = match(text, place)
        wanted = _follows(wanted, token, opened) if token else ""
        if token is None or not wanted:
            raise _not_json(N_("it goes wrong in lists that are nested too deeply"))
        place = token.end()
    if opened or wanted != "rest":
        raise _not_json(_BREAKS_OFF)


def _follows(wanted: str, token: re.Match[str], opened: list[str]) -> str:
    """Return what is expected after a token, or an empty string if the token is wrong there.

    It is a value, an item or ``]``, a name or ``}``, a key, a colon, or the rest of what is open.
    """
    mark = token["mark"]
    match wanted, mark:
        case (("value" | "item"), ("[" | "{")):
            opened.append(mark)
            return "item" if mark == "[" else "name"
        case ("item", "]") | ("name", "}"):
            opened.pop()
            return "rest"
        case (("value" | "item"), None):
            return "rest"
        case (("name" | "key"), None):
            return "colon" if token["text"] else ""
        case "colon", ":":
            return "value"
        case "rest", ("]" | "}" | ","):
            if not opened:
                return ""
            if mark == ",":
                return "value" if opened[-1] == "[" else "key"
            return "rest" if opened.pop() + mark in ("[]", "{}") else ""
        case _:
            return ""
