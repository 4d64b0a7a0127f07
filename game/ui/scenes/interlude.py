"""Between two hands: asking about side bets, calling the big one, seating somebody, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.rules.ruleset import SEATS_MOST
from game.session.joining import has_bets
from game.session.plan import later_player
from game.session.pots import NOBODY_JOINS
from game.ui.text import _

if TYPE_CHECKING:
    from game.session.allowed import ChosenOpponent
    from game.session.pots import Joining
    from game.session.session import Session
    from game.ui.scene import Stage
    from game.ui.table.interval import Deal


class Interlude:
    """What a session needs of its player while no hand is being played."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage, self._session = stage, session
        self._is_asking = False

    @property
    def is_asking(self) -> bool:
        """Whether the player is being asked now."""
        return self._is_asking

    @property
    def must_ask(self) -> bool:
        """Whether the player has to decide something before each deal."""
        return has_bets(self._session.rules)

    @property
    def onward(self) -> str:
        """What comes after this hand, where it is neither another one nor the end; else empty."""
        return ""

    def ask(self, deal: Deal) -> None:
        """Deal, first asking about side bets where the rules have any."""
        if not self.must_ask:
            deal(NOBODY_JOINS)
            return
        if self._is_asking:
            return
        from game.ui.scenes.joining import JoiningScene
        from game.ui.scenes.pause import Offers

        def answered(joining: Joining) -> None:
            self._is_asking = False
            deal(joining)

        self._is_asking = True
        plan = self._session.plan
        offers = Offers(self.leave, self.show_scores, plan.rules, label=plan.label)
        self._stage.push(JoiningScene(self._stage, self._session, answered, offers))

    def end(self) -> None:
        """The session is over: tell who has won it."""
        from game.ui.scenes.summary import SummaryScene

        self._stage.push(SummaryScene(self._stage, self._session))

    def show_scores(self) -> None:
        """The score of every hand, over the table."""
        from game.ui.scenes.scores import ScoresScene

        self._stage.push(ScoresScene(self._stage, self._session))

    # -- the big one ---------------------------------------------------------------------------

    @property
    def may_call_big_one(self) -> bool:
        """Whether the player deals next and may call the big one, which nobody has called yet."""
        session = self._session
        if session.is_playing or session.is_over or session.comes_big:
            return False
        return session.standing.dealer == session.human

    def ask_big_one(self, called: Callable[[], None]) -> None:
        """Make sure that the player means it: it cannot be taken back."""
        from game.ui.scenes.ask import AskScene

        def call() -> None:
            self._session.call_big_one()
            called()

        question = _(
            "From the next hand to the end of the session every payment is doubled. "
            "Side pots are not. This cannot be taken back."
        )
        answers = (_("Not now"), _("Call the big one"))
        self._stage.push(AskScene(self._stage, _("Call the big one?"), question, answers, call))

    # -- one more player -----------------------------------------------------------------------

    @property
    def may_seat_another(self) -> bool:
        """Whether there is room at the table, and cards in the pack, for one more."""
        session, seats = self._session, len(self._session.players) + 1
        if session.is_playing or session.is_over or seats > SEATS_MOST:
            return False
        return session.rules.can_seat(seats)

    def seat_another(self) -> int:
        """Seat one more bot, and tell the seat."""
        session = self._session
        levels = [player.level for player in session.players if not player.is_human]
        level = levels[-1] if levels else self._stage.services.company().usual
        return session.join(later_player(session.players, level))

    # -- other opponents ----------------------------------------------------------------------

    @property
    def may_change_opponents(self) -> bool:
        """Whether others may take over the bots' seats: not while they hold cards."""
        return not self._session.is_playing and not self._session.is_over

    def change_opponents(self, changed: Callable[[], None]) -> None:
        """Ask who is to play on in the bots' seats, from the next hand on."""
        from game.ui.scenes.opponents import OpponentsScene

        session, company = self._session, self._stage.services.company()
        bots = [player for player in session.players if not player.is_human]
        now = [company.of_bot(player.level, player.name) for player in bots]

        def chosen(others: tuple[ChosenOpponent, ...]) -> None:
            if others != tuple(now):
                session.change_opponents(company.seated(others, len(bots)))
                changed()

        self._stage.push(OpponentsScene(self._stage, now, len(now), chosen))

    # -- leaving -------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the table; where a session may go on for ever, see first how it has gone."""
        session = self._session
        is_open = session.plan.length is None and session.rules.scoring != "push_up"
        if not is_open or session.number - session.is_playing < 1 or session.is_over:
            self._stage.home()
            return
        from game.ui.scenes.summary import SummaryScene

        self._stage.replace(SummaryScene(self._stage, session))
