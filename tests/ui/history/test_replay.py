"""A played hand at the table: on, back, from any seat, open and closed, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game.play.ledger import Joining
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.actions import DRAW, DROP, PASS, Action, Discard, Hit, Slap, Spread
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.record import HandRecord, record_of
from game.rules.view import SeatView
from game.saves.settings import LANGUAGES, Settings, SettingsStore
from game.ui.look.faces import Person, person_of
from game.ui.shell.loop import App
from game.ui.table.flow.shown import Logbook
from game.ui.table.motion.layout import Zone
from game.ui.table.painting.pot_painter import PotRow
from game.ui.text.language import signed_text, speak
from game.ui.viewer.replay_scene import ReplayMenu, ReplayScene, Track, person_in
from tests.session.players import eager, play_out
from tests.ui.history.hands import some_hands
from tests.ui.screens import PICTURES
from tests.ui.seen import frame_faults, seen, watching
from tests.ui.stage import SIZES, point, press, shown, stage, tap, targets, top, turns
from tests.ui.table.house.positions import Guest, after, dealt, replying, rules

HANDS = some_hands()


@pytest.fixture
def app() -> Iterator[App]:
    with stage() as app:
        yield app


def opened(app: App, records: tuple[HandRecord, ...] = HANDS, at: int = 0) -> ReplayScene:
    scene = ReplayScene(app, records, at)
    shown(app, scene)
    return scene


def plays(scene: ReplayScene) -> bool:
    """Whether the moves follow each other by themselves."""
    return scene.is_playing


def moves(scene: ReplayScene) -> bool:
    """Whether something is on its way."""
    return scene.board.is_moving


def faces(scene: ReplayScene, seat: int) -> list[str | None]:
    """What is seen of a hand on the table."""
    return [
        sprite.face
        for slot, sprite in sorted(scene.board.sprites.by_slot.items())
        if slot.zone is Zone.HAND and slot.owner == seat
    ]


@pytest.mark.share(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name",
    [
        *("replay", "replay-hidden", "replay-end"),
        *("decision", "decision-answer", "review", "review-luck"),
    ],
)
def test_nothing_overlaps_in_the_largest_letters(name: str, language: str) -> None:
    settings = Settings(scale=200, language=language, speed="instant", mute=True)
    speak(language)
    try:
        with watching(), stage((1280, 720), SettingsStore.unsaved(settings)) as app:
            PICTURES[name](app)
            turns(app)
            assert frame_faults(app) == []
            scene = app.top
            if isinstance(scene, ReplayScene):
                track = next(each.shown for each in scene.on_table if isinstance(each, Track))
                words = [word.text for word in seen().words if word.ink.colliderect(track)]
                others = [box for name, box in scene.targets().items() if name != "track"]
                assert words == []
                assert track.collidelist(others) < 0
                for number, box in enumerate(others):
                    assert box.collidelist(others[:number]) < 0
    finally:
        speak("en")


def test_a_hand_opens_at_its_deal_from_the_players_seat(app: App) -> None:
    scene = opened(app)
    assert (scene.step, scene.seat) == (0, HANDS[0].seats.index("You"))
    assert set(faces(scene, 1 - scene.seat)) == {None}
    assert sorted(map(str, faces(scene, scene.seat))) == sorted(scene.view.hand)


def test_keys_go_on_and_back_to_the_end_and_to_the_deal(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert scene.step == 2
    press(app, pygame.K_END)
    assert scene.is_settling
    press(app, pygame.K_HOME)
    assert (scene.step, scene.is_settling) == (0, False)
    press(app, pygame.K_LEFT)
    assert scene.step == 0


def test_the_player_is_spoken_to_where_it_is_their_turn(app: App) -> None:
    scene, log = opened(app), Logbook().seen(1)
    noted: set[tuple[bool, str]] = set()
    for step in range(scene.playback.last):
        scene.go_to(step)
        looks = scene.look.table(scene.board, log, is_playing=False, hovered="")
        notes = [(at == scene.look.you, each.note) for at, each in enumerate(looks.seats)]
        noted.update(each for each in notes if each[1])
    assert noted == {(True, "your turn"), (False, "to play")}


def test_nobody_is_said_to_own_what_no_record_tells(app: App) -> None:
    with watching():
        opened(app)
        words = [word.text for word in seen().words]
        assert "0" not in words
        press(app, pygame.K_END)
        result = HANDS[0].result
        assert result is not None
        brought = [signed_text(HANDS[0].rules.stake * paid) for paid in result.payments]
        words = [word.text for word in seen().words]
        for text in brought:  # on a plate, and there once
            assert words.count(text) == brought.count(text)


def test_no_deck_is_said_to_be_sealed_after_a_hand_that_is_looked_at_again(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_END)
    settled = scene.look.settlement("")
    assert settled is not None
    assert settled.payments
    assert not [line for line in settled.payments if "sealed" in line]


def test_the_mouse_does_the_same(app: App) -> None:
    scene = opened(app)
    point(app, "button:after")
    point(app, "button:after")
    point(app, "button:before")
    assert scene.step == 1
    point(app, "button:last")
    assert scene.is_settling
    point(app, "button:again")
    assert scene.step == 0
    point(app, "track")
    assert abs(scene.step - scene.playback.last / 2) <= 1
    point(app, "button:first")
    assert scene.step == 0


def test_every_step_shows_what_lay_there(app: App) -> None:
    scene = opened(app)
    for step in range(1, scene.playback.last + 1):
        tap(app, pygame.K_RIGHT)
        view = scene.playback.view(step, scene.seat)
        assert sorted(map(str, faces(scene, scene.seat))) == sorted(view.hand)
        other = 1 - scene.seat
        assert len(faces(scene, other)) == view.sizes[other]


@pytest.mark.share(3)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("rules", ["standard", "slap", "five_seven_nine", "chicago"])
def test_open_hands_are_right_after_every_step_for_every_seat(
    app: App, seats: int, rules: str
) -> None:
    scene = opened(app, some_hands(seats, rules, hands=1, seed="open"))
    press(app, pygame.K_h)
    for step in range(1, scene.playback.last + 1):
        tap(app, pygame.K_RIGHT)
        for seat in range(seats):
            expected = scene.playback.view(step, seat).hand
            assert sorted(map(str, faces(scene, seat))) == sorted(expected), (step, seat)


def test_hidden_cards_are_shown_and_hidden_again_where_one_is(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_RIGHT)
    point(app, "button:open")
    assert (scene.step, None in faces(scene, 1 - scene.seat)) == (1, False)
    press(app, pygame.K_h)
    assert set(faces(scene, 1 - scene.seat)) == {None}


def test_the_player_has_the_chosen_face_and_nobody_else_has_it(app: App) -> None:
    face = person_of("Ada")
    scene, log = opened(app), Logbook().seen(1)

    def seen_faces() -> list[Person | None]:
        looks = scene.look.table(scene.board, log, is_playing=False, hovered="")
        return [seat.person for seat in looks.seats]

    you = scene.playback.you
    assert you is not None
    assert set(seen_faces()) == {None}
    app.change(face=face.text)
    assert [at for at, each in enumerate(seen_faces()) if each == face] == [you]
    assert set(seen_faces()) == {None, face}


def test_the_hand_is_seen_from_any_seat(app: App) -> None:
    scene = opened(app, some_hands(4, hands=1))
    press(app, pygame.K_RIGHT)
    for seat in (2, 3):
        point(app, f"seat:{seat}")
        assert (scene.seat, scene.step) == (seat, 1)
        assert None not in faces(scene, seat)
        assert None in faces(scene, 0)
    press(app, pygame.K_v)
    assert scene.seat == 0
    press(app, pygame.K_v, mod=pygame.KMOD_LSHIFT)
    assert scene.seat == 3


def test_it_plays_by_itself_to_the_end_and_stops_there(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_SPACE)
    assert plays(scene)
    assert scene.idle_for() is not None
    for _ in range(2 * scene.playback.last + 2):
        scene.update(1.0)
    assert scene.step == scene.playback.last
    assert not plays(scene)
    point(app, "button:play")
    assert (scene.step, plays(scene)) == (0, True)
    point(app, "button:play")
    assert not plays(scene)


def test_at_a_speed_that_can_be_followed_a_step_is_seen_to_move() -> None:
    with stage(settings=SettingsStore.unsaved(Settings(speed="normal", mute=True))) as app:
        scene = ReplayScene(app, HANDS)
        scene.resize(app.size)
        scene.on_one()
        assert moves(scene)
        for _ in range(300):
            scene.update(1 / 30)
        assert not moves(scene)
        scene.to_end()
        scene.update(0.0)
        assert scene.is_settling


def test_page_keys_go_to_the_other_hands(app: App) -> None:
    scene = opened(app)
    press(app, pygame.K_PAGEUP)
    assert scene.at == 0
    press(app, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)
    assert scene.at == len(HANDS) - 1
    assert scene.playback.record == HANDS[-1]


def test_the_menu_does_it_all_too_and_escape_closes_only_the_menu(app: App) -> None:
    scene = opened(app, at=1)
    point(app, "button:menu")
    top(app, ReplayMenu)
    point(app, "seat:more" if scene.seat == 0 else "seat:less")
    press(app, pygame.K_ESCAPE)
    assert app.top is scene
    assert scene.seat == 1 - HANDS[1].seats.index("You")
    point(app, "button:menu")
    point(app, "open")
    point(app, "button:next")
    assert app.top is scene
    assert (scene.at, scene.is_open) == (2, True)


def test_a_hand_that_cannot_be_shown_is_told_of_and_the_one_on_show_stays(app: App) -> None:
    broken = replace(HANDS[1], actions=("0 nonsense",))
    scene = opened(app, (HANDS[0], broken))
    press(app, pygame.K_PAGEDOWN)
    assert scene.at == 0
    assert "action 1" in app.toasts.text


def test_escape_leaves_the_hand(app: App) -> None:
    below = opened(app)
    opened(app, at=1)
    press(app, pygame.K_ESCAPE)
    assert app.top is below


def test_everything_can_be_reached_by_tab(app: App) -> None:
    scene = opened(app, some_hands(3, hands=1))
    press(app, pygame.K_RIGHT, pygame.K_RIGHT)
    seen = set()
    for _ in range(20):
        press(app, pygame.K_TAB)
        seen.add(scene.form.focused)
    assert seen == set(targets(app))


def test_the_log_tells_the_hand_so_far_and_speaks_to_who_played_it(app: App) -> None:
    scene = opened(app)
    scene.go_to(4)
    told = [text for text, _ in scene.look.log()]
    assert told[:2] == ["Hand 1 of 3", scene.look.dealt()]
    assert len(told) == 6
    assert any(text.startswith("You ") for text in told[2:])
    scene.look_from(1 - scene.seat)
    assert [text.split()[0] for text, _ in scene.look.log()] == [text.split()[0] for text in told]


def test_where_nobody_is_you_it_is_who_looks_on(app: App) -> None:
    (record,) = some_hands(you="Ann", hands=1)
    assert person_in(record) is None
    scene = opened(app, (record,))
    assert scene.look.you == 0
    scene.look_from(1)
    assert scene.look.you == 1


@pytest.mark.share(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 6])
def test_nothing_that_can_be_pressed_lies_over_another(size: tuple[int, int], seats: int) -> None:
    with stage(size) as app:
        scene = opened(app, some_hands(seats, hands=1))
        for step in (0, scene.playback.last):
            scene.go_to(step)
            turns(app)
            found = list(targets(app).items())
            for number, (name, box) in enumerate(found):
                assert min(box.size) >= 24, name
                assert app.window.surface.get_rect().contains(box), name
                for other, place in found[number + 1 :]:
                    assert not box.colliderect(place), (name, other)


def test_side_pots_lie_on_the_table_and_go_to_who_wins_them(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(PotRow, "draw_pill", lambda *args: drawn.append(args[-1].text))
    rules = preset("standard").changed(natural_bet="dealt", high_suit_bet="spades", side_ante=2)
    players = (Player("You"), Player("Ada", "regular"), Player("Basil", "regular"))
    session = Session.start(Plan(players, rules, "pots"))
    session.next_hand(Joining((0, 1), "S", (0, 1, 2)))
    play_out(session, [eager] * 3)
    scene = opened(app, session.history())
    assert drawn == ["♠ 0", "Natural 6"]  # who has the highest spade shows it at once
    assert scene.playback.session.plan.label.base == "standard"
    log = [text for text, _is_head in replace(scene.look, step=scene.playback.last).log()]
    assert sum("pot of 4 stakes" in text for text in log) == 1


def test_the_person_is_called_by_the_language_of_now(app: App) -> None:
    speak("fr")
    try:
        scene = ReplayScene(app, HANDS, you_of=lambda _place: HANDS[0].seats.index("You"))
        shown(app, scene)
        assert set(scene.names) == {"Vous", "Ada"}
    finally:
        speak("en")


def test_the_bar_of_a_hand_without_a_move_leads_nowhere(app: App) -> None:
    hand = dealt(rules("standard"), "KC KD KH TS 9C", "8S 4S JS QD 6H", then="9D 3C")
    scene = replayed(app, hand)
    bar = targets(app)["track"]
    for x in (bar.left + 1, bar.centerx, bar.right - 1):
        pygame.event.post(
            pygame.Event(pygame.MOUSEBUTTONDOWN, {"pos": (x, bar.centery), "button": 1})
        )
        turns(app)
    assert scene.playback.last == 0


# -- further readings of the rules (RULES.md §4) --------------------------------------------------


def replayed(app: App, hand: Hand) -> ReplayScene:
    """The replay of a hand that the player has played on seat 0, at its end."""
    scene = opened(app, (record_of(hand, at_table(hand).session.names),))
    scene.go_to(scene.playback.last)
    return scene


def told(scene: ReplayScene) -> list[str]:
    """The log from the first move on."""
    return [text for text, _is_head in scene.look.log()][2:]


def lets_go_by(view: SeatView) -> Action | None:
    """Pass where one could slap; decide nothing else."""
    return PASS if any(isinstance(each, Slap) for each in view.legal) else None


def at_table(hand: Hand) -> Guest:
    """Somebody at the table of that hand whose opponents do nothing but let slaps go by."""
    return Guest(hand, think=replying(dict.fromkeys(range(1, hand.seats), lets_go_by)))


def logged(it: Guest, *moves: tuple[int, Action]) -> list[str]:
    """What the table's log tells of some moves, and of the ending."""
    begun = len(it.table.log.texts)
    for seat, action in moves:
        it.table.flow.act(seat, action)
    it.wait_until(it.is_settling)
    it.wait(0.1)
    return list(it.table.log.texts[begun:])


