"""Saves beside which somebody has put the file of hands of another copy: each table that is shown
goes on, and no hand is lost.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from game.play.plan import Plan, Player
from game.saves.archive import HANDS_NAME
from game.saves.rows import Row
from game.saves.store import Store
from tests.session.players import careless, play_hands, play_one

_PLAYERS = Player("Ann"), Player("Bob", "b")
_PLAN = Plan(_PLAYERS, seed_text="own")
_MATCH = Plan(_PLAYERS, seed_text="match", occasion="match 1")
_BOTH = [careless] * 2


def _start(store: Store) -> None:
    play_hands(store.start(_PLAN), _BOTH, 5)


def _leave(store: Store) -> None:
    play_hands(store.start(_MATCH), _BOTH, 2)


def _start_and_leave(store: Store) -> None:
    _start(store)
    _leave(store)


def _come_back(store: Store) -> None:
    session = store.resume("")
    assert session is not None
    play_hands(session, _BOTH, 3)


def _go_on(store: Store) -> None:
    session = store.saved_session()
    assert session is not None
    play_hands(session, _BOTH, 3)


def _go_on_with_half_a_hand(store: Store) -> None:
    session = store.saved_session()
    assert session is not None
    play_hands(session, _BOTH, 1)
    play_one(session, _BOTH)


def _begin_another(store: Store) -> None:
    play_hands(store.start(Plan(_PLAYERS, seed_text="another")), _BOTH, 2)


def _nothing(_store: Store) -> None:
    pass


def _hands(store: Store) -> Counter[str]:
    """The identities of all finished hands."""
    rows = store.everything()
    records = {(row.session, row.hand) for row in rows if row.kind == "record"}
    named = [row for row in rows if row.kind == "identity" and row.hand]
    return Counter(row.body for row in named if (row.session, row.hand) in records)


@contextmanager
def _copies(folder: Path, *steps: Callable[[Store], object]) -> Iterator[list[Store]]:
    """Open the copies of saves that each go on in their own way after the first step."""
    first, *others = steps
    with closing(Store.open(folder / "before")) as store:
        first(store)
    with ExitStack() as opened:
        stores = []
        for number, step in enumerate(others):
            place = shutil.copytree(folder / "before", folder / str(number))
            stores.append(opened.enter_context(closing(Store.open(place))))
            step(stores[-1])
        yield stores


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("before", "here", "there"),
    [
        (_start_and_leave, _go_on_with_half_a_hand, _come_back),
        (_start_and_leave, _nothing, _come_back),
        (_start, _leave, _go_on),
        (_start, _go_on_with_half_a_hand, _begin_another),
        (_start, _nothing, _begin_another),
        (_start, _go_on_with_half_a_hand, _go_on),
        (_start, _nothing, _go_on),
        (_start, _go_on, _go_on),
        (_start, _go_on, _leave),
        (_nothing, _start, _start_and_leave),
    ],
    ids=[
        "gone on with there",
        "only there",
        "left here",
        "another there",
        "another only there",
        "both in play",
        "only there in play",
        "both played",
        "left there",
        "of other saves",
    ],
)
def test_each_table_goes_on_and_no_hand_is_lost(
    tmp_path: Path,
    before: Callable[[Store], object],
    here: Callable[[Store], object],
    there: Callable[[Store], object],
) -> None:
    with _copies(tmp_path, before, here, there) as (one, other):
        tables = {kind for kind in ("", "match") if one.can_resume(kind)}
        hands = _hands(one) | _hands(other)
        rows: list[Row] = other.everything()
    place = tmp_path / "0"
    shutil.copyfile(tmp_path / "1" / HANDS_NAME, place / HANDS_NAME)
    for _start_of_the_game in range(2):
        with closing(Store.open(place)) as store:
            assert _hands(store) == hands
            assert {kind for kind in ("", "match") if store.can_resume(kind)} == tables
            for kind in sorted(tables):
                session = store.resume(kind)
                assert session is not None
                new = 2 + session.is_playing
                play_hands(session, _BOTH, 2)
                assert sum((_hands(store) - hands).values()) == new
                assert not hands - _hands(store)
                hands = _hands(store)
    with closing(Store.open(place)) as store:
        session = store.saved_session()
        assert store.take_in(rows) == 0
        assert store.saved_session() is session
