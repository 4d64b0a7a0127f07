"""Shell completion scripts for `tonk`, made by shtab from its parser."""

from __future__ import annotations

import re

from assets.packaging.common import PackagingError
from game.cli.parser import parser


def completions() -> dict[str, str]:
    """Return the scripts by file name."""
    try:
        import shtab
    except ImportError:
        raise PackagingError("shtab is not installed") from None
    bash, zsh = (shtab.complete(parser(), shell=shell).rstrip() for shell in ("bash", "zsh"))
    # Any argument that is not a keyword may be a file.
    bash = bash.replace("complete -o bashdefault ", "complete -o bashdefault -o default ")
    zsh = re.sub(r'^(  "(?:\(\*\))?:.*:|.*:FILE:)"$', r'\1_files"', zsh, flags=re.MULTILINE)
    return {"tonk.bash": f"{bash}\n", "_tonk": f"{zsh}\n"}
