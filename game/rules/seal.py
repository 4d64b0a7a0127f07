"""The seal of a deck: what is shown before the deal, to be checked afterwards (SEAL.md).

A seed settles the order of the cards. Before the deal a fingerprint of the seed is shown, then the
client seed, the player's own word, is mixed in; afterwards all of them stand in the record.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from game.rules.hashing import sha256

LONGEST_CLIENT_SEED: Final = 64
"""Characters of the client seed, the player's own word, at most."""
DEAL_MOST: Final = 999_999_999
"""Deals are numbered from 1 to this."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """What is settled before hand ``hand`` is dealt: seed and nonce, 64 lower-case hex digits each.

    The nonce is there so that nobody can find the seed by trying.
    """

    hand: int
    seed: str
    nonce: str

    @property
    def fingerprint(self) -> str:
        """What is shown before the deal, 64 lower-case hex digits."""
        return fingerprint(self.seed, self.nonce)


@dataclass(frozen=True, slots=True)
class Seal:
    """What a record says about its sealed deck; ``check`` is empty until the hand has ended.

    ``holds`` is whether the record was as ``check`` says when it was read.
    """

    fingerprint: str
    nonce: str
    client_seed: str
    check: str = ""
    holds: bool = field(default=True, compare=False)

    @classmethod
    def of(cls, seed: str, nonce: str, client_seed: str) -> Self:
        """The seal of a deck that was shuffled from this seed and client seed."""
        return cls(fingerprint(seed, nonce), nonce, client_seed)

    def to_mapping(self) -> dict[str, object]:
        """The seal as JSON holds it."""
        return {
            "fingerprint": self.fingerprint,
            "nonce": self.nonce,
            "word": self.client_seed,
            "check": self.check,
        }

    def with_check(self, record: Mapping[str, Any]) -> "Seal":
        """Return this seal with the check of the record that holds it."""
        return replace(self, check=checksum(record))


def fingerprint(seed: str, nonce: str) -> str:
    """SHA-256 of ``SEED:NONCE``: shown before the deal, it binds the dealer to the seed."""
    return _hashed(f"{seed}:{nonce}")


def order_seed(seed: str, client_seed: str) -> str:
    """What the cards are shuffled from: SHA-256 of ``SEED:CLIENT_SEED``."""
    return _hashed(f"{seed}:{client_seed}")


def checksum(record: Mapping[str, Any]) -> str:
    """SHA-256 of a sealed record without ``check``: sorted keys, no blanks, UTF-8.

    Whoever changes a record on purpose can write a new one; it shows damage and careless edits.
    """
    seal = {key: value for key, value in record["seal"].items() if key != "check"}
    whole = {**record, "seal": seal}
    return _hashed(json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":")))


def seed_of_deal(number: int) -> str:
    """The seed of a numbered deal, the same for ever."""
    return _hashed(f"tonk deal {number}")


def as_client_seed(text: str) -> str:
    """A text as a client seed: it can be written to a file, and is not too long."""
    return text.encode("utf-8", "replace").decode("utf-8")[:LONGEST_CLIENT_SEED]


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
