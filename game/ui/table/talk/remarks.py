"""The opponents' remarks: what triggers one, who makes it, and what it says.

Remarks are rare, do not soon repeat, and depend on the seed alone. Nobody mocks anybody: winners
are modest, and losers take it lightly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from game.play.dealer import derived_seed
from game.play.opponents import knows_habit
from game.play.plan import HOUSE
from game.rules.hashing import sha256
from game.rules.results import Ending
from game.ui.table.flow.scoring import dropper_of, loss_of, was_just_hit
from game.ui.table.talk.regrets import Regrets, overlooked_win
from game.ui.text.language import N_

if TYPE_CHECKING:
    from game.play.plan import Player
    from game.play.session import Session
    from game.rules.record import HandRecord
    from game.rules.results import Result
    from game.rules.view import SeatView
    from game.saves.settings import Settings
    from game.ui.table.motion.board import Board


class Trigger(StrEnum):
    """The occasion of a remark."""

    CAUGHT = "caught"
    """The speaker's drop was caught."""
    CATCHER = "catcher"
    """The speaker caught a drop."""
    CLOSE_CATCHER = "close_catcher"
    """The speaker caught a drop by at most `NEAR` points."""
    DROPPED_WELL = "dropped_well"
    """The speaker dropped and won."""
    OTHER_DROPPED = "other_dropped"
    """Another seat dropped and won."""
    NEARLY = "nearly"
    """Another seat's drop won by at most `NEAR` points."""
    SURPRISED = "surprised"
    """Another seat's drop won before anybody had a second turn."""
    WENT_OUT = "went_out"
    """The speaker has no cards left."""
    OTHER_WENT_OUT = "other_went_out"
    NATURAL = "natural"
    OTHER_NATURAL = "other_natural"
    HIT = "hit"
    """The speaker's spread was hit."""
    HELD_UP = "held_up"
    """The speaker's spread was hit, and so the speaker may not drop for a while."""
    BIG_LOSS = "big_loss"
    BIG_ONE = "big_one"
    """A hand begins that pays double."""
    LONG_HAND = "long_hand"
    """The stock has run out."""
    OVERLOOKED = "overlooked"
    """The speaker could have gone out with a discard that it left."""
    SHY = "shy"
    """Another seat went out after the speaker had let pass a drop with a very low count."""
    CLUNG = "clung"
    """The speaker kept a pair although the other cards of its rank were gone."""
    BROKE = "broke"
    """The speaker discarded three cards of a rank, one by one."""
    HELD = "held"
    """The speaker lost with a spread in its hand that it could have laid."""


Cause: TypeAlias = tuple[int, Trigger]
"""A seat, and what may trigger its remark."""


class Tone(StrEnum):
    """How a speaker talks."""

    WARM = "warm"
    BOLD = "bold"
    DRY = "dry"


ANYBODY: Final = None
"""Marks a line for speakers of every tone."""

