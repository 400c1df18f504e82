"""Choices in Mille for the daily puzzle, in which one step is far better than all others.

They come from games between the levels. The expert's own worths select the choices that the coach then rates: first in
few worlds (imagined deals), then in many, and finally in as many others, because some of the differences that look
large in one try do so by chance. Before the coach sees a choice, its hidden cards are dealt again. So the ratings
belong to the position that people get.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.replay import replay_montreal
from mile_bones.games.montreal.rules import NAME, USUAL
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players.coach import LIMITS, ClearChoice, Cost, Mark, Rating
from mile_bones.players.montreal import reasons
from mile_bones.players.montreal.coach import MEASURED, PARTS, SPREAD, chance_of_game, load_coach
from mile_bones.players.montreal.conversion import likeness
from mile_bones.players.montreal.coup_themes import coup_theme
from mile_bones.players.montreal.levels import LEVELS
from mile_bones.players.montreal.players import ExpertPlayer
from mile_bones.players.montreal.redaction import hidden
from mile_bones.players.reasoned import POINTS_ONLY

AHEAD = LIMITS[Mark.DOUBTFUL]
"""The least cost of every other step, in one of the two currencies. With ``MISTAKE``, nearly all choices would be those
that the weakest level makes, too.
"""
SURELY = 4.0
"""The least cost of every other step, in standard errors."""
GLANCE = 0.6
"""The share of ``AHEAD`` and ``SURELY`` that a first look in few worlds requires."""
PROMISE, PROMISE_OF_DRAWING = 0.6, 0.25
"""The share of ``AHEAD`` that the expert's own worths must show before the coach looks at all. Drawing is seldom far
better than taking the pile.
"""
PLAIN = 12
"""A choice in which all levels agree is looked at once in this many times. There are far too many of them: take the
pile, go out.
"""
COACHES = (0, 1)
"""The seeds of the coaches that rate a choice in many worlds, one after the other."""
_SEEDS = (0, 1, 2)
"""The seeds with which a level must find the best step each time. So it is not found by chance."""
_PLAYERS = (PlayerInfo("You", "human"), PlayerInfo("Computer", "computer", LEVELS[0].name))


def find_choices(seed: int, number: int) -> list[ClearChoice]:
    """Play game ``number`` and return its puzzles. A deal has at most one of each theme.

    Each pairing of levels, including a level with itself, is equally frequent.
    """
    luck = Rng.for_deal(seed, number)
    state = MontrealMille().new_state(luck.next64(), first=number % 2)
    names = [LEVELS[number % len(LEVELS)].name, LEVELS[number // len(LEVELS) % len(LEVELS)].name]
    players = [next(level for level in LEVELS if level.name == name).load(0, None, None) for name in names]
    found, themes = list[ClearChoice](), set[str]()
    while not state.is_terminal():
        if state.needs_deal:
            state.deal()
            themes.clear()
        seat = state.current_player
        assert seat is not None, "the game is not over"
        observation = state.observation(seat)
        if (levels_differ(observation) or luck.below(PLAIN) == 0) and is_promising(observation):
            choice = _choice(state, names[1 - seat], luck)
            if choice is not None and choice.theme not in themes:
                themes.add(choice.theme)
                found.append(choice)
        state.apply_action(players[seat].choose(observation), deal=False)
    return found


def levels_differ(observation: Observation) -> bool:
    """Return True if the levels choose different steps."""
    if len(observation.legal_actions()) < 2:
        return False
    chosen = {likeness(level.load(0, None, None).choose(observation)) for level in LEVELS}
    return len(chosen) > 1


def is_promising(observation: Observation) -> bool:
    """Return True if one step is so far ahead in the expert's own worths that the coach should look at it."""
    if len({likeness(action) for action in observation.legal_actions()}) < 2:
        return False
    worths = _expert().rate(observation)
    best = max(worths, key=worths.__getitem__)
    other = max((worth for action, worth in worths.items() if likeness(action) != likeness(best)), default=worths[best])
    chances = [chance_of_game(observation, worth, SPREAD) for worth in (worths[best], other)]
    share = PROMISE_OF_DRAWING if best.kind is Kind.DRAW else PROMISE
    return Cost(worths[best] - other, chances[0] - chances[1]).size >= share * AHEAD.size


def is_clear(rating: Rating, share: float = 1.0) -> bool:
    """Return True if all other steps cost at least ``share`` of ``AHEAD`` and of ``SURELY`` standard errors.

    The best steps must be alike: otherwise the puzzle had several answers.
    """
    best = rating.best
    others = [each for each in rating.worths if each.worth < best.worth]
    if not others or len({likeness(each.action) for each in rating.worths if each.worth == best.worth}) > 1:
        return False
    sizes = [rating.cost(each.action).size for each in others]
    return min(sizes) >= share * AHEAD.size and all(
        best.worth - each.worth >= share * SURELY * each.se for each in others
    )


def _choice(state: MontrealState, against: str, luck: Rng) -> ClearChoice | None:
    """Return the choice as a puzzle, or None if it is none."""
    body = hidden(state, luck)
    *_before, (there, _none) = replay_montreal(Record(NAME, NAME, _PLAYERS, body, USUAL.target))
    observation = there.observation(0)
    rating = load_coach(COACHES[0]).rate(observation, PARTS[0])
    if rating is None or not is_clear(rating, GLANCE):
        return None
    best = rating.best.action
    for coach in COACHES:
        rating = load_coach(coach).compared(observation, MEASURED)
        if not is_clear(rating) or likeness(rating.best.action) != likeness(best):
            return None
    right = {each.action for each in rating.worths if each.worth == rating.best.worth}
    level, tempting = _level_of(observation, right)
    if level is None:
        return None
    tempting = tempting or rating.next_best.action
    best = rating.best.action
    reason = reasons.find(observation, best, tempting)
    return ClearChoice(
        body=body,
        against=against,
        theme=coup_theme(best, tempting).value,
        level=level,
        tempting=str(tempting),
        reason=POINTS_ONLY if reason is None else reason.code.value,
        rating=Rating(tuple(replace(each, action=str(each.action)) for each in rating.worths), rating.worlds),
    )


def _level_of(observation: Observation, right: Collection[Action]) -> tuple[str | None, Action | None]:
    """Return the weakest level that finds a right step with each seed, and the first wrong step that a level chooses.
    Each of them is None if there is none.
    """
    tempting = None
    for level in LEVELS:
        chosen = [level.load(seed, None, None).choose(observation) for seed in _SEEDS]
        wrong = [action for action in chosen if action not in right]
        tempting = tempting or next(iter(wrong), None)
        if not wrong:
            return level.name, tempting
    return None, tempting


@cache
def _expert() -> ExpertPlayer:
    return ExpertPlayer()
