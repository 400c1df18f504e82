"""Takes the pictures: ``tests/tools/pictures [SCENE ...] [--size 1280x800 ...] [--theme light ...]``.

``--text`` sets another text size, and ``--scale`` another scale of the screen, such as 2 for pixels twice as fine. The
real window runs under Xvfb with a window manager. The content of this screen is saved, window by window, as
``build/pictures/SCENE-WIDTHxHEIGHT-THEME.png``. If the text size or the scale is not the usual one, ``-tTEXT`` or
``-sSCALE`` comes before the ending.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from itertools import product
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1]
ROOT = TOOLS.parents[1]
OUT = ROOT / "build" / "pictures"
SIZES = ("800x600", "1280x800", "1920x1080")
LARGER = ("2560x1440", "3840x2160")
"""Sizes that are used only if the user asks for them, because a screen of such a size takes its time."""
SMALLEST = ("640x400",)
"""A size that is also used only if the user asks for it. At this size tables take their compact form."""
TEXTS, SCALES = ("100", "125", "150", "200", "250"), ("1", "1.5", "2", "3")
THEMES = ("light", "dark", "contrast")
_ON_STAGE = "MILE_BONES_PICTURES"


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of the game.")
    parser.add_argument("scene", nargs="*", help="which scenes; all of them without any")
    parser.add_argument(
        "--size", action="append", choices=SMALLEST + SIZES + LARGER, help="800x600, 1280x800 and 1920x1080 without any"
    )
    parser.add_argument("--theme", action="append", choices=THEMES, help="light and dark, and contrast for some")
    parser.add_argument("--language", default="en", metavar="CODE", help="of the window; system: as LANGUAGE says")
    parser.add_argument("--translations", type=Path, metavar="FOLDER", help="its catalogues, such as the pseudo-locale")
    parser.add_argument("--text", action="append", choices=TEXTS, help="text sizes in percent; 100 without any")
    parser.add_argument("--scale", choices=SCALES, default="1", help="QT_SCALE_FACTOR; sizes are in logical pixels")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder for the pictures")
    chosen = parser.parse_args()
    if _ON_STAGE in os.environ:
        take(chosen)
        return
    sys.path[0] = str(TOOLS)
    from pictures.screen import screen

    widest = max(float(chosen.scale) * int(size.split("x")[0]) for size in chosen.size or SIZES)
    with screen("2200x1400x24" if widest <= 2000 else "4000x2300x24" if widest <= 3840 else "8000x4600x24") as room:
        again = [sys.executable, str(Path(__file__).parent), *sys.argv[1:]]
        finer = {"QT_SCALE_FACTOR": chosen.scale} if chosen.scale != "1" else {}
        sys.exit(subprocess.run(again, env=room | finer | {_ON_STAGE: "1"}).returncode)


def take(chosen: argparse.Namespace) -> None:
    """Take the pictures on the screen, one window after another."""
    sys.path[0] = str(TOOLS)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from PySide6.QtWidgets import QApplication

    from mile_bones import i18n
    from mile_bones.desktop.collector import collect_when_idle
    from mile_bones.storage.settings import TEXT
    from pictures.scenes import SCENES
    from pictures.stage import staged

    app = QApplication(["mile-bones"])
    app.setQuitOnLastWindowClosed(False)
    collect_when_idle()
    unknown = set(chosen.scene) - {scene.name for scene in SCENES}
    if unknown:
        sys.exit(f"No such scene: {', '.join(sorted(unknown))}. There are: {', '.join(one.name for one in SCENES)}")
    chosen.out.mkdir(parents=True, exist_ok=True)
    count = 0
    finer = "" if chosen.scale == "1" else f"-s{chosen.scale}"
    for theme, text in product(chosen.theme or THEMES, chosen.text or TEXTS[:1]):
        larger = "" if text == TEXTS[0] else f"-t{text}"
        for size in chosen.size or SIZES:
            width, height = (int(part) for part in size.split("x"))
            for scene in SCENES:
                wanted = not chosen.scene or scene.name in chosen.scene
                if not wanted or (theme == "contrast" and not scene.contrast and not chosen.theme):
                    continue
                sized = replace(scene, settings={**scene.settings, TEXT: text})
                with (
                    tempfile.TemporaryDirectory(prefix="mile-bones-pictures-") as folder,
                    staged(
                        *(sized, (width, height), theme, Path(folder)),
                        show=show,
                        language=chosen.language,
                        translations=chosen.translations,
                    ) as stage,
                ):
                    end = "" if chosen.language == "en" else f"-{i18n.language()}"
                    path = chosen.out / f"{scene.name}-{size}-{theme}{larger}{finer}{end}.png"
                    photograph(stage, path)
                    count += 1
    print(f"{count} pictures in {chosen.out}")


def show(window) -> None:
    """Show the window. Wait until the window manager has placed the window and given it the keyboard."""
    from PySide6.QtTest import QTest

    window.move(60, 60)
    window.show()
    assert QTest.qWaitForWindowExposed(window)
    window.activateWindow()
    QTest.qWaitForWindowActive(window, 2000)


def photograph(stage, path: Path) -> None:
    """Save what the screen shows: the window and whatever lies in front of it, or the help."""
    from PySide6.QtTest import QTest

    window, front = stage.window, stage.front()
    QTest.qWaitForWindowExposed(front)
    QTest.qWait(250)
    place = window.geometry()
    if window.dialog_stack.help is not None and window.dialog_stack.help.isVisible():
        QTest.qWaitForWindowExposed(window.dialog_stack.help)
        place = window.dialog_stack.help.geometry()
    shot = window.screen().grabWindow(0, place.x(), place.y(), place.width(), place.height())
    if not shot.save(str(path)):
        sys.exit(f"cannot write {path}")


if __name__ == "__main__":
    main()
