"""The settings that games and players declare, and the list of all of them.

What may be chosen stands with the game and with its players; here it becomes a line of mb.ini.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.players import levels, usual_level
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, METHOD, NAME, SORT, THEME, WINDOW, Setting


@cache
def rules_setting(game: str) -> Setting[str]:
    """By which rule set a game is played."""
    rules = spec(game).rules
    return Setting("options", _key("rules", game), rules[0], rules, _words(game, _("Rules"), _("Rules of {game}")))


@cache
def level_setting(game: str) -> Setting[str]:
    """Against which level a game is played."""
    names = tuple(level.name for level in levels(game))
    words = _words(game, _("Opponent"), _("Opponent in {game}"))
    return Setting("options", _key("opponent", game), usual_level(game), names, words)


def _key(word: str, game: str) -> str:
    return f"{word} {spec(game).section}".rstrip()


def _words(game: str, alone: str, named: str) -> Callable[[], str]:
    """The first game was alone for a long time."""
    if game == GAMES[0]:
        return lambda: alone
    return lambda: named.format(game=spec(game).title())


GAME = Setting("options", "game", GAMES[0], GAMES, lambda: _("Game"))
"""The kind of game that was played last."""
RULES = rules_setting(GAMES[0])
LEVEL = level_setting(GAMES[0])

SETTINGS: tuple[Setting[Any], ...] = (
    *(NAME, METHOD, SORT, AUTO_DRAW, GAME, RULES, LEVEL, ANIMATION, THEME, WINDOW),
    *(rules_setting(game) for game in GAMES[1:] if len(spec(game).rules) > 1),
    *(level_setting(game) for game in GAMES[1:]),
)
"""All of them, in the order in which people meet them."""
