"""The hand record ``tonk-hand/1``: written, read and checked (HAND_RECORD).

Reading refuses text that is not a record, replaying refuses illegal actions, and checking refuses a
result that does not follow from them. Each raises a one-line ``RecordError``.

>>> from game.rules.actions import DROP
>>> from game.rules.presets import STANDARD
>>> hand = Hand.deal(STANDARD, seats=2, dealer=1, deck=STANDARD.pack())
>>> move = hand.act(0, DROP)
>>> text = record_of(hand, names=["Ann", "Bob"]).to_json()
>>> record = read_json(text)
>>> record.seats, record.actions, replay(record).result == hand.result
(('Ann', 'Bob'), ('0 drop',), True)
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from game.rules.actions import GRAMMAR, Action, IllegalActionError, action_text, parse_action
from game.rules.cards import Card, is_seed
from game.rules.forms import (
    FormError,
    as_flag,
    as_mapping,
    as_numbers,
    as_seat,
    as_seats,
    as_text,
    as_texts,
    check_keys,
    not_allowed,
    read_rules,
    read_side,
    side_mapping,
)
from game.rules.hand import Hand
from game.rules.hashing import sha256
from game.rules.messages import N_, Message, at, message, refusal_of
from game.rules.position import FORMAT as POSITION_FORMAT
from game.rules.position import Position, PositionError
from game.rules.presets import EARLIER_PRESETS, nearest_preset, spelled_out
from game.rules.results import NO_BETS, Ending, Result, SideBets
from game.rules.ruleset import RuleError, RuleSet
from game.rules.seal import LONGEST_CLIENT_SEED, Seal, checksum, order_seed
from game.rules.untrusted_input import (
    UntrustedInputError,
    cleaned,
    cleaned_name,
    json_of,
    printable,
)
from game.rules.value_types import one_of, shown


class RecordError(FormError):
    """An invalid record: one line saying what is wrong and where."""


FORMAT: Final = "tonk-hand/1"
LONGEST_NOTE: Final = 10_000
"""Maximum length of a note, in characters."""
LONGEST_RULES_NAME: Final = 60
"""Maximum length of the rules' name, in characters."""
_RESULT_KEYS: Final = ("ending", "winners", "counts", "payments", "side_payments")


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The outcome that a record claims."""

    ending: str
    winners: tuple[int, ...]
    counts: tuple[int, ...]
    payments: tuple[int, ...]
    side_payments: tuple[int, ...]

    @classmethod
    def of(cls, result: Result) -> Self:
        """Return ``result`` in the form of a record, without the individual payments."""
        return cls(
            result.ending.value,
            result.winners,
            result.counts,
            result.payments,
            result.side_payments,
        )

    def to_mapping(self) -> dict[str, object]:
        """Return the result as a JSON object."""
        numbers = {key: list(getattr(self, key)) for key in _RESULT_KEYS[1:]}
        return {"ending": self.ending, **numbers}

    @classmethod
    def from_mapping(cls, value: object, seats: int) -> Self:
        """Read a result; raise ``FormError`` if its form is wrong."""
        mapping = as_mapping(value, "result")
        check_keys(mapping, "result", _RESULT_KEYS, ())
        if mapping["ending"] not in list(Ending):
            raise not_allowed("result: ending", mapping["ending"], one_of(Ending))
        winners = as_seats(mapping["winners"], "result: winners", seats)
        if list(winners) != sorted(set(winners)):
            ascending = N_("seats in ascending order")
            raise not_allowed("result: winners", list(winners), ascending)
        per_seat = {
            key: as_numbers(mapping[key], f"result: {key}", seats) for key in _RESULT_KEYS[2:]
        }
        return cls(ending=str(mapping["ending"]), winners=winners, **per_seat)


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: its rules, deck and actions are authoritative, its result is only a claim.

    ``rules_name`` is the players' name for the rules, or empty: a label without effect. ``preset``
    is the preset on which a record bases its rules, empty if it spells them out, as all records
    written since 1.0 do. A ``practice`` hand counts in no statistics. ``start`` is the position
    from which a practice hand was played instead of a deal; its deck is empty, and it is not a
    ``tonk-hand/1``.
    """

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
    seal: Seal | None = None
    practice: bool = False
    rules_name: str = ""
    preset: str = field(default="", compare=False)
    start: Position | None = None

    @property
    def base(self) -> str:
        """The preset nearest to the rules; of equally near ones, the one named like the rules."""
        return nearest_preset(self.rules, self.rules_name or self.preset)

    def deal(self) -> Hand:
        """Return the hand before its first action."""
        if self.start is not None:
            return self.start.hand()
        return Hand.deal(
            self.rules,
            len(self.seats),
            self.dealer,
            self.deck,
            big_one=self.big_one,
            bets=self.bets,
        )

    def to_mapping(self) -> dict[str, object]:
        """Return the record as a JSON object; for a hand that was set up, one that only practice
        reads.
        """
        if self.start is not None:
            names, actions = list(self.seats), list(self.actions)
            played = {"rules_name": self.rules_name, "seats": names, "actions": actions}
            return {"start": self.start.to_mapping(), **played}
        mapping: dict[str, object] = {
            "format": FORMAT,
            "rules": spelled_out(self.rules),
            **({"rules_name": self.rules_name} if self.rules_name else {}),
            "seats": list(self.seats),
            "dealer": self.dealer,
            "deck": list(self.deck),
        }
        optional = {
            "seed": self.seed,
            "seal": self.seal.to_mapping() if self.seal else None,
            "practice": self.practice or None,
            "big_one": self.big_one or None,
            "side": side_mapping(self.bets) or None,
            "actions": list(self.actions),
            "note": self.note,
            "result": self.result.to_mapping() if self.result else None,
        }
        return mapping | {key: value for key, value in optional.items() if value is not None}

    def to_json(self) -> str:
        """Return the record on one line."""
        return json.dumps(self.to_mapping(), ensure_ascii=False, separators=(",", ":"))

    def since(self, why: Message) -> Message:
        """Return ``why``, adding that the preset has changed if the hand may be right under the old
        one.
        """
        if self.preset not in EARLIER_PRESETS:
            return why
        return message("{why}; this preset changed in 1.0", why=why)

    def as_rewritten(self, read: Mapping[str, Any]) -> Self:
        """Return the record with its check redone for the form in which this version writes it.

        The new check holds if and only if the old one did: the old form may have stated its rules
        by a preset, or spelled out defaults.
        """
        if self.seal is None:
            return self
        mapping = self.to_mapping()
        if mapping == read:
            return self
        if self.seal.holds:
            return replace(self, seal=self.seal.with_check(mapping))
        if checksum(mapping) == self.seal.check:
            return replace(self, seal=replace(self.seal, check="0" * 64))
        return self

    def hand_number(self, seat: int) -> int:
        """Return the number that identifies a hand and a seat.

        It depends on the cards dealt and the actions, not on the players' names or the rules' name.
        """
        told = self.to_mapping()
        parts = (
            ["start", "actions"]
            if self.start
            else ["rules", "dealer", "deck", "actions", "big_one", "side"]
        )
        text = json.dumps(
            [seat, len(self.seats), [told.get(part) for part in parts]], sort_keys=True
        )
        return (
            int.from_bytes(sha256(text.encode("utf-8", "backslashreplace")).digest()[:7], "big") + 1
        )

    def check_ending(self, hand: Hand, *, allow_unfinished: bool = False) -> None:
        """Raise ``RecordError`` if the record is unfinished or its result is not what the rules
        give.
        """
        if hand.result is None:
            if self.result or not allow_unfinished:
                due = f" with a lay or a pass of seat {hand.turn}" if hand.chances else ""
                number = f"{len(hand.log)}{due}"
                form = N_("unfinished: the hand goes on after action {number}")
                if self.result:
                    form = N_(
                        "unfinished: the hand goes on after action {number}, yet a result is given"
                    )
                raise RecordError(self.since(message(form, number=number)))
            return
        if self.result is None:
            return
        given, computed = self.result.to_mapping(), RecordedResult.of(hand.result).to_mapping()
        for key, value in given.items():
            if value != computed[key]:
                is_one = N_("{key} is {value}, the rules give {right}")
                are_many = N_("{key} are {value}, the rules give {right}")
                form = is_one if key == "ending" else are_many
                why = message(
                    form, key=key, value=self._plain(value), right=self._plain(computed[key])
                )
                raise RecordError(at("result", self.since(why)))

    @staticmethod
    def _read_names(value: object) -> tuple[str, ...]:
        """Return the names; a seat without a visible name gets its number."""
        names = enumerate(as_texts(value, "seats"))
        return tuple(cleaned_name(name, f"#{number}") for number, name in names)

    @staticmethod
    def _read_rules_name(value: object) -> str:
        name = as_text(value, "rules_name")
        if not 0 < len(name) <= LONGEST_RULES_NAME:
            allowed = f"1 to {LONGEST_RULES_NAME} characters"
            raise not_allowed("rules_name", name, allowed)
        return cleaned_name(name)

    @staticmethod
    def _read_deck(value: object, rules: RuleSet) -> tuple[Card, ...]:
        deck, pack = as_texts(value, "deck"), set(rules.pack())
        if len(deck) == len(pack) and set(deck) == pack:
            return deck
        seen: set[str] = set()
        for place, card in enumerate(deck, start=1):
            if card not in pack:
                form = N_("card {number} {card} is not in the rules' pack")
                raise FormError(at("deck", form, number=place, card=shown(card)))
            if card in seen:
                form = N_("card {number} {card} appears twice")
                raise FormError(at("deck", form, number=place, card=shown(card)))
            seen.add(card)
        if len(deck) != len(pack):
            lacking = next(card for card in rules.pack() if card not in seen)
            form = N_('"{card}" is missing; the rules\' pack has {count} cards')
            raise FormError(at("deck", form, card=lacking, count=len(pack)))
        return deck

    @staticmethod
    def _read_seal(value: object, record: Mapping[str, Any]) -> Seal:
        """Read a seal and check its form; ``game.rules.verifying`` checks whether it holds."""
        mapping = as_mapping(value, "seal")
        check_keys(mapping, "seal", ("fingerprint", "nonce", "word", "check"), ())
        for wanted in ("seed", "result"):
            if wanted not in record:
                raise FormError(f'seal: key "{wanted}" is missing; a seal wants seed and result')
        word = as_text(mapping["word"], "seal: word", LONGEST_CLIENT_SEED)
        fingerprint, nonce, check = (
            HandRecord._as_hex(mapping[key], f"seal: {key}")
            for key in ("fingerprint", "nonce", "check")
        )
        return Seal(fingerprint, nonce, word, check, holds=checksum(record) == check)

    @staticmethod
    def _plain(value: object) -> str:
        return value if isinstance(value, str) else json.dumps(value)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Self:
        """Read a record; raise ``FormError`` if its form is wrong."""
        if mapping.get("format") == POSITION_FORMAT:
            value = f'"{POSITION_FORMAT}" is a position, not a hand that was played'
            form, allowed = N_("{value}; expected {allowed}"), f'"{FORMAT}"'
            raise FormError(at("format", form, value=value, allowed=allowed))
        check_keys(
            mapping,
            "record",
            ("format", "rules", "seats", "dealer", "deck", "actions"),
            ("rules_name", "seed", "seal", "practice", "big_one", "side", "note", "result"),
        )
        if mapping["format"] != FORMAT:
            raise not_allowed("format", mapping["format"], f'"{FORMAT}"')
        rules = read_rules(mapping["rules"])
        seats = cls._read_names(mapping["seats"])
        try:
            rules.check_seats(len(seats))
        except RuleError as error:
            raise FormError(at("rules", error.refusal)) from None
        seal = cls._read_seal(mapping["seal"], mapping) if "seal" in mapping else None
        record = cls(
            rules=rules,
            seats=seats,
            dealer=as_seat(mapping["dealer"], "dealer", len(seats)),
            deck=cls._read_deck(mapping["deck"], rules),
            actions=as_texts(mapping["actions"], "actions"),
            seed=cls._as_hex(mapping["seed"], "seed") if "seed" in mapping else None,
            big_one=as_flag(mapping.get("big_one", False), "big_one"),
            bets=read_side(mapping["side"], rules, len(seats)) if "side" in mapping else NO_BETS,
            note=cleaned(as_text(mapping["note"], "note", LONGEST_NOTE), lines=True)
            if "note" in mapping
            else None,
            result=RecordedResult.from_mapping(mapping["result"], len(seats))
            if "result" in mapping
            else None,
            seal=seal,
            practice=as_flag(mapping.get("practice", False), "practice"),
            rules_name=cls._read_rules_name(mapping["rules_name"])
            if "rules_name" in mapping
            else "",
            preset=str(as_mapping(mapping["rules"], "rules").get("preset", "")),
        )
        return record.as_rewritten(mapping)

    @staticmethod
    def _as_hex(value: object, where: str) -> str:
        digits = as_text(value, where)
        if not is_seed(digits):
            raise not_allowed(where, digits, "64 lower-case hex digits")
        return digits


