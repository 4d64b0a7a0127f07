"""Where chance comes from: the operating system, or a text for a session that can be repeated."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

_SEED_BYTES: Final = 32
_DECISION_BYTES: Final = 8


def derived_seed(*parts: str | int) -> str:
    """A seed, 64 lower-case hex digits, that depends on every part and on their order."""
    return sha256(
        "\0".join(str(part) for part in parts).encode("utf-8", "surrogatepass")
    ).hexdigest()


def decision_seed(hand_seed: str, seat: int, moves: int) -> int:
    """The seed of what ``seat`` decides after ``moves`` moves, so that a bot can be asked again."""
    return int(derived_seed(hand_seed, "decision", seat, moves)[: 2 * _DECISION_BYTES], 16)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Gives each hand its seed; hand 0 is the cut.

    With ``text`` the same session comes again and again, without it no two are alike.
    """

    text: str | None = None

    def for_hand(self, number: int) -> str:
        """64 lower-case hex digits."""
        if self.text is None:
            return secrets.token_hex(_SEED_BYTES)
        return derived_seed("tonk", self.text, number)
