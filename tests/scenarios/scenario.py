"""Reading a scenario and playing it, by the engine and by the plain referee side by side."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ai.lab.cli.engine_checks import all_choices
from game.play.journal import MemoryJournal, Saved
from game.play.ledger import Ledger
from game.play.plan import Plan, Player, Standing
from game.play.session import Session
from game.rules.actions import PASS, Reason, action_text, parse_action
from game.rules.cards import Card
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.presets import rules_from_mapping
from game.rules.record import HandRecord, RecordError, replay
from game.rules.results import NO_BETS, HighSuitBet, NaturalBet, SideBets
from game.rules.ruleset import RuleError, RuleSet
from game.rules.view import view
from tests.rules.reference.money import next_dealer
from tests.rules.reference.referee import Referee

HERE = Path(__file__).parent
_SEEN: dict[str, Callable[[Hand], Sequence[object]]] = {
    "turn": lambda hand: [hand.turn],
    "acts": lambda hand: hand.may_act(),
    "waits": lambda hand: hand.waits,
    "blocked": lambda hand: view(hand, 0).blocked,
    "pile": lambda hand: hand.pile,
    "stock": lambda hand: [hand.stock_size],
    "phase": lambda hand: [hand.phase.name.lower()],
    "booed": lambda hand: ["yes" if hand.is_booed else "no"],
    "shown": lambda hand: [
        seat for seat, cards in enumerate(view(hand, 0).shown) if cards is not None
    ],
}
"""What a line ``see`` can ask of a hand."""
_KEYS = {
    "name", "covers", "rules", "hands", "dealer", "upcard", "stock", "big_one", "side", "play",
    "ending", "refused", "seats", "winners", "counts", "pays", "side_pays", "deals_next", "wrong",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scenario:
    """One table of a file, its keys checked."""

    file: str
    told: Mapping[str, Any]

    def __post_init__(self) -> None:
        unknown = self.told.keys() - _KEYS
        assert not unknown, f"{self.file}: {self.name}: unknown {unknown}"
        assert self.covers, f"{self.file}: {self.name}: covers nothing"

    @property
    def name(self) -> str:
        return str(self.told["name"])

    @property
    def covers(self) -> list[str]:
        return list(self.told["covers"])

    def __str__(self) -> str:
        return f"{self.file}: {self.name}"


def all_scenarios() -> Iterator[Scenario]:
    """Every scenario of every file beside this one, in order."""
    for file in sorted(HERE.glob("*.toml")):
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
        for told in whole["scenario"]:
            yield Scenario(file.stem, _in_full(told, whole.get("position", {})))


def _in_full(told: dict[str, Any], positions: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario with the position that it starts from, if it names one."""
    told = dict(told)
    position = positions[told.pop("at")] if "at" in told else {}
    rules = position.get("rules", {}) | told.get("rules", {})
    return {**position, **told, "rules": rules}


def deck_of(told: Mapping[str, Any], rules: RuleSet, dealer: int) -> list[Card]:
    """The deck that deals these hands, this upcard, this stock; the rest in pack order."""
    hands = [text.split() for text in told["hands"]]
    seats = len(hands)
    assert {len(cards) for cards in hands} == {rules.cards_dealt(seats)}, "hands of a wrong size"
    deck = [hands[(dealer + 1 + place) % seats].pop(0) for place in range(sum(map(len, hands)))]
    deck += [told["upcard"]] if rules.upcard else []
    deck += told.get("stock", "").split()
    rest = [card for card in rules.pack() if card not in deck]
    assert sorted(deck + rest) == sorted(rules.pack()), "a card twice or not in the pack"
    return deck + rest


def _bets(side: Mapping[str, Any]) -> SideBets:
    high, natural = side.get("high_suit"), side.get("natural")
    return SideBets(
        HighSuitBet(high["suit"], tuple(high["in"]), high["pot"]) if high else None,
        NaturalBet(tuple(natural["in"]), natural["pot"]) if natural else None,
    )


def run(scenario: Scenario) -> None:
    """Play the scenario, or see its rules refused; ``AssertionError`` says what is not so."""
    told = scenario.told
    if "wrong" in told:
        Table(scenario).replay_wrong()
        return
    if "refused" not in told:
        Table(scenario).play()
        return
    with pytest.raises(RuleError) as refusal:
        rules_from_mapping(told["rules"]).check_seats(told.get("seats", 2))
    assert refusal.value.key == told["refused"], f"refused for {refusal.value}"


def _unordered(text: str) -> tuple[str, frozenset[str]]:
    """The cards of a spread may be named in any order."""
    seat, verb, *rest = text.split()
    return f"{seat} {verb}", frozenset([" ".join(rest)] if verb != "spread" else rest)


