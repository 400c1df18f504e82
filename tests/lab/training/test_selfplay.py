"""Hands that a network plays against itself, and the evaluation of its choices."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.batch import features
from mile_bones.lab.training.advantages import Experience, Settings, _reorder, look_ahead, weigh
from mile_bones.lab.training.networks import Tower
from mile_bones.lab.training.selfplay import Tables, play
from mile_bones.lab.training.stakes import CELLS, Stakes
from mile_bones.players.milebones.features import SCALE
from mile_bones.players.milebones.network import POINTS

CPU = torch.device("cpu")
FLAT = Stakes(np.full((2, CELLS, CELLS), 0.5, np.float32), np.ones(2))
POINTS_ALONE = Settings(trace=1.0, game_part=0.0, residual=1.0)


@pytest.fixture(scope="module")
def networks() -> tuple[Tower, Tower]:
    torch.manual_seed(5)
    actor = Tower(SCALE, 32, at.ACTIONS, half=False)
    critic = Tower(features.CRITIC_SCALE, 32, 1, half=False)
    for tower in (actor, critic):
        torch.nn.init.normal_(tower.out.weight, std=0.3)  # because of this, outputs differ from the start
    return actor, critic


def batch(networks: tuple[Tower, Tower], settings: Settings, seed: int = 7) -> tuple[Experience, np.ndarray]:
    """Return the experience from 64 hands, and the scores of each hand: the beginner's and the other's."""
    actor, critic = networks
    tables = Tables(64, np.random.default_rng(seed))
    course = play(actor, tables, CPU)
    return weigh(course, critic, FLAT, settings, CPU), tables.finish(course.ended)


def test_only_legal_actions_are_taken_and_evaluated(networks: tuple[Tower, Tower]) -> None:
    experience, _scores = batch(networks, Settings())
    lines = torch.arange(len(experience.taken))
    assert experience.legal[lines, experience.taken].all()
    assert not experience.advantages[~experience.legal].any()
    assert torch.allclose(experience.chances.sum(dim=1), torch.ones(len(lines)), atol=1e-5)
    assert not experience.chances[~experience.legal].any()


def test_advantages_cancel_out_over_the_networks_probabilities(networks: tuple[Tower, Tower]) -> None:
    experience, _scores = batch(networks, Settings())
    weighed = experience.advantages != 0
    mean = (experience.chances * experience.advantages).sum(dim=1) / (experience.chances * weighed).sum(dim=1)
    assert mean[weighed.any(dim=1)].abs().max() < 1e-3


def test_with_a_full_trace_the_first_return_is_the_score_of_the_hand(networks: tuple[Tower, Tower]) -> None:
    experience, scores = batch(networks, POINTS_ALONE)
    returns = experience.returns[:64].numpy() * POINTS  # the beginner makes each first choice
    assert returns == pytest.approx((scores[:, 0] - scores[:, 1]).astype(float), abs=0.1)


def test_a_look_ahead_after_the_action_taken_gives_the_same_return(networks: tuple[Tower, Tower]) -> None:
    """With no trace, the return is the critic's estimate after one step. A step of the engine itself must lead to the
    same estimate.
    """
    actor, critic = networks
    settings = Settings(trace=0.0, game_part=0.0, worlds=1)
    course = play(actor, Tables(64, np.random.default_rng(7)), CPU)
    experience = weigh(course, critic, FLAT, settings, CPU)
    before = FLAT.worths(course.rows, 0.0)
    lines = np.arange(len(course.rows))
    with torch.no_grad():
        found = look_ahead(course, before, lines, course.taken, critic, FLAT, settings, CPU)
    assert found == pytest.approx(experience.returns.numpy(), abs=1e-3)
    assert experience.surplus.abs().max() < 1e-3


def test_more_orders_of_the_deck_give_the_same_value_with_less_spread(networks: tuple[Tower, Tower]) -> None:
    """The mean over 8 orders is nearer to the mean over 300 orders than the value of the true order is. No order is
    preferred.
    """
    actor, critic = networks
    course = play(actor, Tables(64, np.random.default_rng(7)), CPU)
    before = FLAT.worths(course.rows, 0.0)
    lines = np.arange(0, len(course.rows), 10)
    decks = course.decks.copy()

    def said(worlds: int) -> np.ndarray:
        settings = Settings(game_part=0.0, worlds=worlds)
        with torch.no_grad():
            return look_ahead(course, before, lines, course.taken[lines], critic, FLAT, settings, CPU)

    alone, some, sure = said(1), said(8), said(300)
    assert np.abs(some - sure).mean() < 0.6 * np.abs(alone - sure).mean()
    spread = (alone - sure).std() / len(lines) ** 0.5
    assert abs((alone - sure).mean()) < 4 * spread
    assert (course.decks == decks).all()


def test_a_reordered_deck_shuffles_only_the_remaining_cards() -> None:
    deck = np.arange(at.DECK, dtype=np.int8)
    ends = []
    for seed in range(400):
        other = deck.copy()
        _reorder(other, 30, seed)
        assert (other[:-30] == deck[:-30]).all()
        assert sorted(other) == list(deck)
        ends.append(other[-30:])
    seen = np.array(ends)
    assert (np.abs(seen.mean(axis=0) - deck[-30:].mean()) < 4 * deck[-30:].std() / 20).all()
    assert len(np.unique(seen, axis=0)) == 400


def test_extensions_can_be_decided_at_random(networks: tuple[Tower, Tower]) -> None:
    """The random decisions replace those of the network, and the recorded probabilities show this."""
    for share in (0.0, 1.0):
        tables = Tables(256, np.random.default_rng(3))
        course = play(networks[0], tables, CPU, extend=share)
        asked = course.rows[:, at.PHASE] == at.EXTEND_PHASE
        assert asked.sum() > 5
        assert (course.taken[asked] == (at.YES if share else at.NO)).all()
        assert (course.chances[asked, at.YES] == share).all()
        assert torch.allclose(course.chances.sum(dim=1), torch.ones(len(course.rows)), atol=1e-5)


def test_a_frozen_opponent_sits_in_every_hand_and_plays_its_best_action(networks: tuple[Tower, Tower]) -> None:
    opponent = Tower(SCALE, 32, at.ACTIONS, half=False)
    torch.nn.init.normal_(opponent.out.weight, std=0.3)
    course = play(networks[0], Tables(256, np.random.default_rng(3)), CPU, opponent=opponent)
    assert course.opponents is not None
    assert course.opponents.mean() == pytest.approx(0.5, abs=0.1)
    theirs = torch.from_numpy(course.rows[:, at.PLAYER] == course.opponents[course.hands])
    with torch.no_grad():
        likes = opponent(torch.from_numpy(course.seen)).masked_fill(~course.legal, -1e9)
    assert (torch.from_numpy(course.taken) == likes.argmax(dim=1))[theirs].all()
    assert (course.chances.max(dim=1).values == 1)[theirs].all()
    assert not (course.chances.max(dim=1).values == 1)[~theirs].all()


def test_only_the_critic_learns_from_the_choices_of_a_frozen_opponent(networks: tuple[Tower, Tower]) -> None:
    """The critic learns from the opponent's choices, because it must know how and when the opponent plays. The player
    does not learn from them.
    """
    critic = Tower((*features.CRITIC_SCALE, 1.0), 32, 1, half=False)
    torch.nn.init.normal_(critic.out.weight, std=0.3)
    course = play(networks[0], Tables(64, np.random.default_rng(3)), CPU, opponent=networks[0])
    experience = weigh(course, critic, FLAT, Settings(), CPU)
    assert course.opponents is not None
    theirs = torch.from_numpy(course.rows[:, at.PLAYER] == course.opponents[course.hands])
    assert not experience.advantages[theirs].any()
    assert not experience.surplus[theirs].any()
    assert experience.advantages[~theirs].any()
    assert experience.returns[theirs].any()
    assert torch.equal(experience.critic[:, -1] == 1, theirs)


def test_the_same_seed_gives_the_same_hands(networks: tuple[Tower, Tower]) -> None:
    one, scores = batch(networks, Settings())
    two, again = batch(networks, Settings())
    other, _else = batch(networks, Settings(), seed=8)
    assert (scores == again).all()
    assert torch.equal(one.taken, two.taken)
    assert torch.equal(one.advantages, two.advantages)
    assert not torch.equal(one.taken[:64], other.taken[:64])


def test_totals_start_again_at_zero_after_5000(networks: tuple[Tower, Tower]) -> None:
    tables = Tables(64, np.random.default_rng(1))
    tables.totals[:] = (4975, 4975)
    first = tables.first.copy()
    tables.finish(play(networks[0], tables, CPU).ended)
    assert (tables.first == 1 - first).all()
    assert (tables.totals[(tables.totals != 4975).any(axis=1)] == 0).all()


def test_scores_are_added_to_the_totals_of_continued_games() -> None:
    tables = Tables(400, np.random.default_rng(1))
    rows, _decks = tables.deal()
    rows[:, at.ENDED] = at.BY_CARDS
    rows[:, at.MILES] = 100
    tables.finish(rows)
    went_on = tables.totals[:, 0] > 0
    assert went_on.mean() == pytest.approx(0.75, abs=0.1)
    assert (tables.totals[went_on, 0] >= 100).all()
    assert (tables.totals[:, 1] == 0).all()


def test_games_may_begin_at_random_totals() -> None:
    tables = Tables(400, np.random.default_rng(1))
    rows, _decks = tables.deal()
    tables.totals[:] = 4975
    rows[:, at.ENDED] = at.BY_CARDS
    rows[:, [at.MILES, at.MILES + at.SEAT]] = 25
    tables.finish(rows, anywhere=0.5)
    assert (tables.totals == 0).all(axis=1).mean() == pytest.approx(0.5, abs=0.1)
    assert set(np.unique(tables.totals % 25)) == {0}
    assert 4500 < tables.totals.max() < 5000


def test_both_rule_sets_are_played() -> None:
    assert set(Tables(64, np.random.default_rng(1)).deal()[0][:, at.RULES]) == {0, 1}
