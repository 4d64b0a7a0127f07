"""Baseline bots to measure others against.

One is uniform, one greedy. Two wrap another bot that is mistaken about all rules or about one key:
they measure what knowing the rules is worth.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ai.bot import Bot, safe_action
from ai.plain import drawn, order
from ai.sight import Deck, cards_in, set_of
from game.rules.actions import (
    DECLARE,
    DRAW,
    DROP,
    PASS,
    STOP,
    TAKE,
    Action,
    Discard,
    Hit,
    Slap,
    Spread,
    cards_played,
)
from game.rules.phases import Phase
from game.rules.presets import STANDARD
from game.rules.ruleset import OPTIONS, RuleError, RuleSet
from game.rules.view import SeatView


class UniformRandom:
    """A bot that plays any legal action, or declines a slap, with equal probability."""

    def choose(self, view: SeatView, seed: int) -> Action:
        """Draw one at random."""
        legal: Sequence[Action] = view.legal
        if all(isinstance(action, Slap) for action in legal):
            legal = (*legal, PASS)
        return drawn(view, dict.fromkeys(legal, 1), seed)


class Greedy:
    """A bot that lays all it can, discards its highest card, never takes, drops at a set count."""

    def __init__(self, drop_at: int) -> None:
        self.drop_at = drop_at

    def choose(self, view: SeatView, seed: int) -> Action:  # noqa: ARG002 - leaves nothing to chance
        """Decide by the cards in hand alone."""
        legal = view.legal
        if DECLARE in legal:
            return DECLARE
        if DROP in legal and view.count <= self.drop_at:
            return DROP
        if DRAW in legal:
            return DRAW
        lays = _dearest(view, Spread) or _dearest(view, Hit)
        return lays or _harmless(view)


def _dearest(view: SeatView, kind: type[Action]) -> Action | None:
    """Return the spread or discard of most points, or the first hit; ties go by order."""
    found = [action for action in view.legal if isinstance(action, kind)]
    ranked = sorted(found, key=lambda each: (-_points(view, each), order(view, each)))
    return ranked[0] if ranked else None


def _harmless(view: SeatView) -> Action:
    in_order = tuple(sorted(view.legal, key=lambda each: order(view, each)))
    return _dearest(view, Discard) or safe_action(replace(view, legal=in_order))


def _points(view: SeatView, action: Action) -> int:
    return 0 if isinstance(action, Hit) else sum(map(view.rules.points, cards_played(action)))


class Blind:
    """A bot that sees the table as if the rules were standard, and plays what ``bot`` then wants.

    Where that is illegal it plays the nearest legal thing: what the bot would want if that one
    action were not there, in the end something harmless. What the standard rules do not have,
    slaps and last chances, passes it by.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: SeatView, seed: int) -> Action:
        """Return the action the bot chooses by its mistaken rules, as far as it is legal."""
        if view.turn != view.seat or view.phase not in (Phase.START, Phase.LAY):
            return _harmless(view)
        believed = believe_standard(view)
        while believed.legal:
            wanted = self.bot.choose(believed, seed)
            if wanted in view.legal:
                return wanted
            others = tuple(action for action in believed.legal if action != wanted)
            if others == believed.legal:
                break
            believed = replace(believed, legal=others)
        return _harmless(view)


class Unaware:
    """A bot that believes ``key`` to have its usual value, but sees what is legal all the same.

    Where the other keys want that key as it is, the bot knows it. What is in the pack all see.
    """

    def __init__(self, key: str, bot: Bot) -> None:
        if key not in OPTIONS or key in ("ranks", "suits", "jokers"):
            raise ValueError(f"{key} is not a key that a player could be mistaken about")
        self._key, self.bot = key, bot
        self.answers_windows = getattr(bot, "answers_windows", False)

    def choose(self, view: SeatView, seed: int) -> Action:
        """Return the action the bot chooses by its mistaken rules."""
        return self.bot.choose(replace(view, rules=self.believed(view.rules)), seed)

    def believed(self, rules: RuleSet) -> RuleSet:
        """Return the rules that the bot takes ``rules`` for."""
        try:
            return rules.changed(**{self._key: getattr(STANDARD, self._key)})
        except RuleError:
            return rules


def standard_for(rules: RuleSet) -> RuleSet:
    """Return what is believed by who knows the standard rules alone; jokers are cards of no use."""
    return STANDARD.changed(jokers=rules.jokers)


def believe_standard(view: SeatView) -> SeatView:
    """Return the view of a turn as it would be under the standard rules."""
    seen = replace(
        view,
        rules=standard_for(view.rules),
        spreads=tuple(
            spread._replace(
                low=STANDARD.ranks.index(spread.stands_for[0]), is_open=True, buried=False
            )
            for spread in view.spreads
        ),
        waits=(0,) * view.seats,
        blocked=(),
        is_booed=False,
        is_last_turn=False,
        must_use=None,
    )
    legal = sorted(_legal(seen), key=lambda each: order(seen, each))
    return replace(seen, legal=tuple(legal))


def _legal(view: SeatView) -> Iterator[Action]:
    """Yield the actions that the standard rules would allow."""
    if view.phase is Phase.START:
        yield DROP
        yield DRAW if view.stock_size else STOP
        if view.top is not None:
            yield TAKE
        return
    deck, hand = Deck.of(view.rules), set_of(view.hand)
    for cards in (spread.cards for spread in deck.spreads_in(hand)):
        yield Spread(cards_in(cards))
    for spread in view.spreads:
        for card in cards_in(hand & deck.fits(deck.lying(spread))):
            yield Hit(card, spread.number)
    for card in view.hand:
        if card != view.taken or len(view.hand) == 1:
            yield Discard(card)
