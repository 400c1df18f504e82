"""The sentences that fresh readers judge."""

from __future__ import annotations

import pytest

import sample_sentences
from sample_sentences import SHARES, drawn, sentences


@pytest.mark.proof  # every text of the project is read
def test_a_seed_draws_the_same_sentences_of_every_kind() -> None:
    assert sum(SHARES.values()) == 300
    found = drawn(56, 60)
    assert found == drawn(56, 60) != drawn(57, 60)
    assert {each.kind for each in found} == set(SHARES)
    assert all((sample_sentences.ROOT / each.place.partition(":")[0]).exists() for each in found if "/" in each.place)


def test_a_sentence_comes_with_the_one_before_it() -> None:
    text = "Draw a card. Then play\nor discard one, e.g. a Stop.\n\n- It is over."
    assert [*sentences(text)] == [
        ("Draw a card.", ""),
        ("Then play or discard one, e.g. a Stop.", "Draw a card."),
        ("- It is over.", "Then play or discard one, e.g. a Stop."),
    ]
