"""The right side of the help window, which shows one page with its links and pictures."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QAccessible, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from mile_bones.desktop.help.book import FIRST, HelpBook, Page, fold, words_of
from mile_bones.desktop.help.page_style import apply_style
from mile_bones.desktop.help.pictures import picture
from mile_bones.desktop.look.theme import active
from mile_bones.desktop.screen_reader import tell_reader
from mile_bones.i18n import gettext as _

SCHEME = "help"
_SMALL = "small"
_AIR = 8  # free pixels above a heading that is the target of a link
_TABLE_LINE = re.compile(r"^\|.*$", re.MULTILINE)
_PICTURE = re.compile(r"(?<=\]\()((?:card|piece):\w+)")


class PageView(QTextBrowser):
    """Shows the pages of a book, and keeps a history of the pages that were shown. `page_changed` is emitted with the
    topic of the new page.
    """

    page_changed = Signal(str)

    def __init__(self, book: HelpBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self._page = book.page(FIRST)
        self._unstyled: Page | None = None  # the page just loaded, while it still has Qt's default style
        self._dressed_for = active()
        self._marked: list[str] = []
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        if QAccessible.isActive():  # Screen readers follow a text cursor.
            self.setTextInteractionFlags(self.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.sourceChanged.connect(self._loaded)

    def focusNextPrevChild(self, next_one: bool) -> bool:
        """Move the focus to the next link or widget. Announce a link, because Qt has no accessible object for it."""
        stays = super().focusNextPrevChild(next_one)
        cursor = self.textCursor()
        if stays and cursor.hasSelection() and cursor.charFormat().isAnchor():
            tell_reader(self, _("Link: {text}").format(text=cursor.selectedText()))
        return stays

    # -------------------------------------------------------------- the page that is shown

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._page

    def show_target(self, target: str) -> None:
        """Show a topic (``hazards``), or a heading on its page (``hazards#stop``)."""
        self._unmark()
        topic, _sign, anchor = target.partition("#")
        url = QUrl(f"{SCHEME}:{self._book.page(topic).topic}")
        if anchor in self._book.page(topic).anchors:
            url.setFragment(anchor)
        self.setSource(url)

    def mark_words(self, query: str) -> None:
        """Highlight the words of a search on this page until another page is shown, and go to the first of them."""
        self._marked = words_of(query)
        first = self._mark()
        if first is not None:
            self.setTextCursor(first)
            self.ensureCursorVisible()

    def marked_texts(self) -> list[str]:
        """Return the highlighted words as they are written on the page."""
        return [selection.cursor.selectedText() for selection in self.extraSelections()]

    def follow_theme(self) -> None:
        """Show the same part of the page again if the theme or the scale has changed."""
        if self._dressed_for != active():
            self._refresh()

    def _refresh(self) -> None:
        bar = self.verticalScrollBar()
        place = bar.value()
        self.reload()
        self._mark()
        bar.setValue(place)

    def _unmark(self) -> None:
        self._marked = []
        self.setExtraSelections([])

    def _mark(self) -> QTextCursor | None:
        theme, _scale = active()
        look = QTextCharFormat()
        look.setBackground(theme.amber)
        look.setForeground(theme.amber_ink)
        text = fold(self.document().toPlainText())
        selections = []
        for word in self._marked:
            at = text.find(word)
            while at >= 0:
                if not text[at - 1 : at].isalnum():
                    selection = QTextEdit.ExtraSelection()
                    selection.cursor = QTextCursor(self.document())
                    selection.cursor.setPosition(at)
                    selection.cursor.setPosition(at + len(word), QTextCursor.MoveMode.KeepAnchor)
                    selection.format = look
                    selections.append(selection)
                at = text.find(word, at + 1)
        selections.sort(key=lambda one: one.cursor.selectionStart())
        self.setExtraSelections(selections)
        if not selections:
            return None
        cursor = QTextCursor(selections[0].cursor)
        cursor.clearSelection()
        return cursor

    # -------------------------------------------------------------- called by Qt

    def doSetSource(self, url: QUrl, kind: QTextDocument.ResourceType) -> None:
        """Let every link lead to a page of this book, because links to anything else must not be opened."""
        if url.scheme() != SCHEME:
            target = QUrl(f"{SCHEME}:{url.path() or FIRST}")
            target.setFragment(url.fragment())
            url = target
        super().doSetSource(url, QTextDocument.ResourceType.MarkdownResource)

    def loadResource(self, kind: int, url: QUrl) -> Any:
        """Return the text of a page, or the picture of a card or piece."""
        if url.scheme() in ("card", "piece"):
            theme, scale = active()
            return picture(url.path(), theme, scale, self.devicePixelRatioF(), small=url.query() == _SMALL)
        if url.scheme() == SCHEME:
            self._unstyled = self._book.page(url.path())
            return _with_small_pictures(self._book.markdown(self._unstyled.topic))
        return None

    def _loaded(self, url: QUrl) -> None:
        """Style the page that Qt has just loaded, then go to the heading of the link."""
        if self._unstyled is not None:
            self._dressed_for = theme, scale = active()
            apply_style(self.document(), self._unstyled.headings, theme, scale)
            self._unstyled = None
        if url.fragment():
            self.scrollToAnchor(url.fragment())
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - _AIR)
        before, self._page = self._page, self._book.page(url.path())  # source() still returns the previous page
        if self._page != before:
            self._unmark()
        self.setAccessibleName(_("Help page: {title}").format(title=self._page.title))
        self.document().setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, self._page.title)
        self.page_changed.emit(self._page.topic)

    def event(self, event: QEvent) -> bool:
        """Draw the pictures again when the window moves to a screen with another device pixel ratio."""
        if event.type() == QEvent.Type.DevicePixelRatioChange and not self.source().isEmpty():
            self._refresh()
        return super().event(event)


def _with_small_pictures(markdown: str) -> str:
    """Return the text with small pictures in its tables."""
    return _TABLE_LINE.sub(lambda line: _PICTURE.sub(rf"\1?{_SMALL}", line[0]), markdown)
