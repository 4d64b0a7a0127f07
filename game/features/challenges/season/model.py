"""A season: a league of eight players, with seven matches each against named opponents.

Everybody meets everybody once. A match is ten hands of the standard game for two; the winner gets
two points, and each player one after a draw. The player meets the opponents from the weakest up.
Bots play the opponents' matches among themselves, from seeds that name season and round; the
player's own are computed from the saved hands.

Two computers may have seasons of the same number. Each season has an identity, random digits that
the occasions of its matches end with. Those of earlier versions had none; saves brought in get one
for them (``Seasons`` in ``migrations.py``).
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, NamedTuple, Self

from game.play.chosen_opponents import ChosenOpponent
from game.play.driver import SelfPlay
from game.play.opponents import Opponents
from game.play.plan import OPPONENTS, Plan, Player
from game.play.session import Session
from game.rules.untrusted_input import json_of
from game.saves.history import History, SessionResult
from game.saves.migrations import Seasons
from game.saves.statistics import PlayedHand
from game.saves.store import Store

KIND: Final = "season"
"""The first word of the occasion of sessions of a season; then the season's number and the round,
from 1, and the season's identity if it has one.
"""
DOCUMENT: Final = "season.json"
"""The document with the opponents' matches of the present season; earlier ones have one each."""
ROSTER: Final = (
    ChosenOpponent("beginner", "", "Basil"),
    ChosenOpponent("casual", "cautious", "Etta"),
    ChosenOpponent("casual", "hustler", "Cleo"),
    ChosenOpponent("regular", "hoarder", "Otto"),
    ChosenOpponent("regular", "hitter", "Duke"),
    ChosenOpponent("expert", "cautious", "Mina"),
    ChosenOpponent("master", "", "Ada"),
)
"""The opponents, the weakest first. In standings they are numbered from 1; the player is 0."""
ROUNDS: Final = len(ROSTER)
HANDS: Final = 10  # hands of a match

Results = tuple[tuple[int, int, int], ...]
"""Matches between opponents: the two numbers, and the stakes that the first won."""


@dataclass(frozen=True, slots=True)
class Own:
    """A match of the player: its session, hands played and the stakes won so far, and what its plan
    names as the occasion.
    """

    session: int
    hands: int
    won: int
    occasion: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether all hands of the match were played."""
        return self.hands >= HANDS


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A line of the standings: the player's number, matches played, points, stakes won or lost, and
    the place, which players equal in points and stakes share.
    """

    who: int
    played: int
    points: int
    won: int
    place: int = 1

    @classmethod
    def of(cls, who: int, matches: Sequence[tuple[int, int, int]]) -> Self:
        """Add up the matches of one player."""
        won = [money for one, _other, money in matches if one == who]
        won += [-money for _one, other, money in matches if other == who]
        # Two points for a match won, one for a drawn one.
        points = sum(2 if money > 0 else 1 if money == 0 else 0 for money in won)
        return cls(who, len(won), points, sum(won))


