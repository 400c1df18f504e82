"""Durations, in milliseconds at normal speed, of everything that moves or is shown for a time."""

from __future__ import annotations

FRAME_MS = 16
"""The time between two frames of an animation."""

DRAW_MS = 220
PLAY_MS = 180
HEAVIER_MS = 40
"""The additional time that the heaviest card takes. The other two values are the times of the draw and of the play of
one of your own cards.
"""
COMPUTER_MS = 300
"""The time in which an opponent's card is played. It is long enough for you to see the card coming."""
REST_MS = 300
"""The pause after the opponent's card has landed."""
HOME_MS = 180
PART_MS = 80
"""The time in which each card of a hand moves to make room."""
PART_STEP_MS = 2 * FRAME_MS
"""The delay between two cards of a hand that make room. The card beside the gap is first. The delay limits the number
of cards painted in one frame.
"""
PART_STEPS_MS = 160
"""The maximum sum of the delays ``PART_STEP_MS``, no matter how many cards make room."""
REWIND_MS = 120
"""The time of each card that moves in an undo or redo."""
DEAL_STEP_MS = 70
"""The delay from one card of a deal to the next."""
SHAKE_MS = 180
REFUSED_MS = 600
"""The time for which the red ring around a refused place is shown if no card shakes."""
REDUCED_MS = 100
"""The time of a fade, which replaces a motion when motion is reduced."""

HALO_MS = 1600
HALO_BREATHS = 3
"""The number of pulses of a light that calls for attention. Afterwards the light stays on."""
POINT_MS = 380
"""The time of each of the three pulses of a ring around a place that the player has asked about."""

KNOCK_MS = 280
"""The time of the first step of a coup fourré, in which the hazard is knocked off its pile."""
IMPACT_MS = 260
"""The time of the ring and the splinters of the blow."""
GIVE_MS = 120
"""The time in which the cards around the blow give way and come back."""
COUP_MS = 320
"""The time of the second step of a coup fourré, in which the safety turns sideways and lands."""
POINTS_MS = 560
"""The time of the third step of a coup fourré, in which its points fly to the score."""
HOLD_MS = 500
"""The time of the last step of a coup fourré, in which nothing moves."""

LIGHT_MS = 90
"""The time from one of several places that light up to the next."""
LIGHTS_MS = 600
"""The time in which these places, at most four, light up and stay bright."""
EMPTY_LANE_MS = 600
"""The time in which the lane of a player without miles is grey."""

CAR_MS = 600
OVERTAKE_MS = 900
BRAKE_MS = 320
PUFF_MS = 520
COAST_MS = 700
"""The time in which a car rolls to a stop, because nobody finishes the trip."""
FLAG_MS = 900
"""The time in which the flag waves, or moves to the end of the road."""

COUNT_MS = 1500
"""The time in which all rows of a score sheet count up."""
MARKS_MS = 700
"""The time, after the rows have counted up, in which the stars of Mille appear and a circle is drawn around a
chapeau.
"""
PAYMENT_LINE_MS = 420
"""The time of each line of a payment."""
AFTER_MOMENT_MS = 1200
"""The time between the last frame of a scene at the end of a game and the sheet that follows. It is long enough to read
the words of the scene.
"""

PLACE_MS = 200
SLIDE_MS = 120
"""The time of each step along the road when a piece of Millieu slides."""
CAPTURE_MS = 260
MILL_MS = 160
POINTER_REST_MS = 600
"""The time that the pointer has to rest on a point of Millieu, or on a pile of Mille, before more is shown."""
NEAR_MS = 90

SET_MS = 240
"""The time in which a card of Mille moves to its set."""
FAN_STEP_MS, FAN_MOST_MS = 30, 500
"""The delay from one card to the next when a pile is taken, and the maximum sum of these delays."""
SORT_MS = 180
RESHUFFLE_MS = 400

NOTICE_MS = 300
"""The delay before the message line says that the computer is thinking. After a shorter delay the message would often
only flicker.
"""
MESSAGE_MS = 6000
"""The time that a message stays in the status bar."""
PAUSES_MS = {"slow": 1800, "normal": 900, "fast": 250}
"""The pause between automatic steps, by the name of the speed."""
SPEEDS = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""The choices of speed in the options, as factors of every duration."""
