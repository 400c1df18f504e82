"""The program as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import mile_bones
from mile_bones.storage import NAME, Ini, Profile, Settings, load_record

CHECKOUT = Path(mile_bones.__file__).parents[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_ctrl_c_ends_the_program_and_the_game_is_saved(qtbot, tmp_path: Path):
    profile = Profile(tmp_path)
    Settings(Ini(profile.ini_path, print)).update({NAME: "Anna"})
    process = subprocess.Popen(
        [sys.executable, "-m", "mile_bones", "--game", "mile-bones", "--profile", str(tmp_path)],
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        saved = profile.games_dir / "current-1.json"
        qtbot.waitUntil(saved.exists, timeout=30_000)
        process.send_signal(signal.SIGINT)
        _out, told = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in told
    assert load_record(saved).players[0].name == "Anna"
