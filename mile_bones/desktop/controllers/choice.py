"""The mode for choosing a game: a page with all games takes the place of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from mile_bones.desktop.controllers.modes import Again, Mode, Modes
from mile_bones.games import GAMES, spec
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.chooser import Chooser
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.menu_entries import Menus
    from mile_bones.desktop.status import StatusBar
    from mile_bones.match.match import Match


class ChoiceController(Mode):
    """Shows a page with all games and the unfinished match of each."""

    lesson_requested = Signal(str)
    """Emitted with the game that the player wants to learn."""

    def __init__(self, modes: Modes, boards: BoardStack, games: GameController) -> None:
        super().__init__(modes, boards, boards)
        self._games = games
        self._page: Chooser | None = None

    def show(self) -> None:
        """Show the page. The game on the table is paused."""
        from mile_bones.desktop.chooser import Chooser
        from mile_bones.desktop.poster import Offer

        self._modes.enter(self)
        self.shown.emit()
        if self._page is None:
            self._page = Chooser(self._boards)
            self._page.continue_requested.connect(self._games.go_on_with)
            self._page.new_requested.connect(self._games.ask_new_game_of)
            self._page.lesson_requested.connect(self.lesson_requested)
            self._page.leave_requested.connect(self._go_back)
        offers = []
        for game in GAMES:
            found, kept = spec(game), self._games.unfinished(game)
            state = "" if kept is None else _state(kept)
            lesson = found.lesson if found.has_lesson and self._games.is_new(game) else None
            offers.append(
                Offer(
                    game,
                    found.title(),
                    found.line(),
                    found.poster,
                    state,
                    kept is not None,
                    found.band,
                    "" if lesson is None else lesson.title(),
                    "" if lesson is None else lesson.line(),
                )
            )
        self._page.show_offers(offers)
        self._boards.show_page(self._page)
        self._page.focus_first()

    def _go_back(self) -> None:
        """Continue the game that the page has replaced, if it is not over."""
        game = self._boards.game
        if self._games.unfinished(game) is not None:
            self._games.go_on_with(game)

    def put_away(self) -> None:
        """Do nothing, because the page stays as it is until it is shown again."""

    def describe(self, menus: Menus, status: StatusBar) -> None:
        menus.show_choice()
        status.show_nothing()

    def again(self) -> Again:
        return lambda window: window.choice.show()

    def apply_style(self) -> None:
        if self._page is not None:
            self._page.apply_style()


def _state(match: Match) -> str:
    """Return the score of an unfinished match in words."""
    mine, theirs = (format_number(match.totals[seat]) for seat in (match.viewer, 1 - match.viewer))
    one, other = match.names[match.viewer], match.names[1 - match.viewer]
    if not match.spec.has_points:
        return _("{one} against {other}, in progress").format(one=one, other=other)
    text = _("{one} {points}, {other} {other_points}")
    return text.format(one=one, points=mine, other=other, other_points=theirs)
