"""Replaying records: all conformance records are accepted, and altered records are refused.

``tests/data/conformance`` holds hands and games that other programs played. The naive engine finds the expected effect
of each alteration: the number of the first action that is now illegal, a score that is now wrong, or nothing if the
alteration does no harm (for example, two cards that nobody ever drew change places).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from games import naive
from games.tables import lively_steps, record_of
from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import load_game, replay
from mile_bones.games.milebones.cards import Card

FOLDER = Path(__file__).parent.parent / "data" / "conformance"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
ALTERED = ("original-00", "original-37", "mile-bones-hand-00", "mile-bones-hand-12")
"""The single hands in which every place is altered."""


def load(name: str) -> Record:
    return Record.from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def fault_of(record: Record) -> ReplayError | None:
    try:
        for _step in replay(record):
            pass
    except ReplayError as error:
        return error
    return None


def where(record: Record) -> tuple[int, int | None] | None:
    """Return the hand and action of the first fault, or None if there is no fault."""
    fault = fault_of(record)
    return None if fault is None else (fault.hand, fault.action)


def naive_hand(rules: str, hand: HandRecord) -> dict[str, object]:
    return naive.new_hand(naive.OPTIONS[rules], hand.first, hand.dealt, hand.deck)


def naive_where(record: Record) -> tuple[int, int | None] | None:
    """Return the expected result of ``where`` for a record of one hand whose cards are complete."""
    (hand,) = record.hands
    table = naive_hand(record.rules, hand)
    number = naive.replay(table, hand.actions)
    if number is not None:
        return 1, number
    right = naive.score(table) if table["over"] else None
    given = None if hand.score is None else [dict(side) for side in hand.score]
    return None if given == right else (1, None)


def changed_hand(record: Record, number: int = 1, **changes: object) -> Record:
    """Return the record with hand ``number``, counted from 1, changed."""
    hands = list(record.hands)
    hands[number - 1] = replace(hands[number - 1], **changes)
    return replace(record, body=Hands(tuple(hands)))


def put(items: tuple[str, ...], index: int, *others: str) -> tuple[str, ...]:
    """Return ``items`` with the item at ``index`` replaced by ``others``."""
    return (*items[:index], *others, *items[index + 1 :])


@pytest.mark.parametrize("name", NAMES)
def test_every_record_replays_to_its_scores(name: str) -> None:
    record = load(name)
    assert where(record) is None
    last = list(replay(record))[-1][0]
    assert last.body().hands[: len(record.hands)] == record.hands
    points = [sum(hand.score[seat]["total"] for hand in record.hands if hand.score) for seat in (0, 1)]
    assert list(last.totals) == points
    assert last.is_terminal() == (max(points) >= record.target)


@pytest.mark.parametrize("name", NAMES)
def test_the_naive_engine_gives_the_same_scores(name: str) -> None:
    record = load(name)
    for hand in record.hands:
        table = naive_hand(record.rules, hand)
        assert naive.replay(table, hand.actions) is None
        assert (naive.score(table) if table["over"] else None) == (hand.score and [dict(side) for side in hand.score])


def test_there_are_100_conformance_records() -> None:
    assert len(NAMES) == 100
    assert len([name for name in NAMES if "game" in name]) == 10


def test_each_action_comes_with_the_state_before_it() -> None:
    record = load("mile-bones-game-00")
    steps = [(state.current_player, action) for state, action in replay(record)]
    texts = [text for hand in record.hands for text in hand.actions]
    assert [f"{player} {action}" for player, action in steps[:-1]] == texts
    assert steps[-1] == (None, None)


# --- one hand, altered everywhere --------------------------------------------------------------------------------


def altered_cards(record: Record) -> Iterator[Record]:
    """Yield the record with each card of the deal in turn replaced by the next face, so that the deck is not
    complete.
    """
    hand = record.hands[0]
    names = [card.notation for card in Card]

    def other(card: str) -> str:
        return names[(names.index(card) + 1) % len(names)]

    for seat in (0, 1):
        for index, card in enumerate(hand.dealt[seat]):
            dealt = list(hand.dealt)
            dealt[seat] = put(hand.dealt[seat], index, other(card))
            yield changed_hand(record, dealt=(dealt[0], dealt[1]))
    for index, card in enumerate(hand.deck):
        yield changed_hand(record, deck=put(hand.deck, index, other(card)))


@pytest.mark.parametrize("name", ALTERED)
def test_a_replaced_card_is_found_anywhere_in_a_record(name: str) -> None:
    alterations = list(altered_cards(load(name)))
    assert len(alterations) == 101
    for record in alterations:
        fault = fault_of(record)
        assert fault is not None
        assert (fault.hand, fault.action) == (1, None)
        assert "cards" in fault.reason


def changes_of_actions(actions: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the actions with each one omitted, doubled, swapped with the next, moved to the other seat, or replaced."""
    for index, text in enumerate(actions):
        seat, _space, notation = text.partition(" ")
        verb, _space, card = notation.partition(" ")
        yield put(actions, index)
        yield put(actions, index, text, text)
        yield put(actions, index, f"{1 - int(seat)} {notation}")
        if index + 1 < len(actions):
            yield put(put(actions, index, actions[index + 1]), index + 1, text)
        if verb in ("play", "discard"):
            yield put(actions, index, f"{seat} {'discard' if verb == 'play' else 'play'} {card}")
            yield put(actions, index, f"{seat} {verb} {'STOP' if card != 'STOP' else 'GO'}")
        if verb == "extend":
            yield put(actions, index, f"{seat} extend {'no' if card == 'yes' else 'yes'}")
    for length in range(0, len(actions), 7):
        yield actions[:length]
    yield (*actions, "0 draw")
    yield (*actions, "1 discard GO")


