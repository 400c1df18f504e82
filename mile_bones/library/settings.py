"""The settings that games and players declare, and the list of all of them.

What may be chosen stands with the game and with its players; here it becomes a line of mb.ini.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mile_bones.engine.spec import Choice, Words
from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.players import levels, usual_level
from mile_bones.storage.settings import (
    ANIMATION,
    ASK_DISCARD,
    AUTO_DRAW,
    DONE,
    DOUBLE_CLICK,
    DRAG_DISTANCE,
    LOG,
    METHOD,
    MUTE,
    NAME,
    SORT,
    THEME,
    VOLUME,
    WINDOW,
    Setting,
)


@cache
def rules_setting(game: str) -> Setting[str]:
    """By which rule set a game is played."""
    rule_sets = spec(game).rule_sets
    words = _words(game, lambda: _("Rules"), lambda: _("Rules of {game}"))
    return Setting("options", _key("rules", game), str(rule_sets[0].name), words, rule_sets)


@cache
def level_setting(game: str) -> Setting[str]:
    """Against which level a game is played."""
    values = tuple(Choice(level.name, level.title, level.line, level.strength) for level in levels(game))
    words = _words(game, lambda: _("Opponent"), lambda: _("Opponent in {game}"))
    return Setting("options", _key("opponent", game), usual_level(game), words, values)


def _key(word: str, game: str) -> str:
    return f"{word} {spec(game).section}".rstrip()


def _words(game: str, alone: Words, named: Words) -> Words:
    """The first game was alone for a long time."""
    if game == GAMES[0]:
        return alone
    return lambda: named().format(game=spec(game).title())


GAME = Setting("options", "game", GAMES[0], lambda: _("Game"), tuple(Choice(game, spec(game).title) for game in GAMES))
"""The kind of game that was played last."""
RULES = rules_setting(GAMES[0])
LEVEL = level_setting(GAMES[0])

SETTINGS: tuple[Setting[Any], ...] = (
    *(
        NAME,
        METHOD,
        DRAG_DISTANCE,
        DOUBLE_CLICK,
        SORT,
        AUTO_DRAW,
        ASK_DISCARD,
        DONE,
        GAME,
        RULES,
        LEVEL,
        ANIMATION,
        THEME,
        VOLUME,
        MUTE,
        LOG,
        WINDOW,
    ),
    *(rules_setting(game) for game in GAMES[1:] if len(spec(game).rules) > 1),
    *(level_setting(game) for game in GAMES[1:]),
)
"""All of them, in the order in which people meet them."""
