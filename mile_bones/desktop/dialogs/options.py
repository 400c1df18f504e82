"""The options: how to play the game on the table, by which rules, against whom, and how it looks and sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QRadioButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.mnemonics import with_mnemonics
from mile_bones.desktop.plain_text import PlainLabel, set_whats_this
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.library.settings import level_setting, rules_setting
from mile_bones.storage import ANIMATION, AUTO_DRAW, DONE, METHOD, MUTE, SORT, THEME, VOLUME, Setting

_STEP = 10
"""Percent of the volume for each step of its slider."""


def settings_held(game: str) -> tuple[Setting[Any], ...]:
    """What this dialog can change when this game is on the table, in the order of its controls."""
    found = spec(game)
    hand = (SORT, AUTO_DRAW) if found.has_hand else ()
    turn = (DONE,) if found.has_steps else ()
    rules = (rules_setting(game),) if len(found.rule_sets) > 1 else ()
    return (METHOD, *hand, *turn, *rules, ANIMATION, THEME, VOLUME, MUTE, level_setting(game))


class OptionsDialog(BaseDialog):
    """Shows `values`, a value for each setting; what is missing stands at its default. Nothing is stored here."""

    volume_tried = Signal(int)
    """The player has moved the volume to so many percent, and wants to hear that."""

    def __init__(self, values: Mapping[Setting[Any], object], game: str, parent: QWidget | None = None) -> None:
        found = spec(game)
        super().__init__(
            parent,
            title=_("Options"),
            subtitle=_("How you play {game}, against whom, and how it looks and sounds.").format(game=found.title()),
            band="navy",
            topic="options",
            width=890 if found.has_hand else 760,
        )
        self.setObjectName("options_dialog")
        self.held = settings_held(game)
        self._level, self._rules = level_setting(game), rules_setting(game)
        self._groups: dict[Setting[Any], QButtonGroup] = {}
        self._boxes: dict[Setting[Any], QCheckBox] = {}
        self._lists: dict[Setting[Any], QComboBox] = {}
        self._volume = QSlider(Qt.Orientation.Horizontal)
        self._named: list[tuple[QAbstractButton | PlainLabel, str]] = []
        self._lay_out()

        self.restore = self.add_button(_("Restore &defaults"), leading=True)
        self.restore.clicked.connect(self._restore)
        self.ok = self.add_button(_("&OK"), "primary", default=True)
        self.ok.clicked.connect(self.accept)
        self.cancel = self.add_button(_("&Cancel"))
        self.cancel.clicked.connect(self.reject)
        self._give_mnemonics()
        self.set_values(values)
        self._groups[METHOD].checkedButton().setFocus()

    def values(self) -> dict[Setting[Any], str | bool]:
        """What is chosen now, for the settings `held` and no others."""
        chosen: dict[Setting[Any], str | bool] = {}
        for setting in self.held:
            if setting in self._groups:
                chosen[setting] = str(self._groups[setting].checkedButton().property("value"))
            elif setting in self._boxes:
                chosen[setting] = self._boxes[setting].isChecked()
            elif setting is VOLUME:
                chosen[setting] = str(self._volume.value() * _STEP)
            else:
                chosen[setting] = str(self._lists[setting].currentData())
        return chosen

    def set_values(self, values: Mapping[Setting[Any], object]) -> None:
        """Choose these values; settings `held` that are missing go to their defaults."""
        for setting in self.held:
            value = values.get(setting, setting.default)
            if setting in self._groups:
                for button in self._groups[setting].buttons():
                    chosen = button.property("value") == value
                    button.setChecked(chosen)
                    # Tab stops once in a group, at what is chosen; Qt sees to that only after the first click.
                    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)
            elif setting in self._boxes:
                self._boxes[setting].setChecked(bool(value))
            elif setting is VOLUME:
                self._volume.setValue(int(str(value)) // _STEP)
            else:
                self._lists[setting].setCurrentIndex(self._lists[setting].findData(value))

    # ------------------------------------------------------------------ the groups

    def _lay_out(self) -> None:
        """The groups from left to right: how to play, what of it there is to choose, against whom.

        Boxes in boxes: a grid in which one group stands beside two reckons the height of wrapped words wrongly.
        """
        columns = QHBoxLayout()
        columns.setSpacing(self.px(12))
        self.body.addLayout(columns)
        ruled = self._rules in self.held
        first = [self._choice(METHOD, "drag-and-drop")]
        second = []
        if SORT in self.held:
            first.append(self._switches(_("Your hand"), "hand-row", SORT, AUTO_DRAW))
        if DONE in self.held:
            first.append(self._switches(_("Your turn"), "millieu-playing", DONE))
        if ruled:
            second.append(self._choice(self._rules, "rule-sets", _("Rules")))
        (second if ruled or SORT in self.held else first).append(self._look())
        last = [self._choice(self._level, "opponents", _("Opponent"))]
        (second or last).append(self._sound())
        for width, groups in ((5, first), (5, second), (8, last)):
            if not groups:
                continue
            column = QVBoxLayout()
            column.setSpacing(self.px(8))
            for group in groups:
                column.addWidget(group, 1 if group is groups[-1] else 0)
            columns.addLayout(column, width)
        note = _("Another opponent comes with the next game.")
        if ruled:
            note = _("New rules and another opponent come with the next game.")
        self.body.addWidget(label(note, "muted", wrap=True))

    def _switches(self, title: str, topic: str, *settings: Setting[bool]) -> QGroupBox:
        group = QGroupBox(title)
        group.setProperty("helpTopic", topic)
        rows = self._rows(group)
        for setting in settings:
            line = setting.line() if setting.line is not None else ""
            box = self._boxes[setting] = QCheckBox()
            self._name(box, setting.label, line)
            rows.addWidget(box)
            rows.addWidget(self._note(line))
        rows.addStretch(1)
        return group

    def _look(self) -> QGroupBox:
        group = QGroupBox(_("Picture"))
        group.setProperty("helpTopic", "themes-and-animation")
        grid = QGridLayout(group)
        grid.setContentsMargins(self.px(6), self.px(8), self.px(6), self.px(4))
        grid.setHorizontalSpacing(self.px(8))
        grid.setVerticalSpacing(self.px(6))
        grid.setColumnStretch(1, 1)
        for row, setting in enumerate((ANIMATION, THEME)):
            chooser = self._lists[setting] = QComboBox()
            chooser.setAccessibleName(setting.label)
            for choice in setting.values:
                chooser.addItem(choice.title(), choice.name)
            name = label("", "strong")
            name.setBuddy(chooser)
            self._named.append((name, _("{setting}:").format(setting=setting.label)))
            grid.addWidget(name, row, 0)
            grid.addWidget(chooser, row, 1)
        grid.setRowStretch(2, 1)
        return group

    def _sound(self) -> QGroupBox:
        group = QGroupBox(_("Sound"))
        group.setProperty("helpTopic", "sound")
        rows = self._rows(group)
        line = QHBoxLayout()
        line.setContentsMargins(self.px(2), 0, self.px(2), 0)
        line.setSpacing(self.px(10))
        name = label("", "strong")
        name.setBuddy(self._volume)
        self._named.append((name, _("{setting}:").format(setting=VOLUME.label)))
        percent = label("")
        percent.setMinimumWidth(self.px(44))
        self._volume.setRange(1, len(VOLUME.values))
        self._volume.setPageStep(2)
        self._volume.setAccessibleName(VOLUME.label)
        self._volume.valueChanged.connect(lambda step: percent.setText(VOLUME.values[step - 1].title()))
        self._volume.valueChanged.connect(lambda step: self._volume.setAccessibleDescription(percent.text()))
        self._volume.actionTriggered.connect(lambda _action: self._try_volume())
        for widget in (name, self._volume, percent):
            line.addWidget(widget)
        rows.addLayout(line)
        box = self._boxes[MUTE] = QCheckBox()
        self._name(box, MUTE.label, "")
        rows.addWidget(box)
        rows.addStretch(1)
        return group

    def _try_volume(self) -> None:
        """By hand, and not by ``set_values``; the value follows the hand."""
        self.volume_tried.emit(self._volume.sliderPosition() * _STEP)

    def _choice(self, setting: Setting[Any], topic: str, title: str = "") -> QGroupBox:
        """A button for each value, with what is to be said of it."""
        group = QGroupBox(title or setting.label)
        group.setProperty("helpTopic", topic)
        rows = self._rows(group)
        together = self._groups[setting] = QButtonGroup(group)
        for choice in setting.values:
            button = QRadioButton()
            button.setProperty("value", choice.name)
            together.addButton(button)
            line = choice.line() if choice.line is not None else ""
            self._name(button, choice.title(), line)
            rows.addWidget(button)
            rows.addWidget(self._note(line))
        rows.addStretch(1)
        return group

    def _name(self, button: QAbstractButton, text: str, line: str) -> None:
        self._named.append((button, text))
        button.setAccessibleDescription(line)
        set_whats_this(button, line)

    def _note(self, line: str) -> PlainLabel:
        note = label(line, "muted", wrap=True)
        note.setIndent(self.px(34))
        note.setContentsMargins(0, 0, 0, self.px(4))
        return note

    def _rows(self, group: QGroupBox) -> QVBoxLayout:
        rows = QVBoxLayout(group)
        rows.setContentsMargins(self.px(4), self.px(8), self.px(4), self.px(4))
        rows.setSpacing(self.px(1))
        return rows

    def _give_mnemonics(self) -> None:
        """Each control a letter of its own, beside those of the buttons below."""
        below = (button.text() for button in (self.restore, self.ok, self.cancel))
        taken = [text[text.index("&") + 1] for text in below if "&" in text]
        texts = with_mnemonics([text for _widget, text in self._named], taken)
        for (widget, _text), text in zip(self._named, texts, strict=True):
            widget.setText(text)

    def _restore(self) -> None:
        self.set_values({})
