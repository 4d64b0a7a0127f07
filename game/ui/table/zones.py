"""Every place on the table that can be pointed at, by name; what a click there would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.actions import DRAW, Action, Hit, Slap
from game.ui.table.deciding import Ask, Play, Situation, lit_buttons, lit_spreads, tap_pile
from game.ui.table.heap import heap
from game.ui.table.layout import LIFT
from game.ui.table.places import Slot, Zone

if TYPE_CHECKING:
    from game.ui.table.board import Board


def zones(board: Board) -> dict[str, Rect]:
    """All that answers to a click or takes the cursor, whether or not it may be done now."""
    layout = board.layout
    stock = layout.stock
    if board.view is not None:
        stock = heap(stock, board.view.stock_size, layout.unit)
    found = {"stock": stock, "pile": layout.pile}
    found |= spread_zones(board)
    found |= card_zones(board)
    found |= {f"button:{name}": box for name, box in layout.buttons.items()}
    return found | {"button:sort": layout.sort, "button:menu": layout.menu}


def spread_zones(board: Board) -> dict[str, Rect]:
    """The spreads on the table."""
    return {f"spread:{number}": place.box for number, place in board.layout.spreads.items()}


def answer_zones(board: Board, question: tuple[Action, ...]) -> dict[str, Rect]:
    """The spreads that answer the question where a card is to go, if that is what is asked."""
    wanted = {f"spread:{each.spread}" for each in question if isinstance(each, Hit | Slap)}
    found = spread_zones(board) if len(wanted) > 1 else {}
    return {name: box for name, box in found.items() if name in wanted}


def card_zones(board: Board) -> dict[str, Rect]:
    """One's own cards, each as far as its right neighbour leaves it open."""
    view = board.view
    if view is None:
        return {}
    order = board.arrangement.order
    poses = [board.layout.pose(Slot(Zone.HAND, view.seat, place)) for place in range(len(order))]
    lift = round(LIFT * board.layout.unit)
    found: dict[str, Rect] = {}
    for place, (card, pose) in enumerate(zip(order, poses, strict=True)):
        left = pose.x - pose.width / 2
        is_last = place + 1 == len(poses)
        right = left + pose.width
        if not is_last:
            right = min(right, poses[place + 1].x - pose.width / 2)
        box = Rect(round(left), round(pose.y - pose.height / 2), round(right - left), 0)
        box.height = round(pose.height)
        found[f"card:{card}"] = box.move(0, -lift) if card in board.chosen else box
    return found


def drop_zones(board: Board) -> dict[str, Rect]:
    """Where cards can be let go: first what is small, then the hand and the open cloth."""
    layout = board.layout
    found = spread_zones(board)
    margin = round(24 * layout.unit)
    found["pile"] = layout.pile.inflate(margin, margin)
    if board.view is not None:
        found["hand"] = layout.seats[board.view.seat].fan.inflate(2 * margin, 2 * margin)
    return found | {"lay": layout.lay}


def frame_of(name: str, found: dict[str, Rect], room: int) -> Rect | None:
    """Where a frame of so many pixels goes round a place; the index of the next card stays free."""
    box = found.get(name)
    if box is None or not name.startswith("card:"):
        return box
    others = (each for other, each in found.items() if other.startswith("card:"))
    is_covered = any(box.x < each.x <= box.right + 1 for each in others)
    return Rect(box.x, box.y, box.width - room, box.height) if is_covered else box


def hit_test(found: dict[str, Rect], at: tuple[int, int]) -> str | None:
    """The name of the place at a point."""
    return next((name for name, box in found.items() if box.collidepoint(at)), None)


def live(now: Situation, found: dict[str, Rect]) -> dict[str, Rect]:
    """Those of the places on which a click would do something."""
    buttons = [name.partition(":")[2] for name in found if name.startswith("button:")]
    usual = {"sort", "menu"}
    lit = lit_buttons(now, [name for name in buttons if name not in usual]) | usual
    spreads = lit_spreads(now)
    return {name: box for name, box in found.items() if _is_live(now, name, lit, spreads)}


def _is_live(now: Situation, name: str, lit: frozenset[str], spreads: frozenset[int]) -> bool:
    kind, _, rest = name.partition(":")
    match kind:
        case "stock":
            return now.is_legal(DRAW)
        case "pile":
            return isinstance(tap_pile(now), Play | Ask)
        case "spread":
            return int(rest) in spreads
        case "button":
            return rest in lit
        case _:
            return True
