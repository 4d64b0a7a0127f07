"""A damaged file of the bots is found out when it is read, and said in one line: status 5."""

import shutil
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from random import Random

import pytest

import ai
from ai.drops.tables import kept_tables, thresholds_for
from ai.explore.preset_findings import kept_tallies
from ai.lab.cli import main
from ai.master.network import SHIPPED, Network
from ai.players import drop_table
from ai.tuned import numbers_for, tuned_numbers
from game.bundled_data import BrokenGameError

OURS = Path(ai.__path__[0])
FILES = (
    "drops/tables.json",
    "explore/presets.json",
    "tuned.json",
    f"master/{SHIPPED}.net",
)
CACHES = (
    *(kept_tallies, kept_tables, thresholds_for, drop_table),
    *(tuned_numbers, numbers_for, Network.shipped),
)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The bots' files where they can be damaged, and nothing of them read yet."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(OURS / name, tmp_path / name)
    monkeypatch.setattr(
        resources, "files", lambda package: tmp_path.joinpath(*package.split(".")[1:])
    )
    for cache in CACHES:
        cache.cache_clear()
    yield tmp_path
    for cache in CACHES:
        cache.cache_clear()


def _read(name: str) -> object:
    readers: dict[str, Callable[[], object]] = {
        "drops/tables.json": kept_tables,
        "explore/presets.json": kept_tallies,
        "tuned.json": tuned_numbers,
        f"master/{SHIPPED}.net": Network.shipped,
    }
    return readers[name]()


@pytest.mark.parametrize("name", FILES)
def test_a_folder_in_its_place_and_no_file_at_all(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(BrokenGameError, match=f"^ai/{name} is missing or damaged; "):
        _read(name)
    (copy / name).mkdir()
    with pytest.raises(BrokenGameError, match=f"^ai/{name} is missing or damaged; "):
        _read(name)


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_bit_is_found_or_does_no_harm(copy: Path, name: str) -> None:
    whole, random, right = (copy / name).read_bytes(), Random(name), repr(_read(name))
    found = 0
    for _ in range(60):
        data = bytearray(whole)
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        (copy / name).write_bytes(data)
        for cache in CACHES:
            cache.cache_clear()
        try:
            harmless = repr(_read(name)) == right
        except BrokenGameError:
            found += 1
        else:
            assert harmless
    assert found > (55 if name.endswith(".net") else 5)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b'{"tables": {"nothing": {"2": []}}}', b"\xff"]
)
def test_what_is_no_table_is_refused(copy: Path, data: bytes) -> None:
    (copy / "drops/tables.json").write_bytes(data)
    with pytest.raises(BrokenGameError):
        kept_tables()


def test_a_command_says_it_in_one_line(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / "drops/tables.json").write_bytes(b"{")
    words = ["arena", "--seats", "regular,casual", "--hands", "50", "--jobs", "1"]
    assert main(words) == 5
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tonk-lab: ai/drops/tables.json is missing or damaged; ")
