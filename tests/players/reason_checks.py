"""Checks of the reasons that all coaches give, against the true state of the games.

The choices are those of all levels, against each other and mixed with random play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players.milebones.reasons.finding import find as find_in_mile_bones
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.players import CarefulPlayer, EasyPlayer
from mile_bones.players.millieu.reasons import Code as MillieuCode
from mile_bones.players.millieu.reasons import find as find_in_millieu
from mile_bones.players.montreal.reasons import find as find_in_mille
from players.milebones.reasons import open_cards as mile_bones_cards
from players.milebones.reasons import play
from players.millieu.test_millieu_reasons import is_true
from players.montreal import choices as mille_choices
from players.montreal import open_cards as mille_cards

Pairs = list[tuple[Any, Any]]
_FEW_TURNS = 60
"""The most turns of a position of Millieu for which everything can be tried."""


class Said(NamedTuple):
    """A reason, the choice for which it was given, and whether all of its claims are true."""

    code: str
    better: Any
    worse: Any
    observation: Any
    is_true: bool


def _mile_bones(seed: int) -> Iterator[Iterator[Said]]:
    rater = play.Rater()
    for choice in play.choices(games=1_000_000, seed=seed):
        best, second, *_others = rater.ranked(choice.observation)
        pairs = {(best, choice.chosen if choice.chosen != best else second): None}
        pairs |= dict.fromkeys(choice.pairs(2))
        yield _said(
            choice.observation,
            list(pairs),
            find_in_mile_bones,
            lambda *said, state=choice.state: mile_bones_cards.true_in_the_open(state, *said),
        )


def _mille(seed: int) -> Iterator[Iterator[Said]]:
    for state, actions in mille_choices.choices(deals=1_000_000, seed=seed):
        pairs = [(actions[0], actions[1]), (actions[1], actions[0]), (actions[-1], actions[0])]
        pairs = [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]
        yield _said(
            state.observation(state.current_player),
            pairs,
            find_in_mille,
            lambda *said, state=state: mille_cards.true_in_the_open(state, *said),
        )


def _millieu(seed: int) -> Iterator[Iterator[Said]]:
    """Yield the reasons late in games, where few turns are possible. Reasons that count the careful turns of the
    opponent are left out, because they take too long to check.
    """
    players = {"easy": EasyPlayer(), "careful": CarefulPlayer()}
    names = ["", *players]
    for number in range(1_000_000):
        luck, state = Rng.for_deal(seed, number), MillieuState()
        seats = [names[luck.below(len(names))] for _seat in range(2)]
        for _step in range(400):
            if state.is_terminal():
                break
            seat = state.current_player
            assert seat is not None
            seen = state.observation(seat)
            actions = list(seen.legal_actions())
            if len(actions) > 1 and seen.turn >= 9 and not (seen.turn_begins and len(Plans(seen)) > _FEW_TURNS):
                luck.shuffle(actions)
                yield _said(
                    seen,
                    [(actions[0], actions[1]), (actions[1], actions[0])],
                    find_in_millieu,
                    lambda better, worse, found, seen=seen: (
                        found.code is MillieuCode.FEWER_TURNS or is_true(seen, better, worse, found)
                    ),
                )
                luck.shuffle(actions)
            level = seats[seat]
            state.apply_action(players[level].choose(seen) if level else actions[0])


def _said(
    observation: Any, pairs: Pairs, find: Callable[..., Any], is_said_truly: Callable[..., bool]
) -> Iterator[Said]:
    for better, worse in pairs:
        found = find(observation, better, worse)
        if found is not None:
            yield Said(found.code.value, better, worse, observation, is_said_truly(better, worse, found))


GAMES = {"mile-bones": _mile_bones, "montreal-mille": _mille, "millieu": _millieu}


def check(game: str, choices: int, seed: int) -> tuple[Counter[str], list[Said]]:
    """Return how often each reason was given in this number of choices, and the reasons that were false."""
    said: Counter[str] = Counter()
    false: list[Said] = []
    for choice in islice(GAMES[game](seed), choices):
        for each in choice:
            said[each.code] += 1
            if not each.is_true:
                false.append(each)
    return said, false
