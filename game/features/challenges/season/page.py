"""The season's page: standings, the next match, and the greeting of an opponent who remembers the
last.

Bots play the opponents' matches among themselves while the page is open, one decision after the
other outside the frame thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Final

from pygame import Rect

from game.features.challenges.season import model as season
from game.features.challenges.season.model import (
    HANDS,
    ROUNDS,
    LastMeeting,
    Own,
    Season,
    SeasonRound,
)
from game.files import DamagedError, StoreError
from game.play.ledger import OPENING_STAKES
from game.ui.kit.controls import Button, Label
from game.ui.kit.flourish import Particles
from game.ui.kit.inputs import Choice
from game.ui.kit.lists import Listing
from game.ui.kit.paint import rounded
from game.ui.kit.skin import BODY, SMALL
from game.ui.kit.widget import Widget, fact, sentences
from game.ui.look import faces
from game.ui.look.drawing import BLEND
from game.ui.look.faces import person_from, portrait
from game.ui.pages.hand_counter import Counting, CountingPage, opponent_title
from game.ui.pages.page import Sheet
from game.ui.pages.saves_in_use import tell_trouble
from game.ui.session.bot_play import BotPlay
from game.ui.session.starting import in_place_of_kept, own_name, resume, sit_down_to
from game.ui.shell.reduced_motion import is_calm
from game.ui.table.painting.furniture import draw_initial, seat_colour
from game.ui.table.painting.moments import Moments
from game.ui.text.language import _, amount_text, in_a_row, ngettext, place_text, signed_text
from game.ui.text.move_words import listed, stakes_text

if TYPE_CHECKING:
    from pygame import Surface

    from game.features.challenges.season.model import SeasonLine
    from game.play.plan import Player
    from game.play.session import Session
    from game.ui.kit.skin import Skin
    from game.ui.shell.scene import Stage


class SeasonScene(CountingPage):
    """The page of the season: the standings, and what comes next."""

    def __init__(self, stage: Stage) -> None:
        self._counting = Counting(stage.services.saves.history(), stage.services.clock)
        self._round: SeasonRound | None = None
        self._thinking = BotPlay(stage)
        self._seasons = [Season()]
        """The seasons to look at, the present one last."""
        self._at = self._behind = -1
        """Which of them is shown, and in which opponents play."""
        self._has_given_up = False
        self.confetti = Particles()
        super().__init__(stage)
        self._moments = Moments(self.skin)
        self.form.focus("button:start")

    @property
    def heading(self) -> str:
        return _("Season")

    @property
    def season(self) -> Season:
        """The season that is shown."""
        return self._seasons[self._at]

    @property
    def _present(self) -> Season:
        return self._seasons[-1]

    @property
    def is_playing(self) -> bool:
        """Whether opponents are still playing their matches."""
        return self._round is not None

    @property
    def _is_behind(self) -> bool:
        """Whether opponents are still playing in the season shown."""
        return self.is_playing and self.season is self._seasons[self._behind]

    # -- time --------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        return super().update(dt) or self.confetti.update(dt) | self._play_on()

    def idle_for(self) -> float | None:
        return 0.0 if len(self.confetti) else super().idle_for()

    def _show_counts(self) -> None:
        self._read()
        self.rebuild()
        self.form.focus("button:start")

    def close(self) -> None:
        self._thinking.close()

    def _read(self) -> None:
        store, history = self.stage.services.saves.opened(), self._counting.history
        now = self._counting.ask(lambda: season.Season.of(store, history), Season())
        ended: Sequence[Season] = []
        ended = self._counting.ask(lambda: Season.ended(history), ended)
        before = [each for each in ended if each.name != now.name]
        self._seasons, self._at = [*before, now], -1
        self._begin_round()

    def _begin_round(self) -> None:
        """Start the first round in which opponents are behind, in the season shown if there is one,
        else in the present one.
        """
        self._behind = self._at if self.season.missing else -1
        behind, opponents = self._seasons[self._behind], self.stage.services.opponents()
        self._thinking.close()
        at = behind.missing
        self._round = SeasonRound(behind.number, at, opponents) if at else None

    def _play_on(self) -> bool:
        """Play the decisions that are ready; return True once a round is over."""
        going = self._round
        if going is None:
            return False
        self._thinking.play_ready(going)
        if going.playing is not None:
            return False
        behind, is_shown = self._seasons[self._behind], self._is_behind
        now = replace(behind, others={**behind.others, going.at: going.results})
        self._seasons[self._behind] = now
        self._keep(now)
        self._begin_round()
        self.rebuild()
        if is_shown and now.is_over and not now.missing:
            self.form.focus("button:start")
            if self.season.is_won:
                self._celebrate()
        return True

    def _celebrate(self) -> None:
        """Let the player enjoy a season just won."""
        services, skin = self.stage.services, self.skin
        services.sound.play("streak")
        self._moments = Moments(skin)
        if not is_calm(services):
            for share in (0.2, 0.5, 0.8):  # of the window
                at = share * skin.size[0] / skin.unit, 0.45 * skin.size[1] / skin.unit
                self.confetti.burst(at, 30, 700.0, 4)  # units a second; suits

    def _keep(self, now: Season, given_up: Season | None = None) -> None:
        store = self.stage.services.saves.opened()
        try:
            if given_up:
                given_up.give_up(store)
            now.keep(store, season.DOCUMENT if now is self._present else now.name)
        except StoreError as error:
            tell_trouble(self.stage, error)

    # -- widgets -----------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        self._next = Label(self._next_words(), bold=True, colour="accent", wraps=True)
        self._table = SeasonStandings(self)
        about = _(
            "Seven matches of {hands} hands, one on one, standard rules, weakest opponent first. "
            "Two points for a win, one for a draw. Equal points go by stakes; equal stakes share a "
            "place."
        )
        note = Label(about.format(hands=HANDS), units=SMALL, colour="ink_soft", wraps=True)
        seasons = [(at, self._title_of(each)) for at, each in enumerate(self._seasons)]
        at = self._at % len(seasons)
        choice = Choice("season", self.heading, seasons, at, self._choose)
        self._rows: list[Widget] = [choice] if len(seasons) > 1 else []
        self._rows += [self._next, self._table, note]
        start = Button("button:start", self._start_words(), self._start, primary=True)
        if self._present.is_over and self._present.missing:
            # A new season would take the place of a result that is not known yet.
            start.enabled, start.says = False, _("The others are playing their last matches…")
        give_up = Button("button:anew", _("Give up"), self._ask)
        give_up.enabled = bool(self._present.own) and not self._present.is_over
        back = Button("button:back", _("Back"), self.back)
        is_past = self.season is not self._present
        self._buttons = [back] if is_past else [back, give_up, start]
        return [*self._rows, *self._buttons]

    def arrange(self, area: Rect) -> None:
        self.sheet = Sheet(area, self.skin, self._rows, self._buttons, width=940.0)

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        if len(self.confetti):
            self._moments.draw_particles(surface, self.confetti, self.skin.unit)

    @property
    def _goes_on(self) -> bool:
        """Whether the next match was begun and can be resumed."""
        own, store = self._present.own.get(self._present.round), self.stage.services.saves
        return own is not None and store.can_resume(season.KIND, own.occasion)

    def player(self, who: int) -> Player:
        """Return the opponent with that number."""
        opponents = self.stage.services.opponents()
        return season.player(who, opponents, own_name(self.stage))

    def _next_words(self) -> str:
        now = self.season
        if not self._counting.is_done:
            return self._counting.words("")
        said = [self._last_words()]
        if self._is_behind:
            said.append(
                _("The others are playing their last matches…")
                if now.is_over
                else _("The others are still playing, so the standings will change…")
            )
        elif now.is_over:
            best = [line.who for line in now.standings() if line.place == 1 and line.who]
            said.append(self.result_words(now, [self.player(who).name for who in best]))
        if now.is_renewed:
            said.append(_("The opponents have changed, so a new season begins."))
        if not now.is_over:
            words = _("Season {number}, match {match} of {many}: against {name}.")
            name = opponent_title(self.player(now.round))
            number = amount_text(now.number)
            said.append(words.format(number=number, match=now.round, many=ROUNDS, name=name))
            own = now.own.get(now.round)
            if own and now is self._present and self._goes_on:
                said.append(so_far_sentence(own))
        return in_a_row([text for text in said if text])

    @staticmethod
    def result_words(over: Season, names: Sequence[str]) -> str:
        """Return how a season ended for the player; ``names`` are those of the other champions."""
        match over.place:
            case 1 if names:
                words = _("Champion! You share the title of season {number} with {names}.")
            case 1:
                words = _("Champion! Season {number} is yours.")
            case 2:
                words = _("Season {number} is over: second of {many}. So close to the title!")
            case 3:
                words = _("Season {number} is over: third of {many}. You made the podium!")
            case _:
                words = _("Season {number} is over: you finished {place} of {many}.")
        return words.format(
            number=amount_text(over.number),
            place=place_text(over.place),
            many=ROUNDS + 1,
            names=listed(names),
        )

    def _last_words(self) -> str:
        """Return how the last match ended, until the next is begun; empty before the first."""
        now = self._present
        last = now.own.get(now.round - 1)
        if last is None or now.round in now.own or self.season is not now:
            return ""
        return match_sentence(self.player(now.round - 1).name, last.won)

    def _title_of(self, each: Season) -> str:
        if each is self._present or each.missing:
            return _("Season {number}").format(number=amount_text(each.number))
        return self.ended_words(each)

    @staticmethod
    def ended_words(ended: Season) -> str:
        """Return the place that the player had in a season."""
        words = _("Season {number}: {place}")
        return words.format(number=amount_text(ended.number), place=place_text(ended.place))

    def _start_words(self) -> str:
        if self._present.is_over:
            return _("New season")
        return _("Continue") if self._goes_on else _("Play the match")

    # -- what is chosen ----------------------------------------------------------------------------

    def _choose(self, chosen: object) -> None:
        if isinstance(chosen, int):
            self._at = chosen
            self._begin_round()
            self.rebuild()

    def _start(self) -> None:
        if not self._counting.is_done:
            return
        if self._present.is_over:
            self._go_on_to(is_new=False)
        elif self._goes_on:
            resume(self.stage, season.KIND)
        else:
            words = (
                _("Abandon your match?"),
                _("A match of another season is still waiting. A new one replaces it."),
                _("New match"),
            )
            if self._has_given_up:
                self._sit_down()
            else:
                in_place_of_kept(self.stage, self._sit_down, season.KIND, words)

    def _sit_down(self) -> None:
        self._seasons[-1] = self._present.begun()
        self._keep(self._present)
        opponents = self.stage.services.opponents()
        sit_down_to(self.stage, self._present.next_match(own_name(self.stage), opponents))

    def _ask(self) -> None:
        from game.ui.pages.dialogs import AskScene

        question = _("A new one begins. The hands you've played stay saved.")
        if self._goes_on:
            question = _(
                "A new one begins, and your match ends. The hands you've played stay saved."
            )
        self.stage.push(
            AskScene(
                self.stage,
                _("Give up this season?"),
                question,
                (_("Cancel"), _("Give up")),
                lambda: self._go_on_to(is_new=True),
            )
        )

    def _go_on_to(self, *, is_new: bool) -> None:
        """Go on to the season that follows; see ``Season.following``."""
        now, history = self._present, self._counting.history
        after = self._counting.ask(lambda: now.following(history, is_new=is_new), None)
        if after is not None:
            self._has_given_up = is_new
            self._seasons.append(after.begun())
            if now.is_over:
                self._keep(now)
            self._keep(self._present, now if is_new else None)
        self._read()
        self.rebuild()
        self.form.focus("button:start")


class SeasonStandings(Listing):
    """A row for everybody: place, face and name, matches, stakes, points."""

    _ROW: Final = 36.0  # units down a row

    def __init__(self, page: SeasonScene) -> None:
        self._page = page
        self._lines = page.season.standings()
        super().__init__("standings", len(self._lines))

    def natural_size(self, skin: Skin) -> tuple[int, int]:
        head, row = self.heights(skin)
        return 0, head + row * self.count

    def heights(self, skin: Skin) -> tuple[int, int]:
        return skin.px(self._ROW), skin.px(self._ROW)

    def _name(self, line: SeasonLine) -> str:
        if line.who:
            return opponent_title(self._page.player(line.who))
        return own_name(self._page.stage)

    def row_spoken(self, at: int) -> str:
        line = self._lines[at]
        values = zip(self._heads(), self._figures(line), strict=True)
        name = fact(place_text(line.place), self._name(line))
        return sentences(name, *(fact(head, value) for head, value in values))

    def _heads(self) -> tuple[str, str, str]:
        return _("Matches"), _("Stakes"), _("Points")

    def _figures(self, line: SeasonLine) -> tuple[str, str, str]:
        return amount_text(line.played), signed_text(line.won), amount_text(line.points)

    def draw_head(self, surface: Surface, skin: Skin, box: Rect) -> None:
        _place, name, *figures = self._columns(box, skin)
        skin.write(surface, _("Player"), name, "ink_soft", SMALL)
        for place, text in zip(figures, self._heads(), strict=True):
            skin.write(surface, text, place, "ink_soft", SMALL, align="right")

    def draw_row(self, surface: Surface, skin: Skin, at: int, box: Rect) -> None:
        line = self._lines[at]
        place, name, *figures = self._columns(box, skin)
        if not line.who:
            edge = skin.colour("gold_deep")
            rounded(surface, box.inflate(0, -2), skin.colour("row_hover"), skin.px(8), edge, 1)
        skin.write(surface, str(line.place), place, "ink_soft", SMALL, align="right")
        self._draw_face(surface, skin, line, Rect(name.x, name.y, name.height, name.height))
        name = Rect(name.x + name.height + skin.px(8), name.y, 0, name.height)
        name.width = figures[0].x - name.x
        skin.write(surface, self._name(line), name, "ink", BODY, bold=not line.who)
        for box_of, text in zip(figures, self._figures(line), strict=True):
            is_last = box_of is figures[-1]
            skin.write(surface, text, box_of, "ink", BODY, bold=is_last, align="right")

    def _draw_face(self, surface: Surface, skin: Skin, line: SeasonLine, box: Rect) -> None:
        own = person_from(self._page.stage.services.settings.settings.face)
        who = self._page.player(line.who).name if line.who else own
        if who is not None:
            bold, size = skin.theme.look.high_contrast, box.height - skin.px(4)
            face = portrait(who, self._mood(line), seat_colour(line.who), size, bold=bold)
            surface.blit(face, face.get_rect(center=box.center), special_flags=BLEND)
        else:
            size = box.height - skin.px(4)
            medallion = Rect(0, 0, size, size)
            medallion.center = box.center
            draw_initial(surface, skin, medallion, own_name(self._page.stage), 0)

    def _mood(self, line: SeasonLine) -> faces.Mood:
        now = self._page.season
        is_champion = line.place == 1 and now.is_over and not now.missing
        return faces.Mood.PLEASED if is_champion else faces.Mood.CALM

    def _columns(self, row: Rect, skin: Skin) -> list[Rect]:
        gap = skin.px(12)
        box = row.inflate(-2 * gap, 0)
        place, name = skin.px(26), round(box.width * 0.58)
        left = box.x + place + gap
        each = (box.right - left - name) // 3
        figures = [Rect(left + name + n * each, box.y, each, box.height) for n in range(3)]
        first = Rect(box.x, box.y, place, box.height)
        return [first, Rect(left, box.y, name, box.height), *figures]


# -- how a match ended -----------------------------------------------------------------------------


def match_sentence(name: str, won: int) -> str:
    """Return how a match against somebody ended, by the stakes won, and what it brings."""
    if not won:
        return _("You and {name} drew: one point.").format(name=name)
    words = _("You beat {name} by {stakes}: two points.")
    if won < 0:
        words = _("You lost to {name} by {stakes}: no points.")
    return words.format(name=name, stakes=stakes_text(abs(won)))


def so_far_sentence(own: Own) -> str:
    """Return how a match in progress stands."""
    if not own.hands:
        return _("Your first hand is waiting.")
    words = ngettext(
        "{count} of {many} hands is played", "{count} of {many} hands are played", own.hands
    )
    played = words.format(count=amount_text(own.hands), many=HANDS)
    if not own.won:
        return _("{played}, and it stands even.").format(played=played)
    ending = _("{played}, and you're {stakes} ahead.")
    if own.won < 0:
        ending = _("{played}, and you're {stakes} behind.")
    return ending.format(played=played, stakes=stakes_text(abs(own.won)))


def after_hand(session: Session) -> str:
    """Return how the match ended with the hand on the table; empty after any other hand."""
    if session.plan.kind != season.KIND or not session.is_over:
        return ""
    me = session.human or 0
    won = session.bankrolls[me] - OPENING_STAKES * session.rules.stake
    return match_sentence(session.names[1 - me], won)


# -- what opponents remember -----------------------------------------------------------------------


def greeting(stage: Stage, session: Session) -> str:
    """Return what the opponent of a match says about the last meeting; empty without one."""
    store = stage.services.saves.opened()
    place = store.place_of(session)
    if session.plan.kind != season.KIND or place is None:
        return ""
    name = next(each.name for each in session.players if not each.is_human)
    try:
        history = store.history()
        if not history.catch_up(200):  # hands counted within a frame
            return ""
        found = season.LastMeeting.of(history, name, place[0])
    except (StoreError, DamagedError):
        return ""
    return "" if found is None else meeting_sentence(found, stage.services.today())


def meeting_sentence(found: LastMeeting, today: date) -> str:
    """Return how an opponent speaks of the last meeting."""
    when = _when(found.ended, today)
    if found.caught and found.caught >= found.was_caught:
        words = ngettext(
            "You caught me once {when}. I count better now.",
            "You caught me {n} times {when}. I count better now.",
            found.caught,
        )
        return words.format(n=amount_text(found.caught), when=when)
    if found.was_caught:
        words = ngettext(
            "I caught you once {when}. Mind your drops.",
            "I caught you {n} times {when}. Mind your drops.",
            found.was_caught,
        )
        return words.format(n=amount_text(found.was_caught), when=when)
    if found.won is None:
        return _("Good to see you again!")
    if not found.won:
        return _("We came out even {when}. Let's settle it.").format(when=when)
    words = _("You took {stakes} off me {when}. I want them back.")
    if found.won < 0:
        words = _("I took {stakes} off you {when}. Welcome back!")
    return words.format(stakes=stakes_text(abs(found.won)), when=when)


def _when(ended: str, today: date) -> str:
    """Return how long ago it was, in words for the middle or the end of a sentence."""
    try:
        days = (today - date.fromisoformat(ended[:10])).days
    except ValueError:
        return _("last time")
    if days == 0:
        return _("earlier today")
    if days == 1:
        return _("yesterday")
    if 1 < days < 7:
        return _("the other day")
    return _("last week") if 7 <= days < 14 else _("last time")
