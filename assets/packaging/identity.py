"""The publisher of Tonk and its addresses: `identity.toml`, and the names that follow from it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Identity:
    """The publisher: account, name, page, list of issues, mail address."""

    owner: str
    name: str
    homepage: str
    issues: str
    contact: str

    @property
    def is_placeholder(self) -> bool:
        """Whether the publisher is still a placeholder."""
        return any(
            "owner-placeholder" in value
            for value in (self.owner, self.name, self.homepage, self.issues, self.contact)
        )

    @property
    def developer_id(self) -> str:
        """The account as AppStream writes it: no part of an id has a hyphen or begins with a digit,
        says the D-Bus specification.
        """
        part = self.owner.lower().replace("-", "_")
        return f"io.github.{'_' if part[0].isdigit() else ''}{part}"

    @property
    def app_id(self) -> str:
        """The id of the application, and the name of its desktop entry, icons and metainfo."""
        return f"{self.developer_id}.tonk"

    @property
    def bundle_id(self) -> str:
        """The id of the application on macOS, which allows hyphens and no underscores."""
        return f"io.github.{self.owner.lower()}.tonk"

    @property
    def maintainer(self) -> str:
        """The maintainer's name and mail address."""
        return f"{self.name} <{self.contact}>"

    @property
    def pictures(self) -> str:
        """The address of a version's screenshots, with `@VERSION@` for its number."""
        return f"{self.homepage}/raw/v@VERSION@/assets/screenshots"


IDENTITY: Final = Identity(
    **tomllib.loads(Path(__file__).with_name("identity.toml").read_text(encoding="utf-8"))
)
