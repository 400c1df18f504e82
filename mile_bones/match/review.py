"""The coach's review of a record: the luck and the skill in each finished hand, and the worth of each choice.

An unfinished hand is never reviewed. The work is divided into questions, so that it can be distributed, stopped and
continued. There is one question for the luck of each hand and one for each choice. Answers may come in any order and do
not depend on each other. ``review`` answers all questions in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from mile_bones.engine.spec import POINTS
from mile_bones.games import facts
from mile_bones.players.coach import Cause, Coach, Cost, Luck, Mark, Rating, Worth
from mile_bones.players.reasoned import POINTS_ONLY

if TYPE_CHECKING:
    from mile_bones.match.replaying import Replay
    from mile_bones.players.level_spec import Cancel

WORLDS = 2400
"""The number of worlds that are imagined for each action of a choice. A world is a complete deal that fits the
observation.
"""

_STEPS = 8
"""The number of steps in a point: points are kept in eighths. Sums and differences of eighths are exact, so luck and
skill add up to the result.
"""
_PARTS = 10_000
"""The number of steps in a chance: chances are rounded to ten-thousandths."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A moment at which a player had more than one action to choose from.

    ``hand`` is the number of the hand, and ``action`` the number of the action in the hand; both count from 1. All
    actions are in their notation, including those in ``rating``. ``reason`` is the name of a reason why the best action
    is better, or None if the best one was chosen. ``cause`` is the largest measured effect of the best action. It is
    None if the choice has no mark, unless nothing else explains the choice.
    """

    hand: int
    action: int
    seat: int
    chosen: str
    rating: Rating
    theme: str
    reason: str | None
    cause: Cause | None = None

    @property
    def is_decision(self) -> bool:
        """Whether the actions differ enough in worth to matter."""
        return self.rating.is_decision

    @property
    def best(self) -> str:
        """The best action, in its notation."""
        best: str = self.rating.best.action
        return best

    @property
    def cost(self) -> Cost:
        """The points and the chance that the chosen action costs."""
        return self.rating.cost(self.chosen)

    @property
    def gap(self) -> float:
        """The difference in worth between the best action and the chosen one; never below 0."""
        return self.rating.gap(self.chosen)

    @property
    def se(self) -> float:
        """The standard error of ``gap``."""
        return self.rating.of(self.chosen).se

    @property
    def loss(self) -> float:
        """The part of the choice in an error rate, as ``Worth.loss`` describes it."""
        return self.rating.loss(self.chosen)

    @property
    def is_surely_worse(self) -> bool:
        """Whether another action was surely better than the chosen one, though perhaps only a little."""
        return self.is_decision and self.rating.is_surely_worse(self.chosen)

    @property
    def mark(self) -> Mark | None:
        """The mark for the choice. It is None if the cost is small or not significant, or if there was nothing to
        decide.
        """
        return self.rating.mark(self.chosen) if self.is_decision else None

    @property
    def chance(self) -> float:
        """The chance of seat 0 of winning the game after the choice, 0 to 1."""
        own = self.rating.of(self.chosen).chance
        return own if self.seat == 0 else 1 - own


@dataclass(frozen=True, slots=True)
class HandReview:
    """The review of a finished hand. Hands are counted from 1. ``points`` has the points of both seats. ``luck`` is
    None if the coach cannot judge luck.
    """

    hand: int
    points: tuple[int, int]
    luck: Luck | None
    choices: tuple[Choice, ...]

    def result(self, seat: int) -> int:
        """Return the points by which this seat was ahead of the other."""
        return self.points[seat] - self.points[1 - seat]

    def luck_of(self, seat: int) -> float | None:
        """Return the luck of this seat in points, or None if it is unknown."""
        return None if self.luck is None else (1 - 2 * seat) * self.luck.total

    def skill_of(self, seat: int) -> float | None:
        """Return the result of this seat without its luck, or None if the luck is unknown.

        Luck and skill add up exactly to the result.
        """
        luck = self.luck_of(seat)
        return None if luck is None else self.result(seat) - luck

    def decisions(self, seat: int) -> tuple[Choice, ...]:
        """Return the choices of this seat whose actions differed enough in worth to matter."""
        return tuple(choice for choice in self.choices if choice.seat == seat and choice.is_decision)


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """The losses of a player's choices, with the number of decisions and of hands.

    ``cost`` is the sum of the losses: points at an even score, or per cent of the game in a game without points. It may
    be slightly below 0, because the expected noise has been taken off.
    """

    cost: float = 0.0
    decisions: int = 0
    hands: int = 0

    @property
    def a_hand(self) -> float:
        """The cost per hand, at least 0. It is 0 if there are no hands."""
        return max(0.0, self.cost / self.hands) if self.hands else 0.0

    def __add__(self, other: ErrorRate) -> ErrorRate:
        return ErrorRate(self.cost + other.cost, self.decisions + other.decisions, self.hands + other.hands)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a record so far. ``of`` is the number of finished hands in the record. ``unfinished`` is True if
    one more hand was begun.
    """

    hands: tuple[HandReview, ...]
    of: int
    unfinished: bool

    @property
    def is_whole(self) -> bool:
        """Whether all finished hands are reviewed."""
        return len(self.hands) == self.of

    def choices(self) -> Iterator[Choice]:
        """Return all choices in the order in which they were made."""
        return chain.from_iterable(hand.choices for hand in self.hands)

    def result(self, seat: int) -> int:
        """Return the points by which this seat was ahead in all hands together."""
        return sum(hand.result(seat) for hand in self.hands)

    def luck_of(self, seat: int) -> float | None:
        """Return the luck of this seat in all hands together, or None if it is unknown for one of them."""
        luck = [hand.luck_of(seat) for hand in self.hands]
        return None if None in luck else sum(filter(None, luck))

    def skill_of(self, seat: int) -> float | None:
        """Return the result of all hands together without the luck, or None if the luck is unknown for one of them."""
        luck = self.luck_of(seat)
        return None if luck is None else self.result(seat) - luck

    def error_rate(self, seat: int, theme: str | None = None) -> ErrorRate:
        """Return the error rate of this seat in all hands. If ``theme`` is not None, only choices of that kind
        count.
        """
        return sum((error_rate(hand, seat, theme) for hand in self.hands), ErrorRate())

    def marked(self) -> list[Choice]:
        """Return the choices that have a mark, in the order in which they were made."""
        return [choice for choice in self.choices() if choice.mark is not None]

    def marks(self, seat: int) -> list[Mark]:
        """Return the marks of this seat's choices."""
        return [choice.mark for choice in self.choices() if choice.seat == seat and choice.mark is not None]

    def dearest(self, count: int = 3, seat: int | None = None) -> list[Choice]:
        """Return the ``count`` marked choices with the highest costs. If ``seat`` is not None, only choices of that
        seat count.
        """
        found = [choice for choice in self.marked() if seat in (None, choice.seat)]
        return sorted(found, key=lambda choice: -choice.cost.size)[:count]


