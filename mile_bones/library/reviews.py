"""Reviews of games: what is kept of them with the history, and the process that makes the rest.

A front end starts ``command`` with a pipe to it and one from it, writes ``request`` and gives every line that comes to
``Reviewing.heard``, which keeps each hand when it is finished. To stop it is enough to close the pipe, or to kill the
process: what is finished is kept, and a later one goes on from there.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from mile_bones.engine import Record
from mile_bones.match.replaying import Replay
from mile_bones.match.review import WORLDS, Choice, HandReview, Review, gathered
from mile_bones.match.review_shape import hand_shape, read_choice, read_hand, summary_shape
from mile_bones.players import coach_spec, has_coach
from mile_bones.storage import History, KeptReview

JOBS = 2
"""Processes that calculate for a window."""


def command() -> list[str]:
    """The program that makes reviews for a window, and its arguments. A bundle has no Python to start: it is itself."""
    program = [] if getattr(sys, "frozen", False) else ["-m", "mile_bones"]
    return [sys.executable, *program, "reviewer"]


class Reviews:
    """Those of the games in a history. What another version of the coach has made is as if it was not there."""

    def __init__(self, history: History) -> None:
        self._history = history

    def known(self, record: Record, worlds: int = WORLDS) -> tuple[HandReview, ...]:
        """The hands of this game that have been reviewed, each with so many worlds."""
        game = self._history.number_of(record)
        if game is None or not has_coach(record.game):
            return ()
        coach, found = made_by(record.game, worlds), []
        for kept in self._history.reviews(game):
            hand = _read(kept) if kept.coach == coach else None
            if hand is not None:
                found.append(hand)
        return tuple(found)

    def keep(self, record: Record, hand: HandReview, worlds: int = WORLDS) -> bool:
        """Keep the review of a hand; False when the history does not have the game, or cannot be written."""
        game = self._history.number_of(record)
        if game is None:
            return False
        summary, review = json.dumps(summary_shape(hand)), json.dumps(hand_shape(hand))
        return self._history.keep_review(game, KeptReview(hand.hand, made_by(record.game, worlds), summary, review))


class Reviewing:
    """A game on its way through the process. ReplayError when its record breaks the rules."""

    def __init__(self, reviews: Reviews, record: Record, worlds: int = WORLDS, jobs: int = JOBS) -> None:
        self._reviews = reviews
        self._replay = Replay(record)
        self._worlds = worlds
        self._jobs = jobs
        self._hands = {hand.hand: hand for hand in reviews.known(record, worlds)}
        self._done = self._of = 0
        self.fault: str | None = None
        """What is wrong, in words, when the process has found something."""

    @property
    def review(self) -> Review:
        """What is known by now."""
        return gathered(self._replay, self._hands.values())

    @property
    def done(self) -> float:
        """How much of what was missing at the beginning has been done, from 0 to 1."""
        return 1.0 if self.review.is_whole else self._done / self._of if self._of else 0.0

    @property
    def request(self) -> bytes:
        """What the process has to be told, once."""
        record = self._replay.record
        asked: dict[str, Any] = {"record": record.to_json(), "known": sorted(self._hands)}
        return json.dumps(asked | {"worlds": self._worlds, "jobs": self._jobs}).encode() + b"\n"

    def heard(self, line: bytes) -> Choice | HandReview | None:
        """Take in a line of the process: a choice, or a finished hand, which is kept. None: something else."""
        try:
            shape = json.loads(line)
            if "choice" in shape:
                self._done += 1
                return read_choice(shape["choice"])
            if "hand" in shape:
                hand = read_hand(shape["hand"])
                self._hands[hand.hand] = hand
                self._reviews.keep(self._replay.record, hand, self._worlds)
                return hand
            self._of = shape.get("of", self._of)
            self.fault = shape.get("fault", self.fault)
        except (ValueError, TypeError, AttributeError):
            pass  # half a line of one that was killed
        return None


def made_by(game: str, worlds: int = WORLDS) -> str:
    """What stands beside a review of this game, which has a coach, that was made as it would be made today."""
    coach = coach_spec(game)
    assert coach is not None, "without which nothing is reviewed"
    return f"{coach.version()} {worlds}"


def _read(kept: KeptReview) -> HandReview | None:
    try:
        hand = read_hand(json.loads(kept.review))
    except (ValueError, RecursionError):
        return None
    return hand if hand.hand == kept.hand else None
