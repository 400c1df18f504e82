"""The name, options, menus, help and geometry of the real window."""

from __future__ import annotations

import weakref
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QMenu,
    QRadioButton,
    QSlider,
    QWhatsThis,
)

from desktop.driver import NOON, Home, Person, past, plain
from desktop.reviewed import keep, reviewed
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.chooser import Chooser
from mile_bones.desktop.dialogs.about import AboutDialog
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.desktop.dialogs.number import NumberDialog
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.dialogs.past_coups import PastCoupsDialog
from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog
from mile_bones.desktop.dialogs.statistics import StatisticsDialog
from mile_bones.desktop.help.window import HelpWindow
from mile_bones.desktop.look import theme
from mile_bones.desktop.submenus import menu_of
from mile_bones.library.settings import LEVEL, RULES
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, LOG, METHOD, MUTE, NAME, SORT, THEME
from stories import going, near_the_goal

ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


# ------------------------------------------------------------------ the name


def test_the_first_start_asks_for_a_name_and_keeps_it(new_home: Home):
    new_home.set({ANIMATION: "off"})
    person = new_home.open(seed=1)
    person.dialog(NameDialog)
    status = person.window.status
    assert "101" in status.parts[0].text() and status.parts[1].text()  # no part is blank while the dialog waits
    person.type("Anna Maria with a long name that goes on and on")
    person.key(Qt.Key.Key_Return)
    person.settled()
    name = "Anna Maria with a long name tha"  # 31 characters
    assert new_home.get(NAME) == name
    assert person.window.windowTitle() == f"Mile Bones: {name}"
    assert new_home.saved().players[0].name == name
    assert person.play.idle
    person.quit()
    again = new_home.open()
    assert again.dialogs() == []
    assert again.window.windowTitle() == f"Mile Bones: {name}"


def test_a_start_without_a_name_still_plays_and_asks_again_later(new_home: Home):
    new_home.set({ANIMATION: "off"})
    person = new_home.open()
    person.dialog(NameDialog)
    person.key(Qt.Key.Key_Return)  # an empty name is not accepted
    person.dialog(NameDialog)
    person.key(Qt.Key.Key_Escape)
    assert person.dialogs() == []
    assert person.play.idle
    assert person.window.windowTitle() == "Mile Bones"
    person.quit()
    new_home.open().dialog(NameDialog)


def test_without_settings_the_name_in_the_saved_game_is_proposed(new_home: Home):
    new_home.set({ANIMATION: "off"})
    new_home.leave(going(name="Berta").record())
    person = new_home.open()
    assert person.dialog(NameDialog).name() == "Berta"
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert new_home.get(NAME) == "Berta" and person.play.match.record().players[0].name == "Berta"


def test_the_name_can_be_changed_later(home: Home):
    person = home.open(going().record())
    person.choose("Options", "Change name")
    person.dialog(NameDialog)
    person.type("Berta")  # the typed name replaces the old name, which is selected
    person.key(Qt.Key.Key_Return)
    assert home.get(NAME) == "Berta"
    assert person.window.windowTitle() == "Mile Bones: Berta"
    person.choose("Options", "Change name")
    person.type("Carl")
    person.key(Qt.Key.Key_Escape)
    assert home.get(NAME) == "Berta"


# ------------------------------------------------------------------ options


def _option(dialog: OptionsDialog, words: str):
    buttons = (*dialog.findChildren(QRadioButton), *dialog.findChildren(QCheckBox))
    return next(button for button in buttons if plain(button.text()) == words)


