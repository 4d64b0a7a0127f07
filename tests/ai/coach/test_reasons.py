"""Why an action is best, and each reason as a sentence."""

import json
from dataclasses import replace
from random import Random

import pytest

from ai.coach.evaluator import CoachReason, Estimate, Value, estimate
from ai.coach.reasons import REASONS, difference, most_paid, reason_for, renewed
from game.play.advice import Values
from game.rules.actions import DRAW, DROP, TAKE, Action, Discard, Hit, Spread, parse_action
from game.rules.hand import Hand
from game.rules.position import Position
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.results import NaturalBet, SideBets
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView, view
from game.ui.text.hint_reasons import reason_sentence
from game.ui.text.hints import AdviceWords, is_too_close
from tests.ai.positions import WILD_WIN, position
from tests.long.reasons import READ, decisions_of, supposed, wrongs
from tests.shares import EVERY, share


def seen(own: str, top: str, drawn: str = "", rules: RuleSet = STANDARD) -> SeatView:
    """The eldest of two, with these cards, this upcard, and this card drawn."""
    mine = own.split()
    others = [card for card in rules.pack() if card not in {*mine, top, drawn}]
    theirs, rest = others[3::4][: len(mine)], others
    dealt = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    stock = [card for card in rest if card not in theirs]
    hand = Hand.deal(rules, 2, 1, [*dealt, top, *([drawn] if drawn else []), *stock])
    if drawn:
        hand.act(0, DRAW)
    return view(hand, 0)


def clear(*actions: Action, wins: tuple[float, ...] = ()) -> Estimate:
    """An estimate in which the first action is clearly the best; ``wins`` are their chances."""
    won = wins or tuple(0.5 for _ in actions)
    values = [
        Value(action, 1.0 - place, 0.01, 100, (won[place], 1 - won[place], 0.0, 0.0))
        for place, action in enumerate(actions)
    ]
    return Estimate("quick", tuple(values), 100, 1.0, 0.01)


WAITS = preset("waits")


@pytest.mark.parametrize(
    ("view_", "found", "kind", "sentence"),
    [
        (
            seen("2C 3D 5H 9S KC", "7D"),
            clear(DROP, DRAW, TAKE, wins=(0.71, 0.4, 0.3)),
            "drop_now",
            "You win 71% of the time, against 40% if you play on.",
        ),
        (
            seen("2C 3D 5H 9S KC", "7D"),
            clear(DRAW, DROP, TAKE, wins=(0.4, 0.25, 0.3)),
            "play_on",
            "You win 40% of the time, against 25% with a drop.",
        ),
        (
            seen("7C 8C 5H 9S KC", "6C"),
            clear(TAKE, DRAW),
            "take_spread",
            "6♣ completes 6-7-8.",
        ),
        (
            seen("7C 7H 5H 9S KC", "7D"),
            clear(TAKE, DRAW),
            "take_spread",
            "7♦ completes 7-7-7.",
        ),
        (
            seen("2C 4D 8H 9S KC", "AD"),
            clear(TAKE, DRAW),
            "take_cheap",
            "A♦ counts 1, a card from the stock about 7.",
        ),
        (
            seen("2C 4D 8H 9S QC", "7D"),
            clear(DRAW, TAKE),
            "draw_loose",
            "7♦ goes with nothing in your hand.",
        ),
        (
            seen("7C 7H 5S 9S KC", "2D", "JD"),
            clear(Discard("5S"), Discard("7C")),
            "outs",
            "2 unseen cards would still complete a spread, against 0 without 7♣.",
        ),
        (
            seen("7C 7H 5S 9S KC", "QD", "JD", RuleSet(wild="2")),
            clear(Discard("5S"), Discard("7C")),
            "outs",
            "6 unseen cards would still complete a spread, against 0 without 7♣.",
        ),
        (
            seen("7C 8C 5H 9S KC", "7H", rules=RuleSet(wild="2")),
            clear(TAKE, DRAW),
            "take_pair",
            "7♥ goes with 7♣ 5♥: 7 unseen cards would complete a spread.",
        ),
        (  # 3H 5H 4C 4D 2S 5S are left; without 4H 6D 6S 2S 5S
            seen("2H 4H 6H 3S 4S", "KC", "6C"),
            clear(Discard("6C"), Discard("4H")),
            "outs",
            "6 unseen cards would still complete a spread, against 4 without 4♥.",
        ),
        (  # 9H QH with TH, JC JD with JS
            seen("TH JS 2C 5D 8C", "JH"),
            clear(TAKE, DRAW),
            "take_pair",
            "J♥ goes with 10♥ J♠: 4 unseen cards would complete a spread.",
        ),
        (
            seen("7C 7H 5S 9S KC", "2D", "JD"),
            clear(Discard("KC"), Discard("7C")),
            "loose",
            "K♣ is dead weight: 10 points, no match.",
        ),
        (
            seen("7C 7H 5S 9S KC", "2D", "2H"),
            clear(Discard("KC"), Discard("5S")),
            "dearer",
            "K♣ counts 10, 5♠ only 5.",
        ),
        (
            seen("7C 7H 5H 9S KC", "2D", "7S"),
            clear(Spread(("7C", "7H", "7S")), Discard("KC")),
            "lay",
            "It takes 21 points out of your hand.",
        ),
        (
            seen("7C 7H 5H 9S KC", "2D", "7S", WAITS),
            clear(Discard("KC"), Spread(("7C", "7H", "7S"))),
            "hold_waits",
            "Hold the spread: laying it makes you wait 3 turns.",
        ),
        (
            seen("2C 2D 4S 5S 6S", "KC", "2H"),
            clear(Spread(("2C", "2D", "2H")), Discard("4S")),
            "out_soon",
            "You can go out this turn, and each opponent pays 2.",
        ),
        (
            seen("2C 2D 5S 6S 7S", "2H"),
            clear(TAKE, DROP, wins=(1.0, 1.0)),
            "out_not_drop",
            "Going out pays 2, a drop only 1.",
        ),
    ],
)
def test_the_commonest_reasons(view_: SeatView, found: Estimate, kind: str, sentence: str) -> None:
    said = reason_for(view_, found)
    assert said.kind == kind
    assert set(said.values) == set(REASONS[kind])
    assert reason_sentence(said.kind, said.values) == sentence


