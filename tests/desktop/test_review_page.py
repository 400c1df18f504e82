"""The page of a review: its contents, its growth, the ways from it to the table, and the places where it is offered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person, past
from match.helpers import short_game
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.controllers.reviews import ReviewState
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.question import MessageDialog
from mile_bones.desktop.dialogs.review import ReviewDialog
from mile_bones.desktop.dialogs.review_figures import ReviewFigures
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import facts, spec
from mile_bones.match.cost_words import cost_figures, cost_text
from mile_bones.match.replaying import Replay
from mile_bones.match.review import HandReview, Review, gathered
from mile_bones.match.review_shape import read_hand
from mile_bones.players import has_coach
from mile_bones.storage.records import load_record
from mile_bones.storage.rows import CountedGame
from pictures.cubes import TO_PLACE
from pictures.deals import GAMES
from pictures.profiles import NOW, REVIEWED, whole_review
from pictures.scenes import GOAL, LAST_HAND

GAME = spec("mile-bones")


@pytest.fixture(scope="module")
def review() -> Review:
    """The review of the game REVIEWED, which a person in seat 0 plays against a computer."""
    shapes = json.loads((GAMES.parent / "review.json").read_text(encoding="utf-8"))
    return gathered(Replay(REVIEWED), map(read_hand, shapes))


def in_history(home: Home, hands: int | None = None) -> Person:
    """Open the list of a history with one game, of which `hands` hands have been reviewed."""
    whole_review(home.profile, hands)
    person = home.open()
    person.key(Qt.Key.Key_H, modifiers=Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    person.wait_until(lambda: person.dialog(HistoryDialog).review.isEnabled())
    return person


def page(person: Person) -> ReviewDialog:
    """Wait for the page and its charts, and return the page."""
    person.wait_until(lambda: isinstance(person.dialogs()[-1], ReviewDialog))
    dialog = person.dialog(ReviewDialog)
    person.wait_until(lambda: dialog.chances is not None)
    QApplication.processEvents()  # the charts get their size
    return dialog


@pytest.fixture
def whole(home: Home) -> tuple[Person, ReviewDialog]:
    """Return a person and the page of a complete review that was kept for a past game."""
    person = in_history(home)
    person.click_button(person.dialog(HistoryDialog).review)
    return person, page(person)


@pytest.fixture(scope="module")
def shown(qapp, review: Review) -> Iterator[ReviewDialog]:
    """Yield the page without a window, for tests that need no window."""
    dialog = ReviewDialog(ReviewFigures(REVIEWED), review)
    dialog.show_review(review, list(review.choices()))
    dialog.show_state(1.0)
    while dialog.chances is None:
        qapp.processEvents()
    yield dialog
    dialog.close()
    dialog.deleteLater()


def numbers(dialog: ReviewDialog) -> dict[str, tuple[str, ...]]:
    return {row.cells[0].text: tuple(cell.text for cell in row.cells[1:]) for row in dialog.numbers.plan.rows}


def value(text: str) -> int:
    return int(text.replace(",", "").replace("\N{MINUS SIGN}", "-").replace("\N{LEFT-TO-RIGHT MARK}", ""))


def stands_at(person: Person, choice) -> bool:
    """Return True if the replay shows the position before this choice."""
    replay = person.window.replay
    return replay.record is not None and replay.position == replay.replay.position(choice.hand, choice.action - 1)


# ------------------------------------------------------------------ the content


def test_a_kept_review_is_shown_at_once(whole, review: Review):
    person, dialog = whole
    assert person.window.reviews.state_of(REVIEWED) is ReviewState.RESTING, "the review is complete"
    assert dialog.note.text() == "All 5 hands have been looked at."
    assert not dialog.run.isVisible() and not dialog.bar.isVisible()
    assert dialog.band.subtitle.text() == "You against the computer: Expert. Mile Bones 2.1."


def test_the_displayed_luck_and_skill_add_up_to_the_result(shown: ReviewDialog, review: Review):
    found = numbers(shown)
    for seat in (0, 1):
        result, luck, skill = (value(found[name][seat]) for name in ("Result", "Luck", "Skill: result without luck"))
        assert result == review.result(seat) and luck == round(review.luck_of(seat) or 0)
        assert luck + skill == result
        assert value(found["Errors, points a hand"][seat]) == round(review.error_rate(seat).a_hand)
    assert set(found["In a word"]) <= {"Champion", "Expert", "Strong", "Good", "Learning", "At random"}


def test_the_costliest_choices_are_the_players_own_with_reasons(shown: ReviewDialog, review: Review):
    dearest = review.dearest(seat=0)
    assert shown.marks.count() == len(dearest) == 3
    for row, choice in enumerate(dearest):
        spoken = shown.marks.item(row).data(Qt.ItemDataRole.AccessibleTextRole)
        assert f"Costs about {cost_text(choice.cost, spec('mile-bones'))}. Better: " in spoken
        assert f"hand {choice.hand}, after move {choice.action - 1}" in spoken
        assert "stupid" not in spoken.casefold()


def test_every_marked_choice_is_a_dot(shown: ReviewDialog, review: Review):
    dots = sum(len(side.data) for side in shown.chances._sides)
    assert dots == len(review.marked()) > 20


def test_the_line_shows_the_near_players_chances_to_the_end(review: Review):
    figures = ReviewFigures(REVIEWED)
    choices = list(review.choices())
    line = figures.chances(choices, whole=True)
    own = [choice for choice in choices if choice.seat == 0]
    assert [chance for _place, chance in line.points] == [choice.chance for choice in own] + [1.0]
    assert line.points[-1][0] == 5 and figures.end == 1.0, "seat 0 has won"
    places = [place for place, _chance in line.points]
    assert places == sorted(places)
    between = line.at((places[3] + places[4]) / 2)
    assert between is not None and min(line.points[3][1], line.points[4][1]) <= between
    assert between <= max(line.points[3][1], line.points[4][1])


def test_the_line_of_a_player_in_seat_1_shows_that_seats_chances(review: Review):
    figures = ReviewFigures(replace(REVIEWED, players=REVIEWED.players[::-1]))
    assert figures.near == 1 and figures.end == 0.0
    choices = list(review.choices())
    own = [choice.rating.of(choice.chosen).chance for choice in choices if choice.seat == 1]
    assert [chance for _place, chance in figures.chances(choices, whole=False).points] == own


def test_two_people_are_called_by_their_names(qtbot, review: Review):
    players = (PlayerInfo("Ann", "human"), PlayerInfo("Bea", "human"))
    figures = ReviewFigures(replace(REVIEWED, players=players))
    dialog = ReviewDialog(figures, review)
    qtbot.addWidget(dialog)
    assert dialog.band.subtitle.text() == "Ann against Bea. Mile Bones 2.1."
    assert [cell.text for cell in (column.header for column in dialog.numbers.plan.columns)][1:] == ["Ann", "Bea"]
    assert figures.dearest(review) == review.dearest() and {choice.seat for choice in review.dearest()} == {0, 1}
    assert figures.chances_title() == "The chance of Ann to win the game"
    dialog.close()


def test_a_review_without_luck_does_not_show_luck(qtbot, review: Review):
    bare = Review(tuple(HandReview(hand.hand, hand.points, None, hand.choices) for hand in review.hands), 5, False)
    dialog = ReviewDialog(ReviewFigures(REVIEWED), bare)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.luck is not None)
    assert not ReviewFigures(REVIEWED).has_luck(bare) and dialog.luck.isHidden()
    assert list(numbers(dialog)) == ["Result", "Errors, points a hand", "In a word"]
    dialog.as_table.click()
    assert len(tables(dialog)) == 1
    dialog.close()


# ------------------------------------------------------------------ charts by keyboard and screen reader


def test_keys_go_from_dot_to_dot_and_each_is_announced(whole, review: Review, qtbot):
    person, dialog = whole
    first, second = review.marked()[:2]
    dialog.chances.setFocus()
    for step, choice in ((Qt.Key.Key_Right, first), (Qt.Key.Key_Right, second), (Qt.Key.Key_Left, first)):
        with qtbot.waitSignal(dialog.announcer.announced) as said:
            person.key(step)
        assert f"Costs about {cost_text(choice.cost, spec('mile-bones'))}." in said.args[0] == dialog.detail.text()
    person.key(Qt.Key.Key_Left)
    assert dialog.chances.selected == first, "the first dot has none before it"
    person.key(Qt.Key.Key_End)
    assert dialog.chances.selected == review.marked()[-1]
    person.key(Qt.Key.Key_Return)
    person.wait_until(lambda: stands_at(person, review.marked()[-1]))
    assert person.dialogs() == []


def test_tab_follows_the_visual_order(whole):
    person, dialog = whole
    dialog.chances.setFocus()
    met = [QApplication.focusWidget()]
    for _step in range(5):
        person.key(Qt.Key.Key_Tab)
        met.append(QApplication.focusWidget())
    assert met == [dialog.chances, dialog.luck, dialog.numbers, dialog.marks, dialog.as_table, dialog.close_button]


def test_pointing_at_a_dot_explains_it_and_a_click_opens_its_replay(whole, review: Review):
    person, dialog = whole
    choice = review.marked()[0]
    spot = dialog.chances.spot_of(choice).toPoint()
    QTest.mouseMove(dialog.windowHandle(), dialog.chances.viewport().mapTo(dialog, spot))
    assert dialog.chances.selected == choice
    assert dialog.detail.text().endswith(dialog._figures.mark(choice).text)
    QTest.mouseClick(dialog.chances.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    person.wait_until(lambda: stands_at(person, choice))


def test_a_click_beside_the_dots_chooses_nothing(whole):
    person, dialog = whole
    QTest.mouseClick(dialog.chances.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert person.window.replay.record is None and dialog.chances.selected is None


def tables(dialog: ReviewDialog) -> list:
    from mile_bones.desktop.dialogs.lists import LongList

    return dialog.stack.currentWidget().findChildren(LongList)


def test_the_charts_can_be_read_as_tables(whole, review: Review):
    person, dialog = whole
    described = dialog.chances.accessibleDescription()
    assert f"{len(review.marked())} marked choices." in described and "as a table" in described
    assert "as a table" in dialog.luck.accessibleDescription()
    person.click_button(dialog.as_table)
    chances, hands = tables(dialog)
    assert chances.accessibleName() == "Your chance to win the game"
    assert chances.model().rowCount() == len(list(review.choices())) and hands.model().rowCount() == 10
    model, choice = chances.model(), review.marked()[0]
    row = list(review.choices()).index(choice)
    assert cost_figures(choice.cost, GAME) in model.index(row, 4).data()
    line = [model.index(row, column).data() for column in range(2)]
    assert line == [str(choice.hand), str(choice.action - 1)]
    chances.activated.emit(model.index(row, 0))
    person.wait_until(lambda: stands_at(person, choice))


def test_enter_on_a_costly_choice_shows_it_on_the_table(whole, review: Review):
    person, dialog = whole
    dialog.marks.setFocus()
    person.key(Qt.Key.Key_Down, Qt.Key.Key_Return)
    choice = review.dearest(seat=0)[1]
    person.wait_until(lambda: stands_at(person, choice))
    place = person.window.replay.bar.place.text()
    assert place.startswith(f"Hand {choice.hand} of 5, move {choice.action - 1} of"), (
        "the place is the one named in the list"
    )


def test_everything_has_a_name_for_a_screen_reader(shown: ReviewDialog):
    for widget in (shown.chances, shown.luck, shown.numbers, shown.marks, shown.bar, shown.as_table):
        interface = QAccessible.queryAccessibleInterface(widget)
        assert interface.text(QAccessible.Text.Name), widget


# ------------------------------------------------------------------ growing


@pytest.mark.proof
def test_a_review_grows_stops_and_continues_after_a_restart(home: Home, qtbot):
    record = short_game()
    past(home).add(CountedGame(record, NOW, facts(record), "unfinished"))
    person = home.open()
    person.window.reviews.worlds = 40  # so that the second hand is still unfinished when the first is seen
    dialog = person.window.review_page.show(record)
    assert dialog.note.text() == "0 of 2 hands looked at." and dialog.run.text() == "&Stop"
    with qtbot.waitSignal(person.window.reviews.hand_reviewed):
        qtbot.waitUntil(lambda: len(person.window.reviews.choices_of(record)) > 3)
        qtbot.waitUntil(lambda: dialog.bar.value() > 0)
    person.click_button(dialog.run)
    qtbot.waitUntil(lambda: dialog.note.text() == "1 of 2 hands looked at.")
    assert value(numbers(dialog)["Result"][0]) != 0
    assert dialog.run.text() == "&Go on" and person.window.reviews.state_of(record) is ReviewState.RESTING
    person.quit()

    later = home.open()
    later.window.reviews.worlds = 40
    again = []
    later.window.reviews.hand_reviewed.connect(lambda _record, hand: again.append(hand.hand))
    dialog = later.window.review_page.show(record)
    assert dialog.note.text() == "1 of 2 hands looked at."
    qtbot.waitUntil(lambda: dialog.note.text().startswith("All 2 hands"))
    assert len(again) == 1 and "left out" in dialog.note.text(), "a third hand was begun"
    assert not dialog.run.isVisible()


def test_the_button_stops_and_continues_a_review(home: Home):
    person = in_history(home, hands=3)
    person.click_button(person.dialog(HistoryDialog).review)
    dialog = page(person)
    state = person.window.reviews.state_of
    assert dialog.note.text() == "3 of 5 hands looked at." and state(REVIEWED) is ReviewState.RUNNING
    person.click_button(dialog.run)
    assert state(REVIEWED) is ReviewState.RESTING and dialog.run.text() == "&Go on"
    person.click_button(dialog.run)
    assert state(REVIEWED) is ReviewState.RUNNING and dialog.run.text() == "&Stop"
    person.key(Qt.Key.Key_Escape)
    person.dialog(HistoryDialog)
    assert state(REVIEWED) is ReviewState.RUNNING, "the review continues without its page"


def test_a_failed_review_is_explained_on_the_page(home: Home, monkeypatch: pytest.MonkeyPatch, qtbot):
    person = in_history(home, hands=3)
    monkeypatch.setattr("mile_bones.library.reviews.command", lambda: ["/there/is/no/such/program"])
    person.click_button(person.dialog(HistoryDialog).review)
    dialog = page(person)
    qtbot.waitUntil(lambda: "does not start" in dialog.note.text())
    assert dialog.run.text() == "&Go on"


def test_no_hand_is_reviewed_before_it_is_over(home: Home):
    person = home.open(replace(short_game(), body=Hands(short_game().hands[2:]), id=""))
    person.choose("Game", "Review this game")
    assert person.dialog(MessageDialog).text.accessibleName().startswith("No hand of this game is over yet")
    assert person.window.reviews.state_of(person.play.match.record()) is ReviewState.RESTING


# ------------------------------------------------------------------ the offers


def ended(home: Home) -> Person:
    """Return a person in front of the score sheet of a finished game."""
    person = home.open(LAST_HAND)
    sheet = person.win()
    assert isinstance(sheet, ScoreSheetDialog)
    return person


def test_the_end_of_a_game_offers_a_review_and_a_way_back_from_it(home: Home):
    person = ended(home)
    person.click_button(person.dialog(ScoreSheetDialog).review)
    dialog = page(person)
    record = person.play.match.record()
    choice = next(choice for choice in _marked(record))
    dialog.choice_chosen.emit(choice)
    person.wait_until(lambda: stands_at(person, choice))
    assert person.dialogs() == [], "the sheet is hidden meanwhile"
    person.click_button(person.window.replay.bar.leave)
    person.asked(ScoreSheetDialog)
    assert person.play.match.record() == record, "no new game has begun meanwhile"


def _marked(record: Record):
    """Yield a choice that costs something."""
    from mile_bones.match.review import Choice
    from mile_bones.players.coach import Rating, Worth

    state, _action = next(
        (state, action)
        for state, action in Replay(record).steps(2)
        if action is not None and len(state.legal_actions()) > 1
    )
    one, other = state.legal_actions()[:2]
    worths = (Worth(str(one), 100.0, 0.6, 100.0, 0.0), Worth(str(other), 0.0, 0.5, 0.0, 1.0))
    yield Choice(2, 2, state.current_player, str(other), Rating(worths, 4), "discards", "points")


def test_closing_the_review_returns_to_the_score_sheet(home: Home):
    person = ended(home)
    person.click_button(person.dialog(ScoreSheetDialog).review)
    page(person)
    person.key(Qt.Key.Key_Escape)
    person.asked(ScoreSheetDialog)
    assert person.window.dialog_stack.dialogs == [person.dialog()]


def test_a_hand_in_the_middle_of_a_game_offers_no_review(home: Home):
    sheet = home.open(GOAL).win()
    assert not hasattr(sheet, "review")


@pytest.mark.parametrize("game", ["mile-bones", "montreal-mille", "millieu"])
def test_a_game_without_a_finished_round_cannot_be_reviewed(home: Home, game: str):
    person = home.open(game=game)
    match = person.play.match
    if not match.record().body.begun:
        person.play.choose(match.observation(match.viewer).legal_actions()[0])
        person.settled()
    person.window.games.review_requested.emit(match.record())
    message = person.asked(MessageDialog)
    assert "is over yet: there is nothing to look at" in message.text.accessibleName().replace("not over", "is over")
    person.click_button(message.close_button)
    assert person.dialogs() == []


def test_the_menu_offers_a_review_during_a_replay(home: Home, review: Review):
    whole_review(home.profile)
    person = home.open()
    person.window.games.replay_record(REVIEWED)
    person.choose("Game", "Review this game")
    dialog = page(person)
    dialog.chances.setFocus()
    person.key(Qt.Key.Key_Home, Qt.Key.Key_Return)
    person.wait_until(lambda: stands_at(person, review.marked()[0]))


def test_only_a_game_with_a_coach_can_be_reviewed(home: Home):
    person = home.open(TO_PLACE, game="millieu", begin=False)
    person.window.games.open_record(TO_PLACE)
    assert person.entry("Game", "Review this game").isEnabled() is has_coach("millieu")


def test_an_assisted_and_imported_game_can_be_reviewed(home: Home):
    other = replace(REVIEWED, assisted=True)
    past(home).add(CountedGame(other, NOW, facts(other), "finished", imported=True))
    person = home.open()
    person.choose("Game", "History")
    dialog = person.dialog(HistoryDialog)
    person.wait_until(lambda: dialog.review.isEnabled())
    person.click_button(dialog.review)
    assert page(person).note.text() == "0 of 5 hands looked at."


def test_a_review_names_the_rules_of_mille():
    record = load_record(GAMES / "mille-game-00.json")
    assert ReviewFigures(record).subtitle().endswith("mille(6).") or "mille" in ReviewFigures(record).subtitle()
