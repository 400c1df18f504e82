"""Reviews to show, as the coach would make them, but with points that a test chooses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from mile_bones.engine.record import Record
from mile_bones.games import facts
from mile_bones.library.reviews import Reviews
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, Collector, HandQuestion, HandReview, questions
from mile_bones.players.coach import Rating, Worth
from mile_bones.storage.history import History
from mile_bones.storage.rows import CountedGame

BEST, STEP, SE = 100.0, 20.0, 4.0
"""The points of the best action, the difference between each action and the next, and the standard error."""

At = tuple[int, int]
"""The hand and the action, both counted from 1."""


def reviewed(record: Record, costs: Mapping[At, tuple[str, float]]) -> list[HandReview]:
    """Return the reviews of all finished hands. In each, the best action was chosen, unless `costs` names a better one.

    A value of `costs` is the action that would have been better, and the number of points by which it would have been
    better.
    """
    collector, hands = Collector(), []
    for question in questions(Replay(record)):
        if isinstance(question, HandQuestion):
            whole = collector.add(question, HandReview(question.hand, question.points, None, ()))
        else:
            chosen = str(question.chosen)
            best, cost = costs.get((question.hand, question.action), (chosen, 0.0))
            others = [str(action) for action in question.observation.legal_actions() if str(action) != best]
            worse = [BEST - STEP * (number + 1) for number in range(len(others))]
            points = dict(zip(others, worse, strict=True)) | ({chosen: BEST - cost} if cost else {})
            rest = [Worth(action, value, 0.5, value, SE) for action, value in points.items()]
            worths = (Worth(best, BEST, 0.5, BEST, 0.0), *sorted(rest, key=lambda worth: -worth.worth))
            theme, reason = "discards", "points" if cost else None
            seat = question.observation.seat
            choice = Choice(question.hand, question.action, seat, chosen, Rating(worths, 100), theme, reason)
            whole = collector.add(question, choice)
        if whole is not None:
            hands.append(whole)
    return hands


def keep(history: History, record: Record, hands: list[HandReview], now: datetime) -> None:
    """Add the game and its reviews to this history."""
    history.add(CountedGame(record, now, facts(record), "unfinished"))
    for hand in hands:
        assert Reviews(history).keep(record, hand)
