"""The game reads events aloud, and the place that has the keyboard. The options set how much detail is read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget

from desktop.driver import Home, Person
from desktop.ssip_server import SpeechServer, speech_server
from mile_bones.desktop.speech import ssip
from mile_bones.desktop.speech.words import row_words
from mile_bones.storage.settings import ANIMATION, SPEECH
from pictures.stage import wait_for
from stories import Story


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    with tempfile.TemporaryDirectory(prefix="mb-") as folder, speech_server(Path(folder)) as made:
        monkeypatch.setenv(ssip.ADDRESS, made.address)
        yield made


def opened(home: Home, verbosity: str) -> Person:
    home.set({SPEECH: verbosity, ANIMATION: "off"})
    story = Story("GO 25 100 FLAT_TIRE EXTRA_TANK 200", theirs="GO 25 25 50 50 75").me("draw 50", "play GO")
    return home.open(story.computer("draw GO", "discard GO").me("draw 75").record())


def heard(server: SpeechServer, person: Person, act, text: str) -> list[str]:
    """Call `act` and wait. Return everything that is read, up to a sentence that contains `text`."""
    since = len(server.spoken)
    act()
    person.settled()
    wait_for(lambda: any(text in said for said in server.spoken[since:]))
    return server.spoken[since:]


def test_events_are_read_even_at_the_lowest_verbosity(home: Home, server: SpeechServer):
    person = opened(home, "short")
    person.walk_to(person.place_of("100"))
    said = heard(
        server,
        person,
        lambda: person.key(Qt.Key.Key_Return, modifiers=Qt.KeyboardModifier.ControlModifier),
        "You played 100 Miles.",
    )
    assert "Your turn: draw a card." in " ".join(said)


@pytest.mark.parametrize(
    ("verbosity", "words"),
    [
        ("short", "Your hand, place 2: 100 Miles."),
        ("normal", "Your hand, place 2: 100 Miles. Can be played."),
        ("full", "Your hand, place 2: 100 Miles. button. Can be played."),
    ],
)
def test_the_focused_place_is_read_in_the_chosen_detail(home: Home, server: SpeechServer, verbosity: str, words: str):
    person = opened(home, verbosity)
    place = person.place_of("100")
    words = words.replace("place 2", f"place {int(place.rpartition('.')[2])}")
    said = heard(server, person, lambda: person.walk_to(place), "100 Miles")
    assert words in said


def test_a_dialog_is_read_with_its_title(home: Home, server: SpeechServer):
    person = opened(home, "normal")
    said = heard(server, person, lambda: person.choose("Help", "About Mile Bones"), "About Mile Bones")
    assert "A road trip of 700 miles, card by card." in " ".join(said)


def test_a_line_of_the_log_is_read_as_it_is_written(home: Home):
    person = opened(home, "off")
    person.choose("View", "Log")
    log = person.window.findChild(QListWidget, "log_list")
    said = [row_words(log.model().index(row, 0)) for row in range(log.count())]
    assert said == [log.item(row).text() for row in range(log.count())] != []


def test_nothing_is_read_if_the_option_is_off(home: Home, server: SpeechServer):
    person = opened(home, "off")
    person.walk_to(person.place_of("100"))
    assert server.spoken == [] and server.commands == []


def test_reading_stops_when_the_option_is_switched_off(home: Home, server: SpeechServer):
    person = opened(home, "short")
    heard(server, person, lambda: person.walk_to(person.place_of("100")), "100 Miles")
    person.window.change_settings({SPEECH: "off"})
    since = len(server.spoken)
    person.walk_to(person.place_of("25"))
    person.window.change_settings({SPEECH: "short"})
    heard(server, person, lambda: person.walk_to(person.place_of("100")), "100 Miles")
    assert not [said for said in server.spoken[since:] if "25 Miles" in said]
