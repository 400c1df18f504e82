"""The sentences of a review use each game's own words. The short list of marked choices can be used."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mile_bones.desktop.dialogs.lists import LongList
from mile_bones.desktop.dialogs.review_figures import Mark, ReviewFigures
from mile_bones.desktop.dialogs.review_list import MarkList
from mile_bones.desktop.review_panel import ReviewPanel
from mile_bones.engine.record import GIVEN_UP
from mile_bones.games import spec
from mile_bones.match.choice_words import Alternative
from mile_bones.match.cost_words import cost_figures
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, HandReview, Review
from mile_bones.players.coach import Cost, Rating, Worth
from mile_bones.storage.records import load_record
from pictures.cubes import TO_PLACE
from pictures.profiles import REVIEWED

MONTREAL = Path(__file__).parents[2] / "data" / "montreal" / "game-usual.json"
GAMES = ("mile-bones", "montreal-mille", "millieu")


@cache
def figures(game: str) -> ReviewFigures:
    if game == "montreal-mille":
        return ReviewFigures(load_record(MONTREAL))
    return ReviewFigures({"mile-bones": REVIEWED, "millieu": TO_PLACE}[game])


def review(done: int, of: int, *, unfinished: bool = False) -> Review:
    """Return a review of the first `done` of `of` hands. No hand has a choice."""
    return Review(tuple(HandReview(hand, (0, 0), None, ()) for hand in range(1, done + 1)), of, unfinished)


def dear_choice(game: str) -> Choice:
    """Return a choice of the first hand that cost 100 points."""
    steps = enumerate(Replay(figures(game).record).steps(1), 1)
    at, state = next((at, state) for at, (state, _action) in steps if at > 1 and len(state.legal_actions()) > 1)
    best, other = map(str, state.legal_actions()[:2])
    worths = (Worth(best, 100.0, 0.6, 100.0, 0.0), Worth(other, 0.0, 0.5, 0.0, 1.0))
    return Choice(1, at, state.current_player, other, Rating(worths, 4), "discards", "points")


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("found", "texts"),
    [
        (
            review(0, 0),
            (
                "No hand of this game is over yet: there is nothing to look at.",
                "No deal of this game is over yet: there is nothing to look at.",
                "This game is not over yet: there is nothing to look at.",
            ),
        ),
        (
            review(0, 1),
            (
                "0 of 1 hand looked at.",
                "0 of 1 deal looked at.",
                "The coach has not yet looked at the whole game.",
            ),
        ),
        (
            review(1, 1),
            (
                "The whole hand has been looked at.",
                "The whole deal has been looked at.",
                "The whole game has been looked at.",
            ),
        ),
        (review(1, 3), ("1 of 3 hands looked at.", "1 of 3 deals looked at.")),
        (review(3, 3), ("All 3 hands have been looked at.", "All 3 deals have been looked at.")),
        (
            review(2, 2, unfinished=True),
            (
                "All 2 hands have been looked at. The next one is not over, and was left out.",
                "All 2 deals have been looked at. The next one is not over, and was left out.",
            ),
        ),
    ],
)
def test_the_progress_of_a_review_uses_the_games_word_for_a_hand(found: Review, texts: tuple[str, ...]) -> None:
    for game, text in zip(GAMES, texts, strict=False):
        assert figures(game).progress(found) == text


@pytest.mark.parametrize(
    ("game", "what"),
    [("mile-bones", "in its first hand"), ("montreal-mille", "in its first deal"), ("millieu", "")],
)
def test_a_game_that_was_given_up_at_once_is_said_to_be_given_up(game: str, what: str) -> None:
    told = ReviewFigures(figures(game).record)
    told.record = replace(told.record, ended=GIVEN_UP)
    assert told.progress(review(0, 0)) == f"This game was given up {what}".rstrip() + ": there is nothing to look at."
    assert "given up" not in told.progress(review(1, 1, unfinished=True))


@pytest.mark.parametrize(
    ("game", "word", "head", "errors", "first"),
    [
        ("mile-bones", "Hand", "All hands", "Errors, points a hand", "the first hand has"),
        ("montreal-mille", "Deal", "All deals", "Errors, points a deal", "the first deal has"),
        ("millieu", "Turn", "The whole game", "Errors, per cent of the game", "the whole game has"),
    ],
)
def test_heads_and_lines_use_the_games_word_for_a_hand(
    game: str, word: str, head: str, errors: str, first: str
) -> None:
    told = figures(game)
    assert told.part_word == word
    assert told.nothing_dear(review(0, 1)) == f"They come here as soon as {first} been looked at."
    assert told.nothing_dear(review(1, 1)) == "No choice of yours cost much: well played."
    plan = told.numbers(review(1, 1))
    assert plan.columns[0].header.text == head
    assert errors in [row.cells[0].text for row in plan.rows]


@pytest.mark.parametrize(
    ("game", "place"),
    [
        ("mile-bones", ", hand 1, after move {}"),
        ("montreal-mille", ", deal 1, after move {}"),
        ("millieu", ", after move {}"),
    ],
)
def test_the_place_of_a_marked_choice_names_its_hand_if_there_is_one(game: str, place: str) -> None:
    choice = dear_choice(game)
    assert figures(game).mark(choice).place == "Mistake" + place.format(choice.action - 1)


@pytest.mark.parametrize("game", GAMES)
def test_only_mille_says_how_sure_a_cost_is(game: str) -> None:
    """Its worths are in points alone, and each marked choice is measured in many worlds."""
    text = figures(game).mark(dear_choice(game)).text
    assert (", give or take 1 point. Better: " in text) == (game == "montreal-mille")


def test_an_axis_numbers_the_hands_or_else_every_few_turns() -> None:
    told = figures("mile-bones")
    assert told.parts() == [(number - 0.5, number) for number in range(1, told.parts()[-1][1] + 1)]
    told = figures("millieu")
    places, numbers = zip(*told.parts(), strict=True)
    assert list(numbers) == [numbers[0] * number for number in range(1, len(numbers) + 1)]
    assert 3 < len(numbers) <= 12 and list(places) == sorted(set(places)) and places[0] > 0 and places[-1] < 1


def test_all_actions_of_a_turn_have_its_number() -> None:
    told, before, turn = figures("millieu"), None, 0
    for number, (state, action) in enumerate(Replay(told.record).steps(1), 1):
        if action is not None:
            turn += state.current_player != before
            before = state.current_player
            assert told.part(replace(dear_choice("millieu"), action=number)) == turn
    assert turn > 5


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("game", "word"), [("mile-bones", "Hand"), ("montreal-mille", "Deal"), ("millieu", "Turn")])
def test_the_charts_of_a_review_are_tables_with_numbers_at_the_right(game: str, word: str) -> None:
    choice = dear_choice(game)
    chances = figures(game).chances_table([choice])
    assert heads(chances) == [word, "After move", "What was done", "Chance", "Cost"]
    assert at_the_right(chances) == [3, 4]
    assert chances.model().index(0, 0).data() == str(figures(game).part(choice))
    assert chances.model().index(0, 4).data() == f"Mistake, {cost_figures(Cost(100, 0.1), spec(game))}"
    hands = figures(game).hands_table(review(1, 1))
    assert heads(hands) == [word, "Player", "Result", "Luck", "Skill"]
    assert at_the_right(hands) == [2, 3, 4]
    assert (
        chances.header().sectionResizeMode(2)
        == hands.header().sectionResizeMode(1)
        == chances.header().ResizeMode.Stretch
    )


def heads(table: LongList) -> list[str]:
    model = table.model()
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]


def at_the_right(table: LongList) -> list[int]:
    """Return the columns of numbers, which are aligned to the end of the line."""
    model, side = table.model(), Qt.ItemDataRole.TextAlignmentRole
    trailing = Qt.AlignmentFlag.AlignTrailing.value
    return [column for column in range(model.columnCount()) if model.index(0, column).data(side) & trailing]


# ------------------------------------------------------------------ lists

MARKS = [Mark(f"Title {number}", f"Place {number}", f"Text {number}.") for number in range(3)]
SAID = ["Place 0. Title 0. Text 0.", "Place 1. Title 1. Text 1.", "Place 2. Title 2. Text 2."]


@pytest.fixture
def marks(qtbot, dressed) -> MarkList:
    dressed()
    made = MarkList("The choices that cost most", 3)
    qtbot.addWidget(made)
    made.show_marks(MARKS)
    made.resize(400, made.height())
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_a_marked_choice_is_one_sentence_when_read_and_as_a_tool_tip(marks: MarkList) -> None:
    rows = [marks.item(row) for row in range(marks.count())]
    assert [row.text() for row in rows] == ["Title 0", "Title 1", "Title 2"]
    assert [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows] == SAID
    assert [row.toolTip() for row in rows] == SAID
    assert marks.accessibleName() == "The choices that cost most" and marks.objectName() == "mark_list"


def test_a_marked_choice_is_chosen_by_enter_space_or_a_click(marks: MarkList) -> None:
    chosen: list[int] = []
    marks.chosen.connect(chosen.append)
    for row, key in enumerate((Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)):
        marks.setCurrentRow(row)
        QTest.keyClick(marks, key)
    assert chosen == [0, 1, 2]
    QTest.mouseClick(marks.viewport(), Qt.MouseButton.LeftButton, pos=marks.visualItemRect(marks.item(1)).center())
    assert chosen == [0, 1, 2, 1]
    marks.show_marks([])
    QTest.keyClick(marks, Qt.Key.Key_Return)
    assert chosen == [0, 1, 2, 1], "there is no row to choose"


def test_new_marked_choices_keep_the_current_row(marks: MarkList) -> None:
    assert marks.currentRow() == 0
    marks.setCurrentRow(2)
    marks.show_marks(MARKS[::-1])
    assert marks.currentRow() == 2
    marks.show_marks(MARKS[:2])
    assert marks.currentRow() == 1


def test_an_alternative_is_one_sentence_when_read_and_as_a_tool_tip(qtbot, dressed) -> None:
    dressed()
    panel = ReviewPanel()
    qtbot.addWidget(panel)
    sentence = "Play Go: 10 points on average, the best."
    panel.show_choice("The best", "", (Alternative("Play Go", "10", "", sentence, is_best=True, was_chosen=True),))
    row = panel.list.item(0)
    assert panel.texts == [sentence]
    assert (row.text(), row.toolTip()) == ("Play Go", sentence)
    assert panel.list.objectName() == "alternatives" and panel.list.accessibleName() == "What could be done"
    panel.show_choice("No choice", "")
    assert panel.texts == [] and panel.list.isHidden()


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_chances_shows_what_the_opponent_gave_away_if_nothing_is_hidden(game: str):
    """In the other games the near player does not know what the opponent knows."""
    of = figures(game)
    choice = replace(dear_choice(game), seat=of.near)
    points = of.chances([choice, replace(choice, seat=1 - of.near)], whole=False).points
    after = (of.place(choice), 0.5)
    assert points[-1] == after and len(points) == (1 if spec(game).has_hidden_cards else 2)
    assert all(place < of.place(choice) and chance == 0.6 for place, chance in points[:-1])
