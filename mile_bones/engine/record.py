"""The record of a game, and its reading and writing as text.

``Record.from_json`` checks only the form of a text. If the text has a fault, it is parsed again to find the line and
column. ``mile_bones.games.replay`` checks that the cards, actions and scores fit the rules. The program reads records
of the versions 1 and 2, and writes version 2.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from mile_bones.engine.aliases import Option, Pair
from mile_bones.engine.bodies import Body, HandRecord, Hands, compact
from mile_bones.engine.errors import NewerVersion, RecordError, no_such_game
from mile_bones.engine.excerpt import excerpt
from mile_bones.engine.json_text import Node, TooFar, decode, fault, offset_of, parse
from mile_bones.engine.shapes import (
    Check,
    Path,
    ShapeError,
    exactly,
    member,
    number,
    obj,
    only,
    pair,
    string,
    texts,
    truth,
)
from mile_bones.i18n import gettext as _

FORMAT = "mile-bones-record"
VERSION = 2
KINDS = ("human", "computer")
GIVEN_UP = "given_up"

BodyOf = Callable[[str], type[Body] | None]
"""A function that returns the class of the body for a game's name, or None if there is no such game."""

_ID = re.compile(r"[0-9a-f]{32}|[0-9a-f]{64}")
_FROM_DEAL = 64
"""The number of digits of an id that was made from the first deal. An id that was drawn at random has half as many."""


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """The player in a seat. ``level`` is the name of the computer player's level, or None for a person."""

    name: str
    kind: str
    level: str | None = None

    @property
    def written_name(self) -> str:
        """The name in a form that a file can contain: each lone surrogate is replaced by U+FFFD."""
        return self.name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its beginning.

    - ``players``: by seat.
    - ``body``: the game's own part.
    - ``target``: the points that end the game, or None if the game has no target.
    - ``ended``: "given_up" if a player gave the game up, else None.
    - ``seed``: the number from which all cards, also those to come, are dealt, or None if it is unknown.
    - ``id``: the same in every copy and at every stage of a game. It has 32 hexadecimal digits, drawn at random when
      the game began. If none was drawn, as in version 1, it is the SHA-256 of the first deal.
    - ``options``: the choices besides the rule set, by name.
    - ``arrangement``: the order in which each player keeps the cards of the hand. It does not change anything in the
      game.
    """

    game: str
    rules: str
    players: Pair[PlayerInfo]
    body: Body = field(default_factory=Hands)
    target: int | None = 5000
    assisted: bool = False
    ended: str | None = None
    seed: int | None = None
    id: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    arrangement: Pair[tuple[str, ...]] | None = None

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", _id_from_deal(self.body))

    @classmethod
    def from_json(cls, text: str, body_of: BodyOf = lambda _game: Hands) -> Record:
        """Read a record. ``body_of`` returns the class of its body.

        ``mile_bones.games.read_record`` reads the records of all games.

        Raise RecordError (with line and column) if the text is not a record, or NewerVersion if the record's version is
        later than this program's.
        """
        try:
            top = decode(text)
        except ValueError as doubt:
            _with_places(text)
            # No text is known for which this line is reached: both parsers refuse the same texts.
            raise fault(text, 0, _("this is not a record of Mile Bones")) from doubt
        try:
            return _read(top, body_of)
        except ShapeError as error:
            at = fault(text, offset_of(_with_places(text), error.path), error.reason)
            kind = NewerVersion if isinstance(error, _Newer) else RecordError
            raise kind(at.reason, at.line, at.column) from None

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The hands of the record. Raise TypeError if the game is not played in hands."""
        if not isinstance(self.body, Hands):
            raise TypeError(f"{self.game} is not played in hands")
        return self.body.hands

    def to_json(self) -> str:
        """Return the record as text that ends with a line feed: the header on one line, then the body."""
        head: dict[str, object] = {"format": FORMAT, "version": VERSION, "id": self.id}
        head |= {"game": self.game, "rules": self.rules, "options": dict(self.options)}
        head |= {name: value for name, value in (("target", self.target), ("seed", self.seed)) if value is not None}
        head["assisted"] = self.assisted
        if self.ended is not None:
            head["ended"] = self.ended
        head["players"] = [_player_out(player) for player in self.players]
        if self.arrangement is not None:
            head["arrangement"] = self.arrangement
        return self._with_body(head)

    def canonical_json(self) -> str:
        """Return the text that identifies this game, for example for its digest. It does not contain the arrangement.

        For a game that was begun in version 1 it is a text of version 1, so that the oldest histories recognise the
        game.
        """
        if len(self.id) != _FROM_DEAL or self.options or self.target is None or not isinstance(self.body, Hands):
            return self.to_json() if self.arrangement is None else replace(self, arrangement=None).to_json()
        head: dict[str, object] = {"format": FORMAT, "version": 1, "game": self.game, "rules": self.rules}
        head |= {"target": self.target, "assisted": self.assisted}
        head["players"] = [_player_out(player) for player in self.players]
        head |= {name: value for name, value in (("ended", self.ended), ("seed", self.seed)) if value is not None}
        return self._with_body(head)

    def digest(self) -> bytes:
        """Return the SHA-256 of the canonical text."""
        import hashlib  # imported late, because OpenSSL has three megabytes that the first picture does not need

        return hashlib.sha256(self.canonical_json().encode("utf-8")).digest()

    def _with_body(self, head: dict[str, object]) -> str:
        return f"{compact(head)[:-1]},\n{self.body.to_json()}}}\n"


