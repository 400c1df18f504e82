"""The scene at the end of a game of Mille plays on the table before the score sheet, whoever has won."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.boards.montreal.positions import NAMES, table
from desktop.driver import Home, Person
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.desktop.boards.montreal.coins import MOST, pieces
from mile_bones.desktop.boards.montreal.game_end import GameEnd
from mile_bones.desktop.boards.montreal.score_sheet import ScoreSheetDialog
from mile_bones.desktop.table.ending import Ending
from mile_bones.games.montreal.events import GameEnded, HandEnded
from mile_bones.games.montreal.payment import Payment, PaymentLine
from mile_bones.games.montreal.scoring import Score
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import ANIMATION
from stories import before_the_end

pytestmark = pytest.mark.gui

GAME = "montreal-mille"
EITHER = pytest.mark.parametrize("winner", [0, 1], ids=["won", "lost"])


def over(home: Home, folder: Path, winner: int, animation: str = "normal") -> tuple[Person, GameEnd]:
    """Let the game end in the window with this winner. Return the person and the scene, which has just begun."""
    home.set({ANIMATION: animation})
    record, action = before_the_end(GAME, winner)
    save_record(folder / "game.json", record)
    person = home.open(file=folder / "game.json", game=None)
    person.settled()
    person.table.chosen.emit(action)
    person.wait_until(lambda: person.window.findChild(GameEnd) is not None)
    found = person.window.findChild(GameEnd)
    assert isinstance(found, GameEnd)
    return person, found


# ------------------------------------------------------------------ in the window


@EITHER
def test_the_scene_plays_before_the_sheet(home: Home, tmp_path: Path, winner: int) -> None:
    person, moment = over(home, tmp_path, winner, "fast")
    assert moment.animator.running and moment.isVisible() and person.dialogs() == []
    assert moment.geometry() == person.table.viewport().rect()
    title = ("You win the game", "Computer wins the game")[winner]
    assert moment.accessibleName().startswith(f"{title}. ")
    sheet = person.dialog(ScoreSheetDialog)
    assert sheet.windowTitle() == title
    assert moment.isVisible(), "the last frame stays behind the sheet"


@EITHER
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_F1])
def test_any_key_ends_the_scene_and_does_nothing_else(home: Home, tmp_path: Path, winner: int, key: Qt.Key) -> None:
    person, moment = over(home, tmp_path, winner)
    match, length = person.play.match, person.play.match.length
    person.key(key)
    assert not moment.animator.running and moment.isVisible()
    (sheet,) = person.dialogs()
    assert isinstance(sheet, ScoreSheetDialog) and person.play.match is match and match.length == length


def test_a_press_ends_the_scene(home: Home, tmp_path: Path) -> None:
    person, moment = over(home, tmp_path, 1)
    QTest.mouseClick(moment, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert not moment.animator.running
    (sheet,) = person.dialogs()
    assert isinstance(sheet, ScoreSheetDialog)


@EITHER
def test_without_animation_the_sheet_is_there_at_once(home: Home, tmp_path: Path, winner: int) -> None:
    person, moment = over(home, tmp_path, winner, "off")
    assert not moment.animator.running and moment.isVisible()
    assert isinstance(person.dialog(ScoreSheetDialog), ScoreSheetDialog)
    person.key(Qt.Key.Key_Escape)
    person.wait_until(lambda: person.window.findChild(GameEnd) is None)


# ------------------------------------------------------------------ on a board


def ended(
    totals: tuple[int, int] = (1210, 300),
    last: tuple[int, int] = (230, 90),
    *,
    winner: int | None = 0,
    you: int | None = 0,
    paid: int = 0,
    naturals: tuple[int, int] = (0, 0),
    deals: tuple[tuple[int, int], ...] = (),
) -> Ending:
    """Return the end of a game with these totals, in which the last deal brought the points ``last``.

    ``paid`` is the payment, or 0 without stakes. ``deals`` are the points of all deals, for the record.
    """
    seen = table(own=("7: 7S 7H 7D", "9: 9S 9H 9D 9C"), other=("8: 8S 8H 2C",))._replace(totals=totals)
    scores = Score(laid=last[0]), Score(laid=last[1])
    deal = HandEnded(4, "out", 0, scores, totals, naturals, (0, 0), seen.sets, ((), ()), 20)
    payment = Payment((PaymentLine("game", 1, 1, paid),), 1, totals) if paid else None
    game = GameEnded(winner, "target", totals, naturals, (0, 0), payment)
    played = tuple(({"total": own}, {"total": other}) for own, other in deals)
    record = SimpleNamespace(body=SimpleNamespace(scores=played))
    return Ending((deal, game), seen, NAMES, you, (0, 0), True, False, lambda: record)  # type: ignore[arg-type, return-value]


def scene(board: MontrealBoard, ending: Ending) -> GameEnd:
    """Return the scene of this ending, which must have one."""
    found = board.moment(ending)
    assert isinstance(found, GameEnd)
    return found


def words(board: MontrealBoard, ending: Ending) -> str:
    return scene(board, ending).accessibleName()


def last_frame(board: MontrealBoard, ending: Ending) -> QImage:
    """Play the scene on a board without animation. Return its picture."""
    moment = scene(board, ending)
    moment.play(lambda: None)
    picture = moment.grab().toImage()
    moment.stop()
    return picture


def test_a_won_game_tells_the_totals_and_a_game_for_stakes_the_payment(board: MontrealBoard) -> None:
    assert words(board, ended()) == "You win the game. 1,210 to 300"
    assert words(board, ended(paid=34)) == "You win the game. 1,210 points, 34 paid"
    assert words(board, ended()._replace(special="A record.")) == "You win the game. A record."


def test_a_lost_game_tells_the_best_that_the_person_did(board: MontrealBoard) -> None:
    lost = {"totals": (300, 1210), "winner": 1, "paid": 34}
    deals = (100, 400), (200, 810)
    texts = (
        (ended(**lost, deals=((250, 200), (50, 240))), "Your best deal brought 250 points, more than any other."),
        (ended(**lost, deals=deals, naturals=(1, 2)), "You made 1 natural."),
        (ended(**lost, deals=((100, 400), (200, 110))), "You won 1 deal."),
        (ended(**lost, deals=deals), "1,210 points, 34 paid"),
    )
    for ending, text in texts:
        assert words(board, ending) == f"Ben wins the game. {text}"


@pytest.mark.parametrize("winner", [0, 1])
def test_two_persons_both_see_the_whole_scene(board: MontrealBoard, winner: int) -> None:
    totals = (1210, 300) if winner == 0 else (300, 1210)
    moment = scene(board, ended(totals, winner=winner, you=None))
    assert moment.accessibleName() == f"{NAMES[winner]} wins the game. 1,210 to 300"
    alone = scene(board, ended(totals, winner=1, you=0))
    assert moment.scene_zone().height() == pytest.approx(2 * alone.scene_zone().height())


def test_there_is_no_scene_for_a_watched_or_drawn_game_or_for_a_deal(board: MontrealBoard) -> None:
    assert board.moment(ended(winner=None)) is None
    assert board.moment(ended()._replace(game_over=False, events=ended().events[:1])) is None
    board.set_viewpoint(0)
    assert board.moment(ended()) is None


@pytest.mark.parametrize("winner", [0, 1])
def test_the_coins_end_beside_the_plate_of_the_winner(board: MontrealBoard, winner: int) -> None:
    """The totals are the same with stakes and without, and so are all words because of ``special``."""
    totals = (1210, 300) if winner == 0 else (300, 1210)
    without = ended(totals, winner=winner, you=None)._replace(special="A record.")
    paid = ended(totals, winner=winner, you=None, paid=34)._replace(special="A record.")
    changed = difference(last_frame(board, without), last_frame(board, paid))
    moment = scene(board, paid)
    plate, other = (moment.plate_zone(side).toRect() for side in (winner, 1 - winner))
    assert not changed.isEmpty() and changed.intersects(plate.adjusted(-200, 0, 200, 0))
    assert not changed.intersects(plate) and not changed.intersects(other)


def difference(one: QImage, other: QImage) -> QRect:
    """Return the smallest rectangle outside of which both pictures are equal."""
    assert one.size() == other.size()
    spots = [
        QPoint(x, y)
        for y in range(one.height())
        if one.copy(0, y, one.width(), 1) != other.copy(0, y, one.width(), 1)
        for x in range(one.width())
        if one.pixel(x, y) != other.pixel(x, y)
    ]
    found = QRect()
    for spot in spots:
        found = found.united(QRect(spot, spot))
    return found


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("size", [(640, 345), (800, 545)])
def test_all_words_are_inside_a_small_table_with_large_text(
    board: MontrealBoard, dressed, winner: int, size: tuple[int, int]
) -> None:
    dressed("light", 1.72)
    board.resize(*size)
    QApplication.processEvents()
    totals = (1210, 300) if winner == 0 else (300, 1210)
    moment = scene(board, ended(totals, winner=winner, paid=34, deals=((250, 200),)))
    inside = moment.rect().toRectF()
    places = moment.words_zone(), moment.scene_zone(), moment.plate_zone(0), moment.plate_zone(1)
    assert all(inside.contains(place) for place in places)
    assert not moment.plate_zone(0).intersects(moment.plate_zone(1))
    assert moment.scene_zone().bottom() <= moment.words_zone().top()


@pytest.mark.parametrize("amount", [1, 7, 24, 25, 34, 66, 240, 241, 330, 1234])
def test_a_payment_of_any_amount_has_few_coins(amount: int) -> None:
    coins = pieces(amount)
    assert sum(coins) == amount and len(coins) <= MOST and list(coins) == sorted(coins)
    assert amount > MOST or set(coins) == {1}


def test_the_coins_of_a_payment_with_many_nines_are_its_figures() -> None:
    assert pieces(999) == (1,) * 9 + (10,) * 9 + (100,) * 9
