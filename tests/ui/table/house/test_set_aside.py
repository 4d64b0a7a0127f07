"""Cards set aside for the high suit lie first in another's hand, and leave from there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.registry import make_bot
from game.play.ledger import Joining
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.actions import Discard, Hit, Spread
from game.rules.view import SeatView
from game.ui.table.motion.director import Flip, Script, Travel, deal, direct
from game.ui.table.motion.layout import Slot, Zone
from game.ui.table.motion.picture import Arrangement, picture
from game.ui.table.painting.marks import suit_mark
from tests.ui.table.house.positions import rules
from tests.ui.table.staging import NAMES

_SEATS = 4
_HANDS = 15


def _session(bet: str) -> Session:
    players = (Player("You"), *(Player(name, "regular") for name in NAMES[: _SEATS - 1]))
    return Session.start(Plan(players, rules(high_suit_bet=bet, naturals=()), "aside"))


def _dealt(session: Session) -> SeatView:
    session.next_hand(Joining((0, 1, 2), "H"))
    return session.view(0)


def _played(bet: str) -> Iterator[tuple[SeatView, SeatView, Script]]:
    """View, next view and the script between them, over some hands."""
    session = _session(bet)
    for _ in range(_HANDS):
        before, held = _dealt(session), Arrangement()
        held.deal(before.hand)
        while session.is_playing:
            seat, order = before.turn, held.order
            seen = session.view(seat)
            session.act(seat, make_bot("regular").choose(seen, session.decision_seed(seat)))
            after = session.view(0)
            held.hold(after.hand)
            yield before, after, direct(before, after.moves[-1], after, (order, held.order))
            before = after


@pytest.mark.parametrize("bet", ["spades", "called"])
def test_it_lies_first_until_it_is_played_and_leaves_from_there(bet: str) -> None:
    left_first = left_elsewhere = 0
    for before, after, script in _played(bet):
        move = after.moves[-1]
        if move.seat == 0 or not isinstance(move.action, Discard | Spread | Hit):
            continue
        apart = [each for each in before.set_aside if each.seat == move.seat and each.is_held]
        now = [each for each in after.set_aside if each.seat == move.seat and not each.is_held]
        for beat in script.beats:
            if isinstance(beat.act, Travel) and apart:
                is_first = beat.act.source == Slot(Zone.HAND, move.seat, 0)
                assert is_first == (beat.act.face in {each.card for each in now})
                left_first += is_first
                left_elsewhere += not is_first
    assert left_first
    assert left_elsewhere


def test_open_spades_are_seen_from_the_deal_on_and_nothing_else() -> None:
    session = _session("spades")
    turned = 0
    for _ in range(_HANDS):
        view, held = _dealt(session), Arrangement()
        held.deal(view.hand)
        script = deal(view, held.order)
        flips = {b.act.slot: b.act.face for b in script.beats if isinstance(b.act, Flip)}
        others = [each for each in view.set_aside if each.seat != 0]
        wanted = {Slot(Zone.HAND, each.seat, 0): each.card for each in others}
        assert flips == wanted
        lying = picture(view, held.order)
        open_now = {s: c for s, c in lying.items() if s.zone is Zone.HAND and s.owner and c}
        assert open_now == wanted
        turned += len(wanted)
        while session.is_playing:
            session.act(session.view(0).turn, session.view(session.view(0).turn).legal[0])
    assert turned


def test_a_called_suit_stays_closed_but_is_marked() -> None:
    session = _session("called")
    view = _dealt(session)
    assert any(each.seat for each in view.set_aside)
    lying = picture(view, view.hand)
    assert not any(card for slot, card in lying.items() if slot.zone is Zone.HAND and slot.owner)
    mark = suit_mark(view)
    assert mark is not None
    assert (mark.text, mark.suit) == ("♥", "H")


@pytest.mark.parametrize("bet", ["spades", "called"])
def test_every_card_has_one_slot_and_closed_ones_stay_closed(bet: str) -> None:
    for before, after, script in _played(bet):
        known = {each.card for each in before.set_aside if each.is_held}
        for lying, view in ((script.before, before), (script.after, after)):
            others = [s for s in lying if s.zone is Zone.HAND and s.owner]
            assert {lying[slot] for slot in others} - {None} <= known
            assert len(others) == sum(view.sizes[1:])
