"""The lesson: the player makes every move at the real table, and is told which and why."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.rules.actions import Discard, Hit, Spread
from game.rules.phases import Phase
from game.ui.scenes.interlude import Interlude
from game.ui.scenes.lesson.coach import Coach, Said, draw_pointers, pointer_width
from game.ui.scenes.lesson.script import COUNTING, ME, PARTS, Part, Step, said, session_of
from game.ui.scenes.lesson.stage import LessonStage
from game.ui.scenes.table import TableScene
from game.ui.table.sizes import table_skin
from game.ui.table.zones import card_zones, frame_of, hit_test
from game.ui.text import _

if TYPE_CHECKING:
    from pygame import Event, Surface

    from game.rules.actions import Action
    from game.ui.kit.skin import Skin
    from game.ui.scene import Stage

_GO_ON: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_CORNER: Final = 18.0


class _Interlude(Interlude):
    """What may be done between hands; a beginner is not asked for a big one."""

    is_last = False
    """Whether the lesson ends with this hand."""

    @property
    def may_call_big_one(self) -> bool:
        return False

    @property
    def onward(self) -> str:
        return _("End of the lesson") if self.is_last else ""


class LessonScene(TableScene):
    """One hand of the lesson; the next takes its place."""

    is_chatty = False
    """Here the coach speaks."""

    def __init__(self, stage: Stage, part: int = 0) -> None:
        self.part: Part = PARTS[part]
        self.number, self.at = part, 0
        self._hovered = ""
        session = session_of(part, _("You"))
        super().__init__(LessonStage(stage, self.part), session)
        self.coach = self._made_coach(stage.size)
        if self._pace != inf:
            self.board.deal(self.view)

    def _made_interlude(self) -> Interlude:
        interlude = _Interlude(self.stage, self.session)
        interlude.is_last = self.number + 1 == len(PARTS)
        return interlude

    # -- where the lesson is ---------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """What is said and asked now; None once the hand is over."""
        return self.part.steps[self.at] if self.at < len(self.part.steps) else None

    @property
    def told(self) -> str:
        """What the coach says now."""
        if self.step is not None:
            return said(self.step.says)
        return said(self.part.ends) if self.is_settling else said(COUNTING)

    @property
    def asks(self) -> bool:
        """Whether the coach waits until it is told to go on."""
        step = self.step
        return step is not None and not step.does and not step.waits

    def go_on(self) -> None:
        """What was said has been read."""
        self._notice.clear()
        self.at += 1
        self._speak()

    def leave(self) -> None:
        """Back to where the lesson was opened from; nothing is lost with it."""
        self.stage.change(lesson_done=True)
        self.stage.pop()

    def _speak(self) -> None:
        self.coach = self._made_coach(self.stage.size)

    def _made_coach(self, size: tuple[int, int]) -> Coach:
        skin = table_skin(self.stage.services.theme, size)
        before = sum(len(part.steps) + 1 for part in PARTS[: self.number])
        total = sum(len(part.steps) + 1 for part in PARTS)
        self._told = self.told
        words = Said(self._told, before + self.at + 1, total, self.asks)
        edge = skin.px(_CORNER)
        return Coach(skin, (edge, edge), words)

    # -- what is meant ---------------------------------------------------------------------------

    def meant(self) -> tuple[str, ...]:
        """The places that the coach points at now: for cards to be chosen one after the other."""
        step = self.step
        if step is None:
            return ("button:next",) if self.is_settling else ()
        if step.waits or self.board.is_busy:
            return ()
        chosen = self.board.chosen
        match step.action:
            case Spread(cards=cards):
                left = tuple(card for card in cards if card not in chosen)
                return tuple(f"card:{card}" for card in left) or ("button:spread",)
            case Hit(card=card, spread=number):
                return (f"card:{card}",) if card not in chosen else (f"spread:{number}",)
            case Discard(card=card):
                return (f"card:{card}",) if card not in chosen else ("pile",)
            case _:
                return step.points

    def _boxes(self, skin: Skin) -> list[Rect]:
        found, wide = self.zones(), pointer_width(skin)
        cards = list(card_zones(self.board).values())
        if cards:
            slant = 4 * wide  # the outer cards of the fan lean out
            found["hand"] = cards[0].unionall(cards[1:]).inflate(slant, slant)
        boxes = [frame_of(name, found, wide) for name in self.meant()]
        return [box for box in boxes if box is not None]

    # -- the table, with the coach beside it -----------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        step = self.step
        if step is not None and step.waits and self._is_my_turn():
            self.go_on()
            return True
        if self._told != self.told:
            self._speak()
            return True
        return changed

    def _is_my_turn(self) -> bool:
        view = self.view
        return view.turn == ME and view.phase is Phase.START and not self.board.is_busy

    def _play(self, action: Action) -> None:
        step = self.step
        if step is None or not step.is_met_by(action):
            self._nudge()
            return
        super()._play(action)
        self.go_on()

    def _nudge(self) -> None:
        """Something else was done: nothing comes of it, and it is said what is meant."""
        step = self.step
        words = step.instead if step is not None else ""
        self._notice.show(said(words) if words else _("Read this first, then press Go on."))

    def press_settlement(self, button: str) -> None:
        if button != "next":
            super().press_settlement(button)
        elif self.number + 1 < len(PARTS):
            self.stage.replace(LessonScene(self._below, self.number + 1))
        else:
            self._end()

    def _end(self) -> None:
        from game.ui.scenes.lesson.ending import LessonEnding

        self.stage.change(lesson_done=True)
        self.stage.replace(LessonEnding(self._below))

    @property
    def _below(self) -> Stage:
        """The real stage, whose thinker is that of all other tables."""
        stage = self.stage
        return stage.real if isinstance(stage, LessonStage) else stage

    def open_menu(self) -> None:
        self.leave()

    def handle(self, event: Event) -> None:
        at = getattr(event, "pos", self.stage.pointer)
        self._hovered = hit_test(self.coach.buttons(), at) or ""
        if event.type == pygame.MOUSEBUTTONDOWN and self._hovered:
            return
        if event.type == pygame.MOUSEBUTTONUP and self._hovered:
            self._press(self._hovered)
        elif self.asks and self._answers(event):
            return
        else:
            super().handle(event)

    def _press(self, button: str) -> None:
        if button == "button:leave":
            self.leave()
        else:
            self.go_on()

    def _answers(self, event: Event) -> bool:
        """While the coach waits to be read, nothing else is done at the table."""
        if event.type == pygame.KEYDOWN and event.key in _GO_ON:
            self.board.skip()
            self.go_on()
            return True
        if event.type == pygame.KEYDOWN:
            return bool(event.key != pygame.K_ESCAPE)
        if event.type == pygame.MOUSEBUTTONDOWN and not self.coach.box.collidepoint(event.pos):
            is_menu = hit_test(self.zones(), event.pos) == "button:menu"
            if not is_menu and not self.board.is_busy:
                self._nudge()
            return not is_menu and not self.board.is_busy
        return False

    def targets(self) -> dict[str, Rect]:
        buttons = self.coach.buttons()
        if self.asks:
            return {"button:menu": self.board.layout.menu} | buttons
        return super().targets() | buttons

    def spoken(self) -> str:
        return _("Go on") if self.asks else super().spoken()

    def news(self) -> Sequence[str]:
        """What the coach says comes last: it tells what to do."""
        told, self._coach_heard = self._coach_heard, self.told
        return [*super().news(), *([self.told] if self.told != told else ())]

    _coach_heard = ""

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self.coach = self._made_coach(size)

    def relabel(self) -> None:
        super().relabel()
        self._speak()

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        skin = table_skin(self.stage.services.theme, self.stage.size)
        if not self.is_settling:
            draw_pointers(surface, skin, self._boxes(skin))
        focused = "button:go_on" if self.asks else ""
        self.coach.draw(surface, self._hovered, focused)
