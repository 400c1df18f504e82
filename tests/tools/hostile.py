"""The promises about reading a file, whatever is in the file.

Each function reads its input as the program does and returns a verdict. If an AssertionError or any other exception
escapes, a promise is broken. Hypothesis and the fuzzer (``tests/tools/fuzzing.py``) use the same functions.
"""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from dataclasses import astuple
from datetime import date, datetime
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.excerpt import legible
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import replay
from mile_bones.library.exchange import Export, Import
from mile_bones.library.review_statistics import reviewed
from mile_bones.library.settings import all_settings
from mile_bones.storage.history import History
from mile_bones.storage.ini import LARGEST as LARGEST_INI
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.recent import ExportFolders
from mile_bones.storage.results import PLACES, Results
from mile_bones.storage.rows import CountedGame, PlayedGame
from mile_bones.storage.settings import LONGEST_NAME, THEME, Settings
from mile_bones.storage.statistics import Span, Statistics

DAY = date(2026, 5, 4)
NOON = datetime.fromisoformat("2026-05-04T12:00:30")
DATABASE = b"SQLite format 3\0"
"""The first bytes of a history file."""

_LONGEST_REASON = 300


class Verdict(Enum):
    """The result for an input."""

    REFUSED = "it is not of the right shape"
    ILLEGAL = "it has the shape, but breaks the rules"
    SOUND = "all of it was accepted"
    SET_ASIDE = "it was damaged, and is kept under another name"


# ------------------------------------------------------------------ records


def read_record(text: str) -> Verdict:
    """Treat a text as a record: read it, write it, read it again, and replay it."""
    try:
        record = Record.from_json(text)
    except RecordError as error:
        lines = text.split("\n")
        _assert_within(error.line, len(lines))
        _assert_within(error.column, len(lines[error.line - 1]) + 1)
        _assert_sentence(error.reason)
        return Verdict.REFUSED
    assert Record.from_json(record.to_json()) == record
    return _play(record)


def _play(record: Record) -> Verdict:
    choices = sum(len(hand.actions) for hand in record.hands)
    try:
        positions = replay(record, seed=1)
        for _choice in range(choices):
            next(positions)
        state, action = next(positions)
    except ReplayError as error:
        if error.hand is not None:
            _assert_within(error.hand, max(1, len(record.hands)))
        if error.hand is not None and error.action is not None:
            _assert_within(error.action, len(record.hands[error.hand - 1].actions))
        _assert_sentence(error.reason)
        return Verdict.ILLEGAL
    assert action is None
    assert next(positions, None) is None
    assert state.body().hands[: len(record.hands)] == record.hands
    return Verdict.SOUND


def _assert_within(place: int, last: int) -> None:
    assert 1 <= place <= last


def _assert_sentence(reason: str) -> None:
    assert 0 < len(reason) <= _LONGEST_REASON, f"{len(reason)} characters"
    assert legible(reason) == reason, ascii(reason)


# ------------------------------------------------------------------ mb.ini


def read_ini(folder: Path, data: bytes) -> Verdict:
    """Read these bytes as mb.ini in an empty folder. Afterwards, the folder is emptied again."""
    try:
        return _read_ini(folder / "mb.ini", data)
    finally:
        _empty(folder)


def _read_ini(path: Path, data: bytes) -> Verdict:
    path.write_bytes(data)
    problems: list[Problem] = []
    ini = Ini(path, problems.append)
    settings, results = Settings(ini), Results(ini)
    _assert_allowed(settings, results)
    verdict = Verdict.SOUND
    if problems:
        verdict = Verdict.SET_ASIDE
        assert _kinds(problems) == [ProblemKind.SETTINGS_DAMAGED]
        assert path.with_name(problems[0].detail).read_bytes() == data
        assert not path.exists()
        assert ini.values == {}
    settings.update({THEME: "dark"})
    results.record_game("a game", 0, (5400, 3000), ("Anna", "Computer"), DAY, 1)
    assert settings.get(THEME) == "dark"
    _assert_allowed(settings, results)
    if _kinds(problems) == [ProblemKind.SETTINGS_UNWRITABLE]:
        assert len(data) > LARGEST_INI // 8  # text with escapes may become too long to be read
        return verdict
    again = Ini(path, problems.append)
    assert again.values == ini.values
    results.clear_high_scores(NOON)
    assert results.high_scores() == {"best": (), "spread": ()}
    assert Results(Ini(path, problems.append)).games == results.games
    assert len(problems) <= 1
    return verdict


def _assert_allowed(settings: Settings, results: Results) -> None:
    for setting in all_settings():
        assert setting.allows(settings.get(setting)), setting.key
    assert all(0 <= count < 10**9 + 1 for count in (*results.games, results.drawn))
    assert results.first in (0, 1, None)
    for entries, least in zip(results.high_scores().values(), (5000, 0), strict=True):
        values = [entry.value for entry in entries]
        assert len(values) <= PLACES
        assert values == sorted(values, reverse=True)
        assert all(value > least for value in values)
        assert all(len(entry.name) <= LONGEST_NAME for entry in entries)
        assert all(type(entry.date) is date for entry in entries)


# ------------------------------------------------------------------ the history


def read_history(folder: Path, data: bytes) -> Verdict:
    """Read these bytes as a database in an empty folder. Afterwards, the folder is emptied again. If the bytes do not
    begin as a database does, they replace the only record in a sound database.
    """
    try:
        path = folder / "history.db"
        return _read_database(path, data) if data.startswith(DATABASE) else _read_blob(path, data)
    finally:
        _empty(folder)


