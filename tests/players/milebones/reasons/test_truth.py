"""Whatever is said in thousands of positions of real play is true, and depends on nothing that is hidden."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from mile_bones.players.milebones.coaching import Coaching
from mile_bones.players.milebones.reasons import Code, find
from players.milebones.reasons.naive import true
from players.milebones.reasons.play import choices, dear

NAMES = ("Anna", "Bert")
COACH = Coaching()


def check_everything_said(games: int, seed: int) -> Counter[Code]:
    """How often each reason was said; between any two actions, also those that nobody would do."""
    said: Counter[Code] = Counter()
    for choice in choices(games, seed):
        again = choice.dealt_anew()
        for better, worse in choice.pairs(4):
            found = find(choice.observation, better, worse)
            assert find(again, better, worse) == found
            if found is not None:
                said[found.code] += 1
                assert true(choice.observation, better, worse, found), (choice.observation, better, worse, found)
                # Nobody is told to keep a card that is better played, or thrown away.
                assert not found.code.startswith("keep") or found.card != better.card
            text = COACH.reason(choice.observation, better, worse, NAMES)
            assert text.endswith(".") and not set("{}") & set(text)
    return said


@pytest.mark.slow
def test_what_is_said_is_true() -> None:
    said = check_everything_said(games=3, seed=1)
    assert said.total() > 2000
    assert len(said) > 50


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(2, 12))
def test_what_is_said_is_true_in_many_games(seed: int) -> None:
    assert len(check_everything_said(games=10, seed=seed)) > 65


@pytest.mark.slow
def test_most_choices_have_a_reason() -> None:
    """The measured parts stand in docs/coach.md; bench_reasons.py counts them."""
    told = [find(*choice) for choice in islice(dear(games=12, seed=3), 2000)]
    assert len(told) == 2000
    assert sum(found is None for found in told) < 0.25 * len(told)
