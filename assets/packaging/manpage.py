"""Generate the manual page from the command's own help and the exit statuses of COMMANDS.md."""

from __future__ import annotations

import io
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

from assets.packaging.common import HERE, ROOT, VERSION, epoch
from game.cli.parser import COMMANDS, parsed, parser


def print_page() -> None:
    """Print the page's source."""
    print(page(), end="")


def page() -> str:
    """Return the source of tonk(6)."""
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch()))
    lines = [
        f'.TH TONK 6 "{date}" "Tonk {VERSION}" "Games"',
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
        _escaped(parser().description or ""),
        "Given a file instead of a command, it does what",
        ".B tonk open",
        "does.",
        ".SH OPTIONS",
        ".TP",
        _heading("-h, --help"),
        "show the commands, or the options of a command",
        ".TP",
        _heading("-V, --version"),
        "show the version",
        ".SH COMMANDS",
    ]
    with _wide_lines():
        for name in COMMANDS:
            lines += _told(name)
    lines += (".SH EXIT STATUS", *_statuses())
    return "\n".join((*lines, (HERE / "linux" / "tonk.6.end").read_text(encoding="utf-8")))


def _told(*command: str) -> Iterator[str]:
    """A command in roff, from its help: usage, a sentence, then sections of what may be given."""
    usage, about, *sections = _help(*command).strip().split("\n\n")
    yield f".SS {_escaped(' '.join(('tonk', *command)))}"
    yield _escaped(about)
    yield from (".PP", _escaped(usage.removeprefix("usage: ")))
    lines = [line for section in sections for line in section.splitlines()[1:]]
    for given, does in _entries(lines):
        if given != "-h, --help":
            yield from (".TP", _heading(given), _escaped(does))
    for line in lines:
        if word := re.fullmatch(r" {4}(\S+).*", line):
            yield from _told(*command, word[1])


def _statuses() -> Iterator[str]:
    """The exit statuses in roff, from their table."""
    commands = (ROOT / "game" / "cli" / "COMMANDS.md").read_text(encoding="utf-8")
    for status, meaning in re.findall(r"^\| (\d+) \| (.*) \|$", commands, re.MULTILINE):
        yield from (".TP", status, _escaped(meaning.replace("`", "").replace(r"\|", "|")))


def _help(*command: str) -> str:
    with redirect_stdout(io.StringIO()) as text, suppress(SystemExit):
        parsed((*command, "--help"))
    return text.getvalue()


def _entries(lines: list[str]) -> Iterator[tuple[str, str]]:
    """What may be given, and what it does; nothing where it stands for further words."""
    given = ""
    for line in lines:
        if entry := re.fullmatch(r" {2}(\S+(?: \S+)*)(?: {2,}(\S.*))?", line):
            given = entry[1]
            if entry[2]:
                yield given, entry[2]
        elif further := re.fullmatch(r" {5,}(\S.*)", line):
            yield given, further[1]


@contextmanager
def _wide_lines() -> Iterator[None]:
    """Let argparse break no line, and colour nothing."""
    wished = {"COLUMNS": "10000", "NO_COLOR": "1"}
    before = {name: os.environ.get(name) for name in wished}
    os.environ.update(wished)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _heading(given: str) -> str:
    """Return a heading with options in bold and their arguments in italics."""
    return " ".join(
        rf"\f{'B' if word.startswith('-') else 'I'}{_escaped(word)}\fR" for word in given.split()
    )


def _escaped(text: str) -> str:
    """Return text escaped for roff, with ASCII hyphens."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", " ".join(text.split()))
