"""Measurements and checks that need no screen: the arena, training, reviews, and a check that plays records again."""
