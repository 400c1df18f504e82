"""A person hears few utterances in a turn, and hears none of them twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop.boards.millieu import gestures as millieu
from desktop.boards.montreal import gestures as montreal
from desktop.driver import Home, Person
from desktop.ear import NOTICE, Ear, listening
from mile_bones.desktop.dialogs.ending import EndingDialog
from mile_bones.games import GAMES
from mile_bones.games.milebones.actions import Kind
from mile_bones.games.millieu.actions import Slide
from mile_bones.games.montreal.actions import Kind as MontrealKind
from mile_bones.players import load_player

pytestmark = pytest.mark.gui

MOST = 6
"""The most utterances of a turn with up to three choices. Each further choice, such as a set in Mille, may add one."""
MOST_OF_MILLIEU = 8
"""The limit for Millieu. A turn of Millieu has three steps. Each step is explained and answered, perhaps at another
place.
"""
TURNS = 5
PAUSE_MS = 700
"""The pause between two keys of a person who listens after each key, in milliseconds. Sentences are gathered for a
shorter time than this.
"""
Key = Qt.Key


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ear]:
    with listening(monkeypatch) as made:
        yield made


def by_single_keys(person: Person, brain: object) -> bool:
    """Play a choice by single keys: draw, or mark a card and play or discard it. Return True if the turn is over."""
    action = brain.choose(person.may_know)  # type: ignore[attr-defined]
    if action.kind is Kind.DRAW:
        person.key(Key.Key_D)
        return False
    person.key(Qt.Key(Key.Key_1 + person.hand.index(action.card.notation)))
    QTest.qWait(PAUSE_MS)
    person.key(Key.Key_X if action.kind is Kind.DISCARD else Key.Key_Return)
    return True


def throws_the_first_away(person: Person, _brain: object) -> bool:
    """Draw, mark the first card and discard it. These keys stay at one place, which has a new card after each turn."""
    person.key(Key.Key_D)
    QTest.qWait(PAUSE_MS)
    person.key(Key.Key_1)
    QTest.qWait(PAUSE_MS)
    person.key(Key.Key_X)
    return True


def a_turn_of_millieu(person: Person, brain: object) -> bool:
    seat = person.sees.seat
    action = brain.choose(person.sees)  # type: ignore[attr-defined]
    for place in dict.fromkeys(millieu.ends(action)):
        person.table.buttons[place].click()
        QTest.qWait(PAUSE_MS)
        if not person.table.taken_up:
            break
    match = person.play.match
    return bool(match.is_over or match.current_player != seat or person.sees.turn_begins)


def a_step_of_mille(person: Person, brain: object) -> bool:
    action = brain.choose(person.may_know)  # type: ignore[attr-defined]
    montreal.by_presses(person.table, action)
    return action.kind is MontrealKind.DISCARD


Play = Callable[[Person, object], bool]
WAYS: dict[str, tuple[str, Play]] = {
    "mile-bones": ("mile-bones", by_single_keys),
    "one-place": ("mile-bones", throws_the_first_away),
    "millieu": ("millieu", a_turn_of_millieu),
    "montreal-mille": ("montreal-mille", a_step_of_mille),
}


@pytest.mark.sample(slow=1, proof=3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", [9, 123])
@pytest.mark.parametrize("way", WAYS)
def test_a_turn_is_told_in_few_utterances_without_repeating_any(home: Home, ear: Ear, way: str, seed: int):
    assert {game for game, _play in WAYS.values()} == set(GAMES)
    game, play = WAYS[way]
    person = home.open(game=game, seed=seed)
    brain = load_player(game, "easy", seed)
    person.settled()
    QTest.qWait(PAUSE_MS)
    most = MOST_OF_MILLIEU if game == "millieu" else MOST
    turns: list[list[str]] = []
    too_long: list[list[str]] = []
    choices = 0
    ear.heard.clear()
    while len(turns) < TURNS and not person.dialogs():
        over = play(person, brain)
        person.settled()
        QTest.qWait(PAUSE_MS)
        choices += 1
        if over:
            turns.append(list(ear.heard))
            too_long += [turns[-1]] if len(turns[-1]) > most + max(0, choices - 3) else []
            ear.heard.clear()
            choices = 0
    assert len(turns) > 3
    assert too_long == []
    twice = {text for turn in turns for text, times in Counter(turn).items() if times > 1}
    if game == "millieu":  # a piece may come to the focused place and leave it in the same turn
        twice = {text for text in twice if text.startswith(NOTICE)}
    assert twice == set()
    assert not any("not checked" in turn for turn in turns)


@pytest.mark.proof
def test_a_point_that_a_piece_leaves_is_not_announced_as_empty(home: Home, ear: Ear):
    """A sentence says where the piece went."""
    person = home.open(game="millieu", seed=123)
    brain = load_player("millieu", "easy", 123)
    person.settled()
    while not isinstance(action := brain.choose(person.sees), Slide):
        person.table.chosen.emit(action)
        person.settled()
    person.table.focus_place(millieu.ends(action)[0])
    QTest.qWait(PAUSE_MS)
    ear.heard.clear()
    person.table.chosen.emit(action)
    person.wait_until(lambda: any("You slid" in text for text in ear.heard))
    person.settled()
    QTest.qWait(PAUSE_MS)
    assert not any(text.endswith("empty") for text in ear.heard)


def to_the_end(person: Person, game: str) -> None:
    """Play until a sheet shows the end of a round or game."""
    brain = load_player(game, "easy", 5)
    for _choice in range(600):
        if person.dialogs():
            dialog = person.dialogs()[-1]
            if isinstance(dialog, EndingDialog):
                return
            person.click_button(dialog.no)  # type: ignore[attr-defined]
        else:
            person.table.chosen.emit(brain.choose(person.may_know))
        person.settled()
    raise AssertionError("there is no end")


@pytest.mark.proof
@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game_is_told_once(home: Home, ear: Ear, game: str):
    """Only the labels of the sheet tell the end. A screen reader reads these labels when the sheet opens. No earlier
    notice tells the end.
    """
    person = home.open(game=game, seed=9)
    person.settled()
    to_the_end(person, game)
    QTest.qWait(PAUSE_MS)
    sheet = person.dialogs()[-1]
    assert isinstance(sheet, EndingDialog)
    how = sheet.band.subtitle.text()
    labels = [one.text() for one in sheet.findChildren(QLabel) if one.isVisible()]
    told = [text for text in (*ear.notices, sheet.accessibleDescription(), *labels) if how in text]
    assert told == [how]
    assert how in sheet.told
    assert ear.notices
