"""This version opens the files of the second version and shows the same as that version did."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from library.test_game_library import NOTHING
from mile_bones.engine.record import Record
from mile_bones.library.checking import Check
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.settings import LEVEL, RULES
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.profile import Profile
from mile_bones.storage.results import Entry
from mile_bones.storage.settings import ANIMATION, AUTO_DRAW, METHOD, NAME, SORT, THEME, WINDOW
from mile_bones.storage.statistics import Span

SECOND = Path(__file__).parents[1] / "data" / "second"
TOLD: dict[str, Any] = json.loads((SECOND / "told.json").read_text(encoding="utf-8"))
NOW = datetime.fromisoformat("2026-11-21T20:00")


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    """A profile as the second version left it."""
    shutil.copytree(SECOND / "profile", tmp_path / "profile")
    return Profile(tmp_path / "profile")


@pytest.fixture
def library(profile: Profile, problems: list[Problem]) -> Iterator[GameLibrary]:
    library = GameLibrary(profile, lambda: NOW, problems.append)
    yield library
    library.close()


@pytest.mark.slow
def test_every_game_of_the_history_is_listed_as_before_and_replays(library: GameLibrary, problems: list[Problem]):
    games = library.history.games()
    listed = [
        {
            "ended": game.ended.isoformat(),
            "moment": game.moment,
            "rules": game.rules,
            "level": game.level,
            "name": game.name,
            "state": game.state,
            "assisted": game.assisted,
            "imported": game.imported,
            "points": [*game.points],
            "hands": game.hands,
            "seed": game.seed,
        }
        for game in games
    ]
    assert listed == [{key: value for key, value in game.items() if key != "record"} for game in TOLD["games"]]
    records = [library.past(game.id) for game in games]
    assert [record and digest(record) for record in records] == [game["record"] for game in TOLD["games"]]
    assert problems == []


@pytest.mark.parametrize(
    ("name", "span"),
    [
        ("all", Span()),
        ("mille", Span(rules="mille")),
        ("expert", Span(level="expert")),
        ("since", Span(since=date(2026, 5, 1))),
        ("imported", Span(imported=True)),
    ],
)
def test_the_statistics_are_the_same_as_before(library: GameLibrary, name: str, span: Span):
    found = library.history.statistics(span)
    assert {
        "won": [*found.won],
        "streaks": [*found.streaks],
        "streak": found.streak,
        "given_up": found.given_up,
        "hands": found.hands,
        "hands_won": [*found.hands_won],
        "sums": [[*side.values()] for side in found.sums],
        "games": [[*side] for side in found.games],
        "results": len(found.results),
        "spread": [[[*pair] for pair in sorted(side.items())] for side in found.spread],
    } == TOLD["statistics"][name]


def test_scores_settings_and_recent_files_are_the_same_as_before(library: GameLibrary):
    results = library.results
    assert [[*results.games], results.drawn, results.first] == [TOLD["won"], TOLD["drawn"], TOLD["first"]]
    scores = results.high_scores()
    assert [rows(scores["best"]), rows(scores["spread"])] == [TOLD["best"], TOLD["spreads"]]
    kept = [Path(path) for path in TOLD["recent"] if Path(path).is_absolute()]  # on Windows the paths are not absolute
    assert library.recent.paths() == kept
    assert {
        setting.key: library.settings.get(setting) for setting in (NAME, RULES, LEVEL, THEME, ANIMATION, METHOD)
    } == {
        "name": "Anna",
        "rules": "mile-bones",
        "opponent": "expert",
        "theme": "contrast",
        "animation": "fast",
        "method": "click",
    }
    assert (library.settings.get(SORT), library.settings.get(AUTO_DRAW), library.settings.get(WINDOW)) == (
        False,
        True,
        "01d9d0cb",
    )


def test_each_game_in_progress_is_resumed_in_its_slot(library: GameLibrary, profile: Profile, problems: list[Problem]):
    terminal = GameLibrary(profile, lambda: NOW, problems.append, "mille")
    first = library.resume(NOTHING)
    another = GameLibrary(profile, lambda: NOW, problems.append)
    resumed = {
        "current-1.json": first,
        "current-2.json": another.resume(NOTHING),
        "mille-1.json": terminal.resume(NOTHING),
    }
    told = {name: Record.from_json(json.dumps(record)) for name, record in TOLD["in_progress"].items()}
    assert {name: match and match.record() for name, match in resumed.items()} == told
    assert first is not None and first.to_undo is not None
    first.undo()
    for window in (terminal, another):
        window.close()
    assert {problem.kind for problem in problems} <= {ProblemKind.GAME_DAMAGED}, "the third slot held half a game"


def test_a_waiting_game_is_entered_and_not_counted_again(library: GameLibrary, profile: Profile):
    for _start in range(2):
        library.enter_waiting()
        library.agree()
        assert len(library.history.games()) == len(TOLD["games"]) + 1
        assert library.history.games()[0].seed == 5001
        assert [*library.results.games] == TOLD["won"], "it was counted when it ended"
    assert not [*profile.games_dir.glob(".waiting*.json")]


@pytest.mark.slow
def test_a_check_finds_only_the_known_fault_of_the_old_profile(library: GameLibrary):
    library.enter_waiting()
    library.agree()
    check = Check(library)
    for _part in check.run():
        pass
    assert [finding.text.split(",")[0] for finding in check.findings] == ["current-3.json"]


def digest(record: Record) -> str:
    return hashlib.sha256(record.canonical_json().encode()).hexdigest()


def rows(entries: tuple[Entry, ...]) -> list[list[object]]:
    return [[entry.name, entry.value, entry.date.isoformat()] for entry in entries]
