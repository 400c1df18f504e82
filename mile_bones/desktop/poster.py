"""A game as a poster: its picture, its name, a sentence about it, the state of the kept game, and the buttons."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMargins, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QSpacerItem, QStyle, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import NO_LIMIT, PaperButton, label
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.card_art import CAR_SIZE, svg
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.table.paint import shadow
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

_TALL_UP_TO = 1.22
"""The ratio of width to height up to which a picture is cut from the square drawing. Wider pictures are cut from the
wide drawing.
"""
_LEAST_PICTURE = 60
"""The least width of a picture in pixels. A narrower picture would be useless."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game to choose.

    `poster`: the beginning of the names of three drawings below ``resources``, such as "posters/millieu". The drawings
    are the picture as "..._tall.svg" (1 : 1), the picture as "..._wide.svg" (3 : 2), and the name of the game as
    "..._name.svg". `state`: a sentence about the kept game, or "" if there is none. `band`: the colour of the name,
    "green", "navy", "red", "brown" or "burgundy". `lesson`: the name of the lesson for people who have never played the
    game. `lesson_line`: a sentence about the lesson. Both are "" if no lesson is offered.
    """

    game: str
    title: str
    line: str
    poster: str
    state: str
    kept: bool
    band: str = "green"
    lesson: str = ""
    lesson_line: str = ""

    def colour(self, theme: Theme) -> QColor:
        """Return the colour of name and frame on the paper of this theme."""
        deep: QColor = getattr(theme, f"band_{self.band}")
        return theme.panel_ink if theme.is_dark else deep


class Poster(QWidget):
    """A poster on paper with an offer. `number`, in the corner, is the key that selects this poster."""

    continue_requested = Signal(str)
    new_requested = Signal(str)
    lesson_requested = Signal(str)

    def __init__(self, offer: Offer, number: int) -> None:
        super().__init__()
        self.offer = offer
        self.setAccessibleName(offer.title)
        self.setAccessibleDescription(f"{offer.line} {offer.state or offer.lesson_line}".strip())
        self.picture = _Picture(offer, number)
        self.name = _Name(offer)
        self.line = label(offer.line, "text", wrap=True)
        self.line.setAlignment(Qt.AlignmentFlag.AlignTop)  # in line with a neighbouring poster that has two lines
        self.car = _Car()
        self.state = label(offer.state or offer.lesson_line or _("No game under way"), "muted", wrap=True)
        self.go_on = PaperButton(_("Continue"), "primary")
        self.new = PaperButton(_("New game"), "plain" if offer.kept else "primary")
        self.learn = PaperButton(offer.lesson)
        self.go_on.setAccessibleName(_("Continue {game}").format(game=offer.title))
        self.new.setAccessibleName(_("New game of {game}").format(game=offer.title))
        self.learn.setAccessibleName(_("{lesson}, a lesson in {game}").format(lesson=offer.lesson, game=offer.title))
        for button in (self.go_on, self.new, self.learn):
            button.setAccessibleDescription(self.state.text())
            button.setAutoDefault(True)  # so that Enter presses the button, as in a dialog
        if not offer.kept:
            self.go_on.hide()
        if not offer.lesson:
            self.learn.hide()
        self.first = self.go_on if offer.kept else self.new
        self.go_on.clicked.connect(lambda: self.continue_requested.emit(offer.game))
        self.new.clicked.connect(lambda: self.new_requested.emit(offer.game))
        self.learn.clicked.connect(lambda: self.lesson_requested.emit(offer.game))
        self.picture.clicked.connect(self.first.setFocus)
        self.picture.double_clicked.connect(self.first.click)
        self._narrow = False
        self._lay_out()

    def apply_style(self, narrow: bool) -> None:
        """Apply the sizes of the active scale. `narrow`: the poster is a row, with the picture beside the words."""
        scale = themes.active()[1]

        def px(size: float) -> int:
            return round(size * scale)

        direction = QBoxLayout.Direction
        self._all.setDirection(direction.LeftToRight if narrow else direction.TopToBottom)
        self._all.setContentsMargins(px(10), px(10), px(10), px(10) + 4)
        self._all.setSpacing(0)
        self._all.setStretch(0, 0 if narrow else 1)
        self._all.setStretch(1, 1 if narrow else 0)
        ring = QMargins(RING, 0, RING, 0)  # the space that buttons keep free around themselves
        self._words.setContentsMargins(
            QMargins(px(20), px(4), px(10), px(4)) if narrow else QMargins(px(14), px(24), px(14), px(8)) - ring
        )
        self._told.setContentsMargins(ring)
        self._state.setContentsMargins(ring)
        self._told.setSpacing(px(8))
        self._words.setSpacing(px(8))
        self._state.setSpacing(px(8))
        self._buttons.setSpacing(px(2))
        self._above.changeSize(0, 0, _FIXED, _STRETCH if narrow else _FIXED)
        self._between.changeSize(0, 0, _FIXED, _FIXED if narrow else _STRETCH)
        self._below.changeSize(0, 0, _FIXED, _STRETCH if narrow else _FIXED)
        self._behind.changeSize(0, 0, _STRETCH if narrow else _FIXED, _FIXED)
        for button, wide in ((self.go_on, 58), (self.new, 42), (self.learn, 42)):
            button.set_least_width(150 if narrow else 90)
            button.setSizePolicy(_FIXED if narrow else _STRETCH, QSizePolicy.Policy.Fixed)
            self._buttons.setStretchFactor(button, 0 if narrow else wide)
        self.line.setVisible(not themes.active_fit().compact)
        self.line.setMinimumHeight(0 if narrow else 2 * self.line.fontMetrics().lineSpacing())
        self.name.set_height(px(20 if narrow else 22.2))
        self.picture.set_narrow(narrow)
        self.car.setVisible(self.offer.kept and not narrow)
        self.car.setFixedSize(px(30), px(30 * CAR_SIZE[1] / CAR_SIZE[0]))
        self._narrow = narrow
        self._make_room()
        for part in (self._words, self._told, self._state, self._buttons, self._all):
            part.invalidate()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Share the width between the words and the picture. The words have priority.

        If a row is too narrow for both, the buttons are put one below the other. If that is not enough, the picture
        becomes narrower, and finally it is hidden.
        """
        direction = QBoxLayout.Direction
        if not self._narrow:
            self._buttons.setDirection(direction.LeftToRight)
            self.picture.set_most(NO_LIMIT)
            self.picture.show()
            return
        paper, words = self._all.contentsMargins(), self._words.contentsMargins()
        room = self.width() - paper.left() - paper.right() - words.left() - words.right()
        wide = [button.sizeHint().width() for button in (self.go_on, self.new, self.learn) if not button.isHidden()]
        row = sum(wide) + self._buttons.spacing() * (len(wide) - 1)
        stacked = row > room - _LEAST_PICTURE
        self._buttons.setDirection(direction.TopToBottom if stacked else direction.LeftToRight)
        left = room - max(self.name.minimumWidth(), max(wide) if stacked else row)
        self.picture.set_most(left)
        self.picture.setVisible(left >= _LEAST_PICTURE)
        self._all.activate()  # now, because another resize may come before Qt lays it out

    def _lay_out(self) -> None:
        self._all = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._words, self._told = QVBoxLayout(), QVBoxLayout()
        self._state = QHBoxLayout()
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        # Created here: Python does not notice when spacers that Qt creates are deleted.
        self._above, self._between, self._below, self._behind = (QSpacerItem(0, 0) for _place in range(4))
        self._state.addWidget(self.car)
        self._state.addWidget(self.state, 1)
        self._buttons.addWidget(self.go_on)
        self._buttons.addWidget(self.new)
        self._buttons.addWidget(self.learn)
        self._buttons.addSpacerItem(self._behind)
        self._words.addSpacerItem(self._above)
        self._told.addWidget(self.name)
        self._told.addWidget(self.line)
        self._words.addLayout(self._told)
        self._words.addSpacerItem(self._between)
        self._words.addLayout(self._state)
        self._words.addSpacing(2)
        self._words.addLayout(self._buttons)
        self._words.addSpacerItem(self._below)
        self._all.addWidget(self.picture)
        self._all.addLayout(self._words)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper, radius = QRectF(self.rect()).adjusted(1, 1, -1, -5), 14 * scale
        shadow(painter, paper, radius, theme, 1.4)
        painter.setBrush(theme.panel)
        painter.setPen(QPen(theme.panel_line, 3 if theme.high_contrast else 1.4))
        painter.drawRoundedRect(paper, radius, radius)
        painter.end()


