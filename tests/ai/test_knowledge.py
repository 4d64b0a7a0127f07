from ai.knowledge import knowledge
from tests.ai.positions import seen

FIRST, SECOND = "KS KH JC 2S 3D", "9C TD 4H AC 2C"
PLAYED = "0 draw; 0 discard KS; 1 take; 1 discard 2C; 0 draw"


def test_a_taken_card_is_known_to_be_held() -> None:
    known = knowledge(seen(FIRST, SECOND, stock="5H 9D", played=PLAYED))
    assert known.held == (frozenset(), frozenset({"KS"}))


def test_a_taken_card_that_is_thrown_again_is_held_no_more() -> None:
    played = PLAYED + "; 0 discard 9D; 1 draw; 1 discard KS"
    known = knowledge(seen(FIRST, SECOND, stock="5H 9D 8D", played=played))
    assert known.held == (frozenset(), frozenset())
    assert "KS" not in known.unseen


def test_ones_own_cards_are_not_news() -> None:
    known = knowledge(seen(FIRST, SECOND, stock="5H 9D", played=PLAYED, seat=1))
    assert known.held == (frozenset(), frozenset())


def test_unseen_is_all_that_nobody_showed() -> None:
    view = seen(FIRST, SECOND, upcard="7H", stock="5H 9D", played=PLAYED)
    known = knowledge(view)
    hidden_hand = set(SECOND.split()) - {"2C"}
    shown = {*FIRST.split(), "5H", "9D", "KS", "2C"}
    assert hidden_hand <= known.unseen
    assert not shown & known.unseen


def test_cards_on_the_table_are_seen() -> None:
    played = "0 draw; 0 spread KS KH KD; 0 discard JC; 1 take"
    known = knowledge(seen(FIRST, SECOND, stock="KD", played=played, seat=1))
    assert not {"KS", "KH", "KD"} & known.unseen


def test_the_upcard_stays_seen_when_others_lie_on_it() -> None:
    view = seen(FIRST, SECOND, upcard="7H", stock="5H 9D", played="0 draw; 0 discard KS")
    assert view.upcard == "7H"
    assert "7H" not in knowledge(view).unseen
