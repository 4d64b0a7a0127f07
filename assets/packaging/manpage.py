"""The manual page, from the command's own help."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from typing import Final

from assets.packaging.common import HERE, VERSION, epoch
from game.cli.parser import parser

_SECTION: Final = 6


def print_page() -> None:
    """Show the page's source."""
    print(page(), end="")


def page() -> str:
    """The source of tonk(6)."""
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch()))
    top = parser()
    lines = [
        f'.TH TONK {_SECTION} "{date}" "Tonk {VERSION}" "Games"',
        ".SH NAME",
        r"tonk \- the knock-rummy card game, against computer opponents",
        ".SH SYNOPSIS",
        ".B tonk",
        ".RI [ command ]",
        ".RI [ options ]",
        ".br",
        ".B tonk",
        ".I file",
        ".SH DESCRIPTION",
        _escaped(top.description or ""),
        "Given a file instead of a command, it does what",
        ".B tonk open",
        "does.",
        ".SH COMMANDS",
    ]
    for name, command in _commands(top).items():
        lines += _told(name, command)
    return "\n".join((*lines, (HERE / "linux" / "tonk.6.end").read_text(encoding="utf-8")))


def _commands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _told(name: str, command: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(command.format_usage().removeprefix("usage:").split())
    yield f".SS {_escaped(f'tonk {name}')}"
    yield _escaped(command.description or "")
    yield from (".PP", _escaped(usage))
    formatter = command._get_formatter()
    for action in command._actions:
        if action.help and action.dest != "help":
            yield from (
                ".TP",
                _heading(action),
                _escaped(formatter._expand_help(action)),
            )


def _heading(action: argparse.Action) -> str:
    """The option in bold, what it takes in italics."""
    taken = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
    if action.nargs == 0:
        taken = ""
    names = ", ".join(rf"\fB{_escaped(name)}\fR" for name in action.option_strings)
    value = rf"\fI{_escaped(str(taken))}\fR" if taken else ""
    return " ".join(filter(None, (names, value))) or _escaped(action.dest)


def _escaped(text: str) -> str:
    """Text as roff takes it literally, hyphens as one types them."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", " ".join(text.split()))
