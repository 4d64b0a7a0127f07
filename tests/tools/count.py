"""Count the project's vocabulary: files, lines, names at module level, names used twice.

python -m tests.tools.count            prints a table; with --names, also the names
"""

import argparse
import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
_PRODUCT: Final = ("game", "ai", "assets")
_LABORATORY: Final = ROOT / "ai" / "lab"
_COMMANDS: Final = ROOT / "game" / "cli"


def product_files() -> Sequence[Path]:
    """Return every Python file of the product, without the laboratory."""
    found = (path for folder in _PRODUCT for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if not path.is_relative_to(_LABORATORY))


def names_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines at its top level: functions, classes, constants, type
    aliases.
    """
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (each.id for each in targets if isinstance(each, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def shared_names(files: Sequence[Path]) -> Mapping[str, Sequence[Path]]:
    """Return the public class names that two or more files share."""
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for path in files:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path)
    return {name: paths for name, paths in sorted(found.items()) if len(paths) > 1}


def shared_file_names(files: Sequence[Path]) -> Sequence[str]:
    """Return the file names that two or more folders share.

    Names that every folder may have, and those of commands, are left out.
    """
    usual = {"__init__.py", "__main__.py", "make.py", "model.py", "page.py", "words.py"}
    counts = Counter(path.name for path in files if path.parent != _COMMANDS)
    return sorted(name for name, many in counts.items() if many > 1 and name not in usual)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Count the project's vocabulary.")
    parser.add_argument("--names", action="store_true", help="print what is used twice, too")
    options = parser.parse_args()
    files = product_files()
    texts = [path.read_text("utf-8") for path in files]
    names = [name for text in texts for name in names_of(ast.parse(text))]
    classes, file_names = shared_names(files), shared_file_names(files)
    rows = {
        "files": len(files),
        "lines": sum(text.count("\n") for text in texts),
        "names at module level": len(names),
        "public class names in two files": len(classes),
        "file names in two folders": len(file_names),
    }
    for what, many in rows.items():
        print(f"{many:>7,}  {what}")
    if options.names:
        for name, paths in classes.items():
            print(f"{name}: {', '.join(str(path.relative_to(ROOT)) for path in paths)}")
        print(*file_names, sep="\n")


if __name__ == "__main__":
    main()
