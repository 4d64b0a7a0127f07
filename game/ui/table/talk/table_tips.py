"""Tooltips of the table, for what has no text on it or too short a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.play.ledger import pots_in_play
from game.play.opponents import knows_habit
from game.rules.actions import DRAW, Reason
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS
from game.rules.sentences import keys_behind
from game.rules.spreads import hits_in, spreads_in, with_high_ace
from game.ui.kit.widget import fact, sentences
from game.ui.shell.keys import ACTIONS, key_text
from game.ui.shell.tips import Tip
from game.ui.table.input.decisions import InputRefusal, Situation
from game.ui.table.input.targets import (
    SEAL_BUTTON,
    ButtonTarget,
    CardTarget,
    PileTarget,
    SpreadTarget,
    StockTarget,
    Target,
    zones,
)
from game.ui.table.painting.marks import Marks, mark_on
from game.ui.table.painting.overlays import count_box
from game.ui.table.painting.pot_painter import PotRow, still_stakes
from game.ui.table.painting.status import Guide
from game.ui.table.talk.narration import bars_words, place_words, sealed_words
from game.ui.text.language import N_, _, amount_text, ngettext
from game.ui.text.level_words import bot_character
from game.ui.text.move_words import refusal, sentence_for, stakes_text
from game.ui.text.sessions import BIG_ONE, joined_sentence, pot_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pygame import Rect

    from game.play.ledger import PotKind
    from game.play.session import Session
    from game.rules.cards import Card
    from game.rules.hand import Hand
    from game.rules.ruleset import RuleSet
    from game.rules.view import SeatView
    from game.ui.kit.skin import Skin
    from game.ui.table.flow.hand_flow import HandFlow
    from game.ui.table.flow.shown import SeatLook, TableLook
    from game.ui.table.motion.board import Board


@dataclass(frozen=True, slots=True)
class TableTips:
    """The tips of one table."""

    look: TableLook
    board: Board

    def of_play(self, found: Mapping[Target, Rect], flow: HandFlow, skin: Skin) -> Iterator[Tip]:
        """Yield the tooltips during play, topmost boxes first.

        ``found`` are the current targets.
        """
        board = self.board
        view, session, layout = board.view, flow.session, board.layout
        if view is None:
            return
        for box, pill in PotRow(skin, layout).placed(flow.pots):
            yield Tip(_pot_text(pill.name, session, flow.pots.hand, flow.pots.lying), box)
        yield from self._lying(view, skin)
        for target, box in sorted(found.items(), key=lambda each: each[0] != SEAL_BUTTON):
            if text := self.target_text(target, flow):
                yield Tip(text, box.unionall(self._tags_of(target)), self.kept_by(target))
        for seat, place in enumerate(layout.seats):
            words = _plate_text(seat, session, view, self.look.seats[seat], self._has(session))
            yield Tip(words, place.plate)

    def of_replay(self, session: Session, hand: Hand, skin: Skin) -> Iterator[Tip]:
        """Yield the tooltips of the replay viewer, without shortcuts.

        ``hand`` is the hand as it stood at the position shown.
        """
        look, board = self.look, self.board
        view, layout = board.view, board.layout
        if view is None:
            return
        for box, pill in PotRow(skin, layout).placed_still(hand):
            yield Tip(_pot_text(pill.name, session, hand, still_stakes(hand)), box)
        yield from self._lying(view, skin)
        for target, box in zones(board).items():
            match target:
                case CardTarget(card):
                    text = self._card_text(card, view, session)
                case ButtonTarget("menu"):
                    text = _("Menu")
                case _:
                    text = place_words(target, session, board, view)
            if text:
                yield Tip(text, box.unionall(self._tags_of(target)))
        for seat, place in enumerate(layout.seats):
            words = _plate_text(seat, session, view, look.seats[seat], _("This hand"))
            seen = fact(_("Seen from"), look.seats[seat].name) if seat == look.me else ""
            yield Tip(sentences(words, seen) if seen else words, place.plate)

    def _lying(self, view: SeatView, skin: Skin) -> Iterator[Tip]:
        """Yield the tooltips of counts and of badges on cards."""
        board = self.board
        counts = view.result.counts if view.result else ()
        for seat in sorted(board.effects.counted) if counts else ():
            if not board.layout.seats[seat].cards:
                continue
            words = _("Count in hand: {count}").format(count=amount_text(counts[seat]))
            yield Tip(
                fact(self.look.seats[seat].name, words), count_box(skin, board.layout.seats[seat])
            )
        for box, mark in Marks(skin, board).badges():
            yield Tip(mark.meaning, box)

    def target_text(self, target: Target, flow: HandFlow) -> str:
        """Return what a click target is, with its shortcut, and, if it is disabled, why; empty if
        it says so itself.
        """
        view = self.board.view
        if view is None:
            return ""
        now = Situation(view, self.board.chosen, flow.why)
        why = now.why_not(target)
        words = self._target_words(target, view, flow)
        return sentences(words, *_refusal_words(now, target, why)) if why is not None else words

    def _target_words(self, target: Target, view: SeatView, flow: HandFlow) -> str:
        words = place_words(target, flow.session, self.board, view)
        match target:
            case StockTarget():
                way = _("Draw a card.") if DRAW in view.legal else ""
                return _with_key(sentences(words, way) if way else words, key_text("draw"))
            case PileTarget():
                is_race = flow.slaps.clock is not None and Guide(view).is_slap_question
                hurry = _("Slap it before the line around it runs out.") if is_race else ""
                return _with_key(sentences(words, hurry) if hurry else words, self.look.pile_key)
            case SpreadTarget(number):
                is_open = all(each.is_open for each in view.spreads if each.number == number)
                return _with_key(words, key_text("hit") if is_open else "")
            case CardTarget(card):
                return self._card_text(card, view, flow.session)
            case ButtonTarget("menu"):
                return _with_key(_("Menu"), "Esc")
            case ButtonTarget("seal"):
                return sealed_words()
            case ButtonTarget(name) if name in ACTIONS:
                return _with_key(_(ACTIONS[name][0]), key_text(name))
            case _:
                return ""

    def _card_text(self, card: Card, view: SeatView, session: Session) -> str:
        """Return the meaning of the marks on one of the player's cards; empty for others."""
        signs = self.signs_of(card, view)
        words = place_words(CardTarget(card), session, self.board, view)
        return sentences(words, *signs) if signs or mark_on(self.board, card) else ""

    def signs_of(self, card: Card, view: SeatView) -> list[str]:
        """Return the meanings of frame, glow and bracket on one of the player's cards."""
        if card in self.look.matched:
            return [_("It makes a spread in your hand and doesn't count.")]
        if card in Guide(view).wanted_cards():
            return [_("It has to be laid first.")]
        return [_("It can be laid.")] if card in self.look.suggested else []

    def of_money(self, flow: HandFlow) -> tuple[str, ...]:
        """Return what is in the side pots and who may win it, and everybody's balance."""
        session, pots = flow.session, flow.pots
        kinds = ("high_suit", "natural")
        said = [
            _pot_text(kind, session, pots.hand, pots.lying)
            for kind in kinds
            if getattr(session.rules, f"{kind}_bet") != "off"
        ]
        balances = (fact(seat.name, seat.money) for seat in self.look.seats if seat.money)
        return (*said, sentences(self._has(session), *balances))

    @staticmethod
    def _has(session: Session) -> str:
        """Return what the number below a name is."""
        return _("Balance") if session.rules.scoring == "stakes" else _("Points")

    def kept_by(self, target: Target) -> Rect | None:
        """Return what a tooltip must not cover: the piles, for the padlock between them."""
        layout = self.board.layout
        if target != SEAL_BUTTON:
            return None
        return layout.stock.unionall([layout.pile, layout.stock_tag, layout.pile_tag])

    def _tags_of(self, target: Target) -> list[Rect]:
        """Return the boxes of the labels that belong to a target."""
        layout = self.board.layout
        match target:
            case StockTarget():
                return [layout.stock_tag]
            case PileTarget():
                return [layout.pile_tag]
            case SpreadTarget(number):
                return [layout.spreads[number].tag]
            case _:
                return []


