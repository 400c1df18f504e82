"""Many hands at once: the rules over rows of small numbers, compiled, for training and for measuring in bulk.

One hand is one row, laid out as in ``games/milebones/batch``; the deck lies beside it. ``engine`` deals and steps rows,
``features`` turns them into the inputs of a network, ``greedy`` plays them like the level ``easy``. Rows are for
whoever may see everything: what a player may know of one is what ``features`` reads.
"""
