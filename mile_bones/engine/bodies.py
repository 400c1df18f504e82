"""The body of a record, which is the part that belongs to its game: the deal, the actions and the result.

A body can be written and read, but knows nothing about the rules. This module has two kinds of body, which several
games share. A game that needs another kind makes its own class and names it in its ``Parts``.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mile_bones.engine.shapes import Json, Path, ShapeError, each, exactly, member, number, numbers, pair, texts
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Pair


class Body(ABC):
    """The content of a record except its header. Bodies are frozen and compare by value."""

    __slots__ = ()

    NAMES: ClassVar[tuple[str, ...]]
    """The names of the body's members. In the record they are next to the members of the header."""

    @classmethod
    @abstractmethod
    def read(cls, top: Json) -> Body:
        """Return the body of the record with the members ``top``. Raise ShapeError at the first fault of the body."""

    @abstractmethod
    def to_json(self) -> str:
        """Return the body's members as JSON text, without the braces around them."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """True if somebody has chosen an action."""

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of hands that have begun."""

    @property
    @abstractmethod
    def plies(self) -> int:
        """The number of actions, of both seats together."""

    @abstractmethod
    def first_deal(self) -> str:
        """Return the cards of the first hand as a text, or "" if nothing is dealt."""

    @property
    def scores(self) -> tuple[Pair[Mapping[str, int]] | None, ...] | None:
        """The score of each hand, by seat. The score of a hand that is not finished is None. The whole value is None if
        the game has no hands.
        """
        return None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: the seat that began, the cards in the order in which they were dealt, and the actions.

    ``dealt`` holds the cards of both hands, by seat. ``deck`` holds the other cards, the next one first. ``actions``
    are notations with the seat before them ("0 play GO"). ``score`` holds the items of both score columns by name, or
    is None while the hand is not finished.
    """

    first: int
    dealt: Pair[tuple[str, ...]]
    deck: tuple[str, ...]
    actions: tuple[str, ...] = ()
    score: Pair[Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class Hands(Body):
    """The body of a card game that is played hand after hand."""

    NAMES: ClassVar[tuple[str, ...]] = ("hands",)

    hands: tuple[HandRecord, ...] = ()

    @classmethod
    def read(cls, top: Json) -> Hands:
        """Return the body of the record with the members ``top``. Raise ShapeError if its hands are not well formed."""
        return cls(
            tuple(
                HandRecord(
                    first=hand["first"],
                    dealt=(tuple(hand["dealt"][0]), tuple(hand["dealt"][1])),
                    deck=tuple(hand["deck"]),
                    actions=tuple(hand["actions"]),
                    score=(hand["score"][0], hand["score"][1]) if "score" in hand else None,
                )
                for hand in member(top, (), "hands", _HANDS)
            )
        )

    def to_json(self) -> str:
        """Return the body's members as JSON text, with each list of cards on a line."""
        hands = ",\n".join(map(_hand_out, self.hands))
        return f'"hands": [{hands}]'

    @property
    def begun(self) -> bool:
        """True if somebody has chosen an action."""
        return any(hand.actions for hand in self.hands)

    @property
    def count(self) -> int:
        """The number of hands that have begun."""
        return len(self.hands)

    @property
    def plies(self) -> int:
        """The number of actions in all hands together."""
        return sum(len(hand.actions) for hand in self.hands)

    @property
    def scores(self) -> tuple[Pair[Mapping[str, int]] | None, ...]:
        """The score of each hand, by seat, or None for a hand that is not finished."""
        return tuple(hand.score for hand in self.hands)

    def first_deal(self) -> str:
        """Return the cards of the first hand as JSON text, or "" if there is no hand."""
        return "" if not self.hands else compact([self.hands[0].first, self.hands[0].dealt, self.hands[0].deck])


@dataclass(frozen=True, slots=True)
class ActionList(Body):
    """The body of a game in which nothing is dealt: the seat that began, and the actions."""

    NAMES: ClassVar[tuple[str, ...]] = ("first", "actions")

    first: int = 0
    actions: tuple[str, ...] = ()

    @classmethod
    def read(cls, top: Json) -> ActionList:
        """Return the body of the record with the members ``top``. Raise ShapeError at the first fault of the body."""
        return cls(member(top, (), "first", first_seat), tuple(member(top, (), "actions", texts)))

    def to_json(self) -> str:
        """Return the body's members as JSON text, without the braces around them."""
        return f'"first": {self.first},\n"actions": {compact(self.actions)}'

    @property
    def begun(self) -> bool:
        """True if somebody has chosen an action."""
        return bool(self.actions)

    @property
    def count(self) -> int:
        """The number of hands: 1, because the whole game is one hand."""
        return 1

    @property
    def plies(self) -> int:
        """The number of actions."""
        return len(self.actions)

    def first_deal(self) -> str:
        """Return "", because nothing is dealt."""
        return ""


def compact(value: object) -> str:
    """Return ``value`` as JSON on one line, as records are written: with all characters unescaped."""
    return json.dumps(value, ensure_ascii=False)


def first_seat(value: object, path: Path) -> None:
    """Check that ``value`` is the seat of the player who begins, 0 or 1."""
    if number(value, path) not in (0, 1):
        raise ShapeError(path, _("the first player is 0 or 1"))


_HANDS = each(
    exactly(
        {"first": first_seat, "dealt": pair(texts), "deck": texts, "actions": texts, "score": pair(numbers)},
        optional=("score",),
    )
)


def score_out(score: Pair[Mapping[str, int]]) -> str:
    """Return the member ``score`` of a record, which has both score columns, as JSON text."""
    return f'"score": {compact([dict(side) for side in score])}'


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
