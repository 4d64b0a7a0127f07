"""Colours that can be read, fonts that hold every character, sheets as large as asked."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pygame
import pytest

from game.saves.settings import SETTINGS
from game.ui.assets import AssetMissing, asset_bytes, asset_path, newly_left_out
from game.ui.look.appearance import Look
from game.ui.look.palettes import CLOTHS, HIGH_CONTRAST, JADE
from game.ui.look.sheets import MARGIN
from game.ui.look.theme import ButtonState, Face, Theme, font_of
from tests.ui.contrast import PAIRS, Pair, contrast
from tests.ui.stage import picture

REGULAR = asset_path("fonts/TonkSans-Regular.ttf")
CLOTH_NAMES = SETTINGS["cloth"].names
FRENCH = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»’“”…–—€\u00a0\u202f"
SIGNS = "←→↑↓▲▼◀▶●○■◆★✓✕♠♥♦♣×−·•½"
JAPANESE = "あいうえおアイウエオー、。「」山札捨て手番点数勝負賭け切り直す開く"


@pytest.fixture(autouse=True)
def _fonts_opened_anew() -> Iterator[None]:
    """Let no font be kept from another test, nor a replaced one for another."""
    font_of.cache_clear()
    yield
    font_of.cache_clear()


def cloth_of(theme: Theme) -> pygame.Surface:
    surface = pygame.Surface((640, 360))
    theme.lay_cloth(surface)
    return surface


def written(font: pygame.Font, text: str) -> str:
    """What a text looks like; every character that a font lacks looks the same."""
    return picture(font.render(text, True, "white"))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no list of open files here")
def test_fonts_of_many_sizes_do_not_stay_open() -> None:
    theme, files = Theme(), Path("/proc/self/fd")
    before = len(list(files.iterdir()))
    for px in range(10, 210):
        theme.font(px)
    assert len(list(files.iterdir())) <= before + 40
    assert theme.font(209) is theme.font(209)
    assert theme.font(10).size("0")[1] < theme.font(200).size("0")[1]


def test_contrast_of_black_and_white_is_the_most_there_is() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((120, 30, 60), (120, 30, 60)) == pytest.approx(1)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.text}-on-{pair.ground}")
def test_words_can_be_read_on_their_ground(pair: Pair) -> None:
    found = {name: contrast(each[pair.text], each[pair.ground]) for name, each in CLOTHS.items()}
    assert {name: apart for name, apart in found.items() if apart < pair.contrast} == {}
    assert contrast(HIGH_CONTRAST[pair.text], HIGH_CONTRAST[pair.ground]) >= pair.high_contrast


def test_text_is_held_to_4_5_and_in_high_contrast_to_7() -> None:
    assert {(pair.contrast, pair.high_contrast) for pair in PAIRS} == {(4.5, 7.0), (3.0, 4.5)}
    outlines = {pair.text for pair in PAIRS if pair.contrast < 4.5}
    assert outlines <= {"ink_off", "ink_soft", "button_edge", "knob", "focus", "legal"}


def test_every_cloth_that_can_be_chosen_has_its_colours_and_no_other() -> None:
    assert set(CLOTHS) == set(CLOTH_NAMES)
    assert all(each.keys() == JADE.keys() for each in (*CLOTHS.values(), HIGH_CONTRAST))


def test_every_button_has_a_declared_pair() -> None:
    declared = {(pair.ground, pair.text) for pair in PAIRS}
    assert {state.value for state in ButtonState} <= declared


@pytest.mark.parametrize("bold", [False, True])
def test_the_text_fonts_hold_what_the_game_writes_in_three_languages(bold: bool) -> None:
    font = Theme().font(20, bold=bold)
    text = "".join(map(chr, range(0x20, 0x7F))) + FRENCH + SIGNS + JAPANESE
    unknown = written(font, "\u0e01")
    assert [character for character in text if written(font, character) == unknown] == []


@pytest.mark.parametrize("face", list(Face))
def test_a_font_fits_its_allowance_and_names_its_licence(face: Face) -> None:
    content = asset_bytes(f"fonts/{face.value}")
    assert len(content) <= 800_000
    assert "SIL Open Font License".encode("utf-16-be") in content


def test_the_narrow_space_is_a_space_and_narrower() -> None:
    font = Theme().font(40)
    narrow, wide = (font.size(f"a{space}a")[0] for space in "\u202f\u00a0")
    assert font.size("aa")[0] < narrow < wide


def test_bold_is_heavier_and_fonts_are_kept() -> None:
    theme = Theme()
    assert theme.font(30, bold=True).size("knock")[0] > theme.font(30).size("knock")[0]
    assert theme.font(30) is theme.font(30)


@pytest.mark.parametrize("name", CLOTH_NAMES)
def test_the_middle_of_the_cloth_is_never_lighter_than_the_colour_words_are_checked_on(
    name: str,
) -> None:
    cloth = cloth_of(Theme(Look(cloth=name)))
    assert cloth.get_size() == (640, 360)
    middle = pygame.transform.average_color(cloth, pygame.Rect(280, 130, 80, 60))[:3]
    corner = pygame.transform.average_color(cloth, pygame.Rect(20, 300, 40, 40))[:3]
    assert sum(corner) < sum(middle) <= sum(CLOTHS[name]["cloth"]) + 6
    assert pygame.transform.average_color(cloth, pygame.Rect(0, 100, 4, 100))[0] > corner[0]


def test_cloths_differ_by_more_than_their_colour() -> None:
    grey = set()
    for name in CLOTH_NAMES:
        corner = cloth_of(Theme(Look(cloth=name))).subsurface((10, 10, 50, 50))
        edges = pygame.transform.laplacian(corner)
        mask = pygame.mask.from_threshold(edges, (0, 0, 0), (24, 24, 24, 255))
        grey.add(picture(mask.to_surface()))
    assert len(grey) == len(CLOTH_NAMES)


def test_the_cloth_of_high_contrast_is_bare() -> None:
    cloth = cloth_of(Theme(Look(high_contrast=True)))
    assert cloth.get_at((320, 100)) == cloth.get_at((321, 100)) == cloth.get_at((320, 101))


def test_dressing_changes_the_colours_at_once_and_says_whether_anything_did() -> None:
    theme = Theme()
    assert not theme.set_look(Look())
    assert theme.set_look(Look(cloth="claret"))
    assert theme.colour("cloth") == CLOTHS["claret"]["cloth"]
    assert theme.set_look(Look(cloth="claret", high_contrast=True))
    assert theme.colour("cloth") == HIGH_CONTRAST["cloth"]


def test_a_suit_has_a_colour_of_its_own_in_a_pack_of_four_colours_alone() -> None:
    two, four = Theme(), Theme(Look(four_colour=True))
    assert len({two.suit_colour(suit) for suit in "CDHS"}) == 2
    assert len({four.suit_colour(suit) for suit in "CDHS"}) == 4
    for theme, count in ((two, 2), (four, 4)):
        deck = theme.deck()
        assert len({deck.ink(suit) for suit in "CDHS"}) == count


def test_a_window_of_any_size_has_a_cloth() -> None:
    for size in ((960, 540), (540, 960), (200, 90), (961, 543)):
        surface = pygame.Surface(size)
        surface.fill("magenta")
        Theme().lay_cloth(surface)
        bare = pygame.mask.from_threshold(surface, "magenta", (1, 1, 1, 255))
        assert bare.count() == 0


def test_a_part_of_the_cloth_is_the_same_as_in_the_whole() -> None:
    theme, box = Theme(), pygame.Rect(101, 3, 333, 130)
    whole, part = cloth_of(theme), pygame.Surface((640, 360))
    theme.lay_cloth(part, box)
    same = [picture(each.subsurface(box)) for each in (whole, part)]
    assert same[0] == same[1]
    assert part.get_at((100, 3)) == part.get_at((434, 132)) == pygame.Color("black")
    theme.lay_cloth(whole)
    theme.lay_cloth(whole)
    assert picture(whole.subsurface(box)) == same[0]
    theme.lay_cloth(part, pygame.Rect(-50, -70, 2000, 2000))
    theme.lay_cloth(part, pygame.Rect(700, 137, 40, 40))
    assert picture(part) == picture(whole)


def test_a_part_outside_a_tiny_window_draws_no_cloth() -> None:
    surface = pygame.Surface((1, 1), 0, 32)
    Theme().lay_cloth(surface, pygame.Rect(6, 137, 100, 40))
    assert surface.get_at((0, 0)) == pygame.Color("black")


def test_a_panel_is_its_colour_inside_and_shadow_outside() -> None:
    panel = Theme().panel((120, 80), 12)
    assert panel.get_size() == (120 + 2 * MARGIN, 80 + 2 * MARGIN)
    assert panel.get_at((MARGIN + 60, MARGIN + 40))[:3] == JADE["panel"]
    below = panel.get_at((MARGIN + 60, MARGIN + 80 + 3))
    assert below[:3] == (0, 0, 0)
    assert 0 < below.a < 255
    assert panel.get_at((0, 0)).a == 0


def test_button_states_can_be_told_apart() -> None:
    faces = {
        tuple(Theme().button((80, 30), state).get_at((MARGIN + 40, MARGIN + 18)))
        for state in ButtonState
    }
    assert len(faces) == len(ButtonState)


@pytest.mark.parametrize("px", range(10, 25))
def test_small_bold_letters_stand_as_close_as_large_ones(px: int) -> None:
    words = "Next hand, sort by suit, discard: 25,000"
    small = font_of(Face.BOLD, px).size(words)[0]
    assert small == pytest.approx(font_of(Face.BOLD, 10 * px).size(words)[0] / 10, rel=0.03)


@pytest.fixture
def bold_font(bare_assets: Path) -> Path:
    """Where the bold font is looked for, beside the other ones."""
    (bare_assets / "fonts").mkdir()
    for font in REGULAR.parent.glob("*.ttf"):
        if font.name != "TonkSans-Bold.ttf":
            copyfile(font, bare_assets / "fonts" / font.name)
    return bare_assets / "fonts/TonkSans-Bold.ttf"


@pytest.mark.usefixtures("bold_font")
def test_a_font_that_is_gone_is_replaced_and_told_of_once() -> None:
    theme = Theme()
    assert theme.font(30, bold=True).size("knock") == theme.font(30).size("knock")
    theme.font(31, bold=True)
    assert newly_left_out() == ["fonts/TonkSans-Bold.ttf"]
    assert newly_left_out() == []


@pytest.mark.parametrize("size", [0, 1000], ids=["empty", "cut off"])
def test_a_font_that_is_damaged_is_replaced_too(bold_font: Path, size: int) -> None:
    bold_font.write_bytes(REGULAR.with_name(bold_font.name).read_bytes()[:size])
    theme = Theme()
    assert theme.font(30, bold=True).size("knock") == theme.font(30).size("knock")
    assert newly_left_out() == ["fonts/TonkSans-Bold.ttf"]


def test_a_file_of_the_game_that_is_gone_is_named() -> None:
    with pytest.raises(AssetMissing, match=r"assets/fonts/Nothing\.ttf is missing"):
        asset_path("fonts/Nothing.ttf")
    with pytest.raises(AssetMissing, match="assets/fonts is missing"):
        asset_bytes("fonts")
