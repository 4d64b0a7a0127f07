"""Reports of the ladder: the tables of ai/STRENGTH.md, and the file that the game reads."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

import ai
from ai.lab.arena import ladder
from ai.lab.arena.contest import MeanInterval, Tally
from ai.lab.arena.exploit import in_words
from ai.lab.arena.ladder import BASELINES, FAULTS_HANDS, LadderFile, LadderMatch
from ai.lab.arena.match import mean_milliseconds, milliseconds
from ai.lab.cli.faults import FAULTS, whole_of
from ai.registry import LEVELS

BEGIN: Final = "<!-- ladder -->"
END: Final = "<!-- /ladder -->"
_HOME: Final = Path(ai.__file__).parent
PAGE: Final = _HOME / "STRENGTH.md"
DATA: Final = _HOME / "ladder.json"
_SLOW: Final = 0.99
_ALMOST_SURE: Final = 0.999


@dataclass(frozen=True, slots=True)
class Exploit:
    """The best answer found to a bot, and its measurement.

    ``learnt`` is the tally of a player trained against the bot, if there is one.
    """

    bot: str
    answer: str
    tries: int
    tally: Tally
    learnt: Tally | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The results of the ladder so far; ``missing`` counts measurements that are not finished."""

    command: str
    width: float
    """The half-width of intervals to reach, in stakes a hand."""
    bots: tuple[str, ...]
    pairs: Mapping[tuple[str, ...], Tally] = field(default_factory=dict)
    rows: Sequence[tuple[LadderMatch, Tally]] = ()
    exploits: Sequence[Exploit] = ()
    faults: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    missing: int = 0

    def of(self, part: str) -> Iterator[tuple[LadderMatch, Tally]]:
        """Return the matches of a part other than the pairs."""
        return ((planned, tally) for planned, tally in self.rows if planned.part == part)

    def won(self, row: str, column: str) -> MeanInterval | None:
        """Return what ``row`` wins from ``column`` a hand; None if they have not met."""
        if (row, column) in self.pairs:
            return self.pairs[row, column].estimate(0)
        return self.pairs[column, row].estimate(1) if (column, row) in self.pairs else None


def found_in(kept: LadderFile, seed: str, times: float) -> Found:
    """Return what a file holds of the whole ladder, including parts not selected this time."""
    pairs: dict[tuple[str, ...], Tally] = {}
    rows: list[tuple[LadderMatch, Tally]] = []
    missing = 0
    for planned in ladder.ladder_matches():
        tally = kept.tally(planned.match(seed))
        missing += not planned.wider(times).contest(seed, tally).is_over
        if tally is not None and tally.deals > 1:
            if planned.part == "pairs":
                pairs[planned.bots] = tally
            else:
                rows.append((planned, tally))
    exploits = []
    for question in ladder.questions(seed, times):
        answer = kept.answer(question)
        tally = kept.tally(question.match(answer[0])) if answer else None
        missing += tally is None
        if answer and tally is not None and tally.deals > 1:
            learnt = kept.tally(question.match(f"net:{kept.learnt_net(question.bot)}"))
            exploits.append(Exploit(question.bot, *answer, tally, learnt))
    faults = {}
    for table in ladder.fault_tables(seed):
        counts = kept.faults(table)
        missing += counts is None
        if counts is not None:
            faults[table.bot] = counts
    width = ladder.WIDTH * times
    words = [*[f"--until {width:g}"] * (times != 1), *["--trust"] * kept.trusts]
    command = " ".join(
        ("tonk-lab ladder FILE", *words, *([] if seed == "1" else [f"--seed {seed}"]))
    )
    return Found(command, width, (*LEVELS, *BASELINES), pairs, rows, exploits, faults, missing)


def ladder_json(found: Found) -> dict[str, object]:
    """Return the contents of ``ai/ladder.json``: means and half intervals in stakes a hand."""
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
        "faults": found.faults,
    }