def record_of(
    hand: Hand,
    names: Sequence[str],
    *,
    seed: str | None = None,
    seal: Seal | None = None,
    note: str | None = None,
    rules_name: str = "",
    practice: bool = False,
) -> HandRecord:
    """Return the record of a hand played with ``Hand.act``, with its result once it is over.

    Only the record of a finished hand has a seal. Until then ``seed`` is the one the cards were
    shuffled from, client seed included, as in any record without a seal.
    """
    if seed is not None and seal is not None and hand.result is None:
        seed, seal = order_seed(seed, seal.client_seed), None
    record = HandRecord(
        rules=hand.rules,
        seats=tuple(names),
        dealer=hand.dealer,
        deck=tuple(hand.deck),
        actions=tuple(action_text(move.seat, move.action) for move in hand.log),
        seed=seed,
        big_one=hand.is_big_one,
        bets=hand.bets,
        note=note,
        result=RecordedResult.of(hand.result) if hand.result else None,
        seal=seal,
        rules_name=cleaned_name(rules_name)[:LONGEST_RULES_NAME].strip(),
        practice=practice,
    )
    return replace(record, seal=seal.with_check(record.to_mapping())) if seal else record


def replay(record: HandRecord) -> Hand:
    """Play the record's actions; raise ``RecordError`` naming the first illegal one."""
    hand = record.deal()
    for number, text in enumerate(record.actions, start=1):
        try:
            hand.act(*parse(text))
        except ValueError as error:
            why, action = refusal_of(error), f'"{printable(text, 100)}"'
            why = record.since(why) if isinstance(error, IllegalActionError) else why
            form = N_("action {number} {action}: {why}")
            raise RecordError(form, number=number, action=action, why=why) from None
    hand.close_slap()
    return hand


