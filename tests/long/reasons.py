"""Check that the coach's reasons explain the difference: none may hold for the worse action.

    python -m tests.long.reasons --decisions 10000 --seed 1
    python -m tests.long.reasons --decisions 10000 --seed 1 --supposed
    python -m tests.long.reasons --draw drawn.jsonl --seed 7

Plain players play hands under all presets, at two to four seats. At every decision the coach is
asked, and, if one action is clearly better than the next, why. Counted are reasons that also hold
for the worse action or do not hold for the better one, and lists that are not in the order of their
values; what holds is determined here from the engine and the rules of spreads alone. Exit status: 0
if no reason is contradicted, else 1. With `--supposed` the coach is not asked: one of two draws or
discards is taken for the better one, for which many more reasons about cards are tried.

`--draw` writes 100 hints for people to judge, one per hand: a JSON object each, with the rules that
differ from `standard`, what the seat sees, the values of actions, and the sentences.
`reasons_read.jsonl` holds the draw of seed d4 with the verdicts of two readers, ``a`` and ``b``,
who did not see each other's. "right" means that the reason is true, makes the difference, and would
convince a good player; any other text says what is wrong with it.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from ai.coach.evaluator import CoachReason, Estimate, NoWorldError, Value, evaluate, options
from ai.coach.reasons import reason_for
from ai.master.search import MASTERS, opinion
from ai.plain import Plain
from ai.profile import LEVELS
from ai.sight import Deck, Sight, cards_in
from game.rules.actions import (
    DRAW,
    DROP,
    TAKE,
    Action,
    Discard,
    Draw,
    Hit,
    Spread,
    Take,
    action_text,
    cards_played,
)
from game.rules.cards import Card
from game.rules.hand import Hand
from game.rules.phases import LAY, START
from game.rules.presets import PRESETS, STANDARD, preset
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread, spreads_in
from game.rules.view import SeatView, view
from game.ui.text.hint_reasons import reason_sentence
from game.ui.text.hints import AdviceWords, by_value

Values: TypeAlias = Mapping[str, Any]  # Any: as the kind of the reason says
_PER_HAND = 4  # maximum decisions tried in a hand
_TOLD_EVERY = 250
_DRAWN = 100
READ = Path(__file__).with_name("reasons_read.jsonl")


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision, the coach's values, and its reasons."""

    rules: str
    hand: Hand
    seen: SeatView
    found: Estimate
    reason: CoachReason

    @property
    def best(self) -> Value:
        return self.found.best

    @property
    def other(self) -> Value:
        """The action that the reason argues against: the next best by value."""
        return max(self.found.values[1:], key=lambda value: value.value)

    def __str__(self) -> str:
        one, other = (action_text(self.seen.seat, each.action) for each in (self.best, self.other))
        held = " ".join(self.seen.hand)
        return (
            f"{self.rules}: {held}, top {self.seen.top}: {one} {self.best.value:+.3f} over {other} "
            f"{self.other.value:+.3f}: {self.reason.kind} {dict(self.reason.values)}"
        )


def decisions_of(
    seed: str, most: int, playouts: int = 1500, per_hand: int = _PER_HAND
) -> Iterator[Judged]:
    """Yield decisions with a clearly best action, preset after preset."""
    dice, asked, names = Random(f"reasons {seed}"), 0, sorted(PRESETS)
    while True:
        for name in names:
            rules = preset(name)
            able = [seats for seats in (2, 3, 4) if rules.can_seat(seats)]
            for seen, hand in _views(rules, dice.choice(able), dice, per_hand):
                try:
                    found = _looked(seen, dice.getrandbits(32), playouts)
                except NoWorldError:
                    continue
                if found.is_close:
                    continue
                yield Judged(name, hand, seen, found, reason_for(seen, found))
                asked += 1
                if asked >= most:
                    return


