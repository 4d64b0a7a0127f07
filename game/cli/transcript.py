"""A hand in words: everything that happened, or only what one seat could see."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.rule_files import folded
from game.rules.actions import parse_action
from game.rules.presets import PRESETS, preset
from game.rules.record import HandRecord
from game.rules.results import Result
from game.rules.ruleset import values_to_plain
from game.rules.untrusted_input import printable
from game.rules.view import SeenMove, view
from game.ui.text.language import N_, _, ngettext
from game.ui.text.move_words import (
    card_text,
    cards_text,
    is_last_lay,
    last_lay_sentence,
    move_sentences,
    sentence_for,
)
from game.ui.text.result_words import ending_sentence, payment_sentences, why_paid_twice

if TYPE_CHECKING:
    from game.rules.state import Move


def lines_of(record: HandRecord, seat: int | None) -> Iterator[str]:
    """Return the lines of a valid record: everything that happened, or only what ``seat`` could
    see.
    """
    return _Transcript(record).lines(seat)


class _Transcript:
    """The transcript of a hand being replayed.

    ``_you`` is the seat of the player whose own record it is, for the game says so by the name.
    """

    def __init__(self, record: HandRecord) -> None:
        self._record, self._hand = record, record.deal()
        self._names = [printable(name, 40) or f"#{at}" for at, name in enumerate(record.seats)]
        you = _("You")
        self._you = self._names.index(you) if you in self._names else None

    def lines(self, seat: int | None) -> Iterator[str]:
        record, hand, who = self._record, self._hand, (self._names, self._you)
        parts = [
            _("Rules: {rules}").format(rules=self._rules()),
            ngettext("{count} seat", "{count} seats", hand.seats).format(count=hand.seats),
            sentence_for((N_("you deal"), N_("{name} deals")), record.dealer, *who),
        ]
        if record.big_one:
            parts.append(_("the big one"))
        yield "; ".join(parts) + "."
        dealt = (
            N_("You are dealt {cards}, counting {count}."),
            N_("{name} is dealt {cards}, counting {count}."),
        )
        for each in range(hand.seats):
            if seat in (None, each):
                yield self._holding(dealt, each)
        if hand.pile:
            yield _("The upcard is {card}.").format(card=card_text(hand.pile[0]))
        for text in record.actions:
            by, action = parse_action(text)
            before = view(hand, seat or 0)
            move: Move | SeenMove = hand.act(by, action)
            if seat is not None:
                move = SeenMove.of(hand.log[-1], seat)
            yield from move_sentences(before, view(hand, seat or 0), move, *who)
        is_told = is_last_lay(view(hand, seat or 0))
        hand.close_slap()
        stopped = view(hand, seat or 0)
        if is_last_lay(stopped) and not is_told:
            yield last_lay_sentence(stopped, *who)
        if hand.result is None:
            yield _("The record stops here; the hand is not over.")
        else:
            yield from self._ending(hand.result)

    def _rules(self) -> str:
        """Return the name of the rules as files have it, and their differences from that preset."""
        record = self._record
        name = folded(record.rules_name)
        base = name if name in PRESETS else record.base
        changes = values_to_plain(record.rules.differences(preset(base)))
        is_changed = not changes.keys() <= {"stake"}
        told = _("{name} (changed)").format(name=base) if name == base and is_changed else base
        parts = [told, *(f"{key} = {json.dumps(value)}" for key, value in changes.items())]
        own = record.rules_name if name and name != base else ""
        return f"{printable(own)}: {', '.join(parts)}" if own else ", ".join(parts)

    def _ending(self, result: Result) -> Iterator[str]:
        hand, who = self._hand, (self._names, self._you)
        yield ending_sentence(hand, *who)
        yield from why_paid_twice(hand, *who)
        holds = (
            N_("You hold {cards}, counting {count}."),
            N_("{name} holds {cards}, counting {count}."),
        )
        for each in range(hand.seats):
            if hand.hands[each]:
                yield self._holding(holds, each)
        yield from payment_sentences(result.transfers, *who)
        if any(result.payments):
            is_points = hand.rules.is_push_up
            title = _("Points added: {sums}.") if is_points else _("In stakes: {sums}.")
            yield title.format(sums=self._sums(result.payments))
        if any(result.side_payments):
            yield _("Side pots: {sums}.").format(sums=self._sums(result.side_payments))

    def _holding(self, forms: tuple[str, str], seat: int) -> str:
        hand = self._hand
        counts = hand.result.counts if hand.result else hand.counts()
        cards, count = cards_text(hand.cards_of(seat)), counts[seat]
        return sentence_for(forms, seat, self._names, self._you, cards=cards, count=count)

    def _sums(self, amounts: Sequence[int]) -> str:
        signed = (f"{amount:+d}".replace("-", "−") for amount in amounts)
        told = zip(self._names, amounts, signed, strict=True)
        return ", ".join(f"{name} {text}" for name, amount, text in told if amount)
