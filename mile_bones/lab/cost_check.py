"""Checks the costs that a review names: by the same coach with other seeds, and by playing both actions to the end.

Levels play single hands, partly at random, and the coach rates some choices of each hand as in a review. A choice with
a mark is a named choice. The coach rates it again with other seeds. Then the best action and the chosen one are each
played to the end of the hand by one level for both sides, in the same worlds, which the coach has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from mile_bones.engine.game import State
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, load_game, part_of, spec
from mile_bones.lab.statistics import Estimate, estimate
from mile_bones.lab.workers import spread
from mile_bones.players import coach_spec, has_coach, levels, load_player
from mile_bones.players.coach import LIMITS, Mark, Rating

OTHERS = 5
"""The number of other seeds."""
EACH, ASKED = 2, 8
"""The most named choices that are taken from one hand, and the most choices that are rated in it. So no hand decides
the check, and no hand without a named choice takes long.
"""
HANDS = 10_000
"""The most hands that are searched for named choices."""
MIX = 4
"""One side plays one action in this number at random, on average."""


Rate: TypeAlias = Callable[[Any, int, Any], Rating]
"""A function that rates the actions of an observation in a number of worlds. The last argument is the chosen action."""


@dataclass(frozen=True, slots=True)
class Named:
    """A choice that the coach names, and what it says about it."""

    observation: Any
    best: Any
    chosen: Any
    cost: float
    se: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A named choice, and its cost by other means, in points."""

    named: Named
    others: Estimate
    """The cost of the chosen action compared with the named best one, by the same coach with other seeds."""
    played: Estimate
    """The difference in the lead at the end of the hand."""

    @property
    def others_agree(self) -> bool:
        return self.others.mean > 0

    @property
    def agrees(self) -> bool:
        """Whether the chosen action was worse than the best one when both were played to the end."""
        return self.played.mean > 0


def games() -> tuple[str, ...]:
    """Return the games whose coaches imagine worlds."""
    return tuple(game for game in GAMES if has_coach(game) and spec(game).has_hidden_cards)


def coach_with(game: str, seed: int) -> Rate:
    """Return the coach of a game with this seed."""
    coach = part_of(game, "players", "coach").load_coach(seed)

    def rated(observation: Any, worlds: int, chosen: Any) -> Rating:
        rating: Rating | None = coach.rate(observation, worlds, None, chosen)
        assert rating is not None, "nobody cancels it"
        return rating

    return rated


def quick_level(game: str) -> str:
    """Return the strongest level but one, which is quick enough to play thousands of hands."""
    return levels(game)[-2].name


def named_choices(game: str, seed: int, hand: int, worlds: int) -> Iterator[Named]:
    """Yield some named choices of one hand between two levels: those that are named for the points that they cost."""
    rate, taken = coach_with(game, 0), 0
    for observation, chosen in _choices(game, seed, hand)[:ASKED]:
        rating = rate(observation, _most(game, worlds), chosen)
        cost = rating.cost(chosen).points
        if rating.mark(chosen) is not None and cost >= LIMITS[Mark.DOUBTFUL].points:
            yield Named(observation, rating.best.action, chosen, cost, rating.of(chosen).se, rating.worlds)
            taken += 1
            if taken == EACH:
                break


def check(game: str, named: Named, worlds: int, hands: int, level: str) -> Checked:
    """Rate a named choice with other seeds, and play both actions to the end in ``hands`` worlds."""
    others = []
    for seed in range(1, 1 + OTHERS):
        rating = coach_with(game, seed)(named.observation, _most(game, worlds), named.chosen)
        others.append(rating.of(named.best).points - rating.of(named.chosen).points)
    return Checked(named, estimate(others), estimate([_played(game, named, world, level) for world in range(hands)]))


def checks(game: str, seed: int, worlds: int, hands: int, level: str, jobs: int = 1) -> Generator[list[Checked]]:
    """Yield the checked choices of one hand after another, up to ``HANDS`` hands. The choices of a hand do not depend
    on ``jobs``, but the order of the hands does.
    """
    for _hand, checked in spread(partial(_check, game, seed, worlds, hands, level), range(HANDS), jobs, patience=0):
        yield checked


def line(checked: Checked) -> str:
    """Return one line of the table of checks."""
    named, others, played = checked.named, checked.others, checked.played
    return (
        f"| {named.best} | {named.chosen} | {named.worlds} | {named.cost:.0f} ± {named.se:.0f} "
        f"| {others.mean:.0f} | {played.mean:.0f} ± {played.se:.0f} | {'yes' if checked.agrees else 'no'} |"
    )


HEAD = "| best | chosen | worlds | claimed | other seeds | played out | sign agrees |\n|---|---|---|---|---|---|---|"


def _check(game: str, seed: int, worlds: int, hands: int, level: str, hand: int) -> list[Checked]:
    return [check(game, named, worlds, hands, level) for named in named_choices(game, seed, hand, worlds)]


def _most(game: str, worlds: int) -> int:
    spec = coach_spec(game)
    assert spec is not None
    return worlds if spec.most_worlds is None else min(worlds, spec.most_worlds)


def _choices(game: str, seed: int, hand: int) -> list[tuple[Any, Any]]:
    """Return the choices of one hand: the observations with the chosen actions, in an order that is random."""
    rng = Rng.for_deal(seed, hand)
    names = [level.name for level in levels(game)]
    players = [load_player(game, names[rng.below(len(names))], rng.below(1 << 30)) for _seat in range(2)]
    state, found = load_game(game).new_state(rng.next64()), []
    while not _over(state):
        actions = list(state.legal_actions())
        action = actions[0]
        if len(actions) > 1:
            assert state.current_player is not None
            observation = state.observation(state.current_player)
            action = players[state.current_player].choose(observation)
            if state.current_player == hand % 2 and rng.below(MIX) == 0:
                action = actions[rng.below(len(actions))]
            found.append((observation, action))
        state.apply_action(action, deal=False)
    rng.shuffle(found)
    return found


def _played(game: str, named: Named, world: int, level: str) -> float:
    """Return how much further ahead the player is at the end of the hand with the best action, in one world."""
    leads = []
    seat = named.observation.seat
    for action in (named.best, named.chosen):
        state = load_game(game).resample(named.observation, Rng.for_deal(1 << 20, world))
        before = state.totals
        state.apply_action(action, deal=False)
        players = [load_player(game, level, world), load_player(game, level, world)]
        while not _over(state):
            actions = state.legal_actions()
            chosen = actions[0]
            if len(actions) > 1:
                chosen = players[state.current_player].choose(state.observation(state.current_player))
            state.apply_action(chosen, deal=False)
        gained = [after - was for after, was in zip(state.totals, before, strict=True)]
        leads.append(gained[seat] - gained[1 - seat])
    return float(leads[0] - leads[1])


def _over(state: State[Any]) -> bool:
    return state.needs_deal or state.is_terminal()
