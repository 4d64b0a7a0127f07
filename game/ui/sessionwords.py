"""What happens between the hands, in sentences: side pots, the big one, points, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from game.ui.numbers import amount_text
from game.ui.text import N_, _, ngettext
from game.ui.words import card_text, listed, seat_name, stakes_text, told

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet
    from game.session.pots import PotInPlay, PotKind
    from game.session.session import Session

SUIT_SIGNS: Final[Mapping[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
BIG_ONE: Final = N_("The big one: this hand pays double.")
_SUITS: Final[Mapping[str, str]] = {
    "C": N_("♣ clubs"),
    "D": N_("♦ diamonds"),
    "H": N_("♥ hearts"),
    "S": N_("♠ spades"),
}
_HIGHEST: Final = (
    N_("You have the highest card of {suit}, {card}, and take the pot of {stakes}."),
    N_("{name} has the highest card of {suit}, {card}, and takes the pot of {stakes}."),
)
_DEALT_BOOK: Final = (
    N_("You lay a dealt book and take the natural pot of {stakes}."),
    N_("{name} lays a dealt book and takes the natural pot of {stakes}."),
)
_FIRST_BOOK: Final = (
    N_("You lay the first book and take the natural pot of {stakes}."),
    N_("{name} lays the first book and takes the natural pot of {stakes}."),
)


def number_text(session: Session, number: int | None = None) -> str:
    """Which hand it is, the one on the table if none is named; of how many, where that is known."""
    number = session.number if number is None else number
    if session.plan.length is None:
        return _("Hand {number}").format(number=number)
    return _("Hand {n} of {all}").format(n=number, all=session.plan.length)


def shown_names(session: Session) -> tuple[str, ...]:
    """What the seats are called: the person in the language of now, whatever it was in then."""
    me = session.human
    return tuple(_("You") if seat == me else name for seat, name in enumerate(session.names))


def called_sentence(session: Session) -> str:
    """The bot that deals next calls the big one."""
    return called_by(session.names[session.standing.dealer])


def called_by(name: str) -> str:
    """Somebody calls the big one."""
    words = _("{name} deals and calls the big one: from this hand on everything pays double.")
    return words.format(name=name)


def suit_text(suit: str) -> str:
    """A suit by its sign and its name."""
    return _(_SUITS[suit])


def suit_called_sentence(suit: str, dealer: int, names: Sequence[str], you: int | None) -> str:
    """The dealer has called a suit."""
    forms = (N_("You call {suit}."), N_("{name} calls {suit}."))
    return told(forms, dealer, names, you, suit=suit_text(suit))


def pot_title(kind: PotKind, suit: str = "") -> str:
    """What a side pot is called."""
    if kind == "natural":
        return _("Natural pot")
    return _("High suit {sign}").format(sign=SUIT_SIGNS[suit]) if suit else _("High suit")


def joined_sentence(pot: PotInPlay, names: Sequence[str], you: int | None) -> str:
    """Who is in a side pot, and what there is to win."""
    seats = sorted(pot.joined, key=lambda seat: seat != you)
    return _("{pot}: {stakes} to win, for {names}.").format(
        pot=pot_title(pot.kind, pot.suit),
        names=listed([seat_name(seat, names, you) for seat in seats]),
        stakes=stakes_text(pot.stakes),
    )


def outcome_sentence(pot: PotInPlay, rules: RuleSet, names: Sequence[str], you: int | None) -> str:
    """Who takes a side pot and why, or why it stays."""
    stakes = stakes_text(pot.stakes)
    if pot.kind == "natural":
        if pot.winner is None:
            return _("Nobody has won the natural pot: {stays} in it.").format(
                stays=_stay_text(pot.stakes)
            )
        forms = _DEALT_BOOK if rules.natural_bet == "dealt" else _FIRST_BOOK
        return told(forms, pot.winner, names, you, stakes=stakes)
    suit = SUIT_SIGNS[pot.suit]
    if pot.winner is None or pot.card is None:
        return _("Nobody who joined was dealt {suit}: {stays} in the pot.").format(
            suit=suit, stays=_stay_text(pot.stakes)
        )
    card = card_text(pot.card)
    return told(_HIGHEST, pot.winner, names, you, suit=suit, card=card, stakes=stakes)


def ante_sentence(stakes: int) -> str:
    """What the player has put into the side pots of a hand."""
    return _("You put {stakes} into the side pots.").format(stakes=stakes_text(stakes))


def _stay_text(stakes: int) -> str:
    return ngettext("{n} stake stays", "{n} stakes stay", stakes).format(n=amount_text(stakes))


def stands_text(stakes: int) -> str:
    """What stands in a pot from the hands before."""
    return ngettext("{n} stake stands", "{n} stakes stand", stakes).format(n=amount_text(stakes))


def points_text(points: int) -> str:
    """So many points."""
    return ngettext("{n} point", "{n} points", points).format(n=amount_text(points))