def error_rate(hand: HandReview, seat: int, theme: str | None = None) -> ErrorRate:
    """Return the error rate of one seat in one hand. If ``theme`` is not None, only choices of that kind count."""
    costs = [choice.loss for choice in hand.decisions(seat) if theme in (None, choice.theme)]
    return ErrorRate(sum(costs), len(costs), 1)


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question about the worth of one choice. ``action`` is the number of the action in the hand, from 1."""

    hand: int
    action: int
    observation: Any
    chosen: Any

    def answer(self, coach: Coach, worlds: int, cancel: Cancel | None = None) -> Choice | None:
        """Return the reviewed choice, or None if ``cancel`` stopped it."""
        rating = coach.rate(self.observation, worlds, cancel, self.chosen)
        if rating is None:
            return None
        if rating.is_best(self.chosen):
            rating = _preferring(rating, self.chosen)
        best = rating.best.action
        worse = rating.next_best.action if self.chosen == best else self.chosen
        choice = Choice(
            self.hand,
            self.action,
            self.observation.seat,
            str(self.chosen),
            _told(rating),
            coach.theme(best, worse),
            None if best == self.chosen else coach.code(self.observation, best, self.chosen),
        )
        if choice.mark is None and not (choice.is_surely_worse and choice.reason == POINTS_ONLY):
            return choice
        return replace(choice, cause=coach.cause(self.observation, best, self.chosen))


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A question about the luck in a hand. ``choices`` is the number of choices in the hand, each of which has its own
    question.
    """

    hand: int
    points: tuple[int, int]
    choices: int
    start: Any
    actions: tuple[Any, ...]

    def answer(self, coach: Coach) -> HandReview:
        """Return the review of the hand, in which the choices are still missing."""
        luck = coach.luck(self.start, self.actions)
        if luck is not None:
            draws = tuple((action, seat, _eighths(value)) for action, seat, value in luck.draws)
            luck = Luck(_eighths(luck.deal), draws)
        return HandReview(self.hand, self.points, luck, ())


Question = HandQuestion | ChoiceQuestion
Answer = HandReview | Choice


def questions(replay: Replay, known: Collection[int] = ()) -> Iterator[Question]:
    """Yield all questions, hand by hand. Hands whose numbers are in ``known`` are left out."""
    points = [(own[POINTS], other[POINTS]) for own, other in facts(replay.record)]
    for hand in range(1, replay.hands + 1):
        if hand in known or not replay.is_over(hand):
            continue
        asked = list(_choices(replay, hand))
        state, _action = next(replay.steps(hand))
        yield HandQuestion(hand, points[hand - 1], len(asked), state, replay.actions_of(hand))
        yield from asked


