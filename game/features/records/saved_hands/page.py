"""Saved hands, the newest first: to choose from, look at, save as files, and open from a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from pygame import Rect

from game.rules.record import HandRecord, RecordError
from game.saves.history import Wanted
from game.saves.statistics import HandFilter as Kind
from game.saves.statistics import PlayedHand
from game.ui.kit.controls import HEIGHT, Button, draw_panel
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.inputs import Choice
from game.ui.kit.lists import Listing
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import CALM, Widget, WidgetState, fact, place_column, place_row, sentences
from game.ui.pages.hand_counter import Counting, brought_text
from game.ui.pages.page import GAP, MARGIN, Page, needs_kernel
from game.ui.rulesets.shelf import RuleNames
from game.ui.text.language import N_, _
from game.ui.text.move_words import listed
from game.ui.text.result_words import row_words
from game.ui.text.save_troubles import why_text
from game.ui.viewer.saved_hands import (
    VERIFY,
    SavedHands,
    look_at,
    read,
    review,
    save_as_file,
    seat_of_you,
    tell_verified,
)

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


_ROW, _HEAD, _COLUMN_GAP = 42.0, 30.0, 14.0  # units
_TEXT: Final = 19.0  # units: the size of letters
_SHARES: Final = (0.16, 0.2, 0.27, 0.27, 0.1)  # shares of a row's width
_UPPER_SHARES, _LOWER_SHARES = (0.3, 0.5, 0.2), (0.5, 0.5)
_PAGE: Final = 64
"""Rows of the list that are fetched at once."""
_MOST_PAGES: Final = 8  # pages of rows kept, at most

Fetch = Callable[[int, int], "Sequence[PlayedHand]"]
Words = Callable[["PlayedHand"], tuple[str, str, str, str, str]]
_ALIGNS: Final = ("left", "left", "left", "left", "right")


class HandList(Listing):
    """Hands, the newest first, one of which is current.

    ``fetch`` gives so many from one place on; ``words`` says what stands in the columns.
    """

    edge: ClassVar[float] = 14.0
    corner: ClassVar[float] = 16.0
    marks_at_rest: ClassVar[bool] = True
    rows_are_targets: ClassVar[bool] = True

    def __init__(
        self, name: str, fetch: Fetch, words: Words, chosen: Callable[[int], None]
    ) -> None:
        super().__init__(name)
        self.fetch, self._words, self._chosen = fetch, words, chosen
        self._pages: dict[int, Sequence[PlayedHand]] = {}

    @property
    def current(self) -> PlayedHand | None:
        """The chosen hand."""
        return self.hand(self.at) if self.count else None

    def hand(self, place: int) -> PlayedHand | None:
        """Return the hand at a place, if it can be read."""
        page = place // _PAGE
        if page not in self._pages:
            while len(self._pages) >= _MOST_PAGES:
                del self._pages[next(iter(self._pages))]
            self._pages[page] = self.fetch(page * _PAGE, _PAGE)
        found = self._pages[page]
        return found[place % _PAGE] if place % _PAGE < len(found) else None

    def show(self, count: int, at: int = 0) -> None:
        """Take over a new count of hands, perhaps of other hands, and stand at one of them."""
        self._pages.clear()
        self.resized(count, at)

    def heights(self, skin: Skin) -> tuple[int, int]:
        lines = 2 if skin.is_narrow else 1
        return lines * skin.px(_HEAD), max(SMALLEST_TARGET, skin.px(_ROW + (lines - 1) * _HEAD))

    def row_spoken(self, at: int) -> str:
        hand = self.hand(at)
        if hand is None:
            return self.empty
        columns = zip(_heads(), self._words(hand), strict=True)
        return sentences(*(fact(head, value) for head, value in columns))

    def activate(self) -> None:
        if self.count:
            self._chosen(self.at)

    def release(self, pos: tuple[int, int]) -> None:
        """Choose the hand that is clicked on; a click on the chosen one looks at it."""
        before = self.at
        place = None if self.bar.is_held else self.row_at(pos)
        super().release(pos)
        if place is not None and place == before:
            self.activate()

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        draw_panel(surface, self.rect, skin)
        super().draw(surface, skin, mood)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        if not self.count:
            return
        for place, text, align in zip(self._columns(box, skin), _heads(), _ALIGNS, strict=True):
            skin.write(surface, text, place, "ink_soft", SMALL, align=align)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        hand = self.hand(at)
        if hand is None:
            return
        way = hand.won or -hand.points
        stakes = "gain" if way > 0 else "loss" if way < 0 else "ink_soft"
        colours = ("ink_soft", "ink", "ink", "ink", stakes)
        columns = zip(self._columns(box, skin), self._words(hand), colours, _ALIGNS, strict=True)
        for place, text, colour, align in columns:
            bold = align == "right"
            skin.write(surface, text, place, colour, _TEXT, bold=bold, align=align)

    def _columns(self, row: Rect, skin: Skin) -> list[Rect]:
        """Return the boxes of a row; on a narrow page opponents and ending stand below the rest."""
        if not skin.is_narrow:
            return _side_by_side(row, _SHARES, skin)
        upper = row.copy()
        upper.height //= 2
        lower = upper.move(0, upper.height)
        when, rules, stakes = _side_by_side(upper, _UPPER_SHARES, skin)
        return [when, rules, *_side_by_side(lower, _LOWER_SHARES, skin), stakes]


def _side_by_side(row: Rect, shares: Sequence[float], skin: Skin) -> list[Rect]:
    gap = skin.px(_COLUMN_GAP)
    left, boxes = row.x + gap, []
    for share in shares:
        width = round((row.width - 2 * gap) * share)
        boxes.append(Rect(left, row.y, width - gap, row.height))
        left += width
    boxes[-1].width = row.right - gap - boxes[-1].x
    return boxes


def _heads() -> tuple[str, str, str, str, str]:
    return _("When"), _("Rules"), _("Opponents"), _("Ending"), _("Stakes")


_KINDS: Final = {
    Kind.ALL: N_("All hands"),
    Kind.WON: N_("Won"),
    Kind.LOST: N_("Lost"),
    Kind.DROPPED: N_("You dropped"),
    Kind.CAUGHT: N_("You were caught"),
}


class SavedScene(Page):
    """A list that scales to any number of hands, and what can be done with one of them."""

    least = (853, 700)

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
    def list_text(self) -> str:
        """The text shown in place of an empty list."""
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

    def on_resume(self) -> None:
        self._counting.begin_again()

    def _show(self, at: int = 0) -> None:
        history = self._counting.history
        self.list.show(self._counting.ask(lambda: history.count(self._wanted), 0), at)
        self.list.empty = self._empty_words()
        self._enable()

    def _fetch(self, first: int, size: int) -> Sequence[PlayedHand]:
        history = self._counting.history
        return self._counting.ask(lambda: history.page(self._wanted, first, size), ())

    def _empty_words(self) -> str:
        none = _("No hands yet. Every hand you finish is kept here.")
        if self._wanted != Wanted():
            none = _("No such hands.")
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
        self._check = Button("button:check", _(VERIFY), self._check_current)
        self._review = Button("button:review", _("Review"), self._review_current)
        # TRANSLATORS: watch the chosen hand again, move by move.
        self._open = Button("button:look", _("Replay"), look, primary=True)
        self._enable()
        return [self._kind, self._rules, self.list, *self._foot()]

    def _foot(self) -> list[Widget]:
        services = self.stage.services
        reviewing = [self._review] if services.reviewer or services.lacks_kernel else []
        return [self._back, self._check, self._save, *reviewing, self._open]

    def _enable(self) -> None:
        has_hands = self.list.count > 0
        self._save.enabled = self._check.enabled = self._open.enabled = has_hands
        self._review.enabled = has_hands
        needs_kernel(self.stage, self._review)

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inner = area.inflate(-2 * margin, 0)
        self._title = self.top_title(GAP)
        top, foot = self._title.bottom + gap // 2, area.bottom - margin // 2
        filters, buttons = (self._kind, self._rules), self._foot()
        if self.is_narrow:
            place_column(filters, Rect(inner.x, top, inner.width, 0), high, gap // 2, skin)
            half = len(buttons) // 2
            rows = [buttons[half:], buttons[:half]]
        else:
            place_row(filters, Rect(inner.x, top, inner.width, high), 2 * gap, skin)
            rows = [buttons]
        for each in rows:
            place_row(each, Rect(inner.x, foot - high, inner.width, high), gap, skin)
            foot -= high + gap
        top = self._rules.rect.bottom + gap // 2
        self.list.place(Rect(inner.x, top, inner.width, foot - top), skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)

    def _words(self, hand: PlayedHand) -> tuple[str, str, str, str, str]:
        names = [player.name for player in hand.players]
        you = seat_of_you(hand)
        others = listed([name for seat, name in enumerate(names) if seat != you])
        outcome = row_words(hand.ending, hand.winners, hand.dropper, names, you)
        number = _("Game {session}, hand {hand}").format(session=hand.session, hand=hand.hand)
        return (
            hand.ended or number,
            self._names.of(hand.rules),
            others,
            outcome,
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
        look_at(self.stage, self._counting.history, hands, count - 1 - place)

    def _save_current(self) -> None:
        hand = self.list.current
        if hand is None:
            return
        try:
            record = read(self._counting.history, hand)
        except RecordError as error:
            self.stage.notify(_("Hand not saved: {why}").format(why=why_text(error)))
        else:
            save_as_file(self.stage, record, hand)

    def _check_current(self) -> None:
        self._with_current(lambda record, _hand: tell_verified(self.stage, record))

    def _review_current(self) -> None:
        history = self._counting.history
        self._with_current(lambda record, hand: review(self.stage, history, record, hand))

    def _with_current(self, act: Callable[[HandRecord, PlayedHand], None]) -> None:
        hand = self.list.current
        if hand is None:
            return
        try:
            record = read(self._counting.history, hand)
        except RecordError as error:
            self.stage.notify(_("Cannot show this hand: {why}").format(why=why_text(error)))
        else:
            act(record, hand)
