"""`tonk export` and `tonk import`: everything that a player keeps, in one file."""

import argparse
import sys
from pathlib import Path

from game.rules.outside import printable, printable_path

FINE = 0
UNWRITABLE = 4
UNREADABLE = 2


def add_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """What the two commands understand."""
    if name == "export":
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="where to save it")
        parser.add_argument(
            "--csv",
            action="store_true",
            help="save what your reviewed decisions cost, as a table, instead",
        )
        parser.set_defaults(run=run_export)
    else:
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that export has saved")
        parser.set_defaults(run=run_import)


def run_export(options: argparse.Namespace) -> int:
    """Save everything, and print where."""
    from game.session.files import StoreError
    from game.session.settings import SettingsStore
    from game.session.store import Store
    from game.session.transfer import export_decisions, export_everything

    if options.file is not None and not options.file.parent.is_dir():
        why = f"{printable_path(options.file)}: there is no such folder"
        return _complain(why, UNWRITABLE)
    try:
        store = Store.open()
        try:
            if options.csv:
                print(export_decisions(store, options.file))
            else:
                print(export_everything(store, SettingsStore.open(), options.file))
        finally:
            store.close()
    except StoreError as error:
        return _complain(error, UNWRITABLE)
    return FINE


def run_import(options: argparse.Namespace) -> int:
    """Bring in a file, and print what is new."""
    from game.session.files import StoreError
    from game.session.settings import SettingsStore
    from game.session.store import Store
    from game.session.transfer import import_everything

    try:
        store = Store.open()
        try:
            brought = import_everything(store, SettingsStore.open().change, options.file)
        finally:
            store.close()
    except StoreError as error:
        return _complain(error, UNREADABLE if error.path == options.file else UNWRITABLE)
    print(f"new: {brought.hands:,} hands, {brought.rule_sets:,} rule sets")
    return FINE


def _complain(error: object, status: int) -> int:
    print(f"tonk: {printable(str(error))}", file=sys.stderr)
    return status
