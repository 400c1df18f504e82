"""The checks that every built-in game must pass, whatever its rules: one set for all games and rule sets.

A new game adds a ``Subject`` for each of its rule sets, and ``test_conformance.py`` then runs each check on it. The
checks use only what ``mile_bones.engine.game`` and the game's ``Spec`` promise. For a game without hidden cards or
without deals they require exactly that: a resampled state equals the original, or the seed changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.millieu.positions import lively as lively_millieu
from games.montreal.tables import lively as lively_montreal
from games.tables import ACTION_SPACE, PLAYERS, lively, turns
from mile_bones.engine.errors import IllegalAction, NotationError
from mile_bones.engine.record import Record
from mile_bones.engine.rng import Rng
from mile_bones.engine.spec import Spec
from mile_bones.games import GAMES, load_game, read_record, replay, spec
from mile_bones.games.millieu.actions import ACTIONS
from mile_bones.games.montreal.actions import ACTIONS as MONTREAL_ACTIONS


@dataclass(frozen=True)
class Subject:
    """A game under one rule set, with the facts about it that the checks need."""

    game: str
    rules: str
    action_space: tuple[Any, ...]
    """All actions that exist."""
    lively: Callable[[Any, Rng], Any]
    """Return a random action, chosen so that most kinds of event occur in a game."""
    target: int | None = None
    """The target of the tested games, or None for the usual one. A lower target keeps long games short."""
    options: Mapping[str, Any] = field(default_factory=dict)
    by_points: bool = True
    """Whether a game ends as soon as a seat reaches the target, and the seat with more points wins."""
    refusals: int = 6
    """The least number of different reasons for refusals that occur in a game; fewer for a small game."""
    length: int = 21
    """The least number of actions in a game; fewer for a small game."""

    def __str__(self) -> str:
        return "/".join((self.game, self.rules, *self.options))

    @property
    def spec(self) -> Spec:
        return spec(self.game)

    def load(self) -> Any:
        return load_game(self.game, self.rules, options=self.options, target=self.target)

    @property
    def played_to(self) -> int | None:
        """The target to which the tested games are played."""
        return self.spec.target if self.target is None else self.target


_PLAYED_WITH: dict[str, tuple[tuple[Any, ...], Callable[[Any, Rng], Any]]] = {
    "mile-bones": (ACTION_SPACE, lively),
    "millieu": (ACTIONS, lively_millieu),
    "montreal-mille": (MONTREAL_ACTIONS, lively_montreal),
}
_TARGETS = {"montreal-mille": 300}
_VARIATIONS = {"natural_required": True, "progressive": True, "stake": 2}
SUBJECTS = (
    *(
        Subject(game, rules, *_PLAYED_WITH[game], target=_TARGETS.get(game))
        for game in GAMES
        if game in _PLAYED_WITH
        for rules in spec(game).rules
    ),
    Subject("millieu", "millieu", *_PLAYED_WITH["millieu"], options={"late_mills": True}),
    Subject("montreal-mille", "montreal-mille", *_PLAYED_WITH["montreal-mille"], 100, _VARIATIONS, by_points=False),
)


def snapshot(state: Any) -> tuple[Any, ...]:
    """Return everything that can be asked of a state."""
    return (
        state.current_player,
        state.needs_deal,
        state.legal_actions(),
        *(state.observation(viewer) for viewer in (0, 1, None)),
        state.is_terminal(),
        state.returns(),
        state.first,
        state.totals,
        state.actions,
        state.opening(),
        state.ending(),
        state.body(),
    )


def positions(subject: Subject, seed: int) -> Iterator[Any]:
    """Yield the state before each action of a lively game, and at its end. The same state object is yielded every time,
    and changes in between.
    """
    state, rng = subject.load().new_state(seed=seed), Rng(seed)
    for _turn in turns(state):
        yield state
        state.apply_action(subject.lively(state, rng))
    yield state


def as_record(state: Any, subject: Subject) -> Record:
    body, target = state.body(), subject.played_to
    return Record(subject.game, subject.rules, PLAYERS, body, target=target, options=subject.options)


def check_legality(subject: Subject, seed: int) -> None:
    """Each legal action is accepted. Any other is refused in words, raises, and changes nothing.

    With a thousand actions, only some of the positions are checked.
    """
    refused = set()
    for number, state in enumerate(positions(subject, seed)):
        if number % (1 + len(subject.action_space) // 60):
            continue
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
            assert subject.spec.words.refusal_text(refusal, ("Ada", "Bo"), 0).strip()
            with pytest.raises(IllegalAction) as caught:
                state.apply_action(action)
            assert caught.value.refusal == refusal
            assert caught.value.action == action
            refused.add(refusal.code)
        assert snapshot(state) == before
    assert len(refused) >= subject.refusals, "too little happened in the game for this check"


def check_every_legal_action_works(subject: Subject, seed: int) -> None:
    """Every listed action can be done on a clone, and causes events."""
    for state in positions(subject, seed):
        before = (state.observation(0), state.observation(1))
        for action in state.legal_actions():
            twin = state.clone()
            assert twin.apply_action(action)
            assert (twin.observation(0), twin.observation(1)) != before


def check_refused_actions_leave_no_trace(subject: Subject, seed: int) -> None:
    """A game into which refused actions are mixed continues exactly like the same game without them."""
    game = subject.load()
    plain, mixed = game.new_state(seed=seed), game.new_state(seed=seed)
    rng, wrong = Rng(seed), Rng(seed + 1)
    for _turn in turns(plain):
        for _attempt in range(3):
            action = subject.action_space[wrong.below(len(subject.action_space))]
            if mixed.why_not(action) is not None:
                with pytest.raises(IllegalAction):
                    mixed.apply_action(action)
        action = subject.lively(plain, rng)
        assert plain.apply_action(action) == mixed.apply_action(action)
    assert snapshot(plain) == snapshot(mixed)


def check_notation(subject: Subject) -> None:
    """Each action has its own notation, which is parsed as the same action. Other texts are refused."""
    game = subject.load()
    texts = [str(action) for action in subject.action_space]
    assert len(set(texts)) == len(texts)
    for text, action in zip(texts, subject.action_space, strict=True):
        assert game.parse_action(text) == action
        assert hash(game.parse_action(text)) == hash(action)
        spoilt = {text + " ", " " + text, text.swapcase(), text + "X", text[:-1], text.replace(" ", "  ") + "!"}
        for wrong in spoilt.difference(texts):
            with pytest.raises(NotationError):
                game.parse_action(wrong)
    with pytest.raises(NotationError):
        game.parse_action("")


def check_clone(subject: Subject, seed: int) -> None:
    """A clone is independent: neither state changes the other, and the same actions have the same results in both."""
    for number, state in enumerate(positions(subject, seed)):
        if number % 7:
            continue
        before, twin = snapshot(state), state.clone()
        assert snapshot(twin) == before
        other_way = twin.clone()
        steps = _play_on(subject, twin, seed=number, most=12)
        assert snapshot(state) == before
        assert snapshot(other_way) == before
        assert _play_on(subject, other_way, seed=number, most=12) == steps


def _play_on(subject: Subject, state: Any, seed: int, most: int = 10_000) -> list[Any]:
    rng = Rng(seed)
    events = []
    for _step in range(most):
        if state.is_terminal():
            break
        events.append(state.apply_action(subject.lively(state, rng)))
    return events


def check_replay(subject: Subject, seed: int) -> None:
    """A record that is written and read replays to the same positions, and gives the same record."""
    seen = []
    for state in positions(subject, seed):
        seen.append((state.current_player, state.observation(0), state.observation(1)))
    record = as_record(state, subject)
    again = read_record(record.to_json())
    assert again == record
    steps = [(s.current_player, s.observation(0), s.observation(1), action) for s, action in replay(again)]
    assert [step[:3] for step in steps] == seen
    assert [step[3] for step in steps].index(None) == len(seen) - 1
    last = list(replay(again))[-1][0]
    assert last.is_terminal()
    assert (last.totals, last.returns(), last.body()) == (state.totals, state.returns(), state.body())


def check_replay_of_a_part(subject: Subject, seed: int) -> None:
    """A game can be recorded at any moment, replayed, and continued with the same seed as if it had not been
    interrupted.
    """
    rng = Rng(seed)
    state = subject.load().new_state(seed=seed)
    for step in range(260):
        if state.is_terminal():
            break
        if step % 13 == 0:
            record = read_record(as_record(state, subject).to_json())
            *_before, (again, action) = replay(record, seed)
            assert action is None
            assert snapshot(again) == snapshot(state)
            twin = state.clone()
            assert _play_on(subject, again, step, 150) == _play_on(subject, twin, step, 150)
        state.apply_action(subject.lively(state, rng))


def check_end(subject: Subject, seed: int) -> None:
    """Returns are (0, 0) before the end, and follow the totals at the end. After the end no action is legal."""
    target = subject.played_to
    for state in positions(subject, seed):
        mine, theirs = state.totals
        if not state.is_terminal():
            assert state.returns() == (0, 0)
            assert state.current_player in (0, 1)
            assert state.ending() is None
            assert not subject.by_points or max(mine, theirs) < (1 if target is None else target)
            continue
        if subject.by_points:
            assert target is None or max(mine, theirs) >= target
            assert state.returns() == ((mine > theirs) - (mine < theirs), (theirs > mine) - (theirs < mine))
        assert sum(state.returns()) == 0
        assert state.current_player is None
        assert not state.needs_deal
        assert state.legal_actions() == ()
        assert state.observation(0).legal_actions() == state.observation(1).legal_actions() == ()
        assert all(state.why_not(action) is not None for action in subject.action_space)
        assert all(isinstance(event, state.closing) for event in state.ending())


def check_deals(subject: Subject, seed: int) -> None:
    """Only a game that has deals asks for a deal. A game that waits for the deal allows no action until then.

    Afterwards it continues like a game that did not wait. The events since the deal can be asked for again.
    """
    game, rng = subject.load(), Rng(seed)
    waiting, other = game.new_state(seed=seed), game.new_state(seed=seed)
    assert bool(waiting.opening()) == subject.spec.has_deals
    dealt, told = 0, []
    for _turn in turns(waiting):
        action = subject.lively(waiting, rng)
        events = waiting.apply_action(action, deal=False)
        told += [event for event in events if not isinstance(event, waiting.closing)]
        assert list(waiting.events_since_deal()) == told
        if waiting.needs_deal:
            assert waiting.current_player is None
            assert waiting.legal_actions() == ()
            dealing = waiting.deal()
            assert dealing == waiting.opening()
            events, told, dealt = (*events, *dealing), [], dealt + 1
        with pytest.raises(ValueError, match=r"nothing to deal|not over"):
            waiting.deal()
        assert other.apply_action(action) == events
    assert snapshot(waiting) == snapshot(other)
    assert bool(dealt) == subject.spec.has_deals


def check_before(subject: Subject, seed: int) -> None:
    """Any number of actions can be undone, and done again with the same result."""
    kept = [snapshot(state.clone()) for state in positions(subject, seed)]
    *_all, state = positions(subject, seed)
    last = snapshot(state)
    for back in range(0, len(kept), 1 + len(kept) // 12):
        earlier = state.before(back)
        assert snapshot(earlier) == kept[len(kept) - 1 - back]
        for action in state.actions[len(kept) - 1 - back :]:
            earlier.apply_action(action)
        assert snapshot(earlier) == snapshot(state) == last


def check_seeds(subject: Subject, seed: int) -> None:
    """The same seed gives the same game.

    In a game with deals another seed gives another game, and no two games without a seed are the same. In a game
    without deals the seed changes nothing.
    """
    game = subject.load()
    one, two, other = game.new_state(seed=seed), game.new_state(seed=seed), game.new_state(seed=seed + 1)
    assert snapshot(one) == snapshot(two)
    assert (one.opening() != other.opening()) == subject.spec.has_deals
    assert _play_on(subject, one, seed) == _play_on(subject, two, seed)
    unforetold = {repr(game.new_state().body()) for _game in range(5)}
    assert len(unforetold) == (5 if subject.spec.has_deals else 1)


def check_who_begins(subject: Subject, seed: int) -> None:
    """Either seat can begin."""
    for first in (0, 1):
        state = subject.load().new_state(seed=seed, first=first)
        assert state.first == state.current_player == first


def check_resample(subject: Subject, seed: int) -> None:
    """A resampled state looks the same to its seat, has the same legal actions, and can be played to the end.

    The generator alone decides the cards that the seat does not know. In a game without hidden cards the state is the
    same.
    """
    game, hides = subject.load(), subject.spec.has_hidden_cards
    rng = Rng(seed)
    differs = False
    for number, state in enumerate(positions(subject, seed)):
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
                _play_on(subject, twin, number)
                assert twin.is_terminal()
    assert differs == hides
    start = game.new_state(seed=seed).observation(0)
    drawn = [game.resample(start, Rng(number)).observation(1) for number in range(8)]
    assert len(set(map(repr, drawn))) > 4 if hides else len(set(map(repr, drawn))) == 1
    assert [game.resample(start, Rng(number)).observation(1) for number in range(8)] == drawn
    ended = state.observation(0)
    with pytest.raises(ValueError, match="over"):
        game.resample(ended, rng)


def check_hidden(subject: Subject, seed: int) -> None:
    """Whichever cards are hidden from a seat, the opponent's actions look the same to that seat."""
    game = subject.load()
    rng, choice = Rng(seed), Rng(seed)
    state = game.new_state(seed=seed)
    compared = 0
    for _turn in turns(state):
        viewer = 1 - state.current_player
        twin = game.resample(state.observation(viewer), rng)
        action = subject.lively(state, choice)
        possible = twin.why_not(action) is None
        assert possible or subject.spec.has_hidden_cards
        mine = state.apply_action(action, deal=False)
        if possible:
            theirs = twin.apply_action(action, deal=False)
            assert [event.seen_by(viewer) for event in mine] == [event.seen_by(viewer) for event in theirs]
            assert state.observation(viewer) == twin.observation(viewer)
            compared += 1
        if state.needs_deal:
            state.deal()
    assert compared >= subject.length


