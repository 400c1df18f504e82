"""A game counts once: if it is continued from a point past which it was played before, it is an assisted game.

That holds for every window, program or file from which the game comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from library.test_game_library import NOTHING, Wanted
from mile_bones.engine.record import Record
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.library.exchange import Import
from mile_bones.library.game_library import GameLibrary
from mile_bones.match.match import Match
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import NAME
from mile_bones.storage.statistics import Span
from stories import three_wins

NOON = datetime.fromisoformat("2026-05-04T12:00")
ID = "0123456789abcdef" * 2

Start = Callable[..., GameLibrary]


@pytest.fixture
def start(tmp_path: Path, problems: list[Problem]) -> Iterator[Start]:
    """Open another window on the same profile or, with ``slots`` "mille", a terminal."""
    running: list[GameLibrary] = []

    def new(slots: str = "current") -> GameLibrary:
        running.append(GameLibrary(Profile(tmp_path), lambda: NOON, problems.append, slots))
        return running[-1]

    yield new
    for library in running:
        library.close()
    assert problems == []


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A saved game that the person wins with the next card, 5,700 to 0."""
    path = tmp_path / "saved.json"
    save_record(path, replace(three_wins().record(), id=ID))
    return path


def opened(library: GameLibrary, file: Path) -> Match:
    return library.go_on_with(library.read(file), NOTHING)


def idle(match: Match, turns: int = 1) -> None:
    """Let both players draw and discard, for this number of turns."""
    for _turn in range(turns):
        for seat in (0, 1):
            match.submit(seat, DRAW)
            card = next(card for card in match.observation(seat).hand if not match.why_not(seat, DISCARD[card]))
            match.submit(seat, DISCARD[card])


def win(match: Match) -> None:
    for action in (DRAW, PLAY[Card.MILES_100], END_TRIP):
        match.submit(0, action)
    assert match.is_over and match.winner == 0


def counted(library: GameLibrary) -> tuple[int, int]:
    """Return the number of games won by the person, and the number of lines in the first list of high scores."""
    return library.results.games[0], len(library.results.high_scores()["best"])


def test_a_saved_game_opened_three_times_counts_once(start: Start, file: Path) -> None:
    library = start()
    library.settings.update({NAME: "Anna"})
    for turns in (0, 1, 2):  # the records of the three games differ
        match = opened(library, file)
        assert match.assisted == (turns > 0)
        idle(match, turns)
        win(match)
        library.count(match)
    assert counted(library) == (1, 1)
    assert [game.assisted for game in library.history.games()].count(False) == 1
    statistics = library.history.statistics(Span())
    assert statistics is not None and len(statistics.results) == 1


def test_a_game_counts_once_also_in_the_terminal_and_after_its_deletion(start: Start, file: Path) -> None:
    library = start()
    match = opened(library, file)
    win(match)
    library.count(match)
    library.history.delete([game.id for game in library.history.games()])
    library.close()
    assert opened(start("mille"), file).assisted


@pytest.mark.parametrize("slots", ["current", "mille"])
def test_a_game_open_in_two_windows_counts_in_the_first_that_plays_on(start: Start, file: Path, slots: str) -> None:
    one, other = start(), start(slots)
    first, second = opened(one, file), opened(other, file)
    assert not first.assisted and not second.assisted
    first.submit(0, DRAW)
    assert not first.assisted
    second.submit(0, DRAW)
    assert second.assisted, "the other window has played past this point"
    first.submit(0, PLAY[Card.MILES_100])
    first.submit(0, END_TRIP)
    one.count(first)
    idle_after_draw(second)
    win(second)
    other.count(second)
    assert counted(start()) == (1, 1)


def test_a_game_is_assisted_after_its_copy_was_played_further(start: Start, file: Path) -> None:
    one, other = start(), start()
    first, second = opened(one, file), opened(other, file)
    first.submit(0, DRAW)
    idle(second)
    assert second.assisted and not first.assisted
    first.submit(0, PLAY[Card.MILES_100])
    assert first.assisted


def idle_after_draw(match: Match) -> None:
    card = next(card for card in match.observation(0).hand if not match.why_not(0, DISCARD[card]))
    match.submit(0, DISCARD[card])
    match.submit(1, DRAW)
    card = next(card for card in match.observation(1).hand if not match.why_not(1, DISCARD[card]))
    match.submit(1, DISCARD[card])


def test_a_game_that_ends_in_one_window_counts_in_no_other(start: Start, file: Path) -> None:
    one, other = start(), start()
    first, second = opened(one, file), opened(other, file)
    win(first)
    one.count(first)
    second.submit(0, DRAW)
    assert second.assisted
    assert one.history.games()[0].assisted is False


