"""Sentences about problems with files and saves: damage, other programs, full disks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.bundled_data import BrokenGameError
from game.files import StoreError
from game.rules.messages import Message, at, refusal_of
from game.rules.untrusted_input import printable
from game.saves.lock import ReplacedError, StoreBusyError
from game.saves.settings import FILE_NAME, Complaint, Loaded
from game.ui.text.language import N_, _, amount_text, date_text, in_a_row, ngettext
from game.ui.text.move_words import refused_text

if TYPE_CHECKING:
    from pathlib import Path

    from game.saves.archive import Damage
    from game.saves.lock import Holder
    from game.saves.transfer import BroughtIn

_LONGEST_NAME: Final = 60  # characters
"""The number of characters shown of a name from a file."""


def damage_sentence(damage: Damage) -> str:
    """Say that saves were damaged, what was recovered, and where the damaged file is."""
    more = damage.aside or 0
    lines = [_counted_sentence(damage.records, is_all=damage.is_whole and not more)]
    if more:
        lines.append(
            ngettext(
                "{count} more is in the file set aside.",
                "{count} more are in the file set aside.",
                more,
            ).format(count=amount_text(more))
        )
    if damage.kept:
        lines.append(_("The damaged file is kept as {path}.").format(path=damage.kept))
    if damage.rescued and not damage.is_whole:
        lines.append(_("You can go on from the last finished hand."))
    return in_a_row(lines)


def _counted_sentence(hands: int, *, is_all: bool) -> str:
    """Return how many finished hands remain after damage; ``is_all``: none seems missing."""
    if not hands:
        return _("Your saves were damaged. No finished hands are left.")
    if is_all:
        words = ngettext(
            "Your saves were damaged but have been repaired. Every hand is there: {count}.",
            "Your saves were damaged but have been repaired. Every hand is there, all {count}.",
            hands,
        )
    else:
        words = ngettext(
            "Your saves were damaged. {count} finished hand survived.",
            "Your saves were damaged. {count} finished hands survived.",
            hands,
        )
    return words.format(count=amount_text(hands))


def renewed_sentence(hands: int | None) -> str:
    """Say that saves lost or damaged while open have been written again, with the number of
    finished hands if it could be counted.
    """
    if hands is None:
        return _("Your saves were lost or damaged, so they've been rebuilt.")
    return ngettext(
        "Your saves were lost or damaged, so they've been rebuilt with {count} finished hand.",
        "Your saves were lost or damaged, so they've been rebuilt with {count} finished hands.",
        hands,
    ).format(count=amount_text(hands))


def brought_sentence(brought: BroughtIn) -> str:
    """Say what an import has added, and what it could not read."""
    hands = ngettext("{count} new hand", "{count} new hands", brought.hands)
    sets = ngettext("{count} new rule set", "{count} new rule sets", brought.rule_sets)
    lines = [
        _("{hands}, {sets}.").format(
            hands=hands.format(count=amount_text(brought.hands)),
            sets=sets.format(count=amount_text(brought.rule_sets)),
        )
    ]
    if brought.left_out:
        lines.append(
            ngettext(
                "{count} entry in the file can't be read and is left out.",
                "{count} entries in the file can't be read and are left out.",
                brought.left_out,
            ).format(count=amount_text(brought.left_out))
        )
    return in_a_row(lines)


def settings_complaints(loaded: Loaded) -> list[str]:
    """Return the problems with the settings: one line each, or one for all if there are many."""
    if loaded.is_brought_back:
        return [brought_back_sentence(FILE_NAME)]
    messages = [complaint_sentence(complaint) for complaint in loaded.complaints]
    if len(messages) <= 3:  # few enough to name one by one
        return messages
    many = ngettext(
        "{file}: {count} setting makes no sense here and is back to its default.",
        "{file}: {count} settings make no sense here and are back to their defaults.",
        len(messages),
    ).format(file=FILE_NAME, count=len(messages))
    if loaded.kept is None:
        return [many]
    kept = _("The file is kept as {path}.").format(path=loaded.kept)
    return [in_a_row((many, kept))]


def brought_back_sentence(name: str) -> str:
    """Say that a file of settings or rules was missing or damaged, and was restored."""
    return _("{file} was lost or damaged. It's back as last saved.").format(file=name)


def complaint_sentence(complaint: Complaint) -> str:
    """Say that a setting could not be read."""
    if not complaint.key:
        return _("{file} {why}: all settings are back to their defaults.").format(
            file=FILE_NAME, why=complaint.value
        )
    if not complaint.allowed:
        return _("{file}: no such setting: {key}.").format(file=FILE_NAME, key=complaint.key)
    return _("{file}: {key} = {value} is not allowed; default used. Allowed: {allowed}.").format(
        file=FILE_NAME, key=complaint.key, value=complaint.value, allowed=complaint.allowed
    )


TROUBLES: Final = (
    N_("is not a Tonk backup"),
    N_("is damaged: a line was altered or is missing"),
    N_("is far too long"),
    N_("is in use by another Tonk"),
    N_("was written by a newer Tonk"),
    N_("there is no such file"),
    N_("there is no such folder"),
    N_("is not a file"),
    N_("is read-only or closed"),
    N_("no copy of it is kept"),
    N_("nothing is saved now"),
    N_("has been closed"),
    N_("No space left on device"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("No such file or directory"),
    N_("Is a directory"),
    N_("is not a regular file"),
    N_("is not a valid file name"),
)
"""The reasons why a file cannot be used, in the game's and the system's words."""


def why_text(error: Exception) -> str:
    """Return what is wrong with which file, in the player's language as far as possible."""
    if isinstance(error, StoreBusyError):
        return trouble_sentence(error).rstrip(".。")
    return refused_text(why_of(error))


