"""A release on a scratch tree with git. All obstacles are named first. Without obstacles, every step is done."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from packaging_scripts import load

release = load("release")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")]
ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "es", "fa", "fr")
SCRIPTS = ("messages", "make_locales", "build_hook", "addresses")
NEXT = "0.2.0"
NOTES = f"""\
    <release version="{NEXT}" date="2020-01-01" type="development">
      <description>
        <p>New.</p>
        <p xml:lang="de">Neu.</p>
        <p xml:lang="es">Nuevo.</p>
        <p xml:lang="fa">تازه.</p>
        <p xml:lang="fr">Nouveau.</p>
      </description>
    </release>
"""


def git(tree: Path, *words: str) -> str:
    return str(release.git(tree, *words))


def write(tree: Path, name: str, text: str) -> None:
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(text, encoding="utf-8")


def change(tree: Path, name: str, old: str, new: str) -> None:
    text = (tree / name).read_text(encoding="utf-8")
    assert old in text
    write(tree, name, text.replace(old, new))


def commit(tree: Path) -> None:
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", "more")


def picture(tree: Path, name: str, width: int, height: int) -> None:
    """Write an empty PNG of this size. The release reads only its head."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    folder = tree / "build" / "release-pictures"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(b"\x89PNG\r\n\x1a\n" + head + part(b"IEND", b""))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small program that is ready to be released: one text, one page of help, four languages."""
    tree = tmp_path_factory.mktemp("release") / "tree"
    for name in SCRIPTS:
        write(tree, f"packaging/{name}.py", (ROOT / "packaging" / f"{name}.py").read_text(encoding="utf-8"))
    source = (ROOT / "packaging" / "org.milebones.MileBones.metainfo.xml").read_text(encoding="utf-8")
    before, opening, rest = source.partition("  <releases>\n")
    new = f"{before}{opening}{NOTES}  </releases>{rest.partition('</releases>')[2]}"
    write(tree, "packaging/org.milebones.MileBones.metainfo.xml", new)
    write(tree, "pyproject.toml", '[project]\nname = "mile-bones"\nversion = "0.1.0"\n')
    write(tree, "README.md", "Install: pipx install ./mile_bones-0.1.0-py3-none-any.whl\n")
    write(tree, "CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0]\n\n- It.\n")
    write(tree, "mile_bones/table.py", "def f():\n    return _('Draw a card')\n")
    (tree / "mile_bones" / "i18n").mkdir()
    write(tree, "resources/help/en/about.md", "# About\n\nIt.\n")
    write(tree, ".gitignore", "/build/\n/dist/\n/resources/translations/*/\n__pycache__/\n")
    messages = [sys.executable, tree / "packaging" / "messages.py"]
    (tree / "resources" / "translations").mkdir()
    for language in LANGUAGES:
        subprocess.run([*messages, "--new", language], check=True, capture_output=True)
        change(tree, f"resources/translations/{language}.po", 'card"\nmsgstr ""', f'card"\nmsgstr "{language}!"')
        write(tree, f"resources/help/{language}/about.md", "# Über\n\nDas.\n")
        load("help_pages").mark(language, [], tree / "resources" / "help")
    subprocess.run(messages, check=True, capture_output=True)
    git(tree, "init", "--quiet", "--initial-branch", "main")
    git(tree, "config", "user.name", "Anna")
    git(tree, "config", "user.email", "anna@example.org")
    commit(tree)
    for name in release.pictures(source):
        picture(tree, name, *release.PIXELS)
    return tree


@pytest.fixture
def tree(model: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(model, tmp_path / "tree"))


def test_a_ready_tree_can_be_released(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["check", NEXT], tree) == 0
    assert capsys.readouterr().out == f"Nothing is in the way of {NEXT}.\n"


def dirty(tree: Path) -> None:
    write(tree, "mile_bones/table.py", "def f():\n    return _('Draw a card')  # now\n")


def untracked(tree: Path) -> None:
    write(tree, "mile_bones/new.py", "")


def tagged(tree: Path) -> None:
    git(tree, "tag", "v0.10.0")


