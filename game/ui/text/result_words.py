"""Sentences about how a hand ended, who pays whom and why, and how a result adds up.

``names`` are the seats' names; ``you`` is the seat addressed, if any: a win is then told beside its
own count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.actions import Declare, Slap
from game.rules.counting import full_count
from game.rules.naturals import Tie
from game.rules.results import Ending, Payment, PayReason, Result
from game.rules.ruleset import RuleSet
from game.rules.settlement import tie_at_deal, tied_seats
from game.rules.state import HandState
from game.ui.text.language import MINUS, N_, _, amount_text, in_a_row, pgettext
from game.ui.text.move_words import (
    Names,
    ending_title,
    listed,
    seat_name,
    sentence_for,
    stakes_text,
)
from game.ui.text.sessions import points_text

# -- why the hand ended ----------------------------------------------------------------------------


def ending_sentence(hand: HandState, names: Names, you: int | None = None) -> str:
    """Return how the hand ended, who won, and with what; empty during the hand."""
    result = hand.result
    return "" if result is None else in_a_row(_Ended(hand, result, names, you).sentences())


class _Ended:
    """The sentences about a finished hand, for one of its seats or for nobody in particular."""

    _HAD: Final = (N_("You had {count}."), N_("{name} had {count}."))

    def __init__(self, hand: HandState, result: Result, names: Names, you: int | None) -> None:
        self.hand, self.result = hand, result
        self.names, self.you = names, you
        self.tie = None if hand.log else tie_at_deal(hand)

    def sentences(self) -> Iterator[str]:
        match self.result.ending:
            case Ending.NATURAL:
                return self._natural()
            case Ending.TONK | Ending.OUT:
                return self._emptied()
            case Ending.DOUBLE_DOUBLE:
                return self._double_double()
            case Ending.DROP:
                return self._won(*self.result.winners)
            case Ending.CAUGHT:
                return self._caught()
            case Ending.STOCKOUT:
                return self._stock_out()
            case Ending.VOID:
                return self._naturals() if self.tie else self._void()

    def _said(self, seat: int, to_it: str, of_it: str, **words: object) -> str:
        return sentence_for((to_it, of_it), seat, self.names, self.you, **words)

    def _listed(self, seats: Sequence[int]) -> str:
        return listed([seat_name(seat, self.names, self.you) for seat in seats])

    def _yours(self, *named: int) -> Iterator[str]:
        """Yield the reader's count, unless the counts of the seats ``named`` already say it."""
        if self.you is not None and self.you not in named:
            yield self._said(self.you, *self._HAD, count=self.result.counts[self.you])

    def _natural(self) -> Iterator[str]:
        if self.tie:
            yield from self._naturals()
            return
        (winner,) = self.result.winners
        forms = (
            N_("Natural! You were dealt {count} and win at once."),
            N_("Natural! {name} was dealt {count} and wins at once."),
        )
        if self.hand.log and isinstance(self.hand.log[-1].action, Declare):
            forms = (
                N_("Natural! You declare {count}, as dealt, and win."),
                N_("Natural! {name} declares {count}, as dealt, and wins."),
            )
        yield self._said(winner, *forms, count=self._dealt_count(winner))
        yield from self._yours(winner)

    def _dealt_count(self, seat: int) -> int:
        """Return what a natural counted: as dealt, whatever its holder discarded after a slap."""
        return full_count(self.hand.rules, self.hand.dealt[seat])

    def _naturals(self) -> Iterator[str]:
        """Yield the sentence about several naturals at the deal, none of which beats the others."""
        tied = tied_seats(self.hand)
        # TRANSLATORS: {name} may be the word for "you"; "Naturals: you with 50 and Ada with 49."
        each = _("{name} with {count}")
        holders = [
            each.format(name=seat_name(seat, self.names, self.you), count=self._dealt_count(seat))
            for seat in tied
        ]
        yield _("Naturals: {holders}.").format(holders=listed(holders))
        yield self._of_a_tie(self.tie, len(tied))
        yield from self._yours(*tied)

    def _of_a_tie(self, tie: Tie | None, holders: int) -> str:
        """Return who is paid for tied naturals, and how (RULES.md §5.2)."""
        if not self.result.winners:
            words = _("Everyone holds one, so {nobody}.")
            if tie == "void" or holders < self.hand.seats:
                words = _("None beats the others, so {nobody}.")
                if holders == 2:
                    words = _("Neither beats the other, so {nobody}.")
            return words.format(nobody=self._nobody())
        if tie == "eldest":
            (winner,) = self.result.winners
            return self._said(
                winner,
                N_("You sit nearest the dealer's left, so you win."),
                N_("{name} sits nearest the dealer's left and wins."),
            )
        if self._is_push_up:
            return _("Everyone else adds points.")
        if tie == "split":
            return _("Everyone else pays once, and the sum is shared.")
        return _("Everyone else pays each in full.")

    def _emptied(self) -> Iterator[str]:
        """Yield the sentences about a tonk, or a last card discarded."""
        (winner,) = self.result.winners
        last = self.hand.log[-1].action if self.hand.log else None
        forms = N_("You go out!"), N_("{name} goes out!")
        if isinstance(last, Slap):
            forms = N_("You go out with a slap!"), N_("{name} goes out with a slap!")
        elif self.result.ending is Ending.TONK:
            forms = N_("TONK! You laid your last card."), N_("TONK! {name} laid the last card.")
        yield self._said(winner, *forms)
        yield from self._yours(winner)

    def _double_double(self) -> Iterator[str]:
        (winner,) = self.result.winners
        tonker = self._ender
        if tonker == self.you:
            words = _("Double-double! {name} goes out right after your tonk.")
            yield words.format(name=self.names[winner])
        else:
            yield self._said(
                winner,
                N_("Double-double! You go out right after {other}'s tonk."),
                N_("Double-double! {name} goes out right after {other}'s tonk."),
                other=self.names[tonker],
            )
        yield from self._yours(winner, tonker)

    @property
    def _ender(self) -> int:
        """The seat whose tonk or drop ended the hand."""
        finish = self.hand.finish
        if finish is None or finish.seat is None:
            raise ValueError(f"nobody brought about the ending {self.result.ending}")
        return finish.seat

    def _won(self, winner: int) -> Iterator[str]:
        """Yield the lowest count, beside the reader's or the next lowest."""
        counts = self.result.counts
        forms = N_("Your {count} is lowest."), N_("{name} wins with {count}.")
        yield self._said(winner, *forms, count=counts[winner])
        if self.you not in {None, winner}:
            yield from self._yours(winner)
            return
        others = [seat for seat in range(self.hand.seats) if seat != winner]
        closest = min(others, key=counts.__getitem__)
        if len(others) == 1:
            yield self._said(closest, *self._HAD, count=counts[closest])
            return
        tied = [seat for seat in others if counts[seat] == counts[closest]]
        # TRANSLATORS: several players lost by equally little; {names} is "Ada and Basil".
        words = _("Closest were {names} with {count}.")
        if len(tied) == 1:
            words = _("Closest was {name} with {count}.")
        yield words.format(
            name=self.names[closest], names=self._listed(tied), count=counts[closest]
        )

    def _caught(self) -> Iterator[str]:
        result, counts, dropper = self.result, self.result.counts, self._ender
        if counts[dropper] == counts[result.winners[0]]:
            told = [*result.winners]
            # TRANSLATORS: {others} is one name, several ("Ada and Basil"), or the word for "you".
            to_it = N_("Caught! You tied at {count} with {others}, and ties beat the dropper.")
            # TRANSLATORS: {others} is one name, several ("Ada and Basil"), or the word for "you".
            of_it = N_("Caught! {name} tied at {count} with {others}, and ties beat the dropper.")
            tied = self._listed(told)
            yield self._said(dropper, to_it, of_it, count=counts[dropper], others=tied)
        else:
            told = sorted(self._beaters(dropper), key=lambda seat: (counts[seat], seat))
            forms = N_("you had {count}"), N_("{name} had {count}")
            had = [self._said(seat, *forms, count=counts[seat]) for seat in told]
            # TRANSLATORS: {beaters} is "Ada had 6", or several ("Ada had 6 and you had 8").
            to_it = N_("Caught! You dropped with {count}, but {beaters}.")
            # TRANSLATORS: {beaters} is "Ada had 6", or several ("Ada had 6 and you had 8").
            of_it = N_("Caught! {name} dropped with {count}, but {beaters}.")
            beaters = self._joined(had)
            yield self._said(dropper, to_it, of_it, count=counts[dropper], beaters=beaters)
        yield from self._yours(dropper, *told)
        yield from self._why_besides(dropper)

    def _beaters(self, dropper: int) -> set[int]:
        """Return the winners, and the seats paid by the dropper that tied or beat its count."""
        counts = self.result.counts
        paid = {each.payee for each in self.result.transfers if each.payer == dropper}
        return {*self.result.winners, *(p for p in paid if counts[p] <= counts[dropper])}

    def _why_besides(self, dropper: int) -> Iterator[str]:
        """Yield why a seat that neither dropped nor caught the drop pays or is paid."""
        mine = [each for each in self.result.transfers if self.you in {each.payer, each.payee}]
        if self.you == dropper or self.you in self.result.winners:
            return
        if any(each.why is PayReason.LOWEST for each in mine):
            yield _("When a drop is caught, all the others pay the low hand.")
        elif mine and self.result.counts[mine[0].payee] > self.result.counts[dropper]:
            yield _("Here, whoever gets caught pays everyone.")

    def _stock_out(self) -> Iterator[str]:
        winners, counts = self.result.winners, self.result.counts
        yield _("The stock ran out.")
        if len(winners) == 1:
            yield from self._won(*winners)
            return
        low = counts[winners[0]]
        if self.you in winners:
            others = self._listed([seat for seat in winners if seat != self.you])
            yield _("You tie for lowest with {names}: {low} each.").format(names=others, low=low)
        else:
            words = _("{names} tie for lowest: {low} each.")
            yield words.format(names=self._listed(winners), low=low)
        yield from self._yours(*winners)

    def _void(self) -> Iterator[str]:
        """Yield the sentences about a stock-out that pays nobody."""
        result = self.result
        if not self.hand.rules.pays_stockouts:
            yield _("The stock ran out, so {nobody} at this table.").format(nobody=self._nobody())
            yield from self._yours()
            return
        yield _("The stock ran out.")
        low = min(result.counts)
        tied = [seat for seat, count in enumerate(result.counts) if count == low]
        words = _("{names} tie at {low}, so {nobody}.")
        if self.you in tied:
            tied.remove(self.you)
            words = _("Tie at {low} with {names}, so {nobody}.")
            yield words.format(names=self._listed(tied), low=low, nobody=self._nobody())
            return
        yield words.format(names=self._listed(tied), low=low, nobody=self._nobody())
        yield from self._yours(*tied)

    @property
    def _is_push_up(self) -> bool:
        return self.hand.rules.is_push_up

    def _nobody(self) -> str:
        return _("nobody adds points") if self._is_push_up else _("nobody pays")

    @staticmethod
    def _joined(clauses: Sequence[str]) -> str:
        """Join clauses that each have a verb."""
        if len(clauses) < 2:
            return "".join(clauses)
        words = pgettext("clauses", "{names} and {last}")
        return words.format(names=_(", ").join(clauses[:-1]), last=clauses[-1])


