"""Files that several programs write at once."""

from pathlib import Path

import pytest

from mile_bones.storage.files import arriving, replacing, sweep


def _replaced(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"new")


def _arrived(path: Path) -> None:
    with arriving(path) as temporary:
        temporary.write_bytes(b"new")


@pytest.mark.parametrize("write", [_replaced, _arrived])
def test_a_file_that_is_being_written_is_swept_away_by_nobody(tmp_path: Path, monkeypatch, write):
    """Not even when somebody looks for what dead writers have left in the moment before it gets its name."""
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
