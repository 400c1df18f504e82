"""The keys of the table, pressed by a player in the real window, in all three games."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from desktop.driver import Home, Person, plain
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.boards.montreal import slot_names as mille_names
from mile_bones.desktop.dialogs.key_box import KeyBox
from mile_bones.desktop.help.book import open_book
from mile_bones.desktop.submenus import menu_of
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.observation import Phase
from mile_bones.games.montreal.observation import Phase as MontrealPhase
from mile_bones.library.keys import DRAW_KEY, KEYS, LAST_MOVES_KEY, MARK_KEYS, SMART_KEY, STANDING_KEY
from mile_bones.match.seats import Person as Seated
from mile_bones.players import load_player
from mile_bones.storage.settings import LANGUAGE, METHOD
from stories import Story

Key = Qt.Key
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
MEANS_NOTHING = "That key means nothing here."
MARK_FIRST = "Mark a card of your hand first: press its number."
_KEYS_PAGE = 3
"""The page of the options that shows the keys."""


def story() -> Story:
    """Return a story in which Anna has drawn a card and played Go, and the computer holds a Go."""
    return Story("GO 25 100 FLAT_TIRE EXTRA_TANK 200", theirs="GO 25 25 50 50 75").me("draw 50", "play GO")


@pytest.fixture
def to_draw(home: Home) -> Person:
    """Return a person in a game in which it is Anna's turn to draw."""
    return home.open(story().computer("draw GO", "discard GO").record())


@pytest.fixture
def person(home: Home) -> Person:
    """Return a person on Anna's turn, after she has drawn. Her hand is 25 50 75 100 200 FLAT_TIRE EXTRA_TANK, in this
    order.
    """
    return home.open(story().computer("draw GO", "discard GO").me("draw 75").record())


def said_after(person: Person, qtbot, *keys: Qt.Key, held=NONE) -> str:
    qtbot.waitUntil(lambda: person.table.announcer.silent)
    with qtbot.waitSignal(person.table.announcer.announced) as said:
        person.key(*keys, modifiers=held)
    return said.args[0]


def type_there(key: int, scan: int, text: str, held=NONE) -> None:
    """Press a key of another keyboard layout, as the window system reports it."""
    widget = QApplication.focusWidget()
    assert widget is not None
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, held, scan, 0, 0, text))


# ---------------------------------------------------------------------- playing


def test_a_number_key_marks_a_card_and_unmarks_it_again(person: Person):
    for number in range(1, 8):
        person.key(Qt.Key(Key.Key_0 + number))
        assert person.marked() == {slot_names.hand(number - 1)} == {person.focused()}
    person.key(Key.Key_7)
    assert person.marked() == set()
    assert person.message.endswith("stays in your hand.")


def test_a_number_key_without_a_card_is_explained(to_draw: Person, home: Home):
    to_draw.key(Key.Key_7)
    assert to_draw.marked() == set()
    assert to_draw.message == "There is no card in this place of your hand."


def test_key_d_draws_one_card_and_refuses_a_second_one_in_words(to_draw: Person, home: Home):
    to_draw.key(Key.Key_D)
    to_draw.settled()
    assert home.acts()[-1] == "0 draw"
    to_draw.key(Key.Key_D)
    assert to_draw.message == "You have your card already: play or discard one."
    assert home.acts()[-1] == "0 draw"


@pytest.mark.parametrize("method", ["drag", "click"])
def test_key_x_discards_only_a_marked_card(home: Home, person: Person, method: str):
    home.set({METHOD: method})
    before = home.acts()
    person.walk_to(person.place_of("25"))
    person.key(Key.Key_X)
    assert person.message == MARK_FIRST
    assert home.acts() == before
    number = person.hand.index("FLAT_TIRE")
    person.key(Qt.Key(Key.Key_1 + number), Key.Key_X)
    person.settled()
    assert home.acts()[len(before)] == "0 discard FLAT_TIRE"


@pytest.mark.parametrize("enter", [Key.Key_Return, Key.Key_Enter])
def test_enter_plays_the_marked_or_the_focused_card(home: Home, enter: Qt.Key):
    for marked in (True, False):
        person = home.open(story().computer("draw GO", "discard GO").me("draw 75").record())
        before = len(home.acts())
        if marked:
            person.key(Qt.Key(Key.Key_1 + person.hand.index("100")))
        else:
            person.walk_to(person.place_of("100"))
        person.key(enter)
        person.settled()
        assert home.acts()[before] == "0 play 100"
        person.quit()


