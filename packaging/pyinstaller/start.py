"""The main program of a bundle: it is ``mile-bones``, ``mille`` or a helper of either, depending on how it is called.

It does only on demand what PyInstaller would do at every start, because most starts need none of it.
"""

from __future__ import annotations

import os
import sys
from pathlib import PurePath

_TRACKER = "from multiprocessing.resource_tracker import main;main("


def main() -> int:
    """Do what the name and the arguments of this process say, and return the exit status."""
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
    """Restore the user's variables, so that programs started from here, such as a browser, use the system's libraries.

    The dynamic loader has read its variable at the start of this process, and still finds the bundle's libraries.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


def _become_worker() -> None:
    """Become a worker process of ``multiprocessing``, started by `mile_bones.lab.workers`. Does not return."""
    from multiprocessing.spawn import freeze_support

    freeze_support()


def _track_resources(pipe: int) -> int:
    """Become the process that multiprocessing starts with its first worker, with arguments for a Python interpreter."""
    from multiprocessing import resource_tracker

    resource_tracker.main(pipe)
    return 0


if __name__ == "__main__":
    # A worker would look for the script that has started it, but there is none.
    del __file__
    sys.exit(main())
