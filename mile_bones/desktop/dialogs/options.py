"""The dialog with the options for the game on the table: how to play, rules, opponents, look and sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QSlider,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from mile_bones.desktop.dialogs.base import BaseDialog, label, stack_when_narrow
from mile_bones.desktop.dialogs.game_options import GameOptionsBox
from mile_bones.desktop.dialogs.key_box import KeyBox
from mile_bones.desktop.dialogs.lists import ChoiceBox, choice_box
from mile_bones.desktop.dialogs.toggles import WrappingCheckBox, WrappingRadioButton, describe, note_below
from mile_bones.desktop.look.scale import most_text
from mile_bones.desktop.look.theme import system_text
from mile_bones.desktop.mnemonics import marked_letters, with_mnemonics
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.sound.output import can_play
from mile_bones.desktop.speech.ssip import can_speak
from mile_bones.games import spec
from mile_bones.i18n import format_percent
from mile_bones.i18n import gettext as _
from mile_bones.library.settings import GAME_OPTIONS, shown_settings
from mile_bones.storage.settings import METHOD, PAGES, SPEECH, TEXT, VOLUME, Group, Setting

_STEP = 10
"""The step of the volume slider, in percent."""


_EDGE = 6  # the minimum width beside a page, in pixels


class OptionsDialog(BaseDialog):
    """Shows the settings that exist for this game, with the values that `get` returns.

    The dialog stores nothing. Pages, groups and controls are made from the rows of ``shown_settings``.
    """

    volume_tried = Signal(int)
    """Emitted with the volume in percent that the player has just set, so that a sample of it is played."""

    def __init__(
        self,
        get: Callable[[Setting[Any]], object],
        game: str,
        parent: QWidget | None = None,
        *,
        taken: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Show the options for this game. `taken` has the keys that the menus use, as in ``KeyBox``."""
        found = spec(game)
        super().__init__(
            parent,
            title=_("Options"),
            subtitle=_("How you play {game}, against whom, and how it looks and sounds.").format(game=found.title()),
            band="navy",
            topic="options",
            width=760,
        )
        self.setObjectName("options_dialog")
        self.held = tuple(setting for setting in shown_settings(game) if setting is not SPEECH or can_speak())
        self._groups: dict[Setting[Any], QButtonGroup] = {}
        self._boxes: dict[Setting[Any], QCheckBox] = {}
        self._lists: dict[Setting[Any], QComboBox] = {}
        self._parts: dict[Group, GameOptionsBox | KeyBox] = {}
        self._game, self._taken = game, taken
        self._volume = QSlider(Qt.Orientation.Horizontal)
        self._named: list[list[tuple[QAbstractButton | PlainLabel, str]]] = []  # the controls with access keys, by page
        self._details: list[tuple[QAbstractButton, PlainLabel, str, str]] = []
        self.more = QToolButton()
        self.more.setCheckable(True)
        self.more.setProperty("kind", "more")
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.setAccessibleDescription(_("How strong each opponent was found to be."))
        self.more.toggled.connect(self._show_more)
        self._lay_out()

        self.restore = self.add_button(_("Restore &defaults"), leading=True)
        self.restore.clicked.connect(self._restore)
        self.ok = self.add_button(_("&OK"), "primary", default=True)
        self.ok.clicked.connect(self.accept)
        self.cancel = self.add_button(_("&Cancel"))
        self.cancel.clicked.connect(self.reject)
        self._give_mnemonics()
        self.set_values({setting: get(setting) for setting in self.held})
        self._groups[METHOD].checkedButton().setFocus()

    def values(self) -> dict[Setting[Any], str | bool]:
        """Return the current values of the settings `held`."""
        chosen = {setting: value for part in self._parts.values() for setting, value in part.values().items()}
        return {setting: chosen[setting] if setting in chosen else self._value(setting) for setting in self.held}

    def _value(self, setting: Setting[Any]) -> str | bool:
        match setting.control:
            case "buttons":
                return str(self._groups[setting].checkedButton().property("value"))
            case "tick":
                return self._boxes[setting].isChecked()
            case "slider":
                return str(self._volume.value() * _STEP)
        return str(self._lists[setting].currentData())

    def set_values(self, values: Mapping[Setting[Any], object]) -> None:
        """Set these values. A setting in `held` that is missing in `values` gets its default."""
        for part in self._parts.values():
            part.set_values(values)
        for setting in self.held:
            if setting.group not in self._parts:
                self._choose(setting, values.get(setting, setting.default))

    def _choose(self, setting: Setting[Any], value: object) -> None:
        match setting.control:
            case "buttons":
                for button in self._groups[setting].buttons():
                    chosen = button.property("value") == value
                    button.setChecked(chosen)
                    # The Tab key stops once in a group of buttons, at the chosen one. Qt arranges
                    # that only after the first click.
                    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)
            case "tick":
                self._boxes[setting].setChecked(bool(value))
            case "slider":
                self._volume.setValue(int(str(value)) // _STEP)
            case _:
                self._lists[setting].setCurrentIndex(self._lists[setting].findData(value))

    # ------------------------------------------------------------------ the groups

    def _lay_out(self) -> None:
        """Make the pages from the settings `held`, which are ordered by page, and by group within a page.

        Each page has columns of groups. The columns are nested layouts, because a grid with one group beside two
        computes a wrong height for wrapped words.
        """
        self.pages = _Pages()
        self.pages.setUsesScrollButtons(False)
        self.pages.setAccessibleName(_("Pages of the options"))
        self.page = choice_box(_("Pages of the options"), ())
        self.page.hide()
        self.body.addWidget(self.page)
        self.body.addWidget(self.pages)
        self.page.currentIndexChanged.connect(self.pages.setCurrentIndex)
        self.pages.currentChanged.connect(self.page.setCurrentIndex)
        grouped: dict[Group, list[Setting[Any]]] = {}
        for setting in self.held:
            if setting.group is not None:
                grouped.setdefault(setting.group, []).append(setting)
        for name, groups in groupby(grouped, key=lambda group: group.page):
            self._add_page(name, [(group, grouped[group]) for group in groups])

    def _add_page(self, name: str, groups: Iterable[tuple[Group, list[Setting[Any]]]]) -> None:
        """Add the page with its groups in one or two columns."""
        self._named.append([])
        left: list[QGroupBox] = []
        right: list[QGroupBox] = []
        for group, settings in groups:
            (left if group.leads(spec(self._game)) else right).append(self._box(group, settings))
        page = QWidget()
        rows = QVBoxLayout(page)
        columns = stack_when_narrow(QHBoxLayout())
        columns.setSpacing(self.px(12))
        rows.addLayout(columns, 1)
        for each in filter(None, (left, right)):
            column = QVBoxLayout()
            column.setSpacing(self.px(8))
            for box in each:
                column.addWidget(box, 1 if box is each[-1] else 0)
            columns.addLayout(column, 3 if each is (right or left) else 2)
        if name == "game":
            rows.addWidget(label(_when(rules=bool(left)), "muted", wrap=True))
        self.pages.addTab(page, PAGES[name]())
        self.page.addItem(PAGES[name]())

    def _box(self, group: Group, settings: list[Setting[Any]]) -> QGroupBox:
        """Make the box of the group with a control for each of the settings."""
        controls = {setting.control for setting in settings}
        if group is GAME_OPTIONS or "key" in controls:
            part = GameOptionsBox(self._game, self.px) if group is GAME_OPTIONS else KeyBox(self.px, self._taken)
            self._parts[group] = part
            self._named[-1] += part.named
            return part
        box = QGroupBox(group.title())
        box.setProperty("helpTopic", group.topic)
        if "list" in controls:
            self._fill_grid(box, group, settings)
            return box
        rows = QVBoxLayout(box)
        rows.setContentsMargins(self.px(4), self.px(8), self.px(4), self.px(4))
        rows.setSpacing(self.px(1))
        for setting in settings:
            match setting.control:
                case "buttons":
                    self._add_buttons(rows, setting)
                case "slider":
                    rows.addLayout(self._slider(setting))
                case _:
                    for widget in self._tick(setting, noted="slider" not in controls):
                        rows.addWidget(widget)
        if VOLUME in settings and not can_play():
            # Translators: these are names of programs and libraries
            text = _("Nothing can be heard here: neither miniaudio is installed nor libpulse-simple with libsndfile.")
            rows.addWidget(note_below(text, self.px))
        rows.addStretch(1)
        return box

    def _fill_grid(self, box: QGroupBox, group: Group, settings: list[Setting[Any]]) -> None:
        """Put the lists one below the other, each with its name in front. Put the check boxes and notes below the
        lists.
        """
        notes: list[QWidget] = []
        grid = QGridLayout(box)
        grid.setContentsMargins(self.px(6), self.px(8), self.px(6), self.px(4))
        grid.setHorizontalSpacing(self.px(8))
        grid.setVerticalSpacing(self.px(6))
        grid.setColumnStretch(1, 1)
        for setting in settings:
            if setting.control == "list":
                name, chooser = self._list(setting)
                grid.addWidget(name, grid.rowCount(), 0)
                grid.addWidget(chooser, grid.rowCount() - 1, 1)
            else:
                notes += self._tick(setting, noted=setting.line is not None)
        if TEXT in settings:
            self.capped = note_below("", self.px)
            self._lists[TEXT].currentIndexChanged.connect(self._tell_cap)
            notes.append(self.capped)
        if group.note is not None:
            notes.append(note_below(group.note(), self.px))
        for widget in notes:
            grid.addWidget(widget, grid.rowCount(), 0, 1, 2)
        grid.setRowStretch(grid.rowCount(), 1)  # the last group of a column is higher than its lists

    def _tick(self, setting: Setting[Any], *, noted: bool) -> list[QWidget]:
        """Make the check box and, if `noted`, a note below it, which may be empty."""
        line = setting.line() if setting.line is not None else ""
        box = self._boxes[setting] = WrappingCheckBox()
        self._name(box, setting.label, line)
        return [box, note_below(line, self.px)] if noted else [box]

    def _list(self, setting: Setting[Any]) -> tuple[QWidget, QWidget]:
        """Make the name of the setting and the list of its values."""
        chooser = self._lists[setting] = ChoiceBox()
        chooser.setAccessibleName(setting.label)
        for choice in setting.values:
            chooser.addItem(choice.title(), choice.name)
        return self._name_of(setting, chooser), chooser

    def _name_of(self, setting: Setting[Any], control: QWidget) -> PlainLabel:
        """Make the label of a control. The access key of the label leads to the control."""
        name = label("", "strong")
        name.setBuddy(control)
        self._named[-1].append((name, _("{setting}:").format(setting=setting.label)))
        return name

    def _tell_cap(self) -> None:
        """Show how large the text can be in this window, if the maximum is less than the chosen size."""
        window, wanted = self.game_window(), int(self._lists[TEXT].currentData())
        most = wanted if window is None else round(100 * most_text(window.width(), window.height()) / system_text())
        # Translators: {percent} is a text size, such as "200 %"
        text = _("In a window of this size the text grows to {percent} at most.").format(percent=format_percent(most))
        self.capped.setText(text if most < wanted else "")
        self.capped.setVisible(most < wanted)
        self._lists[TEXT].setAccessibleDescription(self.capped.text())
        if self.isVisible():
            self.fit()

    def fold(self, narrow: bool) -> None:
        """Show a list of the pages if `narrow`, because tabs would be cut. Otherwise show tabs."""
        self.page.setVisible(narrow)
        self.pages.tabBar().setVisible(not narrow)
        for part in (self.pages, self.pages.tabBar()):  # hidden tabs must not take the focus
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus if narrow else Qt.FocusPolicy.TabFocus)
        self.pages.setUsesScrollButtons(narrow)  # otherwise hidden tabs would need room

    def showEvent(self, event: QShowEvent) -> None:
        self._tell_cap()
        super().showEvent(event)

    def _slider(self, setting: Setting[Any]) -> QHBoxLayout:
        line = stack_when_narrow(QHBoxLayout())
        line.setContentsMargins(self.px(2), 0, self.px(2), 0)
        line.setSpacing(self.px(10))
        percent = label("")
        percent.setMinimumWidth(self.px(44))
        self._volume.setRange(1, len(setting.values))
        self._volume.setPageStep(2)
        self._volume.setAccessibleName(setting.label)
        self._volume.valueChanged.connect(lambda step: percent.setText(setting.values[step - 1].title()))
        self._volume.valueChanged.connect(lambda step: self._volume.setAccessibleDescription(percent.text()))
        self._volume.actionTriggered.connect(lambda _action: self._try_volume())
        for widget in (self._name_of(setting, self._volume), self._volume, percent):
            line.addWidget(widget)
        return line

    def _try_volume(self) -> None:
        """Emit ``volume_tried`` for the position of the slider.

        ``set_values`` does not call this method. The value of the slider changes only after the call.
        """
        self.volume_tried.emit(self._volume.sliderPosition() * _STEP)

    def _add_buttons(self, rows: QVBoxLayout, setting: Setting[Any]) -> None:
        """Add a button for each value, with the text about it."""
        together = self._groups[setting] = QButtonGroup(self)
        for choice in setting.values:
            button = WrappingRadioButton()
            button.setProperty("value", choice.name)
            together.addButton(button)
            line = choice.line() if choice.line is not None else ""
            self._name(button, choice.title(), line)
            note = note_below(line, self.px)
            rows.addWidget(button)
            rows.addWidget(note)
            if choice.more is not None:
                self._details.append((button, note, line, choice.more()))
        if any(choice.more is not None for choice in setting.values):
            self._named[-1].append((self.more, _("More")))
            rows.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)

    def _show_more(self, wanted: bool) -> None:
        """Show or hide the details about each opponent."""
        for button, note, line, more in self._details:
            text = f"{line}\n{more}" if wanted else line
            note.setText(text)
            describe(button, text)
        if self.isVisible():
            self.fit()

    def _name(self, button: QAbstractButton, text: str, line: str) -> None:
        self._named[-1].append((button, text))
        describe(button, line)

    def _give_mnemonics(self) -> None:
        """Give each control an access key that nothing else uses: no other control of its page, no page and no
        button.
        """
        taken = marked_letters(button.text() for button in (self.restore, self.ok, self.cancel))
        titles = with_mnemonics([self.pages.tabText(page) for page in range(self.pages.count())], taken)
        taken += marked_letters(titles)
        for page, title in enumerate(titles):
            self.pages.setTabText(page, title)
        for named in self._named:
            texts = with_mnemonics([text for _widget, text in named], taken)
            for (widget, _text), text in zip(named, texts, strict=True):
                widget.setText(text)

    def _restore(self) -> None:
        self.set_values({})


def _when(*, rules: bool) -> str:
    """Return a sentence about when the choices on the page about the game take effect."""
    if rules:
        return _("New rules and another opponent come with the next game.")
    return _("Another opponent comes with the next game.")


class _Pages(QTabWidget):
    """The pages of the options, with enough room for their words. The room includes the edge of a page, which Qt leaves
    out.
    """

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(_EDGE, 0)

    def heightForWidth(self, width: int) -> int:
        page = self.currentWidget()
        edge = self.width() - page.width() if page.isVisible() else 0
        return super().heightForWidth(width - max(edge, _EDGE))
