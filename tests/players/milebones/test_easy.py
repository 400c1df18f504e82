"""The greedy level ``easy``, rule by rule."""

from __future__ import annotations

import pytest

from mile_bones.games.milebones.observation import Phase
from mile_bones.players import load_player
from players.milebones.positions import answer, position

EASY = load_player("mile-bones", "easy")
GOING = "GO 100"


def test_a_coup_comes_before_the_draw() -> None:
    hit = position("25 PUNCTURE_PROOF", own="GO FLAT_TIRE", coup_hazard="FLAT_TIRE", phase=Phase.DRAW)
    assert answer(EASY, hit) == "play PUNCTURE_PROOF"


def test_a_safety_that_is_not_a_coup_waits_for_the_draw() -> None:
    old = position("25 PUNCTURE_PROOF", own="GO FLAT_TIRE", phase=Phase.DRAW)
    assert answer(EASY, old) == "draw"


@pytest.mark.parametrize(
    ("safety", "own"),
    [
        ("PUNCTURE_PROOF", "GO FLAT_TIRE"),
        ("EXTRA_TANK", "GO OUT_OF_GAS"),
        ("DRIVING_ACE", "GO ACCIDENT"),
        ("RIGHT_OF_WAY", "GO STOP"),
        ("RIGHT_OF_WAY", "GO SPEED_LIMIT"),
    ],
)
def test_a_safety_that_cures_is_played_before_the_remedy(safety: str, own: str) -> None:
    assert answer(EASY, position(f"SPARE_TIRE GASOLINE REPAIRS GO 25 {safety}", own=own)) == f"play {safety}"


def test_a_safety_that_cures_nothing_is_kept_while_the_deck_is_high() -> None:
    assert answer(EASY, position("EXTRA_TANK 25", own=GOING)) == "play 25"


@pytest.mark.parametrize(("left", "expected"), [(13, "play 25"), (12, "play EXTRA_TANK")])
def test_safeties_are_played_from_twelve_cards_left_on(left: int, expected: str) -> None:
    late = position("EXTRA_TANK 25", own=GOING, unseen="10*GO 6*GASOLINE 6*REPAIRS", other_cards=22 - left)
    assert late.left == left
    assert answer(EASY, late) == expected


@pytest.mark.parametrize("rules", ["mile-bones", "mille"])
def test_the_level_easy_plays_a_safety_if_it_holds_only_safeties(rules: str) -> None:
    assert answer(EASY, position("EXTRA_TANK DRIVING_ACE", own=GOING, rules=rules)).startswith("play ")


def test_a_remedy_comes_before_a_hazard() -> None:
    assert answer(EASY, position("25 STOP SPARE_TIRE", own="GO FLAT_TIRE", other="GO")) == "play SPARE_TIRE"
    assert answer(EASY, position("25 STOP END_OF_LIMIT", own="GO SPEED_LIMIT", other="GO")) == "play END_OF_LIMIT"
    assert answer(EASY, position("25 STOP GO", other="GO")) == "play GO"


def test_go_is_useless_to_a_player_going_by_right_of_way() -> None:
    assert answer(EASY, position("GO 25", own="RIGHT_OF_WAY")) == "play 25"
    assert answer(EASY, position("GO 200 25", own="FLAT_TIRE SPARE_TIRE RIGHT_OF_WAY 200 200 200")) == "play 25"


def test_a_hazard_comes_before_miles() -> None:
    assert answer(EASY, position("200 ACCIDENT", own=GOING, other="GO")) == "play ACCIDENT"
    assert answer(EASY, position("200 SPEED_LIMIT", own=GOING, other="GO")) == "play SPEED_LIMIT"


def test_a_speed_limit_follows_the_rule_set() -> None:
    assert answer(EASY, position("200 SPEED_LIMIT", own=GOING)) == "play 200"
    assert answer(EASY, position("200 SPEED_LIMIT", own=GOING, rules="mille")) == "play SPEED_LIMIT"


@pytest.mark.parametrize(
    ("hand", "own", "expected"),
    [
        ("25 75 200 100", GOING, "play 200"),
        ("25 75 100", "GO SPEED_LIMIT", "play 25"),
        ("25 75 100", "GO 200 200 100 100", "play 100"),
        ("25 75 100", "GO 200 200 100 100 25", "play 75"),
        ("25 200", "GO 200 200", "play 25"),
    ],
)
def test_the_largest_legal_distance_is_driven(hand: str, own: str, expected: str) -> None:
    assert answer(EASY, position(hand, own=own)) == expected


@pytest.mark.parametrize(
    ("hand", "own", "other", "expected"),
    [
        ("GO 100 200 STOP", "GO 200 200 25 25", "", "play 100"),
        ("200 25 STOP GASOLINE", "GO 200 200 STOP", "", "discard 200"),
        ("25 100 STOP GASOLINE", "GO 200 200 100 100 50 STOP", "", "discard 100"),
        ("25 50 STOP GASOLINE", "", "RIGHT_OF_WAY", "discard STOP"),
        ("25 50 STOP GASOLINE", "EXTRA_TANK", "", "discard GASOLINE"),
        ("25 75 100 GASOLINE EXTRA_TANK", "", "", "discard 25"),
        ("75 75 50 100 GASOLINE EXTRA_TANK", "", "", "discard 75"),
    ],
)
def test_the_least_useful_card_is_discarded(hand: str, own: str, other: str, expected: str) -> None:
    assert answer(EASY, position(hand, own=own, other=other)) == expected


def test_the_level_easy_never_extends() -> None:
    done = position("100 100 100", own="GO 200 200 100 100 100", phase=Phase.EXTEND)
    assert answer(EASY, done) == "extend no"
