"""The hand record ``tonk-hand/1``: written, read and checked (HAND_RECORD).

Reading refuses what is no record, replaying what the rules refuse, checking a result that does not
follow. Each refusal is a ``RecordError`` of one line.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from game.rules.actions import Action
from game.rules.bets import NO_BETS, HighSuitBet, NaturalBet, SideBets
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.notation import GRAMMAR, action_text, parse_action
from game.rules.presets import rules_from_mapping, rules_to_mapping
from game.rules.reasons import IllegalActionError
from game.rules.results import Ending, Result
from game.rules.ruleset import RuleError, RuleSet
from game.rules.shuffle import is_seed

FORMAT: Final = "tonk-hand/1"
_REQUIRED: Final = ("format", "rules", "seats", "dealer", "deck", "actions")
_OPTIONAL: Final = ("seed", "big_one", "side", "note", "result")
_RESULT_KEYS: Final = ("ending", "winners", "counts", "payments", "side_payments")


class RecordError(ValueError):
    """A record that is wrong: one line saying where and what."""


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The outcome that a record claims."""

    ending: str
    winners: tuple[int, ...]
    counts: tuple[int, ...]
    payments: tuple[int, ...]
    side_payments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: rules, deck and actions are its truth, the result only a claim."""

    rules: RuleSet
    seats: tuple[str, ...]
    dealer: int
    deck: tuple[Card, ...]
    actions: tuple[str, ...]
    seed: str | None = None
    big_one: bool = False
    bets: SideBets = NO_BETS
    note: str | None = None
    result: RecordedResult | None = None

    def deal(self) -> Hand:
        """The hand before its first action."""
        return Hand.deal(
            self.rules,
            len(self.seats),
            self.dealer,
            self.deck,
            big_one=self.big_one,
            bets=self.bets,
        )

    def to_mapping(self, preset: str = "standard") -> dict[str, object]:
        """The record as JSON holds it; ``preset`` is the name preferred where presets are alike."""
        mapping: dict[str, object] = {
            "format": FORMAT,
            "rules": rules_to_mapping(self.rules, preset),
            "seats": list(self.seats),
            "dealer": self.dealer,
            "deck": list(self.deck),
        }
        optional = {
            "seed": self.seed,
            "big_one": self.big_one or None,
            "side": _side_mapping(self.bets) or None,
            "actions": list(self.actions),
            "note": self.note,
            "result": result_mapping(self.result) if self.result else None,
        }
        return mapping | {key: value for key, value in optional.items() if value is not None}

    def to_json(self, preset: str = "standard") -> str:
        """The record on one line."""
        return json.dumps(self.to_mapping(preset), ensure_ascii=False, separators=(",", ":"))


def record_of(
    hand: Hand, names: Sequence[str], *, seed: str | None = None, note: str | None = None
) -> HandRecord:
    """The record of a hand that was played by ``Hand.act``, with its result once it is over."""
    return HandRecord(
        rules=hand.rules,
        seats=tuple(names),
        dealer=hand.dealer,
        deck=tuple(hand.deck),
        actions=tuple(action_text(move.seat, move.action) for move in hand.log),
        seed=seed,
        big_one=hand.is_big_one,
        bets=hand.bets,
        note=note,
        result=recorded(hand.result) if hand.result else None,
    )


def recorded(result: Result) -> RecordedResult:
    """A result as records hold it, without the single payments."""
    return RecordedResult(
        result.ending.value, result.winners, result.counts, result.payments, result.side_payments
    )


def result_mapping(result: RecordedResult) -> dict[str, object]:
    """A result as JSON holds it."""
    numbers = {key: list(getattr(result, key)) for key in _RESULT_KEYS[1:]}
    return {"ending": result.ending, **numbers}


def replay(record: HandRecord) -> Hand:
    """Play the record's actions; ``RecordError`` names the first that is wrong."""
    hand = record.deal()
    for number, text in enumerate(record.actions, start=1):
        try:
            hand.act(*parse(text))
        except IllegalActionError as refusal:
            raise RecordError(f'action {number} "{text}": {refusal}') from None
        except ValueError as error:
            raise RecordError(f'action {number} "{text}": {error}') from None
    hand.close_slap()
    return hand


