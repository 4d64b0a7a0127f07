"""The values that make up a session: the plan, the standing between hands, and the deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

from game.play.dealer import Cut, Seeds
from game.play.ledger import Ledger
from game.rule_files import NamedRules
from game.rules.cards import STANDARD_PACK, Card, make_pack
from game.rules.presets import preset_like
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from game.rules.seal import Seal, Sealed, order_seed

if TYPE_CHECKING:
    from game.rules.record import HandRecord

HOUSE: Final[Mapping[str, tuple[str, str]]] = {
    "Ada": ("olive black bob #2c7f79 glasses", "dry"),
    "Basil": ("rosy white bald #5d7c3a beard moustache", "warm"),
    "Cleo": ("dark black curls #d0912f earrings", "bold"),
    "Duke": ("brown black hat #34405c moustache tie", "dry"),
    "Etta": ("fair auburn bun #7a4f86 freckles", "warm"),
}
"""The opponents of the house by name: the face, as the settings write one, and the tone of the
remarks.
"""
OPPONENT_NAMES: Final = tuple(HOUSE)
OPPONENTS: Final = 3
"""The generation number of the present opponents. It is raised in each release in which a level
plays differently; results against older generations are kept but never compared with newer ones.
"""
BANKROLL: Final = "bankroll"
"""The first word of the occasion of sessions that are played for a bankroll."""
USUAL_LENGTH: Final = 10
"""Hands of a session whose rules need a length where none was chosen."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the table; ``level`` names the bot that plays, empty for a person."""

    name: str
    level: str = ""

    def __post_init__(self) -> None:
        # A lone surrogate can be typed but not written to a file.
        name = self.name.encode("utf-8", "replace").decode("utf-8")
        object.__setattr__(self, "name", name)

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return not self.level

    @classmethod
    def later(cls, seated: "Sequence[Player]", level: str) -> Self:
        """Return a bot to join the seated players, with a name that none of them has."""
        taken = {player.name for player in seated}
        names = [name for name in OPPONENT_NAMES if name not in taken]
        return cls(names[0] if names else f"{OPPONENT_NAMES[0]} {len(seated)}", level)


@dataclass(frozen=True, slots=True)
class RulesLabel:
    """The name of a session's rules when they were chosen; the rule set may have been deleted
    since.

    ``name`` is that of a preset or of an own set, empty where they had none; ``base`` the preset
    that they come from; ``words`` is what their table calls things.
    """

    name: str = ""
    base: str = "standard"
    note: str = ""
    words: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, named: NamedRules) -> Self:
        """Return what is kept of a rule set that is chosen."""
        return cls(named.name, named.base, named.note, tuple(named.all_words.items()))


