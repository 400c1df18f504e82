"""The networks: a player that sees what a player may see, and others, such as a critic that sees all cards."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as f

from mile_bones.games.milebones.batch import layout as at
from mile_bones.i18n import gettext as _
from mile_bones.lab.training import memory
from mile_bones.players.milebones.completion import LENGTH, completions
from mile_bones.players.milebones.features import SCALE, SIZE

_APART = 0.05
"""How far units that stand for one differ, in parts of it."""


class WidthError(ValueError):
    """A network cannot begin as another one; the text says why."""


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
    """This machine calculates in ``bfloat16`` by itself, and quicker than exactly: Intel's do with AMX alone."""
    try:
        said = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False
    return "amx_bf16" in said or ("avx512_bf16" in said and "AuthenticAMD" in said)


class PlayerTower(Tower):
    """A player: from what it sees to how much it likes each of the 42 actions.

    It is told how its hand completes the trip besides; that follows from the row, and is not kept in it. Where it
    ``remembers``, the row goes on with what ``Memory`` says.
    """

    def __init__(self, hidden: int, *, half: bool, remembers: bool = False) -> None:
        super().__init__((*SCALE, *(1.0,) * (LENGTH + remembers * memory.LENGTH)), hidden, at.ACTIONS, half=half)
        self.remembers = remembers

    def forward(self, rows: Tensor) -> Tensor:
        """``[n, SIZE]`` whole numbers, or with what is remembered, to ``[n, 42]``."""
        told = torch.from_numpy(completions(rows.cpu().numpy())).to(rows.device)
        return super().forward(torch.cat([rows[:, :SIZE], told, rows[:, SIZE:]], dim=1))


def told_completions(player: Tower) -> PlayerTower:
    """The same player, which has not learned yet to use what it is told besides."""
    if isinstance(player, PlayerTower):
        return player
    result = PlayerTower(len(player.one.bias), half=player.half_type is torch.bfloat16)
    result.scale.fill_(1.0)
    grown(player, result)
    return result.requires_grad_(False)


def draw_to(average: Tower, new: Tower, share: float) -> None:
    """Let the average go so large a part of the way to the new one."""
    with torch.no_grad():
        for mean, value in zip(average.parameters(), new.parameters(), strict=True):
            mean.lerp_(value, share)


def sharpened(player: Tower, times: float) -> Tower:
    """The same player, so many times as sure of what it likes."""
    result = copy.deepcopy(player)
    with torch.no_grad():
        result.out.weight *= times
        result.out.bias *= times
    return result


def grown(tower: Tower, into: Tower) -> None:
    """Let ``into`` begin as nearly the same: it may have more inputs, which count nothing at first, and some times as
    many units, each of which stands for several that differ a little, so that they learn different things. Where it
    says something else, its last layer stays as it is.

    WidthError when its width is no multiple of the other's.
    """
    hidden, times = len(tower.one.bias), len(into.one.bias) // len(tower.one.bias)
    if hidden * times != len(into.one.bias):
        raise WidthError(
            _("a network of width {width} cannot begin as one of width {old}: that is no multiple").format(
                width=len(into.one.bias), old=hidden
            )
        )
    inputs = len(tower.scale)
    with torch.no_grad():
        into.one.weight.zero_()
        into.one.weight[:, :inputs] = (tower.one.weight * tower.scale / into.scale[:inputs]).repeat(times, 1)
        into.two.weight.copy_(tower.two.weight.repeat(times, times) / times)
        if len(tower.out.bias) == len(into.out.bias):
            into.out.weight.copy_(tower.out.weight.repeat(1, times) / times)
            into.out.bias.copy_(tower.out.bias)
        into.one.bias.copy_(tower.one.bias.repeat(times))
        into.two.bias.copy_(tower.two.bias.repeat(times))
        if times > 1:
            for layer in (into.one, into.two, into.out):
                layer.weight *= 1 + _APART * torch.randn_like(layer.weight)