LINES: Final[Mapping[Trigger, tuple[tuple[Tone | None, str], ...]]] = {
    Trigger.CAUGHT: (
        (ANYBODY, N_("I should have waited.")),
        (ANYBODY, N_("That'll teach me.")),
        (Tone.WARM, N_("Oh dear. I was so sure.")),
        (Tone.BOLD, N_("Worth a try!")),
        (Tone.DRY, N_("I've counted better.")),
    ),
    Trigger.CATCHER: (
        (ANYBODY, N_("Not this time.")),
        (Tone.WARM, N_("Tough luck. I had less.")),
        (Tone.BOLD, N_("Brave drop, though.")),
        (Tone.DRY, N_("I had less than I let on.")),
    ),
    Trigger.CLOSE_CATCHER: (
        (ANYBODY, N_("That was close.")),
        (Tone.WARM, N_("Only just enough.")),
        (Tone.BOLD, N_("By a hair!")),
        (Tone.DRY, N_("Couldn't have been closer.")),
    ),
    Trigger.DROPPED_WELL: (
        (ANYBODY, N_("The cards were kind to me.")),
        (ANYBODY, N_("The right moment, for once.")),
        (Tone.WARM, N_("My hands were shaking.")),
        (Tone.WARM, N_("I couldn't wait any longer.")),
        (Tone.BOLD, N_("No point in waiting!")),
        (Tone.BOLD, N_("Somebody had to!")),
        (Tone.DRY, N_("Low enough, as it turns out.")),
        (Tone.DRY, N_("The math worked out.")),
    ),
    Trigger.OTHER_DROPPED: (
        (ANYBODY, N_("Good call.")),
        (ANYBODY, N_("I was holding too much.")),
        (ANYBODY, N_("You can't win them all.")),
        (Tone.WARM, N_("Nicely done.")),
        (Tone.BOLD, N_("Just wait till the next one!")),
        (Tone.DRY, N_("I had other plans.")),
    ),
    Trigger.NEARLY: (
        (ANYBODY, N_("So close!")),
        (ANYBODY, N_("One more turn would have done it.")),
        (Tone.WARM, N_("Oh, I was almost there.")),
        (Tone.BOLD, N_("Next one's mine!")),
        (Tone.DRY, N_("So near and yet so far.")),
    ),
    Trigger.SURPRISED: (
        (ANYBODY, N_("Already? I'd barely looked.")),
        (Tone.WARM, N_("Wow, that was quick!")),
        (Tone.BOLD, N_("So soon? Hats off.")),
        (Tone.DRY, N_("I was still sorting.")),
    ),
    Trigger.WENT_OUT: (
        (ANYBODY, N_("It all fit, for once.")),
        (Tone.WARM, N_("Well, look at that!")),
        (Tone.BOLD, N_("Not one card left!")),
        (Tone.DRY, N_("All gone.")),
    ),
    Trigger.OTHER_WENT_OUT: (
        (ANYBODY, N_("I didn't see that coming.")),
        (Tone.WARM, N_("Beautifully played.")),
        (Tone.DRY, N_("And I was collecting so patiently.")),
    ),
    Trigger.NATURAL: (
        (ANYBODY, N_("I didn't do a thing!")),
        (Tone.WARM, N_("What a gift!")),
        (Tone.DRY, N_("Some hands play themselves.")),
    ),
    Trigger.OTHER_NATURAL: (
        (ANYBODY, N_("Nothing I could do.")),
        (Tone.WARM, N_("Dealt the win, lucky you!")),
    ),
    Trigger.HIT: (
        (ANYBODY, N_("Oh! I liked it the way it was.")),
        (Tone.WARM, N_("Be my guest.")),
        (Tone.BOLD, N_("There's always room for one more.")),
        (Tone.DRY, N_("Oh, so that's how we play.")),
    ),
    Trigger.HELD_UP: (
        (ANYBODY, N_("There goes my drop.")),
        (Tone.WARM, N_("Time for a coffee, then.")),
        (Tone.BOLD, N_("Ouch! Right where it hurts.")),
        (Tone.DRY, N_("Wake me when I can drop.")),
    ),
    Trigger.BIG_LOSS: (
        (ANYBODY, N_("That one was expensive.")),
        (Tone.WARM, N_("My wallet will remember this one.")),
        (Tone.BOLD, N_("Easy come, easy go.")),
        (Tone.DRY, N_("Matchsticks next time, please.")),
    ),
    Trigger.BIG_ONE: (
        (ANYBODY, N_("Now it counts double.")),
        (Tone.BOLD, N_("At last, the big one!")),
    ),
    Trigger.LONG_HAND: (
        (ANYBODY, N_("That was a long one.")),
        (Tone.WARM, N_("We've gone through the whole stock!")),
        (Tone.DRY, N_("Everybody was waiting. Me too.")),
    ),
    Trigger.OVERLOOKED: (
        (ANYBODY, N_("I could have gone out!")),
        (Tone.WARM, N_("Oh no, it was all there!")),
        (Tone.DRY, N_("I looked straight past it.")),
    ),
    Trigger.SHY: (
        (ANYBODY, N_("I should have dropped.")),
        (Tone.BOLD, N_("Next time I'm dropping!")),
        (Tone.DRY, N_("One turn too polite.")),
    ),
    Trigger.CLUNG: (
        (ANYBODY, N_("That card was long gone.")),
        (Tone.WARM, N_("And I was so sure one would come.")),
    ),
    Trigger.BROKE: (
        (ANYBODY, N_("I threw away three of a kind.")),
        (Tone.DRY, N_("I should keep what goes together.")),
    ),
    Trigger.HELD: (
        (ANYBODY, N_("I was saving that one.")),
        (Tone.BOLD, N_("I had a surprise ready!")),
    ),
}