# -- who pays whom ---------------------------------------------------------------------------------


_WHYS: Final[Mapping[PayReason, str]] = {
    PayReason.NATURAL: N_("for the natural"),
    PayReason.TONK: N_("for the tonk"),
    PayReason.OUT: N_("for going out"),
    PayReason.DOUBLE_DOUBLE: N_("for the double-double"),
    PayReason.DROP: N_("for the winning drop"),
    PayReason.CAUGHT: N_("for the failed drop"),
    PayReason.LOWEST: N_("for the low hand after a failed drop"),
    PayReason.STOCKOUT: N_("for the low hand when the stock ran out"),
}


def payment_sentences(
    payments: Sequence[Payment], names: Names, you: int | None = None
) -> tuple[str, ...]:
    """Return who pays whom, how much, and for what; equal payments for one reason are joined."""
    payers: dict[tuple[bool, int, int, PayReason], list[int]] = {}
    for payer, payee, stakes, why in payments:
        payers.setdefault((payer == you, payee, stakes, why), []).append(payer)
    payees: dict[tuple[bool, tuple[int, ...], int, PayReason], list[int]] = {}
    for (_own, payee, stakes, why), who in payers.items():
        payees.setdefault((payee == you, tuple(who), stakes, why), []).append(payee)
    return tuple(
        _payment_form(who == (you,), is_paid, len(who), len(paid)).format(
            payer=listed([names[seat] for seat in who]),
            payee=listed([names[seat] for seat in paid]),
            stakes=stakes_text(stakes),
            why=_(_WHYS[why]),
        )
        for (is_paid, who, stakes, why), paid in payees.items()
    )


