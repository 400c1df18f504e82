"""The coups of the day: positions from self-play in which one choice is much better than all others."""
