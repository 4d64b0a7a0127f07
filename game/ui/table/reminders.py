"""The rule that matters now, in one line; what the player can do; which cards a rule is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Done,
    Hit,
    Pass,
    Slap,
    Spread,
)
from game.rules.cards import FACES, points, rank_of
from game.rules.phases import Phase
from game.ui.text import N_, _, ngettext
from game.ui.words import card_text

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView

_LAYS: Final[Mapping[frozenset[type[Action]], str]] = {
    frozenset({Spread, Hit, Discard}): N_("Spread, hit or discard"),
    frozenset({Spread, Discard}): N_("Spread or discard"),
    frozenset({Hit, Discard}): N_("Hit or discard"),
    frozenset({Discard}): N_("Discard a card"),
    frozenset({Spread, Hit}): N_("Spread or hit"),
    frozenset({Spread}): N_("Lay a spread"),
    frozenset({Hit}): N_("Hit a spread"),
    frozenset({Spread, Hit, Done}): N_("Spread, hit or end your turn"),
    frozenset({Spread, Done}): N_("Spread or end your turn"),
    frozenset({Hit, Done}): N_("Hit or end your turn"),
    frozenset({Done}): N_("End your turn"),
    frozenset({Spread, Hit, Pass}): N_("Spread, hit or pass"),
    frozenset({Spread, Pass}): N_("Spread or pass"),
    frozenset({Hit, Pass}): N_("Hit or pass"),
    frozenset({Pass}): N_("Nothing is left but to pass"),
}
_STARTS: Final[Mapping[frozenset[Action], str]] = {
    frozenset({DRAW, TAKE, DROP}): N_("Draw, take or drop"),
    frozenset({DRAW, TAKE}): N_("Draw or take"),
    frozenset({DRAW, DROP}): N_("Draw or drop"),
    frozenset({DRAW}): N_("Draw a card"),
    frozenset({TAKE, STOP, DROP}): N_("Take, stop or drop"),
    frozenset({TAKE, STOP}): N_("Take or stop"),
    frozenset({STOP, DROP}): N_("Stop or drop"),
    frozenset({STOP}): N_("Nothing is left but to stop"),
    frozenset({DECLARE, DRAW, TAKE, DROP}): N_("Declare, draw, take or drop"),
    frozenset({DECLARE, DRAW, TAKE}): N_("Declare, draw or take"),
    frozenset({DECLARE, DRAW, DROP}): N_("Declare, draw or drop"),
    frozenset({DECLARE, DRAW}): N_("Declare or draw"),
}


def is_slap_question(view: SeatView) -> bool:
    """Whether the player may slap the top discard, or let it pass."""
    return PASS in view.legal and any(isinstance(action, Slap) for action in view.legal)


def is_polite_question(view: SeatView) -> bool:
    """Whether the player is asked to take a card to use it, or to leave it to the others."""
    return view.phase is Phase.START and PASS in view.legal and not is_slap_question(view)


def prompt(view: SeatView) -> str:
    """What the player can do now, in a few words; empty while others play."""
    if not view.legal or view.result is not None:
        return ""
    if is_slap_question(view):
        return _("Slap it, or let it pass")
    if is_polite_question(view):
        return _("Take it to use it, or leave it?")
    if view.phase is Phase.START:
        return _(_STARTS.get(frozenset(view.legal), ""))
    if view.must_use is not None:
        return _("Use the card you took")
    return _(_LAYS.get(frozenset(map(type, view.legal)), ""))


def pass_text(view: SeatView | None) -> str:
    """What the button says that lets a chance go by."""
    if view is not None and is_polite_question(view):
        return _("Leave it")
    return _("Pass")


def reminder(view: SeatView) -> str:
    """The rule of this table that matters most to the player at this moment, or nothing."""
    return "" if view.result is not None else next(_reminders(view), "")


def _reminders(view: SeatView) -> Iterator[str]:
    """All that hold, the most urgent first."""
    is_mine = view.turn == view.seat
    if view.phase is Phase.CHANCE:
        yield _("If all pass, the tonk is paid.")
        return
    if is_mine and view.phase is Phase.LAY:
        yield from _while_laying(view)
    if is_mine and view.phase is Phase.START:
        yield from _at_the_start(view)
    yield from _at_any_time(view)


def _while_laying(view: SeatView) -> Iterator[str]:
    if view.must_use is not None:
        yield _("Lay {card} in a spread or a hit first.").format(card=card_text(view.must_use))
    if must_spread(view):
        yield _("Lay your spread before you discard.")
    if DONE in view.legal and len(view.hand) == 1:
        yield _("You were hit: keep your last card.")
    elif DONE in view.legal:
        yield _("After a hit you discard nothing.")
    if view.seat in view.blocked:
        yield _("You were hit: you cannot go out now.")
    if view.rules.hits_per_turn and _has_hit(view):
        yield _("Your one hit of this turn is made.")
    if view.is_last_turn:
        yield _("The stock is out: this is the last turn.")


def _at_the_start(view: SeatView) -> Iterator[str]:
    if DECLARE in view.legal:
        yield _("You hold a natural: declare it now.")
    wait = view.waits[view.seat]
    if wait == 1:
        yield _("You may not drop in this turn.")
    elif wait:
        yield _("No drop for {count} turns, this one too.").format(count=wait)
    elif DROP not in view.legal and not view.rules.first_turn_drop and not is_slap_question(view):
        yield _("Nobody may drop in the first turn.")
    if view.seat in view.blocked:
        yield _("You were hit: you cannot go out now.")
    if view.rules.take == "use_now" and TAKE not in view.legal and view.top is not None:
        yield _("You cannot use {card} at once.").format(card=card_text(view.top))


def _at_any_time(view: SeatView) -> Iterator[str]:
    if view.is_booed:
        yield _("Booed: an empty hand plays on.")
    if _may_declare_later(view):
        yield _("You hold a natural to declare.")
    wait = view.waits[view.seat]
    if wait:
        words = ngettext("No drop for {count} more turn.", "No drop for {count} more turns.", wait)
        yield words.format(count=wait)
    if view.seat in view.blocked and view.turn != view.seat:
        yield _("You were hit: you cannot go out next turn.")


def must_spread(view: SeatView) -> bool:
    """Whether a spread in hand has to be laid before the turn may end."""
    if view.rules.must_spread == "no" or view.phase is not Phase.LAY or view.must_use is not None:
        return False
    can_end = any(action == DONE or isinstance(action, Discard) for action in view.legal)
    return bool(view.legal) and not can_end


def wanted_cards(view: SeatView) -> frozenset[Card]:
    """The cards in hand that a rule wants laid before anything else."""
    if view.turn != view.seat or view.result is not None:
        return frozenset()
    if view.must_use is not None:
        return frozenset({view.must_use})
    if not must_spread(view):
        return frozenset()
    spreads = [action for action in view.legal if isinstance(action, Spread)]
    return frozenset(card for spread in spreads for card in spread.cards)


def _has_hit(view: SeatView) -> bool:
    """Whether the player has hit in the turn being played."""
    for move in reversed(view.moves):
        if move.seat != view.seat:
            return False
        if isinstance(move.action, Hit):
            return True
    return False


def _may_declare_later(view: SeatView) -> bool:
    """Whether the hand as dealt is a natural that the player may still declare."""
    if view.turns >= view.seats or any(move.seat == view.seat for move in view.moves):
        return False
    count = sum(points(card, view.rules.face_values) for card in view.dealt)
    all_faces = all(rank_of(card) in FACES for card in view.dealt)
    return any(
        entry.when == "turn"
        and not (entry.open and view.spreads)
        and entry.matches(count, all_faces)
        for entry in view.rules.naturals
    )


def banner(view: SeatView, names: tuple[str, ...]) -> str:
    """What everybody has to know while it lasts, over the table."""
    if view.phase is not Phase.CHANCE or view.result is not None:
        return ""
    tonker = _tonker(view)
    if tonker == view.seat:
        return _("Tonk! Each of the others has one last chance to empty its hand.")
    if view.turn == view.seat:
        return _("{name} tonks. Empty your hand too, and you win in place of it!").format(
            name=names[tonker]
        )
    return _("{name} tonks: one last chance for all the others.").format(name=names[tonker])


def _tonker(view: SeatView) -> int:
    """The seat whose last lay emptied its hand."""
    return next(
        move.seat
        for move in reversed(view.moves)
        if isinstance(move.action, Spread | Hit) and view.sizes[move.seat] == 0
    )