TOLD_STOCK = "The stock is out: everyone may lay spreads and hits once more before the count."


def between_turns() -> Hand:
    """The player, who has dealt, plays third; the first has discarded, so that anybody may drop."""
    law = rules(last_lay="both", drop_when="any_time", count="unmatched")
    mine, first, second = "2C 2D 2H 8H JS", "5H 6H 7H AC QS", "4C 9S JD QD TH"
    hand = dealt(law, mine, first, second, then="KS KD QH", dealer=0)
    return after(hand, (1, DRAW), (1, Spread(("5H", "6H", "7H"))), (1, Discard("QS")))


def test_a_drop_out_of_turn_and_the_last_lay_after_it_are_told_as_at_the_table(app: App) -> None:
    moves: list[tuple[int, Action]] = [(1, DROP), (2, PASS)]
    moves += [(0, Spread(("2C", "2D", "2H"))), (0, Hit("8H", 0)), (0, PASS)]
    lines = told(replayed(app, after(between_turns(), *moves)))[3:]
    it = at_table(between_turns())
    _you, one, two = it.session.names
    assert lines[:6] == [
        f"{one} drops out of turn.",
        f"{one} dropped: the others may lay spreads and hits once more before the count.",
        f"{two} passes.",
        "You lay a book: 2♣ 2♦ 2♥.",
        f"You hit {one}'s run with 8♥.",
        "You pass.",
    ]
    assert lines[6] == f"Caught! {one} dropped with 11, but you had 10."
    assert logged(it, *moves)[: len(lines)] == lines


