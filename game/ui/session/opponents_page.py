"""The page of opponents: name, level and style of each, and how strong each level is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING

from pygame import Rect

from game.play.chosen_opponents import ChosenOpponent, filled
from game.play.opponents import ADAPTIVE
from game.saves.settings import LONGEST_NAME
from game.ui.kit.controls import HEIGHT, PADDING, Button, Label
from game.ui.kit.document import Block, Heading, Para, Point
from game.ui.kit.grids import SMALLEST_TARGET, row
from game.ui.kit.inputs import Choice
from game.ui.kit.skin import SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import CALM, Widget, WidgetState, fact
from game.ui.look import faces
from game.ui.look.drawing import BLEND
from game.ui.look.faces import portrait
from game.ui.pages.page import Sheet
from game.ui.pages.typing_page import TypingPage
from game.ui.rulesets.reading import ReadingScene
from game.ui.table.painting.furniture import seat_colour
from game.ui.text.language import _, amount_text
from game.ui.text.level_words import (
    LEVELS,
    STYLES,
    character,
    level_title,
    no_kernel_sentence,
    style_title,
)

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.play.opponents import Ladder, Opponents
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


_OWN_CHOICE, _MIXED = "", "mixed"


class OpponentsScene(TypingPage):
    """The page that chooses opponents; ``done`` gets the choice however the page is left."""

    def __init__(
        self,
        stage: Stage,
        chosen: Sequence[ChosenOpponent],
        count: int,
        done: Callable[[tuple[ChosenOpponent, ...]], None],
    ) -> None:
        """``count`` opponents are shown; chosen ones beyond that are kept unchanged."""
        opponents = stage.services.opponents()
        self._chosen = [opponents.here(each) for each in filled(chosen, max(count, len(chosen)))]
        self._count, self._done = count, done
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Opponents")

    def build(self) -> Sequence[Widget]:
        opponents = self.stage.services.opponents()
        alike = [(level, level_title(level)) for level in opponents.offered]
        offers = [(_OWN_CHOICE, _("Set each below")), *alike, (_MIXED, _("Mixed company"))]
        self._all = Choice("all", _("All of them"), offers, self._common(), self._choose_all)
        self._lines = [self._line(seat) for seat in range(self._count)]
        everybody = product(opponents.offered, opponents.styles)
        known = {opponents.known(ChosenOpponent(*each)) for each in everybody}
        texts = [self._words_on(each) for each in known]
        self._note = _Note(self._words_on(self._chosen[0]), texts)
        self._ladder = Button("button:ladder", _("How strong are they?"), self._show_ladder)
        self._back = Button("button:back", _("Done"), self.back, primary=True)
        parts = [part for line in self._lines for part in (line.face, *line.parts)]
        return [*self._above(), *parts, self._note, self._ladder, self._back]

    def arrange(self, area: Rect) -> None:
        heads = _Heads((_("Name"), _("Level"), _("Style")))
        rows = [*self._above(), heads, *self._lines, self._note]
        self._heads = heads
        self.sheet = Sheet(area, self.skin, rows, [self._ladder, self._back], width=1060.0)

    def paint(self, surface: Surface) -> None:
        super().paint(surface)
        self._heads.draw(surface, self.skin)

    def _above(self) -> list[Choice]:
        """Return the choice of one level for all opponents, if there are several."""
        return [self._all] if self._count > 1 else []

    def handle(self, event: Event) -> None:
        focused = self.form.focused
        super().handle(event)
        if self.form.focused != focused:
            self._tell()

    def rebuild(self) -> None:
        super().rebuild()
        self._tell()

    def back(self) -> None:
        self._done(tuple(self._chosen))
        super().back()

    def _line(self, seat: int) -> _Line:
        """Return the row of one opponent: name, level and style."""
        opponents, now = self.stage.services.opponents(), self._chosen[seat]
        name = TextField(
            f"name:{seat}",
            now.name,
            lambda text: self._change(seat, name=text.strip()),
            hint=self._name(seat),
            most=LONGEST_NAME,
        )
        who = self._name(seat)
        name.says = _("Name of opponent {number}").format(number=seat + 1)
        levels = [(level, level_title(level)) for level in opponents.offered]
        styles = [(style, style_title(style)) for style in opponents.styles]
        level = _Bare(f"level:{seat}", levels, now.level, lambda to: self._choose(seat, level=to))
        style = _Bare(f"style:{seat}", styles, now.style, lambda to: self._choose(seat, style=to))
        level.says = _("Level of {name}").format(name=who)
        style.says = _("Style of {name}").format(name=who)
        return _Line(_Face(seat + 1, lambda: self._name(seat)), (name, level, style))

    def _name(self, seat: int) -> str:
        """Return the name of the opponent in a seat: no two seats share a name."""
        return self.stage.services.opponents().players(self._chosen, self._count)[seat].name

    def _words_on(self, chosen: ChosenOpponent) -> str:
        """Return what an opponent is like, and whether it is unavailable."""
        opponents = self.stage.services.opponents()
        words = character(opponents, chosen)
        return f"{words} {no_kernel_sentence()}" if opponents.away else words

    def _common(self) -> str:
        """Return the level shared by all opponents shown; empty if they differ or have styles."""
        plain = self.stage.services.opponents().plain
        levels = {each.level for each in self._chosen[: self._count] if each.style == plain}
        is_plain = all(each.style == plain for each in self._chosen[: self._count])
        return levels.pop() if is_plain and len(levels) == 1 else _OWN_CHOICE

    def _change(self, seat: int, **values: str) -> None:
        opponents = self.stage.services.opponents()
        self._chosen[seat] = opponents.known(self._chosen[seat]._replace(**values))
        for place, line in enumerate(self._lines):
            line.field.hint = self._name(place)

    def _choose(self, seat: int, **values: object) -> None:
        self._change(seat, **{key: str(value) for key, value in values.items()})
        self.rebuild()

    def _choose_all(self, choice: object) -> None:
        opponents = self.stage.services.opponents()
        if choice == _OWN_CHOICE:
            return
        mixed = choice == _MIXED
        # A new mixture each time; nothing that is played depends on this number.
        new = opponents.mixed(random.getrandbits(32)) if mixed else opponents.alike(str(choice))
        for seat, each in enumerate(new[: len(self._chosen)]):
            self._change(seat, level=each.level, style=each.style)
        self.rebuild()
        if mixed:
            self._all.at = len(self._all.options) - 1

    def _tell(self) -> None:
        """Describe the opponent whose line has the focus."""
        what, _colon, seat = self.form.focused.partition(":")
        if what in {"name", "level", "style"}:
            self._note.text = self._words_on(self._chosen[int(seat)])
            self.arrange(Rect((0, 0), self.skin.size))

    def _show_ladder(self) -> None:

        self.stage.push(LadderScene(self.stage))


class _Line(Widget):
    """A row of widgets that a sheet places as one."""

    def __init__(self, face: Widget, parts: tuple[TextField, Widget, Widget]) -> None:
        super().__init__()
        self.face, self.field, self.parts = face, parts[0], parts

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        wide = sum(part.natural_size(skin)[0] for part in self.parts)
        return wide + skin.px(HEIGHT), skin.px(HEIGHT)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self.face.place(Rect(rect.x, rect.y, rect.height, rect.height), skin)
        for part, box in zip(self.parts, _columns(rect, skin), strict=True):
            part.place(box, skin)


def _columns(rect: Rect, skin: Skin) -> list[Rect]:
    """Return the boxes of name, level and style, to the right of a face."""
    shares = (0.3, 0.35, 0.35)  # shares of a row's width
    gap, face = skin.px(PADDING) // 2, skin.px(HEIGHT)
    left = Rect(rect.x + face + gap, rect.y, rect.width - face - gap, rect.height)
    free = left.width - gap * (len(shares) - 1)
    return row(left, [round(free * share) for share in shares], gap)


class _Heads(Widget):
    """The column heads."""

    def __init__(self, texts: tuple[str, str, str]) -> None:
        super().__init__()
        self._texts = texts

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return 0, skin.line(SMALL)

    def draw(self, surface: Surface, skin: Skin, _mood: WidgetState = CALM) -> None:
        aligns = ("left", "middle", "middle")
        places = zip(self._texts, _columns(self.rect, skin), aligns, strict=True)
        for text, box, align in places:
            skin.write(surface, text, box, "ink_soft", SMALL, align=align)


class _Note(Label):
    """What an opponent is like, with room for the longest of ``texts``, so that nothing moves."""

    def __init__(self, text: str, texts: Sequence[str]) -> None:
        super().__init__(text, units=SMALL, colour="ink_soft", wraps=True)
        self._texts = texts

    def height_in(self, width: int, skin: Skin) -> int:
        lines = max(len(skin.lines(text, width, self.units)) for text in self._texts)
        return lines * skin.line(self.units)


class _Face(Widget):
    """The opponent's face."""

    def __init__(self, seat: int, name: Callable[[], str]) -> None:
        super().__init__()
        self._seat, self._name = seat, name

    def draw(self, surface: Surface, skin: Skin, _mood: WidgetState = CALM) -> None:
        bold, size = skin.theme.look.high_contrast, min(self.rect.size)
        face = portrait(self._name(), faces.Mood.CALM, seat_colour(self._seat), size, bold=bold)
        surface.blit(face, face.get_rect(center=self.rect.center), special_flags=BLEND)


