"""The real main window on a profile of its own, and a person in front of it."""

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
    """What this desktop wishes about motion is for its user, not for tests."""
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def rendered_faces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all windows: rendering the cards is not what is tested."""
    return tmp_path_factory.mktemp("faces")


@pytest.fixture(scope="session")
def pseudo_catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Catalogues in which every text is marked as translated: no translation is needed to see what changes."""
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
    """The profile of Anna, whose language goes with the test."""
    yield home
    home.leave_all()
    choose_language(qapp, "en", Path())
    theme.apply_theme(qapp, *theme.active())


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[Callable[..., None]]:
    """Call it with the name of a theme and a scale to dress the application; in light at the end.

    Not undressed: a style sheet taken away while widgets live leaves Qt with dangling pointers to them. And the scale
    stays, for the next dialog most often wants the same: another sheet costs more than all else in these tests.
    """
    yield lambda name="light", scale=1.0: theme.apply_theme(qapp, theme.THEMES[name], scale)
    theme.apply_theme(qapp, theme.THEMES["light"], theme.active()[1])
