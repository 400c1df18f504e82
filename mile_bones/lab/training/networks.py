"""The networks: a player that sees what a player may see, and others, such as a critic that sees all cards."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as f

from mile_bones.games.milebones.batch import layout as at
from mile_bones.players.milebones.completion import LENGTH, completions
from mile_bones.players.milebones.features import SCALE


class Tower(nn.Module):
    """Two hidden layers with ReLU over a row of small whole numbers.

    The hidden layers calculate in ``bfloat16`` where ``half`` is set; what is learned and the last layer are exact.
    ``scale`` is what the inputs are multiplied by: it is part of the first layer.
    """

    def __init__(self, scale: Sequence[float], hidden: int, outputs: int, *, half: bool) -> None:
        super().__init__()
        self.scale: Tensor
        self.register_buffer("scale", torch.tensor(scale))
        self.one = nn.Linear(len(scale), hidden)
        self.two = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, outputs)
        for layer in (self.one, self.two):
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.out.weight, 0.01)
        nn.init.zeros_(self.out.bias)
        self.half_type = torch.bfloat16 if half else torch.float32

    def forward(self, rows: Tensor) -> Tensor:
        """``[n, inputs]`` whole numbers to ``[n, outputs]``."""
        kind = self.half_type
        one = self.one.weight * self.scale
        hidden = f.relu(f.linear(rows.to(kind), one.to(kind), self.one.bias.to(kind)))
        hidden = f.relu(f.linear(hidden, self.two.weight.to(kind), self.two.bias.to(kind)))
        return f.linear(hidden.float(), self.out.weight, self.out.bias)


def half_is_quick() -> bool:
    """This machine calculates in ``bfloat16`` by itself."""
    try:
        return "avx512_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False


class PlayerTower(Tower):
    """A player: from what it sees to how much it likes each of the 42 actions.

    It is told how its hand completes the trip besides; that follows from the row, and is not kept in it.
    """

    def __init__(self, hidden: int, *, half: bool) -> None:
        super().__init__((*SCALE, *(1.0,) * LENGTH), hidden, at.ACTIONS, half=half)

    def forward(self, rows: Tensor) -> Tensor:
        """``[n, SIZE]`` whole numbers to ``[n, 42]``."""
        told = torch.from_numpy(completions(rows.cpu().numpy())).to(rows.device)
        return super().forward(torch.cat([rows, told], dim=1))


def told_completions(player: Tower) -> PlayerTower:
    """The same player, which has not learned yet to use what it is told besides."""
    if isinstance(player, PlayerTower):
        return player
    result = PlayerTower(len(player.one.bias), half=player.half_type is torch.bfloat16)
    with torch.no_grad():
        result.scale.fill_(1.0)
        result.one.weight.zero_()
        result.one.weight[:, : len(player.scale)] = player.one.weight * player.scale
        result.one.bias.copy_(player.one.bias)
        for mine, theirs in ((result.two, player.two), (result.out, player.out)):
            mine.weight.copy_(theirs.weight)
            mine.bias.copy_(theirs.bias)
    return result.requires_grad_(False)


def sharpened(player: Tower, times: float) -> Tower:
    """The same player, so many times as sure of what it likes."""
    result = copy.deepcopy(player)
    with torch.no_grad():
        result.out.weight *= times
        result.out.bias *= times
    return result
