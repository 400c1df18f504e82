"""The kinds of reasons, by name. No name may change, because reviews, statistics and puzzles keep these names.

The comment behind each code lists the fields of ``Reason`` that it fills, besides ``seat``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mile_bones.games.milebones.cards import Card


class Theme(StrEnum):
    """The kind of choice that a reason is about."""

    HAZARDS = "hazards"
    """Stopping the opponent, or curing the player's car."""
    SAFETIES = "safeties"
    DISCARDS = "discards"
    DISTANCES = "distances"
    EXTENSION = "extension"


class Code(StrEnum):
    """The fact that makes one action better than another."""

    # Safeties
    COUP_NOW = "coup_now"  # card: the safety, other_card: the hazard, count: cards drawn after the coup fourré
    SAFETY_BEFORE_FINISH = "safety_before_finish"  # card: the safety, miles: those of the card that completes the trip
    ONLY_CURE = "only_cure"  # card, other_card: the hazard; no remedy is left anywhere
    NO_REMEDY_HELD = "no_remedy_held"  # card, other_card: the remedy, count: unseen remedies
    FOURTH_SAFETY = "fourth_safety"  # card
    SAFETY_REACHES_TARGET = "safety_reaches_target"  # card, points: own total with it, other_points: the target
    SAFETY_BEFORE_THEY_FINISH = "safety_before_they_finish"  # card, miles: the opponent's miles to go
    SAFETY_DECK_OUT = "safety_deck_out"  # card
    SAFETY_DECK_SHORT = "safety_deck_short"  # card, count: cards left
    NO_COUP_LEFT = "no_coup_left"  # card
    SAFETY_STARTS = "safety_starts"  # card: Right of Way, which replaces Go
    SAFETY_ENDS_LIMIT = "safety_ends_limit"  # card: Right of Way
    SAFETY_CURES = "safety_cures"  # card, other_card: the hazard
    SAFETY_COSTS_NO_TURN = "safety_costs_no_turn"  # card
    HOLD_FOR_COUP = "hold_for_coup"  # card, count: unseen hazards that it could meet
    SAFETY_THROWN_AWAY = "safety_thrown_away"  # card

    # Hazards
    CANNOT_BE_CURED = "cannot_be_cured"  # card
    ONLY_SAFETY_CURES = "only_safety_cures"  # card, other_card: the safety
    STOPS_LAST_CARD = "stops_last_card"  # card, miles: the opponent's miles to go, sure: no safety against it is unseen
    LIMIT_STOPS_LAST_CARD = "limit_stops_last_card"  # card, miles, sure
    STOPS_GAME = "stops_game"  # card, points: the opponent's total with a completed trip, other_points: the target
    SHUT_OUT_POSSIBLE = "shut_out_possible"  # card, miles: own miles to go
    LIMIT_IN_VAIN = "limit_in_vain"  # card, miles: the opponent's miles to go
    LIMIT_ON_STOPPED = "limit_on_stopped"  # card
    NO_COUP_AGAINST = "no_coup_against"  # card: the hazard, other_card: the hazard that may meet a safety
    FEWER_CURES = "fewer_cures"  # card, other_card: the hazards, count, other_count: unseen remedies for each
    STOP_BEATS_LIMIT = "stop_beats_limit"  # card
    TWO_CARDS_TO_CURE = "two_cards_to_cure"  # card: the hazard, other_card: its remedy
    STOPS_GOING = "stops_going"  # card, count: unseen remedies, sure: no safety against it is unseen
    LIMIT_SLOWS = "limit_slows"  # card, miles: the opponent's miles to go
    COUP_RISK = "coup_risk"  # card: the hazard, other_card: the safety
    CURE_NOW = "cure_now"  # card: the remedy, other_card: the hazard
    GO_NOW = "go_now"  # card
    LIFT_LIMIT = "lift_limit"  # card, count: held distances that wait for it, or 0
    GO_IN_VAIN = "go_in_vain"  # card
    LIMIT_NEAR_GOAL = "limit_near_goal"  # card: End of Limit, miles
    NOTHING_FASTER = "nothing_faster"  # card: End of Limit

    # Distances
    FINISH_WINS_GAME = "finish_wins_game"  # card, points, other_points: both totals after the trip is completed
    FINISH_SHUT_OUT = "finish_shut_out"  # card
    FINISH_DELAYED = "finish_delayed"  # card
    FINISHES = "finishes"  # card, miles: the goal
    WAIT_FOR_DELAYED = "wait_for_delayed"  # card: the distance that is driven, count: cards left
    CAN_WAIT = "can_wait"  # card: the card that completes, miles: the opponent's miles to go
    NO_HURRY = "no_hurry"  # card: the card that is not played, miles: the opponent's miles to go
    LEAVES_HELD = "leaves_held"  # card, miles: to go before it, other_card: the card that completes the trip after it
    LEAVES_EXACT = "leaves_exact"  # card, miles: to go after it, count: held cards that then complete the trip
    SAFE_TRIP = "safe_trip"  # card: 200
    LEAVES_NO_CARD = "leaves_no_card"  # card, miles: to go after it; no card that completes at once is left
    LEAVES_FEW = "leaves_few"  # card, miles: to go after it, count: unseen cards that complete at once
    BIG_BEFORE_LIMIT = "big_before_limit"  # card, other_card: the slow card, count: unseen Speed Limits
    MORE_MILES = "more_miles"  # card, other_card
    FIRST_MILES = "first_miles"  # card, miles: the opponent's miles to go
    MILES_DECK_OUT = "miles_deck_out"  # card
    DRIVE_WHILE_GOING = "drive_while_going"  # card, count: unseen hazards that can stop the car
    MILES_NOW = "miles_now"  # card

    # Discards
    SHOWN_SAFETY = "shown_safety"  # card: the hazard, other_card: the safety that the opponent has shown
    LIMIT_USELESS = "limit_useless"  # card, miles: the opponent's miles to go
    REMEDY_BEHIND_SAFETY = "remedy_behind_safety"  # card: the remedy, other_card: the safety on the table
    REMEDY_NEVER_NEEDED = "remedy_never_needed"  # card, other_card: the hazard
    REMEDY_SAFETY_HELD = "remedy_safety_held"  # card, other_card: the safety in the hand
    REMEDY_SPARE = "remedy_spare"  # card, count: other held copies
    TOO_MANY_200S = "too_many_200s"  # card, count: 200s that are allowed
    TOO_FAR = "too_far"  # card, miles: to go
    CANNOT_GO_AGAIN = "cannot_go_again"  # card: the distance
    DISCARD_200 = "discard_200"  # card
    LIMITED_BIG = "limited_big"  # card: the fast card, other_card: the slow card that is better kept
    SMALLER_LOSS = (
        "smaller_loss"  # card: the smaller distance, other_card: the larger one, count: the difference, miles: to go
    )
    DISTANCES_SPARE = "distances_spare"  # card, count: distances held
    HAZARDS_SPARE = "hazards_spare"  # card, count: hazards held
    KEEP_CURE = "keep_cure"  # card, other_card: the hazard to be cured
    KEEP_GO = "keep_go"  # card, count: unseen cards of Go
    KEEP_FINISH = "keep_finish"  # card, miles: to go
    KEEP_ONLY_REMEDY = "keep_only_remedy"  # card, other_card: the hazard, count: unseen hazards
    REMEDY_MORE_NEEDED = "remedy_more_needed"  # card: kept, other_card: spared, count, other_count: hazards for each
    HAZARD_FOR_LATER = "hazard_for_later"  # card
    HAZARD_HITS_NOW = "hazard_hits_now"  # card
    REMEDY_RARER = "remedy_rarer"  # card: kept, other_card: spared, count, other_count: unseen copies of each
    KEEP_SLOW = "keep_slow"  # card: the slow card, other_card: the fast card, count: unseen Speed Limits
    GO_OFTEN = "go_often"  # card, count: unseen hazards after which a Go is needed
    KEEP_MILES = "keep_miles"  # card, miles: to go

    # The extension
    ENDING_WINS_GAME = "ending_wins_game"  # points, other_points: both totals if the trip ends now
    ENDING_LOSES_GAME = "ending_loses_game"  # points, other_points
    UNPLAYED_SAFETY = "unplayed_safety"  # card, count: unseen hazards as for CAN_BE_STOPPED, points: at stake
    SHUT_OUT_SURE = "shut_out_sure"
    DECK_TOO_SHORT = "deck_too_short"  # count: cards left, miles, points: at stake
    LIMITED_TRIP = "limited_trip"  # miles, points: at stake
    THEY_ARE_NEAR = "they_are_near"  # miles: the opponent's miles to the extended goal, points: at stake
    CAN_BE_STOPPED = "can_be_stopped"  # count: unseen hazards without a safety against them, points: at stake
    CANNOT_BE_STOPPED = "cannot_be_stopped"  # count: cards left, points: to win
    MILES_HELD = "miles_held"  # count: unseen hazards, miles: miles in the hand, up to the missing ones
    THEY_CANNOT_GO = "they_cannot_go"  # count: unseen hazards, miles: the opponent's miles to the extended goal
    DECK_LONG_ENOUGH = "deck_long_enough"  # count: unseen hazards, other_count: cards left, points: to win


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that the player in ``seat``, whose choice it is, can see in the observation.

    The comments in ``Code`` say which fields are used; the other fields keep their defaults.
    """

    code: Code
    seat: int
    card: Card | None = None
    other_card: Card | None = None
    count: int = 0
    other_count: int = 0
    miles: int = 0
    points: int = 0
    other_points: int = 0
    sure: bool = False
