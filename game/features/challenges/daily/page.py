"""The page of the daily deal: choose a day, play its hand, compare it with each level.

Bots play the levels' hands while the page is open, one decision after the other outside the frame
thread; they are shown once the player has had a try.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.features.challenges.daily import model as daily
from game.features.challenges.daily.model import Comparison, DayError
from game.features.challenges.daily.own_try import (
    goes_on,
    sit_down,
    standing_sentence,
    try_sentence,
)
from game.files import StoreError
from game.play.practice import Practice
from game.play.session import Session
from game.ui.kit import clipboard
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice
from game.ui.kit.lists import Listing
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import Widget, fact, sentences
from game.ui.pages.hand_counter import Counting, CountingPage
from game.ui.pages.page import Sheet
from game.ui.pages.typing_page import TypingPage
from game.ui.rulesets.rule_texts import named_title
from game.ui.session.bot_play import BotPlay
from game.ui.session.starting import own_name, practise
from game.ui.text.language import _, date_text, in_a_row, pgettext, signed_text
from game.ui.text.level_words import level_title
from game.ui.text.sessions import deal_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pygame import Surface

    from game.features.challenges.daily.model import Try
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage

_ROW: Final = 32.0  # units down a row
_ISO: Final = 10  # characters of a date


class DailyScene(CountingPage, TypingPage):
    """The page of the daily deal: one day at a time, today first."""

    def __init__(self, stage: Stage, day: date | None = None) -> None:
        self._counting = Counting(stage.services.saves.history(), stage.services.clock)
        self._tries: Mapping[date, Try] = {}
        self.day = max(daily.FIRST_DAY, day or stage.services.today())
        self._typed, self._trouble = self.day.isoformat(), ""
        self._comparison: Comparison | None = None
        self._kept: date | None = None
        self._thinking = BotPlay(stage)
        super().__init__(stage)
        self.form.focus("button:start")

    @property
    def heading(self) -> str:
        return _("Daily deal")

    # -- what is known of the day ------------------------------------------------------------------

    @property
    def own(self) -> Try | None:
        """The player's try that counts; None without one."""
        return self._tries.get(self.day)

    @property
    def _goes_on(self) -> bool:
        """Whether the try that counts can still be played to its end."""
        return goes_on(self.stage.services.saves, self.day, self.own)

    @property
    def _is_comparing(self) -> bool:
        """Whether levels are still playing the day."""
        return self._comparison is not None and self._comparison.playing is not None

    @property
    def comparison(self) -> Comparison | None:
        """The levels' hands as far as they are played; None before the player's try."""
        return self._comparison

    def update(self, dt: float) -> bool:
        return super().update(dt) or self._play_on()

    def _show_counts(self) -> None:
        history = self._counting.history
        self._tries = self._counting.ask(lambda: daily.tries(history), {})
        self._compare()
        self.rebuild()
        self.form.focus("button:start")

    def new_day(self) -> None:
        latest = daily.days(self._today)[0]
        if self._trouble:
            self._type(self._typed)  # a future day may have come
        if self.day > latest:
            self._go_to(latest)
        else:
            self.rebuild()

    @property
    def _today(self) -> date:
        return self.stage.services.today()

    def close(self) -> None:
        self._thinking.close()

    def _compare(self) -> None:
        """Let the levels play the day, once the player's own hand is over."""
        own = self.own
        if own is None or self._goes_on or not own.is_comparable:
            self._comparison = None
        elif self._comparison is None or self._comparison.day != self.day:
            self._thinking.close()
            levels = self.stage.services.opponents().levels
            self._comparison = Comparison(self.day, levels)

    def _play_on(self) -> bool:
        """Play the decisions that are ready, and ask for the next; return True if a hand has
        ended.
        """
        comparison = self._comparison
        if comparison is None:
            return False
        before = len(comparison.played)
        self._thinking.play_ready(comparison)
        if len(comparison.played) == before:
            return False
        self._results.show(comparison)
        self._keep(comparison)
        if comparison.playing is None:
            self.rebuild()
        return True

    def _keep(self, comparison: Comparison) -> None:
        """Save the levels' winnings in the player's place today, once all are known."""
        won, levels = comparison.own_place, self.stage.services.opponents().levels
        if self.day == self._today != self._kept and len(won) == len(levels):
            self._kept = self.day
            with suppress(StoreError):  # bots can play them again
                daily.keep_levels(self.stage.services.saves.opened(), self.day, won)

    # -- widgets -----------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        # Including the day of a hand just played, in case the clock was set back meanwhile.
        newest = [(day, self._day_text(day)) for day in daily.days(max(self.day, self._today))]
        self._days = Choice("day", _("Day"), newest[::-1], self.day, self._choose)
        field = TextField("date", self._typed, self._type, hint=_("year-month-day"), most=_ISO)
        field.label, field.is_typed_over = _("Go to a day"), True
        field.is_wrong = bool(self._trouble)
        self._date = field
        self._about = Label(self._about_words(), units=SMALL, colour="ink_soft", wraps=True)
        self._verdict = Label(self._verdict_words(), bold=True, colour="accent", wraps=True)
        names = Session.start(daily.plan_of(self.day, own_name(self.stage))).names
        self._results = Results(names, self.stage.services.opponents().levels, self.own)
        if self._comparison is not None:
            self._results.show(self._comparison)
        start = Button("button:start", self._start_words(), self._start, primary=True)
        copy = Button("button:copy", _("Copy"), self._copy)
        look = Button("button:look", _("Replay"), self._look)
        copy.enabled = look.enabled = self.own is not None and self.own.is_finished
        if copy.enabled and self._is_comparing:
            copy.enabled, copy.says = False, _("The levels are still playing…")
        back = Button("button:back", _("Back"), self.back)
        self._buttons = [back, look, copy, start]
        return [*self._rows(), *self._buttons]

    def _rows(self) -> list[Widget]:
        is_played = self.own is not None and not self._goes_on
        rows = [self._days, self._date, self._about, self._verdict]
        return [*rows, self._results] if is_played else rows

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows(), self._buttons, width=940.0)

    def _day_text(self, day: date) -> str:
        text = date_text(day.isoformat())
        return _("{day} (today)").format(day=text) if day == self._today else text

    def _about_words(self) -> str:
        return _("{deal} · {rules} · three opponents: {level}").format(
            deal=deal_text(daily.deal_of(self.day)),
            rules=named_title(daily.rules_name(self.day)),
            level=level_title(daily.OPPONENT),
        )

    def _verdict_words(self) -> str:
        own = self.own
        if self._trouble or not self._counting.is_done:
            return self._trouble or self._counting.words("")
        words = try_sentence(own, goes_on=self._goes_on)
        if own is None or self._goes_on or own.won is None:
            return words
        if not own.is_comparable:
            changed = _(
                "The opponents have changed since then, so there's nothing to compare it with."
            )
            return in_a_row((words, changed))
        if self._is_comparing:
            return in_a_row((words, _("The levels are still playing…")))
        return in_a_row((words, self._beside(own.won)))

    def _beside(self, won: int) -> str:
        """Return how a result compares with the levels in the same place."""
        if self._comparison is None:
            return ""
        return standing_sentence(self._comparison.standing(won))

    def _start_words(self) -> str:
        if self.own is None:
            return _("Play")
        return _("Continue") if self._goes_on else pgettext("verb", "Practice")

    # -- what is chosen ----------------------------------------------------------------------------

    def _choose(self, day: object) -> None:
        if isinstance(day, date):
            self._go_to(day)

    def _type(self, text: str) -> None:
        self._typed = text
        try:
            day = daily.read_day(text, self._today) if len(text) >= _ISO else None
        except DayError as error:
            self._complain(_(error.words).format(day=error.day))
            return
        if day is None:
            self._complain("")
        else:
            self._go_to(day)

    def _complain(self, why: str) -> None:
        self._trouble, self._date.is_wrong = why, bool(why)
        self._verdict.text = self._verdict_words()
        self.arrange(Rect((0, 0), self.skin.size))

    def _go_to(self, day: date) -> None:
        self.day, self._typed, self._trouble = day, day.isoformat(), ""
        if self._counting.is_done:
            self._compare()
        caret = self._date.caret
        self.rebuild()
        self._date.caret = min(caret, len(self._typed))

    def _start(self) -> None:
        if not self._counting.is_done:
            return
        if self._goes_on or self.own is None:
            sit_down(self.stage, self.day, goes_on=self._goes_on)
        else:
            plan = daily.plan_of(self.day, own_name(self.stage), practice=True)
            number = plan.first_deal or 1
            practice = Practice.numbered(plan.rules, plan.players, number, plan.label)
            practise(self.stage, practice)

    def _look(self) -> None:
        from game.ui.viewer.saved_hands import look_at_one

        if self.own is not None:
            look_at_one(self.stage, self._counting.history, self.own.session, 1)

    def shared(self) -> str:
        """Return the result as a line to send to others; empty without a result."""
        own = self.own
        if own is None or own.won is None:
            return ""
        line = _("Tonk, daily deal {day} ({deal}, {rules}): {won}").format(
            day=self.day.isoformat(),
            deal=deal_text(daily.deal_of(self.day)),
            rules=named_title(daily.rules_name(self.day)),
            won=signed_text(own.won),
        )
        return sentences(line, "" if self._is_comparing else self._beside(own.won))

    def _copy(self) -> None:
        if clipboard.copy(self.shared()):
            self.stage.notify(_("Copied."))
        else:
            self.stage.notify(_("No clipboard here: write it down."))


