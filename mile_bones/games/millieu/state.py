"""The state of a whole game of Millieu: one board, two hands, and turns of two or more steps."""

from __future__ import annotations

from mile_bones.engine.errors import Refusal
from mile_bones.engine.open_game import OpenState
from mile_bones.games.millieu.actions import Action, Place, Slide, Take
from mile_bones.games.millieu.cube import POINTS
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Reason, Slid, TurnEnded
from mile_bones.games.millieu.legality import legal_places, standing_mills
from mile_bones.games.millieu.observation import Observation, Phase, legal_actions
from mile_bones.games.millieu.pieces import FULL_HAND, Piece
from mile_bones.games.millieu.refusals import why_not

MOST_TURNS = 400
"""The number of turns, of both players together, after which a game without a winner is a draw."""


class MillieuState(OpenState[Observation, Action, Event]):
    """The state of a game. All of it is visible to everybody. ``first`` makes the first move.

    With ``late_mills``, the second player may not make a mill in the first six of their own turns.
    """

    closing = (GameEnded,)

    __slots__ = ()

    def __init__(self, first: int = 0, *, late_mills: bool = False) -> None:
        if first not in (0, 1):
            raise ValueError(f"there is no seat {first}")
        empty: tuple[Piece | None, ...] = (None,) * len(POINTS)
        hands = (FULL_HAND, FULL_HAND)
        super().__init__(Observation(None, first, first, Phase.PLACE, 1, empty, hands, late_mills=late_mills))

    @classmethod
    def from_observation(cls, view: Observation) -> MillieuState:
        """Return the game that ``view`` shows. Its log is empty, because the earlier actions are unknown.

        Raise ValueError if the game is over.
        """
        if view.player is None:
            raise ValueError("the game is over: nothing can be played")
        return cls._at(view)

    @property
    def turn(self) -> int:
        """The number of this turn, counted from 1 over the turns of both players. At the end of the game it is the
        number of the last turn.
        """
        return self._now.turn

    def legal_actions(self) -> tuple[Action, ...]:
        return legal_actions(self._now)

    def why_not(self, action: Action) -> Refusal | None:
        return why_not(self._now, action)

    def apply_legal(self, action: Action) -> tuple[Event, ...]:
        view = self._now
        seat = view.player
        assert seat is not None
        self._log.append((seat, action))
        board = [*view.board]
        hand = [*view.hands[seat]]
        events: list[Event] = []
        match action:
            case Place(piece, point):
                hand[piece] -= 1
                board[point] = piece
                view = view._replace(phase=Phase.SLIDE, placed=point)
                events.append(Placed(seat, piece, point))
                turn_ends = all(piece is None for piece in self._now.board)  # the opening is a whole turn
            case Slide(origin, target):
                moved = board[origin]
                assert moved is not None
                board[origin], board[target] = None, moved
                view = view._replace(phase=Phase.CAPTURE, slid_from=origin, moved=target)
                events.append(Slid(seat, moved, origin, target))
                turn_ends = not standing_mills(board, view.active)
            case Take(point):
                taken = board[point]
                assert taken is not None
                board[point] = None
                hand[taken] += 1
                view = view._replace(taken=(*view.taken, point))
                events.append(Captured(seat, taken, point))
                turn_ends = not standing_mills(board, view.active)
        hands = (tuple(hand), view.hands[1]) if seat == 0 else (view.hands[0], tuple(hand))
        self._now = view._replace(board=tuple(board), hands=hands)
        if turn_ends:
            self._end_turn(seat, events)
        return tuple(events)

    def _end_turn(self, seat: int, events: list[Event]) -> None:
        view, other = self._now, 1 - seat
        steps = view.steps
        events.append(TurnEnded(seat, view.turn))
        ended: GameEnded | None = None
        following = view._replace(
            player=other,
            phase=Phase.PLACE,
            turn=view.turn + 1,
            placed=None,
            slid_from=None,
            moved=None,
            last_turn=steps,
            taken=(),
        )
        if next(legal_places(view.board, view.hands[other], following.room), None) is None:
            reason: Reason = "blocked" if any(view.hands[other]) else "no_pieces"
            ended = GameEnded(seat, reason)
        elif view.turn >= MOST_TURNS:
            ended = GameEnded(None, "turns")
        if ended is not None:
            self._now = view._replace(player=None, phase=Phase.OVER, last_turn=steps)
            self._ended = ended
            events.append(ended)
            return
        self._now = following
