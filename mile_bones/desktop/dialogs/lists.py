"""Lists to choose from: boxes that open, and tables of many lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QComboBox, QHeaderView, QTreeView

from mile_bones.games.milebones import RULE_SETS
from mile_bones.games.milebones.words import rules_name
from mile_bones.i18n import gettext as _
from mile_bones.players import LEVELS, level_name

_LOOKED_AT = 50
"""Lines by which the width of a column is found: looking at a thousand, as Qt does, takes seconds."""


def choice_box(name: str, values: Sequence[tuple[object, str]], everything: str = "") -> QComboBox:
    """Values with their words; ``currentData`` is the one chosen. ``everything`` comes first and stands for None."""
    box = QComboBox()
    box.setAccessibleName(name)
    if everything:
        box.addItem(everything, None)
    for value, text in values:
        box.addItem(text, value)
    return box


def rules_box() -> QComboBox:
    """All rules, or the games by one rule set."""
    return choice_box(_("Rules"), [(name, rules_name(name)) for name in RULE_SETS], _("All rules"))


def level_box() -> QComboBox:
    """All opponents, or the games against one level."""
    return choice_box(_("Opponent"), [(level, level_name(level)) for level in LEVELS], _("All opponents"))


def list_view(name: str, model: QAbstractItemModel, wide: int = 0) -> QTreeView:
    """The lines of a table; the column ``wide`` takes what the others leave."""
    view = QTreeView()
    view.setModel(model)
    view.setAccessibleName(name)
    view.setRootIsDecorated(False)
    view.setUniformRowHeights(True)
    view.setAlternatingRowColors(True)
    view.setAllColumnsShowFocus(True)
    header = view.header()
    header.setStretchLastSection(False)
    header.setResizeContentsPrecision(_LOOKED_AT)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
    return view
