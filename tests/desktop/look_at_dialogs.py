"""Opens dialogs on a screen of one size and prints their faults as JSON, for ``test_little_room.py``.

The arguments are a folder and, as JSON, the size of the screen, the language, the scenes and the sizes of text.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListWidget,
    QScrollArea,
    QTextBrowser,
    QTreeView,
    QWidget,
)

from desktop.rooms import look_at_widgets
from desktop.test_scenes import BY_NAME
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.dialogs.base import BaseDialog
from mile_bones.storage.settings import TEXT
from pictures.stage import Stage, staged

SCROLL = (QScrollArea, QTextBrowser, QTreeView, QListWidget)


def faults_of(dialog: BaseDialog, stage: Stage) -> list[str]:
    """Return all faults of this dialog, in words."""
    found = [
        f"{area} scrolls sideways by {area.horizontalScrollBar().maximum()}"
        for kind in SCROLL
        for area in dialog.findChildren(kind)
        if area.isVisible() and area.horizontalScrollBar().maximum()
    ]
    found += look_at_widgets(dialog)[1]
    room = dialog.screen().availableGeometry() | stage.window.frameGeometry()
    if not room.contains(dialog.frameGeometry()):
        found.append(f"lies at {dialog.frameGeometry()} on {room}")
    focus = dialog.focusWidget()
    found += hidden_piles(dialog, stage)
    return found + (["nothing has the focus"] if focus is None else not_seen(dialog, focus))


def hidden_piles(dialog: BaseDialog, stage: Stage) -> list[str]:
    """Return a message for each of the player's own piles that is covered by the question about the extension, and for
    the road if it is covered.

    At 640x400, the question needs the whole window if letters are at 200 %. Therefore, small screens are not checked.
    """
    if not isinstance(dialog, ExtensionDialog) or dialog.screen().size().height() < dialog.px(240):
        return []
    table, covered = stage.table, []
    own = (slot_names.battle(True), slot_names.speed(True), slot_names.miles(True))
    places = {name: table.slots[name].rect for name in (*own, *(slot_names.safety(True, at) for at in range(4)))}
    if table.strip.isVisible():
        places["the road"] = table.strip.sceneBoundingRect()
    for name, rect in places.items():
        place = table.mapFromScene(rect).boundingRect()
        if place.translated(table.mapToGlobal(QPoint())).intersects(dialog.frameGeometry()):
            covered.append(f"{name} lies under the question")
    return covered


def not_seen(dialog: BaseDialog, focus: QWidget) -> list[str]:
    """Return a message if the focused field, or the current line of a focused list, is scrolled out of sight."""
    place = focus.rect()
    if isinstance(focus, QAbstractItemView) and focus.currentIndex().isValid():
        line = focus.visualRect(focus.currentIndex())
        line.setWidth(min(line.width(), focus.viewport().width()))
        place = line.translated(focus.viewport().pos())
    area = dialog.findChild(QScrollArea)
    box = area.viewport() if area is not None and area.isAncestorOf(focus) else dialog
    place.moveTopLeft(focus.mapTo(box, place.topLeft()))
    seen = place & box.rect()
    if seen.width() >= place.width() and seen.height() >= min(place.height(), box.height()):
        return []
    return [f"{focus} with the focus is at {place} in {box.size()}"]


def main(folder: str, size: str, language: str, names: str, texts: str) -> None:
    app = QApplication(["mile-bones"])
    faults = []
    first, *others = json.loads(texts)
    for name in json.loads(names):
        scene = BY_NAME[name]
        scene = replace(scene, settings={**scene.settings, TEXT: first})
        with staged(scene, json.loads(size), "light", Path(folder, name), language=json.loads(language)) as stage:
            stage.window.setUpdatesEnabled(False)  # what is under a dialog does not matter
            for text in (first, *others):
                if text is not first:
                    stage.window.change_settings({TEXT: text})
                stage.settle()
                for _time in range(5):
                    app.processEvents()
                faults += [(name, text, fault) for fault in faults_of(stage.front(), stage)]
    print(json.dumps(faults))


if __name__ == "__main__":
    import conftest  # noqa: F401 - as the tests have it

    main(*sys.argv[1:])
