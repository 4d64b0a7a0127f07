"""The page of the player's name and face, as shown at the table, in scores and in records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.saves.settings import LONGEST_NAME, name_from
from game.ui.kit.controls import HEIGHT, Button, Label
from game.ui.kit.inputs import Choice, Toggle
from game.ui.kit.skin import SMALL
from game.ui.kit.typing import TextField
from game.ui.kit.widget import CALM, Widget, WidgetState, place_column
from game.ui.look import faces
from game.ui.look.drawing import BLEND
from game.ui.look.faces import (
    CLOTHS,
    EXTRAS,
    HAIRS,
    SKINS,
    Extra,
    Hair,
    Person,
    person_from,
    portrait,
)
from game.ui.pages.page import GAP, Sheet
from game.ui.pages.typing_page import TypingPage
from game.ui.table.painting.furniture import seat_colour
from game.ui.text.language import _, pgettext

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.kit.skin import Skin


class YouScene(TypingPage):
    """The page of the player's name and face; changes apply at once."""

    _FIRST: Final = Person(SKINS[2], HAIRS[1], Hair.CROP, CLOTHS[0])
    """The face offered first."""

    @property
    def heading(self) -> str:
        return _("Name and face")

    @property
    def person(self) -> Person | None:
        """The chosen face; None for the initial of the name."""
        return person_from(self.stage.services.settings.settings.face)

    def build(self) -> Sequence[Widget]:
        name = TextField(
            "name",
            self.stage.services.settings.settings.name,
            self._name,
            hint=_("You"),
            most=LONGEST_NAME,
        )
        name.label = _("Your name")
        person = self.person
        words = (_("The initial of your name"), _("A face"))
        shown = Toggle("face", _("On your nameplate"), person is not None, self._show, words)
        choices = [] if person is None else self._choices(person)
        self._rows: list[Widget] = [Head(Picture(person), name, shown), *choices]
        note = _("Saved hands carry this name, so anyone you share one with sees it.")
        self._rows.append(Label(note, units=SMALL, colour="ink_soft", wraps=True))
        self._back = Button("button:back", _("Done"), self.back, primary=True)
        return [name, shown, *self._rows, self._back]

    def _choices(self, person: Person) -> list[Widget]:
        names = self._names()
        return [
            self._choice("style", _("Hair and hats"), names["style"], person.style),
            self._choice("hair", _("Hair color"), names["hair"], person.hair),
            self._choice("skin", _("Skin"), names["skin"], person.skin),
            self._choice("cloth", _("Clothes"), names["cloth"], person.cloth),
            self._choice("extras", _("Glasses and more"), self._all_extras(), person.extras),
        ]

    def _choice(self, part: str, label: str, names: Mapping[object, str], now: object) -> Choice:
        return Choice(part, label, list(names.items()), now, self._changing(part))

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, [self._back])

    def _name(self, text: str) -> None:
        self.stage.change(name=name_from(text))

    def _show(self, is_face: bool) -> None:
        self.stage.change(face=self._FIRST.text if is_face else "")
        self.rebuild()

    def _changing(self, part: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            parts = {part: value}
            person = replace(self.person or self._FIRST, **parts)  # type: ignore[arg-type]  # of its part
            self.stage.change(face=person.text)
            self.rebuild()

        return change

    @staticmethod
    def _names() -> Mapping[str, Mapping[object, str]]:
        """Return the names of hairstyles, hats and colours, by the part of a face; colours are in
        the order of their lists.
        """
        styles: dict[object, str] = {
            Hair.BOB: pgettext("hair", "Bob"),
            Hair.BALD: pgettext("hair", "Bald"),
            Hair.CURLS: pgettext("hair", "Curly"),
            Hair.HAT: pgettext("hair", "Hat"),
            Hair.BUN: pgettext("hair", "Bun"),
            Hair.CROP: pgettext("hair", "Short"),
            Hair.LONG: pgettext("hair", "Long"),
            Hair.QUIFF: pgettext("hair", "Quiff"),
            Hair.SCARF: pgettext("hair", "Headscarf"),
        }
        hairs = (
            pgettext("hair", "Black"),
            pgettext("hair", "Brown"),
            pgettext("hair", "Auburn"),
            pgettext("hair", "Blond"),
            pgettext("hair", "Gray"),
            pgettext("hair", "White"),
        )
        skins = (
            pgettext("skin", "Fair"),
            pgettext("skin", "Rosy"),
            pgettext("skin", "Olive"),
            pgettext("skin", "Brown"),
            pgettext("skin", "Dark"),
        )
        clothes = (
            pgettext("clothes", "Teal"),
            pgettext("clothes", "Wine red"),
            pgettext("clothes", "Blue"),
            pgettext("clothes", "Ochre"),
            pgettext("clothes", "Green"),
            pgettext("clothes", "Violet"),
            pgettext("clothes", "Charcoal"),
            pgettext("clothes", "Amber"),
            pgettext("clothes", "Navy"),
        )
        return {
            "style": styles,
            "hair": dict(zip(HAIRS, hairs, strict=True)),
            "skin": dict(zip(SKINS, skins, strict=True)),
            "cloth": dict(zip(CLOTHS, clothes, strict=True)),
        }

    @staticmethod
    def _all_extras() -> Mapping[object, str]:
        """Return the possible combinations of extras, with their names."""
        words = {
            Extra.BEARD: _("beard"),
            Extra.MOUSTACHE: _("mustache"),
            Extra.EARRINGS: _("earrings"),
            Extra.FRECKLES: _("freckles"),
            Extra.TIE: _("tie"),
            Extra.GLASSES: _("glasses"),
        }
        found: dict[object, str] = {}
        for each in EXTRAS:
            text = _(", ").join(word for extra, word in words.items() if extra in each)
            text = text or pgettext("clothes", "None")
            found[each] = text[:1].upper() + text[1:]
        return found


class Head(Widget):
    """A face with two rows beside it."""

    def __init__(self, picture: Picture, *rows: Widget) -> None:
        super().__init__()
        self._picture, self._rows = picture, rows

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        return 0, len(self._rows) * (skin.px(HEIGHT) + skin.px(GAP)) - skin.px(GAP)

    def place(self, rect: Rect, skin: Skin) -> None:
        super().place(rect, skin)
        side = 0 if self._picture.is_empty else rect.height
        self._picture.place(Rect(rect.x, rect.y, side, side), skin)
        left = rect.x + side + (skin.px(GAP) if side else 0)
        right = Rect(left, rect.y, rect.right - left, rect.height)
        place_column(self._rows, right, skin.px(HEIGHT), skin.px(GAP), skin)

    def draw(self, surface: Surface, skin: Skin, _mood: WidgetState = CALM) -> None:
        self._picture.draw(surface, skin)


class Picture(Widget):
    """A large face; nothing if there is none."""

    def __init__(self, who: Person | str | None) -> None:
        super().__init__()
        self._who = who

    @property
    def is_empty(self) -> bool:
        """Whether there is no face to show."""
        return self._who is None

    def draw(self, surface: Surface, skin: Skin, _mood: WidgetState = CALM) -> None:
        if self._who is None:
            return
        bold, size = skin.theme.look.high_contrast, min(self.rect.size)
        face = portrait(self._who, faces.Mood.CALM, seat_colour(0), size, bold=bold)
        surface.blit(face, face.get_rect(center=self.rect.center), special_flags=BLEND)
