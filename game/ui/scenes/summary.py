"""How a session has gone: who has won it, what pots were shared, everybody's way through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pygame import Rect

from game.session.plan import Plan, seed_of_another
from game.session.pots import shares_of
from game.session.scores import score_table, winners
from game.ui.kit.controls import HEIGHT, Button, draw_panel
from game.ui.kit.layout import centred, equal_row
from game.ui.kit.skin import BODY, SMALL, TITLE
from game.ui.kit.widget import Widget
from game.ui.numbers import amount_text, signed_text
from game.ui.scenes.chart import Chart
from game.ui.scenes.page import MARGIN, Page
from game.ui.scenes.standings import ROW, Standings
from game.ui.sessionwords import pot_title, shown_names
from game.ui.text import _, ngettext
from game.ui.words import listed, seat_name, stakes_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.pots import PotKind
    from game.session.session import Session
    from game.ui.scene import Stage

_WIDTH, _PAD, _GAP, _CHART = 1080.0, 26.0, 12.0, 0.5


class SummaryScene(Page):
    """The end of a session, or how it stands when its player leaves the table for a while."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._session = session
        self._shared: tuple[str, ...] = ()
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
        table = replace(score_table(self._session), names=shown_names(self._session))
        self._chart = Chart(table, self._level(table.opening))
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
        self._standings = Standings(self._session)
        return [self._standings, self._chart, *self._buttons]

    def _level(self, opening: int) -> int:
        rules = self._session.rules
        return rules.push_up_target if rules.scoring == "push_up" else opening

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(_PAD), skin.px(_GAP), skin.px(HEIGHT)
        width = min(skin.px(_WIDTH), area.width - skin.px(MARGIN))
        inner = width - 2 * pad
        self._lines = [line for text in self._told() for line in skin.lines(text, inner, SMALL)]
        head = skin.line(TITLE) + skin.line(BODY) + gap
        notes = len(self._lines) * skin.line(SMALL) + gap
        body = max(skin.px(ROW) * (len(self._session.names) + 1), skin.px(240))
        total = 2 * pad + head + body + gap + notes + high
        self._sheet = centred((width, total), area)
        inside = self._sheet.inflate(-2 * pad, -2 * pad)
        self._title = Rect(inside.x, inside.y, inside.width, skin.line(TITLE))
        self._winner = Rect(inside.x, self._title.bottom, inside.width, skin.line(BODY))
        top = inside.y + head
        chart = round(inside.width * _CHART)
        left = Rect(inside.x, top, inside.width - chart - 2 * gap, body)
        self._standings.place(left, skin)
        self._chart.place(Rect(inside.right - chart, top, chart, body), skin)
        self._notes = Rect(inside.x, top + body + gap, inside.width, notes)
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        boxes = equal_row(foot, len(self._buttons), 2 * gap)
        for button, box in zip(self._buttons, boxes, strict=True):
            button.place(box, skin)

    def paint(self, surface: Surface) -> None:
        skin = self.skin
        draw_panel(surface, self._sheet, skin)
        skin.write(surface, self.heading, self._title, "accent", TITLE, bold=True, align="middle")
        skin.write(surface, self._winner_words(), self._winner, "ink", bold=True, align="middle")
        for number, line in enumerate(self._lines):
            box = Rect(self._notes.topleft, (self._notes.width, skin.line(SMALL)))
            box.y += number * box.height
            skin.write(surface, line, box, "ink_soft", SMALL, align="middle")

    def aside(self) -> Sequence[str]:
        return self._winner_words(), *self._told()

    def back(self) -> None:
        """Esc goes back to the table while there is one to go back to."""
        if self._session.is_closed:
            self.stage.home()
        else:
            self.stage.pop()

    # -- words ---------------------------------------------------------------------------------

    def _opening(self) -> int:
        from game.session.ledger import OPENING_STAKES

        return OPENING_STAKES * self._session.rules.stake

    def _winner_words(self) -> str:
        session, best = self._session, winners(self._session)
        me = session.human
        names = listed(
            [seat_name(s, session.names, me) for s in sorted(best, key=lambda s: s != me)]
        )
        if len(best) == len(session.names):
            return _("Nobody is ahead of anybody.")
        if not session.is_closed:
            if best == (me,):
                return _("You are ahead.")
            return ngettext("{names} is ahead.", "{names} are ahead.", len(best)).format(
                names=names
            )
        if best == (me,):
            return _("You win!")
        if len(best) > 1:
            return _("The win is shared by {names}.").format(names=names)
        return _("{names} wins.").format(names=names)

    def _told(self) -> tuple[str, ...]:
        """What has to be said beside the numbers."""
        session = self._session
        rules, ledger = session.rules, session.standing.ledger
        told = list(self._shared)
        if rules.scoring == "push_up":
            words = _("The fewest points win; the session ends at {target}.")
            told.append(words.format(target=amount_text(rules.push_up_target)))
            told += self._side_money()
        if rules.scoring == "scorepad" and session.is_closed:
            told.append(_("The scorepad has been paid out."))
        if not session.is_closed:
            told.append(_("The table is kept as it is: you can go on with it later."))
            if ledger.high_suit.stakes or ledger.natural.stakes:
                told.append(_("Ending the session shares the pots among those who are in them."))
        return tuple(told)

    def _side_money(self) -> list[str]:
        """What the side pots have brought, where all else is points."""
        session, opening = self._session, self._opening()
        won = [bankroll - opening for bankroll in session.bankrolls]
        if not any(won):
            return []
        parts = [
            _("{name} {money}").format(name=name, money=signed_text(money))
            for name, money in zip(shown_names(session), won, strict=True)
        ]
        return [_("Side pots have brought: {parts}.").format(parts=", ".join(parts))]

    def _share_sentences(self) -> tuple[str, ...]:
        """Who gets what of the pots that stand, as closing the session will have it."""
        session = self._session
        ledger = session.standing.ledger
        seats = len(session.names)
        last_dealer = (session.standing.dealer - 1) % seats
        told: list[str] = []
        kinds: tuple[PotKind, ...] = ("high_suit", "natural")
        for kind, pot in zip(kinds, (ledger.high_suit, ledger.natural), strict=True):
            shares = shares_of(pot, seats, last_dealer)
            parts = [
                _("{name} {stakes}").format(
                    name=shown_names(session)[seat], stakes=stakes_text(share)
                )
                for seat, share in enumerate(shares)
                if share
            ]
            if parts:
                words = _("{pot}, shared: {parts}.")
                told.append(words.format(pot=pot_title(kind), parts=", ".join(parts)))
        return tuple(told)

    # -- what the buttons do -------------------------------------------------------------------

    def _close(self) -> None:
        self._shared = self._share_sentences()
        self._session.close()

    def _end(self) -> None:
        self._close()
        self.rebuild()
        self.form.focus(self._first)

    def _open_hands(self) -> None:
        from game.ui.scenes.saved.scene import SavedScene

        self.stage.push(SavedScene(self.stage))

    def _again(self) -> None:
        """The same players, the same rules and the same length, cut for anew."""
        stage, old = self.stage, self._session
        seed = seed_of_another(old.plan.seed_text)
        plan = Plan(old.players, old.rules, seed, old.plan.length, label=old.plan.label)
        session = stage.services.store.start(plan)
        stage.home()
        stage.push(stage.services.table(stage, session))