def test_enter_on_a_pile_puts_the_marked_card_there(home: Home, person: Person):
    before = len(home.acts())
    person.key(Qt.Key(Key.Key_1 + person.hand.index("100")))
    person.walk_to(slot_names.DISCARD)
    person.key(Key.Key_Return)
    person.settled()
    assert home.acts()[before] == "0 discard 100"


def test_enter_plays_the_marked_card_even_if_a_label_has_the_focus(home: Home, person: Person):
    before = len(home.acts())
    person.key(Qt.Key(Key.Key_1 + person.hand.index("100")))
    person.table.labels["score"].setFocus(Qt.FocusReason.TabFocusReason)
    person.key(Key.Key_Return)
    person.settled()
    assert home.acts()[before] == "0 play 100"


def by_single_keys(person: Person, action: Action) -> int:
    """Play an action by single keys, without walking to a place. Return the number of keys."""
    if action.kind is Kind.DRAW:
        person.key(Key.Key_D)
        return 1
    number = person.hand.index(action.card.notation)
    person.key(Qt.Key(Key.Key_1 + number))
    person.key(Key.Key_X if action.kind is Kind.DISCARD else Key.Key_Return)
    return 2


@pytest.mark.proof
def test_a_whole_hand_takes_six_keys_a_turn_at_most(home: Home):
    person = home.open(seed=9)
    person.settled()
    brain = load_player("mile-bones", "original")
    turns: list[int] = []
    while not person.dialogs():
        assert len(turns) < 100, "the hand does not end"
        observation = person.may_know
        if observation.phase is Phase.DRAW or not turns:
            turns.append(0)
        action = brain.choose(observation)
        before = len(home.acts())
        turns[-1] += by_single_keys(person, action)
        person.settled()
        assert home.acts()[before] == f"0 {action}"
    if isinstance(person.dialog(), ExtensionDialog):
        person.key(Key.Key_Space)
        turns[-1] += 1
    assert isinstance(person.dialog(ScoreSheetDialog), ScoreSheetDialog)
    assert len(turns) > 10
    assert max(turns) <= 6


# ---------------------------------------------------------------------- keys that speak


def test_key_s_announces_and_shows_the_standing_of_both_players(person: Person, qtbot):
    said = said_after(person, qtbot, Key.Key_S)
    assert said == (
        "You: 0 of 700 miles. Going. No safety. Points: 0. "
        "Computer: 0 of 700 miles. Not started: needs Go. No safety. Points: 0."
    )
    assert person.message == said
    assert person.table.message.text == said, "two lines have space for all of it"


def test_key_l_reads_the_last_five_moves(home: Home, qtbot):
    told = story()
    for _turn in range(3):
        told.idles(1).idles(0)
    person = home.open(told.record())
    said = said_after(person, qtbot, Key.Key_L)
    log = [line.text for line in person.window.keys._lines]
    assert len(log) > 5
    assert said == " ".join(log[-5:]) == person.message


def test_key_l_announces_that_there_was_no_move_yet(home: Home, qtbot):
    person = home.open(game="millieu", seed=1)
    person.settled()
    assert said_after(person, qtbot, Key.Key_L) == "There was no move yet."


def test_key_r_repeats_the_last_message_of_the_game_itself(person: Person, qtbot):
    before = person.message
    assert before.endswith("Your turn: play or discard a card.")
    said_after(person, qtbot, Key.Key_S)
    said_after(person, qtbot, Key.Key_L)
    assert person.message != before
    assert said_after(person, qtbot, Key.Key_R) == before == person.message


def test_keys_do_nothing_while_the_curtain_hides_the_table(home: Home):
    person = home.open()
    person.window.games.new_game_of("mile-bones", (Seated("Anna"), Seated("Ben")))
    person.wait_until(lambda: not person.window.boards.shows_board())
    before = person.message
    person.key(Key.Key_S, Key.Key_L, Key.Key_3, Key.Key_D)
    assert person.message == before
    assert not person.entry("Move", "Say how both stand").isEnabled()


def test_in_a_replay_keys_that_play_do_nothing_but_other_keys_work(person: Person, qtbot):
    person.choose("Game", "Replay from the beginning")
    for key in (Key.Key_1, Key.Key_D, Key.Key_X):
        assert said_after(person, qtbot, key) == MEANS_NOTHING
    assert said_after(person, qtbot, Key.Key_S).startswith("You: 0 of 700 miles. Not started")


