"""The step of a turn of Millieu that each gesture means. Other gestures get a reason why they mean no step."""

from __future__ import annotations

from collections import Counter

import pytest

from desktop.boards.millieu.positions import MIDDLE, TO_SLIDE, TO_TAKE, standing
from games.millieu.positions import wandering
from mile_bones.desktop.boards.millieu.choices import Choices
from mile_bones.desktop.boards.millieu.drop_rules import MillieuDropRules
from mile_bones.desktop.boards.millieu.slot_names import BOARD, OTHER_HAND, OWN_HAND, hand, point
from mile_bones.games.millieu.actions import SLIDE, TAKE, Action, Place, Slide, Take
from mile_bones.games.millieu.cube import index
from mile_bones.games.millieu.pieces import Piece

SQUARE = point(index(1, 2, 1))
DISC, HEX = hand(True, Piece.RED_DISC), hand(True, Piece.CREAM_HEX)


def rules(*actions: Action, seat: int = 0, viewer: int = 0) -> MillieuDropRules:
    return MillieuDropRules(Choices(standing(*actions, seat=seat).observation(viewer)), ("Anna", "Ben"))


def liftable(drop: MillieuDropRules) -> set[str]:
    return {place for place in (*OWN_HAND, *BOARD, *OTHER_HAND) if drop.may_lift(place)}


def test_only_pieces_of_the_current_step_may_be_lifted() -> None:
    assert liftable(rules()) == {hand(True, kind) for kind in (1, 5, 6, 7, 8)}
    around = {point(index(*place)) for place in ((0, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2))}
    assert liftable(rules(*TO_SLIDE)) == around | {point(MIDDLE)}
    assert liftable(rules(*TO_TAKE)) == {point(index(0, 2, 0)), point(index(0, 2, 2))}


@pytest.mark.parametrize("done", [(), TO_SLIDE, TO_TAKE])
def test_nothing_can_be_done_in_the_opponents_turn(done: tuple[Action, ...]) -> None:
    drop = rules(*done, seat=0, viewer=1)
    assert liftable(drop) == set()
    assert [place for place in BOARD if drop.actions_of(place)] == []


def actions_of(drop: MillieuDropRules) -> set[Action]:
    """Return all actions that can be chosen by dragging, clicking and pressing."""
    found = {action for place in BOARD for action in drop.actions_of(place)}
    for source in liftable(drop):
        for place in (*BOARD, *OWN_HAND, *OTHER_HAND):
            found |= set(drop.actions_at((source,), place))
    return found


@pytest.mark.parametrize("done", [(), TO_SLIDE, TO_TAKE])
def test_gestures_offer_exactly_the_legal_steps(done: tuple[Action, ...]) -> None:
    assert actions_of(rules(*done)) == set(standing(*done).legal_actions())


@pytest.mark.parametrize("done", [(), TO_SLIDE])
def test_exactly_the_targets_of_legal_steps_light_up(done: tuple[Action, ...]) -> None:
    drop = rules(*done)
    for source in liftable(drop) - {point(MIDDLE)}:
        assert set(drop.targets((source,))) == {place for place in BOARD if drop.actions_at((source,), place)}


def test_a_piece_that_may_be_taken_goes_to_its_place_in_the_own_hand() -> None:
    drop, taken = rules(*TO_TAKE), point(index(0, 2, 2))
    assert list(drop.targets((taken,))) == [DISC]
    assert drop.actions_at((taken,), HEX) == (TAKE[index(0, 2, 2)],)
    assert drop.aimed_at((taken,), HEX) == DISC
    assert drop.actions_at((taken,), OTHER_HAND[0]) == ()
    assert drop.actions_of(taken) == (TAKE[index(0, 2, 2)],)


def test_the_piece_just_placed_can_be_put_back() -> None:
    drop = rules(*TO_SLIDE)
    assert drop.takes_back(point(MIDDLE), OWN_HAND[2])
    assert list(drop.targets((point(MIDDLE),))) == [hand(True, Piece.CREAM_SQUARE)]
    assert not drop.takes_back(point(MIDDLE), OTHER_HAND[2])
    assert not drop.takes_back(SQUARE, OWN_HAND[2])


