"""Migration of rows written before 1.0, so that they keep their meaning (RULES.md §6.1).

The first versions recorded later players only in standings, and hands had no identities. Rules were
based on a preset, and three presets have changed since. Hands under these get the old rules spelled
out, all others stay as they are; plans, tables left for later and reviews are always rewritten in
today's form. The migration is idempotent.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from game.play.journal import from_json
from game.play.plan import Plan, Standing
from game.rules.hashing import sha256
from game.rules.presets import (
    DEFAULTS,
    EARLIER_PRESETS,
    rules_from_earlier_mapping,
    spelled_out,
)
from game.rules.record import read_record
from game.rules.ruleset import OPTIONS, RuleError, values_to_plain
from game.rules.seal import checksum
from game.rules.untrusted_input import json_of
from game.saves.merging import with_identities
from game.saves.rows import DOCUMENT, IDENTITY, NONSENSE, REVIEW, TABLE_LEFT, Key, Row
from game.saves.statistics import players_text

Held = dict[str, Any]  # Any: JSON from a row; what is none of the game's raises one of NONSENSE


def rows_of_today(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of a store of any version as they would be written now. Never raises."""
    rows = Row.renumbered(rows)
    return brought_up_to_date(with_identities([*rows, *_seated_later(rows)]))


def brought_up_to_date(rows: Iterable[Row]) -> list[Row]:
    """Return the rows with their rules spelled out as needed. Never raises.

    Rows that do not need it or cannot be read are unchanged byte for byte. In a sealed hand only
    the rules and ``check`` are rewritten, and ``check`` only if it held, so that verifying gives
    the same result as before. Reviews are numbered by their hand, so they get a new number; if it
    is taken they stay as they are.
    """
    rows = list(rows)
    taken = {row.key for row in rows if row.kind == REVIEW}
    # Every row that bases its rules on a preset contains this; in a nested text a backslash
    # precedes the second quotation mark.
    return [_of_now(row, taken) if '"preset' in row.body else row for row in rows]


class Seasons:
    """Identities for seasons and bankrolls known by their number alone, equal on two computers.

    Those of another store are named after their first session, wherever they go. Where one of their
    sessions is already, they keep what they are called there.
    """

    _OCCASION: ClassVar = re.compile(
        r'"occasion":"(season|bankroll) (\d{1,9}) (\d{1,9})((?: [0-9A-Za-z]{1,32})?)"'
    )
    _BANKROLL: ClassVar = f"{DOCUMENT}bankroll.json"
    _ENDED: ClassVar = re.compile(rf"{DOCUMENT}season-(\d{{1,9}})-\.json")
    """The document of a season that is over and has no identity."""

    @staticmethod
    def name_of(plan: str) -> str:
        """Return the identity of a season or a bankroll by the plan of its first session."""
        held: object = None
        with suppress(*NONSENSE):
            held = json.loads(plan)["cut_seed"]
        return sha256(str(held or plan).encode("utf-8", "backslashreplace")).hexdigest()[:16]

    @classmethod
    def told_apart(cls, rows: Sequence[Row], own: Sequence[Row]) -> list[Row]:
        """Return the rows of another store with an identity for every season and bankroll, or as it
        is called in the ``own`` rows if these have a session of it. Never raises.
        """
        there = cls._sessions(rows)
        if not there:
            return list(rows)
        unnamed = [
            (int(found[3]) if found[1] == "season" else 0, session)
            for session, found in there.items()
            if not found[4]
        ]
        names: dict[tuple[str, ...], str] = {}
        for _match, session in sorted(unnamed, reverse=True):
            found = there[session]
            names[found[1], found[2], ""] = f" {cls.name_of(found.string)}"
        here = cls._sessions(own)
        known = {
            row.body: here[row.session]
            for row in own
            if row.kind == IDENTITY and row.session in here
        }
        for row in rows:
            if row.kind == IDENTITY and row.session in there and row.body in known:
                found = there[row.session]
                names[found[1], found[2], found[4]] = known[row.body][4]
        return [cls._named(row, names) for row in (*rows, *cls._present(rows, there))]

    @classmethod
    def _sessions(cls, rows: Iterable[Row]) -> dict[int, re.Match[str]]:
        """Return the occasions in the plans of sessions for a season or a bankroll."""
        found: dict[int, re.Match[str]] = {}
        for row in rows:
            if row.kind == "plan" and (occasion := cls._OCCASION.search(row.body)):
                found.setdefault(row.session, occasion)
        return found

    @classmethod
    def _present(cls, rows: Iterable[Row], there: Mapping[int, re.Match[str]]) -> Iterator[Row]:
        """Yield the document with the present bankroll of a store whose first one it is: where it
        goes on, it needs an identity.
        """
        own = [
            (int(found[2]), session)
            for session, found in there.items()
            if found[1] == "bankroll" and not found[4]
        ]
        if own and not any(row.kind == cls._BANKROLL and row.body for row in rows):
            yield Row(0, 0, cls._BANKROLL, 1, json.dumps({"number": max(own)[0]}))

    @classmethod
    def _named(cls, row: Row, names: Mapping[tuple[str, ...], str]) -> Row:
        def occasion(found: re.Match[str]) -> str:
            kind, number, unit, identity = found.groups()
            identity = names.get((kind, number, identity), identity)
            return f'"occasion":"{kind} {number} {unit}{identity}"'

        def named(plan: str) -> str:
            return cls._OCCASION.sub(occasion, plan, count=1)

        with suppress(*NONSENSE):
            if row.kind == "plan":
                new = named(row.body)
                return row if new == row.body else replace(row, body=new)
            if row.kind.startswith(DOCUMENT + TABLE_LEFT) and row.body:
                plan, *rest = json.loads(row.body)
                new = named(plan)
                return row if new == plan else replace(row, body=json.dumps([new, *rest]))
            if row.kind in (f"{DOCUMENT}season.json", cls._BANKROLL) and row.body:
                held = json.loads(row.body)
                kind = row.kind.removeprefix(DOCUMENT).removesuffix(".json")
                name = names.get((kind, str(held["number"]), ""), "").strip()
                if name and "identity" not in held:
                    return replace(row, body=json.dumps({**held, "identity": name}))
            ended = cls._ENDED.fullmatch(row.kind)
            if ended and row.body and (name := names.get(("season", ended[1], ""), "").strip()):
                held = {**json.loads(row.body), "identity": name}
                kind = f"{DOCUMENT}season-{ended[1]}-{name}.json"
                return replace(row, kind=kind, body=json.dumps(held))
        return row