# ---------------------------------------------------------------------- the other games


def test_mille_has_its_own_keys_and_the_usual_ones_with_shift(home: Home, qtbot):
    person = home.open(game="montreal-mille", seed=5)
    person.settled()
    person.key(Key.Key_D)
    person.settled()
    assert person.sees.phase is MontrealPhase.PLAY
    way = person.table.sorted_by
    person.key(Key.Key_S)
    assert person.table.sorted_by != way
    assert "Totals" in said_after(person, qtbot, Key.Key_S, held=SHIFT) or "to" in person.message
    person.key(Key.Key_3)
    assert person.table.drag.chosen == (slot_names.hand(2),)
    before = person.play.match.length
    person.key(Key.Key_X)
    person.settled()
    assert person.play.match.length > before
    shown = {setting: action.shortcut().toString() for setting, action in person.window.menus.keyed.items()}
    assert shown[STANDING_KEY] == "Shift+S"
    assert shown[LAST_MOVES_KEY] == "Shift+L"
    assert shown[SMART_KEY] == "Enter"


def test_ctrl_enter_on_the_stock_of_mille_draws(home: Home):
    person = home.open(game="montreal-mille", seed=5)
    person.settled()
    person.table.focus_place(mille_names.STOCK)
    person.key(Key.Key_Return, modifiers=Qt.KeyboardModifier.ControlModifier)
    person.settled()
    assert person.sees.phase is MontrealPhase.PLAY


def test_enter_on_a_card_of_mille_says_why_it_cannot_be_played(home: Home, qtbot):
    person = home.open(game="montreal-mille", seed=5)
    person.settled()
    person.table.focus_place(slot_names.hand(0))
    before = person.play.match.length
    assert said_after(person, qtbot, Key.Key_Return).endswith("Draw a card first.")
    assert person.play.match.length == before


def test_a_key_without_meaning_in_millieu_is_explained_silently(home: Home, qtbot):
    person = home.open(game="millieu")
    person.settled()
    cues = []
    person.table.cued.connect(cues.append)
    for key in (Key.Key_D, Key.Key_X):
        assert said_after(person, qtbot, key) == MEANS_NOTHING == person.message
    assert cues == []
    assert "Captured" in said_after(person, qtbot, Key.Key_S)
    assert person.window.menus.keyed[SMART_KEY].shortcut().toString() == "Ctrl+Enter"


def test_the_keys_work_on_a_persian_keyboard(home: Home, to_draw: Person):
    type_there(0x06CC, 40, "ی")  # the D key
    to_draw.settled()
    assert home.acts()[-1] == "0 draw"
    type_there(0x06F1, 10, "۱")
    assert to_draw.marked() == {slot_names.hand(0)}
    type_there(0x0637, 53, "ط")  # the X key
    to_draw.settled()
    assert to_draw.marked() == set()
    assert [act for act in home.acts() if act.startswith("0")][-1] == "0 discard 25"


def test_the_special_keys_of_mille_work_on_a_persian_keyboard(home: Home):
    person = home.open(game="montreal-mille", seed=5)
    person.settled()
    person.table.focus_place(slot_names.hand(0))
    way = person.table.sorted_by
    type_there(0x0633, 39, "س")  # the S key
    assert person.table.sorted_by != way
    type_there(0x06CC, 40, "ی")
    person.settled()
    assert person.sees.phase is MontrealPhase.PLAY
    type_there(0x0634, 38, "ش")  # the A key
    assert person.table.drag.chosen


def test_the_key_for_neighbours_in_millieu_works_on_a_persian_keyboard(home: Home, qtbot):
    person = home.open(game="millieu")
    person.settled()
    person.table.focus_place("point.13")
    qtbot.waitUntil(lambda: person.table.announcer.silent)
    with qtbot.waitSignal(person.table.announcer.announced) as said:
        type_there(0x062F, 57, "د")  # the N key
    assert said.args[0].startswith("Neighbours: ")


# ---------------------------------------------------------------------- menus and collisions


def menus_of(menu, path=()):
    """Yield the path and the entries of every menu."""
    yield path, menu.actions()
    for action in menu.actions():
        if (inner := menu_of(action)) is not None:
            yield from menus_of(inner, (*path, plain(action.text())))


