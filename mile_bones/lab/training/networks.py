"""The two networks: a player that sees what a player may see, and a critic that sees all cards."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as f


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
