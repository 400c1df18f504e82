"""The cases of the rules page that implementations get wrong. Each case begins with an explicit deal and is tested
under both rule sets.

Seat 0 begins unless a test says otherwise. If the number of cards does not matter, hands are larger than six cards, so
that a position is reached in a few turns.
"""

from __future__ import annotations

import pytest

from games.tables import legal, play, refusal, table, turns
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import GameEnded, HandEnded, Passed
from mile_bones.games.milebones.observation import Phase
from mile_bones.games.milebones.scoring import Score
from mile_bones.games.milebones.state import MileBonesState

BOTH = pytest.mark.parametrize("rules", ["mile-bones", "mille"])

RIGHT_OF_WAY, PUNCTURE_PROOF = Card.RIGHT_OF_WAY, Card.PUNCTURE_PROOF


def end_of(events: list[object]) -> HandEnded:
    """Return the end of the hand among the events."""
    (end,) = [event for event in events if isinstance(event, HandEnded)]
    return end


def hand_size(state: MileBonesState, seat: int) -> int:
    return len(state.observation(seat).hand)


def to_the_end(state: MileBonesState) -> HandEnded:
    """Continue with the alphabetically first action (discard before draw before play) until the hand ends."""
    for _turn in turns(state, most=400):
        for event in play(state, f"{state.current_player} {min(legal(state))}"):
            if isinstance(event, HandEnded):
                return event
    raise AssertionError("the hand does not end")


# Seat 0 is going and seat 1 has just put a Flat Tire on it.
FLAT = "0 draw, 0 play GO, 1 draw, 1 play FLAT_TIRE"


def flat_table(rules: str) -> MileBonesState:
    return table(rules, "GO PUNCTURE_PROOF 4*25", "FLAT_TIRE 5*50", "75 75 100 STOP 100 100 100")


@BOTH
def test_case_1_a_safety_played_at_once_is_a_coup_fourre(rules: str) -> None:
    state = flat_table(rules)
    play(state, FLAT)
    assert state.observation(0).coup == PUNCTURE_PROOF
    assert legal(state) == {"draw", "play PUNCTURE_PROOF"}
    play(state, "0 play PUNCTURE_PROOF")
    mine = state.observation(0)
    assert mine.own.coups == mine.own.safeties == (PUNCTURE_PROOF,)
    assert mine.own.battle == Card.GO
    assert mine.own.can_go
    assert mine.to_act
    assert mine.phase is Phase.PLAY
    assert len(mine.hand) == 7  # 6 dealt, 1 drawn in the first turn, less Go and the safety, and 2 drawn
    assert mine.hand[-2:] == (Card.MILES_100, Card.STOP)
    assert refusal(state, "draw") == "drawn_already"
    play(state, "0 play 100")
    assert state.current_player == 1
    assert hand_size(state, 0) == 6
    assert state.observation(0).left == 3


@BOTH
def test_case_1_a_coup_fourre_scores_100_and_300_points(rules: str) -> None:
    state = table(rules, "GO PUNCTURE_PROOF 25", "FLAT_TIRE 2*50", "75 75 100", goal=25)
    events = play(state, f"{FLAT}, 0 play PUNCTURE_PROOF, 0 play 25, 0 extend no")
    score = end_of(events).scores[0]
    assert (score.safeties, score.coups_fourres) == (100, 300)


@BOTH
def test_case_2_a_safety_played_after_drawing_is_not_a_coup(rules: str) -> None:
    state = flat_table(rules)
    play(state, f"{FLAT}, 0 draw")
    assert state.observation(0).coup is None
    play(state, "0 play PUNCTURE_PROOF")
    mine = state.observation(0)
    assert mine.own.safeties == (PUNCTURE_PROOF,)
    assert mine.own.coups == ()
    assert mine.own.can_go
    assert legal(state) == {"draw"}
    play(state, "0 draw, 0 play 25")
    assert state.current_player == 1
    assert hand_size(state, 0) == 6


@BOTH
def test_case_2_a_safety_played_after_drawing_scores_100_points(rules: str) -> None:
    state = table(rules, "GO PUNCTURE_PROOF 25", "FLAT_TIRE 2*50", "75 75 100 75", goal=25)
    events = play(state, f"{FLAT}, 0 draw, 0 play PUNCTURE_PROOF, 0 draw, 0 play 25, 0 extend no")
    score = end_of(events).scores[0]
    assert (score.safeties, score.coups_fourres) == (100, 0)


