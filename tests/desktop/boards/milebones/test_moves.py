"""The card moves that follow from the events of Mile Bones, computed without a window."""

from __future__ import annotations

import pytest

from desktop.boards.milebones.seats import hit_by, seen, to_play
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.boards.milebones.moves import HAND, in_hand, moves
from mile_bones.desktop.boards.milebones.slot_names import DISCARD, DRAW, battle, miles, safety
from mile_bones.desktop.table.card_move import UNSEEN, CardMove, Spot
from mile_bones.desktop.table.hand_places import hand
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Answered, Discarded, Drawn, Event, Played

C = Card
ME, THEM = 0, 1


@pytest.mark.parametrize(
    ("events", "moved"),
    [
        pytest.param([Drawn(ME, C.GO, 50)], [(C.GO, DRAW, HAND.place)], id="a card is drawn"),
        pytest.param([Drawn(THEM, None, 50)], [(None, DRAW, UNSEEN)], id="the other draws"),
        pytest.param([Drawn(THEM, C.GO, 50)], [(None, DRAW, UNSEEN)], id="the other draws before a spectator"),
        pytest.param([Played(ME, C.MILES_100, ME)], [(C.MILES_100, HAND.place, miles(True))], id="a distance"),
        pytest.param([Played(THEM, C.STOP, ME)], [(C.STOP, UNSEEN, battle(True))], id="a hazard of the other"),
        pytest.param([Discarded(ME, C.GO)], [(C.GO, HAND.place, DISCARD)], id="a discard"),
        pytest.param(
            [Discarded(ME, C.GO), Drawn(THEM, None, 50), Played(THEM, C.STOP, ME)],
            [(C.GO, HAND.place, DISCARD), (None, DRAW, UNSEEN), (C.STOP, UNSEEN, battle(True))],
            id="one after another",
        ),
        pytest.param([Answered(ME, True, 1000)], [], id="an extension"),
    ],
)
def test_events_move_the_expected_cards_forward_and_back(
    events: list[Event], moved: list[tuple[Card | None, str, str]]
) -> None:
    found = moves(events, ME, seen(to_play()))
    expected = [(None if card is None else ART[card], source, target) for card, source, target in moved]
    assert [(move.face, move.source.place, move.target.place) for move in found] == expected
    back = [(face, target, source) for face, source, target in reversed(expected)]
    assert [
        (move.face, move.source.place, move.target.place) for move in (move.back() for move in reversed(found))
    ] == back


def test_a_played_safety_moves_directly_to_its_final_place() -> None:
    story = hit_by("FLAT_TIRE", "PUNCTURE_PROOF", "100", "75", "25", "50").me("play PUNCTURE_PROOF")
    played = Played(ME, C.PUNCTURE_PROOF, ME, coup=True)
    assert moves([played], ME, seen(story))[0].target.place == safety(True, 0)
    assert moves([played], THEM, seen(story, THEM))[0].target.place == safety(False, 0)


def test_the_last_of_identical_cards_leaves_and_later_cards_move_up() -> None:
    going = CardMove("100", HAND, Spot(miles(True)))
    placed, stayed = in_hand([going], ["25", "100", "100", "go"], ["25", "100", "go"])
    assert placed == [CardMove("100", Spot(hand(2)), Spot(miles(True)))]
    assert stayed == [(0, 0), (1, 1), (3, 2)]


def test_two_new_cards_move_to_their_sorted_places_as_another_leaves() -> None:
    gone = CardMove("ace", HAND, Spot(safety(True, 0)))
    came = [CardMove(face, Spot(DRAW), HAND) for face in ("75", "50")]
    placed, stayed = in_hand([gone, *came], ["25", "go", "ace"], ["25", "50", "75", "go"])
    assert [(move.source.place, move.target.place) for move in placed] == [
        (hand(2), safety(True, 0)),
        (DRAW, hand(2)),
        (DRAW, hand(1)),
    ]
    assert stayed == [(0, 0), (1, 3)]


def test_cards_of_an_unseen_hand_get_no_places() -> None:
    unseen = CardMove(None, Spot(DRAW), Spot(UNSEEN))
    assert in_hand([unseen], ["25"], ["25"]) == ([unseen], [(0, 0)])
