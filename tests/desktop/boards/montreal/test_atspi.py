"""A deal of Mille, played from another process through AT-SPI alone, as with a screen reader."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from desktop.atspi_screen import play, screen_with_reader
from mile_bones.engine.record import Record
from mile_bones.games.montreal.actions import Kind, parse_action
from mile_bones.games.montreal.names import card_name
from mile_bones.storage.records import load_record

PLAYER = Path(__file__).parents[2] / "atspi_mille.py"
SEED = 7
VERBS = {Kind.DRAW: "draw", Kind.PILE: "take", Kind.LAY: "lay", Kind.ADD: "add", Kind.DISCARD: "discard"}

pytestmark = [
    pytest.mark.gui,
    pytest.mark.proof,
    pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is a thing of Linux"),
]


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory, root: Path) -> tuple[dict, Record, str]:
    """The report of the player in the other process, the game that was saved, and the game's standard error."""
    profile = tmp_path_factory.mktemp("profile")
    (profile / "mb.ini").write_text("[player]\nname = Anna\n[options]\nanimation = off\n", encoding="utf-8")
    options = ["--profile", str(profile), "--game", "montreal-mille", "--seed", str(SEED), "--level", "easy"]
    with screen_with_reader() as screen:
        command = [sys.executable, "-m", "mile_bones", *options]
        told, _status, errors = play(command, [str(PLAYER)], screen, root)
    saved = profile / "games" / "current-montreal-1.json"
    return told, load_record(saved), errors


def test_the_saved_game_has_the_actions_that_the_player_reports(account: tuple[dict, Record, str]) -> None:
    told, record, errors = account
    done = []
    for act in record.body.deals[0].actions:
        seat, _space, text = act.partition(" ")
        if seat == "0":
            action = parse_action(text)
            cards = () if action.kind is Kind.PILE else action.cards
            done.append([VERBS[action.kind], *(card_name(card) for card in cards)])
    assert told["actions"] == done
    assert {verb for verb, *_cards in done} >= {"draw", "lay", "add", "discard"}
    assert "Traceback" not in errors


def test_every_focusable_object_has_a_name(account: tuple[dict, Record, str]) -> None:
    told = account[0]
    for thing in (*told["tree"], *told["sheet"]):
        assert thing["name"] or not thing["focusable"] or thing["role"] == "table cell", thing


def test_the_cards_that_the_opponent_draws_are_not_announced(account: tuple[dict, Record, str]) -> None:
    said = " ".join(account[0]["announced"])
    assert "Computer discarded" in said and "Computer drew" not in said
