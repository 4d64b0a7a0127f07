"""Code stays in pieces that can be read at once, and whoever silences a gate says why."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 40
CODE = sorted(
    path for package in ("game", "ai", "assets") for path in (ROOT / package).rglob("*.py")
)
SILENCED = re.compile(r"# (?:noqa: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\])(?P<why>.*)")


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_files_are_short() -> None:
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in CODE}
    assert not {path: lines for path, lines in lengths.items() if lines > LINES_OF_A_FILE}


def test_functions_are_short() -> None:
    assert not [
        f"{_place(path, node.lineno)} {node.name}"
        for path in CODE
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LINES_OF_A_FUNCTION
    ]


def test_what_silences_a_gate_says_why() -> None:
    assert not [
        f"{_place(path, number)} {line.strip()}"
        for path in [*CODE, *sorted((ROOT / "tests").rglob("*.py"))]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := SILENCED.search(line)) and not re.search(r"\w", found["why"])
    ]
