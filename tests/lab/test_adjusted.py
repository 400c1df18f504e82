"""A luck-adjusted match has the same hands and the same mean difference, and a smaller spread."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mile_bones.cli import main
from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import arena, hands
from mile_bones.lab.arena_report import arena_csv, arena_shape, arena_text
from mile_bones.lab.line_file import ResumeError
from mile_bones.lab.match_progress import ArenaResult
from mile_bones.lab.statistics import Estimate
from mile_bones.players import load_player
from mile_bones.players.milebones.luck import luck_judge

pytestmark = pytest.mark.slow  # these tests play hand after hand
HANDS = 34
"""Two whole batches, and one that is not full."""


def play(file: Path | None = None, *, adjusted: bool = True, jobs: int = 1) -> ArenaResult:
    return arena.play(
        "original", "easy", hands=HANDS, seed=4, games=2, rules="mille", resume=file, adjusted=adjusted, jobs=jobs,
        patience=0,
    )  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[ArenaResult, Path]:
    """The match, and its file."""
    path = tmp_path_factory.mktemp("whole") / "match.jsonl"
    return play(path), path


def pairs(file: Path, name: str) -> list[tuple[float, float]]:
    """Return the pairs of values that the file has for the hands under `name`, in the order of the hands."""
    batches = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    found = sorted((batch["hands"], batch[name]) for batch in batches if "hands" in batch)
    return [(here, there) for _number, of_batch in found for here, there in of_batch]


def test_an_adjusted_match_plays_the_hands_of_a_plain_match(whole: tuple[ArenaResult, Path]) -> None:
    result, _file = whole
    plain = play(adjusted=False)
    assert (plain.mean, plain.se, plain.won, plain.adjusted) == (result.mean, result.se, result.won, None)
    assert result.adjusted is not None
    assert result.adjusted.se < 0.8 * plain.se
    assert result.worth == pytest.approx((plain.se / result.adjusted.se) ** 2)
    low, high = result.adjusted_interval or (0, 0)
    assert high - low == pytest.approx(2 * 1.96 * result.adjusted.se, rel=1e-3)


def test_the_adjusted_mean_follows_from_points_and_luck_in_the_file(whole: tuple[ArenaResult, Path]) -> None:
    result, file = whole
    points, luck = pairs(file, "pairs"), pairs(file, "luck")
    assert len(points) == len(luck) == HANDS // 2
    skill = [(here - lucky + there - unlucky) / 2 for (here, there), (lucky, unlucky) in zip(points, luck, strict=True)]
    assert result.adjusted is not None
    assert result.adjusted.mean == pytest.approx(sum(skill) / len(skill))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_level_has_no_luck_against_itself(rules: str) -> None:
    """The luck of the mirrored hand cancels that of the first hand, whatever the network estimates."""
    result = arena.play("easy", "easy", hands=16, seed=3, rules=rules, adjusted=True)
    assert result.adjusted == Estimate(0, 0, 8)
    assert result.worth is None


def test_luck_is_computed_for_each_level_in_its_seat() -> None:
    """The stronger level begins the first hand, and the weaker level begins the mirrored hand."""
    names, rules = ("original", "easy"), RULE_SETS["mille"]
    players = load_player("mile-bones", names[0]), load_player("mile-bones", names[1])
    ((values, luck),) = hands.mirrored_hands_with_luck(players, 4, range(1), rules, luck_judge(), names)
    for sign, order, its_value, its_luck in ((1, (0, 1), values[0], luck[0]), (-1, (1, 0), values[1], luck[1])):
        deal = shuffled_deal(rules, 4, 0, 0)
        hand, actions = Hand(rules, deal), list[Action]()
        while hand.ended is None:
            seat = hand.player
            actions.append(players[order[seat]].choose(hand.observation(seat)))
            hand.apply(actions[-1])
        first, second = hand.score()
        assert its_value == sign * (first.total - second.total)
        found = luck_judge().luck(rules, deal, actions, (names[order[0]], names[order[1]])).total
        assert its_luck == pytest.approx(sign * found, abs=0.06)


@pytest.mark.proof
def test_the_number_of_processes_does_not_change_an_adjusted_match(whole: tuple[ArenaResult, Path]) -> None:
    assert play(jobs=2) == whole[0]


def test_an_adjusted_match_is_resumed_with_its_luck(whole: tuple[ArenaResult, Path], tmp_path: Path) -> None:
    result, file = whole
    kept = tmp_path / "match.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    kept.write_text("".join(lines[:2]))
    assert play(kept) == result
    assert sorted(kept.read_text().splitlines()) == sorted(file.read_text().splitlines())
    assert play(kept, adjusted=False).adjusted is None


def test_a_file_without_luck_is_played_again_to_add_it(whole: tuple[ArenaResult, Path], tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    play(kept, adjusted=False)
    assert "luck" not in kept.read_text()
    assert play(kept) == whole[0]
    before = kept.read_bytes()
    assert play(kept) == whole[0]
    assert kept.read_bytes() == before


@pytest.mark.parametrize(("where", "what"), [("pairs", 5), ("luck", 5.0)])
def test_a_file_with_different_points_or_luck_is_refused(
    whole: tuple[ArenaResult, Path], tmp_path: Path, where: str, what: float
) -> None:
    kept = tmp_path / "match.jsonl"
    lines = whole[1].read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith('{"hands": 0'))
    shape = json.loads(lines[place])
    shape[where][2][1] += what
    kept.write_text(f"{lines[0]}\n{json.dumps(shape)}\n")
    with pytest.raises(ResumeError, match="played differently today"):
        play(kept)


def test_a_tiny_difference_in_luck_is_accepted(whole: tuple[ArenaResult, Path], tmp_path: Path) -> None:
    """Another processor adds floating-point numbers in another order."""
    kept = tmp_path / "match.jsonl"
    lines = whole[1].read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith('{"hands": 0'))
    shape = json.loads(lines[place])
    shape["luck"][2][1] += 0.2
    kept.write_text(f"{lines[0]}\n{json.dumps(shape)}\n")
    assert play(kept).mean == whole[0].mean


@pytest.mark.parametrize(
    "luck", ["[]", "7", "[[1.5]]", "[[1.5, 2], [3, 4]]", '[["1", 2]]', "[[1e9, 2]]", "[[NaN, 2]]", "[[true, 2]]"]
)
@pytest.mark.parametrize("kind", ["hands", "games"])
def test_damaged_luck_in_a_file_is_reported_with_its_line(
    whole: tuple[ArenaResult, Path], tmp_path: Path, luck: str, kind: str
) -> None:
    kept = tmp_path / "match.jsonl"
    head = whole[1].read_text().splitlines()[0]
    kept.write_text(f'{head}\n{{"{kind}": 0, "pairs": [[0, 0]], "luck": {luck}}}\n')
    with pytest.raises(ResumeError, match="is damaged in line 2"):
        play(kept)


RESULT = ArenaResult("original", "easy", "mille", 1, 153.4, 8.0, 4000, adjusted=Estimate(150.25, 3.0, 2000))


def test_the_report_labels_the_plain_and_the_adjusted_mean() -> None:
    first, second = arena_text(RESULT).splitlines()
    assert first.startswith("original - easy: +153 a hand, standard error 8, over 4,000 hands; 95% interval")
    assert second == (
        "luck-adjusted: +150 a hand, standard error 3.0; 95% interval +144 to +156; "
        "as sure as 7.1 times as many hands with their luck"
    )


def test_the_json_and_csv_have_both_means() -> None:
    shape = arena_shape(RESULT)
    assert (shape["mean"], shape["adjusted_mean"], shape["adjusted_se"]) == (153.4, 150.25, 3.0)
    assert shape["adjusted_interval"] == pytest.approx((144.37, 156.13), abs=0.01)
    assert shape["worth"] == pytest.approx(64 / 9)
    head, row = arena_csv([RESULT]).splitlines()
    assert head.endswith(",adjusted_mean,adjusted_se,adjusted_low,adjusted_high,worth")
    assert row.split(",")[-5:-3] == ["150.25", "3.0"]


def test_the_command_prints_the_adjusted_mean(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "easy", "original", "--hands", "4", "--seed", "2", "--adjusted", "--jobs", "1"]
    assert main(words) == 0
    assert "\nluck-adjusted: " in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert {"mean", "adjusted_mean", "worth"} <= set(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "millieu", "strong", "easy", "--games", "2", "--seed", "1"], "nobody can tell the luck of Millieu"),
        (["easy", "--hands", "2", "--external", "bot"], "--adjusted does not go with --external"),
    ],
)
def test_the_command_refuses_adjusted_where_luck_is_unknown(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words, "--adjusted"]) == 2
    assert says in capsys.readouterr().err


def test_the_library_refuses_adjusted_where_luck_is_unknown() -> None:
    with pytest.raises(ValueError, match="nobody can tell the luck"):
        arena.play("strong", "easy", games=2, seed=1, game="millieu", adjusted=True)
