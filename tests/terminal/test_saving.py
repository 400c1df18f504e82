"""The autosave of games, files that are saved and opened, and saves that fail."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import FORBIDDEN
from mile_bones.engine.record import GIVEN_UP, PlayerInfo, Record
from mile_bones.games.millieu.state import MillieuState
from mile_bones.library.game_library import GameLibrary
from mile_bones.storage.history import History
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record
from mile_bones.terminal.start import NotPlayableError
from stories import going, near_the_goal, three_wins, won
from terminal.seat import NOON, Home, Seat

pytestmark = pytest.mark.slow  # runs the whole program on a simulated screen

MILLIEU = Record("millieu", "millieu", going().record().players, MillieuState().body(), target=None)
TWO_PEOPLE = replace(going().record(), players=(PlayerInfo("Anna", "human"), PlayerInfo("Bert", "human")))


def write(path: Path, record) -> Path:
    save_record(path, record)
    return path


def past(home: Home) -> History:
    return History(home.profile.history_path, lambda problem: pytest.fail(str(problem)))


# ------------------------------------------------------------------ the autosave


def test_the_next_start_continues_at_the_same_place(home: Home):
    screens = []

    async def first(seat: Seat) -> None:
        await seat.press("p", "d", "1", "enter", "p")
        screens.append(seat.screen[:20])

    async def second(seat: Seat) -> None:
        screens.append(seat.screen[:20])

    home.sit(first, seed=5)
    acts = home.acts()
    home.sit(second)
    assert home.acts() == acts
    assert screens[0][13:15] == screens[1][13:15] and screens[0][16:] == screens[1][16:]
    assert screens[0][:6] == screens[1][:6]


def test_mille_does_not_touch_the_saved_game_of_a_window(home: Home):
    home.profile.games_dir.mkdir(parents=True)
    window = write(home.profile.games_dir / "current-1.json", going().record())

    async def script(seat: Seat) -> None:
        await seat.press("p")

    home.sit(script, seed=5)
    assert load_record(window) == going().record()
    assert home.saved().rules == "mille"
    library = GameLibrary(Profile(home.root), lambda: NOON, lambda problem: pytest.fail(str(problem)))
    match = library.resume(type("StartOptions", (), {"seed": None, "rules": None, "level": None})())
    assert match is not None and match.record() == going().record()
    library.close()


def test_a_second_terminal_reports_that_the_game_is_open(home: Home):
    async def inner(seat: Seat) -> None:
        assert "open in another terminal" in seat.news
        await seat.press("p")

    async def outer(seat: Seat) -> None:
        await seat.press("p")
        acts = home.acts()
        await asyncio.to_thread(home.sit, inner)
        assert home.acts() == acts

    home.sit(outer, seed=5)
    assert load_record(home.profile.games_dir / "mille-2.json").hands[0].actions == ("0 draw",)


def test_the_option_new_keeps_the_earlier_game(home: Home):
    home.leave(going(rules="mille").record())

    async def script(seat: Seat) -> None:
        assert "kept in the history" in seat.news

    home.sit(script, new=True)
    assert home.acts() in ((), ("1 draw", *home.acts()[1:]))
    (kept,) = past(home).games()
    assert past(home).record(kept.id) == going(rules="mille").record()


def test_a_disk_error_is_shown_once_and_play_continues(home: Home):
    home.profile.games_dir.parent.mkdir(parents=True)
    home.profile.games_dir.write_text("a file is in the way")

    async def script(seat: Seat) -> None:
        assert "cannot be saved" in " ".join(seat.screen)
        await seat.press("x", "p")
        assert seat.slots["P"] and seat.prompt == ">>:Move:"
        await seat.press("d", "1", "enter")
        assert seat.prompt == ">>:Move:", "the error is reported once"

    home.sit(script, seed=5)


# ------------------------------------------------------------------ S


@pytest.mark.slow
def test_s_saves_under_a_name_and_offers_the_same_file_the_next_time(home: Home, tmp_path: Path):
    file = tmp_path / "my game.json"

    async def script(seat: Seat) -> None:
        await seat.press("p", "s")
        assert seat.at(23, 0, 20) == "File:"
        await seat.type(str(file))
        await seat.press("enter")
        assert seat.prompt == ">>:Move:" and "Saved" in seat.news
        assert load_record(file) == home.saved()
        await seat.press("d", "1", "enter", "s")
        assert seat.prompt == "Same file?" and "my game.json" in seat.news
        await seat.press("y")
        assert load_record(file) == home.saved()
        await seat.press("s", "n")
        await seat.press("enter")
        assert seat.prompt == ">>:Move:", "an empty name returns to the game"

    home.sit(script, seed=5)


@pytest.mark.slow
def test_another_file_is_replaced_only_after_a_question(home: Home, tmp_path: Path):
    file = write(tmp_path / "other.json", near_the_goal().record())

    async def script(seat: Seat) -> None:
        await seat.press("s")
        await seat.type(str(file))
        await seat.press("enter")
        assert seat.prompt == "Overwrite it?"
        await seat.press("n")
        assert seat.at(23, 0, 20) == "File:"
        await seat.press("escape")
        assert load_record(file) == near_the_goal().record()
        await seat.press("s")
        await seat.type(str(file))
        await seat.press("enter", "y")
        assert load_record(file) == home.saved()

    home.sit(script, seed=5)


def test_a_name_is_erased_letter_by_letter_or_at_once(home: Home):
    async def script(seat: Seat) -> None:
        await seat.press("s")
        await seat.type("abc")
        await seat.press("backspace")
        assert seat.at(23, 0, 20) == "File: ab"
        await seat.press("ctrl+u")
        assert seat.at(23, 0, 20) == "File:"

    home.sit(script, seed=5)


@pytest.mark.slow
def test_a_failed_save_is_reported_and_the_game_continues(home: Home, tmp_path: Path):
    async def script(seat: Seat) -> None:
        await seat.press("p", "s")
        await seat.type(str(tmp_path / "no" / "such" / "folder"))
        await seat.press("enter")
        assert seat.prompt == ">>:Move:" and seat.error.startswith("not saved: No such file") and seat.bells == 1

    home.sit(script, seed=5)


@pytest.mark.proof
def test_no_game_is_saved_over_the_programs_own_files(home: Home, tmp_path: Path):
    (tmp_path / "mine.json").symlink_to(home.profile.history_path)

    async def script(seat: Seat) -> None:
        await seat.press("p")
        home.profile.history_path.write_bytes(b"precious")
        for path in (home.profile.history_path, tmp_path / "mine.json", home.autosave, home.root / "MB.INI"):
            there = path.exists()
            await seat.press("s")
            await seat.type(str(path).replace("MB.INI", "mb.ini"))
            await seat.press("enter", *("y" if there else ""))
            assert seat.error == "not saved: a file of Mile Bones itself" and seat.prompt == ">>:Move:"
        assert home.profile.history_path.read_bytes() == b"precious"
        assert not home.profile.ini_path.exists()

    home.sit(script, seed=5)


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("x" * 300, "File name too long"),
        ("~nobody-of-this-name/x", "No such file"),
        pytest.param(
            "/proc/1/root/x",
            "",
            marks=pytest.mark.skipif(
                os.access("/proc/1/root", os.R_OK), reason=f"the first process is ours; elsewhere {FORBIDDEN}"
            ),
        ),
    ],
)
def test_an_impossible_file_name_does_not_end_the_game(home: Home, name: str, reason: str):
    async def script(seat: Seat) -> None:
        await seat.press("p", "s")
        await seat.type(name)
        await seat.press("enter")
        assert seat.prompt in (">>:Move:", "Overwrite it?") and f"not saved: {reason}" in seat.error

    home.sit(script, seed=5)


def test_file_names_cannot_send_control_sequences(home: Home, tmp_path: Path):
    folder = tmp_path / "a\x1b[2J\u202eb\nc"
    folder.mkdir()
    file = write(folder / "x\x1b]0;owned\x07\u202ey\n.json", going().record())

    async def script(seat: Seat) -> None:
        await seat.press("s")
        assert seat.prompt == "Same file?" and seat.news == "x\ufffd]0;owned\ufffd\ufffdy\ufffd.json"
        await seat.press("y")
        assert seat.news == "Saved: x\ufffd]0;owned\ufffd\ufffdy\ufffd.json"
        assert all(line.isprintable() for line in seat.app.board.lines)

    home.sit(script, file=file)


@pytest.mark.slow
@pytest.mark.parametrize("good", [True, False])
def test_a_player_may_save_and_leave_after_a_hand(home: Home, tmp_path: Path, good: bool):
    """If the save fails, the game continues as if the player had asked for another hand."""
    home.leave(near_the_goal(rules="mille").record())
    file = tmp_path / ("hand.json" if good else "no/such/folder.json")

    async def script(seat: Seat) -> None:
        await seat.press("p")
        slot = next(key for key, card in seat.slots.items() if card == "100")
        await seat.press("u", slot, "enter", "n")
        assert seat.prompt == "Another hand?"
        await seat.press("n")
        assert seat.prompt == "Save?"
        await seat.press("y")
        await seat.type(str(file))
        await seat.press("enter")
        if not good:
            assert seat.prompt == ">>:Move:" and "not saved" in seat.error
            assert len(home.saved().hands) == 2

    assert home.sit(script) == (0 if good else None)
    if good:
        assert load_record(file).hands[0].score is not None


def test_a_player_may_leave_after_a_hand_without_saving(home: Home):
    home.leave(near_the_goal(rules="mille").record())

    async def script(seat: Seat) -> None:
        await seat.press("p")
        slot = next(key for key, card in seat.slots.items() if card == "100")
        await seat.press("u", slot, "enter", "n", "n", "n")

    assert home.sit(script) == 0
    assert home.saved().hands[0].score is not None, "and yet nothing is lost"


@pytest.mark.parametrize("leaves", [True, False])
def test_leaving_with_unsaved_actions_asks_first(home: Home, leaves: bool):
    home.leave(going(rules="mille").record())
    games = home.profile.games_dir

    async def script(seat: Seat) -> None:
        games.rename(games.with_name("away"))
        games.write_text("in the way", encoding="utf-8")
        await seat.press("p")
        assert "cannot be saved" in " ".join(seat.screen)
        await seat.press("enter")
        await seat.press("q", "y")
        assert seat.prompt == "Leave unsaved?" and "Not everything is saved" in seat.news
        await seat.press("y" if leaves else "n")
        if not leaves:
            assert seat.prompt == ">>:Move:"
            games.unlink()
            games.with_name("away").rename(games)
            await seat.press("q", "y")

    assert home.sit(script) == 0
    if not leaves:
        assert home.acts()[-1] == "0 draw", "what could be saved meanwhile has been"


# ------------------------------------------------------------------ mille FILE


@pytest.mark.parametrize("rules", ["mille", "mile-bones"])
def test_a_file_is_continued_and_offered_for_saving(home: Home, tmp_path: Path, rules: str):
    """A file that the desktop program has saved can be continued, too."""
    record = near_the_goal(rules=rules).record()
    file = write(tmp_path / "game.json", record)
    home.leave(going(rules="mille").record())

    async def script(seat: Seat) -> None:
        assert "kept in the history" in seat.news
        assert seat.at(1, 60, 5) == "600"
        await seat.press("p", "s")
        assert seat.prompt == "Same file?"
        await seat.press("y")

    home.sit(script, file=file)
    saved = load_record(file)
    assert saved.rules == rules and saved.hands[0].actions == (*record.hands[0].actions, "0 draw")
    library = GameLibrary(Profile(tmp_path / "desktop"), lambda: NOON, lambda problem: pytest.fail(str(problem)))
    assert library.read(file) == saved, "the desktop opens it"


def test_a_file_of_a_finished_game_shows_its_score_sheet(home: Home, tmp_path: Path):
    file = write(tmp_path / "over.json", won(rules="mille"))
    home.leave(going(rules="mille").record())

    async def script(seat: Seat) -> None:
        assert seat.prompt == "Another game?"
        assert "Trip Completed" in "\n".join(seat.screen) and games(seat) == ("1", "0")
        await seat.press("n")

    assert home.sit(script, file=file) == 0
    assert home.saved() == going(rules="mille").record(), "what was left is untouched"
    library = GameLibrary(home.profile, lambda: NOON, lambda problem: pytest.fail(str(problem)))
    assert library.results.games == (0, 0) and library.history.games() == [], "it does not count once more"

    async def another(seat: Seat) -> None:
        await seat.press("y")
        assert seat.prompt == ">>:Move:" and games(seat) == ("1", "0")
        assert "kept in the history" in seat.news
        await seat.press("p")

    home.sit(another, file=file)
    assert home.acts() == ("0 draw",) and [game.state for game in library.history.games()] == ["unfinished"]
    library.close()


def test_a_file_of_a_game_that_was_given_up_offers_another_game(home: Home, tmp_path: Path):
    file = write(tmp_path / "over.json", going(rules="mille").record(ended=GIVEN_UP))

    async def script(seat: Seat) -> None:
        assert seat.prompt == "Another game?" and "given up" in seat.news
        await seat.press("y")
        assert seat.prompt == ">>:Move:" and games(seat) == ("0", "0")

    home.sit(script, file=file)


def test_the_games_won_are_counted_for_this_match_across_restarts(home: Home):
    library = GameLibrary(home.profile, lambda: NOON, lambda problem: pytest.fail(str(problem)))
    library.results.set_games((7, 5), 0)
    library.close()
    home.leave(three_wins(rules="mille").record())

    async def script(seat: Seat) -> None:
        assert games(seat) == ("0", "0")
        await seat.press("p")
        slot = next(key for key, card in seat.slots.items() if card == "100")
        await seat.press("u", slot, "enter", "n")
        assert seat.prompt == "Another game?" and games(seat) == ("1", "0")
        await seat.press("y", "p")
        assert games(seat) == ("1", "0")

    home.sit(script)

    async def again(seat: Seat) -> None:
        assert games(seat) == ("1", "0")

    home.sit(again)
    home.sit(again, file=home.autosave.rename(home.root / "moved.json"))

    async def fresh(seat: Seat) -> None:
        assert games(seat) == ("0", "0")

    home.sit(fresh, new=True)


def games(seat: Seat) -> tuple[str, str]:
    """Return the numbers of games in the score window."""
    line = next(line for line in seat.screen if " Games " in line)
    own, other = line.partition(" Games ")[2].split()[:2]
    return own, other


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1, column 1"),
        ("{}", "is missing"),
        (going().record().to_json().replace("0 play GO", "0 play 200"), "hand 1, action 2"),
        (TWO_PEOPLE.to_json(), "is not one of a person against the computer"),
        (MILLIEU.to_json(), "of Millieu"),
        (None, "No such file"),
    ],
    ids=["empty", "no record", "illegal", "two people", "another game", "not there"],
)
def test_a_file_that_cannot_be_continued_is_refused_in_one_sentence(home: Home, tmp_path: Path, text, reason: str):
    home.leave(going(rules="mille").record())
    file = tmp_path / "bad.json"
    if text is not None:
        file.write_text(text)

    async def script(seat: Seat) -> None:
        raise AssertionError(seat.screen)

    with pytest.raises(NotPlayableError) as refused:
        home.sit(script, file=file)
    assert reason in str(refused.value) and "bad.json" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert home.saved() == going(rules="mille").record(), "and the earlier game is untouched"
