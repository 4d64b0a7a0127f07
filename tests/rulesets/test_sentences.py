"""Rule sets in sentences."""

from functools import cache
from typing import Any, Literal

import pytest
from hypothesis import given

from assets.locale.make import keys, template
from game.rules.natural_sentences import natural_name, naturals_sentences
from game.rules.naturals import Natural
from game.rules.presets import (
    OTHER_WORDS,
    PRESETS,
    STANDARD,
    has_usual_meaning,
    local_words,
    preset,
)
from game.rules.ruleset import OPTIONS, READING_ORDER, RuleSet
from game.rules.sentences import (
    at_this_table,
    describe,
    differences,
    key_sentences,
)
from game.rules.warnings import warnings
from tests.rulesets.strategies import rule_sets


def _as_text(rules: RuleSet) -> list[str]:
    return [str(sentence) for section in describe(rules) for sentence in section.sentences]


def test_the_last_sentence_of_a_key_carries_it_and_the_others_nothing() -> None:
    section = next(each for each in describe(STANDARD) if len(set(each.keys)) < len(each.keys))
    told = list(section.by_key())
    assert [sentence for sentence, _ in told] == list(section.sentences)
    assert [key for _, key in told if key] == list(dict.fromkeys(section.keys))
    assert told[-1][1] == section.keys[-1]


def test_that_waits_add_up_is_told_once_however_many_there_are() -> None:
    for waits in (("wait_after_spread",), ("wait_after_spread", "wait_when_hit")):
        rules = STANDARD.changed(**dict.fromkeys(waits, 1))
        for told in (_as_text(rules), list(map(str, at_this_table(rules)))):
            assert sum("these waits add up." in sentence.lower() for sentence in told) == 1


def test_every_key_has_its_place_once() -> None:
    assert sorted(key for keys in READING_ORDER.values() for key in keys) == sorted(OPTIONS)


@given(rule_sets())
def test_what_is_told_are_whole_sentences(rules: RuleSet) -> None:
    for sentence in _as_text(rules):
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert not set("{}") & set(sentence)
        assert sentence.isprintable()


@given(rule_sets(), rule_sets())
def test_rule_sets_that_differ_in_what_matters_are_told_differently(
    one: RuleSet, other: RuleSet
) -> None:
    # A rank that all naturals share, say, makes no difference to anybody.
    differs = one.differences(other).keys() - {"naturals"}
    if not all("A" in each.ranks and each.has_books for each in (one, other)):
        differs -= {"must_spread"}  # that books of aces may be kept is told where there are any
    matter = [key for key in differs if not one.why_idle(key)]
    if matter:
        assert _as_text(one) != _as_text(other)


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_tells_what_it_changes(name: str) -> None:
    found = _as_text(preset(name))
    for sentence in at_this_table(preset(name)):
        assert str(sentence) in found
    alike = {"baton_rouge": "army", "army": "baton_rouge"}
    for other in PRESETS:
        if other not in (name, alike.get(name)):
            assert found != _as_text(preset(other))


