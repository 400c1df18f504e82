"""Makes the coups of the day, a daily puzzle: positions from self-play in which one choice is far better than all
others.
"""
