"""The position ``tonk-position/1``: a hand in progress, as a value and as a file (POSITION.md).

>>> from game.rules.actions import DRAW
>>> from game.rules.presets import STANDARD
>>> hand = Hand.deal(STANDARD, seats=2, dealer=1, deck=STANDARD.pack())
>>> move = hand.act(0, DRAW)
>>> position = Position.of(hand)         # what the future of the hand depends on, and no more
>>> Position.from_mapping(json.loads(position.to_json())) == position
True
>>> twin = position.hand()               # a hand to be played on: the same moves are legal in both
>>> twin.legal() == hand.legal()
True

``Position`` holds only what cannot be derived from the rest: whose turn it is, who has begun, what
fits which spread and whether the deck is booed all follow. What only a house rule needs is present
only if the rules have it. The moves that led to the position are not known: a hand made from one
has an empty log. Each refusal is a one-line ``PositionError``.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self, TypeAlias

from game.rules.actions import Spread, parse_action
from game.rules.cards import Card, in_order
from game.rules.counting import count_of
from game.rules.forms import (
    FormError,
    as_flag,
    as_joined,
    as_list,
    as_mapping,
    as_numbers,
    as_seat,
    as_text,
    as_texts,
    as_whole,
    check_keys,
    not_allowed,
    read_rules,
    read_side,
    side_mapping,
)
from game.rules.hand import Hand
from game.rules.legality import legal_lays
from game.rules.messages import Message, RefusedError, at
from game.rules.moves import has_last_lay
from game.rules.phases import CHANCE, LAY, SLAP, START, Phase
from game.rules.presets import spelled_out
from game.rules.results import NO_BETS, Ending, SideBets
from game.rules.ruleset import WAITS, RuleError, RuleSet
from game.rules.settlement import naturals_at_deal
from game.rules.spreads import (
    BOOK_LEAST,
    BOOK_MOST,
    TableSpread,
    read_spread,
    slapped,
)
from game.rules.state import Finish, Lay, SeatState
from game.rules.value_types import one_of, shown

FORMAT: Final = "tonk-position/1"
Cards: TypeAlias = tuple[Card, ...]
Seats: TypeAlias = tuple[int, ...]

_PHASES: Final = {phase.name.lower(): phase for phase in (START, LAY, CHANCE, SLAP)}
_ENDINGS: Final = (Ending.TONK, Ending.DROP, Ending.STOCKOUT)
_IDLE_ROUNDS: Final = 3  # of idle turns, at most (RULES.md §1.10)
_LONGEST: Final = 10_000
"""The maximum number of turns; no hand has as many."""


class PositionError(RefusedError):
    """An impossible position: one line saying where the fault is and what is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A hand in progress. ``pile`` and ``stock`` begin with their top card.

    ``turns`` have ended so far; the last ``idle_turns`` of them were idle (RULES.md §1.10), None in
    a turn that is not. ``taken`` is the card that the seat on turn has taken in this turn; it
    ``must_use`` it now (§5.3), ``has_hit`` in this turn already (§5.5), and ``is_blocked`` from
    emptying its hand in it (``hit_blocks_out``). ``discarder`` is the seat whose discard lies on
    top, while it can still be slapped. ``finish`` is what ends the hand, and ``chances`` are the
    seats that may still lay before it does, in order (§5.13, §5.18).

    By seat, where the rules ask for it: ``waits`` in how many of its turns it may not drop (§5.7);
    since its last turn began, whether another has hit its spread (``was_hit``), and whether it has
    hit its own (``hit_own``) or another's (``hit_others``); in the whole hand, whether it has hit
    any spread (``hitters``) or another's (``other_hitters``), and whether its last lay was a spread
    (``last_spread``). ``dealt`` are the hands as dealt, which high suits, the natural pot and
    naturals in turn go by. ``natural_pot_winner`` has won the natural pot in this hand.
    """

    rules: RuleSet
    dealer: int
    hands: tuple[Cards, ...]
    stock: Cards
    pile: Cards
    spreads: tuple[TableSpread, ...] = ()
    turns: int = 0
    phase: Phase = START
    idle_turns: int | None = 0
    taken: Card | None = None
    must_use: bool = False
    has_hit: bool = False
    is_blocked: bool = False
    discarder: int | None = None
    finish: Finish | None = None
    chances: Seats = ()
    waits: tuple[int, ...] = ()
    was_hit: Seats = ()
    hit_own: Seats = ()
    hit_others: Seats = ()
    hitters: Seats = ()
    other_hitters: Seats = ()
    last_spread: Seats = ()
    dealt: tuple[Cards, ...] = ()
    big_one: bool = False
    bets: SideBets = NO_BETS
    natural_pot_winner: int | None = None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def next_seat(self) -> int:
        """The seat whose turn it is, or would be next."""
        return (self.dealer + 1 + self.turns) % self.seats

    @property
    def turn(self) -> int:
        """The seat that is to act."""
        return self.chances[0] if self.phase is CHANCE else self.next_seat

    def has_begun(self, seat: int) -> bool:
        """Return whether a seat has begun its first turn."""
        return (seat - self.dealer - 1) % self.seats < self.turns + (self.phase is LAY)

    @property
    def asks_for_dealt(self) -> bool:
        """Whether these rules and bets go by the hands as dealt (RULES.md §5.2, §5.11, §5.12)."""
        in_turn = any(entry.when == "turn" for entry in self.rules.naturals)
        pot = self.bets.natural is not None and self.rules.natural_bet == "dealt"
        return in_turn or pot or self.bets.high_suit is not None

    def check(self) -> None:
        """Raise ``PositionError`` if the position is impossible."""
        for wrong in self._wrongs():
            raise PositionError(wrong)
        if (self.turns, self.phase) == (0, START) and naturals_at_deal(self._state()):
            raise PositionError("hands: a natural at the deal would have ended the hand")
        if self.must_use and not legal_lays(self._state()):
            raise PositionError(f"must_use: seat {self.turn} cannot lay {shown(self.taken)}")

    def hand(self) -> Hand:
        """Return a hand to be played on; raise ``PositionError`` if the position is impossible."""
        self.check()
        return self._state()

    def to_mapping(self) -> dict[str, object]:
        """Return the position as a JSON object, without marks that are false."""
        mapping: dict[str, object] = {
            "format": FORMAT,
            "rules": spelled_out(self.rules),
            "seats": self.seats,
            "dealer": self.dealer,
            "turns": self.turns,
            "phase": self.phase.name.lower(),
            "hands": [list(cards) for cards in self.hands],
            "stock": list(self.stock),
            "pile": list(self.pile),
            "spreads": [spread.to_mapping() for spread in self.spreads],
        }
        for name in _OPTIONAL:
            field_name = _FIELDS.get(name, name)
            value = getattr(self, field_name)
            if value != _DEFAULTS[field_name]:
                mapping[name] = self._plain(value)
        return mapping

    def to_json(self) -> str:
        """Return the position on one line."""
        return json.dumps(self.to_mapping(), ensure_ascii=False, separators=(",", ":"))

    # Checks.

    def _wrongs(self) -> Iterator[Message | str]:
        """Yield what is wrong, the simplest faults first: later checks may rely on earlier ones."""
        try:
            self.rules.check_seats(self.seats)
        except RuleError as error:
            yield at("rules", error.refusal)
        if self.turns > _LONGEST:
            yield f"turns: {self.turns}; expected at most {_LONGEST}"
        yield from self._wrong_cards()
        yield from self._wrong_sizes()
        yield from self._wrong_spreads()
        yield from self._wrong_phase()
        yield from self._wrong_turn()
        yield from self._wrong_still()
        yield from self._wrong_discarder()
        yield from self._wrong_waits()
        yield from self._wrong_marks()
        yield from self._wrong_dealt()

    def _wrong_cards(self) -> Iterator[str]:
        pack = self.rules.pack()
        known, lying = set(pack), dict[Card, str]()
        zones = [(f"hands: seat {seat}", cards) for seat, cards in enumerate(self.hands)]
        zones += [("stock", self.stock), ("pile", self.pile)]
        zones += [(f"spreads: spread {each.number}", each.cards) for each in self.spreads]
        for where, cards in zones:
            for card in cards:
                if card not in known:
                    yield f"{where}: {shown(card)} is not in the rules' pack"
                if card in lying:
                    yield f"{where}: {shown(card)} appears twice; it lies in {lying[card]} too"
                lying[card] = where
        missing = [card for card in pack if card not in lying]
        if missing:
            yield f"cards: {shown(missing[0])} is missing; the rules' pack has {len(pack)} cards"

    def _wrong_sizes(self) -> Iterator[str]:
        rules, booed = self.rules, self.is_booed
        dealt = rules.cards_dealt(self.seats)
        for seat, cards in enumerate(self.hands):
            most = dealt + (self.phase is LAY and seat == self.turn)
            if len(cards) > most:
                yield f"hands: seat {seat} holds {len(cards)} cards; expected at most {most}"
            if not (cards or booed or self.finish):
                yield f"hands: seat {seat} holds no card, so the hand would be over"
        if self.phase is LAY and not self.hands[self.turn]:
            yield f"hands: seat {self.turn} holds no card, so its turn would be over"
        if self.turns == 0 and self.phase is START and len(self.pile) != rules.upcard:
            yield f"pile: {len(self.pile)} cards before the first turn; expected the upcard alone"

    def _wrong_spreads(self) -> Iterator[str]:
        buries = self.rules.complete_books == "buried"
        for spread in self.spreads:
            where = f"spreads: spread {spread.number}"
            if not (self.finish or self.has_begun(spread.owner)):
                yield f"{where}: seat {spread.owner} has had no turn to lay it in"
            is_complete = spread.kind == "book" and len(spread.cards) == BOOK_MOST
            if spread.buried and not (buries and is_complete):
                yield f"{where}: buried; the rules bury books of {BOOK_MOST} or none"

    def _wrong_phase(self) -> Iterator[str]:
        is_idle = self.idle_turns == _IDLE_ROUNDS * self.seats
        is_due = not self.stock and (is_idle or self._is_last_turn())
        if self.phase is SLAP and self.rules.slap == "off":
            yield 'phase: "slap"; the rules have no slaps'
        if self.phase is SLAP and not (is_due and self.discarder is not None):
            yield 'phase: "slap"; no stock-out by itself waits for a slap'
        if self.phase is START and is_due:
            yield "phase: the hand would have ended as a stock-out"
        if self.phase is CHANCE:
            yield from self._wrong_chances()
        elif self.finish or self.chances:
            yield 'finish: something ends the hand; allowed in phase "chance" alone'

    def _wrong_chances(self) -> Iterator[str]:
        rules, finish, chances = self.rules, self.finish, self.chances
        if not any(has_last_lay(rules, ending) for ending in _ENDINGS):
            yield 'phase: "chance"; the rules have no last chance to lay'
        if finish is None or not chances:
            yield (
                'phase: "chance"; "finish" and "chances" have to say who ends the hand, who may lay'
            )
            return
        if not has_last_lay(rules, finish.ending):
            yield f'finish: "{finish.ending}"; before that the rules have no last chance to lay'
        if finish.seat is None and finish.ending is not Ending.STOCKOUT:
            yield f"finish: seat: null; a {finish.ending} is made by a seat"
        yield from self._wrong_finish(finish)
        able = self._all_chances(finish)
        if chances != able[len(able) - len(chances) :]:
            yield f"chances: {shown(list(chances))}; expected the last of {shown(list(able))}"

    def _wrong_finish(self, finish: Finish) -> Iterator[str]:
        """Yield what keeps ``finish`` from having ended the hand.

        Its seat has laid nothing since.
        """
        rules, (ending, seat, stakes) = self.rules, finish
        paid = {1}
        if ending is Ending.TONK:
            paid |= {rules.tonk_pays, rules.two_spreads_pays or 1}
        if stakes not in paid:
            allowed = one_of(map(str, sorted(paid))) if len(paid) > 1 else "1"
            yield f"finish: stakes: {stakes}; expected {allowed}"
        held = () if seat is None else self.hands[seat]
        if ending is Ending.TONK and held:
            yield f"finish: seat {seat} holds {len(held)} cards; a tonk is made with none"
        if ending is Ending.DROP and rules.drop_at_most:
            count, most = count_of(rules, held), rules.drop_at_most
            if count > most:
                yield (
                    f"finish: seat {seat} has a count of {count}; the rules allow a drop with "
                    f"{most} or less"
                )
        if ending is Ending.STOCKOUT and self.stock:
            yield f'finish: "{ending}"; the stock holds cards'

    def _all_chances(self, finish: Finish) -> Seats:
        """Return the seats that hold cards and may have a last chance to lay, in order."""
        seats, by_seat = self.seats, finish.seat
        first = self.next_seat if by_seat is None else by_seat + 1
        around = tuple((first + step) % seats for step in range(seats))
        around = around if finish.ending is Ending.STOCKOUT else around[:-1]
        return tuple(seat for seat in around if self.hands[seat])

    def _wrong_turn(self) -> Iterator[str]:
        rules, taken = self.rules, self.taken
        for name in ("taken", "must_use", "has_hit", "is_blocked"):
            if getattr(self, name) and self.phase is not LAY:
                yield f'{name}: allowed in phase "lay" alone'
        own, on_table = self.hands[self.turn], [each.cards for each in self.spreads]
        if taken is not None and not any(taken in cards for cards in (own, *on_table)):
            yield f"taken: {shown(taken)} is neither held by seat {self.turn} nor laid"
        is_used_now = rules.take == "use_now" or rules.slap == "next_first"
        if self.must_use and (taken not in own or not is_used_now):
            yield "must_use: no card was taken that the rules want to be used at once"
        if self.has_hit and not rules.has_hit_limits:
            yield "has_hit: no rule asks for it"
        if self.is_blocked and not rules.hit_blocks_out:
            yield 'is_blocked: "hit_blocks_out" is off'

    def _wrong_still(self) -> Iterator[str]:
        most = min(_IDLE_ROUNDS * self.seats, self.turns)
        if self.idle_turns is None:
            if self.phase in (START, SLAP):
                yield "still: null; expected the number of idle turns in a row"
        elif self.idle_turns > most:
            yield f"still: {self.idle_turns}; expected at most {most}"
        elif self.phase is LAY and self.taken is None:
            yield "still: a turn in which a card was drawn is not still; expected null"
        elif self.phase is LAY and self.idle_turns == _IDLE_ROUNDS * self.seats:
            yield f"still: {most}; expected at most {most - 1} where a card has been taken"

    def _wrong_discarder(self) -> Iterator[str]:
        if self.discarder is None:
            return
        rules, top = self.rules, self.pile[:1]
        if self.rules.slap == "off" or self.phase not in (START, SLAP):
            yield "discarder: nothing can be slapped now"
        elif not any(slapped(rules, spread, card) for spread in self.spreads for card in top):
            yield "discarder: the top discard fits no spread on the table"

    def _wrong_waits(self) -> Iterator[str]:
        if self.waits and not any(getattr(self.rules, key) for key in WAITS):
            yield "waits: the rules have none"
        for seat, wait in enumerate(self.waits):
            # The most turns on which it may be barred from dropping, by all that was laid and hit.
            rules = self.rules
            own = sum(spread.owner == seat for spread in self.spreads)
            on_own = max(rules.wait_when_hit, rules.wait_after_own_hit)
            others = sum(self._hits_on(other) for other in range(self.seats) if other != seat)
            most = own * rules.wait_after_spread + on_own * self._hits_on(seat)
            most += others * rules.wait_after_hitting
            if not 0 <= wait <= most:
                yield f"waits: seat {seat} waits {wait} turns; expected at most {most}"

    def _wrong_marks(self) -> Iterator[str]:
        owners = [spread.owner for spread in self.spreads]
        for name, is_asked in self._asked_marks(self.rules).items():
            seats = getattr(self, name)
            if seats and not is_asked:
                yield f"{name}: no rule asks for it"
            for seat in seats:
                if name in ("was_hit", "hit_own") and not self._hits_on(seat):
                    yield f"{name}: no spread of seat {seat} has been hit"
                if name == "last_spread" and seat not in owners:
                    yield f"{name}: seat {seat} has laid no spread"
        bet, winner = self.bets.natural, self.natural_pot_winner
        if winner is not None and (bet is None or winner not in bet.joined):
            yield f"natural_pot_winner: seat {winner} has not joined the natural pot"

    def _hits_on(self, seat: int) -> int:
        """Return the maximum number of cards that may have been hit on the spreads of a seat."""
        mine = [spread for spread in self.spreads if spread.owner == seat]
        return sum(len(spread.cards) - BOOK_LEAST for spread in mine)

    def _wrong_dealt(self) -> Iterator[str]:
        if not self.dealt:
            if self.asks_for_dealt:
                yield 'position: key "dealt" is missing; these rules go by the hands as dealt'
            return
        if not self.asks_for_dealt:
            yield "dealt: no rule asks for it"
        size, pack = self.rules.cards_dealt(self.seats), {*self.rules.pack()}
        cards = [card for held in self.dealt for card in held]
        if any(len(held) > size for held in self.dealt) or len(self.dealt) != self.seats:
            yield f"dealt: expected at most {size} cards for each seat"
        if len({*cards} & pack) != len(cards) or {*cards} & {*self.stock}:
            yield "dealt: expected each card of the rules' pack once, and none of the stock"

    def _is_last_turn(self) -> bool:
        return self.rules.stock_end == "at_once" and not self.stock

    def _state(self) -> Hand:
        """Return the hand in this position, which must have been checked."""
        hand = Hand(
            self.rules,
            self.dealer,
            hands=[list(cards) for cards in self.hands],
            stock=list(self.stock),
            pile=[*reversed(self.pile)],
            turn=self.turn,
            upcard=self.pile[0] if self.pile else None,
            dealt=tuple(map(in_order, self.dealt)),
            is_big_one=self.big_one,
            bets=self.bets,
            is_set_up=True,
            phase=self.phase,
            turns=self.turns,
            idle_turns=self.idle_turns or 0,
            is_idle=self.idle_turns is not None,
            taken=self.taken,
            must_use=self.taken if self.must_use else None,
            has_hit=self.has_hit,
            is_blocked=self.is_blocked,
            standings=[self._standing(seat) for seat in range(self.seats)],
            spreads=[*self.spreads],
            lays=[lay for seat in range(self.seats) for lay in self._lays(seat)],
            discarder=-1 if self.discarder is None else self.discarder,
            is_slappable=self.discarder is not None,
            is_booed=self.is_booed,
            is_last_turn=self._is_last_turn(),
            finish=self.finish,
            chances=self.chances,
            natural_pot_winner=self.natural_pot_winner,
        )
        if self.phase is SLAP:
            hand.finish = Finish(Ending.STOCKOUT, None)
            if has_last_lay(self.rules, Ending.STOCKOUT):
                hand.chances = self._all_chances(hand.finish)
                hand.turn = hand.chances[0]
        return hand

    def _standing(self, seat: int) -> SeatState:
        was_hit = seat in self.was_hit
        return SeatState(
            wait=self.waits[seat] if self.waits else 0,
            was_hit=was_hit,
            has_hit_own=seat in self.hit_own,
            has_hit_others=seat in self.hit_others,
            is_blocked=was_hit and self.rules.hit_blocks_out,
        )

    def _lays(self, seat: int) -> list[Lay]:
        """Return the seat's lays, in an order that leads to the state of the position."""
        spreads = [Lay(seat, seat, is_hit=False) for each in self.spreads if each.owner == seat]
        is_last = seat in self.last_spread
        hit_last = self._asked_marks(self.rules)["last_spread"] and not is_last and bool(spreads)
        hits = []
        if seat in self.other_hitters:
            hits.append(Lay(seat, (seat + 1) % self.seats, is_hit=True))
        elif seat in self.hitters or hit_last:
            hits.append(Lay(seat, seat, is_hit=True))
        return [*hits, *spreads] if is_last else [*spreads, *hits]

    @classmethod
    def from_mapping(cls, value: object) -> Self:
        """Return a position from parsed JSON; raise ``PositionError`` for a wrong form or
        content.
        """
        try:
            position = cls.unchecked(as_mapping(value, "position"))
        except FormError as error:
            raise PositionError(error.refusal) from None
        position.check()
        return position

    @classmethod
    def of(cls, hand: Hand) -> Self:
        """Return the position of a hand; raise ``PositionError`` if it is over."""
        if hand.result is not None:
            raise PositionError("the hand is over")
        rules, is_laying, asked = hand.rules, hand.phase is LAY, cls._asked_marks(hand.rules)
        is_open = hand.is_slappable and hand.phase in (START, SLAP)
        standings, last = hand.standings, {lay.seat: lay for lay in hand.lays}
        marks = {
            "was_hit": [standing.was_hit for standing in standings],
            "hit_own": [standing.has_hit_own for standing in standings],
            "hit_others": [standing.has_hit_others for standing in standings],
            "hitters": cls._seats(hand, lambda lay: lay.is_hit),
            "other_hitters": cls._seats(hand, lambda lay: lay.owner != lay.seat),
            "last_spread": [seat in last and not last[seat].is_hit for seat in range(hand.seats)],
        }
        found = cls(
            rules=rules,
            dealer=hand.dealer,
            hands=tuple(map(hand.cards_of, range(hand.seats))),
            stock=tuple(hand.stock),
            pile=tuple(reversed(hand.pile)),
            spreads=tuple(hand.spreads),
            turns=hand.turns,
            phase=hand.phase,
            idle_turns=hand.idle_turns if hand.is_idle or not is_laying else None,
            taken=hand.taken if is_laying else None,
            must_use=is_laying and hand.must_use is not None,
            has_hit=is_laying and hand.has_hit and rules.has_hit_limits,
            is_blocked=is_laying and hand.is_blocked,
            discarder=hand.discarder if is_open else None,
            finish=hand.finish if hand.phase is CHANCE else None,
            chances=hand.chances if hand.phase is CHANCE else (),
            waits=hand.waits if any(hand.waits) else (),
            big_one=hand.is_big_one,
            bets=hand.bets,
            natural_pot_winner=hand.natural_pot_winner,
        )
        told: dict[str, Any] = {
            name: tuple(seat for seat, is_so in enumerate(held) if is_so)
            for name, held in marks.items()
            if asked[name]
        }
        if found.asks_for_dealt:
            told["dealt"] = hand.dealt
        return replace(found, **told)

    @property
    def is_booed(self) -> bool:
        """Whether the deck is booed, judged by the size of the stock, which only shrinks (RULES.md
        §5.8).
        """
        return self.rules.booed and len(self.stock) <= self.seats

    @classmethod
    def unchecked(cls, mapping: Mapping[str, Any]) -> Self:
        """Read a position without checking whether it is possible; raise ``FormError`` if its form
        is wrong.
        """
        if mapping.get("format", FORMAT) != FORMAT:
            raise not_allowed("format", mapping["format"], f'"{FORMAT}"')
        check_keys(mapping, "position", _REQUIRED, _OPTIONAL)
        rules, seats = read_rules(mapping["rules"]), as_whole(mapping["seats"], "seats")
        try:
            rules.check_seats(seats)
        except RuleError as error:
            raise FormError(at("rules", error.refusal)) from None
        found: dict[str, Any] = {
            "rules": rules,
            "dealer": as_seat(mapping["dealer"], "dealer", seats),
            "turns": as_whole(mapping["turns"], "turns"),
            "phase": _PHASES[cls._one_of(mapping["phase"], "phase", _PHASES)],
            "hands": cls._read_hands(mapping["hands"], "hands", seats),
            "stock": as_texts(mapping["stock"], "stock"),
            "pile": as_texts(mapping["pile"], "pile"),
            "spreads": cls._read_spreads(mapping["spreads"], rules, seats),
        }
        for name in mapping.keys() & set(_OPTIONAL):
            found[_FIELDS.get(name, name)] = cls._read_optional(name, mapping[name], rules, seats)
        return cls(**found)

    @staticmethod
    def _read_optional(name: str, value: object, rules: RuleSet, seats: int) -> object:
        match name:
            case "still":
                return None if value is None else as_whole(value, name)
            case "taken":
                return as_text(value, name)
            case "must_use" | "has_hit" | "is_blocked" | "big_one":
                return as_flag(value, name)
            case "discarder" | "natural_pot_winner":
                return as_seat(value, name, seats)
            case "finish":
                mapping = as_mapping(value, "finish")
                check_keys(mapping, "finish", ("ending", "seat", "stakes"), ())
                ending = Ending(Position._one_of(mapping["ending"], "finish: ending", _ENDINGS))
                seat = mapping["seat"]
                return Finish(
                    ending,
                    None if seat is None else as_seat(seat, "finish: seat", seats),
                    as_whole(mapping["stakes"], "finish: stakes"),
                )
            case "waits":
                return as_numbers(value, name, seats)
            case "dealt":
                return Position._read_hands(value, name, seats)
            case "side":
                return read_side(value, rules, seats)
            case _:
                return as_joined(value, name, seats)

    @staticmethod
    def _read_spreads(value: object, rules: RuleSet, seats: int) -> tuple[TableSpread, ...]:
        found: list[TableSpread] = []
        for number, entry in enumerate(as_list(value, "spreads")):
            where = f"spreads: spread {number}"
            mapping = as_mapping(entry, where)
            check_keys(mapping, where, ("owner", "cards"), ("buried",))
            owner = as_seat(mapping["owner"], f"{where}: owner", seats)
            cards = as_texts(mapping["cards"], f"{where}: cards")
            try:
                action = parse_action(f"{owner} spread {' '.join(cards)}")[1]
            except ValueError:
                action = None
            spread = isinstance(action, Spread) and read_spread(rules, action, number, owner)
            if not isinstance(action, Spread) or not spread:
                raise not_allowed(where, list(cards), "a book or a run")
            spread = _as_it_lies(rules, spread, action.cards)
            buried = as_flag(mapping.get("buried", False), f"{where}: buried")
            found.append(spread._replace(is_open=spread.is_open and not buried, buried=buried))
        return tuple(found)

    @classmethod
    def _plain(cls, value: object) -> object:
        """Return a value in JSON types."""
        match value:
            case Finish(ending, seat, stakes):
                return {"ending": ending.value, "seat": seat, "stakes": stakes}
            case SideBets():
                return side_mapping(value)
            case tuple():
                return [cls._plain(each) for each in value]
            case _:
                return value

    @staticmethod
    def _seats(hand: Hand, is_so: Callable[[Lay], bool]) -> list[bool]:
        """Return, for each seat, whether any of its lays satisfies ``is_so``."""
        return [
            any(lay.seat == seat and is_so(lay) for lay in hand.lays) for seat in range(hand.seats)
        ]

    @staticmethod
    def _asked_marks(rules: RuleSet) -> dict[str, bool]:
        """Return which of a position's marks by seat the rules need."""
        once = not rules.hits_stack
        return {
            "was_hit": rules.hit_blocks_out or bool(once and rules.wait_when_hit),
            "hit_own": bool(once and rules.wait_after_own_hit),
            "hit_others": bool(once and rules.wait_after_hitting),
            "hitters": rules.hit_voids_tonk or rules.tonk_needs == "spreads_only",
            "other_hitters": rules.two_spreads_pays > 0,
            "last_spread": rules.tonk_needs == "second_spread",
        }

    @staticmethod
    def _one_of(value: object, where: str, allowed: Iterable[str]) -> str:
        if value not in list(allowed):
            raise not_allowed(where, value, one_of(allowed))
        return str(value)

    @staticmethod
    def _read_hands(value: object, where: str, seats: int) -> tuple[Cards, ...]:
        hands = tuple(as_texts(cards, where) for cards in as_list(value, where))
        if len(hands) != seats:
            raise FormError(f"{where}: those of {len(hands)} seats; expected those of {seats}")
        return hands


