"""Self-play by PPO with masked actions on Ray RLlib, on one machine or many; see ``docs/research.md``.

One network plays both seats. ``packaging/train_rllib.py`` is the command. It needs the extras ``lab``, ``rl`` and
``ray``. It is a starting point for people who want to train their own players; ours come from ``mile-bones train``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# Ray reports its use to its makers, unless reporting is switched off before Ray is imported.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

from mile_bones.lab import mile_bones_v0
from mile_bones.lab.rl.choices import number_of
from mile_bones.lab.statistics import Estimate, estimate
from mile_bones.players import load_player

POLICY = "main"


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a training run."""

    runners: int = 8
    """Processes that play."""
    learners: int = 0
    """Processes that learn; 0 for this one."""
    gpus: float = 0
    """GPUs for each learner."""
    batch: int = 32_768
    """Decisions in an iteration."""
    rules: str = "mille"
    seed: int = 1


class MaskedNetwork(TorchRLModule, ValueFunctionAPI):
    """A network with a policy and a value on a common body. The policy gives illegal actions no probability."""

    def setup(self) -> None:
        """Build the layers. RLlib calls this when the spaces are known."""
        size = self.observation_space["observation"].shape[0]
        self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy = nn.Linear(256, self.action_space.n)
        self.value = nn.Linear(256, 1)

    def _forward(self, batch: dict[str, Any], **_settings: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(self.body(seen["observation"]))
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, -1e9)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Return the value of each observation; the learner calls this."""
        return self.value(self.body(batch[Columns.OBS]["observation"])).squeeze(-1)


def build(plan: Plan) -> Algorithm:
    """Return the training at its beginning; call `ray.init` first."""
    register_env("mile_bones", lambda settings: PettingZooEnv(mile_bones_v0.env(**settings)))
    return (
        PPOConfig()
        # RLlib's check of environments would ignore the mask of actions.
        .environment("mile_bones", env_config={"rules": plan.rules, "target": "hand"}, disable_env_checking=True)
        # By default RLlib discards the work of a runner after a minute.
        .env_runners(num_env_runners=plan.runners, num_envs_per_env_runner=8, sample_timeout_s=600)
        .learners(num_learners=plan.learners, num_gpus_per_learner=plan.gpus)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda _agent, _episode, **_more: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: RLModuleSpec(MaskedNetwork)}))
        .training(
            lr=3e-4,
            gamma=1.0,
            lambda_=0.75,
            entropy_coeff=0.01,
            train_batch_size_per_learner=plan.batch // max(plan.learners, 1),
            minibatch_size=min(2_048, plan.batch),
            num_epochs=4,
        )
        .debugging(seed=plan.seed)
        .build_algo()
    )


def train(algorithm: Algorithm, iterations: int) -> Iterator[int]:
    """Do ``iterations`` iterations, and yield after each the total number of decisions."""
    for _iteration in range(iterations):
        yield int(algorithm.train()["num_env_steps_sampled_lifetime"])


def points_against(level: str, algorithm: Algorithm, deals: int, rules: str) -> Estimate:
    """Return the network's points a hand against one of our players; the network takes its most likely action.

    Every deal is played twice, with the seats swapped.
    """
    env: Any = mile_bones_v0.env(rules=rules)
    player, network = load_player("mile-bones", level), algorithm.get_module(POLICY)
    found = []
    for seed in range(deals):
        both = 0.0
        for seat in env.possible_agents:
            env.reset(seed=seed)
            for agent in env.agent_iter():
                seen, reward, over, _truncated, _info = env.last()
                if over:
                    both += reward if agent == seat else 0
                    action = None
                elif agent == seat:
                    action = _liked(network, seen)
                else:
                    table = env.table(agent)
                    action = number_of(player.choose(table), table)
                env.step(action)
        found.append(both / 2 * mile_bones_v0.POINTS_FOR_ONE)
    return estimate(found)


def _liked(network: Any, seen: dict[str, Any]) -> int:
    batch = {Columns.OBS: {name: torch.from_numpy(part)[None] for name, part in seen.items()}}
    with torch.no_grad():
        return int(network.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].argmax())
