"""Millieu (Dale Walton, 2022): a game of placing, sliding and mills on a cube."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.offering import offering

if TYPE_CHECKING:
    from mile_bones.games.millieu.actions import ACTIONS, PLACE, SLIDE, TAKE, Action, Place, Slide, Take, parse_action
    from mile_bones.games.millieu.cube import LINES, LINES_THROUGH, NEIGHBOURS, POINTS, Line, coordinates, index
    from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid, TurnEnded
    from mile_bones.games.millieu.game import Millieu
    from mile_bones.games.millieu.observation import Observation, Phase
    from mile_bones.games.millieu.pieces import FULL_HAND, PIECES, SET_SIZE, Colour, Piece, Shape, is_mill, parse_piece
    from mile_bones.games.millieu.replay import replay_actions
    from mile_bones.games.millieu.rules import NAME
    from mile_bones.games.millieu.state import MOST_TURNS, MillieuState

__all__ = [
    "ACTIONS",
    "FULL_HAND",
    "LINES",
    "LINES_THROUGH",
    "MOST_TURNS",
    "NAME",
    "NEIGHBOURS",
    "PIECES",
    "PLACE",
    "POINTS",
    "SET_SIZE",
    "SLIDE",
    "TAKE",
    "Action",
    "Captured",
    "Colour",
    "Event",
    "GameEnded",
    "Line",
    "Millieu",
    "MillieuState",
    "Observation",
    "Phase",
    "Piece",
    "Place",
    "Placed",
    "Shape",
    "Slid",
    "Slide",
    "Take",
    "TurnEnded",
    "coordinates",
    "index",
    "is_mill",
    "parse_action",
    "parse_piece",
    "replay_actions",
]

__getattr__ = offering(
    __name__,
    {
        "actions": "ACTIONS PLACE SLIDE TAKE Action Place Slide Take parse_action",
        "cube": "LINES LINES_THROUGH NEIGHBOURS POINTS Line coordinates index",
        "events": "Captured Event GameEnded Placed Slid TurnEnded",
        "game": "Millieu",
        "observation": "Observation Phase",
        "pieces": "FULL_HAND PIECES SET_SIZE Colour Piece Shape is_mill parse_piece",
        "replay": "replay_actions",
        "rules": "NAME",
        "state": "MOST_TURNS MillieuState",
    },
)
