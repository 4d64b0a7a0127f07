"""Damage to a file of the saves while the game is open, and to another file later: no hand is lost.

    python -m tests.session.while_open [TIMES] [SEED] [FIRST]

Each trial damages one file while the saves are open and played on, closes them, opens and closes
them once more, and then damages another file. Every hand that was finished has to be there at the
next start, once and in its order. Exit status 1 where one was not.
"""

import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from game.play.plan import Plan
from game.play.session import Session
from game.saves.history import Wanted
from game.saves.store import Store
from tests.arguments import numbers_given
from tests.session.damages import PAGE, REVIEWED, play_an_evening
from tests.session.players import FOUR, Chooser, careless, eager, play_hands, play_one

MOST_MOVES: Final = 60
SAVES: Final = "tonk*"
HANDS: Final = ("tonk.db", "tonk-hands.jsonl")
"""The files that hold finished hands; every other damage is to one of them."""


def flip(path: Path, dice: Random, _others: Sequence[bytes]) -> None:
    """One bit the other way."""
    data = path.read_bytes()
    if data:
        at = dice.randrange(len(data))
        _put(path, at, bytes([data[at] ^ 1 << dice.randrange(8)]))


def zero(path: Path, dice: Random, _others: Sequence[bytes]) -> None:
    """A stretch of nothing."""
    size = path.stat().st_size
    at = dice.randrange(max(1, size))
    _put(path, at, bytes(min(size - at, dice.choice((1, 16, 512, PAGE)))))


def cut(path: Path, dice: Random, _others: Sequence[bytes]) -> None:
    """The end is gone."""
    os.truncate(path, dice.randrange(max(1, path.stat().st_size)))


def delete(path: Path, _dice: Random, _others: Sequence[bytes]) -> None:
    """The file is gone."""
    path.unlink()


def replace(path: Path, dice: Random, others: Sequence[bytes]) -> None:
    """Another file stands in its place: an earlier one, one of other saves, or none of the game."""
    new = path.with_name("new")
    new.write_bytes(dice.choice([*others, dice.randbytes(3000), b""]))
    new.replace(path)


Damage = tuple[str, str]
"""The name of a file, and what happens to it."""
Damaging = Callable[[Path, Random, Sequence[bytes]], None]
KINDS: Final[dict[str, Damaging]] = {
    "flip": flip,
    "zero": zero,
    "cut": cut,
    "delete": delete,
    "replace": replace,
}