def _read_blob(path: Path, data: bytes) -> Verdict:
    path.write_bytes(_database_of_one())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("UPDATE games SET record = ?", (data,))
    problems: list[Problem] = []
    history = History(path, problems.append)
    (game,) = history.games()
    verdict = _read_game(history, game)
    assert problems == []
    return verdict


def _read_game(history: History, game: PlayedGame) -> Verdict:
    try:
        record = history.record(game.id)
    except RecordError as error:
        _assert_sentence(error.reason)
        return Verdict.REFUSED
    return Verdict.REFUSED if record is None else read_record(record.to_json())


def _read_database(path: Path, data: bytes) -> Verdict:
    path.write_bytes(data)
    problems: list[Problem] = []
    history = History(path, problems.append)
    for game in history.games():
        _assert_game(game)
        _read_game(history, game)
    statistics = history.statistics(Span())
    if statistics is not None:
        _assert_statistics(statistics)
        for part in reviewed(history, "mile-bones", statistics):
            assert 0 <= part <= 1
    history.knows(7, "mile-bones", "mille")
    history.add(_one_game())
    history.clear_statistics()
    names = [game.name for game in history.games()]
    kinds = _kinds(problems)
    assert len(kinds) == len(set(kinds))
    for problem in problems:
        _assert_sentence(problem.message().replace(str(path.parent), ""))
    if not kinds:  # after a problem, it may be in the database that was set aside
        assert _one_game().record.players[0].name in names
    mended = [kind for kind in kinds if kind in (ProblemKind.HISTORY_DAMAGED, ProblemKind.HISTORY_RESCUED)]
    if mended:
        assert path.with_name(problems[kinds.index(mended[0])].detail).exists()
        return Verdict.SET_ASIDE
    return Verdict.REFUSED if kinds else Verdict.SOUND


def _assert_game(game: PlayedGame) -> None:
    texts, numbers = (game.rules, game.level, game.name, game.state), (game.id, *game.points, game.hands)
    assert all(type(text) is str for text in texts), game
    assert all(type(number) is int for number in numbers), game
    assert type(game.ended) is datetime and game.ended.tzinfo is None, game
    assert game.seed is None or type(game.seed) is int, game


def _assert_statistics(statistics: Statistics) -> None:
    sums = [number for side in statistics.sums for number in side.values()]
    spread = [number for side in statistics.spread for pair in side.items() for number in pair]
    results = [number for result in statistics.results for number in (result.own, result.other)]
    won = (*statistics.hands_won, *statistics.won, *statistics.streaks)
    numbers = (statistics.hands, statistics.given_up, statistics.streak, *won, *sums, *spread, *results)
    assert all(type(number) is int for number in numbers), astuple(statistics)
    assert all(result.ended.tzinfo is None for result in statistics.results)
    statistics.hands_by(100)


def _one_game() -> CountedGame:
    players = (PlayerInfo("The one that was added", "human"), PlayerInfo("Computer", "computer", "original"))
    hand = HandRecord(0, (("GO",) * 6, ("25",) * 6), ("50", "STOP"), ("0 draw",))
    tally = {"points": 1200, "miles": 700, "coups": 1, "hazards": 4, "trips": 1, "extensions": 0}
    return CountedGame(Record("mile-bones", "mille", players, Hands((hand,))), NOON, ((tally, tally),), "finished")


@cache
def _database_of_one() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "history.db"
        problems: list[Problem] = []
        History(path, problems.append).add(_one_game())
        assert problems == []
        return path.read_bytes()


# ------------------------------------------------------------------ imported games


def read_games(folder: Path, data: bytes) -> Verdict:
    """Import these bytes in an empty folder. Afterwards, the folder is emptied again."""
    try:
        path = folder / "all.games"
        path.write_bytes(data)
        problems: list[Problem] = []
        history = History(folder / "history.db", problems.append)
        taken = _import(history, path)
        games = history.games()
        assert len(games) == taken.new
        for game in games:
            _assert_game(game)
        again = _import(history, path)
        assert (again.new, again.known, again.refused) == (0, taken.new + taken.known, taken.refused)
        if games:
            _export_and_import(history, folder)
        assert problems == []
    finally:
        _empty(folder)
    if not taken.refused:
        return Verdict.SOUND
    return Verdict.ILLEGAL if taken.new else Verdict.REFUSED


def _export_and_import(history: History, folder: Path) -> None:
    """Export all games and import them into another history, which must get the same games."""
    games = history.games()
    problems: list[Problem] = []
    export = Export(history, games, folder / "again.games", ExportFolders(Ini(folder / "mb.ini", problems.append)))
    list(export.run())
    assert (export.written, export.damaged) == (len(games), 0)
    other = History(folder / "other.db", lambda problem: None)
    assert _import(other, folder / "again.games").new == len(games)
    shown = [sorted((game.ended, game.name, game.points) for game in some) for some in (other.games(), games)]
    assert shown[0] == shown[1]


def _import(history: History, path: Path) -> Import:
    taken = Import(history, [path], lambda: NOON)
    for part in taken.run():
        assert 0 <= part <= 1
    assert not taken.stopped
    assert min(taken.refused, 5) == len(taken.faults)
    for fault in taken.faults:
        _assert_sentence(fault.reason)
    return taken


def packed(text: str) -> bytes:
    """Return a record in the form in which the history stores it."""
    return zlib.compress(text.encode("utf-8"))


def _kinds(problems: list[Problem]) -> list[ProblemKind]:
    return [problem.kind for problem in problems]


def _empty(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()
