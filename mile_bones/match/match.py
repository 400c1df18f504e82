"""One game in progress. The match is the only one that holds the true state.

It applies an action once, hands the record to ``save``, and then tells each viewer what that viewer saw: table,
terminal, narrator, log, announcer and other machines all listen to the same steps. Seats are alike: a person or a
computer may sit in either. The match thinks for nobody: it has a `question` for a computer that is to act, and
whoever has the answer submits it, at once or later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mile_bones.engine.errors import IllegalAction, Refusal
from mile_bones.engine.game import Event, State
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import load_game, replay, spec
from mile_bones.match.copies import ALONE, Copies
from mile_bones.match.numbers import first_of, fresh_id, fresh_number
from mile_bones.match.seats import Computer, Person, Seats, Setup, players_of, seats_of, shown_names
from mile_bones.match.steps import GivenUp, Listener, Redone, ReplayedAction, Step, StepKind, Undone
from mile_bones.match.thinking import Question
from mile_bones.players import level as level_of

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option
    from mile_bones.engine.spec import Spec


class Match:
    """``Match.start`` begins one, ``Match.resume`` goes on with a record."""

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
        """Who plays, by seat."""
        self._head = replace(record, players=players_of(seats))
        self._save = save
        self._ended = record.ended
        self._choices = [*choices]  # where among the actions a person had something to choose
        self._undone: list[tuple[Any, ...]] = []  # each from a choice of a person on; the last undone is last
        self._ply = self._reached = len(state.actions)  # the latter: how far this copy of the game has ever been
        self._copies = copies
        self._listeners: list[tuple[int | None, Listener]] = []
        self._save(self.record())

    @classmethod
    def start(cls, setup: Setup, save: Callable[[Record], None], copies: Copies = ALONE) -> Match:
        """A new game, saved at once. NotationError for a game, rules, a level or an option that do not exist.

        ``copies`` knows whether the same game is played on elsewhere.
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
        """Go on where the record stops; ReplayError when it breaks the rules.

        ``level`` takes the place of one that this program does not have, ``seed`` deals the hands to come where the
        record has no seed.
        """
        seats = seats_of(record.game, record.players, level)
        choices, hidden = [], spec(record.game).has_hidden_cards
        for number, (state, action) in enumerate(replay(record, seed)):
            if action is not None and _is_choice(state, seats, hidden=hidden):
                choices.append(number)
        return cls(state, seats, record, choices, save, copies)

    # ------------------------------------------------------------------ what it is

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return self._head.game

    @property
    def id(self) -> str:
        """By what this game is known in all its copies."""
        return self._head.id

    @property
    def spec(self) -> Spec:
        """What there is to know of that game."""
        return spec(self._head.game)

    @property
    def rules_name(self) -> str:
        """The name of its rule set."""
        return self._head.rules

    @property
    def options(self) -> Mapping[str, Option]:
        """What was chosen beside the rule set, by name."""
        return self._head.options

    @property
    def target(self) -> int | None:
        """The points that end the game, None where none do."""
        return self._head.target

    @property
    def level(self) -> str | None:
        """The level of the computer, of the first one where two play; None when no computer does."""
        return next((seat.level for seat in self.seats if isinstance(seat, Computer)), None)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats in which people sit."""
        return tuple(number for number, seat in enumerate(self.seats) if isinstance(seat, Person))

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called at the table, by seat; see ``shown_names``."""
        return shown_names(self.game, players_of(self.seats))

    @property
    def viewer(self) -> int:
        """From which seat a lone person, or somebody who only watches, sees the table."""
        return self.persons[0] if self.persons else 0

    @property
    def seed(self) -> int | None:
        """The number of this deal; None for a game from a file that does not know it."""
        return self._head.seed

    @property
    def assisted(self) -> bool:
        """It counts for nothing: something was undone, the coach was asked, the cards were known, or a copy was played
        on elsewhere."""
        return self._head.assisted

    # ------------------------------------------------------------------ how it stands

    def observation(self, viewer: int | None) -> Any:
        """All that this viewer may know. Nobody is to act any more in a game that was given up."""
        observation = self._state.observation(viewer)
        return observation if self._ended is None else observation.closed()

    @property
    def current_player(self) -> int | None:
        """The seat to act, None when the game is over."""
        return None if self.is_over else self._state.current_player

    @property
    def is_over(self) -> bool:
        """The game has come to its end or was given up."""
        return self._state.is_terminal() or self._ended is not None

    @property
    def given_up(self) -> bool:
        """Somebody gave the game up."""
        return self._ended is not None

    @property
    def totals(self) -> tuple[int, int]:
        """The points so far, by seat; where there are none, 1 for the one that has won."""
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

    def opening(self, viewer: int | None) -> Step:
        """The deal of the present hand, with the table as it stands now."""
        return self._step(StepKind.DEAL, viewer, self._state.opening())

    def since_deal(self, viewer: int | None) -> tuple[Any, ...]:
        """What this viewer has seen happen since the present hand was dealt, or the game began; without its end."""
        return tuple(event.seen_by(viewer) for event in self._state.events_since_deal())

    def story(self, viewer: int | None) -> tuple[ReplayedAction, ...]:
        """The same, action by action, with the table after each of them."""
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
        """How many actions have been done and not been taken back."""
        return len(self._state.actions)

    def ending(self, viewer: int | None) -> Step | None:
        """How the game ended, told once more; None while it goes on and when it was given up."""
        events = self._state.ending()
        return None if events is None else self._step(StepKind.END, viewer, events)

    # ------------------------------------------------------------------ acting

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """``listener`` gets every step from now on, as this viewer sees it (None: a spectator), after it was saved.

        Call what this returns to hear no more.
        """
        entry = (viewer, listener)
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry)

    def why_not(self, seat: int, action: Any) -> Refusal | None:
        """Why the player in ``seat`` may not do this now; None when it is legal."""
        if self.is_over:
            return Refusal("game_over")
        if self._state.current_player != seat:
            return Refusal("not_your_turn")
        return self._state.why_not(action)

    def submit(self, seat: int, action: Any, ply: int | None = None) -> bool:
        """Do this for the player in ``seat``: apply, save, tell every viewer.

        ``ply``: the one at which the player was asked. An answer to an earlier one is too late, because the game has
        gone on, or back, or is over: False, and nothing has changed. IllegalAction when the rules forbid the action;
        nothing has changed then either.
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
        """What a computer has to answer now; None while none is to act."""
        seat = self.current_player
        if seat is None:
            return None
        player = self.seats[seat]
        if not isinstance(player, Computer):
            return None
        return Question(self.game, seat, player.level, self._state.observation(seat), self._ply)

    def give_up(self, seat: int | None = None) -> None:
        """End the game here, without a winner, and save; ``seat`` did it. A game that is over stays as it is."""
        if self.is_over:
            return
        self._ended = GIVEN_UP
        self._ply += 1
        self._done(self._steps(StepKind.END, (GivenUp(seat),)))

    # ------------------------------------------------------------------ undo and redo

    @property
    def to_undo(self) -> Any | None:
        """The last choice of a person, which ``undo`` takes back; None when there is none, or the game is over.

        An action that had no alternative, such as drawing, is no choice.
        """
        return self._state.actions[self._choices[-1]] if self._choices and not self.is_over else None

    @property
    def length_after_undo(self) -> int | None:
        """How many actions ``undo`` leaves; None when there is nothing to undo."""
        return None if self.to_undo is None else self._choices[-1]

    @property
    def to_redo(self) -> Any | None:
        """The choice that was undone last, which ``redo`` does again; None when there is none."""
        return self._undone[-1][0] if self._undone and not self.is_over else None

    @property
    def ply(self) -> int:
        """How often the game has gone on, or back, since it was made: no two of its moments have the same."""
        return self._ply

    def is_free_to_undo(self, seat: int | None = None) -> bool:
        """What ``undo`` takes back is a step of a turn that is not over, by which nobody has learned anything; or of
        one that is over, but of which the player in ``seat`` has not yet said so, or which a computer has still to
        answer."""
        done = self._state.actions
        if seat is None and len(self.persons) == 1:
            (seat,) = self.persons
        return self.to_undo is not None and self._state.may_take_back(len(done) - self._choices[-1], seat)

    def undo(self, *, seat: int | None = None) -> None:
        """Take back the last choice of a person and all that followed, and save.

        From now on the game is assisted, unless that was free (``is_free_to_undo``).

        The cards to come stay what they were. Nothing happens when there is nothing to undo.
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
        """Do the choice that was undone last once more, with all that followed it then, and save.

        Nothing happens when there is nothing to redo.
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
        """A person is helped: from now on the game is assisted, which is saved."""
        if not self.assisted:
            self._head = replace(self._head, assisted=True)
            self._save(self.record())

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        """Keep how this player's hand lies, and save; it changes nothing in the game."""
        first, second = self._head.arrangement or ((), ())
        arrangement = (cards, second) if seat == 0 else (first, cards)
        if arrangement != self._head.arrangement:
            self._head = replace(self._head, arrangement=arrangement)
            self._save(self.record())

    @property
    def arrangement(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """How the hands were last said to lie, by seat."""
        return self._head.arrangement or ((), ())

    def record(self) -> Record:
        """The whole game so far."""
        return replace(self._head, body=self._state.body(), ended=self._ended)

    def digest(self) -> str:
        """A short name for this very game, to recognise it when it is counted."""
        return self.record().digest().hex()[:20]

    # ------------------------------------------------------------------ telling

    def _steps(self, kind: StepKind, events: Sequence[Event]) -> list[tuple[Listener, Step]]:
        """What each listener is to hear, now that the table stands like this."""
        return [(listener, self._step(kind, viewer, events)) for viewer, listener in self._listeners]

    def _step(self, kind: StepKind, viewer: int | None, events: Sequence[Event]) -> Step:
        return Step(kind, tuple(event.seen_by(viewer) for event in events), self.observation(viewer), self._ply)

    def _done(self, steps: Sequence[tuple[Listener, Step]]) -> None:
        """Save the game as it stands now, and only then tell what has happened."""
        self._save(self.record())
        for listener, step in steps:
            listener(step)


def _is_choice(state: State[Any], seats: Seats, *, hidden: bool) -> bool:
    """A person is to act and has more than one way to.

    ``hidden``: the players hold cards that the other does not see. Between two people everything counts as a choice
    then: what can be taken back would tell the other whether there was one.
    """
    seat = state.current_player
    if seat is None or not isinstance(seats[seat], Person):
        return False
    return (hidden and all(isinstance(each, Person) for each in seats)) or len(state.legal_actions()) > 1
