"""Mining, the search for puzzle positions: which positions are kept, and the file that keeps them."""

from __future__ import annotations

import json

import pytest

from mile_bones import resources
from mile_bones.lab.coups import mining
from mile_bones.lab.coups.coup_source import CoupSource, CoupSourceError, counts, mined
from mile_bones.lab.coups.mining import STAGES, Found, Mined, chances, is_far_ahead, judged
from mile_bones.match.coup import CoupBook
from mile_bones.match.review import Choice
from mile_bones.players.coach import Rating, Worth

BOOK = CoupBook(resources.read_text("coups/mile-bones.txt"))


def rating(*worths: tuple[float, float]) -> Rating:
    """Return a rating of these worths and standard errors, the best first."""
    return Rating(tuple(Worth(f"{number}", worth, 0.5, worth, se) for number, (worth, se) in enumerate(worths)), 100)


@pytest.mark.parametrize(
    ("worths", "share", "far"),
    [
        ([(100, 0), (30, 17.5)], 1, True),
        ([(100, 0), (30.5, 1)], 1, False),
        ([(100, 0), (20, 21)], 1, False),
        ([(100, 0), (20, 5), (0, 30)], 1, False),
        ([(100, 0), (60, 10)], 0.5, True),
        ([(100, 0), (60, 21)], 0.5, False),
    ],
)
def test_the_best_action_must_lead_by_70_points_and_four_standard_errors(worths, share, far):
    assert is_far_ahead(rating(*worths), share) is far


def test_the_probabilities_of_the_expert_add_up_to_one():
    coup = BOOK[3]
    shares = chances(coup.position.observation())
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares, key=shares.__getitem__) == coup.puzzle.best
    assert shares[coup.puzzle.best] == pytest.approx(coup.likely, abs=1e-4)


@pytest.mark.proof
def test_mining_finds_a_position_of_the_book_again_with_the_same_data():
    coup, passed = BOOK[3], [0] * len(STAGES)
    position = coup.position
    found = judged(position.observation(), position.hand, position.action, passed)
    assert found is not None and passed == [1] * len(STAGES)
    assert (found.choice.best, found.choice.chosen) == (coup.rating.best.action, coup.tempting)
    told, kept = found.choice.rating, coup.rating
    assert [each.action for each in told.worths[:2]] == [each.action for each in kept.worths[:2]]
    error = told.worths[1].se  # a clear action is tried in fewer worlds
    assert told.worths[1].worth == pytest.approx(kept.worths[1].worth, abs=30 + 3 * error)
    assert found.likely == pytest.approx(coup.likely, abs=1e-4)


def test_a_second_position_with_the_same_answer_is_skipped():
    position, passed = BOOK[3].position, [0] * len(STAGES)
    best = BOOK[3].rating.best.action
    assert judged(position.observation(), position.hand, position.action, passed, {best}) is None
    assert passed == [1, 1, *[0] * (len(STAGES) - 2)]


def test_a_position_that_easy_solves_is_skipped():
    state = mining.load_game("mile-bones").new_state(seed=1)
    player = mining.load_player("mile-bones", "expert")
    passed = [0] * len(STAGES)
    while passed[0] == passed[1]:
        observation = state.observation(state.current_player)
        if len(observation.legal_actions()) > 1:
            easy = mining.load_player("mile-bones", "easy").choose(observation)
            if easy == player.choose(observation):
                assert judged(observation, 1, 1, passed) is None
        state.apply_action(player.choose(observation))
    assert passed[:2] == [1, 0]


def game(number: int) -> Mined:
    """Return a mined game that brought two positions: the one with this number and the next one."""
    coups = [BOOK[number], BOOK[number + 1]]
    found = tuple(
        Found(Choice(1, 2, 0, coup.tempting, coup.rating, "hazards", coup.reason), "draw", 0.75) for coup in coups
    )
    return Mined(number, coups[0].record, tuple(range(len(STAGES))), found)


def test_a_written_source_file_is_read_back(tmp_path):
    path = tmp_path / "source"
    with CoupSource(path, 5) as source:
        for number in (3, 1):
            source.add(game(number))
        source.add(Mined(7, BOOK[0].record, (9,) * len(STAGES), ()))
    assert list(mined(path)) == [game(1), game(3)]
    assert counts(path)[-1] == (9,) * len(STAGES) and len(counts(path)) == 3


def test_mining_resumes_after_an_unfinished_line(tmp_path):
    path = tmp_path / "source"
    with CoupSource(path, 5) as source:
        source.add(game(1))
    with path.open("ab") as file:
        file.write(b'{"game": 2, "cou')
    with CoupSource(path, 5) as source:
        assert source.games == {1}
        source.add(game(2))
    assert [each.number for each in mined(path)] == [1, 2]


@pytest.mark.parametrize("text", ["nothing of ours\n", "no end", json.dumps({"format": "mile-bones-quarry"}) + "\n"])
def test_a_file_of_another_kind_is_refused_and_unchanged(tmp_path, text):
    path = tmp_path / "source"
    path.write_text(text)
    with pytest.raises(CoupSourceError, match="another seed"), CoupSource(path, 5):
        pass
    assert path.read_text() == text


def test_a_source_file_with_another_seed_is_refused(tmp_path):
    with CoupSource(tmp_path / "source", 5):
        pass
    with pytest.raises(CoupSourceError, match="another seed"), CoupSource(tmp_path / "source", 6):
        pass


def test_a_source_file_in_use_is_refused(tmp_path):
    with (
        CoupSource(tmp_path / "source", 5),
        pytest.raises(CoupSourceError, match="in use"),
        CoupSource(tmp_path / "source", 5),
    ):
        pass
