"""Positions: a hand made from a position gives it back; impossible ones are refused in a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal, table_for
from game.rules.actions import DRAW, DROP, TAKE
from game.rules.hand import Hand
from game.rules.phases import CHANCE, OVER, SLAP
from game.rules.position import KEYS, Position, PositionError
from game.rules.presets import STANDARD
from tests.rules.lockstep import corner_table


def hands(numbers: range) -> Iterator[tuple[int, Hand, Habits]]:
    """Hands dealt under random rules, rare ones more often, and how they are played."""
    for number in numbers:
        rules, seats = corner_table(number) if number % 2 else table_for(number, None)
        if number % 5 == 0:
            rules = rules.changed(double_double=True, hand_size=3)
        yield number, deal(number, rules, seats), Habits(Random(number))


def read(position: Position) -> Position:
    """Return the position read back from the text of its file."""
    return Position.from_mapping(json.loads(position.to_json()))


@pytest.mark.share(3)
@pytest.mark.parametrize("start", range(0, 200, 20))
def test_a_hand_gives_a_position_that_gives_the_hand(start: int) -> None:
    for number, hand, habits in hands(range(start, start + 20)):
        while choices := all_choices(hand):
            position = Position.of(hand)
            assert read(position) == position, number
            twin = position.hand()
            assert Position.of(twin) == position, number
            assert all_choices(twin) == choices, number
            assert (twin.waits, twin.counts()) == (hand.waits, hand.counts())
            hand.act(*habits.choose(choices))


@pytest.mark.share(3)
@pytest.mark.parametrize("start", range(0, 200, 20))
def test_what_is_made_from_a_position_has_the_same_future(start: int) -> None:
    for number, hand, habits in hands(range(start, start + 20)):
        twins: list[Hand] = []
        while choices := all_choices(hand):
            if len(twins) < 4 or hand.phase in (CHANCE, SLAP) or hand.is_slappable:
                twins = [*twins[-6:], Position.of(hand).hand()]
            move = habits.choose(choices)
            for twin in (hand, *twins):
                assert not twin.why_illegal(*move), number
                twin.act(*move)
                if hand.phase is SLAP and not twin.is_slappable:
                    twin.close_slap()
            for twin in twins:
                assert (twin.phase, twin.result) == (hand.phase, hand.result), number
                if hand.phase is not OVER:
                    assert Position.of(twin) == Position.of(hand), number


# -- impossible positions --------------------------------------------------------------------------


def mapping(**changes: object) -> dict[str, object]:
    """A position of two seats in the middle of a hand, and what is to be otherwise."""
    held = "KC 2S", "4C 7D JH QS AD"
    spread = ["9D", "9H", "9S"]
    pile = ["KD", "3H"]
    named = [*" ".join(held).split(), *spread, *pile]
    return {
        "format": "tonk-position/1",
        "rules": {},
        "seats": 2,
        "dealer": 1,
        "turns": 2,
        "phase": "start",
        "hands": [cards.split() for cards in held],
        "stock": [card for card in STANDARD.pack() if card not in named],
        "pile": pile,
        "spreads": [{"owner": 0, "cards": spread}],
        **changes,
    }


def without(*cards: str) -> list[str]:
    """The stock of that position less some cards."""
    stock = mapping()["stock"]
    assert isinstance(stock, list)
    return [card for card in stock if card not in cards]


WAITS = {"wait_after_spread": 3, "wait_when_hit": 1}
BLOCKS = {"hit_blocks_out": True}
CHANCE_ON = {"last_lay": "both"}
DROPPED = {"ending": "drop", "seat": 1, "stakes": 1}
SLAPS = {"slap": "race"}
WRONG: list[tuple[dict[str, object], str]] = [
    ({"format": "tonk-position/2"}, 'format: "tonk-position/2"; expected "tonk-position/1"'),
    ({"turn": 0}, 'position: unknown key "turn"; expected format, rules, seats'),
    ({"seats": 7}, "rules: seats = 7: expected 2 to 6"),
    ({"seats": 3}, "hands: those of 2 seats; expected those of 3"),
    ({"dealer": 2}, "dealer: 2; expected 0 to 1"),
    ({"turns": -1}, "turns: -1; expected 0 or more"),
    ({"turns": 10**9}, "turns: 1000000000; expected at most 10000"),
    ({"phase": "over"}, 'phase: "over"; expected one of start, lay, chance, slap'),
    ({"rules": {"hand_siz": 4}}, "rules: hand_siz = 4: unknown key"),
    ({"stock": without("AC")}, 'cards: "AC" is missing; the rules\' pack has 52 cards'),
    ({"stock": ["KC", *without()]}, 'stock: "KC" appears twice; it lies in hands: seat 0 too'),
    ({"stock": ["X1", *without()]}, 'stock: "X1" is not in the rules\' pack'),
    (
        {"hands": [["KC", "2S"], [*["4C", "7D", "JH", "QS", "AD", "AC"]]], "stock": without("AC")},
        "hands: seat 1 holds 6 cards; expected at most 5",
    ),
    (
        {"hands": [["KC", "2S"], []], "stock": ["4C", "7D", "JH", "QS", "AD", *without()]},
        "hands: seat 1 holds no card, so the hand would be over",
    ),
    ({"spreads": [{"owner": 2, "cards": ["9D", "9H", "9S"]}]}, "spreads: spread 0: owner: 2"),
    ({"spreads": [{"owner": 0, "cards": ["9D", "9H", "8S"]}]}, "spreads: spread 0: ["),
    ({"spreads": [{"owner": 0, "cards": ["9D"]}]}, 'spreads: spread 0: ["9D"]; expected a book'),
    (
        {"spreads": [{"owner": 0, "cards": ["9D", "9H", "9S"], "buried": True}]},
        "spreads: spread 0: buried; the rules bury books of 4 or none",
    ),
    ({"turns": 0}, "pile: 2 cards before the first turn; expected the upcard alone"),
    (
        {"turns": 1, "spreads": [{"owner": 1, "cards": ["9D", "9H", "9S"]}]},
        "spreads: spread 0: seat 1 has had no turn to lay it in",
    ),
    ({"phase": "slap"}, 'phase: "slap"; the rules have no slaps'),
    ({"phase": "slap", "rules": SLAPS}, 'phase: "slap"; no stock-out by itself waits for a slap'),
    ({"phase": "chance"}, 'phase: "chance"; the rules have no last chance to lay'),
    (
        {"phase": "chance", "rules": CHANCE_ON},
        'phase: "chance"; "finish" and "chances" have to say',
    ),
    ({"finish": DROPPED}, 'finish: something ends the hand; allowed in phase "chance" alone'),
    (
        {"phase": "chance", "rules": CHANCE_ON, "finish": DROPPED, "chances": [1]},
        "chances: [1]; expected the last of [0]",
    ),
    (
        {
            "phase": "chance",
            "rules": {"double_double": True},
            "finish": DROPPED,
            "chances": [0],
        },
        'finish: "drop"; before that the rules have no last chance to lay',
    ),
    (
        {
            "phase": "chance",
            "rules": {"double_double": True},
            "finish": {"ending": "tonk", "seat": 0, "stakes": 2},
            "chances": [1],
        },
        "finish: seat 0 holds 2 cards; a tonk is made with none",
    ),
    (
        {
            "phase": "chance",
            "rules": {"double_double": True, "two_spreads_pays": 4},
            "hands": [[], ["4C", "7D", "JH", "QS", "AD"]],
            "stock": [*without(), "KC", "2S"],
            "finish": {"ending": "tonk", "seat": 0, "stakes": 7},
            "chances": [1],
        },
        "finish: stakes: 7; expected one of 1, 2, 4",
    ),
    (
        {
            "phase": "chance",
            "rules": CHANCE_ON,
            "finish": {**DROPPED, "stakes": 2},
            "chances": [0],
        },
        "finish: stakes: 2; expected 1",
    ),
    (
        {
            "phase": "chance",
            "rules": {**CHANCE_ON, "drop_at_most": 31},
            "finish": DROPPED,
            "chances": [0],
        },
        "finish: seat 1 has a count of 32; the rules allow a drop with 31 or less",
    ),
    (
        {
            "phase": "chance",
            "rules": CHANCE_ON,
            "finish": {"ending": "stockout", "seat": 1, "stakes": 1},
            "chances": [0, 1],
        },
        'finish: "stockout"; the stock holds cards',
    ),
    (
        {"phase": "lay", "rules": {"take": "use_now"}, "taken": "KC", "must_use": True},
        'must_use: seat 0 cannot lay "KC"',
    ),
    (
        {"phase": "lay", "rules": SLAPS | {"slap": "next_first"}, "taken": "KC", "must_use": True},
        'must_use: seat 0 cannot lay "KC"',
    ),
    (
        {
            "phase": "lay",
            "still": None,
            "rules": {"booed": True},
            "hands": [[], ["4C", "7D", "JH", "QS", "AD"]],
            "stock": [],
            "pile": ["KC", "2S", "KD", "3H", *without()],
        },
        "hands: seat 0 holds no card, so its turn would be over",
    ),
    (
        {"phase": "lay", "turns": 8, "taken": "KC", "still": 6},
        "still: 6; expected at most 5 where a card has been taken",
    ),
    ({"taken": "KC"}, 'taken: allowed in phase "lay" alone'),
    ({"phase": "lay", "still": None, "taken": "QD"}, 'taken: "QD" is neither held by seat 0'),
    (
        {"phase": "lay", "still": None, "taken": "KC", "must_use": True},
        "must_use: no card was taken that the rules want to be used at once",
    ),
    ({"phase": "lay", "still": None, "has_hit": True}, "has_hit: no rule asks for it"),
    ({"phase": "lay", "still": None, "is_blocked": True}, 'is_blocked: "hit_blocks_out" is off'),
    ({"phase": "lay"}, "still: a turn in which a card was drawn is not still; expected null"),
    ({"still": None}, "still: null; expected the number of idle turns in a row"),
    ({"still": 3}, "still: 3; expected at most 2"),
    ({"discarder": 1}, "discarder: nothing can be slapped now"),
    ({"discarder": 1, "rules": SLAPS}, "discarder: the top discard fits no spread on the table"),
    ({"waits": [1, 0]}, "waits: the rules have none"),
    ({"waits": [4, 0], "rules": WAITS}, "waits: seat 0 waits 4 turns; expected at most 3"),
    ({"waits": [0, 1], "rules": WAITS}, "waits: seat 1 waits 1 turns; expected at most 0"),
    ({"waits": [0], "rules": WAITS}, "waits: [0]; expected a whole number for each of 2 seats"),
    ({"was_hit": [0]}, "was_hit: no rule asks for it"),
    ({"was_hit": [0], "rules": BLOCKS}, "was_hit: no spread of seat 0 has been hit"),
    ({"hitters": [0, 0]}, "hitters: [0, 0]; expected each seat once"),
    (
        {"last_spread": [1], "rules": {"tonk_needs": "second_spread"}},
        "last_spread: seat 1 has laid no spread",
    ),
    ({"natural_pot_winner": 0}, "natural_pot_winner: seat 0 has not joined the natural pot"),
    (
        {"rules": {"naturals": [{"match": {"count": 49}, "pays": 2, "when": "turn"}]}},
        'position: key "dealt" is missing; these rules go by the hands as dealt',
    ),
    ({"dealt": [["KC"], ["4C"]]}, "dealt: no rule asks for it"),
]


def test_what_is_wrong_elsewhere_is_right_here() -> None:
    position = Position.from_mapping(mapping())
    assert position.turn == 0
    assert {*position.hand().legal()} == {DROP, DRAW, TAKE}
    assert position.to_mapping() == mapping()


@pytest.mark.parametrize(("changes", "line"), WRONG, ids=[line[:40] for _, line in WRONG])
def test_what_cannot_be_is_refused_in_one_line(changes: dict[str, object], line: str) -> None:
    with pytest.raises(PositionError) as refusal:
        Position.from_mapping(mapping(**changes))
    assert str(refusal.value).startswith(line)
    assert "\n" not in str(refusal.value)


def test_a_natural_that_would_have_ended_the_hand_is_refused() -> None:
    held = "TC JC QC KC TH", "4C 7D JH QS AD"
    rest = [card for card in STANDARD.pack() if card not in " ".join(held)]
    hands = [cards.split() for cards in held]
    begun = mapping(hands=hands, turns=0, pile=rest[:1], stock=rest[1:], spreads=[])
    with pytest.raises(PositionError, match="a natural at the deal would have ended the hand"):
        Position.from_mapping(begun)


def test_a_hand_that_is_over_has_no_position() -> None:
    hand = Position.from_mapping(mapping()).hand()
    hand.act(0, DROP)
    with pytest.raises(PositionError, match="over"):
        Position.of(hand)


@pytest.mark.parametrize("value", [None, [], "x", 3, {}, {"format": "tonk-position/1"}])
def test_what_is_no_position_is_refused(value: object) -> None:
    with pytest.raises(PositionError):
        Position.from_mapping(value)


def test_the_page_shows_a_position() -> None:
    root = Path(__file__).resolve().parents[2]
    page = (root / "game" / "rules" / "POSITION.md").read_text(encoding="utf-8")
    shown = json.loads(page.split("```")[1].removeprefix("json"))
    named = [card for cards in (*shown["hands"], shown["pile"]) for card in cards]
    named += [*shown["spreads"][0]["cards"], *shown["stock"]]
    shown["stock"][-1:] = [card for card in STANDARD.pack() if card not in named]
    assert Position.from_mapping(shown).waits == (3, 0)
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert {word for row in rows for word in row.split("`")[1::2]} == {*KEYS}
