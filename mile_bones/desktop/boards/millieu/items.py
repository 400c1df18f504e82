"""The points of the cube and the places of the trays, as items of the scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from mile_bones.desktop.boards.millieu import slot_names, strokes
from mile_bones.desktop.boards.millieu.colours import CubeColours, cube_colours
from mile_bones.desktop.boards.millieu.models import ART, PlaceModel, State
from mile_bones.desktop.boards.millieu.pieces import PieceArt, face_box, outline
from mile_bones.desktop.boards.millieu.projection import STANDS, Projection
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.slot import SlotItem, SlotMarks
from mile_bones.games.millieu.actions import Action, Slide, Take
from mile_bones.games.millieu.pieces import Piece
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

_DIM = 0.45
_HELD_OVER = 0.55
"""The opacity of a piece that is only shown where it would go."""
_TWIN = (QPointF(5, -8), QPointF(-3, -1))
"""The positions of two identical pieces in a tray. The first is that of the piece behind."""
_ALONE = QPointF(0, -4)


InPlay = Callable[[], "tuple[str, str] | None"]
"""A function that returns the place and the art of the piece that is held or marked, or None."""


@dataclass
class PieceMarks(SlotMarks):
    """The marks of a place, with those for neighbours and for the last move."""

    centre: bool = False
    """Whether the neighbours of this place are shown."""
    near: bool = False
    """Whether this is one of the neighbours that are shown."""
    gone: Piece | None = None
    """The piece that was taken from here in the last move, or None."""
    number: int = 0
    """The key that chooses this place, or 0."""
    step: Action | None = None
    """The suggested step that begins or ends at this point, or None. It is shown only while the place is suggested."""


class PieceItem(SlotItem):
    """The common part of points and of places in a tray: a piece with its rings."""

    dimmed_opacity = None

    def __init__(self, place: str, art: PieceArt, in_play: InPlay) -> None:
        super().__init__(place, art)
        self._art = art
        self._in_play = in_play
        self._colours: CubeColours | None = None
        self.model: PlaceModel = PlaceModel()
        self.marks: PieceMarks = PieceMarks()

    @property
    def veiled(self) -> bool:
        """Always False: other pieces remain bright while a piece is marked."""
        return False

    @property
    def kind(self) -> Piece | None:
        """The piece at this place, or None."""
        return None if self.model.face is None else Piece(ART.index(self.model.face))

    def take_colours(self, theme: Theme) -> None:
        """Take the colours of ``theme``."""
        self._theme, self._colours = theme, cube_colours(theme)
        self.update()


class PointItem(PieceItem):
    """A point of the cube. It is painted around the middle of the face of a piece that stands on it."""

    def __init__(self, place: str, art: PieceArt, in_play: InPlay) -> None:
        super().__init__(place, art, in_play)
        self.index = slot_names.point_index(place)
        self._projection: Projection | None = None

    def stand_in(self, projection: Projection) -> None:
        """Place the point where ``projection`` shows it."""
        self.prepareGeometryChange()
        self._projection = projection
        order = projection.back_to_front(self.index // 9).index(self.index)
        self.setZValue(10 * (self.index // 9) + 3 + order / 10)

    @property
    def disc(self) -> QRectF:
        """The area of the disc or the socket that an empty point shows, in scene coordinates."""
        scale = 1.0 if self._projection is None else self._projection.scale
        middle, radius = self._rect.center() + QPointF(0, STANDS * scale), (strokes.DISC + 1) * scale
        return QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)

    def boundingRect(self) -> QRectF:
        if self._projection is None:
            return QRectF()
        reach = 56 * self._projection.scale + 4
        middle = self._rect.center()
        return QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is not None and (not self.marks.target or self._piece is not None):
            self._paint_point(painter)

    def paint_marks(self, painter: QPainter, theme: Theme) -> None:
        """Paint the point if it has no visible piece, because such a target consists only of its marks."""
        if self._piece is None:
            self._paint_point(painter)

    @property
    def _piece(self) -> Piece | None:
        """The piece that is visible here, or None."""
        return None if self.marks.hidden else self.kind

    @property
    def _suggested_step(self) -> Action | None:
        return self.marks.step if self.marks.suggested else None

    def _paint_point(self, painter: QPainter) -> None:
        if self._projection is None or self._colours is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.save()
        painter.translate(self._rect.center())
        painter.scale(self._projection.scale, self._projection.scale)
        if self._piece is None:
            self._paint_empty(painter, self._colours)
        else:
            self._paint_piece(painter, self._piece, self._colours)
        if self.marks.number:
            strokes.number(painter, format_number(self.marks.number), self._colours)
        painter.restore()

    # ------------------------------------------------------------------ an empty point

    def _paint_empty(self, painter: QPainter, colours: CubeColours) -> None:
        marks = self.marks
        painter.save()
        painter.translate(0, STANDS)
        if marks.target:
            self._paint_target(painter, colours)
        elif marks.ghost is not None:
            self._paint_preview(painter, marks.ghost.face, colours)
        elif marks.suggested or (self.model.state is State.OPEN and not marks.dimmed and not marks.hidden):
            if marks.gone is not None:
                self._paint_gone(painter, marks.gone, colours)
            step = self._suggested_step
            if isinstance(step, Slide):
                self._paint_arrow(painter, step.origin, colours)
            else:
                strokes.plus(painter, colours)
        elif marks.centre:
            strokes.disc(painter, strokes.DISC, colours.ink, colours.amber)
        elif marks.near:
            strokes.disc(painter, 13, colours.ink, colours.near)
        else:
            sheet = colours.sheets[self.index // 9]
            strokes.socket(painter, 1.0 if self._projection.is_flat else 0.62, sheet.road, colours.road)
            if marks.gone is not None:
                self._paint_gone(painter, marks.gone, colours)
        if marks.invite:
            strokes.disc_ring(painter, 20, colours.amber, 3.4 + self._halo)
        elif marks.suggested:
            strokes.disc_ring(painter, 23, colours.ink, 8)
            strokes.disc_ring(painter, 23, colours.amber, 4.4 + self._halo)
        if marks.focus:
            strokes.focus_disc(painter, self._theme)
        if marks.refused:
            strokes.disc_ring(painter, 20, self._theme.coup, 3)
        painter.restore()

    def _paint_target(self, painter: QPainter, colours: CubeColours) -> None:
        source = self._in_play()
        origin = None if source is None else slot_names.point_index(source[0])
        if source is not None and (self.marks.over or self.marks.hover):
            self._paint_preview(painter, source[1], colours)
        elif origin is None:
            strokes.plus(painter, colours)
        else:
            self._paint_arrow(painter, origin, colours)

    def _paint_arrow(self, painter: QPainter, origin: int, colours: CubeColours) -> None:
        """Paint the arrow of a slide from ``origin`` to this point."""
        start, end = (QPointF(*self._projection.point(point)) for point in (origin, self.index))
        strokes.arrow(painter, end - start, colours)

    def _paint_preview(self, painter: QPainter, face: str, colours: CubeColours) -> None:
        """Paint the piece in play, or the ghost of a better move, on this point."""
        painter.translate(0, -STANDS)
        shape = Piece(ART.index(face)).shape
        strokes.ring(painter, shape, 1.34, (colours.taken_up_rim, 8.4), (colours.taken_up, 5))
        painter.setOpacity(_HELD_OVER)
        self._draw_face(painter, face)
        painter.setOpacity(1.0)
        painter.translate(0, STANDS)

    def _paint_gone(self, painter: QPainter, piece: Piece, colours: CubeColours) -> None:
        """Paint the outline and the road marking of the piece that was taken from this point."""
        painter.save()
        painter.translate(0, -STANDS / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(outline(piece.shape, 0.8), strokes.line_pen(colours.last_rim, 5))
        painter.strokePath(outline(piece.shape, 0.8), strokes.line_pen(colours.last, 2.6, (5, 5)))
        painter.setOpacity(0.75)
        strokes.mark(painter, piece, colours.last)
        painter.restore()

    # ------------------------------------------------------------------ a piece

    def _paint_piece(self, painter: QPainter, piece: Piece, colours: CubeColours) -> None:
        marks, state, shape = self.marks, self.model.state, piece.shape
        is_taken = state is State.TAKEABLE or isinstance(self._suggested_step, Take)
        ring = strokes.ring
        if state is State.PLACED:
            ring(painter, shape, 1.3, (colours.ink, 9.4), (colours.amber, 5.6))
        painter.setOpacity(_DIM if state is State.BARRED else 1.0)
        self._draw_face(painter, self.model.face)
        painter.setOpacity(1.0)
        if marks.last_move and not marks.marked and state in (State.PLAIN, State.SLIDES, State.BARRED):
            ring(painter, shape, 1.24, (colours.last_rim, 6.4), (colours.last, 3.6))
        if state is State.SLIDES and not marks.marked:
            strokes.brackets(painter, colours)
        if marks.marked:
            ring(painter, shape, 1.34, (colours.taken_up_rim, 8.4), (colours.taken_up, 5))
        elif is_taken:
            ring(painter, shape, 1.28, (colours.take_rim, 6.6), (colours.take, 3.8))
        elif marks.hover and self.model.usable:
            ring(painter, shape, 1.2, (colours.taken_up_rim, 5.4), (colours.taken_up, 3))
        if marks.near or marks.centre:
            width = 8.0 if marks.centre else 6.0
            ring(painter, shape, 1.28, (colours.ink, width), (colours.amber, width - 2.8))
        if marks.invite or marks.suggested:
            ring(painter, shape, 1.4, (colours.ink, 8), (colours.amber, 4.4 + self._halo))
        if marks.focus:
            line = 4.4 * self._theme.outline if self._theme.high_contrast else 3.4
            ring(painter, shape, 1.42, (self._theme.focus_outer, 7.4), (self._theme.focus, line))
        if is_taken:
            strokes.lift(painter, colours)
        if state in (State.PLACED, State.STAYS):
            strokes.lock(painter, colours)
        if marks.refused:
            ring(painter, shape, 1.3, (colours.last_rim, 6), (self._theme.coup, 3.8))

    def _draw_face(self, painter: QPainter, face: str) -> None:
        pixmap = self._art.face(face)
        painter.drawPixmap(face_box(QPointF(0, 0), 1.0), pixmap, QRectF(pixmap.rect()))


class TrayItem(PieceItem):
    """The place of one kind of piece in a tray: a piece, two pieces, or the outline of a missing one."""

    def __init__(self, place: str, art: PieceArt, in_play: InPlay) -> None:
        super().__init__(place, art, in_play)
        mine, theirs = slot_names.hand_kind(place), slot_names.hand_kind(place, mine=False)
        self._kind = Piece(theirs if mine is None else mine)

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-4, -4, 4, 4)

    @property
    def unit(self) -> float:
        """The length of a board unit in the tray, in pixels."""
        return self._rect.width() / 80

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is not None and not self.marks.target:
            self.paint_marks(painter, self._theme)

    def paint_marks(self, painter: QPainter, theme: Theme) -> None:
        """Paint the whole place again, because it has another colour as a target."""
        colours = self._colours
        if colours is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marks = self.marks
        cell = self._rect.adjusted(3, 3, -3, -3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.amber if marks.over else colours.cell)
        painter.drawRoundedRect(cell, 7, 7)
        painter.save()
        painter.translate(self._rect.center())
        painter.scale(self.unit, self.unit)
        count = 0 if self.model.face is None else self.model.depth + 1 - marks.hidden
        if count == 0:
            self._paint_outline(painter, colours)
        else:
            self._paint_pieces(painter, count, colours)
        painter.restore()
        if count > 1:
            self._paint_count(painter, colours)
        self._paint_rings(painter, theme, cell)

    def _paint_outline(self, painter: QPainter, colours: CubeColours) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setOpacity(1.0)
        pen = strokes.line_pen(colours.ghost, 2.4, (6, 4.6))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.strokePath(outline(self._kind.shape, 0.86), pen)
        painter.setOpacity(0.6)
        strokes.mark(painter, self._kind, colours.ghost)
        painter.setOpacity(1.0)

    def _paint_pieces(self, painter: QPainter, count: int, colours: CubeColours) -> None:
        pixmap = self._art.tray.face(self.model.face)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        spots = _TWIN if count > 1 else (_ALONE,)
        painter.setOpacity(_DIM if self.model.state is State.BARRED else 1.0)
        for spot in spots:
            painter.drawPixmap(face_box(spot, 1.0), pixmap, QRectF(pixmap.rect()))
        painter.setOpacity(1.0)
        if self.marks.marked:
            painter.translate(spots[-1])
            strokes.ring(painter, self._kind.shape, 1.2, (colours.taken_up_rim, 7.4), (colours.taken_up, 4.6))

    def _paint_count(self, painter: QPainter, colours: CubeColours) -> None:
        px = max(11.0, 13 * self.unit)
        tag = QRectF(0, 0, 2.1 * px, 1.5 * px)
        tag.moveBottomRight(self._rect.bottomRight() - QPointF(3, 3))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.badge)
        painter.drawRoundedRect(tag, tag.height() / 2, tag.height() / 2)
        painter.setPen(colours.badge_rim)
        painter.setFont(font(px, "Bold"))
        # Translators: this number of times
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, _("×{count}").format(count=self.model.depth + 1))

    def _paint_rings(self, painter: QPainter, theme: Theme, cell: QRectF) -> None:
        marks = self.marks
        if marks.focus:
            paint.ring(painter, cell, 2, theme.focus_outer, 6.4, 7)
            paint.ring(painter, cell, 2, theme.focus, theme.ring, 7)
        elif marks.target or marks.invite or marks.suggested:
            lit = marks.invite or marks.suggested
            paint.ring(painter, cell, 1, theme.legal, 3 + (self._halo if lit else 0), 7)
        elif marks.hover and self.model.usable and not marks.hidden:
            paint.ring(painter, cell, 0, theme.legal, 2.2, 7)
        if marks.refused:
            paint.ring(painter, cell, 0, theme.coup, 3, 7)
