"""The texts of Mille that people read and hear."""

from __future__ import annotations

from functools import cache

import pytest

from games.montreal.tables import cards, lively, play, refusal, table
from mile_bones.engine.errors import Refusal
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal import words
from mile_bones.games.montreal.actions import ACTIONS, parse_action
from mile_bones.games.montreal.cards import FACES, RANKS, parse_card
from mile_bones.games.montreal.events import (
    Added,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.legality import CODES
from mile_bones.games.montreal.names import (
    card_in_list,
    card_name,
    card_words,
    hand_text,
    pile_text,
    ranks_name,
    ranks_words,
    set_text,
    stock_text,
)
from mile_bones.games.montreal.payment import Payment, PaymentLine
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.scoring import Score
from mile_bones.games.montreal.sets import Sets

NAMES = ("Anna", "Bert")
QS, KH, TWO_C = cards("QS KH 2C")
NOTHING = (Sets(), Sets())


def ended(out: int | None = 0, one: Score | None = None, other: Score | None = None) -> HandEnded:
    scores = (one or Score(laid=100, out=1), other or Score(laid=50))
    return HandEnded(
        *(3, "stock" if out is None else "out", out, scores, (700, 410), (1, 0), (0, 2), NOTHING, ((), (QS,)), 20)
    )


PAID = Payment((PaymentLine("difference", 6, 6, 1), PaymentLine("game", 1, 1, 3)), 2, (1200, 600))
CLEAN = Score(laid=100, clean=100, out=1, naturals=1)


def test_cards_and_ranks_have_names() -> None:
    assert card_name(QS) == "Queen of spades"
    assert card_words(QS) == "the queen of spades"
    assert card_words(cards("10D")[0]) == "the 10 of diamonds"
    assert card_in_list(cards("10D")[0]) == "10 of diamonds"
    assert [ranks_name(rank) for rank in RANKS][-5:] == ["Tens", "Jacks", "Queens", "Kings", "Aces"]
    assert [ranks_words(rank) for rank in RANKS][-5:] == ["tens", "jacks", "queens", "kings", "aces"]
    for naming in (card_name, card_words, card_in_list):
        assert len({naming(card) for card in FACES}) == 52


def test_sets_and_piles_are_described() -> None:
    state = table("4S 4H", "9C", sets={"Q": "QS QH 2C", "8": "8S 8H 8D", "3": "2*3S 2*3H 2*3D 2*3C"})
    sets = state.observation(0).own
    assert [set_text(sets, rank) for rank in sets.ranks] == [
        "Threes, a natural: all eight",
        "Eights, 3 cards",
        "Queens, 3 cards, 1 of them wild",
    ]
    assert (stock_text(0), stock_text(1), stock_text(73)) == ("Stock, empty", "Stock, 1 card", "Stock, 73 cards")
    assert pile_text(b"") == "Discard pile, empty"
    assert pile_text(bytes([QS])) == "Discard pile, 1 card: queen of spades"
    assert pile_text(bytes([QS, KH])) == "Discard pile, 2 cards, on top: king of hearts"
    assert (hand_text(15, None), hand_text(1, "Bert")) == ("Your hand, 15 cards", "Hand of Bert, 1 card")


@pytest.mark.parametrize(
    ("event", "for_seat_0", "for_a_spectator"),
    [
        (
            Dealt(2, 0, ((QS,), None), TWO_C, 73),
            "Deal 2: the 2 of clubs is turned up. You play first.",
            "Deal 2: the 2 of clubs is turned up. Anna plays first.",
        ),
        (Drawn(0, QS, 40), "You drew the queen of spades.", "Anna drew a card."),
        (Drawn(1, None, 40), "Bert drew a card.", "Bert drew a card."),
        (
            Reshuffled(0, 40),
            "The stock was empty: 40 discards, shuffled, are the new one.",
            "The stock was empty: 40 discards, shuffled, are the new one.",
        ),
        (
            PileTaken(0, (QS, QS + 1), QS + 2, (KH, TWO_C)),
            (
                "You took the pile: queen of spades, queen of hearts, queen of diamonds are laid down, "
                "2 cards went to your hand."
            ),
            (
                "Anna took the pile: queen of spades, queen of hearts, queen of diamonds are laid down, "
                "2 cards went to the hand."
            ),
        ),
        (
            PileTaken(1, (QS, QS + 1), QS + 2, (), natural=True),
            (
                "Bert took the pile, a single card, and laid down queen of spades, queen of hearts, queen of diamonds. "
                "A natural: all eight queens!"
            ),
            (
                "Bert took the pile, a single card, and laid down queen of spades, queen of hearts, queen of diamonds. "
                "A natural: all eight queens!"
            ),
        ),
        (
            TurnedTaken(1, TWO_C),
            "Bert took the 2 of clubs, which was turned up.",
            "Bert took the 2 of clubs, which was turned up.",
        ),
        (
            Laid(0, (KH, KH + 1, TWO_C), 11),
            "You laid down king of hearts, king of diamonds, 2 of clubs.",
            "Anna laid down king of hearts, king of diamonds, 2 of clubs.",
        ),
        (
            Added(0, TWO_C, 11),
            "You added the 2 of clubs to the kings.",
            "Anna added the 2 of clubs to the kings.",
        ),
        (
            Added(1, KH, 11, natural=True),
            "Bert added the king of hearts to the kings. A natural: all eight kings!",
            "Bert added the king of hearts to the kings. A natural: all eight kings!",
        ),
        (Discarded(0, KH), "You discarded the king of hearts.", "Anna discarded the king of hearts."),
        (ended(), "You went out.", "Anna went out."),
        (ended(1), "Bert went out.", "Bert went out."),
        (ended(one=CLEAN), "You went out without a wild: a natural!", "Anna went out without a wild: a natural!"),
        (
            ended(other=Score(hand=-5)),
            "You went out. Bert has a chapeau.",
            "Anna went out. Bert has a chapeau.",
        ),
        (
            ended(None, Score(hand=-5), Score(hand=-5)),
            "There is nothing left to draw, and nobody has gone out. You have a chapeau. Bert has a chapeau.",
            "There is nothing left to draw, and nobody has gone out. Anna has a chapeau. Bert has a chapeau.",
        ),
        (
            GameEnded(0, "target", (1230, 585), (1, 0), (0, 1), PAID),
            "You win the game, 1,230 to 585. Bert pays 18.",
            "Anna wins the game, 1,230 to 585. Bert pays 18.",
        ),
        (
            GameEnded(1, "target", (1230, 1305), (1, 0), (0, 1), PAID),
            "Bert wins the game, 1,305 to 1,230. You pay 18.",
            "Bert wins the game, 1,305 to 1,230. Anna pays 18.",
        ),
        (
            GameEnded(0, "target", (1230, 2000), (1, 0), (0, 0)),
            "You win the game by a natural, 1,230 to 2,000.",
            "Anna wins the game by a natural, 1,230 to 2,000.",
        ),
        (
            GameEnded(1, "deals", (430, 500), (1, 0), (0, 0)),
            "Bert wins the game after 100 deals, 500 to 430.",
            "Bert wins the game after 100 deals, 500 to 430.",
        ),
        (
            GameEnded(None, "deals", (500, 500), (1, 0), (0, 0)),
            "The game is drawn after 100 deals, at 500 points each.",
            "The game is drawn after 100 deals, at 500 points each.",
        ),
    ],
)
def test_events_name_the_players(event: Event, for_seat_0: str, for_a_spectator: str) -> None:
    assert words.event_text(event.seen_by(0), NAMES, 0) == for_seat_0
    assert words.event_text(event.seen_by(None), NAMES, None) == for_a_spectator


def test_events_of_open_hands_name_cards_and_points() -> None:
    assert words.event_text(Drawn(1, QS, 3), NAMES, 0, laid_open=True) == "Bert drew the queen of spades."
    assert words.event_text(ended(), NAMES, 0, laid_open=True) == "You went out. Anna: 100, Bert: 50."


def test_the_winner_of_a_deal_is_named() -> None:
    assert words.hand_winner_text(ended(), NAMES, 0) == "You win this deal"
    assert words.hand_winner_text(ended(), NAMES, 1) == "Anna wins this deal"
    assert words.hand_winner_text(ended(one=Score(laid=5), other=Score(laid=5)), NAMES, 0) == "Nobody wins this deal"


def test_a_draw_of_the_opponent_is_not_worth_telling() -> None:
    assert not words.is_worth_telling(Drawn(1, None, 3), 0)
    assert words.is_worth_telling(Drawn(0, QS, 3), 0) and words.is_worth_telling(Discarded(1, QS), 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("draw", "draw a card"),
        ("turned", "take the 2 turned up"),
        ("pile QH QC", "take the pile with queen of hearts, queen of clubs"),
        ("lay 8S 8D 2C", "lay down 8 of spades, 8 of diamonds, 2 of clubs"),
        ("add 2C 8", "add the 2 of clubs to the eights"),
        ("discard QS", "discard the queen of spades"),
    ],
)
def test_actions_have_texts(text: str, said: str) -> None:
    assert words.action_text(parse_action(text)) == said


