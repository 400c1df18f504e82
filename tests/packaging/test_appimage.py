"""The runtime at the beginning of an AppImage, tested with a small image and without FUSE.

The image contains a shell script instead of the game. Opening the image and cleaning up do not depend on its content.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from packaging_scripts import FOLDER, load

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="AppImages are for Linux"),
]

# The script reports that it runs, and then waits for a signal.
_APPRUN = """#!/bin/sh
trap 'echo told TERM; exit 7' TERM
trap 'echo told HUP; exit 8' HUP
echo "in $APPDIR"
[ "$1" = --wait ] || exit "${1:-0}"
read -r line <&3
while :; do sleep 0.05; done
"""
_LARGE = 3 << 20
"""The size of a file in the image, in bytes. It is larger than the part that is unpacked at once."""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An AppImage with the real runtime. The test is skipped if the image cannot be built."""
    folder = tmp_path_factory.mktemp("appimage")
    script = load("dist/appimage", FOLDER)
    if missing := script.needed_packages():
        pytest.skip(f"not installed: {' '.join(missing)}")
    tree = folder / "AppDir"
    (tree / "inside").mkdir(parents=True)
    (tree / "AppRun").write_text(_APPRUN, encoding="utf-8")
    (tree / "AppRun").chmod(0o755)
    (tree / "inside" / "large").write_bytes(os.urandom(_LARGE))
    (tree / "link").symlink_to("inside/large")
    runtime = folder / "runtime"
    script.build_runtime(runtime)
    packed = folder / "packed"
    subprocess.run(["mksquashfs", tree, packed, "-comp", "zstd", "-root-owned", "-no-progress", "-quiet"], check=True)
    whole = folder / "small.AppImage"
    whole.write_bytes(runtime.read_bytes() + packed.read_bytes())
    whole.chmod(0o755)
    return whole


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def started(image: Path, temporary: Path) -> Iterator[subprocess.Popen[str]]:
    """The AppImage with its program running."""
    reading, writing = os.pipe()
    wait = {"APPIMAGE_EXTRACT_AND_RUN": "1", "TMPDIR": str(temporary)}

    def pass_on() -> None:
        os.dup2(reading, 3)

    with subprocess.Popen(
        [image, "--wait"],
        env=os.environ | wait,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=pass_on,
        close_fds=False,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"in {next(temporary.iterdir())}\n"
            os.close(reading)
            os.write(writing, b"go\n")
            yield process
        finally:
            os.close(writing)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def opened(image: Path, *words: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    variables = os.environ | {"APPIMAGE_EXTRACT_AND_RUN": "1"} | more
    return subprocess.run(
        [image, *words], cwd=folder, env=variables, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(("number", "told", "status"), [(signal.SIGTERM, "TERM", 7), (signal.SIGHUP, "HUP", 8)])
def test_a_signal_to_the_appimage_ends_its_program(
    started: subprocess.Popen[str], temporary: Path, number: int, told: str, status: int
) -> None:
    """The program gets the signal and may save its game. Then the temporary folder is removed."""
    os.kill(started.pid, number)
    assert started.stdout is not None
    assert select.select([started.stdout], [], [], 60)[0]
    assert started.stdout.read() == f"told {told}\n"
    assert started.wait(60) == status
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("status", [0, 3])
def test_the_exit_status_is_that_of_the_program(image: Path, temporary: Path, status: int) -> None:
    done = opened(image, str(status), folder=temporary, TMPDIR=str(temporary))
    assert (done.returncode, done.stderr) == (status, "")
    assert list(temporary.iterdir()) == []


def test_the_temporary_folder_may_be_a_relative_path(image: Path, temporary: Path) -> None:
    done = opened(image, folder=temporary.parent, TMPDIR=temporary.name)
    assert done.returncode == 0
    assert done.stdout.startswith(f"in {temporary}/")
    assert list(temporary.iterdir()) == []


def no_files_above(size: int) -> Callable[[], None]:
    """Return a function for `preexec_fn` that limits the size of files to `size` bytes, as if the disk were full."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@pytest.mark.parametrize("words", [(), ("--appimage-extract",)])
def test_an_appimage_that_does_not_fit_on_the_disk_leaves_no_files(
    image: Path, temporary: Path, words: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [image, *words],
        cwd=temporary,
        env=os.environ | {"APPIMAGE_EXTRACT_AND_RUN": "1", "TMPDIR": str(temporary)},
        preexec_fn=no_files_above(1 << 20),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 127
    assert done.stderr.startswith("mile-bones: the AppImage cannot be opened: ")
    assert list(temporary.iterdir()) == []


_NOBODY_ELSE = 64_999
"""A user id without processes on this machine. A user who already has processes could not even start the image."""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives a process another user's limits")
def test_an_appimage_that_cannot_start_a_process_leaves_no_files(image: Path, temporary: Path) -> None:
    temporary.chmod(0o777)
    for folder in (image.parent, *image.parent.parents, *temporary.parents):
        if folder.stat().st_mode & 0o001 == 0 and folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | 0o011)

    def alone() -> None:
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        os.setgroups([])
        os.setgid(_NOBODY_ELSE)
        os.setuid(_NOBODY_ELSE)

    done = subprocess.run(
        [image],
        cwd=temporary,
        env=os.environ | {"APPIMAGE_EXTRACT_AND_RUN": "1", "TMPDIR": str(temporary)},
        preexec_fn=alone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (127, "")
    assert "no process can be started" in done.stderr
    assert list(temporary.iterdir()) == []


def test_the_image_can_be_extracted(image: Path, tmp_path: Path) -> None:
    assert opened(image, "--appimage-extract", folder=tmp_path).returncode == 0
    tree = tmp_path / "squashfs-root"
    assert (tree / "inside" / "large").stat().st_size == _LARGE
    assert (tree / "link").readlink() == Path("inside/large")
    assert os.access(tree / "AppRun", os.X_OK)


@pytest.mark.parametrize("kind", ["folder", "link", "link to nothing", "file"])
def test_extraction_never_overwrites_anything(image: Path, tmp_path: Path, kind: str) -> None:
    place, other = tmp_path / "squashfs-root", tmp_path / "other"
    other.mkdir()
    (other / "AppRun").write_text("mine")
    if kind == "folder":
        other.rename(place)
        other = place
    elif kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to("other" if kind == "link" else "nowhere")
    done = opened(image, "--appimage-extract", folder=tmp_path)
    assert done.returncode == 127
    assert "squashfs-root is there already" in done.stderr
    assert (other / "AppRun").read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()
    assert [path.name for path in other.iterdir()] == ["AppRun"]
