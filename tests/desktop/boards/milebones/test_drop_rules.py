"""The action that each gesture means in Mile Bones, as tables, without a window."""

from __future__ import annotations

from random import Random

import pytest

from desktop.boards.milebones.seats import both_going, exchanged, hit_by, seen, to_play
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.drop_rules import MileBonesDropRules, accepting, destination, name_in_sentence
from mile_bones.games.milebones.actions import DRAW, parse_action
from mile_bones.games.milebones.cards import SAFETIES, Card, parse_card
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.words import card_name, refusal_text
from stories import going

MY_BATTLE, MY_SPEED, MY_MILES = slot_names.battle(True), slot_names.speed(True), slot_names.miles(True)
THEIR_BATTLE, THEIR_SPEED, THEIR_MILES = slot_names.battle(False), slot_names.speed(False), slot_names.miles(False)
SAFETY = tuple(slot_names.safety(True, index) for index in range(slot_names.SAFETY_PLACES))
DISCARD = slot_names.DISCARD


def rules(observation: Observation) -> MileBonesDropRules:
    names = ("You", "Computer") if observation.seat == 0 else ("Computer", "You")
    return MileBonesDropRules(observation, observation.hand, names)


def place(observation: Observation, card: str) -> tuple[str]:
    """Return the place of this card in the hand, as a selection of one card."""
    return (slot_names.hand(observation.hand.index(parse_card(card))),)


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("25", {MY_MILES}),
        ("200", {MY_MILES}),
        ("FLAT_TIRE", {THEIR_BATTLE, THEIR_SPEED}),
        ("SPEED_LIMIT", {THEIR_BATTLE, THEIR_SPEED}),
        ("GO", {MY_BATTLE, MY_SPEED}),
        ("END_OF_LIMIT", {MY_BATTLE, MY_SPEED}),
        ("DRIVING_ACE", {MY_BATTLE, MY_SPEED, *SAFETY}),
    ],
)
def test_a_card_is_accepted_by_exactly_the_expected_places(card, places):
    assert set(accepting(parse_card(card))) == places


@pytest.mark.parametrize(
    ("card", "safeties", "mine", "theirs"),
    [
        ("100", 0, MY_MILES, THEIR_MILES),
        ("FLAT_TIRE", 0, THEIR_BATTLE, MY_BATTLE),
        ("SPEED_LIMIT", 0, THEIR_SPEED, MY_SPEED),
        ("GO", 2, MY_BATTLE, THEIR_BATTLE),
        ("END_OF_LIMIT", 0, MY_SPEED, THEIR_SPEED),
        ("DRIVING_ACE", 0, SAFETY[0], slot_names.safety(False, 0)),
        ("DRIVING_ACE", 3, SAFETY[3], slot_names.safety(False, 3)),
    ],
)
def test_a_played_card_lands_on_the_expected_place(card, safeties, mine, theirs):
    assert destination(parse_card(card), safeties) == mine
    assert destination(parse_card(card), safeties, mine=False) == theirs


PLAY, THROW = "Play here", "Discard"


@pytest.mark.parametrize(
    ("card", "lit"),
    [
        ("100", {MY_MILES: PLAY, DISCARD: THROW}),
        ("DRIVING_ACE", {MY_BATTLE: PLAY, SAFETY[0]: PLAY, DISCARD: THROW}),
        ("GASOLINE", {DISCARD: THROW}),
        ("SPEED_LIMIT", {DISCARD: THROW}),  # the opponent is not going
        ("END_OF_LIMIT", {DISCARD: THROW}),
    ],
)
@pytest.mark.parametrize("look", [seen, exchanged])
def test_the_legal_targets_of_a_card_light_up(look, card, lit):
    table = look(to_play())
    assert rules(table).targets(place(table, card)) == lit


@pytest.mark.parametrize(("card", "pile"), [("SPEED_LIMIT", THEIR_SPEED), ("ACCIDENT", THEIR_BATTLE)])
def test_a_hazard_may_be_dropped_on_either_pile_of_a_going_opponent(card, pile):
    table = seen(both_going(f"100 100 {card} 200 200"))
    source = place(table, card)
    assert rules(table).targets(source) == {pile: PLAY, DISCARD: THROW}
    assert [rules(table).aimed_at(source, over) for over in (THEIR_BATTLE, THEIR_SPEED)] == [pile, pile]
    assert (
        rules(table)
        .where_to(source)
        .endswith(
            "on the {pile} pile of Computer, or discard it.".format(
                pile="Speed Limit" if pile == THEIR_SPEED else "Battle"
            )
        )
    )


@pytest.mark.parametrize("card", ["100", "SPEED_LIMIT", "DRIVING_ACE"])
def test_before_drawing_nothing_lights_up(card):
    table = seen(going("100 SPEED_LIMIT DRIVING_ACE GASOLINE 200"))
    assert rules(table).targets(place(table, card)) == {}


def test_before_drawing_a_coup_fourre_lights_up_but_cannot_be_discarded():
    table = seen(hit_by("FLAT_TIRE", "PUNCTURE_PROOF", "100", "100", "100", "100"))
    assert rules(table).targets(place(table, "PUNCTURE_PROOF")) == {MY_BATTLE: PLAY, MY_SPEED: PLAY, SAFETY[0]: PLAY}
    assert rules(table).targets(place(table, "100")) == {}


