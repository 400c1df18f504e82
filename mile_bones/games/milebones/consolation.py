"""A kind and true word for the player who has lost a game of Mile Bones."""

from __future__ import annotations

from mile_bones.engine.record import Record
from mile_bones.games.milebones.scoring import COUP_FOURRE
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _

_SHORT = 75
"""The most miles that were missing in a hand that was nearly won."""
_CLOSE = 1000
"""The most points by which a game is lost closely."""


def consolation(record: Record, seat: int) -> str:
    """Return a sentence about the best moment of the game that ``seat`` has lost: a hand that was nearly won, or else
    coups fourrés, or else the points.
    """
    hands = [(number, hand.score) for number, hand in enumerate(record.hands, 1) if hand.score is not None]
    own = [score[seat] for _number, score in hands]
    lost = [(number, score) for number, score in hands if score[1 - seat]["trip_completed"]]
    nearly = [(score[1 - seat]["milestones"] - score[seat]["milestones"], number) for number, score in lost]
    if nearly and min(nearly)[0] <= _SHORT:
        miles, number = min(nearly)
        return _("Hand {hand} was close: you were {miles} miles short.").format(
            hand=format_number(number), miles=format_number(miles)
        )
    points = sum(score["coups_fourres"] for score in own)
    if points:
        return ngettext(
            "Your coup fourré was worth {points} points.",
            "Your {count} coups fourrés were worth {points} points.",
            points // COUP_FOURRE,
        ).format(count=format_number(points // COUP_FOURRE), points=format_number(points))
    total = sum(score["total"] for score in own)
    missing = sum(score[1 - seat]["total"] for _number, score in hands) - total
    if missing <= _CLOSE:
        return ngettext(
            "That was close: {points} point. Another trip?", "That was close: {points} points. Another trip?", missing
        ).format(points=format_number(missing))
    return _("Well driven: {points} points. The next trip is a new one.").format(points=format_number(total))
