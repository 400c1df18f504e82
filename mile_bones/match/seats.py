"""Who sits where, and what a new match is played with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.engine.excerpt import legible
from mile_bones.engine.graphemes import cut
from mile_bones.engine.record import PlayerInfo
from mile_bones.i18n import gettext as _
from mile_bones.players import find_level
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option


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


class Setup(NamedTuple):
    """What a new match of this game is played with. ``seed`` None: no deal can be foretold, and ``first`` begins.

    ``assisted``: these cards have been played before. ``options`` and ``target``: what is not usual about the game.
    """

    game: str
    seats: Seats
    rules: str
    seed: int | None = None
    first: int = 0
    assisted: bool = False
    options: Mapping[str, Option] = MappingProxyType({})
    target: int | None = None


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


def shown_names(game: str, players: tuple[PlayerInfo, PlayerInfo]) -> tuple[str, str]:
    """What those who sit at a table of this game are called there, by seat, in the language of the moment.

    A lone person is "You" and a lone computer "Computer"; computers against each other are called by their levels.
    """
    if lone_person(players) is not None:
        first, second = (_("You") if player.kind == "human" else _("Computer") for player in players)
        return first, second
    first, second = (_own_name(game, player, seat) for seat, player in enumerate(players))
    return told_apart(first, second)


def told_apart(first: str, second: str) -> tuple[str, str]:
    """Two names that are not the same, with a number behind them where they were."""
    if first != second:
        return first, second
    # Translators: two players with the same name are told apart by a number
    text = _("{name} ({number})")
    return text.format(name=first, number=1), text.format(name=second, number=2)


def lone_person(players: tuple[PlayerInfo, PlayerInfo]) -> int | None:
    """The seat of the only person, who is "you" in words; None where two people or two computers have played."""
    persons = [seat for seat, player in enumerate(players) if player.kind == "human"]
    return persons[0] if len(persons) == 1 else None


def _own_name(game: str, player: PlayerInfo, seat: int) -> str:
    """A level's own name, else the one that stands in the record, which may hold anything."""
    level = find_level(game, player.level)
    if level is not None:
        return level.title()
    return legible(cut(player.name.strip(), LONGEST_NAME)) or _("Player {number}").format(number=seat + 1)


def _computer(game: str, player: PlayerInfo, level: str) -> Computer:
    found = find_level(game, player.level)
    return Computer(level if found is None else found.name, player.name)
