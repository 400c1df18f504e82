"""The research environment passes PettingZoo's own tests and plays exactly the game of the engine."""

from __future__ import annotations

import copy
import logging
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from mile_bones.engine.errors import IllegalAction, NotationError
from mile_bones.engine.rng import Rng
from mile_bones.games import load_game
from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import GameEnded, HandEnded
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import mile_bones_v0
from mile_bones.lab.rl import blocks, choices
from mile_bones.players import load_player

pytestmark = pytest.mark.slow  # these tests play whole hands

rule_sets = pytest.mark.parametrize("rules", RULE_SETS)
targets = pytest.mark.parametrize("target", mile_bones_v0.TARGETS)
Chooser = Callable[[Observation, Any], int]


def at_random(seed: int) -> Chooser:
    """Return a chooser that takes any legal action with the same probability."""
    rng = Rng(seed)

    def choose(_table: Observation, legal: Any) -> int:
        numbers = np.flatnonzero(legal)
        return int(numbers[rng.below(len(numbers))])

    return choose


def like(level: str) -> Chooser:
    """Return a chooser that plays as one of our own players."""
    player = load_player("mile-bones", level)
    return lambda table, _legal: choices.number_of(player.choose(table), table)


def decide(env: Any, choose: Chooser) -> int:
    """Let the agent whose turn it is take one step, and return the number of its action."""
    agent = env.agent_selection
    action = choose(env.table(agent), env.observe(agent)["action_mask"])
    env.step(action)
    return action


def finish(env: Any, choose: Chooser) -> None:
    """Play the episode to its end, up to where all agents are still listed."""
    while not any(env.terminations.values()):
        decide(env, choose)


# PettingZoo emits this warning for every environment outside its own list whose observations contain a mask.
@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@rule_sets
@targets
def test_pettingzoos_own_tests_pass(rules: str, target: str) -> None:
    api_test(mile_bones_v0.env(rules, target), num_cycles=300)
    api_test(mile_bones_v0.raw_env(rules, target), num_cycles=300)
    seed_test(lambda: mile_bones_v0.env(rules, target), num_cycles=300)


@pytest.mark.sample(slow=2)
@pytest.mark.slow
@rule_sets
@targets
@pytest.mark.parametrize("choose", [at_random(1), like("original")], ids=["random", "original"])
def test_an_episode_equals_the_engines_game_with_the_same_seed(rules: str, target: str, choose: Chooser) -> None:
    """Every decision of an episode is also made in the engine's own game. The episode and the game must show the same
    at every step.
    """
    env = mile_bones_v0.raw_env(rules, target)
    env.reset(seed=11)
    state = load_game("mile-bones", rules).new_state(seed=11)
    decided, ended, last = 0, None, None
    while not any(env.terminations.values()):
        while state.legal_actions() == (DRAW,):  # nobody is asked about forced draws
            state.apply_action(DRAW)
        seat = state.current_player
        assert env.agent_selection == f"player_{seat}"
        table = state.observation(seat)
        assert env.table(f"player_{seat}") == table
        if table.phase is not Phase.DRAW:
            assert env.table(f"player_{1 - seat}") == state.observation(1 - seat)
        legal = {
            choices.action_at(int(number), table)
            for number in np.flatnonzero(env.observe(f"player_{seat}")["action_mask"])
        }
        assert legal == set(state.legal_actions())
        assert not env.observe(f"player_{1 - seat}")["action_mask"].any()
        last = choices.action_at(decide(env, choose), table)
        events = list(state.apply_action(last))
        while not state.is_terminal() and state.legal_actions() == (DRAW,):
            events += state.apply_action(DRAW)
        decided += 1
        hands = [event for event in events if isinstance(event, HandEnded)]
        ended = hands[-1] if hands else ended
    assert decided > 30
    assert ended is not None
    mine, theirs = (score.total for score in ended.scores)
    if target == "hand":
        assert env.rewards == {"player_0": (mine - theirs) / 1000, "player_1": (theirs - mine) / 1000}
    else:
        assert [type(event) for event in events[-1:]] == [GameEnded]
        assert (env.rewards["player_0"], env.rewards["player_1"]) == state.returns()
        assert env.table("player_0").totals == ended.totals
    assert env.infos["player_1"]["own_score"] == ended.scores[1].to_dict()
    assert env.infos["player_1"]["other_score"] == ended.scores[0].to_dict()
    assert env.table("player_0").phase is Phase.OVER


