"""The program's own voice, for players without a screen reader: it reads the events of the game and the words of the
focused widget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from mile_bones.desktop.screen_reader import spoken_words
from mile_bones.desktop.speech.ssip import SpeechClient, can_speak
from mile_bones.desktop.speech.words import dialog_words, row_words, words_of
from mile_bones.i18n import language
from mile_bones.storage.settings import SPEECH

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from mile_bones.storage.settings import Settings

OFF = "off"


class SpeechController(QObject):
    """Reads aloud according to the settings. ``client`` is None for the speech-dispatcher of the system."""

    def __init__(self, settings: Settings, parent: QObject | None = None, client: SpeechClient | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._client = client or SpeechClient()
        self._verbosity = OFF
        self._window: QWidget | None = None
        self._rows: QObject | None = None

    def apply(self) -> None:
        """Apply the setting for how much is read aloud."""
        self._read(self._settings.get(SPEECH) if can_speak() else OFF)

    def close(self) -> None:
        """Stop reading, and do not start again."""
        self._read(OFF)
        self._client.close()

    def _read(self, verbosity: str) -> None:
        """Set how much is read aloud, and listen to the signals only if anything is read aloud."""
        was_on, self._verbosity = self._verbosity != OFF, verbosity
        if was_on == (verbosity != OFF):
            return
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        for signal, slot in ((spoken_words().said, self._say), (app.focusChanged, self._focus_moved)):
            if was_on:
                signal.disconnect(slot)
            else:
                signal.connect(slot)
        self._forget_rows()

    def _say(self, text: str, *, interrupt: bool = False) -> None:
        if text:
            self._client.say(text, language(), interrupt=interrupt)

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None or isinstance(new, QMenu):
            return
        window = new.window()
        if window is not self._window:
            self._window = window
            self._say(dialog_words(window, self._verbosity))
            self._say(words_of(new, self._verbosity))
        else:
            self._say(words_of(new, self._verbosity), interrupt=True)
        self._follow_rows(new)

    def _follow_rows(self, widget: QWidget) -> None:
        """Read the current row of a list whenever it changes, because the focus stays on the list."""
        self._forget_rows()
        if isinstance(widget, QAbstractItemView) and widget.selectionModel() is not None:
            self._rows = _Rows(widget, self)

    def _forget_rows(self) -> None:
        if self._rows is not None:
            self._rows.deleteLater()
            self._rows = None

    def row_reached(self, index: QModelIndex) -> None:
        """Read another row of the list that has the focus."""
        self._say(row_words(index), interrupt=True)


class _Rows(QObject):
    """Reports the current row of one list while this list has the focus."""

    def __init__(self, view: QAbstractItemView, speech: SpeechController) -> None:
        super().__init__(speech)
        self._speech = speech
        view.selectionModel().currentRowChanged.connect(self._moved)

    def _moved(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._speech.row_reached(current)
