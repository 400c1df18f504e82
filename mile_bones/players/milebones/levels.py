"""The levels of Mile Bones, the weakest first. The measured strengths come from the mirrored hands of
docs/players.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players.level_spec import Cancel, Clock, Level

if TYPE_CHECKING:
    from mile_bones.players.milebones.champion import ChampionPlayer
    from mile_bones.players.milebones.easy import EasyPlayer
    from mile_bones.players.milebones.expert import ExpertPlayer
    from mile_bones.players.milebones.original import OriginalPlayer


def _easy(seed: int, clock: Clock | None, cancel: Cancel | None) -> EasyPlayer:
    from mile_bones.players.milebones.easy import EasyPlayer

    return EasyPlayer()


def _original(seed: int, clock: Clock | None, cancel: Cancel | None) -> OriginalPlayer:
    from mile_bones.players.milebones.original import OriginalPlayer

    return OriginalPlayer()


def _expert(seed: int, clock: Clock | None, cancel: Cancel | None) -> ExpertPlayer:
    from mile_bones.players.milebones.expert import ExpertPlayer
    from mile_bones.players.milebones.policy import expert_policy

    return ExpertPlayer(expert_policy())


def _champion(seed: int, clock: Clock | None, cancel: Cancel | None) -> ChampionPlayer:
    """Return a champion that draws its imagined worlds from ``seed``."""
    from mile_bones.players.milebones.champion import ChampionPlayer
    from mile_bones.players.milebones.network import load_weights
    from mile_bones.players.milebones.policy import expert_policy

    return ChampionPlayer(expert_policy(), load_weights("champion"), seed)


LEVELS = (
    Level(
        "easy",
        lambda: pgettext("level", "Easy"),
        lambda: _("Plays the first thing that fits."),
        lambda: _("The others are measured against it."),
        _easy,
        quick=True,
    ),
    Level(
        "original",
        lambda: pgettext("level", "Original"),
        lambda: _("Remembers what was played, and waits for its chance."),
        lambda: _("About +315 points a hand against Easy."),
        _original,
        quick=True,
    ),
    Level(
        "expert",
        lambda: pgettext("level", "Expert"),
        lambda: _("Plays what won most often in millions of hands."),
        lambda: _("About +170 points a hand against Original."),
        _expert,
    ),
    Level(
        "champion",
        lambda: pgettext("level", "Champion"),
        lambda: _("Plays like Expert, and thinks ahead as well."),
        lambda: _("About +50 points a hand against Expert."),
        _champion,
    ),
)

USUAL = "original"
"""The name of the level that somebody new to the game meets."""

HAS_COACH = True
"""Whether the game has a coach. If so, the module ``coaching`` in this package contains it."""
