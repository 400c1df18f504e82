"""The tests of this folder need the extras ``lab``, ``rl`` and ``ray``. They run only if somebody asks for them with
make test-lab.

A cluster of two machines is simulated on this machine: two Ray nodes with one core each.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

_MISSING = [name for name in ("ray", "torch", "pettingzoo") if find_spec(name) is None]


@pytest.fixture(scope="session", autouse=True)
def _installed() -> None:
    if _MISSING:
        pytest.skip(f"not installed: {', '.join(_MISSING)} (make test-lab installs it)")


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The address of a Ray cluster of two nodes."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    yield nodes.address
    nodes.shutdown()
