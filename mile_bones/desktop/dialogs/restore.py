"""The dialog for choosing a backup, and the parts of it to restore."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.lists import NOTHING, height_of, left_out, list_view
from mile_bones.desktop.dialogs.toggles import WrappingCheckBox
from mile_bones.engine.excerpt import legible
from mile_bones.i18n import format_date, format_number, format_time, listed, ngettext, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.storage.backups import Backup, BackupKind, Contents

_LINES = 6
"""The number of backups that are visible at once if there is room."""
_PLAYERS = 4
_WIDE = 80
"""The minimum width of the players' names, in pixels at scale 1. Longer names are shown below the list."""


class RestoreDialog(BaseDialog):
    """Shows the backups and their contents.

    ``since`` returns the number of games played after a backup, or None if that is unknown.

    ``accepted`` means that the player wants to restore ``backup`` according to ``history``, ``settings`` and ``keep``.
    If ``back`` is True, it means that the player wants to return to an earlier version of the program.
    """

    def __init__(
        self,
        backups: Sequence[tuple[Backup, Contents]],
        since: Callable[[Backup], int | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            parent,
            title=_("Restore from a backup"),
            subtitle=_("Your games, or your settings and scores, as they were on an earlier day."),
            band="navy",
            topic="care",
            width=720,
        )
        self.setObjectName("restore_dialog")
        self._backups = backups
        self._since = since
        self.list = list_view(_("Backups"), _model(backups, self), wide=(_PLAYERS,))
        self.list.setMinimumHeight(self.px(90))
        self.inside = label("", "muted", wrap=True)
        self.games = WrappingCheckBox(_("The &history of your games"))
        self.scores = WrappingCheckBox(_("&Settings, games won and high scores"))
        self.since = WrappingCheckBox("")
        for box in (self.games, self.scores, self.since):
            box.setChecked(True)
            box.toggled.connect(self._count)
        self.leave = WrappingCheckBox(_("&Go back to the earlier version, and close Mile Bones"))
        self.leave.toggled.connect(self._count)
        self.note = label(_("What is there now is backed up first, so that this can be undone."), "muted", wrap=True)
        self.body.addWidget(self.list, 1)
        for widget in (self.inside, self.games, self.scores, self.since, self.leave, self.note):
            self.body.addWidget(widget)
        self.restore = self.add_button(_("&Restore"), "primary", default=True)
        self.cancel = self.add_button(_("&Cancel"))
        self.restore.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.list.leave_out_columns({_PLAYERS: self.px(_WIDE)})
        self.list.columns_changed.connect(self._tell_inside)
        self.list.selectionModel().currentRowChanged.connect(self._choose)
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        self.list.setFocus()

    @property
    def backup(self) -> Backup:
        """The backup that is selected."""
        return self._backups[self.list.currentIndex().row()][0]

    @property
    def history(self) -> bool:
        """Whether to restore the history."""
        return self.games.isEnabled() and self.games.isChecked()

    @property
    def settings(self) -> bool:
        """Whether to restore settings and scores."""
        return self.scores.isEnabled() and self.scores.isChecked()

    @property
    def keep(self) -> bool:
        """Whether to keep the games played since the backup."""
        return self.since.isChecked()

    @property
    def back(self) -> bool:
        """Whether to restore everything as an earlier version left it. Afterwards the player has to start that
        version.
        """
        return self.leave.isEnabled() and self.leave.isChecked()

    def shrink(self, by: int) -> bool:
        """Give the list its usual number of lines, or fewer if the dialog must be lower."""
        row = max(self.list.sizeHintForRow(0), self.px(20))
        self.list.setMinimumHeight(max(self.px(90), height_of(self.list, _LINES, row) - by))
        return True

    def fit(self) -> None:
        """Resize the dialog. The texts of columns that do not fit are shown below the list, and need room there."""
        before = self.inside.text()
        super().fit()
        if self.inside.text() != before:
            super().fit()

    def _tell_inside(self) -> None:
        found = self._backups[self.list.currentIndex().row()][1]
        self.inside.setText("\n".join(filter(None, (left_out(self.list, (_PLAYERS,)), _inside(found)))))

    def _choose(self) -> None:
        """Offer the parts of the backup that is selected now."""
        backup, found = self._backups[self.list.currentIndex().row()]
        self._tell_inside()
        self.leave.setVisible(backup.kind is BackupKind.BEFORE_VERSION)
        self.leave.setEnabled(backup.games is not None and not found.trouble)
        self.leave.setChecked(False)
        count = self._since(backup)
        if not count:
            self.since.setText(_("&Keep the games played since"))
        else:
            text = ngettext(
                "&Keep the {count} game played since: it is in the history now, and not in this backup",
                "&Keep the {count} games played since: they are in the history now, and not in this backup",
                count,
            )
            self.since.setText(text.format(count=format_number(count)))
        self._count()
        if self.isVisible():
            self.fit()

    def _count(self) -> None:
        backup, found = self._backups[self.list.currentIndex().row()]
        self.games.setEnabled(not self.back and backup.history is not None and found.games is not None)
        self.scores.setEnabled(not self.back and backup.settings is not None and found.won is not None)
        self.since.setEnabled(self.history or self.settings)
        self.restore.setEnabled(self.history or self.settings or self.back)


def _inside(found: Contents) -> str:
    """Return a sentence about those contents of a backup for which its line has no room."""
    if found.trouble:
        return _("This backup, or a part of it, cannot be used: {reason}.").format(reason=found.trouble)
    if found.names:
        return _("In it have played last: {names}.").format(names=_names(found))
    return _("No game is in it.")


def _names(found: Contents) -> str:
    return listed(legible(name) for name in found.names)


def kind_name(backup: Backup) -> str:
    """Return the reason for which a backup was made."""
    match backup.kind:
        case BackupKind.DAILY:
            return _("of the day")
        case BackupKind.BEFORE_RESTORE:
            return _("before a restore")
        case BackupKind.BEFORE_REPAIR:
            return _("before a repair")
        case BackupKind.BEFORE_VERSION:
            # Translators: the files as an earlier version left them, before this one began to use them
            return _("before version {version}").format(version=backup.version)


def moment_text(backup: Backup) -> str:
    """Return date and time of a backup."""
    return _("{date}, {time}").format(date=format_date(backup.when.date()), time=format_time(backup.when))


def _model(backups: Sequence[tuple[Backup, Contents]], parent: QWidget) -> QStandardItemModel:
    model = QStandardItemModel(0, 5, parent)
    # Translators: the heading of a column: when the backup was made
    made = _("Made")
    # Translators: the heading of a column: how many games each side has won, such as "2 to 1"
    won = pgettext("games", "Won")
    model.setHorizontalHeaderLabels([_("Backup"), made, _("Games"), won, _("Players")])
    for backup, found in backups:
        games = NOTHING if found.games is None else format_number(found.games)
        won = NOTHING
        if found.won is not None:
            won = _("{own} to {other}").format(own=format_number(found.won[0]), other=format_number(found.won[1]))
        players = _names(found) or NOTHING
        if found.trouble:
            players = _("cannot be used")
        line = [QStandardItem(text) for text in (moment_text(backup), kind_name(backup), games, won, players)]
        for item in line:
            item.setEditable(False)
        for item in line[2:4]:
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        model.appendRow(line)
    return model
