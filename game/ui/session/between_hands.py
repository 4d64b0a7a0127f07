"""Pages between hands: side bets, the called suit, the big one, changing opponents, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.files import StoreError
from game.play.plan import Player
from game.rules.ruleset import SEATS_MOST
from game.saves.hand_files import export
from game.ui.kit.controls import Button, Label
from game.ui.kit.inputs import Choice, Toggle
from game.ui.kit.skin import SMALL
from game.ui.kit.widget import Focusable, Widget
from game.ui.pages.page import Overlay, Sheet
from game.ui.table.input.targets import SettlementButton
from game.ui.table.painting.result import MORE_WORDS
from game.ui.text.language import N_, _, amount_text, in_a_row, ngettext
from game.ui.text.move_words import listed
from game.ui.text.save_troubles import why_text
from game.ui.text.sessions import failed_sentence, stands_text, suit_text

if TYPE_CHECKING:
    from game.play.chosen_opponents import ChosenOpponent
    from game.play.driver import BetsOpen
    from game.play.ledger import Joining, PotKind
    from game.play.session import Session
    from game.rules.record import HandRecord
    from game.ui.session.pause import Offers
    from game.ui.shell.scene import Stage
    from game.ui.table.flow.hand_flow import Deal, HandFlow

_WIDTH: Final = 780.0  # units: width of the sheet


class BetweenHandsPages:
    """What the player is asked and offered between hands."""

    _ONWARD: Final = {"daily": N_("To the daily deal"), "season": N_("To the season")}
    """What follows the last hand of a session that is part of something larger."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage, self._session = stage, session
        self._is_asking = False

    @property
    def is_asking(self) -> bool:
        """Whether the player is being asked now."""
        return self._is_asking

    @property
    def onward(self) -> str:
        """What follows this hand if it is neither another hand nor the end; otherwise empty."""
        return _(self._ONWARD[self._session.plan.kind]) if self._goes_elsewhere else ""

    @property
    def _goes_elsewhere(self) -> bool:
        """Whether the session is over, and another page than its final standings follows."""
        return self._session.is_over and self._session.plan.kind in self._ONWARD

    @property
    def has_more(self) -> bool:
        """Whether the player can do more after a hand than look at it and continue."""
        return True

    @property
    def shows_deal(self) -> bool:
        """Whether there is a page about how the cards are dealt."""
        return True

    def show_more(self, press: Callable[[SettlementButton], None]) -> None:
        """Show what else can be done after a hand; ``press`` handles the choice."""
        hidden = set[SettlementButton]()
        if self._session.plan.practice:
            hidden.add("same_deal")
        if not self.may_call_big_one:
            hidden.add("big_one")
        names = [name for name in MORE_WORDS if name not in hidden]
        self._stage.push(MoreScene(self._stage, names, press))

    def greeting(self) -> str:
        """Return what an opponent who remembers the player says before the first hand; or ""."""
        return self._stage.services.hooks.greeting(self._stage, self._session)

    def news(self) -> Iterator[Sequence[Callable[[], str]]]:
        """Yield lines about what the finished hand has brought besides its payments, in steps.

        Each step takes part of a frame, and yields some lines or none.
        """
        return self._stage.services.hooks.after_hand(self._stage, self._session)

    def ask(self, bets: BetsOpen, deal: Deal) -> None:
        """Ask the player about side bets, then deal."""
        if self._is_asking:
            return
        from game.ui.session.pause import Offers

        def answered(joining: Joining) -> None:
            self._is_asking = False
            deal(joining)

        self._is_asking = True
        plan = self._session.plan
        offers = Offers(
            self.leave, self.show_scores, plan.rules, show_deal=self.show_deal, label=plan.label
        )
        self._stage.push(JoiningScene(self._stage, self._session, bets.bots, answered, offers))

    def end(self) -> None:
        """Show who has won the finished session, or the page of what it was played for."""
        from game.ui.session.score_pages import SummaryScene

        plan, follows = self._session.plan, self._stage.services.hooks.after_session
        if plan.kind in follows:
            self._session.close()
            self._stage.home()
            follows[plan.kind](self._stage, plan.occasion)
            return
        self._stage.push(SummaryScene(self._stage, self._session))

    def show_scores(self) -> None:
        """Show the scores of all hands, over the table."""
        from game.ui.session.score_pages import ScoresScene

        self._stage.push(ScoresScene(self._stage, self._session))

    def show_deal(self) -> None:
        """Show the seal of the deck, or the number of the deal, over the table."""
        from game.ui.session.seal_pages import SealScene

        self._stage.push(SealScene(self._stage, self._session))

    @property
    def may_review(self) -> bool:
        """Whether there is a coach to review the finished hand."""
        return self._stage.services.reviewer is not None

    @property
    def lacks_kernel(self) -> bool:
        """Whether reviews are disabled because the kernel is not installed."""
        return self._stage.services.lacks_kernel

    # -- a hand that cannot go on --------------------------------------------------------------

    @property
    def may_deal_another(self) -> bool:
        """Whether another hand may replace one that cannot go on."""
        plan = self._session.plan
        return not (plan.kind or plan.practice)

    def tell_failure(self, seat: int, flow: HandFlow) -> None:
        """Report that the opponent at ``seat`` cannot decide, and ask how to continue."""
        self._stage.push(UnfinishedScene(self._stage, self._session.names[seat], flow, self))

    def keep_unfinished(self, record: HandRecord) -> None:
        """Save an abandoned hand as a file, and report where; at an unsaved table it is lost."""
        services = self._stage.services
        if services.settings.path is None:
            return
        number = record.hand_number(self._session.human or 0)
        try:
            path = export(record, f"tonk-unfinished-{services.today()}-{number}")
        except StoreError as error:
            self._stage.notify(_("Hand not saved: {why}").format(why=why_text(error)))
        else:
            self._stage.notify(_("Saved as {path}").format(path=path))

    # -- the big one ---------------------------------------------------------------------------

    @property
    def may_call_big_one(self) -> bool:
        """Whether the player deals next and may call the big one, which nobody has called yet."""
        session = self._session
        if session.is_playing or session.is_over or session.comes_big:
            return False
        return session.standing.dealer == session.human

    def ask_big_one(self, called: Callable[[], None]) -> None:
        """Ask for confirmation of the big one, which cannot be taken back."""
        from game.ui.pages.dialogs import AskScene

        def call() -> None:
            self._session.call_big_one()
            called()

        question = _(
            "From the next hand until the session ends, every payment except the side pots "
            "doubles. There's no taking it back."
        )
        answers = (_("Not now"), _("Call the big one"))
        self._stage.push(AskScene(self._stage, _("Call the big one?"), question, answers, call))

    # -- one more player -----------------------------------------------------------------------

    @property
    def may_seat_another(self) -> bool:
        """Whether the table and the pack have room for one more player."""
        session, seats = self._session, len(self._session.players) + 1
        if session.plan.kind:
            return False
        if session.is_playing or session.is_over or seats > SEATS_MOST:
            return False
        return session.rules.can_seat(seats)

    def newcomer(self) -> Player:
        """Return one more bot to join the table."""
        session = self._session
        levels = [player.level for player in session.players if not player.is_human]
        level = levels[-1] if levels else self._stage.services.opponents().usual
        return Player.later(session.players, level)

    # -- other opponents -----------------------------------------------------------------------

    @property
    def may_change_opponents(self) -> bool:
        """Whether bots may be replaced: not while they hold cards."""
        session = self._session
        return not (session.is_playing or session.is_over or session.plan.kind)

    def change_opponents(self, changed: Callable[[], None]) -> None:
        """Ask who plays in the bots' seats from the next hand on."""
        from game.ui.session.opponents_page import OpponentsScene

        session, opponents = self._session, self._stage.services.opponents()
        bots = [player for player in session.players if not player.is_human]
        now = [opponents.of_bot(player.level, player.name) for player in bots]
        own = next((player.name for player in session.players if player.is_human), "")

        def chosen(others: tuple[ChosenOpponent, ...]) -> None:
            if others != tuple(now):
                session.change_opponents(opponents.players(others, len(bots), own))
                changed()

        self._stage.push(OpponentsScene(self._stage, now, len(now), chosen))

    # -- leaving -------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the table; show the summary first if the session has no fixed end."""
        session = self._session
        is_open = session.plan.length is None and not session.rules.is_push_up
        if not is_open or session.played - session.is_playing < 1 or session.is_over:
            self._stage.home()
            return
        from game.ui.session.score_pages import SummaryScene

        self._stage.replace(SummaryScene(self._stage, session))


