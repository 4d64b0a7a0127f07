"""Texts and numbers beside the cards: plates, buttons, prompts, reminders and faces.

`TableLooks.table` returns the whole state of the table as one value for the painter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Done,
    Hit,
    Pass,
    Slap,
    Spread,
)
from game.rules.cards import FACES, rank_of
from game.rules.counting import matched_cards
from game.rules.phases import Phase
from game.rules.results import Ending
from game.saves.settings import Settings
from game.ui.look.faces import Mood, Person, person_from
from game.ui.shell.keys import key_text
from game.ui.table.flow.scoring import (
    MARKS,
    SessionScores,
    counts_all,
    dropper_of,
    loss_of,
    played_for,
    was_just_hit,
)
from game.ui.table.flow.shown import ButtonLook, LogLook, SeatLook, TableLook
from game.ui.table.input.decisions import may_drop_between_turns, suggested
from game.ui.table.input.targets import (
    PILE_TARGET,
    PLAY_BUTTONS,
    SORT_BUTTON,
    STOCK_TARGET,
    USUAL_BUTTONS,
    ButtonTarget,
    PlayButton,
    SpreadTarget,
    Target,
)
from game.ui.table.motion.layout import Zone
from game.ui.table.motion.picture import Sorting
from game.ui.text.language import N_, _, amount_text, in_a_row, ngettext
from game.ui.text.move_words import card_text, is_last_lay, last_lay_sentence
from game.ui.text.sessions import number_text, shown_names

if TYPE_CHECKING:
    from game.play.session import Session
    from game.rules.cards import Card
    from game.rules.naturals import Natural
    from game.rules.results import Result
    from game.rules.view import SeatView
    from game.ui.table.motion.board import Board


# -- faces: they show only what everybody may see --------------------------------------------------


_THOUGHTS: Final = (Mood.THINKING, Mood.PONDERING, Mood.DOWN, Mood.PONDERING)
"""The moods of a thinking face, in order."""


def mood_of(view: SeatView, seat: int, *, is_told: bool, glance: int = 0) -> Mood:
    """Return the expression of a seat; ``is_told``: everybody sees who has won.

    ``glance`` counts how often the eyes of a thinking seat have moved.
    """
    if view.result is not None:
        return _mood_at_end(view, seat, view.result) if is_told else Mood.CALM
    if seat == view.turn:
        return _THOUGHTS[glance % len(_THOUGHTS)]
    return Mood.SURPRISED if was_just_hit(view, seat) else Mood.CALM


def _mood_at_end(view: SeatView, seat: int, result: Result) -> Mood:
    # The loss, in stakes, that shows on a face.
    much = 2
    if seat in result.winners:
        return Mood.PLEASED
    is_caught = result.ending is Ending.CAUGHT and seat == dropper_of(view)
    return Mood.SORRY if is_caught or loss_of(result, seat) >= much else Mood.CALM


# -- the prompt: what the player can do now --------------------------------------------------------


_LAYS: Final[Mapping[frozenset[type[Action]], str]] = {
    frozenset({Spread, Hit, Discard}): N_("Spread, hit or discard"),
    frozenset({Spread, Discard}): N_("Spread or discard"),
    frozenset({Hit, Discard}): N_("Hit or discard"),
    frozenset({Discard}): N_("Discard a card"),
    frozenset({Spread, Hit}): N_("Spread or hit"),
    frozenset({Spread}): N_("Lay a spread"),
    frozenset({Hit}): N_("Hit a spread"),
    frozenset({Spread, Hit, Done}): N_("Spread, hit or end your turn"),
    frozenset({Spread, Done}): N_("Spread or end your turn"),
    frozenset({Hit, Done}): N_("Hit or end your turn"),
    frozenset({Done}): N_("End your turn"),
    frozenset({Spread, Hit, Pass}): N_("Spread, hit or pass"),
    frozenset({Spread, Pass}): N_("Spread or pass"),
    frozenset({Hit, Pass}): N_("Hit or pass"),
    frozenset({Pass}): N_("Nothing to lay: pass"),
}
_STARTS: Final[Mapping[frozenset[Action], str]] = {
    frozenset({DRAW, TAKE, DROP}): N_("Draw, take or drop"),
    frozenset({DRAW, TAKE}): N_("Draw or take"),
    frozenset({DRAW, DROP}): N_("Draw or drop"),
    frozenset({DRAW}): N_("Draw a card"),
    frozenset({TAKE, STOP, DROP}): N_("Take, stop or drop"),
    frozenset({TAKE, STOP}): N_("Take or stop"),
    frozenset({STOP, DROP}): N_("Stop or drop"),
    frozenset({STOP}): N_("You can only stop"),
    frozenset({DECLARE, DRAW, TAKE, DROP}): N_("Declare, draw, take or drop"),
    frozenset({DECLARE, DRAW, TAKE}): N_("Declare, draw or take"),
    frozenset({DECLARE, DRAW, DROP}): N_("Declare, draw or drop"),
    frozenset({DECLARE, DRAW}): N_("Declare or draw"),
}


@dataclass(frozen=True, slots=True)
class Guide:
    """The guidance for the player: what it can do now, and the rule that matters most."""

    view: SeatView

    @property
    def is_slap_question(self) -> bool:
        """Whether the player may slap or pass the top discard."""
        legal = self.view.legal
        return PASS in legal and any(isinstance(action, Slap) for action in legal)

    @property
    def is_polite_question(self) -> bool:
        """Whether the player may claim the top discard or leave it to the others."""
        view = self.view
        can_claim = PASS in view.legal and TAKE in view.legal
        return view.phase is Phase.START and can_claim and not self.is_slap_question

    @property
    def is_low_enough(self) -> bool:
        """Whether a drop out of turn is worth considering: few points for what others hold."""
        fewest = min(size for seat, size in enumerate(self.view.sizes) if seat != self.view.seat)
        return self.view.count <= 3 * fewest  # points per card

    @property
    def must_spread(self) -> bool:
        """Whether a spread in hand must be laid before the turn may end."""
        view = self.view
        if (
            view.rules.must_spread == "no"
            or view.phase is not Phase.LAY
            or view.must_use is not None
        ):
            return False
        can_end = any(action == DONE or isinstance(action, Discard) for action in view.legal)
        return bool(view.legal) and not can_end

    def is_blocked(self, seat: int) -> bool:
        """Return whether a hit keeps a seat from going out, which it does not while booed."""
        return seat in self.view.blocked and not self.view.is_booed

    def _has_hit(self) -> bool:
        """Return whether the player has hit in the current turn."""
        for move in reversed(self.view.moves):
            if move.seat != self.view.seat:
                return False
            if isinstance(move.action, Hit):
                return True
        return False

    def naturals_to_declare(self) -> Iterator[Natural]:
        """Yield the naturals that the player was dealt, lapsed ones too, until its first turn."""
        view = self.view
        if view.turns >= view.seats or any(move.seat == view.seat for move in view.moves):
            return
        count = sum(map(view.rules.points, view.dealt))
        all_faces = all(rank_of(card) in FACES for card in view.dealt)
        for entry in view.rules.naturals:
            if entry.when == "turn" and entry.matches(count, all_faces):
                yield entry

    def prompt(self) -> str:
        """Return what the player can do now, in a few words; empty on others' turns."""
        view = self.view
        if not view.legal or view.result is not None:
            return ""
        if self.is_slap_question and may_drop_between_turns(view):
            return _("Slap it, drop, or let it pass")
        if self.is_slap_question and (DRAW in view.legal or TAKE in view.legal):
            return _("Slap it, or begin your turn")
        if self.is_slap_question:
            return _("Slap it, or let it pass")
        if may_drop_between_turns(view):
            return _("Drop now, or pass")
        if self.is_polite_question:
            return _("Take it to use it, or leave it?")
        if view.phase is Phase.START:
            return _(_STARTS.get(frozenset(view.legal), ""))
        if view.must_use is not None:
            return _("Use the card you took")
        return _(_LAYS.get(frozenset(map(type, view.legal)), ""))

    def reminder(self) -> str:
        """Return the rule of this table that matters most to the player now; may be empty."""
        return "" if self.view.result is not None else next(self._reminders(), "")

    def _reminders(self) -> Iterator[str]:
        """Yield every reminder that applies, the most urgent first."""
        view = self.view
        is_mine = view.turn == view.seat
        if is_last_lay(view):
            if not is_mine or view.legal != (PASS,):
                yield _("Cards you lay now don't count against you.")
            return
        if view.phase is Phase.CHANCE:
            yield _("If everyone passes, the tonk gets paid.")
            return
        if may_drop_between_turns(view):
            yield (
                _("You may drop between turns, and you are low.")
                if self.is_low_enough
                else _("You may also drop between turns.")
            )
        if is_mine and view.phase is Phase.LAY:
            yield from self._while_laying()
        if is_mine and view.phase is Phase.START:
            yield from self._at_the_start()
        yield from self._at_any_time()

    def _while_laying(self) -> Iterator[str]:
        view = self.view
        if view.must_use is not None:
            yield _("Lay {card} in a spread or a hit first.").format(card=card_text(view.must_use))
        if self.must_spread:
            yield _("Lay your spread before you discard.")
        if DONE in view.legal and len(view.hand) == 1 and self.is_blocked(view.seat):
            yield _("You were hit: keep your last card.")
        elif DONE in view.legal:
            yield _("After a hit you discard nothing.")
        if self.is_blocked(view.seat):
            yield _("You were hit: you cannot go out this turn.")
        if view.rules.hits_per_turn and self._has_hit():
            yield _("You have made your one hit this turn.")
        if view.is_last_turn:
            yield _("The stock is out: this is the last turn.")

    def _at_the_start(self) -> Iterator[str]:
        view = self.view
        if DECLARE in view.legal:
            yield _("You hold a natural: declare it now.")
        wait, most = view.waits[view.seat], view.rules.drop_at_most
        is_first_turn = view.turns < view.seats and PASS not in view.legal
        if wait == 1:
            yield _("You cannot drop this turn.")
        elif wait:
            yield _("No drop for {count} turns, counting this one.").format(count=wait)
        elif DROP not in view.legal and not view.rules.first_turn_drop and is_first_turn:
            yield _("Nobody may drop on the first turn.")
        elif most and view.count > most:  # RULES.md §4.4 `drop_at_most`
            yield _("You need {most} or less to drop.").format(most=amount_text(most))
        if self.is_blocked(view.seat):
            yield _("You were hit: you cannot go out this turn.")
        cannot_take = TAKE not in view.legal and PASS not in view.legal
        if view.rules.take == "use_now" and cannot_take and view.top is not None:
            yield _("You cannot use {card} right away.").format(card=card_text(view.top))

    def _at_any_time(self) -> Iterator[str]:
        view = self.view
        if view.is_booed:
            yield _("Booed: an empty hand plays on.")
        if any(not (entry.open and view.spreads) for entry in self.naturals_to_declare()):
            yield _("You hold a natural to declare.")
        wait = view.waits[view.seat]
        if wait:
            words = ngettext(
                "No drop for {count} more turn.", "No drop for {count} more turns.", wait
            )
            yield words.format(count=wait)
        if self.is_blocked(view.seat) and view.turn != view.seat:
            yield _("You were hit: you cannot go out next turn.")

    def wanted_cards(self) -> frozenset[Card]:
        """Return the player's cards that a rule wants laid first."""
        view = self.view
        if view.turn != view.seat or view.result is not None:
            return frozenset()
        if view.must_use is not None:
            return frozenset({view.must_use})
        if not self.must_spread:
            return frozenset()
        spreads = [action for action in view.legal if isinstance(action, Spread)]
        return frozenset(card for spread in spreads for card in spread.cards)

    def banner(self, names: tuple[str, ...]) -> str:
        """Return the line over the table during a last chance."""
        view = self.view
        if view.phase is not Phase.CHANCE or view.finish is None or view.result is not None:
            return ""
        if is_last_lay(view):
            return self._last_lay_banner(names)
        tonker = view.finish.seat or 0
        if tonker == view.seat:
            return _("Tonk! The others get one last chance to empty their hands.")
        if view.turn == view.seat:
            words = _("{name} tonks. Empty your hand too and you win instead!")
            if view.legal == (PASS,):
                words = _("{name} tonks. You have nothing to lay: pass.")
            return words.format(name=names[tonker])
        return _("{name} tonks: one last chance for the others.").format(name=names[tonker])

    def _last_lay_banner(self, names: tuple[str, ...]) -> str:
        view = self.view
        if view.turn != view.seat:
            return last_lay_sentence(view, names, view.seat)
        can_lay = view.legal != (PASS,)
        if view.finish is None or view.finish.seat is None or view.finish.ending is Ending.STOCKOUT:
            if can_lay:
                return _("The stock is out. Lay what you can before the count, then pass.")
            return _("The stock is out. You have nothing to lay: pass.")
        words = _("{name} drops. You have nothing to lay: pass.")
        if can_lay:
            words = _("{name} drops. Lay what you can before the count, then pass.")
        return words.format(name=names[view.finish.seat])

    def own_count(self) -> str:
        """Return the count of the player's hand, as the rules of the table count it."""
        count = amount_text(self.view.count)
        if self.view.rules.count == "unmatched":
            return _("Your count: {count} unmatched").format(count=count)
        return _("Your count: {count}").format(count=count)


