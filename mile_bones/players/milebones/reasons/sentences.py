"""The reasons as people read them, one sentence each.

The sentences name nobody, because verbs agree with their persons in all languages. The cards of the player whose choice
it is are "the hand", and the other player is "the opponent". "Unseen" cards are in the deck or in the opponent's hand.
Every text may use these placeholders:

- {card} and {other}: cards, by their names; distances by their miles
- {remedy} and {other_remedy}: the cards that cure the hazards {card} and {other}
- {guard}: the safety that protects from the hazard {card}
- {hazards}: the hazards from which the safety {card} protects
- {worth}: the points of an item of the score sheet
- {fastest}: the miles of the fastest card under a Speed Limit
"""

from __future__ import annotations

from collections.abc import Callable

from mile_bones.games.milebones import scoring
from mile_bones.games.milebones.cards import CURE, GUARD, MILES, Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.facts import FASTEST_LIMITED
from mile_bones.players.milebones.table_facts import THREATS


def sentence(reason: Reason) -> str:
    """Return the reason as a sentence."""
    card, other = reason.card, reason.other_card
    return _SENTENCES[reason.code](reason).format(
        card=_said(card),
        other=_said(other),
        remedy=_said(CURE.get(card) if card is not None else None),
        other_remedy=_said(CURE.get(other) if other is not None else None),
        guard=_said(GUARD.get(card) if card is not None else None),
        hazards=_hazards(card),
        worth=format_number(_WORTH.get(reason.code, 0)),
        fastest=FASTEST_LIMITED,
        count=reason.count,
        other_count=reason.other_count,
        miles=format_number(reason.miles),
        points=format_number(reason.points),
        other_points=format_number(reason.other_points),
    )


def _said(card: Card | None) -> str:
    if card is None:
        return ""
    return format_number(MILES[card]) if MILES[card] else card_name(card)


def _hazards(safety: Card | None) -> str:
    if safety == Card.RIGHT_OF_WAY:
        # Translators: the hazards from which Right of Way protects, as in "4 cards of Stop or Speed Limit".
        return _("{stop} or {limit}").format(stop=card_name(Card.STOP), limit=card_name(Card.SPEED_LIMIT))
    hazards = THREATS.get(safety, ()) if safety is not None else ()
    return card_name(hazards[0]) if hazards else ""


def _coup_now(reason: Reason) -> str:
    if not reason.count:
        text = _("At this moment the {card} is a coup fourré worth {worth} points, and later it is not.")
    else:
        text = ngettext(
            "Before the draw, the {card} is a coup fourré worth {worth} points, and {count} card comes with it.",
            "Before the draw, the {card} is a coup fourré worth {worth} points, and {count} cards come with it.",
            reason.count,
        )
    return text


def _cannot_be_cured(reason: Reason) -> str:
    if reason.card == Card.SPEED_LIMIT:
        return _("Nothing that is still unseen would end the Speed Limit for the opponent.")
    return _("Nothing that is still unseen would get the opponent going again after the {card}.")


def _stops_last_card(reason: Reason) -> str:
    if reason.sure:
        return _(
            "The opponent has {miles} miles to go, and could complete the trip with one card, but not after the {card}."
        )
    return _(
        "The opponent has {miles} miles to go, and could complete the trip with one card, but after the {card} only"
        " with the {guard}, which is unseen."
    )


def _limit_stops_last_card(reason: Reason) -> str:
    if reason.sure:
        return _("The opponent could complete the trip with one {miles}, which may not be driven under a Speed Limit.")
    return _(
        "The opponent could complete the trip with one {miles}, but under a Speed Limit only with the {guard}, which is"
        " unseen."
    )


def _stops_going(reason: Reason) -> str:
    if reason.sure:
        return ngettext(
            "The opponent can go now, and after the {card} needs {remedy}, of which {count} is unseen.",
            "The opponent can go now, and after the {card} needs {remedy}, of which {count} are unseen.",
            reason.count,
        )
    return ngettext(
        "The opponent can go now, and after the {card} needs the {guard} or {remedy}, of which {count} is unseen.",
        "The opponent can go now, and after the {card} needs the {guard} or {remedy}, of which {count} are unseen.",
        reason.count,
    )


def _lift_limit(reason: Reason) -> str:
    if not reason.count:
        return _("Under the Speed Limit the car drives {fastest} miles a turn at most.")
    return ngettext(
        "{count} card in the hand can only be driven when the Speed Limit has ended.",
        "{count} cards in the hand can only be driven when the Speed Limit has ended.",
        reason.count,
    )


