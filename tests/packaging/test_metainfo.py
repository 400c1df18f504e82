"""The metainfo and the desktop entry, which software shops read. They are checked by AppStream and against Flathub's
guidelines.
"""

from __future__ import annotations

import configparser
import itertools
import re
import struct
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from packaging_scripts import load

addresses = load("addresses")
ROOT: Path = addresses.ROOT
SOURCE: str = addresses.METAINFO.read_text(encoding="utf-8")
LANGUAGES = {"de", "es", "fa", "fr"}
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
HOME = addresses.Addresses("https://example.org/m", "https://example.org/m/issues", "https://example.org/m/{version}")
NOWHERE = addresses.Addresses("", "", "")


@pytest.fixture(scope="module")
def info() -> ET.Element:
    """The metainfo as it is shipped when there is an address."""
    return ET.fromstring(addresses.filled_metainfo(SOURCE, HOME, "1.2"))


@pytest.fixture(scope="module")
def entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(ROOT / "packaging" / f"{addresses.APP_ID}.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def texts(parent: ET.Element, tag: str) -> dict[str, str]:
    """Return the texts of one element by their languages; the English text has the key ``"en"``."""
    return {each.get(LANG, "en"): " ".join((each.text or "").split()) for each in parent.findall(tag)}


@pytest.mark.slow
@pytest.mark.parametrize("known", [HOME, NOWHERE], ids=["with an address", "without"])
def test_appstream_finds_no_fault(known: object, tmp_path: Path, need_tools: Callable[..., None]) -> None:
    need_tools("appstreamcli")
    file = tmp_path / addresses.METAINFO.name
    file.write_text(addresses.filled_metainfo(SOURCE, known, VERSION), encoding="utf-8")
    command = ["appstreamcli", "validate", "--no-net", "--pedantic", "--explain", str(file)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    told = re.findall(r"^([EWIP]): [^ ]+ ([\w-]+)", said.stdout, re.MULTILINE)
    # The id has capital letters because desktops have known the program under it since the first version. AppStream
    # before 1.0 does not know <developer>.
    known_marks = {("P", "cid-contains-uppercase-letter"), ("I", "unknown-tag"), ("W", "url-homepage-missing")}
    if known is HOME:
        known_marks.remove(("W", "url-homepage-missing"))
    assert set(told) <= known_marks, said.stdout
    assert said.returncode == 0 or known is NOWHERE, said.stdout + said.stderr


@pytest.mark.slow
def test_the_desktop_entry_is_valid(need_tools: Callable[..., None]) -> None:
    need_tools("desktop-file-validate")
    command = ["desktop-file-validate", str(ROOT / "packaging" / f"{addresses.APP_ID}.desktop")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_every_text_has_all_languages(info: ET.Element, entry: configparser.SectionProxy) -> None:
    for parent, tag in itertools.chain(
        [(info, "summary"), (info.find("developer"), "name")],
        [(shot, "caption") for shot in info.iter("screenshot")],
    ):
        assert set(texts(parent, tag)) == LANGUAGES | {"en"}, tag
    for parent in info.iter("description"):
        for part in (*parent.findall("p"), *parent.iter("li")):
            assert part.text
        for holder in (parent, *parent.iter("ul")):
            spoken = [each.get(LANG, "en") for each in holder if each.tag in ("p", "li")]
            assert all(spoken.count(language) == spoken.count("en") for language in LANGUAGES), spoken
    keywords = {each.get(LANG, "en") for each in info.find("keywords")}
    assert keywords == LANGUAGES | {"en"}
    for key in ("GenericName", "Comment", "Keywords"):
        assert {name for name in entry if name.startswith(key)} == {key, *(f"{key}[{one}]" for one in LANGUAGES)}
    assert all(value.endswith(";") for key, value in entry.items() if key.startswith(("Keywords", "Categories")))
    assert {key for key in entry if key.startswith("Name")} == {"Name", "Name[fa]"}  # also in Persian script


def test_the_metainfo_has_the_languages_of_the_program() -> None:
    assert {path.stem for path in (ROOT / "resources" / "translations").glob("*.po")} == LANGUAGES


def test_name_and_summary_follow_flathubs_guidelines(info: ET.Element) -> None:
    for name in texts(info, "name").values():
        assert len(name) <= 20
        assert re.fullmatch(r"[\w\s]+", name)
    for language, summary in texts(info, "summary").items():
        assert 10 <= len(summary) <= 35, summary
        assert summary[-1] not in ".!…", summary
        assert summary[0] == summary[0].upper()
        assert not re.match(r"(A|An|The|Ein|Eine|Der|Die|Das|Un|Una|El|La|Une|Le|Les|L’)\b", summary), summary
        assert not re.search(
            r"\b(app|application|program|game|Qt|PySide6?|Python|GNOME|KDE|Linux)\b", summary, re.IGNORECASE
        )
        assert texts(info, "name").get(language, "Mile Bones").lower() not in summary.lower()


def test_the_description_is_short(info: ET.Element) -> None:
    description = info.find("description")
    for language in LANGUAGES | {"en"}:
        paragraphs = [each for each in description.findall("p") if each.get(LANG, "en") == language]
        points = [each for each in description.iter("li") if each.get(LANG, "en") == language]
        assert 2 <= len(paragraphs) <= 4
        assert 3 <= len(points) <= 10
        assert all(len(" ".join(each.text.split())) <= 400 for each in paragraphs)
        assert all(len(" ".join(each.text.split())) <= 140 for each in points)
        assert all(" ".join(each.text.split())[-1] not in ".;," for each in points)
    assert "http" not in "".join(description.itertext())


def test_french_punctuation_has_non_breaking_spaces(info: ET.Element) -> None:
    for each in info.iter():
        if each.get(LANG) == "fr":
            assert not re.search(r"\s[:;!?»]", (each.text or "").replace("\u00a0", "")), each.text


def test_screenshots_follow_flathubs_guidelines(info: ET.Element) -> None:
    shots = list(info.iter("screenshot"))
    assert 3 <= len(shots) <= 10
    assert [shot.get("type") for shot in shots] == ["default"] + [None] * (len(shots) - 1)
    for shot in shots:
        for caption in texts(shot, "caption").values():
            assert len(caption) <= 100
            assert not caption.endswith(".")
            assert caption[0] == caption[0].upper()
        (image,) = shot.findall("image")
        assert re.fullmatch(r"https://example\.org/m/1\.2/[\w-]+\.png", image.text or "")
        width, height = int(image.get("width", 0)), int(image.get("height", 0))
        assert 620 <= width <= 2000, "1000 by 700, or twice the resolution"
        assert height <= 1400
    known = load("release_pictures")
    assert addresses.pictures(SOURCE) == [f"{scene}.png" for scene in known.SCENES]
    assert {(int(image.get("width")), int(image.get("height"))) for image in info.iter("image")}.pop() == known.PIXELS


def test_brand_colours_contrast_enough_with_text(info: ET.Element) -> None:
    """Shops write the name in black on the light colour and in white on the dark one."""
    colours = {each.get("scheme_preference"): each.text for each in info.iter("color")}
    assert set(colours) == {"light", "dark"}
    assert contrast(colours["light"], "#000000") >= 7
    assert contrast(colours["dark"], "#ffffff") >= 4.5
    assert not set(colours.values()) & {"#ffffff", "#000000"}


def contrast(one: str | None, other: str) -> float:
    """Return the contrast ratio of WCAG between two colours."""

    def luminance(colour: str) -> float:
        parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    assert one is not None
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_icon_exists_as_svg_and_in_all_sizes() -> None:
    icons = ROOT / "packaging" / "icons" / "hicolor"
    assert (icons / "scalable" / "apps" / f"{addresses.APP_ID}.svg").is_file()
    for size in (64, 128, 256, 512):
        png = (icons / f"{size}x{size}" / "apps" / f"{addresses.APP_ID}.png").read_bytes()
        assert struct.unpack(">II", png[16:24]) == (size, size)


def test_metainfo_desktop_entry_and_project_agree(info: ET.Element, entry: configparser.SectionProxy) -> None:
    assert info.findtext("id") == addresses.APP_ID
    assert info.findtext("launchable") == f"{addresses.APP_ID}.desktop"
    assert info.findtext("icon") == entry["Icon"] == addresses.APP_ID
    assert [each.text for each in info.iter("category")] == entry["Categories"].rstrip(";").split(";")
    assert info.find("content_rating").get("type") == "oars-1.1"
    assert {each.text for each in info.iter("binary")} == {"mile-bones", "mille"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert info.findtext("project_license") == project["license"]
    assert info.findtext("metadata_license") == "CC0-1.0"


def test_the_newest_release_is_the_programs_version_or_the_next(info: ET.Element) -> None:
    """Changes are written down before a release. The release sets the date, and then the version is no longer in
    development.
    """
    releases = list(info.iter("release"))
    if releases[0].get("type") == "development":
        numbers = [[int(part) for part in each.get("version", "").split(".")] for each in releases[:2]]
        assert numbers[0] > numbers[1]
        releases.pop(0)
    assert releases[0].get("version") == VERSION
    assert [each.get("type") for each in releases] == [None] * len(releases)
    dates = [each.get("date", "") for each in info.iter("release")]
    assert dates == sorted(dates, reverse=True)


def test_numbers_in_the_description_are_true(info: ET.Element) -> None:
    from mile_bones.games import GAMES
    from mile_bones.players import levels

    words = " ".join(" ".join(info.find("description").itertext()).split())
    assert len(levels("mile-bones")) == 4
    assert "Four computer players, up to a Champion" in words
    assert len(GAMES) == 3
    assert "Two more games" in words
    assert "In five languages" in words


def test_without_an_address_there_are_no_links() -> None:
    text = addresses.filled_metainfo(SOURCE, NOWHERE, "1.2")
    assert "screenshot" not in text
    assert "http" not in text
    assert "<url" not in text


def test_all_addresses_follow_from_one_setting(tmp_path: Path) -> None:
    settings = tmp_path / "release.toml"
    text = (ROOT / "packaging" / "release.toml").read_text(encoding="utf-8")
    settings.write_text(
        re.sub('^address = ".*"', 'address = "https://example.org/m/"', text, flags=re.MULTILINE), "utf-8"
    )
    known = addresses.addresses(settings)
    assert known.home == "https://example.org/m"
    info = ET.fromstring(addresses.filled_metainfo(SOURCE, known, "1.2"))
    assert {each.get("type"): each.text for each in info.iter("url")} == {
        "homepage": "https://example.org/m",
        "bugtracker": "https://example.org/m/issues",
    }
    assert all(
        image.text.startswith("https://example.org/m/") and "/1.2/" in image.text for image in info.iter("image")
    )
    assert addresses.for_python(settings)["urls"]["Homepage"] == "https://example.org/m"
