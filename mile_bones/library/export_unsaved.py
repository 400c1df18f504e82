"""Export what could not be saved in the profile to a folder that the user chose."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.storage.archive import write_game, write_head
from mile_bones.storage.files import free_name, replacing, write_atomically
from mile_bones.storage.records import save_record

if TYPE_CHECKING:
    from mile_bones.engine.record import Record
    from mile_bones.library.game_library import Unsaved


def save_elsewhere(unsaved: Unsaved, folder: Path, now: datetime) -> list[Path]:
    """Write everything that exists only in memory to new files in this folder.

    Return their paths. Raise OSError on failure. Each game in progress becomes a record, the finished games together
    one archive, settings and scores an ``mb.ini``.
    """
    stem = f"Mile Bones {now:%Y-%m-%d %H.%M}"
    written = []
    for game in unsaved.games:
        written.append(free_name(folder, stem, ".json"))
        save_record(written[-1], game)
    if unsaved.finished:
        written.append(free_name(folder, stem, ".games"))
        _save_games(written[-1], unsaved.finished, now)
    if unsaved.settings is not None:
        written.append(free_name(folder, stem, " mb.ini"))
        write_atomically(written[-1], unsaved.settings.encode("utf-8"))
    return written


def _save_games(path: Path, games: tuple[Record, ...], now: datetime) -> None:
    with replacing(path) as file:
        write_head(file)
        for record in games:
            write_game(file, now.astimezone(), record.to_json())
