"""What a voice is given to say."""

from collections.abc import Callable
from typing import NamedTuple


class Saying(NamedTuple):
    """A text, in which language, and whether it cuts short what is being said."""

    text: str
    language: str
    interrupts: bool


Say = Callable[[Saying], None]
