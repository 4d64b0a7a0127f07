"""Settings: what is good is kept, what is nonsense is reported, and nothing is lost."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import game.saves.settings
from game.files import StoreError
from game.play.chosen_opponents import ChosenOpponent
from game.saves.documents import COPIES_NAME
from game.saves.settings import (
    FILE_NAME,
    LANGUAGES,
    SETTINGS,
    SPEEDS,
    Loaded,
    Settings,
    SettingsStore,
)

CHOSEN = Settings(
    speed="fast",
    volume=5,
    volume_cards=80,
    volume_calls=15,
    mute=True,
    fullscreen=True,
    opponents=4,
    stake=25,
    window_width=1280,
    window_height=720,
    window_x=-8,
    window_y=31,
    language="ja",
    scale=175,
    four_colour=True,
    large_index=True,
    back="waves",
    cloth="claret",
    high_contrast=True,
    reduced_motion="on",
    remarks=False,
    speech=True,
    suggestions=True,
    sort="groups",
    keys={"drop": "f", "discard": "Delete"},
    opponents_chosen=(ChosenOpponent("steady", "bold", "Ada"), ChosenOpponent(name="Bo")),
    lesson_done=True,
    gestures_told=True,
)


def _lines(store: SettingsStore) -> list[str]:
    return [str(complaint) for complaint in store.loaded.complaints]


def test_every_setting_has_its_rules_which_allow_its_default() -> None:
    defaults = Settings()._asdict()
    assert list(SETTINGS) == list(defaults)
    assert [key for key, value in defaults.items() if not SETTINGS[key].accepts(value)] == []


def test_every_setting_is_read_somewhere() -> None:
    root = Path(game.__file__).parent
    others = (path for path in root.rglob("*.py") if path != root / "saves" / "settings.py")
    read = set(re.findall(r"\.(\w+)", " ".join(path.read_text("utf-8") for path in others)))
    assert set(SETTINGS) <= read


def test_without_a_file_the_defaults_hold_and_nothing_is_said(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path / "none" / "yet")
    assert store.settings == Settings()
    assert not _lines(store)
    assert not (tmp_path / "none").exists()


def test_a_change_is_there_at_the_next_start(tmp_path: Path) -> None:
    chosen = CHOSEN._asdict()
    SettingsStore.open(tmp_path / "new").change(**chosen)
    assert SettingsStore.open(tmp_path / "new").settings == CHOSEN
    assert {path.name for path in (tmp_path / "new").iterdir()} == {FILE_NAME, COPIES_NAME}


def test_the_environment_says_where(home: Path) -> None:
    SettingsStore.open().change(mute=True)
    assert json.loads((home / "config" / FILE_NAME).read_text())["mute"] is True


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("speed", "warp", "slow, normal, fast, rapid, instant"),
        ("volume", 101, "0 to 100"),
        ("volume", True, "0 to 100"),
        ("volume_cards", -1, "0 to 100"),
        ("volume_calls", 101, "0 to 100"),
        ("mute", 1, "true or false"),
        ("opponents", 6, "1 to 5"),
        ("opponents", 0, "1 to 5"),
        ("stake", 0, "1 to 1000000"),
        ("rules", ["standard"], "the name of a rule set"),
        ("window_x", "left", "-32767 to 32767, or null"),
        ("language", "xx", f'"" (the system\'s), {", ".join(LANGUAGES)}'),
        ("scale", 74, "0 (fit the window), 75 to 200"),
        ("scale", 100.0, "0 (fit the window), 75 to 200"),
        ("back", "", "fans, compass, lattice, waves"),
        ("cloth", "blue", "jade, claret, midnight, slate"),
        ("reduced_motion", True, "system, on, off"),
        ("sort", "none", "rank, suit, groups, own"),
        ("keys", {"drop": ""}, "actions with a key each"),
        ("keys", [], "actions with a key each"),
        ("opponents_chosen", [{"name": 1}], "up to 5 opponents with level, style and name"),
        ("opponents_chosen", [{"age": "1"}], "up to 5 opponents with level, style and name"),
        ("opponents_chosen", [{}] * 6, "up to 5 opponents with level, style and name"),
    ],
)
def test_a_bad_value_falls_back_alone_and_is_told(
    tmp_path: Path, key: str, value: object, allowed: str
) -> None:
    path = tmp_path / FILE_NAME
    path.write_text(json.dumps(json.loads(CHOSEN.text()) | {key: value}))
    store = SettingsStore.open(tmp_path)
    assert store.settings == CHOSEN._replace(**{key: getattr(Settings(), key)})
    (line,) = _lines(store)
    shown = json.dumps(value)[:39]
    assert line.startswith(f"settings.json: {key} = {shown}")
    assert line.endswith(f": expected {allowed}")


def test_the_bad_file_is_kept_and_the_good_values_survive_two_starts(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_text('{"volume": 12, "speed": null, "colour\\n": 3}')
    store = SettingsStore.open(tmp_path)
    assert store.loaded.kept == tmp_path / "settings-damaged-1.json"
    assert store.loaded.kept.read_text() == '{"volume": 12, "speed": null, "colour\\n": 3}'
    assert _lines(store) == [
        "settings.json: speed = null: expected slow, normal, fast, rapid, instant",
        "settings.json: colour� = 3: there is no such setting",
    ]
    again = SettingsStore.open(tmp_path)
    assert again.settings == Settings(volume=12)
    assert not _lines(again)


def test_settings_of_a_later_version_are_told_of_once_and_kept_for_it(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_text('{"volume": 12, "weather": ["rain", 3]}')
    store = SettingsStore.open(tmp_path)
    assert _lines(store) == ['settings.json: weather = ["rain", 3]: there is no such setting']
    assert store.loaded.kept is None
    again = SettingsStore.open(tmp_path)
    assert not _lines(again)
    assert again.change(mute=True) == Settings(volume=12, mute=True)
    assert json.loads(path.read_text())["later"] == {"weather": ["rain", 3]}
    assert {each.name for each in tmp_path.iterdir()} == {FILE_NAME, COPIES_NAME}


def test_a_setting_kept_for_this_version_comes_into_force(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"mute": true, "later": {"scale": 150, "mute": false}}')
    store = SettingsStore.open(tmp_path)
    assert store.settings == Settings(mute=True, scale=150)
    assert not _lines(store)
    assert "later" not in json.loads(store.settings.text(store.loaded.later))


def test_nonsense_in_place_of_the_kept_settings_is_left_out(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"volume": 3, "later": [1]}')
    assert SettingsStore.open(tmp_path).settings == Settings(volume=3)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"{", "is not JSON: it breaks off at the end"),
        (b"", "is not JSON: it breaks off at the end"),
        (b"[" * 100_000, "is not JSON: it breaks off at the end"),
        (b"[" * 100_000 + b"]" * 100_000, "cannot be used: nested too deeply"),
        (b'{"volume": 1, "volume": 2}', 'cannot be used: key "volume" appears twice'),
        (b"[1, 2]", "is not a JSON object"),
        (b'{"volume": "\xff"}', "is not UTF-8: byte 13 is 0xff"),
        (b" " * 1_048_577, "is far too long"),
    ],
    ids=["cut", "empty", "deep, cut", "deep", "twice", "list", "latin", "long"],
)
def test_a_file_that_is_no_settings_file_is_kept_under_another_name(
    tmp_path: Path, data: bytes, why: str
) -> None:
    (tmp_path / FILE_NAME).write_bytes(data)
    (tmp_path / "settings-damaged-1.json").write_text("an older one")
    store = SettingsStore.open(tmp_path)
    assert store.settings == Settings()
    assert _lines(store) == [f"settings.json {why}: all settings are back to their defaults"]
    assert (tmp_path / "settings-damaged-2.json").read_bytes() == data
    assert (tmp_path / "settings-damaged-1.json").read_text() == "an older one"


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b'\xef\xbb\xbf{"volume": 3}')
    store = SettingsStore.open(tmp_path)
    assert store.settings == Settings(volume=3)
    assert not _lines(store)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.timeout(20)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.parametrize(
    ("make", "why"),
    [
        (Path.mkdir, "Is a directory"),
        (_pipe, "is not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "is not a regular file"),
    ],
    ids=["folder", "pipe", "device"],
)
def test_what_is_no_file_is_told_of_and_set_aside(
    tmp_path: Path, make: Callable[[Path], None], why: str
) -> None:
    make(tmp_path / FILE_NAME)
    store = SettingsStore.open(tmp_path)
    assert store.settings == Settings()
    (line,) = _lines(store)
    assert line == (
        f"settings.json cannot be read ({why}): all settings are back to their defaults"
    )
    assert store.loaded.kept == tmp_path / "settings-damaged-1.json"
    store.change(volume=3)
    assert SettingsStore.open(tmp_path).settings == Settings(volume=3)


def test_settings_that_may_not_be_read_are_told_of_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE_NAME
    path.write_text('{"volume": 3}')

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(game.saves.settings, "read_regular", refuse)
        (line,) = _lines(SettingsStore.open(tmp_path))
        assert line.startswith("settings.json cannot be read (Permission denied)")
        assert path.read_text() == '{"volume": 3}'
        SettingsStore.open(tmp_path).change(volume=5)
    assert (tmp_path / "settings-damaged-1.json").read_text() == '{"volume": 3}', "not overwritten"
    with monkeypatch.context() as patched:
        patched.setattr(game.saves.settings, "read_regular", refuse)
        assert SettingsStore.open(tmp_path).settings.volume == 5, "from the second copy"
    assert "5" in (tmp_path / "settings-damaged-2.json").read_text()


def test_a_wrong_value_leaves_the_other_changes_in_force(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path)
    store.change(volume=12, name="Ann")
    path = tmp_path / FILE_NAME
    held = json.loads(path.read_text(encoding="utf-8")) | {"name": "Bea", "volume": "loud"}
    path.write_text(json.dumps(held), encoding="utf-8")
    store = SettingsStore.open(tmp_path)
    assert (store.settings.name, store.settings.volume) == ("Bea", 12)
    (line,) = _lines(store)
    assert line.startswith('settings.json: volume = "loud": expected')


def test_where_nothing_can_be_written_the_change_still_holds(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = SettingsStore.open(tmp_path / "file" / "tonk")
    with pytest.raises(StoreError, match="file") as caught:
        store.change(volume=1)
    assert "\n" not in str(caught.value)
    assert store.settings.volume == 1
    (tmp_path / "file").unlink()
    store.close()
    assert SettingsStore.open(tmp_path / "file" / "tonk").settings.volume == 1


def test_a_value_that_is_not_allowed_is_refused_before_anything_changes(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path)
    with pytest.raises(ValueError, match='speed = "warp": expected slow'):
        store.change(volume=1, speed="warp")
    with pytest.raises(ValueError, match="there is no such setting"):
        store.change(colour="red")
    assert store.settings == Settings()


def test_unsaved_settings_touch_no_file(home: Path) -> None:
    store = SettingsStore.unsaved(CHOSEN)
    assert store.change(volume=0).volume == 0
    assert not (home / "config").exists()


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=3,
)


@given(st.dictionaries(st.sampled_from(sorted(CHOSEN._asdict())) | st.text(), _VALUES))
def test_whatever_the_file_holds_the_settings_are_good(values: dict[str, object]) -> None:
    loaded = Loaded.from_text(json.dumps(values))
    assert loaded.settings.speed in SPEEDS
    assert loaded.settings.scale in {0, *range(75, 201)}
    assert Loaded.from_text(loaded.settings.text()).settings == loaded.settings
    assert all(str(complaint).isprintable() for complaint in loaded.complaints)
