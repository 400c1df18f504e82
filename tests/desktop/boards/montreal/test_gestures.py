"""Gestures and keys on the Mille table: the cards they select, the places they light up, and the hints they give."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.boards.montreal.gestures import LEFT, RIGHT, at, click, drag, key, places_of
from desktop.boards.montreal.positions import cards, table
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.desktop.boards.montreal.slot_names import LAY, LOOK, OTHER_HAND, PILE, STOCK, TAKE, own_set
from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.desktop.table.hand_places import hand
from mile_bones.games.montreal.actions import DISCARD, DRAW, Action
from mile_bones.games.montreal.actions import LAY as LAY_DOWN
from mile_bones.games.montreal.cards import NOTATION
from mile_bones.games.montreal.events import Added, Laid
from mile_bones.games.montreal.observation import Observation, Phase

HELD = "4S 8S 8H 8D 9C QS QH 2S 2C"
"""The hand in its order on the table. The 2s come after the other cards."""
EIGHTS = own_set(6)
NEITHER = "Two cards of the rank on top take the pile."
OTHER_RANK = "not of the rank on top. Two cards of that rank take the pile."
SEVERAL = "Select the other card, too: more than one fits."


class Player:
    """A player at the board, who writes down the actions, hints and sounds that gestures cause."""

    def __init__(self, board: MontrealBoard) -> None:
        self.board = board
        self.chosen: list[str] = []
        self.hints: list[str] = []
        self.cues: list[Cue] = []
        board.chosen.connect(lambda action: self.chosen.append(str(action)))
        board.hint.connect(self.hints.append)
        board.cued.connect(self.cues.extend)

    def sees(self, observation: Observation) -> Player:
        self.board.show_observation(observation)
        self.board.show_invitation()
        self.board.focus_first()
        return self

    def place(self, card: str) -> str:
        return places_of(self.board, cards(card))[0]

    def selected(self) -> list[str]:
        held = self.board.order.cards
        return [NOTATION[held[slot_names.hand_index(place) or 0]] for place in self.board.drag.chosen]

    def lit(self) -> dict[str, str]:
        return {place: slot.marks.target for place, slot in self.board.slots.items() if slot.marks.target}

    def select(self, text: str) -> None:
        for place in places_of(self.board, cards(text)):
            click(self.board, place)


@pytest.fixture
def player(board: MontrealBoard) -> Player:
    return Player(board).sees(table(HELD, own=("8: 8C 8C 8S",)))


@pytest.fixture
def fresh(board: MontrealBoard) -> Player:
    """Return a player who has no set yet."""
    return Player(board).sees(table(HELD))


def test_a_click_selects_a_card_and_a_second_click_deselects_it(player: Player) -> None:
    player.select("8H")
    assert player.selected() == ["8H"] and player.lit() == {EIGHTS: "Add: 5", PILE: "Discard"}
    player.select("2C")
    assert player.selected() == ["8H", "2C"] and player.lit() == {EIGHTS: "Add: 25"}
    player.select("8H")
    assert player.selected() == ["2C"]
    assert player.chosen == []


@pytest.mark.parametrize(
    "no_more",
    [
        lambda board: key(board, Qt.Key.Key_Escape),
        lambda board: QTest.mouseClick(board.viewport(), RIGHT, pos=QPoint(3, 3)),
        lambda board: QTest.mouseClick(board.viewport(), LEFT, pos=QPoint(3, 3)),
    ],
    ids=["Escape", "the right button", "the bare table"],
)
def test_the_whole_selection_can_be_cleared(player: Player, no_more: Callable[[MontrealBoard], None]) -> None:
    player.select("8H 2C")
    no_more(player.board)
    assert player.selected() == [] and player.lit() == {} and player.chosen == []
    assert player.hints[-1] == "2 cards stay in your hand and are no longer selected."


def test_a_click_on_a_target_sends_the_selected_cards_there(player: Player) -> None:
    player.select("8H 2C")
    click(player.board, EIGHTS)
    player.board.finish()
    assert player.chosen == ["add 8H 8", "add 2C 8"] and player.selected() == []


def test_a_click_on_a_wrong_target_says_why_and_keeps_the_selection(player: Player) -> None:
    player.select("8H 9C")
    click(player.board, PILE)
    assert player.hints[-1] == "Discard a single card." and player.cues == [
        Cue.CARD_LIFTED,
        Cue.CARD_LIFTED,
        Cue.REFUSED,
    ]
    click(player.board, LAY)
    assert player.hints[-1] == "A set has cards of one rank, and 2s as wild cards."
    assert player.chosen == [] and player.selected() == ["8H", "9C"]


def test_all_selected_cards_are_dragged_together(player: Player) -> None:
    board, view = player.board, player.board.viewport()
    player.select("QS QH 2C")
    start, end = at(board, player.place("QH")), at(board, LAY)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, -6))
    flying = sorted(item.face for item in board.scene().items() if isinstance(item, FlyingCard))
    assert flying == ["2c", "qh", "qs"]
    assert player.lit() == {LAY: "New set: 130"}
    assert {place for place, slot in board.slots.items() if slot.marks.dimmed} >= {STOCK, PILE, EIGHTS, OTHER_HAND}
    assert not any(board.slots[hand(index)].marks.dimmed for index in range(9))
    QTest.mouseMove(view, end)
    assert board.slots[LAY].marks.over
    QTest.mouseRelease(view, LEFT, pos=end)
    assert player.chosen == ["lay QS QH 2C"]


@pytest.mark.parametrize("mirrored", [False, True])
def test_dragged_cards_lie_side_by_side_as_in_the_hand(player: Player, mirrored: bool) -> None:
    board, view = player.board, player.board.viewport()
    if mirrored:
        board.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        board.refresh()
    player.select("QS QH 2C")
    start = at(board, player.place("QH"))
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, -6))
    flights = [item for item in board.scene().items() if isinstance(item, FlyingCard)]
    across = sorted(flights, key=lambda flight: flight.pos().x())
    assert [flight.face for flight in across] == (["2c", "qh", "qs"] if mirrored else ["qs", "qh", "2c"])
    assert across == sorted(flights, key=lambda flight: flight.zValue()), "the right-hand card is on top"
    board.gestures.cancel()


def test_a_card_that_is_not_selected_is_dragged_alone(player: Player) -> None:
    player.select("QS QH")
    drag(player.board, player.place("9C"), PILE)
    assert player.chosen == ["discard 9C"]


def test_a_card_dropped_on_a_wrong_place_goes_home_and_is_told_why(player: Player) -> None:
    drag(player.board, player.place("9C"), EIGHTS)
    assert player.chosen == [] and player.hints[-1] == "Only eights and 2s go to that set."
    assert [item for item in player.board.scene().items() if isinstance(item, FlyingCard)] == []
    assert not any(slot.marks.hidden or slot.marks.dimmed for slot in player.board.slots.values())


def test_cards_dropped_on_the_bare_table_stay_in_the_hand_with_a_hint(player: Player) -> None:
    board, view = player.board, player.board.viewport()
    player.select("QS QH 2C")
    start = at(board, player.place("QS"))
    bare = QPoint(board.width() - 30, board.height() + 300)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, -6))
    QTest.mouseMove(view, bare)
    QTest.mouseRelease(view, LEFT, pos=bare)
    assert player.chosen == [] and player.selected() == []
    assert player.hints[-1] == "3 cards stay in your hand and are no longer selected."


def test_cards_dropped_in_the_hand_are_not_laid_down(player: Player) -> None:
    player.select("QS QH 2C")
    drag(player.board, player.place("QS"), player.place("4S"))
    assert player.chosen == [] and not any(slot.marks.hidden for slot in player.board.slots.values())


def test_a_double_click_lays_down_three_of_a_rank_but_spends_no_2(fresh: Player) -> None:
    board = fresh.board
    QTest.mouseDClick(board.viewport(), LEFT, pos=at(board, fresh.place("2C")))
    QTest.mouseDClick(board.viewport(), LEFT, pos=at(board, fresh.place("9C")))
    assert fresh.chosen == []
    board.drag.double_click(fresh.place("8H"))
    assert fresh.chosen == ["lay 8S 8H 8D"]


def test_a_click_on_a_target_explains_dragging_if_that_is_the_method(player: Player) -> None:
    player.board.gestures.clicking = False
    player.select("8H")
    click(player.board, EIGHTS)
    assert player.chosen == [] and player.hints[-1] == "Drag the cards to where they go."
    click(player.board, STOCK)
    assert player.chosen == ["draw"], "a press without a card works with every method"


def test_dragging_a_card_from_the_stock_to_the_hand_draws_it(drawing: Player) -> None:
    board = drawing.board
    drag(board, STOCK, PILE)
    assert drawing.chosen == [] and drawing.hints[-1] == "A card of the stock goes to your hand."
    start = at(board, STOCK)
    QTest.mousePress(board.viewport(), LEFT, pos=start)
    QTest.mouseMove(board.viewport(), start + QPoint(9, 9))
    assert [item.face for item in board.scene().items() if isinstance(item, FlyingCard)] == ["back"]
    QTest.mouseRelease(board.viewport(), LEFT, pos=start + QPoint(9, 9))
    assert drawing.chosen == [], "the card was put back"
    drag(board, STOCK, hand(2))
    assert drawing.chosen == ["draw"]


def test_after_drawing_the_stock_cannot_be_dragged(player: Player) -> None:
    drag(player.board, STOCK, hand(2))
    assert player.chosen == []


# ------------------------------------------------------------------ taking the pile


@pytest.fixture
def drawing(board: MontrealBoard) -> Player:
    """Return a player who has to draw, and holds three cards that fit the top of the pile."""
    return Player(board).sees(table(HELD, pile="4S KD 8C", phase=Phase.DRAW))


def test_the_pair_that_can_take_the_pile_is_selected_already(drawing: Player) -> None:
    assert drawing.selected() == ["8S", "8H"]
    assert drawing.board.slots[PILE].marks.lit and drawing.board.slots[STOCK].marks.invite == "Draw"
    click(drawing.board, TAKE)
    assert drawing.chosen == ["pile 8S 8H"]


def test_another_pair_can_be_chosen_to_take_the_pile(drawing: Player) -> None:
    drawing.select("8D")
    assert drawing.selected() == ["8D"]
    drawing.select("8H")
    click(drawing.board, TAKE)
    assert drawing.chosen == ["pile 8H 8D"]


def test_a_click_on_the_pile_takes_nothing_and_names_the_button(drawing: Player) -> None:
    click(drawing.board, PILE)
    assert drawing.chosen == [] and drawing.hints[-1] == "“Take the pile” takes all of it."


def test_two_cards_dragged_onto_the_pile_take_the_pile(drawing: Player) -> None:
    drawing.select("8D 8S")
    drag(drawing.board, drawing.place("8D"), PILE)
    assert drawing.chosen == ["pile 8S 8D"]


def double_click(board: MontrealBoard, place: str) -> None:
    point = board.viewport().mapTo(board.window(), at(board, place))
    QTest.mouseDClick(board.window().windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, point)


def test_a_double_click_on_the_pile_takes_it(drawing: Player) -> None:
    double_click(drawing.board, PILE)
    assert drawing.chosen == ["pile 8S 8H"]


def test_the_key_for_smart_play_takes_the_pile_in_focus(drawing: Player) -> None:
    board = drawing.board
    board.focus_place(PILE)
    key(board, Qt.Key.Key_Space)
    assert drawing.chosen == [] and drawing.selected() == ["8S", "8H"]
    QTest.keyClick(board.buttons[PILE], Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert drawing.chosen == ["pile 8S 8H"]


@pytest.mark.parametrize(
    ("selected", "refusal"),
    [
        ("8D", SEVERAL),
        ("9C", f"9 of clubs: {OTHER_RANK}"),
        ("8H 9C", f"9 of clubs: {OTHER_RANK}"),
        ("8H 8D QS QH", f"Queen of spades, queen of hearts: {OTHER_RANK}"),
        ("8D 8S 8H", NEITHER),
    ],
)
def test_a_double_click_on_the_pile_takes_nothing_after_a_click_that_refused_the_selected_cards(
    drawing: Player, selected: str, refusal: str
) -> None:
    drawing.select(selected)
    double_click(drawing.board, PILE)
    assert drawing.chosen == [] and drawing.hints[-1] == refusal


def test_a_double_click_with_a_selected_pair_takes_the_pile_once(drawing: Player) -> None:
    drawing.board.chosen.connect(
        lambda _action: drawing.board.show_observation(table("4S 8S 9C KD", own=("8: 8C 8H 8D",), pile=""))
    )
    drawing.select("8D 8H")
    double_click(drawing.board, PILE)
    assert drawing.chosen == ["pile 8H 8D"]


def test_a_double_click_on_the_pile_does_nothing_after_drawing(player: Player) -> None:
    double_click(player.board, PILE)
    assert player.chosen == [] and player.hints[-1] == "Select the card to discard first."


@pytest.mark.parametrize(("selected", "pair"), [("", "8S 8H"), ("8D 8H", "8H 8D"), ("9C", "8S 8H")])
def test_the_pile_dragged_to_the_hand_is_taken(drawing: Player, selected: str, pair: str) -> None:
    drawing.select(selected)
    drag(drawing.board, PILE, hand(2))
    assert drawing.chosen == [f"pile {pair}"]


def test_the_top_card_of_the_pile_is_held_while_the_pile_is_dragged(drawing: Player) -> None:
    board, view, start = drawing.board, drawing.board.viewport(), at(drawing.board, PILE)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(9, 9))
    assert [item.face for item in board.scene().items() if isinstance(item, FlyingCard)] == ["8c"]
    assert drawing.hints[-1] == "Drag the pile to your hand to take it."
    assert not board.slots[hand(2)].marks.dimmed and board.slots[STOCK].marks.dimmed
    QTest.mouseMove(view, at(board, LAY))
    QTest.mouseRelease(view, LEFT, pos=at(board, LAY))
    assert drawing.chosen == [] and drawing.hints[-1] == "Drag the pile to your hand to take it."
    assert not any(slot.marks.hidden or slot.marks.dimmed for slot in board.slots.values())


@pytest.mark.parametrize("lifted", [PILE, STOCK, "9C"])
@pytest.mark.parametrize(
    "end",
    [
        lambda board: board.gestures.cancel(),
        lambda board: QTest.mouseRelease(board.viewport(), LEFT, pos=QPoint(3, 3)),
        lambda board: QTest.mouseRelease(board.viewport(), LEFT, pos=at(board, LAY)),
    ],
    ids=["Escape", "the bare table", "a wrong place"],
)
def test_the_offered_pair_is_raised_again_after_a_drag_of_something_else_that_has_done_nothing(
    drawing: Player, lifted: str, end: Callable[[MontrealBoard], object]
) -> None:
    board, view = drawing.board, drawing.board.viewport()
    start = at(board, lifted if lifted in board.slots else drawing.place(lifted))
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(9, -9))
    assert not set(drawing.selected()) & {"8S", "8H"}, "only what the pointer holds is in play"
    end(board)
    assert drawing.chosen == [] and drawing.selected() == ["8S", "8H"]
    assert board.slots[drawing.place("8S")].marks.selected
    drawing.select("8D")
    assert drawing.selected() == ["8D"], "the pair is only an offer"


def test_a_drag_of_the_offered_pair_that_has_done_nothing_ends_the_offer(drawing: Player) -> None:
    drag(drawing.board, drawing.place("8S"), LAY)
    assert drawing.chosen == [] and drawing.selected() == []


def test_a_pair_is_not_offered_again_if_a_hint_came_while_the_pile_was_held(drawing: Player) -> None:
    board, start = drawing.board, at(drawing.board, PILE)
    QTest.mousePress(board.viewport(), LEFT, pos=start)
    QTest.mouseMove(board.viewport(), start + QPoint(9, 9))
    board.suggest(DRAW)
    board.gestures.cancel()
    assert drawing.selected() == []


def test_a_pile_that_cannot_be_taken_says_why_when_it_is_dragged_to_the_hand(board: MontrealBoard) -> None:
    player = Player(board).sees(table(HELD, pile="4S KD KC", phase=Phase.DRAW))
    drag(board, PILE, hand(2))
    assert player.hints[-1] == "Two cards of the rank on top take the pile."
    player.sees(table(HELD, pile="4S KD 8C"))
    drag(board, PILE, hand(2))
    assert player.hints[-1] == "You have your card already: lay down, add or discard." and player.chosen == []


@pytest.mark.parametrize(
    ("phase", "selected", "chosen"),
    [(Phase.DRAW, "8D 8H", ["pile 8H 8D"]), (Phase.DRAW, "", []), (Phase.PLAY, "9C", ["discard 9C"])],
)
def test_a_press_on_the_pile_by_a_shaky_hand_is_still_a_press(
    drawing: Player, phase: Phase, selected: str, chosen: list[str]
) -> None:
    view = drawing.sees(table(HELD, pile="4S KD 8C", phase=phase)).board.viewport()
    drawing.select(selected)
    start = at(drawing.board, PILE)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(-6, 6))
    QTest.mouseRelease(view, LEFT, pos=start + QPoint(-6, 6))
    assert drawing.chosen == chosen


# The pile can be taken with the dragged card and one other card, or with one of several other cards.
@pytest.mark.parametrize(
    ("held", "dragged", "chosen", "refusal"),
    [
        ("8S 8H 9C", "8H", ["pile 8S 8H"], ""),
        ("8H 8H 8D 9C", "8D", ["pile 8H 8D"], ""),
        ("8H 8H 8D 9C", "8H", [], SEVERAL),
        ("8S 8H 8D 9C", "8D", [], SEVERAL),
        ("8S 9C QS", "8S", [], NEITHER),
        ("8S 8H 9C", "9C", [], f"9 of clubs: {OTHER_RANK}"),
    ],
)
def test_a_card_dragged_onto_the_pile_takes_its_only_partner_along(
    board: MontrealBoard, held: str, dragged: str, chosen: list[str], refusal: str
) -> None:
    player = Player(board).sees(table(held, pile="4S KD 8C", phase=Phase.DRAW))
    key(board, Qt.Key.Key_Escape)
    drag(board, player.place(dragged), PILE)
    assert player.chosen == chosen
    if refusal:
        assert player.hints[-1] == refusal


def test_a_selected_card_names_its_only_partner_and_both_take_the_pile(board: MontrealBoard) -> None:
    player = Player(board).sees(table("4S 8S 8H 9C", pile="4S KD 8C", phase=Phase.DRAW))
    key(board, Qt.Key.Key_Escape)
    player.select("8H")
    assert player.hints[-1] == "8 of spades, 8 of hearts: take the pile with them."
    assert player.lit() == {PILE: "Take the pile"}
    click(board, PILE)
    assert player.chosen == ["pile 8S 8H"]


@pytest.mark.parametrize("held", [HELD, "4S 9C"], ids=["a pair of 2s", "no 2"])
@pytest.mark.parametrize(
    "take", [double_click, lambda board, place: drag(board, place, hand(1))], ids=["click", "drag"]
)
def test_a_2_that_was_turned_up_is_taken_alone_by_a_double_click_or_a_drag(
    board: MontrealBoard, held: str, take: Callable[[MontrealBoard, str], None]
) -> None:
    player = Player(board).sees(table(held, pile="2H", phase=Phase.DRAW, turn=1))
    take(board, PILE)
    assert player.chosen == ["turned"]


def test_a_press_on_a_2_that_was_turned_up_names_the_button(board: MontrealBoard) -> None:
    player = Player(board).sees(table(HELD, pile="2H", phase=Phase.DRAW, turn=1))
    click(board, PILE)
    assert player.chosen == [] and player.hints[-1] == "“Take the 2” takes it to your hand."


def test_one_of_two_2s_dragged_onto_a_turned_up_2_takes_the_pile_with_both(board: MontrealBoard) -> None:
    player = Player(board).sees(table(HELD, pile="2H", phase=Phase.DRAW, turn=1))
    drag(board, player.place("2C"), PILE)
    assert player.chosen == ["pile 2S 2C"]


def test_the_stock_gives_a_card_whatever_is_selected(drawing: Player) -> None:
    click(drawing.board, STOCK)
    assert drawing.chosen == ["draw"]


def test_in_the_first_turn_the_button_takes_a_2_that_was_turned_up(board: MontrealBoard) -> None:
    player = Player(board).sees(table(HELD, pile="2H", phase=Phase.DRAW, turn=1))
    assert player.selected() == [] and board.slots[TAKE].model.caption == "Take the 2"
    key(board, Qt.Key.Key_P)
    click(board, TAKE)
    assert player.chosen == ["pile 2S 2C", "turned"]


def test_an_empty_stock_says_what_a_press_does(board: MontrealBoard) -> None:
    Player(board).sees(table(HELD, pile="4S KD 9C", phase=Phase.DRAW, left=0))
    assert board.slots[STOCK].marks.invite == "Shuffle and draw"


# ------------------------------------------------------------------ keys


def test_keys_select_lay_down_and_discard(player: Player) -> None:
    board = player.board
    board.focus_place(player.place("8D"))
    key(board, Qt.Key.Key_A)
    assert player.selected() == ["8S", "8H", "8D"]
    key(board, Qt.Key.Key_L)
    board.finish()
    assert player.chosen == ["add 8S 8", "add 8H 8", "add 8D 8"]
    board.focus_place(player.place("9C"))
    key(board, Qt.Key.Key_Delete)
    assert player.hints[-1] == "Select the card to discard first."
    key(board, Qt.Key.Key_Space)
    key(board, Qt.Key.Key_Delete)
    assert player.chosen[-1] == "discard 9C"


def test_keys_without_a_selection_say_what_is_missing(player: Player) -> None:
    key(player.board, Qt.Key.Key_L)
    assert player.hints[-1] == "Select three cards of one rank or more first; 2s are wild."
    key(player.board, Qt.Key.Key_P)
    assert player.hints[-1] == "You have your card already: lay down, add or discard."
    persian = QKeyEvent(QEvent.Type.KeyPress, 0x0634, Qt.KeyboardModifier.NoModifier, "\u0634")
    QApplication.sendEvent(player.board.buttons[hand(0)], persian)
    assert player.chosen == []


@pytest.fixture
def crowded(board: MontrealBoard) -> Player:
    """Return a player who arranges 63 cards in two rows, on the table of a window of 800 x 600."""
    board.resize(800, 550)
    board.set_sorting(False)
    return Player(board).sees(table(" ".join(NOTATION + NOTATION[:11])))


def test_each_card_of_two_rows_is_selected_by_a_click_on_its_index(crowded: Player) -> None:
    places = slot_names.HAND[:63]
    assert len({crowded.board.slots[place].rect.y() for place in places}) == 2
    for place in places:
        click(crowded.board, place)
        assert crowded.board.drag.chosen == (place,)
        click(crowded.board, place)


def test_arrow_keys_go_through_a_hand_in_two_rows_from_end_to_end(crowded: Player) -> None:
    board, seen = crowded.board, []
    board.focus_place(hand(0))
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        for _step in range(62):
            key(board, arrow)
            seen.append(board.focused_place)
    assert seen == [*slot_names.HAND[1:63], *reversed(slot_names.HAND[:62])]


def test_a_card_is_dragged_from_one_row_of_a_hand_into_the_other(crowded: Player) -> None:
    board = crowded.board
    for source, goal in ((3, 50), (60, 5)):
        card = board.order.cards[source]
        drag(board, hand(source), hand(goal))
        assert board.order.cards[goal] == card


def test_home_and_end_go_to_the_ends_of_the_row(player: Player) -> None:
    board = player.board
    board.focus_place(hand(4))
    key(board, Qt.Key.Key_End)
    assert board.focused_place == hand(8)
    key(board, Qt.Key.Key_Home)
    assert board.focused_place == hand(0)
    key(board, Qt.Key.Key_Up)
    assert board.focused_place in (EIGHTS, LAY)


def test_key_s_sorts_by_suit_then_by_value_then_by_rank_again(player: Player) -> None:
    board = player.board
    orders = [board.order.cards]
    for _time in range(3):
        key(board, Qt.Key.Key_S)
        orders.append(board.order.cards)
    assert orders[0] == orders[3] and len(set(orders)) == 3
    assert [NOTATION[card] for card in orders[1]] == ["4S", "8S", "QS", "8H", "QH", "8D", "9C", "2S", "2C"]
    assert [NOTATION[card] for card in orders[2]][:5] == ["4S", "8S", "8H", "8D", "9C"]
    assert [action.isChecked() for action in board.view_actions()] == [True, False, False]


def test_key_i_shows_the_whole_pile_until_the_next_key_or_press(player: Player) -> None:
    board = player.board
    said: list[str] = []
    board.announcer.announced.connect(said.append)
    key(board, Qt.Key.Key_I)
    assert board.pile_view.isVisible()
    key(board, Qt.Key.Key_Right)
    assert not board.pile_view.isVisible()
    key(board, Qt.Key.Key_I)
    key(board, Qt.Key.Key_I)
    assert not board.pile_view.isVisible()
    click(board, LOOK)
    assert board.pile_view.isVisible()
    click(board, LOOK)
    assert not board.pile_view.isVisible(), "the second press hides the view"
    assert player.chosen == []


def test_resting_the_pointer_on_the_pile_shows_the_whole_pile(player: Player, qtbot) -> None:
    board = player.board
    QTest.mouseMove(board.viewport(), at(board, STOCK))
    QTest.mouseMove(board.viewport(), at(board, PILE))
    qtbot.waitUntil(board.pile_view.isVisible)
    QTest.mouseMove(board.viewport(), at(board, STOCK))
    assert not board.pile_view.isVisible()


# ------------------------------------------------------------------ the order of the hand


def test_a_hand_that_does_not_sort_itself_can_be_arranged(player: Player, qtbot) -> None:
    board = player.board
    board.set_sorting(False)
    player.sees(board.observation)
    with qtbot.waitSignal(board.arranged):
        drag(board, hand(0), hand(3))
    assert NOTATION[board.order.cards[3]] == "4S" and board.arrangement() is not None
    board.focus_place(hand(3))
    QTest.keyClick(board.buttons[hand(3)], Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert NOTATION[board.order.cards[4]] == "4S" and board.focused_place == hand(4)
    key(board, Qt.Key.Key_S)
    assert NOTATION[board.order.cards[0]] == "4S", "S sorts an arranged hand once"


def held(board: MontrealBoard) -> str:
    return " ".join(NOTATION[card] for card in board.order.cards)


def shown(board: MontrealBoard) -> str:
    """Return the cards of the hand as they are seen. A "-" is a gap with room for one card."""
    slots = [board.slots[board.seen_at(hand(index))] for index in range(len(board.order.cards))]
    return " ".join("-" if slot.marks.hidden else str(slot.model.face).upper() for slot in slots)


def test_selected_cards_are_moved_within_the_hand_together(player: Player) -> None:
    board, view, told = player.board, player.board.viewport(), []
    board.set_sorting(False)
    player.sees(board.observation)
    board.arranged.connect(lambda: told.append(held(board)))
    player.select("4S 8D 2S")
    start = at(board, player.place("8D"))
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, -6))
    assert shown(board) == "8S 8H - - - 9C QS QH 2C", "they would lie side by side here"
    QTest.mouseMove(view, at(board, player.place("QH")))
    assert shown(board) == "8S 8H 9C QS - - - QH 2C", "the others make room"
    assert not any(slot.marks.selected for slot in board.slots.values()), "none of them stands out of the row"
    QTest.mouseMove(view, at(board, LAY))
    assert shown(board) == "- 8S 8H - 9C QS QH - 2C", "elsewhere they make no room"
    QTest.mouseMove(view, at(board, hand(7)))
    QTest.mouseRelease(view, LEFT, pos=at(board, hand(7)))
    assert player.hints[-1] == "3 cards stay in your hand and are no longer selected.", "nothing is selected any more"
    assert told == [held(board)] and held(board) == shown(board) == "8S 8H 9C QS QH 4S 8D 2S 2C"
    assert player.chosen == [] and player.selected() == []
    assert not any(slot.marks.hidden for slot in board.slots.values())


@pytest.mark.parametrize(
    ("cards", "after"), [("8S 8H 8D", HELD), ("8S 2S", "4S 8S 2S 8H 8D 9C QS QH 2C")], ids=["beside", "apart"]
)
def test_selected_cards_released_in_the_place_of_one_of_them_are_joined(player: Player, cards: str, after: str) -> None:
    board, told = player.board, []
    board.set_sorting(False)
    player.sees(board.observation)
    board.arranged.connect(lambda: told.append(held(board)))
    player.select(cards)
    start = at(board, player.place("8S"))
    QTest.mousePress(board.viewport(), LEFT, pos=start)
    for point in (at(board, LAY), start + QPoint(1, 1)):
        QTest.mouseMove(board.viewport(), point)
    QTest.mouseRelease(board.viewport(), LEFT, pos=start + QPoint(1, 1))
    assert held(board) == shown(board) == after and player.chosen == []
    assert told == [after] * (after != HELD)


def test_a_card_that_moves_into_the_gap_of_another_does_not_stand_out(player: Player) -> None:
    board, view = player.board, player.board.viewport()
    board.set_sorting(False)
    player.sees(board.observation)
    start = at(board, hand(0))
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, -6))
    QTest.mouseMove(view, at(board, hand(4)))
    seen = board.slots[board.seen_at(hand(0))]
    assert seen.model.face == "8s" and not seen.marks.hidden and not seen.marks.selected
    board.gestures.cancel()


@pytest.mark.parametrize("cards", ["4S", "8H 8D"])
def test_a_hand_that_sorts_itself_refuses_to_move_selected_cards(player: Player, cards: str) -> None:
    player.select(cards)
    drag(player.board, player.place(cards[:2]), player.place("QS"))
    assert player.hints[-1] == "Your hand sorts itself. The options let you arrange it." and player.chosen == []
    assert held(player.board) == HELD


def test_the_pile_invites_a_discard_unless_several_cards_are_selected(player: Player) -> None:
    pile = player.board.slots[PILE]
    assert pile.marks.invite == "Discard"
    player.select("9C")
    assert pile.marks.invite == "Discard"
    player.select("QS")
    assert pile.marks.invite == pile.marks.target == ""
    player.select("QS")
    assert pile.marks.invite == "Discard"
    player.select("QH")
    key(player.board, Qt.Key.Key_Escape)
    assert pile.marks.invite == "Discard"
    player.sees(table(HELD, player=1)).board.drag.select((hand(0), hand(1)))
    player.board.drag.select(())
    assert pile.marks.invite == "", "it is not the player's turn"


@pytest.mark.parametrize(("place", "action"), [(PILE, DISCARD[cards("9C")[0]]), (LAY, LAY_DOWN[cards("QS QH 2C")])])
def test_the_brackets_of_a_suggested_place_pulse_and_those_of_a_possible_one_are_steady(
    player: Player, place: str, action: Action
) -> None:
    board, slot = player.board, player.board.slots[place]

    def pulses() -> bool:
        pictures = []
        for strength in (0.0, 1.0):
            slot.breathe(strength)
            slot.update()
            pictures.append(board.grab().toImage())
        return pictures[0] != pictures[1]

    player.select(" ".join(NOTATION[card] for card in action.cards))
    assert slot.marks.target and not pulses()
    player.board.drag.put_back()
    board.suggest(action)
    assert slot.marks.suggested and pulses()


def test_a_hand_that_sorts_itself_refuses_to_move_a_card(player: Player) -> None:
    drag(player.board, hand(0), hand(3))
    assert player.hints[-1] == "Your hand sorts itself. The options let you arrange it."
    assert NOTATION[player.board.order.cards[0]] == "4S" and player.board.arrangement() is None


# ------------------------------------------------------------------ what is looked at only


def test_the_gestures_of_a_spectator_do_nothing(player: Player) -> None:
    board = player.board
    board.set_viewpoint(0)
    board.show_observation(board.observation)
    player.select("8H")
    click(board, STOCK)
    for pressed in (Qt.Key.Key_D, Qt.Key.Key_P, Qt.Key.Key_L, Qt.Key.Key_Delete):
        key(board, pressed)
    assert player.chosen == [] and player.selected() == []


def refuse(board: MontrealBoard) -> None:
    """Let every action that is chosen on the board be refused."""
    board.chosen.connect(lambda _action: board.refuse())


def test_refused_cards_go_home_and_end_their_gesture(player: Player) -> None:
    refuse(player.board)
    player.select("8H 8D")
    drag(player.board, player.place("8H"), EIGHTS)
    player.board.finish()
    assert player.chosen == ["add 8H 8"] and Cue.REFUSED in player.cues
    assert not any(slot.marks.hidden for slot in player.board.slots.values())


def test_a_discard_is_doubted_and_laying_the_last_card_is_warned_against(board: MontrealBoard) -> None:
    Player(board).sees(table("8H", own=("8: 8S 8S 8D",)))
    discard = DISCARD[cards("8H")[0]]
    inquiry = board.doubt(discard)
    assert inquiry is not None and inquiry.accepted == discard and inquiry.rejected is None
    assert board.warning(discard) is None
    lay: Action = board.rules().smart_actions(hand(0))[0]
    warning = board.warning(lay)
    assert warning is not None and warning.accepted == lay and board.doubt(lay) is None


def test_cards_dropped_together_stay_put_until_their_own_actions_follow(board: MontrealBoard) -> None:
    """Three of five kings make the set. The two others stay where they were released until the action of each
    follows.
    """
    held = "4S KS KH KD KC KC"
    player = Player(board).sees(table(held))
    for animator in board.animators():
        animator.speed = 1000.0
    after = table("4S KC KC", own=("K: KS KH KD",))

    def play(_action: Action) -> None:
        board.animate([Laid(0, cards("KS KH KD"), 11)], after, lambda: None)

    board.chosen.connect(play)
    player.select("KS KH KD KC KC")
    drag(board, player.place("KH"), LAY)
    assert player.chosen == ["lay KS KH KD"] and board.drag.going_on
    hidden = [place for place, slot in board.slots.items() if slot.marks.hidden]
    assert sorted(hidden) == [hand(1), hand(2)]
    kings = [item for item in board.scene().items() if isinstance(item, FlyingCard) and item.face == "kc"]
    row = board.slots[hand(1)].rect
    assert len(kings) == 2 and all(item.pos().y() < row.y() for item in kings)
    board.refuse()
    assert not any(slot.marks.hidden for slot in board.slots.values())


def test_a_natural_is_praised_before_the_game_continues(board: MontrealBoard) -> None:
    player = Player(board).sees(table("4S 8C", own=("8: 8S 8S 8H 8H 8D 8D 8C",)))
    for animator in board.animators():
        animator.speed = 1000.0
    done: list[str] = []
    after = table("4S", own=("8: 8S 8S 8H 8H 8D 8D 8C 8C",))
    board.animate([Added(0, cards("8C")[0], 6, natural=True)], after, lambda: done.append("done"))
    assert player.cues == [], "the sound comes when the card has landed"
    board.animator.finish()
    assert player.cues == [Cue.COUP] and done == []
    assert any(isinstance(item, FlyingWords) for item in board.scene().items())
    assert board.observation == after
    board.finish()
    assert done == ["done"] and not any(isinstance(item, FlyingWords) for item in board.scene().items())


def test_the_tab_key_stops_once_in_each_row_from_top_to_bottom(player: Player) -> None:
    """After the rows, the Tab key reaches the words that are painted elsewhere on the table."""
    board, stops = player.board, []
    board.focus_place(slot_names.OTHER_HAND)
    for _time in range(4):
        stops.append(board.focused_place)
        board.focusNextPrevChild(True)
    assert stops == [OTHER_HAND, STOCK, EIGHTS, hand(0)]


@pytest.mark.parametrize("mirrored", [False, True])
def test_dealt_cards_come_from_the_stock(board: MontrealBoard, mirrored: bool) -> None:
    if mirrored:
        board.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        board.refresh()
    for animator in board.animators():
        animator.speed = 1000.0
    done: list[str] = []
    board.deal(table(HELD, phase=Phase.DRAW), lambda: done.append("done"))
    stock = board.slots[STOCK].rect
    flights = [item for item in board.scene().items() if isinstance(item, FlyingCard)]
    assert len(flights) == len(HELD.split())
    assert all(stock.contains(flight.pos()) for flight in flights)
    assert (stock.center().x() > board.width() / 2) is mirrored
    board.finish()
    assert done == ["done"] and shown(board) == HELD


def test_a_set_slides_aside_for_a_new_one(board: MontrealBoard) -> None:
    Player(board).sees(table("4S 4H 4D 9C", own=("8: 8S 8H 8D",)))
    for animator in board.animators():
        animator.speed = 1000.0
    after = table("9C", own=("4: 4S 4H 4D", "8: 8S 8H 8D"))
    board.animate([Laid(0, cards("4S 4H 4D"), 2)], after, lambda: None)
    assert board.slots[EIGHTS].pos().x() < -50, "the set starts from where it lay"
    board.finish()
    assert board.slots[EIGHTS].pos().x() == 0
