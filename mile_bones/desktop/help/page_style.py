"""The style of a help page: type, colours and spacing for a document that Qt has made from Markdown.

Qt supports style sheets for HTML only, so the formats of a Markdown document are set here, piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from PySide6.QtGui import (
    QBrush,
    QColor,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrame,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from mile_bones.desktop.help.book import Heading
from mile_bones.desktop.look.theme import PICTURE_LIFT, font
from mile_bones.desktop.look.themes import Theme

TITLE, HEADING, TEXT, TABLE = 26, 18, 15, 14
"""The font sizes in pixels at scale 1."""
_PICTURE = "\ufffc"  # Qt's character for a picture in text


def apply_style(document: QTextDocument, headings: tuple[Heading, ...], theme: Theme, scale: float) -> None:
    """Style a document that was just made from Markdown, and give its headings the names that links use.

    `headings` are the headings below the title, in order.
    """
    document.setDefaultFont(font(TEXT * scale, "Medium"))
    document.setIndentWidth(24 * scale)
    document.setDocumentMargin(10 * scale)
    all_at_once = QTextCursor(document)
    all_at_once.beginEditBlock()  # otherwise the page would be laid out after every single change
    names = iter(headings)
    for block in _blocks(document):
        level = block.blockFormat().headingLevel()
        if level:
            heading = next(names, None) if level > 1 else None
            _dress_heading(block, heading.anchor if heading else None, theme, scale)
        else:
            _dress_paragraph(block, theme, scale)
    for table in _tables(document.rootFrame()):
        _dress_table(table, theme, scale)
    _frame_notes(document, theme, scale)
    all_at_once.endEditBlock()


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _tables(frame: QTextFrame) -> Iterator[QTextTable]:
    for child in frame.childFrames():
        if isinstance(child, QTextTable):
            yield child
        yield from _tables(child)


def _tint(theme: Theme) -> QColor:
    """Return the background of keys and file names, which is visible both on the page and on the rows of a table."""
    tint = QColor(theme.panel_line)
    tint.setAlphaF(0.0 if theme.high_contrast else 0.45)
    return tint


def _whole(block: QTextBlock) -> QTextCursor:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _dress_heading(block: QTextBlock, anchor: str | None, theme: Theme, scale: float) -> None:
    first = block.blockFormat().headingLevel() == 1
    letters = QTextCharFormat()
    letters.setFont(font((TITLE if first else HEADING) * scale, "Bold"))
    letters.setForeground(theme.icon_green if first else theme.panel_ink)
    if anchor:
        letters.setAnchor(True)
        letters.setAnchorNames([anchor])
    cursor = _whole(block)
    cursor.setCharFormat(letters)
    spacing = QTextBlockFormat()
    spacing.setTopMargin((0 if first else 20) * scale)
    spacing.setBottomMargin((10 if first else 6) * scale)
    cursor.mergeBlockFormat(spacing)


def _dress_paragraph(block: QTextBlock, theme: Theme, scale: float) -> None:
    more_of_the_list = block.textList() is not None and block.next().textList() is not None
    spacing = QTextBlockFormat()
    spacing.setTopMargin(0)
    spacing.setBottomMargin((5 if more_of_the_list else 10) * scale)
    spacing.setLineHeight(118, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    fragments = [part.fragment() for part in cast("Iterable[Any]", block)]  # the type stub says object
    pieces = [(fragment.position(), fragment.length(), fragment.charFormat()) for fragment in fragments]
    if any(given.isImageFormat() for _start, _length, given in pieces):
        # A line with a picture is as high as the picture. With 118 percent of that height it would be far too
        # high.
        spacing.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
    QTextCursor(block).mergeBlockFormat(spacing)
    for start, length, given in pieces:
        changes = QTextCharFormat()
        if given.isImageFormat():
            changes.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        elif given.fontFixedPitch():
            changes.setFont(font((TEXT - 1) * scale, "SemiBold"))
            changes.setFontFixedPitch(False)
            changes.setBackground(_tint(theme))
        if given.isAnchor():
            changes.setForeground(theme.last_move)
            changes.setFontUnderline(True)
        cursor = QTextCursor(block)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(changes)


def _dress_table(table: QTextTable, theme: Theme, scale: float) -> None:
    look = QTextTableFormat(table.format())
    look.setBorder(1)
    look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    look.setBorderCollapse(True)
    look.setCellPadding(0)
    look.setCellSpacing(0)
    look.setTopMargin(4 * scale)
    look.setBottomMargin(14 * scale)
    look.setWidth(QTextLength())
    table.setFormat(look)
    solid = QTextFrameFormat.BorderStyle.BorderStyle_Solid
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            pictured = cell.firstCursorPosition().block().text().startswith(_PICTURE)
            paper = QTextTableCellFormat()
            paper.setTopPadding((PICTURE_LIFT if pictured else 5) * scale)
            paper.setBottomPadding((0 if pictured else 5) * scale)
            paper.setLeftPadding(8 * scale)
            paper.setRightPadding(8 * scale)
            paper.setBottomBorderStyle(solid)
            paper.setBottomBorder(2 if row == 0 else 1)
            paper.setBottomBorderBrush(QBrush(theme.panel_rule if row == 0 else theme.panel_line))
            paper.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
            if row % 2:
                paper.setBackground(theme.panel_row)
            cell.setFormat(paper)
            _dress_cell(cell.firstCursorPosition(), cell.lastCursorPosition(), scale)


def _dress_cell(first: QTextCursor, last: QTextCursor, scale: float) -> None:
    first.setPosition(last.position(), QTextCursor.MoveMode.KeepAnchor)
    spacing = QTextBlockFormat()
    spacing.setTopMargin(0)
    spacing.setBottomMargin(0)
    spacing.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
    first.mergeBlockFormat(spacing)
    letters = QTextCharFormat()
    letters.setProperty(QTextFormat.Property.FontPixelSize, round(TABLE * scale))
    first.mergeCharFormat(letters)


def _frame_notes(document: QTextDocument, theme: Theme, scale: float) -> None:
    """Put a box around quoted paragraphs, which are about differences between the rule sets."""
    notes: list[list[QTextBlock]] = []
    quoted_before = False
    for block in _blocks(document):
        quoted = bool(block.blockFormat().property(QTextFormat.Property.BlockQuoteLevel))
        if quoted and quoted_before:
            notes[-1].append(block)
        elif quoted:
            notes.append([block])
        quoted_before = quoted
    box = QTextFrameFormat()
    box.setBackground(theme.panel_row)
    box.setBorder(1)
    box.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    box.setBorderBrush(theme.panel_line)
    box.setPadding(10 * scale)
    box.setTopMargin(4 * scale)
    box.setBottomMargin(12 * scale)
    for note in reversed(notes):  # from the end, because each frame moves the text after it
        cursor = QTextCursor(note[0])
        cursor.setPosition(note[-1].position() + note[-1].length() - 1, QTextCursor.MoveMode.KeepAnchor)
        _space_note(document, cursor.insertFrame(box), scale)


def _space_note(document: QTextDocument, frame: QTextFrame, scale: float) -> None:
    """Set the spacing of the paragraphs of a note, and shrink the empty lines that Qt leaves around its frame."""
    first, last = document.findBlock(frame.firstPosition()), document.findBlock(frame.lastPosition())
    for block in _blocks(document):
        spacing = QTextBlockFormat()
        spacing.setTopMargin(0)
        spacing.setLeftMargin(0)
        spacing.setRightMargin(0)
        if first.blockNumber() <= block.blockNumber() <= last.blockNumber():
            spacing.setBottomMargin(0 if block == last else 6 * scale)
            spacing.setLineHeight(118, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        elif block in (first.previous(), last.next()) and block.length() == 1:
            spacing.setBottomMargin(0)
            spacing.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        else:
            continue
        QTextCursor(block).mergeBlockFormat(spacing)
