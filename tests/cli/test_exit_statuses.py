"""Every exit status that the page of commands promises, in one table of cases."""

import io
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import chdir
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from ai import kernel
from game.bundled_data import BrokenGameError
from game.cli import main
from game.cli.parser import COMMANDS, INSTRUMENTS
from game.files import StoreError
from game.saves.lock import StoreBusyError
from game.ui.shell.display import NoDisplayError
from tests.cli.hands import Record, records, written

ROOT: Final = Path(__file__).resolve().parents[2]
Patch = pytest.MonkeyPatch
Circumstance = Callable[[Patch], object]


def _plain(_patch: Patch) -> None:
    """Nothing is in the way."""


def _window(status: int) -> Circumstance:
    """The window ends with this status."""

    def arrange(patch: Patch) -> None:
        patch.setitem(sys.modules, "game.app", SimpleNamespace(run=lambda _options: status))

    return arrange


def _no_store(patch: Patch) -> None:
    def run(_options: object) -> int:
        raise StoreError(Path("/saves"), "Read-only file system")

    patch.setitem(sys.modules, "game.app", SimpleNamespace(run=run))


def _raising(name: str, error: BaseException) -> Circumstance:
    """What stands under this name raises an error."""

    def arrange(patch: Patch) -> None:
        def fail(*_words: object, **_named: object) -> None:
            raise error

        patch.setattr(name, fail)

    return arrange


def _piped(patch: Patch) -> None:
    data = Path("good.jsonl").read_bytes()
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def _piped_rules(patch: Patch) -> None:
    data = Path("ours.toml").read_bytes()
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def _without_input(patch: Patch) -> None:
    patch.setattr(sys, "stdin", None)


def _same_deals(patch: Patch) -> None:
    from game.play.dealer import sample_deals

    deck = next(iter(sample_deals(1, "x")))
    patch.setattr("game.play.dealer.sample_deals", lambda deals, _seed: [deck] * deals)


def _peeking(patch: Patch) -> None:
    from ai.peeking import Tried

    cheat = Tried("cheat", 1, 1, 1)
    patch.setattr("ai.peeking.try_bots", lambda _count, _seed: [cheat])


def _wrong_setting(_patch: Patch) -> None:
    Path("config", "settings.json").write_text('{"volume": 300}', encoding="utf-8")


def _store_is_a_file(_patch: Patch) -> None:
    shutil.rmtree("data")
    Path("data").touch()


_no_kernel = _raising("ai.kernel.load", kernel.MissingKernelError("no compiler"))
_no_display = _raising("game.ui.checkup.display", NoDisplayError("tonk: there is no display"))
_is_held = _raising("game.saves.store.Store.open", StoreBusyError(Path("data")))

