"""The movements of cards from one table of Mille to the next, computed from the two tables."""

from __future__ import annotations

import pytest

from mile_bones.desktop.boards.montreal.moves import HAND, Lying, Table, Way, sets_that_stayed, stayed, ways
from mile_bones.desktop.boards.montreal.slot_names import OTHER_HAND, PILE, STOCK, other_set, own_set
from mile_bones.desktop.table.card_move import CardMove, Spot
from mile_bones.desktop.table.hand_places import hand
from mile_bones.desktop.table.layout import Rect

OTHERS, STOCKS = Rect(900, 0, 50, 70), Rect(0, 200, 50, 70)


def made(
    held: str = "",
    pile: str = "",
    own: str = "",
    other: str = "",
    *,
    others: int = 9,
    left: int = 40,
    again: bool = False,
) -> Table:
    """Return a table with these cards, each at a place that follows from its number in its zone."""
    cards = []
    zones = ((HAND, held), (PILE, pile), (own_set(6), own), (other_set(6), other))
    for row, (zone, faces) in enumerate(zones):
        for number, face in enumerate(faces.split()):
            spot = Spot(hand(number)) if zone == HAND else Spot(zone, number)
            cards.append(Lying(spot, face, Rect(60 * number, 100 * row, 50, 70)))
    return Table(tuple(cards), others, OTHERS, left, STOCKS, again)


def told(found: list[Way]) -> list[tuple[str | None, str, str]]:
    return [(way.move.face, way.source, way.goal) for way in found]


SET = own_set(6)


@pytest.mark.parametrize(
    ("before", "after", "near", "moved"),
    [
        pytest.param(made("8s 9s"), made("8s 9s qs", left=39), True, [("qs", STOCK, HAND)], id="a card is drawn"),
        pytest.param(
            made("8s"), made("8s", others=10, left=39), False, [(None, STOCK, OTHER_HAND)], id="the other draws"
        ),
        pytest.param(
            made("8s 8h 8d 9s"),
            made("9s", own="8s 8h 8d"),
            True,
            [("8s", HAND, SET), ("8h", HAND, SET), ("8d", HAND, SET)],
            id="a set is laid down",
        ),
        pytest.param(made("8s 9s", "4s"), made("8s", "4s 9s"), True, [("9s", HAND, PILE)], id="a discard"),
        pytest.param(
            made("", "4s"), made("", "4s 9s", others=8), False, [("9s", OTHER_HAND, PILE)], id="a discard of the other"
        ),
        pytest.param(
            made("8s 8h", "4s 9d 8d"),
            made("4s 9d", "", "8s 8h 8d"),
            True,
            [("8s", HAND, SET), ("8h", HAND, SET), ("4s", PILE, HAND), ("9d", PILE, HAND), ("8d", PILE, SET)],
            id="the pile is taken",
        ),
        pytest.param(
            made("", "4s 8d"),
            made("", "", other="8s 8h 8d", others=8),
            False,
            [
                ("4s", PILE, OTHER_HAND),
                ("8d", PILE, other_set(6)),
                ("8s", OTHER_HAND, other_set(6)),
                ("8h", OTHER_HAND, other_set(6)),
            ],
            id="the other takes the pile",
        ),
        pytest.param(
            made("9s", "4s 5s 8d", left=0),
            made("9s 4s", "8d", left=1, again=True),
            True,
            [("4s", PILE, STOCK), ("5s", PILE, STOCK), ("4s", STOCK, HAND)],
            id="the discards are shuffled",
        ),
        pytest.param(made("8s 9s qs", left=39), made("8s 9s"), True, [("qs", HAND, STOCK)], id="drawing is taken back"),
        pytest.param(
            made("8s", others=10, left=39),
            made("8s"),
            False,
            [(None, OTHER_HAND, STOCK)],
            id="the other's drawing",
        ),
        pytest.param(made("9s", own="8s"), made("8s 9s"), True, [("8s", SET, HAND)], id="laying down is taken back"),
        pytest.param(made("8s"), made("8s"), True, [], id="nothing"),
    ],
)
def test_exactly_the_expected_cards_move(
    before: Table, after: Table, near: bool, moved: list[tuple[str | None, str, str]]
) -> None:
    assert told(ways(before, after, near_acts=near)) == moved


def test_a_card_moves_from_its_old_place_to_its_new_one() -> None:
    (way,) = ways(made("8s 9s", "4s"), made("8s", "4s 9s"), near_acts=True)
    assert (way.start, way.end) == (Rect(60, 0, 50, 70), Rect(60, 100, 50, 70))
    assert way.move == CardMove("9s", Spot(hand(1)), Spot(PILE, 1)) and way.opens


def test_the_last_of_identical_cards_leaves_and_later_cards_move_up() -> None:
    before, after = made("8s 8s 9s"), made("8s 9s", "8s")
    (way,) = ways(before, after, near_acts=True)
    assert way.move.source.place == hand(1)
    moved = [(old.spot.place, new.spot.place) for old, new in stayed(before, after)]
    assert moved == [(hand(0), hand(0)), (hand(2), hand(1))]


def test_a_discard_from_an_unseen_hand_does_not_come_from_the_opponent() -> None:
    assert ways(made("", ""), made("", "9s"), near_acts=True) == []


def test_a_set_that_makes_room_for_another_moves_as_a_whole() -> None:
    before, after = made("9s", own="8s 8h 8d"), made("", own="8s 8h 8d 8c", other="8s")
    assert [(old.spot, new.spot) for old, new in sets_that_stayed(before, after)] == [(Spot(SET), Spot(SET))]
    assert sets_that_stayed(made("9s", "4s"), made("9s", "4s")) == []
