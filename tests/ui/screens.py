"""Every screen but the table, by name, each with what brings it up in a window."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import date
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import pygame

from ai import betting
from ai.coach.evaluator import estimate
from ai.coach.reasons import reason_for
from game.features.challenges import other_counts
from game.features.challenges.bankroll.page import BankrollScene
from game.features.challenges.daily.model import kept_levels, plan_of
from game.features.challenges.daily.page import DailyScene
from game.features.challenges.goals.page import GoalsScene
from game.features.challenges.page import ChallengesScene
from game.features.challenges.season import model as seasons
from game.features.challenges.season.page import SeasonScene
from game.features.records.fairness.page import FairnessScene
from game.features.records.page import StatisticsScene
from game.features.records.saved_hands.page import SavedScene
from game.features.study.assessment.page import TeachingScene
from game.features.study.drills.model import DrillProgress, DrillRound, Skill, Wish
from game.features.study.drills.page import DrillEndScene, DrillScene, DrillsScene
from game.features.study.learning.page import LearnScene
from game.features.study.page import PracticeHubScene
from game.features.study.practice.page import PracticeMenuScene
from game.features.study.practice.setup_page import PositionScene
from game.features.study.practice.table_page import PracticeScene
from game.features.study.review.page import ReviewScene
from game.files import StoreError, data_folder
from game.menus.credits import CreditsScene
from game.menus.lesson.page import LessonEnding, LessonScene
from game.menus.new_game import NewGameScene
from game.menus.start import StartScene
from game.play.driver import Driver
from game.play.opponents import Opponents
from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.play.practice import Practice
from game.play.session import Session
from game.rule_files import NamedRules
from game.rules.actions import DROP, Action, action_text, parse_action
from game.rules.presets import preset
from game.rules.record import HandRecord, read_json
from game.rules.seal import Sealed
from game.rules.view import SeatView
from game.saves.archive import Damage
from game.saves.lock import Holder, ReplacedError, StoreBusyError
from game.saves.review_queue import Reviewer
from game.saves.reviews import Found
from game.saves.store import Store
from game.saves.transfer import BroughtIn
from game.ui.look.faces import person_of
from game.ui.pages.dialogs import AskScene
from game.ui.pages.page import Page
from game.ui.pages.saves_in_use import BusyScene, OpeningScene, ReplacedScene
from game.ui.rulesets.explore_page import ExploreScene
from game.ui.rulesets.reading import RulesScene
from game.ui.rulesets.rule_texts import Known
from game.ui.session.between_hands import JoiningScene, MoreScene
from game.ui.session.pause import PauseScene
from game.ui.session.score_pages import ScoresScene, SummaryScene
from game.ui.session.seal_pages import DealScene, SealScene
from game.ui.session.starting import begin_session, rules_in_use, take_seat
from game.ui.session.table_rules import TableRulesScene
from game.ui.session.table_scene import TableScene
from game.ui.settings.importing import ImportingScene, ImportScene, offer_to_bring_in
from game.ui.settings.pages import OptionsScene
from game.ui.settings.player_page import YouScene
from game.ui.shell.loop import App
from game.ui.shell.scene import Scene
from game.ui.table.input.decisions import is_risky_drop
from game.ui.table.painting.result import MORE_WORDS
from game.ui.text.language import _
from game.ui.viewer.replay_scene import ReplayScene
from game.ui.viewer.review_latest import LatestScene
from game.ui.viewer.saved_hands import tell_verified
from tests.conftest import open_beyond_tests
from tests.session.players import Chooser, careless, eager, patient, play_hands, play_one
from tests.session.test_teaching import LEVELS, dropped, found
from tests.ui.stage import Exploring, point, press, shown, top, turns
from tests.ui.table.staging import think_at_once


def start(app: App) -> None:
    """The first screen, before anybody has played."""
    shown(app, StartScene(app))
    settled(app)


def start_again(app: App) -> None:
    """The first screen when a game was left, with a notice over it."""
    shown(app, StartScene(app))
    begin_session(app, 1, 1)
    app.home()
    settled(app)
    app.notify("The saved game was damaged. It is kept as tonk-damaged-1.db.")


def start_played(app: App) -> None:
    """The first screen once the deal of the day was played, by the player and by every level; with
    the question for music.
    """
    store = tried()
    app.services.sound.volume, app.services.sound.muted = 0.5, False
    app.services = app.services._replace(saves=store, thinker=think_at_once, today=lambda: FIRST)
    app.change(lesson_done=True)
    shown(app, StartScene(app))
    settled(app)
    while len(kept_levels(store, FIRST)) < len(app.services.opponents().levels):
        app.wake()
        app.turn()
    turns(app)


def new_game(app: App) -> None:
    """How many against, for what."""
    shown(app, NewGameScene(app))


def dealing(app: App) -> None:
    """Whether deals are sealed, with a word of one's own."""
    shown(app, DealScene(app, 0, lambda _deal: None))


