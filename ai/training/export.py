"""Make the file that the game reads of a trained net:
``python -m ai.training.export TRAINED.net COMMAND``.

``COMMAND`` is how the net was trained; it is kept in the first line of ``ai/master/master.net``.

``python -m ai.training.export --widen`` gives that net, where it has fewer inputs, those that the
game tells by now, each last of its kind and with a weight of 0, and where it has fewer heads,
copies of its last one: it plays as before until it is trained again.
"""

import json
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

from ai.master.features import ACTION_FEATURES, STATE_FEATURES
from ai.master.network import FAMILIES, FORMAT, SHIPPED, Network

FILE: Final = Path(__file__).resolve().parents[1] / "master" / f"{SHIPPED}.net"
UNITS: Final = (64, 32, 32)
"""Those of the body, and those of each head in the first and in the second layer."""
_INPUTS: Final = STATE_FEATURES + ACTION_FEATURES + 1
_BODY: Final = _INPUTS * UNITS[0]
_HEAD: Final = (UNITS[0] + 2) * UNITS[2] + (_INPUTS + UNITS[2]) * UNITS[1]
"""The weights of the body, and those of a head that are shipped."""
_NOT_SHIPPED: Final = (0.0, 1.0)
"""What the trainer has beside them at the end of a head: a last bias, which changes no choice, and
that the units of its own are used.
"""
_POLICY: Final = _BODY + len(FAMILIES) * (_HEAD + len(_NOT_SHIPPED))


def shipped(trained: bytes, command: str) -> bytes:
    """The policy, which the trainer writes first."""
    numbers = struct.unpack(f"<{_POLICY}f", trained[: 4 * _POLICY])
    heads = _heads(numbers, _HEAD + len(_NOT_SHIPPED))
    weights = [*numbers[:_BODY], *(each for head in heads for each in head)]
    return _file(struct.pack(f"<{len(weights)}e", *weights), command)


def _heads(numbers: Sequence[float], size: int) -> Iterator[Sequence[float]]:
    """What is shipped of each head, of numbers in which a head takes up ``size``."""
    for at in range(_BODY, _BODY + len(FAMILIES) * size, size):
        yield numbers[at : at + _HEAD]


def joined(nets: Mapping[str, bytes]) -> bytes:
    """Trained nets of one body as one: of each the head of the family that it is named by.

    Raises ``ValueError`` where the bodies differ.
    """
    body, head = 4 * _BODY, 4 * (_HEAD + len(_NOT_SHIPPED))
    first, *others = nets.values()
    if any(net[:body] != first[:body] for net in others):
        raise ValueError("these nets have different bodies; allowed are those of one league")
    starts = (body + place * head for place in range(len(FAMILIES)))
    parts = (nets[name][at : at + head] for name, at in zip(FAMILIES, starts, strict=True))
    return first[:body] + b"".join(parts) + first[4 * _POLICY :]


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
        whole += [*head, *_NOT_SHIPPED]
    return struct.pack(f"<{len(whole)}f", *whole)


def widened(shipped: bytes) -> bytes:
    """A shipped net of fewer inputs or heads as one of as many as the game tells, which plays the
    same where families without a head of their own were of the last one.
    """
    line, _, weights = shipped.partition(b"\n")
    head = json.loads(line)
    states, actions = head["inputs"]
    left = BytesIO(weights)

    def rows(width: int) -> Iterator[bytes]:
        """A first layer of so many units, with more rows."""
        yield left.read(2 * states * width).ljust(2 * STATE_FEATURES * width, b"\0")
        yield left.read(2 * actions * width).ljust(2 * ACTION_FEATURES * width, b"\0")
        yield left.read(2 * width)

    first, own, second = head["units"]
    body = b"".join(rows(first))
    heads = [
        b"".join((left.read(2 * (first + 2) * second), *rows(own), left.read(2 * own * second)))
        for _ in head["heads"]
    ]
    heads += heads[-1:] * (len(FAMILIES) - len(heads))
    return _file(body + b"".join(heads), head["made_by"])


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