def test_options_take_effect_and_survive_a_restart(home: Home):
    person = home.open(going("100 SPEED_LIMIT DRIVING_ACE GASOLINE 200").record())
    person.choose("Options", "Options")
    dialog = person.dialog(OptionsDialog)
    for words in ("Click and click", "Sort my hand automatically", "Draw automatically", "mille(6)", "Original"):
        _option(dialog, words).click()
    person.click_button(dialog.ok)
    assert person.dialogs() == []
    assert len(person.hand) == 7  # drawn automatically at once
    person.click(slot_names.hand(0))
    assert person.marked() == {slot_names.hand(0)}
    person.looks_right()
    chosen = {METHOD: "click", SORT: False, AUTO_DRAW: True, RULES: "mille", LEVEL: "original"}
    assert {setting: home.get(setting) for setting in chosen} == chosen
    assert person.window.status.setup.text() == "Mile Bones 2.1, opponent: Easy"  # the level of this game

    person.choose("Game", "New game")
    assert person.window.status.setup.text() == "mille(6), opponent: Original"
    person.quit()

    again = home.open()
    again.choose("Options", "Options")
    values = again.dialog(OptionsDialog).values()
    assert {setting: values[setting] for setting in chosen} == chosen
    again.key(Qt.Key.Key_Escape)
    assert not again.table.order.sorting and not again.table.gestures.dragging and again.table.gestures.clicking