@pytest.mark.parametrize(
    ("actions", "wins", "caught", "kind"),
    [
        ((DROP, DRAW), (0.2, 0.18), (0.8, 0.0), "brings"),
        ((DROP, DRAW), (0.22, 0.18), (0.78, 0.0), "drop_now"),
        ((DRAW, DROP), (0.2, 0.18), (0.0, 0.82), "drop_caught"),
        ((DRAW, DROP), (0.2, 0.18), (0.0, 0.04), "brings"),
        ((DRAW, DROP), (0.2, 0.18), (0.1, 0.12), "brings"),
        ((DRAW, DROP), (0.22, 0.18), (0.0, 0.0), "play_on"),
    ],
)
def test_hardly_different_chances_are_no_reason(
    actions: tuple[Action, ...], wins: tuple[float, ...], caught: tuple[float, ...], kind: str
) -> None:
    found = clear(*actions)
    values = [
        replace(value, chances=(win, trouble, 0.0, 0.0))
        for value, win, trouble in zip(found.values, wins, caught, strict=True)
    ]
    # Its top discard goes with the hand, and counts no more than a card of the stock.
    view_ = seen("7C 8C 5H 9S KC", "5D")
    assert reason_for(view_, replace(found, values=tuple(values))).kind == kind


@pytest.mark.parametrize(("tonk", "kind"), [(0.02, "brings"), (0.05, "tonks_more")])
def test_hardly_more_tonks_are_no_reason(tonk: float, kind: str) -> None:
    found = clear(TAKE, DRAW)
    values = [
        replace(value, chances=(0.5, 0.0, tonks, 0.0))
        for value, tonks in zip(found.values, (tonk, 0.0), strict=True)
    ]
    view_ = seen("2C 3D 5H 9S KC", "TD")
    assert reason_for(view_, replace(found, values=tuple(values))).kind == kind


def test_one_card_to_hope_for_is_no_reason_however_few_are_unseen() -> None:
    """Of nine unseen cards AH alone could be laid."""
    small = STANDARD.changed(ranks="A2345", suits="CDH")
    hands = ("AC AD 3H 4D 5C", "2C 3C 2D 3D 5D")
    hand = position(*hands, upcard="4C", stock="AH 2H 4H 5H", rules=small)
    assert reason_for(view(hand, 0), clear(DRAW, TAKE)).kind == "brings"


def rounds(*discards: str) -> str:
    """Both draw a card and discard it or another, in turn."""
    turns = enumerate(discards)
    return "; ".join(f"{at % 2} draw; {at % 2} discard {card}" for at, card in turns)


HITS = ("3H 7H 9C TS KS", "4H 5H 6H 2C JD")
LAID = "0 draw; 0 discard QS; 1 draw; 1 spread 4H 5H 6H; 1 discard"
WATCHED = position(
    "KC 9S 7D 4S 8D",
    "2C JH 6H QD TC",
    stock="JS",
    played="0 draw; 0 discard 8D; 1 take; 1 discard 2C; 0 draw",
)
USE_NOW = RuleSet(take="use_now", wait_after_spread=2)


def nines(second: str) -> Hand:
    """A seat with 9D after a nine and ``second`` were discarded by the other."""
    turns = rounds("KC", "9C", "JC", second)
    hands = ("9D 8S KC 5H JC", f"9C {second} 4S QD 2H")
    return position(*hands, upcard="KS", stock="AD 6D TC QH 2S", played=f"{turns}; 0 draw")


def kings(first: str, laid: str = "4S 3D 8H", rules: RuleSet = STANDARD) -> Hand:
    """A seat with KD after two kings and ``first`` were discarded."""
    mine, theirs = f"KD QS 5H 3S {first}", f"KC 2C {laid}"
    spread = f"1 spread {laid}; " if laid.startswith("J") else ""
    turns = f"0 draw; 0 discard {first}; 1 draw; {spread}1 discard KC; {rounds('5H', 'KH')}; 0 draw"
    return position(mine, theirs, upcard="9C", stock="AC KH 7C 7H AS", played=turns, rules=rules)


