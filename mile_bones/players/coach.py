"""The types that the coaches of all games use to rate choices.

Each game has its own coach (``players/<game>/coach.py``). The coach judges only with what a player could know: it gets
an observation, and never sees a state. A *world* is an imagined complete deal that fits the observation. *Worth* orders
the actions: it mixes the points of this hand with their effect on the game, because near the end of a game one point
may decide it. People never see this mix. They see what a choice costs in both currencies: points of this hand, and
chance of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mile_bones.i18n import gettext as _
from mile_bones.players.level_spec import Cancel

if TYPE_CHECKING:
    from mile_bones.engine.bodies import Body

ALIKE = 5.0
"""In points. If the worths of the best and the worst action differ by no more than this, there was nothing to
decide.
"""
SURE = 2.0
"""A cost gets a mark only if the cost is more than this number of its standard errors."""


class Mark(StrEnum):
    """The severity of a bad choice. ``LIMITS`` has the least costs; docs/decisions has the reasons for them."""

    DOUBTFUL = "doubtful"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Cost(NamedTuple):
    """The difference between the best action and another in two currencies.

    ``points`` is the lead at the end of this hand that the action gives away. ``chance`` is the chance of winning the
    game that it gives away, 0 to 1. One of the two may be below 0: the action that is best for the game may bring fewer
    points.
    """

    points: float
    chance: float

    @property
    def size(self) -> float:
        """The cost in the currency that matters more here. 1 is the least cost of a mark."""
        least = LIMITS[Mark.DOUBTFUL]
        return max(self.points / least.points, self.chance / least.chance)

    @property
    def mark(self) -> Mark | None:
        """The mark of the cost, or None if it is small. Both numbers count as people see them, in whole points and
        whole per cent, so that equal figures have equal marks.
        """
        points, chance = round(self.points), round(self.chance, 2)
        reached = (mark for mark, least in LIMITS.items() if points >= least.points or chance >= least.chance)
        return next(reached, None)


LIMITS = {Mark.BLUNDER: Cost(140, 0.16), Mark.MISTAKE: Cost(70, 0.08), Mark.DOUBTFUL: Cost(35, 0.04)}
"""The least cost of each mark. One of the two currencies is enough."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of one action to the seat that acts: a mean over imagined worlds.

    All actions are rated in the same worlds. ``points`` is the lead of the seat at the end of this hand. ``chance`` is
    the chance of winning the game, 0 to 1. ``worth`` combines both in one number. ``se`` is the standard error of the
    difference between this worth and that of the best action; it is 0 for the best action.

    ``loss`` is what an error rate counts if this action is chosen: the points that it loses against the best action, as
    if the score were even. In a game without points it is per cent of the game. The best action is found in most of the
    worlds and compared in the others, in turn, so that noise adds nothing on average; a loss may thus be below 0. It is
    None if the worths have no noise: then the whole difference in worth counts.
    """

    action: Any
    points: float
    chance: float
    worth: float
    se: float
    loss: float | None = None


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

    def is_best(self, action: Any) -> bool:
        """Return True if no action is worth more than ``action``."""
        return self.gap(action) <= 0

    def gap(self, action: Any) -> float:
        """Return the difference in worth between the best action and ``action``; never below 0."""
        return max(0.0, self.best.worth - self.of(action).worth)

    def is_surely_worse(self, action: Any) -> bool:
        """Return True if the best action is significantly better than ``action``."""
        return self.gap(action) > SURE * self.of(action).se

    def cost(self, action: Any) -> Cost:
        """Return the points and the chance that ``action`` costs compared with the best action."""
        own = self.of(action)
        return Cost(self.best.points - own.points, self.best.chance - own.chance)

    def loss(self, action: Any) -> float:
        """Return what an error rate counts if ``action`` is chosen. ``Worth.loss`` says more."""
        own = self.of(action)
        return self.gap(action) if own.loss is None else own.loss

    def mark(self, action: Any) -> Mark | None:
        """Return the mark for ``action``, or None if its cost is small or not significant."""
        return self.cost(action).mark if self.is_surely_worse(action) else None


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


@dataclass(frozen=True, slots=True)
class Win:
    """A position of a game without hidden cards in which a turn surely wins, and no other turn does in the same time.

    Seat 0 is to act. ``first`` is the seat that began, and ``actions`` are the actions so far with the seat before
    each. ``turns`` is the number of own turns, from this one to the last of the game. ``solutions`` are the whole turns
    that win, as notations: symmetries of the position make them the same. ``level`` is the name of the weakest
    player that finds one of them.
    """

    first: int
    actions: tuple[str, ...]
    turns: int
    solutions: tuple[tuple[str, ...], ...]
    level: str


@dataclass(frozen=True, slots=True)
class ClearChoice:
    """A choice in which one action is worth far more than all others, as the coach has confirmed in other worlds.

    Seat 0 is to act. ``body`` is the game up to the choice, with hidden cards that were dealt again. ``against`` is the
    level in seat 1. ``theme`` is a key of ``CoachSpec.coup_themes``. ``level`` is the weakest level that finds the best
    action. ``tempting`` is an action that many would choose instead, and ``reason`` is the name of a reason why the
    best action is better than this one. Actions are in their notation. Actions that differ only in equivalent cards are
    equal in worth, and are all right.
    """

    body: Body
    against: str
    theme: str
    level: str
    tempting: str
    reason: str
    rating: Rating


class Cause(NamedTuple):
    """The largest measured effect of a better action on the score. ``code`` is the name of what changes. ``size`` is in
    whole points or, if games are counted, in games of 100.
    """

    code: str
    size: int


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

    def cause(self, observation: Any, better: Any, worse: Any) -> Cause | None:
        """Return what ``better`` changes most in the score, measured in imagined worlds. Return None if the coach
        cannot measure it, or if no single effect stands out.
        """
        ...

    def reason(self, observation: Any, better: Any, worse: Any, cause: Cause | None = None) -> str:
        """Return one or two sentences that say why ``better`` is better than ``worse``.

        The first is a fact that the observation shows. The second is the ``cause``, if one is given; nothing is
        measured here. If there is neither, the sentence only says that the points favour ``better``.
        """
        ...


@dataclass(frozen=True, slots=True)
class CoachSpec:
    """The description of a game's coach, available before the coach is loaded; nothing here loads a network.

    ``version``: a text that changes whenever any answer of the coach could change, because of new weights or a new
    method. ``error_limits``: ascending thresholds between the verdict words, in the unit of ``Worth.loss`` a hand;
    there is one more word than limits. ``themes``: the titles of the kinds of choices, by name, in the order in which
    they are shown. ``most_worlds``: the upper limit on imagined worlds for one choice, or None for no limit.
    ``coup_themes``: the titles of the kinds of daily puzzles ("coups"), which are finer than ``themes``; empty if a
    game has no puzzles. ``find_wins``: a function that plays a game, from a seed and the number of the game, and
    returns the positions in it that are puzzles by proof, or None if the game has no such puzzles. ``find_choices``: a
    similar function that returns the choices that are puzzles by the coach's ratings, or None. ``refute``: a function
    for the puzzles of ``find_wins``. From an observation of the player to act, and the number of turns in which the
    other player wants to win, it returns a turn that surely prevents this, or None if it finds none at once.
    ``knows_luck``: whether the coach can tell how much of a hand was luck. ``says_error``: whether
    reviews say the standard error of a cost, which then is in points. ``points``: a sentence that explains the figures
    in a hint.
    """

    load: Callable[[], Coach]
    version: Callable[[], str]
    error_limits: tuple[float, ...]
    themes: Mapping[str, Callable[[], str]]
    most_worlds: int | None = None
    knows_luck: bool = False
    says_error: bool = False
    points: Callable[[], str] = lambda: _(
        "Points by which you would be ahead at the end of the hand, on average, and your chance to win the game."
    )
    coup_themes: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    find_wins: Callable[[int, int], list[Win]] | None = None
    find_choices: Callable[[int, int], list[ClearChoice]] | None = None
    refute: Callable[[Any, int], tuple[Any, ...] | None] | None = None
