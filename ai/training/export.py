"""Make the file that the game reads of a trained net:
``python -m ai.training.export TRAINED.net NAME COMMAND``.

``COMMAND`` is how the net was trained; it is kept in the first line of ``ai/master/NAME.net``.
"""

import json
import struct
import sys
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
    weights = struct.pack(f"<{count}e", *numbers)
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


def main(path: str, name: str, command: str) -> None:
    """Write the file, if it can be read back."""
    data = shipped(Path(path).read_bytes(), command)
    Network.read(data)
    (FOLDER / f"{name}.net").write_bytes(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
