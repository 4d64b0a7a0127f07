"""What a player reads, marked for translation here and translated where it is shown.

The rules know no language but English. A ``Message`` is a sentence with its numbers still apart,
so that a screen can look it up in a catalogue; ``str`` of it is the English. What is refused is a
``RefusedError``, whose ``refusal`` is such a message.

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
    """A sentence or a phrase for a player; ``{name}`` in it stands for the fill of that name. One
    without fills stands as it is.

    ``many`` is its form for any ``number`` but one, empty where there is nothing to count; the
    number itself stands as ``{n}``.
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
        """The whole in the language of the two functions, which are those of a catalogue."""
        form = ngettext(self.text, self.many, self.number) if self.many else gettext(self.text)
        if not (self.fills or self.many):
            return form
        fills = {name: _filled(fill, gettext, ngettext) for name, fill in self.fills}
        return form.format(n=self.number, **fills)

    def __str__(self) -> str:
        return self.said()


def counted(one: str, many: str, count: int, **fills: Fill) -> Message:
    """The form that fits the count: mark the two texts where they stand, by this call itself."""
    return Message(one, tuple(fills.items()), many, count)


def message(text: Message | str, /, **fills: Fill) -> Message:
    """A message with its fills: mark the text where it stands, by this call itself."""
    return text if isinstance(text, Message) else Message(text, tuple(fills.items()))


def at(where: str, why: Message | str, /, **fills: Fill) -> Message:
    """Put the place where something stands before why it is refused."""
    return message("{name}: {value}", name=where, value=message(why, **fills))


class RefusedError(ValueError):
    """Input that is refused: ``str`` is one line of English, ``refusal`` the message behind it."""

    def __init__(self, why: Message | str, /, **fills: Fill) -> None:
        self.refusal = message(why, **fills)
        super().__init__(str(self.refusal))


def refusal_of(error: Exception) -> Message:
    """Return why an error was raised: its text alone where it is no ``RefusedError``."""
    return error.refusal if isinstance(error, RefusedError) else Message(str(error))


def _filled(fill: Fill, gettext: Translate, ngettext: TranslateCount) -> str:
    match fill:
        case Message():
            return fill.said(gettext, ngettext)
        case tuple():
            return gettext(N_(", ")).join(item.said(gettext, ngettext) for item in fill)
        case _:
            return str(fill)
