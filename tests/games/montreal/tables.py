"""Helpers that set up tables for the tests of Mille."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind, parse_action
from mile_bones.games.montreal.cards import FULL_DECK, RANK_NOTATION, counted, listed, parse_card
from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.events import Event
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.round import Round
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.state import MontrealState

NO_SETS: Mapping[str, str] = {}


def cards(text: str) -> tuple[int, ...]:
    """Return the cards named in ``text``, separated by spaces. "2*8S" means two eights of spades."""
    found: list[int] = []
    for word in text.split():
        number, star, name = word.partition("*")
        found += [parse_card(name)] * int(number) if star else [parse_card(word)]
    return tuple(found)


def table(
    hand: str,
    pile: str,
    *,
    sets: Mapping[str, str] = NO_SETS,
    theirs: str | None = None,
    their_sets: Mapping[str, str] = NO_SETS,
    stock: str | int = 20,
    phase: str = "draw",
    turn: int = 5,
    reshuffled: bool = False,
    totals: tuple[int, int] = (0, 0),
    naturals: tuple[int, int] = (0, 0),
    chapeaux: tuple[int, int] = (0, 0),
    deals: int = 1,
    luck: int = 1,
    **options: Any,
) -> MontrealState:
    """Return a game in the middle of a deal, with seat 0 to act.

    ``sets`` are by rank, ``pile`` has its top card last, and ``stock`` is its cards, the next one first, or their
    number. If ``theirs`` is None, the opponent holds all cards that are nowhere else.
    """
    at = Round(Deal(0, ((), ()), 0, (), luck))
    at.hands = (bytearray(counted(cards(hand))), bytearray(counted(cards(theirs or ""))))
    for seat, laid in enumerate((sets, their_sets)):
        for rank, text in laid.items():
            number = RANK_NOTATION.index(rank)
            for card in cards(text):
                if card // 4 == number:
                    at.naturals[seat][card] += 1
                else:
                    assert card < 4, "only a 2 is wild"
                    at.wilds[seat][4 * number + card] += 1
    at.pile = list(cards(pile))
    at.stock = [*reversed(cards(stock))] if isinstance(stock, str) else []
    rest = list(listed(bytes(map(int.__sub__, FULL_DECK, spread(at)))))
    Rng(luck).shuffle(rest)
    if isinstance(stock, int):
        at.stock, rest = rest[:stock], rest[stock:]
    if theirs is None:
        for card in rest:
            at.hands[1][card] += 1
    at.held = [sum(at.hands[0]), sum(at.hands[1])]
    at.phase, at.turn, at.reshuffled = Phase(phase), turn, reshuffled
    return MontrealState.from_round(Rules(**options), at, deals, luck, totals, naturals, chapeaux)


def spread(at: Round) -> list[int]:
    """Return the number of cards of each face, wherever they are."""
    count = Counter((*at.stock, *at.pile))
    for seat in (0, 1):
        count.update(listed(at.hands[seat]))
        count.update(listed(at.naturals[seat]))
        count.update(face % 4 for face in listed(at.wilds[seat]))
    return [count[card] for card in range(52)]


def play(state: MontrealState, text: str) -> list[Event]:
    """Do the actions in ``text``, separated by commas, with or without their seats ("0 draw"). Return all events."""
    events: list[Event] = []
    for part in text.split(","):
        words = part.strip()
        if words[:2] in ("0 ", "1 "):
            assert state.current_player == int(words[0]), f"{part}: it is the turn of {state.current_player}"
            words = words[2:]
        events += state.apply_action(parse_action(words), deal=False)
    return events


def legal(where: MontrealState | Observation) -> set[str]:
    """Return the notations of the legal actions."""
    return {str(action) for action in where.legal_actions()}


def refusal(state: MontrealState, notation: str) -> str:
    """Return the code with which the action is refused. The test fails if the action is legal."""
    found = state.why_not(parse_action(notation))
    assert found is not None, f"{notation} is legal"
    assert parse_action(notation) not in state.legal_actions()
    return found.code


def lively(state: Any, rng: Rng) -> Action:
    """Return a random action that mostly takes the pile or lays cards down if it can, so that games end."""
    actions: tuple[Action, ...] = state.legal_actions()
    better = [action for action in actions if action.kind in (Kind.PILE, Kind.LAY, Kind.ADD, Kind.TURNED)]
    if better and rng.below(8):
        return better[rng.below(len(better))]
    return actions[rng.below(len(actions))]
