"""Computer opponents. A player gets observations and nothing else: it never sees a state, and keeps no memory."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from mile_bones.engine import NotationError
from mile_bones.engine import Player as AnyPlayer
from mile_bones.engine.record import no_such_game
from mile_bones.games.milebones import Action, Observation
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

if TYPE_CHECKING:
    from mile_bones.players.milebones.network import Network

LEVELS = ("easy", "original", "expert", "champion")
"""The levels by name, the weakest first."""

QUICK = ("easy", "original")
"""The levels that load in a few milliseconds and answer in much less than one: a window may ask them directly."""

Player: TypeAlias = AnyPlayer[Observation, Action]
"""A computer player of Mile Bones: ``player.choose(observation)`` returns one of its legal actions."""


def load_player(level: str, seed: int = 0) -> Player:
    """A player of this level. The same level, seed and observation always give the same answer.

    ``seed`` is the luck of the champion, who draws from it what it imagines; the other levels leave nothing to chance.
    One player may answer for several games in turn. NotationError for a level that does not exist.
    """
    if level == "easy":
        from mile_bones.players.milebones.easy import EasyPlayer

        return EasyPlayer()
    if level == "original":
        from mile_bones.players.milebones.original import OriginalPlayer

        return OriginalPlayer()
    if level == "expert":
        from mile_bones.players.milebones.expert import ExpertPlayer

        return ExpertPlayer(_expert())
    if level == "champion":
        from mile_bones.players.milebones.champion import ChampionPlayer
        from mile_bones.players.milebones.network import load_weights

        return ChampionPlayer(_expert(), load_weights("champion"), seed)
    raise NotationError(_unknown(level))


@cache
def _expert() -> Network:
    """The trained network, which the levels share."""
    from mile_bones.players.milebones.network import Network, load_weights

    return Network(load_weights("expert"))


def levels(game: str) -> tuple[str, ...]:
    """The levels that there are for a game, the weakest first. NotationError when nobody plays it."""
    return _of(game)[0]


def usual_level(game: str) -> str:
    """The level that a new player of a game meets. NotationError when nobody plays it."""
    return _of(game)[1]


def _of_mile_bones() -> tuple[tuple[str, ...], str]:
    return LEVELS, "original"


def _of_millieu() -> tuple[tuple[str, ...], str]:
    from mile_bones.players import millieu

    return millieu.LEVELS, "easy"


_GAMES = {"mile-bones": _of_mile_bones, "millieu": _of_millieu}


def _of(game: str) -> tuple[tuple[str, ...], str]:
    if game not in _GAMES:
        raise NotationError(no_such_game(game))
    return _GAMES[game]()


def level_name(level: str) -> str:
    """The name of a level for people. NotationError for a level that does not exist."""
    return _words(level)[0]


def level_word(level: str) -> str:
    """One line about a level, for Options. NotationError for a level that does not exist."""
    return _words(level)[1]


def level_strength(level: str) -> str:
    """The measured strength of a level in one line, for Options. NotationError for a level that does not exist.

    Source: the mirrored hands of docs/players.md.
    """
    if level == "easy":
        return _("The others are measured against it.")
    if level == "original":
        return _("About +315 points a hand against Easy.")
    if level == "expert":
        return _("About +130 points a hand against Original.")
    if level == "champion":
        return _("About +165 points a hand against Original.")
    raise NotationError(_unknown(level))


def _words(level: str) -> tuple[str, str]:
    if level == "easy":
        return pgettext("level", "Easy"), _("Plays the first thing that fits.")
    if level == "original":
        return pgettext("level", "Original"), _("Remembers, waits and reckons.")
    if level == "expert":
        return pgettext("level", "Expert"), _("Taught itself the game, hand after hand.")
    if level == "champion":
        return pgettext("level", "Champion"), _("The expert, who looks twice.")
    raise NotationError(_unknown(level))


def _unknown(level: str) -> str:
    return _("“{level}” is not a level; there are: {known}").format(level=level, known=", ".join(LEVELS))
