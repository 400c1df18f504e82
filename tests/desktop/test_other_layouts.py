"""Shortcuts and mnemonics on keyboard layouts that do not have the letters of these shortcuts, in the real window and
its dialogs.

A key of another layout comes as the window system sends it: to the window, with its scan code. Qt has no shortcut for
such a key. Therefore, the tests leave out Qt's search for a shortcut.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLineEdit, QMenu, QPushButton, QTabBar, QWidget

from desktop.aside import told_by
from desktop.driver import Home, Person
from mile_bones.desktop.dialogs.key_box import KeyBox
from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.language import choose_language
from mile_bones.desktop.look import theme
from mile_bones.library.keys import DRAW_KEY, KEYS
from mile_bones.storage.settings import LANGUAGE
from pictures.screen import screen
from stories import Story

TESTS = Path(__file__).resolve().parent.parent
NONE, SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
US = "QWERTYUIOP[]ASDFGHJKL;'ZXCVBNM,"
CODES = dict(zip(US, (*range(24, 36), *range(38, 49), *range(52, 60)), strict=True))
"""The X11 scan codes by the keys of a US keyboard."""
LAYOUTS = {
    "us": US,
    "dvorak": "',.PYFGCRL/=AOEUIDHTNS-;QJKXBMW",
    "ru": "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБ",
    "gr": ";ΣΕΡΤΥΘΙΟΠ[]ΑΣΔΦΓΗΞΚΛ´'ΖΧΨΩΒΝΜ,",
    "il": "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצת",
    "ara": "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةو",
    "ir": "ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو",
}
"""The letters that these keys type on other layouts, by Qt's names of the keys."""
FOREIGN = ["ru", "gr", "il", "ara", "ir"]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems count their keys otherwise")


def press(layout: str, us: str, held: Qt.KeyboardModifier = NONE, *, native: int = 0) -> None:
    """Press the key that types `us` on a US keyboard."""
    character = LAYOUTS[layout][US.index(us)]
    text = "" if held & CTRL else character if held & SHIFT else character.lower()
    window = QGuiApplication.focusWindow()
    assert window is not None
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(window, QKeyEvent(kind, ord(character), held, CODES[us], 0, native, text))


def press_natively(letter: str, held: Qt.KeyboardModifier = NONE) -> None:
    """Press the key of a layout that has this letter, through Qt's own shortcuts."""
    window = QGuiApplication.focusWindow()
    assert window is not None
    text = letter if held & CTRL == NONE else ""
    QTest.sendKeyEvent(QTest.KeyAction.Click, window, Qt.Key(ord(letter.upper())), text, held)


def place(letter: str) -> int:
    """Return the place in `US` of the key that types this letter, on a US or a Persian keyboard."""
    return next(LAYOUTS[layout].index(letter) for layout in ("us", "ir") if letter in LAYOUTS[layout])


@pytest.fixture(params=["en", "fa"])
def language(request: pytest.FixtureRequest, home: Home, qapp: QApplication) -> Iterator[str]:
    home.set({LANGUAGE: request.param})
    yield request.param
    home.leave_all()
    choose_language(qapp, "en", Path())
    theme.apply_theme(qapp, *theme.active())


@pytest.fixture
def person(home: Home) -> Person:
    return home.open(Story("GO 25 100 FLAT_TIRE EXTRA_TANK 200", theirs="GO 25 25 50 50 75").record())


def letter_of(text: str) -> str:
    """Return the mnemonic of a text, or ""."""
    found = QKeySequence.mnemonic(text)
    return "" if found.isEmpty() else chr(found[0].key())


# ---------------------------------------------------------------------- shortcuts with Ctrl


def with_ctrl(person: Person) -> list[tuple[QAction, str, Qt.KeyboardModifier]]:
    """Return each menu entry with a shortcut of Ctrl and a letter, with the letter and the modifiers."""
    found = []
    for action in person.window.findChildren(QAction):
        for keys in action.shortcuts():
            key, held = keys[0].key(), keys[0].keyboardModifiers()
            if held & CTRL and key < 0x100:
                found.append((action, chr(key), held))
    assert len(found) >= 15
    return found


@pytest.mark.parametrize("layout", ["us", *FOREIGN])
def test_every_shortcut_with_ctrl_works_with_a_foreign_layout_alone(person: Person, layout: str) -> None:
    done: list[QAction] = []
    expected = with_ctrl(person)
    for action in dict.fromkeys(action for action, _letter, _held in expected):
        action.triggered.disconnect()
        action.setEnabled(True)
        action.triggered.connect(lambda _checked=False, action=action: done.append(action))
    press(layout, "D", SHIFT | CTRL)  # after a letter, the program knows whether the layout is Latin
    for _action, letter, held in expected:
        if layout == "us":
            press_natively(letter, held)
        else:
            press(layout, letter, held)
    assert [action.text() for action in done] == [action.text() for action, _letter, _held in expected]