def check_seen_twice(subject: Subject, seed: int) -> None:
    """Hiding the same things from an event twice hides no more than hiding them once.

    An event as seen by one seat and then by the other is the same in either order. A spectator's event hides at least
    as much as that of each seat.
    """
    hidden = 0
    for events in _all_events(subject, seed):
        for event in events:
            for viewer in (0, 1, None):
                seen = event.seen_by(viewer)
                assert type(seen) is type(event)
                assert seen.seen_by(viewer) == seen
                hidden += seen != event
            assert event.seen_by(0).seen_by(1) == event.seen_by(1).seen_by(0)
            assert event.seen_by(None).seen_by(0) == event.seen_by(None).seen_by(1) == event.seen_by(None)
    assert bool(hidden) == subject.spec.has_hidden_cards


def _all_events(subject: Subject, seed: int) -> Iterator[tuple[Any, ...]]:
    state, rng = subject.load().new_state(seed=seed), Rng(seed)
    yield state.opening()
    for _turn in turns(state):
        yield state.apply_action(subject.lively(state, rng))


def check_observations(subject: Subject, seed: int) -> None:
    """Only the seat to act has legal actions. A spectator never has any, and in a closed game nobody has."""
    for state in positions(subject, seed):
        for viewer in (0, 1, None):
            observation = state.observation(viewer)
            assert viewer is None or observation.seat == viewer
            to_act = viewer is not None and viewer == state.current_player
            assert observation.legal_actions() == (state.legal_actions() if to_act else ())
            closed = observation.closed()
            assert closed.seat == observation.seat
            assert closed.legal_actions() == ()
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=str(seat)):
            state.observation(seat)


SEEDED_CHECKS = (
    check_legality,
    check_every_legal_action_works,
    check_refused_actions_leave_no_trace,
    check_clone,
    check_replay,
    check_replay_of_a_part,
    check_end,
    check_deals,
    check_before,
    check_seeds,
    check_who_begins,
    check_resample,
    check_hidden,
    check_seen_twice,
    check_observations,
)
