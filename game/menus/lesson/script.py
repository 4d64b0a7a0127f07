"""The script of the lesson: the deals, the moves of each side, and the coach's texts.

It is pure data: cards, actions and sentences. The hands follow the standard rules exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.play.journal import MemoryJournal, Saved
from game.play.ledger import Ledger
from game.play.plan import Deal, Plan, Player, Standing
from game.play.session import Session
from game.rules.actions import Action, Spread, parse_action
from game.rules.presets import STANDARD
from game.ui.shell.keys import key_text
from game.ui.table.input.targets import (
    STOCK_TARGET,
    ButtonTarget,
    CardTarget,
    HandTarget,
    SpreadTarget,
    Target,
)
from game.ui.text.language import N_, _

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.rules.view import SeatView

ME: Final = 0  # the player's seat
ADA: Final = 1  # the opponent's seat


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the lesson: a text of the coach, and what must happen before the next.

    ``does`` is the action expected of the player, as hand records write it; ``instead`` is said
    after another action. Without ``does`` the player reads and continues or, if the step ``waits``,
    watches until the next action is due. ``points`` are the targets that the coach points at.
    Texts name keys by their actions, as in ``{draw}``.
    """

    says: str
    does: str = ""
    instead: str = ""
    waits: bool = False
    points: tuple[Target | HandTarget, ...] = ()

    @property
    def action(self) -> Action | None:
        """The action expected of the player."""
        return parse_action(f"{ME} {self.does}")[1] if self.does else None

    def is_met_by(self, action: Action) -> bool:
        """Return whether an action is the expected one; cards may be selected in any order."""
        wanted = self.action
        if isinstance(wanted, Spread) and isinstance(action, Spread):
            return set(wanted.cards) == set(action.cards)
        return wanted == action


@dataclass(frozen=True, slots=True)
class LessonHand:
    """A hand of the lesson: its cards, texts and moves."""

    dealer: int
    mine: str
    hers: str
    upcard: str
    stock: str
    ada_does: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    ends: str
    """The coach's text beside the settlement."""
    won_before: int = 0
    """The player's winnings before this hand."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The whole pack in dealing order, unused cards last."""
        hands = {ME: self.mine.split(), ADA: self.hers.split()}
        first, second = hands[1 - self.dealer], hands[self.dealer]
        dealt = [card for pair in zip(first, second, strict=True) for card in pair]
        known = [*dealt, self.upcard, *self.stock.split()]
        return (*known, *(card for card in STANDARD.pack() if card not in known))

    def reply(self, view: SeatView) -> Action:
        """Return Ada's next move."""
        done = sum(move.seat == ADA for move in view.moves)
        return parse_action(f"{ADA} {self.ada_does[done]}")[1]


def session_of(number: int, me: str) -> Session:
    """Return a session with a dealt hand of the lesson, of which nothing is saved."""
    part, players = PARTS[number], (Player(me), Player("Ada", "teacher"))
    deal = Deal(number + 1, 2, part.dealer, "0" * 64, part.deck)
    ledger = Ledger.opening(2, STANDARD)
    owned = (ledger.bankrolls[ME] + part.won_before, ledger.bankrolls[ADA] - part.won_before)
    standing = Standing(players, part.dealer, replace(ledger, bankrolls=owned))
    plan = Plan(players, STANDARD)
    return Session.resume(Saved(plan, number, standing, deal), MemoryJournal())


PARTS: Final = (
    LessonHand(
        dealer=ADA,
        mine="5H 6H KS 9C 2D",
        hers="9D 9H 9S JC 4D",
        upcard="QD",
        stock="7H QC 3S 3D",
        ada_does=("draw", "spread 9D 9H 9S", "discard QC", "draw", "discard JC"),
        steps=(
            LessonStep(
                N_(
                    "Welcome to the table! These five cards are yours. Each has its points: an ace "
                    "1, face cards 10, number cards their value. Lowest total wins."
                ),
                points=(HandTarget(),),
            ),
            LessonStep(
                N_(
                    "Your turn! Start by drawing: the top of the stock, or the last discard if you "
                    "like it better. Click the stock, or press {draw}."
                ),
                "draw",
                N_("Maybe next time. For now, draw from the stock."),
                points=(STOCK_TARGET,),
            ),
            LessonStep(
                N_(
                    "A seven! Five, six and seven of hearts make a run. Cards you lay no longer "
                    "count against you. Pick the three (click, or arrows and Space), then press "
                    "Spread ({spread})."
                ),
                "spread 5H 6H 7H",
                N_("Not yet: first lay the five, six and seven of hearts."),
            ),
            LessonStep(
                N_(
                    "Every turn ends with a discard. Ditch the card that costs most: pick the "
                    "king, then click the discard pile or press {discard}."
                ),
                "discard KS",
                N_("The king costs 10 points. Discard it."),
            ),
            LessonStep(N_("Ada's turn. Watch what she does."), waits=True),
            LessonStep(
                N_(
                    "Ada lays three nines: a book, all of one rank. You can add a matching card to "
                    "anyone's spread. That's a hit, and you hold the fourth nine."
                ),
                points=(SpreadTarget(1), CardTarget("9C")),
            ),
            LessonStep(
                N_("First, draw, as on every turn."),
                "draw",
                N_("Draw from the stock first, then play your nine."),
                points=(STOCK_TARGET,),
            ),
            LessonStep(
                N_("Now hit: pick your nine, then click Ada's book or press {hit}."),
                "hit 9C 1",
                N_("First hit Ada's book with your nine."),
            ),
            LessonStep(
                N_("Now discard the three."),
                "discard 3S",
                N_("Keep the two: it costs less. Discard the three."),
            ),
            LessonStep(N_("Ada's turn again."), waits=True),
            LessonStep(
                N_(
                    "You hold 2 points, and Ada's two cards almost certainly add up to more. "
                    "Instead of drawing, you can drop: the hand ends at once, and the lowest count "
                    "wins. Press Drop ({drop})!"
                ),
                "drop",
                N_("You could play on. But with 2 points, drop!"),
                points=(ButtonTarget("drop"),),
            ),
        ),
        ends=N_(
            "You win, and Ada pays you a stake. Lay your very last card too and it's a tonk, which "
            "pays double. On to the next hand."
        ),
    ),
    LessonHand(
        dealer=ME,
        won_before=1,
        mine="AD 3C 4S 2H 5C",
        hers="AS 2S 3D 2C 8D",
        upcard="KC",
        stock="4H",
        ada_does=("draw", "discard 8D"),
        steps=(
            LessonStep(N_("This time you deal, so Ada goes first."), waits=True),
            LessonStep(
                N_(
                    "15 points in five cards is low, so dropping is tempting. But it's a bet: if "
                    "anyone holds as little or less, you're caught. Try it: press Drop ({drop})."
                ),
                "drop",
                N_("That would be wise. But drop this once, just to see what can happen."),
                points=(ButtonTarget("drop"),),
            ),
        ),
        ends=N_(
            "Caught! Ada held only 12, and getting caught costs double. Drop when you are low and "
            "the others are high. Now you know the game!"
        ),
    ),
)
COUNTING: Final = N_("The hand is over. Everyone shows their cards and counts up.")


def said(text: str) -> str:
    """Return a sentence of the script in the player's language, with the player's keys."""
    keys = ("draw", "spread", "discard", "hit", "drop")
    return _(text).format_map({name: key_text(name) for name in keys})
