"""A network that learns to guess the opponent's cards from what a player sees. It learns from hands in which all cards
are known.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import FULL_DECK, Row
from mile_bones.lab.batch.compiled import compiled_parallel, prange
from mile_bones.lab.training.networks import Tower
from mile_bones.lab.training.selfplay import Tables, play
from mile_bones.players.milebones.features import SCALE

HIDDEN = 128
_LINES = 4096


def surprise(leaning: Tensor, unseen: Tensor, held: Tensor) -> Tensor:
    """Return the mean surprise, in nats, about each of the cards that the opponent ``held``.

    ``leaning`` is the logarithm of a factor for each face. The factor says how much likelier the opponent has the face
    than its ``unseen`` number alone suggests. All are ``[n, 19]``.
    """
    logs = torch.log_softmax(leaning + unseen.clamp_min(1e-9).log(), dim=1)
    return -(held * logs).sum(dim=1) / held.sum(dim=1).clamp_min(1)


def train(
    player: Tower, hands: int, rounds: int, rng: np.random.Generator, device: torch.device, tell: Callable[[str], None]
) -> Tower:
    """Return a network trained on both sides' hands, in ``rounds`` batches of ``hands`` hands of the player against
    itself.

    ``tell`` gets a line after every tenth batch: the network's surprise, and the surprise of a guess from the numbers
    of unseen cards alone.
    """
    guess = Tower(SCALE, HIDDEN, at.FACES, half=False).to(device)
    steps = torch.optim.Adam(guess.parameters())
    tables = Tables(hands, rng)
    for number in range(rounds):
        for group in steps.param_groups:
            group["lr"] = 1e-3 * (1 - number / rounds) + 1e-5
        course = play(player, tables, device)
        tables.finish(course.ended)
        unseen, held = np.empty((2, len(course.rows), at.FACES), np.float32)
        _hidden(course.rows, unseen, held)
        lines = [torch.from_numpy(part) for part in (course.seen, unseen, held)]
        errors, plain = [], []
        for chosen in torch.randperm(len(held)).split(_LINES):
            looked, there, theirs = (part[chosen].to(device) for part in lines)
            error = surprise(guess(looked), there, theirs).mean()
            steps.zero_grad(set_to_none=True)
            error.backward()
            steps.step()
            errors.append(error.item())
            plain.append(surprise(torch.zeros_like(there), there, theirs).mean().item())
        if number % 10 == 9 or number == rounds - 1:
            tell(f"{number + 1}/{rounds}: {np.mean(errors):.4f} {np.mean(plain):.4f}")
    return guess


@compiled_parallel
def _hidden(rows: Row, unseen: NDArray[np.float32], held: NDArray[np.float32]) -> None:
    for number in prange(len(rows)):
        row = rows[number]
        own = row[at.PLAYER] * at.SEAT
        other = (1 - row[at.PLAYER]) * at.SEAT
        for card in range(at.FACES):
            held[number, card] = row[other + at.HAND + card]
            unseen[number, card] = FULL_DECK[card] - row[at.EXPOSED + card] - row[own + at.HAND + card]
