"""The number of examples that Hypothesis tries for a property."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

EXAMPLES = "MILE_BONES_EXAMPLES"
"""The name of an environment variable. If its value is `all`, as in `make long`, every property is tried with all its
examples.
"""
_PART, _LEAST = 4, 5


def examples(number: int, **others: Any) -> settings:
    """Return settings with `number` examples in `make long`. Elsewhere there are a quarter of them, but at least five.

    An example may take any time, because on a busy machine all examples are slow. `others` are further settings.
    """
    if os.environ.get(EXAMPLES) != "all":
        number = min(number, max(_LEAST, number // _PART))
    return settings(max_examples=number, deadline=None, **others)


@settings(max_examples=1, deadline=None, database=None)
@given(st.text())
def learn_letters(_text: str) -> None:
    """Let Hypothesis build its table of characters, which takes two seconds in the first test that needs a text."""