@pytest.mark.parametrize(
    ("hand", "better", "other", "kind", "values"),
    [
        (
            position(*HITS, stock="QS KD", played=f"{LAID} KD; 0 draw"),
            Discard("9C"),
            Discard("7H"),
            "gives_hit",
            {"other": "7H"},
        ),
        (  # 7H gives the same hit
            position(*HITS, stock="QS KD", played=f"{LAID} KD; 0 draw"),
            Discard("7H"),
            Discard("3H"),
            "dearer",
            {"card": "7H", "points": 7, "other": "3H", "less": 3},
        ),
        # Three points more come before what is safe, two come after it.
        (
            WATCHED,
            Discard("KC"),
            Discard("7D"),
            "dearer",
            {"card": "KC", "points": 10, "other": "7D", "less": 7},
        ),
        (WATCHED, Discard("9S"), Discard("7D"), "gives_known", {"other": "7D", "taken": "8D"}),
        (nines("9H"), Discard("9D"), Discard("8S"), "gone", {"card": "9D", "rank": "9", "gone": 2}),
        (kings("8D"), Discard("KD"), Discard("QS"), "gone", {"card": "KD", "rank": "K", "gone": 2}),
        (  # QD has gone as well
            kings("QD"),
            Discard("KD"),
            Discard("QS"),
            "gone_safe",
            {"card": "KD", "rank": "K", "gone": 2},
        ),
        (  # whoever holds a two can lay it
            kings("QD", rules=RuleSet(wild="2")),
            Discard("KD"),
            Discard("QS"),
            "gone",
            {"card": "KD", "rank": "K", "gone": 2},
        ),
        (  # QD can be hit, and KD after it
            kings("8D", laid="JD TD 9D"),
            Discard("KD"),
            Discard("QS"),
            "gone",
            {"card": "KD", "rank": "K", "gone": 2},
        ),
        (  # one nine that has gone makes another no safer
            nines("3D"),
            Discard("9D"),
            Discard("8S"),
            "dearer",
            {"card": "9D", "points": 9, "other": "8S", "less": 8},
        ),
        (  # without a king as many cards are waited for as without a seven
            position("7C 7H KC KD 2S", "3C 5D 8H JS QD", upcard="9S", stock="4H", played="0 draw"),
            Discard("KC"),
            Discard("7C"),
            "dearer",
            {"card": "KC", "points": 10, "other": "7C", "less": 7},
        ),
        (  # 7D was taken, but by the seat itself
            position("7C 7H 5S KC TD", "3C 4D 8H JS QD", upcard="7D", played="0 take"),
            Discard("5S"),
            Discard("7C"),
            "loose",
            {"card": "5S", "points": 5},
        ),
        (  # 9D makes spreads with 9C 9H, 9C 9S, 9H 9S, 8D TD, TD JD; 7D is the seat's own
            position("2C 4C 9D KH JS", "3D 5D 8H TS QC", upcard="7D", played="0 take"),
            Discard("2C"),
            Discard("9D"),
            "safer",
            {"card": "2C", "other": "9D", "ways": 4, "more": 5},
        ),
        (
            position("2C 4D 8H 9S KC", "3D 5D 7H TS QC", upcard="5S"),
            TAKE,
            DRAW,
            "take_cheap",
            {"card": "5S", "points": 5, "average": 7},
        ),
        (  # a point less than the average is not cheap
            position("2C 4D 8H 9S KC", "3D 5D 7H TS QC", upcard="6S"),
            TAKE,
            DRAW,
            "brings",
            {"gain": 1.0},
        ),
        (
            position("7C 7D 9C TS KS", "2H 4D 8H JS QC", upcard="7H", rules=USE_NOW),
            DRAW,
            TAKE,
            "take_waits",
            {"card": "7H", "turns": 2},
        ),
        (  # it could be hit, after which nobody waits
            position(
                "3C 7C 9C TS KS",
                "4H 5H 6H 7H JD",
                stock="QS KD",
                played=f"{LAID} 7H",
                rules=USE_NOW,
            ),
            DRAW,
            TAKE,
            "brings",
            {"gain": 1.0},
        ),
        *(
            (  # 7H, 7S, KH and KS are a tenth of 40 unseen cards, and less of 42
                position(
                    "7C 7D KC KD 2S",
                    "4C 5D 8H JH QC",
                    upcard="TC",
                    stock=" ".join(cards),
                    played=rounds(*cards),
                ),
                DRAW,
                TAKE,
                kind,
                values,
            )
            for cards, kind, values in (
                (
                    ("JS", "QH", "TD", "9H", "8D", "3S"),
                    "draw_past",
                    {"card": "3S", "useful": 4, "unseen": 40},
                ),
                (("JS", "QH", "TD", "3S"), "brings", {"gain": 1.0}),
            )
        ),
    ],
)
def test_a_reason_is_given_where_it_just_holds_and_not_where_it_just_fails(
    hand: Hand, better: Action, other: Action, kind: str, values: Values
) -> None:
    said = reason_for(view(hand, hand.turn), clear(better, other))
    assert said == CoachReason(kind, values)


FIVES, NINES = Spread(("5C", "5D", "5H")), Spread(("9C", "9H", "9S"))


