"""`tonk doctor`: one page about this installation, to read or to send with a bug report.

Nothing is changed. The page contains no personal data except the paths of folders.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from game.console.output import ExitStatus
from game.rules.untrusted_input import printable, printable_path
from game.version import __version__


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of the page; ``status`` is the exit status that it causes, 0 if all is well."""

    what: str
    words: str
    status: int = ExitStatus.FINE

    def __str__(self) -> str:
        return f"{'!!' if self.status else 'ok'}  {self.what:<10}{printable(self.words)}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk doctor`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print the page; the highest status of its lines is the exit status."""
    worst = ExitStatus.FINE
    found = []
    for finding in findings():
        found.append(asdict(finding))
        worst = max(worst, finding.status)
        if not options.json:
            print(finding)
    if options.json:
        print(json.dumps({"version": __version__, "status": worst, "findings": found}))
        return worst
    print("All is well." if worst == ExitStatus.FINE else "Lines marked !! need attention.")
    return worst


def findings() -> Iterator[Finding]:
    """Yield the lines of the page."""
    from game.files import StoreError, config_folder, data_folder

    kind = "a program of its own" if getattr(sys, "frozen", False) else "a Python package"
    home = printable_path(Path(__file__).resolve().parents[2])
    yield Finding("Tonk", f"{__version__}, {kind} in {home}")
    yield from _build()
    yield Finding("Python", f"{platform.python_version()}, {platform.platform()}")
    yield from _window()
    yield _own_files()
    yield _kernel()
    try:
        yield _folder("saves", data_folder())
        yield _store(data_folder())
    except StoreError as error:
        yield Finding("saves", error.why, ExitStatus.UNWRITABLE)
    try:
        yield _folder("settings", config_folder())
        yield from _settings()
        yield from _rule_sets()
    except StoreError as error:
        yield Finding("settings", error.why, ExitStatus.UNWRITABLE)
    from ai.registry import complaints

    for complaint in complaints()[:5]:
        yield Finding("bots", complaint, ExitStatus.WRONG)


def _build() -> Iterator[Finding]:
    """Yield what the standalone program was built from, and whether it is a published release."""
    from game.bundled_data import BUILD_NOTE, BrokenGameError, own_data

    if not getattr(sys, "frozen", False):
        return
    try:
        note = own_data("game", BUILD_NOTE, json.loads)
        commit, why = str(note["commit"]), "; ".join(map(str, note["local"]))
    except (BrokenGameError, LookupError, TypeError):
        yield Finding("build", f"game/{BUILD_NOTE} is missing or damaged", ExitStatus.BROKEN)
        return
    of = f" of {commit}" if commit else ""
    yield Finding("build", f"a local build{of}: {why}" if why else f"release{of}")


def _window() -> Iterator[Finding]:
    """Yield the display, the sound and the library behind them."""
    from game.ui.shell.display import NoDisplayError

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from game.ui import checkup
    except (ImportError, NotImplementedError) as error:
        yield Finding("pygame", f"cannot be used: {error}", ExitStatus.BROKEN)
        return
    yield Finding("pygame", checkup.library())
    try:
        yield Finding("display", checkup.display())
    except NoDisplayError as error:
        yield Finding("display", str(error).removeprefix("tonk: "), ExitStatus.NO_DISPLAY)
    yield Finding("sound", checkup.sound())


def _own_files() -> Finding:
    """Check that all files of the game are present and usable."""
    try:
        from game.ui.checkup import own_files
    except (ImportError, NotImplementedError):
        return Finding("files", "were not looked at", ExitStatus.BROKEN)
    files = [*own_files(), *_bot_files()]
    bad = [name for name, is_whole in files if not is_whole]
    if bad:
        more = f" and {len(bad) - 5} more" if len(bad) > 5 else ""
        words = f"missing or damaged: {', '.join(bad[:5])}{more}; install the game again"
        return Finding("files", words, ExitStatus.BROKEN)
    return Finding("files", f"{len(files)} fonts, sounds, drawings, texts and tables are whole")


