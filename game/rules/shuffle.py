"""From a seed to a deck, the same on every machine and for ever.

The seed feeds SHA-256 in counter mode; a Fisher-Yates shuffle takes its numbers from that stream,
and throws away the few that would make some cards likelier than others.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from string import hexdigits
from typing import Final

from game.rules.cards import Card

SEED_DIGITS: Final = 64
_WORD: Final = 4


def is_seed(text: str) -> bool:
    """Whether ``text`` is 64 lower-case hex digits."""
    return len(text) == SEED_DIGITS and all(c in hexdigits and not c.isupper() for c in text)


def shuffled(pack: Sequence[Card], seed: str) -> tuple[Card, ...]:
    """``pack`` in the order that ``seed`` (64 lower-case hex digits) gives it."""
    if not is_seed(seed):
        raise ValueError("a seed is 64 lower-case hex digits")
    words = _words(bytes.fromhex(seed))
    deck = list(pack)
    for last in range(len(deck) - 1, 0, -1):
        other = _below(last + 1, words)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), _WORD):
            yield int.from_bytes(block[start : start + _WORD], "big")
        counter += 1


def _below(limit: int, words: Iterator[int]) -> int:
    top = (1 << 8 * _WORD) // limit * limit
    return next(word for word in words if word < top) % limit