def test_a_disabled_shortcut_stays_disabled_on_another_layout(person: Person) -> None:
    done: list[bool] = []
    person.window.menus.undo.triggered.connect(lambda: done.append(True))
    assert not person.window.menus.undo.isEnabled()
    press("ru", "Z", CTRL)
    assert not done


def test_a_sign_of_a_latin_layout_is_not_taken_for_a_letter(person: Person) -> None:
    press("dvorak", "D", SHIFT)
    press("dvorak", "Q", CTRL)  # the apostrophe
    assert person.window.isVisible()


def test_a_key_of_the_table_may_have_ctrl(home: Home) -> None:
    home.set({DRAW_KEY: "Ctrl+E"})
    person = home.open(Story("GO 25 100 FLAT_TIRE EXTRA_TANK 200", theirs="GO 25 25 50 50 75").record())
    press("ru", "E", CTRL)
    person.settled()
    assert home.acts()[-1] == "0 draw"


@pytest.mark.parametrize("layout", FOREIGN)
def test_a_text_field_takes_shortcuts_and_letters_of_another_layout(person: Person, layout: str) -> None:
    person.choose("Options", "Change name")
    field = person.dialog(NameDialog).findChild(QLineEdit)
    person.wait_until(field.hasFocus)
    before = field.text()
    press(layout, "A", CTRL)
    assert field.selectedText() == before
    press(layout, "X", CTRL)
    assert field.text() == ""
    press(layout, "Z", CTRL)
    assert field.text() == before
    press(layout, "A", CTRL)
    press(layout, "D")
    assert field.text() == LAYOUTS[layout][US.index("D")].lower()


def test_a_new_key_in_the_options_is_recorded_by_its_us_name(person: Person) -> None:
    person.choose("Options", "Options")
    dialog = person.dialog(OptionsDialog)
    dialog.pages.setCurrentIndex(3)
    box = dialog.findChild(KeyBox)
    box.table.setCurrentCell(KEYS.index(DRAW_KEY), 0)
    person.click_button(box.change_button)
    press("ru", "E", CTRL)
    assert box.values()[DRAW_KEY] == "Ctrl+E"


# ---------------------------------------------------------------------- mnemonics


def menu_opened(person: Person, open_it: Callable[[], None]) -> tuple[str, str] | None:
    """Call `open_it`. Return the title of the menu that it opens and the title of the entry, or None if no menu opens.
    Close the menu again.
    """
    open_it()
    menu = QApplication.activePopupWidget()
    if not isinstance(menu, QMenu):
        return None
    seen = menu.title(), menu.activeAction().text()
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    person.window.activateWindow()
    person.wait_until(lambda: QGuiApplication.focusWindow() is person.window.windowHandle())
    return seen


@pytest.mark.parametrize("layout", ["us", *FOREIGN])
def test_every_menu_opens_by_its_mnemonic_on_every_layout(language: str, person: Person, layout: str) -> None:
    for action in person.window.menuBar().actions():
        letter = letter_of(action.text())
        expected = menu_opened(person, lambda letter=letter: press_natively(letter, ALT))
        assert expected is not None and expected[0] == action.text()
        if letter not in LAYOUTS[layout]:
            assert menu_opened(person, lambda letter=letter: press(layout, US[place(letter)], ALT)) == expected


def options(person: Person, key: Callable[[str], None], letters: list[str]) -> list[tuple[object, ...]]:
    """Return what each letter does on each page of the options: the page shown, the focus, and the buttons clicked."""
    person.window.show_options()
    dialog = person.dialog(OptionsDialog)
    person.wait_until(lambda: QApplication.activeWindow() is dialog)
    clicked: list[str] = []
    for button in dialog.findChildren(QAbstractButton):
        if isinstance(button, QPushButton):
            button.clicked.disconnect()
        button.clicked.connect(lambda _checked=False, button=button: clicked.append(button.text()))
    bar, parts = dialog.findChild(QTabBar), dialog.findChildren(QWidget)
    seen: list[tuple[object, ...]] = []
    for page in range(bar.count()):
        for letter in letters:
            bar.setCurrentIndex(page)
            bar.setFocus()
            clicked.clear()
            key(letter)
            person.wait_until(lambda: not any(each.isDown() for each in dialog.findChildren(QAbstractButton)))
            seen.append((letter, bar.currentIndex(), parts.index(QApplication.focusWidget()), *clicked))
    QDialog.reject(dialog)
    person.wait_until(lambda: not person.dialogs())
    return seen


@pytest.mark.sample(slow=2, proof=10)
@pytest.mark.parametrize("layout", ["us", *FOREIGN])
def test_every_mnemonic_of_the_options_works_on_every_layout(language: str, person: Person, layout: str) -> None:
    press(layout, "J")  # after a letter, the program knows whether the layout is Latin
    alphabet = LAYOUTS["ir" if language == "fa" else "us"]
    letters = [letter for letter in alphabet if letter.isalpha() and LAYOUTS[layout][place(letter)] not in alphabet]
    if "پ" in letters:
        letters.remove("پ")  # this is on the key of M, which chooses mille(6)
    seen = options(person, lambda letter: press(layout, US[place(letter)], ALT), letters)
    assert seen == options(person, lambda letter: press_natively(letter, ALT), letters)
    assert not letters or len({what[1:] for what in seen}) > 10


