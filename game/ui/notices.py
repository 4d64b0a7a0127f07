"""What a player is told about files: a damaged save, settings that made no sense, a full disk."""

from game.session.damage import Damage
from game.session.database import StoreBusyError
from game.session.paths import StoreError
from game.session.settings import FILE_NAME, Complaint, Loaded
from game.ui.assets import AssetMissing
from game.ui.text import _, ngettext

_MOST_COMPLAINTS = 3


def damage_sentence(damage: Damage) -> str:
    """A save that was damaged: where it is kept, and what became of the session."""
    told = _("The saved game was damaged. It is kept as {path}.").format(path=damage.kept)
    if damage.rescued:
        go_on = _("You can go on from the last finished hand.")
        return f"{told} {go_on}"
    return told


def complaints_told(loaded: Loaded) -> list[str]:
    """All that was wrong with the settings: a line each, or one for all where there are many."""
    told = [complaint_sentence(complaint) for complaint in loaded.complaints]
    if len(told) <= _MOST_COMPLAINTS:
        return told
    many = ngettext(
        "{file}: {count} setting makes no sense here; the default holds.",
        "{file}: {count} settings make no sense here; their defaults hold.",
        len(told),
    ).format(file=FILE_NAME, count=len(told))
    if loaded.kept is None:
        return [many]
    kept = _("The file is kept as {path}.").format(path=loaded.kept)
    return [f"{many} {kept}"]


def complaint_sentence(complaint: Complaint) -> str:
    """A setting that could not be read."""
    if not complaint.key:
        return _("{file} {why}: all settings are back to their defaults.").format(
            file=FILE_NAME, why=complaint.value
        )
    if not complaint.allowed:
        return _("{file}: there is no setting {key}.").format(file=FILE_NAME, key=complaint.key)
    return _(
        "{file}: {key} = {value} is not allowed, the default holds. Allowed: {allowed}."
    ).format(file=FILE_NAME, key=complaint.key, value=complaint.value, allowed=complaint.allowed)


def trouble_sentence(error: StoreError) -> str:
    """A folder or a file that cannot be written or read."""
    if isinstance(error, StoreBusyError):
        return _("Another Tonk is open: this game is not saved.")
    return _("This game cannot be saved: {path}: {why}.").format(path=error.path, why=error.why)


def broken_sentence(error: AssetMissing) -> str:
    """A file of the game itself that is missing or damaged."""
    return _(
        "The game is not whole: assets/{file} is missing or damaged. Install it again."
    ).format(file=error.name)


def full_sentence(error: StoreError) -> str:
    """A save that failed in the middle of the game."""
    told = trouble_sentence(error)
    kept = _("All that was played before is kept; the next start goes on from there.")
    return f"{told} {kept}"
