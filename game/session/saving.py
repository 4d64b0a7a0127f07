"""The values of a session as JSON and back; ``ValueError`` for what makes no sense."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from game.rules.bets import HighSuitBet, NaturalBet, SideBets
from game.rules.presets import rules_from_mapping, rules_to_mapping
from game.session.ledger import Ledger, Pot
from game.session.plan import NO_LABEL, Deal, Plan, Player, RulesLabel, Standing

# What json.loads gives: its shape is only known once it has been checked.
_Object = Mapping[str, Any]
_T = TypeVar("_T")


def plan_text(plan: Plan) -> str:
    """A plan as JSON."""
    return _text(asdict(plan) | {"rules": rules_to_mapping(plan.rules, plan.label.base)})


def standing_text(standing: Standing) -> str:
    """A standing as JSON."""
    return _text(asdict(standing))


def deal_text(deal: Deal) -> str:
    """A deal as JSON."""
    return _text(asdict(deal))


def read_plan(text: str) -> Plan:
    """The plan that ``plan_text`` wrote."""
    held = _object(text)
    return Plan(
        players=tuple(_player(each) for each in _get(held, "players", list)),
        rules=rules_from_mapping(_get(held, "rules", dict)),
        seed_text=_optional(held, "seed_text", str),
        length=_optional(held, "length", int),
        cut_seed=_get(held, "cut_seed", str),
        label=_label(_optional(held, "label", dict)),
    )


def read_standing(text: str) -> Standing:
    """The standing that ``standing_text`` wrote."""
    held = _object(text)
    return Standing(
        players=tuple(_player(each) for each in _get(held, "players", list)),
        dealer=_get(held, "dealer", int),
        ledger=_ledger(_get(held, "ledger", dict)),
        big_called=_get(held, "big_called", bool),
    )


def read_deal(text: str) -> Deal:
    """The deal that ``deal_text`` wrote."""
    held = _object(text)
    return Deal(
        number=_get(held, "number", int),
        seats=_get(held, "seats", int),
        dealer=_get(held, "dealer", int),
        seed=_get(held, "seed", str),
        deck=_all(_get(held, "deck", list), str),
        big_one=_get(held, "big_one", bool),
        bets=_bets(_get(held, "bets", dict)),
    )


def _label(held: _Object | None) -> RulesLabel:
    """What the rules are called; sessions of before did not say."""
    if held is None:
        return NO_LABEL
    pairs = tuple(_all(_checked(pair, list), str) for pair in _get(held, "words", list))
    name, base, note = (_get(held, key, str) for key in ("name", "base", "note"))
    return RulesLabel(name, base, note, tuple((word, means) for word, means in pairs))


def _player(held: object) -> Player:
    values = _checked(held, dict)
    return Player(_get(values, "name", str), _get(values, "level", str))


def _ledger(held: _Object) -> Ledger:
    return Ledger(
        bankrolls=_all(_get(held, "bankrolls", list), int),
        points=_all(_get(held, "points", list), int),
        high_suit=_pot(_get(held, "high_suit", dict)),
        natural=_pot(_get(held, "natural", dict)),
    )


def _pot(held: _Object) -> Pot:
    return Pot(_get(held, "stakes", int), _all(_get(held, "joined", list), int))


def _bets(held: _Object) -> SideBets:
    high_suit = _optional(held, "high_suit", dict)
    natural = _optional(held, "natural", dict)
    return SideBets(
        None if high_suit is None else _high_suit(high_suit),
        None if natural is None else NaturalBet(_joined(natural), _get(natural, "pot", int)),
    )


def _high_suit(held: _Object) -> HighSuitBet:
    return HighSuitBet(_get(held, "suit", str), _joined(held), _get(held, "pot", int))


def _joined(held: _Object) -> tuple[int, ...]:
    return _all(_get(held, "joined", list), int)


def _text(values: object) -> str:
    return json.dumps(values, separators=(",", ":"))


def _object(text: str) -> _Object:
    return _checked(json.loads(text), dict)


def _get(held: _Object, key: str, kind: type[_T]) -> _T:
    if key not in held:
        raise ValueError(f"{key} is missing")
    return _checked(held[key], kind)


def _optional(held: _Object, key: str, kind: type[_T]) -> _T | None:
    return None if held.get(key) is None else _get(held, key, kind)


def _all(values: list[Any], kind: type[_T]) -> tuple[_T, ...]:
    return tuple(_checked(value, kind) for value in values)


def _checked(value: object, kind: type[_T]) -> _T:
    """``value`` if it is exactly of that kind: True is no number."""
    if type(value) is not kind:
        raise ValueError(f"{kind.__name__} expected")
    return value
