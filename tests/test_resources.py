"""Access to the resources: which names are found, and which are refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mile_bones import resources


def test_a_resource_is_read_as_text_and_as_bytes() -> None:
    svg = resources.read_text("cards/go.svg")
    assert svg.startswith(("<svg", "<?xml"))
    assert resources.read_bytes("cards/go.svg").decode() == svg
    assert resources.path("cards/go.svg").is_file()
    assert resources.path("cards").is_dir()


def test_all_cards_and_typefaces_exist() -> None:
    cards = resources.names("cards", ".svg")
    assert len(cards) == 20, "nineteen faces and the back"
    assert list(cards) == sorted(cards)
    weights = ("Medium", "SemiBold", "Bold")
    assert set(resources.names("fonts", ".otf")) == {f"fonts/Cabin-{weight}.otf" for weight in weights}
    assert set(resources.names("fonts", ".ttf")) == {f"fonts/Vazirmatn-UI-NL-{weight}.ttf" for weight in weights}
    assert all(resources.read_bytes(name) for name in cards)


@pytest.mark.parametrize(("family", "file"), [("Cabin", "OFL.txt"), ("Vazirmatn", "OFL-Vazirmatn.txt")])
def test_each_typeface_comes_with_its_licence(family: str, file: str) -> None:
    text = resources.read_text(f"fonts/{file}")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert family in text


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/passwd",
        "../pyproject.toml",
        "cards/../../pyproject.toml",
        "cards//go.svg",
        "./cards",
        "cards/",
        "cards\\go.svg",
        "C:/cards",
        "cards/go.svg\0",
    ],
)
def test_a_name_that_leads_outside_is_refused(name: str) -> None:
    with pytest.raises(resources.ResourceError, match="is not the name of a resource"):
        resources.path(name)


def test_a_name_without_a_resource_is_refused() -> None:
    with pytest.raises(resources.ResourceError, match=r"no resource is named 'cards/joker\.svg'"):
        resources.read_text("cards/joker.svg")
    with pytest.raises(resources.ResourceError, match="is a folder"):
        resources.read_bytes("cards")
    with pytest.raises(resources.ResourceError, match="not a folder"):
        resources.names("cards/go.svg", ".svg")


def test_an_installed_package_uses_its_own_resources(tmp_path: Path) -> None:
    """In a wheel the resources are inside the package; a folder `resources` beside it belongs to another program."""
    package = tmp_path / "mile_bones"
    (package / "_resources" / "cards").mkdir(parents=True)
    (package / "_resources" / "cards" / "go.svg").write_bytes(b"from the wheel\r\n")
    (tmp_path / "resources" / "cards").mkdir(parents=True)
    (tmp_path / "resources" / "cards" / "go.svg").write_text("from elsewhere")
    for name in ("__init__.py", "resources.py"):
        shutil.copy(Path(resources.__file__).parent / name, package / name)
    code = (
        "import sys; sys.path.insert(0, '.'); from mile_bones import resources as r; print(r.read_text('cards/go.svg'))"
    )
    out = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert out.stdout == "from the wheel\n\n"
