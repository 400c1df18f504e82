"""What the tests of a match share: a disk that remembers everything, a person who acts, a computer that answers."""

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
    """Takes what is saved, and knows it only as a file would: by its text."""

    def save(self, record: Record) -> None:
        self.append(read_record(record.to_json()))


def setup(name: str = "Anna", rules: str = "mile-bones", level: str = "easy", **more: Any) -> Setup:
    """A person in the first seat, a computer in the second."""
    return Setup("mile-bones", (Person(name), Computer(level, "Computer")), rules, **more)


def resumed(record: Record, save: Callable[[Record], None], *, level: str = "easy", seed: int | None = None) -> Match:
    """The match that goes on with this record."""
    return Match.resume(record, save, level=level, seed=seed)


def seen(match: Match) -> Observation:
    """What the person sees."""
    return match.observation(match.viewer)


def heard(match: Match, do: Callable[[], object]) -> list[Step]:
    """The steps that the person is told while this is done."""
    steps: list[Step] = []
    unsubscribe = match.subscribe(match.viewer, steps.append)
    do()
    unsubscribe()
    return steps


def act(match: Match, action: Action) -> tuple[Event, ...]:
    """The person does this. What the person sees of it."""
    return _events(heard(match, lambda: match.submit(match.viewer, action)))


def act_for_computer(match: Match) -> tuple[Event, ...]:
    """The computer is asked, and what it chooses is done. What the person sees of it."""
    question = match.question()
    assert question is not None
    action = load_player("mile-bones", question.level).choose(question.observation)
    return _events(heard(match, lambda: match.submit(question.seat, action, question.ply)))


def _events(steps: list[Step]) -> tuple[Event, ...]:
    return tuple(event for step in steps for event in step.events)


def short_game(hands: int = 2) -> Record:
    """A game of Mile Bones of one or two short hands, and the beginning of one more."""
    found = load_record(_DATA / "mile-bones-game-04.json")
    (other,) = load_record(_DATA / "mile-bones-hand-09.json").hands
    dealt = (found.hands[2], other, found.hands[0])
    begun = replace(dealt[hands], actions=dealt[hands].actions[:30], score=None)
    return replace(found, body=Hands((*dealt[:hands], begun)), id="")


_DATA = Path(__file__).parents[1] / "data" / "conformance"