def deal_number(app: App) -> None:
    """The number of a deal."""
    shown(app, DealScene(app, 482_113, lambda _deal: None))


def sealed_table(app: App, first_deal: int | None = None) -> Session:
    """A table before its first hand: its deck is sealed, or has a number."""
    players = Player(_("You")), Player("Ada", "regular")
    plan = Plan(players, preset("standard"), cut_seed="0" * 64, first_deal=first_deal)
    session = Session.start(plan)
    if first_deal is None:
        session.standing = replace(session.standing, sealed=Sealed(1, "1" * 64, "2" * 64))
    at_table(app)
    return session


def sealed(app: App) -> None:
    """The fingerprint of the deck to come, and a word of one's own."""
    shown(app, SealScene(app, sealed_table(app)))


def sealed_before(app: App) -> None:
    """The fingerprint of the hand that is played."""
    session = sealed_table(app)
    session.next_hand(word="jade")
    shown(app, SealScene(app, session))


def numbered(app: App) -> None:
    """The number of the deal on the table."""
    shown(app, SealScene(app, sealed_table(app, 482_113)))


def verified(app: App) -> None:
    """What is found of a saved hand."""
    replay(app)
    history = played().history()
    tell_verified(app, history.record(5, 12))
    turns(app)


def question(app: App) -> None:
    """What is asked before a hand is given up."""
    start_again(app)
    app.toasts.dismiss()
    shown(app, NewGameScene(app))
    press(app, pygame.K_RETURN)
    assert isinstance(app.top, AskScene)


def settings(app: App) -> None:
    """The settings."""
    shown(app, OptionsScene(app))


MINUTE = 1_767_385_800
"""When the files on the page of imports were written."""


