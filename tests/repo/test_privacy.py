"""Tests read what the program shows, never its private names: those may change at any time."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
OURS = ("game", "ai", "assets")
# Private by name alone: parts of the public interface of named tuples, and of types of ctypes.
PUBLIC = {"_replace", "_asdict", "_fields", "_make", "_Pointer", "_fields_", "_length_", "_type_"}


def is_private(name: str) -> bool:
    """Whether a name is private; gettext's `_` and `__version__` are not."""
    return name.startswith("_") and name.strip("_") != "" and not name.startswith("__")


def private_access(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of each use of a private name that the source has not made itself."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    own = set(_made_in(nodes)) | PUBLIC
    for node in nodes:
        match node:
            case ast.Attribute(attr=name) if is_private(name) and name not in own:
                yield node.lineno, name
            case ast.ImportFrom(module=str(module), names=names) if module.startswith(OURS):
                yield from ((node.lineno, each.name) for each in names if is_private(each.name))
            case ast.Constant(value=str(text)) if text.startswith(tuple(f"{o}." for o in OURS)):
                if " " not in text and any(map(is_private, text.split("."))):
                    yield node.lineno, text
            case ast.Call(
                func=ast.Name(id=called) | ast.Attribute(attr=called),
                args=[_, ast.Constant(value=str(name)), *_],
            ) if called in {"getattr", "setattr", "delattr"} and is_private(name):
                yield node.lineno, name
            case _:
                pass


def _made_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Functions, classes, variables and attributes of `self` that a module makes."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name
            case _:
                pass


def test_tests_reach_into_nothing_private() -> None:
    assert [
        f"{path.relative_to(TESTS)}:{line} {name}"
        for path in sorted(TESTS.rglob("*.py"))
        if path != Path(__file__)
        for line, name in private_access(path.read_text(encoding="utf-8"))
    ] == []


def test_what_is_private_is_found() -> None:
    source = """
from game.ui.kit.skin import _size
class Own:
    def _look(self): self._seen = 1
own._look(); own._seen; result._replace(); page._list.rows
patch.setattr("game.ui.assets._cache", {})
patch.setattr(page, "_width", 1)
"""
    assert [name for _line, name in sorted(private_access(source))] == [
        "_size",
        "_list",
        "game.ui.assets._cache",
        "_width",
    ]