def test_the_text_of_an_action_names_the_taken_card_if_the_table_is_given() -> None:
    view = table("QH QC", "QS").observation(0)
    taken = "take the pile with queen of hearts, queen of clubs for the queen of spades"
    assert words.action_text(parse_action("pile QH QC"), view) == taken
    view = table("QH QC", "2S", turn=1).observation(0)
    assert words.action_text(parse_action("turned"), view) == "take the 2 of spades"


@pytest.mark.parametrize(
    ("hand", "pile", "more", "seat", "said"),
    [
        ("QH 4C", "QS", {}, 0, "Your turn: draw a card."),
        ("QH QC", "QS", {}, 0, "Your turn: draw a card, or take the pile."),
        ("QH QC", "2S", {"turn": 1}, 0, "Your turn: draw a card, or take the 2 turned up."),
        (
            "QH QC",
            "QS",
            {"stock": "", "theirs": "3C"},
            0,
            "Your turn: there is nothing to draw, so you must take the pile.",
        ),
        ("QH QC", "QS", {"phase": "play"}, 0, "Your turn: lay down what you like, and discard a card."),
        ("QH QC", "QS", {}, 1, "It is the turn of Anna."),
        ("QH QC", "QS", {}, None, "It is the turn of Anna."),
    ],
)
def test_the_prompt_says_what_to_do(hand: str, pile: str, more: dict, seat: int | None, said: str) -> None:
    assert words.prompt(table(hand, pile, **more).observation(seat), NAMES) == said


