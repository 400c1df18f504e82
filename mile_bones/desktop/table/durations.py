"""How long everything lasts that moves, or that is looked at, in milliseconds at the normal speed."""

from __future__ import annotations

FRAME_MS = 16
"""Between two pictures of something that moves."""

DRAW_MS = 220
PLAY_MS = 180
HEAVIER_MS = 40
"""A card of one's own, and how much longer the heaviest takes than the lightest."""
COMPUTER_MS = 300
"""The opponent's card, which has to be seen coming."""
REST_MS = 300
"""The opponent's card has come, and is looked at."""
HOME_MS = 180
PART_MS = 80
"""A card of a hand makes room."""
PART_STEP_MS = 2 * FRAME_MS
"""From one of them to the next, the one beside the free place first: no more than a few are painted in one frame."""
PART_STEPS_MS = 160
"""Most for all these steps, however many make room."""
REWIND_MS = 120
"""For each card that goes back when a move is undone, or on again when it is redone."""
DEAL_STEP_MS = 70
"""From one card of a deal to the next."""
SHAKE_MS = 180
REFUSED_MS = 600
"""The red ring around what was refused, where nothing shakes."""
REDUCED_MS = 100
"""Things fade in so long where nothing travels."""

HALO_MS = 1600
HALO_BREATHS = 3
"""Whatever calls for attention breathes so often, and then stays still."""
POINT_MS = 380
"""For each of the three times that the ring around a place comes up which somebody has asked for."""

KNOCK_MS = 280
"""A coup fourré: the hazard is knocked off its pile,"""
COUP_MS = 320
"""the safety turns sideways and lands,"""
POINTS_MS = 560
"""its points fly to the score,"""
HOLD_MS = 500
"""and all hold still for a moment."""

CAR_MS = 600
OVERTAKE_MS = 900
BRAKE_MS = 320
PUFF_MS = 520
FLAG_MS = 900
"""The flag waves, or drives on to the end of the road."""

COUNT_MS = 1500
"""All rows of a score sheet count up."""
MARKS_MS = 700
"""After that the stars of Mille come up, and a circle is drawn round a chapeau."""
PAYMENT_LINE_MS = 420
"""For each line of a payment."""
GOAL_MS = 1800
"""The car drives over the line of a game that was won."""

PLACE_MS = 200
SLIDE_MS = 120
"""A piece of Millieu, for each step along the road."""
CAPTURE_MS = 260
MILL_MS = 160
POINTER_REST_MS = 600
"""A pointer that rests on a point so long asks for its neighbours."""
NEAR_MS = 90

SET_MS = 240
"""A card of Mille goes down to its set."""
FAN_STEP_MS, FAN_MOST_MS = 30, 500
"""From one card of a pile that is taken to the next, and for all of them together."""
SORT_MS = 180
RESHUFFLE_MS = 400

NOTICE_MS = 300
"""The computer thinks so long before the message line says so: what comes sooner would only flicker."""
MESSAGE_MS = 6000
"""A message stays so long in the status bar."""
PAUSES_MS = {"slow": 1800, "normal": 900, "fast": 250}
"""How long what goes on by itself is looked at before it goes on, by the speed."""
SPEEDS = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""The choices of the options, as factors of every length."""
