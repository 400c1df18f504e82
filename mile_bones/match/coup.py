"""The daily puzzles ("coups"): positions in which one choice is much better than all others, and the book of positions
that ships.

The book is a text with one JSON object in each line. The first line describes all positions: their game and rules, and
the notations that letters replace in the other lines. Each other line is one position, so that a day's position can be
read without those of other days.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.i18n import pgettext
from mile_bones.match.position import Position
from mile_bones.match.puzzle import Puzzle
from mile_bones.players.coach import Rating, Worth

FORMAT, VERSION = "mile-bones-coups", 1
LETTERS = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\')
"""The letters that replace notations in the book. JSON writes all of them without an escape."""
STEPS, PARTS = 8, 10_000
"""Points and chances are multiplied by these numbers and written as whole numbers: points in eighths, chances in
ten-thousandths.
"""


class Grade(StrEnum):
    """The difficulty of finding the best action."""

    GENTLE = "gentle"
    TRICKY = "tricky"
    HARD = "hard"

    @property
    def words(self) -> str:
        """The name that people see."""
        return {
            Grade.GENTLE: pgettext("difficulty", "Gentle"),
            Grade.TRICKY: pgettext("difficulty", "Tricky"),
            Grade.HARD: pgettext("difficulty", "Hard"),
        }[self]


@dataclass(frozen=True)
class Coup:
    """One position, with the solver in seat 0. Cards that seat 0 cannot know were dealt again at random, so that
    showing them gives nothing away.

    ``theme`` is a key of ``CoachSpec.coup_themes``. ``level`` is the weakest level that finds the best action.
    ``likely`` is the probability, 0 to 1, that the expert's network gave the best action. ``tempting`` is the action
    that the weakest level of the game chooses. ``reason`` is the name of a reason why the best action is better. The
    actions in ``rating`` are in their notation.
    """

    record: Record
    theme: str
    grade: Grade
    level: str
    likely: float
    tempting: str
    reason: str
    rating: Rating

    @cached_property
    def position(self) -> Position:
        """The position, with the observation and the legal actions."""
        return Position.at_end(self.record)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The position with the worth of each action."""
        return Puzzle(self.position, self.rating)


class CoupBook:
    """A reader of a book. It reads a position only when that position is requested.

    Raise ValueError for a text that is not of this version.
    """

    def __init__(self, text: str) -> None:
        first, *self._lines = text.splitlines()
        self._head = json.loads(first)
        if (self._head.get("format"), self._head.get("version")) != (FORMAT, VERSION):
            raise ValueError("this is not a book of coups")
        self._cards = dict(zip(LETTERS, self._head["cards"], strict=False))
        self._actions = dict(zip(LETTERS, self._head["actions"], strict=False))

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def game(self) -> str:
        """The name of the game."""
        game: str = self._head["game"]
        return game

    def __getitem__(self, number: int) -> Coup:
        """Return the position number ``number``, from 0."""
        shape = json.loads(self._lines[number])
        head = self._head
        record = Record(
            game=head["game"],
            rules=head["rules"],
            players=(PlayerInfo("You", "human"), PlayerInfo("Computer", "computer", shape["against"])),
            body=Hands(tuple(self._hand(*hand) for hand in shape["hands"])),
            target=head["target"],
            assisted=True,
        )
        worths = tuple(
            Worth(action, points / STEPS, chance / PARTS, worth / STEPS, se / STEPS)
            for action, points, chance, worth, se in shape["rating"]
        )
        return Coup(
            record=record,
            theme=shape["theme"],
            grade=Grade(shape["grade"]),
            level=shape["level"],
            likely=shape["likely"] / PARTS,
            tempting=shape["tempting"],
            reason=shape["reason"],
            rating=Rating(worths, shape["worlds"]),
        )

    def _hand(self, first: int, one: str, other: str, deck: str, actions: str, *score: Sequence[int]) -> HandRecord:
        cards, items = self._cards, self._head["score"]
        columns = tuple(dict(zip(items, column, strict=True)) for column in score)
        return HandRecord(
            first=first,
            dealt=(tuple(cards[sign] for sign in one), tuple(cards[sign] for sign in other)),
            deck=tuple(cards[sign] for sign in deck),
            actions=tuple(self._actions[sign] for sign in actions),
            score=(columns[0], columns[1]) if columns else None,
        )


def book_text(coups: Sequence[Coup]) -> str:
    """Return the text of the book with these positions. They must all be of one game under the same rules."""
    hands = [hand for coup in coups for hand in coup.record.hands]
    one, items = coups[0], sorted({item for hand in hands if hand.score for item in hand.score[0]})
    cards = sorted({card for hand in hands for card in hand.deck})
    actions = sorted({action for hand in hands for action in hand.actions})
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": one.record.game,
        "rules": one.record.rules,
        "target": one.record.target,
        "cards": cards,
        "actions": actions,
        "score": items,
    }
    letters = [dict(zip(names, LETTERS, strict=False)) for names in (cards, actions)]
    lines = [head, *(_shape(coup, items, *letters) for coup in coups)]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _shape(coup: Coup, items: Sequence[str], cards: dict[str, str], actions: dict[str, str]) -> dict[str, Any]:
    def hand_shape(hand: HandRecord) -> list[Any]:
        signs = ["".join(cards[card] for card in pile) for pile in (*hand.dealt, hand.deck)]
        score = () if hand.score is None else ([column[item] for item in items] for column in hand.score)
        return [hand.first, *signs, "".join(actions[action] for action in hand.actions), *score]

    return {
        "theme": coup.theme,
        "grade": coup.grade.value,
        "level": coup.level,
        "likely": round(coup.likely * PARTS),
        "tempting": coup.tempting,
        "reason": coup.reason,
        "against": coup.record.players[1].level,
        "worlds": coup.rating.worlds,
        "rating": [
            [
                each.action,
                round(each.points * STEPS),
                round(each.chance * PARTS),
                round(each.worth * STEPS),
                round(each.se * STEPS),
            ]
            for each in coup.rating.worths
        ],
        "hands": [hand_shape(hand) for hand in coup.record.hands],
    }
