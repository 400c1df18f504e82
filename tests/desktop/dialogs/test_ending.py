"""The head of the dialog at the end of a game shows the result of the game, even if the other player has won the last
hand. It has the game's colours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from desktop.boards.milebones.dialogs import test_score_sheet as milebones
from desktop.boards.montreal.dialogs import test_score_sheet as montreal
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog as MileBonesSheet
from mile_bones.desktop.boards.montreal.score_sheet import ScoreSheetDialog as MontrealSheet
from mile_bones.desktop.dialogs.ending import EndingDialog, GameEndDialog
from mile_bones.desktop.table.ending import Ending
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.events import GameEnded
from mile_bones.games.millieu.events import GameEnded as MillieuEnded
from mile_bones.games.millieu.parts import Millieu
from mile_bones.games.millieu.words import game_end_text
from mile_bones.games.montreal.rules import Rules

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

NAMES = ("Anna", "Bert")


def mile_bones(winner: int | None, you: int | None, parent: Any) -> EndingDialog:
    """Return the dialog at the end of a game of Mile Bones whose last hand was won by seat 0."""
    over = GameEnded(winner, {0: (5000, 4000), 1: (4000, 5000), None: (5000, 5000)}[winner])
    return MileBonesSheet(milebones.HAND, over.totals, (0, 0), NAMES, over, parent, seat=you)


def mille(winner: int | None, you: int | None, parent: Any) -> EndingDialog:
    """Return the dialog at the end of a game of Mille whose last deal was won by seat 0."""
    over = montreal.game_over(Rules(), winner or 0)._replace(winner=winner)
    seen = montreal.table()._replace(rules=Rules())
    return MontrealSheet(Ending((montreal.HAND, over), seen, NAMES, you, (0, 0), True, False, lambda: None), parent)


def millieu(winner: int | None, you: int | None, parent: Any) -> EndingDialog:
    seen = Millieu().new_state().observation(0)
    over = MillieuEnded(winner, "pieces")
    ending = Ending((over,), seen, NAMES, you, (0, 0), True, False, lambda: None)
    return GameEndDialog(ending, game_end_text(over, NAMES, you), parent, band="navy", topic="millieu")


MAKERS: dict[str, Callable[..., EndingDialog]] = dict(zip(GAMES, (mile_bones, mille, millieu), strict=True))


@pytest.mark.sample(slow=7)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("winner", "you", "said", "colour"),
    [
        (0, 0, "You win the game", "green"),
        (1, 0, "Bert wins the game", "navy"),
        (0, 1, "Anna wins the game", "navy"),
        (1, 1, "You win the game", "green"),
        (0, None, "Anna wins the game", "green"),
        (1, None, "Bert wins the game", "navy"),
        (None, 0, "The game is drawn", "brown"),
    ],
)
def test_the_result_of_the_game_comes_first(window, opened, game, winner, you, said, colour) -> None:
    dialog = opened(MAKERS[game](winner, you, window()))
    assert (dialog.windowTitle(), dialog.band.title.text()) == (said, said)
    assert dialog.band.colour == (colour if game == GAMES[0] else spec(game).band)
    assert "this" not in dialog.band.subtitle.text(), "this is about the hand or the deal"
