"""`tonk bench ui` and `tonk bench start`: the cost of the window, and its start-up time."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk bench`."""
    parser.add_argument("what", choices=("ui", "start"), help="what to measure")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--driver",
        default="dummy",
        metavar="NAME",
        help="ui: SDL's video driver, such as x11 for a real window (default: dummy)",
    )
    parser.add_argument(
        "--dist",
        type=Path,
        metavar="FOLDER",
        help="start: where the built programs are (default: dist)",
    )
    # The measurement of a child process of `bench ui`, or the role of one of `bench start`.
    parser.add_argument("--part", default="", help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Measure, with progress on standard error, and print the results."""
    from game.cli import bench_start, bench_ui

    measuring = {"ui": bench_ui.run, "start": bench_start.run}
    return measuring[options.what](options)
