"""Each setting is one row. Every row is in the list of all settings, and no module has a second list."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import mile_bones
from mile_bones.games import GAMES
from mile_bones.library import keys
from mile_bones.library import settings as of_games
from mile_bones.library.settings import all_settings, shown_settings
from mile_bones.storage import settings as of_all
from mile_bones.storage.settings import PAGES, Setting

PACKAGE = Path(mile_bones.__file__).parent
DECLARING = (of_all, of_games, keys)
"""The modules that make rows."""
OWN = [Path(str(module.__file__)) for module in DECLARING]
IMPORTS = re.compile(rb"^ *from mile_bones\.(?:library|storage)(?:\.settings|\.keys)? import", re.MULTILINE)
NAMES = {name for module in DECLARING for name, value in vars(module).items() if isinstance(value, Setting)}
FEW = 3
"""The largest number of settings that code may name beside each other. A longer list counts as a second list of
settings.
"""
DISPLAYS = (ast.Tuple, ast.List, ast.Set, ast.Dict)


@cache
def nodes() -> tuple[tuple[str, ast.AST], ...]:
    """Return the syntax nodes of each module that can name a setting, as pairs of the module's path and a node."""
    return tuple(
        (str(path.relative_to(PACKAGE)), node)
        for path in sorted(PACKAGE.rglob("*.py"))
        if path in OWN or IMPORTS.search(path.read_bytes())
        for node in ast.walk(ast.parse(path.read_bytes()))
    )


def named_in(display: ast.expr) -> set[str]:
    """Return the names of settings that this tuple, list, set or dict spells out."""
    parts = [part for part in ast.walk(display) if isinstance(part, ast.Name | ast.Attribute)]
    return {part.id if isinstance(part, ast.Name) else part.attr for part in parts} & NAMES


def test_these_tests_find_at_least_thirty_names_of_settings() -> None:
    assert {"NAME", "METHOD", "SCANNING", "LARGE_INDICES", "TUTOR", "GAME", "RULES", "MUTE_KEY"} <= NAMES
    assert len(NAMES) >= 30


@pytest.mark.slow
def test_no_module_has_a_second_list_of_settings() -> None:
    lists = {
        (where, *sorted(named))
        for where, node in nodes()
        if isinstance(node, DISPLAYS) and len(named := named_in(node)) > FEW
    }
    assert lists == set()


@pytest.mark.slow
def test_only_three_modules_make_settings() -> None:
    imported = {
        where
        for where, node in nodes()
        if isinstance(node, ast.ImportFrom) and node.module == "mile_bones.storage.settings"
        if any(name.name == "Setting" for name in node.names)
    }
    called = {
        where
        for where, node in nodes()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Setting"
    }
    own = {str(path.relative_to(PACKAGE)) for path in OWN}
    assert own <= called and called & imported <= own


def test_every_row_is_in_the_list_of_all_settings() -> None:
    rows = {row for module in DECLARING for row in vars(module).values() if isinstance(row, Setting)}
    assert rows | set(keys.KEYS) <= set(all_settings())
    assert len(set(all_settings())) == len(all_settings())


@pytest.mark.parametrize("game", GAMES)
def test_a_games_settings_are_ordered_by_page_and_group(game: str) -> None:
    groups = [setting.group for setting in shown_settings(game)]
    assert None not in groups
    for found, order in (
        ([group.page for group in groups if group is not None], list(PAGES)),
        (groups, list(dict.fromkeys(groups))),
    ):
        assert [order.index(each) for each in found] == sorted(order.index(each) for each in found)


def test_every_row_with_a_group_is_shown_for_some_game() -> None:
    shown = {setting for game in GAMES for setting in shown_settings(game)}
    assert shown == {setting for setting in all_settings() if setting.group is not None}


@pytest.mark.parametrize("setting", all_settings(), ids=lambda setting: setting.key)
def test_every_setting_has_a_control_that_suits_its_values(setting: Setting) -> None:
    if setting.group is None:
        return
    if isinstance(setting.default, bool):
        assert setting.control == "tick"
    elif setting.values:
        assert setting.control in ("buttons", "list", "slider")
    else:
        assert setting.control in ("key", "points")