def parse(text: str) -> tuple[int, Action]:
    """An action of a record; the ``ValueError`` says what is allowed."""
    try:
        return parse_action(text)
    except ValueError:
        raise ValueError(f"not an action; allowed is {GRAMMAR}") from None


def check_ending(record: HandRecord, hand: Hand, *, allow_unfinished: bool = False) -> None:
    """Refuse an unfinished record, and a result that is not what the rules give."""
    if hand.result is None:
        if record.result or not allow_unfinished:
            raise RecordError(_unfinished(record, hand))
        return
    if record.result is None:
        return
    given, computed = result_mapping(record.result), result_mapping(recorded(hand.result))
    for key, value in given.items():
        if value != computed[key]:
            raise RecordError(
                f"result: {key} {_are(key)} {_plain(value)}, the rules give {_plain(computed[key])}"
            )


def _unfinished(record: HandRecord, hand: Hand) -> str:
    claim = ", yet a result is given" if record.result else ""
    return f"unfinished: the hand goes on after action {len(hand.log)}{claim}"


def _are(key: str) -> str:
    return "is" if key == "ending" else "are"


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def read_record(value: object) -> HandRecord:
    """A record from parsed JSON; ``RecordError`` where its form is wrong."""
    mapping = _mapping(value, "record")
    _check_keys(mapping, "record", _REQUIRED, _OPTIONAL)
    if mapping["format"] != FORMAT:
        raise RecordError(f'format: {_shown(mapping["format"])}; allowed is "{FORMAT}"')
    rules = _read_rules(mapping["rules"])
    seats = _texts(mapping["seats"], "seats")
    try:
        rules.check_seats(len(seats))
    except RuleError as error:
        raise RecordError(f"rules: {error}") from None
    return HandRecord(
        rules=rules,
        seats=seats,
        dealer=_seat(mapping["dealer"], "dealer", len(seats)),
        deck=_read_deck(mapping["deck"], rules),
        actions=_texts(mapping["actions"], "actions"),
        seed=_read_seed(mapping.get("seed")) if "seed" in mapping else None,
        big_one=_flag(mapping.get("big_one", False), "big_one"),
        bets=_read_side(mapping["side"], rules, len(seats)) if "side" in mapping else NO_BETS,
        note=_text(mapping["note"], "note") if "note" in mapping else None,
        result=_read_result(mapping["result"], len(seats)) if "result" in mapping else None,
    )


def _read_rules(value: object) -> RuleSet:
    try:
        return rules_from_mapping(_mapping(value, "rules"))
    except RuleError as error:
        raise RecordError(f"rules: {error}") from None


def _read_deck(value: object, rules: RuleSet) -> tuple[Card, ...]:
    deck, pack = _texts(value, "deck"), set(rules.pack())
    seen: set[str] = set()
    for place, card in enumerate(deck, start=1):
        if card not in pack:
            raise RecordError(f'deck: card {place} "{card}" is not in the rules\' pack')
        if card in seen:
            raise RecordError(f'deck: card {place} "{card}" comes twice')
        seen.add(card)
    if len(deck) != len(pack):
        lacking = next(card for card in rules.pack() if card not in seen)
        raise RecordError(f'deck: "{lacking}" is missing; the rules\' pack has {len(pack)} cards')
    return deck


def _read_seed(value: object) -> str:
    seed = _text(value, "seed")
    if not is_seed(seed):
        raise RecordError(f"seed: {_shown(seed)}; allowed is 64 lower-case hex digits")
    return seed


def _read_side(value: object, rules: RuleSet, seats: int) -> SideBets:
    mapping = _mapping(value, "side")
    _check_keys(mapping, "side", (), ("high_suit", "natural"))
    return SideBets(
        high_suit=_read_high_suit(mapping["high_suit"], rules, seats)
        if "high_suit" in mapping
        else None,
        natural=_read_natural(mapping["natural"], rules, seats) if "natural" in mapping else None,
    )


