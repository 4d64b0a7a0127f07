"""The forms that files of a hand share: shapes of JSON values, rules, side bets (HAND_RECORD).

Each function passes a value of its form and refuses any other by ``FormError``, one line. ``where``
names the place in the file.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

from game.rules.messages import N_, Message, RefusedError, at, message
from game.rules.presets import rules_from_mapping
from game.rules.results import HighSuitBet, NaturalBet, SideBets
from game.rules.ruleset import RuleError, RuleSet
from game.rules.value_types import DIGITS, Flag, Whole, one_of, shown

_DIGITS: Final = DIGITS + 20
"""Maximum number of digits in a number: a pot holds the antes of many seats and hands."""
_LONGEST_TEXT: Final = 500
"""Maximum length of a text, in characters."""
_BET_OFF: Final = N_("the rules have this bet off")


class FormError(RefusedError):
    """A value of the wrong form: one line saying where, and what is allowed."""


def not_allowed(where: str, value: object, allowed: Message | str) -> FormError:
    """Return the error for a value that is not allowed, naming what is."""
    form = N_("{value}; expected {allowed}")
    return FormError(at(where, form, value=shown(value), allowed=message(allowed)))


def as_mapping(value: object, where: str) -> Mapping[str, Any]:
    """Return ``value`` if it is an object, else raise ``FormError``."""
    if not isinstance(value, Mapping):
        raise not_allowed(where, value, N_("an object"))
    return value


def check_keys(
    mapping: Mapping[str, Any], where: str, required: tuple[str, ...], optional: tuple[str, ...]
) -> None:
    """Raise ``FormError`` for unknown keys and for a missing required one."""
    for key in mapping:
        if key not in required + optional:
            form, known = N_("unknown key {key}; expected {allowed}"), required + optional
            raise FormError(at(where, form, key=shown(key), allowed=", ".join(known)))
    for key in required:
        if key not in mapping:
            raise FormError(at(where, N_('key "{key}" is missing'), key=key))


def as_text(value: object, where: str, most: int = _LONGEST_TEXT) -> str:
    """Return ``value`` if it is a text of up to ``most`` characters."""
    if not isinstance(value, str):
        raise not_allowed(where, value, N_("a text"))
    if len(value) > most:
        form = N_("a text of {count} characters; expected at most {allowed}")
        raise FormError(at(where, form, count=len(value), allowed=most))
    return value


def as_flag(value: object, where: str) -> bool:
    """Return ``value`` if it is true or false."""
    if not isinstance(value, bool):
        raise not_allowed(where, value, Flag().allowed())
    return value


def as_whole(value: object, where: str) -> int:
    """Return ``value`` if it is a whole number, 0 or more."""
    if type(value) is not int or not 0 <= value < 10**_DIGITS:
        form = N_("{allowed}, of {digits} digits at most")
        allowed = message(form, allowed=Whole(0).allowed(), digits=_DIGITS)
        raise not_allowed(where, value, allowed)
    return value


def as_seat(value: object, where: str, seats: int) -> int:
    """Return ``value`` if it is the number of one of ``seats`` seats."""
    if type(value) is not int or not 0 <= value < seats:
        raise not_allowed(where, value, Whole(0, seats - 1).allowed())
    return value


def as_list(value: object, where: str) -> list[object]:
    """Return ``value`` if it is a list."""
    if not isinstance(value, list):
        raise not_allowed(where, value, N_("a list"))
    return value


def as_texts(value: object, where: str) -> tuple[str, ...]:
    """Return ``value`` if it is a list of texts."""
    entries = as_list(value, where)
    if set(map(type, entries)) <= {str}:
        texts = cast(list[str], entries)
        if max(map(len, texts), default=0) <= _LONGEST_TEXT:
            return tuple(texts)
    return tuple(as_text(entry, where) for entry in entries)


def as_seats(value: object, where: str, seats: int) -> tuple[int, ...]:
    """Return ``value`` if it is a list of seats."""
    return tuple(as_seat(entry, where, seats) for entry in as_list(value, where))


def as_joined(value: object, where: str, seats: int) -> tuple[int, ...]:
    """Return ``value`` if it is a list of seats, each at most once."""
    joined = as_seats(value, where, seats)
    if len(set(joined)) < len(joined):
        raise not_allowed(where, list(joined), N_("each seat once"))
    return joined


def as_numbers(value: object, where: str, seats: int) -> tuple[int, ...]:
    """Return ``value`` if it is a list of one whole number for each seat."""
    numbers = tuple(entry for entry in as_list(value, where) if type(entry) is int)
    if not isinstance(value, list) or len(numbers) != len(value) or len(numbers) != seats:
        raise not_allowed(where, value, f"a whole number for each of {seats} seats")
    return numbers


def read_rules(value: object) -> RuleSet:
    """Read a rule set, given as its differences from a preset."""
    try:
        return rules_from_mapping(as_mapping(value, "rules"))
    except RuleError as error:
        raise FormError(at("rules", error.refusal)) from None


def read_side(value: object, rules: RuleSet, seats: int) -> SideBets:
    """Read the side bets of a hand."""
    mapping = as_mapping(value, "side")
    check_keys(mapping, "side", (), ("high_suit", "natural"))
    return SideBets(
        high_suit=_read_high_suit(mapping["high_suit"], rules, seats)
        if "high_suit" in mapping
        else None,
        natural=_read_natural(mapping["natural"], rules, seats) if "natural" in mapping else None,
    )


def _read_high_suit(value: object, rules: RuleSet, seats: int) -> HighSuitBet:
    mapping = as_mapping(value, "side: high_suit")
    check_keys(mapping, "side: high_suit", ("suit", "in", "pot"), ())
    if rules.high_suit_bet == "off":
        raise FormError(at("side: high_suit", _BET_OFF))
    suits = "S" if rules.high_suit_bet == "spades" else rules.suits
    suit = as_text(mapping["suit"], "side: high_suit: suit")
    if len(suit) != 1 or suit not in suits:
        raise not_allowed("side: high_suit: suit", suit, one_of(suits))
    joined = as_joined(mapping["in"], "side: high_suit: in", seats)
    return HighSuitBet(suit, joined, as_whole(mapping["pot"], "side: high_suit: pot"))


def _read_natural(value: object, rules: RuleSet, seats: int) -> NaturalBet:
    mapping = as_mapping(value, "side: natural")
    check_keys(mapping, "side: natural", ("in", "pot"), ())
    if rules.natural_bet == "off":
        raise FormError(at("side: natural", _BET_OFF))
    joined = as_joined(mapping["in"], "side: natural: in", seats)
    return NaturalBet(joined, as_whole(mapping["pot"], "side: natural: pot"))


def side_mapping(bets: SideBets) -> dict[str, object]:
    """Return side bets as a JSON object, empty if there are none."""
    mapping: dict[str, object] = {}
    if bets.high_suit:
        bet = bets.high_suit
        mapping["high_suit"] = {"suit": bet.suit, "in": list(bet.joined), "pot": bet.pot}
    if bets.natural:
        mapping["natural"] = {"in": list(bets.natural.joined), "pot": bets.natural.pot}
    return mapping
