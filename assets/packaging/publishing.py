"""Whether a build may be published, and the note of its origin that a program carries."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Final

from ai.kernel.build import own_tag
from assets.packaging.common import ROOT, VERSION
from assets.packaging.identity import IDENTITY

TAG: Final = f"v{VERSION}"


def reasons_against() -> Iterator[str]:
    """Yield each reason why this is not a release, as a clause; nothing for a release."""
    if IDENTITY.is_placeholder:
        yield "assets/packaging/identity.toml names no publisher yet"
    commit = _git("rev-parse", "HEAD")
    if not commit:
        yield "there is no git clone to tell what it is built of"
    elif _git("status", "--porcelain"):
        yield "the working tree has changes that are not committed"
    if commit and _git("rev-parse", f"{TAG}^{{commit}}") != commit:
        yield f"the commit does not bear the tag {TAG}"
    if own_tag() is None:
        yield "the C library would be made by the system's cc: zig makes none for this system"


def build_note() -> str:
    """Return the JSON of `game/build.json`: the build's origin, and why it is not a release."""
    return json.dumps(
        {"commit": _git("rev-parse", "--short=12", "HEAD"), "local": list(reasons_against())}
    )


def _git(*words: str) -> str:
    """Return git's output, empty if it fails or is not installed."""
    try:
        asked = subprocess.run(
            ("git", *words), cwd=ROOT, text=True, capture_output=True, check=False
        )
    except FileNotFoundError:
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""
