"""A hand played on to its end by one policy in every seat, each with what it may know alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Final, Protocol, TypeAlias

from ai.betting import LATE_CHANCE, reaction_at
from ai.bitboard.hand import Hand
from ai.bitboard.view import view
from ai.bitboard.window import Window, settle
from ai.bot import Bot, ask
from ai.coach.quick import quick_player
from game.rules.actions import PASS, TAKE, Action, Discard, Draw, Hit, Slap, Spread
from game.rules.phases import LAY, OVER, SLAP, START
from game.rules.results import Ending, Result
from game.rules.ruleset import RULE_SETS_KEPT, RuleSet
from game.rules.state import Move

QUICK: Final = "quick"
"""The name of the policy that is used where none is named."""
IN_TIME: Final = 1 - LATE_CHANCE
"""How likely a seat's reaction comes within the time for it."""

_SWING_HANDS, _LEAST_SWING = 60, 0.2
"""Hands that are played to find what one is worth, and the least that one is taken to be worth."""

Drawing: TypeAlias = Callable[[Hand, int, Sequence[Action], int, Random], Action]


class Policy(Protocol):
    """How seats play on. ``public`` are the cards that were ever seen by all, as bits.

    ``tells_chances``: what it does has just the chances that it tells.
    """

    name: str
    tells_chances: bool

    def __hash__(self) -> int:
        """One policy is equal to itself alone."""
        ...

    @property
    def draw(self) -> Drawing:
        """Called with a hand, a seat, what it may do now, ``public`` and dice: what it does."""
        ...

    def chances(
        self, hand: Hand, seat: int, options: Sequence[Action], public: int
    ) -> Sequence[tuple[Action, float]]:
        """How likely it does what; actions left out are never done."""
        ...

    def chance(
        self, hand: Hand, seat: int, options: Sequence[Action], public: int, action: Action
    ) -> float:
        """How likely it does ``action``, one of several ``options``."""
        ...


class QuickPolicy:
    """The quick player in every seat."""

    name = QUICK
    tells_chances = True

    def __init__(self, rules: RuleSet, seats: int) -> None:
        player = quick_player(rules, seats)
        self.draw: Drawing = player.draw
        self.chance = player.chance
        self._sight, self._chances = player.sight, player.chances

    def chances(
        self, hand: Hand, seat: int, options: Sequence[Action], public: int
    ) -> Sequence[tuple[Action, float]]:
        """By what the seat sees."""
        return self._chances(self._sight(hand, seat, public), options)


class UniformPolicy:
    """All that is allowed is equally likely; for trials of the evaluator."""

    name = "random"
    tells_chances = True

    def draw(
        self, _hand: Hand, _seat: int, options: Sequence[Action], _public: int, random: Random
    ) -> Action:
        """Any of them."""
        return options[int(random.random() * len(options))]

    def chances(
        self, hand: Hand, seat: int, options: Sequence[Action], public: int
    ) -> Sequence[tuple[Action, float]]:
        """The same for each."""
        del hand, seat, public  # it looks at nothing
        return [(each, 1 / len(options)) for each in options]

    def chance(
        self, hand: Hand, seat: int, options: Sequence[Action], public: int, action: Action
    ) -> float:
        """The same for each."""
        del hand, seat, public, action
        return 1 / len(options)


class BotPolicy(QuickPolicy):
    """An opponent by its name in every seat.

    A bot gives no chances, so what its play says about its cards is judged as if it were the quick
    player's.
    """

    tells_chances = False

    def __init__(self, name: str, bot: Bot, rules: RuleSet, seats: int) -> None:
        super().__init__(rules, seats)
        self.name, self._bot = name, bot
        self.draw = self._ask

    def _ask(
        self, hand: Hand, seat: int, options: Sequence[Action], _public: int, random: Random
    ) -> Action:
        if len(options) == 1:
            return options[0]
        seen = replace(view(hand, seat), legal=tuple(options), may_act=(seat,))
        if seat == hand.turn and options == (TAKE, PASS):
            seen = replace(seen, after_pass=tuple(hand.legal()))
        answer = ask(self._bot, seen, random.getrandbits(32))
        return answer if answer in options else options[-1]

    @staticmethod
    def log(hand: Hand, seat: int, action: Action) -> None:
        """Write down a move that is about to be played: bots read the moves."""
        card = None
        if isinstance(action, Draw):
            card = hand.deck[hand.next_card]
        elif action is TAKE:
            card = hand.pile[-1]
        hand.log.append(Move(seat, action, card))


@lru_cache(maxsize=RULE_SETS_KEPT)
def quick_policy(rules: RuleSet, seats: int) -> QuickPolicy:
    """The policy that is used where none is named."""
    return QuickPolicy(rules, seats)