CASES: Final[tuple[tuple[int, str, Circumstance], ...]] = (
    (0, "play", _window(0)),
    (0, "play --rules ours.toml", _window(0)),
    (0, "open good.jsonl", _window(0)),
    (0, "good.jsonl", _window(0)),
    *((0, f"{name} good.jsonl", _plain) for name in ("replay", "verify", "slips")),
    *((0, f"{name} - --json", _piped) for name in ("replay", "verify", "slips")),
    (0, "review good.jsonl --seat 0", _plain),
    (0, "rules", _plain),
    (0, "rules list", _plain),
    (0, "rules show -", _piped_rules),
    (0, "rules check -", _piped_rules),
    (0, "rules diff ours.toml", _plain),
    (0, "rules code ours.toml", _plain),
    (0, "explore standard --hands 4", _plain),
    (0, "fairness --deals 1000 --seed x", _plain),
    (0, "export", _plain),
    (0, "export --csv", _plain),
    (0, "import backup.jsonl", _plain),
    (0, "doctor", _plain),
    (0, "doctor --json", _plain),
    (1, "open wrong.jsonl", _window(0)),
    *((1, f"{name} wrong.jsonl", _plain) for name in ("replay", "verify", "slips", "review")),
    *((1, f"rules {word} wrong.toml", _plain) for word in ("show", "diff", "check", "code")),
    (1, "play --rules wrong.toml", _window(0)),
    (1, "explore wrong.toml", _plain),
    (1, "explore dear.toml --hands 1", _plain),
    (1, "fairness --deals 1000 --seed x", _same_deals),
    (1, "fairness --bots --positions 1", _peeking),
    (1, "doctor", _wrong_setting),
    *((2, f"{name} --nonsense", _plain) for name in (*COMMANDS, *INSTRUMENTS)),
    (2, "nonsense", _plain),
    (2, "open missing.jsonl", _window(0)),
    *((2, f"{name} missing.jsonl", _plain) for name in ("replay", "verify", "slips", "review")),
    *((2, f"{name} torn.jsonl", _plain) for name in ("replay", "verify", "slips", "review")),
    (2, "replay -", _without_input),
    (2, "replay good.jsonl --view 5", _plain),
    (2, "review good.jsonl --policy nobody", _plain),
    (2, "import missing.jsonl", _plain),
    (2, "import good.jsonl", _plain),
    *((2, f"rules {word} missing.toml", _plain) for word in ("show", "diff", "check", "code")),
    (2, "rules show -", _without_input),
    (2, "rules show nobody", _plain),
    (2, "play --rules nobody", _window(0)),
    (2, "explore nobody", _plain),
    (2, "explore standard --hands 1 --keep good.jsonl", _plain),
    (2, "play --rules ours.toml --seats 9", _window(0)),
    (3, "play", _window(3)),
    (3, "doctor", _no_display),
    (4, "play", _no_store),
    (4, "play --records missing/hands.jsonl", _window(0)),
    (4, "export missing/all.jsonl", _plain),
    (4, "export --csv missing/all.csv", _plain),
    (4, "export", _store_is_a_file),
    (4, "import backup.jsonl", _store_is_a_file),
    (4, "explore standard --hands 1 --keep missing/kept", _plain),
    (4, "doctor", _store_is_a_file),
    (5, "review good.jsonl", _no_kernel),
    (5, "explore standard", _no_kernel),
    *(
        (5, name, _raising("game.cli.parser.parsed", BrokenGameError("a file", "is missing")))
        for name in COMMANDS
    ),
    (6, "play", _window(6)),
    *(
        (6, f"{name} good.jsonl", _raising(f"game.cli.{name}.check_files", BrokenExecutor()))
        for name in ("review", "slips")
    ),
    (7, "play", _window(7)),
    (7, "import backup.jsonl", _is_held),
    *((130, name, _raising("game.cli.parser.parsed", KeyboardInterrupt())) for name in COMMANDS),
)
ELSEWHERE: Final = {141}
"""What tests/cli/test_output.py holds over all commands, as it does 4 for standard output."""


@cache
def _shortest() -> Record:
    """A short hand."""
    return min(records(8), key=lambda record: len(record["actions"]))


@pytest.fixture(autouse=True)
def _at_home(home: Path) -> Iterator[None]:
    """Files for every command, good and bad."""
    for name in ("data", "config"):
        (home / name).mkdir()
    good = _shortest()
    written(home / "good.jsonl", [good])
    written(home / "wrong.jsonl", [good | {"dealer": 7}])
    (home / "torn.jsonl").write_text('{"format": ', encoding="utf-8")
    (home / "ours.toml").write_text('name = "Ours"\nwait_when_hit = 1\n', encoding="utf-8")
    (home / "wrong.toml").write_text('name = "Wrong"\nstake = 0\n', encoding="utf-8")
    (home / "dear.toml").write_text('name = "D"\nout_pays = 2000000000\n', encoding="utf-8")
    with chdir(home):
        assert main(["export", "backup.jsonl"]) == 0
        yield


@pytest.mark.parametrize(
    ("status", "words", "circumstance"),
    CASES,
    ids=[f"{status} {words} {place}" for place, (status, words, _) in enumerate(CASES)],
)
def test_a_command_ends_with_the_status_of_the_table(
    status: int,
    words: str,
    circumstance: Circumstance,
    monkeypatch: Patch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    capsys.readouterr()
    with monkeypatch.context() as patch:
        circumstance(patch)
        try:
            ended: object = main(words.split())
        except SystemExit as left:
            ended = left.code
    assert ended == status
    error = capsys.readouterr().err
    assert error.count("\n") <= 1
    assert not error or status


def test_the_cases_are_those_of_the_table() -> None:
    page = (ROOT / "game" / "cli" / "COMMANDS.md").read_text(encoding="utf-8")
    promised = {int(status) for status in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    assert {status for status, _, _ in CASES} | ELSEWHERE == promised
    for status in (0, 2):
        assert {words.split()[0] for tried, words, _ in CASES if tried == status} >= set(COMMANDS)
