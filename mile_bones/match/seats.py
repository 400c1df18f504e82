"""Who sits where, and what a new match is played with."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.engine import PlayerInfo
from mile_bones.players import LEVELS, level_name

VIEWER = 0


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in front of this machine."""

    name: str


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player. NotationError for a level that does not exist."""

    level: str
    name: str

    def __post_init__(self) -> None:
        level_name(self.level)


Seat = Person | Computer
Seats = tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new match is played with. ``seed`` None: no deal can be foretold, and ``first`` begins the first hand.

    ``assisted``: these cards have been played before.
    """

    seats: Seats
    rules: str
    seed: int | None = None
    first: int = 0
    assisted: bool = False


def seats_of(players: tuple[PlayerInfo, PlayerInfo], level: str) -> Seats:
    """Who goes on with a game in which these players sat.

    A level that this program does not have is replaced by ``level``. Where two programs have played, a person takes
    the first seat.
    """
    if all(player.kind != "human" for player in players):
        return Person(players[0].name), _computer(players[1], level)
    first, second = (Person(player.name) if player.kind == "human" else _computer(player, level) for player in players)
    return first, second


def players_of(seats: Seats) -> tuple[PlayerInfo, PlayerInfo]:
    """The seats as a record holds them."""
    first, second = (
        PlayerInfo(seat.name, "human") if isinstance(seat, Person) else PlayerInfo(seat.name, "computer", seat.level)
        for seat in seats
    )
    return first, second


def _computer(player: PlayerInfo, level: str) -> Computer:
    return Computer(player.level if player.level in LEVELS else level, player.name)
