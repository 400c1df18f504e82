"""Mille in the main window: played against the computer, undone, replayed, and played by two people."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop.boards.montreal.gestures import Act, by_clicks, by_drags, by_keys, click, places_of
from desktop.boards.montreal.positions import cards, new_state, table
from desktop.boards.montreal.test_whole_deals import lively
from desktop.driver import Home, Person
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.narrator import Narrator
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal import words
from mile_bones.games.montreal.actions import ADD, DISCARD, DRAW, Action, Kind
from mile_bones.games.montreal.events import Discarded, Laid, PileTaken
from mile_bones.games.montreal.names import cards_text, ranks_words
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.i18n import format_signed
from mile_bones.match.replaying import Replay
from mile_bones.match.seats import Computer
from mile_bones.match.seats import Person as Seated
from mile_bones.players import load_player
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import ANIMATION
from stories import before_the_end

GAME = "montreal-mille"
CTRL = Qt.KeyboardModifier.ControlModifier


def play(person: Person, by: Act) -> int:
    """Carry out a computer player's choices with `by` until a dialog opens. Return the number of choices."""
    brain = load_player(GAME, "easy", seed=2)
    count = 0
    while not person.dialogs():
        assert count < 400, "the deal does not end"
        action = brain.choose(person.may_know)
        before = person.play.match.length
        by(person.table, action)
        person.settled()
        if not person.dialogs():
            assert person.play.match.length > before, str(action)
            assert person.sees == person.may_know
            assert sorted(person.table.order.cards) == sorted(person.sees.cards)
        count += 1
    return count


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    "by",
    [
        pytest.param(by_clicks, id="clicks"),
        pytest.param(by_drags, id="drags", marks=pytest.mark.proof),
        pytest.param(by_keys, id="keys"),
    ],
)
def test_a_whole_deal_can_be_played_against_the_computer(home: Home, by: Act) -> None:
    person = home.open(game=GAME)
    person.settled()
    assert play(person, by) > 5
    while person.dialogs() and person.dialogs()[-1].objectName() == "question_dialog":
        person.dialogs()[-1].accept()
        person.settled()
    assert person.play.match.totals != (0, 0)


def test_laid_cards_can_be_taken_back_for_free_until_the_discard(home: Home) -> None:
    person = home.open(game=GAME, seed=seed_with(3))
    person.settled()
    drawn(person)
    lay = next(action for action in person.sees.legal_actions() if action.kind is Kind.LAY)
    before = person.sees
    by_clicks(person.table, lay)
    person.settled()
    assert person.sees.own.ranks == (lay.rank,)
    person.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    person.settled()
    assert person.sees == before and person.sees.phase is Phase.PLAY
    assert not person.dialogs() and not person.play.match.assisted
    person.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    person.settled()
    assert person.sees.own.ranks == (lay.rank,)


def test_behind_the_score_sheet_the_panel_shows_what_both_hands_cost(home: Home, tmp_path: Path) -> None:
    record, action = before_the_end(GAME, 1)
    save_record(tmp_path / "game.json", record)
    person = home.open(file=tmp_path / "game.json", game=None)
    person.settled()
    assert figures(person, "In hand")[1] == "?"
    person.table.chosen.emit(action)
    person.settled()
    ended = person.play.match.ending(0).events[0]
    assert figures(person, "In hand") == tuple(format_signed(score.hand) for score in ended.scores)
    person.key(Qt.Key.Key_Escape)
    person.settled()
    assert "?" not in figures(person, "In hand"), "the figures stay as long as the table"
    person.choose("Game", "New game")
    person.settled()
    assert figures(person, "In hand")[1] == "?"


def figures(person: Person, label: str) -> tuple[str, str]:
    """Return the figures in the row of the score panel with this label."""
    return next(row.figures for row in person.table.panel.rows if row.label == label)


