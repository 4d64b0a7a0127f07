"""Rule sets at random, to test the engine under rules that no preset has."""

from random import Random
from typing import Final

from game.rules.naturals import TIES, Matcher, Natural
from game.rules.presets import PRESETS, earlier_preset
from game.rules.ruleset import OPTIONS, SHARE_CODE_KEYS, RuleError, RuleSet
from game.rules.value_types import Flag, Letters, Naturals, OneOf, Values, Whole, WholeOr

_CHANGED: Final = 0.3
"""How likely a key is to be drawn anew: most tables change a few things."""
_FAR: Final = 15
"""A number that may be larger is mostly drawn below: there it decides something."""
_LATER: Final = SHARE_CODE_KEYS[SHARE_CODE_KEYS.index("wait_after_hitting") :]
"""Keys newer than the figures of rules at random, drawn beside the dice: what else a seed gives
stays.
"""
_THEN: Final = PRESETS[: PRESETS.index("tunk") + 1]
"""The presets of those figures."""


def random_rules(random: Random, seats: int) -> RuleSet:
    """A valid rule set for ``seats`` seats: a preset, or ``standard``, with some keys changed."""
    rules = measured_rules(random, seats)
    beside = Random()
    beside.setstate(random.getstate())
    dice = Random(f"later keys {beside.random()}")
    later = [key for key in _LATER if dice.random() < _CHANGED]
    return rules.changed(**{key: _random_value(dice, OPTIONS[key].values) for key in later})


def measured_rules(random: Random, seats: int) -> RuleSet:
    """Return a rule set at random as it was drawn for the measured figures, without later keys and
    with the presets of then: each seed still gives the rule set of its figures.
    """
    while True:
        name = random.choice(_THEN) if random.random() < 0.5 else "standard"
        changes = {
            key: _random_value(random, option.values)
            for key, option in OPTIONS.items()
            if key not in _LATER and random.random() < _CHANGED
        }
        try:
            rules = earlier_preset(name).changed(**changes)
        except RuleError:
            continue
        if rules.can_seat(seats):
            return rules


def _random_value(random: Random, values: Values) -> object:
    match values:
        case Flag():
            return random.random() < 0.5
        case OneOf(allowed):
            return random.choice(allowed)
        case Whole(least, most) if most is None or (most > _FAR and random.random() < 0.6):
            return random.randint(least, least + (5 if most is None else _FAR))
        case Whole(least, most):
            return random.randint(least, most or 0)
        case WholeOr(least, most, word):
            return word if random.random() < 0.2 else random.randint(least, most)
        case Letters(of):
            # A stretch of letters in order, now and then with gaps.
            kept = [letter for letter in of if random.random() < 0.85]
            return "".join(kept) or of
        case Naturals():
            return tuple(_random_natural(random) for _ in range(random.randint(0, 3)))


def _random_natural(random: Random) -> Natural:
    matchers: tuple[Matcher, ...] = ("count", "at_most", "all_faces")
    match = random.choice(matchers)
    return Natural(
        match=match,
        value=0 if match == "all_faces" else random.randint(0, 60),
        pays=random.randint(1, 4),
        rank=random.randint(0, 2),
        low_wins=random.random() < 0.3,
        when="turn" if random.random() < 0.3 else "deal",
        open=random.random() < 0.7,
        tie=random.choice(TIES) if random.random() < 0.3 else None,
    )
