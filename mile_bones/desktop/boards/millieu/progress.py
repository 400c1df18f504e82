"""The board between two observations, event by event. No Qt."""

from __future__ import annotations

from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid, TurnEnded
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import Piece


def after(view: Observation, event: Event) -> Observation:
    """What is seen once this has come about, as far as it shows."""
    match event:
        case Placed(seat, piece, point):
            view = _held(_put(view, {point: piece}), seat, piece, -1)
            return view._replace(phase=Phase.SLIDE, placed=point)
        case Slid(_seat, piece, origin, target):
            view = _put(view, {origin: None, target: piece})
            view = view._replace(phase=Phase.CAPTURE, slid_from=origin, moved=target)
            return view if view.mills else view._replace(phase=Phase.SLIDE)
        case Captured(seat, piece, point):
            return _held(_put(view, {point: None}), seat, piece, 1)
        case TurnEnded(seat, turn):
            return view._replace(
                player=1 - seat, phase=Phase.PLACE, turn=turn + 1, placed=None, slid_from=None, moved=None
            )
        case GameEnded():
            return view._replace(player=None, phase=Phase.OVER)


def _put(view: Observation, pieces: dict[int, Piece | None]) -> Observation:
    board = [*view.board]
    for point, piece in pieces.items():
        board[point] = piece
    return view._replace(board=tuple(board))


def _held(view: Observation, seat: int, piece: Piece, more: int) -> Observation:
    hands = [list(hand) for hand in view.hands]
    hands[seat][piece] += more
    return view._replace(hands=(tuple(hands[0]), tuple(hands[1])))
