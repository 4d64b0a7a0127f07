"""A session: a series of hands, from the cut for the deal until the players leave.

``Session`` deals, checks, settles and saves; ``game.play.driver`` decides what comes next.

>>> session = Session.start(Plan((Player("Ada"), Player("Bob")), seed_text="example"))
>>> session.names, session.dealer, session.bankrolls
(('Ada', 'Bob'), 0, (100, 100))
>>> hand = session.next_hand()
>>> while session.is_playing:
...     move = session.act(hand.turn, hand.legal()[0])
>>> session.record().actions, session.bankrolls
(('1 drop',), (99, 101))
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Self

from game.files import StoreError
from game.play.dealer import Cut, decision_seed
from game.play.journal import (
    Acted,
    Closed,
    Dealt,
    Entry,
    Finished,
    Journal,
    MemoryJournal,
    Opened,
    Saved,
    Stood,
)
from game.play.ledger import NOBODY_JOINS, Joining, Ledger
from game.play.plan import Deal, Plan, Player, Standing
from game.rules.actions import Action, action_text, parse_action
from game.rules.cards import shuffled
from game.rules.claim_window import restore_claim
from game.rules.hand import Hand
from game.rules.position import Position
from game.rules.record import HandRecord, read_played, record_of
from game.rules.ruleset import RuleSet
from game.rules.seal import Sealed, as_client_seed
from game.rules.state import Move
from game.rules.untrusted_input import json_of
from game.rules.verifying import note_of_deal
from game.rules.view import SeatView, view

WINDOW_CLOSED: Final = "close"
"""The move that ends a hand whose last discard nobody slaps; hand records leave it out."""
GIVEN_UP: Final = "give up"
"""The entry after the last move of a hand left unfinished; hand records leave it out."""


class SessionError(ValueError):
    """A session was asked for something at the wrong time; the message is one line."""


class Session:
    """The players at one table, the hand in play, and the money and points of each player.

    ``standing`` is the state between hands: before the hand in play or, once it is over, after it.
    Everything that happens is written to the journal at once. If that fails the session goes on,
    ``trouble`` says why, and the next write adds what is missing. ``was_renewed`` means that
    earlier entries were found removed or damaged and were written again.
    """

    def __init__(self, plan: Plan, standing: Standing, journal: Journal) -> None:
        """Use ``start`` or ``resume`` instead."""
        self.plan: Final = plan
        self.journal: Final = journal
        self.standing = standing
        self.number = 0
        self.deal: Deal | None = None
        self.hand: Hand | None = None
        self.is_closed = False
        self.trouble: StoreError | None = None
        self.was_renewed = False
        self._acts = 0

    @classmethod
    def start(cls, plan: Plan, journal: Journal | None = None) -> Self:
        """Cut for the deal and the seats; the first player sits on seat 0. No hand is dealt yet.

        Raises ``RuleError`` if the pack is too small for the players.
        """
        plan.rules.check_seats(len(plan.players))
        plan = plan.ready_to_cut()
        cut = plan.cut
        seated = tuple(plan.players[player] for player in cut.seating())
        ledger = Ledger.opening(len(seated), plan.rules)
        standing = Standing(seated, cut.dealer_seat(), ledger, sealed=plan.seeds.sealed(1))
        session = cls(plan, standing, journal or MemoryJournal())
        session._keep(Opened(session.plan), Stood(0, session.standing))
        return session

    @classmethod
    def resume(cls, saved: Saved, journal: Journal) -> Self:
        """Return the session exactly as it was left; raise ``ValueError`` if the save is
        inconsistent.
        """
        session = cls(saved.plan, saved.standing, journal)
        session.number = saved.after
        if saved.deal is not None and saved.deal.seats == len(saved.standing.players):
            session._put_back(saved.deal, saved)
        if not session.is_playing and not session.is_over:
            session._seal_anew()
        return session

    @property
    def was_cut(self) -> bool:
        """Whether a cut seated the players; for practice hands and lessons there is none."""
        return bool(self.plan.cut_seed)

    @property
    def cut(self) -> Cut:
        """The cut that seated the players, who are numbered by their places in the plan."""
        return self.plan.cut

    @property
    def rules(self) -> RuleSet:
        """The rule set of every hand."""
        return self.plan.rules

    @property
    def players(self) -> tuple[Player, ...]:
        """The players by seat, seat 0 first."""
        return self.standing.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(player.name for player in self.players)

    @property
    def human(self) -> int | None:
        """The seat that a person plays, or None."""
        return next((seat for seat, player in enumerate(self.players) if player.is_human), None)

    @property
    def bankrolls(self) -> tuple[int, ...]:
        """The money of each seat, without the hand in play."""
        return self.standing.ledger.bankrolls

    @property
    def dealer(self) -> int:
        """The dealer of the hand on the table, or of the first."""
        return self.standing.dealer if self.deal is None else self.deal.dealer

    @property
    def last_dealer(self) -> int:
        """The dealer of the last finished hand; without one, the seat on the right of the dealer.

        A save without this value gets that seat too, for then the deal had passed to the left.
        """
        last = self.standing.last_dealer
        return (self.standing.dealer - 1) % len(self.players) if last is None else last

    @property
    def is_playing(self) -> bool:
        """Whether a hand has been dealt and is not over."""
        return self.hand is not None and not self.hand.is_over

    @property
    def played(self) -> int:
        """The number of hands played, including the one in play but not those given up."""
        return self.number - self.standing.given_up

    @property
    def is_over(self) -> bool:
        """Whether no hand will follow: left, at the agreed length, or pushed up to the target."""
        if self.is_closed or self.is_playing:
            return self.is_closed
        at_length = self.plan.length is not None and self.played >= self.plan.length
        return at_length or self.standing.ledger.is_pushed_up(self.rules)

    @property
    def comes_big(self) -> bool:
        """Whether the next hand is a big one."""
        length, last = self.plan.length, self.rules.big_one
        return self.standing.big_called or (length is not None and self.played >= length - last)

    @property
    def sealed(self) -> Sealed | None:
        """The sealed deck of the next hand; None while one is played, or if it has none."""
        return None if self.is_playing or self.is_over else self.standing.sealed

    @property
    def deal_number(self) -> int:
        """The number of the deal on the table, 0 if deals are not numbered."""
        return self.plan.seeds.deal_of(self.number)

    def next_hand(self, joining: Joining = NOBODY_JOINS, word: str = "") -> Hand:
        """Deal the next hand, which naturals may end at once.

        ``word`` is the player's client seed, mixed into the order of a sealed deck.
        """
        self._check_between_hands()
        if self.is_over:
            raise SessionError("the session is over")
        number, sealed = self.number + 1, self.standing.sealed
        deal = Deal(
            number,
            len(self.players),
            self.standing.dealer,
            sealed.seed if sealed else self.plan.seeds.for_hand(number),
            (),
            self.comes_big,
            joining.side_bets(self.standing.ledger, self.rules),
            sealed.nonce if sealed else None,
            as_client_seed(word) if sealed else None,
        )
        deal = replace(deal, deck=shuffled(self.rules.pack(), deal.order_seed))
        hand = dealt(deal, self.rules)
        self.number, self.deal, self.hand, self._acts = number, deal, hand, 0
        self._keep(Dealt(deal), *self._settlement())
        return hand

    def act(self, seat: int, action: Action) -> Move:
        """Play an action and save it; raise ``IllegalActionError`` if the rules refuse it."""
        move = self._hand_in_play().act(seat, action)
        self._keep_move(action_text(seat, action))
        return move

    def close_slap(self) -> None:
        """Let the last chance to slap pass."""
        self._hand_in_play().close_slap()
        self._keep_move(WINDOW_CLOSED)

    def give_up(self) -> HandRecord:
        """Leave the hand in play unfinished: nobody pays, and the same player deals another.

        Returns its record, which ends where the hand was left.
        """
        self._hand_in_play()
        record = self.record()
        self.standing = replace(
            self.standing,
            given_up=self.standing.given_up + 1,
            sealed=self.plan.seeds.sealed(self.number + 1),
        )
        acted = Acted(self.number, self._acts + 1, GIVEN_UP)
        self.deal = self.hand = None
        self._keep(acted, Stood(self.number, self.standing))
        return record

    def view(self, seat: int) -> SeatView:
        """Return what ``seat`` may know of the hand on the table."""
        return view(self._hand_on_table(), seat)

    def views_so_far(self, seat: int) -> Iterator[SeatView]:
        """Yield what ``seat`` saw after each move of the hand on the table."""
        hand = self._hand_on_table()
        again = dealt(self._deal_on_table(), self.rules)
        for move in hand.log:
            again.act(move.seat, move.action)
            yield view(again, seat)

    def decision_seed(self, seat: int) -> int:
        """Return the seed of the next decision of ``seat``, which depends on the moves so far."""
        hand = self._hand_on_table()
        return decision_seed(self._deal_on_table().seed, seat, len(hand.log))

    def record(self) -> HandRecord:
        """Return the record of the hand on the table so far."""
        hand, deal = self._hand_on_table(), self._deal_on_table()
        record = record_of(
            hand,
            self.names,
            seed=deal.seed or None,
            seal=deal.seal,
            note=note_of_deal(self.deal_number) if self.deal_number else None,
            rules_name=self.plan.rules_name,
            practice=self.plan.practice,
        )
        return replace(record, deck=(), start=start_of(deal)) if deal.start else record

    def history(self) -> tuple[HandRecord, ...]:
        """Return the records of all hands finished in this session."""
        return tuple(read_played(line) for line in self.journal.records())

    def join(self, player: Player) -> int:
        """Seat a new player on the next dealer's right, and return the seat (RULES.md §1.2).

        The seats from there on move up by one; seat 0 keeps its number.
        """
        self._check_between_hands()
        self.rules.check_seats(len(self.players) + 1)
        place = self.standing.dealer or len(self.players)
        last = self.last_dealer
        self._stand(
            replace(
                self.standing,
                players=(*self.players[:place], player, *self.players[place:]),
                dealer=self.standing.dealer + (place <= self.standing.dealer),
                ledger=self.standing.ledger.with_newcomer(place, self.rules),
                last_dealer=last + (place <= last),
            )
        )
        self.deal = self.hand = None
        return place

    def change_opponents(self, opponents: Sequence[Player]) -> None:
        """Replace the bots by others, in the order of the seats; they take over the accounts."""
        self._check_between_hands()
        others = iter(opponents)
        players = tuple(each if each.is_human else next(others) for each in self.players)
        self._stand(replace(self.standing, players=players))

    def seat_others(self, players: Sequence[Player]) -> None:
        """Replace the players seat by seat, even in the middle of a hand: its record names them."""
        if len(players) != len(self.players):
            raise SessionError(f"{len(players)} players for {len(self.players)} seats")
        self.standing = replace(self.standing, players=tuple(players))
        self._keep(Stood(self.number - self.is_playing, self.standing))

    def call_big_one(self) -> None:
        """Call the big one for the dealer: every hand from the next one on pays double."""
        self._check_between_hands()
        self._stand(replace(self.standing, big_called=True))

    def close(self) -> None:
        """End the session for good: pots are shared, a score pad is paid; a hand in play is
        void.
        """
        if self.is_closed:
            return
        ledger = self.standing.ledger.with_pots_shared(self.last_dealer, self.rules)
        self.is_closed = True
        self.standing = replace(self.standing, ledger=ledger.settled_up(self.rules))
        self._keep(Stood(self.number, self.standing), Closed())

    def _put_back(self, deal: Deal, saved: Saved) -> None:
        if saved.moves[-1:] == (GIVEN_UP,):
            if deal.number != saved.after:
                raise ValueError("how the last hand was given up is missing")
            return
        self.number, self.deal, self._acts = deal.number, deal, len(saved.moves)
        self.hand = dealt(deal, self.rules)
        for move in saved.moves:
            if move == WINDOW_CLOSED:
                self.hand.close_slap()
            else:
                self.hand.act(*parse_action(move))
        restore_claim(self.hand)
        if deal.number != saved.after + (not self.hand.is_over):
            raise ValueError("the moves of the last hand do not end where its account does")

    def _keep_move(self, text: str) -> None:
        self._acts += 1
        self._keep(Acted(self.number, self._acts, text), *self._settlement())

    def _settlement(self) -> tuple[Entry, ...]:
        """Settle the hand if it is over, pass the deal on, and return the entries to save."""
        hand = self._hand_on_table()
        if hand.result is None:
            return ()
        record = self.record().to_json()
        ledger = self.standing.ledger.settled(hand.result, self.rules)
        self.standing = replace(
            self.standing,
            dealer=next_dealer(hand),
            last_dealer=hand.dealer,
            ledger=ledger.with_pots_after(hand),
            sealed=self.plan.seeds.sealed(self.number + 1),
        )
        return Finished(self.number, record), Stood(self.number, self.standing)

    def _seal_anew(self) -> None:
        """Seal the deck of the next hand if a save holds no seal, or that of another hand."""
        sealed = self.standing.sealed
        if sealed is None or sealed.hand != self.number + 1:
            sealed = self.plan.seeds.sealed(self.number + 1)
        if sealed != self.standing.sealed:
            self._stand(replace(self.standing, sealed=sealed))

    def _stand(self, standing: Standing) -> None:
        self.standing = standing
        self._keep(Stood(self.number, standing))

    def write_again(self) -> None:
        """Retry writing what could not be written; ``trouble`` says whether it still fails."""
        if self.trouble is not None:
            self._keep()

    def _keep(self, *entries: Entry) -> None:
        try:
            self.was_renewed |= self.journal.write(entries)
        except StoreError as error:
            self.trouble = error
        else:
            self.trouble = None

    def _check_between_hands(self) -> None:
        if self.is_playing:
            raise SessionError(f"hand {self.number} is still being played")

    def _hand_in_play(self) -> Hand:
        if self.hand is None or self.hand.is_over:
            raise SessionError("no hand is being played")
        return self.hand

    def _hand_on_table(self) -> Hand:
        if self.hand is None:
            raise SessionError("no hand has been dealt")
        return self.hand

    def _deal_on_table(self) -> Deal:
        if self.deal is None:
            raise SessionError("no hand has been dealt")
        return self.deal

    def worths(self) -> tuple[int, ...]:
        """Return what decides the session, by seat: points in a push-up, otherwise money."""
        ledger, rules = self.standing.ledger, self.rules
        if rules.is_push_up:
            return ledger.points
        return (ledger if self.is_closed else ledger.settled_up(rules)).bankrolls

    def best_first(self) -> tuple[int, ...]:
        """Return the seats from best to worst: by fewest points in a push-up, otherwise by
        money.
        """
        values, way = self.worths(), 1 if self.rules.is_push_up else -1
        return tuple(sorted(range(len(values)), key=lambda seat: way * values[seat]))

    def winners(self) -> tuple[int, ...]:
        """Return the seats that are best off; equals share the win."""
        values = self.worths()
        best = values[self.best_first()[0]]
        return tuple(seat for seat, value in enumerate(values) if value == best)

    def changes(self, record: HandRecord) -> tuple[int, ...]:
        """Return what each seat won or lost in a hand."""
        result, rules = record.result, self.rules
        if result is None:
            return (0,) * len(record.seats)
        if rules.is_push_up:
            return result.payments
        stake = rules.stake if rules.scoring == "stakes" else 1
        pairs = zip(result.payments, result.side_payments, strict=True)
        return tuple(stake * (paid + beside) for paid, beside in pairs)


def start_of(deal: Deal) -> Position:
    """Return the position from which a hand that was set up began; raise ``ValueError`` without
    one.
    """
    return Position.from_mapping(json_of(deal.start))


def next_dealer(hand: Hand) -> int:
    """Return who deals after a hand that is over (RULES.md §1.2, ``next_dealer`` of §4.6)."""
    around = hand.around_from(hand.eldest)
    if hand.result is None or hand.rules.next_dealer == "left":
        return around[0]
    return next((seat for seat in around if seat in hand.result.winners), around[0])


def dealt(deal: Deal, rules: RuleSet) -> Hand:
    """Return the hand before its first action; raise ``ValueError`` if the deck is not the rules'
    pack.
    """
    if deal.start:
        return start_of(deal).hand()
    if sorted(deal.deck) != sorted(rules.pack()):
        raise ValueError("the deck is not the pack of the rules")
    return Hand.deal(
        rules, deal.seats, deal.dealer, deal.deck, big_one=deal.big_one, bets=deal.bets
    )
