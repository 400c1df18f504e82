"""Sentences that several games say in the same words. ``names`` are those of the two players, by seat; whoever sits in
``seat`` is "you", and for a spectator (None) both have their names."""

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
    """An event: a card was drawn; ``card`` is None where it is not to be seen."""

    @property
    def seat(self) -> int: ...

    @property
    def card(self) -> CardT_co | None: ...


class Score(Protocol):
    """The points of one player for one hand."""

    @property
    def total(self) -> int: ...


def not_your_turn_text(names: Sequence[str], seat: int | None) -> str:
    """Why the one in ``seat`` may not act now, without a full stop; None: nobody knows who that is."""
    return _("It is not your turn") if seat is None else _("It is the turn of {name}").format(name=names[1 - seat])


def drawn_text(
    event: Drawn[CardT], names: Sequence[str], seat: int | None, card_words: Callable[[CardT], str], *, laid_open: bool
) -> str:
    """Who drew a card, and which if it is one's own or all are ``laid_open``."""
    mine = event.seat == seat
    if event.card is None or not (mine or laid_open):
        text = _("You drew a card.") if mine else _("{name} drew a card.")
        return text.format(name=names[event.seat])
    text = _("You drew {card}.") if mine else _("{name} drew {card}.")
    return text.format(name=names[event.seat], card=card_words(event.card))


def with_points(sentence: str, scores: Pair[Score], names: Sequence[str], seat: int | None) -> str:
    """The sentence, and then what both have scored, the one in ``seat`` first."""
    near, far = (seat or 0), 1 - (seat or 0)
    return _("{sentence} {name}: {points}, {other}: {other_points}.").format(
        sentence=sentence,
        name=names[near],
        points=format_signed(scores[near].total),
        other=names[far],
        other_points=format_signed(scores[far].total),
    )
