"""Whether opponents peek: none of ours does, and one that did would be found."""

from dataclasses import replace

import ai.peeking
from ai.bot import Bot
from ai.peeking import positions, seat_view, try_bots
from ai.registry import LEVELS, STYLES
from game.rules.actions import Action, Slap
from game.rules.hand import Hand
from game.rules.view import SeatView
from tests.shares import EVERY


def test_no_level_and_style_peeks() -> None:
    number = 60 if EVERY else 20
    found = {tried.bot: tried for tried in try_bots(number, "short")}
    assert set(found) == {f"{level}/{style}" for level in LEVELS for style in STYLES}
    for tried in found.values():
        assert (tried.positions, tried.differing) == (number, 0)
        assert sum(tried.decisions.values()) == number
        assert tried.moved > number * 5


def test_positions_are_of_every_kind_and_the_hidden_cards_do_move() -> None:
    found = list(positions(150, "kinds"))
    assert len({place.rules for place in found}) > 15
    assert {len(place.seen.sizes) for place in found} == {2, 3, 4}
    assert any(isinstance(action, Slap) for place in found for action in place.seen.legal)
    assert min(place.moved for place in found) > 0
    assert list(positions(5, "kinds")) == found[:5]


class Peeker:
    """Lays its cards down when the next card of the stock is red, which it should not know."""

    def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - as bots are asked
        is_red = view.upcard is not None and view.upcard[1:] in ("D", "H")
        return view.legal[0 if is_red else -1]


def leaky(hand: Hand, seat: int) -> SeatView:
    """A view with the next card of the stock in it."""
    return replace(seat_view(hand, seat), upcard=hand.stock[-1] if hand.stock else None)


def test_one_that_peeks_is_found() -> None:
    def make(_name: str) -> Bot:
        return Peeker()

    places = list(positions(40, "leak", see=leaky))
    assert any(place.seen != place.other for place in places)
    assert not any(place.seen != place.other for place in positions(40, "leak"))
    with_leak = ai.peeking.try_bots(40, "leak", ("peeker",), make, see=leaky)
    *_, tried = with_leak
    assert tried.differing > 10
