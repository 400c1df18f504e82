"""The moves of cards that follow from events, and the opponent's last move. No Qt."""

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
"""The open hand as a whole. ``in_hand`` replaces it with the place of the card in the hand."""


def moves(events: Sequence[Event], near: int, end: Observation) -> list[CardMove]:
    """Return the moves of cards that ``events`` cause, in order.

    ``near`` is the seat with the open hand. For ``end`` see ``target_of``.
    """
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
    """Return the moves, with each spot ``HAND`` replaced by the place of the card in the open hand.

    Return also the old and the new index of each card that stays in the hand. ``before`` and ``after`` are the faces of
    the hand before and after the moves. Of identical cards, the last one moves.
    """
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
    """Return the slot that the card goes to.

    ``end`` is the viewer's observation after the event, or at any later time of the same hand.
    """
    if isinstance(event, Discarded):
        return slot_names.DISCARD
    mine = event.seat == end.seat
    safeties = (end.own if mine else end.other).safeties
    before = safeties.index(event.card) if event.card in safeties else 0
    return drop_rules.destination(event.card, before, mine=mine)


def last_move(events: Sequence[Event], end: Observation) -> str | None:
    """Return the place of the opponent's last card in ``events``, or None if the viewer has covered or removed it."""
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
    """Return True if ``card`` is still on top of ``place``. A hazard is gone when the safety against it was played."""
    battle, speed = slot_names.battle(True), slot_names.speed(True)
    return place not in (battle, speed) or card is (end.own.battle if place == battle else end.own.speed)
