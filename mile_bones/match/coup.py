"""The daily puzzles ("coups"): positions in which one choice is much better than all others, or in which one turn wins,
and the books of positions that ship, one for each game.

A book is a text with one JSON object in each line. The first line describes all positions: their game and rules, and
the notations that letters replace in the other lines. Each other line is one position, so that a day's position can be
read without those of other days.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain, groupby
from typing import Any

from mile_bones.engine.bodies import ActionList, Body, HandRecord, Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import body_of
from mile_bones.i18n import pgettext
from mile_bones.match.packing import Packing, Signs, names_in
from mile_bones.match.position import Position
from mile_bones.match.puzzle import Puzzle, Task
from mile_bones.match.win_puzzle import WinPuzzle
from mile_bones.players.coach import Cost, Rating, Worth

FORMAT, VERSION = "mile-bones-coups", 1
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
class Coup(ABC):
    """One position, with the solver in seat 0. Cards that seat 0 cannot know were dealt again at random, so that
    showing them gives nothing away.

    ``theme`` is a key of ``CoachSpec.coup_themes``. ``level`` is the weakest level that finds the answer.
    """

    record: Record
    theme: str
    grade: Grade
    level: str

    @cached_property
    def position(self) -> Position:
        """The position, with the observation and the legal actions."""
        return Position.at_end(self.record)

    @property
    @abstractmethod
    def puzzle(self) -> Task:
        """The position as a task for a person."""

    @abstractmethod
    def is_solved_by(self, answer: str) -> bool:
        """Return True if the answer with this notation is right. Raise KeyError if it is not legal."""

    def cost(self, answer: str) -> Cost | None:
        """Return what the answer costs, or None if no coach has rated the answers. Raise KeyError if it is not
        legal.
        """
        return None


@dataclass(frozen=True)
class RatedCoup(Coup):
    """A choice in which one action is worth much more than all others.

    ``likely`` is the probability, 0 to 1, that the expert's network gave the best action, or None if the expert of the
    game has no such network. ``tempting`` is an action that a level chooses instead, the weakest if possible.
    ``reason`` is the name of a reason why the best action is better. The actions in ``rating`` are in their notation.
    Actions that are equal in worth to the best one are right, too: they differ from it only in equivalent cards.
    """

    likely: float | None
    tempting: str
    reason: str
    rating: Rating

    @cached_property
    def puzzle(self) -> Puzzle:
        """The position with the worth of each action."""
        return Puzzle(self.position, self.rating)

    def is_solved_by(self, answer: str) -> bool:
        return self.rating.is_best(answer)

    def cost(self, answer: str) -> Cost:
        return self.rating.cost(answer)


@dataclass(frozen=True)
class WinCoup(Coup):
    """A position in which one turn surely wins within ``turns`` own turns, and no other turn does.

    ``solutions`` are the whole turns that win, as notations. Symmetries of the position make them the same.
    """

    turns: int
    solutions: tuple[tuple[str, ...], ...]

    @cached_property
    def puzzle(self) -> WinPuzzle:
        """The position with the turns that win."""
        return WinPuzzle(self.position, self.turns, self.solutions)

    def is_solved_by(self, answer: str) -> bool:
        return self.puzzle.is_solved_by(self.puzzle.read(answer))


def solver_and_computer(against: str | None) -> tuple[PlayerInfo, PlayerInfo]:
    """Return the players of a coup's record: the solver in seat 0, and the level ``against`` which the game went."""
    return PlayerInfo("You", "human"), PlayerInfo("Computer", "computer", against)


class CoupBook:
    """A reader of a book. It reads a position only when that position is requested.

    Raise ValueError for a text that is not of this version.
    """

    def __init__(self, text: str) -> None:
        first, *self._lines = text.splitlines()
        self._head = json.loads(first)
        if (self._head.get("format"), self._head.get("version")) != (FORMAT, VERSION):
            raise ValueError("this is not a book of coups")
        self._cards, self._actions = Signs(self._head["cards"]), Signs(self._head["actions"])
        self._packing = Packing(self._head.get("members", ()), self._cards, self._actions)

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def game(self) -> str:
        """The name of the game."""
        game: str = self._head["game"]
        return game

    def __getitem__(self, number: int) -> Coup:
        """Return the position number ``number``, from 0."""
        shape, head = json.loads(self._lines[number]), self._head
        record = Record(
            game=head["game"],
            rules=head["rules"],
            players=solver_and_computer(shape["against"]),
            body=self._body(shape),
            target=head["target"],
            assisted=True,
        )
        theme, grade, level = shape["theme"], Grade(shape["grade"]), shape["level"]
        if "solutions" in shape:
            solutions = tuple(map(self._actions.names, shape["solutions"]))
            turns = tuple(tuple(action.partition(" ")[2] for action in turn) for turn in solutions)
            return WinCoup(record, theme, grade, level, shape["turns"], turns)
        worths = tuple(
            Worth(action, points / STEPS, chance / PARTS, worth / STEPS, se / STEPS)
            for actions, points, chance, worth, se in shape["rating"]
            for action in ([actions] if isinstance(actions, str) else actions)
        )
        likely, rating = shape.get("likely"), Rating(worths, shape["worlds"])
        likely = None if likely is None else likely / PARTS
        return RatedCoup(record, theme, grade, level, likely, shape["tempting"], shape["reason"], rating)

    def _body(self, shape: dict[str, Any]) -> Body:
        if "hands" in shape:
            return Hands(tuple(self._hand(*hand) for hand in shape["hands"]))
        if "body" in shape:
            kind = body_of(self.game)
            assert kind is not None, "the game of a book that is shipped exists"
            return kind.read(self._packing.unpacked(shape["body"]))
        return ActionList(shape["first"], self._actions.names(shape["actions"]))

    def _hand(self, first: int, one: str, other: str, deck: str, actions: str, *score: Sequence[int]) -> HandRecord:
        cards, items = self._cards, self._head["score"]
        columns = tuple(dict(zip(items, column, strict=True)) for column in score)
        return HandRecord(
            first=first,
            dealt=(cards.names(one), cards.names(other)),
            deck=cards.names(deck),
            actions=self._actions.names(actions),
            score=(columns[0], columns[1]) if columns else None,
        )