def _payment_form(is_payer: bool, is_payee: bool, payers: int, payees: int) -> str:
    """Return the text of a payment, by whether "you" pay or are paid, and how many others pay and
    are paid.
    """
    if payees > 1:
        # TRANSLATORS: {payee} is several names ("Ada, Basil and Cleo").
        if is_payer:
            return _("You pay {payee} {stakes} each {why}.")
        if payers == 1:
            return _("{payer} pays {payee} {stakes} each {why}.")
        # TRANSLATORS: {payer} and {payee} are several names each.
        return _("{payer} each pay {payee} {stakes} each {why}.")
    if is_payer:
        return _("You pay {payee} {stakes} {why}.")
    if payers == 1:
        if is_payee:
            return _("{payer} pays you {stakes} {why}.")
        return _("{payer} pays {payee} {stakes} {why}.")
    if is_payee:
        # TRANSLATORS: {payer} is several names ("Ada, Basil and Cleo").
        return _("{payer} each pay you {stakes} {why}.")
    # TRANSLATORS: {payer} is several names ("Ada, Basil and Cleo").
    return _("{payer} each pay {payee} {stakes} {why}.")


def why_paid_twice(hand: HandState, names: Names, you: int | None = None) -> tuple[str, ...]:
    """Return whom a caught dropper pays, and whom everybody does, at a table of ``single_to_lower``
    (RULES.md §3), where these differ; otherwise nothing.
    """
    result = hand.result
    if result is None or result.ending is not Ending.CAUGHT:
        return ()
    if hand.rules.catch != "single_to_lower" or hand.finish is None or hand.finish.seat is None:
        return ()
    dropper, counts = hand.finish.seat, result.counts
    below = [seat for seat, count in enumerate(counts) if count < counts[dropper]]
    forms = (
        N_("You pay everyone who tied: {others}."),
        N_("{name} pays everyone who tied: {others}."),
    )
    if below:
        forms = (
            # TRANSLATORS: {others} is one name or several, perhaps with the word for "you".
            N_("You pay everyone who held less: {others}."),
            N_("{name} pays everyone who held less: {others}."),
        )
    lower, lowest = (
        listed([seat_name(seat, names, you) for seat in seats])
        for seats in (below or result.winners, result.winners)
    )
    then = (
        N_("Then everyone else, you included, pays the lowest: {others}."),
        N_("Then everyone else, the dropper too, pays the lowest: {others}."),
    )
    return (
        sentence_for(forms, dropper, names, you, others=lower),
        sentence_for(then, dropper, names, you, others=lowest),
    )


