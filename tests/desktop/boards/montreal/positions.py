"""Tables of Mille in the middle of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.games.montreal.cards import counted, parse_cards, parse_rank, rank_of, suit_of
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.sets import Sets
from mile_bones.games.montreal.state import MontrealState

NAMES = ("Anna", "Ben")


def cards(text: str) -> tuple[int, ...]:
    """Return the cards of a notation such as "8S 8H 2C"."""
    return parse_cards(text.split())


def sets(*texts: str) -> Sets:
    """Return sets from texts with the rank first, such as "8: 8S 8H 2C"."""
    naturals, wilds = bytearray(52), bytearray(52)
    for text in texts:
        name, _colon, rest = text.partition(":")
        rank = parse_rank(name)
        for card in cards(rest):
            if rank_of(card) == rank:
                naturals[card] += 1
            else:
                wilds[4 * rank + suit_of(card)] += 1
    return Sets(bytes(naturals), bytes(wilds))


def table(
    hand: str = "",
    *,
    own: Sequence[str] = (),
    other: Sequence[str] = (),
    pile: str = "KS",
    phase: Phase = Phase.PLAY,
    left: int = 40,
    held: int = 12,
    player: int | None = 0,
    turn: int = 5,
    reshuffled: bool = False,
) -> Observation:
    """Return the observation of seat 0 on a table with these cards."""
    start = MontrealMille().new_state(seed=1).observation(0)
    found = cards(hand)
    return start._replace(
        hand=counted(found),
        held=(len(found), held),
        sets=(sets(*own), sets(*other)),
        pile=bytes(cards(pile)),
        phase=phase,
        player=player,
        left=left,
        turn=turn,
        reshuffled=reshuffled,
    )


def new_state(seed: int) -> MontrealState:
    """Return a game at its first deal."""
    return MontrealMille().new_state(seed=seed)