def test_options_can_be_changed_by_the_keyboard_alone(home: Home):
    person = home.open(going().record())
    person.key(Qt.Key.Key_Comma, modifiers=CTRL)
    dialog = person.dialog(OptionsDialog)
    person.key(Qt.Key.Key_Down)  # the focus begins at the method of playing
    person.key(*[Qt.Key.Key_Tab] * 3, Qt.Key.Key_Space)  # past the mouse to the hand's first box
    person.key(Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert (home.get(METHOD), home.get(SORT)) == ("drag", False)


def test_a_focused_option_has_the_same_background_as_other_options(home: Home):
    person = home.open(going().record())
    person.choose("Options", "Options")
    dialog = person.dialog(OptionsDialog)
    ticks = [button for kind in (QRadioButton, QCheckBox) for button in dialog.findChildren(kind)]
    ticks = [button for button in ticks if button.isVisible()]
    for _step in range(5):
        person.key(Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if isinstance(focused, (QComboBox, QSlider)):  # these have a different kind of ring
            continue
        grounds = {button.grab().toImage().pixel(button.width() - 8, button.height() // 2) for button in ticks}
        assert focused in ticks and len(grounds) == 1


def test_cancelled_options_change_nothing(home: Home):
    person = home.open(going().record())
    before = home.profile.ini_path.read_bytes()
    person.key(Qt.Key.Key_Comma, modifiers=CTRL)
    dialog = person.dialog(OptionsDialog)
    _option(dialog, "Click and click").click()
    person.click_button(dialog.cancel)
    assert home.profile.ini_path.read_bytes() == before
    assert person.table.gestures.dragging


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(("words", "name"), [("Dark", "dark"), ("High contrast", "contrast"), ("Light", "light")])
def test_a_theme_is_chosen_by_the_menu_and_remembered(home: Home, words, name):
    person = home.open(going().record())
    person.choose("View", "Theme", words)
    assert person.table.theme.name == name
    assert home.get(THEME) == name
    person.looks_right()
    person.quit()
    assert home.open().table.theme.name == name


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(("words", "speed"), [("Slow", 1.6), ("Normal", 1.0), ("Fast", 0.5), ("Off", 0.0)])
def test_the_speed_of_the_animation_is_chosen_by_the_menu_and_remembered(home: Home, words, speed):
    person = home.open(going().record())
    person.choose("View", "Animation", words)
    assert {animator.speed for animator in person.table.animators()} == {speed}
    assert home.get(ANIMATION) == words.lower()
    ticked = [action.text() for action in menu_of(person.entry("View", "Animation")).actions() if action.isChecked()]
    assert [plain(text) for text in ticked] == [words]


def test_the_window_keeps_its_size_and_place(home: Home):
    person = home.open(going().record())
    person.window.resize(790, 640)
    person.window.move(0, 70)
    person.quit()
    again = home.open()
    assert again.window.size().toTuple() == (790, 640)
    assert again.window.pos().toTuple() == (0, 70)
    again.looks_right()


def test_f11_switches_full_screen_on_and_off(home: Home):
    person = home.open(going().record())
    person.key(Qt.Key.Key_F11)
    assert person.window.isFullScreen()
    assert person.entry("View", "Full screen").isChecked()
    person.looks_right()
    person.key(Qt.Key.Key_F11)
    assert not person.window.isFullScreen()
    assert not person.entry("View", "Full screen").isChecked()


@pytest.mark.parametrize("state", [Qt.WindowState.WindowMaximized, Qt.WindowState.WindowFullScreen])
def test_a_window_that_was_closed_large_opens_large_again(home: Home, state: Qt.WindowState):
    person = home.open(going().record())
    person.window.setWindowState(state)
    person.quit()
    again = home.open()
    assert again.window.windowState() & state
    assert again.entry("View", "Full screen").isChecked() == (state == Qt.WindowState.WindowFullScreen)
    again.looks_right()


# ------------------------------------------------------------------ menus


def _word(action: QAction) -> str:
    """Return the text of an entry without the move or number that it names."""
    return plain(action.text()).partition(":")[0]


def _leaves(actions: list[QAction], above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], QAction]]:
    found = []
    for action in actions:
        path = (*above, _word(action))
        if (menu := menu_of(action)) is not None:
            found += _leaves(menu.actions(), path)
        elif not action.isSeparator():
            found.append((path, action))
    return found


def _open_menus(person: Person) -> list[list[QAction]]:
    menus, queue = [], [person.window.menuBar().actions()]
    while queue:
        actions = queue.pop()
        menus.append([action for action in actions if not action.isSeparator()])
        queue += [menu.actions() for action in actions if (menu := menu_of(action)) is not None]
    return menus


def test_every_menu_entry_has_a_unique_mnemonic(home: Home):
    person = home.open(going().record())
    for actions in _open_menus(person):
        letters = [action.text().partition("&")[2][:1].lower() for action in actions]
        assert all(letters) and len(set(letters)) == len(letters), [action.text() for action in actions]


def test_menu_entries_have_the_usual_shortcuts(home: Home):
    person = home.open(going().record())
    keys = {path[-1]: action.shortcut().toString() for path, action in _leaves(person.window.menuBar().actions())}
    assert {name: key for name, key in keys.items() if key} == {
        "Choose game": "Ctrl+G",
        "New game": "Ctrl+N",
        "New game for": "Ctrl+Shift+N",
        "Replay from the beginning": "Ctrl+R",
        "Review this game": "Ctrl+Shift+R",
        "Open": "Ctrl+O",
        "Save as": "Ctrl+Shift+S",
        "High scores": "Ctrl+H",
        "History": "Ctrl+Shift+H",
        "Statistics": "Ctrl+T",
        "Quit": "Ctrl+Q",
        "Undo": "Ctrl+Z",
        "Redo": "Ctrl+Shift+Z",
        "Hint": "H",
        **{f"Card {number}": str(number) for number in range(1, 8)},
        "Draw a card": "D",
        "Discard the marked card": "X",
        "Smart play": "Enter",
        "Repeat the last message": "R",
        "Say how both stand": "S",
        "Read the last five moves": "L",
        "Next marked choice": "F3",
        "Previous marked choice": "Shift+F3",
        "Log": "Ctrl+L",
        "Full screen": "F11",
        "Options": "Ctrl+,",
        "Mute all sounds": "M",
        "Help on this place": "F1",
        "What's this?": "Shift+F1",
    }


MARKED = 42
"""The only marked action of the reviewed game."""


def _watch_reviewed(person: Person, *, at_its_end: bool) -> None:
    record = load_record(Path(__file__).parents[1] / "data" / "conformance" / "mile-bones-game-01.json")
    hands = reviewed(record, {(1, MARKED): ("discard GO", 90.0)})
    keep(past(person.home), record, hands, NOON)
    person.window.games.replay_record(record)
    if at_its_end:
        person.window.replay.bar.slider.setValue(person.window.replay.bar.slider.maximum())


def _is_marked(number: int, person: Person) -> bool:
    return person.marked() == {slot_names.hand(number - 1)}


DOES = {
    ("Game", "Choose game"): lambda person: isinstance(person.window.boards.currentWidget(), Chooser),
    ("Game", "New game"): lambda person: not person.home.acts(),
    ("Game", "New game for"): lambda person: isinstance(person.dialog(), PlayersDialog),
    ("Game", "New game with number"): lambda person: isinstance(person.dialog(), NumberDialog),
    ("Game", "Deal of the day"): lambda person: person.home.saved().seed == 20260504,
    ("Game", "Play this deal again"): lambda person: isinstance(person.dialog(), QuestionDialog),
    ("Game", "Copy deal number"): lambda person: QGuiApplication.clipboard().text() == "11",
    ("Game", "Replay from the beginning"): lambda person: person.window.replay.record == person.home.saved(),
    ("Game", "Review this game"): lambda person: isinstance(person.dialog(), MessageDialog),  # nothing to review yet
    ("Game", "Give up"): lambda person: isinstance(person.dialog(), QuestionDialog),
    ("Game", "Open"): lambda person: isinstance(person.dialog(), QFileDialog),
    ("Game", "Open recent", "Clear the list"): lambda person: person.window.library.recent.paths() == [],
    ("Game", "Save as"): lambda person: isinstance(person.dialog(), QFileDialog),
    ("Game", "High scores"): lambda person: isinstance(person.dialog(), HighScoresDialog),
    ("Game", "History"): lambda person: isinstance(person.dialog(), HistoryDialog),
    ("Game", "Statistics"): lambda person: isinstance(person.dialog(), StatisticsDialog),
    ("Game", "Check my games"): lambda person: isinstance(person.dialog(), QuestionDialog),
    ("Game", "Restore from a backup"): lambda person: person.dialog().windowTitle() == "There is no backup yet",
    ("Game", "Quit"): lambda person: not person.window.isVisible(),
    ("Move", "Hint"): lambda person: person.message.startswith("Hint: "),
    ("Move", "Undo"): lambda person: not person.window.menus.undo.isEnabled(),
    ("Move", "Redo"): lambda person: not person.window.menus.redo.isEnabled(),
    ("Move", "Next marked choice"): lambda person: person.window.replay.position == MARKED - 1,
    ("Move", "Previous marked choice"): lambda person: person.window.replay.position == MARKED - 1,
    **{("Move", "Mark a card", f"Card {number}"): partial(_is_marked, number) for number in range(1, 8)},
    ("Move", "Draw a card"): lambda person: person.home.acts()[-1] == "0 draw",
    ("Move", "Discard the marked card"): lambda person: person.message.startswith("Mark a card of your hand first"),
    ("Move", "Smart play"): lambda person: person.message.startswith("Mark a card of your hand first"),
    ("Move", "Repeat the last message"): lambda person: person.message.startswith("Taken back"),
    ("Move", "Say how both stand"): lambda person: person.message.startswith("You: "),
    ("Move", "Read the last five moves"): lambda person: len(person.message.split(". ")) > 2,
    ("View", "Theme", "Follow system"): lambda person: person.home.get(THEME) == "system",
    ("View", "Theme", "Light"): lambda person: person.home.get(THEME) == "light",
    ("View", "Theme", "Dark"): lambda person: person.home.get(THEME) == "dark",
    ("View", "Theme", "High contrast"): lambda person: person.home.get(THEME) == "contrast",
    ("View", "Animation", "Slow"): lambda person: person.home.get(ANIMATION) == "slow",
    ("View", "Animation", "Normal"): lambda person: person.home.get(ANIMATION) == "normal",
    ("View", "Animation", "Fast"): lambda person: person.home.get(ANIMATION) == "fast",
    ("View", "Animation", "Off"): lambda person: person.home.get(ANIMATION) == "off",
    ("View", "Log"): lambda person: person.home.get(LOG) == "open",
    ("View", "Full screen"): lambda person: person.window.isFullScreen(),
    ("Options", "Options"): lambda person: isinstance(person.dialog(), OptionsDialog),
    ("Options", "Change name"): lambda person: isinstance(person.dialog(), NameDialog),
    ("Options", "Mute all sounds"): lambda person: person.home.get(MUTE) is True,
    ("Help", "Contents"): lambda person: _help_topic() == "contents",
    ("Help", "Help on this place"): lambda person: _help_topic() == "draw-deck",
    ("Help", "What's this?"): lambda person: QWhatsThis.inWhatsThisMode(),
    ("Practice", "Coup of the day"): lambda person: person.window.puzzle.puzzle is not None,
    ("Practice", "Past coups"): lambda person: isinstance(person.dialog(), PastCoupsDialog),
    ("Practice", "My mistakes"): lambda person: person.dialog().windowTitle() == "My mistakes",
    ("Practice", "First hand, a lesson"): lambda person: person.window.lesson.course is not None,
    ("Help", "About Mile Bones"): lambda person: isinstance(person.dialog(), AboutDialog),
}


def test_the_list_of_tested_menu_entries_is_complete(home: Home):
    person = home.open(going().record())
    assert {path for path, _action in _leaves(person.window.menuBar().actions())} == set(DOES)


@pytest.mark.sample(proof=10)
@pytest.mark.proof
@pytest.mark.parametrize("path", DOES, ids=" ".join)
def test_every_menu_entry_works_by_its_mnemonics_alone(home: Home, qtbot, path):
    """Press Alt and the letter of the menu. Then press the letters of the entries, without a mouse."""
    home.set({THEME: "dark" if path[-1] != "Dark" else "light", ANIMATION: "fast" if path[-1] != "Fast" else "off"})
    person = home.open(seed=11)
    person.window.library.recent.add(home.root / "gone.json")
    for _turn in range(2):
        person.settled()
        person.draw()
        person.settled()
        person.double_click(slot_names.hand(0))
    person.window.turns.undo()
    person.table.focus_place(slot_names.DRAW)
    QGuiApplication.clipboard().clear()
    if "marked choice" in path[-1]:
        _watch_reviewed(person, at_its_end="Previous" in path[-1])
    actions = person.window.menuBar().actions()
    for depth, word in enumerate(path):
        action = next(action for action in actions if _word(action) == word)
        letter = action.text().partition("&")[2][0]
        person.key(Qt.Key(ord(letter.upper())), modifiers=Qt.KeyboardModifier.NoModifier if depth else ALT)
        actions = menu.actions() if (menu := menu_of(action)) is not None else []
    assert QApplication.activePopupWidget() is None
    qtbot.waitUntil(lambda: DOES[path](person))
    if QWhatsThis.inWhatsThisMode():
        QWhatsThis.leaveWhatsThisMode()


def test_a_new_game_can_be_begun_by_key_during_a_drag(home: Home):
    person = home.open(going().me("draw 50").record())
    person.pick_up("50")
    person.move(slot_names.miles(True))
    person.key(Qt.Key.Key_N, modifiers=CTRL)
    assert home.acts() == ()
    person.move(slot_names.battle(True))
    person.release(slot_names.miles(True))
    assert home.acts() == ()
    person.looks_right()


# ------------------------------------------------------------------ help


def _help_topic() -> str | None:
    """Return the page of the open help window, or None."""
    windows = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, HelpWindow)]
    return next((widget.topic for widget in windows if widget.isVisible()), None)