def parse(text: str) -> tuple[int, Action]:
    """Return the seat and the action of a record's line; raise ``ValueError`` saying what is
    allowed.
    """
    try:
        return parse_action(text)
    except ValueError:
        form = N_("{value}; expected {allowed}")
        raise FormError(form, value="not an action", allowed=GRAMMAR) from None


def read_record(value: object) -> HandRecord:
    """Return the record in parsed JSON; raise ``RecordError`` if its form is wrong."""
    try:
        return HandRecord.from_mapping(as_mapping(value, "record"))
    except FormError as error:
        raise RecordError(error.refusal) from None


def read_json(text: str | bytes) -> HandRecord:
    """Return the record in the text of a file; raise ``RecordError`` if there is none."""
    try:
        return read_record(json_of(text))
    except UntrustedInputError as error:
        raise RecordError(at("record", error.refusal)) from None


def read_played(text: str) -> HandRecord:
    """Read what ``to_json`` wrote: a record, or a practice hand that was set up."""
    value = json_of(text)
    if not (isinstance(value, Mapping) and "start" in value):
        return read_json(text)
    try:
        start = Position.from_mapping(value["start"])
        name, seats = (
            as_text(value["rules_name"], "rules_name"),
            HandRecord._read_names(value["seats"]),
        )
        actions = as_texts(value["actions"], "actions")
    except (PositionError, FormError, KeyError) as error:
        raise RecordError(at("start", refusal_of(error))) from None
    return HandRecord(
        start.rules,
        seats,
        start.dealer,
        (),
        actions,
        big_one=start.big_one,
        bets=start.bets,
        practice=True,
        rules_name=name,
        start=start,
    )