def test_the_prompt_of_a_finished_game_asks_for_nothing() -> None:
    assert words.prompt(table("QH", "3S").observation(0).closed(), NAMES) == "The game is over."


@pytest.mark.parametrize(
    ("state", "action", "said"),
    [
        (table("QH QC", "QS"), "discard QH", "Draw a card or take the pile first"),
        (table("QH QC", "QS", phase="play"), "draw", "You have your card already: lay down, add or discard"),
        (
            table("KH KC", "3S QS"),
            "pile KH KC",
            "Two cards like the top one are needed, which is the queen of spades",
        ),
        (
            table("KH KC", "3S QS"),
            "turned",
            "Only on the very first turn may the card turned up be taken alone",
        ),
        (table("KH KC", "QS", turn=1), "turned", "Only a 2 may be taken alone, and this is the queen of spades"),
        (table("KH KC", "KS", phase="play"), "discard QS", "There is no such card left in your hand: queen of spades"),
        (
            table("8H 8C 8D 3C", "KS", phase="play", sets={"8": "8S 8H 2C"}),
            "lay 8H 8D 8C",
            "You have a set of eights already: add to it",
        ),
        (
            table("8H 8C 3C", "KS", phase="play"),
            "add 8H 8",
            "You have no set of eights yet: lay down three cards",
        ),
        (
            table("KH KC", "KS", stock="", theirs="3C"),
            "draw",
            "There is nothing to draw: you must take the pile",
        ),
    ],
)
def test_refusals_say_why(state, action: str, said: str) -> None:
    refusal(state, action)
    assert words.refusal_text(state.why_not(parse_action(action)), NAMES, 0) == said


@pytest.mark.parametrize(
    ("events", "text"),
    [
        (
            (Added(0, TWO_C, 11), Added(0, KH, 11)),
            "You added 2 of clubs, king of hearts to the kings.",
        ),
        (
            (Added(1, KH, 11), Added(1, KH, 11, natural=True)),
            "Bert added king of hearts, king of hearts to the kings. A natural: all eight kings!",
        ),
        ((Added(0, TWO_C, 11), Added(0, QS, 10)), ""),
        ((Added(0, TWO_C, 11), Added(1, TWO_C, 11)), ""),
        ((Laid(0, (KH, KH + 1, TWO_C), 11), Added(0, KH, 11)), ""),
        ((Added(0, KH, 11),), ""),
        ((), ""),
    ],
)
def test_only_cards_added_to_one_set_share_a_sentence(events: tuple[Event, ...], text: str) -> None:
    assert words.joined_text(events, NAMES, 0) == text


