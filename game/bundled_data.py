"""The game's own data files beside its code, and the error for missing or damaged ones."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")

PACKAGES: Final = ("game", "ai", "assets")
"""The names of the game's packages, which others may use, too."""
BUILD_NOTE: Final = "build.json"
"""The file beside this one in a standalone program: its commit, and why it is not a release."""
CHECKSUM: Final = "sha256"
"""The key in a JSON file with the checksum of its other keys."""


class BrokenGameError(Exception):
    """A file that belongs to the game is missing or damaged; ``name`` is its path in the game."""

    def __init__(self, name: str, why: str = "is missing or damaged") -> None:
        self.name, self.why = name, why
        super().__init__(name, why)  # so that it can be pickled

    def __str__(self) -> str:
        return f"{self.name} {self.why}; reinstall the game"


class ForeignPackageError(BrokenGameError):
    """Python finds another project's package in place of one of the game's."""

    def __str__(self) -> str:
        advice = "install it in an environment of its own, and look at PYTHONPATH"
        return f"Python finds {self.why} where Tonk’s package {self.name} should be: {advice}"


def check_packages() -> None:
    """Raise ``ForeignPackageError`` if one of the game's packages belongs to another project."""
    from importlib import import_module
    from importlib.util import find_spec

    if getattr(sys, "frozen", False):
        return
    home = Path(__file__).resolve().parents[1]
    for name in PACKAGES:
        try:
            spec = find_spec(name)
            found = (spec.origin or "a folder of this name") if spec else "nothing"
            is_own = (home / name / "__init__.py").samefile(found)
            if is_own and hasattr(import_module(name), "__tonk__"):
                continue
        except (ImportError, ValueError, OSError) as error:
            found = str(error)
        raise ForeignPackageError(name, found)


class Drawings(Mapping[str, str]):
    """The drawings in a folder of `assets/`: their titles, written in the files, by name.

    One without a title goes by its name. The ``usual`` one comes first, and is there even if its
    file is missing. To ask for a name looks for that file alone, since the first frame waits for
    the settings.
    """

    def __init__(self, folder: str, usual: str) -> None:
        self._folder, self._usual = folder, usual

    @property
    def _folders(self) -> Iterator[Path]:
        with suppress(ModuleNotFoundError):
            import assets

            yield from (Path(home, self._folder) for home in assets.__path__)

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        found = {self._usual: self._usual}
        for path in sorted(path for folder in self._folders for path in folder.glob("*.svg")):
            with suppress(OSError):
                text = path.read_text("utf-8", errors="replace")
                title = text.partition("<title>")[2].partition("</title>")[0]
                found[path.stem] = title or path.stem
        return found

    def __getitem__(self, name: str) -> str:
        return self._titles[name]

    def __contains__(self, name: object) -> bool:
        if name == self._usual:
            return True
        is_name = isinstance(name, str) and name.isidentifier()
        return is_name and any((each / f"{name}.svg").is_file() for each in self._folders)

    def __iter__(self) -> Iterator[str]:
        return iter(self._titles)

    def __len__(self) -> int:
        return len(self._titles)


def own_data(package: str, name: str, read: Callable[[bytes], T]) -> T:
    """Return what ``read`` returns for a file beside a package's code.

    Raises ``BrokenGameError`` if the file is missing, or if ``read`` fails on it.
    """
    from importlib.resources import files

    try:
        return read(files(package).joinpath(name).read_bytes())
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        raise BrokenGameError(f"{package.replace('.', '/')}/{name}") from None


def own_json(package: str, name: str, read: Callable[[Any], T]) -> T:  # Any: JSON, to be looked at
    """Read a JSON file beside a package's code that ``summed`` made, and verify its checksum.

    Raises ``BrokenGameError`` as ``own_data`` does.
    """
    return own_data(package, name, lambda data: read(_unsummed(data)))


def summed(held: Mapping[str, object]) -> dict[str, object]:
    """Return the contents of a file of the game with their checksum."""
    import json

    from game.rules.hashing import sha256

    bare = {key: value for key, value in held.items() if key != CHECKSUM}
    text = json.dumps(bare, sort_keys=True)
    return {CHECKSUM: sha256(text.encode()).hexdigest()[:32], **bare}


def _unsummed(data: bytes) -> dict[str, object]:
    from game.rules.untrusted_input import json_of

    held = json_of(data)
    if not isinstance(held, dict) or summed(held) != held:
        raise ValueError(CHECKSUM)
    del held[CHECKSUM]
    return held
