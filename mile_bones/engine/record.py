"""The record of a game: text in, text out.

``Record.from_json`` checks the shape only and points at a fault by line and column; a text without one is read quickly.
Whether the cards, actions and scores fit the rules is found out by ``mile_bones.games.replay``. What is read is of
version 1 or 2, what is written of version 2.
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
from mile_bones.engine.json_text import Node, TooFar, parse
from mile_bones.engine.quickly import body_names, members
from mile_bones.engine.reading import Reader
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
        record = _quickly(text, body_of)
        if record is not None:
            return record
        try:
            return _slowly(text, body_of)
        except TooFar:
            raise _long_fault(text) from None

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


def _quickly(text: str, body_of: BodyOf) -> Record | None:
    """The record, when nothing whatever is the matter with the text; None: read it slowly, and see."""
    top = members(text)
    if top is None or top["format"] != FORMAT or top.get("target", 1) < 1:
        return None
    one, other = (PlayerInfo(player["name"], player["kind"], player.get("level")) for player in top["players"])
    ended, seed = top.get("ended", GIVEN_UP), top.get("seed", 0)
    if one.kind not in KINDS or other.kind not in KINDS or ended != GIVEN_UP or seed < 0:
        return None
    kind = Hands if top["version"] == 1 else body_of(top["game"])
    if kind is None or body_names(top) != set(kind.NAMES):
        return None
    body = kind.quickly(top)
    if body is None or ("id" in top and not (_ID.fullmatch(top["id"]) and _id_fits(top["id"], body))):
        return None
    arrangement = top.get("arrangement")
    return Record(
        game=top["game"],
        rules=top["rules"],
        players=(one, other),
        body=body,
        target=top.get("target"),
        assisted=top["assisted"],
        ended=top.get("ended"),
        seed=top.get("seed"),
        id=top.get("id", ""),
        options=top.get("options", {}),
        arrangement=None if arrangement is None else (tuple(arrangement[0]), tuple(arrangement[1])),
    )


def _long_fault(text: str) -> RecordError:
    """What is to be said of a text that is not in order, but not in the part in which the place is looked for."""
    try:
        top = json.loads(text)
    except (ValueError, RecursionError):
        top = None
    version = top.get("version") if isinstance(top, dict) and top.get("format") == FORMAT else None
    if type(version) is int and version > VERSION:
        return NewerVersion(_("version {version} of the format is newer than this program").format(version=version))
    return RecordError(_("this is no record, or one with a fault, and too long to look for the place"))


_ALWAYS = ("format", "version", "game", "rules", "target", "assisted", "players", "ended", "seed")
_SINCE_2 = ("id", "options", "arrangement")


def _slowly(text: str, body_of: BodyOf) -> Record:
    """The record, or its first fault, raised where that stands."""
    reader, root = Reader(text), parse(text)
    top = reader.members(root)

    def need(name: str) -> Node:
        return reader.need(top, root, name)

    version = _version(reader, top, need)
    game = reader.string(need("game"))
    kind = Hands if version == 1 else body_of(game)
    if kind is None:
        raise reader.wrong(top["game"], no_such_game(game))
    reader.only(top, *_ALWAYS, *kind.NAMES, *(_SINCE_2 if version > 1 else ()))
    ended = reader.string(top["ended"]) if "ended" in top else None
    if ended is not None and ended != GIVEN_UP:
        raise reader.wrong(top["ended"], _("“{word}” is not a way in which a game ends").format(word=excerpt(ended)))
    target = reader.number(need("target")) if version == 1 or "target" in top else None
    if target is not None and target < 1:
        raise reader.wrong(top["target"], _("the target must be at least 1"))
    seed = reader.number(top["seed"]) if "seed" in top else None
    if seed is not None and seed < 0:
        raise reader.wrong(top["seed"], _("the number of a deal is not negative"))
    number = reader.string(need("id")) if version > 1 else ""
    if version > 1 and not _ID.fullmatch(number):
        raise reader.wrong(top["id"], _("32 hexadecimal digits are expected here"))
    options = _options(reader, need("options")) if version > 1 else {}
    arrangement = reader.pair(top["arrangement"], reader.strings) if "arrangement" in top else None
    rules = reader.string(need("rules"))
    players = reader.pair(need("players"), lambda node: _player(reader, node))
    body = kind.read(reader, top, root)
    if not _id_fits(number, body):
        raise reader.wrong(top["id"], _("this is not the id of the first deal"))
    assisted = reader.truth(need("assisted"))
    return Record(game, rules, players, body, target, assisted, ended, seed, number, options, arrangement)


def _version(reader: Reader, top: dict[str, Node], need: Callable[[str], Node]) -> int:
    if reader.string(need("format")) != FORMAT:
        raise reader.wrong(top["format"], _("this is not a record of Mile Bones"))
    version = reader.number(need("version"))
    if version > VERSION:
        reason = _("version {version} of the format is newer than this program").format(version=version)
        place = reader.wrong(top["version"], reason)
        raise NewerVersion(place.reason, place.line, place.column)
    if not 1 <= version <= VERSION:
        raise reader.wrong(top["version"], _("there is no version {version} of the format").format(version=version))
    return version


def _player(reader: Reader, node: Node) -> PlayerInfo:
    found = reader.members(node)
    reader.only(found, "name", "kind", "level")
    kind = reader.string(reader.need(found, node, "kind"))
    if kind not in KINDS:
        raise reader.wrong(found["kind"], _("a player is “human” or “computer”"))
    level = reader.string(found["level"]) if "level" in found else None
    return PlayerInfo(reader.string(reader.need(found, node, "name")), kind, level)


def _options(reader: Reader, node: Node) -> dict[str, Option]:
    found: dict[str, Option] = {}
    for name, value in reader.members(node).items():
        if not isinstance(value.value, (str, int)):  # a truth value is a number for Python
            raise reader.wrong(value, _("an option is a text, a whole number, true or false"))
        found[name] = value.value
    return found
