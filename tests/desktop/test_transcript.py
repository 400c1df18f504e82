"""A listener hears everything that the match reports, in order and exactly once, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStatusBar, QWidget

from desktop.driver import Home
from desktop.ear import NOTICE, OLD, Ear, listening
from mile_bones.desktop import screen_reader
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.controllers.turns import TurnController
from mile_bones.desktop.screen_reader import _NOTICES, Notices, tell_reader
from mile_bones.desktop.table.slot_buttons import Announcer
from mile_bones.games import GAMES
from mile_bones.match.match import Match
from mile_bones.match.steps import Step, StepKind
from mile_bones.players import load_player

NEW = (*OLD, ('":1.5", "object:announcement"'))
"""The answer of the registry while a reader of announcements listens."""
TURNS = 1000
READ_MS = 1000
"""The milliseconds that may pass on a busy machine until a reader asks for the name of a new notice."""


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ear]:
    with listening(monkeypatch) as made:
        yield made


class Busy(QObject):
    """Blocks the event loop at random moments, for as long as a busy machine may."""

    def __init__(self, random: Random, parent: QObject) -> None:
        super().__init__(parent)
        self._random = random
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._hold)
        self._timer.start(5)

    def _hold(self) -> None:
        time.sleep(self._random.choice((0.0, 0.002, 0.01, 0.03)))
        self._timer.start(self._random.randrange(1, 40))


@pytest.mark.gui
@pytest.mark.parametrize("seed", range(5))
def test_a_notice_keeps_its_words_for_a_second_in_a_burst(
    qapp: QApplication, qtbot, monkeypatch: pytest.MonkeyPatch, ear: Ear, seed: int
):
    """A notice keeps its words for at least a second. Together, the notices hold all sentences in order."""
    random, bar = Random(seed), QStatusBar()
    qtbot.addWidget(bar)
    Notices(bar)
    named: dict[object, float] = {}
    kept: list[float] = []
    heard_before = Notices.appear

    def appear(these: Notices, text: str) -> None:
        heard_before(these, text)
        now = time.monotonic()
        ring = [one for one in these.findChildren(QWidget) if one.accessibleName() == text]
        for one in ring:
            if one in named:
                kept.append(now - named[one])
            named[one] = now

    monkeypatch.setattr(Notices, "appear", appear)
    told = [f"Sentence {number}." for number in range(60)]
    for sentence in told:
        tell_reader(bar, sentence)
        if random.random() < 0.6:
            QTest.qWait(random.choice((0, 5, 40, 120, 200)))
        if random.random() < 0.1:
            time.sleep(random.random() / 4)
    qtbot.waitUntil(lambda: " ".join(told) == " ".join(ear.notices))
    assert len(named) == _NOTICES, "every notice is used"
    assert all(time_kept * 1000 >= READ_MS for time_kept in kept)


class Transcript:
    """The events that the match reports to the viewer, and the other messages of the game, such as prompts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events: list[str] = []
        self.others: set[str] = set()
        heard, announced = TurnController._heard, Announcer.announce

        def hear(turns: TurnController, match: Match, viewer: int, step: Step) -> None:
            words = match.spec.words
            worth = [event for event in step.events if words.is_worth_telling(event, viewer)]
            if step.kind is not StepKind.END:  # a sheet tells the end
                self.events += [words.event_text(event, match.names, viewer) for event in worth]
            heard(turns, match, viewer, step)

        def announce(announcer: Announcer, text: str, *, again: bool = False) -> None:
            if text not in self.events:
                self.others.add(text)
            announced(announcer, text, again=again)

        monkeypatch.setattr(TurnController, "_heard", hear)
        monkeypatch.setattr(Announcer, "announce", announce)

    def fault_in(self, said: str) -> str:
        """Return the place at which the spoken text `said` differs from the events, or "" if there is none."""
        at = 0
        for number, event in enumerate(self.events):
            while not said.startswith(event, at):
                other = next((text for text in self.others if text and said.startswith(text, at)), None)
                if other is None:
                    said_there = said[max(0, at - 200) : at + 200]
                    return f"{number}: {said_there!r} is said where {self.events[number - 3 : number + 2]} is told"
                at += len(other) + 1
            at += len(event) + 1
        rest = said[at:]
        for other in sorted(self.others, key=len, reverse=True):
            rest = rest.replace(other, "")
        return rest.strip()


def play(home: Home, game: str, turns: int, random: Random) -> None:
    """Make `turns` choices at full speed, without waiting for animations, while the machine is busy."""
    person = home.open(game=game, seed=random.randrange(1000))
    brain = load_player(game, "easy", 5)
    busy = Busy(random, person.window)
    person.settled()
    while turns:
        if person.dialogs():
            dialog = person.dialogs()[-1]
            dialog.no.click() if isinstance(dialog, ExtensionDialog) else dialog.accept()
        else:
            person.table.chosen.emit(brain.choose(person.may_know))
            turns -= 1
        person.settled()
    busy.deleteLater()


@pytest.mark.long
@pytest.mark.gui
@pytest.mark.parametrize("listener", ["old", "new"])
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_turns_under_load_are_heard_completely_and_in_order(
    home: Home, ear: Ear, qtbot, monkeypatch: pytest.MonkeyPatch, game: str, listener: str
):
    if listener == "new":
        monkeypatch.setattr(screen_reader._Readers, "_ask", lambda _readers, told: told(NEW))
        monkeypatch.setattr(screen_reader, "_announce", lambda _widget, text: ear.hear(None, NOTICE + text))
    transcript = Transcript(monkeypatch)
    play(home, game, TURNS if game == GAMES[0] else TURNS // 4, Random(7))
    QTest.qWait(2 * screen_reader._NOTICES_APART_MS)
    assert len(transcript.events) > TURNS // 4
    assert transcript.fault_in(" ".join(ear.notices)) == ""
