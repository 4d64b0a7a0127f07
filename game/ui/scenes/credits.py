"""Who and what the game is made of, and under which licences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.kit.document import Block, Heading, Para, Point
from game.ui.scenes.reading import ReadingScene
from game.ui.text import _
from game.version import __version__

if TYPE_CHECKING:
    from game.ui.scene import Stage


class CreditsScene(ReadingScene):
    """Credits and licences."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, _("Credits"), credit_blocks())


def credit_blocks() -> tuple[Block, ...]:
    """All chapters, in the player's language."""
    return (
        Heading(_("Tonk {version}").format(version=__version__)),
        Para(
            _(
                "Program, cards, table and sounds are this project’s own work, free under the MIT "
                "licence. The money is play money: nothing can be bought and nothing is paid out."
            )
        ),
        Heading(_("Fonts")),
        Para(_("Under the SIL Open Font License 1.1, the full text of which comes with the game:")),
        Point("Cabin: © 2018 The Cabin Project Authors"),
        Point("M PLUS 1p: © 2016 The M+ Project Authors"),
        Point("Limelight: © 2010 Sorkin Type Co"),
        Heading(_("Libraries")),
        Point(_("{name}: GNU Lesser General Public License 2.1").format(name="pygame-ce")),
        Point(_("{name}: zlib licence").format(name="SDL 2")),
        Point(_("{name}: MIT licence").format(name="platformdirs")),
        Point(_("{name}: Python Software Foundation licence").format(name="Python")),
    )
