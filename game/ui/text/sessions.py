"""Sentences about a session: numbers of hands and deals, next dealer, suits called, side pots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from game.rules.presets import PRESET_TEXTS, nearest_preset, preset, preset_like
from game.rules.record import RecordError
from game.rules.ruleset import OPTIONS
from game.rules.value_types import SUIT_NAMES
from game.rules.verifying import Order, verify_record
from game.ui.text.language import N_, _, amount_text, in_a_row, ngettext
from game.ui.text.move_words import (
    card_text,
    listed,
    refused_text,
    seat_name,
    sentence_for,
    stakes_text,
)

if TYPE_CHECKING:
    from game.play.ledger import PotInPlay, PotKind
    from game.play.plan import Plan
    from game.play.session import Session
    from game.rules.record import HandRecord
    from game.rules.ruleset import RuleSet

SUIT_SIGNS: Final[Mapping[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
REVIEW_HAND = N_("Review")
BIG_ONE: Final = N_("The big one: this hand pays double.")


def number_text(session: Session, number: int | None = None) -> str:
    """Return the number of a hand, by default the one on the table; with the total, if known."""
    number = session.played if number is None else number
    if session.plan.length is None:
        return _("Hand {number}").format(number=amount_text(number))
    return _("Hand {n} of {all}").format(
        n=amount_text(number), all=amount_text(session.plan.length)
    )


def unfinished_sentence(number: int) -> str:
    """Say that a hand was abandoned."""
    return _("Hand {number} stays unfinished: nobody pays for it.").format(
        number=amount_text(number)
    )


def failed_sentence(name: str) -> str:
    """Say that an opponent cannot decide, while its hand is still on the table."""
    return _(
        "{name} couldn't decide, even after a restart, so this hand stays unfinished and nobody "
        "pays."
    ).format(name=name)


def deal_text(deal: int) -> str:
    """Return the number of a deal, as text."""
    return _("Deal {number}").format(number=amount_text(deal))


def spaced(digits: str) -> str:
    """Return a fingerprint in groups that are easy to read and compare."""
    group = 4  # digits
    return " ".join(digits[at : at + group] for at in range(0, len(digits), group))


def verified_sentence(record: HandRecord) -> str:
    """Return whether a saved hand is verified, or what is wrong with it."""
    try:
        found = verify_record(record)
    except RecordError as error:
        return _("This hand doesn't add up: {why}").format(why=refused_text(error.refusal))
    orders = {
        Order.SEALED: N_(
            "Sealed before the deal and unchanged since: seed and word give exactly this order of "
            "cards."
        ),
        Order.NUMBERED: N_("{deal}, so not sealed: the number gives exactly this order of cards."),
        Order.SEED: N_("Not sealed: the seed gives exactly this order of cards."),
        Order.UNKNOWN: N_("Not sealed, and without a seed the order can't be checked."),
    }
    order = _(orders[found.order]).format(deal=deal_text(found.deal))
    played = _("Every move is legal, every payment right.")
    if not found.has_payments:
        played = _("Every move is legal; no payments are recorded.")
    return in_a_row((order, played))


def shown_names(table: Plan | Session) -> tuple[str, ...]:
    """Return the players' names; a person without one is "You" in the current language."""
    return tuple(
        _("You") if each.is_human and is_unnamed(each.name) else each.name for each in table.players
    )


def is_unnamed(name: str) -> bool:
    """Return whether a player has chosen no name, whatever the record's language."""
    return name in {"You", "Vous", "あなた"}


def next_dealer_words(session: Session) -> Callable[[], str] | None:
    """Return who deals the next hand, if the winner does (RULES.md §4.6).

    None if the deal always passes to the left, and after the last hand.
    """
    result = None if session.hand is None else session.hand.result
    if session.rules.next_dealer == "left" or result is None or session.is_over:
        return None
    forms = N_("Nobody won: you deal next."), N_("Nobody won: {name} deals next.")
    if result.winners:
        forms = N_("You won, so you deal next."), N_("{name} won and deals next.")
    return partial(sentence_for, forms, session.standing.dealer, session.names, session.human)


def big_one_called(name: str) -> str:
    """Say that a player calls the big one."""
    words = _("{name} deals and calls the big one: from this hand on everything pays double.")
    return words.format(name=name)


def suit_text(suit: str) -> str:
    """Return a suit's symbol and name."""
    return f"{SUIT_SIGNS[suit]} {_(SUIT_NAMES[suit])}"


