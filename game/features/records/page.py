"""Statistics: results of all hands, by rules, by opponent, by ending, and the stakes won."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from pygame import Rect

from game.saves.statistics import HandCounts, thinned
from game.ui.kit.controls import HEIGHT, PADDING, Button, Label, draw_panel
from game.ui.kit.plot import Bar, Bars, Plot
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.tiles import NumberTile, NumberTiles
from game.ui.kit.widget import CALM, Widget, WidgetState, fact, sentences
from game.ui.pages.hand_counter import (
    FEW,
    Counting,
    CountingPage,
    brought_text,
    opponent_title,
    share_text,
)
from game.ui.pages.page import GAP, play_button
from game.ui.rulesets.shelf import RuleNames
from game.ui.text.language import N_, _, amount_text, ngettext, signed_text
from game.ui.text.move_words import ending_title
from game.ui.viewer.review_latest import last_button

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


class StakesCurve(Plot):
    """A plot with one line over all hands; a thin line marks zero."""

    least: ClassVar[int] = 2

    def __init__(self, values: Sequence[int]) -> None:
        """`values` begin with 0, before the first hand."""
        span = min(values), max(values), 0
        super().__init__("curve", len(values) - 1, span, signed_text)
        self._values = values
        self._points: list[tuple[int, int]] = []

    @property
    def spoken(self) -> str:
        """The total won after the current hand, to be read aloud."""
        title, won = _("Total stakes won, hand by hand"), signed_text(self._values[self.at])
        return sentences(title, fact(self.place_words(), won))

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self.place_plot(skin.line(SMALL) + 2 * skin.px(PADDING / 2), skin)
        thin = thinned(self._values, max(8, self.plot.width))
        self._points = [self.point(place, value) for place, value in thin]

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        words = fact(self.place_words(), signed_text(self._values[self.at]))
        self.draw_frame(surface, skin, _("Total stakes won, hand by hand"), words)
        if mood.focused:
            self.draw_place(surface, skin)
        self.draw_curve(surface, skin, self._points, skin.colour("accent"), few=30)


class StatisticsScene(CountingPage):
    """The page of statistics, one part at a time, chosen at the left; leads to the saved hands."""

    least = (853, 760)

    def __init__(self, stage: Stage) -> None:
        history = stage.services.saves.history()
        self._counting = Counting(history, stage.services.clock, self._add_up)
        self._names = RuleNames(history, stage.services.settings)
        self._tally = self._added_up = HandCounts()
        self.part = "overview"
        super().__init__(stage)

    @property
    def list_text(self) -> str:
        """The text shown in place of the figures."""
        return "" if self._tally.hands else self._empty.text

    # -- counting -------------------------------------------------------------------------------

    def update(self, _dt: float) -> bool:
        if self._counting.is_done:
            return False
        if self._counting.go_on():
            had_hands = self._tally.hands > 0
            self._tally = self._added_up
            self.rebuild()
            if not had_hands and self._tally.hands:
                self.form.focus(f"part:{self.part}")
        else:
            self._empty.text = self._empty_words()
        return True

    def _add_up(self) -> Iterator[HandCounts]:
        self._added_up = found = HandCounts()
        for found in self._counting.history.tallying():  # the last one is complete
            yield found
        self._added_up = found

    # -- widgets --------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return _("Statistics")

    def build(self) -> Sequence[Widget]:
        has_hands = self._tally.hands > 0
        parts = {
            "overview": N_("Overview"),
            "rules": N_("Rule sets"),
            "opponents": N_("Opponents"),
            "endings": N_("Endings"),
        }
        self._parts = [
            self.part_tab(name, _(words)) for name, words in (parts.items() if has_hands else ())
        ]
        self._hands = Button("button:hands", _("Saved hands"), self._open_hands)
        self._fair = Button("button:fair", _("Is it fair?"), self._open_fairness)
        self._back = Button("button:back", _("Back"), self.back)
        self._last = last_button(self.stage, self._counting.history)
        if not has_hands:
            self._last = play_button(self.stage)
        self._empty = Label(self._empty_words(), colour="ink_soft", align="middle", wraps=True)
        self._hands.enabled = has_hands
        self._content = list(self._contents()) if has_hands else [self._empty]
        return [*self._parts, *self._content, self._last, self._fair, self._hands, self._back]

    def _empty_words(self) -> str:
        none = _("No hands yet. Finish one and it counts here.")
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
        whole, drops = tally.total(), tally.drops()
        figures = [
            NumberTile(
                amount_text(whole.hands), ngettext("hand played", "hands played", whole.hands)
            ),
            NumberTile(share_text(whole.mine, whole.hands), self._won_words(whole.hands)),
            NumberTile(
                signed_text(whole.won),
                ngettext(
                    "stake won or lost", "stakes won or lost", 1 if abs(whole.won) == 1 else 2
                ),
                _way(whole.won),
            ),
            NumberTile(
                amount_text(drops.won),
                ngettext("of your drops won", "of your drops won", drops.won),
            ),
            NumberTile(
                amount_text(drops.caught),
                ngettext("of your drops caught", "of your drops caught", drops.caught),
            ),
            NumberTile(
                amount_text(drops.others),
                ngettext("drop you caught", "drops you caught", drops.others),
            ),
        ]
        best, worst = tally.best, tally.worst
        self._extremes = []
        if best and best.won > 0:
            words = _("Biggest win: {stakes}").format(stakes=signed_text(best.won))
            look = self._look_at(best.session, best.hand)
            self._extremes.append(Button("hand:best", words, look, small=True))
        if worst and worst.won < 0:
            words = _("Biggest loss: {stakes}").format(stakes=signed_text(worst.won))
            look = self._look_at(worst.session, worst.hand)
            self._extremes.append(Button("hand:worst", words, look, small=True))
        return [NumberTiles(figures), StakesCurve(tally.curve), *self._extremes]

    @staticmethod
    def _won_words(hands: int) -> str:
        """Return the words below the share of hands won: a percentage or a count."""
        if hands < FEW:
            return ngettext("hand won", "hands won", hands)
        return _("of hands won")

    def _rule_sets(self) -> Bars:
        names, lines = self._names, self._tally.by_rules()
        has_points = any(names.are_for_points(number) for number, _line in lines)
        stakes = _("Stakes, points") if has_points else _("Stakes")
        heads = (_("Rule set"), _("Won"), _("Hands"), stakes)
        rows = [
            Bar(
                names.of(number),
                line.share,
                1.0,
                share_text(line.mine, line.hands),
                (
                    amount_text(line.hands),
                    brought_text(line.won, line.points, is_for_points=names.are_for_points(number)),
                ),
                _way(line.won),
            )
            for number, line in lines
        ]
        return Bars("list", heads, rows)

    def _opponents(self) -> Bars:
        lines = [(opponent_title(player), line) for player, line in self._tally.by_opponent()]
        heads = (_("Opponent"), _("You won"), _("Hands"), _("They won"), _("Your stakes"))
        rows = [
            Bar(
                name,
                line.share,
                1.0,
                share_text(line.mine, line.hands),
                (
                    amount_text(line.hands),
                    share_text(line.theirs, line.hands),
                    signed_text(line.won),
                ),
                _way(line.won),
            )
            for name, line in lines
        ]
        return Bars("list", heads, rows)

    def _endings(self) -> Bars:
        hands = self._tally.hands
        lines = self._tally.by_ending()
        most = max(line.hands for _ending, line in lines)
        # TRANSLATORS: heads of columns; how often is the percentage of all hands.
        heads = (_("Ending"), _("How often"), _("Hands"), _("Won by you"), _("Your stakes"))
        rows = [
            Bar(
                ending_title(ending),
                line.hands / most,
                0.0,
                share_text(line.hands, hands),
                (amount_text(line.hands), amount_text(line.mine), signed_text(line.won)),
                _way(line.won),
            )
            for ending, line in lines
        ]
        return Bars("list", heads, rows)

    # -- places ---------------------------------------------------------------------------------

    def arrange(self, area: Rect) -> None:
        self._title = self.top_title(GAP)
        self._panel = self.place_parts(
            area, self._parts, [self._back, self._hands, self._fair, self._last]
        )
        pad = self.skin.px(PADDING)
        self._arrange_content(self._panel.inflate(-2 * pad, -2 * pad))

    def _arrange_content(self, inside: Rect) -> None:
        skin, gap = self.skin, self.skin.px(GAP)
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
        self.draw_title(surface, self._title)
        if any(line.points for _ending, line in self._tally.by_ending()):
            note = _("Push-up points don't count as stakes.")
            skin.write(surface, note, self._title, "ink_soft", BODY * 0.8, align="right")
        draw_panel(surface, self._panel, skin)

    # -- what the buttons do --------------------------------------------------------------------

    def _open_hands(self) -> None:
        from game.features.records.saved_hands.page import SavedScene

        self.stage.push(SavedScene(self.stage))

    def _open_fairness(self) -> None:
        from game.features.records.fairness.page import FairnessScene

        self.stage.push(FairnessScene(self.stage))

    def _look_at(self, session: int, hand: int) -> Callable[[], None]:
        def look() -> None:
            from game.ui.viewer.saved_hands import look_at_one

            look_at_one(self.stage, self._counting.history, session, hand)

        return look


def _way(amount: int) -> int:
    return (amount > 0) - (amount < 0)