def importing(app: App) -> None:
    """The files that can be brought in."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(FILES):
        (folder / name).touch()
        os.utime(folder / name, (MINUTE - 86_400 * number,) * 2)
    shown(app, ImportScene(app))


FILES = (
    "tonk-everything-2026-01-02.jsonl",
    "tonk-damaged-1.db",
    "tonk-hands-damaged-2.jsonl",
    "tonk-everything-2025-12-30.jsonl",
)


class Half:
    """A file that has come in by so much, and gets no further."""

    def __init__(self, found: BroughtIn | None = None, part: float = 0.37) -> None:
        self._found, self.part = found, part
        self.settings: dict[str, object] = {"volume": 12}

    @property
    def is_over(self) -> bool:
        return self._found is not None

    def result(self) -> BroughtIn:
        assert self._found is not None
        return self._found

    def cancel(self) -> None:
        """It does not come in at all."""

    def wait(self) -> None:
        """Nobody else wants the saves."""


def bringing_in(app: App, found: BroughtIn | None = None) -> None:
    """A file that is coming in, or what of it has come in."""
    importing(app)
    shown(app, ImportingScene(app, Path("tonk-everything-2026-01-02.jsonl"), Half(found)))
    turns(app)


HOLDER = Holder("living-room", 4_711, "2026-01-02 18:05", "")


def reading(app: App) -> None:
    """The saves are being read after a kill."""
    start(app)
    shown(app, OpeningScene(app, Future(), lambda: None))


def busy(app: App, *, may_take_over: bool = False) -> None:
    """Another Tonk has the saves."""
    error = StoreBusyError(Path("/home/you/tonk"), HOLDER, may_take_over=may_take_over)
    shown(app, BusyScene(app, error, lambda: None))


def replaced(app: App, trouble: str = "") -> None:
    """Another Tonk has taken them over."""

    def save_elsewhere() -> Path:
        if trouble:
            raise StoreError(Path("/home/you"), trouble)
        return Path("/home/you/tonk-everything-2026-01-02.jsonl")

    at_table(app)
    app.services = app.services._replace(save_elsewhere=save_elsewhere)
    shown(app, ReplacedScene(app, ReplacedError(Path("/home/you/tonk"), HOLDER)))


def damaged(app: App) -> None:
    """Saves that were damaged, with something to bring in."""
    shown(app, StartScene(app))
    kept = Path("/home/you/tonk-damaged-1.db")
    offer_to_bring_in(app, Damage(kept, "", records=1_204, is_whole=False, aside=37))
    turns(app)


def rules(app: App) -> None:
    """The rules from their beginning."""
    shown(app, RulesScene(app))


def rules_further(app: App) -> None:
    """The rules some pages on."""
    rules(app)
    press(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)


def rules_example(app: App) -> None:
    """The rules with what a caught drop pays, worked out."""
    rules(app)
    page = app.top
    assert isinstance(page, Page)
    page.form.focus("fold:catch")
    press(app, pygame.K_RETURN)


def table_rules(app: App) -> None:
    """The rules at a table, some pages on, with an example shown."""
    shown(app, TableRulesScene(app, preset("tunk"), Known("Tunk")))
    page = app.top
    assert isinstance(page, Page)
    page.form.focus("fold:count")
    press(app, pygame.K_RETURN)


def credit(app: App) -> None:
    """Who made it of what."""
    shown(app, CreditsScene(app))


def at_table(app: App) -> None:
    """A game just begun."""
    shown(app, StartScene(app))
    begin_session(app, 3, 5)


def pause(app: App) -> None:
    """The menu over the table."""
    at_table(app)
    shown(app, PauseScene(app))


def more(app: App) -> None:
    """What else can be done after a hand, over the table."""
    at_table(app)
    shown(app, MoreScene(app, tuple(MORE_WORDS), lambda _name: None))


_LASTING: Final = ExitStack()
atexit.register(_LASTING.close)


def _lasting_store() -> Store:
    """An empty store for pictures of many tests, closed and removed at the end of the process."""
    with open_beyond_tests():
        folder = _LASTING.enter_context(TemporaryDirectory(prefix="tonk-pictures-"))
        return _LASTING.enter_context(closing(Store.open(Path(folder))))


@cache
def played() -> Store:
    """A store with the hands of a long evening at five tables."""
    store = _lasting_store()
    for number, rules in enumerate(("standard", "rushville", "chicago", "push_up", "waits")):
        bots = [Player(name, "regular") for name in OPPONENT_NAMES[: 1 + number]]
        session = store.start(Plan((Player("You"), *bots), preset(rules), f"evening {number}"))
        play_hands(session, [careless if number % 2 else eager] * (2 + number), 12)
    return store


def counted(app: App, kind: Callable[[App], Scene]) -> None:
    """A screen about the hands of that evening, once it has counted them: in one frame, where the
    clock stands still.
    """
    app.services = app.services._replace(saves=played(), clock=lambda: 0.0)
    scene = shown(app, kind(app))
    while scene.idle_for() == 0:
        app.turn()


def statistics(app: App, part: str = "overview") -> None:
    """How all hands went."""
    counted(app, StatisticsScene)
    point(app, f"part:{part}")


def fairness(app: App, pages: int = 0) -> None:
    """Whether it is fair, once all is tested."""
    counted(app, FairnessScene)
    press(app, *[pygame.K_PAGEDOWN] * pages)


def saved(app: App) -> None:
    """The list of all hands."""
    counted(app, SavedScene)


def finding(app: App, name: str = "opponent") -> None:
    """By what hands can be found."""
    saved(app)
    point(app, f"find:{name}")


def found_by(app: App) -> None:
    """The hands with one opponent alone."""
    finding(app)
    press(app, pygame.K_DOWN, pygame.K_RETURN)


def no_hands(app: App) -> None:
    """The same before the first."""
    scene = shown(app, SavedScene(app))
    scene.update(0.0)
    turns(app)


def an_evening(app: App, hands: int = 12) -> Session:
    """A session of so many hands, with side bets, played to its end."""
    rules = preset("standard").changed(stake=25, high_suit_bet="called", natural_bet="dealt")
    bots = [Player(name, "regular") for name in OPPONENT_NAMES[:3]]
    session = app.services.saves.start(Plan((Player(_("You")), *bots), rules, "pictures", 12))
    play_hands(session, [careless, eager, eager, careless], hands)
    return session


def summary(app: App) -> None:
    """Who has won the session, and how."""
    shown(app, SummaryScene(app, an_evening(app)))


def scores(app: App) -> None:
    """What every hand has brought, over the table."""
    at_table(app)
    shown(app, ScoresScene(app, an_evening(app)))


def side_bets(app: App) -> None:
    """What is asked before a deal, over the table."""
    at_table(app)
    session = an_evening(app, 4)
    joining = Driver(session, betting, session.human).bots_join()
    shown(app, JoiningScene(app, session, joining, lambda _joining: None))


def replay(app: App, share: float = 0.6, *, is_open: bool = True) -> ReplayScene:
    """A hand looked at again, at five seats."""
    history = played().history()
    history.catch_up(1_000_000)
    scene = ReplayScene(app, (history.record(5, 12),))
    shown(app, scene)
    if is_open:
        scene.show_or_hide()
    scene.go_to(round(scene.playback.last * share))
    press(app, pygame.K_LSHIFT)  # means nothing here, but has all of that drawn
    return scene


def replay_menu(app: App) -> None:
    """The menu over it."""
    replay(app).open_menu()


def explored(app: App, part: str = "advice", name: str = "waits") -> None:
    """What a rule set does."""
    page = shown(app, ExploreScene(app, NamedRules(name, preset(name), kind="preset")))
    assert isinstance(page, ExploreScene)
    page.form.focus(f"part:{part}")
    press(app, pygame.K_RETURN)
    turns(app)


def exploring(app: App) -> None:
    """What a rule set does, while it is being found out."""
    app.services = app.services._replace(explore=lambda _rules, _seats: Exploring(0.37))
    shown(app, ExploreScene(app, NamedRules("waits", preset("waits"), kind="preset")))


def practice_hub(app: App) -> None:
    """What there is to practise."""
    shown(app, PracticeHubScene(app))


FIRST = date(2026, 1, 1)
"""A day whose deal has been played."""


@cache
def tried() -> Store:
    """A store in which daily deals were played."""
    store = _lasting_store()
    session = store.start(plan_of(FIRST, "You"))
    play_hands(session, [careless, eager, eager, careless], 1)
    session.close()
    return store


def challenges(app: App) -> None:
    """All challenges, each with how it stands."""
    app.services = app.services._replace(saves=tried())
    shown(app, ChallengesScene(app))
    settled(app)


def goals(app: App) -> None:
    """All goals, some of them reached."""
    counted(app, lambda app: GoalsScene(app, other_counts()))


@cache
def banked() -> Store:
    """A store in which two bankrolls were played for, the first to its end."""
    store = _lasting_store()
    for number, stake, hands in ((1, 25, 14), (2, 5, 12)):
        plan = Plan(
            (Player("You"), Player("Ada", "regular")),
            preset("standard").changed(stake=stake),
            f"bankroll {number}",
            occasion=f"bankroll {number} {stake}",
        )
        session = store.start(plan)
        play_hands(session, [careless, eager], hands)
        session.close()
    return store


def bankroll(app: App) -> None:
    """How the bankroll has gone."""
    app.services = app.services._replace(saves=banked())
    shown(app, BankrollScene(app))
    settled(app)


@cache
def in_season(matches: int = 3, chooser: Chooser = careless, other: Chooser = eager) -> Store:
    """A store in which some matches of a season were played."""
    store = _lasting_store()
    opponents = Opponents(("beginner", "casual", "regular", "expert", "master"))
    for _match in range(matches):
        history = store.history()
        history.catch_up(100)
        plan = seasons.Season.of(store, history).next_match("You", opponents)
        session = store.start(replace(plan, seed_text=plan.occasion))
        play_hands(session, [chooser, other], 10)
        session.close()
    return store


def season_won(app: App) -> None:
    """A season that the player has won, after the next was begun."""
    store = in_season(seasons.ROUNDS, eager, careless)
    history = store.history()
    history.catch_up(100)
    rounds = range(1, seasons.ROUNDS + 1)
    drawn = {at: tuple((*pair, 0) for pair in seasons.pairs(at)) for at in rounds}
    own = seasons.Season.ended(history)[0]
    replace(own, others=drawn).keep(store, own.name)
    seasons.Season(2, identity="2").keep(store)
    app.services = app.services._replace(saves=store)
    page = shown(app, SeasonScene(app))
    settled(app)
    point(app, "season:less")
    assert isinstance(page, SeasonScene)
    assert page.season.is_won, "another seed is needed"


def season(app: App) -> None:
    """A season, all matches of the rounds so far played."""
    app.services = app.services._replace(saves=in_season(), thinker=think_at_once)
    page = shown(app, SeasonScene(app))
    settled(app)
    assert isinstance(page, SeasonScene)
    while page.is_playing:
        app.wake()
        app.turn()
    turns(app)


def you(app: App) -> None:
    """One's own name and face."""
    app.change(name="Zoë", face=person_of("Etta").text)
    shown(app, YouScene(app))