@pytest.mark.parametrize(
    ("done", "source", "place", "said"),
    [
        ((), HEX, point(0), "There is a piece already: Red disc."),
        ((), HEX, point(index(0, 0, 2)), "A piece must be placed next to another."),
        ((), HEX, OTHER_HAND[0], "Pieces are placed on the points of the cube."),
        (TO_SLIDE, SQUARE, point(0), "A piece slides in a straight line, one or two points."),
        (TO_SLIDE, SQUARE, point(MIDDLE), "There is a piece already: Cream square."),
        (TO_SLIDE, SQUARE, OTHER_HAND[0], "Pieces slide along the roads of the cube."),
        (TO_TAKE, point(index(0, 2, 0)), point(13), "It can only go to your hand."),
    ],
)
def test_a_refused_drop_says_why(done: tuple[Action, ...], source: str, place: str, said: str) -> None:
    drop = rules(*done)
    assert drop.actions_at((source,), place) == ()
    assert drop.refused_at((source,), place) == said


@pytest.mark.parametrize(
    ("done", "place", "said"),
    [
        ((), point(0), "Place a piece from your hand first."),
        ((), point(13), "Select the piece to place first."),
        (TO_SLIDE, point(8), ""),
        (TO_SLIDE, point(0), "Only a piece next to the one you placed may slide."),
        (TO_TAKE, point(0), "This piece is in no mill."),
        (TO_TAKE, point(MIDDLE), "You placed this piece in this turn: it stays."),
        (TO_TAKE, point(index(0, 2, 1)), "You moved this piece in this turn: it stays."),
    ],
)
def test_a_click_on_a_point_with_nothing_to_move_says_why(done: tuple[Action, ...], place: str, said: str) -> None:
    assert rules(*done).cannot_move(place) == said


@pytest.mark.parametrize(
    ("done", "source", "said"),
    [
        ((), HEX, "Place the cream hexagon on one of the marked points."),
        (TO_SLIDE, SQUARE, "Slide the red square: choose one of the 3 arrows."),
        (TO_SLIDE, point(MIDDLE), "To take this step back, drag the cream square to your hand."),
        (TO_TAKE, point(index(0, 2, 0)), "Take the red hexagon into your hand."),
    ],
)
def test_a_hint_says_where_a_lifted_piece_goes(done: tuple[Action, ...], source: str, said: str) -> None:
    assert rules(*done).where_to((source,)) == said


def test_a_key_on_an_empty_point_explains_the_current_step() -> None:
    assert rules().choose_first(point(MIDDLE)) == "Select the piece to place first."
    assert rules(*TO_SLIDE).choose_first(point(8)) == "Your turn: slide a neighbour of the piece you placed."
    assert rules(viewer=1).choose_first(point(MIDDLE)) == "It is the turn of Anna."


def test_a_double_click_carries_out_the_only_possible_step() -> None:
    assert rules(*TO_TAKE).smart_actions(point(index(0, 2, 0))) == (TAKE[index(0, 2, 0)],)
    assert rules(*TO_SLIDE).smart_actions(SQUARE) == ()
    found = Counter()
    for state in wandering(1, most=200):
        choices = Choices(state.observation(state.current_player))
        for origin, targets in choices.slides.items():
            actions = MillieuDropRules(choices, ("", "")).smart_actions(point(origin))
            assert actions == ((SLIDE[origin, targets[0]],) if len(targets) == 1 else ())
            found[len(targets) == 1] += 1
    assert min(found[True], found[False]) > 0


@pytest.mark.sample(fast=1)
@pytest.mark.parametrize("seed", range(3))
def test_in_a_whole_game_exactly_the_legal_steps_have_gestures(seed: int) -> None:
    steps: Counter[type] = Counter()
    for state in wandering(seed):
        if not state.is_terminal():
            seen = Choices(state.observation(state.current_player))
            assert actions_of(MillieuDropRules(seen, ("", ""))) == set(state.legal_actions())
            steps[type(state.legal_actions()[0])] += 1
    assert min(steps[kind] for kind in (Place, Slide, Take)) > 0
