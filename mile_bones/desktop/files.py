"""The file dialogs: open or save a game, and export or import many games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, QSortFilterProxyModel, QStandardPaths, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFileDialog, QHeaderView, QTreeView, QWidget

from mile_bones.desktop.look.theme import active
from mile_bones.desktop.plain_messages import PlainMessages
from mile_bones.i18n import gettext as _

SUFFIX = "json"
MANY_SUFFIX = "games"
_SIZE = (840, 480)
"""The size of Qt's own dialog in pixels at scale 1, so that names with a date are readable in full."""
_MOST = 0.95
"""The largest share of the screen, in both directions."""
_TOPIC = "files"
_NOT_IN_PLAY = r"^(?!((current|mille)(-[a-z]+)?-\d+|\.waiting .*)\.json$)"
"""A pattern that matches the names of all files except autosaves. The games in autosaves are on a table, or are
continued automatically.
"""
_ONCE = Qt.ConnectionType.SingleShotConnection
"""The type of connection for dialogs. A dialog answers only once, even if several key presses were already queued for
it.
"""


Then = Callable[[Path], object]
Help = Callable[[str], object]


def ask_open(parent: QWidget, folder: Path, then: Then, show_help: Help) -> None:
    """Let the player choose a record, and pass it to ``then``. In the dialog F1 shows the help about files."""
    dialog = QFileDialog(parent, _("Open a game"), _folder(folder), _filters(_("Games of Mile Bones (*.json)")))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    _hide_our_own(dialog)
    _show(dialog, parent, then, show_help)


def ask_save(parent: QWidget, name: str, then: Then, show_help: Help) -> None:
    """Let the player choose where to save, and pass it to ``then``.

    The dialog begins in the documents folder with ``name``. The dialog asks for confirmation before a file is
    overwritten.
    """
    dialog = QFileDialog(parent, _("Save the game as"), _documents(), _filters(_("Games of Mile Bones (*.json)")))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(SUFFIX)
    _hide_our_own(dialog)
    dialog.selectFile(f"{name}.{SUFFIX}")
    _show(dialog, parent, then, show_help)


def ask_export(parent: QWidget, name: str, then: Then, show_help: Help) -> None:
    """Let the player choose a file for many games, as ``ask_save`` does for one game."""
    dialog = QFileDialog(parent, _("Export games to"), _documents(), _filters(_("Many games of Mile Bones (*.games)")))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(MANY_SUFFIX)
    _hide_our_own(dialog)
    dialog.selectFile(f"{name}.{MANY_SUFFIX}")
    _show(dialog, parent, then, show_help)


def ask_import(parent: QWidget, folder: Path, then: Callable[[list[Path]], object], show_help: Help) -> None:
    """Let the player choose one or more files with games, and pass them to ``then``."""
    every = _filters(_("Games of Mile Bones (*.games *.json)"))
    dialog = QFileDialog(parent, _("Import games"), _folder(folder), every)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: then([Path(name) for name in names]), _ONCE)
    _show(dialog, parent, None, show_help)


def ask_folder(parent: QWidget, then: Then, show_help: Help) -> None:
    """Let the player choose a folder, and pass it to ``then``."""
    dialog = QFileDialog(parent, _("Save in this folder"), str(Path.home()))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    _show(dialog, parent, then, show_help)


def _show(dialog: QFileDialog, parent: QWidget, then: Then | None, show_help: Help) -> None:
    dialog.setProperty("helpTopic", _TOPIC)
    dialog.installEventFilter(PlainMessages(dialog))
    QShortcut(QKeySequence.StandardKey.HelpContents, dialog, lambda: show_help(_TOPIC))
    if then is not None:
        dialog.fileSelected.connect(lambda name: then(Path(name)), _ONCE)
    dialog.finished.connect(lambda _result: _give_back(parent))
    dialog.finished.connect(dialog.deleteLater)
    scale = active()[1]
    wanted = QSize(*(round(size * scale) for size in _SIZE))
    room = parent.screen().availableGeometry().size().expandedTo(parent.size())  # the window may be on two screens
    dialog.resize(wanted.boundedTo(room * _MOST))
    dialog.open()
    for files in dialog.findChildren(QTreeView):  # only Qt's own dialog has one, not a native dialog
        header = files.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)


def _give_back(parent: QWidget) -> None:
    """Give the keyboard back to the window, unless another dialog about the file is already open."""
    if QApplication.activeModalWidget() is None:
        parent.activateWindow()


def _hide_our_own(dialog: QFileDialog) -> None:
    others = QSortFilterProxyModel(dialog)
    others.setFilterRegularExpression(_NOT_IN_PLAY)
    dialog.setProxyModel(others)  # a native dialog ignores the filter


def _documents() -> str:
    return _folder(Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)))


def _folder(folder: Path) -> str:
    return str(folder if folder.is_dir() else Path.home())


def _filters(kind: str) -> str:
    return ";;".join((kind, _("All files (*)")))
