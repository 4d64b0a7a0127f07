from ai.pack import pack_facts
from game.rules.presets import STANDARD, preset


def test_what_goes_together_in_the_standard_pack() -> None:
    links = pack_facts(STANDARD).links
    assert set(links["5H"]["6H"]) == {"4H", "7H"}
    assert set(links["5H"]["7H"]) == {"6H"}
    assert set(links["5H"]["5S"]) == {"5C", "5D"}
    assert "8H" not in links["5H"]
    assert set(links["QS"]["KS"]) == {"JS"}


def test_a_short_pack_closes_the_gap() -> None:
    assert set(pack_facts(preset("army")).links["7H"]["JH"]) == {"6H", "QH"}


def test_an_ace_that_is_high_goes_with_both_ends() -> None:
    links = pack_facts(STANDARD.changed(ace="low_or_high")).links
    assert set(links["QS"]["KS"]) == {"JS", "AS"}
    assert set(links["AS"]["2S"]) == {"3S"}
    assert "2S" not in links["KS"]


def test_partners_are_the_pairs_that_a_card_completes() -> None:
    partners = pack_facts(STANDARD).partners["KS"]
    assert set(partners) == {("JS", "QS"), ("KC", "KD"), ("KC", "KH"), ("KD", "KH")}


def test_jokers_go_with_nothing_and_count_nothing() -> None:
    facts = pack_facts(preset("dead_jokers"))
    assert facts.links["X1"] == {}
    assert facts.points["X1"] == 0
    assert facts.wilds == frozenset()
    assert pack_facts(preset("chicago")).wilds == {"2C", "2D", "2H", "2S", "X1", "X2"}
