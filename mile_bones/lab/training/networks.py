"""The networks: a player, with the inputs that a player may see, and other networks, such as a critic that sees all
cards.
"""

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
"""The relative difference between units that take the place of the same unit (see ``grown``)."""


class WidthError(ValueError):
    """Raised if a network cannot begin as another one; the message gives the reason."""


class Tower(nn.Module):
    """Two hidden layers with ReLU over a row of small integers.

    The hidden layers calculate in ``bfloat16`` if ``half`` is set; the learned weights and the last layer are in full
    precision. ``scale`` is multiplied into the inputs, as a part of the first layer.
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
        """Map integers ``[n, inputs]`` to ``[n, outputs]``."""
        kind = self.half_type
        one = self.one.weight * self.scale
        hidden = f.relu(f.linear(rows.to(kind), one.to(kind), self.one.bias.to(kind)))
        hidden = f.relu(f.linear(hidden, self.two.weight.to(kind), self.two.bias.to(kind)))
        return f.linear(hidden.float(), self.out.weight, self.out.bias)


def half_is_quick() -> bool:
    """Whether this machine has fast ``bfloat16`` in hardware; Intel's processors have it only with AMX."""
    try:
        said = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False
    return "amx_bf16" in said or ("avx512_bf16" in said and "AuthenticAMD" in said)


class PlayerTower(Tower):
    """A player: maps what it sees to a logit for each of the 42 actions.

    It has further inputs about how its hand can complete the trip. They are computed from the row, and are not part of
    it. If the player ``remembers``, the row is followed by the inputs from ``Memory``.
    """

    def __init__(self, hidden: int, *, half: bool, remembers: bool = False) -> None:
        super().__init__((*SCALE, *(1.0,) * (LENGTH + remembers * memory.LENGTH)), hidden, at.ACTIONS, half=half)
        self.remembers = remembers

    def forward(self, rows: Tensor) -> Tensor:
        """Map integers ``[n, SIZE]``, or with further columns of memory, to logits ``[n, 42]``."""
        told = torch.from_numpy(completions(rows.cpu().numpy())).to(rows.device)
        return super().forward(torch.cat([rows[:, :SIZE], told, rows[:, SIZE:]], dim=1))


def told_completions(player: Tower) -> PlayerTower:
    """Return the player as a ``PlayerTower``. It does not use the further inputs until it has learned to."""
    if isinstance(player, PlayerTower):
        return player
    result = PlayerTower(len(player.one.bias), half=player.half_type is torch.bfloat16)
    result.scale.fill_(1.0)
    grown(player, result)
    return result.requires_grad_(False)


def draw_to(average: Tower, new: Tower, share: float) -> None:
    """Move the average by ``share`` of the way to the new network."""
    with torch.no_grad():
        for mean, value in zip(average.parameters(), new.parameters(), strict=True):
            mean.lerp_(value, share)


def sharpened(player: Tower, times: float) -> Tower:
    """Return the same player with its logits multiplied by ``times``, which makes it more certain."""
    result = copy.deepcopy(player)
    with torch.no_grad():
        result.out.weight *= times
        result.out.bias *= times
    return result


def grown(tower: Tower, into: Tower) -> None:
    """Let ``into`` begin as nearly the same network as ``tower``.

    ``into`` may have more inputs, which have no effect at first. It may have several times as many units: each unit is
    then replaced by several that differ a little, so that they learn different things. If the number of outputs
    differs, the last layer of ``into`` is not copied. Raise WidthError if the width of ``into`` is not a multiple of
    the width of ``tower``.
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
