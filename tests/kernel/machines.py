"""Compare hands, drop tables and hints over compilers and kinds of machines.

``python -m tests.kernel.machines [HANDS] [HINTS]`` writes a file of input: all shipped players,
every level in every style, under every preset and random rules, and views of seats that ask for
hints. It compiles ``ai/kernel/check/hash.c`` for each machine available here and prints the hashes
that each computes. Exit status: 0 if all are equal, 1 if one differs or cannot run.
"""

import ctypes
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from typing import Final

from ai import bridge
from ai.coach.evaluator import options
from ai.coach.worlds import STIRS, seen_by
from ai.drops.tables import NEVER
from ai.kernel import build, table
from ai.kernel.hands import Action
from ai.kernel.plain_player import KernelProfile
from ai.kernel.rollout import KernelMove
from ai.master.network import FAMILIES, Network
from ai.master.player import family_of
from ai.peeking import positions, seat_view
from ai.players import QUICK, drop_table
from ai.profile import SOUND
from ai.random_rules import random_rules
from ai.registry import LEVELS, STYLES, make_bot
from ai.seating import player_of
from game.rules.hand import Hand
from game.rules.position import Position, PositionError
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.arguments import numbers_given
from tests.tools.wine import named

HANDS, HINTS = 10_000, 200
SHARE: Final = 300, 6
"""Numbers of hands and hints that the suite tries on each machine."""
_RANDOM_TABLES, _SOLVED = 60, 20
"""Number of random rule sets; number of hints per computed drop table, of which there are at least
two.
"""
_NAMES: Final = ("hands", "drops", "hints")
_FILES: Final = ("-Icheck", "check/hash.c")
_ARM: Final = Path("/usr/aarch64-linux-gnu")
"""Where Debian's `libc6-arm64-cross` puts the C library for 64-bit Arm."""
_SET_UP: Final = 4
"""One in this many positions is from a hand that was set up in its middle."""
_NEVER_DROPS: Final = replace(
    SOUND, drop_start=NEVER, drop_fall=0, near_start=NEVER, near_fall=0, least=NEVER
)

Table = tuple[RuleSet, int]


class CannotRunError(RuntimeError):
    """Raised if a machine or compiler is not available."""


# The input of the program.


def _block(held: bytes) -> bytes:
    return len(held).to_bytes(8, "little") + held


def _numbers(numbers: Sequence[int]) -> bytes:
    return _block(bytes((ctypes.c_int32 * len(numbers))(*numbers)))


def _players() -> bytes:
    """Return the net, the profiles and the players: all levels in all styles, and four others."""
    made = [
        player_of(make_bot(f"{level}/{style}"), STANDARD, 2) for level in LEVELS for style in STYLES
    ]
    made += [player_of(make_bot(name), STANDARD, 2) for name in ("greedy8", "random")]
    made += [
        table.KernelPlayer.plain(KernelProfile.of(profile.numbers), None, None)
        for profile in (_NEVER_DROPS, QUICK.profile)
    ]
    players = [each for each in made if each is not None]
    assert len(players) == len(made)
    profiles = [
        bytes(each.profile.contents if each.profile else KernelProfile.of(SOUND.numbers))
        for each in players
    ]
    bare = b"".join(
        bytes(table.KernelPlayer(each.kind, each.drop_at, 0, each.leaning)) for each in players
    )
    net = Network.shipped()
    sizes = _numbers([*net.units, *net.own])
    return sizes + _block(net.weights) + _block(b"".join(profiles)) + _block(bare)


_QUICK: Final = len(LEVELS) * len(STYLES) + 3
_DROPPER: Final = _QUICK - 1
_MASTER: Final = LEVELS.index("master") * len(STYLES)
"""Indices among the players: of the player of play-outs, of the one that never drops, and of the
master that checks hints.
"""


def _tables() -> list[Table]:
    """Return every preset at all its numbers of seats, and random rules, in random order."""
    dice = Random("tables")
    found = [
        (preset(name), seats)
        for name in PRESETS
        for seats in range(2, 7)
        if preset(name).can_seat(seats)
    ]
    drawn = [2 + number % 5 for number in range(_RANDOM_TABLES)]
    found += [(random_rules(dice, seats), seats) for seats in drawn]
    dice.shuffle(found)
    return found


def _table(rules: RuleSet, seats: int) -> bytes:
    head = FAMILIES.index(family_of(rules, seats))
    kept = drop_table(rules, seats)
    return _numbers(bridge.rule_numbers(rules)) + _numbers([seats, head]) + _block(bytes(kept))


def _see(hand: Hand, seat: int) -> SeatView:
    if hand.turns % _SET_UP == _SET_UP - 1:
        with suppress(PositionError):  # permuted hidden cards may make the position impossible
            hand = Position.of(hand).hand()
    return seat_view(hand, seat)


def _hint(view: SeatView, seed: int, place: int) -> bytes:
    actions = options(view)
    seen = seen_by(view, QUICK, actions)
    seen.stirs = STIRS * (place % 2)
    moves = bytes((KernelMove * seen.n_moves).from_address(ctypes.addressof(seen.moves.contents)))
    stands = bytes(seen.position.contents) if seen.position else b""
    told = b"".join(bytes(seen.actions[at]) for at in range(len(actions)))
    assert len(told) == len(actions) * ctypes.sizeof(Action)
    for name in ("rules", "profile", "table", "moves", "actions", "position"):
        setattr(seen, name, None)
    blocks = (moves, told, stands, bytes(seen), seed.to_bytes(8, "little"))
    return _numbers([place, _QUICK, _MASTER]) + b"".join(map(_block, blocks))


