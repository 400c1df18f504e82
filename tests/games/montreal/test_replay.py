"""Games of Mille that are written down and replayed, and the errors for records that do not fit.

``tests/data/montreal/game-*.json`` are records of an earlier version of the program. They must stay readable for ever::

    PYTHONPATH=tests python tests/games/montreal/test_replay.py    # writes the missing ones
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.montreal.tables import lively
from mile_bones.engine.bodies import Hands
from mile_bones.engine.errors import IllegalAction, RecordError, ReplayError
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.engine.rng import Rng
from mile_bones.games import facts, final_state, load_game, read_record, replay, spec
from mile_bones.games.montreal.actions import Kind
from mile_bones.games.montreal.body import DealRecord, Deals
from mile_bones.games.montreal.state import MontrealState

FOLDER = Path(__file__).parents[2] / "data/montreal"
PLAYERS = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
GAMES: dict[str, dict[str, Any]] = {
    "usual": {"seed": 8, "target": 1200},
    "all-options": {"seed": 11, "target": 400, "natural_required": True, "progressive": True, "stake": 2},
    "second-stock": {"seed": 3, "target": 30, "hoard": True},
}


def play(seed: int, target: int, *, hoard: bool = False, most: int = 100_000, **options: Any) -> Record:
    """Return a random game, or its first ``most`` actions. With ``hoard``, the first deal lasts until its second stock
    begins.
    """
    state = load_game("montreal-mille", options=options, target=target).new_state(seed)
    rng, count = Rng(seed), 0
    while not state.is_terminal() and count < most:
        actions = state.legal_actions()
        plain = [action for action in actions if action.kind in (Kind.DRAW, Kind.DISCARD)]
        waits = hoard and not state.round.reshuffled and state.hand_number == 1 and plain
        state.apply_action(plain[rng.below(len(plain))] if waits else lively(state, rng))
        count += 1
    return Record(
        *("montreal-mille", "montreal-mille", PLAYERS, state.body(), target),
        seed=seed,
        id=f"{seed:032x}",
        options=options,
    )


@pytest.fixture(scope="module", params=list(GAMES))
def text(request: pytest.FixtureRequest) -> str:
    return (FOLDER / f"game-{request.param}.json").read_text(encoding="utf-8")


def test_stored_games_replay_and_are_written_unchanged(text: str) -> None:
    record = read_record(text)
    assert final_state(record).is_terminal()
    assert record.to_json() == text
    assert final_state(record).body() == record.body


def test_a_text_with_a_fault_is_parsed_again_to_find_the_place(text: str) -> None:
    """If a text has a fault, it is read again by the parser that notes the place of every value."""
    spaced = text.replace('"deals": [', '"deals" : [ ', 1).replace('"assisted": false', '"assisted": 0', 1)
    with pytest.raises(RecordError, match="true or false"):
        read_record(spaced)
    duplicate = text.replace('"turned"', '"turned": "2C", "turned"', 1)
    with pytest.raises(RecordError, match="for the second time"):
        read_record(duplicate)


def test_all_stored_games_have_facts_and_a_score_sheet(text: str) -> None:
    record = read_record(text)
    found, sheet = facts(record), spec("montreal-mille").parts.sheet(record)
    assert len(found) == len(sheet) == record.body.count
    state = final_state(record)
    assert sum(sides[0]["naturals"] for sides in found) == state.naturals[0]
    assert sum(sides[1]["chapeaux"] for sides in found) == state.chapeaux[1]
    for sides, rows, log in zip(found, sheet, state.logs, strict=True):
        assert rows is not None
        assert tuple(sum(values[seat] for _label, values in rows) for seat in (0, 1)) == tuple(
            score.total for score in log.scores
        )
        assert sides[0]["out"] + sides[1]["out"] <= 1
        piles = [str(action).startswith("pile") for seat, action in log.actions if seat == 0]
        assert sides[0]["piles"] == sum(piles)
    own, other = (sum(sides[seat]["points"] for sides in found) for seat in (0, 1))
    assert state.returns() == ((own > other) - (own < other), (own < other) - (own > other))


@pytest.mark.parametrize("stake", [0, 1, 3])
@pytest.mark.parametrize("progressive", [False, True])
def test_the_facts_have_the_payment_of_the_game(text: str, stake: int, progressive: bool) -> None:
    record = read_record(text)
    record = replace(record, options={**record.options, "stake": stake, "progressive": progressive})
    ended = final_state(record).ending()[-1]
    found = facts(record)
    paid = [sum(sides[seat]["paid"] for sides in found) for seat in (0, 1)]
    assert paid[ended.winner] == -paid[1 - ended.winner] == (ended.payment.total if stake else 0)


def test_an_unfinished_deal_has_no_facts() -> None:
    record = play(1, 1200, most=30)
    assert facts(record) == ()
    assert spec("montreal-mille").parts.sheet(record) == (None,)


def test_the_record_has_the_order_of_the_second_stock() -> None:
    record = read_record((FOLDER / "game-second-stock.json").read_text(encoding="utf-8"))
    assert isinstance(record.body, Deals)
    deal = record.body.deals[0]
    assert deal.reshuffled is not None and len(deal.reshuffled) > 30
    unseeded = replace(record, seed=None)
    assert final_state(unseeded).body() == record.body, "without the seed"
    other = [*deal.reshuffled]
    other[-1], other[-2] = other[-2], other[-1]  # nobody has drawn these two cards
    assert other != list(deal.reshuffled)
    changed = replace(deal, reshuffled=tuple(other))
    body = Deals((changed, *record.body.deals[1:]))
    assert final_state(replace(unseeded, body=body)).body() == body


def test_drawing_again_after_undoing_a_reshuffle_gives_the_same_cards() -> None:
    record = play(3, 30, hoard=True)
    state = final_state(record)
    assert isinstance(state, MontrealState)
    again = state.before(len(state.actions))
    for action in state.actions:
        again.apply_action(action)
    assert again.body() == record.body


@pytest.fixture(scope="module")
def record() -> Record:
    return play(3, 30, hoard=True)


def shape_of(record: Record) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record.to_json())
    return found


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return a function that puts ``value`` at ``path``. If ``value`` is a function, it is applied to the old value."""

    def doing(shape: dict[str, Any]) -> None:
        at: Any = shape
        *steps, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
        for step in steps:
            at = at[step]
        at[last] = value(at[last]) if callable(value) else value

    return doing


