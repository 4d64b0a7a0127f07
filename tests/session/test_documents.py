"""Settings and rule sets are kept twice: what is gone or damaged comes back."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.files import StoreError
from game.rule_files import LARGEST_RULE_FILE, NamedRules, OwnRules, rules_folder
from game.rules.ruleset import RuleSet
from game.saves.documents import COPIES_NAME, Documents
from game.saves.own_rules import delete_rules, look_after_rules, save_rules
from game.saves.settings import FILE_NAME, SettingsStore
from tests.session.damages import KINDS

FRIDAY = NamedRules("Friday night", RuleSet(wait_when_hit=1), note="At the station.\nAlways.")


def test_any_document_is_kept_under_its_name_and_the_latest_version_counts(tmp_path: Path) -> None:
    documents = Documents(tmp_path)
    for text in ("one", "two", "Zoë 花 \ud800\n"):
        documents.keep("season.json", text)
    documents.keep("goals.json", "many")
    documents.keep("gone.json", "there")
    documents.keep("gone.json", "")
    found = Documents(tmp_path)
    assert found.all() == {"season.json": "Zoë 花 \ud800\n", "goals.json": "many"}
    assert found.latest("gone.json") is None


def test_copies_that_cannot_be_read_now_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    documents = Documents(tmp_path)
    documents.keep("one.json", "1")
    with monkeypatch.context() as patch:
        patch.setattr("game.saves.line_file.open_regular", fail)
        with pytest.raises(StoreError, match=COPIES_NAME):
            documents.keep("two.json", "2")
        assert documents.all() == {}
    documents.keep("three.json", "3")
    assert documents.all() == {"one.json": "1", "three.json": "3"}


def test_the_file_of_all_versions_stays_small(tmp_path: Path) -> None:
    documents = Documents(tmp_path)
    for number in range(60):
        documents.keep("long.json", f"{number} " * 20_000)
    assert documents.latest("long.json") == "59 " * 20_000
    assert (tmp_path / COPIES_NAME).stat().st_size < 6 * 60_000


@pytest.mark.parametrize("kind", ["cut", "zeroed page", "overwritten", "deleted"])
def test_settings_that_are_damaged_or_gone_are_as_they_were(tmp_path: Path, kind: str) -> None:
    store = SettingsStore.open(tmp_path)
    chosen = store.change(volume=33, cloth="claret", keys={"drop": "k"})
    whole = (tmp_path / FILE_NAME).read_bytes()
    dice = Random(3)
    for _ in range(10):
        spoilt = KINDS[kind](whole, dice, [])
        if spoilt is None:
            (tmp_path / FILE_NAME).unlink()
        else:
            (tmp_path / FILE_NAME).write_bytes(spoilt)
        again = SettingsStore.open(tmp_path)
        assert again.settings == chosen
        assert again.loaded.is_brought_back
        assert (tmp_path / FILE_NAME).read_bytes() == whole
        assert not SettingsStore.open(tmp_path).loaded.is_brought_back


def test_all_settings_that_were_edited_wrongly_are_as_they_were(tmp_path: Path) -> None:
    chosen = SettingsStore.open(tmp_path).change(volume=33, cloth="claret", back="waves", stake=25)
    file = tmp_path / FILE_NAME
    wrong = json.loads(file.read_text("utf-8")) | {"volume": 300, "cloth": 7, "back": None}
    file.write_text(json.dumps(wrong), "utf-8")
    again = SettingsStore.open(tmp_path)
    assert {complaint.key for complaint in again.loaded.complaints} == {"volume", "cloth", "back"}
    assert again.settings == chosen


def test_settings_edited_by_hand_hold(tmp_path: Path) -> None:
    SettingsStore.open(tmp_path).change(volume=33)
    path = tmp_path / FILE_NAME
    path.write_text(path.read_text("utf-8").replace("33", "44"), "utf-8")
    store = SettingsStore.open(tmp_path)
    assert (store.settings.volume, store.loaded.is_brought_back) == (44, False)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "swapped"])
def test_a_damaged_second_place_takes_nothing_with_it(tmp_path: Path, kind: str) -> None:
    chosen = SettingsStore.open(tmp_path).change(volume=33)
    copies, dice = tmp_path / COPIES_NAME, Random(4)
    for volume in range(40, 50):
        spoilt = KINDS[kind](copies.read_bytes(), dice, [])
        if spoilt is None:
            copies.unlink()
        else:
            copies.write_bytes(spoilt)
        store = SettingsStore.open(tmp_path)
        assert store.settings == chosen
        chosen = store.change(volume=volume)
        assert Documents(tmp_path).latest(FILE_NAME) == (tmp_path / FILE_NAME).read_text("utf-8")


@pytest.mark.parametrize("kind", ["cut", "zeroed page", "deleted"])
def test_a_rule_set_that_is_damaged_or_gone_comes_back(tmp_path: Path, kind: str) -> None:
    path = save_rules(FRIDAY, tmp_path).path
    assert path is not None
    whole, dice = path.read_bytes(), Random(5)
    for _ in range(10):
        spoilt = KINDS[kind](whole, dice, [])
        if spoilt is None:
            path.unlink()
        else:
            path.write_bytes(spoilt)
        assert look_after_rules(tmp_path) == [path.name]
        assert path.read_bytes() == whole
        own = OwnRules.in_folder(tmp_path)
        assert [named.name for named in own.sets] == ["Friday night"]
        assert own.complaints == ()
        assert look_after_rules(tmp_path) == []


def test_a_rule_set_edited_by_hand_is_left_alone_be_it_right_or_wrong(tmp_path: Path) -> None:
    path = save_rules(FRIDAY, tmp_path).path
    assert path is not None
    without_its_end = "".join(path.read_text("utf-8").splitlines(keepends=True)[:-1])
    for text in (
        without_its_end,
        'name = "Friday night"\nstake = 7\n',
        'name = "Friday night\nstake = seven',
        "#",
    ):
        path.write_text(text, "utf-8")
        assert look_after_rules(tmp_path) == []
        assert path.read_text("utf-8") == text
    path.unlink()
    assert look_after_rules(tmp_path) == [path.name]
    assert OwnRules.in_folder(tmp_path).sets[0].rules.stake == 7, (
        "the last version that could be read"
    )


def test_a_rule_set_edited_to_more_than_is_read_is_left_alone(tmp_path: Path) -> None:
    path = save_rules(FRIDAY, tmp_path).path
    assert path is not None
    for more in ("#" * LARGEST_RULE_FILE, "\u00e9" * LARGEST_RULE_FILE, "\0" * LARGEST_RULE_FILE):
        text = path.read_text("utf-8") + more
        path.write_text(text, "utf-8")
        assert look_after_rules(tmp_path) == []
        assert path.read_text("utf-8") == text
        (complaint,) = OwnRules.in_folder(tmp_path).complaints
        assert str(complaint) == f"{path}: is longer than 16 KB"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.timeout(20)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.parametrize("make", [_pipe, Path.mkdir], ids=["pipe", "folder"])
def test_what_is_no_file_is_set_aside_for_the_rule_set_and_settings_that_were_there(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    rules = save_rules(FRIDAY, tmp_path).path
    SettingsStore.open(tmp_path).change(volume=33)
    assert rules is not None
    for path in (rules, tmp_path / FILE_NAME):
        path.unlink()
        make(path)
    assert look_after_rules(tmp_path) == [rules.name]
    assert [named.name for named in OwnRules.in_folder(tmp_path).sets] == ["Friday night"]
    store = SettingsStore.open(tmp_path)
    assert (store.settings.volume, store.loaded.is_brought_back) == (33, True)
    assert store.loaded.kept == tmp_path / "settings-damaged-1.json"
    assert (tmp_path / FILE_NAME).is_file()
    assert store.change(volume=34) == SettingsStore.open(tmp_path).settings


def test_a_rule_set_written_by_hand_is_kept_from_the_next_start_on(tmp_path: Path) -> None:
    path = rules_folder(tmp_path) / "own.toml"
    path.parent.mkdir()
    path.write_text('name = "Mine"\nstake = 3\n', "utf-8")
    assert look_after_rules(tmp_path) == []
    path.unlink()
    assert look_after_rules(tmp_path) == ["own.toml"]


def test_a_rule_set_that_was_deleted_in_the_game_stays_away(tmp_path: Path) -> None:
    save_rules(FRIDAY, tmp_path)
    delete_rules("Friday night", tmp_path)
    assert look_after_rules(tmp_path) == []
    assert OwnRules.in_folder(tmp_path).sets == ()


def test_what_is_saved_beside_the_usual_settings_is_kept_beside_the_usual_saves(
    home: Path,
) -> None:
    """The pages name the folder of the settings, the start does not: it is the same place."""
    config, data = home / "config", home / "data"
    path = save_rules(FRIDAY, config).path
    assert path is not None
    path.unlink()
    assert look_after_rules() == [path.name]
    delete_rules("Friday night", config)
    assert look_after_rules() == []
    assert [each.name for each in (*config.iterdir(), *data.iterdir())] == ["rules", COPIES_NAME]
