"""What a session may ask of the coach, and what comes back: as protocols, for it knows no bots.

Asking never waits: each question gives an object that is looked at now and then. Values are in
stakes; an error is a standard error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from game.rules.actions import Action
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView

Values: TypeAlias = Mapping[str, "int | float | str | tuple[str, ...]"]
"""What belongs to a reason or a fact, by name."""


class ActionValue(Protocol):
    """What one action is worth: ``value`` in stakes, give or take 1.96 of ``error``."""

    @property
    def action(self) -> Action: ...

    @property
    def value(self) -> float: ...

    @property
    def error(self) -> float: ...

    def chance(self, kind: str) -> float:
        """Return the chance to ``win``, to be ``caught``, of a ``tonk``, of a ``stockout``."""


class Advised(Protocol):
    """What all actions are worth, the best first, after so many ``playouts`` by ``policy``."""

    @property
    def values(self) -> Sequence[ActionValue]: ...

    @property
    def playouts(self) -> int: ...

    @property
    def policy(self) -> str: ...

    @property
    def lead(self) -> float:
        """How much more the best action is worth than the next best."""

    @property
    def lead_error(self) -> float:
        """The standard error of ``lead``, less than those of both, for they share their deals."""

    @property
    def is_close(self) -> bool:
        """Whether the next best may be as good."""

    @property
    def precision(self) -> float:
        """How far off the values may be, in stakes."""

    @property
    def reason(self) -> tuple[str, Values] | None:
        """Why the first action is the best: a kind and what belongs to it
        (``game.ui.text.coaching``).
        """


class Why(Protocol):
    """A fact of a position, and what belongs to it (``game.ui.text.hint_reasons``)."""

    @property
    def kind(self) -> str: ...

    @property
    def values(self) -> Mapping[str, int | float | str | tuple[str, ...]]: ...


class DrillQuestion(Protocol):
    """A question to practise by, as ``ai.coach.drills.Question`` says it."""

    @property
    def kind(self) -> str:
        """The kind of the question, one of ``game.features.study.drills.model.KINDS``."""

    @property
    def rules(self) -> RuleSet: ...

    @property
    def level(self) -> int: ...

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards to look at."""

    @property
    def options(self) -> tuple[Action | Card | int, ...]:
        """The answers to choose from; none where sets of cards are to be found."""

    @property
    def right(self) -> int:
        """The place of the right answer."""

    @property
    def view(self) -> SeatView | None:
        """What the seat that is asked sees; None where only cards count."""

    @property
    def losses(self) -> tuple[float, ...]:
        """What each answer costs, where anything is at stake."""

    @property
    def sets(self) -> tuple[tuple[Card, ...], ...]:
        """The sets that are to be found, where the question is about spreads."""

    @property
    def reason(self) -> Why | None: ...

    @property
    def about(self) -> int:
        """The seat that the question is about."""

    @property
    def is_certain(self) -> bool:
        """Whether the question is what that seat holds for certain."""

    @property
    def usual(self) -> int:
        """The answer to ``change`` of who takes the rules for the standard ones; -1 elsewhere."""

    @property
    def key(self) -> str:
        """The one rule that makes the difference in ``change``; empty where there is none."""

    @property
    def is_hidden(self) -> bool:
        """Whether the moves are read first, then remembered."""


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
        """How many cases the measurement rests on."""


class RuleFact(Protocol):
    """A fact about a rule set: something that good play does differently."""

    @property
    def kind(self) -> str:
        """The kind of the fact: what it is about."""

    @property
    def figure(self) -> str:
        """The name of the figure that the fact rests on."""

    @property
    def here(self) -> Measurement:
        """The figure under these rules."""

    @property
    def usual(self) -> Measurement | None:
        """The figure in the standard game."""

    @property
    def detail(self) -> str:
        """A rule's key, an ending, a turn."""

    @property
    def rises(self) -> bool:
        """Whether the figure is larger here than in the standard game."""


class Advice(Protocol):
    """A question to the coach, who thinks elsewhere; asking never waits."""

    @property
    def error(self) -> str | None:
        """Why there will be no advice."""

    @property
    def latest(self) -> Advised | None:
        """The best advice so far."""

    @property
    def is_over(self) -> bool: ...

    def cancel(self) -> None:
        """Stop: the advice is not wanted any more."""


class Coach(Protocol):
    """Whom to ask what actions are worth to the seat that sees a view: all that it may choose from,
    or those that are named, reckoned with a seed.
    """

    def __call__(
        self, view: SeatView, seed: int, actions: tuple[Action, ...] | None = None, /
    ) -> Advice: ...


class PendingDrill(Protocol):
    """A question in the making, elsewhere; asking never waits."""

    @property
    def error(self) -> str | None:
        """Why there will be no question."""

    @property
    def latest(self) -> DrillQuestion | None:
        """The question, once it is there."""

    @property
    def is_over(self) -> bool: ...

    def cancel(self) -> None:
        """Stop: the drill is not wanted any more."""


class Explored(Protocol):
    """What was found of a rule set: figures by name, those of the standard game, how often each
    level drops by turn and band of counts, and what good play does differently.
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
    """Bots play elsewhere to find out what a rule set does; asking never waits."""

    @property
    def latest(self) -> Explored | None:
        """What was found, None before the end."""

    @property
    def part(self) -> float:
        """The share of the exploration that is done, 0 to 1."""

    @property
    def error(self) -> str | None:
        """Why nothing will be found."""


@dataclass(frozen=True, slots=True)
class BotTrial:
    """How far the opponents have been tried for peeking: how many there are, how many questions
    were asked twice, how many hidden cards had been moved, how many answers were not the same.
    """

    bots: int
    asked: int
    moved: int
    differing: int


@dataclass(frozen=True, slots=True)
class LevelLoss:
    """What a decision of a level costs on average, and its standard error."""

    level: str
    loss: float
    error: float
