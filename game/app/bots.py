"""What the window asks of the bots: moves, hints, reviews, drills, explorations, and facts.

Whatever thinks runs in processes of its own, started when first asked.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from ai.coach.drills import Kind
    from ai.coach.hand_review import Review
    from ai.consulting import Consultant, Consultation
    from ai.explore.facts import Findings
    from ai.worker import Thinker
    from game.app.player_saves import PlayerSaves
    from game.play.advice import (
        Advised,
        BotTrial,
        DrillQuestion,
        Exploration,
        LevelLoss,
        Pending,
        Values,
    )
    from game.play.opponents import Ladder, Opponents
    from game.rules.actions import Action
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView
    from game.saves.reviews import KeptDecision


class Bots:
    """The process that runs the opponents, started with the first table."""

    def __init__(self) -> None:
        self._thinker: Thinker | None = None

    def _there(self) -> Thinker:
        from ai.worker import Thinker

        self._thinker = self._thinker or Thinker()
        return self._thinker

    def think(self, view: SeatView, level: str, seed: int) -> Future[Action]:
        return self._there()(view, level, seed)

    def get_ready(self, rules: RuleSet, levels: Sequence[str], seats: int) -> None:
        self._there().get_ready(rules, levels, seats)

    def close(self) -> None:
        if self._thinker:
            self._thinker.close()
        self._thinker = None


bots = Bots()


def beliefs(view: SeatView) -> Mapping[Card, tuple[float, ...]]:
    """Return what a watchful player believes (``Services.beliefs``)."""
    from ai.belief import believed

    return believed(view)


def renewed_reason(seen: SeatView, kept: KeptDecision) -> tuple[str, Values] | None:
    """Return why the best action of a saved decision is best, found anew where that is
    possible.
    """
    from ai.coach.evaluator import CoachReason
    from ai.coach.reasons import renewed

    others = [value.action for value in kept.values if value.action != kept.best]
    if kept.mistake:
        others = [kept.played]
    if kept.reason is None or not others or not has_kernel():
        return kept.reason
    lead = kept.loss_of(others[0])[0]
    found = renewed(seen, kept.best, others, lead, CoachReason(*kept.reason))
    return found.kind, found.values


def bot_trial(positions: int, seed: str) -> Iterator[BotTrial]:
    """Ask every opponent twice at a number of positions from a seed; yield the progress."""
    from ai.peeking import all_opponents, try_bots
    from game.play.advice import BotTrial

    opponents = len(all_opponents())
    asked = moved = differing = 0
    for tried in try_bots(positions, seed):
        is_whole = tried.positions == positions
        yield BotTrial(
            opponents, asked + tried.positions, moved + tried.moved, differing + tried.differing
        )
        if is_whole:
            asked += tried.positions
            moved += tried.moved
            differing += tried.differing


def ladder() -> Ladder:
    """Return the measured strengths of the bots, from the file beside their code."""
    from game.bundled_data import BrokenGameError, own_data
    from game.play.opponents import Ladder

    try:
        return own_data("ai", "ladder.json", Ladder.read)
    except BrokenGameError:
        return Ladder()


def level_losses() -> Sequence[LevelLoss]:
    """Return the measured cost of a decision by each level, from the file beside the bots."""
    import json

    from ai.registry import LEVELS
    from game.bundled_data import BrokenGameError, own_data
    from game.features.study.assessment.model import measured_from

    try:
        return own_data("ai", "losses.json", lambda data: measured_from(json.loads(data), LEVELS))
    except BrokenGameError:
        return ()


def opponents_for(saves: PlayerSaves) -> Opponents:
    from ai import betting
    from ai.profile import LEVELS, MASTER, STYLES
    from game.play.opponents import ADAPTIVE, Opponents

    plain, styles, usual = tuple(LEVELS), tuple(STYLES), "regular"
    if not has_kernel():
        return Opponents(plain, styles, usual, betting, away=(MASTER, ADAPTIVE))
    return Opponents((*plain, MASTER), styles, usual, betting, study=saves.study)


class _ReviewInProgress:
    """A review in progress, in the form that the review queue expects."""

    def __init__(self, asked: Consultation[Review]) -> None:
        self._asked = asked

    @property
    def part(self) -> float:
        return self._asked.part

    @property
    def found(self) -> Mapping[str, object] | None:
        """The finished review in its saved form: with its curve, and with the reason for the best
        action.
        """
        review = self._asked.latest
        if review is None:
            return None
        decisions = [
            {**each.to_mapping(), "reason": (each.reason.kind, dict(each.reason.values))}
            for each in review.decisions
        ]
        return {**review.to_mapping(), "decisions": decisions, "curve": review.curve}

    @property
    def error(self) -> str | None:
        return self._asked.error

    @property
    def is_over(self) -> bool:
        return self._asked.is_over

    def cancel(self) -> None:
        self._asked.cancel()


def has_kernel() -> bool:
    """Return whether the kernel, which the coach and Master need, is installed."""
    from ai.kernel import is_available

    return is_available()


class _Exploration:
    """The exploration of a rule set, running in another process or finished earlier and saved."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        from ai.consulting import Consultant
        from ai.explore.facts import Findings
        from ai.explore.preset_findings import kept, standard

        known = kept(rules, seats)
        self._rules, self._seats, self._consultant = rules, seats, Consultant()
        self._found: Findings | None = Findings.of(known, standard(seats)) if known else None
        self._going: Consultation[Findings] | None = None
        if known is None:
            self._going = self._consultant.explore(rules, seats, self._read())

    @property
    def is_going_on(self) -> bool:
        """Whether bots are still playing for the exploration."""
        return self.latest is None and self._going is not None

    @property
    def latest(self) -> Findings | None:
        if self._going and self._going.latest:
            self._found = self._going.latest
            self.close()
        return self._found

    @property
    def part(self) -> float:
        return self._going.part if self._going else 1.0

    @property
    def error(self) -> str | None:
        return self._going.error if self._going else None

    def close(self) -> None:
        """End the process, and save its progress."""
        from game.files import StoreError, write_whole

        if self._going is None:
            return
        self._consultant.listen()
        found = self._going.latest
        text = found.kept if found else self._going.kept
        self._consultant.close()
        self._going = None
        path = self._path()
        if path and text:
            with suppress(StoreError):  # it can be repeated
                write_whole(path, text)

    def _read(self) -> str:
        from game.files import read_regular

        path = self._path()
        try:
            return read_regular(path).decode("utf-8") if path else ""
        except (OSError, ValueError):
            return ""

    def _path(self) -> Path | None:
        """Return the file for the exploration, named by share code and number of seats.

        An exploration is not saved if its rules have no share code, or one too long for a file
        name.
        """
        from ai.explore.exploring import code_or_none
        from ai.explore.preset_findings import SEATS
        from game.files import data_folder

        code = code_or_none(self._rules)
        name = f"{code}.json" if self._seats == SEATS else f"{code}-{self._seats}.json"
        return data_folder() / "explored" / name if code and len(code) < 200 else None