def _bot_files() -> Iterator[tuple[str, bool]]:
    from ai.drops.tables import kept_tables
    from ai.explore.preset_findings import kept_tallies
    from ai.master.network import SHIPPED, Network
    from ai.registry import LEVELS
    from ai.tuned import tuned_numbers
    from game.bundled_data import BrokenGameError, own_data
    from game.features.study.assessment.model import measured_from
    from game.play.opponents import Ladder

    def losses(data: bytes) -> object:
        return measured_from(json.loads(data), LEVELS)

    readers: dict[str, Callable[[], object]] = {
        "ai/drops/tables.json": kept_tables,
        "ai/explore/presets.json": kept_tallies,
        "ai/ladder.json": lambda: own_data("ai", "ladder.json", Ladder.read),
        "ai/losses.json": lambda: own_data("ai", "losses.json", losses),
        "ai/tuned.json": tuned_numbers,
        f"ai/master/{SHIPPED}.net": Network.shipped,
    }
    for name, read in readers.items():
        try:
            read()
        except BrokenGameError:
            yield name, False
        else:
            yield name, True


def _kernel() -> Finding:
    """Check that the kernel is present, and which one it is."""
    from ai import kernel

    try:
        return Finding("kernel", kernel.about())
    except kernel.MissingKernelError as error:
        return Finding("kernel", str(error))
    except kernel.KernelError as error:
        return Finding("kernel", str(error), ExitStatus.BROKEN)


def _folder(what: str, folder: Path) -> Finding:
    """Describe a folder of the player, and whether it is writable."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    shown = printable_path(folder)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return Finding(what, f"{shown} cannot be written", ExitStatus.UNWRITABLE)
    return Finding(what, shown if folder.exists() else f"{shown}, made at the first game")


def _store(folder: Path) -> Finding:
    """Check whether the saves are intact, without opening or repairing them as the game does."""
    from game.files import StoreError
    from game.saves.archive import HANDS_NAME, Survey
    from game.saves.database import FILE_NAME
    from game.saves.lock import in_use_by

    if not (folder / FILE_NAME).exists() and not (folder / HANDS_NAME).exists():
        return Finding("store", "no game has been played yet")
    try:
        found = Survey.of_folder(folder)
    except StoreError as error:
        return Finding("store", f"cannot be read: {error.why}", ExitStatus.WRONG)
    hands = f"{found.hands:,} finished hand{'' if found.hands == 1 else 's'}"
    holder = in_use_by(folder)
    if holder is not None:
        return Finding("store", f"{hands}, in use by another Tonk ({holder})")
    if found.wrong:
        return Finding(
            "store",
            f"is damaged ({'; '.join(found.wrong)}); Tonk repairs it at the next start",
            ExitStatus.WRONG,
        )
    if found.is_earlier:
        return Finding("store", f"{hands} of an earlier version; Tonk converts them when it starts")
    if not found.hands == found.in_database == found.in_text:
        places = f"{found.in_database:,} in {FILE_NAME}, {found.in_text:,} in {HANDS_NAME}"
        words = f"two histories, {hands} together ({places}); Tonk joins them when it starts"
        return Finding("store", words, ExitStatus.WRONG)
    return Finding("store", f"{hands}, whole")


def _settings() -> Iterator[Finding]:
    from game.files import config_folder, reason_of
    from game.saves.settings import FILE_NAME, Loaded

    try:
        complaints = Loaded.of_file(config_folder() / FILE_NAME).complaints
    except FileNotFoundError:
        return
    except OSError as error:
        yield Finding("settings", f"{FILE_NAME}: {reason_of(error)}", ExitStatus.WRONG)
        return
    for complaint in complaints[:5]:
        yield Finding("settings", str(complaint), ExitStatus.WRONG)


def _rule_sets() -> Iterator[Finding]:
    from game.rule_files import OwnRules

    own = OwnRules.in_folder()
    if own.sets:
        yield Finding("rules", f"{len(own.sets)} of the player's own")
    for complaint in own.complaints[:5]:
        yield Finding("rules", str(complaint), ExitStatus.WRONG)
