"""A program that plays for ever and says after each move how far it has come; made to be killed."""

import argparse
from pathlib import Path

from game.play.plan import Plan
from game.play.session import Session
from game.saves.store import Store
from tests.session.players import FOUR, careless, eager, play_one

PLAN = Plan(FOUR, seed_text="soak")
CHOOSERS = (careless, eager, eager, careless)


def step(session: Session) -> tuple[int, int]:
    """One move, or the next deal; tells the hand's number and how many moves it has."""
    if session.is_playing:
        play_one(session, CHOOSERS)
    else:
        session.next_hand()
    return point(session)


def point(session: Session) -> tuple[int, int]:
    """How far a session has come."""
    return session.number, 0 if session.hand is None else len(session.hand.log)


def main(folder: Path) -> None:
    """Go on with what is kept in ``folder``, for ever."""
    store = Store.open(folder)
    session = store.saved_session() or store.start(PLAN)
    while session.trouble is None:
        print(*step(session), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    main(parser.parse_args().folder)
