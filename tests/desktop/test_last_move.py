"""The opponent's last move is marked on the table as soon as it is seen, in every game. After a restart, the marks are
the same.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop.driver import Home, Person
from mile_bones.games import GAMES
from mile_bones.games.millieu.events import TurnEnded
from mile_bones.games.millieu.words import piece_words
from mile_bones.players import load_player

pytestmark = pytest.mark.gui


def marks(person: Person) -> dict[str, object]:
    """Return the marks, the model and the accessible name of each place."""
    return {place: (replace(slot.marks), slot.model, person.table.buttons[place].accessibleName())
            for place, slot in person.table.slots.items()}  # fmt: skip


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(("game", "seed"), [(game, seed) for seed in (3, 4) for game in GAMES])
def test_the_last_move_is_marked_in_play_as_after_a_restart(home: Home, game: str, seed: int) -> None:
    person = home.open(game=game, seed=seed)
    person.settled()
    brain, marked = load_player(game, "easy", seed), 0
    for _action in range(60):
        if person.dialogs():
            break
        person.table.chosen.emit(brain.choose(person.sees))
        person.settled()
        if person.sees.turn_begins and not person.dialogs():
            in_play = marks(person)
            person.table.show_last_move_of(person.play.match.since_deal(0))
            assert marks(person) == in_play
            marked += any(slot.marks.last_move for slot in person.table.slots.values())
    assert marked > 2


def test_the_message_line_of_millieu_names_every_piece_of_a_turn(home: Home) -> None:
    person = home.open(game="millieu", seed=3)
    person.settled()
    brain, most = load_player("millieu", "easy", 3), 0
    while most < 3 and not person.dialogs():
        person.table.chosen.emit(brain.choose(person.sees))
        person.settled()
        if person.sees.turn_begins and not person.dialogs():
            match = person.play.match
            done = [event for event in match.since_deal(0) if event.seat == 1 and not isinstance(event, TurnEnded)]
            steps = len(person.sees.last_turn)
            assert person.table.message.whole
            for event in done[-steps:]:
                assert piece_words(event.piece) in person.table.message.text
            most = max(most, steps)
    assert most >= 3, "the computer has taken a piece"
