"""Every ending at every table in every language: why, against your own count, and it adds up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

import pytest

from ai.random_rules import random_rules
from game.rules.actions import Action, Discard, Drop, Hit, Pass, Slap, Spread, Take
from game.rules.cards import shuffled
from game.rules.hand import Hand
from game.rules.naturals import TIES, Natural
from game.rules.presets import STANDARD
from game.rules.results import NO_BETS, Ending, NaturalBet, Result, SideBets
from game.rules.ruleset import RuleSet
from game.rules.settlement import SCHEMES
from game.saves.settings import LANGUAGES
from game.ui.text.language import MINUS, _, speak
from game.ui.text.result_words import (
    ending_sentence,
    outcome,
    payment_sentences,
    row_words,
    why_so_much,
)
from tests.shares import EVERY

# One worker plays the hands, once for all of these.
pytestmark = pytest.mark.xdist_group("result words")

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Ida", "Fay")
SEATS = (2, 3, 6)
RANDOM_SETS = 120 if EVERY else 40
AGAIN = 8 if EVERY else 4

_QUICK: dict[str, object] = {
    "hand_size": 3,
    "ranks": "A234567",
    "wild": "2X",
    "jokers": 4,
    "naturals": (),
}
"""Hands that are emptied soon."""
_EAGER: Final = 2
_LOW = Natural("at_most", 45, 2, low_wins=True)
_ANY = Natural("at_most", 60, 2)


def _tables() -> Iterator[RuleSet]:
    """Rules under which endings come about that are rare elsewhere, in every way of scoring."""
    for scoring in ("stakes", "scorepad", "push_up"):
        base = STANDARD.changed(scoring=scoring)
        yield base.changed(naturals=(_LOW,), stake=5)
        for tie in TIES:
            yield base.changed(naturals=(_ANY,), natural_tie=tie)
            yield base.changed(naturals=(Natural("at_most", 28, 3),), natural_tie=tie)
        yield base.changed(**_QUICK, double_double=True)
        yield base.changed(**_QUICK, slap="race", stake=3)
        for key, value in (("stockout", "void"), ("stockout_tie", "all_paid")):
            yield base.changed(**{key: value}, hand_size=5, naturals=(), drop_at_most=1)
        yield base.changed(naturals=(), drop_at_most=1, ranks="A23", suits="CDHS", hand_size=3)
    for catch in SCHEMES:
        yield STANDARD.changed(catch=catch, naturals=())


def _pick(random: Random, style: int, choices: list[tuple[int, Action]]) -> tuple[int, Action]:
    """What a careless, a patient or an eager table does."""
    if style == 1:
        slow = [each for each in choices if not isinstance(each[1], Drop | Take | Slap)]
        calm = [each for each in slow if isinstance(each[1], Discard)]
        return random.choice(calm or slow or choices)
    if style == _EAGER:
        lays = [each for each in choices if isinstance(each[1], Spread | Hit | Slap)]
        rest = [each for each in choices if not isinstance(each[1], Drop | Pass)]
        return random.choice(lays or rest or choices)
    return random.choice(choices)


def _played(rules: RuleSet, seats: int, seed: str) -> Hand | None:
    """A hand played to its end; None where it takes too long."""
    random = Random(seed)
    deck = shuffled(rules.pack(), seed=f"{random.getrandbits(256):064x}")
    big = random.random() < 0.2
    hand = Hand.deal(rules, seats, random.randrange(seats), deck, big_one=big)
    style = _EAGER if rules.wild else random.randrange(3)
    for _move in range(400):
        if hand.result is not None:
            return hand
        on_turn = [(hand.turn, each) for each in hand.legal()]
        others = [(s, each) for s in range(seats) for each in hand.legal_out_of_turn(s)]
        if not on_turn and (not others or random.random() < 0.3):
            hand.close_slap()
            continue
        seat, action = _pick(random, style, on_turn + others)
        hand.act(seat, action)
    return None


@cache
def hands(seats: int) -> tuple[Hand, ...]:
    """Hands of rule sets at random, and of those that make every ending come about."""
    found = []
    for number in range(RANDOM_SETS):
        rules = random_rules(Random(f"rules {seats} {number}"), seats)
        found.append(_played(rules, seats, f"hand {seats} {number}"))
    for place, rules in enumerate(_tables()):
        if rules.can_seat(seats):
            is_rare = rules.double_double or rules.stockout_tie == "all_paid"
            often = 5 * AGAIN if is_rare else AGAIN
            found += [_played(rules, seats, f"table {place} {again}") for again in range(often)]
    return tuple(hand for hand in found if hand is not None)


@pytest.fixture(params=LANGUAGES)
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    assert speak(request.param) == ""
    yield request.param
    speak("en")


def _result(hand: Hand) -> Result:
    assert hand.result is not None
    return hand.result


@pytest.mark.parametrize("seats", SEATS)
def test_every_ending_comes_about_for_some_who_win_and_some_who_do_not(seats: int) -> None:
    seen = Counter(_result(hand).ending for hand in hands(seats))
    assert seen.keys() == set(Ending)
    shared = {Ending.NATURAL, Ending.CAUGHT, Ending.STOCKOUT}
    if seats > 2:
        assert {_result(h).ending for h in hands(seats) if len(_result(h).winners) > 1} == shared


STEMS = {
    "en": {
        Ending.NATURAL: "Natural",
        Ending.TONK: "TONK",
        Ending.OUT: "out",
        Ending.DOUBLE_DOUBLE: "Double-double",
        Ending.DROP: "lowest|wins",
        Ending.CAUGHT: "aught",
        Ending.STOCKOUT: "stock ran out",
        Ending.VOID: "stock ran out|Naturals",
    },
    "fr": {
        Ending.NATURAL: "Naturel",
        Ending.TONK: "TONK",
        Ending.OUT: "sor",
        Ending.DOUBLE_DOUBLE: "Double-double",
        Ending.DROP: "plus basse|gagne",
        Ending.CAUGHT: "Pris|prendre",
        Ending.STOCKOUT: "pioche",
        Ending.VOID: "pioche|Naturels",
    },
    "ja": {
        Ending.NATURAL: "ナチュラル",
        Ending.TONK: "トンク",
        Ending.OUT: "あがり",
        Ending.DOUBLE_DOUBLE: "ダブルダブル",
        Ending.DROP: "最少|勝ち",
        Ending.CAUGHT: "つかまりました",
        Ending.STOCKOUT: "山札",
        Ending.VOID: "山札|ナチュラル",
    },
}
"""A word in which each language names each reason."""


def _numbers(text: str) -> list[int]:
    plain = text.replace(MINUS, "-").replace("\u202f", "").replace(",", "")
    return [int(each) for each in re.findall(r"[+-]?\d+", plain)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_sentence_names_the_reason_and_the_count_of_the_one_spoken_to(
    seats: int, tongue: str
) -> None:
    for hand in hands(seats):
        result, names = _result(hand), NAMES[:seats]
        emptied = {Ending.TONK, Ending.OUT, Ending.DOUBLE_DOUBLE}
        for you in (None, *range(seats)):
            said = ending_sentence(hand, names, you)
            assert re.search(STEMS[tongue][result.ending], said), said
            assert "{" not in said
            assert said[-1] in ".!。！"
            if you is None:
                continue
            out = result.ending in emptied and (you in result.winners or not hand.hands[you])
            own = {result.counts[you], sum(map(hand.rules.points, hand.dealt[you]))}
            assert out or own & set(_numbers(said)), (said, result, you)
            assert names[you] not in said
            if result.winners and you not in result.winners and len(result.winners) == 1:
                assert names[result.winners[0]] in said


def _flows(result: Result, you: int) -> dict[str, int]:
    """What each other seat pays ``you``, worked out anew from the transfers."""
    net: Counter[str] = Counter()
    for paid in result.transfers:
        if paid.payee == you:
            net[NAMES[paid.payer]] += paid.stakes
        if paid.payer == you:
            net[NAMES[paid.payee]] -= paid.stakes
    return {name: stakes for name, stakes in net.items() if stakes}


@pytest.mark.parametrize("seats", SEATS)
def test_what_it_brings_adds_up(seats: int, tongue: str) -> None:
    signs = set()
    for hand in hands(seats):
        result, rules = _result(hand), hand.rules
        unit = rules.stake if rules.scoring == "stakes" else 1
        for you in range(seats):
            told = outcome(hand, NAMES[:seats], you)
            if rules.scoring == "push_up":
                _check_points(result, you, told.headline, told.parts)
                continue
            net, flows = result.payments[you], _flows(result, you)
            total = _numbers(told.headline)
            assert total == ([abs(net) * unit] if net else []), told
            assert told.way == (net > 0) - (net < 0)
            assert net == sum(flows.values())
            signs.add((len(flows) > 0, net > 0, net < 0))
            if len(flows) == 1 and net:
                assert told.parts == ""
                assert next(iter(flows)) in told.headline
                continue
            _check_parts(told.parts, flows, unit, seats)
    assert len(signs) >= 3


def _check_points(result: Result, you: int, headline: str, parts: str) -> None:
    points, count = result.payments[you], result.counts[you]
    assert _numbers(headline) == ([points] if points else [])
    if parts:
        times, own = _numbers(parts)
        assert (times * own, own) == (points, count)
    else:
        assert points in {0, count}


def _check_parts(parts: str, flows: dict[str, int], unit: int, seats: int) -> None:
    """Every amount stands beside who pays it, or beside how many pay it."""
    is_mixed = min(flows.values(), default=0) < 0 < max(flows.values(), default=0)
    wanted: Counter[int] = Counter()
    for stakes in set(flows.values()):
        who = [name for name, paid in flows.items() if paid == stakes]
        amount = stakes * unit if is_mixed else abs(stakes) * unit
        if len(who) < 3:
            wanted[amount] += len(who)
            assert all(name in parts for name in who)
        elif len(who) == seats - 1:
            wanted += Counter([amount, len(who)])
        else:
            wanted[amount] += 1
            assert all(name in parts for name in who)
    assert Counter(_numbers(parts)) == wanted, (parts, flows)


def test_what_is_doubled_or_comes_from_pots_beside_points_is_told() -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    tonks = 0
    for seats in SEATS:
        for hand in hands(seats):
            result, pushes = _result(hand), hand.rules.scoring == "push_up"
            for you in range(seats):
                told = " ".join(why_so_much(hand, you))
                is_big = hand.is_big_one and any(result.payments)
                has_pots = pushes and result.side_payments[you] != 0
                assert ("doubled" in told, "side pots" in told) == (is_big, has_pots)
                if "a tonk like that" in told:
                    assert result.ending is Ending.TONK
                    tonks += 1
                seen[is_big, has_pots] += 1
    assert seen[True, False]
    assert tonks


@pytest.mark.parametrize("scoring", ["stakes", "scorepad", "push_up"])
def test_side_pots_are_never_said_to_be_doubled(scoring: str) -> None:
    rules = PLAIN.changed(scoring=scoring, natural_bet="first_spread", side_ante=2)
    high, low = "KC KD QC JD TC", "AC AD 2C 2D 3C"
    for bets in (NO_BETS, SideBets(natural=NaturalBet(joined=(0, 1)))):
        hand = _dealt(rules, high, low, moves="0 draw / 0 discard KC / 1 drop", bets=bets, big=True)
        aside = ", side pots aside" if any(_result(hand).side_payments) else ""
        assert any(_result(hand).side_payments) == (bets != NO_BETS)
        for you in range(2):
            told = list(why_so_much(hand, you))
            assert told[0] == f"The big one: all of this is already doubled{aside}."


def test_a_natural_is_declared_in_turn_and_dealt_before() -> None:
    rules = STANDARD.changed(naturals=(Natural("count", 49, 2, when="turn"),))
    hand = _dealt(
        rules, "4S 8S QC JD 2H", "TC TD TH TS 9C", moves="0 draw / 0 discard QC / 1 declare"
    )
    assert _result(hand).ending is Ending.NATURAL
    won, lost = (_told(hand, you).partition(". ")[2] for you in (1, 0))
    assert won == "Natural! You declare 49, as dealt, and win."
    assert lost.startswith("Natural! Ada declares 49, as dealt, and wins.")
    at_once = rules.changed(naturals=(Natural("count", 49, 2),))
    dealt = _dealt(at_once, "4S 8S QC JD 2H", "TC TD TH TS 9C")
    assert _told(dealt, 1).endswith("Natural! You were dealt 49 and win at once.")


def test_amounts_count_up_and_never_from_nothing() -> None:
    hand = next(hand for hand in hands(3) if abs(_result(hand).payments[0]) > 1)
    said = [outcome(hand, NAMES[:3], 0, part / 10).headline for part in range(11)]
    counted = [_numbers(each)[0] for each in said]
    assert counted == sorted(counted)
    assert counted[0] == 1
    assert said[-1] == outcome(hand, NAMES[:3], 0).headline


def _dealt(
    rules: RuleSet, *dealt: str, moves: str = "", bets: SideBets = NO_BETS, big: bool = False
) -> Hand:
    """A hand of so many seats, the last of which deals, after some moves."""
    from game.rules.actions import parse_action

    held = [each.split() for each in dealt]
    first = [card for turn in zip(*held, strict=True) for card in turn]
    rest = [card for card in rules.pack() if card not in first]
    deck = (*first, *rest)
    hand = Hand.deal(rules, len(held), len(held) - 1, deck, bets=bets, big_one=big)
    for text in filter(None, moves.split(" / ")):
        hand.act(*parse_action(text))
    hand.close_slap()
    return hand


PLAIN = STANDARD.changed(naturals=())
ADA = ("You", "Ada", "Basil")


def _told(hand: Hand, you: int = 0) -> str:
    names = ADA[: hand.seats]
    return f"{outcome(hand, names, you).sentence} {ending_sentence(hand, names, you)}"


def test_as_a_friend_would_say_it() -> None:
    low, high, mid = "AC AD 2C 2D 3C", "KC KD QC JD TC", "4C 5D 6H 4S 9H"
    hand = _dealt(PLAIN, low, high, moves="0 drop")
    assert _told(hand) == "You win 1 from Ada. Your 9 is lowest. Ada had 50."
    assert _told(hand, 1) == "You lose 1 to You. You wins with 9. You had 50."
    hand = _dealt(PLAIN, low, high, mid, moves="0 drop")
    assert _told(hand) == (
        "You win 2: 1 from Ada, 1 from Basil. Your 9 is lowest. Closest was Basil with 28."
    )
    hand = _dealt(PLAIN, low, "4H 5S 6D 4C 9C", mid, moves="0 drop")
    assert _told(hand).endswith("Your 9 is lowest. Closest were Ada and Basil with 28.")
    hand = _dealt(PLAIN, high, mid, low, moves="0 drop")
    assert _told(hand) == (
        "You lose 4: 2 to Ada, 2 to Basil. "
        "Caught! You dropped with 50, but Basil had 9 and Ada had 28."
    )
    assert _told(hand, 1) == (
        "You win 1: +2 from You, −1 to Basil. Caught! You dropped with 50, but Basil had 9 "
        "and you had 28. When a drop is caught, all the others pay the low hand."
    )


def test_who_ties_the_dropper_and_is_paid_is_named() -> None:
    dropped, low, level = "AC 2C 4D 3D 5C", "AD AH 2H 2S 3C", "AS 3S 4C 2D 5D"
    hand = _dealt(PLAIN, dropped, low, level, moves="0 drop")
    assert _told(hand) == (
        "You lose 4: 2 to Ada, 2 to Basil. "
        "Caught! You dropped with 15, but Ada had 9 and Basil had 15."
    )


def test_a_list_says_who_did_it() -> None:
    names = ("You", "Ada", "Basil")
    assert row_words("caught", (0,), 1, names, 0) == "You caught Ada's drop"
    assert row_words("caught", (0, 2), 1, names, 0) == "You caught Ada's drop"
    assert row_words("caught", (1, 2), 0, names, 0) == "Ada and Basil caught your drop"
    assert row_words("caught", (2,), 1, names, 0) == "Basil caught Ada's drop"
    assert row_words("drop", (1,), 1, names, 0) == "Ada's drop won"
    assert row_words("drop", (0,), 0, names, 0) == "Your drop won"
    assert row_words("void", (), -1, names, 0) == "Nobody won"
    assert row_words("out", (1,), -1, names, None) == "Ada went out"
    assert row_words("natural", (1, 2), -1, names, 0) == "Ada and Basil were dealt naturals"
    assert row_words("of a later version", (1,), -1, names, 0) == "of a later version"
    assert row_words("caught", (1,), -1, names, 0) == "Drop caught"


@pytest.mark.parametrize("ending", Ending)
def test_a_list_has_words_for_every_ending(ending: Ending, tongue: str) -> None:
    for winners in ((0,), (1,), (1, 2)):
        said = row_words(ending, winners, 2 if ending == "caught" else -1, NAMES, 0)
        assert said
        assert "{" not in said
        assert ("Bob" in said) == (winners != (0,) and ending is not Ending.VOID), tongue


def test_payments_name_what_they_are_for(tongue: str) -> None:
    for seats in SEATS:
        for hand in hands(seats):
            for you in (None, 0):
                for said in payment_sentences(_result(hand).transfers, NAMES, you):
                    assert "{" not in said, tongue
    assert _("you")
