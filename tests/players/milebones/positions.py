"""Positions for the tests of players, given by their cards."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.tables import cards
from mile_bones.games.milebones.cards import DISTANCES, SAFETIES, Card, parse_card
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.tableau import Tableau, TableauView
from mile_bones.players import load_player


def position(
    hand: str,
    *,
    own: str = "",
    other: str = "",
    gone: str = "",
    unseen: str | None = None,
    rules: str = "mile-bones",
    phase: Phase = Phase.PLAY,
    coup_hazard: str | None = None,
    extended: bool = False,
    other_cards: int = 6,
) -> Observation:
    """Return the observation of seat 0 on its turn.

    ``own`` and ``other`` are the cards laid on the two sides, in order; ``gone`` has been discarded. All other cards
    are unseen, unless ``unseen`` names the unseen cards: then all the rest has been discarded. The opponent holds
    ``other_cards`` of the unseen cards, and the others are in the deck.
    """
    chosen = RULE_SETS[rules]
    exposed = Counter([*cards(own), *cards(other), *cards(gone)])
    held = Counter(cards(hand))
    if unseen is not None:
        hidden = Counter(cards(unseen))
        exposed = Counter({card: chosen.deck[card] - held[card] - hidden[card] for card in Card})
    counts = tuple(exposed[card] for card in Card)
    assert all(0 <= counts[card] <= chosen.deck[card] - held[card] for card in Card), "more cards than the deck has"
    left = sum(chosen.deck) - sum(counts) - sum(held.values()) - other_cards
    assert left >= 0, "more cards with the opponent than are unseen"
    on_table = Counter([*cards(own), *cards(other)])
    thrown = tuple((exposed - on_table).elements())
    return Observation(
        seat=0,
        rules=chosen,
        hand_number=1,
        first=0,
        phase=phase,
        player=0,
        hand=cards(hand),
        own=_side(own),
        other=_side(other),
        other_cards=other_cards,
        left=left,
        discards=thrown,
        discarded_by=(0,) * len(thrown),
        exposed=counts,
        coup_hazard=None if coup_hazard is None else parse_card(coup_hazard),
        goal=chosen.extended_goal if extended else chosen.goal,
        extended_by=0 if extended else None,
        totals=(0, 0),
    )


def answer(player: object, observation: Observation) -> str:
    """Return the player's action in notation, after checking that it is legal."""
    action = player.choose(observation)  # type: ignore[attr-defined]
    assert action in observation.legal_actions()
    return str(action)


def _side(text: str) -> TableauView:
    side = Tableau()
    for card in cards(text):
        if card in DISTANCES:
            side.lay_distance(card)
        elif card in SAFETIES:
            side.lay_safety(card, coup=False)
        else:
            side.lay(card)
    return side.view()


@lru_cache(maxsize=100)
def questions(level: str, rules: str, seed: int) -> tuple[Observation, ...]:
    """Return every observation about which this level was asked while it played a hand against itself.

    Its answers are checked to be legal. The hand is cached, because many tests ask for the same one.
    """
    player, chosen = load_player("mile-bones", level), RULE_SETS[rules]
    hand = Hand(chosen, shuffled_deal(chosen, seed, 0, seed % 2))
    asked = []
    while hand.ended is None:
        observation = hand.observation(hand.player)
        action = player.choose(observation)
        assert action in observation.legal_actions()
        asked.append(observation)
        hand.apply(action)
    return tuple(asked)
