"""The durations of everything that moves or is looked at, in milliseconds at normal speed."""

from __future__ import annotations

FRAME_MS = 16
"""The time between two frames of an animation."""

DRAW_MS = 220
PLAY_MS = 180
HEAVIER_MS = 40
"""The draw and the play of one of your own cards, and how much longer the heaviest card takes than the lightest."""
COMPUTER_MS = 300
"""The play of an opponent's card. It is slower, because you have to see it coming."""
REST_MS = 300
"""The pause after the opponent's card has landed."""
HOME_MS = 180
PART_MS = 80
"""For each card of a hand that makes room."""
PART_STEP_MS = 2 * FRAME_MS
"""The delay from one of these cards to the next. The card beside the gap is first. Only a few are painted in one
frame.
"""
PART_STEPS_MS = 160
"""The maximum for all these delays together, however many cards make room."""
REWIND_MS = 120
"""For each card that moves in an undo or redo."""
DEAL_STEP_MS = 70
"""The delay from one card of a deal to the next."""
SHAKE_MS = 180
REFUSED_MS = 600
"""The time that the red ring around a refused place is shown, if nothing shakes."""
REDUCED_MS = 100
"""A fade, which replaces travelling when motion is reduced."""

HALO_MS = 1600
HALO_BREATHS = 3
"""The number of pulses of a light that calls for attention. Afterwards it stays still."""
POINT_MS = 380
"""For each of the three pulses of the ring around a place that somebody has asked about."""

KNOCK_MS = 280
"""The first step of a coup fourré: the hazard is knocked off its pile."""
COUP_MS = 320
"""The second step: the safety turns sideways and lands."""
POINTS_MS = 560
"""The third step: its points fly to the score."""
HOLD_MS = 500
"""The last step: everything holds still for a moment."""

CAR_MS = 600
OVERTAKE_MS = 900
BRAKE_MS = 320
PUFF_MS = 520
FLAG_MS = 900
"""The flag waves, or moves on to the end of the road."""

COUNT_MS = 1500
"""The time in which all rows of a score sheet count up."""
MARKS_MS = 700
"""After that, the time in which the stars of Mille appear and a circle is drawn around a chapeau."""
PAYMENT_LINE_MS = 420
"""For each line of a payment."""
GOAL_MS = 1800
"""The winner's car drives over the line."""

PLACE_MS = 200
SLIDE_MS = 120
"""A piece of Millieu, for each step along the road."""
CAPTURE_MS = 260
MILL_MS = 160
POINTER_REST_MS = 600
"""The time that the pointer has to rest on a point of Millieu, or on a pile of Montréal, before more is shown."""
NEAR_MS = 90

SET_MS = 240
"""A card of Mille goes down to its set."""
FAN_STEP_MS, FAN_MOST_MS = 30, 500
"""The delay from one card to the next when a pile is taken, and the maximum for all of them together."""
SORT_MS = 180
RESHUFFLE_MS = 400

NOTICE_MS = 300
"""The delay before the message line says that the computer is thinking. A message about a shorter time would only
flicker.
"""
MESSAGE_MS = 6000
"""The time that a message stays in the status bar."""
PAUSES_MS = {"slow": 1800, "normal": 900, "fast": 250}
"""The pause between automatic steps, by the name of the speed."""
SPEEDS = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""The choices of speed in the options, as factors of every duration."""
