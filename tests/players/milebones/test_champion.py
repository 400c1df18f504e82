"""The level ``champion``: its imagined worlds agree with what it saw, and it weighs them correctly.

A world is a possible complete deal that fits the observation.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from mile_bones.games.milebones.actions import DISCARD, END_TRIP, EXTEND, PLAY
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.game import imagined_hand
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import MILE_BONES
from mile_bones.players import load_player
from mile_bones.players.milebones import lookahead
from mile_bones.players.milebones.champion import EARLY_CARDS, EARLY_HANDS, HANDS, LAST_HANDS, ChampionPlayer
from mile_bones.players.milebones.determinizations import imagine
from mile_bones.players.milebones.expert import YES, ExpertPlayer
from mile_bones.players.milebones.features import SIZE
from mile_bones.players.milebones.network import load_weights
from mile_bones.players.milebones.policy import Policy
from mile_bones.players.milebones.rollouts import ends
from players.milebones.hand_by_hand import StakesByHand
from players.milebones.positions import position
from players.milebones.weights import expecting

EVEN = np.zeros(19, np.float32)


def luck(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def middle(seed: int, turns: int) -> Observation:
    """Return the observation of the player to act in the middle of a hand."""
    expert = load_player("mile-bones", "expert")
    hand = Hand(MILE_BONES, shuffled_deal(MILE_BONES, seed, 0, 0))
    for _turn in range(turns):
        if hand.ended is None:
            hand.apply(expert.choose(hand.observation(hand.player)))
    return hand.observation(hand.player)


@pytest.mark.parametrize("turns", [0, 25, 60, 90])
def test_every_world_fits_the_observation_exactly(turns: int) -> None:
    seen = middle(3, turns)
    for world in imagine(seen, EVEN, 40, luck()):
        assert world.observation(seen.seat, seen.hand_number, seen.totals) == seen
        held, deck = Counter(world.hands[1 - seen.seat]), Counter(world.deck)
        assert [held[card] + deck[card] for card in Card] == list(seen.unseen())
        assert len(world.deck) == seen.left


def test_without_leaning_weights_each_unseen_card_is_equally_likely() -> None:
    seen = middle(5, 30)
    worlds = imagine(seen, EVEN, 4000, luck())
    unseen = np.array(seen.unseen())
    share = seen.other_cards / unseen.sum()
    for zone in (lambda world: world.hands[1 - seen.seat], lambda world: world.deck[-seen.other_cards :]):
        mean = np.array([np.mean([zone(world).count(card) for world in worlds]) for card in Card])
        assert mean == pytest.approx(unseen * share, abs=0.09)


def test_leaning_weights_move_cards_to_the_hand_and_keep_the_deck_random() -> None:
    seen = middle(5, 30)
    leaning = EVEN.copy()
    leaning[Card.GO], leaning[Card.MILES_25] = 3, -3
    worlds = imagine(seen, leaning, 1000, luck())
    opponent = 1 - seen.seat
    go = np.mean([world.hands[opponent].count(Card.GO) for world in worlds])
    small = np.mean([world.hands[opponent].count(Card.MILES_25) for world in worlds])
    share = seen.other_cards / sum(seen.unseen())
    assert go > 2 * seen.unseen()[Card.GO] * share
    assert small < 0.3 * seen.unseen()[Card.MILES_25] * share
    last, first = (np.mean([world.deck[end] == Card.MILES_25 for world in worlds]) for end in (0, -1))
    assert last == pytest.approx(first, abs=0.06)


def test_the_same_random_numbers_give_the_same_worlds() -> None:
    seen = middle(5, 30)
    hands = [[world.hands for world in imagine(seen, EVEN, 5, luck(seed))] for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]


@pytest.mark.proof
def test_the_same_seed_and_observation_give_the_same_answer() -> None:
    champions = [load_player("mile-bones", "champion", 8), load_player("mile-bones", "champion", 8)]
    for turns in range(5, 60, 5):
        seen = middle(11, turns)
        assert champions[0].choose(seen) == champions[0].choose(seen) == champions[1].choose(seen)


def undecided_policy(sure_of: int | None = None, how_sure: float = 30) -> Policy:
    """Return a policy that rates all actions equally, except action ``sure_of``, whose logit is ``how_sure`` higher."""
    sizes = {"one": (SIZE, 2), "one_bias": 2, "two": (2, 2), "two_bias": 2, "out": (2, 42), "out_bias": 42}
    layers = {name: np.zeros(size) for name, size in sizes.items()}
    if sure_of is not None:
        layers["out_bias"][sure_of] = how_sure
    return Policy(layers)


def test_the_champion_does_the_action_of_highest_worth() -> None:
    """A judge that expects the same from all hands leaves only the points on the table to differ. The higher distance
    is then better.
    """
    policy = undecided_policy()
    undecided = position("25 50 100 100 75 75 75", own="GO", other="SPEED_LIMIT STOP")
    assert (
        ChampionPlayer(policy, expecting((0, 0)), 1, plies=0, last_cards=-1).choose(undecided) == PLAY[Card.MILES_100]
    )


@pytest.mark.parametrize(("how_sure", "card"), [(1, Card.MILES_100), (20, Card.MILES_75)])
def test_a_sure_expert_decides_if_little_is_at_stake(how_sure: float, card: Card) -> None:
    policy = undecided_policy(sure_of=Card.MILES_75, how_sure=how_sure)
    close = position("25 50 100 100 75 75 75", own="GO", other="SPEED_LIMIT STOP")
    assert ChampionPlayer(policy, expecting((0, 0)), 1, plies=0, last_cards=-1).choose(close) == PLAY[card]


def test_the_judge_values_a_hand_for_the_player_to_act() -> None:
    """After a safety it is still the same player's turn. A judge that values being on turn makes the champion play it
    at once.
    """
    policy = undecided_policy()
    undecided = position("DRIVING_ACE 25 GO 100", own="GO", other="STOP")
    loves_it, hates_it = (
        ChampionPlayer(policy, expecting(coming), 1, plies=0, last_cards=-1) for coming in ((2500, 0), (0, 2500))
    )
    assert loves_it.choose(undecided) == PLAY[Card.DRIVING_ACE]
    assert hates_it.choose(undecided) != PLAY[Card.DRIVING_ACE]


def test_alternatives_are_examined_even_if_the_expert_is_sure() -> None:
    seen = position("RIGHT_OF_WAY 25 STOP 100 GO REPAIRS 50", own="GO 100", other="GO 50")
    sure = undecided_policy(sure_of=19 + Card.RIGHT_OF_WAY)
    assert ExpertPlayer(sure).choose(seen) == DISCARD[Card.RIGHT_OF_WAY]
    assert ChampionPlayer(sure, load_weights("champion"), 1, plies=0).choose(seen) != DISCARD[Card.RIGHT_OF_WAY]


def test_both_answers_about_the_extension_are_examined() -> None:
    """Without an extension the trip wins the game; with one the game may still be lost."""
    asked = position("25 25 GO STOP 50 75", own="GO 200 200 100 100 100", phase=Phase.EXTEND)
    sure = undecided_policy(sure_of=YES)
    assert ExpertPlayer(sure).choose(asked) == EXTEND
    champion = ChampionPlayer(sure, load_weights("champion"), 1)
    assert champion.choose(asked._replace(totals=(4000, 4500))) == END_TRIP


def test_a_safety_that_wins_the_game_is_not_kept() -> None:
    """The player has 4,900 points, and the opponent is about to complete the trip."""
    seen = position(
        "GASOLINE PUNCTURE_PROOF GO 200 GO GO GO",
        own="",
        other="GO 50 25 75 25 100 25 100 25 200",
        rules="mille",
    )._replace(totals=(4900, 2700))
    assert load_player("mile-bones", "champion", 3).choose(seen) == PLAY[Card.PUNCTURE_PROOF]


@pytest.mark.parametrize("rules", ["mile-bones", "mille"])
def test_the_champion_waits_for_delayed_action_at_the_last_card(rules: str) -> None:
    """The opponent can no longer prevent delayed action, which brings 300 points more in the next turn."""
    unseen = "GASOLINE GO GO REPAIRS SPARE_TIRE END_OF_LIMIT GO"
    own = "GO 200 100 100 100 100"
    seen = position("100 GO GO GO END_OF_LIMIT REPAIRS REPAIRS", own=own, other="100", unseen=unseen, rules=rules)
    assert seen.left == 1
    assert load_player("mile-bones", "champion", 3).choose(seen) != PLAY[Card.MILES_100]


def test_the_number_of_imagined_hands_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def counted(*args: object) -> tuple[Row, Deck]:
        rows, decks = ends(*args)  # type: ignore[arg-type]
        played.append(len(rows))
        return rows, decks

    monkeypatch.setattr(lookahead, "ends", counted)
    close = position("STOP ACCIDENT FLAT_TIRE OUT_OF_GAS REPAIRS GASOLINE SPARE_TIRE")
    for left, most in ((EARLY_CARDS + 1, EARLY_HANDS), (EARLY_CARDS, HANDS)):
        played.clear()
        seen = close._replace(left=left, other_cards=sum(close.unseen()) - left)
        ChampionPlayer(undecided_policy(), expecting((0, 0)), 1, plies=0).choose(seen)
        assert len(played) == 3
        assert 0.9 * most < sum(played) <= most
    played.clear()
    late = position("25 50 STOP STOP GO GO GO", own="GO", other="GO", unseen="25 25 50 50 GO GO 75 75 100 100 REPAIRS")
    ChampionPlayer(undecided_policy(), expecting((0, 0)), 1).choose(late)
    assert len(played) <= 2
    assert sum(played) <= LAST_HANDS


def simple_stakes(game_part: float) -> StakesByHand:
    chances = np.full((2, 200, 200), 0.5)
    chances[:, 100:, :] += 0.25
    return StakesByHand(chances, np.array([0.001, 0.001]), game_part)


def test_the_worth_of_a_hand_combines_points_and_the_chance_to_win() -> None:
    hand = imagined_hand(position("25", own="GO 100 EXTRA_TANK", other="GO 50"), (), ())
    hand.first = 1  # seat 0 begins the next hand
    nothing = (0, 0)
    assert simple_stakes(0.0).worth(hand, (0, 0), 0, nothing) == 150
    assert simple_stakes(0.0).worth(hand, (0, 0), 1, nothing) == -150
    assert simple_stakes(0.0).worth(hand, (0, 0), 1, (100, 25)) == -225
    assert simple_stakes(1.0).worth(hand, (0, 0), 0, nothing) == 0
    assert simple_stakes(1.0).worth(hand, (2300, 0), 0, nothing) == pytest.approx(250)
    assert simple_stakes(0.5).worth(hand, (2300, 0), 0, nothing) == pytest.approx(0.5 * 150 + 0.5 * 250)
    assert simple_stakes(1.0).worth(hand, (4800, 0), 0, nothing) == pytest.approx(500)
    assert simple_stakes(1.0).worth(hand, (0, 4950), 0, nothing) == pytest.approx(-500)


def test_a_finished_hand_is_worth_its_score() -> None:
    hand = imagined_hand(position("25", own="GO 200 200 100 100 75 25", phase=Phase.EXTEND), (), ())
    hand.apply(hand.observation(0).legal_actions()[1])
    assert hand.ended == "trip"
    assert simple_stakes(0.0).worth(hand, (0, 0), 0) == hand.score()[0].total - hand.score()[1].total > 1000
