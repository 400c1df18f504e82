"""A kind and true word for the player who has lost a game of Mille."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.record import Record


def consolation(record: Record, naturals: int, seat: int) -> str:
    """Return a sentence about the best that ``seat`` has done in a lost game, or "" if there is nothing to say.
    ``naturals`` is the number of naturals of this seat.
    """
    deals = [score for score in record.body.scores or () if score is not None]
    own, other = ([score[player]["total"] for score in deals] for player in (seat, 1 - seat))
    if max(own, default=0) > max([0, *other]):
        return _("Your best deal brought {points} points, more than any other.").format(points=format_number(max(own)))
    if naturals:
        # Translators: a natural is a set of all eight cards of a rank, or going out without a wild card
        text = ngettext("You made {count} natural.", "You made {count} naturals.", naturals)
        return text.format(count=format_number(naturals))
    won = sum(mine > theirs for mine, theirs in zip(own, other, strict=True))
    if won:
        text = ngettext("You won {count} deal.", "You won {count} deals.", won)
        return text.format(count=format_number(won))
    return ""
