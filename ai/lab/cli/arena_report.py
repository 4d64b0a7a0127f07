"""Reports of the arena, as JSON and as text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

from ai.lab.arena.contest import MeanInterval, Tally
from ai.lab.arena.exploit import ExploitSearch, in_words
from ai.lab.arena.match import milliseconds
from ai.lab.arena.race import Runner
from game.rules.untrusted_input import printable

_MIDDLE, _SLOW = 0.5, 0.99


@dataclass(frozen=True, slots=True)
class Setting:
    """The rules and seed shared by all matches of a run, and its duration in seconds."""

    rules: str
    seed: str
    seconds: float


def seats_json(setting: Setting, tally: Tally) -> dict[str, object]:
    """Return the object that `--seats --json` prints."""
    seats = [_seat(tally, bot) for bot in range(tally.match.seats)]
    return {**_head(setting, [tally]), "seats": seats, **_foot(setting, [tally])}


def table_json(
    setting: Setting, bots: Sequence[str], tallies: Mapping[tuple[int, ...], Tally]
) -> dict[str, object]:
    """Return the object that `--table --json` prints, with pairs in the format of `--seats`."""
    pairs = [
        {"hands": tally.hands, "seats": [_seat(tally, bot) for bot in range(2)]}
        for tally in tallies.values()
    ]
    played = list(tallies.values())
    return {
        **_head(setting, played),
        "table": list(bots),
        "pairs": pairs,
        **_foot(setting, played),
    }


def _head(setting: Setting, tallies: Sequence[Tally]) -> dict[str, object]:
    hands = sum(tally.hands for tally in tallies)
    return {"rules": setting.rules, "seed": _seed(setting), "hands": hands}


def _seed(setting: Setting) -> int | str:
    """Return the seed as an integer if it is written as one."""
    seed = setting.seed
    return int(seed) if seed.isdecimal() and str(int(seed)) == seed else seed


def _foot(setting: Setting, tallies: Sequence[Tally]) -> dict[str, object]:
    hands = sum(tally.hands for tally in tallies)
    endings = [tally.endings for tally in tallies]
    kinds = dict.fromkeys(kind for each in endings for kind in each)
    return {
        "endings": {kind.value: sum(each[kind] for each in endings) for kind in kinds},
        "hands_per_s": round(hands / setting.seconds, 1) if setting.seconds else 0.0,
    }


def _seat(tally: Tally, bot: int) -> dict[str, object]:
    estimate = tally.estimate(bot) if tally.deals else None
    return {
        "bot": tally.match.bots[bot],
        "mean": _rounded(estimate.mean if estimate else None, 5),
        "ci95": _rounded(estimate.width if estimate else None, 5),
        "caught_rate": round(tally.caught_rate(bot), 5),
        "ms_p50": _rounded(milliseconds(tally.times[bot], _MIDDLE), 4),
        "ms_p99": _rounded(milliseconds(tally.times[bot], _SLOW), 4),
    }


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


def seats_lines(setting: Setting, tally: Tally) -> Iterator[str]:
    """Describe the result of each seat in words."""
    seats = tally.match.seats
    speed = tally.hands / setting.seconds if setting.seconds else 0
    yield (
        f"Rules {printable(setting.rules)}, seed {printable(setting.seed)}: {tally.hands:,} hands, "
        f"{tally.deals:,} deals in {seats} seatings each; {speed:,.0f} hands a second"
    )
    if not tally.deals:
        return
    width = max(len(name) for name in (*map(printable, tally.match.bots), "bot"))
    unit = "points" if tally.match.rules.is_push_up else "stakes"
    heads = f"{f'{unit} a hand, 95%':>20}  {'caught':>7}  {'ms p50':>8}  {'ms p99':>8}"
    yield f"{'bot':<{width}}  {heads}"
    for bot, name in enumerate(tally.match.bots):
        times = [milliseconds(tally.times[bot], part) or 0 for part in (_MIDDLE, _SLOW)]
        yield (
            f"{printable(name):<{width}}  {tally.estimate(bot)!s:>20}  "
            f"{100 * tally.caught_rate(bot):>5.1f} %  {times[0]:>8.3g}  {times[1]:>8.3g}"
        )
    ended = [
        f"{kind} {100 * n / tally.hands:.1f} %" for kind, n in tally.endings.most_common() if n
    ]
    yield f"ended by {', '.join(ended)}"


def table_lines(
    setting: Setting, bots: Sequence[str], tallies: Mapping[tuple[int, ...], Tally]
) -> Iterator[str]:
    """Yield a Markdown table of what each row's bot wins from each column's bot."""
    unit = next(iter(tallies.values())).match.rules.is_push_up
    hands = sum(tally.hands for tally in tallies.values())
    yield (
        f"Rules {printable(setting.rules)}, seed {printable(setting.seed)}: {hands:,} hands; "
        f"{'points' if unit else 'stakes'} a hand, row against column, with 95% intervals"
    )
    yield ""
    yield _row(["", *map(printable, bots), "mean", "least"])
    yield _row(["---", *["--:"] * (len(bots) + 2)])
    for row, name in enumerate(bots):
        cells = [_against(tallies, row, column) for column in range(len(bots))]
        means = [cell.mean for cell in cells if cell]
        sums = [f"{each(means):+.3f}" if means else "" for each in (fmean, min)]
        yield _row([printable(name), *(str(cell) if cell else "" for cell in cells), *sums])


def _against(
    tallies: Mapping[tuple[int, ...], Tally], row: int, column: int
) -> MeanInterval | None:
    pair = (min(row, column), max(row, column))
    tally = tallies.get(pair)
    return tally.estimate(pair.index(row)) if tally and tally.deals else None


def _row(cells: Sequence[str]) -> str:
    return " ".join(chain.from_iterable(("|", cell) for cell in cells)) + " |"


def fault_lines(tallies: Sequence[Tally]) -> Iterator[str]:
    """Yield a line for each bot that misbehaved, with the counts."""
    for tally in tallies:
        for name, faults in zip(tally.match.bots, tally.faults, strict=True):
            if faults:
                kinds = ", ".join(f"{what} {n:,} times" for what, n in faults.most_common())
                yield f"{printable(name)} {kinds}; casual stood in"


def exploit_json(setting: Setting, search: ExploitSearch) -> dict[str, object]:
    """Return the object that `--exploit --json` prints."""
    gain, hands = _gain(search), search.hands_done
    return {
        "rules": setting.rules,
        "seed": _seed(setting),
        "exploit": search.question.bot,
        "tries": search.tries,
        "habits": len(search.habits),
        "hands": hands,
        "leaders": [_leader(runner) for runner in search.leaders],
        "answer": search.best.bot if search.best else None,
        "how": in_words(search.best.bot) if search.best else "",
        "gain": _rounded(gain[0].mean if gain else None, 5),
        "ci95": _rounded(gain[0].width if gain else None, 5),
        "is_fresh": bool(gain and gain[1]),
        "fresh_hands": search.fresh.tally.hands if search.fresh else 0,
        "learnt": _learnt(search.learnt.tally) if search.learnt else None,
        "hands_per_s": round(hands / setting.seconds, 1) if setting.seconds else 0.0,
    }


def _learnt(tally: Tally) -> dict[str, object]:
    """Return what a player trained against the bot wins from it."""
    seat = _seat(tally, 0)
    return {"gain": seat["mean"], "ci95": seat["ci95"], "fresh_hands": tally.hands}


def _leader(runner: Runner) -> dict[str, object]:
    estimate = runner.estimate(0)
    return {
        "bot": runner.bot,
        "mean": _rounded(estimate.mean, 5),
        "ci95": _rounded(estimate.width, 5),
    }


def exploit_lines(setting: Setting, search: ExploitSearch) -> Iterator[str]:
    """Describe the search in words."""
    yield from _answer_lines(setting, search)
    if search.learnt and search.learnt.tally.deals:
        tally, bot = search.learnt.tally, printable(search.question.bot)
        estimate = tally.estimate(0)
        yield (
            f"a player trained against {bot} wins {estimate} {_unit(search)} a hand "
            f"on {tally.hands:,} hands: {_meaning(estimate, bot)}"
        )


def _unit(search: ExploitSearch) -> str:
    return "points" if search.question.rules.is_push_up else "stakes"


def _answer_lines(setting: Setting, search: ExploitSearch) -> Iterator[str]:
    """Yield lines on what was tried, and the best answer."""
    bot, gain = printable(search.question.bot), _gain(search)
    yield (
        f"Rules {printable(setting.rules)}, seed {printable(setting.seed)}: {search.tries:,} plain "
        f"players and {len(search.habits)} with habits tried as answers to {bot} in "
        f"{search.hands:,} hands"
    )
    if gain is None or search.best is None:
        return
    for runner in search.leaders:
        yield f"  {runner.estimate(0)!s:>16}  {printable(runner.bot)}"
    estimate, is_fresh = gain
    unit = _unit(search)
    yield f"the best is {printable(search.best.bot)}"
    how = in_words(search.best.bot)
    if how:
        yield f"how it plays: {how}"
    if not is_fresh:
        yield f"it won {estimate} {unit} a hand in the search, which flatters the winner"
        return
    hands = search.fresh.tally.hands if search.fresh else 0
    yield (
        f"on {hands:,} hands of fresh deals, without the luck of the search, it wins "
        f"{estimate} {unit} a hand: {_meaning(estimate, bot)}"
    )


def _meaning(estimate: MeanInterval, bot: str) -> str:
    """Return what a measured answer proves, in words."""
    if estimate.width is None or abs(estimate.mean) <= estimate.width:
        return "no more than chance would give"
    return f"{bot} can lose at least that much" if estimate.mean > 0 else "it is no answer"


def _gain(search: ExploitSearch) -> tuple[MeanInterval, bool] | None:
    """Return what the answer wins, and whether that was measured on fresh deals."""
    if search.fresh and search.fresh.tally.deals:
        return search.fresh.tally.estimate(0), True
    return (search.best.estimate(0), False) if search.best and search.best.deals else None