_FIXED, _STRETCH = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding


class _Picture(QWidget):
    """The picture in its frame, with the number in the leading corner."""

    clicked = Signal()
    double_clicked = Signal()

    def __init__(self, offer: Offer, number: int) -> None:
        super().__init__()
        self._offer, self._number = offer, number
        self._drawn: QPixmap | None = None
        self._drawn_as: tuple[object, ...] = ()
        self._narrow = False
        self._most = NO_LIMIT
        self.setMinimumSize(_LEAST_PICTURE, 40)

    def set_narrow(self, narrow: bool) -> None:
        """Set the shape of the picture. Beside the words its ratio is three to two. Above the words it is never higher
        than wide.
        """
        self._narrow = narrow
        self.setSizePolicy(_FIXED if narrow else _STRETCH, _STRETCH)
        self._keep_shape()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_shape()

    def set_most(self, width: int) -> None:
        """Set the largest width in pixels of a picture that is beside the words."""
        if width != self._most:
            self._most = width
            self._keep_shape()

    def _keep_shape(self) -> None:
        if self._narrow:
            self.setFixedWidth(max(_LEAST_PICTURE, min(self.height() * 3 // 2, self._most)))
            self.setMaximumHeight(NO_LIMIT)
        else:
            self.setMinimumWidth(_LEAST_PICTURE)
            self.setMaximumWidth(NO_LIMIT)
            self.setMaximumHeight(max(40, self.width()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        ratio = self.devicePixelRatioF()
        drawn_as = (self.size(), theme.name, scale, ratio, self.layoutDirection(), self._narrow)
        if self._drawn is None or self._drawn_as != drawn_as:
            self._drawn, self._drawn_as = self._draw(theme, scale, ratio), drawn_as
        QPainter(self).drawPixmap(0, 0, self._drawn)

    def _draw(self, theme: Theme, scale: float, ratio: float) -> QPixmap:
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = 4.0 if theme.high_contrast else 2.4
        frame = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        hole = QPainterPath()
        hole.addRoundedRect(frame, 9 * scale, 9 * scale)
        painter.setClipPath(hole)
        wide = frame.width() > _TALL_UP_TO * frame.height()
        drawing = svg(f"{self._offer.poster}_{'wide' if wide else 'tall'}.svg")
        cover = QRectF(0, 0, *drawing.defaultSize().scaled(frame.size().toSize(), _COVER).toTuple())
        cover.moveCenter(frame.center())
        drawing.render(painter, cover)
        painter.fillRect(frame, theme.face_veil)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._frame(theme), line))
        painter.drawPath(hole)
        self._draw_number(painter, theme, scale)
        painter.end()
        return picture

    def _draw_number(self, painter: QPainter, theme: Theme, scale: float) -> None:
        """Draw a milestone with the number."""
        size = scale * (0.84 if self._narrow else 1.0)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x = 28 * size
        painter.translate(self.width() - x if mirrored else x, 28 * size)
        painter.scale(size, size)
        painter.setPen(Qt.PenStyle.NoPen)
        for grown, colour in ((0.0, theme.band_ink), (2.8, self._frame(theme, badge=True))):
            painter.setBrush(colour)
            painter.drawPath(_stone(20 - grown, 18 - grown))
        painter.setPen(theme.band_ink)
        painter.setFont(themes.font(18, "Bold"))
        painter.drawText(QRectF(-20, -15, 40, 34), Qt.AlignmentFlag.AlignCenter, format_number(self._number))

    def _frame(self, theme: Theme, *, badge: bool = False) -> QColor:
        """Return the game's colour. In high contrast return the panel's ink, except for the frame behind the number
        (``badge``).
        """
        if theme.high_contrast and not badge:
            return theme.panel_ink
        colour: QColor = getattr(theme, f"band_{self._offer.band}")
        return colour


_COVER = Qt.AspectRatioMode.KeepAspectRatioByExpanding


def _stone(half: float, high: float) -> QPainterPath:
    """Return the outline of a milestone with this half width at its foot and this half height."""
    path = QPainterPath()
    path.moveTo(-half, high)
    path.lineTo(-half * 0.86, -high * 0.5)
    path.quadTo(-half * 0.86, -high * 0.72, -half * 0.72, -high * 0.84)
    path.quadTo(-half * 0.6, -high, -half * 0.4, -high)
    path.lineTo(half * 0.4, -high)
    path.quadTo(half * 0.6, -high, half * 0.72, -high * 0.84)
    path.quadTo(half * 0.86, -high * 0.72, half * 0.86, -high * 0.5)
    path.lineTo(half, high)
    path.closeSubpath()
    return path


class _Name(PlainLabel):
    """The name of the game in the letters of its poster. For a screen reader it is an ordinary text.

    The drawn letters are Latin. A name in another script has the typeface of the window.
    """

    def __init__(self, offer: Offer) -> None:
        super().__init__(offer.title)
        self._offer = offer
        self._drawing = svg(f"{offer.poster}_name.svg") if offer.title.isascii() else None
        self._height = 22

    def set_height(self, height: int) -> None:
        """Set the height of the letters, in pixels."""
        self._height = height
        self.setFixedHeight(self._size().height())
        self.setMinimumWidth(self._size().width())

    def _size(self) -> QSize:
        if self._drawing is None:
            wide = QFontMetrics(self._font()).horizontalAdvance(self._offer.title)
            return QSize(wide, round(1.25 * self._height))  # as high as the letters, not as a line of text
        whole = self._drawing.viewBoxF()
        return QSize(round(self._height * whole.width() / whole.height()), self._height)

    def _font(self) -> QFont:
        return themes.font(self._height, "Bold")

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.active()[0]
        if self._drawing is None:
            written = QPainter(self)
            written.setFont(self._font())
            written.setPen(self._offer.colour(theme))
            lead = QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
            written.drawText(QRectF(self.rect()), lead | Qt.AlignmentFlag.AlignVCenter, self._offer.title)
            return
        ratio = self.devicePixelRatioF()
        letters = QPixmap(self._size() * ratio)
        letters.setDevicePixelRatio(ratio)
        letters.fill(Qt.GlobalColor.transparent)
        painter = QPainter(letters)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0, 0, self._size().width(), self._size().height())
        self._drawing.render(painter, box)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(box, self._offer.colour(theme))
        painter.end()
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        QPainter(self).drawPixmap(self.width() - self._size().width() if mirrored else 0, 0, letters)


class _Car(QWidget):
    """A small car in front of the text about a kept game."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        svg("icons/car_red.svg").render(painter, QRectF(self.rect()))
        painter.end()
