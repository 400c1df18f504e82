"""Make a release. `check` reports obstacles, `begin` writes and tags the version, `finish` adds the files beside the
packages.

    .venv/bin/python packaging/release.py check 0.2.0
    .venv/bin/python packaging/release.py begin 0.2.0
    make dist
    .venv/bin/python packaging/release.py finish

`check` changes nothing. ``begin --dry-run`` changes nothing either; it shows what would change. Nothing is ever sent
anywhere: docs/releasing.md describes what is left to do by hand.
"""

from __future__ import annotations

import argparse
import difflib
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from addresses import APP_ID, pictures, version_of
from help_pages import state
from release_files import describe
from release_pictures import PIXELS

ROOT = Path(__file__).resolve().parent.parent
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_UNRELEASED = "## [Unreleased]\n"


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Do what the arguments ask for in the source tree ``root``. Return the exit status. It is 1 if there are
    obstacles, which are printed.
    """
    parser = argparse.ArgumentParser(description="Make a release of Mile Bones.")
    doing = parser.add_subparsers(dest="what", required=True)
    for what, words in (("check", "say what is in the way"), ("begin", "write the version and the date, and tag it")):
        one = doing.add_parser(what, help=words)
        one.add_argument("version", help="of the release, such as 0.2.0")
        if what == "begin":
            one.add_argument("--dry-run", action="store_true", help="change nothing; say what would be changed")
    finishing = doing.add_parser("finish", help="write checksums, list of components, pictures and sizes into dist")
    finishing.add_argument("--environment", type=Path, metavar="PYTHON", help="list what this Python has, for a trial")
    chosen = parser.parse_args(argv)
    if chosen.what == "finish":
        faults = list(unfinished(root))
    else:
        faults = list(obstacles(root, chosen.version))
    if faults:
        print("This is no release yet:", *(f"- {fault}" for fault in faults), sep="\n")
        return 1
    if chosen.what == "finish":
        describe(root, version_of(root), chosen.environment)
    elif chosen.what == "begin":
        begin(root, chosen.version, datetime.now(UTC).date(), dry=chosen.dry_run)
    else:
        print(f"Nothing is in the way of {chosen.version}.")
    return 0


# ---------------------------------------------------------------------- obstacles


def obstacles(root: Path, version: str) -> Iterator[str]:
    """Yield the reasons, each as a sentence, why the source cannot become this version."""
    yield from _dirt(root)
    yield from _number(root, version)
    yield from _changelog(root, version)
    yield from _notes(root, version)
    yield from _translations(root)
    yield from _pictures(root)


def _dirt(root: Path) -> Iterator[str]:
    if changed := git(root, "status", "--porcelain").splitlines():
        yield f"{len(changed)} files are not committed: {', '.join(line[3:] for line in changed[:5])}"


def _number(root: Path, version: str) -> Iterator[str]:
    if not _VERSION.fullmatch(version):
        yield f"{version} is not a version of three numbers"
        return
    for tag in git(root, "tag", "--list", "v*").split():
        if _VERSION.fullmatch(tag[1:]) and _numbers(version) <= _numbers(tag[1:]):
            yield f"{version} is not later than {tag[1:]}, which is out"


def _changelog(root: Path, version: str) -> Iterator[str]:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    _before, found, after = text.partition(_UNRELEASED)
    if not found:
        yield "CHANGELOG.md has no part “Unreleased”"
    elif not re.search(r"^- ", after.partition("\n## [")[0], re.MULTILINE):
        yield "CHANGELOG.md names nothing that has changed"
    if f"\n## [{version}]" in text:
        yield f"CHANGELOG.md has a part {version} already"


def _notes(root: Path, version: str) -> Iterator[str]:
    """Yield the faults of the release notes in the metainfo, which people must write in every language."""
    newest = ET.parse(_metainfo(root)).getroot().find("releases/release")  # noqa: S314  # it is our own
    if newest is None or newest.get("version") != version or newest.get("type") != "development":
        yield f'the newest release of the metainfo is not <release version="{version}" date="..." type="development">'
        return
    spoken = [each.get(_LANG, "en") for each in newest.iter("p")] + [
        each.get(_LANG, "en") for each in newest.iter("li")
    ]
    for language in ("en", *languages(root)):
        if not spoken.count(language) or spoken.count(language) != spoken.count("en"):
            yield f"the metainfo does not tell in {language} all that is new in {version}"


def _translations(root: Path) -> Iterator[str]:
    asked = [sys.executable, str(root / "packaging" / "messages.py"), "--check"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    for language, done, all_of_them, fuzzy in re.findall(
        r"^(\w+): (\d+) of (\d+) texts, (\d+) to", told.stdout, re.MULTILINE
    ):
        if done != all_of_them or fuzzy != "0":
            yield f"of {all_of_them} texts {done} are translated into {language}, {fuzzy} are to be looked at again"
    if told.returncode:
        yield f"the catalogues are not as “make messages” would have them: {(told.stdout + told.stderr).strip()}"
    for language in languages(root):
        pages = state(language, root / "resources" / "help")
        for what, names in (("missing", pages.missing), ("aged", pages.aged)):
            if names:
                yield f"pages of the help in {language} are {what}: {', '.join(names)}"


def _pictures(root: Path) -> Iterator[str]:
    changed = int(git(root, "log", "-1", "--format=%ct", "--", "mile_bones", "resources") or 0)
    for name in pictures(_metainfo(root).read_text(encoding="utf-8")):
        picture = root / "build" / "release-pictures" / name
        if not picture.is_file():
            yield f"the picture {name} is missing: make release-pictures"
        elif picture.stat().st_mtime < changed:
            yield f"the picture {name} is older than the last change of the program: make release-pictures"
        elif struct.unpack(">II", picture.read_bytes()[16:24]) != PIXELS:
            yield f"the picture {name} is not of {PIXELS[0]} by {PIXELS[1]} pixels"


def unfinished(root: Path) -> Iterator[str]:
    """Yield the reasons, each as a sentence, why the files in ``dist`` cannot be released."""
    yield from _dirt(root)
    version = version_of(root)
    if f"v{version}" not in git(root, "tag", "--points-at", "HEAD").split():
        yield f"this is not what v{version} names: release.py begin, or check that tag out"
    files = [path.name for pattern in ("*", "debian/*") for path in (root / "dist").glob(pattern) if path.is_file()]
    for needed in (f"mile_bones-{version}-py3-none-any.whl", f"mile_bones-{version}.tar.gz"):
        if needed not in files:
            yield f"dist has no {needed}: make dist-wheel"
    if others := sorted(name for name in files if version not in name and name not in ("SHA256SUMS", "SIZES.md")):
        yield f"dist has what is not of {version}: {', '.join(others)}"


# ---------------------------------------------------------------------- changes to the source


def begin(root: Path, version: str, day: date, *, dry: bool) -> None:
    """Write this version and date into the source, commit it and tag it. If `dry`, only print what would be written."""
    for file, text in written(root, version, day):
        before = file.read_text(encoding="utf-8")
        name = file.relative_to(root).as_posix()
        if dry:
            lines = (before.splitlines(), text.splitlines())
            print("\n".join(difflib.unified_diff(*lines, name, name, lineterm="", n=1)))
            continue
        file.write_text(text, encoding="utf-8")
        git(root, "add", name)
    if dry:
        print(f"This would be committed, and tagged v{version}.")
        return
    git(root, "commit", "--quiet", "--message", f"Version {version}")
    git(root, "tag", "--annotate", "--message", f"Mile Bones {version}", f"v{version}")
    print(f"v{version} is tagged here, and nowhere else. Next: make dist, and release.py finish.")


def written(root: Path, version: str, day: date) -> Iterator[tuple[Path, str]]:
    """Yield the files that contain the version or the date, each with its new text."""
    old = version_of(root)
    project = root / "pyproject.toml"
    yield project, _once(r'(?m)^version = "[^"]*"$', f'version = "{version}"', project.read_text(encoding="utf-8"))
    readme = root / "README.md"  # the names of the packages contain the version
    yield readme, readme.read_text(encoding="utf-8").replace(old, version)
    log = root / "CHANGELOG.md"
    heading = f"{_UNRELEASED}\n## [{version}] - {day}\n"
    yield log, log.read_text(encoding="utf-8").replace(_UNRELEASED, heading, 1)
    info = _metainfo(root)
    dated = f'<release version="{version}" date="{day}">'
    yield info, _once(rf'<release version="{re.escape(version)}"[^>]*>', dated, info.read_text(encoding="utf-8"))


def _once(pattern: str, new: str, text: str) -> str:
    changed, count = re.subn(pattern, lambda _match: new, text, count=1)
    assert count == 1, pattern
    return changed


# ---------------------------------------------------------------------- facts about the source


def languages(root: Path) -> list[str]:
    """Return the codes of the program's languages besides English."""
    return sorted(path.stem for path in (root / "resources" / "translations").glob("*.po"))


def git(root: Path, *words: str) -> str:
    """Return the output of a git command in this tree."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip("\n")


def _metainfo(root: Path) -> Path:
    return root / "packaging" / f"{APP_ID}.metainfo.xml"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


if __name__ == "__main__":
    sys.exit(main())
