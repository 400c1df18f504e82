"""Small seeds deal the cards of the game; the cards of a secret seed cannot be predicted without the seed."""

from __future__ import annotations

from collections import Counter

import pytest

from mile_bones.games.milebones.hand import shuffled_deal
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import deals
from mile_bones.lab.batches import Kind, Place, players_seed

RULES = RULE_SETS["mile-bones"]
HERE = deals.SECRET + 2026
NUMBERS = ["b1642c886a3a3990", "4dd37416823712fe", "4d36ffc6a1376b4c", "4776deaee050a5c2", "3623f2d51e461d26"]


@pytest.mark.parametrize("seed", [0, 7, 2**64 + 7, deals.SECRET - 1])
def test_a_small_seed_deals_as_in_the_game(seed: int) -> None:
    assert deals.deal(RULES, seed, 3, 1) == shuffled_deal(RULES, seed, 3, 1)


def test_a_secret_seed_deals_by_sha_256() -> None:
    """The expected blocks were computed with the program sha256sum."""
    rng = deals.SecretRng("x")
    numbers = [rng.next64() for _number in range(5)]
    assert [f"{number:016x}" for number in numbers] == NUMBERS


def test_a_secret_seed_always_deals_the_same_whole_decks() -> None:
    dealt = [deals.deal(RULES, HERE, number, number % 2) for number in range(50)]
    assert dealt == [deals.deal(RULES, HERE, number, number % 2) for number in range(50)]
    assert len({deal.deck for deal in dealt}) == 50
    for number, deal in enumerate(dealt):
        assert deal.first == number % 2
        assert Counter((*deal.deck, *deal.dealt[0], *deal.dealt[1])) == Counter(
            {card: copies for card, copies in enumerate(RULES.deck) if copies}
        )


def test_secrets_equal_modulo_2_to_the_64_deal_different_cards() -> None:
    seeds = (HERE, HERE + 1, HERE + 2**64, HERE + 2**65)
    assert len({deals.deal(RULES, seed, 0, 0).deck for seed in seeds}) == 4
    assert len({players_seed(seed, Place(Kind.HANDS, 0)) for seed in seeds}) == 4
    assert len({deals.game_seed(seed, 0) for seed in seeds}) == 4


def test_the_games_of_a_secret_seed_have_different_secret_seeds() -> None:
    seeds = [deals.game_seed(HERE, number) for number in range(20)]
    assert len({HERE, *seeds}) == 21
    assert all(len(str(seed)) == deals.DIGITS for seed in seeds)


def test_fresh_secrets_differ_and_have_all_first_digits() -> None:
    drawn = [deals.fresh_secret() for _time in range(200)]
    assert len(set(drawn)) == 200
    assert {str(seed)[0] for seed in drawn} == set("123456789")
    assert {len(str(seed)) for seed in drawn} == {deals.DIGITS}
