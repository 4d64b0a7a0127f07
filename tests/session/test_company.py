"""Who sits down: what was chosen, what there is, and no two of one name."""

from contextlib import closing
from pathlib import Path

from game.play.chosen_opponents import ChosenOpponent
from game.play.opponents import Opponents, Study, level_of
from game.play.plan import OPPONENT_NAMES, Plan, Player
from game.play.session import Session
from game.rules.actions import DRAW
from game.saves.store import Store
from tests.session.players import careless, play_hands

COMPANY = Opponents(("beginner", "regular", "master"), ("plain", "hitter"))


def bots(*players: Player) -> list[tuple[str, str]]:
    return [(player.name, player.level) for player in players]


def test_who_was_not_chosen_is_the_usual_one() -> None:
    assert bots(*COMPANY.players((), 2)) == [("Ada", "regular"), ("Basil", "regular")]


def test_a_style_stands_behind_the_level() -> None:
    chosen = (ChosenOpponent("master", "hitter", "Zoë"), ChosenOpponent("beginner", "plain"))
    assert bots(*COMPANY.players(chosen, 2)) == [("Zoë", "master/hitter"), ("Basil", "beginner")]


def test_a_level_or_style_that_there_is_not_falls_back() -> None:
    assert COMPANY.bot(ChosenOpponent("wizard", "hitter")) == "regular/hitter"
    assert COMPANY.bot(ChosenOpponent("master", "sulky")) == "master"


def test_no_two_share_a_name() -> None:
    chosen = [ChosenOpponent(name="Basil")] * 5
    names = [player.name for player in COMPANY.players(chosen, 5)]
    assert sorted(names) == sorted(OPPONENT_NAMES)


def test_a_bot_s_word_tells_level_and_style_again() -> None:
    for level in COMPANY.levels:
        for style in COMPANY.styles:
            chosen = ChosenOpponent(level, style, "Zoë")
            assert COMPANY.of_bot(COMPANY.bot(chosen), "Zoë") == chosen


def test_mixed_company_has_every_level_and_is_not_always_the_same() -> None:
    mixes = [COMPANY.mixed(seed) for seed in range(20)]
    assert all({each.level for each in mix} == set(COMPANY.levels) for mix in mixes)
    assert len({each.style for mix in mixes for each in mix}) == 2
    assert len(set(mixes)) > 5
    assert mixes[0] == COMPANY.mixed(0)


def test_opponents_change_between_hands_and_keep_their_seats() -> None:
    session = Session.start(Plan((Player("You"), *COMPANY.players((), 2)), seed_text="1"))
    before = session.players
    session.change_opponents([Player("Zoë", "master"), Player("Ada", "beginner/hitter")])
    assert [player.name for player in session.players if not player.is_human] == ["Zoë", "Ada"]
    assert session.human == before.index(Player("You"))
    session.next_hand()
    assert session.names == tuple(player.name for player in session.players)


AWAY = Opponents(("beginner", "regular"), ("plain", "hitter"), away=("master",))


def test_who_cannot_play_here_keeps_the_seat_until_another_may_sit_in() -> None:
    chosen = (ChosenOpponent("master", "hitter", "Zoë"), ChosenOpponent("beginner", "plain"))
    players = AWAY.players(chosen, 2)
    assert bots(*players) == [("Zoë", "master/hitter"), ("Basil", "beginner")]
    assert [AWAY.is_away(each) for each in players] == [True, False]
    instead = AWAY.sitting_in(players, "Regular")
    assert bots(*instead) == [("Zoë (Regular)", "regular/hitter"), ("Basil", "beginner")]
    assert [COMPANY.is_away(each) for each in players] == [False, False]
    assert AWAY.here(chosen[0]) == ChosenOpponent("regular", "hitter", "Zoë")


def test_others_may_sit_down_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    """The hand goes on after that, also from a save; its record names them, and nothing of it is
    counted for who sat there before.
    """
    chosen = (ChosenOpponent("master", "plain", "Zoë"),)
    store = Store.open(tmp_path)
    session = store.start(Plan((Player("You"), *AWAY.players(chosen, 1)), seed_text="1"))
    play_hands(session, [careless] * 2, 1)
    session.next_hand()
    seat = session.hand.turn if session.hand else 0
    session.act(seat, DRAW)
    store.close()
    store = Store.open(tmp_path)
    kept = store.saved_session()
    assert kept is not None
    assert kept.is_playing
    kept.seat_others(AWAY.sitting_in(kept.players, "Regular"))
    store.close()
    with closing(Store.open(tmp_path)) as again:
        session = again.saved_session() or session
        assert session.is_playing
        play_hands(session, [careless] * 2, 1)
        first, second, *_ = session.history()
        assert set(first.seats) == {"You", "Zoë"}
        assert set(second.seats) == {"You", "Zoë (Regular)"}
        history = again.history()
        history.catch_up()
        levels = [{each.level for each in hand.players} for hand in history.hands_of(1)]
        assert sorted(map(sorted, levels))[:2] == [["", "master"], ["", "regular"]]


def test_the_adaptive_opponent_sits_down_with_what_it_knows() -> None:
    chosen = ChosenOpponent("adaptive", "hitter", "Zoë")
    company = Opponents(COMPANY.levels, COMPANY.styles, study=lambda: Study("early", 20, 9))
    assert company.offered == (*COMPANY.levels, "adaptive")
    assert bots(*company.players([chosen], 1)) == [("Zoë", "adaptive:early")]
    assert company.of_bot("adaptive:early", "Zoë") == ChosenOpponent("adaptive", "plain", "Zoë")
    stranger = Opponents(COMPANY.levels, COMPANY.styles, study=Study)
    assert bots(*stranger.players([chosen], 1)) == [("Zoë", "adaptive")]
    assert bots(*COMPANY.players([chosen], 1)) == [("Zoë", "regular")]
    assert level_of("adaptive:early") == level_of("adaptive/plain") == "adaptive"
