"""The page of what a rule set does: figures with intervals, charts, and what good play changes.

Unknown figures are computed in another process; the page may be left meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.rules.presets import STANDARD
from game.rules.results import LISTED
from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.ui.kit.controls import HEIGHT, PADDING, Button, Label, draw_panel, focus_ring
from game.ui.kit.document import Heading, Para, Point, TextView
from game.ui.kit.inputs import Choice
from game.ui.kit.paint import disc, rounded
from game.ui.kit.plot import Bar, Bars, Plot
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, Widget, WidgetState, fact, sentences
from game.ui.pages.page import GAP, Page
from game.ui.rulesets.exploring_words import (
    HABITS,
    advice_sentence,
    evidence_sentence,
    figure_title,
    nothing_differs,
    value_text,
)
from game.ui.rulesets.rule_texts import title_of
from game.ui.text.language import N_, _, amount_text, ngettext, percent_text
from game.ui.text.level_words import level_title, unpriced_sentence
from game.ui.text.move_words import ending_title
from game.verdicts import SURE

if TYPE_CHECKING:
    from pygame import Surface

    from game.play.advice import Explored, Measurement
    from game.rule_files import NamedRules
    from game.ui.kit.document import Block
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


class ExploreScene(Page):
    """The page of an exploration, divided into parts, with a progress bar while it runs."""

    least = (853, 760)
    _USUAL_LEVEL: Final = "expert"
    _SEATS: Final = range(SEATS_LEAST, SEATS_MOST + 1)
    _PARTS: Final = {
        "advice": N_("What changes"),
        # TRANSLATORS: numbers, not face cards.
        "figures": N_("Figures"),
        "endings": N_("Endings"),
        "counts": N_("When to drop"),
        "drops": N_("Who drops when"),
    }
    _GROUPS: Final = (
        (N_("A hand"), ("pay", "winner", "swing", "turns", "actions")),
        (N_("Dropping"), ("drop_caught", "expert_drop", "expert_first_drop", "expert_count")),
    )

    def __init__(self, stage: Stage, named: NamedRules) -> None:
        self._named = named
        self._allowed = [seats for seats in self._SEATS if named.rules.can_seat(seats)]
        last = stage.services.explored_last(named.rules)
        self.seats = last if last in self._allowed else self._allowed[0]
        self._ask(stage)
        self._compares = bool(named.rules.differences(STANDARD))
        """Whether to compare with the standard game: not for that game itself."""
        self._names = [name for name in self._PARTS if name != "advice" or self._compares]
        self.part, self._level, self._shown = self._names[0], self._USUAL_LEVEL, -1
        super().__init__(stage)
        self.form.focus(f"part:{self.part}" if self.found else "button:back")

    @property
    def heading(self) -> str:
        return fact(_("How it plays"), title_of(self._named))

    # -- the exploration in progress -----------------------------------------------------------

    def _ask(self, stage: Stage) -> None:
        explore = stage.services.explore
        self._going = explore(self._named.rules, self.seats) if explore else None
        self.found: Explored | None = self._going.latest if self._going else None
        """The results; None before the end."""

    def _set_seats(self, seats: object) -> None:
        self.seats, self._shown = int(str(seats)), -1
        self._ask(self.stage)
        self.rebuild()

    def update(self, _dt: float) -> bool:
        going = self._going
        if going is None or self.found is not None:
            return False
        self.found = going.latest
        percent = round(100 * going.part)
        if self.found is None and percent == self._shown and not going.error:
            return False
        self._shown = percent
        if self.found is not None or going.error:
            self._going = None if going.error else going
            focused = self.form.focused
            self.rebuild()
            if focused != self._chooser.name:
                self.form.focus(f"part:{self.part}" if self.found else "button:back")
        else:
            self._waiting.text = self._words()
        return True

    def idle_for(self) -> float | None:
        return None if self.found is not None or self._going is None else 0.1  # seconds

    def _words(self) -> str:
        if self._going is None:
            return unpriced_sentence(self._named.rules) or _("Can't work this out here.")
        percent = percent_text(round(100 * self._going.part))
        return _(
            "Bots are playing hands by these rules: {percent} done. You can leave this page."
        ).format(percent=percent)

    # -- widgets -------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        self._waiting = Label(self._words(), colour="ink_soft", align="middle", wraps=True)
        self._parts = [
            self.part_tab(name, _(self._PARTS[name]))
            for name in (self._names if self.found else ())
        ]
        self._content = list(self._contents(self.found)) if self.found else [self._waiting]
        self._back = Button("button:back", _("Back"), self.back)
        self._try = Button("button:try", _("Try it"), self._begin_lesson, primary=True)
        self._try.enabled = self.stage.services.drills is not None and self._compares
        if not self._compares:
            self._try.why_not = _(
                "These are the standard rules. For questions about them, see Drills."
            )
        seats: list[tuple[object, str]] = [(each, amount_text(each)) for each in self._allowed]
        self._chooser = Choice("seats", _("Seats"), seats, self.seats, self._set_seats)
        return [*self._parts, *self._content, self._chooser, self._try, self._back]

    def _begin_lesson(self) -> None:
        """Open questions in positions of these rules where the usual way of playing is wrong."""
        self.stage.push(self.stage.services.pages.lesson(self.stage, self._named))

    def _contents(self, found: Explored) -> list[Widget]:
        usual = found.usual if self._compares else {}
        match self.part:
            case "figures":
                return [TextView("text", tuple(self._figures(found, usual)))]
            case "endings":
                return [self._endings(found, usual)]
            case "counts":
                here, standard = map(self._thresholds, (found.figures, usual))
                if not here:
                    return [TextView("text", (Para(_("Hardly anybody gets to drop here.")),))]
                return [Thresholds(here, standard)]
            case "drops":
                levels: list[tuple[object, str]] = [
                    (each, level_title(each)) for each in found.drops
                ]
                choice = Choice("level", _("Level"), levels, self._level, self._set_level)
                return [choice, HeatMap(found, self._level)]
            case _:
                return [TextView("text", tuple(self._advice(found)))]

    def _set_level(self, level: object) -> None:
        self._level = str(level)
        self.rebuild()

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        gap, high = skin.px(GAP), skin.px(HEIGHT)
        self._title = self.top_title(GAP)
        self._panel = self.place_parts(area, self._parts, [self._back, self._try, self._chooser])
        inside = self._panel.inflate(-2 * skin.px(PADDING), -2 * skin.px(PADDING))
        self._bar = Rect(inside.x, inside.centery + 2 * high, inside.width, skin.px(22.0))
        *heads, last = self._content
        for widget in heads:
            widget.place(Rect(inside.x, inside.y, inside.width, high), skin)
            inside = Rect(inside.x, inside.y + high + gap, inside.width, inside.height - high - gap)
        last.place(self._panel if isinstance(last, TextView) else inside, skin)

    def paint(self, surface: Surface) -> None:
        skin = self.skin
        self.draw_title(surface, self._title)
        draw_panel(surface, self._panel, skin)
        if self.found is None and self._going is not None:
            radius, edge = skin.px(8), skin.colour("button_edge")
            rounded(surface, self._bar, skin.colour("toggle_off"), radius, edge, 1)
            done = self._bar.copy()
            done.width = max(2 * radius, round(done.width * min(1.0, self._going.part)))
            rounded(surface, done, skin.colour("toggle_on"), radius, edge, 1)

    # -- results -------------------------------------------------------------------------------

    def _advice(self, found: Explored) -> Iterator[Block]:
        yield Heading(_("What good play does differently"))
        for each in found.facts:
            yield Point(advice_sentence(each, self._named.rules))
        if found.facts:
            yield Heading(_(self._PARTS["figures"]))
            yield from (Point(evidence_sentence(each)) for each in found.facts)
        else:
            yield Para(nothing_differs(found.figures))
        yield self._source(found)

    def _figures(self, found: Explored, usual: Mapping[str, Measurement]) -> Iterator[Block]:
        groups = [(title, list(names)) for title, names in self._GROUPS]
        groups.append((N_("Seats"), [name for name in found.figures if name.startswith("seat_")]))
        habits = [
            f"{who}_{habit}"
            for habit in ("take", "hold", "hit", "slap", "drop", "first_drop")
            for who in ("expert", "coach")
            if habit in HABITS
        ]
        groups[1] = (groups[1][0], [*groups[1][1], "coach_drop", "coach_first_drop"])
        done = {name for _title, names in groups for name in names}
        groups.append((N_("Cards"), [name for name in habits if name not in done]))
        unaware = [name for name in found.figures if name.startswith("unaware_")]
        groups.append((N_("What knowing a rule is worth"), unaware))
        if words := list(self._in_short(found.figures)):
            yield Heading(_("In short"))
            yield from map(Point, words)
        for title, names in groups:
            lines = [self._line(name, found, usual) for name in names if name in found.figures]
            if lines:
                yield Heading(_(title))
                yield from map(Point, lines)
        yield Para(_("In stakes per hand; in points under push-up."))
        if not self._compares:
            yield self._source(found)

    @staticmethod
    def _in_short(figures: Mapping[str, Measurement]) -> Iterator[str]:
        """Yield what to expect of a hand, in words."""
        endings = [name for name in LISTED if f"end_{name}" in figures]
        if endings:
            most = max(endings, key=lambda name: figures[f"end_{name}"].value)
            words = _("Hands end most often like this: {ending}.")
            yield words.format(ending=ending_title(most))
        if "turns" in figures and (turns := round(figures["turns"].value)):
            words = ngettext("A hand lasts about {n} turn.", "A hand lasts about {n} turns.", turns)
            yield words.format(n=amount_text(turns))
        if "threshold_0" in figures and (count := round(figures["threshold_0"].value)) > 0:
            words = _("On your first turn, a count of {count} or less is low enough to drop.")
            yield words.format(count=amount_text(count))

    @staticmethod
    def _line(name: str, found: Explored, usual: Mapping[str, Measurement]) -> str:
        """Return a figure in words, and its value in the standard game."""
        here = fact(figure_title(name), value_text(name, found.figures[name]))
        if name not in usual:
            return here
        told = value_text(name, usual[name])
        return _("{figure} (standard: {usual})").format(figure=here, usual=told)

    @staticmethod
    def _endings(found: Explored, usual: Mapping[str, Measurement]) -> Bars:
        heads = [_("Ending"), _("Of all hands"), *([_("Standard")] if usual else [])]
        rows = []
        for ending in LISTED:
            name = f"end_{ending}"
            if name in found.figures:
                here, there = found.figures[name], usual.get(name)
                told = (value_text(name, there) if there else "",) if usual else ()
                rows.append(
                    Bar(ending_title(ending), here.value, 1.0, value_text(name, here), told)
                )
        return Bars("list", heads, rows)

    @staticmethod
    def _thresholds(named: Mapping[str, Measurement]) -> dict[int, Measurement]:
        """Return the highest count to drop with, by the turns on which dropping is allowed."""
        names = {turn: f"threshold_{turn}" for turn in range(len(named))}
        return {turn: named[name] for turn, name in names.items() if name in named}

    @staticmethod
    def _source(found: Explored) -> Block:
        """Return where the figures come from."""
        return Para(
            _(
                "From {n} hands played by Experts at {seats} seats. ± is a 95% margin of error."
            ).format(n=amount_text(found.hands), seats=found.seats)
        )


class Thresholds(Plot):
    """A chart of the highest count to drop with, by turn: here, and in the standard game."""

    def __init__(self, here: Mapping[int, Measurement], usual: Mapping[int, Measurement]) -> None:
        self._here, self._usual = here, usual
        every = (*here.values(), *usual.values())
        highest = max((each.value + SURE * each.error for each in every), default=1)
        super().__init__("thresholds", max(here, default=0), (0, round(highest) + 1, 0))
        self.at = 0

    @property
    def spoken(self) -> str:
        return sentences(_("Highest count to drop with"), self.place_words())

    def place_words(self) -> str:
        if not self._here:
            return ""
        if not self._usual:
            return _("turn {n}: {here}").format(n=self.at + 1, here=self._text_at(self._here))
        return _("turn {n}: {here}; standard {usual}").format(
            n=self.at + 1, here=self._text_at(self._here), usual=self._text_at(self._usual)
        )

    def _text_at(self, figures: Mapping[int, Measurement]) -> str:
        return value_text("threshold", figures[self.at]) if self.at in figures else "–"

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self.place_plot(2 * skin.line(SMALL) + 2 * skin.px(PADDING / 2), skin)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        title = _("Highest count to drop with, by turn, before anything is laid")
        self.draw_frame(surface, skin, title, self.place_words())
        pad, line = skin.px(PADDING / 2), skin.line(SMALL)
        key = Rect(
            self.rect.x + pad, self.rect.y + pad // 2 + line, self.rect.width - 2 * pad, line
        )
        if self._usual:
            skin.write(surface, _("● these rules   ○ standard"), key, "ink", SMALL)
        if mood.focused:
            self.draw_place(surface, skin)
        self._draw_curve(surface, skin, self._usual, "ink_soft", is_full=False)
        self._draw_curve(surface, skin, self._here, "accent", is_full=True)

    def _draw_curve(
        self,
        surface: Surface,
        skin: Skin,
        figures: Mapping[int, Measurement],
        name: str,
        *,
        is_full: bool,
    ) -> None:
        colour, wide = skin.colour(name), max(1, skin.px(2))
        points = [self.point(at, max(0, round(each.value))) for at, each in figures.items()]
        if len(points) > 1:
            pygame.draw.lines(surface, colour, False, points, wide)
        for (at, each), point in zip(figures.items(), points, strict=True):
            ends = [each.value - SURE * each.error, each.value + SURE * each.error]
            low, high = (self.point(at, max(0, round(end))) for end in ends)
            pygame.draw.line(surface, colour, low, high, wide)
            disc(surface, point, skin.px(6), colour)
            if not is_full:
                disc(surface, point, skin.px(4), skin.colour("panel"))


class HeatMap(Focusable):
    """A heat map of a level's drops per 100 chances: a row for each turn, a column for each count.

    Each cell has its number; the colour repeats it.
    """

    def __init__(self, found: Explored, level: str) -> None:
        super().__init__("heat")
        self._rows, self._bands, self._level = found.drops[level], found.bands, level
        self._turn = self._band = 0

    @property
    def spoken(self) -> str:
        figure = self._rows[self._turn][self._band]
        turn = _("turn {n}").format(n=self._turn_text(self._turn))
        count = _("count {band}").format(band=self._band_text(self._band))
        if figure is None:
            return sentences(turn, fact(count, _("never seen")))
        told = _("drops {share} of the time ({n} chances)").format(
            share=value_text("expert_drop", figure), n=amount_text(figure.n)
        )
        return sentences(turn, fact(count, told))

    def _turn_text(self, turn: int) -> str:
        return f"{turn + 1}+" if turn + 1 == len(self._rows) else str(turn + 1)

    def _band_text(self, band: int) -> str:
        low, high = self._bands[band]
        return f"{low}+" if high is None else f"{low}–{high}" if high > low else str(low)

    def activate(self) -> None:
        """Do nothing: Enter has no meaning here."""

    def step(self, direction: int) -> bool:
        return self._go(self._turn, self._band + direction)

    def travel(self, key: int) -> bool:
        ways = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        if key in ways:
            return self._go(self._turn + ways[key], self._band)
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self._bands) - 1}
        return key in ends and self._go(self._turn, ends[key])

    def _go(self, turn: int, band: int) -> bool:
        if not (0 <= turn < len(self._rows) and 0 <= band < len(self._bands)):
            return False
        self._turn, self._band = turn, band
        return True

    def press(self, pos: tuple[int, int]) -> None:
        for turn, band, box in self._cells():
            if box.collidepoint(pos):
                self._go(turn, band)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self._line = skin.line(SMALL)
        self._margin = skin.width(_("turn"), SMALL) + 2 * skin.px(PADDING / 2)

    _line, _margin = 1, 1

    def _cells(self) -> Iterator[tuple[int, int, Rect]]:
        head, foot = 2 * self._line, round(1.5 * self._line)
        wide = (self.rect.width - self._margin) // len(self._bands)
        high = (self.rect.height - head - foot) // len(self._rows)
        for turn in range(len(self._rows)):
            for band in range(len(self._bands)):
                left, top = self.rect.x + self._margin + band * wide, self.rect.y + head
                yield turn, band, Rect(left, top + turn * high, wide - 2, high - 2)

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        head = Rect(self.rect.x, self.rect.y, self.rect.width, self._line)
        title = _("Drops per 100 chances, by turn and count")
        skin.write(surface, title, head, "ink_soft", SMALL)
        skin.write(surface, _("turn"), head.move(0, self._line), "ink_soft", SMALL)
        for turn, band, box in self._cells():
            if turn == 0:
                top = Rect(box.x, head.bottom, box.width, self._line)
                skin.write(surface, self._band_text(band), top, "ink_soft", SMALL, align="middle")
            if band == 0:
                left = Rect(self.rect.x, box.y, self._margin - skin.px(8), box.height)
                skin.write(surface, self._turn_text(turn), left, "ink_soft", SMALL, align="right")
            self._draw_cell(surface, skin, self._rows[turn][band], box)
            if mood.focused and (turn, band) == (self._turn, self._band):
                focus_ring(surface, box, skin, 2)
        foot = Rect(self.rect.x, self.rect.bottom - self._line, self.rect.width, self._line)
        skin.write(surface, self.spoken, foot, "ink", SMALL)

    @staticmethod
    def _draw_cell(surface: Surface, skin: Skin, figure: Measurement | None, box: Rect) -> None:
        if figure is None:
            skin.write(surface, "·", box, "ink_off", SMALL, align="middle")
            return
        share = 0.85 * figure.value  # opacity of the colour
        mixed = [
            round(low + share * (high - low))
            for low, high in zip(
                skin.colour("shade")[:3], skin.colour("toggle_on")[:3], strict=True
            )
        ]
        surface.fill((mixed[0], mixed[1], mixed[2]), box)
        text = amount_text(round(100 * figure.value))
        skin.write(surface, text, box, "ink", BODY * 0.8, bold=figure.value > 0.5, align="middle")