@pytest.mark.parametrize(
    ("rules", "factor", "told", "other"),
    [
        (STANDARD, 1, "You can go out this turn, and each opponent pays 2.", "Going out pays 2, a"),
        (STANDARD, 2, "You can go out this turn, and each opponent pays 4.", "You can go out this"),
        (RuleSet(tonk_needs="never"), 1, "You can go out this turn.", "You can go out this"),
        (RuleSet(tonk_needs="never"), 2, "You can go out this turn, and each opponent pays 2.", ""),
        (
            preset("push_up"),
            1,
            "You can go out this turn, and the others add twice their counts.",
            "You can go out this",
        ),
        (
            preset("push_up"),
            2,
            "You can go out this turn, and the others add 4 times their counts.",
            "You can go out this",
        ),
    ],
)
def test_what_going_out_brings_is_what_the_hand_is_settled_for(
    rules: RuleSet, factor: int, told: str, other: str
) -> None:
    hand = position("5C 5D 5H 9S 9C", "KC QD JH 8S 2C", upcard="9H", stock="KD", rules=rules)
    hand.is_big_one = factor == 2
    before = view(hand, 0)
    said = reason_for(before, clear(TAKE, DRAW))
    assert reason_sentence(said.kind, said.values) == told
    said = reason_for(before, clear(TAKE, DROP, wins=(1.0, 1.0)))
    assert reason_sentence(said.kind, said.values).startswith(other)
    for action in (TAKE, FIVES, NINES):
        hand.act(0, action)
    assert hand.result is not None
    brought = [each for each in told.split() if each.rstrip(".").isdigit()]
    each = hand.result.payments[1]
    if rules.scoring == "push_up":
        assert each == hand.result.counts[1] * 2 * factor
    elif brought:
        assert each == -int(brought[0].rstrip("."))


def test_a_tonk_hoped_for_is_told_by_what_it_pays_in_this_hand() -> None:
    draw = Value(DRAW, 0.66, 0.01, 100, (0.74, 0.0, 0.21, 0.0))
    drop = Value(DROP, 0.57, 0.01, 100, (0.86, 0.14, 0.0, 0.0))
    found = Estimate("quick", (draw, drop), 100, 0.09, 0.01)
    view_ = seen("2C 3D 5H 9S KC", "7D")
    said = reason_for(replace(view_, is_big_one=True), found)
    assert said == CoachReason("tonk_pays", {"tonk": 0.21, "pays": 4})
    assert (
        reason_for(seen("2C 3D 5H 9S KC", "7D", rules=preset("push_up")), found).kind != "tonk_pays"
    )


def test_a_drop_that_wins_more_but_is_caught_more_is_told_by_that() -> None:
    draw = Value(DRAW, 0.4, 0.01, 100, (0.6, 0.04, 0.0, 0.0))
    drop = Value(DROP, 0.2, 0.01, 100, (0.67, 0.33, 0.0, 0.0))
    said = reason_for(seen("2C 3D 5H 9S KC", "7D"), Estimate("quick", (draw, drop), 100, 0.2, 0.01))
    assert said.kind == "caught_less"
    told = "You get caught 4% of the time, against 33% if you drop."
    assert reason_sentence(said.kind, said.values) == told


@pytest.mark.parametrize(
    ("upcard", "better", "other", "instead"),
    [
        ("6S", Discard("JD"), Discard("KC"), ("discard", "KC")),
        ("6S", TAKE, DRAW, ("draw",)),
        ("7S", DRAW, TAKE, ("take", "7S")),
        ("6S", TAKE, DROP, ("drop",)),
    ],
)
def test_a_chance_is_compared_with_that_of_the_other_action(
    upcard: str, better: Action, other: Action, instead: tuple[str, ...]
) -> None:
    one = Value(better, 0.6, 0.01, 100, (0.6, 0.0, 0.5, 0.0))
    two = Value(other, 0.5, 0.01, 100, (0.6, 0.0, 0.0, 0.0))
    hand = position("2C 4D 8H 9S KC", "3D 5D 7H TS QC", upcard=upcard)
    told: Values = {"tonk": 0.5, "other_tonk": 0.0, "instead": instead}
    assert difference(view(hand, 0), one, two, 0.1) == CoachReason("tonks_more", told)


@pytest.mark.parametrize(
    ("instead", "told"),
    [
        (("discard", "KC"), "if you discard K♣"),
        (("draw",), "if you draw"),
        (("take", "6S"), "if you take 6♠"),
        (("drop",), "if you drop"),
        (("spread", "5C", "5D", "5H"), "if you lay 5♣ 5♦ 5♥"),
        (("hit", "7H"), "if you hit with 7♥"),
        (("done",), "otherwise"),
    ],
)
def test_the_other_action_is_named(instead: tuple[str, ...], told: str) -> None:
    for kind, told_by in (
        ("wins_more", "You win"),
        ("caught_less", "You get caught"),
        ("tonks_more", "You tonk"),
    ):
        values = dict.fromkeys(REASONS[kind], 0.3) | {"instead": instead}
        sentence = reason_sentence(kind, values)
        assert sentence == f"{told_by} 30% of the time, against 30% {told}."


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("wins_more", "You win 30% of the time, against 30% otherwise."),
        ("caught_less", "You get caught 30% of the time, against 30% otherwise."),
    ],
)
def test_a_saved_chance_is_compared_with_what_is_not_known(kind: str, told: str) -> None:
    """Reviews saved by version 1.0 and earlier do not say what else was done."""
    values = dict.fromkeys(set(REASONS[kind]) - {"instead"}, 0.3)
    assert reason_sentence(kind, values) == told


