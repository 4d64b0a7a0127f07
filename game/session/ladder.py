"""The measured ladder: how much each opponent wins of each other, as the arena found it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Meeting:
    """What ``one`` won of ``other``, in stakes a hand; the truth lies within ``give`` of it, in
    nineteen of twenty such measurements.
    """

    one: str
    other: str
    mean: float
    give: float
    hands: int

    def seen_from(self, bot: str) -> "Meeting":
        """The same, as won by that bot."""
        if bot == self.one:
            return self
        return Meeting(self.other, self.one, -self.mean, self.give, self.hands)


@dataclass(frozen=True, slots=True)
class Ladder:
    """All meetings of two that were measured, and which share of its drops cost each bot dearly."""

    meetings: tuple[Meeting, ...] = ()
    caught: Mapping[str, float] = field(default_factory=dict)

    def between(self, bot: str, other: str) -> Meeting | None:
        """What ``bot`` wins of ``other``; None where it was not measured."""
        for meeting in self.meetings:
            if {meeting.one, meeting.other} == {bot, other}:
                return meeting.seen_from(bot)
        return None


def read_ladder(text: str) -> Ladder:
    """The ladder as ``tonk ladder --write`` wrote it; an empty one where it is none."""
    try:
        found = json.loads(text)
        meetings = tuple(
            Meeting(one, other, pair["mean"], pair["ci95"], pair["hands"])
            for pair in found["pairs"]
            for one, other in (pair["seats"],)
        )
        caught = {bot: float(each["caught_rate"]) for bot, each in found["bots"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return Ladder()
    return Ladder(meetings, caught)