def _refusal_words(now: Situation, target: Target, why: Reason | InputRefusal) -> tuple[str, ...]:
    """Return why not, and by which rule of this table, or which rule would allow it elsewhere."""
    view, rules = now.view, now.view.rules
    refused = refusal(view, why) if isinstance(why, Reason) else _(why)
    keys = _keys(now, target, why)
    if not keys:
        return (refused,)
    words = _("House rule {rules}.")
    if all(getattr(rules, key) == getattr(STANDARD, key) for key in keys):
        words = _("A house rule would allow it: {rules}.")
    return refused, words.format(rules=_(", ").join(_rule_words(rules, key) for key in keys))


def _rule_words(rules: RuleSet, key: str) -> str:
    """Return a rule's label, with its value if not the default; naturals have too many."""
    option, value = OPTIONS[key], getattr(rules, key)
    if key == "naturals" or value == getattr(STANDARD, key):
        return _("“{rule}”").format(rule=_(option.label))
    said = option.value_label(value).said(_, ngettext)
    return _("“{rule}”: {value}").format(rule=_(option.label), value=said)


def _keys(now: Situation, target: Target, why: Reason | InputRefusal) -> tuple[str, ...]:
    """Return the keys of the rules that cause a refusal, or whose other values allow it."""
    view, rules = now.view, now.view.rules
    match why:
        case InputRefusal.DEAD_JOKER:
            return ("wild",)
        case InputRefusal.NONE_HELD:
            by_ace: object = spreads_in(with_high_ace(rules), view.hand)
        case Reason.NOT_A_SPREAD:
            found = spreads_in(with_high_ace(rules), now.chosen)
            by_ace = any(len(each.cards) == len(now.chosen) for each in found)
        case Reason.DOES_NOT_FIT:
            wanted = {SpreadTarget(each.number): each for each in view.spreads}
            onto = [wanted[target]] if target in wanted else view.spreads
            by_ace = hits_in(with_high_ace(rules), now.chosen, onto)
        case Reason():
            return keys_behind(rules, why)
        case _:
            return ()
    return ("ace",) if by_ace else ()


