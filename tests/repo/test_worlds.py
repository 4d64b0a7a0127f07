"""What needs more than one Python has a marker that the README names; shares have a whole."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.conftest import WORLDS
from tests.long import every
from tests.shares import EVERY, share
from tests.ui.table.test_in_window import LAWS, SHARE

ROOT = Path(__file__).resolve().parents[2]


def test_the_readme_names_each_marker() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    markers = project["tool"]["pytest"]["ini_options"]["markers"]
    assert {marker.partition(":")[0] for marker in markers} == {"share(count)", *WORLDS}
    page = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## Test\n")[2]
    assert set(re.findall(r"^\| `([a-z]+)` \|", page, re.MULTILINE)) == WORLDS


@pytest.mark.skipif(EVERY, reason="then a share is all")
def test_a_share_comes_from_all_over_and_a_new_case_moves_few() -> None:
    cases = [f"case {number}" for number in range(100)]
    drawn = share(cases, 7, drawn_by="")
    assert [cases.index(case) * 7 // 100 for case in drawn] == list(range(7))
    assert len(set(share([*cases, "new"], 7, drawn_by="")) & set(drawn)) >= 4
    assert share(cases[:5], 7) == cases[:5]


@pytest.mark.skipif(EVERY, reason="then a share is all")
def test_in_time_other_words_draw_every_case() -> None:
    cases = [f"case {number}" for number in range(20)]
    words = [f"commit {number}" for number in range(200)]
    drawn = [share(cases, 3, drawn_by=word) for word in words]
    assert {case for each in drawn for case in each} == set(cases)
    assert drawn == [share(cases, 3, drawn_by=word) for word in words]


@pytest.mark.share(3)
@pytest.mark.parametrize("number", range(20))
def test_of_a_test_that_is_marked_as_many_cases_are_tried(
    number: int, request: pytest.FixtureRequest
) -> None:
    mine = [
        each for each in request.session.items if each.name.startswith(request.node.originalname)
    ]
    assert len(mine) == (20 if EVERY else 3)


def test_the_long_run_tries_what_the_usual_one_tries_a_share_of(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ["--collect-only", "-q", "-n0", "-p", "no:cacheprovider", "-k", "further_rules"]
    assert every.main(["tests/ui/table/test_in_window.py", *words]) == 0
    told = capfd.readouterr().out
    assert told.count("test_further_rules_are_played_in_the_real_window[") == len(LAWS)
    assert set(SHARE) < set(LAWS)
    assert every.main([]) == 2