@BOTH
def test_case_3_right_of_way_against_a_new_limit_is_a_coup(rules: str) -> None:
    state = table(rules, "GO RIGHT_OF_WAY 75 75", "SPEED_LIMIT SPEED_LIMIT STOP STOP", "25 25 25 25 25 25")
    play(state, "0 draw, 0 play GO, 1 draw, 1 play SPEED_LIMIT")
    assert state.observation(0).own.limited
    play(state, "0 play RIGHT_OF_WAY")
    mine = state.observation(0)
    assert mine.own.coups == (RIGHT_OF_WAY,)
    assert not mine.own.limited
    assert mine.own.speed is None
    assert mine.left == 2
    play(state, "0 play 75, 1 draw")
    assert refusal(state, "play STOP") == refusal(state, "play SPEED_LIMIT") == "protected"
    play(state, "1 discard STOP, 0 draw, 0 play 75")
    assert state.observation(0).own.miles == 150


@BOTH
def test_case_4_right_of_way_against_an_old_limit_is_not_a_coup(rules: str) -> None:
    state = table(rules, "GO RIGHT_OF_WAY 25 25 SPARE_TIRE", "SPEED_LIMIT FLAT_TIRE 50 50 50", 9 * "75 ", goal=25)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play SPEED_LIMIT, 0 draw, 0 discard 75, 1 draw, 1 play FLAT_TIRE")
    assert state.observation(0).coup is None
    assert legal(state) == {"draw"}
    assert refusal(state, "play RIGHT_OF_WAY") == "draw_first"
    play(state, "0 draw, 0 play RIGHT_OF_WAY")
    mine = state.observation(0)
    assert mine.own.coups == ()
    assert not mine.own.limited
    assert mine.own.battle == Card.FLAT_TIRE
    assert not mine.own.can_go
    play(state, "0 draw")
    assert refusal(state, "play 25") == "stopped_by"
    events = play(state, "0 play SPARE_TIRE, 1 draw, 1 discard 50, 0 draw, 0 play 25, 0 extend no")
    score = end_of(events).scores[0]
    assert (score.safeties, score.coups_fourres) == (100, 0)


@BOTH
def test_case_5_right_of_way_before_any_go_lets_a_player_drive(rules: str) -> None:
    state = table(rules, "RIGHT_OF_WAY 100 SPARE_TIRE", "FLAT_TIRE STOP 25", 8 * "25 ")
    play(state, "0 draw")
    assert refusal(state, "play 100") == "need_go"
    play(state, "0 play RIGHT_OF_WAY, 0 draw, 0 play 100, 1 draw")
    assert state.observation(0).own.battle is None
    assert refusal(state, "play STOP") == "protected"
    play(state, "1 play FLAT_TIRE")
    assert state.observation(0).own.battle == Card.FLAT_TIRE
    assert not state.observation(0).own.can_go


@BOTH
def test_case_5_a_player_going_by_right_of_way_on_a_remedy_can_be_hit(rules: str) -> None:
    state = table(rules, "RIGHT_OF_WAY 100 SPARE_TIRE", "FLAT_TIRE ACCIDENT 25", 8 * "25 ")
    play(state, "0 draw, 0 play RIGHT_OF_WAY, 0 draw, 0 discard 25, 1 draw, 1 play FLAT_TIRE")
    play(state, "0 draw, 0 play SPARE_TIRE, 1 draw, 1 play ACCIDENT")
    assert state.observation(0).own.battle == Card.ACCIDENT


@BOTH
def test_case_6_with_right_of_way_gasoline_is_enough_after_out_of_gas(rules: str) -> None:
    state = table(rules, "RIGHT_OF_WAY GASOLINE 100 GO", "OUT_OF_GAS 3*25", 10 * "25 ")
    play(state, "0 draw, 0 play RIGHT_OF_WAY, 0 draw, 0 discard 25, 1 draw, 1 play OUT_OF_GAS, 0 draw")
    assert refusal(state, "play 100") == "stopped_by"
    assert refusal(state, "play GO") == "remedy_first"
    play(state, "0 play GASOLINE, 1 draw, 1 discard 25, 0 draw")
    assert {"play 100", "play GO"} <= legal(state)  # Go is not needed, but it may be played
    play(state, "0 play 100")
    assert state.observation(0).own.miles == 100