def _views(rules: RuleSet, seats: int, dice: Random, most: int) -> list[tuple[SeatView, Hand]]:
    deck = list(rules.pack())
    dice.shuffle(deck)
    hand, seen = Hand.deal(rules, seats, dice.randrange(seats), deck), []
    players = [Plain(LEVELS[dice.choice(("casual", "regular", "expert"))]) for _ in range(seats)]
    while not hand.is_over and len(hand.log) < 400:
        if hand.phase.name == "SLAP":
            hand.close_slap()
            continue
        now = view(hand, hand.turn)
        if hand.phase in (START, LAY) and len(options(now)) > 1:
            seen.append((now, hand.copy()))
        hand.act(hand.turn, players[hand.turn].choose(now, dice.getrandbits(32)))
    return dice.sample(seen, min(most, len(seen)))


def supposed(seed: str, most: int) -> Iterator[Judged]:
    """Yield decisions whose best action is any, which tries reasons about cards in no time: what
    two actions bring is the same but for a stake.
    """
    dice, asked, names = Random(f"supposed {seed}"), 0, sorted(PRESETS)
    while True:
        for name in names:
            rules = preset(name)
            able = [seats for seats in (2, 3, 4) if rules.can_seat(seats)]
            for seen, hand in _views(rules, dice.choice(able), dice, _PER_HAND):
                kind = Discard if seen.phase is LAY else Draw | Take
                pair = [each for each in seen.legal if isinstance(each, kind)]
                if len(pair) < 2:
                    continue
                chances = (0.5, 0.0, 0.0, 0.0)
                one, other = dice.sample(pair, 2)
                values = Value(one, 1.0, 0.01, 100, chances), Value(other, 0.0, 0.01, 100, chances)
                found = Estimate("quick", values, 100, 1.0, 0.01)
                yield Judged(name, hand, seen, found, reason_for(seen, found))
                asked += 1
                if asked >= most:
                    return


def _looked(seen: SeatView, seed: int, playouts: int) -> Estimate:
    for found in evaluate(seen, seed, opinion=opinion(seen), stronger=MASTERS, threads=1):
        is_enough = not found.is_close or found.playouts >= 4 * playouts
        if found.playouts >= playouts and found.is_checked and is_enough:
            return found
    raise AssertionError


def wrongs(judged: Judged) -> list[str]:
    """Return the faults of a reason and of the order of the list; empty if there are none."""
    found, values = [], by_value(judged.found)
    if any(one.value < other.value for one, other in pairwise(values)):
        found.append("the list is not in the order of its values")
    if judged.best.value < judged.other.value:
        found.append("the best has not the highest value")
    if not _holds(judged, judged.best, judged.other):
        found.append("the reason does not hold")
    if _holds(judged, judged.other, judged.best):
        found.append("the reason holds for the worse action as well")
    return found


def _holds(judged: Judged, of: Value, against: Value) -> bool:
    """Return whether the reason supports one action against another."""
    told: Values = judged.reason.values
    seen, one, other = judged.seen, of.action, against.action
    is_push_up = seen.rules.scoring == "push_up"
    better = {
        "drop_now": lambda: one == DROP and of.chance("win") > against.chance("win"),
        "play_on": lambda: other == DROP and of.chance("win") > against.chance("win"),
        "drop_caught": lambda: other == DROP and of.chance("caught") < against.chance("caught"),
        "tonk_pays": lambda: other == DROP and of.chance("tonk") > against.chance("tonk"),
        "wins_more": lambda: of.chance("win") > against.chance("win"),
        "caught_less": lambda: of.chance("caught") < against.chance("caught"),
        "tonks_more": lambda: of.chance("tonk") > against.chance("tonk"),
        "brings": lambda: of.value > against.value and not is_push_up,
        "saves": lambda: of.value > against.value and is_push_up,
        "either": lambda: abs(of.value - against.value) < 0.005 and of is judged.best,
    }
    kind = judged.reason.kind
    if kind in better:
        return better[kind]()
    if kind == "out" or kind.startswith("out_"):
        pays, at_once = _paid(judged.hand, one)
        others, other_at_once = _paid(judged.hand, other)
        return pays > others or (pays == others > 0 and at_once > other_at_once)
    if isinstance(one, Discard) and isinstance(other, Discard):
        return _of_discards(kind, told, seen, one.card, other.card)
    if kind == "wins_pot":
        return _wins_pot(judged.hand, one) and not _wins_pot(judged.hand, other)
    if kind == "lay":
        return _points(seen, one) > _points(seen, other)
    if kind.startswith("hold"):
        is_wait = kind in {"hold_waits", "hold_hit"}
        laid = Hit if kind == "hold_hit" else Spread
        return (
            not isinstance(one, Hit | Spread)
            and isinstance(other, laid)
            and (not is_wait or told["turns"] > 0)
        )
    if kind.startswith("take"):
        wants = DRAW if kind == "take_waits" else TAKE
        return (
            one == wants
            and isinstance(other, Take) != (wants == TAKE)
            and _of_take(kind, told, seen, judged.hand)
        )
    if kind.startswith("draw"):
        is_so = one == DRAW and other == TAKE
        return is_so and _of_draw(kind, told, seen, judged.hand)
    return kind in {"slap", "declare"} and type(one) is not type(other) and of is judged.best


