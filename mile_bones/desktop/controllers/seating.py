"""The controller that asks who plays, and shows the curtain between two people who share a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.players import level, levels
from mile_bones.players.level_spec import PERSON
from mile_bones.storage.settings import NAME

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.curtain import Curtain
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.match.seats import Seat


class SeatingController(QObject):
    """Asks who plays, and hides the table while the device is passed on."""

    rules_chosen = Signal(object)
    """Emitted with the options of a new game, a mapping of settings to values."""
    renamed = Signal(str)
    """Emitted with the new name of the person who plays against the computer."""

    def __init__(
        self,
        library: GameLibrary,
        boards: BoardStack,
        turns: TurnController,
        games: GameController,
        dialogs: DialogStack,
    ) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._boards = boards
        self._turns = turns
        self._games = games
        self._dialogs = dialogs
        self._curtain: Curtain | None = None

    def ask(self) -> None:
        """Ask who plays a new game of the kind that is on the table."""
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
            self.renamed.emit(alone[0])  # the high scores will use this name
        if len(alone) == 2:  # "" is shown as "Player 1" or "Player 2" in the current language
            names = "" if names[0] == numbered[0] else names[0], "" if names[1] == numbered[1] else names[1]
        first, second = (_seat(game, choice, name) for choice, name in zip(chosen, names, strict=True))
        self._games.new_game_of(game, (first, second))

    # ------------------------------------------------------------------ the curtain

    def draw_curtain(self, name: str) -> None:
        """Hide the table until the person with this name has taken the device."""
        from mile_bones.desktop.curtain import Curtain

        if self._curtain is None:
            self._curtain = Curtain(self._boards)
            self._curtain.lifted.connect(self._turns.reveal)
        self._curtain.show_name(name)
        self._boards.show_page(self._curtain)


def _seat(game: str, choice: str, name: str) -> Seat:
    from mile_bones.match.seats import Computer, Person

    if choice == PERSON:
        return Person(name)
    level(game, choice)  # raises an error if there is no such level
    return Computer(choice, _("Computer"))