def added_sentence(points: int, count: int, seat: int, names: Names, you: int | None = None) -> str:
    """Return what a losing seat adds to its points: its own count, perhaps several times."""
    added = amount_text(points)
    if points == count:
        forms = (
            N_("You add your own count: {points} points."),
            N_("{name} adds their own count: {points} points."),
        )
        return sentence_for(forms, seat, names, you, points=added)
    times = points // count
    forms = (
        N_("You add {times} times your count of {count}: {points} points."),
        N_("{name} adds {times} times their count of {count}: {points} points."),
    )
    if points == 2 * count:
        forms = (
            N_("You add twice your count of {count}: {points} points."),
            N_("{name} adds twice their count of {count}: {points} points."),
        )
    return sentence_for(forms, seat, names, you, points=added, times=times, count=count)


# -- what a hand brings one seat, and how that adds up ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a hand for one player."""

    headline: str
    """In a few words: "You lose 4"."""
    parts: str
    """The breakdown: "2 to Ada, 2 to Basil"; empty if the headline says it all."""
    way: int
    """1 if the result is good for the player, -1 if it is bad."""

    @property
    def sentence(self) -> str:
        """The whole result as a sentence."""
        if not self.parts:
            # TRANSLATORS: a sentence made of a headline ("You lose 2 to Ada", "You break even").
            return _("{headline}.").format(headline=self.headline)
        # TRANSLATORS: a headline and what it is made of ("You lose 4: 2 to Ada, 2 to Basil.").
        return _("{headline}: {parts}.").format(headline=self.headline, parts=self.parts)


