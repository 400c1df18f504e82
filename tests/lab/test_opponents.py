"""The players in the arena: the levels of each game, and earlier versions of players."""

from __future__ import annotations

import pytest

from mile_bones.engine.errors import NotationError
from mile_bones.games import GAMES
from mile_bones.lab import arena, opponents
from mile_bones.players import levels
from mile_bones.players.milebones.network import load_weights
from players.milebones.positions import questions


@pytest.mark.parametrize("game", GAMES)
def test_the_levels_are_listed_before_the_earlier_players(game: str) -> None:
    known = [level.name for level in levels(game)]
    assert list(opponents.names(game))[: len(known)] == known
    for name in opponents.names(game):
        opponents.check(game, name)
        assert opponents.load(game, name, 3)


def test_the_first_expert_uses_its_own_weights() -> None:
    first, expert = (load_weights(name) for name in ("first-expert", "expert"))
    assert first["one"].shape != expert["one"].shape
    asked = [seen for seen in questions("expert", "mile-bones", 9) if len(seen.legal_actions()) > 1]
    one, other = (opponents.load("mile-bones", name) for name in ("first-expert", "expert"))
    alike = sum(one.choose(seen) == other.choose(seen) for seen in asked)
    assert len(asked) / 2 < alike < len(asked)


def test_the_first_expert_plays_in_the_arena() -> None:
    found = arena.play("first-expert", "easy", hands=40, seed=3)
    assert found.mean is not None and found.mean > 0
    assert arena.play("first-expert", "first-expert", hands=4, seed=3).mean == 0


@pytest.mark.parametrize(("game", "name"), [("mile-bones", "nobody"), ("millieu", "first-expert")])
def test_an_unknown_player_is_refused(game: str, name: str) -> None:
    with pytest.raises(NotationError, match=f"“{name}” is no player; there are: easy"):
        opponents.check(game, name)
