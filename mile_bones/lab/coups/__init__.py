"""The coups of the day, a daily puzzle: positions from self-play with one choice far better than all others."""
