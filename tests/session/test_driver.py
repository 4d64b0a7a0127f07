"""The driver of a session: what it waits for, who slaps, and the records of the version before."""

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from ai import betting
from ai.bot import ask
from ai.registry import make_bot
from game.play.driver import (
    BetsOpen,
    BigOneCalled,
    CutShown,
    Decision,
    Driver,
    HandEnded,
    SessionOver,
    Wait,
    WindowOpen,
)
from game.play.plan import Plan, Player
from game.play.session import Session, SessionError
from game.rules.actions import DROP, PASS, Action, Hit, Slap, Take
from game.rules.presets import PRESETS, earlier_preset, preset, spelled_out
from game.rules.record import parse, replay
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.session.players import FOUR, careless, eager, patient, play_hands
from tests.shares import EVERY

GOLDEN: Final = Path(__file__).with_name("golden_records.txt")
BETS: Final = RuleSet(high_suit_bet="called", natural_bet="first_spread")
REGULAR: Final = make_bot("regular")


def driver_of(rules: RuleSet, length: int | None = None, seed: str = "driver") -> Driver:
    """A session with a person on seat 0, nothing dealt yet."""
    session = Session.start(Plan(FOUR, rules, seed, length))
    return Driver(session, betting, session.human)


def now(driver: Driver) -> Wait:
    """What a driver waits for now."""
    return driver.waits_for


def play(driver: Driver) -> None:
    """Play the hand on the table to its end."""
    while isinstance(wait := driver.waits_for, Decision):
        driver.act(wait.seat, careless(wait.view, wait.seed))


def test_hand_follows_hand_from_the_cut_to_the_end() -> None:
    driver = driver_of(RuleSet(), length=2)
    assert now(driver) == CutShown(driver.session.cut)
    for number in (1, 2):
        driver.go_on()
        assert driver.session.number == number
        play(driver)
        wait = now(driver)
        assert isinstance(wait, HandEnded)
        assert wait.result is not None
    driver.go_on()
    assert now(driver) == SessionOver()
    with pytest.raises(SessionError):
        driver.go_on()


def test_a_person_is_asked_about_side_bets_and_nobody_else() -> None:
    driver = driver_of(BETS)
    driver.go_on()
    assert now(driver) == BetsOpen(0, driver.bots_join())
    with pytest.raises(SessionError):
        driver.go_on()
    driver.join(driver.bots_join().with_seat(0, high_suit=True, natural=False))
    hand = driver.session.hand
    assert hand is not None
    assert hand.bets.high_suit is not None
    assert 0 in hand.bets.high_suit.joined

    session = Session.start(Plan(FOUR, BETS, "driver"))
    play_hands(session, [careless] * 4, 3, betting)
    assert all(record.bets.natural for record in session.history())


def test_what_was_owned_before_the_hand_is_known_until_the_next_one() -> None:
    driver = driver_of(RuleSet())
    driver.go_on()
    before = driver.session.standing.ledger
    play(driver)
    assert driver.opening == before
    assert driver.session.standing.ledger != before
    seat = driver.seat_another(Player("Eve", "e"))
    assert driver.opening == driver.session.standing.ledger
    assert driver.session.names[seat] == "Eve"
    assert now(driver) == HandEnded(None)


def test_a_bot_that_calls_the_big_one_is_heard_before_the_deal() -> None:
    session = Session.start(Plan(FOUR[1:], RuleSet(), "big", length=3))
    driver = Driver(session, Paced(session, ()))
    driver.go_on()
    assert now(driver) == BigOneCalled(session.standing.dealer)
    assert session.comes_big
    driver.go_on()
    wait = now(driver)
    assert isinstance(wait, Decision)
    assert wait.view.is_big_one


def test_a_session_goes_on_from_wherever_it_stands() -> None:
    one, other = (Session.start(Plan(FOUR, BETS, "again", 3)) for _ in range(2))
    play_hands(one, [careless] * 4, 3, betting)
    while not other.is_over:
        driver = Driver(other, betting)
        match driver.waits_for:
            case Decision(seat, view, seed):
                driver.act(seat, careless(view, seed))
            case _:
                driver.go_on()
    assert one.journal.records() == other.journal.records()


# -- claims and slaps ------------------------------------------------------------------------------


def watchful(view: SeatView, seed: int) -> Action:
    """Never hits of its own accord, and claims and slaps as a bot does."""
    if PASS in view.legal:
        return ask(REGULAR, view, seed)
    without_hits = tuple(action for action in view.legal if not isinstance(action, Hit))
    return eager(replace(view, legal=without_hits) if without_hits else view, seed)


