"""The games of the history as a table that can be sorted, filtered and searched.

The model does this with its own lists, because Qt's own filter would call Python for every comparison. The work is
divided into small steps, because there may be a hundred thousand games. The caller works through ``arrange`` step by
step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import merge
from itertools import islice
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal

from mile_bones.desktop.dialogs.lists import NOTHING, LinesModel
from mile_bones.desktop.dialogs.progress import Work
from mile_bones.engine.excerpt import legible
from mile_bones.engine.graphemes import cut
from mile_bones.engine.record import PlayerInfo
from mile_bones.games import GAMES, spec
from mile_bones.i18n import (
    forgotten_with_the_language,
    format_date,
    format_number,
    format_signed,
    format_time,
    in_digits,
    latin_digits,
    pgettext,
)
from mile_bones.i18n import gettext as _
from mile_bones.match.seats import lone_person, shown_names
from mile_bones.players import find_level, levels
from mile_bones.storage.rows import HUMAN, UNDER_WAY, PlayedGame, Seat, viewpoint
from mile_bones.storage.settings import LONGEST_NAME

DATE, NAMES, RESULT, POINTS, MONEY, HANDS, RULES, DEAL, GAME = 0, (1, 2), 3, 4, 5, 6, 7, 8, 9
"""The numbers of the columns. Column ``GAME`` is shown only if there are games of more than one kind, ``MONEY`` only if
there are games in which something was paid, and ``POINTS`` and ``HANDS`` only if there are games with points.
"""
_NUMBERS = (POINTS, MONEY, HANDS, DEAL)

_WON, _LOST, _DRAWN, _GIVEN_UP, UNFINISHED = "won", "lost", "drawn", "given_up", "unfinished"
_ENDINGS = (_WON, _LOST, _DRAWN, _GIVEN_UP, UNFINISHED, UNDER_WAY)
_LAST_FIRST = (0, True)
"""The order of the games in the history: by date, the last game first."""
_STEP = 400
"""The number of games in one step, after which the keyboard is handled again."""
_LATER = 4  # the list grows only if it gets this many times as long, because each growth costs the view time


PEOPLE, COMPUTERS = "two people", "two computers"
"""Values that take the place of a level, for games between two people or two computers."""


class Wanted(NamedTuple):
    """The filter of the list. A game must contain all words, and None means any value.

    ``against`` is the level of a person's opponent, ``PEOPLE`` or ``COMPUTERS``.
    """

    words: tuple[str, ...] = ()
    rules: str | None = None
    against: str | None = None
    result: str | None = None
    imported: bool | None = None
    game: str | None = None


class GamesModel(LinesModel):
    """The table of games. ``games`` are all games read so far. ``shown`` are the games that pass the filter, in
    order.
    """

    #: Emitted when other games or another order are wanted. The view then has to work through ``arrange``.
    arrange_wanted = Signal()

    def __init__(self, parent: QObject) -> None:
        heads = (
            _("Date"),
            _("Name"),
            # Translators: the heading of a column: who the opponent was
            _("Against"),
            _("Result"),
            _("Points"),
            _("Paid"),
            # Translators: the heading of a column: how many hands (races) a game had
            _("Hands"),
            _("Rules"),
            pgettext("number of a deal", "Deal"),
            _("Game"),
        )
        super().__init__(heads, _NUMBERS, lambda row: self._shown_texts(self.shown[row]), parent)
        self.games: list[PlayedGame] = []
        self.shown: list[PlayedGame] = []
        self._searched: list[str] = []  # for each game the text in which words are searched
        self._pages: Iterator[list[PlayedGame]] = iter(())
        self._count = 0
        self._complete = self._settled = self._same = True
        self._imported = False
        self._games_there: set[str] = set()
        self._paid = False
        self._wanted = Wanted()
        self._order = _LAST_FIRST
        self._words = results()
        self._kinds = lru_cache(maxsize=100)(_kind)
        self._shown_texts = lru_cache(maxsize=1000)(self._texts)  # every move of the mouse asks for a line

    @property
    def complete(self) -> bool:
        """Whether all games have been read."""
        return self._complete

    @property
    def has_imported(self) -> bool:
        """Whether there are games of other people."""
        return self._imported

    @property
    def has_kinds(self) -> bool:
        """Whether there are games of more than one kind."""
        return len(self._games_there) > 1

    @property
    def has_payments(self) -> bool:
        """Whether something was paid in one of the games."""
        return self._paid

    @property
    def has_points(self) -> bool:
        """Whether one of the games is played for points, in hands, or there are no games yet."""
        return not self._games_there or any(map(_has_points, self._games_there))

    @property
    def settled(self) -> bool:
        """Whether the games shown are those that are wanted."""
        return self._settled

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the heading of a column. The word for hands depends on the kinds of the games."""
        if section == HANDS and orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._hands_title()
        return super().headerData(section, orientation, role)

    def _hands_title(self) -> str:
        """Return the heading for the number of hands or deals. It depends on the games that may be shown, and may be a
        word for both.
        """
        there = self._games_there if self._wanted.game is None else {self._wanted.game}
        made_of = {spec(game).hands_are_deals for game in there if game in GAMES and _has_points(game)}
        if made_of == {True, False}:
            # Translators: the head of a column with numbers; what other games call hands is called deals in Mille.
            return _("Rounds")
        return pgettext("how many", "Deals") if made_of == {True} else _("Hands")

    def read(self, pages: Iterable[list[PlayedGame]], count: int) -> None:
        """Read these games instead of the previous ones. The game that ended last comes first. There are about `count`
        games.
        """
        self._pages, self._count = iter(pages), count
        self._complete = self._settled = self._same = False
        self.games, self._searched, self._imported, self._games_there = [], [], False, set()
        self._paid = False
        self._shown_texts.cache_clear()
        self.arrange_wanted.emit()

    def narrow(self, wanted: Wanted) -> None:
        """Show only the games that pass this filter."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._show_hands_title()
            self._settled = self._same = False
            self.arrange_wanted.emit()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by the values of a column, not by its texts. Selected lines remain selected."""
        self._order, self._settled = (column, order == Qt.SortOrder.DescendingOrder), False
        self.arrange_wanted.emit()

    def arrange(self) -> Work:
        """Filter, sort and show the games step by step. Yield the part that is done, from 0 to 1."""
        same = self._same  # True if only the order changes
        grows = self._order == _LAST_FIRST and not same
        fitting: list[PlayedGame] = []
        begun, enough, at = False, 1, 0
        while at < len(self.games) or self._read_more():
            until = min(at + _STEP, len(self.games))
            fitting += self._fitting(at, until)
            at = until
            if grows and len(fitting) >= enough:
                self._show(fitting, more=begun)
                begun, enough = True, _LATER * len(fitting)
            if not self._complete or at < len(self.games):
                yield min(at / max(self._count, 1), 1.0) * (1.0 if grows else 0.5)
        if self._order != _LAST_FIRST:
            column, reverse = self._order
            parts = []
            for first in range(0, len(fitting), _STEP):
                parts.append(sorted(fitting[first : first + _STEP], key=_KEYS[column], reverse=reverse))
                if len(fitting) > _STEP:
                    yield 0.5 + 0.2 * first / len(fitting)
            in_order = merge(*parts, key=_KEYS[column], reverse=reverse)
            fitting = []
            while some := list(islice(in_order, _STEP)):
                fitting += some
                if len(parts) > 1:
                    yield 0.7 + 0.3 * len(fitting) / max(len(self.games), 1)
        if same:
            self._reorder(fitting)
        else:
            self._show(fitting, more=begun)
        self._same = self._settled = True

    def _show_hands_title(self) -> None:
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, HANDS, HANDS)

    # ------------------------------------------------------------------ steps

    def _read_more(self) -> bool:
        """Read the next games. Return True if there were any."""
        if self._complete:
            return False
        page = self._read_page()
        if page and len(self.games) >= self._count:  # so that a short list is complete immediately
            self._read_page()
        return page

    def _read_page(self) -> bool:
        page = next(self._pages, [])
        self.games += page
        self._searched += map(self._search_text, page)
        self._imported = self._imported or any(game.imported for game in page)
        self._paid = self._paid or any(game.paid for game in page)
        kinds = len(self._games_there)
        self._games_there.update(game.game for game in page)
        if len(self._games_there) != kinds:
            self._show_hands_title()
        if not page:
            self._complete, self._count = True, len(self.games)
        return bool(page)

    def _fitting(self, first: int, until: int) -> list[PlayedGame]:
        words, *chosen = self._wanted
        rules, against, result, imported, kind = chosen
        games = self.games[first:until]
        if words:
            texts = self._searched[first:until]
            games = [game for game, text in zip(games, texts, strict=True) if all(word in text for word in words)]
        if any(choice is not None for choice in chosen):
            games = [
                game
                for game in games
                if (rules is None or game.rules == rules)
                and (against is None or _against(game) == against)
                and (result is None or _result(game) == result)
                and (imported is None or game.imported == imported)
                and (kind is None or game.game == kind)
            ]
        return games

    def _show(self, games: list[PlayedGame], *, more: bool) -> None:
        """Show these games instead of the previous ones. If `more`, `games` begin with those that are already shown."""
        if more:
            self.shown += games[len(self.shown) :]
        else:
            self.setRowCount(0)
            self.shown = games[:]
        if self.rowCount() != len(self.shown):
            self.setRowCount(len(self.shown))

    def _reorder(self, games: list[PlayedGame]) -> None:
        """Show the same games in another order."""
        self.layoutAboutToBeChanged.emit()
        marked = [(index, _key(self.shown[index.row()])) for index in self.persistentIndexList()]
        keys = {key for _index, key in marked}
        self.shown = games
        rows = {_key(game): row for row, game in enumerate(games) if _key(game) in keys} if keys else {}
        for index, key in marked:
            self.changePersistentIndex(index, self.index(rows[key], index.column()))
        self.layoutChanged.emit()

    # ------------------------------------------------------------------ words

    def _texts(self, game: PlayedGame) -> tuple[str, ...]:
        result = self._words[_result(game)]
        if game.assisted:
            result = _("{result}, assisted").format(result=result)
        if game.imported:
            result = _("{result}, imported").format(result=result)
        if game.changed:
            result = _("{result}, damaged").format(result=result)
        mine, theirs = map(format_number, game.points)
        points = _("{mine} to {theirs}").format(mine=mine, theirs=theirs)
        scored = _has_points(game.game)
        return (
            _("{date}, {time}").format(date=_date(game.ended.date()), time=format_time(game.ended)),
            *_players(game.game, game.seats),
            result,
            points if scored else NOTHING,
            format_signed(game.paid, plus=True) if game.paid else NOTHING,
            format_number(game.hands) if scored else NOTHING,
            self._kinds(game.game, game.rules)[1],
            "–" if game.seed is None else in_digits(str(game.seed)),
            self._kinds(game.game, game.rules)[0],
        )

    def _search_text(self, game: PlayedGame) -> str:
        return searchable(" ".join((*self._texts(game), game.ended.date().isoformat())))


