from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from mile_bones import i18n, resources
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.profile import Profile
from stories import going

PATH = Path("folder") / "file.name"


@pytest.mark.parametrize("kind", ProblemKind)
def test_every_problem_is_one_clear_message(kind: ProblemKind) -> None:
    message = Problem(kind, PATH, "Some reason").message()
    assert "{" not in message
    assert "file.name" in message or "folder" in message or "Some reason" in message
    assert message.endswith(".")
    assert "game" in message


@pytest.mark.parametrize("kind", ProblemKind)
def test_every_message_is_translated_when_it_is_shown(kind: ProblemKind) -> None:
    problem = Problem(kind, PATH, "Some reason")
    english = problem.message()
    try:
        i18n.install(["de"], folder=resources.path("translations"))
        german = problem.message()
    finally:
        i18n.install(["en"])
    assert german != english == problem.message()
    assert "game" not in german


@pytest.mark.parametrize("there", ["a file", "a link to nowhere"])
def test_a_file_in_place_of_the_games_folder_is_named(tmp_path: Path, there: str) -> None:
    """The system only says "File exists". People do not understand this as a reason."""
    profile, problems = Profile(tmp_path), []
    if there == "a file":
        profile.games_dir.write_text("mine")
    else:
        profile.games_dir.symlink_to(tmp_path / "nowhere" / "else")
    Autosave(profile, problems.append, datetime.now).save(going().record())
    (problem,) = problems
    assert problem.kind is ProblemKind.GAME_UNWRITABLE
    assert f"cannot be saved in {profile.games_dir} (games is not a folder)" in problem.message()
