"""The real main window on a profile made for the test, and a person in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop.driver import Home
from desktop.pseudo import make_pseudo_catalogues
from mile_bones.desktop.language import choose_language
from mile_bones.desktop.look import theme
from mile_bones.library.settings import LEVEL
from mile_bones.storage.settings import ANIMATION, NAME


@pytest.fixture(autouse=True)
def _no_desktop_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the user's desktop, so that its preference about motion does not change the tests."""
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def rendered_faces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one cache folder for all windows, because these tests do not test the rendering of the cards."""
    return tmp_path_factory.mktemp("faces")


@pytest.fixture(scope="session")
def pseudo_catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of catalogues that visibly mark every text, so that no translation is needed to see changes."""
    return make_pseudo_catalogues(tmp_path_factory.mktemp("translations"))


@pytest.fixture
def new_home(qtbot, qapp, tmp_path: Path, rendered_faces: Path) -> Iterator[Home]:
    """A profile on which the program was never started."""
    home = Home(tmp_path / "profile", rendered_faces, qtbot)
    yield home
    home.leave_all()


@pytest.fixture
def home(new_home: Home) -> Home:
    """The profile of Anna, who wants no animation and an easy opponent."""
    new_home.set({NAME: "Anna", ANIMATION: "off", LEVEL: "easy"})
    return new_home


@pytest.fixture
def traveller(home: Home, qapp: QApplication) -> Iterator[Home]:
    """The profile of Anna, for tests that change the language. English and the theme are restored after the test."""
    yield home
    home.leave_all()
    choose_language(qapp, "en", Path())
    theme.apply_theme(qapp, *theme.active())


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[Callable[..., None]]:
    """Yield a function that gives the application a theme (by its name) and a scale.

    The test ends with the light theme. The style sheet is not removed: removing it while widgets live leaves Qt with
    dangling pointers to them. The scale is kept, because the next dialog mostly has the same scale, and a new style
    sheet costs more than everything else in these tests.
    """
    yield lambda name="light", scale=1.0: theme.apply_theme(qapp, theme.THEMES[name], scale)
    theme.apply_theme(qapp, theme.THEMES["light"], theme.active()[1])
