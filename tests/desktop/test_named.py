"""Everything that can have the keyboard in a window of the program has an accessible name, in all scenes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from desktop.accessible_tree import line, name, open_windows, walk
from pictures.scenes import SCENES, Scene
from pictures.stage import staged

SIZE = (1280, 800)
BY_NAME = {scene.name: scene for scene in SCENES}


@pytest.mark.sample(proof=12)
@pytest.mark.proof
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_focusable_object_of_a_scene_has_a_name(scene: Scene, tmp_path: Path, qapp: QApplication):
    with staged(scene, SIZE, "light", tmp_path):
        unnamed = [
            line(thing)
            for window in open_windows()
            for thing, _depth in walk(window)
            if thing.state().focusable and not name(thing).strip()
        ]
    assert unnamed == []


def roles(scene: str, tmp_path: Path) -> dict[str, QAccessible.Role]:
    """Return the roles of the visible objects of a scene, by name."""
    with staged(BY_NAME[scene], SIZE, "light", tmp_path):
        return {name(thing): thing.role() for window in open_windows() for thing, _depth in walk(window)}


def test_the_table_is_a_region_with_a_name(tmp_path: Path, qapp: QApplication):
    assert roles("road", tmp_path)["Card table"] == QAccessible.Role.Grouping


def test_a_chart_has_the_role_of_a_chart(tmp_path: Path, qapp: QApplication):
    assert roles("results", tmp_path)["Results over time"] == QAccessible.Role.Chart


def test_the_help_is_a_window_with_the_name_of_its_page(tmp_path: Path, qapp: QApplication):
    found = {text: role for text, role in roles("help", tmp_path).items() if text.startswith("Mile Bones Help: ")}
    assert set(found.values()) == {QAccessible.Role.Window}


def test_the_filters_of_the_history_are_described(tmp_path: Path, qapp: QApplication):
    with staged(BY_NAME["history"], SIZE, "light", tmp_path):
        boxes = [
            thing.text(QAccessible.Text.Description)
            for window in open_windows()
            for thing, _depth in walk(window)
            if thing.role() == QAccessible.Role.ComboBox
        ]
    assert len(boxes) == 5 and all(boxes) and len(set(boxes)) == 5