def test_of_two_ways_to_go_out_for_the_same_one_is_named() -> None:
    hand = position("5C 5D 5H 9S 9C", "KC QD JH 8S 2C", upcard="9H", stock="KD", played="0 take")
    sure = [Value(each, 2.0, 0.0, 500, (1.0, 0.0, 1.0, 0.0)) for each in (FIVES, NINES)]
    rest = Value(Discard("5H"), 0.6, 0.02, 500, (0.8, 0.0, 0.0, 0.0), behind_error=0.02)
    found = Estimate("quick", (*sure, rest), 1500, 0.0, 0.0)
    seen_ = view(hand, 0)
    said = reason_for(seen_, found)
    assert said == CoachReason("out_soon", {"pays": 2})
    advised = replace(found, reason=said)
    assert not is_too_close(advised)
    line = "Lay 5♣ 5♦ 5♥: you can go out this turn, and each opponent pays 2."
    assert AdviceWords(seen_).line(advised) == line
    # Not where something else may be worth as much.
    near = replace(found, values=(*sure, replace(rest, value=1.99)))
    assert reason_for(seen_, near) == CoachReason("either")
    throw = replace(sure[1], action=Discard("5C"))
    assert reason_for(seen_, replace(found, values=(sure[0], throw, rest))) == CoachReason("either")


@pytest.mark.parametrize("lead", [0.0001, 0.0049, 0.0051, 0.3])
def test_whether_it_is_too_close_is_told_once(lead: float) -> None:
    """Of three the last may be the closest rival, as values are not ranked by them alone."""
    view_ = seen("2C 4D 8H 9S KC", "2D", "JD")
    values = (
        Value(Discard("JD"), 1.0, 0.01, 100, (0.5, 0.0, 0.0, 0.0)),
        Value(Discard("KC"), 0.9, 0.01, 100, (0.5, 0.0, 0.0, 0.0)),
        Value(Discard("9S"), 1.0 - lead, 0.01, 100, (0.5, 0.0, 0.0, 0.0)),
    )
    found = Estimate("quick", values, 300, 0.1, 0.01)
    said = reason_for(view_, found)
    advised = replace(found, reason=said)
    assert is_too_close(advised) == (said.kind == "either")
    line = AdviceWords(view_).line(advised)
    assert line.startswith("Too close to call") == (said.kind == "either")
    assert line.lower().count("too close to call") <= 1
    assert AdviceWords(view_).in_brief(advised).startswith("Too close") == (said.kind == "either")


BOOK = Spread(("7C", "7H", "7S"))


@pytest.mark.parametrize(
    ("joined", "bet", "played", "is_won"),
    [
        ((0, 1), "first_spread", (), True),
        ((0, 1), "dealt", (), False),  # it was dealt two of them
        ((1,), "first_spread", (), False),
        ((0, 1), "first_spread", ("0 spread 4H 4C 4D", "0 discard KC", "1 draw"), False),
    ],
)
def test_winning_the_natural_pot_is_a_reason_to_lay(
    joined: tuple[int, ...], bet: str, played: tuple[str, ...], *, is_won: bool
) -> None:
    deck = "4H 7C 4C 7H 4D 7S KC KD 9S JD AS QD QH TD 2C"
    if not played:
        deck = "7C 4H 7H 4C KC 4D 9S JD AS KD QD 7S"
    rules = STANDARD.changed(natural_bet=bet)
    rest = [card for card in rules.pack() if card not in deck.split()]
    pot = SideBets(natural=NaturalBet(joined, 20))
    hand = Hand.deal(rules, 2, 1, [*deck.split(), *rest], bets=pot)
    for text in ("0 draw", *played):
        hand.act(*parse_action(text))
    said = reason_for(view(hand, hand.turn), clear(BOOK, Discard("KC" if not played else "KD")))
    assert (said.kind == "wins_pot") == is_won


def test_a_card_that_has_just_been_named_is_not_named_again() -> None:
    told: Values = {"card": "7C", "others": ("8C", "9C")}
    assert reason_sentence("take_spread", told, card="it") == "it completes 7-8-9."


def test_an_ace_above_the_king_ends_a_run() -> None:
    told: Values = {"card": "AC", "others": ("QC", "KC")}
    assert reason_sentence("take_spread", told) == "A♣ completes Q-K-A."


def test_what_a_turn_can_be_paid_is_found_before_and_at_its_last_action() -> None:
    told = seen("2C 2D 4S 5S 6S", "KC", "2H")
    assert most_paid(told, Spread(("2C", "2D", "2H"))) == (2, False)
    assert most_paid(told, Discard("2C")) == (0, False)
    assert most_paid(seen("2C 2D 4S 5S 7S", "KC", "2H"), Discard("2C")) == (0, False)


def test_a_wild_card_at_either_end_is_another_way_to_go_out() -> None:
    hand = Position.from_mapping(WILD_WIN).hand()
    assert most_paid(view(hand, 4), TAKE) == (3, False)


