"""Reviews of random games, for every game with a coach: sums, reasons, and hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, facts, load_game, spec
from mile_bones.match.replaying import Replay
from mile_bones.match.review import ChoiceQuestion, Review, gathered, questions, review
from mile_bones.players import coach_spec, has_coach, load_coach, load_player
from mile_bones.players.coach import Coach

PATHS = [(game, rules) for game in GAMES if has_coach(game) and spec(game).has_deals for rules in spec(game).rules]
WORLDS = 3
AS_MANY = 12


def test_all_games_with_deals_are_tested() -> None:
    assert {("mile-bones", "mile-bones"), ("mile-bones", "mille"), ("montreal-mille", "montreal-mille")} <= {*PATHS}


def played(game: str, rules: str, seed: int, hands: int = 1) -> Record:
    """Return a game between two levels. It ends some choices into the hand after the first ``hands`` hands. On average,
    every fourth choice is random.
    """
    found, rng = load_game(game, rules=rules), Rng(seed)
    state = found.new_state(seed=seed)
    players = [load_player(game, name, seed=seed) for name in ("easy", "expert")]
    left = 10
    while not state.is_terminal() and left:
        legal = state.legal_actions()
        seat = state.current_player
        by_chance = rng.below(4) == 0
        action = legal[rng.below(len(legal))] if by_chance else players[seat].choose(state.observation(seat))
        hands -= any(type(event).__name__ == "HandEnded" for event in state.apply_action(action))
        left -= hands <= 0
    return record_of(game, rules, state)


def record_of(game: str, rules: str, state: Any) -> Record:
    people = PlayerInfo("Ann", "human"), PlayerInfo("Bob", "human")
    return Record(game, rules, people, state.body(), target=spec(game).target)


def looks_through(game: str, rules: str, seed: int, every: int) -> None:
    coach = load_coach(game)
    assert coach is not None
    record = played(game, rules, seed)
    replay = Replay(record)
    found = gathered(replay, review(replay, coach, WORLDS))
    adds_up(found, record)
    known = {(choice.hand, choice.action): choice for choice in found.choices()}
    asked = [question for question in questions(replay) if isinstance(question, ChoiceQuestion)]
    assert len(known) == len(asked) > 10
    for number, question in enumerate(asked):
        if number % every == 0:
            assert question.answer(coach, WORLDS) == known[question.hand, question.action]
            sees_no_more_than_the_player(coach, game, rules, question, Rng(seed + number))


def adds_up(found: Review, record: Record) -> None:
    assert found.is_whole and found.hands
    points = [tuple(seat["points"] for seat in hand) for hand in facts(record)]
    for hand, (own, other) in zip(found.hands, points, strict=False):
        assert hand.points == (own, other)
        for seat, result in enumerate((own - other, other - own)):
            luck, skill = hand.luck_of(seat), hand.skill_of(seat)
            assert hand.result(seat) == result
            if luck is None or skill is None:
                assert not coach_spec(record.game).knows_luck and luck is skill is None
            else:
                assert luck + skill == result
    for choice in found.choices():
        assert choice.gap >= 0 and choice.rating.best.se == 0
        assert (choice.reason is None) == (choice.chosen == choice.best)
        assert choice.mark is None or choice.gap > 2 * choice.se


def sees_no_more_than_the_player(coach: Coach, game: str, rules: str, question: ChoiceQuestion, rng: Rng) -> None:
    """Check that other hidden cards change neither the costs (and therefore neither hint nor tutor) nor any reason."""
    seen = question.observation
    twin = load_game(game, rules=rules).resample(seen, rng).observation(seen.seat)
    rating, other = coach.rate(seen, WORLDS), coach.rate(twin, WORLDS)
    assert rating is not None and rating == other
    best, chosen = rating.best.action, question.chosen
    assert rating.mark(chosen) == other.mark(chosen)
    for worse in {chosen, rating.next_best.action} - {best}:
        assert coach.code(seen, best, worse) == coach.code(twin, best, worse)
        text = coach.reason(seen, best, worse)
        assert text == coach.reason(twin, best, worse)
        assert text.endswith(".") and "{" not in text


@pytest.mark.sample(slow=0, proof=1)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), PATHS)
def test_the_review_of_a_random_game_is_right(game: str, rules: str) -> None:
    looks_through(game, rules, seed=2015, every=7)


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("seed", range(AS_MANY))
@pytest.mark.parametrize(("game", "rules"), PATHS)
def test_the_reviews_of_many_random_games_are_right(game: str, rules: str, seed: int) -> None:
    looks_through(game, rules, seed=700_000 + seed, every=1)
