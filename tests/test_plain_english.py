"""English that has to be read twice, as far as a machine can see it."""

from __future__ import annotations

import pytest

import plain_english

pytestmark = pytest.mark.slow


def test_the_patterns_of_unclear_english_become_fewer_in_each_room() -> None:
    counts, most = plain_english.count(), plain_english.allowed()
    more = {key: f"{number}, allowed {most[key]}" for key, number in counts.items() if number > most[key]}
    assert not more, f"rewrite the new ones; python tests/tools/plain_english.py --show ROOM shows them: {more}"
    fewer = {key: f"{counts[key]}, written {number}" for key, number in most.items() if counts[key] < number}
    assert not fewer, f"run python tests/tools/plain_english.py --lower: {fewer}"
