"""What a rule set does, in words: names and values of figures, and what good play changes.

The figures and facts come from the bots (``ai.explore``); this module only knows their names.
"""

from collections.abc import Mapping
from typing import Final

from game.play.advice import Measurement, RuleFact
from game.rules.ruleset import OPTIONS, RuleSet
from game.ui.text.language import N_, _, decimal_text
from game.ui.text.level_words import level_title
from game.ui.text.move_words import ending_title
from game.verdicts import SURE

FIGURES: Final = {
    "pay": N_("Average won or lost, per seat and hand"),
    "winner": N_("What the winner takes per hand"),
    "swing": N_("Usual swing of a hand, up or down"),
    "turns": N_("Turns per hand"),
    "actions": N_("Moves per hand"),
    "drop_caught": N_("Drops caught"),
}
"""The titles of figures."""
HABITS: Final = {
    "take": N_("takes the top discard"),
    "hold": N_("holds a spread that could be laid"),
    "hit": N_("hits when it can"),
    "drop": N_("drops when it can"),
    "first_drop": N_("drops on its first turn"),
    "slap": N_("slaps when it can"),
    "count": N_("drops with a count of"),
}
_ADVICE: Final = {
    "hold": (N_("Hold spreads more often."), N_("Lay spreads sooner.")),
    "take": (N_("Take the discard more often."), N_("Take the discard less often: draw.")),
    "hit": (N_("Hit more often."), N_("Hit less often: think twice.")),
    "drop": (N_("Don't be shy about dropping."), N_("Wait longer before you drop.")),
    "threshold": (
        N_("On turn {detail} you can drop with a higher count."),
        N_("On turn {detail} drop only with a lower count."),
    ),
    "slap": (N_("Watch every discard: slaps pay."),) * 2,
    "unaware": (N_("Mind “{detail}”: forgetting it costs you."),) * 2,
    "caught": (N_("A drop is caught more often."), N_("A drop is caught less often.")),
    "end": (N_("More hands end like this: {detail}."), N_("Fewer hands end like this: {detail}.")),
    "turns": (N_("Hands last longer: there is time to build."), N_("Hands are shorter: hurry.")),
    "swing": (N_("Hands swing more."), N_("Hands swing less.")),
    "seat": (N_("Going first is worth more."), N_("Going first is worth less.")),
}


def figure_title(name: str) -> str:
    """Return the title of a figure; a later version's figure goes by its own name."""
    if name in FIGURES:
        return _(FIGURES[name])
    head, _line, rest = name.partition("_")
    match head:
        case "end":
            return _("Ending “{ending}”").format(ending=ending_title(rest))
        case "seat":
            return _("Seat {n} from the dealer's left wins").format(n=int(rest) + 1)
        case "threshold":
            return _("Highest count to drop with on turn {n}").format(n=int(rest) + 1)
        case "unaware":
            return _("Not knowing “{rule}” costs").format(rule=rule_title(rest))
        case _ if rest in HABITS:
            return _("{who} {habit}").format(who=who_title(head), habit=_(HABITS[rest]))
        case _:
            return name


def who_title(who: str) -> str:
    """Return the title of a level, or of the coach."""
    return _("Coach") if who == "coach" else level_title(who)


def rule_title(key: str) -> str:
    """Return the title of a key of the rules."""
    return _(OPTIONS[key].label) if key in OPTIONS else key


def value_text(name: str, figure: Measurement) -> str:
    """Return a figure with its 95 % interval, with the same number of decimals."""
    value, width = figure.value, SURE * figure.error
    if name.startswith("threshold"):
        if value + width < 0:
            return _("never")
        value = max(value, 0.0)
    head, _line, rest = name.partition("_")
    if head in {"end", "drop"} or (rest in HABITS and rest != "count"):
        places = 1 if figure.error < 0.01 else 0  # precisely known shares get a decimal
        words = _("{percent}%").format(percent=_number(100 * value, places))
        return f"{words} ± {_number(100 * width, places)}"
    places = 1 if name.startswith(("turns", "actions", "threshold")) else 2
    return f"{_number(value, places)} ± {_number(width, places)}"


def _number(value: float, places: int) -> str:
    return decimal_text(round(value, places) + 0.0, places)  # avoids -0.0


def advice_sentence(fact: RuleFact, rules: RuleSet) -> str:
    """Return what to do under these rules, or what to expect."""
    detail = fact.detail
    if fact.kind == "hold" and fact.rises and rules.wait_after_spread:
        return _("Hold spreads: laying one makes you wait.")
    if fact.kind == "hold" and fact.rises and rules.count == "unmatched":
        return _("Hold spreads: they count nothing in your hand.")
    if fact.kind == "unaware":
        detail = rule_title(detail)
    elif fact.kind == "end":
        detail = ending_title(detail)
    return _(_ADVICE[fact.kind][not fact.rises]).format(detail=detail)


def evidence_sentence(fact: RuleFact) -> str:
    """Return the figure that a fact is based on."""
    name, here = figure_title(fact.figure), value_text(fact.figure, fact.here)
    if fact.usual is None:
        return _("{figure}: {here}.").format(figure=name, here=here)
    usual = value_text(fact.figure, fact.usual)
    words = _("{figure}: {here}; in the standard game {usual}.")
    return words.format(figure=name, here=here, usual=usual)


def nothing_differs(figures: Mapping[str, Measurement]) -> str:
    """Say that no fact was found, and if no turn was played, that."""
    if "actions" in figures and not figures["actions"].value:
        return _("No turn was played: naturals ended every hand.")
    return _(
        "Good play is much the same as in the standard game: no difference is both real and big "
        "enough to matter."
    )