def _read_high_suit(value: object, rules: RuleSet, seats: int) -> HighSuitBet:
    mapping = _mapping(value, "side: high_suit")
    _check_keys(mapping, "side: high_suit", ("suit", "in", "pot"), ())
    if rules.high_suit_bet == "off":
        raise RecordError("side: high_suit: the rules have this bet off")
    suits = "S" if rules.high_suit_bet == "spades" else rules.suits
    suit = _text(mapping["suit"], "side: high_suit: suit")
    if len(suit) != 1 or suit not in suits:
        raise RecordError(
            f"side: high_suit: suit: {_shown(suit)}; allowed is one of {', '.join(suits)}"
        )
    joined = _joined(mapping["in"], "side: high_suit: in", seats)
    return HighSuitBet(suit, joined, _whole(mapping["pot"], "side: high_suit: pot"))


def _read_natural(value: object, rules: RuleSet, seats: int) -> NaturalBet:
    mapping = _mapping(value, "side: natural")
    _check_keys(mapping, "side: natural", ("in", "pot"), ())
    if rules.natural_bet == "off":
        raise RecordError("side: natural: the rules have this bet off")
    joined = _joined(mapping["in"], "side: natural: in", seats)
    return NaturalBet(joined, _whole(mapping["pot"], "side: natural: pot"))


def _side_mapping(bets: SideBets) -> dict[str, object]:
    mapping: dict[str, object] = {}
    if bets.high_suit:
        bet = bets.high_suit
        mapping["high_suit"] = {"suit": bet.suit, "in": list(bet.joined), "pot": bet.pot}
    if bets.natural:
        mapping["natural"] = {"in": list(bets.natural.joined), "pot": bets.natural.pot}
    return mapping


def _read_result(value: object, seats: int) -> RecordedResult:
    mapping = _mapping(value, "result")
    _check_keys(mapping, "result", _RESULT_KEYS, ())
    if mapping["ending"] not in list(Ending):
        kinds = ", ".join(Ending)
        raise RecordError(f"result: ending: {_shown(mapping['ending'])}; allowed is one of {kinds}")
    winners = _seats(mapping["winners"], "result: winners", seats)
    if list(winners) != sorted(set(winners)):
        raise RecordError(
            f"result: winners: {_shown(list(winners))}; allowed are seats in ascending order"
        )
    per_seat = {key: _numbers(mapping[key], f"result: {key}", seats) for key in _RESULT_KEYS[2:]}
    return RecordedResult(ending=str(mapping["ending"]), winners=winners, **per_seat)


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordError(f"{where}: {_shown(value)}; allowed is an object")
    return value


def _check_keys(
    mapping: Mapping[str, Any], where: str, required: tuple[str, ...], optional: tuple[str, ...]
) -> None:
    for key in mapping:
        if key not in required + optional:
            raise RecordError(
                f"{where}: unknown key {_shown(key)}; allowed is {', '.join(required + optional)}"
            )
    for key in required:
        if key not in mapping:
            raise RecordError(f'{where}: key "{key}" is missing')


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{where}: {_shown(value)}; allowed is a text")
    return value


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{where}: {_shown(value)}; allowed is true or false")
    return value


def _whole(value: object, where: str) -> int:
    if type(value) is not int or value < 0:
        raise RecordError(f"{where}: {_shown(value)}; allowed is 0 or more")
    return value


def _seat(value: object, where: str, seats: int) -> int:
    if type(value) is not int or not 0 <= value < seats:
        raise RecordError(f"{where}: {_shown(value)}; allowed is 0 to {seats - 1}")
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise RecordError(f"{where}: {_shown(value)}; allowed is a list")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    return tuple(_text(entry, where) for entry in _list(value, where))


def _seats(value: object, where: str, seats: int) -> tuple[int, ...]:
    return tuple(_seat(entry, where, seats) for entry in _list(value, where))


def _joined(value: object, where: str, seats: int) -> tuple[int, ...]:
    joined = _seats(value, where, seats)
    if len(set(joined)) < len(joined):
        raise RecordError(f"{where}: {_shown(list(joined))}; allowed is each seat once")
    return joined


def _numbers(value: object, where: str, seats: int) -> tuple[int, ...]:
    numbers = tuple(entry for entry in _list(value, where) if type(entry) is int)
    if not isinstance(value, list) or len(numbers) != len(value) or len(numbers) != seats:
        raise RecordError(
            f"{where}: {_shown(value)}; allowed is a whole number for each of {seats} seats"
        )
    return numbers


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
