"""How many examples Hypothesis tries of a property."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

EXAMPLES = "MILE_BONES_EXAMPLES"
"""The environment variable that is `all` where every property is tried with all its examples, as `make long` does."""
_PART, _LEAST = 4, 5


def examples(number: int, **others: Any) -> settings:
    """Return settings with `number` examples in `make long` and a quarter of them elsewhere, but at least five.

    An example may take any time: on a busy machine all of them are slow. `others` are further settings.
    """
    if os.environ.get(EXAMPLES) != "all":
        number = min(number, max(_LEAST, number // _PART))
    return settings(max_examples=number, deadline=None, **others)


@settings(max_examples=1, deadline=None, database=None)
@given(st.text())
def learn_letters(_text: str) -> None:
    """Let Hypothesis make its table of all letters, which takes two seconds of the first test that asks for a text."""
