"""The coach in a replay of Mille: ghosts of the better cards, and words that fit a deal."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from desktop.driver import NOON, Home, Person, past
from desktop.reviewed import At, keep, reviewed
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.drop_rules import places
from mile_bones.desktop.table.model import BACK
from mile_bones.engine.record import Record
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.match.replaying import Replay
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import ANIMATION
from stories import going

DATA = Path(__file__).parents[3] / "data" / "montreal"
DEALS = 2
DEAR = 90.0


@cache
def begun() -> Record:
    """Return the first deals of a game, and the beginning of one more deal."""
    whole = load_record(DATA / "game-usual.json")
    *played, last = whole.body.deals[: DEALS + 1]
    last = replace(last, actions=last.actions[:12], score=None)
    return replace(whole, body=replace(whole.body, deals=(*played, last)))


def missed(kind: Kind, seat: int) -> tuple[Record, At, Action]:
    """Return a game, a choice of `seat` in it, and another legal action of this kind for that choice."""
    for record in (begun(), load_record(DATA / "game-second-stock.json")):
        replay = Replay(record)
        for hand in (hand for hand in range(1, replay.hands + 1) if replay.is_over(hand)):
            for number, (state, action) in enumerate(replay.steps(hand), 1):
                for other in state.legal_actions() if action is not None and state.current_player == seat else ():
                    if other.kind is kind and other != action:
                        return record, (hand, number), other
    raise AssertionError(kind)


def watch(home: Home, record: Record, at: At, better: Action, view: str = "Your seat") -> Person:
    """Open the replay at a choice for which the action `better` would have been better."""
    home.set({ANIMATION: "off"})
    keep(past(home), record, reviewed(record, {at: (str(better), DEAR)}), NOON)
    person = home.open(going().record())
    person.window.games.replay_record(record)
    person.window.replay.bar.view.setCurrentText(view)
    go(person, at)
    return person


def go(person: Person, at: At) -> None:
    replay = person.window.replay
    replay.bar.slider.setValue(replay.replay.position(at[0], at[1] - 1))


def ghosts(person: Person) -> dict[str, tuple[str, ...]]:
    """Return the faces of the cards of each ghost, by place."""
    marks = {place: slot.marks.ghost for place, slot in person.table.slots.items()}
    return {place: (*ghost.below, ghost.face) for place, ghost in marks.items() if ghost}


def raised(person: Person) -> set[str]:
    return {place for place, slot in person.table.slots.items() if slot.marks.suggested}


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("kind", [Kind.DRAW, Kind.PILE, Kind.LAY, Kind.ADD, Kind.DISCARD])
def test_ghosts_of_the_better_cards_lie_where_they_would_go(home: Home, kind: Kind):
    record, at, better = missed(kind, 0)
    person = watch(home, record, at, better)
    sources, end = places(better, person.table.order.cards)
    expected = {end: tuple(ART[card] for card in better.cards) or (BACK,)}
    assert ghosts(person) == expected and raised(person) == sources
    assert person.table.buttons[end].accessibleDescription().startswith("Better: ")
    person.table.sort_by("value")
    assert raised(person) == places(better, person.table.order.cards)[0], "the marks stay with the cards"
    person.window.replay.bar.forward.click()
    assert ghosts(person) == {} and raised(person) == set(), "the choice is made"
    person.window.replay.bar.back.click()
    assert ghosts(person) == expected
    person.window.replay.bar.leave.click()
    person.settled()
    assert ghosts(person) == {} and raised(person) == set()
    person.looks_right()


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("kind", [Kind.DRAW, Kind.PILE, Kind.ADD, Kind.DISCARD])
def test_ghosts_for_the_other_player_lie_at_that_players_places(home: Home, kind: Kind):
    record, at, better = missed(kind, 1)
    person = watch(home, record, at, better, "Both hands")
    end = slot_names.other_set(better.rank) if kind is Kind.ADD else places(better, better.cards)[1]
    assert list(ghosts(person)) == [end] and raised(person) == set(), "the hand of that side lies elsewhere"


def test_a_better_new_set_has_ghosts_only_from_its_players_seat(home: Home):
    record, at, better = missed(Kind.LAY, 1)
    person = watch(home, record, at, better, "Both hands")
    assert ghosts(person) == {}
    person.window.replay.bar.view.setCurrentText("Seat: Computer")
    go(person, at)
    assert list(ghosts(person)) == [slot_names.LAY] and len(raised(person)) == len(better.cards)


def test_the_replay_panel_says_deal_instead_of_hand(home: Home):
    record, at, better = missed(Kind.DISCARD, 0)
    person = watch(home, record, at, better)
    panel = person.window.replay_review.panel
    go(person, (1, len(record.body.deals[0].actions) + 1))
    assert panel.title.text() == "The deal is over"
    go(person, (DEALS + 1, 5))
    assert panel.text.text() == "This deal was not played to its end."
