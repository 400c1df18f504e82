"""The coach of Mile Bones: rating, reasons and themes together."""

from __future__ import annotations

from pathlib import Path

import pytest

from mile_bones import resources
from mile_bones.games.milebones.actions import DRAW, parse_action
from mile_bones.games.milebones.game import MileBones
from mile_bones.players import load_coach
from mile_bones.players.milebones import coaching, reasons
from mile_bones.players.milebones.reasons.codes import Theme
from mile_bones.players.reasoned import POINTS_ONLY

THEMES = [
    ("play FLAT_TIRE", "discard 25", "hazards"),
    ("discard GO", "discard 25", "discards"),
    ("play 100", "play 25", "distances"),
    ("draw", "play EXTRA_TANK", "safeties"),
    ("extend yes", "extend no", "extension"),
]


@pytest.mark.parametrize(("better", "worse", "theme"), THEMES)
def test_every_theme_of_a_choice_has_a_title(better: str, worse: str, theme: str):
    judge = load_coach("mile-bones")
    assert judge is not None
    assert judge.theme(parse_action(better), parse_action(worse)) == theme
    assert coaching.COACH.themes[theme]()


def test_all_themes_have_titles():
    assert set(coaching.COACH.themes) == {theme.value for theme in Theme}


def test_a_choice_has_the_code_of_its_sentence():
    judge = load_coach("mile-bones")
    state = MileBones().new_state(5)
    state.apply_action(DRAW)
    seen = state.observation(state.current_player)
    assert judge is not None
    found = set()
    for better in seen.legal_actions():
        for worse in seen.legal_actions():
            if better != worse:
                code, reason = judge.code(seen, better, worse), reasons.find(seen, better, worse)
                found.add(code)
                said = "By the points it is the better move." if reason is None else reasons.sentence(reason)
                assert code == (POINTS_ONLY if reason is None else reason.code)
                assert judge.reason(seen, better, worse) == said
    assert POINTS_ONLY in found and len(found) > 1


def test_other_weights_change_the_version_of_the_coach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    before = coaching._version.__wrapped__()
    assert before == coaching.COACH.version()
    (tmp_path / "players").mkdir()
    for name in coaching._WEIGHTS:
        data = resources.path(f"players/{name}.npz").read_bytes()
        (tmp_path / f"players/{name}.npz").write_bytes(data + b"\0" * (name == "luck"))
    with monkeypatch.context() as patch:
        patch.setattr(resources, "path", lambda name: tmp_path / name)
        assert coaching._version.__wrapped__() != before
