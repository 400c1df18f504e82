"""The action that each gesture means on the Mille table. Other gestures get a reason why they mean no action."""

from __future__ import annotations

import pytest

from desktop.boards.montreal.positions import NAMES, cards, new_state, table
from desktop.boards.montreal.test_whole_deals import lively
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.drop_rules import MontrealDropRules, ends
from mile_bones.desktop.boards.montreal.slot_names import LAY, LOOK, OTHER_HAND, PILE, STOCK, TAKE, own_set
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import TURNED
from mile_bones.games.montreal.observation import Observation, Phase

EIGHTS, QUEENS = own_set(6), own_set(10)


def rules(seen: Observation) -> MontrealDropRules:
    return MontrealDropRules(seen, seen.cards, NAMES)


def places(seen: Observation, held: str) -> tuple[str, ...]:
    """Return the places of these cards in a hand that is sorted by card number."""
    left = list(seen.cards)
    found = []
    for card in cards(held):
        found.append(slot_names.hand(left.index(card)))
        left[left.index(card)] = -1
    return tuple(found)


HELD = "8S 8H 8D 9C QS QH 2S 2C"


@pytest.mark.parametrize(
    ("own", "held", "lit"),
    [
        ((), "8S 8H 8D", {LAY: "New set: 15"}),
        ((), "QS QH 2C", {LAY: "New set: 130"}),
        ((), "9C", {PILE: "Discard"}),
        ((), "9C 8S", {}),
        ((), "8S 8H", {}),
        (("8: 8S 8H 2D",), "8D", {EIGHTS: "Add: 5", PILE: "Discard"}),
        (("8: 8S 8H 2D",), "8D 2C", {EIGHTS: "Add: 25"}),
        (("8: 8S 8H 2D",), "8S 8H 8D", {EIGHTS: "Add: 15"}),
        (("8: 8S 8H 2D", "Q: QD QD QC"), "2C", {EIGHTS: "Add: 20", QUEENS: "Add: 20", PILE: "Discard"}),
        (("8: 8S 8H 2D", "Q: QD QD QC"), "2S 2C", {EIGHTS: "Add: 40", QUEENS: "Add: 40"}),
    ],
)
def test_the_legal_targets_of_selected_cards_light_up(own: tuple[str, ...], held: str, lit: dict[str, str]) -> None:
    seen = table(HELD, own=own)
    assert rules(seen).targets(places(seen, held)) == lit


def test_before_drawing_only_the_pile_lights_up_and_only_for_a_pair() -> None:
    seen = table(HELD, pile="4S 8C", phase=Phase.DRAW)
    drop = rules(seen)
    assert drop.targets(places(seen, "8S 8H")) == {PILE: "Take the pile"}
    assert drop.targets(places(seen, "QS QH")) == drop.targets(places(seen, "8S 8H 8D")) == {}
    assert [str(action) for action in drop.actions_at(places(seen, "8S 8D"), PILE)] == ["pile 8S 8D"]
    assert drop.pair() == (2, 3), "the pair lies behind the two 2s"


@pytest.mark.parametrize(
    ("own", "held", "place", "actions"),
    [
        ((), "8S 8H 8D", LAY, ["lay 8S 8H 8D"]),
        (("8: 8S 8H 8C",), "8D", LAY, ["add 8D 8"]),
        (("8: 8S 8H 8C",), "8D 2S", EIGHTS, ["add 8D 8", "add 2S 8"]),
        (("8: 8S 8H 8C",), "QS", EIGHTS, []),
        ((), "9C", PILE, ["discard 9C"]),
        ((), "9C 8S", PILE, []),
        ((), "9C", OTHER_HAND, []),
        ((), "9C", STOCK, []),
        ((), "9C", LOOK, []),
    ],
)
def test_dropped_cards_mean_the_expected_actions(
    own: tuple[str, ...], held: str, place: str, actions: list[str]
) -> None:
    seen = table(HELD, own=own)
    assert [str(action) for action in rules(seen).actions_at(places(seen, held), place)] == actions


def test_the_button_takes_the_pile_with_the_selected_or_first_pair() -> None:
    seen = table(HELD, pile="4S 8C", phase=Phase.DRAW)
    assert [str(action) for action in rules(seen).actions_of(TAKE)] == ["pile 8S 8H"]
    assert [str(action) for action in rules(seen).actions_of(TAKE, places(seen, "8H 8D"))] == ["pile 8H 8D"]
    assert [str(action) for action in rules(seen).actions_of(TAKE, places(seen, "9C"))] == ["pile 8S 8H"]


def test_the_button_takes_a_turned_up_2_and_the_key_takes_the_pile() -> None:
    seen = table(HELD, pile="2H", phase=Phase.DRAW, turn=1)
    assert [str(action) for action in rules(seen).actions_of(TAKE)] == ["turned"]
    assert [str(action) for action in rules(seen).takes_with_pair(())] == ["pile 2S 2C"]
    alone = table("8S 9S", pile="2H", phase=Phase.DRAW, turn=1)
    assert [str(action) for action in rules(alone).takes_with_pair(())] == ["turned"]


