"""The reasons for a step in Mille. Each reason has a position in which it holds, and positions in which it does not
hold.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.montreal.tables import lively, table
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import parse_action
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation
from mile_bones.players import load_coach
from mile_bones.players.montreal.reasons import Code, Reason, Theme, find, sentence, theme

PLAY = {"phase": "play"}

SAID: tuple[tuple[Code, str, str, dict[str, Any], str], ...] = (
    (
        Code.GOES_OUT,
        "lay 8S 8H 8D",
        "discard 8S",
        {"hand": "8S 8H 8D", "pile": "KS", **PLAY},
        "That goes out, and the deal ends at once.",
    ),
    (
        Code.TAKES_TWO,
        "turned",
        "draw",
        {"hand": "8S 9H", "pile": "2S", "turn": 1},
        "A 2 fits into any set.",
    ),
    (
        Code.PILE_BRINGS,
        "pile 8S 8H",
        "draw",
        {"hand": "8S 8H 4D", "pile": "5S KD 8D"},
        "The pile brings 3 cards, worth 20 points.",
    ),
    (
        Code.PILE_BURDENS,
        "draw",
        "pile 8S 8H",
        {"hand": "8S 8H 4D", "pile": "5S KD 8D"},
        "The pile would bring 2 cards into the hand, worth 15 points that may be lost there.",
    ),
    (
        Code.KEEPS_CLEAN,
        "discard 4D",
        "lay 8S 8H 2D",
        {"hand": "8S 8H 2D 4D", "pile": "KS", **PLAY},
        "No 2 is used as a wild yet, and going out without one doubles all points.",
    ),
    (
        Code.LAYS_IT,
        "lay QS QH QD",
        "discard QS",
        {"hand": "QS QH QD 4D 5C", "pile": "KS", **PLAY},
        "The card can be laid down at once, where it counts 100 points.",
    ),
    (
        Code.KEEP_WILD,
        "lay 8S 8H 8D",
        "add 2H K",
        {"hand": "8S 8H 8D 2H 4D 5C", "pile": "KS", "sets": {"K": "KH KD KC KS 2S"}, **PLAY},
        "A 2 fits into any set.",
    ),
    (
        Code.KEEP_PAIR,
        "discard 5D",
        "discard 8S",
        {"hand": "5S 5H 5D 8S 8H 4C", "pile": "KD", **PLAY},
        "A pair of eights may still become a set, or take the pile.",
    ),
    (
        Code.LAID_COUNTS,
        "lay 8S 8H 8D",
        "discard 4D",
        {"hand": "8S 8H 8D 4D 5C", "pile": "KS", **PLAY},
        "What is laid down counts 15 points; in the hand it would cost as many when the deal ends.",
    ),
    (
        Code.MORE_LAID,
        "lay KS KH KD",
        "lay 8S 8H 8D",
        {"hand": "8S 8H 8D KS KH KD 5C", "pile": "KS", **PLAY},
        "That lays down 30 points, against 15.",
    ),
    (
        Code.NO_PAIR,
        "discard 8S",
        "discard 9S",
        {"hand": "8S 9S 4C", "pile": "8D 8H 8C 8D 8H 8C", "theirs": "4S 5S 6S 7S", **PLAY},
        "The opponent cannot hold two eights, and so cannot take the pile.",
    ),
    (
        Code.KEEP_WILD,
        "discard 8S",
        "discard 2S",
        {"hand": "8S 2S 4C", "pile": "KS", **PLAY},
        "A 2 fits into any set.",
    ),
    (
        Code.KEEP_FITTING,
        "discard KS",
        "discard 8S",
        {"hand": "8S KS 4C", "pile": "KD", "sets": {"8": "8H 8D 8C"}, **PLAY},
        "Eights can still be added to the set on the table.",
    ),
    (
        Code.KEEP_PAIR,
        "discard KS",
        "discard 8S",
        {"hand": "8S 8H KS 4C", "pile": "KD", **PLAY},
        "A pair of eights may still become a set, or take the pile.",
    ),
    (
        Code.LESS_LEFT,
        "discard KS",
        "discard 8S",
        {"hand": "8S KS 4C", "pile": "KD", **PLAY},
        "When the deal ends, a card of 10 points costs more in the hand than one of 5.",
    ),
    (
        Code.CHEAP_PILE,
        "discard 8S",
        "discard KS",
        {"hand": "8S KS 4C", "pile": "KD", **PLAY},
        "With a card of 5 points the pile is worth less than with one of 10.",
    ),
)

NOT_SAID: tuple[tuple[Code, str, str, dict[str, Any]], ...] = (
    (Code.GOES_OUT, "lay 8S 8H 8D", "discard 8S", {"hand": "8S 8H 8D 4C", "pile": "KS", **PLAY}),
    (Code.PILE_BURDENS, "draw", "pile 8S 8H", {"hand": "8S 8H 4D", "pile": "8D"}),
    (
        Code.KEEPS_CLEAN,
        "discard 4D",
        "lay 8S 8H 2D",
        {"hand": "8S 8H 2D 4D", "pile": "KS", "sets": {"K": "KH KD 2S"}, **PLAY},
    ),
    (Code.LAID_COUNTS, "lay 8S 8H 8D", "discard 8S", {"hand": "8S 8H 8D 4D 5C", "pile": "KS", **PLAY}),
    (Code.LAYS_IT, "lay 8S 8H 8D", "discard 4D", {"hand": "8S 8H 8D 4D 5C", "pile": "KS", **PLAY}),
    (Code.KEEP_WILD, "add 2H K", "add 2D K", {"hand": "2H 2D 4C", "pile": "KS", "sets": {"K": "KH KD 2S"}, **PLAY}),
    (Code.KEEP_PAIR, "discard 5D", "discard 8S", {"hand": "5S 5H 5D 8S 8H 8C 4C", "pile": "KD", **PLAY}),
    (Code.NO_PAIR, "discard 8S", "discard 9S", {"hand": "8S 9S 4C", "pile": "KD", **PLAY}),
    (Code.KEEP_PAIR, "discard KS", "discard 8S", {"hand": "8S 8H KS KD 4C", "pile": "4D", **PLAY}),
    (Code.KEEP_WILD, "discard 2H", "discard 2S", {"hand": "2H 2S 4C", "pile": "KS", **PLAY}),
)


def seen(where: dict[str, Any]) -> Observation:
    """Return the observation of seat 0 at this table."""
    return table(**where).observation(0)


@pytest.mark.parametrize(("code", "better", "worse", "where", "said"), SAID, ids=[row[0] for row in SAID])
def test_a_reason_is_given_if_it_is_true(code: Code, better: str, worse: str, where: dict[str, Any], said: str) -> None:
    view, good, bad = seen(where), parse_action(better), parse_action(worse)
    assert {good, bad} <= set(view.legal_actions())
    found = find(view, good, bad)
    assert found is not None
    assert (found.code, sentence(found)) == (code, said)


@pytest.mark.parametrize(("code", "better", "worse", "where"), NOT_SAID, ids=[row[0] for row in NOT_SAID])
def test_a_reason_is_not_given_if_it_only_nearly_holds(
    code: Code, better: str, worse: str, where: dict[str, Any]
) -> None:
    view, good, bad = seen(where), parse_action(better), parse_action(worse)
    assert {good, bad} <= set(view.legal_actions())
    found = find(view, good, bad)
    assert found is None or found.code != code


def test_a_known_pair_of_the_opponent_is_a_reason() -> None:
    view = seen({"hand": "8S 9S 4C", "pile": "KD", **PLAY})
    known = bytearray(view.known[1])
    for card in ("9H", "9D"):
        known[parse_action(f"discard {card}").cards[0]] += 1
    view = view._replace(known=(view.known[0], bytes(known)))
    found = find(view, parse_action("discard 8S"), parse_action("discard 9S"))
    assert found is not None and found.code is Code.KNOWN_PAIR
    assert sentence(found) == "The opponent is known to hold two nines, and could take the pile with them."


def test_every_reason_has_a_position_and_a_sentence_without_a_person() -> None:
    assert {row[0] for row in SAID} | {Code.KNOWN_PAIR} == set(Code)
    for code in Code:
        for count in (1, 3):
            text = sentence(Reason(code, 0, 6, count, 5, 10))
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".") and "{" not in text
            assert not re.search(r"\byour?\b", text, re.IGNORECASE)


def test_the_points_decide_if_no_reason_is_known() -> None:
    coach = load_coach("montreal-mille")
    view = seen({"hand": "8S 9S 4C", "pile": "KD", **PLAY})
    better, worse = parse_action("discard 8S"), parse_action("discard 9S")
    assert coach is not None and coach.code(view, better, worse) == "points_only"
    assert coach.reason(view, better, worse) == "By the points it is the better move."


def test_any_two_steps_have_a_theme_and_a_reason_without_hidden_cards() -> None:
    game, rng, found = MontrealMille(), Rng(3), set()
    state = game.new_state(3)
    while not state.needs_deal and not state.is_terminal():
        view = state.observation(state.current_player)
        actions = view.legal_actions()
        twin = game.resample(view, rng).observation(view.seat)
        for better in actions[:6]:
            for worse in actions[-6:]:
                assert theme(better, worse) in Theme
                reason = find(view, better, worse)
                assert reason == find(twin, better, worse)
                found.add(None if reason is None else reason.code)
        state.apply_action(lively(state, rng), deal=False)
    assert len(found) > 6


@pytest.mark.parametrize(
    ("better", "worse", "expected"),
    [
        ("draw", "pile 8S 8H", Theme.PILE),
        ("discard 8S", "lay 8S 8H 8D", Theme.SETS),
        ("discard 8S", "discard 9S", Theme.DISCARDS),
    ],
)
def test_a_choice_has_a_theme(better: str, worse: str, expected: Theme) -> None:
    assert theme(parse_action(better), parse_action(worse)) is expected
