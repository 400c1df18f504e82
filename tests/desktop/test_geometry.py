"""The window comes back where it was, unless nobody would find it there."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from desktop.driver import Home
from mile_bones.desktop.geometry import FRAME, SMALLEST, fitted, in_sight, restore_geometry
from mile_bones.storage import WINDOW
from stories import going


def stored(place: QRect, *, maximised: bool = False, full: bool = False, screen: int = 0) -> str:
    """What ``saveGeometry`` of Qt 6 would have told of such a window on such a screen, as mb.ini has it."""
    data = QByteArray()
    stream = QDataStream(data, QIODevice.OpenModeFlag.WriteOnly)
    stream.setVersion(QDataStream.Version.Qt_4_0)
    stream.writeUInt32(0x1D9D0CB)
    stream.writeUInt16(3)
    stream.writeUInt16(0)
    stream << place << place
    stream.writeInt32(screen)
    stream.writeUInt8(maximised)
    stream.writeUInt8(full)
    stream.writeInt32(QGuiApplication.primaryScreen().geometry().width())
    stream << place
    return bytes(data.data()).hex()


def window(text: str) -> QMainWindow:
    made = QMainWindow()
    restore_geometry(made, text)
    return made


ONE, OTHER = QRect(0, 0, 1280, 800), QRect(1280, 0, 1920, 1080)
"""Two screens side by side."""


@pytest.mark.parametrize(
    ("place", "rooms", "seen"),
    [
        ((100, 50, 1000, 700), (ONE,), (100, 50, 1000, 700)),
        ((0, 0, 1280, 800), (ONE,), (0, 0, 1280, 800)),
        ((0, 5, 1280, 799), (ONE,), (0, 1, 1280, 799)),
        ((-1, 0, 1282, 825), (ONE,), (0, 0, 1280, 800)),
        ((-40, -20, 800, 600), (ONE,), (0, 0, 800, 600)),
        ((900, 500, 800, 600), (ONE,), (480, 200, 800, 600)),
        ((900, 100, 800, 600), (ONE, OTHER), (900, 100, 800, 600)),  # it lies on both screens, and is seen whole
        ((900, 300, 800, 600), (ONE, OTHER), (1280, 300, 800, 600)),
        ((3000, 1000, 1900, 900), (ONE, OTHER), (1300, 180, 1900, 900)),
        ((-9000, 40, 800, 600), (OTHER, ONE), (1280, 40, 800, 600)),
        ((0, 0, 30_000, 20_000), (OTHER, ONE), (1280, 0, 1920, 1080)),
    ],
)
def test_all_of_a_window_is_seen(place, rooms, seen):
    assert fitted(QRect(*place), rooms).getRect() == seen
    assert fitted(QRect(*seen), rooms).getRect() == seen


FAR = [
    QRect(50_000, 50_000, 1000, 700),
    QRect(-9000, -9000, 1000, 700),
    QRect(100, -3000, 1000, 700),
    QRect(-1200, 100, 1280, 700),
    QRect(0, 0, 20_000, 15_000),
    QRect(2**31 - 10, 0, 5, 5),  # the smallest size makes it larger, and puts it behind the edge
    QRect(0, 2**31 - 10, 5, 5),
    QRect(0, 0, -5, -5),
    QRect(),
]


@pytest.mark.parametrize("more", [{}, {"maximised": True}, {"full": True}, {"screen": 7}])
@pytest.mark.parametrize("place", FAR)
def test_it_is_in_sight_wherever_it_was(qapp: QApplication, place: QRect, more: dict):
    made = window(stored(place, **more))
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert in_sight(made.geometry())
    assert screen.intersected(made.geometry()).width() >= 160
    assert made.width() <= max(screen.width(), SMALLEST[0]) and made.height() <= max(screen.height(), SMALLEST[1])


def test_what_counts_as_in_sight(qapp: QApplication):
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert in_sight(screen)
    assert in_sight(QRect(screen.right() - 200, 0, 800, 600))
    assert in_sight(QRect(-600, screen.bottom() - 20, 780, 600))
    assert not in_sight(QRect(screen.right() - 20, 0, 800, 600))
    assert not in_sight(QRect(-790, 0, 800, 600))
    assert not in_sight(QRect(0, -20, 800, 600))
    assert not in_sight(QRect(0, screen.bottom() - 5, 800, 600))
    assert not in_sight(screen.adjusted(0, 0, 1, 0))


def test_a_place_that_is_damaged_is_none(qapp: QApplication):
    good = stored(QRect(0, 30, 790, 620))
    assert window(good).size().toTuple() == (790, 620)
    luck = Random(5)
    spoilt = [good[:cut] for cut in range(0, len(good), 2)]
    for _bit in range(300):
        data = bytearray.fromhex(good)
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
        spoilt.append(data.hex())
    for text in spoilt:
        assert in_sight(window(text).geometry()), text


def test_a_window_that_was_far_away_is_in_the_middle(home: Home):
    home.set({WINDOW: stored(QRect(2**31 - 10, 0, 5, 5))})
    person = home.open(going().record())
    away = person.window.geometry().center() - person.window.screen().availableGeometry().center()
    assert away.manhattanLength() < 20  # the frame is not known before it is there
    person.quit()
    again = home.open()
    assert in_sight(again.window.geometry())


def test_the_first_window_fits_the_screen_with_any_usual_frame(new_home: Home):
    made = new_home.open(begin=False).window
    room = made.screen().availableGeometry().marginsRemoved(FRAME).size()
    assert made.size() == made.size().boundedTo(room)
    assert made.minimumSize().toTuple() == (min(room.width(), SMALLEST[0]), min(room.height(), SMALLEST[1]))


def test_a_window_comes_back_with_all_of_its_frame(home: Home):
    """What another frame or none had room for lies over the edge with this one."""
    screen = QGuiApplication.primaryScreen().availableGeometry()
    home.set({WINDOW: stored(QRect(1, 60, 798, 738))})
    made = home.open(going().record()).window
    assert made.frameGeometry() != made.geometry()
    QApplication.processEvents()
    assert screen.contains(made.frameGeometry())


def test_a_window_that_fills_the_screen_comes_back_to_a_place_inside_of_it(home: Home):
    home.set({WINDOW: stored(QRect(2, 60, 790, 736), maximised=True)})
    made = home.open(going().record()).window
    assert made.isMaximized()
    assert made.screen().availableGeometry().contains(made.normalGeometry().marginsAdded(FRAME))


def test_a_size_that_somebody_else_has_chosen_is_left_alone(qapp: QApplication):
    made = window("")
    made.resize(900, 900)
    made.show()
    QApplication.processEvents()
    QApplication.processEvents()
    assert made.size().toTuple() == (900, 900)
    made.close()
