"""Why not, for every reason that there is: where the pointer or the cursor rests, by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, islice

import pygame
import pytest

from game.rules.actions import (
    DRAW,
    DROP,
    TAKE,
    Action,
    Discard,
    Hit,
    Reason,
    Slap,
    Spread,
)
from game.rules.claim_window import ClaimWindow
from game.rules.hand import Hand
from game.rules.ruleset import OPTIONS
from game.saves.settings import LANGUAGES
from game.ui.table.input.targets import (
    PILE_TARGET,
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    SpreadTarget,
    Target,
)
from game.ui.text.language import _, speak
from game.ui.text.move_words import reason_sentence, refusal
from tests.ui.table.house.positions import Guest, after, dealt, replying, rules
from tests.ui.table.house.test_reminders import MINE, OTHER, RUN, tonked, turns
from tests.ui.table.house.test_slap import slappable

DROP_BUTTON, DISCARD = ButtonTarget("drop"), ButtonTarget("discard")
SPREAD, HIT = ButtonTarget("spread"), ButtonTarget("hit")


def played(*moves: tuple[int, Action], **changes: object) -> Hand:
    """Some moves of the hand that most of these are."""
    return after(dealt(rules("standard", **changes), MINE, OTHER, then="2S KC 4D"), *moves)


def empty_stock() -> Hand:
    """Five turns have emptied a small stock."""
    law = rules(ranks="2345", naturals=[])
    hand = dealt(law, "2C 2D 3H 4S 5C", "2H 3C 3D 4H 5S", then="2S", dealer=0)
    return turns(hand, 1, 0, 1, 0, 1)


def idle() -> Hand:
    """Three rounds of discards taken, one after the other."""
    hand = dealt(rules(), MINE, OTHER, then="2S")
    for seat in islice(cycle((0, 1)), 6):
        taken = hand.act(seat, TAKE).card
        card = next(card for card in hand.cards_of(seat) if card != taken and card[0] not in "567")
        hand.act(seat, Discard(card))
    return hand


def buried() -> Hand:
    """The player's book has been hit to four cards, and is buried."""
    law = rules(complete_books="buried")
    hand = dealt(law, "6C 6D 6H 6S JC", OTHER, then="2S KC")
    return after(hand, (0, DRAW), (0, Spread(("6C", "6D", "6H"))), (0, Hit("6S", 0)))


def kept_in() -> Hand:
    """The player was hit and holds a book that would empty its hand."""
    law = rules(hit_blocks_out=True, naturals=[])
    hand = dealt(law, "5H 6H 7H 9C 9D", "8H 4C JD QD TH", then="2S KC 4D 9S")
    after(hand, (0, DRAW), (0, RUN), (0, Discard("KC")))
    return after(hand, (1, DRAW), (1, Hit("8H", 0)), (1, Discard("JD")), (0, DRAW))


def lapsed() -> Hand:
    """The player's 49 has lapsed: somebody has laid a spread."""
    law = rules("chicago", wild="", jokers=0)
    hand = dealt(law, "TC TD TH TS 9C", "4C 5C 6C QD 2H", dealer=0)
    return after(hand, (1, DRAW), (1, Spread(("4C", "5C", "6C"))), (1, Discard("QD")))


def due_to_end() -> Hand:
    """The last card of the stock was drawn, and only its discard can still be slapped."""
    law = rules("slap_polite", ranks="23456", naturals=[], stock_end="at_once")
    hand = dealt(law, "2C 4H 5S 6C 4D", "3C 3H 3S 3D 6D", then="2S", dealer=0)
    move = hand.act(1, DRAW)
    after(hand, (1, Spread(("3C", "3H", "3S"))), (1, Discard(move.card or "")))
    return after(turns(hand, 0, 1, 0, 1, 0, 1, 0), (1, DRAW), (1, Discard("3D")))


def claimed() -> Hand:
    """The player has claimed a discard before anybody could slap it."""
    hand = slappable("slap_polite", seats=2)
    ClaimWindow(hand).answer(0, TAKE)
    return after(hand, (0, TAKE))


def must_use() -> Hand:
    """The card that the player has taken must be used at once."""
    hand = dealt(rules(take="use_now"), "5H 6H 7H 9C JC", OTHER, then="8H")
    return after(hand, (0, TAKE))


