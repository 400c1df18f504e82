"""The last line of mille shows the events since the last command. If not all events fit, the important ones are
kept.
"""

from __future__ import annotations

import pytest

from mile_bones.terminal.board import _fitted
from mile_bones.terminal.canvas import WIDTH

COUP = "Coup fourré, 400 points! You played Puncture Proof."
DREW = ("You drew 200 Miles.", "You drew Gasoline.", "You drew End of Limit.")


def test_a_coup_is_kept_before_the_cards_that_it_brought() -> None:
    assert _fitted((COUP, *DREW), (COUP,)) == f"{COUP} You drew End of Limit."


def test_sentences_that_fit_keep_their_order() -> None:
    assert _fitted(("Hand 1 is dealt.", COUP), (COUP,)) == f"Hand 1 is dealt. {COUP}"


def test_the_first_sentences_are_dropped_if_none_is_important() -> None:
    assert _fitted((*DREW, *DREW), ()) == " ".join(DREW)
    assert _fitted(("x" * 200,), ()) == "x" * 200


REACHED, WON = "Computer reached 700 miles and took the trip without 200s.", "Computer wins the game by 2,000 points."


@pytest.mark.parametrize("coup", [COUP, "Computer played Puncture Proof."])
def test_the_end_of_a_game_is_kept_before_an_earlier_coup(coup: str) -> None:
    line = _fitted((coup, *DREW, REACHED, WON), (coup, REACHED, WON))
    assert line.endswith(WON) and len(line) <= WIDTH and not any(drawn in line for drawn in DREW)
    assert _fitted((coup, WON), (coup, WON)) == (f"{coup} {WON}" if len(coup) < 40 else WON)