_BY_STYLE: Final = {
    "hustler": Tone.BOLD,
    "hitter": Tone.BOLD,
    "cautious": Tone.DRY,
    "hoarder": Tone.DRY,
}


def tone_of(name: str, bot: str) -> Tone:
    """Return the tone of a player: by the playing style of its level, else by its name."""
    style = bot.rpartition("/")[2]
    if style in _BY_STYLE:
        return _BY_STYLE[style]
    if name in HOUSE:
        return Tone(HOUSE[name][1])
    letters = sha256(name.encode("utf-8", "replace")).digest()
    return list(Tone)[letters[0] % len(Tone)]


def lines_for(trigger: Trigger, tone: Tone) -> tuple[str, ...]:
    """Return the lines that a speaker of this tone may say."""
    return tuple(text for whose, text in LINES[trigger] if whose in {ANYBODY, tone})


NEAR: Final = 3
"""A nearly winning count is at most this many points above the lowest."""

_REGRETS: Final[Mapping[Trigger, Callable[[Regrets], bool]]] = {
    Trigger.SHY: Regrets.was_shy,
    Trigger.CLUNG: Regrets.waited_for_what_was_gone,
    Trigger.BROKE: Regrets.threw_three_of_a_kind,
    Trigger.HELD: Regrets.held_a_spread,
}


def at_start(view: SeatView) -> Iterator[Cause]:
    """Yield the triggers of a deal."""
    if view.is_big_one and view.result is None:
        yield from ((seat, Trigger.BIG_ONE) for seat in range(view.seats))


def after_move(view: SeatView) -> Iterator[Cause]:
    """Yield the triggers of the last move."""
    if view.result is not None:
        return
    for seat in range(view.seats):
        if was_just_hit(view, seat):
            yield seat, Trigger.HELD_UP if view.waits[seat] else Trigger.HIT


def at_end(view: SeatView, record: HandRecord | None = None) -> Iterator[Cause]:
    """Yield the triggers of an ending; ``record`` is the hand's, if known."""
    if view.result is None:
        return
    for seat in range(view.seats):
        trigger = _ending_for(view, seat, view.result)
        if trigger is not None:
            yield seat, trigger
        if seat in view.result.winners:
            continue
        if view.result.ending in {Ending.NATURAL, Ending.STOCKOUT, Ending.VOID}:
            continue  # it was nobody's fault
        if record is not None and overlooked_win(record, seat):
            yield seat, Trigger.OVERLOOKED
        for regret, is_so in _REGRETS.items():
            if is_so(Regrets(view, seat, record)):
                yield seat, regret


