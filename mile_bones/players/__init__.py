"""The computer opponents. A player gets observations and nothing else: it never sees a state, and keeps no memory.

``levels`` lists the levels of a game. ``load_player`` makes a player of one level. ``load_coach`` loads the coach,
which rates choices.
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
    """Return a computer player of this game and level. The same level, seed and observation always give the same
    answer, unless ``clock`` shows that thinking takes too long.

    A player that thinks for long polls ``cancel``. As soon as ``cancel`` returns True, ``choose`` returns. One player
    may answer for several games in turn. Raise NotationError if the game or the level does not exist.
    """
    return level(game, level_name).load(seed, clock, cancel)


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels of a game, the weakest first. Raise NotationError if there is no such game."""
    found: tuple[Level, ...] = _levels(game).LEVELS
    return found


def usual_level(game: str) -> str:
    """Return the name of the level that is suggested to a new player of a game. Raise NotationError if there is no such
    game.
    """
    found: str = _levels(game).USUAL
    return found


def level(game: str, name: str) -> Level:
    """Return the level with this name. Raise NotationError if the game or the level does not exist."""
    found = find_level(game, name)
    if found is None:
        known = listed(each.name for each in levels(game))
        raise NotationError(_("“{level}” is not a level; there are: {known}").format(level=name, known=known))
    return found


def find_level(game: str, name: str | None) -> Level | None:
    """Return the level with this name, or None if the game or the level does not exist."""
    known = levels(game) if is_game(game) else ()
    return next((each for each in known if each.name == name), None)


def has_coach(game: str) -> bool:
    """Return whether the game has a coach, without importing that coach. False if there is no such game."""
    return is_game(game) and bool(_levels(game).HAS_COACH)


def coach_spec(game: str) -> CoachSpec | None:
    """Return the description of a game's coach, or None if the game has no coach.

    Raise NotationError if there is no such game.
    """
    found: CoachSpec | None = part_of(game, "players", "coaching").COACH if _levels(game).HAS_COACH else None
    return found


@cache
def load_coach(game: str) -> Coach | None:
    """Return the coach of a game, loaded only once, or None if the game has no coach.

    Raise NotationError if there is no such game.
    """
    found = coach_spec(game)
    return None if found is None else found.load()


def points_text(game: str) -> str:
    """Return a sentence that explains the points in which the coach of this game rates, or "" if it has no coach."""
    found = coach_spec(game)
    return "" if found is None else found.points()


def _levels(game: str) -> ModuleType:
    return part_of(game, "players", "levels")
