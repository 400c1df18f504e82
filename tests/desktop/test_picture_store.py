"""Rendered pictures survive a restart, and no fault of the cache is ever worth a word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from mile_bones.desktop.picture_store import PictureStore
from mile_bones.desktop.sprites import Faces
from mile_bones.desktop.theme import DARK, LIGHT


def picture(colour: str = "#80C8371F", width: int = 7, height: int = 5) -> QImage:
    made = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(QColor(colour))
    return made


def test_a_picture_comes_back_as_it_was(tmp_path: Path) -> None:
    PictureStore(tmp_path).save("light-7x5", "go", picture())

    assert PictureStore(tmp_path).load("light-7x5", "go", 7, 5) == picture()


def test_what_is_not_there_or_has_another_size_is_not_loaded(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    store.save("light-7x5", "go", picture())

    assert store.load("light-7x5", "stop", 7, 5) is None
    assert store.load("dark-7x5", "go", 7, 5) is None
    assert store.load("light-7x5", "go", 7, 6) is None


def test_without_a_folder_nothing_is_kept() -> None:
    store = PictureStore(None)
    store.save("light-7x5", "go", picture())

    assert store.load("light-7x5", "go", 7, 5) is None


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")

    store = PictureStore(tmp_path / "cache")
    store.save("light-7x5", "go", picture())

    assert store.load("light-7x5", "go", 7, 5) is None


def test_the_oldest_sets_make_room(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    for number in range(20):
        store.save(f"light-{number}", "go", picture())
        for path in tmp_path.iterdir():
            os.utime(path, (number, number)) if path.name.endswith(f"-{number}") else None

    kept = {path.name for path in tmp_path.iterdir()}
    assert len(kept) == 8
    assert kept == {f"pictures-light-{number}" for number in range(12, 20)}


def render_all(faces: Faces) -> None:
    for _step in range(200):
        if faces.complete():
            return
    pytest.fail("there is always something left to render")


def test_faces_and_cars_are_the_same_from_the_cache(tmp_path: Path, qapp: QApplication) -> None:
    first, second = Faces(tmp_path), Faces(tmp_path)
    first.configure(LIGHT, (84, 117), 1.0)
    car = first.car("car_red", 32.0, 1.0, mirrored=True).toImage()
    render_all(first)

    second.configure(LIGHT, (84, 117), 1.0)

    for name in ("go", "25", "rightofway", "back"):
        assert second.face(name).toImage() == first.face(name).toImage(), name
    assert second.car("car_red", 32.0, 1.0, mirrored=True).toImage() == car
    assert car != second.car("car_red", 32.0, 1.0, mirrored=False).toImage()


def test_faces_have_the_size_in_device_pixels_and_follow_the_theme(tmp_path: Path, qapp: QApplication) -> None:
    faces = Faces(tmp_path)
    faces.configure(LIGHT, (84, 117), 2.0)
    light = faces.face("go")
    assert (light.width(), light.height(), light.devicePixelRatio()) == (168, 234, 2.0)

    faces.configure(DARK, (84, 117), 2.0)

    assert faces.face("go").toImage() != light.toImage()
    assert faces.face("go").toImage().pixelColor(84, 230) != Qt.GlobalColor.transparent
