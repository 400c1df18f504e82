"""The record of a game: text in, text out.

``Record.from_json`` checks the shape only and points at a fault by line and column. Only a text with a fault is parsed
with places. Whether the cards, actions and scores fit the rules is found out by ``mile_bones.games.replay``. What is
read is of version 1 or 2, what is written of version 2.
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
"""The kind of body that the records of a game have, by the game's name; None for a game that nobody knows."""

_ID = re.compile(r"[0-9a-f]{32}|[0-9a-f]{64}")
_FROM_DEAL = 64
"""Digits of an id that was made from the first deal; one that was drawn has half as many."""


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """Who sat in a seat. ``level`` is the name of the computer player's level, None for a person."""

    name: str
    kind: str
    level: str | None = None

    @property
    def written_name(self) -> str:
        """The name as a file can hold it: half a character becomes U+FFFD."""
        return self.name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its beginning on. ``ended`` is "given_up" for a game that a player gave up, else None.

    ``body`` is the game's own part. ``target`` is None in a game that has none, ``seed`` the number from which the
    cards were dealt, and those to come will be; None where nobody knows it. ``options``: what was chosen beside the
    rule set, by name. ``id`` is the same in every copy and at every stage of a game, 32 hexadecimal digits that were
    drawn when it was begun. Where none was drawn, as in version 1, it is the SHA-256 of the first deal.
    ``arrangement``: how each player has ordered the hand; it changes nothing in the game.
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
        """Read a record. RecordError (line and column) when the text has not the shape of one, NewerVersion when a
        later version of the format wrote it. ``mile_bones.games.read_record`` knows the bodies of all games."""
        try:
            top = decode(text)
        except ValueError as doubt:
            _with_places(text)
            # No text is known that gets here: both parsers refuse the same.
            raise fault(text, 0, _("this is not a record of Mile Bones")) from doubt
        try:
            return _read(top, body_of)
        except ShapeError as error:
            at = fault(text, offset_of(_with_places(text), error.path), error.reason)
            kind = NewerVersion if isinstance(error, _Newer) else RecordError
            raise kind(at.reason, at.line, at.column) from None

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The hands of a game that is played in hands. TypeError for any other."""
        if not isinstance(self.body, Hands):
            raise TypeError(f"{self.game} is not played in hands")
        return self.body.hands

    def to_json(self) -> str:
        """The record as text, ending in a line feed: the header on one line, then the body."""
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
        """The text that stands for this game wherever it is told from others: without the arrangement, and of version 1
        for a game that was begun as such, so that the oldest history still knows it again."""
        if len(self.id) != _FROM_DEAL or self.options or self.target is None or not isinstance(self.body, Hands):
            return self.to_json() if self.arrangement is None else replace(self, arrangement=None).to_json()
        head: dict[str, object] = {"format": FORMAT, "version": 1, "game": self.game, "rules": self.rules}
        head |= {"target": self.target, "assisted": self.assisted}
        head["players"] = [_player_out(player) for player in self.players]
        head |= {name: value for name, value in (("ended", self.ended), ("seed", self.seed)) if value is not None}
        return self._with_body(head)

    def digest(self) -> bytes:
        """The SHA-256 of the canonical text."""
        import hashlib  # late: OpenSSL comes with it, three megabytes that the first picture does not need

        return hashlib.sha256(self.canonical_json().encode("utf-8")).digest()

    def _with_body(self, head: dict[str, object]) -> str:
        return f"{compact(head)[:-1]},\n{self.body.to_json()}}}\n"


def _player_out(player: PlayerInfo) -> dict[str, str]:
    out = {"name": player.written_name, "kind": player.kind}
    if player.level is not None:
        out["level"] = player.level
    return out


def _id_from_deal(body: Body) -> str:
    import hashlib  # late, as above

    return hashlib.sha256(body.first_deal().encode("utf-8", "surrogatepass")).hexdigest()


def _id_fits(number: str, body: Body) -> bool:
    """A drawn id is any; one that was made from the first deal must be that deal's."""
    return len(number) != _FROM_DEAL or number == _id_from_deal(body)


def _with_places(text: str) -> Node:
    """Parse the text with places. Raise RecordError at the first fault of its JSON, or if it is too long for that."""
    try:
        return parse(text)
    except TooFar:
        raise _long_fault(text) from None


def _long_fault(text: str) -> RecordError:
    """Return the fault of a text that is too long to look for its place."""
    try:
        top = json.loads(text)
    except (ValueError, RecursionError):
        top = None
    version = top.get("version") if isinstance(top, dict) and top.get("format") == FORMAT else None
    if type(version) is int and version > VERSION:
        return NewerVersion(_("version {version} of the format is newer than this program").format(version=version))
    return RecordError(_("this is no record, or one with a fault, and too long to look for the place"))


class _Newer(ShapeError):
    """The version of a record that a later program wrote."""


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
        if not isinstance(option, (str, int)):  # a truth value is a number for Python
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
"""Most members of the header, in the order in which they are checked. Others are checked before and after them."""
_NEEDED = {1: ("target", "rules", "players"), 2: ("id", "options", "rules", "players")}
"""By version, the members of ``_HEAD`` that must be there."""
_ALWAYS = ("format", "version", "game", "rules", "target", "assisted", "players", "ended", "seed")
_SINCE_2 = ("id", "options", "arrangement")


def _read(top: object, body_of: BodyOf) -> Record:
    """Return the record with these members. Raise ShapeError at the first fault."""
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
