"""Where a card that was played or discarded comes to lie, and which of them was the opponent's last. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards.milebones import drop_rules, slot_names
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Event, Played
from mile_bones.games.milebones.observation import Observation


def target_of(event: Played | Discarded, end: Observation) -> str:
    """The slot that the card goes to. ``end``: the viewer's table after it, or at any later time of the same hand."""
    if isinstance(event, Discarded):
        return slot_names.DISCARD
    mine = event.seat == end.seat
    safeties = (end.own if mine else end.other).safeties
    before = safeties.index(event.card) if event.card in safeties else 0
    return drop_rules.destination(event.card, before, mine=mine)


def last_move(events: Sequence[Event], end: Observation) -> str | None:
    """Where the opponent's last card of these events lies, unless one of the viewer's covers it or took it away."""
    marked = None
    for event in events:
        if isinstance(event, (Played, Discarded)):
            target = target_of(event, end)
            if event.seat != end.seat:
                marked = (target, event.card)
            elif marked is not None and marked[0] == target:
                marked = None
    return marked[0] if marked is not None and _shows(*marked, end) else None


def _shows(place: str, card: Card, end: Observation) -> bool:
    """A hazard goes away with the safety against it."""
    battle, speed = slot_names.battle(True), slot_names.speed(True)
    return place not in (battle, speed) or card is (end.own.battle if place == battle else end.own.speed)
