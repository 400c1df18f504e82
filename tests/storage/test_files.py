"""Files that several programs write at the same time."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mile_bones.storage import files
from mile_bones.storage.files import arriving, move, read_text, remove, replacing, sweep


def _replaced(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"new")


def _arrived(path: Path) -> None:
    with arriving(path) as temporary:
        temporary.write_bytes(b"new")


@pytest.mark.parametrize("write", [_replaced, _arrived])
def test_a_file_that_is_being_written_is_not_removed(tmp_path: Path, monkeypatch, write):
    """The file is not removed even in one special case: leftovers of dead writers are removed at the moment before the
    new file gets its name.
    """
    path = tmp_path / "file"
    rename = Path.replace

    def replace(self: Path, target: Path) -> Path:
        assert not sweep(tmp_path)
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    write(path)
    assert path.read_bytes() == b"new"
    assert sweep(tmp_path)
    assert list(tmp_path.iterdir()) == [path]


def test_an_unlocked_temporary_file_is_removed_after_an_hour(tmp_path: Path):
    living = tmp_path / ".mile-bones-00112233.tmp"
    with living.open("wb") as file:
        file.write(b"half a game")
        assert not sweep(tmp_path)
        assert living.exists()
    os.utime(living, (1, 1))
    assert sweep(tmp_path)
    assert not living.exists()


def _read(path: Path) -> None:
    assert read_text(path, 9) == "old"


def _moved(path: Path) -> None:
    move(path, path.with_name("another"))


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Simulate Windows: refuse operations that are forbidden on an open file.

    Yield a function that sets the number of coming refusals.
    """
    times = 0

    def refusing(step: Callable[..., object]) -> Callable[..., object]:
        def refused(path: Path | str, *arguments: object) -> object:
            nonlocal times
            if times and not (arguments and isinstance(arguments[0], int) and arguments[0] & os.O_CREAT):
                times -= 1
                raise PermissionError(13, "The process cannot access the file", str(path))
            return step(path, *arguments)

        return refused

    def set_times(number: int) -> None:
        nonlocal times
        times = number

    monkeypatch.setattr(files, "_CAN_MOVE_OPEN_FILES", False)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    for owner, name in ((Path, "replace"), (Path, "rename"), (Path, "unlink"), (os, "open")):
        monkeypatch.setattr(owner, name, refusing(getattr(owner, name)))
    yield set_times
    times = 0


@pytest.mark.parametrize("step", [_replaced, _arrived, _read, _moved, remove])
def test_a_file_opened_by_a_virus_scanner_is_retried(tmp_path: Path, windows, step):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    windows(3)
    step(path)
    windows(1000)
    with pytest.raises(PermissionError):
        step(path)


def test_on_windows_a_file_being_written_is_never_opened(tmp_path: Path, windows):
    """If the file were opened, it could not be given its name in the meantime."""
    left = tmp_path / ".mile-bones-dead.tmp"
    left.write_bytes(b"from a killed window")
    os.utime(left, (1, 1))
    with replacing(tmp_path / "file") as file:
        file.write(b"new")
        windows(1)  # one open is refused; the calls below open only files of dead writers, to remove them
        left.touch()
        assert not sweep(tmp_path)
        with pytest.raises(PermissionError):
            os.open(left, os.O_RDONLY)
    os.utime(left, (1, 1))
    assert sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
