"""What the player was dealt, beside what chance gives."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from game.features.records.fairness.luck import DEALT, Chance, Luck
from game.play.dealer import sample_deals
from game.rules.cards import RANKS, STANDARD_PACK
from game.rules.presets import PRESETS, preset
from game.rules.record import HandRecord

STANDARD = preset("standard")


def a_hand(deck: tuple[str, ...], dealer: int = 1) -> HandRecord:
    return HandRecord(STANDARD, ("You", "Ada"), dealer, deck, ())


def after(hands: int, change: bool = False) -> Luck:
    luck = Luck()
    for number, deck in enumerate(sample_deals(hands, "luck")):
        record = a_hand(deck, number % 2)
        if change:  # the player is given the lower of two hands
            dealt = deck[:10:2], deck[1:10:2]
            low, high = sorted(dealt, key=lambda cards: sum(min(10, rank(c)) for c in cards))
            pairs = (low, high) if number % 2 else (high, low)
            first = tuple(card for pair in zip(*pairs, strict=True) for card in pair)
            record = replace(record, deck=(*first, *deck[10:]))
        luck.add(record, 0)
    return luck


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def test_what_chance_gives_by_the_standard_rules() -> None:
    chance = Chance.of(STANDARD, 5)
    assert chance.mean == pytest.approx(5 * 340 / 52, abs=0.6)
    natural, spread, low = chance.shares
    # 49 and 50: four tens and a nine, or five tens; a book or a run of three among five cards
    assert natural == pytest.approx((1820 * 4 + 4368) / 2_598_960, abs=0.004)
    assert spread == pytest.approx(0.06, abs=0.03)
    assert 0.08 < low < 0.16


@pytest.mark.share(9)
@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_has_its_chances(name: str) -> None:
    rules = preset(name)
    chance = Chance.of(rules, rules.cards_dealt(2))
    assert chance.deviation > 0
    assert all(0 <= share <= 1 for share in chance.shares)


def test_fair_hands_are_within_their_bands() -> None:
    luck = after(600)
    assert luck.hands == 600
    assert [seat.place for seat in luck.seats] == [0, 1]
    bands = [band for seat in luck.seats for band in seat.bands]
    assert len(bands) == 2 * len(DEALT)
    assert sum(band.least <= band.times <= band.most for band in bands) >= 5
    assert 3 <= luck.place_of_100 <= 97


def test_a_player_who_is_given_the_better_hand_is_found() -> None:
    luck = after(600, change=True)
    assert luck.place_of_100 == 1
    you, other = luck.seats
    assert you.bands[DEALT.index("low")].times > you.bands[DEALT.index("low")].most
    assert other.bands[DEALT.index("low")].times < other.bands[DEALT.index("low")].least


def test_the_hands_are_those_that_were_dealt() -> None:
    deck = tuple(islice(Random(1).sample(STANDARD_PACK, 52), 52))
    aces = [card for card in deck if card[0] == "A"] + ["2S"]
    rest = [card for card in deck if card not in aces]
    mine = tuple(card for pair in zip(aces, rest[:5], strict=True) for card in pair)
    luck = Luck()
    luck.add(a_hand((*mine, *rest[5:]), dealer=1), 0)  # eldest is seat 0
    you, _other = luck.seats
    assert [band.times for band in you.bands] == [0, 1, 1]
    assert luck.place_of_100 < 5
