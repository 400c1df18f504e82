"""A person in front of the main window, who clicks, drags, presses keys, and looks at what is shown.

Mouse events go to the native window, so that Qt handles them completely, with modality, focus and grabs. Keys go to the
widget that has the keyboard: a popup menu, a dialog or the table.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from mile_bones.desktop.boards.milebones import drop_rules, slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.models import ART, captions, slot_models
from mile_bones.desktop.boards.milebones.moves import last_move
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.controllers.games import Start
from mile_bones.desktop.main_window import MainWindow
from mile_bones.desktop.submenus import menu_of
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.engine.record import Record
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Phase
from mile_bones.players import load_player
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record
from mile_bones.storage.results import Results
from mile_bones.storage.settings import Setting, Settings
from stories import before_the_end

LEFT = Qt.MouseButton.LeftButton
NOON = datetime.fromisoformat("2026-05-04T12:00")


class Home:
    """A profile in a temporary folder, and the windows that are opened on it."""

    def __init__(self, root: Path, cache: Path, qtbot) -> None:
        self.root = root
        self.profile = Profile(root)
        self.profile.cache_dir = cache
        self.now = NOON
        """The time that the program's clock shows."""
        self.translations: Path | None = None
        """The folder of the message catalogues, or None for those of the program."""
        self._qtbot = qtbot
        self._people: list[Person] = []

    def set(self, values: dict[Setting, object]) -> None:
        """Write settings as if an earlier run of the program had left them."""
        Settings(Ini(self.profile.ini_path, _fail)).update(values)

    def get(self, setting: Setting) -> object:
        """Return a setting as mb.ini has it."""
        return Settings(Ini(self.profile.ini_path, _fail)).get(setting)

    def leave(self, record: Record) -> None:
        """Put a game into the autosave, as if an earlier run had left it."""
        self.profile.games_dir.mkdir(parents=True, exist_ok=True)
        save_record(self.autosave, record)

    @property
    def autosave(self) -> Path:
        return self.profile.games_dir / "current-1.json"

    def saved(self) -> Record:
        """Wait for all writing, then return the game that the autosave holds."""
        for person in self._people:
            person.acknowledged()
        return load_record(self.autosave)

    def acts(self) -> tuple[str, ...]:
        """Return all actions of the saved game."""
        return tuple(act for hand in self.saved().hands for act in hand.actions)

    def kept(self) -> list[Record]:
        """Return the unfinished games that were moved to the history to make room for other games, the earliest
        first.
        """
        history = past(self)
        kept = [game.id for game in history.games() if game.state == "unfinished"]
        return [record for game in sorted(kept) if (record := history.record(game)) is not None]

    def open(self, record: Record | None = None, *, begin: bool = True, **start: object) -> Person:
        """Start the program on this profile. If ``record`` is given, it is in the autosave.

        With ``game`` None, the program starts without naming a game, so that the person may have to choose one. In a
        game that is named, the person begins unless chance decides that, so that a test can play at once.
        """
        if record is not None:
            self.leave(record)
        options = Start(**{"game": GAMES[0], **start})  # type: ignore[arg-type]
        if options.game and spec(options.game).first == 1:
            results = Results(Ini(self.profile.ini_path, _fail), options.game)
            if results.first is None:
                results.record_uncounted("a game that the computer began", 0)
        window = MainWindow(self.profile, lambda: self.now, options, translations=self.translations)
        person = Person(window, self, self._qtbot)
        self._people.append(person)
        with self._qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        if begin:
            window.begin()
        self._qtbot.waitUntil(lambda: QApplication.activeWindow() is not None)
        return person

    def ended(self, folder: Path, game: str, winner: int) -> Person:
        """Play a game to its end and return the person in front of its score sheet.

        The game is saved in ``folder`` before its last action and opened from there.
        """
        record, action = before_the_end(game, winner)
        save_record(folder / "game.json", record)
        person = self.open(file=folder / "game.json", game=None)
        person.settled()
        person.table.chosen.emit(action)
        person.settled()
        return person

    def leave_all(self) -> None:
        """Close and forget every window, because each remaining window slows down every change of theme."""
        for person in self._people:
            person.quit()
        self._people.clear()


def _fail(problem: object) -> None:
    raise AssertionError(problem)


def past(home: Home) -> History:
    """Return the history of this profile. The test fails if the history reports a problem."""
    return History(home.profile.history_path, _fail)


def results(home: Home) -> Results:
    """Return the won games and high scores of this profile. The test fails if they report a problem."""
    return Results(Ini(home.profile.ini_path, _fail))