@pytest.mark.parametrize("game", GAMES)
def test_no_key_and_no_letter_of_a_menu_is_used_twice(home: Home, game: str):
    person = home.open(game=game)
    person.settled()
    bar = person.window.menuBar()
    every = [action for _path, actions in menus_of(bar) for action in actions if menu_of(action) is None]
    keys = Counter(key.toString() for action in every for key in action.shortcuts())
    keys += Counter(QKeySequence.mnemonic(action.text()).toString() for action in bar.actions())
    keys["F10"] += 1
    assert [key for key, count in keys.items() if key and count > 1] == []
    for path, actions in menus_of(bar):
        letters = Counter(QKeySequence.mnemonic(action.text()).toString() for action in actions if action.text())
        assert [letter for letter, count in letters.items() if letter and count > 1] == [], path
    assert not {key for action in person.window.menus.keyed.values() for key in [action.shortcut().toString()]} & (
        person.table.own_keys
    )


@pytest.mark.sample(slow=2, proof=4)
@pytest.mark.parametrize("code", ["de", "es", "fa", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_no_letter_of_a_menu_is_used_twice_in_another_language(home: Home, game: str, code: str):
    person = home.open(game=game)
    person.settled()
    english = [action.text() for action in person.window.menuBar().actions()]
    before = person.window.turns
    person.window.change_settings({LANGUAGE: code})
    person.wait_until(lambda: person.window.turns is not before)
    assert [action.text() for action in person.window.menuBar().actions()] != english
    for path, actions in menus_of(person.window.menuBar()):
        letters = Counter(QKeySequence.mnemonic(action.text()).toString() for action in actions if action.text())
        assert [letter for letter, count in letters.items() if letter and count > 1] == [], path


def test_every_key_is_the_shortcut_of_a_menu_entry(person: Person):
    shown = {setting: action.shortcut().toString() for setting, action in person.window.menus.keyed.items()}
    assert shown == {setting: setting.default.replace("Return", "Enter") for setting in KEYS}
    in_menus = [action for _path, actions in menus_of(person.window.menuBar()) for action in actions]
    assert all(action in in_menus for action in person.window.menus.keyed.values())
    person.choose("Move", "Mark a card", "Card 3")
    assert person.marked() == {slot_names.hand(2)}


@pytest.mark.parametrize("game", GAMES)
def test_entries_for_cards_are_enabled_only_in_games_with_cards(home: Home, game: str):
    person = home.open(game=game, seed=9)
    person.settled()
    cards = spec(game).has_hand
    assert person.entry("Move", "Draw a card").isEnabled() == cards
    assert person.entry("Move", "Discard the marked card").isEnabled() == cards
    assert person.entry("Move", "Mark a card").isEnabled() == cards
    assert person.entry("Move", "Smart play").isEnabled()


def test_f10_opens_the_menus_and_arrow_keys_move_between_them(person: Person, qtbot):
    place = person.focused()
    person.key(Key.Key_F10)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    assert plain(QApplication.activePopupWidget().title()) == "Game"
    person.key(Key.Key_Right)
    assert plain(QApplication.activePopupWidget().title()) == "Move"
    person.key(Key.Key_Escape, Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
    qtbot.waitUntil(lambda: person.focused() == place)


def test_tab_stops_once_in_each_row_and_arrow_keys_walk_inside_the_row(person: Person):
    person.walk_to(person.place_of("75"))
    stops = [person.focused()]
    while True:
        person.key(Key.Key_Tab)
        if person.focused() == stops[0]:
            break
        if person.focused() is not None:
            stops.append(person.focused())
    assert len(stops) == 3
    assert {next(row for row in slot_names.ROWS if stop in row) for stop in stops} == set(slot_names.ROWS)
    person.walk_to(slot_names.DISCARD)
    person.walk_to(slot_names.DRAW)


# ---------------------------------------------------------------------- changing keys


def test_a_key_can_be_changed_in_the_options_and_is_kept(home: Home, to_draw: Person):
    to_draw.choose("Options", "Options")
    dialog = to_draw.dialog()
    dialog.pages.setCurrentIndex(_KEYS_PAGE)
    box = dialog.findChild(KeyBox)
    box.table.setFocus()
    box.table.setCurrentCell(KEYS.index(DRAW_KEY), 0)
    to_draw.key(Key.Key_Return)
    assert box.line.text().startswith("Press the new key for “Draw a card”.")
    to_draw.key(Key.Key_L)
    assert box.line.text() == "L is the key for “Read the last five moves” already. “Draw a card” keeps its key."
    to_draw.key(Key.Key_Space, Key.Key_F1)
    assert box.line.text() == "F1 is the key for “Help on this place” already. “Draw a card” keeps its key."
    to_draw.key(Key.Key_Space, Key.Key_Left)
    assert box.line.text() == "Left has its own meaning on every table. “Draw a card” keeps its key."
    to_draw.key(Key.Key_Space, Key.Key_Escape)
    assert dialog.isVisible()
    assert box.values() == {setting: setting.default for setting in KEYS}
    to_draw.key(Key.Key_Space, Key.Key_K)
    assert box.line.text() == "The key for “Draw a card” is K now."
    to_draw.click_button(dialog.ok)
    to_draw.answered(dialog)
    assert home.get(DRAW_KEY) == "K"
    assert to_draw.entry("Move", "Draw a card").shortcut().toString() == "K"
    before = home.acts()
    to_draw.key(Key.Key_D)
    assert home.acts() == before
    to_draw.key(Key.Key_K)
    to_draw.settled()
    assert home.acts()[-1] == "0 draw"


def test_a_key_can_be_removed_and_reset(home: Home, to_draw: Person):
    home.set({DRAW_KEY: "K"})
    to_draw.choose("Options", "Options")
    dialog = to_draw.dialog()
    dialog.pages.setCurrentIndex(_KEYS_PAGE)
    box = dialog.findChild(KeyBox)
    box.table.setCurrentCell(KEYS.index(DRAW_KEY), 0)
    to_draw.click_button(box.change_button)
    to_draw.key(Key.Key_Delete)
    assert box.line.text() == "“Draw a card” has no key now."
    assert box.table.item(KEYS.index(DRAW_KEY), 1).text() == "none"
    box.table.setCurrentCell(KEYS.index(MARK_KEYS[0]), 0)
    to_draw.click_button(box.change_button)
    to_draw.key(Key.Key_D)
    box.table.setCurrentCell(KEYS.index(DRAW_KEY), 0)
    to_draw.click_button(box.usual_button)
    assert box.line.text() == "D is the key for “Mark card 1 of the hand” already. “Draw a card” keeps its key."
    box.table.setCurrentCell(KEYS.index(MARK_KEYS[0]), 0)
    to_draw.click_button(box.usual_button)
    box.table.setCurrentCell(KEYS.index(DRAW_KEY), 0)
    to_draw.click_button(box.usual_button)
    assert box.values() == {setting: setting.default for setting in KEYS}


def test_enter_marks_a_card_if_smart_play_has_another_key(home: Home):
    home.set({SMART_KEY: "P"})
    person = home.open(story().computer("draw GO", "discard GO").me("draw 75").record())
    person.walk_to(person.place_of("100"))
    before = len(home.acts())
    person.key(Key.Key_Return)
    assert person.marked() == {person.place_of("100")}
    person.key(Key.Key_P)
    person.settled()
    assert home.acts()[before] == "0 play 100"


def test_repeated_and_unknown_keys_in_the_ini_are_corrected(home: Home):
    home.set({STANDING_KEY: "D", LAST_MOVES_KEY: "Nonsense"})
    person = home.open(story().record())
    shown = {setting: action.shortcut().toString() for setting, action in person.window.menus.keyed.items()}
    assert shown[DRAW_KEY] == "D"
    assert shown[STANDING_KEY] == ""
    assert shown[LAST_MOVES_KEY] == "L"


def test_a_letter_typed_in_a_list_does_not_reach_the_table(person: Person):
    person.choose("View", "Log")
    panel = person.window.log.panel
    panel.list.setFocus()
    person.key(Key.Key_D, Key.Key_1)
    assert person.marked() == set()


# ---------------------------------------------------------------------- the help


def test_the_help_has_a_table_of_all_keys():
    page = open_book("en").pages["keyboard"]
    section = page.markdown.split("## Single keys")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)`(?: to `(\w+)`)? \| ([^|]+) \|", section, re.MULTILINE)
    told: dict[str, str] = {}
    for first, last, words in rows:
        for key in range(int(first), int(last) + 1) if last else (first,):
            told[str(key)] = words
    assert set(told) == {setting.default.replace("Return", "Enter") for setting in KEYS}
    for setting in KEYS:
        if setting not in MARK_KEYS:
            assert (
                told[setting.default.replace("Return", "Enter")]
                .casefold()
                .lstrip("[")
                .startswith(setting.label.casefold())
            )
