"""Every reason in thousands of positions of real play is true, and does not depend on hidden cards."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, permutations

import pytest

from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.tableau import Tableau, TableauView
from mile_bones.players.milebones.coaching import Coaching
from mile_bones.players.milebones.reasons.codes import Code
from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.table_facts import THREATS
from players.milebones.reasons.naive import HAZARD_OF, SAFETY_OF, true
from players.milebones.reasons.play import choices, dear
from players.milebones.reasons.test_reasons import SAID

COACH = Coaching()


def check_everything_said(games: int, seed: int) -> Counter[Code]:
    """Check the reasons for random pairs of actions, also bad ones. Return the number of times that each reason was
    given.
    """
    said: Counter[Code] = Counter()
    for choice in choices(games, seed):
        again = choice.dealt_anew()
        for better, worse in choice.pairs(4):
            found = find(choice.observation, better, worse)
            assert find(again, better, worse) == found
            if found is not None:
                said[found.code] += 1
                assert true(choice.observation, better, worse, found), (choice.observation, better, worse, found)
                # Nobody is advised to keep a card that is better played or discarded.
                assert not found.code.startswith("keep") or found.card != better.card
            text = COACH.reason(choice.observation, better, worse)
            assert text.endswith(".") and not set("{}") & set(text)
    return said


@pytest.mark.slow
def test_every_reason_is_true() -> None:
    said = check_everything_said(games=3, seed=1)
    assert said.total() > 2000
    assert len(said) > 50


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("seed", range(2, 12))
def test_every_reason_is_true_in_many_games(seed: int) -> None:
    assert len(check_everything_said(games=10, seed=seed)) > 65


NEEDED = {Code.CURE_NOW, Code.GO_NOW, Code.LIFT_LIMIT, Code.KEEP_GO, Code.GO_OFTEN}
"""Reasons that call one card necessary before the car can move, or can move faster."""


def frees(safety: Card, side: TableauView, code: Code) -> bool:
    """Return True if playing ``safety`` would do what the reason says only a Go, a remedy or an End of Limit can do."""
    if code is Code.GO_OFTEN or (safety == Card.RIGHT_OF_WAY and code is not Code.CURE_NOW):
        return safety == Card.RIGHT_OF_WAY
    after = Tableau.from_view(side)
    after.lay_safety(safety, coup=False)
    then = after.view()
    return then.battle != side.battle if code is Code.CURE_NOW else then.can_go and not side.can_go


@pytest.mark.proof
def test_no_card_is_called_necessary_if_a_safety_in_the_hand_would_do() -> None:
    said: Counter[Code] = Counter()
    with_safety = 0
    for choice in choices(games=6, seed=5):
        hand, side = choice.observation.hand, choice.observation.own
        safeties = {card for card in hand if card in THREATS}
        with_safety += bool(safeties)
        for better, worse in permutations(choice.observation.legal_actions(), 2):
            found = find(choice.observation, better, worse)
            if found is not None and found.code in NEEDED:
                said[found.code] += 1
                assert not [safety for safety in safeties if frees(safety, side, found.code)], (choice, found)
                assert Card.RIGHT_OF_WAY not in side.safeties or found.code is Code.CURE_NOW
    assert with_safety > 200 and said.keys() == NEEDED


REMEDIES_KEPT = {Code.KEEP_ONLY_REMEDY, Code.REMEDY_MORE_NEEDED, Code.REMEDY_RARER}


@pytest.mark.proof
def test_nobody_is_advised_to_keep_a_remedy_that_a_safety_makes_useless() -> None:
    said: Counter[Code] = Counter()
    for choice in dear(games=12, seed=11):
        found = find(*choice)
        if found is not None and found.code in REMEDIES_KEPT:
            said[found.code] += 1
            safety = SAFETY_OF[HAZARD_OF[found.card]]
            assert safety not in (*choice[0].hand, *choice[0].own.safeties), (choice, found)
    assert said.keys() == REMEDIES_KEPT


def test_all_reasons_that_call_a_card_necessary_are_checked() -> None:
    """The test finds such reasons by their words: "before", "only then", or "needed"."""
    words = re.compile(r"cannot drive before|gets it going|can only be driven when|cannot go yet|a \w+ would help")
    assert {row[0] for row in SAID if words.search(row[-1])} == NEEDED


@pytest.mark.slow
def test_most_choices_have_a_reason() -> None:
    """docs/coach.md has the measured shares, which bench_reasons.py counts."""
    told = [find(*choice) for choice in islice(dear(games=12, seed=3), 2000)]
    assert len(told) == 2000
    assert sum(found is None for found in told) < 0.25 * len(told)
