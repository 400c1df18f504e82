"""Operations on backups: backups are made, the oldest is removed, and one is restored."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from faults import histories, sessions, settings
from faults.invariants import After, CountedGame, Fact, OneOf, Value, Won
from faults.scene import NOON, Scene
from mile_bones.engine.record import Record
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.restoring import GoBack, Restore, Undo
from mile_bones.storage.backups import DAILY_KEPT, Backup, BackupKind, Backups, contents
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record

_IN_HISTORY = CountedGame(histories.game_of("Dora").record, "finished")
_COUNTED = Won((2, 0), 5700)
_SECOND = Path(__file__).parents[2] / "data/second/profile"


@dataclass(frozen=True)
class Sound:
    """The fact that at least ``least`` backups are sound. A sound backup has settings, and a history of ``games``
    games.
    """

    least: int
    games: int
    about: Hashable = "backups"

    def wrong(self, after: After) -> str | None:
        backups = Backups(Profile(after.root), after.problems.append, lambda: NOON).listed()
        sound = [backup for backup in backups if _is_sound(backup, self.games)]
        return (
            None if len(sound) >= self.least else f"{len(sound)} backups are sound, of {len(backups)}, not {self.least}"
        )


def _is_sound(backup: Backup, games: int) -> bool:
    found = contents(backup)
    return found.games == games and found.won is not None and not found.trouble


# ------------------------------------------------------------------ before


def a_profile(scene: Scene) -> None:
    settings.some_settings(scene)
    histories.some_games(scene)


def a_week_of_backups(scene: Scene) -> None:
    """Make as many daily backups as are kept, and then add a game."""
    a_profile(scene)
    for day in range(DAILY_KEPT):
        then = NOON - timedelta(days=DAILY_KEPT - day)
        Backups(scene.profile, scene.report, lambda then=then: then).make_daily()
        settings.opened(scene).update({("player", "name"): f"Day {day}"})
    histories.opened(scene).add(histories.game_of("Dora"))
    scene.holds(Sound(DAILY_KEPT - 1, 3), _IN_HISTORY)


def a_backup_and_a_game_since(scene: Scene) -> None:
    a_profile(scene)
    Backups(scene.profile, scene.report, lambda: NOON - timedelta(days=1)).make_daily()
    settings.opened(scene).update({settings.THEME: "dark"})
    histories.opened(scene).add(histories.game_of("Dora"))
    sessions.opened(scene).agree()
    scene.holds(Sound(1, 3), _IN_HISTORY, Value(*settings.THEME, "dark"), _COUNTED)


def files_of_an_earlier_version(scene: Scene) -> None:
    """Copy a history, settings and a game in progress that were written by the second version."""
    scene.root.mkdir()
    for name in ("history.db", "mb.ini"):
        shutil.copyfile(_SECOND / name, scene.root / name)
    (scene.root / "games").mkdir()
    shutil.copyfile(_SECOND / "games/current-1.json", scene.root / "games/current-1.json")
    scene.holds(_KEPT, _InProgress())


def files_that_were_taken_over(scene: Scene) -> None:
    """Leave the same files after this version has started and has added a game to the history."""
    files_of_an_earlier_version(scene)
    library = GameLibrary(scene.profile, lambda: NOON - timedelta(hours=1), scene.report)
    library.resume(sessions.WANTED)
    library.history.add(histories.game_of("Dora"))
    library.close()
    scene.holds(_IN_HISTORY)


@dataclass(frozen=True)
class _KeptAsItWas:
    """The fact that the history of the earlier version is among the backups, byte for byte."""

    about: Hashable = "earlier history"

    def wrong(self, after: After) -> str | None:
        backups = Backups(Profile(after.root), after.problems.append, lambda: NOON).listed()
        kept = [each for each in backups if each.kind is BackupKind.BEFORE_VERSION and each.games is not None]
        old = (_SECOND / "history.db").read_bytes()
        found = any(each.history is not None and each.history.read_bytes() == old for each in kept)
        return None if found else f"of {len(kept)} none is what the earlier version left"


_KEPT = _KeptAsItWas()


@dataclass(frozen=True)
class _InProgress:
    """The fact that the game in progress is in some file."""

    about: Hashable = "game in progress"

    def wrong(self, after: After) -> str | None:
        there = {Record.from_json(text).id for text in after.files.values()}
        return None if load_record(_SECOND / "games/current-1.json").id in there else "the game in progress is gone"


# ------------------------------------------------------------------ what may fail


def take_over(scene: Scene) -> None:
    """Start with the files of an earlier version, which are kept before anything changes them."""
    library = sessions.opened(scene)
    library.resume(sessions.WANTED)
    with scene.doing(_IN_HISTORY) as step:
        step.done = library.history.add(histories.game_of("Dora"))


def go_back(scene: Scene) -> None:
    """Go back to the files of the earlier version. Afterwards, the game of today is in a backup."""
    library = sessions.opened(scene)
    library.resume(sessions.WANTED)
    kept = [backup for backup in library.backups.listed() if backup.kind is BackupKind.BEFORE_VERSION]
    scene.holds(OneOf(_IN_HISTORY, _InBackup(65)))
    if kept:
        with scene.doing(raises=(OSError,)):
            deque(GoBack(library, kept[0]).run(), maxlen=0)


def make(scene: Scene) -> None:
    """Make a backup of today. An older backup is removed only once the new one is whole."""
    games = 4 if any(isinstance(fact, Sound) for fact in scene.facts.values()) else 3
    with scene.doing(Today(games)):
        Backups(scene.profile, scene.report, scene.clock).make_daily()


@dataclass(frozen=True)
class Today:
    """The fact that there is a backup of today with ``games`` games."""

    games: int
    about: Hashable = "backup of today"

    def wrong(self, after: After) -> str | None:
        backups = Backups(Profile(after.root), after.problems.append, lambda: NOON).listed()
        if any(backup.when == NOON and _is_sound(backup, self.games) for backup in backups):
            return None
        return "there is no backup of today"


def restore(scene: Scene) -> None:
    """Restore the settings of a backup. The game that was played after the backup stays, and counts."""
    _restore(scene)


def restore_and_undo(scene: Scene) -> None:
    """Restore a backup, and then undo the restoring."""
    undo = _restore(scene)
    if undo is not None:
        scene.holds(_half_way())
        with scene.doing(Value(*settings.THEME, "dark"), _IN_HISTORY, _COUNTED, raises=(OSError,)):
            deque(undo.run(), maxlen=0)


def _restore(scene: Scene) -> Undo | None:
    library = sessions.opened(scene)
    backups = library.backups.listed()
    if not backups:
        return None
    scene.holds(OneOf(_IN_HISTORY, _InBackup()), _half_way())  # after an interruption, the game can be restored by hand
    back = Restore(library, backups[-1])
    with scene.doing(Value(*settings.THEME, "light"), _IN_HISTORY, _COUNTED, raises=(OSError,)):
        deque(back.run(), maxlen=0)
    return back.undo


def _half_way() -> Fact:
    """Return the fact that the scores of the backup are there, while not all later wins are counted yet."""
    found: Fact = _COUNTED
    for games, best in ((1, 5100), (1, 5700), (2, 5100)):
        found = OneOf(Won((games, 0), best), found)
    return found


@dataclass(frozen=True)
class _InBackup:
    """The fact that the game is in a backup that was made before the restoring."""

    games: int = 4
    about: Hashable = _IN_HISTORY.about

    def wrong(self, after: After) -> str | None:
        backups = Backups(Profile(after.root), after.problems.append, lambda: NOON).listed()
        safe = [backup for backup in backups if backup.kind is BackupKind.BEFORE_RESTORE]
        return None if any(contents(backup).games == self.games for backup in safe) else "it is in no backup"