class Results(Listing):
    """A table with a row for the player and each level: their winnings in each place."""

    def __init__(self, names: Sequence[str], levels: Sequence[str], own: Try | None) -> None:
        super().__init__("results", len(levels) + 1)
        self._names = names
        self._levels, self._own = levels, own
        self._comparison: Comparison | None = None

    def show(self, comparison: Comparison) -> None:
        """Show what has been played of it."""
        self._comparison = comparison

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        head, row = self.heights(skin)
        return 0, head + row * self.count

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(_ROW), skin.px(_ROW)

    def _words(self, at: int) -> tuple[str, ...]:
        """Return the name of a row and its figures: dots for those to come, else a dash."""
        if at == 0:
            own = self._own.won if self._own else None
            mine = _("given up") if self._own and own is None and self._comparison else _shown(own)
            return (self._names[0], mine, *[""] * (daily.SEATS - 1))
        level, found = self._levels[at - 1], self._comparison
        won = [found.won(level, place) if found else None for place in range(daily.SEATS)]
        to_come = "…" if found and found.playing else _shown(None)
        figures = (to_come if each is None else _shown(each) for each in won)
        return (level_title(level), *figures)

    def row_spoken(self, at: int) -> str:
        name, *figures = self._words(at)
        places = zip(self._heads(), figures, strict=True)
        return sentences(name, *(fact(place, figure) for place, figure in places if figure))

    def _heads(self) -> tuple[str, ...]:
        others = (_("{name}'s seat").format(name=name) for name in self._names[1:])
        return (_("Your seat"), *others)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        boxes = self._columns(box, skin)
        for place, text in zip(boxes, ("", *self._heads()), strict=True):
            skin.write(surface, text, place, "ink_soft", SMALL, align="right")

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        name, *figures = self._words(at)
        boxes = self._columns(box, skin)
        if at == 0:
            edge = skin.colour("gold_deep")
            rounded(surface, box.inflate(0, -2), skin.colour("row_hover"), skin.px(8), edge, 1)
        skin.write(surface, name, boxes[0], "ink", BODY, bold=at == 0)
        for place, text in zip(boxes[1:], figures, strict=True):
            skin.write(surface, text, place, "ink", BODY, bold=place == boxes[1], align="right")

    def _columns(self, row: Rect, skin: Skin) -> list[Rect]:
        gap = skin.px(12)
        box = row.inflate(-2 * gap, 0)
        first = round(box.width * 0.26)
        each = (box.width - first) // daily.SEATS
        others = [
            Rect(box.x + first + place * each, box.y, each, box.height)
            for place in range(daily.SEATS)
        ]
        return [Rect(box.x, box.y, first, box.height), *others]


def _shown(won: int | None) -> str:
    return "–" if won is None else signed_text(won)