@BOTH
def test_case_6_right_of_way_played_last_does_not_cure_out_of_gas(rules: str) -> None:
    state = table(rules, "RIGHT_OF_WAY GASOLINE 100 GO", "OUT_OF_GAS 3*25", 10 * "25 ")
    play(state, "0 draw, 0 play GO, 1 draw, 1 play OUT_OF_GAS, 0 draw, 0 play RIGHT_OF_WAY, 0 draw")
    assert state.observation(0).own.battle == Card.OUT_OF_GAS
    assert refusal(state, "play 100") == "stopped_by"


@BOTH
def test_case_6_without_right_of_way_a_go_is_needed(rules: str) -> None:
    state = table(rules, "GO GO GASOLINE 100", "OUT_OF_GAS 3*25", 10 * "25 ")
    play(state, "0 draw, 0 play GO, 1 draw, 1 play OUT_OF_GAS, 0 draw, 0 play GASOLINE, 1 draw, 1 discard 25, 0 draw")
    assert refusal(state, "play 100") == "need_go"
    play(state, "0 play GO, 1 draw, 1 discard 25, 0 draw, 0 play 100")
    assert state.observation(0).own.miles == 100


@BOTH
@pytest.mark.parametrize(("left", "drawn"), [(3, 2), (2, 2), (1, 1), (0, 0)])
def test_case_7_a_coup_draws_only_the_cards_that_are_left(rules: str, left: int, drawn: int) -> None:
    state = table(rules, "GO PUNCTURE_PROOF 25", "FLAT_TIRE 50 GO", "75 75" + left * " 100")
    play(state, FLAT)
    assert state.observation(0).left == left
    before = hand_size(state, 0)
    assert "play PUNCTURE_PROOF" in legal(state)
    play(state, "0 play PUNCTURE_PROOF")
    mine = state.observation(0)
    assert mine.own.coups == (PUNCTURE_PROOF,)
    assert len(mine.hand) == before - 1 + drawn
    assert mine.left == left - drawn
    assert mine.to_act
    assert mine.phase is Phase.PLAY
    play(state, "0 play 25")
    assert state.observation(0).own.miles == 25


@BOTH
def test_case_7_without_a_deck_any_other_action_forfeits_the_coup(rules: str) -> None:
    deck = "75 75"
    state = table(rules, "GO EXTRA_TANK PUNCTURE_PROOF 25", "FLAT_TIRE 50 GO 25", deck)
    play(state, f"{FLAT}, 0 play EXTRA_TANK, 0 play PUNCTURE_PROOF")
    assert state.observation(0).own.coups == ()
    state = table(rules, "GO EXTRA_TANK PUNCTURE_PROOF 25", "FLAT_TIRE 50 GO 25", deck)
    play(state, f"{FLAT}, 0 discard 25, 1 discard 25, 0 play PUNCTURE_PROOF")
    assert state.observation(0).own.coups == ()


@BOTH
def test_case_7_the_question_about_the_extension_forfeits_the_coup(rules: str) -> None:
    state = table(rules, "GO RIGHT_OF_WAY 50", "SPEED_LIMIT 25 25", "75 75", goal=50)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play SPEED_LIMIT")
    assert state.observation(0).coup == RIGHT_OF_WAY
    play(state, "0 play 50")
    assert legal(state) == {"extend yes", "extend no"}
    assert state.observation(0).coup is None
    assert state.observation(0).coup_hazard is None


@BOTH
def test_case_8_a_third_200_is_refused(rules: str) -> None:
    state = table(rules, "GO 4*200 100", "6*25", 12 * "25 ")
    turn = "1 draw, 1 discard 25, 0 draw"
    play(state, f"0 draw, 0 play GO, {turn}, 0 play 200, {turn}, 0 play 200, {turn}")
    assert refusal(state, "play 200") == "too_many_200s"
    play(state, f"0 discard 200, {turn}, 0 play 100")
    assert state.observation(0).own.miles == 500


