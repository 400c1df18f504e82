"""The players of a new game: two seats, a person or a computer in each, chosen by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QScrollArea, QWidget

from mile_bones.desktop.dialogs.players import PlayersDialog
from mile_bones.players import levels

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

LEVELS = levels("mile-bones")
ALT = Qt.KeyboardModifier.AltModifier
Ask = Callable[..., PlayersDialog]


@pytest.fixture
def ask(window, opened) -> Ask:
    """Return a function that opens the dialog."""

    def make(
        chosen: tuple[str, str] = ("person", "original"),
        names: tuple[str, str] = ("Anna", "Bert"),
        *,
        hidden: bool = True,
    ) -> PlayersDialog:
        return opened(PlayersDialog(LEVELS, names, chosen, window(), hidden=hidden))

    return make


def choosers(dialog: PlayersDialog) -> list[QComboBox]:
    return [box.chooser for box in dialog.seat_boxes]


def fields(dialog: PlayersDialog) -> list[QLineEdit]:
    return [box.field for box in dialog.seat_boxes]


def write(qtbot, field: QLineEdit, text: str) -> None:
    """Replace the whole text of a field by typing, as a person does."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)


# ------------------------------------------------------------------ who sits where


@pytest.mark.parametrize(
    "chosen", [("person", "original"), ("champion", "person"), ("person", "person"), ("easy", "expert")]
)
def test_the_dialog_begins_with_the_given_players(ask: Ask, chosen: tuple[str, str]) -> None:
    dialog = ask(chosen)
    assert dialog.seats() == chosen
    assert [field.isEnabled() for field in fields(dialog)] == [who == "person" for who in chosen]
    assert dialog.player_names() == ("Anna", "Bert")


def test_a_level_that_no_longer_exists_becomes_a_person(ask: Ask) -> None:
    assert ask(("person", "grandmaster")).seats() == ("person", "person")


def test_a_seat_offers_a_person_and_every_level_with_its_line(ask: Ask) -> None:
    dialog = ask()
    for box in dialog.seat_boxes:
        found = [box.chooser.itemText(row) for row in range(box.chooser.count())]
        assert found == ["Person", *(level.title() for level in LEVELS)]
        for row, level in enumerate(LEVELS, 1):
            box.chooser.setCurrentIndex(row)
            assert box.line.text() == level.line() == box.chooser.accessibleDescription()


def test_the_more_button_shows_how_strong_a_computer_is(qtbot, ask: Ask) -> None:
    dialog = ask(("person", "expert"))
    expert = next(level for level in LEVELS if level.name == "expert")
    person, computer = dialog.seat_boxes
    assert "points" not in computer.line.text()
    qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert computer.line.text() == f"{expert.line()}\n{expert.strength()}" == computer.chooser.accessibleDescription()
    assert person.line.text() == "Plays at this device."
    QApplication.processEvents()
    assert dialog.findChild(QScrollArea).verticalScrollBar().maximum() == 0, "the dialog grows with its words"
    computer.chooser.setCurrentIndex(1)
    assert computer.line.text() == f"{LEVELS[0].line()}\n{LEVELS[0].strength()}"
    qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert computer.line.text() == LEVELS[0].line()


def test_the_player_of_a_seat_is_chosen_with_the_keys(qtbot, ask: Ask) -> None:
    dialog = ask()
    second = choosers(dialog)[1]
    second.setFocus()
    qtbot.keyClick(second, Qt.Key.Key_Home)
    assert dialog.seats() == ("person", "person")
    assert fields(dialog)[1].isEnabled()
    qtbot.keyClick(second, Qt.Key.Key_End)
    assert dialog.seats() == ("person", LEVELS[-1].name)
    assert not fields(dialog)[1].isEnabled()


