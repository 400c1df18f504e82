"""Reviews of games: those kept with the history, and the process that makes the missing ones.

A front end starts ``command`` with pipes to the process and from it. It writes ``request``, and passes every line that
comes back to ``Reviewing.heard``, which stores each hand when it is finished. To stop the process, close the pipe or
kill it: finished hands are kept, and a later process continues with the others.

The coach judges a choice in a number of worlds: imagined complete deals that fit what the player knows.
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
"""The number of processes that calculate for a window."""

_PATIENCE = 0.05
"""Seconds to wait for another program that has locked the history.

The time is short, because the window is blocked meanwhile and the review can be stored later.
"""


def command() -> list[str]:
    """Return the command line of the program that makes reviews for a window.

    A bundle contains no separate Python, so the bundle starts itself. Otherwise Python gets the folder of the package,
    because a distribution may keep the package where Python does not look for it.
    """
    program = [] if getattr(sys, "frozen", False) else [str(Path(mile_bones.__file__).parent)]
    return [sys.executable, *program, "reviewer"]


class Reviews:
    """The reviews of the games in a history. Reviews by another version of the coach are ignored."""

    def __init__(self, history: History) -> None:
        self._history = history

    def known(self, record: Record, worlds: int = WORLDS) -> tuple[HandReview, ...]:
        """Return the reviews of the hands of this game that were made with ``worlds`` worlds.

        A review that does not fit the game is skipped and reported. Raise ReplayError if the record breaks the rules.
        """
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
        """Store the review of a hand. Return False if the history does not contain the game or cannot be written."""
        game = self._history.number_of(record)
        if game is None:
            return False
        summary, review = json.dumps(summary_shape(hand)), json.dumps(hand_shape(hand))
        kept = KeptReview(hand.hand, made_by(record.game, worlds), summary, review)
        return self._history.keep_review(game, kept, _PATIENCE)


class Reviewing:
    """A review in progress: a game and what the process has found about it.

    Raises ReplayError if its record breaks the rules.
    """

    def __init__(self, reviews: Reviews, record: Record, worlds: int = WORLDS, jobs: int = JOBS) -> None:
        self._reviews = reviews
        self._replay = Replay(record)
        self._worlds = worlds
        self._jobs = jobs
        self._hands: dict[int, HandReview] = {}
        self._unkept: set[int] = set()
        self._loose: dict[tuple[int, int], Choice] = {}  # in unfinished hands, by hand and action
        self._of = 0  # number of choices, including those of the hands that were known before
        self.fault: str | None = None
        """The error reported by the process, in words, or None."""
        self.look()

    @property
    def record(self) -> Record:
        """The record of the game."""
        return self._replay.record

    @property
    def review(self) -> Review:
        """The review as far as it is known."""
        return gathered(self._replay, self._hands.values())

    def choices(self) -> list[Choice]:
        """Return all known choices in the order in which they were made, including those of unfinished hands."""
        known = [*self.review.choices(), *self._loose.values()]
        return sorted(known, key=lambda choice: (choice.hand, choice.action))

    @property
    def done(self) -> float:
        """The part that has been done, from 0 to 1."""
        review = self.review
        if review.is_whole:
            return 1.0
        return len(self.choices()) / self._of if self._of else len(review.hands) / review.of

    @property
    def request(self) -> bytes:
        """The request to write to the process, once."""
        asked: dict[str, Any] = {"record": self.record.to_json(), "known": sorted(self._hands)}
        return json.dumps(asked | {"worlds": self._worlds, "jobs": self._jobs}).encode() + b"\n"

    def look(self) -> None:
        """Read the stored reviews again, because another window may have stored more of them meanwhile."""
        for hand in self._reviews.known(self.record, self._worlds):
            self._hands.setdefault(hand.hand, hand)

    def keep(self) -> None:
        """Store the hands that could not be stored when they were finished.

        Perhaps the game was not in the history yet.
        """
        for number in sorted(self._unkept):
            if not self._reviews.keep(self.record, self._hands[number], self._worlds):
                return
            self._unkept.discard(number)

    def stop(self) -> None:
        """Note that the process has ended. Unfinished hands are dropped; the next process starts them again."""
        self._loose.clear()
        self._of = 0
        self.keep()

    def heard(self, line: bytes) -> Choice | HandReview | None:
        """Process a line from the process. Return the choice or finished hand in it, or None for any other line.

        A finished hand is stored.
        """
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
            pass  # half a line of a killed process
        return None


def made_by(game: str, worlds: int = WORLDS) -> str:
    """Return the stamp (coach version, number of worlds) of a review made now. The game must have a coach."""
    coach = coach_spec(game)
    assert coach is not None, "games without a coach are not reviewed"
    return f"{coach.version()} {worlds}"


def _read(kept: KeptReview) -> HandReview | None:
    try:
        hand = hand_from_json(kept.review)
    except ValueError:
        return None
    return hand if hand.hand == kept.hand else None
