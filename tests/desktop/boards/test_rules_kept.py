"""A board keeps its rules for gestures until something changes that these rules read. Then it makes new rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop.boards.at_rest import at_rest
from mile_bones.desktop.boards import load_board
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.hand_places import hand
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, load_game

LEFT = Qt.MouseButton.LeftButton


def standing(game: str, seed: int = 3) -> Any:
    """Return a state a few actions after the beginning, in which somebody has to play."""
    state, rng = load_game(game).new_state(seed=seed), Rng(seed)
    for _action in range(3):
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
    return state


Seated = Callable[[str], tuple[Any, Any]]


@pytest.fixture
def seated(qtbot, rendered_faces: Path) -> Seated:
    """Return a function that makes the board of a game and shows a state to the player to act. The function returns the
    board and the state. The hand on the board can be arranged.
    """

    def make(game: str) -> tuple[Any, Any]:
        board: Any = at_rest(qtbot, load_board(game, rendered_faces), ("Anna", "Ben"))
        board.set_sorting(False)
        state = standing(game)
        board.show_observation(state.observation(state.current_player))
        return board, state

    return make


def answers(board: Board, rules: Any) -> list[object]:
    """Return the answers of the rules for all places of the board."""
    found: list[object] = []
    for place in board.slots if rules is not None else ():
        found += [place, rules.actions_of(place), rules.choose_first(place), rules.cannot_move(place)]
        if rules.may_lift(place):
            one = (place,)
            found += [rules.targets(one), rules.where_to(one), rules.stays(one), rules.smart_actions(place)]
            found += [rules.actions_at(one, other) or rules.refused_at(one, other) for other in board.slots]
    return found


CHANGES: dict[str, Callable[[Any, Any], object]] = {
    "other names": lambda board, state: board.show_players(("Cleo", "Dan")),
    "another viewpoint": lambda board, state: board.set_viewpoint(0),
    "another seat": lambda board, state: board.show_observation(state.observation(1 - state.current_player)),
    "a spectator": lambda board, state: board.show_observation(board.observation.for_spectators()),
}
CHANGES_OF_A_HAND: dict[str, Callable[[Any, Any], object]] = {
    "another order": lambda board, state: board.rearrange((hand(0),), hand(2)),
    "another order, not yet shown": lambda board, state: board.order.move((0,), 2),
    "a hand that is sorted, not yet shown": lambda board, state: board.order.sort_by(lambda card: -card),
    "a card that has left the hand": lambda board, state: board.order.take(1),
}
CHANGES_OF_A_TURN: dict[str, Callable[[Any, Any], object]] = {
    "the same position between two steps": lambda board, state: board.show_between(board.observation),
}
CASES = [
    pytest.param(game, change, id=f"{game}: {name}")
    for game in GAMES
    for name, change in (CHANGES | (CHANGES_OF_A_TURN if game == "millieu" else CHANGES_OF_A_HAND)).items()
]


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_not_made_again_during_a_drag_or_clicks(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    board, _state = seated(game)
    rules = board.rules()
    place = next(place for place in board.slots if rules.may_select(place) and not rules.actions_of(place))
    monkeypatch.setattr(board, "make_rules", lambda: pytest.fail("made again"))
    view, rect = board.viewport(), board.slots[place].rect
    start = QPoint(round(rect.x()) + 6, round(rect.center().y()))
    QTest.mousePress(view, LEFT, pos=start)
    for step in range(1, 20):
        QTest.mouseMove(view, start + QPoint(0, -10 * step))
    assert board.gestures.carrying
    board.gestures.cancel()
    QTest.mouseRelease(view, LEFT, pos=start)
    board.finish()
    QTest.mouseClick(view, LEFT, pos=start)
    assert board.taken_up == (place,)
    QTest.mouseClick(view, LEFT, pos=start)
    assert board.taken_up == () and board.rules() is rules


@pytest.mark.parametrize(("game", "change"), CASES)
def test_rules_are_made_again_after_a_change(seated: Seated, game: str, change: Callable[[Any, Any], object]) -> None:
    board, state = seated(game)
    before = board.rules()
    assert board.rules() is before
    change(board, state)
    assert board.rules() is not before
    assert answers(board, board.rules()) == answers(board, board.make_rules())


@pytest.mark.parametrize("game", GAMES)
def test_kept_rules_equal_new_rules_at_every_step_of_both_seats(seated: Seated, game: str) -> None:
    (board, state), rng = seated(game), Rng(5)
    for _action in range(15):
        seat = state.current_player
        board.show_observation(state.observation(seat))
        assert answers(board, board.rules()) == answers(board, board.make_rules())
        legal = state.legal_actions()
        events = state.apply_action(legal[rng.below(len(legal))])
        board.animate([event.seen_by(seat) for event in events], state.observation(seat), lambda: None)
        assert answers(board, board.rules()) == answers(board, board.make_rules())
        board.finish()
