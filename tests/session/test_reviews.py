"""Kept reviews: found again by hand and seat, in order of play, whatever happens to the files."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ai.coach import hand_review as coach
from ai.coach.evaluator import finished
from game.files import StoreError
from game.rules.actions import DRAW, DROP, PASS, TAKE, Discard, Slap, Spread
from game.rules.hand import Hand
from game.rules.presets import preset
from game.rules.record import HandRecord, record_of
from game.saves.archive import CHECK_NAME, HANDS_NAME
from game.saves.database import FILE_NAME
from game.saves.reviews import DecisionTheme, Found, KeptReview, Reviews
from game.saves.rows import Row
from game.saves.settings import SettingsStore
from game.saves.store import Store
from game.saves.transfer import export_everything, import_everything
from tests.ai.coach.test_review import played


def a_record(number: int = 0, *, practice: bool = False) -> HandRecord:
    """A hand of which the first action was a draw."""
    rules = preset("standard")
    deck = list(rules.pack())
    Random(number).shuffle(deck)
    hand = Hand.deal(rules, 2, 1, deck)
    hand.act(0, DRAW)
    hand.act(0, Discard(hand.cards_of(0)[0]))
    return record_of(hand, ["You", "Ann"], practice=practice)


def found_of(loss: float = 0.3) -> Found:
    """What a coach might say of it."""
    values = [{"action": f"0 {word}", "value": 0.1, "error": 0.01, "visits": 9} for word in WORDS]
    told = {"action": 1, "seat": 0, "played": "0 draw", "best": "0 drop", "values": values}
    decision = {**told, "loss": loss, "error": 0.02, "mistake": "blunder"}
    reason = ["keeps", {"card": "7D", "kept": ["8S", "9S"], "chances": 2}]
    parts = {"worth": 0.0, "luck_deal": 0.1, "luck_draws": 0.2, "own": -0.3, "others": 0.0}
    whole = {"seat": 0, "policy": "quick", "result": None, "decisions": [decision], **parts}
    return {**whole, "decisions": [{**decision, "reason": reason}], "curve": [0.0, 0.5]}


WORDS = ("drop", "draw", "take")


def keep(reviews: Reviews, record: HandRecord, day: int = 1) -> KeptReview:
    return reviews.keep(record, 0, found_of(), is_mine=True, played=f"2030-01-{day:02} 20:15")


def test_it_is_found_again_by_the_next_start(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    kept = keep(store.reviews(), a_record())
    store.close()
    store = Store.open(tmp_path)
    assert store.damage is None
    assert store.reviews().of(a_record(), 0) == kept
    assert store.reviews().of(a_record(), 1) is None
    assert store.reviews().of(a_record(1), 0) is None
    store.close()
    (decision,) = kept.mistakes
    assert (decision.theme, decision.turn, decision.loss) == (DecisionTheme.DROP, 1, 0.3)
    assert decision.reason == ("keeps", {"card": "7D", "kept": ("8S", "9S"), "chances": 2})
    assert decision.count == kept.seen(decision).count
    assert (kept.worth, kept.luck_draws, kept.curve) == (0.0, 0.2, (0.0, 0.5))
    assert kept.record.actions == a_record().actions


def test_an_action_not_played_is_as_uncertain_as_both_values() -> None:
    """Of the action played the loss was measured by itself."""
    (decision,) = keep(Reviews(None), a_record()).decisions
    assert decision.loss_of(DRAW) == (0.3, 0.02)
    assert decision.loss_of(DROP) == (0.0, 0.0)
    assert decision.loss_of(TAKE) == pytest.approx((0.0, 0.01 * 2**0.5))


def test_the_first_review_of_a_hand_stays() -> None:
    reviews = Reviews(None)
    first = keep(reviews, a_record())
    again = reviews.keep(a_record(), 0, found_of(0.9), is_mine=True)
    assert (again, reviews.count) == (first, 1)


def test_they_come_in_the_order_of_play(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for number, day in enumerate((9, 3, 27)):
        keep(store.reviews(), a_record(number), day)
    assert [kept.played[8:10] for kept in store.reviews().over_time()] == ["03", "09", "27"]
    store.close()


@pytest.mark.parametrize("played", ["1969-12-31 19:05", "0001-01-01 00:00", "yesterday"])
def test_one_of_a_strange_time_is_found_again(tmp_path: Path, played: str) -> None:
    """The clock of a computer without a battery begins in 1970, west of Greenwich before that."""
    for _start_of_the_game in range(3):
        with closing(Store.open(tmp_path)) as store:
            assert store.damage is None
            reviews = store.reviews()
            kept = reviews.keep(a_record(), 0, found_of(), is_mine=True, played=played)
            assert reviews.of(a_record(), 0) == kept
            assert (kept.played == played) is (played != "yesterday")
            assert [each.number for each in reviews.over_time()] == [kept.number]
        (tmp_path / CHECK_NAME).unlink()  # so that the next start reads all


def test_practice_and_seats_of_others_count_nowhere() -> None:
    reviews = Reviews(None)
    assert keep(reviews, a_record()).counts
    assert not keep(reviews, a_record(1, practice=True)).counts
    assert not reviews.keep(a_record(2), 0, found_of(), is_mine=False).counts


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[data.rindex(b"blunder")] ^= 1
    path.write_bytes(data)


def _remove(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("harm", [_flip, _remove])
@pytest.mark.parametrize("name", [FILE_NAME, HANDS_NAME])
def test_one_damaged_file_loses_none(
    tmp_path: Path, name: str, harm: Callable[[Path], None]
) -> None:
    store = Store.open(tmp_path)
    kept = [keep(store.reviews(), a_record(number), number + 1) for number in range(3)]
    store.close()
    harm(tmp_path / name)
    for _ in range(2):
        store = Store.open(tmp_path)
        assert list(store.reviews().over_time()) == kept
        store.close()


def test_they_go_with_an_export_and_none_comes_twice(tmp_path: Path) -> None:
    old, new = Store.open(tmp_path / "old"), Store.open(tmp_path / "new")
    settings = SettingsStore.open(tmp_path)
    kept = [keep(old.reviews(), a_record(number), number + 1) for number in range(3)]
    file = export_everything(old, settings, tmp_path / "all.jsonl", tmp_path)
    keep(new.reviews(), a_record(1), 20)
    for _ in range(2):
        import_everything(new, file, tmp_path, change=settings.change)
        assert [each.played[8:10] for each in new.reviews().over_time()] == ["01", "03", "20"]
        assert new.reviews().of(a_record(), 0) == kept[0]
    old.close()
    new.close()


@pytest.mark.parametrize("key", ["seat", "worth", "number"])
@pytest.mark.parametrize("value", ["1e400", "NaN"])
def test_one_with_a_number_beyond_all_bounds_is_refused(
    tmp_path: Path, key: str, value: str
) -> None:
    old, new = Store.open(tmp_path / "old"), Store.open(tmp_path / "new")
    keep(old.reviews(), a_record())
    (row,) = (row for row in old.everything() if row.kind == "review")
    held = {**json.loads(row.body), key: "here"}
    rows = [
        Row(0, 0, "tonk-everything", 2, ""),
        replace(row, body=json.dumps(held).replace('"here"', value)),
        Row(0, 0, "tonk-end", 2, ""),
    ]
    file = tmp_path / "all.jsonl"
    file.write_bytes(b"".join(row.line() for row in rows))
    with pytest.raises(StoreError, match="a review is not valid"):
        import_everything(new, file, tmp_path)
    assert new.reviews().count == 0
    old.close()
    new.close()


@pytest.mark.parametrize("name", ["slap", "double_double"])
def test_what_was_seen_at_a_decision_is_seen_again(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(coach, "PLAYOUTS", 2)
    monkeypatch.setattr(coach, "seat_worths", lambda *_: (0.0, 0.0, 0.0))
    rules = preset(name)
    rules = rules.changed(drop_when="any_time") if name == "slap" else rules
    record = played(rules, 3, Random(name), moves=8)
    found = finished(coach.review(record, 1))
    kept = Reviews(None).keep(record, 1, found.to_mapping(), is_mine=True)
    assert [kept.seen(each) for each in kept.decisions] == [each.seen for each in found.decisions]
    assert kept.decisions


def test_themes() -> None:
    seven = Discard("7D")
    spread = Spread(("7D", "8D", "9D"))
    assert DecisionTheme.of(DRAW, DROP) is DecisionTheme.DROP
    assert DecisionTheme.of(TAKE, DRAW) is DecisionTheme.TAKE
    assert DecisionTheme.of(seven, spread) is DecisionTheme.LAY
    assert DecisionTheme.of(seven, Discard("8D")) is DecisionTheme.DISCARD
    assert DecisionTheme.of(PASS, Slap(0, 0)) is DecisionTheme.SLAP
