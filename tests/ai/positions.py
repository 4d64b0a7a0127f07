"""Positions written by hand: who holds what, what was played, and what a seat then sees."""

from collections.abc import Sequence

from game.rules.actions import parse_action
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.presets import STANDARD
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view

WILD_WIN = {
    "format": "tonk-position/1",
    "rules": {
        "ranks": "2345689TJQK",
        "wild": "2",
        "ace": "low_or_high",
        "upcard": False,
        "must_spread": "yes",
        "hit_books": False,
        "wait_when_hit": 1,
        "out_pays": 3,
        "drop_at_most": 9,
        "wait_after_hitting": 4,
    },
    "seats": 5,
    "dealer": 3,
    "turns": 5,
    "phase": "start",
    "hands": [
        ["JC", "TD", "3H", "TH", "JS"],
        ["5C", "8H"],
        ["6C", "8C", "3D", "8D", "9H"],
        ["JD", "QD"],
        ["5D", "2H"],
    ],
    "stock": [
        "4H",
        "KH",
        "5H",
        "9D",
        "TS",
        "4C",
        "TC",
        "3C",
        "9C",
        "6H",
        "QS",
        "JH",
        "2D",
        "5S",
        "QC",
    ],
    "pile": ["8S", "QH", "9S", "6S"],
    "spreads": [
        {"owner": 4, "cards": ["KC", "KD", "KS"]},
        {"owner": 1, "cards": ["4D", "2S=5", "6D"]},
        {"owner": 3, "cards": ["3S", "4S", "2C=5"]},
    ],
}
"""Seat 4 wins for certain: take 8S, hit 2H for 6S and 8S for 7S, and discard 5D. To hit 2H lower
looks the same by the cards, and does not win.
"""


def position(
    *hands: str,
    upcard: str = "",
    stock: str = "",
    played: str = "",
    rules: RuleSet = STANDARD,
) -> Hand:
    """A hand in which seat 0 was dealt the first of ``hands`` and leads, seat 1 the next and so on.

    ``stock`` names its first cards, the rest follow in the order of the pack; ``played`` are the
    actions so far, as in a record, separated by semicolons.
    """
    hand = Hand.deal(rules, len(hands), len(hands) - 1, _deck(rules, hands, upcard, stock))
    for text in filter(None, played.split(";")):
        hand.act(*parse_action(text.strip()))
    return hand


def seen(
    *hands: str,
    seat: int = 0,
    upcard: str = "",
    stock: str = "",
    played: str = "",
    rules: RuleSet = STANDARD,
) -> SeatView:
    """What ``seat`` sees of such a position."""
    return view(position(*hands, upcard=upcard, stock=stock, played=played, rules=rules), seat)


def _deck(rules: RuleSet, hands: Sequence[str], upcard: str, stock: str) -> tuple[Card, ...]:
    dealt = [card for turn in zip(*(hand.split() for hand in hands), strict=True) for card in turn]
    top = [*dealt, *upcard.split(), *stock.split()]
    rest = [card for card in rules.pack() if card not in top]
    if rules.upcard and not upcard:
        # Some card that goes with nothing much: a king, where one is left.
        turned = max(rest, key=lambda card: rules.ranks.find(card[0]))
        rest.remove(turned)
        return (*dealt, turned, *stock.split(), *rest)
    return (*top, *rest)
