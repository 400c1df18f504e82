from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from examples import examples
from mile_bones.library.keys import KEYS
from mile_bones.library.settings import (
    GAME,
    LEVEL,
    RULES,
    TUTOR,
    all_settings,
    level_setting,
    option_setting,
    target_setting,
)
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.settings import (
    ANIMATION,
    ASK_DISCARD,
    AUTO_DRAW,
    DONE,
    DOUBLE_CLICK,
    DRAG_DISTANCE,
    LANGUAGE,
    LARGE_INDICES,
    LOG,
    METHOD,
    MONO,
    MUTE,
    NAME,
    OUTLINES,
    SCANNING,
    SORT,
    SPEECH,
    TEXT,
    THEME,
    VOLUME,
    WINDOW,
    Setting,
    Settings,
)
from other_values import another

AT_FIRST = {
    NAME: "",
    METHOD: "both",
    DRAG_DISTANCE: "4",
    DOUBLE_CLICK: True,
    ASK_DISCARD: False,
    TUTOR: False,
    SORT: True,
    AUTO_DRAW: False,
    DONE: False,
    GAME: "mile-bones",
    RULES: "mile-bones",
    LEVEL: "original",
    LANGUAGE: "system",
    ANIMATION: "normal",
    THEME: "system",
    TEXT: "100",
    OUTLINES: "usual",
    LARGE_INDICES: False,
    SCANNING: "off",
    VOLUME: "80",
    MUTE: False,
    MONO: False,
    SPEECH: "off",
    LOG: "auto",
    WINDOW: "",
    level_setting("millieu"): "easy",
    level_setting("montreal-mille"): "easy",
    option_setting("millieu", "late_mills"): False,
    target_setting("montreal-mille"): "1200",
    option_setting("montreal-mille", "natural_required"): False,
    option_setting("montreal-mille", "progressive"): False,
    option_setting("montreal-mille", "stake"): "0",
    **dict(zip(KEYS, ["1", "2", "3", "4", "5", "6", "7", "D", "X", "Return", "R", "S", "L", "H", "M"], strict=True)),
}

OTHERS = {
    **{setting: another(setting) for setting in all_settings()},
    **dict(zip(KEYS, ["", "Ctrl+2", "3", "ö", "Meta+Shift+F5", "#", ";", *"ABCDEFGH"], strict=True)),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mb.ini"


def read(path: Path, problems: list[Problem]) -> dict[Setting[Any], object]:
    now = Settings(Ini(path, problems.append))
    return {setting: now.get(setting) for setting in all_settings()}


def test_a_first_start_has_the_default_settings(path: Path, problems: list[Problem]) -> None:
    assert read(path, problems) == AT_FIRST


def test_all_settings_survive_a_restart(path: Path, problems: list[Problem]) -> None:
    Settings(Ini(path, problems.append)).update(OTHERS)
    assert read(path, problems) == OTHERS
    Settings(Ini(path, problems.append)).update(AT_FIRST)
    assert read(path, problems) == AT_FIRST


def test_changing_one_setting_keeps_all_other_settings(path: Path, problems: list[Problem]) -> None:
    now = Settings(Ini(path, problems.append))
    now.update(OTHERS)
    now.update({THEME: "dark"})
    assert read(path, problems) == {**OTHERS, THEME: "dark"}


def test_each_invalid_value_in_the_file_becomes_the_default(path: Path, problems: list[Problem]) -> None:
    text = f"""
[player]
name = {"x" * 32}
[options]
method = telepathy
sort = perhaps
draw by itself = yes
rules = Mille
opponent = easy
animation =
theme = pink
[window]
geometry = <800x600>
[high scores]
best 1 = a lot
"""
    path.write_text(text, encoding="utf-8")
    assert read(path, problems) == {**AT_FIRST, AUTO_DRAW: True, LEVEL: "easy"}
    assert problems == []
    Settings(Ini(path, problems.append)).update({THEME: "dark"})
    assert "opponent = easy\n" in path.read_text(encoding="utf-8")
    assert "best 1 = a lot\n" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("word", "meaning"), [("yes", True), ("No", False), ("TRUE", True), ("off", False), ("1", True), ("2", True)]
)
def test_yes_and_no_are_read_in_the_usual_spellings(
    path: Path, problems: list[Problem], word: str, meaning: bool
) -> None:
    path.write_text(f"[options]\nsort = {word}\n", encoding="utf-8")
    assert Settings(Ini(path, problems.append)).get(SORT) is meaning


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (NAME, "x" * 32),
        (NAME, None),
        (METHOD, "Drag"),
        (SORT, "yes"),
        (SORT, 1),
        (THEME, ""),
        (TEXT, "110"),
        (WINDOW, "abc"),
        (WINDOW, "zz"),
        (WINDOW, "00" * 513),
        (KEYS[0], "two words"),
        (KEYS[0], "Ctrl+"),
        (KEYS[0], "D" * 40),
    ],
)
def test_an_invalid_value_from_the_program_is_refused(
    path: Path, problems: list[Problem], setting: Setting[Any], value: Any
) -> None:
    now = Settings(Ini(path, problems.append))
    with pytest.raises(ValueError, match=f"{setting.section}/{setting.key}"):
        now.update({RULES: "mille", setting: value})
    assert read(path, problems) == AT_FIRST
    assert not path.exists()


@example("Zoë = 100% \u200f;#")
@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=31))
def test_every_name_of_up_to_31_characters_is_stored(path: Path, problems: list[Problem], name: str) -> None:
    Settings(Ini(path, problems.append)).update({NAME: name})
    assert Settings(Ini(path, problems.append)).get(NAME) == name


def test_each_setting_has_a_unique_key_and_label() -> None:
    rows = all_settings()
    assert len({(setting.section, setting.key) for setting in rows}) == len(rows) == len(AT_FIRST)
    assert len({setting.label for setting in rows}) == len(rows)
    assert all(setting.label and setting.allows(setting.default) for setting in rows)


def test_every_choice_has_a_name_for_the_file_and_a_unique_title() -> None:
    for setting in all_settings():
        assert all(isinstance(choice.name, str) for choice in setting.values), setting.key
        assert len({choice.title() for choice in setting.values}) == len(setting.values), setting.key
