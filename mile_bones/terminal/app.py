"""The Textual app, which only passes keys to the game and shows its screen."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Key, Resize
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from mile_bones.i18n import gettext as _
from mile_bones.terminal.board import PROMPT, draw
from mile_bones.terminal.canvas import HEIGHT, WIDTH, Canvas, Span, columns
from mile_bones.terminal.game import Game
from mile_bones.terminal.plain import plain_row
from mile_bones.terminal.prompts import AnyKey, Line

_STYLES = {
    "": "",
    "heading": "bold",
    "prompt": "bold",
    "distance": "bold",
    "hazard": "red",
    "remedy": "",
    "safety": "magenta",
    "error": "bold reverse",
}
"""Rich styles by name.

The colours are given by name, so that the terminal chooses the exact shades. They are readable on black and on white.
No colour has a meaning that the words do not have.
"""


class BoardView(Widget):
    """A widget that shows lines of letters with styles."""

    def __init__(self) -> None:
        super().__init__(id="board")
        self._lines: list[list[Span]] = []

    @property
    def lines(self) -> list[str]:
        """The letters that are shown, without styles."""
        return ["".join(span.text for span in line) for line in self._lines]

    def show(self, lines: Sequence[Sequence[Span]]) -> None:
        """Replace the lines that are shown."""
        before, self._lines = self._lines, [list(line) for line in lines]
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [number for number, (old, new) in enumerate(zip(before, self._lines, strict=True)) if old != new]
        if changed:
            self.refresh(*(Region(0, number, WIDTH, 1) for number in changed))

    def render_line(self, y: int) -> Strip:
        """Return one line in the form that Textual needs."""
        spans = self._lines[y] if y < len(self._lines) else []
        ground = self.rich_style
        segments = [Segment(span.text, ground + Style.parse(_STYLES[span.style])) for span in spans]
        return Strip(segments).adjust_cell_length(self.size.width, ground)


_SHOW_CURSOR = "\x1b[?25h"
NEWS_LINE = HEIGHT - 1

Start = Callable[["MilleApp"], Game]


class MilleApp(App[None]):
    """The app.

    ``start`` makes the game once there is a screen for it. ``ascii_only`` allows no characters but ASCII.
    """

    CSS = f"""
    Screen {{ align: center middle; overflow: hidden; background: ansi_default; color: ansi_default; }}
    #board {{ width: {WIDTH}; height: {HEIGHT}; background: ansi_default; color: ansi_default; }}
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),  # no question: the game is already saved
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, start: Start, *, ascii_only: bool) -> None:
        super().__init__(driver_class=_driver(), ansi_color=True)
        self.ascii_only = ascii_only
        self.game = start(self)
        self._room = Size(WIDTH, HEIGHT)
        self.board = BoardView()

    def compose(self) -> ComposeResult:
        """Yield the board, which is the only widget."""
        yield self.board

    def on_mount(self) -> None:
        """Show the game, and draw all of it again whenever the app resumes after a suspension."""
        self.app_resume_signal.subscribe(self.screen, lambda _app: self.redraw())
        self._room = self.size
        self.show()

    def on_resize(self, event: Resize) -> None:
        """Show the game again.

        Additional space stays empty around the board; with too little space a message is shown.
        """
        self._room = event.size
        self.show()

    @property
    def has_room(self) -> bool:
        """True if the board fits into the terminal.

        If it does not, keys are ignored, because their effect cannot be seen.
        """
        return self._room.width >= WIDTH and self._room.height >= HEIGHT

    def action_interrupt(self) -> None:
        """Leave after a question, or at once if there is no room to show the question. Ctrl+C calls this."""
        if not self.has_room:
            self.exit()
        else:
            self.game.interrupt()
            self.show()

    def on_key(self, event: Key) -> None:
        """Pass every key to the game."""
        event.prevent_default()
        event.stop()
        if not self.has_room:
            return
        self.game.press(event.key, event.character or "" if event.is_printable else "")
        if self.game.over:
            self.exit()
        else:
            self.show()

    def ring(self) -> None:
        """Ring the bell, for a mistake."""
        self.bell()

    def redraw(self) -> None:
        """Draw the whole screen again."""
        self.refresh(layout=True, repaint=True)

    def show(self) -> None:
        """Draw the screen, and put the cursor where the game expects input."""
        width, height = self._room
        if not self.has_room:
            text = _("mille needs {width} columns and {height} lines; here are {columns} and {lines}.")
            canvas = Canvas()
            told = text.format(width=WIDTH, height=HEIGHT, columns=width, lines=height)
            for line, words in enumerate(textwrap.wrap(told, max(width - 1, 10))):
                canvas.put(line, 0, words)
            self.board.show(self._letters(canvas))
            return
        prompt = self.game.prompt
        if isinstance(prompt, AnyKey):
            canvas = Canvas()
            for line, words in enumerate(_wrapped(prompt.lines)[: HEIGHT - 2], 1):
                canvas.put(line, 2, words)
            cursor = (0, 0)
        else:
            canvas = draw(self.game.scene())
            cursor = (PROMPT[0], PROMPT[1] + len(columns(prompt.line)))
            if isinstance(prompt, Line):
                shown = prompt.line[-(WIDTH - 1) :]
                canvas.put(NEWS_LINE, 0, f"{shown:<{WIDTH}}", "prompt")
                cursor = (NEWS_LINE, len(columns(shown)))
        self.board.show(self._letters(canvas))
        top, left = (height - HEIGHT) // 2, (width - WIDTH) // 2
        self.cursor_position = Offset(left + cursor[1], top + cursor[0])
        if self._driver is not None:
            self._driver.write(_SHOW_CURSOR)  # screen readers and magnifiers follow the cursor

    def _letters(self, canvas: Canvas) -> list[list[Span]]:
        """Return the lines of the canvas, in ASCII if the terminal can show nothing else."""
        if not self.ascii_only:
            return canvas.lines()
        return [[Span(plain_row(span.text), span.style) for span in line] for line in canvas.lines()]


def _driver() -> type[Driver] | None:
    """Return our driver on systems with terminals as on Unix, or None for Textual's default."""
    if sys.platform == "win32":
        return None
    from mile_bones.terminal import driver

    return driver.Driver


def _wrapped(lines: tuple[str, ...]) -> list[str]:
    """Return lines that fit into the screen. The first line of each entry is kept; if the effect of a key takes several
    lines, the others are indented.
    """
    return [
        part
        for line in map("".join, map(columns, lines))
        for part in (textwrap.wrap(line, WIDTH - 4, subsequent_indent="   " if line[1:3] == "  " else "") or [""])
    ]
