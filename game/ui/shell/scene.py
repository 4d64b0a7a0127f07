"""The protocols of a scene and of the stage that it is on.

The window holds a stack of scenes. Only the top one gets events and time; below an overlay the next
one is visible. A scene never sleeps, never pumps events and never draws outside `draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
        DrillQuestion,
        Exploration,
        LevelLoss,
        Pending,
        Values,
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
    from game.saves.reviews import KeptDecision
    from game.saves.settings import SettingsStore
    from game.saves.store import Store
    from game.ui.kit.typing import TextField
    from game.ui.look.theme import Theme
    from game.ui.shell.sound import Sound
    from game.ui.shell.tips import Tip

T = TypeVar("T")

# (view of the seat, level, seed) -> the action, worked out off the frame thread. The future raises
# where the bot does not decide, and BrokenGameError where files of the game are missing.
Thinker = Callable[["SeatView", str, int], "Future[Action]"]


class Saves(Protocol):
    """Where sessions are saved."""

    def saved_session(self) -> Session | None:
        """Return the session to resume, or None; None also before the saves have been opened."""

    @property
    def has_played(self) -> bool:
        """Whether there is a session to resume or a finished hand; False also before the saves have
        been opened.
        """

    def start(self, plan: Plan) -> Session:
        """Start a session in place of the saved one; one of another kind is kept for later."""

    def can_resume(self, kind: str, occasion: str = "") -> bool:
        """Return whether there is a table of that kind (`Plan.kind`) to resume, and for this
        occasion if one is given.
        """

    def resume(self, kind: str) -> Session | None:
        """Resume the table of that kind; `StoreError` if that cannot be saved."""

    def history(self) -> History:
        """Return the history of all finished hands."""

    def opened(self) -> Store:
        """Return the saves, opened first if they are not yet."""


def _nothing_measured() -> Ladder:
    from game.play.opponents import Ladder

    return Ladder()


class Pages(Protocol):
    """The pages that other pages open, though they are not below them in the layers."""

    def table(self, stage: Stage, session: Session, is_waiting: bool) -> Scene:
        """Return the table of a session. If ``is_waiting``, nothing is dealt until the pages over
        it are closed.
        """

    def practice_table(self, stage: Stage, practice: Practice) -> Scene:
        """Return the table of a practice hand."""

    def practise(self, stage: Stage, practice: Practice) -> None:
        """Open the practice table; an opponent that cannot play here may be replaced."""

    def practise_rules(self, stage: Stage, named: NamedRules) -> None:
        """Open the practice table with a deal under these rules, against the usual opponents."""

    def new_game(self, stage: Stage) -> Scene:
        """Return the page that sets up a new game."""

    def saved_hands(self, stage: Stage) -> Scene:
        """Return the page of all saved hands."""

    def review(self, stage: Stage, job: Job) -> Scene:
        """Return the page of a review, saved or in progress."""

    def lesson(self, stage: Stage, named: NamedRules) -> Scene:
        """Return the page of questions on what these rules change."""

    def drill(self, stage: Stage, kind: str, table: tuple[NamedRules, int] | None) -> Scene:
        """Return the page of a drill of one kind (``game.features.study.drills.model.DRILLS``), or
        of all for ""; for some rules and number of seats, else those last chosen.
        """

    def shortcuts(self, stage: Stage, keys: str) -> Scene:
        """Return the page of all shortcuts, those of the named screen first; F1 opens it from
        anywhere.
        """


class TableHooks(NamedTuple):
    """What features add to a session at the table; by default nothing."""

    occasion: Callable[[Stage, RuleSet], str] = lambda _stage, _rules: ""
    """What a new table is played for (``Plan.occasion``), such as the bankroll."""
    greeting: Callable[[Stage, Session], str] = lambda _stage, _session: ""
    """What an opponent who remembers the player says before the first hand, if anything."""
    after_hand: Callable[[Stage, Session], Iterator[Sequence[Callable[[], str]]]] = (
        lambda _stage, _session: iter(())
    )
    """Lines about a finished hand besides its payments, in steps: each takes part of a frame, and
    returns some lines or none.
    """
    after_session: Mapping[str, Callable[[Stage, str], None]] = MappingProxyType({})
    """Functions that open the page after a session in place of the final standing, by the kind of
    the session (``Plan.kind``).
    """


_NO_HOOKS: Final = TableHooks()


def _today() -> date:
    from datetime import date

    return date.today()  # noqa: DTZ011  # the day by the player's own clock


def _nowhere_else() -> Path:
    raise LookupError("nothing is saved here")


class Services(NamedTuple):
    """What all scenes share; made once by the composition root."""

    settings: SettingsStore
    saves: Saves
    theme: Theme
    sound: Sound
    thinker: Thinker
    opponents: Callable[[], Opponents]
    """The opponents that the thinker knows; call it only after the first frame."""
    seed: str | None
    """The seed that makes the shuffles of new sessions repeatable; None for real ones."""
    clock: Callable[[], float]
    """The monotonic clock, in seconds. Scenes move by their `dt` and seldom need it."""
    pages: Pages
    """The pages that other pages open, such as the table, which itself leads to most of them."""
    today: Callable[[], date] = _today
    """The player's current date. Call it at every use: midnight passes, clocks are set."""
    get_ready: Callable[[RuleSet, Sequence[str], int], None] = lambda _rules, _levels, _seats: None
    """Has opponents of these levels prepare what takes long under these rules with that many seats,
    before anything else is asked of them.
    """
    ladder: Callable[[], Ladder] = _nothing_measured
    """The measured strength of the opponents."""
    bot_trial: Callable[[int, str], Iterator[BotTrial]] = lambda _positions, _seed: iter(())
    """Asks every opponent twice at a number of positions from a seed; yields its progress."""
    beliefs: Callable[[SeatView], Mapping[Card, tuple[float, ...]]] = lambda _view: {}
    """What a watchful player believes: for each hidden card, the chance that each seat holds it,
    and last the chance that it is in the stock.
    """
    reason: Callable[[SeatView, KeptDecision], tuple[str, Values] | None] = lambda _seen, kept: (
        kept.reason
    )
    """Why the best action of a decision in a saved review is best: an earlier version may have
    saved what does not hold.
    """
    coach: Coach | None = None
    """What actions are worth to a seat; None without a coach."""
    drills: Callable[[str, RuleSet, int, int, int], Pending[DrillQuestion]] | None = None
    """Makes a drill question from kind, rules, seats, level and seed; None without drills."""
    reviewer: Reviewer | None = None
    """Has the coach review finished hands; None without a coach."""
    level_losses: Callable[[], Sequence[LevelLoss]] = tuple
    """What a decision of each level costs, from the weakest up; empty if never measured."""
    explore: Callable[[RuleSet, int], Exploration] | None = None
    """Explores what rules do, or returns what was found before."""
    explored_last: Callable[[RuleSet], int | None] = lambda _rules: None
    """The number of seats for which rules were last explored; None if they never were."""
    hooks: TableHooks = _NO_HOOKS
    """What features add to the table."""
    lacks_kernel: bool = False
    """Whether coach, drills and explorations are missing because Tonk was installed without the
    kernel; pages then say so beside what is disabled.
    """
    save_elsewhere: Callable[[], Path] = _nowhere_else
    """Saves what was played to a backup, after another Tonk has taken the saves; `StoreError` where
    that is impossible.
    """
    system_is_calm: Callable[[], bool] = lambda: False
    """Whether the system is known to want reduced motion; called in every frame, never blocks."""


