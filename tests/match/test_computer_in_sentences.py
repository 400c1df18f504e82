"""In French and Spanish sentences, the name of the computer has an article. Alone, the name has no article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from mile_bones import i18n, resources
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, load_game, spec
from mile_bones.i18n import gettext

IN_SENTENCES = {"es": "el ordenador", "fr": "l’ordinateur"}
CONTRACTED = ("del ordenador", "al ordenador")
SOMEBODY = re.compile(r"\{(name|player|other|winner|loser|one|first|second)\}")


@pytest.fixture(params=sorted(IN_SENTENCES))
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    yield i18n.install([request.param], folder=resources.path("translations"))
    i18n.install()


def faults(text: str, language: str) -> list[str]:
    """Return the faults in the way in which ``text`` names the computer."""
    name, whole = gettext("Computer"), IN_SENTENCES[language]
    wrong = [
        rf"\b{name} [^\W\d_]",  # a word follows, and there is no article before the name
        rf"[^\W\d_] {name}\b",
        rf"(?:^|[.!?] |[¡¿]){whole}",  # the name begins a sentence
        rf"(?i:\b(?:de|a) el) {name.lower()}",
        rf"\b(?:[Uu]n|[Ll]e|el|l’) ?{whole}",
    ]
    return [text for pattern in wrong if re.search(pattern, text)]


def said_in_play(game: str, rules: str, seed: int, steps: int = 250) -> Iterator[str]:
    """Yield all that a person reads in a game against the computer, in either seat or as a spectator."""
    computer, found, words, rng = gettext("Computer"), load_game(game, rules=rules), spec(game).words, Rng(seed)
    pairs = (("Anna", computer), (computer, "Anna"))
    state: Any = found.new_state(seed=seed)
    known: list[Any] = []
    for _step in range(steps):
        if state.is_terminal():
            break
        for seat, names in enumerate(pairs):
            yield words.prompt(state.observation(seat), names)
        legal = state.legal_actions()
        known += [action for action in legal[:3] if action not in known]
        refusals = [refusal for action in known if (refusal := state.why_not(action)) is not None]
        chosen = legal[rng.below(len(legal))]
        for names in pairs:
            for seat in (0, 1, None):
                yield from (words.refusal_text(refusal, names, seat) for refusal in refusals)
        for event in state.apply_action(chosen):
            for names in pairs:
                for seat in (0, 1, None):
                    yield words.event_text(event.seen_by(seat) if seat is not None else event, names, seat)


@pytest.mark.sample(slow=2)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), [(game, rules) for game in GAMES for rules in spec(game).rules])
def test_every_sentence_about_the_computer_has_the_article(language: str, game: str, rules: str) -> None:
    texts = {*said_in_play(game, rules, seed=1)}
    named = [text for text in texts if gettext("Computer").lower() in text.lower()]
    assert len(named) > 10
    assert [fault for text in named for fault in faults(text, language)] == []


def test_every_text_of_the_catalogue_names_the_computer_correctly(language: str) -> None:
    name, whole = gettext("Computer"), IN_SENTENCES[language]
    with Path(resources.path("translations"), f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    sentences = labels = 0
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for pattern in strings if message.id else ():
            if SOMEBODY.search(pattern) and "python-brace-format" in message.flags:
                places = re.findall(r"\{(\w+)", pattern)
                text = gettext(pattern).format(
                    **{place: name if SOMEBODY.match(f"{{{place}}}") else "7" for place in places}
                )
                assert faults(text, language) == []
                sentences += any(one in text.lower() for one in (whole, *CONTRACTED))
                labels += re.search(rf"(?:^|\W\W){name}(?:\s?[:,.]|$)", text) is not None
    assert sentences > 100 and labels > 20


@pytest.mark.parametrize(
    ("english", "spanish", "french"),
    [
        ("{name}: {points} points", "Ordenador: 3 puntos", "Ordinateur : 3 points"),
        ("{name} has no cards left.", "Al ordenador no le quedan cartas.", "L’ordinateur n’a plus de cartes."),
        ("It is the turn of {name}.", "Es el turno del ordenador.", "C’est à l’ordinateur de jouer."),
        ("{name} wins the game", "El ordenador gana la partida", "L’ordinateur gagne la partie"),
        ("Seat: {name}", "Asiento: Ordenador", "Siège : Ordinateur"),
        ("You pay {winner} {amount}.", "Pagas 3 al ordenador.", "Vous payez 3 à l’ordinateur."),
    ],
)
def test_the_article_follows_the_grammar(language: str, english: str, spanish: str, french: str) -> None:
    name = gettext("Computer")
    text = gettext(english).format(name=name, winner=name, points=3, amount=3)
    assert text.replace("\xa0", " ") == {"es": spanish, "fr": french}[language]


def test_other_names_and_the_name_alone_have_no_article(language: str) -> None:
    turn = gettext("It is the turn of {name}.").format(name="Anna").replace("\xa0", " ")
    assert turn == {"es": "Es el turno de Anna.", "fr": "C’est à Anna de jouer."}[language]
    assert gettext("Computer") == {"es": "Ordenador", "fr": "Ordinateur"}[language]


def test_a_catalogue_without_the_article_uses_the_plain_name(tmp_path: Path) -> None:
    catalogue = Catalog(locale="es")
    catalogue.add("Computer", "Ordenador")
    catalogue.add("{name} wins", "gana {name}")
    (tmp_path / "es" / "LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "es" / "LC_MESSAGES" / "mile_bones.mo").open("wb") as file:
        write_mo(file, catalogue)
    try:
        i18n.install(["es"], folder=tmp_path)
        assert gettext("{name} wins").format(name=gettext("Computer")) == "gana Ordenador"
    finally:
        i18n.install()
