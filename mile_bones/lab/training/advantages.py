"""Compares every choice of a batch of hands with its alternatives. This gives the advantages from which the player
learns.

The engine makes one step for every action with a noticeable probability. The critic, which sees all cards, then
estimates the value of the hand. The real course of the hand afterwards corrects this estimate.
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
"""Actions with a smaller probability are not compared."""
_CHUNK = 32_768  # rows in one call of the critic
_MOST = 8  # actions of one choice that are compared


@dataclass(frozen=True)
class Settings:
    """Settings of the comparison of choices."""

    trace: float = 0.85
    """Lambda of the generalized advantage estimation, from one choice of either player to the next."""
    game_part: float = 0.75
    """The weight of the chance to win the game in the reward. The rest of the reward is points."""
    residual: float = 0.5
    """The share of the residual that is credited to the action taken. The residual is the outcome minus the critic's
    first estimate.

    A run begins with the default and ends with 0. At first the credit corrects a critic that still learns. A good
    critic leaves little to correct, and then most of the residual is luck.
    """
    worlds: int = 8
    """The number of orders of the deck in which each action is tried. The true order is one of them."""


@dataclass(frozen=True)
class Experience:
    """The choices of a batch of hands, one line each.

    ``advantages`` has a column for each of the 42 actions, with 0 for those not compared.
    """

    actor: Tensor
    critic: Tensor
    legal: Tensor
    """Boolean, ``[n, 42]``."""
    chances: Tensor
    """The probability that the network gave to each action."""
    advantages: Tensor
    taken: Tensor
    surplus: Tensor
    """The return of the action taken beyond the critic's estimate one step later, times ``residual``."""
    returns: Tensor
    """The critic's targets."""
    extended: float
    """The share of the hands in which an extension was called."""
    completed: float
    """The share of those extensions that the caller completed."""


def weigh(course: Trajectories, critic: Tower, stakes: Stakes, settings: Settings, device: torch.device) -> Experience:
    """Return the experience to learn from in these hands."""
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
    if course.opponents is not None:  # the frozen opponents' choices teach only the critic
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
    """The values that followed every choice of some hands, by the critic's estimates and by the real outcome."""

    open_rows: NDArray[np.int8]
    """The critic's inputs."""
    before: NDArray[np.float32]
    """The value of the hand before the choice, in points, from the side of seat 0."""
    returns: NDArray[np.float32]
    """The critic's targets, from the side of the player to act."""
    at_once: NDArray[np.float32]
    """The critic's estimate after the next step."""


def traced(course: Trajectories, critic: Tower, stakes: Stakes, settings: Settings, device: torch.device) -> Traced:
    """Compute the values by going back through these hands from their ends."""
    before, final = (stakes.worths(rows, settings.game_part) for rows in (course.rows, course.ended))
    seats = None if course.opponents is None else course.opponents[course.hands]
    open_rows = open_features(course.rows, course.decks[course.hands], seats)
    with torch.no_grad():
        values = judged(critic, open_rows, device)
    returns, at_once = traces(course, before, values, final, settings.trace)
    return Traced(open_rows, before, returns, at_once)


def open_features(rows: Row, decks: Deck, opponents: NDArray[np.int8] | None) -> NDArray[np.int8]:
    """Return the critic's inputs for rows with these decks. If there are frozen ``opponents``, the inputs also contain
    whether it is their turn.
    """
    size = features.CRITIC_SIZE + (opponents is not None)
    seen = np.empty((len(rows), size), np.int8)
    features.critic_features(rows, decks, np.arange(len(rows)), seen)
    if opponents is not None:
        seen[:, -1] = rows[:, at.PLAYER] == opponents
    return seen


def judged(critic: Tower, rows: NDArray[np.int8], device: torch.device) -> NDArray[np.float32]:
    """Return the critic's estimates, from the side of the player to act, in units of ``POINTS``."""
    return said(critic, rows, device)[:, 0].numpy()


def said(tower: Tower, rows: NDArray[np.int8], device: torch.device) -> Tensor:
    """Return the outputs of the network ``tower`` for ``rows``, ``[n, outputs]``, computed in chunks."""
    return torch.cat([tower(some.to(device)).cpu() for some in torch.from_numpy(rows).split(_CHUNK)])


@compiled
def _likely(chances: NDArray[np.float32], taken: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lines and the actions to compare: in each line the action taken, and the others that were likely
    enough.

    A line in which no other action was likely is left out.
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
    """Return the value of each action to the player who takes it: its immediate points plus the critic's estimate.

    It is the mean over several orders of the deck. Any order of the remaining cards is possible, whatever else is
    known. So the mean is as unbiased as the value with the true order, and contains less luck.
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
    """Do the actions, and write into ``gains`` the immediate gain of each, into ``signs`` the sign of the critic's
    estimate after it.

    The sign is 1 if the same player is to act, -1 if the other is, and 0 at the end of the hand.
    """
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
    """Shuffle the cards left in the deck, in the same way for the same seed (splitmix64)."""
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
    """Return ``returns`` and ``at_once`` of ``Traced``.

    ``values`` are the critic's estimates before each choice. ``before`` is the value of the table before each choice,
    and ``final`` its value at the end of each hand, both in points from the side of seat 0.
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
    """Compute the lambda returns, from the last choice of each hand back to its first, each from its player's side.

    ``at_once`` receives the critic's estimate after the next step. The lines are in the order of play. The calculation
    itself is from the side of seat 0.
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