@dataclass(frozen=True, slots=True)
class Season:
    """The standings of a season.

    ``own`` and ``others`` are by round; all results are against one generation of ``opponents``.
    ``is_renewed`` means that it is the first season since they changed. A season that has not begun
    has no ``identity`` yet.
    """

    MOST: ClassVar = 999_999_999
    """The highest number of a season."""

    number: int = 1
    own: Mapping[int, Own] = field(default_factory=dict)
    others: Mapping[int, Results] = field(default_factory=dict)
    opponents: int = OPPONENTS
    is_renewed: bool = False
    identity: str = ""

    @property
    def round(self) -> int:
        """The next round to be played; one more than the last once all are played."""
        played = [at for at in range(1, ROUNDS + 1) if not self._is_finished(at)]
        return min(played, default=ROUNDS + 1)

    @property
    def is_over(self) -> bool:
        """Whether the player has played every match."""
        return self.round > ROUNDS

    @property
    def missing(self) -> int:
        """The first round before the player's in which opponents have not played; 0 for none."""
        return next((at for at in range(1, self.round) if at not in self.others), 0)

    def _is_finished(self, at: int) -> bool:
        return at in self.own and self.own[at].is_finished

    def standings(self) -> tuple[SeasonLine, ...]:
        """Return the standings, the best first: by points, then by stakes.

        Of equals, who share a place, the player is the first, then the strongest.
        """
        matches = [(0, at, own.won) for at, own in self.own.items() if own.is_finished]
        for at, results in self.others.items():
            matches += results if at < self.round else ()
        lines = [SeasonLine.of(who, matches) for who in range(ROUNDS + 1)]
        worth = sorted(((line.points, line.won) for line in lines), reverse=True)
        placed = [replace(each, place=1 + worth.index((each.points, each.won))) for each in lines]
        return tuple(sorted(placed, key=lambda line: (line.place, line.who != 0, -line.who)))

    @property
    def place(self) -> int:
        """The player's place."""
        return next(line.place for line in self.standings() if not line.who)

    @property
    def name(self) -> str:
        """The name of the season, by which its document is called once another has followed."""
        return f"season-{self.number}-{self.identity}.json"

    @classmethod
    def kept(cls, store: Store) -> Self:
        """Return the saved season with its opponents' matches, ignoring invalid data."""
        return cls._from_text(store.document(DOCUMENT))

    @classmethod
    def ended(cls, history: History) -> Sequence[Self]:
        """Return the seasons of which the player has played every match, the earliest first; all
        hands must be counted.

        The opponents' matches may be missing if they can be played again.
        """
        kept: dict[tuple[int, str], Mapping[int, Results]] = {}
        for each in map(cls._from_text, history.documents(KIND)):
            which = each.number, each.identity
            kept[which] = max(kept.get(which, {}), each.others, key=len)
        found = cls._begun(history).items()
        seasons = [replace(each, others=kept.get(which, {})) for which, each in found]
        return [
            each
            for each in seasons
            if each.is_over and (not each.missing or each.opponents == OPPONENTS)
        ]

    @property
    def is_won(self) -> bool:
        """Whether the player is the champion, or one of them."""
        return self.is_over and not self.missing and self.place == 1

    @classmethod
    def won_in(cls, history: History, without: int = 0) -> int:
        """Return the number of seasons won, leaving out session ``without``."""
        won = (each for each in cls.ended(history) if each.is_won)
        return sum(all(own.session != without for own in each.own.values()) for each in won)

    @classmethod
    def _from_text(cls, text: str) -> Self:
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            held: Any = json_of(text)  # Any: what is no season raises below
            rounds = {
                int(at): tuple((one, other, won) for one, other, won in results)
                for at, results in held["rounds"].items()
            }
            right = {
                at: results
                for at, results in rounds.items()
                if [(one, other) for one, other, _won in results] == pairs(at)
            }
            number, opponents = held["number"], held.get("opponents", 1)
            identity = held.get("identity", "")
            whole = [number, opponents, *(won for each in right.values() for *_pair, won in each)]
            if (
                all(type(each) is int for each in whole)
                and number <= cls.MOST
                and cls._is_identity(identity)
            ):
                return cls(max(1, number), {}, right, opponents, identity=identity)
        return cls()

    @staticmethod
    def _is_identity(text: object) -> bool:
        return text == "" or (
            isinstance(text, str) and text.isascii() and text.isalnum() and len(text) <= 32
        )

    def begun(self) -> Self:
        """Return the season with an identity, to be saved before its first match."""
        if self.identity or self.own:
            return self
        return replace(self, identity=os.urandom(8).hex())

    def keep(self, store: Store, name: str = DOCUMENT) -> None:
        """Save the opponents' matches in a document; raise ``StoreError`` if that is impossible."""
        rounds = {str(at): results for at, results in self.others.items()}
        kept: dict[str, object] = {"number": self.number, "opponents": self.opponents}
        kept |= {"rounds": rounds} | ({"identity": self.identity} if self.identity else {})
        store.keep_document(name, json.dumps(kept))

    def give_up(self, store: Store) -> None:
        """Save that this season was given up, for every computer on which it is brought in; raise
        ``StoreError`` if that is impossible.

        One of an earlier version, which has no identity, is not marked.
        """
        if self.identity:
            store.keep_document(self._mark, "true")

    def _is_given_up(self, history: History) -> bool:
        return history.has_document(self._mark)

    @property
    def _mark(self) -> str:
        """The name of the document that is there once the season was given up."""
        return f"given-up-{KIND}-{self.identity}.json"

    def next_match(self, name: str, opponents: Opponents) -> Plan:
        """Return the player's next match."""
        at = self.round
        return Plan(
            (Player(name), player(at, opponents, name)),
            length=HANDS,
            occasion=f"{KIND} {self.number} {at} {self.identity}".strip(),
            opponents=OPPONENTS,
        )

    @classmethod
    def of(cls, store: Store, history: History) -> Self:
        """Return the present season; all hands must be counted.

        It is the one that the saved document names, under way or over: saves brought in from
        elsewhere may hold others. Without such a document it is the latest. If the opponents change
        during a season, it is left unfinished and another follows.
        """
        kept, found = cls.kept(store), cls._begun(history)
        which = kept.number, kept.identity
        if which not in found and not kept.identity:
            which = next((each for each in reversed(found) if each[0] == kept.number), which)
        there = found.get(which, kept)
        now = replace(kept, own=there.own, opponents=there.opponents, identity=which[1])
        is_named = bool(kept.identity or kept.others) or (
            # Earlier versions wrote the document after the first match.
            bool(now.own)
            and (bool(store.document(DOCUMENT)) or (max(now.own) == 1 and not now.identity))
        )
        latest = next(reversed(found.values()), now)
        if not is_named and latest.number > kept.number:
            now = latest
        if now.opponents == OPPONENTS or (now.is_over and not now.missing):
            return now
        if not now.own:
            return cls(now.number)
        after = now.following(history)
        return after if after.own else replace(after, is_renewed=True)

    def following(self, history: History, *, is_new: bool = False) -> Self:
        """Return the season after this one.

        It is the latest of those begun elsewhere, if that has a higher number and is under way, not
        given up; unless it must be ``is_new``.
        """
        found = self._begun(history).values()
        for each in reversed(found):
            is_under_way = not each.is_over and each.opponents == OPPONENTS
            is_later = each.number > self.number and not is_new
            if is_under_way and is_later and not each._is_given_up(history):
                return each
        last = max(self.number, *(each.number for each in found), 0)
        return type(self)(min(last + 1, self.MOST))

    @classmethod
    def _begun(cls, history: History) -> dict[tuple[int, str], Self]:
        """Return the player's matches of every season that was begun, by the season's number and
        identity; the latest is the last.
        """
        seasons: defaultdict[tuple[int, str], dict[int, Own]] = defaultdict(dict)
        last: dict[tuple[int, str], Match] = {}
        for match, hands, won in cls.results(history):
            own = Own(match.session, hands, won, match.occasion)
            before = seasons[match.season].get(match.round)
            last[match.season] = match
            if before is None or not before.is_finished:
                seasons[match.season][match.round] = own
        order = sorted(last, key=lambda season: (season[0], last[season].session))
        return {
            season: cls(season[0], seasons[season], {}, last[season].opponents, identity=season[1])
            for season in order
        }

    @classmethod
    def results(cls, history: History) -> Iterator[tuple["Match", int, int]]:
        """Yield the player's matches, oldest first, each with the number of its hands and what they
        brought.
        """
        matches = list(cls.matches(history))
        found = history.results_of(match.session for match in matches)
        for match in matches:
            yield match, *found.get(match.session, SessionResult())

    @classmethod
    def matches(cls, history: History) -> Iterator["Match"]:
        """Yield the player's matches, oldest first."""
        found = []
        for session, words, opponents in history.occasions(KIND):
            with suppress(ValueError):
                _word, number, at, *identity = words.split()
                season = int(number), " ".join(identity)
                if 1 <= season[0] <= cls.MOST and 1 <= int(at) <= ROUNDS:
                    found.append(Match(season, int(at), session, opponents, words))
        # A season that an earlier version began may have come back from elsewhere with a name.
        named = {season[0] for season, *_match in found if season[1]}
        same = {
            (match.season[0], Seasons.name_of(history.plan_text(match.session))): match.season
            for match in found
            if match.season[0] in named and not match.season[1]
        }
        return (match._replace(season=same.get(match.season, match.season)) for match in found)


