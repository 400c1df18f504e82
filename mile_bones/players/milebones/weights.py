"""All numbers of the level ``original`` in one place: its estimates of the worth of a card, a turn or a risk.

They were found by measurements, which ``docs/players.md`` describes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a careful player, in points unless a docstring says otherwise."""

    # Driving
    drive: float = 48.0
    """Playing any distance."""
    mile: float = 0.95
    """Playing one mile."""
    drive_first: float = 35.0
    """Playing the first miles of the hand, which excludes the Shut-out."""
    drive_late: float = 5.4
    """Driving when the trip is almost lost, because the miles still count."""
    safe_trip: float = 94.0
    """The Safe trip, multiplied by the chance of completing the trip."""
    safe_sure: float = 100.0
    """Added to the Safe trip if the hand has exactly the miles to the goal without a 200."""
    exact_one: float = 66.0
    """The position after a play from which one card in the hand reaches the goal exactly."""
    exact_two: float = 31.0
    """The position after a play from which two cards in the hand reach the goal exactly."""
    exact_more: float = 10.0
    """The position after a play from which three or more cards in the hand reach the goal exactly."""
    left_25: float = -41.0
    """Standing 25 miles before the goal without a card that reaches it."""
    left_50: float = -62.0
    """Standing 50 miles before the goal without cards that reach it."""
    left_75: float = -29.0
    """Standing 75 miles before the goal without cards that reach it."""
    pace: float = 55.0
    """The miles that a player is expected to drive each turn, for estimating the chance of completing the trip."""

    # Curing
    go: float = 104.0
    """Becoming able to go."""
    go_in_vain: float = -53.0
    """Playing Go while already going by Right of Way."""
    cure: float = 197.0
    """Curing a hazard of the Battle pile."""
    end_limit: float = 166.0
    """Ending a Speed Limit."""
    end_limit_fast: float = -8.0
    """Added for each 75 and 100 in the hand when a Speed Limit is ended, and subtracted for each 25 and 50."""

    # Attacking
    attack_battle: float = 343.0
    """Playing Out of Gas, Flat Tire or Accident."""
    attack_stop: float = 394.0
    """Playing Stop."""
    attack_limit: float = 240.0
    """Playing a Speed Limit."""
    attack_floor: float = -34.0
    """Playing a Speed Limit on an opponent with 50 miles or less to go."""
    attack_near: float = 65.0
    """Added if the opponent has 200 miles or less to go."""
    attack_shut: float = 68.0
    """Added if the opponent has no miles."""
    attack_left: float = -12.5
    """Added for every 40 cards in the deck above 40, in proportion. With fewer than 40 cards it is subtracted."""
    attack_race: float = 54.0
    """Added if the player's trip is almost lost."""
    attack_cure: float = 0.28
    """The part of the worth of an attack that depends on the number of unseen remedies."""
    hold_trust: float = 0.53
    """The trust in the estimated chance that the opponent holds the safety, 0 to 1."""
    coup_loss: float = 253.0
    """The loss if the opponent answers the attack with a coup fourré."""

    # Safeties
    coup_gain: float = 152.0
    """The gain from a coup fourré."""
    coup_rate: float = 0.8
    """The chance that the opponent, once it has a hazard, plays it on the player who holds the safety against it."""
    hold_least: float = 58.0
    """The least expected gain from a coup fourré for which a safety is held back. Below it the safety is played."""
    hold_least_row: float = 75.0
    """``hold_least`` for Right of Way."""
    hold_more: float = -1.05
    """Added to ``hold_least`` for each further safety in the hand."""
    cure_bonus: float = 70.0
    """Added to ``hold_least`` if the safety cures a hazard on the table."""
    finish_risk: float = 32.0
    """Added to ``hold_least`` if the opponent may end the trip soon."""

    # Keeping cards
    keep_mile: float = 0.27
    """Keeping one mile of a distance card."""
    keep_many: float = 2.8
    """Subtracted for each distance card in the hand above three."""
    keep_double: float = 0.72
    """A factor for the third and further copies of a distance."""
    keep_slow: float = 16.8
    """Added for a 25 or 50 under a Speed Limit."""
    keep_exact: float = 55.0
    """Added for a card without which the hand cannot reach the goal exactly."""
    keep_beyond: float = 0.48
    """Keeping one mile of a card that only an extension can use."""
    keep_200: float = 83.0
    """Keeping a 200 when the trip is almost lost."""
    keep_hazard: float = 107.0
    """Keeping a hazard for the Battle pile."""
    keep_limit: float = 58.0
    """Keeping a Speed Limit."""
    keep_crowd: float = -10.4
    """Added for each further hazard in the hand."""
    keep_remedy: float = 61.0
    """Keeping Gasoline, Spare Tire or Repairs while two of the hazards that the card cures are unseen."""
    keep_end_limit: float = 64.0
    """Keeping End of Limit while two Speed Limits are unseen."""
    keep_second: float = 0.1
    """A factor for the second copy of a remedy."""
    keep_armed: float = 0.23
    """A factor for a remedy whose safety is in the hand."""
    keep_go: float = 53.0
    """Keeping the only Go."""
    keep_go_second: float = 42.0
    """Keeping the second Go."""
    keep_go_third: float = 15.4
    """Keeping any further Go."""
    keep_go_stop: float = 3.2
    """Added to the worth of a Go for each unseen Stop above two."""

    # The extension
    extend_least: float = -2.35
    """An extension is called if it is expected to add more than this."""


STYLE = Weights()
