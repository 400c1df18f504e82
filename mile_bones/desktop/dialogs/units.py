"""Words for the unit a game is counted in: hands, deals, or whole games."""

from __future__ import annotations

from mile_bones.engine.spec import Spec


def has_points(game: Spec) -> bool:
    """Return True if `game` is played for points, in hands; False if all that counts is who wins it."""
    return game.target is not None


def by_unit(game: Spec, hand: str, deal: str, whole: str | None = None) -> str:
    """Return the text that fits the unit of `game`: a `hand`, a `deal`, or the `whole` game if it has no hands.

    `whole` is None for a text that such a game never shows.
    """
    if whole is not None and not has_points(game):
        return whole
    return deal if game.hands_are_deals else hand