def why_of(error: Exception) -> Message:
    """Return what is wrong with which file, as a message for any language."""
    if isinstance(error, StoreError):
        return at(str(error.path), Message(error.why))
    return refusal_of(error)


def trouble_sentence(error: StoreError) -> str:
    """Say that a folder or a file cannot be written or read."""
    if isinstance(error, ReplacedError):
        return replaced_sentence(error)
    if isinstance(error, StoreBusyError):
        return busy_sentence(error)
    return _("Can't save this game: {path}: {why}.").format(path=error.path, why=_(error.why))


def busy_sentence(error: StoreBusyError) -> str:
    """Say which other Tonk holds the saves, as far as known."""
    if error.holder is None:
        return _("Another Tonk has your saves open.")
    return _("Another Tonk has had your saves open since {since}: {holder}.").format(
        since=date_text(printable(error.holder.since, _LONGEST_NAME)),
        holder=_holder_words(error.holder),
    )


def replaced_sentence(error: ReplacedError) -> str:
    """Say which other Tonk has taken over the saves, and what follows for this one."""
    now = _("Nothing more can be saved here.")
    if error.holder is None:
        return in_a_row((_("Another Tonk has taken over your saves."), now))
    taken = _("Another Tonk has taken over your saves: {holder}.")
    return in_a_row((taken.format(holder=_holder_words(error.holder)), now))


def _holder_words(holder: Holder) -> str:
    host = printable(holder.host, _LONGEST_NAME)
    return _("process {process} on {host}").format(process=holder.process, host=host)


def elsewhere_sentence(path: Path) -> str:
    """Say where what was played here has been saved instead."""
    return _(
        "Everything you played here is in {path}. Import it in the other Tonk: Settings → Import."
    ).format(path=path)


def broken_sentence(error: BrokenGameError) -> str:
    """Say that a file of the game itself is missing or damaged."""
    return _("Tonk is incomplete: {file} is missing or damaged. Please reinstall.").format(
        file=error.name
    )


def stumbled_sentence(report: Path | None, trouble: StoreError | None, *, is_kept: bool) -> str:
    """Report a bug in the game: whether the hand is saved, where the report is, what to do."""
    if is_kept:
        words = [
            _("Tonk hit an error and must close. Your hand is kept: start Tonk again to go on.")
        ]
    else:
        words = [_("Tonk hit an error and must close.")]
    if trouble is not None:
        words.append(trouble_sentence(trouble))
    if report is not None:
        told = _(
            "A report, without names or cards, is in {path}. Please send it to the makers of Tonk."
        )
        words.append(told.format(path=report))
    return in_a_row(words)


def full_sentence(error: StoreError) -> str:
    """Say that saving failed in the middle of the game."""
    message = trouble_sentence(error)
    kept = _("Everything played before that is kept. Start again to pick up from there.")
    return in_a_row((message, kept))
