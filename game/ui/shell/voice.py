"""The system's own voice: Speech Dispatcher on Linux, `say` on macOS, SAPI on Windows.

Each is a system program, started on a thread so that no frame waits for it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from queue import SimpleQueue
from shutil import which
from threading import Thread
from typing import Final, NamedTuple

from game.ui.text.language import SYSTEM, spoken


class Saying(NamedTuple):
    """A text to say: its language, and whether it interrupts what is being said."""

    text: str
    language: str
    interrupts: bool


Say = Callable[[Saying], None]


_SAPI: Final = (
    "Add-Type -AssemblyName System.Speech;"
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "{choice}"
    "$reader = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8);"
    "$voice.Speak($reader.ReadToEnd())"
)
_SAPI_CHOICE: Final = (
    "try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0,"
    " [Globalization.CultureInfo]'{language}') }} catch {{ }};"
)


def system_voice() -> Say | None:
    """Return the system's voice; None if it has none."""
    program = {"darwin": "say", "win32": "powershell"}.get(sys.platform, "spd-say")
    found = which(program)
    return _Voice(found).say if found else None


class _Voice:
    """Runs the system's program for each text, on a thread of its own."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._sayings: SimpleQueue[Saying] = SimpleQueue()
        self._last: subprocess.Popen[bytes] | None = None
        Thread(target=self._run, name="voice", daemon=True).start()

    def say(self, saying: Saying) -> None:
        """Say a text soon."""
        self._sayings.put(saying)

    def _run(self) -> None:
        while True:
            saying = self._sayings.get()
            with suppress(OSError):  # a voice that fails stays silent, and the game continues
                if saying.interrupts:
                    self._hush()
                elif self._last and not self._queues:
                    self._last.wait()
                self._start(saying)

    @property
    def _queues(self) -> bool:
        """Whether the program passes the text to a service and exits at once."""
        return sys.platform not in {"darwin", "win32"}

    def _hush(self) -> None:
        if self._queues:
            subprocess.run([self._program, "--cancel"], check=False, capture_output=True)
        elif self._last:
            self._last.terminate()

    def _start(self, saying: Saying) -> None:
        # Open no console window on Windows.
        self._last = subprocess.Popen(
            command_of(sys.platform, self._program, saying.language),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if self._last.stdin:
            self._last.stdin.write(saying.text.encode())
            self._last.stdin.close()


def command_of(platform: str, program: str, language: str) -> Sequence[str]:
    """Return the command of a system's program, which reads its text from standard input.

    ``platform`` is as in ``sys.platform``.
    """
    match platform:
        case "darwin":
            name = _mac_voice(program, language)
            return (program, *(("-v", name) if name else ()), "-f", "-")
        case "win32":
            choice = "" if is_systems_own(language) else _SAPI_CHOICE.format(language=language)
            return (program, "-NoProfile", "-Command", _SAPI.format(choice=choice))
        case _:
            return (program, "--pipe-mode", "--language", language)


@cache
def is_systems_own(language: str) -> bool:
    """Return whether the system's default voice speaks this language."""
    return language == spoken(SYSTEM)


@cache
def _mac_voice(program: str, language: str) -> str:
    """Return the name of a voice for the language; empty for the default one."""
    if is_systems_own(language):
        return ""
    listed = subprocess.run([program, "-v", "?"], check=False, capture_output=True).stdout
    # A name, which may contain spaces, and its language.
    mac_voice = re.compile(r"^(.+?)\s+([a-z]{2})[_-]\w+\s+#", re.MULTILINE)
    voices = mac_voice.findall(listed.decode("utf-8", "replace"))
    return next((name for name, of in voices if of == language), "")
