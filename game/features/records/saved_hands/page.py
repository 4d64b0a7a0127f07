"""The list of saved hands, newest first: to choose, watch, export, and open from a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from pygame import Rect

from game.rules.record import HandRecord, RecordError
from game.rules.results import LISTED
from game.saves.history import Wanted
from game.saves.statistics import MUCH, PlayedHand
from game.saves.statistics import HandFilter as Kind
from game.ui.kit.controls import HEIGHT, PADDING, Button, GroupTab, draw_panel
from game.ui.kit.grids import SMALLEST_TARGET, grid
from game.ui.kit.lists import Listing
from game.ui.kit.skin import SMALL, TITLE
from game.ui.kit.widget import CALM, Widget, WidgetState, fact, place_row, sentences
from game.ui.pages.hand_counter import Counting, CountingPage, brought_text
from game.ui.pages.page import GAP, MARGIN, Overlay, TitledPanel, needs_kernel, play_button
from game.ui.rulesets.shelf import RuleNames
from game.ui.text.language import N_, _, amount_text, date_text, ngettext
from game.ui.text.move_words import ending_title, listed
from game.ui.text.result_words import row_words
from game.ui.text.save_troubles import why_text
from game.ui.viewer.replay_scene import notify_if_unreadable
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
_LONG_DATE: Final = "2000-09-20 00:00"  # as wide as any in our fonts, in every language
_PAGE: Final = 64
"""Number of rows of the list fetched at once."""

_NOTHING: Final = {"day": "", "opponent": "", "rules": 0, "ending": "", "choice": Kind.ALL}
"""The filter that finds all hands."""


class Column(NamedTuple):
    """A column of the list of hands, with its share of the width; without a colour, it is bold
    and coloured as a gain or loss.
    """

    title: str
    share: float
    colour: str = "ink"
    align: str = "left"


class HandList(Listing):
    """A list of hands, newest first, one of which is current.

    ``fetch`` returns a number of hands from one index on; ``words`` returns the texts of the
    columns.
    """

    COLUMNS: Final = (
        Column(N_("When"), 0.175, "ink_soft"),
        Column(N_("Rules"), 0.18),
        Column(N_("Opponents"), 0.24),
        Column(N_("Ending"), 0.31),
        Column(N_("Stakes"), 0.095, "", "right"),
    )
    edge: ClassVar[float] = 14.0
    corner: ClassVar[float] = 16.0
    marks_at_rest: bool = True
    rows_are_targets: ClassVar[bool] = True

    def __init__(
        self,
        name: str,
        fetch: Callable[[int, int], Sequence[PlayedHand]],
        words: Callable[[PlayedHand], Sequence[str]],
        chosen: Callable[[int], None],
    ) -> None:
        super().__init__(name)
        self.fetch, self._words, self._chosen = fetch, words, chosen
        self._pages: dict[int, Sequence[PlayedHand]] = {}

    @property
    def current(self) -> PlayedHand | None:
        """The current hand."""
        return self.hand(self.at) if self.count else None

    def hand(self, place: int) -> PlayedHand | None:
        """Return the hand at an index, if it can be read."""
        page = place // _PAGE
        if page not in self._pages:
            while len(self._pages) >= 8:  # the cache holds no more
                del self._pages[next(iter(self._pages))]
            self._pages[page] = self.fetch(page * _PAGE, _PAGE)
        found = self._pages[page]
        return found[place % _PAGE] if place % _PAGE < len(found) else None

    def show(self, count: int, at: int = 0) -> None:
        """Show a new number of hands, perhaps of a new selection, with one of them current."""
        self._pages.clear()
        self.resized(count, at)

    def heights(self, skin: Skin) -> tuple[int, int]:
        lines = 2 if skin.is_narrow else 1
        return lines * skin.px(_HEAD), max(SMALLEST_TARGET, skin.px(_ROW + (lines - 1) * _HEAD))

    def row_spoken(self, at: int) -> str:
        hand = self.hand(at)
        if hand is None:
            return self.empty
        columns = zip(self.COLUMNS, self._words(hand), strict=True)
        return sentences(*(fact(_(column.title), value) for column, value in columns))

    def activate(self) -> None:
        if self.count:
            self._chosen(self.at)

    def chosen_by_click(self) -> None:
        """Open the clicked hand."""
        self.activate()

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        draw_panel(surface, self.rect, skin)
        super().draw(surface, skin, mood)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        if not self.count:
            return
        for place, column in zip(self._places(box, skin), self.COLUMNS, strict=True):
            skin.write(surface, _(column.title), place, "ink_soft", SMALL, align=column.align)

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        hand = self.hand(at)
        if hand is None:
            return
        way = hand.won or -hand.points
        stakes = "gain" if way > 0 else "loss" if way < 0 else "ink_soft"
        columns = zip(self._places(box, skin), self.COLUMNS, self._words(hand), strict=True)
        for place, column, text in columns:
            colour = column.colour or stakes
            bold = not column.colour
            skin.write(surface, text, place, colour, _TEXT, bold=bold, align=column.align)

    def _places(self, row: Rect, skin: Skin) -> list[Rect]:
        """Return the boxes of a row; on a narrow page opponents and ending go below the rest."""
        dates = skin.width(date_text(_LONG_DATE), _TEXT) + skin.px(_COLUMN_GAP)
        if not skin.is_narrow:
            return self._side_by_side(row, [each.share for each in self.COLUMNS], skin, dates)
        upper = row.copy()
        upper.height //= 2
        lower = upper.move(0, upper.height)
        when, rules, stakes = self._side_by_side(upper, (0.36, 0.44, 0.2), skin, dates)
        return [when, rules, *self._side_by_side(lower, (0.5, 0.5), skin), stakes]

    @staticmethod
    def _side_by_side(
        row: Rect, shares: Sequence[float], skin: Skin, least: float = 0.0
    ) -> list[Rect]:
        """Return boxes with these shares of the width, the first at least ``least`` pixels wide, at
        the expense of the widest.
        """
        gap = skin.px(_COLUMN_GAP)
        widths = [round((row.width - 2 * gap) * share) for share in shares]
        lacking = max(0, round(least) - widths[0])
        widths[widths.index(max(widths))] -= lacking
        widths[0] += lacking
        left, boxes = row.x + gap, []
        for width in widths:
            boxes.append(Rect(left, row.y, width - gap, row.height))
            left += width
        boxes[-1].width = row.right - gap - boxes[-1].x
        return boxes


_KINDS: Final = {
    Kind.WON: N_("Won"),
    Kind.LOST: N_("Lost"),
    Kind.WON_MUCH: N_("Won {n} stakes or more"),
    Kind.LOST_MUCH: N_("Lost {n} stakes or more"),
    Kind.DROPPED: N_("You dropped"),
    Kind.CAUGHT: N_("You were caught"),
}


@dataclass(frozen=True, slots=True)
class Found:
    """A value to filter hands by, with its name and the number of hands."""

    value: object
    title: str
    hands: int | None = None


class FoundList(Listing):
    """The values to filter by, with the number of hands; the first row is for all hands."""

    edge: ClassVar[float] = 14.0
    corner: ClassVar[float] = 16.0
    marks_at_rest: bool = True
    rows_are_targets: ClassVar[bool] = True

    def __init__(
        self, name: str, found: Sequence[Found], at: int, chosen: Callable[[Found], None]
    ) -> None:
        super().__init__(name, len(found), at)
        self._found, self._chosen = found, chosen

    def heights(self, skin: Skin) -> tuple[int, int]:
        return 0, max(SMALLEST_TARGET, skin.px(_ROW))

    def row_spoken(self, at: int) -> str:
        return fact(self._found[at].title, self._hands(at))

    def _hands(self, at: int) -> str:
        hands = self._found[at].hands
        return "" if hands is None else amount_text(hands)

    def activate(self) -> None:
        self._chosen(self._found[self.at])

    def chosen_by_click(self) -> None:
        self.activate()

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        inner = box.inflate(-2 * skin.px(_COLUMN_GAP), 0)
        number = skin.write(surface, self._hands(at), inner, "ink_soft", _TEXT, align="right")
        inner.width = number.x - skin.px(_COLUMN_GAP) - inner.x
        skin.write(surface, self._found[at].title, inner, "ink", _TEXT)


class FindScene(Overlay):
    """An overlay that chooses a filter."""

    least = (853, 700)

    def __init__(
        self,
        stage: Stage,
        title: str,
        found: Sequence[Found],
        value: object,
        chosen: Callable[[object], None],
    ) -> None:
        self._title, self._found, self._chosen = title, found, chosen
        at = next((at for at, each in enumerate(found) if each.value == value), 0)
        self._list = FoundList("found", found, at, self._choose)
        super().__init__(stage)
        self.form.focus("found")

    @property
    def heading(self) -> str:
        return self._title

    def build(self) -> Sequence[Widget]:
        self._back = Button("button:back", _("Back"), self.back)
        return [self._list, self._back]

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        pad, gap, high = skin.px(PADDING), skin.px(GAP), skin.px(HEIGHT)
        rows = len(self._found) * max(SMALLEST_TARGET, skin.px(_ROW)) + 2 * skin.px(14)
        around = skin.line(TITLE) + 2 * gap + high + 2 * pad
        room = area.height - 2 * skin.px(MARGIN)
        width = min(skin.px(620.0), area.width - 2 * skin.px(MARGIN))
        self.sheet = TitledPanel(area, (width, min(room, rows + around)), pad, skin)
        inside = self.sheet.inside
        foot = Rect(inside.x, inside.bottom - high, inside.width, high)
        self._back.place(foot, skin)
        top = self.sheet.title.bottom + gap
        self._list.place(Rect(inside.x, top, inside.width, foot.y - gap - top), skin)

    def _choose(self, found: Found) -> None:
        self.stage.pop()
        self._chosen(found.value)


class SavedScene(CountingPage):
    """The page of saved hands, for any number of them, with the actions for the current one."""

    least = (853, 700)

    def __init__(self, stage: Stage) -> None:
        history = stage.services.saves.history()
        self._counting = Counting(history, stage.services.clock)
        self._names = RuleNames(history, stage.services.settings)
        self._wanted = Wanted()
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
            self._show(self.list.at)
            self.rebuild()
            if self._is_empty:
                self.form.focus(self._open.name)
        self.list.empty = self._empty_words()
        return True

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
            none = _("No hands match.")
        return self._counting.words(none)

    # -- widgets --------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return _("Saved hands")

    def build(self) -> Sequence[Widget]:
        wanted = self._wanted
        kind = "" if wanted.choice is Kind.ALL else self._kind_title(wanted.choice)
        rules = self._names.of(wanted.rules) if wanted.rules else ""
        ending = ending_title(wanted.ending) if wanted.ending else ""
        self._filters = [
            self._filter("day", _("Day"), date_text(wanted.day), self._days),
            self._filter("opponent", _("Against"), wanted.opponent, self._opponents),
            self._filter("rules", _("Rule set"), rules, self._rule_sets),
            self._filter("ending", _("Ending"), ending, self._endings),
            self._filter("choice", _("Result"), kind, self._kinds),
        ]
        self._every = Button("button:every", _("All hands"), self._show_all, small=True)
        self._every.enabled = wanted != Wanted()
        self._back = Button("button:back", _("Back"), self.back)
        self._save = Button("button:save", _("Save as a file"), self._save_current)
        look = lambda: self._look(self.list.at)  # noqa: E731  # one line
        self._check = Button("button:check", _(VERIFY), self._check_current)
        self._review = Button("button:review", _("Review"), self._review_current)
        # TRANSLATORS: watch the chosen hand again, move by move.
        self._open = Button("button:look", _("Replay"), look, primary=True)
        if self._is_empty:
            self._open = play_button(self.stage)
        self._enable()
        return [*self._filters, self._every, self.list, *self._foot()]

    def _filter(
        self, name: str, title: str, value: str, find: Callable[[], list[Found]]
    ) -> GroupTab:
        """Return the button that opens a filter's choices, showing the present one."""

        def open_it() -> None:
            every = Found(_NOTHING[name], _("All of them"))
            found = [every, *self._counting.ask(find, list[Found]())]
            chosen = lambda to: self._find(name, to)  # noqa: E731  # one line
            value = getattr(self._wanted, name)
            self.stage.push(FindScene(self.stage, title, found, value, chosen))

        button = GroupTab(f"find:{name}", value or title, open_it, is_open=bool(value))
        button.is_above = True
        return button

    @property
    def _is_empty(self) -> bool:
        """Whether there are no saved hands."""
        return self._counting.is_done and not self.list.count and self._wanted == Wanted()

    def _foot(self) -> list[Widget]:
        services = self.stage.services
        reviewing = [self._review] if services.reviewer or services.lacks_kernel else []
        return [self._back, self._check, self._save, *reviewing, self._open]

    def _enable(self) -> None:
        has_hands = self.list.count > 0
        self._save.enabled = self._check.enabled = has_hands
        self._open.enabled = has_hands or self._is_empty
        self._review.enabled = has_hands
        needs_kernel(self.stage, self._review)

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        margin, gap, high = skin.px(MARGIN), skin.px(GAP), skin.px(HEIGHT)
        inner = area.inflate(-2 * margin, 0)
        self._title = self.top_title(GAP)
        top, foot = self._title.bottom + gap // 2, area.bottom - margin // 2
        filters, buttons = [*self._filters, self._every], self._foot()
        low = max(SMALLEST_TARGET, skin.px(44.0))
        if self.is_narrow:
            half = len(buttons) // 2
            rows = [buttons[half:], buttons[:half]]
        else:
            rows = [buttons]
        columns = 3 if self.is_narrow else len(filters)
        boxes = grid(Rect(inner.x, top, inner.width, 0), len(filters), columns, low, gap // 2)
        for each, box in zip(filters, boxes, strict=True):
            each.place(box, skin)
        for row in rows:
            place_row(row, Rect(inner.x, foot - high, inner.width, high), gap, skin)
            foot -= high + gap
        top = boxes[-1].bottom + gap // 2
        self.list.place(Rect(inner.x, top, inner.width, foot - top), skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self._title)
        found = self.list.count
        if found:
            words = ngettext("{n} hand", "{n} hands", found).format(n=amount_text(found))
            self.skin.write(surface, words, self._title, "ink_soft", SMALL, align="right")

    def _words(self, hand: PlayedHand) -> Sequence[str]:
        names = [player.name for player in hand.players]
        you = seat_of_you(hand)
        others = listed([name for seat, name in enumerate(names) if seat != you])
        outcome = row_words(hand.ending, hand.winners, hand.dropper, names, you)
        number = _("Game {session}, hand {hand}").format(session=hand.session, hand=hand.hand)
        return (
            date_text(hand.ended) or number,
            self._names.of(hand.rules),
            others,
            outcome,
            brought_text(
                hand.won, hand.points, is_for_points=self._names.are_for_points(hand.rules)
            ),
        )

    # -- what is done ---------------------------------------------------------------------------

    def _days(self) -> list[Found]:
        return [Found(day, date_text(day), hands) for day, hands in self._counting.history.days()]

    def _opponents(self) -> list[Found]:
        found = self._counting.history.opponents()
        return [Found(name, name, found[name]) for name in sorted(found, key=str.casefold)]

    def _rule_sets(self) -> list[Found]:
        history = self._counting.history
        return [
            Found(number, self._names.of(number), history.count(Wanted(rules=number)))
            for number in history.rule_sets()
        ]

    def _endings(self) -> list[Found]:
        found = self._counting.history.endings()
        return [Found(each, ending_title(each), found[each]) for each in LISTED if each in found]

    def _kinds(self) -> list[Found]:
        hands = self._counting.history.kinds()
        return [Found(kind, self._kind_title(kind), hands[kind]) for kind in _KINDS if hands[kind]]

    def _find(self, name: str, value: object) -> None:
        self._wanted = replace(self._wanted, **{name: value})  # type: ignore[arg-type] # its own
        self._show()
        self.rebuild()
        self.form.focus("hands" if self.list.count else "button:every")

    def _show_all(self) -> None:
        self._wanted = Wanted()
        self._show()
        self.rebuild()
        self.form.focus("hands")

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
        with notify_if_unreadable(self.stage):
            act(read(self._counting.history, hand), hand)

    @staticmethod
    def _kind_title(kind: Kind) -> str:
        return _(_KINDS[kind]).format(n=amount_text(MUCH))
