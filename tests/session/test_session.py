"""A session from the cut on: seats, deals, payments, and what it tells its journal."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cli.transcript import lines_of
from game.files import StoreError
from game.play.journal import Acted, Dealt, Entry, Finished, MemoryJournal, Opened, Stood
from game.play.plan import Plan, Player, RulesLabel
from game.play.session import Session, SessionError
from game.rule_files import NamedRules
from game.rules.actions import DRAW, DROP, STOP, IllegalActionError, Reason
from game.rules.naturals import Natural
from game.rules.presets import preset, spelled_out
from game.rules.record import replay
from game.rules.ruleset import RuleError, RuleSet
from tests.session.players import FOUR, careless, patient, play_hands, play_one, play_out, table_of

ALL_CARELESS = [careless] * 6


def started(
    text: str = "a", rules: RuleSet | None = None, players: Sequence[Player] = FOUR
) -> Session:
    return Session.start(Plan(tuple(players), rules or RuleSet(), text))


class Failing(MemoryJournal):
    """A journal on a disk that is full for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False
        self.entries: list[Entry] = []
        self._unwritten: list[Entry] = []

    def write(self, entries: Sequence[Entry]) -> bool:
        self._unwritten += entries
        if self.is_full:
            raise StoreError(Path("/saves"), "No space left on device")
        written, self._unwritten = self._unwritten, []
        self.entries += written
        return super().write(written)


def test_the_cut_seats_the_players_and_finds_the_dealer() -> None:
    session = started()
    cut = session.cut
    assert session.players[0] == FOUR[0]
    assert session.players[session.dealer] == FOUR[cut.ranking[0]]
    on_the_left = session.players[(session.dealer + 1) % 4]
    assert on_the_left == FOUR[cut.ranking[1]]
    assert session.human == 0
    assert session.number == 0
    assert not session.is_playing


def test_everybody_starts_with_a_hundred_stakes() -> None:
    assert started(rules=RuleSet(stake=25)).bankrolls == (2500,) * 4


def test_the_deal_passes_left_after_every_hand_a_void_one_too() -> None:
    session = started()
    dealers, missing = [], {"void", "drop", "caught"}
    for number in range(200):
        if number > 50 and not missing:
            break
        play_hands(session, [(careless, patient)[number % 2]] * 4, 1)
        assert session.hand is not None
        assert session.hand.result is not None
        dealers.append(session.dealer)
        missing.discard(session.hand.result.ending.value)
    assert all(after == (before + 1) % 4 for before, after in pairwise(dealers))
    assert missing == set()


def test_the_winner_deals_next_where_the_rules_say_so() -> None:
    """Of several the one nearest the old dealer's left, the old dealer last; a void passes left."""
    rules = RuleSet(
        next_dealer="winner",
        natural_tie="all_paid",
        naturals=(Natural.at_most(24, rank=1), replace(Natural.at_most(28), tie="void")),
    )
    session = started("winners", rules)
    endings, winning = set(), set()
    for number in range(300):
        play_hands(session, [(careless, patient)[number % 2]] * 4, 1)
        assert session.hand is not None
        assert session.hand.result is not None
        old, winners = session.dealer, session.hand.result.winners
        around = [(old + step) % 4 for step in (1, 2, 3, 4)]
        expected = next(seat for seat in around if seat in winners or not winners)
        assert (session.standing.dealer, session.last_dealer) == (expected, old)
        endings.add(session.hand.result.ending.value)
        winning.add((len(winners), old in winners))
    assert {"void", "natural", "drop", "caught"} <= endings
    assert {(1, True), (1, False), (2, True), (2, False)} <= winning


def test_who_has_dealt_last_stays_so_when_a_player_joins() -> None:
    session = started("winners", RuleSet(next_dealer="winner"))
    while session.standing.dealer in (session.last_dealer, (session.last_dealer + 1) % 4):
        play_hands(session, ALL_CARELESS, 1)
    before, named = session.standing, session.names
    last = named[session.last_dealer]
    session.join(Player("Eve", "e"))
    assert session.names[session.last_dealer] == last
    assert session.names[session.standing.dealer] == named[before.dealer]
    play_hands(session, ALL_CARELESS, 1)
    assert session.last_dealer == session.dealer


def test_who_has_dealt_last_and_deals_again_stays_so_when_a_player_joins() -> None:
    session = started("winners", RuleSet(next_dealer="winner"))
    while session.standing.dealer != session.last_dealer or not session.last_dealer:
        play_hands(session, ALL_CARELESS, 1)
    last = session.names[session.last_dealer]
    session.join(Player("Eve", "e"))
    assert session.names[session.last_dealer] == last == session.names[session.standing.dealer]


def test_payments_move_money_by_the_stake() -> None:
    session = started(rules=RuleSet(stake=5))
    before = session.bankrolls
    play_hands(session, ALL_CARELESS, 1)
    assert session.hand is not None
    assert session.hand.result is not None
    paid = session.hand.result.payments
    assert session.bankrolls == tuple(own + 5 * p for own, p in zip(before, paid, strict=True))
    assert any(paid)


@given(st.text(max_size=6), st.integers(2, 6), st.integers(1, 12))
def test_money_is_neither_made_nor_lost(text: str, seats: int, hands: int) -> None:
    session = started(text, players=table_of("Ann", seats - 1, "any"))
    play_hands(session, ALL_CARELESS, hands)
    assert sum(session.bankrolls) == 100 * seats
    assert session.number == hands


