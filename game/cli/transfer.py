"""`tonk export` and `tonk import`: all of a player's data in one file."""

import argparse
import sys
from contextlib import closing, suppress
from pathlib import Path

from game.console.output import ExitStatus
from game.console.terminal import complain


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the arguments of the two commands."""
    if name == "export":
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            default=Path(),
            metavar="FILE",
            help="the file to write, or a folder for it (default: the current folder)",
        )
        parser.add_argument(
            "--csv",
            action="store_true",
            help="save your reviewed decisions as a table instead",
        )
        parser.set_defaults(run=run_export)
    else:
        parser.add_argument(
            "file",
            type=Path,
            metavar="FILE",
            help="a file written by `tonk export`, or a save file that was set aside",
        )
        parser.add_argument("--settings", action="store_true", help="take over its settings, too")
        parser.set_defaults(run=run_import)


def run_export(options: argparse.Namespace) -> int:
    """Export everything, and print the path. This works while Tonk has the saves open."""
    from game.features.study.assessment.model import export_decisions
    from game.files import StoreError
    from game.saves.settings import SettingsStore
    from game.saves.store import Store
    from game.saves.transfer import export_everything

    try:
        store = Store.reading()
    except StoreError as error:
        return complain("tonk", error, ExitStatus.UNWRITABLE)
    try:
        if options.csv:
            print(export_decisions(store, options.file))
        else:
            print(export_everything(store, SettingsStore.open(), options.file))
    except StoreError as error:
        return complain("tonk", error, ExitStatus.UNWRITABLE)
    finally:
        store.close()
    return ExitStatus.FINE


def run_import(options: argparse.Namespace) -> int:
    """Import a file, and print what is new."""
    from game.files import StoreError
    from game.saves.lock import StoreBusyError
    from game.saves.settings import SettingsStore
    from game.saves.store import Store
    from game.saves.transfer import import_everything
    from game.ui.text.save_troubles import damage_sentence

    settings = SettingsStore.unsaved()
    before = settings.settings
    try:
        try:
            with closing(Store.open()) as store:
                if damage := store.damage:
                    print(f"tonk: {damage_sentence(damage)}", file=sys.stderr)
                    if damage.may_be_brought_in:
                        print(f"tonk: to bring it in: tonk import {damage.kept}", file=sys.stderr)
                if options.settings:
                    settings = SettingsStore.open()
                    before = settings.settings
                brought = import_everything(store, options.file, change=settings.change)
        except BaseException:
            with suppress(StoreError):  # on a full disk, closing the saves has made room
                settings.change(**before._asdict())
            raise
    except StoreBusyError as error:
        words = "its window brings files in, too: Settings → Import"
        if error.may_take_over:
            words = "if it is gone, try again in a minute"
        return complain("tonk", f"{error}; {words}", ExitStatus.BUSY)
    except StoreError as error:
        return complain(
            "tonk",
            error,
            ExitStatus.UNREADABLE if error.path == options.file else ExitStatus.UNWRITABLE,
        )
    print(f"new: {brought.hands:,} hands, {brought.rule_sets:,} rule sets")
    if brought.left_out:
        print(f"left out as unreadable or contradictory: {brought.left_out:,}")
    return ExitStatus.FINE
