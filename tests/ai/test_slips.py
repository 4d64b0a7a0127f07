"""Slips: each is found where it is made, and nowhere else; the levels make those that they tell."""

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from ai.lab.arena.contest import Contest
from ai.lab.arena.match import Match
from ai.lab.arena.workers import serial_pool
from ai.profile import LEVELS
from ai.sight import Sight
from ai.slips import SLIPS, SlipCounts, slips_in
from game.cli import main
from game.rules.actions import DRAW, DROP, TAKE, Action, Discard, Hit, Spread
from game.rules.presets import STANDARD
from game.rules.record import HandRecord, read_record, record_of
from game.rules.ruleset import RuleSet
from game.ui.text.level_words import LEVELS as PLATES
from tests.ai.positions import position, seen

# One worker plays the hands, once for all of these.
pytestmark = pytest.mark.xdist_group("slips")

OTHER = "QC QD 8H 6S 4C"
TOLD = {
    "breaks": "breaks up",
    "caught": "caught",
    "clings": "waits for cards that are gone",
    "fears": "slow to drop|sits on a low hand",
    "grabs": "takes a card for nothing",
    "misses": "misses",
    "overlooks": "lays all it can|keeps spreads",
    "passes": "good discards? go by|picky about discards",
    "pride": "drops too high",
}
"""How the plates of levels tell each kind of slip."""


def told_by(text: str) -> list[str]:
    """Return the kinds of slips that a part of a plate tells."""
    return [kind for kind, words in TOLD.items() if re.search(words, text)]


def found(
    kind: str,
    action: Action,
    *hands: str,
    stock: str = "",
    played: str = "",
    rules: RuleSet = STANDARD,
) -> bool | None:
    view = seen(*hands, stock=stock, played=played, rules=rules)
    assert action in view.legal
    return SLIPS[kind].find(Sight(view), action)


def test_a_spread_left_in_hand_is_overlooked() -> None:
    hands = ("KC KD KH 7S 2C", OTHER)
    for action, is_slip in ((Discard("7S"), True), (Spread(("KC", "KD", "KH")), False)):
        assert found("overlooks", action, *hands, stock="9D", played="0 draw") is is_slip
    assert (
        found("overlooks", Discard("7S"), "KC QD KH 7S 2C", OTHER, stock="9D", played="0 draw")
        is None
    )


def test_a_hit_left_in_hand_is_overlooked() -> None:
    hands, played = ("5S 6S 7S 8S 9D", "2H TD JH 6D 4C"), "0 draw; 0 spread 5S 6S 7S"
    assert found("overlooks", Discard("9D"), *hands, stock="KC", played=played)
    assert found("overlooks", Hit("8S", 0), *hands, stock="KC", played=played) is False


def test_where_spreads_are_best_held_nothing_is_overlooked() -> None:
    rules = STANDARD.changed(count="unmatched")
    hands = ("KC KD KH 7S 2C", OTHER)
    assert (
        found("overlooks", Discard("7S"), *hands, stock="9D", played="0 draw", rules=rules) is None
    )

    rules = STANDARD.changed(wait_after_spread=3)
    assert (
        found("overlooks", Discard("7S"), *hands, stock="9D", played="0 draw", rules=rules) is None
    )


@pytest.mark.parametrize(
    ("thrown", "is_slip"), [("9C", True), ("9D", True), ("KS", False), ("2C", False)]
)
def test_a_pair_is_broken_up_with_a_loose_card_as_high(thrown: str, is_slip: bool) -> None:
    hands = ("9C 9D KS 7S 2C", OTHER)
    assert found("breaks", Discard(thrown), *hands, stock="4H", played="0 draw") is is_slip


def test_a_pair_whose_cards_are_gone_is_clung_to() -> None:
    played = "0 draw; 0 discard KH; 1 draw; 1 discard KS; 0 draw"
    hands, stock = ("KC KD KH 7S 2C", "KS QD 8H 6S 4C"), "4D JC 9H"
    assert found("clings", Discard("7S"), *hands, stock=stock, played=played)
    assert found("clings", Discard("KC"), *hands, stock=stock, played=played) is False
    alive = "0 draw; 0 discard 4D; 1 draw; 1 discard QD; 0 draw"
    assert (
        found("clings", Discard("7S"), "KC KD TH 7S 2C", OTHER, stock=stock, played=alive) is None
    )


