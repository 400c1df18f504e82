"""The part of a record that belongs to its game: what was dealt, what was chosen, and what it brought.

A body knows how it is written and read, and nothing of the rules. Two kinds stand here, which games share; a game that
needs another makes its own and names it in its ``Spec``.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from mile_bones.engine.quickly import are, is_pair, is_pair_of_texts, is_texts

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Pair
    from mile_bones.engine.json_text import Node
    from mile_bones.engine.reading import Reader


class Body(ABC):
    """What a record holds beside its header. Values are frozen and compare by what is in them."""

    __slots__ = ()

    NAMES: ClassVar[tuple[str, ...]]
    """Its members, which stand in the record beside those of the header."""

    @classmethod
    @abstractmethod
    def read(cls, reader: Reader, top: dict[str, Node], node: Node) -> Body:
        """Out of the members ``top`` of the record, which is ``node``. RecordError at the first fault."""

    @classmethod
    @abstractmethod
    def quickly(cls, top: dict[str, Any]) -> Body | None:
        """The same out of plain values, the names of which have been compared; None when anything is the matter."""

    @abstractmethod
    def to_json(self) -> str:
        """Its members as text, ready to stand between braces."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Somebody has chosen something."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many hands were begun."""

    @property
    @abstractmethod
    def plies(self) -> int:
        """How many actions were done, whoever chose them."""

    @abstractmethod
    def first_deal(self) -> str:
        """The cards of the first hand as a text; empty where nothing is dealt."""

    @property
    def scores(self) -> tuple[Pair[Mapping[str, int]] | None, ...] | None:
        """The score of each hand, by seat, None for one that is not finished; None where a game has no hands."""
        return None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: who began, the cards in the order they came, and what was chosen.

    ``actions`` are notations with the seat before them ("0 play GO"). ``score`` holds the items of both score columns
    by name; None while the hand is not finished.
    """

    first: int
    dealt: Pair[tuple[str, ...]]
    deck: tuple[str, ...]
    actions: tuple[str, ...] = ()
    score: Pair[Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class Hands(Body):
    """A game of cards that is played hand after hand."""

    NAMES: ClassVar[tuple[str, ...]] = ("hands",)

    hands: tuple[HandRecord, ...] = ()

    @classmethod
    def read(cls, reader: Reader, top: dict[str, Node], node: Node) -> Hands:
        """See ``Body``."""
        return cls(tuple(_hand(reader, hand) for hand in reader.items(reader.need(top, node, "hands"))))

    @classmethod
    def quickly(cls, top: dict[str, Any]) -> Hands | None:
        """See ``Body``."""
        hands = top["hands"]
        if type(hands) is not list or not all(map(_is_hand, hands)):
            return None
        return cls(
            tuple(
                HandRecord(
                    first=hand["first"],
                    dealt=(tuple(hand["dealt"][0]), tuple(hand["dealt"][1])),
                    deck=tuple(hand["deck"]),
                    actions=tuple(hand["actions"]),
                    score=(hand["score"][0], hand["score"][1]) if "score" in hand else None,
                )
                for hand in hands
            )
        )

    def to_json(self) -> str:
        """One line a list of cards."""
        hands = ",\n".join(map(_hand_out, self.hands))
        return f'"hands": [{hands}]'

    @property
    def begun(self) -> bool:
        """Somebody has chosen something."""
        return any(hand.actions for hand in self.hands)

    @property
    def count(self) -> int:
        """How many hands were begun."""
        return len(self.hands)

    @property
    def plies(self) -> int:
        """How many actions were done, in all hands together."""
        return sum(len(hand.actions) for hand in self.hands)

    @property
    def scores(self) -> tuple[Pair[Mapping[str, int]] | None, ...]:
        """See ``Body``."""
        return tuple(hand.score for hand in self.hands)

    def first_deal(self) -> str:
        """See ``Body``."""
        return "" if not self.hands else compact([self.hands[0].first, self.hands[0].dealt, self.hands[0].deck])


@dataclass(frozen=True, slots=True)
class ActionList(Body):
    """A game in which nothing is dealt: who began, and what was chosen.

    ``actions`` are notations with the seat before them ("0 place RED_DISC 13").
    """

    NAMES: ClassVar[tuple[str, ...]] = ("first", "actions")

    first: int = 0
    actions: tuple[str, ...] = ()

    @classmethod
    def read(cls, reader: Reader, top: dict[str, Node], node: Node) -> ActionList:
        """See ``Body``."""
        return cls(reader.seat(reader.need(top, node, "first")), reader.strings(reader.need(top, node, "actions")))

    @classmethod
    def quickly(cls, top: dict[str, Any]) -> ActionList | None:
        """See ``Body``."""
        if not are(int, (top["first"],)) or top["first"] not in (0, 1) or not is_texts(top["actions"]):
            return None
        return cls(top["first"], tuple(top["actions"]))

    def to_json(self) -> str:
        """See ``Body``."""
        return f'"first": {self.first},\n"actions": {compact(self.actions)}'

    @property
    def begun(self) -> bool:
        """Somebody has chosen something."""
        return bool(self.actions)

    @property
    def count(self) -> int:
        """The whole game is one."""
        return 1

    @property
    def plies(self) -> int:
        """How many actions were done."""
        return len(self.actions)

    def first_deal(self) -> str:
        """Nothing is dealt."""
        return ""


def compact(value: object) -> str:
    """A value as JSON on one line, as records are written."""
    return json.dumps(value, ensure_ascii=False)


def read_score(reader: Reader, members: Mapping[str, Node]) -> Pair[dict[str, int]] | None:
    """Both score columns of a hand, where it is finished and so has them among its members."""
    return reader.pair(members["score"], lambda side: _score(reader, side)) if "score" in members else None


def _score(reader: Reader, node: Node) -> dict[str, int]:
    return {name: reader.number(value) for name, value in reader.members(node).items()}


def is_score(value: Any) -> bool:
    """This plain value is just what ``read_score`` takes."""
    return is_pair(value) and all(type(side) is dict and are(int, side.values()) for side in value)


def score_out(score: Pair[Mapping[str, int]]) -> str:
    """The member with both score columns as text."""
    return f'"score": {compact([dict(side) for side in score])}'


def _hand(reader: Reader, node: Node) -> HandRecord:
    members = reader.members(node)
    reader.only(members, "first", "dealt", "deck", "actions", "score")
    return HandRecord(
        first=reader.seat(reader.need(members, node, "first")),
        dealt=reader.pair(reader.need(members, node, "dealt"), reader.strings),
        deck=reader.strings(reader.need(members, node, "deck")),
        actions=reader.strings(reader.need(members, node, "actions")),
        score=read_score(reader, members),
    )


def _hand_out(hand: HandRecord) -> str:
    lines = [
        f'{{"first": {hand.first}',
        f'"dealt": {compact(hand.dealt)}',
        f'"deck": {compact(hand.deck)}',
        f'"actions": {compact(hand.actions)}',
    ]
    if hand.score is not None:
        lines.append(score_out(hand.score))
    return ",\n ".join(lines) + "}"


_HAND = frozenset({"first", "dealt", "deck", "actions"})
_HAND_MORE = _HAND | {"score"}


def _is_hand(hand: Any) -> bool:
    return (
        type(hand) is dict
        and hand.keys() >= _HAND
        and hand.keys() <= _HAND_MORE
        and type(hand["first"]) is int
        and hand["first"] in (0, 1)
        and is_pair_of_texts(hand["dealt"])
        and is_texts(hand["deck"])
        and is_texts(hand["actions"])
        and ("score" not in hand or is_score(hand["score"]))
    )
