"""A box with the options of a game that are not part of its rule set, such as the target. Several dialogs use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRegularExpression, Qt
from PySide6.QtGui import QFocusEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QGridLayout, QGroupBox, QWidget

from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.dialogs.lists import ChoiceBox
from mile_bones.desktop.dialogs.toggles import WrappingCheckBox, describe, note_below
from mile_bones.desktop.mnemonics import marked_letters, with_mnemonics
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.games import spec
from mile_bones.i18n import format_number, latin_digits
from mile_bones.i18n import gettext as _
from mile_bones.library.settings import GAME_OPTIONS, game_settings
from mile_bones.storage.settings import Setting


class GameOptionsBox(QGroupBox):
    """A box with a list for each setting of several values, a check box for each setting that is on or off, and a field
    for the target.

    ``named`` holds the controls with their words, which have no access keys yet. A note below a check box explains it.
    If ``wide`` and there are lists, the check boxes are beside the lists, not below them, and their notes are hidden.
    """

    def __init__(self, game: str, px: Callable[[float], int], *, wide: bool = False) -> None:
        super().__init__(GAME_OPTIONS.title())
        self.setProperty("helpTopic", GAME_OPTIONS.topic)
        self.held = game_settings(game)
        self.named: list[tuple[QAbstractButton | PlainLabel, str]] = []
        self._controls: dict[Setting[Any], TargetField | QComboBox | QCheckBox] = {}
        self._notes: dict[QWidget, PlainLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(px(6), px(8), px(6), px(4))
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(6))
        for setting in self.held:
            control = self._controls[setting] = self._control(game, setting)
            if isinstance(control, QCheckBox):
                self.named.append((control, setting.label))
                if setting.line is not None:
                    self._notes[control] = note_below(setting.line(), px)
                    self._notes[control].setParent(self)
                    describe(control, setting.line())
                continue
            for widget in (control, control.lineEdit()) if control.isEditable() else (control,):
                widget.setAccessibleName(setting.label)  # an editable list has the focus in the field inside it
            name = label("", "strong")
            name.setBuddy(control)
            self.named.append((name, _("{setting}:").format(setting=setting.label)))
        has_lists = any(isinstance(widget, PlainLabel) for widget, _text in self.named)
        self._may_be_wide = wide and has_lists
        self._wide = not self._may_be_wide
        self.fold(not wide)

    def fold(self, narrow: bool) -> None:
        """Put the check boxes below the lists if `narrow`. Otherwise put them beside the lists if the box may be
        wide.
        """
        wide = self._may_be_wide and not narrow
        if wide == self._wide:
            return
        self._wide = wide
        grid = self._grid
        grid.setRowStretch(grid.rowCount() - 1, 0)
        lists = ticks = 0
        for widget, _text in self.named:
            row = lists if wide else lists + ticks
            if isinstance(widget, QCheckBox):
                grid.addWidget(widget, ticks if wide else row, 2 if wide else 0, 1, 1 if wide else 2)
                ticks += 1
                if widget in self._notes and not wide:
                    grid.addWidget(self._notes[widget], row + 1, 0, 1, 2)
                    ticks += 1
            elif isinstance(widget, PlainLabel):
                grid.addWidget(widget, row, 0)
                grid.addWidget(widget.buddy(), row, 1, Qt.AlignmentFlag.AlignLeading)
                lists += 1
        for note in self._notes.values():
            note.setVisible(not wide)
            if wide:
                grid.removeWidget(note)
        grid.setColumnStretch(1, 0 if wide else 1)
        grid.setColumnStretch(2, 1 if wide else 0)
        grid.setRowStretch(grid.rowCount(), 1)

    def values(self) -> dict[Setting[Any], str | bool]:
        """Return the current values of the settings `held`."""
        found: dict[Setting[Any], str | bool] = {}
        for setting, control in self._controls.items():
            if isinstance(control, QCheckBox):
                found[setting] = control.isChecked()
            elif isinstance(control, TargetField):
                found[setting] = control.points() if setting.allows(control.points()) else setting.default
            else:
                found[setting] = str(control.currentData())
        return found

    def set_values(self, values: Mapping[Setting[Any], object]) -> None:
        """Set these values. A setting in `held` that is missing in `values` gets its default."""
        for setting, control in self._controls.items():
            value = values.get(setting, setting.default)
            if isinstance(control, QCheckBox):
                control.setChecked(bool(value))
            elif isinstance(control, TargetField):
                control.show_points(str(value))
            else:
                control.setCurrentIndex(control.findData(value))

    def give_mnemonics(self, texts: Sequence[str]) -> None:
        """Give each control an access key that is not used in `texts`."""
        marked = with_mnemonics([text for _widget, text in self.named], marked_letters(texts))
        for (widget, _text), text in zip(self.named, marked, strict=True):
            widget.setText(text)

    def _control(self, game: str, setting: Setting[Any]) -> TargetField | QComboBox | QCheckBox:
        if isinstance(setting.default, bool):
            return WrappingCheckBox()
        if not setting.values:
            return TargetField(spec(game).targets)
        chooser = ChoiceBox()
        for choice in setting.values:
            chooser.addItem(choice.title(), choice.name)
        return chooser


class TargetField(QComboBox):
    """A field for the points to play to, with a list of usual targets. Other targets can be typed."""

    def __init__(self, targets: tuple[int, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setValidator(QRegularExpressionValidator(QRegularExpression(r"[\p{Nd}.,'\s\x{202f}\x{a0}٬]{1,7}"), self))
        for widget in (self, self.lineEdit()):
            widget.setAccessibleDescription(_("Points, a whole number of at most six digits."))
        for target in targets:
            self.addItem(format_number(target))
        self._usual = str(targets[0])

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the target in the form in which it is used: "2000" becomes "2,000", and an empty field gets the usual
        target.
        """
        super().focusOutEvent(event)
        self.show_points(self.points() or self._usual)

    def points(self) -> str:
        """Return the digits in the field, without leading zeros. The result may be empty, or have too many digits."""
        return "".join(sign for sign in latin_digits(self.currentText()) if sign in "0123456789").lstrip("0")

    def show_points(self, text: str) -> None:
        """Show this number of points, given as digits."""
        self.setEditText(format_number(int(text)))
