"""The record of a game: text in, text out.

``Record.from_json`` checks the shape only and points at a fault by line and column; a text without one is read quickly.
Whether the cards, actions and scores fit the rules is found out by ``mile_bones.games.replay``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from mile_bones.engine.errors import NewerVersion, RecordError
from mile_bones.engine.excerpt import excerpt
from mile_bones.engine.jsontext import Node, TooFar, fault, parse
from mile_bones.engine.quickly import members
from mile_bones.i18n import gettext as _

FORMAT = "mile-bones-record"
VERSION = 1
KINDS = ("human", "computer")
GIVEN_UP = "given_up"

T = TypeVar("T")
Pair = tuple[T, T]


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """Who sat in a seat. ``level`` is the computer player's name among ``players.LEVELS``, None for a person."""

    name: str
    kind: str
    level: str | None = None

    @property
    def written_name(self) -> str:
        """The name as a file can hold it: half a character becomes U+FFFD."""
        return self.name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: who began, the cards in the order they came, and what was chosen.

    ``actions`` are notations with the seat before them ("0 play GO"). ``score`` holds the items of both score columns
    by name; None while the hand is not finished.
    """

    first: int
    dealt: Pair[tuple[str, ...]]
    deck: tuple[str, ...]
    actions: tuple[str, ...] = ()
    score: Pair[Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its first hand on. ``ended`` is "given_up" for a game that a player gave up, else None.

    ``seed`` is the number from which the cards were dealt, and those to come will be; None where nobody knows it.
    """

    game: str
    rules: str
    players: Pair[PlayerInfo]
    hands: tuple[HandRecord, ...] = ()
    target: int = 5000
    assisted: bool = False
    ended: str | None = None
    seed: int | None = None

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record. RecordError (line and column) when the text has not the shape of one, NewerVersion when a
        later version of the format wrote it."""
        record = _quickly(text)
        if record is not None:
            return record
        try:
            return _Reader(text).record()
        except TooFar:
            raise _long_fault(text) from None

    def to_json(self) -> str:
        """The record as text, one line a list of cards, ending in a line feed."""
        head: dict[str, object] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "target": self.target,
            "assisted": self.assisted,
            "players": [_player_out(player) for player in self.players],
        }
        if self.ended is not None:
            head["ended"] = self.ended
        if self.seed is not None:
            head["seed"] = self.seed
        hands = ",\n".join(_hand_out(hand) for hand in self.hands)
        return f'{_compact(head)[:-1]},\n"hands": [{hands}]}}\n'


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _player_out(player: PlayerInfo) -> dict[str, str]:
    out = {"name": player.written_name, "kind": player.kind}
    if player.level is not None:
        out["level"] = player.level
    return out


def _hand_out(hand: HandRecord) -> str:
    lines = [
        f'{{"first": {hand.first}',
        f'"dealt": {_compact(hand.dealt)}',
        f'"deck": {_compact(hand.deck)}',
        f'"actions": {_compact(hand.actions)}',
    ]
    if hand.score is not None:
        lines.append(f'"score": {_compact([dict(side) for side in hand.score])}')
    return ",\n ".join(lines) + "}"


def _quickly(text: str) -> Record | None:
    """The record, when nothing whatever is the matter with the text; None: read it slowly, and see."""
    top = members(text)
    if top is None or top["format"] != FORMAT or top["version"] != VERSION or top["target"] < 1:
        return None
    one, other = (PlayerInfo(player["name"], player["kind"], player.get("level")) for player in top["players"])
    ended, seed = top.get("ended", GIVEN_UP), top.get("seed", 0)
    firsts = {hand["first"] for hand in top["hands"]}
    if one.kind not in KINDS or other.kind not in KINDS or ended != GIVEN_UP or seed < 0 or not firsts <= {0, 1}:
        return None
    hands = tuple(
        HandRecord(
            first=hand["first"],
            dealt=(tuple(hand["dealt"][0]), tuple(hand["dealt"][1])),
            deck=tuple(hand["deck"]),
            actions=tuple(hand["actions"]),
            score=(hand["score"][0], hand["score"][1]) if "score" in hand else None,
        )
        for hand in top["hands"]
    )
    return Record(
        game=top["game"],
        rules=top["rules"],
        players=(one, other),
        hands=hands,
        target=top["target"],
        assisted=top["assisted"],
        ended=top.get("ended"),
        seed=top.get("seed"),
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


@dataclass
class _Reader:
    """Turns nodes into a record; every fault is raised where it stands."""

    text: str
    root: Node = field(init=False)

    def record(self) -> Record:
        self.root = parse(self.text)
        top = self.members(self.root)
        if self.string(self.need(top, self.root, "format")) != FORMAT:
            raise self.wrong(top["format"], _("this is not a record of Mile Bones"))
        version = self.number(self.need(top, self.root, "version"))
        if version > VERSION:
            reason = _("version {version} of the format is newer than this program").format(version=version)
            place = self.wrong(top["version"], reason)
            raise NewerVersion(place.reason, place.line, place.column)
        if version != VERSION:
            raise self.wrong(top["version"], _("there is no version {version} of the format").format(version=version))
        self.only(top, "format", "version", "game", "rules", "target", "assisted", "players", "hands", "ended", "seed")
        ended = self.string(top["ended"]) if "ended" in top else None
        if ended is not None and ended != GIVEN_UP:
            raise self.wrong(top["ended"], _("“{word}” is not a way in which a game ends").format(word=excerpt(ended)))
        target = self.number(self.need(top, self.root, "target"))
        if target < 1:
            raise self.wrong(top["target"], _("the target must be at least 1"))
        seed = self.number(top["seed"]) if "seed" in top else None
        if seed is not None and seed < 0:
            raise self.wrong(top["seed"], _("the number of a deal is not negative"))
        return Record(
            game=self.string(self.need(top, self.root, "game")),
            rules=self.string(self.need(top, self.root, "rules")),
            players=self.pair(self.need(top, self.root, "players"), self.player),
            hands=tuple(self.hand(node) for node in self.items(self.need(top, self.root, "hands"))),
            target=target,
            assisted=self.truth(self.need(top, self.root, "assisted")),
            ended=ended,
            seed=seed,
        )

    def player(self, node: Node) -> PlayerInfo:
        members = self.members(node)
        self.only(members, "name", "kind", "level")
        kind = self.string(self.need(members, node, "kind"))
        if kind not in KINDS:
            raise self.wrong(members["kind"], _("a player is “human” or “computer”"))
        level = self.string(members["level"]) if "level" in members else None
        return PlayerInfo(self.string(self.need(members, node, "name")), kind, level)

    def hand(self, node: Node) -> HandRecord:
        members = self.members(node)
        self.only(members, "first", "dealt", "deck", "actions", "score")
        first = self.number(self.need(members, node, "first"))
        if first not in (0, 1):
            raise self.wrong(members["first"], _("the first player is 0 or 1"))
        return HandRecord(
            first=first,
            dealt=self.pair(self.need(members, node, "dealt"), self.strings),
            deck=self.strings(self.need(members, node, "deck")),
            actions=self.strings(self.need(members, node, "actions")),
            score=self.pair(members["score"], self.score) if "score" in members else None,
        )

    def score(self, node: Node) -> dict[str, int]:
        return {name: self.number(value) for name, value in self.members(node).items()}

    def strings(self, node: Node) -> tuple[str, ...]:
        return tuple(self.string(item) for item in self.items(node))

    def pair(self, node: Node, read: Callable[[Node], T]) -> Pair[T]:
        items = self.items(node)
        if len(items) != 2:
            raise self.wrong(node, _("a list of two is expected here, one for each player"))
        return read(items[0]), read(items[1])

    def members(self, node: Node) -> dict[str, Node]:
        return self.typed(node, dict, _("an object in braces is expected here"))

    def items(self, node: Node) -> list[Node]:
        return self.typed(node, list, _("a list in brackets is expected here"))

    def string(self, node: Node) -> str:
        return self.typed(node, str, _("a text in quotes is expected here"))

    def truth(self, node: Node) -> bool:
        return self.typed(node, bool, _("true or false is expected here"))

    def number(self, node: Node) -> int:
        if isinstance(node.value, bool):  # which Python counts among the numbers
            raise self.wrong(node, _("a whole number is expected here"))
        return self.typed(node, int, _("a whole number is expected here"))

    def typed(self, node: Node, kind: type[T], reason: str) -> T:
        if not isinstance(node.value, kind):
            raise self.wrong(node, reason)
        return node.value

    def need(self, members: dict[str, Node], node: Node, name: str) -> Node:
        if name not in members:
            raise self.wrong(node, _("“{name}” is missing").format(name=name))
        return members[name]

    def only(self, members: dict[str, Node], *names: str) -> None:
        for name, node in members.items():
            if name not in names:
                raise self.wrong(node, _("“{name}” is not a part of a record").format(name=excerpt(name)))

    def wrong(self, node: Node, reason: str) -> RecordError:
        return fault(self.text, node.offset, reason)
