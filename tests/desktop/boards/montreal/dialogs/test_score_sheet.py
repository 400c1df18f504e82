"""The score sheet of a deal of Mille and the payment that follows it, for the eye and for the screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop.boards.montreal.positions import cards, sets, table
from mile_bones.desktop.boards.montreal.score_model import CIRCLES, STARS
from mile_bones.desktop.boards.montreal.score_sheet import ScoreSheetDialog
from mile_bones.desktop.boards.montreal.sheet_rows import ROUND, Mark, sheet_marks
from mile_bones.desktop.dialogs.score_table import SPOKEN
from mile_bones.desktop.screen_reader import spoken_words
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.durations import COUNT_MS, MARKS_MS, PAYMENT_LINE_MS
from mile_bones.desktop.table.ending import Ending
from mile_bones.games.montreal.events import GameEnded, HandEnded
from mile_bones.games.montreal.payment import payment_of
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.scoring import Score
from mile_bones.i18n import format_signed

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

MINE = Score(laid=160, eights=40, clean=200, out=1, naturals=2)
THEIRS = Score(laid=30, hand=-110)
SETS = (sets("7: 7S 7S 7H 7H 7D 7D 7C 7C", "Q: QS QH QD"), sets("8: 8S 8H 2C"))
HAND = HandEnded(6, "out", 0, (MINE, THEIRS), (1230, 585), (3, 1), (0, 2), SETS, ((), cards("QS KD")), 12)
STAKES = Rules(stake=1)
NAMES = ("Anna", "Ben")


def game_over(rules: Rules = STAKES, winner: int = 0) -> GameEnded:
    totals, naturals, chapeaux = HAND.totals, (1, 1), (0, 1)
    paid = payment_of(winner, totals, naturals, chapeaux, rules) if rules.stake else None
    return GameEnded(winner, "target", totals, naturals, chapeaux, paid)


@pytest.fixture
def show(window, opened):
    def make(
        hand=HAND, over=None, *, you=0, rules=STAKES, assisted=False, animator=None, names=NAMES, size=(), **more
    ) -> ScoreSheetDialog:
        seen = table()._replace(rules=rules)
        events = (hand,) if over is None else (hand, over)
        ending = Ending(events, seen, names, you, (3, 1), over is not None, assisted, lambda: None, **more)
        return opened(ScoreSheetDialog(ending, window(*size), animator))

    return make


def lines(dialog) -> list[list[str]]:
    table = dialog.table
    return [
        [table.item(row, column).text() for column in range(table.columnCount())] for row in range(table.rowCount())
    ]


def seen(dialog) -> list[list[str]]:
    table = dialog.table
    return [[cell.text for cell in table.row_seen(line).cells] for line in range(table.rowCount())]


def test_the_score_sheet_has_every_item_and_the_sums(show) -> None:
    assert lines(show()) == [
        ["Cards laid down", "", "160", "30"],
        ["Sets of eight", "their cards once more", "40", "–"],
        ["Out without a wild", "all cards once more", "200", "–"],
        ["Cards in hand", "taken off", "–", format_signed(-110)],
        ["Deal total", "", "400", format_signed(-80)],
        ["Grand total", "", "1,230", "585"],
        ["Naturals", "", "3", "1"],
        ["Chapeaux", "", "0", "2"],
        ["Games", "", "3", "1"],
    ]


def test_a_screen_reader_hears_every_row_with_both_names(show) -> None:
    table = show().table
    said = table.item(4, 0).data(SPOKEN)
    assert said == f"Deal total: Anna 400, Ben {format_signed(-80)}"


@pytest.mark.parametrize(
    ("scores", "you", "said"),
    [
        ((MINE, THEIRS), 0, "You win this deal"),
        ((MINE, THEIRS), 1, "Anna wins this deal"),
        ((THEIRS, MINE), 0, "Ben wins this deal"),
        ((MINE, THEIRS), None, "Anna wins this deal"),
        ((MINE, MINE), 0, "Nobody wins this deal"),
    ],
)
def test_the_head_says_who_won_the_deal(show, scores, you, said) -> None:
    dialog = show(HAND._replace(scores=scores), you=you)
    assert (dialog.windowTitle(), dialog.band.title.text(), dialog.band.colour) == (said, said, "burgundy")


def test_naturals_and_chapeaux_are_stated_in_words(show) -> None:
    words = show().told
    assert "You went out without a wild: a natural!" in words
    assert "You have a natural of sevens: all eight count double." in words
    assert "Ben has a chapeau." in words
    assert "Anna has a natural of sevens" in show(you=1).told
    assert "First to 1,200 wins the game." in words
    assert show(rules=Rules(natural_required=True)).note.text() == "First to 1,200 with a natural wins the game."


MANY = HAND._replace(
    sets=(
        sets("7: 7S 7S 7H 7H 7D 7D 7C 7C", "Q: QS QS QH QH QD QD QC QC"),
        sets("8: 8S 8S 8H 8H 8D 8D 8C 8C"),
    )
)
LONG = ("Wilhelmina Featherstonehaugh-W", "Bartholomew Featherstonehaugh-X")


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("size", [("light", 0.86, 800, 600), ("light", 1.0, 1280, 800)], ids=["800", "1280"])
@pytest.mark.parametrize("over", [False, True])
def test_the_words_about_a_deal_have_enough_room(show, size, over) -> None:
    ended = game_over() if over else None
    dialog = show(MANY, ended, you=None, assisted=True, names=LONG, size=size)
    rows = [dialog.table, dialog.news, dialog.go_on]
    tops = [widget.mapTo(dialog, widget.rect().topLeft()).y() for widget in rows]
    for upper, lower, top in zip(rows, tops[1:], tops, strict=False):
        assert top + upper.height() <= lower
    for words in (dialog.news, dialog.note):
        assert words.height() >= words.heightForWidth(words.width())
    assert dialog.height() <= dialog.room() and dialog.news.text().count("natural of") == 3


@pytest.mark.parametrize(
    ("scores", "naturals", "chapeaux", "marks"),
    [
        ((Score(laid=30), Score(laid=15, hand=-15)), (0, 0), (0, 0), ()),
        (
            (MINE, THEIRS),
            (3, 0),
            (0, 2),
            (
                *(Mark(1, 2, STARS, 1), Mark(2, 2, STARS, 1), Mark(6, 2, STARS)),
                *(Mark(4, 3, ROUND), Mark(7, 3, CIRCLES)),
            ),
        ),
        (
            (Score(laid=200, eights=120, naturals=2), Score(laid=10, hand=-100)),
            (2, 0),
            (0, 1),
            (Mark(1, 2, STARS, 2), Mark(6, 2, STARS), Mark(4, 3, ROUND), Mark(7, 3, CIRCLES)),
        ),
    ],
)
def test_stars_stand_beside_naturals_and_a_circle_round_a_chapeau(scores, naturals, chapeaux, marks) -> None:
    assert sheet_marks(HAND._replace(scores=scores, naturals=naturals, chapeaux=chapeaux)) == marks


def coloured(dialog, row: int, column: int) -> int:
    """Return the number of pixels of the cell that have the red colour of a chapeau."""
    table = dialog.table
    image = table.viewport().grab(table.visualRect(table.model().index(row, column))).toImage()
    points = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(point.red() > 150 and point.green() < 80 and point.blue() < 80 for point in points)


def test_the_circle_is_seen_round_a_chapeau_and_nowhere_else(show) -> None:
    dialog = show()
    assert coloured(dialog, 4, 3) > 100
    assert coloured(dialog, 4, 2) == coloured(dialog, 3, 3) == 0


@pytest.fixture
def clock(window):
    """Return an animator whose time, in ms, the test sets with ``go_to``."""
    animator = Animator(window())
    animator.time = 0.0
    animator.now = lambda: animator.time

    def go_to(moment: float) -> None:
        animator.time = moment
        animator.tick()

    animator.go_to = go_to
    return animator


def test_the_sheet_counts_up_before_the_marks_are_drawn(show, clock) -> None:
    dialog = show(animator=clock)
    assert [line[2] for line in seen(dialog)][:4] == ["", "", "", ""]
    assert dialog.table.marked == 0
    clock.go_to(COUNT_MS * 0.5)
    assert seen(dialog)[0][2] == "160" and seen(dialog)[3][3] != format_signed(-110)
    assert dialog.table.marked == 0
    clock.go_to(COUNT_MS + MARKS_MS * 0.5)
    assert seen(dialog) == lines(dialog)
    assert 0 < dialog.table.marked < 1
    clock.go_to(COUNT_MS + MARKS_MS)
    assert dialog.table.marked == 1


def test_the_first_key_only_ends_the_counting(show, clock, qtbot) -> None:
    dialog = show(animator=clock)
    qtbot.keyClick(dialog.go_on, Qt.Key.Key_Return)
    assert dialog.isVisible() and dialog.table.marked == 1 and seen(dialog) == lines(dialog)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.go_on, Qt.Key.Key_Return)


@pytest.mark.parametrize("wish", ["reduced", "off"])
def test_without_motion_everything_is_shown_at_once(show, clock, wish) -> None:
    clock.reduced, clock.speed = wish == "reduced", 0.0 if wish == "off" else 1.0
    dialog = show(animator=clock)
    assert not clock.running and seen(dialog) == lines(dialog) and dialog.table.marked == 1


# ------------------------------------------------------------------ the payment


def test_the_sheet_of_a_deal_leads_to_the_next_deal(show, qtbot) -> None:
    dialog = show()
    assert dialog.go_on.text() == "&Next deal"
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_without_stakes_there_is_no_payment(show, qtbot) -> None:
    dialog = show(over=game_over(Rules()), rules=Rules())
    assert dialog.go_on.text() == "&New game"
    with qtbot.waitSignal(dialog.accepted):
        dialog.go_on.click()


@pytest.mark.parametrize(
    ("you", "placed", "way"),
    [(0, False, "&New game"), (1, False, "&Play again"), (None, False, "&New game"), (0, True, "&Go on")],
)
def test_the_button_after_a_game_says_what_follows(show, you, placed, way) -> None:
    assert show(over=game_over(Rules()), rules=Rules(), you=you, placed=placed).go_on.text() == way


def test_the_foot_says_what_was_special_about_the_game(show) -> None:
    assert show(over=game_over(Rules()), rules=Rules(), special="3 games won in a row.").note.text().startswith("3")


def test_a_drawn_game_has_no_payment(show) -> None:
    drawn = GameEnded(None, "deals", (500, 500), (0, 0), (0, 0))
    assert show(over=drawn).go_on.text() == "&New game"


def test_the_sheet_of_an_assisted_game_says_that_it_is_assisted(show) -> None:
    assert "An assisted game: it does not count." in show(over=game_over(), assisted=True).note.text()


def test_the_payment_follows_the_score_sheet_line_by_line(show, qtbot) -> None:
    dialog = show(over=game_over())
    assert dialog.go_on.text() == "&Payment"
    qtbot.keyClick(dialog.go_on, Qt.Key.Key_Return)
    assert dialog.isVisible() and dialog.windowTitle() == "Payment"
    assert lines(dialog) == [
        ["Hundreds from 600 to 1,200", "6 × 1", "6"],
        ["The game", "1 × 3", "3"],
        ["1 natural of the winner", "1 × 3", "3"],
        ["1 chapeau of the loser", "1 × 3", "3"],
        ["Skunk: all of it twice", "2 × 15", "30"],
        ["Paid", "", "30"],
    ]
    assert dialog.sum.text() == "(6 + 3 + 3 + 3) × 2 = 30"
    assert dialog.stakes.text() == "Stakes 1 and 3."
    assert dialog.go_on.text() == "&New game" and dialog.go_on.hasFocus()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.go_on, Qt.Key.Key_Return)


def test_the_progressive_payment_shows_its_calculation(show) -> None:
    rules = Rules(target=2000, progressive=True, stake=1)
    totals, naturals, chapeaux = (2100, 860), (4, 0), (0, 3)
    over = GameEnded(0, "target", totals, naturals, chapeaux, payment_of(0, totals, naturals, chapeaux, rules))
    dialog = show(over=over, rules=rules)
    dialog.accept()
    assert ["4 naturals of the winner", "(1 + 2 + 3 + 4) × 3", "30"] in lines(dialog)
    assert ["3 chapeaux of the loser", "(1 + 2 + 3) × 3", "18"] in lines(dialog)
    assert dialog.sum.text() == "12 + 3 + 3 + 30 + 18 = 66"
    assert "progressive" in dialog.stakes.text()


@pytest.mark.parametrize(
    ("you", "winner", "said"),
    [
        (0, 0, "Ben pays you 30."),
        (1, 0, "You pay Anna 30."),
        (None, 0, "Ben pays Anna 30."),
    ],
)
def test_the_payment_says_who_pays_whom(show, you, winner, said) -> None:
    dialog = show(over=game_over(winner=winner), you=you)
    dialog.accept()
    assert dialog.band.subtitle.text() == said
    assert dialog.told.startswith(said)


def test_the_payment_says_who_pays_whom_even_if_its_header_scrolls(show) -> None:
    dialog = show(over=game_over(winner=0), you=1, size=("light", 2.0, 800, 600))
    assert dialog.band.subtitle.isVisible()
    dialog.accept()
    dialog._set_inside(band=True, buttons=False)
    assert dialog.band.subtitle.text() == "You pay Anna 30." and dialog.band.subtitle.isVisible()


PURSE = "Against Strong you are 56 ahead after 7 games for stakes."


def test_the_purse_is_one_line_below_the_payment(show) -> None:
    dialog = show(over=game_over(), purse=PURSE)
    assert PURSE not in dialog.told, "the score sheet comes first"
    dialog.accept()
    assert dialog.purse.text() == PURSE and PURSE in dialog.told
    assert dialog.purse.isVisible() and dialog.purse.y() >= dialog.sum.y() + dialog.sum.height()


def test_without_a_purse_there_is_no_empty_line(show) -> None:
    dialog = show(over=game_over())
    dialog.accept()
    assert not dialog.purse.isVisible()


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("size", [("light", 1.0, 640, 400), ("light", 2.0, 1024, 600)], ids=["small", "large-text"])
def test_the_purse_can_be_read_in_a_small_window(show, size) -> None:
    names = f"{LONG[0]} is 1,034 ahead of {LONG[1]} after 1,207 games for stakes."
    dialog = show(over=game_over(), you=None, names=LONG, size=size, purse=names)
    dialog.accept()
    assert dialog.purse.height() >= dialog.purse.heightForWidth(dialog.purse.width())
    assert dialog.height() <= dialog.available().height()


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("rules", [STAKES, Rules(progressive=True, stake=2)], ids=["plain", "progressive"])
@pytest.mark.parametrize(
    "size",
    [("light", 1.0, 1280, 800), ("light", 1.0, 800, 600), ("light", 2.0, 1024, 700)],
    ids=["1280", "800", "200%"],
)
def test_no_words_of_the_payment_lie_over_others(show, size, rules) -> None:
    dialog = show(over=game_over(), rules=rules, size=size, purse=PURSE)
    dialog.accept()
    QApplication.processEvents()
    parts = [dialog.table, dialog.sum, dialog.purse, dialog.stakes]
    if dialog.full_height <= dialog.room():  # otherwise the words scroll behind the buttons
        parts.append(dialog.go_on)
    tops = [part.mapTo(dialog, part.rect().topLeft()).y() for part in parts]
    for upper, top, below in zip(parts, tops, tops[1:], strict=False):
        assert top + upper.height() <= below
    for words in (dialog.sum, dialog.purse, dialog.stakes, dialog.note):
        assert words.height() >= words.heightForWidth(words.width())


def test_the_payment_is_announced(qtbot, show) -> None:
    dialog = show(over=game_over())
    with qtbot.waitSignal(spoken_words().said) as said:
        dialog.accept()
    assert said.args == [dialog.told]


def test_the_payment_is_written_line_by_line(show, clock) -> None:
    dialog = show(over=game_over(), animator=clock)
    clock.finish()
    dialog.accept()
    clock.go_to(clock.time + PAYMENT_LINE_MS * 1.5)
    written = [line[2] for line in seen(dialog)]
    assert written[0] == "6" and written[-1] == ""
    clock.finish()
    assert seen(dialog) == lines(dialog)


def test_the_payment_fits_without_scrolling(show) -> None:
    dialog = show(over=game_over())
    dialog.accept()
    assert dialog.height() >= dialog.full_height
    assert dialog.full_height > dialog.band.height() + dialog.table.height() + dialog.sum.height()


@pytest.mark.parametrize(
    "size", [("light", 1.0, 1280, 800), ("light", 2.0, 800, 600), ("light", 2.0, 640, 400)], ids=["usual", "800", "640"]
)
def test_the_circle_is_drawn_round_the_figure(show, size) -> None:
    """The dark pixels of the figure lie between red pixels of the circle."""
    table = show(size=size).table
    row, column = 4, 3
    box = table.visualRect(table.model().index(row, column))
    image = table.viewport().grab(box).toImage()

    def edges(is_meant) -> tuple[int, int]:
        rows = range(image.height() // 3, image.height())  # without the line above the row
        found = [x for x in range(image.width()) for y in rows if is_meant(image.pixelColor(x, y))]
        return min(found), max(found)

    circle = edges(lambda ink: ink.red() > 150 and ink.green() < 80 and ink.blue() < 80)
    table.show_marks(0.0)
    image = table.viewport().grab(box).toImage()
    figure = edges(lambda ink: ink.lightness() < 90)
    assert circle[0] < figure[0] and figure[1] + 2 < circle[1]
