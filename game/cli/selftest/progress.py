"""How far a long run is: a bar on a terminal, a line now and then elsewhere."""

import time
from types import TracebackType
from typing import Final, Self, TextIO

_WIDTH: Final = 30
_LINES: Final = 10


class Progress:
    """Shown on ``stream`` while so many ``hands`` are played."""

    def __init__(self, hands: int, stream: TextIO) -> None:
        self._hands, self._stream = hands, stream
        self._began = time.monotonic()
        self._is_terminal = stream.isatty()
        self._told = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_terminal:
            self._stream.write("\n")

    def show(self, done: int) -> None:
        """``done`` hands are played."""
        share = done / self._hands
        spent = time.monotonic() - self._began
        left = round(spent / share - spent)
        words = f"{done:,} of {self._hands:,} hands, {left // 60} min {left % 60:02} s left"
        if self._is_terminal:
            bar = "#" * round(share * _WIDTH)
            self._stream.write(f"\r[{bar:<{_WIDTH}}] {words} ")
        elif int(share * _LINES) > self._told:
            self._told = int(share * _LINES)
            self._stream.write(f"{words}\n")
        self._stream.flush()

    def say(self, text: str) -> None:
        """A line of its own between the bars."""
        self._stream.write(f"\n{text}\n" if self._is_terminal else f"{text}\n")
        self._stream.flush()
