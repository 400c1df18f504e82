"""Hands played by a network against itself or a frozen opponent, all hands of a batch side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.lab.batch import features
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.engine import deal, shuffle_decks, step_all
from mile_bones.lab.batch.legality import legal
from mile_bones.lab.batch.points import score
from mile_bones.lab.training.memory import Memory
from mile_bones.lab.training.networks import PlayerTower, Tower
from mile_bones.lab.training.stakes import TARGET
from mile_bones.players.milebones.stakes import UNIT

RESTART = 0.25
"""The probability that a game is dropped after a hand, so that enough hands begin at 0 to 0."""


@dataclass(frozen=True)
class Trajectories:
    """The course of a batch of hands: one line for each choice, in the order of play."""

    hands: NDArray[np.int64]
    """The number of the hand to which each choice belongs."""
    rows: Row
    """The state of the hand before each choice."""
    seen: NDArray[np.int8]
    """The inputs of the player to act."""
    legal: Tensor
    """Boolean, ``[n, 42]``."""
    chances: Tensor
    """The network's probability for each action, ``[n, 42]``."""
    taken: NDArray[np.int64]
    """The action taken."""
    ended: Row
    """Every hand at its end."""
    decks: Deck
    """The deck of every hand."""
    opponents: NDArray[np.int8] | None = None
    """The seat of the frozen opponent in each hand, or None if the network plays both sides."""


