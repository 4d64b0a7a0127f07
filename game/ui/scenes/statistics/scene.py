"""Statistics: how all hands went, by rules, by opponent, by ending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.session import statistics
from game.session.statistics import Tally
from game.ui.kit.controls import HEIGHT, Button, Label, draw_panel
from game.ui.kit.skin import BODY, TITLE
from game.ui.kit.widget import Widget
from game.ui.numbers import amount_text, signed_text
from game.ui.scenes.optiontab import GroupTab
from game.ui.scenes.page import MARGIN, Page
from game.ui.scenes.statistics.bars import Bar, Bars
from game.ui.scenes.statistics.counting import Counting
from game.ui.scenes.statistics.curve import Curve
from game.ui.scenes.statistics.figures import Figure, Figures
from game.ui.scenes.statistics.words import (
    RuleNames,
    brought_text,
    ending_title,
    opponent_title,
    share_text,
)
from game.ui.text import N_, _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage

_SIDE, _GAP, _PAD = 250.0, 12.0, 22.0
_PARTS: Final = {
    "overview": N_("Overview"),
    "rules": N_("Rule sets"),
    "opponents": N_("Opponents"),
    "endings": N_("Endings"),
}


class StatisticsScene(Page):
    """One part at a time, chosen at the left; from here to the saved hands."""

    def __init__(self, stage: Stage) -> None:
        history = stage.services.store.history()
        self._counting = Counting(history, stage.services.clock)
        self._names = RuleNames(history, stage.services.settings)
        self._tally = Tally()
        self.part = "overview"
        super().__init__(stage)

    @property
    def told(self) -> str:
        """What is said in place of the figures."""
        return "" if self._tally.hands else self._empty.text

    # -- counting -------------------------------------------------------------------------------

    def update(self, _dt: float) -> bool:
        if self._counting.is_done:
            return False
        if self._counting.go_on():
            self._tally = self._counting.ask(self._counting.history.tally, Tally())
            self.rebuild()
            if self.form.focused == "button:back":
                self.form.focus(f"part:{self.part}")
        else:
            self._empty.text = self._empty_words()
        return True

    def idle_for(self) -> float | None:
        return None if self._counting.is_done else 0.0

    def uncovered(self) -> None:
        self._counting.is_done = False

    # -- widgets --------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return _("Statistics")

    def build(self) -> Sequence[Widget]:
        has_hands = self._tally.hands > 0
        self._parts = [
            GroupTab(f"part:{name}", _(words), self._to(name), name == self.part)
            for name, words in (_PARTS.items() if has_hands else ())
        ]
        self._hands = Button("button:hands", _("Saved hands"), self._open_hands)
        self._back = Button("button:back", _("Back"), self.back, primary=True)
        self._empty = Label(self._empty_words(), colour="ink_soft", align="middle", wraps=True)
        self._hands.enabled = has_hands
        self._content = list(self._contents()) if has_hands else [self._empty]
        return [*self._parts, *self._content, self._hands, self._back]

    def _empty_words(self) -> str:
        none = _("No hand yet. Play one to its end, and it will be counted here.")
        return self._counting.words(none)

    def _contents(self) -> Sequence[Widget]:
        match self.part:
            case "rules":
                return [self._rule_sets()]
            case "opponents":
                return [self._opponents()]
            case "endings":
                return [self._endings()]
            case _:
                return self._overview()

    def _overview(self) -> list[Widget]:
        tally = self._tally
        whole, drops = statistics.total(tally), statistics.drops(tally)
        figures = [
            Figure(amount_text(whole.hands), _("hands played")),
            Figure(share_text(whole.share), _("of them won")),
            Figure(signed_text(whole.won), _("stakes won or lost"), _way(whole.won)),
            Figure(amount_text(drops.won), _("drops of yours that won")),
            Figure(amount_text(drops.caught), _("drops of yours caught")),
            Figure(amount_text(drops.others), _("drops of others that you caught")),
        ]
        best, worst = tally.best, tally.worst
        self._extremes = []
        if best and best.won > 0:
            words = _("Biggest hand: {stakes}").format(stakes=signed_text(best.won))
            look = self._look_at(best.session, best.hand)
            self._extremes.append(Button("hand:best", words, look, small=True))
        if worst and worst.won < 0:
            words = _("Costliest hand: {stakes}").format(stakes=signed_text(worst.won))
            look = self._look_at(worst.session, worst.hand)
            self._extremes.append(Button("hand:worst", words, look, small=True))
        return [Figures(figures), Curve(tally.curve), *self._extremes]

    def _rule_sets(self) -> Bars:
        heads = (_("Rule set"), _("Won"), _("Hands"), _("Stakes"))
        names = self._names
        rows = [
            Bar(
                names.of(number),
                line.share,
                1.0,
                share_text(line.share),
                (
                    amount_text(line.hands),
                    brought_text(line.won, line.points, is_for_points=names.are_for_points(number)),
                ),
                _way(line.won),
            )
            for number, line in statistics.by_rules(self._tally)
        ]
        return Bars("list", heads, rows)

    def _opponents(self) -> Bars:
        lines = [
            (opponent_title(player), line) for player, line in statistics.by_opponent(self._tally)
        ]
        heads = (_("Opponent"), _("You won"), _("Hands"), _("They won"), _("Your stakes"))
        rows = [
            Bar(
                name,
                line.share,
                1.0,
                share_text(line.share),
                (
                    amount_text(line.hands),
                    share_text(line.theirs / line.hands),
                    signed_text(line.won),
                ),
                _way(line.won),
            )
            for name, line in lines
        ]
        return Bars("list", heads, rows)

    def _endings(self) -> Bars:
        hands = self._tally.hands
        lines = statistics.by_ending(self._tally)
        most = max(line.hands for _ending, line in lines)
        heads = (_("Ending"), _("How often"), _("Hands"), _("Won by you"), _("Your stakes"))
        rows = [
            Bar(
                ending_title(ending),
                line.hands / most,
                0.0,
                share_text(line.hands / hands),
                (amount_text(line.hands), amount_text(line.mine), signed_text(line.won)),
                _way(line.won),
            )
            for ending, line in lines
        ]
        return Bars("list", heads, rows)

    # -- places ---------------------------------------------------------------------------------

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(_GAP), skin.px(HEIGHT)
        top = area.y + margin + skin.line(TITLE)
        side = Rect(area.x + margin, top, skin.px(_SIDE), area.bottom - margin - top)
        self._title = Rect(side.x, area.y + margin - gap, area.width - 2 * margin, skin.line(TITLE))
        for number, button in enumerate(self._parts):
            button.place(Rect(side.x, side.y + number * (high + gap), side.width, high), skin)
        back = Rect(side.x, side.bottom - high, side.width, high)
        self._back.place(back, skin)
        self._hands.place(back.move(0, -(high + gap)), skin)
        left = side.right + margin // 2
        self._panel = Rect(left, top, area.right - margin - left, side.height)
        self._arrange_content(self._panel.inflate(-2 * skin.px(_PAD), -2 * skin.px(_PAD)))

    def _arrange_content(self, inside: Rect) -> None:
        skin, gap = self.skin, self.skin.px(_GAP)
        if len(self._content) == 1:
            self._content[0].place(inside, skin)
            return
        figures, curve, *buttons = self._content
        high = figures.natural_size(skin)[1]
        figures.place(Rect(inside.x, inside.y, inside.width, high), skin)
        foot = skin.px(HEIGHT * 0.8) if buttons else 0
        row = Rect(inside.x, inside.bottom - foot, inside.width, foot)
        width = (inside.width - gap) // 2
        for number, button in enumerate(buttons):
            button.place(Rect(row.x + number * (width + gap), row.y, width, foot), skin)
        top = inside.y + high + gap
        bottom = row.y - gap if buttons else inside.bottom
        curve.place(Rect(inside.x, top, inside.width, bottom - top), skin)

    def paint(self, surface: Surface) -> None:
        skin = self.skin
        skin.write(surface, self.heading, self._title, "accent", TITLE, bold=True)
        if any(line.points for _ending, line in statistics.by_ending(self._tally)):
            note = _("Points of push-up hands are not counted as stakes.")
            skin.write(surface, note, self._title, "ink_soft", BODY * 0.8, align="right")
        draw_panel(surface, self._panel, skin)

    # -- what the buttons do --------------------------------------------------------------------

    def _to(self, part: str) -> Callable[[], None]:
        def go() -> None:
            self.part = part
            self.rebuild()
            self.form.focus(f"part:{part}")

        return go

    def _open_hands(self) -> None:
        from game.ui.scenes.saved.scene import SavedScene

        self.stage.push(SavedScene(self.stage))

    def _look_at(self, session: int, hand: int) -> Callable[[], None]:
        def look() -> None:
            from game.ui.scenes.saved.looking import look_at_one

            look_at_one(self.stage, self._counting.history, session, hand)

        return look


def _way(amount: int) -> int:
    return (amount > 0) - (amount < 0)
