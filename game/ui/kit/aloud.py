"""Putting together what is read aloud: a name and what it holds, one sentence after the other."""

from __future__ import annotations

from game.ui.text import _

_ENDS = (".", "!", "?", "…", ":", "。", "！", "？", "：")


def fact(name: str, value: str) -> str:
    """A name and what it holds; one of them alone where the other is empty."""
    if not name or not value:
        return name or value
    return _("{name}: {value}").format(name=name, value=value)


def sentences(*parts: str) -> str:
    """The parts one after the other, each ended by a pause."""
    told = [part.strip() for part in parts if part.strip()]
    return " ".join(part if part.endswith(_ENDS) else f"{part}." for part in told)
