"""For how many players a rule set is: those that its pack cannot serve are greyed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.ruleset import SEATS_LEAST, SEATS_MOST
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.scenes.rulesets.said import seats_sentence
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.rules.ruleset import RuleSet
    from game.ui.kit.skin import Skin

HEIGHT = 40.0


def draw_seats(surface: Surface, box: Rect, rules: RuleSet, skin: Skin) -> None:
    """A word, the numbers from 2 to 6, and why some of them are grey."""
    words = _("Players")
    x, gap = box.x + skin.width(words, BODY) + skin.px(14), skin.px(8)
    skin.write(surface, words, Rect(box.x, box.y, x - box.x, box.height))
    for seats in range(SEATS_LEAST, SEATS_MOST + 1):
        place = Rect(x, box.y, box.height, box.height)
        _draw_number(surface, place, str(seats), skin, able=rules.can_seat(seats))
        x = place.right + gap
    rest = Rect(x + gap, box.y, box.right - x - gap, box.height)
    lines = skin.lines(seats_sentence(rules), rest.width, SMALL)
    y = rest.centery - len(lines) * skin.line(SMALL) // 2
    for line in lines:
        at = Rect(rest.x, y, rest.width, skin.line(SMALL))
        skin.write(surface, line, at, "ink_soft", SMALL)
        y = at.bottom


def _draw_number(surface: Surface, box: Rect, text: str, skin: Skin, *, able: bool) -> None:
    face, ink = ("button", "ink") if able else ("panel", "ink_off")
    edge = skin.colour("button_edge") if able else None
    rounded(surface, box, skin.colour(face), skin.px(8), edge, max(1, skin.px(1.5)))
    skin.write(surface, text, box, ink, BODY, bold=able, align="middle")