def _deck_too_short(reason: Reason) -> str:
    if not reason.count:
        return _("The deck is out, {miles} more miles are far, and {points} points would be at stake.")
    return ngettext(
        "Only {count} card is left in the deck for {miles} more miles, and {points} points would be at stake.",
        "Only {count} cards are left in the deck for {miles} more miles, and {points} points would be at stake.",
        reason.count,
    )


def _safe_trip(reason: Reason) -> str:
    return _("No {card} has been driven so far, and a trip completed without one is a Safe trip, {worth} points.")


_WORTH = {
    Code.COUP_NOW: scoring.COUP_POINTS,
    Code.FOURTH_SAFETY: scoring.ALL_SAFETIES,
    Code.SAFETY_COSTS_NO_TURN: scoring.SAFETY,
    Code.SAFETY_THROWN_AWAY: scoring.SAFETY,
    Code.SHUT_OUT_POSSIBLE: scoring.SHUT_OUT,
    Code.FINISH_SHUT_OUT: scoring.SHUT_OUT,
    Code.FINISH_DELAYED: scoring.DELAYED_ACTION,
    Code.WAIT_FOR_DELAYED: scoring.DELAYED_ACTION,
    Code.SAFE_TRIP: scoring.SAFE_TRIP,
    Code.FIRST_MILES: scoring.SHUT_OUT,
    Code.DISCARD_200: scoring.SAFE_TRIP,
    Code.SHUT_OUT_SURE: scoring.SHUT_OUT,
}
"""The points of the item of the score sheet that the reason mentions."""

