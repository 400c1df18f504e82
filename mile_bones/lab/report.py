"""The output of ``mile-bones replay``, for people and for machines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.excerpt import legible
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import replay, sheet, spec
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.match.faults import fault_text
from mile_bones.storage.records import load_record

_LABELS = 20  # minimal columns of text; some languages need more
_POINTS = 12


@dataclass(frozen=True, slots=True)
class Fault:
    """The first fault in a file. All numbers count from 1.

    A fault in the text has line and column. A fault against the rules has the hand and, if an action is wrong, the
    action. ``words`` contain the place and the reason.
    """

    reason: str
    words: str
    hand: int | None = None
    action: int | None = None
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of reading a file and playing it again: the recorded game if all of it is valid, else the first fault.

    `winner` is the seat that won, or None if the game has no winner or is not finished.
    """

    file: Path
    record: Record | None = None
    finished: bool = False
    winner: int | None = None
    totals: tuple[int, int] = (0, 0)
    fault: Fault | None = None

    def to_json(self) -> str:
        """Return the result as one line of JSON; ``mile-bones replay --help`` describes it."""
        shape: dict[str, object] = {"file": str(self.file), "ok": self.fault is None}
        if self.record is not None:
            shape |= {
                "game": self.record.game,
                "rules": self.record.rules,
                "players": [player.name for player in self.record.players],
                "totals": list(self.totals),
                "finished": self.finished,
                "winner": self.winner,
            }
            scores = self.record.body.scores
            if scores is not None:
                shape["hands"] = [
                    {"score": None if score is None else [dict(side) for side in score]} for score in scores
                ]
        if self.fault is not None:
            known = {name: getattr(self.fault, name) for name in ("hand", "action", "line", "column")}
            shape["fault"] = {name: number for name, number in known.items() if number is not None} | {
                "reason": self.fault.reason
            }
        # A file name need not be valid text: other bytes are escaped, so that a reader of the JSON still finds
        # the file.
        return json.dumps(shape, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")

    def sentence(self) -> str:
        """Return the file, the place and the reason of the fault, in one line. Only for a file with a fault."""
        assert self.fault is not None
        return legible(_("{file}: {fault}").format(file=self.file, fault=self.fault.words))

    def score_sheet(self) -> str:
        """Return the score sheet of every hand and the totals. Only for a valid record."""
        record = self.record
        assert record is not None
        found = spec(record.game)
        names = [player.name for player in record.players]
        lines = [
            _("{file}: {first} against {second}, {rules}").format(
                file=self.file, first=names[0], second=names[1], rules=found.rules_title(record.rules)
            )
        ]
        totals = [0, 0]
        total, grand_total = _("Deal total") if found.hands_are_deals else _("Hand total"), _("Grand total")
        hands = list(sheet(record))
        labels = [f"  {label}" for rows in hands for label, _values in rows or ()]
        width = max(_LABELS, *map(len, labels), len(total), len(grand_total))
        for number, rows in enumerate(hands, 1):
            title = found.title()
            if found.target is not None:
                title = (_("Deal {number}") if found.hands_are_deals else _("Hand {number}")).format(number=number)
            if rows is None:
                if found.target is not None:  # otherwise the end of the page shows the target
                    lines += ["", _("{hand} is not finished.").format(hand=title)]
                continue
            lines += ["", _row(title, names, width)]
            lines += [_row(f"  {label}", [format_number(value) for value in values], width) for label, values in rows]
            if found.target is not None:
                points = [sum(values[seat] for _label, values in rows) for seat in (0, 1)]
                totals = [before + more for before, more in zip(totals, points, strict=True)]
                lines.append(_row(total, [format_number(value) for value in points], width))
                lines.append(_row(grand_total, [format_number(value) for value in totals], width))
        lines += ["", self._ending(names), ""]
        return "\n".join(legible(line) for line in lines)

    def _ending(self, names: Sequence[str]) -> str:
        assert self.record is not None
        if self.record.ended == GIVEN_UP:
            return _("The game was given up.")
        if not self.finished:
            return _("The game is not finished.")
        if self.winner is None:
            return _("Nobody won the game.")
        return _("{name} won the game.").format(name=names[self.winner])


def check(file: Path) -> Checked:
    """Read a record and play it again, with every card, action and score. An error is returned as a fault."""
    try:
        record = load_record(file)
        for state, _action in replay(record):
            last = state
    except RecordError as error:
        return Checked(file, fault=Fault(error.reason, fault_text(error), line=error.line, column=error.column))
    except ReplayError as error:
        return Checked(file, fault=Fault(error.reason, fault_text(error), hand=error.hand, action=error.action))
    except OSError as error:
        reason = error.strerror or str(error)
        return Checked(file, fault=Fault(reason, reason))
    returns = last.returns()
    winner = returns.index(1) if 1 in returns else None
    return Checked(file, record, finished=last.is_terminal(), winner=winner, totals=last.totals)


def _row(label: str, values: Sequence[str], width: int) -> str:
    return label.ljust(width) + "".join(value.rjust(max(_POINTS, len(value) + 2)) for value in values)
