"""A monkey test: random presses, drags, keys and closed windows, which find out what breaks or what grows.

    python tests/tools/monkey.py --minutes 60 --seed 2026
    python tests/tools/monkey.py --steps 1500 --seed 7

The monkey drives the real window on its own profile, offscreen, or with ``QT_QPA_PLATFORM=xcb`` on a screen with a
window manager. The following are faults: a Python traceback or warning, a warning of Qt, a table that shows something
that the player may not know, a window that does not come to rest, a record on the disk that does not replay, trouble
with the files, or growth of the memory by more than 5 MB. After a fault the last 50 steps are printed, and the exit
status is 1.

Between two rests, one of the games is the usual game of the monkey. The games take turns. The hands of all games count.

Memory is the resident set (``/proc/self/statm``, only on Linux) after ``gc.collect()`` and ``malloc_trim(0)``. It is
always measured in the same state: every 500 steps all dialogs, popups and other windows are closed, and one window of
the usual size in the light theme, without help, waits for the player. Growth is the median of the samples of the last
100 hands minus the median of those from hand 250 to hand 350. Until hand 250 the program warms up: each dialog, page,
size and theme that appears for the first time leaves something behind that is used again.

For example, three runs of sixty minutes had 476 to 503 hands, with the seeds 2026, 48 and 7. The medians were 229, 227
and 223 MB in the first 50 hands, 244 from hand 300 to 350 with each seed, and 247, 244 and 244 in the last 50. The
growth was +4.2, +1.5 and +0.4.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import gc
import importlib
import itertools
import logging
import os
import pkgutil
import random
import secrets
import statistics
import sys
import tempfile
import threading
import tomllib
import traceback
import warnings
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("MILE_BONES_AUDIO", "off")  # nobody wants to hear a monkey
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from PySide6.QtCore import (  # noqa: E402 - not before the platform is chosen
    QCoreApplication,
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtGui import QAction, QDesktopServices, QDropEvent, QKeySequence, QPixmapCache, QWheelEvent  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import (  # noqa: E402
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QMessageBox,
    QWhatsThis,
    QWidget,
)
from shiboken6 import createdByPython, isValid  # noqa: E402

import mile_bones.desktop  # noqa: E402
import mile_bones.library  # noqa: E402
import mile_bones.match  # noqa: E402
import mile_bones.storage  # noqa: E402
from desktop.driver import Home, plain, target_of  # noqa: E402
from desktop.driver import Person as PersonAtTheWindow  # noqa: E402
from mile_bones.desktop.app import share_one_heap  # noqa: E402
from mile_bones.desktop.collector import collect_when_idle  # noqa: E402
from mile_bones.desktop.controllers.games import Start  # noqa: E402
from mile_bones.desktop.geometry import USUAL  # noqa: E402
from mile_bones.desktop.main_window import MainWindow  # noqa: E402
from mile_bones.desktop.submenus import menu_of  # noqa: E402
from mile_bones.games import GAMES, load_game, replay  # noqa: E402
from mile_bones.games.milebones.actions import Kind  # noqa: E402
from mile_bones.library.settings import LEVEL  # noqa: E402
from mile_bones.match.seats import Person  # noqa: E402
from mile_bones.match.steps import Step  # noqa: E402
from mile_bones.players import levels, load_player  # noqa: E402
from mile_bones.storage.history import History  # noqa: E402
from mile_bones.storage.records import load_record, save_record  # noqa: E402
from mile_bones.storage.settings import ANIMATION, NAME, THEME  # noqa: E402
from scratch import in_memory  # noqa: E402
from stories import ALONE, going, near_the_goal, three_wins  # noqa: E402

LAST_STEPS = 50
REST_EVERY = 500
PATIENCE_S = 30.0
"""Seconds in which a window must come to rest."""
MOST_GROWTH_MB = 5.0
FIRST_HANDS, WINDOW_OF_HANDS = 250, 100

Mod = Qt.KeyboardModifier
NONE = Mod.NoModifier
BUTTONS = (Qt.MouseButton.LeftButton,) * 8 + (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down) * 3,
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab) * 2,
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Delete, Qt.Key.Key_Backspace),
    *(Qt.Key.Key_F1, Qt.Key.Key_F10, Qt.Key.Key_Menu, Qt.Key.Key_A, Qt.Key.Key_E, Qt.Key.Key_S, Qt.Key.Key_1),
)
TEXTS = (
    "Anna", "", "7", "20260504", "999999999999999999", "-1", "x" * 300, "<b>Ben</b><img src=/dev/stdin>",
    "Zoë €😀\u202e", "a\tb", "&File",
)  # fmt: skip


class Trouble(Exception):
    """A fault that the monkey has found."""


# ------------------------------------------------------------------ messages


class Ears:
    """Collects everything that should not be reported: tracebacks, warnings, messages of Qt."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        with (ROOT / "pyproject.toml").open("rb") as file:
            options = tomllib.load(file)["tool"]["pytest"]["ini_options"]
        import re

        own = ["^Mouse event at .* occurs outside target window"]  # QTest's about the monkey, while a window is resized
        self._harmless = [re.compile(pattern) for pattern in options["qt_log_ignore"] + own]
        sys.excepthook = lambda *found: self._hear("".join(traceback.format_exception(*found)))
        threading.excepthook = lambda found: self._hear("".join(traceback.format_exception(found.exc_value)))
        sys.unraisablehook = lambda found: self._hear(
            f"{found.err_msg} {found.object!r}\n" + "".join(traceback.format_exception(found.exc_value))
        )
        warnings.simplefilter("always")
        warnings.showwarning = lambda text, kind, file, line, *_: self._hear(f"{file}:{line}: {kind.__name__}: {text}")
        handler = logging.Handler(logging.WARNING)
        handler.emit = lambda record: self._hear(record.getMessage())  # type: ignore[method-assign]
        logging.getLogger().addHandler(handler)
        self._printed = traceback.print_exception
        traceback.print_exception = lambda *found, **_: self._hear("".join(traceback.format_exception(*found)))
        qInstallMessageHandler(self._qt)

    def _qt(self, kind: QtMsgType, _where: object, text: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not any(
            pattern.search(text) for pattern in self._harmless
        ):
            self._hear(f"Qt: {text}\n" + "".join(traceback.format_stack(limit=8)))

    def _hear(self, text: str) -> None:
        self.heard.append(text)

    def check(self) -> None:
        """Raise Trouble if there was any report."""
        if self.heard:
            raise Trouble("\n".join(self.heard))


class Browser(QObject):
    """A handler that opens no links."""

    @Slot(QUrl)
    def take(self, _url: QUrl) -> None:
        """Ignore the link."""


class Waiter:
    """Waits for the driver of the tests, as pytest-qt's ``qtbot`` does."""

    def waitUntil(self, true: Callable[[], bool], timeout: int = round(1000 * PATIENCE_S)) -> None:
        end = monotonic() + timeout / 1000
        while not true():
            if monotonic() > end:
                raise Trouble("it has been waited for in vain: the window does not come to rest")
            QCoreApplication.processEvents()

    @contextmanager
    def waitExposed(self, window: QWidget) -> Iterator[None]:
        yield
        self.waitUntil(lambda: window.windowHandle() is not None and window.windowHandle().isExposed())


# ------------------------------------------------------------------ measurements


class Sample(NamedTuple):
    """The memory at rest after this number of hands, in MB."""

    hands: int
    rss: float


def resident() -> float:
    """Return the resident set of this process in MB, or 0 on systems other than Linux."""
    if sys.platform != "linux":
        return 0.0
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(samples: list[Sample]) -> float | None:
    """Return the growth in MB, as the top of this file defines it, or None before there are enough samples."""
    if not samples or samples[-1].hands < FIRST_HANDS + 2 * WINDOW_OF_HANDS:
        return None
    first = [one.rss for one in samples if FIRST_HANDS <= one.hands < FIRST_HANDS + WINDOW_OF_HANDS]
    last = [one.rss for one in samples if one.hands >= samples[-1].hands - WINDOW_OF_HANDS]
    return statistics.median(last) - statistics.median(first) if first else None


# ------------------------------------------------------------------ the monkey


class Monkey:
    """Operates one window, sometimes two, on one profile."""

    def __init__(self, root: Path, seed: int, ears: Ears) -> None:
        self.rng = random.Random(seed)
        deals = random.Random(~seed)
        secrets.randbelow = lambda below: deals.randrange(below)  # so that the seed determines the cards, too
        self.steps = self.games = 0
        self.hands_of: Counter[str] = Counter()
        """The number of hands, by the name of the game's package."""
        self._usual_game = GAMES[0]
        self.samples: list[Sample] = []
        self.last: deque[str] = deque(maxlen=LAST_STEPS)
        self._ears = ears
        self._brains = {GAMES[0]: load_player(GAMES[0], "original")}
        self._brains |= {game: load_player(game, "easy") for game in GAMES[1:]}
        self._waiter = Waiter()
        self._home = Home(root / "profile", root / "cache", self._waiter)
        self._files = root / "files"
        self._files.mkdir()
        self._write_files()
        self._home.set({NAME: "Anna", ANIMATION: "off", LEVEL: "easy"})
        self._people: list[PersonAtTheWindow] = []
        self._replayed: set[int] = set()
        self._seen: weakref.WeakSet[QAbstractButton] = weakref.WeakSet()
        self._held = False
        self._began = 0.0
        _load_all()
        self._rescuer = QTimer()
        self._rescuer.timeout.connect(self._rescue)
        self._rescuer.start(25)
        self._open()

    @property
    def hands(self) -> int:
        """The number of hands of all games."""
        return self.hands_of.total()

    # -------------------------------------------------------------- steps

    def step(self) -> None:
        """Do something, and check that all is well."""
        self.steps += 1
        self._home.now += timedelta(seconds=self.rng.randrange(90))
        with self._watched():
            if self.steps % REST_EVERY == 0:
                self.rest()  # come to rest first, because a remembered window would be counted
            self._look_after_windows()
            person = self._person = self.rng.choice(self._people)
            modal = QApplication.activeModalWidget()
            if isinstance(modal, QFileDialog):
                self._choose_file(modal)
            elif modal is not None and self.rng.random() < 0.6:
                self._answer(modal)
            elif modal is not None or self.rng.random() < 0.6:
                self._pick(*self._anything())
            else:
                self._play_sensibly(person)
            QCoreApplication.processEvents()
            self._press_what_goes()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            self._look()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Turn any failure into Trouble, and let a step that takes long be rescued."""
        self._began = monotonic()
        try:
            yield
        except Trouble:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of the game or of the monkey
            raise Trouble("".join(traceback.format_exception(error))) from None
        finally:
            self._began = 0.0

    def rest(self) -> None:
        """Close what is open, bring one window into its usual state, check the disk, and measure the memory."""
        self._tell("rest")
        self._usual_game = GAMES[0]
        while len(self._people) > 1:
            self._close(self._people[-1])  # without a variable, which would keep the window alive
        self._come_to_rest()
        self._check_disk(self._people[0])
        person = self._person = self._people[0]  # no variable keeps a closed window alive here, either
        person.window.dialog_stack.close_help()  # otherwise it keeps its page with its pictures
        person.window.change_settings({THEME: "light", ANIMATION: "off", LEVEL: "easy"})
        person.window.showNormal()
        person.window.resize(*USUAL)
        if person.window.menus.log.isChecked():  # the log is beside the table and makes it smaller
            person.window.menus.log.trigger()
        # In each measured window, everything exists that is created only on demand, and it has its present
        # size. This matters because the background of a board that was last visible in a larger window takes
        # megabytes more.
        for game in (*GAMES[1:], GAMES[0]):
            person.window.games.new_game_of(game, (Person("Anna"), Person("Bert")))
            person.window.boards.show_game(game)  # without the curtain
            QCoreApplication.processEvents()
            while not person.window.boards.current.art.complete():  # renders one picture each time
                pass
        person.window.choose_game()
        QCoreApplication.processEvents()
        person.window.games.go_on_with(GAMES[0])
        self._come_to_rest()
        QPixmapCache.clear()  # the cache keeps up to ten megabytes
        self._look()
        self._check_disk(person)
        for _time in range(3):
            QTest.qWait(40)  # pictures are rendered while nothing happens
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        self.samples.append(Sample(self.hands, resident()))
        grown = growth(self.samples)
        if grown is not None and grown > MOST_GROWTH_MB:
            raise Trouble(f"the memory has grown by {grown:.1f} MB")
        self._usual_game = GAMES[self.steps // REST_EVERY % len(GAMES)]
        self._come_to_rest()

    def finish(self) -> None:
        """Come to rest a last time, and close everything."""
        with self._watched():
            self.rest()
            while self._people:
                self._close(self._people[0])
            self._ears.check()

    def _look(self) -> None:
        """Check that nothing was reported, and that a table at rest shows the current state."""
        self._ears.check()
        for person in self._people:
            if person.window.isVisible():
                for dialog in person.dialogs():
                    if dialog.windowTitle() == "Something is wrong with your files":
                        raise Trouble(dialog.windowTitle() + "\n" + _words(dialog))
                if person.play.idle and _is_usual(person, GAMES[0]):
                    person.looks_right()

    def _check_disk(self, person: PersonAtTheWindow) -> None:
        """Check that every game on the disk replays, and that the game on the table is among them."""
        profile = self._home.profile
        saved = [load_record(path) for path in profile.games_dir.glob("*.json")]
        history = History(profile.history_path, _fail)
        fresh = [game.id for game in history.games() if game.id not in self._replayed]
        self._replayed.update(fresh)
        for record in (*saved, *(history.record(game) for game in fresh)):
            if record is not None:
                for _position in replay(record):
                    pass
        session = person.play.match
        kept = [history.record(game.id) for game in history.games()] if session.is_over else saved
        if session.record() not in kept:
            raise Trouble("the game on the table is not on the disk")

    # -------------------------------------------------------------- windows

    def _open(self) -> None:
        """Start the program on the profile."""
        window = MainWindow(
            self._home.profile, lambda: self._home.now, Start(new=self.rng.random() < 0.1, game="mile-bones")
        )
        window.turns.hand_over.connect(self._count)
        person = PersonAtTheWindow(window, self._home, self._waiter)
        self._people.append(person)
        with self._waiter.waitExposed(window):
            window.show()
        window.activateWindow()
        window.begin()
        QCoreApplication.processEvents()

    def _count(self, end: Step) -> None:
        self.hands_of[type(end.observation).__module__.split(".")[-2]] += 1
        self.games += len(end.events) > 1

    def _close(self, person: PersonAtTheWindow) -> None:
        self._people.remove(person)
        self._held = False
        if person.window.isVisible():
            person.quit()
        else:
            person.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _press_what_goes(self) -> None:
        """Press buttons that are hidden and not yet deleted, as a program that operates the window might.

        Widgets that Qt itself has made are left out, because it is unknown when they are deleted.
        """
        if self.rng.random() < 0.5:
            going = [button for button in self._seen if isValid(button) and not button.isVisible()]
            for button in self.rng.sample(going, min(3, len(going))):
                if isValid(button):
                    self._tell(f"press “{plain(button.text())}”, which is hidden")
                    button.click()
        windows = QApplication.topLevelWidgets()
        self._seen = weakref.WeakSet(
            button
            for window in windows
            for button in window.findChildren(QAbstractButton)
            if button.isVisible() and createdByPython(button)
        )

    def _look_after_windows(self) -> None:
        for person in list(self._people):
            if not person.window.isVisible():
                self._close(person)
        if not self._people:
            self._tell("the window is closed: open it")
            self._open()

    def _come_to_rest(self) -> None:
        """Clear the table step by step, as a person would."""
        end = monotonic() + PATIENCE_S
        while True:
            self._look_after_windows()
            person = self._people[0]
            self._let_go()
            if QWhatsThis.inWhatsThisMode():
                QWhatsThis.leaveWhatsThisMode()
            popup = QApplication.activePopupWidget()
            modal = QApplication.activeModalWidget()
            if popup is not None:
                popup.close()
            elif isinstance(modal, QFileDialog):
                modal.reject()
            elif modal is not None:
                QTest.keyClick(modal, Qt.Key.Key_Escape)
                if modal is QApplication.activeModalWidget():
                    self._press_a_button(modal)
            elif (mode := _mode(person, self._usual_game)) is not None:
                mode.leave()
            elif person.window.isMinimized():
                person.window.showNormal()
            elif person.play.idle:
                break
            for other in QApplication.topLevelWidgets():
                if other.isVisible() and other is not person.window and not isinstance(other, QDialog):
                    other.close()  # for example the help or tips
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            if monotonic() > end:
                mode = _mode(self._people[0], self._usual_game) if self._people else None
                raise Trouble(
                    f"the window does not come to rest: mode {mode.name if mode else 'play'}, {modal} is open, "
                    f"waiting {person.play.waiting}, thinking {person.play.thinker.busy}"
                )

    def _rescue(self) -> None:
        """End a message box of Qt, or a drag of text: their event loops would keep a step from ending."""
        if not self._began:
            return
        modal = QApplication.activeModalWidget()
        if isinstance(modal, QMessageBox):
            self._press_a_button(modal)
        elif monotonic() - self._began > 2:
            self._began = monotonic()
            self._tell("(stuck)")
            self._let_go()
            popup = QApplication.activePopupWidget()
            if popup is not None:
                popup.close()

    # -------------------------------------------------------------- actions

    def _tell(self, text: str) -> None:
        self.last.append(f"{self.steps}: {text}")

    def _pick(self, *acts: tuple[int, Callable[[], None]]) -> None:
        self.rng.choices([act for _weight, act in acts], [weight for weight, _act in acts])[0]()

    def _anything(self) -> tuple[tuple[int, Callable[[], None]], ...]:
        return (
            (20, self._click),
            (5, self._double_click),
            (15, self._drag),
            (6, self._move),
            (4, self._wheel),
            (25, self._key),
            (4, self._type),
            (4, self._shortcut),
            (6, self._menu),
            (3, self._walk_a_menu),
            (4, self._resize),
            (1, self._other_state),
            (1, self._drop),
            (1, self._another_window),
        )

    def _play_sensibly(self, person: PersonAtTheWindow) -> None:
        """Do what a player would do, so that hands and games end."""
        if self._held or person.window.isMinimized():
            return
        if person.window.boards.currentWidget() is not person.table:  # the chooser or a curtain is shown
            self._press_a_button(person.window.boards.currentWidget())
            return
        if not person.play.idle:
            return
        if QApplication.activePopupWidget() is not None or QWhatsThis.inWhatsThisMode():
            QTest.keyClick(QApplication.activePopupWidget() or person.window, Qt.Key.Key_Escape)
            return
        for _action in range(self.rng.randrange(1, 9)):
            if not person.play.idle or person.sees is None or not person.sees.legal_actions():
                return
            self._act(person)

    def _act(self, person: PersonAtTheWindow) -> None:
        """Do what a computer player would choose here. In Mile Bones, do it with gestures."""
        game = person.play.match.game
        action = self._brains[game].choose(person.sees)
        self._tell(str(action))
        if game != GAMES[0]:
            person.table.chosen.emit(action)
            return
        if action.kind is Kind.DRAW:
            person.draw()
        elif self.rng.random() < 0.6 and action.kind is not Kind.DISCARD:
            person.double_click(person.place_of(action.card.notation))
        elif person.table.gestures.dragging:
            person.drag(action.card.notation, target_of(action))
        else:
            person.click(person.bare())
            person.click(person.place_of(action.card.notation))
            person.click(target_of(action))

    def _dialogs(self) -> QWidget:
        """Return the window that gets the mouse and the keyboard."""
        found = QApplication.activePopupWidget() or QApplication.activeModalWidget() or QApplication.activeWindow()
        return found if found is not None and found.isVisible() else self._person.window

    def _somewhere(self, window: QWidget) -> QPoint:
        """Return a point in the window, often on a widget or a slot."""
        if window is self._person.window and self.rng.random() < 0.6:
            return self._person.at(self.rng.choice(tuple(self._person.table.slots)))
        if self.rng.random() < 0.5:
            children = [child for child in window.findChildren(QWidget) if child.isVisible() and not child.isWindow()]
            if children:
                child = self.rng.choice(children)
                return child.mapTo(window, child.rect().center())
        return QPoint(self.rng.randrange(max(1, window.width())), self.rng.randrange(max(1, window.height())))

    def _mouse(self) -> tuple[QWidget, QPoint]:
        window = self._dialogs().window()
        at, handle = self._somewhere(window), window.windowHandle()
        # While a window is resized, a widget may be outside it.
        return window, QPoint(max(0, min(at.x(), handle.width() - 1)), max(0, min(at.y(), handle.height() - 1)))

    def _click(self) -> None:
        (window, at), button = self._mouse(), self.rng.choice(BUTTONS)
        self._tell(f"click {button.name} {_place(window, at)}")
        QTest.mouseClick(window.windowHandle(), button, self._modifier(), at)

    def _double_click(self) -> None:
        window, at = self._mouse()
        self._tell(f"double click {_place(window, at)}")
        QTest.mouseDClick(window.windowHandle(), Qt.MouseButton.LeftButton, NONE, at)

    def _drag(self) -> None:
        """Press, move and release. Each of these is left out at times, and may come later."""
        window, at = self._mouse()
        if not self._held:
            self._tell(f"press {_place(window, at)}")
            QTest.mousePress(window.windowHandle(), Qt.MouseButton.LeftButton, NONE, at)
            self._held = True
        for _move in range(self.rng.randrange(4)):
            self._move()
        if self.rng.random() < 0.85:
            window, at = self._mouse()
            self._tell(f"release {_place(window, at)}")
            QTest.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton, NONE, at)
            self._held = False

    def _let_go(self) -> None:
        if self._held:
            self._held = False
            window = self._dialogs().window()
            QTest.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton, NONE, QPoint(2, 2))

    def _move(self) -> None:
        window, at = self._mouse()
        self._tell(f"move {_place(window, at)}")
        QTest.mouseMove(window.windowHandle(), at)

    def _wheel(self) -> None:
        window, at = self._mouse()
        turn = QPoint(0, self.rng.choice((-480, -120, 120, 480)))
        self._tell(f"wheel {turn.y()} {_place(window, at)}")
        target = window.childAt(at) or window
        event = QWheelEvent(
            QPointF(target.mapFrom(window, at)), QPointF(window.mapToGlobal(at)), QPoint(), turn,
            Qt.MouseButton.NoButton, self._modifier(), Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QCoreApplication.sendEvent(target, event)

    def _keyboard(self) -> QWidget:
        popup = QApplication.activePopupWidget()
        return popup or QApplication.focusWidget() or self._dialogs()

    def _modifier(self) -> Mod:
        return self.rng.choice((NONE,) * 8 + (Mod.ShiftModifier, Mod.ControlModifier, Mod.AltModifier))

    def _key(self) -> None:
        key, modifier, target = self.rng.choice(KEYS), self._modifier(), self._keyboard()
        self._tell(f"key {key.name} {modifier.name} in {type(target).__name__}")
        QTest.keyClick(target, key, modifier)

    def _type(self) -> None:
        text, target = self.rng.choice(TEXTS), self._keyboard()
        self._tell(f"type {text[:20]!r} into {type(target).__name__}")
        QTest.keyClicks(target, text.encode("ascii", "ignore").decode())

    def _shortcut(self) -> None:
        keys = [
            keys
            for action in self._person.window.findChildren(QAction)
            for keys in action.shortcuts()
            if keys[0].key() <= Qt.Key.Key_F35  # QTest cannot send keys such as those for New and Open
            and (keys != QKeySequence("Ctrl+Q") or self.rng.random() < 0.1)
        ]
        if keys:
            chosen, target = self.rng.choice(keys), self._keyboard()
            self._tell(f"keys {chosen.toString()} in {type(target).__name__}")
            QTest.keySequence(target, chosen)

    def _menu(self) -> None:
        """Choose an entry of a menu."""
        if QApplication.activeModalWidget() is not None:
            return
        entries = [
            (path, entry)
            for path, entry in _entries(self._person.window.menuBar().actions())
            if entry.isEnabled() and (path[-1] != "Quit" or self.rng.random() < 0.1)
        ]
        path, entry = self.rng.choice(entries)
        if path[0] == "Game" and self.rng.random() < 0.5:  # half of them end the game; some should finish
            return
        self._tell(f"menu {' > '.join(path)}")
        entry.trigger()

    def _walk_a_menu(self) -> None:
        """Press Alt and a letter, some arrows, and Return or Escape."""
        letter = self.rng.choice((Qt.Key.Key_G, Qt.Key.Key_M, Qt.Key.Key_V, Qt.Key.Key_O, Qt.Key.Key_H))
        self._tell(f"Alt+{letter.name[-1]} and arrows")
        QTest.keyClick(self._keyboard(), letter, Mod.AltModifier)
        arrows = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Left)
        for _arrow in range(self.rng.randrange(8)):
            QTest.keyClick(self._keyboard(), self.rng.choice(arrows))
        if self.rng.random() < 0.7:
            QTest.keyClick(self._keyboard(), self.rng.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape)))

    def _resize(self) -> None:
        window = self._dialogs().window()
        if isinstance(window, QMenu):
            return
        if self.rng.random() < 0.5:
            size = self.rng.randrange(300, 1500), self.rng.randrange(200, 1000)
            self._tell(f"resize {type(window).__name__} to {size}")
            window.resize(*size)
        else:
            at = self.rng.randrange(-200, 1200), self.rng.randrange(-100, 800)
            self._tell(f"move {type(window).__name__} to {at}")
            window.move(*at)

    def _other_state(self) -> None:
        window = self._person.window
        act = self.rng.choice((window.showMinimized, window.showMaximized, window.showFullScreen, window.showNormal))
        self._tell(act.__name__)
        act()

    def _drop(self) -> None:
        path = self.rng.choice(sorted(self._files.iterdir()))
        self._tell(f"drop {path.name}")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        copy = Qt.DropAction.CopyAction
        event = QDropEvent(QPointF(100, 100), copy, data, Qt.MouseButton.LeftButton, NONE)
        if QApplication.activeModalWidget() is None:
            QCoreApplication.sendEvent(self._person.window, event)

    def _another_window(self) -> None:
        """Open a second window, or close one of two. The closed window may have an open dialog or a card in the air."""
        if len(self._people) == 1 and self.rng.random() < 0.5:
            self._tell("open another window")
            self._open()
        else:
            self._tell("close the window")
            self._close(self._person)

    # -------------------------------------------------------------- dialogs

    def _answer(self, dialog: QWidget) -> None:
        """Do something in the dialog, depending on its widgets."""
        acts = [(6, lambda: self._press_a_button(dialog)), (2, self._key)]
        edits = [edit for edit in dialog.findChildren(QLineEdit) if edit.isVisible() and edit.isEnabled()]
        combos = [combo for combo in dialog.findChildren(QComboBox) if combo.isVisible() and combo.isEnabled()]
        views = [view for view in dialog.findChildren(QAbstractItemView) if view.isVisible() and view.isEnabled()]
        views = [view for view in views if not isinstance(view, QHeaderView)]
        if edits:
            acts.append((4, lambda: self._fill(self.rng.choice(edits))))
        if combos:
            acts.append((3, lambda: self._choose_of(self.rng.choice(combos))))
        if views:
            acts.append((4, lambda: self._choose_row(self.rng.choice(views))))
        self._pick(*acts)

    def _press_a_button(self, dialog: QWidget) -> None:
        buttons = [button for button in dialog.findChildren(QAbstractButton) if button.isVisible()]
        buttons = [button for button in buttons if button.isEnabled()]
        if not buttons:
            return
        button = self.rng.choice(buttons)
        self._tell(f"press “{plain(button.text())}” in {type(dialog).__name__}")
        at = button.mapTo(button.window(), button.rect().center())
        QTest.mouseClick(button.window().windowHandle(), Qt.MouseButton.LeftButton, NONE, at)

    def _fill(self, edit: QLineEdit) -> None:
        text = self.rng.choice(TEXTS)
        self._tell(f"fill in {text[:20]!r}")
        edit.setFocus()
        edit.selectAll()
        edit.insert(text)

    def _choose_of(self, combo: QComboBox) -> None:
        if combo.count():
            number = self.rng.randrange(combo.count())
            self._tell(f"choose “{combo.itemText(number)}”")
            combo.setCurrentIndex(number)
            combo.activated.emit(number)

    def _choose_row(self, view: QAbstractItemView) -> None:
        rows = view.model().rowCount() if view.model() is not None else 0
        if rows:
            index = view.model().index(self.rng.randrange(rows), 0)
            self._tell(f"choose row {index.row()} of {rows}")
            view.scrollTo(index)
            view.setCurrentIndex(index)
            at = view.viewport().mapTo(view.window(), view.visualRect(index).center())
            QTest.mouseClick(view.window().windowHandle(), Qt.MouseButton.LeftButton, self._modifier(), at)

    def _choose_file(self, dialog: QFileDialog) -> None:
        """Choose a file by name in the monkey's own folder, because Qt's dialog can delete and rename what it shows."""
        dialog.setOption(QFileDialog.Option.ReadOnly)
        edit = dialog.findChild(QLineEdit)
        if edit is None or self.rng.random() < 0.3:
            self._tell("no file")
            dialog.reject()
            return
        if dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave:
            name = self.rng.choice(("new.json", "more.json", "many.games", "more.games", "no folder/new.json"))
        else:
            name = self.rng.choice([path.name for path in sorted(self._files.iterdir())] + ["nothing.json"])
        self._tell(f"file {name}")
        edit.setText(str(self._files / name))
        QTest.keyClick(edit, Qt.Key.Key_Return)
        if dialog.isVisible():
            dialog.reject()

    def _write_files(self) -> None:
        """Write good records, broken ones, and files that are not records."""
        for name, story in (("going", going()), ("near", near_the_goal()), ("wins", three_wins())):
            save_record(self._files / f"{name}.json", story.record())
        whole = (self._files / "wins.json").read_bytes()
        for name, data in {
            "half.json": whole[: len(whole) // 2],
            "wrong.json": whole.replace(b"play", b"fly", 1),
            "empty.json": b"",
            "zeros.json": bytes(4096),
            "list.json": b"[" * 5000,
            "text.games": b"Dear Sir or Madam,\n" * 50,
            "blank.games": b"\n" * 5000,
            "none.games": b"",
        }.items():
            (self._files / name).write_bytes(data)


def _is_usual(person: PersonAtTheWindow, game: str) -> bool:
    """Return True if one person plays this game against a computer, and the table is visible."""
    match, boards = person.play.match, person.window.boards
    on_the_table = match is not None and match.game == boards.game == game and match.persons == (0,)
    return on_the_table and boards.currentWidget() is person.table


class Mode(NamedTuple):
    """The activity of a window other than the usual game, and the function that ends it."""

    name: str
    leave: Callable[[], object]


def _mode(person: PersonAtTheWindow, game: str) -> Mode | None:
    """Return the mode that must end before this window has ``game`` in its usual state, or None."""
    window = person.window
    for name, bar in (("lesson", window.lesson.bar), ("puzzle", window.puzzle.bar)):
        if bar is not None:
            return Mode(name, bar.leave_requested.emit)
    if window.replay.record is not None:
        return Mode("replay", lambda: person.choose("Game", "New game"))
    if not _is_usual(person, game):
        name = "watching" if window.play.bar is not None else f"page or game {window.boards.game}"
        return Mode(name, lambda: window.games.new_game_of(game, ALONE))
    return None


def _load_all() -> None:
    """Load everything that is otherwise loaded on demand, because later loading would look like growth.

    These are all modules of the window and of the packages below it, and all that the players need for a real choice.
    The best players load NumPy only then.
    """
    for room in (mile_bones.desktop, mile_bones.library, mile_bones.storage, mile_bones.match):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    for game in GAMES:
        players = itertools.cycle([load_player(game, level.name, clock=monotonic) for level in levels(game)])
        state = load_game(game).new_state(seed=1)
        for _turn in range(40):
            if state.is_terminal():  # players that think by the clock play differently on a busy machine
                break
            state.apply_action(next(players).choose(state.observation(state.current_player)))


def _entries(actions: list[QAction], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], QAction]]:
    """Yield all entries of menus, with the path of texts that leads to each."""
    for action in actions:
        menu = menu_of(action)
        if menu is not None:
            menu.aboutToShow.emit()
            yield from _entries(menu.actions(), (*path, plain(action.text())))
        elif not action.isSeparator():
            yield (*path, plain(action.text())), action


def _place(window: QWidget, at: QPoint) -> str:
    return f"{type(window).__name__} {at.x()},{at.y()}"


def _words(dialog: QDialog) -> str:
    return "\n".join(str(child.property("text") or "") for child in dialog.findChildren(QWidget))


def _fail(problem: object) -> None:
    raise Trouble(str(problem))


# ------------------------------------------------------------------ the run


def run(root: Path, seed: int, minutes: float | None, steps: int | None) -> int:
    """Run the monkey. Return the exit status."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(root)
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
        os.environ.pop(name, None)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    share_one_heap()  # as the program does
    app = QApplication.instance() or QApplication(["mile-bones", "-style", "fusion"])
    app.setQuitOnLastWindowClosed(False)
    collect_when_idle()
    browser = Browser()
    for scheme in ("http", "https", "mailto", "file"):
        QDesktopServices.setUrlHandler(scheme, browser, "take")
    ears = Ears()
    print("minutes   steps   hands  games   RSS MB  growth  widgets  objects", flush=True)
    began, told = monotonic(), 0.0
    monkey = Monkey(root, seed, ears)

    def row() -> None:
        rss, grown = (monkey.samples[-1].rss if monkey.samples else 0.0), growth(monkey.samples)
        print(
            f"{(monotonic() - began) / 60:7.1f} {monkey.steps:7} {monkey.hands:7} {monkey.games:6} {rss:8.1f}"
            f" {'' if grown is None else format(grown, '+.1f'):>7} {len(app.allWidgets()):8} {len(gc.get_objects()):8}",
            flush=True,
        )

    try:
        while (steps is None or monkey.steps < steps) and (minutes is None or monotonic() - began < 60 * minutes):
            monkey.step()
            if monotonic() - told > 60 and monkey.steps % REST_EVERY == 0:
                told = monotonic()
                row()
        monkey.finish()
    except Trouble as trouble:
        row()
        print(f"\nThe last steps (seed {seed}):", *monkey.last, f"\n{trouble}", sep="\n", flush=True)
        return 1
    row()
    print(*(f"{count} hands of {game}" for game, count in monkey.hands_of.most_common()), sep=", ", flush=True)
    return 0


def main(words: list[str]) -> int:
    """Read the arguments, and run the monkey on a temporary profile."""
    parser = argparse.ArgumentParser(description="A monkey at the game.")
    parser.add_argument("--minutes", type=float, help="how long (60, unless --steps says otherwise)")
    parser.add_argument("--steps", type=int, help="how many steps")
    parser.add_argument(
        "--seed", type=int, default=2026, help="the same number does the same things, as far as Qt does"
    )
    chosen = parser.parse_args(words)
    faulthandler.enable()
    minutes = 60.0 if chosen.minutes is None and chosen.steps is None else chosen.minutes
    with tempfile.TemporaryDirectory(
        prefix="mile-bones-monkey-", dir=in_memory(), ignore_cleanup_errors=True
    ) as folder:
        try:
            return run(Path(folder), chosen.seed, minutes, chosen.steps)
        except Exception as error:  # noqa: BLE001 - of the monkey itself: the hooks would hear it, and print nothing
            print(*traceback.format_exception(error), sep="", flush=True)
            return 1


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(status)  # so that windows in a broken state cannot print anything more
