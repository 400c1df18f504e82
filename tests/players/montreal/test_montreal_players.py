"""The answers of Mille's levels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.montreal.tables import lively, table
from mile_bones.engine.errors import NotationError
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Kind, parse_action
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players import level, levels, load_player

LEVELS = tuple(each.name for each in levels("montreal-mille"))
by_level = pytest.mark.parametrize("name", LEVELS)
by_thinking_level = pytest.mark.parametrize("name", [each for each in LEVELS if each != "easy"])


def player(name: str, seed: int = 0):
    return load_player("montreal-mille", name, seed)


def questions(seed: int, every: int) -> Iterator[Observation]:
    """Yield every ``every``-th observation with a choice in a lively random deal."""
    state, rng = MontrealMille().new_state(seed), Rng(seed)
    number = 0
    while not state.needs_deal and not state.is_terminal():
        view = state.observation(state.current_player)
        number += 1
        if number % every == 0 and len(view.legal_actions()) > 1:
            yield view
        state.apply_action(lively(state, rng), deal=False)


def turn(name: str, state: MontrealState) -> list[str]:
    """Return the actions of the level until its turn is over."""
    now, seat, asked, done = state.clone(), state.current_player, player(name), []
    while now.current_player == seat:
        action = asked.choose(now.observation(seat))
        now.apply_action(action, deal=False)
        done.append(str(action))
    return done


@by_level
def test_whole_deals_are_played_by_the_rules(name: str) -> None:
    state, one = MontrealMille().new_state(11), player(name)
    other = player("easy", 1)
    while not state.needs_deal and not state.is_terminal():
        seat = state.current_player
        state.apply_action((other if seat else one).choose(state.observation(seat)), deal=False)
    assert state.logs[0].scores is not None


@pytest.mark.sample(fast=1)
@by_level
def test_earlier_questions_do_not_change_an_answer(name: str) -> None:
    views = list(questions(4, 5))
    first = [player(name, 5).choose(view) for view in views]
    again = player(name, 5)
    assert len(views) > 8
    assert [again.choose(view) for view in reversed(views)] == first[::-1]


@by_level
def test_every_legal_step_is_rated_and_a_best_one_is_chosen(name: str) -> None:
    for view in questions(6, 9):
        asked = player(name, 2)
        rates = asked.rate(view)
        assert tuple(rates) == view.legal_actions()
        assert all(isinstance(worth, float | int) and abs(worth) < 3000 for worth in rates.values())
        assert rates[asked.choose(view)] == max(rates.values())


@by_level
def test_out_of_turn_a_player_rates_nothing_and_refuses_to_choose(name: str) -> None:
    view = MontrealMille().new_state(1).observation(1)
    assert player(name).rate(view) == {}
    with pytest.raises(ValueError, match="not the turn"):
        player(name).choose(view)


@by_thinking_level
def test_a_player_completes_its_planned_turn_or_a_turn_begun_by_another(name: str) -> None:
    """A player that takes over in the middle of a turn completes the turn as well as possible."""
    state = table("QS QH QD KS KH KD 4S", "5H 6H", phase="play", theirs="AS AH AD 7S", stock=30)
    asked = player(name)
    first = asked.choose(state.observation(0))
    assert first.kind is Kind.LAY
    state.apply_action(
        parse_action("lay KS KH KD" if first.rank == 10 else "lay QS QH QD")
    )  # the order that was not planned
    rest = turn(name, state)
    assert rest[0].startswith("lay ") and rest[-1] == "discard 4S"


@by_level
def test_a_player_goes_out_against_a_full_hand(name: str) -> None:
    hand = "QS QH QD KS KH KD AS AH AD 4S"
    state = table(hand, "5H 6H", phase="play", theirs="2S 2H QC JD JS 10S 10H AC 9S", stock=30)
    assert turn(name, state)[-1] == "discard 4S"
    assert len(turn(name, state)) == 4


@by_thinking_level
def test_going_out_is_found_if_wilds_must_be_distributed(name: str) -> None:
    """The hand has two pairs and two 2s: one 2 is needed for each pair."""
    state = table("KS KH 9S 9H 2S 2H 4C", "5H 6H", phase="play", theirs="QC JD JS 10S 10H AC", stock=30)
    done = turn(name, state)
    assert len(done) == 3 and done[-1] == "discard 4C"
    assert {words.split()[1][:-1] for words in done[:2]} == {"K", "9"}


@by_thinking_level
def test_three_2s_are_laid_as_a_set_if_that_makes_a_natural(name: str) -> None:
    """As wilds, the 2s would cost the doubling of a natural."""
    state = table("2S 2H 2D 4C", "5H 6H", sets={"K": "KS KH KD KC", "A": "AS AH AD"}, phase="play", stock=30)
    assert turn(name, state) == ["lay 2S 2H 2D", "discard 4C"]


@by_thinking_level
def test_no_card_is_discarded_if_the_opponent_is_known_to_hold_a_pair(name: str) -> None:
    """Both kings were taken with a pile, and the present pile is large."""
    state = table("KC 9C 7D 6D 3S", "QS JD AS AH 5H", theirs="KS KH 4S 10C JC", phase="play", stock=40)
    at = state.round
    for card in (parse_action("discard KS"), parse_action("discard KH")):
        at.known[1][card.cards[0]] += 1
    state = MontrealState.from_round(state.rules, at, 1, 1)
    assert state.observation(0).known[1] == bytes(at.known[1])
    assert turn(name, state) != ["discard KC"]


@by_level
def test_the_turned_up_2_is_taken(name: str) -> None:
    state = table("KC 9C 7D 6D 3S 4S 5S 10S JC QC AC 8H 3D 4D 5D", "2S", turn=1, stock=60)
    assert str(player(name).choose(state.observation(0))) == "turned"


@by_thinking_level
def test_a_pile_of_valuable_cards_that_can_all_be_laid_is_taken(name: str) -> None:
    state = table("KS KH AC 9C", "AS AH QS QH QD KD", sets={"Q": "QC QH QS"}, stock=40, theirs="3S 4S 5S 6S 7S 8S")
    assert str(player(name).choose(state.observation(0))) == "pile KS KH"


@by_level
def test_the_pile_is_taken_if_nothing_is_left_to_draw(name: str) -> None:
    """If a player cannot draw but can take the pile, the player must take the pile, whatever it is worth."""
    state = table("KS KH 9C 7D", "3S 4S 5S KD", stock=0, reshuffled=True, theirs="QC")
    assert str(player(name).choose(state.observation(0))) == "pile KS KH"
    assert set(player(name).rate(state.observation(0))) == {parse_action("pile KS KH")}


@by_thinking_level
def test_a_draw_from_an_empty_stock_is_rated(name: str) -> None:
    state = table("KS KH 9C 7D", "3S 4S 5S 6H 8H KD", stock=0, theirs="QC AC")
    rates = player(name).rate(state.observation(0))
    assert set(map(str, rates)) == {"draw", "pile KS KH"}


def test_easy_lays_down_what_it_can() -> None:
    state = table("KS KH KD 9C 9S 2H 4C 7H", "5H 6H", phase="play", stock=30)
    done = turn("easy", state)
    assert len(done) == 3 and all(words.split()[0] in ("lay", "add") for words in done[:-1])
    assert "2H" in " ".join(done[:-1])


def test_easy_chooses_at_random_among_equal_actions() -> None:
    state = table("KS QH JS 10C 4C 7H", "5H 6H", phase="play", stock=30)
    thrown = {str(player("easy", seed).choose(state.observation(0))) for seed in range(30)}
    assert thrown == {"discard KS", "discard QH", "discard JS", "discard 10C"}


def test_levels_have_titles_lines_and_strengths() -> None:
    known = levels("montreal-mille")
    assert [each.name for each in known] == ["easy", "strong", "expert"]
    assert len({words() for each in known for words in (each.title, each.line, each.strength)}) == 3 * len(known)
    for ask in (load_player, level):
        with pytest.raises(NotationError, match="“grandmaster” is not a level; there are: easy, strong, expert"):
            ask("montreal-mille", "grandmaster")