def test_the_standard_game_is_told_without_rules_that_are_off() -> None:
    found = " ".join(_as_text(STANDARD))
    for word in ("joker", "wild", "booed", "slap", "double-double", "side pot", "big one", "bury"):
        assert word not in found.lower()
    assert "For 2 to 6 players." in found
    assert "A dealt hand that counts 49 is shown at once and wins" in found


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (RuleSet(jokers=1), "There is 1 joker in the pack.\nA joker counts 0 and can only be "),
        (
            RuleSet(jokers=2, wild="2X"),
            "A wild 2 still counts 2 in the hand.\nA wild joker counts 0 in the hand.",
        ),
        (
            RuleSet(wild="2", jokers=1, wild_points=25),
            "A joker counts 0 and can only be discarded, never spread or hit.",
        ),
        (RuleSet(wild="2", wild_points=25), "Each wild card counts 25 points."),
        (
            RuleSet(count="unmatched"),
            (
                "your count is the least that such spreads can leave over.\nNaturals count every "
                "card.\nA hand that is all spreads counts 0, but it is not empty: it pays "
                "nothing before a drop or a stock-out."
            ),
        ),
        (
            RuleSet(count="unmatched", stockout="void"),
            "but it is not empty: it pays nothing before a drop.",
        ),
        (
            RuleSet(last_lay="both"),
            (
                "by the others after a drop, by all when an empty stock ends the hand.\n"
                "A hand emptied that way counts 0, but emptying it pays nothing by itself."
            ),
        ),
        (
            RuleSet(last_lay="both", stockout="void"),
            (
                "After a drop the others, each in turn, may lay spreads and hits once more "
                "before the count."
            ),
        ),
        (
            RuleSet(natural_tie="split"),
            (
                "everybody else pays once, and they share it equally; what is left over goes to "
                "those nearest the dealer's left, a stake each."
            ),
        ),
        (
            RuleSet(
                natural_tie="split",
                naturals=(Natural.of_count(50, pays=3), Natural.of_count(49, pays=2)),
            ),
            (
                "everybody else pays once, for the highest-paying of them, and they share it "
                "equally; what is left over goes to those nearest the dealer's left, a stake each."
            ),
        ),
        (
            RuleSet(naturals=(Natural("count", 50, 2, tie="eldest"), Natural.of_count(49))),
            (
                "Naturals tie, whatever their counts.\n"
                "In a tie among naturals of 50, the one nearest the dealer's left is paid.\n"
                "In any other tie of naturals nobody is "
                "paid, and the next hand is dealt."
            ),
        ),
        (
            RuleSet(drop_when="any_time"),
            (
                "You may also drop between turns: after the deal, and after any turn until the "
                "next player begins to play, as long as you could drop if it were your turn."
            ),
        ),
        (RuleSet(ranks="A234567JQK", hand_size=7, naturals=()), "For 2 to 4 players."),
        (RuleSet(ranks="K", suits="S"), "The pack is too small even for two players."),
        (RuleSet(suits="CD", hand_size=7, naturals=()), "For 2 or 3 players."),
        (RuleSet(suits="C"), "For 2 players."),
        (RuleSet(naturals=()), "No dealt hand wins at once."),
        (RuleSet(tonk_needs="never"), "For a tonk every other player pays only 1 stake."),
        (RuleSet(tonk_pays=1, tonk_needs="never"), "For a tonk every other player pays only 1 "),
        (
            preset("push_up"),
            (
                "If you are caught, the lowest count has won the hand, and so have all who tie "
                "for it; everybody else, you included, adds their own count."
            ),
        ),
        (
            preset("washington_state"),
            (
                "If you are caught, you pay 2 stakes to the lowest for every other player at the "
                "table, and nobody else pays.\nIf several tie for lowest, each of them is paid "
                "in full."
            ),
        ),
        (
            STANDARD,
            (
                "and every other player who is not lowest pays 1 to the lowest.\n"
                "If several tie for lowest, each of them is paid in full."
            ),
        ),
        (
            RuleSet(catch="dropper_covers"),
            (
                "you pay 1 stake to the lowest for every other player at the table; several who "
                "tie for lowest share it, what is left over going to those nearest the dealer's "
                "left."
            ),
        ),
        (
            STANDARD,
            (
                "Naturals tie, whatever their counts.\nWhen naturals tie, nobody is paid, and the "
                "next hand is dealt."
            ),
        ),
        (
            STANDARD,
            (
                "the next highest sits on the dealer's left, and so on. Players who tie cut "
                "again.\n"
                "A player who joins later sits on the dealer's right."
            ),
        ),
        (
            preset("rushville"),
            (
                "The hand ends with the turn on which the last card of the stock is drawn.\n"
                "Emptying your hand on that turn pays nothing by itself, but your zero is compared "
                "with the other counts."
            ),
        ),
        (
            preset("five_seven_nine"),
            (
                "The hand ends with the turn on which the last card of the stock is drawn.\n"
                "Whoever empties their hand on that turn still wins."
            ),
        ),
        (
            preset("waits"),
            (
                "Several hits of the same kind before your next turn make you wait only once.\n"
                "Otherwise these waits add up. They keep you from dropping, never from going out."
            ),
        ),
        (
            preset("slap"),
            (
                "After three rounds in which nobody draws from the stock, spreads, hits or slaps, "
                "nobody may take until somebody draws or slaps; if the stock is empty, the hand "
                "ends."
            ),
        ),
        (
            preset("slap"),
            (
                "Until the next player begins to play, whoever is quickest may slap the card just "
                "discarded onto a spread that it fits"
            ),
        ),
        (
            RuleSet(tonk_needs="first_turn_two_spreads", hit_voids_tonk=True, two_spreads_pays=6),
            (
                "is a tonk.\nFor a tonk every other player pays only 1 stake.\n"
                "A tonk on your first turn, with every card in two or more spreads of your own, "
                "pays 6 stakes instead.\n"
            ),
        ),
        (
            RuleSet(tonk_needs="spreads_only", spread_out=False),
            (
                "A hand emptied by a hit, without a discard, is a tonk.\n"
                "For a tonk every other player pays only 1 stake."
            ),
        ),
        (
            RuleSet(
                naturals=(
                    Natural.at_most(15, 3, low_wins=True, tie="split"),
                    Natural.at_most(10, 6, low_wins=True, tie="split"),
                )
            ),
            (
                "Of several hands with a natural of 10 or less, the lowest count wins.\n"
                "Otherwise naturals tie, whatever their counts.\n"
                "In a tie among naturals of 15 or less and 10 or less, everybody else pays once"
            ),
        ),
        (
            RuleSet(
                naturals=(
                    Natural.at_most(15, 3, tie="split"),
                    Natural.at_most(10, 6, rank=1, tie="split"),
                )
            ),
            (
                "In a tie among naturals of 10 or less, everybody else pays once, and they share "
                "it equally; what is left over goes to those nearest the dealer's left, a stake "
                "each.\nIn a tie among naturals of 15 or less, everybody else pays once"
            ),
        ),
        (
            RuleSet(slap="race", wait_when_hit=1),
            "unless the slapped card was their own.\nA slap counts as a hit.",
        ),
        (
            RuleSet(slap="race", wait_when_hit=1, hits_per_turn=1),
            "A slap counts as a hit, but not as the one that you may make on a turn.",
        ),
        (
            RuleSet(
                naturals=(
                    Natural.of_count(50),
                    Natural.at_most(9),
                    Natural.of_count(49, when="turn"),
                )
            ),
            "Naturals shown at the deal tie, whatever their counts.",
        ),
        (
            RuleSet(hit_blocks_out=True, slap="race", booed=True),
            (
                "unless the slapped card was their own.\n"
                "After somebody else hits your spread, you may not empty your hand on your next "
                "turn: keep your last card.\n"
                "A slap is such a hit too, and until that turn no slap may empty your hand.\n"
            ),
        ),
    ],
)
def test_sentences_that_depend_on_several_keys(rules: RuleSet, says: str) -> None:
    assert says in "\n".join(_as_text(rules))


