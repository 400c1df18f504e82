"""The entry point of a bundle: one program that is ``mile-bones``, ``mille`` or a helper process, depending on its
name.

PyInstaller would prepare every start for all of these. Here a helper process is prepared only when it is needed, which
is rare.
"""

from __future__ import annotations

import os
import sys
from pathlib import PurePath

_TRACKER = "from multiprocessing.resource_tracker import main;main("


def main() -> int:
    """Do what the name and the arguments of this process ask for. Return the exit status."""
    _leave_no_trace()
    words = sys.argv[1:]
    if words[:1] == ["--multiprocessing-fork"]:
        _become_worker()
    if len(words) >= 2 and words[-2] == "-c" and words[-1].startswith(_TRACKER):
        return _track_resources(int(words[-1].removeprefix(_TRACKER).rstrip(")")))
    if PurePath(sys.argv[0]).stem.lower().endswith("mille"):
        from mile_bones.cli.mille import main as mille

        return mille()
    from mile_bones.cli import main as mile_bones

    return mile_bones()


def _leave_no_trace() -> None:
    """Restore the environment, so that programs started from here, such as a browser, find the libraries of the system.

    This process still finds the libraries of the bundle, because the dynamic loader has read the variable at the
    beginning.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


def _become_worker() -> None:
    """Become a process of ``multiprocessing``, which `mile_bones.lab.workers` started. Do not return."""
    from multiprocessing.spawn import freeze_support

    freeze_support()


def _track_resources(pipe: int) -> int:
    """Run the resource tracker. multiprocessing starts it with its first worker, and passes arguments for a Python
    interpreter.
    """
    from multiprocessing import resource_tracker

    resource_tracker.main(pipe)
    return 0


if __name__ == "__main__":
    # A worker would look for the file with the script that started it. In a bundle there is no such file.
    del __file__
    sys.exit(main())
