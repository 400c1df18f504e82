"""A drag ends in the move that was aimed at, or in no move. Nothing that happens between its press and its release
changes this.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.aside import told_by
from desktop.driver import Home, Person
from desktop.test_by_mouse import GAMES, to_play, usable
from mile_bones.match.match import Match
from mile_bones.storage.settings import LANGUAGE, METHOD, SORT, TEXT, THEME, Setting
from pictures.screen import screen

# The offscreen platform logs this whenever a window has a least size.
pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("does not support propagateSizeHints")]

AIMS = {
    "mile-bones": ("discard", "discard 25"),
    "millieu": ("point.9", "place RED_DISC 9"),
    "montreal-mille": ("pile", "discard 2C"),
}
"""For each game: a target for the first thing that can be lifted, and the action of a drag to this target."""

Event = Callable[[Person], Person | None]
"""An event that happens while a thing is held. It returns the person who continues, or None if the person is the
same.
"""


def changed(setting: Setting, value: object) -> Event:
    """Return the event in which the setting is changed to this value. If it has this value already, it gets its
    default.
    """

    def change(person: Person) -> None:
        window = person.window
        window.change_settings({setting: setting.default if window.settings.get(setting) == value else value})

    return change


def clicked(button: Qt.MouseButton) -> Event:
    """Return the event in which another button is pressed and released."""
    return lambda person: person.click(person.bare(), button)


def wheel(person: Person) -> None:
    QTest.wheelEvent(person.window.windowHandle(), QPointF(person.bare()), QPoint(0, 120))


def another_window(person: Person) -> None:
    other = QWidget()
    other.show()
    other.activateWindow()
    person.wait_until(other.isActiveWindow)
    other.close()


def hide(person: Person) -> None:
    person.window.hide()
    person.window.show()


def minimise(person: Person) -> None:
    person.window.showMinimized()
    QApplication.processEvents()
    person.window.showNormal()


def maximise(person: Person) -> None:
    person.window.showMaximized()


def full_screen(person: Person) -> None:
    person.window.toggle_full_screen()


def resize(person: Person) -> None:
    person.window.resize(person.window.size() + QSize(30, 20))


def start_again(person: Person) -> Person:
    game = person.play.match.game
    person.quit()
    return person.home.open(game=game)


def dialog(person: Person) -> None:
    person.window.show_options()
    person.dialog().reject()


def help_window(person: Person) -> None:
    person.window.dialog_stack.show_help("playing")
    person.window.dialog_stack.close_help()


EVENTS: dict[str, Event] = {
    "nothing": lambda person: None,
    "right button": clicked(Qt.MouseButton.RightButton),
    "middle button": clicked(Qt.MouseButton.MiddleButton),
    "left button again": lambda person: person.press(person.bare()),
    "wheel": wheel,
    "pointer outside": lambda person: person.move(QPoint(-5, -5)),
    "another window": another_window,
    "hidden": hide,
    "minimised": minimise,
    "maximised": maximise,
    "full screen": full_screen,
    "another size": resize,
    "language": changed(LANGUAGE, "de"),
    "language from the right": changed(LANGUAGE, "fa"),
    "theme": changed(THEME, "dark"),
    "text size": changed(TEXT, "150"),
    "method": changed(METHOD, "drag"),
    "order of the hand": changed(SORT, False),
    "started again": start_again,
    "dialog": dialog,
    "help": help_window,
}
TABLE_KEYS = (*"ADEILPRSX15", "Return", "Ctrl+Return", "Space", "Shift+Left", "Delete")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the actions that the person has played since the list was cleared."""
    actions: list[str] = []
    submit = Match.submit

    def listen(match: Match, seat: int, action: object, *ply: int) -> bool:
        actions.extend([str(action)] * (seat == match.viewer))
        return submit(match, seat, action, *ply)

    monkeypatch.setattr(Match, "submit", listen)
    return actions


def drag(person: Person, to: QPoint, event: Event) -> Person:
    """Lift the first thing that can be lifted, move it to `to`, call `event`, and let go there."""
    start = person.at(usable(person))
    person.press(start)
    person.move(start + (to - start) / 2)
    assert person.table.gestures.carrying
    person.move(to)
    person = event(person) or person
    QApplication.processEvents()
    person.release(to)
    person.settled()
    assert not person.table.gestures.carrying
    assert person.flights() == []
    return person


@pytest.mark.sample(slow=9, proof=18)
@GAMES
@pytest.mark.parametrize("event", EVENTS)
def test_an_interrupted_drag_makes_the_intended_move_or_no_move(
    traveller: Home, game: str, event: str, played: list[str]
) -> None:
    place, aimed_at = AIMS[game]
    person = to_play(traveller, game)
    played.clear()
    person = drag(person, person.bare(), EVENTS[event])
    assert played == []
    goal = person.at(place)
    person = drag(person, goal, EVENTS[event])
    if not played:
        assert (person.table.taken_up, person.lit()) == ((), set())
        person.click(goal)
        assert played == []
        drag(person, person.at(place), EVENTS["nothing"])
    assert played == [aimed_at]


