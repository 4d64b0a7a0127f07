"""One row of a rule set's description: a key's values, and the words for it and for each of them.

From these rows come the rule editor, a rule set told in sentences, the tables of the documentation
and the refusals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from game.rules.cards import SUITS
from game.rules.texts import N_, Message
from game.rules.values import Choice, Flag, HandSize, Letters, Naturals, Values, Whole

Group: TypeAlias = Literal["deck", "deal", "laying", "dropping", "payments", "session"]

GROUP_LABELS: Final[Mapping[Group, str]] = {
    "deck": N_("The pack"),
    "deal": N_("The deal"),
    "laying": N_("Drawing and laying"),
    "dropping": N_("Dropping"),
    "payments": N_("Endings and payments"),
    "session": N_("The session"),
}

SUIT_NAMES: Final[Mapping[str, str]] = {
    "C": N_("clubs"),
    "D": N_("diamonds"),
    "H": N_("hearts"),
    "S": N_("spades"),
}

_YES: Final = N_("yes")
_NO: Final = N_("no")


@dataclass(frozen=True, slots=True)
class Told:
    """One value in words: a label for lists, and the rule as a whole sentence.

    ``quiet``: a table that plays so need not be told, for it is as if there were no such rule.
    """

    label: str
    sentence: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One key: where the editor shows it, what it may hold, and its words.

    ``label`` is a few words, ``help`` a sentence. ``told`` has the words of each value that is
    named; ``one`` and ``many`` are the sentence for the numbers and letters that are not.
    """

    group: Group
    values: Values
    label: str
    help: str
    told: Mapping[object, Told] = field(default_factory=dict)
    one: str = ""
    many: str = ""

    def sentence(self, value: object) -> Message:
        """The rule that ``value`` makes, as a whole sentence. Naturals have sentences of their own,
        in ``game.rules.naturalwords``.
        """
        if value in self.told:
            return Message(self.told[value].sentence)
        if isinstance(value, int):
            return Message(self.one, (), self.many, value)
        return Message(self.one, (("letters", letters_in_words(self.values, value)),))

    def value_label(self, value: object) -> Message:
        """``value`` in a word or two."""
        if value in self.told:
            return Message(self.told[value].label)
        if isinstance(value, int):
            return Message(str(value))
        return letters_in_words(self.values, value)

    def is_quiet(self, value: object) -> bool:
        """Whether ``value`` is as if there were no such rule."""
        return value in self.told and self.told[value].quiet


def letters_in_words(values: Values, value: object) -> Message:
    """Ranks as on the cards, suits by their names."""
    letters = str(value)
    if values == Letters(SUITS):
        return Message("{suits}", (("suits", tuple(Message(SUIT_NAMES[s]) for s in letters)),))
    return Message(" ".join(letters).replace("T", "10"))


def flag(
    group: Group, label: str, about: str, on: str, off: str, *, quiet: bool | None = None
) -> Option:
    """A rule that is on or off; ``quiet`` is the value that need not be told, None for neither."""
    told: dict[object, Told] = {
        True: Told(_YES, on, quiet is True),
        False: Told(_NO, off, quiet is False),
    }
    return Option(group, Flag(), label, about, told)


def choice(group: Group, label: str, about: str, told: Mapping[object, Told]) -> Option:
    """A rule of several ways. Share codes count the ways: a new one comes last."""
    return Option(group, Choice(tuple(str(value) for value in told)), label, about, told)


def whole(
    group: Group,
    values: Whole,
    label: str,
    about: str,
    sentences: tuple[str, str],
    zero: Told | None = None,
) -> Option:
    """A number; ``sentences`` for one and for more, ``zero`` where 0 is a rule of its own."""
    one, many = sentences
    told: dict[object, Told] = {} if zero is None else {0: zero}
    return Option(group, values, label, about, told, one, many)


def letters(group: Group, of: str, label: str, about: str, every: Told, some: str) -> Option:
    """Some of the letters of ``of``, or all of them."""
    return Option(group, Letters(of), label, about, {of: every}, some)


def hand_size(label: str, about: str, sentences: tuple[str, str], by_seats: Told) -> Option:
    """How many cards are dealt."""
    one, many = sentences
    return Option("deal", HandSize(), label, about, {"by_seats": by_seats}, one, many)


def naturals(label: str, about: str) -> Option:
    """The list of naturals."""
    return Option("deal", Naturals(), label, about)
