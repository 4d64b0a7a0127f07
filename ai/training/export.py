"""Make the file that the game reads of a trained net:
``python -m ai.training.export TRAINED.net COMMAND``.

``COMMAND`` is how the net was trained; it is kept in the first line of ``ai/master/master.net``.

``python -m ai.training.export --widen`` gives that net, where it has fewer inputs, those that the
game tells by now, each last of its kind and with a weight of 0: it plays as before until it is
trained again.
"""

import json
import struct
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from ai.master.features import ACTION_FEATURES, STATE_FEATURES
from ai.master.network import FORMAT, SHIPPED, Network
from ai.master.player import FAMILIES

FILE: Final = Path(__file__).resolve().parents[1] / "master" / f"{SHIPPED}.net"
UNITS: Final = (64, 32)
_BODY: Final = (STATE_FEATURES + ACTION_FEATURES + 1) * UNITS[0]
_HEAD: Final = UNITS[0] * UNITS[1] + 2 * UNITS[1]
"""The weights of the body, and of a head without its last bias, which changes no choice."""


def shipped(trained: bytes, command: str) -> bytes:
    """The policy, which the trainer writes first."""
    count = _BODY + len(FAMILIES) * (_HEAD + 1)
    numbers = struct.unpack(f"<{count}f", trained[: 4 * count])
    weights = [*numbers[:_BODY], *(each for head in _heads(numbers, _HEAD + 1) for each in head)]
    return _file(struct.pack(f"<{len(weights)}e", *weights), command)


def _heads(numbers: Sequence[float], size: int) -> Iterator[Sequence[float]]:
    """The weights of each head but its last bias, of numbers in which a head takes up ``size``."""
    for at in range(_BODY, _BODY + len(FAMILIES) * size, size):
        yield numbers[at : at + _HEAD]


def _file(weights: bytes, command: str) -> bytes:
    head = {
        "format": FORMAT,
        "inputs": [STATE_FEATURES, ACTION_FEATURES],
        "units": UNITS,
        "heads": FAMILIES,
        "made_by": command,
        "sha256": sha256(weights).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + weights


def trained(shipped: bytes) -> bytes:
    """The policy of a shipped net as the trainer reads it, to train on or to be trained against."""
    weights = shipped.partition(b"\n")[2]
    numbers = struct.unpack(f"<{len(weights) // 2}e", weights)
    whole = [*numbers[:_BODY]]
    for head in _heads(numbers, _HEAD):
        whole += [*head, 0.0]
    return struct.pack(f"<{len(whole)}f", *whole)


def widened(shipped: bytes) -> bytes:
    """A shipped net of fewer inputs as one of as many as the game tells, which plays the same."""
    line, _, weights = shipped.partition(b"\n")
    head = json.loads(line)
    states, actions = head["inputs"]
    row = 2 * head["units"][0]
    parts = (
        weights[: states * row].ljust(STATE_FEATURES * row, b"\0"),
        weights[states * row : (states + actions) * row].ljust(ACTION_FEATURES * row, b"\0"),
        weights[(states + actions) * row :],
    )
    return _file(b"".join(parts), head["made_by"])


def main(path: str, command: str) -> None:
    """Write the file, if it can be read back."""
    data = shipped(Path(path).read_bytes(), command)
    Network.read(data)
    FILE.write_bytes(data)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--widen"]:
        FILE.write_bytes(widened(FILE.read_bytes()))
    else:
        main(*sys.argv[1:])