def test_what_goes_with_a_card_that_was_taken_is_thrown() -> None:
    played = "0 draw; 0 discard 9C; 1 take; 1 discard QC; 0 draw"
    hands, stock = ("9C 9D JH 7S 2C", "9S QC 8H 6S 4C"), "TD 3D"
    assert found("forgets", Discard("9D"), *hands, stock=stock, played=played)
    assert found("forgets", Discard("JH"), *hands, stock=stock, played=played) is False
    nothing_taken = "0 draw; 0 discard 9C; 1 draw; 1 discard QC; 0 draw"
    assert found("forgets", Discard("9D"), *hands, stock="TD 5C 3D", played=nothing_taken) is None


@pytest.mark.parametrize(("safe", "is_slip"), [("7S", True), ("6S", True), ("5S", None)])
def test_what_a_taken_card_goes_with_is_dearer_by_three_than_a_safe_one(
    safe: str, is_slip: bool | None
) -> None:
    played = "0 draw; 0 discard JC; 1 draw; 1 discard JS; 0 draw; 0 discard 9C; 1 take"
    played += "; 1 discard QC; 0 draw"
    hands, stock = (f"9C 9D JC {safe} 2C", "9S QC 8H JS 4C"), "2D TS 3D 3H"
    assert found("forgets", Discard("9D"), *hands, stock=stock, played=played) is is_slip


def test_fear_and_pride() -> None:
    low, high = ("AS 2D AC 2C AD", OTHER), ("KC QD JH 8S 3C", OTHER)
    assert found("fears", DRAW, *low)
    assert found("fears", DROP, *low) is False
    assert found("fears", DRAW, *high) is None
    assert found("pride", DROP, *high)
    assert found("pride", DRAW, *high) is False
    assert found("pride", DROP, *low) is None


@pytest.mark.parametrize(("limit", "is_slip"), [(0, True), (15, None), (50, True)])
def test_nobody_fears_where_the_rules_let_drop_only_what_pays_anyway(
    limit: int, is_slip: bool | None
) -> None:
    rules = STANDARD.changed(drop_at_most=limit)
    assert found("fears", DRAW, "AS 2D AC 2C AD", OTHER, rules=rules) is is_slip


_LAID = "0 draw; 0 spread KC KD KH; 0 discard 9C; 1 draw; 1 discard 8D"


def test_a_win_is_missed_by_whoever_does_something_else() -> None:
    hands, stock = ("KC KD KH 6D 7D", "QC QS 8D 6S 4C"), "9C 3H"
    assert found("misses", DRAW, *hands, stock=stock, played=_LAID)
    assert found("misses", TAKE, *hands, stock=stock, played=_LAID) is False
    taken = f"{_LAID}; 0 take"
    assert found("misses", Spread(("6D", "7D", "8D")), *hands, stock=stock, played=taken) is False
    assert found("misses", DRAW, "KC KD QH 6D 7D", OTHER) is None


def test_a_discard_that_makes_a_spread_is_passed_and_one_for_nothing_grabbed() -> None:
    hands, played = ("7C 8C QH 2D 2S", "9C KD JH 6S 4H"), "0 draw; 0 discard QH; 1 draw; 1 discard"
    good = f"{played} 9C"
    assert found("passes", DRAW, *hands, stock="3H 5D", played=good)
    assert found("passes", TAKE, *hands, stock="3H 5D", played=good) is False
    useless = f"{played} KD"
    assert found("passes", DRAW, *hands, stock="3H 5D", played=useless) is None
    assert found("grabs", TAKE, *hands, stock="3H 5D", played=useless)
    assert found("grabs", DRAW, *hands, stock="3H 5D", played=useless) is False
    assert found("grabs", TAKE, *hands, stock="3H 5D", played=good) is None


def test_a_catch_counts_for_who_dropped() -> None:
    hand = position("KC QD JH 8S 3C", "AC 2D 3H 4S 5C", played="0 drop")
    first, second = slips_in(record_of(hand, ("a", "b")))
    assert (first.made["caught"], first.chances["caught"]) == (1, 1)
    assert not second.chances["caught"]


@pytest.mark.parametrize(("dropper", "is_caught"), [(1, False), (2, True)])
def test_a_drop_between_the_turns_of_others_counts(dropper: int, *, is_caught: bool) -> None:
    rules = STANDARD.changed(drop_when="any_time")
    hands = ("TC TD JH 8S 3C", "AC 2D 3H 4S 6C", "KC QD QH 9S 7D")
    hand = position(*hands, played=f"{dropper} drop", rules=rules)
    tallies = slips_in(record_of(hand, "abc"))
    assert [each.chances["caught"] for each in tallies] == [seat == dropper for seat in range(3)]
    assert tallies[dropper].made["caught"] == is_caught


