"""Rewrite the golden hands, counts and sentences: `python -m tests.tools.golden`.

The same hands are written as the rules now play them; an action that has become illegal is an
error, and means that a new hand must be chosen. `--choose` chooses new hands and rule sets: for
each preset the three of many random hands that show the most between them.
"""

import argparse
from collections.abc import Iterator
from random import Random

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits
from game.rules.actions import Hit, Spread, action_text
from game.rules.cards import shuffled
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.presets import PRESETS, preset
from tests.golden import perft, told
from tests.golden.playthrough import CLOSE, FOLDER, Playthrough, file_of, read, text_of

_TRIED = 800
_SEATS = (2, 3, 4)
_LONGEST = 44
_HANDS = 3


def choose(name: str) -> list[Playthrough]:
    """Return three hands, each showing as much as possible that the earlier ones do not."""
    tried = [_play(name, number) for number in range(_TRIED)]
    tried = [each for each in tried if len(each[0].actions) <= _LONGEST]
    chosen: list[Playthrough] = []
    shown: set[str] = set()
    for _ in range(_HANDS):
        hand, features = max(tried, key=lambda each: (len(each[1] - shown), -len(each[0].actions)))
        chosen.append(hand)
        shown |= features
        tried = [each for each in tried if each[0] is not hand]
    return chosen


def _play(name: str, number: int) -> tuple[Playthrough, set[str]]:
    rules, seats = preset(name), _SEATS[number % len(_SEATS)]
    dice = Random(f"golden {number}")
    deck = shuffled(rules.pack(), dice.randbytes(32).hex())
    hand = Hand.deal(rules, seats, dice.randrange(seats), deck)
    habits, actions, features = Habits(dice), list[str](), set[str]()
    while not hand.is_over:
        features |= set(_now(hand))
        if hand.phase is Phase.SLAP and dice.random() < 0.5:
            hand.close_slap()
            actions.append(CLOSE)
            continue
        seat, action = habits.choose(all_choices(hand))
        features.add(type(action).__name__)
        if (isinstance(action, Spread) and action.wild) or (
            isinstance(action, Hit) and action.stands_for
        ):
            features.add("wild")
        hand.act(seat, action)
        actions.append(action_text(seat, action))
    features.add(hand.result.ending.value if hand.result else "")
    return Playthrough(name, seats, hand.dealer, deck, tuple(actions)), features


def _now(hand: Hand) -> Iterator[str]:
    """Yield the features of a position."""
    yield hand.phase.name
    if any(hand.waits):
        yield "waits"
    if hand.is_booed:
        yield "booed"
    if any(spread.buried for spread in hand.spreads):
        yield "buried"
    if {spread.kind for spread in hand.spreads} == {"book", "run"}:
        yield "both kinds"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choose", action="store_true", help="choose other hands")
    parser.add_argument("preset", nargs="*", default=PRESETS, help="of these presets alone")
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in options.preset:
        hands = choose(name) if options.choose else read(name)
        file_of(name).write_text(text_of(hands), encoding="utf-8")
    codes = told.chosen() if options.choose else told.kept()
    told.FILE.write_text(told.text_of(codes), encoding="utf-8")
    perft.FILE.write_text("\n".join(perft.lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