@pytest.mark.parametrize("language", ["fa"], indirect=True)
def test_a_us_letter_takes_precedence_over_a_persian_one(language: str, person: Person) -> None:
    seen = options(person, lambda letter: press("ru", letter, ALT), ["M"])
    assert [what[3:] for what in seen if "&mille(6)" in what] == [("&mille(6)",)]


@pytest.mark.parametrize("layout", FOREIGN)
def test_a_letter_of_another_layout_chooses_in_an_open_menu(person: Person, layout: str) -> None:
    person.window._open_menus()
    press(layout, "E")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and menu.title() == "Op&en recent"
    menu.close()
    QApplication.activePopupWidget().close()


def test_the_letter_typed_takes_precedence_in_a_menu(person: Person) -> None:
    menu, done = QMenu(person.window), []
    for text in ("&Game", "&Перо"):
        menu.addAction(text).triggered.connect(lambda _checked=False, text=text: done.append(text))
    menu.popup(person.window.pos())
    press("ru", "G")
    assert done == ["&Перо"]


def test_digits_of_another_script_choose_in_a_menu(person: Person) -> None:
    menu = next(each for each in person.window.findChildren(QMenu) if each.title() == "&Mark a card")
    done: list[bool] = []
    menu.actions()[2].triggered.connect(lambda: done.append(True))
    menu.popup(person.window.pos())
    window = QGuiApplication.focusWindow()
    QApplication.sendEvent(window, QKeyEvent(QEvent.Type.KeyPress, 0x06F3, NONE, 12, 0, 0, "۳"))
    assert done
    menu.close()


def test_the_tabs_of_the_help_open_by_their_mnemonics(person: Person) -> None:
    person.window.dialog_stack.show_help("contents")
    helps = person.window.dialog_stack.help
    person.wait_until(lambda: QApplication.activeWindow() is helps)
    press("ru", "I", ALT)
    assert helps.tabs.currentIndex() == 1
    press("ru", "F", CTRL)
    assert QApplication.focusWidget() is helps.search_field


@pytest.mark.parametrize(
    ("held", "native"),
    [(ALT, 0x88), (ALT | CTRL, 0), (ALT | Qt.KeyboardModifier.GroupSwitchModifier, 0), (NONE, 0), (SHIFT, 0)],
)
def test_altgr_is_not_alt(person: Person, held: Qt.KeyboardModifier, native: int) -> None:
    press("ru", "G", held, native=native)
    assert QApplication.activePopupWidget() is None


def test_keys_of_other_layouts_do_nothing_after_their_part_was_closed(person: Person) -> None:
    person.window.other_layouts.close()
    press("ru", "G", ALT)
    assert QApplication.activePopupWidget() is None


# ---------------------------------------------------------------------- a real keyboard

_SEEN = """
import json, subprocess, sys
from pathlib import Path
from PySide6.QtCore import QElapsedTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop.driver import NOON
from mile_bones.desktop.main_window import MainWindow, Start
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.settings import LANGUAGE, NAME, Settings

profile, layout, language = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
subprocess.run(["setxkbmap", layout], check=True)
Settings(Ini(Profile(profile).ini_path, print)).update({NAME: "Anna", LANGUAGE: language})
app = QApplication(["mile-bones"])
window = MainWindow(Profile(profile), lambda: NOON, Start(game="mile-bones"))
window.show()
assert QTest.qWaitForWindowActive(window)
window.begin()


def soon(so):
    clock = QElapsedTimer()
    clock.start()
    while not so() and clock.elapsed() < 10000:
        QTest.qWait(10)
    return bool(so())


assert soon(lambda: window.turns.idle)


def press(keys, so):
    subprocess.run(["xdotool", "key", keys], check=True)
    return soon(so)


def menu():
    return QApplication.activePopupWidget()


told = {"Alt": press("alt+" + sys.argv[4], menu)}
if menu() is not None:
    menu().close()
told["Ctrl"] = press("ctrl+59", lambda: window.dialog_stack.dialogs)  # the key of the comma
for dialog in list(window.dialog_stack.dialogs):
    dialog.reject()
told["Ctrl+Q"] = press("ctrl+24", lambda: not window.isVisible())
print(json.dumps(told))
"""


@pytest.mark.long
@pytest.mark.parametrize(("layout", "language", "menu"), [("ru", "en", 42), ("ir", "en", 42), ("us", "fa", 41)])
def test_keys_of_a_real_keyboard_reach_the_menus(
    need_tools: Callable[..., None], tmp_path: Path, layout: str, language: str, menu: int
) -> None:
    need_tools("Xvfb", "openbox", "setxkbmap", "xdotool")
    with screen("1280x800x24") as room:
        told = told_by("-c", _SEEN, str(tmp_path), layout, language, str(menu), environment=room)
    assert told == {"Alt": True, "Ctrl": True, "Ctrl+Q": True}
