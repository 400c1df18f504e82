"""The memory of a player holds the opponent's last choices, and none of the player's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from mile_bones import resources
from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.batch import features
from mile_bones.lab.training import export
from mile_bones.lab.training.duel import duel
from mile_bones.lab.training.memory import CHOICES, LENGTH, Memory
from mile_bones.lab.training.networks import PlayerTower, grown
from mile_bones.lab.training.selfplay import Tables, play

EXPERT = Path(resources.path("players/expert.npz"))


def test_the_last_choices_of_the_opponent_come_first() -> None:
    memory, hands = Memory(3), np.array([0, 2])
    for choices in ([5, 40], [7, 41]):
        memory.note(hands, np.array([0, 1]), np.array(choices))
    memory.note(hands, np.array([1, 0]), np.array([20, 21]))
    seen = memory.seen(np.array([0, 0, 1, 2]), np.array([1, 0, 0, 0])).reshape(4, CHOICES, at.ACTIONS)
    told = [[int(place) for place in line.argmax(axis=1)][: int(line.sum())] for line in seen]
    assert told == [[7, 5], [20], [], [41, 40]]


def test_only_the_last_choices_are_remembered() -> None:
    memory, hands, players = Memory(1), np.array([0]), np.array([0])
    for choice in range(CHOICES + 2):
        memory.note(hands, players, np.array([choice]))
    seen = memory.seen(hands, 1 - players).reshape(CHOICES, at.ACTIONS)
    assert seen.argmax(axis=1).tolist() == list(range(CHOICES + 1, 1, -1))


@pytest.fixture(scope="module")
def remembers() -> PlayerTower:
    """A player that begins as the expert and does not use its memory yet."""
    result = PlayerTower(256, half=False, remembers=True).requires_grad_(False)
    grown(export.tower(EXPERT), result)
    return result


def test_a_player_that_does_not_use_its_memory_yet_plays_as_before(remembers: PlayerTower) -> None:
    found = duel(remembers, export.tower(EXPERT), 30, 1, 0)
    assert found.mean == pytest.approx(0, abs=1e-9)


def test_the_memory_shows_the_opponents_actual_choices(remembers: PlayerTower) -> None:
    course = play(remembers, Tables(6, np.random.default_rng(2)), torch.device("cpu"))
    assert course.seen.shape[1] == features.SIZE + LENGTH
    players = course.rows[:, at.PLAYER]
    for line in range(0, len(course.rows), 17):
        before = [
            int(course.taken[other])
            for other in range(line)
            if course.hands[other] == course.hands[line] and players[other] != players[line]
        ]
        shown = course.seen[line, features.SIZE :].reshape(CHOICES, at.ACTIONS)
        assert [int(place.argmax()) for place in shown if place.any()] == before[::-1][:CHOICES]
