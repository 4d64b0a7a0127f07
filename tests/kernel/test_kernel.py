"""The kernel's interface: named errors, limits, and numbers that are equal everywhere."""

import pickle
import re
from pathlib import Path

import pytest

from ai import bridge, kernel
from ai.kernel import KernelError
from ai.kernel import hands as play
from game.rules.cards import STANDARD_PACK
from game.rules.hand import Hand
from game.rules.naturals import Natural
from game.rules.presets import PRESETS, preset
from game.rules.record import RecordedResult
from game.rules.results import HighSuitBet, NaturalBet, SideBets
from game.rules.ruleset import OPTIONS, SHARE_CODE_KEYS, RuleSet
from game.rules.value_types import Flag, Letters, OneOf, Whole

pytestmark = pytest.mark.skipif(not kernel.is_available(), reason="there is no kernel here")

STANDARD = bridge.rule_numbers(RuleSet())
KEYS = [key for key in SHARE_CODE_KEYS if key != "naturals"]
BESIDE_STANDARD = {"wild": (0, 1), "wild_points": (-1, -1), "hand_size": (0, 9)}
"""Keys that hang on others, or of which not all numbers between are allowed."""


def _refused(numbers: list[int]) -> str:
    with pytest.raises(play.KernelRefusedError) as refusal:
        play.Rules(numbers)
    return str(refusal.value)


def test_no_pot_is_too_large_for_its_numbers() -> None:
    pots = SideBets(HighSuitBet("H", (0, 1), 10**119), NaturalBet((1,), 10**119))
    bets = bridge.kernel_bets(pots)
    assert (bets.high_pot, bets.natural_pot) == (10**15, 10**15)


def test_each_key_has_a_row_in_the_kernel() -> None:
    """Of ``TONK_KEY_LIST``, in the same order; where one lacks, most other tests fail for it."""
    header = Path(kernel.__file__).with_name("tonk.h").read_text("utf-8")
    rows = re.findall(r"^ +KEY\(TONK_(\w+),", header, re.MULTILINE)
    assert [row.lower().removesuffix("_rule") for row in rows] == KEYS


def test_keys_that_are_refused() -> None:
    assert _refused(STANDARD[:-1]).startswith("TONK_BAD_KEYS")
    assert _refused([*STANDARD, 0]).startswith("TONK_BAD_KEYS")
    assert _refused([0, *STANDARD[1:]]) == "TONK_BAD_VALUE: number 0"
    assert _refused([*STANDARD[:6], 2, *STANDARD[7:]]) == "TONK_BAD_VALUE: number 6"


def _limits(key: str) -> tuple[int, int]:
    """The least and the most of a key beside the standard of all others (RULES.md §4.7)."""
    match OPTIONS[key].values:
        case _ if key in BESIDE_STANDARD:
            return BESIDE_STANDARD[key]
        case Flag():
            return 0, 1
        case OneOf(words):
            return 0, len(words) - 1
        case Letters(of):
            return 1, 2 ** len(of) - 1
        case Whole(least, most) if most is not None:
            return least, most
        case Whole(least, None):
            return least, bridge.LARGEST
        case values:
            raise AssertionError(values)


@pytest.mark.parametrize("place", range(len(KEYS)))
def test_limits_of_keys(place: int) -> None:
    least, most = _limits(KEYS[place])
    for value in (least, most):
        assert play.Rules([*STANDARD[:place], value, *STANDARD[place + 1 :]]).pack
    for value in (least - 1, most + 1):
        changed = [*STANDARD[:place], value, *STANDARD[place + 1 :]]
        assert _refused(changed) == f"TONK_BAD_VALUE: number {place}"


def test_keys_that_hang_on_others() -> None:
    wild = bridge.rule_numbers(RuleSet(jokers=4, wild="2X"))
    for points in (-1, 0, 50):
        assert play.Rules([*wild[:47], points, *wild[48:]]).pack
    for points in (-2, 51):
        assert _refused([*wild[:47], points, *wild[48:]]) == "TONK_BAD_VALUE: number 47"
    assert _refused([*STANDARD[:3], 2, *STANDARD[4:]]) == "TONK_BAD_VALUE: number 3"
    assert _refused([8191 - 2, *wild[1:]]) == "TONK_BAD_VALUE: number 3"
    push_up = bridge.rule_numbers(RuleSet(scoring="push_up"))
    assert _refused([*push_up[:25], 1, *push_up[26:]]) == "TONK_BAD_VALUE: number 37"


