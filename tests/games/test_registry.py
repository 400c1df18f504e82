"""The registry: every game has all facts that other packages need, and an unknown game is refused in words."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mile_bones import games
from mile_bones.engine.bodies import ActionList
from mile_bones.engine.errors import NotationError, RecordError, ReplayError
from mile_bones.engine.record import Record
from mile_bones.engine.shapes import Codec
from mile_bones.engine.spec import POINTS, Choice, GameOption, import_once
from mile_bones.games import (
    GAMES,
    body_of,
    facts,
    final_state,
    is_game,
    load_game,
    part_of,
    read_record,
    register,
    replay,
    spec,
)
from mile_bones.players import coach_spec, find_level, has_coach, levels, load_coach, load_player, usual_level
from mile_bones.storage.ini import is_plain
from stories import three_wins

DATA = Path(__file__).parents[1] / "data/conformance"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_all_required_facts(name: str):
    found = spec(name)
    assert found.name == name
    assert found.title() and found.line().endswith(".")
    assert found.seats == 2
    for rules in found.rules:
        game = load_game(name, rules)
        assert (game.name, game.rules_name) == (name, rules)
        assert found.rules_title(rules) not in ("", rules) or len(found.rules) == 1
    assert load_game(name).rules_name == found.rules[0]
    assert found.rules_title("chess") == "chess"
    assert found.parts.fact_columns[0].name == POINTS
    assert all(fact.title() for fact in found.parts.fact_columns)
    assert Counter(fact.name for fact in found.parts.fact_columns).most_common(1)[0][1] == 1
    assert all(scores.title() and is_plain(("high scores", f"{scores.name} 1")) for scores in found.high_scores)
    assert usual_level(name) in [level.name for level in levels(name)]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_words_a_body_and_a_codec(name: str):
    found = spec(name)
    asked = ("action_text", "event_text", "game_end_text", "is_worth_telling", "prompt", "refusal_text")
    assert all(callable(getattr(found.words, word)) for word in asked)
    assert body_of(name) is found.parts.body
    missing = {member for member in vars(Codec) if not member.startswith("_") and not hasattr(found.codec, member)}
    assert missing == set()


def test_the_games_are_offered_in_a_fixed_order():
    assert GAMES == ("mile-bones", "montreal-mille", "millieu")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "unwanted"),
    [
        ("from mile_bones.games import spec; spec({game!r}).title()", "mile_bones.games"),
        ("from mile_bones.players import has_coach; assert has_coach({game!r})", "mile_bones.players"),
    ],
)
def test_facts_about_a_game_import_neither_the_game_nor_its_coach(asked: str, unwanted: str):
    """The chooser of games and the options read facts about all games before the first window is painted. Imports would
    delay this.
    """
    lines = ["import sys", *(asked.format(game=game) for game in GAMES), "print(*sys.modules)"]
    out = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    loaded = {name for name in out.stdout.split() if name.startswith(unwanted + ".")}
    cheap = {"cards", "rules", "spec", "levels"}
    assert {name.split(".")[-1] for name in loaded if name.count(".") > 2} <= cheap
    assert not {name for name in loaded if name.endswith((".coach", ".coaching"))}


def test_every_game_has_its_own_section_in_the_settings():
    assert len({spec(name).section for name in GAMES}) == len(GAMES)
    assert all(is_plain((f"games {spec(name).section}".rstrip(), "first")) for name in GAMES)


@pytest.mark.parametrize("path", sorted(DATA.glob("*game*.json")), ids=lambda path: path.stem)
def test_facts_have_every_name_and_the_player_with_more_points_has_won(path: Path):
    record = read_record(path.read_text(encoding="utf-8"))
    found = facts(record)
    names = {fact.name for fact in spec(record.game).parts.fact_columns}
    assert all(side.keys() == names for sides in found for side in sides)
    own, other = (sum(sides[seat][POINTS] for sides in found) for seat in (0, 1))
    assert final_state(record).returns() == ((own > other) - (own < other), (own < other) - (own > other))


def test_an_unknown_game_is_refused_in_words():
    record = replace(three_wins().record(), game="whist", id="a" * 32)
    for ask in (spec, load_game, levels, usual_level, coach_spec, load_coach):
        with pytest.raises(NotationError, match=r"^there is no game called “whist”$"):
            ask("whist")
    with pytest.raises(NotationError, match=r"^there is no game called “whist”$"):
        load_player("whist", "easy")
    assert find_level("whist", "easy") is None
    assert not has_coach("whist") and body_of("whist") is None
    with pytest.raises(ReplayError, match="there is no game called “whist”"):
        next(replay(record))
    with pytest.raises(RecordError, match="line 1, column 97: there is no game called “whist”"):
        read_record(record.to_json())


SAMPLE = {
    "games/sample/spec.py": """
