"""Helpers for the tests of a match: a disk that keeps every save, a person who acts, and a computer that answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import Record
from mile_bones.games import read_record
from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.events import Event
from mile_bones.games.milebones.observation import Observation
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person, Setup
from mile_bones.match.steps import Step
from mile_bones.players import load_player
from mile_bones.storage.records import load_record


class Disk(list[Record]):
    """The list of saved records. Each record is kept as a file would keep it, through its text."""

    def save(self, record: Record) -> None:
        self.append(read_record(record.to_json()))


def setup(name: str = "Anna", rules: str = "mile-bones", level: str = "easy", **more: Any) -> Setup:
    """Return the setup of a game with a person in the first seat and a computer in the second."""
    return Setup("mile-bones", (Person(name), Computer(level, "Computer")), rules, **more)


def resumed(record: Record, save: Callable[[Record], None], *, level: str = "easy", seed: int | None = None) -> Match:
    """Return a match that continues ``record``."""
    return Match.resume(record, save, level=level, seed=seed)


def seen(match: Match) -> Observation:
    """Return what the person sees."""
    return match.observation(match.viewer)


def heard(match: Match, do: Callable[[], object]) -> list[Step]:
    """Call ``do`` and return the steps that the person receives meanwhile."""
    steps: list[Step] = []
    unsubscribe = match.subscribe(match.viewer, steps.append)
    do()
    unsubscribe()
    return steps


def act(match: Match, action: Action) -> tuple[Event, ...]:
    """Do ``action`` for the person. Return the events that the person sees."""
    return _events(heard(match, lambda: match.submit(match.viewer, action)))


def act_for_computer(match: Match) -> tuple[Event, ...]:
    """Let the computer choose, and do its action. Return the events that the person sees."""
    question = match.question()
    assert question is not None
    action = load_player("mile-bones", question.level).choose(question.observation)
    return _events(heard(match, lambda: match.submit(question.seat, action, question.ply)))


def _events(steps: list[Step]) -> tuple[Event, ...]:
    return tuple(event for step in steps for event in step.events)


def short_game(hands: int = 2) -> Record:
    """Return a game of Mile Bones with one or two finished short hands, and the beginning of another."""
    found = load_record(_DATA / "mile-bones-game-04.json")
    (other,) = load_record(_DATA / "mile-bones-hand-09.json").hands
    dealt = (found.hands[2], other, found.hands[0])
    begun = replace(dealt[hands], actions=dealt[hands].actions[:30], score=None)
    return replace(found, body=Hands((*dealt[:hands], begun)), id="")


_DATA = Path(__file__).parents[1] / "data" / "conformance"
