"""Prompts of the terminal. Each prompt asks the player for something, and handles the keys until the answer is
complete.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mile_bones.i18n import gettext as _
from mile_bones.i18n import latin_digits, pgettext
from mile_bones.terminal.slots import KEYS

Mistake = Callable[[str], object]
_ERASE, _KILL = "backspace", ("ctrl+u", "escape")


class Prompt:
    """A line with a ``text`` and, after it, the letters that were ``typed``."""

    gap = " "
    """The letters between ``text`` and ``typed``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.typed = ""

    @property
    def line(self) -> str:
        """The whole line. The cursor is at the end of the line."""
        return f"{self.text}{self.gap}{self.typed}"

    def press(self, key: str, letter: str) -> None:
        """Handle a key. ``key`` is its name, and ``letter`` the letter that it types, or empty."""
        raise NotImplementedError


class Command(Prompt):
    """A prompt for a command, which is one key. A letter may be upper or lower case."""

    def __init__(self, text: str, commands: Mapping[str, Callable[[], object]], mistake: Mistake) -> None:
        super().__init__(text)
        self._commands = commands
        self._mistake = mistake

    def press(self, key: str, letter: str) -> None:
        act = self._commands.get(letter.lower() if letter else key)
        if act is not None:
            act()
        elif letter:
            self._mistake(_("unknown command: {letter}   ?: help").format(letter=letter))
        else:
            self._mistake(_("unknown command   ?: help"))


class Number(Prompt):
    """A prompt for the number of a card, or for P. Return or Space confirms the answer, and Backspace erases it."""

    gap = ""

    def __init__(self, text: str, done: Callable[[str], object], left: Callable[[], object], mistake: Mistake) -> None:
        super().__init__(text)
        self._done, self._left, self._mistake = done, left, mistake

    def press(self, key: str, letter: str) -> None:
        if key in ("enter", "space") or letter == " ":
            if self.typed:
                self._done(self.typed)
            else:
                self._mistake(_("the number of a card, or P"))
        elif key == _ERASE and self.typed:
            self.typed = ""
        elif key == _ERASE or key in _KILL:
            self._left()
        elif (slot := latin_digits(letter.upper())) and slot in KEYS and not self.typed:
            self.typed = slot
        elif self.typed:
            self._mistake(_("Return does it, Backspace erases"))
        else:
            self._mistake(_("the number of a card, or P"))


class YesNo(Prompt):
    """A question with the answers yes and no."""

    def __init__(self, text: str, yes: Callable[[], object], no: Callable[[], object], mistake: Mistake) -> None:
        super().__init__(text)
        self._yes, self._no, self._mistake = yes, no, mistake

    def press(self, key: str, letter: str) -> None:
        yes, no = pgettext("the letter for yes", "y"), pgettext("the letter for no", "n")
        if letter and letter.lower() == yes:
            self._yes()
        elif letter and letter.lower() == no:
            self._no()
        else:
            self._mistake(_("please answer {yes} or {no}").format(yes=yes, no=no))


class Line(Prompt):
    """A prompt for a line of text, such as the name of a file. Escape gives an empty answer."""

    def __init__(self, text: str, done: Callable[[str], object], mistake: Mistake) -> None:
        super().__init__(text)
        self._done, self._mistake = done, mistake

    def press(self, key: str, letter: str) -> None:
        if key == "enter":
            self._done(self.typed)
        elif key == "escape":
            self._done("")
        elif key == _ERASE:
            self.typed = self.typed[:-1]
        elif key in _KILL:
            self.typed = ""
        elif letter and letter.isprintable():
            self.typed += letter
        else:
            self._mistake(_("a name, and Return"))


class AnyKey(Prompt):
    """A page of text that the next key closes."""

    def __init__(self, lines: tuple[str, ...], back: Callable[[], object]) -> None:
        super().__init__("")
        self.lines = lines
        self._back = back

    def press(self, key: str, letter: str) -> None:
        self._back()
