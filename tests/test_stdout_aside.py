"""The standard output of a measurement contains only its result, even if a library prints something."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import os, subprocess, sys
from mile_bones.cli.measuring import stdout_aside
with stdout_aside():
    print("from Python")
    os.write(1, b"from C\\n")
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
print('{"result": 1}')
"""


@pytest.mark.slow
def test_output_in_the_block_goes_to_the_standard_error() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout == '{"result": 1}\n'
    assert set(done.stderr.splitlines()) == {"from Python", "from C", "from a child"}
