"""The help window: contents, index and search on the left, the page on the right."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QKeySequence, QScreen, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from mile_bones.desktop.geometry import FRAME
from mile_bones.desktop.help.book import FIRST, current_book, fold
from mile_bones.desktop.help.context import PROPERTY
from mile_bones.desktop.help.page_view import PageView
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.plain_text import PlainLabel, set_column_tip, set_tip, set_title
from mile_bones.desktop.screen_reader import set_role
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext

OWN_TOPIC = "getting-help"
_NARROW = 560
"""The width of the window, at scale 1, below which the page gets most of the room."""
_LEAST = 40
_TARGET = Qt.ItemDataRole.UserRole


class HelpWindow(QWidget):
    """A separate window beside the game. `parent` is the window that it helps with, or None.

    The help window is not a child of that window in Qt's sense, because an open dialog blocks the children of its
    window, and help is needed most while a dialog is open. When the last other window closes, the program ends, even if
    the help is open.
    """

    def __init__(self, parent: QWidget | None = None, topic: str = FIRST) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)
        self.setObjectName("helpWindow")
        set_role(self, QAccessible.Role.Window)
        self.setProperty(PROPERTY, OWN_TOPIC)
        self._book = current_book()
        self._scale = max(1.0, themes.active()[1])  # large letters need a large window
        self._build()
        self._connect()
        self._came_to = QRect()
        self.come_to(parent.screen() if parent is not None else QGuiApplication.primaryScreen())
        self.show_topic(topic)

    # -------------------------------------------------------------- used by the rest of the program

    def show_topic(self, topic: str) -> None:
        """Show the page of `topic`, or the first page if there is none, and give it the focus so that keys scroll it.

        This method neither shows nor raises the window.
        """
        self.page.show_target(topic)
        self.page.setFocus()

    @property
    def topic(self) -> str:
        """The topic of the page that is shown."""
        return self.page.page.topic

    # -------------------------------------------------------------- parts

    def _build(self) -> None:
        self.back = self._button(_("&Back"), _("Go back to the page before"))
        self.forward = self._button(_("&Forward"), _("Go forward again"))
        self.home = self._button(_("&Contents"), _("Show the first page and the table of contents"))
        bar = QHBoxLayout()
        bar.setSpacing(6)
        for button in (self.back, self.forward, self.home):
            bar.addWidget(button)
        bar.addStretch(1)

        self.topics = self._topics()
        topics = QWidget()
        _inside(topics).addWidget(self.topics)
        self.index_field, self.index_list, index = self._finder(_("Word in the index"), _("Index words"))
        self.search_field, self.search_list, search = self._finder(_("Words to look for"), _("Pages found"))
        self.search_note = PlainLabel()
        self.search_note.setProperty("role", "note")
        self.search_note.setWordWrap(True)
        search.layout().addWidget(self.search_note)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(_("Ways to find a page"))
        self.tabs.addTab(topics, _("&Topics"))
        self.tabs.addTab(index, _("&Index"))
        self.tabs.addTab(search, _("&Search"))

        self.page = PageView(self._book)
        self.splitter = QSplitter()
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(10)
        self.splitter.setStyleSheet("QSplitter::handle { background: transparent; }")  # the two frames are enough
        self.splitter.addWidget(self.tabs)
        self.splitter.addWidget(self.page)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([round(320 * self._scale), round(590 * self._scale)])

        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.setSpacing(8)
        layout.addLayout(bar)
        layout.addWidget(self.splitter, 1)
        self._fill_index()
        self._search("")

    def _button(self, text: str, description: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "plain")
        set_tip(button, description)
        button.setAccessibleDescription(description)
        button.setAutoDefault(False)
        return button

    def _topics(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setAccessibleName(_("Topics"))
        tree.setHeaderHidden(True)
        tree.setIndentation(16)
        tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._topic_items: dict[str, QTreeWidgetItem] = {}
        for section in self._book.sections:
            chapter = QTreeWidgetItem(tree, [section.title])
            for topic in section.topics:
                title = self._book.page(topic).title
                item = QTreeWidgetItem(chapter, [title])
                item.setData(0, _TARGET, topic)
                set_column_tip(item, 0, title)
                self._topic_items[topic] = item
        return tree

    def _finder(self, field_name: str, list_name: str) -> tuple[QLineEdit, QListWidget, QWidget]:
        """Return a field, a list, and a widget that contains the field above the list."""
        field = QLineEdit()
        field.setAccessibleName(field_name)
        field.setPlaceholderText(field_name)
        field.setClearButtonEnabled(True)
        results = QListWidget()
        results.setAccessibleName(list_name)
        both = QWidget()
        layout = _inside(both)
        layout.addWidget(field)
        layout.addWidget(results, 1)
        return field, results, both

    def _fill_index(self) -> None:
        for entry in self._book.index:
            item = QListWidgetItem(entry.word, self.index_list)
            item.setData(_TARGET, entry.target)

    def come_to(self, screen: QScreen) -> None:
        """Move to the middle of this screen, in a size that is pleasant to read. Do nothing if the window was last
        moved to this screen.
        """
        if self._came_to == screen.geometry():
            return
        self._came_to = screen.geometry()
        self.setScreen(screen)
        room = screen.availableGeometry()
        inside = room.marginsRemoved(FRAME)
        size = (QSize(940, 720) * self._scale).boundedTo(room.size() * 0.92).boundedTo(inside.size())
        self.resize(size)
        if size.width() < _NARROW * self._scale:
            for part in (self.tabs, self.topics, self.index_list, self.search_list, self.page):
                part.setMinimumSize(_LEAST, _LEAST)  # if letters are large for the screen, these parts scroll
            self._narrow_tabs()
            self.resize(size)
            self.splitter.setSizes([round(size.width() * 0.46), round(size.width() * 0.54)])
        self.move(inside.center() - self.rect().center() - QPoint(FRAME.left(), FRAME.top()))

    def _narrow_tabs(self) -> None:
        """Keep all tabs visible. If there is little room, put the tabs closer together, and shorten their texts if even
        that is not enough.
        """
        bar = self.tabs.tabBar()
        bar.setProperty("kind", "narrow")
        bar.setUsesScrollButtons(False)
        bar.setExpanding(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        for index in range(bar.count()):
            bar.setTabToolTip(index, bar.tabText(index).replace("&", ""))

    # -------------------------------------------------------------- connections

    def _connect(self) -> None:
        self.back.clicked.connect(self.page.backward)
        self.forward.clicked.connect(self.page.forward)
        self.home.clicked.connect(self._go_home)
        self.page.backwardAvailable.connect(self.back.setEnabled)
        self.page.forwardAvailable.connect(self.forward.setEnabled)
        self.back.setEnabled(False)
        self.forward.setEnabled(False)
        self.page.page_changed.connect(self._page_changed)

        self.topics.itemClicked.connect(self._open_topic)
        self.topics.itemActivated.connect(lambda item: self._open_topic(item, read=True))
        self.index_list.itemClicked.connect(self._open_index)
        self.index_list.itemActivated.connect(lambda item: self._open_index(item, read=True))
        self.search_list.itemClicked.connect(self._open_result)
        self.search_list.itemActivated.connect(lambda item: self._open_result(item, read=True))
        self.index_field.textChanged.connect(self._narrow_index)
        self.index_field.returnPressed.connect(lambda: self._open_first(self.index_list, self._open_index))
        self.search_field.textChanged.connect(self._search)
        self.search_field.returnPressed.connect(lambda: self._open_first(self.search_list, self._open_result))

        # The keys point in the same directions as the buttons. "Back" is on the side where reading begins.
        back, on = ("Alt+Right", "Alt+Left") if self.isRightToLeft() else ("Alt+Left", "Alt+Right")
        shortcuts: tuple[tuple[QKeySequence | Qt.Key | str, Callable[[], object]], ...] = (
            (back, self.page.backward),
            (on, self.page.forward),
            (QKeySequence(QKeySequence.StandardKey.Find), self._begin_search),
            (QKeySequence(QKeySequence.StandardKey.HelpContents), lambda: self.show_topic(OWN_TOPIC)),
            (Qt.Key.Key_Escape, self.close),
        )
        for keys, act in shortcuts:
            QShortcut(QKeySequence(keys), self).activated.connect(act)

    def _go_home(self) -> None:
        self.tabs.setCurrentIndex(0)
        self.page.show_target(FIRST)

    def _begin_search(self) -> None:
        self.tabs.setCurrentIndex(2)
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    def _page_changed(self, topic: str) -> None:
        set_title(self, _("Mile Bones Help: {page}").format(page=self._book.page(topic).title))
        item = self._topic_items.get(topic)
        self.topics.setCurrentItem(item)
        if item is not None:
            self.topics.scrollToItem(item)

    def _open_topic(self, item: QTreeWidgetItem, *, read: bool = False) -> None:
        """Open the page of the item; `read` moves the focus to the page.

        A chapter has no page. Qt opens and closes chapters.
        """
        topic = item.data(0, _TARGET)
        if topic:
            self.page.show_target(topic)
            if read:
                self.page.setFocus()

    def _open_index(self, item: QListWidgetItem, *, read: bool = False) -> None:
        self.page.show_target(item.data(_TARGET))
        if read:
            self.page.setFocus()

    def _open_result(self, item: QListWidgetItem, *, read: bool = False) -> None:
        self.page.show_target(item.data(_TARGET))
        self.page.mark_words(self.search_field.text())
        if read:
            self.page.setFocus()

    def _open_first(self, results: QListWidget, opener: Callable[..., None]) -> None:
        """Open the first visible item, because Enter was pressed in a field."""
        for row in range(results.count()):
            if not results.item(row).isHidden():
                results.setCurrentRow(row)
                opener(results.item(row), read=True)
                return

    def _narrow_index(self, text: str) -> None:
        """Show only the index words that contain `text`."""
        wanted = fold(text.strip())
        for row in range(self.index_list.count()):
            item = self.index_list.item(row)
            item.setHidden(wanted not in fold(item.text()))

    def _search(self, query: str) -> None:
        found = self._book.search(query)
        self.search_list.clear()
        for page in found:
            item = QListWidgetItem(page.title, self.search_list)
            item.setData(_TARGET, page.topic)
            set_tip(item, page.lead)
        if not query.strip():
            note = _("Type one word or several. The beginning of a word is enough.")
        elif not found:
            note = _("No page holds all of these words.")
        else:
            note = ngettext("{count} page", "{count} pages", len(found)).format(count=len(found))
        self.search_note.setText(note)
        self.search_list.setAccessibleDescription(note)

    # -------------------------------------------------------------- events

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme when the style of the application changes. A hidden window does so when it is shown."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self.page.follow_theme()

    def showEvent(self, event: QShowEvent) -> None:
        """Apply the current theme when the window is shown."""
        self.page.follow_theme()
        super().showEvent(event)


def _inside(widget: QWidget) -> QVBoxLayout:
    """Return a layout that keeps some distance to the edge of its tab."""
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(6, 6, 6, 6)
    return layout
