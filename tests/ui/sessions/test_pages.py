"""The pages of a session in every window: nothing cut off, nothing over anything, all by Tab."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import combinations

import pygame
import pytest
from pygame import Rect, Surface

from game.play.ledger import pots_in_play
from game.play.scores import ScoreTable
from game.play.session import Session
from game.rules.presets import preset
from game.rules.results import Ending, Result
from game.rules.ruleset import RuleSet
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.skin import Skin
from game.ui.pages.page import Page
from game.ui.session.between_hands import JoiningScene
from game.ui.session.score_pages import Chart, ScoresScene, SummaryScene
from game.ui.session.table_scene import TableScene
from game.ui.shell.loop import App
from game.ui.table.flow.scoring import SessionScores
from game.ui.table.painting.furniture import seat_colour
from game.ui.table.painting.settlement_panel import SettlementSheet
from game.ui.text.language import amount_text
from game.ui.text.sessions import pot_title, shown_names
from game.ui.viewer.replay_scene import ReplayScene
from tests.ui.seen import seen, sheet, target_faults, watching
from tests.ui.sessions.evening import (
    BETS,
    evening,
    next_hand,
    play_hand,
    play_hands,
    session_of,
    table_of,
)
from tests.ui.stage import SIZES, point, press, shown, targets, top, turns, widget

Size = tuple[int, int]


@contextmanager
def joining(size: Size) -> Iterator[App]:
    """Side bets before a big one, the player on the deal, stakes in the pots."""
    rules = BETS.changed(big_one=9)
    with evening(rules, seats=6, length=9, size=size, played=2) as app:
        next_hand(app)
        assert session_of(app).standing.dealer == 0
        yield app


@contextmanager
def summary(size: Size) -> Iterator[App]:
    """The end of a session of six, with pots shared."""
    with evening(BETS, seats=6, length=4, size=size, played=4) as app:
        next_hand(app)
        yield app


@contextmanager
def leaving(size: Size) -> Iterator[App]:
    """How a session stands, with pots that stand too."""
    with evening(BETS, seats=6, size=size, played=2) as app:
        press(app, pygame.K_ESCAPE)
        point(app, "button:leave")
        yield app


@contextmanager
def scores(size: Size) -> Iterator[App]:
    """The scores of more hands than fit."""
    rules = preset("push_up").changed(push_up_target=999_999)
    with evening(rules, seats=6, size=size, played=20) as app:
        point(app, "button:more")
        point(app, "button:scores")
        yield app


@contextmanager
def pause(size: Size) -> Iterator[App]:
    """The menu between hands, with all that it can offer."""
    with evening(RuleSet(), seats=5, size=size) as app:
        play_hand(app)
        point(app, "button:menu")
        yield app


PAGES: dict[str, Callable[[Size], AbstractContextManager[App]]] = {
    "joining": joining,
    "summary": summary,
    "leaving": leaving,
    "scores": scores,
    "pause": pause,
}


KINDS = {
    "joining": JoiningScene,
    "summary": SummaryScene,
    "leaving": SummaryScene,
    "scores": ScoresScene,
}


@pytest.mark.share(3)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off_small_or_covered(name: str) -> None:
    with watching(), PAGES[name]((1280, 720)) as app:
        page = top(app, Page)
        assert KINDS.get(name, type(page)) is type(page)
        for size in SIZES:
            page.resize(size)
            page.draw(sheet(size))
            window = Rect((0, 0), size)
            found = seen().faults(window)
            assert [*found, *target_faults(page.targets(), window, SMALLEST_TARGET)] == [], size


@pytest.mark.parametrize("name", PAGES)
def test_tab_reaches_all_of_it(name: str) -> None:
    with PAGES[name]((1280, 720)) as app:
        seen = set()
        for _ in top(app, Page).form.widgets:
            seen.add(top(app, Page).form.focused)
            press(app, pygame.K_TAB)
        names = {each.removesuffix(":less").removesuffix(":more") for each in targets(app)}
        assert seen == names


def test_the_longest_settlement_stays_in_the_window() -> None:
    rules = BETS.changed(big_one=9, catch="single_each")
    most = 0
    with evening(rules, seats=6, length=9, played=6) as app:
        while isinstance(app.top, TableScene):
            table = table_of(app)
            look = table.renderer.settlement()
            assert look is not None
            for size in SIZES if len(look.payments) > most else ():
                table.resize(size)
                layout = table.board.layout
                skin = Skin(app.services.theme, size)
                place = SettlementSheet(skin, look).place(layout)
                assert Rect((0, 0), size).contains(place.box)
                buttons = list(table.renderer.result_buttons().values())
                for number, box in enumerate(buttons):
                    assert Rect((0, 0), size).contains(box)
                    assert not place.box.colliderect(box)
                    assert box.collidelist(buttons[number + 1 :]) == -1
            most = max(most, len(look.payments))
            table.resize(app.size)
            next_hand(app)
            if not isinstance(app.top, SummaryScene):
                play_hand(app)
    assert most > 6


def test_the_chart_has_a_point_for_every_hand_from_its_seats_first() -> None:
    with evening(preset("push_up"), seats=3) as app:
        play_hands(app, 2)
        point(app, "button:menu")
        point(app, "button:seat")
        turns(app)
        play_hand(app)
        table = ScoreTable.of(session_of(app))
        chart = Chart(table, 100)
        chart.plot = plot = Rect(0, 0, 300, 100)
        new = next(seat for seat in range(4) if table.rows[0].totals[seat] is None)
        for seat in range(4):
            points = chart.points(table.curve(seat))
            assert len(points) == (1 if seat == new else 4)
            assert points[-1][0] == 300
            assert all(plot.inflate(1, 1).collidepoint(each) for each in points)


def test_push_up_says_how_often_the_count_is_added() -> None:
    with evening(preset("push_up"), seats=3) as app:
        play_hand(app)
        for times, words in ((1, "adds their own count"), (2, "adds twice their count")):
            points = (0, 10 * times, 4 * times)
            result = Result(Ending.TONK, (0,), (0, 10, 4), points, (0, 0, 0))
            told = SessionScores(session_of(app)).explanations(result, 0)
            assert [line.partition(" ")[0] for line in told] == ["Basil", "Ada"]
            assert all(words in line for line in told)


def test_push_up_shows_what_is_added_even_if_it_is_nothing() -> None:
    with evening(preset("push_up"), seats=3) as app:
        play_hand(app)
        session = session_of(app)
        result = Result(Ending.TONK, (0,), (0, 10, 4), (0, 10, 4), (0, 0, 0))
        totals = [str(points) for points in session.standing.ledger.points]
        told = [SessionScores(session).brought(result, seat) for seat in range(3)]
        assert told == [
            (f"{added} → {total}", way)
            for added, total, way in zip(("+0", "+10", "+4"), totals, (0, -1, -1), strict=True)
        ]


def test_what_each_put_into_a_side_pot_is_told_once() -> None:
    rules = RuleSet(high_suit_bet="spades", natural_bet="first_spread", side_ante=2)
    with evening(rules, seats=3) as app:
        play_hand(app)
        session = session_of(app)
        assert session.hand is not None
        result = session.hand.result
        assert result is not None
        told = SessionScores(session).explanations(result, 0)
        for pot in pots_in_play(session.hand):
            assert pot.joined
            (line,) = (each for each in told if each.startswith(pot_title(pot.kind, pot.suit)))
            assert "put in 2 stakes" in line
            for seat in pot.joined:
                assert ("you" if seat == 0 else session.names[seat]) in line


def test_a_summary_ends_with_the_pots_shared_in_money_and_in_the_language() -> None:
    rules = RuleSet(stake=5, high_suit_bet="spades", natural_bet="dealt")
    with evening(rules, seats=4, length=3, played=3) as app:
        session = session_of(app)
        ledger = session.standing.ledger
        assert ledger.high_suit.stakes or ledger.natural.stakes
        next_hand(app)
        page = top(app, SummaryScene)
        said = widget(page, "chart", Chart).spoken
        assert said.startswith("pots shared. ")
        for name, money in zip(shown_names(session), session.bankrolls, strict=True):
            assert f"{name}: {money}" in said
        (told, *_others) = page.details()
        assert ", shared: " in told
        assert "stake" not in told
        won = [int(number) for number in re.findall(r"\+(\d+)", told)]
        pots = (5 * ledger.high_suit.stakes, 5 * ledger.natural.stakes)
        assert sum(won) in pots
        app.change(language="fr")
        told = page.details()[0]
        app.change(language="en")
        assert ", shared: " not in told


def test_no_hand_no_scores() -> None:
    with evening(RuleSet()) as app:
        shown(app, ScoresScene(app, session_of(app)))
        app.top.draw(Surface((1280, 720)))  # type: ignore[union-attr]  # just laid on top
        press(app, pygame.K_ESCAPE)
        assert not isinstance(app.top, ScoresScene)


def test_a_push_up_with_side_pots_tells_what_they_brought() -> None:
    rules = preset("push_up").changed(natural_bet="first_spread", stake=2, push_up_target=60)
    with evening(rules, seats=3) as app:
        for _ in range(30):
            play_hand(app)
            next_hand(app)
            if isinstance(app.top, SummaryScene):
                break
        told = [text for text in top(app, SummaryScene).details() if text.startswith("Side pots")]
        won = [bankroll - 200 for bankroll in session_of(app).bankrolls]
        assert sum(won) == 0
        assert bool(told) == any(won)


@pytest.mark.parametrize(
    ("winners", "while_it_goes_on", "at_its_end"),
    [
        ((0, 1), "You share the lead with {1}.", "You share the win with {1}."),
        (
            (0, 1, 2),
            "You share the lead with {1} and {2}.",
            "You share the win with {1} and {2}.",
        ),
        ((1, 2), "{1} and {2} lead.", "{1} and {2} share the win."),
        ((2,), "{2} leads.", "{2} wins."),
    ],
)
def test_a_summary_names_who_is_ahead_in_a_whole_sentence(
    winners: tuple[int, ...],
    while_it_goes_on: str,
    at_its_end: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Session, "winners", lambda _session: winners)
    with evening(RuleSet(), seats=4, length=5) as app:
        play_hands(app, 1)
        session = session_of(app)
        names = session.names
        assert not session.is_closed
        assert SummaryScene(app, session).aside()[0] == while_it_goes_on.format(*names)
        session.is_closed = True
        assert SummaryScene(app, session).aside()[0] == at_its_end.format(*names)


@pytest.mark.parametrize(("scoring", "owns"), [("stakes", "Balance"), ("push_up", "Points")])
def test_a_summary_reads_out_what_everybody_has(scoring: str, owns: str) -> None:
    with evening(RuleSet().changed(scoring=scoring), seats=4, length=5) as app:
        play_hands(app, 1)
        session = session_of(app)
        told = " ".join(SummaryScene(app, session).news())
        for name, worth in zip(shown_names(session), session.worths(), strict=True):
            assert told.count(f"{name}. {owns}: {amount_text(worth)}.") == 1


def test_a_row_of_the_scores_opens_its_hand() -> None:
    with evening(RuleSet(), length=9) as app:
        play_hands(app, 3)
        point(app, "button:more")
        point(app, "button:scores")
        press(app, pygame.K_UP, pygame.K_RETURN)
        replay = top(app, ReplayScene)
        assert replay.look.title == "Hand 2 of 9"
        assert replay.seat == session_of(app).human


def test_the_players_own_line_is_drawn_over_all_others() -> None:
    with evening(RuleSet()) as app:
        for _hand in range(2):  # fewer are no curve
            play_hand(app)
            next_hand(app)
        skin = Skin(app.services.theme, app.size)
        table = ScoreTable.of(session_of(app))
        surface = pygame.Surface((400, 300))
        chart = Chart(table, table.opening, me=0)
        chart.place(Rect(0, 0, 400, 300), skin)
        chart.draw(surface, skin)
        at = chart.points(table.curve(0))[0]  # where the lines of all seats begin
        assert surface.get_at(at)[:3] == seat_colour(0)


@pytest.mark.parametrize("rules", ["standard", "push_up"])
def test_each_line_of_the_chart_ends_with_a_mark_of_its_own(rules: str) -> None:
    area = Rect(20, 30, 400, 300)
    with evening(preset(rules), seats=6) as app:
        for hands in range(1, 5):
            play_hand(app)
            next_hand(app)
            if not isinstance(app.top, TableScene):
                break
            table = ScoreTable.of(session_of(app))
            chart = Chart(table, table.opening, me=0)
            chart.place(area, Skin(app.services.theme, app.size))
            ends = chart.ends()
            assert sorted(ends) == list(range(6)), hands
            for one, other in combinations(ends.values(), 2):
                assert not one.colliderect(other)
            assert all(area.contains(box) and box.left > chart.plot.right for box in ends.values())
            last = {seat: table.curve(seat)[-1] for seat in ends}
            down = sorted(ends, key=lambda seat: ends[seat].top)
            assert [last[seat] for seat in down] == sorted(last.values(), reverse=True)  # type: ignore[type-var]  # all play


def test_seats_that_share_an_initial_are_numbered() -> None:
    assert [*Chart.marks(("You", "Ada", "Basil"))] == ["Y", "A", "B"]
    assert [*Chart.marks(("Anna", "Ada", "Basil"))] == ["1", "2", "3"]