def swapped(cards: list[str], one: int = 0, other: int = -1) -> list[str]:
    cards = [*cards]
    place = next(index for index, card in enumerate(cards) if card != cards[other]) if one == 0 else one
    cards[place], cards[other] = cards[other], cards[place]
    return cards


@pytest.mark.parametrize(
    ("path", "value", "hand", "action", "words"),
    [
        ("rules", "whist", None, None, "“whist” is not a rule set of Mille"),
        ("deals", [], None, None, "no deals"),
        ("deals.0.first", 1, 1, None, "not the cards of deal 3"),
        ("deals.0.turned", "1S", 1, None, "“1S” is not a card"),
        ("deals.0.dealt.0", lambda cards: cards[1:], 1, None, "14 cards were dealt to a player, not 15"),
        ("deals.0.stock", lambda cards: cards[:-1], 1, None, "there are 1 cards"),
        ("deals.0.stock", lambda cards: [*cards, "QS"], 1, None, "there are 3 cards QS, not 2"),
        ("deals.0.stock", swapped, 1, None, "not the cards of deal 3"),
        ("deals.0.reshuffled", lambda cards: cards[:-1], 1, None, "not the cards of the new stock"),
        ("deals.0.reshuffled", swapped, 1, None, "not the cards of the new stock"),
        ("deals.0.reshuffled", ["XX"], 1, None, "“XX” is not a card"),
        ("deals.0.actions.0", "1 draw", 1, 1, "“1 draw”: it is the turn of player 0"),
        ("deals.0.actions.0", "draw", 1, 1, "“draw”: it is the turn of player 0"),
        ("deals.0.actions.0", "0 sing", 1, 1, "“sing” is not an action"),
        ("deals.0.actions.0", "0 discard 11C", 1, 1, "“11C” is not a card"),
        ("deals.0.actions.0", "0 turned", 1, 1, "Only a 2 may be taken alone"),
        ("deals.0.actions.1", "0 draw", 1, 2, "“0 draw”: You have your card already"),
        ("deals.0.actions", lambda actions: [*actions, "0 draw"], 1, None, "the deal was over before this action"),
        ("deals.0.actions", lambda actions: actions[:-1], 1, None, "a score is given, but the deal is not finished"),
        ("deals.0.score.1.hand", 5, 1, None, "the score of player 1 says hand 5, but it is"),
        ("deals.0.score.0", {}, 1, None, "the score of player 0 has not the right items"),
        ("deals.0.score.0.naturals", 9, 1, None, "naturals 9"),
        ("seed", 4, 1, None, "not the cards of deal 4"),
        ("ended", GIVEN_UP, -1, None, "played to its end"),
        ("target", 100_000, None, None, None),
        ("options", {"stake": 4}, None, None, "“stake” cannot be “4” in Mille"),
        ("options", {"progressive": 1}, None, None, "“progressive” cannot be “1” in Mille"),
        ("options", {"jokers": True}, None, None, "“jokers” cannot be “True” in Mille"),
    ],
)
def test_an_error_names_the_deal_and_the_action(
    record: Record, path: str, value: Any, hand: int | None, action: int | None, words: str | None
) -> None:
    shape = shape_of(record)
    if path == "ended":
        shape[path] = value
    else:
        change(path, value)(shape)
    again = read_record(json.dumps(shape))
    if words is None:
        assert not final_state(again).is_terminal()
        return
    with pytest.raises(ReplayError) as caught:
        list(replay(again))
    assert words in str(caught.value)
    if hand is not None:
        assert caught.value.hand == (record.body.count if hand == -1 else hand)
        assert action is None or caught.value.action == action


