"""A golden playthrough: a short game as the person in seat 0 reads it, compared word for word.

A change of rules or words shows as a difference in ``tests/data/playthroughs/montreal-mille.txt`` that can be reviewed.
If the change is intended, write the file again::

    PYTHONPATH=tests python tests/games/montreal/test_playthrough.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from games.montreal.tables import lively
from mile_bones.engine.rng import Rng
from mile_bones.games import spec
from mile_bones.games.montreal import words
from mile_bones.games.montreal.actions import DISCARD
from mile_bones.games.montreal.events import GameEnded, HandEnded
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.names import card_name, pile_text, set_text, stock_text
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.payment_words import payment_rows
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.state import MontrealState

NAMES = ("You", "Computer")
FILE = Path(__file__).parents[2] / "data/playthroughs/montreal-mille.txt"
SEED = 84
RULES = Rules(target=250, progressive=True, stake=1)
"""In the game with this seed a pile is taken, and a natural and a chapeau occur."""


def playthrough(seed: int) -> str:
    """Return the text of the game with this seed. Both seats choose mostly at random."""
    return "\n".join(_lines(MontrealMille(RULES).new_state(seed), Rng(seed), seed)) + "\n"


def _lines(state: MontrealState, rng: Rng, seed: int) -> Iterator[str]:
    yield f"# {spec('montreal-mille').title()}, seed {seed}, to {RULES.target}, as seat 0 reads it"
    yield words.event_text(state.opening()[0].seen_by(0), NAMES, 0)
    while not state.is_terminal():
        observation = state.observation(0)
        if observation.to_act:
            yield ""
            if observation.turn_begins:
                yield from _table(observation)
            ways = len(observation.legal_actions())
            yield f"{words.prompt(observation, NAMES)} [{ways} ways]"
        action = lively(state, rng)
        if observation.to_act:
            yield f"> {action}"
        for event in state.apply_action(action):
            if isinstance(event, HandEnded):
                yield ""
            yield words.event_text(event.seen_by(0), NAMES, 0)
            if isinstance(event, HandEnded):
                yield from _sheet(event)
            if isinstance(event, GameEnded) and event.payment is not None:
                yield ""
                yield from (f"{row.label:<28} {row.sum:>24} {row.amount:>4}" for row in payment_rows(event.payment))


def _table(view: Observation) -> Iterator[str]:
    yield f"  {stock_text(view.left)}. {pile_text(view.pile)}."
    for name, sets in zip(NAMES, view.sets, strict=True):
        if sets.ranks:
            yield f"  {name}: {'; '.join(set_text(sets, rank) for rank in sets.ranks)}."
    yield f"  Hand: {', '.join(card_name(card) for card in view.cards)}."
    refusal = view.why_not(DISCARD[view.cards[0]])
    assert refusal is not None
    yield f"  [discard: {words.refusal_text(refusal, NAMES, 0)}]"


def _sheet(event: HandEnded) -> Iterator[str]:
    for field, label, _worth in words.score_items():
        yield f"{label:<28} {getattr(event.scores[0], field):>6} {getattr(event.scores[1], field):>6}"
    yield f"{'Deal':<28} {event.scores[0].total:>6} {event.scores[1].total:>6}"
    yield f"{'Total':<28} {event.totals[0]:>6} {event.totals[1]:>6}"
    for label, pair in (("Naturals", event.naturals), ("Chapeaux", event.chapeaux)):
        yield f"{label:<28} {pair[0]:>6} {pair[1]:>6}"


def test_the_playthrough_is_unchanged() -> None:
    assert playthrough(SEED) == FILE.read_text(encoding="utf-8")


def test_the_playthrough_covers_the_main_events() -> None:
    text = FILE.read_text(encoding="utf-8")
    for part in ("> draw", "> pile", "> lay", "> add", "> discard", "chapeau", "natural", "went out", "Paid", "wild"):
        assert part in text


if __name__ == "__main__":
    FILE.write_text(playthrough(SEED), encoding="utf-8")