def test_limits_of_naturals() -> None:
    head, good = STANDARD[: len(KEYS)], [1, 49, 2, 0, 0, 0, 1, 0]
    assert play.Rules([*head, 1, *good]).pack
    wrong = ((0, 0), (0, 4), (1, -1), (2, 0), (4, 2), (5, -1), (6, 2), (7, -1), (7, 5))
    for place, value in wrong:
        entry = [*good[:place], value, *good[place + 1 :]]
        assert _refused([*head, 1, *entry]) == f"TONK_BAD_VALUE: number {len(KEYS) + 1}"
    for number in (-1, 0, 2):
        assert _refused([*head, number, *good]).startswith("TONK_BAD_KEYS")


def test_every_preset_is_taken() -> None:
    for name in PRESETS:
        rules = preset(name)
        made = bridge.kernel_rules(rules)
        assert bridge.cards_of(made.pack) == rules.pack()
        assert [made.can_seat(seats) for seats in range(9)] == [
            rules.can_seat(seats) if 2 <= seats <= 6 else False for seats in range(9)
        ]


@pytest.mark.parametrize("key", ["tonk_pays", "two_spreads_pays", "out_pays", "side_ante"])
def test_stakes_beyond_the_largest_are_refused_by_their_key(key: str) -> None:
    most = RuleSet().changed(**{key: bridge.LARGEST})
    assert bridge.kernel_rules(most).pack
    for value in (bridge.LARGEST + 1, 10**40):
        with pytest.raises(
            KernelError, match=rf"^{key} = {value}: expected at most {bridge.LARGEST}$"
        ):
            bridge.kernel_rules(most.changed(**{key: value}))
    assert bridge.kernel_rules(RuleSet(stake=10**99, push_up_target=10**99)).pack


def test_naturals_that_are_refused_are_named() -> None:
    good, dear = Natural("count", 50, 2), Natural("count", 49, 2 * bridge.LARGEST)
    with pytest.raises(KernelError, match=r"^naturals entry 2, pays = 2000000000: expected at m"):
        bridge.kernel_rules(RuleSet(naturals=(good, dear)))
    many = tuple(
        Natural("count", count, 1, when="turn", open=is_open, rank=is_open)
        for count in range(451)
        for is_open in (False, True)
    )
    more = tuple(Natural("count", count, 1) for count in range(451))
    with pytest.raises(KernelError, match=r"^naturals: "):
        bridge.kernel_rules(RuleSet(naturals=(*many, *more)))


def test_a_refusal_comes_whole_from_another_process() -> None:
    refused = play.KernelRefusedError(-2, "number 26")
    found = pickle.loads(pickle.dumps(refused))
    assert (type(found), found.name, str(found)) == (type(refused), refused.name, str(refused))


def test_any_number_of_naturals() -> None:
    """Of entries that can never be the best the kernel keeps none, so that any list has room."""
    many = tuple(
        Natural(
            "count", count % 700, 1 + count % 5, rank=count % 3, when=("deal", "turn")[count % 2]
        )
        for count in range(20_000)
    )
    rules = RuleSet(naturals=many)
    for deck in (STANDARD_PACK, tuple(reversed(STANDARD_PACK))):
        result = Hand.deal(rules, 2, 0, deck).result
        found = bridge.outcome(bridge.deal(rules, 2, 0, deck), 2)
        assert result is not None
        assert found == RecordedResult.of(result)