def test_a_suggestion_to_take_the_turned_up_2_marks_the_button_that_takes_it() -> None:
    seen = table(HELD, pile="2H", phase=Phase.DRAW, turn=1)
    suggestion = ends(TURNED, seen, 0, seen.cards, 0, suggested=True)
    assert suggestion is not None and suggestion.target == TAKE
    assert rules(seen).actions_of(suggestion.target) == (TURNED,)
    ghost = ends(TURNED, seen, 0, seen.cards, 0, suggested=False)
    assert ghost is not None and ghost.target == PILE, "the ghost of a better choice is a card on the pile"


@pytest.mark.parametrize(
    ("own", "card", "actions"),
    [
        ((), "8D", ["lay 8S 8H 8D"]),
        (("8: 8S 8H 8C",), "8D", ["add 8D 8"]),
        ((), "QS", []),
        ((), "2S", []),
        (("2: 2S 2H 2D",), "2C", []),
        ((), "9C", []),
    ],
)
def test_a_double_click_lays_or_adds_but_never_spends_a_2_or_discards(
    own: tuple[str, ...], card: str, actions: list[str]
) -> None:
    seen = table(HELD, own=own)
    (place,) = places(seen, card)
    assert [str(action) for action in rules(seen).smart_actions(place)] == actions


@pytest.mark.parametrize(
    ("held", "place", "said"),
    [
        ("8S 8H", LAY, "A new set needs three cards: 1 more."),
        ("9C", LAY, "A new set needs three cards: 2 more."),
        ("9C 8S 2C", LAY, "A set has cards of one rank, and 2s as wild cards."),
        ("2S", LAY, "2s alone need 2 more for a set of 2s; or add them to another set."),
        ("9C", EIGHTS, "Only eights and 2s go to that set."),
        ("9C 8S", PILE, "Discard a single card."),
        ("9C", slot_names.other_set(3), "You add to your own sets alone."),
        ("9C", STOCK, "Cards go to your sets, or to the discard pile."),
    ],
)
def test_a_refused_drop_says_why(held: str, place: str, said: str) -> None:
    seen = table(HELD, own=("3: 3S 3H 3D",))
    assert rules(seen).refused_at(places(seen, held), place) == said


@pytest.mark.parametrize(
    ("phase", "place", "said"),
    [
        (Phase.PLAY, PILE, "Select the card to discard first."),
        (Phase.PLAY, LAY, "Select three cards of one rank or more first; 2s are wild."),
        (Phase.PLAY, EIGHTS, "Select the cards to add first."),
        (Phase.DRAW, PILE, "Two cards of the rank on top take the pile."),
        (Phase.PLAY, OTHER_HAND, ""),
    ],
)
def test_a_press_on_a_target_without_cards_says_what_is_missing(phase: Phase, place: str, said: str) -> None:
    assert rules(table(HELD, phase=phase)).choose_first(place) == said


@pytest.mark.parametrize(
    ("own", "phase", "held", "said"),
    [
        ((), Phase.PLAY, "QS QH 2C", "Queen of spades, queen of hearts, 2 of clubs: lay them down for 130 points."),
        ((), Phase.PLAY, "9C", "9 of clubs: you may discard it."),
        ((), Phase.DRAW, "9C", "9 of clubs. Draw a card first."),
        ((), Phase.PLAY, "8S 8H", "8 of spades, 8 of hearts. A new set needs three cards: 1 more."),
        (("8: 8S 8H 8C",), Phase.PLAY, "8D", "8 of diamonds: add to your eights, or discard it."),
        (("8: 8S 8H 8C",), Phase.PLAY, "8S 8D", "8 of spades, 8 of diamonds: add to your eights."),
        (("8: 8S 8H 8C",), Phase.PLAY, "2S", "2 of spades: add to the set that you want, or discard it."),
    ],
)
def test_a_hint_says_where_selected_cards_go(own: tuple[str, ...], phase: Phase, held: str, said: str) -> None:
    seen = table(HELD, own=own, phase=phase)
    named = sorted(places(seen, held), key=lambda place: slot_names.hand_index(place) or 0)
    order = dict(zip(places(seen, held), held.split(), strict=True))
    text = rules(seen).where_to(tuple(sorted(named, key=lambda place: held.split().index(order[place]))))
    assert text == said


def test_in_the_opponents_turn_nothing_lights_up() -> None:
    seen = table(HELD, player=1)
    assert rules(seen).targets(places(seen, "8S 8H 8D")) == {} and rules(seen).pair() == ()
    assert rules(seen).smart_actions(places(seen, "8S")[0]) == ()


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_of_a_deal_has_its_gesture(seed: int) -> None:
    state, rng = new_state(seed), Rng(seed)
    for _step in range(120):
        if state.needs_deal or state.current_player is None:
            break
        seen = state.observation(state.current_player)
        drop = rules(seen)
        for action in seen.legal_actions():
            sources = places(seen, " ".join(str(action).split()[1:])) if action.cards and action.rank is None else ()
            if action.cards:
                left = list(seen.cards)
                found = []
                for card in action.cards:
                    found.append(slot_names.hand(left.index(card)))
                    left[left.index(card)] = -1
                sources = tuple(found)
            where = {
                "draw": STOCK,
                "pile": PILE,
                "turned": TAKE,
                "lay": LAY,
                "discard": PILE,
                "add": own_set(action.rank or 0),
            }[str(action).split()[0]]
            got = drop.actions_at(sources, where) if sources else drop.actions_of(where)
            assert got[:1] == (action,), str(action)
            if sources:
                assert where in drop.targets(sources)
        state.apply_action(lively(state, rng), deal=False)
