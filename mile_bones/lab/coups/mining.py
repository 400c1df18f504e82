"""Positions of Mile Bones for the coup of the day, found in games that the levels play against each other.

A choice is kept if the best action is far better than the second, ``easy`` chooses another action, and ``expert`` and
``champion`` both find the best one. The tests that take little time come first. The coach rates the lead twice, with
different imagined worlds, because some of the differences that look large in one try do so by chance. Each game yields
a best action at most once: an action that is right in one turn often still is in the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import load_game
from mile_bones.games.milebones.actions import EXTEND, Action
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import NAME
from mile_bones.lab.workers import spread
from mile_bones.match.review import WORLDS, Choice, ChoiceQuestion
from mile_bones.players import load_player
from mile_bones.players.coach import LIMITS, Mark, Rating
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones.coach import load_coach
from mile_bones.players.milebones.coaching import COACH, Coaching
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.policy import expert_policy

AHEAD = LIMITS[Mark.MISTAKE].points
"""The smallest lead of the best action over the second, in points."""
SURELY = 4.0
"""The smallest lead in standard errors."""
GLANCES = ((96, 0.35), (480, 0.8))
"""The numbers of worlds for the first and the second quick look, and the shares of ``AHEAD`` and ``SURELY``
required.
"""
PLAYERS = ("easy", "original", "expert")
"""The levels that play the games. The champion would play much like the expert, and take ten times as long."""
EXTENSIONS = 5
"""Extensions are considered only in one of this many games: there are far too many of them, and the best answer is
always yes.
"""

STAGES = (
    "choices",
    "easy errs",
    "new",
    "ahead of one",
    "at a glance",
    "at another",
    "champion agrees",
    "far ahead",
    "and again",
)
"""The stages of the test, in order. The choices that pass each one are counted."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position: ``choice`` has its place, the action that ``easy`` chose, and the values of the actions.

    ``original`` is the action that the level of that name chose; ``likely``, 0 to 1, is the probability that the
    expert's network gave to the best action.
    """

    choice: Choice
    original: str
    likely: float


@dataclass(frozen=True, slots=True)
class Mined:
    """The positions found in game ``number``. ``record`` is the whole game; ``counts`` has a count for each stage."""

    number: int
    record: Record
    counts: tuple[int, ...]
    found: tuple[Found, ...]


def mine(numbers: Iterable[int], seed: int, jobs: int = 1) -> Iterator[Mined]:
    """Yield the games with these numbers. The positions found do not depend on ``jobs``. Raise WorkerDied if a process
    ends early.
    """
    return (mined for _number, mined in spread(partial(mine_game, seed), numbers, jobs, patience=0))


def mine_game(seed: int, number: int) -> Mined:
    """Play one game to its target. Each pairing of ``PLAYERS``, including a level with itself, is equally frequent."""
    seats = PLAYERS[number % len(PLAYERS)], PLAYERS[number // len(PLAYERS) % len(PLAYERS)]
    known = set() if number % EXTENSIONS == 0 else {str(EXTEND)}
    players = [_player(name) for name in seats]
    state = load_game(NAME).new_state((seed << 32) + number, first=number % 2)
    counts, found = [0] * len(STAGES), list[Found]()
    while not state.is_terminal():
        if state.needs_deal:
            state.deal()
        actions, seat = state.legal_actions(), state.current_player
        action = actions[0]
        if len(actions) > 1:
            observation = state.observation(seat)
            action = players[seat].choose(observation)
            here = judged(observation, state.hand_number, len(state.logs[-1].actions) + 1, counts, known)
            if here is not None:
                found.append(here)
                known.add(here.choice.best)
        state.apply_action(action, deal=False)
    infos = tuple(PlayerInfo(name, "computer", name) for name in seats)
    record = Record(NAME, state.rules.name, (infos[0], infos[1]), state.body(), state.rules.target)
    return Mined(number, record, tuple(counts), tuple(found))


def judged(
    observation: Observation, hand: int, action: int, counts: list[int], known: Collection[str] = ()
) -> Found | None:
    """Return the choice as ``Found`` if it passes all stages, else None.

    Each passed stage is counted in ``counts``. ``known`` holds best actions that were found already and are not wanted
    again.
    """
    easy, best = _player("easy").choose(observation), _player("expert").choose(observation)
    question = ChoiceQuestion(hand, action, observation, easy)
    choice = None
    for stage in range(len(STAGES)):
        match stage:
            case 0:
                passed = True
            case 1:
                passed = easy != best
            case 2:
                passed = str(best) not in known
            case 3:
                passed = _leads_rival(observation, best)
            case 4 | 5:
                worlds, share = GLANCES[stage - 4]
                rating = load_coach(0).rate(observation, worlds)
                passed = rating is not None and rating.best.action == best and is_far_ahead(rating, share)
            case 6:
                passed = _player("champion").choose(observation) == best
            case _:
                choice = question.answer(_Opinion(stage - 7), WORLDS)
                assert choice is not None, "nobody cancels it"
                passed = choice.best == str(best) and is_far_ahead(choice.rating)
        if not passed:
            return None
        counts[stage] += 1
    assert choice is not None
    return Found(choice, str(_player("original").choose(observation)), chances(observation)[best])


def _leads_rival(observation: Observation, best: Action) -> bool:
    """Return True if the best action is nearly far enough ahead of the expert's second choice."""
    others = {action: chance for action, chance in chances(observation).items() if action != best}
    rival = max(others, key=others.__getitem__)
    worlds, share = GLANCES[0]
    coach = load_coach(0)
    found = coach.lookahead.outcomes(observation, [best, rival], *coach.lookahead.imagined(observation, worlds))
    assert found is not None, "nobody cancels it"
    ours, theirs = coach.stakes.mixed(found[:, 0], found[:, 1])
    return float((ours - theirs).mean()) >= share * AHEAD


def is_far_ahead(rating: Rating, share: float = 1.0) -> bool:
    """Return True if the best action leads all others by ``AHEAD`` in worth and by ``SURELY`` standard errors, times
    ``share``. With a share of 1, all others must have a mark, too: no answer but the best then solves the puzzle.
    """
    best = rating.best.worth
    leads = all(best - each.worth >= share * max(AHEAD, SURELY * each.se) for each in rating.worths[1:])
    return leads and (share < 1 or all(rating.mark(each.action) for each in rating.worths[1:]))


def coach_version() -> str:
    """Return the version of the coach that rates the choices."""
    return COACH.version()


def chances(observation: Observation) -> dict[Action, float]:
    """Return the probability, 0 to 1, that the expert's network gives to each legal action."""
    actions = observation.legal_actions()
    said = expert_policy()(observation)[[place(each, observation.phase) for each in actions]]
    shares = np.exp(said - said.max())
    return dict(zip(actions, (shares / shares.sum()).tolist(), strict=True))


class _Opinion(Coaching):
    """The coach with a given seed for the worlds that it imagines."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def rate(
        self, observation: Observation, worlds: int, cancel: Cancel | None = None, chosen: Action | None = None
    ) -> Rating | None:
        return load_coach(self._seed).rate(observation, worlds, cancel)


@cache
def _player(level: str) -> Any:
    return load_player(NAME, level)
