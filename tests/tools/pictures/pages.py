"""Pages and dialogs that are shown before a game and between its turns."""

from __future__ import annotations

from datetime import timedelta

from mile_bones.desktop.main_window import MainWindow
from mile_bones.games.milebones.actions import PLAY, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.library.coups import coup_of
from mile_bones.match.seats import Computer, Person
from mile_bones.storage.settings import DONE
from pictures.profiles import NOW, REVIEWED, reviewed_game
from pictures.rummy import last_action


def _curtain(window: MainWindow, name: str = "Bert") -> None:
    window.games.new_game_of("mile-bones", (Person(name), Person("Anna")))


def _watching(window: MainWindow) -> None:
    window.games.new_game_of("mile-bones", (Computer("expert", "Computer"), Computer("champion", "Computer")))
    window.play.bar.pause.click()
    window.play.bar.pause.setFocus()


def _end_of_turn(window: MainWindow) -> None:
    """Do all steps of the turn, but do not press the button that ends the turn."""
    window.change_settings({DONE: True})
    turns = window.turns
    while turns.match.current_player == turns.viewer:
        window.table.chosen.emit(window.table.observation.legal_actions()[-1])
        window.table.finish()


def _out(window: MainWindow, *, of_the_game: bool) -> None:
    """Let the person go out, in Mille."""
    window.table.chosen.emit(last_action(of_the_game=of_the_game)[1])


def _lesson(window: MainWindow, topic: str) -> None:
    """Begin the lesson of the game on the table, and skip to the first step about `topic`."""
    lesson = window.lesson
    lesson.begin()
    while lesson.course.step.topic != topic:
        lesson.bar.onward.click()
        window.table.finish()


def _lesson_refused(window: MainWindow) -> None:
    """Play a safety in the lesson at a step at which the safety is to be held."""
    _lesson(window, "hold")
    window.lesson.bar.onward.click()
    window.table.chosen.emit(PLAY[Card.EXTRA_TANK])


def _lesson_end(window: MainWindow) -> None:
    """Show the last dialog of the lesson, after the score sheet has been read."""
    _lesson(window, "end of the trip")
    window.dialog_stack.dialogs[-1].no.click()
    window.dialog_stack.dialogs[-1].go_on.click()


def _review(window: MainWindow, action: int, view: str = "own") -> None:
    """Show the replay at a choice of the first hand, with the coach's words about this choice."""
    window.replay.show_choice(reviewed_game(), 1, action)
    window.replay.bar.view.setCurrentIndex(window.replay.bar.view.findData(view))


def _review_offered(window: MainWindow) -> None:
    """Ask for a review in a replay that the coach has not looked at yet."""
    window.games.replay_record(reviewed_game())
    window.replay.bar.slider.setValue(69)
    window.replay.bar.review.click()


def _mistake_answered(window: MainWindow, action: str | None) -> None:
    """Show a position from the player's own games, and play `action` there unless it is None. Then have the answer
    shown.
    """
    window.practice.show_mistakes()
    if action is not None:
        window.table.chosen.emit(window.puzzle.puzzle.position.legal_action(action))
    window.puzzle.bar.show_it.click()


def _coup(window: MainWindow, *, answered: bool = False, shown: bool = False) -> None:
    """Show the coup of a day whose best answer is a card. If `answered`, answer it wrongly. If `shown`, have the answer
    shown after that.
    """
    day = NOW.date()
    while Kind.PLAY is not coup_of(day).puzzle.best.kind:
        day += timedelta(days=1)
    window.coups.show_day(day)
    if answered:
        window.table.chosen.emit(window.puzzle.puzzle.rating.worths[-1].action)
    if shown:
        window.puzzle.bar.show_it.click()


def _mille_coup(window: MainWindow, *, answered: bool) -> None:
    """Show Mille's coup of a day. If `answered`, have the best step shown."""
    window.coups.show_day(NOW.date(), "montreal-mille")
    if answered:
        window.puzzle.bar.show_it.click()


def _win_coup(window: MainWindow, *, answered: bool) -> None:
    """Show Millieu's coup of a day. If `answered`, have the turn that wins shown."""
    window.coups.show_day(NOW.date(), "millieu")
    if answered:
        window.puzzle.bar.show_it.click()


PAGES = {
    "chooser": MainWindow.choose_game,
    "coup": _coup,
    "coup-answered": lambda window: _coup(window, answered=True, shown=True),
    "coup-refused": lambda window: _coup(window, answered=True),
    "curtain": _curtain,
    "end-of-turn": _end_of_turn,
    "lesson": lambda window: _lesson(window, "table"),
    "lesson-coup": lambda window: _lesson(window, "coup fourré"),
    "lesson-discard": lambda window: _lesson(window, "discard"),
    "lesson-end": _lesson_end,
    "lesson-question": lambda window: _lesson(window, "end of the trip"),
    "lesson-refused": _lesson_refused,
    "millieu-coup": lambda window: _win_coup(window, answered=False),
    "millieu-coup-answered": lambda window: _win_coup(window, answered=True),
    "long-curtain": lambda window: _curtain(window, "W" * 31),
    "mille-coup": lambda window: _mille_coup(window, answered=False),
    "mille-coup-answered": lambda window: _mille_coup(window, answered=True),
    "mille-lesson": lambda window: _lesson(window, "a pair kept"),
    "last-out": lambda window: _out(window, of_the_game=True),
    "mistake": lambda window: window.practice.show_mistakes(),
    "mistake-answered": lambda window: _mistake_answered(window, "play OUT_OF_GAS"),
    "mistake-shown": lambda window: _mistake_answered(window, None),
    "out": lambda window: _out(window, of_the_game=False),
    "past-coups": lambda window: window.coups.show_past(),
    "players": MainWindow.show_players,
    "review-page": lambda window: window.review_page.show(REVIEWED),
    "review": lambda window: _review(window, 70),
    "review-discard": lambda window: _review(window, 42),
    "review-safety": lambda window: _review(window, 27),
    "review-both": lambda window: _review(window, 60, "both"),
    "review-offered": _review_offered,
    "watching": _watching,
}