_SENTENCES: dict[Code, Callable[[Reason], str]] = {
    # ---------------------------------------------------------------- safeties
    Code.COUP_NOW: _coup_now,
    Code.SAFETY_BEFORE_FINISH: lambda r: _(
        "Played first, the {card} costs no turn, and the {miles} completes the trip after it."
    ),
    Code.ONLY_CURE: lambda r: _(
        "The hand has no {other_remedy}, and none is unseen: only the {card} gets the car going again."
    ),
    Code.NO_REMEDY_HELD: lambda r: ngettext(
        "The hand has no {other}, of which {count} is unseen: the {card} gets the car going at once.",
        "The hand has no {other}, of which {count} are unseen: the {card} gets the car going at once.",
        r.count,
    ),
    Code.FOURTH_SAFETY: lambda r: _(
        "With the {card}, all four safeties are on the table, which brings {worth} points more."
    ),
    Code.SAFETY_REACHES_TARGET: lambda r: _(
        "The {card} brings the total to {points} points, and {other_points} are enough to end the game with this hand."
    ),
    Code.SAFETY_BEFORE_THEY_FINISH: lambda r: _(
        "The opponent has {miles} miles to go and may end the hand next turn: a safety in the hand would then bring"
        " nothing."
    ),
    Code.SAFETY_DECK_OUT: lambda r: _("The deck is out, and a safety that stays in the hand brings nothing."),
    Code.SAFETY_DECK_SHORT: lambda r: ngettext(
        "Only {count} card is left in the deck, and a safety that stays in the hand brings nothing.",
        "Only {count} cards are left in the deck, and a safety that stays in the hand brings nothing.",
        r.count,
    ),
    Code.NO_COUP_LEFT: lambda r: _(
        "No {hazards} is unseen, so nothing is gained by holding the {card} for a coup fourré."
    ),
    Code.SAFETY_STARTS: lambda r: _("The {card} stands for Go for the rest of the hand: the car can drive at once."),
    Code.SAFETY_ENDS_LIMIT: lambda r: _("The {card} ends the Speed Limit, and protects the car from all others."),
    Code.SAFETY_CURES: lambda r: _("The {card} takes away the {other}, and protects the car from all others."),
    Code.SAFETY_COSTS_NO_TURN: lambda r: _("A safety costs no turn, and its {worth} points are sure."),
    Code.HOLD_FOR_COUP: lambda r: ngettext(
        "It is worth keeping the {card}: {count} card of {hazards} is unseen, and could bring a coup fourré.",
        "It is worth keeping the {card}: {count} cards of {hazards} are unseen, and each could bring a coup fourré.",
        r.count,
    ),
    Code.SAFETY_THROWN_AWAY: lambda r: _(
        "The {card} is worth {worth} points when it is played, and nothing when it is thrown away."
    ),
    # ---------------------------------------------------------------- hazards
    Code.CANNOT_BE_CURED: _cannot_be_cured,
    Code.ONLY_SAFETY_CURES: lambda r: _(
        "No {remedy} is unseen any more: after the {card} only the {other} would help the opponent."
    ),
    Code.STOPS_LAST_CARD: _stops_last_card,
    Code.LIMIT_STOPS_LAST_CARD: _limit_stops_last_card,
    Code.STOPS_GAME: lambda r: _(
        "A completed trip would bring the opponent to at least {points} points, and {other_points} end the game."
    ),
    Code.SHUT_OUT_POSSIBLE: lambda r: _(
        "The opponent has no miles yet: with {miles} miles to go, a Shut-out of {worth} points is possible."
    ),
    Code.LIMIT_IN_VAIN: lambda r: _(
        "The opponent has only {miles} miles to go, which can be driven under a Speed Limit as well."
    ),
    Code.LIMIT_ON_STOPPED: lambda r: _("A Speed Limit changes nothing as long as the opponent cannot go."),
    Code.NO_COUP_AGAINST: lambda r: _(
        "The opponent has no safety against the {card}, but may have one against the {other}, and make a coup fourré."
    ),
    # Translators: {count} is a number of cards, as in "1 of Repairs is unseen, 5 of Gasoline".
    Code.FEWER_CURES: lambda r: ngettext(
        "Fewer cards cure the {card}: {count} of {remedy} is unseen, against {other_count} of {other_remedy}.",
        "Fewer cards cure the {card}: {count} of {remedy} are unseen, against {other_count} of {other_remedy}.",
        r.count,
    ),
    Code.STOP_BEATS_LIMIT: lambda r: _(
        "Under a Speed Limit the opponent can drive on slowly; after the {card} a cure is needed first."
    ),
    Code.TWO_CARDS_TO_CURE: lambda r: _(
        "Without a safety, the opponent needs two cards after the {card}, {other} and a Go; after a Stop the Go is"
        " enough."
    ),
    Code.STOPS_GOING: _stops_going,
    Code.LIMIT_SLOWS: lambda r: _(
        "The opponent has {miles} miles to go, and drives {fastest} a turn at most under a Speed Limit."
    ),
    Code.COUP_RISK: lambda r: _(
        "The {other} is unseen: if the opponent has it, the {card} can be answered by a coup fourré."
    ),
    Code.CURE_NOW: lambda r: _("The car cannot drive before the {other} is cured."),
    Code.GO_NOW: lambda r: _("The car stands still, and the {card} gets it going."),
    Code.LIFT_LIMIT: _lift_limit,
    Code.GO_IN_VAIN: lambda r: _("The car can go already, by Right of Way: the Go changes nothing."),
    Code.LIMIT_NEAR_GOAL: lambda r: _(
        "Only {miles} miles are to go, which can be driven under the Speed Limit as well."
    ),
    Code.NOTHING_FASTER: lambda r: _("The hand has nothing that could only be driven without the Speed Limit."),
    # ---------------------------------------------------------------- distances
    Code.FINISH_WINS_GAME: lambda r: _(
        "Completing the trip with the {card} wins the game, {points} to {other_points}."
    ),
    Code.FINISH_SHUT_OUT: lambda r: _(
        "The {card} completes the trip while the opponent has no miles, a Shut-out of {worth} points."
    ),
    Code.FINISH_DELAYED: lambda r: _(
        "The {card} completes the trip after the deck has run out: Delayed action brings {worth} points more."
    ),
    Code.FINISHES: lambda r: _("The {card} completes the trip of {miles} miles."),
    Code.WAIT_FOR_DELAYED: lambda r: ngettext(
        "The trip brings {worth} points more once the deck has run out, and {count} card is left.",
        "The trip brings {worth} points more once the deck has run out, and {count} cards are left.",
        r.count,
    ),
    Code.CAN_WAIT: lambda r: _(
        "The opponent has {miles} miles to go, so the {card} can wait until the hand is ready for the farther goal."
    ),
    Code.NO_HURRY: lambda r: _(
        "The opponent cannot go now and has {miles} miles to go: there is time for a better hand."
    ),
    Code.LEAVES_HELD: lambda r: _("With {miles} miles to go, the {card} leaves {other}, which is in the hand."),
    Code.LEAVES_EXACT: lambda r: ngettext(
        "The {card} leaves {miles} miles, exactly what {count} card in the hand makes.",
        "The {card} leaves {miles} miles, exactly what {count} cards in the hand make.",
        r.count,
    ),
    Code.SAFE_TRIP: _safe_trip,
    Code.LEAVES_NO_CARD: lambda r: _(
        "The {card} would leave {miles} miles: then no card of {miles} is in the hand, and none is unseen."
    ),
    Code.LEAVES_FEW: lambda r: ngettext(
        "The {card} would leave {miles} miles: then no card of {miles} is in the hand, and {count} is unseen.",
        "The {card} would leave {miles} miles: then no card of {miles} is in the hand, and {count} are unseen.",
        r.count,
    ),
    Code.BIG_BEFORE_LIMIT: lambda r: ngettext(
        "{count} Speed Limit is unseen: under it the {other} can still be driven, the {card} cannot.",
        "{count} Speed Limits are unseen: under one the {other} can still be driven, the {card} cannot.",
        r.count,
    ),
    Code.MORE_MILES: lambda r: _("The {card} brings the car further than the {other}."),
    Code.FIRST_MILES: lambda r: _(
        "The car has driven no miles yet: with {miles} miles to go, the opponent could make a Shut-out of {worth}"
        " points."
    ),
    Code.MILES_DECK_OUT: lambda r: _("The deck is out: only miles that are driven count."),
    Code.DRIVE_WHILE_GOING: lambda r: ngettext(
        "The car can go now, and {count} hazard that could stop it is unseen.",
        "The car can go now, and {count} hazards that could stop it are unseen.",
        r.count,
    ),
    Code.MILES_NOW: lambda r: _("The car can go, and the {card} brings it nearer to the goal."),
    # ---------------------------------------------------------------- discards
    Code.SHOWN_SAFETY: lambda r: _("The opponent has shown the {other}: the {card} cannot be played any more."),
    Code.LIMIT_USELESS: lambda r: _(
        "The opponent has only {miles} miles to go, and a Speed Limit would not hinder that."
    ),
    Code.REMEDY_BEHIND_SAFETY: lambda r: _(
        "The {other} on the table does for the rest of the hand what the {card} would do."
    ),
    Code.REMEDY_NEVER_NEEDED: lambda r: _("No {other} is unseen: the {card} will not be needed."),
    Code.REMEDY_SAFETY_HELD: lambda r: _("The {other} in the hand can do what the {card} does."),
    Code.REMEDY_SPARE: lambda r: ngettext(
        "One {card} can be spared: {count} more is in the hand.",
        "One {card} can be spared: {count} more are in the hand.",
        r.count,
    ),
    Code.TOO_MANY_200S: lambda r: ngettext(
        "{count} card of 200 miles has been driven, and no more of them is allowed.",
        "{count} cards of 200 miles have been driven, and no more of them are allowed.",
        r.count,
    ),
    Code.TOO_FAR: lambda r: _("With {miles} miles to go, the {card} is too far."),
    Code.CANNOT_GO_AGAIN: lambda r: _(
        "Nothing in the hand or unseen gets the car going again: the {card} cannot be driven."
    ),
    Code.DISCARD_200: _safe_trip,
    Code.LIMITED_BIG: lambda r: _("Under the Speed Limit the {other} can be driven, and the {card} cannot."),
    Code.SMALLER_LOSS: lambda r: _(
        "With {miles} miles to go, the {card} and the {other} can both still be driven, and the {other} drives {count}"
        " miles more in one turn."
    ),
    Code.DISTANCES_SPARE: lambda r: _("The hand has {count} cards with miles, and only one can be driven each turn."),
    Code.HAZARDS_SPARE: lambda r: _("The hand has {count} hazards, and only one can be played each turn."),
    Code.KEEP_CURE: lambda r: _("It is worth keeping the {card}: it cures the {other} that the car suffers from."),
    Code.KEEP_GO: lambda r: ngettext(
        "It is worth keeping the {card}: the car cannot go yet, and {count} other is unseen.",
        "It is worth keeping the {card}: the car cannot go yet, and {count} others are unseen.",
        r.count,
    ),
    Code.KEEP_FINISH: lambda r: _(
        "It is worth keeping the {card}: with it the hand makes exactly the {miles} miles to go."
    ),
    Code.KEEP_ONLY_REMEDY: lambda r: ngettext(
        "It is worth keeping the {card}: the hand has no other, and {count} card of {other} is unseen.",
        "It is worth keeping the {card}: the hand has no other, and {count} cards of {other} are unseen.",
        r.count,
    ),
    # Translators: the two numbers are of hazards that these remedies would cure.
    Code.REMEDY_MORE_NEEDED: lambda r: ngettext(
        "It is worth keeping the {card}: {count} hazard for it is unseen, and {other_count} for {other}.",
        "It is worth keeping the {card}: {count} hazards for it are unseen, and {other_count} for {other}.",
        r.count,
    ),
    Code.HAZARD_FOR_LATER: lambda r: _(
        "The opponent cannot go now: it is worth keeping the {card} for when that has changed."
    ),
    Code.HAZARD_HITS_NOW: lambda r: _("The {card} can be played on the opponent even now."),
    # Translators: the two numbers are of cards, as in "3 others are unseen, but 5 of Gasoline".
    Code.REMEDY_RARER: lambda r: ngettext(
        "It is worth keeping the {card}: {count} other is unseen, but {other_count} of {other}.",
        "It is worth keeping the {card}: {count} others are unseen, but {other_count} of {other}.",
        r.count,
    ),
    Code.KEEP_SLOW: lambda r: ngettext(
        "{count} Speed Limit is unseen: under it the {card} could be driven, and the {other} could not.",
        "{count} Speed Limits are unseen: under one the {card} could be driven, and the {other} could not.",
        r.count,
    ),
    Code.GO_OFTEN: lambda r: ngettext(
        "{count} hazard that could stop the car is unseen, and after it a {card} would help.",
        "{count} hazards that could stop the car are unseen, and after each a {card} would help.",
        r.count,
    ),
    Code.KEEP_MILES: lambda r: _("With {miles} miles to go, the {card} can still be driven."),
    # ---------------------------------------------------------------- the extension
    Code.ENDING_WINS_GAME: lambda r: _("Ending the trip now wins the game, {points} to {other_points}."),
    Code.ENDING_LOSES_GAME: lambda r: _(
        "Ending the trip now would lose the game, {points} to {other_points}; going on, it may still be won."
    ),
    Code.UNPLAYED_SAFETY: lambda r: ngettext(
        "The {card} in the hand brings nothing if the hand ends now; going on risks {points} points, and {count}"
        " hazard that could stop the car is unseen.",
        "The {card} in the hand brings nothing if the hand ends now; going on risks {points} points, and {count}"
        " hazards that could stop the car are unseen.",
        r.count,
    ),
    Code.SHUT_OUT_SURE: lambda r: _(
        "The opponent has no miles: ending the trip now makes sure of the {worth} points for the Shut-out."
    ),
    Code.DECK_TOO_SHORT: _deck_too_short,
    Code.LIMITED_TRIP: lambda r: _(
        "The additional {miles} miles would begin under a Speed Limit, and {points} points would be at stake."
    ),
    Code.THEY_ARE_NEAR: lambda r: _(
        "The opponent can go, and with {miles} miles to the farther goal might be there first: {points} points would be"
        " at stake."
    ),
    Code.CAN_BE_STOPPED: lambda r: ngettext(
        "{points} points for the completed trip would be at stake, and {count} hazard that could stop the car is"
        " unseen.",
        "{points} points for the completed trip would be at stake, and {count} hazards that could stop the car are"
        " unseen.",
        r.count,
    ),
    Code.CANNOT_BE_STOPPED: lambda r: ngettext(
        "No unseen hazard can stop the car for long, {count} card is left in the deck, and the farther goal brings"
        " {points} points more.",
        "No unseen hazard can stop the car for long, {count} cards are left in the deck, and the farther goal brings"
        " {points} points more.",
        r.count,
    ),
    Code.MILES_HELD: lambda r: ngettext(
        "The hand already has {miles} of the additional miles, and {count} hazard that could stop the car is unseen.",
        "The hand already has {miles} of the additional miles, and {count} hazards that could stop the car are unseen.",
        r.count,
    ),
    Code.THEY_CANNOT_GO: lambda r: ngettext(
        "The opponent cannot go now and would have {miles} miles to the farther goal; {count} hazard that could stop"
        " the car is unseen.",
        "The opponent cannot go now and would have {miles} miles to the farther goal; {count} hazards that could stop"
        " the car are unseen.",
        r.count,
    ),
    Code.DECK_LONG_ENOUGH: lambda r: ngettext(
        "The farther goal brings {points} points more; {other_count} cards are left in the deck, and {count} hazard"
        " that could stop the car is unseen.",
        "The farther goal brings {points} points more; {other_count} cards are left in the deck, and {count} hazards"
        " that could stop the car are unseen.",
        r.count,
    ),
}
