"""Whatever silences a check says why, and every heading has something under it."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(
    path for package in ("game", "ai", "assets") for path in (ROOT / package).rglob("*.py")
)
SILENCED = re.compile(r"# (?:noqa: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\])(?P<why>.*)")


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_what_silences_a_gate_says_why() -> None:
    assert not [
        f"{_place(path, number)} {line.strip()}"
        for path in [*CODE, *sorted((ROOT / "tests").rglob("*.py"))]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := SILENCED.search(line)) and not re.search(r"\w", found["why"])
    ]


def test_something_stands_under_every_heading() -> None:
    empty = []
    for path in [*CODE, *sorted((ROOT / "tests").rglob("*.py"))]:
        heading = 0
        for number, line in enumerate([*path.read_text("utf-8").splitlines(), "# --"], 1):
            if line.startswith("# --"):
                empty += [_place(path, heading)] if heading else []
                heading = number
            elif line and not line.startswith("#"):
                heading = 0
    assert empty == []
