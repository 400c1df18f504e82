"""The real window with a scene in it. The window is opened from a record, and brought to the scene by mouse and
keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QHelpEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QTabWidget, QWidget

from mile_bones.desktop.bar_area import BarArea
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.controllers.games import Start
from mile_bones.desktop.dialogs.base import PaperButton
from mile_bones.desktop.dialogs.progress import ProgressLine
from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.tutor_bar import TutorBar
from mile_bones.games.milebones.cards import parse_card
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import LANGUAGE, THEME, Settings
from pictures.deals import GAMES, card_word
from pictures.english import in_english, starts_with
from pictures.pages import PAGES
from pictures.profiles import NOW
from pictures.scenes import USUAL, Scene

_PATIENCE_MS = 200_000  # enough even on a busy machine


def wait_for(done: Callable[[], bool]) -> None:
    """Let Qt work until `done` returns True."""
    clock = QElapsedTimer()
    clock.start()
    QApplication.processEvents()
    while not done():
        assert clock.elapsed() < _PATIENCE_MS, "the game does not come to rest"
        QTest.qWait(5)
    QApplication.processEvents()


def _means(shown: str, beginning: str) -> bool:
    """Return True if `shown` may be the translation of an English text that begins with `beginning`."""
    return any(text.startswith(beginning) for text in in_english(shown))


class Stage:
    """Does in a window what a person would do."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.table = window.table
        self._away: Path | None = None

    def at(self, place: str) -> QPoint:
        """Return the middle of a place, in coordinates of the viewport."""
        return self.table.slots[place].rect.center().toPoint()

    def card(self, name: str) -> str:
        """Return the place of a card of the hand."""
        return slot_names.hand(self.table.order.cards.index(parse_card(card_word(name))))

    def do(self, step: str) -> None:
        """Carry out one gesture, given as a verb and its objects."""
        verb, *rest = step.split()
        getattr(self, f"_{verb.replace('-', '_')}")(*rest)
        self.settle()

    def settle(self) -> None:
        """Wait until nothing moves and nobody thinks."""

        def quiet() -> bool:
            play = self.window.turns
            if not all(area.settled for area in self.window.findChildren(BarArea)):
                return False
            watched = play.match is not None and not play.match.persons
            return not self.table.animator.running and (
                play.idle or play.waiting or watched or bool(self.window.dialog_stack.dialogs)
            )

        wait_for(quiet)

    # ------------------------------------------------------------------ the verbs

    def _hover(self, card: str) -> None:
        QTest.mouseMove(self.table.viewport(), self.at(self.card(card)))

    def _hold(self, card: str, place: str) -> None:
        """Take the card and carry it over the place. Keep it off the middle of the place, so that the place can be
        seen.
        """
        start, end = self.at(self.card(card)), self.at(place)
        width = self.table.layout_now.card.w
        end += QPoint(round(0.62 * width), -round(0.28 * width))
        viewport = self.table.viewport()
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        for part in (0.1, 0.5, 1.0):
            QTest.mouseMove(viewport, start + (end - start) * part)

    def _drop(self, card: str, place: str) -> None:
        start, end = self.at(self.card(card)), self.at(place)
        viewport = self.table.viewport()
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(viewport, start + QPoint(9, 9))
        QTest.mouseMove(viewport, end)
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)

    def _mark(self, card: str) -> None:
        QTest.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, pos=self.at(self.card(card)))

    def _focus(self, place: str) -> None:
        self.table.focus_place(place)

    def _keys(self, *names: str) -> None:
        """Press keys on the slot that has the focus."""
        for name in names:
            QTest.keyClick(self._focused(), getattr(Qt.Key, f"Key_{name}"))

    def _press(self, keys: str) -> None:
        """Press a key or a shortcut in the window in front."""
        pressed = QKeySequence(keys)[0]
        QTest.keyClick(self._focused(), pressed.key(), pressed.keyboardModifiers())

    def _choose(self, what: str) -> None:
        """Choose a menu entry that has no keys."""
        wanted = {
            "give_up": "Gi&ve up…",
            "about": "&About Mile Bones",
            "check": "Check &my games…",
            "restore": "Restore from a &backup…",
            "number": "New game with n&umber…",
            "name": "Change &name…",
        }[what]
        actions = self.window.findChildren(QAction)
        next(action for action in actions if wanted.replace("&", "") in in_english(action.text())).trigger()

    def _show(self, page: str) -> None:
        """Show a page or a dialog in front of the table."""
        PAGES[page](self.window)

    def _advised(self) -> None:
        """Wait until the coach has named the best action."""
        wait_for(lambda: any(slot.marks.suggested for slot in self.table.slots.values()))

    def _objected(self) -> None:
        """Wait until the tutor has objected to the choice."""
        wait_for(lambda: bool(self.window.findChildren(TutorBar)))

    def _answer_advised(self) -> None:
        """Wait until an answer in the dialog in front is marked as the best."""
        wait_for(lambda: any(button.suggested for button in self.front().findChildren(PaperButton)))

    def _charted(self) -> None:
        """Wait until the charts of the review in front have been drawn."""
        wait_for(lambda: self.front().chances is not None)

    def _point(self, dot: str) -> None:
        """Put the keyboard on this dot of the chart, counted from 0."""
        chart = self.front().chances
        chart.setFocus()
        chart.look_at(int(dot))

    def _explained(self) -> None:
        """Wait until the coach that gives reasons has been loaded."""
        wait_for(lambda: self.window.replay_review._coach is not None)

    def _button(self, text: str) -> None:
        """Click the button of the dialog in front that begins with this word."""
        buttons = self.front().findChildren(QAbstractButton)
        button = next(one for one in buttons if starts_with(one.text(), text))
        button.setFocus()  # setting the focus scrolls to the button
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def _take(self, *words: str) -> None:
        """Choose the value that begins with these words. Any list of the dialog in front may have it."""
        text = " ".join(words)
        boxes = self.front().findChildren(QComboBox)
        values = ((box, at) for box in boxes for at in range(box.count()))
        box, at = next((box, at) for box, at in values if starts_with(box.itemText(at), text))
        box.setCurrentIndex(at)
        wait_for(lambda: not any(line.busy for line in self.front().findChildren(ProgressLine)))

    def _turn(self, page: str) -> None:
        """Turn to this page of the dialog in front, counted from 0."""
        self.front().findChild(QTabWidget).setCurrentIndex(int(page))

    def _ask(self, place: str) -> None:
        """Ask What's this? about a place."""
        viewport, at = self.table.viewport(), self.at(place)
        QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.WhatsThis, at, viewport.mapToGlobal(at)))

    def _pick(self, name: str) -> None:
        """Choose this game of the conformance records in the file dialog in front."""
        chooser = self.front()
        chooser.findChild(QLineEdit).setText(str(GAMES / f"{name}.json"))
        chooser.accept()

    def _block(self) -> None:
        """Keep all games from being saved from now on, by a file in place of their folder."""
        games = self.window.library.games_dir
        self._away = games.rename(games.with_name("away"))
        games.write_text("in the way", encoding="utf-8")

    def unblock(self) -> None:
        """Let games be saved again."""
        if self._away is not None:
            games = self.window.library.games_dir
            games.unlink()
            self._away = self._away.rename(games) and None

    def _quit(self) -> None:
        """Close the window, unless it refuses to close."""
        self.window.close()

    def _focused(self) -> QWidget:
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window
        return QApplication.focusWidget() or front.focusWidget() or front

    def front(self) -> QWidget:
        """Return the window in front."""
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window