def book_text(coups: Sequence[Coup]) -> str:
    """Return the text of the book with these positions. They must all be of one game under the same rules."""
    first, hands = coups[0].record, [hand for coup in coups for hand in _hands(coup)]
    others = names_in(_members(coup) for coup in coups if _is_of_another_kind(coup))
    items = sorted({item for hand in hands if hand.score for item in hand.score[0]})
    cards = sorted({*others.cards, *(card for hand in hands for card in hand.deck)})
    solved = (action for coup in coups for action in (*_actions(coup), *chain(*_solutions(coup))))
    actions = sorted({*others.actions, *solved})
    packing = Packing(others.members, Signs(cards), Signs(actions))
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": first.game,
        "rules": first.rules,
        "target": first.target,
        "cards": cards,
        "actions": actions,
        "score": items,
    }
    if others.members:
        head["members"] = others.members
    lines = [head, *(_shape(coup, items, packing) for coup in coups)]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _hands(coup: Coup) -> tuple[HandRecord, ...]:
    """Return the hands of the coup's record, or nothing if nothing is dealt in its game."""
    return coup.record.body.hands if isinstance(coup.record.body, Hands) else ()


def _is_of_another_kind(coup: Coup) -> bool:
    """Return True if the record's body is of a kind that its game alone has."""
    return not isinstance(coup.record.body, (ActionList, Hands))


def _members(coup: Coup) -> Any:
    """Return the members of the record's body as JSON values."""
    return json.loads(f"{{{coup.record.body.to_json()}}}")


def _actions(coup: Coup) -> tuple[str, ...]:
    body = coup.record.body
    return body.actions if isinstance(body, ActionList) else tuple(chain(*(hand.actions for hand in _hands(coup))))


def _solutions(coup: Coup) -> list[list[str]]:
    """Return the turns that win, with the seat before each action as in a record, or nothing for a rated coup."""
    if not isinstance(coup, WinCoup):
        return []
    return [[f"{coup.position.seat} {action}" for action in turn] for turn in coup.solutions]


def _shape(coup: Coup, items: Sequence[str], packing: Packing) -> dict[str, Any]:
    return {
        "theme": coup.theme,
        "grade": coup.grade.value,
        "level": coup.level,
        **_answer_shape(coup, packing.actions),
        **_body_shape(coup, items, packing),
    }


def _answer_shape(coup: Coup, actions: Signs) -> dict[str, Any]:
    against = coup.record.players[1].level
    if isinstance(coup, WinCoup):
        return {"against": against, "turns": coup.turns, "solutions": [*map(actions.text, _solutions(coup))]}
    assert isinstance(coup, RatedCoup), "there are two kinds of coups"
    return {
        **({} if coup.likely is None else {"likely": round(coup.likely * PARTS)}),
        "tempting": coup.tempting,
        "reason": coup.reason,
        "against": against,
        "worlds": coup.rating.worlds,
        "rating": [*_rating_shape(coup.rating)],
    }


def _rating_shape(rating: Rating) -> Iterator[list[Any]]:
    """Yield the rows of a rating. Neighbours with equal figures share a row, which then has a list of actions."""

    def figures(each: Worth) -> list[int]:
        parts = each.points * STEPS, each.chance * PARTS, each.worth * STEPS, each.se * STEPS
        return [round(part) for part in parts]

    for shared, worths in groupby(rating.worths, figures):
        actions = [each.action for each in worths]
        yield [actions if len(actions) > 1 else actions[0], *shared]


def _body_shape(coup: Coup, items: Sequence[str], packing: Packing) -> dict[str, Any]:
    cards, actions = packing.cards, packing.actions

    def hand_shape(hand: HandRecord) -> list[Any]:
        piles = (cards.text(pile) for pile in (*hand.dealt, hand.deck))
        score = () if hand.score is None else ([column[item] for item in items] for column in hand.score)
        return [hand.first, *piles, actions.text(hand.actions), *score]

    body = coup.record.body
    if isinstance(body, ActionList):
        return {"first": body.first, "actions": actions.text(body.actions)}
    if _is_of_another_kind(coup):
        return {"body": packing.packed(_members(coup))}
    return {"hands": [hand_shape(hand) for hand in _hands(coup)]}
