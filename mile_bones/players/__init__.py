"""Computer opponents. A player gets observations and nothing else: it never sees a state, and keeps no memory.

``levels`` names all there are of a game, ``load_player`` makes one; ``load_coach`` says what each choice is worth.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mile_bones.engine.errors import NotationError
from mile_bones.games import is_game, part_of
from mile_bones.i18n import gettext as _
from mile_bones.i18n import listed
from mile_bones.players.level_spec import Cancel, Clock, Level

if TYPE_CHECKING:
    from mile_bones.engine.game import Player
    from mile_bones.players.coach import Coach, CoachSpec


def load_player(
    game: str, level_name: str, seed: int = 0, *, clock: Clock | None = None, cancel: Cancel | None = None
) -> Player[Any, Any]:
    """A player of this game and level. The same level, seed and observation always give the same answer, unless a
    ``clock`` says that it takes too long.

    ``cancel`` is asked again and again by a player that takes its time; once it is true, ``choose`` returns soon. One
    player may answer for several games in turn. NotationError for a game or a level that does not exist.
    """
    return level(game, level_name).load(seed, clock, cancel)


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels of a game, the weakest first. Raise NotationError if there is no such game."""
    found: tuple[Level, ...] = _levels(game).LEVELS
    return found


def usual_level(game: str) -> str:
    """Return the name of the level that a new player of a game meets. Raise NotationError if there is no such game."""
    found: str = _levels(game).USUAL
    return found


def level(game: str, name: str) -> Level:
    """The level of this name. NotationError for a game or a level that does not exist."""
    found = find_level(game, name)
    if found is None:
        known = listed(each.name for each in levels(game))
        raise NotationError(_("“{level}” is not a level; there are: {known}").format(level=name, known=known))
    return found


def find_level(game: str, name: str | None) -> Level | None:
    """The level of this name; None where the game, or the level, is none of ours."""
    known = levels(game) if is_game(game) else ()
    return next((each for each in known if each.name == name), None)


def has_coach(game: str) -> bool:
    """Return whether the game has a coach, without importing that coach. False if there is no such game."""
    return is_game(game) and bool(_levels(game).HAS_COACH)


def coach_spec(game: str) -> CoachSpec | None:
    """Return what there is to know about the coach of a game, or None if the game has no coach.

    Raise NotationError if there is no such game.
    """
    found: CoachSpec | None = part_of(game, "players", "coaching").COACH if _levels(game).HAS_COACH else None
    return found


@cache
def load_coach(game: str) -> Coach | None:
    """The coach of a game, loaded once; for the rest see ``coach_spec``."""
    found = coach_spec(game)
    return None if found is None else found.load()


def points_text(game: str) -> str:
    """What the points are of which the coach of this game tells, as a sentence; empty where it has none."""
    found = coach_spec(game)
    return "" if found is None else found.points()


def _levels(game: str) -> ModuleType:
    return part_of(game, "players", "levels")