def high_run() -> Hand:
    """The player holds queen, king and ace of one suit beside a book."""
    law = rules(hand_size=7, naturals=[])
    hand = dealt(law, "QH KH AH 9C 2S 2C 2H", "4C 8S JD QD TH 5C 5D", then="4D KC")
    return after(hand, (0, DRAW))


def high_ace() -> Hand:
    """A run lies up to the king, and the player holds the ace."""
    hand = dealt(rules(), "JH QH KH AH 2S", OTHER.replace("TH", "TS"), then="2D KC")
    return after(hand, (0, DRAW), (0, Spread(("JH", "QH", "KH"))))


def closed() -> Hand:
    """The player's book may not be hit, though the fourth card is there."""
    hand = dealt(rules(hit_books=False), "6S 6C 6D 6H JC", OTHER, then="9S KC")
    return after(hand, (0, DRAW), (0, Spread(("6C", "6D", "6H"))))


def one_hit() -> Hand:
    """The player has made its one hit, and could make another."""
    hand = dealt(rules(hits_per_turn=1), "5H 6H 7H 8H 9H", OTHER, then="2S KC")
    return after(hand, *LAID, (0, Hit("8H", 0)))


def ends_by_hit() -> Hand:
    """The player has hit, and ends the turn without a discard."""
    hand = dealt(rules(discard_after_hit=False), "5H 6H 7H 8H JC", OTHER, then="2S KC")
    return after(hand, *LAID, (0, Hit("8H", 0)))


def all_of_a_run() -> Hand:
    """All that the player holds is one run, which may not be laid whole."""
    law = rules(spread_out=False, hand_size=3, naturals=[])
    return after(dealt(law, "5H 6H 7H", "4C 8S JD", then="2S 8H"), (0, DRAW))


def after_a_spread() -> Hand:
    """The player has laid a run on its turn before, and must wait."""
    hand = played(*LAID, (0, Discard("JC")), wait_after_spread=3, wait_when_hit=1)
    return turns(hand, 1)


LAID = (0, DRAW), (0, RUN)
ENDED = (0, DRAW), (0, Discard("JC"))