def nothing_new(tree: Path) -> None:
    change(tree, "CHANGELOG.md", "- A thing.\n", "")
    commit(tree)


def told_already(tree: Path) -> None:
    change(tree, "CHANGELOG.md", "## [0.1.0]", f"## [{NEXT}]")
    commit(tree)


def no_unreleased(tree: Path) -> None:
    change(tree, "CHANGELOG.md", "## [Unreleased]", "## [Soon]")
    commit(tree)


def no_notes(tree: Path) -> None:
    change(tree, "packaging/org.milebones.MileBones.metainfo.xml", f'version="{NEXT}"', 'version="0.1.9"')
    commit(tree)


def notes_of_what_is_out(tree: Path) -> None:
    change(tree, "packaging/org.milebones.MileBones.metainfo.xml", ' type="development"', "")
    commit(tree)


def notes_without_persian(tree: Path) -> None:
    change(tree, "packaging/org.milebones.MileBones.metainfo.xml", '        <p xml:lang="fa">تازه.</p>\n', "")
    commit(tree)


def new_text(tree: Path) -> None:
    write(tree, "mile_bones/table.py", "def f():\n    return _('Draw a card'), _('Play it')\n")
    commit(tree)
    for name in release.pictures(release._metainfo(tree).read_text(encoding="utf-8")):
        picture(tree, name, *release.PIXELS)


def untranslated(tree: Path) -> None:
    new_text(tree)
    subprocess.run([sys.executable, tree / "packaging" / "messages.py"], check=True, capture_output=True)
    commit(tree)


def fuzzy(tree: Path) -> None:
    change(tree, "resources/translations/de.po", 'msgid "Draw', '#, fuzzy\nmsgid "Draw')
    commit(tree)


def aged_page(tree: Path) -> None:
    write(tree, "resources/help/en/about.md", "# About\n\nIt is new.\n")
    commit(tree)


def missing_page(tree: Path) -> None:
    (tree / "resources" / "help" / "fr" / "about.md").unlink()
    commit(tree)


def no_picture(tree: Path) -> None:
    (tree / "build" / "release-pictures" / "coup.png").unlink()


def old_picture(tree: Path) -> None:
    os.utime(tree / "build" / "release-pictures" / "coup.png", (1, 1))


def small_picture(tree: Path) -> None:
    picture(tree, "coup.png", 800, 600)


