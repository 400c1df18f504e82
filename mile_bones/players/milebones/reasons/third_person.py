"""The sentences that mention the player whose choice it is, for readers who are not that player.

They use the name {player} where ``sentences`` has "you". Reasons that are missing here mention only the table and the
opponent, and have the same sentence for everybody. ``sentences`` explains the other placeholders.
"""

from __future__ import annotations

from collections.abc import Callable

from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext
from mile_bones.players.milebones.reasons.codes import Code, Reason


def _coup_now(reason: Reason) -> str:
    if not reason.count:
        text = _("At this moment the {card} is a coup fourré worth {worth} points, and later it is not.")
    else:
        text = ngettext(
            "Before {player} draws, the {card} is a coup fourré worth {worth} points, and {count} card comes with it.",
            "Before {player} draws, the {card} is a coup fourré worth {worth} points, and {count} cards come with it.",
            reason.count,
        )
    return text


def _lift_limit(reason: Reason) -> str:
    if not reason.count:
        return _("Under the Speed Limit {player} drives {fastest} miles a turn at most.")
    return ngettext(
        "{player} holds {count} card that can only be driven when the Speed Limit has ended.",
        "{player} holds {count} cards that can only be driven when the Speed Limit has ended.",
        reason.count,
    )


THIRD_PERSON: dict[Code, Callable[[Reason], str]] = {
    # ---------------------------------------------------------------- safeties
    Code.COUP_NOW: _coup_now,
    Code.SAFETY_BEFORE_FINISH: lambda r: _(
        "Played first, the {card} costs no turn, and the {miles} completes the trip after it."
    ),
    Code.ONLY_CURE: lambda r: _(
        "{player} holds no {other_remedy}, and none is unseen: only the {card} gets {player} going again."
    ),
    Code.NO_REMEDY_HELD: lambda r: ngettext(
        "{player} holds no {other}, of which {count} is unseen: the {card} gets {player} going at once.",
        "{player} holds no {other}, of which {count} are unseen: the {card} gets {player} going at once.",
        r.count,
    ),
    Code.FOURTH_SAFETY: lambda r: _(
        "With the {card}, {player} has all four safeties, which brings {worth} points more."
    ),
    Code.SAFETY_REACHES_TARGET: lambda r: _(
        "The {card} brings {player} to {points} points, and {other_points} are enough to end the game with this hand."
    ),
    Code.SAFETY_BEFORE_THEY_FINISH: lambda r: _(
        "{name} has {miles} miles to go and may end the hand next turn: a safety that is held then brings nothing."
    ),
    Code.SAFETY_DECK_OUT: lambda r: _("The deck is out, and a safety that stays in the hand brings nothing."),
    Code.SAFETY_DECK_SHORT: lambda r: ngettext(
        "Only {count} card is left in the deck, and a safety that stays in the hand brings nothing.",
        "Only {count} cards are left in the deck, and a safety that stays in the hand brings nothing.",
        r.count,
    ),
    Code.SAFETY_STARTS: lambda r: _("The {card} stands for Go for the rest of the hand: {player} can drive at once."),
    Code.SAFETY_ENDS_LIMIT: lambda r: _("The {card} ends the Speed Limit, and no other can be played on {player}."),
    Code.SAFETY_CURES: lambda r: _("The {card} takes away the {other}, and no other can be played on {player}."),
    Code.HOLD_FOR_COUP: lambda r: ngettext(
        "It is worth keeping the {card}: {count} card of {hazards} is unseen, and could bring {player} a coup fourré.",
        "It is worth keeping the {card}: {count} cards of {hazards} are unseen, and each could bring {player} a coup"
        " fourré.",
        r.count,
    ),
    # ---------------------------------------------------------------- hazards
    Code.CURE_NOW: lambda r: _("{player} cannot drive before the {other} is cured."),
    Code.GO_NOW: lambda r: _("{player} cannot drive before a Go is played."),
    Code.LIFT_LIMIT: _lift_limit,
    Code.GO_IN_VAIN: lambda r: _("{player} can go already, by Right of Way: the Go changes nothing."),
    Code.LIMIT_NEAR_GOAL: lambda r: _(
        "{player} has only {miles} miles to go, which can be driven under the Speed Limit as well."
    ),
    Code.NOTHING_FASTER: lambda r: _("{player} holds nothing that could only be driven without the Speed Limit."),
    # ---------------------------------------------------------------- distances
    Code.CAN_WAIT: lambda r: _(
        "{name} has {miles} miles to go, so the {card} can wait until {player} is ready for the farther goal."
    ),
    Code.LEAVES_HELD: lambda r: _("With {miles} miles to go, the {card} leaves {other}, which {player} holds."),
    Code.LEAVES_EXACT: lambda r: ngettext(
        "The {card} leaves {miles} miles, exactly what {count} card that {player} holds makes.",
        "The {card} leaves {miles} miles, exactly what {count} cards that {player} holds make.",
        r.count,
    ),
    Code.SAFE_TRIP: lambda r: _(
        "{player} has driven no {card} so far, and a trip completed without one is a Safe trip, {worth} points."
    ),
    Code.LEAVES_NO_CARD: lambda r: _(
        "The {card} would leave {miles} miles: {player} holds no card of {miles}, and none is unseen."
    ),
    Code.LEAVES_FEW: lambda r: ngettext(
        "The {card} would leave {miles} miles: {player} holds no card of {miles}, and {count} is unseen.",
        "The {card} would leave {miles} miles: {player} holds no card of {miles}, and {count} are unseen.",
        r.count,
    ),
    Code.MORE_MILES: lambda r: _("The {card} brings {player} further than the {other}."),
    Code.FIRST_MILES: lambda r: _(
        "As long as {player} has no miles, a Shut-out of {worth} points is possible for {name}."
    ),
    Code.DRIVE_WHILE_GOING: lambda r: ngettext(
        "{player} can go now, and {count} hazard that could change that is unseen.",
        "{player} can go now, and {count} hazards that could change that are unseen.",
        r.count,
    ),
    Code.MILES_NOW: lambda r: _("{player} can go, and the {card} leads nearer to the goal."),
    # ---------------------------------------------------------------- discards
    Code.REMEDY_BEHIND_SAFETY: lambda r: _(
        "{player} has shown the {other}, which does for the rest of the hand what the {card} would do."
    ),
    Code.REMEDY_NEVER_NEEDED: lambda r: _("No {other} is unseen: {player} will not need the {card}."),
    Code.REMEDY_SAFETY_HELD: lambda r: _("{player} holds the {other}, which can do what the {card} does."),
    Code.REMEDY_SPARE: lambda r: ngettext(
        "{player} can spare one {card}: {count} more is in the hand.",
        "{player} can spare one {card}: {count} more are in the hand.",
        r.count,
    ),
    Code.TOO_MANY_200S: lambda r: ngettext(
        "{player} has driven {count} card of 200 miles, and may drive no more of them.",
        "{player} has driven {count} cards of 200 miles, and may drive no more of them.",
        r.count,
    ),
    Code.CANNOT_GO_AGAIN: lambda r: _(
        "Nothing that {player} holds or that is unseen gets the car going again: the {card} cannot be driven."
    ),
    Code.DISCARD_200: lambda r: _(
        "{player} has driven no {card} so far, and a trip without one is a Safe trip, {worth} points."
    ),
    Code.DISTANCES_SPARE: lambda r: _(
        "{player} holds {count} cards with miles, and one of them at a time can be driven."
    ),
    Code.HAZARDS_SPARE: lambda r: _("{player} holds {count} hazards, and one of them at a time can be played."),
    Code.KEEP_CURE: lambda r: _("It is worth keeping the {card}: it cures the {other} that {player} suffers from."),
    Code.KEEP_GO: lambda r: ngettext(
        "It is worth keeping the {card}: {player} cannot drive before one is played, and {count} other is unseen.",
        "It is worth keeping the {card}: {player} cannot drive before one is played, and {count} others are unseen.",
        r.count,
    ),
    Code.KEEP_FINISH: lambda r: _(
        "It is worth keeping the {card}: with it {player} holds exactly the {miles} miles to go."
    ),
    Code.KEEP_ONLY_REMEDY: lambda r: ngettext(
        "It is worth keeping the {card}: {player} holds no other, and {count} card of {other} is unseen.",
        "It is worth keeping the {card}: {player} holds no other, and {count} cards of {other} are unseen.",
        r.count,
    ),
    # Translators: the two numbers are of hazards that these remedies would cure.
    Code.REMEDY_MORE_NEEDED: lambda r: ngettext(
        "It is worth keeping the {card}: {count} hazard for it is unseen, and {other_count} for {other}.",
        "It is worth keeping the {card}: {count} hazards for it are unseen, and {other_count} for {other}.",
        r.count,
    ),
    Code.HAZARD_FOR_LATER: lambda r: _(
        "{name} cannot go now: it is worth keeping the {card} for when that has changed."
    ),
    # Translators: the two numbers are of cards, as in "3 others are unseen, but 5 of Gasoline".
    Code.REMEDY_RARER: lambda r: ngettext(
        "It is worth keeping the {card}: {count} other is unseen, but {other_count} of {other}.",
        "It is worth keeping the {card}: {count} others are unseen, but {other_count} of {other}.",
        r.count,
    ),
    Code.GO_OFTEN: lambda r: ngettext(
        "{count} hazard that could stop {player} is unseen, and after it a {card} would be needed.",
        "{count} hazards that could stop {player} are unseen, and after each a {card} would be needed.",
        r.count,
    ),
    # ---------------------------------------------------------------- the extension
    Code.ENDING_LOSES_GAME: lambda r: _(
        "Ending the trip now would lose the game, {points} to {other_points}; going on, {player} may still win it."
    ),
    Code.UNPLAYED_SAFETY: lambda r: _("{player} holds the {card}, which brings nothing if the hand ends now."),
    Code.LIMITED_TRIP: lambda r: _("{player} would begin the additional {miles} miles under a Speed Limit."),
    Code.CAN_BE_STOPPED: lambda r: ngettext(
        "{points} points for the completed trip would be at stake, and {count} hazard that could stop {player} is"
        " unseen.",
        "{points} points for the completed trip would be at stake, and {count} hazards that could stop {player} are"
        " unseen.",
        r.count,
    ),
    Code.CANNOT_BE_STOPPED: lambda r: _(
        "No hazard that is unseen can stop {player} for long, and the farther goal brings {points} points more."
    ),
    Code.MILES_HELD: lambda r: _("{player} holds {count} of the {miles} miles more already."),
}
