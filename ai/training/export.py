"""Make the file that the game reads of a trained net:
``python -m ai.training.export TRAINED.net NAME COMMAND``.

``COMMAND`` is how the net was trained; it is kept in the first line of ``ai/master/NAME.net``.

``python -m ai.training.export --widen NAME`` gives a net of fewer inputs those that the game tells
by now, each last of its kind and with a weight of 0: it plays as before until it is trained again.

``python -m ai.training.export --mean OUT.net TRAINED.net…`` puts nets together that were trained on
from one net side by side, each by a seed of its own: every weight is the mean of theirs.
"""

import json
import struct
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from ai.master.features import ACTION_FEATURES, STATE_FEATURES
from ai.master.network import FORMAT, Network

FOLDER: Final = Path(__file__).resolve().parents[1] / "master"
UNITS: Final = (64, 32)


def shipped(trained: bytes, command: str) -> bytes:
    """The policy, which the trainer writes first, without its last bias: it changes no choice."""
    first, second = UNITS
    count = (STATE_FEATURES + ACTION_FEATURES + 1 + second) * first + 2 * second
    numbers = struct.unpack(f"<{count}f", trained[: 4 * count])
    return _file(struct.pack(f"<{count}e", *numbers), command)


def _file(weights: bytes, command: str) -> bytes:
    head = {
        "format": FORMAT,
        "inputs": [STATE_FEATURES, ACTION_FEATURES],
        "units": UNITS,
        "made_by": command,
        "sha256": sha256(weights).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + weights


def trained(shipped: bytes) -> bytes:
    """The policy of a shipped net as the trainer reads it, to train on or to be trained against."""
    weights = shipped.partition(b"\n")[2]
    numbers = struct.unpack(f"<{len(weights) // 2}e", weights)
    return struct.pack(f"<{len(numbers) + 1}f", *numbers, 0.0)


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


def mean_of(nets: Sequence[bytes]) -> bytes:
    """Of nets as the trainer keeps them, all of one size, a net of their mean weights."""
    weights = [struct.unpack(f"<{len(net) // 4}f", net) for net in nets]
    means = [sum(each) / len(each) for each in zip(*weights, strict=True)]
    return struct.pack(f"<{len(means)}f", *means)


def main(path: str, name: str, command: str) -> None:
    """Write the file, if it can be read back."""
    data = shipped(Path(path).read_bytes(), command)
    Network.read(data)
    (FOLDER / f"{name}.net").write_bytes(data)


def widen(name: str) -> None:
    """Write a shipped net anew with all inputs."""
    file = FOLDER / f"{name}.net"
    file.write_bytes(widened(file.read_bytes()))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--widen"]:
        widen(*sys.argv[2:])
    elif sys.argv[1:2] == ["--mean"]:
        Path(sys.argv[2]).write_bytes(mean_of([Path(net).read_bytes() for net in sys.argv[3:]]))
    else:
        main(*sys.argv[1:])
