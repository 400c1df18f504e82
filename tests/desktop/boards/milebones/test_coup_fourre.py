"""The coup fourré on the table: when it is offered, how it is animated, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from desktop.boards.milebones.clock import Clock
from desktop.boards.milebones.seats import exchanged, hit_by, seen
from mile_bones.desktop.boards.milebones import crosswise, slot_names
from mile_bones.desktop.boards.milebones.board import MileBonesBoard
from mile_bones.desktop.boards.milebones.impact import Impact
from mile_bones.desktop.table.durations import COUP_MS, HALO_BREATHS, HALO_MS, HOLD_MS, POINTS_MS, REWIND_MS
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Drawn, Played
from mile_bones.games.milebones.observation import Observation
from stories import Story

FLAT = ("FLAT_TIRE", "PUNCTURE_PROOF", "100", "75", "25", "50")
LIMIT = ("SPEED_LIMIT", "RIGHT_OF_WAY", "100", "75", "25", "50")


@pytest.fixture
def board(qtbot, rendered_faces) -> Iterator[MileBonesBoard]:
    made = MileBonesBoard(rendered_faces)
    qtbot.addWidget(made)
    made.resize(1280, 742)
    with qtbot.waitExposed(made):
        made.show()
    return made


def marks(board: MileBonesBoard, name: str) -> dict[str, str]:
    return {place: value for place, slot in board.slots.items() if (value := getattr(slot.marks, name))}


def in_the_air(board: MileBonesBoard) -> list[str]:
    cards = [item for item in board.scene().items() if isinstance(item, FlyingCard) and item.isVisible()]
    return sorted(card.face for card in cards)


def blows(board: MileBonesBoard) -> list[bool]:
    """Return for each blow on the table whether it is visible."""
    return [item.isVisible() for item in board.scene().items() if isinstance(item, Impact)]


def played(story: Story, *cards: str) -> tuple[Observation, list[object]]:
    """Return the table after a coup fourré of player 0, with its events. `cards` are the safety and the cards drawn
    after it.
    """
    safety, *drawn = cards
    after = deepcopy(story).me(f"play {safety}").comes(" ".join(drawn))
    end = seen(after)
    events: list[object] = [Played(0, Card[safety], 0, coup=True)]
    events += [Drawn(0, Card[f"MILES_{card}"], end.left, coup=True) for card in drawn]
    return end, events


@pytest.mark.parametrize("hit", [FLAT, LIMIT], ids=["flat", "limit"])
def test_a_possible_coup_marks_the_safety_its_places_and_the_deck(board, hit):
    story = hit_by(*hit)
    board.show_observation(seen(story))
    board.show_invitation()
    place = slot_names.hand(board.order.cards.index(Card[hit[1]]))
    assert marks(board, "call") == {place: "Coup fourré +400"}
    lit = {slot_names.battle(True), slot_names.speed(True), slot_names.safety(True, 0)}
    assert set(marks(board, "lit")) == lit
    assert list(marks(board, "warning")) == [slot_names.DRAW]
    assert "gives up the coup" in board.slots[slot_names.DRAW].marks.warning
    assert not marks(board, "invite")
    assert set(board.rules().targets((place,))) == lit
    assert board.buttons[place].accessibleDescription() == "Coup fourré +400"
    assert "gives up the coup" in board.buttons[slot_names.DRAW].accessibleDescription()
    for pile in (slot_names.battle(True), slot_names.speed(True)):
        assert "can be played here: a coup fourré" in board.buttons[pile].accessibleDescription()


def test_the_ring_of_a_coup_pulses_three_times_and_then_stops(board):
    clock = Clock(board)
    board.show_observation(seen(hit_by(*FLAT)))
    board.show_invitation()
    assert any(animator.running for animator in board.animators())
    clock.go_on(HALO_BREATHS * HALO_MS + 1)
    assert not any(animator.running for animator in board.animators())
    assert marks(board, "call")  # the mark stays


@pytest.mark.parametrize("how", ["other turn", "looked at", "next"])
def test_nothing_is_marked_if_no_coup_is_possible(board, how):
    story = hit_by(*FLAT)
    board.show_observation(seen(story))
    board.show_invitation()
    if how == "other turn":
        board.show_observation(exchanged(story)._replace(player=None))
    elif how == "looked at":
        board.set_viewpoint(0)
        board.show_observation(seen(story))
    else:
        board.invite(None)
    assert not any(marks(board, name) for name in ("call", "lit", "warning"))


def test_the_coup_mark_follows_the_safety_when_the_hand_is_rearranged(board):
    board.set_sorting(False)
    board.show_observation(seen(hit_by(*FLAT)))
    board.show_invitation()
    (before,) = marks(board, "call")
    assert board.rearrange((before,), slot_names.hand(4))
    assert list(marks(board, "call")) == [slot_names.hand(4)]


def test_a_coup_shows_the_safety_then_points_then_a_pause_then_cards(board):
    story = hit_by(*FLAT)
    end, events = played(story, "PUNCTURE_PROOF", "50", "75")
    clock = Clock(board)
    board.show_observation(seen(story))
    held = board.order.cards
    ended: list[bool] = []
    board.animate(events, end, lambda: ended.append(True))
    assert in_the_air(board) == ["puncture"] and blows(board) == [False]
    clock.go_on(260)
    assert blows(board) == [True]
    assert in_the_air(board) == ["flat", "puncture"]  # the hazard is knocked off
    assert board.slots[slot_names.battle(True)].model.face == "go"
    assert board.chips[0].texts == ("Going",)
    assert board.last_move is None
    clock.go_on(COUP_MS + 80)
    assert board.slots[slot_names.safety(True, 0)].model.crosswise and not blows(board)
    (points,) = [item for item in board.scene().items() if isinstance(item, FlyingWords)]
    assert points.isVisible()
    hand_row = board.panel.rows[1]
    clock.go_on(POINTS_MS)
    assert board.panel.rows[1] != hand_row  # the points count when they have arrived
    place = points.pos()
    clock.go_on(HOLD_MS - 80)
    assert (points.pos(), in_the_air(board), len(board.order.cards)) == (place, [], len(held) - 1)
    clock.go_on(120)
    assert in_the_air(board)  # the first of the two cards comes
    clock.go_on(600)
    assert ended and len(board.order.cards) == len(held) + 1


def test_finish_skips_to_the_end_of_the_animation(board):
    story = hit_by(*FLAT)
    end, events = played(story, "PUNCTURE_PROOF", "50", "75")
    board.show_observation(seen(story))
    ended: list[bool] = []
    board.animate(events, end, lambda: ended.append(True))
    board.finish()
    assert ended and board.observation == end
    assert not [item for item in board.scene().items() if isinstance(item, (FlyingCard, FlyingWords))]


def test_with_reduced_motion_the_coup_is_a_still_picture(board):
    for animator in board.animators():
        animator.reduced = True
    story = hit_by(*FLAT)
    end, events = played(story, "PUNCTURE_PROOF", "50", "75")
    clock = Clock(board)
    board.show_observation(seen(story))
    board.animate(events, end, lambda: None)
    assert not blows(board)
    clock.go_on(320)
    (points,) = [item for item in board.scene().items() if isinstance(item, FlyingWords)]
    assert points.isVisible() and points.opacity() == 1
    assert board.slots[slot_names.safety(True, 0)].model.crosswise
    place = points.pos()
    clock.go_on(HOLD_MS - 120)
    assert points.pos() == place


def test_the_opponents_safety_lies_crosswise_in_their_colour(board):
    story = hit_by(*FLAT)
    end = seen(deepcopy(story).me("play PUNCTURE_PROOF").comes("50 75"), 1)
    board.show_observation(seen(story, 1))
    coup = Played(0, Card.PUNCTURE_PROOF, 0, coup=True)
    board.animate([coup, *[Drawn(0, None, end.left, coup=True)] * 2], end, lambda: None)
    board.finish()
    model = board.slots[slot_names.safety(False, 0)].model
    assert model.crosswise and model.theirs
    assert board.last_move == slot_names.safety(False, 0)


def test_the_last_move_mark_disappears_when_its_card_has_gone(board):
    story = hit_by(*FLAT)
    board.show_observation(seen(story))
    hazard = Played(1, Card.FLAT_TIRE, 0)
    board.show_last_move_of([hazard])
    assert board.last_move == slot_names.battle(True)
    end, events = played(story, "PUNCTURE_PROOF", "50", "75")
    board.show_observation(end)
    board.show_last_move_of([hazard, *events])
    assert board.last_move is None
    board.show_observation(seen(story))  # after the undo, the hazard is the last move again
    board.show_last_move_of([hazard])
    assert board.last_move == slot_names.battle(True)


def test_cards_drawn_after_a_coup_are_announced_once_they_arrive(board):
    _end, events = played(hit_by(*FLAT), "PUNCTURE_PROOF", "50", "75")
    assert board.told_at_once(events) == 1
    assert board.told_at_once(events[1:]) == 2


@pytest.mark.parametrize("back", [True, False])
def test_undo_turns_the_safety_back_and_redo_turns_it_crosswise(board, back):
    story = hit_by(*FLAT)
    end, events = played(story, "PUNCTURE_PROOF", "50", "75")
    clock = Clock(board)
    shown, other = (end, seen(story)) if back else (seen(story), end)
    board.show_observation(shown)
    board.travel(events, other, lambda: None, back=back)
    (safety,) = [item for item in board.scene().items() if isinstance(item, FlyingCard) and item.face == "puncture"]
    across = crosswise.middle(board, slot_names.safety(True, 0))
    assert (safety.rotation(), safety.pos() == across) == ((90, True) if back else (0, False))
    clock.go_on((2 if back else 0) * REWIND_MS + REWIND_MS / 2)
    assert 0 < safety.rotation() < 90
    clock.go_on(REWIND_MS / 2 - 1)
    assert safety.rotation() == pytest.approx(0 if back else 90, abs=1)
    clock.go_on(4 * REWIND_MS)
    assert board.observation == other and not in_the_air(board)


def test_the_piles_around_the_blow_give_way_and_come_back(board: MileBonesBoard) -> None:
    clock = Clock(board)
    story = hit_by(*FLAT)
    board.show_observation(seen(story))
    end, events = played(story, "PUNCTURE_PROOF", "50")
    board.animate(events, end, lambda: None)
    pushed: set[str] = set()
    while board.scene().items() and clock.now < 600:
        clock.go_on(16)
        pushed |= {place for place, slot in board.slots.items() if not slot.pos().isNull()}
    near, far = slot_names.speed(True), slot_names.miles(True)
    assert near in pushed and far not in pushed and slot_names.battle(True) not in pushed
    assert all(slot.pos().isNull() for place, slot in board.slots.items() if slot_names.hand_index(place) is None)
