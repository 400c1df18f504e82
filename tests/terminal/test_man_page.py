"""The manual pages: they are well formed and describe every option and command of the programs."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from mile_bones import cli
from mile_bones.cli import mille
from mile_bones.terminal import sayings

PAGE = "packaging/mille.6"
PAGES = (PAGE, *(f"packaging/mille.{code}.6" for code in ("de", "es", "fa", "fr")))
WINDOW_PAGES = tuple(page.replace("mille", "mile-bones") for page in PAGES)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES + WINDOW_PAGES)
def test_man_formats_the_pages_without_warnings(root: Path, need_tools, page: str):
    need_tools("man")
    command = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
    done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("tMILLE" if "mille" in page else "tMILE\n") in done.stdout  # groff treats a hyphen as a character by itself


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_of_mille_have_exactly_its_options(root: Path, capsys, page: str):
    with pytest.raises(SystemExit):
        mille.main(["--help"])
    known = set(re.findall(r"--[a-z]+", capsys.readouterr().out))
    text = (root / page).read_text(encoding="utf-8").replace("\\-", "-")
    assert set(re.findall(r"--[a-z]+", text)) - {"--warnings"} == known


@pytest.mark.parametrize("page", WINDOW_PAGES)
def test_the_pages_of_mile_bones_have_exactly_its_options_and_commands(root: Path, capsys, page: str):
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    shown = capsys.readouterr().out
    text = (root / page).read_text(encoding="utf-8").replace("\\-", "-")
    others = {"--warnings", "--remove"}  # options of man, and of one command
    assert set(re.findall(r"--[a-z]+", text)) - others == set(re.findall(r"--[a-z]+", shown))
    commands = re.findall(r"^  mile-bones ([a-z]+)", shown, re.MULTILINE)
    section = text[text.index(".BI replay") :]
    assert re.findall(r'^\.BI? ([a-z]+)(?: "|$)', section, re.MULTILINE)[: len(commands)] == commands


def test_the_page_of_mille_has_every_command_of_the_help(root: Path):
    text = (root / PAGE).read_text(encoding="utf-8")
    commands = text.partition(".SH COMMANDS")[2].partition(".SH THE SCREEN")[0]
    letters = {line[0] for line in sayings.help_lines() if line[1:3] == "  "}
    assert letters == set("PUDOWSRQ?")
    assert set(re.findall(r"^\.BR? (\S)\b|^\.B (\?)", commands, re.MULTILINE)) >= {
        (letter, "") for letter in letters - {"?"}
    } | {("", "?")}
