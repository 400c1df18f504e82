"""The random number generator behind the deals.

It gives the published numbers, every result is equally likely, and neighbouring seeds have nothing in common.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from mile_bones.engine.bodies import HandRecord
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.game import MileBones

# The output of Sebastiano Vigna's reference implementation of SplitMix64.
SEED_1234567 = (
    *(6457827717110365317, 3203168211198807973, 9817491932198370423),
    *(4593380528125082431, 16408922859458223821),
)
SEED_0 = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)

DEAL_OF_SEED_7 = (
    ("25", "GO", "GASOLINE", "GASOLINE", "GO", "200"),
    ("50", "SPARE_TIRE", "SPARE_TIRE", "75", "REPAIRS", "100"),
    ("END_OF_LIMIT", "PUNCTURE_PROOF", "RIGHT_OF_WAY", "50", "25", "END_OF_LIMIT"),
)


@pytest.mark.parametrize(("seed", "numbers"), [(1234567, SEED_1234567), (0, SEED_0)])
def test_the_generator_gives_the_published_numbers(seed: int, numbers: tuple[int, ...]) -> None:
    rng = Rng(seed)
    assert tuple(rng.next64() for _number in numbers) == numbers


def test_only_the_lowest_64_bits_of_a_seed_matter() -> None:
    assert Rng(5).next64() == Rng(5 + 2**64).next64() == Rng(5 - 2**64).next64()
    assert Rng(-1).next64() == Rng(2**64 - 1).next64()


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 101, 2**32, 2**63 + 1, 2**64])
def test_numbers_stay_below_their_bound(bound: int) -> None:
    rng = Rng(8)
    numbers = [rng.below(bound) for _number in range(200)]
    assert 0 <= min(numbers) <= max(numbers) < bound
    if bound <= 7:
        assert set(numbers) == set(range(bound))


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_an_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Rng(1).below(bound)


def test_all_numbers_are_equally_likely_below_any_bound() -> None:
    """With a bound of two thirds of 2**64, a plain remainder would give the lower half of the results twice as
    often.
    """
    bound = 2**65 // 3
    rng = Rng(3)
    low = sum(rng.below(bound) < bound // 2 for _number in range(20_000))
    assert abs(low - 10_000) < 500  # seven standard deviations; a remainder would give 13,333


def test_a_number_that_would_favour_small_results_is_drawn_again() -> None:
    bound = 2**63 + 1  # the generator's numbers from `bound` up are rejected
    plain, rng = Rng(11), Rng(11)
    usable = [number for number in (plain.next64() for _number in range(60)) if number < bound]
    assert [rng.below(bound) for _number in usable] == usable


def test_shuffling_gives_every_order_equally_often() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    rng = Rng(2)
    for _shuffle in range(24_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert all(abs(count - 1000) < 200 for count in counts.values())  # six standard deviations


def test_an_empty_list_and_a_list_of_one_item_can_be_shuffled() -> None:
    nothing: list[int] = []
    one = [5]
    Rng(1).shuffle(nothing)
    Rng(1).shuffle(one)
    assert (nothing, one) == ([], [5])


def test_the_deal_of_a_seed_never_changes() -> None:
    """The expected deal is written down here as it was first dealt. It must stay the same, because records and bug
    reports name seeds.
    """
    deal = MileBones().new_state(seed=7).body().hands[0]
    assert deal.dealt == DEAL_OF_SEED_7[:2]
    assert deal.deck[:6] == DEAL_OF_SEED_7[2]


def test_deals_of_neighbouring_seeds_are_independent() -> None:
    """Neighbouring seeds and deal numbers never give the same deal. They have no more cards in the same place than by
    chance.
    """
    streams = {}
    for seed in range(40):
        for number in range(40):
            rng = Rng.for_deal(seed, number)
            streams[seed, number] = tuple(rng.next64() for _number in range(4))
    assert len(set(streams.values())) == len(streams)
    outputs = [number for stream in streams.values() for number in stream]
    assert len(set(outputs)) == len(outputs)  # overlapping streams would share numbers
    same = 0
    for seed in range(200):
        one, two = ((*r.dealt[0], *r.dealt[1], *r.deck) for r in (_first_hand(seed), _first_hand(seed + 1)))
        same += sum(mine == theirs for mine, theirs in zip(one, two, strict=True))
    by_chance = 200 * 101 * sum((count / 101) ** 2 for count in MileBones().rules.deck)
    assert abs(same - by_chance) < 0.15 * by_chance


def _first_hand(seed: int) -> HandRecord:
    return MileBones().new_state(seed=seed).body().hands[0]