def _put(path: Path, at: int, data: bytes) -> None:
    """Write over a stretch of a file that others have open."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def files_of(folder: Path) -> list[str]:
    """The names of the files of the saves, those of files set aside left out."""
    found = (path.name for path in folder.glob(SAVES) if path.is_file())
    return sorted(name for name in found if "damaged" not in name)


def records_in(folder: Path) -> list[str]:
    """The records of all hands at a start, the oldest first."""
    store = Store.open(folder)
    try:
        return finished(store)
    finally:
        store.close()


def finished(store: Store) -> list[str]:
    """The records of all hands, the oldest first."""
    history = store.history()
    history.catch_up(1_000_000)
    page = history.page(Wanted(), 0, 1_000_000)[::-1]
    return [history.record(each.session, each.hand).to_json() for each in page]


class Pairs:
    """Saves to be damaged twice."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.earlier = list(play_an_evening(folder / "own", "own", 3))
        self.start = self.earlier.pop()
        self.foreign = list(play_an_evening(folder / "foreign", "foreign", 1))[-1]
        self.before = records_in(_copied(self.start, folder / "whole"))
        self.strange = set(records_in(_copied(self.foreign, folder / "foreign-whole")))

    def trial(self, dice: Random, how: tuple[Damage, Damage] | None = None) -> str:
        """Damage two files, at random if nothing else is said; what is wrong then, or nothing."""
        first, second = how or (None, None)
        with tempfile.TemporaryDirectory(prefix="tonk-", dir=self.folder) as trial:
            folder = _copied(self.start, Path(trial, "saves"))
            told: list[str] = []
            try:
                played = self._play(folder, dice, told, first)
                Store.open(folder).close()
                self._damage(
                    folder, dice, told, second or self._any(folder, dice, told[0].split()[1])
                )
                found = records_in(folder)
                again = records_in(folder)
            except Exception as error:  # noqa: BLE001  # whatever it is, it must not come
                return f"{', '.join(told)}: {type(error).__name__}: {error}"
        return _difference(", ".join(told), [*self.before, *played], found, again, self.strange)

    def _play(self, folder: Path, dice: Random, told: list[str], how: Damage | None) -> list[str]:
        """Play on with a file that is damaged in the middle; the records of the hands of it."""
        store = Store.open(folder)
        known = len(finished(store)) if dice.random() < 0.5 else -1
        session = store.saved_session()
        if session is None or len(session.players) != len(FOUR):
            session = store.start(Plan(FOUR))
        _moves(session, dice.randrange(MOST_MOVES))
        self._damage(folder, dice, told, how or self._any(folder, dice))
        _moves(session, dice.randrange(MOST_MOVES))
        play_hands(session, _choosers(session), dice.choice((0, 0, 1, 3)))
        if session.number and dice.random() < 0.3:
            store.keep_document("season.json", f"season {session.number}")
            store.reviews().keep(session.record(), 0, REVIEWED, is_mine=True)
        if known >= 0 and dice.random() < 0.5:
            finished(store)
        told.append(f"hand {session.number} {'open' if session.is_playing else 'over'}")
        whole = [each.to_json() for each in session.history()]
        trouble = session.trouble
        store.close()
        if trouble is not None:
            told.append(f"trouble {trouble}")
        return [each for each in whole if each not in set(self.before)]

    def _any(self, folder: Path, dice: Random, but: str = "") -> Damage:
        """Any file of the saves but that one, and any kind."""
        names = [name for name in files_of(folder) if name.partition("-wal")[0] != but]
        hands = [name for name in names if name in HANDS]
        name = dice.choice(hands if hands and dice.random() < 0.5 else names)
        return name, dice.choice(list(KINDS))

    def _damage(self, folder: Path, dice: Random, told: list[str], how: Damage) -> None:
        name, kind = how
        others = [each / name for each in (*self.earlier, self.foreign)]
        with suppress(FileNotFoundError):
            KINDS[kind](
                folder / name, dice, [each.read_bytes() for each in others if each.exists()]
            )
        told.append(f"{kind} {name}")


def _choosers(session: Session) -> list[Chooser]:
    choosers: list[Chooser] = [careless, eager, eager, careless]
    return choosers[: len(session.players)]


def _moves(session: Session, number: int) -> None:
    """So many moves and deals."""
    for _ in range(number):
        if session.is_playing:
            play_one(session, _choosers(session))
        elif not session.is_over:
            session.next_hand()


def _copied(folder: Path, to: Path) -> Path:
    return shutil.copytree(folder, to)


def _difference(
    told: str, wanted: Sequence[str], found: Sequence[str], again: Sequence[str], strange: set[str]
) -> str:
    own = [record for record in found if record not in strange]
    if Counter(own) != Counter(wanted):
        lost = len(Counter(wanted) - Counter(own))
        return f"{told}: {lost} of {len(wanted)} hands lost, {len(own)} there"
    if own != list(wanted):
        return f"{told}: the hands are out of order"
    if len(set(found)) != len(found):
        return f"{told}: strange hands came in twice"
    return "" if again == found else f"{told}: it does not hold"


def main(times: int = 1000, seed: int = 1, first: int = 0) -> int:
    """Try so many pairs, from a number on; the exit status."""
    troubles = 0
    with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
        pairs = Pairs(Path(folder))
        for number in range(first, first + times):
            trouble = pairs.trial(Random(f"while open {seed} {number}"))
            if trouble:
                troubles += 1
                print(f"pair {number}: {trouble}", flush=True)
    print(f"{times - troubles} of {times} pairs of damages cost no hand")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(*numbers_given(main, __doc__)))
