"""Learning from one's own mistakes: which of them comes next, and when each comes again.

The plain SM-2 rule: what was found again comes after 1 day, then 6, then ever longer by an ease of
its own; what was not found comes again at once, and from the beginning. The progress is a document
of the saves, so it is kept twice and goes with an export.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from heapq import heapify, heappop
from typing import Final

from game.rules.actions import action_text
from game.saves.reviews import ENOUGH_HANDS, DecisionTheme, KeptDecision, KeptReview
from game.saves.store import Store
from game.verdicts import unit_of

NAME: Final = "mistakes.json"
_EASE, _LEAST_EASE = 2.5, 1.3  # the ease of a new card, and the least
_FIRST, _SECOND = 1, 6
"""Days after the first and the second time that a move was found."""
_BETTER, _WORSE = 0.1, 0.54
"""How much the ease of a mistake grows where the move was found, and falls where it was not."""


@dataclass(frozen=True, slots=True)
class Flashcard:
    """How well a mistake is known: found so many times in a row, due on a day (``ordinal``), so
    many days after it was answered.
    """

    times: int = 0
    days: int = 0
    ease: float = _EASE
    due: int = 0

    def is_due(self, today: int) -> bool:
        """Return whether it comes again; also where it was answered by a clock that was ahead."""
        return self.due <= today or self.due - self.days > today

    def answered(self, today: int, *, is_right: bool) -> "Flashcard":
        """Return the card as it is after an answer on the day ``today``."""
        if not is_right:
            return Flashcard(0, 0, max(_LEAST_EASE, self.ease - _WORSE), today)
        days = (_FIRST, _SECOND)[self.times] if self.times < 2 else round(self.days * self.ease)
        # A card is asked again after ten years at most.
        days = min(days, 3650)
        return Flashcard(self.times + 1, days, self.ease + _BETTER, today + days)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake to learn from, with its review; ``key`` names it for ever."""

    kept: KeptReview
    decision: KeptDecision

    @property
    def key(self) -> str:
        return _key(self.kept.number, self.decision)


def _key(number: int, decision: KeptDecision) -> str:
    return f"{number:x}-{decision.action}-{action_text(0, decision.played)}"


@dataclass(frozen=True, slots=True)
class _Noted:
    """What is held of a mistake: the number of its review, what it was about, what it cost."""

    number: int
    theme: DecisionTheme
    loss: float


@dataclass(frozen=True, slots=True)
class ThemeStanding:
    """How many mistakes of a theme there are, are due, and were found when last tried."""

    mistakes: int = 0
    due: int = 0
    found: int = 0


class Learning:
    """The player's mistakes in all reviewed hands. Read them by ``read`` until it says True."""

    def __init__(self, store: Store, today: Callable[[], date] = date.today) -> None:
        self._store, self._today = store, today
        self._reviews: Iterator[KeptReview] = store.reviews().over_time()
        self._noted: dict[str, _Noted] = {}
        self._hands = 0
        self._lost: dict[DecisionTheme, float] = defaultdict(float)
        self._cards: dict[str, Flashcard] = self._read(store.document(NAME))

    def read(self, most: int = 8) -> bool:
        """Read some more reviews; True once all are read."""
        for _ in range(most):
            kept = next(self._reviews, None)
            if kept is None:
                return True
            if kept.counts:
                self._note(kept)
        return False

    def _note(self, kept: KeptReview) -> None:
        self._hands += 1
        unit = unit_of(kept.rules)
        for each in kept.decisions:
            if each.seat == kept.seat:
                self._lost[each.theme] += each.loss / unit
        for each in kept.mistakes:
            self._noted[_key(kept.number, each)] = _Noted(kept.number, each.theme, each.loss)

    @property
    def hands(self) -> int:
        """How many reviewed hands were read so far, without those for practice."""
        return self._hands

    def costliest(self) -> tuple[DecisionTheme, float] | None:
        """Return the theme that costs the player most and how many stakes that is in a hundred
        hands, over all reviewed hands, 0 where these are too few to tell; None where nothing costs
        anything.
        """
        mistaken = {noted.theme for noted in self._noted.values()}
        lost = [(lost, theme) for theme, lost in self._lost.items() if theme in mistaken]
        most, theme = max(lost, default=(0.0, DecisionTheme.OTHER))
        cost = 100 * most / self._hands if self._hands >= ENOUGH_HANDS else 0.0
        return (theme, cost) if most > 0 else None

    def standings(self) -> Mapping[DecisionTheme, ThemeStanding]:
        """Return how each theme stands of which there is anything."""
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
        """Return what to try now: of all that is due what was due first and cost most, or of
        ``theme``.

        ``but`` names one that was just tried and comes again only if nothing else is due.
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
        """Return a mistake with its review; None where that can no longer be read."""
        number = self._noted[key].number
        kept = self._store.reviews().numbered(number)
        found = (each for each in (kept.mistakes if kept else ()) if _key(number, each) == key)
        decision = next(found, None)
        return Mistake(kept, decision) if kept and decision else None

    def answer(self, spot: Mistake, *, is_right: bool) -> None:
        """Note an answer; ``StoreError`` where it cannot be kept: then it holds for this run."""
        card = self._cards.get(spot.key, Flashcard())
        self._cards[spot.key] = card.answered(self._today().toordinal(), is_right=is_right)
        self._store.keep_document(NAME, self._text(self._cards))

    @staticmethod
    def _read(text: str) -> dict[str, Flashcard]:
        """Read what ``_text`` wrote; of anything else what can be read of it."""
        found: dict[str, Flashcard] = {}
        try:
            held = json.loads(text or "{}")
            for key, (times, days, ease, due) in held.items():
                found[str(key)] = Flashcard(int(times), int(days), float(ease), int(due))
        except (ValueError, TypeError, AttributeError, RecursionError):
            return found
        return found

    @staticmethod
    def _text(cards: Mapping[str, Flashcard]) -> str:
        held = {
            key: [card.times, card.days, round(card.ease, 2), card.due]
            for key, card in cards.items()
        }
        return json.dumps(held, separators=(",", ":"))
