"""Kill the game at random moments, and check that no acknowledged action is missing.

    python tests/tools/killing.py 300
    python tests/tools/killing.py 100 2    with two windows on the profile

Each time the real window is opened on the same profile, a scripted player plays as fast as it can and prints each
acknowledged action, and the program is killed at some moment (SIGKILL). Then the files are checked. The game on the
disk must contain every printed action and replay to its last score, and every start must succeed. In half of the runs
the game is placed just before its last card, so that its end, with history and high scores, is hit as well.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import replay
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record
from mile_bones.storage.results import Results
from mile_bones.storage.settings import ANIMATION, NAME, Settings

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from stories import three_wins

_MOST_ACTIONS = 40
_LONGEST_MS = 60  # a few actions of 15 ms each, so that any moment of an action can be hit


class Told(NamedTuple):
    """A printed line: the game, and the number of its acknowledged actions."""

    game: str
    actions: int


def name_of(record: Record) -> str:
    """Return a word that identifies a game and stays the same while it is played."""
    return hashlib.sha256(repr((record.players, record.hands[0].deck)).encode()).hexdigest()[:16]


def actions_of(record: Record) -> int:
    """Return the number of actions."""
    return sum(len(hand.actions) for hand in record.hands)


# ------------------------------------------------------------------ the player


def play(root: Path) -> None:
    """Play games in a real window for ever. After each of the player's actions, print the actions that have been
    acknowledged.
    """
    from PySide6.QtWidgets import QApplication

    from mile_bones.desktop.controllers.games import Start
    from mile_bones.desktop.main_window import MainWindow
    from mile_bones.games import GAMES
    from mile_bones.players import load_player

    app = QApplication([])
    window = MainWindow(Profile(root), datetime.now, Start(game=GAMES[0]))
    window.show()
    window.begin()
    brain = load_player("mile-bones", "easy")

    def tell() -> None:
        record = window.turns.match.record()
        assert not window.library.unsaved  # waits until the action is on the disk, like each next action
        print(name_of(record), actions_of(record), flush=True)

    while window.turns.match is None:  # another window has the game, and this window offers a new one
        app.processEvents()
        if window.dialog_stack.dialogs:
            window.dialog_stack.dialogs[-1].accept()
    tell()
    while True:
        app.processEvents()
        if window.dialog_stack.dialogs:
            window.dialog_stack.dialogs[-1].accept()
        elif window.turns.idle:
            window.table.chosen.emit(brain.choose(window.turns.match.observation(0)))
            tell()


# ------------------------------------------------------------------ the killer


class Killer:
    """Opens and kills the game on one profile, again and again. If something was lost, an AssertionError names it."""

    def __init__(self, root: Path, luck: random.Random, windows: int = 1) -> None:
        self.profile = Profile(root)
        self._root = root
        self._luck = luck
        self._windows = windows
        self._games = 0
        self.acknowledged = 0
        Settings(Ini(self.profile.ini_path, _fail)).update({NAME: "Anna", ANIMATION: "off"})

    def once(self) -> None:
        """Start the game, play some actions, kill it, and check the files."""
        if self._luck.random() < 0.5:
            self._put_before_the_last_card()
        for told in self._start_and_kill():
            self.acknowledged += len(told) - 1
            self._look(told[-1])

    def finish(self) -> None:
        """Start a last time, so that finished games are counted, and check that each is counted exactly once."""
        self._start_and_kill(actions=1)
        finished = [game for game in History(self.profile.history_path, _fail).games() if game.state == "finished"]
        results = Results(Ini(self.profile.ini_path, _fail))
        assert sum(results.games) + results.drawn == len(finished), (results.games, len(finished))

    def _start_and_kill(self, actions: int | None = None) -> list[list[Told]]:
        """Start the windows and kill them. Return the lines that each window printed."""
        wanted = self._luck.randrange(1, _MOST_ACTIONS) if actions is None else actions
        command = [sys.executable, __file__, "--play", str(self._root)]
        programs = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _window in range(self._windows)
        ]
        lines = [[program.stdout.readline() for _line in range(wanted)] for program in programs]
        told = []
        for program, first in zip(programs, lines, strict=True):
            pause = self._luck.random() * _LONGEST_MS / 1000
            try:
                program.wait(pause)
            except subprocess.TimeoutExpired:
                os.kill(program.pid, signal.SIGKILL)
            with program:  # not communicate(), which would lose what readline() has buffered
                rest, errors = program.stdout.read(), program.stderr.read()
            assert all(first), f"a start did not succeed:\n{errors}"
            said = "".join(first) + rest
            whole = said[: said.rfind("\n")].split("\n")  # the last line may be incomplete
            told.append([Told(game, int(actions)) for game, actions in (line.split() for line in whole)])
        return told

    def _look(self, told: Told) -> None:
        history = History(self.profile.history_path, _fail)
        records = [load_record(path) for path in self.profile.games_dir.glob("current-*.json")]
        records += [record for game in history.games() if (record := history.record(game.id)) is not None]
        for record in records:
            for _position in replay(record):
                pass
        found = [actions_of(record) for record in records if name_of(record) == told.game]
        assert found, f"the game is gone: {told}"
        assert max(found) >= told.actions, f"{told.actions} actions were acknowledged, {max(found)} are on the disk"
        Ini(self.profile.ini_path, _fail)

    def _put_before_the_last_card(self) -> None:
        slot = self.profile.games_dir / "current-1.json"
        if slot.exists() and list(replay(load_record(slot)))[-1][0].is_terminal():
            return  # the finished game has yet to be counted
        self._games += 1
        person = PlayerInfo(f"Anna {self._games}", "human")  # a different name, so that no two games are equal
        record = three_wins().record()
        number = hashlib.sha256(person.name.encode()).hexdigest()[:32]
        record = replace(record, players=(person, record.players[1]), id=number)
        slot.parent.mkdir(parents=True, exist_ok=True)
        save_record(slot, record)


def _fail(problem: Problem) -> None:
    raise AssertionError(problem)


def main(times: int, windows: int = 1) -> None:
    """Kill the game this number of times, with this number of windows each time."""
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(Path(folder), random.Random(2026), windows)
        for number in range(1, times + 1):
            killer.once()
            if sys.stdout.isatty() or number % 20 == 0:
                print(f"{number} of {times}, {killer.acknowledged} actions acknowledged, none missing", flush=True)
        killer.finish()


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("MILE_BONES_AUDIO", "off")
    if sys.argv[1] == "--play":
        play(Path(sys.argv[2]))
    else:
        main(*map(int, sys.argv[1:3]))
