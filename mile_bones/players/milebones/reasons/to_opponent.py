"""The sentences that mention the opponent, for the opponent as the reader: "you" is the opponent, and the choice is
that of {player}.

``sentences`` explains the other placeholders.
"""

from __future__ import annotations

from collections.abc import Callable

from mile_bones.games.milebones.cards import Card
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext
from mile_bones.players.milebones.reasons.codes import Code, Reason


def _cannot_be_cured(reason: Reason) -> str:
    if reason.card == Card.SPEED_LIMIT:
        return _("Nothing that {player} has not seen would end the Speed Limit for you.")
    return _("Nothing that {player} has not seen would get you going again after the {card}.")


def _stops_going(reason: Reason) -> str:
    if reason.sure:
        return ngettext(
            "You can go now; after the {card} that takes {remedy}, of which {count} is unseen.",
            "You can go now; after the {card} that takes {remedy}, of which {count} are unseen.",
            reason.count,
        )
    return ngettext(
        "You can go now; after the {card} that takes {remedy}, of which {count} is unseen, or the {guard}.",
        "You can go now; after the {card} that takes {remedy}, of which {count} are unseen, or the {guard}.",
        reason.count,
    )


TO_OPPONENT: dict[Code, Callable[[Reason], str]] = {
    # ---------------------------------------------------------------- safeties
    Code.SAFETY_BEFORE_THEY_FINISH: lambda r: _(
        "You have {miles} miles to go and may end the hand next turn: a safety that {player} still holds then brings"
        " nothing."
    ),
    # ---------------------------------------------------------------- hazards
    Code.CANNOT_BE_CURED: _cannot_be_cured,
    Code.ONLY_SAFETY_CURES: lambda r: _(
        "No {remedy} is unseen any more: after the {card} only the {other} would help you."
    ),
    Code.STOPS_LAST_CARD: lambda r: _(
        "You have {miles} miles to go, and could complete the trip with one card, but not after the {card}."
    ),
    Code.LIMIT_STOPS_LAST_CARD: lambda r: _(
        "You could complete the trip with one {miles}, which may not be driven under a Speed Limit."
    ),
    Code.STOPS_GAME: lambda r: _(
        "A completed trip would bring you to at least {points} points, and {other_points} end the game."
    ),
    Code.SHUT_OUT_POSSIBLE: lambda r: _(
        "You have no miles yet, and as long as that is so a Shut-out of {worth} points is possible."
    ),
    Code.LIMIT_IN_VAIN: lambda r: _(
        "You have only {miles} miles to go, which can be driven under a Speed Limit as well."
    ),
    Code.LIMIT_ON_STOPPED: lambda r: _("A Speed Limit changes nothing as long as you cannot go."),
    Code.NO_COUP_AGAINST: lambda r: _(
        "You can have no safety against the {card}, but may have one against the {other}, and make a coup fourré."
    ),
    Code.STOP_BEATS_LIMIT: lambda r: _("Under a Speed Limit you drive on more slowly; after the {card}, not at all."),
    Code.TWO_CARDS_TO_CURE: lambda r: _(
        "Without a safety, you need two cards after the {card}, {other} and a Go; after a Stop the Go is enough."
    ),
    Code.STOPS_GOING: _stops_going,
    Code.LIMIT_SLOWS: lambda r: _(
        "You have {miles} miles to go, and drive {fastest} a turn at most under a Speed Limit."
    ),
    Code.COUP_RISK: lambda r: _(
        "{player} has not seen the {other}: if you have it, the {card} can be answered by a coup fourré."
    ),
    # ---------------------------------------------------------------- distances
    Code.FINISH_SHUT_OUT: lambda r: _(
        "The {card} completes the trip while you have no miles, a Shut-out of {worth} points."
    ),
    Code.CAN_WAIT: lambda r: _(
        "You have {miles} miles to go, so the {card} can wait until {player} is ready for the farther goal."
    ),
    Code.NO_HURRY: lambda r: _("You cannot go now and have {miles} miles to go: there is time for a better hand."),
    Code.FIRST_MILES: lambda r: _(
        "As long as {player} has no miles, a Shut-out of {worth} points is possible for you."
    ),
    # ---------------------------------------------------------------- discards
    Code.SHOWN_SAFETY: lambda r: _("You have shown the {other}: the {card} cannot be played any more."),
    Code.LIMIT_USELESS: lambda r: _("You have only {miles} miles to go, and a Speed Limit would not hinder that."),
    Code.HAZARD_FOR_LATER: lambda r: _("You cannot go now: it is worth keeping the {card} for when that has changed."),
    Code.HAZARD_HITS_NOW: lambda r: _("The {card} can be played on you even now."),
    # ---------------------------------------------------------------- the extension
    Code.SHUT_OUT_SURE: lambda r: _(
        "You have no miles: ending the trip now makes sure of the {worth} points for the Shut-out."
    ),
    Code.THEY_ARE_NEAR: lambda r: _(
        "You can go and would have {miles} miles to the farther goal: the trip could be completed by you."
    ),
    Code.THEY_CANNOT_GO: lambda r: _("You cannot go now and would have {miles} miles to the farther goal."),
}