NO_LABEL: Final = RulesLabel()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is agreed before the first hand and holds to the end.

    ``players`` stand in the order in which they cut. ``seed_text`` makes the session repeatable.
    ``length`` is the agreed number of hands, None for an open end. Hands of ``practice`` count in
    no statistics. ``first_deal`` is the number of the first hand's deal, if deals are numbered.
    ``occasion`` is what the session is played for besides itself, such as ``daily 2026-11-23``.
    ``opponents`` is the generation number of the opponents, the first if a save does not say.
    ``cut_seed`` decides the cut for the deal, empty if there was none or none yet.
    """

    _OWN_PACK: ClassVar[str] = " own pack"
    """The end of the seed of a cut from the table's own pack; others are from the standard pack."""

    players: tuple[Player, ...]
    rules: RuleSet = field(default_factory=RuleSet)
    seed_text: str | None = None
    length: int | None = None
    cut_seed: str = ""
    label: RulesLabel = NO_LABEL
    practice: bool = False
    first_deal: int | None = None
    occasion: str = ""
    opponents: int = 1

    @property
    def seeds(self) -> Seeds:
        """The source of the session's shuffles."""
        return Seeds(self.seed_text, self.first_deal)

    def ready_to_cut(self) -> Self:
        """Return the plan with a seed for the cut, unless it has one."""
        if self.cut_seed:
            return self
        mark = "" if self._pack_to_cut == STANDARD_PACK else self._OWN_PACK
        return replace(self, cut_seed=self.seeds.for_hand(0) + mark)

    @property
    def cut(self) -> Cut:
        """The cut for the deal and the seats, from the table's own pack (RULES.md §1.2)."""
        is_own = self.cut_seed.endswith(self._OWN_PACK)
        pack = self._pack_to_cut if is_own else STANDARD_PACK
        return Cut.for_deal(len(self.players), self.cut_seed, pack)

    @property
    def _pack_to_cut(self) -> tuple[Card, ...]:
        """The cards of the pack that have a rank; with one rank for all, a standard pack."""
        rules = self.rules
        return make_pack(rules.ranks, rules.suits) if len(rules.ranks) > 1 else STANDARD_PACK

    @property
    def rules_name(self) -> str:
        """The name of the rules: the one they were chosen by, else that of an equal preset."""
        return self.label.name or preset_like(self.rules, self.label.base)

    @property
    def kind(self) -> str:
        """The first word of the occasion; one unfinished table of each kind can be kept.

        A table played for a bankroll counts as an ordinary one.
        """
        word = self.occasion.partition(" ")[0]
        return "" if word == BANKROLL else word


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a session between two hands: the seats, the next dealer, money and points.

    ``big_called`` means that a dealer has called the big one for the rest of the session (RULES.md
    §4.6). ``last_dealer`` dealt the hand before, or is None. ``given_up`` counts the hands left
    unfinished so far. ``sealed`` is the deck of the next hand, None if its seed is predictable.
    Raises ``ValueError`` if the parts do not fit together.
    """

    players: tuple[Player, ...]
    dealer: int
    ledger: Ledger
    big_called: bool = False
    sealed: Sealed | None = None
    last_dealer: int | None = None
    given_up: int = 0

    def __post_init__(self) -> None:
        seats = len(self.players)
        if not 0 <= self.dealer < seats:
            raise ValueError(f"no seat {self.dealer} to deal at a table of {seats}")
        if self.last_dealer is not None and not 0 <= self.last_dealer < seats:
            raise ValueError(f"no seat {self.last_dealer} has dealt at a table of {seats}")
        if not len(self.ledger.bankrolls) == len(self.ledger.points) == seats:
            raise ValueError(f"accounts that are not those of {seats} seats")


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand as it is dealt. Hands are numbered from 1.

    ``nonce`` and ``word`` belong to its seal, None without one. ``start`` is the position, as JSON,
    of a hand that was set up rather than dealt; its deck is empty.
    """

    number: int
    seats: int
    dealer: int
    seed: str
    deck: tuple[Card, ...]
    big_one: bool = False
    bets: SideBets = NO_BETS
    nonce: str | None = None
    word: str | None = None
    start: str = ""

    @property
    def seal(self) -> Seal | None:
        """The seal as the record will show it, None if the deck is not sealed."""
        if self.nonce is None:
            return None
        return Seal.of(self.seed, self.nonce, self.word or "")

    @property
    def order_seed(self) -> str:
        """The seed that the deck is shuffled from."""
        return self.seed if self.nonce is None else order_seed(self.seed, self.word or "")

    @classmethod
    def of_record(cls, record: "HandRecord") -> Self:
        """Return the deal of a record, the first of a session.

        Its seed is the one the deck was shuffled from, client seed included; empty if unknown.
        """
        seed = record.seed or ""
        if record.seed and record.seal:
            seed = order_seed(record.seed, record.seal.client_seed)
        seats = len(record.seats)
        start = record.start.to_json() if record.start else ""
        return cls(
            1, seats, record.dealer, seed, record.deck, record.big_one, record.bets, start=start
        )


def agreed_length(hands: int, rules: RuleSet) -> int | None:
    """Return the length of a session in hands, None for an open end; ``hands`` is the choice, 0 for
    an open end.

    A push-up session ends at its target alone (RULES.md §5.10). If the last hands of another are
    big ones, there must be a last hand (§4.6).
    """
    if rules.is_push_up:
        return None
    if not rules.big_one:
        return hands or None
    return max(hands or USUAL_LENGTH, rules.big_one)


def seed_of_another(text: str | None) -> str | None:
    """Return the seed text of another session like one from ``text``: other hands, just as
    repeatable.
    """
    if text is None:
        return None
    start, mark, number = text.rpartition("#")
    if mark and number.isascii() and number.isdigit():
        return f"{start}#{int(number) + 1}"
    return f"{text}#2"
