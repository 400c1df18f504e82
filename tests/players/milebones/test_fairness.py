"""Levels differ in how they think, never in what they know. Checked are their answers, what they are given, and what
they keep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from games.reach import all_within, hidden_within, is_alive
from games.tables import record_of
from games.twins import Case, beginning, cases, played, twin_deal
from known_levels import LEVELS
from match import helpers
from match.helpers import act, seen, setup
from mile_bones.engine.record import PlayerInfo
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.hand import Deal, Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.match.match import Match
from mile_bones.match.thinking import ComputerPlayer, Question
from mile_bones.players import load_player
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones import MileBonesPlayer

levels = pytest.mark.parametrize("level", LEVELS)
rule_sets = pytest.mark.parametrize("rules", RULE_SETS)
COMPUTER = 1
SEED = 0xBADC0FFEE0DDF00D
SEEDS = {SEED, Rng(SEED).next64(), *(Rng.for_deal(SEED, number).next64() for number in range(3))}
"""The seed of the deals, and numbers derived from it that would reveal it."""
HANDS, MOMENTS = 8, 3
"""The number of hands, and of moments in each. They are few because a level may take its time over an answer."""


def levels_but_the_champion_is(tier: str) -> pytest.MarkDecorator:
    """Parametrise over all levels. The champion, which thinks a thousand times longer, runs only in ``tier``."""
    marks = {"champion": (getattr(pytest.mark, tier),)}
    return pytest.mark.parametrize("level", [pytest.param(level, marks=marks.get(level, ())) for level in LEVELS])


def twins_seen_by(viewer: int) -> Iterator[tuple[MileBonesState, MileBonesState]]:
    """Yield moments at which the viewer has a choice. Each is yielded as two states: as it was, and with other cards in
    the places that the viewer has not seen. The hands are of both rule sets, half of them played at random and half by
    levels.
    """
    for case in islice((case for case in cases(100, 5) if case.viewer == viewer), HANDS):
        story = played(case)
        choices = [
            step
            for step, seen in enumerate(story.shown[:-1])
            if seen.observation.to_act and len(seen.observation.legal_actions()) > 1
        ]
        case.luck.shuffle(choices)
        for step in choices[:MOMENTS]:
            done = story.actions[:step]
            yield at(case, case.deal, done), at(case, twin_deal(case, story, step), done)


def at(case: Case, deal: Deal, actions: list[Action]) -> MileBonesState:
    """Return the game with this deal after these actions."""
    state = beginning(case, deal)
    for action in actions:
        state.apply_action(action)
    return state


def asked(player: MileBonesPlayer, rules: str, questions: int = 12) -> tuple[MileBonesState, list[Observation]]:
    """Return the state of a hand in which the player answered ``questions`` questions, and these questions."""
    state = MileBonesState(RULE_SETS[rules], SEED)
    easy, shown = load_player("mile-bones", "easy"), []
    while len(shown) < questions:
        seat = state.current_player
        assert seat is not None
        observation = state.observation(seat)
        chooser = easy
        if seat == COMPUTER and len(observation.legal_actions()) > 1:
            chooser = player
            shown.append(observation)
        state.apply_action(chooser.choose(observation))
    return state, shown


# ------------------------------------------------------------------ the answers of a level


@pytest.mark.sample(slow=4)
@pytest.mark.slow
@levels
@pytest.mark.parametrize("viewer", [0, 1])
def test_unseen_cards_do_not_change_an_answer(level: str, viewer: int) -> None:
    """Two players of the same level and seed play the two histories, one history each."""
    here, there = load_player("mile-bones", level, 3), load_player("mile-bones", level, 3)
    redrawn = 0
    for one, two in twins_seen_by(viewer):
        assert here.choose(one.observation(viewer)) == there.choose(two.observation(viewer))
        redrawn += one.logs[0].deal != two.logs[0].deal
    assert redrawn > HANDS * MOMENTS / 2


@pytest.mark.slow
@levels_but_the_champion_is("proof")
def test_unseen_cards_do_not_change_an_answer_in_a_match(level: str) -> None:
    """Whole matches, resumed from their records, are compared in case a match gives a player anything besides
    observations.
    """
    for states in twins_seen_by(COMPUTER):
        answers = []
        for state in states:
            question = resumed(state, level).question()
            assert question is not None
            answers.append(ComputerPlayer("mile-bones", level).choose(question.observation))
        assert answers[0] == answers[1]
        assert answers[0].level == level and answers[0].trouble is None


def resumed(state: MileBonesState, level: str, seed: int | None = None) -> Match:
    """Return a match that continues this game, with a computer of ``level``. ``seed`` deals the future hands."""
    players = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", level))
    record = replace(record_of(state), players=players)
    return helpers.resumed(record, lambda _record: None, seed=seed)


def questions_in(match: Match, computer: ComputerPlayer) -> Iterator[Question]:
    """Continue, with the level easy in the person's seat. Yield every question to the computer before it answers."""
    easy = load_player("mile-bones", "easy")
    while not match.is_over:
        question = match.question()
        if question is None:
            act(match, easy.choose(seen(match)))
        else:
            yield question
            match.submit(question.seat, computer.choose(question.observation).action, question.ply)


