"""The lookahead in imagined worlds gives the same results as the game itself."""

from __future__ import annotations

import numpy as np
import pytest

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.players.milebones.determinizations import imagine, rng_for
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.judge import Judge
from mile_bones.players.milebones.lookahead import Judged, Lookahead
from mile_bones.players.milebones.network import Network, load_weights
from mile_bones.players.milebones.policy import Policy
from players.milebones.hand_by_hand import HandByHand
from players.milebones.positions import questions

WEIGHTS = load_weights("champion")
POLICY, GUESS = Policy(load_weights("expert")), Network(WEIGHTS, "guess_")


def lookahead(plies: int, last_cards: int, judged: Judged = Judged.AT_ONCE) -> Lookahead:
    return Lookahead(POLICY, GUESS, Judge(WEIGHTS).worths, 5, plies, last_cards, judged)


@pytest.mark.sample(proof=1)
@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize(
    ("plies", "last_cards"), [(0, -1), (4, -1), (2, 12), pytest.param(0, at.DECK, marks=pytest.mark.slow)]
)
def test_every_world_has_the_same_result_as_in_the_scalar_engine(rules: str, plies: int, last_cards: int) -> None:
    ahead = lookahead(plies, last_cards)
    by_hand = HandByHand(POLICY, WEIGHTS, plies, last_cards)
    asked = [seen for seen in questions("expert", rules, 9) if len(seen.legal_actions()) > 1]
    for seen in (*asked[3:-20:19], *asked[-20::6]):
        actions = seen.legal_actions()
        found = ahead.outcomes(seen, actions, *ahead.imagined(seen, 6))
        worlds = imagine(seen, GUESS(features(seen)), 6, rng_for(5, features(seen)))
        assert found == pytest.approx(by_hand.worths(seen, actions, worlds), abs=0.1)


@pytest.mark.slow
def test_a_hand_can_be_judged_at_once_or_after_one_choice_or_twice() -> None:
    seen = questions("expert", "mile-bones", 9)[20]
    actions, worlds = seen.legal_actions(), lookahead(4, -1).imagined(seen, 30)
    first, second, mean, by_turns = (
        ahead.outcomes(seen, actions, *worlds)
        for ahead in (
            lookahead(4, -1),
            lookahead(5, -1),
            lookahead(4, -1, Judged.TWICE),
            lookahead(4, -1, Judged.BY_TURNS),
        )
    )
    assert first is not None and second is not None and by_turns is not None
    assert np.any(abs(first - second) > 1)
    assert mean == pytest.approx((first + second) / 2, abs=0.1)
    assert by_turns[:, 0::2] == pytest.approx(first[:, 0::2], abs=0.1)
    assert by_turns[:, 1::2] == pytest.approx(second[:, 1::2], abs=0.1)


def test_the_same_worlds_are_imagined_unless_a_generator_is_reused() -> None:
    ahead, seen = lookahead(1, -1), questions("expert", "mille", 9)[20]
    luck = ahead.luck(seen)
    one, other = (ahead.imagined(seen, 20, luck)[0] for _time in range(2))
    assert (one == ahead.imagined(seen, 20)[0]).all()
    assert np.any(one != other)


def test_the_number_of_worlds_played_together_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead, seen = lookahead(2, -1, Judged.BY_TURNS), questions("expert", "mile-bones", 9)[21]
    worlds = ahead.imagined(seen, 50)
    whole = ahead.outcomes(seen, seen.legal_actions(), *worlds)
    monkeypatch.setattr("mile_bones.players.milebones.lookahead.TOGETHER", 7 * len(seen.legal_actions()))
    assert ahead.outcomes(seen, seen.legal_actions(), *worlds) == pytest.approx(whole, abs=0.1)
