"""Under which name the game is known: there are no other rules of it."""

from __future__ import annotations

NAME = "millieu"
"""The name of the game, and of its only rule set."""
