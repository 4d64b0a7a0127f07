"""What a session is made of, as frozen values: what is agreed, how it stands, what is dealt."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

from game.play.dealer import Seeds
from game.play.ledger import Ledger
from game.rule_files import NamedRules
from game.rules.cards import Card
from game.rules.presets import preset_like
from game.rules.results import NO_BETS, SideBets
from game.rules.ruleset import RuleSet
from game.rules.seal import Seal, Sealed, order_seed

if TYPE_CHECKING:
    from game.rules.record import HandRecord

OPPONENT_NAMES: Final = ("Ada", "Basil", "Cleo", "Duke", "Etta")
OPPONENTS: Final = 3
"""The number of the opponents that play now. It is counted up with each version of the game in
which a level plays otherwise: what older ones did is kept, and compared with nothing that these do.
"""
BANKROLL: Final = "bankroll"
"""The first word of the occasion of sessions that are played for a bankroll."""
USUAL_LENGTH: Final = 10
"""Hands of a session whose rules need a length where none was chosen."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the table; ``level`` names the bot that plays, and is empty for a person."""

    name: str
    level: str = ""

    def __post_init__(self) -> None:
        # Half a surrogate pair can be typed but not be written to a file.
        name = self.name.encode("utf-8", "replace").decode("utf-8")
        object.__setattr__(self, "name", name)

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return not self.level

    @classmethod
    def later(cls, seated: "Sequence[Player]", level: str) -> Self:
        """Return a bot to sit down with those who are there, by a name that none of them has."""
        taken = {player.name for player in seated}
        names = [name for name in OPPONENT_NAMES if name not in taken]
        return cls(names[0] if names else f"{OPPONENT_NAMES[0]} {len(seated)}", level)


@dataclass(frozen=True, slots=True)
class RulesLabel:
    """What the rules of a session were called when they were chosen; their set may be gone since.

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
    ``length`` is the number of hands agreed on, None while they go on as long as they like.
    Hands of ``practice`` count in no statistics. ``first_deal`` is the number of the first hand's
    deal, where deals are numbered. ``occasion`` is what the session is played for, where that is
    more than itself: ``daily 2026-11-23``. ``opponents`` were those of that number, the first of
    all where nobody has said.
    """

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
        """Where the shuffles come from."""
        return Seeds(self.seed_text, self.first_deal)

    @property
    def rules_name(self) -> str:
        """What the rules are called: as they were chosen, or else like the preset that they are."""
        return self.label.name or preset_like(self.rules, self.label.base)

    @property
    def kind(self) -> str:
        """The first word of the occasion: one table of each kind can be left and gone on with.

        That of a bankroll is a usual one.
        """
        word = self.occasion.partition(" ")[0]
        return "" if word == BANKROLL else word


@dataclass(frozen=True, slots=True)
class Standing:
    """How a session stands between two hands: who sits where, who deals next, who owns what.

    ``big_called``: a dealer has called the big one for the rest of the session (RULES.md §4.6).
    ``last_dealer`` dealt the hand before, None where there was none.
    ``given_up`` counts the hands so far that were left unfinished.
    ``sealed`` is the deck of the hand to come, None where its seed can be known beforehand.
    ``ValueError`` where the parts do not fit together.
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

    ``nonce`` and ``word`` are those of its seal, None where it has none. ``start`` is the position,
    as JSON, of a hand that was set up rather than dealt; its deck is empty.
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
        """The seal as the record will show it, None where the deck is not sealed."""
        if self.nonce is None:
            return None
        return Seal.of(self.seed, self.nonce, self.word or "")

    @property
    def order_seed(self) -> str:
        """What the deck is shuffled from."""
        return self.seed if self.nonce is None else order_seed(self.seed, self.word or "")

    @classmethod
    def of_record(cls, record: "HandRecord") -> Self:
        """Return the deal of a record, the first of a session.

        Its seed is what the deck was shuffled from, the word mixed in; empty where nobody knows.
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
    """Return the length of a session for the ``hands`` chosen, 0 for as many as they like.

    Where the last hands are big ones there must be a last hand (RULES.md §4.6).
    """
    if not rules.big_one:
        return hands or None
    return max(hands or USUAL_LENGTH, rules.big_one)


def seed_of_another(text: str | None) -> str | None:
    """Return the seed text of one more session like one from ``text``: other hands, as
    repeatable.
    """
    if text is None:
        return None
    start, mark, number = text.rpartition("#")
    if mark and number.isascii() and number.isdigit():
        return f"{start}#{int(number) + 1}"
    return f"{text}#2"