class Match(NamedTuple):
    """A match that the player began: the number and identity of its season, the round, the session,
    the generation of the opponents, and the occasion in words.
    """

    season: tuple[int, str]
    round: int
    session: int
    opponents: int
    occasion: str


# -- the matches -------------------------------------------------------------------------------


def pairs(at: int) -> list[tuple[int, int]]:
    """Return the pairings of a round without the player's match, which is against number ``at``."""
    seats = range(1, ROUNDS + 1)
    return [(i, j) for i in seats for j in seats if i < j and (i + j - 2 * at) % ROUNDS == 0]


def player(who: int, opponents: Opponents, besides: str = "") -> Player:
    """Return the bot with a number in the roster, with a name other than the player's."""
    chosen = ROSTER[who - 1]
    name = f"{chosen.name} II" if chosen.name == besides else chosen.name
    return Player(name, opponents.bot(chosen))


class SeasonRound:
    """The matches of a round that opponents play, one after the other.

    ``playing`` is the match in play, None once all are over; ``advance`` goes on when it is over.
    ``results`` are those of the finished matches.
    """

    def __init__(self, number: int, at: int, opponents: Opponents) -> None:
        self.at: Final = at
        self._number, self._opponents = number, opponents
        self._todo = pairs(at)
        self.results: Results = ()
        self.playing: SelfPlay | None = None
        self._next()

    def advance(self) -> None:
        """Note the result of the match, if it is over, and begin the next."""
        if self.playing is None or self.playing.question is not None:
            return
        one, other = self._todo.pop(0)
        session = self.playing.session
        seat = session.names.index(player(one, self._opponents).name)
        won = session.bankrolls[seat] - sum(session.bankrolls) // len(session.bankrolls)
        self.results = (*self.results, (one, other, won))
        self._next()

    def _next(self) -> None:
        if not self._todo:
            self.playing = None
            return
        pair = self._todo[0]
        seed = f"tonk season {self._number} {self.at} {pair[0]} {pair[1]}"
        players = self._opponents.sitting_in([player(who, self._opponents) for who in pair])
        plan = Plan(players, seed_text=seed, length=HANDS)
        self.playing = SelfPlay(Session.start(plan), HANDS)


