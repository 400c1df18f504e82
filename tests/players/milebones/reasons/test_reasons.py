"""Each reason in a position made for it, with its sentence, and positions in which it nearly holds and is not given."""

from __future__ import annotations

from typing import Any

import pytest

from mile_bones.games.milebones.actions import parse_action
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.players.milebones.coaching import Coaching
from mile_bones.players.milebones.reasons.codes import Code, Theme
from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.themes import theme, theme_of_choice
from players.milebones.positions import position
from players.milebones.reasons.naive import true

COACH = Coaching()
FULL = "25 50 75 100 100 100 100 100"
"""The distances of a trip of 650 miles."""

SAID: tuple[tuple[Code, str, str, dict[str, Any], str], ...] = (
    # ------------------------------------------------------------ safeties
    (
        Code.COUP_NOW,
        "play EXTRA_TANK",
        "draw",
        {"hand": "EXTRA_TANK 25 25 50 50 75", "own": "GO OUT_OF_GAS", "phase": Phase.DRAW, "coup_hazard": "OUT_OF_GAS"},
        "Before the draw, the Extra Tank is a coup fourré worth 400 points, and 2 cards come with it.",
    ),
    (
        Code.COUP_NOW,
        "play EXTRA_TANK",
        "discard 25",
        {"hand": "EXTRA_TANK 25", "own": "GO OUT_OF_GAS", "unseen": "6*GO", "coup_hazard": "OUT_OF_GAS"},
        "At this moment the Extra Tank is a coup fourré worth 400 points, and later it is not.",
    ),
    (
        Code.SAFETY_BEFORE_FINISH,
        "play EXTRA_TANK",
        "play 50",
        {"hand": "EXTRA_TANK 50 75 100 GO GO GO", "own": f"GO {FULL}"},
        "Played first, the Extra Tank costs no turn, and the 50 completes the trip after it.",
    ),
    (
        Code.ONLY_CURE,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 25 50 50 75 75", "own": "GO ACCIDENT", "gone": "6*REPAIRS"},
        "The hand has no Repairs, and none is unseen: only the Driving Ace gets the car going again.",
    ),
    (
        Code.NO_REMEDY_HELD,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 25 50 50 75 75", "own": "GO ACCIDENT", "gone": "4*REPAIRS"},
        "The hand has no Repairs, of which 2 are unseen: the Driving Ace gets the car going at once.",
    ),
    (
        Code.FOURTH_SAFETY,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 25 50 50 75 75", "own": "RIGHT_OF_WAY EXTRA_TANK PUNCTURE_PROOF"},
        "With the Driving Ace, all four safeties are on the table, which brings 300 points more.",
    ),
    (
        Code.SAFETY_REACHES_TARGET,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 25 50 50 75 75", "own": "GO 25", "totals": (4900, 3000)},
        "The Driving Ace brings the total to 5,025 points, and 5,000 are enough to end the game with this hand.",
    ),
    (
        Code.SAFETY_REACHES_TARGET,
        "play DRIVING_ACE",
        "discard 25",
        {
            "hand": "DRIVING_ACE 25 25 50 50 75 75",
            "own": "RIGHT_OF_WAY EXTRA_TANK PUNCTURE_PROOF",
            "totals": (4300, 3000),
        },
        "The Driving Ace brings the total to 5,000 points, and 5,000 are enough to end the game with this hand.",
    ),
    (
        Code.SAFETY_BEFORE_THEY_FINISH,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 25 75 75 75 75", "other": f"GO {FULL}"},
        (
            "The opponent has 50 miles to go and may end the hand next turn: a safety in the hand would then"
            " bring nothing."
        ),
    ),
    (
        Code.SAFETY_DECK_OUT,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 25", "unseen": "3*GO", "other_cards": 3},
        "The deck is out, and a safety that stays in the hand brings nothing.",
    ),
    (
        Code.SAFETY_DECK_SHORT,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 25 50 50 50 50", "unseen": "9*GO"},
        "Only 3 cards are left in the deck, and a safety that stays in the hand brings nothing.",
    ),
    (
        Code.NO_COUP_LEFT,
        "play RIGHT_OF_WAY",
        "discard 25",
        {"hand": "RIGHT_OF_WAY 25 25 50 50 50 50", "gone": "4*STOP 3*SPEED_LIMIT"},
        "No Stop or Speed Limit is unseen, so nothing is gained by holding the Right of Way for a coup fourré.",
    ),
    (
        Code.SAFETY_STARTS,
        "play RIGHT_OF_WAY",
        "discard 25",
        {"hand": "RIGHT_OF_WAY 25 25 50 50 50 50", "own": "GO ACCIDENT REPAIRS"},
        "The Right of Way stands for Go for the rest of the hand: the car can drive at once.",
    ),
    (
        Code.SAFETY_ENDS_LIMIT,
        "play RIGHT_OF_WAY",
        "discard 100",
        {"hand": "RIGHT_OF_WAY 100 100 75 75 75 75", "own": "GO SPEED_LIMIT"},
        "The Right of Way ends the Speed Limit, and protects the car from all others.",
    ),
    (
        Code.SAFETY_CURES,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE REPAIRS 25 25 50 50 75", "own": "GO ACCIDENT"},
        "The Driving Ace takes away the Accident, and protects the car from all others.",
    ),
    (
        Code.SAFETY_COSTS_NO_TURN,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE REPAIRS 25 25 50 50 75", "own": "GO"},
        "A safety costs no turn, and its 100 points are sure.",
    ),
    (
        Code.HOLD_FOR_COUP,
        "discard 25",
        "play EXTRA_TANK",
        {"hand": "EXTRA_TANK 25 25 50 50 75 75"},
        "It is worth keeping the Extra Tank: 2 cards of Out of Gas are unseen, and each could bring a coup fourré.",
    ),
    (
        Code.HOLD_FOR_COUP,
        "play EXTRA_TANK",
        "play RIGHT_OF_WAY",
        {"hand": "EXTRA_TANK RIGHT_OF_WAY 25 50 50 75 75"},
        (
            "It is worth keeping the Right of Way: 7 cards of Stop or Speed Limit are unseen, and each could"
            " bring a coup fourré."
        ),
    ),
    (
        Code.SAFETY_THROWN_AWAY,
        "discard 25",
        "discard EXTRA_TANK",
        {"hand": "EXTRA_TANK 25 25 50 50 75 75"},
        "The Extra Tank is worth 100 points when it is played, and nothing when it is thrown away.",
    ),
    # ------------------------------------------------------------ hazards
    (
        Code.CANNOT_BE_CURED,
        "play ACCIDENT",
        "discard 25",
        {"hand": "ACCIDENT DRIVING_ACE 25 25 50 50 75", "other": "GO 100", "gone": "6*REPAIRS"},
        "Nothing that is still unseen would get the opponent going again after the Accident.",
    ),
    (
        Code.CANNOT_BE_CURED,
        "play SPEED_LIMIT",
        "discard 25",
        {"hand": "SPEED_LIMIT RIGHT_OF_WAY 25 25 50 50 75", "other": "GO 100", "gone": "6*END_OF_LIMIT"},
        "Nothing that is still unseen would end the Speed Limit for the opponent.",
    ),
    (
        Code.CANNOT_BE_CURED,
        "play ACCIDENT",
        "discard 25",
        {"hand": "ACCIDENT DRIVING_ACE RIGHT_OF_WAY 25 50 50 75", "other": "GO 100", "gone": "13*GO"},
        "Nothing that is still unseen would get the opponent going again after the Accident.",
    ),
    (
        Code.STOPS_LAST_CARD,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25 25 75 75 75 100", "other": f"GO {FULL}"},
        (
            "The opponent has 50 miles to go, and could complete the trip with one card, but after the Stop only"
            " with the Right of Way, which is unseen."
        ),
    ),
    (
        Code.STOPS_LAST_CARD,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25 25 75 75 75 100", "other": "GO 200 100 100 100"},
        (
            "The opponent has 200 miles to go, and could complete the trip with one card, but after the Stop"
            " only with the Right of Way, which is unseen."
        ),
    ),
    (
        Code.STOPS_LAST_CARD,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25 25 75 75 75 100", "other": f"GO SPEED_LIMIT {FULL}"},
        (
            "The opponent has 50 miles to go, and could complete the trip with one card, but after the Stop only"
            " with the Right of Way, which is unseen."
        ),
    ),
    (
        Code.LIMIT_STOPS_LAST_CARD,
        "play SPEED_LIMIT",
        "discard 25",
        {"hand": "SPEED_LIMIT 25 25 75 75 75 50", "other": "GO 6*100"},
        (
            "The opponent could complete the trip with one 100, but under a Speed Limit only with the Right of"
            " Way, which is unseen."
        ),
    ),
    (
        Code.LIMIT_IN_VAIN,
        "discard 25",
        "play SPEED_LIMIT",
        {"hand": "SPEED_LIMIT 25 25 75 75 75 100", "other": f"GO {FULL}"},
        "The opponent has only 50 miles to go, which can be driven under a Speed Limit as well.",
    ),
    (
        Code.LIMIT_ON_STOPPED,
        "discard 25",
        "play SPEED_LIMIT",
        {"hand": "SPEED_LIMIT 25 25 75 75 75 100", "other": "GO STOP", "rules": "mille"},
        "A Speed Limit changes nothing as long as the opponent cannot go.",
    ),
    (
        Code.STOPS_GAME,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25 25 75 75 75 100", "other": "GO 4*100", "totals": (1000, 4300)},
        "A completed trip would bring the opponent to at least 5,400 points, and 5,000 end the game.",
    ),
    (
        Code.STOPS_GAME,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25 25 75 75 75 100", "other": "GO 4*100", "totals": (1000, 3900)},
        "A completed trip would bring the opponent to at least 5,000 points, and 5,000 end the game.",
    ),
    (
        Code.NO_COUP_AGAINST,
        "play ACCIDENT",
        "play STOP",
        {"hand": "STOP ACCIDENT DRIVING_ACE 25 75 75 100", "other": "GO 100"},
        "The opponent has no safety against the Accident, but may have one against the Stop, and make a coup fourré.",
    ),
    (
        Code.ONLY_SAFETY_CURES,
        "play ACCIDENT",
        "discard 25",
        {"hand": "ACCIDENT 25 25 25 75 75 100", "other": "GO 100", "gone": "6*REPAIRS"},
        "No Repairs is unseen any more: after the Accident only the Driving Ace would help the opponent.",
    ),
    (
        Code.STOP_BEATS_LIMIT,
        "play ACCIDENT",
        "play SPEED_LIMIT",
        {"hand": "ACCIDENT SPEED_LIMIT 25 25 75 75 100", "other": "GO 100"},
        "Under a Speed Limit the opponent can drive on slowly; after the Accident a cure is needed first.",
    ),
    (
        Code.STOP_BEATS_LIMIT,
        "discard SPEED_LIMIT",
        "discard STOP",
        {"hand": "STOP SPEED_LIMIT 25 25 75 75 100"},
        "Under a Speed Limit the opponent can drive on slowly; after the Stop a cure is needed first.",
    ),
    (
        Code.TWO_CARDS_TO_CURE,
        "play ACCIDENT",
        "play STOP",
        {"hand": "ACCIDENT STOP 25 25 75 75 100", "other": "GO 100"},
        (
            "Without a safety, the opponent needs two cards after the Accident, Repairs and a Go; after a Stop"
            " the Go is enough."
        ),
    ),
    (
        Code.FEWER_CURES,
        "play ACCIDENT",
        "play FLAT_TIRE",
        {"hand": "ACCIDENT FLAT_TIRE 25 25 75 75 100", "other": "GO 100", "gone": "4*REPAIRS"},
        "Fewer cards cure the Accident: 2 of Repairs are unseen, against 6 of Spare Tire.",
    ),
    (
        Code.FEWER_CURES,
        "discard FLAT_TIRE",
        "discard ACCIDENT",
        {"hand": "ACCIDENT FLAT_TIRE 25 25 75 75 100", "gone": "5*REPAIRS"},
        "Fewer cards cure the Accident: 1 of Repairs is unseen, against 6 of Spare Tire.",
    ),
    (
        Code.SHUT_OUT_POSSIBLE,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25 25 75 75 75 100", "own": "GO 4*100", "other": "GO"},
        "The opponent has no miles yet: with 300 miles to go, a Shut-out of 500 points is possible.",
    ),
    (
        Code.STOPS_GOING,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25 25 75 75 75 100", "other": "GO 100"},
        "The opponent can go now, and after the Stop needs the Right of Way or Go, of which 13 are unseen.",
    ),
    (
        Code.STOPS_GOING,
        "play STOP",
        "discard 25",
        {"hand": "STOP RIGHT_OF_WAY 25 75 75 75 100", "other": "GO 100"},
        "The opponent can go now, and after the Stop needs Go, of which 13 are unseen.",
    ),
    (
        Code.LIMIT_SLOWS,
        "play SPEED_LIMIT",
        "discard 25",
        {"hand": "SPEED_LIMIT 25 25 75 75 75 100", "other": "GO 100"},
        "The opponent has 600 miles to go, and drives 50 a turn at most under a Speed Limit.",
    ),
    (
        Code.COUP_RISK,
        "discard 25",
        "play STOP",
        {"hand": "STOP 25 25 75 75 75 100", "other": "GO 100"},
        "The Right of Way is unseen: if the opponent has it, the Stop can be answered by a coup fourré.",
    ),
    (
        Code.CURE_NOW,
        "play REPAIRS",
        "discard 25",
        {"hand": "REPAIRS 25 25 75 75 75 100", "own": "GO ACCIDENT"},
        "The car cannot drive before the Accident is cured.",
    ),
    (
        Code.GO_NOW,
        "play GO",
        "discard 25",
        {"hand": "GO 25 25 75 75 75 100"},
        "The car stands still, and the Go gets it going.",
    ),
    (
        Code.LIFT_LIMIT,
        "play END_OF_LIMIT",
        "discard REPAIRS",
        {"hand": "END_OF_LIMIT 25 REPAIRS 75 75 75 100", "own": "GO SPEED_LIMIT"},
        "4 cards in the hand can only be driven when the Speed Limit has ended.",
    ),
    (
        Code.LIFT_LIMIT,
        "play END_OF_LIMIT",
        "discard END_OF_LIMIT",
        {"hand": "END_OF_LIMIT 25 REPAIRS GO GO GO GO", "own": "GO SPEED_LIMIT"},
        "Under the Speed Limit the car drives 50 miles a turn at most.",
    ),
    (
        Code.GO_IN_VAIN,
        "discard 25",
        "play GO",
        {"hand": "GO 25 25 75 75 75 100", "own": "RIGHT_OF_WAY"},
        "The car can go already, by Right of Way: the Go changes nothing.",
    ),
    (
        Code.LIMIT_NEAR_GOAL,
        "discard REPAIRS",
        "play END_OF_LIMIT",
        {"hand": "END_OF_LIMIT REPAIRS 75 75 75 100 GO", "own": f"GO SPEED_LIMIT {FULL}"},
        "Only 50 miles are to go, which can be driven under the Speed Limit as well.",
    ),
    (
        Code.NOTHING_FASTER,
        "play 25",
        "play END_OF_LIMIT",
        {"hand": "END_OF_LIMIT REPAIRS 25 50 GO GO GO", "own": "GO SPEED_LIMIT"},
        "The hand has nothing that could only be driven without the Speed Limit.",
    ),
    # ------------------------------------------------------------ distances
    (
        Code.FINISH_WINS_GAME,
        "play 50",
        "discard 25",
        {"hand": "50 25 GO GO GO GO GO", "own": f"GO {FULL}", "other": "25", "totals": (3600, 3000)},
        "Completing the trip with the 50 wins the game, 5,000 to 3,025.",
    ),
    (
        Code.FINISH_WINS_GAME,
        "play 200",
        "discard 25",
        {"hand": "200 25 GO GO GO GO GO", "own": "GO 5*100", "other": "25", "totals": (4200, 3000)},
        "Completing the trip with the 200 wins the game, 5,300 to 3,025.",
    ),
    (
        Code.FINISH_SHUT_OUT,
        "play 50",
        "discard 25",
        {"hand": "50 25 GO GO GO GO GO", "own": f"GO {FULL}"},
        "The 50 completes the trip while the opponent has no miles, a Shut-out of 500 points.",
    ),
    (
        Code.FINISH_DELAYED,
        "play 50",
        "discard 25",
        {"hand": "50 25", "own": f"GO {FULL}", "other": "25", "unseen": "GO GO", "other_cards": 2},
        "The 50 completes the trip after the deck has run out: Delayed action brings 300 points more.",
    ),
    (
        Code.FINISHES,
        "play 50",
        "discard 25",
        {"hand": "50 25 GO GO GO GO GO", "own": f"GO {FULL}", "other": "25"},
        "The 50 completes the trip of 700 miles.",
    ),
    (
        Code.WAIT_FOR_DELAYED,
        "discard GO",
        "play 50",
        {"hand": "50 25 GO GO GO GO GO", "own": f"GO {FULL}", "other": "25", "unseen": "6*REPAIRS 2*SPARE_TIRE"},
        "The trip brings 300 points more once the deck has run out, and 2 cards are left.",
    ),
    (
        Code.WAIT_FOR_DELAYED,
        "discard GO",
        "play 100",
        {"hand": "100 75 GO GO GO GO GO", "own": "GO 5*100", "other": "4*25", "unseen": "6*REPAIRS 6*SPARE_TIRE 4*25"},
        "The trip brings 300 points more once the deck has run out, and 10 cards are left.",
    ),
    (
        Code.CAN_WAIT,
        "discard GO",
        "play 50",
        {"hand": "50 25 GO GO GO GO GO", "own": f"GO {FULL}", "other": "25"},
        "The opponent has 675 miles to go, so the 50 can wait until the hand is ready for the farther goal.",
    ),
    (
        Code.NO_HURRY,
        "discard GO",
        "play 50",
        {"hand": "50 50 GO GO GO GO GO", "own": "GO 200 100", "other": "GO ACCIDENT 100"},
        "The opponent cannot go now and has 600 miles to go: there is time for a better hand.",
    ),
    (
        Code.LEAVES_HELD,
        "play 100",
        "play 75",
        {"hand": "100 75 25 GO GO GO GO", "own": "GO 5*100 75"},
        "With 125 miles to go, the 100 leaves 25, which is in the hand.",
    ),
    (
        Code.LEAVES_HELD,
        "play 200",
        "discard GO",
        {"hand": "200 200 GO GO GO GO GO", "own": "GO 3*100"},
        "With 400 miles to go, the 200 leaves 200, which is in the hand.",
    ),
    (
        Code.LEAVES_HELD,
        "play 25",
        "discard GO",
        {"hand": "25 50 GO GO GO GO GO", "own": "GO SPEED_LIMIT 6*100 25"},
        "With 75 miles to go, the 25 leaves 50, which is in the hand.",
    ),
    (
        Code.LEAVES_EXACT,
        "play 100",
        "play 25",
        {"hand": "100 50 50 25 GO GO GO", "own": "GO 5*100", "rules": "mille"},
        "The 100 leaves 100 miles, exactly what 2 cards in the hand make.",
    ),
    (
        Code.SAFE_TRIP,
        "play 100",
        "play 200",
        {"hand": "200 100 GO GO GO GO GO", "own": "GO 100"},
        "No 200 has been driven so far, and a trip completed without one is a Safe trip, 300 points.",
    ),
    (
        Code.LEAVES_FEW,
        "play 50",
        "play 75",
        {"hand": "75 50 GO GO GO GO GO", "own": "GO 6*100", "gone": "7*25"},
        "The 75 would leave 25 miles: then no card of 25 is in the hand, and 3 are unseen.",
    ),
    (
        Code.LEAVES_NO_CARD,
        "play 50",
        "play 75",
        {"hand": "75 50 GO GO GO GO GO", "own": "GO 6*100", "gone": "10*25"},
        "The 75 would leave 25 miles: then no card of 25 is in the hand, and none is unseen.",
    ),
    (
        Code.BIG_BEFORE_LIMIT,
        "play 100",
        "play 50",
        {"hand": "100 50 GO GO GO GO GO", "own": "GO", "gone": "2*SPEED_LIMIT"},
        "1 Speed Limit is unseen: under it the 50 can still be driven, the 100 cannot.",
    ),
    (
        Code.MORE_MILES,
        "play 100",
        "play 75",
        {"hand": "100 75 GO GO GO GO GO", "own": "GO"},
        "The 100 brings the car further than the 75.",
    ),
    (
        Code.FIRST_MILES,
        "play 100",
        "discard REPAIRS",
        {"hand": "100 75 GO GO GO GO REPAIRS", "own": "GO", "other": "GO STOP 4*100"},
        "The car has driven no miles yet: with 300 miles to go, the opponent could make a Shut-out of 500 points.",
    ),
    (
        Code.MILES_DECK_OUT,
        "play 100",
        "discard SPARE_TIRE",
        {"hand": "100 SPARE_TIRE", "own": "GO 25", "unseen": "GO FLAT_TIRE", "other_cards": 2},
        "The deck is out: only miles that are driven count.",
    ),
    (
        Code.DRIVE_WHILE_GOING,
        "play 100",
        "discard REPAIRS",
        {"hand": "100 75 GO GO GO GO REPAIRS", "own": "GO 25 EXTRA_TANK"},
        "The car can go now, and 8 hazards that could stop it are unseen.",
    ),
    (
        Code.MILES_NOW,
        "play 100",
        "discard END_OF_LIMIT",
        {
            "hand": "100 75 GO GO GO GO END_OF_LIMIT",
            "own": "GO 25 EXTRA_TANK PUNCTURE_PROOF DRIVING_ACE",
            "gone": "4*STOP",
        },
        "The car can go, and the 100 brings it nearer to the goal.",
    ),
    # ------------------------------------------------------------ discards
    (
        Code.SHOWN_SAFETY,
        "discard ACCIDENT",
        "discard 25",
        {"hand": "ACCIDENT 25 50 75 75 100 100", "other": "DRIVING_ACE"},
        "The opponent has shown the Driving Ace: the Accident cannot be played any more.",
    ),
    (
        Code.LIMIT_USELESS,
        "discard SPEED_LIMIT",
        "discard 25",
        {"hand": "SPEED_LIMIT 25 GO 75 75 100 GO", "other": f"GO STOP {FULL}"},
        "The opponent has only 50 miles to go, and a Speed Limit would not hinder that.",
    ),
    (
        Code.REMEDY_BEHIND_SAFETY,
        "discard END_OF_LIMIT",
        "discard 25",
        {"hand": "END_OF_LIMIT 25 50 75 75 100 100", "own": "RIGHT_OF_WAY"},
        "The Right of Way on the table does for the rest of the hand what the End of Limit would do.",
    ),
    (
        Code.REMEDY_NEVER_NEEDED,
        "discard GASOLINE",
        "discard 25",
        {"hand": "GASOLINE 25 50 75 75 100 100", "gone": "2*OUT_OF_GAS"},
        "No Out of Gas is unseen: the Gasoline will not be needed.",
    ),
    (
        Code.REMEDY_SAFETY_HELD,
        "discard GASOLINE",
        "discard REPAIRS",
        {"hand": "GASOLINE EXTRA_TANK REPAIRS 75 75 100 100", "gone": "OUT_OF_GAS ACCIDENT 3*GASOLINE 4*REPAIRS"},
        "The Extra Tank in the hand can do what the Gasoline does.",
    ),
    (
        Code.REMEDY_SPARE,
        "discard GO",
        "discard 25",
        {"hand": "GO GO GO 75 75 100 25", "own": "GO"},
        "One Go can be spared: 2 more are in the hand.",
    ),
    (
        Code.TOO_MANY_200S,
        "discard 200",
        "discard 25",
        {"hand": "200 GO GO 75 75 100 25", "own": "GO 200 200"},
        "2 cards of 200 miles have been driven, and no more of them are allowed.",
    ),
    (
        Code.TOO_FAR,
        "discard 75",
        "discard 25",
        {"hand": "75 GO GO 75 75 100 25", "own": f"GO {FULL}"},
        "With 50 miles to go, the 75 is too far.",
    ),
    (
        Code.CANNOT_GO_AGAIN,
        "discard 75",
        "discard STOP",
        {"hand": "75 75 75 75 100 25 STOP", "own": "GO ACCIDENT", "gone": "6*REPAIRS", "other": "DRIVING_ACE"},
        "Nothing in the hand or unseen gets the car going again: the 75 cannot be driven.",
    ),
    (
        Code.DISCARD_200,
        "discard 200",
        "discard 100",
        {"hand": "200 75 75 75 100 25 STOP"},
        "No 200 has been driven so far, and a trip completed without one is a Safe trip, 300 points.",
    ),
    (
        Code.LIMITED_BIG,
        "discard 100",
        "discard 25",
        {"hand": "100 75 75 75 75 25 STOP", "own": "SPEED_LIMIT"},
        "Under the Speed Limit the 25 can be driven, and the 100 cannot.",
    ),
    (
        Code.KEEP_SLOW,
        "discard 100",
        "discard 25",
        {"hand": "100 75 75 75 75 25 STOP", "gone": "SPEED_LIMIT"},
        "2 Speed Limits are unseen: under one the 25 could be driven, and the 100 could not.",
    ),
    (
        Code.SMALLER_LOSS,
        "discard 25",
        "discard 100",
        {"hand": "100 75 75 75 75 25 STOP"},
        (
            "With 700 miles to go, the 25 and the 100 can both still be driven, and the 100 drives 75 miles more in one"
            " turn."
        ),
    ),
    (
        Code.REMEDY_MORE_NEEDED,
        "discard REPAIRS",
        "discard SPARE_TIRE",
        {"hand": "REPAIRS SPARE_TIRE 75 75 75 25 STOP", "gone": "ACCIDENT"},
        "It is worth keeping the Spare Tire: 2 hazards for it are unseen, and 1 for Repairs.",
    ),
    (
        Code.REMEDY_RARER,
        "discard REPAIRS",
        "discard SPARE_TIRE",
        {"hand": "REPAIRS SPARE_TIRE 75 75 75 25 STOP", "gone": "2*SPARE_TIRE"},
        "It is worth keeping the Spare Tire: 3 others are unseen, but 5 of Repairs.",
    ),
    (
        Code.DISTANCES_SPARE,
        "discard 75",
        "discard REPAIRS",
        {"hand": "REPAIRS REPAIRS SPARE_TIRE 75 75 25 STOP"},
        "The hand has 3 cards with miles, and only one can be driven each turn.",
    ),
    (
        Code.HAZARDS_SPARE,
        "discard STOP",
        "discard GO",
        {"hand": "STOP STOP ACCIDENT 75 75 GO GO", "other": "GO"},
        "The hand has 3 hazards, and only one can be played each turn.",
    ),
    (
        Code.KEEP_CURE,
        "discard 25",
        "discard END_OF_LIMIT",
        {"hand": "END_OF_LIMIT 25 GO GO 75 GO GO", "own": "SPEED_LIMIT"},
        "It is worth keeping the End of Limit: it cures the Speed Limit that the car suffers from.",
    ),
    (
        Code.KEEP_GO,
        "discard 25",
        "discard GO",
        {"hand": "GO 25 25 75 75 75 75", "own": "GO ACCIDENT", "gone": "11*GO"},
        "It is worth keeping the Go: the car cannot go yet, and 1 other is unseen.",
    ),
    (
        Code.KEEP_FINISH,
        "discard REPAIRS",
        "discard 25",
        {"hand": "REPAIRS 25 50 GO GO GO GO", "own": "GO STOP 6*100 25"},
        "It is worth keeping the 25: with it the hand makes exactly the 75 miles to go.",
    ),
    (
        Code.KEEP_ONLY_REMEDY,
        "discard 25",
        "discard REPAIRS",
        {"hand": "REPAIRS 25 50 GO GO GO GO"},
        "It is worth keeping the Repairs: the hand has no other, and 2 cards of Accident are unseen.",
    ),
    (
        Code.HAZARD_FOR_LATER,
        "discard 25",
        "discard STOP",
        {"hand": "STOP 25 50 GO GO GO GO", "other": "GO STOP"},
        "The opponent cannot go now: it is worth keeping the Stop for when that has changed.",
    ),
    (
        Code.HAZARD_HITS_NOW,
        "discard 25",
        "discard STOP",
        {"hand": "STOP 25 50 GO GO GO GO", "other": "GO"},
        "The Stop can be played on the opponent even now.",
    ),
    (
        Code.GO_OFTEN,
        "discard 25",
        "discard GO",
        {"hand": "25 50 GO GO GO GO GO", "own": "GO"},
        "10 hazards that could stop the car are unseen, and after each a Go would help.",
    ),
    (
        Code.KEEP_MILES,
        "play GO",
        "discard 25",
        {"hand": "25 50 GO REPAIRS REPAIRS END_OF_LIMIT END_OF_LIMIT", "own": "RIGHT_OF_WAY"},
        "With 700 miles to go, the 25 can still be driven.",
    ),
    # ------------------------------------------------------------ the extension
    (
        Code.ENDING_WINS_GAME,
        "extend no",
        "extend yes",
        {
            "hand": "25 GO GO GO GO GO",
            "own": f"GO {FULL} 50",
            "other": "25",
            "totals": (4000, 3000),
            "phase": Phase.EXTEND,
        },
        "Ending the trip now wins the game, 5,400 to 3,025.",
    ),
    (
        Code.ENDING_LOSES_GAME,
        "extend yes",
        "extend no",
        {
            "hand": "25 GO GO GO GO GO",
            "own": f"GO {FULL} 50",
            "other": "25",
            "totals": (3000, 5000),
            "phase": Phase.EXTEND,
        },
        "Ending the trip now would lose the game, 4,400 to 5,025; going on, it may still be won.",
    ),
    (
        Code.UNPLAYED_SAFETY,
        "extend yes",
        "extend no",
        {"hand": "25 EXTRA_TANK GO GO GO GO", "own": f"GO {FULL} 50", "other": "25", "phase": Phase.EXTEND},
        (
            "The Extra Tank in the hand brings nothing if the hand ends now; going on risks 700 points, and 8"
            " hazards that could stop the car are unseen."
        ),
    ),
    (
        Code.SHUT_OUT_SURE,
        "extend no",
        "extend yes",
        {"hand": "25 GO GO GO GO GO", "own": f"GO {FULL} 50", "phase": Phase.EXTEND},
        "The opponent has no miles: ending the trip now makes sure of the 500 points for the Shut-out.",
    ),
    (
        Code.DECK_TOO_SHORT,
        "extend no",
        "extend yes",
        {
            "hand": "25 GO GO GO GO GO",
            "own": f"GO {FULL} 50",
            "other": "25",
            "unseen": "6*REPAIRS 4*GO",
            "phase": Phase.EXTEND,
        },
        "Only 4 cards are left in the deck for 300 more miles, and 700 points would be at stake.",
    ),
    (
        Code.LIMITED_TRIP,
        "extend no",
        "extend yes",
        {"hand": "25 GO GO GO GO GO", "own": f"GO SPEED_LIMIT {FULL} 50", "other": "25", "phase": Phase.EXTEND},
        "The additional 300 miles would begin under a Speed Limit, and 700 points would be at stake.",
    ),
    (
        Code.THEY_ARE_NEAR,
        "extend no",
        "extend yes",
        {"hand": "25 GO GO GO GO GO", "own": f"GO {FULL} 50", "other": "GO 5*75 100", "phase": Phase.EXTEND},
        (
            "The opponent can go, and with 525 miles to the farther goal might be there first: 700 points would"
            " be at stake."
        ),
    ),
    (
        Code.CAN_BE_STOPPED,
        "extend no",
        "extend yes",
        {"hand": "25 GO GO GO GO GO", "own": f"GO {FULL} 50", "other": "25", "phase": Phase.EXTEND},
        "700 points for the completed trip would be at stake, and 10 hazards that could stop the car are unseen.",
    ),
    (
        Code.CANNOT_BE_STOPPED,
        "extend yes",
        "extend no",
        {
            "hand": "25 GO GO GO GO GO",
            "own": f"GO RIGHT_OF_WAY DRIVING_ACE EXTRA_TANK {FULL} 50",
            "other": "25",
            "gone": "2*FLAT_TIRE",
            "phase": Phase.EXTEND,
        },
        (
            "No unseen hazard can stop the car for long, 73 cards are left in the deck, and the farther goal"
            " brings 500 points more."
        ),
    ),
    (
        Code.MILES_HELD,
        "extend yes",
        "extend no",
        {"hand": "25 100 50 GO GO GO", "own": f"GO {FULL} 50", "other": "25", "phase": Phase.EXTEND},
        "The hand already has 175 of the additional miles, and 10 hazards that could stop the car are unseen.",
    ),
    (
        Code.THEY_CANNOT_GO,
        "extend yes",
        "extend no",
        {"hand": "25 GO GO GO GO GO", "own": f"GO {FULL} 50", "other": "25", "phase": Phase.EXTEND},
        (
            "The opponent cannot go now and would have 975 miles to the farther goal; 10 hazards that could stop"
            " the car are unseen."
        ),
    ),
    (
        Code.DECK_LONG_ENOUGH,
        "extend yes",
        "extend no",
        {"hand": "25 GO GO GO GO GO", "own": f"GO {FULL} 50", "other": "GO 25", "phase": Phase.EXTEND},
        (
            "The farther goal brings 500 points more; 77 cards are left in the deck, and 10 hazards that could"
            " stop the car are unseen."
        ),
    ),
)

