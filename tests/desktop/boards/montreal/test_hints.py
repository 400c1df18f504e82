"""The coach at the table of Mille: a hint by H, all choices in points, and the question before the last card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop.boards.montreal.gestures import by_clicks, click, places_of, target_of
from desktop.boards.montreal.test_in_the_window import before_the_last_cards, drawn, goes_out, seed_with
from desktop.driver import Home, Person
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.drop_rules import places
from mile_bones.desktop.dialogs.advice import AdviceDialog
from mile_bones.desktop.dialogs.base import PaperButton
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.tutor_bar import TutorBar
from mile_bones.games.montreal.actions import ADD, DISCARD, DRAW, LAY, PILE
from mile_bones.games.montreal.cards import parse_cards
from mile_bones.library.settings import TUTOR
from mile_bones.players import load_coach
from mile_bones.players.coach import Mark, Rating
from mile_bones.storage.records import save_record

GAME = "montreal-mille"
HAND = parse_cards(["8S", "8H", "8D", "9C", "8S"])


def test_places_returns_the_cards_and_the_target_of_an_action():
    at = slot_names.hand
    assert places(DRAW, HAND) == (frozenset(), slot_names.STOCK)
    assert places(DISCARD[HAND[3]], HAND) == ({at(3)}, slot_names.PILE)
    assert places(LAY[tuple(sorted(HAND[:3]))], HAND) == ({at(0), at(1), at(2)}, slot_names.LAY)
    assert places(PILE[HAND[0], HAND[0]], HAND) == ({at(0), at(4)}, slot_names.PILE)
    assert places(ADD[HAND[3], 7], HAND) == ({at(3)}, slot_names.own_set(7))


def advised(person: Person) -> set[str]:
    return {place for place, slot in person.table.slots.items() if slot.marks.suggested}


def calling(person: Person) -> set[str]:
    """Return the places that invite the player or are lit."""
    return {place for place, slot in person.table.slots.items() if slot.marks.invite or slot.marks.lit}


def with_last_cards(home: Home) -> Person:
    home.profile.games_dir.mkdir(parents=True, exist_ok=True)
    save_record(home.profile.games_dir / "current-montreal-1.json", before_the_last_cards())
    person = home.open(game=GAME)
    person.settled()
    return person


def hint(person: Person) -> None:
    person.key(Qt.Key.Key_H)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.wait_until(lambda: bool(advised(person)))


def test_a_hint_marks_the_cards_and_their_place_and_says_why(home: Home):
    person = home.open(game=GAME, seed=3)
    person.settled()
    by_clicks(person.table, DRAW)
    person.settled()
    hint(person)
    best = load_coach(GAME).rate(person.may_know, 2400)
    action = best.best.action
    assert advised(person) == {*places_of(person.table, action.cards), target_of(action)}
    assert calling(person) <= advised(person), "no other place is lit"
    assert person.message.startswith("Hint: ")
    assert person.play.match.assisted
    person.key(Qt.Key.Key_H)
    advice = person.asked(AdviceDialog)
    assert len(advice.table.plan.rows) == min(15, len(person.may_know.legal_actions())), "the best of very many"
    told = [each.text() for each in advice.findChildren(QLabel)]
    assert (
        "Points by which you would be ahead at the end of the deal, on average, and your chance to win the game."
        in told
    )
    person.key(Qt.Key.Key_Escape)
    person.wait_until(lambda: advice not in person.dialogs())
    by_clicks(person.table, action)
    person.settled()
    assert not advised(person), "the choice has been made"
    assert not person.sees.to_act or calling(person), "the table invites the next step"


def test_a_hint_raises_only_its_own_cards_and_not_the_offered_pair(home: Home):
    person = home.open(game=GAME, seed=1)
    person.settled()
    table = person.table
    assert {place for place, slot in table.slots.items() if slot.marks.selected}, "a pair for the pile is selected"
    for action in person.sees.legal_actions():
        table.suggest(action)
        raised = {place for place, slot in table.slots.items() if slot.marks.selected or slot.marks.raised}
        assert raised == places(action, table.order.cards)[0], action


@pytest.mark.proof
def test_the_question_before_the_last_card_offers_a_hint(home: Home):
    person = with_last_cards(home)
    out = goes_out(person.sees)
    assert out is not None
    by_clicks(person.table, out)
    question = person.dialog(QuestionDialog)
    assert question.windowTitle() == "Go out?"
    person.click_button(next(each for each in question.findChildren(PaperButton) if each.text() == "&Hint"))
    agreed = person.asked(QuestionDialog)
    person.wait_until(lambda: person.dialogs()[-1] is not question)
    agreed = person.dialogs()[-1]
    person.click_button(agreed.yes)
    person.wait_until(lambda: question.yes.suggested or question.no.suggested)
    best = load_coach(GAME).rate(person.may_know, 2400)
    assert question.yes.suggested == (best.is_best(out))


def test_the_tutor_objects_to_a_costly_step_and_the_player_can_insist(home: Home):
    home.set({TUTOR: True})
    person = home.open(game=GAME, seed=3)
    person.settled()
    by_clicks(person.table, DRAW)
    person.settled()
    person.wait_until(lambda: person.window.hints._known is not None)
    rating = person.window.hints._known[1]
    costly = next(worth.action for worth in rating.worths if rating.mark(worth.action) in (Mark.MISTAKE, Mark.BLUNDER))
    length = person.play.match.length
    by_clicks(person.table, costly)
    person.wait_until(lambda: bool(person.window.findChildren(TutorBar)))
    (bar,) = person.window.findChildren(TutorBar)
    assert person.play.match.length == length and not person.dialogs()
    best = rating.best.action
    marked = {
        place for place, slot in person.table.slots.items() if slot.marks.ghost or slot.marks.suggested == "Better"
    }
    assert marked & {*places_of(person.table, best.cards), target_of(best)}
    person.click_button(bar.play)
    assert person.play.match.length > length
    assert not [slot for slot in person.table.slots.values() if slot.marks.ghost]


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)], ids=str)
def test_the_lamp_on_the_table_asks_the_coach_as_well(home: Home, size: tuple[int, int]):
    person = home.open(game=GAME, seed=3)
    person.window.resize(*size)
    person.settled()
    by_clicks(person.table, DRAW)
    person.settled()
    lamp = person.table.tools["hint"]
    assert lamp.isVisible() and person.table.viewport().rect().contains(lamp.geometry())
    assert min(lamp.size().toTuple()) >= 24, "large enough for a finger"
    others = [slot.rect.toAlignedRect() for slot in person.table.slots.values() if slot.isVisible()]
    assert not any(lamp.geometry().intersects(other) for other in others)
    person.click_button(lamp)
    question = person.dialog(QuestionDialog)
    assert question.windowTitle() == "Ask the coach?"
    person.click_button(question.no)


@pytest.mark.parametrize("knows", [False, True], ids=["at once", "after thinking"])
@pytest.mark.parametrize("strict", [False, True], ids=["usual", "strict"])
def test_a_gesture_of_several_steps_is_done_whole_whatever_the_tutor_says(
    home: Home, monkeypatch: pytest.MonkeyPatch, knows: bool, strict: bool
):
    """All cards of one rank are laid down: a set of three, and then each further card is added. A strict tutor objects
    to each step but the best.
    """
    if strict:
        monkeypatch.setattr(Rating, "mark", lambda rating, action: None if rating.is_best(action) else Mark.MISTAKE)
    home.set({TUTOR: True})
    person = home.open(game=GAME, seed=seed_with(4))
    person.settled()
    drawn(person)
    if knows:
        person.wait_until(lambda: person.window.hints._known is not None)
    held = person.table.order.cards
    rank = next(card >> 2 for card in held if card >> 2 != 1 and sum(each >> 2 == card >> 2 for each in held) > 3)
    alike = [place for place, card in enumerate(held) if card >> 2 == rank]
    length = person.play.match.length
    for place in alike:
        click(person.table, slot_names.hand(place))
    click(person.table, slot_names.LAY)
    objections = insist_until(person, length + len(alike) - 2)
    assert (objections > 0) == strict
    assert not [card for card in person.sees.cards if card >> 2 == rank]
    person.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    person.settled()
    assert person.play.match.length == length, "one undo takes the whole gesture back"


def insist_until(person: Person, length: int) -> int:
    """Play on after each objection of the tutor until the match has `length` actions. Return the number of
    objections.
    """
    objections = 0

    def insists() -> bool:
        nonlocal objections
        for bar in person.window.findChildren(TutorBar):
            if bar.isVisible():
                objections += 1
                person.click_button(bar.play)
        return person.play.match.length == length

    person.wait_until(insists)
    person.settled()
    return objections
