"""All hands that were played, the newest first: to choose from, look at and save as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.rules.record import RecordError
from game.session.history import Wanted
from game.session.played import Choice as Kind
from game.session.played import PlayedHand
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.inputs import Choice
from game.ui.kit.layout import equal_row
from game.ui.kit.skin import TITLE
from game.ui.kit.widget import Widget
from game.ui.scenes.page import MARGIN, Page
from game.ui.scenes.saved.handlist import HandList
from game.ui.scenes.saved.looking import SavedHands, look_at, read, save_as_file, seat_of_you
from game.ui.scenes.statistics.counting import Counting
from game.ui.scenes.statistics.words import (
    RuleNames,
    brought_text,
    ending_title,
)
from game.ui.text import N_, _
from game.ui.words import listed, seat_name

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.scene import Stage

_GAP: Final = 12.0
_KINDS: Final = {
    Kind.ALL: N_("All hands"),
    Kind.WON: N_("Won"),
    Kind.LOST: N_("Lost"),
    Kind.DROPPED: N_("You dropped"),
    Kind.CAUGHT: N_("You were caught"),
}


class SavedScene(Page):
    """A list that scales to any number of hands, and what can be done with one of them."""

    def __init__(self, stage: Stage) -> None:
        history = stage.services.store.history()
        self._counting = Counting(history, stage.services.clock)
        self._names = RuleNames(history, stage.services.settings)
        self._wanted = Wanted()
        self._sets: tuple[int, ...] = ()
        self.list = HandList("hands", self._fetch, self._words, self._look)
        super().__init__(stage)
        self.form.focus("hands")

    @property
    def told(self) -> str:
        """What is said in place of the list."""
        return "" if self.list.count else self.list.empty

    # -- counting -------------------------------------------------------------------------------

    def update(self, _dt: float) -> bool:
        if self._counting.is_done:
            return False
        if self._counting.go_on():
            ask, history = self._counting.ask, self._counting.history
            self._sets = ask(history.rule_sets, ())
            self._show(self.list.at)
            self.rebuild()
        self.list.empty = self._empty_words()
        return True

    def idle_for(self) -> float | None:
        return None if self._counting.is_done else 0.0

    def uncovered(self) -> None:
        self._counting.is_done = False

    def _show(self, at: int = 0) -> None:
        history = self._counting.history
        self.list.show(self._counting.ask(lambda: history.count(self._wanted), 0), at)
        self.list.empty = self._empty_words()
        self._enable()

    def _fetch(self, first: int, size: int) -> Sequence[PlayedHand]:
        history = self._counting.history
        return self._counting.ask(lambda: history.page(self._wanted, first, size), ())

    def _empty_words(self) -> str:
        none = _("No hand yet. Every hand that you play to its end is kept here.")
        if self._wanted != Wanted():
            none = _("No hand is like that.")
        return self._counting.words(none)

    # -- widgets --------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return _("Saved hands")

    def build(self) -> Sequence[Widget]:
        kinds: list[tuple[object, str]] = [(kind, _(words)) for kind, words in _KINDS.items()]
        sets: list[tuple[object, str]] = [(0, _("All rule sets"))]
        sets += [(number, self._names.of(number)) for number in self._sets]
        self._kind = Choice("kind", _("Show"), kinds, self._wanted.choice, self._show_kind)
        self._rules = Choice("rules", _("Rules"), sets, self._wanted.rules, self._show_rules)
        self._back = Button("button:back", _("Back"), self.back)
        self._save = Button("button:save", _("Save as a file"), self._save_current)
        look = lambda: self._look(self.list.at)  # noqa: E731  # one line
        self._open = Button("button:look", _("Look at it"), look, primary=True)
        self._enable()
        return [self._kind, self._rules, self.list, self._back, self._save, self._open]

    def _enable(self) -> None:
        has_hands = self.list.count > 0
        self._save.enabled = self._open.enabled = has_hands

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(_GAP), skin.px(HEIGHT)
        inner = area.inflate(-2 * margin, 0)
        self._title = Rect(inner.x, area.y + margin - gap, inner.width, skin.line(TITLE))
        filters = Rect(inner.x, self._title.bottom + gap // 2, inner.width, high)
        boxes = equal_row(filters, 2, 2 * gap)
        for choice, box in zip((self._kind, self._rules), boxes, strict=True):
            choice.place(box, skin)
        foot = Rect(inner.x, area.bottom - margin // 2 - high, inner.width, high)
        buttons = (self._back, self._save, self._open)
        for button, box in zip(buttons, equal_row(foot, 3, 2 * gap), strict=True):
            button.place(box, skin)
        top = filters.bottom + gap // 2
        self.list.place(Rect(inner.x, top, inner.width, foot.y - gap - top), skin)

    def paint(self, surface: Surface) -> None:
        self.skin.write(surface, self.heading, self._title, "accent", TITLE, bold=True)

    def _words(self, hand: PlayedHand) -> tuple[str, str, str, str, str]:
        names = [player.name for player in hand.players]
        you = seat_of_you(hand)
        others = listed([name for seat, name in enumerate(names) if seat != you])
        winners = listed([seat_name(seat, names, you) for seat in hand.winners])
        ending = ending_title(hand.ending)
        told = _("{ending}: {names}").format(ending=ending, names=winners) if winners else ending
        number = _("Game {session}, hand {hand}").format(session=hand.session, hand=hand.hand)
        return (
            hand.ended or number,
            self._names.of(hand.rules),
            others,
            told,
            brought_text(
                hand.won, hand.points, is_for_points=self._names.are_for_points(hand.rules)
            ),
        )

    # -- what is done ---------------------------------------------------------------------------

    def _show_kind(self, kind: object) -> None:
        self._wanted = Wanted(Kind(str(kind)), self._wanted.rules)
        self._show()

    def _show_rules(self, rules: object) -> None:
        self._wanted = Wanted(self._wanted.choice, int(str(rules)))
        self._show()

    def _look(self, place: int) -> None:
        count = self.list.count
        hands = SavedHands(self._counting.history, self._wanted, count)
        look_at(self.stage, hands, count - 1 - place)

    def _save_current(self) -> None:
        hand = self.list.current
        if hand is None:
            return
        try:
            record = read(self._counting.history, hand)
        except RecordError as error:
            self.stage.notify(_("The hand cannot be saved: {why}").format(why=error))
        else:
            save_as_file(self.stage, record, hand)
