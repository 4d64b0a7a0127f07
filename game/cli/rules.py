"""`tonk rules`: list, print, compare, check and share rule sets."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from game.console.output import ExitStatus
from game.console.terminal import RULES_HELP, status_of, warn_of_name
from game.rules.untrusted_input import printable

if TYPE_CHECKING:
    from game.rule_files import NamedRules
    from game.rules.sentences import Difference


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tonk rules`."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(ask=_list)
    asks = parser.add_subparsers(metavar="ASK", title="what to do (default: list)")
    _add(asks, "list", _list, "list all rule sets, the game's and your own")
    show = _add(asks, "show", _show, "describe a rule set in full")
    show.add_argument("name", metavar="NAME", help=RULES_HELP)
    show.add_argument(
        "--examples", action="store_true", help="add worked examples for four players"
    )
    diff = _add(asks, "diff", _diff, "show only what differs between two rule sets")
    diff.add_argument("one", metavar="NAME", help=RULES_HELP)
    diff.add_argument(
        "other", metavar="NAME", nargs="?", default="standard", help="the other (default: standard)"
    )
    check = _add(asks, "check", _check, "check rule-set files before you use them")
    check.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="a rule-set file; - is standard input"
    )
    code = _add(asks, "code", _code, "print the share code of a rule set")
    code.add_argument("name", metavar="NAME", help=RULES_HELP)


def run(options: argparse.Namespace) -> int:
    """Answer one question about rule sets."""
    from game.rule_files import RulesError

    ask: Callable[[argparse.Namespace], int] = options.ask
    try:
        return ask(options)
    except RulesError as error:
        print(f"tonk rules: {error}", file=sys.stderr)
        return status_of(error)


def _add(
    asks: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    ask: Callable[[argparse.Namespace], int],
    about: str,
) -> argparse.ArgumentParser:
    parser = asks.add_parser(
        name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False
    )
    # If omitted here, it keeps the value given before the subcommand.
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")
    parser.set_defaults(ask=ask)
    return parser


def _list(options: argparse.Namespace) -> int:
    from game.rule_files import NamedRules, OwnRules
    from game.rules.presets import PRESETS

    own = OwnRules.in_folder()
    sets = [*map(NamedRules.of_preset, PRESETS), *own.sets]
    if options.json:
        print(json.dumps([_outline(named) for named in sets], ensure_ascii=False, indent=1))
    else:
        width = max(len(named.name) for named in sets)
        for named in sets:
            print(f"{named.name:<{width}}  {_line(named)}")
    for complaint in own.complaints:
        print(f"tonk rules: {complaint}", file=sys.stderr)
    return ExitStatus.FINE


def _show(options: argparse.Namespace) -> int:
    from game.rule_files import find_rules

    named = find_rules(options.name)
    warn_of_name("tonk rules", named)
    if options.json:
        whole = _whole(named)
        whole |= {"examples": _all_examples(named)} if options.examples else {}
        print(json.dumps(whole, ensure_ascii=False, indent=1))
    else:
        print("\n".join(_full_text(named, with_examples=options.examples)))
    return ExitStatus.FINE


def _diff(options: argparse.Namespace) -> int:
    from game.rule_files import find_rules
    from game.rules.ruleset import values_to_plain
    from game.rules.sentences import differences

    one, other = find_rules(options.one), find_rules(options.other)
    for named in (one, other):
        warn_of_name("tonk rules", named)
    if options.json:
        sides = (one.rules.differences(other.rules), other.rules.differences(one.rules))
        plain = [values_to_plain(side) for side in sides]
        pairs = {key: [side[key] for side in plain] for key in plain[0]}
        print(json.dumps(pairs, ensure_ascii=False, indent=1))
        return ExitStatus.FINE
    found = differences(one.rules, other.rules)
    lines = [line for each in found for line in _difference(each, one.name, other.name)]
    print("\n".join(lines) if lines else f"{one.name} and {other.name} play alike.")
    return ExitStatus.FINE


def _check(options: argparse.Namespace) -> int:
    from game.rule_files import OwnRules

    found = OwnRules.read(options.files)
    for named in found.sets:
        if options.json:
            outline = {**_outline(named), "changes_nothing": list(named.stated)}
            print(json.dumps({"file": str(named.path), "error": None, **outline}))
        else:
            head = f"{printable(str(named.path))}: {named.name}: {_changes(named)}"
            lines = [head]
            if named.stated:
                each = "This line changes" if len(named.stated) == 1 else "These lines change"
                keys = ", ".join(named.stated)
                lines.append(f"  {each} nothing, for {named.base} has the same: {keys}.")
            print("\n".join((*lines, *_cautions(named))))
    for error in found.complaints:
        if options.json:
            print(json.dumps({"file": str(error.path), "error": str(error.why)}))
        print(error, file=sys.stderr)
    return max(map(status_of, found.complaints), default=ExitStatus.FINE)


def _code(options: argparse.Namespace) -> int:
    from game.rule_files import NamedRules, RulesError, find_rules
    from game.rules.sharecode import ShareCodeError, code_of

    named = find_rules(options.name)
    is_named = named.name != NamedRules.from_rules(named.rules).name and named.kind != "preset"
    name = named.name if is_named and not options.json else ""
    try:
        code = code_of(named.rules, name)
    except ShareCodeError as error:
        raise RulesError(str(error), named.path) from None
    print(json.dumps({"name": named.name, "code": code}) if options.json else code)
    return ExitStatus.FINE


def _full_text(named: "NamedRules", *, with_examples: bool) -> Iterator[str]:
    """Yield the whole rule set line by line."""
    from game.rules.presets import PRESET_TEXTS, has_usual_meaning
    from game.rules.sentences import describe

    if named.kind == "preset":
        yield f"{PRESET_TEXTS[named.name].title} ({named.name}): {PRESET_TEXTS[named.name].line}"
    else:
        yield f"{named.name}: {_changes(named)}"
        yield from (f"  {printable(line)}" for line in named.note.splitlines())
    for word, means in named.all_words.items():
        yield f"  Here “{word}” means: {means}."
        if has_usual_meaning(word):
            yield f"  In the sentences below “{word}” keeps its usual meaning."
    for section in describe(named.rules):
        yield f"\n{section.title}"
        for sentence, key in section.by_key():
            yield f"  {sentence}"
            if with_examples and key:
                yield from (f"      {line}" for line in _examples(named, key))
    cautions = _cautions(named)
    yield from ("", *cautions) if cautions else ()


def _examples(named: "NamedRules", key: str) -> Iterator[str]:
    """Yield examples of one key, one line each."""
    from game.rules.examples import examples
    from game.ui.rulesets.example_words import example_text

    for each in examples(named.rules, key):
        yield " ".join(example_text(each))


def _all_examples(named: "NamedRules") -> dict[str, list[str]]:
    """Return the examples of every key in the sentences."""
    from game.rules.sentences import describe

    keys = {key for section in describe(named.rules) for _sentence, key in section.by_key()}
    found = {key: list(_examples(named, key)) for key in sorted(keys)}
    return {key: lines for key, lines in found.items() if lines}


def _difference(each: "Difference", one: str, other: str) -> Iterator[str]:
    width = max(len(one), len(other)) + 1
    yield f"{each.label} ({each.key})"
    sides = (one, each.mine, each.my_idle), (other, each.theirs, each.their_idle)
    for name, sentences, idle in sides:
        told = [*map(str, sentences), *([f"(Of no effect there: {idle}.)"] if idle else [])]
        for place, sentence in enumerate(told):
            yield f"  {'' if place else f'{name}:':<{width}} {sentence}"


def _line(named: "NamedRules") -> str:
    """Return the special features of a rule set, as one line of a list."""
    from game.rules.presets import PRESET_TEXTS

    if named.kind == "preset":
        return PRESET_TEXTS[named.name].line
    note = printable(next(iter(named.note.splitlines()), ""))
    return f"{note} ({_changes(named)})" if note else f"({_changes(named)})"


def _changes(named: "NamedRules") -> str:
    number = len(named.overrides)
    if not number:
        return f"the same as {named.base}"
    return f"{named.base} with {number} change{'' if number == 1 else 's'}"


def _cautions(named: "NamedRules") -> list[str]:
    from game.rules.warnings import warnings

    return [f"  Warning: {warning.sentence}" for warning in warnings(named.rules)]


def _outline(named: "NamedRules") -> dict[str, object]:
    return {"name": named.name, "kind": named.kind, "base": named.base, "about": _line(named)}


def _whole(named: "NamedRules") -> dict[str, object]:
    from game.rules.ruleset import values_to_plain
    from game.rules.sentences import describe
    from game.rules.warnings import warnings

    return {
        **_outline(named),
        "note": named.note,
        "words": named.all_words,
        "rules": {"preset": named.base, **values_to_plain(named.overrides)},
        "sections": [
            {"title": str(section.title), "sentences": [str(each) for each in section.sentences]}
            for section in describe(named.rules)
        ],
        "warnings": [
            {"keys": list(each.keys), "sentence": str(each.sentence)}
            for each in warnings(named.rules)
        ],
    }
