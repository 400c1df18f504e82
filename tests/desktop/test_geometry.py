"""The window is restored at its last place. If nobody would find it there, it is moved into sight."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from desktop.driver import Home, Person
from mile_bones.desktop import geometry
from mile_bones.desktop.geometry import FRAME, SMALLEST, fitted, in_sight, restore_geometry, whereabouts
from mile_bones.storage.settings import WINDOW
from stories import going


def stored(place: QRect, *, maximised: bool = False, full: bool = False, screen: int = 0) -> str:
    """Return what ``saveGeometry`` of Qt 6 stored in mb.ini for such a window on such a screen, in hexadecimal."""
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
        ((900, 100, 800, 600), (ONE, OTHER), (900, 100, 800, 600)),  # partly on each screen, and completely visible
        ((900, 300, 800, 600), (ONE, OTHER), (1280, 300, 800, 600)),
        ((3000, 1000, 1900, 900), (ONE, OTHER), (1300, 180, 1900, 900)),
        ((-9000, 40, 800, 600), (OTHER, ONE), (1280, 40, 800, 600)),
        ((0, 0, 30_000, 20_000), (OTHER, ONE), (1280, 0, 1920, 1080)),
    ],
)
def test_a_window_is_moved_completely_onto_a_screen(place, rooms, seen):
    assert fitted(QRect(*place), rooms).getRect() == seen
    assert fitted(QRect(*seen), rooms).getRect() == seen


FAR = [
    QRect(50_000, 50_000, 1000, 700),
    QRect(-9000, -9000, 1000, 700),
    QRect(100, -3000, 1000, 700),
    QRect(-1200, 100, 1280, 700),
    QRect(0, 0, 20_000, 15_000),
    QRect(2**31 - 10, 0, 5, 5),  # growing to the smallest size puts this window beyond the edge
    QRect(0, 2**31 - 10, 5, 5),
    QRect(0, 0, -5, -5),
    QRect(),
]


@pytest.mark.parametrize("more", [{}, {"maximised": True}, {"full": True}, {"screen": 7}])
@pytest.mark.parametrize("place", FAR)
def test_a_window_is_in_sight_wherever_it_was_stored(qapp: QApplication, place: QRect, more: dict):
    made = window(stored(place, **more))
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert in_sight(made.geometry())
    assert screen.intersected(made.geometry()).width() >= 160
    assert made.width() <= max(screen.width(), SMALLEST[0]) and made.height() <= max(screen.height(), SMALLEST[1])


def test_a_window_is_in_sight_if_its_title_can_be_reached(qapp: QApplication):
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert in_sight(screen)
    assert in_sight(QRect(screen.right() - 200, 0, 800, 600))
    assert in_sight(QRect(-600, screen.bottom() - 20, 780, 600))
    assert not in_sight(QRect(screen.right() - 20, 0, 800, 600))
    assert not in_sight(QRect(-790, 0, 800, 600))
    assert not in_sight(QRect(0, -20, 800, 600))
    assert not in_sight(QRect(0, screen.bottom() - 5, 800, 600))
    assert not in_sight(screen.adjusted(0, 0, 1, 0))


def test_a_damaged_place_puts_the_window_in_sight(qapp: QApplication):
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


def test_a_window_stored_far_away_is_centred(home: Home):
    home.set({WINDOW: stored(QRect(2**31 - 10, 0, 5, 5))})
    person = home.open(going().record())
    away = person.window.geometry().center() - person.window.screen().availableGeometry().center()
    assert away.manhattanLength() < 20  # the size of the frame is not known before it exists
    person.quit()
    again = home.open()
    assert in_sight(again.window.geometry())


def test_the_first_window_fits_the_screen_with_any_usual_frame(new_home: Home):
    made = new_home.open(begin=False).window
    room = made.screen().availableGeometry().marginsRemoved(FRAME).size()
    assert made.size() == made.size().boundedTo(room)
    assert made.minimumSize().toTuple() == (min(room.width(), SMALLEST[0]), min(room.height(), SMALLEST[1]))


def test_a_restored_window_has_its_whole_frame_on_the_screen(home: Home):
    """A window that was stored with another frame, or without a frame, would reach over the edge with the present
    frame.
    """
    screen = QGuiApplication.primaryScreen().availableGeometry()
    home.set({WINDOW: stored(QRect(1, 60, 798, 738))})
    made = home.open(going().record()).window
    assert made.frameGeometry() != made.geometry()
    QApplication.processEvents()
    assert screen.contains(made.frameGeometry())


def test_the_normal_place_of_a_maximised_window_is_inside_the_screen(home: Home):
    home.set({WINDOW: stored(QRect(2, 60, 790, 736), maximised=True)})
    made = home.open(going().record()).window
    assert made.isMaximized()
    assert made.screen().availableGeometry().contains(made.normalGeometry().marginsAdded(FRAME))


def test_a_size_chosen_by_other_code_is_left_alone(qapp: QApplication):
    made = window("")
    made.resize(900, 900)
    made.show()
    QApplication.processEvents()
    QApplication.processEvents()
    assert made.size().toTuple() == (900, 900)
    made.close()


# ------------------------------------------------------------------ the stored text

KEPT = ("1280x800", "0,0 640x400", "-1280,40 1279x768 maximised", "12,34 800x600 full", "5,6 800x600 maximised full")


@pytest.mark.parametrize("text", KEPT)
def test_a_kept_place_is_read_back(text: str):
    assert str(whereabouts(text)) == text
    assert WINDOW.allows(text)


@pytest.mark.parametrize("more", [{}, {"maximised": True}, {"full": True}])
def test_a_place_kept_by_an_earlier_version_is_read(qapp, more: dict):
    text = stored(QRect(-20, 30, 790, 620), **more)
    assert str(whereabouts(text)) == "-20,30 790x620" + "".join(f" {state}" for state in more)


@pytest.mark.parametrize(
    "text", ["", "800", "800x", "1,2 800x600 large", "800x600 full maximised", "00" * 66, "zz" * 79]
)
def test_a_damaged_place_is_not_read(text: str):
    assert whereabouts(text) is None


def change(person: Person, how: str) -> None:
    window = person.window
    if how == "F11":
        person.key(Qt.Key.Key_F11)
    elif how == "maximise":
        window.showMaximized()
    elif how == "un-maximise":
        window.showNormal()
    elif how == "minimise and back":
        state = window.windowState()
        window.showMinimized()
        QApplication.processEvents()
        window.setWindowState(state)
    QApplication.processEvents()


WAYS = (
    ("maximise",),
    ("F11",),
    ("maximise", "F11"),
    ("maximise", "F11", "F11"),
    ("F11", "F11"),
    ("maximise", "un-maximise", "F11"),
    ("minimise and back",),
    ("maximise", "minimise and back"),
    ("F11", "minimise and back"),
)


@pytest.mark.parametrize("ways", WAYS)
def test_a_window_is_restored_with_its_state_and_normal_size(home: Home, ways: tuple[str, ...]):
    floating = QRect(20, 60, 700, 560)
    home.set({WINDOW: "20,60 700x560"})
    person = home.open(going().record())
    person.wait_until(lambda: person.window.geometry() == floating)
    for how in ways:
        change(person, how)
    large = bool(ways.count("maximise") - ways.count("un-maximise"))
    full = ways.count("F11") % 2 == 1
    assert (person.window.isMaximized(), person.window.isFullScreen()) == (large, full)
    person.quit()
    again = home.open()
    assert (again.window.isMaximized(), again.window.isFullScreen()) == (large, full)
    again.window.showNormal()
    again.wait_until(lambda: again.window.geometry() == floating)


def test_the_normal_size_survives_a_resize_just_before_maximising(home: Home):
    """Under Wayland, the resize comes before the maximising. Qt then takes the size of the maximised window as the
    normal size.
    """
    home.set({WINDOW: "20,60 700x560"})
    person = home.open(going().record())
    person.wait_until(lambda: person.window.size().toTuple() == (700, 560))
    person.window.setGeometry(0, 30, 796, 760)
    person.window.showMaximized()
    QApplication.processEvents()
    person.quit()
    assert home.get(WINDOW) == "20,60 700x560 maximised"


def test_a_window_closed_before_it_is_maximised_keeps_that_state(home: Home, monkeypatch: pytest.MonkeyPatch):
    """GNOME maximises a window a moment after it is shown, so that a window can be closed before."""
    monkeypatch.setattr(geometry, "_is_late", lambda: True)
    home.set({WINDOW: "20,60 700x560 maximised"})
    person = home.open(going().record())
    assert not person.window.isMaximized()
    person.quit()
    assert home.get(WINDOW) == "20,60 700x560 maximised"
    again = home.open()
    again.wait_until(again.window.isMaximized)


def test_a_window_that_filled_a_large_screen_fills_a_small_one(home: Home):
    home.set({WINDOW: "200,100 1500x900 maximised"})
    made = home.open(going().record()).window
    assert made.isMaximized()
    made.showNormal()
    QApplication.processEvents()
    assert made.screen().availableGeometry().contains(made.frameGeometry())


def test_the_size_is_kept_soon_after_every_change(home: Home):
    """The size is kept even if a signal ends the program, or if the computer is switched off."""
    home.set({WINDOW: "20,60 700x560"})
    person = home.open(going().record())
    person.wait_until(lambda: person.window.size().toTuple() == (700, 560))
    person.window.resize(720, 570)
    person.wait_until(lambda: "720x570" in str(home.get(WINDOW)))
    person.window.showMaximized()
    person.wait_until(lambda: str(home.get(WINDOW)).endswith("720x570 maximised"))
