"""Computer opponents. A player gets observations and nothing else: it never sees a state, and keeps no memory."""

from __future__ import annotations

from typing import TypeAlias

from mile_bones.engine import NotationError
from mile_bones.engine import Player as AnyPlayer
from mile_bones.games.milebones import Action, Observation
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

LEVELS = ("easy", "original")
"""The levels by name, the weakest first."""

Player: TypeAlias = AnyPlayer[Observation, Action]
"""A computer player of Mile Bones: ``player.choose(observation)`` returns one of its legal actions."""


def load_player(level: str, seed: int = 0) -> Player:
    """A player of this level. The same level, seed and observation always give the same answer.

    The players of today leave nothing to chance, so ``seed`` changes nothing yet. One player may answer for several
    games in turn. NotationError for a level that does not exist.
    """
    if level == "easy":
        from mile_bones.players.easy import EasyPlayer

        return EasyPlayer()
    if level == "original":
        from mile_bones.players.original import OriginalPlayer

        return OriginalPlayer()
    raise NotationError(_unknown(level))


def level_name(level: str) -> str:
    """The name of a level for people. NotationError for a level that does not exist."""
    return _words(level)[0]


def level_word(level: str) -> str:
    """One line about a level, for Options. NotationError for a level that does not exist."""
    return _words(level)[1]


def _words(level: str) -> tuple[str, str]:
    if level == "easy":
        return pgettext("level", "Easy"), _("Plays the first thing that fits.")
    if level == "original":
        return pgettext("level", "Original"), _("Remembers, waits and reckons.")
    raise NotationError(_unknown(level))


def _unknown(level: str) -> str:
    return _("“{level}” is not a level; there are: {known}").format(level=level, known=", ".join(LEVELS))
