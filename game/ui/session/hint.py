"""The coach at the table: hints on request, blunder warnings, a comment after each move."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from game.ui.kit.widget import fact
from game.ui.shell.keys import key_text
from game.ui.table.flow.shown import ButtonLook
from game.ui.table.input.targets import CardTarget
from game.ui.table.painting.coach_overlay import ChancesLook, HintFigures, HintLook, targets_of
from game.ui.text.hints import (
    AdviceWords,
    basis_words,
    by_value,
    is_too_close,
    reason_words,
    rivals,
    within,
    worth_text,
)
from game.ui.text.language import N_, _, ngettext, percent_text
from game.ui.text.level_words import unpriced_sentence
from game.verdicts import (
    BEST,
    BLUNDER,
    GOOD,
    GOOD_ENOUGH,
    KNOWN,
    SURE,
    mistake_of,
    unit_of,
    verdict,
)

if TYPE_CHECKING:
    from game.play.advice import Advised, Pending
    from game.rules.actions import Action
    from game.rules.view import SeatView
    from game.ui.shell.scene import Stage

_LOOK: Final = 0.05  # seconds between looks at the coach's answer


def _is_known(found: Advised | None, view: SeatView) -> bool:
    """Return whether the lead of the best action is certain enough to mention."""
    if found is None or not found.is_checked:
        return False
    unit = unit_of(view.rules)
    behind = max(each.value for each in found.values) - found.values[0].value
    return behind <= GOOD * unit and SURE * found.lead_error <= KNOWN * unit


class CoachQuestion:
    """A decision that the coach works on, in another process."""

    def __init__(self, stage: Stage, view: SeatView, seed: int) -> None:
        self.view = view
        coach = stage.services.coach
        self._asked: Pending[Advised] | None = coach(view, seed) if coach else None
        self._passed = 0.0

    def idle_for(self) -> float | None:
        """Return the seconds until there may be news."""
        return None if self._asked is None else _LOOK

    def close(self) -> None:
        """Stop thinking; what was found is kept."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None


class TableHint(CoachQuestion):
    """A hint at the table: what the coach would do."""

    def __init__(self, stage: Stage, view: SeatView, seed: int) -> None:
        super().__init__(stage, view, seed)
        self.found: Advised | None = None
        """The advice, with its latest figures; None while no action can be named."""
        self.is_explained = False
        """Whether the figures are shown at the side."""
        self._named: Advised | None = None
        """The advice as it was first given: its words stay until the end of the thought, unless the
        action changes."""
        self._has_failed = False

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if the contents change.

        An action is named as soon as it is clearly the best; its figures go on to improve.
        """
        asked, shown = self._asked, (self.line, self.figures)
        if asked is None:
            return False
        self._passed += dt
        found, longest = asked.latest, 2.5  # seconds; then the answer so far is used
        is_over = asked.is_over or (found is not None and self._passed >= longest)
        is_over = is_over or _is_known(found, self.view)
        if is_over or self._is_clear(found):
            self._has_failed = asked.error is not None
            self._show(found, is_final=is_over)
        if is_over:
            self.close()
        return shown != (self.line, self.figures) or is_over

    def _is_clear(self, found: Advised | None) -> bool:
        """Return whether the best action is certain enough to name."""
        if found is None or not found.is_checked or is_too_close(found):
            return False
        return found.lead > 3 * found.lead_error  # standard errors, as it is asked again and again

    def _show(self, found: Advised | None, *, is_final: bool) -> None:
        """Show what was found. Words that say the same stay as they are, but the last say why in
        the light of all figures.
        """
        named, self.found = self._named, found
        if found is not None and named is not None and not is_final:
            is_same_action = found.values[0].action == named.values[0].action
            if is_same_action and is_too_close(found) == is_too_close(named):
                return
        self._named = found

    # -- contents ------------------------------------------------------------------------------

    @property
    def named(self) -> tuple[Action, ...]:
        """The actions that the hint names: the best, or several too close to call."""
        found = self._named
        if found is None:
            return ()
        best = rivals(found) if is_too_close(found) else found.values[:1]
        return tuple(each.action for each in best)

    @property
    def line(self) -> str:
        """The action to take and the reason, in one line."""
        if self._named is not None:
            return AdviceWords(self.view).line(self._named)
        if self._asked is not None:
            return _("The coach is thinking…")
        if self._has_failed:
            return unpriced_sentence(self.view.rules) or _("The coach stopped. Ask again.")
        return _("The coach has no answer.")

    def look(self, *, is_hovered: bool = False) -> HintLook:
        """Return the hint's contents for drawing."""
        found = self._named
        if found is None:
            return HintLook(self.line)
        targets = frozenset().union(*map(targets_of, self.named))
        # TRANSLATORS: a button beside a hint: tells the figures behind it.
        why = ButtonLook(_("Why?"), key_text("why"), is_lit=True, is_hovered=is_hovered)
        figures = self.figures if self.is_explained else None
        return HintLook(self.line, targets, why, figures, AdviceWords(self.view).in_brief(found))

    @property
    def figures(self) -> HintFigures:
        """The reason, the value of each action, and their basis."""
        found = self.found
        if found is None:
            return HintFigures("", (), "")
        rows = tuple(
            (AdviceWords(self.view).action(each.action), worth_text(each.value, SURE * each.error))
            for each in by_value(found)[:6]
        )
        reason = reason_words(self._named or found)
        return HintFigures(reason, rows, basis_words(found, self.view.rules))

    @property
    def spoken(self) -> tuple[str, ...]:
        """The hint as read aloud; the figures once they are final."""
        if not self.is_explained or self.found is None or self._asked is not None:
            return (self.line,)
        figures, named = self.figures, self._named or self.found
        # Otherwise the line says the reason.
        is_apart = named.reason is None or is_too_close(named)
        why = [figures.why] if is_apart and figures.why else []
        return (self.line, *why, *(fact(*row) for row in figures.rows), figures.note)


