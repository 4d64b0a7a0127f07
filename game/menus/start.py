"""The start screen: a fan of cards on the cloth, and where to go from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface, Vector2

from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.grids import centred, column
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import Widget
from game.ui.look.drawing import BLEND
from game.ui.pages.page import MARGIN, Page
from game.ui.shell.reduced_motion import is_calm
from game.ui.text.language import _
from game.version import __version__

if TYPE_CHECKING:
    from pygame import Event

    from game.ui.look.appearance import Look
    from game.ui.look.card_art import CardArt
    from game.ui.shell.scene import Stage


CARDS = ("TH", "JH", "QH", "KH", "AS")
SECONDS = 0.7  # until the fan is open
_SPREAD = 62.0  # degrees from the first card to the last
_PIVOT = 1.3  # card heights from a card's middle down to where all are held
_MENU_WIDTH = 330.0  # units across the menu
_GAP = 10.0  # units between buttons
_TITLE = 104.0  # units: the size of the game's name
_WIDEST = 16 / 9  # a wider window has cloth on both sides
_FAN_REACH = 0.62  # of a card's height is the fan's upper edge above its middle
_CARD_SHARE = 0.46  # of the window's height is a card's height, but no more than
_FAN_SHARE = 0.375  # of the width beside the menu, which the whole fan needs 2.2 times


class Fan:
    """Cards held at one point below them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        is_instant = stage.services.settings.settings.speed == "instant"
        self._passed = SECONDS if is_instant else 0.0
        # Five large cards take as long to make as all the rest of the first frame.
        self._is_awaited = is_instant
        self._cards: list[Surface] = []
        self._still: list[tuple[Surface, tuple[int, int]]] = []
        self._middle = Vector2()
        self._height = 0
        self._look: Look | None = None

    @property
    def is_moving(self) -> bool:
        """Whether it is still opening."""
        return self._passed < SECONDS

    def place(self, middle: tuple[int, int], height: int) -> None:
        """Put the fan around this point; `height` is that of a card."""
        self._middle = Vector2(middle)
        self._still = []
        look = self._stage.services.theme.look
        if (height, look) != (self._height, self._look):
            self._height, self._look, self._cards = height, look, []

    def finish(self) -> None:
        """Open it at once."""
        self._passed, self._is_awaited = SECONDS, True

    def update(self, dt: float) -> bool:
        """Open a little further; True while it moves."""
        if not self.is_moving:
            return False
        if is_calm(self._stage.services):
            self.finish()
            return True
        if self._is_awaited:
            self._passed += dt
        self._is_awaited = True
        return True

    def draw(self, surface: Surface) -> None:
        """Draw the cards, the last one on top; none before the first frame is on the screen."""
        if not self._is_awaited:
            return
        if not self._cards:
            from game.ui.look.card_art import CardArt  # what draws cards takes long to bring in

            art = CardArt(self._height, self._stage.services.theme.deck())
            self._cards = [_with_shadow(art, code) for code in CARDS]
        if self.is_moving:
            self._draw_all(surface, self._turned(_eased(self._passed / SECONDS)))
            return
        if not self._still:
            self._still = self._turned(1.0)
        self._draw_all(surface, self._still)

    def _draw_all(self, surface: Surface, cards: list[tuple[Surface, tuple[int, int]]]) -> None:
        for card, place in cards:
            surface.blit(card, place, special_flags=BLEND)

    def _turned(self, openness: float) -> list[tuple[Surface, tuple[int, int]]]:
        """Return every card turned for how far the fan is open, and its upper left corner."""
        turned = []
        pivot = self._middle + Vector2(0, self._height * (_PIVOT - 0.12))
        for number, card in enumerate(self._cards):
            angle = _angle(number) * openness
            arm = Vector2(0, -self._height * _PIVOT).rotate(angle)
            picture = pygame.transform.rotozoom(card, -angle, 1.0)
            place = picture.get_rect(center=pivot + arm)
            turned.append((picture, place.topleft))
        return turned


def _angle(number: int) -> float:
    return _SPREAD * (number / (len(CARDS) - 1) - 0.5)


def _eased(share: float) -> float:
    """Ease out: fast at first, then slower."""
    rest = 1 - min(1.0, share)
    return 1 - rest**3


