"""A hand that lies open beside the table."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QListView, QListWidget, QListWidgetItem

from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.hand_sorting import BY_RANK, KEYS
from mile_bones.desktop.boards.montreal.models import valued_name
from mile_bones.desktop.boards.montreal.pictures import SMALL_WIDTH, picture
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.table.layout import CARD_RATIO
from mile_bones.games.montreal import Observation

_COLUMNS = 10
_GAP = 6


class HandList(QListWidget):
    """Small cards in rows, exactly as high as they need. It is a real list: arrow keys walk through it, and a screen
    reader reads it card by card."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QListWidget { background: transparent; border: none; padding: 0; }")
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.show_hand(None)

    def show_hand(self, observation: Observation | None) -> None:
        """The hand that lies open in this observation, sorted; None: no card."""
        self.clear()
        cards = () if observation is None else sorted(observation.cards, key=KEYS[BY_RANK])
        theme, scale = themes.active()
        width = round(SMALL_WIDTH * scale)
        cell = QSize(width + _GAP, round(width * CARD_RATIO) + _GAP)
        self.setIconSize(QSize(width, round(width * CARD_RATIO)))
        for card in cards:
            name = valued_name(card)
            item = QListWidgetItem(self)
            item.setIcon(QIcon(picture(ART[card], theme, scale, self.devicePixelRatioF(), small=True)))
            item.setSizeHint(cell)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, name)
            set_tip(item, name)
        rows = -(-len(cards) // _COLUMNS)
        self.setFixedSize(_COLUMNS * cell.width() + 2, max(1, rows) * cell.height())