@pytest.mark.slow
def test_a_draw_is_asked_about_only_if_a_coup_is_possible() -> None:
    env = mile_bones_v0.raw_env()
    coups = 0
    for seed in range(20):
        env.reset(seed=seed)
        choose = at_random(seed)
        while not any(env.terminations.values()):
            legal = env.observe(env.agent_selection)["action_mask"]
            assert legal[choices.COUP] == legal[choices.DRAW_INSTEAD]
            if legal[choices.COUP]:
                assert legal.sum() == 2
                coups += 1
            decide(env, choose)
    assert coups > 0


@rule_sets
def test_both_agents_observations_are_always_in_the_space(rules: str) -> None:
    env = mile_bones_v0.env(rules, "game")
    env.reset(seed=4)
    choose = like("easy")
    while not any(env.terminations.values()):
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        assert env.state_space.contains(env.state())
        decide(env, choose)
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent))


@rule_sets
def test_a_waiting_agent_cannot_see_that_the_other_may_play_a_coup(rules: str) -> None:
    """The other player holds the safety and is asked. Without the safety, that player would have drawn automatically.
    Both cases must look the same to the agent that waits.
    """
    env = mile_bones_v0.raw_env(rules)
    asked = 0
    for seed in range(20):
        env.reset(seed=seed)
        choose = like("easy")
        while not any(env.terminations.values()):
            agent = env.agent_selection
            if env.observe(agent)["action_mask"][choices.COUP]:
                waiting = next(other for other in env.agents if other != agent)
                before = env.observe(waiting)
                env.step(choices.DRAW_INSTEAD)
                if not any(env.terminations.values()):
                    after = env.observe(waiting)
                    assert before["observation"].tolist() == after["observation"].tolist()
                    asked += 1
            else:
                decide(env, choose)
    assert asked > 5


@rule_sets
def test_each_agent_sees_its_side_as_own_and_the_opponents_side_as_other(rules: str) -> None:
    env = mile_bones_v0.raw_env(rules, "game")
    env.reset(seed=12)
    choose = like("original")
    extended = set()
    while not any(env.terminations.values()):
        if env.observe(env.agent_selection)["action_mask"][choices.COUP]:  # hidden from the waiting agent
            decide(env, choose)
            continue
        first, second = (blocks.split(env.observe(agent)["observation"]) for agent in env.agents)
        for name in first:
            if name.startswith("own_"):
                other = name.replace("own_", "other_")
                assert first[name].tolist() == second[other].tolist()
                assert first[other].tolist() == second[name].tolist()
        for name in ("extended_by", "hand_sizes", "totals"):
            assert first[name].tolist() == second[name][::-1].tolist()
        for name in ("first", "to_act"):
            assert first[name][0] + second[name][0] == 1
        for name in ("goal", "deck", "phase", "dirt", "rules"):
            assert first[name].tolist() == second[name].tolist()
        assert first["last_discards"].tolist() == (-second["last_discards"]).tolist()
        extended.add(tuple(first["extended_by"].tolist()))
        decide(env, choose)
    assert {(0, 0), (0, 1)} <= extended or {(0, 0), (1, 0)} <= extended


