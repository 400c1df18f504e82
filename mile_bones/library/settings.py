"""The settings that games and players declare, and the list of all of them.

What may be chosen stands with the game and with its players; here it becomes a line of mb.ini.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mile_bones.engine.spec import Choice, Words
from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.library.keys import KEYS
from mile_bones.players import levels, usual_level
from mile_bones.storage.settings import (
    ANIMATION,
    ASK_DISCARD,
    AUTO_DRAW,
    DONE,
    DOUBLE_CLICK,
    DRAG_DISTANCE,
    LANGUAGE,
    LARGE_INDICES,
    LOG,
    METHOD,
    MUTE,
    NAME,
    OUTLINES,
    SCANNING,
    SORT,
    SPEECH,
    TEXT,
    THEME,
    TUTOR,
    VOLUME,
    WINDOW,
    Setting,
)

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option


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


@cache
def option_setting(game: str, name: str) -> Setting[Any]:
    """What is chosen for this option of a game. KeyError when it has none of this name."""
    option = {option.name: option for option in spec(game).options}[name]
    key, usual = _key(name.replace("_", " "), game), option.choices[0].name
    if isinstance(usual, bool):
        return Setting("options", key, usual, option.title)
    values = tuple(Choice(str(choice.name), choice.title, choice.line) for choice in option.choices)
    return Setting("options", key, str(usual), option.title, values)


@cache
def target_setting(game: str) -> Setting[str]:
    """To how many points a game is played, for one with a choice: a whole number of at most six digits as text."""
    usual = spec(game).target
    assert usual is not None
    return Setting("options", _key("target", game), str(usual), lambda: _("Target"), fits=_is_target)


def game_settings(game: str) -> tuple[Setting[Any], ...]:
    """Its target, where there is a choice, and its options."""
    found = spec(game)
    target = (target_setting(game),) if found.targets else ()
    return (*target, *(option_setting(game, option.name) for option in found.options))


def chosen_options(
    game: str, get: Callable[[Setting[Any]], object], asked: Mapping[str, Option] = MappingProxyType({})
) -> dict[str, Option]:
    """The options of a game that are anything but the usual: as ``asked``, else as the settings, told by ``get``, say.

    What was asked may be meant for another game, and then says nothing.
    """
    found: dict[str, Option] = {}
    for option in spec(game).options:
        text = str(get(option_setting(game, option.name)))
        value = next(choice.name for choice in option.choices if str(choice.name) == text)
        if option.name in asked and option.allows(asked[option.name]):
            value = asked[option.name]
        if value != option.choices[0].name:
            found[option.name] = value
    return found


def chosen_target(game: str, get: Callable[[Setting[Any]], object], asked: int | None = None) -> int | None:
    """The target that was ``asked``, else what the settings say; None where there is no choice, and for the usual."""
    found = spec(game)
    if not found.targets:
        return None
    chosen = int(str(get(target_setting(game)))) if asked is None else asked
    return None if chosen == found.target else chosen


def _is_target(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6 and int(text) > 0


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
        TUTOR,
        GAME,
        RULES,
        LEVEL,
        LANGUAGE,
        ANIMATION,
        THEME,
        TEXT,
        OUTLINES,
        LARGE_INDICES,
        SCANNING,
        VOLUME,
        MUTE,
        SPEECH,
        LOG,
        WINDOW,
    ),
    *(rules_setting(game) for game in GAMES[1:] if len(spec(game).rules) > 1),
    *(level_setting(game) for game in GAMES[1:]),
    *(target_setting(game) for game in GAMES if spec(game).targets),
    *(option_setting(game, option.name) for game in GAMES for option in spec(game).options),
    *KEYS,
)
"""All of them, in the order in which people meet them."""
