"""Cards as two-letter names, and the packs they come in (RULES.md §1.1, §4.1).

A card is its name, rank then suit: ``"KC"`` is the king of clubs, ``"TD"`` the ten of diamonds.
Jokers are ``"X1"`` to ``"X4"``. The code uses the names that players read in hand records.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from string import hexdigits
from typing import Final, TypeAlias

from game.rules.hashing import sha256

Card: TypeAlias = str

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
JOKER_RANK: Final = "X"
FACES: Final = "JQK"

JOKERS: Final[tuple[Card, ...]] = tuple(f"X{number}" for number in range(1, 5))
STANDARD_PACK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_ORDER: Final = {card: place for place, card in enumerate(STANDARD_PACK + JOKERS)}

_FACE_VALUES: Final = {
    "ten": {rank: min(place, 10) for place, rank in enumerate(RANKS, start=1)} | {JOKER_RANK: 0},
    "rising": {rank: place for place, rank in enumerate(RANKS, start=1)} | {JOKER_RANK: 0},
}


def is_card(name: str) -> bool:
    """Return whether ``name`` is a card of any pack."""
    return name in _ORDER


def is_joker(card: Card) -> bool:
    """Return whether ``card`` is one of the jokers ``X1`` to ``X4``."""
    return card[0] == JOKER_RANK


def rank_of(card: Card) -> str:
    """Return the rank letter, ``X`` for a joker."""
    return card[0]


def suit_of(card: Card) -> str:
    """Return the suit letter, or an empty string for a joker."""
    return "" if is_joker(card) else card[1]


def points(card: Card, face_values: str = "ten") -> int:
    """Return the points of ``card``: ace 1, faces 10 (11 to 13 if ``rising``), jokers 0."""
    return _FACE_VALUES[face_values][card[0]]


def order_key(card: Card) -> int:
    """Return the sort key of ``card``: by suit, then rank, ace low, jokers last."""
    return _ORDER[card]


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return ``cards`` sorted by suit, then rank, jokers last."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


@lru_cache(maxsize=64)
def make_pack(ranks: str = RANKS, suits: str = SUITS, jokers: int = 0) -> tuple[Card, ...]:
    """Return every card of the pack once, in order."""
    return tuple(rank + suit for suit in suits for rank in ranks) + JOKERS[:jokers]


# Shuffling: a seed gives one and the same deck on every machine and in every version.
#
# The seed feeds SHA-256 in counter mode; a Fisher-Yates shuffle takes its numbers from that stream
# and rejects the few that would bias it.


_NUMBER_BYTES: Final = 4  # of each number taken from the stream


def is_seed(text: str) -> bool:
    """Return whether ``text`` is 64 lower-case hex digits."""
    return len(text) == 64 and all(c in hexdigits and not c.isupper() for c in text)


def shuffled(pack: Sequence[Card], seed: str) -> tuple[Card, ...]:
    """Return ``pack`` in the order that ``seed`` (64 lower-case hex digits) determines."""
    if not is_seed(seed):
        raise ValueError("a seed is 64 lower-case hex digits")
    words = _words(bytes.fromhex(seed))
    deck = list(pack)
    for last in range(len(deck) - 1, 0, -1):
        places = last + 1
        # Numbers from the largest multiple of the bound on would make some places likelier than
        # others.
        most = (1 << 8 * _NUMBER_BYTES) // places * places
        other = next(word for word in words if word < most) % places
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), _NUMBER_BYTES):
            yield int.from_bytes(block[start : start + _NUMBER_BYTES], "big")
        counter += 1
