"""The players in their seats, and the settings of a new match."""

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
    """A person at this machine."""

    name: str


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player."""

    level: str
    name: str


Seat = Person | Computer
Seats = tuple[Seat, Seat]


class Setup(NamedTuple):
    """The settings of a new match. If ``seed`` is None, the deal is random and ``first`` begins.

    ``assisted`` is True if the player has played these cards before. ``options`` and ``target`` are deviations from the
    usual game.
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
    """Return the seats in which a record of this game with these players is continued.

    A level that this program does not have is replaced by ``level``. If only programs played, and one of the two is not
    a level of this program, a person takes the first seat.
    """
    known = [player.kind == "human" or find_level(game, player.level) is not None for player in players]
    if not all(known) and all(player.kind != "human" for player in players):
        return Person(players[0].name), _computer(game, players[1], level)
    first, second = (
        Person(player.name) if player.kind == "human" else _computer(game, player, level) for player in players
    )
    return first, second


def players_of(seats: Seats) -> tuple[PlayerInfo, PlayerInfo]:
    """Return the players in the seats in the form that a record has."""
    first, second = (
        PlayerInfo(seat.name, "human") if isinstance(seat, Person) else PlayerInfo(seat.name, "computer", seat.level)
        for seat in seats
    )
    return first, second


def shown_names(game: str, players: tuple[PlayerInfo, PlayerInfo]) -> tuple[str, str]:
    """Return the names of players at a table of this game, by seat, in the current language.

    A lone person is "You" and a lone computer "Computer"; two computers have the names of their levels.
    """
    if lone_person(players) is not None:
        first, second = (_("You") if player.kind == "human" else _("Computer") for player in players)
        return first, second
    first, second = (_own_name(game, player, seat) for seat, player in enumerate(players))
    return told_apart(first, second)


def told_apart(first: str, second: str) -> tuple[str, str]:
    """Return two different names. If the names are equal, each gets a number."""
    if first != second:
        return first, second
    # Translators: two players with the same name are told apart by a number
    text = _("{name} ({number})")
    return text.format(name=first, number=1), text.format(name=second, number=2)


def lone_person(players: tuple[PlayerInfo, PlayerInfo]) -> int | None:
    """Return the seat of the only person, who is "you" in words, or None if two people or two computers have played."""
    persons = [seat for seat, player in enumerate(players) if player.kind == "human"]
    return persons[0] if len(persons) == 1 else None


def _own_name(game: str, player: PlayerInfo, seat: int) -> str:
    """Return the name of the player's level, or else the name in the record, which may be any text."""
    level = find_level(game, player.level)
    if level is not None:
        return level.title()
    return legible(cut(player.name.strip(), LONGEST_NAME)) or _("Player {number}").format(number=seat + 1)


def _computer(game: str, player: PlayerInfo, level: str) -> Computer:
    found = find_level(game, player.level)
    return Computer(level if found is None else found.name, player.name)