@pytest.mark.proof
@pytest.mark.parametrize("name", ALTERED)
def test_an_error_names_the_place_of_an_altered_action(name: str) -> None:
    record = load(name)
    harmless = total = 0
    for actions in changes_of_actions(record.hands[0].actions):
        altered = changed_hand(record, actions=actions)
        assert where(altered) == naive_where(altered), actions
        harmless += where(altered) is None
        total += 1
    assert total > 200
    assert harmless < total // 20  # for example two 25s of one player in the other order


@pytest.mark.sample(fast=1)
@pytest.mark.parametrize("name", ALTERED)
def test_an_error_names_the_place_of_swapped_cards_that_change_the_game(name: str) -> None:
    record = load(name)
    hand = record.hands[0]
    found = 0
    for index in range(len(hand.deck) - 1):
        deck = put(put(hand.deck, index, hand.deck[index + 1]), index + 1, hand.deck[index])
        altered = changed_hand(record, deck=deck)
        assert where(altered) == naive_where(altered)
        found += where(altered) is not None
    altered = changed_hand(record, dealt=hand.dealt[::-1])
    assert where(altered) == naive_where(altered)
    assert where(altered) is not None
    assert found > 10


@pytest.mark.parametrize("name", ALTERED)
def test_every_item_of_the_score_is_checked(name: str) -> None:
    record = load(name)
    score = record.hands[0].score
    assert score is not None
    for seat in (0, 1):
        for item, points in score[seat].items():
            wrong: list[dict[str, int]] = []
            wrong += [{**score[seat], item: points + step} for step in (-100, 1, 25)]
            wrong.append({name: value for name, value in score[seat].items() if name != item})
            for side in wrong:
                sides = (side, score[1]) if seat == 0 else (score[0], side)
                fault = fault_of(changed_hand(record, score=sides))
                assert fault is not None
                assert (fault.hand, fault.action) == (1, None)
                assert str(seat) in fault.reason
        more = {**score[seat], "bonus": 0}
        assert where(changed_hand(record, score=(more, score[1]) if seat == 0 else (score[0], more))) == (1, None)
    if dict(score[0]) != dict(score[1]):
        assert where(changed_hand(record, score=score[::-1])) == (1, None)


