"""The pack of cards: all there, exactly the size asked for, told apart even at the smallest."""

import itertools
import re
from pathlib import Path

import pygame
import pytest

from game.saves.settings import SETTINGS
from game.ui.assets import AssetMissing, asset_path
from game.ui.look.appearance import Look
from game.ui.look.card_art import CODES, CORNER, SHEET_HEIGHT, CardArt, DeckStyle, pip
from game.ui.look.drawing import drawing, group, recoloured, rendered
from game.ui.look.theme import Theme
from game.ui.table.motion.layout import Design
from tests.ui.stage import picture

HEIGHTS = (84, 85, 120, 144, 216, 217, 380)
BACKS = SETTINGS["back"].names
DRAWN, LICENSES = ("backs", "cards", "cloths", "faces"), "LICENSES.md"
STRIP = 0.22  # of the width: all that shows of a card in a tight fan
PAPER = 225  # no paper is darker than that in any channel, no ink as light in all


@pytest.fixture(scope="module")
def smallest() -> CardArt:
    return CardArt(84)


def ink(surface: pygame.Surface, box: pygame.Rect) -> dict[tuple[int, int], int]:
    """Pixels that are clearly printed on, by place."""
    marks = {}
    for x, y in itertools.product(range(box.left, box.right), range(box.top, box.bottom)):
        colour = surface.get_at((x, y))
        if min(colour[:3]) < PAPER - 60:
            marks[x, y] = min(colour[:3])
    return marks


def difference(one: pygame.Surface, other: pygame.Surface, box: pygame.Rect) -> int:
    """How many pixels of the box differ clearly."""
    places = itertools.product(range(box.left, box.right), range(box.top, box.bottom))
    return sum(
        max(abs(a - b) for a, b in zip(one.get_at(place), other.get_at(place), strict=True)) > 60
        for place in places
    )


def index_box(art: CardArt) -> pygame.Rect:
    """Inside the edge, what a neighbour in a fan leaves to be seen of the corner."""
    return pygame.Rect(2, 2, int(art.width * STRIP) - 2, int(art.height * 0.36) - 2)


@pytest.mark.parametrize("height", HEIGHTS)
def test_every_card_is_five_by_seven_at_exactly_the_height_asked(height: int) -> None:
    art = CardArt(height)
    assert art.size == (round(height * 5 / 7), height)
    assert {art.face(code).get_size() for code in ("AS", "TD", "KC", "X1")} == {art.size}
    assert art.back().get_size() == art.size


def test_the_pack_holds_52_cards_and_four_jokers() -> None:
    assert len(CODES) == len(set(CODES)) == 56
    art = CardArt(84)
    assert len({picture(art.face(code)) for code in CODES}) == 56


@pytest.mark.parametrize("code", ["", "K", "10H", "kc", "1S", "X5", "KX"])
def test_a_card_that_does_not_exist_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="no card is called"):
        CardArt(84).face(code)


