"""The reasons why a step is not legal, with a code for each. The module ``words`` makes sentences of them."""

from __future__ import annotations

from mile_bones.engine.errors import Refusal
from mile_bones.games.millieu.actions import Action, Place, Slide, Take
from mile_bones.games.millieu.cube import BETWEEN, NEIGHBOURS
from mile_bones.games.millieu.legality import can_end, legal_slides, legal_takes, reach
from mile_bones.games.millieu.observation import Observation, Phase

_OUT_OF_STEP = {Phase.PLACE: "place_first", Phase.SLIDE: "slide_first", Phase.CAPTURE: "take_first"}


def why_not(view: Observation, action: Action) -> Refusal | None:
    """Return None if the player to act may take ``action``, or else the reason why not."""
    if view.player is None:
        return Refusal("game_over")
    match view.phase, action:
        case Phase.PLACE, Place():
            return _why_not_place(view, action, view.hands[view.player])
        case Phase.SLIDE, Slide():
            return _why_not_slide(view, action)
        case Phase.CAPTURE, Take():
            return _why_not_take(view, action)
    return Refusal(_OUT_OF_STEP[view.phase])


def _why_not_place(view: Observation, action: Place, hand: tuple[int, ...]) -> Refusal | None:
    board, point = view.board, action.point
    if not hand[action.piece]:
        return Refusal("not_in_hand", (action.piece,))
    if board[point] is not None:
        return Refusal("occupied", (point, board[point]))
    if all(piece is None for piece in board):
        return None
    neighbours = [near for near in NEIGHBOURS[point] if board[near] is not None]
    if not neighbours:
        return Refusal("no_neighbour", (point,))
    tried = [*board]
    tried[point] = action.piece
    if next(legal_slides(tried, point, view.room), None) is not None:
        return None
    if any(True for near in neighbours for _target in reach(tried, near)):
        return _too_many_mills(view)
    return Refusal("nothing_could_slide", (point,))


def _why_not_slide(view: Observation, action: Slide) -> Refusal | None:
    assert view.placed is not None and view.player is not None
    board, origin, target = view.board, action.origin, action.target
    piece = board[origin]
    if piece is None:
        return Refusal("nothing_there", (origin,))
    if origin == view.placed:
        return Refusal("just_placed")
    if origin not in NEIGHBOURS[view.placed]:
        return Refusal("not_next_to_placed", (piece,))
    if target not in BETWEEN[origin]:
        return Refusal("not_in_line")
    if board[target] is not None:
        return Refusal("occupied", (target, board[target]))
    for point in BETWEEN[origin][target]:
        if board[point] is not None:
            return Refusal("in_the_way", (point, board[point]))
    tried = [*board]
    tried[origin], tried[target] = None, piece
    if can_end(tried, (view.placed, target), view.room):
        return None
    return _too_many_mills(view)


def _why_not_take(view: Observation, action: Take) -> Refusal | None:
    assert view.player is not None
    point = action.point
    if view.board[point] is None:
        return Refusal("nothing_there", (point,))
    if point == view.placed:
        return Refusal("just_placed")
    if point == view.moved:
        return Refusal("just_moved")
    if not any(point in line for line in view.mills):
        return Refusal("not_in_a_mill", (view.board[point],))
    if action in legal_takes(view.board, view.active, view.room):
        return None
    return Refusal("hand_would_overflow")


def _too_many_mills(view: Observation) -> Refusal:
    return Refusal("hand_would_overflow" if view.may_make_mills else "no_mill_yet")


CODES = frozenset(
    {
        *("game_over", "place_first", "slide_first", "take_first", "not_in_hand", "occupied", "no_neighbour"),
        *("nothing_could_slide", "hand_would_overflow", "no_mill_yet", "nothing_there", "just_placed"),
        *("just_moved", "not_next_to_placed", "not_in_line", "in_the_way", "not_in_a_mill"),
    }
)
"""All codes of refusals that the rules can give."""
