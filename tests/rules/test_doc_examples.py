"""The examples at the head of what the rules offer to everybody else do what they say."""

import doctest

import pytest

from game.rules import hand, position, record, ruleset, sharecode, view


@pytest.mark.parametrize("module", [hand, position, record, ruleset, sharecode, view])
def test_the_examples_of_a_module_hold(module: object) -> None:
    tried = doctest.testmod(module)  # type: ignore[arg-type]  # a module, which mypy calls an object
    assert tried.attempted
    assert not tried.failed
