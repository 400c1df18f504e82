"""Who sits where, and what a new match is played with."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.engine import NotationError, PlayerInfo, legible
from mile_bones.i18n import gettext as _
from mile_bones.players import LEVELS, level_name
from mile_bones.storage import LONGEST_NAME

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


def names_of(seats: Seats) -> tuple[str, str]:
    """What the two are called, by seat, told apart where both have one name."""
    return _told_apart(seats[0].name, seats[1].name)


def shown_names(seats: Seats) -> tuple[str, str]:
    """What the two are called at the table, by seat, in the language of the moment.

    A lone person is "You" and a lone computer "Computer"; computers against each other are called by their levels.
    """
    return recorded_names(players_of(seats))


def recorded_names(players: tuple[PlayerInfo, PlayerInfo]) -> tuple[str, str]:
    """The same for those who have played a record."""
    if lone_person(players) is not None:
        first, second = (_("You") if player.kind == "human" else _("Computer") for player in players)
        return first, second
    return _told_apart(*(_own_name(player, seat) for seat, player in enumerate(players)))


def lone_person(players: tuple[PlayerInfo, PlayerInfo]) -> int | None:
    """The seat of the only person, who is "you" in words; None where two people or two computers have played."""
    persons = [seat for seat, player in enumerate(players) if player.kind == "human"]
    return persons[0] if len(persons) == 1 else None


def _own_name(player: PlayerInfo, seat: int) -> str:
    """A level's own name, else the one that stands in the record, which may hold anything."""
    if player.level is not None:
        try:
            return level_name(player.level)
        except NotationError:  # another program has it
            pass
    return legible(player.name.strip(), LONGEST_NAME) or _("Player {number}").format(number=seat + 1)


def _told_apart(first: str, second: str) -> tuple[str, str]:
    if first != second:
        return first, second
    text = _("{name} ({number})")
    return text.format(name=first, number=1), text.format(name=second, number=2)


def _computer(player: PlayerInfo, level: str) -> Computer:
    return Computer(player.level if player.level in LEVELS else level, player.name)
