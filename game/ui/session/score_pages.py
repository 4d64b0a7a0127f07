"""Score pages: every hand's score over the table, the standings, and the summary of a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pygame import Rect

from game.play.ledger import OPENING_STAKES
from game.play.scores import ScoreTable
from game.ui.kit.controls import HEIGHT, PADDING, Button
from game.ui.kit.lists import Listing
from game.ui.kit.paint import rounded
from game.ui.kit.plot import Plot
from game.ui.kit.skin import BODY, SMALL, TITLE
from game.ui.kit.widget import CALM, Widget, WidgetState, fact, place_row, sentences
from game.ui.pages.page import GAP, MARGIN, Overlay, Page, TitledPanel
from game.ui.table.painting.furniture import draw_initial, seat_colour
from game.ui.text.language import _, amount_text, ngettext, signed_text
from game.ui.text.move_words import ending_word, listed
from game.ui.text.sessions import BIG_ONE, pot_title, shown_names

if TYPE_CHECKING:
    from pygame import Surface

    from game.play.ledger import Pot, PotKind
    from game.play.session import Session
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


_PAD, _ROW = 26.0, 30.0  # units
_HAND, _ENDING = 0.09, 0.17  # shares of a row's width
ROW, MARK = 34.0, 11.0  # units: height of a row, radius of a seat's mark


class ScoresScene(Overlay):
    """The score of every hand; Esc goes back, and Enter or a click opens a row's hand."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._session = session
        self._table = replace(ScoreTable.of(session), names=shown_names(session))
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("Scores")

    def build(self) -> Sequence[Widget]:
        self._scores = ScoreSheet("scores", self._table, self._open)
        self._back = Button("button:back", _("Back"), self.back)
        return [self._scores, self._back]

    def _open(self, at: int) -> None:
        """Open the hand of a row in the replay viewer."""
        from game.ui.viewer.saved_hands import look_again

        look_again(self.stage, self._session, at)

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(_PAD), skin.px(GAP), skin.px(HEIGHT)
        beside, seat = 330.0, 210.0  # units: width beside the seats, and of each seat
        wide = min(1120.0, max(820.0, beside + seat * len(self._table.names)))
        width = min(skin.px(wide), area.width - skin.px(MARGIN))
        around = 2 * pad + skin.line(TITLE) + 2 * gap + high
        wanted = self._scores.height_of_all(skin)
        most = area.height - skin.px(MARGIN) - around
        self.sheet = TitledPanel(area, (width, around + min(wanted, most)), pad, skin)
        inside, top = self.sheet.inside, self.sheet.title.bottom + gap
        foot = Rect(0, inside.bottom - high, skin.px(260), high)
        foot.centerx = inside.centerx
        self._scores.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)
        self._back.place(foot, skin)


