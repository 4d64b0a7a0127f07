"""The cut that finds the first dealer and seats the players (RULES.md §1.2)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.cards import RANKS, STANDARD_PACK, Card, rank_of
from game.rules.shuffle import shuffled
from game.session.seeds import derived_seed

_HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS)}


@dataclass(frozen=True, slots=True)
class Drawn:
    """One player's card in a round of cutting."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class Cut:
    """The rounds of cutting as they are shown, and the players from the highest card to the lowest.

    The first round holds every player; each later one those who were still tied with another.
    """

    rounds: tuple[tuple[Drawn, ...], ...]
    ranking: tuple[int, ...]

    def seating(self, anchor: int = 0) -> tuple[int, ...]:
        """The players clockwise, ``anchor`` on seat 0, the next highest on the dealer's left."""
        start = self.ranking.index(anchor)
        return self.ranking[start:] + self.ranking[:start]

    def dealer_seat(self, anchor: int = 0) -> int:
        """The seat of the highest card when ``anchor`` sits on seat 0."""
        return self.seating(anchor).index(self.ranking[0])


def cut_for_deal(players: int, seed: str) -> Cut:
    """Let every player cut a card from a shuffled pack until no two are tied, K high and A low."""
    heights: list[tuple[int, ...]] = [() for _ in range(players)]
    rounds: list[tuple[Drawn, ...]] = []
    while cutting := _tied(heights):
        pack = shuffled(STANDARD_PACK, derived_seed(seed, "cut", len(rounds)))
        drawn = tuple(Drawn(player, card) for player, card in zip(cutting, pack, strict=False))
        for each in drawn:
            heights[each.player] += (_HEIGHT[rank_of(each.card)],)
        rounds.append(drawn)
    ranking = sorted(range(players), key=heights.__getitem__, reverse=True)
    return Cut(tuple(rounds), tuple(ranking))


def _tied(heights: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The players whose cards so far are the same as another's."""
    shared = Counter(heights)
    return tuple(player for player, cards in enumerate(heights) if shared[cards] > 1)
