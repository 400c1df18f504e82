"""Every sentence of the rules page about cards, turns and sets, each as a position and its legal actions."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from games.montreal.tables import cards, legal, play, refusal, spread, table
from mile_bones.engine.errors import NotationError
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import ACTIONS, DRAW, Action, Kind, parse_action
from mile_bones.games.montreal.cards import (
    FACES,
    FULL_DECK,
    NOTATION,
    RANK_NOTATION,
    VALUES,
    counted,
    parse_card,
    value,
)
from mile_bones.games.montreal.deal import Deal, shuffled_deal
from mile_bones.games.montreal.events import Discarded, Drawn, HandEnded, Laid, PileTaken, Reshuffled, TurnedTaken
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.state import MontrealState


def of(state: MontrealState, seat: int = 0) -> str:
    """Return the cards of a hand."""
    return " ".join(NOTATION[card] for card in state.round.cards(seat))


def laid(state: MontrealState, seat: int = 0) -> dict[str, str]:
    sets = state.round.sets(seat)
    return {RANK_NOTATION[rank]: " ".join(NOTATION[card] for card in sets.cards(rank)) for rank in sets.ranks}


def pile(state: MontrealState) -> str:
    return " ".join(NOTATION[card] for card in state.round.pile)


def ended(events: list[object]) -> HandEnded:
    (end,) = [event for event in events if isinstance(event, HandEnded)]
    return end


# ------------------------------------------------------------------ cards


@pytest.mark.parametrize(
    ("names", "worth"),
    [
        *(("QS", 100), ("JD", 50), ("2S 2H 2D 2C", 20), ("AS AH AD AC", 15), ("QH QD QC", 10), ("JS JH JC", 10)),
        *((f"{rank}S {rank}H {rank}D {rank}C", 10) for rank in ("10", "K")),
        *((f"{rank}S {rank}H {rank}D {rank}C", 5) for rank in "3456789"),
    ],
)
def test_every_card_has_its_value(names: str, worth: int) -> None:
    assert {VALUES[card] for card in cards(names)} == {worth}


def test_both_packs_are_worth_1140() -> None:
    assert sum(FULL_DECK) == 104
    by_rank = {name: 2 * sum(VALUES[4 * rank : 4 * rank + 4]) for rank, name in enumerate(RANK_NOTATION)}
    assert by_rank == {
        **dict(zip(("2", "10", "J", "Q", "K", "A"), (160, 80, 160, 260, 80, 120), strict=True)),
        **dict.fromkeys("3456789", 40),
    }
    assert value(FULL_DECK) == sum(by_rank.values()) == 1140


# ------------------------------------------------------------------ the deal


def test_both_hands_get_15_cards_one_is_turned_up_and_73_are_the_stock() -> None:
    deal = shuffled_deal(7, 0, 0)
    order = [*Rng_order(7, 0)]
    assert deal.dealt == (tuple(order[0:30:2]), tuple(order[1:30:2]))
    assert (deal.turned, deal.stock) == (order[30], tuple(order[31:]))
    assert [len(part) for part in (*deal.dealt, deal.stock)] == [15, 15, 73]
    assert Counter((*deal.dealt[0], *deal.dealt[1], deal.turned, *deal.stock)) == dict.fromkeys(FACES, 2)
    assert shuffled_deal(7, 0, 1).dealt == deal.dealt[::-1], "the first player gets the first card"


def Rng_order(seed: int, number: int) -> list[int]:
    order = [card for card in FACES for _copy in (0, 1)]
    Rng.for_deal(seed, number).shuffle(order)
    return order


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_alternates(first: int) -> None:
    state, seen = MontrealMille().new_state(3, first=first), []
    rng = Rng(3)
    while not state.is_terminal() and len(seen) < 4:
        if state.hand_number > len(seen):
            seen.append(state.current_player)
            assert state.first == state.current_player
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])
    assert seen[:2] == [first, 1 - first]
    assert all(one != other for one, other in pairwise(seen))


def test_the_turned_up_card_starts_the_pile() -> None:
    state = MontrealMille().new_state(1)
    view = state.observation(1)
    assert (len(view.pile), view.left, view.held, view.turn) == (1, 73, (15, 15), 1)
    assert state.opening()[0].turned == view.top


# ------------------------------------------------------------------ a turn


def test_a_turn_is_a_draw_any_sets_and_one_discard() -> None:
    state = table("8S 8D 9H 9C 9S 8C KS", "3C", stock="KH KD AS")
    assert legal(state) == {"draw"}
    assert refusal(state, "lay 8S 8D 8C") == refusal(state, "discard KS") == "draw_first"
    events = play(state, "0 draw, 0 lay 8S 8D 8C, 0 lay 9S 9H 9C, 0 discard KS")
    assert events == [
        Drawn(0, parse_card("KH"), 2),
        Laid(0, cards("8S 8D 8C"), 6),
        Laid(0, cards("9S 9H 9C"), 7),
        Discarded(0, parse_card("KS")),
    ]
    assert (state.current_player, pile(state), of(state)) == (1, "3C KS", "KH")
    assert refusal(state, "discard KH") == "draw_first"


def test_only_one_card_is_drawn() -> None:
    state = table("8S 8D 9H", "3C")
    play(state, "draw")
    assert refusal(state, "draw") == refusal(state, "pile 8S 8D") == refusal(state, "turned") == "drawn_already"


def test_laying_down_is_never_compulsory() -> None:
    state = table("10S 10H 10D 10C 10S 4C", "3C", stock="3H 4H")
    play(state, "draw, lay 10S 10H 10D, discard 4C")
    assert of(state) == "3H 10S 10C"
    state = table("10S 10H 10D 4C", "3C", stock="3H 4H")
    play(state, "draw, discard 4C")
    assert of(state) == "3H 10S 10H 10D"


# ------------------------------------------------------------------ taking the pile


def test_taking_the_pile_lays_three_cards_and_gives_the_rest_to_the_hand() -> None:
    state = table("QH QC 4S", "7D 8D 9D QS", theirs="5S 5H")
    events = play(state, "pile QH QC")
    assert events == [PileTaken(0, cards("QH QC"), parse_card("QS"), cards("7D 8D 9D"))]  # type: ignore[arg-type]
    assert (of(state), laid(state), pile(state)) == ("4S 7D 8D 9D", {"Q": "QS QH QC"}, "")
    assert state.current_player == 0
    assert {"discard 7D", "discard 4S"} <= legal(state)


def test_the_cards_of_the_pile_may_be_used_in_the_same_turn() -> None:
    state = table("QH QC 7S 7H", "7D QD QS")
    play(state, "pile QH QC, lay 7S 7H 7D, add QD Q")
    assert of(state) == ""
    assert state.needs_deal


@pytest.mark.parametrize(
    ("hand", "top", "taken"),
    [
        ("QH 2S 2H", "QS", set()),  # 2s cannot be wild in the set of three from the pile
        ("2S QH", "2C", set()),
        ("2S 2H", "2C", {"pile 2S 2H"}),
        ("QH QH", "QS", {"pile QH QH"}),
        ("KH KS", "QS", set()),
    ],
)
def test_the_pair_must_have_the_rank_of_the_top_card(hand: str, top: str, taken: set[str]) -> None:
    assert legal(table(hand, f"QD QC {top}")) == {"draw", *taken}


def test_a_refusal_to_take_the_pile_says_what_is_missing() -> None:
    state = table("QH 2S 2H KS KH", "3C QS")
    assert refusal(state, "pile QH QC") == "not_in_hand"
    assert refusal(state, "pile KS KH") == "another_rank"
    assert state.why_not(parse_action("pile KS KH")).values == cards("QS")
    assert refusal(state, "turned") == "not_the_first_turn"
    assert refusal(table("QH 2S", "QS", turn=1), "turned") == "not_a_two"


def test_the_turned_up_2_may_be_taken_in_the_first_turn_without_a_pair() -> None:
    state = table("QH KC 4S", "2D", turn=1, stock="5S")
    assert legal(state) == {"draw", "turned"}
    assert play(state, "turned") == [TurnedTaken(0, parse_card("2D"))]
    assert (of(state), laid(state), pile(state)) == ("2D 4S QH KC", {}, "")
    assert refusal(state, "draw") == "drawn_already"
    play(state, "discard KC")
    assert pile(state) == "KC"


def test_after_the_first_turn_taking_a_2_needs_two_2s() -> None:
    assert legal(table("QH KC 4S", "2D", turn=2)) == {"draw"}
    assert legal(table("QH KC 4S", "2D", turn=3)) == {"draw"}


# ------------------------------------------------------------------ sets


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("8S 8D 2C", {"lay 8S 8D 2C"}),
        ("QD 2S 2H", {"lay QD 2S 2H"}),
        ("2S 2H 2D", {"lay 2S 2H 2D"}),
        ("6S 6H 6D", {"lay 6S 6H 6D"}),
        ("6S 7S 8S", set()),
        ("6S 6H 7D", set()),
        ("6S 7D 2S", set()),
        ("2S 2S 2H KC", {"lay 2S 2S 2H", "lay KC 2S 2S", "lay KC 2S 2H"}),
    ],
)
def test_a_set_has_one_rank_with_2s_as_wild_and_a_natural_card(hand: str, sets: set[str]) -> None:
    state = table(f"{hand} JS", "KH", phase="play")
    assert {text for text in legal(state) if text.startswith("lay") and "JS" not in text} == sets


def test_6_6_6_2_2_is_a_set() -> None:
    state = table("6S 6H 6D 2S 2H KC KC", "KH", phase="play")
    play(state, "lay 6S 6H 6D, add 2S 6, add 2H 6")
    assert laid(state) == {"6": "6S 6H 6D 2S 2H"}


def test_a_set_of_2s_has_no_wild_cards() -> None:
    state = table("2S 2H 2D 2C KC KC", "KH", phase="play")
    play(state, "lay 2S 2H 2D, add 2C 2")
    assert laid(state) == {"2": "2S 2H 2D 2C"}
    assert not state.round.sets(0).has_wilds


def test_a_player_has_one_set_of_each_rank() -> None:
    sets = {"10": "10S 10H 10D"}
    state = table("10S 10C 10C 4S 4S", "3S 10H", sets=sets)
    play(state, "pile 10S 10C")
    assert laid(state) == {"10": "10S 10S 10H 10H 10D 10C"}
    state = table("10S 10C 10C 4S", "3S", sets=sets, phase="play")
    assert refusal(state, "lay 10S 10C 10C") == "has_set"
    assert {"add 10S 10", "add 10C 10"} <= legal(state)


def test_cards_are_only_added_to_ones_own_sets() -> None:
    state = table("10S 2C 4S 4S", "3S", their_sets={"10": "10S 10H 10D"}, phase="play")
    assert refusal(state, "add 10S 10") == refusal(state, "add 2C 10") == "no_set"
    assert not any(text.startswith("add") for text in legal(state))


@pytest.mark.slow
def test_no_action_rearranges_sets() -> None:
    assert {action.kind for action in ACTIONS} == set(Kind)
    assert [kind.name for kind in Kind] == ["DRAW", "PILE", "TURNED", "LAY", "ADD", "DISCARD"]
    for action in ACTIONS:
        state = table("2*8S 8H 8D 2*2S 2H KC KH", "KD", sets={"9": "9S 9H 2C"}, phase="play")
        before = state.round.sets(0)
        if state.why_not(action) is None:
            play(state, str(action))
            after = state.round.sets(0)
            assert all(map(int.__le__, before.naturals, after.naturals))
            assert all(map(int.__le__, before.wilds, after.wilds))


# ------------------------------------------------------------------ going out


@pytest.mark.parametrize(
    ("hand", "top", "phase", "sets", "action"),
    [
        ("8S 8D 2C", "KH", "play", {}, "lay 8S 8D 2C"),
        ("8S", "KH", "play", {"8": "8S 8H 8D"}, "add 8S 8"),
        ("2S", "KH", "play", {"8": "8S 8H 8D"}, "add 2S 8"),
        ("8S 8D", "8C", "draw", {}, "pile 8S 8D"),
        ("7C", "KH", "play", {"8": "8S 8H 8D"}, "discard 7C"),
    ],
)
def test_a_player_without_cards_is_out_at_once(
    hand: str, top: str, phase: str, sets: dict[str, str], action: str
) -> None:
    state = table(hand, top, phase=phase, sets=sets, theirs="KS")
    end = ended(play(state, action))
    assert (end.out, end.reason, end.hands) == (0, "out", ((), cards("KS")))
    assert state.needs_deal
    assert (state.current_player, state.legal_actions()) == (None, ())
    assert state.why_not(DRAW).code == "hand_over"


# ------------------------------------------------------------------ the empty stock


def test_the_discards_except_the_top_card_become_the_new_stock() -> None:
    state = table("5S 9D", "KH KD AC 4C", stock="", theirs="3H")
    events = play(state, "draw")
    assert events[0] == Reshuffled(0, 3)
    assert isinstance(events[1], Drawn) and events[1].card in cards("KH KD AC") and events[1].left == 2
    assert pile(state) == "4C"
    view = state.observation(0)
    assert view.reshuffled and view.left == 2
    assert sorted((*state.round.stock, events[1].card)) == sorted(cards("KH KD AC"))


def test_the_discards_are_shuffled_only_for_a_draw() -> None:
    state = table("4S 4D", "KH KD AC 4C", stock="", theirs="3H")
    assert legal(state) == {"draw", "pile 4S 4D"}
    assert not any(isinstance(event, Reshuffled) for event in play(state, "pile 4S 4D"))
    state = table("5S 9D", "KH KD AC 4C", stock="3S", theirs="3H 6H")
    play(state, "draw")
    assert not state.round.reshuffled, "the stock still had a card"


def test_the_discards_are_shuffled_only_once_in_a_deal() -> None:
    state = table("5S 9D", "KH KD AC 4C", stock="", theirs="3H", reshuffled=True, phase="play")
    end = ended(play(state, "discard 5S"))
    assert (end.reason, end.out) == ("stock", None)


@pytest.mark.parametrize("pile_before", ["KH KD AC", "5C"])
def test_a_player_who_cannot_draw_must_take_the_pile_if_possible(pile_before: str) -> None:
    state = table("5S 9D", pile_before, stock="", theirs="5H 5D KC", reshuffled=True, phase="play")
    play(state, "discard 5S")
    assert state.current_player == 1
    assert legal(state) == {"pile 5H 5D"}
    assert refusal(state, "draw") == "nothing_to_draw"
    play(state, "1 pile 5H 5D")


def test_a_deal_without_a_legal_action_ends_and_both_subtract_their_hands() -> None:
    state = table(
        "5S 9D", "KH", stock="", theirs="5H KC", reshuffled=True, phase="play", sets={"A": "AS AH AD"}, turn=8
    )
    events = play(state, "discard 5S")
    end = ended(events)
    assert [type(event) for event in events] == [Discarded, HandEnded]
    assert (end.out, end.reason) == (None, "stock")
    assert [score.total for score in end.scores] == [45 - 5, -15]
    assert [score.chapeau for score in end.scores] == [0, 1]
    assert end.chapeaux == (0, 1)


def test_a_single_discard_does_not_become_a_new_stock() -> None:
    state = table("8S 8D 8H 9D", "", stock="", theirs="KC 5H", phase="play")
    play(state, "lay 8S 8H 8D")
    state = table("9D KD", "", stock="", theirs="KC 5H", phase="play")
    assert ended(play(state, "discard 9D")).reason == "stock"


def test_the_order_of_the_new_stock_depends_only_on_the_deal() -> None:
    discards = cards("KH KD AC 4C 7S 7S 9H 10D")
    deal = Deal(0, ((), ()), 0, (), luck=5)
    order = deal.new_stock(discards)
    assert sorted(order) == sorted(discards)
    assert deal.new_stock(discards[::-1]) == order, "whatever their order in the pile"
    assert {deal._replace(luck=luck).new_stock(discards) for luck in range(50)} != {order}
    assert deal._replace(restock=discards).new_stock(discards[::-1]) == discards
    assert deal._replace(restock=discards).new_stock(discards[1:]) == deal.new_stock(discards[1:])
    with pytest.raises(ValueError, match="luck"):
        deal._replace(luck=None).new_stock(discards)


# ------------------------------------------------------------------ notation


@pytest.mark.parametrize(
    "text",
    [
        *("draw", "pile QH QC", "pile 8S 8S", "turned", "lay 8S 8D 2C", "lay 2S 2S 2H", "add 8H 8", "add 2C 8"),
        *("add 2C 2", "discard 7C", "lay 10S 10H 10D", "lay QD 2S 2H"),
    ],
)
def test_every_notation_is_parsed_and_written_unchanged(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("pile QC QH", "lay 2C 8S 8D", "lay 8D 8S 2C", "lay 8S 8D", "lay 8S 8S 8S", "lay 8S 9S 10S", "lay 2S 2S 2S"),
        *("add 8H 9", "add 8H", "add 2C", "add 9H 2", "discard 1C", "discard", "discard 7C 7C", "pile QH"),
        *("pile QH KH", "Draw", "take 7C", "discard 7c", "lay 8S 8D 2C 2C", "draw 7C"),
    ],
)
def test_a_text_that_is_no_notation_of_an_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)


def test_an_error_names_the_text_that_is_not_a_card() -> None:
    with pytest.raises(NotationError, match="“1C” is not a card"):
        parse_action("discard 1C")
    with pytest.raises(NotationError, match="“11” is not a rank"):
        parse_action("add 2C 11")


def test_each_kind_of_action_has_the_right_number_of_actions() -> None:
    count = Counter(action.kind for action in ACTIONS)
    assert count == {Kind.DRAW: 1, Kind.TURNED: 1, Kind.PILE: 130, Kind.LAY: 1168, Kind.ADD: 100, Kind.DISCARD: 52}
    assert len({str(action) for action in ACTIONS}) == len(ACTIONS)


def test_legal_actions_come_in_the_order_of_all_actions() -> None:
    place = {action: number for number, action in enumerate(ACTIONS)}
    for state in (
        table("2S 2D QH QC QC", "2C", turn=1),
        table("2S 2D QH QC QC 9H 9S 9S 10C", "KH", sets={"9": "9D 9C 2H"}, phase="play"),
    ):
        places = [place[action] for action in state.legal_actions()]
        assert places == sorted(places) and len(places) > 2


def test_a_table_of_the_tests_has_the_full_deck() -> None:
    assert spread(table("8S 8D", "KH", sets={"9": "9D 9C 2H"}).round) == list(FULL_DECK)
    assert isinstance(DRAW, Action) and counted([]) == bytes(52)
