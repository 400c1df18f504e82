"""Measuring and checking without a screen: the arena, and records played again."""
