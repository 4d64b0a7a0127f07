"""The opponents' faces at any size and mood, composed from the drawings in `assets/faces`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from game.play.plan import HOUSE
from game.rules.hashing import sha256
from game.ui.look.drawing import drawing, group, one_coloured, recoloured, rendered
from game.ui.look.palettes import Colour, web
from game.ui.look.sheets import mixed

if TYPE_CHECKING:
    from pygame import Surface


class Mood(StrEnum):
    """The expressions of a face. Two of them are for thinking, so that the eyes can wander."""

    CALM = "calm"
    THINKING = "thinking"
    PONDERING = "pondering"
    PLEASED = "pleased"
    SORRY = "sorry"
    SURPRISED = "surprised"
    BLINK = "blink"
    """Calm, with closed eyes."""
    LEFT = "left"
    """The head turned towards a seat on the left."""
    RIGHT = "right"
    DOWN = "down"
    """Looking down at the cards, or at the seat below."""
    IMPRESSED = "impressed"
    """Eyebrows raised at what somebody has laid."""


class Hair(StrEnum):
    """Hairstyles, including hats: the files `hair-*.svg`."""

    BOB = "bob"
    BALD = "bald"
    CURLS = "curls"
    HAT = "hat"
    BUN = "bun"
    CROP = "crop"
    LONG = "long"
    QUIFF = "quiff"
    SCARF = "scarf"


class Extra(StrEnum):
    """Glasses, beards and the like: files of these names."""

    GLASSES = "glasses"
    BEARD = "beard"
    MOUSTACHE = "moustache"
    EARRINGS = "earrings"
    FRECKLES = "freckles"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Person:
    """The appearance of a face. ``skin`` and ``hair`` are names of tones, ``cloth`` is a colour."""

    skin: str
    hair: str
    style: Hair
    cloth: str
    extras: frozenset[Extra] = frozenset()

    @property
    def text(self) -> str:
        """The face as one line of text, for ``person_from``."""
        return " ".join((self.skin, self.hair, self.style, self.cloth, *sorted(self.extras)))

    def head(self, mood: Mood) -> list[str]:
        """Return the drawings of a face from back to front, in their original colours."""
        face, shown = drawing("faces/head.svg"), drawing(f"faces/mood-{mood}.svg")

        def extra(which: Extra) -> str:
            return drawing(f"faces/{which}.svg").body if which in self.extras else ""

        across, down = _TURNED.get(mood, (0, 0))

        def turned(*shapes: str) -> str:
            return group(f"translate({across} {down})" if across or down else "", *shapes)

        # The mouth is open, so a moustache is higher.
        moustache = group(
            "translate(0 -1.5)" if mood in (Mood.PLEASED, Mood.SURPRISED) else "",
            extra(Extra.MOUSTACHE),
        )
        return [
            self.hair_layer("behind"),
            face.layer("body"),
            extra(Extra.TIE),
            face.layer("ears"),
            face.layer("head"),
            extra(Extra.BEARD),
            turned(shown.layer("cheeks"), face.layer("nose")),
            turned(shown.layer("mouth"), shown.layer("eyes")),
            self.hair_layer("before"),
            turned(extra(Extra.FRECKLES), moustache, extra(Extra.GLASSES)),
            extra(Extra.EARRINGS),
        ]

    def tones(self) -> dict[str, str]:
        """Return the colours of a face, by the colours of the drawings that they replace."""
        (skin, shade), (hair, light) = _SKINS[self.skin], _HAIRS[self.hair]
        is_dark = self.skin in {"brown", "dark"} or Extra.BEARD in self.extras
        # Eyebrows are dark enough to be visible; lips stand out from dark skin and beards.
        brows = {"white": "#b9b2a6", "blond": "#a97a28"}
        return {
            _DRAWN_SKIN[0]: skin,
            _DRAWN_SKIN[1]: shade,
            _DRAWN_HAIR[0]: hair,
            _DRAWN_HAIR[1]: light,
            _DRAWN_CLOTH: self.cloth,
            _DRAWN_BROW: brows.get(self.hair, hair),
            _DRAWN_LIPS: "#d4675c" if is_dark and self.hair != "white" else _DRAWN_LIPS,
        }

    def hair_layer(self, layer: str) -> str:
        return drawing(f"faces/hair-{self.style}.svg").layer(layer)


# Each tone with a second one: the shade of a skin, the highlight of hair. The drawings have Ada's
# skin and hair, and colours of their own for eyebrows and lips; all are replaced.
_SKINS: Final = {
    "fair": ("#f6d3b3", "#dca680"),
    "rosy": ("#f0bd9c", "#cf8d6c"),
    "olive": ("#dba877", "#b57e4e"),
    "brown": ("#b07a4e", "#8a5932"),
    "dark": ("#7f4f33", "#5d3620"),
}
_HAIRS: Final = {
    "black": ("#241d24", "#463a46"),
    "brown": ("#56341f", "#7a4e31"),
    "auburn": ("#9c4420", "#c46a36"),
    "blond": ("#d9ab4e", "#f0cf82"),
    "grey": ("#a9a7a8", "#d3d1d0"),
    "white": ("#e4e0d8", "#f7f4ee"),
}
_DRAWN_SKIN, _DRAWN_HAIR = _SKINS["olive"], _HAIRS["black"]
_DRAWN_CLOTH, _DRAWN_BROW, _DRAWN_LIPS = "#2c7f79", "#33262c", "#8e2f33"
_DRAWN_GROUND, _DRAWN_FRAME = "#6999bf", "#96702c"

SKINS: Final = tuple(_SKINS)
HAIRS: Final = tuple(_HAIRS)
_CLOTHS: Final = ("#2c7f79", "#8c3b4a", "#3f5f96", "#b07a2a", "#5d7c3a", "#7a4f86", "#3b4350")
CLOTHS: Final = (*_CLOTHS, "#d0912f", "#34405c")
"""The clothing colours to choose from."""
EXTRAS: Final = tuple(
    frozenset(each)
    for each in (
        (),
        (Extra.GLASSES,),
        (Extra.BEARD,),
        (Extra.MOUSTACHE,),
        (Extra.BEARD, Extra.MOUSTACHE),
        (Extra.BEARD, Extra.MOUSTACHE, Extra.GLASSES),
        (Extra.EARRINGS,),
        (Extra.EARRINGS, Extra.GLASSES),
        (Extra.FRECKLES,),
        (Extra.FRECKLES, Extra.GLASSES),
        (Extra.TIE,),
        (Extra.TIE, Extra.GLASSES),
        (Extra.TIE, Extra.MOUSTACHE),
    )
)
"""The combinations of extras to choose from."""
_TURNED: Final = {
    Mood.LEFT: (-4, 0),
    Mood.RIGHT: (4, 0),
    Mood.DOWN: (0, 3.5),
    Mood.IMPRESSED: (0, -3.5),
}
"""How far each part of a face moves as the head turns, in units of the drawings."""


def person_of(name: str) -> Person:
    """Return the face for a name: one of the house's, or one chosen by a hash of the name."""
    known = person_from(HOUSE[name][0]) if name in HOUSE else None
    if known is not None:
        return known
    dice = sha256(name.encode("utf-8", "replace")).digest()
    style = list(Hair)[dice[0] % len(Hair)]
    grown = (Extra.BEARD, Extra.MOUSTACHE, Extra.TIE, None)
    worn = (Extra.EARRINGS, Extra.FRECKLES, None)
    choice = grown if style in {Hair.BALD, Hair.CROP, Hair.QUIFF, Hair.HAT} else worn
    own = choice[dice[4] % len(choice)]
    glasses = Extra.GLASSES if dice[5] % 3 == 0 else None
    return Person(
        skin=list(_SKINS)[dice[1] % len(_SKINS)],
        hair=list(_HAIRS)[dice[2] % len(_HAIRS)],
        style=style,
        cloth=_CLOTHS[dice[3] % len(_CLOTHS)],
        extras=frozenset([extra for extra in (own, glasses) if extra]),
    )


