"""What a hand is like that waits for its next turn, in twenty numbers."""

from itertools import combinations
from typing import Final

from ai.master.cards import count_of, singles
from ai.master.sight import Sight
from game.rules.pack import CARD_BITS, SIZE_SHIFT

HAND_NUMBERS: Final = 20
_LOW: Final = 3
_TINY: Final = 5


def hand_numbers(sight: Sight, held: int, hittable: int) -> list[float]:
    """Of ``held``, a weighed set: its count, its shape, and where one more turn would bring it."""
    facts, unseen = sight.facts, sight.n_unseen or 1
    unit, points = facts.unit, facts.points
    cards = list(singles(held & CARD_BITS))
    worths = [*sorted([points[card] for card in cards], reverse=True), 0, 0]
    pairs = _pairs(sight, cards)
    laid = facts.layable(held, hittable)
    dead = [card for card in cards if not card & laid]
    left = sum([points[card] for card in dead])
    outs, promise = 0, 0
    for _, thirds, shed in pairs:
        promise += shed * thirds.bit_count()
        outs |= thirds
    total, better, tiny, empty = _ahead(
        sight, dead, [pair for pair in pairs if not pair[0] & laid], left, hittable
    )
    count = count_of(held) * unit
    return [
        len(cards) / 5,
        count / 30,
        left * unit / 30,
        worths[0] * unit / 10,
        worths[1] * unit / 10,
        worths[len(cards) - 1] * unit / 10 if cards else 0,
        sum([worth <= _LOW for worth in worths[: len(cards)]]) / 5,
        (count_of(held) - left) * unit / 20,
        promise * unit / unseen,
        outs.bit_count() / unseen * 5,
        (hittable & sight.unseen).bit_count() / unseen * 5,
        total * unit / unseen / 30,
        better / unseen,
        tiny / unseen,
        empty / unseen,
        min(count, 5) / 5,
        min(count, 10) / 10,
        min(count, 20) / 20,
        held >> SIZE_SHIFT <= 2,
        min(left * unit, 8) / 8,
    ]


def _pairs(sight: Sight, cards: list[int]) -> list[tuple[int, int, int]]:
    """Of every two cards that may still become a spread: their bits, the thirds', their points."""
    links, unseen = sight.facts.links, sight.unseen
    found = []
    for one, other in combinations(cards, 2):
        link = links.get(one | other)
        if link and link[0] & unseen:
            found.append((one | other, link[0] & unseen, link[1]))
    return found


def _ahead(
    sight: Sight, dead: list[int], pairs: list[tuple[int, int, int]], left: int, hittable: int
) -> tuple[int, int, int, int]:
    """Over every card that may come next: what is left then, laid as well as it goes.

    The sum of the counts; how often the count halves, how often it is tiny, and how often the hand
    is empty. What cannot be laid now is ``dead``, and counts ``left``.
    """
    points, unseen = sight.facts.points, sight.unseen
    by_worth = sorted(dead, key=points.__getitem__, reverse=True)
    highest = points[by_worth[0]] if dead else 0
    after: dict[int, int] = {}
    empties = unseen if not dead else 0
    for both, thirds, shed in pairs:
        kept = left - shed - next((points[card] for card in by_worth if not card & both), 0)
        for card in singles(thirds):
            plain = after.get(card, left - max(highest - points[card], 0))
            after[card] = min(plain, kept)
        if len(dead) <= 3:
            empties |= thirds
    for card in singles(hittable & unseen):
        after[card] = min(after.get(card, left), left - highest)
        if len(dead) <= 1:
            empties |= card
    special = sum(after)
    found = [(next_count, 1) for next_count in after.values()]
    for worth, mask in sight.groups:
        plain = (mask & ~special).bit_count()
        found.append((left - max(highest - worth, 0), plain))
    unit = sight.facts.unit
    return (
        sum([count * times for count, times in found]),
        sum([times for count, times in found if count * 2 <= left]),
        sum([times for count, times in found if count * unit <= _TINY]),
        empties.bit_count(),
    )
