"""Everything can be done by one key. All items are lit in turn, and the key takes the lit item."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication

from desktop.boards.milebones.seats import to_play
from desktop.boards.millieu.gestures import ends
from desktop.driver import Home
from desktop.switch import Switch
from desktop.test_secrets import PEOPLE, curtain, opened
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.boards.montreal import slot_names as cards
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.look.theme import active
from mile_bones.desktop.scanning.table_stops import table_stops
from mile_bones.desktop.scanning.walk import ROUNDS_INSIDE
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.actions import PLAY, Kind
from mile_bones.games.millieu.actions import Take
from mile_bones.games.montreal.observation import Phase as MontrealPhase
from mile_bones.players import load_player
from mile_bones.storage.settings import METHOD, SCANNING, SORT, TEXT, THEME, VOLUME
from stories import begun

pytestmark = pytest.mark.gui


def play(switch: Switch, action) -> None:
    """Carry out this action of Mile Bones."""
    if action.kind is Kind.DRAW:
        switch.take("Draw deck")
        return
    person = switch.person
    place = person.place_of(action.card.notation)
    switch.take("Hand", person.table.slots[place].model.name)
    switch.take("Discard" if action.kind is Kind.DISCARD else "Play here")


@pytest.mark.sample(slow=0, proof=1)
@pytest.mark.parametrize("click", [False, True], ids=["a key", "a mouse button"])
def test_a_hand_is_played_and_the_next_begun_by_one_key(home: Home, click: bool):
    person = home.open(seed=9)
    switch, brain = Switch(person, click=click), load_player("mile-bones", "original")
    person.settled()
    turns = 0
    while not (person.dialogs() and isinstance(person.dialogs()[-1], ScoreSheetDialog)):
        if person.dialogs():
            person.dialog(ExtensionDialog)
            switch.take("No, end here")
            person.settled()
            continue
        turns += 1
        action = brain.choose(person.may_know)
        before = len(home.acts())
        play(switch, action)
        person.settled()
        assert home.acts()[before] == f"0 {action}"
    assert turns > 10
    assert switch.presses <= 3 * turns + 3
    switch.take("Next hand")
    person.settled()
    assert person.sees.hand_number == 2


@pytest.mark.proof
def test_turns_of_millieu_can_be_played_by_one_key(home: Home):
    person = home.open(game="millieu")
    switch, brain = Switch(person), load_player("millieu", "easy", 5)
    person.settled()
    for _step in range(12):
        if person.dialogs():
            break
        action = brain.choose(person.sees)
        source, target = ends(action)
        before = len(person.play.match.record().body.actions)
        take(switch, source)
        if not isinstance(action, Take):
            take(switch, target)
        person.settled()
        assert person.play.match.record().body.actions[before] == f"0 {action}"


def take(switch: Switch, place: str) -> None:
    """Press this place. If it is lit only within a group, enter the group first."""
    board = switch.person.table
    group = next(name for name, places in board.named_groups() if place in places)
    for _level in range(4):
        stop = switch.wait_for_any(place, group)
        switch.press()
        if stop.key == place:
            return
    raise AssertionError(f"{place} is not reached")


@pytest.mark.proof
def test_turns_of_mille_can_be_played_by_one_key(home: Home):
    """In each of three turns, draw, select two cards, put them back, and discard another card."""
    person = home.open(game="montreal-mille", seed=3)
    switch = Switch(person)
    person.settled()
    for _turn in range(3):
        while person.sees.phase is not MontrealPhase.PLAY:
            take(switch, cards.STOCK)
            person.settled()
        take(switch, cards.hand(0))
        assert person.table.taken_up == (cards.hand(0),)
        switch.take("Choose another")
        take(switch, cards.hand(1))
        assert person.table.taken_up == (cards.hand(0), cards.hand(1))
        switch.take("Put it back")
        assert person.table.taken_up == ()
        held = len(person.table.order.cards)
        take(switch, cards.hand(2))
        switch.take("Discard")
        person.settled()
        assert len(person.table.order.cards) == held - 1


def test_the_scan_starts_at_once_for_a_player_who_comes_back_from_another_program(home: Home, qapp: QApplication):
    switch = Switch(home.open(seed=3))
    first = switch.lit
    switch.beat()
    assert switch.lit not in {first, ""}
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    switch.settled()
    assert switch.lit == first


def test_a_game_is_chosen_from_posters_and_menus_by_one_key(home: Home):
    person = home.open(game=None)
    switch = Switch(person)
    switch.take("Millieu", "New game of Millieu")
    person.settled()
    assert person.play.match.game == "millieu"
    switch.take("Menus", "Game", "Choose game to", "Choose game")
    switch.take("Mile Bones", "New game of Mile Bones")
    person.settled()
    assert person.play.match.game == "mile-bones"
    before = person.play.match
    switch.take("Menus", "Game", "Choose game to", "New game")
    person.settled()
    assert person.play.match is not before and person.play.match.game == "mile-bones"


@pytest.mark.proof
def test_options_are_changed_and_scanning_switched_off_by_one_key(home: Home, qtbot):
    person = home.open(seed=9)
    switch = Switch(person)
    switch.take("Menus", "Options", "Options")
    dialog = person.dialog(OptionsDialog)
    switch.take("Page Picture and sound", "Picture", "Theme", "Dark", "Back")
    switch.take("Text size", "150%", "Back", "Back")
    switch.take("Sound", "Volume", "Less", "Less", "Back", "Back")
    switch.take("Page Aids", "Scanning", "Off", "Back")
    switch.take("OK")
    person.wait_until(lambda: dialog not in person.dialogs())
    assert [home.get(setting) for setting in (THEME, TEXT, VOLUME, SCANNING)] == ["dark", "150", "60", "off"]
    assert not switch.scanning.on and switch.scanning.ring is None
    person.draw()
    person.settled()
    assert home.acts() == ("0 draw",), "clicks work as usual again"


def test_the_options_set_the_pace_and_lit_items_are_announced(home: Home, qtbot):
    home.set({SCANNING: "500"})
    person = home.open(seed=9)
    person.settled()
    scanning = person.window.scanning
    with qtbot.waitSignal(scanning.lit) as first:
        pass
    with qtbot.waitSignal(person.table.announcer.announced) as said, qtbot.waitSignal(scanning.lit) as second:
        pass
    assert first.args != second.args
    assert second.args[0] in said.args[0] or first.args[0] in said.args[0]
    home.set({SCANNING: "off"})


def test_a_lit_item_has_a_ring_with_its_words(home: Home):
    person = home.open(seed=9)
    switch = Switch(person)
    switch.wait_for("Draw deck")
    ring, deck = switch.scanning.ring, person.table.slots["draw"].rect.toRect()
    at = person.table.viewport().mapTo(person.window, deck.topLeft())
    assert ring.lit.contains(QRect(at, deck.size()))
    assert ring.text.startswith("Draw deck") and ring.geometry().height() > ring.lit.height()
    image = ring.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(ring.lit.height())}
    assert active()[0].focus.name() in colours


def test_a_place_is_explained_and_the_bubble_closed_by_one_key(home: Home):
    person = home.open(seed=9)
    switch = Switch(person)
    switch.take("Look at the table", "Far side", "Battle pile")
    person.wait_until(lambda: QApplication.activePopupWidget() is not None)
    switch.take("Close")
    person.wait_until(lambda: QApplication.activePopupWidget() is None)


def test_the_hand_is_arranged_by_one_key(home: Home):
    home.set({SORT: False})
    person = home.open(seed=9)
    switch = Switch(person)
    switch.take("Draw deck")
    person.settled()
    order = person.hand
    switch.take("Hand")
    take(switch, slot_names.hand(0))
    switch.take("Put it elsewhere", f"To the place of {person.table.slots[slot_names.hand(4)].model.name}")
    assert person.hand == (*order[1:5], order[0], *order[5:])


def test_scanning_stops_if_no_key_is_pressed_and_a_press_restarts_it(home: Home):
    person = home.open(seed=9)
    switch = Switch(person)
    for _beat in range(100):
        if not switch.lit:
            break
        switch.beat()
    assert switch.scanning.ring is None
    switch.press()
    assert switch.lit.startswith("Draw deck")


def test_a_group_that_was_entered_by_mistake_can_be_left(home: Home):
    person = home.open(seed=9)
    switch = Switch(person)
    switch.take("Buttons on the table")
    inside = switch.all_lit()
    assert inside[-1] == "Back" and len(inside) > 2
    switch.take("Back")
    assert switch.lit == "Buttons on the table"
    switch.press()
    for _beat in range(ROUNDS_INSIDE * len(inside)):
        switch.beat()
    assert switch.lit == "Look at the table", "after some rounds the scanning leaves the group"


def test_playable_cards_of_the_hand_are_lit_first(home: Home):
    person = home.open(to_play().record())
    stops = {stop.text: stop for stop in table_stops(person.table)}
    inside = [stop.key for stop in stops["Hand"].inside()]
    playable = {
        slot_names.hand(n)
        for n, card in enumerate(person.table.order.cards)
        if PLAY[card] in person.sees.legal_actions()
    }
    assert 0 < len(playable) < len(inside) == 7
    assert set(inside[: len(playable)]) == playable


def test_playable_alternatives_to_a_marked_card_are_lit_first(home: Home):
    person = home.open(to_play().record())
    home.set({METHOD: "click"})
    playable = [n for n, card in enumerate(person.table.order.cards) if PLAY[card] in person.sees.legal_actions()]
    person.table.mark_card(playable[0] + 1)
    stops = {stop.text: stop for stop in table_stops(person.table)}
    inside = [stop.key for stop in stops["Choose another"].inside()]
    assert set(inside[: len(playable)]) == {slot_names.hand(n) for n in playable}
    assert len(playable) < len(inside)


CTRL = Qt.KeyboardModifier.ControlModifier
ENDS_OF_A_VIEW = {
    "undo": lambda person: person.key(Qt.Key.Key_Z, modifiers=CTRL),
    "replay": lambda person: person.key(Qt.Key.Key_R, modifiers=CTRL),
    "chooser": lambda person: person.key(Qt.Key.Key_G, modifiers=CTRL),
    "end of the turn": lambda person: person.play.choose(person.sees.legal_actions()[-1]),
}


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("end", ENDS_OF_A_VIEW)
@pytest.mark.parametrize("game", [game for game in GAMES if spec(game).has_hidden_cards])
def test_no_card_of_one_person_stays_lit_when_the_view_changes(home: Home, game: str, end: str):
    person = opened(home, begun(game, spec(game).rule_sets[0].name, PEOPLE, 1))
    person.wait_until(lambda: curtain(person) is not None)
    switch = Switch(person)
    switch.take("Show my cards")
    person.settled()
    person.play.choose(person.sees.legal_actions()[0])
    person.settled()
    switch.take("Hand")
    lit = switch.ringed
    assert "place" in lit or lit.startswith("Card "), "one or several cards are lit"
    ENDS_OF_A_VIEW[end](person)
    assert switch.ringed != lit
    QApplication.processEvents()
    assert switch.ringed != lit
