"""The player's language."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from assets.locale.make import LANGUAGES, ROOT
from game.files import StoreError
from game.rule_files import NamedRules, RulesError
from game.rules.messages import Message
from game.rules.presets import earlier_preset, preset
from game.rules.record import RecordError, read_record
from game.rules.ruleset import RuleError, RuleSet
from game.rules.untrusted_input import UntrustedInputError, json_of
from game.rules.verifying import verify_record
from game.ui.text.language import DOMAIN, N_, _, in_a_row, ngettext, plain, set_language, speak
from game.ui.text.move_words import REFUSALS, listed, refused_text
from game.ui.text.save_troubles import TROUBLES, why_text
from game.ui.text.sessions import rules_title
from tests.rules.altered import Record, sealed_records


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


def write_catalogue(folder: Path, language: str, entries: dict[str, str]) -> None:
    """The smallest catalogue that gettext reads."""
    ids = sorted({"", *entries})
    head = f"Content-Type: text/plain; charset=UTF-8\nLanguage: {language}\n"
    texts = [(head if each == "" else entries[each]).encode() for each in ids]
    keys = [each.encode() for each in ids]
    start = 28 + 16 * len(ids)
    tables, body = [b"", b""], b""
    for table, items in enumerate((keys, texts)):
        for item in items:
            at = start + len(body)
            tables[table] += len(item).to_bytes(4, "little") + at.to_bytes(4, "little")
            body += item + b"\0"
    numbers = (0x950412DE, 0, len(ids), 28, 28 + 8 * len(ids), 0, 0)
    path = folder / language / "LC_MESSAGES" / "tonk.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"".join(n.to_bytes(4, "little") for n in numbers) + b"".join(tables) + body)


def test_without_a_catalogue_it_is_english(tmp_path: Path) -> None:
    set_language("fr", tmp_path)
    assert _("Play") == "Play"
    assert [ngettext("{n} stake", "{n} stakes", n) for n in (1, 2)] == ["{n} stake", "{n} stakes"]


def test_a_catalogue_speaks_from_the_moment_it_is_chosen(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "fr", {"Play": "Jouer"})
    marked = N_("Play")
    set_language("fr", tmp_path)
    assert _(marked) == "Jouer"
    assert _("Quit") == "Quit"
    set_language("en", tmp_path)
    assert _(marked) == "Play"
    assert DOMAIN == "tonk"


def test_names_and_sentences_in_a_row_have_the_signs_of_the_language() -> None:
    assert listed(("Ada", "Basil", "Cleo")) == "Ada, Basil and Cleo"
    assert in_a_row(("One.", "Two.")) == "One. Two."
    assert plain(in_a_row(("あがりました！", "本当？", "はい。"))) == "あがりました！本当？はい。"
    assert speak("ja") == ""
    assert listed(("Ada", "Basil", "Cleo")) == "Ada、BasilとCleo"
    assert plain(in_a_row(("一。", "二。"))) == "一。二。"


def test_why_a_file_cannot_be_used_is_told_in_the_language() -> None:
    error = StoreError(Path("hands"), "is not a Tonk backup")
    assert why_text(error) == "hands: is not a Tonk backup"
    assert speak("fr") == ""
    assert why_text(error) == "hands\u00a0: n’est pas une sauvegarde de Tonk"
    assert why_text(StoreError(Path("hands"), "no idea")) == "hands\u00a0: no idea"


@pytest.fixture(scope="module")
def record() -> Record:
    """A hand that was played: one in some twenty ends with a natural, before anybody acts."""
    records = (sealed_records(1, "refused")[0] for _ in range(50))
    return next(record for record in records if len(record["actions"]) > 1)


def refused(record: Record) -> Message:
    """Why a record is refused."""
    with pytest.raises(RecordError) as caught:
        verify_record(read_record(record))
    return caught.value.refusal


ALTERED: dict[str, Callable[[Record], object]] = {
    "a missing key": lambda record: record.pop("deck"),
    "an unknown key": lambda record: record.update(colour="red"),
    "a list": lambda record: record.update(deck=5),
    "an object": lambda record: record.update(result=[]),
    "a text": lambda record: record.update(format=7),
    "a format": lambda record: record.update(format="tonk 99"),
    "a card twice": lambda record: record["deck"].__setitem__(1, record["deck"][0]),
    "no such card": lambda record: record["deck"].__setitem__(1, "1Z"),
    "a card too few": lambda record: record["deck"].pop(),
    "an action that is none": lambda record: record["actions"].__setitem__(0, "fly"),
    "an action out of turn": lambda record: record["actions"].insert(0, record["actions"][-1]),
    "an end that is missing": lambda record: record["actions"].pop(),
    "other payments": lambda record: record["result"].update(counts=[99] * len(record["seats"])),
    "another seed": lambda record: record["seal"].update(check="0" * 64),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("altered", ALTERED)
def test_why_a_record_is_refused_is_told_in_the_language(
    record: Record, altered: str, language: str
) -> None:
    wrong = deepcopy(record)
    ALTERED[altered](wrong)
    told = refused(wrong)
    assert speak(language) == ""
    said = refused_text(told)
    assert said != str(told)
    english = ("allowed", "missing", "is not", "twice", "the rules", "record was", "goes on")
    assert [words for words in english if words in said] == []


@pytest.mark.parametrize(
    "text",
    [
        "name = 'A'\nstake = = 2",
        "name = 'A'\nstake = 'much'",
        "name = 'A'\nsteak = 2",
        "name = 'A'\nextends = 'nowhere'",
        "stake = 2",
        "name = 'standard'",
    ],
)
def test_why_a_rule_file_is_refused_is_told_in_the_language(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        NamedRules.from_text(text)
    assert speak("fr") == ""
    said = refused_text(caught.value.refusal)
    english = ("allowed", "not TOML", "unknown", "missing", "did you")
    assert [words for words in english if words in said] == []


@pytest.mark.parametrize(
    "data",
    [
        *(b"\xff", b"{", b"[1] 2", b"[1,\n2,,]", b"[" * 99, b"[NaN]", b"[" * 9999 + b"}"),
        *(b"{1: 2}", b'["a" "b"]', b'{"a" 1}', b"[1,]"),
        *(b'["a', b'["\t"]', rb'["\x"]', rb'["\u12"]'),
        *(b"9" * 301, b'{"a": 1, "a": 2}', b"[" * 99 + b"]" * 99),
    ],
    ids=lambda data: repr(data[:16]),
)
def test_why_a_file_cannot_be_read_is_told_in_the_language(data: bytes) -> None:
    with pytest.raises(UntrustedInputError) as caught:
        json_of(data)
    told = caught.value.refusal
    english = refused_text(told).translate(str.maketrans("“”", '""'))
    assert english == str(told) == str(caught.value)
    forms: dict[str, str] = {}
    told.said(lambda text: forms.setdefault(text, text))
    assert speak("fr") == ""
    assert [form for form in forms if refused_text(Message(form)) == form] == []


def test_what_nobody_has_put_into_words_is_told_as_it_stands() -> None:
    assert speak("fr") == ""
    for line in ("what nobody has put into words", "stake {n}: {", "100%"):
        assert refused_text(RecordError(line).refusal) == line


def test_every_reason_why_saves_cannot_be_used_can_be_translated() -> None:
    told = {
        call.args[1].value
        for folder in ("play", "saves")
        for path in (ROOT / "game" / folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in {"StoreError", "StoreBusyError"}
        and len(call.args) > 1
        and isinstance(call.args[1], ast.Constant)
    }
    assert len(told) > 5
    assert told - set(TROUBLES) == set()


@pytest.mark.parametrize(
    ("rules", "called", "says"),
    [
        (preset("tunk"), "tunk", "Tunk"),
        (preset("tunk").changed(stake=5), "tunk", "Tunk"),
        (earlier_preset("tunk"), "tunk", "Tunk (changed)"),
        (preset("standard"), "New Jersey", "New Jersey (changed)"),
        (preset("army"), "army", "Army"),
        (preset("baton_rouge"), "army", "Army"),
        (earlier_preset("tunk"), "Sundays", "Sundays"),
        (preset("tunk").changed(big_one=2), "", "Tunk, changed: The big one"),
        (preset("standard").changed(stake=5), "", "Standard"),
        (
            preset("standard").changed(big_one=2, hits_per_turn=1, next_dealer="winner"),
            "",
            "Standard, changed: Hits on a turn, The big one, …",
        ),
    ],
)
def test_rules_bear_a_name_alone_only_where_they_are_its(
    rules: RuleSet, called: str, says: str
) -> None:
    assert rules_title(rules, called) == says


def test_a_preset_that_changed_is_told_in_the_players_language(record: Record) -> None:
    read = read_record(record)
    assert read.result
    claimed = replace(read.result, counts=(99,) * len(read.seats))
    with pytest.raises(RecordError) as caught:
        verify_record(replace(read, preset="tunk", result=claimed))
    assert speak("fr") == ""
    said = refused_text(caught.value.refusal)
    assert said.startswith("result\u00a0: counts\u00a0: [99, 99")
    assert said.endswith("ces règles fournies ont changé avec la version 1.0")


def test_a_refused_action_is_told_as_at_the_table(record: Record) -> None:
    wrong = {**record, "actions": [record["actions"][-1], *record["actions"]]}
    told = refused(wrong)
    assert str(told).startswith('action 1 "')
    assert refused_text(told).endswith(_(REFUSALS[str(told).partition('": ')[2]]))


@pytest.mark.parametrize(
    ("language", "quoted"), [("en", "“{}”"), ("fr", "«\u00a0{}\u00a0»"), ("ja", "「{}」")]
)
def test_what_is_quoted_from_a_file_stands_in_the_marks_of_the_language(
    language: str, quoted: str
) -> None:
    with pytest.raises(RuleError) as caught:
        RuleSet().changed(ace='"high" \\')
    speak(language)
    said = plain(refused_text(caught.value.refusal))
    assert quoted.format('"high" \\') in said
    assert '\\"' not in said
    with pytest.raises(UntrustedInputError) as twice:
        json_of('{"deck": 1, "deck": 2}')
    assert quoted.format("deck") in plain(refused_text(twice.value.refusal))