REACHED: list[tuple[Reason, Callable[[], Hand], Target, str, str]] = [
    # Why, where, on what, by which rules, with which cards chosen.
    (Reason.NOT_YOUR_TURN, lambda: played(*ENDED), SPREAD, "", ""),
    (Reason.NOT_YOUR_TURN, lambda: played(*ENDED), DISCARD, "", ""),
    (Reason.NOT_YOUR_TURN, lambda: played(*LAID, (0, Discard("JC"))), HIT, "", ""),
    (Reason.NOT_YOUR_TURN, lambda: played(*ENDED), STOCK_TARGET, "", ""),
    (Reason.NOT_YOUR_TURN, lambda: played(*ENDED), PILE_TARGET, "", ""),
    (Reason.NOT_YOUR_TURN, slappable, DISCARD, "", ""),
    (Reason.DROP_ON_OWN_TURN, lambda: played(*ENDED), DROP_BUTTON, "drop_when", ""),
    (
        Reason.DROP_BETWEEN_TURNS,
        lambda: played(*ENDED, (1, DRAW), drop_when="any_time"),
        DROP_BUTTON,
        "",
        "",
    ),
    (Reason.ANOTHERS_CHANCE, lambda: tonked(3), SPREAD, "", ""),
    (Reason.ANOTHERS_CHANCE, lambda: tonked(3), DISCARD, "", "8H"),
    (Reason.HAND_ENDING, due_to_end, SPREAD, "stock_end", ""),
    (Reason.HAND_ENDING, due_to_end, DROP_BUTTON, "stock_end", ""),
    (Reason.DRAW_FIRST, played, SPREAD, "", ""),
    (Reason.DRAW_FIRST, played, DISCARD, "", ""),
    (Reason.DRAW_FIRST, played, HIT, "", ""),
    (Reason.ALREADY_DREW, lambda: played((0, DRAW)), STOCK_TARGET, "", ""),
    (Reason.ALREADY_DREW, lambda: played((0, DRAW)), PILE_TARGET, "", ""),
    (Reason.ALREADY_DREW, lambda: played((0, DRAW)), DROP_BUTTON, "", ""),
    (Reason.CHANCE_ONLY, tonked, DISCARD, "", ""),
    (Reason.CHANCE_ONLY, tonked, STOCK_TARGET, "", ""),
    (Reason.CHANCE_ONLY, tonked, DROP_BUTTON, "", ""),
    (Reason.NO_CHANCE, lambda: played((0, DRAW), slap="race"), ButtonTarget("pass"), "", ""),
    (Reason.STOCK_EMPTY, empty_stock, STOCK_TARGET, "", ""),
    (Reason.PILE_EMPTY, lambda: played(upcard=False), PILE_TARGET, "upcard", ""),
    (Reason.TAKES_EXHAUSTED, idle, PILE_TARGET, "", ""),
    (Reason.NOT_USABLE_NOW, lambda: played(take="use_now"), PILE_TARGET, "take", ""),
    (Reason.MUST_USE_TAKEN, must_use, DISCARD, "take", ""),
    (Reason.MUST_USE_TAKEN, must_use, CardTarget("8H"), "take", ""),
    (Reason.MUST_USE_TAKEN, must_use, CardTarget("JC"), "take", ""),
    (Reason.MUST_USE_TAKEN, claimed, DISCARD, "slap", ""),
    (Reason.NOT_A_SPREAD, lambda: played((0, DRAW)), SPREAD, "", "9C JC KC"),
    (Reason.NOT_A_SPREAD, high_run, SPREAD, "ace", "QH KH AH"),
    (Reason.DOES_NOT_FIT, lambda: played(*LAID), SpreadTarget(0), "", "9C"),
    (Reason.DOES_NOT_FIT, lambda: played(*LAID), HIT, "", "9C"),
    (Reason.DOES_NOT_FIT, high_ace, SpreadTarget(0), "ace", "AH"),
    (Reason.DOES_NOT_FIT, high_ace, HIT, "ace", "AH"),
    (Reason.BOOKS_CLOSED, closed, SpreadTarget(0), "hit_books", ""),
    (Reason.BOOKS_CLOSED, closed, HIT, "hit_books", "6S"),
    (Reason.BOOKS_CLOSED, closed, HIT, "hit_books", ""),
    (Reason.SPREAD_BURIED, buried, HIT, "complete_books", ""),
    (Reason.HITS_USED_UP, one_hit, HIT, "hits_per_turn", "9H"),
    (Reason.HITS_USED_UP, one_hit, HIT, "hits_per_turn", ""),
    (Reason.HITS_USED_UP, one_hit, SpreadTarget(0), "hits_per_turn", "9H"),
    (Reason.SPREAD_EMPTIES, all_of_a_run, SPREAD, "spread_out", "5H 6H 7H 8H"),
    (Reason.BLOCKED_BY_HIT, kept_in, SPREAD, "hit_blocks_out", "9C"),
    (Reason.BLOCKED_BY_HIT, kept_in, SPREAD, "hit_blocks_out", ""),
    (Reason.JUST_TAKEN, lambda: played((0, TAKE)), CardTarget("2S"), "return_taken", ""),
    (Reason.JUST_TAKEN, lambda: played((0, TAKE)), DISCARD, "return_taken", "2S"),
    (Reason.JUST_TAKEN, lambda: played((0, TAKE)), PILE_TARGET, "return_taken", "2S"),
    (Reason.MUST_SPREAD, lambda: played((0, DRAW), must_spread="yes"), DISCARD, "must_spread", ""),
    (
        Reason.MUST_SPREAD,
        lambda: played((0, DRAW), must_spread="except_aces"),
        CardTarget("JC"),
        "must_spread",
        "",
    ),
    (Reason.NO_DISCARD_AFTER_HIT, ends_by_hit, DISCARD, "discard_after_hit", ""),
    (Reason.NO_DISCARD_AFTER_HIT, ends_by_hit, CardTarget("JC"), "discard_after_hit", ""),
    (Reason.WAITING, after_a_spread, DROP_BUTTON, "wait_after_spread wait_when_hit", ""),
    (
        Reason.NOT_ON_FIRST_TURN,
        lambda: played(first_turn_drop=False),
        DROP_BUTTON,
        "first_turn_drop",
        "",
    ),
    (Reason.COUNT_TOO_HIGH, lambda: played(drop_at_most=5), DROP_BUTTON, "drop_at_most", ""),
    (Reason.NATURAL_LAPSED, lapsed, ButtonTarget("declare"), "naturals", ""),
    (Reason.NOT_SLAPPABLE, lambda: played((0, DRAW), slap="race"), ButtonTarget("slap"), "", ""),
    (
        Reason.NEXT_SEAT_CANNOT_SLAP,
        lambda: slappable("slap_polite", seats=2),
        ButtonTarget("slap"),
        "slap",
        "",
    ),
]

