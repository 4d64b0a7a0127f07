"""Damages of every kind to any one file of a player's: everything has to be back.

Not only the hands: reviews, learning progress, a season, a bankroll, tables left, settings and rule
sets, too. Settings and rule sets may be edited by hand: where one of those files still says
something after random letters were changed in it, that counts, and the rest must be as it was.

``python -m tests.session.damages [TIMES] [SEED]`` tries each kind so many times and prints a line
for each; exit status 1 where anything was lost, doubled, out of order or untold.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from game.play.ledger import Joining
from game.play.plan import Plan, Player
from game.play.session import Session
from game.rule_files import NamedRules, OwnRules
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.saves.history import Wanted
from game.saves.own_rules import look_after_rules, save_rules
from game.saves.reviews import Found as Reviewed
from game.saves.settings import FILE_NAME as SETTINGS_NAME
from game.saves.settings import Settings, SettingsStore
from game.saves.statistics import HandCounts
from game.saves.store import Store
from tests.arguments import numbers_given
from tests.session.players import FOUR, careless, eager, patient, play_hands, play_one

DOCUMENTS: Final = ("season.json", "bankroll.json", "mistakes.json", "drills.json")
LEFT: Final = ("table-.json", "table-season.json")
PAGE: Final = 4096
REVIEWED: Final[Reviewed] = {
    "seat": 0, "policy": "quick", "result": None, "decisions": [], "curve": [],
    "worth": 0.0, "luck_deal": 0.1, "luck_draws": 0.2, "own": -0.3, "others": 0.0,
}  # fmt: skip
"""What a coach might find in any hand."""
Hands = list[tuple[str, str]]
"""Every finished hand, oldest first: its record, and when it ended."""


@dataclass(frozen=True)
class Found:
    """What a player finds at a start."""

    hands: Hands
    session: Session | None
    statistics: object
    documents: tuple[str, ...]
    reviews: frozenset[tuple[str, float]]
    settings: Settings
    rule_sets: frozenset[tuple[str, RuleSet]]
    told: str


def keep_besides(folder: Path, store: Store, session: Session, number: int) -> None:
    """Keep another version of everything besides hands that a player cannot make again."""
    for name in DOCUMENTS:
        store.keep_document(name, f"{name} {number} {session.names}\n" * (1 + number % 7))
    for record in session.history()[-2:]:
        store.reviews().keep(record, 0, {**REVIEWED, "others": number}, is_mine=True)
    SettingsStore.open(folder).change(volume=number % 100, name=session.names[0])
    save_rules(NamedRules(f"{session.names[-1]} {number}", RuleSet(stake=number + 1)), folder)


def play_an_evening(folder: Path, text: str, sessions: int = 4) -> Iterator[Path]:
    """Play some sessions, the last left in the middle of a hand.

    Yields copies of the folder as it lies there now and then, in turn closed and open.
    """
    plans = [
        Plan(FOUR, seed_text=text),
        Plan(FOUR[:3], preset("push_up").changed(push_up_target=500)),
        Plan(FOUR[:2], preset("slap"), occasion="season 1 1"),
        Plan(FOUR, preset("rushville")),
    ]
    for number in range(sessions):
        store = Store.open(folder)
        session = store.start(plans[number % len(plans)])
        choosers = [careless, eager, eager, careless][: len(session.players)]
        play_hands(session, choosers, 6)
        if number == 1:
            session.join(Player(f"Joe {text}", "sharp"))
            choosers.append(eager)
        play_hands(session, choosers, 2)
        session.next_hand(Joining((0,), "H", (0, 1)))
        for _ in range(5):
            if session.is_playing:
                play_one(session, [patient] * len(choosers))
        keep_besides(folder, store, session, number)
        yield copied(folder, folder.with_name(f"{folder.name}-open-{number}"))
        store.close()
        yield copied(folder, folder.with_name(f"{folder.name}-closed-{number}"))


def copied(folder: Path, to: Path) -> Path:
    """A copy of a folder, as a killed program would have left it."""
    return shutil.copytree(folder, to)


def found_in(folder: Path) -> Found:
    """Start with the saves in a folder, look at everything, and leave."""
    settings = SettingsStore.open(folder).settings
    store = Store.open(folder)
    try:
        history = store.history()
        history.catch_up(1_000_000)
        page = history.page(Wanted(), 0, 1_000_000)[::-1]
        hands = [(history.record(each.session, each.hand).to_json(), each.ended) for each in page]
        told = str(store.damage) if store.damage else ""
        look_after_rules(folder)
        return Found(
            hands,
            store.saved_session(),
            plainly(history.tally()),
            tuple(store.document(name) for name in (*DOCUMENTS, *LEFT)),
            frozenset((each.record.to_json(), each.others) for each in store.reviews().over_time()),
            settings,
            frozenset((named.name, named.rules) for named in OwnRules.in_folder(folder).sets),
            told,
        )
    finally:
        store.close()


def table_left(folder: Path) -> Session | None:
    """The table that was left, gone on with."""
    store = Store.open(folder)
    try:
        return store.resume("season")
    finally:
        store.close()


def plainly(tally: HandCounts) -> object:
    """Statistics without the numbers that rule sets are kept under."""
    return (tally.total(), tally.by_ending(), sorted(tally.by_opponent(), key=str), tally.curve)


# -- The kinds of damage ---------------------------------------------------------------------------


def _zeroed(data: bytes, dice: Random, _others: list[bytes]) -> bytes:
    at = dice.randrange(max(1, -(-len(data) // PAGE))) * PAGE
    return data[:at] + bytes(len(data[at : at + PAGE])) + data[at + PAGE :]


def _cut(data: bytes, dice: Random, _others: list[bytes]) -> bytes:
    return data[: dice.randrange(max(1, len(data)))]


def _overwritten(data: bytes, dice: Random, _others: list[bytes]) -> bytes:
    at, size = dice.randrange(max(1, len(data))), dice.randint(1, 5000)
    return data[:at] + dice.randbytes(len(data[at : at + size])) + data[at + size :]


def _flipped(data: bytes, dice: Random, _others: list[bytes]) -> bytes:
    spoilt = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 10)) if data else 0):
        spoilt[dice.randrange(len(spoilt))] ^= 1 << dice.randrange(8)
    return bytes(spoilt)


def _swapped(_data: bytes, dice: Random, others: list[bytes]) -> bytes:
    return dice.choice(others)


def _deleted(_data: bytes, _dice: Random, _others: list[bytes]) -> None:
    return None


Damaging = Callable[[bytes, Random, list[bytes]], bytes | None]
KINDS: Final[dict[str, Damaging]] = {
    "zeroed page": _zeroed,
    "cut": _cut,
    "overwritten": _overwritten,
    "flipped": _flipped,
    "swapped": _swapped,
    "deleted": _deleted,
}


class Damages:
    """Saves to be damaged, other files to take their place, and what has to be there after all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        *self.earlier, opened, closed = list(play_an_evening(folder / "own", "own"))
        self.foreign = list(play_an_evening(folder / "foreign", "foreign", 2))
        self.strange = set(found_in(copied(self.foreign[-1], folder / "foreign-whole")).hands)
        wholes = [(each, copied(each, each.with_suffix(".whole"))) for each in (opened, closed)]
        self.states = [(each, found_in(whole)) for each, whole in wholes]
        self.left = table_left(wholes[0][1])
        if self.left is None or not all(self.states[0][1].documents[: len(DOCUMENTS)]):
            raise ValueError("not everything was kept in that evening")

    def trouble(self, kind: str, dice: Random) -> str:
        """Do one damage, start, and tell what is wrong then; empty if nothing is."""
        state, before = dice.choice(self.states)
        files = (path for path in state.rglob("*") if path.is_file())
        names = sorted(str(path.relative_to(state)) for path in files)
        name = dice.choice(names)
        others = [*self.earlier, *self.foreign]
        texts = [each.joinpath(name).read_bytes() for each in others if (each / name).exists()]
        texts += [state.joinpath(other).read_bytes() for other in names if other != name]
        with tempfile.TemporaryDirectory(prefix="tonk-", dir=self.folder) as trial:
            folder = copied(state, Path(trial, "saves"))
            data = (folder / name).read_bytes()
            spoilt = KINDS[kind](data, dice, texts)
            if spoilt is None:
                (folder / name).unlink()
            else:
                (folder / name).write_bytes(spoilt)
            where = f"{state.name}/{name}"
            try:
                found = found_in(folder)
                again = found_in(folder)
                left = table_left(folder)
            except Exception as error:  # noqa: BLE001  # whatever it is, it must not come
                return f"{where}: {type(error).__name__}: {error}"
            if not alike(left, self.left):
                return f"{where}: the table that was left is another"
            if kind in ("flipped", "overwritten", "swapped"):
                before = _edited(name, before, found)
            return _difference(where, before, found, again, self.strange)


