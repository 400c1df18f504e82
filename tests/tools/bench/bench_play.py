"""The Python calls of a play in the real window: `tests/tools/bench/bench_play.py [--game millieu] [--modules 20]`.

A play is one action by mouse, with everything that follows until the player can act again: the opponent's answer, the
pictures, the writing to the disk. Animations are off. The tool counts the calls of functions of `mile_bones` in the
thread of the window, without the calls in which the opponent thinks. It prints the median and both quartiles for each
kind of action, and then, by module, the calls of a play that is not a draw. No clock plays a part: the numbers differ
from machine to machine only because the opponent's choices differ. `tests/desktop/test_calls_of_a_play.py` asserts a
limit.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/tools")]
os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import qInstallMessageHandler  # noqa: E402 - the folders come first
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from mile_bones.desktop.controllers.games import Start  # noqa: E402
from mile_bones.desktop.main_window import MainWindow  # noqa: E402
from mile_bones.games import GAMES  # noqa: E402
from mile_bones.storage.profile import Profile  # noqa: E402
from mile_bones.storage.settings import ANIMATION, NAME  # noqa: E402
from pictures.profiles import NOW  # noqa: E402
from plays import Calls, plays  # noqa: E402


def played(game: str, number: int, folder: Path) -> list[tuple[str, Calls]]:
    """Return the first `number` plays of a game, each as the first word of its action and its calls."""
    window = MainWindow(Profile(folder), lambda: NOW, Start(game=game, seed=1))
    window.change_settings({ANIMATION: "off", NAME: "Anna"})
    window.resize(1280, 800)
    window.show()
    QTest.qWaitForWindowExposed(window)
    window.begin()
    QTest.qWait(300)  # the first picture is there, and the work that follows it is done
    found = [(action.split()[0], calls) for action, calls in islice(plays(window, seed=1), number)]
    window.close()
    window.deleteLater()
    QApplication.processEvents()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The Python calls of a play.")
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument(
        "--plays", type=int, default=40, help="the number of plays of each game, if its first hand has as many"
    )
    parser.add_argument(
        "--modules", type=int, default=12, help="the number of modules to print for each game, the most expensive first"
    )
    chosen = parser.parse_args()
    qInstallMessageHandler(lambda *_noise: None)  # silences messages about things that the offscreen platform cannot do
    app = QApplication(["mile-bones", "-style", "fusion"])
    for game in GAMES if chosen.game is None else (chosen.game,):
        with tempfile.TemporaryDirectory(prefix="mile-bones-bench-") as folder:
            found = played(game, chosen.plays, Path(folder))
        print(game)
        for word in dict.fromkeys(word for word, _calls in found):
            totals = [calls.total for one, calls in found if one == word]
            low, _middle, high = quantiles(totals, n=4) if len(totals) > 1 else totals * 3
            print(f"  {word:10} {median(totals):8.0f} calls ({low:.0f} to {high:.0f}), {len(totals)} of them")
        counted = [calls for word, calls in found if word != "draw"]
        modules = sum((calls.by_module for calls in counted), Counter[str]())
        print(f"  each but draws {median(calls.total for calls in counted):.0f}, in {len(modules)} modules:")
        for module, count in modules.most_common(chosen.modules):
            print(f"    {count / len(counted):8.0f}  {module}")
    app.quit()


if __name__ == "__main__":
    main()
