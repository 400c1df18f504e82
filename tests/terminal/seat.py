"""A simulated person at the terminal, who presses keys and reads the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path

from textual.events import Key
from textual.pilot import Pilot

from mile_bones.engine.record import Record
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.observation import Phase
from mile_bones.library.game_library import GameLibrary
from mile_bones.players import load_player
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record
from mile_bones.terminal.app import MilleApp
from mile_bones.terminal.slots import KEYS
from mile_bones.terminal.start import SLOTS, Opening, Wanted

NOON = datetime.fromisoformat("2026-05-04T12:00")
LETTERS = {
    "space": " ",
    "slash": "/",
    "full_stop": ".",
    "minus": "-",
    "underscore": "_",
    "tilde": "~",
    "question_mark": "?",
}
"""The characters that named keys write, by name of the key."""
Script = Callable[["Seat"], Awaitable[None]]


class Home:
    """A profile folder, and the terminals that are opened with it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.profile = Profile(root)
        self.problems: list[Problem] = []

    @property
    def autosave(self) -> Path:
        """The file of the game in the first terminal."""
        return self.profile.games_dir / f"{SLOTS}-1.json"

    def leave(self, record: Record) -> None:
        """Write ``record`` to the autosave, as if an earlier terminal had left it."""
        self.profile.games_dir.mkdir(parents=True, exist_ok=True)
        save_record(self.autosave, record)

    def saved(self) -> Record:
        """Return the game as another program now finds it on the disk."""
        return load_record(self.autosave)

    def acts(self) -> tuple[str, ...]:
        """Return all actions of the saved game."""
        return tuple(act for hand in self.saved().hands for act in hand.actions)

    def sit(self, script: Script, size: tuple[int, int] = (80, 24), **wanted: object) -> int | None:
        """Start mille and run ``script``. Return the exit status, or None if the player has not left mille."""
        library = GameLibrary(self.profile, lambda: NOON, self.problems.append, SLOTS)
        try:
            opening = Opening(library, Wanted(**wanted))  # type: ignore[arg-type]

            async def run() -> int | None:
                app = MilleApp(lambda app: opening.game(self.problems, app), ascii_only=bool(wanted.get("ascii_only")))
                async with app.run_test(size=size) as pilot:
                    await script(Seat(app, pilot, self))
                    return app.return_code

            return asyncio.run(run())
        finally:
            library.close()


class Seat:
    """The person at a running terminal."""

    def __init__(self, app: MilleApp, pilot: Pilot[None], home: Home) -> None:
        self.app = app
        self.home = home
        self._pilot = pilot
        self._bells = 0
        ring = app.ring

        def heard() -> None:
            self._bells += 1
            ring()

        app.ring = heard  # type: ignore[method-assign]

    async def press(self, *keys: str) -> None:
        """Press ``keys``, given by their names in Textual, one after another.

        Before each next key, wait until the effects of the previous key are complete. ``Pilot.press`` would instead
        sleep until all is idle.
        """
        for key in keys:
            letter = LETTERS.get(key, key if len(key) == 1 else None)
            self.app.post_message(Key(key, letter))
            await self._pilot.pause(0)
            await self._pilot.pause(0)  # let the widgets handle messages that the screen has passed on

    async def type(self, text: str) -> None:
        names = {letter: name for name, letter in LETTERS.items()}
        await self.press(*(names.get(letter, letter) for letter in text))

    async def resize(self, width: int, height: int) -> None:
        """Resize the terminal."""
        await self._pilot.resize_terminal(width, height)
        await self._pilot.pause()

    @property
    def screen(self) -> list[str]:
        """The lines of the board as they are shown."""
        return [line.rstrip() for line in self.app.board.lines]

    def at(self, line: int, column: int, width: int) -> str:
        """Return the text at this place of the screen."""
        lines = self.screen
        return lines[line][column : column + width].strip() if line < len(lines) else ""

    @property
    def prompt(self) -> str:
        return self.at(10, 20, 20)

    @property
    def error(self) -> str:
        """The last line of the score window."""
        return self.at(15, 41, 39)

    @property
    def news(self) -> str:
        """The last line of the screen."""
        return self.at(23, 0, 80)

    @property
    def slots(self) -> dict[str, str]:
        """The text in each slot, by the letter or number of the slot."""
        return {self.at(line, 0, 1): self.at(line, 2, 17) for line in range(6, 13)}

    @property
    def bells(self) -> int:
        """The number of times that the bell has rung since this was last read."""
        bells, self._bells = self._bells, 0
        return bells

    async def play(self, action: Action) -> None:
        """Do ``action`` with the keys of the manual."""
        observation = self.app.game._match.observation(0)
        assert observation.player == 0
        if action.kind is Kind.DRAW:
            await self.press("p")
        elif observation.phase is Phase.EXTEND:
            await self.press("y" if action.yes else "n")
        else:
            key = KEYS[self.app.game.scene().slots.index(action.card)]
            await self.press("u" if action.kind is Kind.PLAY else "d", key, "enter")

    async def play_hand(self, level: str = "original") -> None:
        """Play the hand to its end, as a computer player would."""
        brain = load_player("mile-bones", level)
        match = self.app.game._match
        while self.prompt in (">>:Move:", "Extension?"):
            await self.play(brain.choose(match.observation(0)))
            assert self.error == "", self.error
