"""The careful level ``original``: each of its promises, in single positions and over many hands."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from mile_bones.games.milebones.actions import EXTEND
from mile_bones.games.milebones.cards import SAFETIES
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import arena
from mile_bones.players import load_player
from players.milebones.positions import answer, position

ORIGINAL = load_player("mile-bones", "original")
rule_sets = pytest.mark.parametrize("rules", RULE_SETS)


class Ended(NamedTuple):
    """The end of a hand, and the number of safeties that each seat still held."""

    completed_by: int | None
    called_by: int | None
    safeties_held: tuple[int, int]


def self_play(rules: str, seeds: range) -> list[Ended]:
    chosen, ended = RULE_SETS[rules], []
    for seed in seeds:
        hand = Hand(chosen, shuffled_deal(chosen, seed, 0, seed % 2))
        while hand.ended is None:
            hand.apply(ORIGINAL.choose(hand.observation(hand.player)))
        held = (sum(card in SAFETIES for card in hand.hands[0]), sum(card in SAFETIES for card in hand.hands[1]))
        ended.append(Ended(hand.completed_by, hand.extended_by, held))
    return ended


@pytest.mark.slow
@rule_sets
def test_original_beats_the_greedy_level(rules: str) -> None:
    """On average, the advantage is about 300 points a hand. Over these few hands it can be less, but hardly below 100.
    See docs/players.md.
    """
    result = arena.play("original", "easy", hands=300, seed=1, rules=rules)
    assert result.mean > 100


@pytest.mark.proof
@rule_sets
def test_original_calls_extensions_and_completes_most_of_them(rules: str) -> None:
    called = [hand for hand in self_play(rules, range(300)) if hand.called_by is not None]
    assert 30 < len(called) < 150
    assert sum(hand.completed_by == hand.called_by for hand in called) > 0.7 * len(called)


@pytest.mark.proof
@rule_sets
def test_original_plays_every_safety_before_it_completes_the_trip(rules: str) -> None:
    completed = [hand for hand in self_play(rules, range(300)) if hand.completed_by is not None]
    assert len(completed) > 200
    assert all(hand.safeties_held[hand.completed_by or 0] == 0 for hand in completed)


class TestSafeties:
    def test_original_plays_every_possible_coup(self) -> None:
        for hazard, safety in (("STOP", "RIGHT_OF_WAY"), ("ACCIDENT", "DRIVING_ACE")):
            hit = position(f"25 {safety}", own=f"GO {hazard}", coup_hazard=hazard, phase=Phase.DRAW)
            assert answer(ORIGINAL, hit) == f"play {safety}"

    @pytest.mark.parametrize("safety", [card.notation for card in SAFETIES])
    def test_a_safety_is_held_back_while_its_hazards_may_come(self, safety: str) -> None:
        assert answer(ORIGINAL, position(f"100 50 GO SPARE_TIRE GASOLINE REPAIRS {safety}", own="GO")) == "play 100"

    def test_a_safety_is_played_when_all_its_hazards_have_been_seen(self) -> None:
        seen = position("100 50 GO SPARE_TIRE PUNCTURE_PROOF", own="GO", gone="2*FLAT_TIRE")
        assert answer(ORIGINAL, seen) == "play PUNCTURE_PROOF"

    def test_a_safety_is_played_when_nothing_else_cures(self) -> None:
        assert answer(ORIGINAL, position("100 DRIVING_ACE", own="GO ACCIDENT")) == "play DRIVING_ACE"
        assert answer(ORIGINAL, position("100 RIGHT_OF_WAY", own="GO STOP")) == "play RIGHT_OF_WAY"

    def test_a_safety_is_played_before_the_trip_ends(self) -> None:
        last = position("100 EXTRA_TANK", own="GO 200 200 100 100", other="GO 4*100 2*50")
        assert answer(ORIGINAL, last) == "play EXTRA_TANK"
        assert (
            answer(ORIGINAL, position("100", own="GO 200 200 100 100 EXTRA_TANK", other="GO 4*100 2*50")) == "play 100"
        )

    @pytest.mark.parametrize("rules", RULE_SETS)
    def test_a_safety_alone_in_the_hand_is_played(self, rules: str) -> None:
        assert answer(ORIGINAL, position("EXTRA_TANK", own="GO", unseen="10*GO", rules=rules)) == "play EXTRA_TANK"


class TestAttack:
    @pytest.mark.parametrize(("own", "expected"), [("GO EXTRA_TANK", "OUT_OF_GAS"), ("GO PUNCTURE_PROOF", "FLAT_TIRE")])
    def test_a_hazard_that_the_opponent_has_no_safety_against_comes_first(self, own: str, expected: str) -> None:
        assert answer(ORIGINAL, position("FLAT_TIRE OUT_OF_GAS 25", own=own, other="GO")) == f"play {expected}"

    @pytest.mark.parametrize(("gone", "expected"), [("GASOLINE", "OUT_OF_GAS"), ("SPARE_TIRE", "FLAT_TIRE")])
    def test_a_hazard_whose_remedies_are_gone_comes_first(self, gone: str, expected: str) -> None:
        gone_by = position("FLAT_TIRE OUT_OF_GAS 25", own="GO", other="GO", gone=f"5*{gone}")
        assert answer(ORIGINAL, gone_by) == f"play {expected}"

    def test_a_hazard_comes_before_miles(self) -> None:
        assert answer(ORIGINAL, position("ACCIDENT 100", own="GO", other="GO")) == "play ACCIDENT"

    def test_a_speed_limit_is_useless_on_the_last_fifty_miles(self) -> None:
        near = position("SPEED_LIMIT 25", own="GO 100", other="GO 200 200 100 100 50")
        assert answer(ORIGINAL, near) == "play 25"

    def test_a_hazard_blocked_by_a_safety_is_discarded_first(self) -> None:
        stuck = position("STOP 100 GO REPAIRS", own="GO OUT_OF_GAS", other="RIGHT_OF_WAY")
        assert answer(ORIGINAL, stuck) == "discard STOP"


class TestMiles:
    @pytest.mark.parametrize(
        ("hand", "own", "expected"),
        [
            (
                "100 75 75",
                "GO 200 200 100 50",
                "75",
            ),  # 150 to go: 75 and 75 are exact; 100 leaves 50, for which there is no card
            ("100 75 75 50", "GO 200 200 100", "75"),  # 200 to go: 75, 75 and 50 are exact; after 100 nothing is
            ("75 50 25", "GO 200 200 100 100", "75"),  # 100 to go: 75 and 25
        ],
    )
    def test_original_aims_for_the_exact_miles(self, hand: str, own: str, expected: str) -> None:
        assert answer(ORIGINAL, position(hand, own=own, other="GO 4*100")) == f"play {expected}"

    def test_a_200_is_kept_while_a_safe_trip_is_possible(self) -> None:
        assert answer(ORIGINAL, position("200 100 100 100", own="GO 4*100")) == "play 100"
        assert answer(ORIGINAL, position("200 100 100 75", own="GO 4*100")) == "play 200"

    def test_a_200_is_played_when_the_trip_is_lost(self) -> None:
        lost = position("200 100", own="GO 100", unseen="6*GO 2*GASOLINE 2*25")
        assert answer(ORIGINAL, lost) == "play 200"

    def test_the_trip_is_completed_when_possible(self) -> None:
        assert answer(ORIGINAL, position("50 ACCIDENT 25", own="GO 200 200 100 100 50", other="GO 4*100")) == "play 50"


class TestKeeping:
    def test_small_miles_are_discarded_before_needed_remedies(self) -> None:
        stuck = position("GO REPAIRS SPARE_TIRE END_OF_LIMIT 25 50 100", own="GO OUT_OF_GAS")
        assert answer(ORIGINAL, stuck) == "discard 25"

    def test_a_second_copy_is_discarded_before_a_single_card(self) -> None:
        stuck = position("GASOLINE REPAIRS REPAIRS 100 100", own="GO FLAT_TIRE")
        assert answer(ORIGINAL, stuck) == "discard REPAIRS"

    def test_a_remedy_is_discarded_when_all_its_hazards_were_seen(self) -> None:
        stuck = position("REPAIRS GASOLINE 100 75 GO", own="GO FLAT_TIRE", gone="2*OUT_OF_GAS")
        assert answer(ORIGINAL, stuck) == "discard GASOLINE"

    def test_a_remedy_is_discarded_when_its_safety_was_played(self) -> None:
        stuck = position("REPAIRS GASOLINE 100 25 GO", own="DRIVING_ACE GO FLAT_TIRE")
        assert answer(ORIGINAL, stuck) == "discard REPAIRS"


class TestExtension:
    GOOD = position(
        "100 100 100 RIGHT_OF_WAY DRIVING_ACE", own="GO 7*100", other="GO 25 OUT_OF_GAS", phase=Phase.EXTEND
    )
    BAD = position("25 GASOLINE STOP GO", own="GO 7*100", other="GO 200 200 100 50", phase=Phase.EXTEND)

    def test_an_extension_is_called_with_good_cards(self) -> None:
        assert answer(ORIGINAL, self.GOOD) == str(EXTEND)

    def test_an_extension_is_refused_with_bad_cards_and_a_near_opponent(self) -> None:
        assert answer(ORIGINAL, self.BAD) == "extend no"

    def test_safeties_are_kept_for_a_coming_extension(self) -> None:
        before = position("100 100 100 100 DRIVING_ACE", own="GO 6*100", other="GO 25 OUT_OF_GAS")
        assert answer(ORIGINAL, before) == "play 100"
