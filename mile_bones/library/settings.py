"""The settings that games and players declare, and the list of all of them.

What may be chosen stands with the game and with its players; here it becomes a line of mb.ini.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.players import levels, usual_level
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, METHOD, NAME, SORT, THEME, WINDOW, Setting


@cache
def rules_setting(game: str) -> Setting[str]:
    """By which rule set a game is played."""
    return Setting("options", _key("rules", game), spec(game).rules[0], spec(game).rules, lambda: _("Rules"))


@cache
def level_setting(game: str) -> Setting[str]:
    """Against which level a game is played."""
    return Setting("options", _key("opponent", game), usual_level(game), levels(game), lambda: _("Opponent"))


def _key(word: str, game: str) -> str:
    return f"{word} {spec(game).section}".rstrip()


RULES = rules_setting(GAMES[0])
LEVEL = level_setting(GAMES[0])

SETTINGS: tuple[Setting[Any], ...] = (
    *(NAME, METHOD, SORT, AUTO_DRAW, RULES, LEVEL, ANIMATION, THEME, WINDOW),
    *(setting(game) for game in GAMES[1:] for setting in (rules_setting, level_setting)),
)
"""All of them, in the order in which people meet them."""
