"""The window in the pseudo-locale, which is 40 % longer than English. No text is left in English, and no text is cut
short.

German and French are about as long as the pseudo-locale. The kinds of items that are known to be too narrow are listed
here. The list must not grow.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from desktop.pseudo import english_in, texts_of
from desktop.reader import words_of
from desktop.rooms import look_at_widgets
from mile_bones.desktop.language import choose_language
from mile_bones.desktop.table.captions import Caption
from pictures.scenes import SCENES
from pictures.stage import Stage, staged

BY_NAME = {scene.name: scene for scene in SCENES}
OFTEN = ("options", "history", "mille-taken")
"""The scenes that every ``make test`` checks. The others take a minute."""
HELP = ("help", "mille-help")
"""The scenes that show help pages, which are not in the catalogue."""
AS_STORED = {"high-scores": {"Computer"}}
"""Names that are stored in the profile and therefore not translated, by scene."""
NOT_OURS = {"Export..."}
"""An action of pyqtgraph that is in no menu."""
NARROW = {"Plate", "ScorePanel", "MontrealScorePanel", "Chips", "Caption", "MessageLine"}
"""Items in which a long word is cut, with an ellipsis or without, at 1280x800."""


@pytest.fixture
def stage(
    request: pytest.FixtureRequest, tmp_path: Path, qapp: QApplication, pseudo_catalogues: Path
) -> Iterator[Stage]:
    """Return the scene of this name in a window that uses the pseudo-locale."""
    scene = BY_NAME[request.param]
    try:
        with staged(scene, (1280, 800), "light", tmp_path, language="de", translations=pseudo_catalogues) as made:
            yield made
    finally:
        choose_language(qapp, "en", pseudo_catalogues)


def every_scene() -> pytest.MarkDecorator:
    marks = {scene: (pytest.mark.slow,) if scene in OFTEN else () for scene in BY_NAME}
    return pytest.mark.parametrize(
        "stage", [pytest.param(scene, marks=marks[scene], id=scene) for scene in BY_NAME], indirect=True
    )


def windows(stage: Stage) -> list[QWidget]:
    """Return the main window, and the window in front of it if there is one."""
    front = stage.front()
    return [stage.window] if front is stage.window else [stage.window, front]


@pytest.mark.sample(proof=8)
@every_scene()
def test_nothing_is_left_in_english_and_nothing_is_cut(
    stage: Stage, root: Path, request: pytest.FixtureRequest
) -> None:
    scene = request.node.callspec.id
    # Qt has its own words, and the bubble of What's This shows words of the help.
    ours = [each for each in windows(stage) if not isinstance(each, QFileDialog) and not each.inherits("QWhatsThat")]
    shown = [text for window in ours for text in texts_of(window)]
    assert len(shown) > 50
    fine = NOT_OURS | AS_STORED.get(scene, set())
    shown = [(where, text.replace(str(root), "")) for where, text in shown]  # About shows the path of the source
    assert [(where, text) for where, text in shown if english_in(text) and text not in fine] == []
    for window in windows(stage)[1:]:
        assert look_at_widgets(window)[1] == []
    assert cut_short(stage) <= NARROW


def cut_short(stage: Stage) -> set[str]:
    """Return the kinds of items on the table that have too little space for their words."""
    found = set()
    for item in stage.window.table.scene().items():
        if item.isVisible() and type(item).__module__.startswith("mile_bones"):
            words = words_of(item)
            if any(not word.fits or word.text.endswith("…]") or word.text.endswith("…") for word in words):
                found.add(type(item).__name__)
            if isinstance(item, Caption) and item.text and not item.fits():
                found.add("Caption")
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[Dřáw á çářd··]", []),
        ("[Dřáw á Stop··]", ["Stop"]),
        ("Draw a card", ["Draw", "card"]),
        ("[&Uñdó··] (Strg+Z)", []),
        ("1,275", []),
    ],
)
def test_english_is_distinguished_from_the_pseudo_locale(text: str, words: list[str]) -> None:
    assert english_in(text) == words
