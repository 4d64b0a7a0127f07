"""Sessions of every kind driven at random, left and taken up again; what must hold always."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.play.ledger import Joining
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.actions import DRAW, Action, Discard, IllegalActionError, Pass
from game.rules.phases import Phase
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.saves.store import Store
from tests.session.players import table_of
from tests.session.test_store import same
from tests.shares import EVERY

RULES = (
    RuleSet(),
    RuleSet(stake=5, big_one=2),
    preset("push_up").changed(push_up_target=150),
    preset("washington_state"),
    preset("double_double"),
    preset("slap"),
    preset("chicago"),
    RuleSet(high_suit_bet="called", natural_bet="dealt", side_ante=2),
)


class Sessions(RuleBasedStateMachine):
    """A store, its session, and what a player could do to them."""

    store: Store
    session: Session

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="tonk-"))
        self.finished = 0

    @initialize(
        rules=st.sampled_from(RULES),
        seats=st.integers(2, 5),
        length=st.none() | st.integers(1, 6),
        text=st.text("abc", max_size=3),
    )
    def sit_down(self, rules: RuleSet, seats: int, length: int | None, text: str) -> None:
        self.store = Store.open(self.folder)
        players = table_of("Ann", seats - 1, "any")
        self.session = self.store.start(Plan(players, rules, text, length))

    @precondition(lambda self: not self.session.is_playing and not self.session.is_over)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        seats = range(len(self.session.players))
        some = st.lists(st.sampled_from(seats), unique=True).map(tuple)
        joining = Joining(data.draw(some), "H", data.draw(some))
        dealer = self.session.standing.dealer
        self.session.next_hand(joining)
        assert self.session.dealer == dealer
        self._count()

    @precondition(lambda self: self.session.is_playing)
    @rule(data=st.data(), moves=st.integers(1, 12))
    def play(self, data: st.DataObject, moves: int) -> None:
        for _ in range(moves):
            hand = self.session.hand
            if hand is None or hand.is_over:
                return
            if hand.phase is Phase.SLAP:
                self.session.close_slap()
            else:
                seat = data.draw(st.sampled_from(hand.may_act()))
                action = data.draw(st.sampled_from(self.session.view(seat).legal))
                self.session.act(seat, action)
            self._count()

    def _count(self) -> None:
        if not self.session.is_playing:
            self.finished += 1
            assert self.session.hand is not None
            assert self.session.record().result is not None

    @precondition(lambda self: self.session.is_playing)
    @rule(seat=st.integers(0, 5), action=st.sampled_from([DRAW, Pass(), Discard("X4")]))
    def try_what_may_be_illegal(self, seat: int, action: Action) -> None:
        hand = self.session.hand
        if hand is None or hand.why_illegal(seat, action) is None:
            return
        before = self.session.record()
        try:
            self.session.act(seat, action)
        except IllegalActionError:
            assert self.session.record() == before
            return
        raise AssertionError("played what the rules refuse")

    @rule()
    def leave_and_come_back(self) -> None:
        left = self.session
        self.store.close()
        self.store = Store.open(self.folder)
        assert self.store.damage is None
        if left.is_over:
            assert self.store.saved_session() is None
            self.session, self.finished = self.store.start(left.plan), 0
            return
        kept = self.store.saved_session()
        assert same(kept, left)
        assert kept is not None
        self.session = kept

    @rule()
    def be_killed(self) -> None:
        """The files as they lie there now, while the program still has them open."""
        with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
            for file in self.folder.iterdir():
                shutil.copy(file, folder)
            store = Store.open(Path(folder))
            store.close()
            assert store.damage is None
            assert self.session.is_over or same(store.saved_session(), self.session)

    @precondition(lambda self: not self.session.is_playing)
    @rule(big=st.booleans())
    def agree_on_something(self, big: bool) -> None:
        if self.session.is_closed:
            return
        if big:
            self.session.call_big_one()
        elif len(self.session.players) < 6:
            self.session.join(Player(f"Joe {len(self.session.players)}", "any"))

    @precondition(lambda self: not self.session.is_playing)
    @rule()
    def close(self) -> None:
        self.session.close()

    @invariant()
    def nothing_is_missing(self) -> None:
        assert self.session.trouble is None
        assert len(self.session.journal.records()) == self.finished

    @invariant()
    def stakes_are_conserved(self) -> None:
        ledger, rules = self.session.standing.ledger, self.session.rules
        pots = rules.stake * (ledger.high_suit.stakes + ledger.natural.stakes)
        assert sum(ledger.bankrolls) + pots == 100 * rules.stake * len(self.session.players)
        if rules.scoring == "scorepad":
            assert sum(ledger.points) == 0
        assert rules.scoring != "push_up" or min(ledger.points) >= 0

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
        shutil.rmtree(self.folder)


Sessions.TestCase.settings = settings(
    max_examples=600 if EVERY else 15, stateful_step_count=40, deadline=None
)
TestSessions = Sessions.TestCase
