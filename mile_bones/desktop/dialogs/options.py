"""The options: how to play the game on the table, by which rules, against whom, and how it looks and sounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
from mile_bones.desktop.dialogs.lists import choice_box
from mile_bones.desktop.dialogs.toggles import WrappingCheckBox, WrappingRadioButton
from mile_bones.desktop.look.scale import most_text
from mile_bones.desktop.look.theme import system_text
from mile_bones.desktop.mnemonics import with_mnemonics
from mile_bones.desktop.plain_text import PlainLabel, set_whats_this
from mile_bones.desktop.sound.output import can_play
from mile_bones.desktop.speech.ssip import can_speak
from mile_bones.games import GAMES, spec
from mile_bones.i18n import format_percent
from mile_bones.i18n import gettext as _
from mile_bones.library.keys import KEYS
from mile_bones.library.settings import game_settings, level_setting, rules_setting
from mile_bones.players import has_coach
from mile_bones.storage.settings import (
    ANIMATION,
    ASK_DISCARD,
    AUTO_DRAW,
    DONE,
    DOUBLE_CLICK,
    DRAG_DISTANCE,
    LANGUAGE,
    LARGE_INDICES,
    METHOD,
    MUTE,
    OUTLINES,
    SCANNING,
    SORT,
    SPEECH,
    TEXT,
    THEME,
    TUTOR,
    VOLUME,
    Setting,
)

_STEP = 10
"""Percent of the volume for each step of its slider."""


def settings_held(game: str) -> tuple[Setting[Any], ...]:
    """What this dialog can change when this game is on the table, in the order of its controls."""
    found = spec(game)
    hand = (SORT, AUTO_DRAW, ASK_DISCARD) if found.has_hand else ()
    turn = (DONE,) if found.has_steps else ()
    coach = (TUTOR,) if has_coach(game) else ()
    rules = (rules_setting(game),) if len(found.rule_sets) > 1 else ()
    return (
        *(METHOD, DRAG_DISTANCE, DOUBLE_CLICK, *hand, *turn, *coach),
        *(*rules, *game_settings(game), level_setting(game)),
        *(LANGUAGE, ANIMATION, THEME, TEXT, VOLUME, MUTE),
        *((SPEECH,) if can_speak() else ()),
        *KEYS,
        *(SCANNING, OUTLINES, LARGE_INDICES),
    )


_EDGE = 6  # pixels beside a page at least


class OptionsDialog(BaseDialog):
    """Shows `values`, a value for each setting; what is missing stands at its default. Nothing is stored here."""

    volume_tried = Signal(int)
    """The player has moved the volume to so many percent, and wants to hear that."""

    def __init__(
        self,
        values: Mapping[Setting[Any], object],
        game: str,
        parent: QWidget | None = None,
        *,
        taken: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``taken``: the keys that the menus have for themselves, see ``KeyBox``."""
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
        self.held = settings_held(game)
        self._level, self._rules = level_setting(game), rules_setting(game)
        self._opponents = "opponents" if game == GAMES[0] else f"{game}-players"  # their page in the help
        self._groups: dict[Setting[Any], QButtonGroup] = {}
        self._boxes: dict[Setting[Any], QCheckBox] = {}
        self._lists: dict[Setting[Any], QComboBox] = {}
        self._options = GameOptionsBox(game, self.px)
        self._keys = KeyBox(self.px, taken)
        self._volume = QSlider(Qt.Orientation.Horizontal)
        self._named: list[list[tuple[QAbstractButton | PlainLabel, str]]] = []  # by page
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
        self.set_values(values)
        self._groups[METHOD].checkedButton().setFocus()

    def values(self) -> dict[Setting[Any], str | bool]:
        """What is chosen now, for the settings `held` and no others."""
        chosen: dict[Setting[Any], str | bool] = {}
        options = {**self._options.values(), **self._keys.values()}
        for setting in self.held:
            if setting in options:
                chosen[setting] = options[setting]
            elif setting in self._groups:
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
        self._options.set_values(values)
        self._keys.set_values(values)
        for setting in self.held:
            value = values.get(setting, setting.default)
            if setting in self._options.held or setting in KEYS:
                continue
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
        """A page for how to play, one for what is played against whom, one for what it looks and sounds like, one
        for the keys.

        Each page has columns of groups. Boxes in boxes: a grid in which one group stands beside two reckons the height
        of wrapped words wrongly.
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
        # Translators: the page of the options about how to play
        with self._page(_("Playing")) as columns:
            mouse = self._mouse()
            columns += ([self._choice(METHOD, "drag-and-drop")], [])
            columns[0 if SORT in self.held else 1].append(mouse)
            if SORT in self.held:
                columns[1].append(self._switches(_("Your hand"), "hand-row", SORT, AUTO_DRAW, ASK_DISCARD))
            if DONE in self.held:
                columns[1].append(self._switches(_("Your turn"), "millieu-playing", DONE))
            if TUTOR in self.held:
                columns[1].append(self._switches(_("The coach"), "hint", TUTOR))
        note = _("Another opponent comes with the next game.")
        with self._page(_("Game")) as columns:
            if self._rules in self.held:
                columns.append([self._choice(self._rules, "rule-sets", _("Rules"))])
                note = _("New rules and another opponent come with the next game.")
            if self._options.held:
                columns.append([self._options])
                self._named[-1] += self._options.named
                note = _("New rules and another opponent come with the next game.")
            columns.append([self._choice(self._level, self._opponents, _("Opponent"))])
        self.pages.widget(1).layout().addWidget(label(note, "muted", wrap=True))
        with self._page(_("Picture and sound")) as columns:
            columns.append([self._lists_of(LANGUAGE.label, "options", LANGUAGE), self._look()])
            columns.append([self._sound()])
            if SPEECH in self.held:
                columns[-1].append(self._lists_of(_("Voice"), "accessibility", SPEECH))
        with self._page(_("Keys")) as columns:
            columns.append([self._keys])
            self._named[-1] += self._keys.named
        # Translators: the page of the options that makes the game easier to see and to use
        with self._page(_("Aids")) as columns:
            columns += ([self._scanning()], [self._contrast()])

    @contextmanager
    def _page(self, title: str) -> Iterator[list[list[QGroupBox]]]:
        """One more page, with the columns of groups that are put into this list."""
        self._named.append([])
        groups: list[list[QGroupBox]] = []
        yield groups
        page = QWidget()
        rows = QVBoxLayout(page)
        columns = stack_when_narrow(QHBoxLayout())
        columns.setSpacing(self.px(12))
        rows.addLayout(columns, 1)
        for each in groups:
            column = QVBoxLayout()
            column.setSpacing(self.px(8))
            for group in each:
                column.addWidget(group, 1 if group is each[-1] else 0)
            columns.addLayout(column, 3 if each is groups[-1] else 2)
        self.pages.addTab(page, title)
        self.page.addItem(title)

    def _mouse(self) -> QGroupBox:
        group = self._lists_of(_("Mouse"), "drag-and-drop", DRAG_DISTANCE)
        box = self._boxes[DOUBLE_CLICK] = WrappingCheckBox()
        line = DOUBLE_CLICK.line() if DOUBLE_CLICK.line is not None else ""
        self._name(box, DOUBLE_CLICK.label, line)
        grid = group.layout()
        assert isinstance(grid, QGridLayout)
        grid.addWidget(box, 1, 0, 1, 2)
        grid.addWidget(self._note(line), 2, 0, 1, 2)
        grid.setRowStretch(3, 1)
        return group

    def _switches(self, title: str, topic: str, *settings: Setting[bool]) -> QGroupBox:
        group = QGroupBox(title)
        group.setProperty("helpTopic", topic)
        rows = self._rows(group)
        for setting in settings:
            line = setting.line() if setting.line is not None else ""
            box = self._boxes[setting] = WrappingCheckBox()
            self._name(box, setting.label, line)
            rows.addWidget(box)
            rows.addWidget(self._note(line))
        rows.addStretch(1)
        return group

    def _look(self) -> QGroupBox:
        group = self._lists_of(_("Picture"), "themes-and-animation", ANIMATION, THEME, TEXT)
        self.capped = self._note("")
        self._lists[TEXT].currentIndexChanged.connect(self._tell_cap)
        return self._with_note(group, 3, self.capped)

    def _tell_cap(self) -> None:
        """Whether the window is too small for letters as large as that."""
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
        """A list in place of tabs that would be cut."""
        self.page.setVisible(narrow)
        self.pages.tabBar().setVisible(not narrow)
        self.pages.setUsesScrollButtons(narrow)  # else the tabs that are not seen would want their room

    def showEvent(self, event: QShowEvent) -> None:
        self._tell_cap()
        super().showEvent(event)

    def _scanning(self) -> QGroupBox:
        group = self._lists_of(_("One key"), "accessibility", SCANNING)
        text = _("Everything in the window is lit in turn, so long each. Space, Enter or any click takes what is lit.")
        return self._with_note(group, 1, self._note(text))

    def _contrast(self) -> QGroupBox:
        group = self._lists_of(_("High contrast"), "themes-and-animation", OUTLINES)
        box = self._boxes[LARGE_INDICES] = WrappingCheckBox()
        self._name(box, LARGE_INDICES.label, "")
        grid = group.layout()
        assert isinstance(grid, QGridLayout)
        grid.addWidget(box, 1, 0, 1, 2)
        return self._with_note(group, 2, self._note(_("These count where the theme is that of high contrast.")))

    def _with_note(self, group: QGroupBox, row: int, note: PlainLabel) -> QGroupBox:
        """The same with words below its controls."""
        grid = group.layout()
        assert isinstance(grid, QGridLayout)
        grid.addWidget(note, row, 0, 1, 2)
        grid.setRowStretch(row + 1, 1)
        return group

    def _lists_of(self, title: str, topic: str, *settings: Setting[str]) -> QGroupBox:
        """A list to choose from for each of them, one below the other."""
        group = QGroupBox(title)
        group.setProperty("helpTopic", topic)
        grid = QGridLayout(group)
        grid.setContentsMargins(self.px(6), self.px(8), self.px(6), self.px(4))
        grid.setHorizontalSpacing(self.px(8))
        grid.setVerticalSpacing(self.px(6))
        grid.setColumnStretch(1, 1)
        for row, setting in enumerate(settings):
            chooser = self._lists[setting] = QComboBox()
            chooser.setAccessibleName(setting.label)
            for choice in setting.values:
                chooser.addItem(choice.title(), choice.name)
            name = label("", "strong")
            name.setBuddy(chooser)
            self._named[-1].append((name, _("{setting}:").format(setting=setting.label)))
            grid.addWidget(name, row, 0)
            grid.addWidget(chooser, row, 1)
        grid.setRowStretch(len(settings), 1)  # the last group of a column is higher than its lists
        return group

    def _sound(self) -> QGroupBox:
        group = QGroupBox(_("Sound"))
        group.setProperty("helpTopic", "sound")
        rows = self._rows(group)
        line = stack_when_narrow(QHBoxLayout())
        line.setContentsMargins(self.px(2), 0, self.px(2), 0)
        line.setSpacing(self.px(10))
        name = label("", "strong")
        name.setBuddy(self._volume)
        self._named[-1].append((name, _("{setting}:").format(setting=VOLUME.label)))
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
        box = self._boxes[MUTE] = WrappingCheckBox()
        self._name(box, MUTE.label, "")
        rows.addWidget(box)
        if not can_play():
            # Translators: these are names of programs and libraries
            text = _("Nothing can be heard here: neither miniaudio is installed nor libpulse-simple with libsndfile.")
            rows.addWidget(self._note(text))
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
            button = WrappingRadioButton()
            button.setProperty("value", choice.name)
            together.addButton(button)
            line = choice.line() if choice.line is not None else ""
            self._name(button, choice.title(), line)
            note = self._note(line)
            rows.addWidget(button)
            rows.addWidget(note)
            if choice.more is not None:
                self._details.append((button, note, line, choice.more()))
        if any(choice.more is not None for choice in setting.values):
            self._named[-1].append((self.more, _("More")))
            rows.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)
        rows.addStretch(1)
        return group

    def _show_more(self, wanted: bool) -> None:
        """Tell also what not everybody wants to know, or no longer."""
        for button, note, line, more in self._details:
            text = f"{line}\n{more}" if wanted else line
            note.setText(text)
            _describe(button, text)
        if self.isVisible():
            self.fit()

    def _name(self, button: QAbstractButton, text: str, line: str) -> None:
        self._named[-1].append((button, text))
        _describe(button, line)

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
        """Each control of a page a letter of its own, beside those of the pages and of the buttons below."""
        below = (button.text() for button in (self.restore, self.ok, self.cancel))
        taken = [text[text.index("&") + 1] for text in below if "&" in text]
        titles = with_mnemonics([self.pages.tabText(page) for page in range(self.pages.count())], taken)
        taken += [text[text.index("&") + 1] for text in titles if "&" in text]
        for page, title in enumerate(titles):
            self.pages.setTabText(page, title)
        for named in self._named:
            texts = with_mnemonics([text for _widget, text in named], taken)
            for (widget, _text), text in zip(named, texts, strict=True):
                widget.setText(text)

    def _restore(self) -> None:
        self.set_values({})


def _describe(button: QAbstractButton, text: str) -> None:
    """What a screen reader and What's This tell beside its name."""
    button.setAccessibleDescription(text)
    set_whats_this(button, text)


class _Pages(QTabWidget):
    """Pages with the room that their words need. Qt does not count the edge."""

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(_EDGE, 0)

    def heightForWidth(self, width: int) -> int:
        page = self.currentWidget()
        edge = self.width() - page.width() if page.isVisible() else 0
        return super().heightForWidth(width - max(edge, _EDGE))