class Person:
    """A person who plays in a window."""

    def __init__(self, window: MainWindow, home: Home, qtbot) -> None:
        self.window = window
        self.home = home
        self._qtbot = qtbot
        self._gone = False

    # ------------------------------------------------------------------ looking

    @property
    def table(self):
        return self.window.table

    @property
    def play(self):
        return self.window.turns

    @property
    def sees(self):
        """The observation that the table shows."""
        return self.table.observation

    @property
    def may_know(self):
        """The observation that the person may have, whatever the table shows."""
        match = self.play.match
        return match.observation(match.viewer)

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of the hand in their order on the table, in notation."""
        return tuple(card.notation for card in self.table.order.cards)

    @property
    def message(self) -> str:
        return self.table.message_label.text()

    @property
    def status(self) -> str:
        return self.window.statusBar().currentMessage()

    def place_of(self, card: str) -> str:
        """Return the slot in which a card of the hand lies."""
        return slot_names.hand(self.hand.index(card))

    def face(self, place: str) -> str | None:
        """Return the notation of the card that a slot shows, or None if the slot is empty."""
        art = self.table.slots[place].model.face
        return Card(ART.index(art)).notation if art in ART else art

    def lit(self) -> set[str]:
        """Return the slots that are lit as targets."""
        return {place for place, slot in self.table.slots.items() if slot.marks.target}

    def marked(self) -> set[str]:
        """Return the slots of the marked cards."""
        return {place for place, slot in self.table.slots.items() if slot.marks.marked}

    def flights(self) -> list[FlyingCard]:
        """Return the cards that are moving and therefore are in no slot."""
        return [item for item in self.table.scene().items() if isinstance(item, FlyingCard)]

    def focused(self) -> str | None:
        """Return the slot that has the keyboard, or None."""
        return self.table.focused_place

    def dialog(self, kind: type[QDialog] = QDialog) -> QDialog:
        """Wait for a dialog and return the dialog on top. Fail if it is not of this kind."""
        self._qtbot.waitUntil(lambda: bool(self.dialogs()))
        found = self.dialogs()[-1]
        assert isinstance(found, kind), f"{found} is open instead of {kind.__name__}"
        return found

    def asked(self, kind: type[QDialog]) -> QDialog:
        """Wait until a dialog of this kind is on top, and return it. A mnemonic takes a moment to press its button."""
        self._qtbot.waitUntil(lambda: bool(self.dialogs()) and isinstance(self.dialogs()[-1], kind))
        return self.dialogs()[-1]

    def dialogs(self) -> list[QDialog]:
        """Return the open dialogs, the one on top last."""
        return [dialog for dialog in self.window.findChildren(QDialog) if dialog.isVisible()]

    def settled(self) -> None:
        """Wait until the game waits for the person, at the table or in a dialog."""
        self._qtbot.waitUntil(lambda: self.play.idle or bool(self.dialogs()))

    def acknowledged(self) -> None:
        """Wait until the last action is on the disk, as the program waits before any next action."""
        if not self._gone:
            assert self.window.library.unsaved is not None

    def settled_or(self, other: Callable[[], bool]) -> None:
        """Wait until the game waits for the person, or until `other` is true."""
        self._qtbot.waitUntil(lambda: self.play.idle or bool(self.dialogs()) or other())

    def wait_until(self, so: Callable[[], bool]) -> None:
        """Wait until `so` is true."""
        self._qtbot.waitUntil(so)

    def slow_down(self) -> Person:
        """Slow all animations down, so that nothing lands during a test, however busy the machine is."""
        for animator in self.table.animators():
            animator.speed = 1000.0
        return self

    def answered(self, dialog: QDialog) -> None:
        """Wait until the dialog has closed and the game waits. A mnemonic shows its button pressed for a moment."""
        self._qtbot.waitUntil(lambda: dialog not in self.dialogs())
        self.settled()

    def looks_right(self) -> None:
        """Check that the scene shows exactly what the person may know, and nothing is left from a gesture or a
        flight.
        """
        observation, order = self.may_know, self.table.order
        assert self.sees == observation
        assert sorted(order.cards) == sorted(observation.hand)
        assert not order.sorting or list(order.cards) == sorted(order.cards)
        shown = {place: slot.model for place, slot in self.table.slots.items()}
        assert shown == slot_models(observation, order.cards, self.play.match.names)
        assert {place: caption.text for place, caption in self.table.captions.items()} == captions(observation)
        if not self.table.gestures.carrying and not self.table.animator.running:
            assert [place for place, slot in self.table.slots.items() if slot.marks.hidden] == []
            assert self.flights() == []
            assert self.table.last_move == last_move(self.play.match.since_deal(self.play.viewer), observation)
        if self.table.drag.marked is None and not self.table.gestures.carrying:
            assert self.lit() == set()

    # ------------------------------------------------------------------ the mouse

    def at(self, place: str) -> QPoint:
        """Return the middle of a slot, in the window."""
        return self.spot(*self.table.slots[place].rect.center().toTuple())

    def spot(self, x: float, y: float) -> QPoint:
        """Return a point of the table, in the window."""
        return self.table.viewport().mapTo(self.window, QPoint(round(x), round(y)))

    def bare(self) -> QPoint:
        """Return a point of the table on which nothing lies."""
        return self.spot(2, 2)

    def press(self, where: str | QPoint, button: Qt.MouseButton = LEFT) -> None:
        QTest.mousePress(self._handle(), button, Qt.KeyboardModifier.NoModifier, self._point(where))

    def move(self, where: str | QPoint) -> None:
        QTest.mouseMove(self._handle(), self._point(where))

    def release(self, where: str | QPoint, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseRelease(self._handle(), button, Qt.KeyboardModifier.NoModifier, self._point(where))

    def click(self, where: str | QPoint, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseClick(self._handle(), button, Qt.KeyboardModifier.NoModifier, self._point(where))

    def double_click(self, where: str | QPoint) -> None:
        QTest.mouseDClick(self._handle(), LEFT, Qt.KeyboardModifier.NoModifier, self._point(where))

    def pick_up(self, card: str) -> None:
        """Press on a card of the hand and pull it off its place."""
        start = self.at(self.place_of(card))
        self.press(start)
        self.move(start + QPoint(5, 5))

    def drag(self, card: str, where: str | QPoint) -> None:
        """Drag a card of the hand to `where` and let it go."""
        self.pick_up(card)
        self.move(where)
        self.release(where)

    def click_button(self, button: QWidget) -> None:
        """Click a button of a dialog."""
        handle = button.window().windowHandle()
        at = button.mapTo(button.window(), button.rect().center())
        QTest.mouseClick(handle, LEFT, Qt.KeyboardModifier.NoModifier, at)

    def choose(self, *path: str) -> None:
        """Choose a menu entry by its words without mnemonics and dots: ``choose("View", "Theme", "Dark")``."""
        self.entry(*path).trigger()

    def entry(self, *path: str):
        """Return a menu entry by its words."""
        actions = self.window.menuBar().actions()
        for word in path[:-1]:
            actions = menu_of(next(action for action in actions if plain(action.text()) == word)).actions()
        return next(action for action in actions if plain(action.text()) == path[-1])

    # ------------------------------------------------------------------ the keyboard

    def key(self, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press the keys one after another."""
        for key in keys:
            QTest.keyClick(self._keyboard(), key, modifiers)

    def type(self, text: str) -> None:
        QTest.keyClicks(self._keyboard(), text)

    def walk_to(self, place: str) -> None:
        """Move the focus to `place` with the arrow keys, along the rows of the table."""
        self._qtbot.waitUntil(lambda: self.focused() is not None)
        row, column = _grid(place)
        for _step in range(40):
            here_row, here_column = _grid(self.focused())
            if here_row != row:
                self.key(Qt.Key.Key_Down if here_row < row else Qt.Key.Key_Up)
            elif here_column != column:
                self.key(Qt.Key.Key_Right if here_column < column else Qt.Key.Key_Left)
            else:
                return
        raise AssertionError(f"the arrow keys do not lead to {place}")

    # ------------------------------------------------------------------ playing

    def draw(self) -> None:
        self.click(slot_names.DRAW)

    def play_until_the_hand_ends(self, act: Callable[[Action], None]) -> int:
        """Carry out a computer player's choices with ``act`` until a dialog opens. Return the number of choices.

        After each choice, the disk must hold exactly the actions that were done, and the table must show the current
        game.
        """
        brain = load_player("mile-bones", "original")
        count = 0
        while not self.dialogs():
            assert count < 200, "the hand does not end"
            action = brain.choose(self.may_know)
            count += 1
            before = len(self.home.acts())
            act(action)
            self.settled()
            assert self.home.acts()[before] == f"0 {action}"
            assert self.home.saved() == self.play.match.record()
            if self.play.idle:
                self.looks_right()
        return count

    def win(self) -> ScoreSheetDialog:
        """Play the last card of a trip, 100 miles, and decline the extension. Return the score sheet."""
        if self.sees.phase is Phase.DRAW:
            self.draw()
        self.drag("100", slot_names.miles(True))
        self.click_button(self.dialog(ExtensionDialog).no)
        return self.dialog(ScoreSheetDialog)

    def quit(self) -> None:
        """Close the window as the window system does."""
        if not self._gone:
            self._gone = True
            self.window.close()
            self.window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def gone(self) -> None:
        """Wait until an answer has closed the window."""
        self._qtbot.waitUntil(lambda: not self.window.isVisible())
        self.quit()

    def _handle(self):
        return self.window.windowHandle()

    def _point(self, where: str | QPoint) -> QPoint:
        return self.at(where) if isinstance(where, str) else where

    def _keyboard(self) -> QWidget:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            return popup
        dialogs = self.dialogs()
        if dialogs:
            self._qtbot.waitUntil(lambda: QApplication.activeWindow() is dialogs[-1])
        else:
            self._qtbot.waitUntil(lambda: QApplication.activeWindow() is not None)
        return QApplication.focusWidget() or QApplication.activeWindow()


def target_of(action: Action) -> str:
    """Return a slot on which the card of this action may be put."""
    return slot_names.DISCARD if action.kind is Kind.DISCARD else drop_rules.accepting(action.card)[0]


def plain(text: str) -> str:
    """Return the text of a menu entry or button without mnemonic and dots."""
    return text.replace("&", "").removesuffix("…")


def _grid(place: str) -> tuple[int, int]:
    for row, names in enumerate(slot_names.ROWS):
        if place in names:
            return row, names.index(place)
    raise AssertionError(place)