def test_what_has_no_effect_is_not_told() -> None:
    found = " ".join(_as_text(RuleSet(push_up_target=50, side_ante=9, hits_stack=True)))
    assert "50 points" not in found
    assert "side pot" not in found
    assert "Every single hit" not in found


def test_what_has_no_effect_is_marked_in_a_comparison_and_left_out_at_the_table() -> None:
    found = differences(RuleSet(push_up_target=50, stake=5), STANDARD)
    assert [(each.key, each.my_idle, each.their_idle) for each in found] == [
        ("stake", "", ""),
        ("push_up_target", "the scoring is not push-up", "the scoring is not push-up"),
    ]
    (tie,) = differences(STANDARD, RuleSet(stockout="void", stockout_tie="all_paid"))[1:]
    assert (tie.key, tie.my_idle, tie.their_idle) == ("stockout_tie", "", "no stock-out is paid")
    assert [str(each) for each in found[0].mine] == ["A stake is worth 5 in play money."]
    assert [str(each) for each in found[0].theirs] == ["A stake is worth 1 in play money."]
    assert [str(each) for each in at_this_table(RuleSet(push_up_target=50))] == []


def test_differences_are_in_the_order_of_the_rules() -> None:
    found = differences(STANDARD.changed(wild="2", hand_size=7, wild_points=0), STANDARD)
    assert [each.key for each in found] == ["wild", "wild_points", "hand_size"]


def test_equal_rule_sets_do_not_differ() -> None:
    assert differences(preset("army"), preset("baton_rouge")) == ()


def test_naturals_are_told_with_what_goes_before_what() -> None:
    found = [str(each) for each in naturals_sentences(preset("washington_dc").naturals)]
    assert found[-2:] == [
        "Of several naturals, the first in this order wins: 11 or less, 50, 49.",
        "Of several hands with a natural of 11 or less, the lowest count wins.",
    ]
    assert naturals_sentences(STANDARD.naturals)[-1].number == 2


