"""A hand written out: at each step all that is legal, what is done, and how the table then looks.

A golden file holds a few hands under one preset. Its own text says what to play, so that it can be
written anew after a change of the rules and the difference read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ai.lab.cli.engine_checks import all_choices
from game.rules.actions import Draw, Take, action_text, parse_action
from game.rules.hand import Hand
from game.rules.phases import Phase
from game.rules.presets import preset
from game.rules.state import Move

FOLDER = Path(__file__).parent / "hands"
CLOSE = "nobody slaps"


@dataclass(frozen=True)
class Playthrough:
    """What to play: the rules are those of the preset."""

    preset: str
    seats: int
    dealer: int
    deck: tuple[str, ...]
    actions: tuple[str, ...]
    """As in hand records; ``CLOSE`` where a slap was waited for in vain."""

    def deal(self) -> Hand:
        """The hand before its first action."""
        return Hand.deal(preset(self.preset), self.seats, self.dealer, self.deck)

    def played(self, actions: int) -> Hand:
        """The hand after so many actions."""
        hand = self.deal()
        for text in self.actions[:actions]:
            play(hand, text)
        return hand


def play(hand: Hand, text: str) -> Move | None:
    """One action, or the end of the wait for a slap."""
    if text == CLOSE:
        hand.close_slap()
        return None
    return hand.act(*parse_action(text))


def read(name: str) -> list[Playthrough]:
    """The hands of one golden file."""
    hands = []
    for block in file_of(name).read_text(encoding="utf-8").split("\n\n"):
        lines = block.splitlines()
        seats, dealer = _numbers(lines[0])
        deck = tuple(lines[1].removeprefix("deck ").split())
        actions = tuple(line[2:].partition(":")[0] for line in lines if line.startswith("> "))
        hands.append(Playthrough(name, seats, dealer, deck, actions))
    return hands


def _numbers(heading: str) -> tuple[int, int]:
    """``standard, 3 seats, dealer 2``: 3 and 2."""
    _, seats, dealer = heading.split(", ")
    return int(seats.split()[0]), int(dealer.split()[1])


def file_of(name: str) -> Path:
    """Where the hands under the preset of that name are kept."""
    return FOLDER / f"{name}.txt"


def text_of(hands: list[Playthrough]) -> str:
    """A golden file as it should be."""
    return "\n".join("\n".join(_lines(each)) + "\n" for each in hands)


def _lines(each: Playthrough) -> Iterator[str]:
    hand = each.deal()
    yield f"{each.preset}, {each.seats} seats, dealer {each.dealer}"
    yield f"deck {' '.join(each.deck)}"
    yield from _table(hand)
    for text in each.actions:
        yield from _choices(hand)
        turn = hand.turn
        move = play(hand, text)
        yield f"> {text}{_told(hand, move)}"
        if hand.turn != turn or hand.phase is Phase.OVER:
            yield from _table(hand)
    yield from _end(hand)


def _table(hand: Hand) -> Iterator[str]:
    top = hand.pile[-1] if hand.pile else "none"
    for seat in range(hand.seats):
        cards = " ".join(hand.cards_of(seat)) or "no cards"
        wait = f", waits {hand.waits[seat]}" if hand.waits[seat] else ""
        yield f"    {seat}: {cards} ({hand.counts()[seat]}){wait}"
    for spread in hand.spreads:
        buried = ", buried" if spread.buried else ""
        named = zip(spread.cards, spread.stands_for, strict=True)
        cards = " ".join(card if card[0] == rank else f"{card}={rank}" for card, rank in named)
        yield f"    spread {spread.number} of {spread.owner}: {cards}{buried}"
    booed = ", booed" if hand.is_booed else ""
    yield f"    open {top} ({len(hand.pile)}), stock {hand.stock_size}{booed}"


def _choices(hand: Hand) -> Iterator[str]:
    choices = all_choices(hand)
    for seat in hand.may_act():
        texts = [action_text(seat, action)[2:] for by, action in choices if by == seat]
        yield f"  {seat} may {' / '.join(texts)}"


def _told(hand: Hand, move: Move | None) -> str:
    if move and isinstance(move.action, Draw | Take):
        return f": {move.card}"
    return ""


def _end(hand: Hand) -> Iterator[str]:
    result = hand.result
    if result is None:
        yield "not over"
        return
    winners = " ".join(map(str, result.winners)) or "nobody"
    yield f"{result.ending.value}, won by {winners}"
    yield f"counts {' '.join(map(str, result.counts))}, pays {' '.join(map(str, result.payments))}"
    for paid in result.transfers:
        yield f"    {paid.payer} pays {paid.payee} {paid.stakes} ({paid.why.value})"