class UnfinishedScene(Overlay):
    """The question of how to continue after an opponent could not decide."""

    def __init__(
        self, stage: Stage, name: str, flow: HandFlow, between_hands: BetweenHandsPages
    ) -> None:
        self._name, self._flow, self._between_hands = name, flow, between_hands
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("This hand can't go on")

    @property
    def words(self) -> str:
        """The sentence about which opponent cannot continue."""
        return failed_sentence(self._name)

    def build(self) -> Sequence[Widget]:
        self._words = Label(self.words, wraps=True)
        if self._between_hands.may_deal_another:
            ways = [
                Button("button:another", _("Another hand"), self._another, primary=True),
                Button("button:opponents", _("Other opponents"), self._others),
            ]
        else:
            ways = [Button("button:again", _("Try again"), self.back, primary=True)]
        leave = Button("button:leave", _("Leave the table"), self._leave)
        self._buttons = [*ways, leave]
        return [self._words, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, [self._words], self._buttons, width=_WIDTH)

    def back(self) -> None:
        """Ask the opponent again, on Esc."""
        self.stage.pop()
        self._flow.try_again()

    def _another(self) -> None:
        self.stage.pop()
        self._flow.give_up()

    def _others(self) -> None:
        self._another()
        self._flow.change_opponents()

    def _leave(self) -> None:
        self.stage.pop()
        self._between_hands.leave()


