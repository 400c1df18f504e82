"""The sounds of every event of Mile Bones, as one table."""

from __future__ import annotations

from typing import get_args

import pytest

from mile_bones.desktop.boards.milebones.cues import cues
from mile_bones.desktop.sound.cue import Cue
from mile_bones.games import load_game
from mile_bones.games.milebones.cards import DISTANCES, MILES, Card
from mile_bones.games.milebones.events import (
    Answered,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Passed,
    Played,
)
from mile_bones.games.milebones.scoring import Score
from mile_bones.games.milebones.tableau import TableauView
from mile_bones.match.steps import GivenUp, Redone, Undone

ME, OTHER = 0, 1
TABLE = load_game("mile-bones").new_state(1).observation(ME)


def hand_ended(mine: int, others: int) -> HandEnded:
    scores = tuple(Score(milestones=points) for points in (mine, others))
    return HandEnded(1, "cards", None, 700, 0, scores, (mine, others))


TOLD = [
    (Dealt(1, ME, (None, None), 88), (Cue.SHUFFLED,)),
    (Drawn(ME, Card.GO, 40), (Cue.DRAW,)),
    (Drawn(OTHER, None, 40), (Cue.DRAW,)),
    (Drawn(OTHER, None, 5), (Cue.DRAW, Cue.LOW_DECK)),
    (Drawn(ME, Card.GO, 4), (Cue.DRAW,)),
    (Discarded(ME, Card.GO), (Cue.DISCARD,)),
    *((Played(seat, card, seat), (Cue(f"miles_{MILES[card]}"),)) for card in DISTANCES for seat in (ME, OTHER)),
    (Played(OTHER, Card.OUT_OF_GAS, ME), (Cue.HAZARD_YOU, Cue.OUT_OF_GAS)),
    (Played(OTHER, Card.FLAT_TIRE, ME), (Cue.HAZARD_YOU, Cue.FLAT)),
    (Played(OTHER, Card.ACCIDENT, ME), (Cue.HAZARD_YOU, Cue.ACCIDENT)),
    (Played(OTHER, Card.STOP, ME), (Cue.HAZARD_YOU, Cue.STOP)),
    (Played(OTHER, Card.SPEED_LIMIT, ME), (Cue.HAZARD_YOU, Cue.LIMIT)),
    (Played(ME, Card.OUT_OF_GAS, OTHER), (Cue.HAZARD_COMPUTER, Cue.OUT_OF_GAS)),
    (Played(ME, Card.FLAT_TIRE, OTHER), (Cue.HAZARD_COMPUTER, Cue.FLAT)),
    (Played(ME, Card.ACCIDENT, OTHER), (Cue.HAZARD_COMPUTER, Cue.ACCIDENT)),
    (Played(ME, Card.STOP, OTHER), (Cue.HAZARD_COMPUTER, Cue.STOP)),
    (Played(ME, Card.SPEED_LIMIT, OTHER), (Cue.HAZARD_COMPUTER, Cue.LIMIT)),
    (Played(ME, Card.GASOLINE, ME), (Cue.REMEDY,)),
    (Played(OTHER, Card.SPARE_TIRE, OTHER), (Cue.REMEDY,)),
    (Played(ME, Card.REPAIRS, ME), (Cue.REMEDY,)),
    (Played(ME, Card.GO, ME), (Cue.GO,)),
    (Played(ME, Card.END_OF_LIMIT, ME), (Cue.END_LIMIT,)),
    (Played(ME, Card.EXTRA_TANK, ME), (Cue.SAFETY,)),
    (Played(ME, Card.PUNCTURE_PROOF, ME), (Cue.SAFETY,)),
    (Played(OTHER, Card.DRIVING_ACE, OTHER), (Cue.SAFETY,)),
    (Played(OTHER, Card.RIGHT_OF_WAY, OTHER), (Cue.SAFETY,)),
    (Played(ME, Card.DRIVING_ACE, ME, coup=True), (Cue.COUP,)),
    (Drawn(ME, Card.GO, 40, coup=True), (Cue.DRAW,)),
    (Answered(ME, True, 1000), (Cue.EXTENSION,)),
    (Answered(ME, False, 700), ()),
    (Passed(ME), ()),
    (hand_ended(900, 300), (Cue.HAND_WON,)),
    (hand_ended(300, 900), (Cue.HAND_LOST,)),
    (hand_ended(300, 300), ()),
    (GameEnded(ME, (5100, 300)), (Cue.GAME_WON,)),
    (GameEnded(OTHER, (300, 5100)), (Cue.HAND_LOST,)),
    (GameEnded(None, (5100, 5100)), ()),
    (Undone(None), (Cue.UNDONE,)),
    (Redone(None), (Cue.DRAW,)),
    (GivenUp(ME), ()),
]


@pytest.mark.parametrize(("event", "heard"), TOLD, ids=lambda value: str(value)[:60])
def test_each_event_has_the_expected_sounds(event, heard) -> None:
    assert tuple(cues(event, ME, TABLE)) == heard


def test_the_list_of_expected_sounds_has_every_kind_of_event_and_card() -> None:
    events = [event for event, _heard in TOLD]
    assert {type(event) for event in events} >= set(get_args(Event))
    assert {event.card for event in events if isinstance(event, Played)} == set(Card)


def test_every_cue_of_the_card_games_belongs_to_some_event() -> None:
    heard = {cue for _event, cues_ in TOLD for cue in cues_}
    others = {cue for cue in Cue if cue.startswith(("piece", "game_won_"))} | {Cue.MILES}
    hands = {Cue.REFUSED, Cue.CARD_LIFTED, Cue.CARD_LANDED, Cue.DEALT}  # tested in tests/desktop/test_sound.py
    scenes = {Cue.DRIVE, Cue.PASSED}  # tested in tests/desktop/test_moment.py
    assert heard == set(Cue) - others - hands - scenes - {Cue.TRIP}  # tested below


@pytest.mark.parametrize("seat", [ME, OTHER])
def test_the_card_that_completes_the_trip_sounds_the_horn(seat: int) -> None:
    side = "own" if seat == ME else "other"
    there = TABLE._replace(**{side: TableauView(miles=TABLE.goal)})
    assert cues(Played(seat, Card.MILES_25, seat), ME, there) == (Cue.TRIP,)
    assert cues(Played(1 - seat, Card.MILES_25, 1 - seat), ME, there) == (Cue.MILES_25,)


def test_between_two_people_a_decided_end_sounds_like_a_win() -> None:
    assert cues(hand_ended(300, 900), None, TABLE) == (Cue.HAND_WON,)
    assert cues(GameEnded(OTHER, (300, 5100)), None, TABLE) == (Cue.GAME_WON,)
    assert cues(GameEnded(OTHER, (300, 5100)), OTHER, TABLE) == (Cue.GAME_WON,)
