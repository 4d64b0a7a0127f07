"""Rule sets in files, the player's own folder, and finding a rule set by whatever names it."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.files import StoreError
from game.rule_files import (
    LARGEST_RULE_FILE,
    NamedRules,
    OwnRules,
    RulesError,
    UnreadableRulesError,
    find_rules,
    folded,
    rules_folder,
)
from game.rules.presets import PRESETS, local_words, preset
from game.rules.ruleset import RuleSet
from game.rules.sharecode import code_of
from game.rules.untrusted_input import cleaned
from game.saves.own_rules import delete_rules, save_rules
from tests.rulesets.strategies import rule_sets

FRIDAY = """
name = "Friday night"
extends = "rushville"
note = \"\"\"As we play it
at the station.\"\"\"
wait_when_hit = 1
naturals = [{match = {count = 50}, pays = 2}]

[words]
"bump" = "caught"
"tonk" = "knock"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A configuration folder with room for rule sets."""
    rules_folder(tmp_path).mkdir()
    return tmp_path


def _put(folder: Path, name: str, text: str | bytes) -> Path:
    path = rules_folder(folder) / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_file_is_a_preset_and_what_it_changes(folder: Path) -> None:
    named = NamedRules.read(_put(folder, "friday.toml", FRIDAY))
    assert named.name == "Friday night"
    assert named.base == "rushville"
    assert named.note == "As we play it\nat the station."
    assert list(named.overrides) == ["naturals", "wait_when_hit"]
    assert named.rules.wait_when_hit == 1
    assert named.rules.booed
    assert [natural.value for natural in named.rules.naturals] == [50]


def test_a_file_has_its_presets_words_and_its_own(folder: Path) -> None:
    words = NamedRules.read(_put(folder, "friday.toml", FRIDAY)).all_words
    assert words == {
        "tonk": "knock",
        "rum": "empty hand",
        "bumped head": "caught",
        "bump": "caught",
    }


def test_a_file_may_change_nothing_but_the_name() -> None:
    named = NamedRules.from_text('name = "Ours"')
    assert (named.base, named.rules) == ("standard", RuleSet())


@pytest.mark.parametrize("base", PRESETS)
def test_a_file_may_state_every_key_as_its_preset_has_it(base: str) -> None:
    values = NamedRules("Ours", preset(base), "standard").to_text().splitlines()[2:]
    text = "\n".join(('name = "Ours"', f'extends = "{base}"', *values, "stake = 1"))
    named = NamedRules.from_text(text)
    assert (named.rules, named.overrides) == (preset(base), {})
    assert set(named.stated) == {*preset(base).differences(RuleSet()), "stake"}
    assert NamedRules.from_text(named.to_text()) == replace(named, stated=())


def test_naturals_may_stand_in_tables_of_their_own() -> None:
    named = NamedRules.from_text(
        'name = "Ours"\n[[naturals]]\npays = 3\n[naturals.match]\nat_most = 12\n'
        '[[naturals]]\npays = 2\nwhen = "turn"\n[naturals.match]\nall_faces = true\n'
    )
    assert [natural.pays for natural in named.rules.naturals] == [3, 2]


@pytest.mark.parametrize("before", ["", "\ufeff"])
def test_files_from_other_systems_are_read(folder: Path, before: str) -> None:
    text = before + FRIDAY.replace("\n", "\r\n")
    assert NamedRules.read(_put(folder, "friday.toml", text)).rules.wait_when_hit == 1


@given(
    rule_sets(),
    st.sampled_from(PRESETS),
    st.text(max_size=200).filter(lambda text: text.isprintable() or "\n" in text),
)
def test_what_is_written_is_read_again(rules: RuleSet, base: str, note: str) -> None:
    words = (("bump", "caught"), ('a "b" \\c', "d"))
    named = NamedRules("Ours é 日", rules, base, note.encode(errors="ignore").decode(), words)
    assert NamedRules.from_text(named.to_text()) == replace(
        named, note=cleaned(named.note, lines=True)
    )


# Every row is a text, the error that it costs, and parts of the one line.
WRONG = [
    ("", RulesError, "name is missing"),
    ('name = ""', RulesError, 'name = "": expected 1 to 60 letters'),
    ('name = " x"', RulesError, "no spaces at either end"),
    (f'name = "{61 * "x"}"', RulesError, "expected 1 to 60 letters"),
    ('name = "a\\nb"', RulesError, "expected 1 to 60 letters on one line"),
    ("name = 3", RulesError, "name = 3: expected"),
    ('name = "Rushville"', RulesError, 'name = "Rushville": a preset already has that name'),
    ('name = "New Jersey"', RulesError, "a preset already has that name"),
    ('name = "washington-dc"', RulesError, "a preset already has that name"),
    ('name = "random"', RulesError, "it stands for rules made up at random"),
    ('name = "TONK1-B702-TR8"', RulesError, "it reads as a share code"),
    ('name = "x"\nextends = "rushvile"', RulesError, "did you mean rushville?"),
    ('name = "x"\nextends = "Friday night"', RulesError, "expected one of standard, "),
    ('name = "x"\nextends = 3', RulesError, "extends = 3: expected one of standard, "),
    ('name = "x"\npreset = "chicago"', RulesError, "unknown key; did you mean extends?"),
    ('name = "x"\nextend = "chicago"', RulesError, "unknown key; did you mean extends?"),
    ('nmae = "x"', RulesError, 'nmae = "x": unknown key; did you mean name?'),
    ('name = "x"\n[rules]\nstake = 2', RulesError, "rules = {stake = 2}: unknown key"),
    ('name = "x"\nnote = 3', RulesError, "note = 3: expected a text"),
    ('name = "x"\nwords = "rum"', RulesError, 'words = "rum": expected a table'),
    ('name = "x"\n[words]\nrum = 3', RulesError, "words: rum = 3: expected a text"),
    ('name = "x"\n[words]\nrum = ""', RulesError, 'words: rum = "": expected a text'),
    ('name = "x"\n[words]\n"a\\tb" = "c"', RulesError, "on one line"),
    (
        'name = "x"\nstake = 2024-01-01',
        RulesError,
        "stake = 2024-01-01: expected a whole number, 1",
    ),
    ('name = "x"\nstake = nan', RulesError, "stake = nan: expected a whole number, 1 or more"),
    (f'name = "x"\nstake = 0x{9000 * "f"}', RulesError, "stake = a number of more than 60 digits"),
    (f'name = "x"\n"{9000 * "k"}" = 1', RulesError, "kkk... = 1: unknown key"),
    ('name = "x"\n"a\\nb" = "c\\nd"', RulesError, "unknown key"),
    ("name", UnreadableRulesError, "is not TOML"),
    ("{}", UnreadableRulesError, "is not TOML"),
    ('{"name": "x"}', UnreadableRulesError, "is not TOML"),
    ('name = "x"\nname = "y"', UnreadableRulesError, "is not TOML: name is there twice"),
    (
        'name = "x"\nstake = 2\n# once\nstake = 3\n',
        UnreadableRulesError,
        "is not TOML: stake is there twice (again in line 4)",
    ),
    (
        'name = "x"\nnaturals = []\njokers = 1\nnaturals = [\n{pays = 2},\n]\nwild = "X"\n',
        UnreadableRulesError,
        "is not TOML: naturals is there twice (again in line 4)",
    ),
    (
        'name = "x"\n[words]\n"a b" = "c"\n"a b" = "d"\n',
        UnreadableRulesError,
        'is not TOML: "a b" is there twice (again in line 4)',
    ),
    ('name = "x"\n\x00', UnreadableRulesError, "is not TOML"),
    (f'name = "x"\nstake = {9000 * "9"}', UnreadableRulesError, "a number is too long"),
    (f'name = "x"\nstake = {9000 * "["}', UnreadableRulesError, "is not TOML"),
    (f'name = "x"\n{8 * "a."}b = 1', RulesError, "a key has more than 8 parts"),
    (f'name = "x"\n{4000 * "a."}b = 1', RulesError, "a key has more than 8 parts"),
    (f'name = "x"\n[{4000 * "a . "}b]\nc.d = 1', RulesError, "a key has more than 8 parts"),
    ('name = "x"\nk = {' + 900 * "'a'." + "b = 1}", RulesError, "a key has more than 8 parts"),
    (f'name = "x"\nk = \'"\'\n{4000 * "a."}b = 1', RulesError, "a key has more than 8 parts"),
]


@pytest.mark.parametrize(("text", "error", "says"), WRONG)
def test_a_wrong_file_is_refused_in_one_line(
    folder: Path, text: str, error: type[RulesError], says: str
) -> None:
    path = _put(folder, "wrong.toml", text)
    with pytest.raises(RulesError) as caught:
        NamedRules.read(path)
    line = str(caught.value)
    assert type(caught.value) is error
    assert line.startswith(f"{path}: ")
    assert says in line
    assert line.isprintable()
    assert len(line) < 600
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'name = "\xff"', "is not UTF-8: byte 9 is 0xff"),
        ('name = "x"'.encode("utf-16"), "is not UTF-8: byte 1 is 0xff"),
        (b"#" * 10_000_000, "is longer than 16 KB"),
        (b'name = "x"\n#'.ljust(LARGEST_RULE_FILE + 1, b"x"), "is longer than 16 KB"),
    ],
    ids=["latin", "utf-16", "10 MB", "just too long"],
)
def test_a_file_that_is_no_text_is_refused_in_one_line(
    folder: Path, data: bytes, says: str
) -> None:
    path = _put(folder, "wrong.toml", data)
    with pytest.raises(UnreadableRulesError) as caught:
        NamedRules.read(path)
    assert str(caught.value).startswith(f"{path}: {says}")
    assert str(caught.value).isprintable()


def test_the_largest_file_is_read_and_a_larger_text_is_not(folder: Path) -> None:
    text = 'name = "x"\n#'.ljust(LARGEST_RULE_FILE, "x")
    assert NamedRules.read(_put(folder, "x.toml", text)).name == "x"
    with pytest.raises(UnreadableRulesError, match="is longer than 16 KB"):
        NamedRules.from_text(text + "x")
    with pytest.raises(UnreadableRulesError, match="is longer than 16 KB"):
        NamedRules.from_text('name = "x"\n#'.ljust(LARGEST_RULE_FILE // 2 + 12, "\u00e9"))


def test_dots_in_texts_are_no_keys() -> None:
    dotted = "a.b.c.d.e.f.g.h.i.j.k.l.m"
    for quoted in (f'"{dotted}"', f"'{dotted}'", f'"""\n{dotted}"""', f"'''{dotted}'''"):
        assert NamedRules.from_text(f'name = "x"\nnote = {quoted} # {dotted}').note == dotted
    assert NamedRules.from_text(f'name = "x"\nwords."{dotted}" = "y"').words == ((dotted, "y"),)
    assert NamedRules.from_text(f'name = "x"\nnote = "\\"{dotted}"').note == f'"{dotted}'


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
@pytest.mark.timeout(20)
def test_what_is_no_file_is_listed_as_refused_at_once(folder: Path) -> None:
    _put(folder, "friday.toml", FRIDAY)
    os.mkfifo(rules_folder(folder) / "pipe.toml")
    (rules_folder(folder) / "zero.toml").symlink_to("/dev/zero")
    _put(folder, "dots.toml", f'name = "x"\n{40_000 * "a."}b = 1')
    own = OwnRules.in_folder(folder)
    assert [named.name for named in own.sets] == ["Friday night"]
    assert [
        str(error).removeprefix(f"{rules_folder(folder)}{os.sep}") for error in own.complaints
    ] == [
        "dots.toml: is longer than 16 KB",
        "pipe.toml: is not a regular file",
        "zero.toml: is not a regular file",
    ]


def test_a_set_too_large_for_its_file_is_not_saved(folder: Path) -> None:
    words = tuple((f"word {number}", "x" * 60) for number in range(300))
    with pytest.raises(RulesError, match="is longer than 16 KB"):
        save_rules(NamedRules("Wordy", RuleSet(), words=words), folder)
    assert OwnRules.in_folder(folder).sets == ()


def test_a_file_that_is_not_there_and_a_folder_are_refused(folder: Path) -> None:
    for path in (folder / "none.toml", folder, folder / "a\0b.toml"):
        with pytest.raises(UnreadableRulesError) as caught:
            NamedRules.read(path)
        assert str(caught.value).isprintable()


def test_own_sets_stand_beside_each_other_whatever_else_lies_there(folder: Path) -> None:
    _put(folder, "friday.toml", FRIDAY)
    _put(folder, "ours.toml", 'name = "Ours"')
    _put(folder, "bad.toml", 'name = "Bad"\nstake = 0')
    _put(folder, "notes.txt", "not a rule set")
    (rules_folder(folder) / "folder.toml").mkdir()
    own = OwnRules.in_folder(folder)
    assert [named.name for named in own.sets] == ["Friday night", "Ours"]
    assert {named.kind for named in own.sets} == {"own"}
    assert [error.path and error.path.name for error in own.complaints] == [
        "bad.toml",
        "folder.toml",
    ]


def test_there_need_be_no_own_sets(tmp_path: Path) -> None:
    assert OwnRules.in_folder(tmp_path).sets == ()
    assert OwnRules.in_folder(tmp_path).complaints == ()


def test_a_rules_folder_that_is_a_file_is_told_of(tmp_path: Path) -> None:
    rules_folder(tmp_path).write_text("x")
    (complaint,) = OwnRules.in_folder(tmp_path).complaints
    assert str(rules_folder(tmp_path)) in str(complaint)


def test_of_two_own_sets_of_one_name_the_second_is_refused(folder: Path) -> None:
    first = _put(folder, "a.toml", FRIDAY)
    second = _put(folder, "b.toml", 'name = "friday-NIGHT"')
    own = OwnRules.in_folder(folder)
    assert [named.path for named in own.sets] == [first]
    (complaint,) = own.complaints
    assert str(complaint).startswith(f'{second}: name = "friday-NIGHT": the rule set in {first} ')
    assert second.exists()


@pytest.mark.parametrize(
    ("naturals", "says"),
    [
        ("[50, 49]", "naturals entry 1 = 50: expected {match = {count = n} or {at_most = n} or"),
        ("50", "naturals = 50: expected a list of {match = {count = n} or"),
        ("[{count = 50, pays = 2}]", "count = 50: unknown key; write match = {count = 50}"),
        ("[{match = 50, pays = 2}]", "match = 50: expected {count = 50}, {at_most = 15} or"),
        ("[{match = {sum = 9}, pays = 2}]", "match = {sum = 9}: expected {count = 50}"),
        ("[{match = {count = 9}}]", 'entry 1 = {match = {count = 9}}: key "pays" is missing'),
    ],
)
def test_a_file_is_told_of_naturals_as_files_write_them(naturals: str, says: str) -> None:
    with pytest.raises(RulesError) as caught:
        NamedRules.from_text(f'name = "Ours"\nnaturals = {naturals}\n')
    assert says in str(caught.value)
    assert '": ' not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('foo = {"bar baz" = 1}', 'foo = {"bar baz" = 1}: unknown key'),
        ("preset = [{a-b = 1}]", "preset = [{a-b = 1}]: unknown key; did you mean extends?"),
        ("note = {a = 1}", "note = {a = 1}: expected a text"),
        ("extends = {a = {b = true}}", "extends = {a = {b = true}}: expected one of"),
        ("words = [{a = 1}]", "words = [{a = 1}]: expected a table such as"),
        ("[words]\nknock = {a = 1}", "words: knock = {a = 1}: expected a text"),
        ("jokers = {a = 1}", "jokers = {a = 1}: expected a whole number"),
        ('naturals = [{match = {"count x" = 50}, pays = 2}]', 'match = {"count x" = 50}: '),
        ("naturals = [{match = {count = {a = 1}}, pays = 2}]", "count = {a = 1}: expected"),
        ("naturals = [{count = {a = 1}}]", "count = {a = 1}: unknown key; write match = {count = "),
        (
            'naturals = [{count = {"a b" = 1}}]',
            'count = {"a b" = 1}: unknown key; write match = {c',
        ),
        ("""note = 1\nname = '"a": 1 '""", """name = "\\"a\\": 1 ": expected"""),
        ("""catch = '{"a": 1}'""", """catch = "{\\"a\\": 1}": expected one of"""),
    ],
)
def test_every_message_of_a_file_shows_values_as_files_write_them(line: str, says: str) -> None:
    name = "" if "name = " in line else 'name = "Ours"\n'
    with pytest.raises(RulesError) as caught:
        NamedRules.from_text(f"{name}{line}\n")
    assert says in str(caught.value)
    assert '": ' not in str(caught.value).replace('\\": ', "").replace('": expected', "")


@pytest.mark.parametrize("name", ["Friday night", "friday night", "FRIDAY_NIGHT", "friday-night"])
def test_an_own_set_is_found_by_its_name(folder: Path, name: str) -> None:
    _put(folder, "friday.toml", FRIDAY)
    assert find_rules(name, folder).rules.wait_when_hit == 1


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_found_by_its_name(folder: Path, name: str) -> None:
    assert find_rules(name, folder) == NamedRules.of_preset(name)
    assert find_rules(name.replace("_", " ").title(), folder) == NamedRules.of_preset(name)


def test_a_file_is_found_by_its_path(folder: Path) -> None:
    path = _put(folder, "friday.toml", FRIDAY)
    assert find_rules(str(path), folder.parent).kind == "file"
    other = path.rename(folder / "friday")
    assert find_rules(str(other), folder.parent).path == other


def test_a_code_is_read_where_a_name_stands(folder: Path) -> None:
    rules = preset("new_jersey").changed(wait_when_hit=1)
    named = find_rules(code_of(rules).lower(), folder)
    assert (named.rules, named.base, named.kind) == (rules, "new_jersey", "code")
    assert named.name == "new_jersey +1"
    assert NamedRules.from_rules(preset("chicago")).name == "chicago"


@pytest.mark.parametrize("base", [name for name in PRESETS if local_words(name)])
def test_rules_from_a_code_have_the_words_of_a_preset_only_if_they_equal_it(
    tmp_path: Path, base: str
) -> None:
    same = find_rules(code_of(preset(base)), tmp_path)
    assert same.all_words == dict(local_words(base))
    for rules in (preset(base).changed(stake=3), preset(base).changed(wait_when_hit=3)):
        near = find_rules(code_of(rules), tmp_path)
        kept = save_rules(replace(near, name="Ours"), tmp_path, replaces="Ours")
        read = find_rules("ours", tmp_path)
        assert near.rules == kept.rules == read.rules == rules
        assert near.all_words == kept.all_words == read.all_words == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rushvile", '"rushvile": no preset, rule set of your own, file or share code; did you'),
        ("fridey night", "did you mean Friday night?"),
        ("", '"": no preset'),
        ("zzzzzz", "presets are standard, no_upcard"),
        ("none.toml", "none.toml: No such file"),
        ("TONK1-B702-TR9", "mistyped"),
        ("TONK1-B702", "cut off"),
        ("a\0b", "no preset"),
        ("x" * 5000, "no preset"),
        ("/", "no preset"),
        ("broken", "broken.toml: stake = 0: expected 1 or more"),
    ],
)
def test_what_names_no_rule_set_is_refused_in_one_line(folder: Path, text: str, says: str) -> None:
    _put(folder, "friday.toml", FRIDAY)
    _put(folder, "broken.toml", 'name = "Broken"\nstake = 0')
    with pytest.raises(RulesError) as caught:
        find_rules(text, folder)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


def test_an_own_set_is_saved_found_changed_renamed_and_deleted(tmp_path: Path) -> None:
    kept = save_rules(NamedRules("Our game!", preset("waits").changed(stake=5), "waits"), tmp_path)
    assert kept.path == rules_folder(tmp_path) / "our_game_.toml"
    assert find_rules("our game!", tmp_path) == kept
    renamed = NamedRules("Station", kept.rules.changed(stake=6), "waits", "Note")
    again = save_rules(renamed, tmp_path, replaces="Our game!")
    assert [named.name for named in OwnRules.in_folder(tmp_path).sets] == ["Station"]
    assert find_rules("station", tmp_path) == again
    delete_rules("STATION", tmp_path)
    assert OwnRules.in_folder(tmp_path).sets == ()
    assert again.rules.stake == 6  # who plays by it goes on


def test_saving_never_takes_the_place_of_another_file(folder: Path) -> None:
    wrong = _put(folder, "ours.toml", "no rule set")
    kept = save_rules(NamedRules("Ours", RuleSet(stake=2)), folder)
    assert kept.path == rules_folder(folder) / "ours-2.toml"
    assert wrong.read_text() == "no rule set"
    other = save_rules(NamedRules("Ours!", RuleSet(stake=3)), folder)
    assert len({kept.path, other.path, wrong}) == 3


@pytest.mark.parametrize("name", ["Friday Night", "chicago", "", " x", "a\nb", "random"])
def test_a_name_that_is_taken_or_none_is_not_saved(folder: Path, name: str) -> None:
    _put(folder, "friday.toml", FRIDAY)
    with pytest.raises(RulesError):
        save_rules(NamedRules(name, RuleSet(stake=2)), folder)
    assert [path.name for path in rules_folder(folder).iterdir()] == ["friday.toml"]


@pytest.mark.parametrize("name", ["con", "COM1", "../../up", "a/b", "日本", "...", "x" * 60])
def test_every_name_gives_a_file_in_the_folder(folder: Path, name: str) -> None:
    kept = save_rules(NamedRules(name, RuleSet(stake=2)), folder)
    assert kept.path is not None
    assert kept.path.parent == rules_folder(folder)
    assert kept.path.stem not in {"con", "com1"}
    assert find_rules(name, folder) == kept


def test_a_folder_that_cannot_be_made_is_a_store_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    with pytest.raises(StoreError):
        save_rules(NamedRules("Ours", RuleSet()), blocked)


def test_what_is_not_there_cannot_be_deleted(folder: Path) -> None:
    with pytest.raises(UnreadableRulesError, match="no rule set of your own"):
        delete_rules("Ours", folder)


def test_names_that_a_player_takes_for_the_same_are_one() -> None:
    assert (
        len({folded(name) for name in ("Our game", "our_GAME", "our - game", " Our  game ")}) == 1
    )
    assert folded("our game") != folded("our games")
