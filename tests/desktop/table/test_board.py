"""The behaviour that all boards have in common: gestures, light, focus, and cards in the air. It is tested with the
smallest game.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.table.toy_board import HAND, ToyBoard, ToyRules
from mile_bones.desktop.look.theme import active
from mile_bones.desktop.look.themes import DARK
from mile_bones.desktop.table import motions
from mile_bones.desktop.table.drop_rules import Sources
from mile_bones.desktop.table.durations import COMPUTER_MS, COUP_MS, DRAW_MS, HOME_MS, PLAY_MS, SHAKE_MS
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.layout import Rect

LEFT = Qt.MouseButton.LeftButton


class Player:
    """A player at the table, who writes down the chosen actions and the hints."""

    def __init__(self, board: ToyBoard) -> None:
        self.board = board
        self.chosen: list[object] = []
        self.hints: list[str] = []
        board.chosen.connect(self.chosen.append)
        board.hint.connect(self.hints.append)

    def at(self, place: str | QPoint) -> QPoint:
        """Return a point at the left edge of a place, which is visible even if another card covers the rest."""
        if isinstance(place, QPoint):
            return place
        rect = self.board.slots[place].rect
        return QPoint(round(rect.x()) + 5, round(rect.center().y()))

    def pick_up(self, place: str) -> None:
        QTest.mousePress(self.board.viewport(), LEFT, pos=self.at(place))
        QTest.mouseMove(self.board.viewport(), self.at(place) + QPoint(6, 0))

    def move(self, place: str | QPoint) -> None:
        QTest.mouseMove(self.board.viewport(), self.at(place))

    def release(self, place: str | QPoint) -> None:
        QTest.mouseRelease(self.board.viewport(), LEFT, pos=self.at(place))

    def drag(self, start: str, end: str | QPoint) -> None:
        self.pick_up(start)
        self.move(end)
        self.release(end)

    def click(self, place: str | QPoint) -> None:
        QTest.mouseClick(self.board.viewport(), LEFT, pos=self.at(place))

    def double_click(self, place: str) -> None:
        """Double-click through the native window. There the two clicks follow each other as quickly as those of a
        hand.
        """
        window = self.board.window()
        at = self.board.viewport().mapTo(window, self.at(place))
        QTest.mouseDClick(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, at)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget(), key, modifiers)

    def lit(self) -> dict[str, str]:
        return {place: slot.marks.target for place, slot in self.board.slots.items() if slot.marks.target}

    def flights(self) -> list[FlyingCard]:
        return [item for item in self.board.scene().items() if isinstance(item, FlyingCard)]


BARE = QPoint(780, 380)


@pytest.fixture
def board(qtbot) -> Iterator[ToyBoard]:
    made = ToyBoard()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    for animator in made.animators():
        animator.speed = 1000.0  # so slow that nothing lands during a test
    made.show_cards(9, 3, 7, top=5)
    return made


@pytest.fixture
def player(board: ToyBoard) -> Player:
    return Player(board)


# ------------------------------------------------------------------ laying out


class CountedBoard(ToyBoard):
    """A board that counts how often it is laid out."""

    count = 0

    def lay_out(self) -> dict[str, Rect]:
        self.count += 1
        return super().lay_out()


def test_a_board_is_laid_out_again_only_if_it_changed_while_hidden(qtbot, dressed):
    board = CountedBoard()
    qtbot.addWidget(board)
    counts = []
    for change in (
        lambda: None,
        lambda: None,
        lambda: board.set_theme(DARK),
        lambda: board.setLayoutDirection(Qt.LayoutDirection.RightToLeft),
        lambda: dressed(scale=active()[1] + 0.25),
        lambda: board.resize(700, 500),
        lambda: None,
    ):
        board.hide()
        change()
        before = board.count
        board.show()
        counts.append(board.count - before)
    assert counts == [1, 0, 1, 1, 1, 1, 0]


# ------------------------------------------------------------------ dragging


def test_a_card_is_dragged_to_a_lit_place(player: Player, board: ToyBoard):
    player.pick_up("hand.0")
    assert player.lit() == {"pile": "Put here"}
    assert board.slots["far"].marks.dimmed and not board.slots["pile"].marks.dimmed
    assert board.slots["hand.0"].marks.hidden and len(player.flights()) == 1
    player.move("pile")
    assert [place for place, slot in board.slots.items() if slot.marks.over] == ["pile"]
    player.release("pile")
    assert player.chosen == [("put", 9)]
    assert player.lit() == {}
    assert board.drag.take_dropped() == {"hand.0": player.flights()[0]}


def test_an_illegal_action_can_be_chosen_and_flies_home_when_refused(player: Player, board: ToyBoard):
    player.drag("hand.1", "pile")  # drags a 3 onto a 5
    assert player.chosen == [("put", 3)]
    board.refuse()
    assert board.animator.running
    board.finish()
    assert player.flights() == [] and not board.slots["hand.1"].marks.hidden


@pytest.mark.parametrize(
    ("end", "hints"),
    [("far", ["9 may go somewhere", "9 goes on the pile"]), (BARE, ["9 may go somewhere"])],
)
def test_a_card_released_elsewhere_goes_home(player: Player, board: ToyBoard, end, hints):
    player.drag("hand.0", end)
    assert player.chosen == [] and player.hints == hints
    board.finish()
    assert player.flights() == [] and not board.slots["hand.0"].marks.hidden


class TellingRules(ToyRules):
    """Rules that give a reason for every place. The top card of the pile can be lifted, but goes nowhere."""

    def may_lift(self, place: str) -> bool:
        return place == "pile" or super().may_lift(place)

    def targets(self, sources: Sources) -> dict[str, str]:
        return {} if sources == ("pile",) else super().targets(sources)

    def where_to(self, sources: Sources) -> str:
        return f"from {sources[0]}"

    def actions_at(self, sources: Sources, place: str) -> tuple[object, ...]:
        return ()

    def refused_at(self, sources: Sources, place: str) -> str:
        return f"not from {sources[0]} to {place}"

    def stays(self, sources: Sources) -> str:
        return f"{sources[0]} stays"

    def cannot_move(self, place: str) -> str:
        return f"nothing moves at {place}"

    def drag_it(self, place: str) -> str:
        return ""


class TellingBoard(ToyBoard):
    def make_rules(self) -> TellingRules:
        return TellingRules(self.order.cards, self.top)

    def rearrange(self, sources: Sources, place: str) -> bool:
        return False


@pytest.fixture
def told(qtbot) -> Player:
    made = TellingBoard()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.show_cards(9, 3, 7, top=5)
    return Player(made)


def test_a_board_may_give_a_reason_for_every_wrong_place(told: Player):
    told.drag("hand.0", "far")
    told.board.finish()
    told.click("hand.0")
    told.click("far")
    told.click("far")
    assert told.chosen == []
    assert told.hints[1::2] == ["not from hand.0 to far", "not from hand.0 to far"]
    assert told.hints[-1] == "nothing moves at far"


def test_a_card_released_where_it_lay_goes_home_without_a_hint(told: Player):
    told.pick_up("pile")
    assert told.board.drag.in_play == ("pile",)
    told.release("pile")
    told.board.finish()
    assert told.hints == ["from pile"]
    told.click("pile")
    assert told.board.drag.in_play == ("pile",)
    told.click("pile")
    assert told.hints[-1] == "pile stays"
    assert told.board.drag.in_play == ()


def test_escape_puts_a_held_card_back(player: Player, board: ToyBoard):
    player.pick_up("hand.0")
    player.key(Qt.Key.Key_Escape)
    assert player.hints[-1] == "9 stays" and player.lit() == {}
    board.finish()
    player.release("pile")
    assert player.chosen == [] and player.flights() == []


def test_dragging_within_the_hand_changes_its_order(player: Player, board: ToyBoard):
    player.drag("hand.0", "hand.2")
    assert board.order.cards == (3, 7, 9)
    assert player.flights() == [] and board.slots["hand.2"].model.face == "9"


def test_the_topmost_of_overlapping_cards_is_taken(player: Player, board: ToyBoard):
    edge = board.slots["hand.1"].rect.left()
    assert board.slots["hand.0"].rect.right() > edge + 5  # the two cards do overlap
    player.pick_up("hand.1")
    assert player.hints == ["3 may go somewhere"]
    player.release("hand.1")


# ------------------------------------------------------------------ click and click, and keys


def test_a_card_is_played_by_clicks_on_it_and_on_its_target(player: Player, board: ToyBoard):
    player.click("hand.0")
    assert board.drag.marked == "hand.0" and player.lit() == {"pile": "Put here"}
    player.click("hand.2")
    assert board.drag.marked == "hand.2"
    player.click("hand.2")
    assert board.drag.marked is None and player.hints[-1] == "7 stays"
    player.click("hand.2")
    player.click("far")
    assert board.drag.marked is None and player.hints[-1] == "7 goes on the pile"
    player.click("hand.2")
    player.click("pile")
    assert player.chosen == [("put", 7)] and board.drag.take_dropped() == {"hand.2": None}


def test_if_dragging_is_the_only_method_a_click_on_a_card_explains_it(player: Player, board: ToyBoard):
    board.gestures.clicking = False
    player.click("hand.0")
    assert board.drag.marked is None
    assert player.hints == ["Drag the card to where it goes, or double-click it for smart play."]
    player.click("deck")
    assert player.chosen == ["draw"]


def test_the_keyboard_plays_a_card_as_two_clicks_do(player: Player, board: ToyBoard):
    board.focus_place("far")
    player.key(Qt.Key.Key_Space)
    assert player.hints == ["Choose a card of your hand first, then where it goes."]
    board.focus_place("deck")
    player.key(Qt.Key.Key_Space)
    assert player.chosen.pop() == "draw"
    board.focus_place("hand.0")
    player.key(Qt.Key.Key_Space)
    assert board.drag.marked == "hand.0"
    assert board.buttons["pile"].accessibleDescription() == "Put here"
    board.focus_place("pile")
    player.key(Qt.Key.Key_Return)
    assert player.chosen == [("put", 9)]


@pytest.mark.parametrize(("place", "chosen"), [("hand.0", [("put", 9)]), ("hand.1", []), ("pile", [])])
def test_a_double_click_and_ctrl_enter_are_smart_play(player: Player, board: ToyBoard, place, chosen):
    player.double_click(place)
    board.focus_place(place)
    player.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert player.chosen == chosen * 2


def test_the_second_action_of_a_gesture_waits_until_no_card_moves(
    player: Player, board: ToyBoard, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ToyRules, "smart_actions", lambda rules, place: ("first", "second"))
    continues: list[bool] = []

    def move(_action: object) -> None:
        continues.append(board.continues_gesture)
        board.animator.run([motions.slide(board.fly("9", "deck"), board.slots["far"].rect.center())])

    board.chosen.connect(move)
    player.double_click("hand.0")
    assert player.chosen == ["first"] and board.drag.going_on
    board.finish()
    assert player.chosen == ["first", "second"] and not board.drag.going_on
    assert continues == [False, True]


def test_the_gestures_of_a_spectator_do_nothing(player: Player, board: ToyBoard):
    board.watched = True
    for dragging in (True, False):
        board.gestures.dragging = dragging
        player.drag("hand.0", "pile")
        player.click("deck")
        player.double_click("hand.0")
        board.focus_place("hand.0")
        player.key(Qt.Key.Key_Space)
    assert player.chosen == [] and player.hints == [] and player.flights() == []


# ------------------------------------------------------------------ focus


def test_the_hand_is_one_stop_of_the_tab_key(player: Player, board: ToyBoard):
    board.focus_place("far")
    seen = []
    for _press in range(3):
        player.key(Qt.Key.Key_Tab)
        seen.append(board.focused_place)
    assert seen[0] == "hand.0" and "hand.1" not in seen and "hand.2" not in seen
    board.focus_place("hand.0")
    player.key(Qt.Key.Key_Right)
    player.key(Qt.Key.Key_Right)
    assert board.focused_place == "hand.2"
    player.key(Qt.Key.Key_Up)
    player.key(Qt.Key.Key_Tab)
    board.focus_place("far")
    player.key(Qt.Key.Key_Tab)
    assert board.focused_place == "hand.2"  # where the focus was last
    board.focus_place("far")
    board.show_cards(9, 3)
    player.key(Qt.Key.Key_Tab)
    assert board.focused_place == "hand.0"  # hand.2 has gone


def test_the_places_of_a_hand_follow_its_size(player: Player, board: ToyBoard):
    board.focus_place("hand.2")
    board.show_cards(9, 3)
    assert board.focused_place == "hand.1"
    assert [place for place in HAND if board.slots[place].isVisible()] == ["hand.0", "hand.1"]
    assert not board.buttons["hand.2"].isVisible()
    board.show_cards(9, 3, 4, 8)
    assert [place for place in HAND if board.buttons[place].isVisible()] == list(HAND[:4])
    spot = board.slots["hand.3"].rect.center()
    assert board.place_under(spot.x(), spot.y()) == "hand.3"
    board.show_cards(9)
    assert board.place_under(spot.x(), spot.y()) is None


# ------------------------------------------------------------------ moves


def make(board: ToyBoard, how: str):
    flight = board.fly("1", "deck")
    end = board.slots["far"].rect.center()
    motion = {
        "slide": lambda: motions.slide(flight, end),
        "put": lambda: motions.put(flight, end, length=COMPUTER_MS, size=0.4),
        "flip": lambda: motions.flip(flight, "7", end),
        "vanish": lambda: motions.vanish(flight, end),
    }[how]()
    return flight, end, motion


@pytest.mark.parametrize(
    ("how", "length", "seen"),
    [
        ("slide", HOME_MS, (1, 1)),
        ("put", COMPUTER_MS, (1, 1)),
        ("flip", DRAW_MS, (1, 1)),
        ("vanish", DRAW_MS, (0.4, 0)),
    ],
)
def test_a_motion_begins_and_ends_at_the_expected_points(board: ToyBoard, how, length, seen):
    flight, end, motion = make(board, how)
    start = flight.pos()
    motion.apply(0.0)
    assert flight.pos() == start
    motion.apply(0.5)
    assert flight.pos() == (start + end) / 2
    motion.apply(1.0)
    assert flight.pos() == end
    assert (flight.scale(), flight.opacity()) == pytest.approx(seen)
    assert motion.length == length


def test_a_card_from_afar_grows_and_a_card_of_the_own_hand_does_not(board: ToyBoard):
    flight, end, motion = make(board, "put")
    motion.apply(0.0)
    assert flight.scale() == pytest.approx(0.4)
    near = motions.put(flight, end)
    near.apply(0.0)
    assert flight.scale() == 1.0 and near.length == PLAY_MS


def test_a_flip_turns_the_card_half_way(board: ToyBoard):
    flight, _end, motion = make(board, "flip")
    motion.apply(0.49)
    assert flight.face == "1"
    motion.apply(0.5)
    assert flight.face == "7"
    assert flight.transform().m11() == pytest.approx(0.04)


def test_a_turned_card_ends_crosswise_and_a_shake_ends_where_it_began(board: ToyBoard):
    flight = board.fly("1", "deck")
    here = flight.pos()
    turn, shake = motions.lay_across(flight, 0.7, start=PLAY_MS), motions.shake(flight)
    assert (turn.start, turn.length, shake.length) == (PLAY_MS, COUP_MS, SHAKE_MS)
    turn.apply(1.0)
    assert (flight.rotation(), flight.scale()) == pytest.approx((90, 0.7))
    shake.apply(0.3)
    assert flight.pos() != here
    shake.apply(1.0)
    assert flight.pos() == here


def test_only_cards_with_a_new_place_move_over(board: ToyBoard):
    before = [board.slots[place].rect.center() for place in HAND[:3]]
    moved = before[1] + QPoint(30, 0)
    (motion,) = motions.move_over(board, HAND[:3], [before[0], moved, before[2]])
    (flight,) = [item for item in board.scene().items() if isinstance(item, FlyingCard)]
    assert (flight.face, flight.pos()) == ("3", moved)
    assert board.slots["hand.1"].marks.hidden
    board.animator.run([motion])
    board.finish()
    assert flight.pos() == before[1]
    assert not board.slots["hand.1"].marks.hidden and not flight.isVisible()


def test_the_last_move_is_described_in_words(board: ToyBoard):
    board.show_last_move("pile")
    board.describe()
    assert board.buttons["pile"].accessibleDescription() == "Last move"
    board.show_last_move(None)
    assert board.slots["pile"].marks.last_move == ""


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_message_is_at_the_start_of_the_line_or_centred(board: ToyBoard, mirrored: bool):
    board.show_message("Your turn.")
    room = Rect(10, 120, 400, 23)
    board.message.place_at(room, 1.0, board.theme, mirrored)
    pill = board.message.rect
    assert pill.width() < room.w
    assert (pill.x() == room.x, pill.right() == room.right) == (not mirrored, mirrored)
    board.message.place_at(room, 1.0, board.theme, mirrored, centred=True)
    assert board.message.rect.center().toTuple() == room.centre


def test_boards_share_one_background_and_hidden_boards_release_it(board: ToyBoard, qtbot):
    other = ToyBoard()
    qtbot.addWidget(other)
    other.resize(board.size())
    other.show()
    assert other._background.cacheKey() == board._background.cacheKey() and not board._background.isNull()
    other.hide()
    assert other._background.isNull() and not board._background.isNull()
    other.show()
    assert other._background.cacheKey() == board._background.cacheKey(), "the background is not painted again"


def test_a_focused_place_gets_new_words_after_the_other_players_moves(
    board: ToyBoard, qtbot, monkeypatch: pytest.MonkeyPatch
):
    """A screen reader speaks each change of the focused object, and each step of the other players may change it."""
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    board.focus_place("pile")
    told: list[str] = []
    tell = board.buttons["pile"].setAccessibleName
    monkeypatch.setattr(board.buttons["pile"], "setAccessibleName", lambda name: (told.append(name), tell(name)))
    others_play = True
    board.busy = lambda: others_play
    gathered = board._words_change.timeout
    for top in (6, 7, 8):
        with qtbot.waitSignal(gathered):
            board.show_cards(*board.order.cards[:-1], top=top)
    assert told == [] and board.buttons["hand.2"].accessibleName() == "", "places without the focus need not wait"
    others_play = False
    with qtbot.waitSignal(gathered):
        pass
    assert told == ["Pile: 8"] and not board._words_change.isActive()
