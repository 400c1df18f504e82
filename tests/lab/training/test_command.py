"""``mile-bones train`` and ``improve`` as commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from mile_bones.cli import main


def test_a_file_in_place_of_the_folder_gets_one_line_of_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["train", str(tmp_path / "file"), "--seed", "1", "--device", "cpu"]) == 2
    out, line = capsys.readouterr()
    assert out == ""
    assert line == f"mile-bones: “{tmp_path / 'file'}” cannot be used: File exists\n"


def test_an_unknown_device_gets_one_line_of_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", str(tmp_path / "run"), "--seed", "1", "--device", "abacus"]) == 2
    assert capsys.readouterr() == ("", "mile-bones: argument --device: there is no “abacus” here\n")
    assert not (tmp_path / "run").exists()


def test_the_option_memory_is_refused_without_an_opponent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", str(tmp_path / "run"), "--seed", "1", "--memory"]) == 2
    assert capsys.readouterr() == ("", "mile-bones: argument --memory: it needs --against\n")
    assert not (tmp_path / "run").exists()


def test_an_opponent_that_is_not_a_player_gets_one_line_of_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["train", str(tmp_path / "run"), "--seed", "1", "--device", "cpu", "--against"]
    (tmp_path / "letter.npz").write_text("Dear Sir")
    assert main([*command, str(tmp_path / "letter.npz")]) == 2
    assert capsys.readouterr() == ("", f"mile-bones: “{tmp_path / 'letter.npz'}” holds no trained player\n")
    assert main([*command, str(tmp_path / "nowhere.npz")]) == 2
    line = f"mile-bones: “{tmp_path / 'nowhere.npz'}” cannot be used: No such file or directory\n"
    assert capsys.readouterr() == ("", line)


def test_improving_a_file_that_is_not_a_player_gets_one_line_of_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.npz").write_text("Dear Sir")
    command = ["improve", str(tmp_path / "run"), "--seed", "1", "--batches", "1", "--jobs", "1"]
    assert main([*command, "--player", str(tmp_path / "letter.npz")]) == 2
    assert capsys.readouterr() == ("", f"mile-bones: “{tmp_path / 'letter.npz'}” holds no trained player\n")
    assert main([*command, "--champion", str(tmp_path / "nowhere.npz")]) == 2
    line = f"mile-bones: “{tmp_path / 'nowhere.npz'}” cannot be used: No such file or directory\n"
    assert capsys.readouterr() == ("", line)
    assert not (tmp_path / "run").exists()
