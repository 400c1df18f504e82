"""Many hands at once, in NumPy: a hand is one row of small numbers, and its deck is a row of a second array.

A row has all cards of a hand, so rows are for code that may see everything or imagines it. The lab has the same rules
in compiled form, for training.
"""
