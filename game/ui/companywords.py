"""How opponents are called on screen, and how strong they are in a sentence."""

from collections.abc import Mapping, Sequence
from typing import Final

from game.session.allowed import ChosenOpponent
from game.session.company import Company
from game.ui.text import N_, _

LEVELS: Final[Mapping[str, tuple[str, str]]] = {
    "beginner": (
        N_("Beginner"),
        N_("Has just learned the rules: breaks up pairs, forgets what was thrown, drops early."),
    ),
    "casual": (
        N_("Casual"),
        N_("Plays for fun: lays what it can, drops at a fixed count, seldom looks at others."),
    ),
    "regular": (
        N_("Regular"),
        N_("Plays every week: keeps pairs, watches the table, drops later when others lie low."),
    ),
    "expert": (
        N_("Expert"),
        N_("Remembers what was taken and thrown, and knows what every house rule is worth."),
    ),
    "master": (
        N_("Master"),
        N_("Weighs what everybody may hold, and lies in wait when that pays."),
    ),
}
"""By name: title, and character."""
_AT_HEART: Final[Mapping[str, str]] = {
    "beginner": N_("Has just learned the rules."),
    "casual": N_("Plays for fun."),
    "regular": N_("Plays every week."),
}
"""What is left of a character where a style has habits of its own."""
STYLES: Final[Mapping[str, tuple[str, str]]] = {
    "plain": (N_("Plain"), N_("Plays as its level does.")),
    "cautious": (N_("Cautious"), N_("Drops only when sure, and throws nothing others may want.")),
    "hustler": (N_("Hustler"), N_("Drops early, before anybody has sorted a hand.")),
    "hoarder": (N_("Hoarder"), N_("Hardly parts with what may yet become a spread.")),
    "hitter": (N_("Hitter"), N_("Takes what it can lay, and would rather go out than drop.")),
}
"""By name: title, and habit."""


def level_title(level: str) -> str:
    """What a level is called; a bot from elsewhere goes by its own name."""
    return _(LEVELS[level][0]) if level in LEVELS else level


def style_title(style: str) -> str:
    """What a style is called."""
    return _(STYLES[style][0]) if style in STYLES else style


def opponent_words(company: Company, chosen: ChosenOpponent) -> str:
    """Level, and style where it has one."""
    known = company.known(chosen)
    if known.style == company.plain:
        return level_title(known.level)
    return _("{level}, {style}").format(
        level=level_title(known.level), style=style_title(known.style)
    )


def bot_words(bot: str) -> str:
    """The same of a bot that sits at a table, from the one word that names it."""
    level, _stroke, style = bot.partition("/")
    if not style:
        return level_title(level)
    return _("{level}, {style}").format(level=level_title(level), style=style_title(style))


def company_words(company: Company, chosen: Sequence[ChosenOpponent]) -> str:
    """A whole table of opponents in a word or two."""
    words = {opponent_words(company, each) for each in chosen}
    if not words:
        return level_title(company.usual)
    return words.pop() if len(words) == 1 else _("Mixed company")


def character(company: Company, chosen: ChosenOpponent) -> str:
    """What an opponent is like, in a sentence or two."""
    known = company.known(chosen)
    level = LEVELS[known.level][1] if known.level in LEVELS else ""
    if known.style == company.plain or known.style not in STYLES:
        return _(level) if level else ""
    style = _(STYLES[known.style][1])
    return f"{_(_AT_HEART.get(known.level, level))} {style}" if level else style
