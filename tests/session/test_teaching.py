"""What reviewed hands say about a player: sums by hand, and nothing where it is too early."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import pytest

from game.cli import main
from game.features.study.assessment.model import (
    COLUMNS,
    Assessment,
    csv_of,
    likeness,
    measured_from,
)
from game.play.advice import LevelLoss
from game.rules.actions import DROP
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.record import HandRecord, record_of
from game.saves.reviews import DecisionTheme, Found, KeptReview, Reviews
from game.saves.store import Store
from game.verdicts import SURE, Mean

LEVELS = (LevelLoss("beginner", 0.2, 0.002), LevelLoss("casual", 0.1, 0.002),
          LevelLoss("regular", 0.05, 0.002), LevelLoss("expert", 0.02, 0.002))  # fmt: skip


MISTAKE = "mistake"


def figures_of(reviews: Iterable[KeptReview]) -> Assessment:
    """The figures of the given reviews."""
    found = Assessment()
    for kept in reviews:
        found.add(kept)
    return found


def dropped(number: int, rules: str = "standard", *, practice: bool = False) -> HandRecord:
    """A hand that its eldest drops at once."""
    law = preset(rules)
    deck = list(law.pack())
    Random(number).shuffle(deck)
    hand = Hand.deal(law, 2, 1, deck)
    if hand.result is not None:
        return dropped(number + 1000, rules, practice=practice)
    hand.act(0, DROP)
    return record_of(hand, ["You", "Ann"], practice=practice)


def found(loss: float, luck: float = 0.5) -> Found:
    values = [{"action": f"0 {word}", "value": 0.1, "error": 0.01, "visits": 9}
              for word in ("draw", "drop")]  # fmt: skip
    decision = {"action": 1, "seat": 0, "played": "0 drop", "best": "0 draw", "values": values,
                "loss": loss, "error": 0.02, "mistake": MISTAKE * (loss > 0.1)}  # fmt: skip
    parts = {"worth": 0.0, "luck_deal": luck, "luck_draws": 0.0, "own": -loss, "others": 0.0}
    return {"seat": 0, "policy": "quick", "result": luck - loss, "decisions": [decision], **parts}


def kept(losses: Sequence[float], luck: float = 0.5) -> Reviews:
    reviews = Reviews(None)
    for number, loss in enumerate(losses):
        day = f"2030-{1 + number // 20:02}-{1 + number % 20:02} 20:15"
        reviews.keep(dropped(number), 0, found(loss, luck), is_mine=True, played=day)
    return reviews


def test_a_mean_over_hands_has_the_error_of_the_text_book() -> None:
    mean, values = Mean(), [0.3, 0.1, 0.5, 0.2]
    for each in values:
        mean.add([each])
    middle = sum(values) / 4
    deviation = sum((each - middle) ** 2 for each in values) / 3
    assert mean.value == pytest.approx(middle)
    assert mean.error == pytest.approx((deviation / 4) ** 0.5)
    mean.add([])
    assert mean.hands == 4


def test_decisions_of_a_hand_hang_together() -> None:
    alone, together = Mean(), Mean()
    for number in range(40):
        value = float(number % 2)
        together.add([value] * 5)
        for _ in range(5):
            alone.add([value])
    assert together.value == alone.value
    assert together.error > 2 * alone.error


def test_losses_are_summed_by_theme_rules_and_month() -> None:
    told = figures_of(kept([0.1, 0.3] * 15).over_time())
    assert told.hands == 30
    assert told.decisions.value == pytest.approx(0.2)
    assert told.by_theme.keys() == {DecisionTheme.DROP}
    assert len(told.by_rules) == 1
    assert [mean.hands for mean in told.by_month.values()] == [20, 10]
    assert told.won.value == pytest.approx(0.3)
    assert told.without_luck.value == pytest.approx(-0.2)


def test_a_mistake_that_comes_again_is_a_habit() -> None:
    told = figures_of(kept([0.4, 0.0, 0.2, 0.3, 0.0]).over_time())
    (habit,) = told.habits
    assert (habit.kind, habit.times, habit.is_first) == ("drop", 3, True)
    assert habit.each == pytest.approx(0.3)
    assert habit.count > 0
    assert figures_of(kept([0.4, 0.3]).over_time()).habits == []


def test_practice_seats_of_others_and_points_are_left_out() -> None:
    reviews = Reviews(None)
    reviews.keep(dropped(1, practice=True), 0, found(0.3), is_mine=True)
    reviews.keep(dropped(2), 0, found(0.3), is_mine=False)
    reviews.keep(dropped(3, "push_up"), 0, found(15.0), is_mine=True)
    told = figures_of(reviews.over_time())
    assert (told.hands, told.left_out) == (0, 1)


def test_a_hand_without_a_decision_makes_no_line_of_its_rules_or_month() -> None:
    reviews = Reviews(None)
    quiet = {**found(0.0), "decisions": []}
    reviews.keep(dropped(1, "waits"), 0, quiet, is_mine=True, played="2030-01-03 08:00")
    told = figures_of(reviews.over_time())
    assert told.hands == 1
    assert not told.by_rules
    assert not told.by_month


def test_a_cost_is_certain_only_if_its_interval_does_not_hold_nothing() -> None:
    steady, wild = Mean(), Mean()
    for number in range(Mean.ENOUGH):
        assert not steady.is_a_loss
        steady.add([0.3 + number % 2 / 10])
        wild.add([3.0 * (number == 0)])
    assert steady.is_a_loss
    assert wild.is_conclusive
    assert not wild.is_a_loss


def test_the_level_is_that_which_costs_as_much() -> None:
    dice = Random(1)
    for level in LEVELS:
        told = Assessment()
        for _ in range(300):
            told.decisions.add([level.loss + dice.gauss(0, 0.02) for _decision in range(4)])
        alike = likeness(told, LEVELS)
        assert alike is not None
        assert alike.level == level.level
        assert alike.off == 0.5


def test_with_few_or_wild_hands_it_is_too_early() -> None:
    told = Assessment()
    for _ in range(Mean.ENOUGH - 1):
        told.decisions.add([0.05])
    assert likeness(told, LEVELS) is None
    for number in range(Mean.ENOUGH):
        told.decisions.add([float(number % 2) - 0.4])
    assert SURE * told.decisions.error > 0.1
    assert likeness(told, LEVELS) is None
    assert likeness(told, ()) is None


def test_with_fewer_hands_it_says_between_which_levels() -> None:
    dice = Random(3)
    told = Assessment()
    for _ in range(20):
        told.decisions.add([0.05 + dice.gauss(0, 0.07) for _decision in range(4)])
    alike = likeness(told, LEVELS)
    assert alike is not None
    assert alike.off > 0.5
    assert (alike.weakest, alike.strongest) == ("casual", "expert")
    at_the_end = Assessment()
    for _ in range(40):
        at_the_end.decisions.add([dice.gauss(0.15, 0.25) for _decision in range(4)])
    weak = likeness(at_the_end, LEVELS)
    assert weak is not None
    assert weak.weakest == "beginner"
    assert weak.strongest != "expert"


def test_the_levels_named_hold_the_true_one_nearly_always() -> None:
    dice, held, named = Random(4), 0, 0
    for _ in range(400):
        told = Assessment()
        for _hand in range(dice.randrange(10, 80)):
            told.decisions.add([0.05 + dice.gauss(0, 0.1) for _decision in range(3)])
        alike = likeness(told, LEVELS)
        if alike is not None:
            named += 1
            order = [each.level for each in LEVELS]
            held += order.index(alike.weakest) <= 2 <= order.index(alike.strongest)
    assert named > 200
    assert held >= 0.94 * named


def test_measured_levels_are_those_of_the_command() -> None:
    row = {"player": "casual", "decisions": 4, "lost": 1.0, "squares": 0.5, "products": 2.0,
           "counts": 8.0}  # fmt: skip
    (casual,) = measured_from({"costs": [row]}, ("beginner", "casual"))
    assert (casual.level, casual.loss) == ("casual", 0.25)
    with pytest.raises(ValueError, match="no measured levels"):
        measured_from({"costs": 1}, ("casual",))


def test_a_table_has_a_line_for_each_decision() -> None:
    text = csv_of(kept([0.1, 0.3]).over_time(), lambda _kept: "friday, 8 cards")
    head, *lines = csv.reader(io.StringIO(text))
    assert tuple(head) == COLUMNS
    assert [line[10] for line in lines] == ["0.1", "0.3"]
    assert lines[0][1] == "friday, 8 cards"
    assert lines[0][8:10] == ["0 drop", "0 draw"]


def test_parts_stand_in_the_table_without_the_noise_of_their_storage() -> None:
    text = csv_of(kept([0.1], luck=0.8633333444595337).over_time(), lambda _kept: "")
    head, line = csv.reader(io.StringIO(text))
    assert line[head.index("luck_deal")] == "0.863333"


def test_the_table_of_a_small_history_is_this_one(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store.open()
    reviews = store.reviews()
    both = found(0.3)
    others = {**both["decisions"][0], "seat": 1}
    reviews.keep(
        dropped(5), 0, {**both, "decisions": [*both["decisions"], others]}, is_mine=True,
        played="2030-01-02 20:15",
    )  # fmt: skip
    quiet = {**found(0.0, luck=-0.25), "decisions": []}
    reviews.keep(dropped(6, "waits"), 0, quiet, is_mine=True, played="2030-01-03 08:00")
    open_ = {**found(0.05, luck=0.1), "result": None}
    reviews.keep(dropped(8, "rushville"), 0, open_, is_mine=True, played="2030-02-01 23:59")
    reviews.keep(dropped(3, "push_up"), 0, found(15.0), is_mine=True, played="2030-02-01 23:59")
    reviews.keep(dropped(9, practice=True), 0, both, is_mine=True, played="2030-02-02 10:00")
    reviews.keep(dropped(10), 0, both, is_mine=False, played="2030-02-03 10:00")
    store.close()
    path = home / "table.csv"
    assert main(["export", "--csv", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == SMALL_TABLE
    assert capsys.readouterr().out.strip() == str(path)
    assert main(["export", "--csv", str(path / "below-a-file.csv")]) == 4
    assert len(capsys.readouterr().err.splitlines()) == 1


SMALL_TABLE = """\
played,rules,hand,seat,action,turn,count,theme,played_action,best_action,loss,error,mistake,\
policy,result,worth,luck_deal,luck_draws,own,others,unit
2030-01-02 20:15,standard,1,0,1,1,45,drop,0 drop,0 draw,0.3,0.02,mistake,\
quick,0.2,0.0,0.5,0.0,-0.3,0.0,stakes
2030-01-03 08:00,waits,2,0,,,,,,,,,,quick,-0.25,0.0,-0.25,0.0,0.0,0.0,stakes
2030-02-01 23:59,rushville,3,0,1,1,30,drop,0 drop,0 draw,0.05,0.02,,quick,,0.0,0.1,0.0,-0.05,0.0,\
stakes
2030-02-01 23:59,push_up,4,0,1,1,29,drop,0 drop,0 draw,15.0,0.02,mistake,\
quick,-14.5,0.0,0.5,0.0,-15.0,0.0,points
"""