def test_decks_and_seats_that_are_refused() -> None:
    rules = bridge.kernel_rules(RuleSet())
    deck = list(range(52))
    for seats, dealer, cards, name in (
        (1, 0, deck, "TONK_BAD_SEATS"),
        (7, 0, deck, "TONK_BAD_SEATS"),
        (2, 2, deck, "TONK_BAD_DEALER"),
        (2, -1, deck, "TONK_BAD_DEALER"),
        (2, 0, deck[:-1], "TONK_BAD_DECK"),
        (2, 0, [*deck[:-1], 0], "TONK_BAD_DECK"),
        (2, 0, [*deck[:-1], 52], "TONK_BAD_DECK"),
        (2, 0, [*deck[:-1], 255], "TONK_BAD_DECK"),
    ):
        with pytest.raises(play.KernelRefusedError, match=name):
            play.KernelHand.deal(rules, seats, dealer, cards)
    small = bridge.kernel_rules(RuleSet(suits="C", ranks="A234567"))
    with pytest.raises(play.KernelRefusedError, match="TONK_PACK_TOO_SMALL"):
        play.KernelHand.deal(small, 2, 0, list(small.pack))


def test_actions_that_are_refused() -> None:
    hand = bridge.deal(RuleSet(), 2, 0, STANDARD_PACK)
    with pytest.raises(play.KernelRefusedError, match="TONK_ILLEGAL"):
        hand.play(0, play.Action(type=play.DRAW))
    with pytest.raises(play.KernelRefusedError, match="TONK_NO_SUCH_SEAT"):
        hand.play(2, play.Action(type=play.DRAW))
    with pytest.raises(play.KernelRefusedError, match="TONK_ILLEGAL"):
        hand.play(1, play.Action(type=99), trusted=True)
    with pytest.raises(play.KernelRefusedError, match="TONK_NO_SUCH_SEAT"):
        hand.legal(-1)
    with pytest.raises(play.KernelRefusedError, match="TONK_IS_NOT_OVER"):
        hand.settle()
    with pytest.raises(play.KernelRefusedError, match="TONK_BAD_WINDOW"):
        hand.claimed()
    hand.play(1, play.Action(type=play.DROP))
    with pytest.raises(play.KernelRefusedError, match="TONK_IS_OVER"):
        hand.play(1, play.Action(type=play.DRAW))


def test_a_run_up_to_the_ace_is_legal_only_where_aces_are_high() -> None:
    own, others = ("QC", "KC", "AC"), ("2D", "4D")
    rest = [card for card in STANDARD_PACK if card not in own + others]
    deck = (own[0], others[0], own[1], others[1], own[2], *rest)
    for ace in ("low", "low_or_high"):
        rules = RuleSet(ace=ace)
        hand = bridge.deal(rules, 2, 0, deck, trusted=True)
        hand.play(1, play.Action(type=play.DRAW))
        cards = bridge.kernel_rules(rules).cards(bridge.numbers_of(own))
        run = play.Action(type=play.SPREAD, cards=cards, kind=play.RUN, low=11, high=13)
        assert hand.is_legal(1, run) == (ace == "low_or_high")


def test_a_copy_goes_its_own_way() -> None:
    hand = bridge.deal(RuleSet(), 2, 0, STANDARD_PACK)
    for number in range(12):
        seat = hand.actor
        legal = [each for each in hand.legal(seat) if each.type != play.DROP]
        hand.play(seat, legal[number % len(legal)])
    twin = hand.copy()
    assert bytes(twin.state) == bytes(hand.state)
    twin.play(twin.actor, twin.legal(twin.actor)[-1])
    assert (hand.state.n_moves, twin.state.n_moves) == (12, 13)
    assert bytes(twin.state) != bytes(hand.state)


def test_chance_is_the_same_everywhere() -> None:
    random, made = play.Random(1), play.library()
    assert [made.tonk_next(random) for _ in range(3)] == [
        10451216379200822465,
        13757245211066428519,
        17911839290282890590,
    ]
    assert [made.tonk_below(random, 6) for _ in range(8)] == [_below(6, i) for i in range(3, 11)]


def _below(limit: int, place: int) -> int:
    """Compute SplitMix64 as published."""
    state = (1 + (place + 1) * 0x9E3779B97F4A7C15) % 2**64
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ state >> 27) * 0x94D049BB133111EB % 2**64
    return ((state ^ state >> 31) >> 32) * limit >> 32


def test_hands_at_random_are_the_same_everywhere() -> None:
    made = play.library()
    found = [
        made.tonk_random_hands(
            bridge.kernel_rules(preset(name)).memory, 3, 500, play.Random(7), None
        )
        for name in ("standard", "chicago", "slap", "tunk")
    ]
    assert found == [71751, 53544, 71905, 56942]