def test_an_error_about_the_second_stock_names_the_reshuffling_action(record: Record) -> None:
    shape = shape_of(record)
    del shape["deals"][0]["reshuffled"]
    with pytest.raises(ReplayError, match="but their new order is missing") as caught:
        list(replay(read_record(json.dumps(shape))))
    number = caught.value.action
    assert number is not None
    draws = [text for text in shape["deals"][0]["actions"][:number] if text.endswith("draw")]
    assert len(draws) == 74, "the stock had 73 cards"
    shape["deals"][0]["reshuffled"] = ["2S"]
    del shape["seed"]
    with pytest.raises(ReplayError, match="not the cards of the new stock") as caught:
        list(replay(read_record(json.dumps(shape))))
    assert (caught.value.hand, caught.value.action) == (1, number)


def test_a_second_stock_without_a_reshuffle_is_refused() -> None:
    body = play(1, 1200, most=30).body
    assert isinstance(body, Deals)
    wrong = replace(play(1, 1200, most=30), body=Deals((replace(body.deals[0], reshuffled=("2S",)),)))
    with pytest.raises(ReplayError, match="a new stock is given, but nothing was shuffled"):
        list(replay(wrong))


def test_an_error_names_the_rule_that_an_action_breaks(record: Record) -> None:
    shape = shape_of(record)
    shape["deals"][0]["actions"][0] = "0 discard QS"
    with pytest.raises(ReplayError) as caught:
        list(replay(read_record(json.dumps(shape))))
    assert isinstance(caught.value.__cause__, IllegalAction)
    assert caught.value.__cause__.refusal.code == "draw_first"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("deals", {}, "a list in brackets"),
        ("deals.0.first", 2, "the first player is 0 or 1"),
        ("deals.0.turned", 5, "a text in quotes"),
        ("deals.0.dealt", [[]], "a list of two"),
        ("deals.0.stock", "2S", "a list in brackets"),
        ("deals.0.reshuffled", [1], "a text in quotes"),
        ("deals.0.score", [{"laid": True}, {}], "a whole number"),
        ("deals.0.jokers", 1, "“jokers” is not a part of a record"),
    ],
)
def test_an_error_names_the_place_of_a_fault_in_the_shape_of_a_record(path: str, value: Any, words: str) -> None:
    shape = shape_of(play(1, 1200, most=10))
    at: Any = shape
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        at = at[step]
    at[last] = value
    with pytest.raises(RecordError, match=words) as caught:
        read_record(json.dumps(shape))
    assert caught.value.column > 1
    with pytest.raises(RecordError, match="is missing"):
        read_record(json.dumps({name: part for name, part in shape_of(play(1, 9, most=3)).items() if name != "deals"}))


def test_a_record_of_another_kind_is_refused(record: Record) -> None:
    for changes in ({"body": Hands()}, {"target": None}):
        with pytest.raises(ReplayError):
            next(replay(replace(record, **changes)))  # type: ignore[arg-type]


def test_a_body_counts_its_deals_and_actions() -> None:
    body = play(1, 1200, most=0).body
    assert (body.begun, body.count, body.plies) == (False, 1, 0)
    body = play(1, 1200, most=7).body
    assert (body.begun, body.count, body.plies) == (True, 1, 7)
    assert body.first_deal() and body.first_deal() == play(1, 1200, most=0).body.first_deal()
    assert Deals().first_deal() == ""


def spoilt(shape: Any, luck: Random) -> None:
    """Replace one random value in ``shape`` by another, of the same type or not."""
    places: list[tuple[Any, Any]] = []

    def walk(at: Any) -> None:
        for key in range(len(at)) if isinstance(at, list) else list(at):
            places.append((at, key))
            if isinstance(at[key], list | dict):
                walk(at[key])

    walk(shape["deals"])
    at, key = luck.choice(places)
    what = luck.randrange(4)
    if what == 0:
        del at[key]
    elif what == 1:
        at[key] = luck.choice(["QS", "0 draw", 7, -1, None, True, [], {}, "0 discard 2S", "1 lay 2S 2H 2D", ""])
    elif what == 2 and isinstance(at, list):
        at.insert(key, at[luck.randrange(len(at))])
    else:
        other, place = luck.choice(places)
        at[key] = json.loads(json.dumps(other[place]))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_damaged_record_raises_an_error_or_is_the_same_game(record: Record, part: int) -> None:
    refused = 0
    for number in range(60):
        luck = Random(1000 * part + number)
        shape = shape_of(record)
        if luck.randrange(2):
            del shape["seed"]
        spoilt(shape, luck)
        try:
            again = read_record(json.dumps(shape))
            state = final_state(again)
        except (RecordError, ReplayError):
            refused += 1
            continue
        assert state.body() == again.body
    assert refused > 40


def test_a_deal_of_a_record_requires_all_its_cards() -> None:
    with pytest.raises(TypeError):
        DealRecord(0)  # type: ignore[call-arg]


if __name__ == "__main__":
    for name, how in GAMES.items():
        file = FOLDER / f"game-{name}.json"
        if not file.exists():
            file.write_text(play(**how).to_json(), encoding="utf-8")