def _edited(name: str, before: Found, found: Found) -> Found:
    """What has to be there where a file that a player may edit was changed."""
    if name == SETTINGS_NAME:
        return replace(before, settings=found.settings)
    if name.endswith(".toml"):
        return replace(before, rule_sets=found.rule_sets)
    return before


def _difference(
    where: str, before: Found, found: Found, again: Found, strange: set[tuple[str, str]]
) -> str:
    """What is wrong; hands of a file of another store may have come in, each once."""
    own = [hand for hand in found.hands if hand not in strange]
    others = [hand for hand in found.hands if hand in strange]
    if own != before.hands or len(set(others)) < len(others):
        return f"{where}: {len(found.hands)} hands, {len(own)} of {len(before.hands)} in order"
    if not alike(found.session, before.session):
        return f"{where}: the hand in play is another: {found.told}"
    if found.documents != before.documents or not found.reviews >= before.reviews:
        return f"{where}: documents or reviews are others"
    if found.settings != before.settings or not found.rule_sets >= before.rule_sets:
        return f"{where}: settings or rule sets are others"
    if found.statistics != before.statistics and not others:
        return f"{where}: the statistics are others"
    if again.told or _but_session(again) != _but_session(found):
        return f"{where}: it does not hold: {again.told}"
    if others and not found.told:
        return f"{where}: strange hands, and nothing is told"
    if "\n" in found.told:
        return f"{where}: more than a line: {found.told!r}"
    return ""


def _but_session(found: Found) -> Found:
    return replace(found, session=None, told="")


def alike(one: Session | None, other: Session | None) -> bool:
    """Whether two sessions stand at the same point."""
    if one is None or other is None:
        return one is other
    return (one.plan, one.standing, one.number, one.deal, one.record()) == (
        other.plan,
        other.standing,
        other.number,
        other.deal,
        other.record(),
    )


def main(times: int = 1000, seed: int = 1) -> int:
    """Try each kind of damage so many times; the exit status."""
    status = 0
    with tempfile.TemporaryDirectory(prefix="tonk-") as folder:
        damages = Damages(Path(folder))
        for kind in KINDS:
            dice = Random(f"{kind} {seed}")
            troubles = [
                text for text in (damages.trouble(kind, dice) for _ in range(times)) if text
            ]
            print(f"{kind}: {times - len(troubles)} of {times} whole", flush=True)
            for text in troubles[:5]:
                print(f"  {text}")
            status = status or bool(troubles)
    return int(status)


if __name__ == "__main__":
    sys.exit(main(*numbers_given(main, __doc__)))