@pytest.mark.parametrize(
    ("rules", "own", "others"),
    [
        (RuleSet(wait_after_hitting=2), False, True),
        (RuleSet(wait_after_own_hit=2), True, False),
        (RuleSet(wait_when_hit=2, wait_after_spread=2), False, False),
    ],
)
def test_a_hit_that_makes_one_wait_is_held_back(rules: RuleSet, own: bool, others: bool) -> None:
    deck = "4H 7H 5H 9S 6H QD 8C KC AD JC 2D 3H TC 9C KS 2S 2C 3C"
    hand = Hand.deal(rules, 2, 1, deck.split())
    for text in ("0 draw", "0 spread 4H 5H 6H", "0 discard AD"):
        hand.act(*parse_action(text))
    hand.act(1, DRAW)
    said = reason_for(view(hand, 1), clear(Discard("KC"), Hit("7H", 0)))
    assert (said == CoachReason("hold_hit", {"turns": 2})) == others
    hand.act(1, Discard("JC"))
    hand.act(0, DRAW)
    said = reason_for(view(hand, 0), clear(Discard("9C"), Hit("3H", 0)))
    assert (said == CoachReason("hold_hit", {"turns": 2})) == own
    assert reason_sentence("hold_hit", {"turns": 2}) == "Don't hit yet: it makes you wait 2 turns."


def test_what_is_within_the_error_may_be_either() -> None:
    values = clear(DRAW, TAKE).values
    found = Estimate("quick", values, 100, 0.01, 0.02)
    assert reason_for(seen("2C 3D 5H 9S KC", "7D"), found) == CoachReason("either")
    likely = Value(DROP, 1.1, 0.3, 100, (0.9, 0.1, 0.0, 0.0))
    found = Estimate("quick", (*values, likely), 100, 0.5, 0.01)
    assert found.is_close, "an action that seems better was not ruled out"
    assert reason_for(seen("2C 3D 5H 9S KC", "7D"), found) == CoachReason("either")
    low = replace(values[1], value=0.5)
    found = Estimate("quick", (values[0], low, replace(likely, value=0.9)), 100, 0.0, 0.01)
    assert found.is_close
    assert reason_for(seen("2C 3D 5H 9S KC", "7D"), found) == CoachReason("either")


def test_holding_a_spread_is_not_argued_for_against_going_out() -> None:
    told = seen("2C 2D 5S 6S 7S", "KC", "2H", preset("tunk").changed(hand_size=5))
    found = clear(Discard("5S"), Spread(("2C", "2D", "2H")), wins=(0.97, 0.8))
    assert reason_for(told, found).kind == "wins_more"


def test_a_tonk_that_is_worth_more_than_a_catch_costs_is_the_reason() -> None:
    view_ = seen("2C 3D 5H 9S KC", "7D")
    draw = Value(DRAW, 0.66, 0.01, 100, (0.74, 0.0, 0.21, 0.0))
    drop = Value(DROP, 0.57, 0.01, 100, (0.86, 0.14, 0.0, 0.0))
    found = Estimate("quick", (draw, drop), 100, 0.09, 0.01)
    assert reason_for(view_, found) == CoachReason("tonk_pays", {"tonk": 0.21, "pays": 2})
    found = replace(found, values=(replace(draw, chances=(0.74, 0.0, 0.0, 0.0)), drop))
    assert reason_for(view_, found).kind != "drop_caught", "playing on is lost more often"


@pytest.mark.parametrize(
    ("pays", "win", "kind"),
    [(2, 0.5, "tonks_more"), (1, 0.5, "brings"), (2, 0.6, "wins_more"), (4, 0.6, "tonks_more")],
)
def test_a_tonk_tells_by_what_it_pays_beyond_any_win(pays: int, win: float, kind: str) -> None:
    """Of two, a tenth more wins are worth 0.2 stakes, 0.15 more tonks 0.15 for each beyond one."""
    view_ = seen("7C 7H 5S 9S KC", "2D", "JD", RuleSet(tonk_pays=pays))
    one = Value(Discard("JD"), 0.6, 0.01, 100, (win, 0.0, 0.25, 0.0))
    other = Value(Discard("KC"), 0.5, 0.01, 100, (0.5, 0.0, 0.1, 0.0))
    found = Estimate("quick", (one, other), 100, 0.1, 0.01)
    assert reason_for(view_, found).kind == kind


@pytest.mark.parametrize(("rules", "kind"), [(STANDARD, "brings"), (preset("push_up"), "saves")])
def test_without_a_reason_in_the_cards_it_is_what_the_rules_count(
    rules: RuleSet, kind: str
) -> None:
    view_ = seen("7C 7H 5S JS KC", "2D", "3D", rules)
    one = Value(Discard("JS"), -20.0, 0.1, 100, (0.5, 0.0, 0.0, 0.0))
    other = Value(Discard("KC"), -21.5, 0.1, 100, (0.5, 0.0, 0.0, 0.0))
    assert reason_for(view_, Estimate("quick", (one, other), 100, 1.5, 0.1)) == CoachReason(
        kind, {"gain": 1.5}
    )


def test_a_card_of_which_two_are_gone_is_safe() -> None:
    mine, theirs = ["9D", "KC", "5H", "2S", "JC"], ["9C", "9H", "3D", "4S", "QD"]
    cards = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    cards += ["8S", "AD", "6D", "TC"]
    hand = Hand.deal(STANDARD, 2, 1, [*cards, *(c for c in STANDARD.pack() if c not in cards)])
    for turn, thrown in enumerate(["KC", "9C", "JC", "9H"]):
        hand.act(turn % 2, DRAW)
        hand.act(turn % 2, Discard(thrown))
    hand.act(0, DRAW)
    said = reason_for(view(hand, 0), clear(Discard("9D"), Discard("8S")))
    assert said.kind in {"gone", "outs"}
    told: dict[str, int | float | str | tuple[str, ...]] = {"card": "JD", "rank": "J", "gone": 2}
    assert reason_sentence("gone_safe", told) == "J♦ is safe: two other jacks are gone."
    told = {"card": "9D", "rank": "9", "gone": 2}
    assert reason_sentence("gone", told) == "9♦ is safer: two other 9s are gone."