def daily(app: App, day: date | None = None, text: str = "") -> None:
    """The daily deal, before it was played or compared with what the levels make of it."""
    app.services = app.services._replace(saves=tried(), thinker=think_at_once)
    page = shown(app, DailyScene(app, day))
    settled(app)
    assert isinstance(page, DailyScene)
    while page.comparison is not None and page.comparison.playing is not None:
        app.wake()
        app.turn()
    if text:
        page.form.focus("date")
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
    turns(app)


def settled(app: App) -> None:
    """All that is counted is counted."""
    while app.top is not None and app.top.idle_for() == 0:
        app.turn()


@cache
def reviewed(hands: int) -> Store:
    """A store in which hands were reviewed."""
    store = _lasting_store()
    for number in range(hands):
        told = found(0.3 if number % 3 else 0.02)
        day = f"2026-{1 + number // 9:02}-01 20:30"
        store.reviews().keep(dropped(number), 0, told, is_mine=True, played=day)
    return store


def teaching(app: App, hands: int = 24) -> None:
    """What a player's decisions cost."""
    losses = lambda: LEVELS  # noqa: E731  # one line
    app.services = app.services._replace(saves=reviewed(hands), level_losses=losses)
    shown(app, TeachingScene(app))
    settled(app)
    turns(app)


