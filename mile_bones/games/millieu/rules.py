"""The name of the game, and its only option.

The option is not in the document from which the game comes. It takes away the advantage of the second player.
docs/millieu.md has the measurements.
"""

from __future__ import annotations

NAME = "millieu"
"""The name of the game, and of its only rule set."""

LATE_MILLS = "late_mills"
"""The name of the option by which the second player may not make a mill in the first six of their own turns."""

LAST_BARRED = 12
"""The number of the sixth turn of the second player, counted over the turns of both players."""
