"""Rule sets of every kind, for properties that hold of all of them."""

from typing import Final

from hypothesis import strategies as st

from game.rules.naturals import TIES, Natural
from game.rules.presets import PRESETS, preset
from game.rules.ruleset import OPTIONS, RuleError, RuleSet
from game.rules.value_types import Flag, Letters, Naturals, OneOf, Values, Whole, WholeOr

_LARGEST: Final = 10**100 - 1


def _naturals() -> st.SearchStrategy[Natural]:
    return st.builds(
        lambda match, value, pays, rank, low_wins, when, is_open, tie: Natural(
            match, 0 if match == "all_faces" else value, pays, rank, low_wins, when, is_open, tie
        ),
        st.sampled_from(("count", "at_most", "all_faces")),
        st.integers(0, 90) | st.integers(0, _LARGEST),
        st.integers(1, 9) | st.integers(1, _LARGEST),
        st.integers(-3, 3) | st.integers(-_LARGEST, _LARGEST),
        st.booleans(),
        st.sampled_from(("deal", "turn")),
        st.booleans(),
        st.sampled_from((None, *TIES)),
    )


def values_of(values: Values) -> st.SearchStrategy[object]:
    """Anything that the key may hold by itself."""
    match values:
        case Flag():
            return st.booleans()
        case OneOf(names):
            return st.sampled_from(names)
        case Whole(least, most):
            return st.integers(least, least + 20 if most is None else most) | st.integers(
                least, _LARGEST if most is None else most
            )
        case WholeOr(least, most, word):
            return st.integers(least, most) | st.just(word)
        case Letters(of):
            return st.sets(st.sampled_from(of), min_size=1).map(
                lambda kept: "".join(letter for letter in of if letter in kept)
            )
        case Naturals():
            return st.lists(_naturals(), max_size=5).map(tuple)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with any of its keys changed; what two keys together forbid is set right."""
    rules = preset(draw(st.sampled_from(PRESETS)))
    for key in draw(st.sets(st.sampled_from(tuple(OPTIONS)))):
        value = draw(values_of(OPTIONS[key].values))
        try:
            rules = rules.changed(**{key: value})
        except RuleError:
            continue  # two keys that exclude each other: this one stays as it was
    return rules