def last_card_drawn() -> Hand:
    """Of a small pack the last card is drawn; the last discard can be slapped, and nobody has."""
    law = rules(ranks="A234", naturals=[], slap="race", last_lay="both", stock_end="at_once")
    cards = "2S 2H 3C 3D AH AS"
    hand = dealt(law, "AC AD 2D 3H 3S", "4C 4D 4H 4S 2C", then=cards, dealer=0)
    after(hand, (1, DRAW), (1, Spread(("4C", "4D", "4H"))), (1, Discard("2C")))
    after(hand, (0, DRAW), (0, Discard("2D")), (1, DRAW), (1, Discard("2H")))
    return after(hand, (0, DRAW), (0, Discard("AC")), (1, DRAW), (1, Discard("4S")))


LAST_LAYS: dict[str, list[tuple[int, Action]]] = {
    "several lay": [(0, Spread(("3C", "3H", "3S"))), (0, PASS), (1, Hit("3D", 1)), (1, PASS)],
    "all pass": [(0, PASS), (1, PASS)],
}


@pytest.mark.parametrize("name", LAST_LAYS)
def test_a_last_lay_before_which_nobody_slapped_is_told_before_it_begins(
    app: App, name: str
) -> None:
    moves = LAST_LAYS[name]
    lines = told(replayed(app, after(last_card_drawn(), *moves)))
    here = lines.index(TOLD_STOCK)
    it = at_table(last_card_drawn())
    assert lines[here - 1] == f"{it.session.names[1]} discards 4♠."
    assert lines.count(TOLD_STOCK) == 1
    begun = len(it.table.log.texts)
    it.wait_until(lambda: not it.table.flow.slaps.is_on)
    logged(it, *moves)
    assert list(it.table.log.texts[begun:])[: len(lines) - here] == lines[here:]


