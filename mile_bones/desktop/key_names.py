"""The names of pressed keys as mb.ini and the menus write them, on any keyboard layout.

If a layout has no Latin letters (Persian, Greek, Russian), a key is named after the letter at its place on a US
keyboard. If digits need Shift (French), a digit's key without Shift is enough. These two rules apply only to keys
without another meaning.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

_ROWS = {2: "1234567890", 16: "QWERTYUIOP[]", 30: "ASDFGHJKL;'", 44: "ZXCVBNM,"}
_CODES = {code + index: name for code, row in _ROWS.items() for index, name in enumerate(row)}
"""The keys of a US keyboard by the scan codes of Linux and Windows, which are the same for these keys."""
_X11 = 8
"""The number that X and Wayland add to the scan codes of the kernel."""
_MAC = dict(
    zip(
        (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 28, 29),
        "ASDFHGZXCVBQWERYT12346597" + "80",
        strict=True,
    )
) | {31: "O", 32: "U", 34: "I", 35: "P", 37: "L", 38: "J", 40: "K", 45: "N", 46: "M"}
"""The keys of a US keyboard by the virtual key codes of macOS."""
_PERSIAN = dict(zip("".join(_ROWS.values()), "۱۲۳۴۵۶۷۸۹۰ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو", strict=True))
"""The letters and digits of a Persian keyboard (ISIRI 9147), by the keys of a US keyboard."""
_PERSIAN_SHIFTED = {"A": "ؤ", "S": "ئ", "H": "آ", "C": "ژ"}
"""The letters of a Persian keyboard that need Shift, by the keys of a US keyboard."""

_MODIFIERS = (
    *(Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr),
    *(Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_unknown),
)
_SPECIAL = 0x0100_0000
"""The first key code that is not a character. All higher codes are not characters either."""
_LATIN_1 = 0x100


def key_names(event: QKeyEvent) -> tuple[str, ...]:
    """Return the possible names of this key, the likeliest first, or nothing for a modifier or lock key."""
    key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if not key or key in _MODIFIERS:
        return ()
    if key == Qt.Key.Key_Enter:
        key = int(Qt.Key.Key_Return)
    if key >= _SPECIAL:
        return (_name(key, held),)
    character = chr(key)
    if character.isdecimal():
        return (_name(ord("0") + int(character), held & ~Qt.KeyboardModifier.ShiftModifier),)
    there = _on_us_keyboard(event)
    if key >= _LATIN_1:
        names = (_name(ord(there), held),) if there is not None else ()
        return (*names, _name(key, held))
    if character.isalpha() and character.isascii():
        return (_name(key, held),)
    names = (_name(key, held & ~Qt.KeyboardModifier.ShiftModifier),)
    return (*names, _name(ord(there), held)) if there is not None and there.isdigit() else names


def own_key(event: QKeyEvent) -> Qt.Key:
    """Return the key to compare with a game's own keys.

    On a layout without Latin letters this is the letter that a US keyboard has on the pressed key.
    """
    if event.key() < _LATIN_1 or event.key() >= _SPECIAL:
        return Qt.Key(event.key())
    there = _on_us_keyboard(event)
    return Qt.Key(event.key() if there is None else ord(there))


def other_letters(event: QKeyEvent, *, latin: bool) -> tuple[str, ...]:
    """Return the other characters that this key types: first on a US keyboard, then on a Persian keyboard. They are for
    shortcuts and mnemonics.

    The character of the US keyboard is left out if the current layout has a Latin letter on the key. If the layout has
    Latin letters elsewhere (`latin`), a punctuation mark on the key is not replaced either: Dvorak has such a mark
    where the US keyboard has Q.
    """
    key, there = event.key(), _place(event)
    if not key or key >= _SPECIAL or there is None:
        return ()
    character, found = chr(key), []
    if character.isdecimal():
        found.append(str(int(character)))
    elif not there.isdigit() and (key >= _LATIN_1 or not (latin or character.isalnum())):
        found.append(there)
    shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier and _PERSIAN_SHIFTED.get(there)
    found.append(shifted or _PERSIAN[there])
    return tuple(letter for letter in found if letter != character)


def is_latin(event: QKeyEvent) -> bool | None:
    """Return True if this key shows that the layout has Latin letters, and False if it shows that the layout has
    others. Return None if the key is not a letter.
    """
    character = chr(event.key()) if 0 < event.key() < _SPECIAL else ""
    return event.key() < _LATIN_1 if character.isalpha() else None


def shortcuts(name: str) -> list[QKeySequence]:
    """Return the key sequences of a menu entry.

    If the name contains Return, there is also a sequence with Enter, because most keyboards have a key with that name.
    """
    if not name:
        return []
    names = (name.removesuffix("Return") + "Enter", name) if name.endswith("Return") else (name,)
    return [QKeySequence.fromString(each, QKeySequence.SequenceFormat.PortableText) for each in names]


def shown_key(name: str) -> str:
    """Return the name of a key as the menus of this system show it, or "" for no key."""
    found = shortcuts(name)
    return found[0].toString(QKeySequence.SequenceFormat.NativeText) if found else ""


def is_known(name: str) -> bool:
    """Return True if `name` is one key that Qt knows, or is empty."""
    keys = QKeySequence.fromString(name, QKeySequence.SequenceFormat.PortableText)
    if keys.isEmpty():
        return not name
    return keys.count() == 1 and keys[0].key() != Qt.Key.Key_unknown  # type: ignore[index]  # which the stubs lack


def _name(key: int, held: Qt.KeyboardModifier) -> str:
    combination = QKeyCombination(held, Qt.Key(key))
    return QKeySequence(combination).toString(QKeySequence.SequenceFormat.PortableText)


def _on_us_keyboard(event: QKeyEvent) -> str | None:
    """Return the letter or digit that a US keyboard has on this key, or None for another key."""
    if sys.platform == "win32":
        name = chr(event.nativeVirtualKey()) if event.nativeVirtualKey() < _LATIN_1 else ""
        return name if name.isascii() and name.isalnum() and not name.islower() else None
    if sys.platform == "darwin":
        return _MAC.get(event.nativeVirtualKey())
    there = _place(event)
    return there if there is not None and there.isalnum() else None


def _place(event: QKeyEvent) -> str | None:
    """Return the character that a US keyboard has on this key, or None for another key. This function does not work on
    macOS.
    """
    return _CODES.get(event.nativeScanCode() - (0 if sys.platform == "win32" else _X11))