def _match(tally: Tally) -> dict[str, object]:
    estimate = tally.estimate(0)
    return {
        "seats": list(tally.match.bots),
        "mean": round(estimate.mean, 4),
        "ci95": round(estimate.width or 0, 4),
        "ci999": round(estimate.wider(_ALMOST_SURE) or 0, 4),
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
    """Return the pairs in which a bot plays, with its place in each."""
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
    """Return the tables of the page, without the markers around them."""
    parts = (
        _head(found),
        _pairs_table(found),
        _bots_table(found),
        _tables_table(found),
        _steps_table(found),
        _steps_in_words(found),
        _knowing_table(found),
        _styles_table(found),
        _early_table(found),
        _faults_table(found),
    )
    return "\n\n".join(filter(None, map("\n".join, parts)))


def _head(found: Found) -> Iterator[str]:
    enough = f"± {found.width:g} or {1000 * found.width:.0f} % of the difference"
    yield f"Made by `{found.command} --write`: stakes a hand (points under `push_up`), with 95 %"
    yield f"intervals. A match ends when its interval is narrower than {enough};"
    yield "for Master against players who drop early, which Python plays, five times that suffices."
    yield "`ladder.json` holds every match, with its interval and number of hands."
    if found.missing:
        yield f"Still to be played: {found.missing} matches."


def _pairs_table(found: Found) -> Iterator[str]:
    if not found.pairs:
        return
    yield "Two seats, `standard`: what the row's bot wins from the column's."
    yield ""
    yield _row(["", *(f"`{bot}`" for bot in found.bots)])
    yield _rule(len(found.bots))
    for bot in found.bots:
        cells = [found.won(bot, other) for other in found.bots]
        yield _row([f"`{bot}`", *(f"{cell.mean:+.3f}" if cell else "" for cell in cells)])


def _bots_table(found: Found) -> Iterator[str]:
    """Yield a row for each bot; what can be won of it is a lower bound."""
    if not found.pairs:
        return
    exploits = {each.bot: _gain(each) for each in found.exploits}
    is_learnt = any(each.learnt for each in found.exploits)
    heads = ["caught", "ms per decision", "p99", "can be won from it", "by"]
    yield _row(["", *heads, *["by learning"] * is_learnt])
    yield _rule(len(heads) + is_learnt)
    for bot in found.bots:
        drops, caught = _drops(found, bot)
        times = _times(found, bot)
        gain = exploits.get(bot, ("", "", ""))
        yield _row(
            [
                f"`{bot}`",
                f"{100 * caught / drops:.1f} %" if drops else "",
                f"{mean_milliseconds(times) or 0:.2f}",
                f"{milliseconds(times, _SLOW) or 0:.2f}",
                *gain[: 2 + is_learnt],
            ]
        )


def _gain(found: Exploit) -> tuple[str, str, str]:
    """Return what an answer wins, its name, and what a trained player wins.

    An answer that loses does not count: the bot itself would break even.
    """
    estimate, learnt = found.tally.estimate(0), ""
    if found.learnt is not None:
        learnt = str(found.learnt.estimate(0))
    if estimate.mean <= 0:
        return "nothing found", "", learnt
    habits, _, plain = found.answer.rpartition("falling:")
    name = f"`{habits}` a plain player" if habits and plain else f"`{found.answer}`"
    return str(estimate), name if in_words(found.answer) else "a plain player", learnt


def _tables_table(found: Found) -> Iterator[str]:
    rows = list(found.of("tables"))
    if not rows:
        return
    yield _row(["at one table, `standard`", "the first wins"])
    yield _rule(1)
    for _, tally in rows:
        first, second, *rest = tally.match.bots
        yield _row([f"`{first}` and {1 + len(rest)} × `{second}`", str(tally.estimate(0))])


_STEPS: Final = ("presets", "random")
_Step: TypeAlias = tuple[LadderMatch, MeanInterval]


def _steps(found: Found) -> list[_Step]:
    rows = chain.from_iterable(map(found.of, _STEPS))
    return [(planned, tally.estimate(0)) for planned, tally in rows]


def _steps_table(found: Found) -> Iterator[str]:
    """Yield what each level wins from the one below it: by `standard`, and the least and median of
    all rule sets.
    """
    steps = _steps(found)
    if not steps:
        return
    duels = list(dict.fromkeys(planned.bots[:2] for planned, _ in steps))
    seats = sorted({len(planned.bots) for planned, _ in steps})
    yield _row(["", *(f"`{one}` from `{other}`" for one, other in duels)])
    yield _rule(len(duels))
    for number in seats:
        row = [_of(steps, "presets", number, duel, "standard") for duel in duels]
        yield _row([f"`standard`, {number} seats", *(str(of[0][1]) if of else "" for of in row)])
    for part, words in zip(_STEPS, ("presets", "random rules"), strict=True):
        for number in seats:
            row = [_of(steps, part, number, duel) for duel in duels]
            yield _row([f"{words}, {number} seats: least", *map(_least, row)])
            yield _row([f"{words}, {number} seats: median", *map(_median, row)])


def _of(
    steps: Sequence[_Step], part: str, seats: int, duel: tuple[str, ...], label: str = ""
) -> list[_Step]:
    return [
        (planned, won)
        for planned, won in steps
        if planned.part == part
        and len(planned.bots) == seats
        and planned.bots[:2] == duel
        and label in ("", planned.label)
    ]


def _least(steps: Sequence[_Step]) -> str:
    if not steps:
        return ""
    planned, won = min(steps, key=lambda step: step[1].mean)
    return f"{won} `{planned.label}`"


def _median(steps: Sequence[_Step]) -> str:
    return f"{median(won.mean for _, won in steps):+.3f}" if steps else ""


def _steps_in_words(found: Found) -> Iterator[str]:
    """Yield lines on how many steps are clear of zero, and which are not."""
    steps = _steps(found)
    if not steps:
        return
    unsure = [step for step in steps if not step[1].is_positive]
    share = 100 * (1 - len(unsure) / len(steps))
    yield f"{len(steps) - len(unsure)} of {len(steps)} steps ({share:.1f} %) are clear of zero."
    below = [step for step in steps if step[1].lies_below(_ALMOST_SURE)]
    if below:
        yield f"Below zero by their 99.9 % intervals: {_listed(below)}."
    else:
        yield "None is below zero by its 99.9 % interval."
    if unsure:
        yield f"Not clear of zero: {_listed(unsure)}."


def _listed(steps: Sequence[_Step]) -> str:
    return "; ".join(
        f"`{planned.label}`, {len(planned.bots)} seats, `{planned.bots[0]}` {won}"
        for planned, won in steps
    )


def _knowing_table(found: Found) -> Iterator[str]:
    rows = list(found.of("knowing"))
    if not rows:
        return
    yield _row(["two seats", *(f"`{planned.label}`" for planned, _ in rows)])
    yield _rule(len(rows))
    cells = (str(tally.estimate(0)) for _, tally in rows)
    yield _row(["what `expert` wins by knowing the rules", *cells])


def _styles_table(found: Found) -> Iterator[str]:
    rows = [tally for _, tally in found.of("styles")]
    if not rows:
        return
    yield _row(["two seats, `standard`", *(f"`{tally.match.bots[0]}`" for tally in rows)])
    yield _rule(len(rows))
    yield _row(["wins from `expert`", *(str(tally.estimate(0)) for tally in rows)])
    yield _row(["drops caught", *(_percent(tally.caught[0], tally.drops[0]) for tally in rows)])


def _early_table(found: Found) -> Iterator[str]:
    """Yield two columns for each rule set: what Master wins, and what ``adaptive:early`` wins."""
    rows = {(planned.label, tally.match.bots): tally for planned, tally in found.of("early")}
    if not rows:
        return
    heads = list(dict.fromkeys((label, bots[0]) for label, bots in rows))
    yield _row(["two seats", *(f"`{label}`: `{bot}`" for label, bot in heads)])
    yield _rule(len(heads))
    for other in dict.fromkeys(bots[1] for _, bots in rows):
        cells = [rows.get((label, (bot, other))) for label, bot in heads]
        yield _row([f"from `{other}`", *(str(cell.estimate(0)) if cell else "" for cell in cells)])


def _faults_table(found: Found) -> Iterator[str]:
    if not found.faults:
        return
    yield _row(
        [
            f"{FAULTS_HANDS:,} hands with the level in both seats",
            *(f"`{bot}`" for bot in found.faults),
        ]
    )
    yield _rule(len(found.faults))
    for made, of, words in FAULTS:
        cells = (_percent(counts[made], whole_of(counts, of)) for counts in found.faults.values())
        yield _row([words, *cells])


def _percent(part: int, whole: int) -> str:
    if not whole:
        return ""
    return f"{100 * part / whole:.1f} %" if part else "0"


def _row(cells: Sequence[str]) -> str:
    return " ".join(chain.from_iterable(("|", cell) for cell in cells)) + " |"


def _rule(columns: int) -> str:
    return _row(["---", *["--:"] * columns])


def write(found: Found) -> Iterator[Path]:
    """Write the tables into the page and the game's data file, yielding each path.

    Raises ``ValueError`` if the page lacks the markers.
    """
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"{PAGE}: there is no {BEGIN} … {END}")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{markdown(found)}\n{END}{after}", encoding="utf-8")
    yield PAGE
    DATA.write_text(json.dumps(ladder_json(found), indent=1) + "\n", encoding="utf-8")
    yield DATA
