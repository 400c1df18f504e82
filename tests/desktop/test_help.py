"""The help has consistent pages, and its window can be used with the mouse, the keyboard and a screen reader."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QAccessible, QColor, QImage, QTextDocument, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QVBoxLayout, QWidget

from mile_bones import resources
from mile_bones.desktop.boards.milebones.models import ART as CARD_ART
from mile_bones.desktop.boards.millieu.models import ART as PIECE_ART
from mile_bones.desktop.boards.montreal.card_names import ART as MILLE_ART
from mile_bones.desktop.help.book import FIRST, HelpBook, Page, alphabetical, fold, open_book, whats_this
from mile_bones.desktop.help.context import topic_for
from mile_bones.desktop.help.page_style import apply_style
from mile_bones.desktop.help.pictures import picture
from mile_bones.desktop.help.window import HelpWindow
from mile_bones.desktop.look.theme import PICTURE_LIFT, apply_theme
from mile_bones.desktop.look.themes import CONTRAST, DARK, LIGHT, THEMES
from mile_bones.desktop.screen_reader import spoken_words
from mile_bones.games.milebones import cards
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.words import card_name
from mile_bones.games.millieu.pieces import PIECES as KINDS
from mile_bones.games.millieu.words import piece_in_list
from mile_bones.games.montreal.cards import FACES, VALUES
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.names import card_name as mille_card_name
from mile_bones.games.montreal.payment import payment_of
from mile_bones.games.montreal.payment_words import payment_rows
from mile_bones.games.montreal.rules import Rules

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

BOOK = open_book("en")
TOPICS = tuple(BOOK.pages)
COVERAGE = json.loads((Path(__file__).parents[1] / "data" / "help_coverage.json").read_text(encoding="utf-8"))

# The topics that the program asks for. If the page of such a topic were renamed, a part of the program would lose its
# help.
ASKED_FOR = tuple(COVERAGE.pop("topics of the program"))

CARDS = dict(zip(CARD_ART, Card, strict=True))
PIECES = dict(zip(PIECE_ART, KINDS, strict=True))
MILLE_CARDS = dict(zip(MILLE_ART, FACES, strict=True))


def card_title(name: str) -> str:
    return card_name(CARDS[name]) if name in CARDS else mille_card_name(MILLE_CARDS[name])


def leads_somewhere(target: str) -> bool:
    topic, sign, anchor = target.partition("#")
    return topic in BOOK.pages and (not sign or anchor in BOOK.pages[topic].anchors)


@pytest.fixture
def dressed(qapp):
    if qapp.property("mileBonesTheme") != LIGHT.name:
        apply_theme(qapp, LIGHT, 1.0)
    return qapp


@pytest.fixture
def window(dressed, qtbot):
    """The help window on the screen. It is deleted afterwards, because each window slows down changes of theme."""
    made = HelpWindow()
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete.value)


@pytest.fixture(scope="module")
def shared_window(qapp):
    """Return a help window for tests that only turn pages. Making a window takes longer than such a test."""
    if qapp.property("mileBonesTheme") != LIGHT.name:
        apply_theme(qapp, LIGHT, 1.0)
    made = HelpWindow()
    yield made
    made.deleteLater()
    QCoreApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def pages(shared_window, dressed):
    """Return the shared window, shown on the screen for this test."""
    shared_window.show()
    yield shared_window
    shared_window.hide()


# ------------------------------------------------------------------ the pages


@pytest.mark.parametrize("topic", TOPICS)
def test_a_page_has_a_title_a_first_paragraph_and_working_links_and_pictures(topic):
    page = BOOK.pages[topic]
    assert page.title and not page.title.startswith("#")
    assert len(page.lead) >= 40 and not set(page.lead) & set("*[]`|#!")
    assert [link for link in page.links if not leads_somewhere(link)] == []
    pictures = {*(f"card:{name}" for name in (*CARDS, *MILLE_CARDS)), *(f"piece:{name}" for name in PIECES)}
    assert set(page.images) <= pictures
    assert len(page.anchors) == len(set(page.anchors))


def test_the_contents_list_every_page_exactly_once():
    files = {name.rpartition("/")[2].removesuffix(".md") for name in resources.names("help/en", ".md")}
    listed = [topic for section in BOOK.sections for topic in section.topics]
    assert files == {FIRST, *listed}
    assert len(listed) == len(set(listed))
    assert len({page.title for page in BOOK.pages.values()}) == len(BOOK.pages)


def test_every_page_can_be_reached_by_links_from_the_first():
    links = {FIRST: Page.parse(FIRST, BOOK.markdown(FIRST)).links}
    links |= {topic: page.links for topic, page in BOOK.pages.items() if topic != FIRST}
    reached, waiting = set(), [FIRST]
    while waiting:
        topic = waiting.pop()
        if topic not in reached:
            reached.add(topic)
            waiting += [link.partition("#")[0] for link in links[topic]]
    assert reached == set(TOPICS)


@pytest.mark.parametrize("topic", ASKED_FOR)
def test_every_topic_that_the_program_asks_for_has_a_page(topic):
    assert topic in BOOK.pages


@pytest.mark.parametrize("document", COVERAGE)
def test_every_heading_of_the_documents_of_the_game_has_a_page(document):
    assert len(COVERAGE[document]) > 40
    assert {heading: target for heading, target in COVERAGE[document].items() if not leads_somewhere(target)} == {}


def test_the_index_has_working_links_in_alphabetical_order():
    assert [entry for entry in BOOK.index if not leads_somewhere(entry.target)] == []
    words = [fold(entry.word) for entry in BOOK.index]
    assert words == sorted(words)
    assert {entry.target.partition("#")[0] for entry in BOOK.index} >= set(ASKED_FOR) - {FIRST, "introduction"}


def test_persian_words_are_in_the_order_of_the_persian_alphabet():
    words = ["آس", "بازی", "پایان", "تصادف", "جا", "چاره", "زاپاس", "ژاله", "شاپو", "کمک", "گزینه", "وضع", "هدف", "یاد"]
    assert sorted(words) != words
    assert sorted(words, key=alphabetical) == words


def test_the_table_of_card_counts_matches_the_deck_of_the_rules():
    page = BOOK.pages["card-counts"].markdown
    told = dict(re.findall(r"^\| !\[.*?\]\(card:(\w+)\) .*? \| (\d+) \|$", page, re.MULTILINE))
    assert {CARDS[name]: int(count) for name, count in told.items()} == dict(
        zip(cards.Card, cards.FULL_DECK, strict=True)
    )


def test_the_table_of_card_relations_matches_the_rules():
    page = BOOK.pages["card-relations"].markdown
    rows = re.findall(r"^\|.*card:(\w+).*card:(\w+).*card:(\w+).*\|$", page, re.MULTILINE)
    told = {CARDS[hazard]: (CARDS[remedy], CARDS[safety]) for hazard, remedy, safety in rows}
    assert told == {hazard: (cards.CURE[hazard], cards.GUARD[hazard]) for hazard in cards.HAZARDS}


@pytest.mark.parametrize("topic", TOPICS)
def test_a_picture_is_described_by_the_name_of_its_card_or_piece(topic):
    described = re.findall(r"!\[([^\]]*)\]\(card:(\w+)\)", BOOK.pages[topic].markdown)
    assert [(text, name) for text, name in described if text != card_title(name)] == []
    described = re.findall(r"!\[([^\]]*)\]\(piece:(\w+)\)", BOOK.pages[topic].markdown)
    assert [(text, name) for text, name in described if text != piece_in_list(PIECES[name])] == []


def test_the_points_of_the_cards_of_mille_match_the_rules():
    rows = re.findall(
        r"^\| !\[.*?\]\(card:(\w+)\) \| .*? \| (\d+) \|$", BOOK.pages["montreal-mille"].markdown, re.MULTILINE
    )
    assert {name: int(points) for name, points in rows} == {name: VALUES[MILLE_CARDS[name]] for name, _points in rows}
    assert len(rows) == len(set(VALUES))
    assert f"The first with {Rules().target:,} points wins" in BOOK.pages["montreal-mille"].markdown
    assert MontrealMille().new_state(seed=1).observation(0).left == 73


EXAMPLES = BOOK.pages["montreal-mille-examples"].markdown


def shown(line: str) -> list[int]:
    """Return the cards whose pictures a line has."""
    return [MILLE_CARDS[name] for name in re.findall(r"card:(\w+)", line)]


def worth(line: str) -> int:
    return sum(VALUES[card] for card in shown(line))


@pytest.mark.parametrize(
    ("begins", "points"),
    [
        ("| You lay down a set, ", 15),
        ("| These go down, ", 120),
        ("| All eight 7s", 40),
        ("| Three queens", 120),
        ("| Cards laid down | ![", 30),
        ("| Cards in hand", 110),
    ],
)
def test_an_example_of_mille_counts_the_cards_that_it_shows(begins: str, points: int):
    (line,) = (line for line in EXAMPLES.splitlines() if line.startswith(begins))
    assert worth(line) == points
    assert re.search(rf"(?<!\d){points}(?!\d)", line)


def test_no_line_of_an_example_shows_too_many_copies_of_a_card():
    for line in EXAMPLES.splitlines():
        assert max(map(shown(line).count, FACES)) <= 2
    (all_sevens,) = (line for line in EXAMPLES.splitlines() if line.startswith("| All eight 7s"))
    assert sorted(shown(all_sevens)) == sorted([20, 21, 22, 23] * 2)


@pytest.mark.parametrize(
    ("totals", "naturals", "chapeaux", "rules"),
    [
        ((1230, 585), 1, 1, Rules(stake=1)),
        ((2100, 860), 4, 3, Rules(target=2000, progressive=True, stake=1)),
    ],
)
def test_the_payments_in_the_examples_match_the_rules(totals, naturals, chapeaux, rules):
    told = {tuple(cell.strip(" *") for cell in line.split("|")[1:4]) for line in EXAMPLES.splitlines() if "|" in line}
    rows = payment_rows(payment_of(0, totals, (naturals, 2), (5, chapeaux), rules))
    assert [row for row in rows if (row.label, row.sum, row.amount) not in told] == []


def test_a_page_without_a_title_is_refused():
    with pytest.raises(ValueError, match="'drawing'"):
        Page.parse("drawing", "Draw a card.\n")


def test_a_language_without_help_pages_has_the_english_ones():
    assert HelpBook("xx").pages["hazards"] == BOOK.pages["hazards"]


# ------------------------------------------------------------------ search


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("coup fourré", "coup-fourre"),
        ("COUP FOURRE", "coup-fourre"),
        ("extension", "extension"),
        ("mb.ini", "files"),
        ("keyb", "keyboard"),
        ("discard pile", "discard-pile"),
        ("computer's battle", "computer-battle-pile"),
        ("computer’s battle", "computer-battle-pile"),
        ("screen reader", "accessibility"),
    ],
)
def test_the_best_page_is_found_first(query, first):
    assert BOOK.search(query)[0].topic == first


def test_all_words_must_be_on_the_page():
    found = BOOK.search("gasoline limit")
    assert found
    assert all("gasoline" in page.words and "limit" in page.words for page in found)


@pytest.mark.parametrize("query", ["", "  ", "!?", "carburettor", "go carburettor"])
def test_a_query_without_a_matching_page_finds_nothing(query):
    assert BOOK.search(query) == ()


# ------------------------------------------------------------------ topics of widgets


def test_a_widget_has_the_topic_of_the_nearest_parent_that_names_one(qtbot):
    outer, inner, innermost = QWidget(), QWidget(), QWidget()
    qtbot.addWidget(outer)
    inner.setParent(outer)
    innermost.setParent(inner)
    assert topic_for(innermost) == FIRST
    outer.setProperty("helpTopic", "options")
    assert topic_for(innermost) == "options"
    inner.setProperty("helpTopic", "name")
    assert (topic_for(innermost), topic_for(outer), topic_for(None)) == ("name", "options", FIRST)


def test_whats_this_shows_the_title_and_the_first_paragraph():
    answer = whats_this("draw-deck")
    assert BOOK.pages["draw-deck"].title in answer
    assert BOOK.pages["draw-deck"].lead in answer


def test_whats_this_on_an_unknown_topic_says_how_to_get_help():
    assert BOOK.pages["getting-help"].lead in whats_this("the moon")


# ------------------------------------------------------------------ pictures


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", [*CARDS, *PIECES, "2h", "7c", "10s", "jd", "qs", "ac"])
def test_every_card_and_piece_has_a_picture_in_every_theme(dressed, name, theme):
    large, small = (picture(name, theme, 1.0, 2.0, small=small).toImage() for small in (False, True))
    assert large.devicePixelRatio() == 2.0 and large.width() > small.width()
    for image in (large, small):
        colours = {image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height() // 2, 2)}
        assert len(colours) > 10


@pytest.mark.parametrize("name", [next(iter(CARDS)), next(iter(PIECES)), "2h", "qs"])
def test_a_small_picture_is_clear_of_the_line_below_it(dressed, name):
    small = picture(name, LIGHT, 1.0, 2.0, small=True).toImage()
    middle = small.width() // 2
    painted = [y for y in range(small.height()) if small.pixelColor(middle, y).alpha()]
    assert len(painted) > 50 and small.height() - painted[-1] > 2 * PICTURE_LIFT - 2


def test_a_large_picture_shows_the_name_of_the_card(dressed):
    def name_zone(name: str) -> QImage:
        image = picture(name, LIGHT, 1.0, 2.0, small=False).toImage()
        return image.copy(QRect(20, round(image.height() * 0.85), image.width() - 40, round(image.height() * 0.1)))

    def ink(image: QImage) -> int:
        return sum(
            QColor(image.pixel(x, y)).lightness() < 120 for x in range(image.width()) for y in range(image.height())
        )

    assert ink(name_zone("endlimit")) > ink(name_zone("go")) > 20


def test_an_unknown_card_has_no_picture(dressed):
    assert picture("joker", LIGHT, 1.0, 1.0, small=True).isNull()


# ------------------------------------------------------------------ the look of a page


def looks(document: QTextDocument) -> tuple[set[str], set[str]]:
    """Return the colours of the links and of all other words of a document."""
    links, others = set(), set()
    block = document.begin()
    while block.isValid():
        for part in block:
            kind = part.fragment().charFormat()
            if kind.anchorHref():
                assert kind.fontUnderline()
                links.add(kind.foreground().color().name())
            elif kind.foreground().style() != Qt.BrushStyle.NoBrush:
                others.add(kind.foreground().color().name())
        block = block.next()
    return links, others


def contrast(first: QColor, second: QColor) -> float:
    def luminance(colour: QColor) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.getRgbF()[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    bright, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_colour_of_a_page_can_be_read_on_its_paper(dressed, theme):
    document = QTextDocument()
    document.setMarkdown(BOOK.markdown("hazards"))
    apply_style(document, BOOK.pages["hazards"].headings, theme, 1.0)
    links, others = looks(document)
    assert links and others
    for name in links | others:
        for paper in (theme.panel, theme.panel_row):
            assert contrast(QColor(name), paper) >= 4.5, (name, paper.name())


# ------------------------------------------------------------------ the window


def test_the_help_opens_with_the_first_page_and_its_title(window):
    assert window.topic == FIRST
    assert window.windowTitle() == f"Mile Bones Help: {BOOK.pages[FIRST].title}"
    assert BOOK.pages["command-line"].title in window.page.toPlainText()


def test_back_and_forward_are_disabled_on_the_opening_page(dressed, qtbot):
    window = HelpWindow(topic="name")
    qtbot.addWidget(window)
    assert window.topic == "name"
    assert not window.back.isEnabled() and not window.forward.isEnabled()


@pytest.mark.sample(slow=20)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_page_fits_the_width_of_the_smallest_window(pages, topic):
    pages.resize(800, 600)
    pages.show_topic(topic)
    QApplication.processEvents()
    assert pages.topic == topic
    assert pages.page.toPlainText().startswith(BOOK.pages[topic].title)
    assert pages.page.horizontalScrollBar().maximum() == 0
    assert "{#" not in pages.page.toPlainText()
    tables = [frame for frame in pages.page.document().rootFrame().childFrames() if isinstance(frame, QTextTable)]
    assert len(tables) == len(re.findall(r"^\|[\s:|-]+\|$", BOOK.pages[topic].markdown, re.MULTILINE))


def test_an_unknown_topic_shows_the_first_page(window):
    window.show_topic("hazards")
    window.show_topic("the moon")
    assert window.topic == FIRST


def test_a_link_to_a_heading_scrolls_to_it(window):
    window.resize(800, 600)
    window.show_topic("scoring#trip-completed")
    assert window.topic == "scoring"
    assert window.page.verticalScrollBar().value() > 0
    assert "Trip completed" in window.page.cursorForPosition(QPoint(30, 20)).block().text()


def test_links_can_be_retraced_back_and_forward(window, qtbot):
    window.show_topic("playing")
    window.page.doSetSource(QUrl("hazards#stop"), QTextDocument.ResourceType.UnknownResource)
    assert window.topic == "hazards"
    qtbot.mouseClick(window.back, Qt.MouseButton.LeftButton)
    assert window.topic == "playing"
    assert window.windowTitle().endswith(BOOK.pages["playing"].title)
    QTest.keyClick(window.page, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert window.topic == "hazards"
    QTest.keyClick(window.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(window.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.topic == FIRST
    assert not window.back.isEnabled()
    assert window.forward.isEnabled()


def test_a_page_looks_the_same_after_going_back_to_it(window):
    window.show_topic("hazards")
    before = looks(window.page.document())
    window.show_topic("playing")
    window.page.backward()
    assert looks(window.page.document()) == before


def test_a_link_is_followed_with_the_keyboard(window):
    window.show_topic("name")
    window.show_topic("computer-miles-pile")
    window.page.setFocus()
    QTest.keyClick(window.page, Qt.Key.Key_Tab)
    QTest.keyClick(window.page, Qt.Key.Key_Return)
    assert window.topic == BOOK.pages["computer-miles-pile"].links[0]


def test_a_screen_reader_hears_the_link_that_gets_the_focus(window, qtbot):
    window.show_topic("computer-miles-pile")
    window.page.setFocus()
    with qtbot.waitSignal(spoken_words().said) as said:
        QTest.keyClick(window.page, Qt.Key.Key_Tab)
    assert said.args == [f"Link: {window.page.textCursor().selectedText()}"]
    assert window.page.textCursor().selectedText()


def test_the_list_of_topics_follows_the_page_and_opens_pages(window, qtbot):
    window.show_topic("safeties")
    assert window.topics.currentItem().text(0) == BOOK.pages["safeties"].title
    window.topics.setFocus()
    QTest.keyClick(window.topics, Qt.Key.Key_Up)
    QTest.keyClick(window.topics, Qt.Key.Key_Return)
    assert window.topic == "remedies"
    assert window.page.hasFocus()


def test_typing_narrows_the_index_and_enter_opens_the_page(window):
    window.tabs.setCurrentIndex(1)
    window.index_field.setFocus()
    QTest.keyClicks(window.index_field, "fourre")
    shown = [
        window.index_list.item(row).text()
        for row in range(window.index_list.count())
        if not window.index_list.item(row).isHidden()
    ]
    assert shown == ["Coup fourré", "Coup fourré, points"]
    QTest.keyClick(window.index_field, Qt.Key.Key_Return)
    assert window.topic == "coup-fourre"


def test_search_by_keys_marks_the_words_on_the_page(window):
    window.page.setFocus()
    QTest.keyClick(window.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.search_field.hasFocus()
    QTest.keyClicks(window.search_field, "shut-out")
    assert window.search_list.count() == len(BOOK.search("shut-out"))
    assert str(window.search_list.count()) in window.search_note.text()
    QTest.keyClick(window.search_field, Qt.Key.Key_Return)
    assert window.topic == BOOK.search("shut-out")[0].topic
    marked = window.page.marked_texts()
    assert marked and {fold(text) for text in marked} == {"shut-out"}
    window.back.click()
    assert window.page.marked_texts() == []


def test_a_theme_change_does_not_bring_marks_to_another_page(window):
    window.search_field.setText("limit")
    window.search_field.returnPressed.emit()
    window.show_topic("hazards")
    apply_theme(QApplication.instance(), DARK, 1.0)
    QApplication.processEvents()
    assert window.page.marked_texts() == []


def test_a_search_without_results_is_explained_in_words(window):
    window.search_field.setText("carburettor")
    assert window.search_list.count() == 0
    assert window.search_note.text() == "No page holds all of these words."
    window.search_field.returnPressed.emit()
    assert window.topic == FIRST


def test_the_contents_button_goes_to_the_first_page_and_the_topics(window, qtbot):
    window.tabs.setCurrentIndex(2)
    window.show_topic("hazards")
    qtbot.mouseClick(window.home, Qt.MouseButton.LeftButton)
    assert window.topic == FIRST
    assert window.topics.isVisible()


def test_f1_in_the_help_opens_the_page_about_getting_help(window):
    QTest.keyClick(window.page, Qt.Key.Key_F1)
    assert window.topic == "getting-help"
    assert topic_for(window.search_field) == "getting-help"


@pytest.mark.parametrize("where", ["page", "topics", "search_field", "index_list"])
def test_escape_closes_the_help_from_everywhere(window, where):
    widget = getattr(window, where)
    window.tabs.setCurrentIndex({"search_field": 2, "index_list": 1}.get(where, 0))
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_tab_reaches_every_part(window):
    window.tabs.setCurrentIndex(2)
    window.show_topic("name")
    window.home.setFocus()
    seen = []
    for _press in range(12):
        seen.append(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    for part in (window.back, window.home, window.tabs.tabBar(), window.search_field, window.search_list, window.page):
        assert part in seen


def test_every_part_has_a_name_for_screen_readers(window):
    parts = (window.back, window.forward, window.home, window.topics, window.index_field, window.index_list)
    for part in (*parts, window.search_field, window.search_list, window.page):
        assert QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name)
    window.show_topic("hazards")
    assert "Hazards" in QAccessible.queryAccessibleInterface(window.page).text(QAccessible.Text.Name)


def test_the_help_follows_the_theme_and_keeps_its_scroll_position(window):
    window.resize(800, 600)
    window.show_topic("scoring#shut-out")
    place = window.page.verticalScrollBar().value()
    for theme in (DARK, CONTRAST, LIGHT):
        apply_theme(QApplication.instance(), theme, 1.0)
        QApplication.processEvents()
        links, _others = looks(window.page.document())
        assert links == {theme.last_move.name()}
        assert window.page.grab().toImage().pixelColor(14, 14).name() == theme.panel.name()
    assert window.topic == "scoring"
    assert window.page.verticalScrollBar().value() == place


def test_marked_words_stay_marked_in_another_theme(window):
    window.search_field.setText("limit")
    window._open_result(window.search_list.item(0))
    before = window.page.marked_texts()
    apply_theme(QApplication.instance(), DARK, 1.0)
    QApplication.processEvents()
    assert before and window.page.marked_texts() == before


def test_a_dialog_of_the_game_does_not_block_the_help(dressed, qtbot):
    game = QWidget()
    qtbot.addWidget(game)
    game.show()
    dialog = QDialog(game)
    QVBoxLayout(dialog).addWidget(QLabel("a question"))
    dialog.open()
    made = HelpWindow(game)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    qtbot.mouseClick(made.home, Qt.MouseButton.LeftButton)
    made.show_topic("options")
    qtbot.mouseClick(made.back, Qt.MouseButton.LeftButton)
    assert made.topic == FIRST
    assert not made.windowHandle().transientParent()
    assert not made.testAttribute(Qt.WidgetAttribute.WA_QuitOnClose)
