"""Where a bundle begins: one program that is ``mile-bones``, ``mille`` or a helper of either, by how it is called.

What PyInstaller would do at every start is done here when it is asked for: most starts need none of it.
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
    """The programs that this one starts, such as a browser, shall find the libraries of the system, not ours.

    The dynamic loader has read its variable when the process began, and goes on finding ours.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


def _become_worker() -> None:
    """A process of ``multiprocessing``, started by `mile_bones.lab.workers`. Does not return."""
    from multiprocessing.spawn import freeze_support

    freeze_support()


def _track_resources(pipe: int) -> int:
    """The process that multiprocessing starts beside its first worker, with the words for a Python interpreter."""
    from multiprocessing import resource_tracker

    resource_tracker.main(pipe)
    return 0


if __name__ == "__main__":
    # A worker would look for the script that has started it, and there is no script.
    del __file__
    sys.exit(main())
