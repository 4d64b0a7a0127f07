"""Play random hands in the engine and with the reference referee, and compare both at every step.

``python -m tests.rules.lockstep [HANDS] [FIRST]`` plays HANDS hands from number FIRST on, half of
them at the tables of ``corner_table``. Exit status: 0 if the two agree, else 1.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from ai.lab.cli.engine_checks import all_choices, impossible
from ai.lab.cli.selftest import Habits, deal, table_for
from ai.random_rules import random_rules
from game.rules.actions import Action, Discard, Hit, Slap, Spread, action_text
from game.rules.cards import STANDARD_PACK, in_order
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.phases import Phase
from game.rules.presets import spelled_out
from game.rules.ruleset import RuleError, RuleSet
from game.rules.view import SetAside, view
from tests.arguments import numbers_given
from tests.rules.reference import melds
from tests.rules.reference.money import highest_of
from tests.rules.reference.referee import Referee

_STEPS_MOST = 5000
_IMPOSSIBLE_EACH = 20
"""Number of impossible actions to try at every step."""


class Lockstep:
    """One hand in the engine, and in another implementation that is compared with it."""

    def __init__(self, name: str, number: int, rules: RuleSet, seats: int) -> None:
        self.number, self.rules, self.seats = number, rules, seats
        self.dice = Random(f"{name} {number}")
        self.habits = Habits(self.dice)
        self.hand: Hand = deal(number, rules, seats)
        self.seen: Counter[str] = Counter()
        """Counts of what was compared."""

    def play(self) -> str:
        """Play to the end and return the ending; fail with the hand's story if the two differ."""
        raise NotImplementedError

    def story(self, what: str) -> str:
        """Return a message with ``what`` and everything needed to reproduce it."""
        hand = self.hand
        moves = [action_text(move.seat, move.action) for move in hand.log]
        return (
            f"{what}\nnumber {self.number}, {self.seats} seats, dealer {hand.dealer}, "
            f"big one {hand.is_big_one}, {hand.bets}\nrules {spelled_out(self.rules)}\n"
            f"deck {' '.join(hand.deck)}\nactions {moves}"
        )


class Pair(Lockstep):
    """One hand in the engine and with the reference referee."""

    def __init__(self, number: int, rules: RuleSet, seats: int) -> None:
        super().__init__("lockstep", number, rules, seats)
        hand = self.hand
        self.referee = Referee(
            rules, seats, hand.dealer, hand.deck, hand.is_big_one, bets=hand.bets
        )

    def play(self) -> str:
        for _ in range(_STEPS_MOST):
            self._compare()
            if self.hand.result is not None:
                return self.hand.result.ending.value
            if self.hand.phase is Phase.SLAP and self.dice.random() < 0.3:
                self.hand.close_slap()
                self.referee.close_slap()
                continue
            choices = all_choices(self.hand)
            seat, action = self.habits.choose(choices)
            self.hand.act(seat, action)
            self.referee.play(seat, action)
        raise AssertionError(self.story("no end"))

    def _compare(self) -> None:
        ours, theirs = engine_state(self.hand), referee_state(self.referee)
        assert ours == theirs, self.story(first_difference(ours, theirs))
        if self.hand.result is not None:
            self._compare_results()
            return
        choices = all_choices(self.hand)
        self._compare_view(self.dice.randrange(self.seats))
        for seat in range(self.seats):
            self._compare_legal(seat, [action for actor, action in choices if actor == seat])
            for action in strange_actions(self.hand, seat, self.dice):
                self._compare_one(seat, action)
        nowhere = list(impossible(self.hand))
        for seat, action in self.dice.sample(nowhere, _IMPOSSIBLE_EACH):
            self._compare_one(seat, action)

    def _compare_view(self, seat: int) -> None:
        seen, known = view(self.hand, seat), known_to(self.referee, seat)
        told = {name: getattr(seen, name) for name in known}
        assert told == known, self.story(f"view of {seat}: {first_difference(told, known)}")

    def _compare_results(self) -> None:
        seen = view(self.hand, self.dice.randrange(self.seats))
        assert seen.shown == shown_at_end(self.referee), self.story(f"shown {seen.shown}")
        apart = set_aside(self.referee, seen.seat)
        assert seen.set_aside == apart, self.story(f"set aside {seen.set_aside}")
        result, outcome = self.hand.result, self.referee.outcome
        assert result is not None
        assert outcome is not None
        ours = (result.ending.value, *(list(part) for part in result[1:5]))
        theirs = (
            outcome.ending,
            outcome.winners,
            outcome.counts,
            outcome.payments,
            outcome.side_payments,
        )
        assert ours == theirs, self.story(f"engine {ours}, referee {theirs}")

    def _compare_legal(self, seat: int, listed: list[Action]) -> None:
        ours = {essence(self.rules, action) for action in listed}
        theirs = {essence(self.rules, action) for action in self.referee.options(seat)}
        assert ours == theirs, self.story(
            f"seat {seat}: engine alone {ours - theirs}, referee alone {theirs - ours}"
        )
        for action in listed:
            self._compare_one(seat, action)

    def _compare_one(self, seat: int, action: Action) -> None:
        reason = self.hand.why_illegal(seat, action)
        if (reason is None) != self.referee.allows(seat, action):
            raise AssertionError(self.story(f"seat {seat} {action}: engine {reason!r}"))