def _ending_for(view: SeatView, seat: int, result: Result) -> Trigger | None:
    if result.ending is Ending.CAUGHT and seat == dropper_of(view):
        return Trigger.CAUGHT
    if loss_of(result, seat) >= 4:  # stakes
        return Trigger.BIG_LOSS
    if result.ending in {Ending.STOCKOUT, Ending.VOID}:
        return Trigger.LONG_HAND if view.turns else None
    if seat in result.winners:
        if result.ending is Ending.CAUGHT:
            dropper = dropper_of(view)
            is_near = dropper is not None and result.counts[dropper] - result.counts[seat] <= NEAR
            return Trigger.CLOSE_CATCHER if is_near else Trigger.CATCHER
        return {
            Ending.NATURAL: Trigger.NATURAL,
            Ending.TONK: Trigger.WENT_OUT,
            Ending.OUT: Trigger.WENT_OUT,
            Ending.DOUBLE_DOUBLE: Trigger.WENT_OUT,
            Ending.DROP: Trigger.DROPPED_WELL,
        }.get(result.ending)
    if result.ending is Ending.DROP:
        return _beaten_by_drop(view, seat, result)
    return {
        Ending.NATURAL: Trigger.OTHER_NATURAL,
        Ending.TONK: Trigger.OTHER_WENT_OUT,
        Ending.OUT: Trigger.OTHER_WENT_OUT,
        Ending.DOUBLE_DOUBLE: Trigger.OTHER_WENT_OUT,
    }.get(result.ending)


def _beaten_by_drop(view: SeatView, seat: int, result: Result) -> Trigger:
    """Return the trigger of a seat that another seat's drop has beaten."""
    if view.turns < view.seats:
        return Trigger.SURPRISED
    is_near = result.counts[seat] - min(result.counts) <= NEAR
    return Trigger.NEARLY if is_near else Trigger.OTHER_DROPPED


class Remark(NamedTuple):
    """A seat's line, not yet translated."""

    seat: int
    text: str


class Talk:
    """The remarks of one session: at most one a hand, seldom in two consecutive hands."""

    _MODEST: Final = 4
    """Hands before a player mentions its own luck again."""
    _PROUD: Final = frozenset(
        {Trigger.DROPPED_WELL, Trigger.WENT_OUT, Trigger.CATCHER, Trigger.CLOSE_CATCHER}
    )
    _CHANCES: Final = {
        Trigger.CAUGHT: 0.8,
        Trigger.BIG_LOSS: 0.8,
        Trigger.HIT: 0.15,
        Trigger.OVERLOOKED: 1.0,
    }

    def __init__(self) -> None:
        self._last = -1
        """The number of the last hand with a remark."""
        self._is_big = False
        """Whether the last hand was a big one; only the first big one is remarked on."""
        self._said: deque[str] = deque(maxlen=12)  # none of these is repeated
        self._proud: dict[str, int] = {}
        """The last hand in which each player mentioned its own luck, by name."""

    def at_start(self, view: SeatView, table: TalkTable) -> Remark | None:
        """Return a remark on the deal."""
        was_big, self._is_big = self._is_big, view.is_big_one
        if was_big:
            return None
        return self._spoken(at_start(view), table, "start")

    def after_move(self, view: SeatView, table: TalkTable) -> Remark | None:
        """Return a remark on the last move."""
        return self._spoken(after_move(view), table, f"move {len(view.moves)}")

    def at_end(self, view: SeatView, table: TalkTable) -> Remark | None:
        """Return a remark on the ending."""
        record = table.record() if table.record else None
        return self._spoken(at_end(view, record), table, "end")

    def _spoken(self, causes: Iterable[Cause], table: TalkTable, when: str) -> Remark | None:
        if table.number == self._last:
            return None
        dice = Random(derived_seed(table.seed, "remark", when))
        found = [cause for cause in causes if self._may_speak(cause, table)]
        if not found:
            return None
        seat, trigger = dice.choice(found)
        # Speak less in the hand after a remark.
        again = 0.4 if table.number == self._last + 1 else 1.0
        if dice.random() >= self._CHANCES.get(trigger, 0.5) * again:
            return None
        player = table.players[seat]
        lines = lines_for(trigger, tone_of(player.name, player.level))
        fresh = [line for line in lines if line not in self._said]
        if not fresh:
            return None
        return self._noted(Remark(seat, dice.choice(fresh)), trigger, table)

    def _may_speak(self, cause: Cause, table: TalkTable) -> bool:
        """Return whether a seat may speak: a bot that has not just mentioned its luck."""
        seat, trigger = cause
        player = table.players[seat]
        last = self._proud.get(player.name, -self._MODEST)
        is_modest = trigger not in self._PROUD or table.number - last >= self._MODEST
        return not player.is_human and is_modest

    def _noted(self, remark: Remark, trigger: Trigger, table: TalkTable) -> Remark:
        self._last = table.number
        self._said.append(remark.text)
        if trigger in self._PROUD:
            self._proud[table.players[remark.seat].name] = table.number
        return remark


