"""What the tests of a session share: a disk that remembers everything, and a computer that answers."""

from __future__ import annotations

from mile_bones.engine import Record
from mile_bones.games.milebones import Event
from mile_bones.match import Session
from mile_bones.players import load_player


class Disk(list[Record]):
    """Takes what is saved, and knows it only as a file would: by its text."""

    def save(self, record: Record) -> None:
        self.append(Record.from_json(record.to_json()))


def act_for_computer(session: Session) -> tuple[Event, ...]:
    """The computer is asked, and what it chooses is done."""
    question = session.question()
    assert question is not None
    events = session.answer(question.ply, load_player(session.level).choose(question.observation))
    assert events is not None
    return events