def drills(app: App) -> None:
    """Which drill."""
    shown(app, DrillsScene(app))


QUICK_SEEDS: Final = {"discard": "6", "change": "4"}
"""Seeds from which a question of these kinds is found soon."""


def drill(
    app: App, kind: str, answer: int | None = None, *, level: float = 2.0, rules: str = ""
) -> DrillScene:
    """A question of a drill, perhaps answered."""
    seed = QUICK_SEEDS.get(kind, app.services.seed)
    app.services = app.services._replace(seed=seed)
    progress = DrillProgress({kind: Skill(level)})
    named = NamedRules(rules, preset(rules), kind="preset") if rules else rules_in_use(app)
    scene = DrillScene(app, named, Wish(kind, 3, has_clock=kind == "count"), progress)
    shown(app, scene)
    if answer is not None:
        press(app, pygame.K_1 + answer)
    return scene


def drill_marking(app: App) -> None:
    """Cards marked as a spread, one of them wrongly."""
    drill(app, "spreads", 0)
    press(app, pygame.K_2, pygame.K_3)
    point(app, "button:spread")


def drill_end(app: App) -> None:
    """What came of a drill."""
    drill_ = DrillRound("2026-01-02", "standard", {"drop": (3, 4), "held": (2, 3), "count": (3, 3)})
    progress = DrillProgress({"drop": Skill(4.2, 20, 13)}, (drill_,))
    again = lambda stage: DrillScene(stage, rules_in_use(app), Wish(), progress)  # noqa: E731  # one line
    shown(app, DrillEndScene(app, drill_, 0.6, progress, again))


