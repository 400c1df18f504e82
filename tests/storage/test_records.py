from __future__ import annotations

import errno
import os
import stat
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from examples import examples
from mile_bones.engine.errors import RecordError
from mile_bones.engine.record import Record
from mile_bones.storage.records import LARGEST, load_record, save_record

CONFORMANCE = sorted((Path(__file__).parents[1] / "data" / "conformance").glob("*.json"))


posix = pytest.mark.skipif(
    sys.platform == "win32", reason="needs pipes, links, permissions or limits as POSIX has them"
)


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


@pytest.mark.parametrize("source", CONFORMANCE[::9], ids=lambda path: path.stem)
def test_a_record_is_the_same_after_saving_and_loading(tmp_path: Path, source: Path) -> None:
    record = load_record(source)
    save_record(tmp_path / "game.json", record)
    assert load_record(tmp_path / "game.json") == record
    assert names(tmp_path) == {"game.json"}


@example("\ud800")
@example("שלום\u2028")
@examples(30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(st.characters(exclude_categories=())))
def test_a_player_of_any_name_can_save(tmp_path: Path, game: Callable[[str], Record], name: str) -> None:
    # Half of a surrogate pair cannot be written and is replaced. Two matching halves side by side are one
    # character.
    whole = name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    record = game(name)
    save_record(tmp_path / "game.json", record)
    assert load_record(tmp_path / "game.json") == replace(game(whole), id=record.id)


def test_saving_replaces_the_whole_file(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.json"
    path.write_text("x" * 100_000, encoding="utf-8")
    path.chmod(0o604)
    mode = path.stat().st_mode
    save_record(path, record)
    assert load_record(path) == record
    assert path.stat().st_mode == mode


@posix
def test_saving_through_a_link_changes_its_target(tmp_path: Path, record: Record) -> None:
    (tmp_path / "link.json").symlink_to("game.json")
    save_record(tmp_path / "link.json", record)
    assert (tmp_path / "link.json").is_symlink()
    assert load_record(tmp_path / "game.json") == record


@posix
def test_a_failed_save_leaves_the_old_game_and_no_temporary_file(
    tmp_path: Path, record: Record, game: Callable[[str], Record], output: Callable[[str, Path], str]
) -> None:
    path = tmp_path / "game.json"
    save_record(path, record)
    script = """
import dataclasses, resource
from mile_bones.storage.records import load_record, save_record
record = load_record(folder / "game.json")
resource.setrlimit(resource.RLIMIT_FSIZE, (200, resource.RLIM_INFINITY))
try:
    save_record(folder / "game.json", dataclasses.replace(record, target=7000))
except OSError as error:
    print(error.strerror)
"""
    assert output(script, tmp_path) == "File too large"
    assert load_record(path) == record
    assert names(tmp_path) == {"game.json"}


@posix
@pytest.mark.parametrize("where", ["", "pipe"])
def test_only_an_ordinary_file_is_replaced_by_a_save(tmp_path: Path, record: Record, where: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=r"folder|ordinary"):
        save_record(tmp_path / where, record)
    assert names(tmp_path) == {"pipe"}
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_folder_is_refused_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        load_record(tmp_path)
    assert caught.value.strerror == "it is a folder, not a file"
    assert caught.value.filename == str(tmp_path)


def test_a_missing_file_raises_filenotfounderror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_record(tmp_path / "none.json")


@posix
def test_pipes_and_devices_are_refused_without_waiting(tmp_path: Path, output: Callable[[str, Path], str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    script = """
from mile_bones.storage.records import load_record
for path in (folder / "pipe", Path("/dev/zero"), Path("/dev/stdin")):
    try:
        load_record(path)
    except OSError as error:
        print(error.strerror)
"""
    assert output(script, tmp_path).splitlines() == ["it is not an ordinary file"] * 3


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(record.to_json().encode().ljust(LARGEST))
    assert load_record(path) == record
    with path.open("ab") as file:
        file.write(b" ")
    with pytest.raises(RecordError, match="too large"):
        load_record(path)


def test_a_record_too_large_to_read_is_not_written(tmp_path: Path, game: Callable[[str], Record]) -> None:
    path = tmp_path / "game.json"
    save_record(path, game("Anna"))
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)) as caught:
        save_record(path, game("x" * LARGEST))
    assert caught.value.filename == str(path)
    assert load_record(path) == game("Anna")


@pytest.mark.slow
@pytest.mark.parametrize("piece", [b" ", b"[", b'"name', b"\xff", b'{"name": 5000, '], ids=ascii)
def test_a_file_of_100_megabytes_is_refused_with_little_memory(tmp_path: Path, record: Record, piece: bytes) -> None:
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.write(record.to_json().encode())
        for _megabyte in range(100):
            file.write(piece * (1024 * 1024 // len(piece)))
    assert path.stat().st_size > 99 * 1024 * 1024
    assert peak_of(path, "too large") < 3 * LARGEST


@pytest.mark.proof
@posix
@pytest.mark.parametrize("piece", ["[],", '"",', "0,", "{},"])
def test_the_worst_text_of_the_largest_size_needs_a_limited_memory(
    tmp_path: Path, output: Callable[[str, Path], str], piece: str
) -> None:
    text = "[" + piece * (LARGEST // len(piece) - 1)
    (tmp_path / "game.json").write_text(text[:-1] + "]", encoding="utf-8")
    script = """
import resource
from mile_bones.engine.errors import RecordError
from mile_bones.storage.records import load_record
resource.setrlimit(resource.RLIMIT_AS, (1 << 28, resource.getrlimit(resource.RLIMIT_AS)[1]))
try:
    load_record(folder / "game.json")
except RecordError as error:
    print(error)
"""
    assert output(script, tmp_path) == (
        "line 1, column 1: this is no record, or one with a fault, and too long to look for the place"
    )


def peak_of(path: Path, refusal: str) -> int:
    """Return the peak of allocated bytes while the file is refused."""
    tracemalloc.start()
    try:
        with pytest.raises(RecordError, match=refusal):
            load_record(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@posix
def test_a_circle_of_links_raises_oserror(tmp_path: Path) -> None:
    (tmp_path / "one.json").symlink_to("two.json")
    (tmp_path / "two.json").symlink_to("one.json")
    with pytest.raises(OSError, match="symbolic links"):
        load_record(tmp_path / "one.json")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_text_that_is_not_utf8_is_refused_with_its_position(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "game.json"
    for text, place in ((b'{\n"\xc3\xa9\xff', (2, 3)), (b'{"\xff', (1, 3))):
        path.write_bytes(mark + text)
        with pytest.raises(RecordError, match="not UTF-8") as caught:
            load_record(path)
        assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize("text", ["", "{}", "[" * 200_000, '{"a":' * 200_000, "1" * 100_000, "\0" * 1000])
def test_text_that_is_not_a_record_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError):
        load_record(path)