def test_the_help_closes_with_the_window(home: Home):
    person = home.open(going().record())
    person.choose("Help", "Contents")
    assert _help_topic() is not None
    before = sum(isinstance(widget, HelpWindow) for widget in QApplication.topLevelWidgets())
    person.quit()
    assert sum(isinstance(widget, HelpWindow) for widget in QApplication.topLevelWidgets()) == before - 1


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("place", ["draw", "own.battle", "other.miles", "hand.3", "own.safety.2", "discard"])
def test_f1_opens_the_page_of_the_slot_that_has_the_keyboard(home: Home, place):
    person = home.open(going().record())
    person.walk_to(place)
    person.key(Qt.Key.Key_F1)
    assert _help_topic() == slot_names.HELP[place]


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize(
    ("path", "topic"),
    [
        (("Game", "Give up"), "end-of-game"),
        (("Game", "High scores"), "high-scores"),
        (("Game", "Open"), "files"),
        (("Game", "Save as"), "files"),
        (("Options", "Options"), "options"),
        (("Options", "Change name"), "name"),
        (("Help", "About Mile Bones"), "about"),
    ],
    ids=lambda value: value[-1] if isinstance(value, tuple) else value,
)
def test_f1_opens_the_right_page_in_every_dialog(home: Home, qtbot, path, topic):
    person = home.open(going().record())
    person.choose(*path)
    person.dialog()
    person.key(Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: _help_topic() == topic)


