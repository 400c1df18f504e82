"""The end of a game of Millieu."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.dialogs.ending import EndingDialog, game_title
from mile_bones.desktop.table.ending import Ending
from mile_bones.games.millieu.events import GameEnded
from mile_bones.games.millieu.spec import SPEC
from mile_bones.games.millieu.words import game_end_text
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _


class EndDialog(EndingDialog):
    """Who has won, and why; and how many games each has won by now."""

    def __init__(self, ending: Ending, parent: QWidget | None = None) -> None:
        ended: GameEnded = ending.events[-1]
        you = ending.you
        super().__init__(
            parent,
            title=game_title(ended.winner, ending.names, you),
            subtitle=game_end_text(ended, ending.names, you),
            band=SPEC.band,
            topic="millieu",
            width=500,
        )
        self.setObjectName("end_dialog")
        for text in _lines(ending):
            self.body.addWidget(label(text, "text", wrap=True))
        self.tell(self.band.subtitle.text(), *_lines(ending))
        self.add_way_on(_("&New game"))


def _lines(ending: Ending) -> list[str]:
    turns = _("The game took {turns} turns.").format(turns=format_number(ending.observation.turn))
    if ending.assisted:
        return [turns, _("An assisted game: it does not count.")]
    first = ending.you or 0
    mine, theirs = (format_number(ending.games[seat]) for seat in (first, 1 - first))
    games = _("Games won: {name} {own}, {other} {others}.").format(
        name=ending.names[first], own=mine, other=ending.names[1 - first], others=theirs
    )
    return [turns, games]
