"""Worked examples of the rules: everybody's cards, what is done, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.play.plan import OPPONENT_NAMES
from game.rules.actions import Drop, Pass
from game.rules.counting import full_count
from game.rules.examples import YOU, ExampleDeal
from game.rules.results import Ending
from game.rules.view import view
from game.ui.text.language import N_, _, in_a_row, ngettext, signed_text
from game.ui.text.move_words import (
    cards_text,
    move_sentence,
    reason_sentence,
    sentence_for,
    spread_text,
)
from game.ui.text.result_words import (
    added_sentence,
    ending_sentence,
    payment_sentences,
    why_paid_twice,
)

if TYPE_CHECKING:
    from game.rules.examples import Example
    from game.rules.results import Result
    from game.ui.text.move_words import Names


def example_text(example: Example) -> tuple[str, ...]:
    """Return the subject, the course of play, and the payments, if any, of an example."""
    names = (_("You"), *OPPONENT_NAMES[: example.start.seats - 1])
    told, title = _Told(example, names), example.title.said(_, ngettext)
    happens = in_a_row((*told.holdings(), *told.course()))
    result = example.hand.result
    paid = in_a_row(told.paid(result)) if result else ""
    return tuple(text for text in (title, happens, paid) if text)


@dataclass(frozen=True, slots=True)
class _Told:
    """The sentences of one example."""

    example: Example
    names: Names

    def holdings(self) -> Iterator[str]:
        start = self.example.start
        hand = start.hand()
        for seat in self.example.shown:
            cards = hand.cards_of(seat)
            is_dealt = isinstance(start, ExampleDeal)
            count = full_count(hand.rules, hand.dealt[seat]) if is_dealt else hand.counts()[seat]
            forms = N_("You hold {cards} ({count})."), N_("{name} holds {cards} ({count}).")
            if is_dealt:
                forms = (
                    N_("You are dealt {cards} ({count})."),
                    N_("{name} is dealt {cards} ({count})."),
                )
            yield sentence_for(forms, seat, self.names, YOU, cards=cards_text(cards), count=count)
        laid = _(", ").join(map(spread_text, hand.spreads))
        if laid:
            yield _("You have laid {cards}.").format(cards=laid)

    def course(self) -> Iterator[str]:
        """Yield the moves and the ending; "caught" implies the drop."""
        example, names = self.example, self.names
        if example.refused is not None:
            yield reason_sentence(example.refused)
            return
        hand = example.start.hand()
        result = example.hand.result
        is_caught = result is not None and result.ending is Ending.CAUGHT
        told = [
            place for place, (_s, each) in enumerate(example.deeds) if not isinstance(each, Pass)
        ]
        for place, (seat, action) in enumerate(example.deeds):
            hand.close_slap()
            move = hand.act(seat, action)
            is_told_later = isinstance(action, Drop) and place == told[-1] and is_caught
            if place in told and not is_told_later:
                yield move_sentence(view(hand, YOU), move, names, YOU)
        yield ending_sentence(example.hand, names, YOU)
        yield from why_paid_twice(example.hand, names, YOU)

    def paid(self, result: Result) -> Iterator[str]:
        names = self.names
        if not any(result.payments):
            return
        if self.example.start.rules.is_push_up:
            for seat, (points, count) in enumerate(
                zip(result.payments, result.counts, strict=True)
            ):
                if points:
                    yield added_sentence(points, count, seat, names, YOU)
            return
        yield from payment_sentences(result.transfers, names, YOU)
        pairs = zip(names, result.payments, strict=True)
        sums = _(", ").join(f"{name}\u00a0{signed_text(amount)}" for name, amount in pairs)
        yield _("In all: {sums}.").format(sums=sums)