def test_naturals_of_one_rank_share_a_place() -> None:
    found = naturals_sentences(
        (Natural.of_count(50, rank=1), Natural.at_most(9, rank=1), Natural.at_most(15))
    )
    assert "wins: 50 and 9 or less, then 15 or less." in " ".join(map(str, found))


@pytest.mark.parametrize(
    ("natural", "says"),
    [
        (Natural.of_count(50, 1), "A dealt hand that counts 50 is shown at once and wins: every "),
        (Natural.at_most(15, 3), "A dealt hand that counts 15 or less is shown"),
        (Natural("all_faces", 0, 2), "A dealt hand of face cards only is shown"),
        (Natural.of_count(49, when="turn"), "if nobody has laid a spread yet"),
        (Natural.of_count(49, when="turn", is_open=False), "even if somebody has laid a spread"),
    ],
)
def test_each_kind_of_natural(natural: Natural, says: str) -> None:
    (sentence,) = naturals_sentences([natural])
    assert says in str(sentence)
    assert str(sentence).endswith("1 stake." if natural.pays == 1 else f"{natural.pays} stakes.")
    assert str(natural_name(natural)) in {"49", "50", "15 or less", "face cards only"}


def test_a_hand_that_is_a_natural_twice_is_explained() -> None:
    ways = "A hand that is a natural in several ways counts as "
    nine, fifteen = Natural.at_most(9), Natural.at_most(15)
    alike = naturals_sentences((nine, fifteen))
    assert ways + "only one of them." in map(str, alike)
    paid = naturals_sentences((nine, Natural.at_most(15, 4)))
    assert ways + "the highest-paying of them." in map(str, paid)
    # K and two jokers: 13 pays more, but 21 or less goes before it.
    ordered = naturals_sentences((Natural.of_count(13, 4), Natural.at_most(21, 2, rank=1)))
    first = ways + "the one that comes first in this order: 21 or less, 13."
    assert first in map(str, ordered)
    assert ways not in " ".join(map(str, naturals_sentences(STANDARD.naturals)))


def test_several_naturals_that_win_in_push_up_are_added_for_once() -> None:
    best = "and everybody else adds for the highest-paying of them only."
    faces = Natural("all_faces", 0, 3, tie="split")
    for naturals, is_told in (
        ((Natural.at_most(13, 2, tie="eldest"), faces), True),
        ((Natural.at_most(13, 3, tie="eldest"), faces), False),
        ((Natural.at_most(13, 2), Natural.at_most(15, 1, rank=1)), False),
    ):
        for tie in ("all_paid", "split", "eldest", "void"):
            rules = RuleSet(naturals=naturals, natural_tie=tie, scoring="push_up")
            text = " ".join(map(str, key_sentences(rules, "natural_tie")))
            assert (best in text) == (is_told and tie in ("all_paid", "split"))
    own = (Natural.at_most(13, 2, tie="split"), Natural.at_most(15, 1, tie="split"))
    text = " ".join(map(str, naturals_sentences(own, RuleSet(scoring="push_up"))))
    assert f"In a tie among naturals of 13 or less and 15 or less, all of them win, {best}" in text


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "Whoever empties their hand on that turn still wins."),
        (
            {"booed": True},
            (
                "Emptying your hand on that turn pays nothing by itself, but your zero is compared "
                "with the other counts."
            ),
        ),
        (
            {"booed": True, "stockout": "void"},
            "Emptying your hand on that turn does not win: the hand ends unpaid.",
        ),
        (
            {"booed": True, "stockout": "void", "scoring": "push_up"},
            "Emptying your hand on that turn does not win: nobody adds points.",
        ),
    ],
)
def test_what_an_empty_hand_is_worth_on_the_last_turn(changes: dict[str, Any], told: str) -> None:
    page = _as_text(RuleSet(stock_end="at_once", **changes))
    assert [line for line in page if "on that turn" in line and "mpt" in line] == [told]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "A spread may not empty your hand; a hit or a discard may."),
        (
            {"last_lay": "drop"},
            "A spread may not empty your hand on your turn; a hit or a discard may.",
        ),
        (
            {"double_double": True, "booed": True},
            (
                "While the stock holds more cards than there are players, a spread may not empty "
                "your hand on your turn; a hit or a discard may."
            ),
        ),
    ],
)
def test_where_no_spread_may_empty_a_hand_it_is_said_when_not(
    changes: dict[str, Any], told: str
) -> None:
    assert told in _as_text(RuleSet(spread_out=False, **changes))


