"""Saved reviews: what a player's decisions cost, so that nothing is computed twice.

    reviews = store.reviews()
    kept = reviews.of(record, seat)                  # None: not reviewed yet
    kept = reviews.keep(record, seat, found, ...)    # found: what the coach has found, as JSON
    for kept in reviews.over_time():                 # oldest first, read some at a time
        if kept.counts:                              # the player's own seat, and no practice
            for decision in kept.decisions:
                decision.theme, decision.turn, decision.count, decision.loss, decision.error

A review is numbered by its hand's deal and actions and by its seat, not by where the hand is stored
or who played, so that it also applies to a hand opened from a file. It includes the record of its
hand. It is a row of the saves, so it has a second copy and is part of an export (``archive.py``).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from math import hypot
from typing import Any, Final, Self

from game.files import DamagedError, StoreError
from game.rules.actions import (
    DROP,
    PASS,
    Action,
    Discard,
    Draw,
    Drop,
    Hit,
    Slap,
    Spread,
    Stop,
    Take,
    parse_action,
)
from game.rules.claim_window import ClaimWindow, is_out_of_turn
from game.rules.phases import SLAP
from game.rules.presets import preset_like
from game.rules.record import HandRecord, read_record
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view
from game.saves.archive import Archive
from game.saves.rows import NONSENSE, REVIEW, Row, minutes_of, now_text
from game.saves.statistics import PlayedRules

Found = Mapping[str, Any]  # Any: the coach's JSON; anything else raises in ``KeptReview``
"""The coach's review as ``tonk review --json`` writes it, optionally with a ``reason`` (``[kind,
values]``) for each decision and a ``curve`` for the hand.
"""


class DecisionTheme(StrEnum):
    """The theme of a decision: the action played against the best or, if that was played, the next
    best.
    """

    TAKE = "take"
    """Take the discard, or draw."""
    LAY = "lay"
    """Lay a spread, or hold it."""
    HIT = "hit"
    """Hit, or keep the card."""
    DISCARD = "discard"
    """Which card to throw."""
    DROP = "drop"
    """Drop, or play on."""
    SLAP = "slap"
    """Slap, or let it lie."""
    OTHER = "other"
    """Any other decision, such as to show a natural."""

    @classmethod
    def of(cls, one: Action, other: Action) -> Self:
        """Return the theme of a decision between two actions."""
        for kinds, theme in _THEMES:
            if isinstance(one, kinds) or isinstance(other, kinds):
                return theme
        return DecisionTheme.OTHER


_THEMES: Final[Sequence[tuple[type[Action] | tuple[type[Action], ...], DecisionTheme]]] = (
    (Slap, DecisionTheme.SLAP),
    (Drop, DecisionTheme.DROP),
    ((Draw, Take, Stop), DecisionTheme.TAKE),
    (Spread, DecisionTheme.LAY),
    (Hit, DecisionTheme.HIT),
    (Discard, DecisionTheme.DISCARD),
)


@dataclass(frozen=True, slots=True)
class KeptValue:
    """The value of an action in stakes, its standard error, and its number of play-outs."""

    action: Action
    value: float
    error: float
    visits: int


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """A decision in a saved review.

    ``action`` is the number of the action in the record, from 1; if a seat passed up a chance out
    of turn, that of the action that followed. ``turn`` is the number of the seat's turn, from 1,
    and ``count`` its count. ``loss`` is the cost of the decision, ``error`` its standard error;
    ``mistake`` is ``blunder``, ``mistake``, ``inaccuracy`` or None. ``reason`` is why the best
    action is best: a kind and its values (``game.ui.text.hint_reasons``).
    """

    action: int
    seat: int
    theme: DecisionTheme
    turn: int
    count: int
    played: Action
    best: Action
    loss: float
    error: float
    mistake: str | None
    values: tuple[KeptValue, ...]
    reason: tuple[str, Mapping[str, Any]] | None = None  # Any: as ``ai.coach.reasons.REASONS`` says

    def loss_of(self, action: Action) -> tuple[float, float]:
        """Return the loss of an action against the best one, and its standard error."""
        if action == self.best:
            return 0.0, 0.0
        if action == self.played:
            return self.loss, self.error
        worth = {value.action: value for value in self.values}
        one, best = worth[action], worth[self.best]
        return best.value - one.value, hypot(one.error, best.error)

    @classmethod
    def from_held(cls, held: Found) -> Self:
        """Read a decision from its saved form."""
        reason = held.get("reason")
        if reason is not None:
            told = {
                str(name): (tuple(value) if isinstance(value, list) else value)
                for name, value in reason[1].items()
            }
            reason = str(reason[0]), told
        return cls(
            action=int(held["action"]),
            seat=int(held["seat"]),
            theme=DecisionTheme(held["theme"]),
            turn=int(held["turn"]),
            count=int(held["count"]),
            played=parse_action(held["played"])[1],
            best=parse_action(held["best"])[1],
            loss=float(held["loss"]),
            error=float(held["error"]),
            mistake=None if held["mistake"] is None else str(held["mistake"]),
            values=tuple(
                KeptValue(
                    parse_action(each["action"])[1],
                    float(each["value"]),
                    float(each["error"]),
                    int(each["visits"]),
                )
                for each in held["values"]
            ),
            reason=reason,
        )


@dataclass(frozen=True)
class KeptReview:
    """The saved review of a hand for one seat, in stakes, or in points under push-up.

    ``result`` less ``worth`` is ``luck_deal`` + ``luck_draws`` + ``own`` + ``others``; ``result``
    is None for an unfinished hand. ``rules_text`` names the rules (``PlayedRules.from_text``).
    ``played`` is when the hand was played or, if unknown, reviewed (``WHEN``). ``curve`` is the
    seat's expected result after the deal and after each action. ``is_mine`` means that the seat was
    the player's. ``numbered`` is the number of its hand before 1.0 if it was different, else 0.
    """

    seat: int
    policy: str
    result: float | None
    worth: float
    luck_deal: float
    luck_draws: float
    own: float
    others: float
    decisions: tuple[KeptDecision, ...]
    curve: tuple[float, ...]
    rules_text: str
    played: str
    is_mine: bool
    numbered: int
    written: Mapping[str, Any] = field(repr=False, compare=False)  # Any: the JSON of the record

    @cached_property
    def record(self) -> HandRecord:
        """The hand, without seed and seal."""
        return read_record(self.written)

    @property
    def rules(self) -> RuleSet:
        """The rules of the hand."""
        return self.record.rules

    @cached_property
    def number(self) -> int:
        """The permanent number that identifies hand and seat."""
        return self.numbered or self.record.hand_number(self.seat)

    @property
    def is_practice(self) -> bool:
        """Whether the hand was a practice hand."""
        return self.written.get("practice") is True

    @property
    def counts(self) -> bool:
        """Whether the review counts in statistics."""
        return self.is_mine and not self.is_practice

    @property
    def mistakes(self) -> tuple[KeptDecision, ...]:
        """The decisions that clearly cost something."""
        return tuple(each for each in self.decisions if each.mistake)

    def seen(self, decision: KeptDecision) -> SeatView:
        """Return the seat's view at a decision, and what it could do."""
        return Reviews.seen_before(self.record, decision.action, decision.seat, decision.played)

    @classmethod
    def from_text(cls, text: str) -> "KeptReview":
        """Read a review from its saved form; raise ``NONSENSE`` for anything else."""
        held: Any = json.loads(text)  # Any: anything but a review raises below
        numbers = ("worth", "luck_deal", "luck_draws", "own", "others")
        return cls(
            seat=int(held["seat"]),
            policy=str(held["policy"]),
            result=None if held["result"] is None else float(held["result"]),
            decisions=tuple(map(KeptDecision.from_held, held["decisions"])),
            curve=tuple(map(float, held["curve"])),
            rules_text=str(held["rules"]),
            played=str(held["played"]),
            is_mine=held["mine"] is True,
            numbered=int(held.get("number", 0)),
            written=dict(held["record"]),
            **{name: float(held[name]) for name in numbers},
        )


