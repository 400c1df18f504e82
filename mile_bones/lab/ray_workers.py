"""Spreads work over Ray instead of processes of this machine, with the same pieces and the same results.

Ray is started on this machine, or is a cluster at a given address. Every machine must have exactly this version of Mile
Bones: each process compares its players, rules and arena with ours before it does a piece. Ray is in the extra ``ray``.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from mile_bones import resources
from mile_bones.engine.errors import MileBonesError
from mile_bones.i18n import gettext as _
from mile_bones.lab.sources import PACKAGE, digest
from mile_bones.lab.workers import ARITHMETIC, Outcome, Piece, Spread, WorkerDied

if TYPE_CHECKING:
    import ray

AHEAD: Final = 2
"""Pieces that wait or are worked on, for each core of the cluster, so that no core has to wait for its next piece."""

_LOOK_S: Final = 1.0
"""Seconds without a result before a check that there is still a machine; otherwise Ray would end this process."""

_SOURCES = ("engine/**/*.py", "games/**/*.py", "players/**/*.py", "lab/*.py")


class ClusterError(MileBonesError):
    """Raised if Ray is missing, the cluster is missing, or the cluster has a different Mile Bones. The message says
    which.
    """


@contextlib.contextmanager
def on_ray(address: str | None = None) -> Iterator[Spread]:
    """Start or join Ray, and yield a function that spreads work over it. Raise ClusterError if that fails.

    ``address`` is that of a cluster. If it is None, use the cluster that the variable RAY_ADDRESS names, or else the
    cluster of this machine. If there is no cluster, a Ray is started on this machine and ended afterwards.
    """
    # Ray would report its use to its makers. The user has not been asked, but can allow it with this variable.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        text = _("“{name}” is missing; it belongs to the extra “ray”: pip install 'mile-bones[ray]'")
        raise ClusterError(text.format(name=error.name)) from None
    try:
        ray.init(
            address,
            include_dashboard=None if address else False,
            log_to_driver=False,
            logging_level=logging.ERROR,
            runtime_env={"env_vars": dict.fromkeys(ARITHMETIC, "1")},
        )
    except Exception as error:  # Ray raises errors of all kinds, even plain Exception
        raise ClusterError(_("Ray cannot be reached: {reason}").format(reason=_lines(error)[0])) from error
    try:
        yield _spread
    finally:
        ray.shutdown()


def _spread(work: Callable[[Piece], Outcome], pieces: Iterable[Piece]) -> Generator[tuple[Piece, Outcome], None, None]:
    """Spread work as `workers.spread` does; a piece whose machine is lost is done once more elsewhere."""
    import ray

    task, ours = ray.remote(_do).options(num_cpus=1), sources()
    shared = ray.put(work)
    waiting, busy = deque(pieces), dict[Any, Piece]()
    try:
        while waiting or busy:
            most = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
            while waiting and len(busy) < most:
                piece = waiting.popleft()
                busy[task.remote(shared, ours, piece)] = piece
            ready, _others = ray.wait(list(busy), timeout=_LOOK_S)
            if not ready and _is_lost():
                busy.clear()
                raise ClusterError(_("Ray has ended, or no machine of its cluster answers any more"))
            for reference in ready:
                yield busy.pop(reference), _outcome(reference)
    finally:
        for reference in busy:
            ray.cancel(reference, force=True)


def _is_lost() -> bool:
    """Return True if a process of our own Ray has ended, or if no machine of the cluster is left."""
    import ray

    own = ray._private.worker._global_node  # the public way takes 15 s, which is too late
    return bool(own and own.dead_processes()) or not any(node["Alive"] for node in ray.nodes())


def _do(work: Callable[[Any], object], theirs: str, piece: object) -> tuple[bool, object]:
    """Do one piece on any machine. Return whether it was done, and its outcome."""
    return (True, work(piece)) if sources() == theirs else (False, None)


def _outcome(reference: ray.ObjectRef[Any]) -> Any:
    import ray

    try:
        done, outcome = ray.get(reference)
    except ray.exceptions.RayError as error:
        # Ray's text ends with the error of a piece, below the traceback, but begins with the fate of a process.
        reason = _lines(error)[-1 if isinstance(error, ray.exceptions.RayTaskError) else 0]
        raise WorkerDied(_("a piece of work on Ray has failed: {reason}").format(reason=reason)) from error
    if not done:
        raise ClusterError(_("a machine of the cluster has another Mile Bones: install the same one everywhere"))
    return outcome


@cache
def sources() -> str:
    """Return a short text that changes as soon as the source of the rules, a player or the arena changes."""
    text = hashlib.sha256(digest(PACKAGE, _SOURCES).encode())
    for name in resources.names("players"):
        text.update(name.encode() + resources.read_bytes(name))
    return text.hexdigest()[:16]


def _lines(error: Exception) -> list[str]:
    """Return the lines of the error's text that are not empty; at least one."""
    return [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