def _with_shadow(art: CardArt, code: str) -> Surface:
    """Return the card and its shadow in one picture, turned together."""
    margin = art.shadow_margin
    size = (art.width + 2 * margin, art.height + 2 * margin)
    both = pygame.Surface(size, pygame.SRCALPHA)
    both.blit(art.shadow(), (0, 0), special_flags=BLEND)
    both.blit(art.face(code), (margin, margin - margin // 4), special_flags=BLEND)
    return both.convert_alpha()


class StartScene(Page):
    """Play, go on with what was left, read, set, leave."""

    def __init__(self, stage: Stage) -> None:
        self._fan = Fan(stage)
        self._title_box = self._offer = Rect(0, 0, 0, 0)
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return "Tonk"

    def build(self) -> Sequence[Widget]:
        kept = self.stage.services.store.saved_session()
        play = Button("button:play", _("Play"), self._play, primary=not kept)
        buttons = [
            play,
            Button("button:challenges", _("Challenges"), self._challenges),
            Button("button:practice", _("Practice"), self._practice),
            Button("button:lesson", _("Learn to play"), self._lesson),
            Button("button:rules", _("Rules"), self._rules),
            Button("button:statistics", _("Statistics"), self._statistics),
            Button("button:settings", _("Settings"), self._settings),
            Button("button:credits", _("Credits"), self._credits),
            Button("button:quit", _("Quit"), self.stage.quit),
        ]
        if kept:
            go_on = Button("button:continue", _("Continue"), self._go_on, primary=True)
            buttons.insert(0, go_on)
        return buttons

    def arrange(self, area: Rect) -> None:
        area = centred((round(area.height * _WIDEST), area.height), area)
        margin, width = self.skin.px(MARGIN), self.skin.px(_MENU_WIDTH)
        menu = Rect(area.right - 2 * margin - width, area.y, width, area.height)
        heights = [self.skin.px(HEIGHT)] * len(self.form.widgets)
        boxes = column(menu, heights, self.skin.px(_GAP), middle=True)
        for widget, box in zip(self.form.widgets, boxes, strict=True):
            widget.place(box, self.skin)
        first, around = boxes[0], margin + 2 * self.skin.line(SMALL)
        self.needed = boxes[-1].bottom - first.y + 2 * around
        self._offer = Rect(first.x, 0, first.width, self.skin.line(SMALL))
        self._offer.inflate_ip(3 * margin, 0)
        self._offer.bottom = first.y - self.skin.px(_GAP)
        left = Rect(area.x, area.y, menu.x - area.x, area.height)
        self._arrange_fan(left.move(margin // 4, 0), margin)

    def _arrange_fan(self, left: Rect, margin: int) -> None:
        """Place the fan below, and the title in the middle of what is left above it."""
        card = max(1, round(min(left.height * _CARD_SHARE, left.width * _FAN_SHARE)))
        middle = left.y + round(left.height * 0.62)
        self._fan.place((left.centerx, middle), card)
        words = self.skin.px(_TITLE) + self.skin.line(BODY)
        free = middle - round(card * _FAN_REACH) - left.y - margin - words
        self._title_box = Rect(0, left.y + margin + max(0, free) // 2, 0, self.skin.px(_TITLE))
        self._title_box.width = left.width - 2 * margin
        self._title_box.centerx = left.centerx

    def handle(self, event: Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._fan.finish()
        super().handle(event)

    def update(self, dt: float) -> bool:
        return self._fan.update(dt)

    def idle_for(self) -> float | None:
        return 0.0 if self._fan.is_moving else None

    def on_resume(self) -> None:
        self.rebuild()
        self.form.focus("button:continue")

    def back(self) -> None:
        """Esc on the first screen only moves the focus to the button that leaves."""
        self.form.focus("button:quit")

    def paint(self, surface: Surface) -> None:
        title = self._title_box
        name = self.skin.name("Tonk", _TITLE)
        surface.blit(name, name.get_rect(center=title.center))
        below = Rect(title.x, title.bottom, title.width, self.skin.line(BODY))
        line = _("Draw, spread, hit, drop: the lowest hand wins")
        for words in self.skin.lines(line, below.width):
            self.skin.write(surface, words, below, "ink_soft", BODY, align="middle")
            below.top = below.bottom
        self._fan.draw(surface)
        if self.offers_lesson:
            offer = _("New here? “Learn to play” takes two minutes.")
            self.skin.write(surface, offer, self._offer, "accent", SMALL, align="middle")
        foot = Rect(0, 0, surface.get_width() - 2 * self.skin.px(MARGIN), self.skin.line(SMALL))
        foot.midbottom = (surface.get_width() // 2, surface.get_height() - self.skin.px(28))
        self.skin.write(surface, __version__, foot, "ink_soft", SMALL, align="right")
        hint = _("F1 keys · F11 full screen · M sound · Ctrl+Q quit")
        self.skin.write(surface, hint, foot, "ink_soft", SMALL)

    @property
    def offers_lesson(self) -> bool:
        """Whether this is the first start: the lesson is offered once, beside all else."""
        is_new = not self.stage.services.settings.settings.lesson_done
        return is_new and self.stage.services.store.saved_session() is None

    def _play(self) -> None:
        from game.menus.new_game import NewGameScene

        self.stage.change(lesson_done=True)
        self.stage.push(NewGameScene(self.stage))

    def _go_on(self) -> None:
        from game.ui.session.sitting import go_on

        go_on(self.stage)

    def _challenges(self) -> None:
        from game.features.challenges.page import ChallengesScene

        self.stage.push(ChallengesScene(self.stage))

    def _practice(self) -> None:
        from game.features.study.page import PracticeHubScene

        self.stage.push(PracticeHubScene(self.stage))

    def _rules(self) -> None:
        from game.ui.rulesets.reading import RulesScene

        self.stage.push(RulesScene(self.stage))

    def _lesson(self) -> None:
        from game.menus.lesson.page import LessonScene

        self.stage.push(LessonScene(self.stage))

    def _statistics(self) -> None:
        from game.features.records.page import StatisticsScene

        self.stage.push(StatisticsScene(self.stage))

    def _settings(self) -> None:
        from game.ui.settings.pages import OptionsScene

        self.stage.push(OptionsScene(self.stage))

    def _credits(self) -> None:
        from game.menus.credits import CreditsScene

        self.stage.push(CreditsScene(self.stage))
