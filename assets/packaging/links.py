"""Links in documents that are shown elsewhere: on the pages of a release and of a package index.

Also hatchling's metadata hook, which gives the package the README with such links.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any


def absolute(text: str, homepage: str, version: str) -> str:
    """Return Markdown whose links to files of the project lead to that version's on its page."""

    def at_tag(link: re.Match[str]) -> str:
        mark, words, path = link.groups()
        return f"{mark}[{words}]({homepage}/{'raw' if mark else 'blob'}/v{version}/{path})"

    return re.sub(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)", at_tag, text)


def get_metadata_hook() -> type[Any]:
    """Return the metadata hook to hatchling."""
    from hatchling.metadata.plugin.interface import MetadataHookInterface

    class ReadmeHook(MetadataHookInterface):  # type: ignore[misc, unused-ignore]  # has no types here
        """A metadata hook that sets the package's description."""

        def update(self, metadata: dict[str, Any]) -> None:
            text = Path(self.root, "README.md").read_text("utf-8")
            homepage, version = metadata["urls"]["Homepage"], metadata["version"]
            metadata["readme"] = {
                "content-type": "text/markdown",
                "text": absolute(text, homepage, version),
            }

    return ReadmeHook
