"""The marks of an action on a board: the marks of a suggested action, and the ghost of a better action."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop.boards.test_rules_kept import Seated, seated, standing
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES

__all__ = ["seated"]

GOLDEN = Path(__file__).parents[2] / "data" / "action_marks"
POSITIONS = 10
ACTIONS = 9
"""The greatest number of legal actions that are tried in a position. They are evenly spread over all legal actions, in
which discards come last.
"""


def marked(board: Any) -> str:
    """Return all places that have a mark of an action, with its words and the faces of a ghost."""
    raises = hasattr(board, "order")  # cards of a hand are raised, pieces are only ringed
    found = []
    for place, slot in board.slots.items():
        marks, ghost = slot.marks, slot.marks.ghost
        words = [marks.suggested]
        if ghost is not None:
            words += [" ".join((*ghost.below, ghost.face)), ghost.word, ghost.text]
        if any(words):
            found.append(f"{place}={'|'.join(words)}{' raised' * (raises and marks.raised)}")
    return ", ".join(found) or "nothing"


def arranged(board: Any) -> None:
    """Move the first card of the hand to its end, if the board has a hand with an order."""
    if hasattr(board, "order"):
        board.order.move(range(1, len(board.order.cards)), 0)
        board.show_observation(board.observation)


def lines_of(board: Any, state: Any) -> list[str]:
    """Return lines about some of the legal actions. For each way of marking an action, a line has the marks that it
    puts on the board.
    """
    near, lines, legal = state.current_player, [], rare_first(state)
    seen = state.observation(near)
    for action in legal[:: -(-len(legal) // ACTIONS)]:
        board.show_observation(seen)
        lines.append(f"  {action}")
        board.suggest(action)
        lines.append(f"    suggested: {marked(board)}")
        arranged(board)
        lines.append(f"      arranged: {marked(board)}")
        board.suggest(None)
        assert marked(board) == "nothing"
        for side, seat in (("near", near), ("far", 1 - near)):
            board.show_observation(seen)
            board.show_better(action, seat)
            lines.append(f"    {side}, better: {marked(board)}")
            board.show_better(None, 0)
            assert marked(board) == "nothing"
    return lines


def later(state: Any, rng: Rng) -> Any | None:
    """Return the state five actions later, or None if the game is over. Few of these actions are discards."""
    for _action in range(5):
        if state.needs_deal:
            state.deal()
        if legal := rare_first(state):
            rare = [action for action in legal if not is_discard(action)]
            state.apply_action((rare or legal)[rng.below(len(rare or legal))])
    return state if state.legal_actions() else None


def rare_first(state: Any) -> list[Any]:
    return sorted(state.legal_actions(), key=is_discard)


def is_discard(action: Any) -> bool:
    return str(action).startswith("discard")


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_marked_as_recorded(seated: Seated, game: str) -> None:
    board, state = seated(game)
    rng, lines = Rng(5), []
    for position in range(POSITIONS):
        lines += [f"position {position + 1}", *lines_of(board, state)]
        state = later(state, rng) or standing(game, seed=position)
    assert lines == (GOLDEN / f"{game}.txt").read_text("utf-8").splitlines()