def test_an_agents_vector_does_not_depend_on_hidden_cards() -> None:
    """In the middle of a hand, all cards that are hidden from player_0 are dealt again. The vector and the mask of
    player_0 stay the same.
    """
    env = mile_bones_v0.raw_env("mille")
    env.reset(seed=5)
    choose = at_random(5)
    for _step in range(25):
        decide(env, choose)
    table = env.table("player_0")
    other = load_game("mile-bones", "mille").resample(table, Rng(8)).observation(0)
    state = env.state()
    assert blocks.encode(other).tolist() == env.observe("player_0")["observation"].tolist()
    assert state[: blocks.SIZE].tolist() == env.observe("player_0")["observation"].tolist()
    assert state[blocks.SIZE : 2 * blocks.SIZE].tolist() == env.observe("player_1")["observation"].tolist()


def test_the_state_contains_the_next_cards_of_the_deck() -> None:
    env = mile_bones_v0.raw_env()
    env.reset(seed=9)
    deck = list(load_game("mile-bones").new_state(seed=9).logs[0].deal.deck)
    choose = like("easy")
    while not any(env.terminations.values()):
        rows = env.state()[2 * blocks.SIZE :].reshape(mile_bones_v0.NEXT_CARDS, len(Card))
        left = env.table("player_0").left
        expected = deck[len(deck) - left :][: mile_bones_v0.NEXT_CARDS]
        assert [row.nonzero()[0].tolist() for row in rows] == [[card] for card in expected] + [[]] * (6 - len(expected))
        decide(env, choose)


@targets
def test_rewards_add_up_to_zero_and_come_only_at_the_end(target: str) -> None:
    env = mile_bones_v0.env("mile-bones", target)
    env.reset(seed=2)
    rewards = dict.fromkeys(env.agents, 0.0)
    choose = like("original")
    for agent in env.agent_iter():
        _seen, reward, ended, _cut, _info = env.last()
        rewards[agent] += reward
        if ended:
            env.step(None)
        else:
            assert reward == 0
            decide(env, choose)
    assert env.agents == []
    assert rewards["player_0"] == -rewards["player_1"] != 0
    assert (abs(rewards["player_0"]) == 1) == (target == "game")


def test_each_agent_gets_the_scores_of_every_hand_once() -> None:
    env = mile_bones_v0.env("mille", "game")
    env.reset(seed=6)
    seen = dict.fromkeys(env.agents, 0)
    choose = like("original")
    for agent in env.agent_iter():
        _seen, _reward, ended, _cut, info = env.last()
        seen[agent] += "own_score" in info
        number = env.table(agent).hand_number
        env.step(None) if ended else decide(env, choose)
    assert set(seen.values()) == {number}
    assert number > 1


@targets
def test_an_illegal_action_ends_the_episode_with_a_penalty(target: str, caplog: Any) -> None:
    env = mile_bones_v0.env("mille", target)
    env.reset(seed=3)
    wrong = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    with caplog.at_level(logging.WARNING):
        env.step(wrong)
    assert "Illegal move" in caplog.text
    assert env.rewards == {"player_0": mile_bones_v0.ILLEGAL[target], "player_1": 0}
    assert all(env.terminations.values())


def test_an_illegal_action_costs_more_than_any_lost_hand() -> None:
    """The extreme hand: a trip of 1000 with all four coups, safe, delayed, extended and a shut-out, against no
    points.
    """
    most = 1000 + 4 * 100 + 300 + 4 * 300 + 400 + 300 + 300 + 200 + 500
    assert mile_bones_v0.ILLEGAL["hand"] < -most / mile_bones_v0.POINTS_FOR_ONE


def test_the_raw_environment_refuses_an_illegal_action_unchanged() -> None:
    env = mile_bones_v0.raw_env()
    env.reset(seed=3)
    before = env.state()
    legal = env.observe("player_0")["action_mask"]
    for wrong in np.flatnonzero(legal == 0):
        with pytest.raises(IllegalAction):
            env.step(wrong)
    for nowhere in (-1, choices.ACTIONS):
        with pytest.raises(ValueError, match=f"no action {nowhere}"):
            env.step(nowhere)
    assert env.state().tolist() == before.tolist()
    assert env.agent_selection == "player_0"


