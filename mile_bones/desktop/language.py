"""The language of the window: the program's texts, Qt's own texts and the reading direction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from mile_bones import i18n
from mile_bones.storage.settings import LANGUAGE

_QT_TEXTS = "texts of Qt"


class _QtTexts(QTranslator):
    """The translations of Qt's own texts, except the names of keys in right-to-left languages.

    In Persian the names of keys stay English because the keys have Latin letters. Between right-to-left words
    "Ctrl+Shift+N" is still read as a whole from the left, as the help explains.
    """

    def translate(self, context: Any, text: Any, disambiguation: Any = None, n: int = -1) -> str:
        if context == "QShortcut" and i18n.is_right_to_left():
            return str(text)
        found: Any = super().translate(context, text, disambiguation, n) or None  # for None Qt looks elsewhere
        return found


def choose_language(app: QApplication, choice: str, folder: Path) -> None:
    """Use this language for all texts that are shown from now on: ``choice`` is a code, or ``"system"`` for the
    language of the desktop.

    `folder` contains the catalogues. Texts that are already shown do not change.
    """
    wanted = [choice] if choice != LANGUAGE.default else _of_the_system()
    code = i18n.install(wanted, folder=folder)
    _translate_qt(app, code)
    ways = Qt.LayoutDirection
    app.setLayoutDirection(ways.RightToLeft if i18n.is_right_to_left() else ways.LeftToRight)


def _of_the_system() -> list[str]:
    """Return the languages of the environment. If it names none, as on Windows and macOS, return those that Qt
    finds.
    """
    return i18n.system_languages() or [name.replace("-", "_") for name in QLocale.system().uiLanguages()]


def _translate_qt(app: QApplication, code: str) -> None:
    """Load the translations of Qt's own texts: the buttons of its dialogs, and the menus of its fields."""
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
