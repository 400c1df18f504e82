"""With reduced motion nothing travels: cards fade in at their final place, cars jump, and nothing shakes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.table.animator import Animator, Motion
from mile_bones.storage.settings import ANIMATION
from stories import Story


class Told:
    """A stand-in for a card that records how far it should travel and fade."""

    def __init__(self) -> None:
        self.way: list[float] = []
        self.shown: list[float] = []
        self.landed = 0

    def land(self) -> None:
        self.landed += 1

    def motion(self, *, fades: bool) -> Motion:
        return Motion(self.way.append, 400, landed=self.land, fade=self.shown.append if fades else None)


@pytest.fixture
def animator(qapp: QObject) -> Animator:
    made = Animator()
    made.reduced = True
    return made


def test_a_motion_that_can_fade_jumps_to_its_end_and_fades_in(qtbot, animator: Animator):
    card = Told()
    with qtbot.waitSignal(animator.finished):
        animator.run([card.motion(fades=True)])
        assert (card.way, card.shown, card.landed) == ([1.0], [0.0], 0)
        assert animator.running
    assert card.way == [1.0]
    assert card.shown == sorted(card.shown)
    assert card.shown[-1] == 1.0
    assert card.landed == 1


def test_a_motion_that_cannot_fade_jumps_to_its_end(animator: Animator):
    card = Told()
    done = []
    animator.run([card.motion(fades=False)], lambda: done.append(True))
    assert (card.way, card.landed, done) == ([1.0], 1, [True])
    assert not animator.running


def test_a_fade_can_be_finished_early_like_any_other_motion(animator: Animator):
    card = Told()
    animator.run([card.motion(fades=True)])
    animator.finish()
    assert card.shown == [0.0, 1.0]
    assert card.landed == 1


def test_without_animation_nothing_fades(animator: Animator):
    animator.speed = 0.0
    card = Told()
    animator.run([card.motion(fades=True)])
    assert card.shown[-1] == 1.0
    assert card.landed == 1
    assert not animator.running


# ---------------------------------------------------------------------- at the table


@pytest.fixture
def person(home: Home) -> Person:
    """Return a person on Anna's turn to play. Her system asks for reduced motion, and her options allow motion."""
    home.set({ANIMATION: "slow"})
    story = Story("GO 25 100 FLAT_TIRE EXTRA_TANK 200", theirs="GO 25 25 50 50 75").me("draw 50", "play GO")
    person = home.open(story.computer("draw GO", "discard GO").record())
    person.play.set_speed("slow", reduced=True)
    return person


def test_a_drawn_card_fades_in_at_its_place(person: Person):
    person.draw()
    [flight] = [flight for flight in person.flights() if flight.isVisible()]
    assert person.play.idle is False
    drawn = next(place for place in slot_names.HAND if person.table.slots[place].marks.hidden)
    assert flight.pos() == person.table.slots[drawn].rect.center()
    assert flight.opacity() < 1
    person.settled()
    person.looks_right()


def test_cars_jump_with_reduced_motion(person: Person):
    person.draw()
    person.settled()
    person.double_click(person.place_of("100"))
    person.table.animator.finish()  # the card has faded in
    assert person.table.strip.shown_miles(0) == 100
    assert not any(lane.running for lane in person.table.lanes)


def test_the_halo_of_the_deck_is_lit_but_not_animated(person: Person):
    person.draw()
    person.settled()
    person.double_click(person.place_of("100"))
    person.settled()
    assert person.table.slots[slot_names.DRAW].marks.invite
    assert not any(animator.running for animator in person.table.animators())


def test_a_refused_card_has_a_ring_instead_of_shaking(person: Person, qtbot):
    person.draw()
    person.settled()
    place = person.place_of("FLAT_TIRE")
    person.drag("FLAT_TIRE", slot_names.miles(True))
    assert person.flights() == []
    assert person.table.slots[place].marks.refused
    assert not person.table.slots[place].marks.hidden
    qtbot.waitUntil(lambda: not person.table.slots[place].marks.refused)


def test_the_systems_preference_takes_effect_while_cards_fly(home: Home):
    home.set({ANIMATION: "slow"})
    person = home.open(Story("GO 25 100 FLAT_TIRE EXTRA_TANK 200").record())
    person.draw()
    assert person.flights()
    person.window.reduced_motion.changed.emit(True)
    assert person.flights() == []
    person.looks_right()
