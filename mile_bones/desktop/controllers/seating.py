"""Who plays: the question before a game, the curtain between two people, and the pace of two computers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.bar_area import put_away
from mile_bones.desktop.table.durations import PAUSES_MS, SPEEDS
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.players import level, levels
from mile_bones.storage.settings import NAME

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.curtain import Curtain
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.watch_bar import WatchBar
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.match.match import Match
    from mile_bones.match.seats import Seat

PERSON = "person"
"""What sits in a seat that no computer has."""


class SeatingController(QObject):
    """Asks who plays, passes the device on, and lets people watch. ``lay_below`` puts the bar for that there."""

    speed_changed = Signal()
    """The options are to be applied again."""
    rules_chosen = Signal(object)
    """A new game begins by these settings of its options, a mapping."""
    renamed = Signal(str)
    """The person who plays against the computer is called so from now on."""

    def __init__(
        self,
        library: GameLibrary,
        boards: BoardStack,
        turns: TurnController,
        games: GameController,
        dialogs: DialogStack,
        lay_below: Callable[[QWidget], None],
    ) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._boards = boards
        self._turns = turns
        self._games = games
        self._dialogs = dialogs
        self._lay_below = lay_below
        self._curtain: Curtain | None = None
        self._speed = "normal"
        self.bar: WatchBar | None = None
        turns.passed.connect(self._draw_curtain)
        games.beginning.connect(self.close)
        games.begun.connect(self._begun)

    def ask(self) -> None:
        """Who is to play a new game of the kind that is on the table?"""
        from mile_bones.desktop.dialogs.players import PlayersDialog
        from mile_bones.match.seats import Person

        game, match = self._games.game, self._turns.match
        names = [self._library.settings.get(NAME) or _("Player 1"), _("Player 2")]
        chosen = [PERSON, self._library.level(game)]
        if match is not None and match.game == game:
            for number, seat in enumerate(match.seats):
                chosen[number] = PERSON if isinstance(seat, Person) else seat.level
                if isinstance(seat, Person) and seat.name:
                    names[number] = seat.name
        dialog = PlayersDialog(
            levels(game),
            (names[0], names[1]),
            (chosen[0], chosen[1]),
            self._dialogs.parent,
            hidden=spec(game).has_hidden_cards,
            game=game,
        )
        options = dialog.options
        if options is not None:
            options.set_values({setting: self._library.settings.get(setting) for setting in options.held})
            dialog.accepted.connect(lambda: self.rules_chosen.emit(options.values()))
        dialog.accepted.connect(lambda: self._begin(game, dialog.seats(), dialog.player_names()))
        self._dialogs.open(dialog)

    def _begin(self, game: str, chosen: tuple[str, str], names: tuple[str, str]) -> None:
        numbered = (_("Player 1"), _("Player 2"))
        alone = [name for choice, name in zip(chosen, names, strict=True) if choice == PERSON]
        if len(alone) == 1 and alone[0] != (self._library.settings.get(NAME) or numbered[0]):
            self.renamed.emit(alone[0])  # whose high scores these will be
        if len(alone) == 2:  # who has no name is called in the language of the moment, also when that changes
            names = "" if names[0] == numbered[0] else names[0], "" if names[1] == numbered[1] else names[1]
        first, second = (_seat(game, choice, name) for choice, name in zip(chosen, names, strict=True))
        self._games.new_game_of(game, (first, second))

    # ------------------------------------------------------------------ the curtain

    def _draw_curtain(self, name: str) -> None:
        from mile_bones.desktop.curtain import Curtain

        if self._curtain is None:
            self._curtain = Curtain(self._boards)
            self._curtain.lifted.connect(self._turns.lift)
        self._curtain.show_name(name)
        self._boards.show_page(self._curtain)

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

    def close(self) -> None:
        """Nobody watches any more."""
        if self.bar is None:
            return
        put_away(self.bar)
        self.bar = None
        self.speed_changed.emit()

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

    def keep_speed(self) -> None:
        """The options have been applied; while somebody watches, the speed of the bar goes before theirs."""
        if self.bar is None:
            return
        for animator in self._boards.current.animators():
            if not animator.still:
                animator.speed = SPEEDS[self._speed]

    def apply_style(self) -> None:
        """The window has another scale."""
        if self.bar is not None:
            self.bar.apply_style()


def _seat(game: str, choice: str, name: str) -> Seat:
    from mile_bones.match.seats import Computer, Person

    if choice == PERSON:
        return Person(name)
    level(game, choice)  # which refuses one that does not exist
    return Computer(choice, _("Computer"))
