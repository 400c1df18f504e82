"""The progress line of a match, with a clock that the test sets."""

from __future__ import annotations

import io

import pytest

from mile_bones.lab.batches import Batch, Kind, Match, Place, Played, cut
from mile_bones.lab.match_progress import MatchProgress
from mile_bones.lab.progress import ProgressLine, ReviewLine, duration
from mile_bones.match.review import Choice, HandQuestion
from mile_bones.players.coach import Rating


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        """Return the visible content of the line."""
        line = ""
        for part in self.getvalue().split("\r"):
            line = part + line[len(part) :]
        return line.rstrip()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def standing(hands: int = 64, games: int = 0) -> MatchProgress:
    return MatchProgress(Match("easy", "original", "mille", 1), tuple(cut(hands, games)), {})


def play(match: MatchProgress, batch: Batch) -> None:
    match.add(batch.place, Played(((100, 60),) * batch.pairs))


def test_a_terminal_shows_one_line_which_disappears_at_the_end(clock: Clock) -> None:
    stream = Terminal()
    progress, match = ProgressLine(stream, clock), standing()
    progress(match)
    assert stream.shown() == "0 of 64 hands"
    for batch in match.missing()[:2]:
        clock.now += 30
        play(match, batch)
        progress(match)
    assert stream.shown() == "60 s left, 32 of 64 hands, +80 ± 0 a hand"
    progress.close()
    assert stream.shown() == ""
    assert stream.getvalue().endswith("\r")


def test_a_narrow_terminal_shows_the_beginning_of_the_line(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    stream = Terminal()
    progress = ProgressLine(stream, clock)
    progress.title = "1/2 mille, original - easy: "
    progress(standing())
    assert stream.shown() == "1/2 mille, original"


def test_a_pipe_gets_the_first_line_the_last_and_some_between(clock: Clock) -> None:
    stream = io.StringIO()
    progress, match = ProgressLine(stream, clock), standing(games=2)
    progress(match)
    for batch in match.missing():
        clock.now += 4
        play(match, batch)
        progress(match)
    assert stream.getvalue().splitlines() == [
        "0 of 64 hands, 0 of 2 games",
        "8 s left, 48 of 64 hands, 0 of 2 games, +80 ± 0 a hand",
        "64 of 64 hands, 2 of 2 games, +80 ± 0 a hand",
    ]


def test_the_speed_leaves_out_hands_from_the_file(clock: Clock) -> None:
    batches = tuple(cut(64, 0))
    half = {Place(Kind.HANDS, number): Played(((0, 0),) * 8) for number in (0, 1)}
    match = MatchProgress(Match("easy", "original", "mille", 1), batches, half)
    stream = Terminal()
    progress = ProgressLine(stream, clock)
    clock.now += 1000  # meanwhile, another match ran
    progress(match)
    clock.now += 50
    play(match, match.missing()[0])
    progress(match)
    assert stream.shown().startswith("50 s left, 48 of 64 hands")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (89, "89 s"), (90, "2 min"), (5000, "83 min"), (7500, "2 h 5 min")]
)
def test_a_duration_is_printed_in_a_suitable_unit(seconds: float, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(
    ("hands", "are_deals", "words"), [(3, False, "hand 2 of 3, "), (3, True, "deal 2 of 3, "), (1, False, "")]
)
def test_a_review_tells_the_first_hand_with_an_open_choice(
    clock: Clock, hands: int, are_deals: bool, words: str
) -> None:
    stream = Terminal()
    progress = ReviewLine(stream, clock)
    asked = [HandQuestion(hand, (0, 0), 4, None, ()) for hand in (2, 3)]
    progress.begin(asked, hands, are_deals=are_deals)
    assert stream.shown() == f"{words}choice 1 of 4"
    for number, hand in enumerate((2, 3, 2), 1):
        clock.now += 10
        progress.add(Choice(hand, number, 0, "draw", Rating((), 2), "", None))
    assert stream.shown() == f"50 s left, {words}choice 3 of 4"
    progress.close()
    assert stream.shown() == ""
