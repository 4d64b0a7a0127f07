"""The protocol of a screen, and what it may ask of the program around it.

The window holds a stack of scenes. Only the top one gets events and time; an overlay lets the
one below be seen. A scene never sleeps, never pumps events and never draws outside `draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future
    from datetime import date
    from pathlib import Path

    from pygame import Event, Rect, Surface

    from game.play.advice import (
        BotTrial,
        Coach,
        Exploration,
        LevelLoss,
        PendingDrill,
    )
    from game.play.opponents import Ladder, Opponents
    from game.play.plan import Plan
    from game.play.practice import Practice
    from game.play.session import Session
    from game.rule_files import NamedRules
    from game.rules.actions import Action
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView
    from game.saves.history import History
    from game.saves.review_queue import Job, Reviewer
    from game.saves.settings import SettingsStore
    from game.saves.store import Store
    from game.ui.kit.typing import TextField
    from game.ui.look.theme import Theme
    from game.ui.shell.sound import Sound
    from game.ui.shell.tips import Tip

T = TypeVar("T")

# (what the seat sees, level, seed of the decision) -> the action, worked out off the frame thread;
# where the bot does not decide the future raises, a BrokenGameError where the game is not whole
Thinker = Callable[["SeatView", str, int], "Future[Action]"]


class Saves(Protocol):
    """Where sessions are kept."""

    def saved_session(self) -> Session | None:
        """The session to go on with, or None; None also while nothing has been opened yet."""

    def start(self, plan: Plan) -> Session:
        """Begin a session in place of the one kept; one of another kind is left for later."""

    def waits(self, kind: str) -> bool:
        """Whether there is a table of that kind (`Plan.kind`) to resume."""

    def resume(self, kind: str) -> Session | None:
        """Go on with the table of that kind; `StoreError` where that cannot be written."""

    def history(self) -> History:
        """Return the history of all finished hands."""

    def opened(self) -> Store:
        """Return the saves, opened if they are not yet."""


def _nothing_measured() -> Ladder:
    from game.play.opponents import Ladder

    return Ladder()


def _no_page(_stage: Stage, _what: object) -> Scene:
    raise LookupError("there is no such page here")


class TableHooks(NamedTuple):
    """What features add to a session at the table; without them nothing."""

    occasion: Callable[[Stage, RuleSet], str] = lambda _stage, _rules: ""
    """What a new table is played for (``Plan.occasion``): the bankroll, say."""
    greeting: Callable[[Stage, Session], str] = lambda _stage, _session: ""
    """What an opponent who remembers the player says before the first hand."""
    after_hand: Callable[[Stage, Session], Iterator[Sequence[Callable[[], str]]]] = (
        lambda _stage, _session: iter(())
    )
    """Lines about what the hand that is over has come to beside its payments, in steps; a step
    takes a part of a frame, and finds some lines or none."""
    after_session: Mapping[str, Callable[[Stage, str], None]] = MappingProxyType({})
    """Opens the page that follows a session in place of the final standing, for its occasion; by
    the kind of the session (``Plan.kind``)."""
    practise: Callable[[Stage, Practice], None] = lambda _stage, _practice: None
    """Opens the practice table; where an opponent cannot play here, another may sit in."""
    practise_rules: Callable[[Stage, NamedRules], None] = lambda _stage, _named: None
    """Opens the practice table with a deal by these rules, against the usual opponents."""
    saved_hands: Callable[[Stage], Scene] = lambda _stage: _no_page(_stage, None)
    """The page of all saved hands."""


_NO_HOOKS: Final = TableHooks()


def _today() -> date:
    from datetime import date

    return date.today()  # noqa: DTZ011  # the day by the player's own clock


def _nowhere_else() -> Path:
    raise LookupError("nothing is saved here")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Services:
    """What all scenes share; made once by the composition root."""

    settings: SettingsStore
    store: Saves
    theme: Theme
    sound: Sound
    thinker: Thinker
    opponents: Callable[[], Opponents]
    """The opponents that the thinker knows; asked for only once the first frame is shown."""
    seed: str | None
    """Makes the shuffles of sessions begun here repeatable; None for real ones."""
    clock: Callable[[], float]
    """Seconds, monotonic. Scenes move by the `dt` they are given and seldom need this."""
    table: Callable[[Stage, Session, bool], Scene]
    """The table of a session. Where it is to wait, nothing is dealt before what lies over it is
    closed. Pages lead there by this: the table itself leads to most pages."""
    practice: Callable[[Stage, Practice], Scene] = _no_page
    """The table of a hand of practice."""
    shortcuts: Callable[[Stage, str], Scene] = _no_page
    """The page of all keys, those of the named screen first; F1 opens it from anywhere."""
    new_game: Callable[[Stage], Scene] = lambda stage: _no_page(stage, None)
    """The page before a new game."""
    today: Callable[[], date] = _today
    """The day by the player's clock. Ask whenever it is shown or reckoned with: midnight comes, the
    machine sleeps, its clock is set."""
    get_ready: Callable[[RuleSet, Sequence[str], int], None] = lambda _rules, _levels, _seats: None
    """Has opponents of these levels work out, before anything else is asked of them, what takes
    long under rules at so many seats."""
    ladder: Callable[[], Ladder] = _nothing_measured
    """The measured strength of the opponents."""
    bot_trial: Callable[[int, str], Iterator[BotTrial]] = lambda _positions, _seed: iter(())
    """Asks every opponent twice at so many positions of a seed; tells how far it has come."""
    beliefs: Callable[[SeatView], Mapping[Card, tuple[float, ...]]] = lambda _view: {}
    """What a watchful player believes: for each hidden card the chance of each seat to hold it, and
    last that of the stock."""
    coach: Coach | None = None
    """What actions are worth to a seat; None where nobody knows."""
    drills: Callable[[str, RuleSet, int, int, int], PendingDrill] | None = None
    """A question to practise by, of a kind, for rules and seats, of a level, by a seed; None where
    nobody makes any."""
    reviewer: Reviewer | None = None
    """Has the coach go through hands that were played; None where nobody can."""
    review: Callable[[Stage, Job], Scene] = _no_page
    """The page of a review that is made or kept."""
    lesson: Callable[[Stage, NamedRules], Scene] = _no_page
    """Questions on what these rules change."""
    drill: Callable[[Stage, str], Scene] = _no_page
    """A drill of one kind (``game.features.study.drills.model.KINDS``); for "" the page of all."""
    level_losses: Callable[[], Sequence[LevelLoss]] = tuple
    """What a decision of each level costs, from the weakest up; empty where none was measured."""
    explore: Callable[[RuleSet, int], Exploration] | None = None
    """What rules do: found before, or being found out from now on."""
    explored_last: Callable[[RuleSet], int | None] = lambda _rules: None
    """The number of seats for which rules were explored last; None where they never were."""
    hooks: TableHooks = _NO_HOOKS
    """What features add at the table."""
    lacks_kernel: bool = False
    """Whether the coach, drills and explorations are not there because Tonk was installed without
    what they need; then pages say so where they are greyed."""
    save_elsewhere: Callable[[], Path] = _nowhere_else
    """Puts what was played into a backup, once another Tonk has the saves; `StoreError` where that
    is impossible."""
    system_is_calm: Callable[[], bool] = lambda: False
    """Whether the system is known to want reduced motion; called in every frame, never waits."""


class Scene(Protocol):
    """A screen: what the loop asks of each."""

    is_overlay: bool
    """Whether the scene below is drawn first, and stands still."""

    takes_every_key: bool
    """Whether it waits for any key at all: then it gets all but the one for leaving the game."""

    keys: str
    """The groups of keys (`keys.py`) that are the scene's own."""

    @property
    def types_into(self) -> TextField | None:
        """The field that letters typed now go into; None where they are keys."""

    def text_box(self) -> Rect | None:
        """Where the next letter typed appears."""

    @property
    def heading(self) -> str:
        """What the screen is called, as read aloud whenever it comes to the top."""

    def spoken(self) -> str:
        """Return what has the focus now, as read aloud."""

    def news(self) -> Sequence[str]:
        """Return what has happened since the last call, as read aloud."""

    def canvas(self, size: tuple[int, int]) -> tuple[int, int]:
        """How large it has to be laid out in a window of that size; the window scrolls over it."""

    def in_view(self) -> Rect | None:
        """Return the box of the scene that must be in view: mostly what has the focus."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out anew, on a canvas of that size. Called before the first frame, and
        after every resize.
        """

    def handle(self, event: Event) -> None:
        """React to one event. After it comes `update(0)`, then a frame is drawn."""

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass; True if something moved, so that a frame is needed."""

    def idle_for(self) -> float | None:
        """Seconds until `update` must be called if no event comes.

        0 while something moves (then 60 frames a second); None if only an event can change
        anything. While waiting for a computation, answer None and let it wake the stage.
        """

    def draw(self, surface: Surface) -> None:
        """Draw the whole scene."""

    def tip(self, at: tuple[int, int] | None) -> Tip | None:
        """What is at a place, or, for None, what has the focus, where that has no word on it."""

    def room(self, sizes: Sequence[tuple[int, int]]) -> Rect | None:
        """Return where a notice of one of those sizes covers nothing in use; None where that does
        not matter.
        """

    def on_resume(self) -> None:
        """Resume: the scene is on top again, and settings may have changed above it."""

    def new_day(self) -> None:
        """The date has changed since it was last asked for, forwards or back, or may have: take
        everything anew that depends on it. Scenes that are covered are told as well.
        """

    def on_language_changed(self) -> None:
        """Take every text anew: the language has changed. `resize` follows."""

    def close(self) -> None:
        """Save what must be kept: the scene leaves the stack, or the window closes."""

    def targets(self) -> dict[str, Rect]:
        """Everything that can be clicked now: a semantic name and where it lies.

        Tests and the bot that plays by hand click in the middle of these.
        """


class Stage(Protocol):
    """What a scene may ask of the window."""

    @property
    def services(self) -> Services: ...

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the pointer was last seen. Never ask pygame.mouse."""

    def push(self, scene: Scene) -> None:
        """Lay a scene on top."""

    def pop(self) -> None:
        """Close the top scene; closing the last one leaves the program."""

    def replace(self, scene: Scene) -> None:
        """Close the top scene and put another in its place."""

    def home(self) -> None:
        """Close everything above the first scene: back to the start screen."""

    def quit(self) -> None:
        """Leave the program with status 0, every scene closed in turn."""

    def notify(self, text: str) -> None:
        """Show one line for a few seconds."""

    def scroll(self, notches: float) -> None:
        """Scroll over a top scene that is larger than the window, up positive."""

    def change(self, **values: object) -> None:
        """Change settings, and remember them; where they cannot be written, say so once."""

    def set_fullscreen(self, wanted: bool) -> None:
        """Fill the screen or go back to a window, and remember it."""

    def wake(self) -> None:
        """Call `update` soon. The one method that any thread may call."""

    def watch(self, future: Future[T]) -> Future[T]:
        """Wake when the future is done; gives the same future back."""