class MoreScene(Overlay):
    """The menu after a hand with everything besides continuing, replaying and reviewing."""

    def __init__(
        self,
        stage: Stage,
        names: Sequence[SettlementButton],
        press: Callable[[SettlementButton], None],
    ) -> None:
        self._names, self._press = names, press
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return _("More")

    def build(self) -> Sequence[Widget]:
        buttons = [
            Button(f"button:{name}", _(MORE_WORDS[name]), partial(self._do, name))
            for name in self._names
        ]
        return [*buttons, Button("button:back", _("Back"), self.back)]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self.form.widgets, [], width=440.0)

    def _do(self, name: SettlementButton) -> None:
        self.stage.pop()
        self._press(name)


class JoiningScene(Overlay):
    """The question of which side bets the player joins; the last answers have the focus first."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        bots: Joining,
        deal: Callable[[Joining], None],
        offers: Offers | None = None,
    ) -> None:
        """`bots` are all others' answers, and `deal` is called with everybody's; `offers` are the
        table's items of the menu.
        """
        now = stage.services.settings.settings
        self._session, self._deal, self._offers = session, deal, offers
        self._bots = bots
        rules, ledger = session.rules, session.standing.ledger
        self._has = {
            "high_suit": rules.high_suit_bet != "off",
            "natural": rules.natural_bet != "off",
        }
        self._in = {"high_suit": now.join_high_suit, "natural": now.join_natural}
        self._pots = {"high_suit": ledger.high_suit, "natural": ledger.natural}
        self._me = session.human or 0
        self._calls = rules.high_suit_bet == "called" and session.standing.dealer == self._me
        suits = rules.suits
        self._suit = now.high_suit if now.high_suit in suits else suits[0]
        super().__init__(stage)
        self.form.focus("button:next")

    @property
    def joining(self) -> Joining:
        """Everybody's answers, with the player's current ones."""
        high_suit = self._in["high_suit"] and self._has["high_suit"]
        natural = self._in["natural"] and self._has["natural"]
        return self._all().with_seat(self._me, high_suit=high_suit, natural=natural)

    @property
    def heading(self) -> str:
        return _("Side bets for hand {number}").format(number=amount_text(self._session.played + 1))

    def build(self) -> Sequence[Widget]:
        self._rows: list[Widget] = []
        if self._session.comes_big:
            words = _("The big one! This hand pays double, side pots aside.")
            self._rows.append(Label(words, colour="accent", wraps=True))
        if self._has["high_suit"]:
            self._rows += self._high_suit_rows()
        if self._has["natural"]:
            self._rows += self._natural_rows()
        self._buttons = [
            Button("button:menu", _("Menu"), self.back),
            Button("button:next", _("Deal the cards"), self._go_on, primary=True),
        ]
        return [*self._rows, *self._buttons]

    def news(self) -> Sequence[str]:
        """Return texts that are new; at first with the answers that would be given at once."""
        said, is_first = super().news(), not self._is_heard
        self._is_heard = True
        if not is_first:
            return said
        return [
            row.spoken if isinstance(row, Focusable) else row.text
            for row in self._rows
            if isinstance(row, Focusable | Label)
        ]

    _is_heard = False

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, self._buttons, width=_WIDTH)

    def back(self) -> None:
        """Open the menu: the hand is not dealt yet, so nothing is lost."""
        from game.ui.session.pause import PauseScene

        self.stage.push(PauseScene(self.stage, self._offers))

    def _high_suit_rows(self) -> list[Widget]:
        rows: list[Widget] = []
        if self._calls:
            suits = [(suit, suit_text(suit)) for suit in self._session.rules.suits]
            label = _("You deal and call")
            rows.append(Choice("suit", label, suits, self._suit, self._call))
        toggle = self._toggle("high_suit", _("High suit"))
        return [*rows, toggle, self._note("high_suit", self._called_words())]

    def _natural_rows(self) -> list[Widget]:
        rules = self._session.rules
        match rules.natural_bet, bool(rules.wild):
            case "dealt", True:
                words = _(
                    "A book laid on the first turn wins: three of its cards dealt, none wild."
                )
            case "dealt", False:
                words = _("A book laid on the first turn wins: three of its cards dealt.")
            case _, True:
                words = _("The first book without a wild card wins.")
            case _:
                words = _("The first book wins.")
        return [self._toggle("natural", _("Natural pot")), self._note("natural", words)]

    def _called_words(self) -> str:
        session = self._session
        if session.rules.high_suit_bet == "spades":
            return _("The highest spade dealt wins.")
        if self._calls:
            return _("The highest card dealt in the suit you call wins.")
        return _("{name} deals and calls {suit}: the highest one dealt wins.").format(
            name=session.names[session.standing.dealer], suit=suit_text(self._bots.suit)
        )

    def _toggle(self, kind: PotKind, label: str) -> Toggle:
        rules = self._session.rules
        ante = ngettext("In, for {n} stake", "In, for {n} stakes", rules.side_ante)
        # TRANSLATORS: does not take part in the side pot.
        words = (_("Out"), ante.format(n=amount_text(rules.side_ante)))
        return Toggle(kind, label, self._in[kind], lambda is_in: self._set(kind, is_in), words)

    def _note(self, kind: PotKind, what: str) -> Label:
        """Return what the pot is for, what is in it, who is in, and what leaving costs."""
        pot, joining, me = self._pots[kind], self.joining, self._me
        seats = joining.natural if kind == "natural" else joining.high_suit
        names = [self._session.names[seat] for seat in seats if seat != me]
        lines = [what]
        if pot.stakes:
            lines.append(_("{stakes} in the pot.").format(stakes=stands_text(pot.stakes)))
        others = _("In: {names}.").format(names=listed(names)) if names else _("Nobody else is in.")
        lines.append(others)
        if kind == "natural" and pot.stakes and me in pot.joined and not self._in[kind]:
            lines.append(_("Stay out and you lose what you've put in."))
        return Label(in_a_row(lines), units=SMALL, colour="ink_soft", wraps=True)

    def _all(self) -> Joining:
        return replace(self._bots, suit=self._suit) if self._calls else self._bots

    def _call(self, suit: object) -> None:
        self._suit = str(suit)

    def _set(self, kind: PotKind, is_in: bool) -> None:
        self._in[kind] = is_in
        self.rebuild()

    def _go_on(self) -> None:
        joining = self.joining
        self.stage.change(join_high_suit=self._in["high_suit"], join_natural=self._in["natural"])
        if self._calls:
            self.stage.change(high_suit=self._suit)
        self.stage.pop()
        self._deal(joining)
