"""Which cards a seat must reckon with: whole decks that agree with all that it saw, and how likely
each is by what the others did.

A deck is drawn evenly among all that could lie behind the view: each card that another seat has
shown by playing it was dealt or drawn by then, in any place, and the rest may lie anywhere.
Then the moves are played again on it, and each move of another seat weighs it by how likely that
seat was to make it, holding these cards (a particle filter: what becomes unlikely dies out on the
way, and what is likely is doubled, with what lies ahead shuffled anew). A batch of worlds comes
with a weight; of
weighted batches, means are right whatever the size of a batch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random
from typing import Final, NamedTuple

from ai.bitboard.bound import bind
from ai.bitboard.hand import Hand
from ai.bitboard.laying import must_use_taken
from ai.bitboard.view import cards_set_aside
from ai.bitboard.window import Window, may_open
from ai.coach.rollout import IN_TIME, BotPolicy, Policy, answers, shown_by
from game.rules.actions import (
    DRAW,
    DROP,
    PASS,
    TAKE,
    Action,
    Discard,
    Draw,
    Drop,
    Slap,
    Take,
    cards_played,
)
from game.rules.cards import Card
from game.rules.phases import CHANCE, SLAP, START
from game.rules.state import Move
from game.rules.view import SeatView, SeenMove

TRUST: Final = 0.8
"""How far the others are taken to play by the policy; else they do anything that is allowed."""
_KEPT: Final = 2 / 3
_KEPT_BY_BOTS: Final = 1 / 6
"""Of the decks that are weighed together, the part that is played out; fewer where that takes long.
"""
_LEAST, _EACH, _MOST = 16, 2, 32
"""Decks that are weighed together in a batch: so many, more for each move of another, at most."""
_SINGLY: Final = 64
"""Decks that are drawn one by one where nothing is weighed, before the filter looks for one."""


class World(NamedTuple):
    """A hand as it may stand, and the cards in it that were ever seen by all."""

    hand: Hand
    public: int


class Batch(NamedTuple):
    """Worlds as likely as each other, and what the whole batch weighs against other batches."""

    weight: float
    worlds: list[World]


class Worlds:
    """All that could lie behind one view.

    Without ``trust`` all are as likely that agree with what the others did, between turns apart.
    """

    def __init__(self, view: SeatView, policy: Policy, trust: float = TRUST) -> None:
        self._view, self._policy, self._trust = view, policy, trust
        self._law = bind(view.rules, view.seats)
        self.moves = [replace(move, action=self._kept(move.action)) for move in view.moves]
        self._fixed: dict[int, Card] = {}
        self._slots: list[list[int]] = [[] for _ in range(view.seats)]
        self._shown: list[tuple[int, Card, int]] = []
        self._ahead = 0  # the place of the next card of the stock
        self._trace()
        seen = {*self._fixed.values(), *(card for _, card, _ in self._shown)}
        cards = view.rules.pack()
        self.unseen = [card for card in cards if card not in seen]
        self._begun = [self._fixed.get(place, "") for place in range(len(cards))]
        others = sum(move.seat != view.seat for move in view.moves)
        self.is_weighed = others > 0 and trust > 0
        self.particles = min(_LEAST + _EACH * others, _MOST)
        part = _KEPT if policy.tells_chances else _KEPT_BY_BOTS
        self.kept = int(self.particles * part) if self.is_weighed else 1

    def _trace(self) -> None:
        """Find out which places of the deck are known, and which cards lie among which places."""
        view, size = self._view, self._law.hand_size
        dealt = view.seats * size
        for seat in range(view.seats):
            place = (seat - view.dealer - 1) % view.seats
            self._slots[seat] = list(range(place, dealt, view.seats))
        self._fixed.update(zip(self._slots[view.seat], view.dealt, strict=True))
        following = dealt
        if view.upcard is not None:
            self._fixed[dealt] = view.upcard
            following += 1
        for move in view.moves:
            if isinstance(move.action, Draw):
                if move.seat == view.seat and move.card is not None:
                    self._fixed[following] = move.card
                following += 1
        self._ahead = following
        self._trace_others(dealt + (view.upcard is not None))

    def _trace_others(self, following: int) -> None:
        """Of each card that another seat is known to have had: by when; ``following`` is the place
        of the first card drawn.
        """
        view = self._view
        known: list[set[Card]] = [set() for _ in range(view.seats)]
        for aside in view.set_aside:
            if aside.card is not None and aside.seat != view.seat:
                self._shown.append((aside.seat, aside.card, self._law.hand_size))
                known[aside.seat].add(aside.card)
        for move in view.moves:
            mine, slots = known[move.seat], self._slots[move.seat]
            if isinstance(move.action, Draw):
                slots.append(following)
                following += 1
            elif isinstance(move.action, Take) and move.card is not None:
                mine.add(move.card)
            elif move.seat != view.seat:
                played = cards_played(move.action)
                self._shown += [
                    (move.seat, each, len(slots)) for each in played if each not in mine
                ]
                mine.difference_update(played)

    def _kept(self, action: Action) -> Action:
        """The engine's own copy of an action, which is then found by looking for the same object:
        to compare two that are merely equal takes long.
        """
        if isinstance(action, Discard):
            return self._law.discards(self._law.weight[action.card])[0]
        return next((each for each in (DRAW, TAKE, DROP) if each == action), action)

    def deck(self, random: Random) -> tuple[list[Card], list[int]]:
        """A deck, drawn evenly, and its places that could hold any other unseen card as well."""
        deck = self._begun[:]
        for seat, card, limit in self._shown:
            free = [place for place in self._slots[seat][:limit] if not deck[place]]
            deck[free[int(random.random() * len(free))]] = card
        open_places = [place for place, card in enumerate(deck) if not card]
        rest, chance = self.unseen[:], random.random
        rest.sort(key=lambda _: chance())
        for place, card in zip(open_places, rest, strict=True):
            deck[place] = card
        return deck, open_places

    def may_be_few(self, ways: int) -> bool:
        """Whether there may be no more ``decks`` than so many; quick to tell."""
        held = self._ahead - len(self._fixed) - len(self._shown)
        return comb(len(self.unseen), held) <= ways

    def decks(self) -> Iterator[list[Card]]:
        """Every deck as likely as each other, those taken as one that differ in the order of a
        dealt hand or of the stock.
        """
        deck = self._begun[:]
        yield from self._with_shown(deck, 0)

    def _with_shown(self, deck: list[Card], number: int) -> Iterator[list[Card]]:
        """``deck`` with each card that others have shown in each place where it may have been."""
        if number == len(self._shown):
            yield from self._with_hidden(deck, self.unseen)
            return
        seat, card, limit = self._shown[number]
        size, is_dealt = self._law.hand_size, False
        for at, place in enumerate(self._slots[seat][:limit]):
            if deck[place] or (at < size and is_dealt):
                continue
            is_dealt |= at < size
            deck[place] = card
            yield from self._with_shown(deck, number + 1)
            deck[place] = ""

    def _with_hidden(self, deck: list[Card], cards: Sequence[Card]) -> Iterator[list[Card]]:
        """``deck`` with ``cards`` in the places left; the order of the stock is none."""
        free = [place for place, card in enumerate(deck[: self._ahead]) if not card]
        if not free:
            left = iter(cards)
            yield [card or next(left) for card in deck]
            return
        size = self._law.hand_size
        slots = next(slots for slots in self._slots if free[0] in slots)
        alike = [each for each in free if each in slots[:size]] or free[:1]
        for held in combinations(cards, len(alike)):
            full = deck[:]
            for place, card in zip(alike, held, strict=True):
                full[place] = card
            yield from self._with_hidden(full, [each for each in cards if each not in held])

    def keep(self, worlds: int) -> None:
        """Play out no more of each batch, and weigh no more than these need."""
        if self.is_weighed and worlds < self.kept:
            least = min(_LEAST, 2 * worlds)
            self.particles = max(least, self.particles * worlds // self.kept)
            self.kept = worlds

    def batch(self, random: Random) -> Batch:
        """Some worlds; a weight of 0 comes with none."""
        for _ in range(0 if self.is_weighed else _SINGLY):
            replay = Replay(self, self.deck(random)[0])
            replay.finish()
            if replay.weight:
                return Batch(replay.weight, [replay.world])
        return _filtered(self, random) if self.moves else Batch(0.0, [])

    def begin(self, deck: Sequence[Card]) -> tuple[Hand, int, float]:
        """The hand as dealt, the cards then seen; 1, or 0 where it would have gone otherwise."""
        view = self._view
        hand = Hand.deal(
            view.rules, view.seats, view.dealer, deck, big_one=view.is_big_one, bets=view.bets
        )
        public = self._law.pack.mask(hand.pile)
        bet, weight = view.bets.high_suit, 1.0
        if bet and view.rules.high_suit_bet == "spades":
            aside = [(each.seat, each.card) for each in cards_set_aside(hand, view.seat, bet)]
            weight = float(aside == [(each.seat, each.card) for each in view.set_aside])
        return hand, public, weight if hand.result is None else 0.0

    @property
    def view(self) -> SeatView:
        """What the seat sees."""
        return self._view

    def chance_of(self, replay: "Replay", move: SeenMove) -> float:
        """How likely ``move`` was where ``replay`` stands, before it."""
        hand, seat, action = replay.hand, move.seat, move.action
        before = 1.0
        if may_open(hand) and hand.phase in (START, SLAP):
            before, is_whole = self._in_window(replay, move)
            if is_whole or not before:
                return before
        if hand.phase is SLAP and not isinstance(action, Slap):
            hand.close_slap()
        if seat == self._view.seat:
            return before
        chance = self._chance(replay, seat, hand.legal(), action)
        return before * (chance if self._trust else float(chance > 0))

    def _chance(
        self, replay: "Replay", seat: int, options: Sequence[Action], action: Action
    ) -> float:
        """How likely ``seat`` does ``action``; 0 where it may not."""
        for each in options:
            if each is action:
                break
        else:
            if action not in options:
                return 0.0
        if len(options) == 1:
            return 1.0
        trust = self._trust
        if not trust:
            return 1 / len(options)
        own = self._policy.chance(replay.hand, seat, options, replay.public, action)
        return trust * own + (1 - trust) / len(options)

    def _in_window(self, replay: "Replay", move: SeenMove) -> tuple[float, bool]:
        """How likely it was that until ``move`` nobody acted out of turn; whether ``move`` itself,
        done out of turn, is reckoned in.
        """
        hand, own, window = replay.hand, self._view.seat, Window(replay.hand)
        hand.is_claim_open = False
        action, before, claimed = move.action, 1.0, 0.0
        if window.claimer is not None and window.claimer != own:
            claim = self._chance(replay, window.claimer, (TAKE, PASS), TAKE)
            if isinstance(action, Take):
                claimed = claim
            before = 1 - claim
        is_race = isinstance(action, Slap) or (
            isinstance(action, Drop) and hand.law.has_drops_out_of_turn
        )
        rivals = [seat for seat in window.order if seat not in (own, move.seat if is_race else -1)]
        acts = [1 - self._chance(replay, seat, answers(window, seat), PASS) for seat in rivals]
        if not is_race:
            for act in acts:
                before *= 1 - IN_TIME * act
            if claimed:
                begin = self._chance(replay, move.seat, hand.legal(), TAKE)
                return claimed + before * begin, True
            return before, False
        if move.seat == own:
            return before * is_first([IN_TIME * act for act in acts]), True
        done = self._chance(replay, move.seat, answers(window, move.seat), action)
        first = before * done * IN_TIME * is_first([IN_TIME * act for act in acts])
        if move.seat != hand.turn or not isinstance(action, Drop):
            return first, True
        for act in (*acts, done):
            before *= 1 - IN_TIME * act
        return first + before * self._chance(replay, move.seat, hand.legal(), DROP), True


def is_first(others: Sequence[float]) -> float:
    """How likely one of several seats that react at times equally likely comes first, where each of
    the others reacts at all with its chance.
    """
    powers = [1.0]
    for act in others:
        powers = [a - act * b for a, b in zip([*powers, 0.0], [0.0, *powers], strict=True)]
    return sum([power / (place + 1) for place, power in enumerate(powers)])


class Replay:
    """The moves of a view played again on one deck."""

    __slots__ = ("deck", "hand", "open", "public", "step", "weight", "worlds")

    def __init__(self, worlds: Worlds, deck: list[Card], open_places: Sequence[int] = ()) -> None:
        self.worlds, self.deck, self.open = worlds, deck, open_places
        self.hand, self.public, self.weight = worlds.begin(tuple(deck))
        self.step = 0

    @property
    def world(self) -> World:
        """The hand as it now stands."""
        return World(self.hand, self.public)

    def advance(self) -> float:
        """Play the next move; how likely it was."""
        moves = self.worlds.moves
        move = moves[self.step]
        self.step += 1
        chance = self.worlds.chance_of(self, move)
        if chance:
            self.public |= shown_by(self.hand, move.action)
            self.hand.play_by(move.seat, move.action)
        if self.step == len(moves):
            self._settle(self.worlds.view)
        return chance

    def _settle(self, view: SeatView) -> None:
        """Bring the hand to where the view is asked."""
        hand = self.hand
        if view.phase is not hand.phase:
            hand.close_slap()
        if view.must_use and not hand.must_use:
            must_use_taken(hand)

    def finish(self) -> None:
        """Play all moves, and weigh the deck by them."""
        moves = self.worlds.view.moves
        if not moves:
            self._settle(self.worlds.view)
        while self.weight and self.step < len(moves):
            self.weight *= self.advance()

    def twin(self, random: Random) -> "Replay":
        """Another that stands at the same point, what lies ahead shuffled anew."""
        twin = Replay.__new__(Replay)
        twin.worlds, twin.open, twin.step = self.worlds, self.open, self.step
        twin.public, twin.weight = self.public, 1.0
        twin.hand, twin.deck = self.hand.copy(), self.deck[:]
        ahead = [place for place in self.open if place >= self.hand.next_card]
        cards = [twin.deck[place] for place in ahead]
        random.shuffle(cards)
        for place, card in zip(ahead, cards, strict=True):
            twin.deck[place] = card
        twin.hand.deck = tuple(twin.deck)
        return twin


def _filtered(worlds: Worlds, random: Random) -> Batch:
    """One run of the filter."""
    particles = worlds.particles
    replays = [Replay(worlds, *worlds.deck(random)) for _ in range(particles)]
    weights = [each.weight for each in replays]
    if not sum(weights):
        return Batch(0.0, [])
    whole = 1.0
    for _ in worlds.view.moves:
        for place, replay in enumerate(replays):
            if weights[place]:
                weights[place] *= replay.advance()
            else:
                replay.step += 1
        mass = sum(weights)
        if not mass:
            return Batch(0.0, [])
        if mass * mass < sum([each * each for each in weights]) * particles / 2:
            whole *= mass / particles
            replays = [
                replay
                for at, many in _picked(weights, particles, random)
                for replay in (replays[at], *(replays[at].twin(random) for _ in range(many - 1)))
            ]
            weights = [1.0] * particles
    whole *= sum(weights) / particles
    kept = [
        world
        for at, many in _picked(weights, worlds.kept, random)
        for world in (replays[at].world, *(replays[at].twin(random).world for _ in range(many - 1)))
    ]
    return Batch(whole, kept)


def _picked(weights: Sequence[float], count: int, random: Random) -> list[tuple[int, int]]:
    """Which to keep and how often, ``count`` in all, each on average by its weight."""
    step = sum(weights) / count
    at, whole, left, picked = random.random() * step, 0.0, count, []
    for place, weight in enumerate(weights):
        whole += weight
        many = 0
        while at < whole and left:
            many, left, at = many + 1, left - 1, at + step
        if many:
            picked.append((place, many))
    if left:  # the sum of the weights, rounded, fell short
        place, many = picked.pop()
        picked.append((place, many + left))
    return picked


def begun(
    view: SeatView, world: World, action: Action, policy: Policy
) -> tuple[Hand, int, frozenset[int]]:
    """A copy of the world in which the seat has done ``action``; the cards now seen by all, and who
    has let the discard go by: what ``play_on`` goes on from.
    """
    hand, public = world.hand.copy(), world.public
    if isinstance(policy, BotPolicy):
        hand.log = _moves_of(view, world)
    if action == PASS and hand.phase is not CHANCE:
        return hand, public, frozenset((view.seat,))
    if hand.phase is SLAP and not isinstance(action, Slap):
        hand.close_slap()
    public |= shown_by(hand, action)
    if view.after_pass and hand.turn == view.seat:
        hand.is_claim_open = True  # a take that answers a claim must be used
    if isinstance(policy, BotPolicy):
        policy.log(hand, view.seat, action)
    hand.play_by(view.seat, action)
    return hand, public, frozenset()


def _moves_of(view: SeatView, world: World) -> list[Move]:
    """The moves so far in this world, what was drawn unseen included."""
    drawn = iter(world.hand.deck[view.seats * world.hand.law.hand_size + bool(view.upcard) :])
    moves = []
    for move in view.moves:
        card = next(drawn) if isinstance(move.action, Draw) else move.card
        moves.append(Move(move.seat, move.action, card))
    return moves
