"""The claim of each sentence about rules, as a predicate that a played hand can violate.

A sentence is identified by its English text. ``CLAIMS`` has a claim for each: it finds in a played
hand the moments that the sentence is about (who, when), and says for each whether what happened or
was refused is what the sentence says (what, how much). For a sentence about a session or the
screen, which no hand can show, it names the test that proves it. `python -m tests.rules.walk`
checks the sentences in hands under every pair of rules.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from game.play.dealer import Cut
from game.play.session import next_dealer
from game.rules.actions import (
    DECLARE,
    DRAW,
    DROP,
    STOP,
    TAKE,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Reason,
    Slap,
    Spread,
    Stop,
    Take,
    cards_played,
)
from game.rules.cards import FACES, Card
from game.rules.hand import Hand
from game.rules.messages import Message
from game.rules.natural_sentences import natural_name, naturals_sentences
from game.rules.naturals import Natural
from game.rules.phases import Phase
from game.rules.results import Ending
from game.rules.ruleset import RuleSet
from game.rules.spreads import TableSpread, hits_in, read_spread, slapped, spreads_in
from tests.rules.played import Moment, Played

Truths: TypeAlias = Iterable[object]
"""For each moment that a sentence is about, whether it is true."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, and its claim about a played hand or the test that proves it otherwise."""

    text: str
    cases: Callable[[Played, Message], Truths] | None = None
    proved_by: str = ""


_CLAIMS: Final[dict[str, Claim]] = {}
Case: TypeAlias = Callable[[Played, Message], Truths]


def says(*texts: str) -> Callable[[Case], Case]:
    """Return a decorator that registers a function as the claim of each of these sentences."""

    def claim(case: Case) -> Case:
        for text in texts:
            assert text not in _CLAIMS, text
            _CLAIMS[text] = Claim(text, case)
        return case

    return claim


def proved(text: str, test: str) -> None:
    assert text not in _CLAIMS, text
    _CLAIMS[text] = Claim(text, proved_by=test)


def _filled(said: Message, name: str) -> str:
    return str(Message("{fill}", (("fill", dict(said.fills)[name]),)))


# The pack (RULES.md §4.1).


@says("The pack has every rank, from ace to king.")
def _(h: Played, said: Message) -> Truths:
    yield {card[0] for card in h.hand.deck} - {"X"} == set("A23456789TJQK")


@says("Ranks in the pack, in the order of runs: {letters}.")
def _(h: Played, said: Message) -> Truths:
    ranks = _filled(said, "letters").replace("10", "T").replace(" ", "")
    yield {card[0] for card in h.hand.deck} - {"X"} == set(ranks)
    for spread in h.hand.spreads:
        if spread.kind == "run":
            yield "".join(spread.stands_for) in ranks + "A"


@says("Ranks in the pack: {letters}.")
def _(h: Played, said: Message) -> Truths:
    ranks = _filled(said, "letters").replace("10", "T").replace(" ", "")
    yield {card[0] for card in h.hand.deck} - {"X"} == set(ranks)
    yield all(spread.kind == "book" for spread in h.hand.spreads)


@says("The pack has all four suits.")
def _(h: Played, said: Message) -> Truths:
    yield {card[1] for card in h.hand.deck if card[0] != "X"} == set("CDHS")


@says("Suits in the pack: {letters}.")
def _(h: Played, said: Message) -> Truths:
    names = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    suits = {names[card[1]] for card in h.hand.deck if card[0] != "X"}
    yield suits == set(_filled(said, "letters").split(", "))


@says("There is {n} joker in the pack.", "There are no jokers.")
def _(h: Played, said: Message) -> Truths:
    yield sum(card[0] == "X" for card in h.hand.deck) == (said.number if said.many else 0)


def _stand_ins(h: Played) -> Iterator[Card]:
    """Yield the cards on the table that stand for another."""
    for spread in h.hand.spreads:
        for card, rank in zip(spread.cards, spread.stands_for, strict=True):
            if card[0] != rank or (spread.suit and card[1] != spread.suit):
                yield card


@says("No card is wild.")
def _(h: Played, said: Message) -> Truths:
    yield not list(_stand_ins(h))


@says("Twos are wild.")
def _(h: Played, said: Message) -> Truths:
    yield from (card[0] == "2" for card in _stand_ins(h))


@says("Jokers are wild.")
def _(h: Played, said: Message) -> Truths:
    yield from (card[0] == "X" for card in _stand_ins(h))


@says("Twos and jokers are wild.")
def _(h: Played, said: Message) -> Truths:
    yield from (card[0] in "2X" for card in _stand_ins(h))


