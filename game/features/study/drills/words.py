"""Texts of drills: the question, the answers to choose from, and why one is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.features.study.drills.model import DRILLS
from game.play.plan import OPPONENT_NAMES
from game.rules.actions import Action, Discard, Done, Draw, Drop, Hit, Slap, Spread, Take
from game.rules.counting import matched_cards
from game.rules.presets import STANDARD
from game.ui.rulesets.exploring_words import rule_title
from game.ui.text.hint_reasons import reason_sentence
from game.ui.text.hints import AdviceWords, within
from game.ui.text.language import N_, _, amount_text, decimal_text, in_a_row, ngettext
from game.ui.text.move_words import card_text, cards_text, move_sentence, spread_text

if TYPE_CHECKING:
    from game.play.advice import DrillQuestion
    from game.rules.cards import Card
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView


def kind_title(kind: str) -> str:
    """Return the title of a kind of drills; of all of them for the empty kind."""
    return _(DRILLS[kind].title) if kind else _("A bit of everything")


def names_at(view: SeatView) -> tuple[str, ...]:
    """Return names for the seats of a position; the player's is *You*."""
    others = iter(OPPONENT_NAMES)
    around = [(view.seat + step) % view.seats for step in range(view.seats)]
    found = {seat: _("You") if seat == view.seat else next(others) for seat in around}
    return tuple(found[seat] for seat in range(view.seats))


def question_text(asked: DrillQuestion) -> str:
    """Return the question."""
    view = asked.view
    match asked.kind:
        case "drop" if view:
            words = _("Your turn, with a count of {count}. Do you drop?")
            return words.format(count=amount_text(view.count))
        case "count" if asked.rules.count == "unmatched":
            return _("What does this hand count? Only unmatched cards count here.")
        case "held" if view:
            words = _("Which of these cards is {name} most likely to hold?")
            if asked.is_certain:
                words = _("Which of these cards is {name} sure to hold?")
            return words.format(name=names_at(view)[asked.about])
        case kind:
            return _(DRILLS[kind].question)


def option_text(asked: DrillQuestion, option: Action | Card | int) -> str:
    """Return the text of an answer to choose."""
    match option:
        case int():
            return amount_text(option)
        case str():
            return card_text(option)
        case Discard(card) if asked.kind == "discard":
            return card_text(card)
        case Discard() | Done() if asked.kind == "lay":
            # TRANSLATORS: an answer: not to lay a spread or hit, but to keep the cards.
            return _("Hold it")
        case Drop():
            return _("Drop")
        case _ if asked.kind == "drop":
            return _("Play on")
        case _ if asked.view:
            return AdviceWords(asked.view).action(option)
        case _:
            return ""


def none_texts(kind: str, rules: RuleSet) -> tuple[str, ...]:
    """Return why there is no question of a kind; for lessons, from the rules that differ."""
    if kind != "change":
        return (_("These rules never raise this question. Try another drill."),)
    told = _("The coach found no position where these rules clearly change the best move.")
    changed = set(rules.differences(STANDARD))
    why = next((words for keys, words in _NO_LESSON if changed and changed <= keys), "")
    return (told, _(why)) if why else (told,)


_NO_LESSON: Final = (
    (
        {"slap"},
        N_("Only slaps are new. They happen between turns, and drills ask about your own turns."),
    ),
    (
        {"naturals", "natural_tie"},
        N_("Only naturals are new. They're dealt, so there's hardly anything to decide."),
    ),
    (
        {"jokers"},
        N_("Only jokers are new. They're not wild here: keep or discard them like any low card."),
    ),
)
"""Rule keys, and why there is no lesson if only these differ from the standard game."""


def verdict_text(asked: DrillQuestion, *, is_right: bool, is_late: bool) -> str:
    """Return whether the answer was right, and if so, briefly why."""
    # TRANSLATORS: said of an answer.
    verdict = _("Right.") if is_right else _("No.")
    if is_late:
        verdict = _("Time is up.")
    short = IN_SHORT.get(asked.reason.kind, "") if asked.reason and is_right else ""
    return in_a_row((verdict, _(short) if short else ""))


