"""Drawing the still parts of the table: plates, stock, tags, buttons, the corner and the log.

`Furniture.parts` splits it into parts that the painter redraws only when their state changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.kit.controls import KEY, draw_key, draw_panel
from game.ui.kit.paint import disc, polygon, ring, rounded, stretch
from game.ui.kit.skin import Skin
from game.ui.look.drawing import BLEND
from game.ui.look.faces import Mood, portrait
from game.ui.look.sheets import MARGIN, mixed
from game.ui.look.theme import ButtonState
from game.ui.table.input.targets import PLAY_BUTTONS
from game.ui.table.motion.layout import Design, Measures, Pose, Stack
from game.ui.text.language import _, pgettext

if TYPE_CHECKING:
    from game.ui.look.theme import Theme
    from game.ui.table.flow.shown import ButtonLook, LogLook, SeatLook, TableLook
    from game.ui.table.motion.layout import SeatPlace, TableLayout
    from game.ui.table.painting.cardsheet import CardSheet


LABEL = 18.0  # units: the largest text of a button
_MARKER: Final = 9.0
"""How far the marker of the seat on turn sticks out of its plate, in units."""
_BESIDE_KEY: Final = 0.85
"""How much a button's label may shrink to make room for its key."""
_ROOMS: Final = ((14.0, 8.0), (6.0, 4.0))
"""Padding around a button's label and key, and the gap between them, in units; narrower second."""


class _Lettering(NamedTuple):
    """The text layout of a button: label size, padding, and its key after a gap or above it."""

    units: float
    room: Rect
    cap: int = 0
    gap: float = 0.0


def _lettering(
    skin: Skin, box: Rect, look: ButtonLook, most: float = LABEL, *, is_below: bool = False
) -> _Lettering:
    """Return the text layout of a button; its key is included only if the label stays large.

    ``is_below``: the label stands below the key, or where it would if there is none.
    """
    if is_below:
        room, cap = box.inflate(-skin.px(_ROOMS[1][0]), 0), key_width(skin, look.key, 0.0)
        # Ink fills less of a line than its height.
        high = (box.height - skin.line(skin.small(KEY)) - skin.px(3)) / 0.78
        most = min(most, LABEL * high / skin.line(LABEL))
        units = skin.fitting(look.text, room.width, most, bold=True)
        fits = max(cap, skin.width(look.text, units, bold=True)) <= room.width
        fits = fits and units >= 0.75 * LABEL
        return _Lettering(units, room, cap if fits else 0)
    for around, gap in _ROOMS if look.key else ():
        room, cap = box.inflate(-skin.px(around), 0), key_width(skin, look.key, gap)
        units = skin.fitting(look.text, room.width - cap, most, bold=True)
        fits = skin.width(look.text, units, bold=True) <= room.width - cap
        if fits and units >= _BESIDE_KEY * LABEL:
            return _Lettering(units, room, cap, gap)
    room = box.inflate(-skin.px(_ROOMS[0 if look.key else 1][0]), 0)
    return _Lettering(skin.fitting(look.text, room.width, most, bold=True), room)


def alike(
    skin: Skin, row: Sequence[tuple[Rect, ButtonLook]]
) -> Sequence[tuple[ButtonLook, float, bool]]:
    """Return the buttons of a row as drawn, each with its text size and whether it is below a key.

    All have the largest text size that fits. If one has no room beside it for its key, all keys are
    above the labels; without room for that, none is shown.
    """
    looks, is_below = [look for _box, look in row], False
    ways = [_lettering(skin, *each) for each in row]
    if any(look.key and not way.cap for look, way in zip(looks, ways, strict=True)):
        is_below = True
        ways = [_lettering(skin, *each, is_below=True) for each in row]
    if any(look.key and not way.cap for look, way in zip(looks, ways, strict=True)):
        looks, is_below = [replace(look, key="") for look in looks], False
        ways = [_lettering(skin, box, look) for (box, _look), look in zip(row, looks, strict=True)]
    units = min((way.units for way in ways), default=LABEL)
    return [(look, units, is_below) for look in looks]