def _with_key(what: str, key: str) -> str:
    return _("{what} ({key})").format(what=what, key=key) if what and key else what


def _pot_text(name: str, session: Session, hand: Hand | None, lying: Mapping[PotKind, int]) -> str:
    """Return who can win a pot, how much and how; or explain the big one."""
    rules = session.rules
    match name:
        case "high_suit":
            kind: PotKind = "high_suit"
            how = OPTIONS["high_suit_bet"].sentence(rules.high_suit_bet)
        case "natural":
            kind = "natural"
            how = OPTIONS["natural_bet"].sentence(rules.natural_bet)
        case _:
            return _(BIG_ONE)
    played = [each for each in pots_in_play(hand) if each.kind == kind] if hand else []
    for pot in played:
        if pot.winner is None:
            joined = joined_sentence(pot, session.names, session.human)
            return sentences(joined, how.said(_, ngettext))
    stakes = stakes_text(lying.get(kind, 0))
    return sentences(fact(pot_title(kind), stakes), how.said(_, ngettext))


def _plate_text(seat: int, session: Session, view: SeatView, look: SeatLook, has: str) -> str:
    """Return a name plate in words: the player, its cards and money, and the meaning of its marks.

    ``has`` describes the number below the name.
    """
    cards = ngettext("{n} card", "{n} cards", view.sizes[seat]).format(n=view.sizes[seat])
    player = session.players[seat]
    marks = (
        _("Knows you drop early.") * knows_habit(player.level),
        fact(has, look.money) if look.money else "",
        fact(_("This hand"), look.change) if look.change else "",
        _("Dealer") * look.is_dealer,
        sentence_for(
            (N_("It's your turn."), N_("It's {name}'s turn.")), seat, session.names, session.human
        )
        * look.is_on_turn,
        *bars_words(look.wait, is_blocked=look.is_blocked),
        _("Winner") * look.has_won,
        "" if player.is_human else bot_character(player.level),
    )
    return sentences(fact(look.name, cards), *marks)