@GAMES
def test_a_press_lifts_nothing_of_another_position(home: Home, game: str) -> None:
    """The player undoes by a key while the button is down. The last card of the hand may then be gone."""
    person = to_play(home, game)
    person.click(usable(person))
    person.click(AIMS[game][0])
    person.settled()
    table, before = person.table, person.play.match.length
    person.press([place for place in table.slots if table.target.may_lift(place)][-1])
    person.play.undo()
    person.settled()
    assert person.play.match.length < before
    taken_up = table.taken_up
    person.move(person.bare())
    assert not table.gestures.carrying
    person.release(person.bare())
    assert (person.flights(), table.taken_up) == ([], taken_up)


@pytest.mark.parametrize(
    ("game", "drawn"),
    [("mile-bones", True), ("millieu", False), ("montreal-mille", False), ("montreal-mille", True)],
)
def test_a_key_of_the_table_plays_nothing_while_something_is_held(
    home: Home, game: str, drawn: bool, played: list[str]
) -> None:
    person = to_play(home, game) if drawn else home.open(game=game, seed=9)
    person.settled()
    played.clear()
    for name in TABLE_KEYS:
        key = QKeySequence(name)[0]
        drag(person, person.bare(), lambda who, key=key: who.key(key.key(), modifiers=key.keyboardModifiers()))
        assert played == [], name
        person.click(person.bare(), Qt.MouseButton.RightButton)  # unmark what the key has marked


KEYS = ("F10", "alt+g", "h", "ctrl+h", "ctrl+o", "ctrl+l", "ctrl+z", "F1", "shift+F1", "F11", "Escape")
COMMANDS = (
    "",
    *(f"key {key}" for key in KEYS),
    *("click 2", "click 3", "click 4", "windowsize {window} 1040 660", "windowmove {window} 60 60"),
    *("windowactivate {other}", "windowactivate {other} windowactivate {window}", "windowminimize {window}"),
    "windowminimize {window} windowactivate {window}",
    *("windowunmap {window} windowmap {window}", "set_desktop 1", "set_desktop 1 set_desktop 0"),
)
"""Commands that xdotool runs in the middle of a drag. The empty command does nothing."""
_DRAGGED = """
import json, subprocess, sys
from pathlib import Path
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
import conftest
from desktop.test_scenes import BY_NAME
from pictures.stage import staged

folder, scene, aims, commands = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "goal", json.loads(sys.argv[4])
app = QApplication(["mile-bones"])


def hand(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True)
    QTest.qWait(120)


def put_away(window):
    for _time in range(3):
        for dialog in [*window.dialog_stack.dialogs]:
            dialog.reject()
        for part in (app.activePopupWidget(), app.activeModalWidget()):
            if part is not None:
                part.close()
        QTest.qWait(80)
    if window.dialog_stack.help is not None:
        window.dialog_stack.help.hide()
    hand("set_desktop", 0, "windowactivate", int(window.winId()))
    QTest.qWait(150)


told = {}
for number, command in enumerate(commands):
    other = QWidget()
    other.show()
    with staged(BY_NAME[scene], (1000, 650), "light", folder / str(number)) as stage:
        window, table = stage.window, stage.table
        window.activateWindow()
        QTest.qWait(200)
        place = next(each for each in table.buttons if table.target.may_lift(each))
        at = table.viewport().mapToGlobal(table.slots[place].rect.center().toPoint())
        chosen = []
        table.chosen.connect(lambda action: chosen.append(str(action)))
        hand("mousemove", at.x(), at.y(), "mousedown", 1)
        for step in range(1, 8):
            hand("mousemove", at.x() + step * 9, at.y() - step * 6)
        lifted = table.gestures.carrying
        if aims:
            goal = next(slot for slot in table.slots.values() if slot.marks.target)
            to = table.viewport().mapToGlobal(goal.rect.center().toPoint())
            hand("mousemove", to.x(), to.y())
        if command:
            hand(*command.format(window=int(window.winId()), other=int(other.winId())).split())
            QTest.qWait(200)
        hand("mouseup", 1)
        hangs = table.gestures.carrying
        dropped = [*chosen]
        put_away(window)
        if not dropped:
            hand("mousedown", 1)
            hand("mouseup", 1)
        told[command] = [lifted, hangs, dropped, chosen]
        put_away(window)
    other.close()
print(json.dumps(told))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("scene", "aim"),
    [
        *(("road", "cloth"), ("mille-draw", "cloth"), ("millieu-place", "cloth")),
        *(("refused", "goal"), ("mille-out", "goal"), ("millieu-place", "goal")),
    ],
)
def test_a_drag_interrupted_under_a_window_manager_plays_no_other_move(
    need_tools: Callable[..., None], tmp_path: Path, scene: str, aim: str
) -> None:
    need_tools("Xvfb", "openbox", "xdotool")
    with screen("1280x800x24") as room:
        told = told_by("-c", _DRAGGED, str(tmp_path), scene, aim, json.dumps(COMMANDS), environment=room)
    assert {*told} == {*COMMANDS}
    aimed_at = told[""][2]
    assert len(aimed_at) == (aim == "goal")
    for command, (lifted, hangs, dropped, after_a_click) in told.items():
        assert lifted, command
        assert not hangs, f"{command}: the card still follows the pointer"
        assert dropped in ([], aimed_at), f"{command}: another move was played"
        assert after_a_click == dropped, f"{command}: the next click played a card"