def outcome(hand: HandState, names: Names, you: int, part: float = 1.0) -> Outcome:
    """Return the result of a finished hand for ``you``, of which ``part``, 0 to 1, is counted."""
    if hand.result is None:
        raise ValueError("the hand is not over")
    found = _Sum(hand.result, hand.rules, names, you)
    return found.points(part) if hand.rules.is_push_up else found.stakes(part)


def why_so_much(hand: HandState, you: int) -> Iterator[str]:
    """Yield what the sum does not say: that a tonk is not paid in full, what is doubled, and what
    pots bring besides points.
    """
    result, rules = hand.result, hand.rules
    if result is None:
        return
    if result.ending is Ending.TONK and hand.finish and hand.finish.stakes < rules.tonk_pays:
        paid = amount_text(hand.finish.stakes)
        yield _("At this table a tonk like that pays only {n}.").format(n=paid)
    if hand.is_big_one and any(result.payments):
        yield (
            _("The big one: all of this is already doubled, side pots aside.")
            if any(result.side_payments)
            else _("The big one: all of this is already doubled.")
        )
    if rules.is_push_up and (sides := result.side_payments[you]):
        words = _(_POTS[sides < 0]).format(amount=stakes_text(abs(sides)))
        yield _("{headline}.").format(headline=words)


@dataclass(frozen=True, slots=True)
class _Part:
    """An equal payment from or to each of some seats; or from or to side pots."""

    stakes: int
    """Stakes that each of the seats pays; negative if it is paid."""
    seats: int
    names: str
    text: str
    single: str
    """The text if this is the only part."""


_POTS: Final = (N_("You win {amount} from the side pots"), N_("You lose {amount} to the side pots"))


