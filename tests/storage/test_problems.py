from __future__ import annotations

import gettext
from pathlib import Path

import pytest

from mile_bones import i18n
from mile_bones.storage import Problem, ProblemKind

PATH = Path("folder") / "file.name"


@pytest.mark.parametrize("kind", ProblemKind)
def test_every_problem_is_one_clear_message(kind: ProblemKind) -> None:
    message = Problem(kind, PATH, "Some reason").message()
    assert "{" not in message
    assert "file.name" in message or "folder" in message or "Some reason" in message
    assert message.endswith(".")
    assert "game" in message


@pytest.mark.parametrize("kind", ProblemKind)
def test_every_message_is_translated_when_it_is_shown(kind: ProblemKind, monkeypatch: pytest.MonkeyPatch) -> None:
    class Shouting(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return f"!{message}"

    problem = Problem(kind, PATH, "Some reason")
    monkeypatch.setattr(i18n, "_catalogue", Shouting())
    assert problem.message().startswith("!")
