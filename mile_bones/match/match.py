"""The match: one game in progress, and the only object that has the true state.

The match applies an action once, gives the record to ``save``, and then sends each viewer what that viewer saw. Table,
terminal, narrator, log, announcer and other machines are all viewers and get the same steps. A person or a computer may
sit in either seat. The match does not run the computer players. If a computer is to act, the match has a `question` for
it, and the caller submits the answer, at once or later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from mile_bones.engine.errors import IllegalAction, Refusal
from mile_bones.engine.game import Event, State
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import load_game, replay, spec
from mile_bones.match.numbers import first_of, fresh_id, fresh_number
from mile_bones.match.seats import Computer, Person, Seats, Setup, players_of, seats_of, shown_names
from mile_bones.match.steps import GivenUp, Listener, Redone, ReplayedAction, Step, StepKind, Undone
from mile_bones.match.thinking import Question
from mile_bones.players import level as level_of

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option
    from mile_bones.engine.spec import Spec


class Copies(Protocol):
    """A register of how many actions of each game have been played in any window, program or file. A game is identified
    by its ``id``.
    """

    def is_past(self, game: str, ply: int) -> bool:
        """Return True if more than ``ply`` actions of this game have been played elsewhere, or the game has been
        finished there.
        """

    def leave(self, game: str, ply: int) -> None:
        """Note that ``ply`` actions of this game were played here. Call this before actions are taken back or the game
        is left.
        """


class _Alone:
    def is_past(self, game: str, ply: int) -> bool:
        return False

    def leave(self, game: str, ply: int) -> None:
        pass


ALONE: Copies = _Alone()
"""The register for a game without other copies."""


class Match:
    """One game in progress. ``Match.start`` begins a new game, and ``Match.resume`` continues a record."""

    def __init__(
        self,
        state: State[Any],
        seats: Seats,
        record: Record,
        choices: Sequence[int],
        save: Callable[[Record], None],
        copies: Copies = ALONE,
    ) -> None:
        self._state = state
        self.seats = seats
        """The players, by seat."""
        self._head = replace(record, players=players_of(seats))
        self._save = save
        self._ended = record.ended
        self._choices = [*choices]  # the indices of the actions at which a person had a choice
        self._undone: list[tuple[Any, ...]] = []  # a stack; each item begins with a person's choice
        self._ply = self._reached = len(state.actions)  # ``_reached``: the most actions in this copy so far
        self._copies = copies
        self._listeners: list[tuple[int | None, Listener]] = []
        self._save(self.record())

    @classmethod
    def start(cls, setup: Setup, save: Callable[[Record], None], copies: Copies = ALONE) -> Match:
        """Start a new game and save it. Raise NotationError if the game, the rules, a level or an option does not
        exist.

        ``copies`` tells whether a copy of the game has been played elsewhere.
        """
        found = spec(setup.game)
        for seat in setup.seats:
            if isinstance(seat, Computer):
                level_of(setup.game, seat.level)
        seed, first = setup.seed, setup.first
        if found.has_deals:
            seed = fresh_number(first) if seed is None else seed
            first = first_of(seed)
        game = load_game(setup.game, rules=setup.rules, options=setup.options, target=setup.target)
        state = game.new_state(seed, first=first)
        record = Record(
            game=setup.game,
            rules=setup.rules,
            players=players_of(setup.seats),
            body=state.body(),
            target=found.target if setup.target is None else setup.target,
            assisted=setup.assisted,
            seed=seed if found.has_deals else None,
            id=fresh_id(),
            options=dict(setup.options),
        )
        return cls(state, setup.seats, record, (), save, copies)

    @classmethod
    def resume(
        cls,
        record: Record,
        save: Callable[[Record], None],
        copies: Copies = ALONE,
        *,
        level: str,
        seed: int | None = None,
    ) -> Match:
        """Continue a game at the end of its record. Raise ReplayError if the record breaks the rules.

        ``level`` replaces a level that this program does not have. ``seed`` deals the later hands if the record has no
        seed.
        """
        seats = seats_of(record.game, record.players, level)
        choices, hidden = [], spec(record.game).has_hidden_cards
        for number, (state, action) in enumerate(replay(record, seed)):
            if action is not None and _is_choice(state, seats, hidden=hidden):
                choices.append(number)
        return cls(state, seats, record, choices, save, copies)

    # ------------------------------------------------------------------ identity

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._head.game

    @property
    def id(self) -> str:
        """The id that all copies of this game share."""
        return self._head.id

    @property
    def spec(self) -> Spec:
        """The description of the game."""
        return spec(self._head.game)

    @property
    def rules_name(self) -> str:
        """The name of the rule set."""
        return self._head.rules

    @property
    def options(self) -> Mapping[str, Option]:
        """The chosen options besides the rule set, by name."""
        return self._head.options

    @property
    def target(self) -> int | None:
        """The points that end the game, or None if the game does not end by points."""
        return self._head.target

    @property
    def level(self) -> str | None:
        """The level of the computer. If two computers play, it is the level of the first. It is None if no computer
        plays.
        """
        return next((seat.level for seat in self.seats if isinstance(seat, Computer)), None)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if isinstance(seat, Person))

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players at the table, by seat, as ``shown_names`` returns them."""
        return shown_names(self.game, players_of(self.seats))

    @property
    def viewer(self) -> int:
        """The seat from which a lone person, or a spectator, sees the table."""
        return self.persons[0] if self.persons else 0

    @property
    def seed(self) -> int | None:
        """The number from which the game is dealt, or None for a game from a file without that number."""
        return self._head.seed

    @property
    def assisted(self) -> bool:
        """Whether the game does not count. This is so if an action was undone, the coach was asked, the cards were
        known, or a copy was played elsewhere.
        """
        return self._head.assisted

    # ------------------------------------------------------------------ state of the game

    def observation(self, viewer: int | None) -> Any:
        """Return all that ``viewer`` may know. If the game was given up, nobody is to act in it."""
        observation = self._state.observation(viewer)
        return observation if self._ended is None else observation.closed()

    @property
    def current_player(self) -> int | None:
        """The seat to act, or None if the game is over."""
        return None if self.is_over else self._state.current_player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was given up."""
        return self._state.is_terminal() or self._ended is not None

    @property
    def given_up(self) -> bool:
        """Whether somebody gave the game up."""
        return self._ended is not None

    @property
    def totals(self) -> tuple[int, int]:
        """The points so far, by seat. In a game without points the winner has 1."""
        return self._state.totals

    @property
    def winner(self) -> int | None:
        """The seat that won, or None if the game is not over or is drawn."""
        returns = self._state.returns()
        return None if returns == (0, 0) else returns.index(1)

    @property
    def next_first(self) -> int:
        """The seat that begins the next game. The seats take turns in beginning, from hand to hand and from game to
        game.
        """
        return 1 - self._state.first

    def opening(self, viewer: int | None) -> Step:
        """Return the deal of the current hand as a step, with the table as it is now."""
        return self._step(StepKind.DEAL, viewer, self._state.opening())

    def since_deal(self, viewer: int | None) -> tuple[Any, ...]:
        """Return the events that ``viewer`` has seen since the current hand was dealt or the game began.

        Events that end the hand or the game are left out.
        """
        return tuple(event.seen_by(viewer) for event in self._state.events_since_deal())

    def story(self, viewer: int | None) -> tuple[ReplayedAction, ...]:
        """Return the events of ``since_deal``, grouped by action, with the table after each action."""
        again = self._state.before(len(self._state.actions))
        told: list[ReplayedAction] = []
        for number, action in enumerate(self._state.actions):
            if again.needs_deal:
                again.deal()
                told.clear()
            events = again.apply_action(action, deal=False)
            seen = tuple(event.seen_by(viewer) for event in events if not isinstance(event, again.closing))
            told.append(ReplayedAction(number, seen, again.observation(viewer)))
        if again.needs_deal:
            told.clear()
        return tuple(told)

    @property
    def length(self) -> int:
        """The number of actions that have been done and were not undone."""
        return len(self._state.actions)

    def ending(self, viewer: int | None) -> Step | None:
        """Return the end of the game as a step, or None if the game is not over or was given up."""
        events = self._state.ending()
        return None if events is None else self._step(StepKind.END, viewer, events)

    # ------------------------------------------------------------------ actions

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` for every later step, as ``viewer`` sees it (None for a spectator). The step has been saved
        before.

        Return a function that ends the subscription.
        """
        entry = (viewer, listener)
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry)

    def why_not(self, seat: int, action: Any) -> Refusal | None:
        """Return the reason why the player in ``seat`` may not take ``action`` now, or None if the action is legal."""
        if self.is_over:
            return Refusal("game_over")
        if self._state.current_player != seat:
            return Refusal("not_your_turn")
        return self._state.why_not(action)

    def submit(self, seat: int, action: Any, ply: int | None = None) -> bool:
        """Take ``action`` for the player in ``seat``: apply it, save the game, and notify every viewer. Return True.

        ``ply`` is the ply at which the player was asked. If the match has since moved forward or back, or is over, the
        answer is too late. Then return False and change nothing. Raise IllegalAction if the rules forbid the action;
        nothing changes then, either.
        """
        if ply is not None and (ply != self._ply or self.is_over):
            return False
        refusal = self.why_not(seat, action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        if _is_choice(self._state, self.seats, hidden=self.spec.has_hidden_cards):
            self._choices.append(len(self._state.actions))
        if isinstance(self.seats[seat], Person):
            self._undone.clear()
        if not self.assisted and self._copies.is_past(self._head.id, self._reached):
            self._head = replace(self._head, assisted=True)
        events = self._state.apply_action(action, deal=False)
        self._ply += 1
        told: tuple[list[Event], list[Event]] = ([], [])
        for event in events:
            told[isinstance(event, self._state.closing)].append(event)
        steps = self._steps(StepKind.ACTION, told[False])
        if told[True]:
            steps += self._steps(StepKind.END, told[True])
        if self._state.needs_deal:
            dealt = self._state.deal()
            steps += self._steps(StepKind.DEAL, dealt)
        self._reached = max(self._reached, len(self._state.actions))
        self._done(steps)
        return True

    def question(self) -> Question | None:
        """Return the question for the computer that is to act, or None if no computer is."""
        seat = self.current_player
        if seat is None:
            return None
        player = self.seats[seat]
        if not isinstance(player, Computer):
            return None
        return Question(self.game, seat, player.level, self._state.observation(seat), self._ply)

    def give_up(self, seat: int | None = None) -> None:
        """End the game now, without a winner, because the player in ``seat`` gives up, and save it. If the game is
        over, do nothing.
        """
        if self.is_over:
            return
        self._ended = GIVEN_UP
        self._ply += 1
        self._done(self._steps(StepKind.END, (GivenUp(seat),)))

    # ------------------------------------------------------------------ undo and redo

    @property
    def to_undo(self) -> Any | None:
        """The last choice of a person, which ``undo`` takes back. It is None if there is no such choice or the game is
        over.

        An action without an alternative, such as drawing, does not count as a choice.
        """
        return self._state.actions[self._choices[-1]] if self._choices and not self.is_over else None

    @property
    def length_after_undo(self) -> int | None:
        """The number of actions that are left after ``undo``, or None if there is nothing to undo."""
        return None if self.to_undo is None else self._choices[-1]

    @property
    def to_redo(self) -> Any | None:
        """The choice that was undone last, which ``redo`` does again, or None if nothing was undone."""
        return self._undone[-1][0] if self._undone and not self.is_over else None

    @property
    def ply(self) -> int:
        """A counter of actions, undos and redos. No two moments of the match have the same number."""
        return self._ply

    def is_free_to_undo(self, seat: int | None = None) -> bool:
        """Return whether undoing costs nothing.

        It costs nothing during a turn if nobody has learned anything from the actions. After the turn it costs nothing
        as long as the player in ``seat`` has not confirmed the turn, or the computer has not answered it.
        """
        done = self._state.actions
        if seat is None and len(self.persons) == 1:
            (seat,) = self.persons
        return self.to_undo is not None and self._state.may_take_back(len(done) - self._choices[-1], seat)

    def undo(self, *, seat: int | None = None) -> None:
        """Undo the last choice of a person and all actions that followed it, and save.

        From now on the game is assisted, unless the undo was free (``is_free_to_undo``). The cards that are still to
        come stay the same. If there is nothing to undo, do nothing.
        """
        action = self.to_undo
        if action is None:
            return
        free = self.is_free_to_undo(seat)
        assisted = self.assisted or not free
        done, start = self._state.actions, self._choices.pop()
        if not free:
            self._copies.leave(self._head.id, len(done))
        self._undone.append(done[start:])
        self._state = self._state.before(len(done) - start)
        self._head = replace(self._head, assisted=assisted)
        self._ply += 1
        self._done(self._steps(StepKind.REWIND, (Undone(action),)))

    def redo(self) -> None:
        """Do the choice that was undone last again, with all actions that had followed it, and save.

        If there is nothing to redo, do nothing.
        """
        action = self.to_redo
        if action is None:
            return
        self._choices.append(len(self._state.actions))
        for each in self._undone.pop():
            self._state.apply_action(each)
        self._ply += 1
        self._done(self._steps(StepKind.REWIND, (Redone(action),)))

    # ------------------------------------------------------------------ the record

    def assist(self) -> None:
        """Mark the game as assisted, because a person gets help, and save it."""
        if not self.assisted:
            self._head = replace(self._head, assisted=True)
            self._save(self.record())

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        """Keep ``cards`` as the order of this player's hand, and save. This does not change the game."""
        first, second = self._head.arrangement or ((), ())
        arrangement = (cards, second) if seat == 0 else (first, cards)
        if arrangement != self._head.arrangement:
            self._head = replace(self._head, arrangement=arrangement)
            self._save(self.record())

    @property
    def arrangement(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The last known orders of the hands, by seat."""
        return self._head.arrangement or ((), ())

    def record(self) -> Record:
        """Return the record of the whole game so far."""
        return replace(self._head, body=self._state.body(), ended=self._ended)

    def digest(self) -> str:
        """Return a short hash of this game. It is used to recognise the game when it is counted."""
        return self.record().digest().hex()[:20]

    # ------------------------------------------------------------------ notification

    def _steps(self, kind: StepKind, events: Sequence[Event]) -> list[tuple[Listener, Step]]:
        """Return each listener with its step. The steps show the table as it is now."""
        return [(listener, self._step(kind, viewer, events)) for viewer, listener in self._listeners]

    def _step(self, kind: StepKind, viewer: int | None, events: Sequence[Event]) -> Step:
        return Step(kind, tuple(event.seen_by(viewer) for event in events), self.observation(viewer), self._ply)

    def _done(self, steps: Sequence[tuple[Listener, Step]]) -> None:
        """Save the game as it is now. Notify the listeners of ``steps`` only after that."""
        self._save(self.record())
        for listener, step in steps:
            listener(step)


def _is_choice(state: State[Any], seats: Seats, *, hidden: bool) -> bool:
    """Return True if a person is to act and has more than one legal action.

    ``hidden`` is True if players hold cards that the other player does not see. Between two people every action then
    counts as a choice. Otherwise the number of actions that an undo takes back would tell the other player whether
    there was a choice.
    """
    seat = state.current_player
    if seat is None or not isinstance(seats[seat], Person):
        return False
    return (hidden and all(isinstance(each, Person) for each in seats)) or len(state.legal_actions()) > 1
