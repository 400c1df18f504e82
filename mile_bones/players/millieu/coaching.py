"""The coach of Millieu: what steps are worth, and why. There is no luck in this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mile_bones.games.millieu import Action, Observation, Place, Slide
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.players.coach import CoachSpec, Rating, Reader
from mile_bones.players.level_spec import Cancel

_THINKS = 1
"""Grows with every change by which this coach thinks otherwise."""
POINTS_ONLY = "points_only"
"""The code where no reason is known but the points."""

_PLACING, _SLIDES, _CAPTURES = "placing", "slides", "captures"

# NumPy comes with the search: it is imported when somebody asks.


class Coaching:
    """See ``players.coach.Coach``."""

    def rate(self, observation: Observation, worlds: int, cancel: Cancel | None = None) -> Rating | None:
        """What each legal step is worth; see ``players.millieu.coach``. Nothing is hidden: one world is all there is,
        however many are asked for."""
        from mile_bones.players.millieu.coach import rate

        return rate(observation, cancel)

    def theme(self, better: Action, worse: Action) -> str:
        """What kind of choice it is between these two, which are of one kind."""
        return _PLACING if isinstance(better, Place) else _SLIDES if isinstance(better, Slide) else _CAPTURES

    def luck(self, start: Any, actions: Sequence[Action]) -> None:
        """None: nothing is dealt."""

    def code(self, observation: Observation, better: Action, worse: Action) -> str:
        """The name of the reason, of ``reasons.Code`` or ``POINTS_ONLY``."""
        from mile_bones.players.millieu import reasons

        found = reasons.find(observation, better, worse)
        return POINTS_ONLY if found is None else found.code.value

    def reason(
        self,
        observation: Observation,
        better: Action,
        worse: Action,
        names: Sequence[str],
        reader: Reader = Reader.PLAYER,
    ) -> str:
        """The same as a sentence."""
        from mile_bones.players.millieu import reasons

        found = reasons.find(observation, better, worse)
        return reasons.points_only() if found is None else reasons.sentence(found, names, reader)


COACH = CoachSpec(
    load=Coaching,
    version=lambda: str(_THINKS),
    error_limits=(20, 60, 110, 240, 500),  # docs/coach.md, measured by packaging/measure_error_rates.py
    most_worlds=1,
    points=lambda: _("Between winning for certain and losing lie 500 points: 5 are one in a hundred."),
    themes={
        _PLACING: lambda: pgettext("kind of choice", "Placing"),
        _SLIDES: lambda: pgettext("kind of choice", "Slides"),
        _CAPTURES: lambda: pgettext("kind of choice", "Captures"),
    },
)
