"""Sentences that several games share.

``names`` are the names of the two players, by seat. The player in ``seat`` is called "you". For a spectator (``seat``
is None) both players are called by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from mile_bones.i18n import format_signed
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Pair

CardT_co = TypeVar("CardT_co", covariant=True)
CardT = TypeVar("CardT")


class Drawn(Protocol[CardT_co]):
    """The event that a card was drawn. ``card`` is None if it is hidden."""

    @property
    def seat(self) -> int: ...

    @property
    def card(self) -> CardT_co | None: ...


class Score(Protocol):
    """The points of one player for one hand."""

    @property
    def total(self) -> int: ...


def not_your_turn_text(names: Sequence[str], seat: int | None) -> str:
    """Return the reason why the player in ``seat`` may not act now, without a full stop. ``seat`` is None if it is
    unknown who wanted to act.
    """
    return _("It is not your turn") if seat is None else _("It is the turn of {name}").format(name=names[1 - seat])


def drawn_text(
    event: Drawn[CardT], names: Sequence[str], seat: int | None, card_words: Callable[[CardT], str], *, laid_open: bool
) -> str:
    """Return the sentence that a player drew a card. The card is named if ``seat`` drew it, or if all cards are
    ``laid_open``.
    """
    mine = event.seat == seat
    if event.card is None or not (mine or laid_open):
        text = _("You drew a card.") if mine else _("{name} drew a card.")
        return text.format(name=names[event.seat])
    text = _("You drew {card}.") if mine else _("{name} drew {card}.")
    return text.format(name=names[event.seat], card=card_words(event.card))


def with_points(sentence: str, scores: Pair[Score], names: Sequence[str], seat: int | None) -> str:
    """Return ``sentence`` followed by the points that both players have scored. The points of ``seat`` come first."""
    near, far = (seat or 0), 1 - (seat or 0)
    return _("{sentence} {name}: {points}, {other}: {other_points}.").format(
        sentence=sentence,
        name=names[near],
        points=format_signed(scores[near].total),
        other=names[far],
        other_points=format_signed(scores[far].total),
    )