@BOTH
@pytest.mark.parametrize("longest", ["200", "100 25"])
@pytest.mark.parametrize("extended", [False, True])
def test_case_8_any_200_spoils_the_safe_trip(rules: str, longest: str, extended: bool) -> None:
    way = ["GO", *longest.split(), *["100"] * 5]
    way += ["75"] if longest == "100 25" else []
    state = table(rules, f"{' '.join(way)} 3*100", f"{len(way) + 3}*25", 40 * "25 ")
    turn = "1 draw, 1 discard 25"
    play(state, ", ".join(f"0 draw, 0 play {card}, {turn}" for card in way[:-1]) + f", 0 draw, 0 play {way[-1]}")
    assert state.observation(0).own.miles == 700
    if extended:
        more = ", ".join(f"{turn}, 0 draw, 0 play 100" for _hundred in range(3))
        events = play(state, f"0 extend yes, {more}")
    else:
        events = play(state, "0 extend no")
    score = end_of(events).scores[0]
    assert score.trip_completed == 400
    assert score.safe_trip == (0 if longest == "200" else 300)
    assert score.extension == (200 if extended else 0)


def at_650(rules: str) -> MileBonesState:
    """Return a game in which seat 0 has 650 miles and has drawn a card."""
    state = table(rules, "GO 6*100 2*50 75 100 100 100", "13*25", 30 * "25 ")
    turn = "1 draw, 1 discard 25, 0 draw"
    play(state, f"0 draw, 0 play GO, {turn}" + f", 0 play 100, {turn}" * 6 + f", 0 play 50, {turn}")
    assert state.observation(0).own.miles == 650
    return state


@BOTH
def test_case_9_the_goal_must_be_reached_exactly(rules: str) -> None:
    state = at_650(rules)
    assert refusal(state, "play 75") == refusal(state, "play 100") == "too_far"
    play(state, "0 play 50")
    assert legal(state) == {"extend yes", "extend no"}
    assert state.current_player == 0
    assert state.totals == (0, 0)
    assert refusal(state, "discard 75") == refusal(state, "draw") == "answer_first"
    play(state, "0 extend yes, 1 draw, 1 discard 25, 0 draw")
    assert "play 100" in legal(state)
    assert state.observation(0).goal == 1000


@BOTH
def test_case_10_only_25_and_50_are_legal_under_a_limit(rules: str) -> None:
    state = table(rules, "GO 25 50 75 100 200 END_OF_LIMIT", "2*SPEED_LIMIT 5*25", 12 * "25 ")
    play(state, "0 draw, 0 play GO, 1 draw, 1 play SPEED_LIMIT, 0 draw")
    assert refusal(state, "play 75") == refusal(state, "play 100") == refusal(state, "play 200") == "limit"
    assert {"play 25", "play 50", "play END_OF_LIMIT"} <= legal(state)
    play(state, "0 play 50, 1 draw")
    assert refusal(state, "play SPEED_LIMIT") == "limited_already"
    play(state, "1 discard 25, 0 draw, 0 play END_OF_LIMIT, 1 draw, 1 discard 25, 0 draw")
    assert {"play 75", "play 100", "play 200"} <= legal(state)


@BOTH
def test_case_10_end_of_limit_needs_a_limit(rules: str) -> None:
    state = table(rules, "GO END_OF_LIMIT", "2*SPEED_LIMIT", 12 * "25 ")
    play(state, "0 draw")
    assert refusal(state, "play END_OF_LIMIT") == "no_limit"
    play(state, "0 play GO, 1 draw, 1 play SPEED_LIMIT, 0 draw, 0 play END_OF_LIMIT, 1 draw")
    assert "play SPEED_LIMIT" in legal(state)  # the old limit no longer shows


@pytest.mark.parametrize(("rules", "allowed"), [("mile-bones", False), ("mille", True)])
def test_case_10_only_mille_allows_a_limit_on_a_player_who_cannot_go(rules: str, allowed: bool) -> None:
    state = table(rules, "SPEED_LIMIT STOP SPEED_LIMIT 25", "GO 3*25", 12 * "25 ")
    play(state, "0 draw")  # against an opponent who has not started
    assert ("play SPEED_LIMIT" in legal(state)) == allowed
    play(state, "0 discard 25, 1 draw, 1 play GO, 0 draw, 0 play STOP, 1 draw, 1 discard 25, 0 draw")
    assert ("play SPEED_LIMIT" in legal(state)) == allowed  # against an opponent who is stopped
    if not allowed:
        assert refusal(state, "play SPEED_LIMIT") == "hit_already"