class ScoreSheet(Listing):
    """A row for each hand with everybody's result and total; the last one is in view."""

    def __init__(self, name: str, table: ScoreTable, chosen: Callable[[int], None]) -> None:
        """`chosen` is called with the index of a row that is clicked, or on Enter."""
        super().__init__(name, len(table.rows), max(0, len(table.rows) - 1))
        self._table, self._chosen = table, chosen
        self.empty = _("No hands played yet.")

    def activate(self) -> None:
        if self._table.rows:
            self._chosen(self._table.rows[self.at].number - 1)

    def height_of_all(self, skin: Skin) -> int:
        """Return the height of all rows without scrolling, in pixels."""
        return skin.px(_ROW) * (max(1, len(self._table.rows)) + 1) + skin.px(GAP)

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(_ROW), skin.px(_ROW)

    def row_spoken(self, at: int) -> str:
        row = self._table.rows[at]
        head = fact(
            _("Hand {number}").format(number=amount_text(row.number)), ending_word(row.ending)
        )
        scores = zip(self._table.names, row.changes, row.totals, strict=True)
        words = _("{name}: {change}, now {total}")
        lines = [
            words.format(name=name, change=signed_text(change), total=amount_text(total))
            for name, change, total in scores
            if change is not None and total is not None
        ]
        return sentences(head, *((_(BIG_ONE),) if row.is_big_one else ()), *lines)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        names = (_("Hand"), _("Ending"), *self._table.names)
        for place, text, align in zip(self._columns(box), names, self._aligns(), strict=True):
            skin.write(surface, text, place, "ink_soft", SMALL, align=align)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        row = self._table.rows[at]
        if row.number % 2 == 0 and at != self.at:
            rounded(surface, box, skin.colour("row_hover"), skin.px(6))
        number, ending, *seats = self._columns(box)
        mark = f"{row.number} ×2" if row.is_big_one else str(row.number)
        skin.write(surface, mark, number, "accent" if row.is_big_one else "ink", SMALL, bold=True)
        skin.write(surface, ending_word(row.ending), ending, "ink_soft", SMALL)
        for place, change, total in zip(seats, row.changes, row.totals, strict=True):
            if change is not None and total is not None:
                self._draw_score(surface, skin, place, change, total)

    def _draw_score(self, surface: Surface, skin: Skin, box: Rect, change: int, total: int) -> None:
        """Draw the result of the hand, small and faint, and the new total."""
        sum_wide = min(box.width * 3 // 5, skin.px(84.0))
        if change:
            before = Rect(box.x, box.y, box.width - sum_wide, box.height)
            skin.write(surface, signed_text(change), before, "ink_soft", SMALL, align="right")
        after = Rect(box.right - sum_wide, box.y, sum_wide, box.height)
        text = amount_text(total)
        skin.write(surface, text, after, "ink", SMALL, bold=True, align="right")

    def _aligns(self) -> list[str]:
        return ["left", "left", *["right"] * len(self._table.names)]

    def _columns(self, row: Rect) -> list[Rect]:
        edge = row.height // 3
        box = row.inflate(-2 * edge, 0)
        hand, ending = round(box.width * _HAND), round(box.width * _ENDING)
        left = Rect(box.x, box.y, hand, box.height)
        middle = Rect(left.right, box.y, ending, box.height)
        each = (box.right - middle.right) // max(1, len(self._table.names))
        seats = [
            Rect(middle.right + number * each + edge, box.y, each - edge, box.height)
            for number in range(len(self._table.names))
        ]
        return [left, middle, *seats]


class MoneyStandings(Listing):
    """A list of balances, with the change since the start of the session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seats = session.best_first()
        self._is_for_points = session.rules.is_push_up
        super().__init__("standings", len(self._seats))

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(ROW), skin.px(ROW)

    def row_spoken(self, at: int) -> str:
        seat = self._seats[at]
        lines = [fact(self._heads[1], amount_text(self._session.worths()[seat]))]
        if not self._is_for_points:
            lines.append(fact(self._heads[2], signed_text(self._won(seat))))
        return sentences(shown_names(self._session)[seat], *lines)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        name, value, change = self._columns(box, skin)
        player, owns, won = self._heads
        skin.write(surface, player, name, "ink_soft", SMALL)
        skin.write(surface, owns, value, "ink_soft", SMALL, align="right")
        if not self._is_for_points:
            skin.write(surface, won, change, "ink_soft", SMALL, align="right")

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        session, seat = self._session, self._seats[at]
        name, value, change = self._columns(box, skin)
        is_best = seat in session.winners()
        if is_best:
            edge = skin.colour("gold_deep")
            rounded(surface, box.inflate(0, -4), skin.colour("row_hover"), skin.px(8), edge, 1)
        mark = Rect(name.x, 0, skin.px(2 * MARK), skin.px(2 * MARK))
        mark.centery = name.centery
        names = shown_names(session)
        draw_initial(surface, skin, mark, Chart.marks(names)[seat], seat)
        name.x += mark.width * 3 // 2
        name.width -= mark.width * 3 // 2
        skin.write(surface, names[seat], name, "ink", BODY, bold=is_best)
        worth = session.worths()[seat]
        skin.write(surface, amount_text(worth), value, "ink", BODY, bold=True, align="right")
        if not self._is_for_points:
            won = self._won(seat)
            colour = "gain" if won > 0 else "loss" if won < 0 else "ink_soft"
            skin.write(surface, signed_text(won), change, colour, BODY, bold=True, align="right")

    @property
    def _heads(self) -> tuple[str, str, str]:
        # TRANSLATORS: the head of a column, the money that a player has now.
        has = _("Points") if self._is_for_points else _("Balance")
        return _("Player"), has, _("Won or lost")

    def _won(self, seat: int) -> int:
        return self._session.worths()[seat] - OPENING_STAKES * self._session.rules.stake

    def _columns(self, row: Rect, skin: Skin) -> tuple[Rect, Rect, Rect]:
        box = row.inflate(-2 * skin.px(GAP), 0)
        name, value = round(box.width * 0.44), round(box.width * 0.24)
        left = Rect(box.x, box.y, name, box.height)
        middle = Rect(left.right, box.y, value, box.height)
        if self._is_for_points:
            middle.right = box.right
        return left, middle, Rect(middle.right, box.y, box.right - middle.right, box.height)


class Chart(Plot):
    """A chart with a line for each seat in the colour of its plate, with its mark at the end."""

    level_colour: ClassVar[str] = "panel_edge"
    least: ClassVar[int] = 2

    def __init__(self, table: ScoreTable, level: int, me: int | None = None) -> None:
        """`level` is the value of a thin line: the start, or the target.

        The line of seat ``me`` is thicker, and drawn over all others.
        """
        self._names, self._has_shares = table.names, bool(table.shares)
        self._order = sorted(range(len(table.names)), key=lambda seat: seat == me)
        self._me = me
        self._curves = [table.curve(seat) for seat in range(len(table.names))]
        known = [value for curve in self._curves for value in curve if value is not None]
        span = min(*known, level), max(*known, level), level
        super().__init__("chart", len(table.rows) + self._has_shares, span)

    def place_words(self) -> str:
        if self._has_shares and self.at == self.last:
            return _("pots shared")
        return super().place_words()

    @property
    def spoken(self) -> str:
        """The totals after the current hand, as read aloud."""
        had = [
            fact(name, amount_text(value))
            for name, curve in zip(self._names, self._curves, strict=True)
            if (value := curve[min(self.at, len(curve) - 1)]) is not None
        ]
        return sentences(self.place_words(), *had)

    @staticmethod
    def marks(names: Sequence[str]) -> Sequence[str]:
        """Return a mark for each seat: the initial, or a number if two share one."""
        initials = [name[:1].upper() for name in names]
        if len(set(initials)) == len(initials):
            return initials
        return [amount_text(seat + 1) for seat in range(len(names))]

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        self.place_plot(skin.px(PADDING / 2) + skin.line(SMALL) // 2, skin)
        self._mark_size = skin.px(2 * MARK)
        self.plot.width -= self._mark_size

    def ends(self) -> dict[int, Rect]:
        """Return the box of each seat's mark: level with the end of its line, none over another."""
        size = self._mark_size
        last = {
            seat: found[-1] for seat in self._order if (found := self.points(self._curves[seat]))
        }
        boxes: dict[int, Rect] = {}
        lowest = self.rect.bottom - size * len(last)
        top = self.rect.top
        for seat in sorted(last, key=lambda seat: last[seat][1]):
            top = max(top, min(last[seat][1] - size // 2, lowest))
            boxes[seat] = Rect(self.plot.right + size // 4, top, size, size)
            top, lowest = top + size, lowest + size
        return boxes

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        rounded(surface, self.rect, skin.colour("shade"), skin.px(10))
        self.draw_axes(surface, skin, skin.px(PADDING / 4), self.place_words())
        if mood.focused:
            self.draw_place(surface, skin)
        for seat in self._order:
            points = self.points(self._curves[seat])
            wide = 5 if seat == self._me else 3
            few = len(points) if self.last <= 24 else 0  # a dot for each hand
            self.draw_curve(surface, skin, points, seat_colour(seat), wide=wide, few=few)
        if self.last >= self.least:
            marks = self.marks(self._names)
            for seat, box in self.ends().items():
                draw_initial(surface, skin, box, marks[seat], seat)

    def points(self, curve: Sequence[int | None]) -> list[tuple[int, int]]:
        """Return the positions of one seat's values."""
        return [self.point(hand, value) for hand, value in enumerate(curve) if value is not None]


class SummaryScene(Page):
    """The summary at the end of a session, or when its player leaves the table for a while."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._session = session
        self._shares: Mapping[PotKind, Sequence[int]] = {}
        """What each seat got from each pot when the session was closed here, in stakes."""
        if session.is_over:
            self._close()
        super().__init__(stage)
        self.form.focus(self._first)

    @property
    def _first(self) -> str:
        return "button:next" if self._session.is_closed else "button:home"

    @property
    def heading(self) -> str:
        return _("The session is over") if self._session.is_closed else _("The session so far")

    def build(self) -> Sequence[Widget]:
        table = replace(ScoreTable.of(self._session), names=shown_names(self._session))
        self._chart = Chart(table, self._level(table.opening), self._session.human)
        home = Button("button:home", _("Start screen"), self.stage.home)
        if self._session.is_closed:
            again = Button("button:next", _("Play again"), self._again, primary=True)
            hands = Button("button:hands", _("Saved hands"), self._open_hands)
            self._buttons = [home, hands, again]
        else:
            home.primary = True
            back = Button("button:back", _("Play on"), self.back)
            end = Button("button:end", _("End the session"), self._end)
            self._buttons = [back, end, home]
        self._standings = MoneyStandings(self._session)
        return [self._standings, self._chart, *self._buttons]

    def _level(self, opening: int) -> int:
        rules = self._session.rules
        return rules.push_up_target if rules.is_push_up else opening

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(_PAD), skin.px(GAP), skin.px(HEIGHT)
        width = min(skin.px(1080.0), area.width - skin.px(MARGIN))
        inner = width - 2 * pad
        self._lines = [line for text in self.details() for line in skin.lines(text, inner, SMALL)]
        head = skin.line(TITLE) + skin.line(BODY) + gap
        notes = len(self._lines) * skin.line(SMALL) + gap
        body = max(skin.px(ROW) * (len(self._session.names) + 1), skin.px(240))
        total = 2 * pad + head + body + gap + notes + high
        self.sheet = TitledPanel(area, (width, total), pad, skin)
        inside = self.sheet.inside
        self._winner = Rect(inside.x, self.sheet.title.bottom, inside.width, skin.line(BODY))
        top = inside.y + head
        chart = round(inside.width * 0.5)
        left = Rect(inside.x, top, inside.width - chart - 2 * gap, body)
        self._standings.place(left, skin)
        self._chart.place(Rect(inside.right - chart, top, chart, body), skin)
        self._notes = Rect(inside.x, top + body + gap, inside.width, notes)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        place_row(self._buttons, foot, 2 * gap, skin)

    def paint(self, surface: Surface) -> None:
        skin = self.skin
        super().paint(surface)
        skin.write(surface, self._winner_words(), self._winner, "ink", bold=True, align="middle")
        skin.write_lines(surface, self._lines, self._notes, "ink_soft", SMALL, align="middle")

    def aside(self) -> Sequence[str]:
        balances = map(self._standings.row_spoken, range(self._standings.count))
        return self._winner_words(), *balances, *self.details()

    def back(self) -> None:
        """Return to the table while the session goes on."""
        if self._session.is_closed:
            self.stage.home()
        else:
            self.stage.pop()

    # -- words ---------------------------------------------------------------------------------

    def _opening(self) -> int:
        return OPENING_STAKES * self._session.rules.stake

    def _winner_words(self) -> str:
        session, best = self._session, self._session.winners()
        is_won, me = session.is_closed, session.human
        names = listed([session.names[seat] for seat in best if seat != me])
        if len(best) == len(session.names):
            return _("All square.")
        if best == (me,):
            return _("You win!") if is_won else _("You lead.")
        if me in best:
            words = (
                _("You share the win with {names}.")
                if is_won
                else _("You share the lead with {names}.")
            )
        elif is_won:
            words = _("{names} share the win.") if len(best) > 1 else _("{names} wins.")
        else:
            words = ngettext("{names} leads.", "{names} lead.", len(best))
        return words.format(names=names)

    def details(self) -> tuple[str, ...]:
        """Return the remarks that accompany the numbers."""
        session = self._session
        rules, ledger = session.rules, session.standing.ledger
        lines = [self._share_sentence(kind, shares) for kind, shares in self._shares.items()]
        if rules.is_push_up:
            words = _("Fewest points win. The session ends at {target}.")
            lines.append(words.format(target=amount_text(rules.push_up_target)))
            lines += self._side_money()
        if rules.scoring == "scorepad" and session.is_closed:
            lines.append(_("The scorepad is paid out."))
        if not session.is_closed:
            lines.append(_("Your table is kept: continue any time."))
            if ledger.high_suit.stakes or ledger.natural.stakes:
                lines.append(_("When the session ends, the pots are split among those in them."))
        return tuple(lines)

    def _side_money(self) -> list[str]:
        """Return what the side pots have brought, if everything else is in points."""
        session, opening = self._session, self._opening()
        won = [bankroll - opening for bankroll in session.bankrolls]
        if not any(won):
            return []
        parts = [
            _("{name} {money}").format(name=name, money=signed_text(money))
            for name, money in zip(shown_names(session), won, strict=True)
        ]
        return [_("Side pots: {parts}.").format(parts=_(", ").join(parts))]

    def _share_sentence(self, kind: PotKind, shares: Sequence[int]) -> str:
        """Return what everybody got from a pot, in money."""
        session = self._session
        parts = [
            _("{name} {money}").format(name=name, money=signed_text(share * session.rules.stake))
            for name, share in zip(shown_names(session), shares, strict=True)
            if share
        ]
        words = _("{pot}, shared: {parts}.")
        return words.format(pot=pot_title(kind), parts=_(", ").join(parts))

    # -- buttons -------------------------------------------------------------------------------

    def _close(self) -> None:
        session, ledger = self._session, self._session.standing.ledger
        pots: Mapping[PotKind, Pot] = {"high_suit": ledger.high_suit, "natural": ledger.natural}
        shares = {
            kind: pot.shares(len(session.names), session.last_dealer) for kind, pot in pots.items()
        }
        self._shares = {kind: each for kind, each in shares.items() if any(each)}
        session.close()

    def _end(self) -> None:
        self._close()
        self.rebuild()
        self.form.focus(self._first)

    def _open_hands(self) -> None:
        self.stage.push(self.stage.services.pages.saved_hands(self.stage))

    def _again(self) -> None:
        from game.ui.session.starting import begin_again

        begin_again(self.stage, self._session)