def written(hints: int) -> bytes:
    """Return the whole input, in the format of ``ai/kernel/check/hash.c``."""
    tables = _tables()
    places = {each: place for place, each in enumerate(tables)}
    asked = []
    for position in positions(hints, "hints", _see):
        view = position.seen
        key = view.rules, view.seats
        if key not in places:
            places[key] = len(tables)
            tables.append(key)
        asked.append(_hint(view, position.seed, places[key]))
    is_drawn = [rules not in map(preset, PRESETS) for rules, _seats in tables]
    solved = [place for place, drawn in enumerate(is_drawn) if drawn]
    solved = solved[: max(2, hints // _SOLVED)]
    return b"".join(
        (
            _players(),
            _numbers([len(tables), len(solved), hints, _DROPPER]),
            *(_table(*each) for each in tables),
            *(_numbers([place]) for place in solved),
            *asked,
        )
    )


# Machines.


def _zig(tag: str) -> build.Compiler:
    found = build.zig(tag)
    if found is None:
        raise CannotRunError("ziglang is not installed")
    return found


def _here(folder: Path, compiler: build.Compiler, told: Path, hands: int) -> str:
    """Compile a library and call it from Python, which avoids the compiler's start-up code."""
    made = folder / "hash.so"
    build.compile_files(made, compiler, compiler.linking, _FILES)
    return _run([sys.executable, "-c", _BY_LIBRARY, str(made), str(told), str(hands)])


_BY_LIBRARY: Final = """
import ctypes, sys
from pathlib import Path
told = Path(sys.argv[2]).read_bytes()
hashes = (ctypes.c_uint64 * 3)()
hashed = ctypes.CDLL(sys.argv[1]).tonk_hash
error = hashed(told, ctypes.c_int64(len(told)), ctypes.c_int64(int(sys.argv[3])), hashes)
print(*(f"{each:016x}" for each in hashes) if error >= 0 else (error,))
"""


def _run(words: Sequence[str]) -> str:
    return subprocess.check_output(words, text=True, stderr=subprocess.DEVNULL).strip()


def by_zig(folder: Path, told: Path, hands: int) -> str:
    """Return the hashes of a library made by zig for this machine, as in releases."""
    tag = build.own_tag()
    if tag is None:
        raise CannotRunError("zig makes nothing for this system")
    return _here(folder, _zig(tag), told, hands)


def by_system(folder: Path, told: Path, hands: int) -> str:
    """Return the hashes of a library made by the system's compiler."""
    compiler = build.system_compiler()
    if compiler is None:
        raise CannotRunError("there is no C compiler here")
    return _here(folder, compiler, told, hands)


def on_windows(folder: Path, told: Path, hands: int) -> str:
    """Return the hashes of a Windows library under Wine."""
    if which("wine") is None:
        raise CannotRunError("wine is not installed")
    compiler = _zig("win_amd64")
    made = folder / "hash.dll"
    build.compile_files(made, compiler, compiler.linking, _FILES)
    words = ["-c", _BY_LIBRARY, named(made), named(told), str(hands)]
    return _run([sys.executable, "-m", "tests.tools.wine", *words])


def on_arm(folder: Path, told: Path, hands: int) -> str:
    """Return the hashes of a program for 64-bit Arm under qemu."""
    if which("qemu-aarch64") is None:
        raise CannotRunError("qemu-user is not installed")
    if not _ARM.is_dir():
        raise CannotRunError("libc6-arm64-cross is not installed")
    made = folder / "arm"
    compiler = _zig("manylinux_2_17_aarch64")
    build.compile_files(made, compiler, (), (*_FILES, "check/hash_main.c"))
    return _run(["qemu-aarch64", "-L", str(_ARM), str(made), str(told), str(hands)])


Machine = Callable[[Path, Path, int], str]
MACHINES: Final[Mapping[str, Machine]] = {
    "zig": by_zig,
    "system": by_system,
    "windows": on_windows,
    "arm64": on_arm,
}
"""The machines; each returns the hashes of hands, drop tables and hints for an input file."""


def hashes(hands: int, hints: int) -> Iterator[tuple[str, str]]:
    """Yield the hashes of each machine, or a line that begins with ``-`` if it cannot run."""
    with TemporaryDirectory() as name:
        told = Path(name, "told")
        told.write_bytes(written(hints))
        for machine, run in MACHINES.items():
            try:
                yield machine, run(Path(name), told, hands)
            except CannotRunError as error:
                yield machine, f"- {error}"


def main(hands: int = HANDS, hints: int = HINTS) -> int:
    """Print the hashes; return 1 if they differ."""
    found = set()
    print(f"{hands:,} hands, {hints} hints: {', '.join(_NAMES)}")
    for machine, said in hashes(hands, hints):
        print(f"{machine:8}{said}", flush=True)
        found.add(said)
    return int(len(found) != 1)


if __name__ == "__main__":
    sys.exit(main(*numbers_given(main, __doc__)))
