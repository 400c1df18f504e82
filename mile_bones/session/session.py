"""A game in progress between a person and a computer player.

The session is the only one that holds the true state. Front ends get the viewer's observation and the events as the
viewer may see them. The computer gets a question and its answer comes back, at once or later: who thinks, and where,
is the front end's matter. Every action is handed to ``save`` before ``act`` or ``answer`` returns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile

from mile_bones.engine import GIVEN_UP, IllegalAction, PlayerInfo, Record, Refusal
from mile_bones.games import load_game, replay
from mile_bones.games.milebones import NAME as MILE_BONES
from mile_bones.games.milebones import Action, Event, GameEnded, HandEnded, MileBonesState, Observation, Phase
from mile_bones.players import LEVELS, level_name
from mile_bones.session.computer import Question

VIEWER = 0
"""The seat of the person: the human of a record is seat 0."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game is played with. ``seed`` None: the deals cannot be foretold. ``first`` begins the first hand."""

    name: str
    rules: str
    level: str
    seed: int | None = None
    first: int = 0


class Session:
    """One game. ``Session.start`` begins one, ``Session.resume`` goes on with a record."""

    def __init__(self, state: MileBonesState, record: Record, save: Callable[[Record], None]) -> None:
        self._state = state
        self._head = replace(record, hands=())
        self._save = save
        level_name(self.level)  # which refuses a level that does not exist
        self._ended = record.ended
        self._ply = sum(len(hand.actions) for hand in state.hand_records())
        self._save(self.record())

    @classmethod
    def start(cls, setup: Setup, save: Callable[[Record], None], computer_name: str) -> Session:
        """A new game, saved at once. NotationError for rules or a level that do not exist."""
        state = load_game(MILE_BONES, rules=setup.rules).new_state(setup.seed, first=setup.first)
        players = (PlayerInfo(setup.name, "human"), PlayerInfo(computer_name, "computer", setup.level))
        return cls(state, Record(MILE_BONES, setup.rules, players), save)

    @classmethod
    def resume(cls, record: Record, setup: Setup, save: Callable[[Record], None]) -> Session:
        """Go on where the record stops; ReplayError when it breaks the rules.

        The person takes seat 0 whoever sat there. A level that this program does not have is replaced by the one of
        ``setup``, whose ``seed`` also deals the hands to come.
        """
        state, _no_action = deque(replay(record, setup.seed), maxlen=1).pop()
        human, computer = record.players
        if computer.level not in LEVELS:
            computer = replace(computer, level=setup.level)
        players = (replace(human, kind="human", level=None), replace(computer, kind="computer"))
        return cls(state, replace(record, players=players), save)

    @property
    def observation(self) -> Observation:
        """All that the person may know. Nobody is to act any more in a game that was given up."""
        observation = self._state.observation(VIEWER)
        return observation if self._ended is None else observation._replace(player=None, phase=Phase.OVER)

    @property
    def players(self) -> tuple[PlayerInfo, PlayerInfo]:
        """Who plays; the person first."""
        return self._head.players

    @property
    def rules_name(self) -> str:
        """The name of the rule set of this game."""
        return self._head.rules

    @property
    def level(self) -> str:
        """The level of the computer."""
        level = self._head.players[1 - VIEWER].level
        assert level is not None, "who sits in the computer's seat has a level"
        return level

    @property
    def is_over(self) -> bool:
        """The game has come to its end or was given up."""
        return self._state.is_terminal() or self._ended is not None

    @property
    def given_up(self) -> bool:
        """The person gave the game up."""
        return self._ended is not None

    @property
    def totals(self) -> tuple[int, int]:
        """The points from the hands that have ended, by seat."""
        return self._state.totals

    @property
    def winner(self) -> int | None:
        """The seat that won; None while the game goes on and when it is drawn."""
        returns = self._state.returns()
        return None if returns == (0, 0) else returns.index(1)

    @property
    def next_first(self) -> int:
        """The seat that begins the next game: the turn goes on from hand to hand, through the games."""
        return 1 - self._state.first

    @property
    def computer_to_act(self) -> bool:
        """The computer has to choose now."""
        return not self.is_over and self._state.current_player == 1 - VIEWER

    def dealt(self) -> Event:
        """The beginning of the present hand, as the person sees it."""
        return self._state.deal_event(VIEWER)

    def hand_so_far(self) -> tuple[Event, ...]:
        """What the person has seen happen since the present hand was dealt, in order; without the hand's end."""
        log = self._state.logs[-1]
        again = load_game(MILE_BONES, rules=self.rules_name).new_state(deal=log.deal)
        events = (event for _seat, action in log.actions for event in again.apply_action(action))
        before_the_end = takewhile(lambda event: not isinstance(event, HandEnded), events)
        return tuple(event.seen_by(VIEWER) for event in before_the_end)

    def ending(self) -> tuple[HandEnded, GameEnded] | None:
        """How the game ended; None while it goes on and when it was given up."""
        return self._state.ending()

    def why_not(self, action: Action) -> Refusal | None:
        """Why the person may not do this now; None when it is legal."""
        if self.is_over:
            return Refusal("game_over")
        if self._state.current_player != VIEWER:
            return Refusal("not_your_turn")
        return self._state.why_not(action)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Do the person's action. Returns what the person sees of it; the save has been made then.

        IllegalAction when the rules forbid it, or when it is not the person's turn; nothing has changed then.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self._apply(action)

    def question(self) -> Question | None:
        """What the computer has to answer now; None while it is not to act."""
        return Question(self._state.observation(1 - VIEWER), self._ply) if self.computer_to_act else None

    def answer(self, ply: int, action: Action) -> tuple[Event, ...] | None:
        """Do what the computer chose when it was asked at this ply, and save. Returns what the person sees of it.

        None when the answer comes too late, because the game has gone on or is over; nothing has changed then.
        IllegalAction when the rules forbid the action.
        """
        if ply != self._ply or not self.computer_to_act:
            return None
        return self._apply(action)

    def give_up(self) -> None:
        """End the game here, without a winner. A game that is over stays as it is."""
        if self.is_over:
            return
        self._ended = GIVEN_UP
        self._save(self.record())

    def record(self) -> Record:
        """The whole game so far."""
        return replace(self._head, hands=self._state.hand_records(), ended=self._ended)

    def digest(self) -> str:
        """A short name for this very game, to recognise it when it is counted."""
        import hashlib  # late: OpenSSL comes with it, three megabytes that the first picture does not need

        return hashlib.sha256(self.record().to_json().encode()).hexdigest()[:20]

    def _apply(self, action: Action) -> tuple[Event, ...]:
        events = self._state.apply_action(action)
        self._ply += 1
        self._save(self.record())
        return tuple(event.seen_by(VIEWER) for event in events)