def whole(stage: Stage) -> Stage:
    """Return the stage of pages that take the whole window, whatever those below leave of it."""
    while isinstance(stage, StageWithin):
        stage = stage.real
    return stage


class StageWithin:
    """The stage of a part of a window: it has a size and services of its own.

    Both are worked out from those of the ``real`` one, whenever they are asked for.
    """

    def __init__(
        self,
        real: Stage,
        size_of: Callable[[tuple[int, int]], tuple[int, int]],
        services_of: Callable[[Services], Services],
    ) -> None:
        self.real: Final = real
        self._size_of, self._services_of = size_of, services_of

    @property
    def services(self) -> Services:
        return self._services_of(self.real.services)

    @property
    def size(self) -> tuple[int, int]:
        return self._size_of(self.real.size)

    @property
    def pointer(self) -> tuple[int, int]:
        return self.real.pointer

    def push(self, scene: Scene) -> None:
        self.real.push(scene)

    def pop(self) -> None:
        self.real.pop()

    def replace(self, scene: Scene) -> None:
        self.real.replace(scene)

    def home(self) -> None:
        self.real.home()

    def quit(self) -> None:
        self.real.quit()

    def notify(self, text: str) -> None:
        self.real.notify(text)

    def scroll(self, notches: float) -> None:
        self.real.scroll(notches)

    def change(self, **values: object) -> None:
        self.real.change(**values)

    def set_fullscreen(self, wanted: bool) -> None:
        self.real.set_fullscreen(wanted)

    def wake(self) -> None:
        self.real.wake()

    def watch(self, future: Future[T]) -> Future[T]:
        return self.real.watch(future)