def test_a_table_taken_up_again_in_a_last_lay_tells_it_again() -> None:
    dropped = after(between_turns(), (1, DROP))
    it = at_table(dropped)
    name = it.session.names[1]
    assert it.table.log.texts[-2:] == (
        f"{name} drops out of turn.",
        f"{name} dropped: the others may lay spreads and hits once more before the count.",
    )
    hand = last_card_drawn()
    hand.close_slap()
    assert at_table(hand).table.log.texts[-1] == TOLD_STOCK
    it = at_table(after(hand, (0, PASS)))
    assert it.table.log.texts[-2:] == (TOLD_STOCK, "You pass.")


@pytest.mark.share(4)
@pytest.mark.parametrize("is_own", [True, False])
@pytest.mark.parametrize("tie", ["eldest", "all_paid", "split", "void"])
def test_naturals_that_tie_are_told_as_at_the_table(app: App, tie: str, *, is_own: bool) -> None:
    own = {"tie": tie} if is_own else {}
    entry = {"match": {"count": 49}, "pays": 3, **own}
    other = "void" if tie != "void" else "split"
    law = rules(naturals=[entry], natural_tie=other if is_own else tie)

    def hand() -> Hand:
        return dealt(law, "KC KD KH TS 9C", "QC QD QH TC 9D", "9S 8S JS KS 7H", then="9H")

    it = at_table(hand())
    it.wait_until(it.is_settling)
    it.wait(0.1)
    lines = [text for text, _is_head in replayed(app, hand()).look.log()][2:]
    why = {
        "eldest": "nearest the dealer's left",
        "all_paid": "Everyone else pays each in full.",
        "split": "Everyone else pays once, and the sum is shared.",
        "void": "Neither beats the other, so nobody pays.",
    }
    assert why[tie] in lines[0]
    at_the_table = list(it.table.log.texts)
    here = at_the_table.index(lines[0])
    assert at_the_table[here : here + len(lines)] == lines