def test_f1_opens_the_right_page_in_dialogs_of_the_game(home: Home, qtbot):
    person = home.open(near_the_goal(target=700).me("draw 50", "play 100").record())
    question = person.dialog(ExtensionDialog)
    person.key(Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: _help_topic() == "extension")
    person.window.activateWindow()
    person.click_button(question.no)
    person.dialog(ScoreSheetDialog).activateWindow()
    person.key(Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: _help_topic() == "score-sheet")


def _bubble():
    """Return the visible bubble of What's This, or None."""
    return next(
        (
            widget
            for widget in QApplication.topLevelWidgets()
            if widget.metaObject().className() == "QWhatsThat" and widget.isVisible()
        ),
        None,
    )


def _spots(person: Person) -> dict[str, QPoint]:
    now = person.table.layout_now
    spots = {topic: person.at(place) for place, topic in slot_names.HELP.items()}
    for topic, rect in (
        ("trip-strip", now.strip),
        ("score-panel", now.panel),
        ("message-line", now.message),
        ("name-plates", now.plates[0]),
        ("computer-turn", now.plates[1]),
    ):
        spots[topic] = person.spot(*rect.centre)
    for button in person.table.tools.values():
        if button.isVisible():
            spots[str(button.property("helpTopic"))] = person.spot(*button.geometry().center().toTuple())
    assert {"undo", "hint"} <= set(spots)
    return spots