@cache
def played(bot: str) -> tuple[HandRecord, ...]:
    records: list[HandRecord] = []

    def keep(lines: Sequence[str]) -> None:
        records.extend(read_record(json.loads(line)) for line in lines)

    contest = Contest(Match(STANDARD, (bot, "tuned"), "slips", keeps_records=True), 75)
    contest.run(serial_pool(), lambda deal: keep(deal.records))
    return tuple(records)


@cache
def of(bot: str) -> SlipCounts:
    whole = SlipCounts.empty()
    for record in played(bot):
        whole.add(slips_in(record)[record.seats.index(bot)])
    return whole


@pytest.mark.parametrize("level", PLATES)
def test_each_level_has_the_weaknesses_and_strengths_that_its_plate_tells(level: str) -> None:
    counted = of(level)
    weaknesses, strengths = map(told_by, PLATES[level][1].split(" But "))
    assert (len(weaknesses), len(strengths)) == (3, 2)
    for kind in weaknesses:
        assert counted.rate(kind) > 0.015, kind
    for kind in strengths:
        assert counted.chances[kind] >= 5, kind
        assert counted.rate(kind) < 0.015, kind


def test_who_plays_better_breaks_up_less() -> None:
    rates = [of(level).rate("breaks") for level in LEVELS]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 0.2
    assert rates[-1] < 0.02


def test_the_command_counts_over_all_hands_by_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.tonk.jsonl"
    lines = [json.dumps(record.to_mapping()) for record in played("beginner")]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["slips", str(file), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert list(counted) == ["beginner", "tuned"]
    own = of("beginner")
    assert counted["beginner"] == {
        kind: {"made": own.made[kind], "chances": own.chances[kind]} for kind in SLIPS
    }
    assert main(["slips", str(file)]) == 0
    head, *rows = capsys.readouterr().out.splitlines()[: len(SLIPS) + 1]
    assert head == "beginner"
    assert [row.rpartition(" %  ")[2] for row in rows] == [slip.words for slip in SLIPS.values()]


def test_many_hands_are_counted_alike_on_any_number_of_cores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = position("KC QD JH 8S 3C", "AC 2D 3H 4S 5C", played="0 drop")
    lines = [
        json.dumps(record_of(hand, (f"Ann {at % 7}", "Bob")).to_mapping()) for at in range(260)
    ]
    for at in (3, 230, 245):
        lines[at] = lines[at].replace("drop", "done")
    file = tmp_path / "hands.tonk.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    told = []
    for cores in (1, 2):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert main(["slips", str(file), "--json"]) == 1
        told.append(capsys.readouterr())
    assert told[0] == told[1]
    assert re.findall(r"jsonl:(\d+): ", told[1].err) == ["4", "231", "246"]
    assert json.loads(told[1].out)["Ann 0"]["caught"] == {"made": 37, "chances": 37}


@pytest.mark.parametrize(
    ("names", "counted"),
    [
        (("expert (1)", "expert (2)"), ["expert"]),  # as `tonk-lab` writes them
        (("Ann (home)", "Ann (work)"), ["Ann (home)", "Ann (work)"]),
        (("Ann", "Ann (2)"), ["Ann", "Ann (2)"]),
        (("Ann (1) (a)", "Ann (2) (b)"), ["Ann (1) (a)", "Ann (2) (b)"]),
    ],
)
def test_only_the_seats_of_one_bot_are_counted_together(
    names: tuple[str, str],
    counted: Sequence[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand = position("KC QD JH 8S 3C", "AC 2D 3H 4S 5C", played="0 drop")
    file = tmp_path / "hands.tonk.jsonl"
    file.write_text(json.dumps(record_of(hand, names).to_mapping()) + "\n", encoding="utf-8")
    assert main(["slips", str(file), "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == counted
    assert main(["slips", str(file)]) == 0
    rows = [row for row in capsys.readouterr().out.splitlines() if row.startswith(" ")]
    unasked = [row for row in rows if " of      0 " in row]
    assert unasked
    assert all("%" not in row and " – " in row for row in unasked)


def test_a_wrong_record_is_told_and_the_others_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = json.dumps(played("beginner")[0].to_mapping())
    file = tmp_path / "hands.tonk.jsonl"
    file.write_text(good + "\n{}\n", encoding="utf-8")
    assert main(["slips", str(file), "--json"]) == 1
    out, err = capsys.readouterr()
    assert set(json.loads(out)) == {"beginner", "tuned"}
    assert err.startswith(f"{file}:2: ")
    assert main(["slips", str(tmp_path / "none")]) == 2