def _seated_later(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the players who joined a session later, if only its latest standing names them."""
    plans = {row.session: row.body for row in rows if row.kind == "plan"}
    told = {row.session for row in rows if row.kind == "seated"}
    standings = sorted((row for row in rows if row.kind == "standing"), key=lambda row: row.key)
    for session, row in {row.session: row for row in standings}.items():
        with suppress(*NONSENSE):
            players = from_json(Standing, row.body).players
            known = from_json(Plan, plans[session]).players
            if session not in told and not set(known).issuperset(players):
                yield replace(row, kind="seated", body=players_text(players))


def _of_now(row: Row, taken: set[Key]) -> Row:
    try:
        if row.kind == REVIEW:
            return _review(row, taken)
        return replace(row, body=_rewriter(row.kind)(row.body))
    except NONSENSE:
        return row


def _rewriter(kind: str) -> Callable[[str], str]:
    if kind.startswith(DOCUMENT + TABLE_LEFT):
        return _table_left
    return {"plan": _plan, "record": _record}.get(kind, str)


def _plan(text: str) -> str:
    held = json.loads(text)
    return text if not _spell_out(held) else json.dumps(held, separators=(",", ":"))


def _table_left(text: str) -> str:
    plan, *rest = json.loads(text)
    new = _plan(plan)
    return text if new == plan else json.dumps([new, *rest])


def _record(text: str) -> str:
    if not any(name in text for name in EARLIER_PRESETS):
        return text
    held: Any = json_of(text)  # Any: read like a record, which may be refused
    if held["rules"]["preset"] not in EARLIER_PRESETS:
        return text
    seal = held.get("seal")
    check = seal["check"] if isinstance(seal, Mapping) else None
    is_held = check is not None and checksum(held) == check
    _spell_out(held)
    if is_held:
        held["seal"]["check"] = checksum(held)
    elif check is not None and checksum(held) == check:
        # A wrong check must stay wrong: stating a default gives equal rules another text.
        rules = held["rules"]
        key = next(key for key in OPTIONS if key not in rules)
        rules.update(values_to_plain({key: getattr(DEFAULTS, key)}))
    return json.dumps(held, ensure_ascii=text.isascii(), allow_nan=False, separators=(",", ":"))


def _review(row: Row, taken: set[Key]) -> Row:
    held: Any = json.loads(row.body)
    if not _spell_out(held["record"]):
        return row
    called, values = json.loads(held["rules"])
    held["rules"] = json.dumps([called, _spelled(values)], sort_keys=True, separators=(",", ":"))
    number = read_record(held["record"]).hand_number(int(held["seat"]))
    held.setdefault("number", row.hand)
    new = replace(row, hand=number, body=json.dumps(held, separators=(",", ":")))
    if number != row.hand and new.key in taken:
        return row
    taken.add(new.key)
    return new


def _spell_out(held: Held) -> bool:
    """Spell out the rules of a plan or a record; return False if there is nothing to do."""
    if "preset" not in held["rules"]:
        return False
    held["rules"] = _spelled(held["rules"])
    return True


def _spelled(rules: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping of rules, spelled out by what its preset meant before 1.0.

    Rules that are refused are refused afterwards with the same message.
    """
    if "preset" not in rules:
        return dict(rules)
    found: dict[str, object] = json.loads(_spelled_text(json.dumps(rules)))
    return found


@lru_cache(maxsize=64)
def _spelled_text(text: str) -> str:
    rules: dict[str, object] = json.loads(text)
    try:
        return json.dumps(spelled_out(rules_from_earlier_mapping(rules)))
    except RuleError:
        preset = rules.pop("preset")
        return json.dumps({**values_to_plain(EARLIER_PRESETS[str(preset)]), **rules})