def test_whatever_is_best_has_a_sentence() -> None:
    for name in share(("standard", "slap", "tunk", "double_double", "chicago"), 2):
        rules = STANDARD if name == "standard" else preset(name)
        deck = list(rules.pack())
        Random(name).shuffle(deck)
        hand, decisions = Hand.deal(rules, 3, 2, deck), 0
        while not hand.is_over and len(hand.log) < 12 and hand.legal():
            asked = view(hand, hand.turn)
            if len(asked.legal) > 1:
                decisions += 1
                said = reason_for(asked, estimate(asked, 1, playouts=30))
                assert set(said.values) == set(REASONS[said.kind])
                assert "{" not in reason_sentence(said.kind, said.values)
            quiet = [each for each in hand.legal() if each != DROP] or hand.legal()
            hand.act(hand.turn, quiet[0])
        assert decisions >= 5


def test_no_reason_holds_for_the_worse_action_too() -> None:
    """A small share of ``python -m tests.long.reasons``."""
    for judged in decisions_of("suite", 40 if EVERY else 15, playouts=200):
        assert not wrongs(judged), judged


def test_no_reason_about_cards_is_false_whichever_action_is_better() -> None:
    for judged in supposed("suite", 600 if EVERY else 200):
        assert not wrongs(judged), judged


def test_both_readings_find_nine_reasons_of_ten_right() -> None:
    read = [json.loads(line) for line in READ.read_text("utf-8").splitlines()]
    assert len(read) == 100
    assert {each["rules"] for each in read} == set(PRESETS)
    assert sum(each["a"] == each["b"] == "right" for each in read) >= 90


TUNK, SEVEN = preset("tunk"), preset("baton_rouge").changed(naturals=(), hand_size=7)
SEVENS = "6C 7C 7D 7H QH KH KS"
NO_SPREAD_OUT = position(
    "4C 4H 7C 7D 7H",
    "5D 8H 9S JS 4D",
    stock="KC 2S",
    played="0 draw; 0 spread 7C 7D 7H; 0 discard KC; 1 draw; 1 discard 4D",
    rules=RuleSet(spread_out=False),
)
PAST: Values = {"card": "6D", "useful": 6, "unseen": 32}


@pytest.mark.parametrize(
    ("view_", "better", "other", "kind", "values"),
    [
        # With 2H, which is wild, 6C and 6H make a book.
        (seen("2H 5D 6H 8H TH QD QS", "6C", rules=TUNK), DRAW, TAKE, "brings", {}),
        # 5C makes a run with 6C and 7C, though the three sevens count more.
        (seen(SEVENS, "5C", rules=SEVEN), DRAW, TAKE, "brings", {}),
        # 5C and JC to the run, 7S to the book, KC, KD and JH.
        (seen(SEVENS, "6D", rules=SEVEN), DRAW, TAKE, "draw_past", PAST),
        # What may empty no hand is not laid.
        (view(NO_SPREAD_OUT, 0), TAKE, DRAW, "take_cheap", {"card": "4D"}),
        # Any card goes with one that is wild.
        (seen("2H 5D 8H TS QD KS AC", "7C", rules=TUNK), DRAW, TAKE, "draw_past", {"useful": 32}),
        (
            seen("2H 5D 5H TS QD KS AC", "7C", "3D", TUNK),
            Discard("TS"),
            Discard("5D"),
            "dearer",
            {"card": "TS"},
        ),
        # Of 18 and 19 cards, by the wild 2H, 8 and 6 make spreads of natural cards alone.
        (
            seen("2H 5S 6D 6H KC KD KS", "3C", "7H", TUNK),
            Discard("5S"),
            Discard("7H"),
            "brings",
            {},
        ),
        (  # 19 cards are hardly more than 18
            seen("2H 5S 6D 6H KC KD KS", "3C", "7H", TUNK),
            Discard("7H"),
            Discard("5S"),
            "dearer",
            {"card": "7H"},
        ),
        # A single card is not much to wait for: 2D, then JC.
        (seen("AD 3D 6H 9H KC", "JC", "2S"), Discard("2S"), Discard("3D"), "loose", {"card": "2S"}),
        (seen("TC 5D 8S 3H AD", "QC"), TAKE, DRAW, "brings", {}),
        # As many go with either: 8C 9C JC TD TS, and JC KC QD QH QS.
        (seen("TC QC 4D KD TH", "2H", "4S"), Discard("TC"), Discard("QC"), "brings", {}),
        # Who does not drop need not take 7D.
        (seen("2C 3D 5H 9S KC", "7D"), DROP, TAKE, "wins_more", {"instead": ("take", "7D")}),
    ],
)
def test_a_reason_is_true(
    view_: SeatView, better: Action, other: Action, kind: str, values: Values
) -> None:
    said = reason_for(view_, clear(better, other, wins=(0.5, 0.4) if better == DROP else ()))
    assert said.kind == kind
    assert {**said.values, **values} == said.values


