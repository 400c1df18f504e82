"""The part of a record that belongs to its game: what was dealt, what was chosen, and what it brought.

A body knows how it is written and read, and nothing of the rules. Two kinds stand here, which games share; a game that
needs another makes its own and names it in its ``Spec``.
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
    """What a record holds beside its header. Values are frozen and compare by what is in them."""

    __slots__ = ()

    NAMES: ClassVar[tuple[str, ...]]
    """Its members, which stand in the record beside those of the header."""

    @classmethod
    @abstractmethod
    def read(cls, top: Json) -> Body:
        """Return the body of the record with the members ``top``. Raise ShapeError at the first fault of the body."""

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
    def read(cls, top: Json) -> Hands:
        """See ``Body``."""
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
    def read(cls, top: Json) -> ActionList:
        """See ``Body``."""
        return cls(member(top, (), "first", first_seat), tuple(member(top, (), "actions", texts)))

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


def first_seat(value: object, path: Path) -> None:
    """The seat of the player who begins."""
    if number(value, path) not in (0, 1):
        raise ShapeError(path, _("the first player is 0 or 1"))


_HANDS = each(
    exactly(
        {"first": first_seat, "dealt": pair(texts), "deck": texts, "actions": texts, "score": pair(numbers)},
        optional=("score",),
    )
)


def score_out(score: Pair[Mapping[str, int]]) -> str:
    """The member with both score columns as text."""
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
