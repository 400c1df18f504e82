"""The levels of Mille, the weakest first. docs/players.md has the measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players.level_spec import Cancel, Clock, Level

if TYPE_CHECKING:
    from mile_bones.players.montreal.easy import EasyPlayer
    from mile_bones.players.montreal.players import ExpertPlayer, MontrealPlayer

# NumPy comes with the players, so they are imported on first use.


def _easy(seed: int, clock: Clock | None, cancel: Cancel | None) -> EasyPlayer:
    from mile_bones.players.montreal.easy import EasyPlayer

    return EasyPlayer(seed)


def _strong(seed: int, clock: Clock | None, cancel: Cancel | None) -> MontrealPlayer:
    from mile_bones.players.montreal.players import strong_player

    return strong_player()


def _expert(seed: int, clock: Clock | None, cancel: Cancel | None) -> ExpertPlayer:
    from mile_bones.players.montreal.players import ExpertPlayer

    return ExpertPlayer()


LEVELS = (
    Level(
        "easy",
        lambda: pgettext("level", "Easy"),
        lambda: _("Lays down what it can."),
        lambda: _("The others are measured against it."),
        _easy,
        quick=True,
    ),
    Level(
        "strong",
        lambda: pgettext("level", "Strong"),
        lambda: _("Counts the cards and minds the pile."),
        lambda: _("Wins three of four games against Easy."),
        _strong,
    ),
    Level(
        "expert",
        lambda: pgettext("level", "Expert"),
        lambda: _("Has learned what Strong overlooks."),
        lambda: _("Wins about three of five games against Strong."),
        _expert,
    ),
)

USUAL = "easy"
"""The name of the level that somebody new to the game meets."""

HAS_COACH = True
"""Whether the game has a coach. If so, the module ``coaching`` in this package contains it."""
