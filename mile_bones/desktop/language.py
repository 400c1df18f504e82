"""The language of the window: its texts, those that Qt has of its own, and from which side they are read."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from mile_bones import i18n
from mile_bones.storage import LANGUAGE

_QT_TEXTS = "texts of Qt"


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
    translator = QTranslator(app)
    translator.setObjectName(_QT_TEXTS)
    if translator.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(translator)