def pass_text(view: SeatView | None) -> str:
    """Return the text of the button to pass."""
    if view is not None and Guide(view).is_polite_question:
        return _("Leave it")
    return _("Pass")


# -- the whole look --------------------------------------------------------------------------------


_USUAL: Final = Settings()
"""The settings where nobody sits."""


def button_names(view: SeatView | None, *, gives_hints: bool = False) -> tuple[str, ...]:
    """Return the buttons in the row: drop, spread, hit and discard always, others while they are
    legal, and last the hint button if there is a coach.
    """
    if view is None or view.result is not None:
        return ()
    kinds = {type(action).__name__.lower() for action in view.legal}
    usual = set(USUAL_BUTTONS)
    if any(Guide(view).naturals_to_declare()):
        usual.add("declare")
    # If players are asked between all turns, buttons that came and went would never stand still.
    if view.rules.drop_when == "any_time" or view.rules.slap != "off":
        usual.add("pass")
    if view.rules.slap != "off":
        usual.add("slap")
    if gives_hints:
        usual.add("hint")
    return tuple(name for name in PLAY_BUTTONS if name in usual or name in kinds)


@dataclass(frozen=True, slots=True)
class TableLooks:
    """The look of everything beside the cards at one table of a session."""

    session: Session
    board: Board

    def table(
        self,
        hovered: Target | None,
        live: frozenset[Target],
        log: LogLook,
        scores: Sequence[str],
        settings: Settings = _USUAL,
    ) -> TableLook:
        """Return the look of everything beside the cards; ``live`` are the enabled targets."""
        session, board = self.session, self.board
        view, stock = board.view, self._stock_size()
        names = [name for name in PLAY_BUTTONS if name in board.layout.buttons]
        pile_action = "take"
        suggestions: frozenset[Card] = frozenset()
        if view is not None:
            if TAKE not in view.legal:
                pile_action = "slap" if Guide(view).is_slap_question else "discard"
            if settings.suggestions and not board.is_scene:
                suggestions = suggested(view)
        cards, person = board.cards_seen(), person_from(settings.face)
        return TableLook(
            seats=tuple(
                self._seat(seat, name, scores[seat], cards[seat], person)
                for seat, name in enumerate(shown_names(session))
            ),
            buttons=tuple((name, self._button(name, hovered, live)) for name in names),
            stock=_("Stock {count}").format(count=stock),
            stock_key=key_text("draw"),
            pile=_("Discards"),
            pile_key=key_text(pile_action),
            is_stock_lit=STOCK_TARGET in live,
            is_pile_lit=PILE_TARGET in live,
            stock_size=0 if board.effects.riffle else max(0, stock - len(board.sprites.departing)),
            owners=self._spread_owners(),
            lit_spreads=frozenset(each.number for each in live if isinstance(each, SpreadTarget)),
            stake=self._stake_lines(),
            prompt="" if view is None or board.is_scene else Guide(view).prompt(),
            reminder="" if view is None or board.is_scene else Guide(view).reminder(),
            sort=self._sort_button(hovered),
            log=log,
            me=session.human or 0,
            suggested=suggestions,
            matched=self._matched_cards(),
            winners=board.effects.winners or frozenset(),
            is_cleared=board.effects.is_cleared,
        )

    def _stock_size(self) -> int:
        """Return the number of cards shown in the stock.

        Cards cut or dealt that have not visibly left the stock still count as part of it.
        """
        board = self.board
        waiting = sum(sprite.is_hidden for _slot, sprite in board.sprites)
        if board.view is not None:
            return board.view.stock_size + waiting
        return len(self.session.rules.pack()) - len(board.sprites.by_slot) + waiting

    def _spread_owners(self) -> tuple[tuple[int, int], ...]:
        """Return the spreads on the table, or on their way there, with their owners."""
        board = self.board
        if board.view is None:
            return ()
        lying = {
            slot.owner
            for slot, sprite in board.sprites
            if slot.zone is Zone.SPREAD and not sprite.is_waiting
        }
        return tuple(
            (each.number, each.owner) for each in board.view.spreads if each.number in lying
        )

    def _matched_cards(self) -> frozenset[Card]:
        """Return the cards in visible hands that do not count because they are matched."""
        view = self.board.view
        if view is None:
            return frozenset()
        hands = (view.hand if seat == view.seat else view.shown[seat] for seat in range(view.seats))
        return frozenset().union(*(uncounted(view, hand) for hand in hands if hand is not None))

    def _sort_button(self, hovered: Target | None) -> ButtonLook:
        """Return the look of the button that sorts the hand, named for the next order."""
        sorts = {
            Sorting.RANK: N_("Sort by suit"),
            Sorting.SUIT: N_("Group cards"),
            Sorting.GROUPS: N_("Sort by rank"),
            Sorting.OWN: N_("Sort by rank"),
        }
        view = self.board.view
        text = "" if view and view.result else _(sorts[self.board.arrangement.sorting])
        return ButtonLook(text, key_text("sort"), True, False, hovered == SORT_BUTTON)

    def _seat(self, seat: int, name: str, score: str, cards: int, own: Person | None) -> SeatLook:
        """Return the look of a plate; ``own`` is the face chosen by the player, if any."""
        session, board, view = self.session, self.board, self.board.view
        person = own if session.players[seat].is_human else None
        is_playing = view is not None and view.result is None and not board.is_scene
        is_on_turn = view is not None and is_playing and seat == view.turn
        is_dealer = seat == (board.effects.dealer_shown if view is None else view.dealer)
        is_settled = view is not None and view.result is not None and board.effects.is_settled
        change, way = ("", 0)
        if is_settled and view is not None and view.result is not None:
            change, way = SessionScores(session).brought(view.result, seat)
            if not way and not session.rules.is_push_up:
                change = ""
        return SeatLook(
            name=name,
            money=score,
            mark=MARKS[session.rules.scoring],
            cards=cards,
            is_dealer=is_dealer,
            is_on_turn=is_on_turn,
            note=self._note(view, seat) if view is not None and is_on_turn else "",
            change=change,
            way=way,
            has_won=seat in (board.effects.winners or ()),
            mood=self._mood(seat, is_own=person is not None),
            person=person,
            wait=view.waits[seat] if view is not None and is_playing else 0,
            is_blocked=view is not None and is_playing and Guide(view).is_blocked(seat),
        )

    def _mood(self, seat: int, *, is_own: bool) -> Mood | None:
        """Return the expression of a seat's face, if any; the player's only shows the ending."""
        view, effects = self.board.view, self.board.effects
        if is_own:
            is_told = view is not None and effects.winners is not None
            result = view.result if view is not None and is_told else None
            return Mood.CALM if view is None or result is None else _mood_at_end(view, seat, result)
        if self.session.players[seat].is_human:
            return None
        if view is None:
            return Mood.CALM
        mood = mood_of(
            view, seat, is_told=effects.winners is not None, glance=effects.glances.count
        )
        if mood is not Mood.CALM:
            return mood
        if gaze := effects.gazes.of(seat):
            return Mood.IMPRESSED if gaze.is_struck else self._towards(seat, gaze.at)
        if effects.blinks.seat == seat:
            return Mood.DOWN if effects.blinks.is_bent else Mood.BLINK
        return Mood.CALM

    def _stake_lines(self) -> tuple[str, ...]:
        view = self.board.view
        stake = played_for(self.session.rules)
        if view is None:
            return (stake,)
        number = number_text(self.session)
        big = (_("The big one: pays double"),) if view.is_big_one else ()
        if self.board.is_scene or view.result is not None:
            return (f"{number} · {stake}", *big)
        return (f"{number} · {stake}", *big, Guide(view).own_count())

    def _towards(self, seat: int, other: int) -> Mood:
        """Return the expression that looks at another seat."""
        seats = self.board.layout.seats
        here, there = seats[seat].plate, seats[other].fan
        across, down = there.centerx - here.centerx, there.centery - here.centery
        if down > 2 * abs(across):
            return Mood.DOWN
        return Mood.RIGHT if across > 0 else Mood.LEFT

    @staticmethod
    def _note(view: SeatView, seat: int) -> str:
        """Return the note on the plate of the seat on turn."""
        if view.phase is Phase.SLAP or Guide(view).is_slap_question or may_drop_between_turns(view):
            return ""
        if is_last_lay(view):
            return _("last lay") if seat == view.seat else _("last lay…")
        if view.phase is Phase.CHANCE:
            return _("last chance") if seat == view.seat else _("last chance…")
        return _("your turn") if seat == view.seat else _("thinking…")

    def _button(
        self, name: PlayButton, hovered: Target | None, live: frozenset[Target]
    ) -> ButtonLook:
        target = ButtonTarget(name)
        return ButtonLook(
            text=pass_text(self.board.view) if name == "pass" else _(PLAY_BUTTONS[name]),
            key=key_text(name),
            is_lit=target in live,
            is_primary=target in live and name not in {"drop", "pass", "hint"},
            is_hovered=hovered == target,
        )


def uncounted(view: SeatView, hand: tuple[Card, ...]) -> frozenset[Card]:
    """Return the cards of a hand that do not count, as they make spreads; none after a natural."""
    if view.result is not None and counts_all(view.result, view.turns):
        return frozenset()
    return matched_cards(view.rules, hand)


def button_title(name: str) -> str:
    """Return the label of a button of play; empty for other buttons."""
    return next((_(text) for button, text in PLAY_BUTTONS.items() if button == name), "")


def cut_sentence(session: Session, dealer: int) -> str:
    """Return the outcome of the cut: who deals and, with more than two players, who sits where."""
    text = _("{name} draws the highest card and deals.").format(name=session.names[dealer])
    if dealer == session.human:
        text = _("You draw the highest card and deal.")
    said = [text]
    if len(session.names) > 2:
        said.append(_("The others sit to the left, in order of their cards."))
    if len(session.cut.rounds) > 1:  # or a higher card of a later round would look passed over
        said.append(_("Ties were cut again."))
    return in_a_row(said)