def suit_called_sentence(suit: str, dealer: int, names: Sequence[str], you: int | None) -> str:
    """Say that the dealer has called a suit."""
    forms = (N_("You call {suit}."), N_("{name} calls {suit}."))
    return sentence_for(forms, dealer, names, you, suit=suit_text(suit))


def pot_title(kind: PotKind, suit: str = "") -> str:
    """Return the name of a side pot."""
    if kind == "natural":
        return _("Natural pot")
    return _("High suit {sign}").format(sign=SUIT_SIGNS[suit]) if suit else _("High suit")


def joined_sentence(pot: PotInPlay, names: Sequence[str], you: int | None) -> str:
    """Say who is in a side pot, and what there is to win."""
    seats = sorted(pot.joined, key=lambda seat: seat != you)
    return _("{pot}: {stakes} to win, for {names}.").format(
        pot=pot_title(pot.kind, pot.suit),
        names=listed([seat_name(seat, names, you) for seat in seats]),
        stakes=stakes_text(pot.stakes),
    )


def outcome_sentence(pot: PotInPlay, rules: RuleSet, names: Sequence[str], you: int | None) -> str:
    """Say who takes a side pot and why, or why it stays."""
    stakes = stakes_text(pot.stakes)
    if pot.kind == "natural":
        if pot.winner is None:
            return _("Nobody won the natural pot: {stays} in it.").format(
                stays=_stay_text(pot.stakes)
            )
        forms = (
            N_("You lay the first book and take the natural pot of {stakes}."),
            N_("{name} lays the first book and takes the natural pot of {stakes}."),
        )
        if len(pot.joined) < len(names):  # others may have laid books before
            forms = (
                N_("You are the first in the natural pot to lay a book, and take its {stakes}."),
                N_("{name} is the first in the natural pot to lay a book, and takes its {stakes}."),
            )
        if rules.natural_bet == "dealt":
            forms = (
                N_("You lay a dealt book and take the natural pot of {stakes}."),
                N_("{name} lays a dealt book and takes the natural pot of {stakes}."),
            )
        return sentence_for(forms, pot.winner, names, you, stakes=stakes)
    suit = SUIT_SIGNS[pot.suit]
    if pot.winner is None or pot.card is None:
        return _("Nobody who joined was dealt {suit}: {stays} in the pot.").format(
            suit=suit, stays=_stay_text(pot.stakes)
        )
    card = card_text(pot.card)
    forms = (
        N_("Your {card} is the high card in {suit} and takes the pot of {stakes}."),
        N_("{name}'s {card} is the high card in {suit} and takes the pot of {stakes}."),
    )
    return sentence_for(forms, pot.winner, names, you, suit=suit, card=card, stakes=stakes)


def ante_sentence(pot: PotInPlay, names: Sequence[str], you: int | None) -> str:
    """Say who has put how much into a side pot for this hand."""
    seats = sorted(pot.joined, key=lambda seat: seat != you)
    words = ngettext(
        "{pot}: {names} put in {stakes}.", "{pot}: {names} put in {stakes} each.", len(pot.joined)
    )
    return words.format(
        pot=pot_title(pot.kind, pot.suit),
        names=listed([seat_name(seat, names, you) for seat in seats]),
        stakes=stakes_text(pot.ante),
    )


def _stay_text(stakes: int) -> str:
    return ngettext("{n} stake stays", "{n} stakes stay", stakes).format(n=amount_text(stakes))


def stands_text(stakes: int) -> str:
    """Return what is left in a pot from previous hands."""
    return ngettext("{n} stake stands", "{n} stakes stand", stakes).format(n=amount_text(stakes))


def points_text(points: int) -> str:
    """Return a number of points."""
    return ngettext("{n} point", "{n} points", points).format(n=amount_text(points))


def rules_title(rules: RuleSet, called: str) -> str:
    """Return the title of rules that were chosen by a name, or that had none (empty).

    A preset's title stands alone only if the preset still has these rules, whatever the stake: a
    name is a label, and presets change.
    """
    if not called:
        base = nearest_preset(rules)
        title = _(PRESET_TEXTS[base].title)
        changed = [key for key in rules.differences(preset(base)) if key != "stake"]
        if not changed:
            return title
        labels = [_(OPTIONS[key].label) for key in changed[:2]]
        keys = _(", ").join([*labels, *(["…"] if len(changed) > 2 else [])])
        return _("{preset}, changed: {keys}").format(preset=title, keys=keys)
    from game.rule_files import folded  # the first frame reads no rule files

    name = folded(called)
    if name not in PRESET_TEXTS:
        return called
    title = _(PRESET_TEXTS[name].title)
    return title if preset_like(rules, name) == name else _("{name} (changed)").format(name=title)
