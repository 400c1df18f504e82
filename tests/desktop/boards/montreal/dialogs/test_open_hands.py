"""The dialog with both hands of a deal of Mille, over its score sheet: for the eye and for a screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from desktop.boards.montreal.gestures import by_keys
from desktop.boards.montreal.positions import cards as named
from desktop.boards.montreal.test_in_the_window import GAME, before_the_last_cards, goes_out
from desktop.driver import Home, Person
from desktop.shown_cards import captions, cards, labels, told
from mile_bones.desktop.boards.montreal.models import valued_name
from mile_bones.desktop.boards.montreal.open_hands import LOOK, rest, sides
from mile_bones.desktop.boards.montreal.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.both_hands import BothHandsDialog
from mile_bones.games.montreal.deal import shuffled_deal
from mile_bones.games.montreal.review import CardStory, DealReview, Fate, Origin, SideReview, both_hands
from mile_bones.storage.records import save_record

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

ALT = Qt.KeyboardModifier.AltModifier
SIZES = {"800x600": (800, 600, 0.86), "1280x800": (1280, 800, 1.0), "1920x1080": (1920, 1080, 1.2)}


def review() -> DealReview:
    """Return a deal with cards of every kind for the first player. At its end the first player has no card left, and
    the second player has thirty.
    """
    one, two, three, four = named("8H 2C QS 10D")
    stories = (
        *(CardStory(card, Origin.DEALT, 0, Fate.LAID, 3) for card in (one, two)),
        CardStory(three, Origin.DEALT, 0, Fate.DISCARDED, 1),
        CardStory(three, Origin.DRAWN, 3, Fate.LAID, 3),
        CardStory(four, Origin.DRAWN, 5, Fate.DISCARDED, 1005),
        CardStory(three, Origin.TAKEN, 7, Fate.LAID, 7),
        CardStory(four, Origin.TAKEN, 7, Fate.DISCARDED, 9),
    )
    kept = (
        *(CardStory(card, Origin.DEALT, 0) for card in range(10)),
        *(CardStory(card, Origin.DRAWN, 2) for card in range(10, 20)),
        *(CardStory(card, Origin.TAKEN, 4) for card in range(20, 30)),
    )
    return DealReview(1, shuffled_deal(1, 0, 1), (SideReview(stories), SideReview(kept)), named("3S 4D"), 1006)


@pytest.fixture
def show(window, opened):
    def make(shown: DealReview, theme: str = "light", size: str = "800x600") -> BothHandsDialog:
        width, height, scale = SIZES[size]
        laid_open = sides(shown, ("You", "Computer")), rest(shown), LOOK
        return opened(BothHandsDialog(*laid_open, window(theme, scale, width, height)))

    return make


def test_a_screen_reader_hears_what_became_of_every_card(show) -> None:
    dealt, drawn, taken, *theirs, stock = show(review()).lists
    assert told(dealt) == [
        "8 of hearts: dealt, laid down in turn 3",
        "2 of clubs: dealt, laid down in turn 3",
        "Queen of spades: dealt, discarded in turn 1",
    ]
    assert told(drawn) == [
        "Queen of spades: drawn in turn 3, laid down in turn 3",
        "10 of diamonds: drawn in turn 5, discarded in turn 1,005",
    ]
    assert told(taken) == [
        "Queen of spades: taken from the pile in turn 7, laid down in turn 7",
        "10 of diamonds: taken from the pile in turn 7, discarded in turn 9",
    ]
    assert [told(shown)[0].split(": ")[1] for shown in theirs] == [
        "dealt, kept to the end",
        "drawn in turn 2, kept to the end",
        "taken from the pile in turn 4, kept to the end",
        "still in the hand at the end",
    ]
    assert told(stock) == ["3 of spades: card 1 of the stock", "4 of diamonds: card 2 of the stock"]


def test_lists_are_named_by_player_and_kind(show) -> None:
    dialog = show(review())
    kinds = ("Dealt", "Drawn", "Taken with the pile", "Left in the hand")
    expected = [f"{player}: {kind}" for player in ("You", "Computer") for kind in kinds]
    expected.remove("You: Left in the hand")
    assert [shown.accessibleName() for shown in dialog.lists[:-1]] == expected
    assert dialog.lists[-1].accessibleName() == "2 cards left in the stock, the next one first"
    texts = labels(dialog)
    assert texts[texts.index("Computer") + 1] == "began this deal"
    assert texts.count("began this deal") == texts.count("None") == 1


def test_captions_say_briefly_what_became_of_a_card(show) -> None:
    dealt, _drawn, taken, theirs, *_more = show(review()).lists
    assert captions(dealt) == ["Laid", "Laid", "Discarded"]
    assert captions(taken) == ["Laid", "Discarded"]
    assert set(captions(theirs)) == {"Kept"}


def test_special_cards_are_named_with_their_value(show) -> None:
    dealt = show(review()).lists[0]
    assert cards(dealt) == ["8 of hearts", "2 of clubs, wild", "Queen of spades, 100 points"]


def test_an_empty_stock_is_stated_in_words(show) -> None:
    shown = review()
    empty = DealReview(shown.number, shown.deal, shown.sides, (), shown.turns)
    assert "No cards left in the stock" in labels(show(empty))


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("theme", ["light", "contrast"])
@pytest.mark.parametrize("size", SIZES)
def test_the_whole_dialog_can_be_seen_by_scrolling_down(show, size: str, theme: str) -> None:
    dialog = show(review(), theme, size)
    width, height, _scale = SIZES[size]
    assert dialog.width() <= width and dialog.height() + 40 <= height
    content = dialog._area.widget()
    assert content.width() <= dialog._area.viewport().width()
    for shown in dialog.lists:
        place = QRect(shown.mapTo(content, shown.rect().topLeft()), shown.size())
        assert content.rect().contains(place)
        last = shown.visualItemRect(shown.item(shown.count() - 1))
        assert shown.viewport().rect().contains(last), "the last card is cut off"
    for words in dialog.findChildren(QLabel):
        if words.isVisibleTo(dialog) and not words.wordWrap():
            assert words.width() >= words.sizeHint().width(), words.text()
    for button in dialog.findChildren(QAbstractButton):
        assert button.width() >= button.sizeHint().width(), button.text()


# ------------------------------------------------------------------ in the game


@pytest.fixture
def person(home: Home) -> Person:
    """A player in front of the score sheet of a deal that has just been won."""
    home.profile.games_dir.mkdir(parents=True, exist_ok=True)
    save_record(home.profile.games_dir / "current-montreal-1.json", before_the_last_cards())
    person = home.open(game=GAME)
    person.settled()
    by_keys(person.table, goes_out(person.sees))
    person.click_button(person.dialogs()[-1].yes)
    person.wait_until(lambda: isinstance(person.dialogs()[-1], ScoreSheetDialog))
    return person


def test_the_score_sheet_opens_the_dialog_and_gets_the_focus_back(qtbot, person: Person) -> None:
    sheet, record = person.dialogs()[-1], person.play.match.record()
    sheet.both_hands.setFocus()
    person.key(Qt.Key.Key_B, modifiers=ALT)
    dialog = person.asked(BothHandsDialog)
    expected = both_hands(record, 1)
    assert cards(dialog.lists[0]) == [valued_name(card) for card in expected.deal.dealt[0]]
    assert cards(dialog.lists[-1]) == [valued_name(card) for card in expected.stock]
    person.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: person.dialogs() == [sheet] and QApplication.activeWindow() is sheet)
    assert sheet.focusWidget() is sheet.both_hands
    person.click_button(sheet.go_on)
    person.settled()
    assert person.sees.hand_number == 2 and person.dialogs() == []


def test_the_sheet_has_room_for_the_button(person: Person) -> None:
    sheet = person.dialogs()[-1]
    for button in (sheet.both_hands, sheet.go_on):
        assert button.width() >= button.sizeHint().width()
        assert sheet.rect().contains(QRect(button.mapTo(sheet, button.rect().topLeft()), button.size()))
