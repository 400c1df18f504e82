"""A hand that another process plays through AT-SPI, the interface of screen readers, and nothing else.

``atspi_player.py`` plays the hand. This module compares its report with the record that the game has kept of the same
hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from desktop.atspi_screen import play, screen_with_reader
from mile_bones.engine.record import Record
from mile_bones.games import replay
from mile_bones.games.milebones import words
from mile_bones.games.milebones.cards import parse_card
from mile_bones.games.milebones.events import HandEnded
from mile_bones.storage.records import load_record

PLAYER = Path(__file__).with_name("atspi_player.py")
SEED = 123
"""With this seed the computer plays hazards on the player, and the player reaches 700 miles while cards are left."""

pytestmark = [
    pytest.mark.gui,
    pytest.mark.proof,
    pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is a thing of Linux"),
]


@dataclass
class Account:
    """The report of the player in the other process, the saved game, and the exit status and errors of the game."""

    told: dict
    record: Record
    status: int
    errors: str

    def announced(self) -> str:
        return " ".join(self.told["announced"])


@pytest.fixture(scope="module")
def screen() -> Iterator[dict[str, str]]:
    """Yield the environment of a person with a screen reader."""
    with screen_with_reader() as environment:
        yield environment


@pytest.fixture(scope="module")
def account(screen: dict[str, str], tmp_path_factory: pytest.TempPathFactory, root: Path) -> Account:
    """Return the account of one hand. The hand is played once for all tests of this module."""
    profile = tmp_path_factory.mktemp("profile")
    (profile / "mb.ini").write_text("[player]\nname = Anna\n[options]\nanimation = off\n", encoding="utf-8")
    options = ["--profile", str(profile), "--seed", str(SEED), "--level", "easy"]
    command = [sys.executable, "-m", "mile_bones", *options]
    told, status, errors = play(command, [str(PLAYER)], screen, root)
    record = load_record(profile / "games" / "current-1.json")
    return Account(told, record, status, errors)


def test_the_record_has_the_actions_that_the_player_reports(account: Account):
    done = []
    for act in account.record.hands[0].actions:
        seat, verb, *rest = act.split()
        if seat == "0" and verb != "extend":
            done.append(" ".join((verb, *(words.card_name(parse_card(card)) for card in rest))))
    assert account.told["actions"] == done
    assert len(done) > 10
    assert "0 extend no" in account.record.hands[0].actions


def test_the_game_exits_without_an_error(account: Account):
    assert account.status == 0
    assert "Traceback" not in account.errors


def test_every_event_is_announced_in_order(account: Account):
    """The computer's draws are left out, because a draw happens at every turn and tells nothing."""
    said, at, count = account.announced(), 0, 0
    for text in _sentences(account.record):
        at = said.find(text, at)
        assert at >= 0, f"{text!r} is not announced, or too soon"
        at += len(text)
        count += 1
    assert count > 20
    assert "Computer played Out of Gas on you." in said
    assert "Computer drew" not in said


def test_every_turn_of_the_player_is_announced(account: Account):
    prompts = [text for text in account.told["announced"] if text.endswith("Your turn: draw a card.")]
    draws = [act for act in account.record.hands[0].actions if act == "0 draw"]
    assert len(prompts) == len(draws) + 1, "one for each draw of the first hand, and one in the second hand"
    assert "Do you go on to 1,000 miles?" in account.announced()


def test_a_refused_action_is_answered_aloud(account: Account):
    drawn, nothing_marked, not_going, misplaced, put_back = account.told["refused"]
    assert drawn == "You have your card already: play or discard one."
    assert nothing_marked == "Choose a card of your hand first, then where it goes."
    assert not_going == "You are not going yet: play Go first."
    assert misplaced == "Distance cards go on your Miles pile."
    assert put_back.endswith("Miles stays in your hand.")


def test_the_focus_follows_the_arrow_keys_and_is_announced(account: Account):
    """The arrow keys are pressed in the order right, down, left, up, from the player's Miles."""
    assert account.told["focus"] == [
        "Draw deck: 89 cards",
        "Discard pile: empty",
        "Your hand, place 7: empty",
        "Your Miles: 0",
    ]


def test_every_focusable_object_has_a_name(account: Account):
    for part in ("tree", "question", "sheet tree"):
        for thing in account.told[part]:
            empty_cell = thing["role"] == "table cell"  # the cell for the worth of a total is empty
            assert thing["name"] or not thing["focusable"] or empty_cell, thing


def test_slots_say_what_lies_in_them_and_what_can_be_done(account: Account):
    shown = [thing for thing in account.told["tree"] if thing["showing"]]
    slots = {thing["name"]: thing["description"] for thing in shown if thing["role"] in ("push button", "check box")}
    assert len(slots) == 23 + 6, "the slots, the buttons on the table, and the mute button"
    assert slots["Your Battle pile: empty"] == "You: not started"
    assert slots["Miles of Computer: 0"] == "700 miles to go"
    assert slots["Draw deck: 89 cards"] == "Press to draw a card"
    assert slots["Your hand, place 7: empty"] == ""
    hand = {thing["name"]: thing["role"] for thing in shown if thing["name"].startswith("Your hand")}
    assert set(hand.values()) == {"push button"}, "no card is marked"
    assert [slots[name] for name in hand if name.endswith(": Go")] == [""] * 2, "a card must be drawn first"


def test_painted_words_can_be_read_as_labels(account: Account):
    labels = [thing["name"] for thing in account.told["tree"] if thing["role"] == "label" and thing["showing"]]
    assert "Trip to 700 miles. You: 0. Computer: 0." in labels
    assert "Hand 1 is dealt. You begin. Your turn: draw a card." in labels
    assert "Cards left: 89" in labels
    assert any(label.startswith("Score. To go: You 700, Computer 700;") for label in labels)


def test_the_question_about_the_extension_can_be_heard(account: Account):
    dialog = account.told["question"][0]
    assert (dialog["role"], dialog["name"]) == ("dialog", "You made it!")
    assert dialog["description"].startswith("You have driven 700 miles. Go on to 1,000?")
    buttons = [thing["name"] for thing in account.told["question"] if thing["role"] == "push button"]
    assert buttons == ["Yes, go on", "No, end here", "Hint"]


def test_the_score_sheet_is_read_row_by_row(account: Account):
    sheet = account.told["sheet"]
    assert sheet["title"]["name"] == "You win this hand"
    assert not sheet["title"]["description"], "a label says how the hand ended"
    scores = account.record.hands[0].score
    assert scores is not None
    spoken = [" ".join(filter(None, row)) for row in sheet["rows"]]
    for field, label, _worth in words.score_items():
        mine, theirs = (dict(score)[field] for score in scores)
        assert any(re.fullmatch(f"{label} .*You {mine:,} Computer {theirs:,}", row) for row in spoken), label
    mine, theirs = (dict(score)["total"] for score in scores)
    assert f"Hand total You {mine:,} Computer {theirs:,}" in spoken


def _sentences(record: Record) -> Iterator[str]:
    """Yield the sentences for the events of the first hand, as the player may know them."""
    for state, action in replay(record):
        assert action is not None
        for event in state.clone().apply_action(action):
            if isinstance(event, HandEnded):
                return  # the score sheet shows the end of the hand
            text = words.event_text(event.seen_by(0), ("You", "Computer"), 0)
            if text != "Computer drew a card.":
                yield text
