"""Packages with opponents, installed into a folder without an installer."""

from collections.abc import Mapping
from pathlib import Path


def install(folder: Path, package: str, points: Mapping[str, str], **modules: str) -> Path:
    """Put modules there, and what an installer writes about their entry points."""
    about = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    about.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    lines = [f"{name} = {target}" for name, target in points.items()]
    about.joinpath("entry_points.txt").write_text(
        "\n".join(("[tonk.bots]", *lines, "")), encoding="utf-8"
    )
    for name, text in modules.items():
        folder.joinpath(f"{name}.py").write_text(text, encoding="utf-8")
    return folder
