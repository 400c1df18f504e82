"""The inputs of the expert's network besides ``features``: the level strong's judgement of the table, and further
numbers about the discarded card.
"""

from __future__ import annotations

from mile_bones.players.montreal.features import INPUTS, facts_of, tell_discard, tell_table
from mile_bones.players.montreal.judges import consider, weigh, worth_of
from mile_bones.players.montreal.situation import (
    HAND,
    KNOWN,
    OWN,
    PILE,
    RANK,
    THEIR_CARDS,
    THEIRS,
    THROWN,
    UNSEEN,
    VALUES,
    Numbers,
    Row,
    Weights,
)

WORTH = INPUTS
"""The index at which the level strong's judgement begins. Its first number is the worth, in hundreds of points."""
CARD = WORTH + 12
"""The index at which the numbers about the discarded card begin."""
TOLD = CARD + 22
"""The number of all inputs."""


def tell(rows: Numbers, at: int, row: Row, sort: int, weights: Weights) -> None:
    """Write the inputs for a table from which a card of this sort is discarded into ``rows``. The numbers from the
    index ``at`` on must be 0 before.
    """
    tell_table(rows, at, row)
    tell_discard(rows, at, row, sort, facts_of(row))
    weighed = weigh(row, weights)
    considered = consider(row, sort, weighed, weights)
    near, danger, gain = considered.near, considered.danger, considered.gain
    to = at + WORTH
    rows[to] = 0.01 * worth_of(weighed, considered, weights)
    rows[to + 1] = 0.01 * weighed.laid
    rows[to + 2] = 0.01 * weighed.haste * considered.points
    rows[to + 3] = 0.01 * considered.hoped
    rows[to + 4] = 0.01 * near * weighed.theirs
    rows[to + 5] = 0.01 * near * weighed.clean
    rows[to + 6] = 0.01 * danger * gain
    rows[to + 7] = weighed.haste
    rows[to + 8] = near
    rows[to + 9] = danger
    rows[to + 10] = near * weighed.haste
    rows[to + 11] = 0.01 * near * weighed.haste * weighed.theirs
    _tell_card(rows, at + CARD, row, sort, danger, gain)


def _tell_card(rows: Numbers, to: int, row: Row, sort: int, danger: float, gain: float) -> None:
    """Write whether the opponent may want the card. The numbers are facts about its rank, both as they are and
    multiplied by the risk.
    """
    rank, risk = RANK[sort], 0.01 * danger * gain
    if row[PILE + rank] > 0:
        rows[to + (0 if row[PILE + rank] == 1 else 1)] = 1.0
        rows[to + 2] = danger
        rows[to + 3] = risk
    if row[THROWN + rank] > 0:
        rows[to + 4] = 1.0
        rows[to + 5] = risk
    if row[THEIRS + rank] > 0:
        rows[to + 6] = 1.0
        rows[to + 7] = risk
    rows[to + 8 + min(row[UNSEEN + rank], 4)] = 1.0
    if row[KNOWN + rank] > 0:
        rows[to + (13 if row[KNOWN + rank] == 1 else 14)] = 1.0
    if row[OWN + rank] > 0:
        rows[to + 15] = 1.0
    if row[HAND + rank] > 1:
        rows[to + 14 + min(row[HAND + rank], 4)] = 1.0
    rows[to + 19] = 0.01 * VALUES[sort]
    if danger == 0:
        rows[to + 20] = 0.01 * gain
    if row[THEIR_CARDS] <= 4:
        rows[to + 21] = risk
