"""The end of a deal of Mille, and perhaps of the game with it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.dialogs.ending import EndingDialog
from mile_bones.desktop.table.board import Ending
from mile_bones.games.montreal.words import game_end_text, hand_end_text
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _


class EndDialog(EndingDialog):
    """Who went out, and the totals."""

    def __init__(self, ending: Ending, parent: QWidget | None = None) -> None:
        ended = ending.events[0]
        super().__init__(
            parent,
            title=_("End of the game") if ending.game_over else _("End of the deal"),
            subtitle=hand_end_text(ended, ending.names, ending.you),
            band="green",
            topic="montreal-mille",
            width=500,
        )
        self.setObjectName("end_dialog")
        lines = [
            f"{ending.names[s]}: {format_number(ended.scores[s].total)}, {format_number(ended.totals[s])}"
            for s in (0, 1)
        ]
        if ending.game_over:
            lines.append(game_end_text(ending.events[1], ending.names, ending.you))
        for text in lines:
            self.body.addWidget(label(text, "text", wrap=True))
        self.add_way_on(_("&New game") if ending.game_over else _("&Next deal"))
