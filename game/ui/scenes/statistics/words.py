"""How hands, rules and opponents are called where they are counted and listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from game.rules.presets import nearest_preset
from game.rules.presettexts import PRESET_TEXTS
from game.session.ruletext import folded
from game.ui.companywords import bot_words
from game.ui.numbers import percent_text, signed_text
from game.ui.sessionwords import points_text
from game.ui.text import N_, _

if TYPE_CHECKING:
    from game.session.history import History
    from game.session.plan import Player
    from game.session.played import PlayedRules
    from game.session.settings import SettingsStore

ENDINGS: Final[Mapping[str, str]] = {
    "tonk": N_("Tonk"),
    "out": N_("Last card discarded"),
    "drop": N_("Drop won"),
    "caught": N_("Drop caught"),
    "natural": N_("Natural"),
    "stockout": N_("Stock out"),
    "double_double": N_("Double-double"),
    "void": N_("Void"),
}


def ending_title(ending: str) -> str:
    """How a hand ended, in a word or two."""
    return _(ENDINGS.get(ending, ending))


class RuleNames:
    """What rule sets are called on screen, looked up once each."""

    def __init__(self, history: History, settings: SettingsStore) -> None:
        self._history, self._settings = history, settings
        self._known: dict[int, str] = {}

    def of(self, number: int) -> str:
        """The title of a rule set, by its number in the history."""
        if number not in self._known:
            self._known[number] = self._title(self._history.rules(number))
        return self._known[number]

    def are_for_points(self, number: int) -> bool:
        """Whether points are pushed up, and no stakes change hands but for side pots."""
        return self._history.rules(number).rules.scoring == "push_up"

    def _title(self, played: PlayedRules) -> str:
        """By the name it was chosen by; else as a set that plays so; else as what it is near to."""
        if played.called:
            return _(PRESET_TEXTS[played.called].title) if is_preset(played) else played.called
        from game.ui.scenes.rulesets.said import title_of
        from game.ui.scenes.rulesets.shelf import Shelf

        alike = Shelf(self._settings).like(played.rules)
        if alike is not None:
            return title_of(alike)
        base = _(PRESET_TEXTS[nearest_preset(played.rules)].title)
        return _("{preset}, changed").format(preset=base)


def brought_text(stakes: int, points: int, *, is_for_points: bool) -> str:
    """What hands have brought: stakes, or the points added where it is about them."""
    return points_text(points) if is_for_points and not stakes else signed_text(stakes)


def is_preset(played: PlayedRules) -> bool:
    """Whether the rules are known by the name of one of the game's own sets."""
    return folded(played.called) in PRESET_TEXTS


def opponent_title(player: Player) -> str:
    """An opponent's name and strength."""
    if player.level in {"", "?"}:
        return player.name
    return _("{name} ({level})").format(name=player.name, level=bot_words(player.level))


def share_text(share: float) -> str:
    """A part of a whole, in percent."""
    return percent_text(100 * share)