def practice_menu(app: App) -> None:
    """By which rules, against whom, which deal."""
    shown(app, PracticeMenuScene(app))


def risky(app: App) -> TableScene:
    """A table at which the player may drop with far too many points."""
    for seed in map(str, range(40)):
        plan = Plan((Player("You"), Player("Ada", "regular")), preset("standard"), seed)
        take_seat(app, app.services.saves.start(plan))
        scene = top(app, TableScene)
        while DROP not in scene.view.legal:
            app.wake()
            app.turn()
        if is_risky_drop(scene.view):
            return scene
    raise AssertionError("nobody is dealt so much")


def practised(seats: int = 3, rules: str = "standard", moves: int = 7) -> Practice:
    """A hand of practice, some moves into it and one taken back."""
    bots = [Player(name, "regular") for name in OPPONENT_NAMES[: seats - 1]]
    practice = Practice.numbered(preset(rules), [Player(_("You")), *bots], 482_113)
    noted: list[str] = []
    session = practice.session(noted.append)
    while session.is_playing and len(noted) < moves:
        play_one(session, [eager] * seats)
    for move in noted:
        practice = practice.with_move(move)
    return practice.undone()


def practice(app: App, seats: int = 3, *, is_open: bool = False, moves: int = 7) -> PracticeScene:
    """The practice table."""
    shown(app, PracticeMenuScene(app))
    scene = PracticeScene(app, practised(seats, moves=moves), is_open=is_open)
    shown(app, scene)
    return scene


def practice_menu_open(app: App) -> None:
    """The menu over it."""
    practice(app).open_menu()


def beliefs(app: App) -> None:
    """What is believed about hidden cards."""
    assert practice(app, moves=12).press_extra("beliefs")


class Coach:
    """A coach who has thought already."""

    is_over = True
    error: str | None = None

    def __init__(
        self, view: SeatView, seed: int, actions: tuple[Action, ...] | None = None
    ) -> None:
        found = estimate(view, seed, playouts=200, actions=actions)
        self.latest = replace(found, reason=reason_for(view, found))

    def cancel(self) -> None:
        """Nothing is left to be stopped."""


def hint(app: App, seats: int = 3, moves: int = 7) -> None:
    """What the coach would do."""
    app.services = app.services._replace(coach=Coach)
    practice(app, seats, moves=moves)
    turns(app)
    press(app, pygame.K_F2)
    turns(app)


def hint_explained(app: App) -> None:
    """The figures behind it."""
    hint(app)
    press(app, pygame.K_F3)


class Reviewing:
    """A coach who has gone through a hand already, or never gets beyond a part of it."""

    error: str | None = None

    def __init__(self, record: str, seat: int, part: float = 1.0) -> None:
        self.part, self.is_over = part, part == 1.0
        self.found = a_review(read_json(record), seat) if self.is_over else None

    def cancel(self) -> None:
        """Nothing is left to be stopped."""