# -- what opponents remember -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastMeeting:
    """The last session with an opponent.

    It has how often the player caught them and was caught by them, what the player won from them,
    in stakes (None if others or pots had a part in it, or only points were kept), and when it ended
    (``YYYY-MM-DD HH:MM``, or empty).
    """

    caught: int
    was_caught: int
    won: int | None
    ended: str

    @classmethod
    def of(cls, history: History, name: str, before: int) -> Self | None:
        """Return the latest session before session ``before`` with an opponent of this name, or
        None.
        """
        session = history.last_session_with(name, before)
        if session is None:
            return None
        hands = [hand for hand in history.hands_of(session) if hand.me >= 0]
        if not hands:
            return None
        caught = [hand for hand in hands if hand.ending == "caught"]
        return cls(
            sum(
                hand.me in hand.winners and cls._name_at(hand, hand.dropper) == name
                for hand in caught
            ),
            sum(
                hand.dropper == hand.me
                and name in [cls._name_at(hand, seat) for seat in hand.winners]
                for hand in caught
            ),
            sum(hand.won for hand in hands) if cls._is_between_two(history, hands) else None,
            hands[-1].ended,
        )

    @staticmethod
    def _is_between_two(history: History, hands: Sequence[PlayedHand]) -> bool:
        """Return whether what the player won in these hands came from one opponent."""
        played = [history.rules(number).rules for number in {hand.rules for hand in hands}]
        return all(len(hand.players) == 2 for hand in hands) and not any(
            rules.is_push_up or rules.has_bets for rules in played
        )

    @staticmethod
    def _name_at(hand: PlayedHand, seat: int) -> str:
        return hand.players[seat].name if 0 <= seat < len(hand.players) else ""


def matches_won(history: History, without: int = 0) -> int:
    """Return the maximum number of matches won in one season, leaving out session ``without``."""
    won: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for match, hands, brought in Season.results(history):
        if hands >= HANDS and match.session != without and brought > 0:
            won[match.season].add(match.round)
    return max(map(len, won.values()), default=0)