@pytest.mark.parametrize("height", [0, -7])
def test_a_card_of_no_height_is_refused(height: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        CardArt(height)


def test_nothing_is_drawn_before_it_is_asked_for_nor_twice() -> None:
    art = CardArt(120)
    assert art.face("QH") is art.face("QH")
    assert art.back() is art.back()
    assert art.shadow() is art.shadow()
    assert art.halo((255, 200, 0)) is not art.shadow()


@pytest.mark.parametrize("height", HEIGHTS)
def test_corners_are_round_and_the_rest_is_solid(height: int) -> None:
    art = CardArt(height)
    inside = round(CORNER * height / SHEET_HEIGHT) + 1
    for surface in (art.face("5D"), art.face("KS"), art.face("X2"), art.back()):
        width = art.width - 1
        for corner in ((0, 0), (width, 0), (0, height - 1), (width, height - 1)):
            assert surface.get_at(corner).a < 90
        assert surface.get_at((inside, inside)).a == 255
        assert surface.get_at((art.width // 2, height // 2)).a == 255
        assert surface.get_at((art.width // 2, 0)).a == 255


@pytest.mark.parametrize("code", ["2C", "TH", "KD", "QS", "X3", "BACK"])
def test_alpha_is_multiplied_in(code: str) -> None:
    art = CardArt(120)
    surface = art.back() if code == "BACK" else art.face(code)
    places = itertools.product(range(art.width), range(art.height))
    # A blend may round one part up.
    assert all(max(c[:3]) <= c.a + 2 for c in map(surface.get_at, places))


@pytest.mark.parametrize("height", HEIGHTS)
def test_the_index_stands_whole_within_the_strip_that_a_fan_shows(height: int) -> None:
    strip = round(height * 5 / 7 * STRIP)
    corners = [(code, CardArt(height).corner(code)) for code in CODES]
    french = CardArt(height, DeckStyle(courts="VDR"))
    for code, corner in [*corners, *((code, french.corner(code)) for code in ("JS", "QH", "KD"))]:
        assert corner.width <= strip, code
        print_box = corner.get_bounding_rect(min_alpha=60)
        assert print_box.left >= 2, code
        assert print_box.right < corner.width, f"{code} is cut off"
        assert print_box.width >= strip * 0.5, code
        assert print_box.bottom < corner.height, f"{code} is cut off"


@pytest.mark.parametrize("courts", ["JQK", "VDR"])
def test_ranks_are_told_apart_in_the_strip_at_the_smallest_size(courts: str) -> None:
    smallest = CardArt(84, DeckStyle(courts=courts))
    box = index_box(smallest)
    for one, other in itertools.combinations("A23456789TJQK", 2):
        apart = difference(smallest.face(one + "S"), smallest.face(other + "S"), box)
        assert apart >= 12, f"{one} and {other}"


def test_only_court_cards_have_other_letters_in_french() -> None:
    english, french = CardArt(120), CardArt(120, DeckStyle(courts="VDR"))
    differ = {code for code in CODES if picture(english.face(code)) != picture(french.face(code))}
    assert differ == {rank + suit for rank in "JQK" for suit in "CDHS"}


def test_suits_are_told_apart_in_the_strip_without_their_colour(smallest: CardArt) -> None:
    box = index_box(smallest)
    marks = {suit: ink(smallest.face("7" + suit), box).keys() for suit in "CDHS"}
    for one, other in itertools.combinations("CDHS", 2):
        assert len(marks[one] ^ marks[other]) >= 8, f"{one} and {other}"


@pytest.mark.parametrize("height", [84, 120, 216])
def test_the_stem_of_a_king_is_crisp(height: int) -> None:
    """Its left side steps from paper to ink within one pixel."""
    art = CardArt(height)
    y = round((15 + 6) * height / 350)
    row = [art.face("KS").get_at((x, y)).r for x in range(1, art.width // 4)]
    first = next(x for x, value in enumerate(row) if value < 120)
    assert row[first - 1] > 200
    assert row[first] < 60


@pytest.mark.parametrize("code", ["2H", "4S", "TD", "JC", "QH", "KS", "X1", "X4"])
def test_a_card_reads_the_same_from_both_ends(code: str) -> None:
    art = CardArt(140)
    face = art.face(code)
    turned = pygame.transform.flip(face, flip_x=True, flip_y=True)
    whole = face.get_rect()
    # The paper's shading and the odd pixel between pips; not the print.
    assert difference(face, turned, whole) <= whole.width * whole.height * 0.012


@pytest.mark.parametrize("design", BACKS)
def test_the_back_looks_the_same_upside_down(design: str) -> None:
    back = CardArt(210, Theme(Look(back=design)).deck()).back()
    turned = pygame.transform.flip(back, flip_x=True, flip_y=True)
    assert difference(back, turned, back.get_rect()) <= 210 * 150 * 0.01


@pytest.mark.parametrize("design", BACKS)
def test_a_back_keeps_within_the_outline_of_the_card(design: str) -> None:
    art = CardArt(350, Theme(Look(back=design)).deck())
    back, blank = art.back(), CardArt(350).face("2S")
    beyond = pygame.mask.from_surface(back, 90)
    beyond.erase(pygame.mask.from_surface(blank, 20), (0, 0))
    assert beyond.count() == 0


def in_the_same_colours(back: str) -> pygame.Surface:
    """A back with its colours, from dark to light, replaced by those of the first."""
    first, body = (drawing(f"backs/{name}.svg").body for name in (next(iter(BACKS)), back))
    theirs, ours = (
        sorted(set(re.findall(r"#\w{6}", text)), key=brightness) for text in (body, first)
    )
    same = recoloured(body, dict(zip(theirs, ours, strict=True)))
    return rendered((100, 140), group("scale(0.4)", same))


def brightness(colour: str) -> int:
    return sum(pygame.Color(colour)[:3])


def test_every_back_that_can_be_chosen_is_another_drawing() -> None:
    found = [in_the_same_colours(back) for back in BACKS]
    for one, other in itertools.combinations(found, 2):
        assert difference(one, other, one.get_rect()) > 1500


@pytest.mark.parametrize("height", HEIGHTS)
def test_large_indices_stand_whole_within_their_strip(height: int) -> None:
    style = DeckStyle(large_index=True)
    strip = round(height * 5 / 7 * Design.LARGE_INDEX_SHARE)
    for code in CODES:
        corner = CardArt(height, style).corner(code)
        assert corner.width <= strip, code
        print_box = corner.get_bounding_rect(min_alpha=60)
        usual = CardArt(height).corner(code).get_bounding_rect(min_alpha=60)
        assert 0 < print_box.left < print_box.right < corner.width, code
        assert print_box.bottom < corner.height, code
        assert print_box.height >= usual.height * 1.2, code


def test_red_suits_are_red_and_black_ones_black() -> None:
    art = CardArt(350)
    for suit, red in (("H", True), ("D", True), ("C", False), ("S", False)):
        colour = art.face("2" + suit).get_at((125, 66))
        assert (colour.r > 150) is red
        assert colour.g < 60


def test_the_number_of_pips_is_the_rank() -> None:
    art = CardArt(350)
    for rank, count in zip("23456789T", range(2, 11), strict=True):
        middle = art.face(rank + "D").subsurface(pygame.Rect(58, 20, 134, 310))
        marks = pygame.mask.from_threshold(middle, (189, 30, 44), (40, 40, 40, 255))
        assert len(marks.connected_components(40)) == count, rank


@pytest.mark.parametrize("height", [216, 432])
def test_the_shadow_is_soft_and_larger_than_the_card_by_its_margin(height: int) -> None:
    art = CardArt(height)
    shadow, margin = art.shadow(), art.shadow_margin
    assert shadow.get_size() == (art.width + 2 * margin, art.height + 2 * margin)
    across = [shadow.get_at((x, shadow.height // 2)).a for x in range(shadow.width // 2)]
    assert across[0] == 0
    assert across == sorted(across), "it only grows darker inwards"
    assert max(b - a for a, b in itertools.pairwise(across)) < 20
    assert across[-1] > 90


@pytest.mark.parametrize("height", [216, 432])
def test_a_halo_keeps_its_colour_to_the_edge(height: int) -> None:
    art = CardArt(height)
    halo = art.halo((255, 216, 120))
    faint = halo.get_at((art.shadow_margin // 2 + 2, halo.height // 2))
    assert 0 < faint.a < 128
    assert faint.r == pytest.approx(faint.a, abs=3)
    assert faint.b == pytest.approx(faint.a * 120 / 255, abs=3)


def test_a_pack_in_other_colours_is_another_pack() -> None:
    style = DeckStyle(red="#1040c0")
    blue = CardArt(350, style).face("2H").get_at((125, 66))
    assert blue.b > 150 > blue.r
    plain, other = CardArt(140).back(), CardArt(140, DeckStyle(back="lattice")).back()
    assert difference(plain, other, plain.get_rect()) > 2000


def test_suit_signs_stand_beside_text_in_any_colour() -> None:
    sign = pip("S", 24, "#ffffff")
    assert sign.get_size() == (24, 24)
    assert sign.get_at((12, 12))[:3] == (255, 255, 255)
    assert pip("H", 24).get_at((12, 10)).r > 150
    with pytest.raises(ValueError, match="no suit is called 'X'"):
        pip("X", 24)


def test_a_drawing_is_read_without_comments_and_taken_apart_by_its_outer_groups(
    bare_assets: Path,
) -> None:
    (bare_assets / "commented.svg").write_text(
        '<?xml version="1.0"?><!-- <g id="no"> --><svg viewBox="0 0 40 58">'
        '<g id="one" fill="#1c1a21"><g id="inner"><path d="M0,0"/></g></g><!-- two -->'
        '<g fill="#1C1A21" id="two"><g/></g></svg>'
    )
    found = drawing("commented.svg")
    assert (found.width, found.height) == (40, 58)
    assert found.layer("one").endswith('<path d="M0,0"/></g></g>')
    assert found.layer("two") == '<g fill="#1C1A21" id="two"><g/></g>'
    assert found.layer("inner") == found.layer("no") == ""
    assert recoloured(found.body, {"#1c1a21": "#ffffff"}).count("#ffffff") == 2


@pytest.mark.parametrize("content", [b"", b"<svg>", b"\xff\xfe", b'<svg viewBox="a"></svg>'])
def test_a_drawing_that_is_damaged_is_named(bare_assets: Path, content: bytes) -> None:
    (bare_assets / "damaged.svg").write_bytes(content)
    with pytest.raises(AssetMissing, match=r"assets/damaged\.svg is missing"):
        drawing("damaged.svg")


def test_every_drawing_keeps_to_what_the_renderer_knows() -> None:
    known = {"svg", "title", "g", "path", "circle", "defs", "linearGradient", "stop"}
    files = [
        file for folder in DRAWN for file in asset_path(LICENSES).parent.glob(f"{folder}/*.svg")
    ]
    assert len(files) > 60
    for file in files:
        names = set(re.findall(r"<([a-zA-Z]+)", re.sub("<!--.*?-->", "", file.read_text("utf-8"))))
        assert names <= known, file.name
