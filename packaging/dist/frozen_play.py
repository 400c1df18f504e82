"""Try a bundle on any system, without a screen: ``python packaging/dist/frozen_play.py PROGRAM``.

PROGRAM is ``mile-bones`` or ``mile-bones.exe`` in the folder of bundle.py, or in the application for macOS. Computer
players, one of them trained, play hands against each other. A record is checked. The window opens a game in which it is
the computer's turn, and the computer moves. The source tree makes that game, and reads it again after the move.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from mile_bones.engine.record import Record  # noqa: E402
from mile_bones.match.match import Match  # noqa: E402
from mile_bones.match.seats import Computer, Person, Setup  # noqa: E402
from mile_bones.storage.records import load_record, save_record  # noqa: E402

RECORD = ROOT / "tests" / "data" / "conformance" / "mille-game-03.json"
PATIENCE = 120
"""Timeout in seconds of each step. It is long because virus scanners check a program at its first start."""
SETTINGS = "[player]\nname = Anna\n[options]\nanimation = off\n"


def main() -> None:
    """Try one step after another, and end with the first that fails."""
    program = Path(sys.argv[1]).resolve()
    if not told(program, "--version").startswith("Mile Bones "):
        sys.exit("It does not say what it is.")
    for players in (("original", "easy"), ("expert", "easy")):
        if "over 20 hands" not in told(program, "arena", *players, "--hands", "20", "--seed", "1"):
            sys.exit(f"{' and '.join(players)} have not played.")
    if "Hand 1" not in told(program, "replay", str(RECORD)):
        sys.exit("The record has no score sheet.")
    with tempfile.TemporaryDirectory(prefix="mile-bones-frozen-", ignore_cleanup_errors=True) as folder:
        print(f"In the window the computer has made {play_in_window(program, Path(folder))} moves.")


def told(program: Path, *words: str) -> str:
    """Return the output of the program for these arguments. End if it fails."""
    done = subprocess.run(
        [program, *words], capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"tried: {' '.join(words)}", flush=True)
    return done.stdout


def play_in_window(program: Path, folder: Path) -> int:
    """Return the number of the computer's moves in a game that is opened on its turn."""
    file, profile = folder / "a game.json", folder / "profile"
    profile.mkdir()
    (profile / "mb.ini").write_text(SETTINGS, encoding="utf-8")
    save_record(file, computers_turn())
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "MILE_BONES_AUDIO": "off"}
    with subprocess.Popen([program, "--profile", profile, file], env=environment) as process:
        try:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and process.poll() is None:
                if moves := moves_of_computer(profile):
                    return moves
                time.sleep(0.2)
        finally:
            process.terminate()
    sys.exit(f"The computer has not played in the window, which has ended with {process.returncode}.")


def computers_turn() -> Record:
    """Return a game in which the person has drawn and discarded a card."""
    records: list[Record] = []
    setup = Setup("mile-bones", (Person("Anna"), Computer("easy", "Computer")), "mile-bones", seed=7)
    match = Match.start(setup, records.append)
    while match.question() is None:
        actions = match.observation(match.viewer).legal_actions()
        match.submit(
            match.viewer, next((action for action in actions if str(action).startswith("discard")), actions[0])
        )
    return records[-1]


def moves_of_computer(profile: Path) -> int:
    """Return the number of the computer's moves in the saved game, or 0 while there is none or it is being written."""
    with contextlib.suppress(OSError, ValueError):
        for saved in profile.glob("games/current-*.json"):
            return sum(action.startswith("1 ") for hand in load_record(saved).hands for action in hand.actions)
    return 0


if __name__ == "__main__":
    main()
