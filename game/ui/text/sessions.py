"""What happens between the hands and to files, in sentences, and what opponents are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from game.bundled_data import BrokenGameError
from game.files import Damage, StoreError
from game.play.chosen import ChosenOpponent
from game.play.opponents import ADAPTIVE, Opponents, Study, level_of
from game.rules.presets import PRESET_TEXTS, nearest_preset, preset_like
from game.rules.record import RecordError
from game.rules.seal import short
from game.rules.untrusted_input import printable
from game.rules.verifying import Order, verify_record
from game.saves.lock import ReplacedError, StoreBusyError
from game.saves.settings import FILE_NAME, Complaint, Loaded
from game.ui.text.language import N_, _, amount_text, in_a_row, ngettext
from game.ui.text.moves import card_text, listed, seat_name, sentence_for, stakes_text
from game.ui.text.refusals import refused_text

if TYPE_CHECKING:
    from pathlib import Path

    from game.play.ledger import PotInPlay, PotKind
    from game.play.plan import Player
    from game.play.session import Session
    from game.rules.record import HandRecord
    from game.rules.ruleset import RuleSet
    from game.saves.lock import Holder
    from game.saves.transfer import BroughtIn


SUIT_SIGNS: Final[Mapping[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
REVIEW_HAND = N_("Review this hand")
BIG_ONE: Final = N_("The big one: this hand pays double.")
_SUITS: Final[Mapping[str, str]] = {
    "C": N_("♣ clubs"),
    "D": N_("♦ diamonds"),
    "H": N_("♥ hearts"),
    "S": N_("♠ spades"),
}
_HIGHEST: Final = (
    N_("Your {card} is the highest of {suit} and takes the pot of {stakes}."),
    N_("{name}'s {card} is the highest of {suit} and takes the pot of {stakes}."),
)
_DEALT_BOOK: Final = (
    N_("You lay a dealt book and take the natural pot of {stakes}."),
    N_("{name} lays a dealt book and takes the natural pot of {stakes}."),
)
_FIRST_BOOK: Final = (
    N_("You lay the first book and take the natural pot of {stakes}."),
    N_("{name} lays the first book and takes the natural pot of {stakes}."),
)
_MOST_COMPLAINTS = 3  # lines, one for each
_LONGEST_NAME: Final = 60  # characters
_GROUP: Final = 4  # digits


def number_text(session: Session, number: int | None = None) -> str:
    """Say which hand it is, the one on the table if none is named; of how many, where known."""
    number = session.played if number is None else number
    if session.plan.length is None:
        return _("Hand {number}").format(number=amount_text(number))
    return _("Hand {n} of {all}").format(
        n=amount_text(number), all=amount_text(session.plan.length)
    )


def unfinished_sentence(number: int) -> str:
    """Say that a hand was given up."""
    return _("Hand {number} stays unfinished: nobody pays for it.").format(
        number=amount_text(number)
    )


def failed_sentence(name: str) -> str:
    """Say that an opponent cannot decide, while the hand still lies there."""
    return _(
        "{name} could not decide, not even when started again, so this hand is kept unfinished "
        "and nobody pays for it."
    ).format(name=name)


def deal_text(deal: int) -> str:
    """Say which deal it is, by its number."""
    return _("Deal {number}").format(number=amount_text(deal))


def spaced(digits: str) -> str:
    """Write a fingerprint in groups that can be read and compared."""
    return " ".join(digits[at : at + _GROUP] for at in range(0, len(digits), _GROUP))


def sealed_sentence(hand: int, fingerprint: str) -> str:
    """Say that the deck of a hand is sealed before its deal."""
    return _("The deck of hand {number} is sealed: {fingerprint} …").format(
        number=amount_text(hand), fingerprint=short(fingerprint)
    )


_ORDERS: Final = {
    Order.SEALED: N_(
        "Sealed before the deal and unchanged since: seed and word give exactly this order of "
        "cards."
    ),
    Order.NUMBERED: N_("{deal}, so not sealed: the number gives exactly this order of cards."),
    Order.SEED: N_("Not sealed: the seed gives exactly this order of cards."),
    Order.UNKNOWN: N_("Not sealed, and without a seed the order cannot be checked."),
}


def verified_sentence(record: HandRecord) -> str:
    """Say what holds of a saved hand, or what is wrong with it."""
    try:
        found = verify_record(record)
    except RecordError as error:
        return _("This hand does not add up: {why}").format(why=refused_text(str(error)))
    order = _(_ORDERS[found.order]).format(deal=deal_text(found.deal))
    played = _("Every move is legal, every payment right.")
    if not found.has_payments:
        played = _("Every move is legal; no payments are recorded.")
    return in_a_row((order, played))


def shown_names(session: Session) -> tuple[str, ...]:
    """What the seats are called: a person without a name in the language of now."""
    return called(session.players)


def called(players: Sequence[Player]) -> tuple[str, ...]:
    """What players are called: a person without a name in the language of now."""
    return tuple(
        _("You") if each.is_human and is_unnamed(each.name) else each.name for each in players
    )


_UNNAMED: Final = frozenset({"You", "Vous", "あなた"})
"""What somebody without a name is called, in every language."""


def is_unnamed(name: str) -> bool:
    """Whether a player has chosen no name, whatever language the record was written in."""
    return name in _UNNAMED or name == _("You")


_WON_THE_DEAL: Final = (
    N_("You won, so you deal next."),
    N_("{name} won and deals next."),
)
_GETS_THE_DEAL: Final = (
    N_("Nobody won: you deal next."),
    N_("Nobody won: {name} deals next."),
)


def next_dealer_words(session: Session) -> Callable[[], str] | None:
    """Who deals the hand after the one that is over, where the winner does (RULES.md §4.6); None
    where the deal passes to the left whatever has happened, and after the last hand.
    """
    result = None if session.hand is None else session.hand.result
    if session.rules.next_dealer == "left" or result is None or session.is_over:
        return None
    forms = _WON_THE_DEAL if result.winners else _GETS_THE_DEAL
    return partial(sentence_for, forms, session.standing.dealer, session.names, session.human)


def called_sentence(session: Session) -> str:
    """Say that the bot that deals next calls the big one."""
    return called_by(session.names[session.standing.dealer])


def called_by(name: str) -> str:
    """Say that a player calls the big one."""
    words = _("{name} deals and calls the big one: from this hand on everything pays double.")
    return words.format(name=name)


def suit_text(suit: str) -> str:
    """Write a suit by its sign and its name."""
    return _(_SUITS[suit])


def suit_called_sentence(suit: str, dealer: int, names: Sequence[str], you: int | None) -> str:
    """The dealer has called a suit."""
    forms = (N_("You call {suit}."), N_("{name} calls {suit}."))
    return sentence_for(forms, dealer, names, you, suit=suit_text(suit))


def pot_title(kind: PotKind, suit: str = "") -> str:
    """What a side pot is called."""
    if kind == "natural":
        return _("Natural pot")
    return _("High suit {sign}").format(sign=SUIT_SIGNS[suit]) if suit else _("High suit")


def joined_sentence(pot: PotInPlay, names: Sequence[str], you: int | None) -> str:
    """Say who is in a side pot, and what there is to win."""
    seats = sorted(pot.joined, key=lambda seat: seat != you)
    return _("{pot}: {stakes} to win, for {names}.").format(
        pot=pot_title(pot.kind, pot.suit),
        names=listed([seat_name(seat, names, you) for seat in seats]),
        stakes=stakes_text(pot.stakes),
    )


def outcome_sentence(pot: PotInPlay, rules: RuleSet, names: Sequence[str], you: int | None) -> str:
    """Say who takes a side pot and why, or why it stays."""
    stakes = stakes_text(pot.stakes)
    if pot.kind == "natural":
        if pot.winner is None:
            return _("Nobody won the natural pot: {stays} in it.").format(
                stays=_stay_text(pot.stakes)
            )
        forms = _DEALT_BOOK if rules.natural_bet == "dealt" else _FIRST_BOOK
        return sentence_for(forms, pot.winner, names, you, stakes=stakes)
    suit = SUIT_SIGNS[pot.suit]
    if pot.winner is None or pot.card is None:
        return _("Nobody who joined was dealt {suit}: {stays} in the pot.").format(
            suit=suit, stays=_stay_text(pot.stakes)
        )
    card = card_text(pot.card)
    return sentence_for(_HIGHEST, pot.winner, names, you, suit=suit, card=card, stakes=stakes)


def ante_sentence(stakes: int) -> str:
    """What the player has put into the side pots of a hand."""
    return _("You put {stakes} into the side pots.").format(stakes=stakes_text(stakes))


def _stay_text(stakes: int) -> str:
    return ngettext("{n} stake stays", "{n} stakes stay", stakes).format(n=amount_text(stakes))


def stands_text(stakes: int) -> str:
    """What stands in a pot from the hands before."""
    return ngettext("{n} stake stands", "{n} stakes stand", stakes).format(n=amount_text(stakes))


def points_text(points: int) -> str:
    """A number of points."""
    return ngettext("{n} point", "{n} points", points).format(n=amount_text(points))


LEVELS: Final[Mapping[str, tuple[str, str]]] = {
    "beginner": (
        N_("Beginner"),
        N_("New to the rules: breaks up pairs, forgets what was discarded, drops early."),
    ),
    "casual": (
        N_("Casual"),
        N_("Plays for fun: lays what it can, drops at a fixed count, rarely watches the others."),
    ),
    "regular": (
        N_("Regular"),
        N_("Plays every week: keeps pairs, watches the table, drops later when others lie low."),
    ),
    "expert": (
        N_("Expert"),
        N_("Remembers what was taken and discarded, and knows what every house rule is worth."),
    ),
    "master": (
        N_("Master"),
        N_("Weighs what everyone may hold, and waits when waiting pays."),
    ),
}
"""The levels by name: title, and character."""
_ADAPTIVE: Final = (N_("Adaptive"), N_("Plays like Master, and studies your saved hands."))
_AT_HEART: Final[Mapping[str, str]] = {
    "beginner": N_("New to the rules."),
    "casual": N_("Plays for fun."),
    "regular": N_("Plays every week."),
}
"""The characters of levels that are left where a style has habits of its own."""
STYLES: Final[Mapping[str, tuple[str, str]]] = {
    "plain": (N_("Plain"), N_("Plays as its level does.")),
    "cautious": (N_("Cautious"), N_("Drops only when sure, and discards nothing others want.")),
    "hustler": (N_("Hustler"), N_("Drops early, before anyone has sorted a hand.")),
    "hoarder": (N_("Hoarder"), N_("Hates to part with anything that may become a spread.")),
    "hitter": (N_("Hitter"), N_("Takes what it can lay, and prefers going out to dropping.")),
}
"""The styles by name: title, and habit."""


def level_title(level: str) -> str:
    """Return what a level is called; a bot from elsewhere goes by its own name."""
    if level == ADAPTIVE:
        return _(_ADAPTIVE[0])
    return _(LEVELS[level][0]) if level in LEVELS else level


def no_kernel_sentence() -> str:
    """Why the master, the coach and explorations are not to be had."""
    return _("Master, hints, reviews and drills need a part of Tonk that was not installed.")


def study_sentence(study: Study) -> str:
    """Say what the adaptive opponent knows of the player, and what it does about it."""
    if not study.habit:
        return _("It knows of no habit of yours that it could use.")
    return _(
        "You drop early: {caught} of your last {drops} drops were caught. At a table of two it "
        "keeps low cards and waits for your drop."
    ).format(caught=amount_text(study.caught), drops=amount_text(study.drops))


def style_title(style: str) -> str:
    """What a style is called."""
    return _(STYLES[style][0]) if style in STYLES else style


def opponent_words(opponents: Opponents, chosen: ChosenOpponent) -> str:
    """Level, and style where it has one."""
    known = opponents.known(chosen)
    if known.style == opponents.plain:
        return level_title(known.level)
    return _("{level}, {style}").format(
        level=level_title(known.level), style=style_title(known.style)
    )


def bot_words(bot: str) -> str:
    """Name the level and style of a bot at a table, from the one word that names it."""
    level, style = level_of(bot), bot.partition("/")[2]
    if not style:
        return level_title(level)
    return _("{level}, {style}").format(level=level_title(level), style=style_title(style))


def opponents_words(opponents: Opponents, chosen: Sequence[ChosenOpponent]) -> str:
    """A whole table of opponents in a word or two."""
    words = {opponent_words(opponents, each) for each in chosen}
    if not words:
        return level_title(opponents.usual)
    return words.pop() if len(words) == 1 else _("Mixed company")


def character(opponents: Opponents, chosen: ChosenOpponent) -> str:
    """What an opponent is like, in a sentence or two."""
    known = opponents.known(chosen)
    if opponents.study and known.level == ADAPTIVE:
        return in_a_row((_(_ADAPTIVE[1]), study_sentence(opponents.study())))
    level = LEVELS[known.level][1] if known.level in LEVELS else ""
    if known.style == opponents.plain or known.style not in STYLES:
        return _(level) if level else ""
    style = _(STYLES[known.style][1])
    return in_a_row((_(_AT_HEART.get(known.level, level)), style)) if level else style


def damage_sentence(damage: Damage) -> str:
    """Say that saves were damaged: what became of them, and where the damaged file is kept."""
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
    """How many finished hands are there after damage; ``is_all``: none is known to be missing."""
    if not hands:
        return _("Your saves were damaged. No finished hand is there.")
    if is_all:
        words = ngettext(
            "Your saves were damaged and are repaired. Every hand is there: {count}.",
            "Your saves were damaged and are repaired. Every hand is there, all {count}.",
            hands,
        )
    else:
        words = ngettext(
            "Your saves were damaged. {count} finished hand is there.",
            "Your saves were damaged. {count} finished hands are there.",
            hands,
        )
    return words.format(count=amount_text(hands))


def renewed_sentence(hands: int | None) -> str:
    """Saves that were lost or damaged while they were open, and are written again: with how many
    finished hands, where they could be counted.
    """
    if hands is None:
        return _("The saves were lost or damaged. They are written again.")
    return ngettext(
        "The saves were lost or damaged. They are written again, with {count} finished hand.",
        "The saves were lost or damaged. They are written again, with {count} finished hands.",
        hands,
    ).format(count=amount_text(hands))


def brought_sentence(brought: BroughtIn) -> str:
    """Say what an import has added, and what of the file it could not."""
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
                "{count} entry of the file cannot be read and is left out.",
                "{count} entries of the file cannot be read and are left out.",
                brought.left_out,
            ).format(count=amount_text(brought.left_out))
        )
    return in_a_row(lines)


def settings_complaints(loaded: Loaded) -> list[str]:
    """Return what was wrong with the settings: a line each, or one for all where there are many."""
    if loaded.is_brought_back:
        return [brought_back_sentence(FILE_NAME)]
    messages = [complaint_sentence(complaint) for complaint in loaded.complaints]
    if len(messages) <= _MOST_COMPLAINTS:
        return messages
    many = ngettext(
        "{file}: {count} setting makes no sense here and is back to default.",
        "{file}: {count} settings make no sense here and are back to default.",
        len(messages),
    ).format(file=FILE_NAME, count=len(messages))
    if loaded.kept is None:
        return [many]
    kept = _("The file is kept as {path}.").format(path=loaded.kept)
    return [in_a_row((many, kept))]


def brought_back_sentence(name: str) -> str:
    """Say that a file of settings or rules was gone or damaged."""
    return _("{file} was lost or damaged. It is back as last saved.").format(file=name)


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
    N_("is only read, or has been closed"),
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
    N_("is not a name that a file can have"),
)
"""Why a file cannot be used, in the words of the game and of the system."""


def why_text(error: Exception) -> str:
    """What is wrong with which file, as far as it is known in the player's language."""
    if not isinstance(error, StoreError):
        return refused_text(str(error))
    if isinstance(error, StoreBusyError):
        return trouble_sentence(error).rstrip(".。")
    return _("{name}: {value}").format(name=error.path, value=_(error.why))


