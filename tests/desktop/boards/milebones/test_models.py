"""The models of the slots, tested as tables, without a window: the picture, the name and the description of each
slot.
"""

from __future__ import annotations

import pytest

from desktop.boards.milebones.seats import exchanged, hit_by, seen, to_play
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.models import captions, empty_table, slot_models
from mile_bones.desktop.boards.milebones.moves import last_move, target_of
from mile_bones.desktop.table.model import BACK, SlotModel
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Played
from mile_bones.games.milebones.observation import Observation
from stories import Story, going

STORIES = {
    "to play": to_play(),
    "to draw": going(),
    "stopped": hit_by("STOP", "100", "100", "100", "100", "100"),
    "a coup fourré is possible": hit_by("FLAT_TIRE", "PUNCTURE_PROOF", "100", "100", "100", "100"),
    "a coup fourré was played": hit_by("FLAT_TIRE", "PUNCTURE_PROOF", "100", "100", "100", "100")
    .me("play PUNCTURE_PROOF")
    .comes("50 75"),
    "limited": hit_by("SPEED_LIMIT", "100", "100", "100", "100", "100"),
    "on the way": going().drive("100", "200"),
}


def models(observation: Observation, viewpoint: int | None = None) -> dict[str, SlotModel]:
    return slot_models(observation, observation.hand, NAMES[:: 1 if observation.seat == 0 else -1], viewpoint)


def shown(story: str) -> dict[str, SlotModel]:
    return models(seen(STORIES[story]))


NAMES = ("You", "Computer")
"""The names of the players. The viewer's name comes first."""
MY_BATTLE, MY_SPEED, MY_MILES = slot_names.battle(True), slot_names.speed(True), slot_names.miles(True)
THEIR_BATTLE = slot_names.battle(False)


@pytest.mark.parametrize("story", STORIES)
def test_every_slot_has_a_model_with_a_name(story):
    found = shown(story)
    assert set(found) == set(slot_names.ALL)
    assert all(model.name for model in found.values())


@pytest.mark.parametrize("story", STORIES)
def test_the_table_is_the_same_from_either_chair(story):
    mine, theirs = seen(STORIES[story]), exchanged(STORIES[story])
    assert (mine.seat, theirs.seat) == (0, 1)
    assert models(mine) == models(theirs)
    assert captions(mine) == captions(theirs)


@pytest.mark.parametrize(
    ("story", "place", "face", "name", "description"),
    [
        ("to play", MY_BATTLE, "go", "Your Battle pile: Go", "You: going"),
        ("to play", THEIR_BATTLE, None, "Battle pile of Computer: empty", "Computer: not started"),
        ("to play", MY_MILES, None, "Your Miles: 0", "700 miles to go"),
        ("on the way", MY_MILES, "200", "Your Miles: 300", "400 miles to go. Cards of 200 miles: 1 of 2"),
        ("limited", MY_SPEED, "limit", "Your Speed Limit pile: Speed Limit", "Only 25 and 50 may be played"),
        (
            "a coup fourré was played",
            slot_names.safety(True, 0),
            "puncture",
            "Your safety place 1: Puncture Proof",
            "Coup fourré",
        ),
        ("to draw", slot_names.DRAW, BACK, "Draw deck: 87 cards", "Press to draw a card"),
        (
            "to play",
            slot_names.hand(6),
            "endlimit",
            "Your hand, place 7: End of Limit",
            "You are not under a Speed Limit",
        ),
        ("to draw", slot_names.hand(6), None, "Your hand, place 7: empty", ""),
        ("stopped", slot_names.hand(0), "100", "Your hand, place 1: 100 Miles", "You are stopped: play Go first"),
        (
            "a coup fourré is possible",
            slot_names.hand(0),
            "puncture",
            "Your hand, place 1: Puncture Proof",
            "Coup fourré +400",
        ),
    ],
)
def test_a_slot_has_the_expected_picture_name_and_description(story, place, face, name, description):
    model = shown(story)[place]
    assert (model.face, model.name, model.description) == (face, name, description)


@pytest.mark.parametrize(
    ("story", "usable"),
    [
        ("to draw", {slot_names.DRAW}),
        ("to play", set(slot_names.HAND)),
        ("a coup fourré is possible", {slot_names.DRAW, slot_names.hand(0)}),
    ],
)
def test_only_places_with_a_legal_action_are_usable(story, usable):
    assert {place for place, model in shown(story).items() if model.usable} == usable


@pytest.mark.parametrize(("looker", "name"), [(0, "Your hand, place 1: "), (1, "Hand of Computer, place 1: ")])
def test_a_spectator_can_use_nothing_on_the_table(looker, name):
    found = models(seen(STORIES["to play"]), viewpoint=looker)
    assert not any(model.usable for model in found.values())
    assert found[slot_names.hand(0)].name.startswith(name)
    assert found[slot_names.hand(0)].description == ""


def test_the_empty_table_has_a_deck_and_nothing_else():
    found = models(empty_table())
    assert {place for place, model in found.items() if model.face} == {slot_names.DRAW}
    assert captions(empty_table())[slot_names.DRAW] == "Draw: 101"


# ------------------------------------------------------------------ where a card goes


def chairs(story: Story) -> list[tuple[Observation, int, int]]:
    """Return the table from each chair, with the seats of the viewer and of the opponent."""
    return [(seen(story), 0, 1), (exchanged(story), 1, 0)]


@pytest.mark.parametrize("chair", [0, 1])
def test_the_card_of_an_event_lies_on_the_expected_place(chair):
    end, me, them = chairs(STORIES["a coup fourré was played"])[chair]
    assert target_of(Played(me, Card.PUNCTURE_PROOF, me, coup=True), end) == slot_names.safety(True, 0)
    assert target_of(Played(them, Card.FLAT_TIRE, me), end) == MY_BATTLE
    assert target_of(Played(me, Card.SPEED_LIMIT, them), end) == slot_names.speed(False)
    assert target_of(Played(them, Card.MILES_100, them), end) == slot_names.miles(False)
    assert target_of(Discarded(them, Card.MILES_100), end) == slot_names.DISCARD


@pytest.mark.parametrize("chair", [0, 1])
def test_the_opponents_last_card_is_marked_until_your_own_covers_it(chair):
    end, me, them = chairs(STORIES["to play"])[chair]
    theirs = Discarded(them, Card.GASOLINE)
    assert last_move([theirs], end) == slot_names.DISCARD
    assert last_move([theirs, Played(me, Card.GO, me)], end) == slot_names.DISCARD
    assert last_move([theirs, Discarded(me, Card.MILES_50)], end) is None
    assert last_move([Discarded(me, Card.MILES_50)], end) is None
