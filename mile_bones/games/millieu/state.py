"""A whole game of Millieu: one board, two hands, turns of two or more steps."""

from __future__ import annotations

from mile_bones.engine.bodies import ActionList
from mile_bones.engine.errors import IllegalAction, Refusal
from mile_bones.games.millieu.actions import Action, Place, Slide, Take
from mile_bones.games.millieu.cube import POINTS
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Reason, Slid, TurnEnded
from mile_bones.games.millieu.legality import legal_places, standing_mills
from mile_bones.games.millieu.observation import Observation, Phase, legal_actions
from mile_bones.games.millieu.pieces import FULL_HAND, Piece
from mile_bones.games.millieu.refusals import why_not

MOST_TURNS = 400
"""After so many turns, both players' together, a game that has no winner is drawn."""


class MillieuState:
    """The true state of a game, which is also what everybody sees. ``first`` opens."""

    closing = (GameEnded,)
    needs_deal = False
    """There is nothing to deal."""

    __slots__ = ("_ended", "_log", "_now", "_start")

    def __init__(self, first: int = 0) -> None:
        if first not in (0, 1):
            raise ValueError(f"there is no seat {first}")
        empty: tuple[Piece | None, ...] = (None,) * len(POINTS)
        self._begin(Observation(None, first, first, Phase.PLACE, 1, empty, (FULL_HAND, FULL_HAND)))

    @classmethod
    def from_observation(cls, view: Observation) -> MillieuState:
        """A game that stands as this observation shows it; what was done before is not in its log.

        ValueError when the game is over: nothing is left to play then.
        """
        if view.player is None:
            raise ValueError("the game is over: nothing is left to play")
        state = cls.__new__(cls)
        state._begin(view._replace(seat=None))
        return state

    def _begin(self, view: Observation) -> None:
        self._start = self._now = view
        self._log: list[tuple[int, Action]] = []
        self._ended: GameEnded | None = None

    @property
    def current_player(self) -> int | None:
        """The seat to act, None at the end of the game."""
        return self._now.player

    @property
    def first(self) -> int:
        """The seat that opened."""
        return self._now.first

    @property
    def turn(self) -> int:
        """The number of this turn, counted from 1 through both players' turns; at the end the number of the last."""
        return self._now.turn

    @property
    def log(self) -> tuple[tuple[int, Action], ...]:
        """Every action so far with the seat that did it."""
        return tuple(self._log)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far."""
        return tuple(action for _seat, action in self._log)

    @property
    def totals(self) -> tuple[int, int]:
        """1 for the seat that has won."""
        won, lost = (int(result > 0) for result in self.returns())
        return won, lost

    def opening(self) -> tuple[Event, ...]:
        """Nothing is dealt."""
        return ()

    def deal(self) -> tuple[Event, ...]:
        """ValueError: nothing is dealt."""
        raise ValueError("there is nothing to deal")

    def events_since_deal(self) -> tuple[Event, ...]:
        """What has happened since the beginning, without the end of the game."""
        again = self.before(len(self._log))
        events = (event for _seat, action in self._log for event in again.apply_legal(action))
        return tuple(event for event in events if not isinstance(event, GameEnded))

    def ending(self) -> tuple[Event, ...] | None:
        """How the game ended, told once more; None while it goes on."""
        return None if self._ended is None else (self._ended,)

    def body(self) -> ActionList:
        """Every action so far as a record holds it."""
        return ActionList(self.first, tuple(f"{seat} {action}" for seat, action in self._log))

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal step, in a fixed order; empty at the end of the game."""
        return legal_actions(self._now)

    def why_not(self, action: Action) -> Refusal | None:
        """None when the player to act may do it, else the reason."""
        return why_not(self._now, action)

    def apply_action(self, action: Action, *, deal: bool = True) -> tuple[Event, ...]:
        """Do it and return what happened. IllegalAction when it is not legal; then nothing changes.

        ``deal`` is what every game is asked: there is nothing to deal.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.apply_legal(action)

    def apply_legal(self, action: Action) -> tuple[Event, ...]:
        """``apply_action`` for whoever has just asked ``why_not``: it is not checked again."""
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
        if next(legal_places(view.board, view.hands[other]), None) is None:
            reason: Reason = "blocked" if any(view.hands[other]) else "no_pieces"
            ended = GameEnded(seat, reason)
        elif view.turn >= MOST_TURNS:
            ended = GameEnded(None, "turns")
        if ended is not None:
            self._now = view._replace(player=None, phase=Phase.OVER, last_turn=steps)
            self._ended = ended
            events.append(ended)
            return
        self._now = view._replace(
            player=other,
            phase=Phase.PLACE,
            turn=view.turn + 1,
            placed=None,
            slid_from=None,
            moved=None,
            last_turn=steps,
            taken=(),
        )

    def observation(self, seat: int | None) -> Observation:
        """What ``seat`` sees, or a spectator (None). ValueError for a seat other than 0 and 1."""
        if seat not in (0, 1, None):
            raise ValueError(f"there is no seat {seat}")
        return self._now._replace(seat=seat)

    def is_terminal(self) -> bool:
        """The game has ended."""
        return self._ended is not None

    def returns(self) -> tuple[int, int]:
        """(+1, -1), (-1, +1) or, for a draw, (0, 0) at the end of the game; (0, 0) before."""
        if self._ended is None or self._ended.winner is None:
            return 0, 0
        return (1, -1) if self._ended.winner == 0 else (-1, 1)

    def clone(self) -> MillieuState:
        """An independent copy."""
        twin = MillieuState.__new__(MillieuState)
        twin._start, twin._now, twin._ended = self._start, self._now, self._ended
        twin._log = self._log[:]
        return twin

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """These actions are steps of one turn of this player; None: of the turn that still goes on."""
        movers = {mover for mover, _action in self._log[len(self._log) - actions :]}
        return self._ended is None and movers == {self.current_player if seat is None else seat}

    def before(self, actions: int) -> MillieuState:
        """The game as it stood before its last ``actions`` actions."""
        state = MillieuState.__new__(MillieuState)
        state._begin(self._start)
        for _seat, action in self._log[: len(self._log) - actions]:
            state.apply_legal(action)
        return state
