"""The levels of Millieu, the weakest first. docs/millieu.md has the measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players.level_spec import Cancel, Clock, Level

if TYPE_CHECKING:
    from mile_bones.players.millieu.players import ChampionPlayer, EasyPlayer, StrongPlayer

# NumPy comes with the players, so they are imported on first use.


def _easy(seed: int, clock: Clock | None, cancel: Cancel | None) -> EasyPlayer:
    from mile_bones.players.millieu.players import EasyPlayer

    return EasyPlayer(seed, clock, cancel)


def _strong(seed: int, clock: Clock | None, cancel: Cancel | None) -> StrongPlayer:
    from mile_bones.players.millieu.players import StrongPlayer

    return StrongPlayer(seed, clock, cancel)


def _champion(seed: int, clock: Clock | None, cancel: Cancel | None) -> ChampionPlayer:
    from mile_bones.players.millieu.players import ChampionPlayer

    return ChampionPlayer(seed, clock, cancel)


LEVELS = (
    Level(
        "easy",
        lambda: pgettext("level", "Easy"),
        lambda: _("Takes what it can get."),
        lambda: _("The others are measured against it."),
        _easy,
    ),
    Level(
        "strong",
        lambda: pgettext("level", "Strong"),
        lambda: _("Thinks three turns ahead."),
        lambda: _("Wins nearly every game against Easy."),
        _strong,
    ),
    Level(
        "champion",
        lambda: pgettext("level", "Champion"),
        lambda: _("Thinks five turns ahead."),
        lambda: _("Against Strong, the second player wins."),
        _champion,
    ),
)

USUAL = "easy"
"""The name of the level that somebody new to the game meets."""

HAS_COACH = True
"""Whether the game has a coach. If so, the module ``coaching`` in this package contains it."""
