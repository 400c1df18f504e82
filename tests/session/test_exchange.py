"""Games go out and come in: all of them, once, and nothing is lost when that is broken off."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mile_bones.engine import GIVEN_UP, PlayerInfo, Record
from mile_bones.session.exchange import Export, Import
from mile_bones.session.tallies import tallies
from mile_bones.storage import Entered, History, Problem, Span, save_record
from mile_bones.storage.archive import LARGEST
from stories import going, near_the_goal, three_wins

NOON = datetime.fromisoformat("2026-05-04T12:00")
OPEN = Callable[[str], History]


@pytest.fixture
def problems() -> list[Problem]:
    return []


@pytest.fixture
def history(tmp_path: Path, problems: list[Problem]) -> OPEN:
    """A history by its name."""
    return lambda name: History(tmp_path / name / "history.db", problems.append)


def finished(name: str = "Anna") -> Record:
    record = three_wins().me("draw", "play 100", "extend no").record()
    return replace(record, players=(PlayerInfo(name, "human"), record.players[1]), seed=None)


def fill(history: History) -> None:
    """A finished game, one that was given up, and an unfinished one of Zoë's, whose name is not ASCII."""
    for days, (record, state) in enumerate(
        (
            (finished(), "finished"),
            (going().record(ended=GIVEN_UP), GIVEN_UP),
            (replace(near_the_goal(name="Zoë\u2028“\\n”").record(), assisted=True), "unfinished"),
        )
    ):
        history.add(Entered(record, NOON - timedelta(days=days, seconds=7), tallies(record), state))


def without_id(history: History) -> list:
    return [(replace(game, id=0), history.record(game.id)) for game in history.games()]


def bring(history: History, *paths: Path, clock: datetime = NOON, own: bool = True) -> Import:
    taken = Import(history, paths, lambda: clock, own)
    parts = list(taken.run())
    assert parts == sorted(parts) and (taken.stopped or parts[-1] == 1.0)
    return taken


def export(history: History, path: Path) -> Export:
    out = Export(history, history.games(), path)
    assert list(out.run())[-1] == 1.0
    return out


# ------------------------------------------------------------------ there and back


def test_what_goes_out_comes_in_as_it_was(history: OPEN, tmp_path: Path):
    old, new = history("old"), history("new")
    fill(old)
    out = export(old, tmp_path / "all.games")
    assert (out.written, out.damaged) == (3, 0)
    taken = bring(new, tmp_path / "all.games")
    assert (taken.new, taken.known, taken.refused, taken.faults) == (3, 0, 0, [])
    assert without_id(new) == without_id(old)
    assert new.statistics(Span()) == old.statistics(Span())


def test_games_that_are_there_already_are_recognised(history: OPEN, tmp_path: Path):
    old = history("old")
    fill(old)
    export(old, tmp_path / "all.games")
    before = old.games()
    old.delete([before[0].id])
    taken = bring(old, tmp_path / "all.games", tmp_path / "all.games")
    assert (taken.new, taken.known) == (1, 5)
    assert [replace(game, id=0) for game in old.games()] == [replace(game, id=0) for game in before]


def test_records_are_taken_in_with_the_time_of_their_files(history: OPEN, tmp_path: Path):
    path = tmp_path / "game.json"
    save_record(path, finished())
    written = NOON - timedelta(days=40)
    os.utime(path, (written.astimezone().timestamp(),) * 2)
    new = history("new")
    assert bring(new, path).new == 1
    (game,) = new.games()
    assert (game.ended, game.state, game.points) == (written, "finished", (5700, 0))


@pytest.mark.parametrize("year", [1969, 2027, 9000])
def test_a_file_from_no_time_at_all_is_of_today(history: OPEN, tmp_path: Path, year: int):
    path = tmp_path / "game.json"
    save_record(path, finished())
    stamp = (year - 1970) * 365.2425 * 86400
    os.utime(path, (stamp, stamp))
    new = history("new")
    assert bring(new, path).new == 1
    assert new.games()[0].ended <= NOON


def test_games_between_programs_are_in_the_list_but_not_in_the_statistics(history: OPEN, tmp_path: Path):
    record = replace(finished(), players=(PlayerInfo("A", "computer", "easy"), PlayerInfo("B", "computer", "expert")))
    save_record(tmp_path / "game.json", record)
    new = history("new")
    assert bring(new, tmp_path / "game.json").new == 1
    assert len(new.games()) == 1
    assert new.statistics(Span()).hands == 0


# ------------------------------------------------------------------ what is wrong with a file


