"""Check every sentence about rules, in every language, in hands played by those rules.

``python -m tests.rules.walk [HANDS] [TRIPLES]`` plays HANDS hands (default 2) at a table for each
value of each rule, for each pair of values, and for TRIPLES random triples (default 1,000). Each
sentence that a table shows is checked by its claim (``tests/rules/claims.py``), and each refusal by
a house rule is checked against a table without that rule. Exit status: 1 if a sentence is untrue,
has no claim or no translation, or if a claim never found a case; else 0.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations
from itertools import combinations
from random import Random
from typing import Final

from ai.lab.cli.engine_checks import all_choices
from ai.lab.cli.selftest import Habits, deal
from assets.locale.make import LANGUAGES, mo_path
from game.rules.actions import DECLARE, DONE, DROP, TAKE, Action, Discard, Hit, Reason, Slap
from game.rules.hand import Hand
from game.rules.messages import Message
from game.rules.naturals import Natural
from game.rules.phases import Phase
from game.rules.presets import STANDARD, spelled_out
from game.rules.ruleset import OPTIONS, READING_ORDER, RuleError, RuleSet
from game.rules.sentences import at_this_table, describe, key_sentences, keys_behind
from game.rules.settlement import SCHEMES
from game.rules.spreads import hits_in, spreads_in
from tests.arguments import numbers_given
from tests.rules.claims import CLAIMS
from tests.rules.played import Played

_CLOSE_CHANCE: Final = 0.4
_DEALS: Final = 6
"""Half of the time, the liveliest of this many deals is played: naturals and spreads are rare."""
_SHOWN: Final = 10  # failures of one sentence

_LOW: Final = (Natural.at_most(30, 3), Natural("at_most", 24, 2, rank=1, low_wins=True))
_EASY: Final = (Natural.at_most(34, 2), Natural("all_faces", 0, 1))
_OWN_TIES: Final = (
    Natural.of_count(50),
    Natural("at_most", 30, 2, tie="void"),
    Natural.at_most(35),
)
_TURN: Final = Natural("at_most", 36, 3, when="turn")

VALUES: Final[Mapping[str, Sequence[object]]] = {
    "ranks": ("A234567JQK", "23456789T", "A23456J"),
    "suits": ("CDH", "CD"),
    "jokers": (1, 4),
    "wild": ("2", "X", "2X"),
    "ace": ("low_or_high",),
    "face_values": ("rising",),
    "hand_size": (3, 7, "by_seats"),
    "upcard": (False,),
    "naturals": (
        (),
        _LOW,
        _EASY,
        (_TURN,),
        (Natural("at_most", 36, 2, when="turn", open=False), Natural.of_count(50)),
        (Natural("at_most", 30, 2, tie="split"), Natural.of_count(50)),
        (Natural("at_most", 30, 2, tie="eldest"), Natural("at_most", 24, 3, tie="eldest")),
        (Natural("at_most", 30, 1, tie="all_paid"), Natural.of_count(31)),
        (Natural("at_most", 30, 2, tie="void"), Natural.at_most(36)),
    ),
    "natural_tie": ("eldest", "all_paid", "split"),
    "take": ("use_now",),
    "return_taken": (True,),
    "touch_stock": (True,),
    "must_spread": ("yes", "except_aces"),
    "hit_books": (False,),
    "hits_per_turn": (1,),
    "discard_after_hit": (False,),
    "complete_books": ("buried",),
    "stock_end": ("at_once",),
    "spread_out": (False,),
    "first_turn_drop": (False,),
    "wait_after_spread": (1, 3),
    "wait_when_hit": (1, 3),
    "wait_after_own_hit": (1, 2),
    "wait_after_hitting": (1, 2),
    "hits_stack": (True,),
    "hit_blocks_out": (True,),
    "catch": tuple(each for each in SCHEMES if each != "standard"),
    "count": ("unmatched",),
    "drop_at_most": (5, 20),
    "drop_when": ("any_time",),
    "last_lay": ("drop", "stockout", "both"),
    "tonk_pays": (1, 3),
    "tonk_needs": ("second_spread", "spreads_only", "first_turn_two_spreads", "never"),
    "hit_voids_tonk": (True,),
    "two_spreads_pays": (4,),
    "out_pays": (2,),
    "stockout": ("void",),
    "stockout_tie": ("all_paid",),
    "booed": (True,),
    "double_double": (True,),
    "slap": ("race", "next_first"),
    "stake": (5,),
    "scoring": ("scorepad", "push_up"),
    "push_up_target": (50,),
    "big_one": (1, 3),
    "high_suit_bet": ("called", "spades"),
    "natural_bet": ("dealt", "first_spread"),
    "side_ante": (2,),
    "wild_points": (1, 25),
    "next_dealer": ("winner",),
}
"""The values of each key that are tried, beside the default."""

_WITH: Final[Mapping[tuple[str, object], Mapping[str, object]]] = {
    ("wild", "X"): {"jokers": 2},
    ("wild", "2X"): {"jokers": 2},
    ("wild_points", 1): {"wild": "2"},
    ("wild_points", 25): {"wild": "2"},
    ("hits_stack", True): {"wait_when_hit": 1},
    ("push_up_target", 50): {"scoring": "push_up"},
    ("side_ante", 2): {"natural_bet": "first_spread"},
    **{("natural_tie", each): {"naturals": _EASY} for each in ("eldest", "all_paid", "split")},
}
"""What a value needs beside it, to be allowed or to matter."""

_SMALL: Final = {"ranks": "A23456", "naturals": ()}
_QUICK: Final = {**_SMALL, "jokers": 4, "wild": "2X"}
RARE: Final[Sequence[Mapping[str, object]]] = (
    {"ranks": "K", "suits": "S"},
    {"ranks": "AK", "jokers": 1, "hand_size": 3, "naturals": ()},
    *({"naturals": _LOW, "natural_tie": each} for each in ("eldest", "all_paid", "split")),
    *({"naturals": _OWN_TIES, "natural_tie": each} for each in ("eldest", "all_paid", "split")),
    {**_SMALL, "hand_size": 3, "stock_end": "at_once", "booed": True},
    {**_QUICK, "booed": True, "spread_out": False, "hit_blocks_out": True},
    {
        "naturals": (),
        "hand_size": 9,
        "stock_end": "at_once",
        "drop_when": "any_time",
        "drop_at_most": 1,
        "slap": "race",
    },
    {**_QUICK, "two_spreads_pays": 4, "tonk_needs": "second_spread", "hit_voids_tonk": True},
    {**_QUICK, "two_spreads_pays": 4, "tonk_needs": "never"},
    {**_QUICK, "tonk_needs": "first_turn_two_spreads", "double_double": True},
    {**_QUICK, "slap": "next_first", "hit_blocks_out": True},
    {**_QUICK, "last_lay": "both", "must_spread": "yes", "stock_end": "at_once"},
    {**_QUICK, "hits_per_turn": 1, "spread_out": False},
    {"naturals": (_TURN,), "hits_per_turn": 1, "take": "use_now"},
    {"wild": "2", "wild_points": 0},
    {"ranks": "AK", "suits": "CDH", "jokers": 4, "hand_size": 3, "naturals": ()},
    {"naturals": (Natural.at_most(30, low_wins=True), Natural.at_most(36))},
    {"naturals": _LOW, "natural_tie": "split", "scoring": "push_up"},
    {"naturals": _OWN_TIES, "natural_tie": "split", "scoring": "push_up"},
    {**_SMALL, "stock_end": "at_once", "stockout_tie": "all_paid", "scoring": "push_up"},
    {**_QUICK, "hits_per_turn": 1, "double_double": True},
    {**_QUICK, "hit_blocks_out": True, "double_double": True},
    {"wild": "2", "natural_bet": "dealt"},
    {**_QUICK, "hits_per_turn": 1, "must_spread": "yes", "last_lay": "both"},
    {**_QUICK, "spread_out": False, "last_lay": "both"},
    {"naturals": (Natural("at_most", 30, 2, tie="split"),), "scoring": "push_up"},
    *(
        {"naturals": naturals, "natural_tie": tie, "scoring": "push_up"}
        for naturals in (_EASY, _LOW, _OWN_TIES)
        for tie in ("void", "eldest", "all_paid")
    ),
    {"naturals": (Natural.at_most(34, tie="eldest"),), "scoring": "push_up"},
    {"naturals": (Natural.at_most(34),), "natural_tie": "all_paid", "scoring": "push_up"},
    {"naturals": _OWN_TIES},
    *(
        {"naturals": naturals, "natural_tie": "split", "scoring": "push_up"}
        for naturals in (
            (Natural.at_most(34, 3), Natural.at_most(38, 1)),
            (Natural.at_most(30, 3, rank=1), Natural.at_most(34, 1, rank=1), Natural.at_most(38)),
            (Natural.at_most(34, 3), Natural.at_most(38, 1), Natural("at_most", 40, 1, tie="void")),
            tuple(Natural("at_most", most, pays, tie="split") for most, pays in ((34, 3), (38, 1))),
        )
    ),
    *(
        {"naturals": (Natural.at_most(30, pays, rank=rank), Natural.at_most(36))}
        for pays, rank in ((2, 0), (2, 1), (4, 0))
    ),
    {"naturals": (Natural.at_most(34, 2),), "count": "unmatched", "scoring": "push_up"},
    *(
        {
            **_SMALL,
            "hand_size": 3,
            "stock_end": "at_once",
            "booed": True,
            "stockout": "void",
            **each,
        }
        for each in ({}, {"scoring": "push_up"})
    ),
    *({**_QUICK, "spread_out": False, **each} for each in ({"last_lay": "drop"}, {"booed": True})),
    {"ranks": "23456789T"},
    {"big_one": 1, "high_suit_bet": "called"},
    {"naturals": (Natural.at_most(34, 2),), "natural_tie": "split"},
    {
        "naturals": (Natural.at_most(30, 3, rank=1), Natural.at_most(34, 2), Natural.of_count(38)),
        "natural_tie": "split",
    },
    {"naturals": (*_LOW, Natural("at_most", 36, 1, rank=1)), "natural_tie": "split"},
    {
        "naturals": tuple(
            Natural("at_most", most, pays, tie="split") for most, pays in ((30, 3), (36, 1))
        )
    },
    *({**_QUICK, "count": "unmatched", "stockout": each} for each in ("lowest", "void")),
    {
        "naturals": (
            Natural.at_most(34, 3, tie="split"),
            Natural.at_most(28, 2, rank=1, tie="split"),
            Natural.at_most(24, 1, rank=2, tie="all_paid"),
        )
    },
    *(
        {**_QUICK, "slap": "race", **each}
        for each in ({"hits_per_turn": 1, "wait_when_hit": 1}, {"complete_books": "buried"})
    ),
    *(
        {**_QUICK, "tonk_pays": 3, **each}
        for each in (
            {"spread_out": False, "tonk_needs": "spreads_only"},
            {
                "hit_voids_tonk": True,
                "tonk_needs": "first_turn_two_spreads",
                "two_spreads_pays": 6,
            },
        )
    ),
    *(
        {"naturals": (Natural.at_most(30, low_wins=each), Natural.at_most(36), _TURN)}
        for each in (False, True)
    ),
)
"""Rules under which events happen that are too rare under the others."""
_RARE_HANDS: Final = 40  # for each hand at another table


@dataclass(slots=True)
class Walk:
    """The findings so far."""

    hands: int = 0
    tables: int = 0
    pairs: int = 0
    triples: int = 0
    cases: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def fail(self, what: str, story: str) -> None:
        self.wrong.setdefault(what, []).append(story)


def rare_tables() -> list[RuleSet]:
    """Return the rule sets of ``RARE``."""
    return [STANDARD.changed(**changes) for changes in RARE]


def told(rules: RuleSet) -> list[Message]:
    """Return all sentences that any page shows for these rules, including rules that are off."""
    sentences = [each for section in describe(rules) for each in section.sentences]
    for key in OPTIONS:
        if not rules.why_idle(key):
            sentences += key_sentences(rules, key)
    if not rules.why_idle("ace") and rules.ranks == STANDARD.ranks:
        sentences.append(OPTIONS["ace"].sentence(rules.ace))
    return list(dict.fromkeys((*sentences, *at_this_table(rules))))


def tables(triples: int) -> Iterator[tuple[int, RuleSet]]:
    """Yield rules for each value, each pair of values of two keys, and some triples, with the
    number of values changed.
    """
    keys = [key for group in READING_ORDER.values() for key in group]
    single = [(key, value) for key in keys for value in VALUES.get(key, ())]
    dice = Random("triples of rules")
    drawn = (dice.sample(single, 3) for _ in range(triples))
    yield 0, STANDARD
    for some in (*((each,) for each in single), *combinations(single, 2), *drawn):
        if len({key for key, _ in some}) < len(some):
            continue
        changes: dict[str, object] = {}
        for each in some:
            changes |= _WITH.get(each, {})
        try:
            yield len(some), STANDARD.changed(**(changes | dict(some)))
        except RuleError:
            continue


def played(rules: RuleSet, number: int) -> Played | None:
    """Play a random hand, half of the time from a lively deal; None if nobody can be seated."""
    able, dice = rules.possible_seats(), Random(f"walk {number}")
    if not able:
        return None
    seats = able[number % len(able)]
    deals = range(_DEALS if dice.random() < 0.5 else 1)
    hand = max((deal(number * _DEALS + each, rules, seats) for each in deals), key=_liveliness)
    found, habits = Played(hand, hand.copy()), Habits(dice)
    while hand.result is None:
        if hand.phase is Phase.SLAP and dice.random() < _CLOSE_CHANCE:
            hand.close_slap()
            continue
        before = hand.copy()
        found.moves.append((before, hand.act(*habits.choose(all_choices(hand)))))
    return found


def _liveliness(hand: Hand) -> int:
    """Rate how much a deal has to show: naturals, and cards in spreads."""
    if hand.result is not None:
        return 10 * (1 + len(hand.result.winners))
    return sum(
        len(spread.cards) for cards in hand.hands for spread in spreads_in(hand.rules, cards)
    )


def hold(walk: Walk, rules: RuleSet, number: int, hands: int) -> None:
    """Play some hands by these rules, and check all sentences and refusals in them."""
    sentences = told(rules)
    for said in sentences:
        claim = CLAIMS.get(said.text)
        if claim is None:
            walk.fail(said.text, f"no claim: {spelled_out(rules)}")
        elif claim.proved_by:
            walk.cases[said.text] += 1
        for fault in translation_faults(said):
            walk.fail(said.text, fault)
    for place in range(hands):
        hand = played(rules, number + place)
        if hand is None:
            return
        walk.hands += 1
        for said in sentences:
            _hold_one(walk, said, hand, number + place)
        for fault in refusal_faults(walk, hand):
            walk.fail("refusals", f"{fault}: {_story(hand, number + place)}")


def _hold_one(walk: Walk, said: Message, hand: Played, number: int) -> None:
    claim = CLAIMS.get(said.text)
    if claim is None or claim.cases is None:
        return
    try:
        for place, truth in enumerate(claim.cases(hand, said)):
            walk.cases[said.text] += 1
            if not truth:
                walk.fail(said.text, f"case {place}: {_story(hand, number)}")
                return
    except Exception as error:  # noqa: BLE001 - a claim that breaks is a finding
        walk.fail(said.text, f"{type(error).__name__} {error}: {_story(hand, number)}")


def _story(hand: Played, number: int) -> str:
    return f"hand {number}, {hand.hand.seats} seats, {spelled_out(hand.rules)}"


# Refusals by a house rule: without the rule, the action is not refused for that reason.

_ALLOWING: Final[Mapping[str, Mapping[str, object]]] = {
    "drop_when": {"drop_when": "any_time"},
    "take": {"take": "hand"},
    "hit_books": {"hit_books": True},
    "complete_books": {"complete_books": "stay"},
    "hits_per_turn": {"hits_per_turn": 0},
    "spread_out": {"spread_out": True},
    "hit_blocks_out": {"hit_blocks_out": False},
    "return_taken": {"return_taken": True},
    "must_spread": {"must_spread": "no"},
    "discard_after_hit": {"discard_after_hit": True},
    "first_turn_drop": {"first_turn_drop": True},
    "drop_at_most": {"drop_at_most": 0},
    "slap": {"slap": "race"},
}


_LOOKS: Final = 12  # moments of a hand, at most, of each kind


def refusal_faults(walk: Walk, hand: Played) -> Iterator[str]:
    """Yield refusals that remain when the hand is replayed without the rule blamed for them."""
    seldom = [each for each in hand.moments if each.kept or each.hand.slappers()]
    for each in (*hand.moments[:: max(1, len(hand.moments) // _LOOKS)], *seldom[:_LOOKS]):
        for seat, action in _tries(each.hand):
            reason = each.hand.why_illegal(seat, action)
            if reason is None:
                continue
            keys = keys_behind(hand.rules, reason)
            walk.refused[reason.name] += 1
            if len(keys) != 1 or keys[0] not in _ALLOWING:
                continue
            twin = _replayed(hand, each.hand, _ALLOWING[keys[0]])
            if twin is not None and twin.why_illegal(seat, action) is reason:
                yield f"{reason.name} not by {keys[0]}: {seat} {action}"


def _tries(hand: Hand) -> Iterator[tuple[int, Action]]:
    """Yield some actions that players may want to take, legal or not."""
    turn, held = hand.turn, hand.hands[hand.turn]
    for seat in range(hand.seats):
        yield seat, DROP
        yield from ((seat, Slap(seat, spread.number)) for spread in hand.spreads[:2])
    yield from ((turn, action) for action in (TAKE, DONE, DECLARE))
    yield from ((turn, Discard(card)) for card in {*held[:3], hand.taken} - {None} if card)
    yield from (
        (turn, Hit(card, spread.number)) for card in held[:2] for spread in hand.spreads[:3]
    )
    yield from ((turn, hit) for hit in hits_in(hand.rules, held, hand.spreads)[:2])
    yield from ((turn, spread) for spread in spreads_in(hand.rules, held)[:2])


def _replayed(hand: Played, at: Hand, changes: Mapping[str, object]) -> Hand | None:
    """Replay a hand under rules with ``changes``; return None if it goes differently."""
    try:
        rules = hand.rules.changed(**changes)
    except RuleError:
        return None
    twin = Hand.deal(rules, at.seats, at.dealer, at.deck, big_one=at.is_big_one, bets=at.bets)
    for move in at.log:
        if twin.result is not None or twin.why_illegal(move.seat, move.action):
            return None
        twin.act(move.seat, move.action)
    return twin if twin.phase is at.phase and twin.turn == at.turn else None


# Languages.


@cache
def _catalogue(language: str) -> GNUTranslations:
    with mo_path(language).open("rb") as file:
        return GNUTranslations(file)


def translation_faults(said: Message) -> Iterator[str]:
    """Yield what is wrong with a sentence in languages other than English."""
    for language in LANGUAGES:
        catalogue = _catalogue(language)

        def counted(one: str, many: str, count: int, of: GNUTranslations = catalogue) -> str:
            form = of.ngettext(one, many, count)
            return of.gettext(form) if form in (one, many) else form

        text = said.said(catalogue.gettext, counted)
        if text == str(said):
            yield f"{language}: not translated"
        numbers = set(re.findall(r"\d+", str(said)))
        if "{" in text or (said.fills and not numbers <= set(re.findall(r"\d+", text))):
            yield f"{language}: {text} has not all of {said}"


def main(hands: int = 2, triples: int = 1000) -> int:
    """Walk through all tables, and print failures and a summary; return the exit status."""
    walk = Walk()
    for place, rules in enumerate(rare_tables()):
        hold(walk, rules, place, hands * _RARE_HANDS)
        walk.tables += 1
    for place, (size, rules) in enumerate(tables(triples)):
        hold(walk, rules, place * hands, hands)
        walk.tables += 1
        walk.pairs += size == 2
        walk.triples += size == 3
        if place % 500 == 499:
            print(
                f"{place + 1:,} tables, {walk.hands:,} hands, {len(walk.wrong)} wrong", flush=True
            )
    return report(walk)


def report(walk: Walk) -> int:
    for what, stories in walk.wrong.items():
        print(f"WRONG {len(stories)} times: {what}", *stories[:_SHOWN], sep="\n    ")
    silent = [text for text in CLAIMS if not walk.cases[text]]
    for text in silent:
        print(f"never tried: {text}")
    reasons = [
        each.name
        for each in Reason
        if keys_behind(STANDARD.changed(wait_when_hit=1), each) and not walk.refused[each.name]
    ]
    print(f"refused, by reason: {dict(walk.refused.most_common())}; never: {reasons}")
    print(
        f"{len(CLAIMS)} claims, {walk.tables:,} tables, {walk.pairs:,} pairs, {walk.triples:,} "
        f"triples, {walk.hands:,} hands, {sum(walk.cases.values()):,} cases: {len(walk.wrong)} "
        f"sentences wrong, {len(silent)} never tried"
    )
    return 1 if walk.wrong or silent else 0


if __name__ == "__main__":
    sys.exit(main(*numbers_given(main, __doc__)))