def a_review(record: HandRecord, seat: int) -> Found:
    """A review of the right form, its figures drawn by chance."""
    hand, dice = record.deal(), Random(seat)
    decisions: list[dict[str, object]] = []
    for number, text in enumerate(record.actions, start=1):
        mover, action = parse_action(text)
        legal = list(hand.legal()) if hand.phase.name in ("START", "LAY") else []
        if mover == seat == hand.turn and action in legal:
            worth = sorted((round(dice.uniform(-1, 1), 3) for _ in legal), reverse=True)
            others = [each for each in dice.sample(legal, len(legal)) if each != action]
            at = len(others) * (len(decisions) % 2)  # one best, one worst
            ranked = zip((*others[:at], action, *others[at:]), worth, strict=True)
            values = [
                {"action": action_text(seat, each), "value": value, "error": 0.02, "visits": 900}
                for each, value in ranked
            ]
            own = next(each for each in values if each["action"] == text)
            loss = worth[0] - float(str(own["value"]))
            size = "blunder" if loss > 0.5 else "mistake" if loss > 0.1 else None
            decisions.append(
                {"action": number, "seat": seat, "played": text, "best": values[0]["action"]}
                | {"loss": loss, "error": 0.03, "mistake": size, "values": values}
                | {"reason": ["loose", {"card": "TD", "points": 10}]}
            )
        hand.act(mover, action)
    parts = {"worth": 0.0, "luck_deal": 0.41, "luck_draws": -0.2, "own": -0.83, "others": 0.12}
    curve = [dice.uniform(-1, 1) for _ in range(len(record.actions) + 1)]
    told = {"seat": seat, "policy": "quick", "result": -0.5, "decisions": decisions}
    return {**told, **parts, "curve": curve}


@cache
def one_hand(rules: str = "standard") -> HandRecord:
    """A hand that was played to its end."""
    bots = [Player(name, "regular") for name in OPPONENT_NAMES[:2]]
    session = Store.unsaved().start(Plan((Player("You"), *bots), preset(rules), "one hand"))
    play_hands(session, [patient] * 3, 1)
    return read_json(session.journal.records()[0])


def review(app: App, way: str = "", part: float = 1.0, rules: str = "standard") -> ReviewScene:
    """A hand at three seats as the coach sees it."""
    record = one_hand(rules)
    coach = partial(Reviewing, part=part)
    reviewer = Reviewer(coach, Store.unsaved, lambda: False)
    job = reviewer.ask(record, 0, is_mine=True)
    reviewer.update()
    if job.is_over:  # one that goes on for ever lets no screen come to rest
        app.services = app.services._replace(reviewer=reviewer)
    scene = ReviewScene(app, job)
    shown(app, scene)
    if way:
        point(app, way)
    return scene


def decision(app: App, way: str = "") -> None:
    """A mistake at the table, before or after the answer."""
    review(app, "button:look")
    turns(app)
    if way:
        point(app, way)


def reviewing_latest(app: App) -> None:
    """The latest hands, some of them reviewed."""
    store = played()
    reviewer = Reviewer(partial(Reviewing, part=0.4), lambda: store, lambda: False)
    app.services = app.services._replace(saves=store)
    shown(app, LearnScene(app))
    settled(app)
    app.push(LatestScene(app, reviewer, 50))
    reviewer.update()
    turns(app)


def nothing_to_learn(app: App) -> None:
    """Hands that nobody has reviewed."""
    store = played()
    reviewer = Reviewer(Reviewing, lambda: store, lambda: False)
    app.services = app.services._replace(saves=store, reviewer=reviewer)
    shown(app, LearnScene(app))
    settled(app)
    app.services = app.services._replace(reviewer=None)
    turns(app)


def learning(app: App) -> None:
    """Mistakes by theme."""
    app.services = app.services._replace(saves=Store.unsaved())
    record = one_hand()
    app.services.saves.opened().reviews().keep(record, 0, a_review(record, 0), is_mine=True)
    shown(app, LearnScene(app))
    while app.top and app.top.idle_for() == 0:
        app.turn()


def position(app: App, seats: int = 3, text: str = "KC 2S + 9D 9H 9S") -> None:
    """A position that is being set up."""
    plan = practised(seats).plan
    page = PositionScene(app, plan, lambda _practice: None)
    shown(app, page)
    for field, typed in {"hand:0": text, "hand:1": "4C 7D JH > 9C", "pile": "KD 8H"}.items():
        page.form.focus(field)
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=typed))
        turns(app)


def lesson(app: App, steps: int = 0) -> None:
    """The lesson, so many steps on."""
    shown(app, LessonScene(app))
    for _step in range(steps):
        assert isinstance(app.top, LessonScene)
        app.top.update(0.0)
        point(app, "button:go_on" if app.top.asks else str(app.top.meant()[0]))


def lesson_end(app: App) -> None:
    """Where to go from the lesson."""
    shown(app, LessonEnding(app))


