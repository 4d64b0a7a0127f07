"""Screen reading with the system's voice: what has the focus, and what happens.

The voice is imported only when there is something to say (`voice.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from game.ui.kit.widget import sentences
from game.ui.shell.keys import ACTIONS, key_text
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
        self._explained: set[str] = set()
        self._has_complained = False

    def follow(
        self,
        scene: Scene | None,
        language: str,
        *,
        wanted: bool,
        notice: str = "",
        tip: str = "",
    ) -> None:
        """Say which screen has opened, what has happened on it, and what has the focus.

        `notice` is the notice shown over it, `tip` the tooltip of the focus, if any. Of tips, each
        sentence is said once on a screen, if the words of the focus lack it.
        """
        if scene is None or not wanted:
            self._scene, self._focus, self._notice = None, "", notice
            return
        is_new, self._scene = scene is not self._scene, scene
        notices = [notice] if notice != self._notice else []
        news, focus = [*notices, *scene.news()], scene.spoken()
        footnotes, self._notice = scene.footnotes(), notice
        is_elsewhere = is_new or focus != self._focus
        self._focus = focus or self._focus  # nothing is said of it while cards move
        heading = scene.heading if is_new else ""
        is_in_focus = bool(heading) and focus.startswith(sentences(heading))
        if is_new:
            self._explained.clear()
        explained = [each for each in self._beyond_focus(tip) if each not in self._explained]
        self._explained.update(explained)
        parts = ("" if is_in_focus else heading, *news, focus if is_elsewhere else "", *footnotes)
        if text := sentences(*parts, *explained):
            interrupts = bool(heading) or (is_elsewhere and bool(focus) and not news)
            self._speak(Saying(in_words(text), language_of(language), interrupts))

    def _beyond_focus(self, tip: str) -> Iterator[str]:
        """Yield the sentences of a tip, or their ends, that the focus does not say itself."""

        def split(text: str) -> list[str]:
            parts = re.split(r"(?<=[.!?…])\s+|(?<=[。！？])", plain(text))
            return [part.strip(" .。") for part in parts]

        known, keys = ["", *split(self._focus)], {"Esc", *map(key_text, ACTIONS)}
        for sentence in split(tip):
            begun = max((each for each in known if sentence.startswith(each)), key=len)
            rest = sentence.removeprefix(begun)
            # The tip of a pile names it, and then its key in brackets.
            more = re.fullmatch(r"\s*([(（:：])\s*(.*?)\s*[)）]?", rest)
            if rest := more[2] if more else rest and sentence:
                is_key = more and more[1] in "(（" and rest in keys
                yield _("Key {key}").format(key=rest) if is_key else rest

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
    """Return a text as it is spoken: cards and suits by name, with a pause between cards."""
    card = f"([{''.join(_RANKS)}]|[0-9]+)([{''.join(_SIGNS)}])"
    joker = _("joker")
    one = rf"(?:{card}|{joker})(?: ?[(（][^)）]*[)）])?"
    text = re.sub(rf"(?<!\w)({one}) (?={one})", lambda found: found[1] + _(", "), plain(text))
    text = re.sub(card, _card_words, text)
    blank = " " if _(".").isascii() else ""
    # TRANSLATORS: spoken between points that are added and the points that there are then.
    then = _(", now ")
    text = re.sub(r"(?<=\d)\s*→\s*(?=\d)", then, text)
    for sign, name in _SIGNS.items():
        text = re.sub(rf"{sign}\s*(?={re.escape(_(name))})", "", text)
        text = text.replace(sign, f"{blank}{_(name)}{blank}")
    return " ".join(text.split())


def _card_words(card: re.Match[str]) -> str:
    rank, sign = card.groups()
    name = _(_RANKS[rank]) if rank in _RANKS else rank
    return _("{rank} of {suit}").format(rank=name, suit=_(_SIGNS[sign]))
