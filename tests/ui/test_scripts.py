"""Names in any script: in the system's fonts where the game's lacks letters, each in its direction.

The fonts here are made of boxes, each font's as wide as no other's.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from struct import pack

import pygame
import pytest

from game.menus.start import StartScene
from game.saves.settings import LANGUAGES, Settings, SettingsStore
from game.ui.kit.skin import Skin
from game.ui.look.font_fallback import lacking
from game.ui.look.font_files import letters_of
from game.ui.look.scripts import Directions, clusters, isolated
from game.ui.look.system_fonts import installed
from game.ui.look.theme import Theme, is_plain, owns
from game.ui.session.score_pages import ScoresScene
from game.ui.session.starting import begin_session
from game.ui.session.table_scene import TableScene
from game.ui.settings.player_page import YouScene
from game.ui.text.language import _, plain, speak
from tests.ui.conftest import Given
from tests.ui.made_fonts import font
from tests.ui.seen import seen, sheet, watching
from tests.ui.stage import picture, press, shown, stage, top, turns
from tests.ui.test_text_input import commit, name_field

NAMES = {
    "Cyrillic": "Алиса",
    "Greek": "Ωμέγα",
    "Vietnamese": "Nguyễn Việt",
    "Korean": "한국",
    "Chinese": "龙马",
    "Thai": "ไทยน้ำ",
    "Hindi": "हिन्दी",
    "Arabic": "عبد الله",
    "Hebrew": "שלום",
    "emoji": "😀",
    "Tamil": "தமிழ்",
    "Armenian": "Հայերեն",
}


@pytest.fixture
def skin() -> Skin:
    pygame.font.init()
    return Skin(Theme(), (1280, 720))


# -- directions --------------------------------------------------------------------------------


def drawn(text: str) -> list[str]:
    """The parts of a text from the left, those that run leftwards in angle brackets."""
    return [
        f"<{text[each.start : each.end]}>" if each.is_turned else text[each.start : each.end]
        for each in Directions(text).stretches()
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ada", ["Ada"]),
        ("", []),
        ("שלום wins 5", ["<שלום>", " wins 5"]),
        ("Ada, שלום, עבד (5)", ["Ada, ", "<שלום>", ", ", "<עבד>", " (5)"]),
        ("שלום: 5", ["<שלום>", ": 5"]),
        ("ب. علي wins", ["<ب. علي>", " wins"]),
        ("You pay שלום. עבד deals.", ["You pay ", "<שלום>", ". ", "<עבד>", " deals."]),
        ("\u2068שלום, עולם\u2069 wins", ["<שלום, עולם>", " wins"]),
        ("\u2068שלום 25\u2069!", ["25", "<שלום >", "!"]),
        ("\u2068(שלום) עולם\u2069", ["<(שלום) עולם>"]),
        ("\u2068שלום Bob B\u2069", ["Bob B", "<שלום >"]),
        ("\u2068Bob שלום\u2069", ["Bob ", "<שלום>"]),
        ("\u2068علي\u2069, \u2068עבד\u2069", ["<علي>", ", ", "<עבד>"]),
        ("شَ", ["<شَ>"]),
        ("\u2068", []),
        ("a\u202eb", ["a", "b"]),
    ],
)
def test_a_name_from_right_to_left_turns_nothing_around_it(text: str, parts: list[str]) -> None:
    assert drawn(text) == parts


def test_only_a_name_that_runs_leftwards_is_set_apart() -> None:
    assert isolated("Алиса") == "Алиса"
    assert isolated("שלום") == "\u2068שלום\u2069"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Zoë", ["Z", "o", "ë"]),
        ("हिन्दी", ["हि", "न्", "दी"]),
        ("e\u0323x", ["e\u0323", "x"]),
        ("👍🏽👩\u200d🚀!", ["👍🏽", "👩\u200d🚀", "!"]),
        ("\u0323", ["\u0323"]),
    ],
)
def test_a_letter_keeps_its_marks(text: str, letters: list[str]) -> None:
    assert [text[start:end] for start, end in clusters(text, 0, len(text))] == letters


# -- files -------------------------------------------------------------------------------------


def test_the_games_font_has_all_that_is_taken_for_granted() -> None:
    for letter in map(chr, range(0x20, 0x3000)):
        assert not is_plain(letter) or owns(letter), hex(ord(letter))
    assert is_plain("Ça coûte 5 € – “déjà”…")
    assert is_plain("山札から引く")
    assert not is_plain("Алиса")


def test_the_games_font_has_what_a_japanese_keyboard_types_in_either_width() -> None:
    for letter in map(chr, (*range(0xFF01, 0xFF5F), *range(0xFF61, 0xFFA0), 0x301C)):
        assert owns(letter), letter
    assert is_plain("さくら１号")
    assert is_plain("ｻｸﾗ")
    pygame.font.init()
    for name in ("Regular", "Bold"):
        drawn = pygame.font.Font(Path(f"assets/fonts/TonkSans-{name}.ttf").resolve(), 40)
        assert drawn.size("ｻｸﾗ")[0] == pytest.approx(drawn.size("サクラ")[0] / 2, abs=3)


def test_a_table_of_letters_is_read_in_both_forms() -> None:
    own = letters_of(Path("assets/fonts/TonkSans-Regular.ttf").resolve())
    assert own is not None
    assert [letter in own for letter in "A日♠Я\U0001f600"] == [True, True, True, False, False]


def nonsense() -> dict[str, bytes]:
    whole = font("АБВ")
    far = whole.replace(b"\0\0\0\x0c\0\x0c", b"\xff\xff\xff\xff\0\x0c")
    return {
        "empty": b"",
        "no font": b"<html>" * 100,
        "cut short": whole[:40],
        "cut in the table": whole[: whole.index(b"\0\x0c\0\0") + 8],
        "table far away": far,
        "a collection of none": b"ttcf" + b"\xff" * 20,
        "zeros": bytes(4096),
        "no outlines": font("АБВ", outlines=False),
        "damaged letters": whole.replace(pack(">hhhhh", 1, 0, 0, 500, 700), b"\x7f\xff" * 5),
        "blank letters": font("АБВ", blank=True),
    }


@pytest.mark.parametrize("name", nonsense())
def test_a_file_of_no_use_is_passed_over(given: Given, skin: Skin, name: str) -> None:
    given(nonsense()[name], font("АБВ", 900))
    px = skin.font().size("АБВ")[0]
    assert lacking("АБВ") == ""
    assert skin.width("АБВ") != px
    assert skin.width("АБВ") == 3 * skin.width("А")
    given(nonsense()[name])
    assert lacking("АБВ") == "АБВ"
    assert skin.text("АБВ").get_width() > 0


def test_what_is_no_file_or_enormous_is_not_read(tmp_path: Path) -> None:
    assert letters_of(tmp_path) is None
    assert letters_of(tmp_path / "missing.ttf") is None
    huge = tmp_path / "huge.ttf"
    with huge.open("wb") as file:
        file.write(font("АБВ"))
        file.truncate(1 << 30)
    assert letters_of(huge) is None
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.ttf")
        assert letters_of(tmp_path / "pipe.ttf") is None


def test_no_font_is_looked_for_before_a_letter_needs_one(given: Given, skin: Skin) -> None:
    asked = given(font("АБВ"), font("ГД"), font("ЕЖ"))
    skin.text("You draw… 山札")
    assert asked == []
    skin.text("АБ")
    assert len(asked) == 1
    skin.text("ВА wins")
    assert len(asked) == 1
    skin.text("Г")
    assert len(asked) == 2


def test_files_are_found_without_fontconfig(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "fonts/truetype"
    folder.mkdir(parents=True)
    for name in ("Zapf.ttf", "DejaVuSans.ttf", "unifont.otf", "NotoSans-Regular.ttf", "a.txt"):
        (folder / name).write_bytes(b"")
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    names = [path.name for path in installed()]
    assert names == ["NotoSans-Regular.ttf", "DejaVuSans.ttf", "Zapf.ttf", "unifont.otf"]


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_files_are_looked_for_where_each_system_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    kept = {"win32": "win/Fonts/malgun.ttf", "darwin": "Library/Fonts/Arial Unicode.ttf"}[platform]
    (tmp_path / kept).parent.mkdir(parents=True)
    (tmp_path / kept).write_bytes(b"")
    monkeypatch.setenv("WINDIR", str(tmp_path / "win"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setattr(sys, "platform", platform)
    assert tmp_path / kept in list(installed())


# -- pictures ----------------------------------------------------------------------------------


def test_a_word_is_written_in_one_font_and_the_rest_in_the_games(given: Given, skin: Skin) -> None:
    given(font("Việt", 900), font("ệ", 300))
    word = skin.width("Việt")
    assert word == pytest.approx(4 * skin.width("ệ"), abs=4)
    assert skin.width("Việt wins") == word + skin.width(" wins")
    assert skin.text("Việt wins").get_height() == skin.text("Ada wins").get_height()


def test_a_letter_that_nothing_has_is_a_box_and_said(given: Given, skin: Skin) -> None:
    given(font("АБ", 900))
    assert lacking("АБВ, Ada") == "В"
    assert skin.text("АБВ").get_width() > skin.text("АБ").get_width()


def test_a_skin_tone_is_left_out_where_the_font_has_none(given: Given, skin: Skin) -> None:
    given(font("👍", 900))
    assert lacking("👍🏽") == ""
    assert picture(skin.text("👍🏽")) == picture(skin.text("👍"))
    assert skin.reach("👍🏽!", 2) == skin.width("👍")


JOINED = ("👩\u200d🚀", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀", "👩\u200d👩\u200d🚀")


@pytest.mark.parametrize("text", JOINED)
def test_joined_pictures_stand_side_by_side_and_it_is_said_where_they_are_not_one(
    given: Given, skin: Skin, text: str
) -> None:
    given(font("👩🚀❤🔥", 900))
    apart = "".join(each for each in text if each in "👩🚀❤🔥")
    assert lacking(f"Ada{text}") == "\u200d"
    assert lacking(apart) == ""
    assert picture(skin.text(f"Ada{text}!")) == picture(skin.text(f"Ada{apart}!"))
    assert skin.reach(f"{text}!", len(text)) == skin.width(apart)


def test_joined_pictures_from_two_fonts_are_no_boxes(given: Given, skin: Skin) -> None:
    given(font("👩", 900), font("🚀", 700))
    assert skin.width("👩\u200d🚀") == skin.width("👩") + skin.width("🚀")
    assert lacking("👩\u200d🚀") == "\u200d"


def test_joined_pictures_that_the_font_has_as_one_are_that(given: Given, skin: Skin) -> None:
    given(font("👩🚀", 900, joined="👩\u200d🚀"))
    assert lacking("👩\u200d🚀") == ""
    assert skin.width("👩\u200d🚀") == skin.width("👩")
    assert lacking("🚀\u200d👩") == "\u200d"


@pytest.mark.parametrize(
    "text", ["\ufe0f", "\u2068\u2069", "\u200d\u200d", "\U0001f3fd", "\u0301", "אּ"]
)
def test_what_has_no_width_is_drawn_as_nothing(given: Given, skin: Skin, text: str) -> None:
    for files in ((), (font("\u0301א\u05bc\u200d", 0),)):
        given(*files)
        for each in (text, f"Ada {text} א", isolated(f"א{text}")):
            assert skin.text(each).get_width() == skin.width(each)
            assert 0 <= skin.reach(each, len(each)) <= skin.width(each)


def test_signs_of_direction_are_not_seen(given: Given, skin: Skin) -> None:
    given(font("אבג", 900))
    assert lacking("\u2068אבג\u2069") == ""
    assert picture(skin.text("\u2068אבג\u2069")) == picture(skin.text("אבג"))
    assert picture(skin.text("a\u2068b\u2069c")) == picture(skin.text("abc"))


def test_the_caret_goes_leftwards_in_a_name_that_does(given: Given, skin: Skin) -> None:
    given(font("אבג", 900))
    ends = [skin.reach("אבג", at) for at in range(4)]
    assert ends == sorted(ends, reverse=True)
    assert (ends[0], ends[-1]) == (skin.width("אבג"), 0)
    assert [skin.reach("Adaא", at) for at in (0, 3)] == [0, skin.width("Ada")]


def test_arrows_go_the_way_that_is_seen_and_keep_marks_with_their_letter(given: Given) -> None:
    given(font("אבגe\u0323", 900))
    with stage() as app:
        shown(app, YouScene(app))
        field = name_field(app)
        commit(app, "אבג")
        press(app, pygame.K_RIGHT)
        assert field.caret == 2
        press(app, pygame.K_LEFT)
        assert field.caret == 3
        field.clear()
        commit(app, "xe\u0323y")
        press(app, pygame.K_LEFT, pygame.K_LEFT)
        assert field.caret == 1
        press(app, pygame.K_DELETE)
        assert field.text == "xy"


@pytest.mark.share(6)
@pytest.mark.parametrize("script", NAMES)
def test_a_name_in_any_script_is_drawn_or_said_not_to_be_and_kept(
    given: Given, script: str
) -> None:
    name = NAMES[script]
    for files in ((), (font(name, 700),)):
        given(*files)
        with stage() as app:
            shown(app, YouScene(app))
            commit(app, name)
            field = name_field(app)
            assert app.services.settings.settings.name == name
            assert bool(field.cannot_show()) is not bool(files)
            assert field.cannot_show() in field.spoken
            assert (field.tip(None) is None) == bool(files)
            app.home()
            shown(app, StartScene(app))
            begin_session(app, 1, 1)
            turns(app)
            assert name in top(app, TableScene).session.names
            shown(app, ScoresScene(app, top(app, TableScene).session))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_note_stands_in_the_field(given: Given, language: str) -> None:
    given()
    speak(language)
    settings = Settings(speed="instant", mute=True, language=language)
    try:
        with watching(), stage(settings=SettingsStore.unsaved(settings)) as app:
            shown(app, YouScene(app))
            for letter, note in (
                ("Ж", _("This letter can't be shown here")),
                ("Ш", _("Some letters can't be shown here")),
            ):
                commit(app, letter)
                assert name_field(app).cannot_show() == note
                turns(app)
                top(app, YouScene).draw(sheet(app.size))
                assert plain(note) in {plain(word.text) for word in seen().words}
    finally:
        speak("en")


def test_a_note_without_room_in_the_field_is_a_tip_while_one_types(given: Given) -> None:
    given()
    with stage() as app:
        shown(app, YouScene(app))
        commit(app, "Ж" * 20)
        turns(app)
        while app.tips.idle_for() is not None:
            app.turn()
        tip = app.tips.shown
        assert tip is not None
        assert tip.text == "This letter can't be shown here"