PICTURES: dict[str, Callable[[App], object]] = {
    "start": start,
    "start-again": start_again,
    "start-played": start_played,
    "new-game": new_game,
    "dealing": dealing,
    "deal-number": deal_number,
    "seal": sealed,
    "seal-in-play": sealed_before,
    "seal-numbered": numbered,
    "verified": verified,
    "question": question,
    "settings": settings,
    "import": importing,
    "importing": bringing_in,
    "imported": partial(bringing_in, found=BroughtIn(50_000, 2, 1)),
    "reading": reading,
    "busy": busy,
    "busy-unsure": partial(busy, may_take_over=True),
    "replaced": replaced,
    "replaced-full": partial(replaced, trouble="No space left on device"),
    "damaged": damaged,
    "rules": rules,
    "rules-further": rules_further,
    "rules-example": rules_example,
    "table-rules": table_rules,
    "credits": credit,
    "pause": pause,
    "more": more,
    "statistics": statistics,
    "statistics-rules": partial(statistics, part="rules"),
    "statistics-opponents": partial(statistics, part="opponents"),
    "statistics-endings": partial(statistics, part="endings"),
    "fairness": fairness,
    "fairness-further": partial(fairness, pages=2),
    "summary": summary,
    "scores": scores,
    "side-bets": side_bets,
    "saved-hands": saved,
    "saved-hands-find": finding,
    "saved-hands-found": found_by,
    "no-saved-hands": no_hands,
    "replay": replay,
    "replay-hidden": partial(replay, is_open=False),
    "replay-end": partial(replay, share=1.0),
    "replay-menu": replay_menu,
    "explore": explored,
    "explore-figures": partial(explored, part="figures"),
    "explore-endings": partial(explored, part="endings"),
    "explore-counts": partial(explored, part="counts"),
    "explore-drops": partial(explored, part="drops"),
    "explore-going": exploring,
    "practice-hub": practice_hub,
    "challenges": challenges,
    "goals": goals,
    "you": you,
    "bankroll": bankroll,
    "season": season,
    "season-won": season_won,
    "daily": daily,
    "daily-played": partial(daily, day=FIRST),
    "daily-wrong": partial(daily, text="2026-02-30"),
    "teaching": teaching,
    "teaching-early": partial(teaching, hands=2),
    "drills": drills,
    "drill-drop": partial(drill, kind="drop"),
    "drill-drop-told": partial(drill, kind="drop", answer=0),
    "drill-discard": partial(drill, kind="discard", level=7),
    "drill-discard-told": partial(drill, kind="discard", answer=1, level=7),
    "drill-change": partial(drill, kind="change", rules="chicago"),
    "drill-change-told": partial(drill, kind="change", answer=0, rules="chicago"),
    "drill-spreads": drill_marking,
    "drill-spreads-hard": partial(drill, kind="spreads", level=9),
    "drill-count": partial(drill, kind="count"),
    "drill-count-told": partial(drill, kind="count", answer=1),
    "drill-held": partial(drill, kind="held"),
    "drill-held-read": partial(drill, kind="held", level=9),
    "drill-held-told": partial(drill, kind="held", answer=1),
    "drill-end": drill_end,
    "practice-menu": practice_menu,
    "practice": practice,
    "practice-open": partial(practice, seats=6, is_open=True, moves=9),
    "practice-pause": practice_menu_open,
    "beliefs": beliefs,
    "hint": hint,
    "hint-why": hint_explained,
    "hint-start": partial(hint, moves=9),
    "review": review,
    "review-luck": partial(review, way="part:luck"),
    "review-waiting": partial(review, part=0.4),
    "decision": decision,
    "decision-answer": partial(decision, way="button:show"),
    "learning": learning,
    "learning-nothing": nothing_to_learn,
    "reviewing-latest": reviewing_latest,
    "position": position,
    "position-six": partial(position, seats=6),
    "position-wrong": partial(position, text="KC KC 4H"),
    "lesson": lesson,
    "lesson-spread": partial(lesson, steps=3),
    "lesson-hit": partial(lesson, steps=8),
    "lesson-drop": partial(lesson, steps=14),
    "lesson-end": lesson_end,
}
