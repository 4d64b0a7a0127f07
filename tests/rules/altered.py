"""Alter sealed records in many ways; verification must refuse every one.

    python -m tests.rules.altered [--trials N] [--seed TEXT]

Alters hands under all presets, N times, and prints how many were refused, by kind. Exit status: 0
if all were, else 1.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Final, TypeAlias

from game.play.driver import Driver, SessionOver
from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.play.session import Session
from game.rules.presets import PRESETS, preset
from game.rules.record import RecordError
from game.rules.seal import checksum
from game.rules.verifying import verify
from tests.session.players import careless, eager, play_out

Record: TypeAlias = dict[str, Any]  # parsed JSON
_WORDS: Final = ("", "jade", "thé 茶", "x" * 64)


def sealed_records(hands: int, seed: str) -> list[Record]:
    """Play ``hands`` sealed hands under the presets in turn, with and without a client seed.

    ``seed`` determines the players and their words; the cards come from the operating system.
    """
    dice, records = Random(seed), []
    for number in range(hands):
        rules = preset(list(PRESETS)[number % len(PRESETS)])
        seats = dice.choice([count for count in range(2, 5) if rules.can_seat(count)])
        players = Player("You"), *(Player(name, "regular") for name in OPPONENT_NAMES[: seats - 1])
        session = Session.start(Plan(players, rules, length=3 if rules.big_one else None))
        word = dice.choice(_WORDS)
        driver = Driver(session, word=lambda word=word: word)  # type: ignore[misc]  # bound now
        while not session.number and not isinstance(driver.waits_for, SessionOver):
            driver.go_on()
        play_out(session, [careless if number % 2 else eager] * seats)
        records.append(json.loads(session.journal.records()[0]))
    return records


# -- alterations -----------------------------------------------------------------------------------


def _swapped_cards(record: Record, dice: Random) -> None:
    deck = record["deck"]
    first, other = dice.sample(range(len(deck)), 2)
    deck[first], deck[other] = deck[other], deck[first]


def _other_digits(where: Callable[[Record], Record], key: str) -> Callable[[Record, Random], None]:
    def alter(record: Record, dice: Random) -> None:
        mapping = where(record)
        place = dice.randrange(64)
        digits = mapping[key]
        other = dice.choice([digit for digit in "0123456789abcdef" if digit != digits[place]])
        mapping[key] = digits[:place] + other + digits[place + 1 :]

    return alter


def _other_word(record: Record, dice: Random) -> None:
    word = record["seal"]["word"]
    record["seal"]["word"] = dice.choice([each for each in (*_WORDS, word[:-1]) if each != word])


def _other_numbers(record: Record, dice: Random) -> None:
    numbers = record["result"][dice.choice(("counts", "payments", "side_payments"))]
    numbers[dice.randrange(len(numbers))] += dice.choice((-5, -1, 1, 7))


def _other_winner(record: Record, dice: Random) -> None:
    winners = set(record["result"]["winners"])
    record["result"]["winners"] = sorted(winners ^ {dice.randrange(len(record["seats"]))})


def _other_ending(record: Record, dice: Random) -> None:
    kinds = ["out", "tonk", "drop", "caught", "stockout", "natural", "void"]
    record["result"]["ending"] = dice.choice(
        [kind for kind in kinds if kind != record["result"]["ending"]]
    )


def _added_action(record: Record, dice: Random) -> None:
    actions, seat = record["actions"], dice.randrange(len(record["seats"]))
    words = ("draw", "drop", "take", "pass", "done", f"discard {dice.choice(record['deck'])}")
    actions.insert(dice.randint(0, len(actions)), f"{seat} {dice.choice(words)}")


def _appended_action(record: Record, dice: Random) -> None:
    actions, seat = record["actions"], dice.randrange(len(record["seats"]))
    actions.append(f"{seat} {dice.choice(('draw', 'drop', 'take', 'pass', 'done'))}")


def _removed_action(record: Record, dice: Random) -> None:
    if record["actions"]:
        del record["actions"][dice.randrange(len(record["actions"]))]
    else:
        _added_action(record, dice)


def _turned_actions(record: Record, dice: Random) -> None:
    actions = record["actions"]
    places = [at for at in range(1, len(actions)) if actions[at] != actions[at - 1]]
    if not places:
        _added_action(record, dice)
        return
    at = dice.choice(places)
    actions[at - 1], actions[at] = actions[at], actions[at - 1]


def _other_dealer(record: Record, dice: Random) -> None:
    record["dealer"] = (record["dealer"] + dice.randrange(1, len(record["seats"]))) % len(
        record["seats"]
    )


def _other_name(record: Record, dice: Random) -> None:
    record["seats"][dice.randrange(len(record["seats"]))] += dice.choice((" ", "x", "́"))


def _other_rules(record: Record, dice: Random) -> None:
    record["rules"]["stake"] = record["rules"].get("stake", 1) + dice.randint(1, 50)


def _a_note(record: Record, dice: Random) -> None:
    record["note"] = f"{dice.random()}"


def _big_one(record: Record, _dice: Random) -> None:
    record["big_one"] = not record.get("big_one", False)


_Alter: TypeAlias = Callable[[Record, Random], None]
_BEHIND_A_NEW_CHECK: Final[dict[str, _Alter]] = {
    "two cards swapped": _swapped_cards,
    "another seed": _other_digits(lambda record: record, "seed"),
    "another nonce": _other_digits(lambda record: record["seal"], "nonce"),
    "another fingerprint": _other_digits(lambda record: record["seal"], "fingerprint"),
    "another word": _other_word,
    "other numbers in the result": _other_numbers,
    "another winner": _other_winner,
    "another ending": _other_ending,
    "an action at the end": _appended_action,
}
"""Alterations that are found even with a recomputed check."""
_FOUND_BY_CHECK: Final[dict[str, _Alter]] = {
    "an action more": _added_action,
    "an action less": _removed_action,
    "two actions turned round": _turned_actions,
    "another dealer": _other_dealer,
    "another name": _other_name,
    "another stake": _other_rules,
    "a note": _a_note,
    "the big one": _big_one,
    "another check": _other_digits(lambda record: record["seal"], "check"),
}


def alterations(records: Sequence[Record], trials: int, seed: str) -> Iterator[tuple[str, Record]]:
    """Yield ``trials`` altered records with the kind of alteration; none equals its original."""
    dice, done = Random(seed), 0
    kinds = [
        (name, alter, has_check) for has_check in (False, True) for name, alter in _of(has_check)
    ]
    while done < trials:
        before = dice.choice(records)
        name, alter, renews = kinds[done % len(kinds)]
        record = deepcopy(before)
        alter(record, dice)
        if record == before:
            continue
        if renews:
            record["seal"]["check"] = checksum(record)
        done += 1
        yield f"{name}, with a new check" if renews else name, record


def _of(renews: bool) -> list[tuple[str, _Alter]]:
    both = list(_BEHIND_A_NEW_CHECK.items())
    return both if renews else [*both, *_FOUND_BY_CHECK.items()]


def main() -> int:
    """Verify altered records and print how many are refused; return 1 if any passes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    tried, refused = Counter[str](), Counter[str]()
    records = sealed_records(4 * len(PRESETS), options.seed)
    for record in records:
        verify(record)
    for name, record in alterations(records, options.trials, options.seed):
        tried[name] += 1
        try:
            verify(record)
        except RecordError:
            refused[name] += 1
        else:
            print(f"passed, with {name}: {json.dumps(record)}")
    for name, times in tried.items():
        print(f"{name}: {refused[name]:,} of {times:,}")
    print(f"refused: {refused.total():,} of {tried.total():,}, in {len(records)} hands")
    return int(refused != tried)


if __name__ == "__main__":
    raise SystemExit(main())
