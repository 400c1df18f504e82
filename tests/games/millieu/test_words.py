"""The texts of Millieu that people read and hear."""

from __future__ import annotations

import pytest

from mile_bones.games.millieu import words
from mile_bones.games.millieu.actions import parse_action
from mile_bones.games.millieu.cube import POINTS
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid, TurnEnded
from mile_bones.games.millieu.pieces import PIECES, Piece
from mile_bones.games.millieu.state import MillieuState

NAMES = ("Ada", "Bo")


def test_points_and_pieces_have_the_names_of_the_style_guide() -> None:
    assert words.point_name(9) == "Middle sheet, back row, left"
    assert words.point_name(26) == "Top sheet, front row, right"
    assert words.point_text(9, Piece.CREAM_DISC) == "Middle sheet, back row, left: cream disc"
    assert words.tray_text(Piece.BROWN_HEX, 1) == "Brown hexagon, 1 in hand"
    assert len({words.point_name(point) for point in POINTS}) == 27
    assert len({words.point_words(point) for point in POINTS}) == 27
    for piece in PIECES:
        assert words.piece_words(piece) == f"the {words.piece_name(piece).lower()}"
        colour, shape = piece.name.lower().split("_")
        assert words.piece_name(piece) == f"{colour.capitalize()} {shape.replace('hex', 'hexagon')}"


@pytest.mark.parametrize(
    ("event", "for_seat_0", "for_a_spectator"),
    [
        (
            Placed(0, Piece.RED_DISC, 13),
            "You placed the red disc on the middle sheet, middle row, middle.",
            "Ada placed the red disc on the middle sheet, middle row, middle.",
        ),
        (
            Slid(1, Piece.RED_HEX, 0, 2),
            "Bo slid the red hexagon to the bottom sheet, back row, right.",
            "Bo slid the red hexagon to the bottom sheet, back row, right.",
        ),
        (
            Captured(0, Piece.CREAM_SQUARE, 8),
            "You took the cream square from the bottom sheet, front row, right.",
            "Ada took the cream square from the bottom sheet, front row, right.",
        ),
        (TurnEnded(0, 3), "You have completed turn 3.", "Ada has completed turn 3."),
        (
            GameEnded(0, "no_pieces"),
            "You win: Bo has no pieces left in hand.",
            "Ada wins: Bo has no pieces left in hand.",
        ),
        (
            GameEnded(1, "no_pieces"),
            "Bo wins: you have no pieces left in hand.",
            "Bo wins: Ada has no pieces left in hand.",
        ),
        (
            GameEnded(1, "blocked"),
            "Bo wins: you have no turn that can be completed.",
            "Bo wins: Ada has no turn that can be completed.",
        ),
        (
            GameEnded(None, "turns"),
            "The game is drawn: nobody has won in 400 turns.",
            "The game is drawn: nobody has won in 400 turns.",
        ),
    ],
)
def test_events_name_the_players(event: Event, for_seat_0: str, for_a_spectator: str) -> None:
    assert words.event_text(event, NAMES, 0) == for_seat_0
    assert words.event_text(event, NAMES, None) == for_a_spectator
    assert event.seen_by(0) == event.seen_by(1) == event.seen_by(None) == event


def test_a_step_names_the_piece_if_the_board_is_given() -> None:
    state = MillieuState()
    state.apply_action(parse_action("place RED_DISC 13"))
    state.apply_action(parse_action("place CREAM_HEX 4"))
    slide = parse_action("slide 13 14")
    assert words.action_text(slide) == "slide a piece to the middle sheet, middle row, right"
    assert words.action_text(slide, state.observation(1)) == "slide the red disc to the middle sheet, middle row, right"
    assert words.action_text(parse_action("take 13"), state.observation(1)).startswith("take the red disc from")
    assert words.action_text(parse_action("place RED_HEX 0")).startswith("place the red hexagon on the bottom sheet")


def test_the_prompt_says_what_comes_next() -> None:
    state = MillieuState()
    prompts = [words.prompt(state.observation(0), NAMES)]
    for text in ("place RED_DISC 13", "place CREAM_HEX 4"):
        state.apply_action(parse_action(text))
        prompts.append(words.prompt(state.observation(1), NAMES))
    assert prompts == [
        "Your turn: place a piece on any point.",
        "Your turn: place a piece next to another.",
        "Your turn: slide a neighbour of the piece you placed.",
    ]
    assert words.prompt(state.observation(None), NAMES) == "It is the turn of Bo."
