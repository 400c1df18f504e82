"""Mile Bones as a PettingZoo AEC environment, for research in reinforcement learning; see ``docs/research.md``.

::

    from mile_bones.lab import mile_bones_v0
    env = mile_bones_v0.env(rules="mille", target="hand")

It needs the extra ``rl``. One step is one decision. Everything without a decision happens automatically: the deal, a
draw without an alternative, and the passing of a player with an empty hand.
"""

from __future__ import annotations

import secrets
from typing import Any

from mile_bones.i18n import gettext as _

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        _("{module} is missing: the environment needs the extra “rl” (pip install 'mile-bones[rl]')").format(
            module=error.name
        ),
        name=error.name,
    ) from error

from mile_bones.engine.errors import IllegalAction
from mile_bones.engine.rng import Rng
from mile_bones.games import load_game
from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.lab.rl import blocks, choices
from mile_bones.lab.rl.spectator import table_text

TARGETS = ("hand", "game")
POINTS_FOR_ONE = 1000
"""The difference in points that gives a reward of 1 in an environment of single hands."""
ILLEGAL = {"hand": -5.0, "game": -1.0}
"""The reward for an illegal action: no hand can be lost by more than 4.6, no game by more than 1."""
NEXT_CARDS = 6
"""The number of cards of the deck that `raw_env.state` reveals."""


def env(rules: str = "mile-bones", target: str = "hand", render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """Return the environment in PettingZoo's usual wrappers.

    An illegal action ends the episode, and costs its player `ILLEGAL`; an action outside the space and calls in the
    wrong order are refused. The arguments are those of `raw_env`.
    """
    bare = raw_env(rules, target, render_mode)
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, ILLEGAL[target]))
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - the name that PettingZoo gives to every such class
    """The bare environment.

    ``rules`` is "mile-bones" or "mille". ``target`` is "hand" for one hand an episode or "game" for a whole game to
    5000. ``render_mode`` is None or "ansi". Raise ValueError for anything else.
    """

    metadata = {"name": "mile_bones_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as there

    def __init__(self, rules: str = "mile-bones", target: str = "hand", render_mode: str | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        if target not in TARGETS:
            raise ValueError(_("“{name}” is not a target; there are: {known}").format(name=target, known=_row(TARGETS)))
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(
                _("“{name}” is not a render mode; there are: {known}").format(
                    name=render_mode, known=_row(self.metadata["render_modes"])
                )
            )
        self.rules = load_game("mile-bones", rules).rules
        self.target = target
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self.action_spaces = {agent: gymnasium.spaces.Discrete(choices.ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        low, high = blocks.low(), blocks.high()
        cards = NEXT_CARDS * len(Card)
        self.state_space = gymnasium.spaces.Box(
            np.concatenate([low, low, np.zeros(cards, np.float32)]),
            np.concatenate([high, high, np.ones(cards, np.float32)]),
            dtype=np.float32,
        )
        self._rng = Rng(secrets.randbits(64))
        self._first = 1

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of ``observation``, the vector of `blocks.BLOCKS`, and ``action_mask``, 1 for legal
        actions.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of the 42 actions of `choices`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new hand, or the first of a new game.

        With a seed, the deals are those of ``load_game("mile-bones", rules).new_state(seed)``, and ``player_0`` begins.
        Without a seed, the next seed follows from the last seed that was given, or is random if there was none. The
        player who did not begin last time begins. PettingZoo requires the argument ``options``, but there are no
        options.
        """
        if seed is None:
            self._seed = self._rng.next64()
            self._first = 1 - self._first
        else:
            self._seed = int(seed)
            self._rng = Rng(self._seed)
            self._first = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._totals = 0, 0
        self._hands = 0
        self._over = False
        self._deal()
        self._go_on()

    def step(self, action: Any) -> None:
        """Take ``action``, an integer, for ``agent_selection``, and move on to the next decision.

        After the end, each agent that is still listed takes None and is then removed from the list. Raise ValueError
        for a number outside the action space, and IllegalAction if the rules forbid the action; the state is then
        unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        hand = self._hand
        choice = choices.action_at(int(action), self.table(agent))
        refusal = hand.why_not(choice)
        if refusal is not None:
            raise IllegalAction(choice, refusal)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        hand.apply(choice)
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what this agent knows now, whether or not it is to act. The mask is all 0 if it is not its turn."""
        table = self.table(agent)
        return {"observation": blocks.encode(table), "action_mask": choices.mask(table)}

    def table(self, agent: str) -> Observation:
        """Return the engine's own observation for this agent. Our computer players choose from such observations.

        While the other player may play a coup fourré, the agent sees the table as if the other had drawn already.
        Otherwise the pending decision would reveal which safety the other holds.
        """
        view = self._view(self.possible_agents.index(agent))
        if view.phase is Phase.DRAW and not view.to_act:
            return view._replace(
                phase=Phase.PLAY, coup_hazard=None, left=view.left - 1, other_cards=view.other_cards + 1
            )
        return view

    def state(self) -> NDArray[np.float32]:
        """Return everything, hidden cards included, for critics in training. A player must never see it.

        The array contains the vectors of ``player_0`` and of ``player_1``, then the next cards of the deck, next one
        first: a row of 19 each with a 1 at the face, all 0 if the deck has no more.
        """
        cards = np.zeros((NEXT_CARDS, len(Card)), np.float32)
        for place, card in enumerate(self._hand.deck[: -NEXT_CARDS - 1 : -1]):
            cards[place, card] = 1
        return np.concatenate([*[blocks.encode(self.table(agent)) for agent in self.possible_agents], cards.ravel()])

    def render(self) -> str | None:
        """Return the table in words, both hands open; without a render mode, warn and return None."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        first, second = self.possible_agents
        return table_text((self._view(0), self._view(1)), (first, second))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _view(self, seat: int) -> Observation:
        totals = self._totals if seat == 0 else self._totals[::-1]
        return self._hand.observation(seat, self._hands, totals, over=self._over)

    def _deal(self) -> None:
        first = (self._first + self._hands) % 2
        self._hand = Hand(self.rules, shuffled_deal(self.rules, self._seed, self._hands, first))
        self._hands += 1

    def _go_on(self) -> None:
        """Do what needs no decision, until a player has a decision to take or the episode is over."""
        while True:
            if self._hand.ended is not None:
                self._end_hand()
                if self._over:
                    break
                self._deal()
            if not self._hand.draw_is_forced():
                break
            self._hand.apply(DRAW)
        self.agent_selection = self.possible_agents[self._hand.player]

    def _end_hand(self) -> None:
        scores = self._hand.score()
        points = scores[0].total, scores[1].total
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] = {"own_score": scores[seat].to_dict(), "other_score": scores[1 - seat].to_dict()}
        if self.target == "game":
            self._totals = self._totals[0] + points[0], self._totals[1] + points[1]
            self._over = max(self._totals) >= self.rules.target
            better = float((self._totals[0] > self._totals[1]) - (self._totals[0] < self._totals[1]))
        else:
            self._over = True
            better = (points[0] - points[1]) / POINTS_FOR_ONE
        if self._over:
            self.rewards = dict(zip(self.possible_agents, (better, -better), strict=True))
            self.terminations = dict.fromkeys(self.possible_agents, True)


def _observation_space() -> gymnasium.Space[Any]:
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(blocks.low(), blocks.high(), dtype=np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (choices.ACTIONS,), np.int8),
        }
    )


def _row(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(names)
