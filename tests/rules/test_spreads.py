"""What is a spread and what can be hit on one, card by card (RULES.md §1.6, §5.1, §5.6, §5.9)."""

import pytest

from game.rules.actions import Hit, Spread
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread, gap_for, gaps, hits_in, read_spread, slapped

_PLAIN = RuleSet(jokers=1)
_WILD = RuleSet(jokers=2, wild="2X", ace="low_or_high")
_SHORT = RuleSet(ranks="A2JQK", jokers=4, wild="X", ace="low_or_high", hand_size=3)


def action_of(text: str) -> Spread:
    """``5H 2S=6 7H``, as records write it."""
    words = [word.partition("=") for word in text.split()]
    return Spread(
        tuple(card for card, _, _ in words), tuple((card, rank) for card, _, rank in words if rank)
    )


def laid(rules: RuleSet, text: str) -> TableSpread:
    spread = read_spread(rules, action_of(text))
    assert spread is not None
    return spread


@pytest.mark.parametrize(
    ("rules", "text", "table"),
    [
        (_PLAIN, "5H 7H 6H", "run H 5H 6H 7H: 567 from 4"),
        (_PLAIN, "3H AH 2H", "run H AH 2H 3H: A23 from 0"),
        (_PLAIN, "KH KC KS", "book KC KH KS: KKK from 12"),
        (_PLAIN, "KH KC KS KD", "book KC KD KH KS: KKKK from 12"),
        (_WILD, "QH KH AH", "run H QH KH AH: QKA from 11"),
        (_WILD, "AH KH 2S=Q JH", "run H JH 2S KH AH: JQKA from 10"),
        (_WILD, "2H 3H AH", "run H AH 2H 3H: A23 from 0"),
        (_WILD, "X1=A 2H 3H", "run H X1 2H 3H: A23 from 0"),
        (_WILD, "3H 4H 2S=2", "run H 2S 3H 4H: 234 from 1"),
        (_WILD, "X2=9 9C 2D=9 9H", "book 9C 9H 2D X2: 9999 from 8"),
        (_WILD, "2C 2D 2H", "book 2C 2D 2H: 222 from 1"),
        (_WILD, "2C 2D X1=2", "book 2C 2D X1: 222 from 1"),
        (_SHORT, "AH 2H JH QH", "run H AH 2H JH QH: A2JQ from 0"),
        (_SHORT, "AH JH QH KH", "run H JH QH KH AH: JQKA from 2"),
        (_SHORT, "AH 2H JH QH KH", "run H AH 2H JH QH KH: A2JQK from 0"),
    ],
)
def test_what_lies_on_the_table(rules: RuleSet, text: str, table: str) -> None:
    spread = laid(rules, text)
    named = f"{spread.kind} {spread.suit}".strip()
    told = f"{named} {' '.join(spread.cards)}: {''.join(spread.stands_for)} from {spread.low}"
    assert told == table
    assert spread.high == spread.low + len(spread.cards) - 1
    assert read_spread(rules, Spread(spread.cards, action_of(text).wild)) == spread


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        *((_PLAIN, "5H 6H"), (_PLAIN, "5H"), (_PLAIN, "5H 6H 6H"), (_PLAIN, "5H 6H 7S")),
        *((_PLAIN, "5H 6H 8H"), (_PLAIN, "QH KH AH"), (_PLAIN, "KC KD"), (_PLAIN, "KC KD KD")),
        *((_PLAIN, "KC KD X1"), (_PLAIN, "5H 6H X1=7"), (_PLAIN, "5H 6H 7H=7")),
        *((_PLAIN, "KC KD X2=K"), (_PLAIN, "KC KD KH KS QS"), (_PLAIN, "5H 5D 6H")),
        *((_WILD, "KH AH 2H"), (_WILD, "KC 2C=K X1=K"), (_WILD, "KC KD KH KS X1=K")),
        *((_WILD, "5H 6H 2H=2"), (_WILD, "2C 2D 2H=2"), (_WILD, "AH 2H=2 3H"), (_WILD, "5H 6H X1")),
        *((_WILD, "5H 6H X1=7 X1=8"), (_WILD, "5H 6H X1=5"), (_WILD, "5H 7H X1=6 2S=6")),
        *((_WILD, "QH KH X1=A 2H"), (_WILD, "5H X1=6 X2=7"), (_WILD, "5H 6S X1=7")),
        *((_SHORT, "3H JH QH"), (_SHORT, "KH AH 2H"), (_SHORT, "2H JH X1=5"), (_SHORT, "AH KH 2H")),
    ],
)
def test_what_is_no_spread(rules: RuleSet, text: str) -> None:
    assert read_spread(rules, action_of(text)) is None


def test_only_wild_cards_may_be_named() -> None:
    assert read_spread(_WILD, Spread(("5H", "6H", "7H"), (("X1", "8"),))) is None
    assert read_spread(_WILD, Spread(("5H", "6H", "7H"), (("7H", "7"),))) is None
    assert read_spread(_WILD, Spread(("5H", "6H", "X1"), (("X1", "X"),))) is None


