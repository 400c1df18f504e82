"""Many hands at once: the rules as compiled functions over rows of small integers, for training and large measurements.

A hand is one row, laid out as in ``games/milebones/batch``; its deck is in a separate array. ``engine`` deals and steps
rows, ``features`` turns them into the inputs of a network, and ``greedy`` plays them like the level ``easy``. A row
contains hidden cards too; only what ``features`` reads is known to the player to act.
"""
