"""When another card comes, the cards of a hand make a gap for it: each card moves aside with its picture and its
tag.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtWidgets import QApplication

from desktop.boards.milebones.clock import Clock
from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.table.durations import FRAME_MS, PART_MS, PART_STEPS_MS
from mile_bones.desktop.table.slot import SlotItem
from mile_bones.storage.settings import SORT
from stories import going

HAND = [slot_names.hand(index) for index in range(7)]


@pytest.fixture
def person(home: Home) -> Iterator[Person]:
    """A player who has drawn, and holds seven cards in the order in which they came."""
    home.set({SORT: False})
    person = home.open(going().record())
    person.draw()
    person.settled()
    yield person
    person.release(HAND[0])


def seen(person: Person) -> list[SlotItem]:
    """Return the cards from left to right, as they are seen when all motion has ended."""
    found = [person.table.slots[person.table.seen_at(place)] for place in HAND]
    assert [where(slot) for slot in found] == [person.table.slots[place].rect.center().toPoint() for place in HAND]
    return found


def where(slot: SlotItem) -> QPoint:
    return slot.mapToScene(slot.rect.center()).toPoint()


def edge(person: Person, place: str) -> QPoint:
    """Return a point just inside the left edge of a place."""
    rect = person.table.slots[place].rect
    return QPointF(rect.x() + rect.width() * 0.1, rect.center().y()).toPoint()


def faces(person: Person) -> list[str]:
    return [person.face(slot.place) for slot in seen(person)]


def test_the_tag_of_the_card_just_drawn_moves_with_that_card(person: Person) -> None:
    hand = person.hand
    assert [slot.place for slot in seen(person) if slot.marks.drawn] == [HAND[6]]
    person.pick_up(hand[0])
    person.move(HAND[6])
    assert faces(person) == [*hand[1:], hand[0]]
    assert [slot.marks.drawn for slot in seen(person)] == [*[""] * 5, "Drawn", ""]


def test_after_cards_moved_aside_the_one_below_the_pointer_is_raised(person: Person) -> None:
    hand = person.hand
    person.click(HAND[4])
    person.move(edge(person, HAND[1]))
    assert faces(person) == [hand[0], hand[4], *hand[1:4], *hand[5:]]
    assert [slot.marks.hover for slot in seen(person)] == [False, True, *[False] * 5]
    assert [slot.marks.marked for slot in seen(person)] == [False, True, *[False] * 5]
    person.move(person.at(slot_names.DRAW))
    assert faces(person) == list(hand)
    assert not any(slot.marks.hover for slot in seen(person))
    person.click(HAND[4])


def test_cards_that_make_room_continue_from_where_they_are(person: Person) -> None:
    for animator in person.table.animators():
        animator.speed = 1.0
    clock = Clock(person.table)
    slots = [person.table.slots[place] for place in HAND[1:]]
    person.pick_up(person.hand[0])
    before = [where(slot) for slot in slots]
    for place in (HAND[6], HAND[2], HAND[5]):
        person.move(place)
        assert [where(slot) for slot in slots] == before, "each starts where it was when the pointer moved"
        clock.go_on(PART_MS / 3)
        before = [where(slot) for slot in slots]
    clock.go_on(PART_MS + PART_STEPS_MS)
    seen(person)


def test_a_moving_card_is_not_repainted_when_its_target_changes(person: Person) -> None:
    for animator in person.table.animators():
        animator.speed = 1.0
    clock = Clock(person.table)
    person.pick_up(person.hand[0])
    person.move(HAND[6])
    clock.go_on(PART_MS)
    QApplication.processEvents()
    changed: list[QRectF] = []
    person.table.scene().changed.connect(changed.extend)
    person.move(HAND[2])
    QApplication.processEvents()
    on_their_way = [slot for place in HAND[1:] if (slot := person.table.slots[place]).pos() != QPointF()]
    assert len(on_their_way) >= 3
    assert not [slot.place for slot in on_their_way if any(_is_of(rect, slot) for rect in changed)]


def _is_of(rect: QRectF, slot: SlotItem) -> bool:
    return (rect.center() - slot.mapToScene(slot.boundingRect()).boundingRect().center()).manhattanLength() < 4


def test_at_most_half_of_the_cards_move_aside_in_one_frame(person: Person) -> None:
    for animator in person.table.animators():
        animator.speed = 1.0
    clock = Clock(person.table)
    slots = [person.table.slots[place] for place in HAND[1:]]
    person.pick_up(person.hand[0])
    person.move(HAND[6])
    numbers = []
    while person.table._parting.running:
        before = [where(slot) for slot in slots]
        clock.go_on(FRAME_MS)
        numbers.append(sum(where(slot) != at for slot, at in zip(slots, before, strict=True)))
    assert max(numbers) == 3
    assert clock.now <= PART_MS + PART_STEPS_MS
    seen(person)


def test_the_gap_stays_when_the_window_is_resized(person: Person) -> None:
    hand = person.hand
    person.click(HAND[4])
    person.move(edge(person, HAND[1]))
    size = person.window.size()
    person.window.resize(1500, 900)
    person.wait_until(lambda: person.table.slots[HAND[0]].rect.width() > 130)
    assert faces(person) == [hand[0], hand[4], *hand[1:4], *hand[5:]]
    person.window.resize(size)
    person.click(HAND[4])
