"""The output of ``mile-bones review``, for people and for machines."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from desktop import reviewed as reviews
from lab.test_report import millieu, written
from match.helpers import short_game
from mile_bones.cli import main
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import Record
from mile_bones.games import spec
from mile_bones.lab.review_report import ReviewReport
from mile_bones.match.cost_words import cost_text
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, ChoiceQuestion, Review, gathered, questions, review
from mile_bones.players import coach_spec, load_coach
from mile_bones.players.coach import Rating, Worth
from mile_bones.players.millieu import levels
from mile_bones.storage.records import load_record
from pictures.cubes import finished

GAME = spec("mile-bones")

pytestmark = pytest.mark.slow  # the coach thinks about every choice of a hand
DATA = Path(__file__).parents[1] / "data"
WORLDS = 6
QUICKLY = ("--worlds", str(WORLDS), "--jobs", "1")


@pytest.fixture(scope="module")
def record() -> Record:
    """A record with one whole hand and the beginning of the next."""
    return short_game(1)


@pytest.fixture(scope="module")
def file(record: Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def reviewed(record: Record) -> Review:
    found, replay = load_coach("mile-bones"), Replay(record)
    assert found is not None
    return gathered(replay, review(replay, found, WORLDS))


def printed(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    capsys.readouterr()
    assert main(["review", *map(str, words)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_text_has_results_luck_skill_and_marked_choices(
    file: Path, reviewed: Review, capsys: pytest.CaptureFixture[str]
):
    text = printed(capsys, file, *QUICKLY)
    lines = text.splitlines()
    (hand,) = reviewed.hands
    assert lines[0].endswith("game.json: A against Computer, Mile Bones 2.1")
    assert lines[1] == f"Each choice was tried in up to {WORLDS} imagined worlds."
    at = lines.index(next(line for line in lines if line.startswith("Hand 1 ")))
    numbers = {line.split("  ")[1]: re.findall(r"[+−]?\d[\d,]*", line) for line in lines[at + 1 : at + 5]}
    assert list(numbers) == ["Result", "Luck", "Skill", "Errors, points a hand"]
    values = {name: [int(each.replace("−", "-").replace(",", "")) for each in row] for name, row in numbers.items()}
    assert values["Result"] == [hand.result(0), hand.result(1)]
    for seat in (0, 1):
        assert values["Luck"][seat] + values["Skill"][seat] == values["Result"][seat]
        assert values["Luck"][seat] == pytest.approx(hand.luck_of(seat), abs=0.5)
    marked = reviewed.marked()
    assert marked, "the game must have marked choices for this test"
    for choice in marked:
        name = ("A", "Computer")[choice.seat]
        place = next(line for line in lines if line.startswith(f"  Action {choice.action}, {name}: "))
        assert place.endswith(f". {choice.mark.title() if choice.mark else ''}.")
        why = lines[lines.index(place) + 1]
        assert why.startswith(
            f"    Costs about {cost_text(choice.cost, spec('mile-bones'))}. Better: "
        ) and why.endswith(".")
    assert not re.search(r"\b(you|your)\b", text, re.IGNORECASE), "the reader may not be one of the players"
    end = text.partition("\nAll hands ")[2]
    assert end.count("\n  Hand 1, action ") == min(3, len(marked))
    assert text.endswith("\nThe last hand is not finished, and was left out.\n\n")
    assert "Hand 2" not in text


def test_the_text_about_mille_speaks_about_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    whole = load_record(DATA / "montreal" / "game-usual.json")
    first, second = whole.body.deals[:2]  # type: ignore[attr-defined]
    begun = replace(second, actions=second.actions[:9], score=None)
    file = tmp_path / "game.json"
    file.write_text(replace(whole, body=replace(whole.body, deals=(first, begun))).to_json(), encoding="utf-8")  # type: ignore[call-arg]
    text = printed(capsys, file, "--worlds", 2, "--jobs", 1)
    assert text.startswith(f"{file}: Anna against Computer, Mille\nEach choice was tried in up to 2 imagined worlds.\n")
    for line in (
        "Deal 1 ",
        "All deals ",
        "  Errors, points a deal ",
        "  Result                             +20           −20",
    ):
        assert f"\n{line}" in text
    assert text.endswith("\nThe last deal is not finished, and was left out.\n\n")
    assert not re.search(r"\bHand\b|Luck|Skill", text), "luck is unknown in this game"
    assert "Deal 2" not in text and not re.search(r"\b(you|your)\b", text, re.IGNORECASE)


def test_the_json_has_every_decision_and_the_error_rates(
    file: Path, reviewed: Review, capsys: pytest.CaptureFixture[str]
):
    shape = json.loads(printed(capsys, file, "--json", *QUICKLY))
    assert {name: shape[name] for name in ("file", "game", "rules", "players", "worlds", "unfinished")} == {
        "file": str(file),
        "game": "mile-bones",
        "rules": "mile-bones",
        "players": ["A", "Computer"],
        "worlds": WORLDS,
        "unfinished": True,
    }
    (hand,) = reviewed.hands
    assert shape["hands"] == [
        [
            {
                "hand": 1,
                "seat": seat,
                "result": hand.result(seat),
                "luck": hand.luck_of(seat),
                "skill": hand.skill_of(seat),
            }
            for seat in (0, 1)
        ]
    ]
    for side in shape["hands"][0]:
        assert side["luck"] + side["skill"] == side["result"]
    decisions = [choice for choice in hand.choices if choice.is_decision]
    assert len(shape["choices"]) == len(decisions) > 10
    for told, choice in zip(shape["choices"], decisions, strict=True):
        assert {name: told[name] for name in told if name not in ("hand", "actions", "cost", "cause")} == {
            name: getattr(choice, name)
            for name in ("action", "seat", "chosen", "best", "gap", "se", "loss", "mark", "reason", "theme")
        }
        assert [each["action"] for each in told["actions"]] == [each.action for each in choice.rating.worths]
        costs = {each["action"]: told["actions"][0]["worth"] - each["worth"] for each in told["actions"]}
        assert (told["hand"], costs[told["chosen"]]) == (1, told["gap"])
        assert told["cost"] == {"points": choice.cost.points, "chance": choice.cost.chance}
    for seat, rates in enumerate(shape["error_rates"]):
        assert rates["cost"] == sum(told["loss"] for told in shape["choices"] if told["seat"] == seat)
        assert rates["decisions"] == sum(told["seat"] == seat for told in shape["choices"])
        assert sum(each["cost"] for each in rates["themes"].values()) == rates["cost"]
        assert rates["a_hand"] == max(0, rates["cost"])


def test_the_json_leaves_out_choices_among_equal_actions(file: Path, record: Record, reviewed: Review):
    (hand,) = reviewed.hands
    same = Rating(tuple(Worth(action, 3.0, 0.5, 3.0, 0.0) for action in ("discard 25", "discard 50")), WORLDS)
    choices = (Choice(1, 1, 0, "discard 50", same, "discards", None), *hand.choices)
    spec, judge = coach_spec("mile-bones"), load_coach("mile-bones")
    assert spec is not None and judge is not None
    report = ReviewReport(file, Replay(record), spec, judge, WORLDS)
    one, other = (
        json.loads(report.to_json(replace(reviewed, hands=(replace(hand, choices=each),))))
        for each in (hand.choices, choices)
    )
    assert one == other


def test_every_theme_of_a_choice_has_a_title(reviewed: Review):
    spec = coach_spec("mile-bones")
    assert spec is not None
    assert {choice.theme for choice in reviewed.choices()} <= set(spec.themes)
    assert all(title() for title in spec.themes.values())


def test_a_game_without_a_finished_hand_has_an_empty_review(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "begun.json"
    begun = replace(record.hands[0], actions=record.hands[0].actions[:9], score=None)
    path.write_text(replace(record, body=Hands((begun,))).to_json())
    shape = json.loads(printed(capsys, path, "--json", *QUICKLY))
    assert (shape["hands"], shape["choices"], shape["unfinished"]) == ([], [], True)
    assert "was left out" in printed(capsys, path, *QUICKLY)


def test_the_text_about_a_game_without_hands_speaks_about_the_game(tmp_path: Path):
    record = finished()
    replay, found = Replay(record), coach_spec("millieu")
    asked = next(each for each in questions(replay) if isinstance(each, ChoiceQuestion) and each.action == 2)
    better = next(action for action in asked.observation.legal_actions() if action != asked.chosen)
    (hand,) = reviews.reviewed(record, {(1, 2): (str(better), 90.0)})
    coach = load_coach("millieu")
    assert coach is not None and found is not None
    report = ReviewReport(tmp_path / "game.json", replay, found, coach, 2400)
    told = report.head() + report.hand(hand) + report.end(gathered(replay, [hand]))
    assert "Nothing is hidden in this game" in told and "Won" in told
    assert not re.search(r"\bhands?\b", told.replace("in the hand", ""), re.IGNORECASE)
    assert told.count("Action 2, ") == 1
    nothing = replace(gathered(replay, []), unfinished=True)
    assert "The game is not finished" in report.end(nothing)


def test_a_file_that_cannot_be_reviewed_gets_one_line_and_status_2(
    file: Path,
    record: Record,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(levels, "HAS_COACH", False)
    broken = tmp_path / "broken.json"
    broken.write_text(replace(record, body=Hands((replace(record.hands[0], actions=("0 play GO",)),))).to_json())
    stones = written(millieu(5), tmp_path)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir")
    cases = {
        ("nowhere.json",): "there is no file “nowhere.json”",
        (str(tmp_path),): f"“{tmp_path}” cannot be reviewed: ",
        (str(letter),): f"“{letter}” cannot be reviewed: line 1, column 1: ",
        (str(broken),): f"“{broken}” cannot be reviewed: hand 1, action 1: ",
        (str(stones),): "there is no coach for Millieu",
        (): "FILE",
        (str(file), "more"): "more",
        (str(file), "--worlds", "1"): "argument --worlds: at least 2 are needed",
        (str(file), "--jobs", "0"): "argument --jobs: at least 1 is needed",
    }
    for words, told in cases.items():
        assert main(["review", *words]) == 2
        out, line = capsys.readouterr()
        assert out == "" and told in line and line.count("\n") == 1


def test_a_review_that_was_broken_off_is_gone_on_with(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    whole = json.loads(printed(capsys, file, "--json", *QUICKLY))
    kept = tmp_path / "kept.jsonl"
    assert json.loads(printed(capsys, file, "--json", *QUICKLY, "--resume", kept)) == whole
    before = kept.read_bytes()
    assert before.count(b"\n") == 2, "a header and the only finished hand"
    monkeypatch.setattr(ChoiceQuestion, "answer", None)  # nothing may be asked again
    assert json.loads(printed(capsys, file, "--json", *QUICKLY, "--resume", kept)) == whole
    assert "Hand 1 " in printed(capsys, file, *QUICKLY, "--resume", kept)
    assert kept.read_bytes() == before


def test_ctrl_c_leaves_what_is_finished_and_says_where(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ChoiceQuestion, "answer", interrupted)
    kept = tmp_path / "kept.jsonl"
    assert main(["review", str(file), *QUICKLY, "--resume", str(kept)]) == 130
    assert f"Interrupted. What is finished is kept in “{kept}”" in capsys.readouterr().err
    assert kept.read_bytes().count(b"\n") == 1


def test_the_progress_is_told_on_the_standard_error(file: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["review", str(file), "--json", *QUICKLY, "--progress"]) == 0
    out, err = capsys.readouterr()
    assert re.match(r"choice 1 of \d+\n", err) and json.loads(out)["hands"]