@pytest.mark.parametrize(
    ("card", "over", "meant"),
    [
        ("100", MY_MILES, MY_MILES),
        ("100", DISCARD, DISCARD),
        ("100", MY_BATTLE, None),
        ("DRIVING_ACE", SAFETY[2], SAFETY[0]),  # any safety place means the first free one
        ("DRIVING_ACE", MY_SPEED, SAFETY[0]),
        ("DRIVING_ACE", MY_BATTLE, MY_BATTLE),
        ("SPEED_LIMIT", THEIR_BATTLE, None),
        ("GASOLINE", MY_BATTLE, None),  # there is nothing to remedy
        ("GASOLINE", DISCARD, DISCARD),
        ("100", slot_names.hand(0), None),
    ],
)
def test_the_pointer_aims_at_the_expected_pile(card, over, meant):
    table = seen(to_play())
    assert rules(table).aimed_at(place(table, card), over) == meant


@pytest.mark.parametrize(
    ("card", "put", "action"),
    [
        ("100", MY_MILES, "play 100"),
        ("100", DISCARD, "discard 100"),
        ("100", MY_BATTLE, None),
        ("GASOLINE", MY_SPEED, "play GASOLINE"),  # illegal, but legality is not decided here
        ("SPEED_LIMIT", THEIR_BATTLE, "play SPEED_LIMIT"),
        ("SPEED_LIMIT", MY_SPEED, None),
        ("DRIVING_ACE", SAFETY[3], "play DRIVING_ACE"),
        ("DRIVING_ACE", slot_names.DRAW, None),
        ("DRIVING_ACE", slot_names.hand(2), None),
    ],
)
def test_a_card_put_on_a_place_means_the_expected_action(card, put, action):
    table = seen(to_play())
    assert rules(table).actions_at(place(table, card), put) == (() if action is None else (parse_action(action),))


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("100", "play 100"),
        ("DRIVING_ACE", "play DRIVING_ACE"),
        ("GASOLINE", "discard GASOLINE"),
        ("SPEED_LIMIT", "discard SPEED_LIMIT"),
    ],
)
def test_smart_play_plays_a_card_or_else_discards_it(card, action):
    table = seen(to_play())
    assert rules(table).smart_actions(*place(table, card)) == (parse_action(action),)


def test_only_the_deck_acts_on_a_press_and_only_hand_cards_are_lifted():
    table = seen(going("100 100 100 100 100"))  # six cards on seven places
    found = rules(table)
    pressed = {name: found.actions_of(name) for name in slot_names.ALL if found.actions_of(name)}
    assert pressed == {slot_names.DRAW: (DRAW,)}
    assert [name for name in slot_names.ALL if found.may_lift(name)] == list(slot_names.HAND[:6])
    assert [name for name in slot_names.ALL if found.is_home(name)] == list(slot_names.HAND)


@pytest.mark.parametrize(
    ("card", "where", "refused"),
    [
        ("100", "100 Miles: put it on your Miles pile, or discard it.", "Distance cards go on your Miles pile."),
        (
            "SPEED_LIMIT",
            "Speed Limit. Computer is not going: there is nothing to stop. You may discard it.",
            "Hazards go on the Battle or Speed Limit pile of Computer.",
        ),
        (
            "DRIVING_ACE",
            "Driving Ace: put it on your safety place 1, or discard it.",
            "Safeties go on your Battle or Speed Limit pile, or on a safety place.",
        ),
        (
            "GASOLINE",
            "Gasoline. You are not out of gas. You may discard it.",
            "Remedies go on your Battle or Speed Limit pile.",
        ),
    ],
)
def test_hints_and_refusals_say_where_a_card_goes(card, where, refused):
    table = seen(to_play())
    assert rules(table).where_to(place(table, card)) == where
    assert rules(table).refused_at(place(table, card), slot_names.DRAW) == refused
    assert rules(table).stays(place(table, card)).endswith("stays in your hand.")


def test_before_drawing_the_hint_asks_to_draw_a_card_first():
    table = seen(going("100 100 100 100 100"))
    assert rules(table).where_to(place(table, "100")) == "100 Miles. Draw a card first."


def test_a_press_on_a_place_to_which_a_card_can_go_asks_for_the_card():
    said = "Choose a card of your hand first, then where it goes."
    played = rules(seen(to_play()))
    held = [place for place in slot_names.HAND if played.may_lift(place)]
    lit = {name for place in held for name in played.targets((place,))}
    assert {DISCARD, MY_MILES} <= lit
    assert {name: played.cannot_move(name) for name in slot_names.ALL} == {
        name: said if name in lit else "" for name in slot_names.ALL
    }
    assert rules(seen(going("100 100 100 100 100"))).cannot_move(DISCARD) == "", "a card is to be drawn first"


@pytest.mark.parametrize("card", list(Card))
def test_every_place_where_cards_land_has_a_name_for_sentences(card):
    for before in range(4 if card in SAFETIES else 1):
        assert name_in_sentence(destination(card, before), "Anna")


@pytest.mark.sample(fast=1)
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_hints_and_refusals_mention_the_safety_of_a_possible_coup(rule_set: str):
    """Both the hint for a click on another card and its refusal name the safety."""
    luck, seen_coups = Random(5), 0
    for _game in range(30):
        state = MileBones(rule_set).new_state(seed=luck.randrange(10**6))
        while not state.is_terminal() and seen_coups < 20:
            observation = state.observation(state.current_player)
            if observation.coup is not None and DRAW in state.legal_actions():
                seen_coups += 1
                for number, card in enumerate(observation.hand):
                    refusal = state.why_not(parse_action(f"play {card.notation}"))
                    said = rules(observation).where_to((slot_names.hand(number),))
                    if card != observation.coup:
                        assert card_name(observation.coup) in said
                        assert card_name(observation.coup) in refusal_text(refusal, ("You", "Computer"), 0)
                    else:
                        assert refusal is None and "Draw" not in said
            state.apply_action(luck.choice(state.legal_actions()))
    assert seen_coups == 20
