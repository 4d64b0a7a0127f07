"""The rule sets to choose from: presets, the player's own, leftover drafts."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.rule_files import NamedRules, OwnRules, RulesError, folded
from game.rules.presets import PRESETS
from game.rules.sharecode import LONGEST_NAME
from game.saves.own_rules import delete_rules, save_rules
from game.ui.rulesets.rule_texts import title_of
from game.ui.text.language import _, amount_text
from game.ui.text.sessions import rules_title

if TYPE_CHECKING:
    from game.rules.ruleset import RuleSet
    from game.saves.history import History
    from game.saves.settings import SettingsStore

STANDARD_NAME: Final = "standard"


class Shelf:
    """The rule sets to choose from; own sets are read again on request."""

    def __init__(self, settings: SettingsStore) -> None:
        """Create the shelf; a program without saved settings has no own sets either."""
        self._folder = settings.path.parent if settings.path else None
        self.own = OwnRules()
        self.refresh()

    @property
    def folder(self) -> Path | None:
        """The folder of all saved files."""
        return self._folder

    def refresh(self) -> None:
        """Read the folder again."""
        self.own = OwnRules.in_folder(self._folder) if self._folder else OwnRules()

    def sets(self) -> tuple[NamedRules, ...]:
        """Return the player's own sets, then the presets."""
        return (*self.own.sets, *map(NamedRules.of_preset, PRESETS))

    def named(self, name: str) -> NamedRules | None:
        """Return the set with that name, if any."""
        return next((each for each in self.sets() if folded(each.name) == folded(name)), None)

    def like(self, rules: RuleSet, prefer: str = "") -> NamedRules | None:
        """Return a set like ``rules``, whatever the stake; preferably the one named ``prefer``."""
        plain = rules.changed(stake=1)
        found = [each for each in self.sets() if each.rules.changed(stake=1) == plain]
        preferred = [each for each in found if folded(each.name) == folded(prefer)]
        return next(iter((*preferred, *found)), None)

    def free_name(self, wanted: str) -> str:
        """Return an unused name for a new set."""
        names = chain((wanted,), (f"{wanted} {number}" for number in count(2)))
        return next(name for name in names if self.named(name) is None)

    def keep(self, named: NamedRules, replaces: str) -> NamedRules:
        """Save an own set to its file; `RulesError` or `StoreError` if that is impossible."""
        if self._folder is None:
            raise RulesError(_("saving is turned off"))
        kept = save_rules(named, self._folder, replaces=replaces)
        self.refresh()
        return kept

    def delete(self, name: str) -> None:
        """Delete an own set; `RulesError` or `StoreError`, in one line, if it cannot be."""
        delete_rules(name, self._folder)
        self.refresh()


def chosen(settings: SettingsStore) -> tuple[NamedRules, bool]:
    """Return the rules last chosen and whether they still exist; if not, the standard game."""
    name = settings.settings.rules
    found = Shelf(settings).named(name)
    return (found, True) if found else (NamedRules.of_preset(STANDARD_NAME), False)


def copy_of(named: NamedRules, title: str, shelf: Shelf) -> NamedRules:
    """Return a new set with the same rules."""
    wanted = _("My {name}").format(name=title) if named.kind == "preset" else title
    name = wanted[:LONGEST_NAME].strip()
    if shelf.named(name) is not None:
        name = shelf.free_name(wanted[: LONGEST_NAME - 6].strip())  # a number is added
    return replace(named, name=name, kind="own", path=None)


class RuleNames:
    """The titles of rule sets, cached; equal ones of unnamed sets are numbered."""

    def __init__(self, history: History, settings: SettingsStore) -> None:
        self._history, self._settings = history, settings
        self._known: dict[int, str] = {}
        self._unnumbered: dict[int, str] = {}

    def of(self, number: int) -> str:
        """Return the title of a rule set, by its number in the history."""
        if number not in self._known:
            self._known[number] = self._numbered(number)
        return self._known[number]

    def are_for_points(self, number: int) -> bool:
        """Return whether scoring is push-up, where stakes change hands only in side pots."""
        return self._history.rules(number).rules.is_push_up

    def _numbered(self, number: int) -> str:
        """Return the title with a number, if sets that were played earlier have the same one."""
        title = self._title(number)
        if self._history.rules(number).called:
            return title
        earlier = (each for each in self._history.rule_sets() if each < number)
        alike = sum(
            not self._history.rules(each).called and self._title(each) == title for each in earlier
        )
        if not alike:
            return title
        return _("{title} ({number})").format(title=title, number=amount_text(1 + alike))

    def _title(self, number: int) -> str:
        """Return the name it was chosen by, that of an equal set, or of the nearest preset."""
        if number not in self._unnumbered:
            played = self._history.rules(number)
            alike = None if played.called else Shelf(self._settings).like(played.rules)
            self._unnumbered[number] = (
                rules_title(played.rules, played.called) if alike is None else title_of(alike)
            )
        return self._unnumbered[number]
