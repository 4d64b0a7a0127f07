"""Texts for players, marked for translation here and translated where they are shown.

The rules speak only English. A ``Message`` is a sentence template with its fills kept apart, so
that a screen can look it up in a catalogue; ``str`` gives the English. A ``RefusedError`` carries
one as its ``refusal``.

>>> RefusedError(at("deck", "card {number} appears twice", number=3))
RefusedError('deck: card 3 appears twice')
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, Union

Translate: TypeAlias = Callable[[str], str]
TranslateCount: TypeAlias = Callable[[str, str, int], str]
Fill: TypeAlias = Union[str, int, "Message", tuple["Message", ...]]


def N_(text: str) -> str:  # noqa: N802  # the name that gettext's tools look for
    """Mark a text for translation without translating it yet."""
    return text


class Message(NamedTuple):
    """A sentence or phrase for a player, in which ``{name}`` stands for the fill of that name.

    A text without fills is used unchanged.

    ``many`` is the form for every ``number`` but one, empty if nothing is counted; ``{n}`` stands
    for the number.
    """

    text: str
    fills: tuple[tuple[str, Fill], ...] = ()
    many: str = ""
    number: int = 1

    def said(
        self,
        gettext: Translate = lambda text: text,
        ngettext: TranslateCount = lambda one, many, count: one if count == 1 else many,
    ) -> str:
        """Return the full text, translated by the two functions of a catalogue."""
        form = ngettext(self.text, self.many, self.number) if self.many else gettext(self.text)
        if not (self.fills or self.many):
            return form
        fills = {name: _filled(fill, gettext, ngettext) for name, fill in self.fills}
        return form.format(n=self.number, **fills)

    def __str__(self) -> str:
        return self.said()


def counted(one: str, many: str, count: int, **fills: Fill) -> Message:
    """Return a message whose form depends on a count.

    This call also marks both texts for translation, so write them in place.
    """
    return Message(one, tuple(fills.items()), many, count)


def message(text: Message | str, /, **fills: Fill) -> Message:
    """Return a message with its fills.

    This call also marks the text for translation, so write it in place.
    """
    return text if isinstance(text, Message) else Message(text, tuple(fills.items()))


def at(where: str, why: Message | str, /, **fills: Fill) -> Message:
    """Return ``why`` with the place of the mistake before it."""
    return message("{name}: {value}", name=where, value=message(why, **fills))


class RefusedError(ValueError):
    """Refused input: ``str`` is one line of English, ``refusal`` the message behind it."""

    def __init__(self, why: Message | str, /, **fills: Fill) -> None:
        self.refusal = message(why, **fills)
        super().__init__(str(self.refusal))


def refusal_of(error: Exception) -> Message:
    """Return why an error was raised: its text alone if it is not a ``RefusedError``."""
    return error.refusal if isinstance(error, RefusedError) else Message(str(error))


def _filled(fill: Fill, gettext: Translate, ngettext: TranslateCount) -> str:
    match fill:
        case Message():
            return fill.said(gettext, ngettext)
        case tuple():
            return gettext(N_(", ")).join(item.said(gettext, ngettext) for item in fill)
        case _:
            return str(fill)
