"""Whole games of each kind, from the first turn to the last sheet, by a player who has nothing but AT-SPI.

``atspi_whole_game.py`` plays the games. This module compares its report with the game that the history has kept.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from desktop.atspi_screen import PATIENCE, play, screen_with_reader
from mile_bones.games import GAMES, spec
from mile_bones.storage.history import History
from mile_bones.storage.profile import Profile

PLAYER = Path(__file__).with_name("atspi_whole_game.py")
SEEDS = {"mile-bones": ["--level", "easy", "--seed", "123"], "montreal-mille": ["--level", "easy", "--seed", "7"]}
SEEDS |= {"millieu": ["--level", "easy"], "hundred": []}
OFFERED = "import sys, sample_game.offered, mile_bones.cli as cli; sys.exit(cli.main(sys.argv[1:]))"
"""A program that starts Mile Bones with the small game of the tests."""

pytestmark = [
    pytest.mark.gui,
    pytest.mark.proof,
    pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is a thing of Linux"),
]


@pytest.mark.parametrize("game", ["hundred", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES)])
def test_a_whole_game_can_be_played_through_at_spi(game: str, tmp_path: Path, root: Path):
    settings = "[player]\nname = Anna\n[options]\nanimation = off\ndraw by itself = yes\n"
    (tmp_path / "mb.ini").write_text(settings, encoding="utf-8")
    options = ["--profile", str(tmp_path), "--game", game, *SEEDS[game]]
    with screen_with_reader() as screen:
        start = ["-c", OFFERED] if game == "hundred" else ["-m", "mile_bones"]
        path = os.pathsep.join(map(str, (root, root / "tests")))
        command = ["env", f"PYTHONPATH={path}", sys.executable, *start, *options]
        told, _status, errors = play(command, [str(PLAYER), game], screen, root, patience=5 * PATIENCE)
    assert "Traceback" not in errors
    [played] = History(Profile(tmp_path).history_path, pytest.fail).games()
    assert played.state == "finished" and played.game == game
    ends, texts = (
        ("wins the game", "wins: ", "win the game"),
        [thing["name"] for thing in told["dialogs"][-1]["things"]],
    )
    assert any(end in text for text in texts for end in ends)
    assert not any(end in said for said in told["announced"][-3:] for end in ends), "only the sheet tells the end"
    least = 1 if game not in GAMES or spec(game).target is None else 3
    assert len(told["dialogs"]) >= least, "there is a sheet at the end of each round"
    for dialog in told["dialogs"]:
        assert dialog["name"]
        assert all(thing["name"] for thing in dialog["things"] if thing["focusable"])
