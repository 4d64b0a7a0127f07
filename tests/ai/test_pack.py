from ai.pack import pack_facts
from game.rules.cards import Card
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet


def links(rules: RuleSet) -> dict[Card, dict[Card, set[Card]]]:
    """The cards that make a spread with two others, by name."""
    facts = pack_facts(rules)
    cards, bit = facts.pack.cards_in, facts.pack.bit
    return {
        card: {cards(other)[0]: set(cards(thirds)) for other, thirds in facts.linked[bit[card]]}
        for card in facts.pack.cards
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
    facts = pack_facts(STANDARD)
    partners = facts.partners[facts.pack.bit["KS"]]
    assert {facts.pack.cards_in(pair) for pair in partners} == {
        ("JS", "QS"),
        ("KC", "KD"),
        ("KC", "KH"),
        ("KD", "KH"),
    }


def test_jokers_go_with_nothing_and_count_nothing() -> None:
    facts = pack_facts(preset("dead_jokers"))
    joker = facts.pack.bit["X1"]
    assert facts.linked[joker] == []
    assert facts.points[joker] == 0
    assert facts.wild == 0
    chicago = pack_facts(preset("chicago"))
    assert set(chicago.pack.cards_in(chicago.wild)) == {"2C", "2D", "2H", "2S", "X1", "X2"}