class Table:
    """The hand of a scenario in both engines."""

    def __init__(self, scenario: Scenario) -> None:
        told = self.told = scenario.told
        rules = rules_from_mapping(told.get("rules", {}))
        seats = len(told["hands"])
        dealer = told.get("dealer", seats - 1)
        deck = deck_of(told, rules, dealer)
        big_one = told.get("big_one", False)
        bets = _bets(told["side"]) if "side" in told else NO_BETS
        self.hand = Hand.deal(rules, seats, dealer, deck, big_one=big_one, bets=bets)
        self.referee = Referee(rules, seats, dealer, deck, big_one, bets)

    def play(self) -> None:
        """Do and check what each line says; ``AssertionError`` names the line."""
        for number, line in enumerate(self.told.get("play", "").splitlines(), start=1):
            words = line.partition("#")[0].split()
            if words:
                try:
                    self._line(words)
                except AssertionError as error:
                    raise AssertionError(f'line {number} "{line.strip()}": {error}') from None
        self._check_end()

    def replay_wrong(self) -> None:
        """See the lines refused as a record, for the reason told, and by the plain referee."""
        lines = [line.partition("#")[0].strip() for line in self.told["play"].splitlines()]
        actions = tuple(line for line in lines if line)
        names = tuple(f"seat {seat}" for seat in range(self.hand.seats))
        hand = self.hand
        record = HandRecord(
            hand.rules, names, hand.dealer, tuple(hand.deck), actions, bets=hand.bets
        )
        with pytest.raises(RecordError) as refusal:
            record.check_ending(replay(record))
        assert str(refusal.value) == self.told["wrong"]
        assert str(refusal.value).startswith(self._plainly_wrong(actions))

    def _plainly_wrong(self, actions: Sequence[str]) -> str:
        for number, text in enumerate(actions, start=1):
            seat, action = parse_action(text)
            if not self.referee.allows(seat, action):
                return f'action {number} "{text}"'
            self.referee.play(seat, action)
        self.referee.close_slap()
        assert self.referee.outcome is None, "the plain referee finds nothing wrong"
        return "unfinished"

    def _line(self, words: list[str]) -> None:
        match words:
            case ["close"]:
                assert self.hand.phase.name == "SLAP", "nothing waits for a slap"
                self.hand.close_slap()
                self.referee.close_slap()
            case ["may", *action]:
                self._allowed(" ".join(action))
            case ["no", reason, *action]:
                self._refused(Reason[reason], " ".join(action))
            case ["only", seat, *actions]:
                self._only(int(seat), " ".join(actions).split(" / "))
            case ["see", what, *value]:
                seen = self._seen(what, value)
                assert seen == value, f"it is {' '.join(seen)}"
            case ["asks", *seats]:
                assert self._asked() == seats, f"it is {' '.join(self._asked())}"
            case _:
                self._do(" ".join(words))

    def _do(self, text: str) -> None:
        self._allowed(text)
        seat, action = parse_action(text)
        self.hand.act(seat, action)
        self.referee.play(seat, action)

    def _allowed(self, text: str) -> None:
        seat, action = parse_action(text)
        reason = self.hand.why_illegal(seat, action)
        assert reason is None, f"refused: {reason.name}" if reason else ""
        assert self.referee.allows(seat, action), "refused by the plain referee"

    def _refused(self, reason: Reason, text: str) -> None:
        seat, action = parse_action(text)
        why = self.hand.why_illegal(seat, action)
        assert why is reason, f"{why.name if why else 'allowed'}"
        assert not self.referee.allows(seat, action), "allowed by the plain referee"

    def _only(self, seat: int, expected: list[str]) -> None:
        wanted = {_unordered(f"{seat} {text}") for text in expected if text}
        mine = [action_text(*each) for each in all_choices(self.hand) if each[0] == seat]
        assert {_unordered(text) for text in mine} == wanted, f"it is {mine}"
        plain = [action_text(seat, action) for action in self.referee.options(seat)]
        assert {_unordered(text) for text in plain} == wanted, f"plainly it is {plain}"

    def _seen(self, what: str, value: list[str]) -> list[str]:
        hand = self.hand
        if what in _SEEN:
            return [str(each) for each in _SEEN[what](hand)]
        match what:
            case "hand":
                cards = sorted(hand.cards_of(int(value[0])), key=value.index)
                return [value[0], *cards]
            case "spread":
                return [value[0], *hand.spreads[int(value[0])].cards]
            case "counts":
                counts = list(hand.counts())
                assert counts == self.referee.counts(), "the plain referee counts otherwise"
                return [str(count) for count in counts]
            case _:
                raise AssertionError(f"nothing known of {what}")

    def _asked(self) -> list[str]:
        """Who is asked, one after the other and without a clock, while all decline."""
        window = ClaimWindow(self.hand.copy())
        seats = []
        while window.asked:
            seats.append(str(window.asked[0]))
            window.answer(window.asked[0], PASS)
        return seats

    def _check_end(self) -> None:
        result, outcome = self.hand.result, self.referee.outcome
        if "ending" not in self.told:
            assert result is None, f"it ends: {result}"
            assert outcome is None, f"it ends for the plain referee: {outcome}"
            return
        assert result is not None, "the hand is not over"
        assert outcome is not None, "the hand is not over for the plain referee"
        ours = {
            "ending": result.ending.value,
            "winners": list(result.winners),
            "counts": list(result.counts),
            "pays": list(result.payments),
            "side_pays": list(result.side_payments),
        }
        theirs = dict(zip(ours, vars(outcome).values(), strict=True))
        assert ours == theirs, f"engine {ours}, plain referee {theirs}"
        told = {key: self.told[key] for key in ours if key in self.told}
        assert told == {key: ours[key] for key in told}, f"it is {ours}"
        assert "pays" in told, "what is paid is not told"
        if "deals_next" in self.told:
            hand = self.hand
            plain = next_dealer(hand.rules, hand.seats, hand.dealer, outcome.winners)
            assert (_dealer_after(hand), plain) == (self.told["deals_next"],) * 2


def _dealer_after(hand: Hand) -> int:
    """Who deals the next hand of a session in which this one is played."""
    players = tuple(Player(f"seat {seat}") for seat in range(hand.seats))
    plan = Plan(players, hand.rules, "scenario")
    standing = Standing(players, hand.dealer, Ledger.opening(hand.seats, hand.rules))
    session = Session.resume(Saved(plan, 0, standing), MemoryJournal())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.play.session.shuffled", lambda *_: tuple(hand.deck))
        session.next_hand()
    for move in hand.log:
        session.act(move.seat, move.action)
    if session.is_playing:
        session.close_slap()
    return session.standing.dealer