EIGHTS, NINES = cards("8S 8H 8D"), cards("9S 9H 9D")
TOOK = PileTaken(1, EIGHTS[:2], EIGHTS[2], (KH, QS))


@pytest.mark.parametrize(
    ("events", "text"),
    [
        (
            (TOOK, Laid(1, NINES, 7), Added(1, TWO_C, 7), Discarded(1, KH)),
            "Bert took the pile, 3 cards. Bert discarded the king of hearts.",
        ),
        (
            (TOOK._replace(rest=()), Laid(1, NINES, 7), Discarded(1, KH), Drawn(0, QS, 30)),
            "Bert took the pile, 1 card. Bert discarded the king of hearts. You drew the queen of spades.",
        ),
        (
            (TOOK._replace(natural=True), Added(1, TWO_C, 7), Discarded(1, QS)),
            "Bert took the pile, 3 cards. A natural: all eight eights! Bert discarded the queen of spades.",
        ),
        (
            (TOOK, Added(1, KH, 11, natural=True), Laid(1, NINES, 7)),
            (
                "Bert took the pile, 3 cards. Bert added the king of hearts to the kings. A natural: all eight kings!"
                " Bert laid down 9 of spades, 9 of hearts, 9 of diamonds."
            ),
        ),
        ((TOOK,), "Bert took the pile, 3 cards."),
        (
            (TOOK, Laid(1, NINES, 7)),
            "Bert took the pile, 3 cards. Bert laid down 9 of spades, 9 of hearts, 9 of diamonds.",
        ),
        ((TOOK._replace(seat=0), Discarded(0, KH)), ""),
        ((Laid(1, NINES, 7), Discarded(1, KH)), ""),
        ((TOOK, Laid(1, NINES, 7), ended(1)), ""),
        ((), ""),
    ],
)
def test_a_brief_text_about_a_turn_begins_with_the_pile_that_was_taken(events: tuple[Event, ...], text: str) -> None:
    assert words.brief_text(events, NAMES, 0) == text


@cache
def refusals() -> frozenset[Refusal]:
    """Return every refusal that occurs in some games."""
    found: set[Refusal] = set()
    for seed in range(3):
        state, rng = MontrealMille(Rules(target=200)).new_state(seed), Rng(seed)
        for number in range(100_000):
            if number % 20 == 0 or state.is_terminal():
                found |= {why for action in ACTIONS if (why := state.why_not(action)) is not None}
            if state.is_terminal():
                break
            state.apply_action(lively(state, rng))
    return frozenset(found)


def test_every_refusal_has_its_words() -> None:
    assert CODES | {"not_your_turn"} == words.REFUSAL_CODES
    assert {why.code for why in refusals()} >= CODES - {"nothing_to_draw", "hand_over", "not_a_two", "has_set"}
    assert all(words.refusal_text(why, NAMES, 0).strip() for why in refusals())
    over = table("8S", "KS", sets={"8": "8H 8D 8C"}, phase="play")
    play(over, "add 8S 8")
    assert words.refusal_text(over.why_not(parse_action("draw")), NAMES, 0) == "The deal is over"
    assert words.refusal_text(Refusal("not_your_turn"), NAMES, 1) == "It is the turn of Anna"
    assert words.refusal_text(Refusal("not_your_turn"), NAMES, None) == "It is not your turn"
    view = table("8S", "KS").observation(1)
    assert view.why_not(parse_action("draw")) == Refusal("not_your_turn")
    assert view.closed().why_not(parse_action("draw")) == Refusal("game_over")


def test_no_text_has_an_unfilled_placeholder() -> None:
    for seed in range(2):
        state, rng = MontrealMille(Rules(target=300, stake=1)).new_state(seed), Rng(seed)
        while not state.is_terminal():
            action = lively(state, rng)
            said = [words.action_text(action, state.observation(state.current_player))]
            for event in state.apply_action(action):
                said += [words.event_text(event.seen_by(seat), NAMES, seat) for seat in (0, 1, None)]
            assert all(text and "{" not in text for text in said)


def test_the_score_sheet_has_a_row_for_every_item() -> None:
    fields = [field for field, _label, _worth in words.score_items()]
    assert sum(getattr(CLEAN, field) for field in fields) == CLEAN.total
    assert parse_card("2S") == 0
