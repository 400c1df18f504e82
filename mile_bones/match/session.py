"""A game in progress between a person and a computer player.

The session is the only one that holds the true state. Front ends get the viewer's observation and the events as the
viewer may see them. The computer gets a question and its answer comes back, at once or later: who thinks, and where,
is the front end's matter. Every action is handed to ``save`` before ``act`` or ``answer`` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from mile_bones.engine import GIVEN_UP, Hands, IllegalAction, PlayerInfo, Record, Refusal
from mile_bones.games import load_game, replay
from mile_bones.games.milebones import NAME as MILE_BONES
from mile_bones.games.milebones import Action, Event, GameEnded, HandEnded, MileBonesState, Observation, Phase
from mile_bones.match.computer import Question
from mile_bones.match.numbers import first_of, fresh_id, fresh_number
from mile_bones.players import LEVELS, level_name

VIEWER = 0
"""The seat of the person: the human of a record is seat 0."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game is played with. ``seed`` None: the deals cannot be foretold, and ``first`` begins the first hand.

    ``assisted``: these cards have been played before.
    """

    name: str
    rules: str
    level: str
    seed: int | None = None
    first: int = 0
    assisted: bool = False


class Session:
    """One game. ``Session.start`` begins one, ``Session.resume`` goes on with a record."""

    def __init__(
        self, state: MileBonesState, record: Record, choices: Sequence[int], save: Callable[[Record], None]
    ) -> None:
        self._state = state
        self._head = replace(record, body=Hands())
        self._save = save
        level_name(self.level)  # which refuses a level that does not exist
        self._ended = record.ended
        self._choices = [*choices]  # where among the actions the person had something to choose
        self._undone: list[tuple[Action, ...]] = []  # each from a choice of the person on; the last undone is last
        self._ply = len(state.actions)
        self._save(self.record())

    @classmethod
    def start(cls, setup: Setup, save: Callable[[Record], None], computer_name: str) -> Session:
        """A new game, saved at once. NotationError for rules or a level that do not exist."""
        seed = fresh_number(setup.first) if setup.seed is None else setup.seed
        state = load_game(MILE_BONES, rules=setup.rules).new_state(seed, first=first_of(seed))
        players = (PlayerInfo(setup.name, "human"), PlayerInfo(computer_name, "computer", setup.level))
        record = Record(MILE_BONES, setup.rules, players, assisted=setup.assisted, seed=seed, id=fresh_id())
        return cls(state, record, (), save)

    @classmethod
    def resume(cls, record: Record, setup: Setup, save: Callable[[Record], None]) -> Session:
        """Go on where the record stops; ReplayError when it breaks the rules.

        The person takes seat 0 whoever sat there. A level that this program does not have is replaced by the one of
        ``setup``, whose ``seed`` also deals the hands to come where the record has none.
        """
        choices = []
        for number, (state, action) in enumerate(replay(record, setup.seed)):
            if action is not None and _has_a_choice(state):
                choices.append(number)
        human, computer = record.players
        if computer.level not in LEVELS:
            computer = replace(computer, level=setup.level)
        players = (replace(human, kind="human", level=None), replace(computer, kind="computer"))
        return cls(state, replace(record, players=players), choices, save)

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
    def seed(self) -> int | None:
        """The number of this deal; None for a game from a file that does not know it."""
        return self._head.seed

    @property
    def assisted(self) -> bool:
        """Something was undone, or the cards were known: the game counts for nothing."""
        return self._head.assisted

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
        if _has_a_choice(self._state):
            self._choices.append(len(self._state.actions))
        self._undone.clear()
        return self._apply(action)

    @property
    def to_undo(self) -> Action | None:
        """The person's last choice, which ``undo`` takes back; None when there is none, or the game is over.

        An action that had no alternative, such as drawing, is no choice.
        """
        return self._state.actions[self._choices[-1]] if self._choices and not self.is_over else None

    @property
    def to_redo(self) -> Action | None:
        """The choice that was undone last, which ``redo`` does again; None when there is none."""
        return self._undone[-1][0] if self._undone and not self.is_over else None

    def undo(self) -> None:
        """Take back the person's last choice and all that followed, and save. The game is an assisted one from now on.

        The cards to come stay what they were. Nothing happens when there is nothing to undo.
        """
        if self.to_undo is None:
            return
        done, start = self._state.actions, self._choices.pop()
        self._undone.append(done[start:])
        self._state = self._state.before(len(done) - start)
        self._head = replace(self._head, assisted=True)
        self._ply += 1
        self._save(self.record())

    def redo(self) -> None:
        """Do the choice that was undone last once more, with all that followed it then, and save.

        Nothing happens when there is nothing to redo.
        """
        if self.to_redo is None:
            return
        self._choices.append(len(self._state.actions))
        for action in self._undone.pop():
            self._state.apply_action(action)
        self._ply += 1
        self._save(self.record())

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
        return replace(self._head, body=Hands(self._state.hand_records()), ended=self._ended)

    def digest(self) -> str:
        """A short name for this very game, to recognise it when it is counted."""
        return self.record().digest().hex()[:20]

    def _apply(self, action: Action) -> tuple[Event, ...]:
        events = self._state.apply_action(action)
        self._ply += 1
        self._save(self.record())
        return tuple(event.seen_by(VIEWER) for event in events)


def _has_a_choice(state: MileBonesState) -> bool:
    """The person is to act and has more than one way to."""
    return state.current_player == VIEWER and len(state.legal_actions()) > 1
