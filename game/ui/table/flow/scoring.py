"""Scores and results in words, by the scoring method.

Stakes are paid in money, a scorepad records them as points, and a push-up counts points up to a
target (RULES.md §4.6, §5.10).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.play.ledger import pots_in_play
from game.rules.actions import Hit, Slap
from game.rules.counting import matched_cards
from game.rules.results import Ending
from game.ui.text.language import _, amount_text, signed_text
from game.ui.text.result_words import added_sentence, outcome, why_paid_twice
from game.ui.text.sessions import ante_sentence, outcome_sentence, points_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.play.ledger import Ledger
    from game.play.session import Session
    from game.rules.hand import Hand
    from game.rules.results import Result
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView
    from game.ui.table.flow.pots import Pots
    from game.ui.table.motion.board import Board

MARKS = {"stakes": "coin", "scorepad": "pad", "push_up": "rise"}
"""The mark before a score on a name plate, by scoring method."""


def played_for(rules: RuleSet) -> str:
    """Return what is at stake, in a word or two."""
    if rules.is_push_up and not rules.has_bets:
        return _("Push-up to {points}").format(points=amount_text(rules.push_up_target))
    return _("Stake {money}").format(money=amount_text(rules.stake))


@dataclass(frozen=True, slots=True)
class SessionScores:
    """The scores in a session, and what its hands bring, in words."""

    session: Session

    def on_plates(self, before: Ledger, board: Board, pots: Pots) -> tuple[str, ...]:
        """Return the scores for the name plates, with what has visibly reached each seat.

        ``before`` is the ledger from before the hand on the table.
        """
        view, rules = board.view, self.session.rules
        is_final = view is not None and view.result is not None and board.effects.is_settled
        if view is None or is_final or len(before.points) != view.seats:
            return self._written(self.session.standing.ledger)
        if rules.scoring != "stakes":
            return self._written(before)
        moved = [board.effects.received(seat) + pots.received(seat) for seat in range(view.seats)]
        owned = zip(before.bankrolls, moved, strict=True)
        return tuple(amount_text(own + stakes * rules.stake) for own, stakes in owned)

    def _written(self, ledger: Ledger) -> tuple[str, ...]:
        rules = self.session.rules
        match rules.scoring:
            case "push_up":
                target = amount_text(rules.push_up_target)
                return tuple(f"{amount_text(points)} / {target}" for points in ledger.points)
            case "scorepad":
                return tuple(map(signed_text, ledger.points))
            case _:
                return tuple(map(amount_text, ledger.bankrolls))

    def heads(self) -> tuple[str, str, str, str]:
        """Return the column heads of the settlement."""
        last = _("Wins or loses") if self.session.rules.scoring == "stakes" else _("Points")
        return (_("Player"), _("Cards"), _("Count"), last)

    def brought(self, result: Result, seat: int) -> tuple[str, int]:
        """Return what a finished hand brought a seat, in words, and whether that is good (1), bad
        (-1) or neither.

        The hand has been settled: the standing includes it.
        """
        rules, ledger = self.session.rules, self.session.standing.ledger
        stakes = result.payments[seat] + result.side_payments[seat]
        if rules.is_push_up:
            points, total = result.payments[seat], amount_text(ledger.points[seat])
            return f"+{amount_text(points)} → {total}", -1 if points else 0
        way = (stakes > 0) - (stakes < 0)
        return signed_text(stakes if rules.scoring == "scorepad" else stakes * rules.stake), way

    def explanations(self, result: Result, me: int) -> tuple[str, ...]:
        """Return the settlement's remarks besides payments: the big one, points, every side pot."""
        session = self.session
        hand, rules = session.hand, session.rules
        if hand is None:
            return ()
        lines = list(why_paid_twice(hand, session.names, me))
        if not counts_all(result, hand.turns) and any(
            matched_cards(hand.rules, hand.cards_of(seat)) for seat in range(hand.seats)
        ):
            lines.append(_("Cards in brackets form spreads and don't count."))
        if hand.is_big_one and any(result.payments):
            lines.append(
                _("The big one: all of this is already doubled, side pots aside.")
                if any(result.side_payments)
                else _("The big one: all of this is already doubled.")
            )
        if rules.is_push_up:
            pairs = enumerate(zip(result.payments, result.counts, strict=True))
            lines += [
                added_sentence(points, count, seat, session.names, me)
                for seat, (points, count) in pairs
                if points
            ]
        pots = pots_in_play(hand)
        lines += [outcome_sentence(pot, rules, session.names, me) for pot in pots]
        lines += [ante_sentence(pot, session.names, me) for pot in pots if pot.ante]
        return tuple(lines)

    def sentence(self, hand: Hand, seat: int) -> Callable[[], str]:
        """Return a function that says, for the log, what a hand has brought the player."""
        session = self.session
        if session.rules.is_push_up:
            total = session.standing.ledger.points[seat]
            added = 0 if hand.result is None else hand.result.payments[seat]
            return lambda: _("You add {points}: now {total}.").format(
                points=points_text(added), total=amount_text(total)
            )
        names = session.names
        return lambda: outcome(hand, names, seat).sentence


def counts_all(result: Result, turns: int) -> bool:
    """Return whether every card counts after this ending, ``turns`` turns into the hand.

    A natural's count is that of the whole hand, whatever ``count`` says (RULES.md §5.16).
    """
    return result.ending is Ending.NATURAL or (result.ending is Ending.VOID and not turns)


def was_just_hit(view: SeatView, seat: int) -> bool:
    """Return whether the last move was another seat's hit on a spread of this seat."""
    if not view.moves:
        return False
    move = view.moves[-1]
    if move.seat == seat or not isinstance(move.action, Hit | Slap):
        return False
    return view.spreads[move.action.spread].owner == seat


def dropper_of(view: SeatView) -> int | None:
    """Return the seat whose drop ended the hand, or is about to, if one did."""
    finish = view.finish
    return finish.seat if finish and finish.ending is Ending.DROP else None


def loss_of(result: Result, seat: int) -> int:
    """Return the stakes that a seat pays the others."""
    return sum(paid.stakes for paid in result.transfers if paid.payer == seat)