NOT_SAID: tuple[tuple[Code, str, str, dict[str, Any]], ...] = (
    # No unseen hazard is left for the safety, or the better action plays another safety with as many unseen
    # hazards.
    (Code.HOLD_FOR_COUP, "discard 25", "play EXTRA_TANK", {"hand": "EXTRA_TANK 25 25 50", "gone": "2*OUT_OF_GAS"}),
    (Code.HOLD_FOR_COUP, "play DRIVING_ACE", "play EXTRA_TANK", {"hand": "EXTRA_TANK DRIVING_ACE 25 50"}),
    (Code.HOLD_FOR_COUP, "discard EXTRA_TANK", "play EXTRA_TANK", {"hand": "EXTRA_TANK 25 50 75"}),
    # When the deck is out, a coup fourré is possible at once.
    (
        Code.HOLD_FOR_COUP,
        "discard 25",
        "play EXTRA_TANK",
        {
            "hand": "EXTRA_TANK 25",
            "own": "OUT_OF_GAS",
            "unseen": "OUT_OF_GAS",
            "coup_hazard": "OUT_OF_GAS",
            "other_cards": 1,
        },
    ),
    # The player holds a remedy, or a remedy in the deck would help.
    (
        Code.ONLY_CURE,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25", "own": "ACCIDENT", "gone": "5*REPAIRS"},
    ),
    (Code.NO_REMEDY_HELD, "play DRIVING_ACE", "discard 25", {"hand": "DRIVING_ACE REPAIRS 25", "own": "ACCIDENT"}),
    # The safety is unseen. With Right of Way, a Go is not needed.
    (Code.CANNOT_BE_CURED, "play ACCIDENT", "discard 25", {"hand": "ACCIDENT 25", "other": "GO", "gone": "6*REPAIRS"}),
    (
        Code.CANNOT_BE_CURED,
        "play ACCIDENT",
        "discard 25",
        {"hand": "ACCIDENT DRIVING_ACE 25", "other": "RIGHT_OF_WAY", "gone": "14*GO"},
    ),
    # No fitting card is unseen, or the opponent is stopped, or a limit already forbids the last card, or the new
    # limit does not forbid it.
    (Code.STOPS_LAST_CARD, "play STOP", "discard 25", {"hand": "STOP 25", "other": f"GO {FULL}", "gone": "9*50"}),
    (Code.LIMIT_STOPS_LAST_CARD, "play SPEED_LIMIT", "discard 25", {"hand": "SPEED_LIMIT 25", "other": f"GO {FULL}"}),
    (Code.STOPS_LAST_CARD, "play STOP", "discard 25", {"hand": "STOP 25", "other": "GO SPEED_LIMIT 6*100"}),
    (
        Code.SAFETY_BEFORE_THEY_FINISH,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25", "other": f"GO STOP {FULL}"},
    ),
    # After a Stop, a player with Right of Way needs no Go.
    (Code.TWO_CARDS_TO_CURE, "play ACCIDENT", "discard 25", {"hand": "ACCIDENT 25", "other": "RIGHT_OF_WAY"}),
    # A 200 has already been driven.
    (Code.SAFE_TRIP, "play 100", "play 200", {"hand": "200 100", "own": "GO 200"}),
    # The limit forbids the card that would complete the trip. Another 200 would be one too many.
    (Code.LEAVES_HELD, "play 25", "discard GO", {"hand": "25 75 GO GO", "own": "GO SPEED_LIMIT 6*100"}),
    (Code.LEAVES_HELD, "play 100", "discard GO", {"hand": "100 200 GO GO", "own": "GO 200 200"}),
    (Code.KEEP_FINISH, "discard GO", "discard 200", {"hand": "200 GO GO", "own": "GO 200 200 100"}),
    # 75 miles are held, though a limit forbids them now.
    (Code.LEAVES_FEW, "discard GO", "play 25", {"hand": "25 75 GO GO", "own": "GO SPEED_LIMIT 6*100"}),
    # The player holds or has played the safety.
    (Code.KEEP_ONLY_REMEDY, "discard 25", "discard REPAIRS", {"hand": "DRIVING_ACE REPAIRS 25"}),
    (Code.BIG_BEFORE_LIMIT, "play 100", "play 50", {"hand": "100 50", "own": "RIGHT_OF_WAY"}),
    # The hazard shows on the player's side.
    (
        Code.REMEDY_NEVER_NEEDED,
        "discard REPAIRS",
        "discard 25",
        {"hand": "REPAIRS 25", "own": "ACCIDENT", "gone": "ACCIDENT"},
    ),
    # A Go is also needed after every hazard other than Stop.
    (Code.REMEDY_NEVER_NEEDED, "discard GO", "discard 25", {"hand": "GO 25", "own": "GO", "gone": "4*STOP"}),
    # The trip is completed, but the game is not won.
    (
        Code.FINISH_WINS_GAME,
        "play 50",
        "discard 25",
        {"hand": "50 25", "own": f"GO {FULL}", "other": "25", "totals": (4000, 5400)},
    ),
    # The opponent still has far to go, or has so few miles to go that a limit does not matter.
    (
        Code.STOPS_GAME,
        "play STOP",
        "discard 25",
        {"hand": "STOP 25", "other": "GO 100", "totals": (0, 4500)},
    ),
    (Code.LIMIT_SLOWS, "play SPEED_LIMIT", "discard 100", {"hand": "SPEED_LIMIT 100", "other": f"GO {FULL}"}),
    # The opponent may hold a safety against neither of the two hazards, or against both.
    (
        Code.NO_COUP_AGAINST,
        "play ACCIDENT",
        "play STOP",
        {"hand": "ACCIDENT STOP DRIVING_ACE RIGHT_OF_WAY", "other": "GO 100"},
    ),
    (Code.COUP_RISK, "play ACCIDENT", "play STOP", {"hand": "ACCIDENT STOP", "other": "RIGHT_OF_WAY"}),
    (Code.TWO_CARDS_TO_CURE, "play SPEED_LIMIT", "play STOP", {"hand": "SPEED_LIMIT STOP", "other": "GO 100"}),
    # The safety would cure the hazard as well.
    (
        Code.CURE_NOW,
        "play REPAIRS",
        "play DRIVING_ACE",
        {"hand": "REPAIRS DRIVING_ACE", "own": "ACCIDENT", "gone": "ACCIDENT"},
    ),
    (Code.GO_NOW, "play GO", "play RIGHT_OF_WAY", {"hand": "GO RIGHT_OF_WAY", "gone": "4*STOP 3*SPEED_LIMIT"}),
    (Code.LIFT_LIMIT, "play END_OF_LIMIT", "discard GO", {"hand": "END_OF_LIMIT GO", "own": f"GO SPEED_LIMIT {FULL}"}),
    # The opponent may arrive in the next turn, or the goal is already the farther one, or the goal is no longer
    # near.
    (Code.CAN_WAIT, "discard GO", "play 50", {"hand": "50 GO", "own": f"GO {FULL}", "other": "5*100"}),
    (Code.CAN_WAIT, "discard GO", "play 25", {"hand": "25 GO", "own": f"GO {FULL} 200 75 50", "extended": True}),
    (
        Code.WAIT_FOR_DELAYED,
        "discard GO",
        "play 100",
        {"hand": "100 GO", "own": "GO 4*100", "unseen": "6*REPAIRS 6*SPARE_TIRE"},
    ),
    (
        Code.WAIT_FOR_DELAYED,
        "discard GO",
        "play 100",
        {"hand": "100 GO", "own": "GO 5*100", "other": "5*100", "unseen": "6*REPAIRS 6*SPARE_TIRE 6*GASOLINE 3*STOP"},
    ),
    # The opponent can go, or is not far behind.
    (Code.NO_HURRY, "discard GO", "play 50", {"hand": "50 GO", "own": "GO 200", "other": "GO"}),
    (Code.NO_HURRY, "discard GO", "play 50", {"hand": "50 GO", "own": "GO 200", "other": "GO STOP 200 200"}),
    (
        Code.WAIT_FOR_DELAYED,
        "play EXTRA_TANK",
        "play 100",
        {"hand": "100 EXTRA_TANK", "own": "GO 5*100", "unseen": "6*REPAIRS 6*GO"},
    ),
    # The game ends in any case, or the game does not end.
    (Code.STOPS_GAME, "play STOP", "discard 25", {"hand": "STOP 25", "other": "GO 4*100", "totals": (0, 4600)}),
    (Code.SAFETY_REACHES_TARGET, "play DRIVING_ACE", "discard 25", {"hand": "DRIVING_ACE 25", "totals": (5000, 0)}),
    (
        Code.FINISH_WINS_GAME,
        "play 50",
        "discard 25",
        {"hand": "50 25", "own": f"GO {FULL}", "other": "25", "totals": (4000, 5375)},
    ),
    # Another safety is not a coup fourré, another card does not complete the trip, a remedy is held, or 200 miles
    # are still to go.
    (
        Code.COUP_NOW,
        "play DRIVING_ACE",
        "discard EXTRA_TANK",
        {"hand": "DRIVING_ACE EXTRA_TANK", "own": "OUT_OF_GAS", "unseen": "6*GO", "coup_hazard": "OUT_OF_GAS"},
    ),
    (Code.SAFETY_BEFORE_FINISH, "play EXTRA_TANK", "play 25", {"hand": "EXTRA_TANK 25", "own": f"GO {FULL}"}),
    (
        Code.ONLY_CURE,
        "play DRIVING_ACE",
        "discard 25",
        {"hand": "DRIVING_ACE 25 REPAIRS", "own": "ACCIDENT", "gone": "5*REPAIRS"},
    ),
    (Code.SAFETY_BEFORE_THEY_FINISH, "play DRIVING_ACE", "discard 25", {"hand": "DRIVING_ACE 25", "other": "GO 5*100"}),
    # This would be one 200 too many.
    (Code.STOPS_LAST_CARD, "play STOP", "discard 25", {"hand": "STOP 25", "other": "GO 200 200 100"}),
    (Code.LEAVES_HELD, "play 200", "discard GO", {"hand": "200 200 GO", "own": "GO 200 100"}),
    (Code.SMALLER_LOSS, "discard 100", "discard 200", {"hand": "100 200", "own": "GO 200 200"}),
    (
        Code.MILES_HELD,
        "extend yes",
        "extend no",
        {"hand": "200 GO", "own": "GO 200 200 3*100", "other": "25", "phase": Phase.EXTEND},
    ),
    # The Right of Way is unseen and would help, or the Right of Way has been played.
    (
        Code.CANNOT_BE_CURED,
        "play ACCIDENT",
        "discard 25",
        {"hand": "ACCIDENT DRIVING_ACE 25", "other": "GO", "gone": "13*GO"},
    ),
    (Code.CANNOT_GO_AGAIN, "discard 25", "discard REPAIRS", {"hand": "25 REPAIRS", "own": "STOP", "gone": "14*GO"}),
    (
        Code.CANNOT_GO_AGAIN,
        "discard 25",
        "discard STOP",
        {"hand": "25 STOP", "own": "RIGHT_OF_WAY ACCIDENT", "other": "DRIVING_ACE", "gone": "14*GO"},
    ),
    # The goal is far, or neither remedy will be needed.
    (Code.KEEP_FINISH, "discard GO", "discard 50", {"hand": "GO 100 100 100 50", "own": "GO 200 100 50"}),
    (
        Code.REMEDY_RARER,
        "discard REPAIRS",
        "discard SPARE_TIRE",
        {"hand": "REPAIRS SPARE_TIRE", "gone": "2*FLAT_TIRE 2*ACCIDENT 2*SPARE_TIRE"},
    ),
    # A card that can be spared is not a reason against driving.
    (Code.REMEDY_SPARE, "discard GO", "play 25", {"hand": "25 GO GO", "own": "GO 200"}),
    # Without a 200 the cards that are left cannot complete the trip, or too few of them are still drawn.
    (
        Code.SAFE_TRIP,
        "discard GO",
        "play 200",
        {"hand": "200 GO", "own": "GO 3*100", "unseen": "6*REPAIRS 6*SPARE_TIRE"},
    ),
    (
        Code.SAFE_TRIP,
        "discard GO",
        "play 200",
        {"hand": "200 GO", "own": "GO 3*100", "unseen": "6*100 3*GO", "other_cards": 3},
    ),
    (
        Code.DISCARD_200,
        "discard 200",
        "discard STOP",
        {"hand": "200 STOP", "own": "GO 3*100", "unseen": "6*REPAIRS 6*SPARE_TIRE"},
    ),
    # Counted with the safeties, as many cards cure both hazards.
    (
        Code.FEWER_CURES,
        "play ACCIDENT",
        "play FLAT_TIRE",
        {"hand": "ACCIDENT FLAT_TIRE PUNCTURE_PROOF", "other": "GO 100", "gone": "REPAIRS"},
    ),
    # A Shut-out is far away.
    (Code.SHUT_OUT_POSSIBLE, "play STOP", "discard 25", {"hand": "STOP 25", "own": "GO 100", "other": "GO"}),
    (Code.FIRST_MILES, "play 100", "discard REPAIRS", {"hand": "100 REPAIRS", "own": "GO", "other": "GO 100"}),
    # The other card does the same.
    (Code.SHUT_OUT_POSSIBLE, "play STOP", "play ACCIDENT", {"hand": "STOP ACCIDENT", "own": "GO 4*100", "other": "GO"}),
)


