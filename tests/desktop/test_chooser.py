"""The posters of the games: continue a kept game or begin a new one, by mouse, by keys and with a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMainWindow, QWidget

from mile_bones import resources
from mile_bones.desktop.chooser import Chooser
from mile_bones.desktop.help.context import topic_for
from mile_bones.desktop.look.themes import DARK, LIGHT
from mile_bones.desktop.poster import Offer
from mile_bones.games import GAMES, spec

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key
MILE_BONES = Offer(
    *("mile-bones", "Mile Bones", "Race the computer over 1,000 miles, past flat tires and red lights."),
    *("posters/mile_bones", "Hand 3: you 1,275, computer 2,100", True, "green"),
)
MILLIEU = Offer(
    *("millieu", "Millieu", "Place, slide and take on a cube of 27 points. The last to move wins."),
    *("posters/millieu", "", False, "navy"),
)
TO_LEARN = Offer(
    *("mile-bones", "Mile Bones", "Race the computer over 1,000 miles, past flat tires and red lights."),
    *("posters/mile_bones", "", False, "green", "First hand", "Learn the game by playing it, in five minutes."),
)
THIRD = Offer("third", "Third", "A third game.", "posters/montreal", "Deal 6: you 785, computer 430", True, "burgundy")
TWO = (MILE_BONES, MILLIEU)
SIZES = [(800, 600, 0.86), (1280, 800, 1.0), (1920, 1080, 1.2)]
by_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
Offers = Callable[..., Chooser]


@pytest.fixture
def offer(qtbot, dressed) -> Offers:
    """Return a function that shows offers in a window of this size, with the keyboard on the first poster."""
    kept = []

    def make(
        *offers: Offer, size: tuple[int, int, float] = SIZES[0], theme: str = "light", mirrored: bool = False
    ) -> Chooser:
        width, height, scale = size
        dressed(theme, scale)
        window = QMainWindow()
        qtbot.addWidget(window)
        kept.append(window)
        chooser = Chooser()
        chooser.show_offers(offers or TWO)
        if mirrored:
            window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        window.setCentralWidget(chooser)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
        chooser.focus_first()
        return chooser

    return make


def test_a_name_in_other_letters_is_shown_as_text_instead_of_a_picture(offer: Offers) -> None:
    for title, drawn in (("Mile Bones", True), ("مایل بونز", False)):
        game = replace(MILE_BONES, title=title)
        name = offer(game, mirrored=not drawn).posters[0].name
        seen = name.grab().toImage()
        other = offer(replace(game, poster="posters/millieu"), mirrored=not drawn).posters[0].name.grab().toImage()
        assert (seen != other) is drawn, "drawn letters come from the poster's picture"
        ground = seen.pixelColor(seen.width() // 2, 0)
        ink = [(x, y) for x in range(seen.width()) for y in range(seen.height()) if seen.pixelColor(x, y) != ground]
        assert ink and name.width() >= name.minimumWidth()
        rows = {y for _x, y in ink}
        assert drawn or (min(rows) > 0 and max(rows) < seen.height() - 1), "no part of the name is cut"


class Ear:
    """Records the requests of a chooser."""

    def __init__(self, chooser: Chooser) -> None:
        self.heard: list[str] = []
        chooser.continue_requested.connect(lambda game: self.heard.append(f"continue {game}"))
        chooser.new_requested.connect(lambda game: self.heard.append(f"new {game}"))
        chooser.lesson_requested.connect(lambda game: self.heard.append(f"learn {game}"))


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def press(*keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(focused(), key)


def double_click(widget: QWidget, button: Qt.MouseButton) -> None:
    """Double-click and release. Qt's own function leaves the button down, which would disturb the next test."""
    QTest.mouseDClick(widget, button)
    QTest.mouseRelease(widget, button)


def place_of(chooser: Chooser, widget: QWidget) -> int:
    return next(place for place, poster in enumerate(chooser.posters) if poster.isAncestorOf(widget))


# ------------------------------------------------------------------ offers


def test_a_kept_game_can_be_continued_but_another_game_only_begun(offer: Offers) -> None:
    kept, other = offer().posters
    assert kept.go_on.isVisible() and kept.new.isVisible()
    assert not other.go_on.isVisible() and other.new.isVisible()
    assert (kept.go_on.property("kind"), kept.new.property("kind")) == ("primary", "plain")
    assert other.new.property("kind") == "primary"
    assert kept.state.text() == "Hand 3: you 1,275, computer 2,100"
    assert other.state.text() == "No game under way"


def test_the_buttons_ask_for_their_games(offer: Offers) -> None:
    chooser = offer()
    ear = Ear(chooser)
    kept, other = chooser.posters
    for button in (kept.go_on, kept.new, other.new):
        QTest.mouseClick(button, LEFT)
    assert ear.heard == ["continue mile-bones", "new mile-bones", "new millieu"]