@BOTH
def test_case_11_the_other_player_may_finish_the_extended_trip(rules: str) -> None:
    options = {"goal": 100, "extended_goal": 150}  # a small trip: 100 miles instead of 700, 150 instead of 1000
    state = table(rules, "GO 100 4*25", "GO 75 75 3*25", 20 * "25 ", **options)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play GO, 0 draw, 0 play 100")
    events = play(state, "0 extend yes")
    assert not any(isinstance(event, HandEnded) for event in events)
    assert state.current_player == 1
    assert state.totals == (0, 0)
    assert state.observation(1).extended_by == 0
    events = play(state, "1 draw, 1 play 75, 0 draw, 0 discard 25, 1 draw, 1 play 75")
    end = end_of(events)
    assert (end.reason, end.completed_by, end.goal) == ("trip", 1, 150)
    assert end.scores[1] == Score(milestones=150, trip_completed=400, safe_trip=300, extension=200)
    assert end.scores[0] == Score(milestones=100)


@BOTH
def test_case_11_the_question_is_asked_once(rules: str) -> None:
    state = table(rules, "GO 100 50 3*25", "GO 75 25 3*25", 20 * "25 ", goal=100, extended_goal=150)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play GO, 0 draw, 0 play 100, 0 extend yes")
    play(state, "1 draw, 1 play 75, 0 draw, 0 discard 25, 1 draw, 1 play 25")
    assert state.observation(1).own.miles == 100
    assert state.current_player == 0
    assert refusal(state, "extend yes") == "no_question"


@BOTH
def test_case_11_an_unfinished_extended_trip_scores_nothing_extra(rules: str) -> None:
    state = table(rules, "GO 100", "GO 25", "75 200 200 200", goal=100, extended_goal=125)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play GO, 0 draw, 0 play 100, 0 extend yes")
    end = to_the_end(state)
    assert (end.reason, end.completed_by, end.goal) == ("cards", None, 125)
    for score in end.scores:
        assert score.trip_completed == score.extension == score.safe_trip == score.delayed_action == 0


@BOTH
@pytest.mark.parametrize(("spare", "delayed"), [("", 300), ("75", 0)])
def test_case_12_delayed_action_needs_an_empty_deck(rules: str, spare: str, delayed: int) -> None:
    state = table(rules, "GO 25", "25 50", f"75 75 100 {spare}", goal=100)
    events = play(state, "0 draw, 0 play GO, 1 draw, 1 discard 50, 0 draw, 0 play 100, 0 extend no")
    assert end_of(events).left == len(spare.split())
    assert end_of(events).scores[0].delayed_action == delayed


@BOTH
def test_case_12_delayed_action_counts_long_after_the_deck_is_out(rules: str) -> None:
    state = table(rules, "GO 50 50", "STOP 25 RIGHT_OF_WAY", "75 75", goal=100)
    events = play(state, "0 draw, 0 play GO, 1 draw, 1 discard 75, 0 play 50, 1 discard 25, 0 play 50, 0 extend no")
    assert end_of(events).scores[0].delayed_action == 300


@BOTH
def test_case_13_a_safety_gives_another_turn_when_the_deck_is_out(rules: str) -> None:
    state = table(rules, "EXTRA_TANK GO 25", "25 50 GO", "75", goal=100)
    play(state, "0 draw, 0 play EXTRA_TANK")
    assert state.current_player == 0
    assert refusal(state, "draw") == "deck_is_out"
    play(state, "0 play GO")
    assert state.current_player == 1


@BOTH
def test_case_13_an_empty_hand_passes(rules: str) -> None:
    state = table(rules, "GO EXTRA_TANK", "GO 25", "DRIVING_ACE 50 25", goal=200)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play GO, 0 draw, 0 play EXTRA_TANK, 0 play DRIVING_ACE")
    events = play(state, "0 play 25, 1 play 25")
    assert Passed(0) in events
    assert state.current_player == 1
    assert end_of(play(state, "1 play 50")).reason == "cards"


def test_case_13_a_hand_of_mile_bones_ends_when_both_hands_are_empty() -> None:
    state = table("mile-bones", "200 200", "200 100", "75")
    events = play(state, "0 draw, 0 discard 75, 1 discard 100, 0 discard 200, 1 discard 200")
    assert not any(isinstance(event, HandEnded) for event in events)
    events = play(state, "0 discard 200")
    assert end_of(events).reason == "cards"


