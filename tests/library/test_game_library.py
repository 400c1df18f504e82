"""The games of a profile without a window: games are continued, set aside and counted."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pytest

from known_levels import LEVELS
from match.helpers import act
from mile_bones.engine.bodies import Hands
from mile_bones.engine.errors import ReplayError
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.games import GAMES
from mile_bones.games.milebones.actions import DRAW, END_TRIP, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.settings import LEVEL, RULES
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import NAME, SORT, THEME
from stories import going, near_the_goal, three_wins

NOON = datetime.fromisoformat("2026-05-04T12:00")


@dataclass(frozen=True)
class Wanted:
    seed: int | None = None
    rules: str | None = None
    level: str | None = None
    target: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)


NOTHING = Wanted()


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path)


@pytest.fixture
def library(profile: Profile, problems: list[Problem]) -> Callable[[], GameLibrary]:
    """Return a function that opens a library on the profile, as a new start of the program does, and closes the last
    one.
    """
    open_shelves: list[GameLibrary] = []

    def new() -> GameLibrary:
        for old in open_shelves:
            old.close()
        open_shelves.append(GameLibrary(profile, lambda: NOON, problems.append))
        return open_shelves[-1]

    return new


def leave(profile: Profile, record: Record) -> None:
    profile.games_dir.mkdir(parents=True, exist_ok=True)
    save_record(profile.games_dir / "current-1.json", record)


def win(match: Match) -> None:
    act(match, DRAW)
    act(match, PLAY[Card.MILES_100])
    act(match, END_TRIP)
    assert match.is_over and match.winner == 0


def test_a_new_game_follows_the_options_unless_the_command_line_differs(library):
    here = library()
    here.settings.update({NAME: "Anna", RULES: "mille", LEVEL: "easy"})
    match = here.start(NOTHING)
    assert [player.name for player in match.record().players] == ["Anna", "Computer"]
    assert (match.rules_name, match.record().players[1].level) == ("mille", "easy")
    match = here.start(Wanted(rules="mile-bones", level="original"))
    assert (match.rules_name, match.record().players[1].level) == ("mile-bones", "original")


@pytest.mark.parametrize("game", GAMES)
def test_the_game_says_who_begins_first_and_then_players_take_turns(library, game: str):
    here = library()
    firsts = {here.start(NOTHING, game).current_player for _game in range(40)}
    assert firsts == {"montreal-mille": {0, 1}, "millieu": {1}}.get(game, {0})
    match = here.start(NOTHING, game)
    here.give_up(match)
    assert {here.start(NOTHING, game).current_player for _game in range(20)} == {match.next_first}


def test_a_later_start_continues_the_game_as_it_was_left(library):
    here = library()
    assert here.resume(NOTHING) is None
    match = here.start(Wanted(seed=3))
    act(match, DRAW)
    again = library().resume(NOTHING)
    assert again is not None
    assert again.record() == match.record()


def test_a_saved_game_that_breaks_the_rules_is_set_aside_and_reported(
    library, profile: Profile, problems: list[Problem]
):
    record = going().record()
    wrong = replace(record, body=Hands((replace(record.hands[0], actions=("0 play GO",)),)))
    leave(profile, wrong)
    assert library().resume(NOTHING) is None
    assert load_record(profile.games_dir / "current-1.json.bak") == wrong
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_DAMAGED]


def test_a_game_given_up_just_before_a_crash_is_ended_at_the_next_start(library, profile: Profile):
    leave(profile, going().record(ended=GIVEN_UP))
    here = library()
    assert here.resume(NOTHING) is None
    assert here.results.first == 1  # the person had begun
    assert not (profile.games_dir / "current-1.json").exists()


def test_a_game_is_counted_once_and_under_the_current_name(library, profile: Profile):
    leave(profile, three_wins().record())
    here = library()
    here.settings.update({NAME: "Bella"})
    match = here.resume(NOTHING)
    assert match is not None
    win(match)
    assert here.count(match) == {"best": (0,), "spread": (0,)}
    assert here.count(match) is None
    assert here.results.games == (1, 0)
    assert [(entry.name, entry.date) for entry in here.results.high_scores()["best"]] == [("Bella", NOON.date())]
    assert library().resume(NOTHING) is None


def test_only_a_game_in_progress_is_set_aside(library, profile: Profile):
    here = library()
    match = here.start(NOTHING)
    assert here.set_aside(match) is None
    match = here.go_on_with(near_the_goal().record(), NOTHING)
    assert here.set_aside(match) == profile.history_path
    (game,) = here.history.games()
    assert game.state == "unfinished"
    assert here.history.record(game.id) == match.record()
    match.give_up()
    assert here.set_aside(match) is None


def test_a_game_is_set_aside_as_a_file_if_the_history_is_unwritable(library, profile: Profile):
    profile.history_path.mkdir(parents=True)
    here = library()
    match = here.go_on_with(near_the_goal().record(), NOTHING)
    kept = here.set_aside(match)
    assert kept is not None and kept.parent == profile.games_dir
    assert here.read(kept) == match.record()


def test_a_file_with_a_breach_of_the_rules_is_refused(library, tmp_path: Path):
    record = going().record()
    save_record(
        tmp_path / "wrong.json", replace(record, body=Hands((replace(record.hands[0], actions=("0 play GO",)),)))
    )
    with pytest.raises(ReplayError):
        library().read(tmp_path / "wrong.json")


def test_the_options_offer_all_levels_and_rule_sets():
    assert LEVEL.choices == LEVELS
    assert RULES.choices == tuple(RULE_SETS)


def test_the_seed_from_the_command_line_is_for_a_new_game_only(library, profile: Profile):
    def next_hand() -> tuple[str, ...]:
        leave(profile, near_the_goal().record())
        match = library().resume(Wanted(seed=3))
        assert match is not None
        for action in (DRAW, PLAY[Card.MILES_100], END_TRIP):
            act(match, action)
        return match.record().hands[1].deck

    def new_game() -> tuple[str, ...]:
        return library().start(Wanted(seed=3)).record().hands[0].deck

    assert next_hand() != next_hand()
    assert new_game() == new_game()


# ------------------------------------------------------------------ the history


def test_a_finished_game_is_entered_in_the_history_once(library, profile: Profile):
    leave(profile, three_wins().record())
    first = library()
    match = first.resume(NOTHING)
    win(match)
    record = match.record()
    save_record(profile.games_dir / "current-1.json", record)  # as after a crash before the autosave was cleared
    first.count(match)
    leave(profile, record)
    again = library()
    again.count(again.resume(NOTHING))
    (game,) = again.history.games()
    assert again.history.unscored() == [], "it is in the high scores"
    assert (game.state, game.points, game.ended) == ("finished", match.totals, NOON)
    assert again.history.record(game.id) == record


def test_a_game_that_was_given_up_is_in_the_history(library):
    new = library()
    match = new.start(NOTHING)
    act(match, DRAW)
    new.give_up(match)
    (game,) = new.history.games()
    assert game.state == "given_up"
    assert new.history.record(game.id) == match.record()


def test_an_assisted_game_is_in_the_history_and_shown_as_assisted(library, profile: Profile):
    leave(profile, replace(three_wins().record(), assisted=True))
    new = library()
    match = new.resume(NOTHING)
    win(match)
    assert new.count(match) is None
    assert [game.assisted for game in new.history.games()] == [True]
    assert new.results.games == (0, 0)
    assert new.results.high_scores() == {"best": (), "spread": ()}


NAMES_LIKE_PATHS = ("../../outside", "/etc/passwd", "C:\\con", "NUL", "a\0b", "..", "current-1.json", "~/x", "a/b\nc")


@pytest.mark.sample(fast=2)
@pytest.mark.parametrize("name", NAMES_LIKE_PATHS, ids=ascii)
def test_no_name_from_a_file_or_setting_becomes_a_path(tmp_path: Path, name: str):
    """Names, levels and rules come from files and settings. All of them are kept, and none becomes a path."""
    assert files_after(tmp_path / "one" / "two" / "three", name) == files_after(tmp_path / "four", "Anna")
    assert {path.name for path in tmp_path.iterdir()} == {"one", "four"}
    assert [path.name for path in (tmp_path / "one").rglob("*")][:2] == ["two", "three"]
    assert len([*(tmp_path / "one").iterdir()]) == len([*(tmp_path / "one" / "two").iterdir()]) == 1


def test_a_person_takes_the_first_seat_in_a_game_of_two_programs(library):
    players = (PlayerInfo("One", "computer", "easy"), PlayerInfo("Two", "computer", "original"))
    match = library().go_on_with(replace(going().record(), players=players), NOTHING)
    assert match.seats == (Person("One"), Computer("original", "Two"))


def files_after(root: Path, name: str) -> set[str]:
    """Return the files of a profile in which a player of this name did everything that creates files."""
    problems: list[Problem] = []
    profile = Profile(root)
    here = GameLibrary(profile, lambda: NOON, problems.append)
    here.settings.update({NAME: name})
    people = (PlayerInfo(name, "human", name), PlayerInfo(name, "computer", name))
    match = here.go_on_with(replace(near_the_goal().record(), players=people), NOTHING)
    assert match.record().players[0].name == name
    assert here.set_aside(match) == profile.history_path
    assert here.history.games()[0].name == name
    played = here.go_on_with(replace(three_wins().record(), players=people), NOTHING)
    win(played)
    here.count(played)
    here.close()
    profile.history_path.rename(root / "away.db")
    profile.history_path.mkdir()  # because of this folder, the next game is kept in a separate file
    here = GameLibrary(profile, lambda: NOON, problems.append)
    here.set_aside(here.go_on_with(replace(near_the_goal().record(), players=people), NOTHING))
    here.close()
    assert [problem.kind for problem in problems] == [ProblemKind.HISTORY_UNWRITABLE]
    return {str(path.relative_to(root)) for path in root.rglob("*")}


def test_a_game_of_the_history_that_breaks_the_rules_is_refused(library):
    here = library()
    good = going().record()
    bad = replace(good, body=Hands((replace(good.hands[0], actions=("0 play GO",)),)))
    for record in (good, bad):
        here.history.add(CountedGame(record, NOON, (), "unfinished"))
    second, first = (game.id for game in here.history.games())
    assert here.past(first) == good
    with pytest.raises(ReplayError, match="hand 1, action 1"):
        here.past(second)
    assert here.past(99) is None


def test_a_game_that_cannot_be_entered_waits_in_a_file_for_a_later_start(library, profile: Profile):
    leave(profile, three_wins().record())
    profile.history_path.mkdir(parents=True)
    here = library()
    match = here.resume(NOTHING)
    win(match)
    here.count(match)
    here.start(NOTHING)  # the autosave now has another game, and then the power fails
    (waiting,) = profile.games_dir.glob(".waiting *.json")
    assert load_record(waiting) == match.record()
    for name in ("waiting for Anna.json", ".waiting for Anna.json"):
        save_record(profile.games_dir / name, near_the_goal().record())  # as a player may have done
    profile.history_path.rmdir()
    again = library()
    assert again.resume(NOTHING) is not None
    (game,) = again.history.games()
    assert (game.state, game.points) == ("finished", match.totals)
    assert sorted(path.name for path in profile.games_dir.glob("*waiting*")) == [
        ".waiting for Anna.json",
        "waiting for Anna.json",
    ]


def test_a_waiting_game_is_entered_when_the_library_is_closed(library, profile: Profile):
    leave(profile, three_wins().record())
    profile.history_path.mkdir(parents=True)
    here = library()
    match = here.resume(NOTHING)
    win(match)
    here.count(match)
    profile.history_path.rmdir()
    here.close()
    assert [game.ended for game in library().history.games()] == [NOON]
    assert list(profile.games_dir.glob(".waiting*")) == []


# ------------------------------------------------------------------ two programs


GAMES_EACH = 12

_HAMMER = """
import sys
from library.test_game_library import *