class Scene(Protocol):
    """A screen, as the loop sees it."""

    is_overlay: bool
    """Whether the scene below is drawn first; it does not move."""

    takes_every_key: bool
    """Whether any key at all continues: the scene then gets every key except the one that quits."""

    keys: str
    """The groups of shortcuts (`keys.py`) that the scene handles."""

    @property
    def types_into(self) -> TextField | None:
        """The field that typed letters go into; None if letters are shortcuts."""

    def text_box(self) -> Rect | None:
        """Return where the next typed letter appears."""

    @property
    def heading(self) -> str:
        """The name of the screen, read aloud whenever it comes to the top."""

    def spoken(self) -> str:
        """Return what has the focus, as read aloud."""

    def news(self) -> Sequence[str]:
        """Return what has happened since the last call, as read aloud before the focus."""

    def footnotes(self) -> Sequence[str]:
        """Return what the last call of `news` found new below the focus, as read aloud after it."""

    def canvas(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the canvas size that a window of that size needs; the window scrolls over it."""

    def in_view(self) -> Rect | None:
        """Return the box that must be visible: mostly what has the focus."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out on a canvas of that size, before the first frame and after resizes."""

    def handle(self, event: Event) -> None:
        """Handle one event. It is followed by `update(0)` and a frame."""

    def update(self, dt: float) -> bool:
        """Advance by `dt` seconds; True if something moved, so that a frame is needed."""

    def idle_for(self) -> float | None:
        """Return the seconds until `update` must be called if no event comes.

        0 while something moves (then 60 frames a second); None if only an event can change
        anything. While waiting for a computation, return None and have it wake the stage.
        """

    def draw(self, surface: Surface) -> None:
        """Draw the whole scene."""

    def tip(self, at: tuple[int, int] | None) -> Tip | None:
        """Return the tooltip for a position or for the focus (None), if it shows no text."""

    def room(self, sizes: Sequence[tuple[int, int]]) -> Rect | None:
        """Return a box of one of the sizes that covers nothing in use; None if any will do."""

    def on_resume(self) -> None:
        """Note that the scene is on top again; settings may have changed in the meantime."""

    def new_day(self) -> None:
        """Update everything that depends on the date, which has changed in either direction, or may
        have. Covered scenes are notified as well.
        """

    def on_language_changed(self) -> None:
        """Rebuild every text: the language has changed. `resize` follows."""

    def close(self) -> None:
        """Save what must be kept: the scene leaves the stack or the window closes."""

    def targets(self) -> dict[str, Rect]:
        """Return everything that can be clicked now: semantic names and boxes.

        Tests and autoplay click in the middle of these.
        """


class Stage(Protocol):
    """What a scene may ask of the window."""

    @property
    def services(self) -> Services: ...

    @property
    def size(self) -> tuple[int, int]: ...

    @property
    def pointer(self) -> tuple[int, int]:
        """The last position of the pointer. Never ask pygame.mouse."""

    def push(self, scene: Scene) -> None:
        """Push a scene onto the stack."""

    def pop(self) -> None:
        """Close the top scene; closing the last one quits."""

    def replace(self, scene: Scene) -> None:
        """Close the top scene and push another in its place."""

    def home(self) -> None:
        """Close everything above the first scene: return to the start page."""

    def quit(self) -> None:
        """Quit with status 0, closing every scene in turn."""

    def notify(self, text: str) -> None:
        """Show one line for a few seconds."""

    def answer(self, text: str) -> None:
        """Show at once what is said to a click, until the page changes at the latest."""

    def scroll(self, notches: float) -> None:
        """Scroll a top scene that is larger than the window; up is positive."""

    def change(self, **values: object) -> None:
        """Change settings and save them; if they cannot be written, say so once."""

    def set_fullscreen(self, wanted: bool) -> None:
        """Fill the screen or return to a window, and remember it."""

    def wake(self) -> None:
        """Have `update` called soon. The only method that any thread may call."""

    def watch(self, future: Future[T]) -> Future[T]:
        """Wake when the future is done; returns the future."""

    def release_memory(self) -> None:
        """Have memory given back to the system once nothing happens, after much was let go."""


def whole(stage: Stage) -> Stage:
    """Return the stage of the whole window, without any `StageWithin` around it."""
    while isinstance(stage, StageWithin):
        stage = stage.real
    return stage


class StageWithin:
    """The stage of a part of a window, with its own size and services.

    Both are derived from those of the ``real`` stage at every use.
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

    def answer(self, text: str) -> None:
        self.real.answer(text)

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

    def release_memory(self) -> None:
        self.real.release_memory()


class BaseScene:
    """A scene that does nothing: inherit and override."""

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

    def footnotes(self) -> Sequence[str]:
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
