"""Records of games that are written as lists of events, so that a scene can be read.

A turn is a line for one seat, 0 for the player and 1 for the computer:

    "0 GO"                  draws GO and plays it
    "0 -STOP"               draws STOP and discards it
    "0 25 > 100"            draws 25 and plays 100 from the hand; "0 25 > -100" discards it
    "0 ."                   draws a card of no importance and discards it
    "0 ?" , "0 ? 25"        only draws, and the turn is not over; with a name, it draws that card
    "0 !ACE 25 GO > 50"     a coup fourré: plays it, two cards come, and the turn ends with a card of the hand
    "0 =no"                 answers the question about the extension

After a safety the next line continues with the same seat.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games.milebones.cards import FULL_DECK, SAFETIES, Card

GAMES = Path(__file__).resolve().parents[2] / "data" / "conformance"
_LONG = {
    "GAS": "OUT_OF_GAS",
    "FLAT": "FLAT_TIRE",
    "LIMIT": "SPEED_LIMIT",
    "PUMP": "GASOLINE",
    "SPARE": "SPARE_TIRE",
    "END": "END_OF_LIMIT",
    "TANK": "EXTRA_TANK",
    "PROOF": "PUNCTURE_PROOF",
    "ACE": "DRIVING_ACE",
    "WAY": "RIGHT_OF_WAY",
}


def hand(mine: str, theirs: str, turns: Sequence[str], *, first: int = 0, then: str = "") -> HandRecord:
    """Return a hand from its deal to the last of the turns. ``then`` names the next cards of the deck."""
    dealt = (_cards(mine), _cards(theirs))
    wanted = Counter((*dealt[0], *dealt[1], *_cards(then), *_named(turns)))
    spare = [card.notation for card in Card for _copy in range(FULL_DECK[card] - wanted[card.notation])]
    dull = [name for name in spare if name not in {card.notation for card in SAFETIES}]
    dull.reverse()
    deck: list[str] = []
    actions: list[str] = []
    for turn in turns:
        _write(turn, deck, actions, dull)
    deck.extend(_cards(then))
    left = Counter(card.notation for card in Card for _copy in range(FULL_DECK[card]))
    left -= Counter((*dealt[0], *dealt[1], *deck))
    return HandRecord(first, dealt, (*deck, *sorted(left.elements())), tuple(actions))


def game(*hands: HandRecord, rules: str = "mile-bones", level: str = "original") -> Record:
    """Return a game of a person against the computer."""
    players = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", level))
    return Record("mile-bones", rules, players, Hands(hands))


@cache
def finished(name: str, count: int) -> tuple[HandRecord, ...]:
    """Return the first `count` hands of a conformance game, so that the totals of a scene look real."""
    record = Record.from_json((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    assert all(one.score is not None for one in record.hands[:count]), json.dumps(name)
    return record.hands[:count]


def card_word(word: str) -> str:
    return _LONG.get(word, word)


def _cards(words: str) -> tuple[str, ...]:
    return tuple(card_word(word) for word in words.split())


def _named(turns: Iterable[str]) -> list[str]:
    """Return the cards that come from the deck by name."""
    found = []
    for turn in turns:
        words = turn.split()[1:]
        if words[0][0] == "=" or words[0] == ".":
            continue
        drawn = words[: words.index(">")] if ">" in words else words
        if drawn[0][0] in "!?":
            drawn = drawn[1:]
        found.extend(card_word(word.lstrip("-")) for word in drawn)
    return found


def _write(turn: str, deck: list[str], actions: list[str], dull: list[str]) -> None:
    """Put one turn into the deck and the list of actions."""
    seat, first, *rest = turn.split()

    def act(word: str) -> None:
        actions.append(f"{seat} {'discard' if word.startswith('-') else 'play'} {card_word(word.lstrip('-'))}")

    if first.startswith("="):
        actions.append(f"{seat} extend {first[1:]}")
    elif first.startswith("!"):
        act(first[1:])
        split = rest.index(">")
        deck.extend(map(card_word, rest[:split]))
        act(rest[split + 1])
    elif first == "?":
        deck.append(card_word(rest[0]) if rest else dull.pop())
        actions.append(f"{seat} draw")
    else:
        card = dull.pop() if first == "." else card_word(first.lstrip("-"))
        deck.append(card)
        actions.append(f"{seat} draw")
        act(rest[1] if rest else f"-{card}" if first == "." else first)