name, folder = sys.argv[1:]
library = GameLibrary(Profile(Path(folder)), lambda: NOON, lambda problem: sys.exit(problem.message()))
print("ready", flush=True)
sys.stdin.readline()
for number in range(GAMES_EACH):
    match = library.go_on_with(three_wins(name=f"{name} {number}").record(), NOTHING)
    win(match)
    assert library.holds(match)
    library.settings.update({THEME: ("light", "dark")[number % 2]} if name == "Anna" else {SORT: number % 2 == 0})
    library.count(match)
    match = library.go_on_with(going(name=f"{name} {number}").record(), NOTHING)
    assert library.set_aside(match) == library.history_path
"""


@pytest.mark.proof
def test_two_programs_on_one_profile_lose_no_game(profile: Profile, problems: list[Problem]):
    """Both programs write autosaves, the history, high scores and settings at the same time, as fast as they can."""
    tests = Path(__file__).parents[1]
    path = [str(tests), str(tests.parent)]
    script = f"import sys; sys.path[:0] = {path!r}\n{_HAMMER}"
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", script, name, str(profile.ini_path.parent)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("Anna", "Ben")
    ]
    for program in programs:
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        program.stdin.write("go\n")
        program.stdin.flush()
    for program in programs:
        _printed, errors = program.communicate(timeout=600)
        assert program.returncode == 0, errors

    here = GameLibrary(profile, lambda: NOON, problems.append)
    games = here.history.games()
    names = {f"{name} {number}" for name in ("Anna", "Ben") for number in range(GAMES_EACH)}
    assert len(games) == 4 * GAMES_EACH
    for state in ("finished", "unfinished"):
        assert {game.name for game in games if game.state == state} == names
    assert all(here.history.record(game.id) is not None for game in games)
    assert here.results.games == (2 * GAMES_EACH, 0)
    scores = here.results.high_scores()
    assert [entry.value for entry in (*scores["best"], *scores["spread"])] == [5700] * 6
    assert (here.settings.get(THEME), here.settings.get(SORT)) == ("dark", False)
    slots = {load_record(profile.games_dir / f"current-{number}.json").players[0].name for number in (1, 2)}
    assert slots == {f"{name} {GAMES_EACH - 1}" for name in ("Anna", "Ben")}
    files = {path.name for path in profile.ini_path.parent.rglob("*") if path.suffix != ".lock"}
    backups = {f"daily 2026-05-04 12.00.00 {name}" for name in ("history.db", "mb.ini")}
    assert files == {"mb.ini", "history.db", "games", "current-1.json", "current-2.json", "backups", *backups}
    assert problems == []
