"""A page to read, with its chapters at the side; and the page of the base rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from game.rules.presets import STANDARD
from game.ui.kit.controls import HEIGHT, Button
from game.ui.kit.document import Block, Cards, Heading, Para, Point, TextView
from game.ui.kit.grids import SMALLEST_TARGET
from game.ui.kit.skin import TITLE
from game.ui.kit.widget import Widget, fact, place_column
from game.ui.pages.page import MARGIN, Page
from game.ui.rulesets.rule_texts import example_fold
from game.ui.text.language import _

if TYPE_CHECKING:
    from pygame import Surface

    from game.ui.shell.scene import Stage


class ReadingScene(Page):
    """A page that shows a document, with a list of its chapters if it has any."""

    buttons_below = 1
    """The number of buttons below the chapters."""
    _GAP = 8.0  # units between buttons

    def __init__(self, stage: Stage, title: str, blocks: Sequence[Block]) -> None:
        self._title, self._blocks = title, tuple(blocks)
        super().__init__(stage)

    @property
    def heading(self) -> str:
        return self._title

    def build(self) -> Sequence[Widget]:
        self._view = TextView("text", self._blocks)
        self._back = Button("button:back", _("Back"), self.back)
        headings = [block.text for block in self._blocks if isinstance(block, Heading)]
        self._chapters = [
            Button(f"chapter:{number}", text, self._to(number), small=True)
            for number, text in enumerate(headings)
        ]
        for button in self._chapters:
            button.says = fact(_("Chapter"), button.text)
        return [self._view, *self._view.folds, *self._chapters, self._back]

    def arrange(self, area: Rect) -> None:
        margin, gap = self.skin.px(MARGIN), self.skin.px(self._GAP)
        names = [button.natural_size(self.skin)[0] for button in self._chapters]
        side = min(area.width // 3, max([self.skin.px(270.0), *names]))
        top = area.y + margin + self.skin.line(TITLE)
        bottom = area.bottom - margin
        back = Rect(area.x + margin, bottom - self.skin.px(HEIGHT), side, self.skin.px(HEIGHT))
        self._back.place(back, self.skin)
        high = max(SMALLEST_TARGET, self.skin.px(40.0))
        place_column(self._chapters, Rect(back.x, top, side, 0), high, gap, self.skin)
        foot = self.buttons_below * (back.height + gap)
        self.needed = top + len(self._chapters) * (high + gap) + foot + margin
        left = back.right + margin // 2
        self._view.place(Rect(left, top, area.right - margin - left, bottom - top), self.skin)

    def paint(self, surface: Surface) -> None:
        self.draw_title(surface, self.top_title(self._GAP))

    def _to(self, number: int) -> Callable[[], None]:
        def go() -> None:
            self._view.scroll_to_chapter(number)
            self.form.focus("text")

        return go


def _rules_of_play() -> tuple[Block, ...]:
    """Return the chapters from the aim to dropping."""
    return (
        Heading(_("The aim")),
        Para(
            _(
                "Two to six players play for stakes of play money. Get rid of your cards by laying "
                "them on the table, or hold fewer points than anybody else when the hand ends."
            )
        ),
        Para(
            _(
                "The points of the cards in your hand are your count. An ace is 1, number cards "
                "their value, and face cards 10 each."
            )
        ),
        Cards(
            (
                (("AS", "6D", "KC"), _("A count of 17")),
                (("3H", "3C", "2S"), _("A count of 8")),
            )
        ),
        Heading(_("Spreads and hits")),
        Para(_("Cards leave your hand in spreads. There are two kinds:")),
        Point(_("A book is three or four cards of the same rank.")),
        Point(
            _(
                "A run is three or more cards of one suit that follow each other. The ace stands "
                "below the two, never above the king."
            )
        ),
        Cards(
            (
                (("8C", "8D", "8S"), _("A book")),
                (("4H", "5H", "6H", "7H"), _("A run")),
            )
        ),
        Para(
            _(
                "A hit adds a card to a spread that already lies on the table, your own or "
                "anybody else's: the fourth card to a book, or the next card at either end of a "
                "run. You need no spread of your own to hit."
            )
        ),
        Heading(_("The deal")),
        Para(
            _(
                "Before the first hand everyone cuts a card, with the king high and the ace low: "
                "the highest deals, the next highest sits on the dealer's left, and so on. After "
                "each hand the deal passes to the left."
            )
        ),
        Para(
            _(
                "Everyone is dealt five cards. The next card is turned face up and begins the "
                "discard pile; the rest is the stock. The player to the dealer's left begins."
            )
        ),
        Para(
            _(
                "Whoever is dealt a count of 49 or 50 shows it at once and is paid 2 stakes by "
                "each other player. If two or more are, 49 beside 50 too, nobody pays and the "
                "next hand is dealt."
            )
        ),
        Heading(_("Your turn")),
        Para(_("Begin your turn in one of three ways:")),
        Point(_("draw the top card of the stock,")),
        Point(_("take the top card of the discard pile, or")),
        Point(_("drop, which ends the hand.")),
        Para(
            _(
                "After drawing or taking, lay as many spreads and hits as you like, or none. At "
                "the end of your turn discard one card face up. A card that you have just taken "
                "from the discard pile may not be discarded on the same turn, unless it is your "
                "last."
            )
        ),
        Para(
            _(
                "Only the top card of the discard pile may be seen; nobody may look through the "
                "rest."
            )
        ),
        Heading(_("Dropping")),
        Para(
            _(
                "At the start of your turn, before you draw, you may drop: you claim to hold the "
                "lowest count. All hands are shown. You may do so on your very first turn."
            )
        ),
        Para(
            _(
                "If your count is lower than everyone else's, you win. If anyone has the same "
                "count or less, you're caught, and that's expensive."
            )
        ),
    )


def _endings_and_payments() -> tuple[Block, ...]:
    """Return the chapters on how a hand ends and who pays."""
    return (
        Heading(_("How a hand ends")),
        Point(_("Tonk: a spread or a hit takes the last card from a hand.")),
        Point(_("Out: a discard is the last card of a hand.")),
        Point(_("Drop: somebody drops, and is lowest or is caught.")),
        Point(
            _(
                "Stock-out: the stock is empty. Play goes on while each player takes the top "
                "discard. Whoever would rather draw stops the hand instead, and the lowest count "
                "wins. Cards in hand count in full, even those that would make a spread."
            )
        ),
        Para(
            _(
                "When the same few discards only go round and round, the game puts an end to it: "
                "after three such rounds the pile is closed until somebody draws or, with no stock "
                "left, the hand ends as a stock-out."
            )
        ),
        Heading(_("Who pays")),
        Point(_("Dealt 49 or 50: each other player pays 2 stakes.")),
        example_fold(STANDARD, "naturals"),
        Point(_("Tonk: each other player pays 2 stakes.")),
        example_fold(STANDARD, "tonk_pays"),
        Point(_("Out: each other player pays 1 stake.")),
        example_fold(STANDARD, "out_pays"),
        Point(_("A drop that is lowest: each other player pays 1 stake.")),
        Point(
            _(
                "A drop that is caught: the dropper pays 2 stakes to everyone with the same count "
                "or less. Besides, each of the others who is not lowest pays 1 stake to the "
                "lowest, and to each of several who tie for it."
            )
        ),
        example_fold(STANDARD, "catch"),
        Point(
            _("Stock-out: each other player pays 1 stake to the lowest; if two tie, nobody pays.")
        ),
        example_fold(STANDARD, "stockout"),
    )


def base_rules() -> tuple[Block, ...]:
    """Return the chapters of the base rules, in the player's language."""
    return (
        *_rules_of_play(),
        *_endings_and_payments(),
        Heading(_("Other names")),
        Point(_("The game is also called Tunk.")),
        Point(_("Dropping is also called knocking, going low, going down or going in.")),
        Point(_("Drawing from the stock is also called plucking.")),
        Point(_("A spread is also called a meld, and a hit a lay-off.")),
        Para(
            _(
                "Your own rule sets can use these words, or any others: the table explains them "
                "before the first deal."
            )
        ),
        Heading(_("At this table")),
        Point(_("Click the stock to draw, or the discard pile to take; or drag the card to you.")),
        Point(
            _(
                "Click cards to choose them, then lay them as a spread or discard one; or drag "
                "them where they go."
            )
        ),
        Point(_("Every button names its key. Tab and the arrow keys reach everything.")),
        Point(_("Click or press any key to skip animations.")),
        Point(
            _(
                "You can leave any time: your hand is kept, and you pick up right where you left "
                "off."
            )
        ),
    )


class RulesScene(ReadingScene):
    """The rules of the base game."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, _("Basic rules"), base_rules())
