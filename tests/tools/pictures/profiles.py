"""Fills the profile of a scene with things from earlier days, before the window is opened."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime, timedelta

import many
from desktop.reviewed import keep, reviewed
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import facts
from mile_bones.library.coup_answers import CoupAnswers
from mile_bones.library.coups import coup_of
from mile_bones.library.reviews import Reviews, made_by
from mile_bones.match.numbers import LARGEST
from mile_bones.match.replaying import Replay
from mile_bones.match.review import ChoiceQuestion, HandReview, questions
from mile_bones.match.review_shape import read_hand
from mile_bones.players import load_coach
from mile_bones.storage.backups import Backups
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.results import Results
from mile_bones.storage.rows import CountedGame
from pictures.cubes import TO_SLIDE
from pictures.deals import GAMES

NOW = datetime(2026, 5, 4, 20, 15)  # noqa: DTZ001 - as the game has it: local time
_SCORES = (
    ("a", 0, (6275, 2875), ("Anna", "Computer"), date(2026, 4, 21)),
    ("b", 1, (3750, 5900), ("Anna", "Computer"), date(2026, 4, 30)),
    ("c", 0, (5425, 4950), ("Anna", "Computer"), date(2026, 5, 2)),
)
_PLAYED = ("mile-bones-game-00", "mile-bones-game-01", "mile-bones-game-02", "mile-bones-game-03")


REVIEWED = replace(
    Record.from_json((GAMES / "mile-bones-game-04.json").read_text(encoding="utf-8")),
    players=(PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "expert")),
)
"""The game that ``review.json`` reviews."""


def high_scores(profile: Profile) -> None:
    """Enter three games into the high scores."""
    results = _results(profile)
    for game in _SCORES:
        results.record_game(*game, 0)


def backups(profile: Profile) -> None:
    """Leave a game on each of four days, and a backup on each of the first three."""
    history = History(profile.history_path, _fail)
    high_scores(profile)
    for days, name in zip(range(len(_PLAYED), 0, -1), _PLAYED, strict=True):
        then = NOW - timedelta(days=days)
        record = Record.from_json((GAMES / f"{name}.json").read_text(encoding="utf-8"))
        record = replace(record, players=(PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "original")))
        history.add(CountedGame(record, then, facts(record), "finished"))
        if days > 1:
            Backups(profile, _fail, lambda then=then: then).make_daily()


def whole_review(profile: Profile, count: int | None = None, record: Record = REVIEWED) -> None:
    """Leave a game against the expert in the history, with the review of its first `count` hands, or of all hands if
    `count` is None.

    ``record`` is the same game, perhaps with other players.
    """
    history = History(profile.history_path, _fail)
    history.add(CountedGame(record, NOW, facts(record), "finished"))
    reviews = Reviews(history)
    for shape in json.loads((GAMES.parent / "review.json").read_text(encoding="utf-8"))[:count]:
        reviews.keep(record, read_hand(shape))


def unreviewed(profile: Profile) -> None:
    """Leave the same game without a review."""
    whole_review(profile, 0)


LOOKED_AT = (27, 42, 60, 70)
"""The numbers of some choices of ``reviewed_game``."""


def reviewed_game() -> Record:
    """Return the first hand of a game of Anna's."""
    record = Record.from_json((GAMES / "mile-bones-game-01.json").read_text(encoding="utf-8"))
    players = PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "original")
    return replace(record, players=players, body=Hands(record.hands[:1]))


def reviews(profile: Profile) -> None:
    """Leave a review in which the coach has looked at the choices ``LOOKED_AT``. All other choices were the best."""
    record, coach = reviewed_game(), load_coach("mile-bones")
    assert coach is not None
    (hand,) = reviewed(record, {})
    found = {choice.action: choice for choice in hand.choices}
    for question in questions(Replay(record)):
        if isinstance(question, ChoiceQuestion) and question.action in LOOKED_AT:
            choice = question.answer(coach, 400)
            assert choice is not None
            found[question.action] = choice
    keep(History(profile.history_path, _fail), record, [replace(hand, choices=tuple(found.values()))], NOW)


def many_games(profile: Profile) -> None:
    """Leave the games of two months. They are games of both kinds, also other people's, won, lost and given up, with
    deal numbers of every length.
    """
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
        entered.append(CountedGame(game, then, facts(game), "finished", imported=days % 9 == 4))
    entered.append(CountedGame(TO_SLIDE, NOW, facts(TO_SLIDE), "given_up"))
    history.add_all(entered)


def coups_met(profile: Profile) -> None:
    """Leave three coups of past days: one answered rightly, one answered wrongly, and one only looked at."""
    answers = CoupAnswers(History(profile.history_path, _fail))
    for days, place in ((1, 0), (2, -1)):
        day = NOW.date() - timedelta(days=days)
        answers.keep(day, str(coup_of(day).rating.worths[place].action))
    answers.keep(NOW.date() - timedelta(days=4), "")


def mistakes(profile: Profile) -> None:
    """Leave a game of Anna's in which the coach has marked a choice."""
    _reviewed(profile, "mile-bones-game-00", 1, 110)


def extension_mistake(profile: Profile) -> None:
    """Leave a game in which the coach has marked the answer at the end of a trip."""
    _reviewed(profile, "mile-bones-game-04", 5, 115)


def _reviewed(profile: Profile, name: str, hand: int, action: int) -> None:
    record = Record.from_json((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    record = replace(record, players=(PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "original")))
    record = replace(record, id=f"{1:032x}")  # a different id from those of the games in scenes
    history = History(profile.history_path, _fail)
    history.add(CountedGame(record, NOW - timedelta(days=14), facts(record), "finished"))
    asked = next(
        question
        for question in questions(Replay(record))
        if isinstance(question, ChoiceQuestion) and (question.hand, question.action) == (hand, action)
    )
    coach = load_coach(record.game)
    assert coach is not None
    choice = asked.answer(coach, 240)
    assert choice is not None and choice.mark is not None, "there is something to practise"
    assert Reviews(history).keep(record, HandReview(hand, (0, 0), None, (choice,)))


def reviewed_games(profile: Profile) -> None:
    """Leave the games of two months. The coach has reviewed half of them, some of these long ago."""
    many_games(profile)
    many.review(profile.history_path, made_by("mile-bones"), 0.5)
    with closing(sqlite3.connect(profile.history_path)) as database, database:
        database.execute("UPDATE reviews SET coach = 'an earlier one' WHERE game < 5")


def wrong_numbers(profile: Profile) -> None:
    """Count more games as won than were won, and falsify two lines of the history."""
    backups(profile)
    _results(profile).set_games((4, 2), 1)
    with closing(sqlite3.connect(profile.history_path)) as database, database:
        database.execute("UPDATE games SET points_0 = points_0 + 100 WHERE id = 1")
        database.execute("UPDATE games SET record = x'0102' WHERE id = 2")


def _results(profile: Profile) -> Results:
    return Results(Ini(profile.ini_path, _fail))


def _fail(problem: Problem) -> None:
    raise AssertionError(problem)