def test_bankrolls_may_go_below_zero_and_the_session_goes_on() -> None:
    session = started(rules=RuleSet(naturals=(Natural.at_most(50, 60, low_wins=True),)))
    play_hands(session, ALL_CARELESS, 12)
    assert session.number == 12
    assert min(session.bankrolls) < 0
    assert not session.is_over


def test_the_same_text_plays_the_same_session_and_another_another() -> None:
    sessions = [started("harbour"), started("harbour"), started("harbor")]
    for session in sessions:
        play_hands(session, ALL_CARELESS, 3)
    records = [session.journal.records() for session in sessions]
    assert records[0] == records[1]
    assert records[0] != records[2]


def test_without_a_text_no_two_deals_are_alike() -> None:
    session = Session.start(Plan(FOUR))
    decks = set()
    for _ in range(5):
        decks.add(tuple(session.next_hand().deck))
        play_out(session, ALL_CARELESS)
    assert len(decks) == 5
    assert session.plan.cut_seed != Session.start(Plan(FOUR)).plan.cut_seed


def test_an_illegal_action_changes_nothing_and_is_not_kept() -> None:
    journal = Failing()
    session = Session.start(Plan(FOUR, seed_text="a"), journal)
    hand = session.next_hand()
    kept, view = list(journal.entries), session.view(hand.turn)
    with pytest.raises(IllegalActionError) as caught:
        session.act(hand.turn, STOP)
    assert caught.value.reason is Reason.STOCK_NOT_EMPTY
    with pytest.raises(IllegalActionError):
        session.act((hand.turn + 1) % 4, DRAW)
    assert journal.entries == kept
    assert session.view(hand.turn) == view


def test_every_move_is_told_as_it_happens_and_the_end_with_the_last_one() -> None:
    journal = Failing()
    session = Session.start(Plan(FOUR, seed_text="a"), journal)
    session.next_hand()
    play_one(session, ALL_CARELESS)
    assert [type(entry) for entry in journal.entries] == [Opened, Stood, Dealt, Acted]
    play_out(session, ALL_CARELESS)
    assert session.hand is not None
    last = len(session.hand.log)
    assert journal.entries[-3:] == [
        Acted(1, last, session.record().actions[-1]),
        Finished(1, session.record().to_json()),
        Stood(1, session.standing),
    ]


def test_a_full_disk_stops_nobody_and_nothing_is_missing_once_there_is_room() -> None:
    journal, reference = Failing(), Failing()
    session = Session.start(Plan(FOUR, seed_text="a"), journal)
    journal.is_full = True
    play_hands(session, ALL_CARELESS, 2)
    assert str(session.trouble) == f"{Path('/saves')}: No space left on device"
    journal.is_full = False
    play_hands(session, ALL_CARELESS, 1)
    assert str(session.trouble) == "None"
    play_hands(Session.start(Plan(FOUR, seed_text="a"), reference), ALL_CARELESS, 3)
    assert journal.entries == reference.entries


def test_every_finished_hand_is_a_right_record() -> None:
    session = started()
    play_hands(session, ALL_CARELESS, 20)
    history = session.history()
    assert len(history) == 20
    for record in history:
        record.check_ending(replay(record))
        assert record.result is not None
        assert record.seed is not None


def test_a_decision_has_the_same_seed_only_at_the_same_point() -> None:
    first, second = started(), started()
    for session in (first, second):
        session.next_hand()
    seeds = {first.decision_seed(seat) for seat in range(4)}
    assert len(seeds) == 4
    assert first.decision_seed(1) == second.decision_seed(1)
    play_one(first, ALL_CARELESS)
    assert first.decision_seed(1) != second.decision_seed(1)


def test_what_is_asked_at_the_wrong_time_is_refused_in_a_line() -> None:
    session = started()
    with pytest.raises(SessionError, match="no hand has been dealt"):
        session.view(0)
    with pytest.raises(SessionError, match="no hand is being played"):
        session.act(0, DROP)
    session.next_hand()
    for ask in (session.next_hand, session.call_big_one):
        with pytest.raises(SessionError, match="hand 1 is still being played"):
            ask()
    play_out(session, ALL_CARELESS)
    with pytest.raises(SessionError, match="no hand is being played"):
        session.close_slap()


def test_a_pack_too_small_for_the_table_is_refused_before_the_cut() -> None:
    with pytest.raises(RuleError, match="seats"):
        started(rules=preset("vietnam"), players=table_of("Ann", 4, "any"))


def test_a_session_that_is_closed_deals_no_more() -> None:
    session = started()
    session.next_hand()
    session.close()
    session.close()
    assert session.is_over
    play_out(session, ALL_CARELESS)
    with pytest.raises(SessionError, match="the session is over"):
        session.next_hand()


def test_records_keep_the_name_that_was_chosen_and_the_rules_without_it() -> None:
    """Some presets play alike: the record says which one it was, and so does who reads it."""
    for name in ("army", "baton_rouge"):
        label = RulesLabel.of(NamedRules.of_preset(name))
        session = Session.start(Plan(FOUR, preset(name).changed(stake=5), "label", label=label))
        play_hands(session, [careless] * 4, 1)
        (record,) = session.history()
        assert record.to_mapping()["rules"] == spelled_out(preset(name)) | {"stake": 5}
        assert record.to_mapping()["rules_name"] == name
        assert next(lines_of(record, None)).startswith(f"Rules: {name}, stake = 5;")
