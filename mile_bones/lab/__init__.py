"""Measurements and checks that need no screen: the arena, training, and records that are played again."""
