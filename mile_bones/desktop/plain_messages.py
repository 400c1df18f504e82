"""Plain text in the messages of Qt's own dialogs. Messages of the program use ``plain_text``."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt
from PySide6.QtWidgets import QMessageBox


class PlainMessages(QObject):
    """An event filter for a dialog of Qt, such as the file dialog. Message boxes that this dialog opens show plain
    text.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Set the text format of a message box when the box has just been polished, before it is laid out and
        visible.
        """
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            message = event.child()
            if isinstance(message, QMessageBox):
                message.setTextFormat(Qt.TextFormat.PlainText)
        return False
