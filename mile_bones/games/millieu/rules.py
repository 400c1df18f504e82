"""The name of the game. Its rules have no options."""

from __future__ import annotations

NAME = "millieu"
"""The name of the game, and of its only rule set."""
