"""The last line of mille: what happened since the last command, the weightiest first where not all has room."""

from __future__ import annotations

from mile_bones.terminal.board import _fitted

COUP = "Coup fourré, 400 points! You played Puncture Proof."
DREW = ("You drew 200 Miles.", "You drew Gasoline.", "You drew End of Limit.")


def test_a_coup_is_told_before_the_cards_that_it_brought() -> None:
    assert _fitted((COUP, *DREW), frozenset({COUP})) == f"{COUP} You drew End of Limit."


def test_what_fits_stays_in_its_order() -> None:
    assert _fitted(("Hand 1 is dealt.", COUP), frozenset({COUP})) == f"Hand 1 is dealt. {COUP}"


def test_without_anything_weighty_the_last_comes_last_and_the_first_goes() -> None:
    assert _fitted((*DREW, *DREW), frozenset()) == " ".join(DREW)
    assert _fitted(("x" * 200,), frozenset()) == "x" * 200