def _of_discards(kind: str, told: Values, seen: SeatView, card: Card, other: Card) -> bool:
    rules = seen.rules
    match kind:
        case "keep_wild":
            return rules.is_wild(other) and not rules.is_wild(card) and told["other"] == other
        case "gives_hit":
            return _is_hit(seen, other) and not _is_hit(seen, card)
        case "gives_known":
            return bool(_taken_with(seen, other)) and not _taken_with(seen, card)
        case "outs":
            outs, fewer = _outs(seen, card), _outs(seen, other)
            is_so = outs == told["chances"] > fewer == told["fewer"]
            return bool(is_so and told["other"] == other)
        case "gone" | "gone_safe":
            if kind == "gone_safe" and _ways(seen, card):
                return False
            return told["card"] == card and card[0] == told["rank"] and card[0] != other[0]
        case "loose":
            return told["card"] == card and _is_loose(seen, card) and not _is_loose(seen, other)
        case "dearer":
            return told["card"] == card and rules.points(card) > rules.points(other)
        case "safer":
            is_so = _ways(seen, card) < _ways(seen, other)
            is_so &= len(_going_with(seen, card)) < len(_going_with(seen, other))
            return bool(is_so and told["card"] == card)
        case _:
            return False


def _of_take(kind: str, told: Values, seen: SeatView, hand: Hand) -> bool:
    top, rules = str(seen.top), seen.rules
    if kind == "take_spread":
        return any(
            {top, *told["others"]} == set(cards_played(each))
            for each in _laid_with(hand, TAKE, top)
        )
    if kind == "take_hit":
        return _is_hit(seen, top)
    if kind == "take_wild":
        return bool(rules.is_wild(top))
    if kind == "take_laid":
        laid = [each for each in _laid_with(hand, TAKE, top) if isinstance(each, Spread)]
        return bool(laid) and all(each.wild for each in laid)
    if kind == "take_cheap":
        return bool(rules.points(top) == told["points"] < told["average"])
    if kind == "take_pair":
        pairs = [_completing(seen, (card,), top) for card in told["pair"]]
        chances = len(_completing(seen, seen.hand, top))
        return bool(pairs and all(pairs) and chances == told["chances"] > 1)
    return bool(rules.take == "use_now" and told["turns"] == rules.wait_after_spread > 0)


def _of_draw(kind: str, told: Values, seen: SeatView, hand: Hand) -> bool:
    top = str(seen.top)
    if kind == "draw_cheap":
        return bool(seen.rules.points(top) == told["points"] > told["average"])
    if kind == "draw_loose":
        return _is_loose(seen, top)
    useful = [card for card in _unseen(seen) if _laid_with(hand, DRAW, card)]
    is_told = (told["useful"], told["unseen"]) == (len(useful), len(_unseen(seen)))
    return bool(useful) and is_told and not _laid_with(hand, TAKE, top)


# -- what holds, by the engine and the rules -------------------------------------------------------


def _paid(hand: Hand, action: Action) -> tuple[int, bool]:
    """Return the most that each other seat pays if this turn empties the hand, and whether at
    once.
    """
    if isinstance(action, Take | Spread | Hit | Discard):
        seat, start = hand.turn, hand.copy()
        start.act(seat, action)
        return _most_paid(start, seat), _went_out(start, seat) > 0
    return 0, False


