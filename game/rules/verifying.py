"""Verification of a record: sealed before the deal, and not changed since (SEAL.md).

``game.rules.record.replay`` checks that the hand was played by the rules; this module also checks
that the order of the cards follows from the seed, and that the seal fits.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from game.rules.cards import shuffled
from game.rules.messages import N_, at
from game.rules.record import HandRecord, RecordError, read_record, replay
from game.rules.seal import fingerprint, order_seed, seed_of_deal


class Order(StrEnum):
    """The origin of the order of the cards, as far as a record shows it."""

    SEALED = "sealed"
    """From seed and client seed; a fingerprint of the seed was shown before the deal."""
    NUMBERED = "numbered"
    """From the number of the deal."""
    SEED = "seed"
    """From a seed without a fingerprint shown before the deal."""
    UNKNOWN = "unknown"
    """The record has no seed."""

    @classmethod
    def of(cls, record: HandRecord, deal: int) -> Self:
        """Return the origin of a record's order of cards; ``deal`` is 0 if it is not a numbered
        deal.
        """
        if record.seal:
            return cls.SEALED
        if deal:
            return cls.NUMBERED
        return cls.UNKNOWN if record.seed is None else cls.SEED


@dataclass(frozen=True, slots=True)
class Verified:
    """What is known about a record without faults.

    ``deal`` is the number of a numbered deal, 0 for others; ``has_payments`` is False if the record
    claims no result.
    """

    record: HandRecord
    order: Order
    deal: int = 0
    has_payments: bool = True

    def __str__(self) -> str:
        payments = "every payment right" if self.has_payments else "no payments given"
        follows = "this pack in this order follows from"
        order = {
            Order.SEALED: f"sealed before the deal, not changed since; {follows} seed and word",
            Order.NUMBERED: f"deal {self.deal}, so not sealed; {follows} the number",
            Order.SEED: f"not sealed; {follows} the seed",
            Order.UNKNOWN: "not sealed; without a seed the order can't be checked",
        }
        return f"{order[self.order]}; every action legal, {payments}"


def note_of_deal(number: int) -> str:
    """Return the note by which a record says that it is of a numbered deal."""
    return f"Deal {number}"


def verify(value: object) -> Verified:
    """Check everything that can be checked in a record from parsed JSON; raise ``RecordError`` if
    it fails.

    A legal change passes if whoever made it also wrote a new ``check``.
    """
    return verify_record(read_record(value))


def verify_record(record: HandRecord) -> Verified:
    """Check everything that can be checked in a record already read, as ``verify`` does."""
    seal = record.seal
    if seal and record.seed and fingerprint(record.seed, seal.nonce) != seal.fingerprint:
        raise RecordError(at("seal", N_("the fingerprint doesn't match seed and nonce")))
    _check_order(record)
    record.check_ending(replay(record))
    if record.seal is not None and not record.seal.holds:
        raise RecordError(at("seal: check", N_("the record was changed after the hand")))
    # The number of the deal; 0 if it has none, or if its note names a wrong one.
    found = re.fullmatch(r"Deal ([1-9]\d{0,8})", record.note or "")
    number = int(found[1]) if found and record.seal is None else 0
    deal = number if number and record.seed == seed_of_deal(number) else 0
    return Verified(record, Order.of(record, deal), deal, record.result is not None)


def _check_order(record: HandRecord) -> None:
    if record.seed is None:
        return
    seal, source = record.seal, "seed and word" if record.seal else "the seed"
    seed = order_seed(record.seed, seal.client_seed) if seal else record.seed
    pairs = zip(record.deck, shuffled(record.rules.pack(), seed), strict=True)
    for place, (card, right) in enumerate(pairs, start=1):
        if card != right:
            form = N_('card {number} is "{card}", but should be "{right}" by {source}')
            raise RecordError(at("deck", form, number=place, card=card, source=source, right=right))
