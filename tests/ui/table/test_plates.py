"""Name plates: what stands on them leaves out nothing for which there is room."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pygame import Surface
from pygame.image import tobytes

from game.saves.settings import LANGUAGES
from game.ui.kit.controls import KEY
from game.ui.kit.skin import Skin
from game.ui.look.appearance import Look
from game.ui.look.card_art import DeckStyle
from game.ui.look.palettes import HIGH_CONTRAST, JADE
from game.ui.table.flow.shown import ButtonLook, SeatLook
from game.ui.table.input.targets import PLAY_BUTTONS, PlayButton
from game.ui.table.motion.layout import Shape, arrange
from game.ui.table.painting.cardsheet import CardSheet
from game.ui.table.painting.furniture import (
    LABEL,
    Plates,
    alike,
    draw_button,
    medallion_colour,
    table_measures,
    table_skin,
)
from game.ui.text import language
from tests.ui.contrast import contrast
from tests.ui.seen import seen, sheet, watching
from tests.ui.stage import stage
from tests.ui.test_everything_fits import spoken

_OWN = arrange((1280, 720), Shape(2, 0, (2, 5))).seats[0]


def written_on(look: SeatLook) -> set[str]:
    """What is to be read on the player's plate."""
    with stage((1280, 720)) as app, watching():
        skin = Skin(app.services.theme, (1280, 720))
        plates = Plates(skin, CardSheet(DeckStyle(), (1280, 720)))
        plates.draw(sheet((1280, 720)), _OWN, look, 0, is_own=True)
        return {word.text for word in seen().words}


@pytest.mark.parametrize("is_blocked", [False, True])
def test_a_wait_does_not_cut_off_whose_turn_it_is(is_blocked: bool) -> None:
    look = SeatLook(
        "You", "100", 2, is_dealer=True, is_on_turn=True, note="your turn", wait=3,
        is_blocked=is_blocked,
    )  # fmt: skip
    assert {"You", "100", "your turn"} <= written_on(look)


@pytest.mark.parametrize(
    ("name", "is_whole"), [("Bartholomew Feather", True), ("Maximiliane von Wolkenstein", False)]
)
def test_a_wide_name_is_written_smaller_before_its_end_is_left_out(
    name: str, is_whole: bool
) -> None:
    written = written_on(SeatLook(name, "100", 2, is_dealer=False, is_on_turn=False))
    assert (name in written) is is_whole
    assert any(each.startswith(name[:12]) for each in written)


@pytest.mark.parametrize("seat", range(6))
def test_the_initial_of_a_seat_can_be_read_even_where_high_contrast_is_wished(seat: int) -> None:
    for colours in (JADE, HIGH_CONTRAST):
        assert contrast(colours["ink"], medallion_colour(seat)) >= 7.0


@pytest.mark.parametrize("name", ["spread", "hit", "discard", "pass", "slap"])
def test_every_button_of_a_slap_table_shows_its_key(name: str) -> None:
    buttons = ("drop", "spread", "hit", "discard", "pass", "slap", "hint")
    with stage((1280, 720)) as app:
        skin = table_skin(app.services.theme, (1280, 720))
        measures = table_measures(app.services.theme, (1280, 720))
    box = arrange((1280, 720), Shape(4, 0, (5,) * 4, buttons=buttons), measures).buttons[name]
    drawn = set()
    for key in ("X", "W"):
        sheet = Surface((1280, 720))
        draw_button(sheet, skin, box, ButtonLook(name.capitalize(), key=key, is_lit=True))
        drawn.add(tobytes(sheet, "RGB"))
    assert len(drawn) == 2


SLAP_BUTTONS: tuple[PlayButton, ...]
SLAP_BUTTONS = ("drop", "spread", "hit", "discard", "pass", "slap", "hint")


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("scale", [0, 150, 200])
@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("leave", ["Pass", "Leave it"])
def test_the_buttons_of_a_row_are_written_with_keys_in_one_size_and_hardly_smaller(
    leave: str, tongue: str, scale: int, size: tuple[int, int]
) -> None:
    texts = {**PLAY_BUTTONS, "pass": leave}
    keys = dict(zip(SLAP_BUTTONS, ("K", "S", "H", "X", "P", "W", "F2"), strict=True))
    with stage(size) as app, spoken(tongue):
        app.services.theme.set_look(Look(scale=scale))
        skin = table_skin(app.services.theme, size)
        measures = table_measures(app.services.theme, size)
        boxes = arrange(size, Shape(3, 0, (5,) * 3, buttons=SLAP_BUTTONS), measures).buttons
        row = [
            (boxes[name], ButtonLook(language._(texts[name]), keys[name], is_lit=True))
            for name in SLAP_BUTTONS
        ]
        drawn = alike(skin, row)
    ((units, is_below),) = {each[1:] for each in drawn}
    assert units >= 0.75 * LABEL
    for (box, given), (look, *_how) in zip(row, drawn, strict=True):
        assert look == given, "with its key"
        label = skin.text(look.text, "ink", units, bold=True).get_bounding_rect()
        key = skin.text(look.key, "ink", skin.small(KEY)).height if is_below else 0
        assert label.width <= box.width, look.text
        assert label.height + key <= box.height, look.text
    for left, right in pairwise(boxes.values()):
        assert right.left - left.right >= 6, "no two touch"
