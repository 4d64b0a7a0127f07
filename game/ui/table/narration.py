"""The table in words, for who cannot see it: what the cursor is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.table.describe import button_title
from game.ui.table.reminders import prompt, reminder
from game.ui.text import _
from game.ui.words import card_text, spread_text

if TYPE_CHECKING:
    from game.rules.view import SeatView


def target_words(target: str | None, view: SeatView) -> str:
    """What a target is; without one, what the player is asked to do."""
    kind, _colon, which = (target or "").partition(":")
    match kind:
        case "card":
            return card_text(which)
        case "stock":
            return _("Stock {count}").format(count=view.stock_size)
        case "pile":
            top = card_text(view.top) if view.top else ""
            return f"{_('Discards')} {top}".strip()
        case "spread":
            found = next((each for each in view.spreads if str(each.number) == which), None)
            return spread_text(found) if found else ""
        case "button":
            return button_title(which)
        case _:
            return " ".join(part for part in (prompt(view), reminder(view)) if part)
