"""Learning from one's own mistakes by spaced repetition: which comes next, and when it returns.

It uses the SM-2 algorithm: a mistake whose better move was found returns after 1 day, then 6, then
at intervals growing by its own ease; one that was not found starts over at once. The progress is a
document of the saves, so it has a second copy and is part of an export.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from heapq import heapify, heappop
from typing import Any, ClassVar, Final

from game.rules.actions import action_text
from game.rules.untrusted_input import json_of
from game.saves.reviews import DecisionTheme, KeptDecision, KeptReview
from game.saves.statistics import PlayedRules
from game.saves.store import Store
from game.verdicts import SURE, Mean, unit_of

NAME: Final = "mistakes.json"
_EASE, _LEAST_EASE = 2.5, 1.3  # the ease of a new card, and the least
_FIRST, _SECOND = 1, 6
"""The intervals in days after a move was found for the first and the second time."""
_BETTER, _WORSE = 0.1, 0.54
"""The increase in ease after a success, and the decrease after a failure."""


@dataclass(frozen=True, slots=True)
class Flashcard:
    """The learning state of a mistake.

    It has been found a number of times in a row and is due on a day (``ordinal``), an interval in
    days after its last answer.
    """

    LONGEST: ClassVar = 3650
    """The longest interval in days: ten years."""

    times: int = 0
    days: int = 0
    ease: float = _EASE
    due: int = 0

    def is_due(self, today: int) -> bool:
        """Return whether it is due, also if its last answer was given by a clock that was ahead."""
        return self.due <= today or self.due - self.days > today

    def answered(self, today: int, *, is_right: bool) -> "Flashcard":
        """Return the new state after an answer on the day ``today``."""
        if not is_right:
            return Flashcard(0, 0, max(_LEAST_EASE, self.ease - _WORSE), today)
        days = (_FIRST, _SECOND)[self.times] if self.times < 2 else self.days * self.ease
        days = round(min(days, self.LONGEST))
        return Flashcard(self.times + 1, days, self.ease + _BETTER, today + days)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake to learn from, with its review; ``key`` is its permanent name."""

    kept: KeptReview
    decision: KeptDecision

    @property
    def key(self) -> str:
        return _key(self.kept.number, self.decision)


def _key(number: int, decision: KeptDecision) -> str:
    return f"{number:x}-{decision.action}-{action_text(0, decision.played)}"


@dataclass(frozen=True, slots=True)
class _Noted:
    """The data held of a mistake: the number of its review, its theme, its cost."""

    number: int
    theme: DecisionTheme
    loss: float


@dataclass(frozen=True, slots=True)
class ThemeStanding:
    """The numbers of mistakes of a theme: in total, due, and found at the last try."""

    mistakes: int = 0
    due: int = 0
    found: int = 0


