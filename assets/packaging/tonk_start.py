"""Entry points of `tonk` and `tonk-lab`, in a module with a unique name.

Others may have packages that are called like Tonk's. Where Python finds theirs, one line says so;
``check_packages`` in `game/bundled_data.py` looks at the rest.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec


def tonk() -> int:
    """Run the game or one of its commands."""
    return _run("tonk", "game.cli")


def tonk_lab() -> int:
    """Run the laboratory."""
    return _run("tonk-lab", "ai.lab.cli")


def _run(command: str, module: str) -> int:
    # Else the processes that are started later would import what lies in the current folder.
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        main = import_module(module).main
    except Exception:
        for package in ("game", "ai", "assets"):
            if not _is_ours(package):
                return _complain(command, package)
        raise
    return int(main())


def _is_ours(package: str) -> bool:
    try:
        return hasattr(import_module(package), "__tonk__")
    except Exception:  # noqa: BLE001 - it is somebody else's, and may do anything
        return False


def _complain(command: str, package: str) -> int:
    spec = find_spec(package)
    found = (spec.origin or "a folder of this name") if spec else "nothing"
    advice = "install it in an environment of its own, and look at PYTHONPATH"
    where = f"where Tonk’s package {package} should be"
    print(f"{command}: Python finds {found} {where}: {advice}", file=sys.stderr)
    return 5