def engine_state(hand: Hand) -> dict[str, object]:
    state: dict[str, object] = {
        "hands": [sorted(hand.cards_of(seat)) for seat in range(hand.seats)],
        "pile": hand.pile,
        "stock": list(hand.stock),
        "spreads": [
            (
                spread.owner,
                spread.kind,
                _in_order(spread.kind, list(spread.cards)),
                list(spread.stands_for),
                spread.buried,
            )
            for spread in hand.spreads
        ],
        "phase": hand.phase.name.lower(),
        "may act": set(hand.may_act()),
    }
    if hand.result is None:
        state |= {
            "counts": list(hand.counts()),
            "turn": hand.turn,
            "waits": list(hand.waits),
            "booed": hand.is_booed,
            "last turn": hand.is_last_turn,
        }
    return state


def referee_state(referee: Referee) -> dict[str, object]:
    state: dict[str, object] = {
        "hands": [sorted(cards) for cards in referee.hands],
        "pile": referee.pile,
        "stock": referee.stock,
        "spreads": [
            (laid.owner, laid.kind, _in_order(laid.kind, laid.cards), laid.ranks, laid.buried)
            for laid in referee.table
        ],
        "phase": referee.phase,
        "may act": referee.may_act(),
    }
    if referee.outcome is None:
        state |= {
            "counts": referee.counts(),
            "turn": on_turn(referee),
            "waits": [seat.wait for seat in referee.seats],
            "booed": referee.booed,
            "last turn": referee.last_turn,
        }
    return state


def on_turn(referee: Referee) -> int:
    """Return the seat on turn, or the one that lays first if a stock-out is due."""
    return [*referee.first_to_lay(), referee.turn][0]


def to_lay(referee: Referee) -> tuple[int, ...]:
    """Return the seats that still have a last chance to lay, in order."""
    if referee.phase == "slap":
        return tuple(referee.asked_after_stockout(referee.turn))
    return (referee.turn, *referee.still_to_ask) if referee.phase == "chance" else ()


def seen_to_act(referee: Referee, seat: int) -> set[int]:
    """Return the seats that ``seat`` sees may act: not others that may drop by their count."""
    able = referee.may_act()
    if referee.phase != "start" or not referee.rules.drop_at_most:
        return able
    return able & {seat, referee.turn, *referee.slappers()}


def known_to(referee: Referee, seat: int) -> dict[str, object]:
    """Return what a view must show, according to the referee."""
    rules, turn = referee.rules, on_turn(referee)
    known: dict[str, object] = {
        "hand": in_order(referee.hands[seat]),
        "dealt": in_order(referee.dealt[seat]),
        "sizes": tuple(len(cards) for cards in referee.hands),
        "top": referee.pile[-1] if referee.pile else None,
        "pile_size": len(referee.pile),
        "stock_size": len(referee.stock),
        "waits": tuple(each.wait for each in referee.seats),
        "is_booed": referee.booed,
        "is_last_turn": referee.last_turn,
        "turn": turn,
        "may_act": tuple(sorted(seen_to_act(referee, seat))),
        "chances": to_lay(referee),
        "result": None,
        "shown": (None,) * referee.n,
        "set_aside": set_aside(referee, seat),
    }
    if referee.phase == "lay":
        drawn = referee.drawn if seat == turn else ""
        known |= {"taken": referee.taken or None, "drawn": drawn or None}
        known |= {"must_use": referee.must_use or None}
    if rules.hit_blocks_out and not referee.booed and referee.phase in ("start", "lay"):
        blocked = {place for place, each in enumerate(referee.seats) if each.hit_since_last_turn}
        blocked |= {turn} if referee.phase == "lay" and referee.blocked else set()
        known["blocked"] = tuple(sorted(blocked))
    return known


def set_aside(referee: Referee, looker: int) -> tuple[SetAside, ...]:
    """Return the highest cards of the suit that joined seats set aside: spades face up, a called
    suit face down.
    """
    bet = referee.bets.high_suit
    if bet is None:
        return ()
    found = []
    for step in range(1, referee.n + 1):
        seat = (referee.dealer + step) % referee.n
        card = highest_of(referee.rules, bet.suit, referee.dealt[seat])
        if seat not in bet.joined or card is None:
            continue
        played = card in referee.seats[seat].played
        is_open = referee.rules.high_suit_bet == "spades" or referee.outcome is not None
        is_seen = is_open or played or seat == looker
        found.append(SetAside(seat, card if is_seen else None, not played))
    return tuple(found)


def shown_at_end(referee: Referee) -> tuple[tuple[str, ...] | None, ...]:
    """Return all hands, which are shown however the hand ended."""
    assert referee.outcome is not None
    return tuple(map(in_order, referee.hands))


