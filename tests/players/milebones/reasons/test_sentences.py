"""A reason is one complete, correct sentence that names nobody, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from mile_bones import i18n, resources
from mile_bones.games.milebones.actions import parse_action
from mile_bones.players.milebones.reasons.codes import Code, Reason
from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.sentences import sentence
from players.milebones.reasons.test_reasons import SAID, seen


def reasons() -> Iterator[Reason]:
    """Yield reasons of every kind: with one and with several of the counted cards, with and without a safety left."""
    for _code, better, worse, table, _said in SAID:
        found = find(seen(table), parse_action(better), parse_action(worse))
        assert found is not None
        several = found.code in (Code.DISTANCES_SPARE, Code.HAZARDS_SPARE)  # a single card cannot be spared
        for count in {found.count} if several or not found.count else {found.count, 1, 2}:
            yield from (replace(found, count=count, sure=sure) for sure in (False, True))


ALL = tuple(dict.fromkeys(reasons()))


def test_every_kind_of_reason_is_tested() -> None:
    assert {reason.code for reason in ALL} == set(Code)


@pytest.mark.parametrize("reason", ALL, ids=lambda reason: f"{reason.code}-{reason.count}")
def test_a_reason_is_a_whole_sentence_without_a_person(reason: Reason) -> None:
    text = sentence(reason)
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".") and text.count(".") == 1
    assert "{" not in text and "  " not in text
    assert not re.search(r"\b(you|your|yours)\b", text, re.IGNORECASE)
    assert not re.search(r"(^|: |; )(keep|play|drive|discard|wait)\b", text, re.IGNORECASE), "the choice may be past"
    assert not re.search(r"\b1 (\w+ )?(cards|hazards|others)\b", text)


def test_both_seats_have_the_same_sentences() -> None:
    assert all(sentence(reason) == sentence(replace(reason, seat=1)) for reason in ALL)


PERSONS = {
    "de": r"(?i)\b(du|dich|dir|dein\w*|fahre|behalte|spiele)\b",
    "es": r"(?i)\b(tú|te|ti|tu|tus|tienes|puedes|guarda)\b",
    "fa": "شما|دارید|کنید|دستتان",
    "fr": r"(?i)\b(vous|votre|vos|gardez|jouez)\b",
}


@pytest.fixture(params=sorted(PERSONS))
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    yield i18n.install([request.param], folder=resources.path("translations"))
    i18n.install()


def test_no_translation_speaks_to_a_person(language: str) -> None:
    texts = [sentence(reason) for reason in ALL]
    english = {row[-1] for row in SAID}
    assert [text for text in texts if re.search(PERSONS[language], text) or "{" in text] == []
    assert not {*texts} & english, "everything is translated"