def rules_title(rules: RuleSet, called: str) -> str:
    """What rules are called on screen that went by a name, empty where they had none.

    The name of a preset stands alone only where that preset has these rules now, whatever the
    stake: a name is a label, and presets change.
    """
    if not called:
        base = nearest_preset(rules)
        return _("{preset}, changed").format(preset=_(PRESET_TEXTS[base].title))
    from game.rule_files import folded  # a first frame reads no rule files

    name = folded(called)
    if name not in PRESET_TEXTS:
        return called
    title = _(PRESET_TEXTS[name].title)
    return title if preset_like(rules, name) == name else _("{name} (changed)").format(name=title)


def trouble_sentence(error: StoreError) -> str:
    """Say that a folder or a file cannot be written or read."""
    if isinstance(error, ReplacedError):
        return replaced_sentence(error)
    if isinstance(error, StoreBusyError):
        return busy_sentence(error)
    return _("Cannot save this game: {path}: {why}.").format(path=error.path, why=_(error.why))


def busy_sentence(error: StoreBusyError) -> str:
    """Say that another Tonk holds the saves: which one, as far as it has said."""
    if error.holder is None:
        return _("Another Tonk has your saves open.")
    return _("Another Tonk has had your saves open since {since}: {holder}.").format(
        since=printable(error.holder.since, _LONGEST_NAME), holder=_holder_words(error.holder)
    )