def _player_out(player: PlayerInfo) -> dict[str, str]:
    out = {"name": player.written_name, "kind": player.kind}
    if player.level is not None:
        out["level"] = player.level
    return out


def _id_from_deal(body: Body) -> str:
    import hashlib  # imported late, as in ``digest``

    return hashlib.sha256(body.first_deal().encode("utf-8", "surrogatepass")).hexdigest()


def _id_fits(number: str, body: Body) -> bool:
    """Return True if ``number`` can be the id of a record with this ``body``: either drawn at random, or made from the
    first deal.
    """
    return len(number) != _FROM_DEAL or number == _id_from_deal(body)


def _with_places(text: str) -> Node:
    """Parse the text with the place of each value.

    Raise RecordError at the first fault of its JSON, or if the text is too long to find places.
    """
    try:
        return parse(text)
    except TooFar:
        raise _long_fault(text) from None


def _long_fault(text: str) -> RecordError:
    """Return the error for a text that has a fault, but is too long to find the place of that fault."""
    try:
        top = json.loads(text)
    except (ValueError, RecursionError):
        top = None
    version = top.get("version") if isinstance(top, dict) and top.get("format") == FORMAT else None
    if type(version) is int and version > VERSION:
        return NewerVersion(_("version {version} of the format is newer than this program").format(version=version))
    return RecordError(_("this is no record, or one with a fault, and too long to look for the place"))


class _Newer(ShapeError):
    """Raised if a later version of the program wrote the record."""


def _format(value: object, path: Path) -> None:
    if string(value, path) != FORMAT:
        raise ShapeError(path, _("this is not a record of Mile Bones"))


def _version(value: object, path: Path) -> None:
    version = number(value, path)
    if version > VERSION:
        raise _Newer(path, _("version {version} of the format is newer than this program").format(version=version))
    if version < 1:
        raise ShapeError(path, _("there is no version {version} of the format").format(version=version))


def _ended(value: object, path: Path) -> None:
    word = string(value, path)
    if word != GIVEN_UP:
        raise ShapeError(path, _("“{word}” is not a way in which a game ends").format(word=excerpt(word)))


def _target(value: object, path: Path) -> None:
    if number(value, path) < 1:
        raise ShapeError(path, _("the target must be at least 1"))


def _seed(value: object, path: Path) -> None:
    if number(value, path) < 0:
        raise ShapeError(path, _("the number of a deal is not negative"))


def _id(value: object, path: Path) -> None:
    if not _ID.fullmatch(string(value, path)):
        raise ShapeError(path, _("32 hexadecimal digits are expected here"))


def _options(value: object, path: Path) -> None:
    for name, option in obj(value, path).items():
        if not isinstance(option, (str, int)):  # True and False are ints, too
            raise ShapeError((*path, name), _("an option is a text, a whole number, true or false"))


def _kind(value: object, path: Path) -> None:
    if string(value, path) not in KINDS:
        raise ShapeError(path, _("a player is “human” or “computer”"))


_HEAD: Mapping[str, Check] = {
    "ended": _ended,
    "target": _target,
    "seed": _seed,
    "id": _id,
    "options": _options,
    "arrangement": pair(texts),
    "rules": string,
    "players": pair(exactly({"kind": _kind, "level": string, "name": string}, optional=("level",))),
}
"""The checks of most members of the header, in the order in which they run.

``_read`` checks the other members of the header before these, and the body after them.
"""
_NEEDED = {1: ("target", "rules", "players"), 2: ("id", "options", "rules", "players")}
"""The members of ``_HEAD`` that a record must have, by the version of the format."""
_ALWAYS = ("format", "version", "game", "rules", "target", "assisted", "players", "ended", "seed")
_SINCE_2 = ("id", "options", "arrangement")


def _read(top: object, body_of: BodyOf) -> Record:
    """Return the record with the members of ``top``. Raise ShapeError at the first fault."""
    head = obj(top, ())
    member(head, (), "format", _format)
    version = member(head, (), "version", _version)
    game = member(head, (), "game", string)
    kind = Hands if version == 1 else body_of(game)
    if kind is None:
        raise ShapeError(("game",), no_such_game(game))
    only(head, (), (*_ALWAYS, *kind.NAMES, *(_SINCE_2 if version > 1 else ())))
    for name, check in _HEAD.items():
        if name in head or name in _NEEDED[version]:
            member(head, (), name, check)
    body = kind.read(head)
    if not _id_fits(head.get("id", ""), body):
        raise ShapeError(("id",), _("this is not the id of the first deal"))
    one, other = (PlayerInfo(player["name"], player["kind"], player.get("level")) for player in head["players"])
    arrangement = head.get("arrangement")
    return Record(
        game=game,
        rules=head["rules"],
        players=(one, other),
        body=body,
        target=head.get("target"),
        assisted=member(head, (), "assisted", truth),
        ended=head.get("ended"),
        seed=head.get("seed"),
        id=head.get("id", ""),
        options=head.get("options", {}),
        arrangement=None if arrangement is None else (tuple(arrangement[0]), tuple(arrangement[1])),
    )
