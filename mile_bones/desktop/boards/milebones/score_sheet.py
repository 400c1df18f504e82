"""The score sheet at the end of a hand, and at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import label, less
from mile_bones.desktop.dialogs.ending import EndingDialog, game_title, way_on_text
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan, Row, SheetTable, spoken
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.table.animator import Animator, Motion
from mile_bones.desktop.table.durations import COUNT_MS
from mile_bones.engine.game import leader
from mile_bones.games.milebones import words
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.games.milebones.events import GameEnded, HandEnded

_NOTHING = "–"
_ROW, _LEAST_ROW = 38, 24  # two heights of a row at scale 1: the usual one, and the least one that is still readable
_ITEMS = len(words.score_items())
_TOGETHER = 3
"""The number of items that count up at the same time."""
_EVENLY = QEasingCurve.Type.Linear
_CARS = ("icons/car_red.svg", "icons/car_blue.svg")


def _band(winner: int | None, seat: int | None) -> str:
    """Return the colour of the band: green if the viewer has won, navy if the opponent has, brown for a draw.

    If ``seat`` is None, seat 0 counts as the viewer.
    """
    return "brown" if winner is None else "green" if winner == (seat or 0) else "navy"


class ScoreSheetDialog(EndingDialog):
    """A dialog with the points of every item, the totals of the hand and of the game, and the games won. Its button
    leads to the next hand or a new game.

    `totals` are the totals after the hand, `games` the numbers of games won, and `names` the players' names, all by
    seat. `seat` is the viewer's seat, or None to call both players by their names. `target` is the number of points
    that win the game. If `game_ended` is given, the head says who has won the game instead of the hand. The foot says
    so if the game was `assisted` and therefore does not count. With an `animator` the points count up, until a key or a
    click shows the final points. Without an animator the final points are shown at once. The foot has the sentence
    `special` about the game. `placed`: the game has entered the high scores.
    """

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
        animator: Animator | None = None,
        special: str = "",
        placed: bool = False,
    ) -> None:
        how = words.hand_end_text(hand_ended, names, seat)
        over = game_ended is not None
        title, subtitle = words.hand_winner_text(hand_ended, names, seat), how
        winner = leader([score.total for score in hand_ended.scores])
        if game_ended is not None:
            winner = game_ended.winner
            title, subtitle = game_title(winner, names, seat), words.game_end_text(game_ended, names, seat)
        super().__init__(
            parent,
            title=title,
            subtitle=subtitle,
            band=_band(winner, seat),
            topic="score-sheet",
            width=604,
        )
        self.setObjectName("score_sheet_dialog")
        self._part = partial(_rows, hand_ended, totals, games, names)
        self.count_with(animator)
        self.table = SheetTable(_plan(hand_ended, totals, games, names))
        self.body.setSpacing(0)
        self.body.addWidget(self.table)
        foot = how if over else _("First to {points} wins the game.").format(points=format_number(target))
        if over and assisted:
            foot = _("An assisted game: it does not count.")
        elif special:
            foot = special
        self.tell(subtitle, foot, unseen=how if how not in (subtitle, foot) else "")
        self.note = label(foot, "muted", wrap=True)
        self.note.setMinimumWidth(self.px(205 if over else 150))
        self.note.setIndent(self.px(14) + RING)
        self.buttons.takeAt(0)
        self.buttons.addWidget(self.note, 1)
        self.add_both_hands()
        self.add_way_on(_("&Next hand") if game_ended is None else way_on_text(winner, seat, placed=placed))
        self.go_on.set_least_width(150)

    def begin(self) -> None:
        self.count([Motion(lambda part: self.table.show_rows(self._part(part)), COUNT_MS, curve=_EVENLY)])

    def shrink(self, by: int) -> bool:
        """Make the rows lower, so that the whole sheet is visible."""
        self.table.measure(less(_ROW, by / self._scale, self.table.rowCount(), _LEAST_ROW))
        return True


def _plan(hand: HandEnded, totals: tuple[int, int], games: tuple[int, int], names: Sequence[str]) -> Plan:
    columns = (
        Column(Cell(_("Category"), 14, muted=True)),
        # Translators: the heading of a column: how many points something is worth
        Column(Cell(_("Worth"), 14, muted=True), least=90),
        *(
            Column(Cell(name, 14, "Bold", picture=car), padding=12 if seat else 0, least=110, most=190)
            for seat, (name, car) in enumerate(zip(names, _CARS, strict=True))
        ),
    )
    rows = _rows(hand, totals, games, names)
    return Plan(_("Score sheet"), columns, rows, row_height=_ROW, header_height=29)


def _rows(
    hand: HandEnded, totals: tuple[int, int], games: tuple[int, int], names: Sequence[str], part: float = 1.0
) -> tuple[Row, ...]:
    """Return the rows at ``part`` (0 to 1) of the count. The items count up one after another, and the totals count up
    with the items.
    """
    rows = []
    counted = [0, 0]
    for number, (field, text, worth) in enumerate(words.score_items()):
        points = [getattr(score, field) for score in hand.scores]
        said = [format_number(value) for value in points]
        done = min(1.0, max(0.0, (part * (_ITEMS + _TOGETHER) - number) / _TOGETHER))
        values = [round(value * done) for value in points]
        counted = [sum(both) for both in zip(counted, values, strict=True)]
        cells = (
            Cell(text, 16, picture=f"icons/sheet/{field}.svg"),
            Cell(worth, 14, "Medium", muted=True),
            *(_item(value, whole, done) for value, whole in zip(values, points, strict=True)),
        )
        rows.append(Row(cells, spoken(text, said, names), striped=number % 2 == 0))
    before = [total - score.total for total, score in zip(totals, hand.scores, strict=True)]
    sums = (
        # Translators: a hand is one race, of which a game has several
        (_("Hand total"), counted),
        # Translators: of the whole game, hand after hand
        (_("Grand total"), [sum(both) for both in zip(before, counted, strict=True)]),
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
    return tuple(rows)


def _item(value: int, whole: int, done: float) -> Cell:
    """Return the cell of an item, of which the fraction ``done`` has been counted. The cell is empty before the item's
    turn.
    """
    if not done:
        return Cell("")
    if not whole:
        return Cell(_NOTHING, 15, "Medium", muted=True, heard=format_number(0))
    return Cell(format_number(value), 17, "Bold")
