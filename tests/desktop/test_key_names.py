"""The names of pressed keys on the keyboards of the five languages."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from mile_bones.desktop import key_names
from mile_bones.desktop.key_names import is_known, other_letters, own_key

NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
KEYPAD = Qt.KeyboardModifier.KeypadModifier

D, ONE, COMMA = 40, 10, 59
"""X11 scan codes of the keys that are D, 1 and comma on a US keyboard."""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems count their keys otherwise")


def event(key: int | Qt.Key, held=NONE, scan: int = 0, virtual: int = 0) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, int(key), held, scan, virtual, 0, "")


@pytest.mark.parametrize(
    ("key", "held", "scan", "names"),
    [
        (Qt.Key.Key_D, NONE, D, ("D",)),
        (Qt.Key.Key_D, SHIFT, D, ("Shift+D",)),
        (Qt.Key.Key_D, CTRL, D, ("Ctrl+D",)),
        (Qt.Key.Key_Return, NONE, 36, ("Return",)),
        (Qt.Key.Key_Enter, KEYPAD, 104, ("Return",)),
        (Qt.Key.Key_1, NONE, ONE, ("1",)),
        (Qt.Key.Key_1, KEYPAD, 87, ("1",)),
        (Qt.Key.Key_Shift, SHIFT, 50, ()),
        (0, NONE, 0, ()),
        # Persian: the letter on the D key, a Persian digit, and the letter waw on the comma key
        (0x06CC, NONE, D, ("D", "ی")),
        (0x06F3, NONE, 12, ("3",)),
        (0x0648, NONE, COMMA, ("و",)),
        # Russian and Greek
        (0x0412, NONE, D, ("D", "В")),
        (0x0394, SHIFT, D, ("Shift+D", "Shift+Δ")),
        # French: the row of digits has letters and signs, and digits with Shift
        (Qt.Key.Key_Ampersand, NONE, ONE, ("&", "1")),
        (Qt.Key.Key_Eacute, NONE, 11, ("É", "2")),
        (Qt.Key.Key_1, SHIFT, ONE, ("1",)),
        (Qt.Key.Key_Comma, NONE, 58, (",",)),  # the M key of a US keyboard
        # German and Spanish letters keep their names
        (Qt.Key.Key_Odiaeresis, NONE, 47, ("Ö",)),
        (Qt.Key.Key_Ntilde, NONE, 47, ("Ñ",)),
        (Qt.Key.Key_Z, NONE, 29, ("Z",)),  # the Y key of a US keyboard
        # a sign keeps its name, however it is typed
        (Qt.Key.Key_Question, SHIFT, 61, ("?",)),
    ],
)
def test_a_key_has_its_name_on_every_layout(key: int, held, scan: int, names: tuple[str, ...]) -> None:
    assert key_names.key_names(event(key, held, scan)) == names


@pytest.mark.parametrize(
    ("key", "held", "scan", "latin", "letters"),
    [
        (Qt.Key.Key_D, NONE, D, True, ("ی",)),
        (0x0412, NONE, D, False, ("D", "ی")),
        (0x06CC, NONE, D, False, ("D",)),
        (0x0411, CTRL, COMMA, False, (",", "و")),
        # a Persian letter that needs Shift, and a key without such a letter
        (Qt.Key.Key_H, SHIFT, 43, True, ("آ",)),
        (Qt.Key.Key_D, SHIFT, D, True, ("ی",)),
        # signs in the places of US letters: on a Hebrew or Greek layout, and on Dvorak, which has Latin letters
        # elsewhere
        (Qt.Key.Key_Slash, NONE, 24, False, ("Q", "ض")),
        (Qt.Key.Key_Apostrophe, NONE, 24, True, ("ض",)),
        # digits
        (Qt.Key.Key_1, NONE, ONE, True, ("۱",)),
        (0x06F1, NONE, ONE, False, ("1",)),
        (Qt.Key.Key_Ampersand, NONE, ONE, True, ("۱",)),
        # a German letter, and keys without a letter
        (Qt.Key.Key_Odiaeresis, NONE, 47, True, ("ک",)),
        (Qt.Key.Key_Return, NONE, 36, True, ()),
        (Qt.Key.Key_D, NONE, 0, True, ()),
        (0, NONE, D, True, ()),
    ],
)
def test_a_key_has_other_letters_on_other_keyboards(
    key: int, held, scan: int, latin: bool, letters: tuple[str, ...]
) -> None:
    assert other_letters(event(key, held, scan), latin=latin) == letters


def test_keys_are_named_from_the_key_codes_of_windows_and_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert key_names.key_names(event(0x06CC, NONE, 0x20, ord("D"))) == ("D", "ی")
    assert own_key(event(0x06CC, NONE, 0x20, 0xBC)) == 0x06CC
    assert other_letters(event(0x0412, NONE, 0x20, ord("D")), latin=False) == ("D", "ی")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert key_names.key_names(event(0x06CC, NONE, 1, 2)) == ("D", "ی")
    assert own_key(event(0x0634, NONE, 1, 0)) == Qt.Key.Key_A


@pytest.mark.parametrize(
    ("name", "known"), [("D", True), ("", True), ("Shift+F3", True), ("Return", True), ("D, E", False), ("Dx", False)]
)
def test_only_the_name_of_a_single_key_is_known(name: str, known: bool) -> None:
    assert is_known(name) is known
