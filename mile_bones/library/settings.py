"""The settings that games and players declare, and the list of all settings.

A game and its players declare what people can choose. This module makes a setting of each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import mile_bones.library.keys  # noqa: F401  # it declares settings
from mile_bones.engine.spec import Choice, Words
from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.players import has_coach, levels, usual_level
from mile_bones.storage.settings import PAGES, Group, Setting, T, declared_settings

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option

GAME_OPTIONS = Group("game", lambda: _("Rules"), "options#rules-of-a-game", leads=lambda game: True)
"""The target and the options of the game on the table. A dialog shows this group as one control."""
_RULES = Group("game", lambda: _("Rules"), "rule-sets", leads=lambda game: True)
_COACH = Group("playing", lambda: _("The coach"), "hint")


@cache
def rules_setting(game: str) -> Setting[str]:
    """Return the setting of the rule set of a game."""
    rule_sets = spec(game).rule_sets
    words = _words(game, lambda: _("Rules"), lambda: _("Rules of {game}"))
    return _row(game, "rules", str(rule_sets[0].name), words, rule_sets, group=_RULES, control="buttons")


@cache
def level_setting(game: str) -> Setting[str]:
    """Return the setting of the opponent's level in a game."""
    values = tuple(Choice(level.name, level.title, level.line, level.strength) for level in levels(game))
    words = _words(game, lambda: _("Opponent"), lambda: _("Opponent in {game}"))
    group = Group("game", lambda: _("Opponent"), "opponents" if game == GAMES[0] else f"{game}-players")
    return _row(game, "opponent", usual_level(game), words, values, group=group, control="buttons")


@cache
def option_setting(game: str, name: str) -> Setting[Any]:
    """Return the setting of this option of a game. Raise KeyError if the game has no option of this name."""
    option = {option.name: option for option in spec(game).options}[name]
    word, usual = name.replace("_", " "), option.choices[0].name
    if isinstance(usual, bool):
        return _row(game, word, usual, option.title, line=option.line, group=GAME_OPTIONS, control="tick")
    values = tuple(Choice(str(choice.name), choice.title, choice.line) for choice in option.choices)
    return _row(game, word, str(usual), option.title, values, line=option.line, group=GAME_OPTIONS)


@cache
def target_setting(game: str) -> Setting[str]:
    """Return the setting of the target of a game with a choice of targets.

    Its value is a positive whole number of at most six digits, as text.
    """
    usual = spec(game).target
    assert usual is not None
    return _row(game, "target", str(usual), lambda: _("Target"), fits=_is_target, group=GAME_OPTIONS, control="points")


def game_settings(game: str) -> tuple[Setting[Any], ...]:
    """Return the settings of the target, if there is a choice, and of the options of a game."""
    found = spec(game)
    target = (target_setting(game),) if found.targets else ()
    return (*target, *(option_setting(game, option.name) for option in found.options))


def chosen_options(
    game: str, get: Callable[[Setting[Any]], object], asked: Mapping[str, Option] = MappingProxyType({})
) -> dict[str, Option]:
    """Return the options of a game that differ from the usual ones.

    An option in ``asked`` has priority if the game allows its value; the value may be meant for another game. All other
    options are taken from the settings; ``get`` returns the value of a setting.
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
    """Return the target: ``asked`` or, if that is None, the target in the settings.

    Return None if there is no choice, or if it is the usual target.
    """
    found = spec(game)
    if not found.targets:
        return None
    chosen = int(str(get(target_setting(game)))) if asked is None else asked
    return None if chosen == found.target else chosen


def _is_target(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6 and int(text) > 0


def _row(game: str, word: str, usual: T, words: Words, values: tuple[Choice, ...] = (), **more: Any) -> Setting[T]:
    """Return a setting that is shown only in the options of this game. Its key in mb.ini begins with `word`."""
    return Setting(
        "options", spec(game).own(word), usual, words, values, asked=lambda found: found.name == game, **more
    )


def _words(game: str, alone: Words, named: Words) -> Words:
    """Return ``alone`` for the first game, else ``named`` with the game's title.

    The first game keeps the short label, because it is older than the other games.
    """
    if game == GAMES[0]:
        return alone
    return lambda: named().format(game=spec(game).title())


GAME = Setting(
    "options", "game", GAMES[0], lambda: _("Game"), tuple(Choice(game, spec(game).title) for game in GAMES)
).declared()
"""The kind of game that was played last."""
TUTOR = Setting(
    "options",
    "tutor",
    False,
    lambda: _("Tutor"),
    line=lambda: _("Before a choice that costs much it asks once. The game then counts as an assisted one."),
    group=_COACH,
    control="tick",
    asked=lambda game: has_coach(game.name),
).declared()
RULES = rules_setting(GAMES[0])
LEVEL = level_setting(GAMES[0])


@cache
def all_settings() -> tuple[Setting[Any], ...]:
    """Return every setting: the declared ones, among them the keys, and then those of each game."""
    return (*declared_settings(), *(setting for game in GAMES for setting in _settings_of(game)))


@cache
def shown_settings(game: str) -> tuple[Setting[Any], ...]:
    """Return the settings that the options dialog shows while this game is on the table, page by page."""
    found = spec(game)
    order = {page: number for number, page in enumerate(PAGES)}
    shown = [(setting.group, setting) for setting in all_settings() if setting.asked(found)]
    grouped = [(order[group.page], setting) for group, setting in shown if group is not None]
    return tuple(setting for _page, setting in sorted(grouped, key=itemgetter(0)))


def _settings_of(game: str) -> tuple[Setting[Any], ...]:
    rules = (rules_setting(game),) if len(spec(game).rule_sets) > 1 else ()
    return (*rules, *game_settings(game), level_setting(game))