@pytest.mark.parametrize(
    ("preset", "seats"),
    [(0, ("person", "expert")), (1, ("person", "person")), (2, ("expert", "expert"))],
    ids=["against", "two", "watch"],
)
@pytest.mark.parametrize("by_mouse", [True, False], ids=["mouse", "keys"])
def test_a_preset_fills_both_seats(qtbot, ask: Ask, preset: int, seats: tuple[str, str], by_mouse: bool) -> None:
    dialog = ask(("expert", "expert") if preset != 2 else ("person", "expert"))
    button = dialog.presets.button(preset)
    if by_mouse:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())
    else:
        qtbot.keyClick(dialog, getattr(Qt.Key, f"Key_{'ATW'[preset]}"), ALT)
    qtbot.waitUntil(lambda: dialog.seats() == seats)  # Qt shows a button pressed for a moment after its access key
    assert button.isChecked()


def test_a_preset_brings_back_the_previous_level_of_the_seat(qtbot, ask: Ask) -> None:
    dialog = ask(("person", "original"))
    choosers(dialog)[1].setCurrentIndex(choosers(dialog)[1].findData("champion"))
    dialog.presets.button(1).click()
    assert dialog.seats() == ("person", "person")
    dialog.presets.button(0).click()
    assert dialog.seats() == ("person", "champion")


def test_a_preset_that_already_fits_changes_nothing(ask: Ask) -> None:
    dialog = ask(("easy", "person"))
    assert dialog.presets.checkedId() == 0
    dialog.presets.button(0).click()
    assert dialog.seats() == ("easy", "person")


def test_the_preset_follows_the_seats(ask: Ask) -> None:
    dialog = ask()
    found = []
    for seats in (("person", "person"), ("easy", "person"), ("easy", "expert"), ("person", "expert")):
        for chooser, who in zip(choosers(dialog), seats, strict=True):
            chooser.setCurrentIndex(chooser.findData(who))
        found.append(dialog.presets.checkedId())
    assert found == [1, 0, 2, 0]


@pytest.mark.parametrize(
    ("chosen", "hidden", "told"),
    [
        (("person", "original"), True, "You play against the computer at the level Original."),
        (("champion", "person"), False, "You play against the computer at the level Champion."),
        (("person", "person"), True, "A curtain hides the hand while the device is passed on."),
        (("person", "person"), False, "Nothing is hidden in this game"),
        (("easy", "expert"), True, "You watch."),
    ],
)
def test_a_sentence_says_what_will_happen(ask: Ask, chosen: tuple[str, str], hidden: bool, told: str) -> None:
    dialog = ask(chosen, hidden=hidden)
    assert told in dialog.note.text()
    assert dialog.accessibleDescription() == dialog.note.text()


def test_the_sentence_changes_with_the_seats(ask: Ask) -> None:
    dialog = ask()
    dialog.presets.button(2).click()
    assert dialog.note.text().startswith("You watch.")
    assert dialog.note.height() >= dialog.note.heightForWidth(dialog.note.width())


# ------------------------------------------------------------------ names


def test_names_are_written_and_keep_the_spaces_between_their_words(qtbot, ask: Ask) -> None:
    dialog = ask(("person", "person"))
    write(qtbot, fields(dialog)[0], "  Anna   Maria ")
    write(qtbot, fields(dialog)[1], "x" * 40)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(fields(dialog)[1], Qt.Key.Key_Return)
    assert dialog.player_names() == ("Anna   Maria", "x" * 31)


def test_an_empty_name_becomes_the_proposed_name(qtbot, ask: Ask) -> None:
    dialog = ask(("person", "person"))
    write(qtbot, fields(dialog)[1], "   ")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.begin, Qt.MouseButton.LeftButton)
    assert dialog.player_names() == ("Anna", "Bert")


