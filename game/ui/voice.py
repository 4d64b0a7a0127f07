"""The system's own voice: Speech Dispatcher on Linux, `say` on macOS, SAPI on Windows.

Each is a program of the system, started in a thread, so that no frame waits for it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from shutil import which
from threading import Thread
from typing import Final

from game.ui.speech import Say, Saying

_SAPI: Final = (
    "Add-Type -AssemblyName System.Speech;"
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)


def system_voice() -> Say | None:
    """The system's voice; None where there is none."""
    program = {"darwin": "say", "win32": "powershell"}.get(sys.platform, "spd-say")
    found = which(program)
    return _Voice(found).say if found else None


class _Voice:
    """Starts the system's program for each saying, in a thread of its own."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._sayings: SimpleQueue[Saying] = SimpleQueue()
        self._last: subprocess.Popen[bytes] | None = None
        Thread(target=self._run, name="voice", daemon=True).start()

    def say(self, saying: Saying) -> None:
        """Say it soon."""
        self._sayings.put(saying)

    def _run(self) -> None:
        while True:
            saying = self._sayings.get()
            with suppress(OSError):  # a voice that fails is silent, and the game goes on
                if saying.interrupts:
                    self._hush()
                elif self._last and not self._queues:
                    self._last.wait()
                self._start(saying)

    @property
    def _queues(self) -> bool:
        """Whether the program hands over what it is to say and ends at once."""
        return sys.platform not in {"darwin", "win32"}

    def _hush(self) -> None:
        if self._queues:
            subprocess.run([self._program, "--cancel"], check=False, capture_output=True)
        elif self._last:
            self._last.terminate()

    def _start(self, saying: Saying) -> None:
        self._last = subprocess.Popen(
            _command(self._program, saying.language),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if self._last.stdin:
            self._last.stdin.write(saying.text.encode())
            self._last.stdin.close()


def _command(program: str, language: str) -> Sequence[str]:
    """The system's program, told to read what is to be said from its input."""
    match sys.platform:
        case "darwin":
            return (program, "-f", "-")
        case "win32":
            return (program, "-NoProfile", "-Command", _SAPI)
        case _:
            return (program, "--pipe-mode", "--language", language)
