"""The result at the table: a headline for the player, the reasons, and what to do next.

Cards stay in place, and plates show what the hand has brought each seat. The settlement
(`settlement_panel.py`), shown on request, has every count and every payment with its reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from pygame import Rect, Surface

from game.ui.kit.flourish import smooth
from game.ui.kit.paint import rounded
from game.ui.shell.keys import key_text
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.targets import ButtonTarget, SettlementButton, Target
from game.ui.table.painting.bubbles import find_room
from game.ui.table.painting.furniture import LABEL, alike, draw_button, key_width, least_with_key
from game.ui.table.painting.settlement_panel import big_one_to_come
from game.ui.text.language import BREAK, N_, _, in_a_row, pgettext
from game.ui.text.result_words import ending_sentence, outcome, why_so_much

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from game.play.session import Session
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.motion.layout import TableLayout

    Buttons = Sequence[tuple[SettlementButton, ButtonLook]]


BUTTON_WORDS: Final[Mapping[SettlementButton, str]] = {
    # TRANSLATORS: a button: to watch the hand that is over again, move by move.
    "watch": N_("Replay"),
    # TRANSLATORS: let the coach go through the hand that is over.
    "review": N_("Review"),
    # TRANSLATORS: a button that opens further ones.
    "more": N_("More"),
}
"""The buttons besides the one for the next hand, in order."""
MORE_WORDS: Final[Mapping[SettlementButton, str]] = {
    "details": N_("Details"),
    "scores": N_("Scores"),
    "same_deal": N_("Same deal"),
    "big_one": N_("Call the big one"),
    # TRANSLATORS: a button: to leave the table.
    "leave": N_("Leave"),
}
"""The buttons that *More* reveals, in order."""
HEADLINE, PARTS, REASON = 30.0, 20.0, 16.5  # units: text sizes
BACK: Final = N_("Back")
"""The label of the *More* button while details are shown; the button has room for both."""


@dataclass(frozen=True, slots=True)
class ResultLook:
    """The contents of the result of a hand: texts and buttons."""

    headline: str
    widest: str
    """The headline after counting, its widest form."""
    parts: str
    """The breakdown of the headline; empty if there is none."""
    way: int
    """1 if the result is good for the player, -1 if it is bad."""
    reasons: tuple[str, ...]
    """The reasons of the result, and announcements."""
    buttons: tuple[tuple[SettlementButton, ButtonLook], ...]


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """The layout of the result."""

    box: Rect
    reasons: tuple[str, ...]
    buttons: Mapping[SettlementButton, Rect]
    news: Rect | None = None
    """The box of the announcements, if they are apart."""
    announced: tuple[str, ...] = ()
    units: float = REASON
    """The text size of the announcements, in units."""
    own_units: float = 0.0
    """The text size of the reasons, in units; 0 for the default."""
    parts: str = ""
    """The part of the breakdown that stands beside the headline."""

    def boxes(self) -> Sequence[Rect]:
        """Return the boxes that can be read or clicked."""
        news = [] if self.news is None else [self.news]
        return [self.box, *news, *self.buttons.values()]


@dataclass(frozen=True, slots=True)
class ToCome:
    """What follows the hand."""

    onward: str
    """What follows this hand if it is neither another hand nor the end; otherwise empty."""
    caller: int | None
    """The bot that calls the big one."""
    news: tuple[str, ...] = ()
    """What the hand has brought besides its payments."""
    may_review: bool = False
    """Whether there is a coach to review the hand."""
    lacks_kernel: bool = False
    """Whether reviews are disabled because the kernel is not installed."""
    has_more: bool = True
    """Whether there is more to do after the hand."""


def result_look(
    session: Session,
    view: SeatView,
    counting: float,
    hovered: Target | None,
    *,
    to_come: ToCome,
    is_detailed: bool,
    enter_goes_on: bool = True,
) -> ResultLook | None:
    """Return the result of a finished hand, else None; ``counting`` is the share counted.

    ``enter_goes_on``: Enter means the next hand, as no other button has the focus.
    """
    hand, names = session.hand, session.names
    if view.result is None or hand is None or hand.result is None:
        return None
    whole = outcome(hand, names, view.seat)
    onward = to_come.onward or (_("Final standings") if session.is_over else _("Next hand"))
    hidden = set[str]()
    if not to_come.has_more:
        hidden.add("more")
    if not (to_come.may_review or to_come.lacks_kernel):
        hidden.add("review")
    words: dict[SettlementButton, str] = {"next": onward}
    words |= {name: _(text) for name, text in BUTTON_WORDS.items() if name not in hidden}
    if is_detailed:
        words["more"] = _(BACK)
    buttons = tuple(
        (
            name,
            ButtonLook(
                text,
                key=_key(name, is_detailed=is_detailed, enter_goes_on=enter_goes_on),
                is_lit=name != "review" or to_come.may_review,
                is_primary=name == "next",
                is_hovered=hovered == ButtonTarget(name),
            ),
        )
        for name, text in words.items()
    )
    announced = () if session.is_over else big_one_to_come(session, to_come.caller)
    told = (ending_sentence(hand, names, view.seat), *why_so_much(hand, view.seat))
    reasons = (in_a_row(told), *announced, *to_come.news)
    headline = outcome(hand, names, view.seat, smooth(counting)).headline
    return ResultLook(headline, whole.headline, whole.parts, whole.way, reasons, buttons)


def _key(name: SettlementButton, *, is_detailed: bool, enter_goes_on: bool = True) -> str:
    if name == "next" and enter_goes_on:
        return pgettext("key", "Enter")
    if name == "more":
        return pgettext("key", "Esc") if is_detailed else ""
    return key_text(name)


@dataclass(frozen=True, slots=True)
class ResultRoom:
    """Finds room for the result at one table."""

    _PAD = 20.0  # units

    skin: Skin
    layout: TableLayout
    me: int
    """The player's seat."""

    def place(self, look: ResultLook, taken: Sequence[Rect] = ()) -> ResultPlace:
        """Place the line above the player's hand, and the buttons in place of those of play.

        If it would cover something in use, or ``taken``, announcements go into a box of their own,
        and both into the free place nearest to their usual one. Only as many announcements are
        shown as fit; the log has all of them.
        """
        skin, layout = self.skin, self.layout
        # Keys change with the focus, and *More* has one while details are shown: there is room for
        # the widest, so that no button moves then.
        keyed = [
            (name, replace(each, key=self._widest_key(name, each))) for name, each in look.buttons
        ]
        buttons = self._place_buttons(tuple(keyed))
        lying = [*self._lying(), *taken, *buttons.values()]
        usual = round(skin.size[0] * 0.66)
        whole = self._said(look.reasons, usual, look)
        home = self._at_home(whole)
        if self._stands_free(home, lying):
            return ResultPlace(home, whole.lines, buttons, parts=whole.parts)
        window = Rect((0, 0), skin.size).inflate(-skin.px(self._PAD), -skin.px(self._PAD))
        # Measuring takes long: each way is measured once, and only if it comes to that.
        words = [
            cache(partial(self._said, look.reasons[:1], usual // part, look, skin.small(units)))
            for units in (REASON, 0.9 * REASON, 0.8 * REASON)  # smaller where room is scarce
            for part in (1, 2, 3, 4)
        ]
        box, said, free_of = None, None, lying
        home_of_words = self._at_home(words[0]())
        # What may be covered as a last resort, least important first: the log repeats what is
        # known, and stock and discards are out of play.
        known = (layout.log, layout.stake)
        piles = (layout.stock, layout.stock_tag, layout.pile, layout.pile_tag)
        for gives_way in ((), known, (*known, *piles)):
            free_of = [box for box in lying if box not in gives_way]
            box, said = self._above_hand(words, home_of_words, free_of, window)
            if box is not None:
                break
        if box is None or said is None:
            said = min((way() for way in words), key=lambda each: each.size[0] * each.size[1])
            box = self._over_least(said.size, home_of_words, free_of, [*buttons.values()], window)
        own = ResultPlace(box, said.lines, buttons, own_units=said.units, parts=said.parts)
        if len(look.reasons) < 2:
            return own
        for units, count in product(
            (skin.small(REASON), skin.small(0)), range(len(look.reasons), 1, -1)
        ):
            told = [
                self._said(look.reasons[1:count], most, units=units)
                for most in (usual, *map(skin.px, (360.0, 260.0, 190.0)))
            ]
            news, announced = self._in_room(told, box, [*lying, box], window)
            if news is not None and announced is not None:
                return replace(own, news=news, announced=announced.lines, units=units)
        return own

    def _widest_key(self, name: SettlementButton, button: ButtonLook) -> str:
        """Return the widest key that a button may show."""
        if name not in {"next", "more"}:
            return button.key
        keys = (
            _key(name, is_detailed=True, enter_goes_on=enter_goes_on)
            for enter_goes_on in (True, False)
        )
        return max(keys, key=partial(key_width, self.skin))

    def _said(
        self,
        reasons: Sequence[str],
        most: int,
        headed: ResultLook | None = None,
        units: float = 0.0,
    ) -> _Said:
        """Return the reasons in lines no wider than ``most`` pixels, optionally below the headline,
        and below its breakdown if that does not fit beside it.
        """
        skin = self.skin
        units = units or skin.small(REASON)
        wide = parts_wide = 0
        parts = headed.parts if headed else ""
        if headed is not None:
            wide = skin.width(headed.widest, HEADLINE, bold=True)
            if parts:
                colon = skin.width(_with_colon(""), HEADLINE, bold=True)
                parts_wide = wide + colon + skin.px(_SPACE) + skin.width(parts, PARTS)
        texts = list(reasons)
        if parts_wide > most:
            texts, parts, parts_wide = [parts, *texts], "", 0
        lines = tuple(line for text in texts for line in self._lines(text, most, units))
        wide = max(wide, parts_wide, max((skin.width(line, units) for line in lines), default=0))
        high = len(lines) * skin.line(units) + skin.px(5)
        high += skin.px(5) if headed is None else skin.line(HEADLINE)
        return _Said(lines, (wide + 2 * skin.px(self._PAD), high), parts, units)

    def _lines(self, text: str, most: int, units: float) -> list[str]:
        """Break a text into lines: between sentences, if that takes no more lines."""
        skin = self.skin
        lines, whole = skin.lines(text, most, units), list[str]()
        for sentence in filter(None, re.split(f"(?<=[.!?]) |(?<=[。！？]){BREAK}?", text)):
            longer = in_a_row((*whole[-1:], sentence))
            if whole and skin.width(longer, units) <= most:
                whole[-1] = longer
            else:
                whole.append(sentence)
        fit = all(skin.width(each, units) <= most for each in whole)
        return whole if fit and len(whole) <= len(lines) else lines

    def _at_home(self, said: _Said) -> Rect:
        """Return the usual place: above the player's hand."""
        fan, box = self.layout.seats[self.me].fan, Rect((0, 0), said.size)
        box.midbottom = (fan.centerx, fan.top - self.skin.px(6))
        return box

    def _above_hand(
        self, ways: Sequence[Callable[[], _Said]], home: Rect, lying: Sequence[Rect], window: Rect
    ) -> tuple[Rect | None, _Said | None]:
        """Return the place above the player's hand, if slightly smaller text fits there; otherwise
        the one nearest to it.
        """
        for way in ways:
            said = way()
            box = Rect((0, 0), said.size)
            box.midbottom = home.midbottom
            is_large = said.units >= 0.8 * ways[0]().units
            if is_large and window.contains(box) and self._stands_free(box, lying):
                return box, said
        foot = Rect(home.centerx, home.bottom - self.skin.px(6), 0, 0)
        return self._in_room([way() for way in ways], foot, lying, window)

    def _stands_free(self, box: Rect, lying: Sequence[Rect]) -> bool:
        """Return whether a box overlaps nothing and touches nothing at its sides."""
        return box.inflate(2 * self.skin.px(6), 0).collidelist(lying) < 0

    def _in_room(
        self, ways: Sequence[_Said], home: Rect, lying: Sequence[Rect], window: Rect
    ) -> tuple[Rect | None, _Said | None]:
        """Return the free place nearest to ``home``, and the line breaks that fit there."""
        gap = self.skin.px(6)
        sizes = [(way.size[0] + gap, way.size[1] + gap) for way in ways]
        found = find_room(sizes, home, lying, window)
        if found is None:
            return None, None
        return found.inflate(-gap, -gap), ways[sizes.index(found.size)]

    def _place_buttons(self, buttons: Buttons) -> dict[SettlementButton, Rect]:
        """Place all buttons in a row, each as wide as its label: in the strip below the player's
        hand, between its plate and the log, or starting at the menu button, since the one between
        is hidden. If room is scarce, labels beside keys get smaller before keys are left out.
        """
        skin, layout = self.skin, self.layout
        right, around = layout.log.left, skin.px(14)
        usual, widest = layout.seats[self.me].plate.right + around, layout.sort.left
        top, high = layout.menu.top, layout.menu.height
        bands = (
            Rect(usual, top, right - usual - around, high),
            Rect(widest, top, right - widest - around // 2, high),
        )
        words = [_wide(skin, *each) for each in buttons]
        keys = [key_width(skin, each.key) for _name, each in buttons]
        wishes = [word + key for word, key in zip(words, keys, strict=True)]
        least = [_with_key(skin, *each) for each in buttons]
        gaps = (len(words) - 1) * skin.px(7), (len(words) - 1) * skin.px(4)
        widths, place = next(
            (
                (each, place)
                for each in (wishes, least, words)
                for place in (0, 1)
                if sum(each) + gaps[place] <= bands[place].width
            ),
            (words, 1),
        )
        band, gap = bands[place], skin.px((7, 4)[place])
        room = band.width - gaps[place]
        if (tight := room - sum(widths)) < 0:
            widths = [width + tight // len(widths) for width in widths]
        spare = max(0, min(room - sum(widths), skin.px(26) * len(widths))) // len(widths)
        left = band.centerx - (sum(widths) + spare * len(widths) + band.width - room) // 2
        found: dict[SettlementButton, Rect] = {}
        for (name, _look), width in zip(buttons, widths, strict=True):
            found[name] = Rect(left, band.top, width + spare, band.height)
            left += width + spare + gap
        return found

    @staticmethod
    def _over_least(
        size: tuple[int, int], home: Rect, lying: Sequence[Rect], free: Sequence[Rect], window: Rect
    ) -> Rect:
        """Return the place nearest to ``home`` where a box covers as little as possible, and
        nothing that must stay ``free``.
        """
        step = max(8, window.width // 40)  # the search step across the window

        def cost(box: Rect) -> float:
            covered = (box.clip(each) for each in lying)
            away = abs(box.centerx - home.centerx) + abs(box.centery - home.centery)
            return sum(each.width * each.height for each in covered) + away

        places = (
            Rect((left, top), size)
            for left in range(window.left, window.right - size[0] + 1, step)
            for top in range(window.top, window.bottom - size[1] + 1, step)
        )
        return min((box for box in places if box.collidelist(free) < 0), key=cost, default=home)

    def _lying(self) -> Iterator[Rect]:
        """Yield the boxes on the table that should stay visible beside the result."""
        layout = self.layout
        for seat in layout.seats:
            yield seat.plate
            yield from (pose.bounds() for pose in seat.cards)
        for spread in layout.spreads.values():
            yield from (spread.box, spread.tag)
        yield from (layout.stock, layout.stock_tag, layout.pile, layout.pile_tag)
        yield from (layout.log, layout.stake, layout.menu)


class _Said(NamedTuple):
    """Lines of text, and the box that they fill."""

    lines: tuple[str, ...]
    size: tuple[int, int]
    parts: str = ""
    """The part of the breakdown that stands beside the headline."""
    units: float = 0.0
    """The text size, in units."""


def _with_colon(headline: str) -> str:
    # TRANSLATORS: before what the headline is made of: "You lose 4: 2 to Ada, 2 to Basil".
    return _("{headline}:").format(headline=headline)


_SPACE: Final = 8.0  # units


def _wide(skin: Skin, name: SettlementButton, button: ButtonLook) -> int:
    """Return the width of a button for its label, including later labels, in pixels."""
    texts = (_(BUTTON_WORDS[name]), _(BACK)) if name == "more" else (button.text,)
    return max(skin.width(text, LABEL, bold=True) for text in texts) + skin.px(22)


def _with_key(skin: Skin, name: SettlementButton, button: ButtonLook) -> int:
    """Return the least width of a button for its label and key, in pixels."""
    if not button.key:
        return _wide(skin, name, button)
    texts = (_(BUTTON_WORDS[name]), _(BACK)) if name == "more" else (button.text,)
    return max(least_with_key(skin, replace(button, text=text)) for text in texts)


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """Draws the result in its layout."""

    skin: Skin
    look: ResultLook
    place: ResultPlace

    def with_keys(self) -> Mapping[SettlementButton, ButtonLook]:
        """Return the buttons as drawn: if one has no room for its key, none shows a key."""
        place = self.place
        tight = {
            place.buttons[name].top
            for name, button in self.look.buttons
            if button.key and place.buttons[name].width < _with_key(self.skin, name, button)
        }
        return {
            name: replace(button, key="") if place.buttons[name].top in tight else button
            for name, button in self.look.buttons
        }

    def draw(self, surface: Surface, *, is_detailed: bool) -> None:
        """Draw the buttons, and the line unless the settlement shows it."""
        skin, place = self.skin, self.place
        if not is_detailed:
            edge = skin.colour("gold" if self.look.way > 0 else "panel_edge")
            wide = max(1, skin.px(2))
            rounded(surface, place.box, skin.colour("toast"), skin.px(16), edge, wide)
            line = Rect(place.box.left, place.box.top, place.box.width, skin.line(HEADLINE))
            self._draw_headline(surface, line)
            units = place.own_units or skin.small(REASON)
            rest = Rect(line.bottomleft, place.box.size)
            skin.write_lines(surface, place.reasons, rest, "ink_soft", units, align="middle")
            if place.news is not None:
                rounded(surface, place.news, skin.colour("toast"), skin.px(16), edge, wide)
                news, units = place.news.inflate(0, -2 * skin.px(5)), place.units
                skin.write_lines(surface, place.announced, news, "ink_soft", units, align="middle")
        row = [(place.buttons[name], each) for name, each in self.with_keys().items()]
        for (box, _look), drawn in zip(row, alike(skin, row), strict=True):
            draw_button(surface, skin, box, *drawn)

    def _draw_headline(self, surface: Surface, line: Rect) -> None:
        """Draw the headline and its breakdown, which stays in place as the money counts up."""
        skin, look, place = self.skin, self.look, self.place
        colour = "gold" if look.way > 0 else "ink"
        if not place.parts:
            skin.write(surface, look.headline, line, colour, HEADLINE, bold=True, align="middle")
            return
        own = skin.width(_with_colon(look.widest), HEADLINE, bold=True)
        beside = skin.px(_SPACE) + skin.width(place.parts, PARTS)
        left = line.centerx - (own + beside) // 2
        first = Rect(left, line.top, own, line.height)
        skin.write(
            surface, _with_colon(look.headline), first, colour, HEADLINE, bold=True, align="right"
        )
        rest = Rect(first.right + skin.px(_SPACE), line.top, beside, line.height)
        skin.write(surface, place.parts, rest, "ink", PARTS)