def test_a_lesson_is_offered_after_its_game(offer: Offers) -> None:
    chooser = offer(TO_LEARN, MILLIEU)
    ear = Ear(chooser)
    first, other = chooser.posters
    assert focused() is first.new and first.learn.isVisible() and not other.learn.isVisible()
    assert (first.learn.text(), first.learn.property("kind")) == ("First hand", "plain")
    assert first.state.text() == "Learn the game by playing it, in five minutes."
    press(Key.Key_Tab, Key.Key_Return, Key.Key_2, Key.Key_Return)
    QTest.mouseClick(first.learn, LEFT)
    assert ear.heard == ["learn mile-bones", "new millieu", "learn mile-bones"]


@pytest.mark.parametrize(("place", "asked"), [(0, "continue mile-bones"), (1, "new millieu")])
def test_a_double_click_on_a_picture_presses_the_first_button(offer: Offers, place: int, asked: str) -> None:
    chooser = offer()
    ear = Ear(chooser)
    picture = chooser.posters[place].picture
    QTest.mouseClick(picture, LEFT)
    assert ear.heard == []
    assert place_of(chooser, focused()) == place
    double_click(picture, LEFT)
    assert ear.heard == [asked]
    double_click(picture, Qt.MouseButton.RightButton)
    assert ear.heard == [asked]


def test_the_focus_begins_at_the_first_kept_game(offer: Offers) -> None:
    chooser = offer(MILLIEU, THIRD, MILE_BONES)
    assert focused() is chooser.posters[1].go_on
    chooser = offer(MILLIEU)
    assert focused() is chooser.posters[0].new


def test_new_offers_replace_the_old_and_the_focus_stays_with_its_game(offer: Offers, qtbot) -> None:
    chooser = offer()
    press(Key.Key_2)
    chooser.show_offers((THIRD, MILE_BONES, MILLIEU))
    assert [poster.offer.game for poster in chooser.posters] == ["third", "mile-bones", "millieu"]
    assert focused() is chooser.posters[2].new
    ear = Ear(chooser)
    press(Key.Key_Return)
    assert ear.heard == ["new millieu"]


# ------------------------------------------------------------------ keys


def test_number_keys_focus_posters_and_enter_presses_the_button(offer: Offers) -> None:
    chooser = offer(MILE_BONES, THIRD, MILLIEU)
    ear = Ear(chooser)
    press(Key.Key_3, Key.Key_Return, Key.Key_2, Key.Key_Enter, Key.Key_1, Key.Key_Space)
    assert ear.heard == ["new millieu", "continue third", "continue mile-bones"]


