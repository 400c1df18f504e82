"""What every game of the house must do, whatever its rules: one set of checks for all games and rule sets.

A new game adds a ``Subject`` to ``SUBJECTS``; ``test_conformance.py`` then runs each check on it. The checks use only
what ``mile_bones.engine.game`` promises, and what a record needs: ``hand_records``, ``totals`` and ``rules.target``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from games.tables import ACTION_SPACE, PLAYERS, lively, turns
from mile_bones.engine import Hands, IllegalAction, NotationError, Record, Rng
from mile_bones.games import load_game, replay
from mile_bones.games.milebones.words import refusal_text


@dataclass(frozen=True)
class Subject:
    """A game under one rule set, and what the checks must know about it."""

    game: str
    rules: str
    action_space: tuple[Any, ...]
    """Every action that exists."""
    refusal_text: Callable[[Any, Sequence[str], int | None], str]

    def __str__(self) -> str:
        return f"{self.game}/{self.rules}"

    def load(self) -> Any:
        return load_game(self.game, self.rules)


SUBJECTS = tuple(Subject("mile-bones", rules, ACTION_SPACE, refusal_text) for rules in ("mile-bones", "mille"))


def snapshot(state: Any) -> tuple[Any, ...]:
    """All that can be asked of a state."""
    return (
        state.current_player,
        state.legal_actions(),
        state.observation(0),
        state.observation(1),
        state.is_terminal(),
        state.returns(),
        state.totals,
        state.hand_records(),
    )


def positions(state: Any, seed: int) -> Iterator[Any]:
    """The state before each action of a lively game, and at its end. It is the same state every time."""
    rng = Rng(seed)
    for _turn in turns(state):
        yield state
        state.apply_action(lively(state, rng))
    yield state


def as_record(state: Any, subject: Subject) -> Record:
    return Record(subject.game, subject.rules, PLAYERS, Hands(state.hand_records()), target=state.rules.target)


def check_legality(subject: Subject, seed: int) -> None:
    """Each legal action is accepted; any other is refused in words, raises, and changes nothing."""
    refused = set()
    for state in positions(subject.load().new_state(seed=seed), seed):
        allowed = state.legal_actions()
        assert len(set(allowed)) == len(allowed)
        assert set(allowed) <= set(subject.action_space)
        assert bool(allowed) == (not state.is_terminal())
        before = snapshot(state)
        for action in subject.action_space:
            refusal = state.why_not(action)
            if action in allowed:
                assert refusal is None, f"{action} is listed, but refused: {refusal}"
                continue
            assert refusal is not None, f"{action} is not listed, but not refused"
            assert subject.refusal_text(refusal, ("Ada", "Bo"), 0).strip()
            with pytest.raises(IllegalAction) as caught:
                state.apply_action(action)
            assert caught.value.refusal == refusal
            assert caught.value.action == action
            refused.add(refusal.code)
        assert snapshot(state) == before
    assert len(refused) > 5, "the game was too dull to show anything"


def check_every_legal_action_works(subject: Subject, seed: int) -> None:
    """What is listed as legal can be done, on a clone, and something happens each time."""
    for state in positions(subject.load().new_state(seed=seed), seed):
        before = (state.observation(0), state.observation(1))
        for action in state.legal_actions():
            twin = state.clone()
            assert twin.apply_action(action)
            assert (twin.observation(0), twin.observation(1)) != before


def check_refused_actions_leave_no_trace(subject: Subject, seed: int) -> None:
    """A game into which refused actions are mixed goes on exactly as the one without them."""
    game = subject.load()
    plain, mixed = game.new_state(seed=seed), game.new_state(seed=seed)
    rng, wrong = Rng(seed), Rng(seed + 1)
    for _turn in turns(plain):
        for _attempt in range(3):
            action = subject.action_space[wrong.below(len(subject.action_space))]
            if mixed.why_not(action) is not None:
                with pytest.raises(IllegalAction):
                    mixed.apply_action(action)
        action = lively(plain, rng)
        assert plain.apply_action(action) == mixed.apply_action(action)
    assert snapshot(plain) == snapshot(mixed)


def check_notation(subject: Subject) -> None:
    """Each action has a notation of its own, which is read back as the same action; nothing else is read."""
    game = subject.load()
    texts = [str(action) for action in subject.action_space]
    assert len(set(texts)) == len(texts)
    for text, action in zip(texts, subject.action_space, strict=True):
        assert game.parse_action(text) == action
        assert hash(game.parse_action(text)) == hash(action)
        for wrong in (text + " ", " " + text, text.swapcase(), text + "X", text[:-1], text.replace(" ", "  ") + "!"):
            with pytest.raises(NotationError):
                game.parse_action(wrong)
    with pytest.raises(NotationError):
        game.parse_action("")


def check_clone(subject: Subject, seed: int) -> None:
    """A clone goes its own way: neither sees what the other does, and each would have done the same."""
    for number, state in enumerate(positions(subject.load().new_state(seed=seed), seed)):
        if number % 7:
            continue
        before, twin = snapshot(state), state.clone()
        assert snapshot(twin) == before
        other_way = twin.clone()
        steps = _play_on(twin, seed=number, most=12)
        assert snapshot(state) == before
        assert snapshot(other_way) == before
        assert _play_on(other_way, seed=number, most=12) == steps


def _play_on(state: Any, seed: int, most: int) -> list[Any]:
    rng = Rng(seed)
    events = []
    for _step in range(most):
        if state.is_terminal():
            break
        events.append(state.apply_action(lively(state, rng)))
    return events


def check_replay(subject: Subject, seed: int) -> None:
    """The record of a game, through text and back, replays to the same positions, and to the same record."""
    state = subject.load().new_state(seed=seed)
    seen = [(s.current_player, s.observation(0), s.observation(1)) for s in positions(state, seed)]
    record = as_record(state, subject)
    again = Record.from_json(record.to_json())
    assert again == record
    steps = [(s.current_player, s.observation(0), s.observation(1), action) for s, action in replay(again)]
    assert [step[:3] for step in steps] == seen
    assert [step[3] for step in steps].index(None) == len(seen) - 1
    last = list(replay(again))[-1][0]
    assert last.is_terminal()
    assert (last.totals, last.returns(), last.hand_records()) == (state.totals, state.returns(), state.hand_records())


def check_replay_of_a_part(subject: Subject, seed: int) -> None:
    """A game can be recorded at any moment, replayed, and played on with the same seed as if nothing had been."""
    rng = Rng(seed)
    state = subject.load().new_state(seed=seed)
    for step in range(260):
        if state.is_terminal():
            break
        if step % 13 == 0:
            record = Record.from_json(as_record(state, subject).to_json())
            *_before, (again, action) = replay(record, seed)
            assert action is None
            assert snapshot(again) == snapshot(state)
            twin = state.clone()
            assert _play_on(again, step, 150) == _play_on(twin, step, 150)
        state.apply_action(lively(state, rng))


def check_end(subject: Subject, seed: int) -> None:
    """Returns are (0, 0) before the end and follow the totals at the end; after it nothing can be done."""
    for state in positions(subject.load().new_state(seed=seed), seed):
        if not state.is_terminal():
            assert state.returns() == (0, 0)
            assert state.current_player in (0, 1)
            assert max(state.totals) < state.rules.target
            continue
        mine, theirs = state.totals
        assert max(mine, theirs) >= state.rules.target
        assert state.returns() == ((mine > theirs) - (mine < theirs), (theirs > mine) - (theirs < mine))
        assert state.current_player is None
        assert state.legal_actions() == ()
        assert state.observation(0).legal_actions() == state.observation(1).legal_actions() == ()
        assert all(state.why_not(action) is not None for action in subject.action_space)


def check_seeds(subject: Subject, seed: int) -> None:
    """The same seed gives the same game, another seed another; without a seed no two games are the same."""
    game = subject.load()
    one, two, other = game.new_state(seed=seed), game.new_state(seed=seed), game.new_state(seed=seed + 1)
    assert snapshot(one) == snapshot(two)
    assert one.hand_records() != other.hand_records()
    assert _play_on(one, seed, 10_000) == _play_on(two, seed, 10_000)
    assert len({game.new_state().hand_records()[0].deck for _game in range(5)}) == 5


def check_resample(subject: Subject, seed: int) -> None:
    """A resampled state looks the same to its seat, allows it the same, and can be played to the end. What the seat
    does not know follows from the generator alone."""
    game = subject.load()
    rng = Rng(seed)
    differs = False
    for number, state in enumerate(positions(game.new_state(seed=seed), seed)):
        if number % 5 or state.is_terminal():
            continue
        for seat in (0, 1):
            observation = state.observation(seat)
            twin = game.resample(observation, rng)
            assert twin.observation(seat) == observation
            assert twin.current_player == state.current_player
            if state.current_player == seat:
                assert twin.legal_actions() == state.legal_actions() == observation.legal_actions()
            else:
                assert observation.legal_actions() == ()
            differs = differs or twin.observation(1 - seat) != state.observation(1 - seat)
            if number % 60 == 0:
                _play_on(twin, number, 10_000)
                assert twin.is_terminal()
    assert differs, "nothing was ever drawn anew"
    start = game.new_state(seed=seed).observation(0)
    drawn = [game.resample(start, Rng(number)).observation(1) for number in range(8)]
    assert len(set(map(repr, drawn))) > 4
    assert [game.resample(start, Rng(number)).observation(1) for number in range(8)] == drawn
    ended = state.observation(0)
    with pytest.raises(ValueError, match="over"):
        game.resample(ended, rng)


def check_hidden(subject: Subject, seed: int) -> None:
    """What the opponent does looks the same to a seat, whatever the cards that it cannot see may be."""
    game = subject.load()
    rng, choice = Rng(seed), Rng(seed)
    state = game.new_state(seed=seed)
    compared = 0
    for _turn in turns(state):
        actor = state.current_player
        viewer = 1 - actor
        twin = game.resample(state.observation(viewer), rng)
        action = lively(state, choice)
        hand_number = state.observation(viewer).hand_number
        possible = twin.why_not(action) is None
        mine = state.apply_action(action)
        if not possible:
            continue
        theirs = twin.apply_action(action)
        if state.is_terminal() or state.observation(viewer).hand_number != hand_number:
            continue
        assert [event.seen_by(viewer) for event in mine] == [event.seen_by(viewer) for event in theirs]
        assert state.observation(viewer) == twin.observation(viewer)
        compared += 1
    assert compared > 20


def check_seen_twice(subject: Subject, seed: int) -> None:
    """What a seat has seen of an event is all there is: looking at that again takes nothing more away. What neither may
    know together is no more than each knows alone."""
    for _action, events in _steps(subject, seed):
        for event in events:
            for seat in (0, 1):
                seen = event.seen_by(seat)
                assert type(seen) is type(event)
                assert seen.seen_by(seat) == seen
            assert event.seen_by(0).seen_by(1) == event.seen_by(1).seen_by(0)


def _steps(subject: Subject, seed: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    state = subject.load().new_state(seed=seed)
    rng = Rng(seed)
    for _turn in turns(state):
        action = lively(state, rng)
        yield action, state.apply_action(action)


SEEDED_CHECKS = (
    check_legality,
    check_every_legal_action_works,
    check_refused_actions_leave_no_trace,
    check_clone,
    check_replay,
    check_replay_of_a_part,
    check_end,
    check_seeds,
    check_resample,
    check_hidden,
    check_seen_twice,
)