class BaseScene:
    """A scene that does nothing yet: inherit and override what differs."""

    is_overlay = False
    takes_every_key = False
    keys = "table"

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @property
    def types_into(self) -> TextField | None:
        return None

    def text_box(self) -> Rect | None:
        return self.types_into.caret_box if self.types_into else None

    @property
    def heading(self) -> str:
        return ""

    def spoken(self) -> str:
        return ""

    def news(self) -> Sequence[str]:
        return ()

    def canvas(self, size: tuple[int, int]) -> tuple[int, int]:
        return size

    def in_view(self) -> Rect | None:
        return None

    def resize(self, size: tuple[int, int]) -> None:
        pass

    def handle(self, event: Event) -> None:
        pass

    def update(self, _dt: float) -> bool:
        return False

    def idle_for(self) -> float | None:
        return None

    def draw(self, surface: Surface) -> None:
        pass

    def tip(self, _at: tuple[int, int] | None) -> Tip | None:
        return None

    def room(self, _sizes: Sequence[tuple[int, int]]) -> Rect | None:
        return None

    def on_resume(self) -> None:
        pass

    def new_day(self) -> None:
        pass

    def on_language_changed(self) -> None:
        pass

    def close(self) -> None:
        pass

    def targets(self) -> dict[str, Rect]:
        return {}
