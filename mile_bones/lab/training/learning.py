"""Learning from experience: proximal policy optimization over every action that was compared, not only the one taken.

Source: John Schulman and others, "Proximal Policy Optimization Algorithms", 2017. The surrogate is summed over all
compared actions, weighted by the network's probabilities. This sum depends much less on chance than the surrogate of
the action taken alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as f

from mile_bones.lab.training.advantages import Experience
from mile_bones.lab.training.networks import Tower, draw_to


@dataclass(frozen=True)
class Pace:
    """The current settings of learning."""

    rate: float
    """Step size of Adam."""
    entropy: float
    """The reward for entropy, which is undecided play."""
    lines: int = 1024
    """Choices in one step. More but smaller steps take longer, but learn so much better that it pays."""
    rounds: int = 2
    """The number of passes over each batch."""
    clip: float = 0.2
    """The limit, as a fraction, for the change in an action's probability on one batch."""


@dataclass(frozen=True)
class Report:
    """The result of learning from one batch. The numbers are means over its choices."""

    entropy: float
    """The player's entropy, in nats, where it had a choice."""
    moved: float
    """The Kullback-Leibler divergence between the player after the batch and the player before it."""
    explained: float
    """The share of the variance of the returns that the critic predicted: 1 all, 0 nothing."""


class Learner:
    """A player and its critic. ``average`` is a running average of the player, which plays better than the player
    itself.
    """

    def __init__(self, actor: Tower, critic: Tower, cores: int = 1) -> None:
        self.actor, self.critic = actor, critic
        self.average = copy.deepcopy(actor).requires_grad_(False)
        fused = next(actor.parameters()).device.type in ("cpu", "cuda")
        self._actor_steps = torch.optim.Adam(actor.parameters(), fused=fused)
        self._critic_steps = torch.optim.Adam(critic.parameters(), fused=fused)
        self._spread = 0.0
        self._steps = 0
        # Player and critic learn in parallel, each on half of the cores, because small steps gain nothing from
        # more. In torch each thread has its own number of cores.
        self._beside = ThreadPoolExecutor(2, initializer=torch.set_num_threads, initargs=(max(1, cores // 2),))

    def state(self) -> dict[str, Any]:
        """Return everything that a checkpoint needs."""
        return {
            "actor": self.actor.state_dict(),
            "critic": self.critic.state_dict(),
            "average": self.average.state_dict(),
            "actor_steps": self._actor_steps.state_dict(),
            "critic_steps": self._critic_steps.state_dict(),
            "spread": self._spread,
            "steps": self._steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what ``state`` has returned."""
        self.actor.load_state_dict(state["actor"])
        self.critic.load_state_dict(state["critic"])
        self.average.load_state_dict(state["average"])
        self._actor_steps.load_state_dict(state["actor_steps"])
        self._critic_steps.load_state_dict(state["critic_steps"])
        self._spread, self._steps = state["spread"], state["steps"]

    def learn(self, experience: Experience, pace: Pace) -> Report:
        """Go through a batch ``pace.rounds`` times."""
        device = next(self.actor.parameters()).device
        open_lines = experience.advantages.any(dim=1).nonzero()[:, 0]
        spread = (experience.chances * experience.advantages.square()).sum(dim=1)[open_lines].mean().sqrt().item()
        self._spread = spread if self._spread == 0 else 0.95 * self._spread + 0.05 * spread
        for group in (*self._actor_steps.param_groups, *self._critic_steps.param_groups):
            group["lr"] = pace.rate
        everything = torch.arange(len(experience.returns))
        # All random numbers are drawn here, in one thread, so that the same seed gives the same player.
        decided, judged = [*_shuffled(open_lines, pace)], [*_shuffled(everything, pace)]
        actor = self._beside.submit(lambda: [self._actor_step(experience, lines, pace, device) for lines in decided])
        critic = self._beside.submit(lambda: [self._critic_step(experience, lines, device) for lines in judged])
        errors, (entropies, moves) = critic.result(), zip(*actor.result(), strict=True)
        late = len(errors) // 2
        unexplained = sum(errors[late:]) / len(errors[late:]) / experience.returns.var().item()
        half = len(moves) // 2
        return Report(torch.stack(entropies).mean().item(), torch.stack(moves[half:]).mean().item(), 1 - unexplained)

    def _actor_step(
        self, experience: Experience, lines: Tensor, pace: Pace, device: torch.device
    ) -> tuple[Tensor, Tensor]:
        allowed = experience.legal[lines].to(device)
        old = experience.chances[lines].to(device)
        logits = self.actor(experience.actor[lines].to(device)).masked_fill(~allowed, -1e9)
        logs = torch.log_softmax(logits, dim=1)
        chances = logs.exp()
        ratio = chances / old.clamp_min(1e-6)
        clipped = ratio.clamp(1 - pace.clip, 1 + pace.clip)
        gains = experience.advantages[lines].to(device) / self._spread
        taken = experience.taken[lines].to(device)[:, None]
        surplus = experience.surplus[lines].to(device) / self._spread
        weighed = (old * torch.minimum(ratio * gains, clipped * gains)).sum(dim=1)
        ratio_taken, clipped_taken = ratio.gather(1, taken)[:, 0], clipped.gather(1, taken)[:, 0]
        credited = torch.minimum(ratio_taken * surplus, clipped_taken * surplus)
        entropy = -(chances * logs.masked_fill(~allowed, 0)).sum(dim=1)
        loss = -(weighed + credited + pace.entropy * entropy).mean()
        self._actor_steps.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.actor.parameters(), 1.0)
        self._actor_steps.step()
        self._steps += 1
        draw_to(self.average, self.actor, max(1e-3, 1 / self._steps))  # over about the last thousand steps
        with torch.no_grad():
            moved = (old * (old.clamp_min(1e-6).log() - logs).masked_fill(~allowed, 0)).sum(dim=1).mean()
        return entropy.mean().detach(), moved

    def _critic_step(self, experience: Experience, lines: Tensor, device: torch.device) -> float:
        values = self.critic(experience.critic[lines].to(device))[:, 0]
        error = f.mse_loss(values, experience.returns[lines].to(device))
        self._critic_steps.zero_grad(set_to_none=True)
        error.backward()
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self._critic_steps.step()
        return error.item()


def _shuffled(lines: Tensor, pace: Pace) -> Iterator[Tensor]:
    """Yield the lines of each round in a random order, as many at a time as one step needs.

    If the lines do not suffice for a last step, the rest is left out.
    """
    for _round in range(pace.rounds):
        order = lines[torch.randperm(len(lines))]
        for begin in range(0, max(len(lines) - pace.lines, 0) + 1, pace.lines):
            yield order[begin : begin + pace.lines]