COUNTED: dict[str, tuple[dict[str, object], str, str]] = {
    "all": ({}, "5C 5D 5H 2S 8C", "Count in hand: 25"),
    "unmatched": ({"count": "unmatched"}, "5C 5D 5H 2S 8C", "Count in hand: 10 unmatched"),
    "wild points": ({"wild": "2", "wild_points": 25}, "5C 5D 7H 2S 8C", "Count in hand: 50"),
    "a natural": ({"count": "unmatched"}, "KC KD KH TS 9C", "Count in hand: 49"),
}


@pytest.mark.parametrize("name", COUNTED)
def test_the_count_in_hand_is_that_of_the_rules(app: App, name: str) -> None:
    changes, mine, line = COUNTED[name]
    scene = replayed(app, dealt(rules("standard", **changes), mine, "8S 4S JS QD 6H", then="9D 3C"))
    log = Logbook().seen(1)
    looks = scene.look.table(scene.board, log, is_playing=False, hovered="")
    assert looks.stake[1] == line


def test_what_lies_there_is_told_to_a_pointer_at_rest(app: App) -> None:
    scene = opened(app, some_hands(3, hands=1))
    while not scene.view.spreads:
        press(app, pygame.K_RIGHT)
    layout, view, names = scene.board.layout, scene.view, scene.names
    scene.board.skip()
    (spread, *_more), stock, pile = view.spreads, view.stock_size, layout.pile.center
    assert tip_at(scene, layout.stock.center) == f"Stock {stock}"
    assert tip_at(scene, pile).startswith("Discards")
    assert tip_at(scene, layout.spreads[0].tag.center).startswith(f"{names[spread.owner]}: ")
    assert tip_at(scene, layout.menu.center) == "Menu"
    for seat, place in enumerate(layout.seats):
        words = tip_at(scene, place.plate.center)
        assert words.startswith(f"{names[seat]}: {view.sizes[seat]} card")
        assert ("Seen from" in words) is (seat == scene.seat)
    assert tip_at(scene, layout.lay.midbottom) == ""
    point(app, "button:last")
    marked = [
        seat for seat in range(3) if "This hand: " in tip_at(scene, layout.seats[seat].plate.center)
    ]
    assert marked


def tip_at(scene: ReplayScene, at: tuple[int, int]) -> str:
    """What a tip says of a place."""
    tip = scene.tip(at)
    return tip.text if tip else ""