class Tables:
    """Slots in which whole games are played hand by hand, each with its totals and the seat that begins the next
    hand.
    """

    def __init__(self, hands: int, rng: np.random.Generator) -> None:
        self.rng = rng
        self.rules = (np.arange(hands) % len(at.RULE_SETS)).astype(np.int8)
        self.first = rng.integers(0, 2, hands).astype(np.int8)
        self.totals = np.zeros((hands, 2), np.int16)

    def deal(self) -> tuple[Row, Deck]:
        """Deal new hands in all slots."""
        hands = len(self.rules)
        cards = np.empty((hands, at.DECK + 12), np.int8)
        rows, decks = np.empty((hands, at.WIDTH), np.int16), np.empty((hands, at.DECK), np.int8)
        shuffle_decks(cards, self.rng.random(cards.shape))
        deal(rows, decks, cards, self.rules, self.first, self.totals)
        return rows, decks

    def finish(self, rows: Row, anywhere: float = 0.0) -> NDArray[np.int16]:
        """Add the scores of the hands in ``rows`` to the totals. Return the scores of each hand: those of the player
        who began, and of the other.

        A game that is over is followed by a new one. Any other game is dropped with the probability ``RESTART``, and a
        new one follows, too. With the probability ``anywhere`` a new game begins at uniformly drawn totals instead of 0
        to 0: hands that decide a game are few, and matter most.
        """
        points = scores(rows)
        self.totals += points
        outcome = np.where(self.first[:, None] == 0, points, points[:, ::-1])
        over = (self.totals.max(axis=1) >= TARGET) | (self.rng.random(len(rows)) < RESTART)
        self.totals[over] = 0
        if anywhere:
            self.move(over & (self.rng.random(len(rows)) < anywhere))
        self.first = 1 - self.first
        return outcome

    def move(self, chosen: NDArray[np.bool_]) -> None:
        """Set uniformly random totals for the next hands in these slots."""
        self.totals[chosen] = self.rng.integers(0, TARGET // UNIT, (chosen.sum(), 2)) * UNIT


def scores(rows: Row) -> NDArray[np.int16]:
    """Return the points in hands that are over, by seat: ``[n, 2]``."""
    result = np.empty((len(rows), 2), np.int16)
    _scores(rows, result)
    return result


@compiled
def _scores(rows: Row, out: NDArray[np.int16]) -> None:
    for number in range(len(rows)):
        out[number, 0] = score(rows[number], 0)
        out[number, 1] = score(rows[number], 1)


def play(
    player: Tower,
    tables: Tables,
    device: torch.device,
    extend: float | None = None,
    opponent: Tower | None = None,
) -> Trajectories:
    """Play one hand in every slot to its end.

    ``extend`` is the probability that the trip is extended, for either player, or None to leave the decision to the
    players. ``opponent`` has a random seat in every hand, and always takes its most likely action; it has no memory.
    """
    rows, decks = tables.deal()
    opponents = None if opponent is None else tables.rng.integers(0, 2, len(rows), np.int8)
    memory = memory_of(len(rows), player)
    active = np.arange(len(rows))
    hands, before, views, allowed, likely, taken = [], [], [], [], [], []
    with torch.no_grad():
        while len(active):
            seen = _seen(rows, active, memory)
            masks = np.empty(len(active), np.int64)
            _legal(rows, active, masks)
            spread = _spread(masks)
            logits = player(torch.from_numpy(seen).to(device)).cpu()
            chances = torch.softmax(logits.masked_fill(~spread, -1e9), dim=1)
            if extend is not None:
                chances[spread[:, at.YES], at.YES], chances[spread[:, at.NO], at.NO] = extend, 1 - extend
            if opponent is not None and opponents is not None:
                theirs = np.nonzero(rows[active, at.PLAYER] == opponents[active])[0]
                likes = opponent(torch.from_numpy(seen[theirs, : features.SIZE]).to(device)).cpu()
                best = likes.masked_fill(~spread[theirs], -1e9).argmax(dim=1)
                chances[theirs] = torch.nn.functional.one_hot(best, at.ACTIONS).to(chances.dtype)
            choices = np.empty(len(active), np.int64)
            _pick(chances.numpy(), masks, tables.rng.random(len(active)), choices)
            hands.append(active)
            before.append(rows[active])
            views.append(seen)
            allowed.append(spread)
            likely.append(chances)
            taken.append(choices)
            if memory is not None:
                memory.note(active, rows[active, at.PLAYER], choices)
            step_all(rows, decks, active, choices)
            active = active[rows[active, at.ENDED] == 0]
    return Trajectories(
        np.concatenate(hands),
        np.concatenate(before),
        np.concatenate(views),
        torch.cat(allowed),
        torch.cat(likely),
        np.concatenate(taken),
        rows,
        decks,
        opponents,
    )


def _spread(masks: NDArray[np.int64]) -> Tensor:
    """Return bits as booleans, ``[n, 42]``."""
    return torch.from_numpy((masks[:, None] >> np.arange(at.ACTIONS) & 1).astype(bool))


def memory_of(hands: int, *players: Tower) -> Memory | None:
    """Return a memory for ``hands`` hands, or None if none of the players remembers."""
    return Memory(hands) if any(map(_remembers, players)) else None


def _remembers(player: Tower) -> bool:
    return isinstance(player, PlayerTower) and player.remembers


def _seen(rows: Row, hands: NDArray[np.int64], memory: Memory | None) -> NDArray[np.int8]:
    """Return the inputs of the players to act in the hands with these numbers."""
    seen = np.empty((len(hands), features.SIZE), np.int8)
    features.actor_features(rows, hands, seen)
    return seen if memory is None else np.hstack([seen, memory.seen(hands, rows[hands, at.PLAYER])])


def best(player: Tower, rows: Row, hands: NDArray[np.int64], memory: Memory | None = None) -> NDArray[np.int64]:
    """Return the player's most likely legal action in each of the hands with these numbers. No hand may be over.

    ``memory`` is for a player that remembers.
    """
    seen = _seen(rows, hands, memory if _remembers(player) else None)
    choices = np.empty(len(hands), np.int64)
    with torch.no_grad():
        _best(rows, hands, player(torch.from_numpy(seen)).numpy(), choices)
    return choices


@compiled_parallel
def _best(rows: Row, hands: NDArray[np.int64], said: NDArray[np.float32], out: NDArray[np.int64]) -> None:
    for number in prange(len(hands)):
        mask = legal(rows[hands[number]])
        best = -1
        for choice in range(at.ACTIONS):
            if mask >> choice & 1 and (best < 0 or said[number, choice] > said[number, best]):
                best = choice
        out[number] = best


@compiled_parallel
def _legal(rows: Row, hands: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    for number in prange(len(hands)):
        out[number] = legal(rows[hands[number]])


@compiled
def _pick(
    chances: NDArray[np.float32], masks: NDArray[np.int64], draws: NDArray[np.float64], out: NDArray[np.int64]
) -> None:
    """Draw one legal action for each line by the line's probabilities. ``draws`` are random numbers from 0 to 1."""
    for number in range(len(out)):
        rest, last = draws[number], -1
        for choice in range(at.ACTIONS):
            if masks[number] >> choice & 1:
                last = choice
                rest -= chances[number, choice]
                if rest < 0:
                    break
        out[number] = last