def _in_order(kind: str, cards: list[str]) -> list[str]:
    """Sort the cards of a book, whose order has no meaning."""
    return sorted(cards) if kind == "book" else cards


def first_difference(ours: dict[str, object], theirs: dict[str, object]) -> str:
    """Describe the first part in which two states differ."""
    key = next(key for key in ours | theirs if ours.get(key) != theirs.get(key))
    return f"{key}: engine {ours.get(key)}, other {theirs.get(key)}"


def essence(rules: RuleSet, action: Action) -> object:
    """Return a value that is equal for spreads whose wild cards are named differently without
    effect.
    """
    if not isinstance(action, Spread):
        return action
    laid = melds.read(rules, action)
    assert laid is not None, action
    return laid.kind, laid.suit, "".join(laid.ranks), frozenset(laid.cards)


def strange_actions(hand: Hand, seat: int, dice: Random) -> Iterator[Action]:
    """Yield a few random actions that may be malformed, with arbitrary names for wild cards."""
    held, ranks = list(hand.cards_of(seat)), hand.rules.ranks
    pool = [*held, dice.choice(hand.rules.pack()), dice.choice((*STANDARD_PACK, "X4"))]
    some = dice.sample(pool, min(len(pool), dice.randint(1, 5)))
    names = tuple((card, dice.choice(ranks)) for card in some if dice.random() < 0.5)
    wild_names = tuple(each for each in names if melds.is_wild(hand.rules, each[0]))
    yield Spread(tuple(some), names)
    yield Spread(tuple(some), wild_names)
    yield Spread((*some, some[0]), wild_names)
    number = dice.randint(-1, len(hand.spreads))
    yield Hit(dice.choice(pool), number)
    yield Hit(dice.choice(pool), number, dice.choice(ranks))
    yield Discard(dice.choice(pool))
    yield Slap(dice.randrange(hand.seats), number, dice.choice(pool))


def corner_table(number: int) -> tuple[RuleSet, int]:
    """Return rules for corner cases, which ordinary hands rarely reach: small packs, many wild
    cards, and rules that interact.
    """
    dice = Random(f"corner {number}")
    seats = dice.choice((2, 2, 3, 4, 5, 6))
    while True:
        rules = random_rules(dice, seats)
        changes = {key: dice.choice(few) for key, few in _CORNERS.items() if dice.random() < 0.5}
        try:
            rules = rules.changed(**changes)
        except RuleError:
            continue
        if rules.can_seat(seats):
            return rules, seats


_TURN_NATURAL = Natural("at_most", 20, 3, when="turn", open=False)
_CORNERS: dict[str, tuple[object, ...]] = {
    "ranks": ("A23456", "A2345", "23456789", "A2JQK", "AJQK", "A23TJQK", "A2345678"),
    "suits": ("CDHS", "CD", "CDH", "DHS"),
    "jokers": (2, 3, 4),
    "wild": ("2X", "X", "2"),
    "ace": ("low_or_high",),
    "hand_size": (3, 4, 5, 6, 7),
    "naturals": ((), (_TURN_NATURAL,)),
    "slap": ("race", "next_first"),
    "booed": (True, False),
    "double_double": (True, False),
    "hit_blocks_out": (True, False),
    "take": ("use_now", "hand"),
    "spread_out": (True, False),
    "must_spread": ("no", "yes", "except_aces"),
    "catch": ("standard",),
    "natural_bet": ("dealt", "first_spread"),
    "count": ("unmatched",),
    "drop_at_most": (5, 12, 25),
    "drop_when": ("any_time",),
    "last_lay": ("drop", "stockout", "both"),
    "wild_points": (0, 15, "own"),
    "stock_end": ("at_once", "willing"),
    "wait_after_hitting": (1, 2, 3),
}


def table(place: int, first: int = 0) -> tuple[int, RuleSet, int]:
    """Return the number, rules and seats of hand ``place`` of a run from number ``first`` on."""
    number = first + place // 2
    return number, *(corner_table(number) if place % 2 else table_for(number, None))


def main(
    make: Callable[[int, RuleSet, int], Lockstep] = Pair, hands: int = 1000, first: int = 0
) -> int:
    """Play ``hands`` hands, printing the story of each difference and then a summary; return 1 if
    there is any.
    """
    differing, endings, seen = 0, Counter[str](), Counter[str]()
    for place in range(hands):
        pair = make(*table(place, first))
        try:
            endings[pair.play()] += 1
        except Exception as error:  # noqa: BLE001 - whatever either of them raises is a finding
            differing += 1
            print(f"{type(error).__name__}: {error}", flush=True)
        seen += pair.seen
        if place % 1000 == 999:
            print(f"{place + 1:,} of {hands:,} hands, {differing} differ", flush=True)
    print(", ".join(f"{number:,} {what}" for what, number in (*seen.items(), *endings.items())))
    print(f"{hands:,} hands from number {first}: {differing or 'none'} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(Pair, *numbers_given(partial(main, Pair), __doc__)))
