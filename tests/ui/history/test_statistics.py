"""Statistics and saved hands on the screen: counted, chosen, looked at, saved, left again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pygame
import pytest

from game.features.records.page import StakesCurve, StatisticsScene
from game.features.records.saved_hands.page import FindScene, FoundList, SavedScene
from game.menus.start import StartScene
from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.rules.presets import preset
from game.rules.record import read_record
from game.saves.hand_files import raw_records
from game.saves.history import Wanted
from game.saves.statistics import HandFilter
from game.saves.store import Store
from game.ui.kit.plot import Bars
from game.ui.kit.tiles import NumberTiles
from game.ui.pages.hand_counter import FEW, Counting, brought_text, share_text
from game.ui.shell.loop import App
from game.ui.viewer.replay_scene import ReplayScene
from tests.session.players import careless, eager, play_hands
from tests.ui.stage import SIZES, point, press, shown, stage, targets, top, turns, widget

# One worker plays the sessions, once for all of these.
pytestmark = pytest.mark.xdist_group("statistics")

PARTS = ("overview", "rules", "opponents", "endings")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with the hands of three sessions."""
    store = Store.open(tmp_path_factory.mktemp("played"))
    for number, rules in enumerate(("standard", "push_up", "chicago")):
        seats = number + 2
        players = (Player("You"), *(Player(n, "regular") for n in OPPONENT_NAMES[: seats - 1]))
        session = store.start(Plan(players, preset(rules), f"seed {number}"))
        play_hands(session, [careless if number else eager] * seats, 12)
        session.close()
    yield store
    store.close()


@pytest.fixture
def app(played: Store) -> Iterator[App]:
    with stage(store=played) as app:
        yield app


def counted(app: App, scene: StatisticsScene | SavedScene) -> None:
    """Let it count all there is."""
    shown(app, scene)
    for _ in range(1000):
        if scene.idle_for() is None:
            turns(app)
            return
        scene.update(0.0)
    raise AssertionError("it never ends counting")


def statistics(app: App) -> StatisticsScene:
    scene = StatisticsScene(app)
    counted(app, scene)
    return scene


def saved(app: App) -> SavedScene:
    scene = SavedScene(app)
    counted(app, scene)
    return scene


def chosen(scene: SavedScene) -> tuple[int, int]:
    hand = scene.list.current
    assert hand is not None
    return hand.session, hand.hand


def test_both_are_two_steps_from_the_start_and_escape_goes_back_step_by_step(app: App) -> None:
    start = StartScene(app)
    shown(app, start)
    point(app, "button:statistics")
    counting = top(app, StatisticsScene)
    for _ in range(100):
        counting.update(0.0)
    point(app, "button:hands")
    top(app, SavedScene)
    press(app, pygame.K_ESCAPE)
    assert app.top is counting
    press(app, pygame.K_ESCAPE)
    top(app, StartScene)


def test_every_part_can_be_chosen_by_mouse_and_by_keys(app: App) -> None:
    scene = statistics(app)
    for part in PARTS:
        point(app, f"part:{part}")
        assert scene.part == part
    point(app, "part:overview")
    press(app, pygame.K_DOWN, pygame.K_RETURN)
    assert scene.part == "rules"


def test_keys_begin_at_the_part_that_is_shown(app: App) -> None:
    scene = statistics(app)
    assert scene.form.focused == "part:overview"


def test_the_biggest_hand_can_be_looked_at(app: App, played: Store) -> None:
    statistics(app)
    point(app, "hand:best")
    best = played.history().tally().best
    assert best is not None
    replay = top(app, ReplayScene)
    assert replay.playback.record == played.history().record(best.session, best.hand)
    press(app, pygame.K_ESCAPE)
    top(app, StatisticsScene)


def test_the_curve_begins_at_nothing_and_ends_at_what_was_won() -> None:
    curve = StakesCurve((0, 3, -2, 5))
    with stage() as other:
        scene = StatisticsScene(other)
        curve.place(pygame.Rect(0, 0, 400, 200), scene.skin)
    assert curve.point(0, 0)[0] < curve.point(1, 3)[0] < curve.point(3, 5)[0] < 400
    assert 0 < curve.point(3, 5)[1] < curve.point(0, 0)[1] < curve.point(2, -2)[1] < 200


def test_one_hand_is_no_curve() -> None:
    drawn = []
    with stage() as app:
        skin = StatisticsScene(app).skin
    for values in ((0, 3), (0, -2), (0, 3, 5), (0, 3, -2)):
        curve, surface = StakesCurve(values), pygame.Surface((400, 200))
        curve.place(surface.get_rect(), skin)
        curve.draw(surface, skin)
        drawn.append(pygame.image.tobytes(surface, "RGB"))
    assert drawn[0] == drawn[1]
    assert drawn[2] != drawn[3]