class CoachProcesses:
    """The coach's processes: one once the coach has been asked, and one for each running
    exploration.
    """

    def __init__(self) -> None:
        self._consultant: Consultant | None = None
        self._explorations: dict[tuple[RuleSet, int], _Exploration] = {}
        """The explorations by rules and number of seats, the one asked for last at the end."""

    def _there(self) -> Consultant:
        from ai.consulting import Consultant

        self._consultant = self._consultant or Consultant()
        return self._consultant

    def hint(
        self, view: SeatView, seed: int, actions: tuple[Action, ...] | None = None
    ) -> Pending[Advised]:
        return self._there().hint(view, seed, actions=actions)

    def drill(
        self, kind: str, rules: RuleSet, seats: int, level: int, seed: int
    ) -> Pending[DrillQuestion]:
        return self._there().drill(cast("Kind", kind), rules, seats, level, seed)

    def review(self, record: str, seat: int) -> _ReviewInProgress:
        return _ReviewInProgress(self._there().review(record, seat, judged=(seat,)))

    def explore(self, rules: RuleSet, seats: int) -> Exploration:
        # Asking for another number of seats ends the earlier explorations; their progress is saved.
        for other in [key for key in self._explorations if key[0] == rules and key[1] != seats]:
            if self._explorations[other].is_going_on:
                self._explorations.pop(other).close()
        going = self._explorations.pop((rules, seats), None)
        if going is not None and going.error:
            going.close()
            going = None
        going = going or _Exploration(rules, seats)
        self._explorations[rules, seats] = going
        return going

    def explored_last(self, rules: RuleSet) -> int | None:
        return next((seats for each, seats in reversed(self._explorations) if each == rules), None)

    def close(self) -> None:
        while self._explorations:
            self._explorations.popitem()[1].close()
        if self._consultant:
            self._consultant.close()
        self._consultant = None


coach = CoachProcesses()
