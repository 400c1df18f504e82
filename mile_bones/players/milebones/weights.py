"""All numbers of the level ``original`` in one place: what it thinks a card, a turn or a risk is worth.

They were found by measuring: `docs/players.md` says how.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a careful player, in points unless they say otherwise."""

    # Driving
    drive: float = 48.0
    """Playing any distance."""
    mile: float = 0.95
    """A mile."""
    drive_first: float = 35.0
    """The first miles of the hand: no Shut-out any more."""
    drive_late: float = 5.4
    """Driving when the trip is as good as lost; miles count all the same."""
    safe_trip: float = 94.0
    """The Safe trip, multiplied with the chance of completing the trip."""
    safe_sure: float = 100.0
    """More of it, when the hand has exactly the miles to the goal without a 200."""
    exact_one: float = 66.0
    """One card in the hand reaches the goal exactly from there."""
    exact_two: float = 31.0
    """Two cards do."""
    exact_more: float = 10.0
    """Three or more do."""
    left_25: float = -41.0
    """25 miles before the goal without the card."""
    left_50: float = -62.0
    """50 miles."""
    left_75: float = -29.0
    """75 miles."""
    pace: float = 55.0
    """Miles a turn, for the chance of completing the trip."""

    # Curing
    go: float = 104.0
    """Being allowed to go."""
    go_in_vain: float = -53.0
    """Go for one who goes by Right of Way."""
    cure: float = 197.0
    """Curing a hazard of the Battle pile."""
    end_limit: float = 166.0
    """Ending a Speed Limit."""
    end_limit_fast: float = -8.0
    """More for each 75 and 100 in the hand, less for each 25 and 50."""

    # Attacking
    attack_battle: float = 343.0
    """Out of Gas, Flat Tire or Accident."""
    attack_stop: float = 394.0
    """Stop."""
    attack_limit: float = 240.0
    """Speed Limit."""
    attack_floor: float = -34.0
    """A Speed Limit on an opponent with 50 miles or less to go."""
    attack_near: float = 65.0
    """More, on an opponent with 200 miles or less to go."""
    attack_shut: float = 68.0
    """More, on an opponent without miles."""
    attack_left: float = -12.5
    """More for each 40 cards in the deck above 40, less below."""
    attack_race: float = 54.0
    """More when the own trip is as good as lost."""
    attack_cure: float = 0.28
    """Part of the worth that depends on how many remedies are unseen."""
    hold_trust: float = 0.53
    """How far the chance that the opponent holds the safety is believed, 0 to 1."""
    coup_loss: float = 253.0
    """A coup fourré of the opponent."""

    # Safeties
    coup_gain: float = 152.0
    """A coup fourré."""
    coup_rate: float = 0.8
    """Chance that a hazard which comes to the opponent is played on the held safety."""
    hold_least: float = 58.0
    """A safety is held back when its coup is worth more than this."""
    hold_least_row: float = 75.0
    """The same for Right of Way."""
    hold_more: float = -1.05
    """Added for each further safety in the hand."""
    cure_bonus: float = 70.0
    """Added when the safety cures what shows."""
    finish_risk: float = 32.0
    """Added when the opponent may end the trip soon."""

    # Keeping cards
    keep_mile: float = 0.27
    """A mile of a distance card."""
    keep_many: float = 2.8
    """Less for each distance card above three."""
    keep_double: float = 0.72
    """Factor for the third and further copies of a distance."""
    keep_slow: float = 16.8
    """More for 25 and 50 under a Speed Limit."""
    keep_exact: float = 55.0
    """The hand reaches the goal exactly only with this card."""
    keep_beyond: float = 0.48
    """A mile of a card that only an extension can use."""
    keep_200: float = 83.0
    """A 200 when the trip is as good as lost."""
    keep_hazard: float = 107.0
    """A hazard for the Battle pile."""
    keep_limit: float = 58.0
    """A Speed Limit."""
    keep_crowd: float = -10.4
    """Less for each further hazard in the hand."""
    keep_remedy: float = 61.0
    """Gasoline, Spare Tire or Repairs while two of the hazards are unseen."""
    keep_end_limit: float = 64.0
    """End of Limit while two limits are unseen."""
    keep_second: float = 0.1
    """Factor for the second copy of a remedy."""
    keep_armed: float = 0.23
    """Factor for a remedy whose safety is in the hand."""
    keep_go: float = 53.0
    """The only Go."""
    keep_go_second: float = 42.0
    """The second Go."""
    keep_go_third: float = 15.4
    """Any further Go."""
    keep_go_stop: float = 3.2
    """More for each unseen Stop above two."""

    # The extension
    extend_least: float = -2.35
    """An extension is called when it is expected to add more than this."""


STYLE = Weights()
