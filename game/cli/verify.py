"""`tonk verify`: whether hands were sealed before the deal, not changed since, and played by the
rules (game/rules/SEAL.md).
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.record_files import RecordVerdict, add_files, check_files
from game.console.output import ExitStatus
from game.rules.untrusted_input import printable, printable_path

if TYPE_CHECKING:
    from game.rules.verifying import Verified


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk verify`."""
    add_files(parser, "print one JSON object per hand, and one for a file that cannot be read")


def run(options: argparse.Namespace) -> int:
    """Check every record of every file; the worst result decides the status."""
    return check_files(options.files, _judged, _tell_json if options.json else _tell)


def _judged(value: object) -> "RecordVerdict[Verified]":
    from game.rules.verifying import verify

    return RecordVerdict(ExitStatus.FINE, found=verify(value))


def _tell(file: Path, number: int | None, verdict: "RecordVerdict[Verified]") -> None:
    if verdict.found is not None:
        print(f"{printable_path(file)}:{number}: {printable(str(verdict.found))}")


def _tell_json(file: Path, number: int | None, verdict: "RecordVerdict[Verified]") -> None:
    verified = verdict.found
    line = {
        "file": str(file),
        "hand": number,
        "ok": verified is not None,
        "order": verified.order if verified else None,
        "deal": (verified.deal or None) if verified else None,
        "says": printable(str(verified)) if verified else None,
        "error": verdict.error,
    }
    print(json.dumps(line))
