"""Operations on mb.ini."""

from __future__ import annotations

from pathlib import Path

from faults.invariants import Somewhere, Value, Won
from faults.scene import NOON, Scene
from mile_bones.storage.ini import Ini
from mile_bones.storage.recent import RecentFiles
from mile_bones.storage.results import Results

THEME = ("options", "theme")
SORT = ("options", "sort")
_RUBBISH = b"[options\n\0"


def opened(scene: Scene) -> Ini:
    return Ini(scene.profile.ini_path, scene.report)


# ------------------------------------------------------------------ before


def some_settings(scene: Scene) -> None:
    ini = opened(scene)
    ini.update({THEME: "light", SORT: "yes"})
    _count(ini, "first", 5100)
    scene.holds(Value(*THEME, "light"), Value(*SORT, "yes"), Won((1, 0), 5100))


def settings_through_a_link(scene: Scene) -> None:
    some_settings(scene)
    (scene.root / "elsewhere").mkdir()
    scene.profile.ini_path.rename(scene.root / "elsewhere" / "mb.ini")
    scene.profile.ini_path.symlink_to("elsewhere/mb.ini")


def damaged_settings(scene: Scene) -> None:
    scene.root.mkdir()
    scene.profile.ini_path.write_bytes(_RUBBISH)
    scene.holds(Somewhere("mb.ini", _RUBBISH))


# ------------------------------------------------------------------ what may fail


def change(scene: Scene) -> None:
    """Change different settings in two windows. On a sound disk, another change writes all of them."""
    here, there = opened(scene), opened(scene)
    _change(scene, here, THEME, "dark")
    _change(scene, there, SORT, "no")
    scene.heal()
    here.catch_up()
    scene.holds(Value(*THEME, "dark"))
    _change(scene, there, ("player", "name"), "Ben")
    scene.holds(Value(*SORT, "no"), Value("player", "name", "Ben"))


def change_after_it_vanished(scene: Scene) -> None:
    """Change a setting after the file has vanished. The file is written again, with the values that had been read from
    it.
    """
    ini = opened(scene)
    known = [Value(*SORT, "yes"), Won((1, 0), 5100)] if ini.get(*SORT) == "yes" else []
    scene.forget()
    with scene.somebody_else():
        scene.profile.ini_path.unlink(missing_ok=True)
    with scene.doing(Value(*THEME, "dark"), *known) as step:
        ini.update({THEME: "dark"})
        step.done = not ini.unsaved


def change_what_is_damaged(scene: Scene) -> None:
    """Change a setting while the file is damaged. The damaged file is set aside."""
    ini = opened(scene)
    _change(scene, ini, THEME, "dark")


def count_a_game(scene: Scene) -> None:
    """Record the same game twice. The game is counted once, immediately or with the next change."""
    ini = opened(scene)
    won = Won((2, 0) if scene.facts else (1, 0), 5700)
    with scene.doing(won) as step:
        _count(ini, "second", 5700)
        step.done = not ini.unsaved
    _count(ini, "second", 5700)
    scene.heal()
    _change(scene, ini, THEME, "dark")
    scene.holds(won)


def remember_a_file(scene: Scene) -> None:
    ini = opened(scene)
    with scene.doing(Value("recent files", "1", "/games/one.json")) as step:
        RecentFiles(ini).add(Path("/games/one.json"))
        step.done = not ini.unsaved


def trouble_twice(scene: Scene) -> None:
    """Run into trouble twice. Trouble that comes again is reported again."""
    ini = opened(scene)
    _change(scene, ini, THEME, "dark")
    scene.heal()
    _change(scene, ini, SORT, "no")
    scene.holds(Value(*THEME, "dark"), Value(*SORT, "no"))
    scene.fail_again()
    _change(scene, ini, SORT, "yes")


def _count(ini: Ini, digest: str, total: int) -> None:
    Results(ini).record_game(digest, 0, (total, 300), ("Anna", "Computer"), NOON.date(), 1)


def _change(scene: Scene, ini: Ini, key: tuple[str, str], value: str) -> None:
    with scene.doing(Value(*key, value)) as step:
        ini.update({key: value})
        step.done = not ini.unsaved
