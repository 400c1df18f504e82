"""Programs that do it wrong, to see that the harness finds it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from faults.games import NEAR, a_saved_file
from faults.invariants import Content
from faults.scene import Operation, Scene

_DATA = NEAR.to_json().encode()
_PATH = "mine/saved.json"


def _promise(scene: Scene) -> contextlib.AbstractContextManager[object]:
    return scene.doing(Content(_PATH, _DATA), raises=(OSError,))


def _write(path: Path, *, sync: bool = True) -> None:
    with path.open("wb") as file:
        file.write(_DATA)
        file.flush()
        if sync:
            os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def in_place(scene: Scene) -> None:
    """The old content goes before the new one is there."""
    with _promise(scene):
        _write(scene.root / _PATH)


def without_a_word(scene: Scene) -> None:
    """Who has to know that it failed is not told."""
    new = scene.root / "mine/new.json"
    with _promise(scene), contextlib.suppress(OSError):
        _write(new)
        new.replace(scene.root / _PATH)
        _sync_folder(new.parent)


def without_sync(scene: Scene) -> None:
    """The name is new, and what belongs under it is not on the disk yet."""
    new = scene.root / "mine/new.json"
    with _promise(scene):
        _write(new, sync=False)
        new.replace(scene.root / _PATH)
        _sync_folder(new.parent)


def without_sync_of_the_folder(scene: Scene) -> None:
    """The content is on the disk, under a name that nobody asks for."""
    new = scene.root / "mine/new.json"
    with _promise(scene):
        _write(new)
        new.replace(scene.root / _PATH)


def leaving_rubbish(scene: Scene) -> None:
    """The new file stays where it cannot take the place of the old one."""
    new = scene.root / f"mine/{os.urandom(8).hex()}.tmp"
    with _promise(scene):
        _write(new)
        new.replace(scene.root / _PATH)
        _sync_folder(new.parent)


def raising(scene: Scene) -> None:
    """An error of the disk comes out of what promises that none does."""
    with scene.doing(Content(_PATH, _DATA)):
        _write(scene.root / _PATH)


def _look(scene: Scene) -> None:
    """There is nothing to start."""


CARELESS = {
    operation: wrong
    for act, wrong in (
        (in_place, "neither: "),
        (without_a_word, "mine/saved.json holds "),
        (without_sync, "mine/saved.json holds "),
        (without_sync_of_the_folder, "mine/saved.json holds "),
        (leaving_rubbish, "left behind: "),
        (raising, "raised "),
    )
    for operation in [Operation(f"careless.{act.__name__}", a_saved_file, act, _look)]
}
"""The operations, and what is said about each of them."""
