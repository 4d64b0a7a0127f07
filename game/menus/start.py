"""The start screen: a fan of cards on the cloth, today's deal, and the main buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface, Vector2

from game.ui.kit.controls import HEIGHT, RADIUS, Button, focus_ring
from game.ui.kit.grids import SMALLEST_TARGET, centred, column, equal_row, grid
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import CALM, Focusable, Widget, WidgetState, fact, sentences
from game.ui.look.drawing import BLEND
from game.ui.pages.page import MARGIN, Page
from game.ui.shell.keys import key_text
from game.ui.shell.reduced_motion import is_calm
from game.ui.text.language import _
from game.version import __version__

if TYPE_CHECKING:
    from pygame import Event

    from game.features.challenges.daily.today import DailyStanding, TodaysDeal
    from game.play.session import Session
    from game.ui.kit.skin import Skin
    from game.ui.look.appearance import Look
    from game.ui.look.card_art import CardArt
    from game.ui.shell.scene import Stage


CARDS = ("TH", "JH", "QH", "KH", "AS")
SECONDS = 0.7  # until the fan is open
_PIVOT = 1.3  # card heights from a card's centre down to the pivot of the fan
_GAP = 10.0  # units between buttons
_COLUMNS = 2  # of buttons of other pages
_TITLE = 104.0  # units: the size of the game's name


class Fan:
    """A fan of cards around a point below them, made one card a frame and shown once complete."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        is_instant = stage.services.settings.settings.speed == "instant"
        self._passed = SECONDS if is_instant else 0.0
        self._due = 0  # cards that may be made by now: none before the first frame is shown
        self._art: CardArt | None = None
        self._cards: list[Surface] = []
        self._still: list[tuple[Surface, tuple[int, int]]] = []
        self._middle = Vector2()
        self._height = 0
        self._look: Look | None = None

    @property
    def is_moving(self) -> bool:
        """Whether cards are still to be made, or the fan is opening."""
        return self._due <= len(CARDS) or self._passed < SECONDS

    def place(self, middle: tuple[int, int], height: int) -> None:
        """Put the fan around this point; `height` is the height of a card."""
        self._middle = Vector2(middle)
        self._still = []
        look = self._stage.services.theme.look
        if (height, look) != (self._height, self._look):
            self._height, self._look = height, look
            self._art, self._cards = None, []

    def finish(self) -> None:
        """Open it at once."""
        self._passed = SECONDS

    def update(self, dt: float) -> bool:
        """Make a card, or open a little further; return True while the fan moves."""
        if not self.is_moving:
            return False
        if self._due <= len(CARDS):
            self._due += 1
        elif is_calm(self._stage.services):
            self.finish()
        else:
            self._passed += dt
        return True

    def draw(self, surface: Surface) -> None:
        """Draw the cards, the last one on top."""
        while len(self._cards) < min(self._due - 1, len(CARDS)):
            self._cards.append(self._next_card())
        if len(self._cards) < len(CARDS):
            return
        if self._passed < SECONDS:
            rest = 1 - self._passed / SECONDS
            self._draw_all(surface, self._turned(1 - rest**3))  # fast at first, then slower
            return
        if not self._still:
            self._still = self._turned(1.0)
        self._draw_all(surface, self._still)

    def _next_card(self) -> Surface:
        from game.ui.look.card_art import CardArt  # slow to import

        if self._art is None:
            self._art = CardArt(self._height, self._stage.services.theme.deck())
        art, margin = self._art, self._art.shadow_margin
        face = art.face(CARDS[len(self._cards)])
        both = pygame.Surface((art.width + 2 * margin, art.height + 2 * margin), pygame.SRCALPHA)
        both.blit(art.shadow(), (0, 0), special_flags=BLEND)
        both.blit(face, (margin, margin - margin // 4), special_flags=BLEND)
        return both.convert_alpha()

    def _draw_all(self, surface: Surface, cards: list[tuple[Surface, tuple[int, int]]]) -> None:
        for card, place in cards:
            surface.blit(card, place, special_flags=BLEND)

    def _turned(self, openness: float) -> list[tuple[Surface, tuple[int, int]]]:
        """Return every card rotated for this openness, with its top left corner."""
        turned = []
        pivot = self._middle + Vector2(0, self._height * (_PIVOT - 0.12))
        for number, card in enumerate(self._cards):
            # The first and the last card are 62 degrees apart.
            angle = 62.0 * (number / (len(CARDS) - 1) - 0.5) * openness
            arm = Vector2(0, -self._height * _PIVOT).rotate(angle)
            # Larger cards move too fast to be rotated smoothly within a frame.
            is_rough = openness < 1.0 and self._height > 500
            if is_rough:
                picture = pygame.transform.rotate(card, -angle)
            else:
                picture = pygame.transform.rotozoom(card, -angle, 1.0)
            place = picture.get_rect(center=pivot + arm)
            turned.append((picture, place.topleft))
        return turned


class DealTile(Focusable):
    """A button with the deal of the day: what it is, the player's result, and the levels'
    results.
    """

    def __init__(self, name: str, title: str, opens: Callable[[], None]) -> None:
        super().__init__(name)
        self.title, self._opens = title, opens
        self.aside = ""
        """The text at the right of the title."""
        self.words = ""
        self.standings: Sequence[DailyStanding] = ()

    @property
    def spoken(self) -> str:
        figures = (fact(each.name, each.figure) for each in self.standings)
        return sentences(fact(self.title, self.aside), self.words, *figures)

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        lines = skin.line(BODY) + (1 + _TILE_ROWS) * skin.line(SMALL)
        return 0, lines + 2 * skin.px(_TILE_PAD) + skin.px(_GAP)

    def activate(self) -> None:
        self._opens()

    def draw(self, surface: Surface, skin: Skin, mood: WidgetState = CALM) -> None:
        is_up = mood.hovered and not mood.pressed
        face = skin.colour("row_hover" if is_up else "button_pressed" if mood.pressed else "panel")
        edge = skin.colour("button_edge")
        rounded(surface, self.rect, face, skin.px(RADIUS), edge, max(1, skin.px(1.5)))
        inside = self.rect.inflate(-2 * skin.px(2 * _TILE_PAD), -2 * skin.px(_TILE_PAD))
        words = skin.lines(self.words, inside.width, SMALL)
        if not self.standings:  # the text is centred vertically
            high = skin.line(BODY) + len(words) * skin.line(SMALL)
            inside = Rect(inside.x, inside.centery - high // 2, inside.width, high)
        head = Rect(inside.x, inside.y, inside.width, skin.line(BODY))
        title = skin.write(surface, self.title, head, "ink", BODY, bold=True)
        aside = Rect(title.right + skin.px(_GAP), head.y, 0, head.height)
        aside.width = head.right - aside.x
        skin.write(surface, self.aside, aside, "accent", SMALL, align="right")
        y = head.bottom
        for line in words:
            box = Rect(inside.x, y, inside.width, skin.line(SMALL))
            skin.write(surface, line, box, "ink_soft", SMALL)
            y = box.bottom
        below = Rect(inside.x, y + skin.px(_GAP), inside.width, 0)
        self._draw_standings(surface, skin, below)
        if mood.focused:
            focus_ring(surface, self.rect, skin)

    def _draw_standings(self, surface: Surface, skin: Skin, area: Rect) -> None:
        """Draw the figures in two columns, the player's first."""
        high, gap = skin.line(SMALL), skin.px(2 * _TILE_PAD)
        found = []
        for side in equal_row(area, 2, gap):
            found += column(side, [high] * _TILE_ROWS, 0)
        for number, (each, box) in enumerate(zip(self.standings, found, strict=False)):
            is_own = number == 0
            ink = "ink" if is_own else "ink_soft"
            colour = {1: "gain", -1: "loss"}.get(each.way, ink)
            figure = skin.width(each.figure, SMALL, bold=True) + skin.px(_GAP)
            skin.write(surface, each.figure, box, colour, SMALL, bold=True, align="right")
            box.width -= figure
            skin.write(surface, each.name, box, ink, SMALL, bold=is_own)


_TILE_ROWS: Final = 3  # figures below each other
_TILE_PAD: Final = 10.0  # units


class StartScene(Page):
    """The start screen: continue or play, the deal of the day, and everything else below."""

    def __init__(self, stage: Stage) -> None:
        self._fan = Fan(stage)
        self._deal: TodaysDeal | None = None
        self._title_box = self._offer = self._question_box = Rect(0, 0, 0, 0)
        self._lines: Sequence[str] = ()
        self._asks_for_music = False
        super().__init__(stage)
        self._table = self._state_of_table()

    @property
    def heading(self) -> str:
        return "Tonk"

    def build(self) -> Sequence[Widget]:
        kept = self.stage.services.saves.saved_session()
        lesson = Button("button:lesson", _("Learn to play"), self._lesson)
        play = Button("button:play", _("Play"), self._play)
        self._ways = [lesson, play] if self.offers_lesson else [play]
        if kept:
            self._ways.insert(0, Button("button:continue", _("Continue"), self._go_on))
        self._ways[0].primary = True
        self._tile = DealTile("button:daily", _("Daily deal"), self._play_daily)
        self._folded = [
            Button("button:challenges", _("Challenges"), self._challenges, small=True),
            Button("button:practice", _("Practice"), self._practice, small=True),
            Button("button:rules", _("Rules"), self._rules, small=True),
            Button("button:statistics", _("Statistics"), self._statistics, small=True),
            Button("button:settings", _("Settings"), self._settings, small=True),
        ]
        if lesson not in self._ways:
            lesson = Button("button:lesson", lesson.text, self._lesson, small=True)
            self._folded.insert(-1, lesson)
        self._feet = [
            Button("button:credits", _("Credits"), self._credits, small=True),
            Button("button:quit", _("Quit"), self.stage.quit, small=True),
        ]
        self._tell_deal()
        self._asks_for_music = self._has_to_ask()
        self._answers = []
        if self._asks_for_music:
            self._answers = [
                Button("button:music", _("Yes"), lambda: self._answer("on"), small=True),
                Button("button:no_music", _("No"), lambda: self._answer("off"), small=True),
            ]
        for button in self._answers:
            button.says = fact(self._question, button.text)
        return [*self._ways, self._tile, *self._folded, *self._feet, *self._answers]

    @property
    def _question(self) -> str:
        return _("Some quiet music?")

    def _has_to_ask(self) -> bool:
        """Return whether to ask the player about music: once, and not before the first game."""
        services = self.stage.services
        now, sound = services.settings.settings, services.sound
        is_open = now.music == "" and now.lesson_done and sound.volume > 0 and not sound.muted
        return is_open and not sound.has_own_music and services.saves.has_played

    def _answer(self, choice: str) -> None:
        self.stage.change(music=choice)
        if choice == "on":
            self.stage.notify(_("Louder, softer or off: Settings, Sound."))
        self.rebuild()

    def arrange(self, area: Rect) -> None:
        skin = self.skin
        area = centred((round(area.height * 16 / 9), area.height), area)  # cloth on both sides
        margin, gap = skin.px(MARGIN), skin.px(_GAP)
        widest = max(button.natural_size(skin)[0] for button in self._folded)
        width = max(skin.px(380.0), _COLUMNS * (widest + gap) - gap)
        menu = Rect(area.right - 2 * margin - width, area.y, width, area.height)
        folded = max(SMALLEST_TARGET, skin.px(44.0))
        rows = -(-len(self._folded) // _COLUMNS)
        others = [skin.px(HEIGHT)] * (len(self._ways) - 1)
        tile = self._tile.natural_size(skin)[1]
        foot = max(SMALLEST_TARGET, skin.px(36.0))
        heights = [skin.px(68.0), *others, tile, rows * folded + (rows - 1) * gap, foot]
        boxes = column(menu, [*heights, *[foot] * bool(self._answers)], gap, middle=True)
        if self._answers:
            self._arrange_question(boxes[-1])
        among, feet = boxes[len(heights) - 2 : len(heights)]
        for widget, box in zip([*self._ways, self._tile], boxes, strict=False):
            widget.place(box, skin)
        places = grid(among, len(self._folded), _COLUMNS, folded, gap)
        if len(self._folded) % _COLUMNS:
            places[-1].width = menu.width
        for button, box in zip(self._folded, places, strict=True):
            button.place(box, skin)
        for button, box in zip(self._feet, equal_row(feet, len(self._feet), gap), strict=True):
            button.place(box, skin)
        first, around = boxes[0], margin + 2 * skin.line(SMALL)
        self.needed = boxes[-1].bottom - first.y + 2 * around
        self._offer = Rect(first.x, 0, first.width, skin.line(SMALL))
        self._offer.inflate_ip(4 * margin, 0)
        self._offer.bottom = first.y - gap
        left = Rect(area.x, area.y, menu.x - area.x, area.height)
        self._arrange_fan(left.move(margin // 4, 0), margin)

    def _arrange_question(self, row: Rect) -> None:
        """Place the question about music, with its answers at the right."""
        sides = [max(2 * row.height, each.natural_size(self.skin)[0]) for each in self._answers]
        x = row.right
        for button, wide in zip(reversed(self._answers), reversed(sides), strict=True):
            button.place(Rect(x - wide, row.y, wide, row.height), self.skin)
            x = button.rect.x - self.skin.px(_GAP)
        self._question_box = Rect(row.x, row.y, x - row.x, row.height)

    def _arrange_fan(self, left: Rect, margin: int) -> None:
        """Place the fan at the bottom, and the title centred above it."""
        # The whole fan needs 2.2 times the space of a card.
        card = max(1, round(min(left.height * 0.46, left.width * 0.375)))
        middle = left.y + round(left.height * 0.62)
        self._fan.place((left.centerx, middle), card)
        across = left.width - 2 * margin
        self._lines = self.skin.lines(_("Draw, spread, hit, drop: the lowest hand wins"), across)
        words = self.skin.px(_TITLE) + len(self._lines) * self.skin.line(BODY)
        free = middle - round(card * 0.62) - left.y - margin - words
        self._title_box = Rect(0, left.y + margin + max(0, free) // 2, 0, self.skin.px(_TITLE))
        self._title_box.width = across
        self._title_box.centerx = left.centerx

    def handle(self, event: Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._fan.finish()
        super().handle(event)

    def update(self, dt: float) -> bool:
        if self._fan.update(dt):
            return True
        return self._look_at_deal()

    def _look_at_deal(self) -> bool:
        """Take a step to find out about the deal of the day; return True if there is news.

        This starts only once the fan is open, since its imports are slow.
        """
        if self._deal is None:
            from game.features.challenges.daily.today import TodaysDeal

            self._deal = TodaysDeal(self.stage)
            return True
        if not self._deal.go_on():
            return False
        self._tell_deal()
        return True

    def _tell_deal(self) -> None:
        if self._deal is None:
            return
        self._tile.aside, self._tile.words = self._deal.rules, self._deal.words
        self._tile.standings = [*self._deal.standings()]

    def idle_for(self) -> float | None:
        is_busy = self._fan.is_moving or self._deal is None or self._deal.is_busy
        return 0.0 if is_busy else None

    def on_resume(self) -> None:
        if self._deal:
            self._deal.begin_again()
        if self._asks_for_music and not self.stage.services.settings.settings.music:
            self.stage.change(music="off")  # no answer means no, and is not asked again
        was_new = self._ways[0].name == "button:lesson"
        self.rebuild()
        if was_new and self.stage.services.saves.has_played:
            self.form.focus(self._ways[0].name)
        before, self._table = self._table, self._state_of_table()
        if self._table != before:
            self.form.focus("button:continue")

    def _state_of_table(self) -> tuple[Session, int, int] | None:
        """Return the session to resume and how far it has been played, if there is one."""
        session = self.stage.services.saves.saved_session()
        if session is None:
            return None
        return session, session.played, len(session.hand.log) if session.hand else 0

    def new_day(self) -> None:
        if self._deal:
            self._deal.begin_again()
        self.rebuild()

    def close(self) -> None:
        if self._deal:
            self._deal.close()

    def back(self) -> None:
        """Esc on the first screen only moves the focus to the button that leaves."""
        self.form.focus("button:quit")

    def paint(self, surface: Surface) -> None:
        title = self._title_box
        name = self.skin.name("Tonk", _TITLE)
        surface.blit(name, name.get_rect(center=title.center))
        below = Rect(title.x, title.bottom, title.width, self.skin.line(BODY))
        for words in self._lines:
            self.skin.write(surface, words, below, "ink_soft", BODY, align="middle")
            below.top = below.bottom
        self._fan.draw(surface)
        if self._asks_for_music:
            self.skin.write(surface, self._question, self._question_box, "ink_soft", SMALL)
        if self.offers_lesson:
            offer = _("New here? “Learn to play” takes two minutes.")
            self.skin.write(surface, offer, self._offer, "accent", SMALL, align="middle")
        foot = Rect(0, 0, surface.get_width() - 2 * self.skin.px(MARGIN), self.skin.line(SMALL))
        foot.midbottom = (surface.get_width() // 2, surface.get_height() - self.skin.px(28))
        self.skin.write(surface, __version__, foot, "ink_soft", SMALL, align="right")
        hint = _("{shortcuts} keys · {fullscreen} full screen · {mute} sound · Ctrl+Q quit").format(
            **{action: key_text(action) for action in ("shortcuts", "fullscreen", "mute")}
        )
        self.skin.write(surface, hint, foot, "ink_soft", SMALL)

    @property
    def offers_lesson(self) -> bool:
        """Whether this is the first start, when the lesson is offered."""
        services = self.stage.services
        return not (services.settings.settings.lesson_done or services.saves.has_played)

    def _play(self) -> None:
        from game.menus.new_game import NewGameScene

        self.stage.change(lesson_done=True)
        self.stage.push(NewGameScene(self.stage))

    def _play_daily(self) -> None:
        from game.features.challenges.daily.page import DailyScene
        from game.features.challenges.daily.today import TodaysDeal

        if not (self._deal or TodaysDeal(self.stage)).play():
            self.stage.push(DailyScene(self.stage))

    def _go_on(self) -> None:
        from game.ui.session.starting import go_on

        go_on(self.stage)

    def _challenges(self) -> None:
        from game.features.challenges.page import ChallengesScene

        self.stage.push(ChallengesScene(self.stage))

    def _practice(self) -> None:
        from game.features.study.page import PracticeHubScene

        self.stage.push(PracticeHubScene(self.stage))

    def _rules(self) -> None:
        from game.ui.rulesets.choose import ChooseRulesScene

        self.stage.push(ChooseRulesScene(self.stage, self._play))

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
