"""Check everything that is kept of the games: the history, its rows, the games that wait to be entered there, and the
counts of games won. ``Check`` reads everything and changes nothing. Like ``Restore``, it works in steps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.excerpt import legible
from mile_bones.engine.graphemes import cut
from mile_bones.engine.record import Record
from mile_bones.games import facts, final_state, read_record
from mile_bones.i18n import format_date, format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.library.restoring import require_readable
from mile_bones.match.faults import fault_text
from mile_bones.storage.autosave import WAITING
from mile_bones.storage.copying import Damaged, look_over
from mile_bones.storage.payments import games_for_stakes, lacks_payments
from mile_bones.storage.problems import reason
from mile_bones.storage.records import load_record
from mile_bones.storage.row_audit import Row, count_rows, holds, moment_near, rows
from mile_bones.storage.rows import described
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.library.scores import Counts

TOLD = 200
"""The largest number of findings that are listed. Nobody would read a longer list."""


class Finding(NamedTuple):
    """A fault, described in a sentence or two with legible names. ``mendable`` is true if ``Repair`` can correct it."""

    text: str
    mendable: bool


@dataclass
class Check:
    """Checks everything, and keeps what ``Repair`` needs."""

    library: GameLibrary
    games: int = 0
    """The number of games of the history that were checked."""
    findings: list[Finding] = field(default_factory=list)
    more: int = 0
    """The number of further findings, which are not listed."""
    damaged: bool = False
    """True if the database itself is damaged."""
    rows: list[Row] = field(default_factory=list)
    """The correct versions of the rows that are wrong."""
    superfluous: list[Path] = field(default_factory=list)
    """The files of games that wait for the history although it contains them already."""
    counts_are_off: bool = False
    """True if games were counted twice or not at all, or are missing from the high scores."""
    _last: datetime | None = None

    @property
    def mendable(self) -> bool:
        """True if ``Repair`` can correct at least one finding."""
        return any(finding.mendable for finding in self.findings)

    def run(self) -> Generator[float, None, None]:
        """Run the check and yield the progress, from 0 to 1.

        Raise OSError, with a readable reason, if the history cannot be read at all.
        """
        require_readable(self.library)
        path = self.library.history_path
        if path.exists():
            if not (yield from look_over(path)):
                self._find_damage()
            yield from self._look_at_rows(path)
        yield 0.95
        self._look_at_files()
        yield 0.97
        self._look_at_scores()
        yield 1.0

    # ------------------------------------------------------------------ the history

    def _look_at_rows(self, path: Path) -> Generator[float, None, None]:
        try:
            total = max(count_rows(path), 1)
            for row in rows(path):
                self.games += 1
                self._look_at(row)
                yield 0.95 * min(self.games / total, 1)
        except Damaged:
            if not self.damaged:
                self._find_damage()

    def _find_damage(self) -> None:
        self.damaged = True
        self._find(_("The database of the history is damaged."), mendable=True)

    def _look_at(self, row: Row) -> None:
        if isinstance(row.text, RecordError):
            text = _("{game}: its record cannot be read ({reason}). It cannot be shown again.")
            self._find(text.format(game=_which(row), reason=row.text.reason), mendable=False)
            return
        try:
            record = read_record(row.text)
            over = final_state(record).is_terminal()
        except (RecordError, ReplayError) as error:
            text = _("{game}: its record is wrong ({reason}). It cannot be shown again.")
            self._find(text.format(game=_which(row), reason=fault_text(error)), mendable=False)
            return
        right = self._as_it_should_be(row, record, over=over)
        if right.columns == row.columns | {"facts": right.columns["facts"]} and _lacks_payment(row):
            text = _("{game}: an earlier version has not counted what was paid.")
            self._mend(right, text.format(game=_which(right)))
        elif right.columns != row.columns:
            text = _("{game}: its line in the history does not say what was played.")
            self._mend(right, text.format(game=_which(right)))
        elif row.changed:
            text = _("{game}: its line in the history was changed. Its date may be another one.")
            self._mend(right, text.format(game=_which(row)))
        self._last = right.ended

    def _as_it_should_be(self, row: Row, record: Record, *, over: bool) -> Row:
        """Return the correct row of this record.

        When the game ended, and whether it was imported, can be taken only from the old row.
        """
        ended = row.ended or self._last or self.library.clock()
        columns = row.columns | described(record, facts(record), record.ended or ("finished" if over else "unfinished"))
        columns["digest"] = hashlib.sha256(str(row.text).encode("utf-8")).digest()
        columns["ended"] = ended.isoformat(timespec="seconds")
        columns["moment"] = moment_near(ended, row.columns["moment"])
        columns["imported"] = int(row.columns["imported"] == 1)
        return replace(row, columns=columns)

    def _mend(self, right: Row, text: str) -> None:
        self.rows.append(right)
        self._find(text, mendable=True)

    # ------------------------------------------------------------------ files and numbers

    def _look_at_files(self) -> None:
        """Check the games in progress, and those that wait for the history."""
        for path in sorted(self.library.games_dir.glob("*.json")):
            if not path.name.startswith((WAITING, "current-", "mille-")):
                continue  # the player's own file
            try:
                record = load_record(path)
                final_state(record)
            except (RecordError, ReplayError) as error:
                text = _("{file}, among the saved games, is damaged ({reason}).")
                self._find(text.format(file=legible(path.name), reason=fault_text(error)), mendable=False)
            except FileNotFoundError:
                pass  # a window has removed it meanwhile
            except OSError as error:
                text = _("{file}, among the saved games, cannot be read ({reason}).")
                self._find(text.format(file=legible(path.name), reason=reason(error)), mendable=False)
            else:
                if path.name.startswith(WAITING):
                    self._look_at_waiting(path, record)

    def _look_at_waiting(self, path: Path, record: Record) -> None:
        if self.library.history_path.exists() and holds(self.library.history_path, record.canonical_json()):
            self.superfluous.append(path)
            self._find(_("A game waits for the history that has it already."), mendable=True)
        else:
            self._find(_("A game waits that is not in the history yet."), mendable=True)

    def _look_at_scores(self) -> None:
        uncounted = missing = 0
        for scores in self.library.all_scores():
            due, told = scores.due(), scores.told()
            if due is not None and due != told:
                self.counts_are_off = True
                for text in _differences(told, due):
                    self._find(text, mendable=True)
            uncounted += len(scores.uncounted())
            missing += scores.missing()
        if uncounted:
            text = ngettext(
                "{count} game of the history is not among the games won yet.",
                "{count} games of the history are not among the games won yet.",
                uncounted,
            )
            self._find(text.format(count=format_number(uncounted)), mendable=True)
        if missing:
            self.counts_are_off = True
            text = ngettext(
                "{count} line is missing from the high scores.",
                "{count} lines are missing from the high scores.",
                missing,
            )
            self._find(text.format(count=format_number(missing)), mendable=True)

    def _find(self, text: str, *, mendable: bool) -> None:
        if len(self.findings) < TOLD:
            self.findings.append(Finding(text, mendable))
        else:
            self.more += 1


def _lacks_payment(row: Row) -> bool:
    """Return True if the facts of ``row`` are what an early version wrote, which did not count payments."""
    return not row.changed and row.columns["game"] in games_for_stakes() and lacks_payments(row.columns["facts"])


def _which(row: Row) -> str:
    """Return words by which a person recognises the game of ``row``."""
    ended = row.ended
    name = legible(cut(row.name, LONGEST_NAME))
    if ended is None:
        return _("A game of {name}").format(name=name)
    return _("The game of {name} on {date}").format(name=name, date=format_date(ended.date()))


def _differences(told: Counts, due: Counts) -> list[str]:
    found = []
    sides = (
        (told.won, due.won, _("Games won by you")),
        (told.lost, due.lost, _("Games won by the computer")),
        (told.drawn, due.drawn, _("Drawn games")),
    )
    for said, right, what in sides:
        count = abs(said - right)
        if said > right:
            how = ngettext("{count} game was counted twice", "{count} games were counted twice", count)
        elif said < right:
            how = ngettext("{count} game was never counted", "{count} games were never counted", count)
        else:
            continue
        text = _("{what}: mb.ini says {told}, by the history there are {due}; {how}.")
        found.append(
            text.format(
                what=what,
                told=format_number(said),
                due=format_number(right),
                how=how.format(count=format_number(count)),
            )
        )
    return found