def seed_with(least: int) -> int:
    """Return the seed of a deal whose first player holds `least` or more cards of one rank other than 2."""
    for seed in range(200):
        held = new_state(seed).observation(0).cards
        if max(sum(card // 4 == rank for card in held) for rank in range(1, 13)) >= least:
            return seed
    raise AssertionError


def drawn(person: Person) -> None:
    by_keys(person.table, DRAW)
    person.settled()


def test_one_undo_takes_back_all_cards_that_one_gesture_laid_down(home: Home) -> None:
    person = home.open(game=GAME, seed=seed_with(4))
    person.settled()
    drawn(person)
    before, length = person.sees, person.play.match.length
    rank = next(rank for rank in range(1, 13) if sum(card // 4 == rank for card in before.cards) >= 4)
    place = slot_names.hand(next(n for n, card in enumerate(person.table.order.cards) if card // 4 == rank))
    person.double_click(place)
    person.settled()
    laid = person.sees
    assert person.play.match.length >= length + 2 and laid.own.size(rank) >= 4
    person.key(Qt.Key.Key_Z, modifiers=CTRL)
    person.settled()
    assert person.sees == before == person.may_know and not person.play.match.assisted
    person.key(Qt.Key.Key_Z, modifiers=CTRL | Qt.KeyboardModifier.ShiftModifier)
    person.settled()
    assert person.sees == laid == person.may_know
    lay = slot_names.own_set(rank)
    assert person.table.slots[lay].model.cards, "the set lies there"
    person.key(Qt.Key.Key_Z, modifiers=CTRL)
    person.settled()
    by_clicks(person.table, next(action for action in before.legal_actions() if action.kind is Kind.LAY))
    person.settled()
    person.key(Qt.Key.Key_Z, modifiers=CTRL)
    person.settled()
    assert person.sees == before, "one undo takes back a gesture of one action"


def test_the_message_names_all_cards_that_one_gesture_has_added(home: Home) -> None:
    person = home.open(game=GAME, seed=seed_with(5))
    person.settled()
    drawn(person)
    rank = next(rank for rank in range(1, 13) if sum(card // 4 == rank for card in person.sees.cards) >= 5)
    held = [card for card in sorted(person.sees.cards) if card // 4 == rank]
    person.double_click(places_of(person.table, held)[0])
    person.settled()
    assert person.sees.own.size(rank) == len(held)
    said = (
        f"You laid down {cards_text(held[:3])}. You added {cards_text(held[3:])} to the {ranks_words(rank)}. Your turn"
    )
    assert person.message.startswith(said)


def test_four_cards_of_one_gesture_go_down_one_action_after_another(home: Home) -> None:
    """Three cards make the set, and the fourth card is added after they have landed. The test presses nothing more,
    because a press would end all flights.
    """
    home.set({ANIMATION: "normal"})
    person = home.open(game=GAME, seed=seed_with(4))
    person.settled()
    drawn(person)
    held = person.sees.cards
    rank = next(card // 4 for card in held if sum(other // 4 == card // 4 for other in held) >= 4 and card > 3)
    same = [card for card in held if card // 4 == rank]
    person.slow_down()
    for place in places_of(person.table, same):
        click(person.table, place)
    click(person.table, slot_names.LAY)
    assert person.table.animator.running and person.may_know.own.size(rank) == 3
    person.table.finish()
    assert person.may_know.own.size(rank) == len(same) and person.sees == person.may_know
    assert person.flights() == []


def test_only_laying_down_the_last_card_brings_a_warning(home: Home) -> None:
    person = home.open(game=GAME, seed=5)
    person.settled()
    match, action = person.play.match, ADD[cards("8H")[0], 6]
    person.table.show_observation(table("8H", own=("8: 8S 8S 8D",)))
    assert person.table.warning(action) is not None and person.table.warning(DISCARD[cards("8H")[0]]) is None
    person.table.show_observation(table("8H 9H", own=("8: 8S 8S 8D",)))
    assert person.table.warning(action) is None
    assert match.length == 0


def goes_out(seen: Observation) -> Action | None:
    """Return the action that lays down all cards of the hand at once, or None if there is none."""
    laying = (action for action in seen.legal_actions() if action.kind in (Kind.LAY, Kind.ADD))
    return next((action for action in laying if len(action.cards) == len(seen.cards)), None)


def before_the_last_cards() -> Record:
    """Return a game in which Anna has drawn, and can lay down all her cards."""
    for seed in range(100):
        state, rng = new_state(seed), Rng(seed)
        while not state.needs_deal:
            seen = state.observation(state.current_player)
            if seen.seat == 0 and goes_out(seen) is not None:
                players = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
                return Record(GAME, GAME, players, state.body(), target=1200, seed=seed)
            down = [action for action in seen.legal_actions() if action.kind not in (Kind.DRAW, Kind.DISCARD)]
            state.apply_action(down[0] if down else lively(state, rng), deal=False)
    raise AssertionError


@pytest.mark.parametrize("sure", [False, True])
def test_laying_down_the_last_card_needs_a_confirmation(home: Home, sure: bool) -> None:
    record = before_the_last_cards()
    home.profile.games_dir.mkdir(parents=True, exist_ok=True)
    save_record(home.profile.games_dir / "current-montreal-1.json", record)
    person = home.open(game=GAME)
    person.settled()
    last = goes_out(person.sees)
    assert last is not None
    before = person.play.match.length
    by_drags(person.table, last)
    asked = person.dialog(QuestionDialog)
    assert asked.windowTitle() == "Go out?" and person.play.match.length == before
    person.click_button(asked.yes if sure else asked.no)
    person.answered(asked)
    assert person.play.match.length == before + sure
    assert bool(person.dialogs()) is sure, "the score sheet follows"
    if not sure:
        assert person.sees.to_act and sorted(person.table.order.cards) == sorted(last.cards)
        assert not any(slot.marks.hidden for slot in person.table.slots.values())


@pytest.mark.proof
def test_a_replay_moves_forward_and_back_and_shows_either_hand(home: Home) -> None:
    person = home.open(game=GAME, seed=5)
    person.settled()
    play(person, by_keys)
    while person.dialogs():
        person.dialogs()[-1].accept()
        person.settled()
    person.choose("Game", "Replay from the beginning")
    bar = person.window.replay.bar
    replay = Replay(person.window.replay.record)
    for position in (0, 1, 7, 20, 3):
        for view in range(3):
            bar.view.setCurrentIndex(view)
            bar.slider.setValue(position)
            seen = replay.moment(position).observations
            near = 1 if view == 1 else 0
            assert sorted(person.table.order.cards) == sorted(seen[near].cards)
            assert person.sees.sets == seen[0].sets
            there = {place for place, slot in person.table.slots.items() if slot.isVisible()}
            assert {place for place in there if slot_names.hand_index(place) is not None} == {
                slot_names.hand(index) for index in range(len(seen[near].cards))
            }
            if view == 2:
                assert bar.hand.count() == len(seen[1].cards)
    person.click_button(bar.leave)
    person.settled()


def test_a_curtain_hides_the_cards_between_the_turns_of_two_people(home: Home) -> None:
    person = home.open(game=GAME)
    person.window.games.new_game_of(GAME, (Seated("Anna"), Seated("Ben")))
    person.wait_until(lambda: person.play.waiting)
    for _turn in range(3):
        assert person.sees.cards == (), "nobody sees a card behind the curtain"
        person.play.reveal()
        person.settled()
        assert person.sees.to_act and len(person.table.order.cards) == 15
        drawn(person)
        by_clicks(person.table, DISCARD[person.sees.cards[0]])
        person.wait_until(lambda: person.play.waiting)


@pytest.mark.proof
def test_two_computers_are_watched_to_the_end_of_a_deal(home: Home) -> None:
    person = home.open(game=GAME)
    person.window.games.new_game_of(GAME, (Computer("easy", "One"), Computer("easy", "Two")))
    person.play.set_pace(0)
    person.wait_until(lambda: bool(person.dialogs()) or len(person.table.order.cards) > 0)
    assert person.table.drag.chosen == () and person.sees.cards != (), "one hand lies open"
    click(person.table, slot_names.hand(0))
    assert person.table.drag.chosen == (), "the hand is not the viewer's"
    person.wait_until(lambda: bool(person.dialogs()))
    assert person.dialogs()[-1].objectName() == "score_sheet_dialog"


def test_the_message_line_says_that_the_pile_was_taken_even_after_a_long_turn(home: Home) -> None:
    person = home.open(game=GAME)
    person.window.resize(800, 600)
    person.settled()
    narrator = Narrator(person.window.boards)
    narrator.set_viewer(words, 0, ("You", "Computer"))
    eights, nines, tens, jacks = (cards(f"{rank}S {rank}H {rank}D") for rank in ("8", "9", "10", "J"))
    laid = (Laid(1, tens, 8), Laid(1, jacks, 9), Laid(1, nines, 7))
    narrator.tell([PileTaken(1, eights[:2], eights[2], cards("KS KH QD 4C")), *laid, Discarded(1, nines[0])])
    narrator.prompt(person.sees)
    shown = person.table.message.text
    assert shown.startswith("Computer took the pile, 5 cards. Computer discarded the 9 of spades. Your turn:")
    assert "Computer laid down" in person.message, "a screen reader still reads all of it"