@pytest.mark.sample(slow=2, proof=5)
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (dirty, "1 files are not committed: mile_bones/table.py"),
        (untracked, "1 files are not committed: mile_bones/new.py"),
        (tagged, f"{NEXT} is not later than 0.10.0, which is out"),
        (nothing_new, "CHANGELOG.md names nothing that has changed"),
        (told_already, f"CHANGELOG.md has a part {NEXT} already"),
        (no_unreleased, "CHANGELOG.md has no part “Unreleased”"),
        (no_notes, f'the newest release of the metainfo is not <release version="{NEXT}"'),
        (notes_of_what_is_out, f'the newest release of the metainfo is not <release version="{NEXT}"'),
        (notes_without_persian, f"the metainfo does not tell in fa all that is new in {NEXT}"),
        (new_text, "the catalogues are not as “make messages” would have them: stale: resources/translations/mile"),
        (untranslated, "of 2 texts 1 are translated into de, 0 are to be looked at again"),
        (fuzzy, "of 1 texts 0 are translated into de, 1 are to be looked at again"),
        (aged_page, "pages of the help in de are aged: about"),
        (missing_page, "pages of the help in fr are missing: about"),
        (no_picture, "the picture coup.png is missing: make release-pictures"),
        (old_picture, "the picture coup.png is older than the last change of the program"),
        (small_picture, "the picture coup.png is not of 1600 by 1200 pixels"),
    ],
)
def test_every_obstacle_to_a_release_is_named(
    tree: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(tree)
    before = git(tree, "rev-parse", "HEAD"), git(tree, "tag"), git(tree, "status", "--porcelain")
    assert release.main(["begin", NEXT], tree) == 1
    assert f"- {sentence}" in capsys.readouterr().out
    assert (git(tree, "rev-parse", "HEAD"), git(tree, "tag"), git(tree, "status", "--porcelain")) == before


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("version", ["1", "1.0", "v1.0.0", "1.0.0rc1", "one"])
def test_a_version_without_three_numbers_is_refused(
    tree: Path, capsys: pytest.CaptureFixture[str], version: str
) -> None:
    assert release.main(["check", version], tree) == 1
    assert f"- {version} is not a version of three numbers" in capsys.readouterr().out


def test_a_dry_run_shows_all_changes_and_makes_none(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = git(tree, "rev-parse", "HEAD")
    assert release.main(["begin", NEXT, "--dry-run"], tree) == 0
    said = capsys.readouterr().out
    today = datetime.now(UTC).date()
    for line in (
        f'+version = "{NEXT}"',
        f"+## [{NEXT}] - {today}",
        f'+    <release version="{NEXT}" date="{today}">',
        f"This would be committed, and tagged v{NEXT}.",
    ):
        assert f"{line}\n" in said
    assert git(tree, "status", "--porcelain") == ""
    assert (git(tree, "rev-parse", "HEAD"), git(tree, "tag")) == (before, "")


def packages(tree: Path) -> None:
    """Write empty packages, as make dist would have built them."""
    (tree / "dist").mkdir()
    with zipfile.ZipFile(tree / "dist" / f"mile_bones-{NEXT}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr("a", bytes(3 << 20))
    with tarfile.open(tree / "dist" / f"mile_bones-{NEXT}.tar.gz", "w:gz") as archive:
        archive.add(tree / "pyproject.toml", "pyproject.toml")


def debian_package(file: Path) -> None:
    """Build a Debian package that declares its installed size."""
    head = file.parent / "tree" / "DEBIAN" / "control"
    write(head.parent, head.name, f"Package: a\nVersion: {NEXT}\nArchitecture: all\nInstalled-Size: 2048\n")
    subprocess.run(["dpkg-deb", "--build", head.parents[1], file], check=True, capture_output=True)
    shutil.rmtree(head.parents[1])


@pytest.mark.long
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="not installed here: dpkg")
def test_a_release_is_tagged_and_its_files_are_listed(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["begin", NEXT], tree) == 0
    today = datetime.now(UTC).date()
    assert git(tree, "status", "--porcelain") == ""
    assert git(tree, "log", "-1", "--format=%s") == f"Version {NEXT}"
    assert git(tree, "tag", "--points-at", "HEAD") == f"v{NEXT}"
    assert git(tree, "cat-file", "-t", f"v{NEXT}") == "tag"
    assert release.version_of(tree) == NEXT
    readme = (tree / "README.md").read_text(encoding="utf-8")
    assert readme == f"Install: pipx install ./mile_bones-{NEXT}-py3-none-any.whl\n"
    log = (tree / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [Unreleased]\n\n## [{NEXT}] - {today}\n\n### Added\n\n- A thing.\n" in log
    info = release._metainfo(tree).read_text(encoding="utf-8")
    assert f'<release version="{NEXT}" date="{today}">' in info
    assert "development" not in info

    packages(tree)
    dist = tree / "dist"
    debian_package(dist / "debian" / f"mile-bones_{NEXT}-1_all.deb")
    assert release.main(["finish", "--environment", sys.executable], tree) == 0
    table = capsys.readouterr().out
    assert f"| mile_bones-{NEXT}-py3-none-any.whl | 0.0 MiB | 3.0 MiB |" in table
    assert f"| mile-bones_{NEXT}-1_all.deb | 0.0 MiB | 2.0 MiB |" in table
    listed = json.loads((dist / f"mile-bones-{NEXT}.cdx.json").read_text(encoding="utf-8"))
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    assert listed["metadata"]["component"]["name"] == "mile-bones"
    assert listed["metadata"]["component"]["version"] == NEXT
    assert {"platformdirs", "filelock", "numpy"} <= {each["name"].lower() for each in listed["components"]}
    assert sorted(each.name for each in (dist / "pictures").iterdir()) == sorted(release.pictures(info))
    sums = dict(reversed(line.split("  ")) for line in (dist / "SHA256SUMS").read_text("utf-8").splitlines())
    files = {each.relative_to(dist).as_posix() for each in dist.rglob("*") if each.is_file()}
    assert set(sums) == files - {"SHA256SUMS"}
    assert all(hashlib.sha256((dist / name).read_bytes()).hexdigest() == told for name, told in sums.items())

    again = {name: (dist / name).read_bytes() for name in files}
    assert release.main(["finish", "--environment", sys.executable], tree) == 0
    assert {name: (dist / name).read_bytes() for name in files} == again, "the same commit must give the same bytes"


def flatpak(size: int) -> bytes:
    """Return the part with the size at the end of a file of ``flatpak build-bundle``."""
    return bytes(3000) + b"xa.installed-size" + bytes(7) + size.to_bytes(8, "big") + b"\0t\x12" + bytes(40)


def test_the_table_has_the_installed_sizes_of_packages(tmp_path: Path) -> None:
    image, packed, other = (tmp_path / f"a.{kind}" for kind in ("AppImage", "flatpak", "exe"))
    image.write_bytes(bytes(3 << 20))
    packed.write_bytes(flatpak(5 << 20))
    other.write_bytes(b"")
    assert load("release_files").sizes([image, packed, other]).splitlines()[2:] == [
        "| a.AppImage | 3.0 MiB | 3.0 MiB |",
        "| a.flatpak | 0.0 MiB | 5.0 MiB |",
        "| a.exe | 0.0 MiB | |",
    ]
    packed.write_bytes(bytes(3000))
    assert load("release_files").unpacked(packed) == 0, "without the mark the size is unknown"


BILL = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.6",
    "metadata": {"component": {"type": "application", "name": "mile-bones", "version": NEXT}},
    "components": [{"type": "framework", "name": "Qt", "version": "6", "licenses": [{"expression": "LGPL-3.0-only"}]}],
}


@pytest.mark.proof
def test_the_component_list_of_a_bundle_is_copied_to_dist(tmp_path: Path) -> None:
    listing = load("release_files").list_components_of_bundle
    bill = tmp_path / "build" / "bundle" / "components.cdx.json"
    bill.parent.mkdir(parents=True)
    (tmp_path / "dist").mkdir()
    assert listing(tmp_path, NEXT) is None, "without packages made from a bundle there is no list"
    (tmp_path / "dist" / f"Mile_Bones-{NEXT}-x86_64.AppImage").write_bytes(b"")
    bill.write_text(json.dumps(BILL), encoding="utf-8")
    written = listing(tmp_path, NEXT)
    assert written == tmp_path / "dist" / f"mile-bones-bundle-{NEXT}.cdx.json"
    assert json.loads(written.read_text(encoding="utf-8")) == BILL
    with pytest.raises(SystemExit, match="make dist-bundle"):
        listing(tmp_path, "0.3.0")
    bill.write_text(json.dumps(BILL | {"components": [{"name": "Qt"}]}), encoding="utf-8")
    with pytest.raises(SystemExit, match=r"components\.cdx\.json: "):
        listing(tmp_path, NEXT)
    bill.unlink()
    with pytest.raises(SystemExit, match="make dist-bundle"):
        listing(tmp_path, NEXT)


def test_every_obstacle_to_publishing_is_named(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["finish"], tree) == 1
    said = capsys.readouterr().out
    assert "- this is not what v0.1.0 names" in said
    assert "- dist has no mile_bones-0.1.0-py3-none-any.whl: make dist-wheel" in said
    packages(tree)
    write(tree, "new.txt", "")
    write(tree, "dist/debian/mile-bones_0.0.9-1_all.deb", "")
    assert release.main(["finish"], tree) == 1
    said = capsys.readouterr().out
    old = f"mile-bones_0.0.9-1_all.deb, mile_bones-{NEXT}-py3-none-any.whl, mile_bones-{NEXT}.tar.gz"
    assert f"- dist has what is not of 0.1.0: {old}" in said
    assert "- 1 files are not committed: new.txt" in said