def _choices(replay: Replay, hand: int) -> Iterator[ChoiceQuestion]:
    for number, (state, action) in enumerate(replay.steps(hand), 1):
        if action is not None and len(state.legal_actions()) > 1:
            yield ChoiceQuestion(hand, number, state.observation(state.current_player), action)


class Collector:
    """A collector of answers, which may come in any order."""

    def __init__(self) -> None:
        self._begun: dict[int, tuple[HandReview, int]] = {}  # the second item is the number of choices
        self._choices: dict[int, list[Choice]] = {}

    def add(self, question: Question, answer: Answer) -> HandReview | None:
        """Add an answer. Return the review of the whole hand if this answer completes it, or else None."""
        hand = question.hand
        if isinstance(answer, HandReview):
            assert isinstance(question, HandQuestion)
            self._begun[hand] = answer, question.choices
        else:
            self._choices.setdefault(hand, []).append(answer)
        found = self._choices.get(hand, [])
        bare, choices = self._begun.get(hand, (None, 0))
        if bare is None or len(found) < choices:
            return None
        return replace(bare, choices=tuple(sorted(found, key=lambda choice: choice.action)))


def gathered(replay: Replay, hands: Iterable[HandReview]) -> Review:
    """Return the review of the record from the reviews of its hands, which may be in any order."""
    over = [hand for hand in range(1, replay.hands + 1) if replay.is_over(hand)]
    by_number = {hand.hand: hand for hand in hands}
    return Review(tuple(by_number[hand] for hand in over if hand in by_number), len(over), len(over) < replay.hands)


def review(
    replay: Replay, coach: Coach, worlds: int = WORLDS, known: Collection[int] = (), cancel: Cancel | None = None
) -> Iterator[HandReview]:
    """Yield the review of each finished hand as soon as it is complete. Hands that are ``known`` are left out. Stop
    early when ``cancel`` returns True.
    """
    collector = Collector()
    for question in questions(replay, known):
        answer = answer_to(question, coach, worlds, cancel)
        if answer is None:
            return
        whole = collector.add(question, answer)
        if whole is not None:
            yield whole


def answer_to(question: Question, coach: Coach, worlds: int, cancel: Cancel | None = None) -> Answer | None:
    """Return the answer to a question, or None if ``cancel`` stopped it."""
    if isinstance(question, HandQuestion):
        return question.answer(coach)
    return question.answer(coach, worlds, cancel)


def fits(hand: HandReview, replay: Replay) -> bool:
    """Return whether the review belongs to this record: the record has each of its choices, with the same legal
    actions.
    """
    if not 1 <= hand.hand <= replay.hands or not replay.is_over(hand.hand):
        return False
    asked = {question.action: question for question in _choices(replay, hand.hand)}
    for choice in hand.choices:
        question = asked.pop(choice.action, None)
        if question is None or choice.hand != hand.hand:
            return False
        if (choice.seat, choice.chosen) != (question.observation.seat, str(question.chosen)):
            return False
        actions = sorted(map(str, question.observation.legal_actions()))
        if sorted(worth.action for worth in choice.rating.worths) != actions:
            return False
    done = replay.actions(hand.hand)
    return hand.luck is None or all(action <= done for action, _seat, _luck in hand.luck.draws)


def position(replay: Replay, choice: Choice) -> tuple[Any, Mapping[str, Any]]:
    """Return two things: what the seat knew when it chose, and its legal actions by notation.

    Raise KeyError if there is no such action.
    """
    for number, (state, _action) in enumerate(replay.steps(choice.hand), 1):
        if number == choice.action:
            return state.observation(choice.seat), {str(action): action for action in state.legal_actions()}
    raise KeyError(choice.action)


def _preferring(rating: Rating, chosen: Any) -> Rating:
    """Return the rating with the chosen action first. It must be equal in worth to the best action.

    The two actions may be equal only on average. So the action that was first gets the standard error of their
    difference.
    """
    best = rating.best
    own = next(worth for worth in rating.worths if worth.action == chosen)
    others = (replace(worth, se=own.se) if worth is best else worth for worth in rating.worths if worth is not own)
    return Rating((replace(own, se=0.0), *others), rating.worlds)


def _told(rating: Rating) -> Rating:
    """Return the rating in the form in which it is stored: actions in their notation, numbers rounded to the stored
    steps.
    """
    worths = tuple(
        Worth(
            str(worth.action),
            _eighths(worth.points),
            round(worth.chance * _PARTS) / _PARTS,
            _eighths(worth.worth),
            _eighths(worth.se),
            None if worth.loss is None else _eighths(worth.loss),
        )
        for worth in rating.worths
    )
    return Rating(worths, rating.worlds)


def _eighths(points: float) -> float:
    return round(points * _STEPS) / _STEPS
