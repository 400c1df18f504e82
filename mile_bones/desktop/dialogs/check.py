"""The dialog with the findings of a check of all games, and a button to repair them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QListView, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.i18n import gettext as _
from mile_bones.library.checking import Finding


class CheckDialog(BaseDialog):
    """Shows a list of findings. ``summary`` is a text about the number of findings and about what was checked."""

    repair_requested = Signal()

    def __init__(self, summary: str, findings: Sequence[Finding], parent: QWidget | None = None) -> None:
        super().__init__(parent, title=_("What was found"), band="red", topic="care", width=700)
        self.setObjectName("check_dialog")
        self.setAccessibleDescription(summary)
        self.text = label(summary, "text", wrap=True)
        self.list = QListView()
        self.list.setAccessibleName(_("What was found"))
        self.list.setModel(QStringListModel([_line(finding) for finding in findings], self))
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setAlternatingRowColors(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(self.px(150))
        self.note = label(_("Repairing makes a backup first, and can be undone."), "muted", wrap=True)
        self.body.addWidget(self.text)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.note)
        self.repair = self.add_button(_("&Repair"), "plain")
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        can = any(finding.mendable for finding in findings)
        self.repair.setVisible(can)
        self.note.setVisible(can)
        self.repair.clicked.connect(self.repair_requested)
        self.close_button.clicked.connect(self.accept)
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        self.list.setFocus()

    def fit(self) -> None:
        """Let the list use the free height of the window, up to a limit."""
        self.list.setMinimumHeight(self.px(150))
        super().fit()
        spare = min(self.room() - self.full_height, self.px(130))
        if spare > 0:
            self.list.setMinimumHeight(self.px(150) + spare)
            super().fit()


def _line(finding: Finding) -> str:
    return _("{what} This can be repaired.").format(what=finding.text) if finding.mendable else finding.text