def test_case_13_a_hand_of_mille_ends_when_no_card_is_useful() -> None:
    state = table("mille", "200 200", "200 100", "75")
    events = play(state, "0 draw")  # the last card is drawn, and nobody has a Go
    assert end_of(events).reason == "cards"


def test_case_13_in_mille_a_safety_is_always_useful() -> None:
    state = table("mille", "200 EXTRA_TANK", "200 100", "75")
    play(state, "0 draw, 0 discard 200")
    assert end_of(play(state, "1 discard 100, 0 play EXTRA_TANK")).reason == "cards"


@pytest.mark.parametrize(("miles", "ends"), [("50", True), ("25", False)])
def test_case_13_in_mille_a_limit_near_the_goal_is_useless(miles: str, ends: bool) -> None:
    state = table("mille", f"GO {miles} 200", "SPEED_LIMIT 200 200", "200 200", goal=100)
    play(state, "0 draw, 0 play GO, 1 draw, 1 discard 200")
    events = play(state, f"0 play {miles}")
    assert any(isinstance(event, HandEnded) for event in events) == ends


def test_case_13_in_mille_a_go_is_useless_to_a_player_who_can_go() -> None:
    state = table("mille", "RIGHT_OF_WAY GO", "200 200", "200 200 200", goal=100)
    play(state, "0 draw, 0 play RIGHT_OF_WAY, 0 draw")
    assert "play GO" in legal(state)  # Go may be played, although it is not needed
    play(state, "0 discard 200")
    assert end_of(play(state, "1 draw")).reason == "cards"


def test_case_13_in_mille_a_safety_may_not_be_discarded() -> None:
    state = table("mille", "EXTRA_TANK GO", "200 100", "75 75")
    play(state, "0 draw")
    assert refusal(state, "discard EXTRA_TANK") == "keep_safeties"
    state = table("mile-bones", "EXTRA_TANK GO", "200 100", "75 75")
    play(state, "0 draw, 0 discard EXTRA_TANK")
    assert state.observation(1).discards == (Card.EXTRA_TANK,)
    assert state.observation(1).discarded_by == (0,)


@pytest.mark.parametrize(("rules", "points"), [("mile-bones", 500), ("mille", 0)])
def test_case_14_only_mile_bones_scores_a_shut_out_of_an_unfinished_trip(rules: str, points: int) -> None:
    state = table(rules, "GO 2*200", "3*25", "75 75 75 75")
    play(state, "0 draw, 0 play GO, 1 draw, 1 discard 25, 0 draw, 0 play 200, 1 draw, 1 discard 25, 0 play 200")
    assert to_the_end(state).scores == (Score(milestones=400, shut_out=points), Score())


@BOTH
def test_case_14_a_shut_out_of_a_finished_trip_scores_500(rules: str) -> None:
    state = table(rules, "GO 100", "2*25", "75 75 75 75", goal=100)
    events = play(state, "0 draw, 0 play GO, 1 draw, 1 discard 25, 0 draw, 0 play 100, 0 extend no")
    assert end_of(events).scores[0].shut_out == 500


@BOTH
def test_case_14_two_players_without_miles_score_no_shut_out(rules: str) -> None:
    state = table(rules, "200", "200", "75")
    events = play(state, "0 draw")  # under the rules of mille this draw ends the hand, because no card is useful
    end = end_of(events) if rules == "mille" else to_the_end(state)
    assert end.scores == (Score(), Score())


@BOTH
@pytest.mark.parametrize("target", [50, 150, 1001])
def test_case_15_the_higher_total_wins_if_both_pass_the_target(rules: str, target: int) -> None:
    # Seat 1 passes a small target first, but seat 0 has more when the hand is scored.
    state = table(rules, "GO 100 25", "EXTRA_TANK 50 GO", 6 * "75 ", goal=100, target=target)
    play(state, "0 draw, 0 play GO, 1 draw, 1 play EXTRA_TANK, 1 draw, 1 play GO, 0 draw, 0 discard 25, 1 draw")
    assert not state.is_terminal()  # nobody wins before the hand is scored, whatever is on the table
    events = play(state, "1 play 50, 0 draw, 0 play 100, 0 extend no")
    end = end_of(events)
    assert end.totals == (end.scores[0].total, end.scores[1].total)
    assert end.scores[1].total == 150
    if max(end.totals) >= target:
        assert events[-1] == GameEnded(0, end.totals)
        assert state.returns() == (1, -1)
    else:
        assert not state.is_terminal()


