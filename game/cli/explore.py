"""`tonk explore`: the effects of a rule set, found by bots playing under it."""

import argparse
import errno
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.console.output import ExitStatus
from game.console.terminal import RULES_HELP, ProgressLine, complain, status_of, whole_from_1
from game.files import StoreError, read_regular, write_whole_bytes
from game.rules.untrusted_input import printable, printable_path

if TYPE_CHECKING:
    from ai.explore.exploring import ExploredHands, Subject
    from ai.explore.facts import RuleFinding

_MOST: Final = 1_000_000  # maximum hands


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk explore`."""
    parser.add_argument("rules", metavar="RULES", help=RULES_HELP)
    parser.add_argument("--json", action="store_true", help="print one JSON object on one line")
    parser.add_argument(
        "--hands",
        type=_hands,
        metavar="N",
        help="hands of Expert, and others in proportion (default: 2000, about half a minute)",
    )
    parser.add_argument("--seats", type=_seats, default=2, metavar="K", help="2 to 6; 2 by default")
    parser.add_argument("--seed", default="explore", metavar="S", help="use other deals")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="save the counts in FILE, and resume from there next time",
    )


def run(options: argparse.Namespace) -> int:
    """Explore the rules and print the findings."""
    from ai.explore.exploring import HANDS, Subject
    from ai.explore.preset_findings import standard
    from ai.kernel import KernelError, load
    from game.rule_files import RulesError, find_rules
    from game.rules.ruleset import RuleError

    seats = options.seats
    try:
        rules = find_rules(options.rules).rules
    except RulesError as error:
        return complain("tonk explore: rules", error, status_of(error))
    try:
        rules.check_seats(seats)
    except RuleError as error:
        blamed = f"--seats {seats}" if rules.possible_seats() else "rules"
        return complain(f"tonk explore: {blamed}", error.why, ExitStatus.UNREADABLE)
    try:
        load()
    except KernelError as error:
        return complain("tonk explore: there is no kernel", error, ExitStatus.BROKEN)
    subject = Subject(rules, seats, options.seed)
    work = _Work(options.hands or HANDS, options.keep)
    try:
        tally, is_whole = work.explored(subject)
    except _KeepError as error:
        return complain(f"tonk explore: {printable_path(options.keep)}", error, error.status)
    except KernelError as error:
        return complain("tonk explore: bots cannot play by these rules", error, ExitStatus.WRONG)
    if tally is None:
        return ExitStatus.INTERRUPTED
    usual = standard(seats) if is_whole else None
    if options.json:
        print(json.dumps(_mapping(options.rules, tally, usual), allow_nan=False))
    else:
        print("\n".join(_lines(options.rules, tally, usual)))
    return ExitStatus.FINE if is_whole else ExitStatus.INTERRUPTED


class _KeepError(Exception):
    """The file of `--keep` is unusable: why, and the exit status."""

    def __init__(self, why: str, status: int) -> None:
        self.status = status
        super().__init__(why)


class _Work:
    """An exploration with its progress bar, saved if wanted."""

    def __init__(self, hands: int, keep: Path | None) -> None:
        self._hands, self._keep = hands, keep

    def explored(self, subject: "Subject") -> "tuple[ExploredHands | None, bool]":
        """Return the findings, or None, and whether the exploration is complete."""
        from ai.explore.exploring import explore

        begun, progress = self._begun(subject), ProgressLine("hands")
        tally = begun
        try:
            for tally in explore(subject, self._hands, begun):
                progress.show(tally.hands, self._hands)
                if tally.hands % 100 == 0:  # hands between two writes
                    self._save(tally)
        except KeyboardInterrupt:
            return tally, False
        finally:
            progress.close()
        if tally is not None:
            self._save(tally)
        return tally, True

    def _begun(self, subject: "Subject") -> "ExploredHands | None":
        from ai.explore.exploring import ExploredHands, KeptError

        if self._keep is None:
            return None
        try:
            tally = ExploredHands.of_text(read_regular(self._keep))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _KeepError(error.strerror or str(error), ExitStatus.UNREADABLE) from None
        except KeptError as error:
            raise _KeepError(str(error), ExitStatus.UNREADABLE) from None
        if tally.subject != subject:
            raise _KeepError("is about other rules, seats or another seed", ExitStatus.UNREADABLE)
        return tally

    def _save(self, tally: "ExploredHands") -> None:
        if self._keep is None:
            return
        text = tally.to_text().encode("utf-8")
        if not self._keep.parent.is_dir():
            raise _KeepError(os.strerror(errno.ENOENT), ExitStatus.UNWRITABLE)
        try:
            write_whole_bytes(self._keep, text, survives_power_cut=False)
        except StoreError as error:
            raise _KeepError(error.why, ExitStatus.UNWRITABLE) from None


def _mapping(text: str, tally: "ExploredHands", usual: "ExploredHands | None") -> dict[str, object]:
    """Return the findings as a JSON object: value, standard error and cases of each figure."""
    from ai.explore.exploring import code_or_none
    from ai.registry import LEVELS

    subject = tally.subject
    return {
        "rules": text,
        "code": code_or_none(subject.rules),
        "seats": subject.seats,
        "seed": subject.seed,
        "hands": tally.hands,
        "figures": {name: figure.to_mapping() for name, figure in tally.figures().items()},
        "bands": [list(band) for band in subject.bands],
        "drops": {
            level: [
                [figure and figure.to_mapping() for figure in row] for row in tally.drops(level)
            ]
            for level in LEVELS
        },
        "facts": [
            {
                "kind": fact.kind,
                "figure": fact.figure,
                "detail": fact.detail,
                "rises": fact.rises,
                "here": fact.here.to_mapping(),
                "standard": fact.usual and fact.usual.to_mapping(),
            }
            for fact in _facts(tally, usual)
        ],
    }


def _facts(tally: "ExploredHands", usual: "ExploredHands | None") -> "tuple[RuleFinding, ...]":
    from ai.explore.facts import facts

    return () if usual is None else facts(tally, usual)


def _lines(text: str, tally: "ExploredHands", usual: "ExploredHands | None") -> list[str]:
    """Return the findings in words, line by line."""
    from ai.registry import LEVELS
    from game.rules.warnings import warnings
    from game.ui.rulesets.exploring_words import (
        advice_sentence,
        evidence_sentence,
        figure_title,
        nothing_differs,
        value_text,
        who_title,
    )

    subject = tally.subject
    lines = [f"{printable(text)}: {tally.hands:,} hands of Expert at {subject.seats} seats."]
    lines += [f"  Warning: {warning.sentence}" for warning in warnings(subject.rules)]
    lines.append("")
    found, figures = _facts(tally, usual), tally.figures()
    lines += [f"{advice_sentence(each, subject.rules)} {evidence_sentence(each)}" for each in found]
    if usual is not None and not found:
        lines.append(nothing_differs(figures))
    lines += ["", "In stakes, under push-up in points. ± is a 95% margin of error."]
    width = max((len(figure_title(name)) for name in figures), default=0)
    for name, figure in figures.items():
        cases = f"({figure.n:,})"
        lines.append(
            f"  {figure_title(name):<{width}}  {value_text(name, figure):>16}  {cases:>10}"
        )
    bands = [f"{low}+" if high is None else f"{low}-{high}" for low, high in subject.bands]
    for level in LEVELS:
        drops = tally.drops(level)
        if not any(map(any, drops)):
            continue
        lines += ["", f"{who_title(level)}'s drops per 100 chances, by count and turn:"]
        lines.append(f"  {'turn':>6}" + "".join(f"{band:>7}" for band in bands))
        for turn, row in enumerate(drops, start=1):
            cells = ["-" if each is None else f"{100 * each.value:.0f}" for each in row]
            name = f"{turn}+" if turn == len(tally.heat[level]) else str(turn)
            lines.append(f"  {name:>6}" + "".join(f"{cell:>7}" for cell in cells))
    return lines


def _hands(word: str) -> int:
    number = whole_from_1("hands")(word[:20])
    if number > _MOST:
        raise argparse.ArgumentTypeError(f"{number} hands; expected 1 to {_MOST}")
    return number


def _seats(word: str) -> int:
    if word not in {"2", "3", "4", "5", "6"}:
        raise argparse.ArgumentTypeError(f"{word[:20]} seats; expected 2 to 6")
    return int(word)
