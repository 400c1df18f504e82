"""Every choice of a batch of hands weighed against its alternatives.

The engine makes one step for every action that was at all likely, and the critic, which sees all cards, says what the
hand is worth then. What really happened afterwards corrects it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.lab.batch import features
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.engine import step
from mile_bones.lab.batch.mixing import STEP, mixed
from mile_bones.lab.training.networks import Tower
from mile_bones.lab.training.selfplay import Trajectories
from mile_bones.lab.training.stakes import Stakes, worth
from mile_bones.players.milebones.network import POINTS

LIKELY = 0.01
"""An action less likely than this is not weighed."""
_CHUNK = 32_768  # rows that the critic looks at in one go
_MOST = 8  # actions of one choice that are weighed


@dataclass(frozen=True)
class Settings:
    """How choices are weighed."""

    trace: float = 0.85
    """Lambda of the generalized advantage estimation, from one choice of either player to the next."""
    game_part: float = 0.75
    """How much of the reward is the chance to win the game; the rest is points."""
    residual: float = 0.5
    """How much of what happened after the critic's first look is credited to the action taken; a run begins with the
    default and ends with nothing. It corrects a critic that still learns. A good one leaves little to correct, and what
    really followed is luck for the most part."""
    worlds: int = 8
    """In so many orders of the deck each action is weighed, the true one among them."""


@dataclass(frozen=True)
class Experience:
    """The choices of a batch of hands, one line each; ``advantages`` of all 42 actions, 0 where not weighed."""

    actor: Tensor
    critic: Tensor
    legal: Tensor
    """Boolean, ``[n, 42]``."""
    chances: Tensor
    """How likely the network took each action."""
    advantages: Tensor
    taken: Tensor
    surplus: Tensor
    """What the action taken brought beyond what the critic had expected of it at once."""
    returns: Tensor
    """What the critic shall learn."""
    extended: float
    """The part of the hands in which an extension was called."""
    completed: float
    """The part of those extensions that the caller completed."""


def weigh(course: Trajectories, critic: Tower, stakes: Stakes, settings: Settings, device: torch.device) -> Experience:
    """What can be learned from these hands."""
    open_rows, before, returns, at_once = traced(course, critic, stakes, settings, device)
    players = course.rows[:, at.PLAYER]
    with torch.no_grad():
        lines, actions = _likely(course.chances.numpy(), course.taken)
        found = look_ahead(course, before, lines, actions, critic, stakes, settings, device)

    weighed = np.zeros((len(course.rows), at.ACTIONS), np.float32)
    judged = np.zeros((len(course.rows), at.ACTIONS), np.float32)
    weighed[lines, actions], judged[lines, actions] = found, 1
    likely = course.chances.numpy() * judged
    mean = (likely * weighed).sum(axis=1) / likely.sum(axis=1).clip(1e-6)
    advantages = (weighed - mean[:, None]) * judged
    surplus = (returns - at_once) * settings.residual
    if course.opponents is not None:  # whose choices teach the critic alone
        theirs = course.opponents[course.hands] == players
        advantages[theirs], surplus[theirs] = 0, 0
    called = course.ended[course.ended[:, at.EXTENDED_BY] >= 0]
    completed = called[:, at.COMPLETED_BY] == called[:, at.EXTENDED_BY]
    return Experience(
        torch.from_numpy(course.seen),
        torch.from_numpy(open_rows),
        course.legal,
        course.chances,
        torch.from_numpy(advantages),
        torch.from_numpy(course.taken),
        torch.from_numpy(surplus),
        torch.from_numpy(returns),
        len(called) / len(course.ended),
        float(completed.mean()) if len(called) else 0.0,
    )


class Traced(NamedTuple):
    """What followed every choice of some hands, by the critic's word and by what really came."""

    open_rows: NDArray[np.int8]
    """What the critic sees."""
    before: NDArray[np.float32]
    """What the hand was worth before the choice, in points to seat 0."""
    returns: NDArray[np.float32]
    """What the critic shall say, from the side of the player to act."""
    at_once: NDArray[np.float32]
    """What it says one step on."""


def traced(course: Trajectories, critic: Tower, stakes: Stakes, settings: Settings, device: torch.device) -> Traced:
    """Go back through these hands from their ends."""
    before, final = (stakes.worths(rows, settings.game_part) for rows in (course.rows, course.ended))
    seats = None if course.opponents is None else course.opponents[course.hands]
    open_rows = open_features(course.rows, course.decks[course.hands], seats)
    with torch.no_grad():
        values = judged(critic, open_rows, device)
    returns, at_once = traces(course, before, values, final, settings.trace)
    return Traced(open_rows, before, returns, at_once)


def open_features(rows: Row, decks: Deck, opponents: NDArray[np.int8] | None) -> NDArray[np.int8]:
    """What the critic sees of rows with these decks, and with frozen opponents whether it is their turn."""
    size = features.CRITIC_SIZE + (opponents is not None)
    seen = np.empty((len(rows), size), np.int8)
    features.critic_features(rows, decks, np.arange(len(rows)), seen)
    if opponents is not None:
        seen[:, -1] = rows[:, at.PLAYER] == opponents
    return seen


def judged(critic: Tower, rows: NDArray[np.int8], device: torch.device) -> NDArray[np.float32]:
    """What the critic says, from the side of the player to act, in units of ``POINTS``."""
    return said(critic, rows, device)[:, 0].numpy()


