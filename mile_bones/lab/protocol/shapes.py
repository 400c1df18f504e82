"""What every message looks like: its fields, and for each the values that it may have.

``docs/protocol.md`` has the same tables in words; a test holds the two together. Fields that are not listed are passed
over: a later program of the same version may say more than we know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from mile_bones.games.milebones import BATTLE_HAZARDS, HAZARDS, REMEDIES, RULE_SETS, SAFETIES, Card, Phase
from mile_bones.games.milebones.cards import NOTATION
from mile_bones.games.milebones.game import NAME
from mile_bones.games.milebones.scoring import Score
from mile_bones.i18n import gettext as _
from mile_bones.lab.protocol import PROTOCOL
from mile_bones.lab.protocol.lines import Json, ProtocolError, short

Check: TypeAlias = Callable[[object, str], None]
"""``check(value, path)`` raises ProtocolError, naming the path, when the value is not what may stand there."""

_MANY = 10**12


def whole(low: int, high: int) -> Check:
    """A whole number from ``low`` to ``high``."""

    def check(value: object, path: str) -> None:
        # bool is an int for Python, but true is no number for anybody else
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _wrong(path, _("a whole number from {low} to {high} is expected").format(low=low, high=high))

    return check


def text(value: object, path: str) -> None:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise _wrong(path, _("a text is expected"))


def flag(value: object, path: str) -> None:
    """True or false."""
    if not isinstance(value, bool):
        raise _wrong(path, _("true or false is expected"))


def one_of(words: Iterable[str]) -> Check:
    """One of these words."""
    known = frozenset(words)
    row = ", ".join(sorted(known))

    def check(value: object, path: str) -> None:
        if not isinstance(value, str) or value not in known:
            raise _wrong(path, _("one of these is expected: {words}").format(words=row))

    return check


def maybe(inner: Check) -> Check:
    """Null, or what ``inner`` takes."""

    def check(value: object, path: str) -> None:
        if value is not None:
            inner(value, path)

    return check


def items(inner: Check) -> Check:
    """A list of what ``inner`` takes."""

    def check(value: object, path: str) -> None:
        if not isinstance(value, list):
            raise _wrong(path, _("a list is expected"))
        for number, item in enumerate(value):
            inner(item, f"{path}[{number}]")

    return check


def members(fields: Mapping[str, Check]) -> Check:
    """An object with at least these fields."""

    def check(value: object, path: str) -> None:
        if not isinstance(value, dict):
            raise _wrong(path, _("an object is expected"))
        for name, inner in fields.items():
            here = f"{path}.{name}" if path else name
            if name not in value:
                raise _wrong(here, _("it is missing"))
            inner(value[name], here)

    return check


def both(inner: Check) -> Check:
    """An object with the reader's own side and the other's."""
    return members({"own": inner, "other": inner})


def cards(of: Iterable[Card]) -> Check:
    """The notation of one of these cards."""
    return one_of(card.notation for card in of)


seat = whole(0, 1)
count = whole(0, _MANY)
from_one = whole(1, _MANY)
points = whole(-_MANY, _MANY)
any_card = one_of(NOTATION)
rule_set = one_of(RULE_SETS)

SIDE: dict[str, Check] = {
    "battle": maybe(cards({*BATTLE_HAZARDS, *REMEDIES} - {Card.END_OF_LIMIT})),
    "speed": maybe(cards((Card.SPEED_LIMIT, Card.END_OF_LIMIT))),
    "safeties": items(cards(SAFETIES)),
    "coups": items(cards(SAFETIES)),
    "distances": items(cards(card for card in Card if card.miles)),
    "miles": count,
    "two_hundreds": count,
    "can_go": flag,
    "limited": flag,
}
DISCARD_ITEM: dict[str, Check] = {"seat": seat, "card": any_card}
OBSERVATION: dict[str, Check] = {
    "seat": seat,
    "rules": rule_set,
    "hand_number": from_one,
    "first": seat,
    "phase": one_of(phase.value for phase in Phase),
    "player": maybe(seat),
    "hand": items(any_card),
    "own": members(SIDE),
    "other": members(SIDE),
    "other_cards": count,
    "left": count,
    "discards": items(members(DISCARD_ITEM)),
    "exposed": members(dict.fromkeys(NOTATION, count)),
    "dirt": maybe(cards(HAZARDS)),
    "goal": from_one,
    "extended_by": maybe(seat),
    "totals": both(points),
}
EVENTS: dict[str, dict[str, Check]] = {
    "drawn": {"seat": seat, "card": maybe(any_card), "left": count, "coup": flag},
    "played": {"seat": seat, "card": any_card, "target": seat, "coup": flag},
    "discarded": {"seat": seat, "card": any_card},
    "answered": {"seat": seat, "yes": flag, "goal": from_one},
    "passed": {"seat": seat},
}


def event(value: object, path: str) -> None:
    """One of the events, by its name in the field “event”."""
    members({"event": one_of(EVENTS)})(value, path)
    assert isinstance(value, dict)
    members(EVENTS[value["event"]])(value, path)


ERROR: dict[str, Check] = {"code": text, "text": text, "fatal": flag}
TABLE_SAYS: dict[str, dict[str, Check]] = {
    "hello": {
        "protocol": one_of((PROTOCOL,)),
        "versions": items(from_one),
        "program": text,
        "game": one_of((NAME,)),
        "time_limit_ms": from_one,
    },
    "game_start": {
        "game": from_one,
        "length": one_of(("hand", "game")),
        "rules": rule_set,
        "target": from_one,
        "seat": seat,
        "opponent": text,
    },
    "hand_start": {
        "game": from_one,
        "hand": from_one,
        "first": seat,
        "cards": items(any_card),
        "left": count,
        "totals": both(points),
    },
    "question": {
        "id": from_one,
        "events": items(event),
        "observation": members(OBSERVATION),
        "legal_actions": items(text),
    },
    "hand_over": {
        "game": from_one,
        "hand": from_one,
        "events": items(event),
        "reason": one_of(("trip", "cards")),
        "completed_by": maybe(seat),
        "goal": from_one,
        "left": count,
        "scores": both(members(dict.fromkeys(Score().to_dict(), points))),
        "totals": both(points),
    },
    "game_over": {"game": from_one, "winner": maybe(seat), "totals": both(points)},
    "error": ERROR,
    "bye": {},
}
"""What the table says to the bot: type to fields."""

BOT_SAYS: dict[str, dict[str, Check]] = {
    "hello": {"protocol": one_of((PROTOCOL,)), "version": from_one, "name": text},
    "action": {"id": from_one, "action": text},
    "error": ERROR,
}
"""What the bot says to the table."""


def check_message(message: Json, known: Mapping[str, Mapping[str, Check]]) -> str:
    """The type of a message that is one of those ``known``; ProtocolError for any other, or where a field is wrong."""
    kind = message.get("type")
    if not isinstance(kind, str):
        raise _wrong("type", _("a text is expected"))
    if kind not in known:
        raise ProtocolError("unknown_type", _("there is no message “{kind}” here").format(kind=short(kind)))
    members(known[kind])(message, "")
    return kind


def _wrong(path: str, reason: str) -> ProtocolError:
    return ProtocolError("bad_message", _("“{field}”: {reason}").format(field=path, reason=reason))
