"""Operations on backups: they are made, the oldest goes, and one is brought back."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import timedelta

from faults import histories, sessions, settings
from faults.invariants import After, Entered, Fact, OneOf, Value, Won
from faults.scene import NOON, Scene
from mile_bones.library.restoring import Restore, Undo
from mile_bones.storage import Profile
from mile_bones.storage.backups import DAILY_KEPT, Backup, BackupKind, Backups, contents

_IN_HISTORY = Entered(histories.game_of("Dora").record, "finished")
_COUNTED = Won((2, 0), 5700)


@dataclass(frozen=True)
class Sound:
    """So many backups have a history with that many games, and settings."""

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
    """As many as are kept, and since then a game."""
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


# ------------------------------------------------------------------ what may fail


def make(scene: Scene) -> None:
    """One of today; an older one goes only when it is whole."""
    games = 4 if any(isinstance(fact, Sound) for fact in scene.facts.values()) else 3
    with scene.doing(Today(games)):
        Backups(scene.profile, scene.report, scene.clock).make_daily()


@dataclass(frozen=True)
class Today:
    """There is one of today, with so many games."""

    games: int
    about: Hashable = "backup of today"

    def wrong(self, after: After) -> str | None:
        backups = Backups(Profile(after.root), after.problems.append, lambda: NOON).listed()
        if any(backup.when == NOON and _is_sound(backup, self.games) for backup in backups):
            return None
        return "there is no backup of today"


def restore(scene: Scene) -> None:
    """The settings are those of the backup again; the game that was played since stays, and counts."""
    _restore(scene)


def restore_and_undo(scene: Scene) -> None:
    """And back again."""
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
    scene.holds(OneOf(_IN_HISTORY, _InBackup()), _half_way())  # what is interrupted can be brought back by hand
    back = Restore(library, backups[-1])
    with scene.doing(Value(*settings.THEME, "light"), _IN_HISTORY, _COUNTED, raises=(OSError,)):
        deque(back.run(), maxlen=0)
    return back.undo


def _half_way() -> Fact:
    """The scores of the backup are there, and not all that was won since is counted yet."""
    found: Fact = _COUNTED
    for games, best in ((1, 5100), (1, 5700), (2, 5100)):
        found = OneOf(Won((games, 0), best), found)
    return found


@dataclass(frozen=True)
class _InBackup:
    """The game stands in a backup that was made before the restoring."""

    about: Hashable = _IN_HISTORY.about

    def wrong(self, after: After) -> str | None:
        backups = Backups(Profile(after.root), after.problems.append, lambda: NOON).listed()
        safe = [backup for backup in backups if backup.kind is BackupKind.BEFORE_RESTORE]
        return None if any(contents(backup).games == 4 for backup in safe) else "it is in no backup"
