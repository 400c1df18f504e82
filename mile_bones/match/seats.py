"""Who sits where, and what a new match is played with."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.engine import PlayerInfo
from mile_bones.players import find_level

VIEWER = 0


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in front of this machine."""

    name: str


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player."""

    level: str
    name: str


Seat = Person | Computer
Seats = tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new match of this game is played with. ``seed`` None: no deal can be foretold, and ``first`` begins.

    ``assisted``: these cards have been played before.
    """

    game: str
    seats: Seats
    rules: str
    seed: int | None = None
    first: int = 0
    assisted: bool = False


def seats_of(game: str, players: tuple[PlayerInfo, PlayerInfo], level: str) -> Seats:
    """Who goes on with this kind of game in which these players sat.

    A level that this program does not have is replaced by ``level``. Where programs of others have played, and no
    person, a person takes the first seat.
    """
    known = [player.kind == "human" or find_level(game, player.level) is not None for player in players]
    if not all(known) and all(player.kind != "human" for player in players):
        return Person(players[0].name), _computer(game, players[1], level)
    first, second = (
        Person(player.name) if player.kind == "human" else _computer(game, player, level) for player in players
    )
    return first, second


def players_of(seats: Seats) -> tuple[PlayerInfo, PlayerInfo]:
    """The seats as a record holds them."""
    first, second = (
        PlayerInfo(seat.name, "human") if isinstance(seat, Person) else PlayerInfo(seat.name, "computer", seat.level)
        for seat in seats
    )
    return first, second


def _computer(game: str, player: PlayerInfo, level: str) -> Computer:
    found = find_level(game, player.level)
    return Computer(level if found is None else found.name, player.name)