def slaps_and_takes(session: Session) -> tuple[list[Slap], int]:
    """The slaps of all finished hands, and how many cards were taken."""
    actions = [parse(text)[1] for record in session.history() for text in record.actions]
    slaps = [action for action in actions if isinstance(action, Slap)]
    return slaps, sum(isinstance(action, Take) for action in actions)


@pytest.mark.parametrize("name", ["slap", "slap_polite"])
def test_bots_slap_the_same_way_each_time(name: str) -> None:
    sessions = [Session.start(Plan(FOUR, preset(name), "slaps")) for _ in range(2)]
    for session in sessions:
        play_hands(session, [watchful] * 4, 30 if EVERY else 12, betting)
    slaps, _ = slaps_and_takes(sessions[0])
    assert len({slap.seat for slap in slaps}) > 1
    for record in sessions[0].history():
        record.check_ending(replay(record))
    assert sessions[0].journal.records() == sessions[1].journal.records()


class Paced:
    """Bots whose reaction times are known."""

    joins = staticmethod(betting.joins)
    suit_called = staticmethod(betting.suit_called)

    def __init__(self, session: Session, times: Sequence[float]) -> None:
        self._session, self._times = session, times

    def calls_big_one(self, *_: object) -> bool:
        return True

    def reaction(self, seed: int) -> float:
        return next(
            time
            for seat, time in enumerate(self._times)
            if self._session.decision_seed(seat) == seed
        )


def at_window(name: str, seed: str) -> Session:
    """A session in the middle of a hand, a discard that can be slapped just made."""
    session = Session.start(Plan(FOUR, preset(name), seed))
    driver = Driver(session)
    while not isinstance(wait := driver.waits_for, WindowOpen):
        if isinstance(wait, Decision):
            driver.act(wait.seat, watchful(wait.view, wait.seed))
        else:
            driver.go_on()
    return session


@pytest.mark.parametrize("quick", range(4))
def test_the_quickest_slaps_and_who_is_too_late_does_not(quick: int) -> None:
    session = at_window("slap", "pace")
    times = [0.5] * 4
    times[quick], times[(quick + 1) % 4] = 0.1, 1.01
    wait = Driver(session, Paced(session, times)).waits_for
    assert isinstance(wait, WindowOpen)
    assert wait.window.asked[0] == quick
    assert len(wait.window.asked) == 3
    assert (quick + 1) % 4 not in wait.window.asked

    def slap(view: SeatView) -> Action:
        return next(action for action in view.legal if isinstance(action, Slap))

    driver = Driver(session, Paced(session, times))
    driver.answer(quick, slap(driver.view(quick)))
    move = driver.settle()
    assert move is not None
    assert move.seat == quick
    assert isinstance(move.action, Slap)


def test_an_answer_of_who_is_not_asked_is_refused() -> None:
    session = at_window("slap", "pace")
    driver = Driver(session, Paced(session, [0.1, 0.2, 0.3, 1.01]))
    wait = driver.waits_for
    assert isinstance(wait, WindowOpen)
    with pytest.raises(ValueError, match="seat 3 is not asked"):
        driver.answer(3, PASS)
    for seat in wait.window.asked:
        driver.answer(seat, PASS)
    driver.settle()
    with pytest.raises(ValueError, match="seat 0 is not asked"):
        driver.answer(0, PASS)
    driver.give_up()
    with pytest.raises(ValueError, match="seat 0 is not asked"):
        driver.answer(0, PASS)


def test_a_person_in_a_race_has_the_card_before_any_bot() -> None:
    session = at_window("slap", "pace")
    driver = Driver(session, Paced(session, [0.1] * 4), person=3)
    assert isinstance(driver.waits_for, WindowOpen)
    assert driver.waits_for.window.asked[0] == 3


def test_where_nobody_is_hurried_seat_after_seat_is_asked() -> None:
    session = at_window("slap", "pace")
    driver = Driver(session, Paced(session, [0.1, 0.2, 0.3, 0.4]), is_race=lambda: False)
    asked = []
    while isinstance(wait := driver.waits_for, WindowOpen):
        (seat,) = wait.window.asked
        asked.append(seat)
        driver.answer(seat, PASS)
    hand = session.hand
    assert hand is not None
    assert asked[0] == hand.turn
    assert asked[-1] == hand.discarder
    assert sorted(asked) == [0, 1, 2, 3]


def test_a_claim_makes_the_next_seat_use_the_card() -> None:
    claimed = []

    def claiming(view: SeatView, seed: int) -> Action:
        if view.after_pass:
            claimed.append(view.top)
            return Take()
        if claimed and view.must_use:
            assert view.must_use == claimed[-1]
            assert not any(isinstance(action, Slap) for action in view.legal)
            uses = [action for action in view.legal if view.must_use in str(action)]
            assert uses == list(view.legal)
        return watchful(view, seed)

    session = Session.start(Plan(FOUR, preset("slap_polite"), "claims"))
    play_hands(session, [claiming] * 4, 60 if EVERY else 30)
    assert len(claimed) >= 5
    assert slaps_and_takes(session)[1] >= 5


