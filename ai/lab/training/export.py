"""Convert a trained net to the file that the game reads, ``ai/master/master.net``.

``python -m ai.lab.training.export TRAINED.net COMMAND`` writes it; ``COMMAND`` is how the net was
trained, and is saved in the first line.

``python -m ai.lab.training.export --widen`` extends that file after inputs or heads were added to
the game: new inputs come last of their kind, with weights of 0, and new heads are copies of the
last one, so that the net plays as before until it is trained again.
"""

import argparse
import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Final

import ai
from ai.kernel.net import ACTION_FEATURES, STATE_FEATURES
from ai.master.network import FAMILIES, FORMAT, SHIPPED, Network

FILE: Final = Path(ai.__file__).resolve().parent / "master" / f"{SHIPPED}.net"
UNITS: Final = (64, 32)
"""Units of the body, in the first layer, and of each head, in the second."""
SET: Final = 32
"""Units of a set: a head may have up to ``MOST_SETS`` sets of its own in the first layer."""
MOST_SETS: Final = 3
_INPUTS: Final = STATE_FEATURES + ACTION_FEATURES + 1
BODY: Final = _INPUTS * UNITS[0]
"""Number of weights of the body."""
_OF_BODY: Final = (UNITS[0] + 2) * UNITS[1]
"""Number of weights of a head for the body: its second layer, biases and output."""
_FIRST: Final = _INPUTS * SET
_SET: Final = _FIRST + SET * UNITS[1]
"""Number of weights of a set: its first layer, and from there to the second."""
HEAD: Final = _OF_BODY + MOST_SETS * _SET + 2
"""Number of weights of a head in the trainer's file, with room for all sets. The last two, a bias,
which changes no choice, and the number of sets, are not shipped.
"""
_POLICY: Final = BODY + len(FAMILIES) * HEAD


def shipped(trained: bytes, command: str) -> bytes:
    """Convert a trained net, which begins with the policy, to the game's file."""
    numbers = struct.unpack(f"<{_POLICY}f", trained[: 4 * _POLICY])
    weights, own = list(numbers[:BODY]), []
    for start in range(BODY, _POLICY, HEAD):
        head = numbers[start : start + HEAD]
        starts = [_OF_BODY + place * _SET for place in range(int(head[-1]))]
        sets = [head[each : each + _SET] for each in starts]
        weights += head[:_OF_BODY]
        for at in range(0, _FIRST, SET):
            for each in sets:
                weights += each[at : at + SET]
        for each in sets:
            weights += each[_FIRST:]
        own.append(SET * len(sets))
    return _file(struct.pack(f"<{len(weights)}e", *weights), own, command)


def trained(shipped: bytes) -> bytes:
    """Convert the game's file to a policy for the trainer, to train on or to train against."""
    line, _, weights = shipped.partition(b"\n")
    left = iter(struct.unpack(f"<{len(weights) // 2}e", weights))
    whole = [*islice(left, BODY)]
    for own in json.loads(line)["heads"].values():
        whole += islice(left, _OF_BODY)
        rows = [[*islice(left, own)] for _ in range(_INPUTS)]
        seconds = [*islice(left, own * UNITS[1])]
        for start in range(0, own, SET):
            whole += [weight for row in rows for weight in row[start : start + SET]]
            whole += seconds[start * UNITS[1] : (start + SET) * UNITS[1]]
        sets = own // SET
        whole += [0.0] * ((MOST_SETS - sets) * _SET + 1) + [sets]
    return struct.pack(f"<{len(whole)}f", *whole)


def joined(nets: Mapping[str, bytes]) -> bytes:
    """Join trained nets that share a body: from each, take the head of the family it is named by.

    Raises ``ValueError`` if the bodies differ.
    """
    body, head = 4 * BODY, 4 * HEAD
    first, *others = nets.values()
    if any(net[:body] != first[:body] for net in others):
        raise ValueError("these nets have different bodies; expected those of one league")
    starts = (body + place * head for place in range(len(FAMILIES)))
    parts = (nets[name][at : at + head] for name, at in zip(FAMILIES, starts, strict=True))
    return first[:body] + b"".join(parts) + first[4 * _POLICY :]


def _file(weights: bytes, own: Iterable[int], command: str) -> bytes:
    head = {
        "format": FORMAT,
        "inputs": [STATE_FEATURES, ACTION_FEATURES],
        "units": UNITS,
        "heads": dict(zip(FAMILIES, own, strict=True)),
        "made_by": command,
        "sha256": sha256(weights).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + weights


def widened(shipped: bytes) -> bytes:
    """Extend a shipped net to the game's present numbers of inputs and heads.

    It plays as before if families without a head used the last one.
    """
    line, _, weights = shipped.partition(b"\n")
    head = json.loads(line)
    states, actions = head["inputs"]
    left = BytesIO(weights)

    def rows(width: int) -> Iterator[bytes]:
        """Yield a first layer of ``width`` units, extended by rows of zeros."""
        yield left.read(2 * states * width).ljust(2 * STATE_FEATURES * width, b"\0")
        yield left.read(2 * actions * width).ljust(2 * ACTION_FEATURES * width, b"\0")
        yield left.read(2 * width)

    first, second = head["units"]
    body = b"".join(rows(first))
    widths = [*head["heads"].values()]
    heads = [
        b"".join((left.read(2 * (first + 2) * second), *rows(own), left.read(2 * own * second)))
        for own in widths
    ]
    copies = len(FAMILIES) - len(heads)
    weights = body + b"".join(heads + copies * heads[-1:])
    return _file(weights, widths + copies * widths[-1:], head["made_by"])


def main() -> None:
    """Write the game's file as the command line says, if it can be read back."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="python -m ai.lab.training.export",
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("trained", type=Path, nargs="?", metavar="TRAINED.net")
    parser.add_argument("command", nargs="?", metavar="COMMAND")
    parser.add_argument("--widen", action="store_true")
    options = parser.parse_args()
    if [options.trained, options.command].count(None) != 2 * options.widen:
        parser.error("expected TRAINED.net and COMMAND, or --widen")
    try:
        data = (
            widened(FILE.read_bytes())
            if options.widen
            else shipped(options.trained.read_bytes(), options.command)
        )
        Network.read(data)
    except (OSError, ValueError, struct.error) as error:
        parser.error(str(error))
    FILE.write_bytes(data)


if __name__ == "__main__":
    main()
