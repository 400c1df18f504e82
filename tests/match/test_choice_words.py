"""The words about one choice of a review."""

from __future__ import annotations

from dataclasses import replace

import pytest

from match.helpers import short_game
from mile_bones.i18n import format_signed
from mile_bones.match.choice_words import choice_text
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, ChoiceQuestion, questions
from mile_bones.players.coach import Rating, Worth

NAMES = ("Anna", "Computer")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return Replay(short_game())


def made(replay: Replay, cost: float, *, se: float = 4.0, spread: float = 60.0, seat: int = 0) -> Choice:
    """Return the first choice of ``seat`` among at least three actions. The chosen action costs ``cost`` points, the
    best action nothing, and every other action ``spread`` points.
    """
    asked = (question for question in questions(replay) if isinstance(question, ChoiceQuestion))
    question = next(one for one in asked if one.observation.seat == seat and len(one.observation.legal_actions()) > 2)
    chosen = str(question.chosen)
    others = [str(action) for action in question.observation.legal_actions() if str(action) != chosen]
    best = others.pop() if cost else chosen
    costs = {best: 0.0} | ({chosen: cost} if cost else {}) | dict.fromkeys(others, spread)
    worths = tuple(Worth(action, 100 - each, 0.5, 100 - each, se if each else 0.0) for action, each in costs.items())
    return Choice(question.hand, question.action, seat, chosen, Rating(worths, 100), "discards", None)


@pytest.mark.parametrize(
    ("cost", "se", "spread", "title", "said"),
    [
        (0.0, 4.0, 60.0, "The best", ""),
        (0.0, 4.0, 3.0, "All the same", "It hardly mattered what was done."),
        (2.0, 0.5, 3.0, "All the same", "It hardly mattered what was done."),
        (8.0, 4.0, 60.0, "As good as the best", "It may be as good as the best: "),
        (0.4, 0.05, 60.0, "Nearly the best", "Costs almost nothing. Better: "),
        (20.0, 4.0, 60.0, "Nearly the best", "Costs about 20 points. Better: "),
        (40.0, 4.0, 60.0, "Doubtful", "Costs about 40 points. Better: "),
        (70.0, 4.0, 60.0, "Mistake", "Costs about 70 points. Better: "),
        (70.0, 40.0, 60.0, "As good as the best", "It may be as good as the best: "),
        (140.0, 4.0, 60.0, "Blunder", "Costs about 140 points. Better: "),
    ],
)
def test_a_choice_has_a_title_and_a_sentence_by_its_cost(replay: Replay, cost, se, spread, title, said):
    choice = made(replay, cost, se=se, spread=spread)
    told = choice_text(replay, choice, None, NAMES, 0)
    assert told.title == title and said in told.text and told.text.startswith("You chose: ")
    assert ("Costs" in told.text) == choice.is_surely_worse


@pytest.mark.parametrize(
    ("seat", "you", "begins"), [(0, 0, "You"), (1, 0, "Computer"), (0, 1, "Anna"), (0, None, "Anna")]
)
def test_the_sentence_names_the_player_who_chose(replay: Replay, seat: int, you: int | None, begins: str):
    text = choice_text(replay, made(replay, 80.0, seat=seat), None, NAMES, you).text
    assert text.startswith(f"{begins} chose: ")


def test_each_alternative_has_columns_and_a_sentence(replay: Replay):
    choice = made(replay, 80.0)
    alternatives = choice_text(replay, choice, None, NAMES, 0).alternatives
    assert [one.is_best for one in alternatives] == [True] + [False] * (len(alternatives) - 1)
    assert len(alternatives) == len(choice.rating.worths)
    (chosen,) = (one for one in alternatives if one.was_chosen)
    assert (chosen.worth, chosen.cost) == ("20, 50%", f"{format_signed(-80)}, 0%")
    assert chosen.sentence == f"{chosen.text}: 20 points, 50% to win, costs 80 points. This was chosen."
    assert alternatives[0].sentence == f"{alternatives[0].text}: 100 points, 50% to win, the best."
    behind = replace(
        choice, rating=Rating((*choice.rating.worths[:1], replace(choice.rating.of(choice.chosen), points=-5.0)), 9)
    )
    assert choice_text(replay, behind, None, NAMES, 0).alternatives[1].worth == f"{format_signed(-5)}, 50%"
