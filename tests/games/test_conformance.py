"""Every game and rule set passes the conformance kit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.conformance_kit import SEEDED_CHECKS, SUBJECTS, Subject, check_notation
from mile_bones.engine.errors import NotationError, RecordError, ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import GAMES, load_game, replay, spec


@pytest.mark.sample(slow=25, proof=15)
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("check", SEEDED_CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_each_game_passes_each_check(subject: Subject, check: Callable[[Subject, int], None], seed: int) -> None:
    check(subject, seed)


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_every_action_has_its_own_notation(subject: Subject) -> None:
    check_notation(subject)


def test_every_built_in_game_is_checked() -> None:
    assert {(subject.game, subject.rules) for subject in SUBJECTS} == {
        (name, rules) for name in GAMES for rules in spec(name).rules
    }


def test_games_and_rule_sets_are_found_by_name() -> None:
    assert load_game("mile-bones").rules_name == "mile-bones"
    assert load_game("mile-bones", "mille").rules_name == "mille"
    assert load_game("mile-bones", rules="mille").name == "mile-bones"
    with pytest.raises(NotationError, match="whist"):
        load_game("whist")
    with pytest.raises(NotationError, match="whist"):
        load_game("mile-bones", "whist")


@pytest.mark.parametrize(("game", "rules"), [("whist", "mille"), ("mile-bones", "whist")])
def test_a_record_of_an_unknown_game_or_rule_set_is_refused(game: str, rules: str) -> None:
    text = (
        f'{{"format": "mile-bones-record", "version": 1, "game": "{game}", "rules": "{rules}", "target": 5000, '
        '"assisted": false, "players": [{"name": "A", "kind": "human"}, {"name": "B", "kind": "human"}], "hands": []}'
    )
    with pytest.raises(ReplayError, match="whist") as caught:
        list(replay(Record.from_json(text)))
    assert not isinstance(caught.value, RecordError)