@BOTH
def test_case_15_equal_totals_are_a_draw(rules: str) -> None:
    state = table(rules, "EXTRA_TANK 200", "DRIVING_ACE 200", "25 25 25 25 STOP", target=100)
    play(state, "0 draw, 0 play EXTRA_TANK, 0 draw, 0 discard 25, 1 draw, 1 play DRIVING_ACE")
    events = play(state, "1 draw, 1 discard 25, 0 draw")
    for _turn in turns(state, most=50):
        events = play(state, f"{state.current_player} {min(legal(state))}")
    assert events[-1] == GameEnded(None, (100, 100))
    assert state.returns() == (0, 0)
    assert state.current_player is None


# --- further rules of the page -------------------------------------------------------------------------------------


@BOTH
def test_all_four_safeties_are_worth_700(rules: str) -> None:
    state = table(rules, "EXTRA_TANK PUNCTURE_PROOF DRIVING_ACE RIGHT_OF_WAY 25", "5*25", 10 * "25 ", goal=25)
    safeties = ", ".join(
        f"0 draw, 0 play {card}" for card in ("EXTRA_TANK", "PUNCTURE_PROOF", "DRIVING_ACE", "RIGHT_OF_WAY")
    )
    events = play(state, f"{safeties}, 0 draw, 0 play 25, 0 extend no")
    score = end_of(events).scores[0]
    assert (score.safeties, score.all_safeties, score.coups_fourres) == (400, 300, 0)
    assert score.total == 25 + 400 + 300 + 400 + 300 + 500


@BOTH
def test_go_may_only_be_played_on_nothing_a_stop_or_a_remedy(rules: str) -> None:
    state = table(rules, "5*GO SPARE_TIRE", "STOP FLAT_TIRE 4*25", 20 * "25 ")
    play(state, "0 draw, 0 play GO, 1 draw, 1 discard 25, 0 draw")
    assert refusal(state, "play GO") == "going_already"
    play(state, "0 discard 25, 1 draw, 1 play STOP, 0 draw, 0 play GO, 1 draw, 1 play FLAT_TIRE, 0 draw")
    assert refusal(state, "play GO") == "remedy_first"
    play(state, "0 play SPARE_TIRE, 1 draw, 1 discard 25, 0 draw, 0 play GO")
    assert state.observation(0).own.can_go


@BOTH
def test_hazards_need_an_opponent_who_can_go(rules: str) -> None:
    state = table(rules, "STOP ACCIDENT FLAT_TIRE OUT_OF_GAS", "GO 3*25", 20 * "25 ")
    play(state, "0 draw")
    assert {refusal(state, f"play {card}") for card in ("STOP", "ACCIDENT", "FLAT_TIRE", "OUT_OF_GAS")} == {"not_going"}
    play(state, "0 discard 25, 1 draw, 1 play GO, 0 draw, 0 play ACCIDENT, 1 draw, 1 discard 25, 0 draw")
    assert {refusal(state, f"play {card}") for card in ("STOP", "FLAT_TIRE", "OUT_OF_GAS")} == {"hit_already"}


@BOTH
def test_right_of_way_removes_stop_and_limit_together(rules: str) -> None:
    state = table(rules, "GO RIGHT_OF_WAY 100", "STOP SPEED_LIMIT 25", 20 * "25 ")
    play(state, "0 draw, 0 play GO, 1 draw, 1 play SPEED_LIMIT, 0 draw, 0 discard 25, 1 draw, 1 play STOP")
    play(state, "0 play RIGHT_OF_WAY")
    mine = state.observation(0)
    assert mine.own.coups == (RIGHT_OF_WAY,)
    assert (mine.own.battle, mine.own.speed) == (None, None)
    play(state, "0 play 100")


@BOTH
def test_the_first_turn_alternates_through_the_hands(rules: str) -> None:
    state = table(rules, "200", "200", "75", first=1)
    for expected in (1, 0, 1, 0):
        assert state.first == expected
        number = state.observation(0).hand_number
        assert state.current_player == expected
        to_the_end(state)
        assert state.observation(0).hand_number == number + 1
