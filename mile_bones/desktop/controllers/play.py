"""The mode for playing a game, with the bar for watching two computers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.desktop.controllers.modes import Again, LayBelow, Mode, Modes, remove_bar
from mile_bones.desktop.table.durations import PAUSES_MS

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.menu_entries import Menus
    from mile_bones.desktop.status import StatusBar
    from mile_bones.desktop.watch_bar import WatchBar
    from mile_bones.match.match import Match


class PlayMode(Mode):
    """The mode in which a game is played or watched."""

    def __init__(
        self,
        modes: Modes,
        boards: BoardStack,
        turns: TurnController,
        games: GameController,
        dialogs: DialogStack,
        lay_below: LayBelow,
    ) -> None:
        super().__init__(modes, boards, dialogs.parent)
        self._turns = turns
        self._dialogs = dialogs
        self._lay_below = lay_below
        self._speed = "normal"
        self.bar: WatchBar | None = None
        """The bar below the table while two computers play, or None."""
        turns.told.connect(self.told)
        turns.changed.connect(self._changed)
        games.beginning.connect(lambda: modes.enter(self))
        games.begun.connect(self._begun)

    def put_away(self) -> None:
        self._turns.pause()
        if self.bar is not None:
            remove_bar(self.bar)
            self.bar = None
            self.speed_changed.emit()

    def describe(self, menus: Menus, status: StatusBar) -> None:
        match = self._turns.match
        if match is not None:
            status.show_game(match)
            menus.show_game(match, covered=self._turns.is_covered)

    def refresh(self) -> None:
        self._turns.refresh()

    def apply_style(self) -> None:
        if self.bar is not None:
            self.bar.apply_style()

    def keep_speed(self) -> None:
        if self.bar is not None:
            self._go_at(self._speed)

    def again(self) -> Again:
        game = self._boards.game
        return lambda window: window.games.go_on_with(game)

    def _changed(self, observation: object) -> None:
        self.moved.emit(observation)
        self.shown.emit()

    # ------------------------------------------------------------------ watching

    def _begun(self, match: Match) -> None:
        if match.persons:
            return
        from mile_bones.desktop.watch_bar import WatchBar

        bar = self.bar = WatchBar(self._dialogs.parent)
        self._lay_below(bar)
        bar.paused.connect(self._pause)
        bar.speed_changed.connect(self._change_speed)
        self._change_speed("normal")

    def _pause(self, on: bool) -> None:
        assert self.bar is not None
        self.bar.show_paused(on)
        self._turns.set_pace(PAUSES_MS[self._speed], held=on)

    def _change_speed(self, speed: str) -> None:
        self._speed = speed
        self.speed_changed.emit()
        self._turns.set_pace(PAUSES_MS[speed])
        if self.bar is not None:
            self.bar.show_paused(False)
