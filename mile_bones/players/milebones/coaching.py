"""The coach of Mile Bones, which rates choices, gives reasons and measures luck.

It has three independent parts: ``coach`` rates, ``reasons`` gives reasons, and ``luck`` judges the cards that came.
Each is loaded when it is first needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from zlib import crc32

from mile_bones import resources
from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.i18n import pgettext
from mile_bones.players.coach import Cause, CoachSpec, Luck, Rating
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones import coup_themes, reasons
from mile_bones.players.milebones.reasons import causes
from mile_bones.players.milebones.reasons.codes import Theme
from mile_bones.players.milebones.reasons.themes import theme_of_choice
from mile_bones.players.reasoned import Reasoned, Reasons

_THINKS = 6
"""A counter that is part of the coach's version. Raise it whenever this coach thinks differently with the same
weights.
"""
_WEIGHTS = ("expert", "champion", "luck")


class Coaching(Reasoned):
    """The coach of Mile Bones, as ``players.coach.Coach`` describes it."""

    @property
    def reasons(self) -> Reasons:
        return reasons

    def rate(
        self, observation: Observation, worlds: int, cancel: Cancel | None = None, chosen: Action | None = None
    ) -> Rating | None:
        """Rate each legal action, as ``MileBonesCoach.rate`` does."""
        from mile_bones.players.milebones.coach import load_coach

        return load_coach().rate(observation, worlds, cancel, chosen)

    def cause(self, observation: Observation, better: Action, worse: Action) -> Cause | None:
        """Return the item of the score sheet that favours ``better`` most, in hands played to their end.

        If no item does, but more games are won, that is the cause.
        """
        return _cause(observation, better, worse)

    def cause_text(self, cause: Cause) -> str:
        return causes.sentence(cause) if cause.code in causes.CODES else ""

    def theme(self, better: Action, worse: Action) -> str:
        """Return the kind of choice between these two actions."""
        return theme_of_choice(better, worse)

    def luck(self, start: MileBonesState, actions: Sequence[Action]) -> Luck | None:
        """Return the luck of a finished hand, as judged with all cards open."""
        from mile_bones.players.milebones.luck import luck_judge

        return luck_judge().luck(start.rules, start.logs[-1].deal, actions)


@lru_cache(256)  # a hint, the tutor and the list of all worths ask for the same one
def _cause(observation: Observation, better: Action, worse: Action) -> Cause | None:
    from mile_bones.players.milebones.coach import load_coach
    from mile_bones.players.milebones.contributions import measured

    found = measured(load_coach(), observation, better, worse)
    sizes = [Cause(causes.THEIR * each.of_opponent + each.item, round(each.points)) for each in found.contributions]
    sizes.append(Cause(causes.GAME, round(100 * found.chance)))
    return next((cause for cause in sizes if cause.size > 0), None)


@cache
def _version() -> str:
    weights = b"".join(resources.path(f"players/{name}.npz").read_bytes() for name in _WEIGHTS)
    return f"{_THINKS}-{crc32(weights):08x}"


COACH = CoachSpec(
    load=Coaching,
    version=_version,
    error_limits=(55, 160, 240, 380, 1200),  # docs/coach.md, measured by packaging/measure_error_rates.py
    themes={
        Theme.DISTANCES.value: lambda: pgettext("kind of choice", "Distances"),
        Theme.HAZARDS.value: lambda: pgettext("kind of choice", "Hazards and remedies"),
        Theme.SAFETIES.value: lambda: pgettext("kind of choice", "Safeties"),
        Theme.DISCARDS.value: lambda: pgettext("kind of choice", "Discards"),
        Theme.EXTENSION.value: lambda: pgettext("kind of choice", "The extension"),
    },
    coup_themes=coup_themes.TITLES,
    knows_luck=True,
)
