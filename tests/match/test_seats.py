"""What the players are called, and who is "you"."""

from __future__ import annotations

import pytest

from mile_bones.engine import PlayerInfo
from mile_bones.match import Computer, Person, Seats, lone_person, names_of, recorded_names, shown_names
from mile_bones.match.seats import players_of

ANNA, BERT = Person("Anna"), Person("Bert")
EASY, EXPERT = Computer("easy", "Computer"), Computer("expert", "Computer")


@pytest.mark.parametrize(
    ("seats", "names", "shown", "you"),
    [
        ((ANNA, EASY), ("Anna", "Computer"), ("You", "Computer"), 0),
        ((EASY, ANNA), ("Computer", "Anna"), ("Computer", "You"), 1),
        ((ANNA, Computer("easy", "Ordinateur")), ("Anna", "Ordinateur"), ("You", "Computer"), 0),
        ((Person("Computer"), EASY), ("Computer (1)", "Computer (2)"), ("You", "Computer"), 0),
        ((ANNA, BERT), ("Anna", "Bert"), ("Anna", "Bert"), None),
        ((ANNA, Person("Anna")), ("Anna (1)", "Anna (2)"), ("Anna (1)", "Anna (2)"), None),
        ((EASY, EXPERT), ("Computer (1)", "Computer (2)"), ("Easy", "Expert"), None),
        ((EXPERT, EXPERT), ("Computer (1)", "Computer (2)"), ("Expert (1)", "Expert (2)"), None),
    ],
)
def test_what_players_are_called(seats: Seats, names: tuple[str, str], shown: tuple[str, str], you: int | None) -> None:
    assert names_of(seats) == names
    assert shown_names(seats) == shown
    assert lone_person(players_of(seats)) == you


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("", "  "), ("Player 1", "Player 2")),
        (("Anna\nBert", "\u202eX"), ("Anna\ufffdBert", "\ufffdX")),
        (("W" * 31, "W" * 1_000_000), ("W" * 31 + " (1)", "W" * 31 + " (2)")),
        (("{name}", "{}"), ("{name}", "{}")),
    ],
)
def test_a_file_may_call_its_players_anything(names: tuple[str, str], shown: tuple[str, str]) -> None:
    for kind, level in (("human", None), ("computer", None), ("computer", "of another program")):
        assert recorded_names((PlayerInfo(names[0], kind, level), PlayerInfo(names[1], kind, level))) == shown
