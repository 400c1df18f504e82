"""Computer opponents. A player gets observations and nothing else: it never sees a state, and keeps no memory.

``levels`` names all there are of a game, ``load_player`` makes one; ``load_coach`` says what each choice is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from mile_bones.engine.errors import NotationError, no_such_game
from mile_bones.engine.game import Player
from mile_bones.i18n import gettext as _
from mile_bones.i18n import listed
from mile_bones.players.level_spec import Cancel, Clock, Level

if TYPE_CHECKING:
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
    """The levels that there are for a game, the weakest first. NotationError when nobody plays it."""
    return _of(game)[0]


def usual_level(game: str) -> str:
    """The level that a new player of a game meets. NotationError when nobody plays it."""
    return _of(game)[1]


def level(game: str, name: str) -> Level:
    """The level of this name. NotationError for a game or a level that does not exist."""
    found = find_level(game, name)
    if found is None:
        known = listed(each.name for each in levels(game))
        raise NotationError(_("“{level}” is not a level; there are: {known}").format(level=name, known=known))
    return found


def find_level(game: str, name: str | None) -> Level | None:
    """The level of this name; None where the game, or the level, is none of ours."""
    known = _of(game)[0] if game in _GAMES else ()
    return next((each for each in known if each.name == name), None)


def has_coach(game: str) -> bool:
    """The game has a coach; nothing of it is imported to say so."""
    return game in _COACHES


def coach_spec(game: str) -> CoachSpec | None:
    """What there is to know of the coach of a game; None where a game has none. NotationError when nobody plays it."""
    if game not in _GAMES:
        raise NotationError(no_such_game(game))
    return _COACHES[game]() if game in _COACHES else None


@cache
def load_coach(game: str) -> Coach | None:
    """The coach of a game, loaded once; for the rest see ``coach_spec``."""
    found = coach_spec(game)
    return None if found is None else found.load()


def points_text(game: str) -> str:
    """What the points are of which the coach of this game tells, as a sentence; empty where it has none."""
    found = coach_spec(game)
    return "" if found is None else found.points()


def _of(game: str) -> tuple[tuple[Level, ...], str]:
    if game not in _GAMES:
        raise NotationError(no_such_game(game))
    return _GAMES[game]()


def _mile_bones() -> tuple[tuple[Level, ...], str]:
    from mile_bones.players.milebones import levels

    return levels.LEVELS, levels.USUAL


def _millieu() -> tuple[tuple[Level, ...], str]:
    from mile_bones.players.millieu import levels

    return levels.LEVELS, levels.USUAL


def _montreal() -> tuple[tuple[Level, ...], str]:
    from mile_bones.players.montreal import levels

    return levels.LEVELS, levels.USUAL


_GAMES: dict[str, Callable[[], tuple[tuple[Level, ...], str]]] = {
    "mile-bones": _mile_bones,
    "millieu": _millieu,
    "montreal-mille": _montreal,
}
"""Each imports its levels only when they are wanted."""


def _mile_bones_coach() -> CoachSpec:
    from mile_bones.players.milebones.coaching import COACH

    return COACH


def _montreal_coach() -> CoachSpec:
    from mile_bones.players.montreal.coaching import COACH

    return COACH


def _millieu_coach() -> CoachSpec:
    from mile_bones.players.millieu.coaching import COACH

    return COACH


_COACHES: dict[str, Callable[[], CoachSpec]] = {
    "mile-bones": _mile_bones_coach,
    "millieu": _millieu_coach,
    "montreal-mille": _montreal_coach,
}