@pytest.mark.parametrize(("code", "better", "worse", "table", "said"), SAID, ids=[row[0] for row in SAID])
def test_a_reason_is_given_if_it_is_true(code: Code, better: str, worse: str, table: dict[str, Any], said: str) -> None:
    observation, good, bad = seen(table), parse_action(better), parse_action(worse)
    assert {good, bad} <= set(observation.legal_actions())
    found = find(observation, good, bad)
    assert found is not None
    assert (found.code, COACH.reason(observation, good, bad)) == (code, said)
    assert true(observation, good, bad, found)


@pytest.mark.parametrize(("code", "better", "worse", "table"), NOT_SAID, ids=[row[0] for row in NOT_SAID])
def test_a_reason_is_not_given_if_it_only_nearly_holds(
    code: Code, better: str, worse: str, table: dict[str, Any]
) -> None:
    found = find(seen(table), parse_action(better), parse_action(worse))
    assert found is None or found.code != code


def test_every_reason_has_a_position() -> None:
    assert {row[0] for row in SAID} == set(Code)
    assert len(Code) >= 25


def test_a_reason_is_the_same_from_either_seat() -> None:
    row = next(row for row in SAID if row[0] is Code.LIMIT_SLOWS)
    observation = seen(row[3])._replace(seat=1, player=1)
    assert COACH.reason(observation, parse_action(row[1]), parse_action(row[2])) == row[4]