def test_a_number_without_a_poster_does_nothing(offer: Offers) -> None:
    chooser = offer()
    press(Key.Key_3)
    assert focused() is chooser.posters[0].first
    QTest.keyClick(focused(), Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert focused() is chooser.posters[0].first


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("mirrored", [False, True], ids=["ltr", "rtl"])
@by_size
def test_the_arrow_keys_follow_the_visible_order_of_the_posters(offer: Offers, size, mirrored: bool) -> None:
    chooser = offer(MILE_BONES, THIRD, MILLIEU, size=size, mirrored=mirrored)
    on, back = (Key.Key_Left, Key.Key_Right) if mirrored else (Key.Key_Right, Key.Key_Left)
    seen = []
    for key in (on, on, on, back, Key.Key_Down, Key.Key_Up, back, back):
        press(key)
        assert focused() is chooser.posters[place_of(chooser, focused())].first
        seen.append(place_of(chooser, focused()))
    assert seen == [1, 2, 2, 1, 2, 1, 0, 0]


def test_tab_goes_through_all_buttons_in_order(offer: Offers) -> None:
    chooser = offer()
    order = [focused()]
    for _step in range(3):
        press(Key.Key_Tab)
        order.append(focused())
    kept, other = chooser.posters
    assert order == [kept.go_on, kept.new, other.new, kept.go_on]


# ------------------------------------------------------------------ layout


@pytest.mark.sample(slow=4)
@by_size
@pytest.mark.parametrize(
    "offers",
    [(MILE_BONES,), (MILE_BONES, THIRD), (MILE_BONES, THIRD, MILLIEU), (TO_LEARN, THIRD, MILLIEU)],
    ids=["1", "2", "3", "lesson"],
)
def test_posters_stand_side_by_side_or_in_rows_and_all_words_fit(offer: Offers, size, offers) -> None:
    chooser = offer(*offers, size=size)
    boxes = [poster.geometry() for poster in chooser.posters]
    assert chooser.window().width() == size[0] and chooser.window().height() == size[1]
    for box, following in pairwise(boxes):
        assert not box.intersects(following)
        assert (box.top() == following.top()) is (size[0] >= 1000)
        assert (box.left() == following.left()) is (size[0] < 1000)
    assert max(box.width() for box in boxes) - min(box.width() for box in boxes) <= 1
    assert max(box.height() for box in boxes) - min(box.height() for box in boxes) <= 1
    for box, poster in zip(boxes, chooser.posters, strict=True):
        assert chooser.rect().contains(box)
        parts = [one for one in poster.findChildren(QWidget) if one.isVisible()]
        for part in parts:
            assert poster.rect().contains(part.geometry()), part
        for number, part in enumerate(parts):
            assert not any(part.geometry().intersects(other.geometry()) for other in parts[number + 1 :]), part
        for words in poster.findChildren(QLabel):
            assert words.width() >= (0 if words.wordWrap() else words.minimumSizeHint().width()), words.text()
            assert words is poster.name or words.height() >= words.heightForWidth(words.width()), words.text()
        for button in poster.findChildren(QAbstractButton):
            if button.isVisible():
                assert button.width() >= button.minimumSizeHint().width()
        assert poster.picture.height() > 100


@pytest.mark.sample(slow=1)
@by_size
def test_a_single_poster_is_as_large_as_each_of_two_posters(offer: Offers, size) -> None:
    alone = offer(MILE_BONES, size=size).posters[0].size()
    together = offer(size=size).posters[0].size()
    assert abs(alone.width() - together.width()) <= 1
    assert abs(alone.height() - together.height()) <= 2


def test_posters_form_rows_in_a_narrow_window_and_columns_in_a_wide_one(offer: Offers) -> None:
    chooser = offer(size=SIZES[1])
    first, second = chooser.posters
    for width, beside in ((999, False), (1000, True)):
        chooser.window().resize(width, 700)
        QApplication.processEvents()
        assert (first.y() == second.y()) is beside
        assert (first.picture.y() == first.name.y()) is False
        assert chooser.line.isVisible() is beside


def test_right_to_left_the_first_poster_is_at_the_right(offer: Offers) -> None:
    first, second = offer(size=SIZES[1], mirrored=True).posters
    assert first.x() > second.x()
    assert first.go_on.x() > first.new.x()
    first, _second = offer(size=SIZES[0], mirrored=True).posters
    assert first.picture.x() > first.name.x()


def test_the_chooser_takes_the_colours_of_another_theme(offer: Offers, dressed) -> None:
    chooser = offer()
    poster = chooser.posters[0]

    def paper_and_map() -> tuple[QColor, QColor]:
        seen = chooser.grab().toImage()
        box = poster.geometry()
        return seen.pixelColor(box.right() - 30, box.center().y()), seen.pixelColor(2, chooser.height() - 3)

    assert paper_and_map() == (LIGHT.panel, LIGHT.map_base)
    dressed("dark", 0.86)
    assert paper_and_map() == (DARK.panel, DARK.map_base)


@pytest.mark.parametrize(
    "size", [(300, 200), (250, 200), (240, 200), (200, 200)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_a_picture_fills_its_frame_in_any_shape(offer: Offers, size: tuple[int, int]) -> None:
    picture = offer(MILLIEU).posters[0].picture
    picture.set_narrow(False)
    picture.setParent(None)
    picture.resize(*size)
    shown = picture.grab().toImage()
    for x, y in ((0.95, 0.05), (0.95, 0.95), (0.05, 0.95)):
        colour = shown.pixelColor(round(x * shown.width()), round(y * shown.height()))
        assert colour.red() < 50 < colour.blue() < 110, "the night sky of the picture fills the corner"


# ------------------------------------------------------------------ screen readers


def test_posters_and_buttons_have_accessible_names(offer: Offers) -> None:
    chooser = offer()
    kept, other = chooser.posters
    assert chooser.accessibleName() == "Which road today?"
    assert [poster.accessibleName() for poster in chooser.posters] == ["Mile Bones", "Millieu"]
    assert kept.accessibleDescription() == f"{MILE_BONES.line} {MILE_BONES.state}"
    assert [kept.go_on.accessibleName(), kept.new.accessibleName()] == ["Continue Mile Bones", "New game of Mile Bones"]
    assert other.new.accessibleName() == "New game of Millieu"
    assert kept.go_on.accessibleDescription() == MILE_BONES.state
    assert other.new.accessibleDescription() == "No game under way"
    learn = offer(TO_LEARN).posters[0].learn
    assert learn.accessibleName() == "First hand, a lesson in Mile Bones"
    assert learn.accessibleDescription() == TO_LEARN.lesson_line
    name = QAccessible.queryAccessibleInterface(kept.name)
    assert name.role() == QAccessible.Role.StaticText
    assert name.text(QAccessible.Text.Name) == "Mile Bones"


def test_the_chooser_has_its_own_help_page(offer: Offers) -> None:
    chooser = offer()
    assert topic_for(chooser.posters[0].go_on) == topic_for(chooser.title) == "chooser"


@pytest.mark.parametrize("one", TWO, ids=lambda one: one.game)
def test_the_offers_of_these_tests_match_existing_games_and_pictures(one: Offer) -> None:
    assert spec(one.game).title() == one.title
    for part in ("tall", "wide", "name"):
        assert resources.read_text(f"{one.poster}_{part}.svg").startswith("<svg")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_poster_and_a_colour(game: str) -> None:
    found = spec(game)
    for part in ("tall", "wide", "name"):
        assert "<svg" in resources.read_text(f"{found.poster}_{part}.svg")
    assert isinstance(getattr(LIGHT, f"band_{found.band}"), QColor)
    assert len({spec(one).poster for one in GAMES}) == len({spec(one).band for one in GAMES}) == len(GAMES)