_REQUIRED: Final = (
    "format", "rules", "seats", "dealer", "turns", "phase", "hands", "stock", "pile", "spreads",
)  # fmt: skip
_FIELDS: Final = {"still": "idle_turns", "side": "bets"}
_OPTIONAL: Final = (
    "still", "taken", "must_use", "has_hit", "is_blocked", "discarder", "finish", "chances",
    "waits", "was_hit", "hit_own", "hit_others", "hitters", "other_hitters", "last_spread", "dealt",
    "big_one", "side", "natural_pot_winner",
)  # fmt: skip
KEYS: Final = (*_REQUIRED, *_OPTIONAL)
"""The keys of a file."""
_DEFAULTS: Final = {field.name: field.default for field in fields(Position)}


# -- Reading ---------------------------------------------------------------------------------------


def _as_it_lies(rules: RuleSet, spread: TableSpread, cards: Cards) -> TableSpread:
    """Return ``spread`` with its cards in the order of a file, if its cards could be in that
    order.
    """
    if spread.kind == "book":
        return spread._replace(cards=cards)
    is_ace_last = cards == (*spread.cards[1:], spread.cards[0])
    has_high_ace = rules.ace == "low_or_high" and len(cards) == len(rules.ranks)
    if spread.low == 0 and has_high_ace and is_ace_last:
        ranks = (*spread.stands_for[1:], spread.stands_for[0])
        return spread._replace(cards=cards, stands_for=ranks, low=1)
    return spread
