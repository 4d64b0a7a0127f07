"""What the ladder found, as the tables of ai/STRENGTH.md and as what the game reads."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Final

import ai
from ai.habits import in_words
from ai.lab.arena import ladder
from ai.lab.arena.contest import Estimate, Tally
from ai.lab.arena.ladder import BASELINES, LadderFile, LadderMatch
from ai.lab.arena.match import mean_milliseconds, milliseconds
from ai.registry import LEVELS

BEGIN: Final = "<!-- ladder -->"
END: Final = "<!-- /ladder -->"
_HOME: Final = Path(ai.__file__).parent
PAGE: Final = _HOME / "STRENGTH.md"
DATA: Final = _HOME / "ladder.json"
_SLOW: Final = 0.99


@dataclass(frozen=True, slots=True)
class Exploit:
    """The best answer that was found to a bot, and how it was measured.

    ``learnt`` measures what has learnt to beat the bot, where something has.
    """

    bot: str
    answer: str
    tries: int
    tally: Tally
    learnt: Tally | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """All that is known of the ladder; ``missing`` counts what is not known yet."""

    command: str
    bots: tuple[str, ...]
    pairs: Mapping[tuple[str, ...], Tally] = field(default_factory=dict)
    rows: Sequence[tuple[LadderMatch, Tally]] = ()
    exploits: Sequence[Exploit] = ()
    missing: int = 0

    def of(self, part: str) -> Iterator[tuple[LadderMatch, Tally]]:
        """The matches of a part, but for the pairs."""
        return ((planned, tally) for planned, tally in self.rows if planned.part == part)

    def won(self, row: str, column: str) -> Estimate | None:
        """What one bot wins of another."""
        if (row, column) in self.pairs:
            return self.pairs[row, column].estimate(0)
        return self.pairs[column, row].estimate(1) if (column, row) in self.pairs else None


def found_in(kept: LadderFile, seed: str, *, quick: bool) -> Found:
    """What a file holds of the whole ladder, whatever part was asked for this time."""
    pairs: dict[tuple[str, ...], Tally] = {}
    rows: list[tuple[LadderMatch, Tally]] = []
    missing = 0
    for planned in ladder.ladder_matches():
        tally = kept.tally(planned.match(seed))
        asked = planned.quick() if quick else planned
        missing += not asked.contest(seed, tally).is_over
        if tally is not None and tally.deals > 1:
            if planned.part == "pairs":
                pairs[planned.bots] = tally
            else:
                rows.append((planned, tally))
    exploits = []
    for question in ladder.questions(seed, quick=quick):
        answer = kept.answer(question)
        tally = kept.tally(question.match(answer[0])) if answer else None
        missing += tally is None
        if answer and tally is not None and tally.deals > 1:
            learnt = kept.tally(question.match(f"net:{kept.learnt_net(question.bot)}"))
            exploits.append(Exploit(question.bot, *answer, tally, learnt))
    words = [*["--quick"] * quick, *["--trust"] * kept.trusts]
    command = " ".join(
        ("tonk-lab ladder FILE", *words, *([] if seed == "1" else [f"--seed {seed}"]))
    )
    return Found(command, (*LEVELS, *BASELINES), pairs, rows, exploits, missing)


def ladder_json(found: Found) -> dict[str, object]:
    """What ``ai/ladder.json`` holds: means and half intervals in stakes a hand."""
    return {
        "command": found.command,
        "missing": found.missing,
        "bots": {bot: _temper(found, bot) for bot in found.bots if _tallies(found, bot)},
        "pairs": [_match(tally) for tally in found.pairs.values()],
        "rows": [
            {"part": planned.part, "rules": planned.label, **_match(tally)}
            for planned, tally in found.rows
        ],
        "exploits": [
            {
                "bot": each.bot,
                "answer": each.answer,
                "how": in_words(each.answer),
                "tries": each.tries,
                **_match(each.tally),
                "learnt": _learnt(each.learnt),
            }
            for each in found.exploits
        ],
    }


def _match(tally: Tally) -> dict[str, object]:
    estimate = tally.estimate(0)
    return {
        "seats": list(tally.match.bots),
        "mean": round(estimate.mean, 4),
        "ci95": round(estimate.width or 0, 4),
        "hands": tally.hands,
    }


def _learnt(tally: Tally | None) -> dict[str, object] | None:
    if tally is None:
        return None
    return {key: value for key, value in _match(tally).items() if key != "seats"}


def _temper(found: Found, bot: str) -> dict[str, object]:
    times = _times(found, bot)
    drops, caught = _drops(found, bot)
    return {
        "caught_rate": round(caught / drops, 4) if drops else 0,
        "ms_mean": round(mean_milliseconds(times) or 0, 4),
        "ms_p99": round(milliseconds(times, _SLOW) or 0, 4),
    }


def _tallies(found: Found, bot: str) -> list[tuple[Tally, int]]:
    """The pairs in which a bot plays, and its place in them."""
    return [(tally, bots.index(bot)) for bots, tally in found.pairs.items() if bot in bots]


def _times(found: Found, bot: str) -> Counter[int]:
    times: Counter[int] = Counter()
    for tally, place in _tallies(found, bot):
        times.update(tally.times[place])
    return times


def _drops(found: Found, bot: str) -> tuple[int, int]:
    played = _tallies(found, bot)
    return (
        sum(tally.drops[place] for tally, place in played),
        sum(tally.caught[place] for tally, place in played),
    )


def markdown(found: Found) -> str:
    """The tables of the page, without the markers around them."""
    parts = (
        _head(found),
        _pairs_table(found),
        _bots_table(found),
        _tables_table(found),
        _steps_table(found, "presets", "two seats"),
        _steps_table(found, "random", "two seats, rules drawn at random"),
        _knowing_table(found),
    )
    return "\n\n".join(filter(None, map("\n".join, parts)))


def _head(found: Found) -> Iterator[str]:
    made = f"Made by `{found.command} --write`."
    yield f"{made} Stakes a hand (in `push_up` points), with 95 % intervals."
    yield "A plain difference was not measured more finely than to a quarter of itself."
    if found.missing:
        yield f"Of its matches {found.missing} are still to be played."


def _pairs_table(found: Found) -> Iterator[str]:
    if not found.pairs:
        return
    yield "Two seats, `standard`: what the bot of the row wins of that of the column."
    yield ""
    yield _row(["", *(f"`{bot}`" for bot in found.bots)])
    yield _rule(len(found.bots))
    for bot in found.bots:
        cells = [found.won(bot, other) for other in found.bots]
        yield _row([f"`{bot}`", *(str(cell) if cell else "" for cell in cells)])


def _bots_table(found: Found) -> Iterator[str]:
    """A bot in a line; what can be won of it is a lower bound."""
    if not found.pairs:
        return
    exploits = {each.bot: _gain(each) for each in found.exploits}
    heads = [
        "wins of the pool",
        "least",
        "caught",
        "ms a decision",
        "p99",
        "can be won of it",
        "by",
        "by learning",
    ]
    yield _row(["", *heads])
    yield _rule(len(heads))
    for bot in found.bots:
        won = [cell.mean for other in found.bots if (cell := found.won(bot, other))]
        pool = [cell.mean for other in BASELINES if (cell := found.won(bot, other))]
        drops, caught = _drops(found, bot)
        times = _times(found, bot)
        yield _row(
            [
                f"`{bot}`",
                f"{fmean(pool):+.3f}" if pool else "",
                f"{min(won):+.3f}" if won else "",
                f"{100 * caught / drops:.1f} %" if drops else "",
                f"{mean_milliseconds(times) or 0:.2f}",
                f"{milliseconds(times, _SLOW) or 0:.2f}",
                *exploits.get(bot, ("", "", "")),
            ]
        )


def _gain(found: Exploit) -> tuple[str, str, str]:
    """What an answer wins, which it is, and what was won by learning.

    An answer that loses is none: the bot itself comes out even.
    """
    estimate, learnt = found.tally.estimate(0), ""
    if found.learnt is not None:
        learnt = str(found.learnt.estimate(0))
    if estimate.mean <= 0:
        return "nothing found", "", learnt
    name = f"`{found.answer}`" if in_words(found.answer) else "a plain player"
    return str(estimate), name, learnt


def _tables_table(found: Found) -> Iterator[str]:
    rows = list(found.of("tables"))
    if not rows:
        return
    yield _row(["at one table, `standard`", "the first wins"])
    yield _rule(1)
    for _, tally in rows:
        yield _row([", ".join(f"`{bot}`" for bot in tally.match.bots), str(tally.estimate(0))])


def _steps_table(found: Found, part: str, head: str) -> Iterator[str]:
    """Each level against the one below it, a set of rules in a line."""
    rows = list(found.of(part))
    if not rows:
        return
    duels = list(dict.fromkeys(planned.bots for planned, _ in rows))
    cells = {(planned.label, planned.bots): str(tally.estimate(0)) for planned, tally in rows}
    yield _row([head, *(f"`{one}` of `{other}`" for one, other in duels)])
    yield _rule(len(duels))
    for label in dict.fromkeys(planned.label for planned, _ in rows):
        yield _row([f"`{label}`", *(cells.get((label, duel), "") for duel in duels)])


def _knowing_table(found: Found) -> Iterator[str]:
    rows = list(found.of("knowing"))
    if not rows:
        return
    yield _row(["two seats", "knowing the rules is worth to `expert`"])
    yield _rule(1)
    for planned, tally in rows:
        yield _row([f"`{planned.label}`", str(tally.estimate(0))])


def _row(cells: Sequence[str]) -> str:
    return " ".join(chain.from_iterable(("|", cell) for cell in cells)) + " |"


def _rule(columns: int) -> str:
    return _row(["---", *["--:"] * columns])


def write(found: Found) -> Iterator[Path]:
    """Put all into the page and the game's own file; ``ValueError`` where there is no place."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"{PAGE}: there is no {BEGIN} … {END}")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{markdown(found)}\n{END}{after}", encoding="utf-8")
    yield PAGE
    DATA.write_text(json.dumps(ladder_json(found), indent=1) + "\n", encoding="utf-8")
    yield DATA