def test_the_points_decide_if_no_reason_is_known() -> None:
    observation = seen(
        {"hand": "EXTRA_TANK 25 25 50 50 75", "own": "OUT_OF_GAS", "phase": Phase.DRAW, "coup_hazard": "OUT_OF_GAS"}
    )
    draw, coup = parse_action("draw"), parse_action("play EXTRA_TANK")
    assert find(observation, draw, coup) is None
    assert find(observation, coup, coup) is None
    assert COACH.reason(observation, draw, coup) == "By the points it is the better move."


def test_every_reason_has_a_theme() -> None:
    assert {theme(code) for code in Code} == set(Theme)
    assert [theme(code) for code in ("hold_for_coup", "coup_risk", "safe_trip", "too_far", "miles_held")] == [
        Theme.SAFETIES,
        Theme.HAZARDS,
        Theme.DISTANCES,
        Theme.DISCARDS,
        Theme.EXTENSION,
    ]
    with pytest.raises(ValueError, match="no reason"):
        theme("no reason")


@pytest.mark.parametrize(
    ("better", "worse", "expected"),
    [
        ("extend yes", "extend no", Theme.EXTENSION),
        ("draw", "play EXTRA_TANK", Theme.SAFETIES),
        ("discard 25", "discard EXTRA_TANK", Theme.SAFETIES),
        ("discard 25", "discard STOP", Theme.DISCARDS),
        ("play 25", "discard STOP", Theme.DISTANCES),
        ("play 25", "play STOP", Theme.HAZARDS),
        ("discard 25", "play REPAIRS", Theme.HAZARDS),
    ],
)
def test_a_choice_without_a_reason_has_a_theme(better: str, worse: str, expected: Theme) -> None:
    assert theme_of_choice(parse_action(better), parse_action(worse)) is expected


def seen(table: dict[str, Any]) -> Observation:
    totals = table.get("totals", (0, 0))
    return position(**{key: value for key, value in table.items() if key != "totals"})._replace(totals=totals)
