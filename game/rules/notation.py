"""Actions as the words of a hand record: ``1 hit 2S=6 0`` (HAND_RECORD, *Actions*)."""

import re
from typing import Final

from game.rules.actions import (
    DECLARE,
    DONE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Declare,
    Discard,
    Done,
    Draw,
    Drop,
    Hit,
    Pass,
    Slap,
    Spread,
    Stop,
    Take,
)
from game.rules.cards import RANKS, Card, is_card

_BARE: Final[dict[str, Action]] = {
    "drop": DROP,
    "declare": DECLARE,
    "draw": DRAW,
    "take": TAKE,
    "stop": STOP,
    "done": DONE,
    "pass": PASS,
}
_WORDS: Final[dict[type[Action], str]] = {
    Drop: "drop",
    Declare: "declare",
    Draw: "draw",
    Take: "take",
    Stop: "stop",
    Done: "done",
    Pass: "pass",
}
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)
GRAMMAR: Final = "SEAT VERB …, one blank between words, like 1 draw or 1 hit 2S=6 0"


def action_text(seat: int, action: Action) -> str:
    """One action of a record."""
    return f"{seat} {_text(action)}"


def _text(action: Action) -> str:
    match action:
        case Spread(cards, wild):
            named = dict(wild)
            return " ".join(["spread", *(_card_text(card, named.get(card, "")) for card in cards)])
        case Hit(card, spread, stands_for):
            return f"hit {_card_text(card, stands_for)} {spread}"
        case Discard(card):
            return f"discard {card}"
        case Slap(_, spread, discard):
            return f"slap {spread}" if discard is None else f"slap {spread} {discard}"
        case _:
            return _WORDS[type(action)]


def _card_text(card: Card, stands_for: str) -> str:
    return f"{card}={stands_for}" if stands_for else card


def parse_action(text: str) -> tuple[int, Action]:
    """The seat and the action that ``text`` names; ``ValueError`` where it is none."""
    words = text.split(" ")
    if len(words) < 2:
        raise ValueError(text)
    seat, verb, rest = _number(words[0]), words[1], words[2:]
    if verb in _BARE and not rest:
        return seat, _BARE[verb]
    match verb, rest:
        case "spread", [_, *_]:
            return seat, _spread(rest)
        case "hit", [card, number]:
            name, stands_for = _placed(card)
            return seat, Hit(name, _number(number), stands_for)
        case "discard", [card]:
            return seat, Discard(_card(card))
        case "slap", [number]:
            return seat, Slap(seat, _number(number))
        case "slap", [number, card]:
            return seat, Slap(seat, _number(number), _card(card))
        case _:
            raise ValueError(text)


def _spread(words: list[str]) -> Spread:
    placed = [_placed(word) for word in words]
    wild = tuple((card, rank) for card, rank in placed if rank)
    return Spread(tuple(card for card, _ in placed), wild)


def _placed(word: str) -> tuple[Card, str]:
    name, equals, rank = word.partition("=")
    if equals and (len(rank) != 1 or rank not in RANKS):
        raise ValueError(word)
    return _card(name), rank


def _card(word: str) -> Card:
    if not is_card(word):
        raise ValueError(word)
    return word


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)
