"""Seeds, and the cut for the deal.

Seeds come from the operating system and are sealed before the deal, or, for a repeatable session,
from a text or the number of a deal.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self

from game.rules.cards import RANKS, STANDARD_PACK, Card, rank_of, shuffled
from game.rules.hashing import sha256
from game.rules.seal import DEAL_MOST, Sealed, order_seed, seed_of_deal

_SEED_BYTES: Final = 32  # bytes of a seed


def derived_seed(*parts: str | int) -> str:
    """Return a seed, 64 lower-case hex digits, that depends on every part and on their order."""
    return sha256(
        "\0".join(str(part) for part in parts).encode("utf-8", "surrogatepass")
    ).hexdigest()


def decision_seed(hand_seed: str, seat: int, moves: int) -> int:
    """Return the seed of the decision of ``seat`` after ``moves`` moves, so that a bot can be asked
    again.
    """
    digits = derived_seed(hand_seed, "decision", seat, moves)[:16]  # 64 bits
    return int(digits, 16)


@dataclass(frozen=True, slots=True)
class Seeds:
    """The source of each hand's seed; hand 0 is the cut.

    ``text``, or ``first_deal``, the number of the first hand's deal, makes the session repeatable;
    without either no two are alike.
    """

    text: str | None = None
    first_deal: int | None = None

    def for_hand(self, number: int) -> str:
        """Return the seed of a hand, 64 lower-case hex digits."""
        if self.first_deal is not None:
            deal = self.deal_of(number)
            return seed_of_deal(deal) if deal else derived_seed("tonk deals", self.first_deal)
        if self.text is None:
            return os.urandom(_SEED_BYTES).hex()
        return derived_seed("tonk", self.text, number)

    def sealed(self, number: int) -> Sealed | None:
        """Return a sealed seed for a hand, or None if the seeds are predictable."""
        if self.text is not None or self.first_deal is not None:
            return None
        return Sealed(number, self.for_hand(number), os.urandom(_SEED_BYTES).hex())

    def deal_of(self, number: int) -> int:
        """Return the deal number of a hand, starting over after the last one; 0 if it has none."""
        if self.first_deal is None or not number:
            return 0
        return (self.first_deal + number - 2) % DEAL_MOST + 1


def sample_deals(count: int, seed: str | None) -> Iterator[tuple[Card, ...]]:
    """Yield ``count`` packs of 52, sealed and shuffled as at the table; ``seed`` makes them
    repeatable.
    """
    for number in range(1, count + 1):
        hand_seed = derived_seed("tonk fairness", seed, number) if seed is not None else None
        fresh = hand_seed or Seeds().for_hand(number)
        yield shuffled(STANDARD_PACK, order_seed(fresh, ""))


# -- the cut for the deal (RULES.md §1.2)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A player's card in a round of cutting."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class Cut:
    """The rounds of cutting as shown, and the players from the highest card to the lowest.

    Every player is in the first round, and only those still tied in each later one.
    """

    rounds: tuple[tuple[Drawn, ...], ...]
    ranking: tuple[int, ...]

    def seating(self, anchor: int = 0) -> tuple[int, ...]:
        """Return the players clockwise, with ``anchor`` on seat 0 and the next highest on the
        dealer's left.
        """
        start = self.ranking.index(anchor)
        return self.ranking[start:] + self.ranking[:start]

    def dealer_seat(self, anchor: int = 0) -> int:
        """Return the seat of the highest card when ``anchor`` sits on seat 0."""
        return self.seating(anchor).index(self.ranking[0])

    @classmethod
    def for_deal(cls, players: int, seed: str, pack: Sequence[Card] = STANDARD_PACK) -> Self:
        """Have every player cut a card from the shuffled pack until no two are tied, K high and A
        low.

        Cards that have been cut stay on the table, so later rounds use the rest; when too few are
        left, all are shuffled again. The pack has no jokers, and two ranks or more.
        """
        heights: list[tuple[int, ...]] = [() for _ in range(players)]
        rounds: list[tuple[Drawn, ...]] = []
        lying: set[Card] = set()
        while cutting := cls._tied(heights):
            if len(pack) - len(lying) < len(cutting):
                lying.clear()
            deck = shuffled(pack, derived_seed(seed, "cut", len(rounds)))
            left = (card for card in deck if card not in lying)
            drawn = tuple(Drawn(player, card) for player, card in zip(cutting, left, strict=False))
            for each in drawn:
                heights[each.player] += (RANKS.index(rank_of(each.card)),)
            lying.update(each.card for each in drawn)
            rounds.append(drawn)
        ranking = sorted(range(players), key=heights.__getitem__, reverse=True)
        return cls(tuple(rounds), tuple(ranking))

    @staticmethod
    def _tied(heights: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the players whose cards so far equal another's."""
        shared = Counter(heights)
        return tuple(player for player, cards in enumerate(heights) if shared[cards] > 1)