def test_without_a_proposal_a_name_is_asked_for(qtbot, ask: Ask) -> None:
    dialog = ask(("person", "person"), ("Anna", ""))
    with qtbot.assertNotEmitted(dialog.accepted):
        dialog.begin.click()
    assert dialog.note.text() == "Please write a name first."
    assert QApplication.focusWidget() is fields(dialog)[1]
    qtbot.keyClicks(fields(dialog)[1], "Bert")
    assert "curtain" in dialog.note.text()
    with qtbot.waitSignal(dialog.accepted):
        dialog.begin.click()


def test_a_computer_needs_no_name(qtbot, ask: Ask) -> None:
    dialog = ask(("person", "easy"), ("Anna", ""))
    with qtbot.waitSignal(dialog.accepted):
        dialog.begin.click()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_character_that_cannot_be_shown_is_refused_in_words(qtbot, ask: Ask, seat: int) -> None:
    dialog = ask(("person", "person"))
    field = fields(dialog)[seat]
    field.setText("Anna \u202enib")  # such text comes from a clipboard
    with qtbot.assertNotEmitted(dialog.accepted):
        dialog.begin.click()
    assert "cannot be shown" in dialog.note.text()
    assert dialog.note.property("role") == "error"
    assert dialog.accessibleDescription() == dialog.note.text()
    assert QApplication.focusWidget() is field
    write(qtbot, field, "Anna")
    assert dialog.note.property("role") == "text"
    with qtbot.waitSignal(dialog.accepted):
        dialog.begin.click()


def test_a_character_that_cannot_be_shown_is_replaced_in_a_proposal(ask: Ask) -> None:
    dialog = ask(("person", "person"), ("<b>An\u202ena</b>", "Bert"))
    assert dialog.player_names()[0] == "<b>An\ufffdna</b>"


# ------------------------------------------------------------------ keys, help and a screen reader


def test_enter_begins_the_game_and_escape_cancels(qtbot, ask: Ask) -> None:
    dialog = ask()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    dialog = ask()
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_tab_goes_through_the_dialog_in_reading_order(qtbot, ask: Ask) -> None:
    dialog = ask(("person", "person"))
    order: list[QWidget | None] = [QApplication.focusWidget()]
    for _step in range(7):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        order.append(QApplication.focusWidget())
    first, second = dialog.seat_boxes
    assert order == [
        dialog.presets.button(1),
        *(first.chooser, first.field, second.chooser, second.field),
        *(dialog.more, dialog.begin, dialog.cancel),
    ]


@pytest.mark.parametrize(("key", "place"), [("F", (0, "chooser")), ("S", (1, "chooser")), ("N", (0, "field"))])
def test_access_keys_lead_to_the_fields(qtbot, ask: Ask, key: str, place: tuple[int, str]) -> None:
    dialog = ask(("person", "person"))
    dialog.cancel.setFocus()
    qtbot.keyClick(dialog, getattr(Qt.Key, f"Key_{key}"), ALT)
    assert QApplication.focusWidget() is getattr(dialog.seat_boxes[place[0]], place[1])


def test_a_screen_reader_tells_the_seats_apart(ask: Ask) -> None:
    dialog = ask()
    names = [one.accessibleName() for one in (*choosers(dialog), *fields(dialog))]
    assert names == ["First seat", "Second seat", "Name in the first seat", "Name in the second seat"]
    assert all("31" in field.accessibleDescription() for field in fields(dialog))


def test_f1_asks_for_the_page_about_players(qtbot, ask: Ask) -> None:
    dialog = ask()
    with qtbot.waitSignal(dialog.help_requested) as asked:
        qtbot.keyClick(dialog, Qt.Key.Key_F1)
    assert asked.args == ["players"]


def test_right_to_left_the_first_seat_is_at_the_right(window, opened) -> None:
    dialog = PlayersDialog(LEVELS, ("Anna", "Bert"), ("person", "easy"), window(), hidden=True)
    dialog.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    opened(dialog)
    first, second = dialog.seat_boxes
    assert first.x() > second.x()
    assert dialog.begin.x() > dialog.cancel.x()
