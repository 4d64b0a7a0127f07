"""Pages about the deal: random, sealed with the player's client seed, or by number."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.rules.seal import DEAL_MOST, LONGEST_CLIENT_SEED
from game.rules.sharecode import ShareCodeError, code_of
from game.ui.kit import clipboard
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice
from game.ui.kit.skin import SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import Widget
from game.ui.pages.page import Overlay, Sheet
from game.ui.pages.typing_page import TypingPage
from game.ui.text.language import _, amount_text
from game.ui.text.sessions import deal_text, spaced

if TYPE_CHECKING:
    from game.play.session import Session
    from game.ui.shell.scene import Stage

_WIDTH: Final = 780.0  # units: width of the sheet


class _Number(TextField):
    """A number field; from a pasted text it takes the first number."""

    def takes(self, char: str) -> bool:
        return char in "0123456789"

    def insert(self, text: str) -> None:
        found = re.search(r"[0-9]+", text)
        if len(text) > 1:
            self.clear()
        super().insert(found[0] if found else "")


def _word_field(stage: Stage) -> TextField:
    """Return the field of the player's client seed, which is saved as it is typed."""
    field = TextField(
        "word",
        stage.services.settings.settings.word,
        lambda text: stage.change(word=text),
        hint=_("none"),
        most=LONGEST_CLIENT_SEED,
    )
    field.label = _("Your word")
    return field


class DealScene(TypingPage):
    """The page before a new game that chooses random, sealed or numbered deals."""

    def __init__(
        self,
        stage: Stage,
        deal: int,
        chosen: Callable[[int], None],
        *,
        is_practice: bool = False,
    ) -> None:
        """``deal`` is the number of the first deal, 0 for chance; ``chosen`` is called with the new
        one.

        Practice deals are never sealed.
        """
        self._text, self._chosen, self._is_practice = str(deal or ""), chosen, is_practice
        self._by_number = deal > 0
        super().__init__(stage)
        self.form.focus("way")

    @property
    def heading(self) -> str:
        return _("Deals")

    @property
    def deal(self) -> int:
        """The chosen deal number; 0 for a random deal, and if there is no such deal."""
        number = int(self._text or 0) if self._by_number else 0
        return number if number <= DEAL_MOST else 0

    def build(self) -> Sequence[Widget]:
        by_chance = _("At random") if self._is_practice else _("Random, sealed")
        ways = [(False, by_chance), (True, _("By number"))]
        fields: list[Widget] = []
        if self._by_number:
            fields.append(self._number_field())
        elif not self._is_practice:
            fields.append(_word_field(self.stage))
        self._rows: list[Widget] = [
            # TRANSLATORS: how the cards are dealt: at random or by number.
            Choice("way", _("Deals"), ways, self._by_number, self._set_way),
            *fields,
            Label(self._about(), units=SMALL, colour="ink_soft", wraps=True),
        ]
        self._done = Button("button:back", _("Done"), self.back, primary=True)
        return [*self._rows, self._done]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, [self._done], width=_WIDTH)

    def back(self) -> None:
        """Go back with the current choice."""
        self._chosen(self.deal)
        super().back()

    def _number_field(self) -> TextField:
        words = _("1 to {most}").format(most=amount_text(DEAL_MOST))
        most = len(str(DEAL_MOST))
        field = _Number("number", self._text, self._set_number, hint=words, most=most)
        field.label = _("Deal number")
        field.is_wrong = not self.deal
        field.is_typed_over = True
        self._number = field
        return field

    def _about(self) -> str:
        if self._is_practice:
            return _(
                "Every practice deal has a number, shown in the table's menu. The same number "
                "and rules always deal the same cards."
            )
        if self._by_number:
            return _(
                "The same number and rules deal everyone the same cards, hand after hand. Such a "
                "deal is known in advance, so it isn't sealed."
            )
        return _(
            "The deck is fixed before the deal, and the table shows its fingerprint. Then your "
            "word is mixed in, so nobody can pick the cards. Check it yourself."
        )

    def _set_way(self, by_number: object) -> None:
        self._by_number = bool(by_number)
        if self._by_number and not self._text:
            self._text = str(random.randint(1, 1_000_000))  # short enough to tell somebody
        self.rebuild()

    def _set_number(self, text: str) -> None:
        self._text = text
        self._number.is_wrong = not self.deal


class SealScene(TypingPage, Overlay):
    """What is known of the deal on the table and the next one, to copy and keep."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._session = session
        super().__init__(stage)
        self.form.focus("button:back")

    @property
    def heading(self) -> str:
        return _("The deal")

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the current hand, or of the next one; empty without a seal."""
        session = self._session
        if session.sealed is not None:
            return session.sealed.fingerprint
        seal = session.deal.seal if session.deal and session.is_playing else None
        return seal.fingerprint if seal else ""

    def build(self) -> Sequence[Widget]:
        self._rows: list[Widget] = [Label(self._about(), wraps=True)]
        if self.fingerprint:
            code = Label(spaced(self.fingerprint), bold=True, colour="accent", wraps=True)
            self._rows += [code, _word_field(self.stage)]
            after = Label(self._about_word(), units=SMALL, colour="ink_soft", wraps=True)
            self._rows.append(after)
        copy = Button("button:copy", _("Copy"), self._copy)
        copy.enabled = bool(self._shared())
        self._buttons = [copy, Button("button:back", _("Back"), self.back)]
        return [*self._rows, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, self._buttons, width=_WIDTH)

    def _about(self) -> str:
        session = self._session
        if session.sealed is not None:
            words = _(
                "The deck of hand {number} is sealed: if anybody swapped a card, this fingerprint "
                "would no longer match."
            )
            return words.format(number=amount_text(session.sealed.hand))
        if self.fingerprint:
            words = _(
                "The deck of hand {number} was sealed before the deal: if anybody had swapped a "
                "card, this fingerprint would no longer match."
            )
            return words.format(number=amount_text(session.number))
        if deal := self._deal():
            return _(
                "{deal}. Anyone who plays this number by the same rules gets the same cards. It "
                "was known in advance, so it isn't sealed."
            ).format(deal=deal_text(deal))
        return _("This table deals from a seed given at the start, so it isn't sealed.")

    def _about_word(self) -> str:
        session = self._session
        if session.sealed is not None:
            return _(
                "Your word is mixed in at the deal. Seed, nonce and word are kept with the "
                "hand, for anyone to check."
            )
        used = (session.deal.word if session.deal else None) or _("none")
        words = _(
            "Your word is mixed into the next deck, so nobody can pick its cards. In this hand: "
            "{word}."
        )
        return words.format(word=used)

    def _deal(self) -> int:
        """Return the number of the deal on the table, or of the first one; 0 if they have none."""
        return self._session.plan.seeds.deal_of(max(1, self._session.number))

    def _shared(self) -> str:
        """Return the text to copy: the fingerprint, or the number and rules of a deal."""
        if self.fingerprint:
            return self.fingerprint
        deal = self._deal()
        try:
            return f"Tonk deal {deal}, rules {code_of(self._session.rules)}" if deal else ""
        except ShareCodeError:
            return f"Tonk deal {deal}"

    def _copy(self) -> None:
        if clipboard.copy(self._shared()):
            self.stage.notify(_("Copied."))
        else:
            self.stage.notify(_("No clipboard here: write it down."))
