"""Screen reading with the system's voice: what has the focus, and what happens.

The voice is imported only when there is something to say (`voice.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.ui.kit.widget import sentences
from game.ui.shell.voice import Say, Saying
from game.ui.text.language import N_, _, plain
from game.ui.text.language import spoken as language_of

if TYPE_CHECKING:
    from game.ui.shell.scene import Scene

_SIGNS: Final = {"♣": N_("clubs"), "♦": N_("diamonds"), "♥": N_("hearts"), "♠": N_("spades")}
_RANKS: Final = {
    "A": N_("ace"),
    **dict.fromkeys("JV", N_("jack")),
    **dict.fromkeys("QD", N_("queen")),
    **dict.fromkeys("KR", N_("king")),
}


class Narrator:
    """Follows the screen and reads aloud what is new, while the player wants it."""

    def __init__(self, tell: Callable[[str], None], say: Say | None = None) -> None:
        """``tell`` shows a message if the system has no voice; ``say`` replaces the voice."""
        self._tell, self._say = tell, say
        self._scene: Scene | None = None
        self._focus = self._notice = ""
        self._has_complained = False

    def follow(self, scene: Scene | None, language: str, *, wanted: bool, notice: str = "") -> None:
        """Say which screen has opened, what has happened on it, and what has the focus.

        `notice` is the notice shown over it, if any.
        """
        if scene is None or not wanted:
            self._scene, self._focus, self._notice = None, "", notice
            return
        is_new, self._scene = scene is not self._scene, scene
        notices = [notice] if notice != self._notice else []
        news, focus = [*notices, *scene.news()], scene.spoken()
        self._notice = notice
        is_elsewhere = is_new or focus != self._focus
        self._focus = focus or self._focus  # nothing is said of it while cards move
        heading = scene.heading if is_new else ""
        if text := sentences(heading, *news, focus if is_elsewhere else ""):
            interrupts = not news or bool(heading)
            self._speak(Saying(in_words(text), language_of(language), interrupts))

    def _speak(self, saying: Saying) -> None:
        if self._say is None:
            from game.ui.shell.voice import system_voice

            self._say = system_voice()
        if self._say:
            self._say(saying)
        elif not self._has_complained:
            self._has_complained = True
            self._tell(_("This system has no voice for reading aloud."))


def in_words(text: str) -> str:
    """Return a text as it is spoken: cards and suits by name."""
    text = re.sub(f"([{''.join(_RANKS)}]|[0-9]+)([♣♦♥♠])", _card_words, plain(text))
    for sign, name in _SIGNS.items():
        text = text.replace(sign, f" {_(name)} ")
    return " ".join(text.split())


def _card_words(card: re.Match[str]) -> str:
    rank, sign = card.groups()
    name = _(_RANKS[rank]) if rank in _RANKS else rank
    return _("{rank} of {suit}").format(rank=name, suit=_(_SIGNS[sign]))
