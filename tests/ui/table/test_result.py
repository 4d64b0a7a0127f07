"""The result at the table: one line for the player, what to do next, the rest on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, cast

import pygame
import pytest
from pygame import Rect

from game.play.session import Session
from game.rules.actions import DROP
from game.rules.results import Ending, HighSuitBet, NaturalBet, SideBets
from game.saves.settings import LANGUAGES
from game.ui.kit.flourish import Banner
from game.ui.look.appearance import Look
from game.ui.session.table_scene import TableScene
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.targets import ButtonTarget
from game.ui.table.motion.director import IN_A_ROW, SLAPPED
from game.ui.table.motion.layout import SeatPlace
from game.ui.table.painting import overlays
from game.ui.table.painting.furniture import LABEL, key_width
from game.ui.table.painting.moments import Moments, banner_text
from game.ui.table.painting.result import BUTTON_WORDS, ResultLook, ResultRoom, ResultSheet
from game.ui.table.painting.settlement_panel import SettlementSheet
from game.ui.text import language
from game.ui.text.result_words import outcome
from game.ui.viewer.replay_scene import ReplayScene
from tests.shares import share
from tests.ui import positions
from tests.ui.positions import settled
from tests.ui.stage import picture
from tests.ui.table.hands_on import Person
from tests.ui.table.house.positions import Guest, after, dealt, rules
from tests.ui.table.staging import a_session
from tests.ui.table.states import at_table, play_until, settle
from tests.ui.test_everything_fits import spoken


def ended(seed: str = "5", seats: int = 2, speed: str = "normal", **changes: object) -> Person:
    """Somebody whose hand has just ended, the result shown."""
    person = Person(a_session(seats, seed, changes=changes), speed=speed)
    for _ in range(200):
        person.wait_until(lambda: person.is_to_act() or person.is_settling())
        if person.is_settling():
            return person
        person.do_by_keys(person.choice(), letters=True)
    raise AssertionError("the hand never ends")


def looks(table: TableScene) -> ResultLook:
    found = table.renderer.result()
    assert found is not None
    return found[0]


def test_what_was_won_or_lost_is_said_first_and_agrees_with_the_plates() -> None:
    seen = set()
    for seed in map(str, range(1, 9)):
        person = ended(seed, speed="instant")
        table = person.table
        result = table.view.result
        assert result is not None
        money = 5 * result.payments[0]
        look = looks(table)
        words = f"You win {money} from Ada" if money > 0 else f"You lose {-money} to Ada"
        assert look.headline == (words if money else "Nobody wins")
        assert look.way == (money > 0) - (money < 0)
        seen.add(look.way)
    assert {1, -1} <= seen


def test_that_a_drop_has_won_is_said_once() -> None:
    for seed in map(str, range(1, 40)):
        table = ended(seed, speed="instant").table
        result = table.view.result
        assert result is not None
        if result.ending is Ending.DROP and 0 in result.winners:
            look = looks(table)
            own, other = result.counts
            assert look.headline.startswith("You win ")
            assert look.reasons[0] == f"Your {own} is lowest. Ada had {other}."
            return
    raise AssertionError("no drop wins")


def test_the_log_says_it_in_a_sentence() -> None:
    person = ended("3", speed="instant")
    said = f"{looks(person.table).headline}."
    person.wait_until(lambda: said in person.table.log.texts)


def test_the_money_is_counted_up_once_and_then_stands_still() -> None:
    person = ended()
    table = person.table
    result = table.view.result
    assert result is not None
    said = [looks(table).headline]
    for _ in range(90):
        person.frame()
        if looks(table).headline != said[-1]:
            said.append(looks(table).headline)
    assert len(said) > 2
    amounts = [int(word) for words in said for word in words.split() if word.isdecimal()]
    assert amounts == sorted(set(amounts))
    assert said[-1] == looks(table).widest
    idle = table.idle_for()
    assert idle is None or idle > 0


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_who_pays_whom_is_told_on_request(way: str) -> None:
    person = ended(speed="instant")
    table = person.table
    before = table.renderer.result_boxes()
    found = table.renderer.result()
    assert found is not None
    buttons = found[1].buttons
    for is_detailed in (True, False):
        if way == "keys":
            person.press(pygame.K_i)
        else:
            person.click(ButtonTarget("more"))
            if is_detailed:
                person.choose("button:details")
        assert table.board.effects.is_detailed is is_detailed
        assert table.is_settling
        found = table.renderer.result()
        assert found is not None
        assert found[1].buttons == buttons, "no button moves"
    assert list(table.renderer.result_boxes()) == list(before)
    person.press(pygame.K_i)
    person.press(pygame.K_n)
    assert not table.board.effects.is_detailed, "the next hand begins without it"


def test_escape_closes_the_details_before_it_opens_the_menu() -> None:
    person = ended(speed="instant")
    person.press(pygame.K_i)
    person.press(pygame.K_ESCAPE)
    assert not person.table.board.effects.is_detailed
    assert person.stage.pushed == []
    person.press(pygame.K_i)
    person.click(ButtonTarget("more"))
    assert not person.table.board.effects.is_detailed, "it says Back"
    assert person.stage.pushed == []
    person.press(pygame.K_ESCAPE)
    assert len(person.stage.pushed) == 1


@pytest.mark.parametrize(
    ("kind", "words"),
    [("daily", "To the daily deal"), ("season", "To the season"), ("", "Final standings")],
)
def test_the_button_after_the_last_hand_names_the_page_that_it_opens(kind: str, words: str) -> None:
    occasion = f"{kind} 2026-01-01" if kind else ""
    plan = replace(a_session(2, "5").plan, length=1, occasion=occasion)
    person = Person(Session.start(plan), speed="instant")
    for _ in range(200):
        person.wait_until(lambda: person.is_to_act() or person.is_settling())
        if person.is_settling():
            break
        person.do_by_keys(person.choice(), letters=True)
    assert dict(looks(person.table).buttons)["next"].text == words
    assert person.table.spoken() == words


def test_between_things_that_stand_close_the_line_stays_in_the_middle_in_more_lines() -> None:
    scene = settled((1280, 720), 2, Look())
    layout, skin = scene.board.layout, scene.renderer.skin
    reason = "Caught! Duke dropped with 14, but Cleo and another of a long name had 12."
    look = replace(looks(scene), reasons=(reason,))
    middle = layout.seats[0].fan.centerx
    band = Rect(0, layout.pile_tag.bottom, 1280, layout.log.top - layout.pile_tag.bottom)
    taken = [
        Rect(0, band.top, middle - 240, band.height),
        Rect(middle + 240, band.top, 1280 - middle - 240, band.height),
    ]
    place = ResultRoom(skin, layout, 0).place(look, taken)
    assert len(place.reasons) > 1
    assert place.box.left >= middle - 240
    assert place.box.right <= middle + 240


@pytest.mark.parametrize("seed", ["5", "7", "13"])
def test_among_six_in_large_letters_the_result_covers_no_card_that_counts(seed: str) -> None:
    scene = positions.at_table((1280, 720), 6, Look(scale=200), seed)
    assert play_until(scene, lambda each: each.view.result is not None)
    while not scene.is_settling:
        settle(scene, 0.1)
    scene.board.skip()
    layout, found = scene.board.layout, scene.renderer.result()
    assert found is not None
    assert len(layout.spreads) >= 3
    lying = [spread.box for spread in layout.spreads.values()]
    lying += [pose.bounds() for seat in layout.seats for pose in seat.cards]
    assert found[1].box.collidelist(lying) < 0


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_result_of_one_sentence_stands_above_the_hand_and_touches_no_spread(tongue: str) -> None:
    moved = 0
    with spoken(tongue):
        for seed in map(str, range(1, 9)):
            scene = positions.at_table((1280, 720), 4, Look(), seed)
            assert play_until(scene, lambda each: each.view.result is not None)
            while not scene.is_settling:
                settle(scene, 0.1)
            scene.board.skip()
            layout, found = scene.board.layout, scene.renderer.result()
            assert found is not None
            box = found[1].box
            lying = [
                each for spread in layout.spreads.values() for each in (spread.box, spread.tag)
            ]
            assert box.inflate(10, 0).collidelist(lying) < 0
            moved += box.centerx != layout.seats[0].fan.centerx
    assert moved <= 2


def test_reasons_of_more_than_a_line_break_between_their_sentences() -> None:
    sentences = ("山札が尽きました。", "誰も支払いません。", "あなたは32点でした。")
    scene = settled((1280, 720), 4, Look(scale=200))
    look = replace(looks(scene), reasons=(language.in_a_row(sentences),), parts="")
    place = ResultRoom(scene.renderer.skin, scene.board.layout, 0).place(look)
    assert len(place.reasons) > 1
    assert all(line.endswith("。") for line in place.reasons)


def test_in_a_row_of_buttons_all_keys_are_shown_or_none() -> None:
    table = ended(speed="instant").table
    skin, found = table.renderer.skin, table.renderer.result()
    assert found is not None
    look, place = found
    wide = {name: Rect(0, 0, skin.px(400), box.height) for name, box in place.buttons.items()}
    shown = ResultSheet(skin, look, replace(place, buttons=wide)).with_keys()
    assert [button.key for button in shown.values()] == [each.key for _name, each in look.buttons]
    narrow = wide | {"watch": Rect(0, 0, skin.px(20), 30)}
    shown = ResultSheet(skin, look, replace(place, buttons=narrow)).with_keys()
    assert not any(button.key for button in shown.values())


def test_tab_goes_round_all_buttons_of_the_result_and_each_is_seen_to_have_the_focus() -> None:
    person = ended(speed="instant")
    table, surface = person.table, person.stage.surface
    names = [str(target) for target in table.zones()]
    assert {"button:next", "button:more", "button:menu"} <= {*names}
    seen, pictures = [], set()
    for _ in names:
        person.press(pygame.K_TAB)
        seen.append(str(table.input.cursor))
        table.draw(surface)
        pictures.add(picture(surface))
    assert seen == names
    assert len(pictures) == len(names)
    for name in (names[-2], names[-3]):
        person.press(pygame.K_TAB, pygame.KMOD_LSHIFT)
        assert str(table.input.cursor) == name


def test_the_next_hand_shows_enter_only_while_enter_means_it() -> None:
    person = ended(speed="instant")
    table = person.table
    boxes = table.renderer.result_buttons()

    def key() -> str:
        return dict(looks(table).buttons)["next"].key

    assert key() == "Enter"
    person.press(pygame.K_TAB)
    assert key() == "Enter"
    for target in table.zones():
        person.go_to(target)
        assert key() == ("Enter" if target == ButtonTarget("next") else "N"), target
        assert table.renderer.result_buttons() == boxes, "no button moves"
    person.go_to(ButtonTarget("more"))
    person.press(pygame.K_RETURN)
    assert len(person.stage.pushed) == 1
    person.press(pygame.K_n)
    assert table.input.cursor is None
    while not person.is_settling():
        person.wait_until(lambda: person.is_to_act() or person.is_settling())
        if not person.is_settling():
            person.do_by_keys(person.choice(), letters=True)
    assert key() == "Enter"
    person.press(pygame.K_RETURN)
    assert not person.is_settling()


KEYS = {"watch": "A", "review": "J"}


@pytest.mark.parametrize(
    ("tongue", "size", "scale"),
    [
        ("en", (960, 540), 0),
        ("fr", (960, 540), 0),
        ("ja", (960, 540), 0),
        *((tongue, (1280, 720), scale) for tongue in LANGUAGES for scale in (0, 150, 200)),
    ],
)
def test_all_buttons_that_there_may_be_show_their_keys_and_touch_no_edge(
    tongue: str, size: tuple[int, int], scale: int
) -> None:
    with spoken(tongue):
        scene = settled(size, 4, Look(scale=scale))
        words = {"next": "Next hand"} | dict(BUTTON_WORDS.items())
        keys = KEYS | {"next": language.pgettext("key", "Enter")}
        buttons = tuple(
            (name, ButtonLook(language._(text), key=keys.get(name, ""), is_lit=True))
            for name, text in words.items()
        )
        look = replace(looks(scene), buttons=cast("Any", buttons))
        skin = scene.renderer.skin
        place = ResultRoom(skin, scene.board.layout, 0).place(look)
        shown = ResultSheet(skin, look, place).with_keys()
        assert {name: each.key for name, each in shown.items() if each.key} == keys
        for name, each in shown.items():
            free = place.buttons[name].width - skin.width(each.text, LABEL, bold=True)
            assert free >= key_width(skin, each.key) + skin.px(14), each.text


def test_the_hand_can_be_watched_again_from_the_players_seat() -> None:
    person = ended(speed="instant")
    person.press(pygame.K_a)
    (scene,) = person.stage.pushed
    assert isinstance(scene, ReplayScene)
    assert scene.seat == person.table.view.seat
    assert scene.look.title == "Hand 1"
    assert scene.playback.last == len(person.table.view.moves)


def test_the_same_deal_can_be_played_again_for_practice() -> None:
    person = ended(speed="instant")
    before = person.session.hand
    assert before is not None
    person.click(ButtonTarget("more"))
    person.choose("button:same_deal")
    (scene,) = person.stage.pushed
    assert isinstance(scene, TableScene)
    assert scene.session.plan.practice
    hand = scene.session.hand
    assert hand is not None
    assert hand.dealt == before.dealt
    assert scene.session.names == person.session.names
    assert [player.level for player in scene.session.players][1:] == ["regular"]
    assert not hand.log


def test_the_table_can_be_left_from_the_result() -> None:
    person = ended(speed="instant")
    person.click(ButtonTarget("more"))
    person.choose("button:leave")
    assert person.stage.went_home or person.stage.pushed


def test_points_of_a_push_up_are_added_and_none_is_good() -> None:
    person = ended(speed="instant", scoring="push_up")
    result = person.table.view.result
    assert result is not None
    worst, best = max(result.payments), min(result.payments)
    hand, names = person.session.hand, person.session.names
    assert hand is not None
    told = outcome(hand, names, result.payments.index(worst))
    assert str(worst) in told.headline
    assert told.way == -1
    assert best == 0
    assert outcome(hand, names, result.payments.index(best)).way == 1


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (3840, 2160)])
def test_every_ending_has_a_word_that_fits_the_window(size: tuple[int, int]) -> None:
    scene = settled(size, 2, Look())
    moments = Moments(scene.renderer.skin)
    for word, weight in product([*Ending, "booed", SLAPPED, *IN_A_ROW.values()], (0.0, 1.0)):
        assert banner_text(word), word
        scene.board.effects.banner = Banner(word, weight, 1.0)
        box, _width = moments.place_of(scene.board.effects.banner, scene.board.layout)
        assert pygame.Rect((0, 0), size).contains(box), word


def test_without_motion_there_is_neither_shake_nor_particle_nor_counting() -> None:
    for seed in share(("1", "2", "3", "4"), 2):
        person = Person(a_session(4, seed), speed="normal")
        person.stage.change(reduced_motion="on")
        effects = person.table.board.effects
        while not person.is_settling():
            if person.is_to_act() and not person.is_settling():
                person.do_by_keys(person.choice(), letters=True)
            person.frame()
            assert len(effects.particles) == 0
            assert effects.shake.offset == (0.0, 0.0)
            assert effects.flashes.strength == 0.0
            assert effects.banner is None or effects.banner.scale == effects.banner.strength == 1.0
        assert looks(person.table).headline == looks(person.table).widest


def test_any_key_skips_the_scene_of_an_ending() -> None:
    person = Person(a_session(2, "5"), speed="normal")
    board = person.table.board
    while person.table.board.view is None or person.table.view.result is None:
        if person.is_to_act():
            person.do_by_keys(person.choice(), letters=True)
        person.frame()
    assert board.is_scene
    person.press(pygame.K_SPACE)
    person.frame()
    assert person.is_settling()
    assert board.effects.banner is None
    assert len(board.effects.particles) == 0


def test_no_note_of_a_move_is_left_on_the_result() -> None:
    """Notes of earlier moves go when the ending begins, that of the last one with the verdict."""
    seen: set[bool] = set()
    for seed in share(("1", "2", "3", "4", "5"), 2):
        person = Person(a_session(3, seed), speed="normal")
        effects = person.table.board.effects
        while not person.is_settling():
            if person.is_to_act():
                person.do_by_keys(person.choice(), letters=True)
            person.frame()
            view = person.table.board.view
            if view is not None and view.result is not None and effects.winners is None:
                seen.update(seat != view.moves[-1].seat for seat in effects.bubbles)
        assert effects.bubbles == {}
    assert False in seen, "a last move was noted"


def test_no_count_lies_where_no_card_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[SeatPlace] = []

    def noted(
        _surface: pygame.Surface, _skin: object, place: SeatPlace, _text: str, _won: bool
    ) -> None:
        counted.append(place)

    monkeypatch.setattr(overlays, "draw_count", noted)
    scene = next(
        scene
        for seed in range(60)
        for scene in [at_table((960, 540), 2, f"out {seed}")]
        if play_until(scene, lambda each: each.view.result is not None) and 0 in scene.view.sizes
    )
    out = scene.view.sizes.index(0)
    settle(scene, 6)
    scene.board.effects.counted = {0, 1}
    overlays.draw_counts(pygame.Surface((960, 540)), scene.renderer.skin, scene.board)
    places = scene.board.layout.seats
    assert counted == [places[1 - out]]


UNDERCUT: Mapping[int, Sequence[str]] = {
    0: (
        "QS KH TS 9S 8D",
        "2C 3D 4H 5C 9D",
        "2D 3C 5H 6C 8S",
        "AC 3H 4C 7D 9C",
        "AD 2S 4D 6D TD",
        "AS 2H 4S 6S TC",
    ),
    5: (
        "7C 8S 7S JD AC",
        "KS QS 2D 5H 3D",
        "3C 7H 7D QD JH",
        "6D 2H 6C 6H 5C",
        "9H 9S JC 6S JS",
        "QH KH AH 9D 5S",
    ),
}
"""By the seat that drops, too high: what each of six holds."""


@pytest.mark.parametrize(
    "changes", [{"catch": "single_to_lower"}, {"catch": "single_each"}, {"scoring": "push_up"}]
)
@pytest.mark.parametrize("dropper", UNDERCUT)
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_the_longest_details_fit_the_smallest_window_with_the_largest_text(
    tongue: str, dropper: int, changes: dict[str, object]
) -> None:
    """Six players, both pots, the big one, and a drop that is caught."""
    law = rules(natural_bet="first_spread", high_suit_bet="called", next_dealer="winner")
    law = law.changed(stake=125, naturals=[], **changes)
    hand = dealt(law, *UNDERCUT[dropper], dealer=dropper - 1)
    hand.is_big_one = True
    everybody = tuple(range(6))
    hand.bets = SideBets(HighSuitBet("S", everybody, 12), NaturalBet(everybody, 12))
    it = Guest(after(hand, (dropper, DROP)), speed="instant", size=(960, 540))
    it.stage.services.theme.set_look(Look(scale=200))
    with spoken(tongue):
        it.table.resize((960, 540))
        look = it.table.renderer.settlement()
        assert look is not None
        sheet = SettlementSheet(it.table.renderer.skin, look)
        place = sheet.place(it.table.board.layout)
        for box in (place.box, *sheet.written_on(place)):
            assert Rect((0, 0), it.stage.size).contains(box)