IN_SHORT: Final[Mapping[str, str]] = {
    "either": N_("A close call."),
    "out": N_("You go out."),
    "out_soon": N_("You go out."),
    "out_counts": N_("You go out."),
    "out_soon_counts": N_("You go out."),
    "out_not_drop": N_("You go out."),
    "drop_now": N_("Low enough."),
    "play_on": N_("Too risky."),
    "drop_caught": N_("Too risky."),
    "tonk_pays": N_("More tonks."),
    "declare": N_("A natural."),
    "lay": N_("Fewer points."),
    "wins_pot": N_("Wins the pot."),
    "hold_waits": N_("Waiting costs more."),
    "hold_hit": N_("Waiting costs more."),
    "hold_counts": N_("Keep it hidden."),
    "hold": N_("Keep it hidden."),
    "keep_wild": N_("Keep wild cards."),
    "gives_hit": N_("Gives no hit."),
    "gives_known": N_("Gives nothing away."),
    "outs": N_("Keep your chances."),
    "gone": N_("Fewer want it."),
    "gone_safe": N_("Nobody wants it."),
    "safer": N_("Fewer want it."),
    "loose": N_("Dead weight."),
    "dearer": N_("Fewer points."),
    "take_spread": N_("Makes a spread."),
    "take_laid": N_("Makes a spread."),
    "take_hit": N_("A sure hit."),
    "take_wild": N_("A wild card."),
    "take_pair": N_("Makes a pair."),
    "take_cheap": N_("A low card."),
    "take_waits": N_("Waiting costs more."),
    "draw_past": N_("A useless discard."),
    "draw_loose": N_("A useless discard."),
    "draw_cheap": N_("A high card."),
    "slap": N_("One card less."),
    "wins_more": N_("Wins more often."),
    "caught_less": N_("Caught less often."),
    "tonks_more": N_("More tonks."),
    "brings": N_("Worth more."),
    "saves": N_("Costs less."),
    "took": N_("They took it."),
    "fits_taken": N_("It fits theirs."),
}
"""Why an action is best, in three words, by the kind of the reason."""


def why_texts(asked: DrillQuestion, chosen: int | None) -> tuple[str, ...]:
    """Return the right answer and the reason; ``chosen`` is the answer given, or None."""
    if asked.kind == "spreads":
        return (_spreads_words(asked.sets),)
    best = _best_words(asked)
    told = [best] if chosen != asked.right else []
    if asked.reason:
        told.append(reason_sentence(asked.reason.kind, asked.reason.values))
    if asked.kind == "count":
        told.append(_sum(asked))
    if asked.kind == "change":
        told.append(_usual_words(asked))
    if chosen is not None and chosen != asked.right and asked.losses:
        loss = decimal_text(round(asked.losses[chosen], 2))
        told.append(AdviceWords.answer(asked.rules, loss))
    return tuple(told)


def _best_words(asked: DrillQuestion) -> str:
    option = asked.options[asked.right]
    if isinstance(option, int | str):
        return _("It's {answer}.").format(answer=option_text(asked, option))
    text = option_text(asked, option)
    if (
        asked.view
        and asked.kind not in {"change", "lay"}
        and isinstance(option, Draw | Take | Discard)
    ):
        text = AdviceWords(asked.view).action(option)
    return _("Best: {answer}.").format(answer=within(text))


def _usual_words(asked: DrillQuestion) -> str:
    """Return the best action under the standard rules, and the rule that makes the difference."""
    usual = option_text(asked, asked.options[asked.usual])
    words = _("In the standard game you'd choose: {answer}.").format(answer=usual)
    if not asked.key:
        return words
    return f"{words} " + _("The rule behind it: “{rule}”.").format(rule=rule_title(asked.key))