def test_shift_f1_and_a_click_explain_any_place(home: Home, qtbot):
    record = going().record()
    person = home.open(record)
    asked = []
    person.table.help_wanted.connect(lambda topic, _at: asked.append(topic))
    for topic, spot in _spots(person).items():
        person.key(Qt.Key.Key_F1, modifiers=SHIFT)
        assert QWhatsThis.inWhatsThisMode()
        person.click(spot)
        assert asked[-1:] == [topic]
        assert _bubble() is not None
        QWhatsThis.hideText()
        qtbot.waitUntil(lambda: _bubble() is None)
        assert not QWhatsThis.inWhatsThisMode()
    assert home.saved() == record  # the clicks did nothing else
    person.looks_right()


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(
    ("size", "scale"),
    [((999, 800), 0.86), ((1000, 800), 1.0), ((1600, 600), 0.86), ((1600, 859), 1.0), ((1600, 860), 1.2)],
    ids=str,
)
def test_menus_table_and_dialogs_have_one_scale(home: Home, qtbot, size, scale):
    person = home.open(going().record())
    person.window.resize(*size)
    qtbot.waitUntil(lambda: (person.window.width(), person.window.height()) == size)
    qtbot.waitUntil(lambda: person.table.layout_now.k == scale)
    assert theme.active()[1] == scale


