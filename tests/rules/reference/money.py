"""Winners, payments and the next dealer (§2, §3, §5.2, §5.10 to §5.12), case by case."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from game.rules.naturals import Natural
from game.rules.results import SideBets
from game.rules.ruleset import RuleSet
from tests.rules.reference.melds import count_of, lanes


@dataclass
class Purse:
    """The payments of a hand, by seat."""

    seats: int
    dealer: int
    paid: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.paid = [0] * self.seats

    def everyone(self) -> range:
        return range(self.seats)

    def pay(self, payer: int, payee: int, stakes: int) -> None:
        self.paid[payer] -= stakes
        self.paid[payee] += stakes

    def from_dealers_left(self, seats: Iterable[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat - self.dealer - 1) % self.seats)


@dataclass
class Catch:
    """The payments for a caught drop, with D, L, B and n as named in §3."""

    purse: Purse
    dropper: int
    counts: Sequence[int]

    @property
    def n(self) -> int:
        return self.purse.seats

    @property
    def others(self) -> list[int]:
        return [seat for seat in self.purse.everyone() if seat != self.dropper]

    @property
    def lowest(self) -> list[int]:
        least = min(self.counts)
        return [seat for seat in self.others if self.counts[seat] == least]

    @property
    def beaters(self) -> list[int]:
        return [s for s in self.others if self.counts[s] <= self.counts[self.dropper]]

    def dropper_pays(self, payees: Iterable[int], stakes: int) -> None:
        for payee in payees:
            self.purse.pay(self.dropper, payee, stakes)

    def pay_lowest(self, payers: Iterable[int]) -> None:
        for payer in payers:
            for payee in self.lowest:
                self.purse.pay(payer, payee, 1)

    def not_lowest(self) -> list[int]:
        return [seat for seat in self.others if seat not in self.lowest]


def _standard(c: Catch) -> None:
    c.dropper_pays(c.beaters, 2)
    c.pay_lowest(c.not_lowest())


def _lowest_only(c: Catch) -> None:
    c.dropper_pays(c.lowest, 2)
    c.pay_lowest(c.not_lowest())


def _dropper_covers(c: Catch) -> None:
    share, rest = divmod(c.n - 1, len(c.lowest))
    for place, seat in enumerate(c.purse.from_dealers_left(c.lowest)):
        c.dropper_pays([seat], share + 1 if place < rest else share)


def _single_each(c: Catch) -> None:
    c.dropper_pays(c.beaters, 1)
    c.pay_lowest([*c.not_lowest(), c.dropper])


def _single_worse_pay(c: Catch) -> None:
    c.dropper_pays(c.lowest, 2)
    c.dropper_pays([seat for seat in c.beaters if seat not in c.lowest], 1)
    c.pay_lowest([seat for seat in c.others if c.counts[seat] > c.counts[c.dropper]])


def _five_to_lowest(c: Catch) -> None:
    c.dropper_pays(c.purse.from_dealers_left(c.lowest)[:1], 5)


def _single_to_lower(c: Catch) -> None:
    c.dropper_pays(c.lowest, 1)
    c.dropper_pays([s for s in c.not_lowest() if c.counts[s] < c.counts[c.dropper]], 1)
    c.pay_lowest([c.dropper, *c.not_lowest()])


CATCHES: dict[str, Callable[[Catch], None]] = {
    "standard": _standard,
    "lowest_only": _lowest_only,
    "dropper_covers": _dropper_covers,
    "single_each": _single_each,
    "single_worse_pay": _single_worse_pay,
    "double_to_all": lambda c: c.dropper_pays(c.others, 2),
    "five_to_lowest": _five_to_lowest,
    "double_to_beaters": lambda c: c.dropper_pays(c.beaters, 2),
    "quad_to_beaters": lambda c: c.dropper_pays(c.beaters, 4),
    "whole_table": lambda c: c.dropper_pays(c.lowest, 2 * (c.n - 1)),
    "single_to_lower": _single_to_lower,
}


def entries_of(
    rules: RuleSet, when: str, cards: Sequence[str], also: Callable[[Natural], bool]
) -> list[tuple[int, Natural]]:
    """Return the entries that a dealt hand matches, the best first."""
    count = count_of(rules, cards)
    is_faces = all(card[0] in "JQK" for card in cards)
    matching = []
    for index, entry in enumerate(rules.naturals):
        holds = {
            "count": count == entry.value,
            "at_most": count <= entry.value,
            "all_faces": is_faces,
        }
        if entry.when == when and holds[entry.match] and also(entry):
            matching.append((index, entry))
    return sorted(matching, key=lambda each: (-each[1].rank, -each[1].pays, each[0]))


Held = dict[int, tuple[int, Natural]]


def deal_naturals(
    rules: RuleSet, purse: Purse, hands: Sequence[Sequence[str]]
) -> tuple[list[int], int] | None:
    """Return the seats paid for naturals at the deal and the highest pay; None without naturals."""
    best = best_kept(rules, hands)
    if not best:
        return None
    kept = sorted(best)
    most = max(best[seat][1].pays for seat in kept)
    tie = _rule_for_tie(rules, [entry for _, entry in best.values()]) if len(kept) > 1 else ""
    payers = [seat for seat in purse.everyone() if seat not in kept]
    if tie == "eldest":
        eldest, *others = purse.from_dealers_left(kept)
        kept, payers, most = [eldest], sorted(payers + others), best[eldest][1].pays
    if tie == "void" or not payers:
        return [], 0
    if tie == "split":
        share, rest = divmod(len(payers) * most, len(kept))
        for payer in payers:
            purse.paid[payer] -= most
        for place, seat in enumerate(purse.from_dealers_left(kept)):
            purse.paid[seat] += share + 1 if place < rest else share
        return kept, most
    for seat in kept:
        for payer in payers:
            purse.pay(payer, seat, best[seat][1].pays)
    return kept, most


def _rule_for_tie(rules: RuleSet, tied: Sequence[Natural]) -> str:
    """Return the tie rule that all tied entries share, else that of the rule set (§5.2)."""
    named = {entry.tie for entry in tied}
    return named.pop() or rules.natural_tie if len(named) == 1 else rules.natural_tie


def next_dealer(rules: RuleSet, seats: int, dealer: int, winners: Sequence[int]) -> int:
    """Return who deals after a hand that ``dealer`` dealt and ``winners`` won (§1.2, §4.6)."""
    if rules.next_dealer == "winner" and winners:
        return Purse(seats, dealer).from_dealers_left(winners)[0]
    return (dealer + 1) % seats


def best_kept(rules: RuleSet, hands: Sequence[Sequence[str]]) -> Held:
    """Return the seats of the highest rank; of those on one ``low_wins`` entry, the lowest."""
    best: Held = {}
    for seat, hand in enumerate(hands):
        found = entries_of(rules, "deal", hand, lambda _: True)
        if found:
            best[seat] = found[0]
    top = max((entry.rank for _, entry in best.values()), default=0)
    best = {seat: held for seat, held in best.items() if held[1].rank == top}
    counts = [count_of(rules, hand) for hand in hands]
    kept: Held = {}
    for seat, (index, entry) in best.items():
        rivals = [other for other, (its_index, _) in best.items() if its_index == index]
        if not entry.low_wins or counts[seat] == min(counts[rival] for rival in rivals):
            kept[seat] = index, entry
    return kept


def high_suit(
    rules: RuleSet, bets: SideBets, hands: Sequence[Sequence[str]], side: list[int]
) -> None:
    bet = bets.high_suit
    if bet is None:
        return
    pot = bet.pot
    for seat in bet.joined:
        side[seat] -= rules.side_ante
        pot += rules.side_ante
    for rank in reversed(lanes(rules)[-1]):
        for seat in bet.joined:
            if rank + bet.suit in hands[seat]:
                side[seat] += pot
                return


def highest_of(rules: RuleSet, suit: str, cards: Sequence[str]) -> str | None:
    """Return the highest of these cards in a suit, or None."""
    ranks = reversed(lanes(rules)[-1])
    return next((rank + suit for rank in ranks if rank + suit in cards), None)