def _spreads_words(sets: Sequence[Sequence[Card]]) -> str:
    if not sets:
        return _("There is no spread in these cards.")
    words = ngettext(
        "There is {n} spread: {spreads}.", "There are {n} spreads: {spreads}.", len(sets)
    )
    spreads = " / ".join(map(cards_text, sets))
    return words.format(n=amount_text(len(sets)), spreads=spreads)


def _sum(asked: DrillQuestion) -> str:
    """Return the count as a sum, card by card."""
    rules = asked.rules
    matched = matched_cards(rules, asked.cards)
    counted = [card for card in asked.cards if card not in matched]
    parts = [f"{card_text(card)} {amount_text(rules.points(card))}" for card in counted]
    total = amount_text(sum(map(rules.points, counted)))
    added = " + ".join(parts) or "0"
    if not matched:
        return f"{added} = {total}"
    words = _("{spreads} count nothing.").format(spreads=cards_text(tuple(matched)))
    return f"{words} {added} = {total}"


def table_texts(view: SeatView) -> tuple[str, ...]:
    """Return the table besides the cards: hand sizes, the stock, waits."""
    names = names_at(view)
    told = []
    for step in range(1, view.seats):
        seat = (view.seat + step) % view.seats
        size = view.sizes[seat]
        words = ngettext("{name}: {n} card", "{name}: {n} cards", size)
        told.append(words.format(name=names[seat], n=amount_text(size)))
    stock = ngettext("{n} card in the stock", "{n} cards in the stock", view.stock_size)
    told.append(stock.format(n=amount_text(view.stock_size)))
    return tuple(told)


def in_question(asked: DrillQuestion, *, is_told: bool) -> tuple[frozenset[Card], frozenset[int]]:
    """Return the cards in the hand and the spreads on the table that the answers are about.

    Once the answer is shown, they are those of the right answer; for a count, the cards that count
    nothing.
    """
    if asked.kind == "count":
        matched = matched_cards(asked.rules, asked.cards) if is_told else ()
        return frozenset(matched), frozenset()
    if asked.kind not in {"lay", "change"}:
        return frozenset(), frozenset()
    cards, spreads = set[str](), set[int]()
    for option in asked.options[asked.right :][:1] if is_told else asked.options:
        match option:
            case Spread():
                cards.update(option.cards)
            case Hit(card, spread):
                cards.add(card)
                spreads.add(spread)
            case Slap(_seat, spread):
                spreads.add(spread)
            case _:
                pass
    return frozenset(cards), frozenset(spreads)


def spread_owners(view: SeatView) -> dict[int, tuple[tuple[Card, ...], str]]:
    """Return the spreads on the table by number, each with the name of its owner."""
    names = names_at(view)
    return {
        number: (spread.cards, names[spread.owner])
        for number, spread in enumerate(view.spreads)
        if not spread.buried
    }


def move_texts(view: SeatView) -> tuple[str, ...]:
    """Return the moves so far, one sentence each."""
    names, found = names_at(view), []
    for number, move in enumerate(view.moves, start=1):
        then = replace(view, moves=view.moves[:number])
        found.append(move_sentence(then, move, names, view.seat))
    return tuple(found)


def position_words(asked: DrillQuestion) -> str:
    """Return the cards, the table and the top discard in words, to be read aloud."""
    told = [_("Your cards: {cards}.").format(cards=cards_text(asked.cards))]
    if asked.view is None:
        return _("Cards: {cards}.").format(cards=cards_text(asked.cards))
    view = asked.view
    if view.top:
        told.append(_("Top discard: {card}.").format(card=card_text(view.top)))
    names = names_at(view)
    for spread in view.spreads:
        if not spread.buried:
            words = _("Spread ({name}): {cards}.")
            told.append(words.format(name=names[spread.owner], cards=spread_text(spread)))
    told += [text + _(".") for text in table_texts(view)]
    return in_a_row(told)