@contextmanager
def staged(
    scene: Scene,
    size: tuple[int, int],
    theme: str,
    folder: Path,
    *,
    show: Callable[[MainWindow], None] = MainWindow.show,
    language: str = "en",
    translations: Path | None = None,
) -> Iterator[Stage]:
    """Open the window with this scene in it, with a new profile below ``folder``.

    ``translations`` is the folder of the catalogues, or None for those of the game. The language stays as it is
    afterwards.
    """
    profile = Profile(folder)
    file = None
    if scene.record is not None:
        file = folder / "scene.json"
        folder.mkdir(parents=True, exist_ok=True)
        save_record(file, scene.record)
    scene.before(profile)
    Settings(Ini(profile.ini_path, print)).update({LANGUAGE: language})
    start = Start(file=file, seed=None if file is None else 1)
    window = MainWindow(profile, lambda: NOW, start, translations=translations)
    settings = {**(USUAL if scene.record is not None else {}), THEME: theme, **scene.settings}
    window.change_settings(settings)
    window.resize(*size)
    show(window)
    window.begin()
    stage = Stage(window)
    try:
        if scene.record is not None:
            stage.settle()
        for step in scene.steps:
            stage.do(step)
        QApplication.processEvents()
        yield stage
    finally:
        stage.unblock()
        if stage.table.gestures.carrying:
            stage.table.gestures.cancel()
        window.close()
        window.deleteLater()
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