class Learning:
    """The player's mistakes in all reviewed hands. Call ``read`` until it returns True."""

    def __init__(self, store: Store, today: Callable[[], date] = date.today) -> None:
        self._store, self._today = store, today
        self._reviews: Iterator[KeptReview] = store.reviews().over_time()
        self._noted: dict[str, _Noted] = {}
        self._hands = self._hands_for_stakes = self._seen = 0
        self._reviewed = store.reviews().count
        self._lost: dict[DecisionTheme, float] = defaultdict(float)
        self._costs: dict[DecisionTheme, Mean] = defaultdict(Mean)
        """The mean cost of each theme's decisions, in hands played for stakes."""
        self._lost_at: dict[DecisionTheme, dict[tuple[str, int], float]] = defaultdict(
            lambda: defaultdict(float)
        )
        """The loss of each theme's mistakes by rules and number of seats."""
        self._cards: dict[str, Flashcard] = self._read(store.document(NAME))

    def read(self, most: int = 8) -> bool:
        """Read a few more reviews; return True once all have been read."""
        for _ in range(most):
            kept = next(self._reviews, None)
            if kept is None:
                return True
            self._seen += 1
            if kept.counts:
                self._note(kept)
        return False

    @property
    def progress(self) -> float:
        """The share of the reviews that has been read, 0 to 1."""
        return min(1.0, self._seen / max(1, self._reviewed))

    def _note(self, kept: KeptReview) -> None:
        self._hands += 1
        rules = PlayedRules.from_text(kept.rules_text).rules
        unit = unit_of(rules)
        losses: dict[DecisionTheme, list[float]] = defaultdict(list)
        for each in kept.decisions:
            if each.seat == kept.seat:
                losses[each.theme].append(each.loss / unit)
        is_for_stakes = not rules.is_push_up
        self._hands_for_stakes += is_for_stakes
        for theme, lost in losses.items():
            self._lost[theme] += sum(lost)
            if is_for_stakes:
                self._costs[theme].add(lost)
        for each in kept.mistakes:
            self._noted[_key(kept.number, each)] = _Noted(kept.number, each.theme, each.loss / unit)
            self._lost_at[each.theme][kept.rules_text, len(kept.record.seats)] += each.loss / unit

    @property
    def hands(self) -> int:
        """The number of reviewed hands read so far, without practice."""
        return self._hands

    def costliest(self) -> tuple[DecisionTheme, float, float] | None:
        """Return the theme that costs the player most, its cost in stakes per hundred reviewed
        hands, and half the 95 % interval of that.

        Both are 0 as long as it is not certain to cost anything; the result is None if nothing
        costs anything. A push-up counts for the theme, but not for its cost.
        """
        mistaken = {noted.theme for noted in self._noted.values()}
        lost = [(lost, theme) for theme, lost in self._lost.items() if theme in mistaken]
        most, theme = max(lost, default=(0.0, DecisionTheme.OTHER))
        if most <= 0:
            return None
        mean = self._costs[theme]
        if not mean.is_a_loss:
            return theme, 0.0, 0.0
        decisions = 100 * mean.number / self._hands_for_stakes
        return theme, decisions * mean.value, decisions * SURE * mean.error

    def table_of(self, theme: DecisionTheme) -> tuple[PlayedRules, int]:
        """Return the rules and the number of seats at which mistakes of a theme cost most."""
        table = self._lost_at[theme]
        rules, seats = max(table, key=table.__getitem__)
        return PlayedRules.from_text(rules), seats

    def standings(self) -> Mapping[DecisionTheme, ThemeStanding]:
        """Return the standing of each theme with mistakes."""
        mistakes = Counter(noted.theme for noted in self._noted.values())
        due, found = mistakes.copy(), Counter[DecisionTheme]()
        today = self._today().toordinal()
        for key in self._cards.keys() & self._noted.keys():
            theme, card = self._noted[key].theme, self._cards[key]
            due[theme] -= not card.is_due(today)
            found[theme] += card.times > 0
        return {
            theme: ThemeStanding(mistakes[theme], due[theme], found[theme])
            for theme in DecisionTheme
            if theme in mistakes
        }

    def next(self, theme: DecisionTheme | None = None, *, but: str = "") -> Mistake | None:
        """Return the next mistake to try, of ``theme`` if given: the longest due, then the
        costliest.

        Returns None if there is none.

        ``but`` is the key of the one just tried, which returns only if nothing else is due.
        """
        today, new = self._today().toordinal(), Flashcard()
        due = [
            (key == but, card.due, -noted.loss, key)
            for key, noted in self._noted.items()
            if theme is None or theme is noted.theme
            if (card := self._cards.get(key, new)).is_due(today)
        ]
        heapify(due)
        while due:
            if spot := self._spot(heappop(due)[-1]):
                return spot
        return None

    def _spot(self, key: str) -> Mistake | None:
        """Return a mistake with its review, or None if that is no longer readable."""
        number = self._noted[key].number
        kept = self._store.reviews().numbered(number)
        found = (each for each in (kept.mistakes if kept else ()) if _key(number, each) == key)
        decision = next(found, None)
        return Mistake(kept, decision) if kept and decision else None

    def answer(self, spot: Mistake, *, is_right: bool) -> None:
        """Record an answer; raise ``StoreError`` if it cannot be saved: it then holds for this
        run.
        """
        card = self._cards.get(spot.key, Flashcard())
        self._cards[spot.key] = card.answered(self._today().toordinal(), is_right=is_right)
        self._store.keep_document(NAME, self._text(self._cards))

    @staticmethod
    def _read(text: str) -> dict[str, Flashcard]:
        """Read what ``_text`` wrote, ignoring unreadable parts."""
        try:
            held: Any = json_of(text or "{}")  # Any: anything but cards is ignored below
            cards = list(held.items())
        except (ValueError, AttributeError):
            return {}
        found: dict[str, Flashcard] = {}
        for key, values in cards:
            match values:
                case [int(times), int(days), int() | float() as ease, int(due)] if (
                    times >= 0 and 0 <= days <= Flashcard.LONGEST and ease >= _LEAST_EASE
                ):
                    found[key] = Flashcard(times, days, float(ease), due)
        return found

    @staticmethod
    def _text(cards: Mapping[str, Flashcard]) -> str:
        held = {
            key: [card.times, card.days, round(card.ease, 2), card.due]
            for key, card in cards.items()
        }
        return json.dumps(held, separators=(",", ":"))
