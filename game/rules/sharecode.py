"""Share codes: a whole rule set as a short text to copy, read aloud and type.

``TONK1-B702-TR8`` is made of 32 letters and digits that are not mistaken for each other, five bits
each. Case and width do not matter, nor do dashes, blanks and marks of quoted lines, nor what stands
before and after a code in a pasted text; O, I and L are read as 0, 1 and 1. It holds

* ``TONK`` and the version of the form, 1;
* a preset by its number (``_BASES``), then each key in which the rules differ from it, in order:
  how many keys are passed over, and the value, but for a flag, which is simply the other one;
* six letters of checksum over all of it, the code of BIP 173, which finds any four letters wrong.

A name may follow in brackets, ``TONK1-B702-TR8 (Friday night)``. It is not part of the rules, the
checksum does not cover it, and the code means the same without it.

Each letter of a number carries four bits, the lowest first; the fifth bit is set if more letters
follow. Codes must stay readable for ever, so keys, presets and the values of a choice are only ever
added at the end.

>>> code_of(preset("tunk"), "Friday night")
'TONK1-Y1EV-78FA (Friday night)'
>>> rules_from_code("tonk1 y1ev 78fa") == preset("tunk")
True
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar, Final, Self

from game.rules.messages import N_, Message, RefusedError, at, message, refusal_of
from game.rules.naturals import MATCHERS, TIES, Natural
from game.rules.presets import EARLIER_PRESETS, PRESETS, earlier_preset, preset
from game.rules.ruleset import OPTIONS, SHARE_CODE_KEYS, RuleSet
from game.rules.untrusted_input import cleaned, cleaned_name
from game.rules.value_types import Flag, Letters, Naturals, OneOf, Values, Whole, WholeOr, shown

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PLACES: Final = {letter: place for place, letter in enumerate(ALPHABET)}
_BLANKS: Final = frozenset(
    "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{HORIZONTAL BAR}"
    "\N{MINUS SIGN}\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"
)
_HEAD: Final = "T0NK"
_HEAD_SHOWN: Final = "TONK1"
_VERSION: Final = 1  # of the code format
_START: Final = len(_HEAD) + 1
_CHECK: Final = 6  # letters of the checksum
_GROUP: Final = 4  # letters between two dashes
_LONGEST: Final = 4000  # letters of a code: more than anybody would type
LONGEST_NAME: Final = 60
"""Maximum length of the name after a code, in characters."""

_BEFORE_1_0: Final = PRESETS.index("tunk") + 1
_BASES: Final[tuple[RuleSet, ...]] = (
    *map(earlier_preset, PRESETS[:_BEFORE_1_0]),
    *map(preset, EARLIER_PRESETS),
    *map(preset, PRESETS[_BEFORE_1_0:]),
)
"""The rule sets from which codes start, by number. A number never changes its meaning: first come
the presets as they were before 1.0, then the changed ones as they are now, then newer presets.
"""

_NAMED_TIES: Final = (None, *TIES)


class ShareCodeError(RefusedError):
    """A text that is not a share code, or a mistyped one: one line; ``why`` leaves out the text."""

    def __init__(self, why: Message | str, text: str | None = None) -> None:
        self.why = message(why)
        super().__init__(self.why if text is None else at(f"share code {shown(text)}", self.why))


def code_of(rules: RuleSet, name: str = "") -> str:
    """Return the shortest code of ``rules``, followed by the name if there is one.

    Raises ``ShareCodeError`` if it would be far too long.
    """
    letters = head_of(_VERSION) + min(
        (list(_body(rules, base)) for base in range(len(_BASES))), key=len
    )
    if len(letters) > _LONGEST - _CHECK:
        raise ShareCodeError(N_("the rule set is too large for a share code; share its file"))
    text = "".join(ALPHABET[place] for place in (*letters[_START:], *checksum(letters)))
    groups = (text[start : start + _GROUP] for start in range(0, len(text), _GROUP))
    code = "-".join((_HEAD_SHOWN, *groups))
    return f"{code} ({name})" if name else code


def looks_like_code(text: str) -> bool:
    """Return whether ``text`` is meant to be a share code, right or wrong.

    Names of tables such as "Tonk on Fridays", "Tonk in Ohio" and "Tonk 2" are not.
    """
    pasted = _Pasted.found_in(text[:_LONGEST])
    if pasted.is_sure or pasted.has_more:
        return True
    code = pasted.code.upper()
    spaced = "".join(" " if letter in _BLANKS else letter for letter in code)
    found = re.match(r"\s*(T\s*[0O]\s*N\s*K)(\s*)([0-9OIL])(.*)", spaced, re.DOTALL)
    if found is None:
        return False
    head, gap, version, rest = found.groups()
    groups = rest.split()
    stands_alone = not groups or rest[0].isspace()
    if "0" in head or (stands_alone and not gap and version in "1IL"):
        return True
    are_short = all(len(each) <= _GROUP for each in groups)
    if version == "1" and (are_short if stands_alone else not gap and len(groups[0]) > _CHECK):
        return True
    # Words have no digits, and numbers no letters: what has both is a piece of a code.
    pieces = [bool(re.search("[0-9]", each) and re.search("[^0-9]", each)) for each in groups]
    are_pieces = (piece or len(each) <= _GROUP for piece, each in zip(pieces, groups, strict=True))
    return any(pieces if stands_alone else pieces[:1]) and all(are_pieces)


def name_in_code(text: str) -> str:
    """Return the name after a code, cleaned and on one line; empty if there is none.

    Raises ``ShareCodeError`` for a name that is too long, lacks its closing bracket, or has text
    after it, and for a text with two codes.
    """
    pasted = _Pasted.found_in(text)
    if pasted.has_more:
        raise ShareCodeError(N_("there is more than one code in it; use one at a time"), text)
    if pasted.name is None:
        return ""
    name = pasted.name[:-1]
    if pasted.name[-1:] not in (")", "）"):
        raise ShareCodeError(N_("the name after it must end with a bracket"), text)
    if len(name := cleaned_name(name)) > LONGEST_NAME:
        why = message("the name after it is longer than {part} letters", part=LONGEST_NAME)
        raise ShareCodeError(why, text)
    return name


def rules_from_code(text: str) -> RuleSet:
    """Return the rule set of a code; raise ``ShareCodeError`` if it is mistyped or not a code."""
    name_in_code(text)
    try:
        return _decoded(_Pasted.found_in(text).letters())
    except ValueError as error:
        raise ShareCodeError(refusal_of(error), text) from None


@dataclass(frozen=True, slots=True)
class _Pasted:
    """A share code as it stands in a pasted text, right or wrong.

    ``name`` is what follows its opening bracket, None if it has none; ``is_sure`` is whether its
    checksum is right, and ``has_more`` whether another code is in the text.
    """

    code: str
    name: str | None
    is_sure: bool = False
    has_more: bool = False

    RIGHT_SUM: ClassVar[int] = 0x2BC830A3  # of all letters, the checksum's included
    _MOST_HEADS: ClassVar[int] = 20  # of a text, right or wrong, that are looked at
    _DASH: ClassVar[str] = f"[{re.escape(''.join(sorted(_BLANKS)))}]"
    _HEADS: ClassVar[re.Pattern[str]] = re.compile(
        rf"(?<![A-Z0-9])T\W*[O0]\W*N\W*K\W*[0-9OIL](?P<dashed>{_DASH}(?:[A-Z]|{_DASH})*[0-9])?",
        re.IGNORECASE,
    )
    _AROUND: ClassVar[str] = (
        " \t\r\n\xa0\u2009\u200b\u202f\u3000\ufeff\"'`‘’‚“”„«»‹›「」『』<>[]{}*_~|"
    )
    _ENDS: ClassVar[str] = _AROUND + ".,;:!?…。、，．！？"
    _CLAUSE_END: ClassVar[re.Pattern[str]] = re.compile(r"[.,;:!?](?=\s)|[。、]")

    @classmethod
    def found_in(cls, text: str) -> Self:
        """Return the first code in a text, or all of the text if there is none, without quotes,
        a label such as "Rules:" and punctuation around it.
        """
        plain, after = cls._of_one_width(text), 0
        found: list[tuple[int, int]] = []
        for head in islice(cls._HEADS.finditer(plain), cls._MOST_HEADS):
            start = head.start()
            if start < after:
                continue
            end = cls._end_of(plain, start)
            if end or (head["dashed"] and len(head[0].split()) == 1):
                found.append((start, end))
            if end and (name := cls._name_after(plain, end)) is not None:
                after = plain.find(")", len(plain) - len(name))
                after = after if after >= 0 else len(plain)
            else:
                after = end
        if not found:
            return cls._of_whole(text)
        start, end = found[0]
        if not end:
            return replace(cls._of_whole(text[start:]), has_more=len(found) > 1)
        name = cls._name_after(text.rstrip(cls._ENDS), end)
        is_inside = len(re.findall("[(（]", text[:start])) > len(re.findall("[)）]", text[:start]))
        if name is not None and is_inside and re.search("[)）]{2}$", name):
            name = name[:-1]
        return cls(plain[start:end], name, is_sure=True, has_more=len(found) > 1)

    @classmethod
    def _of_whole(cls, text: str) -> Self:
        pasted = text.lstrip(cls._AROUND).rstrip(cls._ENDS)
        label = re.match(r"[^\W\d_]+(?:\s[^\W\d_]+)*\s*[:：]", pasted)
        pasted = pasted[label.end() :].lstrip(cls._AROUND) if label else pasted
        code, *rest = re.split("[(（]", pasted, maxsplit=1)
        if not code.isascii():
            from unicodedata import normalize  # few codes need it

            code = cleaned(normalize("NFKC", code))
        if cls._HEADS.match(code) and (end := cls._CLAUSE_END.search(code)):
            code, rest = code[: end.start()], []
        return cls(code.rstrip(f"{cls._ENDS})"), rest[0] if rest else None)

    @staticmethod
    def _of_one_width(text: str) -> str:
        """Return ``text`` with each character as NFKC has it, where that is one character too."""
        if text.isascii():
            return text
        from unicodedata import normalize

        ways = ((letter, normalize("NFKC", letter)) for letter in text)
        return "".join(way if len(way) == 1 else letter for letter, way in ways)

    @staticmethod
    def _end_of(text: str, start: int) -> int:
        """Return where the code that starts there ends; 0 if there is none with a right checksum.

        It ends before a blank, punctuation or a letter that codes never contain.
        """
        sum_, letters = 1, 0
        for end, letter in enumerate(text[start : start + 2 * _LONGEST], start=start + 1):
            plain = _plain(letter)
            if plain and plain not in _PLACES:
                return 0
            if plain:
                sum_, letters = _summed(sum_, _PLACES[plain]), letters + 1
                is_whole = sum_ == _Pasted.RIGHT_SUM and letters > _START + _CHECK
                if is_whole and not re.match("-?[A-Za-z0-9]", text[end : end + 2]):
                    return end
        return 0

    @classmethod
    def _name_after(cls, text: str, end: int) -> str | None:
        rest = text[end:].lstrip(cls._AROUND.replace("]", "").replace("[", ""))
        return rest[1:] if rest[:1] in ("(", "（") else None

    def letters(self) -> list[int]:
        """Return the letters as numbers; ``RefusedError`` names one that codes never contain."""
        if len(self.code) > 2 * _LONGEST:
            raise RefusedError(N_("it is far too long"))
        plain = _plain(self.code)
        wrong = next((letter for letter in plain if letter not in _PLACES), None)
        if wrong is not None:
            raise RefusedError(N_("codes never contain {part}"), part=shown(wrong))
        return [_PLACES[letter] for letter in plain]


def _decoded(letters: list[int]) -> RuleSet:
    if letters[:_START] != head_of(_VERSION):
        is_code = letters[: len(_HEAD)] == head_of(_VERSION)[:-1]
        form = N_("it is not a code; this game reads codes that begin with {part}")
        if is_code:
            form = N_(
                "it is from another version, or mistyped; this game reads codes that begin with "
                "{part}"
            )
        raise RefusedError(form, part=_HEAD_SHOWN)
    if len(letters) <= _START + _CHECK:
        raise RefusedError(N_("it is cut off"))
    if checksum(letters[:-_CHECK]) != letters[-_CHECK:]:
        raise RefusedError(N_("it is mistyped: its letters don't add up"))
    body = letters[_START:-_CHECK]
    reader = _Reader(body)
    base = reader.number()
    if base >= len(_BASES):
        raise RefusedError("it names a preset that this game does not know")
    rules = _BASES[base]
    changes: dict[str, object] = {}
    keys: Sequence[str] = SHARE_CODE_KEYS
    while not reader.is_done:
        key = reader.one_of(keys, "rule")
        changes[key] = reader.read_value(OPTIONS[key].values, getattr(rules, key))
        keys = keys[keys.index(key) + 1 :]
    rules = rules.changed(**changes)
    if list(_body(rules, base)) != body:
        raise RefusedError(N_("it is not written as this game writes it"))
    return rules


def _plain(text: str) -> str:
    quotes = ">|"  # before the lines of a quoted mail
    kept = (
        letter
        for letter in text
        if letter not in _BLANKS and letter not in quotes and cleaned(letter).strip()
    )
    return "".join(kept).upper().translate(str.maketrans("OIL", "011"))


def head_of(version: int) -> list[int]:
    return [*(_PLACES[letter] for letter in _HEAD), version]


def checksum(letters: Sequence[int]) -> list[int]:
    """Return the BCH checksum of BIP 173, with the constant of BIP 350."""
    sum_ = 1
    for letter in (*letters, *(0,) * _CHECK):
        sum_ = _summed(sum_, letter)
    sum_ ^= _Pasted.RIGHT_SUM
    return [sum_ >> 5 * (_CHECK - 1 - place) & 31 for place in range(_CHECK)]


def _summed(sum_: int, letter: int) -> int:
    """Return the running sum of a BCH checksum with one more letter, from 1 for none on."""
    top, sum_ = sum_ >> 25, (sum_ & 0x1FFFFFF) << 5 ^ letter
    for bit, term in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
        sum_ ^= term if top >> bit & 1 else 0
    return sum_


def _body(rules: RuleSet, base: int) -> Iterator[int]:
    yield from letters_of(base)
    changed = rules.differences(_BASES[base])
    next_key = 0
    for number, key in enumerate(SHARE_CODE_KEYS):
        if key in changed:
            yield from letters_of(number - next_key)
            yield from _value(OPTIONS[key].values, changed[key])
            next_key = number + 1


def letters_of(number: int) -> Iterator[int]:
    while number > 15:
        yield 16 | number & 15
        number >>= 4
    yield number


def _value(values: Values, value: object) -> Iterator[int]:
    match values, value:
        case OneOf(names), str():
            yield from letters_of(names.index(value))
        case Whole(least), int():
            yield from letters_of(value - least)
        case WholeOr(least), int():
            yield from letters_of(value - least + 1)
        case WholeOr(), _:
            yield 0
        case Letters(of), str():
            missing = (letter not in value for letter in of)
            yield from letters_of(sum(gone << place for place, gone in enumerate(missing)))
        case Naturals(), tuple():
            yield from letters_of(len(value))
            for natural in value:
                yield from _natural(natural)
        case Flag(), _:
            return
        case _:
            raise TypeError(value)


def _natural(natural: Natural) -> Iterator[int]:
    marks = natural.low_wins + 2 * (natural.when == "turn") + 4 * (not natural.open)
    marks += 8 * _NAMED_TIES.index(natural.tie)
    yield from letters_of(MATCHERS.index(natural.match) + len(MATCHERS) * marks)
    if natural.match != "all_faces":
        yield from letters_of(natural.value)
    yield from letters_of(2 * (natural.pays - 1) + (natural.rank != 0))
    if natural.rank:
        yield from letters_of(2 * abs(natural.rank) - (natural.rank < 0))


class _Reader:
    """A reader of letters, one number after the other."""

    def __init__(self, letters: Sequence[int]) -> None:
        self._letters = letters
        self._place = 0

    @property
    def is_done(self) -> bool:
        return self._place == len(self._letters)

    def number(self) -> int:
        number = shift = 0
        while not self.is_done:
            letter = self._letters[self._place]
            self._place += 1
            number |= (letter & 15) << shift
            if letter < 16:
                return number
            shift += 4
        raise RefusedError("it ends in the middle")

    def one_of(self, names: Sequence[str], what: str) -> str:
        number = self.number()
        if number >= len(names):
            raise RefusedError(f"it names a {what} that this game does not know")
        return names[number]

    def read_value(self, values: Values, held: object) -> object:
        match values:
            case Flag():
                return not held
            case OneOf(names):
                return self.one_of(names, "way of playing")
            case Whole(least):
                return least + self.number()
            case WholeOr(least, _, word):
                number = self.number()
                return least + number - 1 if number else word
            case Letters(of):
                missing = self.number()
                return "".join(
                    letter for place, letter in enumerate(of) if not missing >> place & 1
                )
            case Naturals():
                return [self._read_natural() for _ in range(self.number())]

    def _read_natural(self) -> Natural:
        marks, match = divmod(self.number(), len(MATCHERS))
        value = self.number() if MATCHERS[match] != "all_faces" else 0
        pays, has_rank = divmod(self.number(), 2)
        rank = self.number() if has_rank else 0
        if marks >> 3 >= len(_NAMED_TIES):
            raise RefusedError("it names a tie that this game does not know")
        return Natural(
            match=MATCHERS[match],
            value=value,
            pays=pays + 1,
            rank=-(rank + 1 >> 1) if rank % 2 else rank >> 1,
            low_wins=bool(marks & 1),
            when="turn" if marks & 2 else "deal",
            open=not marks & 4,
            tie=_NAMED_TIES[marks >> 3],
        )
