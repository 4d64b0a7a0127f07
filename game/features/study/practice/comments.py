"""The coach at the practice table: a comment after each move, and a bar of chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.ui.table.input.targets import CardTarget
from game.ui.table.painting.coach_overlay import ChancesLook, HintLook, targets_of
from game.ui.text.hints import AdviceWords, within
from game.ui.text.language import N_, _, percent_text
from game.ui.viewer.coach_question import CoachQuestion
from game.verdicts import BEST, GOOD_ENOUGH, SURE, unit_of, verdict

if TYPE_CHECKING:
    from game.play.advice import Advised
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.shell.scene import Stage


class MoveComments:
    """Comments on each of the player's moves once its value is known.

    The coach starts when the player is asked, so that little is left to compute after the move.
    A move gets a word in the end, unless the next one is made before it is judged.
    """

    _LONGEST: Final = 5.0
    """The seconds that the coach works on a question at most."""
    _SILENT_FOR: Final = 0.5
    """The seconds after a move before the coach is said to be thinking."""
    _LONGEST_FRAME: Final = 1.0
    """The seconds between two looks that count at most. More pass only while nobody looks: a menu
    is open, or the machine sleeps.
    """
    _CHANCES: Final = (
        # TRANSLATORS: how likely a hand is won, as the name of a bar.
        ("win", N_("Win"), "toggle_on"),
        # TRANSLATORS: how likely the player is caught dropping, as the name of a bar.
        ("caught", N_("Caught"), "loss"),
        # TRANSLATORS: how likely the player tonks, as the name of a bar.
        ("tonk", N_("Tonk"), "gold"),
    )

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._view: SeatView | None = None
        self._seed = 0
        self._question: CoachQuestion | None = None
        self._known: Advised | None = None
        """The latest advice certain enough to show its chances."""
        self._made: Action | None = None
        """The move being judged."""
        self._passed = self._began = self._left = 0.0
        """The seconds since the player was asked or has moved, those before the coach was asked,
        and those for which a comment still stands.
        """
        self._looked = stage.services.clock()
        self._next: tuple[SeatView, int] | None = None
        """The decision, and its seed, that the player came to while a move was being judged."""
        self._says: tuple[str, Action | None] = ("", None)

    def think(self, view: SeatView, seed: int) -> None:
        """Think about a decision of the player, once the last move has been judged."""
        if self._made is not None:
            self._next = view, seed
        elif self._view != view:
            self._view, self._seed, self._next = view, seed, None
            self._begin()
            self._ask(view, None)

    def _begin(self) -> None:
        self._passed = self._began = 0.0
        self._looked = self._stage.services.clock()

    def _pass(self, dt: float) -> None:
        """Count the seconds since the last look, those of slow frames in full."""
        looked, self._looked = self._looked, self._stage.services.clock()
        self._passed += max(dt, min(self._looked - looked, self._LONGEST_FRAME))

    @property
    def _is_thinking(self) -> bool:
        """Whether it is said that the coach is thinking."""
        return self._made is not None and self._passed >= self._SILENT_FOR

    def has_played(self, action: Action, now: SeatView) -> None:
        """Judge a move if it was thought about; ``now`` is the player's view after it."""
        self._says = ("", None)
        if self._next is not None:  # the move before has taken too long to be judged
            self._made = None
            self.think(*self._next)
        view = self._view
        if view is None or len(view.legal) < 2 or self._made is not None:
            return
        made = now.moves[len(view.moves) : len(view.moves) + 1]
        if made and (made[0].seat, made[0].action) == (view.seat, action):
            self._made = action
            self._begin()
            self._judge(is_over=False)
            if not self._is_asking:
                self._made = None

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if the picture changes."""
        before = self._says, self._known, self._is_thinking
        self._left = max(0.0, self._left - dt)
        if not self._left:
            self._says = ("", None)
        question = self._question
        if question is not None and question.is_open:
            self._pass(dt)
            question.poll(dt)
            is_over = question.is_over or self._passed - self._began >= self._LONGEST
            if question.latest is not None and (is_over or question.is_known):
                self._known = question.latest
            if self._made is not None:
                self._judge(is_over=is_over)
            elif is_over or self._known is question.latest is not None:
                question.close()
        if self._made is None and self._next is not None:
            self.think(*self._next)
        return before != (self._says, self._known, self._is_thinking)

    @property
    def _is_asking(self) -> bool:
        """Whether the coach is at work."""
        return self._question is not None and self._question.is_open

    def _ask(self, view: SeatView, actions: tuple[Action, ...] | None) -> None:
        self._stop()
        self._question = CoachQuestion(self._stage, view, self._seed, actions)

    def _judge(self, *, is_over: bool) -> None:
        """Comment on the move if its cost is certain; else have it compared with the best alone, or
        go on where the coach has given up. ``is_over``: nothing more will be found.
        """
        question, made, view = self._question, self._made, self._view
        if question is None or made is None or view is None:
            return
        found = question.latest
        if found is None:
            if not question.is_open:
                self._ask(view, None)
            elif is_over:
                self._say(_("The coach has no answer."), None)
            return
        ranked = [each.action for each in found.values]
        best, rival, *_others = dict.fromkeys((ranked[0], made, *ranked, *view.legal))
        is_compared = made == best or {*ranked} == {best, made}
        if is_compared and (question.is_known or self._is_clear(question, made, is_over=is_over)):
            self._tell(found, view, made)
        elif is_compared and is_over:
            self._say(_("Too close to call."), None)
        elif not is_compared or not question.is_open:
            self._began = self._passed
            self._ask(view, (best, rival))

    @staticmethod
    def _is_clear(question: CoachQuestion, made: Action, *, is_over: bool) -> bool:
        """Return whether it is known what to call a move, if not what it costs."""
        found, unit = question.latest, unit_of(question.view.rules)
        if found is None or not question.leads or not (found.is_checked or is_over):
            return False
        # Before the end by three standard errors, as it is asked again and again.
        wider = 1.0 if is_over else 3 / SURE
        loss = -found.lead if found.values[0].action == made else found.lead
        return verdict(loss / unit, wider * found.lead_error / unit) is not None

    def _tell(self, found: Advised, view: SeatView, made: Action) -> None:
        best, unit = found.values[0].action, unit_of(view.rules)
        loss = 0.0 if best == made else found.lead
        size = verdict(loss / unit, 0.0 if best == made else found.lead_error / unit)
        # TRANSLATORS: said of the move that the player has just made.
        words, better = _("Best.") if size == BEST else _("Fine."), None
        if size not in {None, BEST, GOOD_ENOUGH}:
            better = best
            told = AdviceWords(view)
            words = told.cost_sentence(
                "Costs {loss} stake. Better: {action}.",
                "Costs {loss} stakes. Better: {action}.",
                "Costs {loss} point. Better: {action}.",
                "Costs {loss} points. Better: {action}.",
                view.rules,
                told.cost(loss),
                action=within(told.action(best)),
            )
        self._say(words, better)

    def _say(self, words: str, better: Action | None) -> None:
        """End the judgment of a move with a comment."""
        self._stop()
        self._made = None
        self._says, self._left = (words, better), 6.0  # seconds

    @property
    def line(self) -> str:
        """The comment on the last move; empty if there is none or it has expired."""
        return self._says[0]

    def look(self, view: SeatView) -> HintLook | None:
        """Return the comment for drawing; a better card glows while the player holds it and has
        nothing new to choose.
        """
        words, better = self._says
        if not words and self._is_thinking:
            words = _("The coach is thinking…")
        if not words:
            return None
        targets = frozenset() if better is None or view.legal else targets_of(better)
        held = frozenset(
            each for each in targets if isinstance(each, CardTarget) and each.card in view.hand
        )
        return HintLook(words, held)

    def chances(self) -> ChancesLook | None:
        """Return the player's chances after the best action; None until they are known."""
        if self._known is None:
            return None
        best = self._known.values[0]
        bars = tuple(
            (_(name), percent_text(100 * best.chance(kind)), best.chance(kind), colour)
            for kind, name, colour in self._CHANCES
        )
        return ChancesLook(bars)

    def idle_for(self) -> float | None:
        """Return the seconds until there may be news."""
        if self._question is not None and self._question.is_open:
            return self._question.idle_for()
        return self._left or None

    def _stop(self) -> None:
        if self._question is not None:
            self._question.close()

    def close(self) -> None:
        """Stop thinking."""
        self._stop()
        self._made = self._view = self._next = None
