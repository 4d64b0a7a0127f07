"""The levels below Master, from the weakest up, each a temper.

What makes a level weaker is what makes people weaker: it drops by a fixed number, or knows what a
drop pays but does not dare; it breaks up pairs, forgets what was thrown, does not see what the
others collect, and chooses less surely.
"""

from dataclasses import replace
from typing import Final

from ai.temper import SOUND, Temper

BEGINNER: Final = replace(
    SOUND,
    keep=0.5,
    caution=0,
    take_margin=8,
    drop_start=25,
    drop_fall=0,
    near_start=25,
    near_fall=0,
    dread=0,
    memory=0,
    heeds=False,
    softness=4,
    slack=7,
    doubt=3,
)
CASUAL: Final = replace(
    SOUND,
    keep=2,
    caution=1,
    take_margin=4,
    drop_start=20.5,
    drop_fall=0,
    near_start=20.5,
    near_fall=0,
    dread=0.05,
    memory=4,
    heeds=False,
    softness=2.5,
    slack=5,
    doubt=3,
)
REGULAR: Final = replace(
    SOUND,
    reckons=True,
    boldness=0.5,
    keep=2.5,
    caution=2,
    take_margin=3,
    memory=12,
    softness=2,
    slack=4,
    doubt=4,
)
# It sees and knows all, and throws what a strong player would: of two cards equally loose it seldom
# keeps the higher. What parts it from the master is the drop: it fears being caught, so it mostly
# waits with less in hand than would pay, and misjudges that by some points. Bolder, it would come
# too near to the master; shyer, there would be little to gain by knowing that a catch is dear.
EXPERT: Final = replace(SOUND, reckons=True, boldness=0.68, softness=0.6, slack=2, doubt=3.5)

TEMPERS: Final[dict[str, Temper]] = {
    "beginner": BEGINNER,
    "casual": CASUAL,
    "regular": REGULAR,
    "expert": EXPERT,
}