class Reviews:
    """The saved reviews; without an archive, those of this run only."""

    def __init__(self, archive: Archive | None) -> None:
        self._archive: Final = archive
        self._unwritten: dict[int, Row] = {}
        """Reviews not written to disk, because that failed or is not wanted, by number."""

    @property
    def count(self) -> int:
        """The number of reviews."""
        return len(self._keys())

    def of(self, record: HandRecord, seat: int) -> KeptReview | None:
        """Return the review of a hand for a seat, or None if there is no readable one."""
        return self.numbered(record.hand_number(seat))

    def keep(
        self,
        record: HandRecord,
        seat: int,
        found: Found,
        *,
        is_mine: bool,
        played: str = "",
        called: str = "",
    ) -> KeptReview:
        """Save the coach's review; a hand reviewed before keeps its first review.

        ``played`` is when the hand ended, now if it is no time; ``called`` is the name of its
        rules. Raises ``StoreError`` if it cannot be written; it is then kept for this run.
        """
        number = record.hand_number(seat)
        before = self.numbered(number)
        if before is not None:
            return before
        try:
            minutes = minutes_of(played)
        except ValueError:
            played = now_text()
            minutes = minutes_of(played)
        body = json.dumps(self._body(record, found, played, called, is_mine), separators=(",", ":"))
        row = Row(0, number, REVIEW, minutes, body)
        self._unwritten[number] = row
        if self._archive is not None:
            self._archive.keep(row)
            self._unwritten.clear()
        return KeptReview.from_text(body)

    def over_time(self) -> Iterator[KeptReview]:
        """Yield all reviews in the order in which their hands were played, reading a few at a
        time.
        """
        for _played, number in sorted(self._keys()):
            kept = self.numbered(number)
            if kept is not None:
                yield kept

    def _keys(self) -> set[tuple[int, int]]:
        """Return when each hand was played, and its number."""
        known = {(row.ordinal, number) for number, row in self._unwritten.items()}
        if self._archive is not None:
            asked = f"SELECT ordinal, hand FROM journal WHERE session = 0 AND kind = '{REVIEW}'"
            known.update(self._archive.database.query(asked))
        return known

    def numbered(self, number: int) -> KeptReview | None:
        """Return the review with that number, or None if there is no readable one."""
        row = self._unwritten.get(number)
        try:
            if row is None and self._archive is not None:
                asked = (
                    "SELECT session, hand, kind, ordinal, body, digest FROM journal"
                    f" WHERE session = 0 AND hand = ? AND kind = '{REVIEW}'"
                    " ORDER BY ordinal LIMIT 1"
                )
                found = self._archive.database.query_rows(asked, (number,))
                row = found[0] if found else None
            return None if row is None else KeptReview.from_text(row.body)
        except (*NONSENSE, StoreError, DamagedError):
            return None

    @staticmethod
    def _body(
        record: HandRecord,
        found: Found,
        played: str,
        called: str,
        is_mine: bool,
    ) -> dict[str, object]:
        """Return a review in its saved form: the coach's findings, and the theme of each
        decision.
        """
        bare = replace(record, seed=None, seal=None, note=None).to_mapping()
        decisions = []
        for each in found["decisions"]:
            _seat, made = parse_action(each["played"])
            _seat, best = parse_action(each["best"])
            values = [parse_action(value["action"])[1] for value in each["values"]]
            other = best if made != best else next((one for one in values if one != best), best)
            seen = Reviews.seen_before(record, each["action"], each["seat"], made)
            turn = (seen.turns // seen.seats) + 1
            theme = DecisionTheme.of(made, other).value
            decisions.append({**each, "theme": theme, "turn": turn, "count": seen.count})
        named = PlayedRules(called or preset_like(record.rules), record.rules).text()
        told = {"rules": named, "played": played, "mine": is_mine, "record": bare}
        return {"curve": (), **found, "decisions": decisions, **told}

    @staticmethod
    def seen_before(record: HandRecord, number: int, seat: int, played: Action) -> SeatView:
        """Return a seat's view before the numbered action, with the actions that were open to it
        instead.
        """
        hand = record.deal()
        for text in record.actions[: number - 1]:
            hand.act(*parse_action(text))
        mover, action = parse_action(record.actions[number - 1])
        if mover == seat and not is_out_of_turn(hand, mover, action):
            if hand.phase is SLAP:
                hand.close_slap()
            return view(hand, seat)
        window = ClaimWindow(hand)
        hand.is_claim_open = False
        seen = view(hand, seat)
        options = window.options(seat) or ((DROP,) if played == DROP else ())
        return replace(seen, legal=(*options, PASS), may_act=(seat,))
