"""Made-up reviews, as the coach might have made them, for tests of the practice."""

from __future__ import annotations

from datetime import datetime

from mile_bones.engine.record import Record
from mile_bones.games import facts
from mile_bones.library.reviews import Reviews
from mile_bones.match.position import Position
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, HandReview
from mile_bones.players.coach import Luck, Rating, Worth
from mile_bones.storage.history import History
from mile_bones.storage.rows import CountedGame

NOON = datetime.fromisoformat("2026-05-04T12:00:00")


def choice(record: Record, hand: int, action: int, cost: float = 80.0, best: str | None = None) -> Choice:
    """Return the choice at this place as a reviewed choice. It cost ``cost`` points compared with ``best``.

    If ``best`` is None, another legal action is taken as the best. All other actions cost 200 points and more.
    """
    position = Position(record, hand, action)
    chosen = str(Replay(record).actions_of(hand)[action - 1])
    actions = [str(each) for each in position.legal_actions()]
    best = best or next(each for each in actions if each != chosen)
    assert best in actions
    others = [each for each in actions if each not in (best, chosen)]
    worths = [(best, 0.0), *([(chosen, cost)] if chosen != best else [])]
    worths += [(each, 200.0 + number) for number, each in enumerate(others)]
    worths.sort(key=lambda pair: pair[1])
    rated = tuple(Worth(each, 100 - lost, 0.5, 100 - lost, 1.0 if lost else 0.0) for each, lost in worths)
    return Choice(hand, action, position.seat, chosen, Rating(rated, 2400), "discards", "other")


def keep_reviewed(
    history: History, record: Record, *choices: Choice, ended: datetime = NOON, imported: bool = False
) -> None:
    """Add the game to the history and keep a review with these choices."""
    history.add_all([CountedGame(record, ended, facts(record), "unfinished", imported=imported)])
    for hand in sorted({each.hand for each in choices}):
        there = tuple(each for each in choices if each.hand == hand)
        assert Reviews(history).keep(record, HandReview(hand, (700, 200), Luck(0.0, ()), there))
