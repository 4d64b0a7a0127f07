"""In windows of every size nothing is cut off, nothing lies outside, and every target is large."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pygame import Rect

from game.menus.new_game import NewGameScene
from game.rule_files import NamedRules
from game.rules.presets import preset
from game.rules.ruleset import OPTIONS
from game.rules.sharecode import code_of
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.skin import Skin
from game.ui.pages.page import Page
from game.ui.rulesets.choose import ChooseRulesScene
from game.ui.rulesets.draft import Draft, Entry
from game.ui.rulesets.editor import EditorScene, LeavingScene
from game.ui.rulesets.natural import NaturalScene
from game.ui.rulesets.rule_texts import Known
from game.ui.rulesets.sharing import EnterCodeScene, ShareScene
from game.ui.rulesets.shelf import Shelf
from game.ui.rulesets.wording import WordingScene
from game.ui.session.table_rules import DifferencesScene, TableRulesScene
from game.ui.shell.loop import App
from tests.shares import share
from tests.ui.rulesets.hands import a_set, own_draft, window
from tests.ui.stage import SIZES, row_list, shown, targets, turns

LONG_NAME = "Friday night at the old fire station in Rushville, Indiana.."
SMALL, LARGE = (960, 540), (3840, 2160)


def worst_draft() -> Draft:
    """Much is changed, some is refused, and much is to be minded."""
    draft = Draft(NamedRules(LONG_NAME, preset("chicago"), "chicago"))
    for key, value in {
        "jokers": 123456,
        "hand_size": 9,
        "tonk_pays": 0,
        "booed": True,
        "hit_books": False,
        "complete_books": "buried",
        "spread_out": False,
        "tonk_needs": "spreads_only",
        "scoring": "push_up",
        "big_one": 3,
    }.items():
        draft.put(key, value)
    return draft


def editor(app: App, draft: Draft | None = None) -> EditorScene:
    shelf = Shelf(app.services.settings)
    return EditorScene(app, shelf, draft or worst_draft(), lambda _named, _before: None)


def worded() -> Draft:
    """Much is noted, and many things have words of their own."""
    draft = worst_draft()
    draft.note = "Whoever deals brings the coins, and nobody slaps after midnight.\n" * 9
    draft.words = tuple((f"the long way round, number {n}", "a discard") for n in range(12))
    return draft


def typed_code(app: App, text: str) -> EnterCodeScene:
    scene = EnterCodeScene(app, lambda _named: True)
    scene.field.insert(text)
    return scene


def natural(app: App, entry: Entry) -> NaturalScene:
    draft = own_draft()
    draft.put("naturals", (Entry(), entry))
    return NaturalScene(app, draft, 1, app.wake)


PAGES: dict[str, Callable[[App], Page]] = {
    "new game": NewGameScene,
    "choose": lambda app: ChooseRulesScene(app, lambda: None),
    "editor": editor,
    "editor, new": lambda app: editor(app, own_draft()),
    "natural by count": lambda app: natural(app, Entry(pays=123456)),
    "natural of faces": lambda app: natural(app, Entry("all_faces")),
    "natural with a tie of its own": lambda app: natural(
        app, Entry("at_most", 15, low_wins=True, tie="split")
    ),
    "natural with all it may hold": lambda app: natural(
        app, Entry("at_most", 15, rank=1, low_wins=True, open=False, tie="split")
    ),
    "natural in turn": lambda app: natural(app, Entry("at_most", 15, "many", when="turn")),
    "leaving": lambda app: LeavingScene(app, editor(app)),
    "share": lambda app: ShareScene(app, code_of(preset("chicago")), LONG_NAME),
    "share, long": lambda app: ShareScene(app, "TONK1" + "-ABCD" * 200, "Long"),
    "code": lambda app: typed_code(app, ""),
    "code, wrong": lambda app: typed_code(app, "TONK1-" + "W" * 300),
    "code, right": lambda app: typed_code(app, code_of(preset("new_jersey"))),
    "differences": lambda app: DifferencesScene(app, preset("chicago"), Known(LONG_NAME)),
    "differences, few": lambda app: DifferencesScene(app, preset("slap"), Known("Slap")),
    "words": lambda app: WordingScene(app, worded(), app.wake),
    "rules in force": lambda app: TableRulesScene(
        app, preset("chicago"), Known("Washington, D.C.")
    ),
}


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text of which the end had to be left out."""
    found: list[str] = []
    fitted = Skin.fitted

    def watched(
        self: Skin, text: str, width: int, units: float = 22.0, *, bold: bool = False
    ) -> str:
        done = fitted(self, text, width, units, bold=bold)
        if done != text:
            found.append(text)
        return done

    monkeypatch.setattr(Skin, "fitted", watched)
    return found


def check(app: App, cut: list[str], what: str) -> None:
    """Nothing is cut off, outside, small, or under something else."""
    space = Rect((0, 0), app.size)
    page = app.top
    assert isinstance(page, Page)
    assert cut == [], what
    for widget in page.form.widgets:
        # A button within a text has no size while the text is scrolled away from it.
        assert not any(widget.rect.size) or space.contains(widget.rect), (what, widget.name)
    clickable = targets(app)
    boxes = list(clickable.values())
    for number, (name, box) in enumerate(clickable.items()):
        assert space.contains(box), (what, name)
        assert min(box.size) >= SMALLEST_TARGET, (what, name)
        assert box.collidelist(boxes[number + 1 :]) == -1, (what, name)


@pytest.mark.share(1)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_fits_every_window(
    tmp_path: Path, cut: list[str], size: tuple[int, int]
) -> None:
    a_set(tmp_path, LONG_NAME, jokers=2)
    with window(tmp_path, size) as app:
        app.change(rules=LONG_NAME)
        assert app.size == size
        for name in share([*PAGES], 12):
            cut.clear()
            shown(app, PAGES[name](app))
            check(app, cut, name)
            app.home()


@pytest.mark.share(2)
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
@pytest.mark.parametrize("draft", [own_draft, worst_draft], ids=["new", "worst"])
def test_every_rule_is_explained_whole(
    tmp_path: Path, cut: list[str], draft: Callable[[], Draft], size: tuple[int, int]
) -> None:
    with window(tmp_path, size) as app:
        scene = editor(app, draft())
        shown(app, scene)
        for key in OPTIONS:
            scene.show_rule(key)
            app.wake()
            turns(app)
            check(app, cut, key)
            pane = scene.pane
            lowest = max(box.bottom for box, *_rest in pane.texts)
            assert pane.rect.contains(Rect(pane.rect.x, lowest - 1, 1, 1)), key
            for widget in pane.widgets:
                assert pane.rect.inflate(8, 8).contains(widget.rect), (key, widget.name)
            for values in (each for each in pane.widgets if each.name == "values"):
                assert values.rect.height >= 90 * size[1] // 720, key


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
def test_every_set_is_told_whole(tmp_path: Path, cut: list[str], size: tuple[int, int]) -> None:
    with window(tmp_path, size) as app:
        scene = ChooseRulesScene(app, lambda: None)
        shown(app, scene)
        for row in row_list(scene, "sets").rows:
            scene.go_to(row.key)
            app.wake()
            turns(app)
            check(app, cut, row.key)
