"""The options: how to play, by which rules, against whom, and how it looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.plain_text import set_whats_this
from mile_bones.games import GAMES
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext
from mile_bones.library.settings import LEVEL, RULES
from mile_bones.players import levels
from mile_bones.storage import ANIMATION, AUTO_DRAW, METHOD, SORT, THEME, Setting

#: What this dialog can change, in the order of its controls.
HELD: tuple[Setting[Any], ...] = (METHOD, SORT, AUTO_DRAW, RULES, ANIMATION, THEME, LEVEL)


class OptionsDialog(BaseDialog):
    """Shows `values`, a value for each setting; what is missing stands at its default. Nothing is stored here."""

    def __init__(self, values: Mapping[Setting[Any], object], parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("Options"),
            subtitle=_("How you play, against whom, and how it looks."),
            band="navy",
            topic="options",
            width=890,
        )
        self.setObjectName("options_dialog")
        self._groups: dict[Setting[Any], QButtonGroup] = {}
        self._boxes: dict[Setting[Any], QCheckBox] = {}
        self._lists: dict[Setting[Any], QComboBox] = {}

        # Boxes in boxes: a grid in which one group stands beside two reckons the height of wrapped words wrongly.
        columns = QHBoxLayout()
        columns.setSpacing(self.px(12))
        self.body.addLayout(columns)
        for width, groups in (
            (5, (self._method(), self._hand())),
            (5, (self._rules(), self._look())),
            (8, (self._level(),)),
        ):
            column = QVBoxLayout()
            column.setSpacing(self.px(8))
            for group in groups:
                column.addWidget(group, 1 if group is groups[-1] else 0)
            columns.addLayout(column, width)
        self.body.addWidget(label(_("New rules and another opponent come with the next game."), "muted", wrap=True))

        self.restore = self.add_button(_("Restore &defaults"), leading=True)
        self.restore.clicked.connect(self._restore)
        self.ok = self.add_button(_("&OK"), "primary", default=True)
        self.ok.clicked.connect(self.accept)
        self.cancel = self.add_button(_("&Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.set_values(values)
        self._groups[METHOD].checkedButton().setFocus()

    def values(self) -> dict[Setting[Any], str | bool]:
        """What is chosen now, for the settings of `HELD` and no others."""
        chosen: dict[Setting[Any], str | bool] = {}
        for setting in HELD:
            if setting in self._groups:
                chosen[setting] = str(self._groups[setting].checkedButton().property("value"))
            elif setting in self._boxes:
                chosen[setting] = self._boxes[setting].isChecked()
            else:
                chosen[setting] = str(self._lists[setting].currentData())
        return chosen

    def set_values(self, values: Mapping[Setting[Any], object]) -> None:
        """Choose these values; settings of `HELD` that are missing go to their defaults."""
        for setting in HELD:
            value = values.get(setting, setting.default)
            if setting in self._groups:
                for button in self._groups[setting].buttons():
                    chosen = button.property("value") == value
                    button.setChecked(chosen)
                    # Tab stops once in a group, at what is chosen; Qt sees to that only after the first click.
                    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)
            elif setting in self._boxes:
                self._boxes[setting].setChecked(bool(value))
            else:
                self._lists[setting].setCurrentIndex(self._lists[setting].findData(value))

    # ------------------------------------------------------------------ the groups

    def _method(self) -> QGroupBox:
        choices = (
            ("drag", _("D&rag and drop"), _("Drag a card to its pile.")),
            ("click", _("Click and c&lick"), _("Click a card, then its pile.")),
        )
        return self._choice(METHOD, _("Playing a card"), "drag-and-drop", choices)

    def _rules(self) -> QGroupBox:
        choices = (
            ("mile-bones", _("&Mile Bones 2.1"), _("The rules of 1992.")),
            ("mille", _("mille(&6)"), _("The rules of the terminal game.")),
        )
        return self._choice(RULES, _("Rules"), "rule-sets", choices)

    def _level(self) -> QGroupBox:
        """Each level with a word about it and how strong it was found to be."""
        texts = {
            "easy": _("&Easy"),
            "original": _("Origi&nal"),
            "expert": _("E&xpert"),
            "champion": _("C&hampion"),
        }
        choices = [(level.name, texts[level.name], f"{level.line()}\n{level.strength()}") for level in levels(GAMES[0])]
        return self._choice(LEVEL, _("Opponent"), "opponents", choices)

    def _hand(self) -> QGroupBox:
        group = QGroupBox(_("Your hand"))
        group.setProperty("helpTopic", "hand-row")
        rows = self._rows(group)
        self._boxes[SORT] = self._check(
            _("&Sort the hand by itself"), _("Off: drag cards within the hand to arrange them.")
        )
        self._boxes[AUTO_DRAW] = self._check(
            _("Draw by &itself"), _("A card is drawn at the start of your turn, unless a coup fourré is possible.")
        )
        for box in (self._boxes[SORT], self._boxes[AUTO_DRAW]):
            rows.addWidget(box)
            note = label(box.accessibleDescription(), "muted", wrap=True)
            note.setIndent(self.px(34))
            note.setContentsMargins(0, 0, 0, self.px(4))
            rows.addWidget(note)
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
        speeds = {
            "slow": pgettext("animation", "Slow"),
            "normal": pgettext("animation", "Normal"),
            "fast": pgettext("animation", "Fast"),
            "off": pgettext("animation", "Off"),
        }
        looks = {
            "system": pgettext("theme", "As the system"),
            "light": pgettext("theme", "Light"),
            "dark": pgettext("theme", "Dark"),
            "contrast": pgettext("theme", "High contrast"),
        }
        for row, (setting, caption, texts) in enumerate(
            ((ANIMATION, _("&Animation:"), speeds), (THEME, _("&Theme:"), looks))
        ):
            chooser = QComboBox()
            chooser.setAccessibleName(setting.label)
            for value in setting.choices or ():
                chooser.addItem(texts[value], value)
            name = label(caption, "strong")
            name.setBuddy(chooser)
            grid.addWidget(name, row, 0)
            grid.addWidget(chooser, row, 1)
            self._lists[setting] = chooser
        grid.setRowStretch(2, 1)
        return group

    def _choice(
        self, setting: Setting[Any], title: str, topic: str, choices: Sequence[tuple[str, str, str]]
    ) -> QGroupBox:
        group = QGroupBox(title)
        group.setProperty("helpTopic", topic)
        rows = self._rows(group)
        together = QButtonGroup(group)
        for value, text, explained in choices:
            rows.addWidget(self._radio(together, value, text, explained))
            note = label(explained, "muted", wrap=True)
            note.setIndent(self.px(34))
            note.setContentsMargins(0, 0, 0, self.px(4))
            rows.addWidget(note)
        rows.addStretch(1)
        self._groups[setting] = together
        return group

    def _radio(self, together: QButtonGroup, value: str, text: str, explained: str) -> QRadioButton:
        button = QRadioButton(text)
        button.setProperty("value", value)
        button.setAccessibleDescription(explained)
        set_whats_this(button, explained)
        together.addButton(button)
        return button

    def _rows(self, group: QGroupBox) -> QVBoxLayout:
        rows = QVBoxLayout(group)
        rows.setContentsMargins(self.px(4), self.px(8), self.px(4), self.px(4))
        rows.setSpacing(self.px(1))
        return rows

    def _check(self, text: str, explained: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setAccessibleDescription(explained)
        set_whats_this(box, explained)
        return box

    def _restore(self) -> None:
        self.set_values({})
