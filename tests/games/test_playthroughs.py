"""Golden playthroughs, compared word for word: a hand under each rule set of Mile Bones, and a game of Millieu.

They are written as the person in seat 0 reads them. A change of rules or words shows as a difference in
``tests/data/playthroughs/*.txt`` that can be reviewed. If the change is intended, write the files again::

    PYTHONPATH=tests python tests/games/test_playthroughs.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.millieu.positions import lively as lively_millieu
from games.tables import lively
from mile_bones.engine.rng import Rng
from mile_bones.games import spec
from mile_bones.games.milebones import words
from mile_bones.games.milebones.actions import DISCARD, PLAY, Kind
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.observation import Phase
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.games.millieu import words as millieu_words
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import PIECES, Piece
from mile_bones.games.millieu.state import MillieuState

NAMES = ("You", "Computer")
FOLDER = Path(__file__).parent.parent / "data" / "playthroughs"
SEEDS = {"mile-bones": 341, "mille": 242}
"""A seed for each rule set. The first hand has many kinds of events: coup fourré, limits, extension, 1000 miles."""


def playthrough(rules: str, seed: int) -> str:
    """Return the text of the first hand of the game with this seed. Both seats choose at random."""
    return "\n".join(_lines(rules, seed)) + "\n"


def _lines(rules: str, seed: int) -> Iterator[str]:
    state = MileBones(rules).new_state(seed=seed)
    rng = Rng(seed)
    yield f"# {spec('mile-bones').rules_title(rules)}, seed {seed}, as seat 0 reads it"
    yield words.event_text(state.opening()[0].seen_by(0), NAMES, 0)
    while len(state.logs) == 1:
        observation = state.observation(0)
        if observation.to_act:
            yield ""
            yield words.prompt(observation, NAMES)
            yield from _hand(state)
        action = lively(state, rng)
        if observation.to_act:
            yield f"> {action}"
        for event in state.apply_action(action):
            yield words.event_text(event.seen_by(0), NAMES, 0)
            if isinstance(event, HandEnded):
                yield from _sheet(event)
                return


def _hand(state: MileBonesState) -> Iterator[str]:
    """Yield the cards of seat 0 when seat 0 must choose a card, with the reasons against playing or discarding each
    card.
    """
    observation = state.observation(0)
    if observation.phase is not Phase.PLAY:
        return
    for card in sorted(set(observation.hand)):
        number = observation.hand.count(card)
        text = f"  {number} x {words.card_name(card)}" if number > 1 else f"  {words.card_name(card)}"
        for action in (PLAY[card], DISCARD[card]):
            refusal = state.why_not(action)
            if refusal is not None:
                about = "" if action.kind is Kind.PLAY else "discard: "
                text += f" [{about}{words.refusal_text(refusal, NAMES, 0)}]"
        yield text


def _sheet(event: HandEnded) -> Iterator[str]:
    yield ""
    for field, label, worth in words.score_items():
        mine, theirs = (getattr(score, field) for score in event.scores)
        yield f"{label:<20} {worth:>8} {mine:>6} {theirs:>6}"
    yield f"{'Hand':<20} {'':>8} {event.scores[0].total:>6} {event.scores[1].total:>6}"
    yield f"{'Total':<20} {'':>8} {event.totals[0]:>6} {event.totals[1]:>6}"


MILLIEU_SEED = 1
"""The seed of a game that has captures. The player who is not to move wins this game."""
NAMES = ("Anna", "Computer")


def millieu_playthrough(seed: int) -> str:
    """Return the text of the whole game. Both seats choose at random."""
    return "\n".join(_millieu_lines(seed)) + "\n"


def _millieu_lines(seed: int) -> Iterator[str]:
    state = MillieuState()
    rng = Rng(seed)
    yield f"# {spec('millieu').title()}, played at random with {seed}, as seat 0 reads it"
    while not state.is_terminal():
        observation = state.observation(0)
        if observation.to_act:
            yield ""
            if observation.placed is None:
                yield from _sheets(observation)
            yield f"{millieu_words.prompt(observation, NAMES)} [{len(observation.legal_actions())} ways]"
        action = lively_millieu(state, rng)
        if observation.to_act:
            yield f"> {action}"
        for event in state.apply_action(action):
            yield millieu_words.event_text(event.seen_by(0), NAMES, 0)
    yield ""
    yield from _sheets(state.observation(0))


def _sheets(observation: Observation) -> Iterator[str]:
    """Yield the three sheets side by side, the bottom one first, and both hands. "rD" is a red disc."""
    for row in range(3):
        sheets = [[observation.board[9 * sheet + 3 * row + column] for column in range(3)] for sheet in range(3)]
        yield "  " + "    ".join(
            " ".join("." * 2 if piece is None else _short(piece) for piece in one) for one in sheets
        )
    for seat, name in enumerate(NAMES):
        held = [_short(piece) for piece in PIECES for _copy in range(observation.hands[seat][piece])]
        yield f"  {name}: {' '.join(held) or '-'}"


def _short(piece: Piece) -> str:
    colour, shape = piece.name.split("_")
    return colour[0].lower() + shape[0]


def file_of(rules: str) -> Path:
    return FOLDER / f"{rules}.txt"


@pytest.mark.parametrize(("rules", "seed"), SEEDS.items())
def test_the_playthrough_is_unchanged(rules: str, seed: int) -> None:
    assert playthrough(rules, seed) == file_of(rules).read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", SEEDS)
def test_the_playthrough_covers_the_main_events(rules: str) -> None:
    text = file_of(rules).read_text(encoding="utf-8")
    for part in (
        "Coup fourré, 400 points! You",
        "You extend",
        "reached 1,000",
        "play Go first",
        "or draw and give it up",
        "Only 25 and 50",
        "Too far",
    ):
        assert part in text


def test_the_playthrough_of_millieu_is_unchanged() -> None:
    assert millieu_playthrough(MILLIEU_SEED) == file_of("millieu").read_text(encoding="utf-8")


def test_the_playthrough_of_millieu_covers_the_main_events() -> None:
    text = file_of("millieu").read_text(encoding="utf-8")
    for part in ("> place", "> slide", "> take", "Computer took", "no pieces left in hand"):
        assert part in text


def write_the_playthroughs_anew() -> None:
    file_of("millieu").write_text(millieu_playthrough(MILLIEU_SEED), encoding="utf-8")
    for rules, seed in SEEDS.items():
        file_of(rules).write_text(playthrough(rules, seed), encoding="utf-8")


if __name__ == "__main__":
    write_the_playthroughs_anew()