def test_where_every_tonk_has_a_hit_that_spoils_it_it_is_said_what_tonks_pay() -> None:
    only = "For a tonk every other player pays only 1 stake."
    spoiled = RuleSet(spread_out=False, hit_voids_tonk=True)
    for rules in (spoiled, spoiled.changed(tonk_needs="never", two_spreads_pays=4)):
        page = _as_text(rules)
        assert page.count(only) == 1
        assert not [line for line in page if line.startswith("If you have hit")]


def test_words_of_the_tables() -> None:
    assert {name for name in PRESETS if local_words(name)} == {
        "rushville",
        "chicago",
        "washington_state",
        "texas",
        "tunk",
    }
    assert local_words("rushville")["tonk"] == "drop"
    assert local_words("standard") == {}


class _Catalogue:
    """Translates nothing and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def gettext(self, text: str) -> str:
        self.asked.add(text)
        return f"«{text}»"

    def ngettext(self, one: str, many: str, count: int) -> str:
        self.asked |= {one, many}
        return f"«{one if count == 1 else many}»"


@cache
def _marked_texts() -> set[str]:
    """Every text of the code that translators are given."""
    ids = [message.id for message in keys(template()).values()]
    return {form for each in ids for form in ([each] if isinstance(each, str) else each)}


@given(rule_sets())
def test_everything_that_a_player_reads_is_marked_for_translation(rules: RuleSet) -> None:
    catalogue = _Catalogue()
    for section in describe(rules):
        for each in (section.title, *section.sentences):
            said = each.said(catalogue.gettext, catalogue.ngettext)
            assert said.startswith("«")
            assert said.endswith("»")
    for warning in warnings(rules):
        warning.sentence.said(catalogue.gettext, catalogue.ngettext)
    words = {text for text in catalogue.asked if any(map(str.islower, text.replace("{suits}", "")))}
    assert words <= _marked_texts()


def test_what_is_different_under_push_up_says_what_several_stakes_mean_there() -> None:
    found = [str(each) for each in at_this_table(preset("push_up"))]
    assert found[0].startswith("This is push-up: where every other player would pay 2 stakes, they")
    assert not any("read “" in each for each in found)  # nothing here is to be read otherwise
    assert any(each.startswith("Hands pay no stakes:") for each in found)
    assert len(set(found)) == len(found)


def test_what_is_different_with_jokers_and_wild_cards_says_what_they_are_good_for() -> None:
    dead = [str(each) for each in at_this_table(RuleSet(jokers=4))]
    assert dead[1:] == ["A joker counts 0 and can only be discarded, never spread or hit."]
    wild = [str(each) for each in at_this_table(RuleSet(wild="2"))]
    assert wild[1].startswith("A wild card may stand for any other in a spread or a hit")
    assert wild[2] == "A wild 2 still counts 2 in the hand."


def test_what_is_paid_in_a_tie_is_told_where_nothing_else_tells_of_the_stock() -> None:
    (sentence,) = at_this_table(RuleSet(stockout_tie="all_paid"))
    assert "when an empty stock ends the hand" in str(sentence)


def test_what_is_different_with_waits_says_once_that_they_add_up() -> None:
    several = "These waits add up. They keep you from dropping, never from going out."
    otherwise = "Otherwise these waits add up. They keep you from dropping, never from going out."
    one = "Such a wait keeps you from dropping, never from going out."
    for rules, told in (
        (preset("waits"), otherwise),
        (RuleSet(wait_when_hit=1), one),
        (RuleSet(wait_when_hit=1, hits_stack=True), several),
        (RuleSet(wait_when_hit=2), otherwise),
        (RuleSet(wait_after_spread=1), several),
        (preset("waits").changed(hit_blocks_out=True), "Otherwise these waits add up."),
        (RuleSet(wait_after_spread=1, hit_blocks_out=True), "These waits add up."),
    ):
        found = [str(each) for each in at_this_table(rules)]
        assert found.index(told) == len(found) - 1
        assert found.count(told) == 1


def test_where_a_hit_bars_going_out_no_wait_is_said_not_to() -> None:
    for rules in (preset("waits"), RuleSet(wait_when_hit=1), RuleSet(wait_when_hit=2)):
        assert "never from going out" in "\n".join(_as_text(rules))
        blocking = rules.changed(hit_blocks_out=True)
        assert "never from going out" not in "\n".join(_as_text(blocking))


@pytest.mark.parametrize(("wild", "told"), [("2", "itself"), ("X", "high end"), ("2X", "itself")])
def test_where_a_slapped_wild_card_goes_is_told(wild: Literal["2", "X", "2X"], told: str) -> None:
    rules = RuleSet(wild=wild, jokers=2, slap="race")
    (sentence,) = (line for line in _as_text(rules) if "slapped" in line and "end" in line)
    assert told in sentence
    for other in (rules.changed(slap="off"), rules.changed(wild="")):
        assert sentence not in _as_text(other)


def test_who_wins_a_tied_push_up_is_told() -> None:
    told = "Players who tie for the fewest points win together."
    assert told in _as_text(preset("push_up"))
    assert told not in _as_text(preset("standard"))


@pytest.mark.parametrize("rules", [*map(preset, PRESETS), RuleSet(ranks="A2345", suits="CDH")])
def test_a_table_tells_its_rules_in_the_order_of_the_rules_page(rules: RuleSet) -> None:
    page = _as_text(rules)
    places = [page.index(str(sentence)) for sentence in at_this_table(rules)]
    assert places == sorted(places)


def test_several_hits_in_a_round_are_told_to_count_once() -> None:
    found = [str(each) for each in at_this_table(preset("waits"))]
    assert "Several hits of the same kind before your next turn make you wait only once." in found
    one_kind = _as_text(RuleSet(wait_when_hit=1))
    assert "Several hits before your next turn make you wait only once." in one_kind


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        (RuleSet(ranks="A23456789T"), ("Q", "K-", " king", "queen", "jack")),
        (RuleSet(ranks="23456789TJQK"), ("Q-K-A", "ace counts", "the ace")),
        (RuleSet(ranks="A23456J", face_values="rising"), ("queen", " king", "K-")),
        (RuleSet(ranks="A2", hand_size=3), ("runs", "Q-K-A")),
        (RuleSet(suits="CD"), ("books", "Books")),
        (RuleSet(suits="CDH"), ("Books may be hit",)),
        (RuleSet(ranks="23456789", must_spread="except_aces"), ("aces may be kept",)),
        (RuleSet(count="unmatched", naturals=()), ("Naturals count",)),
        (RuleSet(drop_when="any_time", first_turn_drop=False), ("after the deal",)),
        (preset("rushville"), ("The deck is booed by then",)),
        (RuleSet(scoring="push_up", high_suit_bet="called"), ("No stakes",)),
        (preset("washington_dc"), ("whatever their counts",)),
    ],
)
def test_what_the_table_has_not_is_not_spoken_of(rules: RuleSet, missing: tuple[str, ...]) -> None:
    page = " ".join(line for line in _as_text(rules) if not line.startswith("The ranks"))
    assert [words for words in missing if words in page] == []


def test_the_ends_of_runs_are_told_by_runs_that_the_pack_has() -> None:
    short = RuleSet(ranks="A23456789T", ace="low_or_high")
    assert "A-2-3 and 9-10-A are runs, 10-A-2 is not." in " ".join(_as_text(short))
    assert "3-4-A is not" in " ".join(_as_text(RuleSet(ranks="A234")))
    assert "the ace" not in " ".join(_as_text(RuleSet(ranks="A23", hand_size=3)))


def test_ties_are_told_after_what_goes_before_them() -> None:
    ranked = " ".join(_as_text(preset("washington_dc")))
    assert "When naturals still tie, nobody is paid" in ranked
    own = [str(each) for each in at_this_table(preset("new_jersey"))]
    assert own[5:7] == [
        "In a tie among naturals of 13 or less, the one nearest the dealer's left is paid.",
        "In any other tie of naturals nobody is paid, and the next hand is dealt.",
    ]
    alone = RuleSet(naturals=(Natural("count", 50, 2, tie="eldest"),), natural_tie="split")
    assert "any other tie" not in " ".join(_as_text(alone))
    assert alone.why_idle("natural_tie")


def test_hands_that_all_count_the_same_have_no_lowest() -> None:
    same = RuleSet(naturals=(Natural("count", 50, 2, low_wins=True),))
    faces = RuleSet(naturals=(Natural("all_faces", 0, 2, low_wins=True),))
    assert "the lowest count wins" not in " ".join(_as_text(same) + _as_text(faces))
    assert "the lowest count wins" in " ".join(_as_text(faces.changed(face_values="rising")))
    assert "When naturals tie, nobody is paid" in " ".join(_as_text(same))


def test_the_ace_of_a_high_suit_is_told() -> None:
    low, high = RuleSet(high_suit_bet="called"), RuleSet(high_suit_bet="called", ace="low_or_high")
    assert "Here the ace is the lowest card of the suit." in _as_text(low)
    assert "Here the ace is the highest card of the suit." in _as_text(high)


def test_words_that_the_rules_use_themselves_are_known() -> None:
    assert has_usual_meaning("Tonk")
    assert not has_usual_meaning("bumped head")
    assert set(OTHER_WORDS) == {"Tunk", "knock", "go low", "go down", "go in", "pluck"}


@pytest.mark.parametrize(
    ("changes", "freed"),
    [
        ({}, ()),
        ({"hits_per_turn": 1}, ("you may hit any number of cards.",)),
        ({"spread_out": False}, ("nothing keeps you from emptying your hand.",)),
        ({"hit_blocks_out": True}, ("nothing keeps you from emptying your hand.",)),
        ({"must_spread": "yes"}, ("you may keep your spreads.",)),
    ],
)
def test_what_binds_a_turn_is_said_not_to_bind_a_last_lay_or_a_double_double(
    changes: dict[str, object], freed: tuple[str, ...]
) -> None:
    for start, base in (
        ("In that last lay ", {"last_lay": "drop"}),
        ("In that last chance ", {"double_double": True}),
    ):
        told = [str(each) for each in at_this_table(RuleSet().changed(**base, **changes))]
        found = [each.removeprefix(start) for each in told if each.startswith(start)]
        is_owed = "must_spread" in changes and "double_double" in base
        assert found == ([] if is_owed else list(freed))


def test_several_that_win_together_in_push_up_are_not_said_to_be_paid() -> None:
    rules = preset("push_up").changed(
        natural_tie="split",
        stockout_tie="all_paid",
        naturals=(Natural.of_count(50), Natural.at_most(12, tie="all_paid", low_wins=True)),
    )
    found = _as_text(rules)
    assert "In a tie among naturals of 12 or less, all of them win." in found
    assert "In any other tie of naturals all of them win." in found
    assert (
        "If several tie for lowest when an empty stock ends the hand, all of them win it." in found
    )
    assert not any("each of them" in each or "share" in each for each in found)


def test_naturals_that_tie_beside_those_of_which_the_lowest_wins_are_told() -> None:
    others = "Otherwise naturals tie, whatever their counts."
    low = Natural.at_most(12, low_wins=True)
    assert others in _as_text(RuleSet(naturals=(low, Natural.of_count(50))))
    assert "When naturals tie, nobody is paid" in " ".join(
        _as_text(RuleSet(naturals=(low, Natural.of_count(50))))
    )
    assert others not in _as_text(RuleSet(naturals=(low,)))
    assert others not in _as_text(preset("washington_dc"))


def test_a_book_of_a_pack_of_three_suits_has_three_cards() -> None:
    found = " ".join(_as_text(RuleSet(suits="CDH")))
    assert "books, three cards of one rank, and runs" in found
    assert "four cards" not in found


def test_with_slaps_it_is_said_when_nobody_may_drop_between_turns() -> None:
    closed = (
        "When the empty stock is about to end the hand, the last discard may still be slapped, but "
        "nobody may drop."
    )
    assert closed not in _as_text(RuleSet(drop_when="any_time"))
    assert closed in _as_text(RuleSet(drop_when="any_time", slap="race"))


def test_naturals_that_one_hand_may_be_at_once_are_told_apart_at_any_count() -> None:
    several = "A hand that is a natural in several ways"
    for one, other, is_told in (
        (Natural.of_count(50), Natural.at_most(50), True),
        (Natural.of_count(51), Natural.at_most(50), False),
        (Natural.at_most(20), Natural.at_most(10), True),
        (Natural.of_count(350), Natural.at_most(400), True),  # eight wild cards of 50 points each
        (Natural.of_count(50), Natural("all_faces", 0, 2), True),
        (Natural.of_count(49), Natural.of_count(50), False),
    ):
        for naturals in ((one, other), (other, one)):
            told = [str(sentence) for sentence in naturals_sentences(naturals)]
            assert any(each.startswith(several) for each in told) == is_told


def test_what_is_told_where_the_stock_ends_the_hand_by_itself_does_not_speak_of_it_empty() -> None:
    for slap in ("off", "race"):
        (idle,) = (
            each
            for each in _as_text(RuleSet(stock_end="at_once", slap=slap))
            if each.startswith("After three rounds")
        )
        assert "if the stock is empty" not in idle


def test_where_no_spread_may_empty_a_hand_only_a_hit_makes_a_tonk() -> None:
    told = _as_text(RuleSet(spread_out=False))
    assert "A hand emptied by a hit, without a discard, is a tonk." in told
    assert not any(each.startswith("A hand emptied by a spread") for each in told)


def test_ranks_of_the_pack_stand_each_for_itself() -> None:
    told = next(each for each in describe(RuleSet(ranks="A9TJK"))[0].sentences if each.fills)
    assert told.said(lambda text: {"J": "V", "K": "R"}.get(text, text)).endswith(": A 9 10 V R.")


def test_push_up_tells_of_the_lowest_count_without_a_payment() -> None:
    told = _as_text(RuleSet(scoring="push_up", count="unmatched"))
    assert "When the hand ends because the stock is empty, the lowest count wins." in told
    assert "Naturals count every card, and after one every hand is counted that way." in told


def test_what_ties_is_told_before_the_tie_rules_of_some() -> None:
    own = Natural.at_most(12, low_wins=True, tie="split")
    page = _as_text(RuleSet(naturals=(own, Natural.of_count(50))))
    place = page.index("Otherwise naturals tie, whatever their counts.")
    assert page[place + 1].startswith("In a tie among naturals of 12 or less")
    assert page.count(page[place]) == 1


def test_nobody_is_said_to_be_paid_in_push_up() -> None:
    natural = Natural("count", 49, 2, tie="eldest")
    for stockout in ("lowest", "void"):
        rules = preset("push_up").changed(
            naturals=(Natural.of_count(50), natural), stockout=stockout
        )
        page = " ".join(_as_text(rules))
        assert "In a tie among naturals of 49, the one nearest the dealer's left wins." in page
        assert "In any other tie of naturals nobody adds points" in page
        assert "when an empty stock ends the hand, nobody adds points" in page or stockout == "void"
        assert "the stock is empty, nobody adds points" in page or stockout == "lowest"
        assert "is paid." not in page


def test_wild_twos_that_count_otherwise_are_no_number_cards() -> None:
    wild = RuleSet(wild="2", wild_points=20)
    assert "An ace counts 1, number cards from 3 up their value." in _as_text(wild)
    assert "An ace counts 1, number cards their value." in _as_text(RuleSet(wild="2"))
    assert "An ace counts 1." in _as_text(wild.changed(ranks="A2JQK"))


@pytest.mark.parametrize(
    ("rules", "never"),
    [
        # With every card taken used at once, no turn is idle.
        (RuleSet(take="use_now"), "After three rounds in which nobody draws"),
        # Five face cards count 50 at least; four tens are in one hand at most.
        (
            RuleSet(naturals=(Natural("all_faces", 0, 2, rank=1), Natural.at_most(10))),
            "is a natural in several ways",
        ),
        (
            RuleSet(
                ranks="A23456789T",
                hand_size=4,
                naturals=(Natural.at_most(6, tie="split"), Natural.of_count(40, rank=1)),
            ),
            "In any other tie of naturals",
        ),
        (
            RuleSet(tonk_needs="first_turn_two_spreads", hit_voids_tonk=True, two_spreads_pays=6),
            "For a tonk every other player pays 2 stakes.",
        ),
    ],
)
def test_what_cannot_happen_at_a_table_is_not_told(rules: RuleSet, never: str) -> None:
    assert never not in "\n".join(_as_text(rules))