@dataclass(frozen=True, slots=True)
class _Sum:
    """The result of a hand for one seat, with its breakdown."""

    result: Result
    rules: RuleSet
    names: Names
    you: int

    def points(self, part: float) -> Outcome:
        """Return what a push-up adds to the seat's points: its own count, perhaps several times."""
        points, count = self.result.payments[self.you], self.result.counts[self.you]
        if not points:
            return Outcome(_("You add nothing"), "", 1)
        headline = _("You add {points}").format(points=points_text(max(1, round(points * part))))
        if points == count:
            return Outcome(headline, "", -1)
        twice = _("{times} × {count}").format(times=points // count, count=amount_text(count))
        return Outcome(headline, twice, -1)

    def stakes(self, part: float) -> Outcome:
        """Return what is won or lost."""
        parts = self._parts()
        net = sum(each.stakes * each.seats for each in parts)
        if not parts:
            is_paid = any(self.result.payments)
            return Outcome(_("You break even") if is_paid else _("Nobody wins"), "", 0)
        if not net:
            return Outcome(_("You break even"), self._added_up(parts, is_signed=True), 0)
        total, way = self._written(abs(net), part), 1 if net > 0 else -1
        if len(parts) == 1 and parts[0].seats == 1:
            words = _(parts[0].single)
            return Outcome(words.format(amount=total, names=parts[0].names), "", way)
        words = _("You win {amount}") if net > 0 else _("You lose {amount}")
        is_signed = any((each.stakes > 0) != (net > 0) for each in parts)
        return Outcome(words.format(amount=total), self._added_up(parts, is_signed=is_signed), way)

    def _written(self, stakes: int, part: float = 1.0) -> str:
        """Format an amount as points on a scorepad, as stakes, or as money."""
        unit = 1 if self.rules.scoring == "scorepad" else self.rules.stake
        counted = max(1, round(stakes * unit * part))
        if self.rules.scoring == "scorepad":
            return points_text(counted)
        # TRANSLATORS: an amount in stakes, as in "You win 2 from Ada".
        words = pgettext("stakes", "{n}") if unit == 1 else pgettext("money", "{n}")
        return words.format(n=amount_text(counted))

    def _parts(self) -> list[_Part]:
        """Return the breakdown, clockwise from the seat; what decides its sign comes first."""
        result, names, you = self.result, self.names, self.you
        others = [(you + step) % len(names) for step in range(1, len(names))]
        owed = dict.fromkeys(others, 0)
        for payer, payee, stakes, _why in result.transfers:
            if payee == you:
                owed[payer] += stakes
            elif payer == you:
                owed[payee] -= stakes
        groups: dict[int, list[str]] = {}
        for seat in others:
            groups.setdefault(owed[seat], []).append(names[seat])
        groups.pop(0, None)
        net = result.payments[you]
        # Receipts, and payments.
        single = N_("You win {amount} from {names}"), N_("You lose {amount} to {names}")
        part = N_("{amount} from {names}"), N_("{amount} to {names}")
        each = N_("{amount} each from {names}"), N_("{amount} each to {names}")
        every = N_("{amount} from each of {n} players"), N_("{amount} to each of {n} players")
        pot = N_("{amount} from the side pots"), N_("{amount} to the side pots")
        parts: list[_Part] = []
        for stakes, who in sorted(groups.items(), key=lambda group: (group[0] > 0) != (net > 0)):
            way, all_of_them = stakes < 0, len(who) == len(others)
            if len(who) < 3:  # few enough to list one by one
                parts += [_Part(stakes, 1, name, part[way], single[way]) for name in who]
            else:
                text = every[way] if all_of_them else each[way]
                parts.append(_Part(stakes, len(who), listed(who), text, ""))
        if sides := result.side_payments[you]:
            parts.append(_Part(sides, 1, "", pot[sides < 0], _POTS[sides < 0]))
        return parts

    def _added_up(self, parts: Sequence[_Part], *, is_signed: bool) -> str:
        """Format the parts as a list, with signs if some add and others subtract."""
        said = []
        for each in parts:
            amount = self._written(abs(each.stakes))
            if is_signed:
                amount = ("+" if each.stakes > 0 else MINUS) + amount
            said.append(_(each.text).format(amount=amount, names=each.names, n=each.seats))
        return _(", ").join(said)


# -- hands in a list -------------------------------------------------------------------------------


_ROWS: Final[Mapping[str, tuple[str, str, str]]] = {
    Ending.NATURAL: (
        N_("You were dealt a natural"),
        N_("{name} was dealt a natural"),
        # TRANSLATORS: {name} is several names.
        N_("{name} were dealt naturals"),
    ),
    Ending.TONK: (N_("You made a tonk"), N_("{name} made a tonk"), ""),
    Ending.OUT: (N_("You went out"), N_("{name} went out"), ""),
    Ending.DOUBLE_DOUBLE: (
        N_("You made a double-double"),
        N_("{name} made a double-double"),
        "",
    ),
    Ending.DROP: (N_("Your drop won"), N_("{name}'s drop won"), ""),
    Ending.STOCKOUT: (
        N_("You won the stock-out"),
        N_("{name} won the stock-out"),
        # TRANSLATORS: {name} is several names.
        N_("{name} shared the stock-out"),
    ),
}
"""The words for a hand in a list, by its ending: if you won, if another did, if several did."""


def row_words(
    ending: str, winners: Sequence[int], dropper: int, names: Names, you: int | None
) -> str:
    """Return who won a hand and how, in a few words; ``dropper`` is the seat that dropped."""
    if ending == Ending.VOID:
        return _("Nobody won")
    if not winners or ending not in {*_ROWS, Ending.CAUGHT}:
        return ending_title(ending)
    caught = ending == Ending.CAUGHT
    if caught and not 0 <= dropper < len(names):
        return ending_title(ending)
    if you in winners:
        if caught:
            return _("You caught {other}'s drop").format(other=names[dropper])
        return _(_ROWS[ending][0])
    who = listed([names[seat] for seat in winners])
    if not caught:
        _own, one, several = _ROWS[ending]
        return _(several if several and len(winners) > 1 else one).format(name=who)
    if dropper == you:
        return _("{name} caught your drop").format(name=who)
    return _("{name} caught {other}'s drop").format(name=who, other=names[dropper])