class Tutor(CoachQuestion):
    """Thinks along with one decision of the player, and warns of a blunder before it is made."""

    def __init__(self, stage: Stage, view: SeatView, seed: int) -> None:
        super().__init__(stage, view, seed)
        self._found: Advised | None = None
        self._awaited = 0.0

    @property
    def is_ready(self) -> bool:
        """Whether the tutor has finished, or has been waited for long enough."""
        return self._asked is None or self._awaited >= 0.9  # seconds

    def update(self, dt: float, *, is_awaited: bool) -> None:
        """Advance by ``dt`` seconds; ``is_awaited``: the player is waiting for the tutor."""
        asked = self._asked
        if asked is None:
            return
        self._passed += dt
        self._awaited += dt * is_awaited
        self._found = found = asked.latest or self._found
        longest = 3.0  # seconds
        enough = 0.05 * unit_of(self.view.rules)  # half a 95 % interval
        is_enough = found is not None and (found.precision <= enough or self._passed >= longest)
        if is_enough or asked.is_over:
            self.close()

    def has_judged(self, action: Action) -> bool:
        """Return whether the value of an action was found."""
        return self._found is not None and any(each.action == action for each in self._found.values)

    def warning(self, action: Action) -> str:
        """Return a warning against an action if it is a clear blunder; else ""."""
        values = self._found.values if self._found else ()
        one = next((value for value in values if value.action == action), None)
        if one is None:
            return ""
        best = values[0]
        loss, error = best.value - one.value, hypot(best.error, one.error)
        unit = unit_of(self.view.rules)
        if mistake_of(loss / unit) != BLUNDER or loss <= SURE * error:
            return ""
        told = AdviceWords(self.view)
        cost = told.cost(loss)
        words = ngettext(
            "“{action}” costs about {loss} stake. Better: “{better}”.",
            "“{action}” costs about {loss} stakes. Better: “{better}”.",
            told.many(cost),
        )
        if self.view.rules.scoring == "push_up":
            words = ngettext(
                "“{action}” costs about {loss} point. Better: “{better}”.",
                "“{action}” costs about {loss} points. Better: “{better}”.",
                told.many(cost),
            )
        better = told.action(best.action)
        return words.format(action=told.action(action), loss=cost, better=better)


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
        self._asked: Pending[Advised] | None = None
        self._found: Advised | None = None
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
            self._view, self._seed, self._found, self._next = view, seed, None, None
            self._begin()
            self._ask(None)

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
            if self._asked is None:
                self._made = None

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; True if the picture changes."""
        before = self._says, self._known, self._is_thinking
        self._left = max(0.0, self._left - dt)
        if not self._left:
            self._says = ("", None)
        asked, view = self._asked, self._view
        if asked is not None and view is not None:
            self._pass(dt)
            # Whether it is over is asked first, so that no answer can come after it was looked for.
            is_over = asked.is_over or self._passed - self._began >= self._LONGEST
            self._found = asked.latest or self._found
            if self._found is not None and (is_over or _is_known(self._found, view)):
                self._known = self._found
            if self._made is not None:
                self._judge(is_over=is_over)
            elif is_over or self._known is self._found is not None:
                self._stop()
        if self._made is None and self._next is not None:
            self.think(*self._next)
        return before != (self._says, self._known, self._is_thinking)

    def _ask(self, actions: tuple[Action, ...] | None) -> None:
        self._stop()
        coach, view = self._stage.services.coach, self._view
        self._asked = coach(view, self._seed, actions) if coach and view is not None else None

    def _judge(self, *, is_over: bool) -> None:
        """Comment on the move if its cost is certain; else have it compared with the best alone, or
        go on where the coach has given up. ``is_over``: nothing more will be found.
        """
        found, made, view = self._found, self._made, self._view
        if made is None or view is None:
            return
        if found is None:
            if self._asked is None:
                self._ask(None)
            elif is_over:
                self._say(_("The coach has no answer."), None)
            return
        ranked = [each.action for each in found.values]
        best, rival, *_others = dict.fromkeys((ranked[0], made, *ranked, *view.legal))
        is_compared = made == best or {*ranked} == {best, made}
        if is_compared and self._is_certain(found, view, made, is_over=is_over):
            self._tell(found, view, made)
        elif is_compared and is_over:
            self._say(_("Too close to call."), None)
        elif not is_compared or self._asked is None:
            self._found, self._began = None, self._passed
            self._ask((best, rival))

    @staticmethod
    def _is_certain(found: Advised, view: SeatView, made: Action, *, is_over: bool) -> bool:
        """Return whether the cost of a move is known, or at least what to call it."""
        if _is_known(found, view):
            return True
        unit = unit_of(view.rules)
        behind = max(each.value for each in found.values) - found.values[0].value
        if behind > GOOD * unit or not (found.is_checked or is_over):
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
            cost = told.cost(loss)
            words = ngettext(
                "Costs {loss} stake. Better: {action}.",
                "Costs {loss} stakes. Better: {action}.",
                told.many(cost),
            )
            if view.rules.scoring == "push_up":
                words = ngettext(
                    "Costs {loss} point. Better: {action}.",
                    "Costs {loss} points. Better: {action}.",
                    told.many(cost),
                )
            words = words.format(loss=cost, action=within(told.action(best)))
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
        if self._asked is not None:
            return _LOOK
        return self._left or None

    def _stop(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    def close(self) -> None:
        """Stop thinking."""
        self._stop()
        self._made = self._view = self._next = None
