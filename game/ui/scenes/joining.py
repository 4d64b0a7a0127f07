"""Before a deal: who joins the side bets, and which suit is called (RULES.md §5.11, §5.12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pygame import Rect

from game.session.joining import bots_join, with_seat
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice, Toggle
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Widget
from game.ui.numbers import amount_text
from game.ui.scenes.page import Overlay, Sheet
from game.ui.sessionwords import stands_text, suit_text
from game.ui.text import _, ngettext
from game.ui.words import listed

if TYPE_CHECKING:
    from pygame import Surface

    from game.session.pots import Joining, PotKind
    from game.session.session import Session
    from game.ui.scene import Stage
    from game.ui.scenes.pause import Offers

_WIDTH = 780.0


class JoiningScene(Overlay):
    """Asks what the player puts in; the last answer is ready under Enter.

    What the others do is settled already and does not depend on the answer.
    """

    def __init__(
        self,
        stage: Stage,
        session: Session,
        deal: Callable[[Joining], None],
        offers: Offers | None = None,
    ) -> None:
        """`deal` gets what all have decided; `offers` are what the menu has beside its own."""
        now = stage.services.settings.settings
        self._session, self._deal, self._offers = session, deal, offers
        self._bots = bots_join(session)
        rules, ledger = session.rules, session.standing.ledger
        self._has = {
            "high_suit": rules.high_suit_bet != "off",
            "natural": rules.natural_bet != "off",
        }
        self._in = {"high_suit": now.join_high_suit, "natural": now.join_natural}
        self._pots = {"high_suit": ledger.high_suit, "natural": ledger.natural}
        self._me = session.human or 0
        self._calls = rules.high_suit_bet == "called" and session.standing.dealer == self._me
        suits = rules.suits
        self._suit = now.high_suit if now.high_suit in suits else suits[0]
        super().__init__(stage)
        self.form.focus("button:next")

    @property
    def joining(self) -> Joining:
        """What all have decided, the player as it stands now."""
        high_suit = self._in["high_suit"] and self._has["high_suit"]
        natural = self._in["natural"] and self._has["natural"]
        return with_seat(self._all(), self._me, high_suit=high_suit, natural=natural)

    @property
    def heading(self) -> str:
        return _("Side bets for hand {number}").format(number=self._session.number + 1)

    def build(self) -> Sequence[Widget]:
        self._rows: list[Widget] = []
        if self._session.comes_big:
            words = _("This is the big one: the hand pays double. Side pots do not.")
            self._rows.append(Label(words, colour="accent", wraps=True))
        if self._has["high_suit"]:
            self._rows += self._high_suit_rows()
        if self._has["natural"]:
            self._rows += self._natural_rows()
        self._buttons = [
            Button("button:menu", _("Menu"), self.back),
            Button("button:next", _("Deal the cards"), self._go_on, primary=True),
        ]
        return [*self._rows, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self._sheet = Sheet(area, self.skin, self._rows, self._buttons, width=_WIDTH)

    def paint(self, surface: Surface) -> None:
        self._sheet.draw(surface, self.heading)

    def back(self) -> None:
        """Esc opens the menu: the hand is about to be dealt, and nothing is lost."""
        from game.ui.scenes.pause import PauseScene

        self.stage.push(PauseScene(self.stage, self._offers))

    def _high_suit_rows(self) -> list[Widget]:
        rows: list[Widget] = []
        if self._calls:
            suits = [(suit, suit_text(suit)) for suit in self._session.rules.suits]
            label = _("You deal and call")
            rows.append(Choice("suit", label, suits, self._suit, self._call))
        toggle = self._toggle("high_suit", _("High suit"))
        return [*rows, toggle, self._note("high_suit", self._called_words())]

    def _natural_rows(self) -> list[Widget]:
        words = _("The first book without a wild card wins.")
        if self._session.rules.natural_bet == "dealt":
            words = _("A book laid on the first turn wins, three of its cards dealt and none wild.")
        return [self._toggle("natural", _("Natural pot")), self._note("natural", words)]

    def _called_words(self) -> str:
        session = self._session
        if session.rules.high_suit_bet == "spades":
            return _("The highest spade dealt wins.")
        if self._calls:
            return _("The highest card dealt of the suit you call wins.")
        return _("{name} deals and calls {suit}: the highest one dealt wins.").format(
            name=session.names[session.standing.dealer], suit=suit_text(self._bots.suit)
        )

    def _toggle(self, kind: PotKind, label: str) -> Toggle:
        rules = self._session.rules
        ante = ngettext("In, for {n} stake", "In, for {n} stakes", rules.side_ante)
        words = (_("Out"), ante.format(n=amount_text(rules.side_ante)))
        return Toggle(kind, label, self._in[kind], lambda is_in: self._set(kind, is_in), words)

    def _note(self, kind: PotKind, what: str) -> Label:
        """What the pot is for, what stands in it, who is in, and what leaving costs."""
        pot, joining, me = self._pots[kind], self.joining, self._me
        seats = joining.natural if kind == "natural" else joining.high_suit
        names = [self._session.names[seat] for seat in seats if seat != me]
        told = [what]
        if pot.stakes:
            told.append(_("{stakes} in it.").format(stakes=stands_text(pot.stakes)))
        others = _("In: {names}.").format(names=listed(names)) if names else _("Nobody else is in.")
        told.append(others)
        if kind == "natural" and pot.stakes and me in pot.joined and not self._in[kind]:
            told.append(_("What you have put in is lost if you stay out."))
        return Label(" ".join(told), units=SMALL, colour="ink_soft", wraps=True)

    def _all(self) -> Joining:
        return replace(self._bots, suit=self._suit) if self._calls else self._bots

    def _call(self, suit: object) -> None:
        self._suit = str(suit)

    def _set(self, kind: PotKind, is_in: bool) -> None:
        self._in[kind] = is_in
        self.rebuild()

    def _go_on(self) -> None:
        joining = self.joining
        self.stage.change(join_high_suit=self._in["high_suit"], join_natural=self._in["natural"])
        if self._calls:
            self.stage.change(high_suit=self._suit)
        self.stage.pop()
        self._deal(joining)