class TalkTable(NamedTuple):
    """What remarks depend on: the players, the number and seed of the hand, and a function that
    returns its record once it is over.
    """

    players: Sequence[Player]
    number: int
    seed: str
    record: Callable[[], HandRecord] | None = None


class TableTalk:
    """Opponents' remarks at one table, and their glances while they think."""

    def __init__(
        self,
        session: Session,
        board: Board,
        greeting: Callable[[], str] = str,
        *,
        may_talk: bool = True,
    ) -> None:
        """``greeting`` returns what an opponent says before the first hand, or ""."""
        self._session, self._board, self._may_talk = session, board, may_talk
        self._greeting = greeting
        self._talk = Talk()
        self._dealt = 0
        """The number of the last hand whose deal was shown."""
        self._moves = 0
        self._has_ended = True

    def keep_up(self, settings: Settings) -> bool:
        """Follow the table; True if somebody says something."""
        view = self._board.view
        if settings.speed == "instant" or view is None:
            self._board.effects.lamp.keep(False)
            self._board.effects.gazes.clear()
            self._board.effects.glances.keep(False)
            self._board.effects.blinks.keep(False)
            return False
        is_thinking = view.result is None and not self._board.is_scene and view.turn != view.seat
        self._board.effects.glances.keep(is_thinking and not self._board.is_calm)
        is_alive = not (self._board.is_scene or self._board.is_calm)
        self._board.effects.blinks.keep(is_alive)
        self._board.effects.lamp.keep(not self._board.is_calm)
        remark = self._heard(view)
        if not (settings.remarks and self._may_talk):
            self._board.effects.speech = None
        elif remark is not None:
            name = self._session.names[remark.seat]
            self._board.effects.speak(remark.seat, name, remark.text)
        return remark is not None

    def _heard(self, view: SeatView) -> Remark | None:
        """Return a remark on what has happened since the last call, if any."""
        board, table = self._board, self._table()
        if board.is_scene:
            return None
        if table.number != self._dealt:
            return self._heard_deal(view, table)
        if board.effects.is_settled and not self._has_ended:
            self._has_ended = True
            return self._talk.at_end(view, table)
        if len(view.moves) > self._moves:
            self._moves = len(view.moves)
            return self._talk.after_move(view, table)
        return None

    def _heard_deal(self, view: SeatView, table: TalkTable) -> Remark | None:
        """Return a remark on a deal, which naturals may have ended at once, if any."""
        is_over = view.result is not None
        if is_over and not self._board.effects.is_settled:
            return None
        self._dealt, self._moves, self._has_ended = table.number, len(view.moves), is_over
        if view.moves:
            return None
        on_cards = self._talk.at_end if is_over else self._talk.at_start
        return self._greeted(table) or on_cards(view, table)

    def _greeted(self, table: TalkTable) -> Remark | None:
        """Return the greeting of an opponent who remembers the player, before the first hand."""
        if table.number != 1 or not self._may_talk:
            return None
        bots = [seat for seat, player in enumerate(table.players) if not player.is_human]
        knowing = [seat for seat in bots if knows_habit(table.players[seat].level)]
        text = N_("I know you: you drop early.") if knowing else self._greeting()
        return Remark((knowing or bots)[0], text) if text and bots else None

    def _table(self) -> TalkTable:
        session = self._session
        seed = "" if session.deal is None else session.deal.seed
        record = session.record if session.hand is not None else None
        return TalkTable(session.players, session.number, seed, record)
