"""What players are told of rule sets, written out: sentences, warnings, and the rules by example.

One block of the golden file for each rule set. Its share code says which; then stand the sentences
that the base game has not (``+``) and those that it alone has (``-``), all of them for the base
game, the warnings (``!``), and each example (``?``): the cards of each seat, what is done, the end.
"""

from collections.abc import Iterator
from random import Random

from ai.random_rules import random_rules
from game.rules.actions import action_text
from game.rules.examples import Example, ExampleDeal, examples, has_examples
from game.rules.naturals import Natural
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import OPTIONS, RuleError, RuleSet
from game.rules.sentences import describe
from game.rules.sharecode import code_of, rules_from_code
from game.rules.value_types import Flag, OneOf, Whole
from game.rules.warnings import warnings
from tests.golden.playthrough import FOLDER

FILE = FOLDER.parent / "told.txt"
_AT_RANDOM = 40


def chosen() -> list[str]:
    """Share codes of the presets, of the base game but for one key, and of random rule sets."""
    rules = [preset(name) for name in PRESETS]
    for key, option in OPTIONS.items():
        for value in _some(option.values):
            try:
                rules.append(STANDARD.changed(**{key: value}))
            except RuleError:
                continue
    rules += [_small(ranks, wild) for ranks in ("A2345678", "A23456789T") for wild in ("", "2")]
    rules += [
        _tiny("5678", "CDHS"),
        _tiny("34567", "CDHS"),
        _tiny("5678", "CDH"),
        _tiny("45678", "CD"),
    ]
    rules += [random_rules(Random(f"told {number}"), 4) for number in range(_AT_RANDOM)]
    return list(dict.fromkeys(code_of(each) for each in rules))


def _small(ranks: str, wild: str) -> RuleSet:
    """Rules for two or three at the table, with something of all that is told by example."""
    return STANDARD.changed(
        ranks=ranks,
        suits="CD",
        wild=wild,
        wild_points=25 if wild else "own",
        naturals=(
            Natural.at_most(15),
            Natural.of_count(20),
            Natural.at_most(9, rank=1, low_wins=True),
        ),
        natural_tie="all_paid",
        catch="single_each",
        tonk_needs="second_spread" if wild else "first_turn_two_spreads",
        two_spreads_pays=4,
        hit_voids_tonk=not wild,
        out_pays=2,
        double_double=True,
        stockout_tie="all_paid",
        drop_at_most=5,
        last_lay="both",
        count="unmatched",
    )


def _tiny(ranks: str, suits: str) -> RuleSet:
    """Rules for a pack that has hardly the cards for what examples show."""
    return STANDARD.changed(
        ranks=ranks,
        suits=suits,
        hand_size=3,
        naturals=(Natural.of_count(18), Natural.of_count(21)),
        natural_tie="eldest",
        catch="lowest_only",
        tonk_needs="first_turn_two_spreads",
        two_spreads_pays=4,
        hit_voids_tonk=True,
        out_pays=2,
        double_double=True,
        stockout_tie="all_paid",
        drop_at_most=12,
        last_lay="both",
        count="unmatched",
    )


def text_of(codes: list[str]) -> str:
    """The golden file as it should be."""
    return "\n\n".join("\n".join(block_of(code)) for code in codes) + "\n"


def _some(values: object) -> Iterator[object]:
    match values:
        case Flag():
            yield from (False, True)
        case OneOf(names):
            yield from names
        case Whole(least):
            yield from (least, least + 1, least + 2)
        case _:
            pass


def kept() -> list[str]:
    """The share codes of the golden file."""
    lines = FILE.read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith("TONK1-")]


def block_of(code: str) -> list[str]:
    """The lines of one rule set, its code first."""
    rules = rules_from_code(code)
    usual = _sentences(STANDARD) if rules != STANDARD else []
    told = _sentences(rules)
    lines = [code]
    lines += [f"- {sentence}" for sentence in usual if sentence not in told]
    lines += [f"+ {sentence}" for sentence in told if sentence not in usual]
    lines += [f"! {' '.join(each.keys)}: {each.sentence}" for each in warnings(rules)]
    for key in filter(has_examples, OPTIONS):
        if key in rules.differences(STANDARD) or rules == STANDARD:
            lines += [f"? {key}: {_told(each)}" for each in examples(rules, key)]
    return lines


def _sentences(rules: RuleSet) -> list[str]:
    return [str(each) for section in describe(rules) for each in section.sentences]


def _told(example: Example) -> str:
    start, result = example.start, example.hand.result
    hands = " / ".join(" ".join(cards) for cards in start.hands)
    deeds = ", ".join(action_text(*deed) for deed in example.deeds)
    end = example.refused or (f"{result.ending} {list(result.payments)}" if result else "goes on")
    shown = " ".join(map(str, example.shown))
    if isinstance(start, ExampleDeal):
        table = "turn 0 after 0, pile , stock 0"
    else:
        lies = f"pile {' '.join(start.pile[:1])}, stock {len(start.stock)}"
        table = f"turn {start.turn} after {start.turns}, {lies}"
    return f"{example.title} {hands}; {table}; {deeds}: {end}; {shown}"
