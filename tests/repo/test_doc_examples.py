"""The examples in the docstrings of the program's main modules do what they say."""

import doctest
from types import ModuleType

import pytest

import ai.coach
from ai.kernel import hands, is_available
from game import verdicts
from game.play import driver, session
from game.rules import hand, position, record, ruleset, sharecode, view
from game.saves import store
from game.ui.pages import page
from game.ui.viewer import replay_scene, table_view
from tests.ui.stage import stage


def check(module: ModuleType, **given: object) -> None:
    """Run the examples of a module, to which some names are given beside its own."""
    tried = doctest.testmod(module, extraglobs=given)
    assert tried.attempted
    assert not tried.failed


@pytest.mark.parametrize(
    "module", [hand, position, record, ruleset, sharecode, view, session, driver, store, verdicts]
)
def test_the_examples_of_a_module_hold(module: ModuleType) -> None:
    check(module)


@pytest.mark.skipif(not is_available(), reason="there is no kernel here")
@pytest.mark.parametrize("module", [hands, ai.coach])
def test_the_examples_that_need_the_kernel_hold(module: ModuleType) -> None:
    check(module)


@pytest.mark.parametrize("module", [page, replay_scene, table_view])
def test_the_examples_of_the_window_hold(module: ModuleType) -> None:
    with stage() as app:
        check(module, stage=app)
