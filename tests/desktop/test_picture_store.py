"""Rendered pictures survive a restart, and no fault of their cache is shown to the user."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from mile_bones.desktop.boards.milebones.card_faces import CardFaces
from mile_bones.desktop.look import picture_store
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.picture_store import PictureStore
from mile_bones.desktop.look.themes import DARK, LIGHT


def picture(colour: str = "#80C8371F", width: int = 7, height: int = 5) -> QImage:
    made = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(QColor(colour))
    return made


def test_a_saved_picture_is_loaded_unchanged(tmp_path: Path) -> None:
    PictureStore(tmp_path).save("light-7x5", "go", picture())

    assert PictureStore(tmp_path).load("light-7x5", "go", 7, 5) == picture()


def test_a_missing_picture_or_one_of_another_size_is_not_loaded(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    store.save("light-7x5", "go", picture())

    assert store.load("light-7x5", "stop", 7, 5) is None
    assert store.load("dark-7x5", "go", 7, 5) is None
    assert store.load("light-7x5", "go", 7, 6) is None


def test_without_a_folder_no_picture_is_kept() -> None:
    store = PictureStore(None)
    store.save("light-7x5", "go", picture())

    assert store.load("light-7x5", "go", 7, 5) is None


def test_a_picture_that_could_not_be_made_is_not_kept(tmp_path: Path) -> None:
    """A picture cannot be made if its window closes while pictures are rendered."""
    store = PictureStore(tmp_path)
    store.save("set", "card", QImage())
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_cannot_be_written_raises_no_error(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")

    store = PictureStore(tmp_path / "cache")
    store.save("light-7x5", "go", picture())

    assert store.load("light-7x5", "go", 7, 5) is None


def test_only_the_eight_newest_sets_of_pictures_are_kept(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    for number in range(20):
        store.save(f"light-{number}", "go", picture())
        for path in tmp_path.iterdir():
            os.utime(path, (number, number)) if path.name.endswith(f"-{number}") else None

    kept = {path.name for path in tmp_path.iterdir()}
    assert len(kept) == 8
    assert kept == {f"pictures-light-{number}" for number in range(12, 20)}


def kept_file(folder: Path) -> Path:
    """Keep a picture in `folder` and return its file."""
    PictureStore(folder).save("light-7x5", "go", picture())
    return folder / "pictures-light-7x5" / "go.argb"


def zeros(path: Path) -> None:
    path.write_bytes(b"\0" * path.stat().st_size)


def one_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[11] ^= 4
    path.write_bytes(data)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def grown(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices are files only elsewhere")
@pytest.mark.parametrize("spoil", [zeros, one_bit, cut_off, grown, pipe, device, folder])
def test_a_damaged_file_is_not_loaded_and_can_be_saved_again(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    path = kept_file(tmp_path)
    spoil(path)

    store = PictureStore(tmp_path)
    assert store.load("light-7x5", "go", 7, 5) is None

    store.save("light-7x5", "go", picture())
    again = None if spoil is folder else picture()
    assert store.load("light-7x5", "go", 7, 5) == again


def test_the_file_of_one_picture_is_not_loaded_as_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept_file(tmp_path)
    store = PictureStore(tmp_path)
    (path.parent / "stop.argb").write_bytes(path.read_bytes())
    assert store.load("light-7x5", "stop", 7, 5) is None
    assert store.load("light-7x5", "go", 5, 7) is None
    other = tmp_path / "pictures-dark-7x5"
    other.mkdir()
    (other / "go.argb").write_bytes(path.read_bytes())
    assert store.load("dark-7x5", "go", 7, 5) is None
    assert store.load("light-7x5", "go", 7, 5) == picture()
    monkeypatch.setattr(picture_store, "_VERSION", "99")
    assert store.load("light-7x5", "go", 7, 5) is None


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_nothing_is_written_or_removed_through_a_link(tmp_path: Path) -> None:
    cache, outside = tmp_path / "cache", tmp_path / "outside"
    outside.mkdir()
    (outside / "letter.txt").write_text("dear")
    path = kept_file(cache)
    path.unlink()
    path.symlink_to(outside / "letter.txt")
    store = PictureStore(cache)
    store.save("light-7x5", "go", picture())
    assert store.load("light-7x5", "go", 7, 5) == picture()
    (cache / "pictures-linked").symlink_to(outside)
    (cache / "pictures-nowhere").symlink_to(outside / "nowhere")
    (cache / "pictures-file").write_text("no folder")
    (path.parent / "inner").symlink_to(outside)
    for number in range(20):
        store.save(f"light-{number}", "go", picture())
    for name in ("linked", "nowhere", "file"):
        store.save(name, "go", picture())
        assert store.load(name, "go", 7, 5) is None
    assert [path.name for path in outside.iterdir()] == ["letter.txt"]
    assert (outside / "letter.txt").read_text() == "dear"
    assert (cache / "pictures-linked").is_symlink() and (cache / "pictures-nowhere").is_symlink()
    assert not path.exists()  # the oldest set was removed nevertheless


def test_faces_are_visible_even_if_their_cached_files_hold_only_zeros(tmp_path: Path, qapp: QApplication) -> None:
    """A power cut has left the cache in this state, and every card was invisible."""
    first, second = CardArt(CardFaces(), tmp_path), CardArt(CardFaces(), tmp_path)
    first.configure(LIGHT, (84, 117), 1.0)
    render_all(first)
    files = list(tmp_path.glob("pictures-*/*.argb"))
    assert len(files) > 10
    for path in files:
        zeros(path)

    second.configure(LIGHT, (84, 117), 1.0)
    assert second.face("go").toImage() == first.face("go").toImage()
    render_all(second)

    third = CardArt(CardFaces(), tmp_path)
    third.configure(LIGHT, (84, 117), 1.0)
    third.face("go")
    assert third._unsaved == []


def render_all(faces: CardArt) -> None:
    for _step in range(200):
        if faces.complete():
            return
    pytest.fail("there is always something left to render")


def test_faces_and_cars_are_the_same_from_the_cache(tmp_path: Path, qapp: QApplication) -> None:
    first, second = CardArt(CardFaces(), tmp_path), CardArt(CardFaces(), tmp_path)
    first.configure(LIGHT, (84, 117), 1.0)
    car = first.car("car_red", 32.0, 1.0, mirrored=True).toImage()
    render_all(first)

    second.configure(LIGHT, (84, 117), 1.0)

    for name in ("go", "25", "rightofway", "back"):
        assert second.face(name).toImage() == first.face(name).toImage(), name
    assert second.car("car_red", 32.0, 1.0, mirrored=True).toImage() == car
    assert car != second.car("car_red", 32.0, 1.0, mirrored=False).toImage()


def test_faces_have_the_size_in_device_pixels_and_follow_the_theme(tmp_path: Path, qapp: QApplication) -> None:
    faces = CardArt(CardFaces(), tmp_path)
    faces.configure(LIGHT, (84, 117), 2.0)
    light = faces.face("go")
    assert (light.width(), light.height(), light.devicePixelRatio()) == (168, 234, 2.0)

    faces.configure(DARK, (84, 117), 2.0)

    assert faces.face("go").toImage() != light.toImage()
    assert faces.face("go").toImage().pixelColor(84, 230) != Qt.GlobalColor.transparent


@pytest.mark.usefixtures("qapp")
def test_cars_requested_before_the_cards_have_a_size_are_kept(tmp_path: Path) -> None:
    art = CardArt(CardFaces(), tmp_path)
    for name in ("car_red", "car_blue"):
        art.car(name, 20, 1.0, mirrored=False)
    art.configure(LIGHT, (30, 42), 1.0)
    while not art.complete():
        pass

    assert {path.stem for path in tmp_path.glob("pictures-cars-*/*")} == {"car_red-20-1.0", "car_blue-20-1.0"}
