"""The board of Mile Bones as a widget. Whoever views the board has the first car, and the upper side of the table,
below the strip.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop.boards.milebones.seats import exchanged, seen, to_play
from desktop.reader import read
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.board import MileBonesBoard
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Played
from mile_bones.games.milebones.observation import Observation
from stories import Story, going


@pytest.fixture
def board(qtbot, rendered_faces) -> Iterator[MileBonesBoard]:
    made = MileBonesBoard(rendered_faces)
    qtbot.addWidget(made)
    made.resize(1280, 742)
    with qtbot.waitExposed(made):
        made.show()
    for animator in made.animators():
        animator.speed = 1000.0  # so slow that nothing lands during a test
    return made


def chairs(story: Story) -> list[Observation]:
    return [seen(story), exchanged(story)]


def hands(board: MileBonesBoard) -> list[str | None]:
    return [board.slots[place].model.face for place in slot_names.HAND]


@pytest.mark.parametrize("chair", [0, 1])
def test_the_first_car_and_the_upper_piles_belong_to_the_viewer(board: MileBonesBoard, chair: int):
    table = chairs(going().drive("100", "200"))[chair]
    board.show_observation(table)
    assert board.near_seat == chair
    assert board.strip.miles == [300, 0]
    assert board.slots[slot_names.miles(True)].rect.y() < board.slots[slot_names.miles(False)].rect.y()
    assert board.panel.rows[0] == ("To go", "400", "700")
    assert board.hand_label.text == "Your\nhand"


@pytest.mark.parametrize("chair", [0, 1])
def test_a_card_of_the_viewer_goes_from_the_hand_to_the_viewers_pile(board: MileBonesBoard, chair: int):
    before, after = (chairs(story)[chair] for story in (to_play(), to_play().me("play 100")))
    board.show_observation(before)
    ended: list[bool] = []
    board.animate([Played(chair, Card.MILES_100, chair)], after, lambda: ended.append(True))
    assert "100" not in hands(board)
    assert any(item.face == "100" for item in board.scene().items() if isinstance(item, FlyingCard))
    board.animator.finish()
    assert [board.strip.shown_miles(lane) for lane in (0, 1)] == [0, 0]  # the viewer's car is about to drive
    board.finish()
    assert [board.strip.shown_miles(lane) for lane in (0, 1)] == [100, 0]
    assert ended == [True]
    assert board.slots[slot_names.miles(True)].model.face == "100"
    assert board.strip.miles == [100, 0]
    assert board.last_move is None
    assert board.observation == after


@pytest.mark.parametrize("chair", [0, 1])
def test_the_opponents_card_flies_from_the_plate_and_is_marked(board: MileBonesBoard, chair: int):
    start, them = going(), 1 - chair
    story = start.me("draw 50", "play 50")
    before = chairs(story)[chair]
    after = chairs(story.idles(1))[chair]
    thrown = after.discards[-1]
    board.show_observation(before)
    board.animate([Drawn(them, None, after.left), Discarded(them, thrown)], after, lambda: None)
    held = hands(board)
    flight = next(item for item in board.scene().items() if isinstance(item, FlyingCard))
    assert flight.face == "back"
    assert flight.pos() == board.slots[slot_names.DRAW].rect.center()
    board.animator.finish()
    assert hands(board) == held
    flight = next(item for item in board.scene().items() if isinstance(item, FlyingCard) and item.face != "back")
    assert flight.pos() == board.plates[1].rect.center()
    board.finish()
    assert board.last_move == slot_names.DISCARD
    board.show_last_move_of([Discarded(chair, thrown)])
    assert board.last_move is None
    board.show_last_move_of([Played(them, Card.MILES_25, them), Discarded(chair, thrown)], of_anybody=True)
    assert board.last_move == slot_names.DISCARD


@pytest.mark.parametrize("chair", [0, 1])
def test_a_drawn_card_comes_to_the_hand_of_its_viewer(board: MileBonesBoard, chair: int):
    before, after = (chairs(story)[chair] for story in (going(), going().me("draw 200")))
    board.show_observation(before)
    board.animate([Drawn(chair, Card.MILES_200, after.left)], after, lambda: None)
    board.finish()
    assert hands(board).count("200") == 1
    assert board.observation == after


@pytest.mark.parametrize("chair", [0, 1])
def test_a_table_seen_from_the_other_seat_is_turned_and_cannot_be_used(board: MileBonesBoard, chair: int):
    table = chairs(to_play())[chair]
    board.show_players(("Anna", "Bert"))
    board.show_observation(table)
    board.set_viewpoint(1 - chair)
    board.show_observation(table)
    assert board.rules() is None
    assert board.hand_label.text == f"Hand:\n{('Bert', 'Anna')[chair]}"
    assert board.slots[slot_names.miles(True)].rect.y() > board.slots[slot_names.miles(False)].rect.y()
    board.set_viewpoint(None)
    board.show_observation(table)
    assert board.rules() is not None
    assert board.slots[slot_names.miles(True)].rect.y() < board.slots[slot_names.miles(False)].rect.y()


def test_a_fixed_viewpoint_stays_near_when_the_observed_seat_changes(board: MileBonesBoard):
    mine, theirs = chairs(to_play())
    board.set_viewpoint(1)
    board.show_observation(mine)
    turned = board.slots[slot_names.miles(True)].rect.y()
    board.show_observation(theirs)
    assert board.slots[slot_names.miles(True)].rect.y() < turned
    assert board.hand_label.text == "Your\nhand"


def test_both_players_have_their_names_for_a_spectator(board: MileBonesBoard):
    table = seen(to_play())
    board.show_players(("Anna", "Bert"))
    board.set_viewpoint(0)
    board.show_observation(table.for_spectators()._replace(hand=table.hand))
    assert board.buttons[slot_names.battle(True)].accessibleName() == "Battle pile of Anna: Go"
    assert board.buttons[slot_names.battle(False)].accessibleName() == "Battle pile of Bert: empty"
    assert board.buttons[slot_names.hand(0)].accessibleName() == "Hand of Anna, place 1: 25 Miles"
    assert board.hand_label.text == "Hand:\nAnna"
    assert board.strip_label.text() == "Trip to 700 miles. Anna: 0. Bert: 0."
    assert board.panel_label.text().startswith("Score. To go: Anna 700, Bert 700;")


@pytest.mark.parametrize("chair", [0, 1])
def test_the_viewer_is_called_you_and_the_opponent_by_name(board: MileBonesBoard, chair: int):
    board.show_players(("Anna", "Bert"))
    board.show_observation(chairs(to_play())[chair])
    own, other = ("Anna", "Bert") if chair == 0 else ("Bert", "Anna")
    assert board.buttons[slot_names.battle(True)].accessibleName() == "Your Battle pile: Go"
    assert board.buttons[slot_names.battle(False)].accessibleName() == f"Battle pile of {other}: empty"
    assert board.buttons[slot_names.battle(False)].accessibleDescription() == f"{other}: not started"
    assert [read(plate)[0].text for plate in board.plates] == [own, other]
    assert [word.text for word in read(board.strip)][-4:-2] == [own, other]
    assert board.hand_label.text == "Your\nhand"


def test_each_hand_keeps_its_order_while_the_other_hand_is_shown(board: MileBonesBoard):
    mine, theirs = chairs(to_play())
    board.set_sorting(False)
    board.show_observation(mine)
    came = hands(board)
    assert board.rearrange((slot_names.hand(0),), slot_names.hand(6))
    put = hands(board)
    assert put == [*came[1:], came[0]]
    board.show_observation(theirs)
    assert hands(board) == came
    board.show_observation(mine)
    assert hands(board) == put
    board.set_sorting(True)
    board.show_observation(mine)
    assert hands(board) == sorted(put, key=ART.index)
    assert not board.rearrange((slot_names.hand(0),), slot_names.hand(6))


@pytest.mark.parametrize(("story", "first"), [(going(), slot_names.DRAW), (to_play(), slot_names.hand(0))])
def test_the_focus_begins_at_the_first_step_of_the_turn(board: MileBonesBoard, qtbot, story: Story, first: str):
    board.activateWindow()
    qtbot.waitUntil(board.isActiveWindow)
    board.show_observation(seen(story))
    board.focus_first()
    assert board.focused_place == first