def replaced_sentence(error: ReplacedError) -> str:
    """Say that another Tonk has taken over the saves: which one, and what that means here."""
    now = _("Nothing more can be saved here.")
    if error.holder is None:
        return in_a_row((_("Another Tonk has taken over your saves."), now))
    taken = _("Another Tonk has taken over your saves: {holder}.")
    return in_a_row((taken.format(holder=_holder_words(error.holder)), now))


def _holder_words(holder: Holder) -> str:
    host = printable(holder.host, _LONGEST_NAME)
    return _("process {process} on {host}").format(process=holder.process, host=host)


def elsewhere_sentence(path: Path) -> str:
    """Say where what was played here is kept instead."""
    return _(
        "All that was played here is in {path}. Import it in the other Tonk: Settings → Import."
    ).format(path=path)


def broken_sentence(error: BrokenGameError) -> str:
    """Say that a file of the game itself is missing or damaged."""
    return _("Tonk is incomplete: {file} is missing or damaged. Please reinstall.").format(
        file=error.name
    )


def stumbled_sentence(report: Path | None, trouble: StoreError | None, *, is_kept: bool) -> str:
    """A mistake of the game's own: whether the hand is kept, where the report is, what to do."""
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
    kept = _("Everything played before is kept, and the next start goes on from there.")
    return in_a_row((message, kept))
