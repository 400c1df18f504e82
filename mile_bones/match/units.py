"""Words for the unit in which a game is counted: hands, deals, or whole games."""

from __future__ import annotations

from mile_bones.engine.spec import Spec


def by_unit(game: Spec, hand: str, deal: str, whole: str | None = None) -> str:
    """Return the text that fits the unit of `game`: a `hand`, a `deal`, or the `whole` game if it has no hands.

    `whole` is None if the text is never shown for such a game.
    """
    if whole is not None and not game.has_points:
        return whole
    return deal if game.hands_are_deals else hand