def said(tower: Tower, rows: NDArray[np.int8], device: torch.device) -> Tensor:
    """What the network says of so many rows, ``[n, outputs]``; not all of them are looked at in one go."""
    return torch.cat([tower(some.to(device)).cpu() for some in torch.from_numpy(rows).split(_CHUNK)])


@compiled
def _likely(chances: NDArray[np.float32], taken: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The lines and the actions that are to be weighed: the one taken, and others that were likely enough.

    A line with no other action is left out.
    """
    lines, actions = np.empty(len(taken) * _MOST, np.int64), np.empty(len(taken) * _MOST, np.int64)
    count = 0
    for line in range(len(taken)):
        first = count
        actions[first] = taken[line]
        for choice in range(at.ACTIONS):
            if choice != taken[line] and chances[line, choice] > LIKELY and count - first < _MOST - 1:
                count += 1
                actions[count] = choice
        if count > first:
            count += 1
            lines[first:count] = line
    return lines[:count].copy(), actions[:count].copy()


def look_ahead(
    course: Trajectories,
    before: NDArray[np.float32],
    lines: NDArray[np.int64],
    actions: NDArray[np.int64],
    critic: Tower,
    stakes: Stakes,
    settings: Settings,
    device: torch.device,
) -> NDArray[np.float32]:
    """What each action is worth to the player who takes it: the points that it brings, and the critic's word then.

    The mean over several orders of the deck. The cards that lie in it may lie there in any order, whatever else is
    known, so a choice is judged with less luck, and as rightly as by the true order alone.
    """
    result = np.empty(len(lines), np.float32)
    worlds = settings.worlds
    for begin in range(0, len(lines), _CHUNK // worlds):
        these = slice(begin, begin + _CHUNK // worlds)
        part = np.repeat(lines[these], worlds)
        children, decks = course.rows[part], course.decks[course.hands[part]]
        gains, signs = np.empty(len(part), np.float32), np.empty(len(part), np.float32)
        _grow(
            children,
            decks,
            part,
            worlds,
            np.repeat(actions[these], worlds),
            before[part],
            stakes.tables,
            stakes.slopes,
            settings.game_part,
            gains,
            signs,
        )
        seen = open_features(
            children, decks, None if course.opponents is None else course.opponents[course.hands[part]]
        )
        values = gains + signs * judged(critic, seen, device)
        result[these] = values.reshape(-1, worlds).mean(axis=1)
    return result


@compiled_parallel
def _grow(
    children: Row,
    decks: Deck,
    lines: NDArray[np.int64],
    worlds: int,
    actions: NDArray[np.int64],
    before: NDArray[np.float32],
    tables: NDArray[np.float32],
    slopes: NDArray[np.float64],
    game_part: float,
    gains: NDArray[np.float32],
    signs: NDArray[np.float32],
) -> None:
    """Do the actions. ``gains``: what it brought at once; ``signs``: whose word the critic's is then, 0 at the end."""
    for number in prange(len(children)):
        row = children[number]
        player = row[at.PLAYER]
        side = 1 - 2 * player
        world = number % worlds
        if world:
            _reorder(decks[number], row[at.LEFT], lines[number] * worlds + world)
        step(row, decks[number], actions[number])
        gains[number] = side * (worth(row, tables, slopes, game_part) - before[number]) / POINTS
        if row[at.ENDED]:
            signs[number] = 0
        else:
            signs[number] = 1 if row[at.PLAYER] == player else -1


@compiled
def _reorder(deck: NDArray[np.int8], left: int, seed: int) -> None:
    """Another order of the cards left in the deck, the same for the same seed (splitmix64)."""
    state = np.uint64(seed)
    for place in range(left - 1, 0, -1):
        state += STEP
        bits = mixed(state)
        other = at.DECK - left + int(bits % np.uint64(place + 1))
        here = at.DECK - left + place
        deck[here], deck[other] = deck[other], deck[here]


def traces(
    course: Trajectories,
    before: NDArray[np.float32],
    values: NDArray[np.float32],
    final: NDArray[np.float32],
    trace: float,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """``returns`` and ``at_once`` of ``Traced``, when ``values`` was said before each choice.

    ``before`` and ``final`` are what lay on the table before each choice, and at the end of each hand, in points to
    seat 0.
    """
    returns, at_once = np.empty((2, len(course.rows)), np.float32)
    players = course.rows[:, at.PLAYER].copy()
    _trace(course.hands, players, before, values, final, trace, returns, at_once)
    return returns, at_once


@compiled
def _trace(
    hands: NDArray[np.int64],
    players: NDArray[np.int16],
    before: NDArray[np.float32],
    values: NDArray[np.float32],
    final: NDArray[np.float32],
    trace: float,
    returns: NDArray[np.float32],
    at_once: NDArray[np.float32],
) -> None:
    """The lambda returns, from the last choice of each hand back to its first, each from its player's side.

    ``at_once`` is what the critic says one step on. The lines stand in the order in which they were played; all is
    reckoned from the side of seat 0.
    """
    after_worth = final.copy()
    after_value = np.zeros(len(final), np.float32)
    after_return = np.zeros(len(final), np.float32)
    for number in range(len(hands) - 1, -1, -1):
        hand = hands[number]
        side = 1 - 2 * players[number]
        gain = (after_worth[hand] - before[number]) / POINTS
        total = gain + (1 - trace) * after_value[hand] + trace * after_return[hand]
        returns[number] = side * total
        at_once[number] = side * (gain + after_value[hand])
        after_worth[hand] = before[number]
        after_value[hand] = side * values[number]
        after_return[hand] = total
