"""Every screen there is, the way to each, and words that are read there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.rules.actions import DROP, Hit
from game.rules.presets import preset
from game.rules.view import SeatView
from game.saves.store import Store
from game.ui.settings.pages import GROUPS
from tests.session.players import careless, eager, play_hands, play_one


@dataclass(frozen=True, slots=True)
class Stop:
    """A screen: what is clicked on to get there, its kind, and words that stand on it.

    Esc leads back to the screen before, or to that named in ``back``. What ``stays`` is another
    view of the screen before, which Esc would leave altogether. ``key`` is pressed instead of a
    click. ``awaited`` can be clicked on there once what the coach works out has come.
    """

    way: str
    scene: str
    words: str
    beyond: tuple[Stop, ...] = ()
    back: str = ""
    stays: bool = False
    key: str = ""
    awaited: str = ""


_GROUPS: Final = tuple(
    Stop(f"group:{group.key}", "OptionsScene", group.title, stays=True)
    for group in sorted(GROUPS, key=lambda group: group.key == "general")
)
"""The general ones come last, for the way to their page begins in their group."""
_SETTINGS: Final = Stop(
    "button:settings",
    "OptionsScene",
    "Settings",
    (
        *_GROUPS,
        Stop("you", "YouScene", "Your name"),
        Stop("import", "ImportScene", "No files yet."),
        Stop(
            "keys",
            "ShortcutsScene",
            "Default keys",
            (
                Stop("key:draw", "AskKeyScene", "Keep this key"),
                Stop("group:replay", "ShortcutsScene", "Replaying a hand", stays=True),
                Stop("group:window", "ShortcutsScene", "Everywhere", stays=True),
            ),
        ),
    ),
)
_HANDS: Final = Stop(
    "button:hands",
    "SavedScene",
    "Saved hands",
    (
        Stop(
            "button:look",
            "ReplayScene",
            "Discards",
            (
                Stop("button:menu", "ReplayMenu", "Replay menu"),
                Stop("", "PracticeScene", "Practice", key="p", back="PracticeMenu"),
                Stop("button:leave", "ReplayScene", "Discards", stays=True),
            ),
        ),
        Stop("find:day", "FindScene", "All of them"),
        Stop("button:check", "TellScene", "Check the deal"),
        Stop("button:review", "ReviewScene", "Review"),
    ),
)
_STATISTICS: Final = Stop(
    "button:statistics",
    "StatisticsScene",
    "Statistics",
    (
        Stop("part:rules", "StatisticsScene", "Rule set", stays=True),
        Stop("part:opponents", "StatisticsScene", "Opponent", stays=True),
        Stop("part:endings", "StatisticsScene", "Ending", stays=True),
        Stop("button:fair", "FairnessScene", "Is it fair?"),
        _HANDS,
    ),
)
_EDITOR: Final = Stop(
    "button:copy",
    "EditorScene",
    "All rules",
    (
        Stop("groups:4.2", "EditorScene", "Tied naturals", stays=True),
        Stop("rules:natural_tie", "EditorScene", "Tied naturals", stays=True),
        Stop("", "EditorScene", "Tied naturals", stays=True, key="Right"),
        Stop("rules:naturals", "EditorScene", "change", stays=True),
        Stop("values:0", "NaturalScene", "Each other player pays"),
        Stop("button:words", "WordingScene", "Note and words"),
        Stop("button:share", "ShareScene", "Copy"),
        Stop("button:back", "LeavingScene", "Save the changes?"),
    ),
    back="LeavingScene",
)
_PRACTICE_TABLE: Final = Stop(
    "table",
    "PracticeMenuScene",
    "Practice table",
    (
        Stop("button:position", "PositionScene", "Cards go to"),
        Stop(
            "button:start",
            "PracticeScene",
            "Take back",
            (
                Stop("button:beliefs", "BeliefsScene", "Chances for"),
                Stop("button:menu", "PracticeMenu", "Another deal"),
            ),
            back="PracticeMenu",
        ),
        Stop("button:leave", "PracticeMenuScene", "Practice table", stays=True),
    ),
)
_LEARN: Final = Stop("learn", "LearnScene", "Your mistakes")
_PRACTICE: Final = Stop(
    "button:practice",
    "PracticeHubScene",
    "Practice table",
    (
        _PRACTICE_TABLE,
        _LEARN,
        Stop("play", "TeachingScene", "How well you play"),
        Stop(
            "drills",
            "DrillsScene",
            "Against the clock",
            (Stop("button:start", "DrillScene", "Stop", awaited="button:spread"),),
        ),
    ),
)
_CHALLENGES: Final = Stop(
    "button:challenges",
    "ChallengesScene",
    "Challenges",
    (
        Stop("daily", "DailyScene", "Go to a day"),
        Stop("bankroll", "BankrollScene", "Use it in new games"),
        Stop("season", "SeasonScene", "Play the match"),
        Stop("goals", "GoalsScene", "Win with a natural"),
    ),
)
_NEW_GAME: Final = Stop(
    "button:play",
    "NewGameScene",
    "Play",
    (
        Stop(
            "company",
            "OpponentsScene",
            "Opponents",
            (Stop("button:ladder", "LadderScene", "How strong are they?"),),
        ),
        Stop("deal", "DealScene", "Deals"),
        Stop("button:start", "AskScene", "Abandon your hand?"),
        Stop(
            "rules",
            "ChooseRulesScene",
            "Rules",
            (
                Stop("search:letters", "LettersScene", "Space"),
                Stop("button:code", "EnterCodeScene", "Enter a code"),
                Stop("button:explore", "ExploreScene", "Endings"),
                Stop("button:share", "ShareScene", "Copy"),
                _EDITOR,
                Stop("button:lose", "ChooseRulesScene", "Rules", stays=True),
            ),
        ),
    ),
)
PAUSE: Final = Stop(
    "",
    "PauseScene",
    "Pause",
    (
        Stop("button:rules", "TableRulesScene", "House rules here"),
        Stop("button:deal", "SealScene", "The deal"),
    ),
    key="Escape",
)
PAUSE_BETWEEN: Final = Stop(
    "button:menu",
    "PauseScene",
    "Seat another player",
    (
        Stop("button:opponents", "OpponentsScene", "Opponents"),
        Stop("button:scores", "ScoresScene", "caught"),
    ),
)
MORE: Final = Stop("button:more", "MoreScene", "Same deal")
START: Final = Stop(
    "",
    "StartScene",
    "Play",
    (
        Stop("button:lesson", "LessonScene", "Leave the lesson"),
        Stop(
            "button:rules",
            "ChooseRulesScene",
            "Rules",
            (
                Stop(
                    "button:read",
                    "RulesScene",
                    "Basic rules",
                    (
                        Stop("chapter:6", "RulesScene", "Who pays", stays=True),
                        Stop("fold:naturals", "RulesScene", "Hide the example", stays=True),
                    ),
                ),
            ),
        ),
        _CHALLENGES,
        _PRACTICE,
        _STATISTICS,
        _SETTINGS,
        Stop(
            "button:credits",
            "CreditsScene",
            "Credits",
            (
                Stop(
                    "button:licences",
                    "LicencesScene",
                    "Licenses",
                    (Stop("licence:MIT", "LicenceScene", "Back"),),
                ),
            ),
        ),
        _NEW_GAME,
    ),
)


def scenes_at(stop: Stop) -> Iterator[str]:
    """The kinds of screens that are seen there and beyond."""
    yield stop.scene
    for each in stop.beyond:
        yield from scenes_at(each)


def furnish(folder: Path) -> None:
    """Saves from which every screen is near: hands played, and one in which you may drop now."""
    store = Store.open(folder)
    others = Player("Ada", "regular"), Player("Basil", "casual")
    for number, name in enumerate(("standard", "chicago")):
        evening = Plan((Player("You"), others[0]), preset(name), f"evening {number}")
        play_hands(store.start(evening), [careless, eager], 6)
    rules = preset("standard").changed(stake=5, high_suit_bet="called")
    for seed in count():
        session = store.start(Plan((Player("You"), *others), rules, str(seed), length=2))
        session.next_hand()
        if DROP in session.view(0).legal:
            break
    store.close()


def furnish_choice(folder: Path) -> str:
    """A hand in which a card of yours fits two spreads; gives the card."""
    store = Store.open(folder)
    players = (Player("You"), *(Player(name, "regular") for name in OPPONENT_NAMES[:3]))
    for seed in count():
        session = store.start(Plan(players, preset("standard"), str(seed)))
        session.next_hand()
        while session.is_playing:
            if fits := twice_fitting(session.view(0)):
                store.close()
                return fits
            play_one(session, [eager] * len(players))
    raise AssertionError


def twice_fitting(view: SeatView) -> str:
    """A card that may hit more than one spread now, if there is any."""
    hits = [str(action.card) for action in view.legal if isinstance(action, Hit)]
    return next((card for card in hits if hits.count(card) > 1), "")
