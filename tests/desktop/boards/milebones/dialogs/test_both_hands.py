"""The dialog with both hands, over the score sheet: for the eye, for the keyboard and for a screen reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from desktop.driver import Home, Person
from desktop.shown_cards import captions, cards, labels, told
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.open_hands import LOOK, rest, sides
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.both_hands import BothHandsDialog
from mile_bones.desktop.dialogs.card_list import CardList
from mile_bones.desktop.look.themes import THEMES
from mile_bones.games.milebones import words
from mile_bones.games.milebones.review import HandReview, both_hands
from mile_bones.storage.records import load_record
from stories import Story, near_the_goal, three_wins

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

CONFORMANCE = Path(__file__).parents[4] / "data" / "conformance"
SIZES = {"800x600": (800, 600, 0.86), "1280x800": (1280, 800, 1.0), "1920x1080": (1920, 1080, 1.2)}
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture(scope="module")
def trip() -> HandReview:
    """Return a hand with a coup fourré against a Flat Tire, and 700 miles."""
    story = Story("GO PUNCTURE_PROOF 200 200 100 STOP", "FLAT_TIRE GO 25 25 50 END_OF_LIMIT")
    story.me("draw 100", "play GO").computer("draw 25", "play FLAT_TIRE")
    story.me("play PUNCTURE_PROOF").comes("100 100").me("play 200").computer("draw 75", "discard GO")
    story.me("draw 25", "play 200").computer("draw GO", "play GO").me("draw 50", "play 100")
    story.computer("draw STOP", "discard STOP").me("draw 75", "play 100").computer("draw 200", "discard 200")
    return both_hands(story.me("draw 50", "play 100", "extend no").record(), 1)


@pytest.fixture(scope="module")
def long_hand() -> HandReview:
    """A hand in which the deck ran out, with a coup fourré."""
    return both_hands(load_record(CONFORMANCE / "original-57.json"), 1)


@pytest.fixture
def show(window, opened):
    def make(review: HandReview, theme: str = "light", size: str = "800x600") -> BothHandsDialog:
        width, height, scale = SIZES[size]
        return opened(laid_open(review, window(theme, scale, width, height)))

    return make


def laid_open(review: HandReview, parent: QWidget) -> BothHandsDialog:
    return BothHandsDialog(sides(review, ("You", "Computer")), rest(review), LOOK, parent)


# ------------------------------------------------------------------ what it shows


def test_both_sides_show_what_was_dealt_and_drawn_in_order(show, trip: HandReview) -> None:
    dialog = show(trip)
    assert [shown.accessibleName() for shown in dialog.lists[:6]] == [
        f"{player}: {part}" for player in ("You", "Computer") for part in ("Dealt", "Drawn", "Left in the hand")
    ]
    for seat, side in enumerate(trip.sides):
        dealt, drawn, left = dialog.lists[3 * seat : 3 * seat + 3]
        assert cards(dealt) == [words.card_name(story.card) for story in side.dealt]
        assert cards(drawn) == [words.card_name(story.card) for story in side.drawn]
        assert cards(left) == [words.card_name(card) for card in side.kept]


def test_every_card_has_a_caption_about_what_became_of_it(show, trip: HandReview) -> None:
    dialog = show(trip)
    assert captions(dialog.lists[0]) == ["Played", "Coup", "Played", "Played", "Played", "Kept"]
    assert captions(dialog.lists[3])[:2] == ["Played", "Discarded"]
    assert captions(dialog.lists[2]) == []


def test_the_rest_of_the_deck_lies_in_order(show, trip: HandReview) -> None:
    dialog = show(trip)
    deck = dialog.lists[6]
    assert cards(deck) == [words.card_name(card) for card in trip.deal.deck[-deck.count() :]]
    assert deck.accessibleName() == f"{len(trip.deck)} cards left in the deck, the next one first"
    assert deck.accessibleName() in labels(dialog)


def test_the_dialog_says_that_the_deck_was_fixed_and_who_began(show, trip: HandReview) -> None:
    dialog = show(trip)
    assert dialog.windowTitle() == "Both hands"
    assert dialog.accessibleDescription().startswith("The deck was fixed before the first card was dealt.")
    texts = labels(dialog)
    assert texts[texts.index("You") + 1] == "began this hand"
    assert texts.count("began this hand") == 1


def test_empty_hands_and_an_empty_deck_are_stated_in_words(show) -> None:
    story = Story("EXTRA_TANK DRIVING_ACE 25 25 50 50").idle_until(0)
    for _round in range(6):
        story.computer("discard " + ("GASOLINE", "SPARE_TIRE", "REPAIRS")[_round // 2])
        mine = ("EXTRA_TANK", "DRIVING_ACE", "25", "25", "50", "50")[_round]
        story.me(f"discard {mine}")
    dialog = show(both_hands(story.record(), 1))
    assert len(dialog.lists) == 4
    assert labels(dialog).count("None") == 2
    assert "No cards left in the deck" in labels(dialog)


def test_a_screen_reader_gets_every_card_as_a_sentence(show, trip: HandReview) -> None:
    dialog = show(trip)
    assert told(dialog.lists[0])[:3] == [
        "Go: dealt, played in turn 1",
        "Puncture Proof: dealt, played as a coup fourré in turn 3",
        "200 Miles: dealt, played in turn 3",
    ]
    assert told(dialog.lists[0])[5] == "Stop: dealt, kept to the end"
    assert told(dialog.lists[1])[0] == "100 Miles: drawn in turn 1, played in turn 9"
    assert told(dialog.lists[1])[2] == "100 Miles: drawn in turn 3, kept to the end"
    assert "Stop: drawn in turn 8, discarded in turn 8" in told(dialog.lists[4])
    assert told(dialog.lists[2])[0] == "Stop: still in the hand at the end"
    assert told(dialog.lists[6])[1].endswith(": card 2 of the deck")
    for shown in dialog.lists:
        assert told(shown) == [shown.item(row).toolTip() for row in range(shown.count())]


# ------------------------------------------------------------------ the look


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_whole_dialog_can_be_seen_by_scrolling_down(show, long_hand: HandReview, size: str, theme: str) -> None:
    dialog = show(long_hand, theme, size)
    width, height, _scale = SIZES[size]
    assert dialog.width() <= width
    assert dialog.height() + 40 <= max(height, 600)
    content = dialog._area.widget()
    assert content.width() <= dialog._area.viewport().width()
    bar = dialog._area.verticalScrollBar()
    assert bar.maximum() == content.height() - dialog._area.viewport().height() > 0
    for shown in dialog.lists:
        place = QRect(shown.mapTo(content, shown.rect().topLeft()), shown.size())
        assert content.rect().contains(place)
        last = shown.visualItemRect(shown.item(shown.count() - 1))
        assert shown.viewport().rect().contains(last), "the last card is cut off"
        assert captions(shown) or shown.accessibleName().endswith(("hand", "first", "deck"))
    for label in dialog.findChildren(QLabel):
        if label.isVisibleTo(dialog) and not label.wordWrap():
            assert label.width() >= label.sizeHint().width(), label.text()
    for button in dialog.findChildren(QAbstractButton):
        assert button.width() >= button.sizeHint().width(), button.text()


def test_in_a_high_window_the_dialog_is_as_high_as_its_content(window, opened, trip: HandReview) -> None:
    low = opened(laid_open(trip, window("light", 0.6, 800, 600)))
    assert low.height() == low.room() < low.full_height
    low.close()
    high = opened(laid_open(trip, window("light", 0.6, 800, 780)))
    assert high.height() == high.full_height <= high.room()
    assert high.width() < low.width()  # no bar to scroll is needed


def test_the_game_window_and_not_the_parent_limits_the_height(show, trip: HandReview) -> None:
    first = show(trip, size="1280x800")
    second = laid_open(trip, first)
    first.resize(300, 200)
    assert second.room() == first.room()


@pytest.mark.parametrize("theme", THEMES)
def test_discarded_cards_are_paler_and_the_focused_card_has_a_ring(qtbot, show, trip: HandReview, theme: str) -> None:
    dialog = show(trip, theme)
    discarded, played = (dialog.lists[3], 1), (dialog.lists[4], 2)
    for shown, row in (discarded, played):
        assert shown.item(row).text() == "Go"
    assert stands_out(*played, theme) > 1.5 * stands_out(*discarded, theme)

    dealt = dialog.lists[0]
    box = dealt.visualItemRect(dealt.item(0))
    for focused in (False, True):
        if focused:
            dealt.setFocus()
        image = dealt.grab().toImage()
        colours = {image.pixelColor(x, box.top() + 30).name() for x in range(box.left(), box.left() + 12)}
        assert (THEMES[theme].focus.name() in colours) == focused


def stands_out(shown: CardList, row: int, theme: str) -> float:
    """Return the mean difference between the pixels of a card and the paper (0 to 765)."""
    image, paper = shown.window().grab().toImage(), THEMES[theme].panel
    box = shown.visualItemRect(shown.item(row)).translated(shown.mapTo(shown.window(), QPoint(0, 0)))
    pixels = [
        image.pixelColor(x, y)
        for x in range(box.center().x() - 15, box.center().x() + 16)
        for y in range(box.top() + 10, box.top() + 45)
    ]
    return sum(
        abs(one.red() - paper.red()) + abs(one.green() - paper.green()) + abs(one.blue() - paper.blue())
        for one in pixels
    ) / len(pixels)


def test_right_to_left_lists_begin_at_the_right(qapp: QApplication, qtbot, show, trip: HandReview) -> None:
    try:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        dialog = show(trip)
        dealt = dialog.lists[0]
        places = [dealt.visualItemRect(dealt.item(row)).left() for row in range(6)]
        assert places == sorted(places, reverse=True)
        assert dealt.mapTo(dialog, dealt.rect().center()).x() > dialog.width() / 2
        dealt.setFocus()
        for key, row in ((Qt.Key.Key_Left, 1), (Qt.Key.Key_Left, 2), (Qt.Key.Key_Right, 1)):
            qtbot.keyClick(dealt, key)
            assert dealt.currentRow() == row, "an arrow leads where it points"
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


# ------------------------------------------------------------------ keyboard and mouse


def test_tab_goes_from_list_to_list_and_on_to_the_buttons(qtbot, show, trip: HandReview) -> None:
    dialog = show(trip)
    assert dialog.focusWidget() is dialog.close_button
    for expected in (*dialog.lists, dialog.fair, dialog.close_button):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        assert dialog.focusWidget() is expected


def test_arrow_keys_walk_through_the_cards_and_the_note_describes_each(qtbot, show, long_hand: HandReview) -> None:
    dialog = show(long_hand)
    drawn = dialog.lists[1]
    drawn.setFocus()
    assert drawn.currentRow() == 0
    assert dialog.note.text() == told(drawn)[0]
    walk = ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Down, 7), (Qt.Key.Key_Down, 13), (Qt.Key.Key_Left, 12))
    for key, row in (*walk, (Qt.Key.Key_Up, 6), (Qt.Key.Key_End, drawn.count() - 1)):
        qtbot.keyClick(drawn, key)
        assert drawn.currentRow() == row
        assert dialog.note.text() == told(drawn)[row]
        seen = dialog._area.viewport().rect()
        place = drawn.visualItemRect(drawn.currentItem())
        assert seen.contains(QRect(drawn.mapTo(dialog._area.viewport(), place.topLeft()), place.size()))
    qtbot.keyClick(drawn, Qt.Key.Key_Tab)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Backtab)
    assert dialog.note.text() == told(drawn)[-1]


def test_the_card_under_the_pointer_is_described_too(qtbot, show, trip: HandReview) -> None:
    dialog = show(trip)
    dealt = dialog.lists[0]
    for row in (0, 1):
        place = dealt.visualItemRect(dealt.item(row)).center()
        QTest.mouseMove(dialog.windowHandle(), dealt.viewport().mapTo(dialog, place))
    assert dialog.note.text() == "Puncture Proof: dealt, played as a coup fourré in turn 3"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_keys_close_both_hands(qtbot, show, trip: HandReview, key: Qt.Key) -> None:
    dialog = show(trip)
    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog.focusWidget(), key)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_keys_close_the_dialog_also_from_a_list_of_cards(qtbot, show, trip: HandReview, key: Qt.Key) -> None:
    dialog = show(trip)
    dialog.lists[0].setFocus()
    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog.lists[0], key)


def test_f1_and_alt_f_ask_for_the_help_about_fairness(qtbot, show, trip: HandReview) -> None:
    dialog = show(trip)
    with qtbot.waitSignal(dialog.help_requested) as asked:
        qtbot.keyClick(dialog.lists[0], Qt.Key.Key_F1)
    assert asked.args == ["fairness"]
    with qtbot.waitSignal(dialog.help_requested) as asked:
        qtbot.keyClick(dialog, Qt.Key.Key_F, ALT)
    assert asked.args == ["fairness"]
    assert dialog.isVisible()


# ------------------------------------------------------------------ in the game


@pytest.fixture
def person(home: Home) -> Person:
    """A player in front of the score sheet of a hand that has just been won."""
    person = home.open(near_the_goal().me("draw 50", "play 100").record())
    person.click_button(person.dialog(ExtensionDialog).no)
    person.dialog(ScoreSheetDialog)
    return person


def test_closing_the_dialog_of_both_hands_returns_to_the_score_sheet(qtbot, home: Home, person: Person) -> None:
    sheet, saved = person.dialog(ScoreSheetDialog), home.saved()
    sheet.both_hands.setFocus()
    person.key(Qt.Key.Key_B, modifiers=ALT)
    dialog = person.asked(BothHandsDialog)
    assert person.dialogs() == [sheet, dialog]
    assert dialog.windowModality() is Qt.WindowModality.WindowModal
    expected = both_hands(saved, 1)
    assert cards(dialog.lists[1]) == [words.card_name(story.card) for story in expected.sides[0].drawn]
    assert cards(dialog.lists[-1]) == [words.card_name(card) for card in expected.deck]
    person.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: person.dialogs() == [sheet] and QApplication.activeWindow() is sheet)
    assert sheet.focusWidget() is sheet.both_hands
    assert home.saved() == saved
    person.click_button(sheet.go_on)
    person.settled()
    assert person.sees.hand_number == 2 and person.dialogs() == []


def test_both_hands_can_be_opened_again_and_again(qtbot, person: Person) -> None:
    sheet = person.dialog(ScoreSheetDialog)
    for _time in range(3):
        person.click_button(sheet.both_hands)
        person.click_button(person.asked(BothHandsDialog).close_button)
        qtbot.waitUntil(lambda: person.dialogs() == [sheet])


def test_the_help_of_both_hands_is_the_page_about_fairness(qtbot, person: Person) -> None:
    person.click_button(person.dialog(ScoreSheetDialog).both_hands)
    person.click_button(person.asked(BothHandsDialog).fair)
    qtbot.waitUntil(lambda: person.window.dialog_stack.help is not None and person.window.dialog_stack.help.isVisible())
    assert person.window.dialog_stack.help.topic == "fairness"


def test_after_a_game_the_dialog_shows_the_last_hand(home: Home) -> None:
    person = home.open(three_wins().record())
    sheet = person.win()
    assert sheet.windowTitle() == "You win the game"
    person.click_button(sheet.both_hands)
    dialog = person.asked(BothHandsDialog)
    record = person.play.match.record()
    last = both_hands(record, len(record.hands))
    assert last.number > 1
    assert cards(dialog.lists[0]) == [words.card_name(card) for card in last.deal.dealt[0]]
    assert cards(dialog.lists[-1]) == [words.card_name(card) for card in last.deck]
