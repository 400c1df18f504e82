"""Many hands at once, in NumPy alone: one hand is one row of small numbers, the deck lies beside it.

Rows are for whoever may see everything, or imagines it. The lab has the same rules compiled, for training.
"""
