"""Scripts with which shells complete the command `tonk`, made by shtab from its parser."""

from __future__ import annotations

import re

from assets.packaging.common import PackagingError
from game.cli.parser import parser


def completions() -> dict[str, str]:
    """The scripts by the names that they have on their own."""
    try:
        import shtab
    except ImportError:
        raise PackagingError("shtab is not installed") from None
    bash, zsh = (shtab.complete(parser(), shell=shell).rstrip() for shell in ("bash", "zsh"))
    # What is no word of the command is a file, as far as a shell can know.
    bash = bash.replace("complete -o bashdefault ", "complete -o bashdefault -o default ")
    zsh = re.sub(r'^(  "(?:\(\*\))?:.*:|.*:FILE:)"$', r'\1_files"', zsh, flags=re.MULTILINE)
    return {"tonk.bash": f"{bash}\n", "_tonk": f"{zsh}\n"}
