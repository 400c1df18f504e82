"""The answers to the coups of the day are kept, and the first answer of each day stays."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from mile_bones.library.coup_answers import CoupAnswers
from mile_bones.storage.history import History

MONDAY, TUESDAY = date(2026, 5, 4), date(2026, 5, 5)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history.db", pytest.fail)


def test_a_new_history_has_no_answers(history: History) -> None:
    answers = CoupAnswers(history)
    assert answers.of(MONDAY) is None and answers.all() == {}


def test_the_first_answer_of_each_day_stays(history: History) -> None:
    answers = CoupAnswers(history)
    answers.keep(MONDAY, "play 100")
    answers.keep(MONDAY, "play 50")
    answers.keep(TUESDAY, "")
    answers.keep(TUESDAY, "play 50")
    again = CoupAnswers(history)
    assert again.all() == {MONDAY: "play 100", TUESDAY: ""}
    assert (again.of(MONDAY), again.of(TUESDAY)) == ("play 100", "")


def test_an_invalid_fact_is_ignored(history: History) -> None:
    history.set_fact("coup of nobody", "play 100")
    history.set_fact("coup 2026-05-04", "play 25")
    assert CoupAnswers(history).all() == {MONDAY: "play 25"}


def test_each_game_has_its_own_answers(history: History) -> None:
    CoupAnswers(history).keep(MONDAY, "play 100")
    other = CoupAnswers(history, "millieu")
    assert other.of(MONDAY) is None and other.all() == {}
    other.keep(MONDAY, "place RED_DISC 3, slide 4 5")
    assert other.all() == {MONDAY: "place RED_DISC 3, slide 4 5"}
    assert CoupAnswers(history).all() == {MONDAY: "play 100"}