def searchable(text: str) -> str:
    """Return the text in the form for searching: in lower case, and with Latin digits, which a Persian keyboard
    lacks.
    """
    return latin_digits(text).casefold()


def results() -> dict[str, str]:
    """Return the possible states and results of a game, with their words."""
    words = (_("Won"), _("Lost"), _("Drawn"), _("Given up"), _("Unfinished"), _("Under way"))
    return dict(zip(_ENDINGS, words, strict=True))


_date = forgotten_with_the_language(4000)(format_date)
"""A cached ``format_date``, because many of a hundred thousand games ended on the same day."""


def _key(game: PlayedGame) -> tuple[int, str]:
    """Return a key that no other line has. Games under way have the same id, but there is only one of each kind."""
    return game.id, game.game


def _has_points(game: str) -> bool:
    return game not in GAMES or spec(game).has_points


def _kind(game: str, rules: str) -> tuple[str, str]:
    """Return the titles of a game and its rule set."""
    if game not in GAMES:
        return legible(game, LONGEST_NAME), legible(rules, LONGEST_NAME)
    return spec(game).title(), legible(spec(game).rules_title(rules), LONGEST_NAME)


@forgotten_with_the_language(1000)
def _players(game: str, seats: tuple[Seat, Seat]) -> tuple[str, str]:
    """Return the names of the player and the opponent. People have their names, computers have the names of their
    levels.

    The player is the one from whose side the game is shown.
    """
    first, second = (PlayerInfo(seat.name, seat.kind, seat.level or None) for seat in seats)
    if lone_person((first, second)) is None:
        return shown_names(game, (first, second))
    own = viewpoint(first.kind, second.kind)
    level = find_level(game, seats[1 - own].level)
    opponent = legible(seats[1 - own].level, LONGEST_NAME) if level is None else level.title()
    return legible(cut(seats[own].name, LONGEST_NAME)), opponent


def _against(game: PlayedGame) -> str:
    """Return the value of this game in the filter for opponents."""
    persons = [seat.kind for seat in game.seats].count(HUMAN)
    return (COMPUTERS, game.level, PEOPLE)[persons]


def _strength(game: PlayedGame) -> int:
    """Return the index of the opponent's level among those of the game. Return -1 for a person or an unknown level."""
    level = find_level(game.game, game.level)
    return -1 if level is None else levels(game.game).index(level)


def _result(game: PlayedGame) -> str:
    if game.state != "finished":
        return game.state
    mine, theirs = game.points
    return _DRAWN if mine == theirs else _WON if mine > theirs else _LOST


_KEYS: tuple[Any, ...] = (
    lambda game: game.moment,
    lambda game: _players(game.game, game.seats)[0].casefold(),
    _strength,
    lambda game: _ENDINGS.index(_result(game)),
    lambda game: game.points,
    lambda game: game.paid,
    lambda game: game.hands,
    lambda game: game.rules,
    lambda game: -1 if game.seed is None else game.seed,
    lambda game: game.game,
)
"""The key for sorting by each column."""
