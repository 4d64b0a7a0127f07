"""Drills adapt to the player, and progress is kept twice."""

import json
from pathlib import Path
from random import Random

import pytest

from game.features.study.drills import model as drilling
from game.features.study.drills.model import (
    DRILLS,
    EASIEST,
    HARDEST,
    DrillProgress,
    DrillRound,
    Skill,
    Wish,
)
from game.saves.settings import SettingsStore
from game.saves.store import Store
from game.saves.transfer import export_everything, import_everything


def some_progress() -> DrillProgress:
    progress = DrillProgress(wish=Wish("drop", 4, has_clock=True))
    for number in range(6):
        progress = progress.answered("drop", number % 3 > 0, 4.0)
    return progress.finished(DrillRound("2026-11-23", "friday", {"drop": (4, 6)}, "drop"))


@pytest.mark.parametrize("ability", [2.0, 4.5, 7.0])
def test_the_level_settles_where_most_is_right(ability: float) -> None:
    dice, skill, right, levels = Random(3), Skill(), 0, 0.0
    for number in range(600):
        chance = 1 / (1 + 2 ** (skill.asks - ability - 1.5))
        is_right = dice.random() < chance
        skill = skill.after(is_right, is_quick=True)
        right += is_right and number >= 200
        levels += skill.level * (number >= 200)
    assert 0.55 < right / 400 < 0.8
    assert abs(levels / 400 - ability) < 1.2


def test_who_is_always_right_or_wrong_comes_to_an_end() -> None:
    best = worst = Skill()
    for _ in range(60):
        best, worst = best.after(True, True), worst.after(False, True)
    assert (best.level, worst.level) == (HARDEST, EASIEST)
    assert (best.right, worst.right, best.asked) == (60, 0, 60)


def test_a_slow_answer_counts_less() -> None:
    quick, slow = Skill().after(True, True), Skill().after(True, False)
    assert Skill().level < slow.level < quick.level
    late = drilling.time_for("count", 2) + 1
    assert DrillProgress().answered("count", True, late).skill("count") == slow


@pytest.mark.parametrize(("over", "is_quick"), [(0.0, True), (0.5, False)])
def test_an_answer_at_a_higher_level_has_more_time(over: float, *, is_quick: bool) -> None:
    skill = Skill(7.0)
    seconds = DRILLS["spreads"].quick + 6 * DRILLS["spreads"].more + over
    progress = DrillProgress({"spreads": skill}).answered("spreads", True, seconds)
    assert progress.skill("spreads") == skill.after(True, is_quick)


def test_a_drill_is_compared_with_those_alike() -> None:
    progress = some_progress()
    assert progress.before("drop") == pytest.approx(4 / 6)
    assert progress.before("") is None
    both = DrillRound("2026-11-24", "friday", {"drop": (1, 5), "count": (4, 5)})
    progress = progress.finished(both)
    assert progress.before("drop") == pytest.approx(4 / 6)
    assert progress.before("") == pytest.approx(5 / 10)
    other = DrillRound("2026-11-25", "friday", {"drop": (2, 5), "held": (3, 5)})
    assert progress.finished(other).before("") == pytest.approx(10 / 20), "other kinds were ready"


def test_a_drill_saved_without_its_choice_is_of_its_only_kind_or_of_all() -> None:
    progress = some_progress()
    progress = progress.finished(DrillRound("2026-11-24", "", {"drop": (1, 5), "count": (4, 5)}))
    held = json.loads(progress.to_text())
    for each in held["drills"]:
        del each["kind"]
    assert DrillProgress.from_text(json.dumps(held)) == progress


def test_all_kinds_begin_with_those_made_at_once() -> None:
    assert set(Wish().kinds) == set(DRILLS)
    assert DRILLS[Wish().kinds[0]].is_unaided
    assert Wish("drop").kinds == ("drop",)


def test_progress_comes_back_as_it_was(tmp_path: Path) -> None:
    progress = some_progress()
    assert DrillProgress.from_text(progress.to_text()) == progress
    store = Store.open(tmp_path)
    assert DrillProgress.load(store) == DrillProgress()
    progress.keep(store)
    store.close()
    store = Store.open(tmp_path)
    assert DrillProgress.load(store) == progress
    store.close()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"skills": {"drop": 1}}', "\x00", "[" * 9000])
def test_nonsense_in_its_document_is_passed_over(text: str) -> None:
    store = Store.unsaved()
    store.keep_document("drills.json", text)
    assert DrillProgress.load(store) == DrillProgress()


@pytest.mark.parametrize("level", [0, 10, "3", None])
def test_a_level_that_is_none_is_refused(level: object) -> None:
    text = some_progress().to_text().replace('"level": ', f'"level": {level!r}, "was": ')
    with pytest.raises(ValueError, match="no progress of drills"):
        DrillProgress.from_text(text.replace("None", "null").replace("'3'", '"3"'))


def test_progress_with_a_key_given_twice_is_refused() -> None:
    text = some_progress().to_text().replace('"asked": ', '"asked": 1, "asked": ', 1)
    with pytest.raises(ValueError, match="no progress of drills"):
        DrillProgress.from_text(text)


def test_progress_goes_with_an_export(tmp_path: Path) -> None:
    here, there = Store.open(tmp_path / "here"), Store.open(tmp_path / "there")
    some_progress().keep(here)
    path = export_everything(here, SettingsStore.unsaved(), tmp_path / "all.jsonl", tmp_path)
    import_everything(there, path, tmp_path / "config")
    assert DrillProgress.load(there) == some_progress()
    here.close()
    there.close()