BY_KEY: dict[Reason, tuple[Callable[[], Hand], int]] = {
    # No button shows these actions while they are refused, but they have keys.
    Reason.STOCK_NOT_EMPTY: (played, pygame.K_o),
    Reason.DISCARD_OWED: (lambda: played((0, DRAW)), pygame.K_e),
    Reason.NO_NATURAL: (played, pygame.K_c),
}

IN_RECORDS: dict[Reason, tuple[Callable[[], Hand], int, Action]] = {
    # Nothing that lies on the table means these: only records and commands can name them.
    Reason.HAND_OVER: (lambda: played((0, DROP)), 0, DRAW),
    Reason.NO_SUCH_SEAT: (played, 2, DRAW),
    Reason.CARD_NOT_HELD: (lambda: played((0, DRAW)), 0, Discard("AS")),
    Reason.NO_SUCH_SPREAD: (lambda: played((0, DRAW)), 0, Hit("9C", 3)),
    Reason.BAD_WILD: (lambda: played(*LAID), 0, Hit("9C", 0, "8")),
    Reason.NO_SLAP_DISCARD: (slappable, 1, Slap(1, 0, "9C")),
}


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    yield
    speak("en")


def quoted(key: str) -> str:
    """The label of a rule as tips quote it."""
    return _("“{rule}”").format(rule=_(OPTIONS[key].label))


def test_every_reason_is_met_somewhere() -> None:
    assert {each[0] for each in REACHED} | BY_KEY.keys() | IN_RECORDS.keys() == set(Reason)
    assert not BY_KEY.keys() & IN_RECORDS.keys()


@pytest.mark.parametrize("case", REACHED, ids=lambda each: f"{each[0].name} {each[2]} {each[4]}")
def test_it_is_told_where_the_pointer_or_the_cursor_rests(
    case: tuple[Reason, Callable[[], Hand], Target, str, str],
) -> None:
    reason, hand, target, keys, chosen = case
    it = Guest(hand(), think=replying({}))
    for card in chosen.split():
        it.click(CardTarget(card))
    it.wait_until(lambda: not it.table.board.is_busy)
    zones = it.table.zones()
    assert target in zones
    for language in LANGUAGES:
        speak(language)
        it.table.input.cursor = None
        pointed = it.table.tip(zones[target].center)
        it.table.input.cursor = target
        focused = it.table.tip(None)
        assert pointed is not None
        assert focused is not None
        assert pointed.text == focused.text
        assert refusal(it.now, reason) in pointed.text
        assert [key for key in OPTIONS if quoted(key) in pointed.text] == keys.split()


def test_nobody_is_told_to_draw_from_a_stock_that_is_empty() -> None:
    told = []
    for hand in (played, empty_stock):
        it = Guest(hand(), think=replying({}))
        it.wait(0.4)
        told.append(refusal(it.now, Reason.DRAW_FIRST))
    assert told == [
        "Draw from the stock or take the discard first.",
        "The stock is empty: take the discard first, or stop.",
    ]


@pytest.mark.parametrize("reason", BY_KEY)
def test_a_key_without_a_button_says_why_not(reason: Reason) -> None:
    hand, key = BY_KEY[reason]
    it = Guest(hand(), think=replying({}))
    for language in LANGUAGES:
        speak(language)
        it.press(key)
        assert it.table.line == reason_sentence(reason)


@pytest.mark.parametrize("reason", IN_RECORDS)
def test_what_only_a_record_can_try_has_its_sentence(reason: Reason) -> None:
    hand, seat, action = IN_RECORDS[reason]
    assert hand().why_illegal(seat, action) is reason
    said = set()
    for language in LANGUAGES:
        speak(language)
        said.add(reason_sentence(reason))
    assert len(said) == len(LANGUAGES)