Change = Callable[[Record], Record]
WHOLE_HAND: dict[str, tuple[Change, tuple[int, int | None] | None]] = {
    "the other player begins": (lambda r: changed_hand(r, first=1 - r.hands[0].first), (1, 1)),
    "no score": (lambda r: changed_hand(r, score=None), (1, None)),
    "100 cards": (lambda r: changed_hand(r, deck=r.hands[0].deck[:-1]), (1, None)),
    "102 cards": (lambda r: changed_hand(r, deck=(*r.hands[0].deck, "GO")), (1, None)),
    "five cards dealt": (
        lambda r: changed_hand(
            r, dealt=(r.hands[0].dealt[0][:5], r.hands[0].dealt[1]), deck=(*r.hands[0].deck, r.hands[0].dealt[0][5])
        ),
        (1, None),
    ),
    "seven cards dealt": (
        lambda r: changed_hand(
            r, dealt=(r.hands[0].dealt[0], (*r.hands[0].dealt[1], r.hands[0].deck[0])), deck=r.hands[0].deck[1:]
        ),
        (1, None),
    ),
    "an unknown card": (lambda r: changed_hand(r, deck=put(r.hands[0].deck, 3, "SNOW")), (1, None)),
    "a card in small letters": (lambda r: changed_hand(r, deck=put(r.hands[0].deck, 3, "go")), (1, None)),
    "no hands": (lambda r: replace(r, body=Hands(())), (None, None)),
    "an action after the end": (lambda r: changed_hand(r, actions=(*r.hands[0].actions, "0 draw")), None),
    "the hand twice": (lambda r: replace(r, body=Hands(r.hands * 2)), (2, None)),
}
"""Changes to a record of one hand, each with the expected place of the fault: its hand and its action. None instead of
a place means that the fault is after the last action.
"""


@pytest.mark.parametrize("name", ALTERED)
@pytest.mark.parametrize("what", WHOLE_HAND)
def test_a_hand_that_is_wrong_as_a_whole_is_refused(name: str, what: str) -> None:
    record = load(name)
    change, expected = WHOLE_HAND[what]
    assert where(change(record)) == (expected or (1, len(record.hands[0].actions) + 1))


WRONG_TEXTS = (
    *("", "0", "draw", "0draw", " 0 draw", "0  draw", "00 draw", "+0 draw", "2 draw", "-1 draw", "٠ draw", "0 Draw"),
    *("0 draw ", "0 play", "0 play SNOW", "0 discard 125", "0 extend", "0 extend maybe", "0 pass", "0 draw GO"),
)


@pytest.mark.parametrize("text", WRONG_TEXTS)
def test_an_error_names_the_place_of_a_text_that_is_not_an_action(text: str) -> None:
    record = load("original-00")
    for index in (0, 5):
        altered = changed_hand(record, actions=put(record.hands[0].actions, index, text))
        assert where(altered) == (1, index + 1)


def test_the_error_has_the_reason_in_words() -> None:
    record = load("original-00")
    first = record.hands[0].first
    altered = changed_hand(record, actions=put(record.hands[0].actions, 0, f"{first} extend yes"))
    fault = fault_of(altered)
    assert fault is not None
    assert str(fault).startswith("hand 1, action 1: ")
    assert "Nobody has asked about an extension" in fault.reason


# --- whole games -------------------------------------------------------------------------------------------------

GAMES = ("mile-bones-game-01", "mille-game-03")
with_each_game = pytest.mark.parametrize("name", GAMES)


@with_each_game
def test_the_error_names_the_hand_with_the_fault(name: str) -> None:
    record = load(name)
    for number, hand in enumerate(record.hands, 1):
        assert hand.score is not None
        end, middle = len(hand.actions), len(hand.actions) // 2
        sheet = (hand.score[0], {**hand.score[1], "total": hand.score[1]["total"] + 5})
        wrong_as_a_whole = ({"score": sheet}, {"score": None}, {"actions": hand.actions[:-1]}, {"deck": hand.deck[1:]})
        for change in wrong_as_a_whole:
            assert where(changed_hand(record, number, **change)) == (number, None)
        assert where(changed_hand(record, number, first=1 - hand.first)) == (max(number, 2), None)
        nonsense = put(hand.actions, middle, "0 nothing")
        assert where(changed_hand(record, number, actions=nonsense)) == (number, middle + 1)
        assert where(changed_hand(record, number, actions=(*hand.actions, "0 draw"))) == (number, end + 1)


