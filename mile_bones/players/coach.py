"""The types that the coaches of all games use to rate choices.

Each game has its own coach (``players/<game>/coach.py``). The coach judges only with what a player could know: it gets
an observation, and never sees a state. A *world* is an imagined complete deal that fits the observation. *Worth* is in
points, weighted by their effect on the game: near the end of a game, a point that decides the game is worth more than
one that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Protocol

from mile_bones.i18n import gettext as _
from mile_bones.players.level_spec import Cancel

ALIKE = 5.0
"""In points. If the worths of the best and the worst action differ by no more than this, there was nothing to
decide.
"""
SURE = 2.0
"""A cost gets a mark only if the cost is more than this number of its standard errors."""


class Mark(StrEnum):
    """The severity of a bad choice. The limits are in points; docs/decisions has the reasons for them."""

    DOUBTFUL = "doubtful"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS = {Mark.BLUNDER: 140.0, Mark.MISTAKE: 70.0, Mark.DOUBTFUL: 35.0}


class Reader(Enum):
    """The person who reads the reason for a choice: the player who made it, the opponent, or anybody else."""

    PLAYER = "player"
    OPPONENT = "opponent"
    ANYBODY = "anybody"

    @classmethod
    def of(cls, seat: int, you: int | None) -> Reader:
        """Return the reader of a reason for a choice made in ``seat``. ``you`` is the user's seat, or None if the user
        did not play.
        """
        return cls.ANYBODY if you is None else cls.PLAYER if seat == you else cls.OPPONENT


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of one action to the seat that acts: a mean over imagined worlds.

    All actions are rated in the same worlds. ``points`` is the lead of the seat at the end of this hand. ``chance`` is
    the chance of winning the game, 0 to 1. ``worth`` combines both in one number. ``se`` is the standard error of the
    difference between this worth and that of the best action; it is 0 for the best action.
    """

    action: Any
    points: float
    chance: float
    worth: float
    se: float


@dataclass(frozen=True, slots=True)
class Rating:
    """The worths of all legal actions of one observation, the best first, and the number of imagined worlds."""

    worths: tuple[Worth, ...]
    worlds: int

    @property
    def best(self) -> Worth:
        return self.worths[0]

    @property
    def next_best(self) -> Worth:
        """The best action that is worth less than ``best``, or the last one if all are equal."""
        return next((each for each in self.worths if each.worth < self.best.worth), self.worths[-1])

    @property
    def is_decision(self) -> bool:
        """Whether there are at least two actions, and the best and the worst differ by more than ``ALIKE``."""
        return len(self.worths) > 1 and self.best.worth - self.worths[-1].worth > ALIKE

    def of(self, action: Any) -> Worth:
        """Return the worth of ``action``. Raise KeyError if the action is not legal."""
        for each in self.worths:
            if each.action == action:
                return each
        raise KeyError(action)

    def cost(self, action: Any) -> float:
        """Return the points that ``action`` costs compared with the best action; never below 0."""
        return max(0.0, self.best.worth - self.of(action).worth)

    def mark(self, action: Any) -> Mark | None:
        """Return the mark for ``action``, or None if its cost is small or not significant."""
        cost = self.cost(action)
        if cost <= SURE * self.of(action).se:
            return None
        return next((mark for mark, least in LIMITS.items() if cost >= least), None)


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of seat 0 with the deal and each later draw, in points of one hand.

    ``draws`` has three numbers for each card that was drawn: the number of actions of the hand before the draw, the
    seat that drew, and the luck of the draw.
    """

    deal: float
    draws: tuple[tuple[int, int, float], ...]

    @property
    def total(self) -> float:
        return self.deal + sum(luck for _action, _seat, luck in self.draws)


class Coach(Protocol):
    """The coach of one game. The same seed and observation always give the same answer."""

    def rate(self, observation: Any, worlds: int, cancel: Cancel | None = None, chosen: Any = None) -> Rating | None:
        """Rate all legal actions in ``worlds`` imagined worlds. Return None if ``cancel`` stopped it.

        ``chosen`` is an action whose cost must be reliable, because it was played, or None.
        """
        ...

    def theme(self, better: Any, worse: Any) -> str:
        """Return the kind of choice between ``better`` and ``worse``: a key of ``CoachSpec.themes``."""
        ...

    def luck(self, start: Any, actions: Sequence[Any]) -> Luck | None:
        """Return the luck of a finished hand, or None if the game's coach cannot judge luck. ``start`` is the state
        after the deal.
        """
        ...

    def code(self, observation: Any, better: Any, worse: Any) -> str:
        """Return the name of the reason that ``reason`` puts into words. Names never change, because reviews keep
        them.
        """
        ...

    def reason(
        self, observation: Any, better: Any, worse: Any, names: Sequence[str], reader: Reader = Reader.PLAYER
    ) -> str:
        """Return one sentence that says why ``better`` is better than ``worse``, from what the observation shows.

        ``names`` are the names of the players, by seat. A player who is the ``reader`` is called "you" instead. If no
        reason is known, the sentence only says that the points favour ``better``.
        """
        ...


@dataclass(frozen=True, slots=True)
class CoachSpec:
    """The description of a game's coach, available before the coach is loaded; nothing here loads a network.

    ``version``: a text that changes whenever any answer of the coach could change, because of new weights or a new
    method. ``error_limits``: ascending thresholds between the verdict words, in points a hand; there is one more word
    than limits. ``themes``: the titles of the kinds of choices, by name, in the order in which they are shown.
    ``most_worlds``: the upper limit on imagined worlds for one choice, or None for no limit. ``coup_themes``: the
    titles of the kinds of daily puzzles ("coups"), which are finer than ``themes``; empty if a game has no puzzles.
    ``knows_luck``: whether the coach can tell how much of a hand was luck. ``points``: a sentence that explains the
    points in a hint.
    """

    load: Callable[[], Coach]
    version: Callable[[], str]
    error_limits: tuple[float, ...]
    themes: Mapping[str, Callable[[], str]]
    most_worlds: int | None = None
    knows_luck: bool = False
    points: Callable[[], str] = lambda: _("Points by which you would be ahead at the end of the hand, on average.")
    coup_themes: Mapping[str, Callable[[], str]] = field(default_factory=dict)
