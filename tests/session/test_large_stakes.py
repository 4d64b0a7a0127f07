"""Rules whose numbers are as large as any: whatever they pay can be read back."""

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from game.play.journal import as_json, from_json
from game.play.ledger import Joining
from game.play.plan import Plan, Standing
from game.play.session import Session
from game.rules.naturals import Natural
from game.rules.position import Position
from game.rules.record import read_json, replay
from game.rules.ruleset import OPTIONS, RuleSet
from game.rules.value_types import LARGEST, Whole
from game.saves.statistics import Summary
from game.saves.store import Store
from tests.session.players import FOUR, eager, play_one

_DOUBLES = {"double_double": True, "tonk_needs": "any", "last_lay": "both"}


def _rules(dice: Random) -> RuleSet:
    """Rules in which every number without a limit is drawn from all that it may be."""

    def number() -> int:
        return dice.choice([LARGEST, dice.randint(1, 10 ** dice.randint(1, 100) - 1)])

    keys = [key for key, option in OPTIONS.items() if option.values in (Whole(0), Whole(1))]
    drawn: dict[str, object] = {key: number() for key in keys}
    naturals = (Natural.of_count(number(), number(), rank=number()), Natural.at_most(20, number()))
    scoring = dice.choice(["stakes", "scorepad", "push_up"])
    bets = {"high_suit_bet": "called", "natural_bet": "first_spread"}
    drawn |= {**bets, **_DOUBLES, "naturals": naturals, "scoring": scoring}
    return RuleSet().changed(**drawn)


def _play(session: Session, dice: Random) -> None:
    """Play a hand in which everybody has joined both pots; its positions are read back, too."""
    everybody = tuple(range(len(session.players)))
    session.next_hand(Joining(everybody, "H", everybody))
    while session.is_playing:
        if session.hand and (session.hand.chances or dice.random() < 0.2):
            position = Position.of(session.hand)
            assert Position.from_mapping(json.loads(position.to_json())) == position
        play_one(session, [eager] * 4)


@pytest.mark.share(2)
@pytest.mark.parametrize("number", range(6))
def test_hands_for_the_largest_stakes_are_read_back(number: int, tmp_path: Path) -> None:
    dice = Random(f"large {number}")
    plan = Plan(FOUR, _rules(dice), seed_text=f"large {number}")
    with closing(Store.open(tmp_path)) as store:
        session = store.start(plan)
        for _ in range(3):
            if not session.is_over:
                _play(session, dice)
        standing = session.standing
    assert from_json(Standing, as_json(standing)) == standing
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None
        history = store.history()
        history.catch_up()
        records = [row.body for row in store.everything() if row.kind == "record"]
        assert len(records) == session.played
    for text in records:
        record = read_json(text)
        record.check_ending(replay(record))
        assert record.result
        assert Summary.of_record(text, FOUR).ending == record.result.ending