@pytest.mark.parametrize(
    ("rules", "text", "open_at", "fits"),
    [
        (_PLAIN, "5H 6H 7H", "8H 4H low", "4H 8H"),
        (_PLAIN, "AH 2H 3H", "4H", "4H"),
        (_PLAIN, "JH QH KH", "TH low", "TH"),
        (_PLAIN, "KC KD KH", "K", "KS"),
        (_PLAIN, "KC KD KH KS", "", ""),
        (_WILD, "JH QH KH", "AH TH low", "AH TH"),
        (_WILD, "QH KH AH", "JH low", "JH"),
        (_WILD, "2H 3H 4H", "5H AH low", "AH 5H"),
        (_WILD, "3H 4H 2H=5", "6H 2H low", "6H"),
        (_WILD, "3H 4H 2S=5", "6H 2H low", "2H 6H"),
        (_WILD, "KC KD 2S=K", "K", "KH KS"),
        (_WILD, "2C 2D 2H", "2", "2S"),
        (_SHORT, "2H JH QH", "KH AH low", "AH KH"),
        (_SHORT, "2H JH QH KH", "AH low", "AH"),
        (_SHORT, "JH QH KH", "AH 2H low", "AH 2H"),
        (_SHORT, "JH QH KH AH", "2H low", "2H"),
    ],
)
def test_what_goes_onto_it(rules: RuleSet, text: str, open_at: str, fits: str) -> None:
    spread = laid(rules, text)
    told = [gap.rank + gap.suit + " low" * gap.at_low_end for gap in gaps(rules, spread)]
    assert " ".join(told) == open_at
    left = [card for card in rules.pack() if card not in spread.cards]
    hits = hits_in(rules, left, [spread])
    assert " ".join(hit.card for hit in hits if not hit.stands_for) == fits
    closed = spread._replace(is_open=False)
    assert gaps(rules, closed) == ()
    assert hits_in(rules, left, [closed]) == ()


@pytest.mark.parametrize(
    ("text", "card", "hits", "slap"),
    [
        ("5H 6H 7H", "8H", "8H", "8H"),
        ("5H 6H 7H", "8S", "", ""),
        ("5H 6H 7H", "X1", "X1=8 X1=4", "X1=8"),
        ("5H 6H 7H", "2H", "2H=8 2H=4", "2H=8"),
        ("3H 4H 5H", "2H", "2H 2H=6", "2H"),
        ("3H 4H 5H", "2S", "2S=6 2S=2", "2S=6"),
        ("QH KH AH", "X1", "X1=J", "X1=J"),
        ("KC KD KH", "KS", "KS", "KS"),
        ("KC KD KH", "2S", "2S=K", "2S=K"),
        ("KC KD KH KS", "2S", "", ""),
        ("2C 2D 2H", "2S", "2S", "2S"),
        ("2C 2D 2H", "X1", "X1=2", "X1=2"),
    ],
)
def test_which_hits_a_card_makes(text: str, card: str, hits: str, slap: str) -> None:
    spread = laid(_WILD, text)
    tried = [Hit(card, 0, rank) for rank in ("", *_WILD.ranks)]
    fitting = [hit for hit in tried if gap_for(_WILD, spread, hit)]
    assert sorted(map(_named, fitting)) == sorted(hits.split())
    assert [_named(hit) for hit in hits_in(_WILD, [card], [spread])] == hits.split()
    landing = slapped(_WILD, spread, card)
    assert (_named(landing) if landing else "") == slap


def _named(hit: Hit) -> str:
    return f"{hit.card}={hit.stands_for}" if hit.stands_for else hit.card


@pytest.mark.parametrize(
    ("text", "hit", "after"),
    [
        ("5H 6H 7H", Hit("8H", 0), "5H 6H 7H 8H: 5678 from 4 open"),
        ("5H 6H 7H", Hit("4H", 0), "4H 5H 6H 7H: 4567 from 3 open"),
        ("5H 6H 7H", Hit("X1", 0, "4"), "X1 5H 6H 7H: 4567 from 3 open"),
        ("5H 6H 7H", Hit("X1", 0, "8"), "5H 6H 7H X1: 5678 from 4 open"),
        ("JH QH KH", Hit("AH", 0), "JH QH KH AH: JQKA from 10 open"),
        ("2H 3H 4H", Hit("AH", 0), "AH 2H 3H 4H: A234 from 0 open"),
        ("KC KD KH", Hit("KS", 0), "KC KD KH KS: KKKK from 12 buried"),
        ("KC KD KH", Hit("2S", 0, "K"), "KC KD KH 2S: KKKK from 12 buried"),
    ],
)
def test_a_hit_lengthens_it(text: str, hit: Hit, after: str) -> None:
    spread = laid(_WILD, text)._replace(owner=1, number=3)
    gap = gap_for(_WILD, spread, hit)
    assert gap
    for buries in (True, False):
        longer = spread.with_hit(hit, gap.at_low_end, buries=buries)
        kept = "buried" if longer.buried else "open"
        told = f"{' '.join(longer.cards)}: {''.join(longer.stands_for)} from {longer.low} {kept}"
        assert told == (after if buries else after.replace("buried", "open"))
        assert longer.is_open != longer.buried
        assert (longer.owner, longer.number) == (1, 3)
        assert (longer.kind, longer.suit) == (spread.kind, spread.suit)
