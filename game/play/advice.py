"""Protocols for what a session asks of the coach and gets back: it does not know the bots.

Asking never blocks: each question returns an object to be polled. Values are in stakes, under
push-up in points; errors are standard errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from game.rules.actions import Action
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView

T_co = TypeVar("T_co", covariant=True)
Values: TypeAlias = Mapping[str, "int | float | str | tuple[str, ...]"]
"""The values of a reason, by name."""


class ActionValue(Protocol):
    """The value of one action; its 95 % interval is ``value`` ± 1.96 ``error``."""

    @property
    def action(self) -> Action: ...

    @property
    def value(self) -> float: ...

    @property
    def error(self) -> float: ...

    def chance(self, kind: str) -> float:
        """Return the chance to ``win``, to be ``caught``, of a ``tonk`` or of a ``stockout``."""


class Advised(Protocol):
    """The values of all actions, the best first, after ``playouts`` play-outs by ``policy``."""

    @property
    def values(self) -> Sequence[ActionValue]: ...

    @property
    def playouts(self) -> int: ...

    @property
    def policy(self) -> str: ...

    @property
    def lead(self) -> float:
        """The difference in value between the best action and the next best."""

    @property
    def lead_error(self) -> float:
        """The standard error of ``lead``, smaller than those of the two values, since they share
        their deals.
        """

    @property
    def is_close(self) -> bool:
        """Whether the next best may be as good."""

    @property
    def is_checked(self) -> bool:
        """Whether nothing is left that only stronger play can decide."""

    @property
    def precision(self) -> float:
        """Half the 95 % interval of the least precise value among the actions that may be best."""

    @property
    def reason(self) -> Why | None:
        """Why the first action is the best."""


class Why(Protocol):
    """The kind of a reason, and its values (``game.ui.text.hint_reasons``)."""

    @property
    def kind(self) -> str: ...

    @property
    def values(self) -> Values: ...


class DrillQuestion(Protocol):
    """A drill question; see ``ai.coach.drills.Question``."""

    @property
    def kind(self) -> str:
        """The kind of the question, one of ``game.features.study.drills.model.DRILLS``."""

    @property
    def rules(self) -> RuleSet: ...

    @property
    def level(self) -> int: ...

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards to look at."""

    @property
    def options(self) -> tuple[Action | Card | int, ...]:
        """The answers to choose from; empty if sets of cards are to be found."""

    @property
    def right(self) -> int:
        """The index of the right answer."""

    @property
    def view(self) -> SeatView | None:
        """The view of the seat that is asked; None if only cards count."""

    @property
    def losses(self) -> tuple[float, ...]:
        """The cost of each answer, if anything is at stake."""

    @property
    def sets(self) -> tuple[tuple[Card, ...], ...]:
        """The sets to be found, if the question is about spreads."""

    @property
    def reason(self) -> Why | None: ...

    @property
    def about(self) -> int:
        """The seat that the question is about."""

    @property
    def is_certain(self) -> bool:
        """Whether the question is which cards that seat certainly holds."""

    @property
    def usual(self) -> int:
        """The answer to ``change`` of a player who assumes the standard rules; -1 otherwise."""

    @property
    def key(self) -> str:
        """The one rule that makes the difference in ``change``; empty if there is none."""

    @property
    def is_hidden(self) -> bool:
        """Whether the moves are read first and then remembered."""


class Measurement(Protocol):
    """A number with its standard error."""

    @property
    def value(self) -> float:
        """The number."""

    @property
    def error(self) -> float:
        """The standard error of the measurement."""

    @property
    def n(self) -> int:
        """The number of cases behind the measurement."""


class RuleFact(Protocol):
    """A difference that a rule set makes to good play."""

    @property
    def kind(self) -> str:
        """The kind of the fact."""

    @property
    def figure(self) -> str:
        """The name of the measurement behind the fact."""

    @property
    def here(self) -> Measurement:
        """The measurement under these rules."""

    @property
    def usual(self) -> Measurement | None:
        """The measurement in the standard game."""

    @property
    def detail(self) -> str:
        """The rule key, ending or turn that the fact is about."""

    @property
    def rises(self) -> bool:
        """Whether the measurement is larger here than in the standard game."""


class Pending(Protocol[T_co]):
    """A question to the coach, who works in another process; asking never blocks."""

    @property
    def error(self) -> str | None:
        """Why there will be no answer."""

    @property
    def latest(self) -> T_co | None:
        """The best answer so far."""

    @property
    def is_over(self) -> bool: ...

    def cancel(self) -> None:
        """Stop because the answer is no longer wanted."""


class Coach(Protocol):
    """A coach that values the actions of the seat whose view is given.

    It values all legal actions or those named, by play-outs from a seed.
    """

    def __call__(
        self, view: SeatView, seed: int, actions: tuple[Action, ...] | None = None, /
    ) -> Pending[Advised]: ...


class Explored(Protocol):
    """The findings about a rule set.

    They are measurements by name, those of the standard game, how often each level drops by turn
    and count, and what good play does differently.
    """

    @property
    def hands(self) -> int: ...

    @property
    def seats(self) -> int: ...

    @property
    def figures(self) -> Mapping[str, Measurement]: ...

    @property
    def usual(self) -> Mapping[str, Measurement]: ...

    @property
    def bands(self) -> Sequence[tuple[int, int | None]]: ...

    @property
    def drops(self) -> Mapping[str, Sequence[Sequence[Measurement | None]]]: ...

    @property
    def facts(self) -> Sequence[RuleFact]: ...


class Exploration(Protocol):
    """A running exploration of a rule set by bots in another process; asking never blocks."""

    @property
    def latest(self) -> Explored | None:
        """The findings, None before the end."""

    @property
    def part(self) -> float:
        """The share of the exploration that is done, 0 to 1."""

    @property
    def error(self) -> str | None:
        """Why nothing will be found."""


@dataclass(frozen=True, slots=True)
class BotTrial:
    """The result of testing the opponents for peeking.

    It counts the opponents, the questions asked twice, the hidden cards moved and the answers that
    changed.
    """

    bots: int
    asked: int
    moved: int
    differing: int


@dataclass(frozen=True, slots=True)
class LevelLoss:
    """The average cost of a decision by a level, and its standard error."""

    level: str
    loss: float
    error: float
