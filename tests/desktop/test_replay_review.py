"""The coach in a replay. Each choice is shown as a list and as a ghost (a pale card at its target), and choices are
marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFontMetrics, QImage

from desktop.driver import NOON, Home, Person, past
from desktop.reviewed import At, keep, reviewed
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.review_panel import ReviewPanel
from mile_bones.desktop.table.model import BACK
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games.milebones.cards import Card, parse_card
from mile_bones.match.choice_words import Alternative
from mile_bones.match.replaying import Replay
from mile_bones.players.millieu import levels
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import ANIMATION
from pictures.cubes import TO_PLACE, finished
from stories import going

FILE = Path(__file__).parents[1] / "data" / "conformance" / "mile-bones-game-01.json"
DISCARD, PLAY, DRAW, SAFETY = (1, 42), (1, 70), (1, 27), (1, 24)
THEIRS, SMALL = (1, 60), (1, 82)
COSTS: dict[At, tuple[str, float]] = {
    SAFETY: ("play RIGHT_OF_WAY", 40.0),
    DRAW: ("draw", 80.0),
    DISCARD: ("discard END_OF_LIMIT", 150.0),
    THEIRS: ("play 200", 90.0),
    PLAY: ("play SPEED_LIMIT", 75.0),
    SMALL: ("discard GO", 12.0),
}
"""The better choices in the game of FILE, and the points that they would have brought."""


@pytest.fixture(scope="module")
def record() -> Record:
    """The first two hands of the game."""
    whole = load_record(FILE)
    return replace(whole, body=Hands(whole.hands[:2]))


def watch(home: Home, record: Record, costs: Mapping[At, tuple[str, float]] = COSTS, hands: int = 2) -> Person:
    """Open the replay of the game, with reviews of its first `hands` hands."""
    home.set({ANIMATION: "off"})
    keep(past(home), record, reviewed(record, costs)[:hands], NOON)
    person = home.open(going().record())
    person.window.games.replay_record(record)
    return person


def panel(person: Person) -> ReviewPanel:
    found = person.window.replay_review.panel
    assert found is not None
    return found


def go(person: Person, at: At) -> None:
    """Go to the position just before this choice."""
    replay = person.window.replay
    replay.bar.slider.setValue(replay.replay.position(at[0], at[1] - 1))


def stands_at(person: Person) -> At:
    moment = person.window.replay.replay.moment(person.window.replay.position)
    return moment.hand, moment.action + 1


def ghosts(person: Person) -> dict[str, str]:
    """Return the card of each ghost, by its slot."""
    return {place: slot.marks.ghost.face for place, slot in person.table.slots.items() if slot.marks.ghost}


def choose(person: Person, view: str) -> None:
    person.window.replay.bar.view.setCurrentText(view)


# ------------------------------------------------------------------ the words


def test_every_choice_is_shown_with_its_alternatives_best_first(home: Home, record: Record, qtbot):
    person = watch(home, record)
    go(person, PLAY)
    shown = panel(person)
    assert shown.isVisible() and shown.title.text() == "Mistake"
    qtbot.waitUntil(lambda: "miles to go" in shown.text.text())  # the reasons of the coach have arrived
    text = shown.text.text()
    assert text.startswith("You chose: discard Spare Tire. Costs about 75 points. Better: play Speed Limit. ")
    assert shown.texts[0] == "Play Speed Limit: 100 points, 50% to win, the best."
    assert "Discard Spare Tire: 25 points, 50% to win, costs 75 points. This was chosen." in shown.texts
    state = next(state for number, (state, _action) in enumerate(Replay(record).steps(1), 1) if number == PLAY[1])
    assert len(shown.texts) == len(state.legal_actions())


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(
    ("at", "title", "said"),
    [
        (SAFETY, "Doubtful", "Better: play Right of Way."),
        (DISCARD, "Blunder", "Costs about 150 points."),
        (SMALL, "Nearly the best", "Costs about 12 points. Better: discard Go."),
        ((1, 20), "The best", "You chose: play 100 Miles."),
        ((1, 1), "No choice", "There was only one thing to do."),
        ((1, 118), "The hand is over", ""),
    ],
)
def test_each_choice_has_the_title_of_its_quality(home: Home, record: Record, at: At, title: str, said: str):
    person = watch(home, record)
    go(person, at)
    assert panel(person).title.text() == title and said in panel(person).text.text()
    assert panel(person).list.isVisible() == bool(panel(person).texts)


def test_a_difference_within_the_error_is_not_a_cost(home: Home, record: Record):
    person = watch(home, record, {DISCARD: ("discard END_OF_LIMIT", 7.0)})  # the standard error is 4
    go(person, DISCARD)
    assert panel(person).title.text() == "As good as the best" and "Costs" not in panel(person).text.text()
    assert ghosts(person) == {}


def test_a_choice_of_the_computer_is_shown_only_with_its_hand(home: Home, record: Record):
    person = watch(home, record)
    go(person, THEIRS)
    assert panel(person).title.text() == "Another player’s choice"
    assert panel(person).texts == [] and ghosts(person) == {}
    for view in ("Seat: Computer", "Both hands"):
        choose(person, view)
        go(person, THEIRS)
        text = panel(person).text.text()
        assert text.startswith("Computer chose: play 75 Miles. Costs about 90 points. Better: play 200 Miles.")
        assert ghosts(person) == {slot_names.miles(False): ART[parse_card("200")]}
    choose(person, "Your seat")
    assert panel(person).texts == []


def test_an_unfinished_hand_has_no_review(home: Home, record: Record):
    first = record.hands[1]
    begun = replace(first, actions=first.actions[:20], score=None)
    record = replace(record, body=Hands((record.hands[0], begun)))
    person = watch(home, record, {}, 1)
    go(person, (2, 10))
    assert panel(person).text.text() == "This hand was not played to its end." and not panel(person).ask.isVisible()


@pytest.mark.parametrize("game", ["montreal-mille", "millieu"])
def test_the_panel_names_hands_deals_or_games_as_the_game_does(home: Home, game: str):
    deals = load_record(FILE.parents[1] / "montreal" / "game-usual.json")
    last = replace(deals.body.deals[1], actions=deals.body.deals[1].actions[:12], score=None)
    record = replace(deals, body=replace(deals.body, deals=(deals.body.deals[0], last)))
    cases = [
        (record, (1, len(record.body.deals[0].actions) + 1), "The deal is over", ""),
        (record, (2, 3), "Not reviewed", "This deal was not played to its end."),
    ]
    if game == "millieu":
        whole = finished()
        cases = [
            (whole, (1, len(whole.body.actions) + 1), "The game is over", ""),
            (TO_PLACE, (1, 3), "Not reviewed", "This game was not played to its end."),
        ]
    home.set({ANIMATION: "off"})
    person = home.open(going().record())
    for record, at, title, text in cases:
        person.window.games.replay_record(record)
        if not person.window.replay.bar.review.isChecked():
            person.click_button(person.window.replay.bar.review)
        go(person, at)
        assert (panel(person).title.text(), panel(person).text.text()) == (title, text)


# ------------------------------------------------------------------ the ghost


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(
    ("at", "place", "face"),
    [
        (PLAY, slot_names.speed(False), ART[Card.SPEED_LIMIT]),
        (SAFETY, slot_names.safety(True, 0), ART[Card.RIGHT_OF_WAY]),
        (DISCARD, slot_names.DISCARD, ART[Card.END_OF_LIMIT]),
        (DRAW, slot_names.DRAW, BACK),
    ],
)
def test_a_ghost_shows_the_better_card_at_its_target(home: Home, record: Record, at: At, place: str, face: str):
    person = watch(home, record)
    go(person, at)
    assert ghosts(person) == {place: face}
    assert person.table.buttons[place].accessibleDescription().startswith("Better: ")
    held = [name for name, slot in person.table.slots.items() if slot.marks.suggested]
    assert [person.face(name) for name in held] == ([] if face == BACK else [Card(ART.index(face)).notation])
    person.window.replay.bar.forward.click()
    assert ghosts(person) == {}, "the choice has been made"
    person.window.replay.bar.back.click()
    assert ghosts(person) == {place: face}


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    ("at", "better", "place"),
    [
        (THEIRS, "play 200", slot_names.miles(False)),
        ((1, 116), "play DRIVING_ACE", slot_names.safety(False, 2)),
        ((1, 96), "discard GO", slot_names.DISCARD),
    ],
)
def test_the_opponents_ghost_is_on_the_opponents_side(home: Home, record: Record, at: At, better: str, place: str):
    person = watch(home, record, {at: (better, 90.0)})
    choose(person, "Both hands")
    go(person, at)
    assert list(ghosts(person)) == [place]


def test_the_ghost_disappears_during_a_move_and_with_the_replay(home: Home, record: Record):
    person = watch(home, record)
    go(person, PLAY)
    person.slow_down()
    person.window.replay.bar.forward.click()
    assert ghosts(person) == {}
    go(person, PLAY)
    person.key(Qt.Key.Key_Escape)
    person.settled()
    assert ghosts(person) == {} and not panel(person).isVisible()
    assert all(not slot.marks.suggested for slot in person.table.slots.values())
    person.looks_right()


# ------------------------------------------------------------------ marked choices


def test_keys_lead_to_the_next_and_the_previous_marked_choice(home: Home, record: Record):
    person = watch(home, record)
    own = [SAFETY, DRAW, DISCARD, PLAY]
    for at in own:
        person.key(Qt.Key.Key_F3)
        assert stands_at(person) == at
    person.key(Qt.Key.Key_F3)
    assert stands_at(person) == PLAY and person.message == "There is no marked choice after this one."
    for at in own[-2::-1]:
        person.key(Qt.Key.Key_F3, modifiers=Qt.KeyboardModifier.ShiftModifier)
        assert stands_at(person) == at
    choose(person, "Seat: Computer")
    person.choose("Move", "Next marked choice")
    assert stands_at(person) == THEIRS


def test_the_current_row_stays_when_other_choices_are_reviewed(home: Home, record: Record):
    person = watch(home, record)
    go(person, DISCARD)
    listed = panel(person).list
    listed.setFocus()
    person.key(Qt.Key.Key_Down, Qt.Key.Key_Down)
    row = listed.currentRow()
    assert row > 0
    hand = reviewed(record, COSTS)[1]
    person.window.reviews.hand_reviewed.emit(record, hand)  # the news is about a different choice
    assert listed.currentRow() == row and listed.hasFocus()
    person.key(Qt.Key.Key_F3)
    assert stands_at(person) == PLAY


def test_marked_choices_are_announced(home: Home, record: Record):
    person = watch(home, record)
    said: list[str] = []
    person.table.announcer.announced.connect(said.append)
    person.key(Qt.Key.Key_F3)
    QCoreApplication.processEvents()
    assert len(said) == 1 and "Doubtful. You chose: play 100 Miles. Costs about 40 points." in said[0]


def test_buttons_lead_to_marked_choices_and_are_off_at_the_ends(home: Home, record: Record):
    person = watch(home, record)
    assert person.window.replay.bar.next_mark.isEnabled() and not person.window.replay.bar.previous_mark.isEnabled()
    person.window.replay.bar.next_mark.setFocus()
    for at in (SAFETY, DRAW, DISCARD, PLAY):
        person.key(Qt.Key.Key_Space)
        assert stands_at(person) == at
    assert not person.window.replay.bar.next_mark.isEnabled() and person.window.replay.bar.previous_mark.hasFocus()
    person.click_button(person.window.replay.bar.previous_mark)
    assert stands_at(person) == DISCARD


@pytest.mark.parametrize("path", [("Move", "Next marked choice"), ("Move", "Previous marked choice")])
def test_the_menu_entries_are_enabled_if_a_choice_is_marked(home: Home, record: Record, path: tuple[str, str]):
    person = home.open(going().record())
    assert not person.entry(*path).isEnabled()
    person.quit()
    person = watch(home, record)
    assert person.entry(*path).isEnabled()
    person.window.replay.bar.leave.click()
    assert not person.entry(*path).isEnabled()


# ------------------------------------------------------------------ opening, folding, requesting


@pytest.mark.parametrize("at", [PLAY, THEIRS])
def test_a_replay_can_open_at_a_choice(home: Home, record: Record, at: At):
    home.set({ANIMATION: "off"})
    keep(past(home), record, reviewed(record, COSTS), NOON)
    person = home.open(going().record())
    person.window.replay.show_choice(record, *at)
    assert stands_at(person) == at and panel(person).isVisible() and len(ghosts(person)) == 1
    assert person.window.replay.bar.view.currentText() == ("Your seat" if at == PLAY else "Both hands")
    person.window.replay.show_choice(record, *DRAW)
    assert stands_at(person) == DRAW


def test_the_panel_is_folded_and_unfolded_by_its_button(home: Home, record: Record):
    person = watch(home, record)
    go(person, PLAY)
    button = person.window.replay.bar.review
    assert button.isChecked()
    person.click_button(button)
    assert not panel(person).isVisible() and ghosts(person) == {}
    person.click_button(button)
    assert panel(person).isVisible() and len(ghosts(person)) == 1


@pytest.mark.slow
def test_a_requested_review_arrives_choice_by_choice(home: Home, record: Record, qtbot):
    """The process uses few imagined deals, so that the test is fast."""
    record = replace(record, body=Hands(record.hands[:1]))
    person = home.open(going().record())
    person.window.reviews._worlds = 2
    person.window.games.replay_record(record)
    assert person.window.replay_review.panel is None
    person.click_button(person.window.replay.bar.review)
    assert panel(person).title.text() == "Not reviewed yet"
    go(person, (1, 2))
    said: list[str] = []
    person.table.announcer.announced.connect(said.append)
    panel(person).ask.setFocus()
    person.key(Qt.Key.Key_Space)
    assert not panel(person).ask.isVisible() and panel(person).title.text() == "The coach looks at this game…"
    assert person.window.replay.bar.review.hasFocus(), "the focus moves from the button that vanished"
    qtbot.waitUntil(lambda: bool(panel(person).texts))
    assert panel(person).text.text().startswith("You chose: play Go.")
    QCoreApplication.processEvents()
    assert any("The coach looks at this game. 0 % is done." in text for text in said)
    assert any("You chose: play Go." in text for text in said), "the choice for which the person waited"


def test_a_game_without_a_coach_offers_no_review(home: Home, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(levels, "HAS_COACH", False)
    person = home.open(game="millieu")
    person.settled()
    person.choose("Game", "Replay from the beginning")
    assert not person.window.replay.bar.review.isVisible()
    assert person.window.replay_review.panel is None


def test_a_game_of_two_computers_names_both(home: Home, record: Record):
    players = tuple(PlayerInfo(name, "computer", "expert") for name in ("One", "Two"))
    person = watch(home, replace(record, players=players))
    go(person, PLAY)
    assert panel(person).text.text().startswith("Expert (1) chose: discard Spare Tire.")


# ------------------------------------------------------------------ continuing the game


def test_a_game_continued_from_a_marked_choice_is_assisted(home: Home, record: Record):
    waiting = going().record()
    person = watch(home, record)
    person.window.replay.show_choice(record, *PLAY)
    person.click_button(person.window.replay.bar.go_on)
    question = person.dialog(QuestionDialog)
    assert "assisted" in question.text.text()
    person.click_button(question.yes)
    person.settled()
    now = person.play.match.record()
    assert now.assisted and now.hands[0].actions[: PLAY[1] - 1] == record.hands[0].actions[: PLAY[1] - 1]
    assert len(now.hands[0].actions) == PLAY[1] - 1 and person.play.idle
    assert waiting in home.kept()
    assert ghosts(person) == {} and not panel(person).isVisible()
    person.looks_right()


# ------------------------------------------------------------------ space


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(("width", "height"), [(640, 480), (800, 600), (1280, 800), (1920, 1080)])
def test_the_words_fit_and_the_best_alternatives_are_visible(home: Home, record: Record, width: int, height: int):
    person = watch(home, record)
    person.window.setMinimumSize(0, 0)  # like a screen that has no more room
    person.window.resize(width, height)
    go(person, PLAY)
    shown, label = panel(person), panel(person).text
    person.wait_until(lambda: "miles to go" in label.text())
    QCoreApplication.processEvents()
    assert person.window.size().toTuple() == (width, height)
    assert label.heightForWidth(label.width()) <= label.height()
    assert shown.list.viewport().rect().contains(shown.list.visualItemRect(shown.list.item(2)))
    assert shown.rect().contains(shown.list.geometry())


def test_the_bar_uses_shorter_words_if_they_do_not_fit(home: Home, record: Record):
    person = watch(home, record)
    bar, window = person.window.replay.bar, person.window
    window.resize(800, 600)
    person.wait_until(lambda: bar.width() == 800)
    assert bar.go_on.text() == "Play on &from here…"
    bar.view.setItemText(1, "Asiento: Ordenador")  # as long as in Spanish
    window.resize(801, 600)
    person.wait_until(lambda: bar.go_on.text() == "&From here…")
    person.wait_until(lambda: all(box.width() >= box.sizeHint().width() for box in (bar.speed, bar.view)))
    window.resize(1280, 800)
    person.wait_until(lambda: bar.go_on.text() == "Play on &from here…")


def test_points_of_many_digits_do_not_cover_the_cost_of_a_choice(home: Home, record: Record):
    """The points and the cost are in one line, and neither may be painted over the other."""
    person = watch(home, record)
    go(person, DISCARD)
    shown, listed = panel(person), panel(person).list

    def cost_of_the_first(points: str) -> QImage:
        alternative = Alternative("play 200 Miles", points, "−1,234", "", is_best=False, was_chosen=False)
        shown.show_choice("Mistake", points, (alternative,))
        listed.doItemsLayout()
        row = listed.visualItemRect(listed.item(0))
        width = row.width() // 6  # less than the cost needs
        return listed.viewport().grab(row.adjusted(row.width() - width, 0, 0, 0)).toImage()

    assert cost_of_the_first("−123,456,789,123,456,789") == cost_of_the_first("0")


def test_a_row_is_high_enough_for_a_name_of_any_length(home: Home, record: Record):
    """Turns of Millieu have names of four lines in German, and of more in large text."""
    person = watch(home, record)
    go(person, DISCARD)
    names = ["\n".join(["Place the piece"] * lines) for lines in range(1, 9)]
    panel(person).show_choice("Mistake", "", tuple(Alternative(name, "", "", "", False, False) for name in names))
    listed = panel(person).list
    heights = [listed.visualItemRect(listed.item(row)).height() for row in range(listed.count())]
    line = QFontMetrics(listed.font()).lineSpacing()
    assert all(more - less > line / 2 for less, more in pairwise(heights)), heights
