"""The body of a record of this game: its deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from mile_bones.engine.aliases import Pair
from mile_bones.engine.bodies import Body, compact, first_seat, score_out
from mile_bones.engine.shapes import Json, each, exactly, member, numbers, pair, string, texts

_DEALS = each(
    exactly(
        {
            "first": first_seat,
            "dealt": pair(texts),
            "turned": string,
            "stock": texts,
            "actions": texts,
            "reshuffled": texts,
            "score": pair(numbers),
        },
        optional=("reshuffled", "score"),
    )
)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: the seat that played first, the cards in the order in which they were dealt, and the actions.

    ``turned`` is the card that was turned up. ``reshuffled`` is the order of the second stock, or None if there was no
    reshuffle. In both stocks the next card is first. ``actions`` are notations with the seat before them ("0 lay 8S 8D
    2C"). ``score`` holds the items of both score columns by name, or is None while the deal is not finished.
    """

    first: int
    dealt: Pair[tuple[str, ...]]
    turned: str
    stock: tuple[str, ...]
    actions: tuple[str, ...] = ()
    reshuffled: tuple[str, ...] | None = None
    score: Pair[Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class Deals(Body):
    """The body of a game of Mille."""

    NAMES: ClassVar[tuple[str, ...]] = ("deals",)

    deals: tuple[DealRecord, ...] = ()

    @classmethod
    def read(cls, top: Json) -> Deals:
        return cls(
            tuple(
                DealRecord(
                    first=deal["first"],
                    dealt=(tuple(deal["dealt"][0]), tuple(deal["dealt"][1])),
                    turned=deal["turned"],
                    stock=tuple(deal["stock"]),
                    actions=tuple(deal["actions"]),
                    reshuffled=tuple(deal["reshuffled"]) if "reshuffled" in deal else None,
                    score=(deal["score"][0], deal["score"][1]) if "score" in deal else None,
                )
                for deal in member(top, (), "deals", _DEALS)
            )
        )

    def to_json(self) -> str:
        """Return the members of the body as JSON text, with each list of cards on a line."""
        deals = ",\n".join(map(_deal_out, self.deals))
        return f'"deals": [{deals}]'

    @property
    def begun(self) -> bool:
        return any(deal.actions for deal in self.deals)

    @property
    def count(self) -> int:
        """The number of deals that have begun."""
        return len(self.deals)

    @property
    def plies(self) -> int:
        """The number of actions in all deals together."""
        return sum(len(deal.actions) for deal in self.deals)

    @property
    def scores(self) -> tuple[Pair[Mapping[str, int]] | None, ...]:
        """The score of each deal, by seat, or None for a deal that is not finished."""
        return tuple(deal.score for deal in self.deals)

    def first_deal(self) -> str:
        if not self.deals:
            return ""
        deal = self.deals[0]
        return compact([deal.first, deal.dealt, deal.turned, deal.stock])


def _deal_out(deal: DealRecord) -> str:
    lines = [
        f'{{"first": {deal.first}, "turned": {compact(deal.turned)}',
        f'"dealt": {compact(deal.dealt)}',
        f'"stock": {compact(deal.stock)}',
    ]
    if deal.reshuffled is not None:
        lines.append(f'"reshuffled": {compact(deal.reshuffled)}')
    lines.append(f'"actions": {compact(deal.actions)}')
    if deal.score is not None:
        lines.append(score_out(deal.score))
    return ",\n ".join(lines) + "}"
