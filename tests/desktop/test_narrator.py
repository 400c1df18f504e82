"""The messages about a running game, for each person who may listen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop.boards.milebones.seats import seen, to_play
from mile_bones.desktop.board_stack import BoardStack
from mile_bones.desktop.narrator import Narrator
from mile_bones.games.milebones import words
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Played

NAMES = ("Anna", "Bert")
EVENTS = (Drawn(0, Card.GO, 40), Played(0, Card.STOP, 1), Drawn(1, Card.GO, 39), Discarded(1, Card.GO))


@pytest.fixture
def boards(qtbot, rendered_faces) -> Iterator[BoardStack]:
    made = BoardStack("mile-bones", rendered_faces)
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(
    ("viewer", "told"),
    [
        (0, ["You drew Go.", "You played Stop on Bert.", "Bert discarded Go."]),
        (1, ["Anna played Stop on you.", "You drew Go.", "You discarded Go."]),
        (None, ["Anna played Stop on Bert.", "Bert discarded Go."]),
    ],
)
def test_events_are_told_from_the_viewers_point_of_view(boards: BoardStack, viewer: int | None, told: list[str]):
    narrator = Narrator(boards)
    narrator.set_viewer(words, viewer, NAMES)
    narrator.tell([event.seen_by(viewer) for event in EVENTS])
    assert boards.current.message_label.text() == " ".join(told)


def test_a_spectator_reads_whose_turn_it_is(boards: BoardStack):
    narrator = Narrator(boards)
    narrator.set_viewer(words, None, NAMES)
    narrator.prompt(seen(to_play()).for_spectators())
    assert boards.current.message_label.text() == "It is the turn of Anna."
