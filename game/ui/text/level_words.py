"""Names and descriptions of levels, styles and opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from game.play.chosen_opponents import ChosenOpponent
from game.play.opponents import ADAPTIVE, Opponents, Study, level_of
from game.ui.text.language import N_, _, amount_text, in_a_row

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet

LEVELS: Final[Mapping[str, tuple[str, str]]] = {
    "beginner": (
        N_("Beginner"),
        N_(
            "New to the rules: breaks up pairs, waits for cards that are gone, misses wins. But "
            "lays all it can, and never takes a card for nothing."
        ),
    ),
    "casual": (
        N_("Casual"),
        N_(
            "Plays for fun: breaks up pairs, lets good discards go by, gets caught a lot. But "
            "lays all it can, and never misses a win."
        ),
    ),
    "regular": (
        N_("Regular"),
        N_(
            "Plays every week: breaks up a pair now and then, lets good discards go by, is slow "
            "to drop. But hardly ever drops too high, and never misses a win."
        ),
    ),
    "expert": (
        N_("Expert"),
        N_(
            "Knows every house rule: slow to drop, picky about discards, and still caught now and "
            "then. But hardly ever breaks up a pair or drops too high."
        ),
    ),
    "master": (
        N_("Master"),
        N_(
            "Weighs what everyone might hold: sits on a low hand, keeps spreads up its sleeve, "
            "and gets caught now and then. But never breaks up a pair for nothing or lets a good "
            "discard go by."
        ),
    ),
}
"""The levels by name: title and character."""
_ADAPTIVE: Final = (N_("Adaptive"), N_("Plays like Master, and studies your saved hands."))
_AT_HEART: Final[Mapping[str, str]] = {
    "beginner": N_("New to the rules."),
    "casual": N_("Plays for fun."),
    "regular": N_("Plays every week."),
    "expert": N_("Knows every house rule."),
    "master": N_("Weighs what everyone might hold."),
}
"""The characters of levels that also have a style, whose habit is added."""
STYLES: Final[Mapping[str, tuple[str, str]]] = {
    "plain": (N_("Plain"), N_("Plays true to its level.")),
    "cautious": (N_("Cautious"), N_("Drops only when sure, and discards nothing others want.")),
    "hustler": (N_("Hustler"), N_("Drops early, before anyone has sorted a hand.")),
    "hoarder": (N_("Hoarder"), N_("Hates to part with anything that might become a spread.")),
    "hitter": (N_("Hitter"), N_("Takes what it can lay, and prefers going out to dropping.")),
}
"""The styles by name: title and habit."""


def level_title(level: str) -> str:
    """Return the title of a level; a bot from elsewhere goes by its own name."""
    if level == ADAPTIVE:
        return _(_ADAPTIVE[0])
    return _(LEVELS[level][0]) if level in LEVELS else level


def no_kernel_sentence() -> str:
    """Return why Master, the coach and explorations are unavailable."""
    return _("Master, hints, reviews and drills need a part of Tonk that wasn't installed.")


def unpriced_sentence(rules: RuleSet) -> str:
    """Return why hints, reviews and explorations are unavailable under these rules; empty if they
    are available.
    """
    most = 1_000_000_000  # stakes: the most that the kernel can pay
    if rules.paying_at_most(most) == rules:
        return ""
    words = _("The coach can't help where a payment is more than {most} stakes.")
    return words.format(most=amount_text(most))


def study_sentence(study: Study) -> str:
    """Say what the adaptive opponent knows of the player, and how it uses that."""
    if not study.habit:
        return _("It hasn't found a habit of yours to use against you.")
    return _(
        "You drop early: {caught} of your last {drops} drops were caught. With two at the table "
        "it keeps low cards and waits for your drop."
    ).format(caught=amount_text(study.caught), drops=amount_text(study.drops))


def style_title(style: str) -> str:
    """Return the title of a style."""
    return _(STYLES[style][0]) if style in STYLES else style


def opponent_words(opponents: Opponents, chosen: ChosenOpponent) -> str:
    """Return the level, and the style if there is one."""
    known = opponents.known(chosen)
    if known.style == opponents.plain:
        return level_title(known.level)
    return _("{level}, {style}").format(
        level=level_title(known.level), style=style_title(known.style)
    )


def bot_words(bot: str) -> str:
    """Return the level and style of a bot at a table, from its one-word name."""
    level, style = level_of(bot), bot.partition("/")[2]
    if not style:
        return level_title(level)
    return _("{level}, {style}").format(level=level_title(level), style=style_title(style))


def opponents_words(opponents: Opponents, chosen: Sequence[ChosenOpponent]) -> str:
    """Return a whole table of opponents, in a word or two."""
    words = {opponent_words(opponents, each) for each in chosen}
    if not words:
        return level_title(opponents.usual)
    return words.pop() if len(words) == 1 else _("Mixed company")


def character(opponents: Opponents, chosen: ChosenOpponent) -> str:
    """Return the character of an opponent, in a sentence or two."""
    known = opponents.known(chosen)
    if opponents.study and known.level == ADAPTIVE:
        return in_a_row((_(_ADAPTIVE[1]), study_sentence(opponents.study())))
    return _character(known.level, "" if known.style == opponents.plain else known.style)


def bot_character(bot: str) -> str:
    """Return the character of a bot at a table, from its one-word name; empty if unknown."""
    level = level_of(bot)
    return _(_ADAPTIVE[1]) if level == ADAPTIVE else _character(level, bot.partition("/")[2])


def _character(level: str, style: str) -> str:
    words = LEVELS[level][1] if level in LEVELS else ""
    if style not in STYLES:
        return _(words) if words else ""
    habit = _(STYLES[style][1])
    return in_a_row((_(_AT_HEART.get(level, words)), habit)) if words else habit
