"""The names of the players, and which of them is "you"."""

from __future__ import annotations

import pytest

from mile_bones.engine.record import PlayerInfo
from mile_bones.match.seats import Computer, Person, Seats, lone_person, players_of, shown_names

ANNA, BERT = Person("Anna"), Person("Bert")
EASY, EXPERT = Computer("easy", "Computer"), Computer("expert", "Computer")


@pytest.mark.parametrize(
    ("seats", "shown", "you"),
    [
        ((ANNA, EASY), ("You", "Computer"), 0),
        ((EASY, ANNA), ("Computer", "You"), 1),
        ((ANNA, Computer("easy", "Ordinateur")), ("You", "Computer"), 0),
        ((Person("Computer"), EASY), ("You", "Computer"), 0),
        ((ANNA, BERT), ("Anna", "Bert"), None),
        ((ANNA, Person("Anna")), ("Anna (1)", "Anna (2)"), None),
        ((EASY, EXPERT), ("Easy", "Expert"), None),
        ((EXPERT, EXPERT), ("Expert (1)", "Expert (2)"), None),
    ],
)
def test_shown_names_differ_and_a_lone_person_is_you(seats: Seats, shown: tuple[str, str], you: int | None) -> None:
    assert shown_names("mile-bones", players_of(seats)) == shown
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
def test_any_names_in_a_file_are_made_fit_to_show(names: tuple[str, str], shown: tuple[str, str]) -> None:
    for kind, level in (("human", None), ("computer", None), ("computer", "of another program")):
        assert (
            shown_names("mile-bones", (PlayerInfo(names[0], kind, level), PlayerInfo(names[1], kind, level))) == shown
        )
