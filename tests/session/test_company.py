"""Who sits down: what was chosen, what there is, and no two of one name."""

from game.session.opponents import Opponents, Study, level_of
from game.session.plan import OPPONENT_NAMES, Plan, Player
from game.session.session import Session
from game.session.settings import ChosenOpponent

COMPANY = Opponents(("beginner", "regular", "master"), ("plain", "hitter"))


def bots(*players: Player) -> list[tuple[str, str]]:
    return [(player.name, player.level) for player in players]


def test_who_was_not_chosen_is_the_usual_one() -> None:
    assert bots(*COMPANY.seated((), 2)) == [("Ada", "regular"), ("Basil", "regular")]


def test_a_style_stands_behind_the_level() -> None:
    chosen = (ChosenOpponent("master", "hitter", "Zoë"), ChosenOpponent("beginner", "plain"))
    assert bots(*COMPANY.seated(chosen, 2)) == [("Zoë", "master/hitter"), ("Basil", "beginner")]


def test_a_level_or_style_that_there_is_not_falls_back() -> None:
    assert COMPANY.bot(ChosenOpponent("wizard", "hitter")) == "regular/hitter"
    assert COMPANY.bot(ChosenOpponent("master", "sulky")) == "master"


def test_no_two_share_a_name() -> None:
    chosen = [ChosenOpponent(name="Basil")] * 5
    names = [player.name for player in COMPANY.seated(chosen, 5)]
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
    session = Session.start(Plan((Player("You"), *COMPANY.seated((), 2)), seed_text="1"))
    before = session.players
    session.change_opponents([Player("Zoë", "master"), Player("Ada", "beginner/hitter")])
    assert [player.name for player in session.players if not player.is_human] == ["Zoë", "Ada"]
    assert session.human == before.index(Player("You"))
    session.next_hand()
    assert session.names == tuple(player.name for player in session.players)


def test_the_adaptive_opponent_sits_down_with_what_it_knows() -> None:
    chosen = ChosenOpponent("adaptive", "hitter", "Zoë")
    company = Opponents(COMPANY.levels, COMPANY.styles, study=lambda: Study("early", 20, 9))
    assert company.offered == (*COMPANY.levels, "adaptive")
    assert bots(*company.seated([chosen], 1)) == [("Zoë", "adaptive:early")]
    assert company.of_bot("adaptive:early", "Zoë") == ChosenOpponent("adaptive", "plain", "Zoë")
    stranger = Opponents(COMPANY.levels, COMPANY.styles, study=Study)
    assert bots(*stranger.seated([chosen], 1)) == [("Zoë", "adaptive")]
    assert bots(*COMPANY.seated([chosen], 1)) == [("Zoë", "regular")]
    assert level_of("adaptive:early") == level_of("adaptive/plain") == "adaptive"