@pytest.mark.parametrize(("hands", "said"), [(1, "hand played"), (2, "hands played")])
def test_one_hand_is_no_hands(tmp_path: Path, hands: int, said: str) -> None:
    with closing(Store.open(tmp_path)) as store:
        plan = Plan((Player("You"), Player("Ada", "regular")), seed_text="one")
        session = store.start(plan)
        play_hands(session, [careless] * 2, hands)
        session.close()
        with stage(store=store) as app:
            page = StatisticsScene(app)
            counted(app, page)
            assert widget(page, "figures", NumberTiles).spoken == f"{said}: {hands}"


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [
        (3, 5, "3 of 5"),
        (0, FEW - 1, f"0 of {FEW - 1}"),
        (5, FEW, "25%"),
        (13, 40, "33%"),
        (11, 40, "28%"),
        (1, 1_000, "<1%"),
        (1, 200, "1%"),
        (999, 1_000, ">99%"),
        (0, 200, "0%"),
        (200, 200, "100%"),
    ],
)
def test_a_share_is_a_percentage_only_of_enough_hands(part: int, whole: int, said: str) -> None:
    assert share_text(part, whole) == said


def test_points_are_shown_beside_the_stakes_of_side_pots() -> None:
    assert brought_text(3, 0, is_for_points=False) == "+3"
    assert brought_text(0, 100, is_for_points=True) == "100 points"
    assert brought_text(-2, 1, is_for_points=True) == "−2, 1 point"


