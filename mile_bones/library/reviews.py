"""Reviews of games: what is kept of them with the history, and the process that makes the rest.

A front end starts ``command`` with a pipe to it and one from it, writes ``request`` and gives every line that comes to
``Reviewing.heard``, which keeps each hand when it is finished. To stop it is enough to close the pipe, or to kill the
process: what is finished is kept, and a later one goes on from there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mile_bones
from mile_bones.match.replaying import Replay
from mile_bones.match.review import WORLDS, Choice, HandReview, Review, fits, gathered
from mile_bones.match.review_shape import hand_from_json, hand_shape, read_choice, read_hand, summary_shape
from mile_bones.players import coach_spec, has_coach
from mile_bones.storage.history import History
from mile_bones.storage.reviews import KeptReview

if TYPE_CHECKING:
    from mile_bones.engine.record import Record

JOBS = 2
"""Processes that calculate for a window."""

_PATIENCE = 0.05
"""Seconds to wait for another program that keeps the history to itself: a window looks on, and there is a next time."""


def command() -> list[str]:
    """The program that makes reviews for a window, and its arguments. A bundle has no Python to start: it is itself.

    Otherwise Python gets the folder of the package, since a distribution may keep it where Python does not look.
    """
    program = [] if getattr(sys, "frozen", False) else [str(Path(mile_bones.__file__).parent)]
    return [sys.executable, *program, "reviewer"]


class Reviews:
    """Those of the games in a history. What another version of the coach has made is as if it was not there."""

    def __init__(self, history: History) -> None:
        self._history = history

    def known(self, record: Record, worlds: int = WORLDS) -> tuple[HandReview, ...]:
        """The hands of this game that have been reviewed, each with so many worlds. What does not fit the game is
        passed over, and told. ReplayError when the record breaks the rules."""
        game = self._history.number_of(record)
        if game is None or not has_coach(record.game):
            return ()
        coach, found, replay = made_by(record.game, worlds), [], Replay(record)
        for kept in self._history.reviews(game):
            if kept.coach in (coach, ""):
                hand = _read(kept) if kept.coach else None
                if hand is not None and fits(hand, replay):
                    found.append(hand)
                else:
                    self._history.tell_damaged_review()
        return tuple(found)

    def keep(self, record: Record, hand: HandReview, worlds: int = WORLDS) -> bool:
        """Keep the review of a hand; False when the history does not have the game, or cannot be written."""
        game = self._history.number_of(record)
        if game is None:
            return False
        summary, review = json.dumps(summary_shape(hand)), json.dumps(hand_shape(hand))
        kept = KeptReview(hand.hand, made_by(record.game, worlds), summary, review)
        return self._history.keep_review(game, kept, _PATIENCE)


class Reviewing:
    """A game on its way through the process. ReplayError when its record breaks the rules."""

    def __init__(self, reviews: Reviews, record: Record, worlds: int = WORLDS, jobs: int = JOBS) -> None:
        self._reviews = reviews
        self._replay = Replay(record)
        self._worlds = worlds
        self._jobs = jobs
        self._hands: dict[int, HandReview] = {}
        self._unkept: set[int] = set()
        self._loose: dict[tuple[int, int], Choice] = {}  # of hands that are not finished
        self._of = 0  # choices, with those of the hands that were known before
        self.fault: str | None = None
        """What is wrong, in words, when the process has found something."""
        self.look()

    @property
    def record(self) -> Record:
        """The game."""
        return self._replay.record

    @property
    def review(self) -> Review:
        """What is known by now."""
        return gathered(self._replay, self._hands.values())

    def choices(self) -> list[Choice]:
        """All that are known by now, in the order in which they were made; also of hands that are not finished."""
        known = [*self.review.choices(), *self._loose.values()]
        return sorted(known, key=lambda choice: (choice.hand, choice.action))

    @property
    def done(self) -> float:
        """How much of it all has been done, from 0 to 1."""
        review = self.review
        if review.is_whole:
            return 1.0
        return len(self.choices()) / self._of if self._of else len(review.hands) / review.of

    @property
    def request(self) -> bytes:
        """What the process has to be told, once."""
        asked: dict[str, Any] = {"record": self.record.to_json(), "known": sorted(self._hands)}
        return json.dumps(asked | {"worlds": self._worlds, "jobs": self._jobs}).encode() + b"\n"

    def look(self) -> None:
        """Take what is kept: another window may have gone on meanwhile."""
        for hand in self._reviews.known(self.record, self._worlds):
            self._hands.setdefault(hand.hand, hand)

    def keep(self) -> None:
        """Keep what could not be kept when it came, or was made before the game was in the history."""
        for number in sorted(self._unkept):
            if not self._reviews.keep(self.record, self._hands[number], self._worlds):
                return
            self._unkept.discard(number)

    def stop(self) -> None:
        """The process has ended. What there is of hands that are not finished it would have to find again."""
        self._loose.clear()
        self._of = 0
        self.keep()

    def heard(self, line: bytes) -> Choice | HandReview | None:
        """Take in a line of the process: a choice, or a finished hand, which is kept. None: something else."""
        try:
            shape = json.loads(line)
            if "choice" in shape:
                choice = read_choice(shape["choice"])
                self._loose[choice.hand, choice.action] = choice
                return choice
            if "hand" in shape:
                hand = read_hand(shape["hand"])
                self._hands[hand.hand] = hand
                self._unkept.add(hand.hand)
                self._loose = {at: choice for at, choice in self._loose.items() if at[0] != hand.hand}
                self.keep()
                return hand
            if "of" in shape:
                self._of = shape["of"] + len(self.choices())
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
        hand = hand_from_json(kept.review)
    except ValueError:
        return None
    return hand if hand.hand == kept.hand else None