def test_later_hands_follow_from_the_seed_and_agents_take_turns_to_begin() -> None:
    first, second = mile_bones_v0.raw_env(), mile_bones_v0.raw_env()
    for env in (first, second):
        env.reset(seed=1)
    deals = [first.state().tolist()]
    for begins in ("player_1", "player_0", "player_1"):
        first.reset()
        second.reset()
        assert first.agent_selection == second.agent_selection == begins
        assert first.state().tolist() == second.state().tolist()
        deals.append(first.state().tolist())
    assert len({str(deal) for deal in deals}) == 4
    first.reset(seed=1)
    assert first.agent_selection == "player_0"
    assert first.state().tolist() == deals[0]


def test_without_a_seed_two_environments_play_different_hands() -> None:
    first, second = mile_bones_v0.raw_env(), mile_bones_v0.raw_env()
    first.reset()
    second.reset()
    assert first.state().tolist() != second.state().tolist()


@pytest.mark.parametrize(
    "twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_a_copy_continues_independently_from_its_position(twin_of: Callable[[Any], Any]) -> None:
    env = mile_bones_v0.env("mille")
    env.reset(seed=7)
    choose = like("original")
    for _step in range(20):
        decide(env, choose)
    twin = twin_of(env)
    there = twin.state().tolist()
    finish(env, choose)
    assert twin.state().tolist() == there
    finish(twin, choose)
    assert twin.rewards == env.rewards


def test_the_rendered_table_shows_both_hands() -> None:
    env = mile_bones_v0.env("mille", render_mode="ansi")
    env.reset(seed=3)
    choose = like("original")
    for _step in range(30):
        decide(env, choose)
    first, second = env.table("player_0"), env.table("player_1")
    lines = env.render().splitlines()
    assert lines[0] == "Hand 1, mille(6): 700 miles, totals 0 to 0"
    assert lines[1].startswith(f"{first.left} cards in the deck, ")
    assert lines[1].endswith(" thrown away last")
    assert lines[2].startswith(("player_0: ", "player_0, to act: "))
    assert f": {first.own.miles} miles, " in lines[2]
    assert f": {second.own.miles} miles, " in lines[4]
    assert sum("to act" in line for line in lines) == 1
    for line, table in ((lines[3], first), (lines[5], second)):
        assert line.startswith("    holds ")
        assert line.count(",") == len(table.hand) - 1
    finish(env, choose)
    assert "to act" not in env.render()


def test_the_rendered_table_shows_a_coup() -> None:
    env = mile_bones_v0.raw_env(render_mode="ansi")
    for seed in range(40):
        env.reset(seed=seed)
        choose = like("original")
        while not env.observe(env.agent_selection)["action_mask"][choices.COUP] and not any(env.terminations.values()):
            decide(env, choose)
        if not any(env.terminations.values()):
            break
    assert "(coup fourré)" not in env.render()
    env.step(choices.COUP)
    assert "(coup fourré)" in env.render()


def test_without_a_render_mode_there_is_a_warning_and_no_text() -> None:
    env = mile_bones_v0.raw_env()
    env.reset()
    with pytest.warns(UserWarning, match="render mode"):
        assert env.render() is None


@pytest.mark.parametrize(
    ("wrong", "kind", "says"),
    [
        ({"rules": "bridge"}, NotationError, "“bridge” is not a rule set"),
        ({"target": "trick"}, ValueError, "“trick” is not a target; there are: hand, game"),
        ({"render_mode": "human"}, ValueError, "“human” is not a render mode; there are: ansi"),
    ],
)
def test_wrong_arguments_of_the_environment_are_refused_with_a_reason(
    wrong: dict[str, str], kind: type[Exception], says: str
) -> None:
    for make in (mile_bones_v0.env, mile_bones_v0.raw_env):
        with pytest.raises(kind, match=says):
            make(**wrong)  # type: ignore[arg-type]


def test_an_import_without_the_extra_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None\nfrom mile_bones.lab import mile_bones_v0"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert out.returncode == 1
    assert "pettingzoo is missing: the environment needs the extra “rl” (pip install 'mile-bones[rl]')" in out.stderr
