"""The part of a record that belongs to this game: its deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from mile_bones.engine.aliases import Pair
from mile_bones.engine.bodies import Body, compact, is_score, read_score, score_out
from mile_bones.engine.json_text import Node
from mile_bones.engine.quickly import is_pair_of_texts, is_texts
from mile_bones.engine.reading import Reader

_ALWAYS = ("first", "dealt", "turned", "stock", "actions")
_MAY_BE = ("reshuffled", "score")


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: who played first, the cards in the order they came, and what was chosen.

    ``turned`` is the card that was turned up, ``reshuffled`` the order of the second stock, None where there was none;
    in both stocks the next card is first. ``actions`` are notations with the seat before them ("0 lay 8S 8D 2C").
    ``score`` holds the items of both score columns by name; None while the deal is not finished.
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
    """A game of Mille as a record holds it."""

    NAMES: ClassVar[tuple[str, ...]] = ("deals",)

    deals: tuple[DealRecord, ...] = ()

    @classmethod
    def read(cls, reader: Reader, top: dict[str, Node], node: Node) -> Deals:
        """See ``Body``."""
        return cls(tuple(_deal(reader, deal) for deal in reader.items(reader.need(top, node, "deals"))))

    @classmethod
    def quickly(cls, top: dict[str, Any]) -> Deals | None:
        """See ``Body``."""
        deals = top["deals"]
        if type(deals) is not list or not all(map(_is_deal, deals)):
            return None
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
                for deal in deals
            )
        )

    def to_json(self) -> str:
        """One line a list of cards."""
        deals = ",\n".join(map(_deal_out, self.deals))
        return f'"deals": [{deals}]'

    @property
    def begun(self) -> bool:
        """Somebody has chosen something."""
        return any(deal.actions for deal in self.deals)

    @property
    def count(self) -> int:
        """How many deals were begun."""
        return len(self.deals)

    @property
    def plies(self) -> int:
        """How many actions were done, in all deals together."""
        return sum(len(deal.actions) for deal in self.deals)

    @property
    def scores(self) -> tuple[Pair[Mapping[str, int]] | None, ...]:
        """See ``Body``."""
        return tuple(deal.score for deal in self.deals)

    def first_deal(self) -> str:
        """See ``Body``."""
        if not self.deals:
            return ""
        deal = self.deals[0]
        return compact([deal.first, deal.dealt, deal.turned, deal.stock])


def _deal(reader: Reader, node: Node) -> DealRecord:
    members = reader.members(node)
    reader.only(members, *_ALWAYS, *_MAY_BE)
    return DealRecord(
        first=reader.seat(reader.need(members, node, "first")),
        dealt=reader.pair(reader.need(members, node, "dealt"), reader.strings),
        turned=reader.string(reader.need(members, node, "turned")),
        stock=reader.strings(reader.need(members, node, "stock")),
        actions=reader.strings(reader.need(members, node, "actions")),
        reshuffled=reader.strings(members["reshuffled"]) if "reshuffled" in members else None,
        score=read_score(reader, members),
    )


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


def _is_deal(deal: Any) -> bool:
    return (
        type(deal) is dict
        and deal.keys() >= {*_ALWAYS}
        and deal.keys() <= {*_ALWAYS, *_MAY_BE}
        and type(deal["first"]) is int
        and deal["first"] in (0, 1)
        and type(deal["turned"]) is str
        and is_pair_of_texts(deal["dealt"])
        and is_texts(deal["stock"])
        and is_texts(deal["actions"])
        and ("reshuffled" not in deal or is_texts(deal["reshuffled"]))
        and ("score" not in deal or is_score(deal["score"]))
    )
