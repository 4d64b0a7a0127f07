"""Rule files written before 1.0 keep what they meant, whatever stands in them."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import files
from game.rule_files import NamedRules, OwnRules, rules_folder
from game.rules.presets import EARLIER_PRESETS, earlier_preset, preset
from game.saves import own_rules as keeping
from game.saves.documents import Documents
from game.saves.line_file import LineFile
from game.saves.own_rules import (
    look_after_rules,
    rule_text_brought_up_to_date,
    spell_out_rule_files,
)

TUNK = """\
# Sundays at Ann's.
name = "Sunday"
extends = "tunk"  # with a twist
note = '''
extends = "tunk"
'''
jokers = 2
wild = "2X"

[words]
"knock" = "drop"
"""
JERSEY = 'name = "Jersey"\r\nextends="new_jersey"\r\n'
OWN_NATURALS = """\
name = "Fifty"
note = '''
extends = "new_jersey"
'''
"extends" = 'new_jersey'
[[naturals]]
match = {count = 50}
pays = 2
"""
FIVE = "wait_when_hit = 2\nname = 'Fünf'\nextends = 'five_seven_nine'"
ALL = {"sunday": TUNK, "jersey": JERSEY, "fifty": OWN_NATURALS, "fuenf": FIVE}


@pytest.mark.parametrize("text", ALL.values())
def test_a_file_of_a_changed_preset_means_what_it_meant(text: str) -> None:
    values = tomllib.loads(text)
    own = {key: values[key] for key in values if key not in ("name", "extends", "note", "words")}
    before = earlier_preset(values["extends"]).changed(**own)
    assert NamedRules.from_text(text).rules != before
    after = rule_text_brought_up_to_date(text)
    named = NamedRules.from_text(after)
    assert named.rules == before
    assert named.base == values["extends"]
    assert tomllib.loads(after).items() >= values.items()
    assert rule_text_brought_up_to_date(after) == after


def test_what_a_player_wrote_into_it_stays_in_its_place() -> None:
    assert rule_text_brought_up_to_date(TUNK) == TUNK.replace(
        "with a twist\n", 'with a twist\nstockout = "lowest"\n'
    )
    assert rule_text_brought_up_to_date(FIVE) == f'{FIVE}\ncatch = "single_each"\n'
    jersey = rule_text_brought_up_to_date(JERSEY)
    assert jersey.startswith(JERSEY)
    assert jersey.count("\n") == jersey.count("\r\n") == 4
    assert rule_text_brought_up_to_date(OWN_NATURALS) == OWN_NATURALS.replace(
        "'new_jersey'\n", "'new_jersey'\nnatural_tie = \"eldest\"\n"
    )


def test_where_no_line_can_follow_the_preset_it_comes_first() -> None:
    text = "extends = '''\\\ntunk'''\nname = 'x'\n".replace("'''", '"""')
    after = rule_text_brought_up_to_date(text)
    assert after == f'stockout = "lowest"\n{text}'
    assert NamedRules.from_text(after).rules == earlier_preset("tunk")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name = ",
        'name = "x"\n',
        'name = "x"\nextends = "chicago"\n',
        'name = "x"\nextends = "tunnk"\n',
        'name = "x"\nextends = ["tunk"]\n',
        'name = "x"\nextends = "tunk"\nstockout = "lowest"\n',
    ],
)
def test_all_others_stay_byte_for_byte(text: str) -> None:
    assert rule_text_brought_up_to_date(text) == text


@given(
    st.lists(
        st.sampled_from(
            [*(f'extends = "{name}"' for name in EARLIER_PRESETS), 'name = "x"', "[words]", '"""']
        )
        | st.text(max_size=12)
    )
)
def test_no_text_whatever_raises_anything(lines: list[str]) -> None:
    text = "\n".join(lines)
    after = rule_text_brought_up_to_date(text)
    assert rule_text_brought_up_to_date(after) == after
    assert len(after) >= len(text)


def _left_behind(config: Path) -> None:
    """What a version before 1.0 left: files, and each a second time."""
    rules_folder(config).mkdir(parents=True)
    for stem, text in ALL.items():
        (rules_folder(config) / f"{stem}.toml").write_bytes(text.encode())
    (rules_folder(config) / "wrong.toml").write_text('name = "wrong"\nextends = "tunk"\nx = 1\n')
    (rules_folder(config) / "none.toml").write_bytes(b"\xff")
    assert look_after_rules(config) == []


def _found(config: Path) -> tuple[dict[str, bytes], dict[str, str]]:
    there = {path.name: path.read_bytes() for path in rules_folder(config).iterdir()}
    return there, Documents(config).all()


def test_files_and_their_second_copies_are_brought_up_to_date(tmp_path: Path) -> None:
    _left_behind(tmp_path)
    (rules_folder(tmp_path) / "fifty.toml").unlink()  # it is brought back first
    spell_out_rule_files(tmp_path)
    there, copies = _found(tmp_path)
    for stem, text in ALL.items():
        new = rule_text_brought_up_to_date(text)
        assert new != text
        assert there[f"{stem}.toml"].decode() == copies[f"rules/{stem}.toml"] == new
    assert there["none.toml"] == b"\xff"
    assert len(OwnRules.in_folder(tmp_path).sets) == len(ALL)
    spell_out_rule_files(tmp_path)
    assert _found(tmp_path) == (there, copies)
    assert look_after_rules(tmp_path) == []
    assert _found(tmp_path) == (there, copies)


class _Killed(BaseException):
    pass


def test_killed_at_any_write_and_run_again_it_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _left_behind(tmp_path / "whole")
    spell_out_rule_files(tmp_path / "whole")
    for number in range(100):
        config = tmp_path / str(number)
        _left_behind(config)
        left = iter(range(number))
        for module, name in (
            (keeping, "write_whole"),
            (LineFile, "append"),
            (LineFile, "write"),
        ):
            _dies(monkeypatch, module, name, left)
        try:
            spell_out_rule_files(config)
            is_whole = True
        except _Killed:
            is_whole = False
        monkeypatch.undo()
        spell_out_rule_files(config)
        assert _found(config) == _found(tmp_path / "whole")
        if is_whole:
            break
    assert number == 2 * len(ALL) + 1


def _dies(patch: pytest.MonkeyPatch, of: object, name: str, left: Iterator[int]) -> None:
    """Let a function die instead of writing once ``left`` has nothing more."""
    real = getattr(of, name)

    def write(*values: object) -> object:
        if next(left, None) is None:
            raise _Killed
        return real(*values)

    patch.setattr(of, name, write)


def test_a_folder_that_cannot_be_written_is_a_store_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _left_behind(tmp_path)

    def full(path: Path, _text: str) -> None:
        raise files.StoreError(path, "no space left")

    monkeypatch.setattr(keeping, "write_whole", full)
    with pytest.raises(files.StoreError, match="no space left"):
        spell_out_rule_files(tmp_path)


def test_there_need_be_no_files(tmp_path: Path) -> None:
    spell_out_rule_files(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_earlier_meaning_is_another_one() -> None:
    for name in EARLIER_PRESETS:
        assert preset(name) != earlier_preset(name)
