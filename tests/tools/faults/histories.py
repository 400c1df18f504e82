"""Operations on the history, and on games that are exported and imported."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from faults.invariants import Archive, Content, Counted, CountedGame, Games, Somewhere
from faults.scene import NOON, Broken, Scene
from mile_bones.games import facts
from mile_bones.library.exchange import Export, Import
from mile_bones.storage.archive import write_game, write_head
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.recent import ExportFolders
from mile_bones.storage.reviews import KeptReview
from mile_bones.storage.rows import CountedGame as Entry
from mile_bones.storage.statistics import Span
from stories import won

WON = won()
_DATA = Path(__file__).parents[2] / "data"
_NAMES = ("Anna", "Ben", "Cleo")
_MANY = 25
_RUBBISH = b"this is no database " * 500
_FILE = "mine/out.games"  # in a folder in which only the player saves


def game_of(name: str) -> Entry:
    """Return a finished game of this player, ready to be added to the history."""
    number = hashlib.sha256(name.encode()).hexdigest()[:32]  # another id for each player, because a game counts once
    record = replace(WON, players=(replace(WON.players[0], name=name), WON.players[1]), id=number)
    return Entry(record, NOON, facts(record), "finished")


def opened(scene: Scene) -> History:
    return History(scene.profile.history_path, scene.report)


def _in(name: str) -> CountedGame:
    return CountedGame(game_of(name).record, "finished")


def _not_in(name: str) -> CountedGame:
    return CountedGame(game_of(name).record, None)


# ------------------------------------------------------------------ before


def some_games(scene: Scene) -> None:
    opened(scene).add_all([game_of(name) for name in _NAMES])
    scene.holds(*map(_in, _NAMES))


def games_beside_the_database(scene: Scene) -> None:
    """Leave the files of a killed program: the last game is not in the database yet, but in the log beside it."""
    some_games(scene)
    whole = scene.profile.history_path
    with closing(sqlite3.connect(whole)) as reader:
        reader.execute("SELECT * FROM games").fetchone()  # the open reader prevents tidying up at the next close
        opened(scene).add(game_of("Dora"))
        for part in ("", "-wal"):
            shutil.copyfile(f"{whole}{part}", f"{whole}{part}.copy")
    for part in ("", "-wal"):
        Path(f"{whole}{part}.copy").replace(f"{whole}{part}")
    scene.holds(_in("Dora"))


def games_of_the_first_version(scene: Scene) -> None:
    _games_of(scene, _DATA / "first/history.db")


def games_of_the_second_version(scene: Scene) -> None:
    _games_of(scene, _DATA / "second/profile/history.db")


def _games_of(scene: Scene, path: Path) -> None:
    scene.root.mkdir()
    shutil.copyfile(path, scene.profile.history_path)
    with closing(sqlite3.connect(scene.profile.history_path)) as database:
        ((number,),) = database.execute("SELECT COUNT(*) FROM games").fetchall()
    for part in ("-wal", "-shm"):
        Path(f"{scene.profile.history_path}{part}").unlink(missing_ok=True)
    scene.holds(Games(number, number))


def a_damaged_one(scene: Scene) -> None:
    scene.root.mkdir()
    scene.profile.history_path.write_bytes(_RUBBISH)
    scene.holds(Somewhere("history.db", _RUBBISH))


def games_and_a_file(scene: Scene) -> None:
    some_games(scene)
    (scene.root / _FILE).parent.mkdir()
    (scene.root / _FILE).write_bytes(b"an older file")
    scene.holds(Content(_FILE, b"an older file"))


def many_games_in_a_file(scene: Scene) -> None:
    some_games(scene)
    with (scene.root / "in.games").open("wb") as file:
        write_head(file)
        for number in range(_MANY):
            game = game_of(f"Player {number}")
            write_game(file, game.ended.astimezone(), game.record.to_json())


# ------------------------------------------------------------------ what may fail


def add(scene: Scene) -> None:
    """Add games while the disk fails, then on a sound disk, then while the disk fails again. Each game is added
    completely or not at all.
    """
    here = opened(scene)
    with scene.doing(_in("Emil")) as step:
        step.done = here.add(game_of("Emil"))
    scene.heal()
    if not (here.add(game_of("Emil")) and here.add(game_of("Fanny"))):
        raise Broken("it could not be entered on a sound disk")
    scene.holds(_in("Emil"), _in("Fanny"))
    scene.fail_again()
    with scene.doing(_in("Gustav")) as step:
        step.done = here.add(game_of("Gustav"))


def add_beside_what_is_damaged(scene: Scene) -> None:
    """Add a game beside a damaged history, which is kept under another name."""
    here = opened(scene)
    with scene.doing(_in("Emil")) as step:
        step.done = here.add(game_of("Emil"))


def add_to_an_older_one(scene: Scene) -> None:
    """Add a game to a history of an earlier version. The tables of the history are brought up to date, completely or
    not at all.
    """
    here = opened(scene)
    (known,) = (fact for fact in scene.facts.values() if isinstance(fact, Games))
    with scene.doing(Games(known.least + 1, known.least + 1)) as step:
        step.done = here.add(game_of("Emil"))


def delete(scene: Scene) -> None:
    here = opened(scene)
    numbers = [game.id for game in _list(scene, here, _NAMES) if game.name == "Ben"]
    scene.holds(Counted(len(_NAMES)))
    if numbers:
        with scene.doing(_not_in("Ben"), Counted(2)) as step:
            step.done = here.delete(numbers)


def clear_statistics(scene: Scene) -> None:
    scene.holds(Counted(len(_NAMES)))
    with scene.doing(Counted(0)) as step:
        step.done = opened(scene).clear_statistics()


def write_down(scene: Scene) -> None:
    """Write down notes of the program: a fact, and the games that are in the high scores."""
    here = opened(scene)
    if here.set_fact("word", "one") and here.fact("word") != "one" and not scene.problems:
        raise Broken("it was not written down, and nobody was told")
    unscored = [game.digest for game in here.unscored()]
    if here.mark_scored(unscored) and here.unscored() and not scene.problems:
        raise Broken("it was not marked, and nobody was told")


def keep_reviews(scene: Scene) -> None:
    """Keep reviews. A review that is reported as kept can be read on a sound disk, and no game is endangered."""
    here = opened(scene)
    game = here.number_of(game_of("Ben").record)
    if game is None:
        if not scene.problems:
            raise Broken("a game is missing, and nobody was told")
        return
    for hand in (1, 2):
        review = KeptReview(hand, "a coach", "{}", '{"hand": 1}' * 2000)
        kept = here.keep_review(game, review)
        scene.heal()
        if kept and review not in here.reviews(game):
            raise Broken("a review was not kept, and nobody was told")
        scene.fail_again()


def look(scene: Scene) -> None:
    """Read the whole history. Either everything is there, or a loss is reported."""
    here = opened(scene)
    names = [name for name in (*_NAMES, "Dora") if _in(name) in scene.facts.values()]
    for game in _list(scene, here, names):
        record = here.record(game.id)
        if record is None and not scene.problems:
            raise Broken("a record is missing, and nobody was told")
        if record is not None and record != game_of(game.name).record:
            raise Broken("a record is another")
    statistics = here.statistics(Span())
    if not scene.problems and (statistics is None or len(statistics.results) != len(names)):
        raise Broken(f"the statistics count other games, and nobody was told: {statistics}")


def _list(scene: Scene, here: History, names: Sequence[str]) -> list:
    games = here.games()
    found = sorted(game.name for game in games)
    if found != sorted(names) and not scene.problems:
        raise Broken(f"only {found} are listed, and nobody was told")
    return games


def export(scene: Scene) -> None:
    here = opened(scene)
    folders = ExportFolders(Ini(scene.profile.ini_path, scene.report))
    with scene.doing(Archive(_FILE, len(_NAMES)), raises=(OSError,)):
        out = Export(here, _list(scene, here, _NAMES), scene.root / _FILE, folders)
        for _part in out.run():
            pass
        if out.damaged:
            raise Broken("a sound game was called damaged")


def import_(scene: Scene) -> None:
    """Import games. A game that could not be imported is imported the next time, and only once."""
    everything = len(_NAMES) + _MANY
    scene.holds(Games(len(_NAMES), everything))
    with scene.doing(Games(everything, everything), Counted(everything)) as step:
        taken = _import(scene)
        step.done, step.told = taken.new == _MANY, bool(taken.faults)
    scene.heal()
    taken = _import(scene)
    if taken.known + taken.new != _MANY:
        raise Broken(f"not all games came in from a sound disk: {taken}")
    scene.holds(Games(everything, everything), Counted(everything))


def _import(scene: Scene) -> Import:
    taken = Import(opened(scene), [scene.root / "in.games"], scene.clock, own=True)
    for _part in taken.run():
        pass
    return taken
