"""Naturals, the dealt hands that win at once: the entries of the ``naturals`` key (RULES.md
§5.2).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias, get_args

Matcher: TypeAlias = Literal["count", "at_most", "all_faces"]
When: TypeAlias = Literal["deal", "turn"]
Tie: TypeAlias = Literal["void", "eldest", "all_paid", "split"]
MATCHERS: Final[tuple[Matcher, ...]] = get_args(Matcher)
TIES: Final[tuple[Tie, ...]] = get_args(Tie)

NATURAL_ALLOWED: Final = (
    '{"match": {"count": n} or {"at_most": n} or {"all_faces": true}, "pays": 1 or more, '
    '"rank": whole number, "low_wins": true or false, "when": "deal" or "turn", '
    '"open": true or false, "tie": "void", "eldest", "all_paid" or "split"}'
)


@dataclass(frozen=True, slots=True)
class Natural:
    """One kind of natural: the hands that it matches and the stakes that every other seat pays.

    ``value`` is the count that ``count`` and ``at_most`` compare with, 0 for ``all_faces``. ``tie``
    settles a tie if all tied entries name the same; None leaves it to ``natural_tie``.
    """

    match: Matcher
    value: int
    pays: int
    rank: int = 0
    low_wins: bool = False
    when: When = "deal"
    open: bool = True
    tie: Tie | None = None

    def matches(self, count: int, all_faces: bool) -> bool:
        """Return whether a dealt hand with this count, of face cards only or not, is this
        natural.
        """
        match self.match:
            case "count":
                return count == self.value
            case "at_most":
                return count <= self.value
            case "all_faces":
                return all_faces

    def to_mapping(self) -> dict[str, object]:
        """Return the entry as rule-set files and records hold it, without defaults."""
        matcher: object = True if self.match == "all_faces" else self.value
        entry: dict[str, object] = {"match": {self.match: matcher}, "pays": self.pays}
        defaults = {"rank": 0, "low_wins": False, "when": "deal", "open": True, "tie": None}
        kept = {key: getattr(self, key) for key, usual in defaults.items()}
        return entry | {key: value for key, value in kept.items() if value != defaults[key]}

    @classmethod
    def of_count(
        cls, value: int, pays: int = 2, *, rank: int = 0, when: When = "deal", is_open: bool = True
    ) -> Self:
        """Return a natural for hands that count exactly ``value``."""
        return cls("count", value, pays, rank=rank, when=when, open=is_open)

    @classmethod
    def at_most(
        cls,
        value: int,
        pays: int = 2,
        *,
        rank: int = 0,
        low_wins: bool = False,
        tie: Tie | None = None,
    ) -> Self:
        """Return a natural for hands that count ``value`` or less."""
        return cls("at_most", value, pays, rank=rank, low_wins=low_wins, tie=tie)

    @classmethod
    def from_mapping(cls, entry: object) -> Self:
        """Read one entry; raise ``ValueError`` if it is not one."""
        if isinstance(entry, cls):
            return entry
        if (
            not isinstance(entry, Mapping)
            or not entry.keys() <= {"match", "pays", "rank", "low_wins", "when", "open", "tie"}
            or not {"match", "pays"} <= entry.keys()
        ):
            raise ValueError(entry)
        match, value = cls._matcher(entry["match"])
        when, rank, low_wins, is_open = (
            entry.get("when", "deal"),
            entry.get("rank", 0),
            entry.get("low_wins", False),
            entry.get("open", True),
        )
        fits = cls._is_whole(entry["pays"], 1) and type(rank) is int and when in ("deal", "turn")
        if not fits or not isinstance(low_wins, bool) or not isinstance(is_open, bool):
            raise ValueError(entry)
        if "tie" in entry and entry["tie"] not in TIES:
            raise ValueError(entry)
        return cls(match, value, entry["pays"], rank, low_wins, when, is_open, entry.get("tie"))

    def is_same(self, other: "Natural") -> bool:
        """Return whether both match the same hands at the same time."""
        return (self.match, self.value, self.when) == (other.match, other.value, other.when)

    @staticmethod
    def _matcher(match: object) -> tuple[Matcher, int]:
        if not isinstance(match, Mapping) or len(match) != 1:
            raise ValueError(match)
        (name, value), *_ = match.items()
        if name == "all_faces" and value is True:
            return "all_faces", 0
        if name in ("count", "at_most") and Natural._is_whole(value, 0):
            return name, value
        raise ValueError(match)

    @staticmethod
    def _is_whole(value: object, least: int) -> bool:
        return type(value) is int and value >= least


DEFAULT_NATURALS: Final = (Natural.of_count(49), Natural.of_count(50))