def test_rule_sets_without_a_name_can_be_distinguished(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        for jokers, length in ((0, 3), (0, 4), (2, 3)):
            rules = preset("standard").changed(big_one=length, jokers=jokers)
            session = store.start(Plan((Player("You"), Player("Ada", "regular")), rules, "alike"))
            play_hands(session, [careless] * 2, 1)
            session.close()
        with stage(store=store) as app:
            scene = statistics(app)
            point(app, "part:rules")
            bars = widget(scene, "list", Bars)
            titles = {bars.row_spoken(at).partition(". ")[0] for at in range(3)}
            assert titles == {
                "Standard, changed: The big one",
                "Standard, changed: The big one (2)",
                "Dead jokers, changed: The big one",
            }


LOOKED_FOR = {
    "en": ("You won: ", "They won: ", "How often: "),
    "fr": ("Vous avez gagné\N{NO-BREAK SPACE}: ", "A gagné\N{NO-BREAK SPACE}: ", "Fréquence"),
    "ja": ("自分の勝ち：", "相手の勝ち：", "割合："),
}


@pytest.mark.parametrize("language", LOOKED_FOR)
def test_the_heads_say_who_won_and_what_is_a_percentage(app: App, language: str) -> None:
    app.change(language=language)
    scene = statistics(app)
    said = []
    for part in ("opponents", "endings"):
        point(app, f"part:{part}")
        said.append(widget(scene, "list", Bars).row_spoken(0))
    app.change(language="en")
    for words in LOOKED_FOR[language]:
        assert words in " ".join(said)


def test_without_hands_it_says_so_kindly() -> None:
    with stage() as app:
        for kind in (StatisticsScene, SavedScene):
            scene = kind(app)
            counted(app, scene)
            assert "No hands yet" in scene.list_text
            assert "button:back" in targets(app)
            press(app, pygame.K_TAB, pygame.K_RETURN)


def test_a_save_that_cannot_be_asked_is_told_of(tmp_path: Path) -> None:
    closed = Store.open(tmp_path)
    closed.close()
    with stage(store=closed) as other:
        for kind in (StatisticsScene, SavedScene):
            scene = kind(other)
            counted(other, scene)
            assert "Can't read your hands" in scene.list_text


def test_the_list_is_gone_through_by_keys(app: App, played: Store) -> None:
    scene = saved(app)
    whole = played.history().page(Wanted(), 0, 100)
    assert scene.form.focused == "hands"
    press(app, pygame.K_DOWN, pygame.K_DOWN)
    assert chosen(scene) == (whole[2].session, whole[2].hand)
    press(app, pygame.K_END)
    assert chosen(scene) == (1, 1)
    press(app, pygame.K_HOME, pygame.K_RETURN)
    replay = top(app, ReplayScene)
    assert replay.playback.record == played.history().record(whole[0].session, whole[0].hand)


def test_looking_goes_on_to_the_later_hand_and_back_to_the_same_place(app: App) -> None:
    scene = saved(app)
    press(app, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN)
    point(app, "button:look")
    replay = top(app, ReplayScene)
    before = replay.playback.record
    press(app, pygame.K_PAGEDOWN)
    assert replay.playback.record != before
    assert replay.at == len(replay.records) - 3
    press(app, pygame.K_ESCAPE)
    for _ in range(10):
        scene.update(0.0)
    assert scene.list.at == 3


def test_hands_are_found_by_result_and_rules_and_all_come_back(app: App, played: Store) -> None:
    scene, history = saved(app), played.history()
    whole = scene.list.count
    find(app, "choice", 1)
    assert scene.list.count == history.count(Wanted(HandFilter.WON))
    find(app, "rules", 1)
    number = history.rule_sets()[0]
    assert scene.list.count == history.count(Wanted(HandFilter.WON, number))
    find(app, "choice", 0)
    assert scene.list.count == history.count(Wanted(HandFilter.ALL, number)) == 12
    point(app, "button:every")
    assert scene.list.count == whole


@pytest.mark.parametrize("name", ["day", "opponent", "rules", "ending", "choice"])
def test_what_is_offered_to_find_by_finds_as_many_hands_as_it_says(app: App, name: str) -> None:
    scene = saved(app)
    point(app, f"find:{name}")
    offered = widget(top(app, FindScene), "found", FoundList)
    said = [offered.row_spoken(at) for at in range(offered.count)]
    press(app, pygame.K_ESCAPE)
    assert len(said) > 1
    for at, words in list(enumerate(said))[1:]:
        find(app, name, at)
        assert words.endswith(f": {scene.list.count}"), words
        assert scene.list.count


def find(app: App, name: str, at: int) -> None:
    """Find by what stands in that row."""
    point(app, f"find:{name}")
    press(app, pygame.K_HOME, *[pygame.K_DOWN] * at, pygame.K_RETURN)


def test_a_click_on_a_hand_opens_it(app: App) -> None:
    scene = saved(app)
    point(app, "hands:2")
    assert top(app, ReplayScene).at == scene.list.count - 3


def test_a_hand_is_saved_as_a_file_that_is_its_record(app: App, played: Store, home: Path) -> None:
    saved(app)
    point(app, "button:save")
    (file,) = (home / "data" / "hands").iterdir()
    assert str(file) in app.toasts.text
    (piece,) = raw_records(file)
    assert read_record(piece.json_value()) == played.history().record(3, 12)


def test_where_it_cannot_be_saved_it_says_why(app: App, home: Path) -> None:
    (home / "data").mkdir()
    (home / "data" / "hands").write_text("in the way")
    saved(app)
    point(app, "button:save")
    assert "not saved" in app.toasts.text


def test_of_a_long_list_only_what_is_in_sight_is_fetched(app: App) -> None:
    scene = saved(app)
    fetched: list[tuple[int, int]] = []
    real = scene.list.hand(0)
    assert real is not None

    def fetch(first: int, size: int) -> list[object]:
        fetched.append((first, size))
        return [real] * size

    scene.list.fetch = fetch  # type: ignore[assignment]  # a list without end
    scene.list.show(100_000)
    press(app, pygame.K_END, pygame.K_UP)
    assert scene.list.at == 99_998
    assert sum(size for _first, size in fetched) < 500
    assert len(targets(app)) < 40


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_over_anything_else(played: Store, size: tuple[int, int]) -> None:
    with stage(size, store=played) as app:
        for part in PARTS:
            statistics(app)
            point(app, f"part:{part}")
            apart(app)
        saved(app)
        apart(app)


def apart(app: App) -> None:
    found = list(targets(app).items())
    for number, (name, box) in enumerate(found):
        assert min(box.size) >= 24, name
        assert app.window.surface.get_rect().contains(box), name
        for other, place in found[number + 1 :]:
            assert not box.colliderect(place), (name, other)


def test_a_page_counts_and_adds_up_a_step_in_each_frame_that_has_no_time(played: Store) -> None:
    """A frame ends after the step in which its time is over, however many steps are left."""
    steps: list[int] = []

    def add_up() -> Iterator[int]:
        for number in range(3):
            steps.append(number)
            yield number

    clock = count()
    counting = Counting(played.history(), lambda: next(clock), add_up)
    while not steps:
        assert not counting.go_on()
        assert not counting.is_done
    assert steps == [0]
    assert [counting.go_on() for _ in range(3)] == [False, False, True]
    assert steps == [0, 1, 2]
    counting.begin_again()
    assert not counting.is_done