@with_each_game
def test_omitted_doubled_and_swapped_hands_are_found(name: str) -> None:
    record = load(name)
    hands = record.hands
    for index in range(len(hands) - 1):
        without = (*hands[:index], *hands[index + 1 :])
        assert where(replace(record, body=Hands(without))) == (
            (index + 1, None) if 0 < index < len(hands) - 1 else None
        )
        doubled = (*hands[: index + 1], *hands[index:])
        assert where(replace(record, body=Hands(doubled))) == (index + 2, None)


@with_each_game
def test_a_hand_after_the_end_of_the_game_is_refused(name: str) -> None:
    record = load(name)
    more = replace(record.hands[0], first=1 - record.hands[-1].first)
    assert where(replace(record, body=Hands((*record.hands, more)))) == (len(record.hands) + 1, None)


@with_each_game
def test_a_record_must_end_when_its_target_is_reached(name: str) -> None:
    record = load(name)
    assert where(replace(record, target=1)) == (2, None)


@with_each_game
def test_an_unfinished_hand_followed_by_another_is_refused(name: str) -> None:
    record = load(name)
    open_hand = changed_hand(record, 2, actions=record.hands[1].actions[:9], score=None)
    assert where(open_hand) == (2, None)


@with_each_game
def test_the_last_hand_may_be_unfinished_and_then_has_no_score(name: str) -> None:
    record = load(name)
    last = len(record.hands)
    actions = record.hands[-1].actions
    for length in range(0, len(actions), 3):
        assert where(changed_hand(record, last, actions=actions[:length], score=None)) is None
    assert where(changed_hand(record, last, actions=actions[:9])) == (last, None)


@with_each_game
def test_a_record_may_stop_after_any_hand_and_be_continued(name: str) -> None:
    record = load(name)
    for length in range(1, len(record.hands)):
        part = replace(record, body=Hands(record.hands[:length]))
        assert where(part) is None
        state = list(replay(part, seed=5))[-1][0]
        assert not state.is_terminal()
        assert len(state.logs) == length + 1
        assert state.first == record.hands[length].first
        for _step in lively_steps(state, length):
            pass
        assert state.is_terminal()
        assert where(record_of(state)) is None


def test_the_cards_must_be_those_of_the_given_seed() -> None:
    state = load_game("mile-bones", "mille").new_state(7)
    for _step in lively_steps(state, 7):
        if len(state.logs) > 2:
            break
    record = replace(record_of(state), seed=7)
    assert where(record) is None
    assert where(replace(record, seed=8)) == (1, None)
    swapped = changed_hand(record, 2, deck=record.hands[1].deck[::-1])
    assert where(swapped) == (2, None)
    assert "deal 7" in str(fault_of(swapped))


def test_future_hands_come_from_the_seed_of_the_record() -> None:
    whole = load_game("mile-bones").new_state(7)
    for _step in lively_steps(whole, 7):
        if len(whole.logs) > 1:
            break
    one = replace(record_of(whole), body=Hands(record_of(whole).hands[:1]), seed=7)
    state, _none = list(replay(one, seed=99))[-1]
    assert len(state.logs) == 2
    assert state.logs[1].deal == whole.logs[1].deal


def test_a_game_that_was_given_up_can_be_replayed() -> None:
    state = load_game("mile-bones").new_state(seed=3)
    for _step in lively_steps(state, 3, most=150):
        pass
    assert where(record_of(state, GIVEN_UP)) is None


@with_each_game
def test_a_finished_game_cannot_have_been_given_up(name: str) -> None:
    record = replace(load(name), ended=GIVEN_UP)
    assert where(record) == (len(record.hands), None)


def test_a_record_must_follow_its_own_rule_set() -> None:
    """For each rule set, some record breaks the rules of the other."""
    for rules, other in (("mille", "mile-bones"), ("mile-bones", "mille")):
        records = [record for record in map(load, NAMES) if record.rules == rules]
        assert any(where(replace(record, rules=other)) is not None for record in records)
