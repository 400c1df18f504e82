"""The coach's review of a game is stored with the game. A problem with a review never costs the game."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from mile_bones.storage import history as module
from mile_bones.storage import schema
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.reviews import KeptReview, KeptSummary
from storage.test_history import NOON, change, entered

FIRST = KeptReview(1, "a coach", '{"luck": 20}', '{"hand": 1}')
SECOND = KeptReview(2, "a coach", '{"luck": -5}', '{"hand": 2}')


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.db"


@pytest.fixture
def history(path: Path, problems: list[Problem]) -> History:
    history = History(path, problems.append)
    history.add(entered("Anna"))
    history.add(entered("Ben"))
    return history


def number(history: History, name: str) -> int:
    found = history.number_of(entered(name).record)
    assert found is not None
    return found


def test_reviews_are_read_back_hand_by_hand_for_their_game(history: History, path: Path):
    anna, ben = number(history, "Anna"), number(history, "Ben")
    assert history.keep_review(anna, SECOND)
    assert history.keep_review(anna, FIRST)
    again = History(path, pytest.fail)
    assert (again.reviews(anna), again.reviews(ben)) == ([FIRST, SECOND], [])
    assert list(again.review_summaries()) == [KeptSummary(anna, *kept[:3]) for kept in (FIRST, SECOND)]


def test_a_later_review_replaces_an_older_one(history: History):
    anna, later = number(history, "Anna"), FIRST._replace(coach="another", review="{}")
    assert history.keep_review(anna, FIRST) and history.keep_review(anna, later)
    assert history.reviews(anna) == [later]


def test_a_missing_game_has_no_number_and_no_review(history: History, problems: list[Problem]):
    assert history.number_of(entered("Cleo").record) is None
    assert not history.keep_review(99, FIRST)
    assert history.reviews(99) == [] and problems == []


def test_a_review_is_deleted_with_its_game(history: History):
    anna, ben = number(history, "Anna"), number(history, "Ben")
    history.keep_review(anna, FIRST)
    history.keep_review(ben, SECOND)
    history.delete([anna])
    history.add(entered("Anna"))
    assert history.reviews(number(history, "Anna")) == []
    assert history.reviews(ben) == [SECOND]


SENSELESS = {
    "not deflated": "UPDATE reviews SET review = x'00ff' WHERE hand = 1",
    "cut off": "UPDATE reviews SET review = substr(review, 1, 8) WHERE hand = 1",
    "no text": f"UPDATE reviews SET review = x'{zlib.compress(bytes([255])).hex()}' WHERE hand = 1",
}


@pytest.mark.parametrize("what", SENSELESS)
def test_a_damaged_review_hides_neither_other_reviews_nor_a_game(
    history: History, path: Path, problems: list[Problem], what: str
):
    anna = number(history, "Anna")
    history.keep_review(anna, FIRST)
    history.keep_review(anna, SECOND)
    change(path, SENSELESS[what])
    assert history.reviews(anna) == [FIRST._replace(review=""), SECOND], "the damaged review is read as empty"
    assert [game.name for game in history.games()] == ["Ben", "Anna"] and problems == []


def test_mending_damaged_reviews_keeps_all_games_and_drops_the_reviews(path: Path, problems: list[Problem]):
    history = History(path, problems.append)
    for game in range(30):
        history.add(entered(f"Anna {game}", ended=NOON.replace(minute=game)))
    long = FIRST._replace(review=bytes(range(32, 127)).decode() * 40 + "".join(map(chr, range(300, 9000))))
    history.keep_review(number(history, "Anna 3"), long)
    with closing(sqlite3.connect(path)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'reviews'").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    path.write_bytes(data)
    assert history.reviews(number(history, "Anna 3")) == []
    assert len(history.games()) == 30 and not any(game.changed for game in history.games())
    assert [problem.kind for problem in problems] == [ProblemKind.HISTORY_RESCUED]
    assert problems[0].counts == (30, 30)
    assert history.keep_review(number(history, "Anna 3"), FIRST)


@pytest.fixture
def third(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A history of the version before reviews."""
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_STEPS", schema._STEPS[:3])
        schema._made.cache_clear()
        history = History(path, pytest.fail)
        history.add(entered("Anna"))
        history.set_fact("word", "two")
    schema._made.cache_clear()
    return path


def test_a_history_without_reviews_is_upgraded_and_keeps_its_games(third: Path, monkeypatch: pytest.MonkeyPatch):
    def games() -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(third)) as database:
            return database.execute("SELECT * FROM games").fetchall()

    before = games()
    history = History(third, pytest.fail)
    monkeypatch.setattr(module, "_MUCH", 0)
    assert not history.takes_long_to_renew(), "the upgrade rewrites no row, however many games there are"
    assert history.keep_review(number(history, "Anna"), FIRST)
    assert (games(), history.fact("word")) == (before, "two")
    with closing(sqlite3.connect(third)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (4,)


def test_the_previous_version_does_not_change_a_history_with_reviews(
    history: History, path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch
):
    history.keep_review(number(history, "Anna"), FIRST)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_STEPS", schema._STEPS[:3])
        schema._made.cache_clear()
        assert History(path, problems.append).games() == []
    schema._made.cache_clear()
    assert ["later version" in problem.message() for problem in problems] == [True]
    assert path.read_bytes() == before