def test_a_hand_that_waits_for_a_slap_ends_without_one() -> None:
    rules = preset("slap").changed(stock_end="at_once", ranks="A2345678", naturals=[])
    waited = 0
    for number in range(60):
        driver = Driver(Session.start(Plan(FOUR[:2], rules, f"end {number}")))
        driver.go_on()
        while driver.session.is_playing:
            match driver.waits_for:
                case Decision(seat, view, seed):
                    driver.act(seat, watchful(view, seed))
                case WindowOpen(window):
                    waited += window.hand.phase.name == "SLAP"
                    driver.settle()
                case _:
                    raise AssertionError(driver.waits_for)
    assert waited


# -- drops between turns, last lays ----------------------------------------------------------------


@pytest.mark.share(3)
@pytest.mark.parametrize("is_race", [True, False])
@pytest.mark.parametrize("slap", ["off", "race", "next_first"])
def test_bots_drop_between_turns_the_same_way_each_time(slap: str, is_race: bool) -> None:
    rules = RuleSet(drop_when="any_time", last_lay="both", naturals=()).changed(slap=slap)
    sessions = [Session.start(Plan(FOUR, rules, "drops")) for _ in range(2)]
    for session in sessions:
        driver = Driver(session, betting, is_race=lambda: is_race)
        while session.number < 12 or session.is_playing:
            match driver.waits_for:
                case Decision(seat, view, seed):
                    driver.act(seat, ask(REGULAR, view, seed))
                case WindowOpen(window):
                    while window.asked and not window.outcome:
                        seat = window.asked[0]
                        seed = session.decision_seed(seat)
                        driver.answer(seat, ask(REGULAR, driver.view(seat), seed))
                    driver.settle()
                case _:
                    driver.go_on()
    drops = passes = 0
    for record in sessions[0].history():
        hand = record.deal()
        for text in record.actions:
            seat, action = parse(text)
            drops += action == DROP and seat != hand.turn
            passes += action == PASS
            hand.act(seat, action)
        record.check_ending(replay(record))
    assert drops
    assert passes
    assert sessions[0].journal.records() == sessions[1].journal.records()


def test_after_a_slap_that_nobody_made_the_last_lay_begins() -> None:
    rules = preset("slap").changed(
        stock_end="at_once", last_lay="both", ranks="A2345678", naturals=[]
    )
    begun = 0
    for number in range(60 if EVERY else 20):
        driver = Driver(Session.start(Plan(FOUR[:2], rules, f"end {number}")))
        driver.go_on()
        while driver.session.is_playing:
            match driver.waits_for:
                case Decision(seat, view, seed):
                    begun += bool(view.chances)
                    driver.act(seat, watchful(view, seed))
                case WindowOpen():
                    driver.settle()
                case _:
                    raise AssertionError(driver.waits_for)
        (record,) = driver.session.history()
        record.check_ending(replay(record))
    assert begun


# -- records of the version before -----------------------------------------------------------------


@pytest.mark.parametrize("line", GOLDEN.read_text().splitlines(), ids=lambda line: line[:24])
def test_hands_are_dealt_and_played_as_in_the_version_before(line: str) -> None:
    name, seats, digest = line.split()
    players = tuple(Player(each, "bot") for each in ("Ann", "Bob", "Cyd", "Dee")[: int(seats)])
    plan = Plan(players, earlier_preset(name), f"golden {name} {seats}")
    # That version cut a standard pack at every table, as a seed without a mark tells.
    session = Session.start(replace(plan, cut_seed=plan.seeds.for_hand(0)))
    play_hands(session, [careless, patient, eager, careless], 5)
    records = [_as_before(text, name) for text in session.journal.records()]
    assert sha256("\n".join(records).encode()).hexdigest()[:16] == digest


def _as_before(text: str, name: str) -> str:
    """A record as it was written before 1.0, its rules stated by a preset."""
    held = json.loads(text)
    assert held["rules"] == spelled_out(earlier_preset(name))
    held["rules"] = {"preset": "baton_rouge" if name == "army" else name}
    held.pop("rules_name", None)
    return json.dumps(held, ensure_ascii=False, separators=(",", ":"))


def test_every_preset_without_slaps_is_among_them() -> None:
    told = {line.split()[0] for line in GOLDEN.read_text().splitlines()}
    assert told == {name for name in PRESETS if preset(name).slap == "off"}
