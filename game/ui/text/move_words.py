"""Sentences about moves, and about why an action is refused. They need no screen.

``names`` are the seats' names; ``you`` is the seat addressed, if any.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from game.rules.actions import (
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Reason,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.cards import FACES, Card, is_joker, rank_of, suit_of
from game.rules.messages import Message
from game.rules.phases import Phase
from game.rules.results import Ending
from game.rules.spreads import Kind, TableSpread
from game.rules.state import Move
from game.rules.view import SeatView, SeenMove
from game.ui.text.language import N_, _, amount_text, courts, in_a_row, ngettext

REFUSALS: Final[Mapping[str, str]] = {reason: reason.sentence for reason in Reason}
"""The sentences of refused actions by the rules that refuse them, not yet translated."""


Names: TypeAlias = Sequence[str]


# Actions without details: for the acting seat, and about it.
_PLAIN: Final[Mapping[type[Action], tuple[str, str]]] = {
    Drop: (N_("You drop."), N_("{name} drops.")),
    Declare: (N_("You declare a natural."), N_("{name} declares a natural.")),
    Stop: (N_("You end the hand."), N_("{name} ends the hand.")),
    Done: (N_("You end your turn."), N_("{name} ends the turn.")),
    Pass: (N_("You pass."), N_("{name} passes.")),
}
_DISCARD: Final = (N_("You discard {card}."), N_("{name} discards {card}."))
_SPREADS: Final[Mapping[Kind, tuple[str, str]]] = {
    "book": (N_("You lay a book: {cards}."), N_("{name} lays a book: {cards}.")),
    "run": (N_("You lay a run: {cards}."), N_("{name} lays a run: {cards}.")),
}

# Hits by the kind and owner of the spread: for the seat that hits, and about it.
_HITS: Final[Mapping[tuple[Kind, str], tuple[str, str]]] = {
    ("book", "own"): (
        N_("You hit your own book with {card}."),
        N_("{name} hits their own book with {card}."),
    ),
    ("run", "own"): (
        N_("You hit your own run with {card}."),
        N_("{name} hits their own run with {card}."),
    ),
    ("book", "your"): (
        N_("You hit your book with {card}."),
        N_("{name} hits your book with {card}."),
    ),
    ("run", "your"): (N_("You hit your run with {card}."), N_("{name} hits your run with {card}.")),
    ("book", "other"): (
        N_("You hit {owner}'s book with {card}."),
        N_("{name} hits {owner}'s book with {card}."),
    ),
    ("run", "other"): (
        N_("You hit {owner}'s run with {card}."),
        N_("{name} hits {owner}'s run with {card}."),
    ),
}
_SLAPS: Final[Mapping[Kind, tuple[str, str]]] = {
    "book": (
        N_("You slap {card} onto a book: {cards}."),
        N_("{name} slaps {card} onto a book: {cards}."),
    ),
    "run": (
        N_("You slap {card} onto a run: {cards}."),
        N_("{name} slaps {card} onto a run: {cards}."),
    ),
}


def card_text(card: Card, stands_for: str = "") -> str:
    """Return a card as players write it, ``10♦``; a wild card with what it stands for."""
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    name = _("joker") if is_joker(card) else rank_text(rank_of(card)) + signs[suit_of(card)]
    if not stands_for or stands_for == rank_of(card):
        return name
    return _("{card} (as {rank})").format(card=name, rank=rank_text(stands_for))


def cards_text(cards: Sequence[Card]) -> str:
    """Return several cards in a row."""
    return " ".join(card_text(card) for card in cards)


def spread_text(spread: TableSpread) -> str:
    """Return the cards of a spread in table order."""
    placed = zip(spread.cards, spread.stands_for, strict=True)
    return " ".join(card_text(card, rank) for card, rank in placed)


def numbered_spread_text(view: SeatView, number: int) -> str:
    """Return the spread with a number; empty if there is none."""
    return next((spread_text(each) for each in view.spreads if each.number == number), "")


def rank_text(rank: str) -> str:
    """Return a rank as players write it: 10, not T, and court cards with the chosen letters."""
    if rank in FACES:
        return courts()[FACES.index(rank)]
    return "10" if rank == "T" else rank


def move_sentence(
    view_after: SeatView, move: SeenMove | Move, names: Names, you: int | None = None
) -> str:
    """Return what a seat did. ``view_after`` is the table just after ``move``, its last move."""
    seat, action = move.seat, move.action
    match action:
        case Draw():
            if not move.card:
                forms = N_("You draw a card."), N_("{name} draws a card.")
                return sentence_for(forms, seat, names, you)
            forms = N_("You draw {card}."), N_("{name} draws {card}.")
            return sentence_for(forms, seat, names, you, card=card_text(move.card))
        case Take():
            forms = N_("You take {card}."), N_("{name} takes {card}.")
            card = card_text(move.card) if move.card else ""
            return sentence_for(forms, seat, names, you, card=card)
        case Discard(card):
            return sentence_for(_DISCARD, seat, names, you, card=card_text(card))
        case Spread(cards):
            spread = next(each for each in view_after.spreads if set(cards) <= set(each.cards))
            return sentence_for(_SPREADS[spread.kind], seat, names, you, cards=spread_text(spread))
        case Hit(hit_card, number, stands_for):
            spread = view_after.spreads[number]
            whose = "own" if spread.owner == seat else "your" if spread.owner == you else "other"
            forms, owner = _HITS[spread.kind, whose], names[spread.owner]
            card = card_text(hit_card, stands_for)
            sentence = sentence_for(forms, seat, names, you, card=card, owner=owner)
            gone = _("The book leaves the table.") if spread.buried else ""
            return in_a_row((sentence, gone)) if gone else sentence
        case Slap():
            return _slap_sentence(view_after, action, names, you)
        case Drop() if _is_out_of_turn(view_after, seat):
            forms = N_("You drop out of turn."), N_("{name} drops out of turn.")
            return sentence_for(forms, seat, names, you)
        case _:
            return sentence_for(_PLAIN[type(action)], seat, names, you)


def _is_out_of_turn(view: SeatView, dropper: int) -> bool:
    """Return whether a drop came between turns: another seat was next."""
    if view.rules.drop_when != "any_time":
        return False
    begun = [move.seat for move in view.moves if isinstance(move.action, Draw | Take)]
    if begun or not view.is_set_up:
        last = begun[-1] if begun else view.dealer
        return dropper != (last + 1) % view.seats
    # Where a last lay follows, a drop on one's turn has already ended that turn.
    ended = (view.turns, view.turns - 1) if is_last_lay(view) else (view.turns,)
    return dropper not in {(view.dealer + 1 + turns) % view.seats for turns in ended}


def _slap_sentence(view: SeatView, slap: Slap, names: Names, you: int | None) -> str:
    spread = view.spreads[slap.spread]
    slapped = spread.cards[-1]
    for move in reversed(view.moves[:-1]):  # the slap's own discard has not been slapped
        if isinstance(move.action, Discard):
            slapped = move.action.card
            break
        if isinstance(move.action, Slap) and move.action.discard is not None:
            slapped = move.action.discard
            break
    card, cards = card_text(slapped), spread_text(spread)
    sentence = sentence_for(_SLAPS[spread.kind], slap.seat, names, you, card=card, cards=cards)
    if slap.discard is None:
        return sentence
    discarded = sentence_for(_DISCARD, slap.seat, names, you, card=card_text(slap.discard))
    return in_a_row((sentence, discarded))


def reason_sentence(reason: Reason) -> str:
    """Return why an action is refused, addressed to the player who tried."""
    return _(reason.sentence)


def refused_text(why: Message) -> str:
    """Return why a file, record or code is refused, in the player's language as far as possible.

    What is quoted from it stands in the language's quotation marks instead of JSON's.
    """

    def in_marks(quoted: re.Match[str]) -> str:
        # TRANSLATORS: something quoted from a file.
        return _("“{what}”").format(what=re.sub(r"\\(.)", r"\1", quoted[1]))

    text = why.said(lambda text: _(REFUSALS.get(text, text)) if text else "", ngettext)
    return re.sub(r'"((?:[^"\\]|\\.)*)"', in_marks, text)


def refusal(view: SeatView, reason: Reason) -> str:
    """Return why an action is refused, with the numbers of this table if there are any."""
    match reason:
        case Reason.COUNT_TOO_HIGH:
            words = _("You have {count}, but dropping here takes {most} or less.")
            most = amount_text(view.rules.drop_at_most)
            return words.format(count=amount_text(view.count), most=most)
        case Reason.WAITING:
            wait = view.waits[view.seat]
            words = ngettext(
                "You must wait {count} more turn before you may drop.",
                "You must wait {count} more turns before you may drop.",
                wait,
            )
            return words.format(count=amount_text(wait))
        case Reason.DRAW_FIRST if Stop() in view.legal:
            return _("The stock is empty: take the discard first, or stop.")
        case _:
            return reason_sentence(reason)


def is_last_lay(view: SeatView) -> bool:
    """Return whether players may lay once more before counts are compared (RULES.md §5.18)."""
    is_chance = view.phase is Phase.CHANCE and view.result is None
    return is_chance and view.finish is not None and view.finish.ending is not Ending.TONK


def last_lay_sentence(view: SeatView, names: Names, you: int | None = None) -> str:
    """Say who may lay once more, and after what."""
    finish = view.finish
    if finish is None or finish.seat is None or finish.ending is Ending.STOCKOUT:
        return _("The stock is out: everyone may lay spreads and hits once more before the count.")
    forms = (
        N_("You dropped: the others may lay spreads and hits once more before the count."),
        N_("{name} dropped: the others may lay spreads and hits once more before the count."),
    )
    return sentence_for(forms, finish.seat, names, you)


def move_sentences(
    before: SeatView | None,
    view_after: SeatView,
    move: SeenMove | Move,
    names: Names,
    you: int | None = None,
) -> tuple[str, ...]:
    """Return the log lines of a move: the move and, if a last lay begins, that it does.

    ``before`` is the table before the move, None at the deal. The first lay or pass of a last lay
    may have closed the slap before it (RULES.md §5.18).
    """
    done = move_sentence(view_after, move, names, you)
    if before is not None and before.phase is Phase.SLAP and not isinstance(move.action, Slap):
        return last_lay_sentence(before, names, you), done
    if is_last_lay(view_after) and not (before is not None and is_last_lay(before)):
        return done, last_lay_sentence(view_after, names, you)
    return (done,)


def stakes_text(stakes: int) -> str:
    """Return an amount in stakes."""
    return ngettext("{count} stake", "{count} stakes", stakes).format(count=amount_text(stakes))


_TITLES: Final[Mapping[str, tuple[str, str]]] = {
    Ending.NATURAL: (N_("Natural"), N_("natural")),
    Ending.TONK: (N_("Tonk"), N_("tonk")),
    Ending.OUT: (N_("Last card discarded"), N_("out")),
    Ending.DOUBLE_DOUBLE: (N_("Double-double"), N_("double-double")),
    Ending.DROP: (N_("Drop won"), N_("drop won")),
    Ending.CAUGHT: (N_("Drop caught"), N_("caught")),
    Ending.STOCKOUT: (N_("Stock out"), N_("stock out")),
    Ending.VOID: (N_("Void"), N_("void")),
}
"""The endings: as a title, and as a word in a table."""


def ending_title(ending: str) -> str:
    """Return how a hand ended, in a word or two; a later version's ending by its name."""
    return _(_TITLES[ending][0]) if ending in _TITLES else ending


def ending_word(ending: str) -> str:
    """Return how a hand ended, in a word."""
    return _(_TITLES[ending][1]) if ending in _TITLES else ending


def seat_name(seat: int, names: Names, you: int | None) -> str:
    """Return the name of a seat within a sentence."""
    return _("you") if seat == you else names[seat]


def listed(names: Names) -> str:
    """Join several names: Ada, Basil and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=_(", ").join(names[:-1]), last=names[-1])


def sentence_for(
    forms: tuple[str, str], seat: int, names: Names, you: int | None, **words: object
) -> str:
    """Return a sentence about a seat: the first form for the seat addressed, else the second."""
    form = forms[0] if seat == you else forms[1]
    return _(form).format(name=names[seat], **words)
