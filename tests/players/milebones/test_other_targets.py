"""Coach and champion in games with an unusual target."""

from __future__ import annotations

from dataclasses import replace

from mile_bones.games import load_game
from mile_bones.games.milebones.actions import END_TRIP
from mile_bones.games.milebones.observation import Phase
from mile_bones.players import load_coach, load_player
from players.milebones.positions import position


def test_the_chance_depends_on_the_points_missing_to_the_target() -> None:
    coach = load_coach("mile-bones")
    assert coach is not None
    state = load_game("mile-bones").new_state(seed=3)
    state.apply_action(state.legal_actions()[0])
    usual = state.observation(state.current_player)
    short = usual._replace(rules=replace(usual.rules, target=1500))
    near = usual._replace(totals=(3500, 3500))
    assert coach.rate(short, 60).best.chance == coach.rate(near, 60).best.chance
    assert coach.rate(short, 60).best.chance != coach.rate(usual, 60).best.chance


def test_the_champion_wins_a_short_game_at_once() -> None:
    champion = load_player("mile-bones", "champion", 3)
    own = "GO 200 200 100 100 100"
    asked = position("25 25 GO STOP 50 75", own=own, phase=Phase.EXTEND)._replace(totals=(500, 1000))
    short = asked._replace(rules=replace(asked.rules, target=1500))
    assert champion.choose(short) == END_TRIP
    assert champion.choose(short._replace(totals=(0, 0))) == champion.choose(asked._replace(totals=(3500, 3500))), (
        "the same number of points is missing"
    )


def test_a_long_game_is_open_until_near_its_end() -> None:
    coach = load_coach("mile-bones")
    assert coach is not None
    state = load_game("mile-bones", target=10_000).new_state(seed=3)
    state.apply_action(state.legal_actions()[0])
    seen = state.observation(state.current_player)
    for totals in ((0, 0), (2500, 2500), (4975, 4000)):
        assert 0.3 < coach.rate(seen._replace(totals=totals), 60).best.chance < 0.7
    assert coach.rate(seen._replace(totals=(9000, 6000)), 60).best.chance > 0.8
    assert load_player("mile-bones", "champion", 3).choose(seen) in seen.legal_actions()
