"""What the coach says of a record: of each hand that is over the luck and the skill, and what each choice was worth.

A hand in progress is not looked at, whoever asks. The work is cut into questions, one for the luck of a hand and one
for each of its choices, so that it can be shared out, stopped, and gone on with; answers may come in any order, and do
not depend on each other. ``review`` is all of it in a row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from mile_bones.engine.spec import POINTS
from mile_bones.games import facts
from mile_bones.players.coach import Coach, Luck, Mark, Rating, Worth

if TYPE_CHECKING:
    from mile_bones.match.replaying import Replay
    from mile_bones.players.level_spec import Cancel

WORLDS = 2400
"""How many are imagined for each action of a choice."""

_STEPS = 8
"""Points are kept in eighths: of these sums and differences are exact, so that luck and skill add up to the result."""
_PARTS = 10_000
"""And so finely chances."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody had more than one action to choose from.

    ``hand`` and ``action``, its number in the hand, count from 1. Actions are in their notation, also in ``rating``.
    ``reason`` is the name of one why the best is better; None where the best was done.
    """

    hand: int
    action: int
    seat: int
    chosen: str
    rating: Rating
    theme: str
    reason: str | None

    @property
    def is_decision(self) -> bool:
        """It was not all the same what was done."""
        return self.rating.is_decision

    @property
    def best(self) -> str:
        """What should have been done."""
        best: str = self.rating.best.action
        return best

    @property
    def cost(self) -> float:
        """In points, 0 where the best was done."""
        return self.rating.cost(self.chosen)

    @property
    def se(self) -> float:
        """The standard error of the cost."""
        return self.rating.of(self.chosen).se

    @property
    def mark(self) -> Mark | None:
        """How dear it was; None: not dear, not surely so, or there was nothing to decide."""
        return self.rating.mark(self.chosen) if self.is_decision else None

    @property
    def chance(self) -> float:
        """Of seat 0 to win the game after it."""
        own = self.rating.of(self.chosen).chance
        return own if self.seat == 0 else 1 - own


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand that is over, counted from 1. ``points`` are those of both seats; ``luck`` None: nobody knows it here."""

    hand: int
    points: tuple[int, int]
    luck: Luck | None
    choices: tuple[Choice, ...]

    def result(self, seat: int) -> int:
        """How many points this seat came out ahead of the other."""
        return self.points[seat] - self.points[1 - seat]

    def luck_of(self, seat: int) -> float | None:
        """What the cards did for this seat."""
        return None if self.luck is None else (1 - 2 * seat) * self.luck.total

    def skill_of(self, seat: int) -> float | None:
        """The result without the luck: both together are the result, exactly."""
        luck = self.luck_of(seat)
        return None if luck is None else self.result(seat) - luck

    def decisions(self, seat: int) -> tuple[Choice, ...]:
        """The choices of this seat in which it was not all the same what was done."""
        return tuple(choice for choice in self.choices if choice.seat == seat and choice.is_decision)


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """What somebody's choices have cost, in points, in so many ``decisions`` of so many ``hands``."""

    cost: float = 0.0
    decisions: int = 0
    hands: int = 0

    @property
    def a_hand(self) -> float:
        """Points a hand; 0 without any."""
        return self.cost / self.hands if self.hands else 0.0

    def __add__(self, other: ErrorRate) -> ErrorRate:
        return ErrorRate(self.cost + other.cost, self.decisions + other.decisions, self.hands + other.hands)


@dataclass(frozen=True, slots=True)
class Review:
    """What is known by now. ``of``: how many hands of the record are over. ``unfinished``: one more was begun."""

    hands: tuple[HandReview, ...]
    of: int
    unfinished: bool

    @property
    def is_whole(self) -> bool:
        """Nothing is missing."""
        return len(self.hands) == self.of

    def choices(self) -> Iterator[Choice]:
        """All of them, in the order in which they were made."""
        return chain.from_iterable(hand.choices for hand in self.hands)

    def result(self, seat: int) -> int:
        """Of all hands together."""
        return sum(hand.result(seat) for hand in self.hands)

    def luck_of(self, seat: int) -> float | None:
        """Of all hands together; None where it is not known of one."""
        luck = [hand.luck_of(seat) for hand in self.hands]
        return None if None in luck else sum(filter(None, luck))

    def skill_of(self, seat: int) -> float | None:
        """The luck-adjusted result of all hands together."""
        luck = self.luck_of(seat)
        return None if luck is None else self.result(seat) - luck

    def error_rate(self, seat: int, theme: str | None = None) -> ErrorRate:
        """Of one kind of choice, or of all."""
        return sum((error_rate(hand, seat, theme) for hand in self.hands), ErrorRate())

    def marked(self) -> list[Choice]:
        """The choices that cost something worth speaking of, in the order in which they were made."""
        return [choice for choice in self.choices() if choice.mark is not None]

    def marks(self, seat: int) -> list[Mark]:
        """How dear the marked choices of this seat were."""
        return [choice.mark for choice in self.choices() if choice.seat == seat and choice.mark is not None]

    def dearest(self, count: int = 3, seat: int | None = None) -> list[Choice]:
        """Of the marked ones those that cost most, the dearest first."""
        found = [choice for choice in self.marked() if seat in (None, choice.seat)]
        return sorted(found, key=lambda choice: -choice.cost)[:count]


