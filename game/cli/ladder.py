"""`tonk ladder FILE`: measure all bots against each other, as the README tells it.

What was played is kept in FILE; the same command goes on where it was. Exit status: 0 all is well,
1 a bot hung or the workers were lost, 2 FILE is none of this command or what is named does not
exist, 4 a file cannot be written, 130 interrupted; what is known by then is printed all the same.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.cli.arenasetup import (
    FAILED,
    FINE,
    INTERRUPTED,
    REFUSED,
    UNWRITABLE,
    RefusedError,
    add_means,
    crew_of,
    tell_complaints,
)
from game.cli.progress import Progress

if TYPE_CHECKING:
    from ai.arena.contest import Contest
    from ai.arena.crew import Crew
    from ai.arena.exploit import Question
    from ai.arena.keeping import Kept
    from ai.arena.plan import Meeting
    from game.cli.laddertold import Found

_KEPT_EVERY: Final = 60.0
"""Seconds after which a match that goes on is kept."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `tonk ladder` understands."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where what was played is kept")
    parser.add_argument(
        "--parts",
        metavar="A,B,…",
        help="only these parts: pairs, tables, presets, knowing, exploits",
    )
    parser.add_argument("--bots", metavar="A,B,…", help="only what these bots take part in")
    parser.add_argument("--presets", metavar="A,B,…", help="only what is played by these rules")
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the hands, for a first impression"
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="which deals; the same for the same S (default: 1)"
    )
    parser.add_argument(
        "--trust",
        action="store_true",
        help="count also what FILE holds of bots and rules that were changed since",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--write", action="store_true", help="put it into the README, and where the game reads it"
    )
    add_means(parser)


def run(options: argparse.Namespace) -> int:
    """Play what has not been played yet, and print the whole."""
    from ai.arena.keeping import KeptFileError

    try:
        return _run(options)
    except RefusedError as refused:
        print(f"tonk ladder: {refused}", file=sys.stderr)
        return refused.status
    except (KeptFileError, UnicodeDecodeError) as error:
        why = error if isinstance(error, KeptFileError) else "it is not UTF-8"
        print(f"tonk ladder: {options.file}: {why}", file=sys.stderr)
        return REFUSED


def _run(options: argparse.Namespace) -> int:
    from game.cli import laddertold

    tell_complaints("tonk ladder")
    meetings, questions = _chosen(options)
    kept = _open(options)
    if kept.left_aside:
        print(
            f"tonk ladder: {options.file}: {kept.left_aside:,} lines of an earlier state of bots "
            f"and rules are left aside; --trust counts them",
            file=sys.stderr,
        )
    climb = _Climb(options, kept, meetings, questions)
    status = climb.play(crew_of(options))
    found = laddertold.found_in(kept, options.seed, quick=options.quick)
    _print(options, found)
    return status


def _print(options: argparse.Namespace, found: "Found") -> None:
    from game.cli import laddertold

    if options.json:
        print(json.dumps(laddertold.ladder_json(found)))
    elif not options.write:
        print(laddertold.markdown(found))
    if options.write:
        try:
            for path in laddertold.write(found):
                print(f"tonk ladder: {path} is up to date", file=sys.stderr)
        except OSError as error:
            raise RefusedError(f"--write: {error}", UNWRITABLE) from None
        except ValueError as error:
            raise RefusedError(f"--write: {error}") from None


def _chosen(options: argparse.Namespace) -> "tuple[list[Meeting], list[Question]]":
    """What is to be played of the ladder."""
    from ai.arena import plan
    from ai.registry import LEVELS
    from game.rules.presets import PRESETS

    parts = _names("--parts", options.parts, plan.PARTS)
    bots = _names("--bots", options.bots, (*LEVELS, *plan.POOL))
    rules = _names("--presets", options.presets, PRESETS)
    whole = [meeting.quick() if options.quick else meeting for meeting in plan.meetings()]
    chosen = [
        meeting
        for meeting in whole
        if meeting.part in parts
        and bots.intersection(meeting.bots)
        and (options.presets is None or meeting.label in rules)
    ]
    if "exploits" not in parts or "standard" not in rules:
        return chosen, []
    asked = plan.questions(options.seed, quick=options.quick)
    return chosen, [question for question in asked if question.bot in bots]


