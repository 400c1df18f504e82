"""The players of the arena: the levels of a game, and earlier players, against which progress is measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mile_bones.engine.errors import NotationError
from mile_bones.engine.game import Player
from mile_bones.i18n import gettext as _
from mile_bones.i18n import listed
from mile_bones.players import levels, load_player

FIRST_EXPERT = "first-expert"
"""The first ``expert`` of Mile Bones (docs/decisions/037), before it learned from deeper search (096)."""
FIRST_STRONG = "first-strong"
"""The first ``strong`` of Millieu, which only looked at what the opponent can capture next."""


def names(game: str) -> tuple[str, ...]:
    """Return the names of all players: the levels, the weakest first, then the earlier players.

    Raise NotationError for an unknown game.
    """
    return (*(level.name for level in levels(game)), *_EARLIER.get(game, ()))


def check(game: str, name: str) -> None:
    """Raise NotationError if no player has this name."""
    known = names(game)
    if name not in known:
        raise NotationError(_("“{name}” is no player; there are: {known}").format(name=name, known=listed(known)))


def load(game: str, name: str, seed: int = 0) -> Player[Any, Any]:
    """Return the player of this name; for the rest see ``players.load_player``."""
    earlier = _EARLIER.get(game, {})
    return earlier[name](seed) if name in earlier else load_player(game, name, seed)


def _first_expert(_seed: int) -> Player[Any, Any]:
    from mile_bones.players.milebones.expert import ExpertPlayer
    from mile_bones.players.milebones.network import load_weights
    from mile_bones.players.milebones.policy import Policy

    return ExpertPlayer(Policy(load_weights(FIRST_EXPERT)))


def _first_strong(seed: int) -> Player[Any, Any]:
    from mile_bones.players.millieu.players import CarefulPlayer

    return CarefulPlayer(seed)


_EARLIER: dict[str, dict[str, Callable[[int], Player[Any, Any]]]] = {
    "mile-bones": {FIRST_EXPERT: _first_expert},
    "millieu": {FIRST_STRONG: _first_strong},
}