def test_a_change_of_scale_reaches_a_table_that_keeps_its_size(home: Home, qtbot):
    """A window can grow by exactly as much as its menu bar and status bar grow. The table then keeps its size."""
    person = home.open(going().record())
    bars = {}
    for height, scale in ((700, 1.0), (699, 0.86)):
        person.window.resize(1280, height)
        qtbot.waitUntil(lambda height=height: person.window.height() == height)
        QApplication.processEvents()
        assert person.table.layout_now.k == scale
        bars[scale] = height - person.table.height()
    low = person.table.height()
    person.window.resize(1280, low + bars[1.0])
    qtbot.waitUntil(lambda: theme.active()[1] == 1.0)
    QApplication.processEvents()
    assert person.table.height() == low
    assert person.table.layout_now.k == 1.0


def test_a_status_message_hides_all_but_the_number_of_cards_left(home: Home, qtbot):
    status = home.open(going().record()).window.status
    window = status.window()
    for width in (900, 1280):  # the second width has another scale and style
        status.showMessage("Saved")
        window.resize(width, 800)
        qtbot.waitUntil(lambda width=width: window.width() == width)
        QApplication.processEvents()
        assert [part.isVisible() for part in status.parts] == [True, False, False]
        assert "Saved" in [label.text() for label in status.findChildren(QLabel) if label.isVisible()]
        status.clearMessage()
        assert status.parts[0].isVisible() and status.parts[2].isVisible()


def test_parts_changed_below_a_status_message_appear_after_it(home: Home):
    person = home.open(going().record())
    status = person.window.status
    status.showMessage("Saved")
    status.show_table(("Turn 3", "5 pieces"))
    assert [part.text() for part in status.parts if part.isVisible()] == ["Turn 3"]
    status.clearMessage()
    assert [part.text() for part in status.parts if part.isVisible()] == ["Turn 3", "5 pieces"]


@pytest.mark.parametrize("where", ["cards left", "bare status bar", "a menu", "bare menu bar"])
def test_shift_f1_explains_the_menus_and_the_status_bar(home: Home, where):
    person = home.open(going().record())
    window = person.window
    spot = {
        "cards left": lambda: window.status.parts[0].mapTo(window, window.status.parts[0].rect().center()),
        "bare status bar": lambda: window.statusBar().mapTo(window, window.statusBar().rect().center()),
        "a menu": lambda: window.menuBar().actionGeometry(window.menuBar().actions()[0]).center(),
        "bare menu bar": lambda: window.menuBar().mapTo(window, window.menuBar().rect().center()),
    }[where]()
    person.key(Qt.Key.Key_F1, modifiers=SHIFT)
    person.click(spot)
    assert _bubble() is not None
    assert not isinstance(QApplication.activePopupWidget(), QMenu)
    QWhatsThis.hideText()


def test_every_slot_has_a_name_and_a_description_for_screen_readers(home: Home):
    person = home.open(going("100 SPEED_LIMIT DRIVING_ACE GASOLINE 200").me("draw 50").record())
    said = {place: button.accessibleName() for place, button in person.table.buttons.items()}
    assert all(said.values()) and len(set(said.values())) == len(said)
    assert said["own.battle"] == "Your Battle pile: Go"
    assert said["other.miles"] == "Miles of Computer: 0"
    assert said[person.place_of("GASOLINE")] == "Your hand, place 6: Gasoline"
    assert person.table.buttons[person.place_of("GASOLINE")].accessibleDescription() == "You are not out of gas"


def test_receivers_of_signals_support_weak_references(home: Home):
    """PySide6 6.8, the version of Debian 13, can connect signals only to receivers that support weak references."""
    assert weakref.ref(home.open().window.menus)() is not None
