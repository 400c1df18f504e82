"""Programs that write carelessly, to check that the harness notices."""

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
    """Destroy the old content before the new content is on the disk."""
    with _promise(scene):
        _write(scene.root / _PATH)


def without_a_word(scene: Scene) -> None:
    """Report no failure to the caller, although the caller has to know about it."""
    new = scene.root / "mine/new.json"
    with _promise(scene), contextlib.suppress(OSError):
        _write(new)
        new.replace(scene.root / _PATH)
        _sync_folder(new.parent)


def without_sync(scene: Scene) -> None:
    """Give the file its final name before its content is on the disk."""
    new = scene.root / "mine/new.json"
    with _promise(scene):
        _write(new, sync=False)
        new.replace(scene.root / _PATH)
        _sync_folder(new.parent)


def without_sync_of_the_folder(scene: Scene) -> None:
    """Sync the content, but not the folder that has the new name."""
    new = scene.root / "mine/new.json"
    with _promise(scene):
        _write(new)
        new.replace(scene.root / _PATH)


def leaving_rubbish(scene: Scene) -> None:
    """Leave the new file behind if it cannot replace the old one."""
    new = scene.root / f"mine/{os.urandom(8).hex()}.tmp"
    with _promise(scene):
        _write(new)
        new.replace(scene.root / _PATH)
        _sync_folder(new.parent)


def raising(scene: Scene) -> None:
    """Raise an error of the disk, although the scene allows no error."""
    with scene.doing(Content(_PATH, _DATA)):
        _write(scene.root / _PATH)


def _look(scene: Scene) -> None:
    """Start nothing."""


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
"""The operations, each with words that are expected in the complaint about it."""
