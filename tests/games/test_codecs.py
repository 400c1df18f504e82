"""Observations that are written as JSON and read again are unchanged, and impossible observations are refused.

Events for a seat have exactly the members that the codec lists.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.conformance_kit import SUBJECTS, Subject, positions
from games.millieu.positions import wandering
from games.tables import turns
from mile_bones.engine.errors import NotationError
from mile_bones.engine.rng import Rng
from mile_bones.engine.shapes import Contradiction, ShapeError, members
from mile_bones.games import spec
from mile_bones.games.milebones import codec
from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.millieu import codec as millieu_codec
from mile_bones.games.millieu.actions import PLACE
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players import load_player

rule_sets = pytest.mark.parametrize("rules", RULE_SETS)
RARE = {"passed", "reshuffled", "turned_taken"}
"""Events that need not occur in a game. Each has a test in the folder of its game."""
subjects = pytest.mark.parametrize("subject", SUBJECTS, ids=str)


def through_text(shape: object) -> Any:
    return json.loads(json.dumps(shape))


@pytest.mark.slow
@subjects
def test_observations_of_both_seats_survive_writing_and_reading(subject: Subject) -> None:
    own = subject.spec.codec
    for state in positions(subject, 1):
        for seat in (0, 1):
            observation = state.observation(seat)
            shape = own.observation(observation)
            assert list(shape) == list(own.OBSERVATION)
            assert own.read_observation(through_text(shape)) == observation


@subjects
def test_events_have_exactly_the_listed_members(subject: Subject) -> None:
    own, state, rng = subject.spec.codec, subject.load().new_state(seed=1), Rng(1)
    told = set()
    for _turn in turns(state):
        for event in (*state.opening(), *state.apply_action(subject.lively(state, rng))):
            for seat in (0, 1):
                shape = through_text(own.event(event, seat))
                assert list(shape) == ["event", *own.EVENTS[shape["event"]]]
                members(own.EVENTS[shape["event"]])(shape, ("event",))
                assert shape == own.event(event.seen_by(seat), seat), "the event hides what the seat may not see"
                told.add(shape["event"])
    assert "game_ended" in told
    assert {"dealt", "hand_ended"} & told == ({"dealt", "hand_ended"} if subject.spec.has_deals else set())
    assert set(own.EVENTS) - told <= RARE, "some kind of event was never tried"


@subjects
def test_the_codec_parses_actions_as_the_game_does(subject: Subject) -> None:
    own, game = subject.spec.codec, subject.load()
    assert all(own.action(str(action)) == action == game.parse_action(str(action)) for action in subject.action_space)
    with pytest.raises(NotationError):
        own.action("fly")


def observations(rules: str, seeds: range) -> Iterator[Observation]:
    """Yield the observations of both seats before every choice in some hands."""
    players = load_player("mile-bones", "original"), load_player("mile-bones", "easy")
    for seed in seeds:
        hand = Hand(RULE_SETS[rules], shuffled_deal(RULE_SETS[rules], seed, 0, seed % 2))
        while hand.ended is None:
            yield from (hand.observation(seat, 3, (1200, -50)) for seat in (0, 1))
            forced = hand.draw_is_forced()
            hand.apply(DRAW if forced else players[hand.player].choose(hand.observation(hand.player)))
        yield hand.observation(0, 4, (5000, 300), over=True)


@pytest.mark.slow
@rule_sets
def test_observations_from_computer_games_survive_writing_and_reading(rules: str) -> None:
    phases = set()
    for observation in observations(rules, range(12)):
        assert codec.read_observation(through_text(codec.observation(observation))) == observation
        phases.add(observation.phase)
    assert phases == set(Phase)


@pytest.fixture(scope="module")
def busy() -> dict[str, Any]:
    """Return a table with many kinds of cards: safeties, a coup, 200s, hazards, discards."""
    for observation in observations("mile-bones", range(400)):
        if (
            observation.own.coups
            and observation.own.two_hundreds
            and observation.other.safeties
            and observation.coup_hazard
        ):
            return codec.observation(observation)
    raise AssertionError("no such table in 400 hands")


def change(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    def doing(shape: dict[str, Any]) -> None:
        *path, last = name.split(".")
        for step in path:
            shape = shape[step]
        shape[last] = value(shape[last]) if callable(value) else value

    return doing


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("player", None, "player"),
        ("phase", "over", "player"),
        ("goal", 1000, "goal"),
        ("extended_by", 0, "goal"),
        ("goal", 725, "goal"),
        ("own.miles", lambda miles: miles + 25, "own.miles"),
        ("own.two_hundreds", lambda number: number + 1, "own.two_hundreds"),
        ("own.distances", ["200", "200", "200"], "own.two_hundreds"),
        ("own.distances", ["100"] * 8, "own.miles"),
        ("own.can_go", lambda flag: not flag, "own.can_go"),
        ("other.limited", lambda flag: not flag, "other.limited"),
        ("own.coups", [], None),  # consistent, because the cards do not show whether there was a coup
        ("other.coups", ["RIGHT_OF_WAY", "RIGHT_OF_WAY"], "other.coups"),
        ("other.safeties", lambda cards: cards * 2, "other.safeties"),
        ("other_cards", lambda number: number + 1, "left"),
        ("left", lambda number: number - 1, "left"),
        ("hand", lambda cards: [*cards, "GO"], "left"),
        ("hand", ["STOP"] * 5, "exposed"),
        ("exposed.GO", 15, "exposed"),
        ("discards", lambda items: items + [{"seat": 0, "card": "STOP"}] * 5, "discards"),
    ],
)
def test_contradicting_members_are_refused(busy: dict[str, Any], name: str, value: object, field: str | None) -> None:
    shape = copy.deepcopy(busy)
    change(name, value)(shape)
    members(codec.OBSERVATION)(shape, ())  # each member is valid if the others are ignored
    if field is None:
        codec.read_observation(shape)
        return
    with pytest.raises(Contradiction) as caught:
        codec.read_observation(shape)
    assert caught.value.dotted_path == field


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("seat", 2, "“seat”: a whole number from 0 to 1 is expected"),
        ("seat", True, "“seat”: a whole number from 0 to 1"),
        ("left", -1, "“left”: a whole number from 0"),
        ("hand", "GO", "“hand”: a list is expected"),
        ("hand", ["GO", "go"], "“hand[1]”: one of these is expected: 100, 200"),
        ("rules", ["mille"], "“rules”: one of these is expected: mile-bones, mille"),
        ("own", [], "“own”: an object is expected"),
        ("own.can_go", 1, "“own.can_go”: true or false is expected"),
        ("own.battle", "SPEED_LIMIT", "“own.battle”: one of these is expected"),
        ("dirt", "GO", "“dirt”: one of these is expected"),
        ("discards", [{"seat": 0}], "“discards[0].card”: it is missing"),
        ("exposed", {"25": 1}, "it is missing"),
        ("totals", [0, 0], "“totals”: an object is expected"),
        ("totals.own", None, "“totals.own”: a whole number"),
    ],
)
def test_the_error_names_a_member_of_the_wrong_type(busy: dict[str, Any], name: str, value: object, says: str) -> None:
    shape = copy.deepcopy(busy)
    change(name, value)(shape)
    with pytest.raises(ShapeError) as caught:
        codec.read_observation(shape)
    assert not isinstance(caught.value, Contradiction)
    assert says in str(caught.value)


@pytest.mark.parametrize("shape", [None, [], "GO", 7])
@pytest.mark.parametrize("game", ["mile-bones", "millieu"])
def test_an_observation_must_be_a_json_object(game: str, shape: object) -> None:
    with pytest.raises(ShapeError, match="an object is expected"):
        spec(game).codec.read_observation(shape)


@pytest.fixture(scope="module")
def capturing() -> dict[str, Any]:
    """Return an observation of Millieu in the middle of a turn, with a mill on the board."""
    for state in wandering(1):
        player = state.current_player
        if player is not None and len(state.observation(player).steps) == 2:
            return millieu_codec.observation(state.observation(player))
    raise AssertionError("no capture in this game")


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("player", None, "player"),
        ("phase", "over", "player"),
        ("player", lambda seat: 1 - seat, "turn"),
        ("turn", lambda turn: turn + 1, "turn"),
        ("first", lambda seat: 1 - seat, "turn"),
        ("phase", "place", "placed"),
        ("phase", "slide", "moved"),
        ("placed", None, "placed"),
        ("moved", None, "moved"),
        ("slid_from", None, "slid_from"),
        ("slid_from", 26, "slid_from"),
        ("taken", [0, 0], "taken"),
        ("board", [None] * 27, "board"),
        ("hands.own", lambda names: [*names, "RED_DISC"], "board"),
        ("hands.other", [], "board"),
    ],
)
def test_a_contradicting_board_is_refused(capturing: dict[str, Any], name: str, value: object, field: str) -> None:
    shape = copy.deepcopy(capturing)
    change(name, value)(shape)
    members(millieu_codec.OBSERVATION)(shape, ())
    with pytest.raises(Contradiction) as caught:
        millieu_codec.read_observation(shape)
    assert caught.value.dotted_path == field


def test_placed_and_moved_pieces_must_be_on_the_board(capturing: dict[str, Any]) -> None:
    empty = next(
        point for point, piece in enumerate(capturing["board"]) if piece is None and point != capturing["slid_from"]
    )
    for name, point in (("placed", empty), ("moved", empty), ("moved", capturing["placed"])):
        with pytest.raises(Contradiction) as caught:
            millieu_codec.read_observation({**capturing, name: point})
        assert caught.value.dotted_path == name


def test_a_capture_before_the_slide_is_refused() -> None:
    state = MillieuState()
    for text in ("place RED_DISC 13", "place RED_DISC 4"):
        state.apply_action(millieu_codec.action(text))
    shape = millieu_codec.observation(state.observation(1))
    assert millieu_codec.read_observation(shape) == state.observation(1)
    with pytest.raises(Contradiction, match="taken"):
        millieu_codec.read_observation({**shape, "taken": [0]})


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("board", [], "“board”: 27 of them are expected"),
        ("board", [*[None] * 26, "PINK_DISC"], "“board[26]”: one of these is expected: BROWN_DISC"),
        ("hands", [[], []], "“hands”: an object is expected"),
        ("placed", 27, "“placed”: a whole number from 0 to 26"),
        ("turn", 401, "“turn”: a whole number from 1 to 400"),
        ("last_turn", ["take 27"], "“last_turn[0]”: one of these is expected"),
        ("seat", None, "“seat”: a whole number from 0 to 1"),
    ],
)
def test_the_error_names_a_member_of_a_board_of_the_wrong_type(
    capturing: dict[str, Any], name: str, value: object, says: str
) -> None:
    shape = copy.deepcopy(capturing)
    change(name, value)(shape)
    with pytest.raises(ShapeError) as caught:
        millieu_codec.read_observation(shape)
    assert says in str(caught.value)


def test_a_hand_of_ten_pieces_is_refused() -> None:
    state = MillieuState()
    state.apply_action(PLACE[0][13])
    shape = millieu_codec.observation(state.observation(1))
    shape["hands"]["own"].append(shape["hands"]["other"].pop())
    with pytest.raises(Contradiction, match="hands"):
        millieu_codec.read_observation(shape)


def test_a_spectators_observation_cannot_be_written() -> None:
    state = next(iter(wandering(1)))
    with pytest.raises(ValueError, match="spectator"):
        millieu_codec.observation(state.observation(None))