def _names(option: str, text: str | None, known: Sequence[str]) -> set[str]:
    """The names that an option gives, all that there are where it gives none."""
    if text is None:
        return set(known)
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise RefusedError(f'{option}: "{name}": allowed are {", ".join(known)}')
    return set(names)


def _open(options: argparse.Namespace) -> "Kept":
    from ai.arena.keeping import Kept, state_of_bots

    try:
        return Kept(options.file, state_of_bots(), trusts=options.trust)
    except OSError as error:
        raise RefusedError(f"{options.file}: {error.strerror or error}", UNWRITABLE) from None


class _Climb:
    """All that is yet to be played, one after the other."""

    def __init__(
        self,
        options: argparse.Namespace,
        kept: "Kept",
        meetings: "Sequence[Meeting]",
        questions: "Sequence[Question]",
    ) -> None:
        from ai.arena.exploit import Hunt

        self._file: Path = options.file
        self._kept, self._notes = kept, time.monotonic()
        self._contests = {
            " - ".join((*meeting.bots, meeting.label)): self._contest(meeting, options.seed)
            for meeting in meetings
        }
        self._hunts = [Hunt(question, kept) for question in questions]
        self._progress = Progress("hands")
        self._begun = self._done

    def _contest(self, meeting: "Meeting", seed: str) -> "Contest":
        return meeting.contest(seed, self._kept.tally(meeting.match(seed)))

    def play(self, crew: "Crew") -> int:
        """Play them all; the exit status says whether all were played."""
        from ai.arena.batch import HungError
        from ai.arena.crew import CrewError

        status = INTERRUPTED
        try:
            self._play_all(crew)
            status = FINE
        except (HungError, CrewError) as error:
            status = FAILED
            self._progress.close()
            print(f"tonk ladder: {error}", file=sys.stderr)
        except KeyboardInterrupt:
            pass
        except OSError as error:
            self._progress.close()
            raise RefusedError(f"{self._file}: {error.strerror or error}", UNWRITABLE) from None
        finally:
            crew.dismiss()
        self._progress.close()
        return status

    def _play_all(self, crew: "Crew") -> None:
        for name, contest in self._contests.items():
            if not contest.is_over:
                self._play(name, contest, crew)
        for hunt in self._hunts:
            bot = hunt.question.bot
            hunt.search(crew, lambda bot=bot: self._show(f"exploit {bot}"))  # type: ignore[misc] # bound now
            if hunt.best is not None:
                self._kept.keep_answer(hunt.question, hunt.best.bot, hunt.tries)
            fresh = hunt.contest(self._kept.tally)
            if not fresh.is_over:
                self._play(f"exploit {bot}", fresh, crew)

    def _play(self, name: str, contest: "Contest", crew: "Crew") -> None:
        def passed() -> None:
            self._show(name)
            if time.monotonic() - self._notes > _KEPT_EVERY:
                self._keep(contest)

        try:
            contest.run(crew, passed=passed)
        finally:
            self._keep(contest)

    def _keep(self, contest: "Contest") -> None:
        self._notes = time.monotonic()
        if contest.tally.deals:
            self._kept.keep(contest.tally)

    @property
    def _done(self) -> int:
        played = sum(contest.tally.hands for contest in self._contests.values())
        return played + sum(hunt.hands_done for hunt in self._hunts)

    def _show(self, name: str) -> None:
        """Only what is played now tells how long the rest will take."""
        whole = sum(contest.hands_expected for contest in self._contests.values())
        whole += sum(hunt.hands_expected for hunt in self._hunts)
        self._progress.show(self._done - self._begun, max(whole - self._begun, 1), name)
