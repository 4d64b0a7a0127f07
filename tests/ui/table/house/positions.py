"""Hands dealt as a test wants them, and somebody who sits down to play one on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace

import pygame

from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.actions import Action
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from game.ui.session.table_scene import TableScene
from tests.ui.table.hands_on import Person
from tests.ui.table.staging import NAMES, FakeStage, think_at_once

Thinker = Callable[[SeatView, str, int], Future[Action]]


def rules(name: str = "standard", **changes: object) -> RuleSet:
    """A preset with changes."""
    return preset(name).changed(**changes)


def dealt(law: RuleSet, *hands: str, then: str = "", dealer: int = -1) -> Hand:
    """A hand in which each seat is dealt its cards, seat 0 first.

    ``then`` are the upcard, where there is one, and the cards of the stock in their order; the
    last seat deals unless another is named, so that seat 0 begins.
    """
    seats = len(hands)
    dealer %= seats
    held = [hand.split() for hand in hands]
    eldest = [held[(dealer + 1 + place) % seats] for place in range(seats)]
    first = [card for row in zip(*eldest, strict=True) for card in row] + then.split()
    rest = [card for card in law.pack() if card not in first]
    return Hand.deal(law, seats, dealer, (*first, *rest))


def after(hand: Hand, *moves: tuple[int, Action]) -> Hand:
    """The same hand some moves later."""
    for seat, action in moves:
        hand.act(seat, action)
    return hand


class Guest(Person):
    """Somebody who sits down on seat 0 in the middle of a hand."""

    def __init__(
        self,
        hand: Hand,
        speed: str = "fast",
        think: Thinker = think_at_once,
        size: tuple[int, int] = (1280, 720),
        **settings: object,
    ) -> None:
        self.stage = FakeStage(size, speed, think)
        self.stage.change(**settings)
        pygame.event.clear()
        self.table = TableScene(self.stage, _session(hand))
        self.table.resize(size)

    def hold(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the mouse, take it somewhere, and keep it pressed."""
        self.post(_mouse(pygame.MOUSEBUTTONDOWN, start))
        buttons = (1, 0, 0)
        motion = pygame.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=buttons, touch=False)
        self.post(motion)

    def release(self, at: tuple[int, int]) -> None:
        """Let the mouse go."""
        self.post(_mouse(pygame.MOUSEBUTTONUP, at))

    @property
    def actions(self) -> list[Action]:
        """What has been done so far, by whom it may be."""
        return [move.action for move in self.table.view.moves]

    @property
    def now(self) -> SeatView:
        return self.table.view


def _mouse(kind: int, at: tuple[int, int]) -> pygame.Event:
    return pygame.Event(kind, pos=at, button=pygame.BUTTON_LEFT, touch=False)


def _session(hand: Hand) -> Session:
    players = (Player("You"), *(Player(name, "regular") for name in NAMES[: hand.seats - 1]))
    session = Session.start(Plan(players, hand.rules, "house"))
    session.next_hand()
    if hand.log and session.deal:  # it is told again from its deal
        deck, big_one, bets = tuple(hand.deck), hand.is_big_one, hand.bets
        session.deal = replace(
            session.deal, dealer=hand.dealer, deck=deck, big_one=big_one, bets=bets
        )
    session.hand = hand
    return session


def replying(answers: Mapping[int, Callable[[SeatView], Action | None]]) -> Thinker:
    """Opponents that answer as told; a seat that is not told, or answers None, never does."""

    def think(view: SeatView, level: str, seed: int) -> Future[Action]:
        future: Future[Action] = Future()
        reply = answers.get(view.seat)
        answer = None if reply is None else reply(view)
        if answer is not None:
            future.set_result(answer)
        return future

    return think


def first_of(kind: type[Action]) -> Callable[[SeatView], Action | None]:
    """The first action of a kind that is legal, or none at all."""
    return lambda view: next((each for each in view.legal if isinstance(each, kind)), None)
