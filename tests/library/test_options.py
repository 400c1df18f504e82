"""The options of a game are settings. A game that was won against a higher total counts as won everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from mile_bones.games import facts, spec
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.settings import all_settings, chosen_target, option_setting, target_setting
from mile_bones.match.match import Match
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.statistics import Span

GAME = "montreal-mille"
NOON = datetime.fromisoformat("2026-05-04T12:00:00")


@dataclass(frozen=True)
class Wanted:
    rules: str | None = None
    level: str | None = None
    seed: int | None = None
    target: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)


@pytest.fixture
def library(tmp_path: Path, problems: list[Problem]) -> Iterator[GameLibrary]:
    library = GameLibrary(Profile(tmp_path), lambda: NOON, problems.append)
    yield library
    library.close()
    assert problems == []


def choose(library: GameLibrary, target: str = "1200", **options: object) -> None:
    chosen = {option_setting(GAME, name): value for name, value in options.items()}
    library.settings.update({target_setting(GAME): target, **chosen})


def play(match: Match) -> None:
    """Play to the end. Both lay down what they can and otherwise act at random, so that no player's strength
    matters.
    """
    rng = Random(1)
    while not match.is_over:
        seat = match.current_player
        legal = match.observation(seat).legal_actions()
        down = [action for action in legal if str(action).startswith(("lay", "add"))]
        match.submit(seat, rng.choice(down or legal))


def test_every_option_is_a_setting():
    mine = [target_setting(GAME), *(option_setting(GAME, option.name) for option in spec(GAME).options)]
    assert all(setting in all_settings() and setting.label for setting in mine)
    assert [setting.default for setting in mine] == ["1200", False, False, "0"]
    assert [option_setting(GAME, "stake").allows(value) for value in ("3", "4", 3)] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "fits"), [("1", True), ("999999", True), ("1000000", False), ("0", False), ("", False), ("१२", False)]
)
def test_a_target_is_a_whole_number(text: str, fits: bool):
    assert target_setting(GAME).allows(text) == fits


def test_a_new_game_has_the_chosen_options_without_the_defaults(library: GameLibrary):
    match = library.start(Wanted(), GAME)
    assert (match.options, match.target) == ({}, 1200)
    choose(library, "2000", natural_required=True, stake="3")
    match = library.start(Wanted(seed=4), GAME)
    assert (match.options, match.target) == ({"natural_required": True, "stake": 3}, 2000)
    choose(library, natural_required=False, stake="0")
    again = library.start_again(match, Wanted())
    assert (again.options, again.target, again.seed) == (match.options, 2000, 4)


def test_options_of_the_command_line_replace_those_of_their_game(library: GameLibrary):
    choose(library, "2000", natural_required=True, stake="3")
    match = library.start(Wanted(target=500, options={"progressive": True, "natural_required": False}), GAME)
    assert (match.options, match.target) == ({"progressive": True, "stake": 3}, 500)
    assert library.start(Wanted(target=1200, options={"stake": 0}), GAME).target == 1200
    for game, target in (("mile-bones", 5000), ("millieu", None)):
        match = library.start(Wanted(target=500, options={"progressive": True, "stake": 1}), game)
        assert (match.options, match.target) == ({}, target)


def test_a_game_without_options_starts_as_before(library: GameLibrary):
    match = library.start(Wanted())
    assert (match.game, match.options, match.target) == ("mile-bones", {}, 5000)
    assert chosen_target("millieu", library.settings.get) is None


@pytest.mark.proof
def test_a_game_won_by_a_natural_against_more_points_counts_as_won(library: GameLibrary):
    choose(library, "60", natural_required=True)
    match = library.start(Wanted(seed=11), GAME)
    play(match)
    assert (match.winner, match.totals) == (0, (2245, 2535))
    found = facts(match.record())
    assert [sum(sides[seat]["points"] for sides in found) for seat in (0, 1)] == [2245, 2244]
    assert library.count(match) is not None
    assert library.results_of(GAME).games == (1, 0)
    (game,) = library.history.games()
    assert game.points == (2245, 2244)
    statistics = library.history.statistics(Span(game=GAME))
    assert statistics is not None and statistics.won == (1, 0)
    assert all(scores.off() == (0, 0, 0) and scores.missing() == 0 for scores in library.all_scores())
