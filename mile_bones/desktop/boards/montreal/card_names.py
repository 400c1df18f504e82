"""The names of the art of the cards. No Qt."""

from __future__ import annotations

from mile_bones.games.montreal.cards import NOTATION

ART = tuple(name.lower() for name in NOTATION)
"""The name of each card's art, by card number, such as "8h"."""
