"""The pages that other pages open; each is imported when first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.play.practice import Practice
    from game.play.session import Session
    from game.rule_files import NamedRules
    from game.saves.review_queue import Job
    from game.ui.shell.scene import Scene, Stage


class LazyPages:
    """The pages of the game (``Pages`` in ``scene.py``)."""

    def table(self, stage: Stage, session: Session, is_waiting: bool) -> Scene:
        from game.ui.session.table_scene import TableScene

        return TableScene(stage, session, is_waiting)

    def practice_table(self, stage: Stage, practice: Practice) -> Scene:
        from game.features.study.practice.table_page import PracticeScene

        return PracticeScene(stage, practice)

    def practise(self, stage: Stage, practice: Practice) -> None:
        from game.ui.session.starting import practise

        practise(stage, practice)

    def practise_rules(self, stage: Stage, named: NamedRules) -> None:
        from game.features.study.practice.page import begin

        begin(stage, named)

    def new_game(self, stage: Stage) -> Scene:
        from game.menus.new_game import NewGameScene

        return NewGameScene(stage)

    def saved_hands(self, stage: Stage) -> Scene:
        from game.features.records.saved_hands.page import SavedScene

        return SavedScene(stage)

    def review(self, stage: Stage, job: Job) -> Scene:
        from game.features.study.review.page import ReviewScene

        return ReviewScene(stage, job)

    def lesson(self, stage: Stage, named: NamedRules) -> Scene:
        from game.features.study.drills.page import lesson

        return lesson(stage, named)

    def drill(self, stage: Stage, kind: str, table: tuple[NamedRules, int] | None) -> Scene:
        from game.features.study.drills.page import drill_of

        return drill_of(stage, kind, table)

    def shortcuts(self, stage: Stage, keys: str) -> Scene:
        from game.ui.settings.shortcuts import ShortcutsScene

        return ShortcutsScene(stage, keys)
