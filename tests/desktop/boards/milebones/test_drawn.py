"""The card just drawn is marked until the turn ends. The name plates state the situation of each side."""

from __future__ import annotations

import pytest

from desktop.boards.milebones.seats import hit_by
from desktop.driver import Home, Person
from desktop.reader import read
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.models import just_drawn
from mile_bones.desktop.look.scale import scale_for
from mile_bones.desktop.table.hand_places import last_of
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Event, Played
from mile_bones.storage.settings import SORT
from stories import going

C = Card


@pytest.mark.parametrize(
    ("events", "drawn"),
    [
        ((), ()),
        ((Drawn(0, C.GO, 50),), (C.GO,)),
        ((Drawn(0, C.GO, 50), Discarded(0, C.GO)), ()),
        ((Drawn(0, C.GO, 50), Discarded(0, C.STOP), Drawn(1, None, 49)), ()),
        ((Played(0, C.EXTRA_TANK, 0, True), Drawn(0, C.GO, 50, True), Drawn(0, C.STOP, 49, True)), (C.GO, C.STOP)),
        ((Drawn(0, C.EXTRA_TANK, 50), Played(0, C.EXTRA_TANK, 0), Drawn(0, C.GO, 49)), (C.GO,)),
    ],
)
def test_just_drawn_returns_the_cards_drawn_in_this_turn(events: tuple[Event, ...], drawn: tuple[Card, ...]) -> None:
    assert just_drawn(events, 0) == drawn
    for cut in range(len(events) + 1):
        assert just_drawn(events[cut:], 0, just_drawn(events[:cut], 0)) == drawn


def test_the_last_of_identical_cards_counts_as_the_drawn_one() -> None:
    hand = (C.MILES_25, C.MILES_100, C.MILES_100, C.GO)
    assert last_of((C.MILES_100,), hand) == [2]
    assert last_of((C.MILES_100, C.GO, C.MILES_100), hand) == [2, 3, 1]
    assert last_of((C.STOP, C.GO, C.GO), hand) == [3], "cards that are not in the hand are left out"
    assert last_of((), hand) == []


def tagged(person: Person) -> list[str]:
    """Return the faces of the cards with the tag. Check that a screen reader finds the same cards."""
    hand = [(place, person.table.slots[place]) for place in slot_names.HAND]
    found = [person.face(place) for place, slot in hand if slot.marks.drawn]
    told = [person.face(place) for place, _slot in hand if _tells(person, place)]
    assert told == found
    return found


def _tells(person: Person, place: str) -> bool:
    return person.table.buttons[place].accessibleDescription().endswith("Drawn")


@pytest.mark.parametrize("sorting", [True, False])
def test_the_card_just_drawn_is_marked_until_the_turn_ends(home: Home, sorting: bool):
    home.set({SORT: sorting})
    person = home.open(going().record())
    assert tagged(person) == []
    person.draw()
    card = home.acts()[-1].removeprefix("0 draw").strip() or person.message.split(".")[0]
    assert len(tagged(person)) == 1
    assert person.table.slots[person.place_of(tagged(person)[0])].model.name.split(": ")[1] in card
    person.quit()
    again = home.open()
    assert len(tagged(again)) == 1, "a restart forgets nothing"
    again.drag("100", slot_names.miles(True))
    again.settled()
    assert tagged(again) == []


def test_both_cards_after_a_coup_fourre_are_marked(home: Home):
    person = home.open(hit_by("FLAT_TIRE", "PUNCTURE_PROOF", "100", "100", "100", "100").comes("50 75").record())
    person.double_click(person.place_of("PUNCTURE_PROOF"))
    person.settled()
    assert tagged(person) == ["50", "75"]


def plates(person: Person) -> tuple[list[str], list[str]]:
    table = person.table
    return [" ".join(word.text for word in read(chips)) for chips in table.chips], [
        label.text() for label in table.plate_labels
    ]


def test_the_name_plates_state_how_both_sides_stand(home: Home):
    person = home.open(hit_by("ACCIDENT", "100", "100", "100", "100", "100").record())
    person.window.resize(1280, 800)
    person.wait_until(lambda: person.table.layout_now.k == scale_for(1280, 800))
    painted, told = plates(person)
    assert painted == ["Accident: needs Repairs", "Not started: needs Go"]
    person.window.resize(800, 600)
    person.wait_until(lambda: person.table.layout_now.k == scale_for(800, 600))
    painted, told = plates(person)
    assert painted == ["Accident: needs Repairs", "Needs Go"], "the long text would take four lines"
    assert told == ["You, to play. Accident: needs Repairs.", "Computer. Not started: needs Go."]


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080), (3840, 2160)])
def test_the_longest_chips_fit(home: Home, size: tuple[int, int]):
    person = home.open(going().record())
    person.window.resize(*size)
    person.wait_until(lambda: person.table.layout_now.k == scale_for(*size))
    for hazard in (C.OUT_OF_GAS, C.FLAT_TIRE, C.ACCIDENT, C.STOP):
        seen = person.sees
        side = seen.own._replace(battle=hazard, can_go=False, limited=True, speed=C.SPEED_LIMIT)
        person.table.show_observation(seen._replace(own=side, other=side))
        for chips in person.table.chips:
            words = read(chips)
            assert all(word.fits and "…" not in word.text for word in words), words
            assert words[-1].inked.bottom() <= chips.rect.bottom()
