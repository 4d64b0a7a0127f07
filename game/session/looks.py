"""What there is to choose from: languages, looks, ways of moving and of holding the cards."""

from typing import Final, Literal, TypeAlias, get_args

Back: TypeAlias = Literal["fans", "lattice", "waves", "compass"]
BACKS: Final[tuple[str, ...]] = get_args(Back)
Cloth: TypeAlias = Literal["jade", "claret", "midnight", "slate"]
CLOTHS: Final[tuple[str, ...]] = get_args(Cloth)
ReducedMotion: TypeAlias = Literal["system", "on", "off"]
REDUCED_MOTIONS: Final[tuple[str, ...]] = get_args(ReducedMotion)
Sort: TypeAlias = Literal["rank", "suit", "groups", "own"]
SORTS: Final[tuple[str, ...]] = get_args(Sort)
LANGUAGES: Final = ("en", "fr", "ja")
SCALES: Final = (75, 200)
"""Least and most that the interface is scaled, in percent."""
