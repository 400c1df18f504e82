"""Many hands at once: the rules as compiled functions over rows of small integers, for training and large measurements.

A hand is one row, laid out as in ``games/milebones/batch``; its deck is in a separate array. ``engine`` deals and steps
rows, ``features`` turns them into the inputs of a network, and ``greedy`` plays them like the level ``easy``. A row
also contains hidden cards. The player to act may know only what ``features`` reads.
"""
