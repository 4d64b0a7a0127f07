"""A family of plain players that differ in a handful of numbers, such as the drop threshold.

``tonk-lab tune`` looks in this family for the numbers that do best under a rule set; what it found
for the presets is kept in ``tuned.json``, and the bot ``tuned`` plays by it. ``tonk-lab arena
--exploit`` looks in it for the best answer to one bot. The registry makes a player of any numbers
by a name such as ``falling:25/1.5/10/0/1/2/8/5/3/2/-1/0/0/0``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property, lru_cache
from math import isfinite
from typing import Any, Final, Self, TypeAlias

from ai.policy import GOING_OUT, Decision, Gains, danger, may_end_turn
from ai.view_reader import ViewReader
from game.broken import own_json
from game.rules.actions import Action, Discard, Hit, Spread
from game.rules.cards import Card
from game.rules.phases import Phase
from game.rules.presets import nearest_preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView

Lay: TypeAlias = Spread | Hit

_DATA: Final = "tuned.json"
_DEFAULT: Final = "standard"
_STANDARD_DEAL: Final = 5
_NEVER: Final = -1.0


@dataclass(frozen=True, slots=True)
class Numbers:
    """What tells two players of the family apart.

    Points are points of the count. What the drop is decided by is given for a standard deal and
    scaled to what the rules deal; rounds are discards at a table of two.
    """

    drop_start: float
    """The count at which it drops before the first discard, every hand being whole."""
    drop_fall: float
    """What that count loses in each round."""
    near_start: float
    """The same where somebody has fewer cards than were dealt…"""
    near_step: float
    """… with so much more for each card that seat holds."""
    near_fall: float
    least: float
    """The count falls no further than this; below 0 it may end in never dropping."""
    keep: float
    """How many chances to come in a pair or a connected two is credited with."""
    wild: float
    """Points that keeping a wild card is worth."""
    caution: float
    """Points lost where a discard surely helps the next seat."""
    take_margin: float
    """Points by which a visible discard must beat an unseen card to be taken."""
    trap: float
    """With a count of no more than this it lies in wait for others to drop…"""
    trap_until: float
    """… before this round."""
    hold_until: float
    """Before this round it holds its spreads back."""
    hit_least: float
    """It hits no card of fewer points than this, unless that goes out."""

    @classmethod
    def read(cls, text: str) -> Self:
        """From numbers with slashes between them; ``ValueError`` says what is allowed."""
        names = [field.name for field in fields(cls)]
        words = text.split("/")
        if len(words) != len(names):
            raise ValueError(f"{len(words)} numbers; allowed are {len(names)}: {'/'.join(names)}")
        numbers = [float(word) for word in words]
        if not all(map(isfinite, numbers)):
            raise ValueError(f"{text}: allowed are finite numbers")
        return cls(*numbers)

    def __str__(self) -> str:
        return "/".join(f"{number:g}" for number in asdict(self).values())


class Parametric:
    """The player of some numbers, or of those found for the preset nearest to the rules."""

    def __init__(self, numbers: Numbers | None = None) -> None:
        self._numbers = numbers

    def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - leaves nothing to chance
        """Decide by the numbers."""
        return _Decision(view, self._numbers or numbers_for(view.rules)).action()


@lru_cache(maxsize=64)
def numbers_for(rules: RuleSet) -> Numbers:
    """The numbers that were found for the preset nearest to ``rules``."""
    found = tuned_numbers()
    return found.get(nearest_preset(rules), found[_DEFAULT])


@lru_cache(maxsize=1)
def tuned_numbers() -> Mapping[str, Numbers]:
    """What tuning found, by preset."""
    return own_json("ai", _DATA, _tuned)


def _tuned(held: Any) -> Mapping[str, Numbers]:  # noqa: ANN401  # what is no such file raises
    """What their file holds; ``ValueError`` and the like where it holds anything else."""
    found = {name: Numbers(**entry["numbers"]) for name, entry in held.items()}
    for numbers in (found[_DEFAULT], *found.values()):
        Numbers.read(str(numbers))
    return found


class _Decision(Decision):
    """What a player of these numbers does at what ``view`` shows.

    It is played by the hundred thousand when numbers are searched for, so it looks at no more than
    the decision in hand.
    """

    def __init__(self, view: SeatView, numbers: Numbers) -> None:
        super().__init__(ViewReader(view))
        self._numbers, self._facts = numbers, self.reader.facts
        self._rounds = 2 * (view.turns + 1) / view.seats

    @cached_property
    def gains(self) -> Gains:
        return Gains(self.reader, self._numbers.wild, with_discard=True)

    def drops(self) -> bool:
        numbers = self._numbers
        if self.reader.count <= numbers.trap and self._rounds < numbers.trap_until:
            return False
        return super().drops()

    def drop_at(self) -> float:
        view, numbers, rounds = self.view, self._numbers, self._rounds
        fewest = min(size for seat, size in enumerate(view.sizes) if seat != view.seat)
        dealt = view.rules.cards_dealt(view.seats)
        if fewest == 0:
            return _NEVER
        if fewest >= dealt:
            count = numbers.drop_start - numbers.drop_fall * rounds
        else:
            many = fewest * _STANDARD_DEAL / dealt
            count = numbers.near_start + numbers.near_step * many - numbers.near_fall * rounds
        return max(count * self._facts.scale * dealt / _STANDARD_DEAL, numbers.least)

    def is_worth_taking(self) -> bool:
        return self.gains.of(self.reader.top) > self.gains.of_unseen() + self._numbers.take_margin

    def lay(self) -> Lay | None:
        """What goes out if that can be seen, else what sheds most."""
        legal = self.view.legal
        spreads = [action for action in legal if isinstance(action, Spread)]
        hits = [action for action in legal if isinstance(action, Hit)]
        if not spreads and not hits:
            return None
        may_end = may_end_turn(self.view)
        if may_end:
            spreads = [] if self._holds_back(spreads) else spreads
            hits = [hit for hit in hits if self._cares_to_hit(hit)]
        lays: list[Lay] = [*spreads, *hits]
        best = max(lays, key=self._worth_of_lay, default=None)
        if best is None or (may_end and self._worth_of_lay(best) <= 0):
            return None
        return best

    def _holds_back(self, spreads: Sequence[Spread]) -> bool:
        """Whether it is too early to lay: never where a lay leaves no more than one card."""
        if self._rounds >= self._numbers.hold_until or self.view.phase is Phase.CHANCE:
            return False
        size = len(self.view.hand)
        return all(
            size - len(spread.cards) > 1 and not self._leaves_a_spread(spread) for spread in spreads
        )

    def _cares_to_hit(self, hit: Hit) -> bool:
        is_dear = self._points(hit.card) >= self._numbers.hit_least
        return is_dear or len(self.view.hand) <= 2 or self.view.phase is Phase.CHANCE

    def _worth_of_lay(self, lay: Lay) -> float:
        """The points that it sheds, less what its wild cards could yet do; spreads go first."""
        size, wild = len(self.view.hand), self._facts.wild
        if isinstance(lay, Hit):
            if size == 1:
                return GOING_OUT
            is_wild = bool(self._facts.pack.bit[lay.card] & wild)
            return 1 + self._points(lay.card) / 100 - is_wild * self._numbers.wild
        if len(lay.cards) == size or self._leaves_a_spread(lay):
            return GOING_OUT
        wilds = (self._facts.pack.mask(lay.cards) & wild).bit_count()
        return sum(map(self._points, lay.cards)) + 2 - wilds * self._numbers.wild

    def _leaves_a_spread(self, spread: Spread) -> bool:
        """Whether all that ``spread`` leaves in hand is another spread."""
        left = len(self.view.hand) - len(spread.cards)
        if left < 3:
            return False
        found = self.reader.law.spreads_in(self.reader.held - self._facts.pack.weigh(spread.cards))
        return any(len(other.cards) == left for other in found)

    def worths_after(self, cards: Sequence[Card]) -> list[float]:
        reader, facts, numbers = self.reader, self._facts, self._numbers
        kept = numbers.keep / max(reader.n_unseen, 1)
        promises, whole = [], 0
        for both, thirds, shed in facts.pairs(reader.hand):
            promises.append((both, kept * shed * (thirds & reader.unseen).bit_count()))
            if thirds & reader.hand:
                whole |= both  # part of a spread that is held back
        after = (reader.seat + 1) % reader.seats
        worths = []
        for card in cards:
            bit = facts.pack.bit[card]
            lost = sum(promise for both, promise in promises if both & bit)
            if bit & facts.wild:
                lost += numbers.wild
            if bit & whole:
                lost += GOING_OUT
            worths.append(facts.points[bit] - lost - numbers.caution * danger(reader, bit, after))
        return worths

    def pick(self, discards: Sequence[Discard], worths: Sequence[float]) -> Discard:
        return max(zip(worths, discards, strict=True), key=lambda each: each[0])[1]

    def _points(self, card: Card) -> int:
        return self._facts.points[self._facts.pack.bit[card]]
