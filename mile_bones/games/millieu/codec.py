"""The JSON of Millieu. Observations can be written and read, events only written, and actions only read.

The functions are those of ``engine.shapes.Codec``.
"""

from __future__ import annotations

from collections.abc import Mapping

from mile_bones.engine.shapes import (
    Check,
    Json,
    both,
    called,
    flag,
    items,
    maybe,
    members,
    must_fit,
    one_of,
    own_and_other,
    seat,
    whole,
)
from mile_bones.games.millieu.actions import ACTIONS, SLIDE, parse_action
from mile_bones.games.millieu.cube import NEIGHBOURS, POINTS
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid, TurnEnded
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import PIECES, SET_SIZE, Hand, parse_piece
from mile_bones.games.millieu.state import MOST_TURNS

_point = called(whole(POINTS[0], POINTS[-1]), "point")
_piece = called(one_of(piece.name for piece in PIECES), "piece")
_turn = whole(1, MOST_TURNS)

OBSERVATION: Mapping[str, Check] = {
    "seat": seat,
    "first": seat,
    "phase": one_of(phase.value for phase in Phase),
    "player": maybe(seat),
    "turn": _turn,
    "board": items(maybe(_piece), len(POINTS)),
    "hands": both(items(_piece)),
    "placed": maybe(_point),
    "slid_from": maybe(_point),
    "moved": maybe(_point),
    "taken": items(_point),
    "last_turn": items(called(one_of(map(str, ACTIONS)), "action")),
    "late_mills": flag,
}
EVENTS: Mapping[str, Mapping[str, Check]] = {
    "placed": {"seat": seat, "piece": _piece, "point": _point},
    "slid": {"seat": seat, "piece": _piece, "origin": _point, "target": _point},
    "captured": {"seat": seat, "piece": _piece, "point": _point},
    "turn_ended": {"seat": seat, "turn": _turn},
    "game_ended": {"winner": maybe(seat), "reason": one_of(("no_pieces", "blocked", "turns"))},
}

_whole_observation = members(OBSERVATION)


def action(text: str) -> object:
    """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
    return parse_action(text)


def observation(observation: Observation) -> Json:
    """Return the observation of a seat as JSON, as ``docs/protocol.md`` describes it.

    Raise ValueError for the observation of a spectator.
    """
    if observation.seat is None:
        raise ValueError("a spectator has no hand of their own")
    one, other = (_names(hand) for hand in observation.hands)
    return {
        "seat": observation.seat,
        "first": observation.first,
        "phase": observation.phase.value,
        "player": observation.player,
        "turn": observation.turn,
        "board": [None if piece is None else piece.name for piece in observation.board],
        "hands": own_and_other((one, other), observation.seat),
        "placed": observation.placed,
        "slid_from": observation.slid_from,
        "moved": observation.moved,
        "taken": list(observation.taken),
        "last_turn": [str(step) for step in observation.last_turn],
        "late_mills": observation.late_mills,
    }


def read_observation(shape: object) -> Observation:
    """Return the observation that was written as ``shape``. Raise ShapeError if ``shape`` is not acceptable, or
    Contradiction if its parts contradict each other.
    """
    _whole_observation(shape, ())
    assert isinstance(shape, dict), "the check before this line makes sure"
    own, other = (_read_hand(shape["hands"][side]) for side in ("own", "other"))
    found = Observation(
        seat=shape["seat"],
        first=shape["first"],
        player=shape["player"],
        phase=Phase(shape["phase"]),
        turn=shape["turn"],
        board=tuple(None if name is None else parse_piece(name) for name in shape["board"]),
        hands=(own, other) if shape["seat"] == 0 else (other, own),
        placed=shape["placed"],
        slid_from=shape["slid_from"],
        moved=shape["moved"],
        last_turn=tuple(parse_action(text) for text in shape["last_turn"]),
        taken=tuple(shape["taken"]),
        late_mills=shape["late_mills"],
    )
    on_board = [*found.board]
    for piece in PIECES:
        must_fit("board", on_board.count(piece) + own[piece] + other[piece] == 2)  # each set has one such piece
    must_fit("hands", max(sum(own), sum(other)) <= SET_SIZE)
    must_fit("player", (found.player is None) == (found.phase is Phase.OVER))
    if found.player is not None:
        must_fit("turn", found.player == (found.first + found.turn - 1) % 2)
        _check_turn(found)
    return found


def _check_turn(view: Observation) -> None:
    """Raise Contradiction if the steps of this turn do not fit its phase or the board."""
    slides = view.phase is Phase.CAPTURE
    must_fit("placed", (view.placed is not None) == (view.phase is not Phase.PLACE))
    must_fit("placed", view.placed is None or view.board[view.placed] is not None)
    must_fit("moved", (view.moved is not None) == slides)
    must_fit("slid_from", (view.slid_from is not None) == slides)
    must_fit("taken", slides or not view.taken)
    if view.placed is not None and view.slid_from is not None and view.moved is not None:
        must_fit("moved", view.board[view.moved] is not None and view.moved != view.placed)
        must_fit("slid_from", view.slid_from in NEIGHBOURS[view.placed] and (view.slid_from, view.moved) in SLIDE)
        empty = (view.slid_from, *view.taken)
        must_fit("taken", len(set(empty)) == len(empty) and all(view.board[point] is None for point in empty))


def event(event: Event, seat: int) -> Json:
    """Return the event as JSON."""
    match event.seen_by(seat):
        case Placed(seat=who, piece=piece, point=point):
            return {"event": "placed", "seat": who, "piece": piece.name, "point": point}
        case Slid(seat=who, piece=piece, origin=origin, target=target):
            return {"event": "slid", "seat": who, "piece": piece.name, "origin": origin, "target": target}
        case Captured(seat=who, piece=piece, point=point):
            return {"event": "captured", "seat": who, "piece": piece.name, "point": point}
        case TurnEnded(seat=who, turn=turn):
            return {"event": "turn_ended", "seat": who, "turn": turn}
        case GameEnded(winner=winner, reason=reason):
            return {"event": "game_ended", "winner": winner, "reason": reason}


def _names(hand: Hand) -> list[str]:
    return [piece.name for piece in PIECES for _copy in range(hand[piece])]


def _read_hand(names: list[str]) -> Hand:
    held = [parse_piece(name) for name in names]
    return tuple(held.count(piece) for piece in PIECES)
