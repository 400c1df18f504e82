"""The language of the window: its texts, those that Qt has of its own, and from which side they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from mile_bones import i18n
from mile_bones.storage.settings import LANGUAGE

_QT_TEXTS = "texts of Qt"


class _QtTexts(QTranslator):
    """Texts of Qt itself. The names of keys stay as they stand on the keys where these have them in Latin letters, as
    in Persian: among words from the right "Ctrl+Shift+N" is read from the left, as a whole, and so says the help.
    """

    def translate(self, context: Any, text: Any, disambiguation: Any = None, n: int = -1) -> str:
        if context == "QShortcut" and i18n.is_right_to_left():
            return str(text)
        found: Any = super().translate(context, text, disambiguation, n) or None  # None: Qt looks elsewhere
        return found


def choose_language(app: QApplication, choice: str, folder: Path) -> None:
    """Let the texts that are shown from now on be in this language: a code, or ``"system"`` for that of the desktop.

    `folder` holds the catalogues. What is already shown stays as it is.
    """
    wanted = [choice] if choice != LANGUAGE.default else _of_the_system()
    code = i18n.install(wanted, folder=folder)
    _translate_qt(app, code)
    ways = Qt.LayoutDirection
    app.setLayoutDirection(ways.RightToLeft if i18n.is_right_to_left() else ways.LeftToRight)


def _of_the_system() -> list[str]:
    """What the environment says; where it says nothing, as on Windows and macOS, what Qt finds there."""
    return i18n.system_languages() or [name.replace("-", "_") for name in QLocale.system().uiLanguages()]


def _translate_qt(app: QApplication, code: str) -> None:
    """The words on the buttons of Qt's own dialogs, and in the menus of its fields."""
    old = app.findChild(QTranslator, _QT_TEXTS)
    if old is not None:
        app.removeTranslator(old)
        old.deleteLater()
        old.setObjectName("")
    if code == i18n.ENGLISH:
        return
    translator = _QtTexts(app)
    translator.setObjectName(_QT_TEXTS)
    if translator.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(translator)
