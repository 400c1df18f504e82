"""Which card goes where, and which of them was the opponent's last. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards.milebones import drop_rules, slot_names
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.table.card_move import UNSEEN, CardMove, Spot
from mile_bones.desktop.table.hand_places import last_of
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Event, Played
from mile_bones.games.milebones.observation import Observation

HAND = Spot("hand")
"""The open hand, in which the place of a card has yet to be found."""


def moves(events: Sequence[Event], near: int, end: Observation) -> list[CardMove]:
    """Return how these events move cards, in order. ``near``: the seat with the open hand. ``end``: as for
    ``target_of``."""
    found = []
    for event in events:
        if not isinstance(event, (Drawn, Played, Discarded)):
            continue
        hand = HAND if event.seat == near else Spot(UNSEEN)
        if isinstance(event, Drawn):
            face = ART[event.card] if event.card is not None and event.seat == near else None
            found.append(CardMove(face, Spot(slot_names.DRAW), hand))
        else:
            found.append(CardMove(ART[event.card], hand, Spot(target_of(event, end))))
    return found


def in_hand(
    moves: Sequence[CardMove], before: Sequence[str], after: Sequence[str]
) -> tuple[list[CardMove], list[tuple[int, int]]]:
    """Return the moves with the places of their cards in the open hand; and where each card of it was that stays in
    it, and is then. ``before`` and ``after``: the faces of the hand. Of like cards the last goes, or has come."""
    gone = last_of([move.face for move in moves if move.source == HAND], before)
    come = last_of([move.face for move in moves if move.target == HAND], after)
    sources, targets = iter(gone), iter(come)
    placed = []
    for face, source, target in moves:
        start = Spot(slot_names.hand(next(sources))) if source == HAND else source
        placed.append(CardMove(face, start, Spot(slot_names.hand(next(targets))) if target == HAND else target))
    stay = (index for index in range(len(after)) if index not in come)
    return placed, list(zip((index for index in range(len(before)) if index not in gone), stay, strict=False))


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