def error_rate(hand: HandReview, seat: int, theme: str | None = None) -> ErrorRate:
    """Of one seat in one hand; ``theme``: of this kind of choice alone."""
    costs = [choice.cost for choice in hand.decisions(seat) if theme in (None, choice.theme)]
    return ErrorRate(sum(costs), len(costs), 1)


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """What was this choice worth? ``action`` is its number in the hand, from 1."""

    hand: int
    action: int
    observation: Any
    chosen: Any

    def answer(self, coach: Coach, worlds: int, cancel: Cancel | None = None) -> Choice | None:
        """None: ``cancel`` said that nobody wants it any more."""
        rating = coach.rate(self.observation, worlds, cancel)
        if rating is None:
            return None
        if rating.cost(self.chosen) == 0:
            rating = _preferring(rating, self.chosen)
        best = rating.best.action
        worse = rating.next_best.action if self.chosen == best else self.chosen
        return Choice(
            self.hand,
            self.action,
            self.observation.seat,
            str(self.chosen),
            _told(rating),
            coach.theme(best, worse),
            None if best == self.chosen else coach.code(self.observation, best, self.chosen),
        )


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What of this hand was luck? ``choices``: how many of its choices are asked about beside that."""

    hand: int
    points: tuple[int, int]
    choices: int
    start: Any
    actions: tuple[Any, ...]

    def answer(self, coach: Coach) -> HandReview:
        """The hand, without its choices."""
        luck = coach.luck(self.start, self.actions)
        if luck is not None:
            draws = tuple((action, seat, _eighths(value)) for action, seat, value in luck.draws)
            luck = Luck(_eighths(luck.deal), draws)
        return HandReview(self.hand, self.points, luck, ())


Question = HandQuestion | ChoiceQuestion
Answer = HandReview | Choice


def questions(replay: Replay, known: Collection[int] = ()) -> Iterator[Question]:
    """Hand after hand what has to be asked; not about the hands ``known``."""
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
    """Puts answers together, in whatever order they come."""

    def __init__(self) -> None:
        self._begun: dict[int, tuple[HandReview, int]] = {}  # and how many choices belong to it
        self._choices: dict[int, list[Choice]] = {}

    def add(self, question: Question, answer: Answer) -> HandReview | None:
        """The whole hand, when it is finished with this."""
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
    """What these hands of the record, in any order, say together."""
    over = [hand for hand in range(1, replay.hands + 1) if replay.is_over(hand)]
    by_number = {hand.hand: hand for hand in hands}
    return Review(tuple(by_number[hand] for hand in over if hand in by_number), len(over), len(over) < replay.hands)


def review(
    replay: Replay, coach: Coach, worlds: int = WORLDS, known: Collection[int] = (), cancel: Cancel | None = None
) -> Iterator[HandReview]:
    """Hand after hand of those that are over and not ``known``, each when it is finished. It ends before its time when
    ``cancel`` says so."""
    collector = Collector()
    for question in questions(replay, known):
        answer = answer_to(question, coach, worlds, cancel)
        if answer is None:
            return
        whole = collector.add(question, answer)
        if whole is not None:
            yield whole


def answer_to(question: Question, coach: Coach, worlds: int, cancel: Cancel | None = None) -> Answer | None:
    """None: ``cancel`` said that nobody wants it any more."""
    if isinstance(question, HandQuestion):
        return question.answer(coach)
    return question.answer(coach, worlds, cancel)


def fits(hand: HandReview, replay: Replay) -> bool:
    """The review is one of this record: each of its choices was there, with these actions to choose from."""
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
    """What the seat knew when it chose, and what it could do, by notation."""
    for number, (state, _action) in enumerate(replay.steps(choice.hand), 1):
        if number == choice.action:
            return state.observation(choice.seat), {str(action): action for action in state.legal_actions()}
    raise KeyError(choice.action)


def _preferring(rating: Rating, chosen: Any) -> Rating:
    """Of actions that come to the same the one that was chosen is the best. By chance that may be so on average alone:
    then how unsure their difference is goes with the other."""
    best = rating.best
    own = next(worth for worth in rating.worths if worth.action == chosen)
    others = (replace(worth, se=own.se) if worth is best else worth for worth in rating.worths if worth is not own)
    return Rating((replace(own, se=0.0), *others), rating.worlds)


def _told(rating: Rating) -> Rating:
    """The same as it is kept: actions by their notation, numbers in steps."""
    worths = tuple(
        Worth(
            str(worth.action),
            _eighths(worth.points),
            round(worth.chance * _PARTS) / _PARTS,
            _eighths(worth.worth),
            _eighths(worth.se),
        )
        for worth in rating.worths
    )
    return Rating(worths, rating.worlds)


def _eighths(points: float) -> float:
    return round(points * _STEPS) / _STEPS
