"""All words of the options dialog as text: pages, groups, controls in their places, access keys, and the Tab order.

If you change words of the dialog or their translations on purpose, write ``tests/data/options_dialog.txt`` again:
``PYTHONPATH=tests python tests/desktop/dialogs/options_text.py``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QLabel,
    QLayout,
    QRadioButton,
    QSlider,
    QTableWidget,
    QWidget,
)

from mile_bones import resources
from mile_bones.desktop.dialogs import options
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.language import choose_language
from mile_bones.games import GAMES
from other_values import usual

FILE = Path(__file__).parents[2] / "data" / "options_dialog.txt"
LANGUAGES = ("en", "de", "es", "fa", "fr")


def everything(app: QApplication) -> str:
    """Return the text of the dialog for every game in every language. Afterwards the language is English.

    If a page is the same as in an earlier game, the text only refers to that game.
    """
    folder = resources.path("translations")
    lines: list[str] = []
    try:
        for code in LANGUAGES:
            choose_language(app, code, folder)
            known: dict[tuple[str, ...], str] = {}
            for game in GAMES:
                lines += ["", f"==== {code} {game}"]
                for title, page in _pages(_dialog(game)):
                    lines += [f"{title}: as for {known[page]}"] if page in known else [title, *page]
                    known.setdefault(page, game)
    finally:
        choose_language(app, "en", folder)
    return "\n".join(lines[1:]) + "\n"


def _dialog(game: str) -> OptionsDialog:
    """Return a dialog as on a machine that can speak and play sounds."""
    kept = options.can_speak, options.can_play
    options.can_speak = options.can_play = lambda: True
    try:
        return OptionsDialog(usual, game)
    finally:
        options.can_speak, options.can_play = kept


def _pages(dialog: OptionsDialog) -> Iterator[tuple[str, tuple[str, ...]]]:
    below = [_words(button) for button in (dialog.restore, dialog.ok, dialog.cancel)]
    yield f"== {dialog.windowTitle()} / {dialog.band.subtitle.text()}", tuple(below)
    for number in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(number)
        page = dialog.pages.widget(number)
        lines = [*_laid_out(page.layout(), "  "), f"  Tab: {' > '.join(_by_tab(page))}"]
        yield f"== {dialog.pages.tabText(number)}", tuple(lines)
    assert [dialog.page.itemText(at) for at in range(dialog.page.count())] == [
        dialog.pages.tabText(at).replace("&", "") for at in range(dialog.pages.count())
    ]


def _laid_out(layout: QLayout, indent: str) -> Iterator[str]:
    """Yield a line for each item of the layout, from the top left to the bottom right."""
    items = [(layout.itemAt(at), at) for at in range(layout.count())]
    if isinstance(layout, QGridLayout):
        items = sorted(items, key=lambda item: layout.getItemPosition(item[1])[:2])
    for item, _at in items:
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            down = isinstance(inner, QBoxLayout) and inner.direction() is QBoxLayout.Direction.TopToBottom
            yield f"{indent}{'column' if down else 'row'}"
            yield from _laid_out(inner, indent + "  ")
        elif isinstance(widget, QGroupBox):
            yield f"{indent}# {widget.title()} (help: {widget.property('helpTopic')})"
            yield from _laid_out(widget.layout(), indent + "  ")
        elif widget is not None and (words := _words(widget)):
            yield f"{indent}{words}"


def _words(widget: QWidget) -> str:
    """Return the words of one control or label, or "" for a label without words."""
    text, told = "", [widget.accessibleName(), widget.accessibleDescription()]
    if isinstance(widget, QLabel):
        text = widget.text()
        return f"{'name' if widget.buddy() is not None else 'note'}: {text}" if text else ""
    if isinstance(widget, QAbstractButton):
        text = f"{widget.text()} {'(chosen)' if widget.isChecked() else ''}".rstrip()
        if isinstance(widget, QRadioButton):
            text += f" = {widget.property('value')}"
        told.append(
            "" if widget.whatsThis() == widget.accessibleDescription() else f"What's this: {widget.whatsThis()}"
        )
    elif isinstance(widget, QComboBox):
        values = [f"{widget.itemText(at)} = {widget.itemData(at)}" for at in range(widget.count())]
        text = f"{', '.join(values)} (chosen: {widget.currentText()})"
    elif isinstance(widget, QSlider):
        text = (
            f"{widget.minimum()} to {widget.maximum()} by {widget.singleStep()}, {widget.pageStep()}: {widget.value()}"
        )
    elif isinstance(widget, QTableWidget):
        heads = [widget.horizontalHeaderItem(at).text() for at in range(widget.columnCount())]
        actions = [widget.item(row, 0).text() for row in range(widget.rowCount())]  # some systems name keys in English
        text = f"{' | '.join(heads)}: {', '.join(actions)}"
    return f"{_kind(widget)}: {text}" + "".join(f" [{each}]" for each in told if each)


def _kind(widget: QWidget) -> str:
    return next(kind.__name__ for kind in type(widget).__mro__ if kind.__module__.startswith("PySide6"))


def _by_tab(page: QWidget) -> Iterator[str]:
    """Yield the names of the controls that Tab reaches on this page, in order."""
    widget = page.nextInFocusChain()
    while widget is not page:
        reached = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(page)
        if page.isAncestorOf(widget) and reached:
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            yield text or widget.accessibleName() or _kind(widget)
        widget = widget.nextInFocusChain()


def main() -> None:
    """Write the file."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    FILE.write_text(everything(QApplication(["test", "-style", "fusion"])), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
