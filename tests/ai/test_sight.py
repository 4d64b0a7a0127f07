"""What a seat can work out about cards that it does not hold, and what the rules make of cards."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ai.random_rules import random_rules
from ai.sight import BIT, Deck, Sight, cards_in, set_of
from game.rules.actions import Take, cards_played
from game.rules.cards import Card, in_order
from game.rules.counting import unmatched_count
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.spreads import gaps, is_itself, spreads_in
from game.rules.view import SeatView, view
from tests.ai.positions import seen
from tests.ai.walks import somewhere

FIRST, SECOND = "KS KH JC 2S 3D", "9C TD 4H AC 2C"
PLAYED = "0 draw; 0 discard KS; 1 take; 1 discard 2C; 0 draw"


def unseen(seen_: SeatView) -> set[Card]:
    return set(cards_in(Sight(seen_).unseen))


def known(seen_: SeatView) -> tuple[set[Card], ...]:
    """By seat the cards that it is known to hold."""
    return tuple(set(cards_in(each)) for each in Sight(seen_).known)


def test_a_taken_card_is_known_to_be_held() -> None:
    held = known(seen(FIRST, SECOND, stock="5H 9D", played=PLAYED))
    assert held == (set(), {"KS"})


def test_a_taken_card_that_is_thrown_again_is_held_no_more() -> None:
    played = PLAYED + "; 0 discard 9D; 1 draw; 1 discard KS"
    seen_ = seen(FIRST, SECOND, stock="5H 9D 8D", played=played)
    assert known(seen_) == (set(), set())
    assert "KS" not in unseen(seen_)


def test_of_its_own_cards_it_knows_which_the_others_know() -> None:
    seen_ = seen(FIRST, SECOND, stock="5H 9D", played=PLAYED, seat=1)
    assert known(seen_) == (set(), {"KS"})
    assert "KS" not in unseen(seen_)


def test_unseen_is_all_that_nobody_showed() -> None:
    view_ = seen(FIRST, SECOND, upcard="7H", stock="5H 9D", played=PLAYED)
    hidden_hand = set(SECOND.split()) - {"2C"}
    shown = {*FIRST.split(), "5H", "9D", "KS", "2C"}
    assert hidden_hand <= unseen(view_)
    assert not shown & unseen(view_)


def test_cards_on_the_table_are_seen() -> None:
    played = "0 draw; 0 spread KS KH KD; 0 discard JC; 1 take"
    seen_ = seen(FIRST, SECOND, stock="KD", played=played, seat=1)
    assert not {"KS", "KH", "KD"} & unseen(seen_)


def test_the_upcard_stays_seen_when_others_lie_on_it() -> None:
    view_ = seen(FIRST, SECOND, upcard="7H", stock="5H 9D", played="0 draw; 0 discard KS")
    assert view_.upcard == "7H"
    assert "7H" not in unseen(view_)


@given(seed=st.integers(0, 2**32))
def test_its_reckoning_with_bits_agrees_with_a_plain_one(seed: int) -> None:
    hand = somewhere(Random(seed))
    for seat in range(hand.seats):
        seen_ = view(hand, seat)
        hidden, held = _plainly(seen_)
        assert unseen(seen_) == hidden
        assert known(seen_) == held


def _plainly(seen_: SeatView) -> tuple[set[Card], tuple[set[Card], ...]]:
    """The unseen cards, and by seat those that it took and holds, by sets of names."""
    taken: list[set[Card]] = [set() for _ in range(seen_.seats)]
    thrown: set[Card] = set()
    for move in seen_.moves:
        gone = cards_played(move.action)
        thrown.update(gone)
        taken[move.seat].difference_update(gone)
        if isinstance(move.action, Take) and move.card is not None:
            taken[move.seat].add(move.card)
    shown = thrown.union(seen_.hand, *(spread.cards for spread in seen_.spreads), *taken)
    shown.update(card for card in (seen_.upcard, seen_.top) if card is not None)
    return set(seen_.rules.pack()) - shown, tuple(taken)


# What the rules make of cards.


def links(rules: RuleSet) -> dict[Card, dict[Card, set[Card]]]:
    """The cards that make a spread with two others, by name."""
    linked = Deck.of(rules).linked
    return {
        card: {cards_in(other)[0]: set(cards_in(thirds)) for other, thirds in linked[BIT[card]]}
        for card in rules.pack()
    }


def test_what_goes_together_in_the_standard_pack() -> None:
    found = links(STANDARD)
    assert found["5H"]["6H"] == {"4H", "7H"}
    assert found["5H"]["7H"] == {"6H"}
    assert found["5H"]["5S"] == {"5C", "5D"}
    assert "8H" not in found["5H"]
    assert found["QS"]["KS"] == {"JS"}


def test_a_short_pack_closes_the_gap() -> None:
    assert links(preset("army"))["7H"]["JH"] == {"6H", "QH"}


def test_an_ace_that_is_high_goes_with_both_ends() -> None:
    found = links(STANDARD.changed(ace="low_or_high"))
    assert found["QS"]["KS"] == {"JS", "AS"}
    assert found["AS"]["2S"] == {"3S"}
    assert "2S" not in found["KS"]


def test_partners_are_the_pairs_that_a_card_completes() -> None:
    partners = Deck.of(STANDARD).partners[BIT["KS"]]
    assert {cards_in(pair) for pair in partners} == {
        ("JS", "QS"),
        ("KC", "KD"),
        ("KC", "KH"),
        ("KD", "KH"),
    }


def test_jokers_go_with_nothing_and_count_nothing() -> None:
    deck, joker = Deck.of(preset("dead_jokers")), BIT["X1"]
    assert deck.linked[joker] == []
    assert deck.points[joker] == deck.same(joker) == 0
    assert deck.wild == 0
    wild = cards_in(Deck.of(preset("chicago")).wild)
    assert set(wild) == {"2C", "2D", "2H", "2S", "X1", "X2"}


@given(seed=st.integers(0, 2**32))
def test_spreads_and_what_they_leave_are_those_of_the_rules(seed: int) -> None:
    dice = Random(seed)
    rules = random_rules(dice, 2)
    pack = rules.pack()
    cards = in_order(dice.sample(pack, min(dice.randint(3, 9), len(pack))))
    deck = Deck.of(rules)
    assert deck.unmatched(set_of(cards)) == unmatched_count(rules, frozenset(cards))
    made = {(each.cards, each.suit, each.low) for each in deck.spreads_in(set_of(cards))}
    laid = [deck.read(each) for each in spreads_in(rules, cards)]
    assert {(each.cards, each.suit, each.low) for each in laid} == made


@given(seed=st.integers(0, 2**32))
def test_what_completes_a_spread_makes_one_by_the_rules(seed: int) -> None:
    dice = Random(seed)
    rules = dice.choice([random_rules(dice, 2), preset("tunk"), preset("chicago")])
    held = dice.sample(rules.pack(), dice.randint(2, 7))
    others = [card for card in rules.pack() if card not in held]
    more, deck = dice.sample(others, 8), Deck.of(rules)
    wild = [card for card in held if rules.is_wild(card)]
    needed, most = next((card for card in held if card not in wild), held[0]), dice.randint(3, 8)
    made = {card: spreads_in(rules, (*held, card)) for card in more}
    found = deck.completing(set_of(held), set_of(more), most=most)
    assert set(cards_in(found)) == {
        card
        for card, spreads in made.items()
        if any(card in each.cards and len(each.cards) <= most for each in spreads)
    }
    if needed not in wild:
        found = deck.completing(set_of(held), set_of(more), needed=BIT[needed])
        assert set(cards_in(found)) == {
            card
            for card, spreads in made.items()
            if any({card, needed} <= set(each.cards) for each in spreads)
        }


def test_a_wild_card_can_take_the_place_of_a_card_of_a_whole_run() -> None:
    rules = RuleSet(ranks="A23", jokers=1, wild="X", hand_size=3, naturals=())
    held, joker = ["AC", "2C", "3C"], BIT["X1"]
    assert spreads_in(rules, (*held, "X1"))
    assert Deck.of(rules).completing(set_of(held), joker) == joker
    assert Deck.of(rules).completing(set_of(held), joker, needed=BIT["AC"]) == joker


@given(seed=st.integers(0, 2**32))
def test_what_fits_the_table_is_what_the_rules_let_it_be_hit_with(seed: int) -> None:
    hand = somewhere(Random(seed))
    for seat in range(hand.seats):
        sight = Sight(view(hand, seat))
        for spread, lying in zip(hand.spreads, sight.table, strict=True):
            places = gaps(hand.rules, spread)
            fits = {c for c in hand.rules.pack() for gap in places if is_itself(c, gap)}
            assert set(cards_in(sight.deck.fits(lying))) == fits - set(spread.cards)
            assert len(sight.deck.ends(lying)) == len(places)
