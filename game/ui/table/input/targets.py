"""Targets at the table for clicks and the keyboard cursor, and their boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from pygame import Rect

from game.rules.actions import Action, Hit, Slap
from game.ui.table.motion.layout import Design, Slot, Stack, Zone
from game.ui.text.language import N_

if TYPE_CHECKING:
    from game.rules.cards import Card
    from game.ui.table.motion.board import Board

PlayButton: TypeAlias = Literal[
    "drop", "spread", "hit", "discard", "stop", "declare", "done", "pass", "slap", "hint"
]
SettlementButton: TypeAlias = Literal[
    "next", "watch", "review", "more", "same_deal", "details", "scores", "big_one", "leave"
]
PracticeButton: TypeAlias = Literal["undo", "redo", "again", "swap", "open", "beliefs"]
ButtonName: TypeAlias = (
    PlayButton | SettlementButton | PracticeButton | Literal["sort", "menu", "seal", "why"]
)
SETTLEMENT_BUTTONS: Final[frozenset[ButtonName]] = frozenset(
    {"next", "watch", "review", "more", "same_deal", "details", "scores", "big_one", "leave"}
)
"""The buttons shown once a hand is over."""
PLAY_BUTTONS: Final[Mapping[PlayButton, str]] = {
    # TRANSLATORS: a button: to drop, the verb.
    "drop": N_("Drop"),
    # TRANSLATORS: a button: to lay the chosen cards as a spread.
    "spread": N_("Spread"),
    # TRANSLATORS: a button: to add the chosen card to a spread.
    "hit": N_("Hit"),
    "discard": N_("Discard"),
    "stop": N_("Stop"),
    "declare": N_("Declare"),
    "done": N_("Done"),
    # TRANSLATORS: a button: to let a chance go by.
    "pass": N_("Pass"),
    "slap": N_("Slap"),
    "hint": N_("Hint"),
}
"""The labels of the buttons of play, in their order in the row below the hand."""
USUAL_BUTTONS: Final[frozenset[PlayButton]] = frozenset({"drop", "spread", "hit", "discard"})
"""The buttons of play that are always shown; the others only while enabled."""
PRACTICE_BUTTONS: Final[Mapping[PracticeButton, str]] = {
    "undo": N_("Take back"),
    "redo": N_("Redo"),
    "again": N_("From the start"),
    "swap": N_("Next seat"),
    "open": N_("Show cards"),
    # TRANSLATORS: how likely each hidden card is in a hand; not occasions.
    "beliefs": N_("Chances"),
}
"""The labels of a practice table's own buttons, in order."""


@dataclass(frozen=True, slots=True)
class StockTarget:
    """The stock."""

    def __str__(self) -> str:
        return "stock"


@dataclass(frozen=True, slots=True)
class PileTarget:
    """The discard pile."""

    def __str__(self) -> str:
        return "pile"


@dataclass(frozen=True, slots=True)
class SpreadTarget:
    """A spread on the table."""

    number: int

    def __str__(self) -> str:
        return f"spread:{self.number}"


@dataclass(frozen=True, slots=True)
class CardTarget:
    """A card in the player's hand."""

    card: Card

    def __str__(self) -> str:
        return f"card:{self.card}"


@dataclass(frozen=True, slots=True)
class ButtonTarget:
    """A button of the table or of the settlement."""

    name: ButtonName

    def __str__(self) -> str:
        return f"button:{self.name}"


@dataclass(frozen=True, slots=True)
class ChoiceTarget:
    """An answer to the open question, by index from 0."""

    place: int

    def __str__(self) -> str:
        return f"choice:{self.place}"


@dataclass(frozen=True, slots=True)
class HandTarget:
    """The player's whole hand, as a place to drop a card."""


@dataclass(frozen=True, slots=True)
class ClothTarget:
    """The open cloth, as a place to drop cards to lay them."""


Target: TypeAlias = (
    StockTarget | PileTarget | SpreadTarget | CardTarget | ButtonTarget | ChoiceTarget
)
"""The targets of a click. `str(target)` is its name, for tests and error messages."""
DropTarget: TypeAlias = PileTarget | SpreadTarget | HandTarget | ClothTarget
"""The places where cards can be dropped."""
STOCK_TARGET, PILE_TARGET = StockTarget(), PileTarget()
SORT_BUTTON, MENU_BUTTON = ButtonTarget("sort"), ButtonTarget("menu")
SEAL_BUTTON: Final = ButtonTarget("seal")
"""The padlock beside the stock of a sealed deck."""
ALWAYS_LIVE: Final = frozenset({SORT_BUTTON, MENU_BUTTON, SEAL_BUTTON})
"""The buttons that are enabled whatever the rules allow now."""
_T = TypeVar("_T")


def hit_test(found: Mapping[_T, Rect], at: tuple[int, int]) -> _T | None:
    """Return the first target at a position."""
    return next((target for target, box in found.items() if box.collidepoint(at)), None)


# -- boxes of targets ------------------------------------------------------------------------------


def zones(board: Board) -> dict[Target, Rect]:
    """Return all targets of play with their boxes, enabled or not."""
    layout = board.layout
    stock = layout.stock
    if board.view is not None:
        stock = Stack(board.view.stock_size, layout.unit).box(stock)
    return {
        STOCK_TARGET: stock,
        PILE_TARGET: layout.pile,
        **spread_zones(board),
        **card_zones(board),
        **{ButtonTarget(n): layout.buttons[n] for n in PLAY_BUTTONS if n in layout.buttons},
        SORT_BUTTON: layout.sort,
        MENU_BUTTON: layout.menu,
    }


