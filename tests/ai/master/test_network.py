"""The weights that are shipped can be read, and files that are none are refused in one line."""

import json
import struct
from hashlib import sha256
from random import Random

import pytest

from ai.kernel import is_available
from ai.kernel.net import ACTION_FEATURES, ONE, STATE_FEATURES
from ai.master.network import FAMILIES, FORMAT, NetError, Network
from tests.ai.master.scoring import scores_of

needs_kernel = pytest.mark.skipif(not is_available(), reason="there is no kernel here")
UNITS, OWN = (2, 1), dict.fromkeys(FAMILIES, 0) | {FAMILIES[1]: 1}


def net_file(numbers: list[float], **changes: object) -> bytes:
    """A small net as a file, with ``changes`` to its first line."""
    weights = struct.pack(f"<{len(numbers)}e", *numbers)
    head = {
        "format": FORMAT,
        "inputs": [STATE_FEATURES, ACTION_FEATURES],
        "units": UNITS,
        "heads": OWN,
        "sha256": sha256(weights).hexdigest(),
    }
    return json.dumps(head | changes).encode() + b"\n" + weights


def small_net() -> list[float]:
    """Zeros but for what makes the score of an action 3 times its first number plus 1 by all heads
    but the second, and that number less what the state is told first by that, in a unit of its own.
    """
    inputs = STATE_FEATURES + ACTION_FEATURES
    body = [0.0, 0.0] * inputs + [1.0, 0.0]
    body[2 * STATE_FEATURES] = 1
    one = [3.0, 0.0, -2.0, 1.0]
    own = [0.0] * inputs
    own[0] = 1
    other = [1.0, 0.0, -1.0, 1.0, *own, 0.0, -1.0]
    return body + one + other + (len(FAMILIES) - 2) * one


def test_the_shipped_net_has_a_head_for_each_family_of_rules() -> None:
    net = Network.shipped()
    assert len(net.own) == len(net.heads) == len(FAMILIES)
    assert net.body + b"".join(net.heads) == net.weights


@needs_kernel
def test_scores_are_those_of_two_rectified_layers() -> None:
    net = Network.read(net_file(small_net())).net
    state = [0.0] * STATE_FEATURES
    actions = [[number] + [0.0] * (ACTION_FEATURES - 1) for number in (0.0, 2.0, -5.0)]
    # Below 0 a unit is silent: 3 * max(number + 1, 0) - 2, and that not below 0 either.
    assert scores_of(net, 0, state, actions) == [ONE, 7 * ONE, 0]
    assert scores_of(net, 1, state, actions) == [0, 2 * ONE, 0]
    state[0] = 0.5
    assert scores_of(net, 0, state, actions) == [ONE, 7 * ONE, 0]
    assert scores_of(net, 1, state, actions) == [0, 1.5 * ONE, 0]


@needs_kernel
def test_weights_as_large_as_there_are_do_no_harm() -> None:
    """Such a net has some score for each action."""
    net = Network.read(net_file([(-65504.0) ** (at % 2) for at in range(len(small_net()))])).net
    actions = [[-1e6] * ACTION_FEATURES, [1e6] * ACTION_FEATURES]
    assert len(scores_of(net, 0, [1e6] * STATE_FEATURES, actions)) == 2


@needs_kernel
def test_half_precision_is_read_as_it_is() -> None:
    dice = Random(1)
    some = [dice.randrange(31744) for _ in range(99)]
    for bits in (0, 1, 1023, 1024, 31743, 32768, 32769, *some):
        (number,) = struct.unpack("<e", struct.pack("<H", bits))
        numbers = small_net()
        numbers[2 * (STATE_FEATURES + ACTION_FEATURES)] = number  # the bias of the first unit
        (score,) = scores_of(
            Network.read(net_file(numbers)).net,
            0,
            [0.0] * STATE_FEATURES,
            [[0.0] * ACTION_FEATURES],
        )
        assert score == min(int(max(3 * max(number, 0) - 2, 0) * ONE), 1_000_000_000)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no net"),
        (b"[]\n", "no net"),
        (net_file(small_net(), format="tonk-net/9"), "this game reads tonk-net/4"),
        (net_file(small_net(), inputs=[1, 2]), "this game reads tonk-net/4 with"),
        (net_file(small_net(), sha256="0"), "do not match"),
        (net_file([*small_net()[:-1], float("nan")]), "a weight is not a number"),
        (net_file([float("inf"), *small_net()[1:]]), "a weight is not a number"),
        (net_file(small_net()[:-1]), "are expected"),
        (net_file(small_net(), units=[3, 1]), "are expected"),
        (net_file(small_net(), units=[2, 1, 1]), "no net"),
        (net_file([0.0] * 44000, units=[161, 1], heads=dict.fromkeys(FAMILIES, 0)), "expected"),
        (net_file(small_net(), heads=OWN | {FAMILIES[1]: 2}), "are expected"),
        (net_file(small_net(), heads=OWN | {FAMILIES[1]: "one"}), "no net"),
        (net_file(small_net(), heads={"one": 1}), "other heads; this game reads"),
        (net_file(small_net(), heads=3), "no net"),
    ],
)
def test_what_is_no_net_is_refused_in_one_line(data: bytes, why: str) -> None:
    with pytest.raises(NetError, match=why) as caught:
        Network.read(data)
    assert "\n" not in str(caught.value)