def test_actions_set_aside_or_undone_count_as_played(start: Start, file: Path) -> None:
    library = start()
    match = opened(library, file)
    idle(match, 2)
    library.set_aside(match)
    assert opened(library, file).assisted
    (game,) = library.history.games()
    record = library.past(game.id)
    assert record is not None
    assert not library.go_on_with(record, NOTHING).assisted, "continued from its last state it is the same game"

    library = start()
    other = replace(record, id="f" * 32)
    match = library.go_on_with(other, NOTHING)
    later = match.record().body.plies
    idle(match)
    match.undo()
    match.undo()
    assert match.record().body.plies <= later and match.assisted
    library.start(NOTHING)  # the new game replaces the game on the table, which is not kept
    assert library.go_on_with(other, NOTHING).assisted


def test_a_copy_is_assisted_if_the_game_was_continued_in_another_window(start: Start, file: Path) -> None:
    one = start()
    match = opened(one, file)
    other = start()
    assert not opened(other, file).assisted
    other.start(NOTHING)
    match.submit(0, DRAW)
    assert opened(other, file).assisted
    match.submit(0, PLAY[Card.MILES_100])
    assert not match.assisted, "the first window continues the game"


def test_actions_undone_free_of_charge_do_not_count_as_played(start: Start) -> None:
    """In Millieu a step can be undone free of charge before the end of the turn, because the step reveals nothing. Here
    the player leaves the game, undoes the step, and leaves the game again.
    """
    library = start()
    match = library.start(NOTHING, "millieu")
    while not (match.is_free_to_undo() and match.current_player == 0):
        seat = match.current_player
        assert seat is not None
        match.submit(seat, match.observation(seat).legal_actions()[0])
    assert library.set_aside(match) is not None
    record = match.record()
    match = library.go_on_with(record, NOTHING)
    assert not match.assisted
    match.undo()
    assert not match.assisted
    library.set_aside(match)
    match = library.go_on_with(match.record(), NOTHING)
    seat = match.current_player
    assert seat is not None
    match.submit(seat, match.observation(seat).legal_actions()[0])
    assert not match.assisted


def test_a_game_of_an_earlier_version_is_recognised_by_the_history(start: Start) -> None:
    """Earlier versions did not note how far each game was played."""
    library = start()
    match = library.start(Wanted(seed=3))
    match.submit(0, DRAW)
    early = match.record()
    idle_after_draw(match)
    library.set_aside(match)
    library.history.take_up(match.record().id)
    assert library.history.played(match.record().id) is None
    library.start(NOTHING)
    assert library.go_on_with(early, NOTHING).assisted
    library.history.delete([game.id for game in library.history.games()])
    assert not library.go_on_with(early, NOTHING).assisted


def test_two_imported_ends_of_a_game_count_once_in_the_statistics(start: Start, file: Path) -> None:
    """A saved game was ended in two ways on two other computers, and both ends are the user's own."""
    library = start()
    ends = []
    for turns in (0, 1):
        match = Match.resume(library.read(file), lambda _record: None, level="easy")
        idle(match, turns)
        win(match)
        ends.append(file.with_name(f"end {turns}.json"))
        save_record(ends[-1], match.record())
    for _time in range(2):
        for _step in Import(library.history, ends, lambda: NOON, own=True).run():
            pass
        statistics = library.history.statistics(Span())
        assert statistics is not None and len(statistics.results) == 1
        first = next(game for game in library.history.games() if game.hands == 3 and not _idled(library, game.id))
        library.history.delete([first.id])  # the deleted game is imported again: it is the one that has counted


def _idled(library: GameLibrary, game: int) -> bool:
    record = library.history.record(game)
    assert record is not None
    return record.body.plies > _plain_end().body.plies


def _plain_end() -> Record:
    return three_wins().me("draw", "play 100", "extend no").record()


def test_a_game_is_assisted_after_its_end_was_watched(start: Start, file: Path) -> None:
    library = start()
    match = Match.resume(library.read(file), lambda _record: None, level="easy")
    win(match)
    library.note_played(match.record())
    assert opened(library, file).assisted


def test_a_restored_history_still_knows_how_far_games_were_played(start: Start, file: Path) -> None:
    import sqlite3

    from mile_bones.storage.merging import keep_games, seen_in

    library = start()
    match = opened(library, file)
    win(match)
    library.count(match)
    library.close()
    now = sqlite3.connect(":memory:", isolation_level=None)
    before = sqlite3.connect(library.history_path, isolation_level=None)
    keep_games(before, now, seen_in(library.history_path), facts=False, again=True)
    assert now.execute("SELECT COUNT(*) FROM games").fetchone() == (0,)
    assert now.execute("SELECT value FROM facts WHERE key = ?", (f"played {ID}",)).fetchone() is not None
    now.close()
    before.close()