def _wins_pot(hand: Hand, action: Action) -> bool:
    after = hand.copy()
    after.act(hand.turn, action)
    return after.natural_pot_winner != hand.natural_pot_winner


def _went_out(hand: Hand, seat: int) -> int:
    """Return what each other seat pays a seat that has gone out, 0 if it has not."""
    finish, result = hand.finish, hand.result
    if result is not None:
        has_won = result.ending in _OUT and result.winners == (seat,)
        return max(1, result.payments[seat] // (hand.seats - 1)) if has_won else 0
    if finish is None or finish.seat != seat:
        return 0
    return max(1, finish.stakes) if finish.ending in _OUT else 0


_OUT = (Ending.TONK, Ending.OUT, Ending.DOUBLE_DOUBLE)


def _most_paid(hand: Hand, seat: int, depth: int = 0) -> int:
    paid = _went_out(hand, seat)
    if paid or hand.is_over or hand.turn != seat or hand.phase is not LAY or depth > 6:
        return paid
    # A discard ends the turn: only discarding the last card empties the hand.
    ways = [a for a in hand.legal() if not isinstance(a, Discard) or len(hand.hands[seat]) == 1]
    best = 0
    for action in ways:
        if isinstance(action, Spread | Hit | Discard):
            after = hand.copy()
            after.act(seat, action)
            best = max(best, _most_paid(after, seat, depth + 1))
    return best


def _points(seen: SeatView, action: Action) -> int:
    cards = action.cards if isinstance(action, Spread) else ()
    cards = (action.card,) if isinstance(action, Hit) else cards
    return sum(map(seen.rules.points, cards))


def _unseen(seen: SeatView) -> list[Card]:
    """Return the cards that are not in the hand, on the table, in the pile, or known to be with
    somebody.
    """
    return list(cards_in(Sight(seen).unseen))


def _is_spread(seen: SeatView, cards: tuple[Card, ...]) -> bool:
    """Return whether these cards, without standing for others, make a spread."""
    found = spreads_in(seen.rules, cards)
    return any(set(each.cards) == set(cards) and not each.wild for each in found)


def _is_hit(seen: SeatView, card: Card) -> bool:
    return any(spread.is_open and card in _fitting(seen, spread) for spread in seen.spreads)


def _fitting(seen: SeatView, spread: TableSpread) -> list[Card]:
    rules = Deck.of(seen.rules)
    return list(cards_in(rules.fits(rules.lying(spread))))


def _taken_with(seen: SeatView, card: Card) -> list[Card]:
    sight, found = Sight(seen), list[Card]()
    for seat, held in enumerate(sight.known):
        if seat != seen.seat:
            known = cards_in(held)
            thirds = {*_unseen(seen), *known}
            found += [
                each
                for each in known
                if any(_is_spread(seen, (card, each, third)) for third in thirds - {card, each})
            ]
    return found


def _laid_with(hand: Hand, start: Action, card: Card) -> list[Spread | Hit]:
    """Return the legal lays of a card that is taken, or drawn as if it were the next."""
    after = hand.copy()
    if start == DRAW:
        after.stock[0] = card
    after.act(hand.turn, start)
    return [
        each
        for each in after.legal()
        if isinstance(each, Spread | Hit) and card in cards_played(each)
    ]


def _outs(seen: SeatView, thrown: Card) -> int:
    return len(_completing(seen, [card for card in seen.hand if card != thrown]))


def _completing(seen: SeatView, held: Sequence[Card], *needed: Card) -> list[Card]:
    """Return the unseen cards that make a spread with cards held, and with the card needed."""
    made = {card: spreads_in(seen.rules, (*held, *needed, card)) for card in _unseen(seen)}
    return [
        card
        for card, spreads in made.items()
        if any({card, *needed} <= set(each.cards) for each in spreads)
    ]


def _is_loose(seen: SeatView, card: Card) -> bool:
    """Return whether no card in hand makes a spread with this one and a third that may come."""
    left = [each for each in seen.hand if each != card]
    may_come = {*_unseen(seen), *seen.hand, *([seen.top] if seen.top else [])} - {card}
    return not any(
        {card, other} <= set(each.cards)
        for other in left
        for third in may_come - {other}
        for each in spreads_in(seen.rules, (card, other, third))
    )


def _pairs_with(seen: SeatView, card: Card) -> list[tuple[Card, Card]]:
    """Return the pairs that others may hold and that make a spread with a card."""
    may_hold = set(_unseen(seen))
    for seat, held in enumerate(Sight(seen).known):
        may_hold |= set(cards_in(held)) if seat != seen.seat else set()
    return [pair for pair in combinations(sorted(may_hold), 2) if _is_spread(seen, (card, *pair))]


def _ways(seen: SeatView, card: Card) -> int:
    return len(_pairs_with(seen, card))


def _going_with(seen: SeatView, card: Card) -> set[Card]:
    return {each for pair in _pairs_with(seen, card) for each in pair}


# -- the command -----------------------------------------------------------------------------------


def main(argv: list[str] | None = None) -> int:
    """Try decisions; return 1 if a reason is contradicted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--playouts", type=int, default=600)
    parser.add_argument("--supposed", action="store_true", help="make up the values of actions")
    parser.add_argument("--draw", type=Path, metavar="FILE")
    asked = parser.parse_args(argv)
    if asked.draw:
        drawn = decisions_of(asked.seed, _DRAWN, per_hand=1)
        lines = [json.dumps(_drawn(judged), ensure_ascii=False) for judged in drawn]
        asked.draw.write_text("\n".join(lines) + "\n", "utf-8")
        return 0
    kinds, wrong = Counter[str](), 0
    tried = (
        supposed(asked.seed, asked.decisions)
        if asked.supposed
        else decisions_of(asked.seed, asked.decisions, asked.playouts)
    )
    for number, judged in enumerate(tried, 1):
        kinds[judged.reason.kind] += 1
        for what in wrongs(judged):
            wrong += 1
            print(f"{what}: {judged}", flush=True)
        if number % _TOLD_EVERY == 0:
            print(f"{number} decisions, {wrong} contradicting", file=sys.stderr, flush=True)
    told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    print(
        f"{sum(kinds.values())} decisions of {len(PRESETS)} presets: {wrong} contradicting; {told}"
    )
    return int(wrong > 0)


def _drawn(judged: Judged) -> dict[str, object]:
    """Return a hint as a reader gets it: rules, view, values and sentences."""
    seen, rules, sight = judged.seen, judged.seen.rules, Sight(judged.seen)
    unlike = {key: repr(getattr(rules, key)) for key in rules.differences(STANDARD)}
    unlike.pop("naturals", None)
    spreads = [f"{' '.join(each.cards)} of seat {each.owner}" for each in seen.spreads]
    return {
        "rules": judged.rules,
        "unlike standard": ", ".join(f"{key} {value}" for key, value in unlike.items()),
        "seat": f"{seen.seat} of {seen.seats}, {seen.phase.name}",
        "hand": f"{' '.join(seen.hand)}: counts {seen.count}",
        "pile": f"{seen.top or '-'} on {seen.pile_size} cards",
        "stock": seen.stock_size,
        "cards of each": seen.sizes,
        "waits": seen.waits,
        "spreads": spreads,
        "known": [" ".join(cards_in(held)) for held in sight.known],
        "moves": [f"{move.seat} {move.action}" for move in seen.moves[-6:]],
        "values": [
            f"{action_text(seen.seat, each.action)}: {each.value:+.2f}, "
            + ", ".join(f"{kind} {each.chance(kind):.0%}" for kind in ("win", "caught", "tonk"))
            for each in by_value(judged.found)[:5]
        ],
        "kind": judged.reason.kind,
        "line": AdviceWords(seen).line(replace(judged.found, reason=judged.reason)),
        "why": reason_sentence(judged.reason.kind, judged.reason.values),
    }


if __name__ == "__main__":
    sys.exit(main())
