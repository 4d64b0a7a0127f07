"""The structures that C and Python share are laid out alike, field by field, or refused."""

import ctypes
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from math import prod
from pathlib import Path
from typing import Any, Final, cast

import pytest

from ai import kernel
from ai.kernel import KernelError, hands, plain_player, rollout, table
from ai.profile import Profile

pytestmark = pytest.mark.skipif(not kernel.is_available(), reason="there is no kernel here")

SHARED: Final = {each.in_c: each for each in hands.Shared.__subclasses__()}
MODULES: Final = (hands, plain_player, table, rollout)
HEADER: Final = re.sub(
    r"/\*.*?\*/",
    "",
    Path(kernel.__file__).with_name("tonk.h").read_text(encoding="utf-8"),
    flags=re.DOTALL,
)
INNER: Final = re.compile(r"struct \{([^{}]*)\} (\w+\[\w+\]);")
SIMPLE: Final[Mapping[str, type[Any]]] = {
    "bool": ctypes.c_bool,
    "double": ctypes.c_double,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint8_t": ctypes.c_uint8,
    "uint64_t": ctypes.c_uint64,
    "TonkCards": ctypes.c_uint64,
}


def _numbers() -> Mapping[str, int]:
    """The constants of the header by name."""
    found: dict[str, int] = {}
    for body in re.findall(r"enum \w*\s*\{([^{}]*)\}", HEADER):
        following = 0
        for entry in filter(None, map(str.strip, body.split(","))):
            name, _, value = map(str.strip, entry.partition("="))
            if re.fullmatch(r"-?\d*", value):
                found[name] = int(value or following)
                following = found[name] + 1
    return found


NUMBERS: Final = _numbers()


def _bodies() -> Mapping[str, str]:
    """What is between the braces of each structure of the header."""
    found = re.findall(
        r"typedef struct \{((?:[^{}]|\{[^{}]*\})*)\}\s*(\w+);", HEADER, flags=re.DOTALL
    )
    return {name: body for body, name in found}


BODIES: Final = _bodies()


def _length(part: str) -> int:
    """How many there are of `name[A][B + 8]`."""
    sizes = re.findall(r"\[(.*?)\]", part)
    return prod(sum(_number(each) for each in size.split(" + ")) for size in sizes)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word]


def _in_c(body: str) -> Iterator[tuple[str, list[object]]]:
    """Each field of a structure, with all of its simple parts in order."""
    inner = {name: inside for inside, name in INNER.findall(body)}
    body = INNER.sub(r"inner \2;", body)
    for declared in filter(None, map(str.strip, body.split(";"))):
        kind, rest = declared.removeprefix("const ").split(" ", 1)
        for part in map(str.strip, rest.split(", ")):
            name = re.sub(r"\[.*", "", part).lstrip("*")
            yield name, _parts_in_c(kind, part, inner) * _length(part)


def _parts_in_c(kind: str, part: str, inner: Mapping[str, str]) -> list[object]:
    if part.startswith("*"):
        return ["pointer"]
    if kind in SIMPLE:
        return [SIMPLE[kind]]
    body = inner[part] if kind == "inner" else BODIES[kind]
    return [each for _, parts in _in_c(body) for each in parts]


def _here(kind: Any) -> list[object]:  # noqa: ANN401  # any type of ctypes
    """All simple parts of a type, in order."""
    if kind is ctypes.c_void_p or issubclass(kind, ctypes._Pointer):
        return ["pointer"]
    if issubclass(kind, ctypes.Array):
        return [each for _ in range(kind._length_) for each in _here(kind._type_)]
    if issubclass(kind, ctypes.Structure):
        return [each for _, part in kind._fields_ for each in _here(part)]
    return [kind]


def test_every_structure_is_shared_with_the_header() -> None:
    """All but one that has no name of its own there, and lies in others."""
    own = {each for module in MODULES for each in vars(module).values() if isinstance(each, type)}
    laid_out = {each for each in own if issubclass(each, ctypes.Structure)}
    assert laid_out - {hands.Shared, ctypes.Structure} == {*SHARED.values(), hands.KernelSpread}
    assert set(SHARED) <= set(BODIES)


@pytest.mark.parametrize("name", SHARED)
def test_fields_are_those_of_the_header(name: str) -> None:
    told = dict(_in_c(BODIES[name]))
    parts = [part for each in told.values() for part in each]
    assert _here(SHARED[name]) == parts
    names = [field for field, *_ in SHARED[name]._fields_]
    if name == "TonkProfile":
        assert names == ["numbers"]
        names = [each.name for each in fields(Profile)]
    assert names == list(told)


@pytest.mark.parametrize("name", SHARED)
def test_the_library_knows_the_size(name: str) -> None:
    assert hands.library().tonk_size_of(name.encode()) == ctypes.sizeof(SHARED[name])


@pytest.mark.parametrize("name", ["", "Tonk", "TonkActio", "TonkActions", "TonkNet"])
def test_it_knows_no_other_name(name: str) -> None:
    assert hands.library().tonk_size_of(name.encode()) == 0


class _Drifted:
    """A library in which one structure has grown."""

    def __init__(self, grown: str) -> None:
        self._grown = grown

    def tonk_size_of(self, name: bytes) -> int:
        size = int(hands.library().tonk_size_of(name))
        return size + 8 * (name == self._grown.encode())


@pytest.mark.parametrize("name", SHARED)
def test_another_size_is_refused_in_one_line(name: str) -> None:
    sizes = f"of {ctypes.sizeof(SHARED[name]) + 8} bytes, not {ctypes.sizeof(SHARED[name])}"
    with pytest.raises(KernelError, match=rf"^ai/kernel/\S+ has {name} {sizes}: [a-z ]+$"):
        hands.Shared.check(cast("ctypes.CDLL", _Drifted(name)))


SCRIPT: Final = """
from ai import bridge
from ai.kernel import hands, plain_player, rollout, table
from ai.profile import SOUND
from game.rules.cards import STANDARD_PACK
from game.rules.ruleset import RuleSet

checks = []
hands.Shared.check = checks.append
hand = bridge.deal(RuleSet(), 2, 0, STANDARD_PACK)
assert len(checks) == 1
profile = plain_player.KernelProfile.of(SOUND.numbers)
plain_player.plain_choice(hand, hand.actor, profile, None, 1)
assert len(checks) == 2
table.choice(hand, hand.actor, table.KernelPlayer.plain(profile, None, None), 1)
assert len(checks) == 3
rollout.RolloutMemory()
assert len(checks) == 4
"""


def test_each_module_checks_before_it_calls_the_library() -> None:
    ended = subprocess.run(
        (sys.executable, "-c", SCRIPT), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
