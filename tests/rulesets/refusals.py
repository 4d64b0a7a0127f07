"""Everything that RULES.md §4.7 refuses, as tables: what is asked for, and what the line says."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from game.rules.ruleset import OPTIONS
from game.rules.value_types import Flag, Letters, Naturals, OneOf, Values, Whole, WholeOr


@dataclass(frozen=True, slots=True)
class Refusal:
    """Overrides of ``standard`` that are refused, and parts of the one line that says why."""

    overrides: dict[str, Any]
    says: tuple[str, ...]

    def __str__(self) -> str:
        """The name of the test case."""
        return ", ".join(f"{key}={value!r}"[:40] for key, value in self.overrides.items())


def _natural(**changes: object) -> list[dict[str, object]]:
    good = {"match": {"count": 50}, "pays": 2}
    return [dict(good), good | changes]


REFUSALS: Final[tuple[Refusal, ...]] = (
    # unknown keys
    Refusal({"wait_when_hitt": 1}, ("wait_when_hitt = 1", "unknown key", "wait_when_hit?")),
    Refusal({"jocker": 1}, ("jocker", "unknown key", "jokers?")),
    Refusal({"knock_at": 5}, ("knock_at = 5", "did you mean drop_at_most?")),
    Refusal({"knock_when": "any_time"}, ("did you mean drop_when?",)),
    Refusal({"first_turn_knock": False}, ("did you mean first_turn_drop?",)),
    Refusal({"must_meld": "yes"}, ("did you mean must_spread?",)),
    Refusal({"layoffs_per_turn": 1}, ("did you mean hits_per_turn?",)),
    Refusal({"deuces": True}, ("did you mean wild?",)),
    Refusal({"tunk_pays": 3}, ("did you mean tonk_pays?",)),
    Refusal({"zzzzzzzzzz": True}, ("zzzzzzzzzz = true", "unknown key")),
    # unknown values
    Refusal({"catch": "singel_each"}, ('catch = "singel_each"', "one of", "mean single_each?")),
    Refusal({"catch": "STANDARD"}, ('catch = "STANDARD"', "mean standard?")),
    Refusal({"ace": "high"}, ('ace = "high"', '"low", "low_or_high"')),
    Refusal({"face_values": "eleven"}, ("face_values", '"ten", "rising"')),
    Refusal({"natural_tie": "halved"}, ("natural_tie", '"void", "eldest", "all_paid", "split"')),
    Refusal({"take": "now"}, ("take", '"hand", "use_now"')),
    Refusal({"must_spread": "aces"}, ("must_spread", '"no", "yes", "except_aces"')),
    Refusal({"complete_books": "gone"}, ("complete_books", '"stay", "buried"')),
    Refusal({"stock_end": "now"}, ("stock_end", '"willing", "at_once"')),
    Refusal({"tonk_needs": "all"}, ("tonk_needs", '"any", "second_spread"')),
    Refusal({"stockout": "high"}, ("stockout", '"lowest", "void"')),
    Refusal({"stockout_tie": "split"}, ("stockout_tie", '"void", "all_paid"')),
    Refusal({"slap": "on"}, ("slap", '"off", "race", "next_first"')),
    Refusal({"scoring": "points"}, ("scoring", '"stakes", "scorepad", "push_up"')),
    Refusal({"high_suit_bet": "hearts"}, ("high_suit_bet", '"off", "called", "spades"')),
    Refusal({"natural_bet": "on"}, ("natural_bet", '"off", "dealt", "first_spread"')),
    Refusal({"hand_size": "by_seat"}, ('hand_size = "by_seat"', "3 to 9", "mean by_seats?")),
    # wrong types: true is no number, 1 is no flag, 1.0 is no whole number
    Refusal({"jokers": True}, ("jokers = true: expected a whole number, 0 to 4",)),
    Refusal({"hand_size": True}, ("hand_size = true", "a whole number, 3 to 9")),
    Refusal({"hits_per_turn": 1.0}, ("hits_per_turn = 1.0", "a whole number, 0 to 1")),
    Refusal({"stake": 1.0}, ("stake = 1.0: expected a whole number, 1 or more",)),
    Refusal({"stake": "1"}, ('stake = "1": expected a whole number, 1 or more',)),
    Refusal({"upcard": 1}, ("upcard = 1", "true or false")),
    Refusal({"booed": "true"}, ('booed = "true"', "true or false")),
    Refusal({"catch": 2}, ("catch = 2", "one of")),
    Refusal({"catch": ["standard"]}, ('catch = ["standard"]', "one of")),
    Refusal({"ranks": ["A", "2", "3"]}, ('ranks = ["A", "2", "3"]', "letters of")),
    Refusal({"wild": False}, ("wild = false", "one of")),
    Refusal({"naturals": {"match": {"count": 50}, "pays": 2}}, ("naturals", "a list of")),
    Refusal({"naturals": 50}, ("naturals = 50", "a list of")),
    # out of range
    Refusal({"jokers": 5}, ("jokers = 5", "0 to 4")),
    Refusal({"jokers": -1}, ("jokers = -1", "0 to 4")),
    Refusal({"hand_size": 2}, ("hand_size = 2", "3 to 9")),
    Refusal({"hand_size": 10}, ("hand_size = 10", "3 to 9")),
    Refusal({"hits_per_turn": 2}, ("hits_per_turn = 2", "0 to 1")),
    Refusal({"wait_after_spread": 10}, ("wait_after_spread = 10", "0 to 9")),
    Refusal({"wait_when_hit": -1}, ("wait_when_hit = -1", "0 to 9")),
    Refusal({"wait_after_own_hit": 10}, ("wait_after_own_hit = 10", "0 to 9")),
    *(
        Refusal({key: 0}, (f"{key} = 0", "1 or more"))
        for key in ("tonk_pays", "out_pays", "stake", "side_ante", "push_up_target")
    ),
    Refusal({"two_spreads_pays": -1}, ("two_spreads_pays = -1", "0 or more")),
    Refusal({"big_one": -1}, ("big_one = -1", "0 or more")),
    Refusal({"stake": 10**100}, ("stake = a number of more than 60 digits", "at most")),
    # ranks and suits
    Refusal({"ranks": ""}, ('ranks = ""', "letters of")),
    Refusal({"ranks": "A32"}, ('ranks = "A32"', "in that order")),
    Refusal({"ranks": "AA2"}, ('ranks = "AA2"', "none twice")),
    Refusal({"ranks": "A2X"}, ('ranks = "A2X"', "letters of")),
    Refusal({"suits": ""}, ('suits = ""', "at least one")),
    Refusal({"suits": "SHDC"}, ('suits = "SHDC"', "letters of")),
    Refusal({"suits": "CCD"}, ('suits = "CCD"', "none twice")),
    # wild cards
    Refusal({"wild": "X2", "jokers": 1}, ('wild = "X2"', "did you mean 2X?")),
    Refusal({"wild": "K"}, ('wild = "K"', "one of")),
    Refusal({"wild": "X"}, ('wild = "X"', "in the pack")),
    Refusal({"wild": "2X"}, ('wild = "2X"', "in the pack")),
    Refusal({"wild": "2", "ranks": "A345678"}, ('wild = "2"', "in the pack")),
    # push-up
    Refusal({"scoring": "push_up", "catch": "lowest_only"}, ('catch = "lowest_only"', "push_up")),
    Refusal(
        {"scoring": "push_up", "catch": "single_to_lower"},
        ('catch = "single_to_lower"', '"standard" where scoring = "push_up"'),
    ),
    # later keys
    Refusal({"count": "unmached"}, ('count = "unmached"', '"all", "unmatched"', "unmatched?")),
    Refusal({"drop_at_most": 100}, ("drop_at_most = 100", "0 to 99")),
    Refusal({"drop_at_most": -1}, ("drop_at_most = -1", "0 to 99")),
    Refusal({"drop_at_most": True}, ("drop_at_most = true", "0 to 99")),
    Refusal({"drop_when": "always"}, ("drop_when", '"own_turn", "any_time"')),
    Refusal({"last_lay": "yes"}, ("last_lay", '"no", "drop", "stockout", "both"')),
    Refusal({"last_lay": False}, ("last_lay = false", '"no", "drop"')),
    Refusal({"next_dealer": "right"}, ("next_dealer", '"left", "winner"')),
    Refusal({"wild": "2", "wild_points": 51}, ("wild_points = 51", '0 to 50, or "own"')),
    Refusal({"wild": "2", "wild_points": -1}, ("wild_points = -1", '0 to 50, or "own"')),
    Refusal({"wild": "2", "wild_points": True}, ("wild_points = true", '0 to 50, or "own"')),
    Refusal({"wild": "2", "wild_points": "owns"}, ('wild_points = "owns"', "mean own?")),
    Refusal({"wild_points": 25}, ("wild_points = 25", '"own" where wild = ""')),
    Refusal({"wild_points": 0, "jokers": 1}, ("wild_points = 0", '"own" where wild = ""')),
    # naturals
    Refusal({"naturals": [50, 49]}, ('naturals entry 1 = 50: expected {"match": {"count": n}',)),
    Refusal(
        {"naturals": [{"count": 50, "pays": 2}]},
        ('naturals entry 1, count = 50: unknown key; write "match": {"count": 50}',),
    ),
    Refusal(
        {"naturals": [{"pays": 2, "all_faces": True}]},
        ('all_faces = true: unknown key; write "match": {"all_faces": true}',),
    ),
    Refusal({"naturals": _natural(count=50)}, ("naturals entry 2, count = 50: unknown key",)),
    Refusal(
        {"naturals": _natural(pays=0)},
        ("naturals entry 2, pays = 0: expected 1 or more",),
    ),
    Refusal(
        {"naturals": _natural(pays=True)},
        ("naturals entry 2, pays = true: expected a whole number, 1 or more",),
    ),
    Refusal(
        {"naturals": _natural(match={})},
        ("naturals entry 2, match = {}", '{"count": 50}', '{"at_most": 15}', '{"all_faces": true}'),
    ),
    Refusal({"naturals": _natural(match={"sum": 3})}, ("entry 2, match = ", '{"sum": 3}')),
    Refusal({"naturals": _natural(match={"at_mots": 3})}, ("entry 2, match", "mean at_most?")),
    Refusal(
        {"naturals": _natural(match={"count": -1})},
        ("naturals entry 2, count = -1: expected 0 or more",),
    ),
    Refusal({"naturals": _natural(match={"count": 49, "at_most": 9})}, ("entry 2, match = ",)),
    Refusal(
        {"naturals": _natural(match={"all_faces": False})},
        ("naturals entry 2, all_faces = false: expected true",),
    ),
    Refusal({"naturals": _natural(match=50)}, ("naturals entry 2, match = 50", '{"count": 50}')),
    Refusal(
        {"naturals": _natural(rank="high")},
        ('naturals entry 2, rank = "high": expected a whole number',),
    ),
    Refusal(
        {"naturals": _natural(rank=True)},
        ("naturals entry 2, rank = true: expected a whole number",),
    ),
    Refusal(
        {"naturals": _natural(rank=-(10**100))},
        ("naturals entry 2, rank = a number of more than 60 digits", "100 digits at most"),
    ),
    Refusal({"naturals": _natural(low_wins=1)}, ("entry 2, low_wins = 1: expected true or false",)),
    Refusal(
        {"naturals": _natural(when="start")},
        ('naturals entry 2, when = "start": expected one of "deal", "turn"',),
    ),
    Refusal({"naturals": _natural(when="Turn")}, ('entry 2, when = "Turn"', "mean turn?")),
    Refusal({"naturals": _natural(open="no")}, ('entry 2, open = "no": expected true or false',)),
    Refusal(
        {"naturals": _natural(tie="both")},
        ('entry 2, tie = "both": expected one of "void", "eldest", "all_paid", "split"',),
    ),
    Refusal({"naturals": _natural(tie=True)}, ("naturals entry 2, tie = true",)),
    Refusal({"naturals": _natural(tie=["split"])}, ('naturals entry 2, tie = ["split"]',)),
    Refusal({"naturals": _natural(match={"at_most": -1})}, ("entry 2, at_most = -1", "0 or more")),
    Refusal({"naturals": _natural(match={"at_most": True})}, ("at_most = true", "whole number")),
    Refusal(
        {"naturals": _natural(low_win=True)},
        ("naturals entry 2, low_win = true: unknown key; did you mean low_wins?",),
    ),
    Refusal({"naturals": _natural(value=3)}, ("naturals entry 2, value = 3: unknown key",)),
    Refusal(
        {"naturals": [{"match": {"count": 50}}]},
        ('naturals entry 1 = {"match": {"count": 50}}: key "pays" is missing',),
    ),
    Refusal({"naturals": [{"pays": 2}]}, ("naturals entry 1", 'key "match" is missing')),
    Refusal({"naturals": [{}]}, ("naturals entry 1 = {}", 'key "match" is missing')),
    Refusal({"naturals": [49, 50]}, ("naturals entry 1 = 49",)),
    Refusal(
        {"naturals": _natural(pays=10**100)},
        ("naturals entry 2, pays = a number of more than 60 digits", "of 100 digits at most"),
    ),
    Refusal(
        {"naturals": _natural(match={"count": 10**100})},
        ("naturals entry 2, count = a number of more than 60 digits", "of 100 digits at most"),
    ),
)


def _wrong_for(values: Values) -> tuple[list[Any], str]:
    """Whatever is of another kind than these values or lies beyond them, and what is allowed."""
    match values:
        case Flag():
            return [0, 1, "true", "yes", [], 1.5], "true or false"
        case OneOf():
            return ["nonsense", 0, True, [], {}], "one of"
        case Whole(least, None):
            return [least - 1, -7, True, "2", 2.0, [], "nonsense"], f"{least} or more"
        case Whole(least, most):
            return [least - 1, (most or 0) + 1, False, "1", 0.5], f"{least} to {most}"
        case WholeOr(least, most):
            return [least - 1, most + 1, -9, False, "5", 5.0], f"{least} to {most}"
        case Letters(of):
            return ["", of[::-1], of + of[-1], of.lower(), 3, [of]], "letters of"
        case Naturals():
            return [True, 49, "49", {}, [49], [{}], [[]]], "naturals"


def _of_every_key() -> Iterator[Refusal]:
    for key, option in OPTIONS.items():
        wrong, allowed = _wrong_for(option.values)
        yield from (Refusal({key: value}, (key, allowed)) for value in wrong)


EVERY_KEY: Final = tuple(_of_every_key())

SEATS: Final[tuple[tuple[dict[str, Any], int, str], ...]] = (
    ({}, 1, "seats = 1"),
    ({}, 7, "seats = 7"),
    ({"preset": "vietnam"}, 5, "5 seats need 41 cards, the pack has 40"),
    ({"preset": "vietnam"}, 6, "6 seats need 49 cards, the pack has 40"),
    ({"hand_size": 9}, 6, "6 seats need 61 cards, the pack has 52"),
    ({"suits": "C"}, 3, "3 seats need 19 cards, the pack has 13"),
    ({"suits": "C", "ranks": "A23456789TJQ"}, 3, "The pack is too small even for two players."),
    ({"suits": "C", "ranks": "A23456789TJQ"}, 2, "The pack is too small even for two players."),
    ({"hand_size": "by_seats", "suits": "C"}, 2, "The pack is too small even for two players."),
)
"""Rules, how many seats, and what the line says: a pack that is too small, or a table too large."""
