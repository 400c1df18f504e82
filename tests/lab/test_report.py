"""The report about recorded games, in the cases that the tests of the command line leave out."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from mile_bones import i18n
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games.montreal.body import Deals
from mile_bones.lab.report import check
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person, Setup
from mile_bones.players import load_player
from mile_bones.storage.records import LARGEST
from test_i18n import write_catalogue

DATA = Path(__file__).parent.parent / "data" / "conformance"


@pytest.fixture
def record() -> Record:
    return Record.from_json((DATA / "mile-bones-game-03.json").read_text(encoding="utf-8"))


def written(record: Record, folder: Path) -> Path:
    path = folder / "record.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


def millieu(actions: int | None = None) -> Record:
    """Return a game of Millieu between two easy players: its first `actions` actions, or the whole game if None."""
    match = Match.start(
        Setup("millieu", (Person("Anna"), Computer("easy", "Computer")), "millieu"), lambda _record: None
    )
    player = load_player("millieu", "easy", 3)
    while not match.is_over and (actions is None or len(match.record().body.actions) < actions):
        seat = match.current_player
        match.submit(seat, player.choose(match.observation(seat)))
    return match.record()


def test_a_game_without_hands_has_a_different_score_sheet(tmp_path: Path) -> None:
    whole = check(written(millieu(), tmp_path))
    assert whole.finished and sum(whole.totals) == 1
    lines = whole.score_sheet().splitlines()
    taken = next(line.split() for line in lines if "Pieces taken" in line)
    actions = [text.split()[:2] for text in whole.record.body.actions]
    assert [int(number) for number in taken[2:]] == [actions.count([seat, "take"]) for seat in "01"]
    assert "Grand total" not in whole.score_sheet() and any("won the game" in line for line in lines)
    assert json.loads(whole.to_json())["totals"] == list(whole.totals)
    broken = replace(whole.record, body=replace(whole.record.body, actions=("0 hop 3",)))
    fault = check(written(broken, tmp_path))
    assert ": action 1: " in fault.sentence() and "hand" not in json.loads(fault.to_json())["fault"]
    part = check(written(millieu(5), tmp_path))
    assert "The game is not finished." in part.score_sheet() and "Pieces taken" not in part.score_sheet()


def test_reports_about_a_game_with_deals_speak_about_deals(tmp_path: Path) -> None:
    match = Match.start(
        Setup("montreal-mille", (Person("Anna"), Computer("easy", "Computer")), "montreal-mille", 100),
        lambda _record: None,
    )
    player = load_player("montreal-mille", "easy", 3)
    while not match.is_over:
        seat = match.current_player
        match.submit(seat, player.choose(match.observation(seat)))
    record = match.record()
    whole = check(written(record, tmp_path))
    sheet = whole.score_sheet()
    assert "Deal 1 " in sheet and "Deal total" in sheet and "hand" not in sheet.lower().replace("cards in hand", "")
    told = [hand["score"] for hand in json.loads(whole.to_json())["hands"]]
    assert [sum(score[seat]["total"] for score in told) for seat in (0, 1)] == list(whole.totals)
    first = replace(record.body.deals[0], actions=("0 discard 3S", *record.body.deals[0].actions[1:]))
    fault = check(written(replace(record, body=Deals((first,))), tmp_path)).fault
    assert fault is not None and fault.words.startswith("deal 1, action 1: ") and fault.hand == 1
    fault = check(written(replace(record, body=Deals((replace(first, first=1),))), tmp_path)).fault
    assert fault is not None and fault.words.startswith("deal 1: ")


def test_an_unfinished_hand_is_not_a_fault(record: Record, tmp_path: Path) -> None:
    begun = replace(record.hands[-1], actions=record.hands[-1].actions[:5], score=None)
    found = check(written(replace(record, body=Hands((*record.hands[:-1], begun))), tmp_path))
    assert found.fault is None
    assert found.score_sheet().endswith(f"Hand {len(record.hands)} is not finished.\n\nThe game is not finished.\n")
    shape = json.loads(found.to_json())
    assert shape["hands"][-1] == {"score": None}
    assert (shape["finished"], shape["winner"]) == (False, None)


def test_the_sheet_says_that_a_game_was_given_up(record: Record, tmp_path: Path) -> None:
    found = check(written(replace(record, body=Hands(record.hands[:1]), ended=GIVEN_UP), tmp_path))
    assert found.fault is None
    assert found.score_sheet().endswith("\nThe game was given up.\n")


def test_long_names_stay_separated_by_spaces(record: Record, tmp_path: Path) -> None:
    players = tuple(replace(player, name=letter * 31) for player, letter in zip(record.players, "AB", strict=True))
    sheet = check(written(replace(record, players=players), tmp_path)).score_sheet()
    assert f"{'A' * 31}  {'B' * 31}" in sheet


_READ = Record.from_json((DATA / "original-00.json").read_text(encoding="utf-8"))
VALID = replace(_READ, id="0123456789abcdef" * 2).to_json().encode("utf-8")


def changed(old: bytes, new: bytes) -> bytes:
    assert old in VALID
    return VALID.replace(old, new, 1)


BAD = {
    "truncated": (VALID[:700], r"line \d+, column \d+: .*"),
    "two in one": (VALID * 2, r"line 7, column 1: something follows the end of the record"),
    "wrong type": (
        changed(b'"target": 5000', b'"target": "5000"'),
        r"line 1, column 154: a whole number is expected here",
    ),
    "huge number": (changed(b"5000", b"5" * 100_000), r"line 1, column 154: a record has whole numbers only.*"),
    "deep nesting": (b"[" * 100_000, r"line 1, column 17: brackets are nested too deeply for a record"),
    "too large": (VALID + b" " * LARGEST, r"line 1, column 1: the file is too large for a record"),
    "newer version": (
        changed(b'"version": 2', b'"version": 9'),
        r"line 1, column 44: version 9 of the format is newer.*",
    ),
    "no such version": (changed(b'"version": 2', b'"version": 0'), r"line 1, column 44: there is no version 0.*"),
    "twice": (
        changed(b'"target": 5000', b'"target": 5000, "target": 1'),
        r"line 1, column 160: “target” is here for the.*",
    ),
    "not UTF-8": (changed(b'"target"', b'"t\xffrget"'), r"line 1, column 146: the file is not UTF-8 text"),
    "unknown card": (changed(b'"GO"', b'"SNOW"'), r"hand 1: “SNOW” is not a card"),
    "not in the deck": (changed(b'"GO"', b'"STOP"'), r"hand 1: the deck has .* cards .*, not .*"),
    "illegal action": (
        changed(b' draw"', b' extend yes"'),
        r"hand 1, action 1: .*Nobody has asked about an extension.*",
    ),
    "wrong score": (changed(b'"total": ', b'"total": 1'), r"hand 1: the score of player 0 says total .*, but it is .*"),
    "no game of ours": (
        changed(b'"mile-bones",', b'"../../whist",'),
        r"line 1, column 97: there is no game called “../../whist”",
    ),
    "steers a terminal": (
        changed(b'"mile-bones",', b'"\\u001b[2J\\n",'),
        r"line 1, column 97: there is no game called “�\[2J�”",
    ),
}
"""Bad files of every kind, each with the sentence about it."""


@pytest.mark.parametrize("kind", BAD)
def test_every_bad_file_gets_one_sentence_with_the_position(tmp_path: Path, kind: str) -> None:
    data, words = BAD[kind]
    path = tmp_path / "game.json"
    path.write_bytes(data)
    sentence = check(path).sentence()
    assert sentence.startswith(f"{path}: ")
    said = sentence.removeprefix(f"{path}: ")
    assert re.fullmatch(words, said), said
    assert said.isprintable()
    assert len(said) < 200


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has file names of any bytes")
def test_a_file_name_with_invalid_bytes_is_printed_without_harm(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff\x1b[2J.json")
    path.write_bytes(b"{}")
    found = check(path)
    assert found.sentence() == f"{tmp_path}/��[2J.json: line 1, column 1: “format” is missing"
    assert json.loads(found.to_json().encode("utf-8"))["ok"] is False


def test_long_translations_leave_the_numbers_in_their_columns(record: Record, tmp_path: Path) -> None:
    long = "Alle vier Schutzbriefe einer Runde"
    write_catalogue(tmp_path, "de", {"All 4 safeties": long})
    i18n.install(["de"], folder=tmp_path)
    try:
        sheet = check(written(record, tmp_path)).score_sheet()
    finally:
        i18n.install([])
    rows = [line for line in sheet.splitlines() if re.search(r"\d +[\d.]+$", line)]
    assert any(long in row for row in rows) and len({len(row) for row in rows}) == 1
