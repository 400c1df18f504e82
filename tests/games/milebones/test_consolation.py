"""The kind word for the player who has lost a game."""

from __future__ import annotations

import pytest

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games.milebones.consolation import consolation
from mile_bones.games.milebones.scoring import Score

WON = Score(milestones=700, trip_completed=400)
ITEMS = ("milestones", "safeties", "all_safeties", "coups_fourres", "trip_completed", "total")


def record(*hands: tuple[Score, Score]) -> Record:
    """Return a record with these scores. The rest of its hands is empty."""
    scored = tuple(
        HandRecord(0, ((), ()), (), score=tuple({i: getattr(s, i) for i in ITEMS} for s in both))  # type: ignore[arg-type]
        for both in hands
    )
    return Record(
        "mile-bones",
        "mile-bones",
        (PlayerInfo("You", "person"), PlayerInfo("Computer", "computer")),
        Hands(scored),
        id="0" * 32,
    )


FAR = Score(milestones=200)
COUP = Score(milestones=100, safeties=100, coups_fourres=300)


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ([(FAR, WON), (Score(milestones=675), WON)], "Hand 2 was close: you were 25 miles short."),
        ([(Score(milestones=650), WON), (Score(milestones=625), WON)], "Hand 1 was close: you were 50 miles short."),
        ([(Score(milestones=600), WON)], "That was close: 500 points. Another trip?"),
        ([(COUP, WON), (FAR, WON)], "Your coup fourré was worth 300 points."),
        ([(COUP, WON), (COUP, WON)], "Your 2 coups fourrés were worth 600 points."),
        ([(Score(milestones=675), Score(milestones=500, safeties=400))], "That was close: 225 points. Another trip?"),
        ([(FAR, WON), (FAR, WON)], "Well driven: 400 points. The next trip is a new one."),
    ],
)
def test_the_best_moment_of_a_lost_game_is_told(hands: list[tuple[Score, Score]], text: str) -> None:
    assert consolation(record(*hands), 0) == text
    mirrored = [(theirs, mine) for mine, theirs in hands]
    assert consolation(record(*mirrored), 1) == text
