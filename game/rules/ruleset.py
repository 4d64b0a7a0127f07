"""A rule set: the keys of RULES.md §4 as one frozen value, checked when it is made (§4.7)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, Final, Literal, Self

from game.rules.cards import RANKS, SUITS, Card, make_pack
from game.rules.naturals import DEFAULT_NATURALS, Natural
from game.rules.options import OPTIONS
from game.rules.shown import shown, shown_name
from game.rules.values import allowed_for, culprit, nearest

SEATS_LEAST: Final = 2
SEATS_MOST: Final = 6
_TELLING: Final = attrgetter(
    "ranks",
    "jokers",
    "wild",
    "ace",
    "hand_size",
    "take",
    "hits_per_turn",
    "wait_after_spread",
    "wait_when_hit",
    "catch",
    "tonk_pays",
    "out_pays",
    "slap",
    "stake",
    "big_one",
    "side_ante",
)
_BY_SEATS: Final = {2: 9, 3: 7}


class RuleError(ValueError):
    """A rule set that RULES.md §4.7 refuses: one line naming key, value and what is allowed."""

    def __init__(self, key: str, value: object, allowed: str, place: str = "") -> None:
        self.key, self.value, self.allowed = key, value, allowed
        where = f"{key} {place}" if place else key
        super().__init__(f"{where} = {shown(value)}: allowed is {allowed}")


class UnknownKeyError(RuleError):
    """A key that no rule set has."""

    def __init__(self, key: str, value: object) -> None:
        close = nearest(key, tuple(OPTIONS))
        hint = f"; did you mean {close}?" if close else ""
        super().__init__(key, value, f"no such key{hint}")
        self.args = (f"{shown_name(key)} = {shown(value)}: unknown key{hint}",)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One table's way of playing; every field is a key of RULES.md §4 with its default.

    Raises ``RuleError`` for a value that is not allowed.
    """

    ranks: str = RANKS
    suits: str = SUITS
    jokers: int = 0
    wild: Literal["", "2", "X", "2X"] = ""
    ace: Literal["low", "low_or_high"] = "low"
    face_values: Literal["ten", "rising"] = "ten"
    hand_size: int | Literal["by_seats"] = 5
    upcard: bool = True
    naturals: tuple[Natural, ...] = DEFAULT_NATURALS
    natural_tie: Literal["void", "eldest", "all_paid"] = "void"
    take: Literal["hand", "use_now"] = "hand"
    return_taken: bool = False
    touch_stock: bool = False
    must_spread: Literal["no", "yes", "except_aces"] = "no"
    hit_books: bool = True
    hits_per_turn: int = 0
    discard_after_hit: bool = True
    complete_books: Literal["stay", "buried"] = "stay"
    stock_end: Literal["willing", "at_once"] = "willing"
    spread_out: bool = True
    first_turn_drop: bool = True
    wait_after_spread: int = 0
    wait_when_hit: int = 0
    wait_after_own_hit: int = 0
    hits_stack: bool = False
    hit_blocks_out: bool = False
    catch: str = "standard"
    tonk_pays: int = 2
    tonk_needs: str = "any"
    hit_voids_tonk: bool = False
    two_spreads_pays: int = 0
    out_pays: int = 1
    stockout: Literal["lowest", "void"] = "lowest"
    stockout_tie: Literal["void", "all_paid"] = "void"
    booed: bool = False
    double_double: bool = False
    slap: Literal["off", "race", "next_first"] = "off"
    stake: int = 1
    scoring: Literal["stakes", "scorepad", "push_up"] = "stakes"
    push_up_target: int = 100
    big_one: int = 0
    high_suit_bet: Literal["off", "called", "spades"] = "off"
    natural_bet: Literal["off", "dealt", "first_spread"] = "off"
    side_ante: int = 1

    def __post_init__(self) -> None:
        for key, option in OPTIONS.items():
            value = getattr(self, key)
            try:
                object.__setattr__(self, key, option.values.read(value))
            except (ValueError, TypeError):
                place, wrong = culprit(option.values, value)
                allowed = allowed_for(option.values, wrong)
                raise RuleError(key, wrong, allowed, place) from None
        _check_wild(self)
        if self.scoring == "push_up" and self.catch != "standard":
            raise RuleError("catch", self.catch, '"standard" where scoring = "push_up"')

    def __hash__(self) -> int:
        # Every hand that is dealt looks up what its rules bind to. Some keys, quickly read, tell
        # nearly all rule sets apart: comparing two whole ones would take far longer.
        return hash(_TELLING(self))

    def changed(self, **overrides: Any) -> Self:  # noqa: ANN401 - checked by __post_init__
        """This rule set with some keys changed; refuses unknown keys as well as bad values."""
        for key, value in overrides.items():
            if key not in OPTIONS:
                raise UnknownKeyError(key, value)
        return replace(self, **overrides)

    def cards_dealt(self, seats: int) -> int:
        """How many cards each of ``seats`` seats is dealt."""
        return _BY_SEATS.get(seats, 5) if self.hand_size == "by_seats" else self.hand_size

    def pack(self) -> tuple[Card, ...]:
        """Every card of the pack once, in order."""
        return make_pack(self.ranks, self.suits, self.jokers)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the pack cannot serve (RULES.md §4.7)."""
        if type(seats) is not int or not SEATS_LEAST <= seats <= SEATS_MOST:
            raise RuleError("seats", seats, f"{SEATS_LEAST} to {SEATS_MOST}")
        needed = seats * self.cards_dealt(seats) + self.upcard + seats
        held = len(self.pack())
        if held < needed:
            raise RuleError(
                "seats", seats, f"fewer: {seats} seats need {needed} cards, the pack has {held}"
            )

    def can_seat(self, seats: int) -> bool:
        """Whether the pack is large enough for ``seats`` seats."""
        try:
            self.check_seats(seats)
        except RuleError:
            return False
        return True

    def differences(self, other: "RuleSet") -> dict[str, object]:
        """The keys, in order, in which this rule set differs from ``other``, with this one's
        values.
        """
        mine = {field.name: getattr(self, field.name) for field in fields(self)}
        return {key: value for key, value in mine.items() if value != getattr(other, key)}


def _check_wild(rules: RuleSet) -> None:
    missing = [
        name
        for name, present in (("2", "2" in rules.ranks), ("X", rules.jokers > 0))
        if not present
    ]
    if any(name in rules.wild for name in missing):
        raise RuleError("wild", rules.wild, "only cards that are in the pack")


def values_to_plain(values: Mapping[str, object]) -> dict[str, object]:
    """Keys and values as they stand in files: naturals as mappings, everything else as it is."""
    return {
        key: [natural.to_mapping() for natural in value] if isinstance(value, tuple) else value
        for key, value in values.items()
    }