def shown_by(hand: Hand, action: Action) -> int:
    """The cards, as bits, that an action shows to all."""
    pack = hand.law.pack
    kind = action.__class__
    if kind is Discard or kind is Hit:
        return pack.bit[action.card]  # type: ignore[union-attr] # of these two classes alone
    if isinstance(action, Spread):
        return pack.mask(action.cards)
    if isinstance(action, Slap) and action.discard is not None:
        return pack.bit[action.discard]
    return 0


def play_on(
    hand: Hand, public: int, policy: Policy, random: Random, passed: frozenset[int] = frozenset()
) -> None:
    """Play ``hand`` to its end. ``passed`` have already let the discard go by."""
    draw, legal, play, law = policy.draw, hand.legal, hand.play, hand.law
    opens, bit = law.has_drops_out_of_turn, law.pack.bit
    may_open = opens or law.has_slaps
    log = policy.log if isinstance(policy, BotPolicy) else None
    while hand.phase is not OVER:
        if may_open and (opens or hand.is_slappable) and hand.phase is not LAY:
            move = out_of_turn(hand, public, policy, random, passed)
            passed = frozenset()
            if move is not None:
                public |= shown_by(hand, move[1])
                if log is not None:
                    log(hand, *move)
                hand.play_by(*move)
                continue
            if hand.phase is SLAP:
                hand.close_slap()
                continue
        options = legal()
        if not options:
            hand.close_slap()
            continue
        action = draw(hand, hand.turn, options, public, random)
        kind = action.__class__
        if kind is Discard:
            public |= bit[action.card]  # type: ignore[union-attr] # a discard
        elif kind is Spread or kind is Hit:
            public |= shown_by(hand, action)
        if log is not None:
            log(hand, hand.turn, action)
        play(action)


def out_of_turn(
    hand: Hand, public: int, policy: Policy, random: Random, passed: frozenset[int]
) -> tuple[int, Action] | None:
    """What is claimed, slapped or dropped before the next turn, and by whom; None where nothing."""
    if hand.phase is not START and hand.phase is not SLAP:
        return None

    def decide(window: Window, seat: int) -> Action:
        if seat in passed:
            return PASS
        return policy.draw(hand, seat, answers(window, seat), public, random)

    return settle(hand, decide, lambda _seat: reaction_at(random.random()))


def answers(window: Window, seat: int) -> tuple[Action, ...]:
    """What a seat that is asked in a window may answer."""
    if seat == window.claimer:
        return (TAKE, PASS)
    return (*window.options(seat), PASS)


Worth = Callable[[Result, int], float]


def worth_in_stakes(result: Result, seat: int) -> float:
    """What a hand brings a seat."""
    return result.payments[seat]


def worth_in_points(result: Result, seat: int) -> float:
    """Under push-up: by how many points the others' mean gain is above the seat's own."""
    points = result.payments
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]


def worth_by(rules: RuleSet) -> Worth:
    """What counts under these rules, the more the better; over all seats it adds up to 0."""
    return worth_in_points if rules.scoring == "push_up" else worth_in_stakes


@lru_cache(maxsize=RULE_SETS_KEPT)
def swing_of(rules: RuleSet, seats: int) -> float:
    """What a hand mostly wins or loses a quick player: the root of the mean square, of a few."""
    policy, worth, dice = quick_policy(rules, seats), worth_by(rules), Random(1)
    squares = 0.0
    for _ in range(_SWING_HANDS):
        pack = list(rules.pack())
        dice.shuffle(pack)
        hand = Hand.deal(rules, seats, dice.randrange(seats), pack)
        play_on(hand, hand.law.pack.mask(hand.pile), policy, dice)
        if hand.result is not None:
            squares += sum(worth(hand.result, seat) ** 2 for seat in range(seats))
    return max(sqrt(squares / _SWING_HANDS / seats), _LEAST_SWING)


KINDS: Final = ("win", "caught", "tonk", "stockout")
"""How a hand may end for a seat, as far as chances of it are given."""


def kinds(hand: Hand, seat: int) -> tuple[bool, bool, bool, bool]:
    """Which of ``KINDS`` a hand that is over was for ``seat``."""
    result = hand.result
    if result is None:
        return (False, False, False, False)
    ending = result.ending
    is_winner = seat in result.winners
    caught = ending is Ending.CAUGHT and hand.finish is not None and hand.finish.seat == seat
    is_stockout = hand.finish is not None and hand.finish.ending is Ending.STOCKOUT
    return (is_winner, caught, ending is Ending.TONK and is_winner, is_stockout)
