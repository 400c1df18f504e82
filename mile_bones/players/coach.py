"""What the coach says of a choice, in any game. Who says it is each game's own (``players/<game>/coach.py``).

The coach judges what a player could know: it gets an observation, and never sees a state. *Worth* is in points as they
count in this game: near its end a point that decides it is worth more than one that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Protocol

from mile_bones.i18n import gettext as _
from mile_bones.players.level_spec import Cancel

ALIKE = 5.0
"""Points. Where all actions lie as near together as this, there was nothing to decide."""
SURE = 2.0
"""A cost is named when it is more than so many of its standard errors."""


class Mark(StrEnum):
    """How dear a choice was. Limits in points; docs/decisions says why these."""

    DOUBTFUL = "doubtful"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS = {Mark.BLUNDER: 140.0, Mark.MISTAKE: 70.0, Mark.DOUBTFUL: 35.0}


class Reader(Enum):
    """Who reads the reason for a choice: whose choice it is, the other player, or anybody."""

    PLAYER = "player"
    OPPONENT = "opponent"
    ANYBODY = "anybody"

    @classmethod
    def of(cls, seat: int, you: int | None) -> Reader:
        """Who reads of a choice of this ``seat``, where the one in the seat ``you`` reads; None: nobody who played."""
        return cls.ANYBODY if you is None else cls.PLAYER if seat == you else cls.OPPONENT


@dataclass(frozen=True, slots=True)
class Worth:
    """What an action is worth to the seat that is asked, on average over imagined worlds, the same for all actions.

    ``points``: how far ahead the seat will be in this hand. ``chance``: to win the game, 0 to 1. ``worth``: both in one
    number. ``se``: the standard error of the difference between this worth and that of the best action, 0 for the best.
    """

    action: Any
    points: float
    chance: float
    worth: float
    se: float


@dataclass(frozen=True, slots=True)
class Rating:
    """All legal actions of one observation, the best first."""

    worths: tuple[Worth, ...]
    worlds: int

    @property
    def best(self) -> Worth:
        return self.worths[0]

    @property
    def next_best(self) -> Worth:
        """The best that is worth less than the best; any other where all are worth the same."""
        return next((each for each in self.worths if each.worth < self.best.worth), self.worths[-1])

    @property
    def is_decision(self) -> bool:
        """There were two actions at least, and they are not all worth the same."""
        return len(self.worths) > 1 and self.best.worth - self.worths[-1].worth > ALIKE

    def of(self, action: Any) -> Worth:
        """KeyError for an action that is not legal there."""
        for each in self.worths:
            if each.action == action:
                return each
        raise KeyError(action)

    def cost(self, action: Any) -> float:
        """What it costs to do this instead of the best, in points; never below 0."""
        return max(0.0, self.best.worth - self.of(action).worth)

    def mark(self, action: Any) -> Mark | None:
        """None: not dear, or not surely so."""
        cost = self.cost(action)
        if cost <= SURE * self.of(action).se:
            return None
        return next((mark for mark, least in LIMITS.items() if cost >= least), None)


@dataclass(frozen=True, slots=True)
class Luck:
    """What the cards that came did for seat 0, in points of one hand: the deal, and each draw after it.

    ``draws``: for each card that was drawn, the number of actions of the hand that had been done before, the seat that
    drew, and the luck of it.
    """

    deal: float
    draws: tuple[tuple[int, int, float], ...]

    @property
    def total(self) -> float:
        return self.deal + sum(luck for _action, _seat, luck in self.draws)


class Coach(Protocol):
    """One game's. The same seed and observation always give the same answer."""

    def rate(self, observation: Any, worlds: int, cancel: Cancel | None = None) -> Rating | None:
        """``worlds``: how many are imagined for each action. None: ``cancel`` said that nobody wants it any more."""
        ...

    def theme(self, better: Any, worse: Any) -> str:
        """What kind of choice it is between these actions: a name of ``CoachSpec.themes``."""
        ...

    def luck(self, start: Any, actions: Sequence[Any]) -> Luck | None:
        """The luck of a hand that is over. ``start``: the state as it was dealt. None: in this game nobody knows."""
        ...

    def code(self, observation: Any, better: Any, worse: Any) -> str:
        """The name of the reason that ``reason`` puts into words; it never changes."""
        ...

    def reason(
        self, observation: Any, better: Any, worse: Any, names: Sequence[str], reader: Reader = Reader.PLAYER
    ) -> str:
        """One sentence about what can be seen in the observation, why ``better`` is better than ``worse``.

        ``names``: of the players, by seat; ``reader`` is called "you" instead. Where no reason is known it says what
        the points say, and no more.
        """
        ...


@dataclass(frozen=True, slots=True)
class CoachSpec:
    """What is to be known of a game's coach before there is one; nothing of this loads a network.

    ``version`` is another text as soon as any answer could be another one: by new weights, or by another way to think.
    ``error_limits`` are error rates in points a hand, rising, between the words for them, which are one more.
    ``themes``: the kinds of choices by name, in the order in which they are shown, with what people call them.
    ``most_worlds``: more are not imagined for a choice, however many are asked for; None: as many as that.
    ``coup_themes``: those of the coups of the day, finer, in the same way; none where a game has no coups.
    ``knows_luck``: it says of a hand how much of it was luck.
    ``points``: what the points are of which a hint tells, as a sentence.
    """

    load: Callable[[], Coach]
    version: Callable[[], str]
    error_limits: tuple[float, ...]
    themes: Mapping[str, Callable[[], str]]
    most_worlds: int | None = None
    knows_luck: bool = False
    points: Callable[[], str] = lambda: _("Points by which you would be ahead at the end of the hand, on average.")
    coup_themes: Mapping[str, Callable[[], str]] = field(default_factory=dict)
