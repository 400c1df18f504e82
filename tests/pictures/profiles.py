"""What earlier days have left in the profile of a scene, before the window is opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime, timedelta

import many
from mile_bones.engine import PlayerInfo, Record
from mile_bones.games import facts
from mile_bones.library.reviews import made_by
from mile_bones.match.numbers import LARGEST
from mile_bones.storage import Entered, History, Ini, Problem, Profile, Results
from mile_bones.storage.backups import Backups
from pictures.cubes import TO_SLIDE
from pictures.deals import GAMES

NOW = datetime(2026, 5, 4, 20, 15)  # noqa: DTZ001 - as the game has it: local time
_SCORES = (
    ("a", 0, (6275, 2875), ("Anna", "Computer"), date(2026, 4, 21)),
    ("b", 1, (3750, 5900), ("Anna", "Computer"), date(2026, 4, 30)),
    ("c", 0, (5425, 4950), ("Anna", "Computer"), date(2026, 5, 2)),
)
_PLAYED = ("mile-bones-game-00", "mile-bones-game-01", "mile-bones-game-02", "mile-bones-game-03")


def high_scores(profile: Profile) -> None:
    """Three games stand in the high scores."""
    results = _results(profile)
    for game in _SCORES:
        results.record_game(*game, 0)


def backups(profile: Profile) -> None:
    """A game was played on each of four days, and there is a backup of the first three."""
    history = History(profile.history_path, _fail)
    high_scores(profile)
    for days, name in zip(range(len(_PLAYED), 0, -1), _PLAYED, strict=True):
        then = NOW - timedelta(days=days)
        record = Record.from_json((GAMES / f"{name}.json").read_text(encoding="utf-8"))
        record = replace(record, players=(PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "original")))
        history.add(Entered(record, then, facts(record), "finished"))
        if days > 1:
            Backups(profile, _fail, lambda then=then: then).make_daily()


def many_games(profile: Profile) -> None:
    """Games of two months: both games, other people's, won, lost and given up, with numbers of every length."""
    history = History(profile.history_path, _fail)
    high_scores(profile)
    levels = ("easy", "original", "expert", "champion")
    numbers = (20260504, 7, 1_847_205_113, LARGEST, None)
    entered = []
    for days in range(60, 0, -1):
        then, name = NOW - timedelta(days=days), _PLAYED[days % len(_PLAYED)]
        record = Record.from_json((GAMES / f"{name}.json").read_text(encoding="utf-8"))
        players = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", levels[days % 3 + days % 2]))
        if days % 8 == 2:
            players = (PlayerInfo("Wilhelmina Featherstonehaugh-Wy", "human"), PlayerInfo("Anna", "human"))
        game = replace(record, players=players, seed=numbers[days % 5], id=f"{days:032x}", assisted=days % 5 == 3)
        entered.append(Entered(game, then, facts(game), "finished", imported=days % 9 == 4))
    entered.append(Entered(TO_SLIDE, NOW, facts(TO_SLIDE), "given_up"))
    history.add_all(entered)


def reviewed_games(profile: Profile) -> None:
    """The same, and the coach has reviewed half of them, some of them long ago."""
    many_games(profile)
    many.review(profile.history_path, made_by("mile-bones"), 0.5)
    with closing(sqlite3.connect(profile.history_path)) as database, database:
        database.execute("UPDATE reviews SET coach = 'an earlier one' WHERE game < 5")


def wrong_numbers(profile: Profile) -> None:
    """More games are counted as won than were, and two lines of the history do not say what was played."""
    backups(profile)
    _results(profile).set_games((4, 2), 1)
    with closing(sqlite3.connect(profile.history_path)) as database, database:
        database.execute("UPDATE games SET points_0 = points_0 + 100 WHERE id = 1")
        database.execute("UPDATE games SET record = x'0102' WHERE id = 2")


def _results(profile: Profile) -> Results:
    return Results(Ini(profile.ini_path, _fail))


def _fail(problem: Problem) -> None:
    raise AssertionError(problem)