from mile_bones.games.millieu import spec
SPEC = spec.SPEC._replace(name="sample", module=__name__, title=lambda: "Sample", has_lesson=False)
""",
    "games/sample/parts.py": "from mile_bones.games.millieu.parts import PARTS",
    "players/sample/levels.py": "from mile_bones.players.millieu.levels import LEVELS, USUAL\nHAS_COACH = False",
}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a package with the modules of a game from another vendor, and yield its folder."""
    for name, text in SAMPLE.items():
        path = tmp_path / "sample_house" / name
        path.parent.mkdir(parents=True, exist_ok=True)  # the folders are packages without an __init__.py
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "_PACKAGES", dict(games._PACKAGES))
    yield tmp_path / "sample_house"
    for name in [name for name in sys.modules if name.startswith("sample_house")]:
        del sys.modules[name]
    import_once.cache_clear()


def test_a_registered_game_is_found_like_the_others_but_not_offered(house: Path):
    assert not is_game("sample")
    register("sample", "sample_house", "sample")
    assert is_game("sample") and "sample" not in GAMES
    assert spec("sample").title() == "Sample"
    assert load_game("sample").new_state(first=0).legal_actions()
    assert spec("sample").lesson is None
    assert (usual_level("sample"), levels("sample")) == ("easy", levels("millieu"))
    assert not has_coach("sample") and coach_spec("sample") is None and load_coach("sample") is None


def test_two_games_cannot_have_the_same_name(house: Path):
    register("sample", "sample_house", "sample")
    register("sample", "sample_house", "sample")
    for name in ("sample", "millieu"):
        with pytest.raises(ValueError, match=f"another game has the name {name}"):
            register(name, "elsewhere", "sample")


def test_an_import_error_in_a_game_is_not_taken_for_a_missing_module(house: Path):
    register("sample", "sample_house", "sample")
    (house / "players/sample/coaching.py").write_text("import no_such_package", encoding="utf-8")
    (house / "players/sample/levels.py").write_text("HAS_COACH = True", encoding="utf-8")
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        coach_spec("sample")
    with pytest.raises(ModuleNotFoundError, match=r"sample_house\.desktop"):
        part_of("sample", "desktop.boards", "board")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"options": {"jokers": True}}, "“jokers” cannot be “True” in Mile Bones"),
        ({"target": None}, "the target"),
        ({"body": ActionList()}, "the record is not one of Mile Bones"),
    ],
)
def test_a_record_with_a_body_of_another_game_is_refused(changes: dict[str, object], reason: str):
    record: Record = replace(three_wins().record(), **changes)
    with pytest.raises(ReplayError, match=reason):
        next(replay(record))


def test_a_game_can_be_loaded_with_another_target():
    assert load_game("mile-bones", "mille", target=700).rules.target == 700
    assert load_game("mile-bones", "mille").rules.target == 5000
    for game, target in (("mile-bones", 0), ("millieu", 5)):
        with pytest.raises(NotationError, match=f"cannot be played to {target}"):
            load_game(game, target=target)


def test_an_option_that_a_game_does_not_have_is_refused():
    with pytest.raises(NotationError, match="“jokers” cannot be “True” in Mile Bones"):
        load_game("mile-bones", options={"jokers": True})


def test_a_truth_value_is_not_accepted_as_a_number():
    stake = GameOption("stake", lambda: "Stake", tuple(Choice(number, lambda: "") for number in (0, 1)))
    assert stake.allows(1) and not stake.allows(True) and not stake.allows(2) and not stake.allows("1")