FIRST_TURN = RuleSet(tonk_pays=4, tonk_needs="first_turn_two_spreads")
LAID_OFF = "0 draw; 0 spread 4H 5H 6H; 0 discard KC; 1 draw; 1 discard 8D"


@pytest.mark.parametrize(
    ("rules", "played", "pays"),
    [
        (RuleSet(tonk_pays=4), "", 4),
        (RuleSet(tonk_pays=4, tonk_needs="never"), "", 0),
        (FIRST_TURN, "", 0),
        (FIRST_TURN, LAID_OFF, 0),
        (RuleSet(tonk_pays=4, hit_voids_tonk=True), LAID_OFF, 0),  # a hit may come
        (RuleSet(two_spreads_pays=4), "", 2),
    ],
)
def test_a_tonk_hoped_for_is_told_by_what_it_is_sure_to_pay(
    rules: RuleSet, played: str, pays: int
) -> None:
    hands, stock = ("4H 5H 6H 2C 9S", "3D 7S 8D QC JD"), "KC 2S"
    hand = position(*hands, upcard="TD", stock=stock, played=played, rules=rules)
    draw = Value(DRAW, 0.66, 0.01, 100, (0.74, 0.0, 0.21, 0.0))
    drop = Value(DROP, 0.57, 0.01, 100, (0.86, 0.14, 0.0, 0.0))
    said = reason_for(view(hand, 0), Estimate("quick", (draw, drop), 100, 0.09, 0.01))
    assert said.values.get("pays", 0) == pays


@pytest.mark.parametrize(("played", "kind"), [("", "tonks_more"), (LAID_OFF, "brings")])
def test_a_tonk_that_can_pay_no_more_than_any_win_is_no_reason(played: str, kind: str) -> None:
    """Two spreads on the first turn pay 4, and after it every tonk pays 1."""
    hands, stock = ("4H 5H 6H 2C 9S", "3D 7S 8D QC JD"), "KC 2S"
    hand = position(*hands, upcard="TD", stock=stock, played=played, rules=FIRST_TURN)
    one = Value(TAKE, 0.6, 0.01, 100, (0.6, 0.0, 0.5, 0.0))
    two = Value(DRAW, 0.5, 0.01, 100, (0.6, 0.0, 0.0, 0.0))
    assert difference(view(hand, 0), one, two, 0.1).kind == kind


PAIR = seen("7C 7H 5S 9S KC", "QD", "JD", RuleSet(wild="2"))
"""Without 5S six cards complete a spread, four of them wild."""
SIX = CoachReason("outs", {"chances": 6, "other": "7C", "fewer": 0})


@pytest.mark.parametrize(
    ("kept", "now"),
    [
        (SIX, SIX),
        # As versions counted that left out wild cards, or called a card safe that is not.
        (CoachReason("outs", {"chances": 2, "other": "7C", "fewer": 0}), SIX),
        (CoachReason("gone_safe", {"card": "5S", "rank": "5", "gone": 2}), SIX),
        # As version 1.0 and earlier put it, against the action of which it holds.
        (CoachReason("keeps", {"kept": ("7C", "7H"), "chances": 2}), SIX),
        # What play-outs found is known from nothing else.
        *[
            (each, each)
            for each in (
                CoachReason("either"),
                CoachReason("drop_now", {"win": 0.7, "on": 0.4}),
                CoachReason("caught_less", {"caught": 0.1, "other_caught": 0.2}),
                CoachReason("tonk_pays", {"tonk": 0.2, "pays": 2}),
                CoachReason("brings", {"gain": 0.2}),
            )
        ],
    ],
)
def test_a_saved_reason_is_told_again_only_if_it_holds(kept: CoachReason, now: CoachReason) -> None:
    assert renewed(PAIR, Discard("5S"), [Discard("7C")], 0.2, kept) == now


def test_a_saved_reason_may_hold_against_any_of_the_other_actions() -> None:
    loose = CoachReason("dearer", {"card": "KC", "points": 10, "other": "5S", "less": 5})
    others = [Discard("JD"), Discard("5S")]
    assert renewed(PAIR, Discard("KC"), others, 0.2, loose) == loose
    assert renewed(PAIR, Discard("KC"), others[:1], 0.2, loose).kind == "brings"


def test_going_out_stays_the_reason_where_the_other_action_goes_out_for_as_much() -> None:
    both = seen("2C 2D 4S 5S 6S", "KC", "2H")
    kept = CoachReason("out_soon", {"pays": 2})
    actions = [Spread(("2C", "2D", "2H")), Spread(("4S", "5S", "6S"))]
    assert renewed(both, actions[0], actions[1:], 0.0, kept) == kept


@pytest.mark.parametrize("kind", REASONS)
def test_every_kind_of_reason_has_a_sentence(kind: str) -> None:
    holds: dict[str, int | float | str | tuple[str, ...]] = dict.fromkeys(REASONS[kind], 3)
    shares = ("win", "caught", "tonk", "on", "other_win", "other_caught", "other_tonk", "gain")
    holds |= {name: 0.5 for name in shares if name in holds}
    cards = ("card", "rank", "highest", "other", "taken")
    holds |= {name: "7D" for name in cards if name in holds}
    holds |= {name: ("7C", "8C") for name in ("others", "pair") if name in holds}
    assert "{" not in reason_sentence(kind, holds)
