"""The fairness page: tests of the dealer and the opponents, and of the player's dealt hands."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.features.records.fairness.dealer_tests import DEALS_LEAST, DealingTests
from game.features.records.fairness.luck import DEALT, Luck
from game.files import DamagedError, StoreError
from game.play.dealer import sample_deals
from game.rules.record import RecordError
from game.rules.sharecode import ShareCodeError, code_of
from game.saves.history import Wanted
from game.saves.statistics import NOBODY
from game.ui.kit import clipboard
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Heading, Para, Point
from game.ui.pages.hand_counter import FEW, Counting
from game.ui.pages.page import GAP
from game.ui.rulesets.reading import ReadingScene
from game.ui.text.language import N_, _, amount_text, decimal_text, in_a_row, ngettext, place_text
from game.ui.text.move_words import listed

if TYPE_CHECKING:
    from game.features.records.fairness.dealer_tests import DealerOutcome
    from game.features.records.fairness.luck import SeatLuck
    from game.play.advice import BotTrial
    from game.saves.statistics import PlayedHand
    from game.ui.kit.document import Block
    from game.ui.kit.widget import Widget
    from game.ui.shell.scene import Stage

_PIECE: Final = 20  # deals or hands in one piece of work
_POSITIONS: Final = 10
"""Number of positions at which each opponent is tested at first."""
_FURTHER: Final = 10
"""The factor by which more deals are tested when the player asks for more."""

_TESTS: Final = {
    "chi-square": N_("chi-square"),
    # TRANSLATORS: of the test for chance, not of cards in order.
    "runs": N_("runs"),
    "serial correlation": N_("serial correlation"),
    "equi-distribution (frequency)": N_("equal frequency"),
    # TRANSLATORS: the gap test: how long a number stays away.
    "gap": N_("gaps"),
    # TRANSLATORS: the poker test of random numbers.
    "poker": N_("poker"),
    "coupon collector's": N_("coupon collector"),
    "permutation": N_("permutations"),
    "spectral": N_("spectrum"),
    "subsequences": N_("subsequences"),
}


class FairnessScene(ReadingScene):
    """A page that tests the dealer and the opponents while shown, then counts the player's
    hands.
    """

    buttons_below = 3

    def __init__(self, stage: Stage) -> None:
        self._counting = Counting(stage.services.saves.history(), stage.services.clock)
        self._clock, self._times = stage.services.clock, 1
        self._luck, self._codes = Luck(), dict[str, None]()
        self._begin(stage)
        super().__init__(stage, _("Is it fair?"), self._told())

    def _begin(self, stage: Stage) -> None:
        """Test again, with another seed."""
        self._seed = stage.services.seed or os.urandom(4).hex()
        self._tests, self._outcomes = DealingTests(), ()
        self._trial: BotTrial | None = None
        self._work: Iterator[None] | None = self._all_work(stage)

    _outcomes: tuple[DealerOutcome, ...] = ()

    # -- testing, some in each frame ---------------------------------------------------------------

    @property
    def is_done(self) -> bool:
        """Whether everything has been tested and counted."""
        return self._work is None

    def update(self, _dt: float) -> bool:
        if self._work is None:
            return False
        end = self._clock() + 0.008  # seconds, half a frame
        while self._clock() < end:
            if next(self._work, self) is self:
                self._work = None
                break
        before, self._blocks = self._blocks, self._told()
        if self._blocks != before or self._work is None:
            self.rebuild()
        return True

    def idle_for(self) -> float | None:
        return None if self._work is None else 0.0

    def _all_work(self, stage: Stage) -> Iterator[None]:
        deals = sample_deals(DEALS_LEAST * self._times, self._seed)
        while piece := tuple(islice(deals, _PIECE)):
            for deck in piece:
                self._tests.add(deck)
            yield
        self._outcomes = self._tests.outcomes()
        for trial in stage.services.bot_trial(_POSITIONS * self._times, self._seed):
            self._trial = trial
            yield
        while not self._counting.is_done:
            self._counting.go_on()
            yield
        yield from self._count_hands()

    def _count_hands(self) -> Iterator[None]:
        history, first = self._counting.history, 0
        none: tuple[PlayedHand, ...] = ()
        while first < 2_000:  # older hands are not examined
            page = self._counting.ask(partial(history.page, Wanted(), first, _PIECE), none)
            if not page:
                return
            for hand in page:
                if hand.me != NOBODY:
                    self._count_hand(hand.session, hand.hand, hand.me)
                    yield
            first += _PIECE

    def _count_hand(self, session: int, hand: int, me: int) -> None:
        try:
            record = self._counting.history.record(session, hand)
            self._luck.add(record, me)
            self._codes[code_of(record.rules)] = None
        except (RecordError, StoreError, DamagedError, ShareCodeError, ValueError):
            return  # the deal of an unreadable hand is unknown

    # -- the page ------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        widgets = list(super().build())
        self._more = Button("button:more", _("Test more"), self._test_more)
        self._copy = Button("button:copy", _("Copy"), self._copy_codes)
        self._more.enabled = self._copy.enabled = self.is_done
        return [*widgets[:-1], self._more, self._copy, widgets[-1]]

    def arrange(self, area: Rect) -> None:
        super().arrange(area)
        skin, back = self.skin, self._back.rect
        step = skin.px(HEIGHT) + skin.px(GAP)
        self._copy.place(back.move(0, -step), skin)
        self._more.place(back.move(0, -2 * step), skin)

    def _told(self) -> tuple[Block, ...]:
        chapters = (self._dealer(), self._opponents(), self._own(), self._elsewhere())
        return (*(block for chapter in chapters for block in chapter), *self._figures())

    def _dealer(self) -> Iterator[Block]:
        yield Heading(_("The dealer"))
        whole = DEALS_LEAST * self._times
        if not self._outcomes:
            words = _("Dealing: {n} of {all}.")
            yield Para(words.format(n=amount_text(self._tests.deals), all=amount_text(whole)))
            return
        is_fair = all(each.is_passed for each in self._outcomes)
        failed = [_(_TESTS[each.name]) for each in self._outcomes if not each.is_passed]
        words = _("Not fair: {n} deals failed {names}. That's hardly chance.")
        if is_fair:
            words = _("The shuffle is fair: ten tests found no pattern in {n} test deals.")
        yield Para(words.format(n=amount_text(whole), names=listed(failed)))

    def _figures(self) -> Iterator[Block]:
        """Yield the chapter with the figure of each test of the dealer."""
        if not self._outcomes:
            return
        yield Heading(_("The ten tests in figures"))
        yield Para(
            _(
                "These are the randomness tests of the US gaming regulation 25 CFR 547.14. "
                "Anything above 0.01 beside a test is normal."
            )
        )
        for each in self._outcomes:
            number = decimal_text(round(each.p, 3))
            yield Point(_("{test}: {p}").format(test=_(_TESTS[each.name]), p=number))

    def _opponents(self) -> Iterator[Block]:
        yield Heading(_("The opponents"))
        trial = self._trial
        if trial is None:
            yield Para(_("Up next."))
            return
        yield Para(
            _(
                "All {bots} opponents, every level in every style, are asked for a move, then "
                "asked again with every card they can't see shuffled."
            ).format(bots=amount_text(trial.bots))
        )
        words = _("{n} questions asked twice, {cards} hidden cards moved:").format(
            n=amount_text(trial.asked), cards=amount_text(trial.moved)
        )
        same = _("every answer was the same.")
        if trial.differing:
            same = ngettext(
                "{n} answer changed: somebody's peeking.",
                "{n} answers changed: somebody's peeking.",
                trial.differing,
            ).format(n=amount_text(trial.differing))
        yield Para(in_a_row((words, same)))

    def _own(self) -> Iterator[Block]:
        yield Heading(_("Your own hands"))
        luck = self._luck
        if not luck.hands:
            none = _("No hands yet. Finish one and it counts here.")
            yield Para(none if self.is_done else _("Up next."))
            return
        place = place_text(luck.place_of_100)
        if luck.hands < FEW:
            words = _("Too early to tell: {place} of 100 so far.")
        # Slightly more than the 95 % interval of places that chance gives.
        elif luck.place_of_100 in range(3, 99):
            words = _("Your cards have been about average: {place} of 100.")
        else:
            words = _("Your cards have been out of the ordinary: {place} of 100.")
        yield Para(words.format(place=place))
        yield Para(
            _(
                "Of 100 players dealt by pure chance, the 1st gets the lowest counts. Brackets "
                "show the range that chance gives 95 times in 100. A low count is one in the "
                "lowest tenth."
            )
        )
        for seat in luck.seats:
            yield Point(self._seat_text(seat))

    def _elsewhere(self) -> Iterator[Block]:
        yield Heading(_("Check it yourself"))
        yield Para(
            _(
                "These commands repeat the tests, and “Check the deal” checks any saved hand. "
                "Don't take our word for it."
            )
        )
        for line in self._commands():
            yield Point(line)
        if self._codes:
            yield Para(_("Share codes of the rules you've played:"))
        for code in self._codes:
            yield Point(code.replace("-", " - ") if len(code) > 40 else code)

    def _commands(self) -> tuple[str, ...]:
        deals, positions = DEALS_LEAST * self._times, _POSITIONS * self._times
        return (
            f"tonk fairness --deals {deals} --seed {self._seed}",
            f"tonk fairness --bots --positions {positions} --seed {self._seed}",
            "tonk verify FILE",
        )

    # -- what the buttons do -----------------------------------------------------------------------

    def _test_more(self) -> None:
        self._times *= _FURTHER if self._times < _FURTHER**2 else 1
        self._luck = Luck()
        self._begin(self.stage)
        self._blocks = self._told()
        self.rebuild()

    def _copy_codes(self) -> None:
        if clipboard.copy("\n".join((*self._commands(), *self._codes))):
            self.stage.notify(_("Copied."))
        else:
            self.stage.notify(_("No clipboard here: write it down."))

    @staticmethod
    def _seat_text(seat: SeatLuck) -> str:
        """Return what a seat was dealt, compared with what chance gives."""
        who = _("You") if seat.place == 0 else _("Seat {n} on your left").format(n=seat.place)
        kinds = {"natural": N_("naturals"), "spread": N_("spreads"), "low": N_("low counts")}
        figures = [
            _("{kind} {times}\u00a0[{least}\u00a0to\u00a0{most}]").format(
                kind=_(kinds[kind]),
                times=amount_text(band.times),
                least=amount_text(band.least),
                most=amount_text(band.most),
            )
            for kind, band in zip(DEALT, seat.bands, strict=True)
        ]
        hands = ngettext("{n} hand", "{n} hands", seat.hands).format(n=amount_text(seat.hands))
        return _("{who}, {hands}: {figures}").format(
            who=who, hands=hands, figures=_(", ").join(figures)
        )
