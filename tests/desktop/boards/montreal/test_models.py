"""The models of the places on the Mille table: their pictures and names."""

from __future__ import annotations

import pytest

from desktop.boards.montreal.positions import NAMES, cards, sets, table
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.fan_model import FanModel
from mile_bones.desktop.boards.montreal.models import (
    COMPASS,
    GOLD,
    STAR,
    Caption,
    captions,
    may_take,
    pile_cards_text,
    slot_models,
    take_hint,
    valued_name,
)
from mile_bones.games.montreal.observation import Observation, Phase

SEVENS = "7: 7S 7S 7H 7D 7C 7C"


def names(seen: Observation, **more: object) -> dict[str, str]:
    return {place: model.name for place, model in slot_models(seen, seen.cards, NAMES, **more).items()}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("own", "name"),
    [
        (SEVENS, "Your Sevens: 6 cards, no wild"),
        ("7: 7S 7H 2C", "Your Sevens: 3 cards, 1 wild"),
        ("7: 7S 2H 2C", "Your Sevens: 3 cards, 2 wild"),
        ("7: 7S 7S 7H 7H 7D 7D 7C 7C", "Your Sevens: a natural, all eight cards"),
    ],
)
def test_the_name_of_a_set_states_its_cards_and_its_wilds(own: str, name: str) -> None:
    assert names(table(own=(own,)))[slot_names.own_set(5)] == name


def test_a_set_of_the_opponent_has_their_name_and_lists_its_cards() -> None:
    seen = table(other=("Q: QS QH 2C",))
    model = slot_models(seen, (), NAMES)[slot_names.other_set(10)]
    assert model.name == "Queens of Ben: 3 cards, 1 wild"
    assert model.description == "queen of spades, queen of hearts, 2 of clubs"
    assert isinstance(model, FanModel) and model.cards == ("qs", "qh", "2c") and model.wilds == 1


def test_a_hand_card_states_its_position_and_what_is_special_about_it() -> None:
    found = names(table("8H QS 2H"))
    assert found[slot_names.hand(0)] == "Card 1 of 3, 2 of hearts, wild"
    assert found[slot_names.hand(1)] == "Card 2 of 3, 8 of hearts"
    assert found[slot_names.hand(2)] == "Card 3 of 3, Queen of spades, 100 points"
    assert names(table("8H"), near=1)[slot_names.hand(0)] == "Hand of Ben, card 1 of 1, 8 of hearts"


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("JD", "Jack of diamonds, 50 points"),
        ("JH", "Jack of hearts"),
        ("AS", "Ace of spades"),
        ("2S", "2 of spades, wild"),
    ],
)
def test_the_name_of_a_valuable_or_wild_card_says_that_it_is_one(card: str, name: str) -> None:
    assert valued_name(cards(card)[0]) == name


def test_the_name_of_the_pile_has_its_top_card_and_whether_it_may_be_taken() -> None:
    seen = table("8S 8H", pile="4S 8D", phase=Phase.DRAW)
    assert names(seen, pair=(0, 1))[slot_names.PILE] == "Discard pile, 2 cards, on top: 8 of diamonds; you can take it"
    assert names(seen)[slot_names.PILE] == "Discard pile, 2 cards, on top: 8 of diamonds"
    assert names(table(pile=""))[slot_names.PILE] == "Discard pile, empty"


@pytest.mark.parametrize(
    ("pile", "hint"),
    [
        ("4S KD 8D", "8-8-8 go down, the other 2 cards to your hand"),
        ("4S 10D", "10-10-10 go down, the other card to your hand"),
        ("QS", "Q-Q-Q go down"),
        ("", ""),
    ],
)
def test_the_hint_names_cards_to_lay_down_and_cards_to_take(pile: str, hint: str) -> None:
    assert take_hint(table(pile=pile)) == hint


def test_the_take_button_is_there_for_a_pair_and_for_a_turned_up_2() -> None:
    first = table("8S", pile="2H", phase=Phase.DRAW, turn=1)
    assert may_take(first, pair=False) and slot_models(first, (), NAMES)[slot_names.TAKE].caption == "Take the 2"
    assert not may_take(first._replace(turn=3), pair=False) and may_take(first._replace(turn=3), pair=True)
    assert not may_take(first._replace(player=1), pair=False)


def test_an_empty_stock_says_what_drawing_does() -> None:
    seen = table("8S", pile="4S 8D 9C", phase=Phase.DRAW, left=0)
    model = slot_models(seen, seen.cards, NAMES)[slot_names.STOCK]
    assert (model.face, model.name) == (None, "Stock, empty") and "shuffle" in model.description
    usual = slot_models(table("8S", phase=Phase.DRAW), (), NAMES)[slot_names.STOCK]
    assert (usual.name, usual.description) == ("Stock, 40 cards", "Press to draw a card")
    assert slot_models(table("8S"), (), NAMES)[slot_names.STOCK].description == ""


@pytest.mark.parametrize(
    ("own", "mark"),
    [(SEVENS, STAR), ("7: 7S 7H 2C", COMPASS), ("7: 7S 7S 7H 7H 7D 7D 7C 7C", GOLD)],
)
def test_a_caption_has_a_mark_for_the_state_of_its_set(own: str, mark: str) -> None:
    size = sets(own).size(5)
    assert captions(table(own=(own,)), 0)[slot_names.own_set(5)] == Caption(f"Sevens {size}", f"7s: {size}", mark)


def test_captions_count_the_stock_the_pile_and_the_hidden_hand() -> None:
    found = captions(table("8S 9S", pile="4S 8D", held=12), 0)
    assert found[slot_names.STOCK].text == "Stock: 40" and found[slot_names.PILE].text == "Discard pile: 2"
    assert (found[slot_names.OTHER_HAND].text, found[slot_names.OTHER_HAND].short) == ("In hand: 12", "Hand: 12")
    assert captions(table("8S 9S", held=12), 1)[slot_names.OTHER_HAND].text == "In hand: 2"


def test_all_cards_of_the_pile_are_listed_by_rank() -> None:
    assert pile_cards_text(cards("8S 2C 4D 8H")) == (
        "In the discard pile: 4 of diamonds, 8 of spades, 8 of hearts, 2 of clubs."
    )
    assert pile_cards_text(()) == "The discard pile is empty."


def test_every_face_has_its_art() -> None:
    assert len(ART) == 52 and ART[0] == "2s" and "10d" in ART and "qs" in ART
