"""Turns that are played in the real window by mouse, and the Python calls that each turn makes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Self

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import mile_bones
from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.table import drag_overlay
from mile_bones.desktop.table.board import Board
from mile_bones.engine.rng import Rng
from pictures.stage import wait_for

PACKAGE = f"{Path(mile_bones.__file__).parent}/"
_OPPONENT = ("players/", "match/thinking", "desktop/thinking")
"""The modules of the opponent. Their calls are not counted, because the opponent thinks as long as it likes, on another
thread.
"""


class Calls:
    """A counter of the Python calls of this thread, by module and function of the package.

    It counts inside ``with``, which may be entered several times.
    """

    def __init__(self) -> None:
        self.by_function: Counter[tuple[str, str]] = Counter()

    def __enter__(self) -> Self:
        sys.setprofile(self._called)
        return self

    def __exit__(self, *_failure: object) -> None:
        sys.setprofile(None)

    @property
    def total(self) -> int:
        """The number of all calls."""
        return self.by_function.total()

    @property
    def by_module(self) -> Counter[str]:
        """The number of calls, by module, such as "desktop/table/view"."""
        found: Counter[str] = Counter()
        for (module, _function), count in self.by_function.items():
            found[module] += count
        return found

    def _called(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            module = code.co_filename.removeprefix(PACKAGE).removesuffix(".py")
            if not module.startswith(_OPPONENT):
                self.by_function[module, code.co_qualname] += 1


def plays(window: MainWindow, seed: int) -> Iterator[tuple[str, Calls]]:
    """Play until a dialog opens. Yield each action, with the calls from its first press until the player must act.

    Any other action is preferred to a discard. Among several such actions, one is chosen at random.
    """
    rng, match = Rng(seed), window.turns.match
    _settle(window)
    while not window.dialog_stack.dialogs:
        action = _choice(match.observation(window.turns.viewer), rng)
        length = match.length
        with Calls() as calls:
            _do(window, action)
            _settle(window)
        assert match.length > length or window.dialog_stack.dialogs, f"the gestures of {action} mean nothing"
        yield str(action), calls


def _choice(observation: Any, rng: Rng) -> Any:
    legal = sorted(observation.legal_actions(), key=str)
    rare = [action for action in legal if not str(action).startswith("discard")] or legal
    return rare[rng.below(len(rare))]


def _settle(window: MainWindow) -> None:
    """Let the others play until the window waits for the player."""
    wait_for(lambda: window.turns.idle or bool(window.dialog_stack.dialogs))


def _do(window: MainWindow, action: Any) -> None:
    """Do the action with the mouse, as a person does: drag a single thing, or click several.

    If a click on one place means the action, click only there.
    """
    table, view = window.table, window.table.viewport()
    rules = table.rules()
    means = [place for place in table.slots if action in rules.actions_of(place, table.taken_up)]
    if means:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=_at(table, means[0]))
        return
    ends = table.ends(action, window.turns.viewer, suggested=False)
    sources = sorted(ends.sources - {ends.target})
    if len(sources) == 1:
        start, end = _at(table, sources[0]), _at(table, ends.target)
        with _no_strips():
            QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
            for point in (start + QPoint(9, 9), (start + end) / 2, end):
                QTest.mouseMove(view, point)
                QApplication.processEvents()
            QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
        return
    for place in (*sources, ends.target):
        if place not in table.taken_up:
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=_at(table, place))


@contextmanager
def _no_strips() -> Iterator[None]:
    """Keep the table from making strips of the picture below a card, because the number of strips depends on the
    clock.
    """
    before, drag_overlay._STRIP_MS = drag_overlay._STRIP_MS, 10**6
    try:
        yield
    finally:
        drag_overlay._STRIP_MS = before


def _at(table: Board, place: str) -> QPoint:
    """Return a point at which this place is visible. It is the middle of the place if nothing covers the middle."""
    rect = table.slots[place].rect
    points = [QPointF(rect.x() + part * rect.width(), rect.center().y()) for part in (0.5, 0.1, 0.9)]
    return next((point for point in points if table.place_under(*point.toTuple()) == place), points[0]).toPoint()