@says(
    "A wild card may stand for any other in a spread or a hit, but a spread needs at least two "
    "cards that stand for themselves. Once laid, a wild card cannot be moved."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if isinstance(each.action, Spread):
            named = {card for card, _ in each.action.wild}
            yield len([card for card in each.action.cards if card not in named]) >= 2
        for spread in each.hand.spreads:
            now = next(other for other in h.hand.spreads if other.number == spread.number)
            before = dict(zip(spread.cards, spread.stands_for, strict=True))
            later = dict(zip(now.cards, now.stands_for, strict=True))
            yield before.items() <= later.items()


@says("A joker counts 0 and can only be discarded, never spread or hit.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        held = [card for card in each.hand.hands[each.hand.turn] if card[0] == "X"]
        if held:
            laid = [card for action in each.hand.legal_lays() for card in cards_played(action)]
            yield not set(held) & set(laid)
    yield from _counts(h, lambda card: card[0] == "X")


@says("In a run the ace is always low: A-2-3 is a run, Q-K-A is not.")
def _(h: Played, said: Message) -> Truths:
    yield from _runs(h, ("A23",), ("QKA",))


@says("In a run the ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not.")
def _(h: Played, said: Message) -> Truths:
    yield from _runs(h, ("A23", "QKA"), ("KA2",))


@says("In a run the ace is always low: {low} is a run, {high} is not.")
def _(h: Played, said: Message) -> Truths:
    yield from _runs(h, (_told_run(said, "low"),), (_told_run(said, "high"),))


@says("In a run the ace is low or high: {low} and {high} are runs, {around} is not.")
def _(h: Played, said: Message) -> Truths:
    low, high, around = (_told_run(said, name) for name in ("low", "high", "around"))
    yield from _runs(h, (low, high), (around,))


def _told_run(said: Message, name: str) -> str:
    return _filled(said, name).replace("10", "T").replace("-", "")


def _runs(h: Played, are: Sequence[str], are_not: Sequence[str]) -> Iterator[bool]:
    for ranks in (*are, *are_not):
        for suit in h.rules.suits:
            laid = read_spread(h.rules, Spread(tuple(rank + suit for rank in ranks)))
            yield (laid is not None) == (ranks in are)
    for spread in h.hand.spreads:
        if "A" in spread.stands_for and spread.kind == "run":
            at = [0, len(spread.cards) - 1] if len(are) > 1 else [0]
            yield spread.stands_for.index("A") in at


# What cards count: every sentence against the counts at the end (RULES.md §1.1, §4.1).


def worth(rules: RuleSet, card: Card) -> int:
    """Return the points of a card according to the sentences."""
    if card[0] in rules.wild and rules.wild_points != "own":
        return rules.wild_points
    rising = {"J": 11, "Q": 12, "K": 13} if rules.face_values == "rising" else {}
    usual = {"A": 1, "X": 0, "T": 10, "J": 10, "Q": 10, "K": 10} | rising
    return usual[card[0]] if card[0] in usual else int(card[0])


def _counts(h: Played, meant: Callable[[Card], bool]) -> Iterator[bool]:
    """Yield, for each final hand with such a card, whether its count is what the sentences say."""
    for cards, count in zip(h.hand.hands, h.hand.full_counts(), strict=True):
        if any(map(meant, cards)):
            yield count == sum(worth(h.rules, card) for card in cards)


def _is_own(h: Played, card: Card) -> bool:
    return card[0] not in h.rules.wild or h.rules.wild_points == "own"


@says("A wild 2 still counts 2 in the hand.")
def _(h: Played, said: Message) -> Truths:
    yield from _counts(h, lambda card: card[0] == "2")


@says("A wild joker counts 0 in the hand.")
def _(h: Played, said: Message) -> Truths:
    yield from _counts(h, lambda card: card[0] == "X")


@says(
    "Each wild card counts {n} point.",
    "A wild card counts its own points: a 2 counts 2, a joker 0.",
)
def _(h: Played, said: Message) -> Truths:
    yield h.rules.wild_points == (said.number if said.many else "own")
    yield from _counts(h, lambda card: card[0] in h.rules.wild)


@says("Wild cards count nothing.")
def _(h: Played, said: Message) -> Truths:
    yield h.rules.wild_points == 0
    yield from _counts(h, lambda card: card[0] in h.rules.wild)


@says("An ace counts 1, number cards their value.")
def _(h: Played, said: Message) -> Truths:
    yield from _counts(h, lambda card: card[0] not in FACES and card[0] != "X")
    if "2" in h.rules.wild:
        yield h.rules.wild_points == "own"


@says(
    "An ace counts 1, number cards from 3 up their value.",
    "Number cards from 3 up count their value.",
)
def _(h: Played, said: Message) -> Truths:
    yield ("A" in h.rules.ranks) == said.text.startswith("An ace")
    yield from _counts(h, lambda card: card[0] in "A3456789T")


@says("An ace counts 1.")
def _(h: Played, said: Message) -> Truths:
    yield from _counts(h, lambda card: card[0] == "A")


@says("Number cards count their value.")
def _(h: Played, said: Message) -> Truths:
    yield "A" not in h.rules.ranks
    yield from _counts(h, lambda card: card[0] not in FACES and card[0] != "X")


@says("Face cards count 10 each.", "A jack counts 11, a queen 12 and a king 13.")
def _(h: Played, said: Message) -> Truths:
    yield (h.rules.face_values == "ten") == said.text.endswith("10 each.")
    yield from _counts(h, lambda card: card[0] in FACES)


@says("{values}.")
def _(h: Played, said: Message) -> Truths:
    told = dict(each.split(" counts ") for each in _filled(said, "values").split(", "))
    for card in h.hand.deck:
        if card[0] in FACES:
            yield int(told[card[0]]) == worth(h.rules, card)
    yield from _counts(h, lambda card: card[0] in FACES)


@says("Every card left in hand counts, whether it could be laid or not.")
def _(h: Played, said: Message) -> Truths:
    for cards, count in zip(h.hand.hands, h.hand.counts(), strict=True):
        yield count == sum(worth(h.rules, card) for card in cards)


@says(
    "Cards that make spreads in your hand do not count: your count is the least that such spreads "
    "can leave over."
)
def _(h: Played, said: Message) -> Truths:
    for cards, count in zip(h.hand.hands, h.hand.counts(), strict=True):
        yield count == _least_left(h.rules, frozenset(cards))


def _least_left(rules: RuleSet, cards: frozenset[Card]) -> int:
    """Return the least that spreads leave of these cards, by trying each spread first."""
    spreads = {frozenset(each.cards) for each in spreads_in(rules, cards)}
    left = [_least_left(rules, cards - spread) for spread in spreads]
    return min([sum(worth(rules, card) for card in cards), *left])


@says(
    "Naturals count every card.",
    "Naturals count every card, and after one every hand is counted that way.",
)
def _(h: Played, said: Message) -> Truths:
    if h.ending is Ending.NATURAL or (h.ending is Ending.VOID and not h.moves):
        for cards, count in zip(h.hand.hands, h.result.counts, strict=True):
            yield count == sum(worth(h.rules, card) for card in cards)


@says(
    "A hand that is all spreads counts 0, but it is not empty: it pays nothing before a drop or a "
    "stock-out.",
    "A hand that is all spreads counts 0, but it is not empty: it pays nothing before a drop.",
)
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        for seat in h.seats:
            cards = each.hand.hands[seat]
            if (
                cards
                and _least_left(h.rules, frozenset(cards)) == 0
                and any(worth(h.rules, card) for card in cards)
            ):
                yield each.hand.result is None and each.hand.count(seat) == 0


# The deal (RULES.md §1.2, §1.3, §4.2).


def _seatable(rules: RuleSet) -> list[int]:
    """Return the numbers of seats for which the pack is large enough, including a draw each."""
    cards = len(rules.ranks) * len(rules.suits) + rules.jokers
    by_seats = {2: 9, 3: 7}
    size = {
        n: by_seats.get(n, 5) if rules.hand_size == "by_seats" else rules.hand_size
        for n in range(2, 7)
    }
    return [n for n in range(2, 7) if n * size[n] + rules.upcard + n <= cards]


@says("For {least} to {most} players.", "For {least} or {most} players.")
def _(h: Played, said: Message) -> Truths:
    able = list(range(int(_filled(said, "least")), int(_filled(said, "most")) + 1))
    yield able == _seatable(h.rules)
    yield h.hand.seats in able


@says("For {seats} players.")
def _(h: Played, said: Message) -> Truths:
    yield [int(_filled(said, "seats"))] == _seatable(h.rules) == [h.hand.seats]


proved(
    "The pack is too small even for two players.",
    "tests/rulesets/test_sentences.py::test_sentences_that_depend_on_several_keys",
)


@says(
    "Everybody cuts a card, aces low: the highest deals first, the next highest sits on the "
    "dealer's left, and so on. Players who tie cut again.",
    "Everybody cuts a card: the highest deals first, the next highest sits on the dealer's left, "
    "and so on. Players who tie cut again.",
)
def _(h: Played, said: Message) -> Truths:
    cut = Cut.for_deal(h.hand.seats, " ".join(h.hand.deck))
    heights: dict[int, list[int]] = {seat: [] for seat in h.seats}
    for cards in cut.rounds:
        for drawn in cards:
            heights[drawn.player].append("A23456789TJQK".index(drawn.card[0]))
    yield list(cut.ranking) == sorted(h.seats, key=heights.__getitem__, reverse=True)
    seats = cut.seating(cut.ranking[-1])
    dealer = cut.dealer_seat(cut.ranking[-1])
    yield seats[dealer] == cut.ranking[0]
    yield seats[(dealer + 1) % len(seats)] == cut.ranking[1 % len(seats)]


proved(
    "A player who joins later sits on the dealer's right.",
    "tests/session/test_scoring.py::test_a_later_player_sits_on_the_dealers_right_and_seat_0_stays",
)


proved(
    "A player who joins later starts with the most points at the table.",
    "tests/session/test_scoring.py::test_a_later_player_sits_on_the_dealers_right_and_seat_0_stays",
)


@says("Each player is dealt {n} card.")
def _(h: Played, said: Message) -> Truths:
    yield {len(cards) for cards in h.dealt.hands} == {said.number}


@says("Two players are dealt 9 cards each, three players 7, four or more 5.")
def _(h: Played, said: Message) -> Truths:
    yield {len(cards) for cards in h.dealt.hands} == {{2: 9, 3: 7}.get(h.hand.seats, 5)}


@says("The next card is turned up to start the discard pile; the rest is the stock.")
def _(h: Played, said: Message) -> Truths:
    held = sum(map(len, h.dealt.hands))
    yield h.dealt.pile == [h.hand.deck[held]]
    yield h.dealt.stock == list(h.hand.deck[held + 1 :])


@says(
    "No card is turned up: the discard pile begins with the first discard, so the first player "
    "cannot take."
)
def _(h: Played, said: Message) -> Truths:
    yield h.dealt.pile == []
    if h.moves:
        yield h.dealt.why_illegal(h.dealt.turn, TAKE) is not None


@says(
    "The deal passes to the left after every hand.",
    "The winner of a hand deals the next; of several, the one nearest the old dealer's left, the "
    "old dealer last. If nobody wins, the deal passes to the left.",
)
def _(h: Played, said: Message) -> Truths:
    left = (h.hand.dealer + 1) % h.hand.seats
    around = [(left + step) % h.hand.seats for step in h.seats]
    winners = [seat for seat in around if seat in h.result.winners]
    is_left = said.text.startswith("The deal passes") or not winners
    yield next_dealer(h.hand) == (left if is_left else winners[0])


# Naturals (RULES.md §1.4, §5.2).


class _Held(NamedTuple):
    seat: int
    entry: Natural
    points: int


def _kinds(h: Played, seat: int, when: str) -> list[Natural]:
    """Return the naturals, of those claimed at ``when``, that the hand dealt to a seat is."""
    cards = h.hand.dealt[seat]
    points = sum(worth(h.rules, card) for card in cards)
    faces = all(card[0] in FACES for card in cards)
    return [each for each in h.rules.naturals if each.when == when and each.matches(points, faces)]


def _holders(h: Played) -> list[_Held]:
    """Return the seats dealt a natural, each with its best, from the dealer's left on."""
    found = []
    for step in h.seats:
        seat = (h.hand.dealer + 1 + step) % h.hand.seats
        kinds = _kinds(h, seat, "deal")
        if kinds:
            best = max(kinds, key=lambda each: (each.rank, each.pays))
            found.append(_Held(seat, best, sum(worth(h.rules, c) for c in h.hand.dealt[seat])))
    return found


def _tied(h: Played) -> list[_Held]:
    """Return the holders between whom neither rank nor a lowest count decides."""
    held = _holders(h)
    top = max((each.entry.rank for each in held), default=0)
    first = [each for each in held if each.entry.rank == top]
    return [
        each
        for each in first
        if not each.entry.low_wins
        or each.points == min(o.points for o in first if o.entry is each.entry)
    ]


_HANDS = (
    "{hand} is shown at once and wins: every other player pays {n} stake.",
    (
        "{hand} may be declared at the start of its holder's first turn, if nobody has laid a "
        "spread "
        "yet: every other player pays {n} stake."
    ),
    (
        "{hand} may be declared at the start of its holder's first turn, even if somebody has "
        "laid a spread: every other player pays {n} stake."
    ),
)


def _entries(h: Played, said: Message) -> list[Natural]:
    """Return the naturals that a sentence is about."""
    naturals = h.rules.naturals
    told = naturals_sentences(naturals)[: len(naturals)]
    return [each for each, sentence in zip(naturals, told, strict=True) if sentence == said]


@says(_HANDS[0])
def _(h: Played, said: Message) -> Truths:
    entries = _entries(h, said)
    held = _holders(h)
    for each in held:
        if any(entry is each.entry for entry in entries):
            yield not h.moves
            if len(held) == 1:
                yield h.ending is Ending.NATURAL
                yield h.result.winners == (each.seat,)
                yield h.winner_is_paid(said.number)


@says(_HANDS[1], _HANDS[2])
def _(h: Played, said: Message) -> Truths:
    entries, is_open = _entries(h, said), said.text == _HANDS[1]
    if _holders(h):
        return
    for each in h.starts:
        seat = each.hand.turn
        kinds = _kinds(h, seat, "turn")
        best = max(kinds, key=lambda kind: (kind.rank, kind.pays), default=None)
        if best is None or not any(entry is best for entry in entries):
            continue
        is_first = not each.begun[seat]
        is_alive = not (is_open and each.hand.spreads)
        if len(kinds) == 1:
            yield (each.hand.why_illegal(seat, DECLARE) is None) == (is_first and is_alive)
        if isinstance(each.action, Declare) and is_alive:
            yield h.ending is Ending.NATURAL
            yield h.winner_is_paid(said.number)


@says("No dealt hand wins at once.")
def _(h: Played, said: Message) -> Truths:
    yield h.ending is not Ending.NATURAL and bool(h.moves)


def _several(h: Played) -> Iterator[list[Natural]]:
    """Yield the naturals of the only natural hand at the table, if it is one in several ways."""
    held = _holders(h)
    if len(held) == 1 and len(kinds := _kinds(h, held[0].seat, "deal")) > 1:
        yield kinds


@says("A hand that is a natural in several ways counts as the highest-paying of them.")
def _(h: Played, said: Message) -> Truths:
    for kinds in _several(h):
        yield h.winner_is_paid(max(each.pays for each in kinds))


@says("A hand that is a natural in several ways counts as only one of them.")
def _(h: Played, said: Message) -> Truths:
    for kinds in _several(h):
        yield h.winner_is_paid(kinds[0].pays)


def _order(h: Played, height: Callable[[Natural], object]) -> list[list[str]]:
    """Return the names of naturals, the highest first, those of equal height together."""
    dealt = [each for each in h.rules.naturals if each.when == "deal"]
    heights = sorted({height(each) for each in dealt}, reverse=True)  # type: ignore[type-var]  # ints, or pairs of them
    return [[str(natural_name(each)) for each in dealt if height(each) == step] for step in heights]


def _names(steps: Sequence[Sequence[str]]) -> str:
    separator = ", " if all(len(step) == 1 for step in steps) else ", then "
    return separator.join(map(" and ".join, steps))


@says(
    "A hand that is a natural in several ways counts as the one that comes first in this order: "
    "{names}."
)
def _(h: Played, said: Message) -> Truths:
    steps = _order(h, lambda each: (each.rank, each.pays))
    yield _filled(said, "names") == _names(steps)
    names = [name for step in steps for name in step]
    for kinds in _several(h):
        first = min(kinds, key=lambda each: names.index(str(natural_name(each))))
        yield h.winner_is_paid(first.pays)


@says("Of several naturals, the first in this order wins: {names}.")
def _(h: Played, said: Message) -> Truths:
    yield _filled(said, "names") == _names(_order(h, lambda each: each.rank))
    held = _holders(h)
    if len({each.entry.rank for each in held}) > 1:
        top = max(each.entry.rank for each in held)
        yield {each.entry.rank for each in held if each.seat in h.result.winners} <= {top}


@says("Of several hands with a natural of {name}, the lowest count wins.")
def _(h: Played, said: Message) -> Truths:
    held = _holders(h)
    top = max((each.entry.rank for each in held), default=0)
    alike = [
        each
        for each in held
        if each.entry.low_wins
        and each.entry.rank == top
        and str(natural_name(each.entry)) == _filled(said, "name")
    ]
    if len(alike) > 1 and len({id(each.entry) for each in alike}) == 1:
        least = min(each.points for each in alike)
        paid = [each for each in alike if each.seat in h.result.winners]
        yield all(each.points == least for each in paid)


@says(
    "Naturals tie, whatever their counts.",
    "Naturals shown at the deal tie, whatever their counts.",
)
def _(h: Played, said: Message) -> Truths:
    held = _holders(h)
    if len({each.points for each in held}) > 1:
        yield [each.seat for each in _tied(h)] == [each.seat for each in held]


@says(
    "Otherwise naturals tie, whatever their counts.",
    "Otherwise naturals shown at the deal tie, whatever their counts.",
)
def _(h: Played, said: Message) -> Truths:
    held, tied = _holders(h), _tied(h)
    kinds = {id(each.entry) for each in held}
    if len(kinds) > 1:
        yield {id(each.entry) for each in tied} == kinds
        yield [each for each in held if not each.entry.low_wins and each not in tied] == []


_SHARED = (
    "everybody else pays once, for the highest-paying of them, and they share it equally; what is "
    "left over goes to those nearest the dealer's left, a stake each."
)
_TIES: Final = {
    "void": ("nobody is paid, and the next hand is dealt.",) * 2,
    "eldest": ("the one nearest the dealer's left is paid.",) * 2,
    "all_paid": ("everybody else pays each of them.",) * 2,
    "split": (_SHARED, _SHARED),
}
_IN_PUSH_UP: Final = {
    "void": ("nobody adds points, and the next hand is dealt.",) * 2,
    "eldest": ("the one nearest the dealer's left wins.",) * 2,
}
_SHARED_ALIKE = _SHARED.replace(", for the highest-paying of them,", ",")


def _tie(h: Played, rule: str, is_own: bool, names: str = "") -> Iterator[bool]:
    """Yield whether a tie is settled by ``rule``: one of naturals with a tie rule of their own, if
    ``is_own``, else of others.
    """
    tied = _tied(h)
    own = {each.entry.tie for each in tied}
    has_own = len(own) == 1 and None not in own
    if len(tied) < 2 or has_own != is_own or (is_own and own != {rule}):
        return
    if is_own:
        told = _names_by_rank(h, rule)
        yield names in told.values()
        if names != told[tied[0].entry.rank]:
            return
    pays = _shares(rule, tied, h.hand.seats)
    if not any(pays.values()):
        yield h.ending is Ending.VOID and not any(h.result.payments)
        return
    yield h.ending is Ending.NATURAL
    yield set(h.result.winners) == pays.keys()
    if h.rules.scoring != "push_up":
        big = 2 if h.hand.is_big_one else 1
        yield all(h.result.payments[seat] == big * due for seat, due in pays.items())
        others = [h.result.payments[seat] for seat in h.seats if seat not in pays]
        yield len(set(others)) == 1


def _names_by_rank(h: Played, rule: str) -> dict[int, str]:
    """Return the names, by rank, of the naturals with this tie rule of their own."""
    own = [each for each in h.rules.naturals if each.when == "deal" and each.tie == rule]
    return {
        rank: " and ".join(str(natural_name(each)) for each in own if each.rank == rank)
        for rank in {each.rank for each in own}
    }


def _shares(rule: str, tied: Sequence[_Held], seats: int) -> dict[int, int]:
    """Return what each winner of a tie gets; the tied are given from the dealer's left on."""
    payers = seats - len(tied)
    match rule:
        case "eldest":
            return {tied[0].seat: tied[0].entry.pays * (seats - 1)}
        case "all_paid" if payers:
            return {each.seat: each.entry.pays * payers for each in tied}
        case "split" if payers:
            share, odd = divmod(max(each.entry.pays for each in tied) * payers, len(tied))
            return {each.seat: share + (place < odd) for place, each in enumerate(tied)}
        case _:
            return {}


def _claim_ties() -> None:
    forms = ("When naturals tie, ", "When naturals still tie, ", "In any other tie of naturals ")
    for rule, (whole, own) in _TIES.items():

        def others(h: Played, _said: Message, rule: str = rule) -> Truths:
            return _tie(h, rule, is_own=False)

        def owns(h: Played, said: Message, rule: str = rule) -> Truths:
            return _tie(h, rule, is_own=True, names=_filled(said, "names"))

        if rule in _IN_PUSH_UP:
            says(*(form + _IN_PUSH_UP[rule][0] for form in forms))(others)
            says(f"{_AMONG}, {_IN_PUSH_UP[rule][1]}")(owns)
        if rule == "split":
            says(*(form + _SHARED_ALIKE for form in forms))(others)
            says(f"{_AMONG}, {_SHARED_ALIKE}")(owns)
        says(*(form + whole for form in forms))(others)
        says(f"{_AMONG}, {own}")(owns)


_AMONG = "In a tie among naturals of {names}"


@says(
    "When naturals tie, all of them win.",
    "When naturals still tie, all of them win.",
    "In any other tie of naturals all of them win.",
)
def _(h: Played, said: Message) -> Truths:
    yield from _tie(h, h.rules.natural_tie, is_own=False)


@says(f"{_AMONG}, all of them win.")
def _(h: Played, said: Message) -> Truths:
    names = _filled(said, "names")
    for rule in ("all_paid", "split"):
        if names in _names_by_rank(h, rule).values():
            yield from _tie(h, rule, is_own=True, names=names)


_FOR_THE_BEST = "all of them win, and everybody else adds for the highest-paying of them only."


@says(
    f"When naturals tie, {_FOR_THE_BEST}",
    f"When naturals still tie, {_FOR_THE_BEST}",
    f"In any other tie of naturals {_FOR_THE_BEST}",
)
def _(h: Played, said: Message) -> Truths:
    for each in _tie(h, h.rules.natural_tie, is_own=False):
        yield each
        yield from _added(h, max(held.entry.pays for held in _tied(h)))


@says(f"{_AMONG}, {_FOR_THE_BEST}")
def _(h: Played, said: Message) -> Truths:
    names = _filled(said, "names")
    for rule in ("all_paid", "split"):
        if names in _names_by_rank(h, rule).values():
            for each in _tie(h, rule, is_own=True, names=names):
                yield each
                yield from _added(h, max(held.entry.pays for held in _tied(h)))


_claim_ties()


# A turn (RULES.md §1.5 to §1.10, §4.3).


@says("The player on the dealer's left begins, and the turn passes to the left.")
def _(h: Played, said: Message) -> Truths:
    begun = [
        each.seat
        for each in h.starts
        if each.seat == each.hand.turn and not isinstance(each.action, Slap)
    ]
    yield begun == [(h.hand.dealer + 1 + step) % h.hand.seats for step in range(len(begun))]


@says(
    "A turn begins with one of these: drop, draw the top card of the stock, or take the top "
    "discard."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.starts:
        if each.seat == each.hand.turn and not isinstance(each.action, Slap | Declare | Stop):
            yield isinstance(each.action, Drop | Draw | Take)
        if isinstance(each.action, Draw):
            yield each.move.card == each.hand.stock[0]
        if isinstance(each.action, Take):
            yield each.move.card == each.hand.pile[-1]
        held = each.hand.hands[each.hand.turn]
        yield all(each.hand.why_illegal(each.hand.turn, Discard(card)) for card in held)


@says("You may keep a taken discard in your hand.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if each.hand.taken:
            ends = [a for a in each.hand.legal() if isinstance(a, Discard | Done)]
            others = [card for card in each.hand.hands[each.seat] if card != each.hand.taken]
            if others and h.rules.must_spread == "no":
                yield bool(ends)


@says("You may take the top discard only to use it at once, in a spread or as a hit.")
def _(h: Played, said: Message) -> Truths:
    for each, following in zip(h.moments, h.moments[1:], strict=False):
        if isinstance(each.action, Take):
            yield following.seat == each.seat
            yield each.move.card in cards_played(following.move.action)
            yield isinstance(following.action, Spread | Hit)


@says("You may discard the card you have just taken.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        taken = each.hand.taken
        if taken in each.hand.hands[each.seat] and any(
            isinstance(action, Discard) for action in each.hand.legal()
        ):
            yield each.hand.why_illegal(each.seat, Discard(taken or "")) is None


@says("You may not discard the card you have just taken, unless it is your last.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        taken, held = each.hand.taken, each.hand.hands[each.seat]
        if taken not in held:
            continue
        why = each.hand.why_illegal(each.seat, Discard(taken or ""))
        others = {each.hand.why_illegal(each.seat, Discard(card)) for card in held if card != taken}
        may_end = None in others
        yield why is Reason.JUST_TAKEN if may_end else why is not Reason.JUST_TAKEN


proved(
    "Once you touch the stock, you must draw from it.",
    "tests/ui/table/house/test_touch.py::test_pressing_the_mouse_on_the_stock",
)
proved(
    "Touching the stock does not bind you.",
    "tests/ui/table/house/test_touch.py::test_pressing_the_mouse_on_the_stock",
)


def _is_book(h: Played, spread: TableSpread) -> bool:
    return len(set(spread.stands_for)) == 1 and 3 <= len(spread.cards) <= 4


def _is_run(h: Played, spread: TableSpread) -> bool:
    line, ranks = h.rules.ranks + "A", "".join(spread.stands_for)
    suits = {
        c[1]
        for c, r in zip(spread.cards, ranks, strict=True)
        if c[0] == r and c[0] not in h.rules.wild
    }
    return len(ranks) >= 3 and ranks in line and len(suits) <= 1


_MAY_SPREAD = "After drawing or taking you may lay spreads: "
_BOOKS = "books, three or four cards of one rank"
_BOOKS_OF_3 = "books, three cards of one rank"
_RUNS = "runs, three or more cards of one suit in order"


@says(
    f"{_MAY_SPREAD}{_BOOKS}, and {_RUNS}.",
    f"{_MAY_SPREAD}{_BOOKS}.",
    f"{_MAY_SPREAD}{_RUNS}.",
    f"{_MAY_SPREAD}{_BOOKS_OF_3}, and {_RUNS}.",
    f"{_MAY_SPREAD}{_BOOKS_OF_3}.",
)
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if isinstance(each.action, Spread) and each.spread:
            is_book = _is_book(h, each.spread)
            yield is_book or _is_run(h, each.spread)
            if is_book and _BOOKS_OF_3 in said.text:
                yield len(each.spread.cards) == 3
            yield ("books" if is_book else "runs") in said.text
        if each.starts:
            yield not each.hand.result and all(
                each.hand.why_illegal(each.hand.turn, spread)
                for spread in spreads_in(h.rules, each.hand.hands[each.hand.turn])
            )


@says("You never have to lay a spread.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if each.hand.legal_spreads() and not each.hand.must_use:
            yield any(isinstance(action, Discard | Done) for action in each.hand.legal())


@says(
    "You may not end your turn with a spread in hand that you could lay.",
    "You may not end your turn with a spread in hand that you could lay; only a book of aces may "
    "be kept.",
)
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if isinstance(each.action, Discard | Done):
            owed = each.hand.legal_spreads()
            if "aces" in said.text:
                owed = [s for s in owed if not _of_aces(s)]
            yield not owed


def _of_aces(spread: Spread) -> bool:
    named = dict(spread.wild)
    return {named.get(card, card[0]) for card in spread.cards} == {"A"}


@says("A spread may empty your hand.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        held = each.hand.hands[each.seat]
        for spread in spreads_in(h.rules, held):
            if len(spread.cards) == len(held) and not each.hand.must_use:
                is_kept = h.rules.hit_blocks_out and each.seat in each.kept
                if not is_kept or each.hand.is_booed:
                    yield each.hand.why_illegal(each.seat, spread) is None


@says(
    "A spread may not empty your hand; a hit or a discard may.",
    "A spread may not empty your hand on your turn; a hit or a discard may.",
    "While the stock holds more cards than there are players, a spread may not empty your hand on "
    "your turn; a hit or a discard may.",
)
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        held = each.hand.hands[each.seat]
        for spread in spreads_in(h.rules, held):
            if len(spread.cards) == len(held) and not _is_booed(h, each.hand):
                yield each.hand.why_illegal(each.seat, spread) is not None
        if len(held) == 1 and isinstance(each.action, Hit | Discard):
            yield not each.after.hands[each.seat]


@says("You may also hit spreads, your own or anybody's: add cards that fit.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if isinstance(each.action, Hit) and each.spread:
            yield _is_book(h, each.spread) or _is_run(h, each.spread)
            yield each.action.card in each.spread.cards


_FOURTH = "Books may be hit with their fourth card"


@says(f"{_FOURTH}, and runs at either end.", f"{_FOURTH}.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if isinstance(each.action, Hit | Slap) and each.spread:
            if each.spread.kind == "book":
                yield len(each.spread.cards) == 4
            else:
                before = "".join(each.hand.spreads[each.spread.number].stands_for)
                now = "".join(each.spread.stands_for)
                yield now in (now[0] + before, before + now[-1])
                yield "runs" in said.text
        for spread in each.hand.spreads if each.lays else ():
            if spread.kind == "book" and len(spread.cards) == 3:
                held = each.hand.hands[each.seat]
                hits = [
                    Hit(card, spread.number) for card in held if card[0] == spread.stands_for[0]
                ]
                whys = [each.hand.why_illegal(each.seat, hit) for hit in hits]
                yield not {Reason.BOOKS_CLOSED, Reason.DOES_NOT_FIT} & set(whys)


@says("Only runs may be hit, at either end.", "Runs may be hit at either end.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if isinstance(each.action, Hit | Slap) and each.spread:
            before = "".join(each.hand.spreads[each.spread.number].stands_for)
            now = "".join(each.spread.stands_for)
            yield now in (now[0] + before, before + now[-1])
            yield each.spread.kind == "run"
        if each.lays:
            for spread in each.hand.spreads:
                if spread.kind == "book":
                    held = each.hand.hands[each.seat]
                    yield all(each.hand.why_illegal(each.seat, Hit(c, spread.number)) for c in held)


def _hits_before(h: Played, at: Moment) -> int:
    """Return how many cards the seat on turn has hit in this turn so far."""
    place = next(n for n, each in enumerate(h.moments) if each is at)
    count = 0
    for each in reversed(h.moments[:place]):
        if each.starts:
            break
        count += isinstance(each.action, Hit)
    return count


@says("You may add as many cards to spreads as you like.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if isinstance(each.action, Hit) and _hits_before(h, each):
            yield True
        for spread in each.hand.spreads if _hits_before(h, each) else ():
            for card in each.hand.hands[each.seat]:
                why = each.hand.why_illegal(each.seat, Hit(card, spread.number))
                yield why is not Reason.HITS_USED_UP


@says("You may hit with only one card on a turn.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if _hits_before(h, each):
            yield not isinstance(each.action, Hit) and not each.hand.legal_hits()


def _ends_by_itself(h: Played, each: Moment) -> bool:
    """Return whether a turn may end here without a discard for a reason other than a hit."""
    return h.rules.hit_blocks_out and each.seat in each.kept and not _is_booed(h, each.hand)


@says("A turn ends with a discard, face up; only the top discard can be seen.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if isinstance(each.action, Discard) and each.after.result is None:
            yield each.after.pile[-1] == each.action.card
        if isinstance(each.action, Done):
            has_hit = not h.rules.discard_after_hit and _hits_before(h, each)
            yield bool(has_hit) or _ends_by_itself(h, each)


@says("After a hit, your turn still ends with a discard.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if isinstance(each.action, Discard | Done) and _hits_before(h, each):
            yield isinstance(each.action, Discard) or _ends_by_itself(h, each)


@says("After a hit, your turn ends without a discard.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if isinstance(each.action, Discard | Done):
            yield isinstance(each.action, Done) or not _hits_before(h, each)
        if _hits_before(h, each):
            yield not any(isinstance(action, Discard) for action in each.hand.legal())


@says("A book that is hit to four cards stays.")
def _(h: Played, said: Message) -> Truths:
    for spread in h.hand.spreads:
        if spread.kind == "book" and len(spread.cards) == 4:
            yield not spread.buried


@says(
    "A book that is hit to four cards is buried: its cards are out of play for the rest of the "
    "hand."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if isinstance(each.action, Hit | Slap) and each.spread and each.spread.kind == "book":
            yield each.spread.buried
    for spread in h.hand.spreads:
        if spread.buried:
            yield not set(spread.cards) & {*h.hand.pile, *h.hand.stock, *chain(*h.hand.hands)}


# Slaps (RULES.md §5.9).


@says("Discards cannot be slapped.")
def _(h: Played, said: Message) -> Truths:
    yield not any(isinstance(each.action, Slap) for each in h.moments)
    yield not any(each.hand.slappers() for each in h.moments)


_SLAPS = (
    (
        "Until the next player begins to play, whoever is quickest may slap the card just "
        "discarded "
        "onto a spread that it fits, and may then discard a card too, unless the slapped card was "
        "their own."
    ),
    (
        "The next player may first claim the card just discarded, to use it at once. If they "
        "don't, whoever else is quickest may slap it onto a spread that it fits, until that "
        "player begins to play, and may then discard a card too, unless the slapped card was "
        "their own."
    ),
)


@says(*_SLAPS)
def _(h: Played, said: Message) -> Truths:
    is_race = said.text == _SLAPS[0]
    for each in h.moments:
        able = each.hand.slappers()
        if able:
            waits = set() if is_race else {each.hand.next_seat}
            yield set(able) == set(h.seats) - waits
            for seat in able:
                slaps = each.hand.legal_slaps(seat)
                yield bool(slaps)
                if seat == each.hand.discarder:
                    yield all(slap.discard is None for slap in slaps)
                elif len(each.hand.hands[seat]) > 1:
                    yield any(slap.discard for slap in slaps)
        if each.lays:
            yield not able
        thrown = each.action.card if isinstance(each.action, Discard) else ""
        if thrown and each.after.result is None and each.after.phase is not Phase.CHANCE:
            fits = any(slapped(h.rules, spread, thrown) for spread in each.after.spreads)
            yield bool(each.after.slappers()) == fits
        if isinstance(each.action, Slap) and each.spread:
            yield each.hand.pile[-1] in each.spread.cards
            yield isinstance(_before(h, each).action, Discard | Slap)


@says(
    "A slap counts as a hit.",
    "A slap counts as a hit, but not as the one that you may make on a turn.",
)
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if isinstance(each.action, Slap) and each.spread and not each.after.result:
            yield from _counts_as_hit(each, each.spread)
    for tonk in _paid_tonks(h):
        is_spoiled = h.rules.hit_voids_tonk or h.rules.tonk_needs == "spreads_only"
        is_alike = not (h.rules.two_spreads_pays and _is_double(h, tonk)) or h.rules.hit_voids_tonk
        if is_spoiled and is_alike and _is_spoiled(h, tonk):
            yield h.winner_is_paid(1)
    if h.rules.hits_per_turn:
        yield from _hits_of_turns(h)


@says(
    "A slapped wild card stands for itself if it can; if not, it goes to the high end of the run, "
    "or to the low end if only that is open.",
    "A wild card slapped onto a run goes to its high end, or to its low end if only that is open.",
)
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        after = each.spread
        if not isinstance(each.action, Slap) or after is None or after.kind != "run":
            continue
        card, before = each.hand.pile[-1], each.hand.spreads[after.number]
        if not h.rules.is_wild(card):
            continue
        is_high = after.cards[-1] == card
        ends = hits_in(h.rules, [card], [before])
        if any(not end.stands_for for end in ends):
            yield after.stands_for[-1 if is_high else 0] == card[0]
            yield after.suit == card[1]
        else:
            yield is_high or len(ends) == 1


def _counts_as_hit(slap: Moment, spread: TableSpread) -> Iterator[bool]:
    """Yield whether a slap has the effects of a hit: waits, and burying complete books."""
    rules, waits = slap.hand.rules, slap.after.waits
    if rules.wait_after_own_hit and spread.owner == slap.seat:
        yield waits[slap.seat] > 0
    if rules.wait_after_hitting and spread.owner != slap.seat:
        yield waits[slap.seat] > 0
    if rules.wait_when_hit and spread.owner != slap.seat:
        yield waits[spread.owner] > 0
    if rules.complete_books == "buried" and spread.kind == "book":
        yield spread.buried


def _hits_of_turns(h: Played) -> Iterator[bool]:
    """Yield whether a card may be hit on a turn, regardless of slaps before it."""
    for each in h.lays:
        laid = [m for m in h.moments if m.seat == each.seat and m.hand.turns == each.hand.turns]
        hits = hits_in(h.rules, each.hand.hands[each.seat], each.hand.spreads)
        is_free = not any(isinstance(m.action, Hit) for m in laid) and not each.hand.must_use
        if is_free and len(each.hand.hands[each.seat]) > 1:
            yield all(each.hand.why_illegal(each.seat, hit) is None for hit in hits)


def _before(h: Played, at: Moment) -> Moment:
    place = next(n for n, each in enumerate(h.moments) if each is at)
    return h.moments[place - 1]


# The end of the stock (RULES.md §1.10, §4.3).


@says(
    "When the stock is empty, play goes on while each player in turn takes the top discard; a "
    "player who would rather draw stops the hand."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        is_end = isinstance(each.action, Discard | Done) and each.after.hands[each.seat]
        if is_end and each.hand.drawn and not each.after.stock:
            yield each.after.phase is Phase.START
    for each in h.starts:
        if not each.hand.stock:
            yield each.hand.why_illegal(each.hand.turn, STOP) is None
            yield each.hand.why_illegal(each.hand.turn, DRAW) is not None
            if isinstance(each.action, Stop):
                yield h.ending in (Ending.STOCKOUT, Ending.VOID)
        else:
            yield each.hand.why_illegal(each.hand.turn, STOP) is not None


def _is_last_turn(each: Moment) -> bool:
    """Return whether this is the turn on which the last card of the stock was drawn."""
    return each.lays and not each.hand.stock


@says("The hand ends with the turn on which the last card of the stock is drawn.")
def _(h: Played, said: Message) -> Truths:
    drawn = False
    for each in h.moments:
        drawn |= isinstance(each.action, Draw) and not each.after.stock
        if drawn:
            yield not isinstance(each.action, Draw | Take) or not each.after.stock
            yield not (each.starts and each.hand.turn == each.seat and not each.hand.stock)


@says(
    "Emptying your hand on that turn pays nothing by itself, but your zero is compared with the "
    "other counts."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if _is_last_turn(each) and not each.after.hands[each.seat]:
            yield h.ending in (Ending.STOCKOUT, Ending.VOID)
            yield not h.result.counts[each.seat]


@says(
    "Emptying your hand on that turn does not win: the hand ends unpaid.",
    "Emptying your hand on that turn does not win: nobody adds points.",
)
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if _is_last_turn(each) and not each.after.hands[each.seat]:
            yield h.ending is Ending.VOID
            yield not any(h.result.payments) and not h.result.winners


@says("Whoever empties their hand on that turn still wins.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if (
            _is_last_turn(each)
            and not each.after.hands[each.seat]
            and h.rules.double_double is False
        ):
            yield h.result.winners == (each.seat,)
            yield h.ending in (Ending.TONK, Ending.OUT)


def _idle_turns(h: Played) -> Iterator[tuple[Moment, int]]:
    """Yield each start of a turn, with the number of consecutive idle turns before it."""
    count, idle = 0, True
    for each in h.moments:
        if isinstance(each.action, Draw | Spread | Hit):
            idle = False
        if isinstance(each.action, Slap):
            count = 0
        elif each.lays and isinstance(each.action, Discard | Done):
            count, idle = (count + 1 if idle else 0), True
        elif (
            each.lays and isinstance(each.action, Spread | Hit) and each.after.phase is Phase.START
        ):
            count, idle = 0, True  # an empty hand ends the turn
        if each.after.phase is Phase.START:
            yield each, count


@says(
    "After three rounds in which nobody draws from the stock, spreads or hits, nobody may take "
    "until somebody draws; if the stock is empty, the hand ends.",
    "After three rounds in which nobody draws from the stock, spreads or hits, nobody may take "
    "until somebody draws.",
    "After three rounds in which nobody draws from the stock, spreads, hits or slaps, nobody may "
    "take until somebody draws or slaps; if the stock is empty, the hand ends.",
    "After three rounds in which nobody draws from the stock, spreads, hits or slaps, nobody may "
    "take until somebody draws or slaps.",
)
def _(h: Played, said: Message) -> Truths:
    for each, idle in _idle_turns(h):
        if idle >= 3 * h.hand.seats:
            yield bool(each.after.stock)
            yield each.after.why_illegal(each.after.turn, TAKE) is not None
        elif each.after.pile:
            yield each.after.why_illegal(each.after.turn, TAKE) is not Reason.TAKES_EXHAUSTED


# Drops (RULES.md §1.5, §4.4, §5.7, §5.17).


def _why_no_drop(h: Played, each: Moment, seat: int) -> str:
    """Return which sentence prevents a seat from dropping now, or an empty string."""
    if (
        not h.rules.first_turn_drop
        and not each.begun[seat]
        and not (seat == each.hand.turn and each.begun[seat])
    ):
        return "first"
    if h.rules.drop_at_most and each.hand.count(seat) > h.rules.drop_at_most:
        return "count"
    return "wait" if each.waits[seat] else ""


def _drops(h: Played, but: str = "") -> Iterator[tuple[Moment, int, bool, str]]:
    """Yield each start of a turn: the seat, whether it may drop, and why not."""
    for each in h.starts:
        seat = each.hand.turn
        yield each, seat, each.hand.why_illegal(seat, DROP) is None, _why_no_drop(h, each, seat)


@says("You may drop at the start of your turn, before drawing.")
def _(h: Played, said: Message) -> Truths:
    for _each, _seat, may, why in _drops(h):
        yield may == (not why)
    for each in h.lays:
        yield each.hand.why_illegal(each.seat, DROP) is not None


@says("You may drop on your very first turn.")
def _(h: Played, said: Message) -> Truths:
    for each, seat, may, why in _drops(h):
        if not each.begun[seat] and why in ("", "first"):
            yield may


@says("Nobody may drop on their first turn.")
def _(h: Played, said: Message) -> Truths:
    for each in h.starts:
        for seat in h.seats:
            if not each.begun[seat]:
                yield each.hand.why_illegal(seat, DROP) is not None


@says("You may drop only with a count of {n} or less.")
def _(h: Played, said: Message) -> Truths:
    for each, seat, may, why in _drops(h):
        if each.hand.count(seat) > said.number:
            yield not may
        elif why in ("", "count"):
            yield may


@says("You may drop with any count.")
def _(h: Played, said: Message) -> Truths:
    yield from (may for _each, _seat, may, why in _drops(h) if why in ("", "count"))


@says("You may drop only at the start of your own turn.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        others = [seat for seat in h.seats if seat != each.hand.turn]
        yield all(each.hand.why_illegal(seat, DROP) for seat in others)


_BETWEEN = (
    "You may also drop between turns: {}after any turn until the next player begins to play, "
)
_COULD = "as long as you could drop if it were your turn."


@says(_BETWEEN.format("after the deal, and ") + _COULD, _BETWEEN.format("") + _COULD)
def _(h: Played, said: Message) -> Truths:
    for each in h.starts:
        if not each.begun[each.hand.turn] and not any(each.begun):
            after_deal = any(not each.hand.why_illegal(s, DROP) for s in h.seats)
            yield "after the deal" in said.text or not after_deal
        for seat in h.seats:
            may = each.hand.why_illegal(seat, DROP) is None
            yield may == (not _why_no_drop(h, each, seat))
    for each in h.lays:
        yield all(each.hand.why_illegal(seat, DROP) for seat in h.seats)


@says(
    "When the empty stock is about to end the hand, the last discard may still be slapped, but "
    "nobody may drop."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        if each.hand.phase is Phase.SLAP:
            yield not each.hand.stock
            yield all(each.hand.why_illegal(seat, DROP) for seat in h.seats)


_EVENTS: Final[Mapping[str, Callable[[Moment], int | None]]] = {
    "After a new spread": lambda m: m.seat if isinstance(m.action, Spread) else None,
    "After somebody else hits your spread": lambda m: (
        m.spread.owner
        if isinstance(m.action, Hit | Slap) and m.spread and m.spread.owner != m.seat
        else None
    ),
    "After hitting your own spread": lambda m: (
        m.seat
        if isinstance(m.action, Hit | Slap) and m.spread and m.spread.owner == m.seat
        else None
    ),
    "After hitting somebody else's spread": lambda m: (
        m.seat
        if isinstance(m.action, Hit | Slap) and m.spread and m.spread.owner != m.seat
        else None
    ),
}
"""The seat that a move makes wait, by the words with which a sentence begins."""


def _after(h: Played, words: str, turns: int) -> Iterator[tuple[Moment, int]]:
    """Yield the starts of the next ``turns`` turns of each seat that such a move makes wait."""
    for place, event in enumerate(h.moments):
        seat = _EVENTS[words](event)
        if seat is None or event.hand.phase is Phase.CHANCE:
            continue
        base = _begun_by(h, place + 1)[seat]
        for each in h.moments[place + 1 :]:
            if each.starts and each.hand.turn == seat and base <= each.begun[seat] < base + turns:
                yield each, seat


def _begun_by(h: Played, place: int) -> tuple[int, ...]:
    if place < len(h.moments):
        return h.moments[place].begun
    return (0,) * h.hand.seats


def _claim_waits() -> None:
    for words in _EVENTS:

        def bars(h: Played, said: Message, words: str = words) -> Truths:
            for each, seat in _after(h, words, said.number):
                yield each.hand.why_illegal(seat, DROP) is not None

        def frees(h: Played, said: Message, words: str = words) -> Truths:
            for each, seat in _after(h, words, 1):
                if not _why_no_drop(h, each, seat):
                    yield each.hand.why_illegal(seat, DROP) is None

        says(f"{words} you may not drop on your next turn.")(bars)
        says(f"{words} you may still drop.")(frees)


_claim_waits()


_STACK = "Each hit before your next turn adds its wait."
_ONCE = "Several hits before your next turn make you wait only once."
_ONCE_EACH = "Several hits of the same kind before your next turn make you wait only once."


@says(
    _STACK,
    _ONCE,
    _ONCE_EACH,
    "These waits add up. They keep you from dropping, never from going out.",
    "These waits add up.",
    "Otherwise these waits add up. They keep you from dropping, never from going out.",
    "Otherwise these waits add up.",
    "Such a wait keeps you from dropping, never from going out.",
)
def _(h: Played, said: Message) -> Truths:
    way = {_STACK: True, _ONCE: False, _ONCE_EACH: False}.get(said.text, h.rules.hits_stack)
    for each in h.watched(hits_stack=way):
        if each.hand.result is None and any(each.waits):
            yield each.hand.waits == each.waits
            if each.starts and each.waits[each.hand.turn]:
                yield each.hand.why_illegal(each.hand.turn, DROP) is not None
            if each.lays and not each.after.hands[each.seat] and each.after.result:
                yield each.after.result.ending in (Ending.TONK, Ending.OUT)


# Counts compared, and last lays (RULES.md §3, §5.18).


def _has_dropped(h: Played) -> Moment | None:
    return next((each for each in h.moments if isinstance(each.action, Drop)), None)


@says(
    "After a drop all hands are counted: you win if your count is lower than every other; if not, "
    "you are caught."
)
def _(h: Played, said: Message) -> Truths:
    drop = _has_dropped(h)
    if drop:
        counts = list(h.result.counts)
        own = counts.pop(drop.seat)
        yield h.result.counts == h.hand.counts()
        yield h.ending is (Ending.DROP if own < min(counts) else Ending.CAUGHT)
        yield (h.result.winners == (drop.seat,)) == (h.ending is Ending.DROP)


@says("If you win, every other player pays you 1 stake.")
def _(h: Played, said: Message) -> Truths:
    if h.ending is Ending.DROP:
        yield h.winner_is_paid(1)


def _asked(h: Played) -> list[int]:
    """Return the seats that lay or pass once more at the end, in order."""
    chances = [each.seat for each in h.moments if each.hand.phase is Phase.CHANCE]
    return list(dict.fromkeys(chances))


def _around(h: Played, first: int, seats: int) -> list[int]:
    """Return those of ``seats`` seats from ``first`` on with cards when the last lay begins."""
    begin = next((e.hand for e in h.moments if e.hand.phase is Phase.CHANCE), None) or h.hand
    around = [(first + step) % h.hand.seats for step in range(seats)]
    return [seat for seat in around if begin.hands[seat]]


@says("Nobody lays cards after a drop or a stock-out.")
def _(h: Played, said: Message) -> Truths:
    if h.ending in (Ending.DROP, Ending.CAUGHT, Ending.STOCKOUT):
        yield not _asked(h)


def _lay_after_drop(h: Played) -> Iterator[bool]:
    drop = _has_dropped(h)
    if drop:
        yield _asked(h) == _around(h, drop.seat + 1, h.hand.seats - 1)


def _lay_after_stockout(h: Played) -> Iterator[bool]:
    if h.ending in (Ending.STOCKOUT, Ending.VOID) and h.moves:
        stop = next((each for each in h.moments if isinstance(each.action, Stop)), None)
        first = stop.seat + 1 if stop else h.hand.next_seat
        yield _asked(h) == _around(h, first, h.hand.seats)


@says("After a drop the others, each in turn, may lay spreads and hits once more before the count.")
def _(h: Played, said: Message) -> Truths:
    yield from _lay_after_drop(h)
    if h.ending is Ending.STOCKOUT:
        yield not _asked(h)


@says(
    "When the hand ends because the stock is empty, all players, each in turn, may lay spreads and "
    "hits once more before the count."
)
def _(h: Played, said: Message) -> Truths:
    yield from _lay_after_stockout(h)
    if _has_dropped(h):
        yield not _asked(h)


@says(
    "Before the count, spreads and hits may be laid once more in turn: by the others after a drop, "
    "by all when an empty stock ends the hand."
)
def _(h: Played, said: Message) -> Truths:
    yield from _lay_after_drop(h)
    yield from _lay_after_stockout(h)


@says("A hand emptied that way counts 0, but emptying it pays nothing by itself.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        is_last_lay = each.hand.finish and each.hand.finish.ending is not Ending.TONK
        if each.hand.phase is Phase.CHANCE and is_last_lay and not each.after.hands[each.seat]:
            yield h.result.counts[each.seat] == 0
            yield h.ending in (Ending.DROP, Ending.CAUGHT, Ending.STOCKOUT, Ending.VOID)


def _chances(h: Played, *, after_tonk: bool) -> Iterator[Moment]:
    """Yield the moments of a last lay, or, with ``after_tonk``, of a double-double."""
    for each in h.moments:
        finish = each.hand.finish
        is_tonk = finish is not None and finish.ending is Ending.TONK
        if each.hand.phase is Phase.CHANCE and is_tonk is after_tonk:
            yield each


_LAST_LAY, _ON_CHANCE = "In that last lay ", "In that last chance "


@says(
    f"{_LAST_LAY}you may hit any number of cards.",
    f"{_ON_CHANCE}you may hit any number of cards.",
)
def _(h: Played, said: Message) -> Truths:
    for each in _chances(h, after_tonk=said.text.startswith(_ON_CHANCE)):
        hits = hits_in(h.rules, each.hand.hands[each.seat], each.hand.spreads)
        yield all(each.hand.why_illegal(each.seat, hit) is None for hit in hits)


@says(
    f"{_LAST_LAY}nothing keeps you from emptying your hand.",
    f"{_ON_CHANCE}nothing keeps you from emptying your hand.",
)
def _(h: Played, said: Message) -> Truths:
    for each in _chances(h, after_tonk=said.text.startswith(_ON_CHANCE)):
        held = each.hand.hands[each.seat]
        lays: list[Action] = [*spreads_in(h.rules, held)]
        lays += hits_in(h.rules, held, each.hand.spreads)
        yield all(each.hand.why_illegal(each.seat, lay) is None for lay in lays)


@says(f"{_LAST_LAY}you may keep your spreads.")
def _(h: Played, said: Message) -> Truths:
    for each in _chances(h, after_tonk=False):
        yield any(isinstance(action, Pass) for action in each.hand.legal())


# Caught drops: who pays whom, by the words of each sentence (RULES.md §3).


class _Catch:
    """A caught drop: the dropper, and the others by how their counts compare."""

    def __init__(self, h: Played, dropper: int) -> None:
        self.counts, self.d = h.result.counts, dropper
        left = [(h.hand.dealer + 1 + step) % h.hand.seats for step in h.seats]
        self.others = [seat for seat in left if seat != dropper]
        self.lowest = [s for s in self.others if self.counts[s] == min(self.counts)]
        self.at_or_below = [s for s in self.others if self.counts[s] <= self.counts[dropper]]
        self.below = [s for s in self.others if self.counts[s] < self.counts[dropper]]
        self.above = [s for s in self.others if self.counts[s] > self.counts[dropper]]
        self.paid = Counter[tuple[int, int]]()

    def pay(self, payers: Iterable[int], payees: Iterable[int], stakes: int) -> None:
        payees = list(payees)
        for payer in payers:
            for payee in payees:
                self.paid[payer, payee] += stakes

    def not_lowest(self, *seats: int) -> list[int]:
        return [seat for seat in seats if seat not in self.lowest]


def _cover(c: _Catch) -> None:
    share, left = divmod(len(c.others), len(c.lowest))
    for place, seat in enumerate(c.lowest):
        c.pay([c.d], [seat], share + (place < left))


def _pay_in_turn(*steps: Callable[[_Catch], None]) -> Callable[[_Catch], None]:
    def pay(c: _Catch) -> None:
        for step in steps:
            step(c)

    return pay


_CAUGHT: Final[Mapping[str, Callable[[_Catch], None]]] = {
    "you pay 2 stakes to everybody with your count or less, and every other player who is not "
    "lowest pays 1 to the lowest.": _pay_in_turn(
        lambda c: c.pay([c.d], c.at_or_below, 2),
        lambda c: c.pay(c.not_lowest(*c.others), c.lowest, 1),
    ),
    "you pay 2 stakes to the lowest, and every other player who is not lowest pays 1 to the "
    "lowest.": _pay_in_turn(
        lambda c: c.pay([c.d], c.lowest, 2),
        lambda c: c.pay(c.not_lowest(*c.others), c.lowest, 1),
    ),
    "you pay 1 stake to the lowest for every other player at the table; several who tie for lowest "
    "share it, what is left over going to those nearest the dealer's left. Nobody else pays.": (
        _cover
    ),
    "you pay 1 stake to everybody with your count or less; then everybody who is not lowest, you "
    "included, pays 1 to the lowest.": _pay_in_turn(
        lambda c: c.pay([c.d], c.at_or_below, 1),
        lambda c: c.pay(c.not_lowest(c.d, *c.others), c.lowest, 1),
    ),
    "you pay 2 stakes to the lowest and 1 to everybody else with your count or less; everybody "
    "with a higher count pays 1 to the lowest.": _pay_in_turn(
        lambda c: c.pay([c.d], c.lowest, 2),
        lambda c: c.pay([c.d], c.not_lowest(*c.at_or_below), 1),
        lambda c: c.pay(c.above, c.lowest, 1),
    ),
    "you pay 2 stakes to every other player, and nobody else pays.": lambda c: c.pay(
        [c.d], c.others, 2
    ),
    "you pay 5 stakes to the lowest, and nobody else pays; if several tie for lowest, only the one "
    "nearest the dealer's left is paid.": lambda c: c.pay([c.d], c.lowest[:1], 5),
    "you pay 2 stakes to everybody with your count or less, and nobody else pays.": lambda c: c.pay(
        [c.d], c.at_or_below, 2
    ),
    "you pay 4 stakes to everybody with your count or less, and nobody else pays.": lambda c: c.pay(
        [c.d], c.at_or_below, 4
    ),
    "you pay 2 stakes to the lowest for every other player at the table, and nobody else pays.": (
        lambda c: c.pay([c.d], c.lowest, 2 * len(c.others))
    ),
    "you pay 1 stake to the lowest and 1 to everybody else below your count; then everybody who is "
    "not lowest, you included, pays 1 to the lowest.": _pay_in_turn(
        lambda c: c.pay([c.d], c.lowest, 1),
        lambda c: c.pay([c.d], c.not_lowest(*c.below), 1),
        lambda c: c.pay(c.not_lowest(c.d, *c.others), c.lowest, 1),
    ),
}


def _caught(h: Played, pay: Callable[[_Catch], None]) -> Iterator[bool]:
    drop = _has_dropped(h)
    if h.ending is Ending.CAUGHT and drop:
        catch = _Catch(h, drop.seat)
        pay(catch)
        times = 2 if h.hand.is_big_one else 1
        moved = Counter[tuple[int, int]]()
        for payment in h.result.transfers:
            moved[payment.payer, payment.payee] += payment.stakes
        yield moved == Counter({pair: times * stakes for pair, stakes in catch.paid.items()})


def _claim_catches() -> None:
    for words, pay in _CAUGHT.items():

        def case(h: Played, _said: Message, pay: Callable[[_Catch], None] = pay) -> Truths:
            return _caught(h, pay)

        says(f"If you are caught, {words}")(case)


_claim_catches()


@says("If several tie for lowest, each of them is paid in full.")
def _(h: Played, said: Message) -> Truths:
    drop = _has_dropped(h)
    if h.ending is Ending.CAUGHT and drop and len(h.result.winners) > 1:
        yield set(h.result.winners) == set(_Catch(h, drop.seat).lowest)
        yield len({h.result.payments[seat] for seat in h.result.winners}) == 1


@says(
    "If you are caught, the lowest count has won the hand, and so have all who tie for it; "
    "everybody else, you included, adds their own count."
)
def _(h: Played, said: Message) -> Truths:
    drop = _has_dropped(h)
    if h.ending is Ending.CAUGHT and drop:
        yield list(h.result.winners) == sorted(_Catch(h, drop.seat).lowest)
        yield from _added(h, 1)


def _added(h: Played, times: int) -> Iterator[bool]:
    """Yield whether each seat that has not won adds its own count ``times`` times."""
    times *= 2 if h.hand.is_big_one else 1
    winners = h.seats if h.ending is Ending.VOID else h.result.winners
    for seat in h.seats:
        due = 0 if seat in winners else times * h.result.counts[seat]
        yield h.result.payments[seat] == due


# Emptied hands (RULES.md §1.7, §1.8, §4.5, §5.8, §5.13).


def _is_low(hand: Hand) -> bool:
    """Return whether the stock has no more cards than there are seats."""
    return len(hand.stock) <= hand.seats


def _is_booed(h: Played, hand: Hand) -> bool:
    """Return whether the deck is booed, if the rules have that."""
    return h.rules.booed and _is_low(hand)


def _tonks(h: Played) -> Iterator[Moment]:
    """Yield the move that emptied a hand by a spread or a hit, unless the deck was booed."""
    for each in h.lays:
        is_lay = isinstance(each.action, Spread | Hit)
        if is_lay and not each.after.hands[each.seat] and not _is_booed(h, each.hand):
            yield each


@says("A hand emptied by a hit, without a discard, is a tonk.")
def _(h: Played, said: Message) -> Truths:
    for each in _tonks(h):
        yield isinstance(each.action, Hit)
        yield h.ending in (Ending.TONK, Ending.DOUBLE_DOUBLE)


@says("A hand emptied by a spread or a hit, without a discard, is a tonk.")
def _(h: Played, said: Message) -> Truths:
    for _each in _tonks(h):
        yield h.ending in (Ending.TONK, Ending.DOUBLE_DOUBLE)


def _is_full(h: Played, tonk: Moment) -> bool:
    """Return whether a tonk meets the conditions of the sentence on full tonks."""
    laid = h.laid_by(tonk.seat)
    spreads = [each for each in laid if isinstance(each.action, Spread)]
    match h.rules.tonk_needs:
        case "second_spread":
            return len(spreads) > 1 and spreads[-1] is laid[-1]
        case "spreads_only":
            return len(spreads) == len(laid)
        case "first_turn_two_spreads":
            return tonk.begun[tonk.seat] == 1 and len(spreads) > 1
        case "never":
            return False
        case _:
            return True


def _is_double(h: Played, tonk: Moment) -> bool:
    """Return whether a tonk on the first turn consists of two or more spreads of its own."""
    laid = h.laid_by(tonk.seat)
    spreads = sum(isinstance(each.action, Spread) for each in laid)
    is_own = all(each.spread and each.spread.owner == tonk.seat for each in laid)
    return tonk.begun[tonk.seat] == 1 and spreads > 1 and is_own


def _is_spoiled(h: Played, tonk: Moment) -> bool:
    return any(isinstance(each.action, Hit | Slap) for each in h.laid_by(tonk.seat))


def _paid_tonks(h: Played) -> Iterator[Moment]:
    yield from (each for each in _tonks(h) if h.ending is Ending.TONK)


def _plain_tonks(h: Played) -> Iterator[Moment]:
    """Yield the tonks that no other sentence excepts."""
    for each in _paid_tonks(h):
        is_spoiled = h.rules.hit_voids_tonk and _is_spoiled(h, each)
        if not is_spoiled and not (h.rules.two_spreads_pays and _is_double(h, each)):
            yield each


@says("For a tonk every other player pays {n} stake.")
def _(h: Played, said: Message) -> Truths:
    for each in _plain_tonks(h):
        if _is_full(h, each):
            yield h.winner_is_paid(said.number)


@says("For a tonk every other player pays only 1 stake.")
def _(h: Played, said: Message) -> Truths:
    for _each in _plain_tonks(h):
        yield h.winner_is_paid(1)


@says(
    "Every tonk is paid in full.",
    "A tonk is paid in full only if it ends with your second spread of the hand, or a later one; "
    "any other tonk pays 1 stake.",
    "A tonk is paid in full only if all your cards went into spreads of your own, without a hit; "
    "any other tonk pays 1 stake.",
    "A tonk is paid in full only on your first turn and with two or more spreads of your own; any "
    "other tonk pays 1 stake.",
)
def _(h: Played, said: Message) -> Truths:
    for each in _plain_tonks(h):
        yield h.winner_is_paid(h.rules.tonk_pays if _is_full(h, each) else 1)


@says("If you have hit any spread in this hand, your tonk pays only 1 stake.")
def _(h: Played, said: Message) -> Truths:
    for each in _paid_tonks(h):
        if _is_spoiled(h, each):
            yield h.winner_is_paid(1)


@says("If you have hit a spread, your tonk pays no less.")
def _(h: Played, said: Message) -> Truths:
    for each in _plain_tonks(h):
        if _is_spoiled(h, each) and _is_full(h, each):
            yield h.winner_is_paid(h.rules.tonk_pays)


@says(
    "A tonk on your first turn, with every card in two or more spreads of your own, pays {n} stake "
    "instead."
)
def _(h: Played, said: Message) -> Truths:
    for each in _paid_tonks(h):
        is_spoiled = h.rules.hit_voids_tonk and _is_spoiled(h, each)
        if _is_double(h, each) and not is_spoiled:
            yield h.winner_is_paid(said.number)


@says("Two spreads on the first turn are a tonk like any other.")
def _(h: Played, said: Message) -> Truths:
    for each in _plain_tonks(h):
        if _is_double(h, each):
            yield h.winner_is_paid(h.rules.tonk_pays if _is_full(h, each) else 1)


@says("A tonk ends the hand at once.")
def _(h: Played, said: Message) -> Truths:
    for each in _tonks(h):
        yield each is h.last


@says(
    "After a tonk each other player in turn gets one last chance to lay spreads and hits; the "
    "first to go out that way ends the hand and wins instead, and every other player, the tonker "
    "too, pays 4 stakes."
)
def _(h: Played, said: Message) -> Truths:
    for each in _tonks(h):
        asked = _around(h, each.seat + 1, h.hand.seats - 1)
        emptied = [seat for seat in asked if not h.hand.hands[seat]]
        if emptied:
            yield _asked(h) == asked[: asked.index(emptied[0]) + 1]
            yield h.ending is Ending.DOUBLE_DOUBLE
            yield h.result.winners == (emptied[0],)
            yield h.winner_is_paid(4)
        else:
            yield _asked(h) == asked
            yield h.ending is Ending.TONK


@says("When a discard empties your hand, every other player pays {n} stake.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        match each.action:
            case Discard() | Slap(discard=str()):
                if not each.after.hands[each.seat] and not _is_booed(h, each.hand):
                    yield h.ending is Ending.OUT
                    yield h.winner_is_paid(said.number)
            case _:
                pass


@says("Emptying a hand always ends it: there is no booed deck.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if not each.after.hands[each.seat]:
            yield h.ending in (Ending.TONK, Ending.OUT, Ending.DOUBLE_DOUBLE)


@says(
    "Once the stock holds no more cards than there are players, the deck is booed: emptying your "
    "hand only ends your turn and pays nothing, and you may drop on your zero later."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if not each.after.hands[each.seat] and _is_low(each.hand):
            yield each.after.result is None or h.ending in (Ending.STOCKOUT, Ending.VOID)
            yield each.after.turn != each.seat or each.after.phase is not Phase.LAY
    for each, seat, may, why in _drops(h):
        if not each.hand.hands[seat] and not why:
            yield may


@says("Once the deck is booed, nothing keeps you from emptying your hand.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        held = each.hand.hands[each.seat]
        if _is_low(each.hand) and not each.hand.must_use:
            for spread in spreads_in(h.rules, held):
                if len(spread.cards) == len(held):
                    yield each.hand.why_illegal(each.seat, spread) is None
            if len(held) == 1 and not (h.rules.discard_after_hit is False and each.hand.has_hit):
                yield each.hand.why_illegal(each.seat, Discard(held[0])) is None


@says("After a hit on your spread you may still go out.")
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if each.seat in each.kept and not each.after.hands[each.seat] and each.after.result:
            yield True
        if each.seat in each.kept and len(each.hand.hands[each.seat]) == 1:
            yield not any(isinstance(action, Done) for action in each.hand.legal()) or (
                not h.rules.discard_after_hit
            )


@says(
    "After somebody else hits your spread, you may not empty your hand on your next turn: keep "
    "your last card."
)
def _(h: Played, said: Message) -> Truths:
    for each in h.lays:
        if each.seat in each.kept and not _is_booed(h, each.hand):
            yield bool(each.after.hands[each.seat])
            if len(each.hand.hands[each.seat]) == 1 and not each.hand.must_use:
                yield [type(action) for action in each.hand.legal()] == [Done]


@says("A slap is such a hit too, and until that turn no slap may empty your hand.")
def _(h: Played, said: Message) -> Truths:
    for each in h.moments:
        for seat in each.hand.slappers():
            if seat in each.kept and not _is_booed(h, each.hand):
                held = each.hand.hands[seat]
                yield len(held) > 1 or not any(s.discard for s in each.hand.legal_slaps(seat))


@says(
    "When the hand ends because the stock is empty, every other player pays 1 stake to the lowest "
    "count."
)
def _(h: Played, said: Message) -> Truths:
    lowest = _lowest_at_stockout(h)
    if len(lowest) == 1:
        yield h.result.winners == (lowest[0],)
        yield h.ending is Ending.STOCKOUT
        yield h.winner_is_paid(1)


@says("When the hand ends because the stock is empty, the lowest count wins.")
def _(h: Played, said: Message) -> Truths:
    lowest = _lowest_at_stockout(h)
    if len(lowest) == 1:
        yield h.result.winners == (lowest[0],)
        yield h.ending is Ending.STOCKOUT
        yield from _added(h, 1)


def _lowest_at_stockout(h: Played) -> list[int]:
    if h.ending is not Ending.STOCKOUT and not (h.ending is Ending.VOID and h.moves):
        return []
    counts = h.hand.counts()
    return [seat for seat in h.seats if counts[seat] == min(counts)]


@says(
    "When the hand ends because the stock is empty, nobody is paid.",
    "When the hand ends because the stock is empty, nobody adds points.",
)
def _(h: Played, said: Message) -> Truths:
    yield h.ending is not Ending.STOCKOUT
    if _lowest_at_stockout(h):
        yield not any(h.result.payments)


@says(
    "If several tie for lowest when an empty stock ends the hand, nobody is paid.",
    "If several tie for lowest when an empty stock ends the hand, nobody adds points.",
)
def _(h: Played, said: Message) -> Truths:
    if len(_lowest_at_stockout(h)) > 1:
        yield h.ending is Ending.VOID and not any(h.result.payments)


@says(
    "If several tie for lowest when an empty stock ends the hand, everybody else pays each of them "
    "1 stake.",
    "If several tie for lowest when an empty stock ends the hand, all of them win it.",
)
def _(h: Played, said: Message) -> Truths:
    lowest = _lowest_at_stockout(h)
    if len(lowest) == h.hand.seats:
        yield h.ending is Ending.VOID
    elif len(lowest) > 1:
        yield list(h.result.winners) == lowest
        if h.rules.scoring == "push_up":
            yield from _added(h, 1)
        else:
            big = 2 if h.hand.is_big_one else 1
            others = h.hand.seats - len(lowest)
            yield all(h.result.payments[seat] == big * others for seat in lowest)


# The session (RULES.md §4.6, §5.10 to §5.12).

_TESTS = "tests/session/test_scoring.py::"
proved(
    "A stake is worth {n} in play money.",
    "tests/session/test_scoring.py::test_a_score_pad_is_paid_when_the_session_is_closed",
)
proved(
    "Stakes are paid after every hand.",
    "tests/session/test_scores.py::test_money_hand_by_hand_ends_at_what_everybody_owns",
)
proved(
    "Payments are noted on a scorepad as plus and minus points and settled at the end of the "
    "session.",
    _TESTS + "test_a_score_pad_is_paid_when_the_session_is_closed",
)
proved(
    "The session ends after the hand in which somebody reaches {n} point.",
    _TESTS + "test_a_push_up_adds_points_and_ends_at_its_target",
)
proved(
    "Players who tie for the fewest points win together.",
    "tests/session/test_scores.py::test_fewest_points_win_a_push_up",
)
proved(
    "The last hand of a session of set length is the big one: it pays double.",
    _TESTS + "test_the_last_hands_of_a_known_length_are_big_ones",
)
proved(
    "No hand pays double, unless a dealer calls the big one.",
    _TESTS + "test_a_dealer_may_call_the_big_one_for_the_rest",
)


@says(
    "Hands pay no stakes: everybody who has not won the hand adds their own count to their points, "
    "and the fewest points win the session."
)
def _(h: Played, said: Message) -> Truths:
    yield not h.result.transfers and min(h.result.payments) >= 0
    if h.ending in (Ending.DROP, Ending.CAUGHT, Ending.STOCKOUT, Ending.VOID):
        yield from _added(h, 1)
    else:
        yield not any(h.result.payments[seat] for seat in h.result.winners)


@says(
    "This is push-up: where every other player would pay 2 stakes, they add their own count to "
    "their points twice."
)
def _(h: Played, said: Message) -> Truths:
    if h.ending is Ending.OUT:
        yield from _added(h, h.rules.out_pays)
    elif h.ending is Ending.DOUBLE_DOUBLE:
        yield from _added(h, 4)
    elif h.ending is Ending.TONK:
        for each in _plain_tonks(h):
            yield from _added(h, h.rules.tonk_pays if _is_full(h, each) else 1)
    elif h.ending is Ending.NATURAL and len(_holders(h)) == 1:
        yield from _added(h, _holders(h)[0].entry.pays)


def _suit_pot(h: Played) -> list[int]:
    """Return what each seat takes from the high-suit pot, less what it put in."""
    bet, moved = h.hand.bets.high_suit, [0 for _ in h.seats]
    if bet:
        line = h.rules.ranks.lstrip("A") + "A" if h.rules.ace != "low" else h.rules.ranks
        best = {
            seat: max(line.index(c[0]) for c in h.hand.dealt[seat] if c[1] == bet.suit)
            for seat in bet.joined
            if any(c[1] == bet.suit and c[0] != "X" for c in h.hand.dealt[seat])
        }
        _settle(h, moved, bet.joined, bet.pot, max(best, key=best.__getitem__) if best else None)
    return moved


def _natural_pot(h: Played) -> list[int]:
    bet, moved = h.hand.bets.natural, [0 for _ in h.seats]
    if bet:
        _settle(h, moved, bet.joined, bet.pot, _first_book(h, bet.joined))
    return moved


def _first_book(h: Played, joined: Sequence[int]) -> int | None:
    for each in h.moments:
        if not (isinstance(each.action, Spread) and each.spread and each.seat in joined):
            continue
        cards = each.action.cards
        is_plain = _is_book(h, each.spread) and not any(c[0] in h.rules.wild for c in cards)
        is_dealt = each.begun[each.seat] == 1 and each.lays
        dealt = set(cards) & set(h.hand.dealt[each.seat])
        if is_plain and (h.rules.natural_bet == "first_spread" or (is_dealt and len(dealt) >= 3)):
            return each.seat
    return None


def _settle(
    h: Played, moved: list[int], joined: Sequence[int], pot: int, winner: int | None
) -> None:
    for seat in joined:
        moved[seat] -= h.rules.side_ante
    if winner is not None:
        moved[winner] += pot + h.rules.side_ante * len(joined)


def _pots(h: Played) -> Iterator[bool]:
    moved = [one + other for one, other in zip(_suit_pot(h), _natural_pot(h), strict=True)]
    yield list(h.result.side_payments) == moved


@says(
    "Before the deal the dealer calls a suit; of the players who join the side pot, the one dealt "
    "the highest card of it takes the pot when the hand ends.",
    "If none of them has a card of the suit, that pot stays for the next hand.",
    "Of the players who join the side pot, the one dealt the highest spade takes it right after "
    "the deal.",
    "Here the ace is the lowest card of the suit.",
    "Here the ace is the highest card of the suit.",
)
def _(h: Played, said: Message) -> Truths:
    if h.hand.bets.high_suit and h.hand.bets.high_suit.joined:
        yield from _pots(h)


@says("The big one does not double side pots.")
def _(h: Played, said: Message) -> Truths:
    if h.hand.is_big_one and any(h.result.side_payments):
        yield from _pots(h)


@says("There is no high-suit bet.")
def _(h: Played, said: Message) -> Truths:
    yield h.hand.bets.high_suit is None


@says(
    "The natural pot grows each hand until a player who is in it lays, on their first turn, a book "
    "without a wild card, at least three cards of which they were dealt.",
    "The natural pot grows each hand until a player who is in it lays, on their first turn, a book "
    "of which they were dealt at least three cards.",
    "The natural pot grows each hand until it is won, by the first player in it to lay a book "
    "without a wild card.",
    "The natural pot grows each hand until it is won, by the first player in it to lay a book.",
)
def _(h: Played, said: Message) -> Truths:
    if h.hand.bets.natural and h.hand.bets.natural.joined:
        yield from _pots(h)


proved(
    "You may join that pot at any deal. Stay out later and you lose what you've put in.",
    "tests/session/test_scoring.py::test_the_natural_pot_is_joined_at_any_deal_and_left_at_a_loss",
)
proved(
    "A side pot that nobody has won when the session ends is shared by those who were last in it.",
    "tests/session/test_scoring.py::test_the_natural_pot_is_joined_at_any_deal_and_left_at_a_loss",
)


@says("There is no natural pot.")
def _(h: Played, said: Message) -> Truths:
    yield h.hand.bets.natural is None


@says("A side pot costs each player in it {n} stake a hand.")
def _(h: Played, said: Message) -> Truths:
    for bet in (h.hand.bets.high_suit, h.hand.bets.natural):
        if bet and bet.joined:
            yield h.rules.side_ante == said.number
            yield from _pots(h)


CLAIMS: Final[Mapping[str, Claim]] = _CLAIMS
