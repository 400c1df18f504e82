"""The tests of this folder need the extra ``lab``; without it they are not collected."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("torch") is None or find_spec("numba") is None:
    collect_ignore_glob = ["test_*.py"]
