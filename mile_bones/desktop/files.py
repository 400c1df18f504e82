"""The file dialogs of Open and Save as."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from mile_bones.i18n import gettext as _

SUFFIX = "json"


def ask_open(parent: QWidget, folder: Path, then: Callable[[Path], object]) -> None:
    """Let the player choose a record, and hand it on."""
    dialog = QFileDialog(parent, _("Open a game"), _folder(folder), _filters())
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    _show(dialog, then)


def ask_save(parent: QWidget, folder: Path, then: Callable[[Path], object]) -> None:
    """Let the player choose where to save; what exists is asked about by the dialog itself."""
    dialog = QFileDialog(parent, _("Save the game as"), _folder(folder), _filters())
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(SUFFIX)
    _show(dialog, then)


def _show(dialog: QFileDialog, then: Callable[[Path], object]) -> None:
    dialog.setProperty("helpTopic", "files")
    dialog.fileSelected.connect(lambda name: then(Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _folder(folder: Path) -> str:
    return str(folder if folder.is_dir() else Path.home())


def _filters() -> str:
    return ";;".join((_("Games of Mile Bones (*.json)"), _("All files (*)")))
