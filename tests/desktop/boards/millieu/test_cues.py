"""The sounds of every event of Millieu, as one table."""

from __future__ import annotations

from typing import get_args

import pytest

from mile_bones.desktop.boards.millieu.cues import cues
from mile_bones.desktop.sound.cue import Cue
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid, TurnEnded
from mile_bones.games.millieu.pieces import PIECES
from mile_bones.match.steps import GivenUp, Redone, Undone

ME, OTHER = 0, 1
PIECE = PIECES[0]
TOLD = [
    *((Placed(seat, PIECE, 3), (Cue.PIECE_PLACED,)) for seat in (ME, OTHER)),
    (Slid(ME, PIECE, 3, 4), (Cue.PIECE_SLID,)),
    (Captured(OTHER, PIECE, 4), (Cue.PIECE_TAKEN,)),
    (TurnEnded(ME, 7), ()),
    (GameEnded(ME, "blocked"), (Cue.GAME_WON_MILLIEU,)),
    (GameEnded(OTHER, "blocked"), (Cue.HAND_LOST,)),
    (GameEnded(None, "turns"), ()),
    (Undone(None), (Cue.PIECE_UNDONE,)),
    (Redone(None), (Cue.PIECE_SLID,)),
    (GivenUp(ME), ()),
]


@pytest.mark.parametrize(("event", "heard"), TOLD, ids=lambda value: str(value)[:60])
def test_each_event_has_the_expected_sounds(event, heard) -> None:
    assert tuple(cues(event, ME)) == heard


def test_the_list_of_expected_sounds_has_every_kind_of_event() -> None:
    assert {type(event) for event, _heard in TOLD} >= set(get_args(Event))


def test_between_two_people_a_decided_end_sounds_like_a_win() -> None:
    assert cues(GameEnded(OTHER, "blocked"), None) == (Cue.GAME_WON_MILLIEU,)
