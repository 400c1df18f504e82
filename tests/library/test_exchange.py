"""Export and import of games: every game is transferred once, and an interruption loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path

import pytest

from library.test_game_library import NOTHING
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.games import facts
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.library.exchange import Export, Import
from mile_bones.library.game_library import GameLibrary
from mile_bones.players import load_player
from mile_bones.storage.archive import read_games
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.recent import ExportFolders
from mile_bones.storage.records import LARGEST, save_record
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.statistics import Span
from stories import going, near_the_goal, won

NOON = datetime.fromisoformat("2026-05-04T12:00")
OPEN = Callable[[str], History]


@pytest.fixture
def history(tmp_path: Path, problems: list[Problem]) -> OPEN:
    """A function that opens the history with a given name."""
    return lambda name: History(tmp_path / name / "history.db", problems.append)


def finished(name: str = "Anna") -> Record:
    record = won()
    return replace(record, players=(PlayerInfo(name, "human"), record.players[1]), seed=None)


def fill(history: History) -> None:
    """Add a finished game, a game that was given up, and an unfinished game of Zoë, whose name is not ASCII."""
    for days, (record, state) in enumerate(
        (
            (finished(), "finished"),
            (going().record(ended=GIVEN_UP), GIVEN_UP),
            (replace(near_the_goal(name="Zoë\u2028“\\n”").record(), assisted=True), "unfinished"),
        )
    ):
        history.add(CountedGame(record, NOON - timedelta(days=days, seconds=7), facts(record), state))


def without_id(history: History) -> list:
    return [(replace(game, id=0), history.record(game.id)) for game in history.games()]


def bring(history: History, *paths: Path, clock: datetime = NOON, own: bool = True) -> Import:
    taken = Import(history, paths, lambda: clock, own)
    parts = list(taken.run())
    assert parts == sorted(parts) and (taken.stopped or parts[-1] == 1.0)
    return taken


def folders(path: Path) -> ExportFolders:
    """Return the list of export folders in an mb.ini beside the file at ``path``."""
    return ExportFolders(Ini(path.parent / "mb.ini", lambda problem: pytest.fail(str(problem))))


def export(history: History, path: Path) -> Export:
    out = Export(history, history.games(), path, folders(path))
    assert list(out.run())[-1] == 1.0
    return out


# ------------------------------------------------------------------ export and import


def test_exported_games_are_imported_unchanged(history: OPEN, tmp_path: Path):
    old, new = history("old"), history("new")
    fill(old)
    out = export(old, tmp_path / "all.games")
    assert (out.written, out.damaged) == (3, 0)
    taken = bring(new, tmp_path / "all.games")
    assert (taken.new, taken.known, taken.refused, taken.faults) == (3, 0, 0, [])
    assert without_id(new) == without_id(old)
    assert new.statistics(Span()) == old.statistics(Span())


def test_games_that_are_already_in_the_history_are_recognised(history: OPEN, tmp_path: Path):
    old = history("old")
    fill(old)
    export(old, tmp_path / "all.games")
    before = old.games()
    old.delete([before[0].id])
    taken = bring(old, tmp_path / "all.games", tmp_path / "all.games")
    assert (taken.new, taken.known) == (1, 5)
    assert [replace(game, id=0) for game in old.games()] == [replace(game, id=0) for game in before]


def test_a_record_is_imported_with_the_time_of_its_file(history: OPEN, tmp_path: Path):
    path = tmp_path / "game.json"
    save_record(path, finished())
    written = NOON - timedelta(days=40)
    os.utime(path, (written.astimezone().timestamp(),) * 2)
    new = history("new")
    assert bring(new, path).new == 1
    (game,) = new.games()
    assert (game.ended, game.state, game.points) == (written, "finished", (5700, 0))


@pytest.mark.parametrize("year", [1969, 2027, 9000])
def test_a_file_with_an_impossible_time_is_dated_today(history: OPEN, tmp_path: Path, year: int):
    path = tmp_path / "game.json"
    save_record(path, finished())
    stamp = (year - 1970) * 365.2425 * 86400
    os.utime(path, (stamp, stamp))
    new = history("new")
    assert bring(new, path).new == 1
    assert new.games()[0].ended <= NOON


def test_other_peoples_games_are_listed_but_not_counted_as_ones_own(history: OPEN, tmp_path: Path):
    old, new = history("old"), history("new")
    fill(old)
    export(old, tmp_path / "all.games")
    assert bring(new, tmp_path / "all.games", own=False).new == 3
    assert [game.imported for game in new.games()] == [True] * 3
    ours, theirs = (new.statistics(Span(imported=imported)) for imported in (False, True))
    assert ours is not None and theirs is not None
    assert (ours.hands, ours.won, ours.given_up) == (0, (0, 0), 0)
    assert (theirs.won, theirs.given_up) == ((1, 0), 1)
    assert ours.others and theirs.others


def test_a_game_of_the_player_is_still_their_own_after_an_import(history: OPEN, tmp_path: Path):
    """The game also stays one's own if the import says that its games are not the user's own, or if the game was
    deleted in the meantime.
    """
    here = history("old")
    record = finished()
    here.add(CountedGame(record, NOON, facts(record), "finished"))
    export(here, tmp_path / "all.games")
    assert bring(here, tmp_path / "all.games", own=False).known == 1
    here.delete([game.id for game in here.games()])
    save_record(tmp_path / "game.json", finished("Zoe"))
    assert bring(here, tmp_path / "all.games", tmp_path / "game.json", own=False).new == 2
    assert {game.name: game.imported for game in here.games()} == {"Anna": False, "Zoe": True}


def test_games_between_programs_are_listed_but_not_in_the_statistics(history: OPEN, tmp_path: Path):
    record = replace(finished(), players=(PlayerInfo("A", "computer", "easy"), PlayerInfo("B", "computer", "expert")))
    save_record(tmp_path / "game.json", record)
    new = history("new")
    assert bring(new, tmp_path / "game.json").new == 1
    assert [game.imported for game in new.games()] == [True]
    assert new.statistics(Span()).hands == 0


def test_an_imported_time_is_the_same_moment_in_every_time_zone(history: OPEN, tmp_path: Path):
    """The list shows the clock time at the place where the game was played. The order of the list follows the
    moments.
    """
    half_past_one = datetime.fromisoformat("2026-10-25T01:30:00")
    old, new = history("old"), history("new")
    for name, hours, at in (("Early", 2, half_past_one + timedelta(minutes=59)), ("Late", 1, half_past_one)):
        ended = at.replace(tzinfo=timezone(timedelta(hours=hours)))  # the clock is set back between the two games
        old.add(CountedGame(finished(name), ended, facts(finished(name)), "finished"))
    export(old, tmp_path / "all.games")
    times = [line.split(" ")[0] for line in (tmp_path / "all.games").read_text().splitlines()[1:]]
    assert times == ["2026-10-25T01:30:00+01:00", "2026-10-25T02:29:00+02:00"]
    bring(new, tmp_path / "all.games", clock=half_past_one + timedelta(days=1))
    assert [(game.name, game.ended.minute) for game in new.games()] == [("Late", 30), ("Early", 29)]
    assert [game.moment for game in new.games()] == [game.moment for game in old.games()]


def test_an_archive_of_version_1_has_local_times(history: OPEN, tmp_path: Path):
    path = tmp_path / "all.games"
    text = finished().to_json().replace("\n", " ")
    path.write_text(f"mile-bones-history 1\n2026-05-04T12:00:00 {text}\n2026-05-04T12:00:00+00:00 {text}\n")
    new = history("new")
    taken = bring(new, path)
    assert (taken.new, taken.refused) == (1, 1), "only version 2 has time zones"
    assert (new.games()[0].ended, new.games()[0].moment) == (NOON, NOON.astimezone().timestamp())


# ------------------------------------------------------------------ faulty files


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


@pytest.mark.sample(fast=4)
@pytest.mark.parametrize("fault", BAD)
def test_a_bad_line_is_reported_and_all_other_lines_are_imported(
    history: OPEN, tmp_path: Path, problems: list, fault: str
):
    spoil, reason = BAD[fault]
    path = tmp_path / "all.games"
    head, first, *others = lines(history("old"), path)
    assert spoil(first) != first
    path.write_bytes(b"".join((head, spoil(first), *others)))
    taken = bring(history("new"), path)
    assert taken.refused == 1
    assert taken.faults[0].file == "all.games" and taken.faults[0].reason.startswith(reason)
    assert taken.new == (0 if fault == "too long" else 2), "after an endless line no more is read"
    assert problems == []


@pytest.mark.parametrize(
    "content",
    [b"", b"rubbish", b"{}", b"mile-bones-history 3\n", b"mile-bones-history 2 1\n", b"mile-bones-history", b"\0" * 99],
)
def test_a_file_of_another_kind_is_reported_as_one_fault(history: OPEN, tmp_path: Path, content: bytes):
    path = tmp_path / "what.games"
    path.write_bytes(content)
    save_record(tmp_path / "game.json", finished())
    taken = bring(history("new"), path, tmp_path / "game.json")
    assert (taken.new, taken.refused) == (1, 1)
    assert taken.faults[0].file == "what.games" and taken.faults[0].reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes in folders")
def test_missing_files_folders_and_pipes_are_reported(history: OPEN, tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    taken = bring(history("new"), tmp_path / "nothing", tmp_path, tmp_path / "pipe")
    assert [fault.reason for fault in taken.faults] == [
        "No such file or directory",
        "it is a folder, not a file",
        "it is not an ordinary file",
    ]


def test_an_endless_line_needs_little_more_memory_than_the_largest_record(history: OPEN, tmp_path: Path):
    path = tmp_path / "all.games"
    path.write_bytes(b"mile-bones-history 1\n")
    os.truncate(path, 200_000_000)
    tracemalloc.start()
    taken = bring(history("new"), path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken.refused == 1
    assert peak < 6 * LARGEST


@pytest.mark.parametrize(("line", "lines", "most"), [(b"\n", 100_000, 1000), (b" " * 400_000 + b"\n", 30, 3)])
def test_the_reader_yields_regularly_also_in_blank_lines(tmp_path: Path, line: bytes, lines: int, most: int):
    path = tmp_path / "all.games"
    path.write_bytes(b"mile-bones-history 2\n" + line * lines)
    numbers = [1, *(step.number for step in read_games(path))]
    assert len(numbers) >= lines / most
    assert max(later - earlier for earlier, later in pairwise(numbers)) <= most


def test_a_growing_file_is_read_only_up_to_its_first_size(tmp_path: Path):
    """A program that continues to write to the file would keep the reader busy for ever."""
    path = tmp_path / "all.games"
    path.write_bytes(b"mile-bones-history 2\n" + b"rubbish\n" * 5)
    steps = 0
    with path.open("ab") as file:
        for _line in read_games(path):
            steps += 1
            assert steps < 20
            file.write(b"rubbish\n" * 5)
            file.flush()
    assert steps == 5


def test_a_very_long_game_is_replayed_in_steps(history: OPEN, tmp_path: Path):
    """The game is valid and has an unusually high target. The generator yields after every thousand actions."""
    brains = [load_player("mile-bones", "easy", seed=seat) for seat in (0, 1)]
    state = MileBones(replace(RULE_SETS["mile-bones"], target=40_000)).new_state(7)
    while not state.is_terminal():
        state.apply_action(brains[state.current_player].choose(state.observation(state.current_player)))
    players = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
    record = Record("mile-bones", "mile-bones", players, state.body(), target=40_000, seed=7)
    actions = sum(len(hand.actions) for hand in record.hands)
    save_record(tmp_path / "game.json", record)
    new = history("new")
    steps = len(list(Import(new, [tmp_path / "game.json"], lambda: NOON).run()))
    assert steps >= actions // 1000 > 1
    assert [game.points for game in new.games()] == [state.totals]


def test_only_the_first_of_many_faults_are_reported(history: OPEN, tmp_path: Path):
    path = tmp_path / "all.games"
    path.write_text("mile-bones-history 1\n" + "rubbish\n" * 1000)
    taken = bring(history("new"), path)
    assert taken.refused == 1000
    assert [fault.reason.partition(",")[0] for fault in taken.faults] == [f"line {n}" for n in range(2, 7)]


# ------------------------------------------------------------------ interruptions


def test_a_stopped_export_leaves_the_old_file_and_no_temporary_file(history: OPEN, tmp_path: Path):
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / "all.games"
    path.write_text("what was there")
    fill(history("old"))
    work = Export(history("old"), history("old").games(), path, folders(tmp_path)).run()
    next(work)
    work.close()
    assert path.read_text() == "what was there"
    assert list(folder.iterdir()) == [path]


KILLED = """
import sys
from pathlib import Path
from mile_bones.library.exchange import Export
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.recent import ExportFolders
history = History(Path(sys.argv[1]), sys.exit)
work = Export(history, history.games(), Path(sys.argv[2]), ExportFolders(Ini(Path(sys.argv[3]), sys.exit))).run()
next(work)
print("half way", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("then", ["start", "export"])
def test_the_temporary_file_of_a_killed_export_is_removed_later(tmp_path: Path, history: OPEN, then: str):
    fill(history("old"))
    profile, out = Profile(tmp_path / "profile"), tmp_path / "out"
    out.mkdir()
    (out / ".mile-bones-notes").write_text("somebody's own")
    script = (sys.executable, "-c", KILLED)
    places = map(str, (tmp_path / "old" / "history.db", out / "all.games", profile.ini_path))
    with subprocess.Popen([*script, *places], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None and killed.stdout.readline() == "half way\n"

        def left() -> set[str]:
            return {path.name for path in out.iterdir() if path.suffix == ".tmp"}

        def start() -> None:
            library = GameLibrary(profile, lambda: NOON, lambda problem: pytest.fail(str(problem)))
            library.resume(NOTHING)
            library.close()

        start()
        assert len(left()) == 1, "a running export keeps its temporary file"
        killed.kill()
    assert len(left()) == 1
    if then == "start":
        start()
        assert ExportFolders(Ini(profile.ini_path, lambda problem: pytest.fail(str(problem)))).paths() == []
    else:
        export(history("old"), out / "others.games")
    assert left() == set()
    assert (out / ".mile-bones-notes").exists()


def test_a_game_that_cannot_be_read_does_not_stop_the_export(history: OPEN, tmp_path: Path):
    old = history("old")
    fill(old)
    games = old.games()
    old.delete([games[1].id])
    out = Export(old, games, tmp_path / "all.games", folders(tmp_path / "x"))
    list(out.run())
    assert (out.written, out.damaged) == (2, 1)
    assert bring(history("new"), tmp_path / "all.games").new == 2


@pytest.mark.parametrize("damage", ["zeros", "locked", "gone"])
def test_an_export_from_an_unreadable_history_keeps_the_last_export(tmp_path: Path, history: OPEN, damage: str):
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
        list(Export(old, games, path, folders(path)).run())
    assert path.read_bytes() == good


def test_an_imported_earlier_state_of_a_game_counts_no_hand_twice(history: OPEN, tmp_path: Path):
    here = history("old")
    whole = finished()
    here.add(CountedGame(whole, NOON, facts(whole), "finished"))
    before = here.statistics(Span())
    half = replace(whole, body=Hands((*whole.hands[:2], replace(whole.hands[2], actions=(), score=None))))
    save_record(tmp_path / "half.json", half)
    assert bring(here, tmp_path / "half.json").new == 1
    assert here.statistics(Span()) == before


@pytest.mark.slow
def test_a_stopped_import_is_completed_by_the_next_import(history: OPEN, tmp_path: Path):
    path = tmp_path / "all.games"
    old, new = history("old"), history("new")
    games: Sequence[Record] = [finished(f"Anna {number}") for number in range(50)]
    old.add_all([CountedGame(record, NOON, facts(record), "finished") for record in games])
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


def test_an_import_into_an_unwritable_history_stops_with_one_message(
    tmp_path: Path, history: OPEN, problems: list[Problem]
):
    save_record(tmp_path / "game.json", finished())
    (tmp_path / "new" / "history.db").mkdir(parents=True)
    taken = bring(history("new"), tmp_path / "game.json")
    assert taken.stopped and taken.new == 0
    assert len(problems) == 1


@pytest.mark.parametrize("kind", ["archive", "record"])
def test_an_imported_game_never_ends_in_the_future(history: OPEN, tmp_path: Path, kind: str) -> None:
    there = history("there")
    there.add(CountedGame(finished(), NOON + timedelta(days=4000), facts(finished()), "finished"))
    path = tmp_path / "from.there"
    if kind == "archive":
        export(there, path)
    else:
        save_record(path, finished())
        os.utime(path, ((NOON + timedelta(days=4000)).astimezone().timestamp(),) * 2)
    new = history("new")
    assert bring(new, path).new == 1
    assert (new.games()[0].ended, new.games()[0].moment) == (NOON, NOON.astimezone().timestamp())