def person_from(text: str) -> Person | None:
    """Parse a face written by ``Person.text``; None if the text is not one."""
    skin, hair, style, cloth, *extras = [*text.split(), "", "", "", ""]
    worn = [each for each in extras if each]
    known = (skin in _SKINS, hair in _HAIRS, style in set(Hair), cloth in CLOTHS)
    if not all(known) or not set(worn) <= set(Extra):
        return None
    return Person(skin, hair, Hair(style), cloth, frozenset(map(Extra, worn)))


@lru_cache(maxsize=128)
def portrait(
    who: str | Person, mood: Mood, colour: Colour, size: int, *, bold: bool = False
) -> Surface:
    """Draw a face in a round frame of ``size`` pixels, with premultiplied alpha.

    ``who`` is a face, or the name that determines it; ``colour`` is the seat's; ``bold`` outlines
    the head with a dark line.
    """
    ink = "#2a1d1c"
    person = person_of(who) if isinstance(who, str) else who
    frame = {
        _DRAWN_GROUND: web(mixed(colour, (255, 255, 255), 0.5 if bold else 0.28)),
        _DRAWN_FRAME: "#ffffff" if bold else _DRAWN_FRAME,
    }
    head, behind = drawing("faces/head.svg"), person.hair_layer("behind")
    outline = one_coloured(behind + head.layer("head"), ink) if bold else ""
    shapes = (
        recoloured(head.layer("ground"), frame),
        f'<g stroke="{ink}" stroke-width="6" stroke-linejoin="round">{outline}</g>',
        recoloured("".join(person.head(mood)), person.tones()),
        recoloured(head.layer("frame"), frame),
    )
    return rendered((size, size), group(f"scale({size / head.width:.6f})", *shapes))