# ------------------------------------------------------------------ what a level keeps


@levels_but_the_champion_is("slow")
@rule_sets
def test_a_player_keeps_no_reference_to_the_state(level: str, rules: str) -> None:
    player = load_player("mile-bones", level, 3)
    state, _shown = asked(player, rules)
    hidden = hidden_within(state)
    assert len(hidden) > 5
    assert not hidden & {id(item) for item in all_within(player)}


@pytest.mark.sample(proof=2)
@pytest.mark.proof
@levels
@rule_sets
def test_a_player_does_not_keep_a_finished_game_alive(level: str, rules: str) -> None:
    """A level may keep anything, also in its modules, except the game about which it was asked."""
    player = load_player("mile-bones", level, 3)

    def one_game() -> tuple[int, int, list[Observation]]:
        state, shown = asked(player, rules)
        hand = next(item for item in all_within(state) if isinstance(item, Hand))
        assert is_alive(MileBonesState, id(state)) and is_alive(Hand, id(hand))
        return id(state), id(hand), shown

    state, hand, shown = one_game()
    assert shown and player is not None
    assert not is_alive(MileBonesState, state)
    assert not is_alive(Hand, hand)


class Peeping:
    """A player that keeps the game that it was given. The tests above must find such a player."""

    def __init__(self, game: MileBonesState) -> None:
        self.cards = game.logs

    def choose(self, observation: Observation) -> Action:
        return observation.legal_actions()[-1]


def test_the_search_finds_a_player_that_was_given_the_game() -> None:
    state = MileBonesState(RULE_SETS["mille"], SEED)
    assert hidden_within(state) & {id(item) for item in all_within(Peeping(state))}


# ------------------------------------------------------------------ what a level is given


class Overheard:
    """A player that notes all that it is given, and answers like another player."""

    def __init__(self, player: MileBonesPlayer, given: list[tuple[object, ...]]) -> None:
        self._player = player
        self._given = given

    def choose(self, *things: Observation) -> Action:
        self._given.append(things)
        return self._player.choose(*things)


def begun(rules: str, level: str) -> Match:
    return Match.start(setup(rules=rules, level=level, seed=SEED), lambda _record: None)


def closed(match: Match) -> set[int]:
    """Return the ids of the objects that only the match may hold: the match, and all that a state hides."""
    state = next(item for item in all_within(match) if isinstance(item, MileBonesState))
    return hidden_within(state) | {id(match)}


@rule_sets
def test_a_player_is_given_observations_of_its_own_seat_alone(rules: str) -> None:
    """Two hands of a game are played. The loader gets only game, level and cancel. The player gets only
    observations.
    """
    given: list[tuple[object, ...]] = []
    loaded: list[tuple[object, ...]] = []

    def load(game: str, level: str, cancel: Cancel) -> MileBonesPlayer:
        loaded.append((game, level, cancel()))
        return Overheard(load_player(game, level), given)

    match = begun(rules, "easy")
    for _question in questions_in(match, ComputerPlayer(match.game, match.level, load)):
        if len(match.record().hands) > 2:
            break
    assert loaded == [("mile-bones", "easy", False)]
    assert len(given) > 40
    for things in given:
        (observation,) = things
        assert type(observation) is Observation
        assert observation.seat == COMPUTER and observation.to_act


@rule_sets
def test_a_question_holds_no_reference_to_the_state_or_the_seed(rules: str) -> None:
    match = begun(rules, "easy")
    assert SEED in {item for item in all_within(match) if isinstance(item, int)}
    for question in islice(questions_in(match, ComputerPlayer("mile-bones", "easy")), 100):
        found = list(all_within(question))
        assert not closed(match) & {id(item) for item in found}
        assert not SEEDS & {item for item in found if isinstance(item, int)}


@levels
def test_the_computer_player_never_holds_the_state_or_the_seed(level: str) -> None:
    match, computer = begun("mile-bones", level), ComputerPlayer("mile-bones", level)
    for _question in islice(questions_in(match, computer), 12):
        pass
    held = [item for item in all_within(computer) if item is not computer]
    assert any(callable(getattr(item, "choose", None)) for item in held), "its player has not been found"
    assert not closed(match) & {id(item) for item in held}
    assert not SEEDS & {item for item in held if isinstance(item, int)}


@pytest.mark.slow
@levels
def test_future_hands_do_not_change_the_answers(level: str) -> None:
    """Two games continue differently after the same first deal. During that deal the computer does the same in both
    games.
    """
    deal = shuffled_deal(RULE_SETS["mile-bones"], SEED, 0, COMPUTER)
    done = []
    for seed in (SEED, ~SEED):
        match = resumed(MileBonesState(RULE_SETS["mile-bones"], seed, (deal,)), level, seed)
        for _question in islice(questions_in(match, ComputerPlayer("mile-bones", level)), 12):
            pass
        done.append(match.record().hands[0].actions)
    assert done[0] == done[1]
    assert len(done[0]) > 10
