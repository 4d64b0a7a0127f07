"""The seal of a deck: shown before the deal, to be checked afterwards (SEAL.md).

A seed determines the order of the cards. Before the deal a fingerprint of the seed is shown, then
the client seed, a word that the player chooses, is mixed in. The record holds all three.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from game.rules.hashing import sha256

LONGEST_CLIENT_SEED: Final = 64
"""Maximum length of the client seed, in characters."""
DEAL_MOST: Final = 999_999_999
"""The highest number of a numbered deal; the lowest is 1."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """What is fixed before hand ``hand`` is dealt: seed and nonce, 64 lower-case hex digits each.

    The nonce keeps anyone from finding the seed by trying seeds against the fingerprint.
    """

    hand: int
    seed: str
    nonce: str

    @property
    def fingerprint(self) -> str:
        """The fingerprint shown before the deal, 64 lower-case hex digits."""
        return fingerprint(self.seed, self.nonce)


@dataclass(frozen=True, slots=True)
class Seal:
    """A record's statement about its sealed deck; ``check`` is empty until the hand has ended.

    ``holds`` tells whether the record matched ``check`` when it was read.
    """

    fingerprint: str
    nonce: str
    client_seed: str
    check: str = ""
    holds: bool = field(default=True, compare=False)

    @classmethod
    def of(cls, seed: str, nonce: str, client_seed: str) -> Self:
        """Return the seal of a deck that was shuffled from this seed and client seed."""
        return cls(fingerprint(seed, nonce), nonce, client_seed)

    def to_mapping(self) -> dict[str, object]:
        """Return the seal as a JSON object."""
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
    """Return the SHA-256 of ``SEED:NONCE``: shown before the deal, it commits the dealer to the
    seed.
    """
    return _hashed(f"{seed}:{nonce}")


def order_seed(seed: str, client_seed: str) -> str:
    """Return the seed that the cards are shuffled from: the SHA-256 of ``SEED:CLIENT_SEED``."""
    return _hashed(f"{seed}:{client_seed}")


def checksum(record: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a sealed record without ``check``: sorted keys, no blanks, UTF-8.

    It reveals damage and careless edits, but not forgery: anybody can compute a new one.
    """
    seal = {key: value for key, value in record["seal"].items() if key != "check"}
    whole = {**record, "seal": seal}
    return _hashed(json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":")))


def seed_of_deal(number: int) -> str:
    """Return the seed of a numbered deal, the same in every version."""
    return _hashed(f"tonk deal {number}")


def as_client_seed(text: str) -> str:
    """Return ``text`` as a client seed that fits into a file and is not too long."""
    return text.encode("utf-8", "replace").decode("utf-8")[:LONGEST_CLIENT_SEED]


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