class _Bare(Choice):
    """A choice without a label: its values explain themselves.

    `says` is read aloud before them.
    """

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[object, str]],
        value: object,
        changed: Callable[[object], None],
    ) -> None:
        super().__init__(name, "", options, value, changed)
        self.says = ""

    @property
    def spoken(self) -> str:
        return fact(self.says, super().spoken)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        side, inset = max(SMALLEST_TARGET, skin.px(38)), skin.px(8)
        self.less = Rect(rect.x + inset, rect.centery - side // 2, side, side)
        self.more = self.less.copy()
        self.more.right = rect.right - inset


class LadderScene(ReadingScene):
    """The page of the ladder: a chapter for each level, strongest first, and one for styles."""

    def __init__(self, stage: Stage) -> None:
        services = stage.services
        blocks = tuple(ladder_blocks(services.opponents(), services.ladder()))
        super().__init__(stage, _("How strong are they?"), blocks)


def ladder_blocks(opponents: Opponents, ladder: Ladder) -> Iterator[Block]:
    """Yield the chapters of the ladder, in the player's language."""
    # Results are per this many hands: those of a single hand are too small to picture.
    hands = 100
    below = {upper: lower for lower, upper in pairwise(opponents.levels)}
    for level in reversed(opponents.levels):
        yield Heading(level_title(level))
        if level in LEVELS:
            yield Para(_(LEVELS[level][1]))
        meeting = ladder.between(level, below[level]) if level in below else None
        if meeting:
            words = _(
                "In {hands} hands against {other} it wins about {won} stakes, give or take {give}. "
                "Measured over {measured} hands."
            )
            yield Para(
                words.format(
                    hands=hands,
                    other=level_title(meeting.other),
                    won=amount_text(round(hands * meeting.mean)),
                    give=max(1, round(hands * meeting.give)),
                    measured=amount_text(meeting.hands),
                )
            )
        if level in ladder.caught:
            share = round(100 * ladder.caught[level])
            yield Para(_("Out of 100 drops, {n} get caught.").format(n=share))
    if opponents.study:
        yield Heading(level_title(ADAPTIVE))
        yield Para(character(opponents, ChosenOpponent(ADAPTIVE)))
    yield Heading(_("Styles"))
    for style in opponents.styles:
        if style in STYLES and style != opponents.plain:
            yield Point(f"{style_title(style)}: {_(STYLES[style][1])}")
    yield Heading(_("How this was measured"))
    yield Para(
        _(
            "Two at a time, standard rules, each deal played twice with the seats swapped. Bots "
            "see only what a player in their seat would see."
        )
    )
