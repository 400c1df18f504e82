"""The coach in games to another target than the usual one."""

from __future__ import annotations

from dataclasses import replace

from mile_bones.games import load_game
from mile_bones.players import load_coach


def test_what_counts_is_how_much_is_missing_to_the_target() -> None:
    coach = load_coach("mile-bones")
    assert coach is not None
    state = load_game("mile-bones").new_state(seed=3)
    state.apply_action(state.legal_actions()[0])
    usual = state.observation(state.current_player)
    short = usual._replace(rules=replace(usual.rules, target=1500))
    near = usual._replace(totals=(3500, 3500))
    assert coach.rate(short, 60).best.chance == coach.rate(near, 60).best.chance
    assert coach.rate(short, 60).best.chance != coach.rate(usual, 60).best.chance
