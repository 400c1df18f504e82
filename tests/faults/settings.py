"""Operations on mb.ini."""

from __future__ import annotations

from pathlib import Path

from faults.invariants import Somewhere, Value, Won
from faults.scene import NOON, Scene
from mile_bones.storage import Ini, RecentFiles, Results

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
    """Two windows change different things; on a sound disk, another change brings all of them."""
    here, there = opened(scene), opened(scene)
    with scene.doing(Value(*THEME, "dark")):
        here.update({THEME: "dark"})
    with scene.doing(Value(*SORT, "no")):
        there.update({SORT: "no"})
    scene.heal()
    here.update({("player", "name"): "Anna"})
    there.update({("player", "other"): "Ben"})
    scene.holds(Value(*THEME, "dark"), Value(*SORT, "no"))
    scene.holds(Value("player", "name", "Anna"), Value("player", "other", "Ben"))


def change_after_it_vanished(scene: Scene) -> None:
    """The file is written anew, with what was known of it."""
    ini = opened(scene)
    known = ini.get(*SORT) == "yes"
    scene.facts.clear()
    with scene.somebody_else():
        scene.profile.ini_path.unlink()
    with scene.doing(Value(*THEME, "dark"), *([Value(*SORT, "yes"), Won((1, 0), 5100)] if known else [])) as step:
        ini.update({THEME: "dark"})
        step.done = _told(scene) == ["SETTINGS_GONE"] or (not known and "SETTINGS_UNWRITABLE" not in _told(scene))


def change_what_is_damaged(scene: Scene) -> None:
    """The damaged file is set aside."""
    ini = opened(scene)
    with scene.doing(Value(*THEME, "dark")) as step:
        ini.update({THEME: "dark"})
        step.done = _told(scene) == ["SETTINGS_DAMAGED"]


def count_a_game(scene: Scene) -> None:
    """Twice the same game, which is counted once, at once or with the next change."""
    ini = opened(scene)
    won = Won((2, 0) if scene.facts else (1, 0), 5700)
    with scene.doing(won):
        _count(ini, "second", 5700)
    _count(ini, "second", 5700)
    scene.heal()
    ini.update({THEME: "dark"})
    scene.holds(won, Value(*THEME, "dark"))


def remember_a_file(scene: Scene) -> None:
    with scene.doing(Value("recent files", "1", "/games/one.json")):
        RecentFiles(opened(scene)).add(Path("/games/one.json"))


def trouble_twice(scene: Scene) -> None:
    """Trouble that comes again is told again."""
    ini = opened(scene)
    with scene.doing(Value(*THEME, "dark")):
        ini.update({THEME: "dark"})
    scene.heal()
    ini.update({SORT: "no"})
    scene.holds(Value(*THEME, "dark"), Value(*SORT, "no"))
    scene.fail_again()
    with scene.doing(Value(*SORT, "yes")):
        ini.update({SORT: "yes"})


def _count(ini: Ini, digest: str, total: int) -> None:
    Results(ini).record_game(digest, 0, (total, 300), ("Anna", "Computer"), NOON.date(), 1)


def _told(scene: Scene) -> list[str]:
    return [problem.kind.name for problem in scene.problems]
