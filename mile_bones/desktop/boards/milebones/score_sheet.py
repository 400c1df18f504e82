"""The score sheet at the end of a hand, and at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.dialogs.ending import EndingDialog
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, SheetTable, spoken
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.games.milebones import words
from mile_bones.games.milebones.events import GameEnded, HandEnded
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

_NOTHING = "–"
_ROW, _LEAST_ROW = 38, 24  # heights of a row at scale 1: what the picture shows, and the least that can be read
_CARS = ("icons/car_red.svg", "icons/car_blue.svg")


class ScoreSheetDialog(EndingDialog):
    """Every item, hand total, grand total and games. Its button (and Escape) goes on: to the next hand or a new game.

    `totals` are the totals after the hand, `games` the games won, `names` the players, all by seat; `seat` is whose
    sheet it is (None: both players are called by their names), `target` the points that win the game. With `game_ended`
    the head says who has won, and the foot whether the game was `assisted`, so that it does not count.
    """

    #: The button "Show both hands" was pressed.
    both_hands_requested = Signal()

    def __init__(
        self,
        hand_ended: HandEnded,
        totals: tuple[int, int],
        games: tuple[int, int],
        names: Sequence[str],
        game_ended: GameEnded | None = None,
        parent: QWidget | None = None,
        *,
        seat: int | None = 0,
        target: int = 5000,
        assisted: bool = False,
    ) -> None:
        how = words.hand_end_text(hand_ended, names, seat)
        over = game_ended is not None
        super().__init__(
            parent,
            title=_("End of the game") if over else _("End of the hand"),
            subtitle=words.game_end_text(game_ended, names, seat) if game_ended is not None else how,
            band="green" if game_ended is None or seat in (game_ended.winner, None) else "navy",
            topic="score-sheet",
            width=604,
        )
        self.setObjectName("score_sheet_dialog")
        self.table = SheetTable(_plan(hand_ended, totals, games, names))
        self.body.setSpacing(0)
        self.body.addWidget(self.table)
        foot = how if over else _("First to {points} wins the game.").format(points=format_number(target))
        if over and assisted:
            foot = _("An assisted game: it does not count.")
        self.note = label(foot, "muted", wrap=True)
        self.note.setMinimumWidth(self.px(150))
        self.note.setIndent(self.px(14) + RING)
        self.buttons.takeAt(0)
        self.buttons.addWidget(self.note, 1)
        self.both_hands = self.add_button(_("Show &both hands"))
        self.both_hands.clicked.connect(self.both_hands_requested)
        self.add_way_on(_("&New game") if over else _("&Next hand"))
        self.go_on.set_least_width(150)

    def fit(self) -> None:
        """Make the rows as high as the window allows, so that the whole sheet is seen at once."""
        self.table.measure(_ROW)
        super().fit()
        too_much = self.full_height - self.room()
        if too_much > 0:
            lines = self.table.rowCount()
            self.table.measure(max(_LEAST_ROW, _ROW - too_much / lines / self._scale - 0.5))
            super().fit()


def _plan(hand: HandEnded, totals: tuple[int, int], games: tuple[int, int], names: Sequence[str]) -> Plan:
    columns = (
        Column(Cell(_("Category"), 14, muted=True)),
        Column(Cell(_("Worth"), 14, muted=True), least=90),
        *(
            Column(Cell(name, 14, "Bold", picture=car), padding=12 if seat else 0, least=110, most=190)
            for seat, (name, car) in enumerate(zip(names, _CARS, strict=True))
        ),
    )
    rows = []
    for number, (field, text, worth) in enumerate(words.score_items()):
        points = [getattr(score, field) for score in hand.scores]
        said = [format_number(value) for value in points]
        cells = (
            Cell(text, 16, picture=f"icons/sheet/{field}.svg"),
            Cell(worth, 14, "Medium", muted=True),
            *(
                Cell(format_number(value), 17, "Bold") if value else Cell(_NOTHING, 15, "Medium", muted=True)
                for value in points
            ),
        )
        rows.append(Row(cells, spoken(text, said, names), striped=number % 2 == 0))
    sums = (
        (_("Hand total"), [score.total for score in hand.scores]),
        (_("Grand total"), list(totals)),
        (_("Games"), list(games)),
    )
    for number, (text, values) in enumerate(sums):
        big = number == 1
        texts = [format_number(value) for value in values]
        cells = (
            Cell(text, 17 if big else 16, "Bold"),
            Cell(""),
            *(Cell(value, 19 if big else 17, "Bold") for value in texts),
        )
        rows.append(Row(cells, spoken(text, texts, names), amber=big, rule=number == 0))
    return Plan(_("Score sheet"), columns, tuple(rows), row_height=_ROW, header_height=29)