def draw_button(
    surface: Surface,
    skin: Skin,
    box: Rect,
    look: ButtonLook,
    most: float = LABEL,
    is_below: bool = False,
) -> None:
    """Draw a button: its label, no larger than ``most`` units, and its key if it fits: beside the
    label, or above it if that ``is_below``.
    """
    state = _state(look)
    radius = skin.px(10)
    tile = skin.theme.button((4 * radius, 4 * radius), state, radius)
    stretch(surface, tile, box.inflate(2 * MARGIN, 2 * MARGIN), radius + MARGIN)
    ink = state.value[1]
    units, room, cap, gap = _lettering(skin, box, look, most, is_below=is_below)
    words = skin.text(skin.fitted(look.text, room.width, units, bold=True), ink, units, bold=True)
    if cap and is_below:
        surface.blit(words, words.get_rect(midbottom=(room.centerx, box.bottom - skin.px(1))))
        middle = box.top + skin.px(1) + skin.line(skin.small(KEY)) // 2
        draw_key(surface, skin, look.key, (room.centerx - cap // 2, middle), ink)
        return
    place = words.get_rect(midleft=(room.centerx - (words.width + cap) // 2, room.centery))
    surface.blit(words, place)
    if cap:
        draw_key(surface, skin, look.key, (place.right + skin.px(gap), room.centery), ink)


def key_width(skin: Skin, key: str, gap: float = _ROOMS[0][1]) -> int:
    """Return how much wider a key and the gap before it make a button, in pixels."""
    return skin.width(key, skin.small(KEY)) + skin.px(gap + 10) if key else 0


def draw_lit_frame(surface: Surface, skin: Skin, box: Rect) -> None:
    """Draw a frame around cards that can be clicked."""
    wide = max(2, skin.px(2.5))
    ring(surface, box.inflate(3 * wide, 3 * wide), skin.colour("legal"), 3 * wide, wide)


def least_with_key(skin: Skin, look: ButtonLook) -> int:
    """Return the least width of a button with its key, its label as small as allowed, in pixels."""
    around, gap = _ROOMS[-1]
    words = skin.width(look.text, skin.small(_BESIDE_KEY * LABEL), bold=True) + skin.px(2)
    return words + skin.px(around) + key_width(skin, look.key, gap)


def _state(look: ButtonLook) -> ButtonState:
    if not look.is_lit:
        return ButtonState.OFF
    if look.is_primary:
        return ButtonState.PRIMARY_HOVER if look.is_hovered else ButtonState.PRIMARY
    return ButtonState.HOVER if look.is_hovered else ButtonState.CALM


def table_skin(theme: Theme, size: tuple[int, int]) -> Skin:
    """Return the skin of a table: text may get small, but plates do not, and plates grow less than
    large text.
    """
    return Skin(theme, size, Design.LEAST_FACE, most=Design.LARGEST_FACE)


def table_measures(
    theme: Theme, size: tuple[int, int], texts: Mapping[str, str] | None = None
) -> Measures:
    """Return the measures that a table's layout depends on; ``texts`` are the button labels, by
    default those of play.
    """
    index = Design.LARGE_INDEX_SHARE if theme.look.large_index else Design.INDEX_SHARE
    skin = table_skin(theme, size)
    if texts is None:
        texts = {name: _(text) for name, text in PLAY_BUTTONS.items()}
        both = texts["pass"], _("Leave it")  # the same button asks both
        texts["pass"] = max(both, key=lambda text: skin.width(text, LABEL, bold=True))
    words = ((name, skin.width(text, LABEL, bold=True)) for name, text in texts.items())
    return Measures(skin.unit, index, tuple(words))


# -- name plates -----------------------------------------------------------------------------------


_SEAT_COLOURS: Final = (
    (196, 148, 58),
    (178, 74, 60),
    (62, 120, 168),
    (124, 88, 158),
    (92, 138, 62),
    (176, 100, 128),
)
NAME, NOTE = 18.0, 15.0  # units: text sizes
MEDALLION = 60.0
"""The largest face or initial on a plate, in units."""


def seat_colour(seat: int) -> tuple[int, int, int]:
    """Return the colour of a seat's medallion and of the mark on its spreads."""
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]


def draw_initial(surface: Surface, skin: Skin, box: Rect, name: str, seat: int) -> None:
    """Draw a medallion with the initial of a player without a face."""
    disc(surface, box.center, box.width // 2, seat_colour(seat))
    disc(surface, box.center, box.width // 2 - max(2, skin.px(3)), medallion_colour(seat))
    initial = skin.text(name[:1].upper(), "ink", box.height * 0.56 / skin.letters, bold=True)
    surface.blit(initial, initial.get_rect(center=box.center))


def medallion_colour(seat: int) -> tuple[int, int, int]:
    """Return the background of a seat's initial: a darker shade of its colour."""
    return mixed(seat_colour(seat), (0, 0, 0), 0.5)


def purse(skin: Skin, plate: Rect) -> tuple[int, int]:
    """Return the position of the mark before the money, where coins leave and arrive."""
    inner = plate.inflate(-skin.px(12), -skin.px(8))
    left = inner.left + min(inner.height, skin.px(MEDALLION)) + skin.px(9)
    return left + max(3, skin.px(5)), inner.bottom - inner.height // 4


class Plates:
    """Draws name plates: name, money, cards, and whose turn it is."""

    def __init__(self, skin: Skin, sheet: CardSheet) -> None:
        self._skin = skin
        self._sheet = sheet

    def draw(
        self,
        surface: Surface,
        place: SeatPlace,
        look: SeatLook,
        seat: int,
        *,
        is_own: bool,
    ) -> None:
        skin, box = self._skin, place.plate
        radius = skin.px(12)
        draw_panel(surface, box, skin, 12.0)
        if look.has_won:
            wide = max(2, skin.px(3))
            ring(surface, box.inflate(-wide, -wide), skin.colour("gold"), radius, wide)
        if look.is_on_turn:
            wide = max(2, skin.px(2.5))
            ring(surface, box.inflate(-wide, -wide), skin.colour("accent"), radius, wide)
            self._marker(surface, box, place.fan)
        inner, medallion = box.inflate(-skin.px(12), -skin.px(8)), self._medallion(box)
        if look.mood is None:
            draw_initial(surface, skin, medallion, look.name, seat)
        inner.left = medallion.right + skin.px(9)
        inner.width = box.right - skin.px(8) - inner.left
        right = self._badges(surface, inner, look, is_own=is_own)
        self._words(surface, inner, look, right, is_own=is_own)

    def _marker(self, surface: Surface, box: Rect, fan: Rect) -> None:
        """Draw a wedge from the plate of the seat on turn towards its cards."""
        size, colour = self._skin.px(_MARKER), self._skin.colour("accent")
        if fan.left >= box.right or fan.right <= box.left:
            way = 1 if fan.left >= box.right else -1
            x, y = (box.right if way > 0 else box.left - 1), box.centery
            points = [(x - way, y - size), (x + way * size, y), (x - way, y + size)]
        else:
            x, y = box.centerx, box.bottom
            points = [(x - size, y - 1), (x + size, y - 1), (x, y + size)]
        polygon(surface, colour, points)

    def _medallion(self, box: Rect) -> Rect:
        """Return the box of a face or an initial on a plate."""
        inner = box.inflate(-self._skin.px(12), -self._skin.px(8))
        size = min(inner.height, self._skin.px(MEDALLION))
        return Rect(inner.left, inner.centery - size // 2, size, size)

    def face(self, box: Rect, look: SeatLook, seat: int) -> tuple[Surface, Rect]:
        """Return a face, slightly larger than an initial, and its place on the plate."""
        grown = self._medallion(box).inflate(self._skin.px(5), self._skin.px(5))
        bold, mood = self._skin.theme.look.high_contrast, look.mood or Mood.CALM
        return portrait(
            look.person or look.name, mood, seat_colour(seat), grown.width, bold=bold
        ), grown

    def _badges(self, surface: Surface, box: Rect, look: SeatLook, *, is_own: bool) -> int:
        """Draw the dealer's button, the card count and what is barred; return the left edge."""
        skin, right = self._skin, box.right
        if look.is_dealer:
            radius = min(skin.px(13), box.height // 2)
            centre = (right - radius, box.top + radius if is_own else box.centery)
            disc(surface, centre, radius, skin.colour("gold_deep"))
            disc(surface, centre, radius - max(1, skin.px(1.5)), skin.colour("paper"))
            letter = skin.text("D", "paper_ink", radius * 1.25 / skin.letters, bold=True)
            surface.blit(letter, letter.get_rect(center=centre))
            right -= 2 * radius + skin.px(7)
        if not is_own:
            right = self._card_count(surface, box, right, look.cards)
        if look.wait:
            text = pgettext("plate", "wait {count}").format(count=look.wait)
            right = self._pill(surface, box, right, text, is_own=is_own)
        if look.is_blocked:
            right = self._pill(surface, box, right, pgettext("plate", "hit"), is_own=is_own)
        return right

    def _pill(self, surface: Surface, box: Rect, right: int, text: str, *, is_own: bool) -> int:
        """Draw a small label in a warning colour; return its left edge."""
        skin = self._skin
        words = skin.text(text, "warning", skin.small(NOTE - 1), bold=True)
        pill = Rect(0, 0, words.width + skin.px(12), words.height + skin.px(2))
        pill.midright = (right, box.top + pill.height // 2 if is_own else box.centery)
        edge = skin.colour("warning")
        rounded(surface, pill, skin.colour("rim_dark"), pill.height // 2, edge, 1)
        surface.blit(words, words.get_rect(center=pill.center))
        return pill.left - skin.px(6)

    def _card_count(self, surface: Surface, box: Rect, right: int, cards: int) -> int:
        skin = self._skin
        number = skin.text(str(cards), "ink", NAME, bold=True)
        place = number.get_rect(midright=(right, box.centery))
        surface.blit(number, place)
        icon = self._sheet.plain(None, max(14, skin.px(24)))
        at = icon.get_rect(midright=(place.left - skin.px(4), box.centery))
        surface.blit(icon, at, special_flags=BLEND)
        return at.left - skin.px(6)

    def _words(
        self, surface: Surface, box: Rect, look: SeatLook, right: int, *, is_own: bool
    ) -> None:
        """Draw the name and the money, left of the badges that begin at ``right``.

        On the player's plate the badges take the upper half only.
        """
        skin = self._skin
        upper, lower = box.copy(), box.copy()
        upper.height = lower.height = box.height // 2
        lower.bottom = box.bottom
        upper.width = right - box.left
        end = box.right if is_own else right
        usual = NAME + 3 * is_own
        units = skin.fitting(look.name, upper.width, usual, bold=True)
        # A name too wide for its plate is scaled down to 0.75 before it is shortened.
        units = max(units, usual * 0.75)
        skin.write(surface, look.name, upper, "ink", units, bold=True)
        lower.width = end - lower.left
        if look.money:
            lower.left = self._money(surface, lower, look) + skin.px(9)
            lower.width = end - lower.left
        if look.change and skin.width(look.change, skin.small(NOTE), bold=True) <= lower.width:
            colour = "gain" if look.way > 0 else "loss" if look.way < 0 else "ink_soft"
            skin.write(surface, look.change, lower, colour, skin.small(NOTE), bold=True)
        # Without room for the note, only the ring around the plate shows the turn.
        if look.note and skin.width(look.note, skin.small(NOTE)) <= lower.width:
            skin.write(surface, look.note, lower, "ink_soft", skin.small(NOTE))

    def _money(self, surface: Surface, box: Rect, look: SeatLook) -> int:
        """Draw the money or points after their mark; return the right edge."""
        skin = self._skin
        radius = max(3, skin.px(5))
        self._mark(surface, look.mark, (box.left + radius, box.centery), radius)
        place = box.copy()
        place.left += 2 * radius + skin.px(5)
        place.width = box.right - place.left
        return skin.write(surface, look.money, place, "accent", skin.small(NOTE), bold=True).right

    def _mark(self, surface: Surface, mark: str, centre: tuple[int, int], radius: int) -> None:
        """Draw a coin before money; a leaf of the pad or a rising wedge before points."""
        gold, (x, y) = self._skin.colour("gold"), centre
        match mark:
            case "pad":
                leaf = Rect(0, 0, 2 * radius - 2, 2 * radius)
                leaf.center = centre
                pygame.draw.rect(surface, gold, leaf, border_radius=2)
            case "rise":
                wedge = [(x - radius, y + radius), (x + radius, y + radius), (x, y - radius)]
                pygame.draw.polygon(surface, gold, wedge)
            case _:
                disc(surface, centre, radius, gold)


# -- everything else -------------------------------------------------------------------------------


TAG, LOG = 15.0, 15.5  # units: text sizes


@dataclass(frozen=True, slots=True)
class StillPart:
    """A part of the cached layer, redrawn when its state or box has changed."""

    name: str
    box: Rect
    """The box of everything that the part may draw, including its shadow."""
    state: object
    draw: Callable[[Surface], None]


def log_breaker(skin: Skin, layout: TableLayout) -> Callable[[str], list[str]]:
    """Return a function that breaks log entries into lines of the log's width."""
    width, units = layout.log.width - skin.px(28), skin.small(LOG)
    return lambda text: skin.lines(text, width, units)


def log_room(skin: Skin, layout: TableLayout) -> int:
    """Return how many lines of the log fit."""
    return max(1, (layout.log.height - skin.px(14)) // skin.line(skin.small(LOG)))


class Furniture:
    """The furniture of one table at one window size."""

    _STEADY: Final = 4
    """Lines below the player's plate that always have room, so that none moves as others appear."""

    def __init__(self, skin: Skin, sheet: CardSheet) -> None:
        self._skin = skin
        self._sheet = sheet
        self._plates = Plates(skin, sheet)
        self._prepared: tuple[tuple[int, str], ...] = ()
        self._to_prepare: list[tuple[int, Mood]] = []

    def faces(self, layout: TableLayout, look: TableLook) -> Iterator[tuple[Surface, Rect]]:
        """Yield the faces and their places: they change far more often than all else."""
        for seat, (place, each) in enumerate(zip(layout.seats, look.seats, strict=True)):
            if each.mood is not None:
                yield self._plates.face(place.plate, each, seat)

    def prepare(self, layout: TableLayout, look: TableLook) -> None:
        """Draw a face needed later, while cards are cut and dealt and frames have time."""
        shown = tuple(
            (seat, each.name)
            for seat, each in enumerate(look.seats)
            if each.mood and not each.person
        )
        if shown != self._prepared:
            self._prepared = shown
            self._to_prepare = [(seat, mood) for mood in Mood for seat, _name in shown]
        if self._to_prepare:
            seat, mood = self._to_prepare.pop()
            self._plates.face(layout.seats[seat].plate, replace(look.seats[seat], mood=mood), seat)

    def parts(self, layout: TableLayout, look: TableLook) -> Iterator[StillPart]:
        """Yield all parts, bottom to top."""
        if not look.is_cleared:
            yield from self._pile_parts(layout, look)
        yield from self._seat_parts(layout, look)
        named = [(name, button) for name, button in look.buttons if name in layout.buttons]
        row = [(layout.buttons[name], button) for name, button in named]
        for (name, _button), (box, _look), drawn in zip(
            named, row, alike(self._skin, row), strict=True
        ):
            shown, most, is_below = drawn
            draw = partial(
                draw_button,
                skin=self._skin,
                box=box,
                look=shown,
                most=most,
                is_below=is_below,
            )
            yield self._part(f"button:{name}", box, drawn, draw)
        corner = layout.menu.unionall([layout.sort, layout.stake])
        said = (look.stake, look.prompt, look.reminder, look.sort)
        yield self._part("corner", corner, said, partial(self._corner, layout=layout, look=look))
        yield self._part(
            "log", layout.log, look.log, partial(self._log, box=layout.log, look=look.log)
        )

    def _pile_parts(self, layout: TableLayout, look: TableLook) -> Iterator[StillPart]:
        for box in (layout.stock, layout.pile):
            yield self._part(f"place:{box.x}", box, None, partial(self._place, box=box))
        stock = layout.stock.inflate(layout.stock.width // 3, layout.stock.height // 3)
        state = (Stack(look.stock_size, layout.unit).layers, look.is_stock_lit)
        yield self._part("stock", stock, state, partial(self._stock, layout=layout, look=look))
        for box, text, key, is_lit in (
            (layout.stock_tag, look.stock, look.stock_key, look.is_stock_lit),
            (layout.pile_tag, look.pile, look.pile_key, look.is_pile_lit),
        ):
            draw = partial(self._tag, box=box, text=text, key=key, is_lit=is_lit)
            yield StillPart(f"tag:{box.x}", box, (text, key, is_lit), draw)

    def _seat_parts(self, layout: TableLayout, look: TableLook) -> Iterator[StillPart]:
        for seat, place in enumerate(layout.seats):
            plate, state = place.plate, look.seats[seat]
            is_own = seat == look.me
            draw = partial(self._plates.draw, place=place, look=state, seat=seat, is_own=is_own)
            marker = 2 * self._skin.px(_MARKER)
            yield self._part(f"plate:{seat}", plate.inflate(marker, marker), state, draw)
        for number, owner in look.owners:
            tag, name = layout.spreads[number].tag, look.seats[owner].name
            draw = partial(self._owner_tag, box=tag, name=name, owner=owner)
            yield StillPart(f"owner:{number}", tag, (name, owner), draw)

    def _place(self, surface: Surface, box: Rect) -> None:
        """Draw the frame of an empty pile."""
        radius = max(3, round(box.width * 0.06))
        rounded(surface, box, (0, 0, 0, 40), radius)
        ring(surface, box.inflate(-2, -2), (*self._skin.colour("gold"), 70), radius, 1)

    def _stock(self, surface: Surface, layout: TableLayout, look: TableLook) -> None:
        """Draw the stock, as thick as it is now."""
        pose = Pose(*layout.stock.center, layout.pile_height)
        stack = Stack(look.stock_size, layout.unit)
        count = stack.layers
        if look.is_stock_lit and count:
            for layer in (0, count - 1):
                lit = pose.moved(*stack.shift(layer))
                glow, at = self._sheet.glow(lit, self._skin.colour("legal"), 150)
                surface.blit(glow, at, special_flags=BLEND)
        for layer in range(count):
            lies = pose.moved(*stack.shift(layer))
            picture, at = self._sheet.lying(None, lies, is_bare=layer > 0)
            surface.blit(picture, at, special_flags=BLEND)
        if look.is_stock_lit and count:
            draw_lit_frame(surface, self._skin, stack.box(layout.stock))

    def _tag(self, surface: Surface, box: Rect, text: str, key: str, is_lit: bool) -> None:
        skin = self._skin
        colour = "accent" if is_lit else "ink_soft"
        cap = key_width(skin, key) if is_lit else 0
        units = skin.fitting(text, box.width - cap, skin.small(TAG))
        words = skin.text(skin.fitted(text, box.width, units), colour, units)
        place = words.get_rect(midleft=(box.centerx - (words.width + cap) // 2, box.centery))
        surface.blit(words, place)
        if cap:
            draw_key(surface, skin, key, (place.right + skin.px(6), box.centery), colour)

    def _owner_tag(self, surface: Surface, box: Rect, name: str, owner: int) -> None:
        skin = self._skin
        radius = max(3, box.height // 4)
        room = box.width - 3 * radius
        units = skin.fitting(name, room, skin.small(TAG - 1))
        words = skin.text(skin.fitted(name, room, units), "ink_soft", units)
        left = box.centerx - (words.width + 3 * radius) // 2
        disc(surface, (left + radius, box.centery + 1), radius, seat_colour(owner))
        surface.blit(words, words.get_rect(midleft=(left + 3 * radius, box.centery + 1)))

    def _corner(self, surface: Surface, layout: TableLayout, look: TableLook) -> None:
        skin = self._skin
        menu = layout.menu
        face = skin.theme.button(menu.size, ButtonState.CALM, skin.px(10))
        surface.blit(face, (menu.x - MARGIN, menu.y - MARGIN), special_flags=BLEND)
        for line in (-1, 0, 1):
            bar = Rect(0, 0, menu.width * 2 // 5, max(2, skin.px(2.5)))
            bar.center = (menu.centerx, menu.centery + line * skin.px(8))
            rounded(surface, bar, skin.colour("ink"), bar.height // 2)
        if look.sort.text:
            draw_button(surface, skin, layout.sort, look.sort)
        self._stake_lines(surface, layout.stake, look)

    def _stake_lines(self, surface: Surface, place: Rect, look: TableLook) -> None:
        """Draw the lines below the player's plate: hand, count, prompt and reminder."""
        skin = self._skin
        place = Rect(place.x, place.y, place.width, place.height - skin.px(look.foot))
        units, width = skin.small(NOTE + 1), place.width - skin.px(6)
        lines = self._broken(look, width, units)
        while len(lines) * (units * skin.letters - 1) > place.height and units > skin.small(0):
            units -= 1 / skin.letters
            lines = self._broken(look, width, units)
        steady, least = (
            place.height // max(len(lines), self._STEADY),
            round(units * skin.letters * 1.1),
        )
        high = min(max(steady, min(least, place.height // len(lines))), skin.px(24))
        for number, (text, colour, is_bold) in enumerate(lines):
            box = Rect(place.left + skin.px(4), place.top + number * high, width, high)
            skin.write(surface, text, box, colour, units, bold=is_bold)

    def _broken(self, look: TableLook, width: int, units: float) -> list[tuple[str, str, bool]]:
        """Return the lines below the plate, each with its colour and whether it is bold."""
        said = [(text, "ink_soft", False) for text in look.stake]
        said += [(look.prompt, "accent", True), (look.reminder, "warning", False)]
        return [
            (line, colour, is_bold)
            for text, colour, is_bold in said
            if text
            for line in self._skin.lines(text, width, units, bold=is_bold)
        ]

    def _log(self, surface: Surface, box: Rect, look: LogLook) -> None:
        skin = self._skin
        draw_panel(surface, box, skin, 12.0)
        units = skin.small(LOG)
        high = skin.line(units)
        inner = box.inflate(-skin.px(20), -skin.px(14))
        top = inner.bottom - high * len(look.lines)
        for number, (text, is_strong) in enumerate(look.lines):
            line = Rect(inner.left, top + number * high, inner.width - skin.px(6), high)
            is_new = number >= len(look.lines) - look.newest
            colour = "accent" if is_strong else "ink" if is_new else "ink_soft"
            skin.write(surface, text, line, colour, units)
        if look.share < 1.0:
            self._thumb(surface, inner, look.share, look.above)

    def _thumb(self, surface: Surface, inner: Rect, share: float, above: float) -> None:
        skin = self._skin
        high = max(skin.px(16), round(inner.height * share))
        top = inner.top + round((inner.height - high) * above)
        bar = Rect(inner.right, top, max(3, skin.px(4)), high)
        rounded(surface, bar, skin.colour("panel_edge"), bar.width // 2)

    @staticmethod
    def _part(name: str, box: Rect, state: object, draw: Callable[[Surface], None]) -> StillPart:
        """Return a part whose box includes the margin for shadows."""
        return StillPart(name, box.inflate(2 * MARGIN + 6, 2 * MARGIN + 6), state, draw)
