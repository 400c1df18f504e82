"""Positions of Mile Bones for the coup of the day, found in games that the levels play against each other.

Kept is a choice in which the best action is far better than the second, ``easy`` does something else, and ``expert``
and ``champion`` both find it. What is cheap to ask is asked first. The coach says twice how far it is ahead, in other
imagined worlds each time: of many differences that look large in one try, some do so by chance alone. One game brings
each best action once: what is right in one turn often still is in the next.
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
from mile_bones.players.milebones.coach import MileBonesCoach
from mile_bones.players.milebones.coaching import COACH, Coaching
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.network import load_weights
from mile_bones.players.milebones.policy import expert_policy

AHEAD = LIMITS[Mark.MISTAKE]
"""Points. By so much the best action is ahead of the second at least."""
SURELY = 4.0
"""Standard errors, likewise."""
GLANCES = ((96, 0.35), (480, 0.8))
"""Numbers of worlds for a first look and a second one, and what share of these points and standard errors is asked for
there."""
PLAYERS = ("easy", "original", "expert")
"""The champion would do much the same as the expert, and take ten times as long."""
EXTENSIONS = 5
"""In one game of so many extensions are looked at: there are far too many of them, and the answer is always yes."""

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
"""What is asked, one after the other; how many came through each is counted."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position: ``choice`` says where it is, what ``easy`` chose, and what the actions are worth.

    ``original`` is what that level chose; ``likely``, 0 to 1, how much the expert's network gave the best action.
    """

    choice: Choice
    original: str
    likely: float


@dataclass(frozen=True, slots=True)
class Mined:
    """What was found in game ``number``. ``record`` is the whole game, ``counts`` go by ``STAGES``."""

    number: int
    record: Record
    counts: tuple[int, ...]
    found: tuple[Found, ...]


def mine(numbers: Iterable[int], seed: int, jobs: int = 1) -> Iterator[Mined]:
    """The games with these numbers. What is found does not depend on ``jobs``. WorkerDied when a process ends early."""
    return (mined for _number, mined in spread(partial(mine_game, seed), numbers, jobs, patience=0))


def mine_game(seed: int, number: int) -> Mined:
    """One game to its target. Each of these players meets each, and itself, as often as any other."""
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
    """Whether this choice is one to keep; each question that it passes is counted. ``known``: what would be no news as
    the best action."""
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
                rating = _coach(0).rate(observation, worlds)
                passed = rating is not None and rating.best.action == best and is_far_ahead(rating, share)
            case 6:
                passed = _player("champion").choose(observation) == best
            case _:
                choice = question.answer(_Opinion(stage - 7), WORLDS)
                assert choice is not None, "nobody breaks it off"
                passed = choice.best == str(best) and is_far_ahead(choice.rating)
        if not passed:
            return None
        counts[stage] += 1
    assert choice is not None
    return Found(choice, str(_player("original").choose(observation)), chances(observation)[best])


def _leads_rival(observation: Observation, best: Action) -> bool:
    """The best action is nearly far enough ahead of what the expert finds most likely beside it."""
    others = {action: chance for action, chance in chances(observation).items() if action != best}
    rival = max(others, key=others.__getitem__)
    worlds, share = GLANCES[0]
    coach = _coach(0)
    found = coach.lookahead.outcomes(observation, [best, rival], *coach.lookahead.imagined(observation, worlds))
    assert found is not None, "nobody breaks it off"
    ours, theirs = coach.stakes.mixed(found[:, 0], found[:, 1])
    return float((ours - theirs).mean()) >= share * AHEAD


def is_far_ahead(rating: Rating, share: float = 1.0) -> bool:
    """The best action is ahead of all others, by so many points and standard errors, or by this share of both."""
    best = rating.best.worth
    return all(best - each.worth >= share * max(AHEAD, SURELY * each.se) for each in rating.worths[1:])


def coach_version() -> str:
    """Return the version of the coach that rates the choices."""
    return COACH.version()


def chances(observation: Observation) -> dict[Action, float]:
    """How much of all that is legal the expert's network gives each action, 0 to 1."""
    actions = observation.legal_actions()
    said = expert_policy()(observation)[[place(each, observation.phase) for each in actions]]
    shares = np.exp(said - said.max())
    return dict(zip(actions, (shares / shares.sum()).tolist(), strict=True))


class _Opinion(Coaching):
    """The coach, with luck of its own in what it imagines."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def rate(self, observation: Observation, worlds: int, cancel: Cancel | None = None) -> Rating | None:
        return _coach(self._seed).rate(observation, worlds, cancel)


@cache
def _coach(seed: int) -> MileBonesCoach:
    return MileBonesCoach(expert_policy(), load_weights("champion"), seed)


@cache
def _player(level: str) -> Any:
    return load_player(NAME, level)