def lines(history: History, path: Path) -> list[bytes]:
    fill(history)
    export(history, path)
    return path.read_bytes().splitlines(keepends=True)


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut short": (lambda line: line[: len(line) // 2] + b"\n", "line 2, column"),
    "no date": (lambda line: line[26:], "line 2, column 1: a date and a time"),
    "another date": (lambda line: line.replace(b"T", b" ", 1), "line 2, column 1: a date and a time"),
    "a date without a zone": (lambda line: line[:19] + line[25:], "line 2, column 1: a date and a time"),
    "no such day": (lambda line: b"2026-02-30" + line[10:], "line 2, column 1: a date and a time"),
    "not UTF-8": (lambda line: line[:60] + b"\xff" + line[61:], "line 2, column 61: the file is not UTF-8"),
    "an illegal action": (lambda line: line.replace(b'"0 play GO"', b'"0 play 200"', 1), "line 2, hand 1, action 2: "),
    "a wrong score": (lambda line: line.replace(b'"total": 1900', b'"total": 9900', 1), "line 2, hand 1: "),
    "deep nesting": (lambda line: line[:26] + b"[" * 9000 + b"\n", "line 2, column 43: brackets"),
    "too long": (lambda line: line[:26] + b" " * LARGEST + line[26:], "line 2, column 1: the line is too long"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_line_is_told_and_the_others_are_taken_in(history: OPEN, tmp_path: Path, problems: list, fault: str):
    spoil, reason = BAD[fault]
    path = tmp_path / "all.games"
    head, first, *others = lines(history("old"), path)
    assert spoil(first) != first
    path.write_bytes(b"".join((head, spoil(first), *others)))
    taken = bring(history("new"), path)
    assert taken.refused == 1
    assert taken.faults[0].file == "all.games" and taken.faults[0].reason.startswith(reason)
    assert taken.new == (0 if fault == "too long" else 2), "behind a line without end nobody looks"
    assert problems == []


@pytest.mark.parametrize(
    "content",
    [b"", b"rubbish", b"{}", b"mile-bones-history 3\n", b"mile-bones-history 2 1\n", b"mile-bones-history", b"\0" * 99],
)
def test_a_file_that_is_something_else_is_one_fault(history: OPEN, tmp_path: Path, content: bytes):
    path = tmp_path / "what.games"
    path.write_bytes(content)
    save_record(tmp_path / "game.json", finished())
    taken = bring(history("new"), path, tmp_path / "game.json")
    assert (taken.new, taken.refused) == (1, 1)
    assert taken.faults[0].file == "what.games" and taken.faults[0].reason


def test_files_that_are_not_there_or_no_files(history: OPEN, tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    taken = bring(history("new"), tmp_path / "nothing", tmp_path, tmp_path / "pipe")
    assert [fault.reason for fault in taken.faults] == [
        "No such file or directory",
        "it is a folder, not a file",
        "it is not an ordinary file",
    ]


def test_a_line_without_end_needs_no_more_memory_than_the_largest_record(history: OPEN, tmp_path: Path):
    path = tmp_path / "all.games"
    path.write_bytes(b"mile-bones-history 1\n")
    os.truncate(path, 200_000_000)
    tracemalloc.start()
    taken = bring(history("new"), path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken.refused == 1
    assert peak < 6 * LARGEST


def test_of_many_faults_only_the_first_are_told(history: OPEN, tmp_path: Path):
    path = tmp_path / "all.games"
    path.write_text("mile-bones-history 1\n" + "rubbish\n" * 1000)
    taken = bring(history("new"), path)
    assert taken.refused == 1000
    assert [fault.reason.partition(",")[0] for fault in taken.faults] == [f"line {n}" for n in range(2, 7)]


# ------------------------------------------------------------------ broken off


def test_an_export_that_is_broken_off_leaves_the_old_file_and_no_rubbish(history: OPEN, tmp_path: Path):
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / "all.games"
    path.write_text("what was there")
    fill(history("old"))
    work = Export(history("old"), history("old").games(), path).run()
    next(work)
    work.close()
    assert path.read_text() == "what was there"
    assert list(folder.iterdir()) == [path]


def test_a_game_that_cannot_be_read_does_not_stop_the_export(history: OPEN, tmp_path: Path):
    old = history("old")
    fill(old)
    games = old.games()
    old.delete([games[1].id])
    out = Export(old, games, tmp_path / "all.games")
    list(out.run())
    assert (out.written, out.damaged) == (2, 1)
    assert bring(history("new"), tmp_path / "all.games").new == 2


@pytest.mark.parametrize("damage", ["zeros", "locked", "gone"])
def test_a_history_that_cannot_be_read_leaves_the_last_export_as_it_was(tmp_path: Path, history: OPEN, damage: str):
    old = history("old")
    fill(old)
    path = tmp_path / "all.games"
    export(old, path)
    good = path.read_bytes()
    games = old.games()
    database = tmp_path / "old" / "history.db"
    if damage == "zeros":
        database.write_bytes(bytes(database.stat().st_size))
    elif damage == "gone":
        database.unlink()
    else:
        database.unlink()
        database.mkdir()
    with pytest.raises(OSError, match="read"):
        list(Export(old, games, path).run())
    assert path.read_bytes() == good


def test_an_earlier_state_of_a_game_does_not_count_its_hands_twice(history: OPEN, tmp_path: Path):
    here = history("old")
    whole = finished()
    here.add(Entered(whole, NOON, tallies(whole), "finished"))
    before = here.statistics(Span())
    half = replace(whole, hands=(*whole.hands[:2], replace(whole.hands[2], actions=(), score=None)))
    save_record(tmp_path / "half.json", half)
    assert bring(here, tmp_path / "half.json").new == 1
    assert here.statistics(Span()) == before


def test_an_import_that_is_broken_off_is_finished_the_next_time(history: OPEN, tmp_path: Path):
    path = tmp_path / "all.games"
    old, new = history("old"), history("new")
    games: Sequence[Record] = [finished(f"Anna {number}") for number in range(50)]
    old.add_all([Entered(record, NOON, tallies(record), "finished") for record in games])
    export(old, path)
    first = Import(new, [path], lambda: NOON)
    work = first.run()
    while first.new == 0:
        next(work)
    work.close()
    there = len(new.games())
    assert 0 < there < 50
    taken = bring(new, path)
    assert (taken.new, taken.known) == (50 - there, there)


def test_a_history_that_cannot_be_written_stops_the_import_with_one_message(
    tmp_path: Path, history: OPEN, problems: list[Problem]
):
    save_record(tmp_path / "game.json", finished())
    (tmp_path / "new" / "history.db").mkdir(parents=True)
    taken = bring(history("new"), tmp_path / "game.json")
    assert taken.stopped and taken.new == 0
    assert len(problems) == 1
