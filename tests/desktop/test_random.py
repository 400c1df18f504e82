"""A thousand random clicks, drags and keys break nothing, and the table always shows the current game."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop.driver import LEFT, Home, Person, target_of
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.games import replay
from mile_bones.games.milebones.actions import Kind
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, METHOD, SORT
from stories import near_the_goal

KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab),
    *(Qt.Key.Key_1, Qt.Key.Key_4, Qt.Key.Key_7, Qt.Key.Key_D, Qt.Key.Key_X, Qt.Key.Key_R, Qt.Key.Key_S, Qt.Key.Key_L),
)


class Monkey:
    """A person who does random things to the table, most often on places where something happens."""

    def __init__(self, person: Person, dice: random.Random) -> None:
        self.person = person
        self.dice = dice
        self.held = False

    def somewhere(self) -> QPoint:
        if self.dice.random() < 0.1:
            view = self.person.table.viewport()
            return self.person.spot(self.dice.randrange(view.width()), self.dice.randrange(view.height()))
        common = (
            slot_names.DRAW,
            slot_names.DISCARD,
            slot_names.miles(True),
            slot_names.battle(True),
            slot_names.battle(False),
        )
        return self.person.at(self.dice.choice((*slot_names.ALL, *common * 3, *slot_names.HAND * 2)))

    def act(self) -> None:
        person = self.person
        dialogs = person.dialogs()
        if dialogs:
            self.answer(dialogs[-1])
            return
        acts = (self.click, self.drag, self.drag, self.double, self.key, self.other, self.sense, self.sense, self.sense)
        self.dice.choice(acts)()

    def sense(self) -> None:
        """Make a legal move, so that the game advances."""
        person = self.person
        legal = person.sees.legal_actions()
        if not legal or self.held or not person.play.idle:
            return
        action = self.dice.choice(legal)
        if action.kind is Kind.DRAW:
            person.draw()
        elif self.dice.random() < 0.5:
            person.double_click(person.place_of(action.card.notation))
        elif person.table.gestures.dragging:
            person.drag(action.card.notation, target_of(action))
        else:
            person.click(person.bare())
            person.click(person.place_of(action.card.notation))
            person.click(target_of(action))

    def answer(self, dialog) -> None:
        if self.held:  # the person moves over the dialog
            QTest.mouseRelease(dialog.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, QPoint(3, 3))
            self.held = False
        if self.dice.random() < 0.3:
            self.person.key(Qt.Key.Key_Escape)
        else:
            self.person.key(*self.dice.choice(((Qt.Key.Key_Return,), (Qt.Key.Key_Tab, Qt.Key.Key_Space))))

    def click(self) -> None:
        self.person.click(self.somewhere())

    def double(self) -> None:
        self.person.double_click(self.somewhere())

    def key(self) -> None:
        modifiers = self.dice.choice((Qt.KeyboardModifier.NoModifier,) * 9 + (Qt.KeyboardModifier.ControlModifier,))
        self.person.key(self.dice.choice(KEYS), modifiers=modifiers)

    def drag(self) -> None:
        """Press, move and release, or leave out some of these. A drag that was not finished continues later."""
        person, dice = self.person, self.dice
        if not self.held:
            person.press(person.at(dice.choice(slot_names.HAND)) if dice.random() < 0.8 else self.somewhere())
            self.held = True
        for _move in range(dice.randrange(3)):
            if person.dialogs():
                return
            person.move(self.somewhere())
        if dice.random() < 0.85 and not person.dialogs():
            person.release(self.somewhere())
            self.held = False

    def other(self) -> None:
        """Click the right or the middle button, move the pointer, or resize the window."""
        person, dice = self.person, self.dice
        match dice.randrange(4):
            case 0:
                person.click(self.somewhere(), Qt.MouseButton.RightButton)
            case 1:
                person.click(self.somewhere(), Qt.MouseButton.MiddleButton)
            case 2:
                person.move(self.somewhere())
            case 3:
                person.window.resize(800 + 40 * dice.randrange(3), 600 + 40 * dice.randrange(3))


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (1, {ANIMATION: "off"}),
        (2, {ANIMATION: "off", METHOD: "click", SORT: False}),
        (3, {ANIMATION: "slow", AUTO_DRAW: True}),
        (4, {ANIMATION: "fast", METHOD: "click"}),
        (5, {ANIMATION: "normal", SORT: False}),
    ],
    ids=lambda value: f"seed {value}" if isinstance(value, int) else "",
)
def test_random_input_breaks_nothing_and_the_table_shows_the_game(home: Home, seed, options):
    home.set(options)
    rules = "mille" if seed % 2 else "mile-bones"
    person = home.open(near_the_goal(rules=rules, target=1500).idle_until(30).record())
    monkey = Monkey(person, random.Random(seed))
    saves = set()
    for _act in range(200):
        monkey.act()
        if person.play.idle:
            person.looks_right()
        person.acknowledged()
        if home.autosave.exists():  # the file of a finished and counted game is removed
            saved = home.autosave.read_text(encoding="utf-8")
            assert saved == person.play.match.record().to_json()
            saves.add(saved)
    assert len(saves) > 40, "hardly anything was done"
    for _position in replay(person.play.match.record()):
        pass