def spread_zones(board: Board) -> dict[Target, Rect]:
    """Return the spreads on the table with their boxes."""
    return {SpreadTarget(number): place.box for number, place in board.layout.spreads.items()}


def answer_zones(board: Board, question: tuple[Action, ...]) -> dict[Target, Rect]:
    """Return the spreads that answer where a card is to go, if that is the open question."""
    wanted = {SpreadTarget(each.spread) for each in question if isinstance(each, Hit | Slap)}
    found = spread_zones(board) if len(wanted) > 1 else {}
    return {target: box for target, box in found.items() if target in wanted}


def card_zones(board: Board) -> dict[Target, Rect]:
    """Return the player's cards with their boxes, less what the right neighbour covers."""
    view = board.view
    if view is None:
        return {}
    order = board.arrangement.order
    poses = [board.layout.pose(Slot(Zone.HAND, view.seat, place)) for place in range(len(order))]
    lift = round(Design.LIFT * board.layout.unit)
    found: dict[Target, Rect] = {}
    for place, (card, pose) in enumerate(zip(order, poses, strict=True)):
        left = pose.x - pose.width / 2
        right = left + pose.width
        if place + 1 < len(poses):
            right = min(right, poses[place + 1].x - pose.width / 2)
        box = Rect(round(left), round(pose.y - pose.height / 2), round(right - left), 0)
        box.height = round(pose.height)
        found[CardTarget(card)] = box.move(0, -lift) if card in board.chosen else box
    return found


def drop_zones(board: Board) -> dict[DropTarget, Rect]:
    """Return the places where cards can be dropped, smaller ones first."""
    layout = board.layout
    margin = round(24 * layout.unit)
    found: dict[DropTarget, Rect] = {
        SpreadTarget(number): place.box for number, place in layout.spreads.items()
    }
    found[PILE_TARGET] = layout.pile.inflate(margin, margin)
    if board.view is not None:
        fan = layout.seats[board.view.seat].fan
        found[HandTarget()] = fan.inflate(2 * margin, 2 * margin)
    found[ClothTarget()] = layout.lay
    return found


def frame_of(target: object, found: Mapping[_T, Rect], room: int) -> Rect | None:
    """Return the box of a frame ``room`` pixels wide around a target; None if the target is
    missing.

    The frame of a covered card ends before the index of the card that covers it.
    """
    box = next((box for each, box in found.items() if each == target), None)
    if box is None or not isinstance(target, CardTarget):
        return box
    others = (each for other, each in found.items() if isinstance(other, CardTarget))
    is_covered = any(box.x < each.x <= box.right + 1 for each in others)
    return Rect(box.x, box.y, box.width - room, box.height) if is_covered else box


# -- the keyboard cursor ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """The intent to move the cursor one target in a direction."""

    dx: int
    dy: int


def neighbour(found: Mapping[Target, Rect], current: Target | None, step: Step) -> Target | None:
    """Return the nearest target in a direction; if there is none, the current one."""
    if current is None or current not in found:
        start = first_of(found)
        if step.dx < 0 and isinstance(start, CardTarget):  # the last card is the one just drawn
            return [each for each in found if isinstance(each, CardTarget)][-1]
        return start
    here = found[current]

    def distance(target: Target) -> float:
        across = abs(found[target].centerx - here.centerx)
        down = abs(found[target].centery - here.centery)
        return across + (3 if step.dx else 2) * down

    ahead = (each for each in found if each != current and _is_ahead(here, found[each], step))
    return min(ahead, key=distance, default=current)


def first_of(found: Mapping[Target, Rect]) -> Target | None:
    """Return the cursor's start: an answer, the next hand, the first card, stock or pile."""
    return min(found, key=_starting_rank, default=None)


def _starting_rank(target: Target) -> int:
    match target:
        case ChoiceTarget():
            return 0
        case ButtonTarget("next"):
            return 1
        case CardTarget():
            return 2
        case StockTarget():
            return 3
        case PileTarget():
            return 4
        case SpreadTarget() | ButtonTarget():
            return 5


def next_group(found: Mapping[Target, Rect], current: Target | None, by: int) -> Target | None:
    """Return the first target of the next group: cards, piles, spreads, buttons, answers.

    If all are of one group, as after a hand, return the next one of them.
    """
    groups = list(dict.fromkeys(map(group_of, found)))
    if not groups:
        return None
    if current is None or current not in found:
        return first_of(found)
    if len(groups) == 1:
        members = list(found)
        return members[(members.index(current) + by) % len(members)]
    wanted = groups[(groups.index(group_of(current)) + by) % len(groups)]
    return next(each for each in found if group_of(each) is wanted)


def group_of(target: Target) -> type[Target]:
    """Return the group of a target in Tab order; stock and pile are one group."""
    return PileTarget if isinstance(target, StockTarget) else type(target)


def _is_ahead(here: Rect, there: Rect, step: Step) -> bool:
    """Return whether ``there`` is past ``here``: its middle sideways, its edge up or down."""
    if step.dx:
        is_past = (there.centerx - here.centerx) * step.dx > 0
        return is_past and there.top < here.bottom and there.bottom > here.top
    return (there.centery - here.centery) * step.dy >= (here.height + there.height) / 4
