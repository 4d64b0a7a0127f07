"""What a result, and above all a drop, is worth to each seat under the rules in force."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from game.rules.policies.catches import SCHEMES, Catch
from game.rules.ruleset import RuleSet

Payoffs: TypeAlias = tuple[float, ...]
Counts: TypeAlias = tuple[int, ...]
DropPays: TypeAlias = Callable[[int, Counts], Payoffs]


def worth_of(payments: Sequence[int], rules: RuleSet) -> Payoffs:
    """Stakes as they are; points of a push-up count against those who get them."""
    if rules.scoring != "push_up":
        return tuple(payments)
    total, others = sum(payments), len(payments) - 1
    return tuple((total - own) / others - own for own in payments)


def drop_pays(rules: RuleSet, eldest: int) -> DropPays:
    """A function from a dropper and the counts of all to what the drop is worth to each."""
    known: dict[tuple[int, Counts], Payoffs] = {}

    def pays(dropper: int, counts: Counts) -> Payoffs:
        found = known.get((dropper, counts))
        if found is None:
            known[dropper, counts] = found = worth_of(
                _payments(rules, dropper, counts, eldest), rules
            )
        return found

    return pays


def _payments(rules: RuleSet, dropper: int, counts: Counts, eldest: int) -> Sequence[int]:
    seats = range(len(counts))
    is_lowest = all(counts[dropper] < counts[seat] for seat in seats if seat != dropper)
    catch = Catch(dropper, counts, eldest)
    if rules.scoring == "push_up":
        winners = (dropper,) if is_lowest else catch.lowest
        return [0 if seat in winners else counts[seat] for seat in seats]
    if is_lowest:
        return [len(counts) - 1 if seat == dropper else -1 for seat in seats]
    moved = [0 for _ in seats]
    for payment in SCHEMES[rules.catch](catch):
        moved[payment.payer] -= payment.stakes
        moved[payment.payee] += payment.stakes
    return moved
