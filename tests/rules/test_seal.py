"""The seal: the page that explains it is correct, and altered records are refused."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from game.play.plan import Plan, Player
from game.play.session import Session
from game.rules.cards import STANDARD_PACK, shuffled
from game.rules.presets import preset
from game.rules.record import RecordError, read_record, replay
from game.rules.seal import (
    DEAL_MOST,
    LONGEST_CLIENT_SEED,
    as_client_seed,
    checksum,
    seed_of_deal,
)
from game.rules.verifying import Order, verify
from game.saves.settings import SETTINGS
from tests.rules.altered import alterations, sealed_records
from tests.session.players import careless, eager, play_hands, play_out

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "game" / "rules" / "SEAL.md").read_text(encoding="utf-8")
CODE = PAGE.split("```text\n")[1].split("```")[0]
RECORD = PAGE.split("```json\n")[1].split("\n```")[0]
VECTORS = dict(re.findall(r"^\| ([a-z0-9 ]+) \| `(.*)` \|$", PAGE, re.MULTILINE))
DEALS = ROOT / "tests" / "golden" / "deals.txt"


# -- the seal recomputed in ten lines, without the game ----------------------------------------


def sha(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def shuffle(pack: list[str], seed: str) -> list[str]:
    blocks = (sha256(bytes.fromhex(seed) + n.to_bytes(8, "big")).digest() for n in range(2**64))
    numbers = (
        int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)
    )
    for last in range(len(pack) - 1, 0, -1):
        limit = 2**32 // (last + 1) * (last + 1)
        other = next(n for n in numbers if n < limit) % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def pack() -> list[str]:
    return [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def test_the_page_shows_ten_lines_that_are_these() -> None:
    assert len(CODE.strip().splitlines()) == 10
    names: dict[str, object] = {}
    exec(CODE, names)  # noqa: S102 - the page's own code is what is tried
    seed = VECTORS["seed"]
    assert names["shuffle"](pack(), seed) == shuffle(pack(), seed)  # type: ignore[operator]  # code of the page


def test_its_vectors_follow_from_sha_256_alone() -> None:
    seed, nonce, word = VECTORS["seed"], VECTORS["nonce"], VECTORS["word"]
    assert sha(f"{seed}:{nonce}") == VECTORS["fingerprint"]
    assert sha(f"{seed}:{word}") == VECTORS["order seed"]
    assert " ".join(shuffle(pack(), VECTORS["order seed"])) == VECTORS["deck of 52"]
    assert sha("tonk deal 1") == VECTORS["seed of deal 1"]
    assert " ".join(shuffle(pack(), VECTORS["seed of deal 1"])) == VECTORS["deck of deal 1"]


def test_its_record_follows_from_sha_256_alone() -> None:
    record = json.loads(RECORD)
    seal = record["seal"]
    assert sha(f"{record['seed']}:{seal['nonce']}") == seal["fingerprint"]
    assert shuffle(pack(), sha(f"{record['seed']}:{seal['word']}")) == record["deck"]
    check = seal.pop("check")
    bare = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert sha(bare) == check


def test_the_game_agrees_with_the_page() -> None:
    assert verify(json.loads(RECORD)).order is Order.SEALED
    assert " ".join(shuffled(STANDARD_PACK, VECTORS["order seed"])) == VECTORS["deck of 52"]


def test_a_thousand_numbered_deals_are_what_they_have_always_been() -> None:
    lines = DEALS.read_text(encoding="ascii").splitlines()
    assert len(lines) == 1_000
    for line in lines:
        number, cards = line.split()
        assert "".join(shuffled(STANDARD_PACK, seed_of_deal(int(number)))) == cards
        assert "".join(shuffle(pack(), sha(f"tonk deal {number}"))) == cards
    numbers = [int(line.split()[0]) for line in lines]
    assert (min(numbers), max(numbers)) == (1, DEAL_MOST)


# -- records ---------------------------------------------------------------------------------------


def a_record() -> dict[str, object]:
    return dict(json.loads(RECORD))


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"seed": "0" * 64}, "seal: the fingerprint doesn't match seed and nonce"),
        ({"seed": None}, 'seal: key "seed" is missing; a seal wants seed and result'),
        ({"result": None}, 'seal: key "result" is missing; a seal wants seed and result'),
        ({"seal": {"word": ""}}, 'deck: card 1 is "9C", but should be '),
        (
            {"seal": {"word": "x" * 65}},
            "seal: word: a text of 65 characters; expected at most 64",
        ),
        ({"seal": {"nonce": "0" * 64}}, "seal: the fingerprint doesn't match seed and nonce"),
        ({"seal": {"nonce": "A" * 64}}, "seal: nonce: "),
        ({"seal": {"check": "0" * 64}}, "seal: check: the record was changed after the hand"),
        ({"seats": ["You", "Eve"]}, "seal: check: the record was changed after the hand"),
        ({"seal": None, "note": "x"}, 'deck: card 1 is "9C", but should be '),
    ],
)
def test_a_change_is_refused_with_its_reason(values: dict[str, object], why: str) -> None:
    record = a_record()
    for key, value in values.items():
        if value is None:
            del record[key]
        elif isinstance(value, dict):
            record[key] = {**record[key], **value}  # type: ignore[dict-item]  # an object
        else:
            record[key] = value
    with pytest.raises(RecordError, match=f"^{re.escape(why)}"):
        verify(record)


def test_replay_checks_the_form_of_a_seal_alone() -> None:
    record = a_record()
    record["seal"] = {**record["seal"], "word": "another"}  # type: ignore[dict-item]  # an object
    assert replay(read_record(record)).is_over


def test_what_is_not_sealed_says_so() -> None:
    record = a_record()
    del record["seal"]
    record["seed"] = VECTORS["order seed"]
    assert str(verify(record)).startswith(
        "not sealed; this pack in this order follows from the seed"
    )
    del record["seed"], record["result"]
    found = verify(record)
    assert found.order is Order.UNKNOWN
    assert "the order can't be checked" in str(found)
    assert str(found).endswith("no payments given")


def test_a_numbered_deal_is_not_sealed_and_says_so() -> None:
    plan = Plan((Player("You"), Player("Ada", "regular")), first_deal=DEAL_MOST)
    session = Session.start(plan)
    play_hands(session, [careless, eager], 2)
    found = [verify(json.loads(line)) for line in session.journal.records()]
    assert [each.deal for each in found] == [DEAL_MOST, 1]
    assert str(found[1]).startswith("deal 1, so not sealed; ")
    other = json.loads(session.journal.records()[0]) | {"note": "Deal 5"}
    assert verify(other).order is Order.SEED


def test_a_record_is_the_same_when_it_is_read_and_written() -> None:
    for value in sealed_records(20, seed="form"):
        assert read_record(value).to_mapping() == value


def test_a_word_of_the_player_is_mixed_in_after_the_seal() -> None:
    session = Session.start(Plan((Player("You"), Player("Ada", "regular"))))
    for word in ("", "jade", "é" * 70):
        sealed = session.sealed
        assert sealed
        session.next_hand(word=word)
        assert session.is_playing == (session.sealed is None)  # sealed anew where the deal ended it
        play_out(session, [careless, eager])
        record = session.record()
        assert record.seal
        assert record.seal.fingerprint == sealed.fingerprint
        assert record.seal.client_seed == word[:64]
        assert verify(record.to_mapping()).order is Order.SEALED


def test_a_hand_that_is_not_over_has_no_seal_yet_but_its_order_can_be_checked() -> None:
    session = Session.start(Plan((Player("You"), Player("Ada", "regular")), preset("rushville")))
    while not session.is_playing:
        session.next_hand(word="jade")
    record = session.record()
    assert record.seal is None
    assert record.seed
    assert shuffled(record.rules.pack(), record.seed) == record.deck


def test_a_later_player_and_the_next_hand_keep_the_seal() -> None:
    session = Session.start(Plan((Player("You"), Player("Ada", "regular"))))
    sealed = session.sealed
    session.join(Player("Basil", "regular"))
    assert sealed is not None
    assert session.sealed == sealed
    session.next_hand()
    assert session.deal
    assert session.deal.seed == sealed.seed
    play_out(session, [careless, eager, eager])
    later = session.sealed
    assert later is not None
    assert later.hand == 2


def test_the_setting_holds_as_long_a_word_as_a_seal() -> None:
    assert SETTINGS["word"].accepts("x" * LONGEST_CLIENT_SEED)
    assert not SETTINGS["word"].accepts("x" * (LONGEST_CLIENT_SEED + 1))
    assert not SETTINGS["word"].accepts("two\nlines")


def test_words_are_cut_and_can_be_written() -> None:
    assert as_client_seed("é" * 70) == "é" * 64
    assert as_client_seed("half \ud800") == "half ?"


def test_everything_that_is_altered_is_refused() -> None:
    """`python -m tests.rules.altered` tries 10,000."""
    passed = [
        (name, record)
        for name, record in alterations(sealed_records(12, seed="short"), 400, seed="short")
        if _passes(record)
    ]
    assert not passed


def _passes(record: object) -> bool:
    try:
        verify(record)
    except RecordError:
        return False
    return True


@pytest.mark.parametrize("rules", [{"preset": "standard"}, {"ace": "low"}])
def test_a_record_written_again_in_another_form_is_as_good_as_it_was(rules: object) -> None:
    """Its check is recomputed if it was right, and stays wrong if it was wrong."""
    (value,) = sealed_records(1, seed="again")
    value["rules"] = rules
    assert not _passes(value)
    assert not _passes(read_record(value).to_mapping())
    value["seal"]["check"] = checksum(value)
    assert _passes(value)
    again = read_record(value).to_mapping()
    assert again["rules"] == {}
    assert _passes(again)
    assert again["seal"] == value["seal"] | {"check": checksum(again)}
